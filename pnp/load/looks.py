"""Reads the looks of terrain from the files in `templates/looks/` and in the folder `looks` of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.library_files import read_files
from pnp.load.source import Faults, Source, shown_name
from pnp.load.tree import Node
from pnp.load.typed import read_record
from pnp.message import clip
from pnp.model.looks.look import LOOK_FOLDER, LookFiles, LookLibrary
from pnp.resources import templates_dir

_LIKE = "like"
"""The key of a look that names another one: it has all that the other has, but for what it states itself."""


@cache
def _shared_nodes() -> dict[str, Node]:
    """Return the looks in `templates/` as they are written, by name."""
    faults = Faults()
    nodes = read_files(templates_dir(), LOOK_FOLDER, faults, "looks")
    if faults:
        raise Refused(sort_findings(faults.findings))
    return nodes


@cache
def shared_looks() -> LookLibrary:
    """Return the looks in `templates/`, which every game can use; raise `Refused` if a file there is invalid."""
    faults = Faults()
    library = _read_library(templates_dir(), _shared_nodes(), LookLibrary(), faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return replace(library, shared=True)


def read_looks(folder: Path, faults: Faults) -> LookLibrary:
    """Return a game's looks together with the shared ones; a look of the game replaces a shared one of its name."""
    if not (folder / LOOK_FOLDER).is_dir():
        return shared_looks()
    nodes = read_files(folder, LOOK_FOLDER, faults, "looks")
    return _read_library(folder, nodes, shared_looks(), faults)


def _read_library(folder: Path, nodes: Mapping[str, Node], shared: LookLibrary, faults: Faults) -> LookLibrary:
    """Return the shared looks together with those of some nodes."""
    source = Source(shown_name(folder), "")
    before = len(faults.findings)
    looks = Node({name: _completed(nodes, name, faults) for name in nodes}, source, 0, 0)
    if len(faults.findings) > before:
        return shared
    own = read_record(Node({LOOK_FOLDER: looks}, source, 0, 0), LookFiles, faults)
    if own is None:
        return shared
    named = dict(shared.looks)
    for name, look in own.looks.items():
        named[name] = look.model_copy(update={"name": name})
        named[name]._spot = nodes[name].key_spot(f"{LOOK_FOLDER}.{name}")
    return LookLibrary(dict(sorted(named.items())))


def _completed(nodes: Mapping[str, Node], name: str, faults: Faults) -> Node:
    """Return a look as written, with what it takes over from the look that it is `like`."""
    node, seen = nodes[name], {name}
    while _LIKE in node.mapping:
        like = node.mapping[_LIKE]
        other = str(like.value)
        base = nodes[other] if other in nodes and other not in seen else _shared_nodes().get(other)
        own = {key: value for key, value in node.mapping.items() if key != _LIKE}
        if base is None or not base.mapping:
            wrong = f"there is no look {clip(other)}" if other not in seen else f"the look {clip(name)} is like itself"
            write = did_you_mean(other, {*nodes, *_shared_nodes()} - {name}, many=True)
            faults.add("L012", like.spot(f"{LOOK_FOLDER}.{name}.{_LIKE}"), wrong, write)
            return _with_value(node, own)
        seen.add(other)
        merged = {**base.mapping, **own}
        for key in ("colours", "winter_colours"):
            if key in base.mapping and key in own and own[key].mapping:
                merged[key] = _with_value(own[key], {**base.mapping[key].mapping, **own[key].mapping})
        node = _with_value(node, merged)
    return node


def _with_value(node: Node, value: dict[str, Node]) -> Node:
    """Return a mapping in the place of a node."""
    return Node(value, node.source, node.start, node.end, node.key)
