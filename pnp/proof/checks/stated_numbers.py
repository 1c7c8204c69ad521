"""Checks of dice, counts, sums and ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.findings import Severity
from pnp.message import clip, plural
from pnp.proof.document import MARKER, RulebookText
from pnp.proof.document_check import NUMBER, Slip, as_number, document_check, quote_around

ONE_DIE = r"(?:1d6|d6|one d6|a d6|one die|a die|1 die|one six-sided die|a six-sided die|a single die)"
OTHER_DICE = re.compile(
    r"\bd(?:4|8|10|12|20|100|%)\b|(?:ten|eight|twelve|twenty|four|10|8|12|20|4)[- ]sided", re.IGNORECASE
)
SEVERAL_DICE = re.compile(
    r"\b(?:[2-9]d6|(?:two|three|both|2|3|4|four) (?:\w+[ -]){0,2}(?:dice|d6)|2 ?d ?6)\b", re.IGNORECASE
)
MODIFIED = re.compile(
    r"modif|\bDRM|\badd\b|\bplus\b|subtract|minus|bonus|adjust|[+−-]\s?\d|\bnet\b|cumulative|total", re.IGNORECASE
)


def _only_one_die(document: RulebookText) -> bool:
    """Return whether the document rolls six-sided dice, and only one at a time."""
    text = document.text
    six = re.search(r"six[- ]sided|6[- ]sided|\b1?d6\b", text, re.IGNORECASE)
    return bool(six) and not OTHER_DICE.search(text) and not SEVERAL_DICE.search(text)


@document_check("Q040")
def die_result_out_of_range(document: RulebookText) -> Iterator[Slip]:
    """A result of one die is less than 1 or more than 6, although no modifier applies.

    Bad:
        Roll one six-sided die for each unit. A unit that rolls 0 on 1d6 is lost.
    Good:
        Roll one six-sided die for each unit. A unit that rolls 1 on 1d6 is lost.
    """
    direct = re.compile(
        rf"\b(?:rolls?|rolled|result of|roll of)\s+(?:an? |the )?(?:unmodified |natural )"
        rf"?[\"“‘']?(\d{{1,2}})[\"”’']?\s+(?:or (?:less|more|higher|lower|better) )?(?:on|with) "
        rf"{ONE_DIE}\b",
        re.IGNORECASE,
    )
    for match in direct.finditer(document.text):
        if not 1 <= int(match[1]) <= 6:
            yield Slip(
                match.start(),
                f'a die never rolls {match[1]}: "{quote_around(document, match.start(), match.end(), 3)}"',
            )
    if not _only_one_die(document):
        return
    natural = re.compile(
        r"\b(?:unmodified|natural)\s+(?:die )?(?:roll )?(?:of )?(?:an? )?[\"“]?(\d{1,2})\b(?!\s*(?:%|/))", re.IGNORECASE
    )
    for match in natural.finditer(document.text):
        if not 1 <= int(match[1]) <= 6:
            yield Slip(
                match.start(),
                f'a die never rolls {match[1]}: "{quote_around(document, match.start(), match.end(), 3)}"',
            )
    for at, items in _roll_tables(document):
        highest = max(high for _, _, high in items)
        lowest = min(low for _, low, _ in items)
        if highest > 6 or lowest < 1:
            index = next(i for i, low, high in items if high > 6 or low < 1)
            wrong = highest if highest > 6 else lowest
            yield Slip(
                document.offset_of(index),
                f'one die never rolls {wrong}: "{clip(document.lines[index].text.strip(), 60)}" in the results of '
                f'"{clip(document.lines[at].text.strip(), 60)}"',
            )


def _roll_tables(document: RulebookText) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Yield each list of results after "roll one die".

    Yields the line of the roll, and (line, lowest, highest) of each item.
    """
    rolls = re.compile(rf"\broll(?:s|ing)?\b[^.]*\b{ONE_DIE}\b", re.IGNORECASE)
    for i in range(len(document.lines)):
        before = " ".join(line.text for line in document.lines[max(i - 5, 0) : i])
        if not _range_item(document.lines[i].text) or _range_item(document.lines[i - 1].text if i else ""):
            continue
        if i and _range_item(document.lines[i - 2].text if i > 1 else "") and not document.lines[i - 1].text.strip():
            continue
        roll = list(rolls.finditer(before))
        if not roll or MODIFIED.search(before[roll[-1].start() :]):
            continue
        items = _items_from(document, i)
        if len(items) >= 3 and items[0][1] <= 1:
            at = next(j for j in range(i - 1, -1, -1) if re.search(r"\broll", document.lines[j].text, re.IGNORECASE))
            yield at, items


RANGE_ITEM = re.compile(
    r"^\s*[•*-]?\s*(?P<low>\d{1,3})(?:\s*(?:[-–—]|to)\s*(?P<high>\d{1,3}))?(?P<open>\+|"
    r"\s+or\s+(?:more|less|fewer|higher|lower|above|below|over))?\s*(?:points?|VPs?)"
    r"?\s*[:=]\s*(?P<text>\S.*)$",
    re.IGNORECASE,
)


def _range_item(text: str) -> re.Match[str] | None:
    """Return the match of a line such as `1–2: North`; None for other lines."""
    match = RANGE_ITEM.match(text)
    # Odds (3-1: ...) and times (10:30) are not ranges.
    if match and ((match["high"] and int(match["high"]) < int(match["low"])) or re.match(r"\d\d\b", match["text"])):
        return None
    return match


def _items_from(document: RulebookText, start: int) -> list[tuple[int, int, int]]:
    """Return (line, lowest, highest) of the items of a list of ranges; an item may continue on three more lines."""
    items: list[tuple[int, int, int]] = []
    silent = 0
    for i in range(start, len(document.lines)):
        text = document.lines[i].text
        match = _range_item(text)
        if match:
            low = int(match["low"])
            high = int(match["high"] or low)
            word = (match["open"] or "").strip().lower()
            if word.endswith(("less", "fewer", "lower", "below")):
                low = 0
            elif word:
                high = 999
            items.append((i, low, high))
            silent = 0
        elif i in document.case_lines or re.match(r"\s*(?:#|[A-Z][^.]{0,60}:\s*$)", text):
            break
        else:
            silent += 1
            if silent > 3:
                break
    return items


@document_check("Q041", Severity.WARNING)
def ranges_with_gap_or_overlap(document: RulebookText) -> Iterator[Slip]:
    """Successive ranges of a list leave a number out, or contain a number twice.

    Bad:
        1-2: The unit holds.
        3-4: The unit retreats.
        6: The unit is lost.
    Good:
        1-2: The unit holds.
        3-4: The unit retreats.
        5-6: The unit is lost.
    """
    i = 0
    while i < len(document.lines):
        items = _items_from(document, i) if _range_item(document.lines[i].text) else []
        if not items:
            i += 1
            continue
        i = items[-1][0] + 1
        yield from _range_slips(
            document,
            [(document.offset_of(at), low, high, clip(document.lines[at].text.strip(), 40)) for at, low, high in items],
        )
    prose = re.compile(
        r"(?<![\w.–-])(?<![A-Za-z] )(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?\s?(?:=|:)\s?(?![\d])"
        r"([A-Za-z][^;,.=:\n]{1,60})(?=[;,.\n]|$)"
    )
    for offset, text in document.paragraphs():
        found = [(offset + m.start(), int(m[1]), int(m[2] or m[1]), clip(m[0], 40)) for m in prose.finditer(text)]
        if len(found) >= 3 and found[0][0] != offset:
            yield from _range_slips(document, found)


def _range_slips(document: RulebookText, items: list[tuple[int, int, int, str]]) -> Iterator[Slip]:
    """Yield the gaps and overlaps of (offset, lowest, highest, text) in one list."""
    if len(items) < 3 or not any(low != high for _, low, high, _ in items):
        return
    rising = items if items[0][1] <= items[-1][1] else items[::-1]
    ordered = list(pairwise(rising))
    if any(low > high for _, low, high, _ in items) or any(before[1] > after[1] for before, after in ordered):
        return
    faults = [(before, after) for before, after in ordered if after[1] != before[2] + 1]
    if len(faults) > max(1, len(ordered) // 3):
        return
    for before, after in faults:
        at = max(before[0], after[0])
        if after[1] <= before[2]:
            if 999 in (before[2], after[2]) and after[1] < before[1] + 1:
                continue
            yield Slip(at, f'the ranges overlap at {after[1]}: "{before[3]}" and "{after[3]}"')
        else:
            low, high = before[2] + 1, after[1] - 1
            yield Slip(at, f'{low if low == high else f"{low}–{high}"} is in no range: "{before[3]}" and "{after[3]}"')


@document_check("Q046", Severity.WARNING)
def number_of_dice_disagrees(document: RulebookText) -> Iterator[Slip]:
    """The number of dice and the noun do not agree.

    Bad:
        Each crew rolls 1 dies for every target, and two dice for a gun.
    Good:
        Each crew rolls 1 die for every target, and two dice for a gun.
    """
    pattern = re.compile(
        r"\b(?P<verb>roll(?:s|ed|ing)?|throws?)\s+(?P<number>1|one|two|three|four|five|[2-9]) "
        r"(?:six-sided |6-sided )?(?P<noun>dies|die|dice)\b(?![ -]rolls?)",
        re.IGNORECASE,
    )
    for match in pattern.finditer(document.text):
        one = match["number"].lower() in ("1", "one")
        noun = match["noun"].lower()
        if noun == "dies" or one != (noun == "die"):
            yield Slip(
                match.start(), f'"{match[0]}" does not agree', f"write {match['number']} {'die' if one else 'dice'}"
            )


# ---------------------------------------------------------------- sums

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
    """A calculation in the text has another result.

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


# ---------------------------------------------------------------- counts

COUNTED = re.compile(
    rf"\b(?:the (?P<first>{NUMBER}) following|(?:the |these |any |one |all |each )?(?:of (?:the )?)"
    rf"?following (?P<second>{NUMBER})|(?P<third>{NUMBER}) of the following)(?= [a-z])",
    re.IGNORECASE,
)
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


@document_check("Q043", Severity.WARNING)
def count_differs_from_list(document: RulebookText) -> Iterator[Slip]:
    """The text announces a number of things, and lists another number of them.

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
            if colon < 0 or stop or colon in seen:
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
            r"[()\[\]:;\"“]|\bor\b.*\band\b|\band\b.*\bor\b|\bwhich\b|\bthat\b|\bif\b|\be\.g\b|\b(?:must|may|never|can|is|are|will|should)\b",
            items,
        )
    ):
        return None
    if end[0] == "\n" and (start + end.end() >= len(text) or items[-1] != "."):
        return None
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

    The end of a list with bullets is uncertain, so more bullets than announced are not counted.
    """
    first = document.index_at(colon)
    if not document.lines[first].text.rstrip().endswith(":"):
        return None
    bullet, count, blank = "", 0, 0
    style = ""
    for i in range(first + 1, min(first + 80, len(document.lines))):
        text = document.lines[i].text.strip()
        if not text:
            blank += 1
            continue
        if i in document.case_lines or text.startswith("#"):
            break
        match = MARKER.match(text)
        if not match:
            if not count or (blank and text[:1].isupper() and not text.startswith(("Note", "Example", "Exception"))):
                break
            continue
        blank = 0
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
            if value != count + 1:
                break
            count += 1
    else:
        return None
    return count if style or count <= announced else None


@document_check("Q044", Severity.WARNING)
def parts_differ_from_total(document: RulebookText) -> Iterator[Slip]:
    """The parts of a stated number of things add up to another number.

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
