"""How far a changed hex is seen on a map."""

import string
from dataclasses import replace

import numpy as np
import pytest
import shapely

from pnp.art.map.noise import varied
from pnp.art.map.thinning import apart
from pnp.draw.map.framed_map import frame_of
from tests.draw_map_games import game_with_map, with_look
from tests.map_locality import REACH, farthest_difference, layer_pictures, measure
from tests.map_outlines import shipped_games


def test_thinned_places_are_apart_and_none_is_missing():
    spots = np.stack([one.ravel() for one in np.meshgrid(np.arange(0, 12, 0.4), np.arange(0, 12, 0.4))], axis=1)
    kept = spots[apart(spots, np.full(len(spots), 0.5), varied(spots, 1000, 3).astype(float))]
    gaps = shapely.distance(shapely.points(kept)[:, None], shapely.points(kept))
    assert gaps[gaps > 0].min() >= 1
    assert shapely.distance(shapely.points(spots)[:, None], shapely.points(kept)).min(axis=1).max() < 1


def test_a_new_place_changes_only_the_choice_near_it():
    spots = np.stack([one.ravel() for one in np.meshgrid(np.arange(0, 30, 0.4), np.arange(0, 30, 0.4))], axis=1)
    more = np.vstack([[(15.1, 15.1)], spots])

    def chosen(places):
        rank = varied(places, 1000, 3).astype(float)
        kept = places[apart(places, np.full(len(places), 0.5), rank)]
        return {tuple(place) for place in kept.round(3).tolist()}

    changed = chosen(spots) ^ chosen(more)
    assert all(np.hypot(x - 15.1, y - 15.1) < 8 for x, y in changed)


@pytest.mark.parametrize("kind", ["jungle", "hills", "marsh", "woods"])
def test_a_changed_hex_is_not_seen_far_away(kind):
    """A map 22 hexes wide, of which the second of seven columns changes."""
    looks = {"clear": "farmland", "jungle": "rainforest", "hills": "relief", "woods": "grove"}
    terrain = {kind: "A1-D4 F1-G4 I1-J3 L2-M4 P1-R4 T1-V3"}
    road = {"road": {"way": {"hexes": " ".join(f"{column}2" for column in string.ascii_uppercase[:22])}}}
    game, board = game_with_map("A-V", "1-4", across="11mm", terrain=terrain, paths=road)
    for one, look in looks.items():
        game = with_look(game, one, look)
    (cell,) = board.grid.parse_hexes("D3")
    without = replace(board, terrain={key: value for key, value in board.terrain.items() if key != cell})
    frame, other = frame_of(game, board), frame_of(game, without)
    before, after = layer_pictures(frame), layer_pictures(other)
    far = {layer: farthest_difference(frame, cell, before[layer], after[layer]) for layer in before}
    assert far["terrain"] > 0.3
    assert {layer: reach for layer, reach in far.items() if reach > REACH} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mukden", "myitkyina"])
def test_a_changed_hex_of_a_shipped_map_is_not_seen_far_away(name):
    far = measure(*shipped_games()[name])
    assert {what: layers for what, layers in far.items() if max(layers.values()) > REACH} == {}
