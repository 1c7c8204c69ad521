"""Furniture: what is printed beside the hexes of a map and on cards, such as tracks, boxes, tables and titles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pnp.model.record import Length, Record
from pnp.units import Mm, points

HEAD_BAR: Mm = points(13.5)
"""The height of the head bar of a panel."""
FRAME_BAR = "frame"
"""The `bar` of a panel in the colour of the map's frame."""
KEY_FEATURES = {
    "bridge": "Bridge",
    "ferry": "Ferry",
    "rail-embankment": "Railway embankment",
    "hills": "Hills",
    "outline": "Objective",
}
"""The features of a map that its key shows besides kinds of terrain, and their names."""


class PictureLabel(Record):
    """A short text on a picture: the place of its middle, in the units of the picture, and a `side` for its colour."""

    text: str
    """The text of the label."""
    at: tuple[float, float]
    """The place of its middle, in the units of the picture."""
    side: str = ""
    """The id of the side whose colour the label has."""


class Furniture(Record):
    """A piece of furniture beside the hexes or on a card, such as a track, box, table, title or text.

    With the `heading` at the left, the spaces of a track are squares at the right end of the rectangle. With a `bar` it
    is a panel; if the bar has the colour of a side, the side's tint fills the panel. Several panels may show one box;
    each `holds` a number of counters (0: it has no dashed places) and has its `text` at its foot.

    The `text` of a title in a cartouche is its last line, that of a scatter diagram is printed in its middle hex. A key
    `of` some kinds of terrain and features of the map is a short one without a frame. Ids joined by a plus sign
    (`river+ferry`) have one sample, which is that of the last of them. The `text` of a key of all terrain is printed
    after its last entry if there is room. A `picture` is that `of` this name, with its `title` and `text` at its right.
    """

    kind: Literal[
        "title", "compass", "scale", "scatter", "key", "track", "box", "table", "modifiers", "text", "picture"
    ]
    """The kind of furniture, such as a title, a track or a table."""
    of: str = ""
    """The id of what is shown, such as a track; for a key, kinds of terrain and features."""
    title: str = ""
    """The heading, in place of the name of what is shown."""
    text: str = ""
    """A text; its paragraphs may begin with bold words, such as `**Move.**`."""
    at: tuple[Length, Length, Length, Length]
    """The rectangle on the sheet or the card, as lengths: x, y, width and height."""
    names: dict[str, str] = {}
    """Names in a key that replace those of the terrain, by id."""
    on_water: bool = False
    """Whether a compass is drawn in the colours of the water, under the hex grid."""
    columns: Annotated[int, Field(ge=1, le=9)] = 2
    """The number of columns of a key."""
    heading: Literal["above", "left"] = "above"
    """Whether the name of a track is `above` its spaces or to their `left`."""
    in_a_row: Annotated[int, Field(ge=1, le=99)] | None = None
    """The number of spaces in a row, in place of that of the track."""
    bar: str = ""
    """The colour of a bar with the title: the `frame` of the map, or a side."""
    note: str = ""
    """A text at the right end of the bar."""
    holds: Annotated[int, Field(ge=0, le=999)] | None = None
    """The number of counters for which a box on a panel has room."""
    modifiers: str = ""
    """The list of modifiers that is printed under a table."""
    emblem: str = ""
    """The emblem above a title in a framed cartouche."""
    type_size: Annotated[float, Field(ge=5, le=24)] | None = None
    """The greatest type size of a table or text, in points."""
    labels: tuple[PictureLabel, ...] = ()
    """Short texts on a picture."""

    @property
    def key_ids(self) -> tuple[str, ...]:
        """The ids of everything that a short key shows."""
        return tuple(self.of.replace("+", " ").split()) if self.kind == "key" else ()

    @property
    def body(self) -> tuple[Mm, Mm, Mm, Mm]:
        """The part of its rectangle below the head bar, in mm: x, y, width and height."""
        x, y, width, height = self.at
        return (x, y + HEAD_BAR, width, height - HEAD_BAR) if self.bar else self.at
