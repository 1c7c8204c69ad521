"""Reports what the data language has no words for, in one finding in place of those that follow from it.

Without it, a second map or a picture file would lead to findings about unknown keys and missing values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.load.source import Faults
from pnp.load.tree import Node
from pnp.message import clip

CODE = "L023"
_FOREIGN_FILE = re.compile(r"(?i)[\w .()/\\-]{1,200}\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|eps|ttf|otf|woff2?|css)")


class _Wish(NamedTuple):
    """Something that is not possible: the path of its key (`*` is any id), the fault, and the advice."""

    path: str
    wrong: str
    write: str


ONE_MAP = "a game has one map"
SEVERAL_MAPS = "write one map, or make a series with a scenario for each map"
_HEXES = "pnp draws maps of hexes"
_WISHES = (
    _Wish("maps", ONE_MAP, SEVERAL_MAPS),
    _Wish("map.areas", f"{_HEXES}; a map of areas cannot be written", "delete areas:, and write grid: for hexes"),
    _Wish("map.spaces", f"{_HEXES}; a map of spaces cannot be written", "delete spaces:, and write grid: for hexes"),
    _Wish("map.grid.squares", f"{_HEXES}; a map of squares cannot be written", "write hexes: flat or hexes: pointed"),
    _Wish("map.grid.step", "numbers of hexes with a step, such as A02, A04, cannot be written", "delete step:"),
    _Wish("counters.*.shape", "counters are square; other shapes cannot be written", "delete shape:"),
)


def foreign_file(name: str) -> tuple[str, str] | None:
    """Return the fault and the advice for the name of a picture, typeface or style sheet; None for other texts."""
    if not _FOREIGN_FILE.fullmatch(name):
        return None
    write = "delete it; pnp draws pictures, emblems and symbols from outlines in YAML files of the game"
    return f"{clip(name)} is a file that pnp cannot use: it reads no pictures, typefaces or style sheets", write


def report_impossible(root: Node, faults: Faults) -> None:
    """Add a finding for each wish in a data tree that cannot be met, and mark the value as lost."""
    for wish in _WISHES:
        for path, node in _nodes_at(root, wish.path.split(".")):
            # All else about such a map would be reported as unknown or missing.
            lost = "map" if path.startswith("map.") else path
            _report(path, node, wish.wrong, wish.write, faults, lost)
    side = root.mapping.get("counter_print", root).mapping.get("side")
    if side is not None and isinstance(side.value, str) and len(re.findall(r"\d\s*(?:mm|cm|in)\b", side.value)) > 1:
        write = "write one length, the side of all counters"
        _report("counter_print.side", side, "counters are square and have one size", write, faults)
    for key, node in root.mapping.items():
        if key != "rules":
            _report_files(key, node, faults)
    _report_cards_in_csv(root, faults)


def _report(path: str, node: Node, wrong: str, write: str, faults: Faults, lost: str = "") -> None:
    """Add a finding about a value, after which nothing else is reported about it."""
    faults.add(CODE, node.key_spot(path), wrong, write)
    faults.lost.add(lost or path)


def _nodes_at(node: Node, parts: list[str], before: str = "") -> Iterator[tuple[str, Node]]:
    """Yield the path and the node of each value at a path, in which `*` is any key."""
    for key, child in node.mapping.items():
        if parts[0] in ("*", key) and child.value is not None:
            path = f"{before}{key}"
            if len(parts) == 1:
                yield path, child
            else:
                yield from _nodes_at(child, parts[1:], f"{path}.")


def _report_files(path: str, node: Node, faults: Faults) -> None:
    """Add a finding for each text inside a value that names a picture, a typeface or a style sheet."""
    if isinstance(node.value, str):
        fault = foreign_file(node.value)
        if fault:
            _report(path, node, *fault, faults)
    elif isinstance(node.value, (dict, list)):
        items = node.value.items() if isinstance(node.value, dict) else enumerate(node.value)
        for key, child in items:
            _report_files(f"{path}.{key}", child, faults)


def _report_cards_in_csv(root: Node, faults: Faults) -> None:
    """Add one finding for each CSV table of cards without their fronts; a card needs the places of its texts."""
    seen: set[str] = set()
    for id_, card in root.mapping.get("components", root).mapping.items():
        columns = faults.columns.get(card.source.name, {})
        kind = card.mapping.get("kind")
        if not columns or kind is None or kind.value != "card" or any(name.startswith("front") for name in columns):
            continue
        faults.lost.add(f"components.{id_}")
        if card.source.name not in seen:
            seen.add(card.source.name)
            wrong = "cards cannot be taken from a list: pnp has no layout that all cards share"
            write = "write each card in YAML, with its width, height and front: {furniture: [{kind: text, ...}]}"
            faults.add(CODE, columns["id"], wrong, write)
