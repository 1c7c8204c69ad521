"""Names that old data use and that have moved or are gone: they stay valid in the formats that had them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.load.tree import Node
from pnp.load.upgrades.tree_edits import drop_key, rename_key, replace_word


class MovedNames(NamedTuple):
    """The old names of one format and their new names, by patterns of dotted paths.

    `words` has the new names of looks, motifs and other words, `keys` the new names of keys. A key whose new name is
    None was dropped, because nothing depends on it any more.
    """

    words: Mapping[str, Mapping[str, str]] = {}
    keys: Mapping[str, Mapping[str, str | None]] = {}


MOVED: dict[int, MovedNames] = {
    1: MovedNames(
        words={
            "counter_print.labels": {"corner": "banner"},
            "terrain.*.look": {"huts": "hut-village", "courts": "courtyard-town"},
        },
        keys={
            "cover": {"line": "summary"},
            "formations.*": {"short": None},  # a shorter name on counters
            "tables.*.rows": {"second": None},  # a second set of heads beside the first
            "tables.*.columns": {"second": None},
            "cover.scene.*": {"gores": None},  # of a parachute, which is a picture since
            "booklet.head_pictures.*.scene.*": {"gores": None},
            "booklet.vignettes.*.scene.*": {"gores": None},
            "looks.*.shape": dict.fromkeys(("shrink", "close", "open", "amplitude", "wavelength")),  # of hexes
            "looks.*.fields": dict.fromkeys(("bent_pt", "cut_pt2", "shares")),  # of parcels that were cut or bent
        },
    ),
}
"""The names by the last format in which they are valid."""


def with_moved_names(root: Node, number: int) -> Node:
    """Return a tree of the format `number` with the present names; the same tree if it has no other ones."""
    moved = MOVED.get(number, MovedNames())
    for pattern, words in moved.words.items():
        root = replace_word(root, pattern, words)
    for pattern, names in moved.keys.items():
        for old, new in names.items():
            root = drop_key(root, pattern, old) if new is None else rename_key(root, pattern, old, new)
    return root
