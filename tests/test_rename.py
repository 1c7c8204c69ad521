"""`pnp rename` gives a thing another name wherever it stands, shows the difference first, and breaks nothing."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp import load_game
from pnp.api import check
from pnp.cli import cli
from pnp.load.sheets.written_cells import changed_cells, with_cell
from pnp.new_game import NewGame, files_of, write_game
from pnp.spot import Spot


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """Return the folder of a new game on a map."""
    write_game(tmp_path / "ford", files_of(NewGame("hexes", title="The Ford", sides=("Blue", "Red"))))
    return tmp_path / "ford"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["rename", *map(str, words)])


def texts(folder: Path) -> dict[str, str]:
    """Return the text of each file of a game."""
    return {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("woods", "forest", {"terrain.yaml", "map.yaml", "procedures.yaml", "2.yaml"}),
        ("terrain.river", "stream", {"terrain.yaml", "map.yaml", "map-rules.yaml", "procedures.yaml"}),
        ("crt", "odds-table", {"tables.yaml", "aids.yaml", "procedures.yaml", "rules.md"}),
        ("combat", "battle", {"procedures.yaml", "examples.yaml"}),
        ("1 Guards", "1 Grenadiers", {"units.csv", "examples.yaml", "rules.md", "2.yaml"}),
        ("turn-marker", "hour-glass", {"markers.yaml", "tracks.yaml"}),
    ],
)
def test_a_new_name_stands_wherever_the_old_one_did_and_the_game_is_as_sound_as_before(
    old: str, new: str, changed: set[str], ford: Path
) -> None:
    (ford / "editions").mkdir()
    (ford / "editions" / "2.yaml").write_text(
        "game: {edition: '2'}\nterrain: {woods: {cost: '3'}}\nexamples: {bridge: {place: {'0505': [1 Guards, A Tanks]}}}\n"
    )
    before = texts(ford)
    assert run(ford, old, new).exit_code == 0
    assert texts(ford) == before
    assert run(ford, old, new, "--write").exit_code == 0
    after = texts(ford)
    assert {name for name in before if before[name] != after[name]} == changed
    assert check(load_game(ford)) == check(load_game(ford, "editions/2")) == ()
    assert run(ford, new if "." not in old else f"terrain.{new}", old.rpartition(".")[2], "--write").exit_code == 0
    assert texts(ford) == before


def test_the_difference_is_shown_and_texts_that_players_read_stay(ford: Path) -> None:
    shown = run(ford, "woods", "forest").stdout
    assert '+forest: {name: Woods, of: hex, look: woods, cost: "2"' in shown
    assert "+        - {line: shifts.woods, when: \"is(target, 'forest')\", says: woods, prints: the woods}" in shown


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("woodz", "x", "nothing in this game has the name woodz; did you mean woods?"),
        ("bridge", "x", "bridge may be terrain.bridge and examples.bridge; write the name with its kind"),
        ("woods", "hills", "there is already a terrain.hills; choose another name"),
        ("woods", "dark wood", "dark wood cannot be the name of this; write letters, digits and -"),
        ("1 Guards", "1, Guards", "cannot be the name of this"),
        ("1-guards", "x", "is made from other values of"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused_and_nothing_is_written(
    old: str, new: str, says: str, ford: Path
) -> None:
    before = texts(ford)
    done = run(ford, old, new, "--write")
    assert done.exit_code == 1
    assert says in str(done.exception)
    assert texts(ford) == before


def test_nothing_is_written_if_something_would_still_refer_to_the_old_name(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.report.rename.MOST_ROUNDS", 0)  # as if a reference could not be followed
    before = texts(ford)
    done = run(ford, "woods", "forest", "--write")
    assert done.exit_code == 1
    assert "unknown terrain woods" in done.stderr
    assert texts(ford) == before


@pytest.fixture
def book(ford: Path, tmp_path: Path) -> Path:
    """Return the folder of the new game with a workbook."""
    assert CliRunner().invoke(cli, ["export", str(ford), "--as", "xlsx", "-o", str(tmp_path / "book")]).exit_code == 0
    return tmp_path / "book"


def test_cells_of_a_workbook_are_listed_and_written_and_the_rest_of_the_workbook_stays(book: Path) -> None:
    (path,) = book.glob("*.xlsx")
    before, content, found = parts(path), path.read_bytes(), check(load_game(book))
    shown = run(book, "woods", "forest")
    assert shown.exit_code == 0, shown.output
    cells = [line for line in shown.stdout.splitlines() if ", sheet terrain, A" in line]
    assert [line.rpartition(": ")[2] for line in cells] == ["woods -> forest"]
    assert "+        - {line: shifts.woods, when: \"is(target, 'forest')\"" in shown.stdout
    assert path.read_bytes() == content
    assert f"renamed in {path.as_posix()}" in run(book, "woods", "forest", "--write").stdout
    assert check(load_game(book)) == found
    after = parts(path)
    changed = [name for name in before if before[name] != after[name]]
    assert changed
    assert all(name.startswith("xl/worksheets/") for name in changed)
    assert run(book, "forest", "woods", "--write").exit_code == 0
    assert load_game(book).terrain["woods"]


def parts(path: Path) -> dict[str, bytes]:
    """Return the files in a workbook."""
    with zipfile.ZipFile(path) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


def test_a_formula_of_a_workbook_is_named_because_pnp_does_not_write_over_one(book: Path) -> None:
    (path,) = book.glob("*.xlsx")
    content = path.read_bytes()
    with zipfile.ZipFile(path, "w") as archive, zipfile.ZipFile(io.BytesIO(content)) as old:
        for one in old.infolist():
            text = old.read(one).decode()
            cell = 't="inlineStr"><is><t>woods</t></is>'
            archive.writestr(one, text.replace(cell, 't="str"><f>"woods"</f><v>woods</v>'))
    done = run(book, "woods", "forest", "--write")
    assert done.exit_code == 1
    assert re.search(r"sheet \w+, [A-Z]+\d+: write forest for woods by hand", done.stderr)


@pytest.mark.parametrize(
    ("inner", "says"),
    [
        (
            '<table:table-cell office:value-type="string"><text:p>A</text:p><text:p>B</text:p></table:table-cell>',
            "A\nB",
        ),
        ('<table:table-cell table:number-columns-repeated="2"><text:p>A</text:p></table:table-cell>', ""),
        ('<table:table-cell table:formula="of:=1"><text:p>1</text:p></table:table-cell>', ""),
    ],
)
def test_a_cell_of_a_sheet_of_libreoffice_is_written_if_it_stands_for_itself(inner: str, says: str) -> None:
    names = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in ("table", "office", "text")
    )
    blank = '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
    cells = f'<table:table-cell table:number-columns-repeated="2"/>{inner}'
    sheet = f'<table:table table:name="Units">{blank}<table:table-row>{cells}</table:table-row></table:table>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("content.xml", f"<office:body {names}>{sheet}</office:body>")
    content = packed.getvalue()
    after = with_cell("a.ods", content, Spot("a.ods, sheet Units", 4, 3), "C & D")
    if says:
        assert after is not None
        (changed,) = changed_cells("a.ods", content, after)
        assert (changed.before, changed.after) == (says, "C & D")
    else:
        assert after is None


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """Return the folder of a new game of cards; some cards of the sheet belong to one suit."""
    write_game(tmp_path / "hill", files_of(NewGame("cards", title="The Hill", sides=("Blue", "Red"))))
    components = tmp_path / "hill" / "components.yaml"
    deck = components.read_text().replace("Picture: picture}", "Picture: picture, Side: suit}")
    components.write_text(deck)
    cards = (tmp_path / "hill" / "cards.csv").read_text().splitlines()
    sides = ["Side", "red", "blue", *[""] * 7]
    (tmp_path / "hill" / "cards.csv").write_text("".join(f"{c},{s}\n" for c, s in zip(cards, sides, strict=True)))
    return tmp_path / "hill"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("8", "10", "+10,Barrage,All guns on one point.,burst,"),
        ("components.orders.ranks.8", "10", "+10,Barrage,All guns on one point.,burst,"),
        ("components.orders.suits.red", "crimson", "+crimson:"),  # cells may have the name of the suit
        ("orders", "commands", "+commands:"),
    ],
)
def test_cards_suits_and_decks_have_new_names(old: str, new: str, line: str, hill: Path) -> None:
    assert check(load_game(hill)) == ()
    done = run(hill, old, new, "--write")
    assert done.exit_code == 0, done.output
    assert check(load_game(hill)) == ()
    assert line[1:] in "\n".join(texts(hill).values())
    assert run(hill, new, old.rpartition(".")[2]).exit_code == 0


@pytest.mark.parametrize(
    ("cell", "after"),
    [("red", "crimson"), ("Red", "crimson"), ('"Red, blue"', '"crimson, blue"'), ("The Reds", "The Reds")],
)
def test_cells_with_the_name_of_a_suit_have_its_new_name(cell: str, after: str, hill: Path) -> None:
    """They would still be read by the name that players see; texts of cards and another name stay."""
    components, cards = hill / "components.yaml", hill / "cards.csv"
    if cell == "The Reds":
        components.write_text(components.read_text().replace("name: Red", "name: The Reds"))
    cards.write_text(cards.read_text().replace("eye,red", f"eye,{cell}").replace("They find", "red: They find"))
    assert check(load_game(hill)) == ()
    done = run(hill, "components.orders.suits.red", "crimson", "--write")
    assert done.exit_code == 0, done.output
    assert f"Scouts,red: They find the enemy headquarters: they beat 9.,eye,{after}\n" in cards.read_text()
    assert check(load_game(hill)) == ()


def test_cells_of_a_workbook_with_the_name_of_a_side_have_its_new_name(book: Path) -> None:
    old = next(iter(load_game(book).sides))
    units = {id_: unit.side for id_, unit in load_game(book).counters.items()}
    shown = run(book, f"sides.{old}", "azure")
    assert shown.exit_code == 0, shown.output
    cells = [line for line in shown.stdout.splitlines() if ", sheet counters, " in line]
    assert len(cells) == list(units.values()).count(old)
    assert all(line.endswith(f": {old} -> azure") for line in cells)
    assert run(book, f"sides.{old}", "azure", "--write").exit_code == 0
    renamed = {id_: "azure" if side == old else side for id_, side in units.items()}
    assert {id_: unit.side for id_, unit in load_game(book).counters.items()} == renamed


def test_a_card_whose_id_is_made_from_its_title_is_renamed_by_its_title(hill: Path) -> None:
    components = hill / "components.yaml"
    deck = components.read_text().replace("    columns: {Number: id", "    id: from title\n    columns: {Number: name")
    components.write_text(deck)
    assert "rename Barrage" in str(run(hill, "barrage", "shelling").exception)
    assert "+8,Shelling,All guns on one point.,burst," in run(hill, "Barrage", "Shelling").stdout


def test_a_message_names_the_file_of_the_game_also_in_its_own_folder(
    ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ford)
    done = run(".", "woodz", "forest")
    assert str(done.exception).startswith(
        "game.yaml: L001 nothing in this game has the name woodz; did you mean woods?"
    )
