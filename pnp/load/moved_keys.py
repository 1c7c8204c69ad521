"""Keys that are indented too much or too little, so that they belong to another record than was meant."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from pydantic import BaseModel

from pnp.load.known_fields import fields_at, is_tag
from pnp.load.source import Faults
from pnp.load.tree import Node, named
from pnp.message import clip, plural


def is_key_of_the_file(key: str, outer: str, others: Container[str], model: type[BaseModel]) -> bool:
    """Return whether a key inside the key `outer` was probably to be beside it.

    The record of a file has such a key, that of `outer` has not, and the file does not have it yet (`others`).
    """
    return key in model.model_fields and key not in others and key not in fields_at(model, (outer,))


def indented_key(key: str, outer: str) -> tuple[str, str]:
    """Return the message and the advice for a key of the whole file that was indented by accident."""
    wrong = f"{key} is indented, as if it belonged to {outer}"
    return wrong, "write it at the beginning of its line, and indent only the lines that belong to it"


def indented_too_much(key: str, outer: str, blanks: int) -> tuple[str, str]:
    """Return the message and the advice for a key that was to be indented by fewer blanks."""
    wrong = f"{clip(key)} is indented too much, as if it belonged to {clip(outer)}"
    return wrong, f"indent it by {plural(blanks, 'blank')}, and the lines that belong to it by more"


def report_moved_key(root: Node, full: tuple[str, ...], kind: str, model: type[BaseModel], faults: Faults) -> None:
    """Add a finding if an error follows from a key that is indented too much or too little.

    `full` is the location of the error in the data, and `kind` the kind of the error.
    """
    loc = tuple(part for part in full if not is_tag(part))
    if any(".".join(loc[:depth]) in faults.lost for depth in range(1, len(loc) + 1)):
        return
    nodes = [root]
    for depth, key in enumerate(loc):
        node = _child(nodes[-1], key)
        if node is None:
            return
        if node.key is not None and _is_block(node):
            unknown = kind == "extra_forbidden" and depth == len(loc) - 1
            if (unknown or _has_ids(model, loc[:depth])) and _report(nodes, node, loc[: depth + 1], model, faults):
                return
        nodes.append(node)


def _report(nodes: list[Node], node: Node, loc: tuple[str, ...], model: type[BaseModel], faults: Faults) -> bool:
    """Add a finding if another record than the one around it can have a key; return whether it was added.

    `nodes` are the values around the key, the outermost first, and `loc` is its location.
    """
    *outer, key = loc
    if len(loc) == 2 and is_key_of_the_file(key, loc[0], nodes[0].mapping, model):
        faults.lost.add(".".join(loc))
        faults.add("L010", node.key_spot(".".join(loc)), *indented_key(key, outer[0]))
        return True
    around = [(loc[:depth], nodes[depth]) for depth in range(len(outer) - 1, 0, -1)]
    before = list(_open_before(nodes[-1], node, tuple(outer)))
    for i, (place, owner) in enumerate(around + before):
        if key not in owner.mapping and _may_hold(owner, place, key, node, model):
            blanks = next(iter(owner.mapping.values())).key_spot().column - 1
            wrong, write = indented_too_much(key, named(outer), blanks)
            if i >= len(around):
                wrong = f"{clip(key)} is indented too little, as if it did not belong to {clip(named(place))}"
            faults.lost |= {".".join(loc), ".".join((*place, key))}
            faults.add("L010", node.key_spot(".".join(loc)), wrong, write)
            return True
    return False


def _open_before(parent: Node, node: Node, loc: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield the place and the value of each record that ends just before a key, the outermost first."""
    before = [(key, one) for key, one in parent.mapping.items() if one.key is not None and one.source is node.source]
    before = [(key, one) for key, one in before if (one.key or 0) < (node.key or 0)]
    while before:
        key, last = before[-1]
        loc = (*loc, key)
        if last.mapping and _is_block(next(iter(last.mapping.values()))):
            yield loc, last
        items = enumerate(last.value) if isinstance(last.value, list) else last.mapping.items()
        before = [(str(name), child) for name, child in items]


def _may_hold(owner: Node, place: tuple[str, ...], key: str, node: Node, model: type[BaseModel]) -> bool:
    """Return whether the value at a place can have a key with this value."""
    if _has_ids(model, place):
        known = _fields(model, node, (*place, key))
        return sum(name in known for name in node.mapping) * 2 > len(node.mapping)
    return key in _fields(model, owner, place)


def _has_ids(model: type[BaseModel], place: tuple[str, ...]) -> bool:
    """Return whether the keys of the value at a place are ids of records."""
    return not fields_at(model, place) and bool(fields_at(model, (*place, "")))


def _fields(model: type[BaseModel], node: Node, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields that a record at a place may have; those of its kind, if it has one."""
    kind = node.mapping.get("kind")
    return (fields_at(model, (*place, f"[{kind.value}]")) if kind is not None else ()) or fields_at(model, place)


def _is_block(node: Node) -> bool:
    """Return whether a key begins its line, so that its indentation says what it belongs to."""
    start = node.source.text.rfind("\n", 0, node.key) + 1
    return re.fullmatch(r" *(?:- +)?", node.source.text[start : node.key]) is not None


def _child(node: Node, key: str) -> Node | None:
    """Return the value at a key or an index; None if there is none."""
    if isinstance(node.value, list):
        return node.value[int(key)] if key.isdecimal() and int(key) < len(node.value) else None
    return node.mapping.get(key)
