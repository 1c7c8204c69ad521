"""Features of a map that are not kinds of terrain but have an entry in its key, such as bridges and ferries."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pnp.art.map.map_palette import MapPalette
from pnp.board import Board
from pnp.grid_cells import SHAPES
from pnp.hexgrid import Hexside
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.looks.line_looks import CrossingLook, StreamLook
from pnp.model.looks.look import TerrainLook
from pnp.model.sheet_furniture import KEY_FEATURES
from pnp.scene import Group, Item, Point, Scene, Stroke, polygon, polyline
from pnp.units import points


class FeatureKind(TerrainKind):
    """A feature of a map as a row of its key, with the cost and effect of the terrain that it is drawn with.

    A road with a look of its own `belongs_to` its kind of terrain, after which it is listed.
    """

    feature: str
    belongs_to: str = ""


def with_features(game: Game, board: Board) -> Game:
    """Return the game with the features of its map as further kinds of terrain, for its key."""
    found = {one.feature: one for one in _features(game, board) if one.feature not in game.terrain}
    return game.model_copy(update={"terrain": {**game.terrain, **found}}) if found else game


def features_of(game: Game, kind: str = "") -> list[str]:
    """Return the ids of the features that `with_features` has added to a game: those that belong to a terrain kind."""
    return [id_ for id_, one in game.terrain.items() if isinstance(one, FeatureKind) and one.belongs_to == kind]


def _features(game: Game, board: Board) -> Iterator[FeatureKind]:
    """Yield the features of a map."""
    assert game.map is not None
    base = game.terrain.get(board.base)
    for line in board.lines:
        if line.look and line.kind in game.terrain:  # a road that is drawn in its own way
            yield _feature(
                line.look, game.terrain[line.kind], name=capitalised(line.look.replace("-", " ")), belongs_to=line.kind
            )
    crossing = any(isinstance(game.looks[kind.look], CrossingLook) for kind in game.terrain.values())
    if not crossing and bridged_chain(game, board):
        look = next(iter(game.looks.of(CrossingLook)))
        yield FeatureKind(feature="bridge", name=KEY_FEATURES["bridge"], of="crossing", look=look)
    if any(line.ferry for line in board.lines):
        yield FeatureKind(
            feature="ferry", name=KEY_FEATURES["ferry"], of="crossing", look=next(iter(game.looks.of(CrossingLook)))
        )
    carriers = [chain.kind for chain in board.chains if chain.carries == "railroad" and chain.kind in game.terrain]
    if carriers:
        yield _feature("rail-embankment", game.terrain[carriers[0]])
    if base is None:
        return
    hilly = {name for name, look in game.looks.of(TerrainLook).items() if "hills" in look.settings}
    if game.map.theme.hills and any(kind.look in hilly for kind in game.terrain.values()):
        yield _feature("hills", base)
    if any(region.outlined for region in game.map.regions.values()):
        yield _feature("outline", base)


def _feature(id_: str, kind: TerrainKind, name: str = "", belongs_to: str = "") -> FeatureKind:
    """Return a feature with the cost and the effect of a kind of terrain.

    Its look is that of the terrain too, except of a path with a look of its own, whose id is the name of that look.
    """
    return FeatureKind(
        feature=id_,
        belongs_to=belongs_to,
        name=name or KEY_FEATURES[id_],
        of=kind.of,
        look=id_ if belongs_to else kind.look,
        cost=kind.cost,
        combat=kind.combat,
    )


def bridged_chain(game: Game, board: Board) -> str:
    """Return the terrain id of the first stream that a path crosses on a bridge; empty if there are no bridges."""
    assert game.map is not None
    listed = {board.grid.parse_hexside(word) for words in game.map.bridges.values() for word in words}
    steps = {Hexside.between(a, b) for line in board.lines for a, b in pairwise(line.hexes)}
    crossed = steps & listed if listed else steps
    streams = game.looks.of(StreamLook)
    return next(
        (
            chain.kind
            for chain in board.chains
            if chain.kind in game.terrain and game.terrain[chain.kind].look in streams and crossed & set(chain.sides)
        ),
        "",
    )


HILL_SLOPES = (0.36, 0.52, 0.7, 0.86, 1.04, 1.2)
"""The radii of the form lines in the sample of hills, as shares of the side of the hex."""


def draw_feature(game: Game, kind: str, ground: Scene, palette: MapPalette) -> Scene:
    """Return a sample hex of `ground` with the outline of a region or the form lines of hills over it."""
    assert game.map is not None
    feature, x, y, shape = game.terrain[kind], ground.width / 2, ground.height / 2, SHAPES[game.map.hexes]
    side = max(ground.width, ground.height) / max(shape.size)

    def outline(share: float) -> tuple[Point, ...]:
        """Return the corners of the sample hex at a share of its size."""
        return shape.outline((x, y), share * side, start=0)

    items: list[Item] = []
    if kind == "outline":
        wide = ((palette.paper, 1.8), (palette.accent, 1.0))
        items += [polygon(outline(0.8), stroke=Stroke(colour, points(pt), join="round")) for colour, pt in wide]
    elif kind == "hills":
        colour = palette.of(game.looks.of(TerrainLook)[feature.look]).get("form_line", palette.brown)
        for share in HILL_SLOPES:
            radius, spread = share * side, [math.radians(10 * i - 11.5) for i in range(15)]
            bends = [1 + 0.08 * math.cos(5 * (a + 0.55)) + 0.05 * math.sin(9 * a + 7 * share) for a in spread]
            arc = [
                (x - 0.75 * side + radius * math.cos(a), y - 0.7 * side + radius * bend * math.sin(a))
                for a, bend in zip(spread, bends, strict=True)
            ]
            items.append(polyline(arc, stroke=Stroke(colour, points(0.27), cap="round")))
    return replace(
        ground, name=f"terrain-{kind}", items=(*ground.items, Group(tuple(items), clip=polygon(outline(0.97))))
    )
