"""Paratrooper: questions to the rules engine whose answers are those of the published rules, worked out by hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

import pytest

from pnp.load import find_game, load_game
from pnp.model.game import Game
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.starting_state import Setup

Place = Mapping[str, str | Sequence[str]]


@cache
def playbook(scenario: str) -> Playbook:
    return compile_game(load_game(find_game("paratrooper")).scenarios[scenario])


def ask(
    scenario: str,
    procedure: str,
    outcome: str,
    given: Mapping[str, str | tuple[str, ...]],
    place: Place,
    tracks: Mapping[str, str] | None = None,
    markers: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
) -> dict[str, Fraction]:
    """Return the probability of each result of a procedure in a scenario."""
    setup = Setup(
        {at: (units,) if isinstance(units, str) else tuple(units) for at, units in place.items()},
        {at: (word,) for at, word in (markers or {}).items()},
        tracks=dict(tracks or {}),
    )
    return distribution(playbook(scenario), procedure, given, setup, rulings=rulings, outcome=outcome)


def refused(found: Mapping[str, Fraction]) -> bool:
    """Return whether the rules forbid what was asked."""
    return all(label.startswith("not possible") for label in found)


# ---------------------------------------------------------------- air assaults (6.2.2, 6.2.3)

FATE = (
    "unit.left == 0 ? 'dead' : marked(unit, 'pending') ? 'waits' : marked(unit, 'failed') ? 'failed' : "
    "unit.hex == '2413' ? 'holds' : 'elsewhere'"
)


def landed_on_an_enemy(unit: str, turn: str) -> dict[str, Fraction]:
    """Return the fate of a unit that lands, as planned, in open ground with a platoon of two."""
    place = {"reinforcements-japanese": unit, "2413": "A19"}
    given, markers = {"unit": unit, "planned": "2413"}, {"2413": "drop-zone"}
    return ask("palembang", "landing", FATE, given, place, {"turn": turn}, markers)


@pytest.mark.parametrize(("unit", "turn"), [("J13", "1"), ("J16", "5"), ("J17", "2")])
def test_heavy_weapons_and_anti_tank_platoons_wait_among_enemies(unit: str, turn: str) -> None:
    """Modified by +1, a die of 1 to 3 is safe and 4 disrupts; both wait. Only a scatter of 5 or 6 goes elsewhere."""
    assert landed_on_an_enemy(unit, turn)["waits"] == Fraction(4, 6)


@pytest.mark.parametrize("unit", ["J01", "J10"])
def test_parachute_infantry_and_engineers_make_an_air_assault(unit: str) -> None:
    """3 to 2 empties the hex on 4 and 6 (D1 leaves the platoon there), 1 to 2 on 6 only."""
    found = landed_on_an_enemy(unit, "1")
    assert "waits" not in found
    assert found["holds"] == Fraction(3, 6) * Fraction(2, 6) + Fraction(1, 6) * Fraction(1, 6)


def test_heavy_weapons_that_scatter_among_enemies_are_eliminated() -> None:
    """One of the 36 scatters from 2814 ends in 2812."""
    place, markers = {"2812": "A07", "reinforcements-japanese": "J13"}, {"2814": "drop-zone"}
    given = {"unit": "J13", "planned": "2814", "result": "S"}
    found = ask("palembang", "landing", "unit.left == 0", given, place, {"turn": "1"}, markers)
    assert found["yes"] == Fraction(1, 36)


@pytest.mark.parametrize("scenario", ["palembang", "primosole"])
def test_only_airborne_infantry_engineers_and_commandos_make_air_assaults(scenario: str) -> None:
    game: Game = playbook(scenario).game
    airborne = {"palembang": "japanese", "primosole": "british"}[scenario]
    kinds = {"infantry+parachute", "engineer+parachute", "commando+parachute"}
    units = {id_: one for id_, one in game.counters.items() if one.side == airborne and one.kind == "unit"}
    assert {id_ for id_, one in units.items() if "air-assault" in one.groups} == {
        id_ for id_, one in units.items() if one.symbol in kinds
    }


# ---------------------------------------------------------------- scatter over an edge (6.2.2)


@pytest.mark.parametrize(("box", "hexes"), [("off-north", 20), ("off-west", 18)])
def test_a_scattered_unit_enters_in_any_hex_of_its_edge(box: str, hexes: int) -> None:
    found = ask("palembang", "entry-hexes", "count(open)", {"unit": "J01"}, {box: "J01 reduced"}, {"turn": "2"})
    assert found == {str(hexes): 1}
    at = {"off-north": "3318", "off-west": "3305"}[box]
    entered = ask("palembang", "enter-at", "unit.hex", {"unit": "J01", "at": at}, {box: "J01 reduced"}, {"turn": "2"})
    assert entered == {at: 1}


def test_a_scattered_unit_enters_on_the_following_turn_and_at_no_other_edge() -> None:
    place, given = {"off-north": "J01 reduced adrift"}, {"unit": "J01", "at": "2418"}
    assert refused(ask("palembang", "enter-at", "left", given, place))
    assert refused(ask("palembang", "enter-at", "left", given | {"at": "0412"}, {"off-north": "J01 reduced"}))
    ended = ask("palembang", "turn-end", "marked(pieces[0], 'adrift')", {}, place)
    assert ended == {"no": 1}


def test_a_unit_that_has_just_scattered_is_adrift() -> None:
    place = {"reinforcements-japanese": "J01"}
    outcome = "unit.hex.startsWith('off-') ? string(marked(unit, 'adrift')) : 'on the map'"
    found = ask("palembang", "scatter", outcome, {"unit": "J01", "planned": "3016"}, place)
    assert found == {"true": Fraction(12, 36), "on the map": Fraction(24, 36)}


# ---------------------------------------------------------------- arrivals (6.0, 16.1, 23.1, 23.2, 24.1, 24.2)

ENTRIES = {
    "T1 before its roll": ("palembang", "J18", "0412", {}, False),
    "T1 after its roll": ("palembang", "J18", "0412", {"t1_in": "true"}, True),
    "T1 far from the river": ("palembang", "J18", "0405", {"t1_in": "true"}, False),
    "T2 when only T1 has arrived": ("palembang", "J27", "0412", {"t1_in": "true"}, False),
    "T2 after its roll": ("palembang", "J27", "0412", {"t1_in": "true", "t2_in": "true"}, True),
    "2R by land": ("palembang", "J01", "0412", {"t1_in": "true"}, False),
    "TC before its roll": ("palembang", "A19", "2418", {"entry_edge": "north"}, False),
    "TC after its roll": ("palembang", "A19", "2418", {"entry_edge": "north", "tc_in": "true"}, True),
    "TC at another edge": ("palembang", "A19", "2418", {"entry_edge": "south", "tc_in": "true"}, False),
    "2A when TC has arrived": ("palembang", "A06", "2418", {"entry_edge": "north", "tc_in": "true"}, False),
    "a unit of the garrison": ("palembang", "A07", "2418", {"entry_edge": "north", "tc_in": "true"}, False),
    "KS before its roll": ("primosole", "X30", "0529", {}, False),
    "KS when another contingent has arrived": ("primosole", "X30", "0529", {"fp_in": "true"}, False),
    "KS after its roll": ("primosole", "X30", "0529", {"ks_in": "true"}, True),
    "KS south of the Simeto": ("primosole", "X30", "1641", {"ks_in": "true"}, False),
    "1FM, which sets up": ("primosole", "X01", "0529", {"ks_in": "true"}, False),
    "1P before its roll": ("primosole", "B01", "2041", {"waves": "1"}, False),
    "1P after its roll": ("primosole", "B01", "2041", {"one_p_in": "true"}, True),
    "1P at the south edge": ("primosole", "B01", "3335", {"one_p_in": "true"}, False),
    "4A before its roll": ("primosole", "B25", "3335", {"one_p_in": "true"}, False),
    "4A after its roll": ("primosole", "B25", "3335", {"waves": "1"}, True),
}
BOXES = {
    "J": "reinforcements-japanese",
    "A": "reinforcements-allied",
    "X": "reinforcements-axis",
    "B": "reinforcements-british",
}


@pytest.mark.parametrize("case", ENTRIES)
def test_ground_units_enter_only_when_they_have_arrived(case: str) -> None:
    scenario, unit, at, tracks, allowed = ENTRIES[case]
    found = ask(
        scenario, "enter-at", "unit.hex", {"unit": unit, "at": at}, {BOXES[unit[0]]: unit}, {"turn": "6", **tracks}
    )
    assert found == {at: 1} if allowed else refused(found)


@pytest.mark.parametrize(("waves", "allowed"), [("1", False), ("2", True)])
def test_seven_units_of_4a_and_151_enter_in_the_first_wave(waves: str, allowed: bool) -> None:
    entered = {"3023": ["B26", "B27"], "3025": ["B28", "B29"], "3027": ["B30", "B31"], "3029": "B32"}
    place = {"reinforcements-british": "B25", **entered}
    found = ask(
        "primosole", "enter-at", "unit.hex", {"unit": "B25", "at": "3335"}, place, {"turn": "5", "waves": waves}
    )
    assert found == {"3335": 1} if allowed else refused(found)


DROPS = {
    "2R on turn 1": ("palembang", "J01", "2814", {"turn": "1"}, True),
    "2R on turn 2": ("palembang", "J01", "2814", {"turn": "2"}, False),
    "2R on turn 3": ("palembang", "J01", "2814", {"turn": "3"}, False),
    "2R on turn 5": ("palembang", "J13", "2814", {"turn": "5"}, True),
    "a thirteenth unit on turn 1": ("palembang", "J01", "2814", {"turn": "1", "dropped": "12"}, False),
    "a fifth unit on turn 5": ("palembang", "J01", "2814", {"turn": "5", "dropped": "4"}, False),
    "the anti-tank platoon on turn 1": ("palembang", "J17", "2814", {"turn": "1"}, False),
    "the anti-tank platoon on turn 2": ("palembang", "J17", "2814", {"turn": "2"}, True),
    "T1 by air": ("palembang", "J18", "2814", {"turn": "1", "t1_in": "true"}, False),
    "1P on turn 1": ("primosole", "B01", "2330", {"turn": "1"}, True),
    "1P on turn 2": ("primosole", "B01", "2330", {"turn": "2", "one_p_in": "true"}, False),
    "more of 1P than the roll": ("primosole", "B01", "2330", {"turn": "1", "drop_size": "13", "dropped": "13"}, False),
}


@pytest.mark.parametrize("case", DROPS)
def test_airborne_units_land_only_on_their_turn(case: str) -> None:
    scenario, unit, at, tracks, allowed = DROPS[case]
    given, markers = {"unit": unit, "planned": at}, {at: "drop-zone"}
    found = ask(scenario, "landing", "result", given, {BOXES[unit[0]]: unit}, tracks, markers)
    assert refused(found) != allowed


# ---------------------------------------------------------------- options of rulings (23.3, 23.4)

FIRED_AT = {"0609": ["J23", "J32"], "0809": "A07 reduced"}


@pytest.mark.parametrize(
    ("option", "chance"), [("rolled", Fraction(2, 6)), ("not-rolled", Fraction(2, 6) * Fraction(2, 6))]
)
def test_a_refinery_that_fire_has_emptied_may_burn(option: str, chance: Fraction) -> None:
    """6 to 1, one column to the left, is +3 to +4: 1 and 2 leave the platoon in the hex, and 3 drives it out."""
    burnt = "markers('0809', 'demolished') > 0"
    given = {"target": "0809", "guns": ("J23", "J32")}
    found = ask(
        "palembang", "attack", burnt, given, FIRED_AT, {"turn": "5", "cp_japanese": "3"}, rulings={"R-54": option}
    )
    assert found["yes"] == chance


@pytest.mark.parametrize(("option", "winner"), [("scoring-hexes", "japanese"), ("reinforcements-too", "nobody")])
def test_allied_units_that_are_still_to_come(option: str, winner: str) -> None:
    held = {"3016": "J18", "2504": "J02", "2110": "J03", "2012": "J04", "0809": "J05", "1109": "J06", "1209": "J07"}
    place = {"2814": "J01 reduced", "reinforcements-allied": "A19", **held}
    tracks = {"turn": "2", "cp_japanese": "1"}
    found = ask("palembang", "regroup", "winner", {"unit": "J01"}, place, tracks, rulings={"R-25": option})
    assert found == {winner: 1}


@pytest.mark.parametrize(("option", "lost"), [("lost-in-water", 0), ("lost-in-both", Fraction(1, 216))])
def test_air_supply_that_scatters_among_enemies(option: str, lost: Fraction) -> None:
    given = {"planned": "2814", "side": "japanese"}

    def chance(place: Place) -> Fraction:
        found = ask("palembang", "supply-drop", "at == ''", given, place, {"turn": "1"}, rulings={"R-53": option})
        return found["yes"]

    assert chance({"2812": "A07"}) - chance({}) == lost


@pytest.mark.parametrize(("option", "allowed"), [("no-limit", True), ("limit", False)])
def test_a_fifth_roadblock(option: str, allowed: bool) -> None:
    hexes = ("2814", "2815", "2816", "2817")
    place = {"2711": "J01", **dict(zip(hexes, ("J02", "J03", "J04", "J05"), strict=True))}
    markers, tracks = dict.fromkeys(hexes, "roadblock"), {"turn": "2", "cp_japanese": "3"}
    outcome = "markers('2711', 'roadblock')"
    found = ask("palembang", "roadblock", outcome, {"unit": "J01"}, place, tracks, markers, {"R-59": option})
    assert refused(found) != allowed


@pytest.mark.parametrize(("option", "allowed"), [("engineering", False), ("movement", True)])
def test_troops_that_have_worked_restore_a_refinery(option: str, allowed: bool) -> None:
    place, tracks = {"0809": "J26 no-move"}, {"turn": "5", "cp_japanese": "3"}
    markers = {"0809": "demolished"}
    found = ask(
        "palembang", "restore-refinery", "cp_japanese", {"unit": "J26"}, place, tracks, markers, {"R-18": option}
    )
    assert refused(found) != allowed


# ---------------------------------------------------------------- the Musi (23.3)


@pytest.mark.parametrize(
    ("target", "attacker", "at", "shift"), [("1009", "A18", "1010", "0"), ("1010", "J01", "1009", "0")]
)
def test_the_bank_of_a_river_hex_is_not_a_river_hexside(target: str, attacker: str, at: str, shift: str) -> None:
    other = "J01" if attacker == "A18" else "A18"
    given = {"target": target, "attackers": attacker}
    assert ask("palembang", "hexside-shift", "left", given, {at: attacker, target: other}) == {shift: 1}
