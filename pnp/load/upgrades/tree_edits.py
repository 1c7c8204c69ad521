"""Edits of data trees, of which upgrades consist: keys get new names or are dropped, and words are replaced.

A pattern is a dotted path in which `*` is any key or item, such as `tables.*.rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.load.tree import Node


def rename_key(root: Node, pattern: str, old: str, new: str) -> Node:
    """Return the tree with the key `old` renamed in all mappings at the pattern."""
    return _edited(root, _parts(pattern), lambda node: _with_keys(node, {old: new}))


def drop_key(root: Node, pattern: str, key: str) -> Node:
    """Return the tree without the key in all mappings at the pattern."""
    return _edited(root, _parts(pattern), lambda node: _with_keys(node, {key: None}))


def replace_word(root: Node, pattern: str, words: Mapping[str, str]) -> Node:
    """Return the tree with whole texts at the pattern replaced by others, such as the old name of a look."""

    def edit(node: Node) -> Node:
        if not isinstance(node.value, str) or node.value not in words:
            return node
        return Node(words[node.value], node.source, node.start, node.end, node.key, node.was)

    return _edited(root, _parts(pattern), edit)


def _parts(pattern: str) -> list[str]:
    """Return the parts of a pattern; an empty pattern is the tree itself."""
    return pattern.split(".") if pattern else []


def _with_keys(node: Node, names: Mapping[str, str | None]) -> Node:
    """Return a mapping with other names of its keys, in the same order; keys whose new name is None are dropped.

    A key is also dropped if the mapping already has the new name.
    """
    if not node.mapping.keys() & names.keys():
        return node
    changed: dict[str, Node] = {}
    for key, child in node.mapping.items():
        name = names.get(key, key)
        if name is not None and (name == key or name not in node.mapping):
            changed[name] = child
    return _with_value(node, changed)


def _with_value(node: Node, value: dict[str, Node] | list[Node]) -> Node:
    """Return a node with another value."""
    return Node(value, node.source, node.start, node.end, node.key, node.was)


def _edited(node: Node, parts: list[str], edit: Callable[[Node], Node]) -> Node:
    """Return the tree with each node at a path edited; the same node if nothing changes."""
    if not parts:
        return edit(node)
    first, rest = parts[0], parts[1:]
    if isinstance(node.value, list):
        items = [
            _edited(child, rest, edit) if first in ("*", str(number)) else child
            for number, child in enumerate(node.value)
        ]
        return (
            node
            if all(one is child for one, child in zip(items, node.value, strict=True))
            else _with_value(node, items)
        )
    changed = {key: _edited(child, rest, edit) if first in ("*", key) else child for key, child in node.mapping.items()}
    return node if all(changed[key] is child for key, child in node.mapping.items()) else _with_value(node, changed)
