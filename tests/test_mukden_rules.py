"""Mukden's procedures: its worked examples come out, its chances are those worked out by hand, its rulings switch."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil

import pytest

from tests.playing import Played, mean, only, texts_of_aids

PLAYED = Played("mukden")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
EXAMPLES = tuple(PLAYED.game.examples)
YES = "true"


def in_36(chance: Fraction) -> int:
    number = chance * 36
    assert number.denominator == 1
    return int(number)


def reach(army: str, place: Mapping[str, str]) -> set[str]:
    """The hexes that an army can move to."""
    numbers = [f"{column:02d}{row:02d}" for column in range(1, 8) for row in range(1, 7)]
    word = " + ".join(f"(can_reach(army, '{number}') ? '{number} ' : '')" for number in numbers[:21])
    rest = " + ".join(f"(can_reach(army, '{number}') ? '{number} ' : '')" for number in numbers[21:])
    halves = [only(chances("duty", {"army": army}, half, place=place)) for half in (word, rest)]
    return set(" ".join(halves).split())


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str) -> None:
    assert worked(id_).faults == ()


def test_halving_first_would_be_wrong() -> None:
    assert only(chances("effective-strength", {"called": 8, "river": YES, "fortress": YES})) == "4"
    assert ceil(8 / 2) - 1 == 3
    right, wrong = (chances("exchange", {"difference": n}, "loss_defender > 0")["yes"] for n in (0, -1))
    assert (in_36(right), in_36(wrong)) == (26, 21)


# ---------------------------------------------------------------- setting up


@pytest.mark.parametrize(
    ("procedure", "names", "strengths", "result"),
    [
        ("allocation-japan", "first second third fourth yalu", (5, 5, 6, 7, 4), "27"),
        ("allocation-japan", "first second third fourth yalu", (3, 3, 15, 3, 3), "27"),
        ("allocation-japan", "first second third fourth yalu", (5, 5, 6, 7, 5), "not possible: 28"),
        ("allocation-japan", "first second third fourth yalu", (2, 8, 6, 7, 4), "not possible: every army"),
        ("allocation-russia", "first second third right left", (4, 4, 4, 4, 4), "20"),
        ("allocation-russia", "first second third right left", (3, 8, 3, 3, 3), "20"),
        ("allocation-russia", "first second third right left", (3, 8, 3, 3, 2), "not possible: every army"),
        ("allocation-russia", "first second third right left", (4, 4, 4, 4, 3), "not possible: 19"),
    ],
)
def test_strengths_are_shared_out(procedure: str, names: str, strengths: tuple[int, ...], result: str) -> None:
    found = only(chances(procedure, dict(zip(names.split(), strengths, strict=True)), "total"))
    assert found.startswith(result)


def test_how_many_ways_there_are_to_share_out() -> None:
    def ways(points: int) -> int:
        return sum(sum(four) <= points - 3 for four in product(range(3, points), repeat=4))

    assert (ways(27), ways(20)) == (1820, 126)


@pytest.mark.parametrize(("calls", "honest"), [((7, 4, 1), "yes"), ((8, 4, 1), "no"), ((7, 4, 0), "no")])
def test_pads_are_opened(calls: tuple[int, ...], honest: str) -> None:
    assert only(chances("audit", {"calls": [str(n) for n in calls], "strengths": ["7", "6", "3"]}, "honest")) == honest


# ---------------------------------------------------------------- calls

WORTH = """
 1  0 -1 1 0 0
 2  1  0 1 1 0
 3  2  1 2 1 1
 4  3  2 2 2 1
 5  4  3 3 2 2
 6  5  4 3 3 2
 7  6  5 4 3 3
 8  7  6 4 4 3
 9  8  7 5 4 4
10  9  8 5 5 4
11 10  9 6 5 5
12 11 10 6 6 5
13 12 11 7 6 6
14 13 12 7 7 6
15 14 13 8 7 7
"""
CASES: tuple[dict[str, object], ...] = (
    {"river": YES},
    {"river": YES, "mountain": YES},
    {"fortress": YES},
    {"river": YES, "fortress": YES},
    {"river": YES, "mountain": YES, "fortress": YES},
)


@pytest.mark.parametrize("row", [row.split() for row in WORTH.strip().splitlines()], ids=lambda row: f"called {row[0]}")
def test_what_a_call_is_worth(row: list[str]) -> None:
    called, *expected = row
    for case, strength in zip(CASES, expected, strict=True):
        given = {"called": called, **case}
        assert only(chances("effective-strength", given, rulings={"R-02": "any"})) == strength
        assert only(chances("effective-strength", given)) == str(max(0, int(strength)))


def test_a_mountain_counts_as_a_river_and_mukden_as_the_line() -> None:
    for called in range(1, 16):
        for one, other in (("river", "mountain"), ("fortress", "mukden")):
            first, second = (
                only(chances("effective-strength", {"called": called, name: YES})) for name in (one, other)
            )
            assert first == second


@pytest.mark.parametrize(("ruling", "strength"), [("zero", "0"), ("one", "1"), ("any", "-1")])
def test_how_low_a_call_can_fall(ruling: str, strength: str) -> None:
    given = {"called": 1, "river": YES, "mountain": YES}
    assert only(chances("effective-strength", given, rulings={"R-02": ruling})) == strength


@pytest.mark.parametrize(("ruling", "strength"), [("once", "4"), ("twice", "2")])
def test_the_line_before_mukden(ruling: str, strength: str) -> None:
    given = {"called": 9, "river": YES, "fortress": YES, "mukden": YES}
    assert only(chances("effective-strength", given, rulings={"R-01": ruling})) == strength


# ---------------------------------------------------------------- the duel

RESULTS = ("both lose 1", "defender loses 1", "defender loses 2", "attacker loses 1", "attacker loses 2")
DUELS = {
    -2: (12, 2, 1, 6, 15),
    -1: (15, 3, 3, 5, 10),
    0: (16, 4, 6, 4, 6),
    1: (15, 5, 10, 3, 3),
    2: (12, 6, 15, 2, 1),
}
LOSSES = {-2: (48, 16, 15, 33), -1: (40, 24, 21, 30), 0: (32, 32, 26, 26), 1: (24, 40, 30, 21), 2: (16, 48, 33, 15)}
"""Mean loss of the attacker and of the defender, chance that the defender and that the attacker is hurt, in 36."""
RETREATS = {
    0: ((32, 32), (32, 6), (6, 16)),
    1: ((24, 40), (24, 10), (3, 25)),
    2: ((16, 48), (16, 15), (1, 36)),
    -1: ((40, 24), (40, 3), (10, 9)),
    -2: ((48, 16), (48, 1), (15, 4)),
}
"""Mean losses of attacker and defender if nobody retreats, if the defender does, if the attacker does."""


@pytest.mark.parametrize("difference", DUELS)
def test_what_a_combat_does(difference: int) -> None:
    found = chances("exchange", {"difference": difference}, "result")
    assert tuple(in_36(found[result]) for result in RESULTS) == DUELS[difference]
    assert sum(DUELS[difference]) == 36


@pytest.mark.parametrize("difference", [*range(-15, -2), *range(3, 16)])
def test_more_than_2_is_no_help(difference: int) -> None:
    same = 2 if difference > 0 else -2
    assert chances("exchange", {"difference": difference}, "result") == chances(
        "exchange", {"difference": same}, "result"
    )


@pytest.mark.parametrize("difference", DUELS)
def test_blood_is_the_same_at_every_difference(difference: int) -> None:
    given = {"difference": difference}
    attacker, defender = (mean(chances("exchange", given, f"loss_{who}")) for who in ("attacker", "defender"))
    hurt = [chances("exchange", given, f"loss_{who} > 0")["yes"] for who in ("defender", "attacker")]
    assert (in_36(attacker), in_36(defender), *map(in_36, hurt)) == LOSSES[difference]
    assert attacker + defender == Fraction(64, 36)
    assert f"both sides together {attacker + defender} of strength on average" in " ".join(texts_of_aids(PLAYED.game))


@pytest.mark.parametrize("difference", RETREATS)
def test_what_retreats_save(difference: int) -> None:
    found = []
    for options in ({}, {"defender_retreats": YES}, {"attacker_retreats": YES}):
        given = {"difference": difference, **options}
        found.append(tuple(in_36(mean(chances("exchange", given, f"loss_{w}"))) for w in ("attacker", "defender")))
    assert tuple(found) == RETREATS[difference]


def test_the_triple_case_of_the_examples() -> None:
    setup = {"place": {"0505": "J1", "0604": "R1"}, "tracks": {"japan_1st": 9, "russia_1st": 6}}
    calls = {"call": "9", "answer": "6", "way": "stay", "advances": "no"}
    found = chances("combat", {"army": "J1", "enemy": "R1"}, "result", choices=calls, **setup)
    assert tuple(in_36(found[result]) for result in RESULTS) == (12, 2, 1, 6, 15)


# ---------------------------------------------------------------- the clock


@cache
def clock() -> dict[int, Fraction]:
    """After how many combats time is up."""
    return {int(label): chance for label, chance in chances("clock", outcome="fought").items()}


def by(combat: int) -> Fraction:
    return sum((chance for fought, chance in clock().items() if fought <= combat), Fraction(0))


def test_the_clock_of_one_combat() -> None:
    found = chances("dice", {"difference": 0}, "passes")
    assert {label: in_36(chance) for label, chance in found.items()} == {"0": 25, "1": 10, "2": 1}
    assert mean(found) == Fraction(1, 3)


def test_sixes_are_natural() -> None:
    for difference in range(-2, 3):
        assert chances("dice", {"difference": difference}, "passes") == chances("dice", {"difference": 0}, "passes")


def test_how_long_the_game_lasts() -> None:
    assert round(float(sum(n * chance for n, chance in clock().items())), 2) == 30.25
    quantiles = [next(n for n in clock() if by(n) >= share) for share in map(Fraction, ("1/20", "1/2", "19/20"))]
    assert quantiles == [18, 29, 46]
    low, half, high = quantiles
    said = f"Half of all games are over by combat {half}, nine in ten between combats {low} and {high}"
    assert said in " ".join(texts_of_aids(PLAYED.game)), "what the aid says is what comes of it"


@pytest.mark.parametrize(
    ("combat", "percent"), [(20, 11.7), (25, 31.7), (30, 55.4), (35, 75.0), (40, 87.8), (45, 94.7), (50, 97.9)]
)
def test_the_clock_has_run_out(combat: int, percent: float) -> None:
    assert round(float(by(combat)) * 100, 1) == percent


def test_it_ends_on_11_now_and_then() -> None:
    assert round(float(chances("clock", outcome="passed == 11")["yes"]) * 100, 2) == 8.33


def test_the_clock_is_that_of_plain_arithmetic() -> None:
    """Time after each combat, added up by hand."""
    at = {0: Fraction(1)}
    for combat in range(1, 41):
        after: dict[int, Fraction] = {}
        for time, chance in at.items():
            steps = ((0, 1),) if time >= 10 else ((0, Fraction(25, 36)), (1, Fraction(10, 36)), (2, Fraction(1, 36)))
            for passed, share in steps:
                after[time + passed] = after.get(time + passed, Fraction(0)) + chance * share
        at = after
        assert by(combat) == sum((chance for time, chance in at.items() if time >= 10), Fraction(0))


# ---------------------------------------------------------------- withdrawal and the other endings


@pytest.mark.parametrize("surviving", range(28))
def test_how_much_must_get_away(surviving: int) -> None:
    needed = int(only(chances("threshold", {"surviving": surviving}, "needed")))
    assert needed == surviving // 2 + 1
    for escaped, enough in ((needed, "yes"), (needed - 1, "no")):
        assert only(chances("threshold", {"surviving": surviving, "escaped": escaped}, "enough")) == enough


@pytest.mark.parametrize(
    ("japan", "needed"),
    list(zip(range(27, 0, -2), range(14, 0, -1), strict=True)),
)
def test_the_table_of_withdrawals(japan: int, needed: int) -> None:
    for surviving in (japan, japan - 1):
        assert only(chances("threshold", {"surviving": surviving}, "needed")) == str(needed)


@pytest.mark.parametrize(
    ("ruling", "turn_of", "result"),
    [
        ("own-turn", "russia", "russia"),
        ("own-turn", "japan", "not possible: the withdrawal is declared in a Russian turn"),
        ("any-time", "japan", "russia"),
    ],
)
def test_when_the_withdrawal_is_declared(ruling: str, turn_of: str, result: str) -> None:
    place = {"withdrawn": ["R1", "R2", "R3", "R4"], "0301": "R5", "0403": "J1"}
    assert only(chances("declaration", {"turn_of": turn_of}, rulings={"R-08": ruling}, place=place)) == result


@pytest.mark.parametrize(
    ("place", "winner"),
    [
        ({"0403": "J1"}, "japan"),
        ({"0402": "J1"}, "japan"),
        ({"0401": "J1"}, "japan"),
        ({"0404": "J1"}, "russia"),
        ({"0301": "J1"}, "russia"),
        ({"0403": "R1", "0404": "J1"}, "russia"),
    ],
)
def test_who_holds_the_railway_when_time_is_up(place: dict[str, str], winner: str) -> None:
    assert only(chances("time-up", place=place)) == winner


@pytest.mark.parametrize(("time", "winner"), [(9, ""), (10, "japan"), (11, "japan")])
def test_the_game_ends_at_10(time: int, winner: str) -> None:
    assert (
        only(chances("endings", outcome="winner", place={"0403": "J1", "0301": "R1"}, tracks={"time": time})) == winner
    )


def test_japan_without_armies_has_lost() -> None:
    none = dict.fromkeys(("japan_1st", "japan_2nd", "japan_3rd", "japan_4th", "japan_yalu"), 0)
    assert only(chances("endings", outcome="winner", place={"0403": "R1"}, tracks=none)) == "russia"


def test_nobody_plays_on() -> None:
    found = chances("player-turn", {"army": "J1"}, "1", place={"0506": "J1"}, tracks={"winner": "russia"})
    assert only(found) == "not possible: the game is over"


# ---------------------------------------------------------------- movement


@pytest.mark.parametrize(
    ("army", "place", "can", "cannot"),
    [
        # The Sha lies between 0206 and 0306: whoever crosses it stops.
        ("J2", {"0206": "J2"}, "0306 0205 0204 0305", "0406 0405"),
        # Out of the mountains one hex, into them no further.
        ("R1", {"0604": "R1"}, "0605 0505 0504", "0503 0606 0506"),
        ("J5", {"0706": "J5"}, "0605 0705 0606", "0604 0704"),
        # Next to an enemy an army stops, and one that begins there does not move.
        ("J4", {"0406": "J4", "0404": "R3"}, "0405 0306 0305", "0404 0403"),
        ("J4", {"0405": "J4", "0404": "R3"}, "", "0406 0305 0305 0505"),
        # Never two armies in a hex, not even on the way.
        ("J3", {"0106": "J3", "0206": "J2", "0105": "J1"}, "0205 0204 0305", "0206 0105 0104"),
    ],
)  # fmt: skip
def test_movement(army: str, place: dict[str, str], can: str, cannot: str) -> None:
    found = reach(army, place)
    assert set(can.split()) <= found
    assert not set(cannot.split()) & found
    assert can or not found


@pytest.mark.parametrize(
    ("army", "place", "enemies", "bound"),
    [
        ("J4", {"0405": "J4", "0404": "R3"}, 1, "yes"),
        ("R3", {"0405": "J4", "0404": "R3"}, 1, "no"),  # from inside the line
        ("R3", {"0405": "R3", "0404": "J4"}, 1, "yes"),  # from outside
        ("R3", {"0405": "J4", "0404": "R3", "0303": "J2", "0304": "J3"}, 2, "yes"),  # one of them is inside
        ("R3", {"0402": "J4", "0403": "R3"}, 1, "no"),  # in Mukden
        ("J4", {"0402": "R3", "0403": "J4"}, 1, "yes"),
        ("R1", {"0605": "J5", "0604": "R1"}, 1, "no"),
        ("R1", {"0603": "J5", "0604": "R1"}, 1, "yes"),
        ("J4", {"0406": "J4", "0404": "R3"}, 0, "no"),
    ],
)
def test_who_must_attack(army: str, place: dict[str, str], enemies: int, bound: str) -> None:
    assert only(chances("duty", {"army": army}, "bound", place=place)) == bound
    assert only(chances("duty", {"army": army}, "count(enemies)", place=place)) == str(enemies)


@pytest.mark.parametrize(
    ("place", "exits"),
    [
        ({"0401": "R1"}, {"0401", "0301", "0501"}),
        ({"0402": "R1"}, {"0401"}),
        ({"0403": "R1"}, set()),
        ({"0401": "R1", "0402": "J1"}, set()),
        ({"0402": "R1", "0201": "J1"}, {"0401"}),
        ({"0502": "R1", "0401": "J1", "0601": "R2"}, set()),
    ],
)
def test_from_where_armies_can_leave(place: dict[str, str], exits: set[str]) -> None:
    found = {
        number
        for number in ("0301", "0401", "0501", "0402", "0403")
        if only(chances("movement", {"army": "R1"}, f"'{number}' in exits", place=place, choices={"goes": "stays"}))
        == "yes"
    }
    assert found == exits


def test_japanese_armies_never_leave() -> None:
    found = chances("movement", {"army": "J1"}, "count(exits)", place={"0401": "J1"}, choices={"goes": "stays"})
    assert only(found) == "0"


@pytest.mark.parametrize(("ruling", "may"), [("one-hex", "0"), ("nothing", "1")])
def test_what_leaving_costs(ruling: str, may: str) -> None:
    found = chances(
        "movement", {"army": "R1"}, "count(exits)", {"R-05": ruling}, {"goes": "stays"}, place={"0403": "R1"}
    )
    assert only(found) == may


def test_an_army_that_can_move_must_where_nobody_may_pass() -> None:
    stays = chances("movement", {"army": "J1"}, "army.hex", {"R-06": "no"}, place={"0506": "J1"})
    assert only(stays) != "0506"
    assert only(chances("movement", {"army": "J1"}, "army.hex", place={"0506": "J1"})) == "0506"


# ---------------------------------------------------------------- combats


def fought(outcome: str, rulings: Mapping[str, str] | None = None, **changes: object) -> dict[str, Fraction]:
    """The 4th Army in 0405 against the Russian 3rd in 0404, who call all they have."""
    choices = {"call": "7", "answer": "4", "way": "stay", "advances": "no", **changes}
    place = {"0405": "J4", "0404": "R3"}
    return chances("combat", {"army": "J4", "enemy": "R3"}, outcome, rulings, choices, place=place)


@pytest.mark.parametrize(("call", "answer"), [(8, 4), (7, 5), (0, 4), (7, 0)])
def test_calls_beyond_the_truth_are_refused(call: int, answer: int) -> None:
    with pytest.raises(Exception, match=r"call|answer|offer|not"):
        fought("result", call=str(call), answer=str(answer))


def test_losses_are_written_down() -> None:
    found = fought("loss_attacker + loss_defender")
    assert only(found) == "0"  # nothing is carried over to the next combat
    lost = {label: in_36(chance) for label, chance in fought("7 - japan_4th").items()}
    assert lost == {"0": 6, "1": 20, "2": 10}
    assert {label: in_36(chance) for label, chance in fought("4 - russia_3rd").items()} == {"0": 15, "1": 18, "2": 3}


def test_a_defender_who_goes_back_loses_one_less() -> None:
    lost = {label: in_36(chance) for label, chance in fought("4 - russia_3rd", way="retreat").items()}
    # The attacker goes back first if it is hurt, and the defender then loses nothing: 3 results of 2 are left.
    assert lost == {"0": 33, "1": 3}


def test_never_two_armies_in_a_hex() -> None:
    assert only(fought("units.all(u, !on_map(u) || count(units_at(u.hex)) == 1)", way="retreat")) == "yes"


def test_a_retreat_is_never_next_to_an_enemy() -> None:
    place = {"0405": "J4", "0404": "R3", "0303": "J2"}
    ways = chances("fall-back", {"army": "R3", "loss": 1}, "size(ways)", choices={"way": "stay"}, place=place)
    assert only(ways) == "1"  # 0504; 0304 and 0403 are next to 0303, 0305 and 0505 to 0405
    found = chances("fall-back", {"army": "R3", "loss": 1}, "army.hex", choices={"way": "retreat"}, place=place)
    assert only(found) == "0504"


@pytest.mark.parametrize(("ruling", "most"), [("finished", 1), ("no-retreats", 2)])
def test_the_combat_that_ends_the_game(ruling: str, most: int) -> None:
    choices = {"call": "7", "answer": "4", "way": "retreat", "advances": "no"}
    place, tracks = {"0405": "J4", "0404": "R3"}, {"time": 9}
    lost = "time >= 10 ? 7 - japan_4th : 0"
    found = chances(
        "combat", {"army": "J4", "enemy": "R3"}, lost, {"R-07": ruling}, choices, place=place, tracks=tracks
    )
    assert max(int(label) for label in found) == most


@pytest.mark.parametrize(("ruling", "gone"), [("retreat-first", "no"), ("removal-first", "yes")])
def test_can_a_retreat_save_an_army(ruling: str, gone: str) -> None:
    choices = {"call": "7", "answer": "1", "way": "retreat", "advances": "no"}
    place, tracks = {"0405": "J4", "0404": "R3"}, {"russia_3rd": 1}
    found = chances(
        "combat", {"army": "J4", "enemy": "R3"}, "result == 'defender loses 1' && russia_3rd == 0",
        {"R-03": ruling}, choices, place=place, tracks=tracks,
    )  # fmt: skip
    assert ("yes" in found) == (gone == "yes")


def test_the_3rd_army_is_on_the_map_by_its_third_choice() -> None:
    for waits, hexes in ((0, "A"), (1, "A, B"), (2, "A, B, C")):
        given = {"place": {"march": "J3"}, "tracks": {"waits": waits}}
        assert only(chances("detour", {"army": "J3"}, "hexes", **given)) == hexes
        offers = "wait == 'or wait'"
        assert only(chances("detour", {"army": "J3"}, offers, **given)) == ("no" if waits == 2 else "yes")
        assert only(chances("detour", {"army": "J3"}, "entered", **given)) == "yes"
        assert only(chances("detour", {"army": "J3"}, "size(open)", **given)) == str(waits + 1)


def test_an_entry_hex_may_be_taken() -> None:
    found = chances("detour", {"army": "J3"}, "entered", place={"march": "J3", "0106": "R2"})
    assert only(found) == "no"


@pytest.mark.parametrize(("ruling", "winner"), [("counts", "japan"), ("leaves-out", "russia")])
def test_does_an_army_on_its_way_survive(ruling: str, winner: str) -> None:
    place = {"withdrawn": ["R1", "R2"], "march": "J3", "0403": "J1"}
    tracks = {
        "russia_1st": 6,
        "russia_2nd": 5,
        "japan_3rd": 7,
        "japan_1st": 15,
        "japan_2nd": 0,
        "japan_4th": 0,
        "japan_yalu": 0,
    }
    assert only(chances("withdrawal", rulings={"R-04": ruling}, place=place, tracks=tracks)) == winner


# ---------------------------------------------------------------- how it is told


def told(id_: str) -> list[str]:
    return [step.text + (f": {step.value}" if step.value else "") for step in worked(id_).trace.steps]


def test_a_choice_tells_whose_it_is() -> None:
    lines = [line for line in told("fort-and-river") if "chooses" in line]
    assert [line.split(" chooses")[0] for line in lines] == [
        "The Russian player",
        "The Russian player",
        "The Japanese player",
    ]
    assert any(line.startswith("The Japanese player chooses decision") for line in told("detour-first"))


def test_armies_move_by_hexes() -> None:
    assert "it begins on a mountain" in " ".join(told("supply-hex"))
    assert " MP" not in " ".join(told("supply-hex"))


# ---------------------------------------------------------------- ground of every kind, in combats on the map


@pytest.mark.parametrize(
    ("place", "call", "worth"),
    [
        ({"0202": "J4", "0201": "R3"}, 7, "7"),  # open ground
        ({"0205": "J4", "0204": "R3"}, 7, "4"),  # across the line
        ({"0306": "J4", "0206": "R3"}, 7, "6"),  # across a river
        ({"0405": "J4", "0404": "R3"}, 7, "3"),  # across both
        ({"0606": "J4", "0605": "R3"}, 7, "6"),  # a mountain
        ({"0605": "J4", "0604": "R3"}, 7, "3"),  # a mountain behind the line
        ({"0503": "J4", "0603": "R3"}, 7, "5"),  # a mountain across a river
        ({"0505": "J4", "0604": "R3"}, 7, "3"),  # all three
        ({"0402": "J4", "0403": "R3"}, 7, "4"),  # Mukden from the north
        ({"0404": "J4", "0403": "R3"}, 7, "3"),  # Mukden across the Hun
        ({"0404": "J4", "0405": "R3"}, 7, "3"),  # out of the works
        # Russian calls are never halved.
        ({"0204": "R3", "0205": "J4"}, 4, "4"),
        ({"0404": "R3", "0405": "J4"}, 4, "3"),
        ({"0402": "R3", "0403": "J4"}, 4, "4"),
        ({"0404": "R3", "0403": "J4"}, 4, "3"),
        ({"0505": "R3", "0604": "J4"}, 4, "2"),
    ],
)
def test_what_the_ground_makes_of_a_call(place: dict[str, str], call: int, worth: str) -> None:
    army, enemy = place.values()
    choices = {"call": str(call), "answer": "1", "way": "stay", "advances": "no"}
    assert only(chances("combat", {"army": army, "enemy": enemy}, "attack", choices=choices, place=place)) == worth


@pytest.mark.parametrize(
    ("place", "waits", "entered"),
    [
        ({"march": "J3", "0106": "R2"}, 0, "march"),  # A is taken: it waits
        ({"march": "J3", "0106": "R2"}, 1, "0103"),
        ({"march": "J3", "0106": "R2", "0103": "J2"}, 2, "0101"),
        ({"march": "J3", "0106": "R2", "0103": "R1", "0101": "R3"}, 2, "march"),
    ],
)
def test_the_3rd_army_enters_where_there_is_room(place: dict[str, str], waits: int, entered: str) -> None:
    where = "on_map(army) ? army.hex : 'march'"
    found = chances("detour", {"army": "J3"}, where, place=place, tracks={"waits": waits})
    assert only(found) == entered


@pytest.mark.parametrize(("waits", "can"), [(0, "wait enter"), (1, "wait enter"), (2, "enter")])
def test_the_third_time_it_cannot_wait(waits: int, can: str) -> None:
    for decision, place in (("wait", "march"), ("enter", "map")):
        where = "on_map(army) ? 'map' : 'march'"
        given, tracks = {"army": "J3"}, {"waits": waits}
        if decision in can.split():
            found = chances(
                "detour", given, where, choices={"decision": decision}, place={"march": "J3"}, tracks=tracks
            )
            assert only(found) == place
        else:
            with pytest.raises(Exception, match="wait"):
                chances("detour", given, where, choices={"decision": decision}, place={"march": "J3"}, tracks=tracks)


# The margin, and the losses by who retreats: nobody, the attacker, the defender.
# A dash: that army has no loss, so it may not retreat.
RETREAT_TABLE = {
    "Both lose 1": (0, "1, 1", "0, 0", "1, 0"),
    "Attacker loses 1": (-2, "1, 0", "0, 0", "–"),
    "Attacker loses 2": (-3, "2, 0", "1, 0", "–"),
    "Defender loses 1": (2, "0, 1", "–", "0, 0"),
    "Defender loses 2": (3, "0, 2", "–", "0, 1"),
}


@pytest.mark.parametrize("result", RETREAT_TABLE)
def test_the_table_of_losses_and_retreats_is_what_the_engine_plays(result: str) -> None:
    table = PLAYED.game.tables["retreat"]
    margin, *losses = RETREAT_TABLE[result]
    assert table.cells[table.rows.heads.index(result)] == tuple(losses)
    retreats: tuple[dict[str, object], ...] = ({}, {"attacker_retreats": True}, {"defender_retreats": True})
    for choice, loss in zip(retreats, losses, strict=True):
        if loss != "–":
            given = {"difference": 0, "margin": margin, **choice}
            found = chances("exchange", given, "string(loss_attacker) + ', ' + string(loss_defender)")
            assert only(found) == loss
