"""The contents card as a piece to cut out, without its words, which are typeset (`compose/contents_card.py`)."""

from __future__ import annotations

from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cutout import CutOut, make_cut_out
from pnp.draw.text_lines import Drawing
from pnp.model.game import Game
from pnp.palette import WHITE, mix
from pnp.scene import Rect, rectangle
from pnp.units import Mm

CONTENTS_CARD = "contents"
"""The name of the piece."""
CARD: tuple[Mm, Mm] = (190, 40)
"""Width and height: the width fits beside a label on Letter paper, and on its own on A4 paper."""
_TINT = 0.22
"""The share of the light ink in the ground."""


def draw_blank_card(game: Game) -> CutOut:
    """Draw the ground and the edge of the contents card of a game."""
    inks = game.cover.palette or default_palette(game)
    ground = rectangle(Rect(0, 0, *CARD), fill=mix(inks.light, WHITE, _TINT))
    return make_cut_out(CONTENTS_CARD, CARD, ground, Drawing(()), folds=False)
