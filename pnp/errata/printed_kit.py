"""The kit of an old edition as its owner has printed it: its PDFs are the old pages that patches must fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.findings import Finding, Refused
from pnp.kit.options import BuildOptions
from pnp.kit.publish import read_manifest
from pnp.message import clip
from pnp.model.game import Game
from pnp.spot import Spot
from pnp.write.kit_manifest import PROGRAM

OLDER = "an older version of pnp"
"""What made a kit whose manifest does not name its program."""


@dataclass(frozen=True)
class PrintedKit:
    """The folder of a kit, and the program that made it."""

    folder: Path
    program: str


def read_printed_kit(folder: Path, old: Game, options: BuildOptions) -> PrintedKit:
    """Return the kit in a folder.

    Raise `Refused` (E006) if it is not a kit of the old edition with these options.
    """
    manifest = read_manifest(folder)
    wanted = {"game": old.game.title, **options.contents(old.game.title)}
    fault = _fault(manifest, {key: wanted[key] for key in ("game", "target", "paper", "ink")})
    if fault:
        raise Refused([Finding("E006", Spot("--from-kit"), f"{folder}: {fault[0]}", fault[1])])
    program = manifest.get("program")
    return PrintedKit(folder, program if isinstance(program, str) else OLDER)


def options_of_printed_kit(folder: Path) -> dict[str, str]:
    """Return the target, paper, duplex mode and inks of a kit, as options of a build; of another folder, none."""
    manifest = read_manifest(folder)
    if "files" not in manifest or "errata" in manifest:
        return {}
    options = {key: manifest.get(key) for key in ("target", "paper", "duplex", "ink")}
    return {key: value for key, value in options.items() if isinstance(value, str)}


def _fault(manifest: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return what is wrong with the manifest of a kit and what to write; None if it is the wanted kit."""
    if "files" not in manifest:
        return "this folder is not a kit: it has no manifest.json", "name the folder of the kit that was printed"
    if "errata" in manifest:
        return "this folder is an errata kit", "name the folder of the kit whose pages are corrected"
    for key, value in wanted.items():
        found = manifest.get(key, value)
        if found != value:
            wrong = f"this kit has the {key} {clip(str(found))}, but the errata kit is built for {clip(str(value))}"
            write = "name a kit of the old edition" if key == "game" else f"leave out --{key}"
            return wrong, write
    return None


def fitting_words(kit: PrintedKit | None) -> str:
    """Return the sentence of the errata sheet that says which printed pages the patches fit."""
    if kit is not None:
        return f"The patches fit the pages of the kit that was made with {kit.program}."
    return (
        f"The patches fit pages of kits that were made with {PROGRAM}. To see whether they fit yours, lay one on its"
        " page: if the lines do not meet, your kit was made with another version, so print the whole page from a kit"
        " of the new edition."
    )
