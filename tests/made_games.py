"""Games that tests make from plain data instead of a folder."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pnp.load.looks import read_looks
from pnp.load.read_libraries import shared_libraries
from pnp.load.source import Faults
from pnp.model.game import Game
from pnp.model.looks.look import LookLibrary
from pnp.resources import data_dir


def make_game(data: Mapping[str, object], looks: LookLibrary | None = None) -> Game:
    """Return the game of some data, with the icons that all games may use, and their looks or `looks`."""
    libraries = shared_libraries() if looks is None else replace(shared_libraries(), looks=looks)
    game = Game.model_validate(data, context=libraries.known)
    game._libraries = libraries
    return game


def copy_looks(folder: Path, *games: str) -> None:
    """Give the game in a folder the looks of some shipped games."""
    (folder / "looks").mkdir(exist_ok=True)
    for name in games:
        for path in (data_dir() / name / "looks").iterdir():
            shutil.copy(path, folder / "looks" / f"{name}-{path.name}")


def looks_of(name: str) -> LookLibrary:
    """Return the looks that a shipped game may use."""
    return read_looks(data_dir() / name, Faults())
