"""Reads from a worked example and its trace what its figure shows: units, moves, step numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pnp.board import Board
from pnp.compose.example.example_moves import MoveReader
from pnp.draw.figure.figure_spec import (
    Arrow,
    ArrowKind,
    Faced,
    FigurePath,
    FigureSpec,
    HexsideMarkers,
    Stack,
    StepNumber,
    Tone,
)
from pnp.hexgrid import Hex
from pnp.message import join_words
from pnp.model.example import Example
from pnp.model.game import Game
from pnp.rules.engine.facts import MENTION
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import UnitNames
from pnp.rules.state.state import Piece
from pnp.rules.state.unit import unit_of

MOST_DISCS = 2
"""The greatest number of discs beside a counter, one for each step number; more numbers share one disc."""
KEYS: Mapping[str, str] = {
    "attack": "attack",
    "fire": "support of the attack",
    "defence": "support of the defence",
    "retreat": "retreat",
    "advance": "advance",
    "move": "movement, with the cost of each hex",
    "march": "forced march",
    "supply": "supply path",
    "scatter": "scatter",
}
"""What each colour of arrows and routes means, in the order of the key."""


def figure_keys(spec: FigureSpec, terms: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """Return the key of a figure: the kind of each arrow or route with what it means, and remarks without a kind.

    `terms` are the terms of the game's glossary: an advance is called a pursuit if the game calls it so.
    """
    kinds = [*(arrow.kind for arrow in spec.arrows), *(way.kind for way in spec.ways)]
    words = {**KEYS, "advance": "pursuit"} if "pursuit" in terms else KEYS
    if not any(way.costs for way in spec.ways):
        words = {**words, "move": "movement"}
    keys = [(kind, says) for kind, says in words.items() if kind in kinds]
    pale = ["final position"] if any(stack.pale for stack in spec.stacks) else []
    pale += ["placed marker"] if any(markers.pale for markers in spec.on_hexsides) else []
    return (*keys, *([("", f"Pale: {join_words(pale)}.")] if pale else []))


class FigureReader:
    """Reads one worked example and its trace to find the content of its figure.

    `numbers` maps the number of a step of the trace to its printed number; steps that are not printed are left out.
    """

    def __init__(self, game: Game, board: Board | None, worked: PlayedExample, numbers: Mapping[str, str]) -> None:
        self.game, self.worked, self.numbers = game, worked, numbers
        self.example: Example = worked.example
        self.known = {board.grid.number(cell): cell for cell in board.grid.hexes} if board else {}
        self._board = board
        self._moves = MoveReader(game, board, worked)

    @property
    def board(self) -> Board:
        """The map of the game; an error if the game has none."""
        assert self._board is not None
        return self._board

    def tone(self, steps: Iterable[TraceStep]) -> Tone:
        """Return the colour for a step's number: by its kind of movement, or plain if no unit moves."""
        kinds = (self._moves.kind_of(step) for step in steps if step.moves)
        kind = next(kinds, None)
        return "plain" if kind is None else "move" if kind == "march" else kind

    @cached_property
    def spec(self) -> FigureSpec:
        """The description of everything that the figure shows; empty if nothing happens on the map."""
        if not self.known:
            return FigureSpec()
        arrows, routes = tuple(self._attack_arrows()), (*self._moves.routes(), *self._supply_lines())
        hexes = self._visible_hexes(arrows, routes)
        if not hexes:
            return FigureSpec()
        visible = frozenset(hexes)
        stacks = (*self._starting_stacks(visible, arrows), *self._final_stacks(visible, arrows))
        visible_arrows = tuple(arrow for arrow in arrows if {arrow.start, arrow.end} <= visible)
        discs = tuple(disc for disc in self._discs() if disc.hex in visible)
        on_hexsides = tuple(self._markers_on_hexsides(visible))
        return FigureSpec(stacks, visible_arrows, routes, discs, tuple(self._required_hexes(hexes)), on_hexsides)

    # -- arrows and supply lines

    def _attack_arrows(self) -> Iterator[Arrow]:
        """Yield an arrow for each attack, and for each retreat or advance of one hex."""
        procedure = self.game.procedures[self.example.procedure]
        for kind, names in (self.example.tells.arrows or procedure.arrows).items():
            if len(names) == 2:
                starts, ends = (self._hexes_of(name) for name in names)
                for start, end in ((start, end) for end in ends for start in starts if start != end):
                    defends = kind == "fire" and self._side_at(start) == self._side_at(end)
                    yield Arrow("defence" if defends else kind, start, end)
        for move in self._moves.short_moves():
            shape: ArrowKind = "retreat" if move.kind == "retreat" else "advance"
            yield Arrow(shape, self.known[move.hexes[0]], self.known[move.hexes[1]])

    def _side_at(self, cell: Hex) -> str:
        """Return the side of the units in a hex at the start of the example; empty if it has none."""
        here = (id_ for id_, piece in self.worked.start.pieces.items() if self.known.get(piece.place) == cell)
        return next((self.game.counters[id_].side for id_ in here), "")

    def _supply_lines(self) -> Iterator[FigurePath]:
        """Yield the supply path of each unit for which the example asks to show it."""
        for text in self.example.tells.supply:
            unit = self._unit_id(text)
            hexes = self._moves.supply_line(unit) if unit else ()
            if len(hexes) > 1:
                yield FigurePath("supply", hexes)

    # -- names in the data

    @cached_property
    def _unit_names(self) -> UnitNames:
        """A lookup that finds the units of the game by their printed names."""
        return UnitNames(self.game, self.board)

    def _unit_id(self, text: str) -> str:
        """Return the id of the unit with the name `text`; empty if no unit has this name."""
        try:
            return self._unit_names.find(text).id
        except RuleError:
            return ""

    def _hexes_of(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a named value of the example: listed hexes, or the start hexes of listed units."""
        given = self.example.given.get(name)
        gave = next((one for one in self.worked.assignments if one.name == name), None)
        found = given if given is not None else gave.value if gave else ()
        kind = self.game.procedures[self.example.procedure].given.get(name) if given is not None else gave and gave.type
        values = (found,) if isinstance(found, str) else found if isinstance(found, tuple) else ()
        of_units = str(kind).startswith("unit")  # an id of a counter may look like a hex number
        places = (self._starting_place(self._unit_id(str(text))) if of_units else str(text) for text in values)
        return tuple(dict.fromkeys(self.known[place] for place in places if place in self.known))

    def _starting_place(self, unit: str) -> str:
        """Return the hex or box where a unit is at the start of the example; empty if it is not in play."""
        piece = self.worked.start.pieces.get(unit)
        return piece.place if piece else ""

    # -- visible hexes

    def _visible_hexes(self, arrows: Iterable[Arrow], routes: Iterable[FigurePath]) -> tuple[Hex, ...]:
        """Return the hexes to show: those that the example names, or all around its moves and attacks."""
        if self.example.tells.figure:
            try:
                return self.board.grid.parse_hexes(self.example.tells.figure)
            except ValueError:
                return ()
        cells = [cell for arrow in arrows for cell in (arrow.start, arrow.end)]
        cells += [cell for route in routes for cell in route.hexes]
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

    def _required_hexes(self, hexes: Sequence[Hex]) -> Iterator[Hex]:
        """Yield the hexes that the figure must not cut off: those that the example names."""
        if self.example.tells.figure:
            yield from hexes

    def _unit_face(self, id_: str, piece: Piece) -> Faced:
        """Return the face of a unit that is up in this state: the back if the unit is reduced."""
        return Faced(id_, "back" if unit_of(self.game, id_, piece).reduced else "front")

    def _starting_stacks(self, visible: frozenset[Hex], arrows: Iterable[Arrow]) -> Iterator[Stack]:
        """Yield the stacks at the start of the example; the first unit of the set-up is on top.

        A unit that scatters is in the hex in which it is to land.
        """
        landing = next((self.board.grid.number(arrow.start) for arrow in arrows if arrow.kind == "scatter"), "")
        stacks: dict[str, list[str]] = {}
        for id_, piece in self.worked.start.pieces.items():
            place = landing if landing and piece.place not in self.known else piece.place
            stacks.setdefault(place, []).append(id_)
        places = dict.fromkeys([*stacks, *self.worked.start.markers])
        for place in places:
            if self.known.get(place) in visible:
                ids = stacks.get(place, [])
                pieces = [self.worked.start.pieces[id_] for id_ in ids]
                words = [word for piece in pieces for word in sorted(piece.marks)]
                words = [*dict.fromkeys(words), *self.worked.start.markers.get(place, ())]
                markers = tuple(found for word in words if (found := self._marker_named(word, ids)))
                faced = tuple(self._unit_face(id_, piece) for id_, piece in zip(ids, pieces, strict=True))
                if faced:
                    yield Stack(self.known[place], faced, markers)
                elif markers:
                    yield Stack(self.known[place], markers)

    def _markers_on_hexsides(self, visible: frozenset[Hex]) -> Iterator[HexsideMarkers]:
        """Yield the markers on visible hexsides; those that the example places are pale."""
        start, final = self.worked.start.markers, self.worked.final.markers
        placed = {place: [word for word in words if word not in start.get(place, ())] for place, words in final.items()}
        for pale, markers_by_place in ((False, start), (True, placed)):
            for place, words in markers_by_place.items():
                markers = tuple(found for word in words if (found := self._marker_named(word)))
                if place in self.known or place in self.game.boxes or not markers:
                    continue
                side = self.board.grid.parse_hexside(place)
                if visible.issuperset(side):
                    yield HexsideMarkers(side, markers, pale)

    def _marker_named(self, word: str, ids: Sequence[str] = ()) -> Faced | None:
        """Return the marker face that shows a word such as `out-of-supply`; None if no marker has it.

        If several do, it is one in the colour of a side of the units with these `ids`, which lie with the marker.
        """
        sides = {self.game.sides[side].ground for id_ in ids if (side := self.game.counters[id_].side)}
        faces = [
            (face.ground not in sides, faced)
            for id_, counter in self.game.counters.items()
            if counter.kind == "marker"
            for faced, face in ((Faced(id_), counter.front), (Faced(id_, "back"), counter.back))
            if slug(face.word) == word
        ]
        return min(faces, key=lambda one: one[0])[1] if faces else None

    def _final_stacks(self, visible: frozenset[Hex], arrows: Iterable[Arrow]) -> Iterator[Stack]:
        """Yield stacks, in their final hexes, of the units that end the example in another hex.

        They are pale, except units that enter the map in a hex from which they then attack.
        """
        attacks = {arrow.start for arrow in arrows if arrow.kind == "attack"}
        ends: dict[tuple[Hex, bool], list[Faced]] = {}
        order = [id_ for ids in self.worked.final.stacks.values() for id_ in ids]
        for id_ in dict.fromkeys([*order, *self.worked.final.pieces]):
            piece = self.worked.final.pieces[id_]
            cell = self.known.get(piece.place)
            before = self.worked.start.pieces.get(id_)
            if cell in visible and cell is not None and (before is None or before.place != piece.place):
                enters = before is None or before.place not in self.known
                pale = not (enters and cell in attacks)
                ends.setdefault((cell, pale), []).append(self._unit_face(id_, piece))
        for (cell, pale), faced in ends.items():
            yield Stack(cell, tuple(faced), pale=pale)

    # -- numbers

    def _discs(self) -> Iterator[StepNumber]:
        """Yield numbered discs that show which steps concern a unit, each in the unit's hex."""
        numbers_by_hex: dict[tuple[Hex, bool], dict[str, Tone]] = {}
        places = {id_: piece.place for id_, piece in self.worked.start.pieces.items()}
        for number, steps in self._printed_steps().items():
            destinations = {unit: hexes[-1] for step in steps for unit, hexes in step.moves}
            named = (id_ for step in steps for id_ in _units_named_in(step) if id_ in self.worked.final.pieces)
            for id_ in dict.fromkeys([*destinations, *named]):
                place = destinations.get(id_, places.get(id_, ""))
                if place not in self.known and id_ in self.worked.final.pieces:
                    place = self.worked.final.pieces[id_].place  # the unit enters the map later
                cell = self.known.get(place)
                if cell is not None:
                    tone = self.tone(steps) if id_ in destinations else "plain"
                    numbers_by_hex.setdefault((cell, place != self._starting_place(id_)), {}).setdefault(number, tone)
            places |= destinations
        for (cell, pale), numbers in numbers_by_hex.items():
            if len(numbers) > MOST_DISCS:
                tone = next((one for one in numbers.values() if one != "plain"), "plain")
                yield StepNumber(", ".join(numbers), cell, tone, pale)
            else:
                yield from (StepNumber(number, cell, one, pale) for number, one in numbers.items())

    def _printed_steps(self) -> dict[str, list[TraceStep]]:
        """Return the steps of the trace, grouped by the number printed beside them."""
        steps_by_number: dict[str, list[TraceStep]] = {}
        for step in self.worked.trace.steps:
            if step.number in self.numbers:
                steps_by_number.setdefault(self.numbers[step.number], []).append(step)
        return steps_by_number


def _units_named_in(step: TraceStep) -> Iterator[str]:
    """Yield the ids of the units that the printed sentences of a step name."""
    for sentence in step.fact.sentences(()) if step.fact else ():
        yield from MENTION.findall(sentence.text)


def slug(words: str) -> str:
    """Return a printed text as an id, such as `out-of-supply` for `Out of Supply`."""
    return re.sub(r"\W+", "-", words.strip().lower())
