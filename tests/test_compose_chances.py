"""Tables of chances on aids: what the engine answers, in print."""

import pytest

from pnp.compose.chance import chance_block
from pnp.load import find_game, load_game
from pnp.model.game import Game


@pytest.fixture(scope="module")
def shipped() -> Game:
    return load_game(find_game("meiktila"))


def table(game: Game, title: str) -> dict[str, list[str]]:
    """The rows of a table of chances by their labels."""
    blocks = (block for page in game.aids for row in page.rows for block in row)
    asks = next(block.asks for block in blocks if block.title == title)
    grid = chance_block(game, asks, title, "").views[0]
    return {label.text: [cell.text for cell in cells] for label, cells in grid.rows}


def test_chances_in_sixths(shipped: Game) -> None:
    assert table(shipped, "Retreat check") == {
        "Retreats": ["1", "2", "3", "4", "5", "5"],
        "Attacked anti-tank units": ["–", "1", "2", "3", "4", "5"],
    }
    found = table(shipped, "Supply roll")
    assert found["+1"] == ["–", "–", "–", "1", "2", "3", "3", "3"]
    assert found["Mean"][:2] == ["−0.83", "−0.67"]


def test_chances_in_percent(shipped: Game) -> None:
    assert table(shipped, "Reinforcement") == {"It has come": ["17%", "44%", "72%", "91%", "98%", "> 99%"]}
    assert table(shipped, "Visits of the 64th Sentai") == {"Chance": ["16%", "32%", "52%"]}
