"""The parts of a kit, such as map, counters and rules: a function for each writes its files into a folder.

Each part writes its PDFs, which preflight then reads and checks. Parts do not depend on each other, so they can run in
parallel and in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp.board import Board
from pnp.compose.aids.aid_pages import AidForm, AidPages, compose_aids
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.back_cover import back_texts
from pnp.compose.contents_card import ContentsCard
from pnp.compose.counter_list import compose_counter_list
from pnp.compose.cover import cover_picture, kit_cover
from pnp.compose.kit_files import COVER_PAGES, NOT_JOINED, all_kit_files
from pnp.compose.kit_index import KitOverview, compose_kit_index, kit_overview
from pnp.compose.rulebook.reconstructed_values import RECONSTRUCTED, compose_reconstructed
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.draw.component_kinds import draw_all_cards
from pnp.draw.cover_art.cover_picture import CoverPicture
from pnp.draw.cutout import drawn_cut_outs, standing_counters
from pnp.draw.map.keep_clear import keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet, draw_shared_sheet
from pnp.draw.packaging.blank_card import CONTENTS_CARD
from pnp.findings import Finding, Severity, refuse
from pnp.impose.calibration import impose_calibration
from pnp.impose.card_sheets import impose_cards, impose_single
from pnp.impose.component_sheets import impose_counters
from pnp.impose.counter_list_pages import impose_counter_list
from pnp.impose.packaging_sheets import (
    packaging_piece_pages,
    packaging_pieces,
    packaging_title,
    wrap_pages,
    wrap_panel,
)
from pnp.impose.page import Document
from pnp.impose.piece_sheets import impose_piece_sheets
from pnp.impose.tiles.cut_texts import cut_texts
from pnp.impose.tiles.tile_pages import impose_map_sheet, impose_tiles, map_frame
from pnp.impose.tiles.tile_plan import plan_tiles
from pnp.kit.full_check import KitSource
from pnp.model.game import Game
from pnp.model.target import Colouring, PrintSettings
from pnp.preflight import preflight_joined
from pnp.processes import NextJob
from pnp.scene import Rect, Scene
from pnp.spot import Spot
from pnp.write.book_pdf import PrintedOver
from pnp.write.finish import (
    COMPONENTS,
    PAGES,
    WrittenFile,
    finish_books,
    finish_document,
    finish_extra,
    write_components,
)
from pnp.write.kit_manifest import PROGRAM, count_pages, write_manifest
from pnp.write.merge import Section, joined_range, merge_pdfs
from pnp.write.pdf import Turn
from pnp.write.png import write_large_picture

ORDER = (
    "draft",
    "cover",
    "calibration",
    "map-tiles",
    "counters",
    "components",
    "cards-left-out",
    "pieces-left-out",
    "aids",
    "folder",
    "rules",
    "counter-manifest",
)
"""The files that `kit.pdf` joins, in order.

`components` means the sheets that the game's components name. Only a draft has `draft`, its findings, and what was left
out.
"""


def map_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Draw the map as one large sheet and as tiles on the chosen paper; return the job that writes it.

    A map that is a card is printed with the cards.
    """
    if source.scenarios:
        return _shared_sheet(source, settings, folder)
    game, board = source.game, source.board
    if board is None:
        return ()
    name, title = source.file_name("map"), f"{game.game.title}: map"
    scene = draw_map_sheet(game, board, name=name)
    if any(component.shows_map() for component in game.components.values()):
        scene = scene.enlarged(game.map_print_scale)
        alone = Document(name, title, impose_single(name, scene, settings.target))
        return NextJob(partial(_write_map, {name: scene}, (alone,), settings, folder, one_sided=False))
    sheet = Document(name, title, impose_map_sheet(scene, settings.target))
    target, paper, clear = settings.target, settings.sheet, keep_clear(game, board, scene)
    plan = plan_tiles(map_frame(scene), board.grid, clear, target, paper)
    tiles, of_tiles = impose_tiles(scene, plan, target, paper, title), source.file_name("map-tiles")
    pages = Document(of_tiles, f"{title} on {paper.name}", tiles)
    warnings = {of_tiles: cut_texts(plan, clear.texts, scene, f"{of_tiles}.pdf")}
    return NextJob(partial(_write_map, {name: scene}, (sheet, pages), settings, folder, warnings=warnings))


def _write_map(
    scenes: Mapping[str, Scene],
    documents: Iterable[Document],
    settings: PrintSettings,
    folder: Path,
    *,
    one_sided: bool = True,
    warnings: Mapping[str, tuple[Finding, ...]] = MappingProxyType({}),
) -> tuple[WrittenFile, ...]:
    """Write the scenes and the documents of a map. `warnings` are those about documents, by name, before preflight."""
    write_components(folder, scenes, settings.ink, large=True)
    written = (finish_document(one, settings, folder) for one in documents)
    return tuple(
        replace(one, one_sided=one_sided, warnings=(*warnings.get(one.name, ()), *one.warnings)) for one in written
    )


def _shared_sheet(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Draw the sheet that the maps of a series share; return the job that writes it, if they share one."""
    maps = [
        (one.game.map, draw_map_sheet(one.game, one.board, name=one.file_name("map")))
        for one in source.scenarios.values()
        if one.board is not None and one.game.map is not None and one.game.map.area is not None
    ]
    if len(maps) < 2 or any(game_map.paper != maps[0][0].paper for game_map, _ in maps):
        return ()
    sheet = Document(
        "map", f"{source.game.game.title}: map sheet", impose_map_sheet(draw_shared_sheet(maps), settings.target)
    )
    return NextJob(partial(_write_map, {}, (sheet,), settings, folder))


def counters_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Write the counter sheets, front and back, and the calibration sheet."""
    game = source.game
    if not game.counters:
        return ()
    faces = source.counter_faces
    scenes = {f"{id_}-{side}": getattr(f, side) for id_, f in faces.items() for side in ("front", "back")}
    write_components(folder, scenes, settings.ink)
    duplex, shift = settings.duplex, settings.back_shift
    pages = impose_counters(faces, game, settings.target, settings.paper, duplex, shift)
    texts = {(id_, side): getattr(f, f"{side}_texts") for id_, f in faces.items() for side in ("front", "back")}
    if not pages:  # all counters are standees
        return ()
    turn = duplex if duplex in ("long", "short") else "none"
    written = [
        finish_document(Document("counters", f"{game.game.title}: counters", pages, turn), settings, folder, texts)
    ]
    if turn != "none":
        proof = impose_calibration(settings.target, settings.paper, duplex, shift)
        written.append(finish_document(Document("calibration", "Calibration of backs", proof, turn), settings, folder))
    return tuple(written)


def counter_list_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Write the list of all counters with their front and back.

    A game whose counters are all standees has none: their sheet shows each of them with its name.
    """
    game = source.game
    if set(game.counters) <= standing_counters(game):
        return ()
    listing = compose_counter_list(game, source.counter_faces)
    return (finish_document(impose_counter_list(listing, settings.target, settings.sheet), settings, folder),)


def pieces_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Write the sheets of pieces that are printed on one side and cut out."""
    game = source.game
    drawn = drawn_cut_outs(game)
    if not drawn:
        return ()
    scenes = {piece.name: piece.scene for of_one in drawn.values() for piece in of_one}
    write_components(folder, scenes, settings.ink)
    documents = impose_piece_sheets(game, drawn, settings.target, settings.sheet)
    return tuple(replace(finish_document(document, settings, folder), one_sided=True) for document in documents)


def cards_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Write the sheets of cards and decks, several cards to a page."""
    game = source.game
    faces = draw_all_cards(game, source.board)
    cards = {id_: card for of_one in faces.values() for id_, card in of_one.items()}
    sides = [(id_, side) for id_ in cards for side in ("front", "back") if side == "front" or not cards[id_].blank_back]
    write_components(folder, {f"{id_}-{side}": getattr(cards[id_], side) for id_, side in sides}, settings.ink)
    texts = {(id_, side): getattr(cards[id_], f"{side}_texts") for id_, side in sides}
    documents = impose_cards(game, faces, settings.target, settings.sheet, settings.duplex, settings.back_shift)
    written = []
    for one in documents:
        made = finish_document(one, settings, folder, texts)
        written.append(replace(made, one_sided=one.duplex == "none"))
    turns = [document.duplex for document in documents if document.duplex != "none"]
    if turns and set(game.counters) <= standing_counters(game):  # otherwise it is with the counters
        proof = impose_calibration(settings.target, settings.paper, settings.duplex, settings.back_shift)
        calibration = Document("calibration", "Calibration of backs", proof, turns[0])
        written.append(finish_document(calibration, settings, folder))
    return tuple(written)


def aids_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Compose the player aids; return the job that typesets and writes them.

    A game without player aids has no such job.
    """
    return _aids_part(source, settings, folder, "aids", AidPages(source.aid_titles, appendix=False))


def player_folder_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Compose the player folders; return the job that typesets and writes them.

    A game without panels of a folder has no such job.
    """
    return _aids_part(source, settings, folder, "folder", PlayerFolders(settings.duplex, source.aid_titles))


def odds_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Compose the appendix of the player aids; return the job that typesets and writes it.

    A game without an appendix has no such job.
    """
    return _aids_part(source, settings, folder, "odds", AidPages(source.aid_titles, appendix=True))


def drawn_variant(settings: PrintSettings) -> Colouring:
    """Return the variant in which pictures of covers are drawn; greys are made when a file is written."""
    return "low" if settings.ink == "low" else "full"


def _aids_part(
    source: KitSource, settings: PrintSettings, folder: Path, name: str, form: AidForm
) -> tuple[WrittenFile, ...] | NextJob:
    """Compose the player aids of one form; return the job that typesets and writes them."""
    first = next(iter(source.scenarios.values()), source)  # it has the pages that all scenarios share
    game = first.game
    if source.scenarios:  # lists of symbols and counters on shared pages are those of all scenarios
        game = game.model_copy(update={key: getattr(source.game, key) for key in ("counters", "formations", "sides")})
    if not form.pages(game):
        return ()
    book = compose_aids(
        game,
        first.board,
        settings.sheet,
        form,
        answers=source.answers,
        name=source.file_name(name),
        about=source.game.game,
        variant=drawn_variant(settings),
    )
    return NextJob(partial(finish_books, book, settings, folder))


def rules_part(source: KitSource, settings: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | NextJob:
    """Compose the rules booklet; return the job that typesets and writes it.

    A game without rules has no such job.
    """
    game = source.game
    if not game.rules:
        return ()
    boards = {name: one.board for name, one in source.scenarios.items()}
    margin = settings.target.margin
    book = compose_rules(game, source.board, settings.sheet, worked=source.examples, boards=boards, margin=margin)
    return NextJob(partial(finish_books, book, settings, folder))


def cover_part(
    game: Game,
    settings: PrintSettings,
    folder: Path,
    written: Iterable[WrittenFile],
    view: tuple[Game, Board] | None = None,
) -> tuple[WrittenFile, WrittenFile]:
    """Write the cover file and the packaging, and return both.

    They are written after the other files of the kit, because the print guide lists these. `view` is the
    game and the board whose map the back cover shows.
    """
    target, paper, written = settings.target, settings.sheet, tuple(written)
    picture = cover_picture(game, target, paper, drawn_variant(settings))
    files, pieces = _listed_files(game, folder, written)
    texts = back_texts(game, all_kit_files(game, files, settings.duplex, pieces), paper)
    packaging = _packaging(game, picture, settings, with_card=bool(texts.contents))
    panel = wrap_panel(paper)
    files += (("packaging", packaging.title, len(packaging.pages) + (1 if panel else 0)),)
    in_kit = pages_in_kit(game, settings, folder, (WrittenFile("cover", ""), *written))
    cover = kit_cover(game, target, paper, settings.duplex, files, picture, pieces=pieces, view=view, in_kit=in_kit)
    over = []
    if panel:
        front, back = cover.beside_spine(panel)
        wrap = wrap_pages(game, (front, back.page), target, paper)
        packaging = replace(packaging, pages=(*wrap, *packaging.pages))
        over.append(PrintedOver(cover.words_beside_spine(panel, back), 0, Rect(0, 0, panel.width, panel.height)))
    over += (
        PrintedOver(ContentsCard(game, texts).book(), number, place.box, place.turn)
        for number, page in enumerate(packaging.pages)
        for place in page.placements
        if place.component == CONTENTS_CARD
    )
    made = finish_document(packaging, settings, folder, over=over)
    if not (made.there or panel):  # without Pango; a wrap needs it too
        plain = finish_document(_packaging(game, picture, settings, with_card=False), settings, folder)
        made = replace(plain, warnings=(*made.warnings, *plain.warnings))
    return finish_extra(cover.book(), settings, folder), replace(made, one_sided=True)


def _packaging(game: Game, picture: CoverPicture, settings: PrintSettings, *, with_card: bool) -> Document:
    """Return the pages with the pieces of the packaging, without the wrap."""
    pieces = packaging_pieces(game, picture, settings.target, settings.sheet, with_card=with_card)
    pages = packaging_piece_pages(game, pieces, settings.target, settings.sheet)
    return Document("packaging", f"{game.game.title}: {packaging_title(pieces)}", pages)


def _listed_files(
    game: Game, folder: Path, written: Iterable[WrittenFile]
) -> tuple[tuple[tuple[str, str, int], ...], dict[str, bool]]:
    """Return the files of a kit in their order, and those with components.

    The files are name, title and number of pages. The files with components are given with whether they are printed on
    one side.
    """
    written = tuple(written)
    order = {name: place for place, name in enumerate((*_joined_order(game), *_odds_files(game), "packaging"))}
    listed = sorted(written, key=lambda one: order.get(one.name, -1))  # the map on its own sheet is listed first
    files = tuple((one.name, one.title, count_pages(folder / f"{one.name}.pdf")) for one in listed)
    return files, {one.name: one.one_sided for one in written if one.name in _component_files(game)}


def back_view(source: KitSource) -> tuple[Game, Board] | None:
    """Return the game and the board whose map the back cover shows; None if the game has no map.

    For a series they are those of its first scenario.
    """
    for one in (*source.scenarios.values(), source):
        if one.game.map is not None and one.board is not None:
            return one.game, one.board
    return None


def _joined_order(game: Game) -> tuple[str, ...]:
    """Return the names of the files that `kit.pdf` contains, in order."""
    names: list[str] = []
    for word in ORDER:
        names += _component_files(game) if word == "components" else (word,)
        names += (
            [f"{word}-{scenario}" for scenario in game.scenarios] if word in ("map-tiles", "aids", "folder") else []
        )
    return tuple(names)


def _odds_files(game: Game) -> tuple[str, ...]:
    """Return the names of the files with the appendix of the player aids, which `kit.pdf` does not contain."""
    return ("odds", *(f"odds-{scenario}" for scenario in game.scenarios))


def _component_files(game: Game) -> tuple[str, ...]:
    """Return the names of the files that contain the components of a game."""
    return tuple(dict.fromkeys(component.sheet or id_ for id_, component in game.components.items()))


def join_part(
    game: Game, settings: PrintSettings, folder: Path, written: Iterable[WrittenFile]
) -> tuple[WrittenFile, ...]:
    """Write `kit.pdf`, which contains all files that are printed on the chosen paper.

    Return it, or nothing if there are no such files: a map may need no tiles.
    """
    sections = _joined_sections(game, folder, written)
    if not sections:
        return ()
    title = f"{game.game.title}: the whole kit on {settings.sheet.name}"
    path = folder / "kit.pdf"
    merge_pdfs(sections, path, title, _turn(settings), game.game.designer)
    found = preflight_joined(path, settings.target)
    return (WrittenFile("kit", title, warnings=found if settings.draft else refuse(found, settings.data_format)),)


def _turn(settings: PrintSettings) -> Turn:
    """Return the edge on which the sheets of `kit.pdf` are flipped."""
    return settings.duplex if settings.duplex in ("long", "short") else "none"


def _joined_sections(game: Game, folder: Path, written: Iterable[WrittenFile]) -> list[Section]:
    """Return the files that `kit.pdf` joins, in order."""
    files = {one.name: one for one in written}
    return [
        Section(folder / f"{name}.pdf", files[name].title, files[name].one_sided)
        for name in _joined_order(game)
        if name in files
    ]


def pages_in_kit(game: Game, settings: PrintSettings, folder: Path, written: Iterable[WrittenFile]) -> dict[str, range]:
    """Return the pages in `kit.pdf` of each file that it joins, numbered from 1. The cover may still be unwritten."""
    found: dict[str, range] = {}
    first = 1
    for section in _joined_sections(game, folder, written):
        pages = count_pages(section.file) if section.file.exists() else COVER_PAGES
        joined = joined_range(first, pages, one_sided=section.one_sided, duplex=_turn(settings))
        found[section.file.stem], first = joined, joined.stop
    return found


def list_files(
    game: Game,
    folder: Path,
    written: Iterable[WrittenFile],
    contents: Mapping[str, Any],
    overview: KitOverview | None = None,
    in_kit: Mapping[str, range] = NOT_JOINED,
    twins: Sequence[tuple[str, str]] = (),
) -> tuple[int, int]:
    """Write `index.html`, `reconstructed.html` and `manifest.json`; return the number of files and of printed pages.

    Only a kit with rules has the list of reconstructed values, which the rules mention. `overview` describes a whole
    kit at the head of `index.html`. `in_kit` gives the pages of files in `kit.pdf`, and `twins` the kits on other
    papers, by paper and folder.
    """
    written = tuple(written)
    files = tuple((one.name, one.title, [folder / PAGES / name for name in one.pictures]) for one in written)
    about = game.game
    errata_from, rights = str(contents.get("errata", "")), about.rights_statement
    reconstructed = compose_reconstructed(game) if any(one.name == "rules" for one in written) else ""
    if overview is not None:
        has_rules = any(one.name == "rules" for one in written)
        published_errata = any(one.kind != "addition" for one in game.errata)
        links = [(f"../{folder_name}/index.html", f"The kit on {paper}") for paper, folder_name in twins]
        links += [("../../index.html", "All games")]
        links += [(RECONSTRUCTED, "Reconstructed values")] if reconstructed else []
        links += [("rules.pdf", "Published errata")] if published_errata and has_rules else []
        links += [("#rights", "Rights")] if rights else []
        overview = replace(overview, links=tuple(links))
        contents = {**contents, "about": {"subtitle": about.subtitle, "facts": [list(one) for one in overview.facts]}}
    index = compose_kit_index(
        about.title,
        about.subtitle,
        files,
        errata_from,
        overview,
        in_kit,
        rights,
        PROGRAM,
        draft=bool(contents.get("draft")),
    )
    (folder / "index.html").write_text(index, encoding="utf-8")
    if reconstructed:
        (folder / RECONSTRUCTED).write_text(reconstructed, encoding="utf-8")
    contents = {**contents, "format": game.format}
    return write_manifest(folder, contents, {one.name: one.sheets for one in written if one.sheets})


def pictured_map(names: Iterable[str]) -> str:
    """Return the name of the file whose map `index.html` shows at its head; empty if there is none.

    In a series it is the first map of a scenario, because a map can be upside down on the sheet that they share.
    """
    maps = [name for name in names if name == "map" or (name.startswith("map-") and "tiles" not in name)]
    return min(maps, key=lambda name: name == "map", default="")


def _overview(
    game: Game,
    settings: PrintSettings,
    folder: Path,
    present: Iterable[WrittenFile],
    in_kit: Mapping[str, range],
) -> KitOverview:
    """Write the large pictures of cover and map, and return the overview of a kit for `index.html`."""
    others = [file for file in present if file.name != "cover"]
    files, pieces = _listed_files(game, folder, others)
    pictures = {}
    for kind, pdf in (("cover", "cover"), ("map", pictured_map(name for name, _, _ in files))):
        if pdf and (folder / f"{pdf}.pdf").exists():
            pictures[kind] = f"{PAGES}/large-{kind}.png"
            write_large_picture(folder / f"{pdf}.pdf", folder / pictures[kind], LARGE_PICTURE[kind])
    standing = standing_counters(game)
    fronts = [f"{COMPONENTS}/{id_}-front.svg" for id_ in game.counters if id_ not in standing]
    shown = [path for path in fronts if (folder / path).exists()]
    return kit_overview(
        game,
        files,
        settings.sheet,
        settings.duplex,
        pieces=pieces,
        pictures=pictures,
        counters=shown,
        in_kit=in_kit,
    )


LARGE_PICTURE = {"cover": 900, "map": 1800}
"""The longer sides in pixels of the large pictures in `index.html`."""


@dataclass(frozen=True)
class JoinedKit:
    """The files that list and join the parts of a kit, the number of all files and pages, and warnings."""

    written: tuple[WrittenFile, ...]
    files: int
    pages: int
    warnings: tuple[Finding, ...]


def join_kit(
    source: KitSource,
    settings: PrintSettings,
    folder: Path,
    parts: Iterable[WrittenFile],
    contents: Mapping[str, Any],
    *,
    is_whole: bool,
    twins: Sequence[tuple[str, str]] = (),
) -> JoinedKit:
    """Write the cover, the packaging, `kit.pdf`, `index.html` and `manifest.json`, after the parts of a kit.

    Only a whole kit has a cover and packaging. `twins` are those of `list_files`. A warning says if there is nothing to
    print.
    """
    game = source.game
    present = [file for file in parts if file.there]
    outer = (*cover_part(game, settings, folder, present, back_view(source)),) if is_whole else ()
    present = [file for file in (*outer[:1], *present, *outer[1:]) if file.there]
    joined = join_part(game, settings, folder, present)
    in_kit = pages_in_kit(game, settings, folder, present)
    overview = _overview(game, settings, folder, present, in_kit) if is_whole else None
    files, pages = list_files(game, folder, [*present, *joined], contents, overview, in_kit, twins)
    warnings: tuple[Finding, ...] = ()
    if not present:
        wrong = f"these parts of {game.game.title} have nothing to print with --duplex {settings.duplex}"
        write = "name other parts, or choose another way to print"
        warnings = (Finding("B011", Spot("--only"), wrong, write, Severity.WARNING),)
    return JoinedKit((*outer, *joined), files, pages, warnings)
