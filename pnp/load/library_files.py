"""Reads the folders of libraries, such as icons and looks: every YAML file in them holds records by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.not_possible import CODE as IMPOSSIBLE, foreign_file
from pnp.load.source import Faults, Source, inside, is_yaml, read_source, shown_name
from pnp.load.tree import Node
from pnp.load.typed import read_record
from pnp.load.upgrades import upgraded
from pnp.load.yamlfile import read_yaml
from pnp.message import clip
from pnp.model.library import FormerNames
from pnp.model.record import Record
from pnp.resources import templates_dir
from pnp.spot import Spot

LIKE = "like"
"""The key of a record that names another one: it has all that the other has, but for what it states itself."""


def read_files(folder: Path, name: str, faults: Faults, what: str = "icons") -> dict[str, Node]:
    """Return what all YAML files of the folder `name` hold, by name; messages call these things `what`."""
    found: dict[str, Node] = {}
    for path in sorted((folder / name).glob("*")):
        foreign = foreign_file(path.name)
        if foreign:
            faults.add(IMPOSSIBLE, Spot(shown_name(path)), *foreign)
        if not is_yaml(path.name):
            continue
        if inside(folder, f"{name}/{path.name}") is None:
            spot = Spot(shown_name(path))
            faults.add("L003", spot, "this file leads out of the game's folder", "copy it into the folder")
            continue
        source = read_source(path, faults)
        root = None if source is None else read_yaml(source, faults, name)
        if root is None:
            continue
        if not isinstance(root.value, dict):
            wrong = f"a file of {what} must be names and their {what}"
            faults.add("L012", root.spot(name), wrong, "write name: and its keys")
            continue
        for key, node in root.value.items():
            if key in found:
                there = found[key].key_spot()
                wrong = f"{clip(key)} is written twice, first at {there.file}:{there.line}"
                faults.add("L006", node.key_spot(f"{name}.{key}"), wrong, "keep one of them")
            found.setdefault(key, node)
    return found


@cache
def former_names() -> FormerNames:
    """Return the names that replace those of looks and motifs of one game; raise `Refused` if the file is invalid."""
    faults = Faults()
    source = read_source(templates_dir() / "former.yaml", faults)
    root = None if source is None else read_yaml(source, faults)
    names = None if root is None else read_record(root, FormerNames, faults)
    if names is None or faults:
        raise Refused(sort_findings(faults.findings))
    return names


class NamedRecords(NamedTuple):
    """Records of a library by name, and their nodes, of which each has what it takes over from another one."""

    records: Mapping[str, Any]
    nodes: Mapping[str, Node]


def read_named(
    folder: Path, files: type[Record], faults: Faults, shared: Mapping[str, Node], merged: Collection[str] = ()
) -> NamedRecords:
    """Return the records of all files of a library in a folder; none if there are errors.

    `files` is the record of their contents, whose only field has the name of the folder of the library. A record with
    `like: NAME` has all that another one has, also of the `shared` ones, but for what it states itself. Of the keys
    `merged` it has both values, which are mappings.
    """
    (name,) = files.model_fields
    source, before = Source(shown_name(folder), ""), len(faults.findings)
    written = read_files(folder, name, faults, name)
    nodes = {key: _completed(name, key, written, shared, merged, faults) for key in written}
    if len(faults.findings) > before:
        return NamedRecords({}, {})
    root = upgraded(Node({name: Node(dict(nodes), source, 0, 0)}, source, 0, 0), 1)  # a library states no format
    own = read_record(root, files, faults)
    return NamedRecords({} if own is None else getattr(own, name), nodes)


def _completed(
    folder: str,
    name: str,
    nodes: Mapping[str, Node],
    shared: Mapping[str, Node],
    merged: Collection[str],
    faults: Faults,
) -> Node:
    """Return a record as written, with what it takes over from the record that it is `like`."""
    node, seen, noun = nodes[name], {name}, folder.removesuffix("s")
    while LIKE in node.mapping:
        like = node.mapping[LIKE]
        other = str(like.value)
        base = nodes[other] if other in nodes and other not in seen else shared.get(other)
        own = {key: value for key, value in node.mapping.items() if key != LIKE}
        if base is None or not base.mapping:
            wrong = (
                f"there is no {noun} {clip(other)}" if other not in seen else f"the {noun} {clip(name)} is like itself"
            )
            write = did_you_mean(other, {*nodes, *shared} - {name}, many=True)
            faults.add("L012", like.spot(f"{folder}.{name}.{LIKE}"), wrong, write)
            return _with_value(node, own)
        seen.add(other)
        whole = {**base.mapping, **own}
        for key in merged:
            if key in base.mapping and key in own and own[key].mapping:
                whole[key] = _with_value(own[key], {**base.mapping[key].mapping, **own[key].mapping})
        node = _with_value(node, whole)
    return node


def _with_value(node: Node, value: dict[str, Node]) -> Node:
    """Return a mapping in the place of a node."""
    return Node(value, node.source, node.start, node.end, node.key)
