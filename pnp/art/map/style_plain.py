"""The plain style, for large maps and proofs: hexes in flat colours, straight lines and hex numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.deferred import deferred
from pnp.grid_cells import open_sides
from pnp.hexgrid import Hex
from pnp.model.looks.look import LookLibrary
from pnp.scene import Colour, Group, Item, Path, Stroke
from pnp.units import Mm

with deferred():
    from pnp.art.map import plain_features

BATCH = 500
"""Hexes in one path: few enough for any PDF reader, and enough for short files."""
LAYERS = ("land", "grid", "water", "barriers", "roads", "places", "numbers", "names")


def plain_fills(library: LookLibrary, palette: MapPalette) -> dict[str, Colour]:
    """Return the flat colour of hexes with each look, by the name of the look."""
    looks = library.values()
    return {look.name: palette.of(look)[look.plain_colour] for look in looks if look.plain_colour}


def plain_layers(frame: MapFrame) -> list[Group]:
    """Draw the map in the plain style, in layers from the ground upwards."""
    corners = dict(_hexes_with_corners(frame))
    parts: dict[str, list[Item]] = {
        "land": list(_coloured_hexes(frame, corners)),
        "grid": [grid_path(frame, corners)],
        "numbers": frame.draw_numbers(),
    }
    if frame.board.chains or frame.board.lines or frame.sites:
        parts |= plain_features.feature_layers(frame)
    return [Group(tuple(parts[layer]), layer=layer) for layer in LAYERS if parts.get(layer)]


def _hexes_with_corners(frame: MapFrame) -> Iterator[tuple[Hex, tuple[Mm, ...]]]:
    """Yield each hex and its corners, as x, y, x, y, ...

    Hexes of a row or column share the rounded values.
    """
    if not frame.hexes:
        return
    centre = frame.grid.centre
    x0, y0 = centre(frame.hexes[0])
    offsets = [(x - x0, y - y0) for x, y in frame.grid.corners(frame.hexes[0])]
    across: dict[Mm, tuple[Mm, ...]] = {}
    down: dict[Mm, tuple[Mm, ...]] = {}
    for cell in frame.hexes:
        x, y = centre(cell)
        xs = across.get(x) or across.setdefault(x, tuple([round(x + dx, 3) for dx, _ in offsets]))
        ys = down.get(y) or down.setdefault(y, tuple([round(y + dy, 3) for _, dy in offsets]))
        yield cell, tuple(chain.from_iterable(zip(xs, ys, strict=True)))


def _coloured_hexes(frame: MapFrame, corners: Mapping[Hex, tuple[Mm, ...]]) -> Iterator[Item]:
    """Yield the hexes of each colour as a few long paths."""
    colours, terrain_at = plain_fills(frame.looks, frame.palette), frame.board.terrain_at
    by_colour: dict[Colour, list[Hex]] = {}
    looks = {kinds: frame.look(kinds[-1]) for kinds in {terrain_at(cell) for cell in frame.hexes}}
    for cell in frame.hexes:
        by_colour.setdefault(colours.get(looks[terrain_at(cell)], frame.palette.land), []).append(cell)
    outline = "M" + "L" * (len(frame.hexes[0].neighbours) - 1) + "Z" if frame.hexes else ""
    for colour, cells in by_colour.items():
        for start in range(0, len(cells), BATCH):
            some = cells[start : start + BATCH]
            yield Path(outline * len(some), tuple(chain.from_iterable([corners[cell] for cell in some])), colour)


def grid_path(frame: MapFrame, corners: Mapping[Hex, tuple[Mm, ...]]) -> Path:
    """Return one path that covers every hexside of the map once."""
    half = len(frame.hexes[0].neighbours) // 2 if frame.hexes else 0
    ops = ["M" + "L" * half] * len(corners)
    xy = [value for each in corners.values() for value in each[: 2 * half + 2]]
    for cell, each in corners.items():
        for side in open_sides(cell, corners):
            if side >= half:  # the others are drawn with their own hexes
                ops.append("ML")
                xy += (each + each[:2])[2 * side : 2 * side + 4]
    stroke = Stroke(frame.palette.grid, frame.stroke(0.5), cap="round", join="round")
    return Path("".join(ops), tuple(xy), None, stroke)
