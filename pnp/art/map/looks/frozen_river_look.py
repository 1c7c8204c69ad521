"""The look `frozen-river`: a river under ice along hexsides, with cracks, drifts of snow and cut banks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from pnp.art.map import ink, noise, outlines
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.noise import Array
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.streams import Stream
from pnp.art.map.water import Waters
from pnp.scene import Colours, Item, Stroke


@DRAWINGS.enter("ice")
def draw_ice(waters: Waters, streams: Sequence[Stream], colours: Colours, taken: Occupancy) -> list[Item]:
    """Draw rivers under ice: the shadow of the bank, three tints of ice, snow, cracks, and banks drawn with a pen."""
    frame, pt = waters.frame, waters.frame.scaled(1)
    area = shapely.union_all([stream.area for stream in streams])
    items: list[Item] = [outlines.area_path(affinity.translate(area, 0.9 * pt, 1.2 * pt), fill=colours["bank_shadow"])]
    for inset, name in ((0.0, "ice_edge"), (0.9, "ice"), (1.95, "ice_middle")):
        items.append(outlines.area_path(area.buffer(-inset * pt) if inset else area, fill=colours[name]))
    snow = [blob for stream in streams for blob in _snow_on(stream, pt, frame.seed)]
    if snow:
        inner = area.buffer(-1.1 * pt)
        items.append(outlines.area_path(shapely.union_all(snow).intersection(inner), fill=colours["snow"]))
    main, forks, pressed = _cracks(streams, pt, frame.seed)
    for lines, width in ((main, 0.42), (forks, 0.28), (pressed, 0.25)):
        inside = outlines.clipped_lines(lines, area.buffer(-0.3 * pt))
        if inside:
            items.append(
                outlines.lines_path(inside, Stroke(colours["crack"], frame.stroke(width), join="round"), tolerance=0)
            )
    shore = waters.surface.boundary
    inner_line = outlines.boundary_lines(area.buffer(-1.15 * pt))
    items.append(outlines.lines_path(inner_line, Stroke(colours["crack"], frame.stroke(0.25), join="round")))
    ticks = _cut_banks(waters, area, taken)
    if ticks:
        items.append(outlines.lines_path(ticks, Stroke(colours["bank"], frame.stroke(0.4), cap="round"), tolerance=0))
    banks = ink.ink_strokes(
        outlines.boundary_lines(shore),
        (0.5 * pt, 1.1 * pt),
        frame.seed + 91,
        step=1.1 * pt,
        gaps=0.0,
        wavelength=15 * pt,
    )
    items.append(outlines.rings_path(banks, fill=colours["bank"]))
    return items


def _snow_on(stream: Stream, pt: float, seed: int) -> list[BaseGeometry]:
    """Return drifts of snow on the ice of one river, stretched along it."""
    found: list[BaseGeometry] = []
    spots = outlines.resample(stream.points, 1.8 * pt)
    half = np.interp(np.linspace(0, 1, len(spots)), np.linspace(0, 1, len(stream.widths)), stream.widths) / 2
    across, at = outlines.normals(spots), 4.0
    while at < len(spots) - 3:
        i = int(at)
        key = (seed, "snow", stream.chain.id, i)
        radius = noise.between(1.3, 2.4, *key) * pt
        if half[i] > 1.6 * radius:
            x, y = spots[i] + across[i] * half[i] * noise.between(-0.5, 0.5, *key, "aside")
            way = math.degrees(math.atan2(*(spots[i + 1] - spots[i - 1])[::-1]))
            disc = outlines.roughened(
                shapely.Point(x, y).buffer(radius, quad_segs=5), 0.35 * pt, 3.0 * pt, seed + 3, 0.5 * pt
            )
            found.append(affinity.rotate(affinity.scale(disc, 1.7, 0.75), way))
        at += noise.between(4, 9, *key, "next")
    return found


def _cracks(streams: Sequence[Stream], pt: float, seed: int) -> tuple[list[Array], list[Array], list[Array]]:
    """Return cracks in the ice from a bank across the river, their forks, and pressure lines along it."""
    main: list[Array] = []
    forks: list[Array] = []
    pressed: list[Array] = []
    for stream in streams:
        spots = outlines.resample(stream.points, 1.0 * pt)
        half = np.interp(np.linspace(0, 1, len(spots)), np.linspace(0, 1, len(stream.widths)), stream.widths) / 2
        across = outlines.normals(spots)
        at, number = 3.0, 0
        while at < len(spots) - 4:
            i, number = int(at), number + 1
            key = (seed, "crack", stream.chain.id, number)
            at += noise.between(3.8, 10.0, *key, "next")
            if half[i] < 1.3 * pt:
                continue
            hand = 1 if noise.chance(*key, "hand") < 0.5 else -1
            point = spots[i] + across[i] * hand * half[i]
            way = math.atan2(*(-across[i] * hand)[::-1]) + noise.between(-0.5, 0.5, *key, "way")
            line = [point]
            for step in range(3 + int(4 * noise.chance(*key, "steps"))):
                way += noise.between(-0.7, 0.7, *key, step)
                reach = noise.between(1.2, 2.5, *key, step, "long") * pt
                line.append(line[-1] + np.array((math.cos(way), math.sin(way))) * reach)
                if step and noise.chance(*key, step, "fork") < 0.25:
                    turn = way + (0.9 if noise.chance(*key, step, "side") < 0.5 else -0.9)
                    forks.append(np.array([line[-1], line[-1] + np.array((math.cos(turn), math.sin(turn))) * 1.8 * pt]))
            main.append(np.array(line))
        for start in range(6, len(spots) - 16, 17):
            key = (seed, "pressed", stream.chain.id, start)
            length = int(noise.between(6, 13, *key))
            some = slice(start, start + length)
            aside = noise.between(-0.45, 0.45, *key, "aside")
            if half[some].min() > 2 * pt:
                pressed.append(spots[some] + across[some] * (aside * half[some])[:, None])
    return main, forks, pressed


def _cut_banks(waters: Waters, area: BaseGeometry, taken: Occupancy) -> list[Array]:
    """Return short strokes outwards from the banks in groups, where nothing is printed."""
    frame, pt = waters.frame, waters.frame.scaled(1)
    found: list[Array] = []
    for ring in outlines.boundary_lines(area.buffer(0.6 * pt)):
        spots = outlines.resample(ring, 3.0 * pt)
        out = outlines.normals(spots)
        probe = np.asarray(shapely.contains_xy(area, *(spots + out * 1.2 * pt).T))
        out = np.where(probe[:, None], -out, out)
        reach = (0.9 + 0.9 * noise.lattice(np.arange(len(spots)), spots[:, 0] * 0, frame.seed + 4)) * pt
        ends = spots + out * reach[:, None]
        combed = (noise.octaves(spots, 16 * pt, frame.seed + 92, 2) > 0.02) & (taken.at(ends) == 0)
        combed &= ~shapely.contains_xy(area.buffer(0.4 * pt), *ends.T)
        found += list(np.stack([spots[combed], ends[combed]], axis=1))
    return found
