"""The options of a build: print target, paper, duplex mode (how the sheets are flipped), parts and overlays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, get_args

from pnp.filename import name_fault
from pnp.findings import Finding, Refused, did_you_mean
from pnp.impose.registration import parse_back_shift
from pnp.load.target_files import load_printer, load_target, target_name
from pnp.message import clip
from pnp.model.game import Game
from pnp.model.target import BackShift, Colouring, Duplex, PrintSettings
from pnp.spot import Spot


@dataclass(frozen=True)
class KitPart:
    """A part of a kit that can be built alone.

    `made_by` names the functions of `pnp/kit/parts.py` that make its files. The parts that take longest (`slowness`)
    begin first, so that parallel processes finish together. `shows` names the sections of the data that it prints; an
    error elsewhere does not stop it. Parts that show the map (`maps`) share its drawing. A part `per_scenario` is also
    made for each scenario of a series. An `optional` part is made only if it is asked for, and a kit is whole without
    it. A game has the part only if its data has the section `needs`.
    """

    made_by: tuple[str, ...]
    slowness: int
    needs: str
    shows: tuple[str, ...]
    maps: bool = False
    per_scenario: bool = False
    optional: bool = False


_PIECES = ("counter_print", "counters", "formations")
_CHARTS = (*_PIECES, "boxes", "entries", "map", "map_rules", "modifiers", "tables", "terrain", "tracks")
"""Sections that aids and rules print."""
_PROSE = ("abbreviations", "errata", "facts", "glossary", "procedures", "rulings", "sequence", "standing")
"""Sections of rules, in words and as steps."""

PARTS: Mapping[str, KitPart] = {
    "map": KitPart(("map_part",), slowness=3, needs="map", shows=("map", "terrain"), maps=True, per_scenario=True),
    "rules": KitPart(
        ("rules_part",),
        slowness=5,
        needs="rules",
        shows=(*_CHARTS, *_PROSE, "booklet", "claims", "counts", "examples", "rules"),
        maps=True,
    ),
    "counters": KitPart(("counters_part", "counter_list_part"), slowness=2, needs="counters", shows=_PIECES),
    "components": KitPart(
        ("cards_part", "pieces_part"), slowness=1, needs="components", shows=("components", *_PIECES)
    ),
    "aids": KitPart(
        ("aids_part", "player_folder_part", "odds_part"),
        slowness=4,
        needs="aids",
        shows=(*_CHARTS, *_PROSE, "aids"),
        maps=True,
        per_scenario=True,
    ),
}
"""The parts of a kit by name."""
USUAL_PARTS = tuple(name for name, part in PARTS.items() if not part.optional)
"""The names of the parts of a whole kit."""


@dataclass(frozen=True)
class BuildOptions:
    """The options of one kit.

    `target` is the name of the print target, `overlays` are names such as `scenarios/short`. A `draft` is made in spite
    of errors, and without what is wrong. With `allow_study`, an unofficial study edition may be made public. A game
    whose data has no date gets `date`, which the pipeline sets for each game if the options are `dated`. `twins` are
    the kits on other papers that are built with this one: the name of the paper, and that of the folder.
    """

    output: Path
    target: str
    settings: PrintSettings
    parts: tuple[str, ...] = USUAL_PARTS
    overlays: tuple[str, ...] = ()
    allow_study: bool = False
    dated: bool = False
    date: str = ""
    draft: bool = False
    twins: tuple[tuple[str, str], ...] = ()

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
        words += ["draft"] if self.draft else []
        words += ["only", *self.parts] if self.left_out else []
        return "-".join(words)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts of a kit that these options do not build."""
        return tuple(part for part in USUAL_PARTS if part not in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether the kit has all parts. Only then it has a cover."""
        return not self.left_out

    @property
    def is_partial(self) -> bool:
        """Whether errors in what the kit does not print leave it as it is."""
        return self.draft or not self.is_whole

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
            **({"draft": True} if self.draft else {}),
        }


def name_of(game_folder: Path) -> str:
    """Return the name of the folder of a game, even if its path is `.` or `..`."""
    return Path(os.path.abspath(game_folder)).name  # noqa: PTH100 - resolve() would follow links, which have own names


def parts_that_show(section: str) -> tuple[str, ...]:
    """Return the names of the parts that print a section of the data; all of them for an unknown section."""
    shown = tuple(name for name, part in PARTS.items() if section in part.shows)
    return shown or (() if section == "cover" else tuple(PARTS))


class KitOptions(TypedDict, total=False):
    """The options of a build as a caller gives them. Those that are left out or None have the default of the target.

    `output` is the folder for kits. `overlays` are scenarios, editions, options or translations, applied in order.
    `target` is the name of a print target or a .yaml file. `paper` and `only` are one or more names: a text with commas
    between them, or a list. `duplex` is `long`, `short`, `fold` or `none`; `ink` is `full`, `low` or `grey`.
    `back_shift` is a reading of the calibration page, the name of a printer profile, or a .yaml file. With
    `allow_study`, study editions are built for public targets, too. With `dated`, a game without a date prints that of
    SOURCE_DATE_EPOCH or of its last commit. A `draft` contains all that can be built in spite of errors.
    """

    output: str | Path
    overlays: str | Sequence[str]
    target: str | Path
    paper: str | Sequence[str] | None
    duplex: str | None
    back_shift: str | Path | None
    ink: str | None
    only: str | Sequence[str] | None
    allow_study: bool
    dated: bool
    draft: bool


def read_options(**given: Unpack[KitOptions]) -> list[BuildOptions]:
    """Return one set of build options for each paper size.

    Raise `Refused` for unknown options, and for unknown words or values of another type.
    """
    for unknown in given.keys() - KitOptions.__annotations__.keys():
        raise _refuse_option(unknown, "there is no such option", did_you_mean(unknown, KitOptions.__annotations__))
    output, target = _path(given.get("output", "output"), "output"), str(_path(given.get("target", "home"), "target"))
    overlays, back_shift = _texts(given.get("overlays"), "overlays"), given.get("back_shift")
    print_target = load_target(target)
    papers = _words_of_option(given.get("paper"), "paper", print_target.papers) or (print_target.paper,)
    chosen = _words_of_option(given.get("only"), "only", PARTS)
    parts = tuple(part for part in PARTS if part in chosen) or USUAL_PARTS
    duplex, ink = (
        _one_word(given.get("duplex"), "duplex", get_args(Duplex)),
        _one_word(given.get("ink"), "ink", get_args(Colouring)),
    )
    mode: Duplex = next((known for known in get_args(Duplex) if known == duplex), print_target.duplex)
    inks: Colouring = next((known for known in get_args(Colouring) if known == ink), "full")
    shift = BackShift()
    if back_shift and mode in ("fold", "none"):
        wrong = f"with --duplex {mode} no page is printed on the back of another, so there is nothing to shift"
        raise _refuse_option("back_shift", wrong, "leave out one of the two options")
    if back_shift:
        text = str(_path(back_shift, "back_shift"))
        shift = parse_back_shift(text) if "," in text else load_printer(text)
    name = target_name(target)
    for option, word in (("--target", name), *((overlay, overlay.rpartition("/")[2]) for overlay in overlays)):
        if wrong := name_fault(word):
            problem = f"{clip(word)} cannot be part of the name of a kit's folder: {wrong}"
            raise Refused([Finding("B001", Spot(option), problem, "rename the file")])
    found = [
        BuildOptions(
            output,
            name,
            PrintSettings(print_target, one, mode, shift, inks),
            parts,
            overlays,
            bool(given.get("allow_study", False)),
            bool(given.get("dated", False)),
            draft=bool(given.get("draft", False)),
        )
        for one in papers
    ]
    names = [(one.settings.sheet.name, one.folder_name) for one in found]
    return [replace(one, twins=tuple(name for name in names if name[1] != one.folder_name)) for one in found]


_OPTION_NOUNS = {"paper": "paper size", "only": "part of a kit", "duplex": "way of printing two sides"}
"""What the words of an option name, if that is not the option itself."""


def _refuse_option(option: str, wrong: str, write: str) -> Refused:
    """Return the error for an option."""
    return Refused([Finding("B001", Spot(f"--{option.replace('_', '-')}"), wrong, write)])


def _path(value: object, option: str) -> Path:
    """Return the value of an option as a path; refuse values that are neither a text nor a path."""
    if not isinstance(value, (str, Path)):
        raise _refuse_option(option, f"{clip(repr(value))} is neither a text nor a path", "write a text")
    return Path(value)


def _texts(value: object, option: str) -> tuple[str, ...]:
    """Return the value of an option, one text or a list of them, as a tuple; refuse other values."""
    texts = (value,) if isinstance(value, str) else () if value is None else value
    if isinstance(texts, Iterable):
        found = tuple(texts)
        if all(isinstance(one, str) for one in found):
            return found
    raise _refuse_option(option, f"{clip(repr(value))} is neither a text nor a list of texts", "write a text")


def _one_word(value: object, option: str, known: Iterable[str]) -> str | None:
    """Return the value of an option that is one word of a list; refuse other values."""
    words = _words_of_option(value, option, known)
    if len(words) > 1:
        raise _refuse_option(option, "only one value is possible", f"use {', '.join(known)}")
    return next(iter(words), None)


def _words_of_option(value: object, option: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the words of an option such as `map,rules` or `["map", "rules"]`, each once; refuse unknown words.

    Without the option, return an empty tuple.
    """
    given = (one.split(",") for one in _texts(value, option))
    words = tuple(word.strip().lower() for of_one in given for word in of_one if word.strip())
    names = tuple(known)
    unknown = tuple(clip(word) for word in words if word not in names)
    if unknown:
        raise _refuse_option(
            option,
            f"there is no {_OPTION_NOUNS.get(option, option)} {' or '.join(unknown)}",
            f"write {', '.join(names)}",
        )
    return tuple(dict.fromkeys(words))
