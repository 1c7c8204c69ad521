"""The check of the list of abbreviations: all that are listed are used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check


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
