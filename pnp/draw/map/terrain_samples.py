"""Sample hexes: each kind of terrain as the map draws it, on a small map of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_frame import MapFrame
from pnp.art.map.map_palette import MapPalette
from pnp.art.map.map_strokes import symbol_layers
from pnp.art.map.map_symbols import draw_letter
from pnp.art.map.occupancy import Occupancy
from pnp.art.map.style_natural import NaturalMap
from pnp.art.map.style_plain import plain_layers
from pnp.cache import keep
from pnp.draw.map.framed_map import frame_of, sample_letter
from pnp.draw.map.key_features import FeatureKind, bridged_chain
from pnp.grid_cells import SHAPES, CellShape
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.gamemap import GameMap, TerrainKind
from pnp.model.looks.area_looks import GroundLook
from pnp.model.looks.line_looks import BarrierLook, CrossingLook, PathLook, StreamLook
from pnp.model.looks.look import TerrainLook
from pnp.model.looks.place_looks import SettlementLook, SymbolLook
from pnp.palette import WHITE
from pnp.scene import Group, Matrix, Point, Scene, Stroke, Use, polygon
from pnp.units import Mm, points

# A small map of flat-topped hexes, of which C3 is the sample. Even columns are lower: C3 touches C2 D2 D3 C4 B3 B2.
_GRID = {"hexes": "flat", "columns": "A-E", "rows": "1-5", "low": "even"}
_STREAM = "B2/C3 C3/C2 D2/C3 C3/D3"
_RIDGE = "B3/C3 B2/C3 C2/C3 C3/D2"
_ROAD = "A4 B3 C3 D2 E2"
_UNDER_BRIDGE = "B2/B3 B3/C3 C3/C4 C4/D3 D3/D4"

_FERRY_ROAD = "C1 C2 C3"

_PATH_ZOOM = 1.6
"""How much larger than on the map a path is, so that a road and a railroad differ in a small sample."""
_PICTURE_SHARE = 0.74
"""The width of the picture of a marker, as a share of the hex."""


def draw_sample(game: Game, kind: str, height: Mm, palette: MapPalette, *, rich: bool = True) -> Scene:
    """Draw the sample hex of one kind of terrain, `height` mm high.

    A rich sample of open land has fields everywhere. On a map with pointed hexes, the outline of the hex is turned, but
    not the drawing. Terrain that a marker brings is shown as the picture of the marker.
    """
    shape, lying = SHAPES[game.map.hexes if game.map is not None else "flat"], SHAPES["flat"]
    across = height * (shape.across / shape.size[1])
    side = across / lying.across
    base = _ground(game, kind)
    style = game.map.style if game.map is not None else "natural"
    terrain, look = game.terrain[kind], _look(game, kind)
    lower = 0.5 if isinstance(look, CrossingLook) else 0.0  # a bridge or a ferry is on the lower side
    window = (side * 2.8, across * (1.9 + lower), side * 2.4, across * 1.2)
    data = _small_map_data(game, kind, across, base) | {"style": style, "frame": window}
    kinds = _kinds_of_samples(game, kind)
    zoom = _PATH_ZOOM if terrain.of == "path" else 1.0
    picture, letter = _marker_picture(game, terrain), sample_letter(game, kind)

    def draw() -> Scene:
        """Draw the small map and cut out its middle hex."""
        small = game.model_copy(update={"map": GameMap.model_validate(data), "terrain": kinds})
        board = resolve_board(small)
        assert board is not None
        frame = frame_of(small, board, palette, numbered=False)
        centre = board.grid.centre(board.grid.hex("C3"))
        centre = (centre[0], centre[1] + lower * board.grid.across_flats)
        layers = plain_layers(frame) if style == "plain" else NaturalMap(frame, sample=look if rich else None).layers()
        shown = [group for group in layers if group.layer not in ("grid", "numbers", "names")]
        if picture:
            scene = draw_picture(game.icons, picture, Paint(WHITE))
            scale = _PICTURE_SHARE * 2 * board.grid.side / scene.width
            at = Matrix.place(centre[0] - scale * scene.width / 2, centre[1] - scale * scene.height / 2, scale=scale)
            shown.append(Group((Use(scene),), at))
        elif isinstance(look, SymbolLook):
            if look.around is not None and not look.sample and style != "plain":
                free = Occupancy(frame.box, board.grid.side / 40)
                around = DRAWINGS[look.around](frame, board.grid.hex("C3"), free, free.copy(), frame.palette.of(look))
                shown.append(Group(tuple(around)))
            items = symbol_layers(look.sample or look.layers, frame.palette.of(look), frame.scaled(look.sample_scale))
            if letter:
                items.append(draw_letter(frame, letter, look.letter_pt, look.sample_scale))
            shown.append(Group(tuple(items), Matrix.place(*centre, turn=look.sample_turn)))
        return _sample_hex(f"terrain-{kind}", shown, centre, side, shape=shape, frame=frame, zoom=zoom)

    looks = [game.looks[one.look] for one in kinds.values() if one.look in game.looks]
    inputs = data, kinds, looks, game.season, kind, shape, palette, picture, letter, game.icons, rich
    return keep("terrain sample", lambda: inputs, draw)


def _look(game: Game, kind: str) -> TerrainLook:
    """Return how a kind of terrain is drawn."""
    look = game.looks[game.terrain[kind].look]
    assert isinstance(look, TerrainLook)
    return look


def _ground(game: Game, kind: str) -> str:
    """Return the terrain around a sample: open ground for a path or a place if the map has any, else its base."""
    if game.map is None:
        return "clear"
    open_ground = [id_ for id_ in game.map.terrain if game.terrain[id_].look in game.looks.of(GroundLook)]
    return open_ground[0] if game.terrain[kind].of in ("path", "place") and open_ground else game.map.base


def _kinds_of_samples(game: Game, kind: str) -> dict[str, TerrainKind]:
    """Return the terrain kinds for the samples; hex terrain that is not on the game's map is omitted."""
    on_map = {kind, game.map.base, *game.map.terrain} if game.map is not None else set(game.terrain)
    return {id_: terrain for id_, terrain in game.terrain.items() if terrain.of != "hex" or id_ in on_map}


def _marker_picture(game: Game, terrain: TerrainKind) -> str:
    """Return the picture of the marker that has the name of a terrain; empty if there is none."""
    if terrain.of != "marker":
        return ""
    faces = (face for counter in game.counters.values() for face in (counter.front, counter.back))
    return next((f.picture for f in faces if f.picture and f.word.lower() == terrain.name.lower()), "")


def _feature_data(game: Game, feature: FeatureKind) -> dict[str, object]:
    """Return the part of the data of a small map that shows a feature of the map in its middle hex."""
    chains = game.map.hexsides if game.map is not None else {}
    paths = game.map.paths if game.map is not None else {}
    match feature.feature:
        case "rail-embankment":
            kind = next(id_ for id_, of in chains.items() if any(one.carries == "railroad" for one in of.values()))
            return {"hexsides": {kind: {"a": {"sides": _RIDGE, "carries": "railroad"}}}}
        case "ferry":
            road = next(id_ for id_, of in paths.items() if any(one.ferry for one in of.values()))
            rivers = (id_ for id_ in chains if getattr(game.looks[game.terrain[id_].look], "broad", False))
            water = {id_: {"a": {"sides": _UNDER_BRIDGE, "beyond": "head mouth"}} for id_ in islice(rivers, 1)}
            return {"hexsides": water, "paths": {road: {"a": {"hexes": _FERRY_ROAD, "ferry": True}}}}
    return {}


def _small_map_data(game: Game, kind: str, across: Mm, base: str) -> dict[str, object]:
    """Return the data of a small map, with one kind of terrain in and around its middle hex."""
    terrain, look = game.terrain[kind], _look(game, kind)
    data: dict[str, object] = {
        "title": terrain.name,
        "paper": {"width": 80.0, "height": 80.0},
        "grid": _GRID | {"across_flats": across, "at": (0.0, 0.0)},
        "base": base,
        "seed": 3,
        "palette": game.map.palette if game.map is not None else {},
        "season": game.map.season if game.map is not None else "",
    }
    kinds = {t.look: id_ for id_, t in reversed(game.terrain.items()) if t.of == "path"}
    road = next((kinds[name] for name in reversed(game.looks.of(PathLook)) if name in kinds), "road")
    road_through = {road: {"a": {"hexes": _ROAD, "beyond": "first last"}}}
    if isinstance(terrain, FeatureKind) and (shown := _feature_data(game, terrain)):
        return data | shown
    match terrain.of:
        case "hex":
            data["terrain"] = {} if kind == base else {kind: look.sample_hexes}
            if isinstance(look, SettlementLook):
                data["paths"] = road_through
        case "place" if isinstance(look, SettlementLook):
            data["places"] = {"C3": {"name": "", "kinds": kind}}
            data["paths"] = road_through
        case "hexside":
            chain = _RIDGE if isinstance(look, BarrierLook) else _STREAM
            data["hexsides"] = {kind: {"a": {"sides": chain}}}
        case "path":
            data["paths"] = {kind: {"a": {"hexes": _ROAD, "beyond": "first last"}}}
        case "crossing":
            streams = (id_ for id_, t in game.terrain.items() if t.look in game.looks.of(StreamLook))
            board = resolve_board(game) if isinstance(terrain, FeatureKind) else None
            water = (bridged_chain(game, board) if board is not None else "") or next(streams, "stream")
            data["hexsides"] = {water: {"a": {"sides": _UNDER_BRIDGE}}}
            data["paths"] = {road: {"a": {"hexes": "C1 C2 C3 C4 C5"}}}
        case "place" | "marker":
            pass  # a symbol, drawn larger than on the map
    return data


_OUTSIDE = ("water", "barriers")
"""Layers with lines along hexsides, which are also shown beyond the hexagon."""


def _sample_hex(
    name: str, layers: list[Group], centre: Point, side: Mm, *, shape: CellShape, frame: MapFrame, zoom: float
) -> Scene:
    """Return the middle hex of a small map with its outline; its contents are enlarged by `zoom`.

    Lines along hexsides are drawn over the outline.
    """
    width, height = shape.size[0] * side, shape.size[1] * side

    def outline_of(share: float) -> tuple[Point, ...]:
        """Return the corners of the sample hex, enlarged by `share`."""
        return shape.outline((width / 2, height / 2), side * share, start=-120)

    move = Matrix.place(width / 2 - zoom * centre[0], height / 2 - zoom * centre[1], scale=zoom)
    along = frame.board.chains and not frame.board.lines
    over = [group for group in layers if along and group.layer in _OUTSIDE]
    art = Group(
        tuple(replace(group, matrix=move.after(group.matrix)) for group in layers if group not in over),
        clip=polygon(outline_of(1)),
    )
    outline = polygon(outline_of(1), stroke=Stroke(frame.palette.rule, points(0.5), join="round"))
    beside = Group(tuple(Group(group.items, matrix=move) for group in over), clip=polygon(outline_of(1.13)))
    return Scene(name, width, height, (art, outline, beside) if over else (art, outline), bleed=0.13 * side)
