"""The register of checks, and what a check is given: the game, its board, and ways to say what is wrong.

A check is one function with one code for one defect. Its docstring is what `pnp explain` prints: a title line, why it
matters, and YAML under `Bad:` and `Good:`, which the tests lay over a small game and run.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING

from pydantic import BaseModel

from pnp.findings import Check, Fault, Finding, Severity, did_you_mean, register_check
from pnp.load.board import Board, resolve_board, resolve_grid
from pnp.message import clip
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.roster import CounterRanges
from pnp.numbering import Series

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.playbook import Playbook

SIDES = (6.0, 60.0)
"""The smallest and the largest side of a counter, in mm."""
MAX_COPIES = 1000
"""More equal pieces than any game has."""
SEVERAL = 3
"""So many places that name one thing are hardly all misspelt."""
REFERENCES = re.compile(r"\[([^\[\]]+)\](?!\()")
CASE_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)+(?![\w.])")
MAX_HEXES = 250_000
"""More than any map has; a series such as `1-999999999` would take all memory."""


def check(
    code: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[CheckedGame], Iterable[Fault]]], Callable[[CheckedGame], Iterator[Finding]]]:
    """Enter a function in the register under its code, for good: codes are never used again for something else."""

    def enter(find: Callable[[CheckedGame], Iterable[Fault]]) -> Callable[[CheckedGame], Iterator[Finding]]:
        @wraps(find)
        def run(checked: CheckedGame) -> Iterator[Finding]:
            for fault in find(checked):
                yield checked.game.finding(fault._replace(code=code), severity)

        register_check(Check(code, "game", run))
        return run

    return enter


@dataclass(frozen=True)
class CheckedGame:
    """A game that is being checked."""

    game: Game

    @cached_property
    def grid_fault(self) -> Fault | None:
        """Why the map's grid cannot be made, if it cannot."""
        if self.game.map is None:
            return None
        text = self.game.map.grid
        for name, series in (("columns", text.columns), ("rows", text.rows)):
            try:
                Series.parse(series, doubled=text.letters == "doubled")
            except ValueError as error:
                wrong, _, write = str(error).partition("; ")
                return Fault(f"map.grid.{name}", wrong, write)
        if text.across_flats <= 0:
            return Fault("map.grid.across_flats", "hexes need a size", "write the distance between opposite sides")
        if (number := _size(resolve_grid(text).columns) * _size(resolve_grid(text).rows)) > MAX_HEXES:
            return Fault("map.grid", f"the map has {number:,} hexes; the limit is {MAX_HEXES:,}", "use several maps")
        return None

    @cached_property
    def board(self) -> Board | None:
        """The map on its grid; None without a map or with one whose grid cannot be made."""
        return None if self.grid_fault else resolve_board(self.game)

    @cached_property
    def playbook(self) -> Playbook | None:
        """The procedures, ready to be played; None if there are none, or the map's grid cannot be made."""
        playable = (self.game.procedures or self.game.examples) and not self.grid_fault
        if not playable:
            return None
        from pnp.rules.playbook import compile_game  # noqa: PLC0415 - slow to import; many games have no procedures

        return compile_game(self.game, self.board)

    @cached_property
    def played_examples(self) -> tuple[PlayedExample, ...]:
        """Every worked example, played; none if a procedure is wrong."""
        playbook = self.playbook
        if playbook is None or playbook.faults:
            return ()
        from pnp.rules.examples.example_run import play_example  # noqa: PLC0415 - as above

        return tuple(play_example(playbook, id_) for id_ in self.game.examples)

    @cached_property
    def query_faults(self) -> tuple[Fault, ...]:
        """What is wrong with the questions of the aids about chances; nothing while a procedure is wrong."""
        if self.grid_fault or not any(
            block.chance_table for page in self.game.aids for row in page.rows for block in row
        ):
            return ()
        from pnp.rules.playbook import compile_game  # noqa: PLC0415
        from pnp.rules.probability.aid_tables import query_faults as find_query_faults  # noqa: PLC0415 - as above

        playbook = self.playbook or compile_game(self.game, self.board)
        return () if playbook.faults else find_query_faults(playbook)

    @cached_property
    def claim_faults(self) -> tuple[Fault, ...]:
        """The faults of the claims; none while a procedure is wrong."""
        if self.grid_fault or not self.game.claims:
            return ()
        from pnp.rules.playbook import compile_game  # noqa: PLC0415 - as above
        from pnp.rules.probability.claims import claim_faults  # noqa: PLC0415

        playbook = self.playbook or compile_game(self.game, self.board)
        return () if playbook.faults else tuple(claim_faults(playbook))

    @cached_property
    def counter_ranges(self) -> CounterRanges:
        """Finds the counters that a word in a list of counters means."""
        return CounterRanges(self.game)

    def counters_named(self, words: Iterable[str]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Yield each word with its position and the counters that it means, if any."""
        for i, word in enumerate(words):
            yield i, word, self.counter_ranges.ids(word)

    @cached_property
    def entries_of(self) -> dict[str, list[str]]:
        """The entries that each counter is in."""
        found: dict[str, list[str]] = {id_: [] for id_ in self.game.counters}
        for id_, entry in self.game.entries.items():
            for _, _, counters in self.counters_named(entry.counters):
                for counter in counters:
                    if id_ not in found[counter]:
                        found[counter].append(id_)
        return found

    @cached_property
    def missing_cases(self) -> dict[str, int]:
        """Cases that are named in several places, and that the rules do not have: their numbers, and how many places
        name each. Then a heading is probably lost or misnumbered, and the places are right.
        """
        known = {case.number for case in self.game.rules}
        named = collections.Counter(
            number
            for _, record in records(self.game)
            for number in getattr(record, "rule", ())
            if number not in known and CASE_NUMBER.fullmatch(number)
        )
        named.update(
            number
            for case in self.game.rules
            for brackets in REFERENCES.finditer(case.text)
            for number in CASE_NUMBER.findall(brackets[1])
            if number not in known
        )
        return {number: count for number, count in named.items() if known and count >= SEVERAL}

    def units(self) -> Iterator[tuple[str, Counter]]:
        """The counters that are units, with their paths."""
        return ((f"counters.{id_}", c) for id_, c in self.game.counters.items() if c.kind == "unit")


def _size(series: Series) -> int:
    return series.last - series.first + 1  # len() takes no number beyond the machine's


def unknown(path: str, what: str, word: str, known: Iterable[str]) -> Fault:
    """Return a fault about a name that names nothing. Numbers of cases are not misspelt words, so none is suggested."""
    write = "" if what == "case" else did_you_mean(word, known)
    return Fault(path, f"there is no {what} {clip(word) or repr(word)}", write)


def records(value: object, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Every record of a game with its dotted path, outer ones before those inside."""
    if isinstance(value, BaseModel):
        yield path, value
        for name in type(value).model_fields:
            yield from records(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from records(inner, f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from records(inner, f"{path}.{i}")
