"""Checks of references to cases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import ascii_letters

from pnp.findings import Severity, near_match
from pnp.message import clip, join_words
from pnp.proof.case_numbers import WITH_COMMA, Number, parse_number
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around

NUMBER = r"\d{1,2}(?:\.\d{1,3}){1,4}(?:[A-Za-z](?![A-Za-z\d]))?"
SERIES = re.compile(
    rf"(?P<lead>\b(?:see|sections?|rules?|cases?|paragraphs?|chapters?|per|refer to|described in|"
    rf"explained in|under|of|by|from|exceptions?:?)\s+(?:also\s+|rules?\s+|sections?\s+|cases?\s+)?|"
    rf"[(\[§]\s*(?:see\s+(?:also\s+)?|exceptions?:\s*(?:see\s+)?|rules?\s+|sections?\s+|cases?\s+)?)"
    rf"(?P<numbers>{NUMBER}(?:(?:\s*(?:,|;|&|/|and|or|through|to|–|-)\s*)+{NUMBER})*)(?P<end>.?)",
    re.IGNORECASE,
)
"""A reference: a word such as `see` or a bracket, then one or more numbers."""
UNIT = re.compile(
    r"\s*(?:inch|inches|in\b|cm|mm|miles?|km|kilomet|metres?|meters?|percent|%|points?|VPs?|MPs?|"
    r"hexes|turns?|edition|times|x\b|×|\"|″)",
    re.IGNORECASE,
)
_INLINE = re.compile(rf"(?:(?<=[.!?:;)\]”\"])|^)\s*[\[(]?({NUMBER})[\])]?[.:)]?\s+[A-Z“\"]", re.MULTILINE)
"""A number that begins a sentence inside a paragraph, as that of a run-in heading does."""
FEWEST_CASES = 6
"""The fewest cases of a document in which references can be checked."""


def references(document: RulebookText) -> Iterator[tuple[str, int]]:
    """Yield each number in a reference with its offset."""
    for series in SERIES.finditer(document.text):
        lead = series["lead"].strip().lower()
        after = document.text[series.end("numbers") : series.end("numbers") + 14]
        weak = lead in ("of", "by", "from", "under", "per")
        bracket = lead[:1] in "([" and len(lead) == 1
        if UNIT.match(after) or (weak and after[:1] not in "),."):
            continue
        if bracket and not re.match(r"\s*[)\],;]|\s+[A-Z“\"–-]", after):
            continue
        if (
            bracket
            and document.offset_of(document.index_at(series.start())) == series.start()
            and re.match(r"\W+[A-Z]", after)
        ):
            continue  # a case whose number is in brackets
        if "version" in document.text[max(series.start() - 12, 0) : series.start()].lower():
            continue
        for found in re.finditer(NUMBER, series["numbers"]):
            if not found[0].startswith("0"):
                yield found[0], series.start("numbers") + found.start()
    # A number of three levels inside a sentence is a reference even without such a word.
    for found in re.finditer(r"(?<=[a-z,&] )\d{1,2}\.\d{1,2}\.\d{1,2}(?![\w/-]|\.\d|\s[A-Z])", document.text):
        before = document.text[max(found.start() - 24, 0) : found.start()]
        if not re.search(
            r"(?:version|ver\.?|v|see|sections?|rules?|cases?|edition|updated?)\s$", before, re.IGNORECASE
        ):
            yield found[0], found.start()


@document_check("Q030", clean=True)
def reference_to_missing_case(document: RulebookText) -> Iterator[Slip]:
    """A reference names a section or case that does not exist.

    Bad:
        1.0 The Map
        1.1 Hexes. Each hex is one mile.
        1.2 Terrain. See 2.4 for the costs.
        2.0 Movement
        2.1 Points. Each unit has points.
        2.2 Roads. Roads cost one point.
        2.3 Rivers. Rivers cost two points (1.2).
        3.0 Combat
        3.1 Odds. Compare the strengths.
    Good:
        1.0 The Map
        1.1 Hexes. Each hex is one mile.
        1.2 Terrain. See 2.3 for the costs.
        2.0 Movement
        2.1 Points. Each unit has points.
        2.2 Roads. Roads cost one point.
        2.3 Rivers. Rivers cost two points (1.2).
        3.0 Combat
        3.1 Odds. Compare the strengths.
    """
    cases = document.cases
    if len(cases) < FEWEST_CASES:
        return
    decimal = any(case.written.count(".") == 1 and len(case.number) > 2 for case in cases)
    known: set[Number] = set()
    for case in cases:
        known |= {case.number[:level] for level in range(1, len(case.number) + 1)}
    written = {case.written for case in cases}
    # Numbers that begin a line or a sentence may be cases that were read badly.
    begins = re.compile(rf"[^\w]*({NUMBER})[\])]?[.:)]?(?:\s+(?:[A-Z“\"(]|\d+-[A-Z])|[–—-]+\s*[A-Z]|\s*$)")
    loose = {match[1] for line in document.lines if (match := begins.match(line.text.strip()))}
    small = re.compile(rf"({NUMBER})[\])]?[.:)]?\s+[a-z]")
    ends = [line.text.rstrip()[-1:] for line in document.lines]
    loose |= {
        match[1]
        for line, before in zip(document.lines[1:], ends, strict=False)
        if before in ("", ".", ":", ";") and (match := small.match(line.text.strip()))
    }
    loose |= {match[1] for match in _INLINE.finditer(document.text)}
    with_comma = re.compile(rf"#*\s*({WITH_COMMA})\s+[A-Z]")
    loose |= {match[1].replace(",", ".") for line in document.lines if (match := with_comma.match(line.text.strip()))}
    found, missing = 0, []
    for name, at in references(document):
        letter = name[-1] if name[-1].isalpha() else ""
        number = parse_number(name.rstrip(ascii_letters), decimal=decimal)
        found += 1
        is_case = number in known or name.removesuffix(letter) in written
        exists = (not letter or _has_letter(document, number, letter, name)) if is_case else name in loose
        if not exists:
            missing.append((name, at))
    if len(missing) > max(3, found * 0.15) or len({name for name, _ in missing}) > max(3, len(cases) * 0.1):
        shown = join_words(list(dict.fromkeys(name for name, _ in missing))[:4])
        yield Slip(
            missing[0][1],
            f"{len(missing)} of {found} references are to cases that were not found in this text, such as {shown}",
            "correct the numbers, unless these cases are in another booklet",
        )
        return
    names = Counter(name for name, _ in missing)
    chapters = Counter(name.split(".")[0] for name, _ in references(document))
    astray = Counter(name.split(".")[0] for name, _ in missing)
    for name, at in missing:
        chapter = name.split(".")[0]
        if names[name] > 3 or _is_elsewhere(document, at):
            continue
        has_parts = any(number[0] == int(chapter) and len(number) > 1 for number in known)
        if not has_parts and (astray if (int(chapter),) in known else chapters)[chapter] > 1:
            continue  # the chapter, or its parts, are probably in another booklet
        near = near_match(name, [case.written for case in cases]) if name[-1].isalpha() else ""
        base = name.rstrip(ascii_letters)
        write = (
            f"write {base} or add the case"
            if name != base and base in written
            else f"did you mean {near}?"
            if near
            else "correct the number"
        )
        quoted = quote_around(document, at, at + len(name))
        yield Slip(at, f'"{clip(quoted, 80)}" refers to case {name}, which does not exist', write)


def _has_letter(document: RulebookText, number: Number, letter: str, name: str) -> bool:
    """Return whether a case has a part with this letter, in any style."""
    lines = [case.line for case in document.cases]
    base = re.escape(name[:-1])
    if re.search(rf"^\W*{base}\s?\(?{letter}\b", document.text, re.MULTILINE | re.IGNORECASE):
        return True
    for i, case in enumerate(document.cases):
        if case.number[: len(number)] == number:
            end = lines[i + 1] if i + 1 < len(lines) else len(document.lines)
            text = "\n".join(line.text for line in document.lines[case.line : end])
            if re.search(rf"(?:^|[\s(\[]){letter}[.)\]:]", text, re.IGNORECASE | re.MULTILINE):
                return True
    return False


def _is_elsewhere(document: RulebookText, at: int) -> bool:
    """Return whether a reference is to another book, such as a scenario booklet or series rules."""
    around = document.text[max(at - 60, 0) : at + 60].lower()
    return bool(
        re.search(
            r"play ?book|scenario book|series rule|standard rule|exclusive rule|basic rule|advanced rule|"
            r"rules? booklet|"
            r"first edition|previous edition|old rule|version|v\d|living rules|updated?\b|asl\b|errata|"
            r"bye-?laws?|was rule|formerly|is the (?:first|second|third|fourth|fifth)\b",
            around,
        )
    )


@document_check("Q031", Severity.WARNING)
def references_that_differ(document: RulebookText) -> Iterator[Slip]:
    """The same words are followed by different references in two places.

    One of the references is probably wrong.

    Bad:
        First player turn
        a) Engineer Phase (4.1, 4.2 & 4.5): build.
        Second player turn
        a) Engineer Phase (4.1, 4.2 & 4.6): build.
    Good:
        First player turn
        a) Engineer Phase (4.1, 4.2 & 4.5): build.
        Second player turn
        a) Engineer Phase (4.1, 4.2 & 4.5): build.
    """
    pattern = re.compile(
        rf"((?:[A-Z][\w'’&-]+ ){{1,4}}[A-Z][\w'’-]+) \(({NUMBER}(?:(?:, | & |, and | and ){NUMBER}){{1,6}})\)"
    )
    seen: dict[str, tuple[tuple[str, ...], int]] = {}
    for match in pattern.finditer(document.text):
        numbers = tuple(re.findall(NUMBER, match[2]))
        first, _ = seen.setdefault(match[1], (numbers, match.start()))
        if (
            numbers != first
            and len(numbers) == len(first)
            and len(set(numbers) ^ set(first)) == 2
            and len(numbers) >= 3
        ):
            yield Slip(match.start(), f'"{match[1]}" refers to {match[2]} here, but to {", ".join(first)} before')
