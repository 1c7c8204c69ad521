"""Patches and new pages of an errata kit: what changed on the printed pages of an old edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple

from pnp.draw.map.keep_clear import keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet, draw_shared_sheet
from pnp.errata.compare.changes import Change
from pnp.errata.page_differences import Margins, page_differences, page_size
from pnp.errata.patch_sheets import Patch, copy_pages, patch_document, patch_room, write_patches
from pnp.errata.patch_subjects import PageSubjects
from pnp.impose.piece_sheets import fits, piece_area
from pnp.impose.tiles.tile_pages import map_frame
from pnp.impose.tiles.tile_plan import Tile, plan_tiles
from pnp.kit.full_check import KitSource
from pnp.kit.options import PARTS, BuildOptions
from pnp.kit.parallel import build_parts
from pnp.kit.parts import counter_list_part
from pnp.kit.publish import read_manifest
from pnp.message import capitalised, join_words
from pnp.model.game import Game
from pnp.model.target import PrintSettings
from pnp.preflight import preflight_copies, preflight_document
from pnp.preflight.text_run import common
from pnp.processes import Parcel
from pnp.scene import Rect
from pnp.units import Mm
from pnp.write.finish import WrittenFile, finish_pages
from pnp.write.kit_manifest import PROGRAM, count_pages

ON_MAPS = Margins(around=5, texts=20, shapes=0)
ON_PAGES = Margins(around=3, texts=1000, shapes=25)
"""How far a patch extends beyond what changed, so that it can be aligned and does not cut through texts.

On a page of tables it contains whole lines of text and whole cells. A map has lines and areas everywhere.
"""
COUNTER_LIST = "counter-manifest"
"""The list of counters; a page of it that differs is printed again, because its lines move."""
MOST_OF_A_PAGE = 0.4
"""A page of which patches would cover a greater share is printed again."""
NOT_COMPARED = ("map-tiles", "calibration")
"""Files that repeat others or are not used in play."""


class PageCorrections(NamedTuple):
    """The written patches and new pages of an errata kit.

    `whole` is the number of pages of each whole file that they make unnecessary, by its title. `patched` are the titles
    of files with patches, `again` the numbers of the pages that are printed again, and `missing` the titles of files
    that differ but that the printed kit does not contain.
    """

    written: tuple[WrittenFile, ...] = ()
    whole: Mapping[str, int] = MappingProxyType({})
    patched: frozenset[str] = frozenset()
    again: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    missing: tuple[str, ...] = ()


@dataclass
class ChangedPages:
    """Differences between pages of two editions: patches, and pages to print again (file, page from 0)."""

    patches: list[Patch] = field(default_factory=list)
    again: list[tuple[Path, int]] = field(default_factory=list)


def write_patches_and_pages(
    old: Game,
    new: Game,
    changes: Sequence[Change],
    options: BuildOptions,
    folder: Path,
    executor: Executor | None = None,
    printed: Path | None = None,
) -> PageCorrections:
    """Write `patches.pdf` and `new-pages.pdf`, if pages of map, aids or the list of counters differ.

    The parts that a change can affect are written for both editions, and their pages are compared as pictures. The
    old pages can also be those of a kit that was `printed`. The version and date at the foot of compared pages are the
    same in both, because a new version alone needs no patch.
    """
    parts = _affected_parts(new, changes)
    lists_counters = not {"counters", "scenarios"}.isdisjoint(change.component for change in changes)
    if not parts and not lists_counters:
        return PageCorrections()
    with TemporaryDirectory(prefix="pnp-") as temporary:

        def make_pages(game: Game, dated: Game, name: str) -> tuple[Path, list[WrittenFile]]:
            """Write the parts of a game with the version and date of another one; return their folder and files."""
            about = game.game.model_copy(update={"version": dated.game.version, "date": dated.game.date})
            source = Parcel(KitSource.of_game(game.model_copy(update={"game": about})))
            place = Path(temporary) / name
            place.mkdir()
            parcels = build_parts(source, replace(options, parts=parts), place, executor) if parts else ()
            made = [one for parcel in parcels for one in parcel.value]
            if lists_counters and game.counters:
                listed = source.value.in_colouring(options.settings.ink)
                made += counter_list_part(listed, options.settings, place)
            return place, made

        before = printed or make_pages(old, new, "old")[0]
        after, made = make_pages(new, old if printed else new, "new")
        titles = {one.name: short_title(one.title, new) for one in made if one.there}
        missing: tuple[str, ...] = ()
        is_ours = printed is None or read_manifest(printed).get("program") == PROGRAM
        absent = {name: title for name, title in titles.items() if printed and not (printed / f"{name}.pdf").exists()}
        if absent:
            titles = {name: title for name, title in titles.items() if name not in absent}
            places = (make_pages(game, new, name)[0] for game, name in ((old, "our old"), (new, "our new")))
            missing = _differing(absent, *places)
        subjects = PageSubjects(old, new, changes)
        found = _page_changes(titles, before, after, subjects, options, is_ours=is_ours)
        if printed and found.again:
            whole_pages, _ = make_pages(new, new, "again")
            found.again = [(whole_pages / file.name, page) for file, page in found.again]
        again: dict[str, tuple[str, ...]] = {}
        for file, page in found.again:
            again[titles[file.stem]] = (*again.get(titles[file.stem], ()), str(page + 1))
        changed = {file for file, _ in found.again} | {patch.file for patch in found.patches}
        whole = {titles[file.stem]: count_pages(file) for file in sorted(changed)}
        written = []
        if found.patches:
            written.append(_write_patches(found.patches, new.game.title, options, folder))
        if found.again:
            written.append(_write_new_pages(found.again, new, options, folder))
        patched = frozenset(titles[patch.file.stem] for patch in found.patches)
    return PageCorrections(tuple(written), whole, patched, again, missing)


def _differing(titles: Mapping[str, str], old: Path, new: Path) -> tuple[str, ...]:
    """Return the titles of the files that differ in two folders; `titles` are those of all files by name."""
    return tuple(
        title
        for name, title in titles.items()
        if not name.startswith(NOT_COMPARED) and _is_different(old / f"{name}.pdf", new / f"{name}.pdf")
    )


def _is_different(old: Path, new: Path) -> bool:
    """Return whether a page of a file differs from that of an old file, or is not in it."""
    return not old.exists() or any(page_differences(old, new, page, ON_PAGES) != () for page in range(count_pages(new)))


def _affected_parts(new: Game, changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the parts of a kit whose pages the changes can affect, without those that are printed again as pieces.

    A map that is a card is such a piece.
    """
    components = {change.component for change in changes}
    parts: set[str] = set()
    if components & {"map", "charts"} and not any(one.shows_map() for one in new.components.values()):
        parts |= {"map"}
    if components & {"charts", "scenarios"}:
        parts |= {"aids"}
    return tuple(part for part in PARTS if part in parts)


def _page_changes(
    titles: Mapping[str, str],
    old: Path,
    new: Path,
    subjects: PageSubjects,
    options: BuildOptions,
    *,
    is_ours: bool = True,
) -> ChangedPages:
    """Return the changes between the pages of two kit folders, for each file named in `titles`.

    Patches of maps name the tiles on which they go if this program made the old pages (`is_ours`).
    """
    found = ChangedPages()
    settings = options.settings
    area = piece_area(settings.sheet.width, settings.sheet.height, settings.target)
    maps: Mapping[str, MapPlace] | None = None
    for name, title in titles.items():
        if name.startswith(NOT_COMPARED):
            continue
        before, after = (place / f"{name}.pdf" for place in (old, new))
        around = ON_MAPS if name.startswith("map") else ON_PAGES
        pages_before = count_pages(before) if before.exists() else 0
        for page in range(count_pages(after)):
            boxes = page_differences(before, after, page, around) if page < pages_before else None
            if boxes and name == COUNTER_LIST:
                boxes = None
            if boxes is None or _covers_too_much(boxes, page_size(after, page), area):
                found.again.append((after, page))
                continue
            for whole in boxes:
                box, where = whole, f"{title}, page\u00a0{page + 1}. {_where(whole)}"
                if name.startswith("map"):
                    maps = map_places(subjects.new, settings) if maps is None else maps
                    inside = common(whole, maps[name].printed)
                    if inside is None:
                        continue  # rulers and other marks beside the map
                    sheet = "" if name == "map" else f"{title}. "
                    box, where = inside, f"{sheet}{maps[name].words(inside, names_tiles=is_ours)}"
                subject = subjects.of_patch(before, after, page, box)
                says = f"{subject}{where}"
                found.patches.append(Patch(f"{name} {page} {len(found.patches)}", after, page, box, says))
    return found


def _where(box: Rect) -> str:
    """Return the words that say where a patch of a page goes."""
    across, down = f"{box.x:.0f}\u00a0mm", f"{box.y:.0f}\u00a0mm"
    return f"Put its upper left corner {across} from the left edge and {down} from the top of the page."


def _covers_too_much(boxes: Sequence[Rect], size: tuple[Mm, Mm], area: Rect) -> bool:
    """Return whether patches would cover so much of a page, or are so large, that it is better printed again."""
    covered = sum(box.width * box.height for box in boxes)
    return covered > MOST_OF_A_PAGE * size[0] * size[1] or not all(fits(*patch_room(box), area) for box in boxes)


def _write_patches(patches: Sequence[Patch], title: str, options: BuildOptions, folder: Path) -> WrittenFile:
    """Write the sheets of patches, and check the file."""
    settings, path = options.settings, folder / "patches.pdf"
    patches = _numbered(patches, title, settings)
    document = patch_document(patches, title, "patches", settings)
    write_patches(document, patches, path)
    check = partial(preflight_document, path, document, settings.target, {})
    pictures, warnings = finish_pages(path, settings, check)
    return WrittenFile(document.name, document.title, pictures, warnings, one_sided=True)


def _numbered(patches: Sequence[Patch], title: str, settings: PrintSettings) -> tuple[Patch, ...]:
    """Return patches in the order in which they are laid out on their sheets, numbered in this order."""
    named = {patch.name: patch for patch in patches}
    pages = patch_document(patches, title, "patches", settings).pages
    order = [named[placement.component] for page in pages for placement in page.placements]
    return tuple(
        replace(patch, name=f"patch-{number}", says=f"Patch {number}: {patch.says}")
        for number, patch in enumerate(order, 1)
    )


def _write_new_pages(pages: Sequence[tuple[Path, int]], new: Game, options: BuildOptions, folder: Path) -> WrittenFile:
    """Write the pages to print again, and check the file."""
    path, title = folder / "new-pages.pdf", f"{new.game.title}: pages to print again"
    copy_pages(pages, path, title, new.game.designer)
    target = options.settings.target
    pictures, warnings = finish_pages(path, options.settings, partial(preflight_copies, path, target))
    return WrittenFile("new-pages", title, pictures, warnings, one_sided=True)


def short_title(title: str, game: Game) -> str:
    """Return the title of a file without the title of its game."""
    return capitalised(title.removeprefix(f"{game.game.title}:").strip())


@dataclass(frozen=True)
class MapPlace:
    """The printed part of a map sheet, without its white margins, and its tiles, both in mm on the sheet."""

    printed: Rect
    tiles: tuple[Tile, ...] = ()

    def words(self, box: Rect, *, names_tiles: bool = True) -> str:
        """Return where a part of the sheet goes, measured from the edges that the sheet and its tiles share.

        These are the outermost lines or words, because hexes and frame begin further inside.
        """
        across, down = f"{box.x - self.printed.x:.0f}\u00a0mm", f"{box.y - self.printed.y:.0f}\u00a0mm"
        on = [tile.name for tile in self.tiles if common(tile.visible, box) is not None]
        several = "tile" if len(on) == 1 else "tiles"
        where = f" (on {several} {join_words(on)})" if names_tiles and len(self.tiles) > 1 and on else ""
        return (
            f"Put its upper left corner {across} from the leftmost and {down} below the uppermost line or word of"
            f" the printed map{where}."
        )


def map_places(game: Game, settings: PrintSettings) -> Mapping[str, MapPlace]:
    """Return the place of each map sheet by the name of its file."""
    found, maps = {}, []
    source = KitSource.of_game(game)
    for one in source.scenarios.values() or (source,):
        if one.board is None or one.game.map is None:
            continue
        name = one.file_name("map")
        scene = draw_map_sheet(one.game, one.board, name=name)
        printed, clear = map_frame(scene), keep_clear(one.game, one.board, scene)
        plan = plan_tiles(printed, one.board.grid, clear, settings.target, settings.sheet)
        found[name] = MapPlace(printed, plan.tiles)
        if one.scenario and one.game.map.area is not None:
            maps.append((one.game.map, scene))
    if maps:
        found["map"] = MapPlace(map_frame(draw_shared_sheet(maps)))
    return found
