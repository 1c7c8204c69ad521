"""The colours that all parts of a map share. All are opaque, because print services refuse transparency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from pnp.findings import Finding, Refused
from pnp.load.layouts import shared_palettes
from pnp.model.counter import Side
from pnp.model.looks.look import LookLibrary, TerrainLook
from pnp.model.season_palettes import SeasonPalette
from pnp.palette import FRAME, HEAD, PANEL, RED, ZEBRA, mix
from pnp.scene import Colour, Colours


class PanelColours(NamedTuple):
    """The colours of a panel: its head bar, and its ground."""

    head: Colour
    ground: Colour


class LookColours(dict[str, Colour]):
    """All colours for one look, by their use. A colour that it does not have is refused with the place of the look."""

    def __init__(self, look: TerrainLook, colours: Mapping[str, Colour]) -> None:
        super().__init__(colours)
        self._look = look

    def __missing__(self, use: str) -> Colour:
        wrong = f"the drawing of the look {self._look.name} needs a colour named {use}"
        raise Refused([Finding("L012", self._look.spot, wrong, f"write {use}: and a colour in its colours")])


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPalette:
    """The colours of a map and of the furniture of its sheet. Large areas stay lighter than a tint of 35 %.

    `path_name` is the colour of the names along paths and barriers. `head_font` and `figure_font` are the fonts of the
    heads and of the large figures of furniture, which depend on the theme of the map.
    """

    land: Colour
    dry: Colour
    riverside: Colour
    paper: Colour
    beyond: Colour
    water: Colour
    deep: Colour
    shore: Colour
    waterlines: tuple[Colour, ...]
    grid: Colour
    grid_on_water: Colour
    grid_halo: Colour
    number: Colour
    number_on_water: Colour
    water_name: Colour
    block: Colour
    block_line: Colour
    block_shadow: Colour
    built_ground: Colour
    built_edge: Colour
    glyph: Colour
    glyph_line: Colour
    ink: Colour
    quiet_ink: Colour
    path_name: Colour
    land_name: Colour
    brown: Colour = FRAME
    accent: Colour = RED
    panel: Colour = PANEL
    rule: Colour
    pale_rule: Colour
    big_figure: Colour
    slot: Colour
    night: Colour
    table_head: Colour = HEAD
    zebra: Colour = ZEBRA
    head_font: str = "condensed-bold"
    figure_font: str = "condensed-bold"
    of_looks: tuple[tuple[str, Colour], ...]
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

    def on_water(self) -> MapPalette:
        """Return a copy for furniture on open water, in which lines, panels and letters have colours of the water."""
        line = mix(self.shore, self.water, 0.55)
        return replace(self, brown=line, panel=self.water, ink=line, accent=line)

    def in_season(self, season: SeasonPalette | None) -> MapPalette:
        """Return a copy of the palette for a map in a season, such as the snow and pale ice of winter."""
        if season is None:
            return self
        known = {name: colour for name, colour in season.colours.items() if "." in name or hasattr(self, name)}
        return replace(self.replaced(known), winter=season.winter)

    def in_theme(self, title: str) -> MapPalette:
        """Return a copy with the fonts of furniture that go with a style of titles."""
        fonts = {"engraved": ("serif-bold", "serif-bold"), "survey": ("sans-semibold", "condensed-bold")}
        head, figure = fonts.get(title, (self.head_font, self.figure_font))
        return replace(self, head_font=head, figure_font=figure)

    def of(self, look: TerrainLook) -> Colours:
        """Return all colours for one look: its own by their use, and the shared ones by name."""
        own = {**look.colours, **(look.winter_colours if self.winter else {})}
        start = f"{look.name}."
        replaced = {name.removeprefix(start): colour for name, colour in self.of_looks if name.startswith(start)}
        if self.veil:
            own = {use: mix(self.beyond, colour, VEIL) for use, colour in own.items()}
        own |= replaced  # already pale in a veiled palette
        shared = {field.name: getattr(self, field.name) for field in fields(self)}
        return LookColours(look, {**{name: colour for name, colour in shared.items() if _is_colour(colour)}, **own})

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
        return dict(self.of_looks).get(f"tint.{name}", self.panel)


VEIL = 0.5
"""The share of the map in the mixture with thin paper."""
COLOUR_LISTS = {"waterlines": 3}
"""The fields of a palette with several colours, which `map.palette` may replace, and how many they have."""


def colour_names(looks: LookLibrary, sides: Iterable[str] = ()) -> dict[str, int]:
    """Return the names that `map.palette` may have, each with its number of colours; `sides` are ids of sides."""
    shared = {one.name: 1 for one in fields(MapPalette) if _is_colour(getattr(FULL, one.name))}
    own = {f"{look.name}.{use}": 1 for look in looks.values() for use in look.colours}
    panels = {f"{side}.{use}": 1 for side in sides for use in ("head", "ground")}
    tints = {name: 1 for name, _ in FULL.of_looks}
    return {**shared, **COLOUR_LISTS, **own, **panels, **tints}


def _is_colour(value: object) -> bool:
    """Return whether a value of a palette is one colour."""
    return isinstance(value, str) and value.startswith("#")


def _without_season() -> MapPalette:
    """Return the palette of maps without a season."""
    colours = shared_palettes()["summer"].colours
    shared: dict[str, Any] = {name: colour for name, colour in colours.items() if "." not in name}
    shared |= {name: tuple(colours[name].split()) for name in COLOUR_LISTS}
    return MapPalette(**shared, of_looks=tuple(sorted(one for one in colours.items() if "." in one[0])))


FULL = _without_season()
