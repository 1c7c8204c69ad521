"""The files of a kit as its cover, its print guide and `index.html` list them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from pnp.compose.aids.player_folder import player_folders
from pnp.draw.cutout import cut_out_components
from pnp.message import capitalised, number_words
from pnp.model.aid_blocks import FOLDER_PAGES
from pnp.model.game import Game
from pnp.model.target import Duplex
from pnp.units import Mm, in_inches, int_sum

TITLES = {
    "calibration": "Calibration sheet",
    "odds": "Probabilities",
    "folder": "Player folders",
}
"""Printed titles of parts whose documents have another title."""
LARGE, APART = "map", ("map", "odds", "packaging")
"""The part that is printed on large paper, and the parts that are not in `kit.pdf`."""
ADDED = " (not in the published rules)"
"""Printed after the title of a file whose components are all additions."""
NOT_JOINED: Mapping[str, range] = MappingProxyType({})
"""The pages in `kit.pdf` of a kit that has none."""
COVER_PAGES = 3
"""The pages of the cover file: front, back, and print guide."""


@dataclass(frozen=True)
class KitFile:
    """One file of a kit: its name, its title, and how many pages and sheets of paper it has.

    `part` is the name of its part, such as `map-tiles`, also if the file belongs to one scenario of a series. `size` is
    the size of a map in words. `two_sided` says whether the sheets are printed on both sides. `general` is the title
    without the name of a scenario. `in_kit` are its pages in `kit.pdf`, numbered from 1; none if it is not part of it.
    """

    name: str
    title: str
    pages: int
    sheets: int
    part: str
    size: str = ""
    two_sided: bool = False
    general: str = ""
    in_kit: range = range(0)

    @property
    def pages_in_kit(self) -> str:
        """The pages of the file in `kit.pdf`, such as `5-18`; empty if it is not part of it."""
        return page_words([self.in_kit])


def cut_out_files(game: Game) -> frozenset[str]:
    """Return the names of the files with pieces that are cut out along their outlines."""
    return frozenset(component.sheet or id_ for id_, component in cut_out_components(game).items())


def all_kit_files(
    game: Game,
    files: Iterable[tuple[str, str, int]],
    duplex: Duplex,
    pieces: Mapping[str, bool],
    in_kit: Mapping[str, range] = NOT_JOINED,
) -> tuple[KitFile, ...]:
    """Return the descriptions of the cover and of the other files of a kit, given as for `kit_files`.

    `pieces` names the files with sheets of components, and says whether these are printed on one side. `in_kit` gives
    the pages of files in `kit.pdf`.
    """
    one_sided = (
        {"map", "map-tiles", "packaging"} | cut_out_files(game) | {name for name, alone in pieces.items() if alone}
    )
    listed = (cover_file(duplex), *kit_files(game, files, duplex, one_sided))
    return tuple(replace(file, in_kit=in_kit.get(file.name, range(0))) for file in listed)


def page_words(parts: Iterable[range]) -> str:
    """Return ranges of pages as a print dialog takes them: `5-18, 33-40`; empty if there are none.

    Ranges that follow each other become one.
    """
    joined: list[range] = []
    for part in sorted((part for part in parts if part), key=lambda part: part.start):
        if joined and joined[-1].stop == part.start:
            joined[-1] = range(joined[-1].start, part.stop)
        else:
            joined.append(part)
    return ", ".join(f"{part.start}-{part[-1]}" if len(part) > 1 else str(part.start) for part in joined)


def kit_files(
    game: Game, files: Iterable[tuple[str, str, int]], duplex: Duplex, one_sided: Collection[str]
) -> tuple[KitFile, ...]:
    """Return the descriptions of the files of a kit, given as name without suffix, title and number of pages.

    `one_sided` names the files and parts that are printed on one side although the kit is printed on both.
    """
    return tuple(_kit_file(game, file, duplex, one_sided) for file in files)


def cover_file(duplex: Duplex) -> KitFile:
    """Return the description of the file of the cover."""
    both = duplex in ("long", "short")
    sheets = -(-COVER_PAGES // 2) if both else COVER_PAGES
    return KitFile("cover", "Cover and print guide", COVER_PAGES, sheets, "cover", two_sided=both)


def joined_sheets(files: Sequence[KitFile]) -> int:
    """Return the number of sheets of `kit.pdf`, given all other files."""
    return int_sum(file.sheets for file in files if file.part not in APART)


def _kit_file(game: Game, file: tuple[str, str, int], duplex: Duplex, one_sided: Collection[str]) -> KitFile:
    """Return the description of a file, with the sheets of paper that it needs."""
    name, title, pages = file
    scenario = next((known for known in game.scenarios if name.endswith(f"-{known}")), "")
    part = name.removesuffix(f"-{scenario}") if scenario else name
    if part == "counters":
        title = f"{game.counter_word}s"
    heading = f"List of all {game.counter_word}s" if part == "counter-manifest" else TITLES.get(part)
    heading = heading or capitalised(title.removeprefix(f"{game.game.title}:").strip())
    if heading.count(",") > 1:  # it names all pieces of the file
        heading = capitalised(name.replace("-", " "))
    components = [one for id_, one in game.components.items() if (one.sheet or id_) == name]
    if components and all(one.added for one in components):
        heading += ADDED
    own = _scenario_name(game, scenario) if scenario else ""
    if part == "folder":
        heading += _sheets_of_player_folder(game.scenarios[scenario] if scenario else game)
    general = capitalised(heading.removeprefix(f"{own}:").removesuffix(f": {own}").strip()) if own else heading
    if own not in heading:
        heading = f"{heading}: {own}"
    both = duplex in ("long", "short") and part not in one_sided
    size = map_size_words(game.scenarios[scenario] if scenario else game)
    sheets = -(-pages // 2) if both else pages
    return KitFile(name, heading, pages, sheets, part, size, both and pages > 1, general)


def _scenario_name(series: Game, scenario: str) -> str:
    """Return the name of a scenario: its title without that of the series, or else the title of its map."""
    own = series.scenarios[scenario]
    title = own.game.title.removeprefix(series.game.title).removeprefix(":").strip()
    return title or (own.map.title if own.map else "") or capitalised(scenario)


def _sheets_of_player_folder(game: Game) -> str:
    """Return how many sheets each player folder of a game has, as an addition to a title; empty if it is one."""
    sheets = max((len(folder.pages) // FOLDER_PAGES for folder in player_folders(game)), default=1)
    return f" ({number_words(sheets)} sheets each)" if sheets > 1 else ""


def map_size_words(game: Game) -> str:
    """Return the printed size of the map, or of the sheet of a series: in inches if they are simple, else in mm."""
    maps = [one.map for one in (game, *game.scenarios.values()) if one.map is not None]
    if not maps:
        return ""
    size = maps[0].paper if game.scenarios else maps[0].size
    scale = game.map_print_scale
    inches = [in_inches(side * scale) for side in (size.width, size.height)]
    if all(inches):
        return f"{inches[0]} × {inches[1]} in"
    return f"{size.width * scale:.0f} × {size.height * scale:.0f} mm"


def length_words(length: Mm) -> str:
    """Return a length as `15 mm`, or as `1/2 in (12.7 mm)` if it is a common fraction of an inch.

    >>> length_words(12.7), length_words(15)
    ('1/2 in (12.7 mm)', '15 mm')
    """
    inches = in_inches(length)
    return f"{inches} in ({length:.4g} mm)" if inches else f"{length:.4g} mm"
