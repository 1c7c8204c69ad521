"""File names of a kit: checks of those that come from game data, and the folder into which a new kit is written."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.findings import Finding, Refused
from pnp.message import clip
from pnp.spot import Spot

LONGEST = 100
"""The most characters of an id that becomes part of a file name."""
LONGEST_JOINED = 200
"""The most characters of a file name made of several ids, with its suffix; systems allow about 250."""

_OTHER = re.compile(r"[^A-Za-z0-9._-]")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Source: learn.microsoft.com, Naming Files, Paths, and Namespaces."""


def name_fault(name: str, longest: int = LONGEST) -> str:
    """Return why a name is not allowed in file names on every system; empty if it is allowed.

    >>> name_fault("1-55.a"), name_fault("../x"), name_fault("Nul")
    ('', "'/' cannot be part of a file name", 'Windows reserves this name for a device')
    """
    other = _OTHER.search(name)
    if not name:
        return "a file name needs at least one character"
    if other:
        return f"{other[0]!r} cannot be part of a file name"
    if name[0] in ".-":
        return f"a file name must not begin with {name[0]!r}"
    if name[-1] == ".":
        return "a file name must not end with '.'"
    if _DEVICE.fullmatch(name):
        return "Windows reserves this name for a device"
    if len(name) > longest:
        return f"it has {len(name):,} characters, and a file name at most {longest}"
    return ""


def file_in(folder: Path, name: str) -> Path:
    """Return the path of a file in a kit's folder; raise `Refused` (W008) if its name is not allowed.

    Every file that is named after game data gets its path here. Raise `Refused` (W008) if the name is not a plain file
    name, because game data must never choose another folder.
    """
    wrong = name_fault(name, LONGEST_JOINED)
    if wrong:
        spot = Spot(clip(name) or repr(name))
        raise Refused([Finding("W008", spot, f"a kit cannot have a file of this name: {wrong}", "change the id")])
    return folder / name


def new_folder(target: Path, number: str) -> Path:
    """Return the path of a temporary folder for a new kit that will replace the folder `target`."""
    return target.with_name(f".{target.name}.new-{number}")


def replaced_folder(new: Path) -> Path | None:
    """Return the folder that a temporary folder for a new kit will replace; None for any other folder.

    >>> replaced_folder(new_folder(Path("output/duel/home"), "12-0")).as_posix()
    'output/duel/home'
    """
    name, mark, _number = new.name.rpartition(".new-")
    return new.with_name(name[1:]) if mark and name.startswith(".") else None
