"""Distances of colours in greyscale and with colour vision deficiencies."""

import pytest

from pnp.checks.colour_vision import VISION, ColourPair, colour_pairs
from pnp.load import load_game, shipped_games
from pnp.load.game_folder import find_game
from pnp.palette import ATTACKER, DEFENDER, RED


def pair(one: str, other: str) -> ColourPair:
    return ColourPair("sides", "one", "other", "", (one, other), False)


def test_red_and_green_are_alike_with_deuteranopia_only() -> None:
    found = pair("#B05050", "#6E7032").distances()
    assert found["deuteranopia"] < found["tritanopia"] / 2


def test_greys_look_the_same_in_every_vision() -> None:
    found = pair("#404040", "#A0A0A0").distances()
    assert found == pytest.approx(dict.fromkeys(("greyscale", *VISION), found["greyscale"]), abs=0.3)


def test_each_matrix_keeps_white() -> None:
    assert all(abs(sum(row) - 1) < 2e-6 for matrix in VISION.values() for row in matrix)


def test_the_colours_of_charts_differ_in_every_vision() -> None:
    """The colours of attacker and defender, whose results are doubled by their order around the slash."""
    for vision, distance in pair(ATTACKER, DEFENDER).distances().items():
        assert distance > 12 or vision == "greyscale"
    assert pair(RED, "#17140F").too_close() == {}


@pytest.mark.parametrize("name", shipped_games())
def test_alike_colours_of_shipped_games_are_doubled(name: str) -> None:
    assert all(one.doubled or not one.too_close() for one in colour_pairs(load_game(find_game(name))))


def test_contingents_of_one_side_differ_with_every_deficiency() -> None:
    """Their colours fill a band across each counter; in greyscale only the code shows the difference."""
    for scenario in load_game(find_game("paratrooper")).scenarios.values():
        alike = [
            one for one in colour_pairs(scenario) if one.kind == "formations" and one.too_close().keys() & {*VISION}
        ]
        assert not alike
