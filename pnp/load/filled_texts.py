"""Reads a tree as a game in two passes: the data first, then the texts, whose inserts take values from the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pnp.load.not_possible import report_impossible
from pnp.load.printed_amounts import with_printed_amounts
from pnp.load.source import Faults
from pnp.load.tree import FilledText, Node, TreeSources, find_node, find_offset, plain
from pnp.load.typed import read_record
from pnp.message import clip
from pnp.model.game import Game
from pnp.model.inserts import InsertCall, UnknownIdError, ValueInsert, check_call, insert_calls, value_inserts
from pnp.model.libraries import Libraries

_RULES_TEXT = re.compile(r"rules\.\d+\.text")
"""The paths of texts that may contain inserts of tables and pictures, which are filled when the booklet is made."""


def read_game(root: Node, faults: Faults, libraries: Libraries) -> Game | None:
    """Return the game of a data tree with the inserts of its texts filled; add findings and return None if invalid."""
    amounts = with_printed_amounts(root, faults)
    report_impossible(amounts, faults)
    game = read_record(amounts, Game, faults, known=libraries.known)
    if game is None or faults:
        return None
    game._libraries = libraries
    filled = fill_inserts(amounts, game, faults)
    if faults:
        return None
    if filled is amounts:
        whole: Game | None = game
    else:
        whole = read_record(filled, Game, faults, _partly_read(amounts, filled, game), libraries.known)
    if whole is not None:
        whole._sources = TreeSources(root, filled)
        whole._libraries = libraries
    return whole


def _partly_read(before: Node, filled: Node, game: Game) -> dict[str, object]:
    """Return the values of a filled tree: the records of the game, and plain values where an insert was filled."""
    values: dict[str, object] = {}
    for key, node in filled.mapping.items():
        old, read = before.mapping[key], getattr(game, key, None)
        if node.value is None:
            continue
        if node is old:
            values[key] = read
        elif isinstance(node.value, dict) and isinstance(read, dict):
            values[key] = {
                id_: read[id_] if child is old.mapping[id_] else plain(child)
                for id_, child in node.value.items()
                if child.value is not None
            }
        elif isinstance(node.value, list) and isinstance(read, tuple) and len(read) == len(node.value):
            items = old.value if isinstance(old.value, list) else []
            values[key] = [
                record if child is item else plain(child)
                for record, child, item in zip(read, node.value, items, strict=True)
            ]
        else:
            values[key] = plain(node)
    return values


def fill_inserts(root: Node, game: Game, faults: Faults) -> Node:
    """Return a data tree with the words of each insert in its place; the same tree if it has no inserts.

    `game` is the game that the tree belongs to. An insert that names something unknown is a finding.
    """
    return _filled(root, "", value_inserts(game), faults)


def report_different_words(root: Node, games: Mapping[str, Game], faults: Faults) -> None:
    """Add a finding for each text of a series that all scenarios share, if an insert has other words in one of them.

    `root` is the data that the scenarios share. The booklet of the series prints such a text once.
    """
    filled = {name: fill_inserts(root, game, Faults()) for name, game in games.items()}
    for path, node in _texts_with_inserts(root):
        texts = {name: find_node(tree, path)[0] for name, tree in filled.items()}
        first, *others = texts.items()
        for name, other in others:
            for one, two in zip(_words(first[1]), _words(other), strict=False):
                if one[1] != two[1]:
                    parts = f"{clip(one[1])} in {first[0]} and {clip(two[1])} in {name}"
                    wrong = f"the scenarios share this text, but an insert in it is {parts}"
                    write = "write the text in the files of the scenarios"
                    faults.add("L019", node.source.spot(find_offset(node, one[0]), path), wrong, write)


def _texts_with_inserts(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield the path and the node of each text in a tree that contains inserts."""
    dot = f"{path}." if path else ""
    if isinstance(node.value, str):
        if "{{" in node.value:
            yield path, node
    elif isinstance(node.value, dict):
        for key, child in node.value.items():
            yield from _texts_with_inserts(child, dot + key)
    elif isinstance(node.value, list):
        for i, child in enumerate(node.value):
            yield from _texts_with_inserts(child, f"{dot}{i}")


def _words(node: Node) -> list[tuple[int, str]]:
    """Return the offset of each filled insert of a text as written, and its words."""
    places = node.filled.inserts if node.filled else ()
    return [(place[2], str(node.value)[place[0] : place[1]]) for place in places]


def _filled(node: Node, path: str, inserts: Mapping[str, ValueInsert], faults: Faults) -> Node:
    """Return a node with the inserts of all texts in it filled; the same node if there are none."""
    value = node.value
    if isinstance(value, str):
        return _filled_text(node, path, inserts, faults) if "{{" in value else node
    dot = f"{path}." if path else ""
    changed: dict[str, Node] | list[Node]
    if isinstance(value, dict):
        changed = {key: _filled(child, dot + key, inserts, faults) for key, child in value.items()}
        same = all(changed[key] is child for key, child in value.items())
    elif isinstance(value, list):
        changed = [_filled(child, f"{dot}{i}", inserts, faults) for i, child in enumerate(value)]
        same = all(one is child for one, child in zip(changed, value, strict=True))
    else:
        return node
    return node if same else Node(changed, node.source, node.start, node.end, node.key, node.was)


def _filled_text(node: Node, path: str, inserts: Mapping[str, ValueInsert], faults: Faults) -> Node:
    """Return a text with its inserts filled; of the inserts of rules texts, those that give words."""
    text = str(node.value)
    parts: list[str] = []
    places: list[tuple[int, int, int, int]] = []
    at = length = 0
    for call in _calls_to_fill(text, path, inserts):
        try:
            check_call(call, inserts)
            words = inserts[call.name](*call.arguments)
        except UnknownIdError as error:
            faults.add("L019", node.source.spot(find_offset(node, call.start), path), error.wrong, error.write)
            continue
        parts += [text[at : call.start], words]
        length += call.start - at
        places.append((length, length + len(words), call.start, call.end))
        at, length = call.end, length + len(words)
    if not places:
        return node
    filled = "".join([*parts, text[at:]])
    return Node(filled, node.source, node.start, node.end, node.key, node.was, FilledText(text, tuple(places)))


def _calls_to_fill(text: str, path: str, inserts: Mapping[str, ValueInsert]) -> Iterator[InsertCall]:
    """Yield the calls in a text that are filled now."""
    for call in insert_calls(text):
        if call.name in inserts or not _RULES_TEXT.fullmatch(path):
            yield call
