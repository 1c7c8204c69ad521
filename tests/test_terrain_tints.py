"""Terrains of hexes must be told apart by their colours on the printed map."""

import pytest

from pnp.kit.full_check import full_check
from pnp.kit.terrain_tints import tint_findings
from tests.draw_map_games import game_with_map
from tests.map_outlines import shipped_games

PALE = {"woods.fill": "#F5EEDB", "woods.rim": "#F5EEDB", "woods.crown": "#F5EEDB", "woods.crown_line": "#E9E0C8"}


def test_a_terrain_with_the_colours_of_open_land_is_found():
    game, board = game_with_map(terrain={"woods": "B2 B3", "marsh": "D4"}, palette=PALE)
    finding = next(one for one in tint_findings(game, board) if "Woods looks like Clear" in one.wrong)
    assert finding.code == "D013"
    assert finding in full_check(game, {"D013"})


def test_terrains_of_one_look_are_found():
    game, board = game_with_map(terrain={"woods": "B2 B3", "marsh": "D4"})
    same = {**game.terrain, "marsh": game.terrain["marsh"].model_copy(update={"look": "woods"})}
    (finding,) = tint_findings(game.model_copy(update={"terrain": same}), board)
    assert "differ by 0.0" in finding.wrong


@pytest.mark.parametrize("season", ["summer", "winter"])
def test_the_looks_of_the_library_can_be_told_apart(season):
    looks = {
        "woods": "B2",
        "marsh": "D2",
        "hills": "F2",
        "lake": "B5",
        "jungle": "D5",
        "mountain": "F5",
        "fields": "B7",
    }
    game, board = game_with_map(terrain=looks, season=season)
    assert [finding.wrong for finding in tint_findings(game, board)] == []


def test_the_shipped_maps_have_terrains_that_can_be_told_apart():
    for game, board in shipped_games().values():
        assert [finding.wrong for finding in tint_findings(game, board)] == []
