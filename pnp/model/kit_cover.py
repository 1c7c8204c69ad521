"""The illustrated cover of a kit: its texts, its six inks, and the layers of its picture.

Each kind of layer is defined in a module of `pnp/draw/cover_art/layers`: its record and its drawing. All positions are
in points (1/72 inch) on a Letter page, from the top left corner, with y down.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from pnp.findings import did_you_mean
from pnp.model.record import AnyKind, Colour, Record, Sourced
from pnp.palette import contrast
from pnp.register import Register

INKS = ("paper", "light", "mid", "deep", "ink", "accent")
"""The inks of a cover: four of one hue from light to dark, the darkest, and one of the complementary hue."""
_MIXTURE = re.compile(r"(?P<one>[^/\s]+)(?:/(?P<other>[^/\s]+) +(?P<share>\d{1,3}))?")


def check_ink(value: str) -> str:
    """Reject the name of an ink unless it is one of the six, black, or a mixture of two of them."""
    match = _MIXTURE.fullmatch(value)
    if match is None or int(match["share"] or 0) > 100:
        raise ValueError(f"{value or 'a blank'} is not an ink; write one of {', '.join(INKS)}, or mid/paper 45")
    for name in (match["one"], match["other"]):
        if name and name not in (*INKS, "black"):
            raise ValueError(f"there is no ink named {name}; {did_you_mean(name, INKS, many=True)}")
    return value


Ink: TypeAlias = Annotated[str, AfterValidator(check_ink)]
"""An ink of the cover (`mid`), or a mixture: `mid/paper 45` is mid, moved 45 % towards paper."""
NO_INK = "none"
"""Written in place of an ink, it leaves out what would be printed in it."""


def split_ink(ink: Ink) -> tuple[str, str, float]:
    """Return the two inks of a mixture, and the share of the second (0 to 1).

    >>> split_ink("mid/paper 45"), split_ink("deep")
    (('mid', 'paper', 0.45), ('deep', 'deep', 0.0))
    """
    match = _MIXTURE.fullmatch(ink)
    assert match is not None, ink
    return match["one"], match["other"] or match["one"], int(match["share"] or 0) / 100


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


class SceneLayer(Record):
    """The fields of all layers of a cover. `seed` selects another random pattern; the default is its number."""

    kind: str
    seed: int | None = None


LAYER_KINDS: Register[type[SceneLayer]] = Register("pnp.draw.cover_art.layers")
"""Kind of layer -> its record. A motif, such as a palm, is a kind of layer too."""


def _layer_kind(value: Any) -> str:  # noqa: ANN401 - input not yet typed, or a record
    """Return the registered kind of a layer from its data. Raise `ValueError` if the kind is unknown."""
    kind = str((value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)) or "")
    if kind not in LAYER_KINDS:
        wrong = f"there is no kind of layer named {kind}" if kind else "a layer has a kind"
        raise ValueError(f"{wrong}; {did_you_mean(kind, tuple(LAYER_KINDS), many=True)}")
    return kind


AnyLayer: TypeAlias = Annotated[SceneLayer, AnyKind(LAYER_KINDS, _layer_kind)]
"""A layer of any kind."""


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
