"""Numbers in words: what the checks of `numbers_in_words` and `typed_amounts` find, and what they leave alone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import check, load_game
from pnp.checks import check_game
from pnp.model.number_reading import counted_things, stated_numbers

SMALL = Path(__file__).parent / "games" / "small"
Lay = Callable[[str], list[str]]


@pytest.fixture
def found(tmp_path: Path) -> Lay:
    """Return a function that checks the small game under an overlay, and returns the findings as texts."""

    def check(overlay: str, rules: str = "") -> list[str]:
        folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
        (folder / "options").mkdir(exist_ok=True)
        (folder / "options" / "example.yaml").write_text(overlay, "utf-8")
        if rules:
            text = (folder / "rules.md").read_text("utf-8")
            assert "Add and divide." in text
            (folder / "rules.md").write_text(text.replace("Add and divide.", rules), "utf-8")
        findings = check_game(load_game(folder, ["example"]))
        return [f"{one.code} {one.spot.path} {one.wrong.partition(' (changed from')[0]}" for one in findings]

    return check


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("A unit moves three hexes [2.0].", ""),
        ("A unit moves 3 hexes [2.0].", ""),
        ("A unit moves four hexes [2.0].", "four is not in case 2.0"),
        ("A unit moves two hexes [2.0].", "two hexes is not in case 2.0, where the number is 3"),  # the case has a two
        ("A unit moves four hexes.", ""),  # it cites no case
        ("See step 4 [2.0].", ""),
        ("*Example.* Four units attack [2.0].", ""),
    ],
)
def test_a_number_is_compared_with_the_case_that_the_text_cites(found: Lay, says: str, wrong: str) -> None:
    rules = "A unit moves three hexes. It has two faces."
    expected = [f"R030 glossary.pace.says {wrong}"] if wrong else []
    assert found(f'glossary: {{pace: {{says: "{says}"}}}}', rules) == expected


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Subtract 2 if the defender is in woods.", ""),
        ("A modifier of -2 applies if the defender is in woods.", ""),
        ("A modifier of -1 applies if the defender is in woods.", "-1"),
        ("The defender is in woods: −1.", "−1"),
        ("The defender is in woods: +2.", "+2"),
        ("Subtract 1 if the defender is in woods.", "Subtract 1"),
        ("Add 1 if the attacker is on the road.", ""),  # the list has no such line
        ("The defender is in woods for -3 to -1.", ""),  # a range
    ],
)
def test_a_modifier_in_the_rules_has_the_amount_of_its_list(found: Lay, words: str, wrong: str) -> None:
    overlay = (
        'modifiers: {shifts: {rule: "2.0", lines: [{effect: "-2", says: The defender is in woods},'
        ' {effect: "+1", says: The attack is at night}]}}'
    )
    other = [one for one in found(overlay, words) if one.startswith("R031")]
    expected = f"R031 rules.1.text {wrong} is not the amount of The defender is in woods (-2) in modifiers.shifts"
    assert other == ([expected] if wrong else [])


def test_the_words_of_a_result_are_compared_with_the_procedure_that_it_runs(found: Lay) -> None:
    overlay = """
        tables:
          crt: {codes: {A: {do: {run: leave}, says: attackers retreat three hexes}, D: {do: {}}, "-": {do: {}}}}
        procedures: {leave: {rule: 2.1, steps: [{set: {gone: "2"}}]}}
    """
    assert found(overlay) == [
        "T030 tables.crt.codes.A.says the words of A state 3, but its name and effect state 2",
    ]


def test_a_place_in_the_rules_is_spelt_as_on_the_map(found: Lay) -> None:
    rules = "Blue wins at once in Barvenkova."
    assert found("map: {places: {B2: {name: Barvenkovo, kinds: town}}}", rules) == [
        "R013 rules.1.text Barvenkova is not a known word",
    ]


def test_a_name_on_the_map_is_a_known_word(found: Lay) -> None:
    rules = "Blue wins at once in Azir. Air units, air power and air attacks do not count in the air over Bir Sidri."
    places = "{B2: {name: Sidi Azir, kinds: town}, C3: {name: Bir Sidri, kinds: town}, D2: {name: Long Staation, kinds: town}}"
    assert found(f"counts: ~\nmap: {{places: {places}}}", rules) == [
        "R013 map.places.D2.name Staation is not a known word"
    ]


UNITS = "\n".join(
    f"  U{i}: {{kind: unit, side: red, symbol: engineer, label: Unit {name}, steps: 2, spare: x, front: 3-4-3, back: 2-{2 - (i == 3)}-3}}"
    for i, name in enumerate(("One", "Two", "Three", "Four", "Five", "Six"), 1)
)


def test_one_tuned_unit_in_a_list_is_no_finding(found: Lay) -> None:
    assert found(f"counts: ~\ncounters:\n{UNITS}\n") == []


def test_an_id_may_be_missing_in_a_list_without_ranges(found: Lay) -> None:
    assert (
        found(f"counts: ~\ncounters:\n{UNITS.replace('U5', 'U8').replace('U6', 'U9').replace('2-1-3', '2-2-3')}\n")
        == []
    )


def test_an_inserted_name_is_reported_once_where_it_is_misspelt(found: Lay) -> None:
    overlay = """
        formations: {guard: {name: Guard Brigadde}}
        glossary: {guard: {says: 'Units of the {{ name("guard") }}, a brigade.'}, others: {says: The Red Brigade.}}
    """
    assert found(overlay) == ["R013 formations.guard.name Brigadde is not a known word"]


STACKS = (
    "A unit, each unit, a die, one die, an army and each army. Units, some units, armies, two armies, dice, two dice."
)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("Two unit or more.", "Two unit: the number does not agree with unit"),
        ("Choose two army, and roll.", "two army: the number does not agree with army"),
        ("A stack of one units.", "one units: the number does not agree with units"),
        ("Three die each turn.", "Three die: the number does not agree with die"),
        ("It costs 2 enemy unit or more.", "2 enemy unit: the number does not agree with unit"),
        ("Draw two army unit.", "two army unit: the number does not agree with unit"),
        ("Two unit counters, a 3 unit stack, the two army unit, and on turn 1 units move.", ""),
        ("Two units, one unit, a +2 unit, three first and five.", ""),
    ],
)
def test_a_number_agrees_with_its_noun(found: Lay, says: str, wrong: str) -> None:
    overlay = f'glossary: {{stack: {{says: "{STACKS}"}}, odds: {{says: "{says}"}}}}'
    assert found(overlay) == ([f"R036 glossary.odds.says {wrong}"] if wrong else [])


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("On the third turn, red rolls.", "third turn is not the turn of the example, which is 2"),
        ("It is turn 4.", "turn 4 is not the turn of the example, which is 2"),
        ("On the second turn, turn 2.", ""),
        ("Three units of one side.", ""),
        ("Two more than before.", ""),
        ("Four units.", "Four does not occur in the example"),
    ],
)
def test_words_around_an_example(found: Lay, told: str, wrong: str) -> None:
    overlay = f"""
        procedures: {{fight: {{rule: "2.0", steps: [{{roll: die, dice: 1d6}}]}}}}
        examples: {{roll: {{title: A roll, rule: "2.0", procedure: fight, tracks: {{turn: "2"}}, rolls: {{die: "1"}},
          place: {{B1: B1, B2: [B2, B3]}}, tells: {{before: "{told}"}}, expect: {{die: "1"}}}}}}
    """
    assert found(overlay) == ([f"R032 examples.roll.tells.before {wrong}"] if wrong else [])


@pytest.mark.parametrize(
    ("waiver", "codes"),
    [
        ("", ["R032"]),
        ("waive: {R032: he looks at four units elsewhere}", []),
    ],
)
def test_the_reason_of_a_waiver_is_not_a_value_of_the_example(found: Lay, waiver: str, codes: list[str]) -> None:
    overlay = f"""
        procedures: {{fight: {{rule: "2.0", steps: [{{roll: die, dice: 1d6}}]}}}}
        examples: {{roll: {{title: A roll, rule: "2.0", procedure: fight, rolls: {{die: "1"}},
          tells: {{before: Four units.}}, expect: {{die: "1"}}, {waiver}}}}}
    """
    assert [one.split()[0] for one in found(overlay)] == codes


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("There are none before turn 3.", "no other text or condition names turn 3, only turn 1, 2 and 4"),
        ("There are none on the third turn.", "no other text or condition names turn 3, only turn 1, 2 and 4"),
        ("There are none on turn 1.", ""),
    ],
)
def test_a_turn_that_only_one_text_names(found: Lay, says: str, wrong: str) -> None:
    overlay = f"""
        glossary: {{odds: {{says: From turn 2 add one.}}, die: {{says: On turn 2 roll a die.}}, end: {{says: "{says}"}}}}
    """
    assert found(overlay) == ([f"S023 glossary.end.says {wrong}"] if wrong else [])


DAYS = """
        tracks: {turn: {spaces: [{label: "1", lines: [5 May, Morning]}, {label: "2", lines: [5 May, Evening]},
          {label: "3", lines: [6 May, Morning]}, {label: "4", lines: [6 May, Evening]}]}}
"""


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        (
            "From turn 2 (the morning of 5 May) on.",
            "turn 2 is 5 May, Evening on the turn track, not the morning of 5 May",
        ),
        ("Turn 3 (8 May) is wet.", "turn 3 is 6 May, Morning on the turn track, not 8 May"),
        ("On turn 2, before 8 June.", ""),
    ],
)
def test_a_turn_with_its_date(found: Lay, says: str, wrong: str) -> None:
    findings = [one for one in found(f'{DAYS}        glossary: {{odds: {{says: "{says}"}}}}') if " tracks" not in one]
    assert [one for one in findings if not one.startswith("R018")] == (
        [f"S024 glossary.odds.says {wrong}"] if wrong else []
    )


def test_a_period_with_a_year_and_times_of_day(found: Lay) -> None:
    overlay = f"{DAYS}        map: {{dateline: From the morning of 4 May 1944 to the evening of 6 May}}"
    assert "S022 map.dateline 4 May 1944 to the evening of 6 May is not the period of tracks.turn" in found(overlay)


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("Red holds C1, C2, D2 or D4.", "D4 is not in the list of glossary.aim.says, which has D3"),
        ("Red holds C1, C2 or D2.", "D3 is missing, which is in the list of glossary.aim.says"),
        ("Red holds C1, C2, D2, D3 or D4.", "D4 is not in the list of glossary.aim.says"),
        ("Red holds C1 or D4.", ""),
        ("Red holds D3, D2, C2 and C1.", ""),
    ],
)
def test_a_list_of_hexes_in_words(found: Lay, says: str, wrong: str) -> None:
    listed = "Hexes C1, C2, D2 and D3."
    overlay = f"""
        glossary: {{aim: {{says: "{listed}"}}, odds: {{says: "{listed}"}}, end: {{says: "{says}"}}}}
    """
    assert found(overlay) == ([f"M052 glossary.end.says {wrong}"] if wrong else [])


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("A unit in a VP hex, worth one XP.", "XP"),
        ("A unit in a VQ hex.", "VQ"),
        ('STOP at a VP. The word "XP" is old, and XP (points) are too.', ""),
    ],
)
def test_an_abbreviation_in_a_text_is_explained(found: Lay, says: str, wrong: str) -> None:
    overlay = f"glossary: {{victory point: {{short: VP, says: A VP wins.}}, odds: {{says: '{says}'}}}}"
    assert found(overlay) == ([f"R037 glossary.odds.says the abbreviation {wrong} is not explained"] if wrong else [])


def test_another_scenario_may_explain_an_abbreviation_in_a_shared_text(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SMALL.parent / "two-beaches", tmp_path / "two-beaches"))
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("glossary: {spit: {says: Units of NBG and ZOC set up there. A ZCO ends.}}\n")
    for name, words in (("north", "NBG: {means: North Beach Group}, ZOC: {means: Zone}"), ("south", "ZOC: {means: Z}")):
        with (folder / "scenarios" / f"{name}.yaml").open("a", encoding="utf-8") as file:
            file.write(f"abbreviations: {{{words}}}\n")
            file.write("sequence: [{name: ZOC, steps: [Mark each ZOC., No ZOC is left. See the ZOC., A TCO ends.]}]\n")
    found = [f"{one.spot.path} {one.wrong}" for one in check(load_game(folder)) if one.code == "R037"]
    assert found == [
        "glossary.spit.says the abbreviation ZCO is not explained",
        "sequence.0.steps.2 the abbreviation TCO is not explained",
        "sequence.0.steps.2 the abbreviation TCO is not explained",
    ]


def test_numbers_before_nouns() -> None:
    text = "one army, two dice, 3 other hexes, step 4 units, 1 MP, 4 or 5"
    assert [(one.number, one.noun) for one in counted_things(text)] == [(1, "army"), (3, "hex"), (1, "mp")]
    assert [one.value for one in stated_numbers("Two of [2.3] six-sided dice, 1/55 and 12")] == [2, 12]


def test_the_last_turn_of_a_track_of_dates_is_not_a_slip(found: Lay) -> None:
    """The spaces of such a track are turns in their order, so that the game ends on turn 4."""
    overlay = """
        tracks: {turn: {start: 5 May, spaces: [5 May, 6 May, 7 May, 8 May]}}
        glossary: {odds: {says: From turn 2 add one.}, die: {says: On turn 2 roll a die.}, end: {says: "%s"}}
    """
    assert [one for one in found(overlay % "It ends on turn 4.") if "S023" in one] == []
