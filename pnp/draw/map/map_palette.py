"""The colours that all parts of a map share. All are opaque, because print services refuse transparency."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from pnp.draw.map.look_specs import Colours, DrawnLook
from pnp.palette import FRAME, PANEL, RED, mix
from pnp.scene import Colour


@dataclass(frozen=True, slots=True)
class MapPalette:
    """The colours of a map and of the furniture of its sheet. Large areas stay lighter than a tint of 35 %.

    `path_name` is the colour of the names along paths and barriers.
    """

    land: Colour = "#F5EEDB"
    dry: Colour = "#ECE0C0"
    riverside: Colour = "#DDE3BE"
    paper: Colour = "#FBF6E8"
    beyond: Colour = "#FBF6E8"
    water: Colour = "#BBD9E6"
    deep: Colour = "#B3D4E3"
    shore: Colour = "#3F7897"
    waterlines: tuple[Colour, ...] = ("#74A9C2", "#98C2D5", "#98C2D5")
    grid: Colour = "#A19275"
    grid_on_water: Colour = "#7FB0C7"
    number: Colour = "#4E4334"
    number_on_water: Colour = "#24587A"
    water_name: Colour = "#24587A"
    block: Colour = "#A4563F"
    block_line: Colour = "#6A2E20"
    block_shadow: Colour = "#D2C4B0"
    built_ground: Colour = "#EACEBC"
    built_edge: Colour = "#C79F86"
    glyph: Colour = "#E9E0CC"
    glyph_line: Colour = "#4A3F35"
    ink: Colour = "#2A2420"
    quiet_ink: Colour = "#4A423A"
    path_name: Colour = "#6B4A30"
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

    winter: bool = False
    veil: bool = False

    def veiled(self) -> MapPalette:
        """Return a paler copy of the palette, for land outside the hexes."""

        def paler(value: Any) -> Any:  # noqa: ANN401 - colours, or tuples of them
            """Return a colour made paler, or a tuple of such colours; other values stay."""
            if isinstance(value, tuple):
                return tuple(paler(one) for one in value)
            return mix(self.beyond, value, VEIL) if isinstance(value, str) and value.startswith("#") else value

        colours = {field.name: paler(getattr(self, field.name)) for field in fields(self)}
        return replace(self, **colours | {"veil": True})

    def wintry(self) -> MapPalette:
        """Return a copy of the palette for a map in winter: snow, frozen ground and pale ice."""
        return replace(self, **WINTER, winter=True)

    def of(self, look: DrawnLook) -> Colours:
        """Return all colours for one look: its own by their use, and the shared ones by name."""
        own = {**look.colours, **(look.winter_colours if self.winter else {})}
        if self.veil:
            own = {use: mix(self.beyond, colour, VEIL) for use, colour in own.items()}
        shared = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**{name: colour for name, colour in shared.items() if isinstance(colour, str)}, **own}

    def tint(self, name: str) -> Colour:
        """Return the background colour of a track space, by the name of its tint, such as `bad`."""
        return dict(self.space_tints).get(name, self.panel)


VEIL = 0.62
"""The share of the map in the mixture with thin paper."""
WINTER: dict[str, Any] = {
    "land": "#F4F4F0",
    "dry": "#E4DFD2",
    "riverside": "#E6ECEC",
    "water": "#CBDEE8",
    "deep": "#C2D8E4",
    "paper": "#FBFAF6",
    "beyond": "#D9D3C6",
}
FULL = MapPalette()
