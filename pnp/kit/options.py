"""The options of a build: print target, paper, duplex mode (how the sheets are flipped), parts and overlays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from pnp.filename import name_fault
from pnp.findings import Finding, Refused
from pnp.impose.registration import parse_back_shift
from pnp.load import load_printer, load_target, target_name
from pnp.message import clip
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex, InkVariant, PrintSettings
from pnp.spot import Spot

KIT_PARTS = ("map", "rules", "counters", "components", "aids")
"""The parts of a kit that can be built alone."""


@dataclass(frozen=True)
class BuildOptions:
    """The options of one kit.

    `target` is the name of the print target, `overlays` are names such as `scenarios/short`. With `allow_study`, an
    unofficial study edition may be made public.
    """

    output: Path
    target: str
    settings: PrintSettings
    parts: tuple[str, ...] = KIT_PARTS
    overlays: tuple[str, ...] = ()
    allow_study: bool = False

    def for_game(self, game: Game) -> BuildOptions:
        """Return the options for the kit of a game, with the format of its data."""
        return replace(self, settings=replace(self.settings, data_format=game.format))

    @property
    def folder_name(self) -> str:
        """The name of the kit's folder: the print target, and each option that is not the default."""
        target, settings = self.settings.target, self.settings
        words = [self.target]
        words += [settings.paper] if settings.paper != target.paper else []
        words += [settings.duplex] if settings.duplex != target.duplex else []
        words += [settings.ink] if settings.ink != "full" else []
        words += [overlay.replace("s/", "-", 1) for overlay in self.overlays]
        words += ["only", *self.parts] if self.left_out else []
        return "-".join(words)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts of a kit that these options do not build."""
        return tuple(part for part in KIT_PARTS if part not in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether the kit has all parts. Only then it has a cover."""
        return not self.left_out

    def kit_folder(self, game_folder: Path) -> Path:
        """Return the folder into which the kit of a game is written."""
        return self.output / name_of(game_folder) / self.folder_name

    def contents(self, title: str) -> dict[str, Any]:
        """Return the description of the kit of the game with this title, for its manifest.

        It shows whether an existing folder contains the same kit.
        """
        return {
            "game": title,
            "overlays": list(self.overlays),
            "target": self.target,
            "paper": self.settings.paper,
            "duplex": self.settings.duplex,
            "ink": self.settings.ink,
            "parts": list(self.parts),
        }


def name_of(game_folder: Path) -> str:
    """Return the name of the folder of a game, even if its path is `.` or `..`."""
    return Path(os.path.abspath(game_folder)).name  # noqa: PTH100 - resolve() would follow links, which have own names


def read_options(
    *,
    output: Path = Path("output"),
    overlays: Sequence[str] = (),
    target: str = "home",
    paper: str | None = None,
    duplex: str | None = None,
    back_shift: str | None = None,
    ink: str | None = None,
    only: str | None = None,
    allow_study: bool = False,
) -> list[BuildOptions]:
    """Return one set of build options for each paper size.

    `paper` and `only` list names separated by commas.

    Options that are None have the default of the print target. Raise `Refused` for unknown words.
    """
    print_target = load_target(target)
    papers = _words_of_option(paper, "--paper", print_target.papers) or (print_target.paper,)
    chosen = _words_of_option(only, "--only", KIT_PARTS)
    parts = tuple(part for part in KIT_PARTS if part in chosen) or KIT_PARTS
    mode: Duplex = next((known for known in get_args(Duplex) if known == duplex), print_target.duplex)
    inks: InkVariant = next((known for known in get_args(InkVariant) if known == ink), "full")
    shift = BackShift()
    if back_shift:
        shift = parse_back_shift(back_shift) if "," in back_shift else load_printer(back_shift)
    name = target_name(target)
    for option, word in (("--target", name), *((overlay, overlay.rpartition("/")[2]) for overlay in overlays)):
        if wrong := name_fault(word):
            problem = f"{clip(word)} cannot be part of the name of a kit's folder: {wrong}"
            raise Refused([Finding("B001", Spot(option), problem, "rename the file")])
    return [
        BuildOptions(
            output, name, PrintSettings(print_target, one, mode, shift, inks), parts, tuple(overlays), allow_study
        )
        for one in papers
    ]


def _words_of_option(text: str | None, option: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the words of an option such as `map,rules`, each once; refuse unknown words.

    Without the option, return an empty tuple.
    """
    words = tuple(word.strip().lower() for word in (text or "").split(",") if word.strip())
    names = tuple(known)
    unknown = tuple(clip(word) for word in words if word not in names)
    if unknown:
        wrong = f"there is no {' or '.join(unknown)}"
        raise Refused([Finding("B001", Spot(option), wrong, f"use {', '.join(names)}")])
    return tuple(dict.fromkeys(words))
