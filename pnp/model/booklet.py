"""The look of the rules booklet: the style of its section heads, its colours, and its small pictures.

Colours are inks of the cover. Pictures are made of the layers of covers; all positions are in points (1/72 inch) from
the top left corner of the picture, with y down.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.scene_layer import AnyLayer
from pnp.model.record import Record, Words

HeadStyle: TypeAlias = Literal["rule", "band", "tab"]
"""A section head has a rule below it, is a dark band, or is a pale band with its number on a dark tab."""
Side: TypeAlias = Annotated[float, Field(ge=10, le=520)]
"""The width or height of a picture in points."""


class HeadPicture(Record):
    """A picture at the right end of section heads, whose layers are `scene` from back to front.

    It belongs to the sections in `rule`; pictures without sections take turns at the other heads.
    """

    width: Annotated[float, Field(ge=10, le=120)]
    height: Annotated[float, Field(ge=10, le=36)]
    rule: Words = ()
    scene: Annotated[tuple[AnyLayer, ...], Field(min_length=1)]


class Vignette(Record):
    """A picture that fills the empty foot of a column, or of both; it may be printed a little smaller or larger."""

    width: Side
    height: Side
    scene: Annotated[tuple[AnyLayer, ...], Field(min_length=1)]


class BookletLook(Record):
    """The look of a rules booklet.

    `tone` is the ink of numbers, references and rules, `dark` that of bands and tabs, and `tint` that of the ground of
    examples and table heads.
    """

    heads: HeadStyle = "rule"
    tone: Ink = "deep"
    dark: Ink = "deep"
    tint: Ink = "light/paper 72"
    head_pictures: tuple[HeadPicture, ...] = ()
    vignettes: tuple[Vignette, ...] = ()
