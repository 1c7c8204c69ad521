"""The sheets of `packaging.pdf`: the folio wrap, tuck boxes for cards, and labels for trays.

A wrap is the back, the spine and the front of a folio. On Tabloid and A3 paper it is one sheet. On smaller paper it is
a strip with the spine, which joins the pages of the cover file, so these are not printed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.draw.cover_art.cover_picture import CoverPicture
from pnp.draw.cutout import CutOut
from pnp.draw.packaging.blank_card import draw_blank_card
from pnp.draw.packaging.spine import SPINE, draw_spine, draw_spine_strip
from pnp.draw.packaging.tray_labels import LABEL_SCALES, draw_spare_labels, draw_tray_labels
from pnp.draw.packaging.tuck_box import THICKNESS, draw_tuck_boxes
from pnp.impose.page import Page
from pnp.impose.piece_sheets import EDGE, fits, impose_pieces, piece_area
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.target import Paper, Target
from pnp.scene import Matrix, Rect, Scene, Use
from pnp.units import Mm

LEAST_PANEL: Mm = 200
"""The least width of a cover on a wrap of one sheet. A narrower folio holds no sheets of Letter or A4 paper."""
OVERLAP: Mm = 2
"""How far a flap of the spine reaches over the printed part of a cover."""
TITLES = {
    "spine": "Spine",
    "tuck-box": "Tuck box",
    "contents": "Contents card",
    "tray-label": "Tray labels",
    "spare-label": "Spare labels",
}
"""The titles of the pieces by kind, in print order."""


def wrap_panel(paper: Paper) -> Paper | None:
    """Return the size of a cover on a wrap that is one sheet of this paper; None if the paper is too small."""
    width = (paper.height - SPINE) / 2
    return Paper(name=paper.name, width=width, height=paper.width) if width >= LEAST_PANEL else None


def wrap_pages(game: Game, covers: tuple[Scene, Scene] | None, target: Target, paper: Paper) -> tuple[Page, ...]:
    """Return the page of the wrap, if it is one sheet of this paper; else no page.

    `covers` are the front and the back, drawn for `wrap_panel(paper)`.
    """
    panel = wrap_panel(paper)
    if panel is None or covers is None:
        return ()
    front, back = covers
    spine = draw_spine(game, panel.height - 2 * target.margin)
    art = (
        Use(back),
        Use(front, Matrix.place(panel.width + SPINE, 0)),
        Use(spine, Matrix.place(panel.width, target.margin)),
    )
    inside = Rect(0, 0, paper.height, paper.width).grown(-target.margin)
    return (Page("wrap", paper.height, paper.width, inside, inside, art, inked=(inside,)),)


def packaging_pieces(
    game: Game,
    picture: CoverPicture,
    target: Target,
    paper: Paper,
    *,
    with_card: bool = False,
) -> dict[str, Sequence[CutOut]]:
    """Return the pieces to cut out by kind: the strip with the spine, tuck boxes, a contents card, and labels.

    They need as few sheets as possible: the contents card is left out if it would need another one, and the labels
    are as large as the sheets allow. A strip is printed if the wrap is not one sheet. A tuck box that does not fit the
    paper is left out. `picture` is that of the cover.
    """
    pieces: dict[str, Sequence[CutOut]] = {}
    if wrap_panel(paper) is None:
        length = paper.height - 2 * (target.margin + EDGE)
        pieces["spine"] = (draw_spine_strip(game, length, target.margin + OVERLAP),)
    areas = [piece_area(*size, target) for size in ((paper.width, paper.height), (paper.height, paper.width))]
    pieces["tuck-box"] = tuple(
        box
        for box in draw_tuck_boxes(game, picture)
        if all(fits(box.scene.width, box.scene.height, area) for area in areas)
    )
    choices = [
        {
            **pieces,
            "contents": (draw_blank_card(game),) if card else (),
            "tray-label": draw_tray_labels(game, scale),
            "spare-label": draw_spare_labels(game, scale),
        }
        for card in ((True, False) if with_card else (False,))
        for scale in LABEL_SCALES
    ]
    named = [{kind: of_one for kind, of_one in choice.items() if of_one} for choice in choices]
    return min(named, key=lambda choice: len(packaging_piece_pages(game, choice, target, paper)))


def packaging_piece_pages(
    game: Game, pieces: Mapping[str, Sequence[CutOut]], target: Target, paper: Paper
) -> tuple[Page, ...]:
    """Return the pages with the pieces to cut out, which are given by kind."""
    notes = {
        "spine": (
            "Folio wrap: print pages 1 and 2 of cover.pdf once more, each on a sheet of card of its own. Fold the spine"
            " at both dashed lines. Glue its flaps over the white inner edges of the front and the back."
        ),
        "contents": "Contents card: keep it in the folio, and check the contents after each game.",
        "tuck-box": f"Tuck box: for cards {THICKNESS:g} mm thick. Glue the long flap, then the bottom.",
        "tray-label": "Tray labels: for counter trays, small boxes and bags.",
        "spare-label": "Spare labels: write on them what else you keep apart.",
    }
    return impose_pieces(pieces, TITLES, notes, game.game.title, target, paper) if pieces else ()


def packaging_title(pieces: Mapping[str, Sequence[CutOut]]) -> str:
    """Return the title of the file: the wrap, and whatever else is printed with it."""
    return join_words(
        ["folio wrap", *(TITLES[kind].lower() for kind in pieces if kind not in ("spine", "spare-label"))]
    )
