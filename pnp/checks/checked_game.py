"""The decorator that registers a check, and the loaded game that checks examine.

A check is one function with one code for one defect. Its docstring is the text of `pnp explain`: a title line, the
reason, and YAML under `Bad:` and `Good:`, which the tests lay over a small game and run. A further pair of examples may
follow.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from typing import TYPE_CHECKING

from pydantic import BaseModel

from pnp.board import Board
from pnp.cache import keep
from pnp.deferred import deferred
from pnp.findings import Check, Fault, Finding, Severity, did_you_mean, register_check
from pnp.load.board_reader import resolve_board, resolve_grid, resolve_sheet_grid
from pnp.message import clip
from pnp.model.counter import Counter
from pnp.model.example import Example
from pnp.model.game import Game
from pnp.model.printed_texts import printed_texts
from pnp.model.record import records as records  # noqa: PLC0414 - the checks import it from here
from pnp.model.roster import CounterRanges
from pnp.numbering import Series

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.playbook import Playbook
    from pnp.rules.state.play_inputs import PlayInputs

with deferred():
    from pnp.checks import possible_values
    from pnp.rules import playbook as playbooks
    from pnp.rules.examples import example_run
    from pnp.rules.probability import aid_tables, claim_faults as claims
    from pnp.rules.state import play_inputs as inputs_of_play

SIDES = (6.0, 60.0)
"""The shortest and the longest side of a counter, in mm."""
MAX_COPIES = 1000
"""The most copies of a counter."""
SEVERAL = 3
"""The number of places with the same unknown case from which on they are probably right."""
SCENARIO_FILE = re.compile(r"(?:^|/)scenarios/")
"""A file of a scenario; texts in other files are shared, and cannot take values from it."""
REFERENCES = re.compile(r"\[([^\[\]]+)\](?!\()")
CASE_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)+(?![\w.])")
MAX_HEXES = 250_000
"""The most hexes of a map. A series such as `1-999999999` would use all memory."""


def check(
    code: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[CheckedGame], Iterable[Fault]]], Callable[[CheckedGame], Iterator[Finding]]]:
    """Return a decorator that registers a check function under its code, such as T012.

    A code is never used again for another defect.
    """

    def register_function(find: Callable[[CheckedGame], Iterable[Fault]]) -> Callable[[CheckedGame], Iterator[Finding]]:
        """Register a check function, and return it wrapped so that it yields findings."""

        @wraps(find)
        def run(checked: CheckedGame) -> Iterator[Finding]:
            """Yield a finding for each fault that the check function yields."""
            for fault in find(checked):
                yield checked.game.finding(fault._replace(code=code), severity)

        register_check(Check(code, "game", run, severity))
        return run

    return register_function


@dataclass(frozen=True)
class CheckedGame:
    """A game that is being checked, with results that several checks use."""

    game: Game

    @cached_property
    def grid_fault(self) -> Fault | None:
        """The fault that prevents building the map's hex grid; None if the grid is valid."""
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
            return Fault("map.grid.across_flats", "the hexes have no size", "write the distance between opposite sides")
        sheet = resolve_sheet_grid(text)
        if (number := _series_length(sheet.columns) * _series_length(sheet.rows)) > MAX_HEXES:
            return Fault(
                "map.grid", f"the map has {number:,} hexes, but the limit is {MAX_HEXES:,}", "use several maps"
            )
        try:
            resolve_grid(self.game.map)
        except ValueError as error:
            return Fault("map.area.hexes", str(error), "list hexes of the sheet, such as 0405-1314")
        return None

    @cached_property
    def board(self) -> Board | None:
        """The map resolved on its grid; None without a map or with an invalid grid."""
        return None if self.grid_fault else resolve_board(self.game)

    @cached_property
    def playbook(self) -> Playbook | None:
        """The compiled procedures of the game; None if there are none, or if the map's grid is invalid."""
        playable = (self.game.procedures or self.game.examples or self.game.standing) and not self.grid_fault
        if not playable:
            return None
        return playbooks.compile_game(self.game, self.board)

    @cached_property
    def possible_values(self) -> possible_values.PossibleValues | None:
        """The values that the variables of procedures can have; None without procedures, or if one has a fault."""
        playbook = self.playbook
        if playbook is None or playbook.faults or not self.game.procedures:
            return None
        tracks = {name: kind.type for name, kind in playbook.compiler.track_kinds.items()}
        return possible_values.PossibleValues(self.game, tracks)

    @cached_property
    def played_examples(self) -> tuple[PlayedExample, ...]:
        """Every worked example after it was played; empty if a procedure has faults."""
        playbook = self.playbook
        if playbook is None or playbook.faults:
            return ()

        def play(id_: str, example: Example) -> PlayedExample:
            run = partial(example_run.play_example, playbook, id_)
            inputs = partial(self.play_inputs.of, example)
            return keep("worked example", inputs, run, lambda played: not played.faults)

        return tuple(play(id_, example) for id_, example in self.game.examples.items())

    @cached_property
    def play_inputs(self) -> PlayInputs:
        """The data on which examples and claims depend."""
        return inputs_of_play.PlayInputs(self.game)

    @cached_property
    def query_faults(self) -> tuple[Fault, ...]:
        """The faults of the probability tables on player aids; empty if a procedure has faults."""
        if self.grid_fault or not any(
            block.chance_table for page in self.game.aids for row in page.rows for block in row
        ):
            return ()
        playbook = self.playbook or playbooks.compile_game(self.game, self.board)
        if playbook.faults:
            return ()
        found = partial(aid_tables.query_faults, playbook)
        return keep("probability tables", lambda: (self.game.played, self.game.aids), found, lambda faults: not faults)

    @cached_property
    def claim_faults(self) -> tuple[Fault, ...]:
        """The faults of the claims (stated results of procedures); empty if a procedure has faults."""
        if self.grid_fault or not self.game.claims:
            return ()
        playbook = self.playbook or playbooks.compile_game(self.game, self.board)
        return () if playbook.faults else tuple(claims.claim_faults(playbook, self.play_inputs))

    @cached_property
    def counter_ranges(self) -> CounterRanges:
        """The index that finds the counters for an id or for a range of ids such as `J07-J13`."""
        return CounterRanges(self.game)

    def counters_named(self, words: Iterable[str]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Yield (index, word, ids of counters) for each word, which may be a range such as `J07-J13`."""
        for i, word in enumerate(words):
            yield i, word, self.counter_ranges.ids(word)

    @cached_property
    def entries_of(self) -> dict[str, list[str]]:
        """The ids of the entries (set-ups and reinforcements) that list each counter, by counter id."""
        found: dict[str, list[str]] = {id_: [] for id_ in self.game.counters}
        for id_, entry in self.game.entries.items():
            for _, _, counters in self.counters_named(entry.counters):
                for counter in counters:
                    if id_ not in found[counter]:
                        found[counter].append(id_)
        return found

    @cached_property
    def records(self) -> tuple[tuple[str, BaseModel], ...]:
        """All records of the game with their dotted paths."""
        return tuple(records(self.game))

    @cached_property
    def printed_texts(self) -> tuple[tuple[str, str], ...]:
        """The dotted path and the text of each text of the game that is printed for people."""
        return tuple(printed_texts(self.game))

    @cached_property
    def texts_with_steps(self) -> tuple[tuple[str, str], ...]:
        """The path and the text of each printed text, and of the texts of steps and map rules."""
        return self.printed_texts + tuple(
            (f"{path}.{name}", text)
            for part in ("procedures", "standing", "map_rules")
            for path, record in records(getattr(self.game, part), part)
            for name in ("says", "prints")
            if isinstance(text := getattr(record, name, None), str) and text
        )

    def formations_of(self, counter: Counter) -> tuple[str, ...]:
        """Return the ids of a counter's formation and of all formations above it."""
        found: list[str] = []
        name = counter.formation
        while name in self.game.formations and name not in found:
            found.append(name)
            name = self.game.formations[name].parent
        return tuple(found)

    @cached_property
    def known_cases(self) -> set[str]:
        """The numbers of all cases to which the game may refer, with those of the other scenarios of its series."""
        own = {case.number for case in self.game.rules}
        return own | self.game.other_cases if own else own

    @cached_property
    def missing_cases(self) -> dict[str, int]:
        """The number of references to each rule case that does not exist, if there are three or more.

        Then a heading is probably lost or misnumbered, and the places are right.
        """
        known = self.known_cases
        named = collections.Counter(
            number
            for _, record in self.records
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
        """Yield the counters that are military units, with their paths in the data."""
        return ((f"counters.{id_}", c) for id_, c in self.game.counters.items() if c.kind == "unit")


def _series_length(series: Series) -> int:
    """Return the number of columns or rows in a series such as `A-P`."""
    return series.last - series.first + 1  # len() takes no number beyond the machine's


_LISTED = ("emblem", "picture", "symbol")
"""The kinds of names that a command lists."""


def unknown(path: str, kind: str, name: str, known_names: Iterable[str]) -> Fault:
    """Return the fault for a name that the game does not define, with a suggestion.

    `kind` is the kind of thing, such as `table`. Case numbers get no suggestion.
    """
    write = "" if kind == "case" else did_you_mean(name, known_names)
    write = write or (f"pnp explain {kind}s lists them" if kind in _LISTED else "")
    return Fault(path, f"unknown {kind} {clip(name) or repr(name)}", write)
