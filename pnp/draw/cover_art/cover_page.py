"""Draws the cover of a kit on its paper: the picture, the title, the strip and the facts panel."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.cover_art.cover_facts import panel_facts
from pnp.draw.cover_art.default_scene import default_palette, draw_default_scene
from pnp.draw.cover_art.facts_panel import CoverTexts
from pnp.draw.cover_art.layout import WIDTH, cover_layout
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.scene_layer import DrawnLayer
from pnp.draw.cover_art.title_block import title_block
from pnp.draw.ink_variants import variant_colour
from pnp.draw.map.crop import cropped
from pnp.model.game import Game
from pnp.model.target import InkVariant, Paper
from pnp.scene import Group, Matrix, Path, Rect, Scene, rectangle
from pnp.units import Mm, points


def draw_cover(
    game: Game,
    paper: Paper,
    border: Mm,
    *,
    sheets: int = 0,
    counters: Sequence[Scene] = (),
    variant: InkVariant = "full",
) -> Scene:
    """Draw the cover of a game on a paper, inside a white border of this width.

    `sheets` is the number of sheets to print (0: unknown). `counters` are the drawn counters that the cover of a game
    without a scene shows. `variant` is `full`, `grey` or `low` (little ink).
    """
    cover, about = game.cover, game.game
    layout = cover_layout(paper, border)
    palette = cover.palette or default_palette(game)
    picture = Picture(palette.model_dump(), layout.frame, variant)
    draw_layers(game, picture, counters)
    title_ink = cover.title_ink if cover.scene else "ink"
    colour = variant_colour(picture.colour("ink" if variant == "low" else title_ink), variant)
    title, subtitle = cover.title or about.title, cover.subtitle or about.subtitle
    picture.items += title_block(layout, title, cover.kicker, subtitle, colour)
    furniture = CoverTexts(picture, layout)
    names_designer = bool(about.designer and not cover.source)
    label = "Designed by" if names_designer else cover.source_label
    furniture.draw_panel(
        label, about.designer if names_designer else cover.source, cover.summary, panel_facts(game, sheets)
    )
    furniture.draw_strip(cover.strip, cover.number, cover.ribbon_ink)
    page = Group(tuple(picture.items), layout.matrix)
    return Scene("cover", paper.width, paper.height, (Group((page,), clip=clip_inside(paper, border)),))


def draw_cover_band(game: Game, room: Rect) -> Group:
    """Draw the foot of a cover's picture, which fills a rectangle of another page."""
    palette = game.cover.palette or default_palette(game)
    picture = Picture(palette.model_dump())
    draw_layers(game, picture)
    scale = room.width / points(WIDTH)
    window = Rect(0, points(picture.frame.foot) - room.height / scale, points(WIDTH), room.height / scale)
    place = Matrix.place(room.x, room.y - window.y * scale, scale=scale)
    return Group((Group(cropped(picture.items, window), place),), clip=rectangle(room))


def draw_layers(game: Game, picture: Picture, counters: Sequence[Scene] = (), first: int = 0) -> None:
    """Draw the layers of a game's cover, or the default scene with these counters if it has none.

    If `first` is not 0, only so many layers are drawn.
    """
    for number, layer in enumerate(game.cover.scene[: first or None], 1):
        assert isinstance(layer, DrawnLayer)
        layer.draw(picture, number if layer.seed is None else layer.seed)
    if not game.cover.scene:
        draw_default_scene(picture, counters)


def clip_inside(paper: Paper, border: Mm) -> Path:
    """Return the rectangle inside the white border."""
    return rectangle(Rect(0, 0, paper.width, paper.height).grown(-border))
