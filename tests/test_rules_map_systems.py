"""Map rules of other families of games, written in data alone."""

import pytest

from pnp.rules.map.after_combat import retreats
from pnp.rules.map.movement import routes, walk
from pnp.rules.map.stack_limits import stack_legal
from tests.rules_map_games import TERRAIN, field, field_board, field_grid

GRID = field_grid()
HEX = GRID.hex


def hexes(text):
    return [HEX(number) for number in text.split()]


def numbers(found):
    return " ".join(GRID.number(cell) for cell in found if cell is not None)


# A game of armies that never share a hex, stop at rivers and mountains, and never move away from the enemy by choice.
ARMIES = {
    "movement": {
        "factor": "movement",
        "allowance": [{"set": "2"}, {"set": "1", "on": "woods"}],
        "stops": "woods stream",
        "blocked_by": "prohibited enemy friend",
        "classes": {"all": {"having": {"kind": "unit"}, "costs": {"woods": "1", "stream": "as the hex"}}},
    },
    "zoc": {
        "blocked_by": "",
        "steps": [
            {"start": "zoc", "first": "true", "forbidden": "true", "says": "next to an enemy"},
            {"end": "zoc", "stops": "true", "says": "next to an enemy"},
        ],
    },
    "retreat": {"blocked_by": "prohibited enemy friend zoc", "off_map": "eliminated"},
}


def test_armies_stop_at_obstacles_and_next_to_enemies():
    board = field_board(GRID, {HEX("C3"): "woods", HEX("C2"): "woods"}, {GRID.parse_hexside("A4/A5"): "stream"})
    now = field({"B1": "B3", "B2": "C3", "R1": "E1", "B3": "F1", "B4": "A5"}, ARMIES, board)
    free = routes(now, now.by_id["B1"])
    assert HEX("C3") not in free  # a friend is there
    assert walk(now, now.by_id["B1"], hexes("B2 C2")).refused is None
    assert walk(now, now.by_id["B4"], hexes("A4 A3")).refused.says == "Stream"
    assert max(route.mp for route in routes(now, now.by_id["B2"]).values()) == 1  # out of the mountains
    assert routes(now, now.by_id["B3"]) == {}  # next to an enemy
    assert numbers(retreats(now, now.by_id["B3"], 1)) == "F2"


# A game of battalions and regiments: three stacking points a side, and who lies next to a regiment stops.
POINTS = {
    "zoc": {
        "having": {"size": "regiment"},
        "unless": {"marks": "disrupted"},
        "steps": [{"end": "zoc", "stops": "true"}],
    },
    "stacking": {
        "worth": [{"having": {"size": "battalion"}, "points": "1"}, {"points": "2"}],
        "limits": [{"rooms": [{"points": "3"}]}],
    },
}


def test_battalions_stop_next_to_regiments_that_are_not_disrupted():
    place = {"B1": "A1", "R3": "C1"}
    steady, shaken = field(place, POINTS), field(place, POINTS, marks={"R3": ["disrupted"]})
    assert walk(steady, steady.by_id["B1"], hexes("B1 B2")).refused
    assert walk(shaken, shaken.by_id["B1"], hexes("B1 B2")).refused is None
    assert stack_legal(field({"B1": "C3", "B3": "C3"}, POINTS), HEX("C3"))
    assert not stack_legal(field({"B1": "C3", "B2": "C3", "B3": "C3"}, POINTS), HEX("C3"))


# A game of companies on foot and on wheels: a zone is left to where there is none, and scouts may slip along it.
WHEELS = {
    "movement": {
        "factor": "movement",
        "minimum": {"says": "one hex"},
        "classes": {
            "wheels": {"having": {"groups": "armour"}, "costs": {"woods": "4", "stream": "+2", "swamp": "prohibited"}}
        },
    },
    "zoc": {
        "steps": [
            {"start": "zoc", "end": "zoc", "forbidden": "true", "says": "zone to zone", "unless": {"id": "B1"}},
            {"start": "zoc", "end": "zoc", "first": "false", "forbidden": "true", "says": "zone to zone"},
            {"end": "zoc", "stops": "true", "says": "into a zone"},
        ]
    },
    "retreat": {"blocked_by": "prohibited enemy", "away": "true"},
}
SWAMP = {**TERRAIN, "swamp": {"name": "Swamp", "of": "hex", "look": "marsh", "cost": "2"}}


@pytest.mark.parametrize(("id_", "way", "refused"), [
    ("B1", "B2", False),  # a scout slips along the zone
    ("B2", "B2", True),
    ("B2", "A3", False),
    ("B1", "B2 B1", True),
])  # fmt: skip
def test_units_leave_zones_only_into_free_hexes(id_, way, refused):
    now = field({id_: "B3", "R1": "C3"}, WHEELS, terrain=SWAMP)
    assert (walk(now, now.by_id[id_], hexes(way)).refused is not None) is refused


def test_wheeled_and_foot_units_pay_their_own_costs():
    board = field_board(GRID, {HEX("A2"): "swamp", HEX("B1"): "woods"})
    now = field({"B1": "A1", "B4": "A1"}, WHEELS, board, terrain=SWAMP)
    feet, wheels = (routes(now, now.by_id[id_]) for id_ in ("B1", "B4"))
    assert (feet[HEX("A2")].mp, feet[HEX("B1")].mp) == (2, 2)
    assert (wheels[HEX("B1")].mp, HEX("A2") in wheels) == (4, False)


def test_a_long_retreat_leads_away():
    now = field({"B1": "A1", "R1": "B2"}, WHEELS, terrain=SWAMP)
    assert numbers(retreats(now, now.by_id["B1"], 2)) == "A3 C1 C2"
