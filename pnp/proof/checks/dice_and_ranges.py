"""Checks of dice, of their results, and of ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around

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
    """A result is impossible on one six-sided die.

    It is less than 1 or more than 6, although no modifier applies.

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
        before = document.text[max(match.start() - 40, 0) : match.start()]
        if not 1 <= int(match[1]) <= 6 and not re.search(r"impossible|can(?:no|['’])t|never", before):
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
    r"^\s*+(?:[•*-]\s*+)?(?P<low>\d{1,3})(?:\s*(?:[-–—]|to)\s*(?P<high>\d{1,3}))?(?P<open>\+|"
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
    """The words "die" and "dice" are confused, such as `1 dice` or `2 die`.

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
    for match in re.finditer(
        r"(?<![\w-])(?P<article>[Aa]) dice(?=[.,;:)]| (?:is|for|to|or|with|on|in|of|that)\b)", document.text
    ):
        yield Slip(match.start(), f'"{match[0]}" does not agree', f"write {match['article']} die")
