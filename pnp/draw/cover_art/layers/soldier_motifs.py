"""Soldiers: infantrymen in six poses, an officer, marching men, a column of them, and a pack mule."""

from __future__ import annotations

import math

from pnp.draw.cover_art.drawn_layers import DRAWN_LAYERS, MOTIF_SHAPES, Shapes, put_shapes
from pnp.draw.cover_art.figures import Figure, Rifle
from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.shapes import (
    Shape,
    blob,
    disc,
    joined,
    limb,
    line,
    random_numbers,
    rect,
    rim,
    rounded,
    spline,
    taper,
)
from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.motif_layers import Column, Hat, Infantryman, Mule, Officer, Pose
from pnp.model.cover_layers.scene_layer import Tone
from pnp.scene import Colour

POSES: dict[Pose, Figure] = {
    "running": Figure(
        hip=(0, 88),
        lean=20,
        head=3,
        near_leg=((28, 66), (22, 22)),
        far_leg=((-14, 52), (-46, 34)),
        near_arm=((26, 112), (42, 118)),
        far_arm=((4, 108), (22, 104)),
        rifle=Rifle((4, 98), (76, 134)),
        pack="pack",
        bulk=1.05,
    ),
    "kneeling": Figure(
        hip=(0, 50),
        lean=12,
        head=6,
        near_leg=((30, 46), (32, 6)),
        far_leg=((2, 8), (-36, 8)),
        near_arm=((32, 84), (44, 98)),
        far_arm=((16, 82), (24, 98)),
        rifle=Rifle((14, 96), (92, 106)),
        pack="pack",
        bulk=1.08,
    ),
    "crouching": Figure(
        hip=(0, 78),
        lean=30,
        head=7,
        near_leg=((26, 54), (18, 6)),
        far_leg=((-12, 44), (-36, 10)),
        near_arm=((38, 92), (58, 98)),
        far_arm=((20, 92), (36, 92)),
        rifle=Rifle((16, 90), (92, 106)),
        pack="pack",
        bulk=1.06,
    ),
    "throwing": Figure(
        hip=(0, 90),
        lean=-6,
        near_leg=((18, 52), (34, 6)),
        far_leg=((-12, 48), (-28, 6)),
        near_arm=((28, 146), (48, 160)),
        far_arm=((-26, 156), (-38, 186)),
        bulk=1.06,
    ),
    "pointing": Figure(
        hip=(0, 90),
        lean=4,
        head=2,
        near_leg=((14, 50), (20, 5)),
        far_leg=((-10, 48), (-22, 6)),
        near_arm=((32, 150), (64, 156)),
        far_arm=((-10, 114), (8, 100)),
        rifle=Rifle((-14, 92), (44, 106)),
        bulk=1.06,
    ),
    "walking": Figure(
        hip=(0, 90),
        lean=12,
        head=2,
        near_leg=((18, 50), (20, 6)),
        far_leg=((-6, 48), (-26, 10)),
        near_arm=((8, 112), (26, 120)),
        rifle=Rifle((-18, 112), (52, 136)),
        pack="roll",
        bulk=1.1,
    ),
}
GRENADE = (-40, 194)
"""The place of the grenade above the hand of a throwing man."""


@MOTIF_SHAPES.enter("infantryman")
def infantryman(motif: Infantryman, seed: int) -> Shapes:
    """Return the figure, the light along its left edges, and its gear."""
    figure = POSES[motif.pose]
    man = figure.silhouette()
    if motif.pose == "throwing":
        man = man.union(disc(*GRENADE, 6))
    lit = rim(man, 3.2, -2.6).intersection(rect(-300, 14, 600, 400))
    return [("body", man), ("mid", lit), ("mid", figure.gear(man))]


@MOTIF_SHAPES.enter("officer")
def officer(motif: Officer, seed: int) -> Shapes:
    """Return the figure, the light along its right edges, and its gear."""
    figure = Figure(
        lean=3,
        hat="kepi",
        coat=20,
        near_arm=((20, 150), (44, 178)),
        far_arm=((-14, 116), (-6, 92)),
        near_leg=((16, 50), (26, 5)),
        far_leg=((-8, 50), (-22, 6)),
        bulk=1.05,
    )
    blade = taper(spline([(42, 174), (66, 214), (82, 262)], closed=False), 4, 1.5)
    man = joined([figure.silhouette(), blade, line([(37, 183), (49, 175)], 3.4)])
    lit = rim(man, -3.4, -2.2).intersection(rect(-300, 20, 600, 150))
    return [("body", man), ("mid", lit), ("mid", figure.gear(man))]


def marching_man(phase: float, hat: Hat, seed: int) -> Shapes:
    """Return a man on the march at a phase of his step; his rifle is a little higher or lower than that of others."""
    swing, jitter = math.sin(phase), random_numbers(seed).uniform(-2, 2)
    figure = Figure(
        lean=9,
        head=1,
        near_leg=((12 + 8 * swing, 50), (12 + 26 * swing, 6 + 5 * max(0, -swing))),
        far_leg=((6 - 10 * swing, 50), (-8 - 24 * swing, 8 + 4 * max(0, swing))),
        near_arm=((18, 116), (22, 128)),
        far_arm=((-4 - 14 * swing, 118), (2 - 24 * swing, 98)),
        hat=hat,
        coat=21 + 3 * abs(swing),
        pack="roll",
        rifle=Rifle((24, 118 + jitter), (-34, 214 + jitter), 40),
        bulk=1.12,
    )
    man = figure.silhouette()
    lit = rim(man, -3.6, -2.2).intersection(rect(-300, 20, 600, 145))
    return [("body", man), ("mid", lit), ("mid", figure.gear(man))]


@DRAWN_LAYERS.enter("column")
def draw_column(layer: Column, picture: Picture, seed: int) -> None:
    """Draw the men from the farthest to the nearest."""
    near, far = layer.scale
    men = []
    for file in range(layer.count):
        distance = file / (layer.count - 1)
        scale = near * (far / near) ** distance
        along = (near - scale) / (near - far) if near != far else distance
        x, y = (layer.start[axis] + (layer.end[axis] - layer.start[axis]) * along for axis in (0, 1))
        for rank in reversed(range(layer.ranks)):
            place = (x + layer.rank_step[0] * scale * rank, y + layer.rank_step[1] * scale * rank)
            men.append((scale, -rank, place, file, distance))
    for scale, minus_rank, place, file, distance in sorted(men, key=lambda man: (man[0], man[1])):
        rank = -minus_rank
        man = marching_man(1.15 + 0.35 * (file % 2) + rank * 0.3, layer.hat, seed + file * 7 + rank)
        colours = _colours_at(layer, picture, distance * 1.15 - 0.15 + 0.12 * rank)
        put_shapes(picture, man, place, scale, tones=layer.tones, colours=colours)


def _colours_at(layer: Column, picture: Picture, share: float) -> dict[Tone, Colour]:
    """Return the colours of the men at a share (0 to 1) of the way into the distance."""
    if layer.far is None:
        return {}
    inks: dict[Tone, Ink] = {"body": layer.tones.get("body", "ink"), "mid": layer.tones.get("mid", "deep")}
    return {tone: picture.blended(ink, layer.far, share) for tone, ink in inks.items()}


@MOTIF_SHAPES.enter("mule")
def mule(motif: Mule, seed: int) -> Shapes:
    """Return the mule, and the light along its left edges."""
    body = blob(
        (-58, 112),
        (-60, 92),
        (-48, 74),
        (-10, 68),
        (34, 74),
        (48, 92),
        (44, 112),
        (20, 122),
        (-20, 118),
        (-44, 122),
    )
    neck = limb([(40, 104), (62, 138), (72, 148)], [34, 22, 20])
    head = limb([(70, 150), (94, 126)], [20, 11])
    ears = [limb([(66, 156), (60, 178)], [7, 2]), limb([(72, 158), (74, 180)], [7, 2])]
    legs: list[Shape] = [
        limb([(38, 84), (44, 44), (40, 4)], [17, 9, 8]),
        limb([(30, 84), (18, 44), (22, 6)], [17, 9, 8]),
        limb([(-48, 90), (-58, 46), (-48, 4)], [22, 9, 8]),
        limb([(-42, 86), (-28, 46), (-36, 6)], [20, 9, 8]),
    ]
    load = [rounded(-34, 92, 52, 40, 7), rounded(-28, 128, 42, 22, 9), line([(-36, 112), (20, 112)], 3)]
    tail = limb([(-58, 112), (-70, 90), (-68, 62)], [6, 4, 7])
    mule = joined([body, neck, head, *ears, *legs, *load, tail])
    return [("body", mule), ("mid", rim(mule, 3.4, -3).intersection(rect(-200, 14, 400, 300)))]
