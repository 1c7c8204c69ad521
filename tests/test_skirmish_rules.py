"""Worked examples, printed chances and rulings of the skirmish rules; claims.yaml has their other facts."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from pnp.compose.aids.blocks.chances_block import compose_chances
from pnp.compose.aids.views import GridView
from pnp.rules.probability.aid_tables import answer_table
from tests.playing import shipped_game, texts_of_aids

PLAYED = shipped_game("skirmish")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
GAME = PLAYED.game


def gave(example: str, name: str) -> list[object]:
    return [one.value for one in worked(example).assignments if one.name == name]


@pytest.mark.parametrize("id_", tuple(GAME.examples))
def test_an_example_comes_out(id_: str):
    assert worked(id_).faults == ()


# ---------------------------------------------------------------- cards


OUT = "destroyed || exploded || crew_lost"
EVENTS = {
    "'K' in drawn": 4,
    "destroyed": 8,
    "destroyed || exploded": 12,
    OUT: 16,
    f"{OUT} || fire_stop == 99": 20,
    f"{OUT} || move_stop == 99": 20,
    f"{OUT} || fire_stop > 0 || stunned": 28,
    f"{OUT} || move_stop > 0 || right_turns + left_turns > 0 || ahead_only > 0 || backing > 0 || stunned": 44,
}
"""Conditions of a vehicle, and how many of the 52 cards lead to each."""


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_chances_of_cards_are_those_of_drawing_without_replacement(cards: int):
    found = chances("damage", {"cards": cards}, tuple(EVENTS))
    for n, (event, wanted) in enumerate(EVENTS.items()):
        share = sum((p for label, p in found.items() if label.split("; ")[n] == "yes"), Fraction(0))
        assert share == 1 - Fraction(comb(52 - wanted, cards), comb(52, cards)), event


# ---------------------------------------------------------------- numbers of the worked examples


def test_the_bearings_and_distances_of_the_machine_gun_example():
    bearings = [round(float(str(value)), 2) for value in gave("machinegun", "off")]
    inches = [round(float(str(value)), 2) for value in gave("machinegun", "inches")]
    assert bearings == [14.04, 26.57, 16.86, 21.25]
    assert inches == [20.12, 21.86, 33.98, 38.13]


def test_the_distances_of_the_mortar_example():
    assert gave("mortar", "under") == [False, True, True, False]
    off = [round(float(str(value)), 3) for value in gave("mortar", "off")]
    assert off == [3.000, 1.281, 2.000, 2.126]


def test_a_base_counts_from_its_edge():
    """A target is in the arc if the arc touches its base, and in range if its nearest edge is."""
    near = {(10, 23): "yes", (10.3, 23): "no", (0, 36.5): "yes", (0, 36.6): "no", (0, -1): "no"}
    for (east, north), may in near.items():
        assert chances("in-arc", {"east": east, "north": north}, "may") == {may: 1}, (east, north)


# ---------------------------------------------------------------- melee and stun


def test_stunned_vehicles_need_two_tries_on_average():
    waits = chances("stun-wait", {"tries": 12}, "needed")
    assert [waits[str(n)] for n in range(1, 12)] == [Fraction(1, 2**n) for n in range(1, 12)]
    tail = Fraction(1, 2**12)
    mean = (
        sum(int(n) * share for n, share in waits.items()) + tail * 2
    )  # a vehicle that is still stunned waits two more on average
    assert mean == 2
    assert "two rolls on average" in " ".join(texts_of_aids(GAME)), "what the aid says is what comes of it"


# ---------------------------------------------------------------- the aids

PRINTED = {
    "To hit": {
        "5 front armour, artillery": [
            "90%",
            "80%",
            "70%",
            "60%",
            "50%",
            "40%",
            "30%",
            "20%",
            "10%",
            "10%",
            "10%",
            "10%",
        ],
        "9 soft vehicle": ["100%", "100%", "100%", "100%", "90%", "80%", "70%", "60%", "50%", "40%", "30%", "20%"],
    },
    "Automatic weapon": {
        "At least one hit": ["87.5%", "78.4%", "65.7%", "48.8%", "27.1%"],
        "The target is dead": ["23.0%", "18.7%", "14.3%", "9.7%", "4.9%"],
    },
    "Melee": {
        "Wins, d6": ["50.0%", "67.7%"],
        "Wins, d10": ["50.0%", "60.4%"],
        "First roll is a tie, d6": ["16.7%", "13.9%"],
    },
    "Target under the overlay": {
        "Two faces with Hit, as in this kit": ["44.4%", "55.6%", "55.6%"],
        "Two faces, target without size": ["44.4%", "44.4%", "55.6%"],
        "One face with Hit": ["30.6%", "44.4%", "44.4%"],
        "Three faces with Hit": ["58.3%", "66.7%", "66.7%"],
    },
    "Recovery of stunned vehicles": {"Six-sided die": ["50.0%", "75.0%", "87.5%", "93.8%"]},
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
    path, block = next((path, one) for path, one in blocks.items() if one.title == title and one.chance_table)
    assert block.chance_table is not None
    grid = compose_chances(
        GAME, block.chance_table, answer_table(playbook(), path, block.chance_table), title, ""
    ).views[0]
    assert isinstance(grid, GridView)
    rows = {name.text: [cell.text for cell in cells] for name, cells in grid.rows}
    assert PRINTED[title].items() <= rows.items()


# ---------------------------------------------------------------- an automatic weapon


def test_the_automatic_weapon_of_the_example_hits_twice():
    assert gave("automatic-at-a-truck", "hits")[-1] == 2
    assert worked("automatic-at-a-truck").final.levels["fire_stop"] == 1


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
    ("truck-from-the-road", "truck-from-the-road-by-parts", "may"),
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
    ("still-spotted", "spotted-no-more", "counts"),
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
    "a truck in the open": ("movement", {"mover": "Wheeled"}, "inches", ""),
    "a truck on the road": ("movement", {"mover": "Wheeled", "road": True}, "inches", "R-05"),
    "infantry in the jungle": ("movement", {"mover": "Infantry", "obstructed": True}, "inches", "R-06"),
    "a truck over open and rough": ("mixed-way", {"mover": "Wheeled", "open": 6, "rough": 3}, "may", "R-29"),
    "a stunned tank in its phase": ("stun-recovery", {"vehicle": "A", "mover": "A"}, "recovers", "R-07 R-08"),
    "a 9": ("damage", {"drawn": ["9"]}, "tokens_on", ""),
    "a 7": ("damage", {"drawn": ["7"]}, "ahead_only", "R-14"),
    "a queen, a jack and a 9": ("damage", {"drawn": ["Q", "J", "9"]}, "tokens_on", "R-15"),
    "turns that a king costs": ("lost-phases", {}, "fires", "R-20"),
    "a truck beside an explosion": ("explosion", {"kinds": ["Soft vehicle"], "inches": [5]}, "near > 0 && wrecks > 0", "R-10 R-16"),
    "off-board fire": ("off-board", {"registered": True, "kinds": ["Infantry"], "east": [0], "north": [0]}, "kills", "R-01 R-02 R-09 R-11"),
    "a truck under a dropped card": ("card-drop", {"kinds": ["Wheeled"]}, "wrecks", "R-10 R-19"),
    "a drifting bomb": ("still-covered", {"overlay": "Light mortar"}, "under", "R-11"),
    "a rim that touches": ("touched", {"overlay": "Heavy mortar", "east": 2, "north": 0}, "under", "R-24"),
    "a bomb before a tank": ("indirect-fire", {"overlay": "Heavy mortar", "kinds": ["Armour"], "east": [-2], "north": [0], "heading": [90], "radius": 2}, "hits", "R-01 R-11 R-17 R-31"),
    "a bomb before a crew": ("indirect-fire", {"overlay": "Heavy mortar", "kinds": ["Weapons crew"], "east": [0], "north": [0]}, "hits", "R-01 R-11 R-24"),
    "the reach of an automatic weapon": ("weapon-reach", {"weapon": "Automatic weapon"}, "reach", "R-30"),
    "the reach of a rifle": ("weapon-reach", {"weapon": "Rifle"}, "reach", ""),
    "a registered target out of sight": ("off-board", {"registered": True, "sees": False, "kinds": ["Infantry"], "east": [0], "north": [0]}, "kills", "R-32"),
    "a gun at an unarmoured carrier": ("tank-fire", {"at": "Soft tracked vehicle"}, "hit", "R-01 R-34"),
    "a rifle at an unarmoured carrier": ("infantry-fire", {"at": "Soft tracked vehicle"}, "hit", "R-01 R-34"),
    "a rifle at a truck": ("infantry-fire", {"at": "Soft vehicle"}, "hit", "R-01"),
    "two figures before a machinegun": ("machinegun", {"east": [0, 1], "north": [9, 9], "net": [0, 0]}, "hits", "R-01 R-12"),
    "a figure before a machinegun": ("machinegun", {"east": [0], "north": [9], "net": [0]}, "hits", "R-01"),
    "a gun at infantry": ("tank-fire", {"at": "Infantry"}, "hit", "R-01 R-13"),
    "a gun at a mortar": ("tank-fire", {"at": "Weapons crew"}, "hit", "R-01 R-28"),
    "a gun at 40 inches": ("tank-fire", {"at": "Artillery", "inches": 40}, "hit", "R-01 R-21"),
    "a gun at 36 inches": ("tank-fire", {"at": "Artillery", "inches": 36}, "hit", "R-01"),
    "a shot at the corner": ("facing", {"east": 8, "north": 10}, "armour", "R-22"),
    "a shot from ahead": ("facing", {"east": 0, "north": 10}, "armour", ""),
    "a movement in the half before": ("moved-last-turn", {"halves": 1}, "counts", "R-26"),
    "a target spotted a turn ago": ("stays-spotted", {"halves": 2}, "counts", "R-36"),
    "a target spotted in this half": ("stays-spotted", {"halves": 0}, "counts", ""),
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
            if PLAYED.reads(procedure, id_) and chances(procedure, given, outcome, {id_: option}) != as_it_is(name)
        }
        assert changed == {name for name, probe in PROBES.items() if id_ in probe[3].split()}, option
        assert changed


def test_only_the_first_target_of_divided_rolls_moved():
    assert gave("automatic-spread", "there") == [1, 0, 0]
