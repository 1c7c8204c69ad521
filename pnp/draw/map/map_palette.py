"""The colours that all parts of a map share. All are opaque, because print services refuse transparency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from pnp.draw.map.look_specs import Colours, DrawnLook, looks_of
from pnp.model.counter import Side
from pnp.palette import FRAME, PANEL, RED, mix
from pnp.scene import Colour


class PanelColours(NamedTuple):
    """The colours of a panel: its head bar, and its ground."""

    head: Colour
    ground: Colour


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
    night: Colour = "#D3D7DF"
    space_tints: tuple[tuple[str, Colour], ...] = (
        ("bad", "#F6E9E1"),
        ("low", "#F1EFD9"),
        ("good", "#E5E9CF"),
    )

    of_looks: tuple[tuple[str, Colour], ...] = ()
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
        start = f"{look.name}."
        replaced = {name.removeprefix(start): colour for name, colour in self.of_looks if name.startswith(start)}
        if self.veil:
            own = {use: mix(self.beyond, colour, VEIL) for use, colour in own.items()}
        own |= replaced  # already pale in a veiled palette
        shared = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**{name: colour for name, colour in shared.items() if isinstance(colour, str)}, **own}

    def replaced(self, colours: Mapping[str, str]) -> MapPalette:
        """Return a copy with some colours replaced: shared ones (`land`) and those of a look (`marsh.fill`)."""
        shared: dict[str, Any] = {
            name: tuple(text.split()) if isinstance(getattr(self, name), tuple) else text
            for name, text in colours.items()
            if "." not in name
        }
        own = {**dict(self.of_looks), **{name: colour for name, colour in colours.items() if "." in name}}
        return replace(self, **shared, of_looks=tuple(sorted(own.items())))

    def of_side(self, id_: str, side: Side) -> PanelColours:
        """Return the colours of a side's panels: those of the map (`red.head`), or else tints of its counters."""
        own = dict(self.of_looks)
        ground = own.get(f"{id_}.ground", mix(side.ground, self.panel, 0.4))
        return PanelColours(own.get(f"{id_}.head", side.accent), ground)

    def tint(self, name: str) -> Colour:
        """Return the background colour of a track space, by the name of its tint, such as `bad`."""
        if name == "night":
            return self.night
        return dict(self.space_tints).get(name, self.panel)


VEIL = 0.62
"""The share of the map in the mixture with thin paper."""
COLOUR_LISTS = {"waterlines": 3}
"""The fields of a palette with several colours, which `map.palette` may replace, and how many they have."""


def colour_names(sides: Iterable[str] = ()) -> dict[str, int]:
    """Return the names that `map.palette` may have, each with its number of colours; `sides` are ids of sides."""
    shared = {one.name: 1 for one in fields(MapPalette) if isinstance(getattr(FULL, one.name), str)}
    own = {f"{look.name}.{use}": 1 for look in looks_of(DrawnLook).values() for use in look.colours}
    panels = {f"{side}.{use}": 1 for side in sides for use in ("head", "ground")}
    return {**shared, **COLOUR_LISTS, **own, **panels}


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
