"""The colours of player aids and player folders: the inks of the game's cover, and tints of them."""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.art.map.map_palette import FULL, MapPalette
from pnp.deferred import deferred
from pnp.model.game import Game
from pnp.palette import ATTACKER, LEAST_CONTRAST, WHITE, contrast, mix
from pnp.scene import Colour

with deferred():  # a check draws no page
    from pnp.draw.cover_art import default_scene

SOFT, QUIET = 0.82, 0.72
"""The shares of the darkest ink in the colours of hints and of signs without effect, which are read on tints too."""
TINT, ZEBRA, CLOSED = 0.6, 0.24, 0.45
"""How strong the light ink is in heads of tables and in every second row, and the mid ink in cells without use."""
RULE = 0.44
"""How strong the mid ink is in hair lines."""
NEAR_RED = 90
"""Heads in an ink whose distance to the red of case numbers is smaller (of 255 in each of three primaries) would look
like them.
"""


def page_colours(game: Game) -> dict[str, Colour]:
    """Return the colours of a game's player aids by the names of CSS variables (`templating.COLOURS`).

    They follow from the inks of the cover; a game without inks has those of its default cover, in the colours of its
    sides. The colours of attacker, defender and case numbers are the same in all games.
    """
    inks = game.cover.palette or default_scene.default_palette(game)
    return {
        "ink": inks.ink,
        "band": inks.deep,
        "band-text": inks.paper,
        "band-soft": inks.light if contrast(inks.light, inks.deep) >= LEAST_CONTRAST else inks.paper,
        "accent": inks.accent,
        "line": inks.deep,
        "heading": inks.ink if _distance(inks.deep, ATTACKER) < NEAR_RED else inks.deep,
        "tint": mix(inks.light, WHITE, TINT),
        "zebra": mix(inks.light, WHITE, ZEBRA),
        "rule": mix(inks.mid, WHITE, RULE),
        "closed": mix(inks.mid, WHITE, CLOSED),
        "gauge": inks.mid,
        "soft": mix(inks.ink, WHITE, SOFT),
        "brown": mix(inks.ink, WHITE, QUIET),
    }


def _distance(one: Colour, other: Colour) -> float:
    """Return how far two colours are apart in the cube of red, green and blue.

    >>> round(_distance("#000000", "#00FF00"))
    255
    """
    return math.dist(*([int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (one, other)))


def track_palette(game: Game) -> MapPalette:
    """Return the palette of tracks that are drawn on player aids, in the same colours."""
    colours = page_colours(game)
    return replace(
        FULL,
        brown=colours["line"],
        big_figure=colours["heading"],
        number=colours["soft"],
        quiet_ink=colours["soft"],
        panel=FULL.slot,
        pale_rule=colours["rule"],
    )
