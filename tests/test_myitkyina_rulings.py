"""Rulings of the postcard game of Myitkyina: switching one changes what it is about, and nothing else."""

import difflib
from collections.abc import Mapping
from functools import cache

import pytest

from pnp.rules.examples.example_run import play_example
from tests.playing import only, shipped_game

PLAYED = shipped_game("myitkyina")
playbook = PLAYED.playbook


@cache
def told(id_: str, rulings: tuple[tuple[str, str], ...] = ()) -> tuple[str, ...]:
    """The trace of a worked example, each line with what came of it."""
    worked = play_example(playbook(), id_, dict(rulings))
    return tuple(
        step.text + (f": {step.value}" if step.value and step.value not in step.text else "")
        for step in worked.trace.steps
    )


def changes(before: str, after: str) -> str:
    """Lines that one case has and the other has not."""
    found = difflib.unified_diff(told(before), told(after), lineterm="", n=0)
    return "\n".join(line for line in found if not line.startswith(("---", "+++", "@@")))


REFUSED = {
    "R-02",
    "R-19",
    "R-20",
    "R-24",
}  # one option refuses what the other allows, so there are no two traces to compare
# About the sum of a move, the order of a turn, and revealed units, which no procedure plays: one answer only.
UNPLAYED = {"R-22", "R-23", "R-25"}

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
-209 Eng, 236 Eng, 2/5307 and 1/114 are marked Disrupted
-209 Eng, 236 Eng, 2/5307 and 1/114 are marked disrupted this turn
+1/114 is marked Disrupted
+1/114 is marked disrupted this turn
""",
    ("town-assault", "town-by-hexes"): """
-Shift 1 left: column 2-1
-most of the attackers cross an embankment: 1 left
+No shift: column 3-1
-Combat results, odds 2-1, die 4: DW
-Result DW
+Combat results, odds 3-1, die 4: DR
+Result DR
-The Allied player chooses 89/30
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
-The defender chooses D5
-1/55 retreats to D5
+The defender chooses D4
+1/55 retreats to D4
+C6 D5 D4
-The defender chooses D6
-1/114 retreats to D6
+The defender chooses D7
+1/114 retreats to D7
+C6 D6 D7
""",
    ("withdrawal", "withdrawal-of-two"): """
-The defender chooses D5
-1/114 retreats to D5
+The defender chooses D4
+1/114 retreats to D4
+C6 D5 D4
""",
    ("rout", "rout-of-three"): """
-The defender chooses D4
-1/114 retreats to D4
-C6 D5 D4
+The defender chooses D3
+1/114 retreats to D3
+C6 D5 D4 D3
""",
    ("star-falls-back", "star-stays"): """
-1/55
-The defender chooses D5
-1/55 retreats to D5
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
-88/30, 1/5307, 89/30 and 209 Eng are marked Disrupted
-88/30, 1/5307, 89/30 and 209 Eng are marked disrupted this turn
+88/30, 1/5307, 89/30, 209 Eng, 1/114, 2/114, 3/114 and 1/148 are marked Disrupted
+88/30, 1/5307, 89/30, 209 Eng, 1/114, 2/114, 3/114 and 1/148 are marked disrupted this turn
""",
    ("three-hexes", "three-hexes-target-counts"): """
+C4 is too far for that: 2/5307 will not attack
-2/5307 has 4 hexes; it moves to attack: 3
-3 of 3 hexes
-2/5307 is no longer marked attacking
+3 of 4 hexes
+2/5307 is marked went far
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
-The attacker chooses 2/114 and 3/114
-2/114 is eliminated and 3/114 is eliminated
-90/30 is no longer marked under attack
-1/114 is marked attacked
+Shift 2 right: column 3-1
+Banzai: 2 right
+Combat results, odds 3-1, die 6: 1DE
+Result 1DE
+Defenders are eliminated
+The defender chooses 90/30
+90/30 is eliminated
+1/114, 2/114 and 3/114 are marked attacked
+B6
+The Japanese player chooses advances: none
""",
    ("river-and-embankment", "river-and-embankment-stopped-twice"): """
-Die (1d6): 5
-No shift: column 1-3
+Shift 2 left: column 1-3
+Die (1d6): 5
+Shift 2 right: column 1-1
-Combat results, odds 1-3, die 5: BD
+Combat results, odds 1-1, die 5: DW
""",
    ("neighbours-join", "neighbours-apart"): """
-The defenders: 1/114 and 2/114
+They are attacked in combats of their own
+The defenders: 1/114
-Defence: 2
-1/114 (1) and 2/114 (1)
+Defence: 1
+1/114 (1)
-Odds of 2 to 2: column 1-1
-No shift: column 1-1
+Odds of 2 to 1: column 2-1
+No shift: column 2-1
-Combat results, odds 1-1, die 3: BD
-Result BD
+Combat results, odds 2-1, die 3: D
+Result D
-88/30, 1/114 and 2/114 are marked Disrupted
-88/30, 1/114 and 2/114 are marked disrupted this turn
-1/114 and 2/114 are no longer marked under attack
+1/114 is marked Disrupted
+1/114 is marked disrupted this turn
+1/114 is no longer marked under attack
""",
    ("ground-of-the-target", "ground-of-every-hex"): """
-No shift: column 1-1
+Shift 1 left: column 1-2
+most of the attackers cross an embankment: 1 left
-Combat results, odds 1-1, die 3: BD
-Result BD
+Combat results, odds 1-2, die 3: AD
+Result AD
-88/30, 1/5307, 1/114 and 2/114 are marked Disrupted
-88/30, 1/5307, 1/114 and 2/114 are marked disrupted this turn
+88/30 and 1/5307 are marked Disrupted
+88/30 and 1/5307 are marked disrupted this turn
""",
    ("strike-and-assault", "strike-in-one-combat"): """
+The Allied player chooses strikes: yes
+Struck: yes
""",
    ("first-turn-japanese", "first-turn-nobody"): """
+On turn 1 1/114 need not stop next to the enemy
-D4 to C4: Jungle 1, next to an undisrupted enemy: the move ends
+D4 to C4: Jungle 1
+1/114 is no longer marked first turn
""",
    ("town-assault", "town-assault-stays"): """
-1/114 cannot retreat and is eliminated
+1/114 cannot retreat and stays
+1/114 is no longer marked under attack
-E5
-The Allied player chooses 89/30
-89/30
-89/30 advances to E5
""",
    ("division-too-late", "division-too-late-a-draw"): """
-The Allies did not take the five hexes: the Japanese win
+The Allies did not take the five hexes: a draw
""",
    ("two-embankments", "two-embankments-apart"): """
-Shift 1 left: column 3-1
-most of the attackers cross an embankment: 1 left
+No shift: column 4-1
-Combat results, odds 3-1, die 1: BD
-Result BD
+Combat results, odds 4-1, die 1: D
+Result D
-1/5307, 2/5307, 3/5307 and 1/114 are marked Disrupted
-1/5307, 2/5307, 3/5307 and 1/114 are marked disrupted this turn
+1/114 is marked Disrupted
+1/114 is marked disrupted this turn
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
    assert switched == set(playbook().game.rulings) - REFUSED - UNPLAYED


# Which worked examples come out otherwise. Of R-01: all that roll the die of a combat.
TOUCHED: Mapping[tuple[str, str], str] = {
    ("R-02", "lowest-column"): "",
    ("R-03", "after-shifts"): "below-the-table six-to-one two-embankments two-embankments-apart",
    ("R-04", "factors"): "engineers-over-the-embankment",
    ("R-04", "hexes"): (
        "engineers-over-the-embankment town-assault town-no-retreat town-no-retreat-rout town-bombed town-assault-stays"
    ),
    ("R-05", "any"): "strike-and-assault strike-in-one-combat",
    ("R-06", "two"): "strike-and-assault strike-in-one-combat withdrawal star-falls-back",
    ("R-07", "three"): "banzai strike-any rout",
    ("R-08", "stays"): "strike-and-assault strike-in-one-combat strike-any star-falls-back",
    ("R-09", "whole-combat"): "two-town-hexes",
    ("R-10", "target-counts"): "mogaung-road mogaung-road-stopped three-hexes first-turn-japanese first-turn-nobody",
    ("R-11", "occupied"): "held",
    # In most of these Banzai and pressed attacks only the line "No shift" is added.
    ("R-12", "stopped-twice"): "banzai banzai-fails banzai-low river-and-embankment pressed-and-repelled "
    "pressed-against-disrupted-units",
    (
        "R-13",
        "own-combats",
    ): "two-town-hexes two-town-hexes-at-most-two neighbours-join ground-of-the-target ground-of-every-hex attacker-eliminated-beside-a-decoy",
    ("R-14", "every-hex"): "ground-of-the-target",
    ("R-15", "one-combat"): "town-bombed strike-and-assault strike-any",
    ("R-16", "both"): "first-turn-japanese",
    ("R-17", "map-edge"): "town-assault town-by-hexes town-bombed",
    ("R-18", "always"): "division-too-late",
    ("R-19", "besides"): "brigade-in-place-of-the-reinforcement",
    ("R-20", "beside"): "",
    ("R-21", "apart"): "two-embankments",
    ("R-24", "every"): "two-embankments two-embankments-apart",
}


@pytest.mark.parametrize("switch", TOUCHED, ids="-".join)
def test_cases_that_a_ruling_is_not_about_stay_as_they_are(switch: tuple[str, str]) -> None:
    others = {
        id_
        for id_, example in playbook().game.examples.items()
        if switch[0] not in example.rulings and PLAYED.reads(example.procedure, switch[0])
    }
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


def hexes_of_arrival(turn: int, place: Mapping[str, list[str]], rulings: Mapping[str, str], **facts: str) -> set[str]:
    """Return the hexes where 29/36 may enter, or the reason why it may not."""
    at, tracks = {"allied-pool": ["29/36"], **place}, {"turn": turn, **facts}
    given = {"arrival": "29/36"}
    label = only(PLAYED.chances("allied-reinforcement", given, "entrances", rulings, place=at, tracks=tracks))
    return {label} if label.startswith("not possible") else set(label.replace(" and ", ", ").split(", "))


def test_the_division_enters_in_place_of_the_unit_of_the_turn_or_besides_it() -> None:
    arrived = {"allied_arrived": "true"}
    assert hexes_of_arrival(6, {}, {}) == {"B6"}
    assert hexes_of_arrival(6, {}, {}, **arrived) == {"not possible: the Allied player receives one unit a turn"}
    assert hexes_of_arrival(6, {}, {"R-19": "besides"}, **arrived) == {"B6"}


def test_reinforcements_wait_for_a_held_airfield_or_enter_beside_it() -> None:
    held = {"B6": ["1/114"], "C6": ["2/114"]}
    assert hexes_of_arrival(6, held, {}) == {"not possible: Japanese units hold the airfield"}
    assert hexes_of_arrival(6, held, {"R-20": "beside"}) == {"B5", "B7", "A6", "A7", "C7"}
    assert hexes_of_arrival(6, {}, {"R-20": "beside"}) == {"B6"}


@pytest.mark.parametrize(
    ("struck", "rulings", "columns"),
    [
        ("false", {}, {"2-1", "3-1"}),
        ("true", {}, {"2-1", "3-1"}),
        ("false", {"R-15": "one-combat"}, {"2-1", "3-1"}),
        ("true", {"R-15": "one-combat"}, {"2-1"}),
    ],
)
def test_air_strikes_in_each_combat_or_in_one(struck: str, rulings: Mapping[str, str], columns: set[str]) -> None:
    """A strike that hits the only defender shifts the column from 2-1 to 3-1."""
    given = {"target": "C6", "attackers": ["88/30"]}
    place = {"B5": ["88/30"], "C6": ["1/114"]}
    tracks = {"turn": 3, "struck": struck}
    assert set(PLAYED.chances("battle", given, "odds_after_shifts", rulings, place=place, tracks=tracks)) == columns
