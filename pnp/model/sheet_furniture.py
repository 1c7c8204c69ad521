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
    at: tuple[float, float]
    side: str = ""


class Furniture(Record):
    """A piece of furniture beside the hexes or on a card, such as a track, box, table, title or text.

    `at` is its rectangle on the sheet (x, y, width, height). A `title` or a `text` on a card has `text`, and a
    paragraph of it may begin with bold words or a bold number (`**Move.** One army …`). The name and
    hint of a track are printed in a line `above` its spaces, or to their left; then the spaces are squares at the right
    end of the rectangle. `in_a_row` replaces the number of spaces in a row of the track.

    With a `bar`, it is a panel under a bar with its title and a `note` at the right; the bar has the colour of the
    `frame` of the map, or of a side, whose tint then fills the panel. Several panels may show one box; each `holds` a
    number of counters (0: it has no dashed places) and has its `text` at its foot. `modifiers` is a list of modifiers
    that is printed under a table. A title with an `emblem` is a framed cartouche, and its `text` is the last line. The
    `text` of a scatter diagram is printed in its middle hex. A key `of` some kinds of terrain and features of the map
    is a short one without a frame: small samples and names, in `columns`; `names` replaces some of these. Ids joined by
    a plus sign (`river+ferry`) have one sample, which is that of the last of them. The `text` of a key
    of all terrain is printed after its last entry if there is room. A compass `on_water` is drawn in the
    colours of the water, under the hex grid. Tables and texts are as large as their rectangle allows, but at most
    `type_size` points. A `picture` shows the picture `of` that name with `labels` on it, and its `title` and
    `text` at its right.
    """

    kind: Literal[
        "title", "compass", "scale", "scatter", "key", "track", "box", "table", "modifiers", "text", "picture"
    ]
    of: str = ""
    title: str = ""
    text: str = ""
    at: tuple[Length, Length, Length, Length]
    names: dict[str, str] = {}
    on_water: bool = False
    columns: Annotated[int, Field(ge=1, le=9)] = 2
    heading: Literal["above", "left"] = "above"
    in_a_row: Annotated[int, Field(ge=1, le=99)] | None = None
    bar: str = ""
    note: str = ""
    holds: Annotated[int, Field(ge=0, le=999)] | None = None
    modifiers: str = ""
    emblem: str = ""
    type_size: Annotated[float, Field(ge=5, le=24)] | None = None
    labels: tuple[PictureLabel, ...] = ()

    @property
    def key_ids(self) -> tuple[str, ...]:
        """The ids of everything that a short key shows."""
        return tuple(self.of.replace("+", " ").split()) if self.kind == "key" else ()

    @property
    def body(self) -> tuple[Mm, Mm, Mm, Mm]:
        """The part of its rectangle below the head bar, in mm: x, y, width and height."""
        x, y, width, height = self.at
        return (x, y + HEAD_BAR, width, height - HEAD_BAR) if self.bar else self.at
