"""Layers and motifs that people built: a runway, telegraph poles, and a truss bridge."""

from __future__ import annotations

import math
from itertools import pairwise

import shapely

from pnp.art.covers.drawn_layers import DRAWN_LAYERS, MOTIF_SHAPES, Shapes, put_shapes
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import evenly, joined, line, polygon, random_numbers, rect, scaled, spindle, taper
from pnp.model.cover_layers.cover_layer import Position
from pnp.model.cover_layers.landscape_layers import Airstrip, Telegraph
from pnp.model.cover_layers.motif_layers import TrussBridge

DASHES, PUDDLES = 9, 80


def _row(layer: Airstrip, y: float, foot: float) -> Position:
    """Return the x of both borders at a height."""
    x, far = layer.vanish
    near = (y - far) / max(1.0, foot - far)
    return x + (layer.left - x) * near, x + (layer.right - x) * near


@DRAWN_LAYERS.enter("airstrip")
def draw_airstrip(layer: Airstrip, picture: Picture, seed: int) -> None:
    """Draw the runway with its border, puddles and dashes."""
    foot, top = picture.frame.foot, layer.top
    (high_left, high_right), (low_left, low_right) = _row(layer, top, foot), _row(layer, foot, foot)
    strip = shapely.Polygon([(high_left, top), (high_right, top), (low_right, foot), (low_left, foot)])
    if layer.edge is not None:
        picture.fill(scaled(strip, 1.06, 1, layer.vanish), picture.colour(layer.edge))
    picture.fill(strip, picture.colour(layer.ink))
    numbers = random_numbers(seed)
    if layer.puddles is not None:
        puddles = []
        for _ in range(PUDDLES):
            near = numbers.random() ** 0.9
            y = top + (foot - top) * near
            left, right = _row(layer, y, foot)
            x = numbers.uniform(left, right)
            puddles.append(spindle(x, y, (right - left) * numbers.uniform(0.03, 0.12), 0.5 + 2.4 * near))
        picture.fill(joined(puddles).intersection(strip), picture.colour(layer.puddles))
    if layer.dash is not None:
        dashes = []
        for number in range(DASHES):
            corners = []
            for part, sides in (((number + 0.15) / DASHES, (-1, 1)), ((number + 0.6) / DASHES, (1, -1))):
                y = top + (foot - top) * part**2.2
                left, right = _row(layer, y, foot)
                corners += [((left + right) / 2 + side * (right - left) * 0.018, y) for side in sides]
            dashes.append(shapely.Polygon(corners))
        picture.fill(joined(dashes), picture.colour(layer.dash))


ARMS = (0.86, 0.78)
"""The heights of the two wires, as shares of the height of a pole."""


@DRAWN_LAYERS.enter("telegraph")
def draw_telegraph(layer: Telegraph, picture: Picture, seed: int) -> None:
    """Draw the poles, then two wires from each pole to the next."""
    for x, y, height in layer.items:
        put_shapes(picture, _pole(height), (x, y), tones={"body": layer.ink})
    colour = picture.colour(layer.ink)
    for (x, y, height), (next_x, next_y, next_height) in pairwise(layer.items):
        size = (height + next_height) / 200
        for arm in ARMS:
            start, end = y - height * arm, next_y - next_height * arm
            wire = [
                (x + (next_x - x) * t, start + (end - start) * t + layer.sag * size * math.sin(math.pi * t))
                for t in evenly(0, 1, 14)
            ]
            picture.line(wire, colour, max(0.3, 0.7 * size))


def _pole(height: float) -> Shapes:
    """Return a pole with two arms and four insulators."""
    arms = [rect(-16, height * 0.86, 32, 2.6), rect(-12, height * 0.76, 24, 2.2)]
    insulators = [rect(x, height * 0.86, 1.8, 6) for x in (-15, -8, 7, 13)]
    post = taper([(0, -4), (0, height * 0.5), (0, height)], 4, 2.8)
    return [("body", joined([post, *arms, *insulators]))]


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
