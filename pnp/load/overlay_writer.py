"""Writes the overlay that turns one edition of a game into another."""

from __future__ import annotations

from typing import Any

import yaml

from pnp.load.misprints import tree_of
from pnp.load.tree import Plain, plain
from pnp.load.upgrades.stated_format import FORMAT, PROGRAM
from pnp.model.game import Game
from pnp.model.reference import case_number_parts

_MERGED_BY = {"rules": "number", "aids": "title"}
"""The lists that overlays merge, and the field that tells their items apart."""


class _Writer(yaml.SafeDumper):
    """Writes YAML with `~` for values that are removed, and with every other value as text."""

    def ignore_aliases(self, _data: Any) -> bool:  # noqa: ANN401 - see PyYAML
        """Write repeated values in full."""
        return True


_Writer.add_representer(type(None), lambda writer, _none: writer.represent_scalar("tag:yaml.org,2002:null", "~"))


def game_tree(game: Game) -> Plain:
    """Return the data of a game, with its overlays applied, as texts, lists and mappings, without its format."""
    root = tree_of(game)
    tree = {} if root is None else plain(root)
    return (
        {key: value for key, value in tree.items() if key not in (FORMAT, PROGRAM)} if isinstance(tree, dict) else tree
    )


def overlay_text(old: Plain, new: Plain) -> str:
    """Return the YAML text of an overlay that makes the data tree `old` equal to `new`.

    Both are trees of texts, lists and mappings. The text is empty if they are equal. Raise `ValueError` if a case or a
    page of the player aids was withdrawn, which no overlay can do.
    """
    if not isinstance(old, dict) or not isinstance(new, dict):
        raise TypeError("the tree of a game is a mapping")
    changed = _changes(old, new, "")
    if not changed:
        return ""
    return yaml.dump(changed, Dumper=_Writer, allow_unicode=True, sort_keys=False, width=120)


def _changes(old: dict[str, Plain], new: dict[str, Plain], path: str) -> dict[str, Any]:
    """Return the keys of a mapping whose values differ, with their new values; None for keys that are gone."""
    changed: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value or (key in old and _long_form(key, before) == _long_form(key, value)):
            continue
        merged = _MERGED_BY.get(key) if not path else None
        if isinstance(before, dict) and isinstance(value, dict):
            inner = _changes(before, value, key)
            changed |= {key: inner} if inner else {}
        elif merged and isinstance(before, list | None) and isinstance(value, list):
            items = _changed_items(before or [], value, merged, key)
            changed |= {key: items} if items else {}
        else:
            changed[key] = value
    return changed | {key: None for key in old if key not in new}


def _long_form(key: str, value: Plain | None) -> object:
    """Return a face of a counter or the cells of a table in the form that sheets have; other values as they are."""
    if key in ("front", "back") and isinstance(value, str):
        return {"state": value} if value in ("blank", "emblem") else {"factors": value}
    if key == "cells" and isinstance(value, str):
        lines = [line for line in value.splitlines() if line.strip()]
        return [[one.strip() for one in line.split("|")] if "|" in line else line.split() for line in lines]
    return value


def _changed_items(old: list[Plain], new: list[Plain], field: str, name: str) -> list[Plain]:
    """Return the items of a merged list that are new or differ; items are told apart by a field."""
    before = {item[field]: item for item in old if isinstance(item, dict)}
    after = {item[field]: item for item in new if isinstance(item, dict)}
    if gone := [str(key) for key in before if key not in after]:
        raise ValueError(f"{name}: {', '.join(gone)} was withdrawn, and no overlay can withdraw it")
    old_items, new_items = ({key: _as_written(item) for key, item in one.items()} for one in (before, after))
    return [item for key, item in new_items.items() if old_items.get(key) != item]


def _as_written(item: dict[str, Plain]) -> dict[str, Plain]:
    """Return an item without what the loader adds to a case.

    That is its file, its line, and its depth if it follows from its number. A case such as `8.14` at depth three keeps
    its depth.
    """
    stated = str(len(case_number_parts(str(item.get("number", "")))))
    return {
        key: value
        for key, value in item.items()
        if key not in ("file", "line") and not (key == "depth" and value == stated)
    }
