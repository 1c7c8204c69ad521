"""Small text of maps and tracks is readable on every background."""

import pytest

from pnp.art.map.map_palette import FULL, MapPalette
from pnp.art.map.style_plain import plain_fills
from pnp.load.layouts import shared_palettes
from pnp.load.looks import shared_looks
from pnp.palette import LEAST_CONTRAST, contrast

LAND = ("land", "dry", "riverside", "built_ground", "beyond", "paper")
COVERS = {
    "jungle": ("fill", "rim"),
    "woods": ("fill", "rim"),
    "marsh": ("fill",),
    "hills": ("low", "high", "top"),
    "mountain": ("low", "high", "top", "lit"),
    "beach": ("sand",),
    "fields": ("parcel_1", "parcel_2", "parcel_3", "parcel_4"),
}
PALETTES = {"summer": FULL, "winter": FULL.in_season(shared_palettes()["winter"])}


@pytest.mark.parametrize("season", PALETTES)
def test_hex_numbers_are_readable_on_every_terrain(season: str) -> None:
    palette: MapPalette = PALETTES[season]
    grounds = {name: getattr(palette, name) for name in LAND}
    grounds |= {f"{name} {use}": palette.of(shared_looks()[name])[use] for name, uses in COVERS.items() for use in uses}
    grounds |= {
        look: colour for look, colour in plain_fills(shared_looks(), palette).items() if look not in ("lake", "sea")
    }
    faint = {name: colour for name, colour in grounds.items() if contrast(palette.number, colour) < LEAST_CONTRAST}
    assert not faint
    for water in (palette.water, palette.deep):
        assert contrast(palette.number_on_water, water) >= LEAST_CONTRAST
        assert contrast(palette.water_name, water) >= LEAST_CONTRAST


def test_a_map_without_a_season_has_the_colours_of_summer() -> None:
    summer = shared_palettes()["summer"]
    assert FULL.in_season(summer) == FULL
    assert (FULL.land, FULL.tint("good")) == (summer.colours["land"], summer.colours["tint.good"])


@pytest.mark.parametrize("season", PALETTES)
def test_numbers_of_tracks_are_readable_in_every_space(season: str) -> None:
    palette: MapPalette = PALETTES[season]
    for tint in ("", "bad", "low", "good", "start"):
        figure = palette.accent if tint == "bad" else palette.big_figure
        assert contrast(figure, palette.tint(tint)) >= LEAST_CONTRAST, tint
