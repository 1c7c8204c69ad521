"""Pages of the map: one large sheet, or tiles to cut out and glue together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.extent import scene_extent
from pnp.impose.marks import MARK, SLIM, SLIM_LENGTH, head_line, proof_strip, slim_rulers, small_print
from pnp.impose.page import Page, Placement
from pnp.impose.tiles.assembly_page import KEY, NAME_WIDTH, assembly_page, has_name_beside, key_figure
from pnp.impose.tiles.tile_contents import TileContents
from pnp.impose.tiles.tile_plan import Tile, TilePlan, mark_zone, tile_area
from pnp.message import join_words
from pnp.model.target import Paper, Target
from pnp.palette import INK, WHITE
from pnp.scene import Group, Item, Matrix, Point, Rect, Scene, Stroke, Text, Use, circle, line, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm

UNTINTED: Mm = 3
"""Width of the part of a glue strip next to the seam that keeps its colour, in case a cut is inaccurate."""

MOST_SHARING = 16
"""The greatest number of tiles that share the drawing of the whole map."""


def impose_map_sheet(scene: Scene, target: Target) -> tuple[Page, ...]:
    """Return the map on one page of its own size, with rulers in the side margins if they fit."""
    whole, frame = scene.box, map_frame(scene)
    rulers = tuple(_side_rulers(frame, scene, target)) if target.rulers else ()
    return (
        Page(
            name=scene.name,
            width=scene.width,
            height=scene.height,
            trim=whole,
            bleed=whole,
            art=(Use(scene),),
            marks=rulers,
            placements=(Placement(scene.name, "front", whole),),
            inked=(frame,),
        ),
    )


def _side_rulers(frame: Rect, scene: Scene, target: Target) -> Iterator[Item]:
    """Yield the slim rulers at the foot of the side margins of the map sheet, where they do not attract attention."""
    metric, inches = slim_rulers()
    off = target.tick_gap
    top, lowest = target.margin, scene.height - target.margin
    if lowest - top < SLIM_LENGTH:
        return
    bottom = min(max(frame.bottom, top + SLIM_LENGTH), lowest)
    if frame.x - off - SLIM >= target.margin:
        yield Group(metric, Matrix.place(frame.x - off, bottom, turn=-90))
    if scene.width - frame.right - off - SLIM >= target.margin:
        yield Group(inches, Matrix.place(frame.right + off, bottom - SLIM_LENGTH, turn=90))


def map_frame(scene: Scene) -> Rect:
    """Return the part of a map sheet that is printed on; white margins need no tiles."""
    ink = scene_extent(scene) or scene.box
    left, top = max(ink.x, 0), max(ink.y, 0)
    return Rect(left, top, min(ink.right, scene.width) - left, min(ink.bottom, scene.height) - top)


def impose_tiles(scene: Scene, plan: TilePlan, target: Target, paper: Paper, title: str) -> tuple[Page, ...]:
    """Return the pages of a map's tiles, after a page that shows how to assemble them."""
    pages = tuple(
        _tile_page(item, plan, tile, target, title)
        for tile, item in zip(plan.tiles, _drawings(scene, plan.tiles), strict=True)
    )
    return pages if len(pages) == 1 else (assembly_page(scene, plan, target, paper, title), *pages)


def _drawings(scene: Scene, tiles: Sequence[Tile]) -> tuple[Use, ...]:
    """Return the drawing of the map for each tile, in the coordinates of the map.

    The tiles of a small map share one drawing, which keeps the file small. On many tiles, each shows only what is near
    it: otherwise every page would be as slow to print, to view and to check as the whole map.
    """
    if len(tiles) <= MOST_SHARING:
        return (Use(scene),) * len(tiles)
    uses = []
    for tile, items in zip(tiles, TileContents([tile.printed for tile in tiles]).divide(scene.items), strict=True):
        box = tile.printed
        part = Scene(f"{scene.name} {tile.name}", box.width, box.height, (Group(items, Matrix.place(-box.x, -box.y)),))
        uses.append(Use(part, Matrix.place(box.x, box.y)))
    return tuple(uses)


def _tile_page(drawing: Use, plan: TilePlan, tile: Tile, target: Target, title: str) -> Page:
    """Return the page of one tile, with its glue strips and match marks; `drawing` shows the map on it."""
    area = tile_area(plan.width, plan.height, target)
    move = Matrix.place(
        area.x + (area.width - tile.printed.width) / 2 - tile.printed.x,
        area.y + (area.height - tile.printed.height) / 2 - tile.printed.y,
    )
    art, visible = _moved_rect(tile.printed, move), _moved_rect(tile.visible, move)
    paper = Rect(0, 0, plan.width, plan.height)
    several = len(plan.tiles) > 1
    spare = KEY + 3 + (NAME_WIDTH if several and has_name_beside(plan) else 0)
    words = (title, f"tile {tile.name}") if several else (title,)
    advice = ("Cut where the scissors are, and lay the cut edge over the pale strip of the next tile.",)
    return Page(
        name=f"map {tile.name}",
        width=plan.width,
        height=plan.height,
        trim=art,
        bleed=art,
        art=(
            Group((Use(drawing.scene, move.after(drawing.matrix)),), clip=rectangle(art)),
            *_glue_strips(plan, tile, art, visible),
        ),
        marks=(
            *head_line(plan.width, target, words, neighbour_words(plan, tile) or "print at 100 %"),
            *_match_marks(plan, tile, art, move, target),
            *(proof_strip(paper, target, advice, spare=spare) if several else proof_strip(paper, target)),
            *(key_figure(plan, tile, target) if several else ()),
        ),
        placements=(Placement(f"map {tile.name}", "front", art),),
        inked=(art,),
    )


def _moved_rect(rect: Rect, shift: Matrix) -> Rect:
    """Return a rectangle shifted by a matrix."""
    return Rect(rect.x + shift.e, rect.y + shift.f, rect.width, rect.height)


def neighbour_words(plan: TilePlan, tile: Tile) -> str:
    """Return the print instructions of a tile and its neighbours: `… joins left A1, below B2`."""
    above = [one.name for one, other in plan.above_and_below if other == tile]
    below = [other.name for one, other in plan.above_and_below if one == tile]
    row = plan.rows[tile.row]
    sides = (
        ("left", [row[tile.column - 1].name] if tile.column else []),
        ("right", [row[tile.column + 1].name] if tile.column + 1 < len(row) else []),
        ("above", above),
        ("below", below),
    )
    neighbours = ", ".join(f"{side} {join_words(names)}" for side, names in sides if names)
    return f"print at 100 %  ·  joins {neighbours}" if neighbours else ""


# ---------------------------------------------------------------- strips and marks


def _glue_strips(plan: TilePlan, tile: Tile, art: Rect, visible: Rect) -> Iterator[Item]:
    """Yield the pale strips of a tile to which its left and upper neighbours are glued."""
    row = plan.rows[tile.row]
    depth = visible.y - art.y
    if tile.row:
        above = [one.name for one, other in plan.above_and_below if other == tile]
        words = f"GLUE  ·  {join_words(above)} {'covers' if len(above) == 1 else 'cover'} this strip"
        yield from _glue_strip(Rect(art.x, art.y, art.width, depth - UNTINTED), words, 0)
    if tile.column:
        below = max(depth - UNTINTED, 0)
        left = Rect(art.x, art.y + below, visible.x - art.x - UNTINTED, art.height - below)
        yield from _glue_strip(left, f"GLUE  ·  {row[tile.column - 1].name} covers this strip", -90)


def _glue_strip(rect: Rect, words: str, turn: float) -> Iterator[Item]:
    """Yield one pale glue strip with its text."""
    if min(rect.width, rect.height) <= 0:
        return
    yield rectangle(rect, fill=WHITE, opacity=0.72)
    if min(rect.width, rect.height) < 3:
        return
    x, y = rect.centre
    x, y = (x, y + 1) if turn == 0 else (x + 1, y)
    yield Text(x, y, words, "condensed-semibold", 8, MARK, "middle", turn, tracking=0.2)


def _match_marks(plan: TilePlan, tile: Tile, art: Rect, move: Matrix, target: Target) -> Iterator[Item]:
    """Yield crosses and ticks at the seams of a tile, and scissors where it is cut.

    Ticks at the corners of the map are included.
    """
    row = plan.rows[tile.row]
    frame, visible = _moved_rect(plan.frame, move), _moved_rect(tile.visible, move)
    off = target.tick_gap + target.tick_length / 2
    upright = [(visible.x, False)] * (tile.column > 0) + [(visible.right, True)] * (tile.column + 1 < len(row))
    level = [(visible.y, False)] * (tile.row > 0) + [(visible.bottom, True)] * (tile.row + 1 < len(plan.rows))
    for x, cut in upright:
        for y, down in ((art.y - off, 1), (art.bottom + off, -1)):
            yield from _seam_cross((x, y), target)
            if cut:
                yield _scissors((x - 3.4, y), (0, down))
    for y, cut in level:
        for x, along in ((art.x - off, 1), (art.right + off, -1)):
            yield from _seam_cross((x, y), target)
            if cut:
                yield _scissors((x, y - 3.4), (along, 0))
    yield from _middle_ticks(plan, tile, art, move, target)
    yield from _map_corner_ticks(art, frame, target)


def _middle_ticks(plan: TilePlan, tile: Tile, art: Rect, move: Matrix, target: Target) -> Iterator[Item]:
    """Yield a tick at the middle of each seam of a tile, with the name of the neighbour."""
    near, far = target.tick_gap, mark_zone(target)
    stroke = Stroke(INK, target.tick_width)
    row = plan.rows[tile.row]
    y = tile.visible.centre[1] + move.f
    for other, x, side in ((tile.column - 1, art.x, -1), (tile.column + 1, art.right, 1)):
        if 0 <= other < len(row):
            yield line(x + side * near, y, x + side * far, y, stroke)
            base = x + far if side > 0 else x - far + cap_height("condensed-bold", 7)  # clear of the page margin
            yield Text(base, y - 2, row[other].name, "condensed-bold", 7, MARK, "start", -90)
    for one, other_tile in plan.above_and_below:
        if tile not in (one, other_tile):
            continue
        middle = (
            max(one.visible.x, other_tile.visible.x) + min(one.visible.right, other_tile.visible.right)
        ) / 2 + move.e
        edge, side, name = (art.bottom, 1, other_tile.name) if tile == one else (art.y, -1, one.name)
        yield line(middle, edge + side * near, middle, edge + side * far, stroke)
        yield small_print(middle + 1.2, edge + side * (near + far) / 2 + 0.9, name, font="condensed-bold")


def _seam_cross(middle: Point, target: Target) -> Iterator[Item]:
    """Yield the cross at one end of a seam; its halves must meet when tiles are glued."""
    x, y = middle
    arm = target.tick_length / 2
    stroke = Stroke(INK, target.tick_width)
    yield line(x - arm, y, x + arm, y, stroke)
    yield line(x, y - arm, x, y + arm, stroke)


def _map_corner_ticks(art: Rect, frame: Rect, target: Target) -> Iterator[Item]:
    """Yield ticks at the corners of the whole map, for trimming its edge."""
    near, far = target.tick_gap, mark_zone(target)
    stroke = Stroke(INK, target.tick_width)
    for x, side_x in ((frame.x, -1), (frame.right, 1)):
        for y, side_y in ((frame.y, -1), (frame.bottom, 1)):
            if art.x - 1e-6 <= x <= art.right + 1e-6 and art.y - 1e-6 <= y <= art.bottom + 1e-6:
                yield line(x, y + side_y * near, x, y + side_y * far, stroke)
                yield line(x + side_x * near, y, x + side_x * far, y, stroke)


def _scissors(middle: Point, towards: Point) -> Group:
    """Return a pair of scissors that cuts in the direction `towards`."""
    stroke = Stroke(MARK, 0.3, cap="round")
    turn = Matrix(towards[0], towards[1], -towards[1], towards[0], *middle)
    items: list[Item] = []
    for side in (-1, 1):
        items.append(line(-0.5, side * 0.42, 1.6, -side * 0.42, stroke))
        items.append(circle(-1.05, side * 0.68, 0.5, stroke=stroke))
    return Group(tuple(items), turn)
