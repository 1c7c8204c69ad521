"""A card to keep in the folio: the contents of the kit, each with a box to tick, and what players need besides."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cutout import CutOut, make_cut_out
from pnp.draw.text_lines import Drawing
from pnp.fitting import fit_block
from pnp.message import capitalised, join_words
from pnp.model.game import Game
from pnp.palette import INK, LEAST_CONTRAST, WHITE, contrast, mix
from pnp.scene import Item, Rect, Stroke, Text, rectangle
from pnp.typeface import cap_height
from pnp.typography import dress
from pnp.units import Mm

CARD: tuple[Mm, Mm] = (190, 40)
"""Width and height: the width fits beside a label on Letter paper, and on its own on A4 paper."""
FIELD: Mm = 46
"""The width of the dark field with the title."""
COLUMNS = 3
AIR: Mm = 4
BOX: Mm = 3.4
"""The size of the box to tick."""
TITLE_PT, NAME_PT, DETAIL_PT, LEAST_DETAIL_PT = 17.0, 10.0, 7.6, 6.4
_TINT = 0.22
"""The share of the light ink behind the list."""


def draw_contents_card(game: Game, contents: Sequence[tuple[str, str]], needed: Sequence[str]) -> CutOut:
    """Draw the card. `contents` are a name and details for each part of the kit, and `needed` the other things.

    Words that do not fit at a readable size are left out.
    """
    inks = game.cover.palette or default_palette(game)
    width, height = CARD
    soft = inks.light if contrast(inks.light, inks.ink) >= LEAST_CONTRAST else inks.paper
    items: list[Item] = [rectangle(Rect(0, 0, FIELD, height), fill=inks.ink)]
    items.append(rectangle(Rect(FIELD - 1, 0, 1, height), fill=inks.accent))
    kicker = "CONTENTS OF THE FOLIO"
    top = AIR + cap_height("condensed-semibold", DETAIL_PT)
    items.append(Text(AIR, top, kicker, "condensed-semibold", DETAIL_PT, soft, tracking=0.2))
    title = fit_block(
        dress(game.game.title).upper(), "condensed-extrabold", TITLE_PT, FIELD - 2 * AIR, height - top - 2 * AIR
    )
    items += title.at(AIR, top + 2.4, inks.paper)
    listed = [(name, details, True) for name, details in contents]
    if needed:
        listed.append(("You also need", capitalised(join_words([dress(one) for one in needed])), False))
    across = (width - FIELD - AIR) / COLUMNS
    rows = -(-len(listed) // COLUMNS)
    down = (height - AIR) / rows
    for number, (name, details, ticked) in enumerate(listed):
        x, y = FIELD + AIR + number % COLUMNS * across, AIR + number // COLUMNS * down
        if ticked:
            items.append(rectangle(Rect(x, y, BOX, BOX), fill=WHITE, stroke=Stroke(INK, 0.25)))
        left = x + BOX + 1.8 if ticked else x
        room = across - AIR - (left - x)
        head = fit_block(dress(name), "condensed-bold", NAME_PT, room, 2 * BOX)
        below = y - 0.4 + head.height + 1.2
        free = y + down - AIR / 2 - below
        block = fit_block(dress(details), "sans-medium", DETAIL_PT, room, free, smallest_pt=LEAST_DETAIL_PT)
        if block.height <= free or ticked:
            items += (*head.at(left, y - 0.4, INK), *block.at(left, below, INK))
    ground = rectangle(Rect(0, 0, width, height), fill=mix(inks.light, WHITE, _TINT))
    return make_cut_out("contents", CARD, ground, Drawing(tuple(items)), folds=False)
