"""Proofreading of texts that other people have written: bad texts, confused words, articles, spaces, watermarks."""

import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from pnp.findings import Finding
from pnp.proof.checks.spellings import MOST_IN_SPOILT
from pnp.proof.document import make_document
from pnp.proof.proofreading import proofread, read_document
from pnp.report.text_report import MOST

Run = Callable[..., Any]


def findings(text: str, name: str = "rules.md") -> tuple[Finding, ...]:
    return proofread(make_document(name, textwrap.dedent(text).strip("\n") + "\n"))


def codes(text: str, name: str = "rules.md") -> list[str]:
    return [one.code for one in findings(text, name)]


def quoted(text: str, code: str) -> str:
    return "\n".join(one.message for one in findings(text) if one.code == code)


# ---------------------------------------------------------------- bad texts

SLIPS = """
    asymetric heighest oponent recieved seperate avaiable chracter inaccesible concious
    modles terretory assualt misssions surronded requried aditions remaning alternativley
    orginal othewise ispired invisiblity preceeds individiual
""".split()  # noqa: SIM905 - a list of words is read more easily as text


@pytest.mark.parametrize("count", [1, 4, 5, 12, 24])
def test_every_misspelt_word_is_found(count: int) -> None:
    """However many words are misspelt, none is passed in silence."""
    found = findings("\n\n".join(f"Then the text reads {word} once." for word in SLIPS[:count]))
    assert [one.code for one in found] == ["Q050"] * count


def test_the_first_misspelt_words_are_listed_and_the_others_counted(pnp: Run, tmp_path: Path) -> None:
    text = "\n".join(f"Then the text reads {word} once." for word in SLIPS)
    (tmp_path / "rules.txt").write_text(text, encoding="utf-8")
    done = pnp("proof", "rules.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("is not a word") == MOST
    assert f"and {len(SLIPS) - MOST} more unknown words [Q050]" in done.stdout


def test_a_text_that_recognition_has_spoilt_is_not_passed_in_silence(pnp: Run, tmp_path: Path) -> None:
    """The first unknown words are listed, the others counted, and a note says what was not checked."""
    junk = " ".join(f"unils{chr(97 + i % 26)}{chr(97 + i // 26)}x movcd the of lhe suppli" for i in range(60))
    text = "\n".join(f"The player may {word} the the supplies." for word in SLIPS)
    (tmp_path / "scan.txt").write_text(f"{text}\n{junk}\nA an orange.\n", encoding="utf-8")
    done = pnp("proof", "scan.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("is not a word") == MOST_IN_SPOILT
    assert re.search(r"and \d+ more unknown words; recognise the text again", done.stdout)
    assert "Q052" in done.stdout
    assert done.stderr.strip().endswith("spoilt many words, so case numbers, names and spaces were not checked")


def test_a_text_in_another_language(pnp: Run, tmp_path: Path) -> None:
    """The numbers of a text that is not in English are checked, and its words are not."""
    numbers = ((1, "Raum"), (2, "Zeit"), (3, "Zug"), (3, "Kampf"), (5, "Sieg"), (6, "Ende"))
    rules = "".join(f"1.{n} {title}. Jede Einheit bewegt sich um einen Raum.\n" for n, title in numbers)
    sentences = "Eine Einheit darf ziehen, wenn sie will. " * 40
    (tmp_path / "regeln.txt").write_text(f"{rules}{sentences}\n", encoding="utf-8")
    done = pnp("proof", "regeln.txt", cwd=tmp_path)
    assert re.findall(r"Q\d+", done.stdout) == ["Q011"]
    assert "the text is not in English" in done.stderr


def test_many_wrong_references_are_one_finding() -> None:
    """Too many references to missing cases are those to another booklet, but they are not passed in silence."""
    cases = "".join(f"{n}.{m} Rule. The unit acts.\n" for n in (1, 2) for m in range(1, 5))
    (found,) = findings(f"{cases}2.5 More. See 1.6, 1.7, 1.8, 1.9 and 2.9.\n")
    assert found.code == "Q030"
    assert found.message.startswith(
        "5 of 5 references are to cases that were not found in this text, such as 1.6, 1.7, "
    )


def test_a_reference_into_a_chapter_without_parts() -> None:
    text = """
        # 1.0 Words
        The words of the list (2.0) are in italics.
        # 2.0 List
        A step is a level (see 3.2).
        # 3.0 Turn
        ## 3.1 Movement
        Check every vehicle for breakdown ({}).
        ## 3.2 Combat
        Resolve attacks (4.1).
        # 4.0 Combat
        ## 4.1 Odds
        Compare the strengths.
    """
    assert "(2.10)" in quoted(text.format("2.10"), "Q030")
    assert findings(text.format("4.0")) == ()


# ---------------------------------------------------------------- lists and numbers

OUTER = """
    1. Name the target.
    2. Count the odds.
    3. Fight rounds:
        1. Roll one die.
        2. Apply the loss.
        3. End the fight or not.
        4. Fight on.
    4. Retreat the loser.
    5. Mark both sides.
"""


@pytest.mark.parametrize("name", ["rules.md", "rules.txt"])
def test_the_marks_of_an_inner_list_are_its_own(name: str) -> None:
    assert codes(OUTER, name) == []
    assert codes(OUTER.replace("    4. Retreat", "    5. Retreat").replace("    5. Mark", "    6. Mark"), name) == [
        "Q020"
    ]
    assert codes(OUTER.replace("        3. End", "        4. End").replace("4. Fight", "5. Fight"), name) == ["Q020"]


def test_an_outer_list_goes_on_after_an_inner_one_without_indentation() -> None:
    text = "".join(f"{n}. The player acts {n} times.\n" for n in (1, 2, 3, 1, 2, 4, 5))
    assert codes(text, "rules.txt") == []
    assert "3. is missing" in quoted(text.replace("4. The", "6. The").replace("3. The", "4. The"), "Q020")


def test_lists_after_each_other_in_markdown_do_not_go_on() -> None:
    text = "1. One.\n2. Two.\n3. Three.\n\n## Next\n\n1. One.\n2. Two.\n4. Four.\n5. Five.\n"
    assert "3. is missing" in quoted(text, "Q020")


def test_markdown_counts_repeated_marks_itself() -> None:
    text = "1. Move.\n2. Fire.\n2. Rally.\n"
    assert codes(text, "rules.md") == []
    assert codes(text, "rules.txt") == ["Q020"]


def test_marks_that_are_flush_on_the_right_are_one_list() -> None:
    text = "".join(f"{n:>2}. The player acts {n} times.\n" for n in range(1, 13) if n != 11)
    assert "11. is missing" in quoted(text, "Q020")


COMMAS = """
    # 2 Play
    ## 2.1 Turns
    Text.
    ### 2.1.1 First turn
    Text.
    ### {} Later turns
    Text.
    ### 2.1.3 Last turn
    Text.
    ## 2.2 Phases
    Text.
    # 3 Combat
    ## 3.1 Odds
    Text (see 2.1.2).
"""


@pytest.mark.parametrize("number", ["2,1,2", "2.1,2", "2,1.2"])
def test_a_case_number_with_commas_is_the_only_finding(number: str) -> None:
    (found,) = findings(COMMAS.format(number))
    assert (found.code, found.spot.line) == ("Q013", 6)
    assert found.message == f"the case number {number} contains a comma; write 2.1.2"


def test_a_reference_with_commas() -> None:
    text = COMMAS.format("2.1.2").replace("(see 2.1.2)", "(see 2,1,2, and cases 1, 2, 3)")
    assert quoted(text, "Q013") == 'the reference "see 2,1,2" contains a comma; write 2.1.2'


@pytest.mark.parametrize(
    "text", ["2.1 Fire. Roll one die.\n2,3 No effect.\n", "10,000 Men fought here.\n", COMMAS.format("2.1.2")]
)
def test_other_numbers_with_commas(text: str) -> None:
    assert findings(text) == ()


def test_a_version_that_differs_from_the_title() -> None:
    text = "Hill Fight, version 0.91\n\nThis is Hill Fight, version 0.91 ({}). Version 0.91 replaces version 0.90.\n"
    assert quoted(text.format("HF0.90"), "Q064") == '"HF0.90" is not the version of this document; write 0.91'
    assert findings(text.format("HF0.91")) == ()
    assert findings(text.format("HF2.50")) == ()


def test_ranges_are_not_subtractions() -> None:
    assert codes("| 1 - 3 = 25 |\n| 4 - 6 = 50 |") == []
    assert codes("The total is 9 - 3 = 5 points.") == ["Q042"]


# ---------------------------------------------------------------- tables

TABLES = """
    The Skills at a Glance tables show each skill. The Costs by Terrain Table lists costs. The Loss Chart lists losses.
    The SAS Raid Table is used by one side.

    ## Martial Skills at a Glance

    The list shows the common uses.

    | Skill | Use |
    | - | - |
    | Bow | shooting |

    ## Losses by Weather

    | Weather | Loss |
    | - | - |
    | Rain | 1 |

    ## Costs

    | Terrain | Cost |
    | - | - |
    | Clear | 1 |
"""


def test_tables_under_headings_give_no_finding() -> None:
    assert findings(TABLES) == ()


def test_scripts_and_comments_are_not_text() -> None:
    text = "<!-- the the -->\n<script>\n// Refresh the the table. var a = 1.\n</script>\n<b>Move the the unit.</b>\n"
    assert [(one.code, one.spot.line) for one in findings(text)] == [("Q052", 5)]


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Each player has an target number.", "Q054"),
        ("The winner gains a extra die.", "Q054"),
        ("The loser makes an second roll.", "Q054"),
        ("In this case an unit may withdraw.", "Q054"),
        ("Wait for a hour.", "Q054"),
        ("A enemy stack may not move.", "Q054"),
        ("Roll a 8 to hit.", "Q054"),
        ("A dice is rolled for every contest.", "Q046"),
        ("In the parlence of the game a step is a level.", "Q050"),
        ("Use the mechinisms of the first chapter.", "Q050"),
        ("It takes more than threee points.", "Q050"),
        ("Passive Opposition and Active Opposition. Set the Opposition. Add it to the Oppostion of the side.", "Q050"),
        ("Your character's prescision counts.", "Q050"),
        ("The player who lost a coin looses a step.", "Q056"),
        ("A player may loose all points.", "Q056"),
        ("The unit is then moved to it's base.", "Q056"),
        ("Each side uses it's own dice.", "Q056"),
        ("The troupes of the enemy retreat.", "Q056"),
        ("Each side makes a single die role.", "Q056"),
        ("Then role the dice again.", "Q056"),
        ("Luck plays a roll in this.", "Q056"),
        ("Use theses tiles.", "Q056"),
        ("A roll greater then 6 hits.", "Q056"),
        ("The outcome is known when each sides roll is made.", "Q056"),
        ("A hero knows there story.", "Q056"),
        ("Their are two decks.", "Q056"),
        ("Check who's turn it is.", "Q056"),
        ("It may not move within in the zone.", "Q057"),
        ("Units incur the any cost twice.", "Q057"),
        ("Take a another counter.", "Q057"),
        ("Move all units. then the enemy fires.", "Q055"),
        ("If a unit did so, Your enemy may fire.", "Q055"),
        ("Units may. attempt to move.", "Q055"),
        ("A or B may erase a card, erase or move. You may not eraseor do it.", "Q058"),
        ("A damaging attack hits. Two damaging attacks hit. A damaging attack ends. One damagingattack is lost.", "Q058"),
        ("The shape and pattern count: a shape, a pattern. Choose a shape,pattern or none.", "Q058"),
        ("Roll an Evasion when hit. Evasion is low when hit. Use EvasionWhen needed.", "Q058"),
        ("A Multi-Attack Specialist acts. A Multi-Attack Specialist rests. The Multi Attack Specialist waits.", "Q059"),
        ("Players may re-roll one die. Then they re-roll two. A reroll is final.", "Q059"),
    ],
)  # fmt: skip
def test_wrong_words_are_found(text: str, code: str) -> None:
    assert codes(text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "An enemy unit stops a unit. A unique unit, a one-hex bridge, an hour, an honest man, a European, an urban hex.",
        "An 8 or an 11 hits; a 6 or a 10 does not. Player A attacks and A is lost. Hex A or B. a) Attack. An Lao falls.",
        "A historic day, an historic day. A uniform, an unimportant unit, an unused card, a used card.",
        "If it's cold, it's a rule that it's not possible. Of the units it's the last.",
        "Archers may loose an arrow. The screws are loose. A loose formation helps.",
        "From there move on. There is a river. Those of there origin is unknown to it." .replace("of there", "of that"),
        "If the roll is higher then the attacker wins. It is greater than 6.",
        "Players take roles. The role of the leader is small.",
        "Use e.g. a die, approx. half of it, units etc. and so on, i.e. all of it.",
        "A die roll is made. A die-roll modifier counts. The player sets up units in the set-up.",
        "Stack units with a stacking limit. A hexside and a mapboard are parts of gameplay, and a battlefield is a field.",
        "The text ends here. a Otherwise, it goes on. Take a   icon or an  symbol.",
        "With neither players nor sides on either side, an all consuming fire burns (eg. through woods).",
        "Go travelin on the limita tions of lista. The an\nswer is num bered.",
        "Units touch each other then they fight with the might of steel. It is impossible to roll a 7 on a d6.",
        "Attack at at least 1 to 1. The starship as the a t t a c k e r. The text ends. minor scenes follow. It is approx 5.",
        "Divide the following 12 tokens into two piles that contain:\n• 2 rocks\n• 4 mines\n",
        "The phase has three steps: Arrange cages and pets. Draw the cards. Assign them.",
        "There are 2 types of token: Minor ones, without laurels, and Major ones, with red laurels.",
        "If players are are tied tied for a place, create create the the event.",
        "Play the ROLL chit of the troupes-de-terre.",
        "The game has two exceptions:\n1. Cards are open.\n2. Dice are red.\n" + "The rules go on.\n" * 14 + "3. Next.\n",
        "The gameplay of A(rtillery) and draughts. See www.ludo.fr. and play.",
        "A third-line truck of the third line. Call it the prize. In the end each player acts. All the units move.",
    ],
)  # fmt: skip
def test_right_words_are_not_reported(text: str) -> None:
    assert findings(text) == ()


# ---------------------------------------------------------------- PDF pages

LEFT = """\
Each unit has the number of points that
is printed on its counter, and it uses
one of them for each hex that it enters
on its way to the enemy lines. It costs
two of them to enter a hex of woods, and
three to cross a river. All units can
use the roads of the map at half of that
point. Units on the the road may not
leave it before the end of their way."""
RIGHT = """\
A unit fights with the strength that is
printed on its counter. Add the numbers
of all units that take part, and compare
the totals of both sides. The side with
the higher total wins, and the other one
must retreat by as many hexes as the
order of
course gives, to the nearest friendly
hex that is free of enemy units."""


def write_page(path: Path, mark: Callable[[Canvas], object] = lambda _: None) -> Path:
    """Write a page with two columns, a head and a foot that cross the gap, and a mark across them."""
    canvas = Canvas(str(path), pagesize=(595, 842))
    mark(canvas)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("Helvetica", 10)
    canvas.drawCentredString(255, 770, "The rules of the game")
    canvas.drawCentredString(255, 80, "These are the rules of a draft")
    for x, column in ((60, LEFT), (265, RIGHT)):
        for i, line in enumerate(column.split("\n")):
            canvas.drawString(x, 700 - 14 * i, line)
    canvas.save()
    return path


def turned(canvas: Canvas) -> None:
    """Draw a pale word across the page, turned by 40 degrees."""
    canvas.setFont("Helvetica", 110)
    canvas.setFillColor(Color(0.8, 0.8, 0.8))
    canvas.translate(60, 400)
    canvas.rotate(40)
    canvas.drawString(0, 0, "PROTOTYPE")
    canvas.rotate(-40)
    canvas.translate(-60, -400)


def large(canvas: Canvas) -> None:
    """Draw a pale word straight across the columns."""
    canvas.setFont("Helvetica", 90)
    canvas.setFillColor(Color(0.85, 0.85, 0.85))
    canvas.drawString(60, 600, "PROTOTYPE")


@pytest.mark.parametrize("mark", [lambda _: None, turned, large], ids=["plain", "turned", "large"])
def test_a_watermark_does_not_join_columns(tmp_path: Path, mark: Callable[[Canvas], object]) -> None:
    document = read_document(write_page(tmp_path / "rules.pdf", mark))
    assert LEFT.replace("\n", " ") in " ".join(document.text.split())
    assert RIGHT.replace("\n", " ") in " ".join(document.text.split())
    assert [one.code for one in proofread(document)] == ["Q052"]
