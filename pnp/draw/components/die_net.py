"""Nets of dice: the six faces of a cube in a cross, with tabs for glue.

Faces 4, 2, 3 and 5 are in a row, 1 is above 2, and 6 below it. Opposite faces add up to 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.draw.cutout import CUT_OUT_DRAWINGS, CutOut, draw_glue, fold_lines, make_cut_out
from pnp.draw.text_lines import Drawing, LinePlace, Style, set_line
from pnp.extent import items_extent
from pnp.model.components.dice_and_pads import DieFace, DieNet
from pnp.model.game import Game
from pnp.model.symbols import IconLibrary
from pnp.palette import INK
from pnp.scene import Item, Matrix, Point, Use, moved, polygon
from pnp.units import MM_PER_POINT, Mm

CELLS = {1: (1, 0), 4: (0, 1), 2: (1, 1), 3: (2, 1), 5: (3, 1), 6: (1, 2)}
"""Number of a face -> its column and row in the net."""
FONT = "condensed-bold"


@CUT_OUT_DRAWINGS.enter("die-net")
def draw_net(net: DieNet, game: Game, id_: str) -> tuple[CutOut, ...]:
    """Draw the net of the die, the only piece of this component."""
    return (_draw_net(game, id_, net),)


def tab_depth(net: DieNet) -> Mm:
    """Return how far the glue tabs of a net extend past its faces."""
    return min(0.4 * net.edge, 7.0)


def net_size(net: DieNet) -> tuple[Mm, Mm]:
    """Return the width and height of a net with its tabs."""
    tab = tab_depth(net)
    return 4 * net.edge + tab, 3 * net.edge + 2 * tab


def net_outline(net: DieNet) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
    """Return the corners of the whole net, and four corners of each tab.

    Its first and last corner are on the fold.
    """
    edge, tab = net.edge, tab_depth(net)

    def net_point(column: float, row: float) -> Point:
        """Return the point in millimetres at a column and a row of the net, counted in edges of the cube."""
        return (column * edge, tab + row * edge)

    def tab_corners(start: Point, stop: Point, outwards: Point) -> tuple[Point, ...]:
        """Return the four corners of the glue tab on the edge from `start` to `stop`.

        Its ends are cut at 45 degrees, or steeper on a short edge. `outwards` is a direction of length 1.
        """
        slope = min(tab, 0.3 * edge)
        along = ((stop[0] - start[0]) / edge, (stop[1] - start[1]) / edge)
        one = (start[0] + along[0] * slope + outwards[0] * tab, start[1] + along[1] * slope + outwards[1] * tab)
        two = (stop[0] - along[0] * slope + outwards[0] * tab, stop[1] - along[1] * slope + outwards[1] * tab)
        return (start, one, two, stop)

    left, right, up, down = (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)
    first = (
        tab_corners(net_point(1, 1), net_point(1, 0), left),
        tab_corners(net_point(1, 0), net_point(2, 0), up),
        tab_corners(net_point(2, 0), net_point(2, 1), right),
    )
    ring = tab_corners(net_point(4, 1), net_point(4, 2), right)
    last = (
        tab_corners(net_point(2, 2), net_point(2, 3), right),
        tab_corners(net_point(2, 3), net_point(1, 3), down),
        tab_corners(net_point(1, 3), net_point(1, 2), left),
    )
    corners = [net_point(0, 1)]
    for tabs in ((first), (ring,), (last)):
        for corner in (corner for one in tabs for corner in one):
            if corner != corners[-1]:
                corners.append(corner)
    corners.append(net_point(0, 2))
    return tuple(corners), (*first, ring, *last)


def _draw_net(game: Game, id_: str, net: DieNet) -> CutOut:
    """Draw the net of a die with its faces, folds and glue tabs."""
    edge, tab = net.edge, tab_depth(net)
    corners, tabs = net_outline(net)
    drawn = Drawing()
    for number, flap in enumerate(tabs):
        drawn = drawn.plus(draw_glue(flap, "glue", turn=90 if number in (0, 2, 3, 4, 6) else 0, background=net.colour))
    for number, (column, row) in CELLS.items():
        middle = ((column + 0.5) * edge, tab + (row + 0.5) * edge)
        field = f"components.{id_}.faces.{number - 1}"
        drawn = drawn.plus(_die_face(game.icons, net.faces[number - 1], middle, edge, net, field))
    inner = (((i * edge, tab + edge), (i * edge, tab + 2 * edge)) for i in (1, 2, 3))
    level = (((edge, tab + i * edge), (2 * edge, tab + i * edge)) for i in (1, 2))
    folds = fold_lines(*inner, *level, *((flap[0], flap[-1]) for flap in tabs))
    outline = polygon(corners, fill=net.colour)
    drawn = drawn.plus(Drawing(tuple(folds)))
    return make_cut_out(id_, net_size(net), outline, drawn, copies=net.copies, folds=True)


def _die_face(icons: IconLibrary, face: DieFace, middle: Point, edge: Mm, net: DieNet, field: str) -> Drawing:
    """Draw one face of a die: its picture and arrow, and its word below them."""
    x, y = middle
    shown = bool(face.picture) or face.arrow is not None
    height = (0.52 if face.word else 0.72) * edge
    y -= 0.12 * edge if face.word and shown else 0
    items = (*_face_picture(icons, face, (x, y), height, net), *_face_arrow(face, (x, y), height))
    drawn = Drawing(items)
    if not face.word:
        return drawn
    size = (0.20 if shown else 0.36) * edge / MM_PER_POINT
    place = LinePlace(x, middle[1] + (0.36 * edge if shown else 0), 0.86 * edge)
    return drawn.plus(set_line(face.word, Style(FONT, size, INK, net.colour), place, f"{field}.word"))


def _face_picture(icons: IconLibrary, face: DieFace, middle: Point, height: Mm, net: DieNet) -> Iterator[Item]:
    """Yield the picture of a die face, if it has one, `height` mm high and centred on `middle`."""
    if face.picture:
        scene = draw_picture(icons, face.picture, Paint(net.colour))
        ink = items_extent(scene.items) or scene.box
        scale = min(height / ink.height, height * 1.1 / ink.width)
        x, y = ink.centre
        yield Use(scene, Matrix.place(middle[0] - x * scale, middle[1] - y * scale, scale=scale))


def _face_arrow(face: DieFace, middle: Point, height: Mm) -> Iterator[Item]:
    """Yield the broad arrow of a die face, if it has one, turned clockwise by its angle."""
    if face.arrow is not None:
        half = height / 2
        shape: tuple[Point, ...] = ((0, -half), (0.72 * half, -0.12 * half), (0.26 * half, -0.12 * half))
        shape += ((0.26 * half, half), (-0.26 * half, half), (-0.26 * half, -0.12 * half), (-0.72 * half, -0.12 * half))
        yield moved(polygon(shape, fill=INK), Matrix.place(*middle, turn=face.arrow))
