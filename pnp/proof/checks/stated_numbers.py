"""Checks of sums and counts that a document states."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip, plural
from pnp.proof.document import MARKER, RulebookText
from pnp.proof.document_check import NUMBER, Slip, as_number, document_check

TERM = r"\d{1,4}"
SUM = re.compile(
    rf"(?<![\w.,/:+×x*)=−–-])(?<![\d)+×x*=−–-] )({TERM}(?:\s*[+−–x×*-]\s*{TERM}){{1,6}})\s*=\s*({TERM})"
    rf"(?![\w./:%]|\s*[+−–x×*/-]\s*\d|,\d)"
)
SPOKEN = re.compile(
    r"\b(\d{1,3}) (plus|minus|times) (\d{1,3}) (?:is|equals|makes|gives|=) (?:a total of )"
    r"?(\d{1,4})\b(?!\.\d|[/:%-])",
    re.IGNORECASE,
)


@document_check("Q042")
def wrong_sum(document: RulebookText) -> Iterator[Slip]:
    """A calculation in the text is wrong.

    Bad:
        The attack has 3 + 4 = 8 points.
    Good:
        The attack has 3 + 4 = 7 points.
    """
    for match in SUM.finditer(document.text):
        terms = [int(term) for term in re.findall(r"\d+", match[1])]
        signs = ["+", *re.findall(r"[+−–x×*-]", match[1])]
        if any(sign in "–-" for sign in signs[1:]) and not re.search(r"\s[–-]\s", match[1]):
            continue  # 3-4 = ... is a range or odds
        if len(terms) == 2 and signs[1] in "–-" and terms[0] < terms[1]:
            continue  # 1 - 3 = ... is a range too: no text states a result below zero in this way
        total, product = 0, 0
        for sign, term in zip(signs, terms, strict=True):
            if sign in "x×*":
                product *= term
            else:
                total += product
                product = term if sign == "+" else -term
        total += product
        if total != int(match[2]):
            yield Slip(match.start(), f'"{match[0]}" is wrong', f"the result is {total}")
    for match in SPOKEN.finditer(document.text):
        one, other, stated = int(match[1]), int(match[3]), int(match[4])
        right = {"plus": one + other, "minus": one - other, "times": one * other}[match[2].lower()]
        if right != stated:
            yield Slip(match.start(), f'"{match[0]}" is wrong', f"the result is {right}")


COUNTED = re.compile(
    rf"\b(?:the (?P<first>{NUMBER}) following|(?:the |these |any |one |all |each )?(?:of (?:the )?)"
    rf"?following (?P<second>{NUMBER})|(?P<third>{NUMBER}) of the following)(?= [a-z])",
    re.IGNORECASE,
)
MOST_LINES_BETWEEN = 120
"""The most lines of text between two items of a list."""
FARTHEST_ITEM = 12
"""The most lines from an item to one that exceeds the announced number, and that may belong to another list."""
LIST_LEAD = re.compile(
    rf"(?<![\w.,])(?P<number>{NUMBER}) (?:(?!of\b|or\b|to\b|and\b|per\b|in\b)[a-z-]+ )"
    rf"{{0,2}}?(?P<noun>types|kinds|phases|steps|ways|conditions|options|parts|segments|exceptions|"
    rf"methods|categories|classes|cases|groups|actions|levels|stages|choices|forms|reasons|items|"
    rf"factors|rounds|sections|sides|states|results|scenarios|tables|rules)\b[^.;:\n]{{0,80}}:",
    re.IGNORECASE,
)
WEAK = re.compile(
    r"\b(?:or more|at least|up to|at most|more than|less than|fewer than|first|last|next|only|per|"
    r"every|each|another|additional|other|any)\b[^.:;]{0,25}$",
    re.IGNORECASE,
)


_NEW_SENTENCE = re.compile(r"\b(?:The|A|An|He|She|Each|Every|Players?|If|When|You|This|These|There)\b|^[^(]*\)")
"""Words that begin another sentence, or the end of brackets, between an announced number and its colon."""


@document_check("Q043", Severity.WARNING)
def count_differs_from_list(document: RulebookText) -> Iterator[Slip]:
    """The text says how many things follow, but lists more or fewer.

    Bad:
        There are three types of terrain: clear and woods.
    Good:
        There are two types of terrain: clear and woods.
    """
    text = document.text
    seen: set[int] = set()
    for pattern in (LIST_LEAD, COUNTED):
        for match in pattern.finditer(text):
            word = match["number"] if pattern is LIST_LEAD else match["first"] or match["second"] or match["third"]
            number = as_number(word)
            before = text[max(match.start() - 30, 0) : match.start()]
            if not 2 <= number <= 16 or WEAK.search(before) or (pattern is COUNTED and match["third"]):
                continue
            colon = match.end() - 1 if pattern is LIST_LEAD else text.find(":", match.end(), match.end() + 80)
            if pattern is LIST_LEAD and re.search(
                rf"\b{NUMBER} [a-z]", text[match.end("noun") : match.end()], re.IGNORECASE
            ):
                continue  # the list belongs to a later number
            stop = (
                re.search(r"[.;\n]", text[match.end() : max(colon, 0)]) if pattern is COUNTED and colon >= 0 else None
            )
            clause = text[match.end("noun") if pattern is LIST_LEAD else match.end() : max(colon, 0)]
            if colon < 0 or stop or colon in seen or _NEW_SENTENCE.search(clause):
                continue
            seen.add(colon)
            counted = _count_inline(text, colon + 1, number)
            if counted is None:
                counted = _count_list(document, colon, number)
            if counted is not None and counted != number and counted >= 2:
                yield Slip(
                    match.start(),
                    f"the text announces {number}, but the list has {plural(counted, 'item')}: "
                    f'"{clip(text[match.start() : colon + 60], 100)}"',
                )


def _count_inline(text: str, start: int, announced: int) -> int | None:
    """Return the number of items in a list such as `a, b and c.` after a colon; None if it cannot be counted.

    The last item of `Fire, Damage and Effects` may have two words, so this list also counts as one item less.
    """
    end = re.search(r"[.\n]", text[start:])
    if not end:
        return None
    items = text[start : start + end.start()].strip()
    if (
        not items
        or len(items) > 160
        or re.search(
            r"[()\[\]:;\"“]|\bor\b.*\band\b|\band\b.*\bor\b|\bwhich\b|\bthat\b|\bif\b|\bwith(?:out)?\b|\be\.g\b|\b(?:must|may|never|can|is|are|will|should)\b",
            items,
        )
    ):
        return None
    if end[0] == "\n" and (start + end.end() >= len(text) or items[-1] != "."):
        return None
    if re.match(r"\s+[A-Z](?:[\w'’-]+ ){0,5}[\w'’-]+\.", text[start + end.end() :]):
        return None  # each item is a short sentence
    parts = re.split(r",\s*(?:and|or|&)\s+|,\s*|\s+(?:and|or|&)\s+", items)
    if (
        len(parts) < 2
        or len(re.findall(r"\band\b|\bor\b|&", items)) != 1
        or any(not 1 <= len(part.split()) <= 4 or re.match(rf"{NUMBER}\b", part, re.IGNORECASE) for part in parts)
    ):
        return None
    last = re.split(r"\s(?:and|or|&)\s", items)
    if len(last) != 2:
        return None
    capitals = sum(part[:1].isupper() for part in parts) >= len(parts) - 1
    return announced if capitals and len(parts) - 1 == announced and not last[0].rstrip().endswith(",") else len(parts)


def _count_list(document: RulebookText, colon: int, announced: int) -> int | None:
    """Return the number of marked items after a line that ends with a colon; None if it cannot be counted.

    The end of a list with bullets is uncertain, so more bullets than announced are not counted. A list is not counted
    either if its next mark comes later, after other text, or if another announcement is between its items.
    """
    first = document.index_at(colon)
    if not document.lines[first].text.rstrip().endswith(":"):
        return None
    bullet, count, blank = "", 0, 0
    style, last = "", first
    for i in range(first + 1, min(first + 80, len(document.lines))):
        text = document.lines[i].text.strip()
        if not text:
            blank += 1
            continue
        if i in document.case_lines or text.startswith("#"):
            break
        match = MARKER.match(text)
        if not match:
            if count >= announced and text.endswith(":"):
                return None
            if not count or (blank and text[:1].isupper() and not text.startswith(("Note", "Example", "Exception"))):
                break
            continue
        blank = 0
        if re.match(r"\W*\d", text[match.end() :]):
            return None  # a number of things, which may be those that are counted
        if match["bullet"]:
            bullet = bullet or match["bullet"]
            count += match["bullet"] == bullet and not style
            continue
        kind = "1" if match["mark"].isdigit() else "A" if match["mark"].isupper() else "a"
        value = int(match["mark"]) if kind == "1" else ord(match["mark"][0].lower()) - 96
        if bullet or (not style and value != 1):
            return None
        style = style or kind + match["close"]
        if kind + match["close"] == style:
            if value != count + 1 or (count >= announced and i - last > FARTHEST_ITEM):
                break
            count, last = count + 1, i
    else:
        return None
    if style and count < announced and _continues_later(document, i, style, count + 1):
        return None
    return count if style or count <= announced else None


def _continues_later(document: RulebookText, start: int, style: str, value: int) -> bool:
    """Return whether a list with marks of a style, such as `1.`, has its next mark later in the same case."""
    for i in range(start, min(start + MOST_LINES_BETWEEN, len(document.lines))):
        match = MARKER.match(document.lines[i].text.strip())
        if match and match["mark"] and match["close"] == style[1:]:
            mark = match["mark"]
            if (int(mark) if mark.isdigit() else ord(mark[0].lower()) - 96) == value:
                return True
    return False


@document_check("Q044", Severity.WARNING)
def parts_differ_from_total(document: RulebookText) -> Iterator[Slip]:
    """The parts do not add up to the total that the text states.

    Bad:
        The game has 80 counters: 40 red, 20 blue and 15 markers.
    Good:
        The game has 80 counters: 40 red, 20 blue and 20 markers.
    """
    part = r"\d{1,3} [A-Za-z][A-Za-z' -]{1,40}?"
    pattern = re.compile(
        rf"\b(?P<total>\d{{2,3}}) (?:[a-z-]+ ){{0,3}}(?:counters|cards|units|markers|pieces|tokens|blocks|"
        rf"chits|tiles|cubes|dice|figures|hexes|turns)\s?(?:\(|: )(?P<parts>{part}(?:, {part})*(?:,? and |"
        rf", | & ){part})(?P<end>[).;]|$)",
        re.MULTILINE,
    )
    for match in pattern.finditer(document.text):
        numbers = [int(number) for number in re.findall(r"\b\d{1,3}\b", match["parts"])]
        total = int(match["total"])
        if (
            len(numbers) < 2
            or re.search(r"\b(?:each|per|of which|includ|of)\b|\+", match["parts"])
            or sum(numbers) == total
        ):
            continue
        if total / 2 < sum(numbers) < total * 2:
            yield Slip(match.start(), f'the parts add up to {sum(numbers)}, not to {total}: "{clip(match[0], 100)}"')


TURNS = (
    re.compile(
        rf"\b(?:game|scenario|it|play)\s+(?:is|lasts|runs|takes|has|is played (?:in|over)|consists of|"
        rf"covers|continues for|ends after)\s+(?:for )?(?:exactly |a total of |up to )?(?P<turns>{NUMBER}) "
        rf"(?:full |complete )?(?:game[ -])?turns\b(?!,? (?:or|unless))",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:game|scenario) (?:is over|ends?|is finished) (?:at|after|on|with|upon)(?: the)?(?: (?:end|"
        r"completion|conclusion) of)?(?: the)? (?:game[ -])?turn (?P<turns>\d{1,2})\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<turns>{NUMBER})[ -]turn (?:game|scenario)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:game[ -])?turn (?P<turns>\d{1,2}) is the last (?:game[ -])?turn\b|\blast (?:game[ -])?turn "
        r"(?:is|\() ?(?:game[ -])?(?:turn )?(?P<turns2>\d{1,2})\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bturn (?:record )?track[^.\n]{0,20}?[:|]?\s*1(?:\s*[|,]?\s*2)(?:\s*[|,]?\s*3)(?P<rest>(?:\s*[|"
        r",]?\s*\d{1,2})+)",
        re.IGNORECASE,
    ),
    re.compile(r"\bturn (?:record )?track (?:has|with|of) (?P<turns>\d{1,2}) (?:spaces|boxes|turns)\b", re.IGNORECASE),
)


@document_check("Q045", Severity.WARNING)
def length_of_game_differs(document: RulebookText) -> Iterator[Slip]:
    """The length of the game in turns is stated twice with different numbers.

    Documents with several scenarios are not checked, because each has its own length.

    Bad:
        The game lasts 10 turns. Move the marker each turn.
        Turn Record Track: 1 2 3 4 5 6 7 8 9
    Good:
        The game lasts 9 turns. Move the marker each turn.
        Turn Record Track: 1 2 3 4 5 6 7 8 9
    """
    text = document.text
    if len(re.findall(r"\bscenarios\b|\bcampaign\b", text, re.IGNORECASE)) > 0:
        return
    claims: list[tuple[int, int, str]] = []
    for pattern in TURNS:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            word = groups.get("turns") or groups.get("turns2")
            if groups.get("rest"):
                numbers = [int(n) for n in re.findall(r"\d+", groups["rest"] or "")]
                run = 3
                for n in numbers:
                    if n != run + 1:
                        break
                    run = n
                word = str(run) if run > 3 else None
            if word:
                claims.append((match.start(), as_number(word), match[0]))
    claims.sort()
    for at, turns, words in claims[1:]:
        if turns != claims[0][1] and not re.search(
            r"\bif\b|\bunless\b|immediately|optional|tournament|short", text[max(at - 80, 0) : at + 80], re.IGNORECASE
        ):
            yield Slip(
                at,
                f'"{clip(words, 50)}" gives {plural(turns, "turn")}, but "{clip(claims[0][2], 50)}" gives '
                f"{claims[0][1]}",
            )
            return
