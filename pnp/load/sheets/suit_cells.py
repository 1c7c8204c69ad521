"""Reads the cells of a sheet of cards that name suits, in the words of the author."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pnp.load.synonyms import simple
from pnp.load.tree import Node


def with_suits(record: Node, suits: Mapping[str, str]) -> Node:
    """Return a card whose suits are ids. A cell may have one name of a suit, or several with commas between them.

    `suits` are the ids by the names that authors write. A cell with another word stays as it is.
    """
    cell = record.mapping.get("suit")
    if cell is None or not isinstance(cell.value, str):
        return record
    named = [suits.get(simple(name), "") for name in re.split(r"[,;/&]", cell.value) if name.strip()]
    if not all(named):
        return record
    suit = Node(" ".join(named), cell.source, cell.start, cell.end, cell.key)
    return Node({**record.mapping, "suit": suit}, record.source, record.start, record.end, record.key)
