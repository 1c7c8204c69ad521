"""Tanks of the Second World War from the side, facing right. Their measures are in centimetres."""

from __future__ import annotations

import math

from pnp.draw.cover_art.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.draw.cover_art.shapes import (
    Shape,
    blob,
    disc,
    evenly,
    joined,
    limb,
    line,
    polygon,
    rect,
    rim,
    rounded,
)
from pnp.model.cover_layers.motif_layers import LightTank, MediumTank

WHEELS = (132, 186, 268, 322, 404, 458)
"""The x of the road wheels of the medium tank."""
BOGIES = (159, 295, 431)
"""The x of its three bogies, each with two road wheels and a return roller."""


@MOTIF_SHAPES.enter("medium_tank")
def medium_tank(motif: MediumTank, seed: int) -> Shapes:
    """Return the running gear, the hull, the turret, and what they carry."""
    track = blob(
        (92, 0, 1),
        (468, 0, 1),
        (505, 16),
        (556, 60),
        (563, 88),
        (548, 116),
        (520, 126),
        (470, 122, 1),
        (120, 120, 1),
        (60, 116),
        (22, 92),
        (22, 62),
        (48, 26),
    )
    wheels = [disc(x, 36, 25) for x in WHEELS]
    rollers = [disc(x, 98, 10) for x in BOGIES]
    bogies = [polygon((x - 20, 98), (x + 20, 98), (x + 34, 40), (x - 34, 40)) for x in BOGIES]
    ends = [disc(60, 72, 28), disc(518, 84, 31)]
    hubs = [*(disc(x, 36, 7) for x in WHEELS), disc(60, 72, 8), disc(518, 84, 10)]
    rims = [disc(x, 36, 25).difference(disc(x, 36, 19)) for x in WHEELS]
    rims += [end.difference(end.buffer(-6)) for end in ends]
    angles = evenly(0, 2 * math.pi, 14)[:-1]
    teeth = [disc(518 + 31 * math.cos(a), 84 + 31 * math.sin(a), 4.5) for a in angles]
    hull = polygon(
        (6, 112),
        (14, 186),
        (24, 198),
        (150, 204),
        (424, 204),
        (440, 198),
        (534, 122),
        (562, 108),
        (572, 84),
        (556, 62),
        (530, 70),
        (520, 112),
    )
    hull_light = polygon((24, 198), (150, 204), (424, 204), (440, 198), (534, 122), (527, 119), (434, 190), (30, 190))
    sponson = polygon((8, 118), (540, 118), (534, 126), (8, 126))
    turret = blob(
        (196, 204, 1),
        (190, 226),
        (198, 252),
        (226, 276),
        (262, 284),
        (336, 284),
        (372, 272),
        (394, 246),
        (396, 204, 1),
    ).union(blob((150, 220, 1), (152, 254), (176, 268), (226, 274, 1), (226, 214, 1)))
    cupola = joined([rounded(236, 280, 66, 12, 3), rounded(240, 284, 58, 12, 4)])
    mantlet = blob((386, 214, 1), (384, 262, 1), (402, 266), (424, 258), (428, 238), (420, 218), (402, 210))
    barrel = polygon((420, 246), (420, 231), (600, 239), (600, 250))
    gun = joined([barrel, rounded(586, 236.5, 22, 16, 3), rounded(424, 228, 46, 21, 4)])
    machine_gun = limb([(494, 158), (520, 162)], [11, 5])
    stowage = joined([rounded(20, 196, 58, 26, 6), rounded(84, 200, 46, 20, 8), rounded(128, 204, 22, 14, 4)])
    gear = joined([*wheels, *rollers, *bogies, *ends])
    well = track.buffer(-9).difference(gear).difference(rect(0, 112, 600, 188))
    door = rounded(110, 150, 70, 22, 3).difference(rounded(113, 153, 64, 16, 2))
    seams = [line([(x, 132), (x, 190)], 2) for x in (250, 380)]
    whole = [track, hull, turret, mantlet, gun, cupola, machine_gun, stowage, sponson, *teeth]
    parts: Shapes = [
        ("body", joined(whole)),
        ("dark", well),
        ("mid", joined([*rims, *(roller.difference(roller.buffer(-3)) for roller in rollers), *hubs])),
        ("dark", rect(60, 112, 440, 8)),
        ("mid", hull_light),
        ("mid", rim(turret, -2, -11)),
        ("mid", joined([rim(gun, 0, -5), rim(stowage, 0, -5)])),
        ("mid", rim(mantlet, -3, -7)),
        ("mid", joined([door, *seams])),
    ]
    if motif.commander:
        man = _commander()
        parts += [("body", man), ("mid", rim(man, -4, -4))]
    if motif.pennant:
        aerial = line([(172, 260), (150, 430)], 3)
        parts += [("body", aerial), ("accent", polygon((152, 424), (154, 386), (64, 410)))]
    return parts


def _commander() -> Shape:
    """Return a commander in the hatch, who raises his field glasses."""
    return joined(
        [
            blob((248, 290, 1), (246, 322), (256, 342), (278, 346), (292, 334), (294, 290, 1)),
            disc(276, 362, 14),
            limb([(286, 334), (306, 312), (318, 330)], [14, 11, 8]),
            blob((258, 366), (262, 380), (284, 384), (296, 374), (292, 368), (272, 366)),
            limb([(318, 330), (300, 356)], [9, 8]),
        ]
    )


@MOTIF_SHAPES.enter("light_tank")
def light_tank(motif: LightTank, seed: int) -> Shapes:
    """Return the running gear, the hull, the turret, and what they carry."""
    track = blob(
        (60, 0, 1),
        (330, 0, 1),
        (380, 30),
        (438, 66),
        (444, 92),
        (424, 112),
        (390, 112, 1),
        (110, 108, 1),
        (60, 92),
        (18, 58),
        (14, 28),
        (34, 4),
    )
    wheels = [disc(x, 36, 27) for x in (122, 184, 258, 320)]
    idler, sprocket = disc(50, 40, 34), disc(408, 84, 27)
    rims = [wheel.difference(wheel.buffer(-7)) for wheel in (*wheels, idler, sprocket)]
    hubs = [disc(x, 36, 7) for x in (122, 184, 258, 320)] + [disc(50, 40, 7), disc(408, 84, 7)]
    bogies = [polygon((x - 14, 92), (x + 14, 92), (x + 34, 36), (x - 34, 36)) for x in (153, 289)]
    angles = evenly(0, 2 * math.pi, 7)[:-1]
    spokes = joined(line([(50, 40), (50 + 30 * math.cos(a), 40 + 30 * math.sin(a))], 5) for a in angles)
    hull = polygon(
        (20, 100),
        (10, 150),
        (40, 176),
        (130, 182),
        (352, 182),
        (372, 138),
        (440, 112),
        (450, 92),
        (440, 76),
        (400, 100),
    )
    hull_light = polygon(
        (40, 176),
        (130, 182),
        (352, 182),
        (372, 138),
        (440, 112),
        (432, 108),
        (366, 130),
        (346, 172),
        (46, 168),
    )
    turret = polygon((172, 182), (176, 246), (190, 254), (296, 254), (312, 240), (318, 182))
    cupola = polygon((192, 254), (196, 280), (256, 280), (262, 254))
    mantlet = rounded(308, 200, 34, 36, 7)
    gun = joined([polygon((336, 224), (336, 212), (424, 216), (424, 224)), rounded(336, 208, 26, 20, 4)])
    machine_guns = joined(
        [
            limb([(360, 158), (386, 160)], [10, 5]),
            limb([(226, 284), (282, 300)], [7, 4]),
            line([(238, 280), (238, 290)], 4),
        ]
    )
    stowage = joined([rounded(26, 166, 60, 28, 6), rounded(92, 178, 60, 16, 7)])
    gear = joined([*wheels, *bogies, idler, sprocket])
    well = track.buffer(-8).difference(gear).intersection(rect(0, 0, 600, 100))
    return [
        ("body", joined([track, hull, turret, cupola, mantlet, gun, machine_guns, stowage])),
        ("dark", well),
        ("dark", idler.buffer(-8).difference(spokes)),
        ("mid", joined([*rims, *hubs])),
        ("mid", hull_light),
        ("mid", joined([rim(turret, -3, -9), rim(cupola, -3, -7)])),
        ("mid", joined([rim(mantlet, -2, -5), rim(stowage, 0, -5), rim(gun, 0, -4)])),
        ("body", line([(188, 250), (176, 400)], 2.6)),
        ("dark", polygon((60, 112), (400, 112), (380, 104), (70, 104))),
        ("paper", _star(246, 216, 22)),
    ]


def _star(x: float, y: float, radius: float) -> Shape:
    """Return a star with five points."""
    corners = []
    for number in range(10):
        length, angle = radius * (1 if number % 2 == 0 else 0.382), math.pi / 2 + number * math.pi / 5
        corners.append((x + length * math.cos(angle), y + length * math.sin(angle)))
    return polygon(*corners)
