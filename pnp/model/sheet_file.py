"""A spreadsheet or a CSV table as the source of a part of the game, with the author's own columns and words."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pnp.model.record import Record, Words


class SheetFile(Record):
    """A sheet that is read in place of a value of the game, and what its headings and words mean.

    Columns whose headings begin with `#`, and rows whose first cell begins with `#`, are the author's own.
    """

    file: str
    """The file in the folder of the game: `.csv`, `.tsv`, `.xlsx` or `.ods`."""
    sheet: str = ""
    """The name of the sheet in the workbook, if it is not the one with the headings."""
    heading: Annotated[str, Field(pattern=r"^(\d+(-\d+)?)?$")] = ""
    """The row of the headings, or two rows such as `2-3`, if pnp does not find them."""
    id: Annotated[str, Field(pattern=r"^(from \S.*)?$")] = ""
    """With `from label`, ids are made from this column: `1 Guards` gets the id `1-guards`."""
    columns: dict[str, str] = {}
    """The key that each heading of the author means, such as `Nation: side` or `Attack: front.attack`."""
    ignore: tuple[str, ...] = ()
    """Headings of columns that are not read."""
    words: dict[str, dict[str, str]] = {}
    """For a heading, what each of the author's words means, such as `Type: {foot: infantry}`."""
    set: dict[str, str] = {}
    """Values of keys that all rows have, unless a cell has another one, such as `side: blue`."""
    encoding: str = ""
    """The encoding of a CSV table that is not in UTF-8, such as `windows-1252`."""


def id_columns(words: str) -> Words:
    """Return the names of the columns from which ids are made, out of a text such as `from label`."""
    return tuple(words.split()[1:])
