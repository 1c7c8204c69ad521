"""The illustrated cover of a kit: its texts, its six inks, and the layers of its picture.

The modules of `pnp/model/cover_layers` have a record for each kind of layer. All positions are in points (1/72 inch) on
a Letter page, from the top left corner, with y down.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import AnyLayer
from pnp.model.record import Colour, Record, Sourced
from pnp.palette import contrast

LEAST_CONTRASTS = (("deep", "paper", 5.2), ("light", "ink", 9.0), ("ink", "paper", 9.0))
"""Pairs of inks of which one is printed on the other, with the least contrast that they need."""


class CoverPalette(Record):
    """The six inks of a cover.

    Small labels are printed in `deep` on `paper`, and the place and date in `light` on `ink`.
    """

    paper: Colour
    """The lightest ink, on which the texts are printed."""
    light: Colour
    """A light tone of the picture, in which the place and date are printed."""
    mid: Colour
    """A tone of the picture between light and dark."""
    deep: Colour
    """A dark tone of the picture, in which small labels are printed."""
    ink: Colour
    """The darkest ink, for texts and the strip at the top."""
    accent: Colour
    """The contrasting ink, such as that of the ribbon and of rules."""

    @model_validator(mode="after")
    def _check_contrasts(self) -> CoverPalette:
        """Reject a palette in which a text could not be read on its ground."""
        for one, other, least in LEAST_CONTRASTS:
            ratio = contrast(getattr(self, one), getattr(self, other))
            if ratio < least:
                wrong = f"the inks {one} and {other} have a contrast of {ratio:.1f} : 1"
                raise ValueError(f"{wrong}; choose colours with a contrast of at least {least:g} : 1")
        return self


class CoverFact(Sourced):
    """A fact about the game on its cover, such as the playing time: a label above a value and its unit."""

    label: str
    """The label above the value, such as `Playing time`."""
    value: str
    """The value in large type, such as a number."""
    unit: str
    """The unit or remark below the value."""


class CoverSide(Record):
    """The words for the player of a side on the back cover."""

    side: str = ""
    """The id of the side whose colours the box has."""
    name: str = ""
    """The heading of the box; by default the name of the side."""
    text: str
    """What the player of the side can expect."""


class CoverBackdrop(Record):
    """The part of the front's picture that the back cover repeats."""

    foot: float = 520
    """The y of the front at which the part ends, in points."""
    layers: Annotated[int, Field(ge=0)] = 0
    """The number of layers of the scene that it shows, from the back; 0 for all."""
    mirrored: bool = False
    """Whether its left and right are exchanged."""


class Cover(Sourced):
    """The cover of a kit. What is empty is taken from the game, or is left out."""

    number: Annotated[int, Field(ge=0, le=99)] | None = None
    """The number of the kit, on a ribbon; by default there is no ribbon."""
    strip: str = ""
    """The place and date of the game, in the line at the top."""
    kicker: str = ""
    """A small line above the title."""
    title: str = ""
    """The title on the front; by default that of the game."""
    subtitle: str = ""
    """The line below the title; by default the subtitle of the game."""
    title_ink: Ink = "ink"
    """The ink of the title; it counts only on a cover with a scene."""
    ribbon_ink: Ink = "paper"
    """The ink of the number on the ribbon."""
    source_label: str = "Published in"
    """The label above the source, such as `Published in`."""
    source: str = ""
    """Where the game was published; by default the designer is named in its place."""
    summary: str = ""
    """A line that describes the kit, below the designer or source."""
    facts: tuple[CoverFact, ...] = ()
    """Facts that the published text states, printed beside those that follow from the data."""
    palette: CoverPalette | None = None
    """The six inks of the cover; by default they follow from the colours of the sides."""
    scene: tuple[AnyLayer, ...] = ()
    """The layers of the picture from back to front; by default ridges and two counters."""
    headline: str = ""
    """The line above the description on the back; by default the title of the game."""
    backdrop: CoverBackdrop = CoverBackdrop()
    """The part of the front's picture that the back repeats."""
    sides: tuple[CoverSide, ...] = ()
    """What each player can expect, in boxes on the back."""
