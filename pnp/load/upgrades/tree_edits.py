"""Edits of data trees, of which upgrades consist: keys get new names or are dropped, and words are replaced.

A pattern is a dotted path in which `*` is any key or item, such as `tables.*.rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.load.tree import Node


def rename_key(root: Node, pattern: str, old: str, new: str) -> Node:
    """Return the tree with the key `old` renamed in all mappings at the pattern, and where a `basis` names it."""
    return _renamed(root, [*_parts(pattern), old], new)


def drop_key(root: Node, pattern: str, key: str) -> Node:
    """Return the tree without the key in all mappings at the pattern, and without its `basis`."""
    return _renamed(root, [*_parts(pattern), key], None)


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


def _renamed(node: Node, parts: list[str], new: str | None) -> Node:
    """Return the tree with the last part of a path renamed, or dropped; the same node if nothing changes."""
    if isinstance(node.value, list):
        return _edited(node, parts[:1], lambda child: _renamed(child, parts[1:], new)) if len(parts) > 1 else node
    if len(parts) == 1:
        changed = _with_key(node, parts[0], new)
    else:
        changed = _edited(node, parts[:1], lambda child: _renamed(child, parts[1:], new))
    return _edited(changed, ["basis"], lambda basis: _basis_renamed(basis, parts, new))


def _with_key(node: Node, old: str, new: str | None) -> Node:
    """Return a mapping with another name of a key, in the same order, or without it if `new` is None.

    A key is also dropped if the mapping already has the new name.
    """
    if old not in node.mapping:
        return node
    names = {old: None if new in node.mapping else new}
    keys = ((names.get(key, key), child) for key, child in node.mapping.items())
    return _with_value(node, {key: child for key, child in keys if key is not None})


def _basis_renamed(basis: Node, parts: list[str], new: str | None) -> Node:
    """Return the basis of a record with another name of the value at a path, or without it if `new` is None."""
    written = basis.value.split() if isinstance(basis.value, str) else []
    words = []
    for word in written:
        path, equals, kind = word.rpartition("=")
        named = path.split(".")
        if not equals or len(named) < len(parts) or any(p not in ("*", n) for p, n in zip(parts, named, strict=False)):
            words.append(word)
        elif new is not None:
            words.append(f"{'.'.join([*named[: len(parts) - 1], new, *named[len(parts) :]])}={kind}")
    if words == written:
        return basis
    return Node(" ".join(words), basis.source, basis.start, basis.end, basis.key, basis.was)


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
