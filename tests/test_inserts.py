"""Inserts in texts of the data, amounts of printed modifiers in steps, and checks of values that a text repeats."""

import re
import shutil
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Refused
from pnp.load import load_game
from pnp.load.misprints import as_published_game
from pnp.load.overlay_writer import game_tree
from pnp.model.game import Game
from pnp.model.inserts import VALUE_INSERTS, UnknownIdError, insert_calls, value_inserts

GAMES = Path(__file__).parent / "games"
LANGUAGE = Path(__file__).parent.parent / "docs" / "data-language.md"

DATA = """
components:
  stick: {kind: ruler, name: Stick, length: 6in, segment: 6in, width: 1in, tab: 0.5in, unit: 1in, copies: 2}
  deck: {kind: card-deck, name: Deck, width: 60mm, height: 90mm,
    suits: {s: {name: Spades, colour: "#17140F", pip: spade}}, ranks: {A: {title: Ace}, K: {title: King}}}
map:
  places: {D5: {name: Mill, kinds: town}}
modifiers:
  shifts:
    name: Shifts
    lines:
    - {id: night, effect: left 1, says: at night}
    - {id: guns, effect: "+2", says: guns}
    - {id: mud, effect: "-1", says: mud}
    - {id: rally, effect: 4+, says: to rally}
    - {id: march, effect: x1/2, says: out of supply}
    - {id: hex, effect: left, says: terrain}
tracks:
  turn: {spaces: [{label: "1", lines: [night, 5 March]}, {label: "2", lines: [6 March]}, {label: "3"}, {label: "4"}]}
tables:
  ranges: {name: Ranges, hint: Inches, rows: {kind: [Rifle, Mortar]}, cells: "24\\n36\\n"}
counts: [{id: all, says: There are six counters, of: counters, number: 6}]
"""


@pytest.fixture
def lay(tmp_path, monkeypatch):
    """Return a function that loads the small game with options laid over it."""

    def load(*snippets: str, game: str = "small") -> Game:
        monkeypatch.chdir(tmp_path)
        shutil.copytree(GAMES / game, tmp_path / game, dirs_exist_ok=True)
        Path(game, "options").mkdir(exist_ok=True)
        for i, snippet in enumerate(snippets):
            Path(game, "options", f"o{i}.yaml").write_text(snippet, encoding="utf-8")
        return load_game(Path(game), tuple(f"options/o{i}" for i in range(len(snippets))))

    return load


def fault(lay, *snippets: str) -> str:
    """Return the only finding with which loading ends."""
    with pytest.raises(Refused) as refused:
        lay(*snippets)
    (finding,) = refused.value.findings
    return str(finding)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ('count("blue-setup")', "3"),
        ('count("blue-setup", "words")', "three"),
        ('count("blue-setup", "Words")', "Three"),
        ('count("stick")', "2"),
        ('count("deck")', "2"),
        ('count("turn")', "4"),
        ('count("town")', "2"),
        ('count("all")', "6"),
        ('count("counts.all")', "6"),
        ('count("guard")', "3"),
        ('length("stick")', "6 inches"),
        ('length("stick", "in")', "6"),
        ('length("stick", "mm")', "152.4"),
        ('amount("shifts.night")', "1"),
        ('amount("shifts.night", "words")', "one"),
        ('amount("shifts.mud")', "1"),
        ('amount("shifts.rally")', "4"),
        ('amount("shifts.march")', "half"),
        ('effect("shifts.night")', "left 1"),
        ('effect("shifts.mud")', "−1"),
        ('cell("ranges", "Mortar")', "36"),
        ('cell("arrivals", "2-3", "Where")', "north"),
        ('date("turn", "1")', "5 March"),
        ('hexes("red-setup")', "A1 to F1"),
        ('hexes("north")', "A1 to F1"),
        ('hexes("town", "and")', "B2 and D5"),
        ('hexes("Mill")', "D5"),
        ('name("guard")', "Guard Brigade"),
        ('name("tracks.turn")', "Turn"),
        ('value("boxes.dead.holds", "words")', "three"),
        ('value("tracks.turn.start")', "1"),
        ('value("modifiers.shifts.lines.guns.says")', "guns"),
        ("value('boxes.dead.name')", "Dead units"),
    ],
)
def test_each_insert_gives_its_words(lay, call: str, words: str) -> None:
    snippet = "glossary:\n  hill:\n    says: |\n      See {{ " + call + " }} here.\n"
    assert lay(DATA, snippet).glossary["hill"].says == f"See {words} here."


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('count("blue-setpu")', "there is no 'blue-setpu' in components, counts, entries, formations, terrain or tracks; did you mean blue-setup?"),
        ('count("lake")', "the map has no place of the terrain 'lake'; count hexes with counts: and an id"),
        ('count("turn", "roman")', "there is no form 'roman'; write words, or Words for a capital letter"),
        ('amount("shifts.nihgt")', "there is no modifier 'shifts.nihgt'; did you mean shifts.night?"),
        ('amount("shifts.hex")', "the modifier 'shifts.hex' is left, which has no single number; write effect(\"…\")"),
        ('cell("ranges", "Gun")', "there is no row of the table ranges 'Gun'; write Mortar or Rifle"),
        ('cell("arrivals", "2-3")', "the table 'arrivals' has several columns; name one of them: Unit or Where"),
        ('date("turn", "3")', "the space 3 of the track 'turn' has no date; write lines: [5 March]"),
        ('name("turn")', "the id 'turn' is not unique; write counters.turn or tracks.turn"),
        ('value("boxes.dead.hold")', "boxes.dead has no hold; did you mean holds?"),
        ('value("boxes.dead")', "boxes.dead is not a text or a number; write the path of one of its values"),
        ('value("glossary.hill.says")', "glossary.hill.says contains an insert itself; name the value that it takes"),
        ('length("deck")', "the component 'deck' has no length, diameter or radius; name another component"),
        ('length("stick", "ft")', "there is no unit 'ft'; write cm, in or mm"),
        ('cuont("turn")', "there is no insert 'cuont'; did you mean count?"),
        ('date("turn")', 'date takes two ids; write a call such as {{ table("id") }}'),
        ("count(turn)", 'an insert takes ids in quotation marks; write a call such as {{ table("id") }}'),
        ("turn", 'only calls of inserts are allowed in braces; write a call such as {{ table("id") }}'),
    ],
)  # fmt: skip
def test_an_insert_of_something_unknown_is_one_finding_at_its_place(lay, call: str, message: str) -> None:
    snippet = "glossary:\n  hill:\n    says: |\n      See {{ " + call + " }} here.\n"
    assert fault(lay, DATA, snippet) == f"small/options/o1.yaml:4:11 (glossary.hill.says): L019 {message}"


def test_tables_are_inserted_in_the_rules_only(lay) -> None:
    snippet = "glossary: {hill: {says: 'See {{ table(\"crt\") }}.'}}"
    assert "L019 there is no insert 'table'" in fault(lay, snippet)
    game = lay('rules: [{number: "1.0", title: One, text: \'{{ table("crt") }} in {{ count("turn") }} turns\'}]')
    assert game.rules[0].text == '{{ table("crt") }} in 4 turns'


def test_a_finding_after_an_insert_has_its_place_in_the_file(lay) -> None:
    says = 'In {{ count("tracks.turn") }} turns the Rde player and'
    game = lay("glossary: {hill: {says: '" + says + ' {{ name("guard") }} meet.\'}}')
    (finding,) = [one for one in check_game(game) if one.code == "R014"]
    assert finding.spot.column == len("glossary: {hill: {says: '") + says.index("Rde") + 1


def test_editions_and_misprints_have_their_own_words(lay) -> None:
    text = "glossary: {hill: {says: 'Room for {{ value(\"boxes.dead.holds\") }}.'}}"
    box = "boxes: {dead: {holds: 5, misprint: {holds: 2}}}"
    assert lay(text).glossary["hill"].says == "Room for 3."
    game = lay(text, box)
    assert game.glossary["hill"].says == "Room for 5."
    published = as_published_game(game)
    assert published is not None
    assert published.glossary["hill"].says == "Room for 2."
    assert game_tree(game)["glossary"]["hill"]["says"] == 'Room for {{ value("boxes.dead.holds") }}.'  # type: ignore[index,call-overload]


def test_the_texts_of_a_scenario_take_its_own_values(lay) -> None:
    series = lay(game="two-beaches")
    texts = {case.number: case.text for case in series.rules}
    assert (texts["4.1"], texts["5.1"]) == ("The scenario has three turns.", "The scenario has four turns.")
    assert {name: game.rules[4].text for name, game in series.scenarios.items()} == {
        "north": "The scenario has three turns.",
        "south": "The scenario has four turns.",
    }


def test_a_text_that_scenarios_share_has_the_same_words_in_all(lay, tmp_path) -> None:
    lay(game="two-beaches")
    rules = tmp_path / "two-beaches" / "rules.md"
    text = rules.read_text("utf-8")
    rules.write_text(text + '\nThere are {{ count("turn") }} turns.\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_game(tmp_path / "two-beaches")
    (finding,) = refused.value.findings
    assert finding.spot.line == text.count("\n") + 2
    assert finding.message == (
        "the scenarios share this text, but an insert in it is 3 in north and 4 in south; write the text in the files of the scenarios"
    )


# ---------------------------------------------------------------- amounts of printed modifiers

STEPS = """
procedures:
  attack:
    rule: "2.1"
    given: {group: units}
    steps:
    - total: strength
      value: "5"
      lines: [{line: shifts.guns}, {line: shifts.mud, when: turn == 2}, {add: line * count(group), line: shifts.mud}]
    - {column: crt, odds: [2, 1]}
    - {shift: crt, lines: [{line: shifts.night}, {left: line * count(group), line: shifts.night}]}
    - {check: rallies, at_least: line, line: shifts.rally}
    - {set: {strength: strength + line}, line: shifts.mud}
    - {set: {strength: strength * line}, line: shifts.guns, says: "line by line: {'line'}"}
map_rules: {movement: {factor: movement, allowance: [{times: line, line: shifts.march, round: up, having: {side: red}}]}}
"""


def test_lines_and_expressions_take_the_amounts_of_printed_modifiers(lay) -> None:
    game = lay(DATA, STEPS)
    total, _, shift, check, less, times = game.procedures["attack"].steps
    assert [line.add for line in total.lines] == ["2", "-1", "-1 * count(group)"]
    assert [(line.left, line.right) for line in shift.lines] == [("1", ""), ("1 * count(group)", "")]
    assert check.at_least == "4"
    assert (less.set, times.set, times.says) == (
        {"strength": "strength - 1"},
        {"strength": "strength * 2"},
        "line by line: {'line'}",
    )
    assert game.map_rules is not None
    assert game.map_rules.movement is not None
    assert str(game.map_rules.movement.allowance[0].times) == "1/2"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("shifts.nihgt", "unknown modifier shifts.nihgt; did you mean shifts.night?"),
        ("shifts.hex", "the effect of shifts.hex, left, is not a fixed change of a number or a column; write the change of this line, such as left: columns"),
    ],
)  # fmt: skip
def test_a_line_without_a_change_needs_a_modifier_with_one(lay, line: str, message: str) -> None:
    steps = STEPS.replace("[{line: shifts.night},", f"[{{line: {line}}},")
    assert (
        fault(lay, DATA, steps)
        == f"small/options/o1.yaml:11:35 (procedures.attack.steps.2.lines.0.line): L020 {message}"
    )


# ---------------------------------------------------------------- values that a text repeats


def typed(lay, says: str, *snippets: str) -> list[str]:
    """Return what the checks of repeated values report about a text."""
    game = lay(DATA, *snippets, f"glossary: {{hill: {{says: '{says}'}}}}")
    return [f"{one.code} {one.message}" for one in check_game(game) if one.code in ("R016", "R017", "R018", "R019")]


@pytest.mark.parametrize(
    ("says", "insert"),
    [
        ("There are six counters.", 'count("all", "words")'),
        ("Two towns are red.", 'count("town", "Words")'),
        ("a stick of 6 inches", 'length("stick")'),
        ("the 6 inch stick", 'length("stick", "in")'),
        ("A mortar reaches 36 inches.", 'cell("ranges", "Mortar")'),
        ("The game ends after turn 4.", 'count("tracks.turn")'),
        ("on 6 March", 'date("turn", "2")'),
        ("the edge, A1 to F1", 'hexes("north")'),
        ("in B2 or D5", 'hexes("town", "or")'),
        ("the mill: Mill (D5)", 'hexes("Mill")'),
    ],
)
def test_a_value_that_a_text_repeats_is_reported_with_its_insert(lay, says: str, insert: str) -> None:
    (finding,) = typed(lay, says)
    written = f"; write {{{{ {insert.replace('tracks.turn', 'turn') if 'count' in insert else insert} }}}}"
    assert written in finding
    assert finding.partition(written)[2].partition(" instead of ")[2] in says  # nothing if another insert would do too


@pytest.mark.parametrize(
    "says",
    [
        "There are five counters.",
        "1 to 6 counters",
        "Two towns hexes",
        "a stick of 12 inches",
        "A rifle reaches 36 inches.",
        "after turn 3",
        "on 16 March",
        "A1 to F1 and B2",
        "in B2, D5 or E5",
        "B2",
    ],
)
def test_other_values_are_not_reported(lay, says: str) -> None:
    assert [one for one in typed(lay, says) if "Two towns" not in says] == []


def test_what_an_insert_gives_is_not_reported(lay) -> None:
    assert typed(lay, 'After turn {{ count("turn") }}, {{ count("all", "words") }} counters.') == []


def test_a_text_in_shared_files_cannot_take_values_of_a_scenario(tmp_path) -> None:
    folder = Path(shutil.copytree(GAMES / "two-beaches", tmp_path / "two-beaches"))
    rules = folder / "rules.md"
    rules.write_text(rules.read_text("utf-8") + "\nThe game has three turns.\n", encoding="utf-8")
    found = [one for one in check_game(load_game(folder, ("scenarios/north",))) if one.code == "R018"]
    assert found == []


# ---------------------------------------------------------------- documentation


def test_every_insert_is_documented() -> None:
    text = LANGUAGE.read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)\(", text, re.MULTILINE)) == set(VALUE_INSERTS)


def test_the_documented_examples_are_calls_of_inserts(lay) -> None:
    inserts = value_inserts(lay(DATA))
    for line in re.findall(r"^\| `\w+\(.*", LANGUAGE.read_text("utf-8"), re.MULTILINE):
        (call,) = insert_calls(f"{{{{ {line.split('`')[1]} }}}}")
        assert not call.wrong
        with pytest.raises(UnknownIdError):
            inserts[call.name](*(f"{one}?" for one in call.arguments))
