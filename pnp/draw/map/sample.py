"""Sample hexes: each kind of terrain drawn as the map draws it, on a little map made for it."""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.draw.icons.layered_icons import Paint, draw_picture
from pnp.draw.map.frame import SETTLED, MapFrame
from pnp.draw.map.installation import GLYPHS
from pnp.draw.map.natural import NaturalMap
from pnp.draw.map.palette import MapPalette
from pnp.draw.map.plain import plain_layers
from pnp.draw.map.sign import draw_letter
from pnp.load.board import resolve_board
from pnp.model.game import Game
from pnp.model.gamemap import GameMap, Look, TerrainKind
from pnp.palette import WHITE
from pnp.scene import Group, Matrix, Point, Scene, Stroke, Use, polygon
from pnp.units import Mm, points

# A little flat-topped map, lettered and numbered; C3 is the sample. Even columns sit low, so C3 touches C2 D2 D3 C4 B3
# B2.
_GRID = {"hexes": "flat", "columns": "A-E", "rows": "1-5", "low": "even"}
_STREAM = "B2/C3 C3/C2 D2/C3 C3/D3"
_RIDGE = "B3/C3 B2/C3 C2/C3 C3/D2"
_ROAD = "A4 B3 C3 D2 E2"
_UNDER_BRIDGE = "B2/B3 B3/C3 C3/C4 C4/D3 D3/D4"
_COAST = "C3 C4 C5 D1-D5 E1-E5"

GLYPH_SCALE: dict[Look, float] = {"airfield": 1.35, "set-up": 1.5}
"""How much larger than on the map glyphs are drawn in samples."""
_PICTURE_SHARE = 0.74
"""How wide the picture of a marker is, as a share of the hex."""


def draw_sample(game: Game, kind: str, height: Mm, palette: MapPalette) -> Scene:
    """The sample of one kind, `height` mm high; a pointed map turns its grid, not its art.

    What a marker brings to a hex is shown as that marker's picture.
    """
    pointed = game.map is not None and game.map.grid.hexes == "pointed"
    across = height * math.sqrt(3) / 2 if pointed else height
    side = across / math.sqrt(3)
    terrain = game.terrain[kind]
    base = game.map.base if game.map is not None else "clear"
    style = game.map.style if game.map is not None else "natural"
    lower = 0.5 if terrain.look == "bridge" else 0.0  # a bridge lies on the side below
    window = (side * 2.8, across * (1.9 + lower), side * 2.4, across * 1.2)
    model = GameMap.model_validate(_little_map(game, kind, across, base) | {"style": style, "frame": window})
    little = game.model_copy(update={"map": model})
    board = resolve_board(little)
    assert board is not None
    frame = MapFrame.of(little, board, palette, numbered=False)
    centre = board.grid.centre(board.grid.hex("C3"))
    centre = (centre[0], centre[1] + lower * board.grid.across_flats)
    layers = plain_layers(frame) if style == "plain" else NaturalMap(frame, sample=terrain.look).layers()
    shown = [group for group in layers if group.layer not in ("grid", "numbers")]
    if picture := _marker_picture(game, terrain):
        scene = draw_picture(game.icons, picture, Paint(WHITE))
        scale = _PICTURE_SHARE * 2 * board.grid.side / scene.width
        at = Matrix.place(centre[0] - scale * scene.width / 2, centre[1] - scale * scene.height / 2, scale=scale)
        shown.append(Group((Use(scene),), at))
    elif terrain.look in GLYPHS:
        larger = GLYPH_SCALE.get(terrain.look, 1.9)
        glyph = GLYPHS[terrain.look](frame.palette, frame.scaled(larger))
        if terrain.look == "entry" and (letter := _first_name(game, kind)):
            glyph.append(draw_letter(frame, letter, larger))
        shown.append(Group(tuple(glyph), Matrix.place(*centre, turn=-20 if terrain.look == "airfield" else 0)))
    return _cut_out(f"terrain-{kind}", shown, centre, side, pointed=pointed, frame=frame)


def _first_name(game: Game, kind: str) -> str:
    """The name of the first place of a kind."""
    places = game.map.places.values() if game.map is not None else ()
    return next((place.names.get(kind, place.name) for place in places if kind in place.kinds), "")


def _marker_picture(game: Game, terrain: TerrainKind) -> str:
    """The picture of the marker that has the name of the terrain: a hex has that terrain where the marker lies."""
    if terrain.of != "marker":
        return ""
    faces = (face for counter in game.counters.values() for face in (counter.front, counter.back))
    return next((f.picture for f in faces if f.picture and f.word.lower() == terrain.name.lower()), "")


def _little_map(game: Game, kind: str, across: Mm, base: str) -> dict[str, object]:
    """The data of the little map."""
    terrain = game.terrain[kind]
    made: dict[str, object] = {
        "title": terrain.name,
        "paper": {"width": 80.0, "height": 80.0},
        "grid": _GRID | {"across_flats": across, "at": (0.0, 0.0)},
        "base": base,
        "seed": 3,
        "season": game.map.season if game.map is not None else "",
    }
    ways = {t.look: id_ for id_, t in reversed(game.terrain.items()) if t.of == "path"}
    road = ways.get("road") or ways.get("track") or ways.get("railroad") or "road"
    match terrain.of:
        case "hex" if terrain.look in ("lake", "sea", "hills", "mountain", "town", "city", "village"):
            made["terrain"] = {kind: _COAST if terrain.look == "sea" else "C3"}
            if terrain.look in SETTLED:
                made["paths"] = {road: {"a": {"hexes": _ROAD, "beyond": "first last"}}}
        case "hex":
            made["terrain"] = {kind: "A1-E5"}
            if kind == base:
                made["terrain"] = {}
        case "place" if terrain.look in SETTLED:
            made["places"] = {"C3": {"name": "", "kinds": kind}}
            made["paths"] = {road: {"a": {"hexes": _ROAD, "beyond": "first last"}}}
        case "hexside":
            chain = _RIDGE if terrain.look in ("embankment", "ridge", "wall") else _STREAM
            made["hexsides"] = {kind: {"a": {"sides": chain}}}
        case "path":
            made["paths"] = {kind: {"a": {"hexes": _ROAD, "beyond": "first last"}}}
        case "crossing":
            water = next((id_ for id_, t in game.terrain.items() if t.look in ("river", "stream", "creek")), "stream")
            made["hexsides"] = {water: {"a": {"sides": _UNDER_BRIDGE}}}
            made["paths"] = {road: {"a": {"hexes": "C1 C2 C3 C4 C5"}}}
        case "place" | "marker":
            pass  # a glyph, drawn larger than on the map
    return made


_OUTSIDE = ("water", "barriers")
"""Layers that show beyond the hexagon too: what runs along its sides."""


def _cut_out(name: str, layers: list[Group], centre: Point, side: Mm, *, pointed: bool, frame: MapFrame) -> Scene:
    """One hexagon of the little map and its outline; what runs along hexsides lies over the outline."""
    across = side * math.sqrt(3)
    width, height = (across, 2 * side) if pointed else (2 * side, across)

    def hexagon(share: float) -> list[Point]:
        start, reach = -90 if pointed else -120, side * share
        angles = [math.radians(start + 60 * i) for i in range(6)]
        return [(width / 2 + reach * math.cos(a), height / 2 + reach * math.sin(a)) for a in angles]

    move = Matrix.place(width / 2 - centre[0], height / 2 - centre[1])
    along = frame.board.chains and not frame.board.lines
    over = [group for group in layers if along and group.layer in _OUTSIDE]
    art = Group(
        tuple(replace(group, matrix=move.after(group.matrix)) for group in layers if group not in over),
        clip=polygon(hexagon(1)),
    )
    outline = polygon(hexagon(1), stroke=Stroke(frame.palette.rule, points(0.5), join="round"))
    beside = Group(tuple(Group(group.items, matrix=move) for group in over), clip=polygon(hexagon(1.13)))
    return Scene(name, width, height, (art, outline, beside) if over else (art, outline), bleed=0.13 * side)
