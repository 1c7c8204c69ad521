"""Small cases of movement, zones of control, supply, stacking and retreats."""

import pytest

from pnp.model.maprule import read_amount
from pnp.rules.map.after_combat import advance_fault, may_advance, retreats
from pnp.rules.map.move_cost import Mover
from pnp.rules.map.movement import Route, route_to, routes, walk
from pnp.rules.map.positions import Positions, controlled, controller, in_range, positions_of
from pnp.rules.map.route_text import allowance_line, retreat_line, route_lines, supply_lines
from pnp.rules.map.stack_limits import overstacked, stack_fit, stack_legal
from pnp.rules.map.supply_lines import road_connected, supply_line
from pnp.rules.map.tec_costs import read_cost
from pnp.rules.map.zones import enemy_zones, zone_of
from pnp.rules.state.state import FrozenMap, Piece, State
from pnp.rules.state.unit import unit_of
from tests.made_games import make_game
from tests.rules_map_games import COUNTERS, MAP_RULES, TERRAIN, field, field_board, field_grid, mp

GRID = field_grid()
HEX = GRID.hex


def side(text):
    return GRID.parse_hexside(text)


def numbers(cells):
    return " ".join(GRID.number(cell) for cell in cells if cell is not None)


def hexes(text):
    return [HEX(number) for number in text.split()]


def trace(positions: Positions, route: Route) -> list[str]:
    return [f"{line.text} [{' '.join(line.rule)}]" for line in route_lines(positions.costs, route)]


# ---------------------------------------------------------------- numbers and costs


def test_amounts_and_costs_are_read_exactly():
    assert [read_amount(text) for text in ("2", "1/2", "½", "1½")] == [mp("2"), mp("1/2"), mp("1/2"), mp("3/2")]
    for text in ("", "x", "1/0", "-1", "1e9", "½½", "99999"):
        with pytest.raises(ValueError, match="is not a number of points"):
            read_amount(text)
    assert read_cost("Prohibited to tanks").kind == "prohibited"
    assert read_cost("").kind == "same"
    assert [read_cost(text) for text in ("as the road", "two", "+", "1+1")] == [None] * 4


# ---------------------------------------------------------------- movement


def test_terrain_streams_and_roads_make_up_the_cost():
    board = field_board(
        GRID,
        {HEX("C3"): "woods", HEX("E2"): "lake"},
        {side("A2/B2"): "stream", side("C4/D3"): "stream", side("B2/B3"): "cliff"},
        {side("C4/D3"): "road", side("B3/C4"): "road"},
    )
    now = field({"B1": "B3"}, board=board)
    unit = now.by_id["B1"]
    found = {GRID.number(cell): route.mp for cell, route in routes(now, unit).items()}
    assert found["C3"] == 2
    assert found["C4"] == mp("1/2")
    assert found["D3"] == 1  # along the road the stream is free
    assert found["A2"] == 2  # round the cliff
    assert "E2" not in found  # nobody enters a lake
    assert found["B2"] == 2
    assert trace(now, walk(now, unit, hexes("A3 A2 B2"))) == [
        "B3 to A3: Clear 1 [6]",
        "A3 to A2: Clear 1 [6]",
        "A2 to B2: Clear 1, Stream +1 = 2 MP [6]",
        "4 of 4 MP [6]",
    ]
    assert trace(now, walk(now, unit, hexes("C4 D3"))) == [
        "B3 to C4: along the road ½ [6]",
        "C4 to D3: along the road ½, Stream +0 = ½ MP [6]",
        "1 of 4 MP [6]",
    ]
    assert trace(now, walk(now, unit, hexes("B2"))) == [
        "B3 to B2: not possible: Cliff [6]",
        "Not possible: Cliff [6]",
    ]


def test_a_forbidden_path_states_why():
    now = field({"B1": "B2", "R1": "C2", "B2": "A1"})
    unit = now.by_id["B1"]
    assert walk(now, unit, hexes("C2")).refused.says == "R1 is there"
    assert walk(now, unit, hexes("D2")).refused.says == "hex D2 is not adjacent to hex B2"
    assert walk(now, unit, [*hexes("A2"), HEX("A2").neighbour(5)]).refused.says == "off the map"
    far = walk(now, now.by_id["B2"], hexes("A2 A3 A4 A5 B5"))
    assert (far.refused.says, far.mp) == ("more than the unit has", 5)


def test_classes_of_units_pay_their_own_costs():
    movement = {
        "factor": "movement",
        "classes": {"tanks": {"having": {"groups": "armour"}, "costs": {"woods": "prohibited", "stream": "+2"}}},
    }
    board = field_board(GRID, {HEX("B1"): "woods"}, {side("A1/A2"): "stream"})
    now = field({"B1": "A1", "B4": "A1"}, {"movement": movement}, board)
    foot, tank = (routes(now, now.by_id[id_]) for id_ in ("B1", "B4"))
    assert (foot[HEX("B1")].mp, foot[HEX("A2")].mp) == (2, 2)
    assert HEX("B1") not in tank
    assert tank[HEX("A2")].mp == 3


def test_allowances_change_in_the_order_written():
    movement = {
        "factor": "movement",
        "allowance": [
            {"says": "mud", "add": "-1", "having": {"side": "blue"}},
            {
                "says": "half, rounded up",
                "times": "1/2",
                "round": "up",
                "having": {"marks": "out-of-supply"},
                "rule": "7",
            },
            {"says": "out of the woods", "set": "1", "on": "woods"},
        ],
    }
    board = field_board(GRID, {HEX("D4"): "woods"})
    place = {"B1": "A1", "B2": "A1", "R1": "D4"}
    now = field(place, {"movement": movement}, board, marks={"B2": ["out-of-supply"]})
    assert [Mover(now, now.by_id[id_]).allowance.mp for id_ in place] == [3, 2, 1]
    told_ = allowance_line(Mover(now, now.by_id["B2"]).allowance)
    assert told_.text == "B2 has 4 MP; mud: 3; half, rounded up: 2"
    assert told_.rule == ("7",)


def test_a_reduced_unit_has_the_movement_of_its_back():
    now = field({"B1": "A1"})
    state = State(pieces=FrozenMap({"B1": Piece("A1", lost=1), "B2": Piece("eliminated", lost=2)}))
    later = positions_of(now.costs, state)
    assert [unit.id for unit in later.units] == ["B1"]
    assert Mover(later, later.by_id["B1"]).allowance.mp == 3


MINIMUM = {"factor": "movement", "rule": "6", "minimum": {"says": "one step for all", "rule": "6.1"}}


def test_one_hex_is_always_possible_unless_it_is_forbidden():
    movement = {**MINIMUM, "allowance": [{"set": "1"}]}
    board = field_board(GRID, {HEX("A2"): "woods", HEX("B1"): "lake"})
    now = field({"B1": "A1", "R1": "F5"}, {"movement": movement}, board)
    found = routes(now, now.by_id["B1"])
    assert numbers(found) == "A2"
    assert trace(now, found[HEX("A2")]) == ["A1 to A2: Woods 2 [6]", "All 1 MP: one step for all [6.1]"]
    assert walk(now, now.by_id["B1"], hexes("A2")).pace == "minimum"
    assert walk(now, now.by_id["B1"], hexes("A2 A3")).refused.says == "more than the unit has"
    stuck = field({"B1": "A1"}, {"movement": {**movement, "allowance": [{"set": "0"}]}}, board)
    assert routes(stuck, stuck.by_id["B1"]) == {}


def test_a_forced_march_keeps_clear_of_enemy_zones():
    movement = {**MAP_RULES["movement"], "march": [{"times": "2", "says": "forced march", "rule": "6.2"}]}
    grid = field_grid(10, 5)
    now = field({"B1": "A3", "R1": "G3"}, {"movement": movement}, field_board(grid))
    unit = now.by_id["B1"]
    found = routes(now, unit)
    zone = zone_of(now, now.by_id["R1"])
    assert found[grid.hex("E3")].pace == "move"
    assert found[grid.hex("F1")].pace == "march"
    assert not any(cell in zone for cell, route in found.items() if route.pace == "march")
    assert not any(cell in zone for route in found.values() if route.pace == "march" for cell in route.hexes)
    through = [grid.hex(number) for number in ["B3", "C3", "D3", "E3", "F3", "F2", "E2"]]
    assert grid.hex("F2") in zone
    assert walk(now, unit, through).refused.says == "more than the unit has"
    around = [grid.hex(number) for number in ["B3", "C3", "C2", "D1", "E1"]]
    assert trace(now, walk(now, unit, around))[-1] == "5 of 8 MP: forced march [6.2]"
    beside = field({"B1": "F2", "R1": "G3"}, {"movement": movement}, field_board(grid))
    assert all(route.pace == "move" for route in routes(beside, beside.by_id["B1"]).values())


# ---------------------------------------------------------------- zones of control


def test_a_zone_stops_at_lakes_and_cliffs():
    board = field_board(GRID, {HEX("C3"): "lake"}, {side("B2/B3"): "cliff"})
    now = field({"R1": "B3"}, board=board)
    assert numbers(sorted(zone_of(now, now.by_id["R1"]), key=now.costs.order.__getitem__)) == "A3 A4 B4 C4"
    assert HEX("B3") not in enemy_zones(now, "blue")
    assert not enemy_zones(now, "red").units


def test_the_data_states_which_units_have_a_zone_and_how_far_it_extends():
    zoc = {"having": {"groups": "armour"}, "unless": {"marks": "disrupted"}, "reach": "2"}
    place = {"R1": "A1", "R4": "D3"}
    now = field(place, {"zoc": zoc})
    assert not zone_of(now, now.by_id["R1"])
    assert len(zone_of(now, now.by_id["R4"])) == 18
    now = field(place, {"zoc": zoc}, marks={"R4": ["disrupted"]})
    assert not zone_of(now, now.by_id["R4"])


STEPS = {
    "at least": ({"start": "zoc", "end": "zoc", "at_least": "2", "says": "zone to zone"}, 2),
    "more": ({"start": "zoc", "end": "zoc", "add": "2", "says": "zone to zone"}, 3),
    "exactly": ({"start": "zoc", "end": "zoc", "cost": "4", "says": "zone to zone"}, 4),
    "forbidden": ({"start": "zoc", "end": "zoc", "forbidden": "true", "says": "zone to zone"}, None),
    "no zone there": ({"start": "free", "end": "zoc", "add": "2", "says": "into a zone"}, 1),
    "another's": ({"end": "zoc", "add": "2", "says": "into a zone", "having": {"groups": "armour"}}, 1),
    "not the first": ({"end": "zoc", "add": "2", "says": "into a zone", "first": "false"}, 1),
    "the first": ({"end": "zoc", "add": "2", "says": "into a zone", "first": "true"}, 3),
    "excepted": ({"end": "zoc", "add": "2", "says": "into a zone", "unless": {"id": "B1 B2"}}, 1),
}


@pytest.mark.parametrize("name", STEPS)
def test_effects_of_a_zone_on_entering_a_hex(name):
    line, cost = STEPS[name]
    now = field({"B1": "C2", "R1": "D3", "R2": "D1"}, {"zoc": {"steps": [{**line, "rule": "7"}]}})
    assert HEX("D2") in enemy_zones(now, "blue")
    step = Mover(now, now.by_id["B1"]).step(HEX("C2"), HEX("D2"), first=True)
    assert step.mp == cost
    if cost != 1:
        assert step.lines[-1].says == line["says"]


def test_a_zone_can_stop_a_move():
    zoc = {"steps": [{"end": "zoc", "stops": "true", "says": "next to an enemy", "rule": "7"}]}
    now = field({"B1": "A3", "R1": "C2"}, {"zoc": zoc})
    unit = now.by_id["B1"]
    assert trace(now, walk(now, unit, hexes("B2"))) == [
        "A3 to B2: Clear 1, next to an enemy: the move ends [6 7]",
        "1 of 4 MP [6]",
    ]
    assert walk(now, unit, hexes("B2 B1")).refused.says == "next to an enemy"
    assert numbers(route_to(now, unit, HEX("D3")).hexes) == "A3 B3 C4 D3"  # and not by C3, where it would stop
    assert numbers(route_to(now, unit, HEX("B1")).hexes) == "A3 A2 B1"


def test_terrain_can_stop_a_move():
    movement = {**MAP_RULES["movement"], "stops": "woods stream"}
    board = field_board(GRID, {HEX("A2"): "woods"}, {side("A3/A4"): "stream"})
    now = field({"B1": "A1", "B2": "A3"}, {"movement": movement}, board)
    assert walk(now, now.by_id["B1"], hexes("A2 A3")).refused.says == "Woods"
    assert walk(now, now.by_id["B2"], hexes("A4 A5")).refused.says == "Stream"
    assert walk(now, now.by_id["B2"], hexes("A4")).refused is None


def test_works_fortify_only_the_side_that_occupies_them():
    zoc = {
        "fortified_by": "works",
        "steps": [
            {"start": "zoc", "end": "zoc", "either": "fortified", "forbidden": "true", "says": "past works"},
            {"end": "fortified", "add": "1", "says": "next to works"},
            {"start": "fortified", "add": "1", "says": "away from works"},
        ],
    }
    place = {"B1": "B3", "B2": "A5", "R1": "C3", "R2": "D1"}
    now = field(place, {"zoc": zoc}, markers={"C3": ["works"], "A5": ["works"]})
    mover = Mover(now, now.by_id["B1"])
    assert mover.step(HEX("B3"), HEX("A3"), first=True).mp == 2
    assert mover.step(HEX("A3"), HEX("B3"), first=False).mp == 2
    assert mover.step(HEX("B3"), HEX("B2"), first=True).mp is None
    # Nobody stands in the works of A5 but their own side, so Blue pays nothing for them.
    assert Mover(now, now.by_id["B1"]).step(HEX("A3"), HEX("A4"), first=False).mp == 1


def test_friendly_units_do_not_negate_zones_for_movement_unless_the_rules_say_so():
    steps = [{"end": "zoc", "add": "1", "says": "into a zone"}]
    now = field({"B1": "A1", "B2": "A2", "R1": "A3"}, {"zoc": {"steps": steps, "lifted_by_friends": "retreat"}})
    assert routes(now, now.by_id["B1"])[HEX("A2")].mp == 2


# ---------------------------------------------------------------- supply


def test_a_supply_line_is_free_along_roads():
    ways = {side(text): "road" for text in ("B5/B4", "B4/B3", "B3/B2")}
    now = field({"B1": "C5"}, board=field_board(GRID, ways=ways))
    line = supply_line(now, now.by_id["B1"])
    assert (numbers(line.hexes), line.counted) == ("C5 B4 B3 B2 B1", 2)
    assert [f"{t.text} [{' '.join(t.rule)}]" for t in supply_lines(now.costs, line)] == [
        "C5 B4: counts 1 [8]",
        "B4 B3 B2: along the road, free [8]",
        "B2 B1: counts 1 [8]",
        "B1, its source: 2 of at most 4 steps [8]",
    ]


def test_a_supply_line_goes_round_enemies_and_not_through_their_zones():
    now = field({"B1": "A3", "R1": "B1"})
    assert numbers(supply_line(now, now.by_id["B1"]).hexes) == "A3 B3 C3 D2 D1"


def test_limits_count_all_steps_or_those_to_the_road_or_in_a_row():
    # From A5 one step leads to the road at B4, which ends at B3; the north edge is two steps on.
    ways = {side("B4/B3"): "road"}
    board = field_board(GRID, ways=ways)
    counted = {}
    for how in ("in-all", "before-path", "in-a-row"):
        supply = {**MAP_RULES["supply"], "limits": [{"steps": "2", "counted": how}]}
        for id_, number in (("B1", "A5"), ("B2", "A3"), ("B3", "B4")):
            now = field({id_: number}, {"supply": supply}, board)
            line = supply_line(now, now.by_id[id_])
            counted[how, number] = None if line is None else line.counted
    assert counted == {
        ("in-all", "A5"): None,
        ("in-all", "A3"): 2,
        ("in-all", "B4"): 2,
        ("before-path", "A5"): None,
        ("before-path", "A3"): 2,
        ("before-path", "B4"): None,  # from the road one may not go on across country
        ("in-a-row", "A5"): 3,
        ("in-a-row", "A3"): 2,
        ("in-a-row", "B4"): 2,
    }


def test_a_source_may_be_one_edge_a_hex_or_terrain():
    supply = {
        **MAP_RULES["supply"],
        "sources": [
            {"having": {"groups": "armour"}, "hexes": "F1"},
            {"having": {"side": "blue"}, "terrain": "woods"},
            {"having": {"formation": "red-1"}, "edges": "south"},
            {"edges": "north south"},
        ],
    }
    board = field_board(GRID, {HEX("F5"): "woods"})
    now = field({"B1": "D4", "B4": "D4", "R1": "A2", "R3": "A2"}, {"supply": supply}, board)
    ends = {u.id: line and GRID.number(line.hexes[-1]) for u in now.units for line in [supply_line(now, u)]}
    assert ends == {"B1": "F5", "B4": "F1", "R1": "A5", "R3": "A1"}
    assert supply_line(now, now.by_id["R1"], "north") is None
    assert GRID.number(supply_line(now, now.by_id["R3"], "south").hexes[-1]) == "A5"
    assert supply_line(now, now.by_id["B1"], "north") is None


def test_a_unit_at_its_source_is_supplied_and_an_enemy_in_the_source_cuts_it():
    supply = {**MAP_RULES["supply"], "sources": [{"hexes": "C3"}]}
    now = field({"B1": "C3", "R1": "C2"}, {"supply": supply})
    assert supply_line(now, now.by_id["B1"]).counted == 0
    assert supply_line(now, now.by_id["R1"]) is None


def test_roads_lead_from_hex_to_hex():
    ways = {side(text): "road" for text in ("A1/A2", "A2/A3", "C1/C2")}
    now = field({}, board=field_board(GRID, ways=ways))
    assert road_connected(now.costs, HEX("A1"), HEX("A3"), "road")
    assert not road_connected(now.costs, HEX("A1"), HEX("C1"), "road")
    assert not road_connected(now.costs, HEX("F5"), HEX("F5"), "road")


# ---------------------------------------------------------------- stacking

POINTS = {
    "rule": "9",
    "worth": [{"having": {"size": "regiment"}, "points": "2"}],
    "limits": [{"rooms": [{"points": "3"}]}],
}
FORMATION = {
    "rule": "9",
    "limits": [
        {
            "says": "one brigade and armour",
            "rooms": [{"same": "brigade"}, {"having": {"groups": "armour"}, "number": "1"}],
        },
        {"says": "any two", "rooms": [{"number": "2"}]},
    ],
}
STACKS = [
    ({"limits": [{"rooms": [{"number": "2"}]}]}, "B1 B2", True),
    ({"limits": [{"rooms": [{"number": "2"}]}]}, "B1 B2 B3", False),
    ({"limits": [{"rooms": [{"number": "2"}]}], "unless": {"groups": "armour"}}, "B1 B2 B4", True),
    (POINTS, "B1 B2 B4", True),
    (POINTS, "B1 B3", True),
    (POINTS, "B1 B2 B3", False),
    (FORMATION, "B1 B2", True),  # blue-1
    (FORMATION, "B1 B2 B4", True),  # blue-1 and armour of blue-2
    (FORMATION, "B1 B3", True),  # any two
    (FORMATION, "B1 B2 B3", False),
    (FORMATION, "B3 B4", True),  # blue-2
    (FORMATION, "B1 B3 B4", False),
]


@pytest.mark.parametrize(("stacking", "units", "legal"), STACKS)
def test_stacks(stacking, units, legal):
    now = field(dict.fromkeys(units.split(), "C3"), {"stacking": stacking})
    assert stack_legal(now, HEX("C3")) is legal
    assert numbers(overstacked(now)) == ("" if legal else "C3")


def test_a_stack_assigns_each_unit_to_a_limit():
    now = field({"B1": "C3", "B2": "C3", "B4": "C3"}, {"stacking": FORMATION})
    fit = stack_fit(now.costs, now.units)
    assert fit.limit.says == "one brigade and armour"
    assert fit.rooms == (("B1", "B2"), ("B4",))


def test_more_units_are_added_to_those_of_their_side():
    now = field({"B1": "C3", "B2": "C3", "B3": "B3", "R1": "F5"})
    assert not stack_legal(now, HEX("C3"), [now.by_id["B3"]])
    assert stack_legal(now, HEX("C3"), [now.by_id["B1"]])
    assert stack_legal(now, HEX("D4"), [now.by_id["B3"], now.by_id["B1"]])


def test_a_limit_holds_under_its_ruling():
    stacking = {
        "limits": [
            {"rooms": [{"number": "1"}], "ruling": {"R-1": "one"}},
            {"rooms": [{"number": "2"}], "ruling": {"R-1": "two"}},
        ]
    }
    rulings = {"R-1": {"asks": "How many?", "default": "one", "options": {"one": "One.", "two": "Two."}}}
    place = {"B1": "C3", "B2": "C3"}
    by_default = field(place, {"stacking": stacking}, rulings=rulings)
    other = field(place, {"stacking": stacking}, in_force={"R-1": "two"}, rulings=rulings)
    assert not stack_legal(by_default, HEX("C3"))
    assert stack_legal(other, HEX("C3"))


def test_huge_stacks_are_refused():
    counters = {f"B{i}": {**COUNTERS["B1"], "label": f"B{i}"} for i in range(100)}
    now = field(dict.fromkeys(counters, "C3"), {"stacking": FORMATION}, counters=counters)
    assert not stack_legal(now, HEX("C3"))
    assert stack_fit(now.costs, now.units[:60]).rooms[1] == ()


# ---------------------------------------------------------------- retreats and advances


def test_a_retreat_avoids_uncontested_zones():
    now = field({"B1": "C3", "B2": "B2", "R1": "C4", "R2": "C2"})
    # R1 and R2 cover all neighbours of C3; only in B2 does a friend lift their zones.
    assert numbers(retreats(now, now.by_id["B1"], 1)) == "B2"
    assert retreat_line(now.costs, retreats(now, now.by_id["B1"], 1)[HEX("B2")]).text == "C3 B2"
    assert numbers(retreats(now, now.by_id["B1"], 2)) == "A2 A3"
    assert numbers(retreats(now, now.by_id["B1"], 2, hexes("B2"))) == ""
    assert numbers(retreats(now, now.by_id["B1"], 0)) == "C3"


def test_zones_are_negated_for_the_purposes_named():
    place = {"B1": "C3", "B2": "B2", "R1": "C4", "R2": "C2"}
    for_supply = field(place, {"zoc": {"lifted_by_friends": "supply"}})
    assert numbers(retreats(for_supply, for_supply.by_id["B1"], 1)) == ""
    assert supply_line(for_supply, for_supply.by_id["B1"]).hexes[1] == HEX("B2")
    for_retreat = field(place, {"zoc": {"lifted_by_friends": "retreat"}})
    assert supply_line(for_retreat, for_retreat.by_id["B1"]) is None


def test_a_retreat_ends_in_a_legal_stack_and_may_pass_through_others():
    place = {"B1": "A1", "B2": "A2", "B3": "A2", "R1": "B1"}
    now = field(place)
    assert numbers(retreats(now, now.by_id["B1"], 1)) == ""
    assert numbers(retreats(now, now.by_id["B1"], 2)) == "A3"


def test_a_retreat_off_the_map():
    rules = {"retreat": {"off_map": "eliminated"}}
    now = field({"B1": "A1", "R1": "A2"}, rules)
    assert list(retreats(now, now.by_id["B1"], 1)) == [None]  # B1 is in a zone, A2 held
    away = field({"B1": "C3"}, rules)
    assert None not in retreats(away, away.by_id["B1"], 2)
    assert None in retreats(away, away.by_id["B1"], 3)
    assert retreat_line(away.costs, retreats(away, away.by_id["B1"], 3)[None]).text == "C3 B2 A2 and off the map"


def test_a_retreat_may_have_to_lead_away():
    free, away = (field({"B1": "C3"}, {"retreat": {"away": flag}}) for flag in ("false", "true"))
    assert HEX("B2") in retreats(free, free.by_id["B1"], 2)
    assert HEX("B2") not in retreats(away, away.by_id["B1"], 2)
    with pytest.raises(ValueError, match="a retreat of 7 hexes is not possible; write 0 to 6"):
        retreats(free, free.by_id["B1"], 7)


def test_advances():
    now = field({"B1": "C3", "B2": "D2", "B3": "D2", "R1": "C4"}, board=field_board(GRID, {HEX("B3"): "lake"}))
    unit = now.by_id["B1"]
    assert [may_advance(now, unit, HEX(number)) for number in ("C2", "B3", "C4", "D2", "A1")] == [True] + [False] * 4
    said = [advance_fault(now, unit, HEX(number)).says for number in ("B3", "C4", "D2", "A1")]
    assert said == ["Lake", "R1 is there", "B2, B3, B1 may not stack", "not next to it"]


# ---------------------------------------------------------------- range and control


def test_range_is_counted_in_hexes():
    now = field({"B1": "A1"})
    assert [in_range(now, now.by_id["B1"], HEX(number)) for number in ("A1", "A2", "A4", "A5")] == [
        False,
        True,
        True,
        False,
    ]
    afar = field({"B1": "A1"}, {"range": {"least": "2"}})
    assert not in_range(afar, afar.by_id["B1"], HEX("A2"))


CONTROL = [{"places": "woods", "start": "blue", "starts": {"B2": "red"}}]


def test_places_are_controlled_by_the_last_side_there():
    board = field_board(GRID, dict.fromkeys(hexes("A1 B2 C3"), "woods"))
    now = field({"R1": "A1", "B1": "F5"}, {"control": CONTROL}, board)
    assert {GRID.number(cell): side for cell, side in controlled(now).items()} == {
        "A1": "red",
        "B2": "red",
        "C3": "blue",
    }
    assert controller(now, HEX("F4")) == ""
    gone = Positions(now.costs, (), {}, controlled(now))
    assert controller(gone, HEX("A1")) == "red"
    held = field({"R1": "A1"}, {"control": [{**CONTROL[0], "held": "occupied"}]}, board)
    assert [controller(held, HEX(number)) for number in ("A1", "C3")] == ["red", ""]


def test_a_road_adds_to_the_allowance_once():
    movement = {"factor": "movement", "rule": "6", "along": {"road": {"extra": "1", "rule": "6.1"}}}
    terrain = {**TERRAIN, "road": {**TERRAIN["road"], "cost": "1 along it"}}
    board = field_board(field_grid(6, 8), ways={side("A1/A2"): "road", side("A2/A3"): "road"})
    now = field({"B1": "A1", "B2": "B1"}, {"movement": movement}, board, terrain=terrain)
    found = {GRID.number(cell): route.mp for cell, route in routes(now, now.by_id["B1"]).items() if cell in GRID}
    assert found["A5"] == 4
    grid = now.costs.board.grid
    five = route_to(now, now.by_id["B1"], grid.hex("A6"))
    assert (five.mp, five.allowance, five.extra.rule) == (5, 5, ("6.1",))
    assert trace(now, five)[-2:] == ["along the road: 1 MP more [6.1]", "5 of 5 MP [6]"]
    in_hexes = field({"B1": "A1"}, {"movement": {**movement, "counts": "hex hexes"}}, board, terrain=terrain)
    assert trace(in_hexes, route_to(in_hexes, in_hexes.by_id["B1"], grid.hex("A6")))[-2:] == [
        "along the road: 1 hex more [6.1]",
        "5 of 5 hexes [6]",
    ]
    assert route_to(now, now.by_id["B1"], grid.hex("A7")) is None
    # the way that a player names
    assert walk(now, now.by_id["B1"], [grid.hex(n) for n in ("B1", "B2", "B3", "B4", "B5")]).refused is not None
    # to the road and along its second half is as good; to its head and back again is too far
    assert route_to(now, now.by_id["B2"], grid.hex("A6")).hexes[1:3] == (grid.hex("A2"), grid.hex("A3"))


def test_units_that_cross_a_stream_one_way_only_do_not_go_back():
    rafts = {"having": {"side": "blue"}, "costs": {"cliff": "as the hex"}, "one_way": {"cliff": "north"}}
    board = field_board(GRID, sides={side("A1/A2"): "cliff", side("A2/A3"): "cliff"})
    now = field({"B1": "A1", "R1": "B1"}, {"movement": {"factor": "movement", "classes": {"rafts": rafts}}}, board)
    assert walk(now, now.by_id["B1"], hexes("A2")).refused is None
    assert walk(now, now.by_id["B1"], hexes("A2 A1")).refused.says == "Cliff, the wrong way"
    assert walk(now, now.by_id["B1"], hexes("A2 A3")).refused.says == "Cliff, the wrong way"
    assert walk(now.moved("B1", HEX("E5")), now.by_id["R1"], hexes("A1 A2")).refused.says == "Cliff"
    assert advance_fault(now, now.by_id["B1"], HEX("A2")) is None
    over = now.moved("B1", HEX("A2"))
    assert advance_fault(over, over.by_id["B1"], HEX("A1")).says == "Cliff, the wrong way"


def test_a_factor_named_range_is_the_range_of_the_face_that_is_up() -> None:
    """Without such a factor, the range of the counter applies to both faces."""
    unit = {"kind": "unit", "label": "Guns", "steps": "2", "back": {"factors": "1-3-2"}}
    game = make_game(
        {
            "game": {"title": "Ranges", "designer": "Nobody"},
            "counter_print": {"side": "15mm", "factors": "strength range movement"},
            "counters": {"G": unit | {"front": "3-5-3"}},
        }
    )
    plain = game.model_copy(
        update={"counter_print": None, "counters": {"G": game.counters["G"].model_copy(update={"range": 4})}}
    )
    assert [unit_of(game, "G", Piece("A1", lost)).range for lost in (0, 1)] == [5, 3]
    assert [unit_of(plain, "G", Piece("A1", lost)).range for lost in (0, 1)] == [4, 4]
