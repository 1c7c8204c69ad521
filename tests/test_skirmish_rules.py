"""The skirmish rules as they play: chances worked out by hand, examples, what every ruling switches, what is refused."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from pnp.compose.aids.blocks.chances_block import compose_chances
from pnp.compose.aids.views import GridView
from pnp.rules.probability.aid_tables import FORBIDDEN, answer_table
from tests.playing import Played, only, texts_of_aids

PLAYED = Played("skirmish")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
GAME = PLAYED.game


def chance(procedure: str, given: Mapping[str, object], outcome: str, **rulings: str) -> Fraction:
    """How likely a condition is; rulings are written R_01="zero"."""
    named = {name.replace("_", "-"): option for name, option in rulings.items()}
    return chances(procedure, given, outcome, named).get("yes", Fraction(0))


def percent(share: Fraction, digits: int = 1) -> float:
    return round(float(share) * 100, digits)


def gave(example: str, name: str) -> list[object]:
    return [one.value for one in worked(example).assignments if one.name == name]


@pytest.mark.parametrize("id_", tuple(GAME.examples))
def test_an_example_comes_out(id_: str):
    assert worked(id_).faults == ()


# ---------------------------------------------------------------- to hit


HITS = {
    5: [90, 80, 70, 60, 50, 40, 30, 20, 10, 10, 10, 10],
    6: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10, 10],
    7: [100, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10],
    8: [100, 100, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10],
    9: [100, 100, 100, 100, 90, 80, 70, 60, 50, 40, 30, 20],
}
"""Percent by the number to roll less than, for modifiers of -5 to +6."""


@pytest.mark.parametrize("number", HITS)
def test_chances_to_hit(number: int):
    found = [percent(chance("to-hit", {"number": number, "net": net}, "hit"), 0) for net in range(-5, 7)]
    assert found == HITS[number]


@pytest.mark.parametrize("number", HITS)
def test_a_nought_that_is_none_adds_ten_percent_where_it_is_less(number: int):
    for net, tens in zip(range(-5, 7), HITS[number], strict=True):
        more = 10 if net < number else 0
        assert percent(chance("to-hit", {"number": number, "net": net}, "hit", R_01="zero"), 0) == min(100, tens + more)


KILLS = {
    6: ["2/15", "7/60", "1/10", "1/12", "1/15", "1/20", "1/30", "1/60"],
    5: ["7/60", "1/10", "1/12", "1/15", "1/20", "1/30", "1/60", "1/60"],
    7: ["3/20", "2/15", "7/60", "1/10", "1/12", "1/15", "1/20", "1/30"],
}
"""A figure dies: by the number, for modifiers of -3 to +4."""


@pytest.mark.parametrize("number", KILLS)
def test_chances_to_kill_a_figure(number: int):
    found = [chance("snap-shot", {"number": number, "net": net}, "killed") for net in range(-3, 5)]
    assert found == [Fraction(text) for text in KILLS[number]]


def test_an_automatic_weapon():
    hits = [percent(chance("burst", {"number": 6, "net": net}, "hits > 0")) for net in range(5)]
    assert hits == [87.5, 78.4, 65.7, 48.8, 27.1]
    kills = [chance("burst", {"number": 6, "net": net}, "kills > 0") for net in range(5)]
    assert kills[0] == Fraction(397, 1728)
    assert [percent(share, 2) for share in kills] == [22.97, 18.70, 14.26, 9.67, 4.92]


@pytest.mark.parametrize(("option", "share"), [("d6", "1/6"), ("d10-six", "1/10"), ("d10-six-up", "1/2")])
def test_the_die_that_kills(option: str, share: str):
    assert chance("casualties", {}, "kills == 1", R_02=option) == Fraction(share)


# ---------------------------------------------------------------- cards


OUT = "destroyed || exploded || crew_lost"
EVENTS = {
    "'K' in drawn": (4, ["1/13", "33/221", "1201/5525"]),
    "destroyed": (8, ["2/13", "190/663", "2214/5525"]),
    "destroyed || exploded": (12, ["3/13", "7/17", "47/85"]),
    OUT: (16, ["4/13", "116/221", "44/65"]),
    f"{OUT} || fire_stop == 99": (20, ["5/13", "415/663", "857/1105"]),
    f"{OUT} || move_stop == 99": (20, ["5/13", "415/663", "857/1105"]),
    f"{OUT} || fire_stop > 0 || stunned": (28, ["7/13", "175/221", "5019/5525"]),
    f"{OUT} || move_stop > 0 || right_turns + left_turns > 0 || ahead_only > 0 || backing > 0 || stunned": (
        44,
        ["11/13", "649/663", "5511/5525"],
    ),
}


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_chances_of_cards(cards: int):
    found = chances("damage", {"cards": cards}, tuple(EVENTS))
    for n, (event, (wanted, shares)) in enumerate(EVENTS.items()):
        share = sum((p for label, p in found.items() if label.split("; ")[n] == "yes"), Fraction(0))
        assert share == Fraction(shares[cards - 1]), event
        assert share == 1 - Fraction(comb(52 - wanted, cards), comb(52, cards)), event


def test_jokers_left_in_save_some_vehicles():
    found = [percent(chance("damage", {"cards": n}, "destroyed || exploded", R_10="blank"), 2) for n in (1, 2, 3)]
    assert found == [22.22, 39.83, 53.72]


SHOTS = {
    (5, 1): [(13.8, 18.5), (11.5, 15.4), (9.2, 12.3), (6.9, 9.2), (4.6, 6.2), (2.3, 3.1), (2.3, 3.1)],
    (7, 2): [(32.9, 42.0), (28.8, 36.7), (24.7, 31.5), (20.6, 26.2), (16.5, 21.0), (12.4, 15.7), (8.2, 10.5)],
    (8, 3): [(49.8, 60.9), (44.2, 54.2), (38.7, 47.4), (33.2, 40.6), (27.6, 33.8), (22.1, 27.1), (16.6, 20.3)],
    (8, 2): [(37.1, 47.2), (32.9, 42.0), (28.8, 36.7), (24.7, 31.5), (20.6, 26.2), (16.5, 21.0), (12.4, 15.7)],
    (6, 1): [(16.2, 21.5), (13.8, 18.5), (11.5, 15.4), (9.2, 12.3), (6.9, 9.2), (4.6, 6.2), (2.3, 3.1)],
    (9, 2): [(41.2, 52.5), (37.1, 47.2), (32.9, 42.0), (28.8, 36.7), (24.7, 31.5), (20.6, 26.2), (16.5, 21.0)],
}
"""Number and cards: percent of a wreck and of out of action, for modifiers of -2 to +4."""


@pytest.mark.parametrize("shot", SHOTS)
def test_whole_shots(shot: tuple[int, int]):
    number, cards = shot
    for net, wanted in zip(range(-2, 5), SHOTS[shot], strict=True):
        found = chances("shot", {"number": number, "cards": cards, "net": net}, ("destroyed || exploded", OUT))
        wreck = found["yes; yes"]
        assert (percent(wreck), percent(wreck + found["no; yes"])) == wanted


def test_tables_and_shots_tell_the_same():
    """The chances of the aids are those of a gun that fires by the table."""
    for target, (number, cards) in {"Front armour": (5, 1), "Wheeled": (8, 2)}.items():
        by_table = chance("tank-fire", {"at": target}, "destroyed || exploded")
        assert by_table == chance("shot", {"number": number, "cards": cards}, "destroyed || exploded")
    by_table = chance("infantry-fire", {"at": "Armour", "weapon": "Grenade"}, OUT)
    assert by_table == chance("shot", {"number": 6, "cards": 1}, OUT)


TOGETHER = [
    (["A", "K"], ["destroyed"]),
    (["4", "5"], ["destroyed"]),
    (["5", "J", "10"], ["crew lost"]),
    (["K", "J"], ["gun out"]),
    (["Q", "10"], ["immobile"]),
    (["10", "9", "6"], ["immobile"]),
    (["10", "7"], ["immobile"]),
    (["Q", "9"], ["no move"]),
    (["Q", "7"], ["no move", "ahead only"]),
    (["9", "8"], ["no move"]),
    (["9", "8", "Q"], ["no move"]),
    (["9", "8", "6"], ["no move"]),
    (["9", "8", "10"], ["immobile"]),
    (["9", "9"], ["turned"]),
    (["9", "9", "8"], ["turned"]),
    (["9", "6"], ["turned"]),
    (["7", "6"], ["ahead only", "reverse"]),
    (["J", "10", "2"], ["gun out", "immobile", "stunned"]),
    (["K", "Q", "2"], ["no fire", "no move", "stunned"]),
]
"""Cards, and the tokens that they leave on a vehicle."""


def joined(words: Sequence[str]) -> str:
    """A list as the engine says it."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


@pytest.mark.parametrize(("cards", "tokens"), TOGETHER)
def test_cards_together(cards: list[str], tokens: list[str]):
    assert only(chances("damage", {"drawn": cards}, "tokens_on")) == joined(tokens)


@pytest.mark.parametrize(
    ("cards", "pivot"), [(["9"], 1), (["8"], -1), (["9", "8"], 0), (["9", "9"], 2), (["Q", "9"], 0)]
)
def test_pivots(cards: list[str], pivot: int):
    assert only(chances("damage", {"drawn": cards}, "right_turns - left_turns")) == str(
        cards.count("9") - cards.count("8")
    )
    assert only(chances("combine", {}, "pivot", tracks=after(cards))) == str(pivot)


def after(cards: list[str]) -> dict[str, int]:
    """The facts of a vehicle that had these cards."""
    return {"right_turns": cards.count("9"), "left_turns": cards.count("8"), "move_stop": cards.count("Q")}


def test_a_second_hit_adds_to_the_first():
    assert only(chances("damage", {"drawn": ["K"]}, "tokens_on", tracks={"move_stop": 99})) == "no fire and immobile"
    assert only(chances("damage", {"drawn": ["5"]}, "tokens_on", tracks={"move_stop": 99})) == "crew lost"


# ---------------------------------------------------------------- the examples of the brief, number by number


def test_flank_shot():
    given = {"at": "Side armour", "weight": "heavier", "target": ["spotted", "moved"], "cover": True, "inches": 20}
    assert chance("tank-fire", given, "hit") == Fraction(1, 2)
    assert chance("tank-fire", given, "destroyed || exploded") == Fraction(7, 34)
    assert chance("tank-fire", given, OUT) == Fraction(58, 221)
    assert [percent(Fraction(7, 34), 2), percent(Fraction(58, 221), 2)] == [20.59, 26.24]
    frontal = {"at": "Front armour", "weight": "lighter", "tokens": ["moved"], "target": ["moved"], "cover": True}
    assert chance("tank-fire", frontal, "net == 6") == 1
    assert chance("tank-fire", frontal, "hit") == Fraction(1, 10)


MACHINEGUN = {"facing": 0, "east": [5, -9, 10, 13], "north": [20, 20, 33, 34], "net": [1, 0, 3, 0]}


def test_machinegun_arc():
    bearings = [round(float(str(value)), 2) for value in gave("machinegun", "off")]
    inches = [round(float(str(value)), 2) for value in gave("machinegun", "inches")]
    assert bearings == [14.04, 24.23, 16.86, 20.92]
    assert inches == [20.62, 21.93, 34.48, 36.40]
    assert chance("to-hit", {"number": 6, "net": 1}, "hit") == Fraction(2, 5)
    assert chance("to-hit", {"number": 6, "net": 3}, "hit") == Fraction(1, 5)
    assert chance("machinegun", MACHINEGUN, "hits == 2") == Fraction(2, 25)
    dead = chance("machinegun", MACHINEGUN, "kills > 0")
    assert dead == Fraction(22, 225)
    assert percent(dead, 2) == 9.78


def test_one_die_for_all_hits_both_as_often_as_the_harder_one():
    assert chance("machinegun", MACHINEGUN, "hits == 2", R_12="one-for-all") == Fraction(1, 5)
    assert chance("machinegun", MACHINEGUN, "hits == 1", R_12="one-for-all") == Fraction(1, 5)


def test_mortar_drift():
    assert gave("mortar", "under") == [False, True, True, False]
    off = [round(float(str(value)), 3) for value in gave("mortar", "off")]
    assert off == [3.000, 1.281, 2.000, 2.062]
    assert chance("to-hit", {"number": 6, "net": 2}, "hit") == Fraction(3, 10)


def test_a_gun_from_the_flank():
    given = {"at": "Artillery", "flank": True, "weight": "lighter", "tokens": ["moved"]}
    assert chance("tank-fire", given, "net == 0") == 1
    assert chance("tank-fire", given, "hit") == Fraction(2, 5)


# ---------------------------------------------------------------- movement and spotting


@pytest.mark.parametrize(
    ("mover", "ground", "inches"),
    [
        ("Infantry", "Open", 6), ("Infantry", "Rough", 3), ("Wheeled", "Open", 18), ("Wheeled", "Rough", 6),
        ("Tracked", "Open", 12), ("Tracked", "Rough", 8),
    ],
)  # fmt: skip
def test_rates(mover: str, ground: str, inches: int):
    assert only(chances("movement", {"mover": mover, "ground": ground}, "inches")) == str(inches)


@pytest.mark.parametrize(("option", "inches"), [("open", [12, 36, 24]), ("rough", [6, 12, 16])])
def test_roads(option: str, inches: list[int]):
    for mover, wanted in zip(("Infantry", "Wheeled", "Tracked"), inches, strict=True):
        found = chances("movement", {"mover": mover, "road": True}, "inches", {"R-05": option})
        assert only(found) == str(wanted)


@pytest.mark.parametrize(("option", "inches"), [("open", "3"), ("rough", "1.5")])
def test_infantry_in_woods(option: str, inches: str):
    given = {"mover": "Infantry", "ground": "Rough", "obstructed": True}
    assert only(chances("movement", given, "inches", {"R-06": option})) == inches


def test_crews_are_slow_and_vehicles_reverse_by_three_inches():
    assert only(chances("movement", {"mover": "Infantry", "crew_served": True}, "inches")) == "3"
    for mover in ("Wheeled", "Tracked"):
        for ground in ("Open", "Rough"):
            assert only(chances("movement", {"mover": mover, "ground": ground, "reverse": True}, "inches")) == "3"


def test_a_vehicle_with_a_six_and_a_seven_reverses_first():
    both = {"tokens": ["ahead only", "reverse"]}
    assert only(chances("movement", {"mover": "Tracked", "reverse": True, **both}, "inches")) == "3"
    assert only(chances("movement", {"mover": "Tracked", **both})) == f"{FORBIDDEN}it has to reverse"
    turning = {"reverse": True, "turns": True, **both}
    assert only(chances("may-move", turning, "reverse")) == f"{FORBIDDEN}it can only drive ahead, without a turn"


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({"target": "Infantry", "inches": 6}, True),
        ({"target": "Infantry", "inches": 6.1}, False),
        ({"target": "Vehicle", "inches": 12}, True),
        ({"target": "Vehicle", "inches": 12.1}, False),
        ({"target": "Infantry", "inches": 30, "moved": True}, True),
        ({"target": "Infantry", "inches": 30, "fired": True}, True),
        ({"target": "Infantry", "inches": 30, "hidden": 89}, True),
        ({"target": "Infantry", "inches": 30, "hidden": 90}, False),
    ],
)
def test_spotting(given: dict[str, object], seen: bool):
    assert only(chances("spotting", given, "seen")) == ("yes" if seen else "no")


# ---------------------------------------------------------------- scatter


@pytest.mark.parametrize(
    ("faces", "radius", "shares"),
    [
        ("two", 0.5, ["4/9", "5/9", "5/9"]),
        ("two", 0, ["4/9", "4/9", "5/9"]),
        ("one", 0.5, ["11/36", "4/9", "4/9"]),
        ("three", 0.5, ["7/12", "2/3", "2/3"]),
    ],
)
def test_still_under_the_overlay(faces: str, radius: float, shares: list[str]):
    for overlay, share in zip(("Light mortar", "Heavy mortar", "Off-board artillery"), shares, strict=True):
        given = {"overlay": overlay, "radius": radius}
        assert chance("still-covered", given, "under", R_11=faces) == Fraction(share)


def test_touching_counts_and_overlapping_needs_more():
    """Two inches off, a radius of an inch and a half and one of half an inch: they just touch."""
    given = {"overlay": "Heavy mortar", "east": 2, "north": 0, "radius": 0.5}
    assert chance("touched", given, "under") == 1
    assert chance("touched", given, "under", R_24="overlap") == 0


# ---------------------------------------------------------------- melee and stun


def test_melee():
    assert chance("melee", {}, "winner == 'japanese'") == Fraction(1, 2)
    assert chances("melee-throw", {}) == {"enemy": Fraction(5, 12), "japanese": Fraction(5, 12), "tie": Fraction(1, 6)}
    officer = chances("melee-throw", {"officer": True})
    assert officer == {"japanese": Fraction(21, 36), "tie": Fraction(5, 36), "enemy": Fraction(10, 36)}
    assert chance("melee", {"officer": True}, "winner == 'japanese'") == Fraction(21, 31)
    assert chance("melee", {"officer": True}, "winner == 'japanese'", R_18="d10") == Fraction(55, 91)
    assert [percent(Fraction(21, 31)), percent(Fraction(55, 91))] == [67.7, 60.4]


def test_stunned_vehicles_need_two_tries_on_average():
    assert chance("stun-roll", {}, "recovers") == Fraction(1, 2)
    waits = chances("stun-wait", {"tries": 12}, "needed")
    assert [waits[str(n)] for n in range(1, 12)] == [Fraction(1, 2**n) for n in range(1, 12)]
    tail = Fraction(1, 2**12)
    mean = sum(int(n) * share for n, share in waits.items()) + tail * 2  # who has not come round waits two more
    assert mean == 2
    assert "two tries on average (d6)" in " ".join(texts_of_aids(GAME)), "what the aid says is what comes of it"


# ---------------------------------------------------------------- the aids

PRINTED = {
    "To hit": {
        "5 front armour, artillery": [f"{tens}%" for tens in HITS[5]],
        "9 soft vehicle": [f"{tens}%" for tens in HITS[9]],
    },
    "Automatic weapon": {
        "A hit at least": ["87.5%", "78.4%", "65.7%", "48.8%", "27.1%"],
        "Somebody dead": ["23.0%", "18.7%", "14.3%", "9.7%", "4.9%"],
    },
    "Melee": {
        "Wins, d6": ["50.0%", "67.7%"],
        "Wins, d10": ["50.0%", "60.4%"],
        "First throw tied, d6": ["16.7%", "13.9%"],
    },
    "Still under the overlay": {
        "Scatter die of this kit": ["44.4%", "55.6%", "55.6%"],
        "A target without size": ["44.4%", "44.4%", "55.6%"],
        "One face with Hit": ["30.6%", "44.4%", "44.4%"],
        "Three faces with Hit": ["58.3%", "66.7%", "66.7%"],
    },
    "Stunned": {"Six-sided die": ["50.0%", "75.0%", "87.5%", "93.8%"]},
}
"""Rows of the aids, by title and name."""


@pytest.mark.parametrize("title", PRINTED)
def test_aids_print_the_chances(title: str):
    blocks = {
        f"aids.{p}.rows.{r}.{b}": block
        for p, page in enumerate(GAME.aids)
        for r, row in enumerate(page.rows)
        for b, block in enumerate(row)
    }
    path, block = next((path, block) for path, block in blocks.items() if block.title == title)
    assert block.chance_table is not None
    grid = compose_chances(
        GAME, block.chance_table, answer_table(playbook(), path, block.chance_table), title, ""
    ).views[0]
    assert isinstance(grid, GridView)
    rows = {name.text: [cell.text for cell in cells] for name, cells in grid.rows}
    assert PRINTED[title].items() <= rows.items()


# ---------------------------------------------------------------- what is refused


REFUSED = [
    ("tank-fire", {"at": "Wheeled", "tokens": ["no fire"]}, "its gun is silent this turn"),
    ("tank-fire", {"at": "Wheeled", "tokens": ["gun out"]}, "its gun is silent for the rest of the game"),
    ("tank-fire", {"at": "Wheeled", "tokens": ["stunned"]}, "it is stunned and does not fire"),
    ("tank-fire", {"at": "Wheeled", "tokens": ["crew lost"]}, "nobody is left to fire"),
    ("tank-fire", {"at": "Wheeled", "tokens": ["destroyed"]}, "a destroyed vehicle does not fire"),
    ("tank-fire", {"at": "Wheeled", "tokens": ["silent"]}, "there is no such token"),
    ("tank-fire", {"at": "Wheeled", "seen": False}, "the target has not been spotted"),
    ("tank-fire", {"at": "Wheeled", "sight": False}, "the target was not in sight"),
    ("tank-fire", {"at": "Wheeled", "arc": False}, "the target was outside the arc of fire"),
    ("infantry-fire", {"at": "Infantry", "weapon": "Machinegun", "arc": False}, "the target was outside the arc of fire"),
    ("automatic-weapon", {"seen": False}, "the target has not been spotted"),
    ("automatic-weapon", {"at": "Armour"}, "only a grenade or a heavy weapon hits armour"),
    ("machinegun", {**MACHINEGUN, "at": ["Infantry", "Infantry", "Armour", "Infantry"]}, "only a grenade or a heavy weapon hits armour"),
    ("indirect-fire", {"overlay": "Light mortar", "inches": 36.1, "kinds": ["Infantry"], "east": [0], "north": [0]}, "the target is out of range"),
    ("indirect-fire", {"overlay": "Light mortar", "seen": False, "kinds": ["Infantry"], "east": [0], "north": [0]}, "the target has not been spotted"),
    ("crew-again", {"what": "mortar", "killed_by": "fright"}, "a crew falls to small arms, in melee, or to a heavy weapon"),
    ("machinegun", {**MACHINEGUN, "tokens": ["moved"]}, "a machinegun or mortar crew that moved does not fire"),
    ("infantry-fire", {"at": "Infantry", "weapon": "Mortar", "tokens": ["moved"]}, "a machinegun or mortar crew that moved does not fire"),
    ("infantry-fire", {"at": "Armour", "weapon": "Rifle"}, "only a grenade or a heavy weapon hits armour"),
    ("infantry-fire", {"at": "Infantry", "inches": 24.5}, "the target is out of range"),
    ("infantry-fire", {"at": "Infantry", "weapon": "Slingshot"}, "there is no such weapon"),
    ("indirect-fire", {"overlay": "Light mortar", "tokens": ["moved"], "kinds": ["Infantry"], "east": [0], "north": [0]}, "a machinegun or mortar crew that moved does not fire"),
    ("off-board", {"registered": False, "kinds": ["Infantry"]}, "the target was not registered before the game"),
    ("off-board", {"registered": True, "sees": False, "kinds": ["Infantry"]}, "the caller does not see the target"),
    ("movement", {"mover": "Tracked", "tokens": ["immobile"]}, "it does not move for the rest of the game"),
    ("movement", {"mover": "Tracked", "tokens": ["reverse"]}, "it has to reverse"),
    ("movement", {"mover": "Tracked", "tokens": ["ahead only"], "reverse": True}, "it can only drive ahead, without a turn"),
    ("movement", {"mover": "Infantry", "reverse": True}, "only vehicles reverse"),
    ("crew-again", {"what": "hand weapon", "killed_by": "small arms"}, "nobody picks up the weapons of the dead"),
]  # fmt: skip


@pytest.mark.parametrize(("procedure", "given", "why"), REFUSED)
def test_refused(procedure: str, given: dict[str, object], why: str):
    assert only(chances(procedure, given)) == f"{FORBIDDEN}{why}"


def test_a_rifleman_who_moved_fires_worse_but_fires():
    assert chance("infantry-fire", {"at": "Infantry", "tokens": ["moved"]}, "hit") == Fraction(4, 10)


def test_a_tank_that_cannot_move_can_fire():
    given = {"at": "Wheeled", "tokens": ["immobile", "turned", "reverse", "ahead only", "no move"]}
    assert chance("tank-fire", given, "hit") == Fraction(7, 10)


@pytest.mark.parametrize("weapon", ["Rifle", "Grenade", "Pistol"])
def test_who_has_no_arc_may_turn_to_fire(weapon: str):
    assert chance("infantry-fire", {"at": "Infantry", "weapon": weapon, "arc": False}, "hit") == Fraction(5, 10)


def test_off_board_guns_reach_everything():
    given = {"overlay": "Off-board artillery", "inches": 90, "kinds": ["Infantry"], "east": [0], "north": [0]}
    assert chance("indirect-fire", given, "hits > 0") == Fraction(5, 9) * Fraction(1, 2)


# ---------------------------------------------------------------- soft vehicles before automatic weapons and machineguns


def test_each_hit_of_an_automatic_weapon_draws_cards_for_a_soft_vehicle():
    one = {"number": 9, "effect": "2 cards", "rolls": 1}
    assert chance("burst", one, "destroyed || exploded") == Fraction(8, 10) * Fraction(7, 17)
    assert gave("automatic-at-a-lorry", "hits")[-1] == 2
    assert worked("automatic-at-a-lorry").final.levels["fire_stop"] == 1


def test_a_machinegun_rolls_by_what_each_target_is():
    given = {"east": [0, 0], "north": [10, 20], "net": [0, 0], "at": ["Soft vehicle", "Weapons crew"]}
    assert chance("machinegun", given, "hits == 2") == Fraction(8, 10) * Fraction(5, 10)
    assert chance("machinegun", given, "kills > 0") == Fraction(1, 12)
    assert chance("machinegun", given, "destroyed || exploded") == Fraction(8, 10) * Fraction(7, 17)


# ---------------------------------------------------------------- crews


@pytest.mark.parametrize(
    ("given", "result"),
    [
        ({"what": "machinegun", "killed_by": "melee", "infantry": 1}, "manned"),
        ({"what": "mortar", "killed_by": "small arms"}, "nobody"),
        ({"what": "mortar", "killed_by": "heavy weapon", "infantry": 3}, "lost"),
        ({"what": "vehicle", "killed_by": "card", "officers": 1, "infantry": 2}, "manned"),
        ({"what": "vehicle", "killed_by": "card", "officers": 1, "infantry": 1}, "nobody"),
        ({"what": "vehicle", "killed_by": "card", "infantry": 5}, "nobody"),
    ],
)
def test_new_crews(given: dict[str, object], result: str):
    assert only(chances("crew-again", given)) == result


# ---------------------------------------------------------------- rulings


def switched() -> dict[str, set[str]]:
    """Every option that an example or the default plays, by ruling."""
    played = {id_: {ruling.default} for id_, ruling in GAME.rulings.items()}
    for example in GAME.examples.values():
        for id_, option in example.rulings.items():
            played[id_].add(option)
    return played


PLAYED_BY_TESTS = {"R-11": {"three"}, "R-21": {"thirty-six"}}
"""Options that tests play and no example does."""


UNPLAYED = {"R-33", "R-35"}
"""Rulings about what players say and where they measure, which no procedure plays."""


@pytest.mark.parametrize("id_", [id_ for id_ in GAME.rulings if id_ not in UNPLAYED])
def test_every_option_of_every_ruling_is_played(id_: str):
    assert switched()[id_] | PLAYED_BY_TESTS.get(id_, set()) == set(GAME.rulings[id_].options)


PAIRS = [
    ("tank-against-mortar", "tank-against-mortar-as-infantry", "needed"),
    ("lorry-from-the-road", "lorry-from-the-road-by-parts", "may"),
    ("machinegun", "machinegun-each-side", "targets"),
    ("mortar", "mortar-overlap", "under_it"),
    ("through-jungle", "through-jungle-rough", "inches"),
    ("on-the-road", "on-the-road-rough", "inches"),
    ("hidden-gun-car", "hidden-gun-car-by-spotter", "seen"),
    ("half-hidden", "half-hidden-is-hidden", "seen"),
    ("three-cards", "three-cards-all", "tokens_on"),
    ("mortar-on-tank", "mortar-on-tank-side", "hit"),
    ("stun", "stun-by-attacker", "due"),
    ("corner-shot", "corner-shot-by-sixths", "armour"),
    ("moved-before", "moved-before-this-half", "counts"),
    ("silent-for-a-turn", "silent-for-a-whole-turn", "fires"),
    ("kill-by-ten", "kill-by-six-only", "kills"),
    ("tank-against-infantry", "tank-against-infantry-as-artillery", "hit"),
    ("ahead-for-the-game", "ahead-for-a-turn", "ahead_only"),
    ("automatic-far", "automatic-as-pistol", "reach"),
    ("automatic-far", "automatic-as-machinegun", "reach"),
    ("gun-at-carrier", "gun-at-carrier-as-armour", "target_row"),
    ("mortar-on-tank", "mortar-on-tank-infantry-table", "needed"),
]


@pytest.mark.parametrize(("one", "other", "name"), PAIRS)
def test_the_other_reading_gives_another_result(one: str, other: str, name: str):
    """The same case by another option comes out otherwise."""
    assert GAME.examples[one].given == GAME.examples[other].given
    assert GAME.examples[one].rulings != GAME.examples[other].rulings
    assert (gave(one, name) or worked(one).final.levels[name]) != (
        gave(other, name) or worked(other).final.levels[name]
    )


PROBES = {
    "a shot that only a nought or a 1 hits": ("to-hit", {"number": 5, "net": 4}, "hit", "R-01"),
    "a figure that was hit": ("casualties", {}, "kills", "R-02"),
    "a target 24 degrees off the barrel": ("in-arc", {"east": -9, "north": 20}, "may", "R-03"),
    "a target 14 degrees off the barrel": ("in-arc", {"east": 5, "north": 20}, "may", ""),
    "a hidden vehicle before infantry": ("spotting", {"target": "Vehicle", "inches": 10}, "seen", "R-04"),
    "hidden infantry before infantry": ("spotting", {"target": "Infantry", "inches": 5}, "seen", ""),
    "infantry half hidden": ("spotting", {"target": "Infantry", "inches": 20, "hidden": 50}, "seen", "R-23"),
    "a lorry in the open": ("movement", {"mover": "Wheeled"}, "inches", ""),
    "a lorry on the road": ("movement", {"mover": "Wheeled", "road": True}, "inches", "R-05"),
    "infantry in the jungle": ("movement", {"mover": "Infantry", "obstructed": True}, "inches", "R-06"),
    "a lorry over open and rough": ("mixed-way", {"mover": "Wheeled", "open": 6, "rough": 3}, "may", "R-29"),
    "a stunned tank in its phase": ("stun-recovery", {"vehicle": "A", "mover": "A"}, "recovers", "R-07 R-08"),
    "a 9": ("damage", {"drawn": ["9"]}, "tokens_on", ""),
    "a 7": ("damage", {"drawn": ["7"]}, "ahead_only", "R-14"),
    "a queen, a jack and a 9": ("damage", {"drawn": ["Q", "J", "9"]}, "tokens_on", "R-15"),
    "turns that a king costs": ("lost-phases", {}, "fires", "R-20"),
    "a lorry beside an explosion": ("explosion", {"kinds": ["Soft vehicle"], "inches": [5]}, "near > 0 && wrecks > 0", "R-10 R-16"),
    "off-board fire": ("off-board", {"registered": True, "kinds": ["Infantry"], "east": [0], "north": [0]}, "kills", "R-01 R-02 R-09 R-11"),
    "a lorry under a dropped card": ("card-drop", {"kinds": ["Wheeled"]}, "wrecks", "R-10 R-19"),
    "a drifting bomb": ("still-covered", {"overlay": "Light mortar"}, "under", "R-11"),
    "a rim that touches": ("touched", {"overlay": "Heavy mortar", "east": 2, "north": 0}, "under", "R-24"),
    "a bomb before a tank": ("indirect-fire", {"overlay": "Heavy mortar", "kinds": ["Armour"], "east": [-2], "north": [0], "heading": [90], "radius": 2}, "hits", "R-01 R-11 R-17 R-31"),
    "a bomb before a crew": ("indirect-fire", {"overlay": "Heavy mortar", "kinds": ["Weapons crew"], "east": [0], "north": [0]}, "hits", "R-01 R-11 R-24"),
    "the reach of an automatic weapon": ("weapon-reach", {"weapon": "Automatic weapon"}, "reach", "R-30"),
    "the reach of a rifle": ("weapon-reach", {"weapon": "Rifle"}, "reach", ""),
    "a registered target out of sight": ("off-board", {"registered": True, "sees": False, "kinds": ["Infantry"], "east": [0], "north": [0]}, "kills", "R-32"),
    "a gun at an unarmoured carrier": ("tank-fire", {"at": "Soft tracked vehicle"}, "hit", "R-01 R-34"),
    "a rifle at an unarmoured carrier": ("infantry-fire", {"at": "Soft tracked vehicle"}, "hit", "R-01 R-34"),
    "a rifle at a lorry": ("infantry-fire", {"at": "Soft vehicle"}, "hit", "R-01"),
    "two figures before a machinegun": ("machinegun", {"east": [0, 1], "north": [9, 9], "net": [0, 0]}, "hits", "R-01 R-12"),
    "a figure before a machinegun": ("machinegun", {"east": [0], "north": [9], "net": [0]}, "hits", "R-01"),
    "a gun at infantry": ("tank-fire", {"at": "Infantry"}, "hit", "R-01 R-13"),
    "a gun at a mortar": ("tank-fire", {"at": "Weapons crew"}, "hit", "R-01 R-28"),
    "a gun at 40 inches": ("tank-fire", {"at": "Artillery", "inches": 40}, "hit", "R-01 R-21"),
    "a gun at 36 inches": ("tank-fire", {"at": "Artillery", "inches": 36}, "hit", "R-01"),
    "a shot at the corner": ("facing", {"east": 8, "north": 10}, "armour", "R-22"),
    "a shot from ahead": ("facing", {"east": 0, "north": 10}, "armour", ""),
    "a movement in the half before": ("moved-last-turn", {"halves": 1}, "counts", "R-26"),
    "a movement in this half": ("moved-last-turn", {"halves": 0}, "counts", ""),
    "an officer in melee": ("melee", {"officer": True}, "winner", "R-18"),
    "who loses a melee": ("melee", {}, "fate", "R-25"),
    "a new crew": ("crew-again", {"what": "mortar", "killed_by": "melee", "infantry": 1}, "result", ""),
}  # fmt: skip
"""Cases, what of them is asked, and the rulings whose other options change that: these and no others."""


@cache
def as_it_is(name: str) -> dict[str, Fraction]:
    procedure, given, outcome, _ = PROBES[name]
    return chances(procedure, given, outcome)


@pytest.mark.parametrize("id_", [id_ for id_ in GAME.rulings if id_ not in {"R-27", *UNPLAYED}])
def test_a_ruling_changes_what_it_should_and_nothing_else(id_: str):
    for option in set(GAME.rulings[id_].options) - {GAME.rulings[id_].default}:
        changed = {
            name
            for name, (procedure, given, outcome, _) in PROBES.items()
            if chances(procedure, given, outcome, {id_: option}) != as_it_is(name)
        }
        assert changed == {name for name, probe in PROBES.items() if id_ in probe[3].split()}, option
        assert changed


def test_three_rolls_at_several_targets_change_no_single_roll():
    """R-27 gives a choice: who keeps to one target hits it as before."""
    given = {"target": ["moved"], "others": ["the second"]}
    assert chances("automatic-weapon", given, "hits", {"R-27": "spread"}) == chances("automatic-weapon", given, "hits")
    assert gave("automatic-spread", "there") == [1, 0, 0], "the second man did not move"


def test_guns_reach_as_far_as_they_see_unless_ruled_otherwise():
    given = {"at": "Wheeled", "inches": 40}
    assert chance("tank-fire", given, "hit") == Fraction(7, 10)
    assert only(chances("tank-fire", given, "hit", {"R-21": "thirty-six"})) == f"{FORBIDDEN}the target is out of range"
