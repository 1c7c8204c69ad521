"""Drawings of books stay inside their edges, where books cut them off."""

from pathlib import Path

import pytest

from pnp.compose.pictures import Pictures
from pnp.extent import items_extent
from pnp.load import find_game, load_game
from pnp.model.game import Game


@pytest.mark.parametrize("folder", [find_game("meiktila"), Path(__file__).parent / "games" / "small"])
def test_the_frames_of_tracks_are_not_cut_off(folder: Path) -> None:
    """A frame on the edge of a drawing would lose its outer half."""
    game: Game = load_game(folder)
    pictures = Pictures(game)
    for id_ in game.tracks:
        scene = pictures.scenes[pictures.track(id_, 180)]
        ink = items_extent(scene.items)
        assert ink is not None
        assert ink.x >= -0.001  # coordinates are rounded to a micrometre
        assert max(ink.right - scene.width, ink.bottom - scene.height) <= 0.001, id_
