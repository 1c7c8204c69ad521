"""Checks of abbreviations: all are explained, and all that are listed are used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import is_english

ABBREVIATION = re.compile(r"(?<![\w.’'/-])([A-Z]{2,5})s?(?![\w’'/-]|\.[A-Z])")
WELL_KNOWN = frozenset(
    """
    USA US UK USSR UN NATO RAF WWI WWII WW EU GMT SPI TSR AH MMP GDW VG CIA KGB NKVD SS OK TV PDF FAQ PC CD DVD
    PO BOX CA NY MA USAAF USAF USN USMC RN RAAF BBC UTC ID AM PM AD BC BCE CE VS NB PS FYI BGG CSW ISBN LLC INC
    LTD CO ST MT FT NO YES NOT AND OR THE ALL ANY MAY MUST CAN BUT ONLY NEVER EACH ONE TWO TO OF IN ON IF IS AT
    BY UP SO IT AS AN BE DO GO WE HE MY ME ARE FOR END SEE USE MAP HEX DIE SIX TEN TURN UNIT RULE GAME PLAY SIDE
    STEP BOTH WILL WITH FROM THIS THAT HAVE ALSO BUT YOU YOUR OUT OFF NEW II III IV VI VII VIII IX XI XII XIII
    XIV XV XX XXX XXXX XXXXX VIC NE NW SE SW SSE SSW NNE NNW ESE WSW ENE WNW
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Abbreviations that need no explanation, and short words that are printed in capitals."""
FEWEST_USES = 5
"""The fewest uses from which on an abbreviation needs an explanation."""


@document_check("Q070", Severity.WARNING, english=True, clean=True)
def abbreviation_not_explained(document: RulebookText) -> Iterator[Slip]:
    """An abbreviation is used five times or more, but it is neither listed nor explained.

    This is checked only if the document explains at least two other abbreviations.

    Bad:
        Use the movement points (MP) and the zone of control (ZOC) of a unit.
        A DR of 6 fails. Add 1 to the DR for each town. The DR is never less than 1. If the DR fails, add 1. A DR of 1
        always passes. Roads cost one MP.
    Good:
        Use the movement points (MP) and the zone of control (ZOC) of a unit.
        A die roll (DR) of 6 fails. Add 1 to the DR for each town. The DR is never less than 1. If the DR fails, add 1.
        A DR of 1 always passes. Roads cost one MP.
    """
    text = document.text
    uses: dict[str, list[int]] = {}
    for match in ABBREVIATION.finditer(text):
        if not _in_capitals(document, match.start()):
            uses.setdefault(match[1], []).append(match.start())
    nouns = Counter(
        match[1]
        for match in re.finditer(
            r"\b(?i:the|a|an|each|one|two|any|no|his|its|of|[+−-]?\d) ([A-Z]{2,5})s?(?=[,.;)]|\s[a-z])", text
        )
    )
    explained = [name for name in uses if _is_explained(text, name)]
    unexplained = [
        name
        for name, places in uses.items()
        if len(places) >= FEWEST_USES
        and nouns[name] >= 3
        and name not in WELL_KNOWN
        and name not in explained
        and not (len(name) >= 4 and is_english(name.casefold()))
        and not re.fullmatch(r"[A-F]+|[IVXLC]+", name)
    ]
    if len(explained) < 2 or len(unexplained) > max(2, len(explained) * 0.5):
        return
    for name in unexplained:
        at = uses[name][0]
        yield Slip(
            at,
            f"{name} is used {len(uses[name])} times but never explained: "
            f'"{clip(quote_around(document, at, at + len(name), 3), 70)}"',
        )


def _in_capitals(document: RulebookText, at: int) -> bool:
    """Return whether the line around an offset is printed in capitals, as titles are."""
    letters = [letter for letter in document.line_at(at).text if letter.isalpha()]
    return len(letters) > 3 and sum(letter.isupper() for letter in letters) > 0.7 * len(letters)


def _is_explained(text: str, name: str) -> bool:
    """Return whether a text explains an abbreviation: in brackets, after `=` or `:`, or by a name with its initials."""
    if re.search(
        rf"[(\[“\"‘']\s*(?:or |abbreviated |called |hereafter |i\.e\.,? )?{name}s?\s*(?:[)\]”\"’':;,/]|"
        rf"or\b)|\b{name}s?\s*(?:=|:|[–—-]\s|\((?=[A-Z a-z-]{{6}})|is short|means|\|)|=\s*{name}\b|\bor "
        rf"{name}s?\b|, {name}s?\)|/{name}s?\)",
        text,
    ):
        return True
    if re.search(rf"^\W*{name}s?\s{{1,}}[A-Z][a-z]+", text, re.MULTILINE):
        return True
    initials = r"[\s-]+(?:of |the |and |to |for |at |in |on )?".join(rf"{letter}[a-z]+" for letter in name)
    if len(name) >= 3 and re.search(rf"\b{name.title()}[a-z]{{2,}}", text):
        return True  # the first letters of a word
    return bool(re.search(rf"\b{initials}", text, re.IGNORECASE))


@document_check("Q071", Severity.WARNING)
def abbreviation_not_used(document: RulebookText) -> Iterator[Slip]:
    """The list of abbreviations contains one that the document does not use.

    Lists of the abbreviations that are printed on counters are not checked.

    Bad:
        Abbreviations
        CP: Command Point
        DZ: Drop Zone
        MP: Movement Point
        Spend one CP to place a DZ marker.
    Good:
        Abbreviations
        CP: Command Point
        DZ: Drop Zone
        MP: Movement Point
        Spend one CP and one MP to place a DZ marker.
    """
    for i, line in enumerate(document.lines):
        head = line.text.strip()
        if not re.search(r"\babbreviations\b|\bacronyms\b", head, re.IGNORECASE) or len(head) > 60:
            continue
        if re.search(r"\bunits?\b|\bcounters?\b|\bmap\b|nation", head, re.IGNORECASE):
            continue
        entries: list[tuple[str, int]] = []
        for j in range(i + 1, min(i + 80, len(document.lines))):
            if j in document.case_lines:
                break
            match = re.match(r"\W*([A-Z]{2,5})\s*(?:[:=–—-]|\s{2,})\s*[A-Z]", document.lines[j].text)
            if match:
                entries.append((match[1], j))
        unused = [
            (name, j)
            for name, j in entries
            if len(re.findall(rf"(?<![A-Za-z]){name}(?:s|’s|'s)?(?![A-Za-z])", document.text)) == 1
        ]
        if len(entries) >= 3 and len(unused) <= min(2, max(1, len(entries) // 4)):
            for name, j in unused:
                yield Slip(
                    document.offset_of(j),
                    f'{name} is listed but never used: "{clip(document.lines[j].text.strip(), 60)}"',
                )
        elif len(entries) >= 3:
            return
