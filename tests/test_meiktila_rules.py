"""Meiktila's worked examples, chances by formulas, the options of its rulings and whole turns; claims.yaml has the rest."""

import shutil
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pnp.compose.reconstruction_marks import records_in
from pnp.load import load_game
from pnp.model.procedure import ResultCall
from pnp.model.steps.flow_steps import AskStep, PartStep, RunStep
from pnp.rules.engine.trace import write_trace
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from tests.playing import only, results_by_option, shipped_game

PLAYED = shipped_game("meiktila")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
FOLDER, EXAMPLES = PLAYED.folder, tuple(PLAYED.game.examples)


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
    """Copy the game without the stream on M7/N8."""
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


# ---------------------------------------------------------------- chances against formulas


def test_visits_of_the_sentai():
    visits = chances("sentai-visits", {"turns": 10})
    never, once = Fraction(5, 6) ** 10, 10 * Fraction(1, 6) * Fraction(5, 6) ** 9
    assert visits == {"0": never, "1": once, "2": 1 - never - once}


def test_the_turn_of_the_first_six():
    first = chances("first-six")
    assert all(first[str(n)] == Fraction(1, 6) * Fraction(5, 6) ** (n - 1) for n in range(1, 11))


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


# ---------------------------------------------------------------- options of rulings


def replacements_when_passing(ruling: str, option: str) -> str:
    """Return how many units are rebuilt in the example of a passed marker."""
    played = play_example(playbook(), "passing", {ruling: option})
    return str(sum("rebuilt" in piece.marks for piece in played.final.pieces.values()))


def bonus_before_the_die(ruling: str, option: str) -> str:
    """Return when the bonus of the town is assigned, and the factor of the retreat check of the tanks."""
    lines = write_trace(play_example(playbook(), "seywa", {ruling: option}).trace)
    given = "The town helps 5 PH" in lines
    when = "never" if not given else "before" if lines.index("The town helps") < lines.index("Combat die") else "after"
    checked = lines[lines.index("Retreat: 1, against") :].split(":")[1].split("or")[0].strip()
    return f"{when}, {checked}"


FEW = {"R-03": "formations-only"}
WAIVED = {"choice": ["waive"]}

PLAYED_OPTIONS: dict[str, tuple[Callable[[str, str], str], dict[str, str]]] = {
    "R-05": (
        replacements_when_passing,
        {"waive-drawn-marker": "1", "out-for-the-turn": "0", "no-passing": "2"},
    ),
    "R-15": (
        bonus_before_the_die,
        {
            "named-before-odds": "before, 1, against 3",
            "not-in-checks": "never, 1, against 2",
        },
    ),
}
"""For each ruling that changes a worked example, the result under each option. Claims state those of other rulings."""
ON_PAPER = {"R-32"}
"""Rulings about which counters there are."""


@pytest.mark.parametrize(
    ("ruling", "option"), [(id_, option) for id_, (_, wanted) in PLAYED_OPTIONS.items() for option in wanted]
)
def test_each_option_of_a_ruling_changes_a_worked_example(ruling: str, option: str):
    ask, wanted = PLAYED_OPTIONS[ruling]
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


def test_every_option_of_every_ruling_has_a_result_and_no_two_are_alike():
    game = playbook().game
    results = {
        id_.removeprefix("options-"): results_by_option(claim, id_.removeprefix("options-"))
        for id_, claim in game.claims.items()
        if id_.startswith("options-")
    } | {id_: wanted for id_, (_, wanted) in PLAYED_OPTIONS.items()}
    assert results.keys() | ON_PAPER == game.rulings.keys()
    for id_, wanted in results.items():
        assert wanted.keys() == game.rulings[id_].options.keys(), id_
        assert len(set(map(str, wanted.values()))) == len(wanted), id_


def test_a_ruling_on_paper_says_so():
    assert all(len(playbook().game.rulings[id_].options) == 1 for id_ in ON_PAPER)
    assert all("no step of play asks it" in playbook().game.rulings[id_].note for id_ in ON_PAPER)


# ---------------------------------------------------------------- die-roll modifiers


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
    """Add a procedure and all procedures that it runs."""
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
    """Compare air roll, initiative, supply roll, passed markers and the fall of the level with sums by hand."""
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
    """Compare the chance with a sum by hand.

    One air unit gives a bonus of 1, two or more give 2. The battalion must be in supply at the resulting Supply Level,
    and the marker of its brigade must be the one of four that is drawn. The initiative makes no difference.
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
