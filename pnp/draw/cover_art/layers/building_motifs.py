"""Buildings: a stupa, a city gate with a tower, and a truss bridge."""

from __future__ import annotations

import shapely

from pnp.draw.cover_art.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.draw.cover_art.shapes import (
    PointPt,
    Shape,
    between,
    disc,
    evenly,
    joined,
    line,
    moved,
    polygon,
    rect,
    rim,
    scaled,
    spline,
)
from pnp.model.cover_layers.motif_layers import CityGate, Stupa, TrussBridge


@MOTIF_SHAPES.enter("stupa")
def stupa(motif: Stupa, seed: int) -> Shapes:
    """Return the stupa with four small ones about it, their lit sides, and the mouldings."""
    half = _stupa_profile()
    full = polygon(*half, *[(-x, y) for x, y in reversed(half)])
    lit = polygon(*[(-x, y) for x, y in half], *[(-x * 0.2, y) for x, y in reversed(half)]).intersection(full)
    mouldings = ((44, 1.4), (64, 1.6), (68, 0.9), (92, 1.6), (108, 1), (152, 1.2), (30.4, 1), (19.4, 1), (8.4, 1))
    bands = joined(rect(-60, y, 120, height) for y, height in mouldings).intersection(full)
    niche = joined([rect(-8, 0, 16, 14), disc(0, 14, 8), polygon((-6, 18), (0, 28), (6, 18))])
    return [
        ("body", joined([full, *_small_stupas(full)])),
        ("light", lit),
        ("light", joined(_small_stupas(lit))),
        ("dark", bands),
        ("dark", niche),
    ]


def _small_stupas(shape: Shape) -> list[Shape]:
    """Return four small copies of a stupa: two beside it and two on its terrace."""
    return [
        moved(scaled(shape, across, up), x, y)
        for across, up, places in ((0.17, 0.22, ((-108, 0), (108, 0))), (0.11, 0.15, ((-66, 22), (66, 22))))
        for x, y in places
    ]


def _stupa_profile() -> list[PointPt]:
    """Return half the outline of a stupa: half widths and heights from the foot to the top."""
    outline: list[PointPt] = [(88, 0), (88, 9), (85, 9), (85, 11), (74, 11), (74, 20), (71, 20), (71, 22), (62, 22)]
    outline += [(62, 31), (59, 31), (59, 34), (53, 34), (53, 39), (50, 39), (50, 44), (47, 44)]
    bell = [(47, 46), (42, 50), (37.5, 62), (34.5, 78), (31, 92), (25, 103), (19.5, 108)]
    outline += spline(bell, closed=False, steps=6)
    outline += [(21, 108), (21, 111.5), (18, 111.5)]
    for ring in range(7):
        half, y = 18 - 1.45 * ring, 112 + 6 * ring
        outline += [(half, y), (half + 0.7, y + 2.2), (half - 1.1, y + 5.4)]
    bud = [(8.6, 155), (10.4, 158), (7.2, 161), (7.6, 168), (7.2, 176), (5, 188), (2.9, 200)]
    outline += spline(bud, closed=False, steps=5)
    outline += [(6.6, 200), (5.2, 206), (5.6, 206), (3.9, 212), (4.3, 212), (2.2, 219), (1.1, 221), (1.0, 236)]
    return [*outline, (0, 240)]


@MOTIF_SHAPES.enter("city_gate")
def city_gate(motif: CityGate, seed: int) -> Shapes:
    """Return the wall, the bastion with the tower, the arch, the windows and the snow."""
    wall = polygon((-420, 0), (-420, 96), (420, 96), (420, 0))
    bastion = polygon((-118, 0), (-106, 112), (106, 112), (118, 0))
    battlements = [_battlements(-420, 425, 95), _battlements(-106, 108, 111)]
    low_roof, high_roof = _roof(104, 152, 26, 12, 62), _roof(86, 208, 44, 13, 40)
    finials = [polygon((side * 42, 250), (side * 48, 264), (side * 38, 256)) for side in (-1, 1)]
    ridge = joined([rect(-42, 250, 84, 6), *finials])
    arch = joined([rect(-24, 0, 48, 48), disc(0, 48, 24)])
    windows = [rect(x, 118, 10, 22) for x in range(-56, 58, 19)] + [rect(x, 182, 8, 16) for x in range(-40, 44, 16)]
    snow = [
        rim(low_roof, 0, -7).intersection(rect(-200, 150, 400, 30)),
        rim(high_roof, 0, -8),
        rim(ridge, 0, -4),
        rim(joined(battlements), 0, -3.4),
    ]
    courses = joined(rect(-420, y, 840, 1.1) for y in (18, 36, 54, 72)).intersection(wall.difference(bastion))
    storeys = [rect(-72, 112, 144, 44), rect(-54, 176, 108, 34)]
    return [
        ("mid", joined([wall, battlements[0]])),
        ("body", joined([bastion, battlements[1], *storeys, low_roof, high_roof, ridge])),
        ("dark", arch),
        ("light", joined(windows)),
        ("snow", joined(snow)),
        ("body", courses),
    ]


def _battlements(left: float, right: float, y: float) -> Shape:
    """Return the battlements on top of a wall."""
    return joined(rect(x, y, 10, 12) for x in between(left, right - 10, 17))


def _roof(half: float, y: float, height: float, lift: float, top: float) -> Shape:
    """Return a roof whose eaves sweep up by `lift`; `half` and `top` are half its width below and above."""
    right = spline(
        [
            (0, y + height),
            (top, y + height),
            (top + 2, y + height - 2),
            (half * 0.62, y + height * 0.34),
            (half * 0.86, y + height * 0.12),
            (half, y + lift),
            (half + 4, y + lift + 5),
            (half + 3, y + lift - 5),
            (half * 0.82, y - 2),
            (half * 0.4, y - 4),
            (0, y - 4),
        ],
        closed=False,
    )
    return shapely.Polygon(right + [(-x, up) for x, up in reversed(right)]).buffer(0)


@MOTIF_SHAPES.enter("truss_bridge")
def truss_bridge(motif: TrussBridge, seed: int) -> Shapes:
    """Return the steel, the piers, and the light on both."""
    length, deck, panels = motif.spans * motif.span, motif.pier + 7, 8
    steel = [rect(-60, motif.pier, length + 120, 7)]
    for number in range(motif.spans):
        start = number * motif.span + 4
        xs = evenly(start, start + motif.span - 8, panels + 1)
        rise = [
            motif.height * (1 - ((i - panels / 2) / (panels / 2)) ** 2) ** 0.6 if 0 < i < panels else 0
            for i in range(panels + 1)
        ]
        chord = [(x, deck + up) for x, up in zip(xs, rise, strict=True)]
        steel.append(line(chord, 5))
        for i in range(1, panels):
            steel.append(line([(xs[i], motif.pier + 4), chord[i]], 2.6))
        for i in range(1, panels - 1):
            steel.append(line([(xs[i], motif.pier + 5), chord[i + 1]], 1.9))
            steel.append(line([(xs[i + 1], motif.pier + 5), chord[i]], 1.9))
    middles = [number * motif.span for number in range(motif.spans + 1)]
    piers = [polygon((x - 11, -8), (x - 8, motif.pier), (x + 8, motif.pier), (x + 11, -8)) for x in middles]
    lit = [polygon((x - 11, -8), (x - 8, motif.pier), (x - 3, motif.pier), (x - 4, -8)) for x in middles]
    return [
        ("body", joined(steel)),
        ("body", joined(piers)),
        ("mid", joined([*lit, rect(-60, motif.pier + 5, length + 120, 2)])),
    ]
