"""`pnp rename` gives a thing another name wherever it stands, shows the difference first, and breaks nothing."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pnp import load_game
from pnp.api import check
from pnp.cli import cli
from pnp.new_game import NewGame, files_of, write_game


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


def test_a_cell_of_a_workbook_is_named_because_pnp_does_not_write_into_one(ford: Path, tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["export", str(ford), "--as", "xlsx", "-o", str(tmp_path / "book")]).exit_code == 0
    done = run(tmp_path / "book", "woods", "forest", "--write")
    assert done.exit_code == 1
    assert "write forest for woods by hand" in done.stderr


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
        (
            "components.orders.suits.red",
            "crimson",
            "+1,Scouts,They find the enemy headquarters: they beat 9.,eye,crimson",
        ),
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


def test_a_card_whose_id_is_made_from_its_title_is_renamed_by_its_title(hill: Path) -> None:
    components = hill / "components.yaml"
    deck = components.read_text().replace("    columns: {Number: id", "    id: from title\n    columns: {Number: name")
    components.write_text(deck)
    assert "rename Barrage" in str(run(hill, "barrage", "shelling").exception)
    assert "+8,Shelling,All guns on one point.,burst," in run(hill, "Barrage", "Shelling").stdout
