"""Sheets of cards with the headings and the words of their author."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pnp.checks import check_game
from pnp.findings import Finding, Refused
from pnp.load import load_game
from pnp.model.components.cards_and_decks import CardDeck
from pnp.new_game import NewGame, files_of, write_game

COLUMNS = "    columns: {Number: id, Title: title, Text: says, Picture: picture}\n"


@pytest.fixture
def raid(tmp_path: Path) -> Path:
    """Return a new game of cards with the suits blue (`Blue pack`) and red (`Red`)."""
    write_game(tmp_path / "raid", files_of(NewGame("cards", title="Raid", sides=("Blue", "Red"))))
    components = tmp_path / "raid" / "components.yaml"
    components.write_text(components.read_text().replace("blue: {name: Blue,", "blue: {name: Blue pack,"))
    return tmp_path / "raid"


def write_sheet(folder: Path, rows: Sequence[str], columns: str = COLUMNS) -> None:
    """Write the sheet of cards, and what its headings mean."""
    (folder / "cards.csv").write_text("\n".join(rows) + "\n")
    components = folder / "components.yaml"
    components.write_text(components.read_text().replace(COLUMNS, columns))


def deck_of(folder: Path) -> CardDeck:
    """Return the deck of the game in a folder."""
    return next(one for one in load_game(folder).components.values() if isinstance(one, CardDeck))


def refusal(folder: Path) -> tuple[Finding, ...]:
    """Return the findings with which reading a game is refused."""
    with pytest.raises(Refused) as refused:
        load_game(folder)
    return refused.value.findings


SUITS = COLUMNS.replace("Picture: picture", "Suit: suit")


def test_a_cell_may_have_the_name_of_a_suit(raid: Path) -> None:
    rows = ["1,Fog,a,Blue pack", "2,Gale,b,red", "3,Moon,c,", '4,Dawn,d,"Red, blue Pack"', "5,Calm,e,blue red"]
    write_sheet(raid, ["Number,Title,Text,Suit", *rows], SUITS)
    suits = {id_: rank.suit for id_, rank in deck_of(raid).ranks.items()}
    assert suits == {"1": ("blue",), "2": ("red",), "3": (), "4": ("red", "blue"), "5": ("blue", "red")}


def test_an_unknown_suit_of_several_words_is_one_finding(raid: Path) -> None:
    write_sheet(raid, ["Number,Title,Text,Suit", "1,Fog,a,Green pack"], SUITS)
    (found,) = (one for one in check_game(load_game(raid)) if one.code == "K006")
    assert found.wrong == "there is no suit Green pack"


@pytest.mark.parametrize(("heading", "words"), [("Side", "one two"), ("Fleet", "one two"), ("Pile", "Blue pack,Red")])
def test_a_column_that_may_be_the_suit_is_proposed_as_it(raid: Path, heading: str, words: str) -> None:
    """A heading is understood, or the cells below it."""
    cells = words.split(",") if "," in words else words.split()
    rows = [f"{i},Fog,a,{cell}" for i, cell in enumerate(cells)]
    write_sheet(raid, [f"Number,Title,Text,{heading}", *rows], "")
    (found,) = refusal(raid)
    assert found.code == "L024"
    assert f"{heading}: suit" in found.write
    assert "ignore" not in found.write


def test_a_card_with_a_count_of_0_is_left_out(raid: Path) -> None:
    write_sheet(
        raid, ["Number,Title,Text,Qty", "1,Fog,a,0", "2,Gale,b,2"], COLUMNS.replace("Picture: picture", "Qty: copies")
    )
    deck = deck_of(raid)
    assert [card.id for card in deck.cards("orders")] == ["orders-blue-2", "orders-red-2"]
    assert set(deck.drawing_names("orders", ())) == {
        f"orders-{one}-2-{side}" for one in ("blue", "red") for side in ("front", "back")
    }
    assert deck.draw_pile() == ("2",) * 4
    (raid / "cards.csv").write_text("Number,Title,Text,Qty\n1,Fog,a,0\n")
    assert "K005" in {one.code for one in refusal_or_findings(raid)}


def refusal_or_findings(folder: Path) -> tuple[Finding, ...]:
    """Return the findings of a game, also if it cannot be read."""
    try:
        return tuple(check_game(load_game(folder)))
    except Refused as refused:
        return refused.findings


def test_a_sheet_in_another_encoding_is_told_the_key(raid: Path) -> None:
    (raid / "cards.csv").write_bytes("Number,Title,Text\n1,Fähre,a\n".encode("windows-1252"))
    (found,) = (one for one in refusal(raid) if one.code == "L002")
    assert found.write.startswith("write encoding: windows-1252 beside file: cards.csv, or save the file")


def test_an_unknown_picture_names_the_list_of_pictures(raid: Path) -> None:
    write_sheet(raid, ["Number,Title,Text,Picture", "1,Fog,a,zzzzz"])
    (found,) = (one for one in check_game(load_game(raid)) if one.code == "I004")
    assert found.write == "pnp explain pictures lists them"
