"""The map rules of Meiktila: cases from its rules, and the facts of its worked example."""

from functools import cache

import pytest

from pnp.compose.rulebook.reconstructed_values import reconstruction_notes
from pnp.load import find_game, load_game
from pnp.load.board_reader import resolve_board
from pnp.rules.expressions import core_functions, map_functions, unit_functions
from pnp.rules.expressions.language import Language
from pnp.rules.expressions.legal_moves import legal_advance, legal_move, legal_retreat
from pnp.rules.expressions.vocabulary import FunctionContext, GameVariant
from pnp.rules.map.after_combat import retreats
from pnp.rules.map.movement import Route, routes, walk
from pnp.rules.map.positions import Positions, controlled, positions_of
from pnp.rules.map.route_text import route_lines, supply_lines
from pnp.rules.map.stack_limits import stack_fit, stack_legal
from pnp.rules.map.supply_lines import supply_line
from pnp.rules.map.zones import enemy_zones
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup, UnitNames, build_state
from pnp.rules.state.state import State

assert core_functions, unit_functions  # their functions are registered


@cache
def variant(**rulings: str) -> GameVariant:
    game = load_game(find_game("meiktila"))
    return GameVariant(game, resolve_board(game), {id_.replace("_", "-"): option for id_, option in rulings.items()})


def state_of(place: dict[str, list[str]], markers: dict[str, list[str]] | None = None) -> State:
    here = variant()
    state, wrong = build_state(UnitNames(here.game, here.board), Setup(place, markers or {}), "", "E001")
    assert not wrong
    return state


def now_at(place: dict[str, list[str]], markers: dict[str, list[str]] | None = None, **rulings: str) -> Positions:
    return positions_of(map_functions.terrain_costs_of(variant(**rulings)), state_of(place, markers))


def unit(now: Positions, label: str):
    return next(unit for unit in now.units if unit.label == label)


def cells(now: Positions, text: str):
    return now.costs.board.grid.parse_hexes(text)


def numbers(now: Positions, found) -> str:
    return " ".join(now.costs.board.grid.number(cell) for cell in found if cell is not None)


def trace(now: Positions, route: Route) -> list[str]:
    return [f"{line.text} [{' '.join(line.rule)}]" for line in route_lines(now.costs, route)]


SEYWA = {"M8": ["1/55", "2/55", "3/55", "1/14"], "N8": ["1/214", "2/214"], "M7": ["1/3 Gurkha", "5 PH"]}
"""The situation of the example after 6.5.4."""


def ask(text: str, place: dict[str, list[str]] = SEYWA, markers: dict[str, list[str]] | None = None, **values: str):
    """Return the value of an expression; units are given by their labels."""
    here, state = variant(), state_of(place, markers)
    roster = UnitNames(here.game, here.board)
    context = FunctionContext(here, state)
    scope = dict.fromkeys(values, "unit")
    expression = Language(here.game).compile(text, scope)
    return expression.value({name: roster.unit(label) for name, label in values.items()}, context)


# ---------------------------------------------------------------- the example after 6.5.4


def test_where_the_units_of_the_example_can_retreat_to():
    now = now_at(SEYWA)
    assert numbers(now, retreats(now, unit(now, "5 PH"), 1)) == "L7 M6"
    assert numbers(now, retreats(now, unit(now, "1/3 Gurkha"), 1)) == "L7 M6"
    # L8 lies in the zone of M7; N8 is closed by stacking.
    assert numbers(now, retreats(now, unit(now, "1/55"), 1)) == "L9 M9 N9"


def test_the_zones_of_the_example():
    now = now_at(SEYWA)
    zones = enemy_zones(now, "allied")
    assert {number for number in ("L8", "N7", "M7") if cells(now, number)[0] in zones} == {"L8", "N7", "M7"}
    assert not {number for number in ("L7", "M6") if cells(now, number)[0] in zones}


def test_the_stacks_of_the_example_are_legal():
    now = now_at(SEYWA)
    assert all(stack_legal(now, cell) for cell in cells(now, "M8 N8 M7"))
    fit = stack_fit(now.costs, now.at(*cells(now, "M8")))
    assert fit.rooms == (("J01", "J02", "J03"), (), ("J20",))


# ---------------------------------------------------------------- 6.2 and 6.4, movement


def test_a_tank_breaks_away_along_the_road():
    place = {"M7": ["5 PH"], "N8": ["1/214"], "L8": ["1/3 Gurkha"]}
    now = now_at(place)
    assert trace(now, walk(now, unit(now, "5 PH"), cells(now, "L8 K8 J9 I9"))) == [
        "M7 to L8: along the road ½ [6.2]",
        "L8 to K8: along the road ½ [6.2]",
        "K8 to J9: along the road ½ [6.2]",
        "J9 to I9: along the road ½ [6.2]",
        "2 of 4 MP [6.2]",
    ]


ZONE_TO_ZONE = {"two-or-terrain": "2", "on-top": "2½", "two-flat": "2"}


@pytest.mark.parametrize("option", ZONE_TO_ZONE)
def test_a_step_from_zone_to_zone(option):
    now = now_at({"M7": ["5 PH"], "M8": ["1/55"]}, R_08=option)
    line = trace(now, walk(now, unit(now, "5 PH"), cells(now, "L8")))[0]
    assert line.startswith("M7 to L8: along the road ½, from ZOC to ZOC")
    assert line.endswith(f"= {ZONE_TO_ZONE[option]} MP [6.2 6.4]")


def test_no_unit_moves_past_an_improved_position():
    place, works = {"M7": ["5 PH"], "M8": ["1/55"]}, {"M8": ["improved-position"]}
    now = now_at(place, works)
    assert trace(now, walk(now, unit(now, "5 PH"), cells(now, "L8")))[-1] == (
        "Not possible: no move from ZOC to ZOC where an enemy holds an Improved Position [6.4 8.4]"
    )
    assert trace(now, walk(now, unit(now, "5 PH"), cells(now, "L7")))[0] == (
        "M7 to L7: Clear 1, out of the ZOC of an Improved Position +1 = 2 MP [6.2 6.4]"
    )
    only_entering = now_at(place, works, R_09="entering-only")
    assert trace(only_entering, walk(only_entering, unit(only_entering, "5 PH"), cells(now, "L7")))[0] == (
        "M7 to L7: Clear 1 [6.2]"
    )
    assert trace(now, walk(now, unit(now, "5 PH"), cells(now, "L7 L8")))[1] == (
        "L7 to L8: Clear 1, into the ZOC of an Improved Position +1 = 2 MP [6.2 6.4 8.4]"
    )


def test_a_forced_march_from_the_north_edge():
    now = now_at({"J1": ["1/55"], "I9": ["1 W Yorks"]})
    route = walk(now, unit(now, "1/55"), cells(now, "J2 J3 J4 J5 J6 J7"))
    assert trace(now, route)[-1] == "3 of 4 MP [6.2]"
    found = routes(now, unit(now, "1/55"))
    zones = enemy_zones(now, "japanese")
    assert {route.pace for route in found.values()} == {"move", "march"}
    assert trace(now, found[cells(now, "J8")[0]])[-1] == "3½ of 4 MP [6.2]"
    assert trace(now, found[cells(now, "K7")[0]])[-1] == "4 of 4 MP [6.2]"
    assert trace(now, found[cells(now, "L7")[0]])[-1] == "4½ of 8 MP: forced march [6.2.1]"
    assert not any(cell in zones for route in found.values() if route.pace == "march" for cell in route.hexes)


def test_supply_halves_the_movement_and_marching_doubles_that():
    now = now_at({"C9": ["1 W Yorks out-of-supply"]})
    found = routes(now, unit(now, "1 W Yorks"))
    assert max(route.mp for route in found.values()) == 4  # 3 is halved to 2, and a march doubles it


def test_one_hex_is_always_possible_but_never_a_lake():
    now = now_at({"K14": ["NF Med out-of-supply"]})
    route = walk(now, unit(now, "NF Med"), cells(now, "K15"))
    assert trace(now, route) == [
        "K14 to K15: Jungle 2 [6.2]",
        "2 of 2 MP: forced march [6.2.1]",
    ]
    beside = now_at({"K14": ["NF Med out-of-supply"], "J14": ["1 W Yorks"]})
    assert trace(beside, walk(beside, unit(beside, "NF Med"), cells(now, "K15")))[-1] == (
        "All 1 MP: one step for all movement points [6.2]"
    )
    lake = now_at({"I9": ["1 W Yorks"]})
    assert trace(lake, walk(lake, unit(lake, "1 W Yorks"), cells(now, "H10")))[-1] == "Not possible: Lake [6.2]"


# ---------------------------------------------------------------- 7.0, supply


def test_supply_of_the_example():
    now = now_at({**SEYWA, "I9": ["1 W Yorks"]})
    line = supply_line(now, unit(now, "1/3 Gurkha"))
    assert [f"{t.text} [{' '.join(t.rule)}]" for t in supply_lines(now.costs, line)] == [
        "M7 L7 K7 J8: counts 3 [7.1]",
        "J8 J9 I9: along the road, free [7.1]",
        "I9, Meiktila: 3 of at most 5 steps [7.1 7.0]",
    ]
    assert supply_line(now, unit(now, "1/214"), "south").counted == 2
    assert supply_line(now, unit(now, "1/214"), "north").counted == 3


def test_the_49th_division_traces_to_the_south_alone():
    now = now_at({"J2": ["1/106", "1/55"]})
    assert now.costs.board.grid.number(supply_line(now, unit(now, "1/55")).hexes[-1]) == "J1"
    assert supply_line(now, unit(now, "1/106"), "north") is None
    assert supply_line(now, unit(now, "1/106")).hexes[-1] in cells(now, "A18-P18")


def test_an_enemy_in_meiktila_cuts_off_every_allied_unit():
    now = now_at({"I9": ["1/55"], "M7": ["1/3 Gurkha"], "G9": ["9 Border"]})
    assert [supply_line(now, u) for u in now.units if u.side == "allied"] == [None, None]


def test_every_hex_is_at_most_five_from_a_road():
    now = now_at({})
    costs, roads = now.costs, now.costs.on_ways["road"]
    assert len(roads) == 75
    steps = dict.fromkeys(roads, 0)
    edge = list(roads)
    while edge:
        edge = [
            end
            for cell in edge
            for end in costs.neighbours[cell]
            if "lake" not in costs.kinds(end) and steps.setdefault(end, steps[cell] + 1) == steps[cell] + 1
            if end not in edge
        ]
        edge = list(dict.fromkeys(edge)) if len(steps) < 284 else []
    assert len(steps) == 288 - 4
    assert numbers(now, sorted((c for c, n in steps.items() if n == 5), key=costs.order.__getitem__)) == "A17 A18"
    assert max(steps.values()) == 5


# ---------------------------------------------------------------- 6.3, stacking

STACKS = [
    ("1 W Yorks|4/12 FF Regt|1/7 Gurkha", True, True),
    ("1 W Yorks|4/12 FF Regt|1/7 Gurkha|129 Fd Regt|5 PH", True, False),
    ("1 W Yorks|4/12 FF Regt|1/7 Gurkha|5 PH", True, True),
    ("1 W Yorks|4/12 FF Regt|1/7 Gurkha|129 Fd Regt", True, True),
    ("1 W Yorks|4/12 FF Regt|1/7 Gurkha|9 Border", False, False),
    ("1 W Yorks|9 Border", True, True),
    ("1 W Yorks|9 Border|5 PH", True, False),
    ("1 W Yorks|9 Border|1 Sikh Lt Inf", False, False),
    ("5 PH|9 DH|16 LC|4/4 B Gren", True, True),
    ("1 W Yorks|4/12 FF Regt|5 PH|9 DH", False, False),
    ("129 Fd Regt|1 Ind Fd Regt", True, True),
    ("129 Fd Regt|1 Ind Fd Regt|21 Mtn Regt", False, False),
    ("1/55|2/55|3/55|1/14|NF Med", True, False),
    ("1/214|2/214|1/55", False, False),
    ("1/55|2/55|1/214", True, True),
]


@pytest.mark.parametrize(("labels", "legal", "without_free_armour"), STACKS)
def test_stacks(labels, legal, without_free_armour):
    place = {"C9": labels.split("|")}
    assert stack_legal(now_at(place), *cells(now_at({}), "C9")) is legal
    strict = now_at(place, R_10="formation-and-one-more")
    assert stack_legal(strict, *cells(strict, "C9")) is without_free_armour


# ---------------------------------------------------------------- control


def test_airfields_and_the_city_are_allied_until_a_japanese_unit_enters():
    now = now_at({"D5": ["1/55"]})
    owners = {now.costs.board.grid.number(cell): side for cell, side in controlled(now).items()}
    assert owners == {"D5": "japanese", "G9": "allied", "I9": "allied", "J10": "allied", "M7": "allied"}
    state = map_functions.update_control(variant(), state_of({"D5": ["1/55"]}))
    assert state.control["D5"] == "japanese"
    gone = map_functions.update_control(variant(), state.with_piece(state.pieces_at("D5")[0], place="A9"))
    assert gone.control["D5"] == "japanese"


# ---------------------------------------------------------------- as expressions

ASKED: list[tuple[str, object]] = [
    ("crosses('N8', 'M7', 'stream')", True),
    ("crosses('M8', 'M7', 'stream')", False),
    ("crosses('A1', 'M7', 'stream')", False),
    ("is('M7', 'town') && is('M7', 'airfield') && is('M7', 'road')", True),
    ("terrain('M7')", ("clear", "town", "airfield")),
    ("has_place('M7', 'road')", False),
    ("along('M7', 'N7', 'road')", True),
    ("road_connected('A1', 'P18', 'road')", True),
    ("distance('I9', 'M7')", 4),
    ("adjacent('M7', 'N8')", True),
    ("neighbours('M7')", ("L7", "L8", "M6", "M8", "N7", "N8")),
    ("count(within('I9', 1))", 7),
    ("count(hexes_with('airfield'))", 4),
    ("edge('A1', 'north') && !edge('A1', 'south')", True),
    ("count(edge_hexes('south'))", 16),
    ("count(units_at('M8'))", 4),
    ("count(units_at('M8', 'allied'))", 0),
    ("occupied('M7') && !occupied('I9')", True),
    ("count(enemies_next_to('M7', 'allied'))", 6),
    ("in_zoc('L8', 'japanese') && in_zoc('L8', 'allied')", True),
    ("in_enemy_zoc('L7', 'allied')", False),
    ("in_enemy_zoc(tank)", True),
    ("fortified('M8')", False),
    ("controller('M7')", "allied"),
    ("count(controlled('allied', 'airfield'))", 4),
    ("allowance(tank)", 4),
    ("'L7' in reachable(tank)", True),
    ("can_reach(tank, 'A1')", False),
    ("move_cost(tank, 'M6')", "1"),
    ("move_cost(tank, 'A1')", ""),
    ("move_pace(tank, 'M6')", "move"),
    ("move_path(tank, 'L6')", ("M7", "L7", "L6")),
    ("may_move(tank, ['L8', 'K8'])", True),
    ("move_cost(tank, ['L8', 'K8'])", "2½"),
    ("stack_legal('M8') && !stack_legal('N8', [first])", True),
    ("overstacked()", ()),
    ("retreat_hexes(tank, 1)", ("L7", "M6")),
    ("retreat_hexes(tank, 1, ['L7'])", ("M6",)),
    ("retreats_off_map(tank, 1)", False),
    ("may_advance(first, 'M7')", False),
    ("in_range(first, 'M7')", False),
    ("on_map(tank)", True),
    ("traces(tank)", True),
    ("traces(first, 'south') && traces(first, 'north')", True),
    ("supply_path(tank)", ("M7", "L7", "K7", "J8", "J9", "I9")),
    ("supply_path(first, 'south')[0]", "M8"),
    ("supply_steps(tank)", 3),
]


@pytest.mark.parametrize(("text", "value"), ASKED)
def test_expressions_can_read_the_map(text, value):
    names = {"tank": "5 PH", "first": "1/55"}
    used = {name: label for name, label in names.items() if name in text}
    assert ask(text, **used) == value


def test_fortified_by_a_marker_and_a_unit():
    works = {"M8": ["improved-position"], "C9": ["improved-position"]}
    assert ask("fortified('M8') && !fortified('C9')", markers=works) is True


UNPLAYABLE: list[tuple[str, str]] = [
    ("distance('M7', 'zz' + 'z')", "hex zzz is not on this map"),
    ("count(within('M7', 500))", "500 is not a valid distance"),
    ("retreat_hexes(tank, 9)", "9 is not a valid length of a retreat"),
    ("supply_steps(tank)", "5 PH has no supply line"),
]


@pytest.mark.parametrize(("text", "wrong"), UNPLAYABLE)
def test_a_function_with_invalid_arguments_states_why(text, wrong):
    place = {"M7": ["5 PH"], "I9": ["1/55"]}
    with pytest.raises(RuleError) as caught:
        ask(text, place, **({"tank": "5 PH"} if "tank" in text else {}))
    assert caught.value.wrong == wrong


def test_a_unit_that_is_not_on_the_map_may_do_nothing():
    place = {"eliminated": ["5 PH"]}
    for text in ("reachable(tank)", "retreat_hexes(tank, 1)", "supply_path(tank)"):
        assert ask(text, place, tank="5 PH") == ()
    assert (
        ask("traces(tank) || on_map(tank) || may_advance(tank, 'M7') || in_enemy_zoc(tank)", place, tank="5 PH")
        is False
    )


# ---------------------------------------------------------------- ways, as play and traces need them


def context(place: dict[str, list[str]] = SEYWA, markers: dict[str, list[str]] | None = None) -> FunctionContext:
    return FunctionContext(variant(), state_of(place, markers))


def of(here: FunctionContext, label: str):
    return here.unit(UnitNames(here.game, here.board).unit(label))


def test_paths_of_moves():
    here = context({"M7": ["5 PH out-of-supply"], "N8": ["1/214"]})
    way = legal_move(here, of(here, "5 PH"), "K8")
    assert (way.hexes, way.refused) == (("M7", "L8", "K8"), "")
    assert [line.text for line in way.lines] == [
        "5 PH has 4 MP; out of supply: half, rounded up: 2",
        "M7 to L8: along the road ½",
        "L8 to K8: along the road ½",
        "1 of 2 MP",
    ]
    assert legal_move(here, of(here, "5 PH"), "K8", ("L7", "K7")).hexes == ("M7", "L7", "K7", "K8")
    assert legal_move(here, of(here, "5 PH"), "A1").refused == "5 PH cannot reach A1"
    assert legal_move(here, of(here, "5 PH"), "N8").refused == "1/214 is there"
    gone = context({"eliminated": ["2/55"]})
    with pytest.raises(RuleError, match="2/55 is not on the map"):
        legal_move(gone, of(gone, "2/55"), "A1")


def test_paths_of_retreats_and_advances():
    here = context()
    assert legal_retreat(here, of(here, "5 PH"), "L7", 1).hexes == ("M7", "L7")
    assert legal_retreat(here, of(here, "5 PH"), "L8", 1).refused == "5 PH cannot retreat to L8"
    assert legal_retreat(here, of(here, "5 PH"), "", 1).refused == "5 PH cannot retreat off the map"
    assert legal_advance(here, of(here, "1/55"), "M7").refused == "1/3 Gurkha is there"
    assert legal_advance(here, of(here, "1/55"), "M9").lines == (("M8 M9", ("6.5.4",)),)
    edge = context({"A1": ["1/55"]})
    assert legal_retreat(edge, of(edge, "1/55"), "", 1).lines == (("A1 and off the map", ("6.5.3",)),)


# ---------------------------------------------------------------- what of it is ours


def test_the_notes_on_reconstruction_list_what_the_rules_of_the_map_add():
    groups = {
        group.title: {note.what: note.which for note in group.notes} for group in reconstruction_notes(variant().game)
    }
    assert groups["Rules of the map"] == {
        "Movement": "a road crosses streams for nothing",
        "Control": "held by the side last there",
    }
