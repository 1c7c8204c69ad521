"""The data of a game as read from its files: texts, lists and mappings with their source locations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pnp.deferred import deferred
from pnp.findings import near_match
from pnp.load.source import SHEET_SUFFIXES, Source
from pnp.spot import Spot

with deferred():
    from pnp.model import sheet_file

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
"""Soft hyphens, characters without width, and marks of the direction of writing."""

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain]"


class FilledText(NamedTuple):
    """A text as written, and for each of its inserts: where its words begin and end, and where it is written."""

    written: str
    inserts: tuple[tuple[int, int, int, int], ...]

    def written_offset(self, offset: int) -> int:
        """Return the offset in the text as written of a character in the text with its inserts filled."""
        shift = 0
        for start, end, written_start, written_end in self.inserts:
            if offset < start:
                break
            if offset < end:
                return written_start
            shift = written_end - end
        return offset + shift


class Node:
    """A value with its source location: a text, a list, a mapping, or None for `~`, which removes a value.

    `start` and `end` are its offsets in the source, `key` is the offset of its key, if it has one. `was` is the value
    that an overlay replaced. `filled` is the text as written and its inserts, if it had any. Nodes are never changed
    after reading, so that aliases may share them.
    """

    __slots__ = ("end", "filled", "key", "source", "start", "value", "was")

    def __init__(
        self,
        value: str | list[Node] | dict[str, Node] | None,
        source: Source,
        start: int,
        end: int,
        key: int | None = None,
        was: Node | None = None,
        filled: FilledText | None = None,
    ) -> None:
        self.value = value
        self.source = source
        self.start = start
        self.end = end
        self.key = key
        self.was = was
        self.filled = filled

    @property
    def mapping(self) -> dict[str, Node]:
        """The values of the mapping by key; empty if the node is not a mapping."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def written_end(self) -> int:
        """The offset at which the value ends in the source, without blanks, lines and comments after it."""
        parts = self.value if isinstance(self.value, list) else tuple(self.mapping.values())
        text = self.source.text
        if (
            parts and text[self.start] not in "[{" and all(part.start >= self.start for part in parts)
        ):  # without aliases
            return max(part.written_end for part in parts)
        return self.start + len(text[self.start : self.end].rstrip())

    def spot(self, path: str = "") -> Spot:
        """Return the source location of the node: a text itself, or the key of a list or mapping."""
        return self.source.spot(self.start, path) if isinstance(self.value, str) else self.key_spot(path)

    def before(self) -> Iterator[Node]:
        """Yield the earlier nodes that overlays replaced with this one, the latest first."""
        node = self.was
        while node is not None:
            yield node
            node = node.was

    def key_spot(self, path: str = "") -> Spot:
        """Return the source location of the node's key, or of its value if it has no key."""
        return self.source.spot(self.start if self.key is None else self.key, path)


def plain(node: Node) -> Plain:
    """Return a data node as plain texts, lists and mappings; values removed by `~` are left out.

    Texts lose their invisible characters, such as soft hyphens, which come with text copied from other programs and
    would be printed as hyphens or boxes.
    """
    value = node.value
    if isinstance(value, dict):
        return {key: plain(child) for key, child in value.items() if child.value is not None}
    if isinstance(value, list):
        return [plain(child) for child in value if child.value is not None]
    return "" if value is None else value if value.isascii() else _INVISIBLE.sub("", value)


def is_sheet(node: Node) -> bool:
    """Return whether a value names a sheet: the name of a file, or a mapping with `file` and how to read it."""
    name = node.mapping.get("file") if isinstance(node.value, dict) else node
    return name is not None and isinstance(name.value, str) and name.value.lower().endswith(SHEET_SUFFIXES)


def misnamed_file(node: Node) -> tuple[str, Node] | None:
    """Return the key and the text with which a mapping names a file, if it should name a sheet and does not."""
    if not isinstance(node.value, dict) or is_sheet(node):
        return None
    for key, child in node.mapping.items():
        if not isinstance(child.value, str) or (key != "file" and not is_sheet(child)):
            continue
        others = [one for one in node.mapping if one != key]
        ours = [one for one in others if one in sheet_file.SheetFile.model_fields]
        if key == "file":
            found = bool(ours) or not others
        else:
            found = ours == others and (bool(others) or near_match(key, ["file"]) != "")
        if found:
            return key, child
    return None


def names_a_sheet(node: Node) -> bool:
    """Return whether a mapping inside a value names a sheet."""
    if isinstance(node.value, dict):
        return ("file" in node.value and is_sheet(node)) or any(map(names_a_sheet, node.value.values()))
    return isinstance(node.value, list) and any(map(names_a_sheet, node.value))


_HEX_DIGITS = 4


def named(parts: Sequence[str]) -> str:
    """Return the name of a value for a message, given the parts of its path.

    >>> named(["sequence", "0", "steps"]), named(["sequence", "0"]), named([])
    ('steps', 'item 1 of sequence', 'the file')

    A number of four digits is the key of a hex:

    >>> named(["map", "places", "0907"])
    '0907'
    """
    if len(parts) > 1 and parts[-1].isdecimal() and len(parts[-1]) < _HEX_DIGITS:
        return f"item {int(parts[-1]) + 1} of {parts[-2]}"
    return parts[-1] if parts else "the file"


def find_node(root: Node, path: str) -> tuple[Node, list[str]]:
    """Return the deepest existing node on a dotted path, and the rest of the path."""
    node, parts = root, path.split(".") if path else []
    while parts:
        child, used = None, 1
        if isinstance(node.value, dict):
            for used in range(1, len(parts) + 1):
                child = node.value.get(".".join(parts[:used]))
                if child is not None:
                    break
        elif isinstance(node.value, list) and parts[0].isdecimal() and int(parts[0]) < len(node.value):
            child = node.value[int(parts[0])]
        if child is None:
            return node, parts
        node, parts = child, parts[used:]
    return node, []


def _part_spot(node: Node, parts: list[str]) -> Spot | None:
    """Return the source location of one word in a text, given by its index, or by line and word."""
    if not isinstance(node.value, str) or not all(part.isdecimal() for part in parts) or len(parts) > 2:
        return None
    raw, start = node.source.text[node.start : node.end], node.start
    words = re.compile(r"[^\s,|]+")
    if raw[:1] in ("|", ">"):
        body = raw.partition("\n")
        lines = [m for m in re.finditer(r"[^\n]+", body[2]) if m[0].strip()]
        start += len(body[0]) + 1
        if raw[0] == "|":
            if int(parts[0]) >= len(lines):
                return None
            line = lines[int(parts[0])]
            raw, start, parts = line[0], start + line.start(), parts[1:] or ["0"]
            words = re.compile(r"[^\s|](?:[^|]*[^\s|])?" if "|" in raw else r"\S+")
        else:
            raw = body[2]
    elif raw[:1] in ('"', "'"):
        raw, start = raw[1:-1], start + 1
    found = list(words.finditer(raw))
    if len(parts) != 1 or int(parts[0]) >= len(found):
        return None
    return node.source.spot(start + found[int(parts[0])].start())


def find_offset(node: Node, offset: int) -> int:
    """Return the offset in the source file of the character at an offset of a node's text.

    Quotes, escapes and indentation make the two differ.
    """
    raw, text = node.source.text[node.start : node.end], str(node.value)
    if node.filled:
        text, offset = node.filled.written, node.filled.written_offset(offset)
    if raw.startswith(text):
        return node.start + min(offset, max(len(raw) - 1, 0))
    at = len(raw.partition("\n")[0]) if raw[:1] in ("|", ">") else int(raw[:1] in ("'", '"'))
    for i, sign in enumerate(text[:offset]):
        blank = sign in " \n"
        while at < len(raw) and raw[at] != sign and not (blank and raw[at] in " \n"):
            at += 1
        at += 1
        while blank and raw[at : at + 1].isspace() and not text[i + 1 : i + 2].isspace():
            at += 1
    while offset < len(text) and at < len(raw) and raw[at] != text[offset]:
        at += 1
    return node.start + min(at, max(len(raw) - 1, 0))


class TreeSources:
    """The source locations of all values of a tree, by dotted path.

    A number inside a text is the number of a word (`map.hexsides.stream.s1.sides.3`), inside a block of lines that of a
    line and then of a cell (`tables.crt.cells.0.2`).
    """

    def __init__(self, root: Node, filled: Node | None = None) -> None:
        """`root` is the tree as written, `filled` the tree with the inserts of its texts filled."""
        self.root, self._filled = root, filled or root

    def spot(self, path: str) -> Spot | None:
        """Return the source location of the value at a dotted path; None if no file contains it."""
        node, rest = find_node(self.root, path)
        if not rest:
            return node.spot(path)
        spot = _part_spot(node, rest)
        return spot and Spot(spot.file, spot.line, spot.column, path)

    def inside(self, path: str, offset: int) -> Spot | None:
        """Return the source location of a character in the text at a dotted path; None if it is not a text."""
        node, rest = find_node(self._filled, path)
        if rest or not isinstance(node.value, str):
            return None
        return node.source.spot(find_offset(node, offset), path)

    def before(self, path: str) -> tuple[Spot, ...]:
        """Return the locations of the earlier values that overlays replaced, the latest first."""
        node, rest = find_node(self.root, path)
        return () if rest else tuple(was.spot(path) for was in node.before())

    def written(self, path: str) -> str:
        """Return the text at a dotted path as written, with its inserts; empty if it is not a text."""
        node, rest = find_node(self.root, path)
        return node.value if isinstance(node.value, str) and not rest else ""

    def inserted(self, path: str) -> tuple[tuple[int, int], ...]:
        """Return the start and the end of each part of the text at a dotted path that an insert has given."""
        node, rest = find_node(self._filled, path)
        return () if rest or node.filled is None else tuple(place[:2] for place in node.filled.inserts)

    def paths(self) -> Iterator[str]:
        """Yield the dotted path of every value in the files, outer values before inner ones."""
        stack = [("", self.root)]
        while stack:
            path, node = stack.pop()
            yield path
            dot = f"{path}." if path else ""
            inner: list[tuple[str, Node]] = []
            if isinstance(node.value, dict):
                inner = [(dot + key, child) for key, child in node.value.items()]
            elif isinstance(node.value, list):
                inner = [(f"{dot}{i}", child) for i, child in enumerate(node.value)]
            stack += reversed(inner)
