"""The format of a game's data, and the version of pnp that it needs, as its game.yaml states them."""

from __future__ import annotations

import re

from pnp import __version__
from pnp.load.source import Faults
from pnp.load.tree import Node
from pnp.load.upgrades import newest_format
from pnp.message import clip

FORMAT, PROGRAM = "format", "pnp"
"""The two keys of game.yaml."""
_REQUIREMENT = re.compile(r">=\s*(\d+(?:\.\d+)*)")


def format_of(root: Node) -> int:
    """Return the format of a tree of game.yaml that `can_read` has accepted; 1 if it states none."""
    stated = root.mapping.get(FORMAT)
    return int(str(stated.value)) if stated is not None else 1


def can_read(root: Node, faults: Faults) -> bool:
    """Return whether this version of pnp reads the data of a game.yaml; add one finding if it does not."""
    program, stated = root.mapping.get(PROGRAM), root.mapping.get(FORMAT)
    if program is not None:
        needed = _REQUIREMENT.fullmatch(str(program.value).strip())
        if needed is None:
            write = 'write the oldest version that reads it, such as ">=0.4"'
            faults.add("L012", program.spot(PROGRAM), f"{clip(str(program.value))} is not a version of pnp", write)
            return False
        if version_parts(needed[1]) > version_parts(__version__):
            wrong = f"this game needs pnp {needed[1]} or later, but this is pnp {__version__}"
            faults.add("L021", program.spot(PROGRAM), wrong, f"install pnp {needed[1]} or later")
            return False
    if stated is None:
        return True
    number = str(stated.value).strip()
    if not re.fullmatch(r"[1-9]\d{0,5}", number):
        faults.add("L012", stated.spot(FORMAT), f"{clip(number)} is not a format", f"write {newest_format()}")
        return False
    if int(number) > newest_format():
        wrong = f"the data has format {number}, but pnp {__version__} reads formats up to {newest_format()}"
        faults.add("L021", stated.spot(FORMAT), wrong, "install a later version of pnp")
        return False
    return True


def refuse_in_overlay(root: Node, faults: Faults) -> None:
    """Add a finding for each of the two keys that an overlay has: they belong to the game with all its files."""
    for key in (FORMAT, PROGRAM):
        if key in root.mapping:
            faults.add("L010", root.mapping[key].key_spot(key), f"an overlay has no key {key}", "write it in game.yaml")


def version_parts(version: str) -> tuple[int, ...]:
    """Return the numbers of a version for comparison; zeros at its end do not count.

    >>> version_parts("0.10") > version_parts("0.9.1"), version_parts("1.0"), version_parts("2.1rc1")
    (True, (1,), (2, 1))
    """
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    parts = [int(part) for part in numbers[0].split(".")] if numbers else []
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)
