"""Patches and new pages of an errata kit: what changed on the printed pages of an old edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.compare.changes import Change
from pnp.findings import refuse
from pnp.impose.piece_sheets import fits, piece_area
from pnp.kit.full_check import KitSource
from pnp.kit.options import KIT_PARTS, BuildOptions
from pnp.kit.parallel import build_parts
from pnp.model.game import Game
from pnp.preflight import preflight_document
from pnp.preflight.page_differences import page_differences, page_size
from pnp.scene import Rect
from pnp.units import Mm
from pnp.write.finish import PAGES, WrittenFile
from pnp.write.kit_manifest import count_pages
from pnp.write.patch_sheets import Patch, copy_pages, patch_document, write_patches
from pnp.write.png import Thumbnails

SURROUNDINGS: Mm = 5.0
"""How far a patch extends beyond what changed, so that it can be aligned with the printed page."""
MOST_OF_A_PAGE = 0.4
"""A page of which patches would cover a greater share is printed again."""
NOT_COMPARED = ("map-tiles", "calibration", "counter-manifest")
"""Files that repeat others or are not used in play."""


@dataclass
class ChangedPages:
    """Differences between pages of two editions: patches, and pages to print again (file, page from 0)."""

    patches: list[Patch] = field(default_factory=list)
    again: list[tuple[Path, int]] = field(default_factory=list)


def write_patches_and_pages(
    old: Game, new: Game, changes: Sequence[Change], options: BuildOptions, folder: Path
) -> tuple[tuple[WrittenFile, ...], int]:
    """Write `patches.pdf` and `new-pages.pdf`, if pages of map, aids or components differ.

    Return the written files, and the number of pages of the whole files that they make unnecessary.

    The parts that a change can affect are written for both editions, and their pages are compared as pictures.
    """
    parts = _affected_parts(changes)
    if not parts:
        return (), 0
    with TemporaryDirectory(prefix="pnp-") as temporary:
        folders = [Path(temporary) / edition for edition in ("old", "new")]
        for game, place in zip((old, new), folders, strict=True):
            place.mkdir()
            made = build_parts(_source_of(game), replace(options, parts=parts), place)
        titles = {one.name: one.title for one in made if one.there}
        found = _page_changes(titles, folders[0], folders[1], options)
        changed = {file for file, _ in found.again} | {patch.file for patch in found.patches}
        whole = sum(map(count_pages, changed))
        written = []
        if found.patches:
            written.append(_write_patches(found.patches, new.game.title, options, folder))
        if found.again:
            title = f"{new.game.title}: pages to print again"
            copy_pages(found.again, folder / "new-pages.pdf", title)
            written.append(WrittenFile("new-pages", title, one_sided=True))
    return tuple(written), whole


def _affected_parts(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the parts of a kit whose pages the changes can affect, without the counters and the rules."""
    components = {change.component for change in changes}
    parts: set[str] = set()
    if components & {"map", "charts"}:
        parts |= {"map"}
    if components & {"charts", "scenarios"}:
        parts |= {"aids"}
    if any("components" in change.place for change in changes) or "charts" in components:
        parts |= {"components"}
    return tuple(part for part in KIT_PARTS if part in parts)


def _source_of(game: Game) -> KitSource:
    """Return a game as the source of its parts."""
    return KitSource.of_series(game, {}) if game.scenarios else KitSource(game)


def _page_changes(titles: Mapping[str, str], old: Path, new: Path, options: BuildOptions) -> ChangedPages:
    """Compare the pages of all files of two folders that are named in `titles`."""
    found = ChangedPages()
    settings = options.settings
    area = piece_area(settings.sheet.width, settings.sheet.height, settings.target)
    for name, title in titles.items():
        if name.startswith(NOT_COMPARED):
            continue
        before, after = (place / f"{name}.pdf" for place in (old, new))
        for page in range(count_pages(after)):
            boxes = page_differences(before, after, page, SURROUNDINGS) if before.exists() else None
            if boxes is None or _covers_too_much(boxes, page_size(after, page), area):
                found.again.append((after, page))
                continue
            for box in boxes:
                number = len(found.patches) + 1
                across, down = f"{box.x:.0f}\u00a0mm", f"{box.y:.0f}\u00a0mm"
                where = f"{title}, page {page + 1}, {across} from the left edge of the sheet and {down} from its top"
                found.patches.append(Patch(f"patch-{number}", after, page, box, f"Patch {number}: {where}"))
    return found


def _covers_too_much(boxes: Sequence[Rect], size: tuple[Mm, Mm], area: Rect) -> bool:
    """Return whether patches would cover so much of a page, or are so large, that it is better printed again."""
    covered = sum(box.width * box.height for box in boxes)
    return covered > MOST_OF_A_PAGE * size[0] * size[1] or not all(fits(box.width, box.height, area) for box in boxes)


def _write_patches(patches: Sequence[Patch], title: str, options: BuildOptions, folder: Path) -> WrittenFile:
    """Write the sheets of patches, and check the file."""
    settings, path = options.settings, folder / "patches.pdf"
    document = patch_document(patches, title, "patches", settings)
    write_patches(document, patches, path)
    thumbnails = Thumbnails()
    warnings = refuse(preflight_document(path, document, settings.target, {}, thumbnails.add_picture))
    pictures = thumbnails.write(path.stem, folder / PAGES)
    return WrittenFile(document.name, document.title, pictures, warnings, one_sided=True)
