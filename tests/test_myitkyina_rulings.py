"""Rulings of the postcard game of Myitkyina: switching one changes what it is about, and nothing else."""

import difflib
from collections.abc import Mapping
from functools import cache

import pytest

from pnp.rules.example import work_example
from tests.playing import Played

playbook = Played("myitkyina").playbook


@cache
def told(id_: str, rulings: tuple[tuple[str, str], ...] = ()) -> tuple[str, ...]:
    """The trace of a worked example, each line with what came of it."""
    worked = work_example(playbook(), id_, dict(rulings))
    return tuple(
        step.text + (f": {step.value}" if step.value and step.value not in step.text else "")
        for step in worked.trace.steps
    )


def changes(before: str, after: str) -> str:
    """Lines that one case has and the other has not."""
    found = difflib.unified_diff(told(before), told(after), lineterm="", n=0)
    return "\n".join(line for line in found if not line.startswith(("---", "+++", "@@")))


# A case and the same one under another option: all lines that differ. Everything else in the two traces is the same.
PAIRS = {
    ("six-to-one", "six-to-one-after-shifts"): """
-Odds of 6 to 1: column 4-1
-Shift 1 left: column 3-1
+Odds of 6 to 1: column 6-1
+Shift 1 left: column 4-1
-Combat results, odds 3-1, die 3: DW
+Combat results, odds 4-1, die 3: DR
""",
    ("engineers-over-the-embankment", "engineers-by-factors"): """
-Shift 1 left: column 3-2
-most of the attackers cross an embankment: 1 left
+No shift: column 2-1
-Combat results, odds 3-2, die 3: BD
-Result BD
+Combat results, odds 2-1, die 3: D
+Result D
-209 Eng, 236 Eng, 2/5307 and Bn 1: disrupted
-209 Eng, 236 Eng, 2/5307 and Bn 1: disrupted-this-turn
+Bn 1: disrupted
+Bn 1: disrupted-this-turn
""",
    ("town-assault", "town-by-hexes"): """
-Shift 1 left: column 2-1
-most of the attackers cross an embankment: 1 left
+No shift: column 3-1
-Combat results, odds 2-1, die 4: DW
-Result DW
+Combat results, odds 3-1, die 4: DR
+Result DR
-The Allied player chooses advances: 89/30
-89/30
-89/30 advances to E5
+The Allied player chooses advances: none
""",
    ("strike-and-assault", "strike-any"): """
-No shift: column 3-1
+Shift 1 right: column 4-1
+disrupted defenders: 1 right
-Combat results, odds 3-1, die 3: DW
-Result DW
+Combat results, odds 4-1, die 3: DR
+Result DR
-The defender chooses way: D5
-Star 1 retreats to D5
+The defender chooses way: D4
+Star 1 retreats to D4
+C6 D5 D4
-The defender chooses way: D6
-Bn 1 retreats to D6
+The defender chooses way: D7
+Bn 1 retreats to D7
+C6 D6 D7
""",
    ("withdrawal", "withdrawal-of-two"): """
-The defender chooses way: D5
-Bn 1 retreats to D5
+The defender chooses way: D4
+Bn 1 retreats to D4
+C6 D5 D4
""",
    ("rout", "rout-of-three"): """
-The defender chooses way: D4
-Bn 1 retreats to D4
-C6 D5 D4
+The defender chooses way: D3
+Bn 1 retreats to D3
+C6 D5 D4 D3
""",
    ("star-falls-back", "star-stays"): """
-Star 1
-The defender chooses way: D5
-Star 1 retreats to D5
-C6
-The Allied player chooses advances: none
""",
    ("two-town-hexes", "two-town-hexes-at-most-two"): """
-Defence: 8
+Defence: 6
-in the town: 8
+in the town: 6
-Odds of 7 to 8: column 1-2
-Shift 1 left: column 1-3
+Odds of 7 to 6: column 1-1
+Shift 1 left: column 1-2
-Combat results, odds 1-3, die 4: AD
-Result AD
+Combat results, odds 1-2, die 4: BD
+Result BD
-88/30, 1/5307, 89/30 and 209 Eng: disrupted
-88/30, 1/5307, 89/30 and 209 Eng: disrupted-this-turn
+88/30, 1/5307, 89/30, 209 Eng, Bn 1, Bn 2, Bn 3 and Bn 4: disrupted
+88/30, 1/5307, 89/30, 209 Eng, Bn 1, Bn 2, Bn 3 and Bn 4: disrupted-this-turn
""",
    ("three-hexes", "three-hexes-target-counts"): """
+C4 is too far for that: 2/5307 will not attack: attacking
-2/5307 has 4 hexes; to attack: 3
-3 of 3 hexes
-2/5307: no longer attacking
+3 of 4 hexes
+2/5307: went-far
""",
    ("held", "held-while-occupied"): """
-The Allies hold the airfield and the town: Allied, two games
""",
    ("banzai-fails", "banzai-low"): """
-Shift 2 left: column 1-2
-Banzai: 2 left
-Combat results, odds 1-2, die 1: 2AE
-Result 2AE
-Attackers are eliminated
-The attacker chooses lost: Bn 2 and Bn 3
-Bn 2 is eliminated and Bn 3 is eliminated
-90/30: no longer under-attack
-Bn 1: attacked
+Shift 2 right: column 3-1
+Banzai: 2 right
+Combat results, odds 3-1, die 6: 1DE
+Result 1DE
+Defenders are eliminated
+The defender chooses lost: 90/30
+90/30 is eliminated
+Bn 1, Bn 2 and Bn 3: attacked
+B6
+The Japanese player chooses advances: none
""",
}


@pytest.mark.parametrize("pair", PAIRS, ids="/".join)
def test_the_other_option_changes_these_lines_and_no_others(pair: tuple[str, str]) -> None:
    before, after = (playbook().game.examples[id_] for id_ in pair)
    assert (before.place, before.given, before.rolls, before.tracks, before.control) == (
        after.place, after.given, after.rolls, after.tracks, after.control
    )  # fmt: skip
    assert changes(*pair) == PAIRS[pair].strip("\n")


def test_every_ruling_has_such_a_pair() -> None:
    switched = {ruling for pair in PAIRS for id_ in pair for ruling in playbook().game.examples[id_].rulings}
    assert switched == set(playbook().game.rulings) - {"R-02"}  # refused by one option: there is nothing to compare


# Which worked examples come out otherwise. Of R-01: all that roll the die of a combat.
TOUCHED: Mapping[tuple[str, str], str] = {
    ("R-02", "lowest-column"): "",
    ("R-03", "after-shifts"): "below-the-table six-to-one",
    ("R-04", "factors"): "engineers-over-the-embankment",
    ("R-04", "hexes"): "engineers-over-the-embankment town-assault town-no-retreat town-no-retreat-rout town-bombed",
    ("R-05", "any"): "strike-and-assault",
    ("R-06", "two"): "strike-and-assault withdrawal star-falls-back",
    ("R-07", "three"): "banzai strike-any rout",
    ("R-08", "stays"): "strike-and-assault strike-any star-falls-back",
    ("R-09", "whole-combat"): "two-town-hexes",
    ("R-10", "target-counts"): "mogaung-road mogaung-road-stopped three-hexes",
    ("R-11", "occupied"): "held",
}


@pytest.mark.parametrize("switch", TOUCHED, ids="-".join)
def test_cases_that_a_ruling_is_not_about_stay_as_they_are(switch: tuple[str, str]) -> None:
    others = {id_ for id_, example in playbook().game.examples.items() if switch[0] not in example.rulings}
    assert {id_ for id_ in others if told(id_, (switch,)) != told(id_)} == set(TOUCHED[switch].split())


def test_the_number_that_is_read_touches_combats_alone() -> None:
    for id_, example in playbook().game.examples.items():
        if "R-01" not in example.rulings:
            assert (told(id_, (("R-01", "low"),)) != told(id_)) == ("die" in example.rolls)


def test_all_options_are_tested() -> None:
    options = {
        (id_, option) for id_, r in playbook().game.rulings.items() for option in r.options if option != r.default
    }
    assert options == {*TOUCHED, ("R-01", "low"), ("R-01", "roller-chooses")}
