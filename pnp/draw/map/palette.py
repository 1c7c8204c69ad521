"""The colours of maps. All are opaque: what looks see-through is mixed beforehand, for print services refuse
transparency.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from pnp.palette import FRAME, PANEL, RED, mix
from pnp.scene import Colour


@dataclass(frozen=True, slots=True)
class MapPalette:
    """One set of colours for a map and the furniture of its sheet. Large areas stay lighter than a tint of 35 %."""

    land: Colour = "#F5EEDB"
    dry: Colour = "#ECE0C0"
    riverside: Colour = "#DDE3BE"
    paper: Colour = "#FBF6E8"
    beyond: Colour = "#FBF6E8"
    jungle: Colour = "#D3DDB3"
    jungle_rim: Colour = "#C6D29F"
    jungle_edge: Colour = "#9DAE76"
    tree: Colour = "#B7C68E"
    tree_line: Colour = "#859A69"
    woods: Colour = "#DCE3C0"
    woods_rim: Colour = "#CFD9AD"
    woods_edge: Colour = "#A3B287"
    crown: Colour = "#BFCDA0"
    crown_line: Colour = "#84976C"
    marsh: Colour = "#E3E8D3"
    marsh_edge: Colour = "#A9BFAE"
    marsh_water: Colour = "#8DB3BE"
    reed: Colour = "#8C9B66"
    hill: Colour = "#EADFC0"
    hill_high: Colour = "#E3D6B3"
    hill_top: Colour = "#DBCBA4"
    hill_line: Colour = "#A88F62"
    mountain: Colour = "#E6DBC1"
    mountain_high: Colour = "#DDCFAF"
    mountain_top: Colour = "#D4C4A0"
    mountain_line: Colour = "#8C7451"
    mountain_lit: Colour = "#F1E8D3"
    mountain_shade: Colour = "#B9A37C"
    sand: Colour = "#F3E7C4"
    sand_dot: Colour = "#CDB889"
    parcels: tuple[Colour, ...] = ("#E3E5C1", "#EDE4BD", "#EAE2C3", "#E0E4C3")
    parcel_line: Colour = "#CFC59C"
    tuft: Colour = "#D3C49C"
    palm_stem: Colour = "#B3A77D"
    palm_leaf: Colour = "#99A576"
    water: Colour = "#BBD9E6"
    deep: Colour = "#B3D4E3"
    shore: Colour = "#3F7897"
    waterlines: tuple[Colour, ...] = ("#74A9C2", "#98C2D5", "#98C2D5")
    grid: Colour = "#A19275"
    grid_on_water: Colour = "#7FB0C7"
    number: Colour = "#4E4334"
    number_on_water: Colour = "#24587A"
    water_name: Colour = "#24587A"
    road: Colour = "#F6D79A"
    road_edge: Colour = "#6B4A30"
    track: Colour = "#FBF1D6"
    track_edge: Colour = "#8A6A49"
    rail: Colour = "#2A2522"
    bridge: Colour = "#2A2420"
    block: Colour = "#A4563F"
    block_line: Colour = "#6A2E20"
    block_shadow: Colour = "#D2C4B0"
    built_ground: Colour = "#EACEBC"
    built_edge: Colour = "#C79F86"
    city: Colour = "#DDBDA9"
    runway: Colour = "#E9E4DA"
    runway_line: Colour = "#57504A"
    glyph: Colour = "#E9E0CC"
    glyph_line: Colour = "#4A3F35"
    bank: Colour = "#8A6B45"
    wall: Colour = "#6E5A4E"
    wall_fill: Colour = "#CFC0AC"
    ink: Colour = "#2A2420"
    quiet_ink: Colour = "#4A423A"
    land_name: Colour = "#6B5B43"
    brown: Colour = FRAME
    accent: Colour = RED
    panel: Colour = PANEL
    rule: Colour = "#8C7B60"
    pale_rule: Colour = "#CFC3AB"
    big_figure: Colour = "#6F624A"
    slot: Colour = "#FEFDFA"
    space_tints: tuple[tuple[str, Colour], ...] = (
        ("bad", "#F6E9E1"),
        ("low", "#F1EFD9"),
        ("good", "#E5E9CF"),
    )

    def veiled(self) -> MapPalette:
        """The same colours as seen through a sheet of thin paper: for land outside the hexes."""

        def veil(value: Any) -> Any:  # noqa: ANN401 - colours, or tuples of them
            if isinstance(value, tuple):
                return tuple(veil(one) for one in value)
            return mix(self.beyond, value, VEIL) if value.startswith("#") else value

        return replace(self, **{field.name: veil(getattr(self, field.name)) for field in fields(self)})

    def wintry(self) -> MapPalette:
        """The same colours in winter: snow over frozen ground, bare twigs, pale ice."""
        return replace(self, **WINTER)

    def tint(self, name: str) -> Colour:
        """The ground of a space of a track."""
        return dict(self.space_tints).get(name, self.panel)


VEIL = 0.62
WINTER: dict[str, Any] = {
    "land": "#F4F4F0",
    "dry": "#E4DFD2",
    "riverside": "#E6ECEC",
    "woods": "#E6E8E0",
    "woods_rim": "#DADDD2",
    "woods_edge": "#A9AC9B",
    "crown": "#D2D2C4",
    "crown_line": "#8B8674",
    "hill": "#ECEAE4",
    "hill_high": "#E3E1DA",
    "hill_top": "#D9D6CE",
    "hill_line": "#9A9284",
    "mountain": "#E9E7E2",
    "mountain_high": "#DEDBD5",
    "mountain_top": "#D2CFC9",
    "mountain_line": "#6E6A66",
    "mountain_lit": "#FFFFFF",
    "mountain_shade": "#A9ACB4",
    "parcels": ("#ECEAE0", "#E7E3D5", "#F0EFEA", "#E9E6DB"),
    "parcel_line": "#CFC8B6",
    "tuft": "#BDB096",
    "water": "#CBDEE8",
    "deep": "#C2D8E4",
    "paper": "#FBFAF6",
    "beyond": "#D9D3C6",
}
FULL = MapPalette()
