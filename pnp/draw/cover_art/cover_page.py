"""Draws the cover of a kit on its paper: the picture, the title, the strip and the facts panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pnp.art.covers.layout import HEIGHT, WIDTH
from pnp.art.covers.picture import Picture
from pnp.art.covers.title_block import title_block
from pnp.art.ink_variants import DRAWN, variant_colour
from pnp.art.map.crop import cropped
from pnp.cache import keep
from pnp.draw.cover_art.cover_facts import printed_facts
from pnp.draw.cover_art.cover_picture import CoverPicture, draw_cover_picture
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cover_art.facts_panel import CoverTexts
from pnp.model.game import Game
from pnp.model.target import Colouring, Paper
from pnp.scene import Group, Matrix, Path, Rect, Scene, rectangle
from pnp.units import Mm, points


def draw_cover(
    game: Game,
    paper: Paper,
    border: Mm,
    *,
    sheets: int = 0,
    counters: Sequence[Scene] = (),
    variant: Colouring = "full",
    drawn: CoverPicture | None = None,
    spine: SpineEdge = "",
) -> Scene:
    """Draw the cover of a game on a paper, inside a white border of this width.

    `sheets` is the number of sheets to print (0: unknown). `counters` are the drawn counters that the cover of a game
    without a scene shows. `variant` is `full`, `grey` or `low` (little ink). `drawn` is the picture for the same paper
    and border if it is drawn already. At the edge `spine` the cover has no border.
    """
    cover, about = game.cover, game.game
    drawn = drawn or draw_cover_picture(game, paper, border, counters=counters, variant=variant)
    layout = drawn.layout
    palette = cover.palette or default_palette(game)
    picture = Picture(palette.model_dump(), layout.frame, variant, list(drawn.items()))
    title_ink = cover.title_ink if cover.scene else "ink"
    colour = variant_colour(picture.colour("ink" if variant == "low" else title_ink), variant)
    title, subtitle = cover.title or about.title, cover.subtitle or about.subtitle
    picture.items += title_block(layout, title, cover.kicker, subtitle, colour)
    furniture = CoverTexts(picture, layout)
    names_designer = bool(about.designer and not cover.source)
    label = "Designed by" if names_designer else cover.source_label
    furniture.draw_panel(
        label,
        about.designer if names_designer else cover.source,
        cover.summary,
        printed_facts(game, sheets),
        about.rights.sentence if about.rights else "",
    )
    furniture.draw_strip(cover.strip, cover.number, cover.ribbon_ink)
    page = Group(tuple(picture.items), layout.matrix)
    return Scene(
        "cover", paper.width, paper.height, (Group((page,), clip=clip_inside(paper, border, spine), layer=DRAWN),)
    )


HORIZON = 440.0
"""The height on a cover, in points, around which its picture shows most."""


def draw_cover_band(game: Game, room: Rect, middle: float | None = None, variant: Colouring = "full") -> Group:
    """Draw the foot of a cover's picture, which fills a rectangle of another page.

    `middle` replaces the foot by the part of the picture around this height, in points of the cover.
    """
    letter = Paper(name="Letter", width=points(WIDTH), height=points(HEIGHT))
    picture = draw_cover_picture(game, letter, 0, variant=variant)
    scale = room.width / letter.width
    foot, tall = points(picture.layout.frame.foot), room.height / scale
    top = foot - tall if middle is None else min(points(middle) - tall / 2, foot - tall)
    window = Rect(0, top, letter.width, tall)
    place = Matrix.place(room.x, room.y - window.y * scale, scale=scale)
    shown = keep("cover band", lambda: (picture.inputs, window), lambda: cropped(picture.items(), window))
    return Group((Group(shown, place),), clip=rectangle(room))


SpineEdge: TypeAlias = Literal["", "left", "right"]
"""The edge of a cover that touches the spine of a wrap; empty if the cover is a sheet of its own."""


def clip_inside(paper: Paper, border: Mm, spine: SpineEdge = "") -> Path:
    """Return the rectangle inside the white border, which is missing at the edge of the spine."""
    left, right = (0 if spine == edge else border for edge in ("left", "right"))
    return rectangle(Rect(left, border, paper.width - left - right, paper.height - 2 * border))
