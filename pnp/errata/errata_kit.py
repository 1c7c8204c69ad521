"""The errata kit: what owners of an old edition print to bring it up to date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.draw.counter.faces import draw_counters
from pnp.errata.changed_hexes import changed_hexes
from pnp.errata.changed_probabilities import changed_probabilities
from pnp.errata.compare.change_list import markdown_errata
from pnp.errata.compare.changes import Change, board_warnings, compare_editions, old_ids
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.wording import printed_changes
from pnp.errata.errata_patches import PageCorrections, short_title, write_patches_and_pages
from pnp.errata.errata_sheet import (
    ChangedPictures,
    PrintFile,
    compose_errata,
    compose_errata_sheet_web,
    editions_sentence,
)
from pnp.errata.marked_books import write_marked_books
from pnp.errata.printed_kit import PrintedKit, fitting_words, read_printed_kit
from pnp.errata.replacement_pieces import is_same_picture, write_replacement_pieces
from pnp.findings import Finding, Severity, refuse
from pnp.impose.component_sheets import TwoFaces, background_groups, impose_components, impose_counters
from pnp.impose.page import Document, Facing
from pnp.impose.piece_sheets import FrontOnly
from pnp.kit.full_check import KitSource, full_check
from pnp.kit.options import BuildOptions, name_of
from pnp.kit.parts import list_files
from pnp.kit.public_use import refuse_public_study
from pnp.kit.publish import replace_folder
from pnp.message import join_words, plural
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.spot import Spot
from pnp.write.finish import WrittenFile, finish_books, finish_document
from pnp.write.kit_manifest import count_pages
from pnp.write.web_page import web_page_text

REPLACEMENTS, STICKERS = "replacement counters", "stickers"
FACINGS: tuple[Facing, Facing] = ("front", "back")


@dataclass(frozen=True)
class ErrataKit:
    """A finished errata kit: its folder, its changes, its pages, and warnings.

    `listed` is the number of changes on the errata sheet. Without changes there is no folder; `stale` is then the
    folder of an earlier errata kit, if there is one.
    """

    folder: Path | None
    changes: tuple[Change, ...]
    pages: int = 0
    warnings: tuple[Finding, ...] = ()
    stale: Path | None = None
    listed: int = 0


@dataclass(frozen=True)
class ErrataFiles:
    """The files of an errata kit: its PDFs, the number of their pages, and warnings."""

    files: tuple[PrintFile, ...]
    pages: int
    warnings: tuple[Finding, ...]


def build_errata(
    old: Edition,
    new: Edition,
    options: BuildOptions,
    name: str,
    executor: Executor | None = None,
    printed: Path | None = None,
) -> ErrataKit:
    """Write an errata kit into a folder, which is replaced as a whole.

    The folder is beside the kits of the game, and `name` is the old edition in its name. Patches fit the kit in the
    folder `printed`, or else a kit of the old edition that this program would make. Raise `Refused` if the new
    edition has errors, if it is a study edition that may not be published, or if both are editions of different games.
    The executor, if there is one, runs jobs.
    """
    refuse_public_study(new.game, options)
    changes = compare_editions(old, new)
    folder = options.output / name_of(new.folder) / errata_folder_name(name, options)
    if not changes:
        return ErrataKit(None, (), stale=folder if folder.is_dir() else None)
    kit = read_printed_kit(printed, old.game, options) if printed else None
    warnings = refuse(full_check(new.game, None))
    with replace_folder(folder, manifest_entry(name_in_sentences(old), new.game, options)) as fresh:
        written = write_errata(old, new, changes, options, fresh, executor, kit)
    warnings = (*board_warnings(old, "old"), *warnings, *written.warnings)
    listed = len(printed_changes(changes, old.game, new.game))
    return ErrataKit(folder, changes, written.pages, warnings, listed=listed)


def errata_folder_name(name: str, options: BuildOptions) -> str:
    """Return the name of the folder of an errata kit: the old edition, and each option that is not the default.

    The words for the options are those in the names of other kits (`errata-from-v1-a4`).
    """
    words = options.folder_name.removeprefix("home").strip("-")
    return "-".join(filter(None, ("errata-from", file_name_part(name), words)))


def name_in_sentences(edition: Edition) -> str:
    """Return the name of an old edition for sentences: `v1.0`; of a folder, which owners do not know, no name."""
    is_folder = not edition.prefix and "@" not in edition.name and ":" not in edition.name
    return "the earlier edition" if is_folder else edition.label


def manifest_entry(old: str, new: Game, options: BuildOptions) -> dict[str, Any]:
    """Return the description of an errata kit for its manifest; `old` is the name of the old edition in sentences."""
    return {**options.contents(new.game.title), "errata": old, "parts": ["errata"]}


def write_errata(
    old: Edition,
    new: Edition,
    changes: Sequence[Change],
    options: BuildOptions,
    folder: Path,
    executor: Executor | None = None,
    printed: PrintedKit | None = None,
) -> ErrataFiles:
    """Write the files of an errata kit into an empty folder.

    Nothing is checked before. Raise `Refused` if a file has errors.
    """
    options = options.for_game(new.game)
    old, new = (_in_colouring(one, options) for one in (old, new))
    since, counters = name_in_sentences(old), old_ids(changes, "counters")
    faces = changed_faces(old.game, new.game, counters)
    written = list(_replacement_counters(new.game, faces, options, folder))
    whole = {one.name: _count_counter_pages(new.game, options) for one in written}
    renamed = {**old_ids(changes, "components"), **counters}
    pieces = tuple(write_replacement_pieces(old.game, new.game, renamed, options, folder))
    written += (one for one, _ in pieces)
    whole |= {one.name: pages for one, pages in pieces}
    faces = {**faces, **changed_hexes(old.game, new.game, changes)}
    corrected = write_patches_and_pages(
        old.game, new.game, changes, options, folder, executor, printed.folder if printed else None
    )
    written += corrected.written
    written += write_marked_books(old.game, new.game, changes, faces, since, options, folder)
    files = tuple(_print_file(one, new.game, folder, _use_of(one, whole, corrected)) for one in written)
    settings = options.settings
    chances = changed_probabilities(old.game, new.game, changes)
    editions, listed = editions_sentence(since, old.game, new.game), printed_changes(changes, old.game, new.game)
    fits = fitting_words(printed) if any(one.name == "patches" for one in written) else ""
    absent = join_words(list(map(_as_in_sentence, corrected.missing)))
    if absent:
        fits = f"{fits} The {absent} changed, too, but is not in the printed kit, so nothing here corrects it.".strip()
    book = compose_errata(old.game, new.game, listed, settings.sheet, files, faces, chances, editions, fits)
    sheet = tuple(replace(one, one_sided=True) for one in finish_books(book, settings, folder))
    written = [*sheet, *written]
    says = "All changes, to read."
    files = (*(_print_file(one, new.game, folder, says) for one in sheet), *files)
    page = compose_errata_sheet_web(old.game, new.game, listed, faces, files, chances, editions)
    (folder / "errata.html").write_text(web_page_text(page), encoding="utf-8")
    text = markdown_errata(listed, old.game, new.game, page.title, editions)
    (folder / "errata.md").write_text(f"{text}\n", encoding="utf-8")
    _, pages = list_files(new.game, folder, written, manifest_entry(since, new.game, options))
    warnings = [warning for file in written for warning in file.warnings]
    if printed and absent:
        wrong = f"the {absent} changed, but this kit does not contain it, so no patch corrects it"
        write = "name a kit with all parts if the owner has printed them"
        warnings.append(Finding("E007", Spot(str(printed.folder)), wrong, write, Severity.WARNING))
    return ErrataFiles(files, pages, tuple(warnings))


def _in_colouring(edition: Edition, options: BuildOptions) -> Edition:
    """Return an edition whose sides have the colours of a kit in these inks."""
    return replace(edition, game=KitSource.of_game(edition.game).in_colouring(options.settings.ink).game)


def file_name_part(text: str) -> str:
    """Return a text as part of a file name: letters, digits, dots and dashes, others as one dash.

    >>> file_name_part("v1.0:data/ford")
    'v1.0-data-ford'
    """
    return re.sub(r"[^\w.]+", "-", text).strip("-.") or "old"


def changed_faces(old: Game, new: Game, renamed: Mapping[str, str]) -> ChangedPictures:
    """Return the old and new drawing of each face of a counter that differs, by the id of the counter.

    A face also differs if its formation or its side has another colour. A new counter has no old drawings. `renamed`
    are the old ids of renamed counters.
    """
    before = draw_counters(old) if old.counters else {}
    after = draw_counters(new) if new.counters else {}
    found: dict[str, dict[str, tuple[Scene | None, Scene]]] = {}
    for id_, faces in after.items():
        was = before.get(renamed.get(id_, id_))
        for facing in FACINGS:
            drawn, earlier = getattr(faces, facing), getattr(was, facing) if was is not None else None
            if earlier is None or not is_same_picture(earlier, drawn):
                found.setdefault(id_, {})[facing] = (earlier, drawn)
    return found


def _replacement_counters(
    new: Game, changed: ChangedPictures, options: BuildOptions, folder: Path
) -> Iterable[WrittenFile]:
    """Write the sheet of counters that changed, with backs as usual; nothing if none changed.

    Printed on one side, they are stickers: only the faces that changed.
    """
    if not changed:
        return ()
    settings, drawn = options.settings, draw_counters(new)
    if settings.duplex == "none":
        keys = {id_: [f"{id_}-{facing}" for facing in faces] for id_, faces in changed.items()}
        pieces: dict[str, TwoFaces] = {
            f"{id_}-{facing}": FrontOnly(new_face)
            for id_, faces in changed.items()
            for facing, (_, new_face) in faces.items()
        }
        texts = {
            (f"{id_}-{facing}", "front"): drawn[id_].texts(facing)
            for id_, faces in changed.items()
            for facing in FACINGS
            if facing in faces
        }
    else:
        keys = {id_: [id_] for id_ in changed}
        pieces = {id_: drawn[id_] for id_ in changed}
        texts = {(id_, facing): drawn[id_].texts(facing) for id_ in changed for facing in FACINGS}
    groups = [[key for id_ in group if id_ in changed for key in keys[id_]] for group in background_groups(new)]
    name = STICKERS if settings.duplex == "none" else REPLACEMENTS
    pages = impose_components(
        pieces, groups, new.game.title, name, settings.target, settings.sheet, settings.duplex, settings.back_shift
    )
    if not pages:
        return ()
    turn = settings.duplex if settings.duplex in ("long", "short") else "none"
    document = Document(name.replace(" ", "-"), f"{new.game.title}: {name}", pages, turn)
    made = finish_document(document, settings, folder, texts)
    return (replace(made, one_sided=turn == "none"),)


def _print_file(one: WrittenFile, new: Game, folder: Path, use: str) -> PrintFile:
    """Return a written file as a row of the table of files to print."""
    both_sides = one.sheets is not None and one.sheets.duplex in ("long", "short")
    pages = count_pages(folder / f"{one.name}.pdf")
    return PrintFile(one.name, short_title(one.title, new), pages, use, both_sides)


def _use_of(one: WrittenFile, whole: Mapping[str, int], corrected: PageCorrections) -> str:
    """Return what a file of an errata kit is for, in a sentence or two.

    `whole` is the number of pages of the whole file by the name of the file that replaces parts of it. `corrected` says
    which pages the patches and the new pages correct.
    """
    name = one.name
    instead = f", instead of all {whole[name]} pages" if whole.get(name, 0) > len(one.pictures) else ""
    if name == STICKERS:
        return f"Print, cut out and paste over the old counters{instead}."
    if name in whole:
        return f"Print and cut out{instead}."
    if name == "patches":
        patched = {title: pages for title, pages in corrected.whole.items() if title in corrected.patched}
        books = join_words(list(map(_as_in_sentence, patched)))
        every = f"Cut out and paste over the old pages, instead of printing the whole {books}"
        return f"{every} ({plural(sum(patched.values()), 'page')} of a kit of the new edition)."
    if name == "new-pages":
        pages = [
            f"{_as_in_sentence(title)} ({'page' if len(numbers) == 1 else 'pages'} {join_words(numbers)})"
            for title, numbers in corrected.again.items()
        ]
        return f"Print them instead of the old pages: {join_words(pages)}."
    if name.endswith("-marked"):
        return "New edition with changes marked, to read on the screen."
    if name.startswith("aids") and any("aids" in title.casefold() for title in corrected.whole):
        return "New edition. Print it, or use the patches for it."
    return "New edition. Print it instead of the old one."


def _as_in_sentence(title: str) -> str:
    """Return the title of a file as it is written inside a sentence."""
    return title[:1].lower() + title[1:]


def _count_counter_pages(new: Game, options: BuildOptions) -> int:
    """Return the number of pages of the whole file of counters."""
    settings = options.settings
    shift, paper = settings.back_shift, settings.paper
    return len(impose_counters(draw_counters(new), new, settings.target, paper, settings.duplex, shift))
