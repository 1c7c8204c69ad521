"""Properties of movement, supply, stacking and retreats, most of them compared with slower algorithms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import given, strategies as st

from pnp.board import Board
from pnp.hexgrid import Hex, Hexside
from pnp.model.maprule import Stacking
from pnp.rules.map.after_combat import retreats
from pnp.rules.map.move_cost import Mover
from pnp.rules.map.movement import routes, walk
from pnp.rules.map.stack_limits import stack_fit, stack_legal, worth
from pnp.rules.map.supply_lines import source_hexes, source_of, supply_line
from pnp.rules.map.zones import enemy_zones, zone_of
from tests.rules_map_games import COUNTERS, MAP_RULES, field, field_board, field_grid

GRID = field_grid(5, 4)
CELLS = GRID.hexes
SIDES = tuple(sorted({Hexside.between(cell, other) for cell in CELLS for other in GRID.neighbours(cell)}))
NUMBERS = [GRID.number(cell) for cell in CELLS]

boards = st.builds(
    lambda terrain, sides, ways: field_board(GRID, terrain, sides, ways),
    st.dictionaries(st.sampled_from(CELLS), st.sampled_from(["woods", "lake"]), max_size=7),
    st.dictionaries(st.sampled_from(SIDES), st.sampled_from(["stream", "cliff"]), max_size=7),
    st.dictionaries(st.sampled_from(SIDES), st.sampled_from(["road", "rail"]), max_size=17),
)
"""Return boards with woods, lakes, streams, cliffs and roads anywhere."""


@st.composite
def places(draw: st.DrawFn) -> dict[str, str]:
    """Return positions of B1 and some other units, without two sides in one hex."""
    place = {"B1": draw(st.sampled_from(NUMBERS))}
    for id_ in ("B2", "B3", "R1", "R2", "R3"):
        number = draw(st.sampled_from(["", *NUMBERS]))
        taken = {n for other, n in place.items() if other[0] != id_[0]}
        if number and number not in taken:
            place[id_] = number
    return place


ZONE_STEPS = [
    {"start": "zoc", "end": "zoc", "either": "fortified", "forbidden": "true", "says": "past works"},
    {"start": "zoc", "end": "zoc", "at_least": "2", "says": "zone to zone"},
    {"end": "fortified", "add": "1", "says": "next to works"},
    {"start": "fortified", "add": "1", "says": "away from works"},
]
RULES = {"zoc": {**MAP_RULES["zoc"], "steps": ZONE_STEPS}}


def positions(board: Board, place: dict[str, str], works: Sequence[str] = (), rules: Mapping[str, object] = RULES):
    return field(place, rules, board, markers={number: ["works"] for number in works})


# ---------------------------------------------------------------- movement


@given(st.sampled_from(CELLS), st.integers(0, 7))
def test_on_clear_terrain_a_hex_costs_its_distance(start: Hex, mp: int) -> None:
    now = field({"B1": GRID.number(start)}, board=field_board(GRID))
    found = routes(now, now.by_id["B1"], Fraction(mp))
    assert {cell: route.mp for cell, route in found.items()} == {
        cell: start.distance_to(cell) for cell in CELLS if 0 < start.distance_to(cell) <= mp
    }


@given(boards, st.sampled_from(CELLS), st.sampled_from(CELLS))
def test_on_clear_terrain_a_path_costs_the_same_back(board: Board, one: Hex, other: Hex) -> None:
    plain = Board(board.grid, "clear", {}, board.chains, board.lines, {}, {}, {})
    there, back = (
        routes(now, now.by_id["B1"], Fraction(99)).get(end)
        for start, end in ((one, other), (other, one))
        for now in [field({"B1": GRID.number(start)}, board=plain)]
    )
    assert (there and there.mp) == (back and back.mp)


@given(boards, places(), st.lists(st.sampled_from(NUMBERS), max_size=3), st.integers(0, 12), st.integers(0, 12))
def test_more_points_reach_more_hexes_at_no_higher_cost(board, place, works, one, other) -> None:
    now = positions(board, place, works)
    few, many = (routes(now, now.by_id["B1"], Fraction(mp, 2)) for mp in sorted((one, other)))
    assert few.keys() <= many.keys()
    assert all(many[cell].mp == route.mp for cell, route in few.items())


@given(boards, places(), st.lists(st.sampled_from(NUMBERS), max_size=3), st.integers(0, 12))
def test_routes_are_the_cheapest(board, place, works, halves) -> None:
    now, mp = positions(board, place, works), Fraction(halves, 2)
    unit = now.by_id["B1"]
    mover, best = Mover(now, unit), {unit.hex: Fraction(0)}
    for _ in CELLS:  # Bellman and Ford: relax every step as often as there are hexes
        for cell in list(best):
            for end in GRID.neighbours(cell):
                cost = mover.step(cell, end, first=False).mp
                if cost is not None and best[cell] + cost <= min(mp, best.get(end, mp + 1)):
                    best[end] = best[cell] + cost
    del best[unit.hex]
    found = routes(now, unit, mp)
    assert {cell: route.mp for cell, route in found.items()} == best
    for cell, route in found.items():
        assert route.hexes[-1] == cell
        assert not any(now.enemies(step.end, "blue") for step in route.steps)
        in_lakes = [step for step in route.steps if "lake" in board.terrain_at(step.end)]
        assert all(now.costs.along(step.start, step.end, "road") for step in in_lakes)  # a causeway
        walked = walk(now, unit, route.hexes, mp)
        assert (walked.mp, walked.pace, walked.refused) == (route.mp, route.pace, None)


@given(boards, places(), st.integers(0, 12))
def test_moves_that_stop_go_no_further_and_others_do(board, place, halves) -> None:
    movement = {**MAP_RULES["movement"], "stops": "woods stream"}
    zoc = {"steps": [{"end": "zoc", "stops": "true"}, {"start": "zoc", "first": "true", "add": "1"}]}
    now, mp = positions(board, place, [], {"movement": movement, "zoc": zoc}), Fraction(halves, 2)
    unit = now.by_id["B1"]
    mover = Mover(now, unit)
    best: dict[tuple[Hex, bool], Fraction] = {(unit.hex, False): Fraction(0)}
    for _ in CELLS:
        for (cell, stopped), spent in list(best.items()):
            for end in () if stopped else GRID.neighbours(cell):
                step = mover.step(cell, end, first=cell == unit.hex)
                key = (end, step.stops)
                if step.mp is not None and spent + step.mp <= min(mp, best.get(key, mp + 1)):
                    best[key] = spent + step.mp
    cheapest = {cell: min(best.get((cell, flag), mp + 1) for flag in (True, False)) for cell, _ in best}
    del cheapest[unit.hex]
    found = routes(now, unit, mp)
    assert {cell: route.mp for cell, route in found.items()} == cheapest
    assert not any(step.stops for route in found.values() for step in route.steps[:-1])


@given(boards, places())
def test_a_march_never_touches_an_enemy_zone_and_doubles_what_is_free(board, place) -> None:
    movement = {**MAP_RULES["movement"], "march": [{"says": "forced march"}]}
    now = positions(board, place, [], {**RULES, "movement": movement})
    unit = now.by_id["B1"]
    zones, found = enemy_zones(now, "blue"), routes(now, unit)
    for route in found.values():
        if route.pace == "march":
            assert not any(cell in zones for cell in route.hexes)
            assert route.mp <= 2 * Mover(now, unit).allowance.mp
    assert found.keys() >= routes(positions(board, place), unit).keys()


@given(boards, places())
def test_the_order_of_units_makes_no_difference(board, place) -> None:
    one = positions(board, place)
    other = positions(board, dict(reversed(place.items())))
    ways = [{cell: route.hexes for cell, route in routes(now, now.by_id["B1"]).items()} for now in (one, other)]
    assert list(ways[0].items()) == list(ways[1].items())


# ---------------------------------------------------------------- zones of control


@given(boards, st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))
def test_zones_are_mutual_on_land(board, one, other) -> None:
    if one == other or any("lake" in board.terrain_at(GRID.hex(number)) for number in (one, other)):
        return
    now = positions(board, {"B1": one, "R1": other})
    blue, red = now.by_id["B1"], now.by_id["R1"]
    assert (red.hex in zone_of(now, blue)) == (blue.hex in zone_of(now, red))


# ---------------------------------------------------------------- supply


@given(boards, places(), st.integers(0, 5))
def test_supply_lines_are_the_shortest_there_are(board, place, limit) -> None:
    supply = {**MAP_RULES["supply"], "limits": [{"steps": str(limit)}]}
    now = positions(board, place, [], {**RULES, "supply": supply})
    unit = now.by_id["B1"]
    zones = enemy_zones(now, "blue")

    def open_to(start: Hex, end: Hex) -> bool:
        if now.enemies(end, "blue") or (end in zones and not now.friends(end, "blue", "B1")):
            return False
        by_road = now.costs.along(start, end, "road")
        across = "lake" not in board.terrain_at(end) and not now.costs.crosses(start, end, "cliff")
        bridged = not now.costs.crosses(start, end, "cliff")
        return across or (by_road and bridged)

    best = {unit.hex: 0}
    for _ in CELLS:
        for cell in list(best):
            for end in GRID.neighbours(cell):
                cost = best[cell] + (0 if now.costs.along(cell, end, "road") else 1)
                if open_to(cell, end) and cost <= limit and cost < best.get(end, limit + 1):
                    best[end] = cost
    ends = source_hexes(now, source_of(now, unit))
    shortest = min((cost for cell, cost in best.items() if cell in ends), default=None)
    line = supply_line(now, unit)
    assert (line and line.counted) == shortest
    if line:
        assert line.hexes[-1] in ends
        assert all(open_to(step.start, step.end) for step in line.steps)
        assert sum(not step.along for step in line.steps) == line.counted


@given(boards, places(), st.integers(0, 5))
def test_a_limit_in_a_row_allows_what_one_in_all_allows(board, place, limit) -> None:
    lines = {}
    for how in ("before-path", "in-all", "in-a-row"):
        supply = {**MAP_RULES["supply"], "limits": [{"steps": str(limit), "counted": how}]}
        now = positions(board, place, [], {**RULES, "supply": supply})
        lines[how] = supply_line(now, now.by_id["B1"])
    assert lines["before-path"] is None or lines["in-all"] is not None
    assert lines["in-all"] is None or lines["in-a-row"] is not None


# ---------------------------------------------------------------- retreats


@given(boards, places(), st.integers(0, 3))
def test_retreats_equal_those_of_full_enumeration(board, place, hexes) -> None:
    rules = {**RULES, "retreat": {"off_map": "eliminated"}}
    now = positions(board, place, [], rules)
    unit = now.by_id["B1"]
    zones, wanted = enemy_zones(now, "blue"), set()
    for directions in product(range(6), repeat=hexes):
        way = [unit.hex]
        for direction in directions:
            end = way[-1].neighbour(direction)
            if end not in GRID:
                wanted.add(None)
                way = []
                break
            lifted = bool(now.friends(end, "blue", "B1"))
            wall = now.costs.entry("", way[-1], end).mp is None
            if end in way or wall or now.enemies(end, "blue") or (end in zones and not lifted):
                way = []
                break
            way.append(end)
        if way and (not hexes or stack_legal(now, way[-1], (unit,))):
            wanted.add(way[-1])
    found = retreats(now, unit, hexes)
    assert found.keys() == wanted
    for end, path in found.items():
        assert path.end == end
        assert len(set(path.hexes)) == len(path.hexes)
        assert not [h for h in path.hexes[1:] if h in zones and not now.friends(h, "blue", "B1")]


# ---------------------------------------------------------------- stacking

rooms = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "having": st.sampled_from([{"groups": "armour"}, {"size": "regiment"}, {"groups": "foot"}]),
            "same": st.just("brigade"),
            "number": st.integers(0, 3).map(str),
            "points": st.integers(0, 4).map(str),
        },
    ),
    min_size=1,
    max_size=3,
)
stacks = st.sets(st.sampled_from([id_ for id_ in COUNTERS if id_[0] == "B"]), min_size=1)


@given(rooms, stacks)
def test_a_stack_fits_if_any_way_to_fill_the_rooms_does(texts, ids) -> None:
    rules = {"limits": [{"rooms": texts}], "worth": [{"having": {"size": "regiment"}, "points": "2"}]}
    now = field(dict.fromkeys(sorted(ids), "C3"), {"stacking": rules})
    units, open_rooms = now.units, Stacking.model_validate(rules).limits[0].rooms

    def fits(seats: tuple[int, ...]) -> bool:
        for i, room in enumerate(open_rooms):
            inside = [unit for unit, seat in zip(units, seats, strict=True) if seat == i]
            formations = {unit.formations[0] for unit in inside}
            if (
                not all(unit.fits(room.having) for unit in inside)
                or (room.same and len(formations) > 1)
                or (room.number is not None and len(inside) > room.number)
                or (room.points is not None and sum(worth(now.costs, unit) for unit in inside) > room.points)
            ):
                return False
        return True

    wanted = any(fits(seats) for seats in product(range(len(open_rooms)), repeat=len(units)))
    fit = stack_fit(now.costs, units)
    assert (fit is not None) == wanted
    if fit:
        assert sorted(id_ for room in fit.rooms for id_ in room) == sorted(ids)
