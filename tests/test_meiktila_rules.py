"""Meiktila's procedures: its worked examples come out, its chances are those worked out by hand, its rulings switch."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pnp.compose.reconstruction_marks import records_in
from pnp.load import load_game
from pnp.model.procedure import ResultCall
from pnp.rules.engine.steps.ask_step import AskStep
from pnp.rules.engine.steps.part_step import PartStep
from pnp.rules.engine.steps.run_step import RunStep
from pnp.rules.engine.trace import write_trace
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from tests.playing import Played, mean, only

PLAYED = Played("meiktila")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
FOLDER, EXAMPLES = PLAYED.folder, tuple(PLAYED.game.examples)


def sixths(chance: Fraction) -> int:
    number = chance * 6
    assert number.denominator == 1
    return int(number)


def percent(chance: Fraction, digits: int = 1) -> float:
    return round(float(chance) * 100, digits)


def gave(example: str, name: str) -> list[object]:
    return [one.value for one in worked(example).assignments if one.name == name]


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str):
    assert worked(id_).faults == ()


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
    game = load_game(dry_game(tmp_path))
    wrong = play_example(compile_game(game), "seywa").faults
    lines = (FOLDER / "examples.yaml").read_text(encoding="utf-8").splitlines()
    line = lines.index('    attack: "16"') + 1
    found = [(game.finding(one).spot.line, one.wrong) for one in wrong if one.path == "examples.seywa.expect.attack"]
    assert found == [(line, "attack: expected 16, got 18")]


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


def test_r_11_rounding_of_odds():
    def column(attack: int, defence: int, option: str) -> str:
        return only(chances("combat", {"attack": attack, "defence": defence}, "column", {"R-11": option}))

    cases = ((16, 7), (18, 7), (14, 7), (5, 7), (2, 5), (1, 4), (50, 7))
    assert [column(*case, "defender") for case in cases] == ["2-1", "2-1", "2-1", "1-2", "1-3", "1-3", "6-1"]
    assert [column(*case, "attacker") for case in cases] == ["3-1", "3-1", "2-1", "1-1", "1-2", "1-3", "6-1"]
    assert [column(*case, "nearest") for case in cases] == ["2-1", "3-1", "2-1", "1-1", "1-3", "1-3", "6-1"]


def test_r_13_odds_beyond_the_table():
    def column(option: str, **given: int) -> str:
        return only(chances("combat", given, "column", {"R-13": option}))

    assert column("clamp", attack=24, defence=3, air_against=1) == "5-1"
    assert column("clamp-last", attack=24, defence=3, air_against=1) == "6-1"
    assert column("clamp", attack=1, defence=5, air=1) == "1-2"
    assert column("clamp-last", attack=1, defence=5, air=1) == "1-3"
    assert "not possible" in column("no-attack", attack=1, defence=5)


SEYWA = {"M8": ["1/55", "2/55", "3/55", "1/14"], "N8": ["1/214", "2/214"], "M7": ["1/3 Gurkha", "5 PH"]}


def defence_of_seywa(option: str) -> str:
    given = {"target": "M7", "attackers": ["1/55", "2/55", "3/55", "1/14"]}
    return only(chances("attack", given, "defence", {"R-15": option}, {"in_town": ["5 PH"]}, place=SEYWA))


def test_r_15_the_town_counts_in_the_sum_whoever_has_it():
    assert {defence_of_seywa(o) for o in ("named-before-odds", "named-at-the-check", "not-in-checks")} == {"7"}
    given = {"subject": "5 PH", "target": "M7", "in_town": ["5 PH"]}
    assert only(chances("retreat-check", given, "factor", place=SEYWA)) == "3"
    assert only(chances("retreat-check", given, "factor", {"R-15": "not-in-checks"}, place=SEYWA)) == "2"


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


def test_r_39_several_improved_positions():
    place, markers = {"F6": ["1 W Yorks", "4/12 FF Regt"]}, {"F6": ["improved-position", "improved-position"]}
    for option, total in (("different-units", "9"), ("same-unit", "9"), ("once-for-the-hex", "8")):
        helped = {"group": ["1 W Yorks", "4/12 FF Regt"], "target": "F6"}
        both = {"different-units": ["1 W Yorks", "4/12 FF Regt"], "same-unit": ["1 W Yorks", "1 W Yorks"]}
        helped["dug_in"] = both.get(option, ["1 W Yorks"])
        assert only(chances("defence-total", helped, rulings={"R-39": option}, place=place, markers=markers)) == total


# ---------------------------------------------------------------- rulings, each of their options


def said(found: Mapping[str, Fraction]) -> str:
    """A certain result by its label, others with their chances."""
    return next(iter(found)) if len(found) == 1 else ", ".join(f"{label} {chance}" for label, chance in found.items())


def of(procedure: str, outcome: str | Sequence[str] = (), **question: object) -> Callable[[str, str], str]:
    """What a procedure gives under an option of a ruling."""

    def asked(ruling: str, option: str) -> str:
        rulings = {ruling: option, **question.get("rulings", {})}  # type: ignore[dict-item]
        rest = {name: value for name, value in question.items() if name not in ("given", "rulings")}
        given: Mapping[str, object] = question.get("given", {})  # type: ignore[assignment]
        return said(chances(procedure, given, outcome, rulings, **rest))  # type: ignore[arg-type]

    return asked


def both(*probes: Callable[[str, str], str]) -> Callable[[str, str], str]:
    """What several probes give, one after the other."""
    return lambda ruling, option: " | ".join(probe(ruling, option) for probe in probes)


def replacements_when_passing(ruling: str, option: str) -> str:
    """How many units are rebuilt in the example of a waived marker."""
    played = play_example(playbook(), "passing", {ruling: option})
    return str(sum("rebuilt" in piece.marks for piece in played.final.pieces.values()))


def bonus_before_the_die(ruling: str, option: str) -> str:
    """When the town's bonus is given, and what the tanks that have it are checked against."""
    lines = write_trace(play_example(playbook(), "seywa", {ruling: option}).trace)
    given = "The town helps 5 PH" in lines
    when = "never" if not given else "before" if lines.index("The town helps") < lines.index("Combat die") else "after"
    checked = lines[lines.index("Retreat: 1, against") :].split(":")[1].split("or")[0].strip()
    return f"{when}, {checked}"


def shift(ruling: str, *given: Mapping[str, object]) -> Callable[[str, str], str]:
    return both(*(of("combat", "column_shift", given={"attack": 7, "defence": 7} | one) for one in given))


ALONE = {"M7": ["1/3 Gurkha"], "M8": ["1/55"]}
BOTH_IN_THE_AIR = {"air_allied": 2, "air_japanese": 1}
AIR = {"given": {"target": "M7", "attackers": ["1/55"]}, "place": ALONE, "tracks": BOTH_IN_THE_AIR}
FEW = {"R-03": "formations-only"}
WAIVED = {"choice": ["waive"]}
FIVE = {"supply": 5, "attacked": True}
RING = {"G13": ["1/10 Gurkha"], "G12": ["1/55 reduced"], "H14": ["2/55"], "F14": ["3/55"]}
CHARGE = {
    "given": {"target": "M7", "attackers": ["1/55"], "result": "-/E"},
    "place": {"M7": ["1/3 Gurkha"], "M8": ["1/55 reduced"]},
    "tracks": {"with_banzai": True},
    "choices": {"banzai": ["1/55"], "advancing": ["1/55"]},
}
DETACHED = {"M7": ["1/3 Gurkha", "5 PH"], "I9": ["129 Fd Regt"]}
COMING = {"waiting": ["1/214", "1/106"]}
CITY_LOST = {"I9": "japanese"}

RULINGS: dict[str, tuple[Callable[[str, str], str], dict[str, str]]] = {
    "R-01": (
        of("initiative", given={"air": True}),
        {
            "reroll": "allied 21/31, japanese 10/31",
            "allied-wins": "allied 13/18, japanese 5/18",
            "japanese-wins": "allied 7/12, japanese 5/12",
        },
    ),
    # Two Allied and two Japanese markers; the opener is waived, the next Japanese one too. What is left in the cup.
    "R-02": (
        both(
            of(
                "activations",
                "count(allied_drawn)",
                given={"opener": "allied"},
                rulings=FEW,
                choices=WAIVED,
                tracks=FIVE,
            ),
            of("activations", "count(cup)", given={"opener": "allied"}, rulings=FEW, choices=WAIVED, tracks=FIVE),
        ),
        {
            "from-the-draw": "2 | 1 1/3, 2 2/3",
            "from-the-pool": "1 | 1 1/3, 2 2/3",
            "extra-marker": "2 | 1 1/6, 2 1/3, 3 1/2",
        },
    ),
    "R-03": (
        of("activations", "count(japanese_drawn)", given={"opener": "japanese"}, choices=WAIVED),
        {"formation-all-and-die": "3", "formations-only": "2"},
    ),
    "R-04": (
        both(
            of("activation", "active", given={"marker": "bde-99", "side": "allied"}, place=DETACHED),
            of("activation", "active", given={"marker": "bde-255", "side": "allied"}, place=DETACHED),
        ),
        {
            "own-marker": "1/3 Gurkha | 5 PH and 129 Fd Regt",
            "any-marker": "1/3 Gurkha, 5 PH and 129 Fd Regt | 5 PH and 129 Fd Regt",
            "with-the-stack": "1/3 Gurkha and 5 PH | 5 PH",
        },
    ),
    # The Allied opener is waived. How many replacements the two Allied markers have brought in the end.
    "R-05": (
        replacements_when_passing,
        {"waive-drawn-marker": "1", "out-for-the-turn": "0", "no-passing": "2"},
    ),
    "R-06": (
        of(
            "turn",
            "order",
            rulings=FEW,
            choices={"allied_order": ["Attack/Move"], "japanese_order": ["Attack/Move"], "chosen": ["Move/Attack"]},
        ),
        {"each-activation": "Move/Attack", "start-of-turn": "Attack/Move"},
    ),
    "R-07": (
        of(
            "movement",
            "move_cost(subject, 'M5')",
            given={"subject": "2/55"},
            place={"J1": ["2/55 met-the-enemy"], "J6": ["1/7 Gurkha"]},
        ),
        {"this-activation": "6½", "whole-turn": ""},
    ),
    # Over a stream into the jungle (1 + 2), within the zone of a battalion in L13.
    "R-08": (
        of(
            "movement",
            "move_cost(subject, ['M12'])",
            given={"subject": "16 LC"},
            place={"L12": ["16 LC"], "L13": ["1/55"]},
        ),
        {"two-or-terrain": "3", "on-top": "5", "two-flat": "2"},
    ),
    "R-09": (
        of(
            "movement",
            "move_cost(subject, 'L7')",
            given={"subject": "5 PH"},
            place={"M7": ["5 PH"], "M8": ["1/55"]},
            markers={"M8": ["improved-position"]},
        ),
        {"entering-and-leaving": "2", "entering-only": "1"},
    ),
    "R-10": (
        of("stacking-check", "count(units_at('C9'))", place={"C9": ["1 W Yorks", "9 Border", "5 PH"]}),
        {"formation-one-more-and-armour": "3", "formation-and-one-more": "2"},
    ),
    # 16 to 7 is 2.29 to 1, 18 to 7 is 2.57 to 1.
    "R-11": (
        both(*(of("combat", "column", given={"attack": attack, "defence": 7}) for attack in (16, 18))),
        {"defender": "2-1 | 2-1", "attacker": "3-1 | 3-1", "nearest": "2-1 | 3-1"},
    ),
    # A reduced battalion (1) and a battery (0) over the stream, a battalion (3) on dry ground.
    "R-12": (
        of(
            "attack-total",
            given={"group": ["2/214", "1 AT Bty", "1/55"], "target": "M7"},
            place={"N8": ["2/214 reduced", "1 AT Bty"], "M8": ["1/55"]},
        ),
        {"unit-not-below-zero": "3", "total-not-below-zero": "2", "unit-not-below-one": "4"},
    ),
    "R-13": (
        both(
            of("combat", "column", given={"attack": 24, "defence": 3, "air_against": 1}),
            of("combat", "column", given={"attack": 1, "defence": 5, "air": 1}),
        ),
        {
            "clamp": "5-1 | 1-2",
            "clamp-last": "6-1 | 1-3",
            "no-attack": "5-1 | not possible: nobody attacks at odds below 1-3",
        },
    ),
    # (2 + 2) halved is 2, less 2 is 0; (1 + 1) halved is 1.
    "R-14": (
        of(
            "attack-total",
            given={"group": ["1/214", "2/214"], "target": "M7"},
            place={"N8": ["1/214 out-of-supply", "2/214 out-of-supply"]},
        ),
        {"banzai-halving-terrain-guns": "0", "terrain-before-halving": "1"},
    ),
    "R-15": (
        bonus_before_the_die,
        {
            "named-before-odds": "before, 1, against 3",
            "named-at-the-check": "after, 1, against 3",
            "not-in-checks": "never, 1, against 2",
        },
    ),
    # An attacker of 2-3-4 over the stream: 1 or its defence of 3. A factor of 6 against anti-tank guns.
    "R-16": (
        both(
            of(
                "retreat-check",
                "factor",
                given={"subject": "1/214", "target": "M7", "attacking": True},
                place={"N8": ["1/214"], "M7": ["1/3 Gurkha"]},
            ),
            of("retreat-roll", given={"factor": 6, "antitank": True}),
        ),
        {
            "own-highest-natural-six": "3 | no 1/6, yes 5/6",
            "modified-six-fails": "3 | no 1/3, yes 2/3",
            "factor-in-use": "1 | no 1/6, yes 5/6",
        },
    ),
    "R-17": (
        of(
            "defender-pays",
            "victory_japanese",
            given={"target": "I2", "owed": 1},
            place={"I2": ["1/10 Gurkha"], "J3": ["1/55", "2/55"], "H3": ["3/55"], "I4": ["1/56"], "I1": ["1/214"]},
        ),
        {"lose-a-step": "1", "eliminated": "2"},
    ),
    # A ringed defender of 4, halved without supply, cannot retreat unless a weak attacker has died before: 4/6 x 2/6.
    # A charge wins an airfield even if it dies of it (4/6), unless it is checked before it advances.
    "R-18": (
        both(
            of(
                "attack",
                "victory_japanese",
                given={"target": "G13", "attackers": ["1/55", "2/55", "3/55"], "result": "1/1"},
                place=RING,
            ),
            of("attack", "controller('M7')", **CHARGE),
        ),
        {
            "defender-first": "1 | japanese",
            "attacker-first": "0 2/9, 1 7/9 | japanese",
            "banzai-before-advance": "1 | allied 2/3, japanese 1/3",
        },
    ),
    # Two battalions of 3 owe 1: how many have retreated.
    "R-19": (
        of(
            "attacker-pays",
            "count(group.filter(u, marked(u, 'retreated')))",
            given={"group": ["1/55", "2/55"], "target": "G13", "owed": 1},
            place={"G12": ["1/55", "2/55"], "G13": ["1/10 Gurkha"]},
        ),
        {"that-many-units": "0 1/2, 1 1/2", "every-unit": "0 1/2, 1 1/4, 2 1/4"},
    ),
    # A battalion of 4 and one of 3 owe 2: how far the last to be asked had to go. Both pass at once: 4/6 x 3/6.
    "R-20": (
        of(
            "defender-pays",
            "hexes",
            given={"target": "G13", "owed": 2},
            place={"G13": ["1/3 Gurkha", "6/15 Punjab"]},
        ),
        {"steps-shorten-the-retreat": "1 2/3, 2 1/3", "all-or-nothing": "2"},
    ),
    "R-21": (
        of("banzai-checks", "victory_allied", given={"group": ["2/56"]}, place={"E7": ["2/56"]}),
        {"highest-printed-factor": "0 1/2, 1 1/2", "doubled-factor": "0 5/6, 1 1/6", "one-step-always": "1"},
    ),
    "R-22": (
        shift(
            "R-22",
            {"attacker": "japanese", "armour": 1, "armour_against": 2},
            {"attacker": "allied", "armour": 2, "armour_against": 1},
        ),
        {"owner": "-1 | 1", "allied-player": "-3 | 3"},
    ),
    "R-23": (
        shift(
            "R-23",
            {"attacker": "allied", "armour": 1, "antitank": 2},
            {"attacker": "allied", "armour": 1, "armour_against": 2},
        ),
        {"one-for-one": "0 | -1", "defence-only-cancels": "0 | 0", "anti-tank-surplus-shifts": "-1 | -1"},
    ),
    # Sentai and two Allied air units in one turn. The attacker sends his; then, instead, the defender one of his.
    "R-24": (
        both(
            of("attack", ("air", "air_against"), choices={"flies": ["1"]}, **AIR),
            of("attack", ("air", "air_against"), choices={"flies_against": ["1"]}, **AIR),
        ),
        {
            "attacker-first": "1; 1 | 0; 1",
            "defender-first": "1; 0 | 1; 1",
            "together": "1; 0 | 0; 1",
        },
    ),
    # A path that leaves the road and comes back to it; one of more than five steps off road, in two parts.
    "R-25": (
        both(
            *(
                of(
                    "allied-status",
                    "traces(subject)",
                    given={"subject": "1 W Yorks"},
                    place={at: ["1 W Yorks"], one: ["1/55"], other: ["2/55"]},
                )
                for at, one, other in (("P2", "L9", "K15"), ("B18", "H14", "C2"))
            )
        ),
        {"five-steps-off-road": "yes | no", "five-to-the-road": "no | no", "five-in-a-row": "yes | yes"},
    ),
    "R-26": (
        of(
            "path-check",
            "marked(group[0], 'out-of-supply')",
            given={"group": ["1/10 Gurkha"]},
            place={"K5": ["1/10 Gurkha"]},
        ),
        {"path-only": "no", "path-and-roll": "no 2/3, yes 1/3"},
    ),
    "R-27": (
        of(
            "supply-change",
            "count(units.filter(u, marked(u, 'out-of-supply')))",
            given={"by": -1},
            place={"K5": ["1/10 Gurkha"], "I9": ["1/7 Gurkha"]},
            tracks={"supply": 1},
        ),
        {"at-once": "2", "next-supply-phase": "0"},
    ),
    "R-28": (
        of("missions", ("air_bonus", "air_steps", "air_landings"), tracks={"air_allied": 3}),
        {"all": "2; 2; 2", "one": "2; 0; 0"},
    ),
    # An airfield that a Japanese unit took and left.
    "R-29": (
        of("supply-roll", control={"D5": "japanese"}),
        {"last-occupier": "-1 1/6, 0 1/2, 1 1/3", "occupier-only": "0 1/2, 1 1/2"},
    ),
    # The two southern tries of the turn are used up.
    "R-30": (
        of(
            "activation",
            "units.exists(u, marked(u, 'rebuilt'))",
            given={"marker": "div-49", "side": "japanese"},
            place={"O18": ["1/106 reduced"]},
            tracks={"tries_south": 0},
        ),
        {"per-turn": "no", "per-activation": "no 1/3, yes 2/3"},
    ),
    "R-31": (
        both(
            *(
                of("activation", "trying", given={"marker": marker, "side": "japanese"}, place=COMING)
                for marker in ("div-18", "div-49", "japanese-all")
            )
        ),
        {
            "own-division-or-any": "1/214 | 1/214 and 1/106 | 1/214",
            "any-that-could-activate": "1/214 | 1/214 and 1/106 | 1/214 and 1/106",
            "own-division-or-18": "1/214 | 1/106 | none",
        },
    ),
    # Turn 3: 2 of 6, and then 3 of 6.
    "R-33": (
        of("reinforcement", "enters", given={"subject": "1/56"}, place={"reserve": ["1/56"]}, tracks={"turn": 3}),
        {"release-roll-only": "no 2/3, yes 1/3", "both-rolls": "no 5/6, yes 1/6"},
    ),
    "R-34": (
        both(
            of("end-of-turn", "victory_japanese", tracks={"turn": 5}, control=CITY_LOST),
            of("victory", "japanese_total", control=CITY_LOST),
        ),
        {"game-end": "0 | 5", "each-turn": "5 | 0"},
    ),
    "R-35": (
        of("end-of-turn", "outcome", tracks={"turn": 9}),
        {"after-turn-ten": "", "before-turn-ten": "Allied major victory"},
    ),
    "R-36": (
        of("victory", control=CITY_LOST),
        {"allied": "Allied minor victory", "minor-is-japanese": "Japanese minor victory"},
    ),
    "R-37": (
        of(
            "attack",
            "attack",
            given={"target": "G13", "attackers": ["NF Med"]},
            place={"G13": ["1/10 Gurkha"], "G12": ["NF Med"]},
        ),
        {"support-or-fight": "4", "support-only": "not possible: artillery only supports"},
    ),
    "R-38": (
        of("air-roll", "air_allied > 0 && air_japanese > 0"),
        {"none": "no", "rolled-again": "no 31/36, yes 5/36"},
    ),
    # A battalion of 4 and one of 3 with two positions: who is helped, and what both come to.
    "R-39": (
        of(
            "attack",
            ("dug_in", "defence"),
            given={"target": "F6", "attackers": ["1/55"]},
            place={"F6": ["1 W Yorks", "4/12 FF Regt"], "F7": ["1/55"]},
            markers={"F6": ["improved-position", "improved-position"]},
        ),
        {
            "different-units": "1 W Yorks and 4/12 FF Regt; 9",
            "same-unit": "1 W Yorks and 1 W Yorks; 9",
            "once-for-the-hex": "1 W Yorks; 8",
        },
    ),
    "R-40": (
        of(
            "activation",
            "air_north",
            given={"marker": "div-49", "side": "japanese"},
            tracks={"air_allied": 2},
            choices={"north": ["1"]},
        ),
        {"supply-phase": "0", "any-time": "1"},
    ),
    "R-41": (
        both(
            of("allied-status", "path", given={"subject": "1 W Yorks"}, place={"I8": ["1 W Yorks"]}, control=CITY_LOST),
            of("allied-status", "path", given={"subject": "1 W Yorks"}, place={"I8": ["1 W Yorks"]}),
        ),
        {"supplies": "yes | yes", "cut-off": "no | yes"},
    ),
    # From C15 to C16, out of the ZOC of a battalion in C14 and into that of one in C17. One of the two is dug in.
    "R-42": (
        both(
            *(
                of(
                    "movement",
                    "may_move(subject, ['C16'])",
                    given={"subject": "1/55"},
                    place={"C15": ["1/55"], "C14": ["1 W Yorks"], "C17": ["9 Border"]},
                    markers={dug_in: ["improved-position"]},
                )
                for dug_in in ("C14", "C17")
            )
        ),
        {"either-hex": "no | no", "hex-entered": "yes | no"},
    ),
    # Three of six markers are drawn; four are of brigades, and only one of these is used.
    "R-43": (
        of("activations", "count(allied_drawn)", given={"opener": "allied"}, choices=WAIVED, tracks={"supply": 8}),
        {"one-marker": "1", "one-formation": "1 1/5, 2 3/5, 3 1/5"},
    ),
    "R-44": (
        of(
            "attack",
            "count(in_reach)",
            given={"target": "M8", "attackers": ["1/3 Gurkha"]},
            place={"M7": ["1/3 Gurkha"], "M8": ["1/55"], "L7": ["129 Fd Regt rebuilt"]},
        ),
        {"no": "0", "yes": "1"},
    ),
    # One unit tries on turn 1, and enters on a 1.
    "R-45": (
        of(
            "activation",
            "allowed",
            given={"marker": "japanese-die-a", "side": "japanese"},
            place={"waiting": ["1/214"]},
        ),
        {
            "each-try": "0 1/6, 1 1/6, 2 1/6, 3 1/6, 4 1/6, 5 1/6",
            "each-entry": "0 1/36, 1 1/6, 2 1/6, 3 1/6, 4 1/6, 5 1/6, 6 5/36",
        },
    ),
    "R-46": (
        of("stacking-check", "victory_japanese", place={"C9": ["1 W Yorks", "9 Border", "1/10 Gurkha"]}),
        {"all-losses": "2", "combat-only": "0"},
    ),
}
"""For each ruling a question, and its answer under each option."""
ON_PAPER = {"R-32"}
"""Rulings about which counters there are."""


@pytest.mark.parametrize(
    ("ruling", "option"), [(id_, option) for id_, (_, wanted) in RULINGS.items() for option in wanted]
)
def test_each_option_of_a_ruling_changes_a_result(ruling: str, option: str):
    ask, wanted = RULINGS[ruling]
    assert ask(ruling, option) == wanted[option]


def test_r_24_together_neither_choice_reads_the_other():
    part = next(
        step for step in playbook().game.procedures["air-commitment"].steps if step.ruling == {"R-24": ("together",)}
    )
    assert isinstance(part, PartStep)
    asks = [step for step in part.steps if isinstance(step, AskStep)]
    assert [(ask.ask, ask.of, ask.when, ask.policy) for ask in asks] == [
        ("flies", "numbers(0, ready)", "ready > 0", "first"),
        ("flies_against", "numbers(0, ready_against)", "ready_against > 0", "first"),
    ]
    lines = write_trace(play_example(playbook(), "seywa", {"R-24": "together"}).trace)
    assert lines.index("in the attacker's hand, unseen: 1") < lines.index(
        "Both hands open: the attacker has 1, the defender 0"
    )


def test_every_option_of_every_ruling_is_asked_and_no_two_answer_alike():
    game = playbook().game
    assert RULINGS.keys() | ON_PAPER == game.rulings.keys()
    for id_, (_, wanted) in RULINGS.items():
        assert wanted.keys() == game.rulings[id_].options.keys(), id_
        assert len(set(wanted.values())) == len(wanted), id_


def test_a_ruling_on_paper_says_so():
    assert all("no step of play asks it" in playbook().game.rulings[id_].note for id_ in ON_PAPER)


# ---------------------------------------------------------------- modifiers, each alone


def against(target: str, attackers: Sequence[str], outcome: str | Sequence[str], **question: object) -> str:
    """What an attack gives, whatever is not asked left to the policies."""
    given = {"target": target, "attackers": list(attackers)}
    return said(chances("attack", given, outcome, **question))  # type: ignore[arg-type]


def attack_on(target: str, attackers: Mapping[str, Sequence[str]], *defenders: str, **question: object) -> str:
    """The attack total of units in their hexes."""
    units = [unit.removesuffix(" out-of-supply") for stack in attackers.values() for unit in stack]
    place = {**attackers, target: list(defenders) or ["1/3 Gurkha"]}
    return against(target, units, "attack", place=place, **question)


def defence_of(target: str, *defenders: str, attacker: str = "M8", **question: object) -> str:
    """The defence total of units attacked by 3/55."""
    return against(target, ["3/55"], "defence", place={target: list(defenders), attacker: ["3/55"]}, **question)


def columns(**given: object) -> str:
    return said(chances("combat", {"attack": 7, "defence": 7, **given}, "column_shift"))


def reaching(**question: object) -> str:
    """The Japanese artillery that may support 1/55 in M8 against M7."""
    place = {"M7": ["1/3 Gurkha"], "M8": ["1/55"], **question.pop("place", {})}  # type: ignore[dict-item]
    return against("M7", ["1/55"], "in_reach", place=place, **question)


def shaken(attackers: Mapping[str, Sequence[str]], target: str, *defenders: str) -> str:
    """The chance that the attackers, who owe 1, lose a step for it: the rolls of their retreat check."""
    units = [unit for stack in attackers.values() for unit in stack]
    lost = "victory_japanese" if target == "H12" else "victory_allied"
    place = {**attackers, target: list(defenders)}
    given = {"target": target, "attackers": units, "result": "1/-"}
    return said(chances("attack", given, lost, place=place))


BANZAI = {"tracks": {"with_banzai": True}}
CHARGED = {"choices": {"banzai": ["1/55"]}, **BANZAI}
TWO = ("1 W Yorks", "4/12 FF Regt")
"""Battalions with a defence of 4 and of 3."""

MODIFIERS: list[tuple[str, Callable[[], str], str]] = [
    ("stream, one attacker over it", lambda: attack_on("M7", {"N8": ["1/55"]}), "2"),
    ("stream, none over it", lambda: attack_on("M7", {"M8": ["1/55"]}), "3"),
    ("stream, each over it and no other", lambda: attack_on("M7", {"N8": ["1/214", "2/214"], "M8": ["1/55"]}), "5"),
    ("stream, a bridge does not help", lambda: attack_on("C4", {"C3": ["1/55"]}), "2"),
    ("stream, the defender's is no matter", lambda: defence_of("M7", "1 W Yorks", attacker="N8"), "5"),
    ("city, each attacker", lambda: attack_on("I9", {"J9": ["1/55", "2/55"]}), "4"),
    ("city, not the hex beside it", lambda: attack_on("J9", {"J8": ["1/55", "2/55"]}), "6"),
    ("city, nothing for the defender", lambda: defence_of("I9", "1 W Yorks", attacker="J9"), "4"),
    ("jungle, each defender", lambda: defence_of("M12", *TWO, attacker="N13"), "9"),
    ("jungle, not for attackers in it", lambda: attack_on("N11", {"N12": ["1/55"]}), "3"),
    ("clear ground", lambda: defence_of("J14", *TWO, attacker="J13"), "7"),
    ("town, one defender only", lambda: defence_of("M7", *TWO), "8"),
    ("airfield without a town", lambda: defence_of("D5", *TWO, attacker="D4"), "7"),
    (
        "position, one defender",
        lambda: defence_of("J14", *TWO, attacker="J13", markers={"J14": ["improved-position"]}),
        "8",
    ),
    (
        "position, not the attacker's",
        lambda: attack_on("J14", {"J13": ["1/55"]}, markers={"J13": ["improved-position"]}),
        "3",
    ),
    ("position, town and jungle add up", lambda: defence_of("M7", *TWO, markers={"M7": ["improved-position"]}), "9"),
    ("out of supply, one attacker, up", lambda: attack_on("J14", {"J13": ["1/55 out-of-supply"]}), "2"),
    (
        "out of supply, one sum for the stack",
        lambda: attack_on("J14", {"J13": ["1/55 out-of-supply", "2/55 out-of-supply", "3/55 out-of-supply"]}),
        "5",
    ),
    (
        "out of supply, stacks apart",
        lambda: attack_on("J14", {"J13": ["1/55 out-of-supply"], "I13": ["2/55 out-of-supply"]}),
        "4",
    ),
    (
        "out of supply, the defender",
        lambda: defence_of("J14", "1 W Yorks out-of-supply", "4/12 FF Regt out-of-supply", attacker="J13"),
        "4",
    ),
    ("Banzai, doubled", lambda: attack_on("J14", {"J13": ["1/55", "2/55"]}, **CHARGED), "9"),
    ("Banzai, allowed and not chosen", lambda: attack_on("J14", {"J13": ["1/55", "2/55"]}, **BANZAI), "6"),
    (
        "Banzai, not without the option",
        lambda: attack_on("J14", {"J13": ["1/55", "2/55"]}, choices={"banzai": ["1/55"]}),
        "6",
    ),
    # (2 x 3 + 3) halved is 5, less 2 is 3, and the gun's 4.
    (
        "order: charge, halving, stream, guns",
        lambda: against(
            "M7",
            ["1/55", "2/55"],
            "attack",
            place={"M7": ["1/3 Gurkha"], "N8": ["1/55 out-of-supply", "2/55 out-of-supply"], "M9": ["NF Med"]},
            tracks={"with_banzai": True},
            choices={"banzai": ["1/55"], "guns": ["NF Med"]},
        ),
        "7",
    ),
    # A defence of 3 with a gun of 2 behind it.
    (
        "artillery adds its own factor, that of its side",
        lambda: against(
            "M7",
            ["1 W Yorks"],
            "defence",
            place={"M7": ["1/55"], "L7": ["1 W Yorks"], "M9": ["NF Med"]},
            choices={"guns_against": ["NF Med"]},
        ),
        "6",
    ),
    ("armour of the attacker", lambda: columns(attacker="allied", armour=1), "1"),
    ("armour of the attacker, each", lambda: columns(attacker="allied", armour=2), "2"),
    ("armour of the defender", lambda: columns(attacker="allied", armour_against=1), "-1"),
    ("armour of both", lambda: columns(attacker="japanese", armour=1, armour_against=2), "-1"),
    ("anti-tank guns cancel armour", lambda: columns(attacker="allied", armour=1, antitank=1), "0"),
    ("anti-tank guns cancel one each", lambda: columns(attacker="allied", armour=2, antitank=1), "1"),
    ("anti-tank guns without armour", lambda: columns(attacker="allied", antitank=2), "0"),
    ("anti-tank guns after armour", lambda: columns(attacker="allied", armour=1, armour_against=1, antitank=1), "0"),
    ("air unit of the attacker", lambda: columns(air=1), "1"),
    ("air units of the attacker, each", lambda: columns(air=3), "3"),
    ("air unit of the defender", lambda: columns(air_against=1), "-1"),
    ("Attack/Move", lambda: columns(attack_first=True), "1"),
    ("Move/Attack", lambda: columns(attack_first=False), "0"),
    # A gun with a range of 5.
    ("artillery in range and in supply", lambda: reaching(place={"M9": ["NF Med"]}), "NF Med"),
    ("artillery out of range", lambda: reaching(place={"M17": ["NF Med"]}), "none"),
    ("artillery that has fired", lambda: reaching(place={"M9": ["NF Med fired"]}), "none"),
    ("artillery out of supply", lambda: reaching(place={"M9": ["NF Med out-of-supply"]}), "none"),
    # A factor of 4 passes on 1 to 4, with 1 added to the die on 1 to 3.
    (
        "anti-tank guns shake Allied attackers",
        lambda: shaken({"G12": ["1 W Yorks"]}, "H12", "1/106", "1 AT Bty"),
        "0 1/2, 1 1/2",
    ),
    ("no anti-tank guns", lambda: shaken({"G12": ["1 W Yorks"]}, "H12", "1/106"), "0 2/3, 1 1/3"),
    (
        "no anti-tank guns shake the Japanese",
        lambda: shaken({"M8": ["1/55", "1 AT Bty"]}, "M7", "1/3 Gurkha"),
        "0 1/2, 1 1/2",
    ),
]


@pytest.mark.parametrize(("ask", "wanted"), [one[1:] for one in MODIFIERS], ids=[one[0] for one in MODIFIERS])
def test_a_modifier_has_its_condition_and_its_side(ask: Callable[[], str], wanted: str):
    assert ask() == wanted


RULES_OF_LINES = {
    "across a stream": "6.5.1",
    "against the city": "6.5.1",
    "in jungle": "6.5.1",
    "in the town": "6.5.1",
    "in an Improved Position": "8.4",
    "out of supply": "7.2",
    "Banzai charge": "11.1",
    "artillery in support": "8.5",
    "armour with the attacker": "8.2",
    "armour with the defender": "8.2",
    "anti-tank units": "8.3",
    "it attacked an anti-tank unit": "8.3",
    "air units with the attacker": "5.2",
    "air units with the defender": "5.2",
    "Attack/Move": "6.1.1",
}


def test_modifiers_name_their_rules():
    found: dict[str, set[str]] = {}
    for id_ in ("attack-total", "defence-total", "combat", "retreat-roll"):
        procedure = playbook().game.procedures[id_]
        for step in procedure.steps:
            for line in getattr(step, "lines", ()):
                found.setdefault(line.says, set()).update(line.rule or step.rule or procedure.rule)
    assert {says: found[says] for says in RULES_OF_LINES} == {says: {rule} for says, rule in RULES_OF_LINES.items()}


# ---------------------------------------------------------------- whole turns


def reached(id_: str, found: set[str]) -> set[str]:
    """A procedure and all that it plays."""
    if id_ not in found:
        found.add(id_)
        game = playbook().game
        for record in (*records_in(game.procedures[id_]), *(records_in(game.tables["crt"]) if id_ == "attack" else ())):
            if isinstance(record, RunStep | ResultCall):
                reached(record.run, found)
    return found


def test_worked_examples_play_every_procedure_but_those_for_chances():
    game = playbook().game
    played: set[str] = set()
    for example in game.examples.values():
        reached(example.procedure, played)
    left = {id_ for id_ in game.procedures if id_ not in played}
    for_chances = {"sentai-visits", "first-six", "arrival", "release", "two-checks"}
    assert {id_ for id_ in left if not id_.startswith("supply-")} <= for_chances
    assert not {"supply-phase", "supply-roll", "supply-change", "supply-checks"} & left


def fallen(level: int, change: int) -> int:
    return max(0, min(8, level + change))


def test_the_chances_of_a_whole_turn_without_a_battle():
    """Air roll, initiative, supply roll, markers drawn and waived, fall of the level: against the sums by hand."""
    wanted: dict[str, Fraction] = {}
    for air, die, fall in product(range(1, 7), repeat=3):
        roll = die + min(2, air) if air < 6 else die - 1
        change = -1 if roll <= 0 else 0 if roll <= 3 else 1 if roll <= 6 else 2
        level = fallen(fallen(1, change), -1 if fall % 2 == 0 else -2)
        label = f"3; {level}; {int(level == 0)}"
        wanted[label] = wanted.get(label, Fraction(0)) + Fraction(1, 216)
    tracks = {"turn": 2, "supply": 1}
    outcome = ("turn", "supply", "victory_japanese")
    assert chances("turn", outcome=outcome, rulings=FEW, choices=WAIVED, tracks=tracks) == wanted
    assert wanted["3; 0; 1"] == Fraction(37, 72)


def test_the_chance_that_a_turn_rebuilds_a_battalion():
    """One air unit brings a bonus of 1, two or more bring 2; the battalion must be in supply at the level that this
    leads to, and its brigade's marker the one of four that is drawn. The initiative is no matter.
    """
    found = chances(
        "turn",
        {"winner": "allied"},
        outcome="units[0].reduced",
        rulings=FEW,
        place={"I9": ["1/7 Gurkha reduced"]},
        tracks={"turn": 2},
    )
    with_one = (2 * Fraction(4, 6) + 3 * Fraction(4, 6) + Fraction(5, 6)) / 6
    with_two = (1 * Fraction(4, 6) + 3 * Fraction(4, 6) + 2 * Fraction(5, 6)) / 6
    assert found["no"] == (Fraction(1, 6) * with_one + Fraction(4, 6) * with_two) * Fraction(1, 4) == Fraction(43, 288)


def test_an_activation_fights_as_its_attack_does():
    points = ("victory_allied", "victory_japanese")
    place = {"M8": ["1/55"], "M7": ["1/3 Gurkha"]}
    alone = chances("attack", {"target": "M7", "attackers": ["1/55"]}, points, place=place)
    within = {"marker": "div-18", "side": "japanese"}
    assert chances("activation", within, points, place=place, choices={"targets": ["M7"]}) == alone
    # 3 to 5 is 1-2: the attacker pays on 1 to 5 by a retreat (3 of 6) or a step, both pay on a 6.
    assert sum(chance for label, chance in alone.items() if label.startswith("1;")) == Fraction(6, 6) * Fraction(3, 6)
