"""Makes mistakes in the data of a game and checks a copy of the game with each."""

from __future__ import annotations

import random
import resource
import shutil
import tempfile
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from pnp.findings import Finding, Refused
from pnp.kit.full_check import full_check
from pnp.load import find_game, load_game
from pnp.load.tree import TreeSources
from tests.mistakes.edits import Edit, Trail
from tests.mistakes.kinds import KINDS

MEMORY = 4_000_000_000
"""The most memory of a process in bytes."""
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


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def outcomes_of(mistakes: Sequence[Mistake], codes: Sequence[str] = ()) -> list[Outcome]:
    """Check some mistakes in a process of their own, which keeps what it has computed for each game."""
    run = partial(outcome_of, codes=codes)
    try:
        with ProcessPoolExecutor(1, get_context("spawn"), initializer=_limit_memory) as pool:
            return list(pool.map(run, mistakes))
    except (BrokenProcessPool, MemoryError):
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
