"""The sheets of components that are cut out: one document for each name of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.draw.cutout import CutOut, drawn_cut_outs
from pnp.impose.layout import page_layouts
from pnp.impose.page import Document, Page
from pnp.impose.pieces import impose_pieces
from pnp.impose.sheet import impose_components
from pnp.model.game import Game
from pnp.model.target import BackShift, Paper, Target
from pnp.scene import Scene

Drawn = Mapping[str, Sequence[CutOut]]


@dataclass(frozen=True, slots=True)
class OneSide:
    """A component whose back stays blank."""

    front: Scene

    @property
    def back(self) -> Scene:
        """Never printed."""
        return self.front


def impose_sheets(game: Game, drawn: Drawn, target: Target, paper: Paper) -> tuple[Document, ...]:
    """Pieces on pages, first those of any size, then the pads, which are equal rectangles between ticks.

    `Refused` (B003) if one is larger than the paper leaves room for.
    """
    sheets: dict[str, list[str]] = {}
    for id_ in drawn:
        sheets.setdefault(game.components[id_].sheet or id_, []).append(id_)
    return tuple(_document(game, name, {id_: drawn[id_] for id_ in ids}, target, paper) for name, ids in sheets.items())


def _document(game: Game, sheet: str, drawn: Drawn, target: Target, paper: Paper) -> Document:
    names = {id_: game.components[id_].name for id_ in drawn}
    components = drawn_cut_outs(game)
    pads = {id_: of_one[0] for id_, of_one in drawn.items() if components[id_].in_blocks}
    loose = {id_: of_one for id_, of_one in drawn.items() if id_ not in pads}
    notes = {id_: f"{names[id_]}: {game.components[id_].says}" for id_ in loose if game.components[id_].says}
    pages: tuple[Page, ...] = ()
    if loose:
        pages = impose_pieces(loose, names, notes, game.game.title, target, paper)
    pages += tuple(_pads(game, pads, target, paper))
    return Document(sheet, f"{game.game.title}: {', '.join(dict.fromkeys(names.values()))}", pages)


def _pads(game: Game, pads: Mapping[str, CutOut], target: Target, paper: Paper) -> Iterator[Page]:
    """Pads of one size together, each as often as it says or as a sheet of paper holds."""
    sizes: dict[tuple[float, float], list[str]] = {}
    for id_, piece in pads.items():
        sizes.setdefault((piece.scene.width, piece.scene.height), []).append(id_)
    components = drawn_cut_outs(game)
    for (width, height), ids in sizes.items():
        full = max((layout.capacity for layout in page_layouts(width, height, target, paper, "none")), default=1)
        groups = [[id_] * components[id_].print_copies(full) for id_ in ids]
        faces = {id_: OneSide(pads[id_].scene) for id_ in ids}
        noun = ", ".join(dict.fromkeys(game.components[id_].name for id_ in ids))
        yield from impose_components(faces, groups, game.game.title, noun, target, paper, "none", BackShift())
