"""Features of a map that are not kinds of terrain but have an entry in its key, such as bridges and ferries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pnp.draw.map.look_specs import CrossingLook, DrawnLook, StreamLook, looks_of
from pnp.hexgrid import Hexside
from pnp.load.board import Board
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.gamemap import LOOKS, TerrainKind
from pnp.model.sheet_furniture import KEY_FEATURES


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
    crossing = any(isinstance(LOOKS[kind.look], CrossingLook) for kind in game.terrain.values())
    if not crossing and bridged_chain(game, board):
        look = next(iter(looks_of(CrossingLook)))
        yield FeatureKind(feature="bridge", name=KEY_FEATURES["bridge"], of="crossing", look=look)
    if any(line.ferry for line in board.lines):
        yield FeatureKind(
            feature="ferry", name=KEY_FEATURES["ferry"], of="crossing", look=next(iter(looks_of(CrossingLook)))
        )
    carriers = [chain.kind for chain in board.chains if chain.carries == "railroad" and chain.kind in game.terrain]
    if carriers:
        yield _feature("rail-embankment", game.terrain[carriers[0]])
    if base is None:
        return
    hilly = {name for name, look in looks_of(DrawnLook).items() if "hills" in look.settings}
    if game.map.theme.hills and any(kind.look in hilly for kind in game.terrain.values()):
        yield _feature("hills", base)
    if any(region.outlined for region in game.map.regions.values()):
        yield _feature("outline", base)


def _feature(id_: str, kind: TerrainKind, name: str = "", belongs_to: str = "") -> FeatureKind:
    """Return a feature with the look, the cost and the effect of a kind of terrain."""
    look = id_ if id_ in LOOKS else kind.look
    return FeatureKind(
        feature=id_,
        belongs_to=belongs_to,
        name=name or KEY_FEATURES[id_],
        of=kind.of,
        look=look,
        cost=kind.cost,
        combat=kind.combat,
    )


def bridged_chain(game: Game, board: Board) -> str:
    """Return the terrain id of the first stream that a path crosses on a bridge; empty if there are no bridges."""
    assert game.map is not None
    listed = {board.grid.parse_hexside(word) for words in game.map.bridges.values() for word in words}
    steps = {Hexside.between(a, b) for line in board.lines for a, b in pairwise(line.hexes)}
    crossed = steps & listed if listed else steps
    streams = looks_of(StreamLook)
    return next(
        (
            chain.kind
            for chain in board.chains
            if chain.kind in game.terrain and game.terrain[chain.kind].look in streams and crossed & set(chain.sides)
        ),
        "",
    )
