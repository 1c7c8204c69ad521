"""Features of maps in the plain style: straight roads, squares for settlements, symbols and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pnp.art.map.lines.barriers import barriers, draw_barriers
from pnp.art.map.lines.roads import ties
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_strokes import symbol_layers
from pnp.art.map.noise import Array
from pnp.art.map.outlines import lines_path
from pnp.hexgrid import Hex
from pnp.model.looks.line_looks import RailLook, RoadLook, StreamLook
from pnp.model.looks.look import TerrainLook
from pnp.model.looks.place_looks import SettlementLook, SymbolLook
from pnp.scene import Group, Item, Matrix, Rect, Stroke, Text, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm


def feature_layers(frame: MapFrame) -> dict[str, list[Item]]:
    """Return the drawn features of a plain map by the name of their layer, such as `roads`.

    Names are above hex numbers, all other features between them and the grid.
    """
    return {
        "water": list(_streams(frame)),
        "barriers": draw_barriers(barriers(frame, ())),
        "roads": list(_straight_paths(frame)),
        "places": list(_places(frame)),
        "names": list(_names(frame)),
    }


def _centres(frame: MapFrame, cells: Iterable[Hex]) -> Array:
    """Return the centres of hexes."""
    return np.array([frame.grid.centre(cell) for cell in cells])


def _streams(frame: MapFrame) -> Iterator[Item]:
    """Yield streams as blue lines along hexsides, with a darker edge."""
    palette = frame.palette
    for name, look in frame.looks.of(StreamLook).items():
        width = look.plain_width_pt
        chains = [chain for chain in frame.board.chains if frame.look(chain.kind) == name]
        if chains:
            lines = [np.array([frame.grid.vertex_point(vertex) for vertex in chain.vertices]) for chain in chains]
            yield lines_path(
                lines, Stroke(palette.shore, frame.stroke(width + 1.2), cap="round", join="round"), tolerance=0
            )
            yield lines_path(lines, Stroke(palette.water, frame.stroke(width), cap="round", join="round"), tolerance=0)


def _straight_paths(frame: MapFrame) -> Iterator[Item]:
    """Yield tracks, roads and railroads as straight lines between the centres of hexes."""
    for look in frame.looks.of(RoadLook).values():
        if lines := _centre_lines(frame, look):
            colours = frame.palette.of(look)
            outer, inner = (frame.stroke(width) for width in look.width_pt)
            yield lines_path(lines, Stroke(colours["edge"], outer, cap="round", join="round"), tolerance=0)
            yield lines_path(lines, Stroke(colours["fill"], inner, cap="round", join="round"), tolerance=0)
    for rail in frame.looks.of(RailLook).values():
        if lines := _centre_lines(frame, rail):
            colour = frame.palette.of(rail)["line"]
            yield lines_path(lines, Stroke(colour, frame.stroke(0.95), join="round"), tolerance=0)
            yield lines_path(ties(lines, frame.scaled(1)), Stroke(colour, frame.stroke(0.55)), tolerance=0)


def _centre_lines(frame: MapFrame, look: TerrainLook) -> list[Array]:
    """Return lines between the centres of hexes for all paths with one look."""
    return [_centres(frame, line.hexes) for line in frame.board.lines if frame.look(line.kind) == look.name]


def _places(frame: MapFrame) -> Iterator[Item]:
    """Yield a square for each settlement, and the symbols of all places."""
    palette, symbols = frame.palette, frame.looks.of(SymbolLook)
    for cell, looks in frame.sites.items():
        x, y = frame.grid.centre(cell)
        settled = next((look for name, look in frame.looks.of(SettlementLook).items() if name in looks), None)
        if settled is not None:
            half = frame.scaled(settled.plain_half_pt)
            edge = Stroke(palette.block_line, frame.stroke(0.6))
            yield rectangle(Rect(x - half, y - half, 2 * half, 2 * half), fill=palette.block, stroke=edge)
        others = [symbols[name] for name in looks if name in symbols]
        for number, look in enumerate(others):
            down = frame.scaled(9) if settled is not None or number else 0.0
            yield Group(
                tuple(symbol_layers(look.layers, palette.of(look), frame.scaled(1))),
                Matrix.place(x, y + down * (number + 1 if settled else number)),
            )


def _names(frame: MapFrame) -> Iterator[Item]:
    """Yield the name of each place, below the centre of its hex."""
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
