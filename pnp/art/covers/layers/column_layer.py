"""A column of marching men. Each is made from the places of his joints, in centimetres, from the side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from pnp.art.covers.drawn_layers import DRAWN_LAYERS, Shapes, put_shapes
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import PointPt, Shape, blob, disc, joined, limb, line, polygon, random_numbers, rect, rim
from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import Tone
from pnp.model.cover_layers.motif_layers import Column, Hat
from pnp.scene import Colour

Joints: TypeAlias = tuple[PointPt, PointPt]
"""The two joints of a limb: elbow and hand, or knee and ankle."""


HIP: PointPt = (0, 92)
LEAN, BULK = 9, 1.12
"""How far the shoulders of a man are in front of his hip, and by how much his body is broader than that of others."""
SHOULDER: PointPt = (HIP[0] + LEAN, HIP[1] + 50)
FACE: PointPt = (SHOULDER[0] + LEAN * 0.12 + 4, SHOULDER[1] + 22)
"""The middle of the head."""
NEAR_ARM: Joints = ((18, 116), (22, 128))
BAYONET = 40
BANDS: Mapping[Hat, tuple[float, float, float, float]] = {
    "helmet": (-13, 13, 4.4, 1.6),
    "kepi": (-11, 10, 6, 2),
    "fur_hat": (-12, 11, 4, 1.6),
}
"""The left and right end of the band of a hat, its height above the middle of the head, and its width."""


@dataclass(frozen=True)
class MarchingMan:
    """A man on the march in a long coat, about 175 tall.

    `coat` is half the width of his coat at its hem. His rifle is so much `higher` than that of others.
    """

    near_leg: Joints
    far_leg: Joints
    far_arm: Joints
    hat: Hat
    coat: float
    higher: float

    def shapes(self) -> Shapes:
        """Return his outline with everything that he carries, the light along its right edges, and his gear."""
        body = [_torso(), *_head(), *self._limbs(), *_hat(self.hat, *FACE), self._coat()]
        man = joined([*body, *_pack(), *_rifle(self.higher)]).buffer(0.6).buffer(-0.6)
        lit = rim(man, -3.6, -2.2).intersection(rect(-300, 20, 600, 145))
        return [("body", man), ("mid", lit), ("mid", self._gear(man))]

    def _gear(self, outline: Shape) -> Shape:
        """Return belt, strap, pouch, hat band and buttons as thin lines inside an outline."""
        (hip_x, hip_y), (x, y), (face_x, face_y) = HIP, SHOULDER, FACE
        pouch = rect(hip_x + 3, hip_y - 1, 9, 8).difference(rect(hip_x + 4.3, hip_y + 0.3, 6.4, 5.4))
        belt = line([(hip_x - 15, hip_y + 9), (hip_x + 15, hip_y + 8)], 2.2)
        parts = [belt, line([(x - 9, y + 6), (hip_x + 9, hip_y + 10)], 2), pouch]
        if self.hat in BANDS:
            left, right, up, width = BANDS[self.hat]
            parts.append(line([(face_x + left, face_y + up), (face_x + right, face_y + up)], width))
        parts += [disc(hip_x + 9, hip_y + up, 1.5, 6) for up in (18, 26, 34)]
        return joined(parts).intersection(outline.buffer(-1.2))

    def _limbs(self) -> list[Shape]:
        """Return the legs with their boots, and the arms with their hands."""
        (hip_x, hip_y), (x, y), bulk = HIP, SHOULDER, BULK
        parts = []
        for knee, ankle in (self.near_leg, self.far_leg):
            parts.append(limb([(hip_x, hip_y - 4), knee, ankle], [19 * bulk, 14 * bulk, 9.5]))
            foot_x, foot_y = ankle
            boot = ((-6, 5), (-7, -6), (6, -6), (17, -6), (16, -1), (6, 4))
            parts.append(blob(*((foot_x + across, foot_y + up) for across, up in boot)))
        for elbow, hand in (NEAR_ARM, self.far_arm):
            parts += [limb([(x, y - 4), elbow, hand], [13.5 * bulk, 11, 8]), disc(*hand, 5.2, 8)]
        return parts

    def _coat(self) -> Shape:
        """Return the skirts of a long coat."""
        (x, y), coat, bulk = HIP, self.coat, BULK
        knees = (self.near_leg[0][0] + self.far_leg[0][0]) / 2
        return blob(
            (x - 12 * bulk, y + 8, 1),
            (x + 12 * bulk, y + 8, 1),
            (x + 15 * bulk, y - 16),
            (knees + coat * 0.98, y - 52, 1),
            (knees + coat * 0.2, y - 56),
            (knees - coat * 1.12, y - 50, 1),
            (x - 16 * bulk, y - 18),
        )


def _torso() -> Shape:
    """Return the body from the hip to the shoulders."""
    (hip_x, hip_y), (x, y), bulk = HIP, SHOULDER, BULK
    return blob(
        (hip_x - 11 * bulk, hip_y - 4),
        (hip_x + 11 * bulk, hip_y - 4),
        (hip_x + 12 * bulk, hip_y + 18),
        (x + 15 * bulk, y - 12),
        (x + 13 * bulk, y + 4),
        (x + 2, y + 9),
        (x - 13 * bulk, y + 3),
        (x - 14 * bulk, y - 16),
        (hip_x - 11 * bulk, hip_y + 16),
    )


def _head() -> list[Shape]:
    """Return the neck and the head."""
    shoulder, (x, y) = SHOULDER, FACE
    neck = (shoulder[0] + LEAN * 0.12, shoulder[1] + 7)
    face = blob(
        (x - 9, y + 4),
        (x - 8, y - 7),
        (x + 2, y - 12),
        (x + 8, y - 9),
        (x + 10, y - 1),
        (x + 8.5, y + 8),
        (x, y + 11),
    )
    return [limb([shoulder, neck, (x, y)], [13, 11, 12]), face]


def _pack() -> list[Shape]:
    """Return a pack on the back, with a rolled blanket on top."""
    x, y = SHOULDER
    pack = blob((x - 12, y + 2), (x - 24, y + 1), (x - 27, y - 16), (x - 24, y - 36), (x - 12, y - 36))
    return [pack, limb([(x - 26, y + 5), (x - 12, y + 8)], [11, 11])]


def _hat(hat: Hat, x: float, y: float) -> list[Shape]:
    """Return a hat on a head with its middle at (x, y)."""
    outlines: dict[Hat, tuple[tuple[tuple[float, ...], ...], ...]] = {
        "helmet": (((-14, 3, 1), (-13, 11), (-5, 18), (5, 17), (12, 9), (15, 3, 1), (2, 4)),),
        "fur_hat": (((-11, 2), (-13, 14), (-11, 23), (1, 25), (11, 22), (12, 12), (10, 3)),),
        "kepi": (
            ((-11, 3), (-11, 14), (9, 15), (10, 6), (19, 2, 1), (9, 2)),
            ((-11, 6), (-15, -10), (-9, -12), (-6, 0)),
        ),
        "slouch_hat": (((-20, 4), (-9, 7), (-8, 16), (6, 17), (8, 7), (20, 3), (6, 1), (-8, 1)),),
    }
    return [blob(*((x + node[0], y + node[1], *node[2:]) for node in outline)) for outline in outlines[hat]]


def _rifle(higher: float) -> list[Shape]:
    """Return the stock, the barrel and the bayonet of the rifle, so much higher."""
    butt = np.array((24, 118 + higher), dtype=np.float64)
    along = np.array((-34, 214 + higher), dtype=np.float64) - butt
    length = float(np.hypot(*along))
    forward = along / length
    up = np.array([-forward[1], forward[0]])

    def place(share: float, offset: float) -> PointPt:
        """Return the place at a share of the length, moved across the rifle."""
        x, y = butt + forward * share * length + up * offset
        return (float(x), float(y))

    stock = ((0, -7), (0, 4), (0.24, 3), (0.62, 2.6), (0.62, -2.2), (0.3, -2.6), (0.2, -4))
    barrel = ((0.6, 1.6), (1, 1.2), (1, -1.2), (0.6, -1.6))
    bayonet = polygon(place(1, 1.3), place(1 + BAYONET / length, 0), place(1, -1.3))
    return [*(polygon(*(place(*corner) for corner in part)) for part in (stock, barrel)), bayonet]


def marching_man(phase: float, hat: Hat, seed: int) -> Shapes:
    """Return a man on the march at a phase of his step."""
    swing, jitter = math.sin(phase), random_numbers(seed).uniform(-2, 2)
    man = MarchingMan(
        near_leg=((12 + 8 * swing, 50), (12 + 26 * swing, 6 + 5 * max(0, -swing))),
        far_leg=((6 - 10 * swing, 50), (-8 - 24 * swing, 8 + 4 * max(0, swing))),
        far_arm=((-4 - 14 * swing, 118), (2 - 24 * swing, 98)),
        hat=hat,
        coat=21 + 3 * abs(swing),
        higher=jitter,
    )
    return man.shapes()


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
    """Return the colours of marching men who are a share (0 to 1) of the way from the front to the far end."""
    if layer.far is None:
        return {}
    inks: dict[Tone, Ink] = {"body": layer.tones.get("body", "ink"), "mid": layer.tones.get("mid", "deep")}
    return {tone: picture.blended(ink, layer.far, share) for tone, ink in inks.items()}
