"""Proofreading of rulebooks: each kind of slip is found, and texts without slips give no finding."""

import gzip
import json
import re
import textwrap
from importlib.resources import files

import pytest

from pnp.findings import Finding, checks_of
from pnp.proof.case_numbers import cases_in
from pnp.proof.document import make_document
from pnp.proof.english import frequency
from pnp.proof.proofreading import proofread
from pnp.report.explain import explain_code

CODES = [check.code for check in checks_of("document")]


def findings(text: str) -> tuple[Finding, ...]:
    return proofread(make_document("rules.txt", textwrap.dedent(text).strip("\n") + "\n"))


def found_codes(text: str) -> set[str]:
    return {finding.code for finding in findings(text)}


def messages(text: str) -> str:
    return "\n".join(finding.message for finding in findings(text))


# ---------------------------------------------------------------- the examples of `pnp explain`


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_is_found_and_the_good_one_passes(code: str) -> None:
    text = explain_code(code) or ""
    snippets = re.findall(r"^(?:Bad|Good):\n((?:    .*\n?|\n)+)", text, re.MULTILINE)
    assert len(snippets) == 2
    bad, good = snippets
    assert found_codes(bad) == {code}, messages(bad)
    assert found_codes(good) == set(), messages(good)


# ---------------------------------------------------------------- numbers of cases

PLAIN = """\
    1.0 THE MAP
    1.1 Hexes. Each hex is one mile wide.
    1.2 Terrain. Woods and hills slow units.
    2.0 MOVEMENT
    2.1 Points. Each unit has movement points.
    2.2 Roads. A road hex costs one point.
    2.3 Rivers. A river costs two points more (1.2).
    3.0 COMBAT
    3.1 Odds. Divide the strengths and round down.
    3.2 Results. Apply the result at once. See 2.2 for retreats along roads.
    3.3 Retreats. The owner moves the unit.
"""
BRACKETS = """\
    [1.0] THE MAP
    [1.1] Each hex is one mile wide.
    [1.2] Woods and hills slow units.
    [2.0] MOVEMENT
    [2.1] PROCEDURE
    [2.11] Each unit has movement points.
    [2.12] A road hex costs one point.
    [2.13] A river costs two points more (see Case 1.2).
    [2.2] LIMITS
    [2.21] Units may not enter lakes.
    [2.22] Units may not leave the map.
    [3.0] COMBAT
    [3.1] Divide the strengths.
"""
MARKDOWN = """\
    # The Ford

    ## 1. The Map

    ### 1.1 Hexes

    Each hex is **one mile** wide.

    ### 1.2 Terrain

    Woods slow units.

    ## 2. Movement

    ### 2.1 Points

    Each unit has points.

    ### 2.2 Roads

    See *1.2* for the costs.

    ### 2.3 Rivers

    Rivers cost more.
"""


@pytest.mark.parametrize("text", [PLAIN, BRACKETS, MARKDOWN], ids=["plain", "brackets", "markdown"])
def test_rules_without_slips_give_no_finding(text: str) -> None:
    assert findings(text) == ()


@pytest.mark.parametrize(
    ("text", "right", "wrong", "code", "advice"),
    [
        (PLAIN, "2.2 Roads", "2.12 Roads", "Q010", "write 2.2"),
        (PLAIN, "3.3 Retreats", "3.2 Retreats", "Q011", "write 3.3"),
        (PLAIN, "2.2 Roads. A road hex costs one point.", "", "Q012", "2.2 is missing"),
        (PLAIN, "(1.2)", "(1.4)", "Q030", "refers to case 1.4, which"),
        (PLAIN, "(1.2)", "(1.2A)", "Q030", "write 1.2 or add the case"),
        (PLAIN, "See 2.2", "See Section 2.6", "Q030", "refers to case 2.6, which"),
        (PLAIN, "at once. See 2.2", "at once. Both 2.1 and 2.4.1 apply. See 2.2", "Q030", "refers to case 2.4.1, which"),
        (BRACKETS, "[2.12]", "[2.21]", "Q010", "write 2.12"),
        (BRACKETS, "Case 1.2", "Case 1.7", "Q030", "refers to case 1.7, which"),
        (BRACKETS, "[2.12] A road hex costs one point.", "", "Q012", "2.12 is missing"),
        (MARKDOWN, "*1.2*", "*1.5*", "Q030", "refers to case 1.5, which"),
        (MARKDOWN, "### 2.2 Roads", "### 2.1 Roads", "Q011", "write 2.2"),
    ],
)  # fmt: skip
def test_slips_of_numbers_are_found(text: str, right: str, wrong: str, code: str, advice: str) -> None:
    assert right in text
    found = findings(text.replace(right, wrong, 1))
    assert code in {one.code for one in found}, found
    assert advice in "\n".join(one.message for one in found)


@pytest.mark.parametrize(
    "more",
    [
        "    3.4 Scale. Each hex is 2.5 miles, and a road unit moves at a rate of 1.5 (2.5 miles an hour).\n",
        "    3.4 Credits. These are the rules of version 4.7 (2.9 edition).\n",
        "    3.4 Optional. The advanced rules in the Play Book (9.3) add weather.\n",
        "    3.4 Half Costs. A road costs one half (0.5) of a point.\n",
        "    3.4 Notes. (2.2) Roads are often muddy.\n",
    ],
)
def test_other_numbers_are_not_references(more: str) -> None:
    assert findings(PLAIN + more) == ()


def test_a_table_of_contents_is_not_a_series_of_cases() -> None:
    contents = "\n".join(f"    {n}.{m} Something ........ {n}" for n in range(1, 4) for m in range(1, 4))
    assert findings(f"{contents}\n\n{PLAIN}") == ()


def test_a_number_at_the_start_of_a_line_may_continue_a_sentence() -> None:
    assert [case.written for case in cases_in(["Units move (see", "2.4 Roads for more)", "1.1 Roads. They help."])] == [
        "1.1"
    ]


def test_parts_numbered_in_tens_are_not_decimals() -> None:
    text = (
        "".join(f"4.{n} Rule. The player moves a unit.\n" for n in range(1, 13))
        + "5.1 Fire. The player fires (4.12).\n"
    )
    assert findings(text) == ()


# ---------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("marks", "missing"),
    [
        ("a) b) c) e)", "d)"),
        ("A. B. C. E. F.", "D."),
        ("1) 2) 4) 5)", "3)"),
        ("(1) (2) (3) (5)", "(4)"),
        ("I. II. IV.", "III."),
        ("f) g) i)", None),  # the list begins elsewhere
        ("a) b) c) d)", None),
        ("g) h) i) j)", None),
        ("i. ii. iii. iv.", None),
        ("1. 2. 3. 1. 2. 3.", None),
        ("1. 2. 5.", None),
    ],
)
def test_lists_that_skip_a_mark(marks: str, missing: str | None) -> None:
    found = findings(
        "Sequence\n" + "\n".join(f"{mark} The player acts {i} times." for i, mark in enumerate(marks.split()))
    )
    assert [one.code for one in found] == ([] if missing is None else ["Q020"])
    assert missing is None or f"{missing} is missing" in found[0].message


def test_a_mark_inside_a_line_is_not_missing() -> None:
    assert findings("1. Pick a target.\n2. Roll a die. 3. Move the arrow.\n4. Measure.\n5. Apply the hits.") == ()


def test_a_list_inside_a_list_has_its_own_marks() -> None:
    assert findings("a) Supply:\n1) Trace.\n2) Mark.\nb) Landing:\n1) Place.\n2) Roll.\nc) Movement.\nd) Combat.") == ()


# ---------------------------------------------------------------- spellings and names


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A unit may not recieve supplies in the mountains.", "Q050"),
        ("Shift two collumns to the left for each fortress.", "Q050"),
        ('The back should read "Second Appearace." It is the second appearance of the air unit.', "Q050"),
        ("The Kalewa River is wide. Boats cross the Kalewa River. The Kaleva River freezes.", "Q051"),
        ("Units may not not move twice in one turn.", "Q052"),
        ("An armoured unit moves first. Then each armored unit fires, and all armored units rally.", "Q053"),
        ("The 4th Raider Regiment lands. The 4th Raiding Regiment holds the bridge.", "Q061"),
        ("Use the Terrain Effects Chart. See the Terrain Effects Chart. The Terrain Effects Chart helps. The Terrain Effect Chart too.", "Q061"),
        ("The unit rolls 1 dies for each target.", "Q046"),
    ],
)  # fmt: skip
def test_spellings_that_are_slips(text: str, code: str) -> None:
    assert [one.code for one in findings(text)] == [code]


@pytest.mark.parametrize(
    "text",
    [
        "The Russian units hold Russia. Prussia and the Prussian army attack.",
        "A unit retreats. Units retreat. Retreated units are retreating. The unit's retreat ends.",
        "The defender moves from north to south. The player with the forth die goes forth.",
        "Undisrupted units cross hexsides. Resupplied paratroopers overstack.",
        "The Kursk and the Tursk rivers. Kursk is a town, Tursk is a village. Kursk, Tursk, Kursk, Tursk.",
        "The 1st Brigade and the 2nd Brigade move. The 1st Brigades of both armies rest.",
        "The 4th Armoured Brigade is an armored formation. Other armored units follow.",
        "He had had enough. All that that unit does is wait.",
        "General Müller commands the Fallschirmjäger. The Fallschirmjägers land.",
        "The move-\nment of units ends. Movement is free.",
        "The player's units and the players' units stack. Allied Player and Allied player agree.",
        "The reorganisation honours the neighbouring harbours; travelled and manoeuvred units are grey.",
    ],
)
def test_spellings_that_are_not_slips(text: str) -> None:
    assert findings(text) == ()


def test_a_title_in_another_form() -> None:
    text = "Red Storm: The Battle for Ford\n\n1.0 Introduction\nRed Storm: The Battle for Ford is a game.\n"
    assert findings(text + "Play Red Storm: The Battle For Ford often.\n") == ()
    assert found_codes(text + "These rules add to Red Wind: The Battle for Ford and help.\n") == {"Q060"}


# ---------------------------------------------------------------- dice, counts, sums and ranges


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Roll one six-sided die. A natural 7 always hits.", "Q040"),
        ("A unit that rolls 0 on 1d6 is lost.", "Q040"),
        ("Roll one six-sided die for weather:\n1-2: Sun\n3-6: Rain\n7: Snow", "Q040"),
        ("Losses\n1-2: none\n3-4: one step\n6: two steps", "Q041"),
        ("Victory\n0-9: Draw\n10-20: Minor victory\n20-30: Major victory\n31 or more: Triumph", "Q041"),
        ("The attack has 3 + 4 = 8 points.", "Q042"),
        ("The total is 3 plus 4 equals 8.", "Q042"),
        ("There are 5 x 3 = 18 hexes.", "Q042"),
        ("There are three types of units: infantry and armor.", "Q043"),
        ("Follow these four steps:\n1. Move.\n2. Fire.\n3. Rally.\n\nThen the turn ends.", "Q043"),
        ("Choose among the three following: a road, a river.", None),
        ("The three following units stay: infantry, armor, guns and boats.", "Q043"),
        ("The deck has 54 cards (20 red, 20 blue and 18 green).", "Q044"),
        ("The game lasts 10 turns. The game ends after turn 9.", "Q045"),
        ("Turn Record Track: 1 2 3 4 5 6 7 8 9\nThis is a 10-turn game.", "Q045"),
    ],
)
def test_numbers_that_disagree(text: str, code: str | None) -> None:
    assert [one.code for one in findings(text)] == ([code] if code else [])


@pytest.mark.parametrize(
    "text",
    [
        "Roll a ten-sided die. A natural 7 always hits.",
        "Roll one six-sided die and add 1 for each town:\n1-2: Sun\n3-6: Rain\n7: Snow",
        "Roll two dice. A roll of 12 on two dice is a hit.",
        "Odds\n3-1: Retreat\n2-1: Exchange\n1-1: Nothing\n1-2: Loss",
        "Victory\n31 or more: Triumph\n21-30: Major\n10-20: Minor\n0-9: Draw",
        "The sum is 3 + 4 = 7, and 13 x 1 x 2 = 26. Then 10 - 4 + 1 = 7.",
        "A 3-4 = 6 counter. Set A = 3 and B + 2 = 4.",
        "There are two types of units: infantry and armor.",
        "There are at least three types of units: infantry and armor.",
        "Play five rounds with three phases each: Move, Fire, and Rally.",
        "Use these two ways:\n• Along a road.\n• Along a river.\n• Neither way is free.",
        "The deck has 54 cards (2 of each rank).",
        "The deck has 54 cards (18 red, 18 blue and 18 green).",
        "The game lasts 10 turns. If the town falls, the game ends after turn 9.",
        "The first of the scenarios lasts 10 turns. The second scenario lasts 8 turns.",
        "Counters are 3-4-3 or 1-2-3.\n1-2: A\n3-4: B\n5-6: C",
    ],
)
def test_numbers_that_agree(text: str) -> None:
    assert findings(text) == ()


def test_references_that_differ_between_parallel_lists() -> None:
    text = "a) Build Phase (4.1, 4.2 & 4.5): build.\n\nb) Build Phase (4.1, 4.2 & {}): build.\n"
    assert found_codes(text.format("4.6")) == {"Q031"}
    assert findings(text.format("4.5")) == ()


def test_findings_are_in_the_order_of_the_lines_and_quote_the_text() -> None:
    found = findings(PLAIN.replace("(1.2)", "(1.4)").replace("See 2.2", "See 2.9"))
    assert [(one.spot.line, one.code) for one in found] == [(7, "Q030"), (10, "Q030")]
    assert '"two points more (1.4)."' in found[0].message


def test_every_word_of_the_list_is_found_with_its_frequency() -> None:
    packed = files("spellchecker").joinpath("resources/en.json.gz").read_bytes()
    words: dict[str, int] = json.loads(gzip.decompress(packed))
    assert {word: frequency(word) for word in words} == words
    assert not any(map(frequency, ("", "'", "{", "}", "~", "aardvarkk", "zz zz")))
