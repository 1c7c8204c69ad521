"""Small text of maps and tracks can be read on every ground that it can stand on."""

import pytest

from pnp.draw.map.palette import FULL, MapPalette
from pnp.draw.map.plain import fills
from pnp.palette import LEAST_CONTRAST, contrast

LAND = [
    "land",
    "dry",
    "riverside",
    "jungle",
    "jungle_rim",
    "woods",
    "woods_rim",
    "marsh",
    "hill",
    "hill_high",
    "hill_top",
    "mountain",
    "mountain_high",
    "mountain_top",
    "mountain_lit",
    "sand",
    "built_ground",
    "beyond",
    "paper",
]
PALETTES = {"summer": FULL, "winter": FULL.wintry()}


@pytest.mark.parametrize("season", PALETTES)
def test_hex_numbers_can_be_read_on_every_terrain(season: str) -> None:
    palette: MapPalette = PALETTES[season]
    grounds = {name: getattr(palette, name) for name in LAND} | dict(enumerate(palette.parcels))
    grounds |= {look: colour for look, colour in fills(palette).items() if look not in ("lake", "sea")}
    faint = {name: colour for name, colour in grounds.items() if contrast(palette.number, colour) < LEAST_CONTRAST}
    assert not faint
    for water in (palette.water, palette.deep):
        assert contrast(palette.number_on_water, water) >= LEAST_CONTRAST
        assert contrast(palette.water_name, water) >= LEAST_CONTRAST


@pytest.mark.parametrize("season", PALETTES)
def test_numbers_of_tracks_can_be_read_in_every_space(season: str) -> None:
    palette: MapPalette = PALETTES[season]
    for tint in ("", "bad", "low", "good", "start"):
        figure = palette.accent if tint == "bad" else palette.big_figure
        assert contrast(figure, palette.tint(tint)) >= LEAST_CONTRAST, tint
