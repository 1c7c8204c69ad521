"""Whole examples of the kinds of records that are drawn, with and without a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import yaml

from pnp.report.key_examples import read_reference


class KindExample(NamedTuple):
    """A whole example of a kind of record, which is laid over the game of the reference."""

    text: str
    at: str
    """The place of the record in the example, such as `cover.scene.0`."""
    show: str
    """What is drawn of the game."""
    folder: str = ""
    """The folder of the game in which the text is a file; empty for a part of `game.yaml`."""
    over: str = ""
    """The overlay of the game that comes first."""
    uses: str = ""
    """The text of an overlay that needs the file in the folder."""


OWN = "own"
"""The name of the record of a whole example."""
_MORE = ("folder", "over", "uses")


@cache
def kind_examples() -> Mapping[str, KindExample]:
    """Return the examples by the name of the record, such as `Sky`."""
    return {
        name: KindExample(
            one["example"].rstrip("\n"), one["in"], one["show"], **{word: one.get(word, "") for word in _MORE}
        )
        for name, one in read_reference("kinds").items()
    }


def without_and_with(key: str, part: str, kind: KindExample) -> tuple[Any, Any]:
    """Return the example of a kind without a key and with it, as data.

    `part` is the example of the key; its other keys are in both. If it names its record `own`, it is whole. Without the
    key, the record has the value of the example of the kind, unless it is the same.
    """
    pair = []
    for with_key in (False, True):
        data = read_example(part)
        record = shown = next(records_with(key, data))
        before = None
        if OWN not in data:
            data = record = read_example(kind.text)
            for step in kind.at.split("."):
                record = record[int(step)] if isinstance(record, list) else record[step]
            before = record.get(key)
            record.update(shown)
        if not with_key:
            record.update({key: before} if before not in (None, record.pop(key)) else {})
        pair.append(data)
    return pair[0], pair[1]


def read_example(text: str) -> Any:  # noqa: ANN401 - data of any type
    """Return the data of an example, with texts as values."""
    return yaml.load(text, yaml.CBaseLoader)  # noqa: S506 - it makes texts only


def records_with(key: str, data: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - data of any type
    """Yield the mappings inside data that have a key, from the outside."""
    if isinstance(data, dict):
        if key in data:
            yield data
        for one in data.values():
            yield from records_with(key, one)
    elif isinstance(data, list):
        for one in data:
            yield from records_with(key, one)
