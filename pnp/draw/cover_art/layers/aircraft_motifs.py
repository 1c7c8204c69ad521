"""A twin-engine transport aeroplane, and parachutists."""

from __future__ import annotations

import math

import shapely

from pnp.draw.cover_art.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.draw.cover_art.shapes import (
    PointPt,
    Shape,
    blob,
    disc,
    evenly,
    joined,
    limb,
    line,
    mirrored,
    moved,
    polygon,
    rect,
    rim,
    rounded,
    scaled,
)
from pnp.model.cover_layers.motif_layers import Parachutist, TwinEngineTransport

ENGINE = (32, -4)
"""The middle of the right engine of the transport."""


@MOTIF_SHAPES.enter("twin_engine_transport")
def twin_engine_transport(motif: TwinEngineTransport, seed: int) -> Shapes:
    """Return the aeroplane in its view."""
    return _transport_above() if motif.view == "above" else _transport_ahead(wheels=motif.wheels)


def _both(shape: Shape) -> Shape:
    """Return a shape and its mirror image."""
    return shape.union(mirrored(shape))


def _transport_ahead(*, wheels: bool) -> Shapes:
    """Return the transport as seen from ahead."""
    wing = _both(polygon((0, -9), (36, -9), (145, 8), (146, 10), (144, 11.2), (36, 1), (0, 2)))
    hull = moved(scaled(disc(0, 0, 1, 40), 13.2, 16.5), 0, 6)
    fin = polygon((-1.6, 18), (-0.9, 44), (0.9, 44), (1.6, 18)).union(limb([(0, 40), (0, 43)], [2, 2]))
    tail = _both(polygon((0, 14), (46, 16), (47, 17.4), (0, 18.4)))
    engines = _both(disc(*ENGINE, 9.6))
    undercarriage = _both(joined([limb([(32, -10), (32, -26)], [3, 3]), rounded(28.6, -33, 6.8, 15, 3)]))
    windows = _both(polygon((-9, 12.5), (-1, 13.5), (-1, 18), (-6.5, 17)))
    propellers, discs = [], []
    for side, angle in ((1, 0.9), (-1, 2.0)):
        x, y = side * ENGINE[0], ENGINE[1]
        across, up = 17 * math.cos(angle), 17 * math.sin(angle)
        propellers.append(limb([(x + across, y + up), (x, y), (x - across, y - up)], [1.4, 3.2, 1.4]))
        discs.append(disc(x, y, 17.6).difference(disc(x, y, 17)))
    parts: Shapes = [("body", joined([wing, fin, tail])), ("body", joined([hull, engines]))]
    if wheels:
        parts.append(("body", undercarriage))
    return [
        *parts,
        ("mid", joined([rim(wing, 0, -1.8), rim(hull, 3.2, -3)])),
        ("dark", engines.buffer(-2.2)),
        ("mid", _both(disc(*ENGINE, 3.4))),
        ("body", joined(propellers)),
        ("light", windows),
        ("mid", joined(discs)),
    ]


def _transport_above() -> Shapes:
    """Return the transport as seen from above or below."""

    def both(shape: Shape) -> Shape:
        """Return a shape and its mirror image on the other side of the hull."""
        return shape.union(scaled(shape, 1, -1))

    hull = blob(
        (100, 0),
        (92, 9),
        (70, 12.5),
        (20, 13),
        (-50, 9),
        (-98, 3),
        (-104, 0),
        (-98, -3),
        (-50, -9),
        (20, -13),
        (70, -12.5),
        (92, -9),
    )
    wings = both(polygon((44, 10), (46, 34), (8, 142), (3, 146), (-3, 144), (-8, 34), (-10, 10)))
    tail = both(polygon((-78, 4), (-84, 44), (-92, 48), (-100, 44), (-100, 4)))
    engines = both(blob((66, 28), (66, 38), (30, 40), (-6, 34), (-14, 32), (-6, 29), (30, 25)))
    body = joined([hull, wings, tail, engines])
    lit = joined([hull, wings, tail]).difference(moved(body, -3.4, -2.2))
    return [("body", body), ("mid", lit), ("body", both(rounded(67, 16, 2.6, 34, 1)))]


DOME_HALF, DOME_HEIGHT, DOME_FOOT = 100, 92, 220
"""Half the width of a canopy, its height, and the height of its hem above the feet of the parachutist."""
RISERS = 138
"""The height at which the lines meet the risers."""


@MOTIF_SHAPES.enter("parachutist")
def parachutist(motif: Parachutist, seed: int) -> Shapes:
    """Return the canopy with its gores in three tones, the lines, and the man with the light along his edges."""
    dome = _dome(motif)
    seams = [_seam(motif, number) for number in range(motif.gores + 1)]
    light: list[Shape] = []
    middle: list[Shape] = []
    for number in range(motif.gores):
        gore = shapely.Polygon(seams[number] + seams[number + 1][::-1]).buffer(0).intersection(dome)
        across = (number + 0.5) / motif.gores
        if across < 0.66:
            (light if across < 0.40 else middle).append(gore)
    vent = disc(0, DOME_FOOT + DOME_HEIGHT - 1, 5).intersection(rect(-9, DOME_FOOT + DOME_HEIGHT - 4, 18, 9))
    lines = [line([seam[0], (-6 if number < motif.gores / 2 else 6, RISERS)], 0.9) for number, seam in enumerate(seams)]
    man = _hanging_man()
    return [
        ("body", dome),
        ("light", joined(light)),
        ("mid", joined(middle)),
        ("body", joined(line(seam, 1.5) for seam in seams[1:-1]).intersection(dome)),
        ("light", vent),
        ("line", joined(lines)),
        ("figure", man),
        ("rim", rim(man, 2.2, -1.6)),
        ("rim", _harness().intersection(man.buffer(-1))),
    ]


def _dome(motif: Parachutist) -> Shape:
    """Return the outline of the canopy with its scalloped hem."""
    hem = []
    for number in range(motif.gores):
        left, right = (DOME_HALF * math.cos(math.pi - math.pi * edge / motif.gores) for edge in (number, number + 1))
        for part in range(6):
            x = left + (right - left) * part / 6
            sag = 7 * math.sin(math.acos(max(-1.0, min(1.0, x / DOME_HALF))))
            hem.append((x, DOME_FOOT + 8 * math.sin(math.pi * part / 6) * abs(right - left) / 34 - sag))
    hem.append((DOME_HALF, DOME_FOOT))
    top = [
        (
            DOME_HALF * math.cos(a) * (1 + 0.05 * math.sin(a) ** 2),
            DOME_FOOT + DOME_HEIGHT * max(0.0, math.sin(a)) ** 0.86,
        )
        for a in evenly(0, math.pi, 40)
    ]
    return shapely.Polygon(hem + top).buffer(0)


def _seam(motif: Parachutist, number: int) -> list[PointPt]:
    """Return the line between two gores, from the hem to the top of the canopy."""
    angle = math.pi - math.pi * number / motif.gores
    side, sag = DOME_HALF * math.cos(angle), 7 * math.sin(angle)
    return [
        (
            side * math.cos(t) * (1 + 0.05 * math.sin(t) ** 2),
            DOME_FOOT + DOME_HEIGHT * math.sin(t) ** 0.86 - sag * (1 - math.sin(t)),
        )
        for t in evenly(0, math.pi / 2, 14)
    ]


def _hanging_man() -> Shape:
    """Return a man who holds the risers of his parachute."""
    return joined(
        [
            disc(0, 113, 7.5, 10),
            blob((-9, 116), (-8, 123), (0, 126), (8, 123), (9.5, 116)),
            blob((-11, 66), (-13, 92), (-9, 104), (9, 104), (13, 92), (11, 66)),
            rounded(-15, 80, 9, 24, 4),
            rounded(-7, 72, 16, 14, 4),
            limb([(-8, 100), (-18, 118), (-7, 136)], [8, 6.5, 5]),
            limb([(8, 100), (18, 118), (7, 136)], [8, 6.5, 5]),
            limb([(-5, 68), (-9, 40), (-12, 12)], [12, 9.5, 7]),
            limb([(5, 68), (9, 42), (4, 14)], [12, 9.5, 7]),
            limb([(-12, 10), (-17, 5)], [7, 5]),
            limb([(4, 12), (10, 6)], [7, 5]),
        ]
    )


def _harness() -> Shape:
    """Return the straps of a parachute across the chest and round the thighs, and the rim of the helmet."""
    straps: tuple[tuple[PointPt, PointPt], ...] = (
        ((-10, 102), (7, 78)),
        ((10, 102), (-7, 78)),
        ((-13, 76), (13, 75)),
        ((-13, 58), (-1, 64)),
        ((13, 58), (1, 64)),
        ((-9, 117), (9, 117)),
    )
    return joined(line(strap, 1.5) for strap in straps)
