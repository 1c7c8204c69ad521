"""From a worked example to what its figure shows: who stood where, who did what to whom, who went where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pnp.compose.example_way import WayReader
from pnp.draw.figure.figure_spec import Arrow, ArrowKind, Faced, FigurePath, FigureSpec, Stack, StepNumber, Tone
from pnp.hexgrid import Hex
from pnp.load.board import Board
from pnp.model.example import Example
from pnp.model.game import Game
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import UnitNames
from pnp.rules.state.state import Piece
from pnp.rules.state.unit import unit_of

MOST_DISCS = 2
"""So many numbers stand each on its own disc beside a counter; more share one."""
LEGEND: Mapping[str, str] = {
    "attack": "Red: attack.",
    "fire": "Thin red: support.",
    "retreat": "Blue: retreat.",
    "advance": "Orange: advance.",
    "move": "Green: movement, with the cost of each step.",
    "march": "Green dashes: forced march, with the cost of each step.",
    "supply": "Violet dots: supply line.",
}


def figure_caption(spec: FigureSpec) -> str:
    """What the colours of a figure mean."""
    kinds = [*(arrow.kind for arrow in spec.arrows), *(way.kind for way in spec.ways)]
    said = [words for kind, words in LEGEND.items() if kind in kinds]
    return " ".join([*said, *(["Pale: where a unit ends."] if any(stack.pale for stack in spec.stacks) else [])])


class FigureReader:
    """Reads one worked example for its figure. `numbers` say for each step of the trace under which number it is told;
    steps that are not told have none.
    """

    def __init__(self, game: Game, board: Board | None, worked: PlayedExample, numbers: Mapping[str, str]) -> None:
        """Remember what was played."""
        self.game, self.worked, self.numbers = game, worked, numbers
        self.example: Example = worked.example
        self.known = {board.grid.number(cell): cell for cell in board.grid.hexes} if board else {}
        self._board = board
        self._moves = WayReader(game, board, worked)

    @property
    def board(self) -> Board:
        """The map; only asked for where there is one."""
        assert self._board is not None
        return self._board

    def tone(self, steps: Iterable[TraceStep]) -> Tone:
        """The tone of the number under which steps are told: that of the way in which units go, if any do."""
        kinds = (self._moves.kind_of(step) for step in steps if step.moves)
        kind = next(kinds, None)
        return "plain" if kind is None else "move" if kind == "march" else kind

    @cached_property
    def spec(self) -> FigureSpec:
        """What the figure shows; nothing if the example happens off the map."""
        if not self.known:
            return FigureSpec()
        arrows, ways = tuple(self._arrows()), (*self._moves.ways(), *self._supply_lines())
        hexes = self._shown(arrows, ways)
        if not hexes:
            return FigureSpec()
        seen = frozenset(hexes)
        stacks = (*self._before(seen), *self._after(seen))
        kept = tuple(arrow for arrow in arrows if {arrow.start, arrow.end} <= seen)
        discs = tuple(disc for disc in self._discs() if disc.hex in seen)
        return FigureSpec(stacks, kept, ways, discs, tuple(self._core(hexes)))

    # -- arrows and supply lines

    def _arrows(self) -> Iterator[Arrow]:
        procedure = self.game.procedures[self.example.procedure]
        for kind, names in (self.example.tells.arrows or procedure.arrows).items():
            if len(names) == 2:
                starts, ends = (self._hexes_of(name) for name in names)
                yield from (Arrow(kind, start, end) for end in ends for start in starts if start != end)
        for going in self._moves.short():
            shape: ArrowKind = "retreat" if going.kind == "retreat" else "advance"
            yield Arrow(shape, self.known[going.hexes[0]], self.known[going.hexes[1]])

    def _supply_lines(self) -> Iterator[FigurePath]:
        for text in self.example.tells.supply:
            unit = self._unit(text)
            hexes = self._moves.supply_line(unit) if unit else ()
            if len(hexes) > 1:
                yield FigurePath("supply", hexes)

    # -- names in the data

    @cached_property
    def _roster(self) -> UnitNames:
        return UnitNames(self.game, self.board)

    def _unit(self, text: str) -> str:
        try:
            return self._roster.find(text).id
        except RuleError:
            return ""

    def _hexes_of(self, name: str) -> tuple[Hex, ...]:
        """The hexes of a value: hex numbers as they are, units where they stood at the start."""
        given = self.example.given.get(name)
        assignments = next((one for one in self.worked.assignments if one.name == name), None)
        found = given if given is not None else assignments.value if assignments else ()
        kind = (
            self.game.procedures[self.example.procedure].given.get(name)
            if given is not None
            else assignments and assignments.type
        )
        values = (found,) if isinstance(found, str) else found if isinstance(found, tuple) else ()
        of_units = str(kind).startswith("unit")  # a counter can be called as a hex is
        places = (self._place(self._unit(str(text))) if of_units else str(text) for text in values)
        return tuple(dict.fromkeys(self.known[place] for place in places if place in self.known))

    def _place(self, unit: str) -> str:
        piece = self.worked.start.pieces.get(unit)
        return piece.place if piece else ""

    # -- what is seen

    def _shown(self, arrows: Iterable[Arrow], ways: Iterable[FigurePath]) -> tuple[Hex, ...]:
        """The hexes of the figure: those that the example names, or a block around all that happens."""
        if self.example.tells.figure:
            try:
                return self.board.grid.parse_hexes(self.example.tells.figure)
            except ValueError:
                return ()
        cells = [cell for arrow in arrows for cell in (arrow.start, arrow.end)]
        cells += [cell for way in ways for cell in way.hexes]
        if not cells:
            return ()
        middles = [self.board.grid.centre(cell) for cell in cells]
        (left, right), (top, foot) = ((min(axis), max(axis)) for axis in zip(*middles, strict=True))
        air = self.board.grid.across_flats * 0.6
        return tuple(
            cell
            for cell in self.board.grid.hexes
            for x, y in (self.board.grid.centre(cell),)
            if left - air <= x <= right + air and top - air <= y <= foot + air
        )

    def _core(self, hexes: Sequence[Hex]) -> Iterator[Hex]:
        """The hexes that must be seen whole: all that are named, else those where something happens or stands."""
        if self.example.tells.figure:
            yield from hexes

    def _faced(self, id_: str, piece: Piece) -> Faced:
        return Faced(id_, "back" if unit_of(self.game, id_, piece).reduced else "front")

    def _before(self, seen: frozenset[Hex]) -> Iterator[Stack]:
        """The units as they stood, those named first uppermost."""
        stacks: dict[str, list[str]] = {}
        for id_, piece in self.worked.start.pieces.items():
            stacks.setdefault(piece.place, []).append(id_)
        places = dict.fromkeys([*stacks, *self.worked.start.markers])
        for place in places:
            if self.known.get(place) in seen:
                ids = stacks.get(place, [])
                pieces = [self.worked.start.pieces[id_] for id_ in ids]
                words = [word for piece in pieces for word in sorted(piece.marks)]
                words = [*dict.fromkeys(words), *self.worked.start.markers.get(place, ())]
                markers = tuple(found for word in words if (found := self._marker(word)))
                faced = tuple(self._faced(id_, piece) for id_, piece in zip(ids, pieces, strict=True))
                if faced:
                    yield Stack(self.known[place], faced, markers)
                elif markers:
                    yield Stack(self.known[place], markers)

    def _marker(self, word: str) -> Faced | None:
        """A marker that says a word."""
        for id_, counter in self.game.counters.items():
            if counter.kind == "marker":
                if slug(counter.front.word) == word:
                    return Faced(id_)
                if slug(counter.back.word) == word:
                    return Faced(id_, "back")
        return None

    def _after(self, seen: frozenset[Hex]) -> Iterator[Stack]:
        """Pale, the units that stand elsewhere at the end."""
        ends: dict[Hex, list[Faced]] = {}
        for id_, piece in self.worked.final.pieces.items():
            cell = self.known.get(piece.place)
            before = self.worked.start.pieces.get(id_)
            if cell in seen and cell is not None and (before is None or before.place != piece.place):
                ends.setdefault(cell, []).append(self._faced(id_, piece))
        for cell, faced in ends.items():
            yield Stack(cell, tuple(faced), pale=True)

    # -- numbers

    def _discs(self) -> Iterator[StepNumber]:
        """The number of each step, beside the units that it is about: where they go, else where they are by then."""
        wanted: dict[tuple[Hex, bool], dict[str, Tone]] = {}
        places = {id_: piece.place for id_, piece in self.worked.start.pieces.items()}
        for number, steps in self._told().items():
            going = {unit: hexes[-1] for step in steps for unit, hexes in step.moves}
            named = (id_ for step in steps for id_ in self._named(step.text))
            for id_ in dict.fromkeys([*going, *named]):
                place = going.get(id_, places.get(id_, ""))
                if place not in self.known and id_ in self.worked.final.pieces:
                    place = self.worked.final.pieces[id_].place  # who waits beside the map and enters
                cell = self.known.get(place)
                if cell is not None:
                    tone = self.tone(steps) if id_ in going else "plain"
                    wanted.setdefault((cell, place != self._place(id_)), {}).setdefault(number, tone)
            places |= going
        for (cell, pale), numbers in wanted.items():
            if len(numbers) > MOST_DISCS:
                tone = next((one for one in numbers.values() if one != "plain"), "plain")
                yield StepNumber(", ".join(numbers), cell, tone, pale)
            else:
                yield from (StepNumber(number, cell, one, pale) for number, one in numbers.items())

    def _told(self) -> dict[str, list[TraceStep]]:
        """The steps told under each number."""
        found: dict[str, list[TraceStep]] = {}
        for step in self.worked.trace.steps:
            if step.number in self.numbers:
                found.setdefault(self.numbers[step.number], []).append(step)
        return found

    @cached_property
    def _labels(self) -> tuple[re.Pattern[str], dict[str, str]]:
        """How units in play are called, and which is which."""
        names: dict[str, str] = {}
        for id_ in self.worked.start.pieces:
            counter = self.game.counters[id_]
            names.setdefault(counter.label or id_, id_)
        ordered = sorted(names, key=len, reverse=True)
        return re.compile(r"(?<![\w/])(" + "|".join(map(re.escape, ordered)) + r")(?![\w/])"), names

    def _named(self, text: str) -> tuple[str, ...]:
        """The units that a text names."""
        pattern, names = self._labels
        return tuple(dict.fromkeys(names[found] for found in pattern.findall(text))) if names else ()


def slug(words: str) -> str:
    """The word that the data has for a marker, from what stands on it."""
    return re.sub(r"\W+", "-", words.strip().lower())
