"""Overlays: a scenario, an edition, a translation or an optional rule is a file of the game's own shape, laid over it.

Mappings merge key by key, at every depth. A text or a list replaces what was there. `~` takes a value away. The rules
reference merges by case number: a case that exists is replaced, a new one takes its place in the order.
"""

from __future__ import annotations

import re

from pnp.load.source import Faults
from pnp.load.tree import Node
from pnp.message import clip


def lay_over(under: Node, over: Node, faults: Faults, path: str = "") -> Node:
    """One tree from two; values of the upper one know what they changed. Neither tree is changed."""
    if path == "rules" and isinstance(under.value, list) and isinstance(over.value, list):
        return Node(_merge_cases(under.value, over.value), under.source, under.start, under.end, under.key)
    if not isinstance(under.value, dict) or not isinstance(over.value, dict):
        changed = _without_removals(over, faults, path) if over.value is not None else over
        return Node(changed.value, over.source, over.start, over.end, over.key, under)
    merged = dict(under.value)
    for key, child in over.value.items():
        inner = f"{path}.{key}" if path else key
        if key in merged:
            merged[key] = lay_over(merged[key], child, faults, inner)
            if child.value is None:
                del merged[key]
        elif child.value is None:
            _nothing_to_remove(child, faults, inner)
        else:
            merged[key] = _without_removals(child, faults, inner)
    return Node(merged, under.source, under.start, under.end, under.key, under.was)


def _without_removals(node: Node, faults: Faults, path: str) -> Node:
    """A value that is new: nothing in it can be taken away."""
    value = node.value
    if isinstance(value, dict):
        kept: dict[str, Node] = {}
        for key, child in value.items():
            inner = f"{path}.{key}" if path else key
            if child.value is None:
                _nothing_to_remove(child, faults, inner)
            else:
                kept[key] = _without_removals(child, faults, inner)
        return Node(kept, node.source, node.start, node.end, node.key, node.was)
    if isinstance(value, list):
        items = []
        for i, child in enumerate(value):
            if child.value is None:
                _nothing_to_remove(child, faults, f"{path}.{i}")
            else:
                items.append(_without_removals(child, faults, f"{path}.{i}"))
        return Node(items, node.source, node.start, node.end, node.key, node.was)
    return node


def without_removals(node: Node, faults: Faults) -> Node:
    """The game itself, before anything is laid over it."""
    return _without_removals(node, faults, "")


def _nothing_to_remove(node: Node, faults: Faults, path: str) -> None:
    name = clip(path.rpartition(".")[2])
    faults.lost.add(path)
    faults.add(
        "L015",
        node.key_spot(path),
        f"there is no {name} here that ~ could take away",
        'write a value, "" for an empty text, or leave the key out',
    )


def _merge_cases(under: list[Node], over: list[Node]) -> list[Node]:
    """Cases by number: replaced in place, or put before the first greater number."""
    merged = list(under)
    for case in over:
        old = [i for i, other in enumerate(merged) if other in under and _number(other) == _number(case)]
        if old:
            merged[old[0]] = Node(case.value, case.source, case.start, case.end, case.key, merged[old[0]])
            continue
        after = [i for i, other in enumerate(merged) if _order(other) > _order(case)]
        merged.insert(after[0] if after else len(merged), case)
    return merged


def _number(case: Node) -> object:
    number = case.mapping.get("number")
    return None if number is None else number.value


def _order(case: Node) -> tuple[int, ...]:
    return tuple(int(part) for part in str(_number(case)).split(".") if re.fullmatch(r"\d{1,9}", part))
