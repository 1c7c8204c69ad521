"""The look of the rules booklet: the style of its section heads, its colours, and its small pictures.

Colours are inks of the cover. Pictures are made of the layers of covers; all positions are in points (1/72 inch) from
the top left corner of the picture, with y down.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import AnyLayer
from pnp.model.record import Record, Words

HeadStyle: TypeAlias = Literal["rule", "band", "tab"]
"""A section head has a rule below it, is a dark band, or is a pale band with its number on a dark tab."""
Side: TypeAlias = Annotated[float, Field(ge=10, le=520)]
"""The width or height of a picture in points."""


class HeadPicture(Record):
    """A picture at the right end of section heads."""

    width: Annotated[float, Field(ge=10, le=120)]
    """The width of the picture in points."""
    height: Annotated[float, Field(ge=10, le=36)]
    """The height of the picture in points."""
    rule: Words = ()
    """The sections that have the picture; without any it takes turns at other heads."""
    scene: Annotated[tuple[AnyLayer, ...], Field(min_length=1)]
    """The layers of the picture, from back to front."""


class Vignette(Record):
    """A picture that fills the empty foot of a column, or of both; it may be printed a little smaller or larger."""

    width: Side
    """The width of the picture in points."""
    height: Side
    """The height of the picture in points."""
    scene: Annotated[tuple[AnyLayer, ...], Field(min_length=1)]
    """The layers of the picture, from back to front."""


class BookletLook(Record):
    """The look of a rules booklet."""

    title_page: bool = True
    """Whether the booklet begins with a title page; without it, the title is above the first section."""
    index: bool = True
    """Whether the booklet ends with an index of the terms of the rules."""
    heads: HeadStyle = "rule"
    """The style of section heads: a `rule` below, a dark `band`, or a dark `tab`."""
    tone: Ink = "deep"
    """The ink of numbers, references and rules."""
    dark: Ink = "deep"
    """The ink of bands and tabs."""
    tint: Ink = "light/paper 72"
    """The ink of the ground of examples and table heads."""
    head_pictures: tuple[HeadPicture, ...] = ()
    """Pictures at the right end of section heads."""
    vignettes: tuple[Vignette, ...] = ()
    """Pictures that fill the empty feet of columns."""
