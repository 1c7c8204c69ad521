"""Human figures from the side, facing right, made from the places of their joints. Measures are in centimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from pnp.draw.cover_art.shapes import PointPt, Shape, blob, disc, joined, limb, line, polygon, rect
from pnp.model.cover_layers.motif_layers import Hat

Joints: TypeAlias = tuple[PointPt, PointPt]
"""The two joints of a limb: elbow and hand, or knee and ankle."""


@dataclass(frozen=True)
class Rifle:
    """A rifle from its butt to its muzzle, with a bayonet of this length."""

    butt: PointPt
    muzzle: PointPt
    bayonet: float = 0


@dataclass(frozen=True)
class Figure:
    """The pose and the clothes of a figure, about 175 tall.

    `lean` is how far the shoulders are in front of the hip, and `head` how far the head is in front of the neck. `coat`
    is half the width of a long coat at its hem. `bulk` makes the body broader.
    """

    near_leg: Joints
    far_leg: Joints
    near_arm: Joints
    far_arm: Joints | None = None
    hip: PointPt = (0, 92)
    lean: float = 4
    head: float = 0
    hat: Hat = "helmet"
    coat: float = 0
    pack: Literal["", "pack", "roll"] = ""
    rifle: Rifle | None = None
    bulk: float = 1

    @property
    def shoulder(self) -> PointPt:
        """The place of the shoulders."""
        return (self.hip[0] + self.lean, self.hip[1] + 50)

    @property
    def face(self) -> PointPt:
        """The middle of the head."""
        x, y = self.shoulder
        return (x + self.lean * 0.12 + 3 + self.head, y + 22)

    def silhouette(self) -> Shape:
        """Return the outline of the figure with everything it carries."""
        parts = [self._torso(), *self._head(), *self._limbs(), *_hat(self.hat, *self.face)]
        if self.coat:
            parts.append(self._coat())
        if self.pack:
            parts += self._pack()
        if self.rifle is not None:
            parts += _rifle(self.rifle)
        return joined(parts).buffer(0.6).buffer(-0.6)

    def gear(self, outline: Shape) -> Shape:
        """Return belt, strap, pouch, hat band and buttons as thin lines inside an outline."""
        (hip_x, hip_y), (x, y), (face_x, face_y) = self.hip, self.shoulder, self.face
        pouch = rect(hip_x + 3, hip_y - 1, 9, 8).difference(rect(hip_x + 4.3, hip_y + 0.3, 6.4, 5.4))
        belt = line([(hip_x - 15, hip_y + 9), (hip_x + 15, hip_y + 8)], 2.2)
        parts = [belt, line([(x - 9, y + 6), (hip_x + 9, hip_y + 10)], 2), pouch]
        if self.hat == "helmet":
            parts.append(line([(face_x - 13, face_y + 4.4), (face_x + 13, face_y + 4.4)], 1.6))
        elif self.hat == "kepi":
            parts.append(line([(face_x - 11, face_y + 6), (face_x + 10, face_y + 6)], 2))
        elif self.hat == "fur_hat":
            parts.append(line([(face_x - 12, face_y + 4), (face_x + 11, face_y + 4)], 1.6))
        if self.coat:
            parts += [disc(hip_x + 9, hip_y + up, 1.5, 6) for up in (18, 26, 34)]
        return joined(parts).intersection(outline.buffer(-1.2))

    def _torso(self) -> Shape:
        """Return the body from the hip to the shoulders."""
        (hip_x, hip_y), (x, y), bulk = self.hip, self.shoulder, self.bulk
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

    def _head(self) -> list[Shape]:
        """Return the neck and the head."""
        shoulder, (x, y) = self.shoulder, self.face
        neck = (shoulder[0] + self.lean * 0.12, shoulder[1] + 7)
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

    def _limbs(self) -> list[Shape]:
        """Return the legs with their boots, and the arms with their hands."""
        (hip_x, hip_y), (x, y), bulk = self.hip, self.shoulder, self.bulk
        parts = []
        for knee, ankle in (self.near_leg, self.far_leg):
            parts.append(limb([(hip_x, hip_y - 4), knee, ankle], [19 * bulk, 14 * bulk, 9.5]))
            foot_x, foot_y = ankle
            boot = ((-6, 5), (-7, -6), (6, -6), (17, -6), (16, -1), (6, 4))
            parts.append(blob(*((foot_x + across, foot_y + up) for across, up in boot)))
        for arm in (self.near_arm, self.far_arm):
            if arm is not None:
                elbow, hand = arm
                parts += [limb([(x, y - 4), elbow, hand], [13.5 * bulk, 11, 8]), disc(*hand, 5.2, 8)]
        return parts

    def _coat(self) -> Shape:
        """Return the skirts of a long coat."""
        (x, y), coat, bulk = self.hip, self.coat, self.bulk
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

    def _pack(self) -> list[Shape]:
        """Return a pack on the back, with a rolled blanket on top if it is a `roll`."""
        x, y = self.shoulder
        pack = blob((x - 12, y + 2), (x - 24, y + 1), (x - 27, y - 16), (x - 24, y - 36), (x - 12, y - 36))
        return [pack, limb([(x - 26, y + 5), (x - 12, y + 8)], [11, 11])] if self.pack == "roll" else [pack]


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


def _rifle(rifle: Rifle) -> list[Shape]:
    """Return the stock, the barrel and the bayonet of a rifle."""
    butt = np.array(rifle.butt, dtype=np.float64)
    along = np.array(rifle.muzzle, dtype=np.float64) - butt
    length = float(np.hypot(*along))
    forward = along / length
    up = np.array([-forward[1], forward[0]])

    def place(share: float, offset: float) -> PointPt:
        """Return the place at a share of the length, moved across the rifle."""
        x, y = butt + forward * share * length + up * offset
        return (float(x), float(y))

    stock = ((0, -7), (0, 4), (0.24, 3), (0.62, 2.6), (0.62, -2.2), (0.3, -2.6), (0.2, -4))
    barrel = ((0.6, 1.6), (1, 1.2), (1, -1.2), (0.6, -1.6))
    parts = [polygon(*(place(*corner) for corner in stock)), polygon(*(place(*corner) for corner in barrel))]
    if rifle.bayonet:
        parts.append(polygon(place(1, 1.3), place(1 + rifle.bayonet / length, 0), place(1, -1.3)))
    return parts
