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
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel

from pnp.board import Board, resolve_board, resolve_grid
from pnp.findings import Check, Finding, Severity, did_you_mean
from pnp.load.tree import Spots, write_changed
from pnp.message import clip
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.numbering import Series
from pnp.spot import Spot

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.playbook import Playbook
    from pnp.rules.state.starting_state import RuleFault

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


class Fault(NamedTuple):
    """What a check yields: the path of the value, what is wrong, what to write instead; `spot` if it is not the path's
    own.
    """

    path: str
    wrong: str
    write: str = ""
    spot: Spot | None = None


CHECKS: dict[str, Check] = {}
"""Every check by its code."""


def check(
    code: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[Checked], Iterable[Fault]]], Callable[[Checked], Iterator[Finding]]]:
    """Enter a function in the register under its code, for good: codes are never used again for something else."""

    def enter(find: Callable[[Checked], Iterable[Fault]]) -> Callable[[Checked], Iterator[Finding]]:
        @wraps(find)
        def run(checked: Checked) -> Iterator[Finding]:
            for path, wrong, write, spot in find(checked):
                place = spot or checked.game.spot(path)
                changed = wrong + checked.changed(path)
                yield Finding(code, Spot(place.file, place.line, place.column, path), changed, write, severity)

        assert code not in CHECKS, f"{code} is taken"
        CHECKS[code] = Check(code, run)
        return run

    return enter


@dataclass(frozen=True)
class Checked:
    """A game that is being checked."""

    game: Game

    def changed(self, path: str) -> str:
        """For a value that an overlay changed: where it stood before."""
        spots = self.game._spots
        return write_changed(spots.before(path)) if isinstance(spots, Spots) else ""

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
    def worked(self) -> tuple[PlayedExample, ...]:
        """Every worked example, played; none if a procedure is wrong."""
        playbook = self.playbook
        if playbook is None or playbook.wrong:
            return ()
        from pnp.rules.examples.example_run import play_example  # noqa: PLC0415 - as above

        return tuple(play_example(playbook, id_) for id_ in self.game.examples)

    @cached_property
    def misasked(self) -> tuple[RuleFault, ...]:
        """What is wrong with the questions of the aids about chances; nothing while a procedure is wrong."""
        if self.grid_fault or not any(block.asks for page in self.game.aids for row in page.rows for block in row):
            return ()
        from pnp.rules.playbook import compile_game  # noqa: PLC0415
        from pnp.rules.probability.aid_tables import query_faults  # noqa: PLC0415 - as above

        playbook = self.playbook or compile_game(self.game, self.board)
        return () if playbook.wrong else query_faults(playbook)

    @cached_property
    def counter_ids(self) -> dict[str, int]:
        """Every counter's id and its place in the order of the data, which is the order of ranges."""
        return {id_: i for i, id_ in enumerate(self.game.counters)}

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """The counters of each group."""
        found: dict[str, list[str]] = {}
        for id_, counter in self.game.counters.items():
            for group in counter.groups:
                found.setdefault(group, []).append(id_)
        return {group: tuple(ids) for group, ids in found.items()}

    def counters_named(self, words: Iterable[str]) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Each word's position, the word, and the counters it means: an id, a range in the order of the data, or the
        name of a group. None if there are no such counters.
        """
        ids = list(self.counter_ids)
        for i, word in enumerate(words):
            ends = self.range_ends(word)
            if word in self.counter_ids:
                yield i, word, (word,)
            elif ends is not None:
                yield i, word, tuple(ids[self.counter_ids[ends[0]] : self.counter_ids[ends[1]] + 1])
            else:
                yield i, word, self._groups.get(word, ())

    def range_ends(self, word: str) -> tuple[str, str] | None:
        """The two ids of a range, in either order; ids may hold dashes of their own."""
        for dash in (i for i, letter in enumerate(word) if letter == "-"):
            if word[:dash] in self.counter_ids and word[dash + 1 :] in self.counter_ids:
                return word[:dash], word[dash + 1 :]
        return None

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
