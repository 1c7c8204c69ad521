"""Backgrounds of counter faces: colours, emblems, and the bands of reduced and disrupted units."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from pnp.art.icons.layered_icons import Paint
from pnp.model.counter import Counter, Face
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import INK, PAPER, RED
from pnp.scene import Colour, Group, Item, Path, Rect, rectangle
from pnp.units import Mm

NEUTRAL, NEUTRAL_ACCENT = "#F4F1E8", "#33302A"
"""The colours of counters without an owner."""

BLEED: Mm = 3
"""How far the drawing of a counter extends past its cut."""

FOOT_STRIPE = 0.945
"""The top of the lower stripe of a reduced unit, as a share of the side."""
TAG_LEFT = 0.784
"""The left edge of a disrupted unit's tag, as a share of the side."""


@dataclass(frozen=True, slots=True)
class CounterBackground:
    """The background of a face: its colour, the owner's dark accent and emblem, the emblem shown (`bears`).

    `owned` is true if the counter belongs to a side. `path` leads to the colours in the data, for findings. `rays` is
    the colour of the rays behind everything, if there are any.
    """

    colour: Colour
    accent: Colour
    emblem: str
    bears: str
    owned: bool
    path: str
    icons: IconLibrary
    rays: Colour = ""

    def paint(self, emblems: tuple[tuple[str, Colour], ...] = ()) -> Paint:
        """Return the colours with which pictures are drawn on this background."""
        return Paint(self.colour, self.accent, self.bears, emblems)


def counter_background(game: Game, counter: Counter, face: Face) -> CounterBackground:
    """Return the background of a counter's face: its own, that of its formation or nation, or its owner's."""
    owner_id = face.ground if face.ground in game.sides else counter.side
    owner = game.sides.get(owner_id)
    formation = game.formations.get(counter.formation)
    colour, path = (owner.ground, f"sides.{owner_id}") if owner else (NEUTRAL, "counters")
    if face.ground == "neutral":
        colour = NEUTRAL
    elif face.ground.startswith("#"):
        colour, path = face.ground, ""
    elif not face.ground and counter.kind == "activation" and face.state == "full" and formation:
        colour, path = formation.colour, f"formations.{counter.formation}.colour"
    emblem = owner.emblem if owner else "disc"
    of_formation = formation.emblem if formation and face.picture == "emblem" else ""
    accent = face.accent or (owner.accent if owner else NEUTRAL_ACCENT)
    if formation and formation.ground and not face.ground and counter.kind != "activation":
        colour, path = formation.ground, f"formations.{counter.formation}.ground"
        accent, of_formation = face.accent or formation.accent or accent, formation.emblem
    bears = face.emblem or of_formation or emblem
    rays = owner.rays.upper() if owner and owner.rays and colour == owner.ground else ""
    return CounterBackground(colour.upper(), accent.upper(), emblem, bears, owner is not None, path, game.icons, rays)


@cache
def flat_background(colour: Colour, side: Mm) -> Path:
    """Return a plain background that covers the whole face and its bleed."""
    return rectangle(Rect(0, 0, side, side).grown(BLEED), fill=colour)


@cache
def rayed_background(background: CounterBackground, side: Mm) -> tuple[Item, ...]:
    """Return the background of a face with its rays, if its side has any: twelve of 15 degrees from the middle."""
    flat = flat_background(background.colour, side)
    if not background.rays:
        return (flat,)
    reach = side + 2 * BLEED
    ops, xy = "", []
    for number in range(12):
        start = math.radians(30 * number)
        for angle in (start - math.radians(7.5), start + math.radians(7.5)):
            xy += [side / 2 + reach * math.cos(angle), side / 2 + reach * math.sin(angle)]
        xy += [side / 2, side / 2]
        ops += "MLLZ"
    rays = Path(ops, tuple(xy), background.rays)
    return (flat, Group((rays,), clip=rectangle(Rect(0, 0, side, side).grown(BLEED))))


@cache
def foot_band(colour: Colour, side: Mm, top: float) -> Path:
    """Return a plain band across a counter, from `top` (a share of its height) to its foot."""
    return rectangle(Rect(-BLEED, top * side, side + 2 * BLEED, (1 - top) * side + BLEED), fill=colour)


@cache
def formation_banner(colour: Colour, side: Mm, foot: float) -> tuple[Path, ...]:
    """Return the band in a formation's colour, from the top of a counter to `foot` (a share of its height).

    A dark line below it divides it from a background of a similar colour.
    """
    wide, pen = side + 2 * BLEED, 0.016 * side
    return (
        rectangle(Rect(-BLEED, -BLEED, wide, foot * side + BLEED), fill=colour),
        rectangle(Rect(-BLEED, foot * side - pen, wide, pen), fill=INK),
    )


@cache
def formation_plinth(colour: Colour, side: Mm, top: float) -> tuple[Path, ...]:
    """Return the band in a formation's colour from `top` (a share of a counter's height) to its foot.

    A dark line above it divides it from a background of a similar colour.
    """
    pen = 0.016 * side
    return (
        foot_band(colour, side, top),
        rectangle(Rect(-BLEED, top * side, side + 2 * BLEED, pen), fill=INK),
    )


@cache
def reduced_band(accent: Colour, side: Mm, top: float, height: float) -> tuple[Path, ...]:
    """Return the band of a reduced unit: light, with a bar of diagonal stripes at its top and foot.

    `top` and `height` of the upper bar are shares of the side. The lower bar extends past the cut.
    """
    upper = _stripe_corners(top * side, height * side, side)
    lower = _stripe_corners(FOOT_STRIPE * side, (1 - FOOT_STRIPE) * side + BLEED, side)
    return (foot_band(PAPER, side, top), Path("MLLLZ" * ((len(upper) + len(lower)) // 8), (*upper, *lower), accent))


def _stripe_corners(top: Mm, height: Mm, side: Mm) -> list[Mm]:
    """Return the corners (x, y, x, y, ...) of a bar's diagonal stripes, ten on a counter's width."""
    pitch, xy = side / 10, []
    for i in range(-int((BLEED + height) / pitch), int((side + BLEED) / pitch) + 1):
        x = i * pitch
        xy += [x, top + height, x + pitch / 2, top + height, x + pitch / 2 + height, top, x + height, top]
    return xy


@cache
def disrupted_band(side: Mm, layout: FaceLayout, tag_top: float) -> tuple[Path, ...]:
    """Return the band of a disrupted unit: light, with a red upper edge and a red tag at the right.

    The tag reaches from `tag_top` to the band. A layout with a banner has a red bar above the band instead. In a
    layout with one large figure the whole band is red.
    """
    if layout.figure:
        return (foot_band(RED, side, layout.band),)
    if layout.banner:
        top, height = layout.bar
        red = Rect(-BLEED, top * side, side + 2 * BLEED, height * side)
        return (foot_band(PAPER, side, top + height / 2), rectangle(red, fill=RED))
    bar = Rect(-BLEED, layout.stripe * side, side + 2 * BLEED, layout.stripe_height * side)
    tag = Rect(TAG_LEFT * side, tag_top * side, (1 - TAG_LEFT) * side + BLEED, (layout.stripe - tag_top) * side + 0.1)
    return (foot_band(PAPER, side, layout.band), rectangle(bar, fill=RED), rectangle(tag, fill=RED))
