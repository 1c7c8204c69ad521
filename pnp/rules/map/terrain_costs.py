"""The terrain of a map and its movement costs, independent of unit positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from pnp.hexgrid import Hex, Hexside
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.model.maprule import Control, MapRule, MapRules, Movement, Trait
from pnp.rules.map.tec_costs import CostLine, EntryCost, TerrainCost, read_cost


@dataclass(frozen=True)
class TerrainCosts:
    """A game's map with its rules.

    `rulings` are the options in force that are not the default.
    """

    game: Game
    board: Board
    rules: MapRules
    rulings: Mapping[str, str] = field(default_factory=dict)

    def in_force(self, rule: MapRule) -> bool:
        """Return whether a map rule applies under the rulings in force."""
        return all(self.option(id_) in options for id_, options in rule.ruling.items())

    def option(self, ruling: str) -> str:
        """Return the chosen option of a ruling; an empty text if there is no such ruling."""
        known = self.game.rulings.get(ruling)
        return self.rulings.get(ruling, known.default if known else "")

    @cached_property
    def order(self) -> dict[Hex, int]:
        """The index of each hex in map order, which decides between equal routes."""
        return {cell: i for i, cell in enumerate(self.board.grid.hexes)}

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The hex numbers of the map."""
        return frozenset(map(self.board.grid.number, self.order))

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The index of each counter in the order of the game data."""
        return {id_: i for i, id_ in enumerate(self.game.counters)}

    @cached_property
    def known(self) -> dict[str, tuple[tuple[str, ...], Mapping[Trait, frozenset[str]]]]:
        """Cached formations and properties of counters, by the id of the counter."""
        return {}

    @cached_property
    def controllable(self) -> dict[Hex, Control]:
        """The hexes that a side can control, each with its control rule, in map order."""
        rules = [rule for rule in self.rules.control if self.in_force(rule)]
        found = {}
        for cell in self.order if rules else ():
            rule = next((rule for rule in rules if any(self.has(cell, kind) for kind in rule.places)), None)
            if rule is not None:
                found[cell] = rule
        return found

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours of each hex that are on the map."""
        return {cell: self.board.grid.neighbours(cell) for cell in self.order}

    @cached_property
    def hexsides(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        """The kinds of terrain along each hexside, by its two hexes in either order."""
        return _both_ways((side, chain.kind) for chain in self.board.chains for side in chain.sides)

    @cached_property
    def ways(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        """The kinds of road between adjacent hexes, by the two hexes in either order."""
        steps = ((line.kind, one, other) for line in self.board.lines for one, other in pairwise(line.hexes))
        return _both_ways((Hexside.between(one, other), kind) for kind, one, other in steps)

    @cached_property
    def on_ways(self) -> dict[str, frozenset[Hex]]:
        """The hexes that each kind of road passes through."""
        found: dict[str, set[Hex]] = {}
        for line in self.board.lines:
            found.setdefault(line.kind, set()).update(line.hexes)
        return {kind: frozenset(cells) for kind, cells in found.items()}

    def kinds(self, cell: Hex) -> tuple[str, ...]:
        """Return the terrain kinds of a hex, and the kinds of the places (such as towns) in it."""
        site = self.board.sites.get(cell)
        return self.board.terrain_at(cell) + (site.kinds if site else ())

    def has(self, cell: Hex, kind: str) -> bool:
        """Return whether a hex has a kind of terrain, place or road."""
        return kind in self.kinds(cell) or cell in self.on_ways.get(kind, ())

    def crosses(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether a kind of terrain lies along the hexside between two adjacent hexes."""
        return kind in self.hexsides.get((start, end), ())

    def along(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether a road of this kind connects two adjacent hexes directly."""
        return kind in self.ways.get((start, end), ())

    def edge(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a named map edge, or of the north, south, west or east edge; empty if unknown."""
        if name in self.board.edges:
            return self.board.edges[name]
        match name:
            case "north" | "south" | "west" | "east":
                return self.board.grid.edge(name)
        return ()

    # -- costs

    @cached_property
    def movement(self) -> Movement | None:
        """The movement rules; None if the game has none."""
        return self.rules.movement

    @cached_property
    def _costs(self) -> dict[str, dict[str, TerrainCost]]:
        """The terrain costs of each unit class; the class "" has those of the terrain effects chart."""
        printed = {id_: read_cost(kind.cost) or TerrainCost("same") for id_, kind in self.game.terrain.items()}
        classes = {"": printed}
        for name, unit_class in (self.movement.classes if self.movement else {}).items():
            own = {id_: read_cost(text) or TerrainCost("same") for id_, text in unit_class.costs.items()}
            classes[name] = {**printed, **own} if self.in_force(unit_class) else printed
        return classes

    @cached_property
    def _entries(self) -> dict[tuple[str, Hex, Hex], EntryCost]:
        """Cached terrain costs of moves, by unit class and the two hexes."""
        return {}

    def entry(self, unit_class: str, start: Hex, end: Hex) -> EntryCost:
        """Return the terrain cost of a move to an adjacent hex for a unit class."""
        key = (unit_class, start, end)
        if key not in self._entries:
            entered = self._wrong_way(unit_class, start, end)
            self._entries[key] = entered or self._entry_cost(self._costs[unit_class], start, end)
        return self._entries[key]

    def _wrong_way(self, unit_class: str, start: Hex, end: Hex) -> EntryCost | None:
        """Return a prohibiting cost if a move crosses one-way terrain in the wrong direction; else None."""
        rule = self.movement.classes.get(unit_class) if self.movement else None
        for kind, name in rule.one_way.items() if rule and self.in_force(rule) else ():
            if self.crosses(start, end, kind) and start not in self.area(name):
                line = CostLine(f"{self.name(kind)}, the wrong way", "forbidden", rule=self._rule_cases(rule))
                return EntryCost(None, (line,))
        return None

    def area(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a map edge or a region; empty if unknown."""
        return self.edge(name) or self.board.regions.get(name, ())

    def bonus(self, start: Hex, end: Hex) -> CostLine | None:
        """Return the extra movement points for a step along the best road between two hexes; None without any."""
        found = []
        for kind in self.ways.get((start, end), ()):
            along = self.movement.along.get(kind) if self.movement else None
            if along and along.extra and self.in_force(along):
                says = along.says or f"along the {self.name(kind).lower()}"
                found.append(CostLine(says, "more", along.extra, self._rule_cases(along)))
        return max(found, key=lambda line: line.mp, default=None)

    @cached_property
    def _walls(self) -> dict[tuple[str, Hex, Hex, str], CostLine | None]:
        """Cached results of `wall`, by its arguments."""
        return {}

    def wall(self, unit_class: str, start: Hex, end: Hex, terrain: str) -> CostLine | None:
        """Return the reason why terrain prohibits a move to an adjacent hex; None if it does not.

        `terrain` is a terrain kind, or `prohibited` for all that this class of units may not enter or cross.
        """
        key = (unit_class, start, end, terrain)
        if key not in self._walls:
            if terrain == "prohibited":
                entry = self.entry(unit_class, start, end)
                self._walls[key] = entry.lines[0] if entry.mp is None else None
            else:
                self._walls[key] = CostLine(self.name(terrain), "forbidden") if self.bars(start, end, terrain) else None
        return self._walls[key]

    def bars(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether a move enters a hex with a kind of terrain, or crosses a hexside with it."""
        return kind in self.kinds(end) or self.crosses(start, end, kind)

    def _entry_cost(self, costs: Mapping[str, TerrainCost], start: Hex, end: Hex) -> EntryCost:
        """Return the cost of entering an adjacent hex, by road if there is one."""
        start.direction_to(end)
        crossed = self.hexsides.get((start, end), ())
        # The hex first: by the cheapest road that leads there, or across country.
        choices = [self._cost_by_road(costs, kind, crossed) for kind in self.ways.get((start, end), ())]
        choices.append(self._cost_across_country(costs, end, crossed))
        best = min((c for c in choices if c.mp is not None), key=lambda c: c.mp or 0, default=choices[-1])
        stops = self.movement.stops if self.movement else ()
        ends = [kind for kind in (*self.kinds(end), *crossed) if kind in stops]
        rule = self.movement.rule if self.movement else ()
        lines = tuple(CostLine(self.name(kind), "stops", rule=rule) for kind in ends)
        return EntryCost(best.mp, best.lines + lines, bool(ends))

    def _cost_by_road(self, costs: Mapping[str, TerrainCost], road: str, crossed: tuple[str, ...]) -> EntryCost:
        """Return the cost of a move along a road, with the hexside terrain that it crosses."""
        cost = costs.get(road, TerrainCost("same"))
        if cost.kind in ("prohibited", "same"):
            return EntryCost(None, ())
        along = self.movement.along.get(road) if self.movement else None
        rule = self._rule_cases(along)
        lines = [CostLine(f"along the {self.name(road).lower()}", "is", cost.mp, rule)]
        waived = along.waives if along and self.in_force(along) else ()
        lines += [CostLine(self.name(kind), "waived", rule=rule) for kind in crossed if kind in waived]
        return self._with_hexside_costs(costs, cost.mp, lines, [kind for kind in crossed if kind not in waived])

    def _cost_across_country(self, costs: Mapping[str, TerrainCost], end: Hex, crossed: tuple[str, ...]) -> EntryCost:
        """Return the cost of a move without a road: the terrain of the hex and of the hexside."""
        movement = self.movement
        rule = self._rule_cases(None)
        base = self.board.terrain_at(end)
        site = self.board.sites.get(end)
        places = [kind for kind in (site.kinds if site else ()) if costs.get(kind, TerrainCost("same")).kind != "same"]
        closed = [k for k in (*base, *places) if costs.get(k, TerrainCost("same")).kind == "prohibited"]
        if closed:
            return EntryCost(None, tuple(CostLine(self.name(kind), "forbidden", rule=rule) for kind in closed))
        flat = [(costs[k].mp, k) for k in places if costs[k].kind == "is"]
        flat = flat or [(costs[k].mp, k) for k in base if k in costs and costs[k].kind == "is"]
        if movement and movement.several == "sum":
            lines = [CostLine(self.name(k), "is" if i == 0 else "more", mp, rule) for i, (mp, k) in enumerate(flat)]
            mp = sum((mp for mp, _ in flat), Fraction(0))
        else:
            mp, kind = max(flat, key=lambda pair: pair[0], default=(Fraction(1), base[0]))
            lines = [CostLine(self.name(kind), "is", mp, rule)]
        more = [kind for kind in (*base, *places) if costs.get(kind, TerrainCost("same")).kind == "more"]
        return self._with_hexside_costs(costs, mp, lines, [*more, *crossed])

    def _with_hexside_costs(
        self, costs: Mapping[str, TerrainCost], mp: Fraction, lines: list[CostLine], kinds: list[str]
    ) -> EntryCost:
        """Return a movement cost with the costs of more terrain kinds, such as a river hexside, added."""
        rule = self._rule_cases(None)
        for kind in kinds:
            cost = costs.get(kind, TerrainCost("same"))
            if cost.kind == "prohibited":
                return EntryCost(None, (CostLine(self.name(kind), "forbidden", rule=rule),))
            if cost.mp:
                mp += cost.mp
                lines.append(CostLine(self.name(kind), "more", cost.mp, rule))
        return EntryCost(mp, tuple(lines))

    def _rule_cases(self, own: MapRule | None) -> tuple[str, ...]:
        """Return the case numbers of a map rule, or else those of the movement rules."""
        return (own.rule if own else ()) or (self.movement.rule if self.movement else ())

    def name(self, kind: str) -> str:
        """Return the printed name of a terrain kind."""
        return self.game.terrain[kind].name if kind in self.game.terrain else kind


def _both_ways(found: Iterable[tuple[Hexside, str]]) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
    """Return the terrain kinds by pairs of adjacent hexes, each pair in both orders."""
    kinds: dict[tuple[Hex, Hex], dict[str, None]] = {}
    for (low, high), kind in found:
        kinds.setdefault((low, high), {})[kind] = None
        kinds.setdefault((high, low), {})[kind] = None
    return {step: tuple(some) for step, some in kinds.items()}
