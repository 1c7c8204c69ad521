"""Checks of the beginnings of sentences and of the spaces between words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import BEGINNINGS, ENDINGS, LONGEST, SPECIAL, frequency, is_english

_SHORT = frozenset(
    """
    approx etc vs cf incl excl max min resp fig figs vol dept ed eds est ext inc ltd co no nos pp par sec ch ref adj
    esp usu orig abbr opt misc avg diff temp mod mods def att inf art arty cav arm eng reg div bde regt btn mech tech
    pt std imp hvy eg ie
    pts hrs mins secs lbs cont op cit ca al jr sr st mt dr mr mrs ms gen col maj capt lt sgt cpl pvt adm prof gov rep
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Words that end with a full stop inside a sentence."""
_INSIDE = frozenset(
    """
    a all although an and any are as at be because before but by can cannot each either every for from has have he her
    his however if in into is it its may must no not of on only or otherwise she should so than that the their then
    there these they this those though thus to under unless until when where which while will with without you your
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Words of which one stands beside a full stop that is wrong, or that are written with a capital letter after it."""
_DOMAINS = frozenset({"com", "org", "net", "www"})
_STOP = re.compile(r"(?<![.@/\w])(?P<before>[a-z]+)[)\"”’]?(?P<stop>\.) (?P<after>[a-z]{2,})(?![\w.:/(])")
_CAPITALS = (
    r"(?:The|Your|You|If|When|This|Each|It|Then|And|But|Or|They|He|She|His|Their|These|Those|There|With|By|For|Its)"
)
_COMMA = re.compile(rf"(?<![.@/\w])(?P<before>[a-z]+)(?P<stop>,) (?P<after>{_CAPITALS}) [a-z]+ [a-z]+")


@document_check("Q055", Severity.WARNING, "sentences", english=True, clean=True)
def sentence_begins_wrongly(document: RulebookText) -> Iterator[Slip]:
    """A sentence begins with a small letter, or a capital letter follows a comma.

    Either the letter is wrong or the punctuation mark.

    Bad:
        Move all units. then the enemy fires. If a unit has moved, It may not fire.
    Good:
        Move all units. Then the enemy fires. If a unit has moved, it may not fire.
    """
    for pattern in (_STOP, _COMMA):
        for match in pattern.finditer(document.text):
            before, after = match["before"], match["after"]
            if pattern is _STOP and before not in _INSIDE and after not in _INSIDE:
                continue  # a word that can be written with a small letter everywhere, such as a term of the game
            if len(before) < 2 or before in _SHORT or not (is_english(before) and is_english(after.lower())):
                continue
            if after in _DOMAINS or not document.are_adjacent(match.start("stop"), match.start("after")):
                continue
            quoted = quote_around(document, match.start(), match.end("after"), 2)
            wrong = "a small letter after a full stop" if pattern is _STOP else "a capital letter after a comma"
            yield Slip(match.start(), f'"{clip(quoted, 70)}" has {wrong}')


FEWEST_BEFORE_ARTICLE = 5
"""The fewest uses of a word that is taken as run together with an article after it."""
_LINKS = frozenset(
    """
    a an and are as at be by for from has have if in into is it its may not of on or that the their then this to with
    will when which you your
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Words with which another word runs together most often."""
_GLUED = re.compile(
    r"(?<![\w|@/\\=<>&#.,_-])(?:(?P<comma>[a-z]{2,},[a-z]{2,})|(?P<stop>[a-z]{3,}\.[A-Z][a-z]+)|(?P<capital>[A-Z]?[a-z]{2,}[A-Z][a-z]+)|(?P<word>[a-z]{4,}))(?![\w@/\\=<>&#(_-]|[.,]\w)"
)


@document_check("Q058", Severity.WARNING, "words run together", english=True, clean=True)
def words_run_together(document: RulebookText) -> Iterator[Slip]:
    """The space between two words is missing. Both words occur in the text by themselves.

    Bad:
        Add one or two markers to erase it. Players may not eraseor move a marker.
    Good:
        Add one or two markers to erase it. Players may not erase or move a marker.
    """
    small = Counter(word.casefold() for word in re.findall(r"[^\W\d_]+", document.text))
    found: dict[str, list[tuple[int, str]]] = {}
    for match in _GLUED.finditer(document.text):
        if match[0] in document.divided_words:
            continue
        parts = _parts(match, small, document.text)
        if parts and not (match["word"] and _is_end(document, match)):
            found.setdefault(match[0], []).append((match.start(), parts))
    for word, places in found.items():
        if len(places) > 2:
            continue
        for at, parts in places:
            quoted = quote_around(document, at, at + len(word), 2)
            yield Slip(at, f'"{clip(quoted, 60)}": "{word}" runs two words together', f"did you mean {parts}?")


def _is_end(document: RulebookText, match: re.Match[str]) -> bool:
    """Return whether a word is the beginning or the end of one that a space or a line end divides."""
    before = re.search(r"([^\W\d_]+)[ \n-]+$", document.text[max(match.start() - 30, 0) : match.start()])
    after = re.match(r"[ \n-]+([^\W\d_]+)", document.text[match.end() :])
    joined = [before[1] + match[0] if before else "", match[0] + after[1] if after else ""]
    return any(is_english(word.casefold()) for word in joined if word)


def _parts(match: re.Match[str], counts: Counter[str], text: str) -> str:
    """Return the words that a match runs together, with a space; empty if it does not."""
    word = match[0]
    if match["word"]:
        if len(word) > LONGEST or frequency(word) or word in SPECIAL or counts[word] > 2 or is_english(word + "g"):
            return ""
        for i in range(1, len(word)):
            one, other = word[:i], word[i:]
            if other in ENDINGS or (one == "a" and other in _LINKS):
                continue
            if other in ("a", "an") and counts[one] < FEWEST_BEFORE_ARTICLE:
                continue
            link = (one in _LINKS and counts[other] and len(other) >= 3) or (
                other in _LINKS and counts[one] and len(one) >= 3
            )
            if (link and not is_english(word) and is_english(one) and is_english(other)) or (
                min(len(one), len(other)) >= 4
                and min(counts[one], counts[other]) >= 2
                and f" {one} {other} " in text
                and f"{one}-{other}" not in text
            ):
                return f"{one} {other}"
        return ""
    if match["capital"]:
        cut = re.search(r"(?<=[a-z])(?=[A-Z])", word)
        assert cut
        one, other = word[: cut.start()], word[cut.start() :]
        glued = f"{one} {other}"
    else:
        one, _, other = re.split(r"([,.])", word)
        glued = f"{word[: len(one) + 1]} {other}"
    a, b = one.casefold(), other.casefold()
    if a in BEGINNINGS or min(counts[a], counts[b]) < 2 or not (is_english(a) and is_english(b)):
        return ""
    return glued
