"""The postcard game of Myitkyina in play: its tables of chances, odds, moves, combats, recovery and victory."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from tests.playing import Played, only, texts_of_aids

PLAYED = Played("myitkyina")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
EXAMPLES = tuple(PLAYED.game.examples)
COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")


def faces(given: Mapping[str, object], **more: object) -> list[str]:
    """The result for each face of the die, 1 to 6."""
    return [only(chances("combat", {**given, "die": die}, "result", **more)) for die in range(1, 7)]  # type: ignore[arg-type]


def sixths(procedure: str, given: Mapping[str, object], outcome: str) -> int:
    number = chances(procedure, given, outcome).get("yes", Fraction(0)) * 6
    assert number.denominator == 1
    return int(number)


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str):
    assert worked(id_).faults == ()


# ---------------------------------------------------------------- odds

FINDER = """
1-1 1-2 1-3 none none none none
2-1 1-1 1-2 1-2 1-3 1-3 none
3-1 3-2 1-1 1-2 1-2 1-2 1-3
4-1 2-1 1-1 1-1 1-2 1-2 1-2
4-1 2-1 3-2 1-1 1-1 1-2 1-2
4-1 3-1 2-1 3-2 1-1 1-1 1-2
4-1 3-1 2-1 3-2 1-1 1-1 1-1
4-1 4-1 2-1 2-1 3-2 1-1 1-1
4-1 4-1 3-1 2-1 3-2 3-2 1-1
4-1 4-1 3-1 2-1 2-1 3-2 1-1
4-1 4-1 3-1 2-1 2-1 3-2 3-2
4-1 4-1 4-1 3-1 2-1 2-1 3-2
4-1 4-1 4-1 3-1 2-1 2-1 3-2
4-1 4-1 4-1 3-1 2-1 2-1 2-1
4-1 4-1 4-1 3-1 3-1 2-1 2-1
4-1 4-1 4-1 4-1 3-1 2-1 2-1
"""


@pytest.mark.parametrize(("attack", "row"), list(enumerate(FINDER.strip().splitlines(), 1)))
def test_the_odds_finder(attack: int, row: str):
    found = [only(chances("odds", {"attack": attack, "defence": defence}, "found")) for defence in range(1, 8)]
    assert found == row.split()


@pytest.mark.parametrize(("attack", "defence", "column"), [(7, 4, "3-2"), (5, 4, "1-1"), (2, 3, "1-2"), (2, 7, "none")])
def test_odds_round_down(attack: int, defence: int, column: str):
    assert only(chances("odds", {"attack": attack, "defence": defence}, "found")) == column


def test_an_attack_below_the_table_is_refused_or_made_at_its_first_column():
    case = {"attack": 2, "defence": 7, "die": 6}
    assert only(chances("combat", case, "result")).startswith("not possible")
    assert only(chances("combat", case, "result", rulings={"R-02": "lowest-column"})) == "D"
    assert only(chances("combat", {**case, "disrupted": True}, "column", rulings={"R-02": "lowest-column"})) == "1-2"
    both = {"R-02": "lowest-column", "R-03": "after-shifts"}
    assert only(chances("combat", {**case, "disrupted": True}, "column", rulings=both)) == "1-3"


def test_odds_beyond_the_table_are_cut_before_the_shifts_or_after_them():
    six_to_one = {"attack": 6, "defence": 1, "over_river": True, "die": 1}
    assert only(chances("combat", six_to_one, "column")) == "3-1"
    assert only(chances("combat", six_to_one, "column", rulings={"R-03": "after-shifts"})) == "4-1"


@pytest.mark.parametrize(
    ("given", "column"),
    [
        ({}, "1-1"),
        ({"disrupted": True}, "3-2"),
        ({"over_river": True}, "1-2"),
        ({"over_embankment": True}, "1-2"),
        ({"over_river": True, "over_embankment": True}, "1-3"),
        ({"over_river": True, "over_embankment": True, "disrupted": True}, "1-2"),
        ({"attack": 1, "defence": 3, "over_river": True}, "1-3"),
        ({"attack": 4, "defence": 1, "disrupted": True}, "4-1"),
    ],
)
def test_shifts_before_the_roll_add_up_within_the_table(given: dict[str, object], column: str):
    assert only(chances("combat", {"attack": 3, "defence": 3, "die": 1, **given}, "column")) == column


# ---------------------------------------------------------------- what comes of an attack

OUTCOMES = """
1-3 plain   3AE 2AE 1AE AD BD D    5 3 2 0 0 6 0
1-3 pressed 3AE 2AE 1AE BD DW DR   4 3 3 2 0 6 0
1-3 banzai  3AE 2AE 1AE AD DW DR   4 3 2 2 0 6 0
1-2 plain   2AE 1AE AD BD DW DR    4 2 3 2 0 3 0
1-2 pressed 3AE 2AE 1AE D DW DR    3 3 3 2 0 6 0
1-2 banzai  3AE 2AE 1AE AD DW DR   4 3 2 2 0 6 0
1-1 plain   1AE AD BD D DW DR      3 1 4 2 0 1 0
1-1 pressed 2AE 1AE AD D DW DR     3 2 3 2 0 3 0
1-1 banzai  3AE 2AE 1AE AD DR DR   4 3 2 2 0 6 0
3-2 plain   AD AD BD D DW DR       3 0 4 2 0 0 0
3-2 pressed 1AE AD BD DW DR DR     3 1 4 3 0 1 0
3-2 banzai  2AE 1AE AD BD DR 1DE   4 2 3 2 1 3 1
2-1 plain   AD BD D DW DR DR       2 0 5 3 0 0 0
2-1 pressed AD AD BD DR DR 1DE     3 0 4 3 1 0 1
2-1 banzai  1AE AD BD D 1DE 2DE    3 1 4 2 2 1 3
3-1 plain   BD D DW DR DR 1DE      1 0 6 4 1 0 1
3-1 pressed AD BD D DR 1DE 2DE     2 0 5 3 2 0 3
3-1 banzai  AD AD BD D 1DE 2DE     3 0 4 2 2 0 3
4-1 plain   D DW DR DR 1DE 2DE     0 0 6 5 2 0 3
4-1 pressed BD D DW DR 1DE 2DE     1 0 6 4 2 0 3
4-1 banzai  AD BD D DW 1DE 2DE     2 0 5 3 2 0 3
"""
HURT = (
    "result.endsWith('AE') || result == 'AD' || result == 'BD'",
    "result.endsWith('AE')",
    "!result.endsWith('AE') && result != 'AD'",
    "result == 'DW' || result == 'DR' || result.endsWith('DE')",
    "result.endsWith('DE')",
)
LOST = ("result.endsWith('AE') ? number(result) : 0", "result.endsWith('DE') ? number(result) : 0")


@pytest.mark.parametrize("row", OUTCOMES.strip().splitlines(), ids=lambda row: "-".join(row.split()[:2]))
def test_outcomes_of_a_column(row: str):
    column, manner, *rest = row.split()
    given = {"column": column, "manner": manner}
    assert faces(given) == rest[:6]
    assert [sixths("combat", given, outcome) for outcome in HURT] == list(map(int, rest[6:11]))
    means = [
        sum((int(n) * chance for n, chance in chances("combat", given, outcome).items()), Fraction(0))
        for outcome in LOST
    ]
    assert means == [Fraction(int(n), 6) for n in rest[11:]]


@pytest.mark.parametrize("manner", ["plain", "pressed", "banzai"])
@pytest.mark.parametrize("column", COLUMNS)
def test_both_numbers_of_a_row_are_as_good(column: str, manner: str):
    given = {"column": column, "manner": manner}
    low = {"R-01": "low"}
    assert chances("combat", given, "result") == chances("combat", given, "result", rulings=low)
    assert faces(given, rulings=low) == faces(given)[::-1]
    assert chances("combat", given, "result", rulings={"R-01": "roller-chooses"}, choices={"reads": "low"}) == chances(
        "combat", given, "result"
    )


@pytest.mark.parametrize(
    ("column", "dies", "gone"),
    list(zip(COLUMNS, (0, 1, 1, 1, 2, 3, 4), (0, 2, 2, 2, 3, 4, 5), strict=True)),
)
def test_faces_on_which_a_unit_under_orders_dies(column: str, dies: int, gone: int):
    given = {"column": column}
    assert sixths("combat", given, "result == 'DR' || result.endsWith('DE')") == dies
    assert sixths("combat", given, HURT[3]) == gone


# The published table, typed out again: rows from die 6 to die 1.
CRT = """
D   DR  DR  DR DR 1DE 2DE
BD  DW  DW  DW DR DR  1DE
AD  BD  D   D  DW DR  DR
1AE AD  BD  BD D  DW  DR
2AE 1AE AD  AD BD D   DW
3AE 2AE 1AE AD AD BD  D
"""
GROUND = {
    (): 0,
    ("disrupted",): 1,
    ("over_river",): -1,
    ("over_embankment",): -1,
    ("disrupted", "over_river"): 0,
    ("over_river", "over_embankment"): -2,
}
ORDERS = {"plain": (0, 0, 0, 0, 0, 0), "pressed": (-1, -1, -1, 1, 1, 1), "banzai": (-2, -2, -2, -2, 2, 2)}
ODDS = {"1-3": (1, 3), "1-2": (1, 2), "1-1": (1, 1), "3-2": (3, 2), "2-1": (2, 1), "3-1": (3, 1), "4-1": (4, 1)}


def results(column: int, ground: int, manner: str, *, stops: int) -> list[str]:
    """The results of the die rolls 1 to 6. The column stops at the ends of the table once or twice."""
    rows = [line.split() for line in reversed(CRT.strip().splitlines())]
    before = max(0, min(column + ground, 6)) if stops == 2 else column + ground
    return [row[max(0, min(before + order, 6))] for row, order in zip(rows, ORDERS[manner], strict=True)]


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("manner", ORDERS)
def test_all_shifts_are_added_up_before_they_stop_at_an_end_of_the_table(column: str, manner: str):
    attack, defence = ODDS[column]
    for ground, shift in GROUND.items():
        given = {"attack": attack, "defence": defence, "manner": manner, **dict.fromkeys(ground, True)}
        at = COLUMNS.index(column)
        assert faces(given) == results(at, shift, manner, stops=1)
        assert faces(given, rulings={"R-12": "stopped-twice"}) == results(at, shift, manner, stops=2)


def test_where_it_matters_that_shifts_are_added_up():
    differ = {
        (column, shift, manner)
        for at, column in enumerate(COLUMNS)
        for shift in (-2, -1, 0, 1)
        for manner in ORDERS
        if results(at, shift, manner, stops=1) != results(at, shift, manner, stops=2)
    }
    assert differ == {
        ("1-3", -2, "pressed"), ("1-3", -2, "banzai"), ("1-3", -1, "pressed"), ("1-2", -2, "pressed"),
        ("4-1", 1, "pressed"), ("4-1", 1, "banzai"),
    }  # fmt: skip
    # 1-3 over river and embankment, Banzai on a 5 and a 6
    both = {"attack": 1, "defence": 3, "over_river": True, "over_embankment": True, "manner": "banzai"}
    assert faces(both)[4:] == ["BD", "D"]


# ---------------------------------------------------------------- weather and bombs


@pytest.mark.parametrize(
    ("bonus", "turn", "chance"),
    [
        (0, 1, Fraction(2, 9)),
        (0, 6, Fraction(2, 9)),
        (0, 7, Fraction(1, 6)),
        (1, 6, Fraction(1, 3)),
        (1, 7, Fraction(1, 4)),
        (2, 6, Fraction(4, 9)),
        (2, 11, Fraction(1, 3)),
    ],
)
def test_chance_of_an_air_strike_with_the_weather(bonus: int, turn: int, chance: Fraction):
    given = {"in_open": bonus >= 1, "near": bonus == 2}
    assert chances("strike-in-turn", given, "hit", tracks={"turn": turn})["yes"] == chance


@pytest.mark.parametrize(
    ("turn", "chance"), [(1, Fraction(1, 3)), (6, Fraction(1, 3)), (7, Fraction(1, 2)), (11, Fraction(1, 2))]
)
def test_chance_of_monsoon(turn: int, chance: Fraction):
    assert chances("monsoon", {}, "monsoon", tracks={"turn": turn})["yes"] == chance


def test_flying_turns():
    found = chances("flying-turns", {}, "flown")
    assert sum(int(n) * chance for n, chance in found.items()) == Fraction(13, 2)


# ---------------------------------------------------------------- M1 to M3

TOWN = {"place": {"D4": ["88/30", "1/5307"], "D5": ["89/30"], "E5": ["Bn 1"]}}
ON_TOWN = {"target": "E5", "attackers": ["88/30", "1/5307", "89/30"]}


def test_m1_the_town_and_its_embankment():
    clear = {"turn": 3, "monsoon": True}
    assert only(chances("battle", ON_TOWN, "odds_after_shifts", tracks=clear, **TOWN)) == "2-1"
    assert only(chances("battle", ON_TOWN, "odds_after_shifts", {"R-04": "factors"}, tracks=clear, **TOWN)) == "2-1"
    assert only(chances("battle", ON_TOWN, "odds_after_shifts", {"R-04": "hexes"}, tracks=clear, **TOWN)) == "3-1"
    assert faces({"column": "2-1"}) == ["AD", "BD", "D", "DW", "DR", "DR"]
    assert faces({"attack": 6, "defence": 2, "over_embankment": True, "disrupted": True}) == [
        "BD",
        "D",
        "DW",
        "DR",
        "DR",
        "1DE",
    ]
    assert chances("battle", ON_TOWN, "defence", tracks=clear, **TOWN) == {"2": 1}


def test_m1_no_retreat():
    clear = {"turn": 3, "monsoon": True}
    orders = {"under_orders": ["Bn 1"]}
    found = chances(
        "battle",
        ON_TOWN,
        "result + (units_at('E5', 'japanese') == [] ? ' gone' : ' there')",
        tracks=clear,
        choices=orders,
        **TOWN,
    )
    assert found["DW there"] == Fraction(1, 6)
    assert found["DR gone"] == Fraction(2, 6)


BANZAI = {"place": {"C6": ["Bn 1", "Bn 2", "Bn 3"], "B6": ["90/30"]}, "tracks": {"turn": 5}}
ON_AIRFIELD = {"target": "B6", "attackers": ["Bn 1", "Bn 2", "Bn 3"]}


def test_m2_banzai_on_the_airfield():
    plain = chances("battle", ON_AIRFIELD, "result", **BANZAI)
    banzai = chances("battle", ON_AIRFIELD, "result", choices={"manner": "banzai"}, **BANZAI)
    sixth = Fraction(1, 6)
    assert plain == {"AD": 2 * sixth, "BD": sixth, "D": sixth, "DW": sixth, "DR": sixth}
    assert banzai == {"2AE": sixth, "1AE": sixth, "AD": sixth, "BD": sixth, "DR": sixth, "1DE": sixth}
    assert only(chances("battle", ON_AIRFIELD, "odds_after_shifts", **BANZAI)) == "3-2"


STRIKE = {
    "place": {"B6": ["88/30", "1/5307"], "B5": ["89/30", "209 Eng"], "C6": ["Star 1", "Bn 1"]},
    "tracks": {"turn": 8},
}
ON_C6 = {"target": "C6", "attackers": ["88/30", "1/5307", "89/30", "209 Eng"]}


def test_m3_strike_and_assault():
    # each of the two is hit on 3 or more of the die, with +2: both, or no shift
    found = chances("battle", ON_C6, "odds_after_shifts", **STRIKE)
    assert found == {"4-1": Fraction(4, 9), "3-1": Fraction(5, 9)}
    assert chances("battle", ON_C6, "odds_after_shifts", {"R-05": "any"}, **STRIKE) == {
        "4-1": Fraction(8, 9),
        "3-1": Fraction(1, 9),
    }
    grounded = {**STRIKE, "tracks": {"turn": 8, "monsoon": True}}
    assert only(chances("battle", ON_C6, "odds_after_shifts", **grounded)) == "3-1"
    assert chances("strike-in-turn", {"in_open": True, "near": True}, "hit", tracks={"turn": 8})["yes"] == Fraction(
        1, 3
    )


# ---------------------------------------------------------------- who attacks and who is attacked


@pytest.mark.parametrize(
    ("place", "attackers", "says"),
    [
        ({"B5": ["88/30"], "C7": ["89/30"]}, ["88/30", "89/30"], "the hexes that are attacked from must touch each other"),
        ({"B5": ["88/30"], "B6": ["149/50"]}, ["88/30", "149/50"], "different divisions do not attack together"),
        ({"B5": ["88/30"], "B6": ["1/5307"]}, ["88/30", "1/5307"], "US units in its own hex only"),
        ({"B5": ["88/30"], "B6": ["29/36"]}, ["88/30", "29/36"], "US units in its own hex only"),
        ({"A5": ["88/30"]}, ["88/30"], "attackers stand next to the hex"),
        ({"B5": ["88/30 disrupted"]}, ["88/30"], "a disrupted unit does not attack"),
        ({"B5": ["88/30 went-far"]}, ["88/30"], "moved further than an attack allows"),
        ({"B5": ["88/30 attacked"]}, ["88/30"], "a unit attacks once in a turn"),
        ({"B5": ["88/30", "1/5307"], "B6": ["89/30"]}, ["88/30", "1/5307", "89/30"], ""),
        ({"B5": ["1/5307"], "B6": ["2/5307"]}, ["1/5307", "2/5307"], ""),
        ({"B5": ["29/36"], "B6": ["2/5307"]}, ["29/36", "2/5307"], ""),
    ],
)  # fmt: skip
def test_who_may_attack_together(place: dict[str, list[str]], attackers: list[str], says: str):
    found = chances(
        "battle",
        {"target": "C6", "attackers": attackers},
        "odds_after_shifts",
        place={**place, "C6": ["Bn 1"]},
        tracks={"monsoon": True},
    )
    assert says in only(found) if says else not only(found).startswith("not possible")


@pytest.mark.parametrize(
    ("turn", "mark", "defence"),
    [(1, "", "1"), (2, "", "2"), (2, " disrupted", "1")],
)
def test_from_turn_2_undisrupted_neighbours_are_attacked_too(turn: int, mark: str, defence: str):
    place = {"B5": ["88/30"], "C6": ["Bn 1"], "C5": [f"Bn 2{mark}"], "C7": ["Bn 3"]}
    given = {"target": "C6", "attackers": ["88/30"]}
    assert only(chances("battle", given, "defence", place=place, tracks={"turn": turn, "monsoon": True})) == defence


def test_british_units_next_to_japanese_attackers_are_attacked_too_and_chinese_are_not():
    given = {"target": "B6", "attackers": ["Bn 1", "Bn 2", "Bn 3"]}
    for neighbour, defence in (("29/36", "4"), ("88/30", "1")):
        place = {"C6": ["Bn 1", "Bn 2", "Bn 3"], "B6": ["209 Eng"], "B5": [neighbour]}
        assert only(chances("battle", given, "defence", place=place, tracks={"turn": 7})) == defence


def test_decoys_are_taken_off_and_alone_end_the_combat():
    given = {"target": "C6", "attackers": ["88/30"]}
    place = {"B5": ["88/30"], "C6": ["Decoy 1", "Decoy 2"]}
    tracks = {"monsoon": True}
    gone = "string(count(units_at('C6', 'japanese'))) + ' ' + result + ' ' + string(count(units_at('C6', 'allied')))"
    assert only(chances("battle", given, gone, place=place, tracks=tracks, choices={"advances": ["88/30"]})) == "0  1"
    mixed = {"B5": ["88/30"], "C6": ["Decoy 1", "Bn 1"]}
    assert only(chances("battle", given, "defence", place=mixed, tracks=tracks)) == "1"


@pytest.mark.parametrize(
    ("place", "rulings", "bonus"),
    [
        ({"E5": ["Bn 1"]}, {}, 1),
        ({"E5": ["Bn 1", "Bn 2"]}, {}, 2),
        ({"E5": ["Bn 1", "Bn 2", "Bn 3"]}, {}, 2),
        ({"E5": ["Bn 1", "Bn 2"], "D5": ["Bn 3", "Bn 4"]}, {}, 4),
        ({"E5": ["Bn 1", "Bn 2"], "D5": ["Bn 3", "Bn 4"]}, {"R-09": "whole-combat"}, 2),
        ({"E4": ["Bn 1"]}, {}, 0),
        ({"E5": ["88/30", "1/5307"]}, {}, 1),
    ],
)
def test_what_the_town_adds(place: dict[str, list[str]], rulings: dict[str, str], bonus: int):
    group = [unit for units in place.values() for unit in units]
    assert only(chances("town-bonus", {"group": group}, "bonus", rulings, place=place)) == str(bonus)


def test_the_strongest_garrison_defends_with_five():
    place = {"D4": ["88/30"], "E5": ["Star 1", "Bn 1", "Bn 2"]}
    given = {"target": "E5", "attackers": ["88/30"]}
    assert only(chances("battle", given, "defence", place=place, tracks={"monsoon": True})) == "5"


@pytest.mark.parametrize(
    ("attackers", "manners"),
    [
        (["Bn 1"], "plain, pressed and banzai"),
        (["29/36"], "plain and pressed"),
        (["29/36", "1/5307"], "plain"),
        (["88/30"], "plain"),
    ],
)
def test_who_may_press_and_who_may_charge(attackers: list[str], manners: str):
    enemy = "41/14" if attackers == ["Bn 1"] else "Bn 9"
    given = {"attackers": attackers, "defenders": [enemy]}
    assert only(chances("orders", given, "manners", place={"C5": attackers, "C6": [enemy]})) == manners


def test_no_retreat_is_not_for_the_chinese():
    place = {"C5": ["Bn 1"], "C6": ["41/14", "1/5307"], "D5": ["29/36"]}
    given = {"attackers": ["Bn 1"], "defenders": ["41/14", "1/5307", "29/36"]}
    assert only(chances("orders", given, "willing", place=place)) == "1/5307 and 29/36"


# ---------------------------------------------------------------- results


def fall_back(
    place: dict[str, list[str]], unit: str, attackers: list[str], rulings: dict[str, str], **given: object
) -> set[str]:
    """Where a unit can be after it fell back, for each way that there is."""
    found = chances("fall-back", {"group": [unit], "attackers": attackers, **given}, "ways", rulings, place=place)
    return set(only(found).replace(" and ", ", ").split(", ")) - {"none"}


def test_how_far_units_withdraw_and_rout():
    place = {"B5": ["88/30"], "C6": ["Bn 1"]}
    assert fall_back(place, "Bn 1", ["88/30"], {}) == {"C7", "D5", "D6"}  # C5 and B6 lie next to the attacker
    two = fall_back(place, "Bn 1", ["88/30"], {}, routed=True)
    assert two == fall_back(place, "Bn 1", ["88/30"], {"R-06": "two"})
    assert two == {"B7", "D4", "D7", "E5", "E6", "E7"}
    three = fall_back(place, "Bn 1", ["88/30"], {"R-07": "three"}, routed=True)
    assert three == {"A8", "B8", "D3", "E4"}


def test_a_friend_not_under_attack_opens_a_hex_next_to_an_attacker():
    place = {"B5": ["88/30"], "C6": ["Bn 1"], "C5": ["Bn 2"]}
    assert "C5" in fall_back(place, "Bn 1", ["88/30"], {})
    assert "C5" not in fall_back({**place, "C5": ["Bn 2 under-attack"]}, "Bn 1", ["88/30"], {})


def test_units_without_a_way_are_eliminated():
    place = {"D4": ["88/30"], "D5": ["89/30"], "E5": ["Bn 1"]}
    given = {"group": ["Bn 1"], "attackers": ["88/30", "89/30"]}
    assert only(chances("fall-back", given, "count(units_at('E5')) == 0 && !on_map(group[0])", place=place)) == "yes"


def test_a_starred_battalion_is_not_disrupted_and_falls_back_or_stays():
    place = {"B5": ["88/30"], "C6": ["Star 1"]}
    given = {"group": ["Star 1"], "attackers": ["88/30"]}
    state = "group[0].hex + (marked(group[0], 'disrupted') ? ' disrupted' : '')"
    assert only(chances("fall-back", given, state, choices={"way": "D5"}, place=place)) == "D5"
    assert only(chances("fall-back", given, state, {"R-08": "stays"}, place=place)) == "C6"


def test_losses_take_all_there_are():
    place = {"C6": ["Bn 1", "Bn 2"]}
    given = {"number": 3, "group": ["Bn 1", "Bn 2"]}
    assert only(chances("attackers-eliminated", given, "count(units_at('C6'))", place=place)) == "0"
    assert only(chances("defenders-eliminated", {**given, "number": 1}, "count(units_at('C6'))", place=place)) == "1"


# ---------------------------------------------------------------- movement


def may_go(
    unit: str,
    start: str,
    path: list[str],
    turn: int = 2,
    others: Mapping[str, list[str]] | None = None,
    mark: str = "",
    **rulings: str,
) -> str:
    """Where a move by a path ends: the hex and whether the unit may still attack, or why it may not be made."""
    place = {start: [unit + mark], **(others or {})}
    state = "mover.hex + (marked(mover, 'went-far') ? ' far' : '')"
    given = {"mover": unit, "to": path[-1], "path": path}
    return only(
        chances(
            "move",
            given,
            state,
            {k.replace("_", "-"): v for k, v in rulings.items()},
            place=place,
            tracks={"turn": turn},
        )
    )


def test_the_mogaung_road():
    road = ["B5", "C6", "D5"]
    assert may_go("2/5307", "A5", road, 1) == "D5"  # four with the road, one of them for the creek
    assert may_go("2/5307", "A5", [*road, "D4"], 1) == "D4 far"
    assert may_go("2/5307", "A5", [*road, "D4", "D3"], 1).startswith("not possible")


@pytest.mark.parametrize(
    ("path", "end"),
    [
        (["C2", "C3", "C4"], "C4"),
        (["C2", "C3", "C4", "B4"], "B4 far"),
        (["C2", "C3", "C4", "B4", "B5"], "not possible: it cannot get there"),
        (["D1", "D2", "D3", "D4", "E5"], "E5 far"),
    ],
)
def test_four_hexes_three_to_attack_one_more_on_a_road(path: list[str], end: str):
    assert may_go("2/5307", "C1", path) == end


def test_a_move_to_attack_may_count_the_hex_attacked():
    path = ["C2", "C3", "C4"]
    assert may_go("2/5307", "C1", path) == "C4"
    assert may_go("2/5307", "C1", path, R_10="target-counts") == "C4 far"
    assert may_go("2/5307", "C1", path[:2], R_10="target-counts") == "C3"


def test_stopping_beside_the_enemy():
    beside = {"C5": ["Bn 1"]}
    path = ["B5", "C6"]
    assert may_go("2/5307", "A5", path, 1, beside) == "C6"
    assert may_go("2/5307", "A5", path, 2, beside) == "not possible: it cannot get there"
    assert may_go("2/5307", "A5", path, 2, {"C5": ["Bn 1 disrupted"]}) == "C6"
    assert may_go("2/5307", "A5", path, 2, {"C5": ["Decoy 1"]}) == "not possible: it cannot get there"
    # the Japanese stop beside regiments and brigades, on turn 1 too, and not beside battalions
    assert may_go("Bn 1", "A5", path, 1, {"C5": ["88/30"]}) == "not possible: it cannot get there"
    assert may_go("Bn 1", "A5", path, 1, {"C5": ["29/36"]}) == "not possible: it cannot get there"
    assert may_go("Bn 1", "A5", path, 1, {"C5": ["88/30 disrupted"]}) == "C6"
    assert may_go("Bn 1", "A5", path, 1, {"C5": ["1/5307"]}) == "C6"


def test_the_irrawaddy_is_crossed_from_the_east_only_and_by_the_japanese_only():
    no = "not possible: it cannot get there"
    assert may_go("Bn 1", "F3", ["E3"]) == "E3"
    assert may_go("Bn 1", "E3", ["F3"]) == no
    assert may_go("88/30", "E3", ["F3"]) == no
    assert may_go("88/30", "F3", ["E3"]) == no
    assert (
        only(
            chances(
                "battle",
                {"target": "F3", "attackers": ["88/30"]},
                "over_river",
                place={"E3": ["88/30"], "F3": ["Bn 1"]},
                tracks={"monsoon": True},
            )
        )
        == "yes"
    )
    assert (
        only(
            chances(
                "battle",
                {"target": "F3", "attackers": ["88/30"]},
                "count(able)",
                place={"E3": ["88/30"], "F3": ["Decoy 1"]},
                tracks={"monsoon": True},
            )
        )
        == "0"
    )


def test_disrupted_units_stay_and_no_unit_moves_twice():
    assert may_go("88/30", "A5", ["A4"], mark=" disrupted") == "not possible: it cannot get there"
    assert may_go("88/30", "A5", ["A4"], mark=" moved") == "not possible: a unit moves once in a turn"


def test_one_hex_is_always_possible_but_not_into_an_enemy():
    assert may_go("88/30", "C6", ["D5"], others={"D5": ["Bn 1"]}) == "not possible: it cannot get there"
    assert may_go("88/30", "C6", ["D5"], others={"D5": ["1/5307"]}) == "D5"


# ---------------------------------------------------------------- stacking and arrivals


def test_three_battalions_in_a_hex():
    there = {"D5": ["88/30"]}
    assert may_go("1/5307", "D4", ["D5"], others=there) == "D5"
    assert may_go("89/30", "D4", ["D5"], others=there) == "not possible: it cannot get there"
    assert may_go("Decoy 1", "D4", ["D5"], others={"D5": ["Bn 1", "Bn 2", "Bn 3"]}) == "D5"


def test_the_airfield_may_overflow_while_units_arrive():
    place = {"B6": ["88/30", "1/5307"], "allied-pool": ["209 Eng"]}
    arrive = {"arrival": "209 Eng"}
    assert only(chances("allied-reinforcement", arrive, "overstacked()", place=place, tracks={"turn": 2})) == "B6"
    full = {"B6": ["88/30", "1/5307", "209 Eng"]}
    assert may_go("2/5307", "B5", ["B6"], others=full).startswith("not possible")
    survivors = only(chances("surplus", {}, "count(units_at('B6'))", place=full))
    assert survivors == "2"
    assert only(chances("surplus", {}, "count(units_at('B6'))", place={"B6": ["88/30", "1/5307"]})) == "2"


@pytest.mark.parametrize(("procedure", "left"), [("movement-ends", "2"), ("player-turn-ends", "3")])
def test_what_is_beyond_the_limit_goes_when_its_side_has_moved(procedure: str, left: str):
    full = {"B6": ["88/30", "1/5307", "209 Eng"]}
    given = {"who": "allied"} if procedure == "player-turn-ends" else {}
    assert only(chances(procedure, given, "count(units_at('B6'))", place=full)) == left


def test_traces_count_in_hexes():
    said = " ".join(step.text for step in worked("mogaung-road").trace.steps)
    assert "moving along a road: 1 hex more" in said
    assert "4 of 4 hexes" in said
    assert "MP" not in said


@pytest.mark.parametrize(
    ("unit", "turn", "says"),
    [
        ("209 Eng", 1, "Allied reinforcements begin on turn 2"),
        ("209 Eng", 2, ""),
        ("29/36", 5, "the 36th Indian Division comes on turn 6 or later"),
        ("29/36", 6, ""),
    ],
)
def test_when_allied_units_arrive(unit: str, turn: int, says: str):
    found = only(
        chances(
            "allied-reinforcement",
            {"arrival": unit},
            "arrival.hex",
            place={"allied-pool": [unit]},
            tracks={"turn": turn},
        )
    )
    assert found == (f"not possible: {says}" if says else "B6")


def test_nobody_lands_on_an_airfield_that_the_japanese_are_on():
    place = {"allied-pool": ["209 Eng"], "B6": ["Bn 1"]}
    found = chances("allied-reinforcement", {"arrival": "209 Eng"}, "arrival.hex", place=place, tracks={"turn": 3})
    assert only(found) == "not possible: Japanese units hold the airfield"


@pytest.mark.parametrize(
    ("to", "may"), [("E3", True), ("B7", True), ("D7", True), ("F3", False), ("D6", False), ("C8", False)]
)
def test_where_japanese_units_arrive(to: str, may: bool):
    place = {"japanese-pool": ["Bn 2"]}
    found = only(chances("japanese-reinforcement", {"arrival": "Bn 2", "to": to}, "arrival.hex", place=place))
    assert found == (to if may else "not possible: it crosses the river into a hex of the west bank")
    held = only(
        chances(
            "japanese-reinforcement", {"arrival": "Bn 2", "to": "E3"}, "arrival.hex", place={**place, "E3": ["88/30"]}
        )
    )
    assert held == "not possible: an Allied unit is there"


# ---------------------------------------------------------------- recovery and the end


def disrupted_after(procedure: str, unit: str, marks: str, **given: object) -> bool:
    found = chances(
        procedure, given, "pieces.exists(u, u.hex == 'C6' && marked(u, 'disrupted'))", place={"C6": [f"{unit} {marks}"]}
    )
    return only(found) == "yes"


def test_the_japanese_recover_at_the_end_of_each_player_turn():
    for who in ("allied", "japanese"):
        assert not disrupted_after("player-turn-ends", "Bn 1", "disrupted", who=who)
        assert disrupted_after("player-turn-ends", "88/30", "disrupted", who=who)


def test_the_allies_recover_at_the_end_of_the_next_turn_unless_disrupted_again():
    assert disrupted_after("turn-ends", "88/30", "disrupted disrupted-this-turn")
    assert not disrupted_after("turn-ends", "88/30", "disrupted")


def test_a_disrupted_unit_that_is_disrupted_again_is_marked_for_this_turn():
    found = chances(
        "disrupt", {"group": ["88/30"]}, "marked(group[0], 'disrupted-this-turn')", place={"C6": ["88/30 disrupted"]}
    )
    assert only(found) == "yes"


FIVE = {"B6": "allied", "D5": "allied", "D6": "allied", "E5": "allied", "E6": "allied"}


@pytest.mark.parametrize(
    ("control", "tracks", "winner"),
    [
        (FIVE, {"turn": 6}, "Allied, two games"),
        (FIVE, {"turn": 7}, "Allied"),
        (FIVE, {"turn": 8, "british_in": True}, "draw"),
        ({**FIVE, "E6": "japanese"}, {"turn": 6}, "nobody yet"),
        ({**FIVE, "B6": "japanese"}, {"turn": 6}, "nobody yet"),
        ({}, {"turn": 11, "over": True}, "Japanese"),
    ],
)
def test_who_has_won(control: dict[str, str], tracks: dict[str, object], winner: str):
    assert only(chances("win-test", {}, "winner", control=control, tracks=tracks)) == winner


def test_the_last_hex_wins_in_the_moment_it_is_entered():
    place = {"E4": ["1/5307"]}
    found = chances(
        "move",
        {"mover": "1/5307", "to": "E5"},
        "over",
        place=place,
        control={**FIVE, "E5": "japanese"},
        tracks={"turn": 5},
    )
    assert only(found) == "yes"


def test_a_hex_is_held_by_the_last_there_or_only_while_it_is_occupied():
    place = {"D4": ["1/5307"]}
    assert only(chances("win-test", {}, "held", control=FIVE, place=place)) == "yes"
    assert only(chances("win-test", {}, "held", {"R-11": "occupied"}, control=FIVE, place=place)) == "no"
    all_in = {"B6": ["88/30"], "D5": ["89/30"], "D6": ["90/30"], "E5": ["1/5307"], "E6": ["2/5307"]}
    assert only(chances("win-test", {}, "held", {"R-11": "occupied"}, place=all_in)) == "yes"


def test_turns_are_counted_and_the_eleventh_is_the_last():
    assert only(chances("turn-ends", {}, "turn", tracks={"turn": 3})) == "4"
    assert only(chances("turn-ends", {}, "over", tracks={"turn": 11})) == "yes"


# ---------------------------------------------------------------- what the aids tell players


@pytest.mark.parametrize(
    ("manner", "better_on_average", "no_die_better"),
    [("pressed", {"1-3", "3-2"}, {"1-1", "4-1"}), ("banzai", {"1-3"}, {"1-2", "4-1"})],
)
def test_where_pressing_and_charging_help(manner: str, better_on_average: set[str], no_die_better: set[str]):
    """By the ranks of the results, from what hurts the attacker most to what hurts the defender most."""
    rank = {code: i for i, code in enumerate(playbook().game.tables["crt"].ranks)}
    better, never = set(), set()
    for column in COLUMNS:
        plain, other = ([rank[code] for code in faces({"column": column, "manner": m})] for m in ("plain", manner))
        if sum(other) > sum(plain):
            better.add(column)
        if all(b <= a for a, b in zip(plain, other, strict=True)):
            never.add(column)
    assert better == better_on_average
    assert never == no_die_better
    said = {
        "pressed": "Pressing helps at {} and never at {}, where no die gets better",
        "banzai": "Banzai helps at {} alone",
    }[manner].format(" and ".join(sorted(better)), " or ".join(sorted(never)))
    assert said in " ".join(texts_of_aids(PLAYED.game)), "what the aid says is what comes of it"


def test_the_allied_set_up_is_a_legal_one():
    place = {"A5": ["88/30", "1/5307"], "A6": ["89/30", "2/5307"], "A7": ["90/30"]}
    assert only(chances("surplus", {}, "overstacked()", place=place)) == "none"
    crowded = {"A5": ["88/30", "89/30"], "A6": ["1/5307"], "A7": ["90/30"]}
    assert only(chances("odds", {"attack": 1, "defence": 1}, "overstacked()", place=crowded)) == "A5"


def test_each_side_receives_one_unit_a_turn():
    place = {"allied-pool": ["209 Eng", "236 Eng"], "japanese-pool": ["Bn 2"]}
    allied = {"arrival": "209 Eng"}
    arrived = {"turn": 3, "allied_arrived": True, "japanese_arrived": True}
    assert only(chances("allied-reinforcement", allied, "allied_arrived", place=place, tracks={"turn": 3})) == "yes"
    refused = chances("allied-reinforcement", allied, "allied_arrived", place=place, tracks=arrived)
    assert only(refused) == "not possible: the Allied player receives one unit a turn"
    japanese = {"arrival": "Bn 2", "to": "E3"}
    assert (
        only(chances("japanese-reinforcement", japanese, "japanese_arrived", place=place, tracks={"turn": 3})) == "yes"
    )
    refused = chances("japanese-reinforcement", japanese, "japanese_arrived", place=place, tracks=arrived)
    assert only(refused) == "not possible: the Japanese player receives one unit a turn"
    ended = chances("player-turn-ends", {"who": "allied"}, "allied_arrived || japanese_arrived", tracks=arrived)
    assert only(ended) == "no"
