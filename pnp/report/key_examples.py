"""The examples of keys, functions and words, from the files in `templates/reference/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.load.source import Faults, read_source
from pnp.load.tree import plain
from pnp.load.yamlfile import read_yaml
from pnp.resources import templates_dir

FOUND = "found.yaml"
"""The file of the examples that were found in games and checks."""


class KeyExample(NamedTuple):
    """An example of a key: its text in YAML, where it comes from, and the path of the record that the text is part of.

    Without a path, the text is part of `game.yaml`, or of a file of a library. The source is a game, a file of a
    library, or the code of a check; it is empty for an example that is laid over the game of the reference. `show`
    names what is drawn of that game, and `look` says what to look at; `over` is an overlay of that game that comes
    first.
    """

    text: str
    source: str = ""
    at: str = ""
    show: str = ""
    look: str = ""
    over: str = ""


@cache
def example_of(id_: str) -> KeyExample | None:
    """Return the example of a key such as `Counter.symbol`; None if there is none."""
    return next((some[id_] for some in all_examples().values() if id_ in some), None)


@cache
def all_examples() -> Mapping[str, Mapping[str, KeyExample]]:
    """Return all examples by file and by key; those that were written by hand come first."""
    names = sorted((path.name for path in _folder().glob("*.yaml")), key=lambda name: (name == FOUND, name))
    return {name: examples_in(name) for name in names}


def examples_in(name: str) -> Mapping[str, KeyExample]:
    """Return the examples of keys in one file, by key."""
    return {
        id_: KeyExample(
            one["example"].rstrip("\n"), *(one.get(word, "") for word in ("from", "at", "show", "look", "over"))
        )
        for id_, one in read_reference(name).items()
        if isinstance(one, dict) and "example" in one
    }


def read_reference(name: str) -> dict[str, Any]:
    """Return the content of a file of the reference; empty if there is no such file."""
    path = _folder() / name
    if not path.is_file():
        return {}
    faults = Faults()
    source = read_source(path, faults)
    root = read_yaml(source, faults) if source else None
    if root is None or faults:
        message = f"{path.name} cannot be read: {faults.findings}"
        raise RuntimeError(message)
    return plain(root)  # type: ignore[return-value] # the file is a mapping


def _folder() -> Path:
    """Return the folder of the reference."""
    return templates_dir() / "reference"
