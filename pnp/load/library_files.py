"""Reads the folders of libraries, such as icons and looks: every YAML file in them holds records by name."""

from __future__ import annotations

from pathlib import Path

from pnp.load.not_possible import CODE as IMPOSSIBLE, foreign_file
from pnp.load.source import Faults, inside, is_yaml, read_source, shown_name
from pnp.load.tree import Node
from pnp.load.yamlfile import read_yaml
from pnp.message import clip
from pnp.spot import Spot


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
