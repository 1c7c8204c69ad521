"""Meiktila's procedures: its worked examples come out, its chances are those worked out by hand, its rulings switch."""

import shutil
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.load import find_game, load_game
from pnp.rules.chances import distribution
from pnp.rules.example import Worked, work_example
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.setup import Setup
from pnp.rules.trace import write_trace

FOLDER = find_game("meiktila")
EXAMPLES = tuple(load_game(FOLDER).examples)


@cache
def playbook() -> Playbook:
    return compile_game(load_game(FOLDER))


@cache
def worked(id_: str) -> Worked:
    return work_example(playbook(), id_)


def chances(
    procedure: str,
    given: Mapping[str, object] | None = None,
    outcome: str | Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
    choices: Mapping[str, object] | None = None,
    **setup: Mapping[str, object],
) -> dict[str, Fraction]:
    """The chances of a procedure; numbers are given as numbers, labels come with a plain minus."""
    texts = {
        name: value if isinstance(value, (list, str)) else str(value).lower() for name, value in (given or {}).items()
    }
    tracks = {name: str(value).lower() for name, value in setup.pop("tracks", {}).items()}
    found = distribution(
        playbook(),
        procedure,
        texts,
        Setup(**setup, tracks=tracks),  # type: ignore[arg-type]
        outcome=outcome,
        rulings=rulings or {},
        choices=choices or {},  # type: ignore[arg-type]
    )
    return {label.replace("−", "-"): chance for label, chance in found.items()}


def only(found: Mapping[str, Fraction]) -> str:
    """The one result that there can be."""
    assert list(found.values()) == [1]
    return next(iter(found))


def mean(found: Mapping[str, Fraction]) -> Fraction:
    return sum((int(label) * chance for label, chance in found.items()), Fraction(0))


def sixths(chance: Fraction) -> int:
    number = chance * 6
    assert number.denominator == 1
    return int(number)


def percent(chance: Fraction, digits: int = 1) -> float:
    return round(float(chance) * 100, digits)


def gave(example: str, name: str) -> list[object]:
    return [one.value for one in worked(example).gave if one.name == name]


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str):
    assert worked(id_).wrong == ()


@pytest.mark.parametrize("id_", ["seywa", "seywa-as-printed"])
def test_the_numbers_of_the_long_example(id_: str):
    """Source: the example after 6.5.4, as it was worked through step by step."""
    assert gave(id_, "attack") == [16]
    assert gave(id_, "defence") == [7]
    assert gave(id_, "column") == ["2-1", "3-1"]
    assert gave(id_, "column_shift") == [1]
    assert gave(id_, "combat_die") == [4]
    assert gave(id_, "result")[-1] == "1/1"
    text = write_trace(worked(id_).trace)
    for line in (
        "Banzai charge: 1/55 +3 and 1/214 +2 = 18  [11.1]",
        "across a stream: 1/214 and 2/214 −1 each = 16",
        "in the town: 5 PH +1 = 7",
        "armour with the attacker: 1 right  [8.2]",
        "armour with the defender: 1 left  [8.2]",
        "air units with the attacker: 1 right  [5.2]",
    ):
        assert line in text


def test_the_long_example_as_printed_ends_as_printed():
    final = worked("seywa-as-printed").final
    places = {playbook().game.counters[id_].label: piece.place for id_, piece in final.pieces.items()}
    assert places == {
        "1/55": "M9", "2/55": "M9", "3/55": "M9", "1/14": "M8", "1/214": "eliminated", "2/214": "N8",
        "1/3 Gurkha": "M7", "5 PH": "L7",
    }  # fmt: skip
    assert (final.levels["victory_allied"], final.levels["victory_japanese"]) == (2, 1)


def test_the_long_example_by_the_rules_touches_one_attacker():
    final = worked("seywa").final
    places = {playbook().game.counters[id_].label: piece.place for id_, piece in final.pieces.items()}
    assert places["1/55"] == "M9"
    assert {places[label] for label in ("2/55", "3/55", "1/14")} == {"M8"}
    assert {places[label] for label in ("1/214", "2/214")} == {"N8"}
    assert (final.levels["victory_allied"], final.levels["victory_japanese"]) == (1, 1)


def dry_game(folder: Path) -> Path:
    """A copy of the game without the stream on M7/N8."""
    copy = folder / "dry"
    shutil.copytree(FOLDER, copy)
    text = (copy / "map.yaml").read_text(encoding="utf-8")
    cut = " M7/N8\n        N7/N8"
    assert cut in text
    above, below = text.split(cut)
    below = below.replace("      beyond: mouth\n", "", 1)
    lower = "\n      basis: reconstructed\n    lower-chaung:\n      beyond: mouth\n      sides: >-\n        N7/N8"
    (copy / "map.yaml").write_text(above + lower + below, encoding="utf-8")
    return copy


def test_without_the_stream_the_long_example_fails_at_the_line_of_its_expectation(tmp_path: Path):
    findings = check_game(load_game(dry_game(tmp_path)))
    assert all(one.code.startswith("X") for one in findings)
    lines = (FOLDER / "examples.yaml").read_text(encoding="utf-8").splitlines()
    line = lines.index('    attack: "16"') + 1
    found = [one for one in findings if one.spot.path == "examples.seywa.expect.attack"]
    assert [(one.spot.line, one.wrong) for one in found] == [(line, "attack: expected 16, got 18")]


# ---------------------------------------------------------------- chances: air, initiative, supply


def test_initiative():
    throw = chances("initiative-throw", {"air": True})
    assert throw == {"allied": Fraction(21, 36), "tie": Fraction(5, 36), "japanese": Fraction(10, 36)}
    again = chances("initiative", {"air": True})
    assert again == {"allied": Fraction(21, 31), "japanese": Fraction(10, 31)}
    assert [percent(again[side]) for side in ("allied", "japanese")] == [67.7, 32.3]
    even = chances("initiative-throw", {"air": False})
    assert even == {"allied": Fraction(15, 36), "tie": Fraction(6, 36), "japanese": Fraction(15, 36)}


def test_air_units():
    assert mean(chances("air-roll", outcome="air_allied")) == Fraction(5, 2)


def test_visits_of_the_sentai():
    visits = chances("sentai-visits", {"turns": 10})
    never, once = Fraction(5, 6) ** 10, 10 * Fraction(1, 6) * Fraction(5, 6) ** 9
    assert visits == {"0": never, "1": once, "2": 1 - never - once}
    assert [percent(visits[label]) for label in "012"] == [16.2, 32.3, 51.5]


def test_the_turn_of_the_first_six():
    first = chances("first-six")
    assert all(first[str(n)] == Fraction(1, 6) * Fraction(5, 6) ** (n - 1) for n in range(1, 11))
    wanted = [16.7, 13.9, 11.6, 9.6, 8.0, 6.7, 5.6, 4.7, 3.9, 3.2]
    assert [percent(first[str(n)]) for n in range(1, 11)] == wanted


AIRFIELDS = ("M7", "J10", "D5", "G9")


@pytest.mark.parametrize(
    ("modifier", "wanted", "drift"),
    [
        (-5, [5, 1, 0, 0], "-14/6"),
        (-4, [4, 2, 0, 0], "-13/6"),
        (-3, [3, 3, 0, 0], "-12/6"),
        (-2, [2, 3, 1, 0], "-10/6"),
        (-1, [1, 3, 2, 0], "-8/6"),
        (0, [0, 3, 3, 0], "-6/6"),
        (1, [0, 2, 3, 1], "-4/6"),
        (2, [0, 1, 3, 2], "-2/6"),
    ],
)
def test_supply_table(modifier: int, wanted: list[int], drift: str):
    lost = AIRFIELDS[: max(0, min(4, -modifier))]
    tracks = {"air_japanese": int(modifier == -5), "air_bonus": max(0, modifier)}
    change = chances("supply-roll", control=dict.fromkeys(lost, "japanese"), tracks=tracks)
    assert [sixths(change.get(label, Fraction(0))) for label in ("-1", "0", "1", "2")] == wanted
    fall = mean(chances("level-falls", outcome="fall"))
    assert fall == Fraction(-3, 2)
    assert mean(change) + fall == Fraction(drift)


@pytest.mark.parametrize(
    ("flown", "goal", "wanted"), [(0, 5, 47), (0, 7, 0), (1, 5, 65), (1, 7, 2), (2, 5, 78), (2, 7, 8)]
)
def test_a_high_supply_level_in_ten_days(flown: int, goal: int, wanted: int):
    reached = chances("supply-peak", {"flown": flown, "goal": goal})
    assert percent(reached.get("yes", Fraction(0)), 0) == wanted


@pytest.mark.parametrize(("flown", "wanted"), [(0, 6.9), (1, 5.2), (2, 3.5)])
def test_turns_of_hunger_in_ten_days(flown: int, wanted: float):
    assert round(float(mean(chances("supply-hunger", {"flown": flown}))), 1) == wanted


@pytest.mark.parametrize(("flown", "wanted"), [(0, [53, 100, 100]), (1, [39, 94, 99]), (2, [28, 81, 94])])
def test_one_activation_marker_on_turns_1_5_and_10(flown: int, wanted: list[int]):
    ones = [chances("supply-markers", {"flown": flown, "turns": turn})["1"] for turn in (1, 5, 10)]
    assert [percent(one, 0) for one in ones] == wanted


def test_status_rolls():
    levels = [chances("allied-status-roll", tracks={"supply": level}) for level in range(9)]
    assert [sixths(one.get("yes", Fraction(0))) for one in levels] == [0, 2, 2, 3, 4, 4, 5, 6, 6]
    against = [chances("japanese-status-roll", {"against": n}) for n in range(5)]
    assert [sixths(one.get("yes", Fraction(0))) for one in against] == [4, 3, 2, 1, 0]


# ---------------------------------------------------------------- chances: new units


def test_reinforcement_by_a_turn():
    wanted = [16.7, 44.4, 72.2, 90.7, 98.5, 99.7]
    assert [percent(chances("arrival", {"turns": n})["yes"]) for n in range(1, 7)] == wanted
    late = 1 - Fraction(5 * 4 * 3 * 2 * 1 * 1, 6**6)
    assert chances("arrival", {"turns": 6})["yes"] == late


def test_release_of_the_56th():
    wanted = [53.8, 64.5, 71.8, 76.9, 80.6, 83.3, 83.3]
    found = [chances("release", {"first": turn}) for turn in range(1, 8)]
    assert [percent(one["yes"]) for one in found] == wanted
    assert chances("release-roll", {"day": 1}, "released") == {"no": 1}


def test_japanese_replacement():
    against = [chances("replacement-roll", {"against": n}) for n in range(5)]
    assert [sixths(one.get("yes", Fraction(0))) for one in against] == [4, 3, 2, 1, 0]


def test_the_reinforcement_rolls_are_those_of_the_rule_and_of_the_printed_table():
    for turn in range(1, 11):
        assert sixths(chances("entry-roll", {"day": turn})["yes"]) == min(turn, 5)
        released = chances("release-roll", {"day": turn}, "released").get("yes", Fraction(0))
        assert sixths(released) == min(turn - 1, 5)


# ---------------------------------------------------------------- chances: combat


@pytest.mark.parametrize(
    ("odds", "wanted"),
    [
        ("1-3", [0, 6, 0, 0, 0]),
        ("1-2", [1, 6, 1, 0, 0]),
        ("1-1", [3, 5, 2, 0, 0]),
        ("2-1", [4, 4, 2, 0, 0]),
        ("3-1", [5, 4, 3, 1, 0]),
        ("4-1", [6, 3, 3, 2, 0]),
        ("5-1", [6, 2, 2, 3, 1]),
        ("6-1", [6, 1, 1, 4, 2]),
    ],
)
def test_shares_of_the_combat_results(odds: str, wanted: list[int]):
    attack, defence = odds.split("-")
    found = [
        (*label.split("/"), chance)
        for label, chance in chances("combat", {"attack": attack, "defence": defence}).items()
    ]
    tests = (
        lambda attacker, defender: defender != "-",
        lambda attacker, defender: attacker != "-",
        lambda attacker, defender: attacker != "-" != defender,
        lambda attacker, defender: defender in "2E",
        lambda attacker, defender: defender == "E",
    )
    assert [sixths(sum((c for a, d, c in found if test(a, d)), Fraction(0))) for test in tests] == wanted


def test_odds_finder():
    columns = {"1-3": 1, "1-2": 2, "1-1": 3, "2-1": 4, "3-1": 5, "4-1": 6, "5-1": 7, "6-1": 8}
    for defence in range(1, 13):
        needed = {"1-3": -(-defence // 3), "1-2": -(-defence // 2), **{f"{n}-1": n * defence for n in range(1, 7)}}
        for odds, attack in needed.items():
            at = only(chances("combat", {"attack": attack, "defence": defence}, "column"))
            assert columns[at] >= columns[odds]
            if attack > 1 and odds != "1-3":
                below = only(chances("combat", {"attack": attack - 1, "defence": defence}, "column"))
                assert columns[below] < columns[odds]


def test_retreat_checks():
    for factor in range(1, 8):
        assert sixths(chances("retreat-roll", {"factor": factor})["yes"]) == min(factor, 5)
        shaken = chances("retreat-roll", {"factor": factor, "antitank": True}).get("yes", Fraction(0))
        assert sixths(shaken) == min(factor - 1, 5)
        strict = chances("retreat-roll", {"factor": factor, "antitank": True}, rulings={"R-16": "modified-six-fails"})
        assert sixths(strict.get("yes", Fraction(0))) == min(factor - 1, 4)


def test_a_check_for_each_point():
    found = chances(
        "defender-pays",
        {"target": "G13", "owed": 2},
        "victory_japanese",
        place={"G13": ["1/3 Gurkha"]},
        tracks={"with_point_checks": True},
    )
    p, q = Fraction(4, 6), Fraction(2, 6)
    assert found == {"0": p * p, "1": p * (1 - p) + (1 - p) * q, "2": (1 - p) * (1 - q)}
    assert [percent(found[label]) for label in "012"] == [44.4, 33.3, 22.2]


# ---------------------------------------------------------------- rulings


def test_every_ruling_switches_something():
    """R-32 is about which counters there are."""
    files = [*sorted(FOLDER.glob("procedures*.yaml")), FOLDER / "maprules.yaml"]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert [id_ for id_ in playbook().game.rulings if id_ not in text] == ["R-32"]


def test_r_01_ties_of_the_initiative():
    sides = {
        option: chances("initiative", {"air": True}, rulings={"R-01": option})
        for option in ("allied-wins", "japanese-wins")
    }
    assert sides["allied-wins"]["allied"] == Fraction(26, 36)
    assert sides["japanese-wins"]["allied"] == Fraction(21, 36)


def test_r_11_rounding_of_odds():
    def column(attack: int, defence: int, option: str) -> str:
        return only(chances("combat", {"attack": attack, "defence": defence}, "column", {"R-11": option}))

    cases = ((16, 7), (18, 7), (14, 7), (5, 7), (2, 5), (1, 4), (50, 7))
    assert [column(*case, "defender") for case in cases] == ["2-1", "2-1", "2-1", "1-2", "1-3", "1-3", "6-1"]
    assert [column(*case, "attacker") for case in cases] == ["3-1", "3-1", "2-1", "1-1", "1-2", "1-3", "6-1"]
    assert [column(*case, "nearest") for case in cases] == ["2-1", "3-1", "2-1", "1-1", "1-3", "1-3", "6-1"]


def test_r_12_how_far_losses_for_ground_go():
    place = {"N8": ["2/214 reduced", "1 AT Bty"], "M8": ["1/55"]}
    given = {"group": ["2/214", "1 AT Bty", "1/55"], "target": "M7"}

    def total(option: str) -> str:
        return only(chances("attack-total", given, rulings={"R-12": option}, place=place))

    assert total("unit-not-below-zero") == "3"
    assert total("total-not-below-zero") == "2"
    assert total("unit-not-below-one") == "4"


def test_r_13_odds_beyond_the_table():
    def column(option: str, **given: int) -> str:
        return only(chances("combat", given, "column", {"R-13": option}))

    assert column("clamp", attack=24, defence=3, air_against=1) == "5-1"
    assert column("clamp-last", attack=24, defence=3, air_against=1) == "6-1"
    assert column("clamp", attack=1, defence=5, air=1) == "1-2"
    assert column("clamp-last", attack=1, defence=5, air=1) == "1-3"
    assert "not possible" in column("no-attack", attack=1, defence=5)


def test_r_14_order_of_the_arithmetic():
    place = {"N8": ["1/214 out-of-supply", "2/214 out-of-supply"]}
    given = {"group": ["1/214", "2/214"], "target": "M7"}
    assert only(chances("attack-total", given, place=place)) == "0"
    assert only(chances("attack-total", given, rulings={"R-14": "terrain-before-halving"}, place=place)) == "1"


SEYWA = {"M8": ["1/55", "2/55", "3/55", "1/14"], "N8": ["1/214", "2/214"], "M7": ["1/3 Gurkha", "5 PH"]}


def defence_of_seywa(option: str) -> str:
    given = {"target": "M7", "attackers": ["1/55", "2/55", "3/55", "1/14"]}
    return only(chances("attack", given, "defence", {"R-15": option}, {"in_town": ["5 PH"]}, place=SEYWA))


def test_r_15_the_town_counts_in_the_sum_whoever_has_it():
    assert {defence_of_seywa(o) for o in ("named-before-odds", "named-at-the-check", "not-in-checks")} == {"7"}
    given = {"subject": "5 PH", "target": "M7", "in_town": ["5 PH"]}
    assert only(chances("retreat-check", given, "factor", place=SEYWA)) == "3"
    assert only(chances("retreat-check", given, "factor", {"R-15": "not-in-checks"}, place=SEYWA)) == "2"


def test_r_16_factor_of_a_retreat_check():
    given = {"subject": "1/214", "target": "M7", "attacking": True}
    assert only(chances("retreat-check", given, "factor", place=SEYWA)) == "3"
    assert only(chances("retreat-check", given, "factor", {"R-16": "factor-in-use"}, place=SEYWA)) == "1"


def test_r_17_no_way_out():
    ring = worked("no-way-out").example.place
    for option, points in (("lose-a-step", "1"), ("eliminated", "2")):
        found = chances("defender-pays", {"target": "I2", "owed": 1}, "victory_japanese", {"R-17": option}, place=ring)
        assert only(found) == points


def test_r_20_a_mixed_payment():
    """Two battalions owe 2. The first fails its check, so the second need go one hex only."""
    place = {"G13": ["1/3 Gurkha", "6/15 Punjab"]}
    for option, hexes in (("steps-shorten-the-retreat", {"1", "2"}), ("all-or-nothing", {"2"})):
        found = chances("defender-pays", {"target": "G13", "owed": 2}, "hexes", {"R-20": option}, place=place)
        assert set(found) == hexes


def test_r_21_casualty_checks():
    def lost(option: str) -> Fraction:
        given = {"group": ["2/56"]}
        return mean(chances("banzai-checks", given, "victory_allied", {"R-21": option}, place={"E7": ["2/56"]}))

    assert lost("highest-printed-factor") == Fraction(3, 6)
    assert lost("doubled-factor") == Fraction(1, 6)
    assert lost("one-step-always") == 1


def test_r_22_and_r_23_armour():
    def shift(r22: str, r23: str, attacker: str, armour: int, against: int, antitank: int = 0) -> int:
        given = {"attack": 7, "defence": 7, "attacker": attacker}
        given |= {"armour": armour, "armour_against": against, "antitank": antitank}
        return int(only(chances("combat", given, "column_shift", {"R-22": r22, "R-23": r23})))

    assert shift("owner", "one-for-one", "japanese", 1, 2) == -1
    assert shift("allied-player", "one-for-one", "japanese", 2, 1) == -3
    assert shift("allied-player", "one-for-one", "allied", 2, 1, antitank=1) == 2
    assert shift("owner", "defence-only-cancels", "japanese", 1, 2) == 0
    assert shift("owner", "one-for-one", "allied", 2, 1, antitank=2) == 0
    assert shift("owner", "anti-tank-surplus-shifts", "allied", 1, 0, antitank=2) == -1


def test_r_26_and_r_27_supply_in_combat():
    place = {"K5": ["1/10 Gurkha"], "I9": ["1/7 Gurkha"]}
    found = chances("path-check", {"group": ["1/10 Gurkha"]}, "marked(group[0], 'out-of-supply')", place=place)
    assert only(found) == "no"
    rolled = chances(
        "path-check",
        {"group": ["1/10 Gurkha"]},
        "marked(group[0], 'out-of-supply')",
        {"R-26": "path-and-roll"},
        place=place,
    )
    assert rolled == {"no": Fraction(4, 6), "yes": Fraction(2, 6)}
    hungry = "units.filter(u, marked(u, 'out-of-supply')).size()"
    for option, number in (("at-once", "2"), ("next-supply-phase", "0")):
        found = chances("supply-change", {"by": -1}, hungry, {"R-27": option}, place=place, tracks={"supply": 1})
        assert only(found) == number


def test_r_28_one_benefit_of_an_air_unit():
    given: dict[str, object] = {}
    for option, lift in (("all", "2; 2; 2"), ("one", "2; 0; 0")):
        found = chances(
            "missions", given, ("air_bonus", "air_steps", "air_landings"), {"R-28": option}, tracks={"air_allied": 3}
        )
        assert only(found) == lift


def test_r_33_two_rolls_for_the_56th():
    given = {"subject": "1/56"}
    place = {"reserve": ["1/56"]}
    for option, chance in (("release-roll-only", Fraction(2, 6)), ("both-rolls", Fraction(2, 6) * Fraction(3, 6))):
        found = chances("reinforcement", given, "enters", {"R-33": option}, place=place, tracks={"turn": 3})
        assert found["yes"] == chance


def test_r_34_to_r_36_the_end_of_the_game():
    city = {"control": {"I9": "japanese"}}
    assert only(chances("victory", outcome="margin", rulings={"R-34": "game-end"}, **city)) == "3"
    assert only(chances("victory", outcome="margin", rulings={"R-34": "each-turn"}, **city)) == "8"
    assert only(chances("victory", rulings={"R-36": "minor-is-japanese"}, **city)) == "Japanese minor victory"
    assert only(chances("victory", **city)) == "Allied minor victory"
    for option, over in (("after-turn-ten", "no"), ("before-turn-ten", "yes")):
        found = chances("end-of-turn", outcome="outcome != ''", rulings={"R-35": option}, tracks={"turn": 9})
        assert only(found) == over


def test_r_38_air_units_beside_the_sentai():
    assert mean(chances("air-roll", outcome="air_allied", rulings={"R-38": "rolled-again"})) == Fraction(
        15, 6
    ) * Fraction(7, 6)


def test_r_39_several_improved_positions():
    place, markers = {"F6": ["1 W Yorks", "4/12 FF Regt"]}, {"F6": ["improved-position", "improved-position"]}
    for option, total in (("different-units", "9"), ("same-unit", "9"), ("once-for-the-hex", "8")):
        helped = {"group": ["1 W Yorks", "4/12 FF Regt"], "target": "F6"}
        both = {"different-units": ["1 W Yorks", "4/12 FF Regt"], "same-unit": ["1 W Yorks", "1 W Yorks"]}
        helped["dug_in"] = both.get(option, ["1 W Yorks"])
        assert only(chances("defence-total", helped, rulings={"R-39": option}, place=place, markers=markers)) == total
