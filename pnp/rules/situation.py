"""Where the units stand: the moment of a game as movement, supply and retreats see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from pnp.hexgrid import Hex
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.maprule import Having, Trait
from pnp.rules.ground import Ground
from pnp.rules.state import Piece, State
from pnp.rules.unit import Unit, factor_name, unit_of


@dataclass(frozen=True)
class MapUnit:
    """A unit in a hex of the map; `formations` run from its own to the highest, `traits` are what rules tell it apart
    by.
    """

    unit: Unit
    hex: Hex
    formations: tuple[str, ...]
    traits: Mapping[Trait, frozenset[str]] = field(hash=False)

    @property
    def id(self) -> str:
        """The counter's id."""
        return self.unit.id

    @cached_property
    def side(self) -> str:
        """Whose it is."""
        return self.unit.side

    @property
    def label(self) -> str:
        """What it is called."""
        return self.unit.label

    @property
    def range(self) -> int:
        """How far it fires; 0 if no range is printed."""
        return self.unit.counter.range or 0

    def factor(self, name: str) -> Fraction:
        """A factor of the face that is up; 0 if none is printed."""
        return Fraction(self.unit.factors.get(factor_name(name), 0))

    def fits(self, having: Having) -> bool:
        """Is the unit one of those meant? All are, if nothing is asked."""
        return not having or any(
            all(self.traits[trait].intersection(words) for trait, words in wanted.items()) for wanted in having
        )

    def excepted(self, unless: Having) -> bool:
        """Is the unit one of the exceptions? None is, if there are none."""
        return bool(unless) and self.fits(unless)


def formations_of(game: Game, counter: Counter) -> tuple[str, ...]:
    """A counter's formation and all above it."""
    found: list[str] = []
    id_ = counter.formation
    while id_ in game.formations and id_ not in found:
        found.append(id_)
        id_ = game.formations[id_].parent
    return tuple(found)


def counter_traits(game: Game, id_: str) -> dict[Trait, frozenset[str]]:
    """What a counter is told apart by, whichever face is up and whatever lies on it."""
    counter = game.counters[id_]
    return {
        "id": frozenset({id_}),
        "kind": frozenset({counter.kind}),
        "side": frozenset({counter.side}),
        "groups": frozenset(counter.groups),
        "symbol": frozenset({counter.symbol, *game.icons.symbol_parts(counter.symbol)}),
        "size": frozenset({counter.size or ""}),
        "formation": frozenset(formations_of(game, counter)),
    }


def map_unit(ground: Ground, unit: Unit, cell: Hex) -> MapUnit:
    """A counter in play as a unit on the map."""
    counter = unit.counter
    if unit.id not in ground.known:
        ground.known[unit.id] = (formations_of(ground.game, counter), counter_traits(ground.game, unit.id))
    formations, traits = ground.known[unit.id]
    face = counter.back.state if unit.reduced else counter.front.state
    return MapUnit(unit, cell, formations, {**traits, "face": frozenset({face}), "marks": unit.piece.marks})


@dataclass(frozen=True)
class Situation:
    """All units on the map, the markers that lie in hexes, and who controls what."""

    ground: Ground
    units: tuple[MapUnit, ...]
    markers: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    control: Mapping[Hex, str] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[str, MapUnit]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def by_hex(self) -> dict[Hex, tuple[MapUnit, ...]]:
        """The units of each hex that has any, in the order of the data."""
        found: dict[Hex, tuple[MapUnit, ...]] = {}
        for unit in self.units:
            found[unit.hex] = (*found.get(unit.hex, ()), unit)
        return found

    def at(self, cell: Hex) -> tuple[MapUnit, ...]:
        """The units in a hex."""
        return self.by_hex.get(cell, ())

    def friends(self, cell: Hex, side: str, but: str = "") -> tuple[MapUnit, ...]:
        """The units of a side in a hex, leaving out one."""
        return tuple(unit for unit in self.at(cell) if unit.side == side and unit.id != but)

    def enemies(self, cell: Hex, side: str) -> tuple[MapUnit, ...]:
        """The units in a hex that are not of a side."""
        return tuple(unit for unit in self.at(cell) if unit.side != side)

    def class_of(self, unit: MapUnit) -> str:
        """The class by whose costs a unit moves; empty for those of the chart."""
        movement = self.ground.movement
        for name, unit_class in (movement.classes if movement else {}).items():
            if unit.fits(unit_class.having):
                return name
        return ""

    def moved(self, id_: str, cell: Hex) -> Situation:
        """The same with one unit in another hex."""
        return replace(self, units=tuple(unit if unit.id != id_ else replace(unit, hex=cell) for unit in self.units))

    @cached_property
    def cache(self) -> dict[object, object]:
        """What has been worked out for this situation, such as zones of control."""
        return {}


def situation_of(ground: Ground, state: State, units: Iterable[Unit] | None = None) -> Situation:
    """A state of play on the map: its units in the order of the data. `units` are those of the state, if they have been
    made already.
    """
    game, grid = ground.game, ground.board.grid
    if units is None:
        units = (unit_of(game, id_, piece) for id_, piece in state.pieces.items() if _on_map(ground, piece))
    found = (map_unit(ground, unit, grid.hex(unit.piece.place)) for unit in units if _on_map(ground, unit.piece))
    fitting = sorted((unit for unit in found if unit.fits(ground.rules.units)), key=lambda unit: ground.ranks[unit.id])
    return Situation(
        ground,
        tuple(fitting),
        {grid.hex(number): markers for number, markers in state.markers.items() if number in ground.numbers},
        {grid.hex(number): side for number, side in state.control.items() if number in ground.numbers},
    )


def _on_map(ground: Ground, piece: Piece) -> bool:
    return piece.place in ground.numbers
