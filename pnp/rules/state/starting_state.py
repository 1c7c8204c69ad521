"""Builds the starting state of a set-up, and finds counters by the names that players use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

from pnp.board import Board
from pnp.findings import Fault, did_you_mean, swapped
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import ELIMINATED, FrozenMap, Piece, State, TrackValue
from pnp.rules.state.tracks import TrackKind, track_kinds
from pnp.rules.state.unit import steps_of

T = TypeVar("T")

REDUCED = "reduced"


class NamedUnit(NamedTuple):
    """A counter named in a text, and the words after its name: `reduced`, markers."""

    id: str
    words: tuple[str, ...]


class UnitNames:
    """The counters of a game by the names that players use: id, label, label with formation or side."""

    def __init__(self, game: Game, board: Board | None) -> None:
        self.game, self.board = game, board

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        """The ids of the counters with each name."""
        found: dict[str, list[str]] = {}
        for id_, counter in self.game.counters.items():
            for name in dict.fromkeys(name.lower() for name in _player_names(id_, counter)):
                found.setdefault(name, []).append(id_)
        return {name: tuple(ids) for name, ids in found.items()}

    @cached_property
    def places(self) -> frozenset[str]:
        """All hex numbers and boxes, and `eliminated`."""
        return self._hexes | self.game.boxes.keys() | {ELIMINATED}

    @cached_property
    def _hexes(self) -> frozenset[str]:
        """All hex numbers; empty if the game does not have a map."""
        return frozenset(map(self.board.grid.number, self.board.grid.hexes)) if self.board else frozenset()

    @cached_property
    def track_kinds(self) -> Mapping[str, TrackKind]:
        """All tracks and facts as variables, by their names in expressions."""
        return track_kinds(self.game)

    @cached_property
    def ordered_hexes(self) -> frozenset[str]:
        """The hexes in which units have an order from top to bottom: all of the map, or none."""
        stacking = self.game.map_rules.stacking if self.game.map_rules else None
        return self._hexes if stacking is not None and stacking.ordered else frozenset()

    def find(self, text: str) -> NamedUnit:
        """Return the counter that a text names, and the words after its name.

        Raise `RuleError` if the text names none, or several.
        """
        if text in self.game.counters:
            return NamedUnit(text, ())
        words = text.split()
        for number in range(len(words), 0, -1):
            ids = self._by_name.get(" ".join(words[:number]).lower(), ())
            if ids:
                return self._resolve_name(text, ids, words[number:])
        names = [name for ids in (self.game.counters,) for id_ in ids for name in _player_names(id_, ids[id_])]
        raise RuleError(f"unknown counter {text}" if text else "a counter has no name", did_you_mean(text, names))

    def _resolve_name(self, text: str, ids: tuple[str, ...], words_after: list[str]) -> NamedUnit:
        """Return the one of several counters with the same name that the words after the name identify.

        Raise `RuleError` if several counters remain.
        """
        left = list(words_after)
        while left and len(ids) > 1:
            fitting = tuple(id_ for id_ in ids if left[0].lower() in self._qualifiers(id_))
            if not fitting:
                break
            ids, left = fitting, left[1:]
        while left and left[0].lower() in self._qualifiers(ids[0]):
            left = left[1:]
        if len(ids) > 1:
            several = " and ".join(ids[:2]) if len(ids) == 2 else f"{', '.join(ids[:3])} and others"
            raise RuleError(f"{text} may mean {several}", "write the id, or the side or formation after the label")
        return NamedUnit(ids[0], tuple(left))

    def _qualifiers(self, id_: str) -> frozenset[str]:
        """Return the words that may follow a counter's label to identify it: its side, its formation."""
        counter = self.game.counters[id_]
        found = {counter.side, counter.formation, counter.right}
        if counter.side in self.game.sides:
            side = self.game.sides[counter.side]
            found |= {side.name, side.adjective}
        if counter.formation in self.game.formations:
            found |= {*self.game.formations[counter.formation].label.split()}
        return frozenset(word.lower() for word in found if word)

    def unit(self, text: str) -> str:
        """Return the id of the counter that a text names.

        Raise `RuleError` if other words follow its name.
        """
        named = self.find(text)
        if named.words:
            raise RuleError(f"unknown counter {text}", f"leave out {' '.join(named.words)}")
        return named.id

    def place(self, text: str) -> str:
        """Return the hex number or box that a text names.

        Raise `RuleError` if it does not exist.
        """
        if text not in self.places:
            near = swapped(text, self.places)
            raise RuleError(f"unknown hex or box {text}", f"did you mean {near}?" if near else "")
        return text

    def hexside(self, text: str) -> str:
        """Return the hexside that a text such as `C3/D3` names; its two hexes may be in either order.

        Raise `RuleError` if it does not exist.
        """
        return hexside_text(self.board, text)

    def marker_place(self, text: str) -> str:
        """Return the hex number, hexside or box that a text names.

        Raise `RuleError` if it does not exist.
        """
        return self.hexside(text) if "/" in text and text not in self.places else self.place(text)


def hexside_text(board: Board | None, text: str) -> str:
    """Return a hexside such as `C3/D3` in the one form that states use, with its two hexes in a fixed order.

    Raise `RuleError` if it is not a hexside of the map.
    """
    if board is None:
        raise RuleError("this game has no map")
    try:
        return board.grid.write_hexside(board.grid.parse_hexside(text))
    except ValueError as error:
        wrong, _, write = str(error).partition("; ")
        raise RuleError(wrong, write) from None


def _player_names(id_: str, counter: Counter) -> Iterator[str]:
    """Yield the names under which players may refer to a counter: its id, label, short label and code."""
    yield id_
    yield from filter(None, (counter.label, counter.short, counter.code))
    if counter.right:
        yield f"{counter.label}/{counter.right}"


class Setup(NamedTuple):
    """A set-up as written: units by hex or box, markers also by hexside, control by hex, values of tracks and facts."""

    place: Mapping[str, Iterable[str]] = {}
    markers: Mapping[str, Iterable[str]] = {}
    control: Mapping[str, str] = {}
    tracks: Mapping[str, str] = {}


def build_state(roster: UnitNames, setup: Setup, path: str, code: str) -> tuple[State, tuple[Fault, ...]]:
    """Return the state of a set-up, and the faults in it.

    `path` is the path of the set-up in the data, `code` the code of the faults.
    """
    reader = _SetupReader(roster, path, code)
    pieces = reader.pieces(setup.place)
    state = State(
        FrozenMap(pieces),
        FrozenMap(reader.levels(setup.tracks)),
        FrozenMap(reader.control(setup.control)),
        FrozenMap(reader.markers(setup.markers)),
        ordered=roster.ordered_hexes,
    )
    for place in dict.fromkeys(piece.place for piece in pieces.values()):
        state = state.with_stack(place, [id_ for id_, piece in pieces.items() if piece.place == place])
    return state, tuple(reader.wrong)


class _SetupReader:
    """Reads a set-up and collects its faults."""

    def __init__(self, roster: UnitNames, path: str, code: str) -> None:
        self.roster, self.game, self.path, self.code = roster, roster.game, path, code
        self.wrong: list[Fault] = []

    def fault(self, field: str, wrong: str, write: str = "") -> None:
        """Record a fault in a field of the set-up."""
        self.wrong.append(Fault(f"{self.path}.{field}" if self.path else field, wrong, write, code=self.code))

    def try_reading(self, field: str, read: Callable[..., T], *values: object) -> T | None:
        """Return the result of `read(*values)`; if it raises `RuleError`, record a fault and return None."""
        try:
            return read(*values)
        except RuleError as error:
            self.fault(field, error.wrong, error.write)
            return None

    def pieces(self, place: Mapping[str, Iterable[str]]) -> dict[str, Piece]:
        """Return the counters that the set-up puts into hexes and boxes, by id."""
        found: dict[str, Piece] = {}
        for key, texts in place.items():
            where = self.try_reading(f"place.{key}", self.roster.place, key)
            for i, text in enumerate(texts):
                field = f"place.{key}.{i}"
                named = self.try_reading(field, self.roster.find, text)
                if named is None or where is None:
                    continue
                if named.id in found:
                    self.fault(field, f"the counter {text} is already in {found[named.id].place}", "place it once")
                    continue
                piece = self.try_reading(field, _named_piece, self.game, named, where)
                if piece is not None:
                    found[named.id] = piece
        return found

    def levels(self, tracks: Mapping[str, str]) -> dict[str, TrackValue]:
        """Return the values of all tracks and facts: those of the set-up, otherwise the starting values."""
        kinds = self.roster.track_kinds
        found: dict[str, TrackValue] = {name: kind.start for name, kind in kinds.items()}
        for name, text in tracks.items():
            if name not in kinds:
                self.fault(f"tracks.{name}", f"unknown track or fact {name}", did_you_mean(name, kinds))
                continue
            level = self.try_reading(f"tracks.{name}", kinds[name].read, text)
            if level is not None:
                found[name] = level
        return found

    def control(self, controlled_hexes: Mapping[str, str]) -> dict[str, str]:
        """Return the side that controls each hex in the set-up."""
        found: dict[str, str] = {}
        for number, side in controlled_hexes.items():
            if side not in self.game.sides:
                self.fault(f"control.{number}", f"unknown side {side}", did_you_mean(side, self.game.sides))
            elif self.try_reading(f"control.{number}", self.roster.place, number):
                found[number] = side
        return found

    def markers(self, markers_by_place: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
        """Return the markers in each hex and on each hexside of the set-up."""
        found: dict[str, tuple[str, ...]] = {}
        for text, words in markers_by_place.items():
            place = self.try_reading(f"markers.{text}", self.roster.marker_place, text)
            if place is not None:
                found[place] = tuple(sorted((*found.get(place, ()), *words)))
        return found


def _named_piece(game: Game, named: NamedUnit, place: str) -> Piece:
    """Return a named counter in play, with its hex or box, its step losses and its markers."""
    counter = game.counters[named.id]
    reduced = REDUCED in named.words
    steps = steps_of(counter)
    if reduced and steps < 2:
        raise RuleError(f"{counter.label} has one step and no reduced side", f"leave out {REDUCED}")
    lost = (steps + 1) // 2 if reduced else 0
    return Piece(place, steps if place == ELIMINATED else lost, frozenset(named.words) - {REDUCED})
