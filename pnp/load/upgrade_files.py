"""Writes the upgrade of a game's data into its files; comments, order and layout of the files stay as they are."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.findings import Refused, sort_findings
from pnp.load.game_files import game_files
from pnp.load.game_folder import read_trees
from pnp.load.source import MAX_BYTES, Faults, Source
from pnp.load.tree import Node, Plain, plain
from pnp.load.upgrades import newest_format, upgraded
from pnp.load.upgrades.stated_format import FORMAT, format_of
from pnp.safe_files import read_regular_file, refuse_read_only, replace_file

_PLAIN = re.compile(r"[A-Za-z0-9][\w./+-]*(?: [\w./+-]+)*")
"""Texts that YAML reads as they are, without quotes."""


@dataclass(frozen=True)
class ChangedFile:
    """A file of a game: its path, its text, its new text, and what is new in it, such as `format 2`."""

    path: Path
    before: str
    after: str
    news: str

    @property
    def diff(self) -> str:
        """The changes as a unified diff."""
        old, new = self.before.splitlines(keepends=True), self.after.splitlines(keepends=True)
        name = self.path.as_posix()
        listed = difflib.unified_diff(old, new, name, f"{name} ({self.news})")
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in listed)


def upgraded_files(folder: Path) -> tuple[ChangedFile, ...]:
    """Return the files of a game that change in the newest format of the data, in order of their paths.

    Raise `Refused` if the files cannot be read, or if a change must be made by hand (L022).
    """
    faults = Faults()
    trees = list(read_trees(folder, faults).values())
    _raise_if_any(faults)
    number = format_of(trees[0])
    edits = _Edits(faults)
    for tree in trees:
        edits.compare(tree, upgraded(tree, number), "")
    if newest_format() > number:
        edits.state_format(trees[0])
    _raise_if_any(faults)
    changed = tuple(sorted(edits.files(), key=lambda file: file.path))
    if changed and not _are_right(folder, changed, number):
        faults.add("L022", trees[0].spot(), "the upgrade cannot be written into the files", "upgrade them by hand")
        _raise_if_any(faults)
    return changed


def written_text(text: str, quoted: str = "") -> str:
    """Return a text as it is written in YAML: in the quotes that are given, or plain if it can be."""
    if quoted == '"' and not re.search(r'["\\]', text):
        return f'"{text}"'
    return text if not quoted and _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"


def write_files(files: tuple[ChangedFile, ...]) -> None:
    """Write the new texts into the files; raise `OSError` before any file is changed if one is read-only."""
    for file in files:
        refuse_read_only(file.path)
    for file in files:
        replace_file(file.path.resolve(), file.after.encode())  # a link leads to a file in the game's folder


def _raise_if_any(faults: Faults) -> None:
    """Raise `Refused` if there are findings."""
    if faults:
        raise Refused(sort_findings(faults.findings))


def _are_right(folder: Path, changed: tuple[ChangedFile, ...], number: int) -> bool:
    """Return whether the changed files, read again, have exactly the data of the game upgraded from format `number`."""
    faults = Faults()
    with TemporaryDirectory(prefix="pnp-") as temporary:
        copies: defaultdict[Path, list[Path]] = defaultdict(list)
        for name, _ in game_files(folder):
            path, copy = (folder / name).resolve(), Path(temporary, name)
            if path.is_file():
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(read_regular_file(path, MAX_BYTES))
                copies[path].append(copy)
        wanted = [_without_format(upgraded(tree, number)) for tree in read_trees(Path(temporary), faults).values()]
        for file in changed:
            for copy in copies[file.path.resolve()]:
                copy.write_bytes(file.after.encode())
        found = [_without_format(tree) for tree in read_trees(Path(temporary), faults).values()]
    return not faults and found == wanted


def _without_format(tree: Node) -> dict[str, Plain]:
    """Return the data of a tree without the format that it states."""
    return {key: plain(child) for key, child in tree.mapping.items() if key != FORMAT}


class _Edits:
    """The changes of files that turn one tree into another: renamed and dropped keys, and replaced texts.

    A file may be read several times, because overlays may name it too; its changes are the same each time.
    """

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._texts: dict[str, str] = {}
        self._changes: defaultdict[str, dict[tuple[int, int], str]] = defaultdict(dict)

    def files(self) -> Iterator[ChangedFile]:
        """Yield the files that change."""
        for name, changes in self._changes.items():
            text, path = self._texts[name], Path(name)
            for (start, end), written in sorted(changes.items(), reverse=True):
                text = text[:start] + written + text[end:]
            whole = read_regular_file(path, MAX_BYTES).decode()
            mark = whole.removesuffix(self._texts[name])  # a byte order mark, which is not part of the text
            if self._texts[name] != text:
                yield ChangedFile(path, whole, mark + text, f"format {newest_format()}")

    def _write(self, source: Source, start: int, end: int, text: str) -> None:
        """Add a new text for a part of a file."""
        self._texts[source.name] = source.text
        self._changes[source.name][start, end] = text

    def compare(self, before: Node, after: Node, path: str) -> None:
        """Add the changes that turn one node into another; add a finding for each that must be made by hand."""
        if before is after:
            return
        if isinstance(before.value, dict) and isinstance(after.value, dict):
            self._compare_keys(before, after, path)
        elif isinstance(before.value, list) and isinstance(after.value, list) and len(before.value) == len(after.value):
            for number, (old, new) in enumerate(zip(before.value, after.value, strict=True)):
                self.compare(old, new, f"{path}.{number}")
        elif not isinstance(before.value, str) or not isinstance(after.value, str):
            self._by_hand(before, path, "the form of this value changes")
        elif before.value != after.value:
            self._replace_text(before, before.value, after.value, path)

    def state_format(self, root: Node) -> None:
        """Add the change that states the newest format."""
        stated, number = root.mapping.get(FORMAT), str(newest_format())
        if stated is not None:
            self._write(stated.source, stated.start, stated.end, number)
        elif root.source.text[root.start] == "{":
            self._by_hand(root, "", f"format: {number} is missing")
        else:
            self._write(root.source, root.start, root.start, f"{FORMAT}: {number}\n")

    def _by_hand(self, node: Node, path: str, wrong: str) -> None:
        """Add a finding about a change that this class cannot write."""
        self._faults.add("L022", node.key_spot(path), wrong, "change it by hand, as docs/format.md says")

    def _compare_keys(self, before: Node, after: Node, path: str) -> None:
        """Add the changes of the keys of a mapping, and of its values. A value is known by its place in its file."""
        dot = f"{path}." if path else ""
        names = {_place(child): key for key, child in before.mapping.items()}
        kept = set()
        for key, child in after.mapping.items():
            old = key if _place(before.mapping.get(key)) == _place(child) else names.get(_place(child))
            if old is None:
                self._by_hand(before, dot + key, f"the key {key} is missing")
                continue
            kept.add(old)
            if old != key:
                self._rename(before, old, key, dot + old)
            self.compare(before.mapping[old], child, dot + old)
        for key in before.mapping.keys() - kept:
            self._drop(before.mapping[key], dot + key, only=len(before.mapping) == 1)

    def _rename(self, parent: Node, old: str, new: str, path: str) -> None:
        """Add the change of a key's name."""
        child = parent.mapping[old]
        source = parent.source if child.key is None else child.source
        if source.name.lower().endswith(".csv"):
            self._rename_column(child, source, path, new)
            return
        pattern = re.compile(rf"(['\"]?){re.escape(old)}\1(?=\s*:)", re.MULTILINE)
        if child.key is None:  # its value is in a file of its own
            found = re.search(rf"^{pattern.pattern}", source.text, re.MULTILINE)
        else:
            found = pattern.match(source.text, child.key)
        if found is None:
            self._by_hand(child, path, f"the key {old} is now called {new}")
        else:
            self._write(source, found.start(), found.end(), new)

    def _rename_column(self, child: Node, source: Source, path: str, new: str) -> None:
        """Add the change of the heading of a column, which is the path of a field inside a record."""
        heading = ".".join(path.split(".")[2:])
        first = re.match(r"[^\r\n]*", source.text)
        cells = list(re.finditer(r"[^,\r\n]+", first[0] if first else ""))
        found = next((cell for cell in cells if cell[0].strip() == heading), None)
        if found is None:
            self._by_hand(child, path, f"the column {heading} has a new name")
        else:
            outer, dot, _ = heading.rpartition(".")
            self._write(source, found.start(), found.end(), f"{outer}{dot}{new}")

    def _drop(self, child: Node, path: str, *, only: bool) -> None:
        """Add the change that removes a key with its value: a part of a line in braces, or else whole lines."""
        text = child.source.text
        if child.key is None or only or child.source.name.lower().endswith(".csv"):
            self._by_hand(child, path, "this value is not used any more")
            return
        start, end = child.key, child.written_end
        if text[:start].rstrip().endswith(("{", ",")):
            after = re.compile(r"\s*,\s*").match(text, end)
            before = re.search(r"\s*,\s*$", text[:start])
            start, end = (start, after.end()) if after else (before.start() if before else start, end)
        else:
            line = text.rfind("\n", 0, start) + 1
            rest = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)").match(text, end)
            if text[line:start].strip() or rest is None:
                self._by_hand(child, path, "this value is not used any more")
                return
            start, end = line, rest.end()
        self._write(child.source, start, end, "")

    def _replace_text(self, node: Node, old: str, new: str, path: str) -> None:
        """Add the change of a text."""
        raw = node.source.text[node.start : node.end]
        quoted = raw[:1] in ("'", '"')
        if node.source.name.lower().endswith(".csv"):
            written = '"' + new.replace('"', '""') + '"' if re.search('[",\r\n]', new) or raw[:1] == '"' else new
        elif node.source.name.lower().endswith(".md"):
            written = new
        else:
            written = written_text(new, quoted="'" if quoted else "")
        if "\n" in new or not (quoted or raw.strip() == old.strip()):
            self._by_hand(node, path, f"the text is now {new!r}")
        else:
            self._write(node.source, node.start, node.end, written)


def _place(node: Node | None) -> tuple[str, int, int | None] | None:
    """Return where a value is written, by which it is recognised after an upgrade."""
    return None if node is None else (node.source.name, node.start, node.key)
