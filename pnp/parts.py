"""The parts of a kit, each a plain function from a game to files: they can run side by side, in any order.

Every part writes its PDFs into a folder, reopens them, and refuses what preflight finds wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pnp.findings import Refused
from pnp.impose.page import Document
from pnp.load.board import Board, resolve_board
from pnp.model.game import Game
from pnp.processes import Next
from pnp.write.finish import (
    PAGES,
    PrintSettings,
    WrittenFile,
    finish_books,
    finish_document,
    finish_extra,
    write_components,
)

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.probability.aid_tables import AidAnswers

ORDER = ("cover", "calibration", "map-tiles", "counters", "components", "aids", "rules", "counter-manifest")
"""The files that `kit.pdf` joins, in this order: all that fits the paper. `components` stands for the sheets that the
game's components name.
"""
ONE_SIDED = frozenset({"map-tiles"})
"""Files whose backs must stay blank: they are glued. So must those that say so when they are written."""


@dataclass(frozen=True)
class Played:
    """A game that was checked, its worked examples as they were played, and the answers to the tables of chances of its
    aids; None is what is still to be played.
    """

    game: Game
    worked: Mapping[str, PlayedExample] | None = None
    answers: Mapping[str, AidAnswers] | None = None

    @cached_property
    def board(self) -> Board | None:
        """The game's map; always the same object, so that it is drawn once."""
        return resolve_board(self.game)


Part: TypeAlias = Callable[[Played, PrintSettings, Path], "tuple[WrittenFile, ...] | Next"]
"""Makes files in a folder. A book is composed first; to set it is the next job, which holds nothing but the book."""


def map_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """The map on its own sheet, and on tiles of the paper, unless it is a card: then it is among the cards."""
    from pnp.draw.map.map_sheet import draw_map_sheet, keep_clear  # noqa: PLC0415 - a part imports what it draws with
    from pnp.impose.card_sheets import impose_single  # noqa: PLC0415
    from pnp.impose.tiles.tile_pages import impose_map_sheet, impose_tiles  # noqa: PLC0415

    game = played.game
    board = played.board
    if board is None:
        return ()
    scene = draw_map_sheet(game, board)
    write_components(folder, {"map": scene})
    title = f"{game.game.title}: map"
    if any(component.shows_map() for component in game.components.values()):
        alone = Document("map", title, impose_single("map", scene, setting.target))
        return (finish_document(alone, setting, folder),)
    sheet = Document("map", title, impose_map_sheet(scene, setting.target))
    tiles = impose_tiles(scene, board.grid, keep_clear(game, board), setting.target, setting.sheet, title)
    pages = Document("map-tiles", f"{title} on {setting.sheet.name}", tiles)
    return (finish_document(sheet, setting, folder), finish_document(pages, setting, folder))


def counters_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Counter sheets with their backs, and the calibration sheet."""
    from pnp.draw.counter.faces import draw_counters  # noqa: PLC0415
    from pnp.impose.calibration import impose_calibration  # noqa: PLC0415
    from pnp.impose.component_sheets import impose_counters  # noqa: PLC0415

    game = played.game
    if not game.counters:
        return ()
    faces = draw_counters(game)
    write_components(
        folder, {f"{id_}-{side}": getattr(f, side) for id_, f in faces.items() for side in ("front", "back")}
    )
    duplex, shift = setting.duplex, setting.back_shift
    pages = impose_counters(faces, game, setting.target, setting.paper, duplex, shift)
    texts = {(id_, side): getattr(f, f"{side}_texts") for id_, f in faces.items() for side in ("front", "back")}
    if not pages:  # all of them stand
        return ()
    turn = duplex if duplex in ("long", "short") else "none"
    written = [
        finish_document(Document("counters", f"{game.game.title}: counters", pages, turn), setting, folder, texts)
    ]
    if turn != "none":
        proof = impose_calibration(setting.target, setting.paper, duplex, shift)
        written.append(finish_document(Document("calibration", "Calibration of backs", proof, turn), setting, folder))
    return tuple(written)


def pieces_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Standees, templates, rulers, dice and pads: what is cut out and printed on one side, each sheet a file."""
    from pnp.draw.component_kinds import draw_all_cut_outs  # noqa: PLC0415
    from pnp.impose.piece_sheets import impose_piece_sheets  # noqa: PLC0415

    game = played.game
    drawn = draw_all_cut_outs(game)
    if not drawn:
        return ()
    write_components(folder, {piece.name: piece.scene for of_one in drawn.values() for piece in of_one})
    documents = impose_piece_sheets(game, drawn, setting.target, setting.sheet)
    return tuple(replace(finish_document(document, setting, folder), one_sided=True) for document in documents)


def cards_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """Cards and decks, several up, each sheet a file."""
    from pnp.draw.component_kinds import draw_all_cards  # noqa: PLC0415
    from pnp.draw.cutout import standing_counters  # noqa: PLC0415
    from pnp.impose.calibration import impose_calibration  # noqa: PLC0415
    from pnp.impose.card_sheets import impose_cards  # noqa: PLC0415

    game = played.game
    faces = draw_all_cards(game, played.board)
    cards = {id_: card for of_one in faces.values() for id_, card in of_one.items()}
    sides = [(id_, side) for id_ in cards for side in ("front", "back") if side == "front" or not cards[id_].blank_back]
    write_components(folder, {f"{id_}-{side}": getattr(cards[id_], side) for id_, side in sides})
    texts = {(id_, side): getattr(cards[id_], f"{side}_texts") for id_, side in sides}
    documents = impose_cards(game, faces, setting.target, setting.sheet, setting.duplex, setting.back_shift)
    written = []
    for one in documents:
        made = finish_document(one, setting, folder, texts)
        written.append(replace(made, one_sided=one.duplex == "none"))
    turns = [document.duplex for document in documents if document.duplex != "none"]
    if turns and set(game.counters) <= standing_counters(game):  # else it comes with the sheets of counters
        proof = impose_calibration(setting.target, setting.paper, setting.duplex, setting.back_shift)
        calibration = Document("calibration", "Calibration of backs", proof, turns[0])
        written.append(finish_document(calibration, setting, folder))
    return tuple(written)


def aids_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | Next:
    """The player aids."""
    from pnp.compose.aids.aid_pages import compose_aids  # noqa: PLC0415

    game = played.game
    if not game.aids:
        return ()
    book = compose_aids(game, played.board, setting.sheet, answers=played.answers)
    return Next(partial(finish_books, book, setting, folder))


def rules_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...] | Next:
    """The rules reference."""
    from pnp.compose.rulebook.rulebook import compose_rules  # noqa: PLC0415

    game = played.game
    if not game.rules:
        return ()
    book = compose_rules(game, played.board, setting.sheet, worked=played.worked)
    return Next(partial(finish_books, book, setting, folder))


def manifest_part(played: Played, setting: PrintSettings, folder: Path) -> tuple[WrittenFile, ...]:
    """The list of all counters, front and back."""
    from pnp.compose.counter_list import compose_counter_list  # noqa: PLC0415

    game = played.game
    if not game.counters:
        return ()
    return (finish_extra(compose_counter_list(game, setting.sheet), setting, folder),)


PARTS: Mapping[str, tuple[Part, ...]] = {
    "map": (map_part,),
    "rules": (rules_part,),
    "counters": (counters_part, manifest_part),
    "components": (cards_part, pieces_part),
    "aids": (aids_part,),
}
"""What can be asked for, the slowest first, so that two processes finish together."""
EARLY = frozenset({"counters"})
"""Parts that show nothing of what `draw_early` draws."""

_NEEDS: Mapping[str, tuple[str, ...]] = {
    "map": ("pnp.draw.map.map_sheet", "pnp.impose.card_sheets", "pnp.impose.tiles.tile_pages", "pnp.write.svg"),
    "rules": ("pnp.compose.rulebook.rulebook",),
    "counters": ("pnp.impose.component_sheets", "pnp.impose.calibration", "pnp.compose.counter_list", "pnp.write.svg"),
    "components": (
        "pnp.impose.card_sheets",
        "pnp.draw.component_kinds",
        "pnp.impose.piece_sheets",
        "pnp.write.svg",
    ),
    "aids": ("pnp.compose.aids.aid_pages",),
}
"""What the parts import. All need what writes books too, if only for the cover."""


def import_early(parts: Iterable[str]) -> None:
    """Import what parts need, so that processes which begin later share it."""
    from pnp.write.pango import load_weasyprint  # noqa: PLC0415

    needs = dict.fromkeys(name for part in parts for name in _NEEDS.get(part, ()))
    for name in (
        *needs,
        "pnp.compose.cover",
        "pnp.preflight",
        "pnp.write.book_pdf",
        "pnp.write.merge",
        "pnp.write.finish",
    ):
        import_module(name)
    with suppress(Refused):  # it says so when a book is to be written
        load_weasyprint()


def draw_early(played: Played, parts: Iterable[str]) -> None:
    """Draw what several parts show, so that processes which begin later share it."""
    from pnp.draw.hexmap import draw_hexmap  # noqa: PLC0415

    game, asked = played.game, frozenset(parts)
    if "map" in asked and played.board is not None:
        draw_hexmap(game, played.board)
    if asked >= {"aids", "rules"} and played.board is not None:
        for block in (block for page in game.aids for row in page.rows for block in row):
            block.draw_early(game)


def cover_part(game: Game, setting: PrintSettings, folder: Path, written: Iterable[WrittenFile]) -> WrittenFile:
    """The cover and the pages on printing, cutting and putting together: made last, for it lists the other files."""
    from pnp.compose.cover import compose_cover  # noqa: PLC0415
    from pnp.write.kit_manifest import count_pages  # noqa: PLC0415

    written = tuple(written)
    order = {name: place for place, name in enumerate(_joined_order(game))}
    listed = sorted(written, key=lambda one: order.get(one.name, -1))  # the map on its own sheet comes first
    files = tuple((one.name, one.title, count_pages(folder / f"{one.name}.pdf")) for one in listed)
    pieces = {one.name: one.one_sided for one in written if one.name in _sheets(game)}
    book = compose_cover(game, setting.target, setting.sheet, setting.duplex, files, pieces=pieces)
    return finish_extra(book, setting, folder)


def _joined_order(game: Game) -> tuple[str, ...]:
    """Return the names of the files in `kit.pdf`, in their order."""
    return tuple(name for word in ORDER for name in (_sheets(game) if word == "components" else (word,)))


def _sheets(game: Game) -> tuple[str, ...]:
    """The names of the files that the game's components are printed in."""
    return tuple(dict.fromkeys(component.sheet or id_ for id_, component in game.components.items()))


def join_part(game: Game, setting: PrintSettings, folder: Path, written: Iterable[WrittenFile]) -> WrittenFile:
    """`kit.pdf`: everything for the paper in one file."""
    from pnp.write.merge import Section, merge_pdfs  # noqa: PLC0415

    files = {one.name: one for one in written}
    title = f"{game.game.title}: the whole kit on {setting.sheet.name}"
    turn = setting.duplex if setting.duplex in ("long", "short") else "none"
    sections = [
        Section(folder / f"{name}.pdf", files[name].title, name in ONE_SIDED or files[name].one_sided)
        for name in _joined_order(game)
        if name in files
    ]
    merge_pdfs(sections, folder / "kit.pdf", title, turn, game.game.designer)
    return WrittenFile("kit", title)


def finish_part(game: Game, folder: Path, written: Iterable[WrittenFile], made: Mapping[str, Any]) -> tuple[int, int]:
    """Write `index.html` and `manifest.json`, which says what the kit is made of; gives back how many files and printed
    pages there are.
    """
    from pnp.compose.kit_index import compose_kit_index  # noqa: PLC0415
    from pnp.write.kit_manifest import write_manifest  # noqa: PLC0415

    written = tuple(written)
    files = tuple((one.name, one.title, [folder / PAGES / name for name in one.pictures]) for one in written)
    about = game.game
    (folder / "index.html").write_text(compose_kit_index(about.title, about.subtitle, files), encoding="utf-8")
    return write_manifest(folder, made, {one.name: one.sheets for one in written if one.sheets})
