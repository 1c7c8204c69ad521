"""What lies on the hexes of a plain map: straight lines, squares for towns, glyphs, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pnp.draw.map.barrier import barriers, draw_barrier
from pnp.draw.map.frame import FLOWING, SETTLED, WAYS, MapFrame
from pnp.draw.map.installation import GLYPHS
from pnp.draw.map.linework import lines_path
from pnp.draw.map.noise import Array
from pnp.draw.map.road import WIDTH_PT, ties
from pnp.hexgrid import Hex
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm


def straight_layers(frame: MapFrame) -> dict[str, list[Item]]:
    """The layers between the grid and the numbers, and the names above them."""
    return {
        "water": list(_streams(frame)),
        "barriers": [item for barrier in barriers(frame, ()) for item in draw_barrier(frame, barrier)],
        "roads": list(_lines(frame)),
        "places": list(_places(frame)),
        "names": list(_names(frame)),
    }


def _centres(frame: MapFrame, cells: Iterable[Hex]) -> Array:
    centre = frame.grid.centre
    return np.array([centre(cell) for cell in cells])


def _streams(frame: MapFrame) -> Iterator[Item]:
    """Water along hexsides as blue lines with a darker edge."""
    palette = frame.palette
    for look, width in (("river", 5.0), ("stream", 2.4), ("creek", 1.5)):
        chains = [chain for chain in frame.board.chains if frame.look(chain.kind) == look and look in FLOWING]
        if chains:
            lines = [np.array([frame.grid.vertex_point(vertex) for vertex in chain.vertices]) for chain in chains]
            yield lines_path(
                lines, Stroke(palette.shore, frame.stroke(width + 1.2), cap="round", join="round"), tolerance=0
            )
            yield lines_path(lines, Stroke(palette.water, frame.stroke(width), cap="round", join="round"), tolerance=0)


def _lines(frame: MapFrame) -> Iterator[Item]:
    """Roads, tracks and railroads straight from middle to middle."""
    palette = frame.palette
    edges = {"track": (palette.track_edge, palette.track), "road": (palette.road_edge, palette.road)}
    for look, (edge, fill) in edges.items():
        lines = [_centres(frame, line.hexes) for line in frame.board.lines if frame.look(line.kind) == look]
        if lines:
            outer, inner = (frame.stroke(v) for v in WIDTH_PT[look])
            yield lines_path(lines, Stroke(edge, outer, cap="round", join="round"), tolerance=0)
            yield lines_path(lines, Stroke(fill, inner, cap="round", join="round"), tolerance=0)
    rails = [_centres(frame, line.hexes) for line in frame.board.lines if frame.look(line.kind) not in WAYS]
    if rails:
        yield lines_path(rails, Stroke(palette.rail, frame.stroke(0.95), join="round"), tolerance=0)
        yield lines_path(ties(rails, frame.scaled(1)), Stroke(palette.rail, frame.stroke(0.55)), tolerance=0)


def _places(frame: MapFrame) -> Iterator[Item]:
    """A square for each settlement, the glyphs of installations."""
    palette = frame.palette
    for cell, looks in frame.sites.items():
        x, y = frame.grid.centre(cell)
        settled = next((look for look in SETTLED if look in looks), None)
        if settled is not None:
            half = frame.scaled({"city": 5.5, "town": 3.8}.get(settled, 2.6))
            edge = Stroke(palette.block_line, frame.stroke(0.6))
            yield rectangle(Rect(x - half, y - half, 2 * half, 2 * half), fill=palette.block, stroke=edge)
        others = [look for look in looks if look in GLYPHS]
        for number, look in enumerate(others):
            down = frame.scaled(9) if settled is not None or number else 0.0
            yield Group(
                tuple(GLYPHS[look](palette, frame.scaled(1))),
                Matrix.place(x, y + down * (number + 1 if settled else number)),
            )


def _names(frame: MapFrame) -> Iterator[Item]:
    """Names under the middle of their hexes."""
    palette = frame.palette
    halo = Stroke(palette.paper, frame.stroke(2), join="round")
    for cell, looks in frame.sites.items():
        x, y = frame.grid.centre(cell)
        names = list(dict.fromkeys(name for name in looks.values() if name))
        size = frame.size_pt(6.4)
        top: Mm = y + frame.scaled(7.5)
        for name in names[:1]:
            yield Text(
                x,
                top + cap_height("condensed-semibold", size),
                name,
                "condensed-semibold",
                size,
                palette.ink,
                "middle",
                halo=halo,
            )
