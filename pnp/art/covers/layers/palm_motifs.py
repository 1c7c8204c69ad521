"""Palms: one with fans, one with feathered fronds."""

from __future__ import annotations

import math

import numpy as np

from pnp.art.covers.drawn_layers import MOTIF_SHAPES, Shapes
from pnp.art.covers.shapes import (
    Array,
    PointPt,
    Shape,
    blob,
    disc,
    joined,
    line,
    moved,
    polygon,
    random_numbers,
    rim,
    spline,
    taper,
)
from pnp.model.cover_layers.motif_layers import FanPalm, FeatherPalm

FRONDS = (168, 148, 122, 98, 72, 48, 26, 6, -16, 190, 208)
"""The angle at which each frond of a feather palm leaves its crown, in degrees."""


@MOTIF_SHAPES.enter("fan_palm")
def fan_palm(motif: FanPalm, seed: int) -> Shapes:
    """Return the palm, and the part of its crown in the light."""
    numbers, height = random_numbers(seed), motif.height
    lean = numbers.uniform(-6, 6)
    trunk_line = spline([(0, 0), (lean * 0.2, height * 0.4), (lean, height)], closed=False)
    trunk = taper(trunk_line, height * 0.07, height * 0.04)
    fans = []
    for number in range(17):
        angle = math.radians(-50 + 280 * number / 16 + numbers.uniform(-5, 5))
        length = height * numbers.uniform(0.15, 0.20) * 0.95
        x, y = lean + length * math.cos(angle), height + length * math.sin(angle)
        radius = height * numbers.uniform(0.105, 0.135)
        fan = [(x - radius * 0.45 * math.cos(angle), y - radius * 0.45 * math.sin(angle))]
        for tooth in range(15):
            turned = angle - 1.35 + 2.7 * tooth / 14
            reach = radius * (1.12 if tooth % 2 == 0 else 0.78)
            fan.append((x + reach * math.cos(turned), y + reach * math.sin(turned)))
        fans += [polygon(*fan), line([(lean, height), (x, y)], height * 0.012)]
    crown = joined(fans)
    lit = crown.intersection(moved(crown, -height * 0.035, height * 0.05))
    upper_left = disc(lean - height * 0.1, height * 1.1, height * 0.2)
    return [("body", joined([trunk, crown])), ("mid", lit.intersection(upper_left))]


def frond(start: PointPt, angle: float, length: float, droop: float, width: float, leaves: int = 22) -> Shape:
    """Return a feathered leaf that begins at `start` and droops towards its tip; `angle` is in degrees."""
    turned = math.radians(angle)
    rib_line: list[PointPt] = []
    for number in range(16):
        t = number / 15
        y = start[1] + length * t * math.sin(turned) - droop * length * t * t
        rib_line.append((start[0] + length * t * math.cos(turned), y))
    parts = [taper(rib_line, width * 0.12, width * 0.04)]
    along: Array = np.array(rib_line)
    for number in range(leaves):
        t = (number + 0.7) / leaves * 15
        index = min(int(t), 14)
        root = along[index] * (1 - (t - index)) + along[index + 1] * (t - index)
        forward = along[index + 1] - along[index]
        forward /= np.hypot(*forward)
        sideways = np.array([-forward[1], forward[0]])
        reach = width * math.sin(math.pi * min(1, 0.16 + (number + 0.5) / leaves * 0.9)) ** 0.8
        for side in (1, -1):
            tip = root + (forward * 0.75 + sideways * side * 0.8) * reach + np.array([0, -reach * 0.35])
            corners = (
                root - forward * width * 0.10,
                root + (tip - root) * 0.55 - forward * width * 0.045,
                tip,
                root + (tip - root) * 0.5 + forward * width * 0.06,
                root + forward * width * 0.10,
            )
            parts.append(polygon(*((float(x), float(y)) for x, y in corners)))
    return joined(parts)


@MOTIF_SHAPES.enter("feather_palm")
def feather_palm(motif: FeatherPalm, seed: int) -> Shapes:
    """Return the palm, the rings of its trunk, and the light on its upper fronds."""
    numbers, height, lean, size = random_numbers(seed), motif.height, motif.lean, motif.size
    nodes = [(0, 0), (lean * 0.12, height * 0.33), (lean * 0.5, height * 0.7), (lean, height)]
    middle = spline(nodes, closed=False, steps=14)
    trunk = taper(middle, size * 0.17, size * 0.085)
    foot = blob((-size * 0.16, -3), (-size * 0.07, size * 0.12), (size * 0.08, size * 0.12), (size * 0.17, -3))
    rings = [
        line([(x - size * 0.1, y + 2), (x + size * 0.1, y - 2)], size * 0.012)
        for x, y in middle[4 : len(middle) - 2 : 2]
    ]
    fronds = []
    for angle in FRONDS:
        turned = angle + numbers.uniform(-6, 6)
        length = size * numbers.uniform(0.92, 1.18)
        droop = 0.55 + 0.28 * abs(math.cos(math.radians(angle)))
        fronds.append(frond((lean, height), turned, length, droop, size * 0.21))
    nuts = [
        disc(lean + x * size, height + y * size, size * 0.05)
        for x, y in ((-0.06, -0.07), (0.05, -0.09), (0, -0.12), (0.09, -0.04))
    ]
    lit = rim(joined(fronds[1:5]), size * 0.02, -size * 0.03)
    return [
        ("body", joined([trunk, foot, *nuts, *fronds])),
        ("mid", joined(rings).intersection(trunk)),
        ("mid", lit),
    ]
