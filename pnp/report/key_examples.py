"""The examples of keys, functions and words, from the files in `templates/reference/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pnp.load.source import Faults, read_source
from pnp.load.tree import plain
from pnp.load.yamlfile import read_yaml
from pnp.resources import templates_dir


class KeyExample(NamedTuple):
    """An example of a key in YAML.

    A text that is not `whole` is part of a game or of a file of a library, and is read without the rest.
    """

    text: str
    whole: bool = False
    folder: str = ""
    """The folder of the game in which the text is a file, such as `looks`; empty for a part of `game.yaml`."""
    show: str = ""
    """What is drawn of the game, such as `counter B1 front`."""
    look: str = ""
    """What to look at in the drawing."""
    over: str = ""
    """The overlay of the game that comes first."""
    before: str = ""
    """The example without the key, which is drawn before; if empty, the game without the example."""
    uses: str = ""
    """The text of an overlay that needs the file in the folder."""


@cache
def key_examples() -> Mapping[str, KeyExample]:
    """Return the examples by key, such as `Counter.symbol`."""
    found = {id_: KeyExample(text.rstrip("\n")) for id_, text in read_reference("parts").items()}
    for id_, one in read_reference("keys").items():
        others = {word: one.get(word, "") for word in ("folder", "show", "look", "over", "before", "uses")}
        found[id_] = KeyExample(one["example"].rstrip("\n"), whole=True, **others)
    return found


@cache
def read_reference(name: str) -> Mapping[str, Any]:
    """Return the content of a file of the reference."""
    faults = Faults()
    source = read_source(templates_dir() / "reference" / f"{name}.yaml", faults)
    root = read_yaml(source, faults) if source else None
    if root is None or faults:
        message = f"{name}.yaml cannot be read: {faults.findings}"
        raise RuntimeError(message)
    return plain(root)  # type: ignore[return-value] # the file is a mapping
