"""Lists the files that a game in a folder can consist of, each with its content or what else tells it apart."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from pnp.load.game_folder import GAME_FILE, is_data_file
from pnp.load.source import MAX_BYTES
from pnp.model.cover_layers.motif_pictures import MOTIF_FOLDER
from pnp.safe_files import read_regular_file


def game_files(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each file that a game in a folder can read, and a text that changes with it, in order.

    These are the files and folders with the names of game data, hidden ones too, pictures of motifs, and all links. Of
    regular files the text is a digest of the content. Of other files and of files above the size limit, which the
    loader refuses, it is what the message depends on. Links are not followed out of the folder. Nothing is yielded for
    a folder without a game.
    """
    if not os.path.lexists(folder / GAME_FILE):
        return
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted((*names, *folders)):
            path = Path(place, name)
            is_motif = path.parent == folder / MOTIF_FOLDER and path.suffix.lower() == ".svg"
            if is_data_file(name) or is_motif or path.is_symlink():
                yield path.relative_to(folder).as_posix(), _state_of(path, folder)


def _state_of(path: Path, folder: Path) -> str:
    """Return a text that changes whenever the loader would read a path in a folder differently."""
    link = ""
    try:
        if path.is_symlink():
            link = os.path.realpath(path)
            if not Path(link).is_relative_to(os.path.realpath(folder)):
                return f"link out of the folder: {link}"
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            return f"{link} {stat.S_IFMT(status.st_mode):o} {status.st_size if stat.S_ISREG(status.st_mode) else ''}"
        return f"{link} {hashlib.sha256(read_regular_file(path, MAX_BYTES)).hexdigest()}"
    except OSError as error:  # loading the game reports it
        return f"{link} error {error.errno}"
