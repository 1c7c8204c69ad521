"""Shortens lists of findings: removes findings that only follow from others, and merges similar ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.findings import Finding, Severity, write_instead
from pnp.load.board_reader import resolve_board
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.printed_texts import texts_in
from pnp.rules.state.errors import (
    CLAIM_UNREADABLE,
    CLAIM_WRONG,
    DIFFERENT,
    HALTED,
    NEVER,
    NO_EFFECT,
    STUCK,
    UNANSWERED,
    UNSET,
    UNUSED,
)
from pnp.rules.state.play_inputs import placed_counters
from pnp.rules.state.starting_state import UnitNames

CAUSES = "IMTCS"
"""The first letters of codes about ids, the map, tables, counters and entries, which worked examples depend on."""
EXAMPLES = (DIFFERENT, STUCK, UNANSWERED, UNUSED)
"""The codes of worked examples that do not give the stated result."""
CLAIMS = (CLAIM_UNREADABLE, CLAIM_WRONG)
"""The codes of claims that do not hold."""
AFTER_EXAMPLES = (*CLAIMS, NO_EFFECT)
"""The codes of what is played only if the worked examples give their results."""
PLAYED = (*EXAMPLES, NEVER, HALTED, *AFTER_EXAMPLES)
"""The codes of all findings that result from playing."""
OFF_THE_MAP = ("M001", "M003")
"""The codes of hexes and paths that do not fit the map."""
SEVERAL_HEXES = 5
"""The number of findings about hexes off the map from which on the grid is the probable cause."""
NO_HEX = "unknown hex"
"""The beginning of messages about expressions that name a hex off the map."""
SEVERAL_NAMES = 3
"""The number of findings about one unknown name, or of wrong counts, from which on they are merged."""

MOST_ALONE = 5
"""More failing examples than these are merged into one finding."""
MOST_NAMED = 6
"""A merged finding names at most this many other examples or claims."""
COUNT = "C001"
"""The code of stated counts."""
MISSING_ID = "C021"
"""The code of an id that is missing in a series."""
ONLY_PRINTED = ("C023",)
"""The codes of errors in data that is only printed; a series may name spare counters of another scenario."""
NO_OPTION = "R007"
"""The code of a ruling whose default is not one of its options."""
ALIKE = "X009"
"""The code of options that lead to the same."""
READ = ("map", "terrain", "modifiers", "maprules", "facts", "tracks", "sides", "formations", "components")
"""The sections that all examples and claims may read, besides the tables and the counters that are named in them."""
MAY_FOLLOW = ("X007", "X008", "S019", "K026", "R030", "R032")
"""The codes of conditions that are never or always true, entries unlike the map and numbers in words.

They may follow from errors."""
UNKNOWN_OF_UNIT, MISCOUNTED = ("I001", "I003"), ("C001", "C016")
"""The codes of an unknown side and symbol, and those of counts and comparisons of units that follow from them."""
OF_A_SIDE = "M034"
"""The code of units without a source of supply, which follows from an unknown side."""
AFTER_LOSS = (*PLAYED, UNSET, *MAY_FOLLOW, *MISCOUNTED, OF_A_SIDE, "R009")
"""The codes of findings about a game that has lost a record, which may only follow from the loss."""
AXES = ("T001", "T002", "T003", "T004", "T005", "T006", "T007", "T008", "T012")
"""The codes of wrong rows and columns of tables."""
PATTERNS = ("T015", "T024", "T025", "T026", "T027", "T029", "T034")
"""The codes of the patterns and the reach of tables, which wrong rows and columns disturb."""


def causes_first(game: Game, found: Iterable[Finding], suspect: str = "") -> tuple[Finding, ...]:
    """Return the findings of a game without those that only follow from other findings.

    If data that examples depend on is wrong, examples fail too, and only the data is reported. Otherwise each failing
    example is reported once, with its first difference in the order of play. All failing examples are merged into one
    finding if they are more than five, if there is a warning about data that they read, if they first differ at one
    step, or if there is a `suspect`: the path of what all of them use, where the finding is then reported. Claims are
    reported only if the procedures and examples have no error, each with its first line.
    """
    findings = _merge_hexes_off_the_map(game, _merge_alike(tuple(found)))
    findings = _without_repeats_about_tables(_merge_counts(findings))
    if any(one.code in UNKNOWN_OF_UNIT and one.spot.path.startswith("counters.") for one in findings):
        findings = tuple(one for one in findings if one.code not in (*MISCOUNTED, OF_A_SIDE))
    if has_cause(findings):
        return tuple(one for one in findings if one.code not in (*PLAYED, *MAY_FOLLOW))
    first_findings = _first_finding_of_each(findings, EXAMPLES)
    others = [one for one in findings if one.code not in (*EXAMPLES, *CLAIMS)]
    doubtful = bool(_doubts(game, others, first_findings))
    at_one_step = _differ_at_one_step(first_findings)
    if not suspect.startswith("modifiers.") and _mostly_at_one_step(first_findings):
        suspect = ""  # the step where they differ says more
    others = _without_repeats_about_options(others)
    many = len(first_findings) > MOST_ALONE or suspect or doubtful
    if len(first_findings) > 1 and (many or at_one_step):
        merged = _merge_findings(first_findings, "worked examples no longer match")
        first_findings = [_at_suspect(game, merged, suspect) if suspect and not doubtful else merged]
    claims = _first_finding_of_each(findings, CLAIMS)
    if has_wrong_play(findings):
        claims, others = [], [one for one in others if one.code != NO_EFFECT]
    elif len(claims) > 1 and (doubts := _doubts(game, others, claims)):
        cause, merged = doubts[0], _merge_findings(claims, "claims do not hold")
        claims = [replace(merged, write=f"first correct {cause.code} at {cause.spot}, which is probably the cause")]
    return (*others, *first_findings, *claims)


def _doubts(game: Game, findings: Iterable[Finding], failing: Sequence[Finding]) -> list[Finding]:
    """Return the findings about data that some failing examples or claims read, which may be why they fail."""
    names, placed = UnitNames(game, None), set[str]()
    for one in failing:
        section, id_ = (*one.spot.path.split(".", 2)[:2], "")[:2]
        record = game.examples.get(id_) if section == "examples" else game.claims.get(id_)
        placed |= {*placed_counters(record, names)} if record is not None else set()

    def is_read(one: Finding) -> bool:
        """Return whether a finding is about a value that is looked up in play."""
        section, id_ = (*one.spot.path.split(".", 2)[:2], "")[:2]
        if section == "counters":
            return id_ in placed and one.code != MISSING_ID
        if section == "tables":
            word = re.compile(rf"(?<![\w-]){re.escape(id_)}(?![\w-])")
            return any(word.search(text) for _, _, text in texts_in(game.procedures, ""))
        return section in READ and section in game.played

    return [one for one in findings if one.code[0] in CAUSES and is_read(one)]


def has_cause(findings: Iterable[Finding]) -> bool:
    """Return whether any finding is an error in data that worked examples and claims depend on."""
    return any(
        (one.code[0] in CAUSES or one.code == NO_OPTION)
        and one.code not in ONLY_PRINTED
        and one.severity is Severity.ERROR
        for one in findings
    )


def has_wrong_play(findings: Iterable[Finding]) -> bool:
    """Return whether any finding is an error in a procedure or a worked example."""
    return any(one.code[0] == "X" and one.severity is Severity.ERROR and one.code not in CLAIMS for one in findings)


def _without_repeats_about_options(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings without those about options of a ruling of which steps already show that they do the same."""
    alike = " ".join(one.wrong for one in findings if one.code == ALIKE)
    named = set(re.findall(r"of the ruling (\S+) do the same", alike))
    return [one for one in findings if one.code != NO_EFFECT or one.spot.path.split(".")[1] not in named]


def _first_finding_of_each(findings: Sequence[Finding], codes: Sequence[str]) -> list[Finding]:
    """Return the first finding with one of these codes for each worked example or claim."""
    first_findings: dict[str, Finding] = {}
    for one in findings:
        if one.code in codes:
            path = one.spot.path
            record = ".".join(path.split(".")[:2]) if path.startswith(("examples.", "claims.")) else path
            first_findings.setdefault(record, one)
    return list(first_findings.values())


def _differ_at_one_step(first_findings: Sequence[Finding]) -> bool:
    """Return whether three or more failing examples all first differ at the same step, or stop for the same reason.

    That step or reason is then probably the cause.
    """
    steps = {one.write for one in first_findings if one.code == DIFFERENT}
    same_step = len(steps) == 1 and steps != {""}
    same_reason = {one.code for one in first_findings} == {STUCK} and len({one.wrong for one in first_findings}) == 1
    return len(first_findings) >= SEVERAL_NAMES and (same_step or same_reason)


def _mostly_at_one_step(first_findings: Sequence[Finding]) -> bool:
    """Return whether at least half of the failing examples first differ at the same step."""
    steps = Counter(one.write for one in first_findings if one.code == DIFFERENT and one.write)
    return bool(steps) and 2 * max(steps.values()) >= len(first_findings)


def _merge_findings(first_findings: Sequence[Finding], summary: str) -> Finding:
    """Return the first of several findings; its message has their number and the names of the others."""
    first, *others = first_findings
    names = [one.spot.path.split(".")[1] for one in others if one.spot.path.count(".")]
    more = [f"{len(names) - MOST_NAMED} others"] if len(names) > MOST_NAMED else []
    also = f"; also {join_words([*names[:MOST_NAMED], *more])}" if names else ""
    return replace(first, wrong=f"{len(first_findings)} {summary}; first: {first.wrong}{also}")


def _at_suspect(game: Game, merged: Finding, suspect: str) -> Finding:
    """Return the finding about failing examples at the suspect: the record that all of them use, and few others."""
    wrong = f"{merged.wrong}; all of them use this, and few others"
    return replace(merged, spot=game.spot(suspect), wrong=wrong, write=f"the first difference is at {merged.spot}")


def _merge_alike(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with those of examples about the same unknown counter, space or hex merged into one."""
    counts = Counter(one.wrong for one in findings if one.code == UNSET)
    merged: dict[str, Finding] = {}
    for one in findings:
        if one.code != UNSET or counts[one.wrong] < SEVERAL_NAMES:
            merged[str(one)] = one
        else:
            wrong = f"{one.wrong}; {counts[one.wrong]} places in the examples use this name"
            merged.setdefault(one.wrong, replace(one, wrong=wrong))
    return tuple(merged.values())


def _merge_counts(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with three or more stated counts that differ merged into one.

    If one id is missing in a series, the counts that differ are reported there.
    """
    counts = [one for one in findings if one.code == COUNT]
    gaps = [one for one in findings if one.code == MISSING_ID]
    if counts and len(gaps) == 1:
        at_gap = replace(
            counts[0], spot=gaps[0].spot, wrong=f"{gaps[0].wrong}, and {counts[0].wrong}", write=gaps[0].write
        )
        return (at_gap, *(one for one in findings if one.code not in (COUNT, MISSING_ID)))
    if len(counts) < SEVERAL_NAMES:
        return tuple(findings)
    first, *others = counts
    places = join_words([f"{Path(one.spot.file).name}:{one.spot.line}" for one in others])
    whole = replace(first, wrong=f"{first.wrong} (and {len(others)} other counts differ: {places})")
    return tuple(whole if one is first else one for one in findings if one not in others)


def _without_repeats_about_tables(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings without those about the pattern of a table whose rows or columns are wrong."""
    wrong = {_record_of(one) for one in findings if one.code in AXES}
    return tuple(one for one in findings if one.code not in PATTERNS or _record_of(one) not in wrong)


def _record_of(finding: Finding) -> str:
    """Return the path of the record that a finding is about, such as `tables.crt`."""
    return ".".join(finding.spot.path.split(".")[:2])


def _series_without_zeros(game: Game, off: Sequence[Finding]) -> Iterator[Finding]:
    """Yield a finding for each series of a grid that lacks the leading zeros of the hexes that are off the map."""
    if game.map is None:
        return
    found = [re.search(r"\b(?:hex )?(\d+)\b", one.wrong) for one in off]
    widths = {len(one[1]) for one in found if one}
    if len(widths) != 1 or max(widths) % 2:
        return
    width = max(widths) // 2
    for key in ("columns", "rows"):
        series = getattr(game.map.grid, key)
        numbers = re.fullmatch(r"(\d+)-(\d+)", series)
        right = "-".join(number.zfill(width) for number in numbers.groups()) if numbers else series
        if right != series:
            first = next(one[1] for one in found if one)
            wrong = f"{key} have {width} digits in the hexes of this map, such as {first}"
            yield Finding("M001", game.spot(f"map.grid.{key}"), wrong, write_instead(right, series))


def _other_offset(game: Game, off: Sequence[Finding]) -> Iterator[Finding]:
    """Yield a finding at `low` of a grid if all of its hexsides and paths are right with the other value."""
    if game.map is None:
        return
    low = game.map.grid.low
    other = "even" if low == "odd" else "odd"
    grid = game.map.grid.model_copy(update={"low": other})
    board = resolve_board(game.model_copy(update={"map": game.map.model_copy(update={"grid": grid})}))
    if board is not None and not any(one.code in OFF_THE_MAP for one in board.problems):
        wrong = f"{len(off)} hexsides or paths have hexes that do not touch (first: {off[0].wrong})"
        yield Finding("M001", game.spot("map.grid.low"), wrong, write_instead(other, low))


def _merge_hexes_off_the_map(game: Game, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, with many findings about hexes off the map merged into one."""
    off = [one for one in findings if one.code in OFF_THE_MAP]
    if len(off) < SEVERAL_HEXES:
        return tuple(findings)
    wrong = f"{len(off)} hexes or paths are not on the map, so its grid is probably wrong (first: {off[0].wrong})"
    grid = Finding(
        "M001",
        game.spot("map.grid"),
        wrong,
        f"correct columns, rows or low here, or the hexes; the first of them is at {off[0].spot}",
    )
    follow = (*OFF_THE_MAP, "S005", UNSET)
    causes = tuple(_series_without_zeros(game, off)) or tuple(_other_offset(game, off)) or (grid,)
    return (*causes, *(one for one in findings if one.code not in follow and not one.wrong.startswith(NO_HEX)))
