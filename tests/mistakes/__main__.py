"""Measure which mistakes in the games `pnp check` finds: `python -m tests.mistakes --each 3`."""

from __future__ import annotations

import argparse
import collections
import json
import random
import shutil
import statistics
import tempfile
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from pnp.findings import Finding, Refused
from pnp.kit.full_check import full_check
from pnp.load import find_game, load_game
from pnp.load.tree import TreeSources
from tests.mistakes.edits import Edit, Trail
from tests.mistakes.kinds import KINDS

GAMES = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper")
TOGETHER = 8
"""This many mistakes are checked in one process."""
NEAR = 2
"""A finding this many lines from the mistake, or less, is at its place."""


@dataclass(frozen=True)
class Mistake:
    """One mistake in one game."""

    game: str
    kind: str
    trail: Trail
    edit: Edit


@dataclass(frozen=True)
class Outcome:
    """The findings that one mistake causes: their number and codes, whether one is at its place, and the first."""

    game: str
    kind: str
    trail: str
    old: str
    new: str
    findings: int
    codes: tuple[str, ...]
    at_place: bool
    first: str


def mistakes_of(name: str, each: int, seed: int, kinds: Sequence[str]) -> list[Mistake]:
    """Return at most `each` mistakes of every kind in a game, always the same for one seed."""
    game = load_game(find_game(name))
    assert isinstance(game.sources, TreeSources)
    found = []
    for kind in KINDS:
        if kinds and not any(word in kind.name for word in kinds):
            continue
        rng = random.Random(zlib.crc32(f"{name}/{kind.name}/{seed}".encode()))
        made = [
            Mistake(name, kind.name, trail, edit)
            for trail, edit in kind.make(game.sources.root, rng)
            if edit is not None and _changes(edit)
        ]
        found += rng.sample(made, min(each, len(made)))
    return found


def _changes(edit: Edit) -> bool:
    return Path(edit.file).is_file() and Path(edit.file).read_text("utf-8")[edit.start : edit.end] != edit.new


def outcome_of(mistake: Mistake, codes: Sequence[str] = ()) -> Outcome:
    """Check a copy of the game with the mistake; with `codes`, only with these checks."""
    edit, folder = mistake.edit, find_game(mistake.game)
    text = Path(edit.file).read_text("utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(shutil.copytree(folder, Path(temporary) / folder.name))
        file = copy / Path(edit.file).resolve().relative_to(folder.resolve())
        file.write_text(edit.applied(text), "utf-8")
        findings = _findings(copy, codes)
        line = text.count("\n", 0, edit.start) + 1
        last = line + edit.new.count("\n")
        place = ".".join(mistake.trail[:2])
        near = [one for one in findings if _is_near(one, file, line, last, place)]
    shown = str(near[0] if near else findings[0]) if findings else ""
    codes = tuple(sorted({one.code for one in findings}))
    old = text[edit.start : edit.end]
    return Outcome(
        mistake.game, mistake.kind, ".".join(mistake.trail), old[:60], edit.new[:60], len(findings), codes, bool(near),
        shown.replace(temporary, "")[:300],
    )  # fmt: skip


def outcomes_of(mistakes: Sequence[Mistake], codes: Sequence[str] = ()) -> list[Outcome]:
    """Check some mistakes in a process of their own, which keeps what it has computed for each game."""
    run = partial(outcome_of, codes=codes)
    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            return list(pool.map(run, mistakes))
    except BrokenProcessPool:
        if len(mistakes) > 1:
            return [one for mistake in mistakes for one in outcomes_of([mistake], codes)]
        one = mistakes[0]
        place = ".".join(one.trail)
        return [Outcome(one.game, one.kind, place, "", one.edit.new[:60], 0, ("crash",), at_place=False, first="")]


def _findings(folder: Path, codes: Sequence[str]) -> tuple[Finding, ...]:
    try:
        return full_check(load_game(folder), codes or None)
    except Refused as refused:
        return refused.findings


def _is_near(finding: Finding, file: Path, line: int, last: int, place: str) -> bool:
    """Return whether a finding is at the line of the mistake, or at its record."""
    same_file = Path(finding.spot.file).name == file.name
    return (same_file and line - NEAR <= (finding.spot.line or 0) <= last + NEAR) or finding.spot.path.startswith(place)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the results by kind as a Markdown table."""
    lines = ["| kind | made | caught | at place | median findings | most |", "|---|---|---|---|---|---|"]
    groups: dict[str, list[Outcome]] = collections.defaultdict(list)
    for one in outcomes:
        groups[one.kind].append(one)
    for kind, group in (*groups.items(), ("all", list(outcomes))):
        caught = [one for one in group if one.findings]
        numbers = [one.findings for one in caught] or [0]
        at = sum(one.at_place for one in caught)
        lines.append(
            f"| {kind} | {len(group)} | {len(caught)} | {at} | {statistics.median(numbers):g} | {max(numbers)} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Make the mistakes, check each, print the table, and write all outcomes as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="words of the names of kinds; all by default")
    parser.add_argument("--each", type=int, default=3, help="the most mistakes of a kind in a game")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--code", action="append", default=[], help="only this check; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write all outcomes here as JSON")
    options = parser.parse_args()
    made = [
        one for game in options.game or GAMES for one in mistakes_of(game, options.each, options.seed, options.kinds)
    ]
    random.Random(options.seed).shuffle(made)  # so that the first results are of all kinds
    chunks = [made[i : i + TOGETHER] for i in range(0, len(made), TOGETHER)]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.jobs) as threads:
        for some in threads.map(partial(outcomes_of, codes=options.code), chunks):
            outcomes += some
            if options.out:
                rows = [asdict(one) for one in outcomes]
                options.out.write_text(json.dumps(rows, indent=0, ensure_ascii=False), "utf-8")
    outcomes.sort(key=lambda one: [kind.name for kind in KINDS].index(one.kind))
    print(table(outcomes))
    more = sum(one.findings > 5 for one in outcomes)
    print(
        f"\n{len(outcomes)} mistakes of {len({one.kind for one in outcomes})} kinds; {more} with more than 5 findings"
    )
    for one in outcomes:
        if not one.findings:
            print(f"missed: {one.kind} | {one.game} | {one.trail} | {one.old!r} -> {one.new!r}")


if __name__ == "__main__":
    main()
