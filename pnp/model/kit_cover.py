"""The illustrated cover of a kit: its texts, its six inks, and the layers of its picture.

The modules of `pnp/model/cover_layers` have a record for each kind of layer. All positions are in points (1/72 inch) on
a Letter page, from the top left corner, with y down.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.scene_layer import AnyLayer
from pnp.model.record import Colour, Record, Sourced
from pnp.palette import contrast

LEAST_CONTRASTS = (("deep", "paper", 5.2), ("light", "ink", 9.0), ("ink", "paper", 9.0))
"""Pairs of inks of which one is printed on the other, with the least contrast that they need."""


class CoverPalette(Record):
    """The six inks of a cover.

    Small labels are printed in `deep` on `paper`, and the place and date in `light` on `ink`.
    """

    paper: Colour
    light: Colour
    mid: Colour
    deep: Colour
    ink: Colour
    accent: Colour

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
    value: str
    unit: str


class CoverSide(Record):
    """The words for the player of a side on the back cover. Without a `name`, the name of the side is printed."""

    side: str = ""
    name: str = ""
    text: str


class CoverBackdrop(Record):
    """The part of the front's picture that the back cover repeats.

    It ends at the height `foot` of the front, and has the first `layers` layers of the scene (0: all). `mirrored`
    exchanges its left and right.
    """

    foot: float = 520
    layers: Annotated[int, Field(ge=0)] = 0
    mirrored: bool = False


class Cover(Sourced):
    """The cover of a kit. What is empty is taken from the game, or is left out.

    `number` is the number of the kit, on a ribbon. `strip` is the place and date in the line at the top. `kicker` is a
    small line above the title. `source` is where the game was published, with its label; without it, the designer is
    named. `summary` describes the kit. `facts` are facts that the published text states, printed beside those that
    follow from the data. `scene` lists the layers of the picture from back to front; without it, pnp draws ridges in
    the colours of the sides and two counters.

    On the back, `headline` is above the description of the game, `backdrop` is the part of the picture behind it, and
    `sides` say what each player can expect.
    """

    number: Annotated[int, Field(ge=0, le=99)] | None = None
    strip: str = ""
    kicker: str = ""
    title: str = ""
    subtitle: str = ""
    title_ink: Ink = "ink"
    ribbon_ink: Ink = "paper"
    source_label: str = "Published in"
    source: str = ""
    summary: str = ""
    facts: tuple[CoverFact, ...] = ()
    palette: CoverPalette | None = None
    scene: tuple[AnyLayer, ...] = ()
    headline: str = ""
    backdrop: CoverBackdrop = CoverBackdrop()
    sides: tuple[CoverSide, ...] = ()
