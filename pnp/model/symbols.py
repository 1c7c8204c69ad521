"""Unit symbols, emblems and pictures: the records in icon files, and the library of all icons.

The icons of every game are in `templates/symbols`, `templates/emblems` and `templates/pictures`. A game may have
folders of the same names with its own icons. Every file holds icons by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from pnp.icon_paths import read_outline
from pnp.model.record import Record

ICON_FOLDERS = ("symbols", "emblems", "pictures")
"""Folders of icon files, in `templates/` and in a game's folder."""

PICTURES_OF_A_COUNTER = ("numeral", "symbol", "emblem")
"""Pictures that show something of their own counter: its number, its unit symbol, its emblem."""

COLOUR_WORDS = ("ink", "paper", "white", "red", "accent", "background")
"""Colours of icons by name.

`accent` is the side's dark colour, `background` the colour behind the icon.
"""

_COLOUR = rf"(?:{'|'.join(COLOUR_WORDS)}|#[0-9A-Fa-f]{{6}})"
_ICON_COLOUR = re.compile(rf"(?:(\d{{1,2}})% ({_COLOUR}) on )?({_COLOUR})")


def _check_outline(text: str) -> str:
    """Reject the outline of an icon unless it can be parsed."""
    if text:
        read_outline(text)
    return text


def _check_colour(text: str) -> str:
    """Reject the colour of an icon unless it is `#RRGGBB`, a colour word or a mixture of two."""
    if text and not _ICON_COLOUR.fullmatch(text):
        words = ", ".join(COLOUR_WORDS)
        raise ValueError(
            f"{text} is not a colour of icons; write #RRGGBB, {words}, or a mixture such as 40% ink on white"
        )
    return text


def split_colour(text: str) -> tuple[int, str, str]:
    """Return the percentage, first colour and second colour of a mixture such as `40% ink on white`.

    A plain colour is 0 % of itself on itself.

    >>> split_colour("40% ink on #FFFFFF"), split_colour("red")
    ((40, 'ink', '#FFFFFF'), (0, 'red', 'red'))
    """
    match = _ICON_COLOUR.fullmatch(text)
    assert match is not None
    return int(match[1] or 0), match[2] or match[3], match[3]


Outline: TypeAlias = Annotated[str, AfterValidator(_check_outline)]
"""An outline in the notation of `pnp.icon_paths`."""

IconColour: TypeAlias = Annotated[str, AfterValidator(_check_colour)]
"""`#RRGGBB`, one of `COLOUR_WORDS`, or a mixture such as `40% ink on white`."""


PlaceInIcon: TypeAlias = Annotated[float, Field(ge=-1000, le=1000)]
SizeInIcon: TypeAlias = Annotated[float, Field(ge=0.01, le=1000)]
"""Numbers of icons. A picture is 40 wide, and an emblem 2; numbers far beyond cannot be printed."""


class SymbolPart(Record):
    """A part of a unit symbol, or a customary name for several parts.

    A part has an outline in a box 2 high about (0, 0). `place` says how parts share the box:

    - `across`: the part reaches the corners. Its x runs from -1 to 1 whatever the shape of the box.
    - `around`: as `across`, but parts in the middle are drawn small inside it.
    - `middle`: a weapon or a trade.
    - `low`: the lowest third, which shows how the unit moves. Parts in the middle become smaller.
    """

    name: Annotated[str, Field(max_length=60)]
    """The name of the part in lists of symbols."""
    says: str
    """A description of the drawing."""
    place: Literal["across", "around", "middle", "low"] = "middle"
    """The place of the part in the box: `across`, `around`, in the `middle`, or `low`."""
    lines: Outline = ""
    """Outlines that are drawn with a pen."""
    solid: Outline = ""
    """Outlines that are filled."""
    parts: str = ""
    """The parts for which this is a customary name, such as `infantry+armour`."""

    @model_validator(mode="after")
    def _check_drawing(self) -> SymbolPart:
        """Reject a part of a symbol unless it has either an outline or other parts."""
        if bool(self.parts) == bool(self.lines or self.solid):
            raise ValueError("a unit symbol has either an outline or parts; write lines:, solid:, or parts:")
        return self


class IconLayer(Record):
    """One layer of an emblem or a picture: an outline, an emblem, another picture, or a group of layers.

    An outline with `shade` is lit from the upper left. Every layer can be moved, turned, scaled, and mirrored.
    """

    outline: Outline = ""
    """An outline in the notation of icons, in units of the drawing."""
    fill: IconColour = ""
    """The colour inside the outline."""
    shade: IconColour = ""
    """The colour of a strip at the right and lower edges, which is away from the light."""
    shade_by: tuple[PlaceInIcon, PlaceInIcon] = (0.75, 0.35)
    """The width and height of this strip, in units of the drawing."""
    line: IconColour = ""
    """The colour of the line along the outline."""
    pen: SizeInIcon = 1
    """The width of this line, in units of the drawing."""
    dash: Annotated[tuple[SizeInIcon, ...], Field(max_length=8)] = ()
    """The lengths of dashes and gaps of the line, in units of the drawing."""
    join: Literal["miter", "round", "bevel"] = "miter"
    """The form of the corners of the line."""
    cap: Literal["butt", "round", "square"] = "butt"
    """The form of the ends of the line."""
    emblem: str = ""
    """The emblem that is shown: a name, the `side` of the counter, or `all` sides."""
    radius: SizeInIcon = 1
    """The radius of the emblem, in units of the drawing."""
    on: IconColour = "background"
    """The colour behind the emblem."""
    row: Annotated[float, Field(ge=0, le=1000)] = 0
    """The width of the row of emblems of all sides, in units of the drawing."""
    picture: str = ""
    """The name of another picture that is shown."""
    layers: tuple[IconLayer, ...] = ()
    """Layers that are moved, turned and scaled together."""
    at: tuple[PlaceInIcon, PlaceInIcon] = (0, 0)
    """How far the layer is moved to the right and down, in units of the drawing."""
    turn: PlaceInIcon = 0
    """The clockwise turn of the layer, in degrees."""
    scale: SizeInIcon = 1
    """The number by which the layer is enlarged."""
    flip: bool = False
    """Whether the layer is mirrored left to right."""

    @model_validator(mode="after")
    def _check_one_content(self) -> IconLayer:
        """Reject a layer unless it has exactly one kind of content."""
        if sum(map(bool, (self.outline, self.emblem, self.picture, self.layers))) != 1:
            raise ValueError("a layer shows one thing; write outline:, emblem:, picture: or layers:")
        if self.outline and not (self.fill or self.line):
            raise ValueError("an outline has no colour; write fill: or line: and a colour")
        if self.shade and not self.fill:
            raise ValueError("an outline with shade has no fill; write fill: and a colour")
        return self

    def inner(self) -> Iterator[IconLayer]:
        """Yield the layer itself and all layers nested in it."""
        yield self
        for layer in self.layers:
            yield from layer.inner()


class NumberOnPicture(Record):
    """Place of the `number` of a counter's face on a picture: middle, size of type and greatest width."""

    at: tuple[PlaceInIcon, PlaceInIcon] = (0, 0)
    """The middle of the number, in units of the picture."""
    size: Annotated[float, Field(ge=1, le=100)]
    """The type size of the number, in units of the picture."""
    width: Annotated[float, Field(ge=1, le=100)]
    """The greatest width of the number, in units of the picture."""
    colour: IconColour = "ink"
    """The colour of the number."""
    on: IconColour = "background"
    """The colour behind the number."""
    tracking: Annotated[float, Field(ge=-1, le=1)] = 0
    """The extra space between its characters, as a share of the type size."""
    capitals: bool = False
    """Whether the number is printed in capitals."""


class Icon(Record):
    """An emblem (about (0, 0) with radius 1) or a picture (about (0, 0) on a field 40 wide and 27 high).

    A picture without `number` has the number of the counter's face as a strength at the foot of the counter.
    """

    says: str
    """A description of the drawing."""
    layers: tuple[IconLayer, ...]
    """The layers of the drawing, from back to front."""
    number: NumberOnPicture | None = None
    """The place of the number of the counter's face on the picture."""


class IconFiles(Record):
    """The contents of all icon files of a game, or of `templates/`, by folder and name."""

    symbols: dict[str, SymbolPart] = {}
    """Parts of unit symbols, by name."""
    emblems: dict[str, Icon] = {}
    """Emblems of sides and nations, by name."""
    pictures: dict[str, Icon] = {}
    """Pictures of counters, cards and other components, by name."""


@dataclass(frozen=True, eq=False)
class IconLibrary:
    """The unit symbols, emblems and pictures of a game by name.

    Two libraries are equal only if they are one object.
    """

    symbols: dict[str, SymbolPart] = field(default_factory=dict)
    emblems: dict[str, Icon] = field(default_factory=dict)
    pictures: dict[str, Icon] = field(default_factory=dict)
    shared: bool = False
    """Whether these are the icons of all games, without those of one game."""

    @cached_property
    def parts(self) -> dict[str, SymbolPart]:
        """The parts of unit symbols by name, in the order in which they are drawn."""
        order = {"across": 0, "around": 0, "middle": 1, "low": 2}
        parts = ((name, part) for name, part in self.symbols.items() if not part.parts)
        return dict(sorted(parts, key=lambda item: order[item[1].place]))

    def symbol_parts(self, symbol: str) -> tuple[str, ...]:
        """Return the names of the parts of a unit symbol such as `mechanized+parachute`.

        Names are not checked.
        """
        parts = []
        for word in symbol.split("+"):
            named = self.symbols.get(word.strip())
            parts += named.parts.split("+") if named and named.parts else [word]
        return tuple(dict.fromkeys(part.strip() for part in parts))

    def symbol_name(self, symbol: str) -> str:
        """Return a unit symbol such as `mechanized+parachute` in words.

        >>> IconLibrary().symbol_name("infantry+parachute")
        'Infantry, parachute'
        """
        names = (self.symbols[word].name if word in self.symbols else word for word in symbol.split("+"))
        return ", ".join(names).capitalize()

    @cached_property
    def picture_names(self) -> tuple[str, ...]:
        """The names that a counter's face may give as its picture, including those of emblems."""
        return (*self.pictures, *PICTURES_OF_A_COUNTER, *self.emblems)

    def is_drawing(self, picture: str) -> bool:
        """Return whether a picture has a drawing of its own, unlike none and those made from what a counter has."""
        return picture in self.pictures or picture in self.emblems

    def holds_number(self, picture: str) -> bool:
        """Return whether this picture leaves room for the number that is printed on a counter."""
        return picture == "numeral" or (picture in self.pictures and self.pictures[picture].number is not None)
