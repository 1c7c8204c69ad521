"""The commonest ways to break YAML: one message at the mistake, which names its cause and what to write."""

import shutil
import textwrap
from pathlib import Path

import pytest

from pnp.findings import Refused
from pnp.load import load_game

SMALL = Path(__file__).parent / "games" / "small"
GAME = """\
game:
  title: The Ford
  designer: Your Name

sides:
  blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: star}
  red: {name: Red, ground: "#E4A59B", accent: "#6E1B14", emblem: disc}

counter_print: {side: 0.5in, factors: attack defence movement}

sequence:
  - {name: Blue turn, steps: [Move, Attack]}
  - {name: Red turn, steps: [Move, Attack]}
  - name: Last turn
    note: |
      All units move
      and attack.

rules: rules.md
"""
COMMENT = 'everything after the blank before {0} is a comment, because it begins with #; put quotes around it: "{0}"'
END = "the text ends at the quote before this; "
NO_COLON = "this line has no colon; write a key, a colon, a blank and the value"
COLON = "a text may not contain a colon and a blank; put quotes around "
MISTAKES = {
    # a comment that hides the end of the braces
    "a colour without quotes": ('ground: "#9DB7D5"', "ground: #9DB7D5", "6:30", COMMENT.format("#9DB7D5")),
    "a last colour without quotes": ('accent: "#16324F", emblem: star}', "accent: #16324F}", "6:49", COMMENT.format("#16324F")),
    "a colour with one quote": ('accent: "#16324F"', 'accent: #16324F"', "6:49", COMMENT.format("#16324F")),
    # quotes
    "a quote that is not closed": ("title: The Ford", 'title: "The Ford', "2:10", "the quote opened here is closed only at line 6; close it at the end of the text"),
    "an apostrophe that is not closed": ("title: The Ford", "title: 'The Ford", "2:10", "the quote opened here is never closed; close it at the end of the text"),
    "a quote in braces that is not closed": ('"#16324F", emblem', '"#16324F, emblem', "6:49", "the quote opened here is closed only at line 7; close it at the end of the text"),
    "an apostrophe in single quotes": ("title: The Ford", "title: 'The General's Ford'", "2:23", END + "write '' for an apostrophe in single quotes"),
    "an apostrophe in braces": ("name: Blue,", "name: 'Blue's',", "6:22", END + "write '' for an apostrophe in single quotes"),
    "a text that goes on after quotes": ("title: The Ford", 'title: "The" Ford', "2:16", END + "put single quotes around it: '\"The\" Ford'"),
    "a backslash": ("title: The Ford", r'title: "C:\Ford"', "2:13", r"an escape that YAML does not know; use single quotes, or write \\ for \ "[:-1]),
    # indentation
    "a tab": ("  title", "\ttitle", "2:1", "this line is indented with a tab; indent with blanks"),
    "a blank and a tab": ("  designer", "  \tdesigner", "3:3", "this line is indented with a tab; indent with blanks"),
    "no-break spaces": ("  designer", "\u00a0\u00a0designer", "3:1", "this line is indented with a no-break space; indent with blanks"),
    "a blank too few": ("  designer", " designer", "3:2", "this key is not indented as line 2, which is indented by 2 blanks; indent all keys of a record in the same way"),
    "a blank too many": ("  designer", "   designer", "3:4", "this line is indented more than line 2, which has a value already; indent both in the same way, or begin that one with a dash"),
    "an item with a blank too many": ("  - {name: Red", "   - {name: Red", "13:4", "this item is not indented as line 12, which is indented by 2 blanks; indent all items of a list in the same way"),
    "lines of a text that are not indented": ("      All units move", "All units move", "16:1", "this line belongs to the text of line 15; indent it more than that line, and as much as the other lines of the text"),
    # colons
    "no blank after the colon": ("title: The Ford", "title:The Ford", "2:8", "there is no blank after this colon; write title: The Ford"),
    "no colon": ("title: The Ford", "title The Ford", "2:3", NO_COLON),
    "no colon after a section": ("sides:", "sides", "5:1", NO_COLON),
    "an equals sign": ("title: The Ford", "title = The Ford", "2:3", "a key is followed by a colon, not by =; write title: The Ford"),
    "a colon in a text": ("title: The Ford", "title: The Ford: a game", "2:18", COLON + 'it: "The Ford: a game"'),
    "a colon in a text in braces": ("name: Blue,", "name: Blue: first,", "6:20", COLON + "the text"),
    # commas, braces, brackets, dashes
    "no comma": ("name: Blue, ground", "name: Blue ground", "6:21", "there is no comma before ground; write one, or put quotes around a text with a colon"),
    "no comma after quotes": ('"#9DB7D5", accent', '"#9DB7D5" accent', "6:40", "there is no comma before accent; write one"),
    "braces that are not closed": ("emblem: star}", "emblem: star", "6:9", "the braces opened here are not closed; write } at the end of line 6, or a comma if more follows"),
    "brackets that are not closed": ("[Move, Attack]}", "[Move, Attack}", "12:43", "this } closes a [; write ]"),
    "a brace too many": ("emblem: star}", "emblem: star}}", "6:73", "there is nothing that this } could close; delete it"),
    "no blank after a dash": ("  - {name: Blue", "  -{name: Blue", "12:3", "an item has no blank after its dash; write one"),
    "no dash": ("  - {name: Red", "  {name: Red", "13:3", 'this item has no dash, unlike those above; begin it with "- "'),
    # texts that begin with a sign
    "a bracket": ("title: The Ford", "title: [The Ford] again", "2:10", 'a text cannot begin with [; put quotes around it: "[The Ford] again"'),
    "a percent sign": ("title: The Ford", "title: %Ford", "2:10", "a value cannot begin with %; put quotes around it"),
    "a dash": ("title: The Ford", "title: - The Ford", "2:10", "a text cannot begin with a dash and a blank; put quotes around it"),
    "a question mark": ("title: The Ford", "title: ?", "2:10", "a text cannot begin with ?; put quotes around it"),
    "a text from the data": ("title: The Ford", 'title: {{ count("x") }}', "2:10", "a text cannot begin with {{; put quotes around it: '{{ count(\"x\") }}'"),
    "a text from the data in braces": ("name: Blue,", 'name: {{ name("x") }} army,', "6:16", "a text cannot begin with {{; put quotes around it: '{{ name(\"x\") }} army'"),
    "a bracket in braces": ("name: Blue,", "name: [3.2] Blue,", "6:16", 'a text cannot begin with [; put quotes around it: "[3.2] Blue"'),
    "a quoted word and a colon": ("title: The Ford", 'title: "Ford": a game', "2:16", COLON + "it: '\"Ford\": a game'"),
    "a sign of a block": ("title: The Ford", "title: > The Ford", "2:10", 'a text cannot begin with >; put quotes around it: "> The Ford"'),
    "a line of a text to the left": ("      and attack.", "    and attack.", "17:5", "this line belongs to the text of line 15; indent it more than that line, and as much as the other lines of the text"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_message_is_at_the_mistake_and_names_its_cause(tmp_path: Path, mistake: str) -> None:
    old, new, place, said = MISTAKES[mistake]
    folder = tmp_path / "ford"
    folder.mkdir()
    assert old in GAME
    (folder / "game.yaml").write_text(GAME.replace(old, new, 1), "utf-8")
    (folder / "rules.md").write_text("# 1.0 The game\n\nPlay.\n", "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert finding.code == "L004"
    assert f"{finding.spot.line}:{finding.spot.column}" == place
    assert finding.message == said


def test_a_long_text_in_quotes_may_contain_a_colon(tmp_path: Path) -> None:
    """Its lines are indented more than its key, so that its quote is no mistake."""
    folder = tmp_path / "ford"
    folder.mkdir()
    text = '  designer: "A. Name and others,\n    note: see the rules"'
    (folder / "game.yaml").write_text(GAME.replace("  designer: Your Name", text), "utf-8")
    (folder / "rules.md").write_text("# 1.0 The game\n\nPlay.\n", "utf-8")
    assert load_game(folder).game.designer == "A. Name and others, note: see the rules"


def test_a_section_whose_lines_are_not_indented(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    folder.mkdir()
    (folder / "game.yaml").write_text("game:\ntitle: The Ford\n", "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    assert (
        refused.value.findings[0].message
        == "game has no value; indent the lines that belong to it more than this line, or this line less"
    )


def test_a_star_and_a_comma_in_braces_get_advice_that_works(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    folder.mkdir()
    (folder / "rules.md").write_text("# 1.0 The game\n\nPlay.\n", "utf-8")
    said = []
    for name in ("*Blue army", "Blue, army one"):
        (folder / "game.yaml").write_text(GAME.replace("name: Blue,", f"name: {name},", 1), "utf-8")
        with pytest.raises(Refused) as refused:
            load_game(folder)
        said.append(refused.value.findings[0].write)
    assert said == [
        'put quotes around it if it is text: "*Blue army"',
        "write a colon and a blank after the key, or put quotes around a text with a comma",
    ]


def test_typographic_quotes_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    folder.mkdir()
    (folder / "rules.md").write_text("# 1.0 The game\n\nPlay.\n", "utf-8")
    (folder / "game.yaml").write_text(GAME.replace('"#9DB7D5"', "\u201c#9DB7D5\u201d"), "utf-8")
    with pytest.raises(Refused, match="is in typographic quotes; write straight quotes around it"):
        load_game(folder)


@pytest.mark.parametrize("rule", ["\u20183.0\u2019", "\u201c3.0\u201d"])
def test_typographic_quotes_around_a_case_are_named(tmp_path: Path, rule: str) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    text = (folder / "game.yaml").read_text("utf-8").replace('cost: "2"', f'cost: "2", rule: {rule}')
    (folder / "game.yaml").write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert finding.message == f"{rule} is in typographic quotes; write straight quotes around it"


@pytest.mark.parametrize(
    ("was", "now", "key", "outer"),
    [
        ("\nmap:\n", "\n  map:\n", "map", "terrain"),
        ("\ncounters: units.csv", "\n  counters: units.csv", "counters", "counter_print"),
        ("\nmap:\n  title: The hill\n", "\n  map:\n    title: The hill\n", "map", "terrain"),
        ("\nsides:\n", "\n  sides:\n", "sides", "game"),
    ],
)
def test_a_key_of_the_file_that_is_indented_is_one_finding(
    tmp_path: Path, was: str, now: str, key: str, outer: str
) -> None:
    """The lines that belong to it may be indented with it or not."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    before, _, rest = (folder / "game.yaml").read_text("utf-8").partition(was)
    if "    title" in now:
        belongs, _, others = rest.partition("\ntables:")
        rest = f"{textwrap.indent(belongs, '  ')}\ntables:{others}"
    (folder / "game.yaml").write_text(f"{before}{now}{rest}", "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert (finding.code, finding.wrong) == ("L010", f"{key} is indented, as if it belonged to {outer}")
    assert finding.write == "write it at the beginning of its line, and indent only the lines that belong to it"


def test_a_key_to_the_left_of_its_neighbours_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    folder.mkdir()
    text = GAME.replace("  designer: Your Name\n", "designer: Your Name\n  players: Two\n").replace("title: The Ford", "title: The Ford\n  edition: '1'")  # fmt: skip
    (folder / "game.yaml").write_text(text, "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert (finding.spot.line, finding.wrong) == (4, "this line is indented less than the lines around it")


def test_a_blank_value_is_not_called_a_quote(tmp_path: Path) -> None:
    folder = tmp_path / "ford"
    folder.mkdir()
    (folder / "rules.md").write_text("# 1.0 The game\n\nPlay.\n", "utf-8")
    (folder / "game.yaml").write_text(GAME.replace('"#9DB7D5"', '""'), "utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    assert not any("quotes" in one.wrong for one in refused.value.findings)
