"""The terrain of a map and its movement costs: as printed, or as markers change it. Units do not affect it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from pnp.board import Board
from pnp.hexgrid import Hex, Hexside
from pnp.model.game import Game
from pnp.model.maprule import Control, MapRule, MapRules, MarkerRule, Movement, Trait
from pnp.rules.map.tec_costs import CostLine, EntryCost, TerrainCost, read_cost
from pnp.rules.state.state import FrozenMap

MarkersOnMap: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Hex numbers and hexsides, each with the kinds of markers there."""
MAX_VERSIONS = 200
"""The most sets of markers whose terrain costs are cached."""
NONE: frozenset[str] = frozenset()
UNMARKED = (
    "order",
    "numbers",
    "ranks",
    "known",
    "controllable",
    "neighbours",
    "marker_rules",
    "on_ways",
    "movement",
    "_costs",
)
"""The properties of terrain costs that markers do not change."""


@dataclass(frozen=True)
class TerrainCosts:
    """A game's map with its rules.

    `rulings` are the options in force that are not the default. `markers` are the markers that change the terrain.
    `versions` caches the terrain costs for other sets of markers. `printed` are those without markers.
    """

    game: Game
    board: Board
    rules: MapRules
    rulings: Mapping[str, str] = field(default_factory=dict)
    markers: MarkersOnMap = ()
    versions: dict[MarkersOnMap, TerrainCosts] = field(default_factory=dict, repr=False, compare=False)
    printed: TerrainCosts | None = field(default=None, repr=False, compare=False)

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
            printed = self.printed_kinds(cell)
            rule = next((rule for rule in rules if any(kind in printed for kind in rule.places)), None)
            if rule is not None:
                found[cell] = rule
        return found

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours of each hex that are on the map."""
        return {cell: self.board.grid.neighbours(cell) for cell in self.order}

    # -- markers

    @cached_property
    def marker_rules(self) -> dict[str, MarkerRule]:
        """The rules in force about markers that change terrain, by the kind of marker."""
        return {kind: rule for kind, rule in self.rules.markers.items() if self.in_force(rule)}

    def with_markers(self, markers: FrozenMap[str, tuple[str, ...]]) -> TerrainCosts:
        """Return the terrain costs of the same map with these markers on it; the result is cached."""
        if not self.marker_rules:
            return self
        kinds = (
            (place, tuple(dict.fromkeys(filter(self.marker_rules.get, words)))) for place, words in markers.items()
        )
        changing = tuple(sorted((place, words) for place, words in kinds if words))
        if changing == self.markers:
            return self
        if changing not in self.versions:
            if len(self.versions) >= MAX_VERSIONS:
                self.versions.clear()
            printed = self.printed or self
            marked = replace(printed, markers=changing, printed=printed) if changing else printed
            vars(marked).update({name: getattr(printed, name) for name in UNMARKED})
            self.versions[changing] = marked
        return self.versions[changing]

    @cached_property
    def _markers_in_hexes(self) -> dict[Hex, tuple[str, ...]]:
        """The kinds of markers in each marked hex that change its terrain."""
        return {self.board.grid.hex(place): kinds for place, kinds in self.markers if place in self.numbers}

    @cached_property
    def _markers_on_hexsides(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        """The kinds of markers on each marked hexside that change its terrain, by its two hexes in either order."""
        boxes, parse = self.game.boxes, self.board.grid.parse_hexside
        marked = ((place, kinds) for place, kinds in self.markers if place not in self.numbers and place not in boxes)
        return _both_ways((parse(place), kind) for place, kinds in marked for kind in kinds)

    def markers_in(self, cell: Hex) -> tuple[str, ...]:
        """Return the kinds of markers in a hex that change its terrain."""
        return self._markers_in_hexes.get(cell, ())

    def markers_on(self, start: Hex, end: Hex) -> tuple[str, ...]:
        """Return the kinds of markers that change the terrain of the hexside between two adjacent hexes."""
        return self._markers_on_hexsides.get((start, end), ())

    @cached_property
    def _marked(self) -> frozenset[Hex]:
        """The hexes with a marker in them or on one of their hexsides."""
        return frozenset(self._markers_in_hexes) | {cell for cell, _ in self._markers_on_hexsides}

    def _not_cancelled(self, kinds: Iterable[str], markers: Iterable[str]) -> tuple[str, ...]:
        """Return the kinds of terrain that none of these markers cancels."""
        cancelled = {kind for marker in markers for kind in self.marker_rules[marker].cancels}
        return tuple(kind for kind in kinds if kind not in cancelled)

    # -- terrain

    @cached_property
    def hexsides(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        """The kinds of terrain along each hexside, by its two hexes in either order."""
        found = _both_ways((side, chain.kind) for chain in self.board.chains for side in chain.sides)
        for ends, markers in self._markers_on_hexsides.items():
            found[ends] = (*self._not_cancelled(found.get(ends, ()), markers), *markers)
        return found

    @cached_property
    def ways(self) -> dict[tuple[Hex, Hex], tuple[str, ...]]:
        """The kinds of road between adjacent hexes, by the two hexes in either order."""
        steps = ((line.kind, one, other) for line in self.board.lines for one, other in pairwise(line.hexes))
        found = _both_ways((Hexside.between(one, other), kind) for kind, one, other in steps)
        for ends, markers in self._markers_on_hexsides.items():
            broken = {kind for marker in markers for kind in self.marker_rules[marker].breaks}
            found[ends] = tuple(kind for kind in found.get(ends, ()) if kind not in broken)
        return found

    @cached_property
    def on_ways(self) -> dict[str, frozenset[Hex]]:
        """The hexes that each kind of road passes through."""
        found: dict[str, set[Hex]] = {}
        for line in self.board.lines:
            found.setdefault(line.kind, set()).update(line.hexes)
        return {kind: frozenset(cells) for kind, cells in found.items()}

    def printed_kinds(self, cell: Hex) -> tuple[str, ...]:
        """Return the terrain kinds and the kinds of places that the map shows in a hex, without markers."""
        site = self.board.sites.get(cell)
        return self.board.terrain_at(cell) + (site.kinds if site else ())

    def kinds(self, cell: Hex) -> tuple[str, ...]:
        """Return the terrain kinds of a hex, and the kinds of the places (such as towns) and markers in it."""
        return self.terrain_at(cell) + self.places_at(cell) + self.markers_in(cell)

    def terrain_at(self, cell: Hex) -> tuple[str, ...]:
        """Return the terrain kinds of a hex that no marker cancels; the base terrain if all are cancelled."""
        found = self.board.terrain_at(cell)
        markers = self.markers_in(cell)
        return self._not_cancelled(found, markers) or (self.board.base,) if markers else found

    def places_at(self, cell: Hex) -> tuple[str, ...]:
        """Return the kinds of the places (such as towns) in a hex that no marker cancels."""
        site = self.board.sites.get(cell)
        return self._not_cancelled(site.kinds, self.markers_in(cell)) if site else ()

    def has(self, cell: Hex, kind: str) -> bool:
        """Return whether a hex has a kind of terrain, place or road."""
        return kind in self.kinds(cell) or cell in self.on_ways.get(kind, ())

    def crosses(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether a kind of terrain lies along the hexside between two adjacent hexes."""
        return kind in self.hexsides.get((start, end), ())

    def behind(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether the wall or ridge between two hexes faces from the first hex towards the second."""
        return (start, end, kind) in self.board.fronts and self.crosses(start, end, kind)

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
    def _entries(self) -> dict[tuple[str, Hex, Hex, Collection[str]], EntryCost]:
        """Cached terrain costs of moves, by unit class, the two hexes, and the ignored markers."""
        return {}

    def entry(self, unit_class: str, start: Hex, end: Hex, ignored: frozenset[str] = NONE) -> EntryCost:
        """Return the terrain cost of a move to an adjacent hex for a unit class, without the `ignored` markers."""
        key = (unit_class, start, end, ignored)
        if key not in self._entries:
            if self.printed is not None and end not in self._marked:
                return self.printed.entry(unit_class, start, end, ignored)
            entered = self._wrong_way(unit_class, start, end) or self._too_far(unit_class, end)
            self._entries[key] = entered or self._entry_cost(self._costs[unit_class], start, end, ignored)
        return self._entries[key]

    def _wrong_way(self, unit_class: str, start: Hex, end: Hex) -> EntryCost | None:
        """Return a prohibiting cost if a move crosses one-way terrain in the wrong direction; else None."""
        rule = self.movement.classes.get(unit_class) if self.movement else None
        for kind, name in rule.one_way.items() if rule and self.in_force(rule) else ():
            if self.crosses(start, end, kind) and start not in self.area(name):
                line = CostLine(f"{self.name(kind)}, the wrong way", "forbidden", rule=self._rule_cases(rule))
                return EntryCost(None, (line,))
        return None

    def _too_far(self, unit_class: str, end: Hex) -> EntryCost | None:
        """Return a prohibiting cost if a hex is away from the terrain that a unit class must stay at."""
        rule = self.movement.classes.get(unit_class) if self.movement else None
        if rule is None or not rule.keeps_to or not self.in_force(rule):
            return None
        if any(self.has(end, kind) or self._beside(end, kind) for kind in rule.keeps_to):
            return None
        line = CostLine(f"not at {self.name(rule.keeps_to[0]).lower()}", "forbidden", rule=self._rule_cases(rule))
        return EntryCost(None, (line,))

    def _beside(self, cell: Hex, kind: str) -> bool:
        """Return whether a kind of terrain lies along one of the hexsides of a hex."""
        return any(self.crosses(cell, near, kind) for near in self.neighbours[cell])

    def area(self, name: str) -> tuple[Hex, ...]:
        """Return the hexes of a map edge or a region; empty if unknown."""
        return self.edge(name) or self.board.regions.get(name, ())

    def bonus(self, start: Hex, end: Hex) -> CostLine | None:
        """Return the extra movement points for a step along the best road between two hexes; None without any."""
        if not self._roads_give_points:
            return None
        found = []
        for kind in self.ways.get((start, end), ()):
            along = self.movement.along.get(kind) if self.movement else None
            if along and along.extra and self.in_force(along):
                says = along.says or f"along the {self.name(kind).lower()}"
                found.append(CostLine(says, "more", along.extra, self._rule_cases(along)))
        return max(found, key=lambda line: line.mp, default=None)

    @cached_property
    def _roads_give_points(self) -> bool:
        """Whether any road gives extra movement points."""
        return any(along.extra for along in self.movement.along.values()) if self.movement else False

    @cached_property
    def _walls(self) -> dict[tuple[str, Hex, Hex, str, Collection[str]], CostLine | None]:
        """Cached results of `wall`, by its arguments."""
        return {}

    def wall(
        self, unit_class: str, start: Hex, end: Hex, terrain: str, ignored: frozenset[str] = NONE
    ) -> CostLine | None:
        """Return the reason why terrain prohibits a move to an adjacent hex; None if it does not.

        `terrain` is a terrain kind, or `prohibited` for all that this class of units may not enter or cross. Markers in
        `ignored` do not count.
        """
        key = (unit_class, start, end, terrain, ignored)
        if key not in self._walls:
            if self.printed is not None and end not in self._marked:
                return self.printed.wall(unit_class, start, end, terrain, ignored)
            if terrain == "prohibited":
                entry = self.entry(unit_class, start, end, ignored)
                self._walls[key] = entry.lines[0] if entry.mp is None else None
            else:
                barred = terrain not in ignored and self.bars(start, end, terrain)
                self._walls[key] = CostLine(self.name(terrain), "forbidden") if barred else None
        return self._walls[key]

    def bars(self, start: Hex, end: Hex, kind: str) -> bool:
        """Return whether a move enters a hex with a kind of terrain, or crosses a hexside with it."""
        return kind in self.kinds(end) or self.crosses(start, end, kind)

    def _entry_cost(self, costs: Mapping[str, TerrainCost], start: Hex, end: Hex, ignored: frozenset[str]) -> EntryCost:
        """Return the cost of entering an adjacent hex, by road if there is one.

        Markers in the hex cost the same by road as across country; those in `ignored` do not count.
        """
        start.direction_to(end)
        met = (*self.hexsides.get((start, end), ()), *self.markers_in(end))
        crossed = tuple(kind for kind in met if kind not in ignored)
        # The hex first: by the cheapest road that leads there, or across country.
        choices = [self._cost_by_road(costs, kind, crossed) for kind in self.ways.get((start, end), ())]
        choices.append(self._cost_across_country(costs, end, crossed))
        best = min((c for c in choices if c.mp is not None), key=lambda c: c.mp or 0, default=choices[-1])
        stops = self.movement.stops if self.movement else ()
        ends = [kind for kind in (*self.terrain_at(end), *self.places_at(end), *crossed) if kind in stops]
        rule = self.movement.rule if self.movement else ()
        lines = tuple(CostLine(self.name(kind), "stops", rule=rule) for kind in ends)
        return EntryCost(best.mp, best.lines + lines, bool(ends))

    def edge_entry(self, unit_class: str, cell: Hex, *, by_road: bool) -> EntryCost:
        """Return the terrain cost of entering a hex from beyond the map edge for a unit class.

        With `by_road`, a road that leads off the map in this hex counts.
        """
        costs, crossed = self._costs[unit_class], self.markers_in(cell)
        choices = [self._cost_by_road(costs, kind, crossed) for kind in self._roads_off_the_map(cell) if by_road]
        choices.append(self._too_far(unit_class, cell) or self._cost_across_country(costs, cell, crossed))
        return min((c for c in choices if c.mp is not None), key=lambda c: c.mp or 0, default=choices[-1])

    def _roads_off_the_map(self, cell: Hex) -> tuple[str, ...]:
        """Return the kinds of the roads that lead off the map from a hex."""
        ends = (
            (line.kind, line.hexes[0 if end == "first" else -1]) for line in self.board.lines for end in line.beyond
        )
        return tuple(kind for kind, end in ends if end == cell)

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
        base = self.terrain_at(end)
        places = [kind for kind in self.places_at(end) if costs.get(kind, TerrainCost("same")).kind != "same"]
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
        for kind in kinds:
            cost = costs.get(kind, TerrainCost("same"))
            marker = self.marker_rules.get(kind)
            says, rule = (marker and marker.says) or self.name(kind), self._rule_cases(marker)
            if cost.kind == "prohibited":
                return EntryCost(None, (CostLine(says, "forbidden", rule=rule),))
            if cost.mp:
                mp += cost.mp
                lines.append(CostLine(says, "more", cost.mp, rule))
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
