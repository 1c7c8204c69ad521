"""Renames a thing of a game everywhere, such as a counter, a terrain or a table.

What refers to a thing is found by the checks: once the thing itself has another name, each reference to the old one is
a finding with its file, line and column. These are renamed too, until no finding speaks of the old name.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.findings import Finding, Refused, Severity, checks_of, did_you_mean, sort_findings
from pnp.kit.full_check import full_check
from pnp.load import load_game
from pnp.load.game_folder import GAME_FILE, is_data_file, overlay_files, read_trees
from pnp.load.sheets.written_cells import ChangedCell, changed_cells, texts_of_sheet, with_cell
from pnp.load.source import MAX_BYTES, WORKBOOK_SUFFIXES, Faults, is_yaml, shown_name
from pnp.load.synonyms import simple
from pnp.load.tree import Node, find_node
from pnp.load.upgrade_files import ChangedFile, write_files
from pnp.message import clip, join_words
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.parsing import id_from
from pnp.safe_files import read_regular_file, refuse_read_only, replace_file
from pnp.spot import SHEET, Spot

MOST_ROUNDS = 20
"""The most checks of a game with one reference after another renamed: some are found only when others are right."""
MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is copied for the trial, so that pictures of the game are there."""
_ID = re.compile(r"[A-Za-z0-9][\w./+-]*")
_LABEL = re.compile(r"[^\s,;:#'\"{}\[\]]+(?: [^\s,;:#'\"{}\[\]]+)*")
_UNKNOWN = re.compile(r"unknown|(?:there is|has) no ")
"""How findings begin that are about a name of nothing."""
_PART_OF_CELL = re.compile(r'[^\s",;/&+][^",;/&+]*')
_KEYS_OF_CELLS = {"suits": "suit", "sides": "side", "formations": "formation"}
"""The keys of things whose names a cell may have in capitals or in words, by their kind. No check misses the old id."""
_SKIPPED = (".*", "output", "__pycache__")
"""Folders in a game's folder that hold nothing of the game."""


@dataclass(frozen=True)
class ChangedWorkbook:
    """A workbook of a game with changed cells: its path, and its new content."""

    path: Path
    content: bytes
    cells: tuple[ChangedCell, ...]


@dataclass(frozen=True)
class Renaming:
    """The outcome of a new name: changed files of text, workbooks, the places to change by hand, and new findings."""

    files: tuple[ChangedFile, ...]
    workbooks: tuple[ChangedWorkbook, ...]
    by_hand: tuple[Spot, ...]
    findings: tuple[Finding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the game would have an error that it has not now."""
        return bool(self.by_hand) or any(one.severity is Severity.ERROR for one in self.findings)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The changed files."""
        return (*(one.path for one in self.files), *(one.path for one in self.workbooks))

    @property
    def diff(self) -> str:
        """The changes as a unified diff of the files of text, and a line for each cell of a workbook."""
        cells = [str(cell) for book in self.workbooks for cell in book.cells]
        return "".join((*(file.diff for file in self.files), *(f"{line}\n" for line in cells)))

    def write(self) -> None:
        """Write all changes; raise `OSError` before any file is changed if one is read-only."""
        for book in self.workbooks:
            refuse_read_only(book.path)
        write_files(self.files)
        for book in self.workbooks:
            replace_file(book.path.resolve(), book.content)


def rename(folder: Path, old: str, new: str) -> Renaming:
    """Return the changes that give a thing of the game in a folder another name. No file of the game is changed.

    `old` is the id of the thing, such as `road`; if several things have it, `terrain.road`. A counter or a card whose
    id is made from its label or its title has that as its name. Raise `Refused` if the game cannot be read, if nothing
    has this name, if several things have it, or if the new name cannot be used.
    """
    faults = Faults()
    trees = list(read_trees(folder, faults).values())
    _raise_if_any(faults)
    kind, old = _find(folder, trees, old)
    things = [(id_, node) for tree in trees for id_, node in _of_kind(tree, kind).items()]
    if any(new in (id_, _label(id_, node)) for id_, node in things):
        _refuse(folder, f"there is already a {kind}.{clip(new)}", "choose another name")
    if not (_LABEL if any(_label(id_, node) == old for id_, node in things) else _ID).fullmatch(new):
        _refuse(folder, f"{clip(new)} cannot be the name of this", "write letters, digits and -")
    with TemporaryDirectory(prefix="pnp-") as temporary:
        copy = Path(temporary, folder.resolve().name).absolute()
        shutil.copytree(folder, copy, symlinks=True, ignore=not_of_the_game)
        made = {id_from(old): id_from(new)} if any(id_ == id_from(old) for id_, _ in things) else {}
        names = _NewNames({**made, old: new})
        texts = _CopiedFiles(folder, copy, names)
        known = {names.in_new_words(one) for one in _all_findings(copy)}
        named = [node for id_, node in things if old in (id_, _label(id_, node))]
        if not texts.replace_all(named) and not texts.by_hand:
            wrong = f"the id {clip(old)} is made from other values of {named[0].key_spot()}"
            _refuse(folder, wrong, f"rename {clip(_label(old, named[0])) or 'its label'}")
        texts.replace_in_cells(_cells_naming(trees, kind, old))

        def new_findings(codes: Collection[str] | None = None) -> list[Finding]:
            return [one for one in _all_findings(copy, codes) if names.in_new_words(one) not in known]

        data = {check.code for check in checks_of("game")}  # printed texts are checked once the data is right
        _follow(texts, lambda: new_findings(data))
        left = _follow(texts, new_findings)
        found = sort_findings(dict.fromkeys(map(texts.in_game, left)))
        return Renaming(
            tuple(texts.changed_files()), tuple(texts.changed_workbooks()), tuple(sorted(texts.by_hand)), found
        )


def _follow(texts: _CopiedFiles, check: Callable[[], list[Finding]]) -> list[Finding]:
    """Rename what refers to a thing that has a new name already; return the findings that stay.

    `check` returns the findings that the new name has caused.
    """
    left, tried = check(), set[Finding]()
    for _ in range(MOST_ROUNDS):
        if texts.replace_at([one.spot for one in left if texts.calls_unknown(one)]):
            left = check()
            continue
        # others are not called unknown: a count of nothing, or a word that players read
        one = next((one for one in left if one not in tried), None)
        if one is None:
            break
        tried.add(one)
        before = texts.written()
        if texts.replace_at([replace(one.spot, column=0)]):
            after = check()
            if one in after:
                texts.restore(before)
            else:
                left = after
    return left


def _find(folder: Path, trees: Sequence[Node], old: str) -> tuple[str, str]:
    """Return the kind and the name of the thing that has a name such as `road` or `terrain.road`."""
    things = (
        (kind, id_, node) for tree in trees for kind in _kinds(tree) for id_, node in _of_kind(tree, kind).items()
    )
    known = dict.fromkeys((kind, name) for kind, id_, node in things for name in (id_, _label(id_, node)) if name)
    found = [(kind, name) for kind, name in known if old in (name, f"{kind}.{name}")]
    if len(found) > 1:
        names = join_words([f"{kind}.{name}" for kind, name in found])
        _refuse(folder, f"{clip(old)} may be {names}", "write the name with its kind")
    if not found:
        write = did_you_mean(old, {name for _, name in known})
        _refuse(folder, f"nothing in this game has the name {clip(old)}", write)
    return found[0]


def _label(id_: str, node: Node) -> str:
    """Return the label of a counter, or the title of a card whose id may be made from it; empty for other things."""
    label, title = (
        str(one.value) if one is not None and isinstance(one.value, str) else ""
        for one in (node.mapping.get("label"), node.mapping.get("title"))
    )
    return label or (title if id_from(title) == id_ else "")


def _kinds(tree: Node) -> Iterator[str]:
    """Yield the kinds of things in a tree: sections such as `terrain`, and those of a deck, such as its `ranks`."""
    yield from tree.mapping
    for id_, component in _of_kind(tree, "components").items():
        yield from (f"components.{id_}.{inner}" for inner in CardDeck.ids_in_file_names if inner in component.mapping)


def _of_kind(tree: Node, kind: str) -> Mapping[str, Node]:
    """Return the things of a kind in a tree."""
    node, rest = find_node(tree, kind)
    return {} if rest else node.mapping


def _cells_naming(trees: Sequence[Node], kind: str, old: str) -> Iterator[Node]:
    """Yield the values of records that name a thing whose name or label a cell may have in place of its id."""
    deck, _, things = kind.rpartition(".")
    key = _KEYS_OF_CELLS.get(things, "")
    for tree in trees:
        for place in [f"{deck}.{cards}" for cards in CardDeck.ids_in_file_names] if deck else ["counters", "entries"]:
            for record in _of_kind(tree, place).values():
                cell = record.mapping.get(key)
                if cell is not None and isinstance(cell.value, str) and old in cell.value.split():
                    yield cell


def _refuse(folder: Path, wrong: str, write: str) -> None:
    """Raise `Refused` with one finding about the name."""
    faults = Faults()
    faults.add("L001", Spot(shown_name(folder / GAME_FILE)), wrong, write)
    raise Refused(faults.findings)


def _raise_if_any(faults: Faults) -> None:
    """Raise `Refused` if there are findings."""
    if faults:
        raise Refused(sort_findings(faults.findings))


def not_of_the_game(folder: str, names: list[str]) -> set[str]:
    """Return the names in a folder that are not copied for the trial."""
    large = {name for name in names if Path(folder, name).is_file() and Path(folder, name).stat().st_size > MOST_BYTES}
    return large | shutil.ignore_patterns(*_SKIPPED)(folder, names)


def _all_findings(folder: Path, codes: Collection[str] | None = None) -> list[Finding]:
    """Return the findings of a game and of each of its overlays, with those that prevent reading it."""
    overlays = [f"{part}/{name}" for part, names in overlay_files(folder).items() for name in names]
    found: dict[Finding, None] = {}
    for chosen in ([], *([one] for one in overlays)):
        try:
            found |= dict.fromkeys(full_check(load_game(folder, chosen), codes))
        except Refused as refused:
            found |= dict.fromkeys(refused.findings)
    return list(found)


class _NewNames:
    """The new names by the old ones, which are found as whole words."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        any_of_them = "|".join(map(re.escape, names))
        self.pattern = re.compile(rf"(?<![\w-])(?:{any_of_them})(?![\w-])")

    def new(self, found: re.Match[str]) -> str:
        """Return the new name for an old one."""
        return self._names[found[0]]

    def in_cell(self, text: str) -> str:
        """Return the text of a cell, in which each old name, in capitals or not, is replaced by the new one."""
        names = {simple(old): new for old, new in self._names.items()}

        def new(part: re.Match[str]) -> str:
            name = part[0].rstrip()
            return names.get(simple(name), name) + part[0][len(name) :]

        return _PART_OF_CELL.sub(new, text)

    def in_new_words(self, finding: Finding) -> tuple[str, str, str]:
        """Return what a finding says, with new names; its place in the file may have changed."""
        renamed = [self.pattern.sub(self.new, text) for text in (finding.spot.path, finding.wrong)]
        return finding.code, renamed[0], renamed[1]


def _with_text(content: bytes, spot: Spot, before: str, after: str) -> bytes | None:
    """Return a file of text in which a text at a place is another; None if the file is not in UTF-8."""
    try:
        lines = content.decode().split("\n")
    except UnicodeDecodeError:
        return None
    line, at = lines[spot.line - 1], spot.column - 1
    if not line.startswith(before, at):
        return None
    lines[spot.line - 1] = f"{line[:at]}{after}{line[at + len(before) :]}"
    return "\n".join(lines).encode()


class _CopiedFiles:
    """The files of a copy of a game, in which old names are replaced by new ones."""

    def __init__(self, folder: Path, copy: Path, names: _NewNames) -> None:
        self._folder, self._copy, self._names = folder, copy, names
        self._written: dict[Path, tuple[bytes, bytes]] = {}
        self.by_hand: set[Spot] = set()

    def calls_unknown(self, finding: Finding) -> bool:
        """Return whether a finding says that nothing has an old name."""
        return bool(_UNKNOWN.search(finding.wrong) and self._names.pattern.search(finding.wrong))

    def replace_all(self, nodes: Iterable[Node]) -> bool:
        """Replace the name in each record itself: the key before it, or the cell in its row."""
        return self.replace_at(
            [replace(spot, file=str(self._copied(spot.file))) for spot in (one.key_spot() for one in nodes)]
        )

    def replace_at(self, spots: Iterable[Spot]) -> bool:
        """Replace the first old id at or after each place in its line; return whether any was replaced."""
        done = False
        for spot in sorted(set(spots), key=lambda one: (one.file, one.line, -one.column)):
            done |= self._replace(spot)
        return done

    def replace_in_cells(self, cells: Iterable[Node]) -> None:
        """Replace the old name in cells of sheets; a cell with another name of the thing stays as it is."""
        for cell in sorted(cells, key=lambda one: -one.start):  # the last first, so that the others keep their places
            own = cell.spot()
            spot = replace(own, file=str(self._copied(own.file)))
            path = Path(spot.document)
            if is_yaml(path.name):
                continue  # an unknown id is a finding there
            content = read_regular_file(path, MAX_BYTES)
            if SHEET in spot.file:
                before = texts_of_sheet(path.name, content, spot.file.partition(SHEET)[2])[spot.line][spot.column - 1]
                after = with_cell(path.name, content, spot, self._names.in_cell(before))
            else:
                before = cell.source.text[cell.start : cell.end]
                after = _with_text(content, spot, before, self._names.in_cell(before))
            if self._names.in_cell(before) == before:
                continue
            if after is None:
                self.by_hand.add(own)
            else:
                self._write(path, content, after)

    def _replace(self, spot: Spot) -> bool:
        """Replace the old name at a place, or else the first one in its line; note it if it cannot be written."""
        path = Path(spot.document).absolute()  # findings name files from the folder in which one works
        if SHEET in spot.file and path.is_file():
            return self._replace_in_row(path, spot)
        if not is_data_file(path.name) or not path.is_file():
            self.by_hand.add(replace(spot, file=self._own(spot.file)))
            return False
        content = read_regular_file(path, MAX_BYTES)
        try:
            text = content.decode()
        except UnicodeDecodeError:  # a sheet in another encoding
            self.by_hand.add(replace(spot, file=self._own(spot.file)))
            return False
        lines = text.split("\n")
        if not 0 < spot.line <= len(lines):
            return False
        at = next(self._places(lines, spot), None) or next(self._places(lines, replace(spot, column=0)), None)
        if at is None:
            return False
        number, found = at
        lines[number] = f"{lines[number][: found.start()]}{self._names.new(found)}{lines[number][found.end() :]}"
        self._write(path, content, "\n".join(lines).encode())
        return True

    def _replace_in_row(self, path: Path, spot: Spot) -> bool:
        """Replace the first old name in a row of a workbook from a cell on, or else in the whole row."""
        content = read_regular_file(path, MAX_BYTES)
        texts = texts_of_sheet(path.name, content, spot.file.partition(SHEET)[2]).get(spot.line, ())
        columns = (*range(max(1, spot.column), len(texts) + 1), *range(1, min(spot.column, len(texts) + 1)))
        column = next((one for one in columns if self._names.pattern.search(texts[one - 1])), None)
        if column is None:
            return False
        cell = replace(spot, column=column)
        after = with_cell(path.name, content, cell, self._names.pattern.sub(self._names.new, texts[column - 1], 1))
        if after is None:  # a formula
            self.by_hand.add(replace(cell, file=self._own(cell.file)))
            return False
        self._write(path, content, after)
        return True

    def _write(self, path: Path, before: bytes, after: bytes) -> None:
        """Write a file of the copy, and keep it as it was."""
        self._written[path] = (self._written.get(path, (before, b""))[0], after)
        path.write_bytes(after)

    def _places(self, lines: Sequence[str], spot: Spot) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield each place of an old name from a place on: in its line, and in the text indented below it."""
        first = lines[spot.line - 1]
        depth, column = len(first) - len(first.lstrip()), spot.column - 1
        for number, line in enumerate(lines[spot.line - 1 :], spot.line - 1):
            if number >= spot.line and line.strip() and len(line) - len(line.lstrip()) <= depth:
                return
            yield from ((number, one) for one in self._names.pattern.finditer(line, max(0, column)))
            column = 0

    def written(self) -> dict[Path, tuple[bytes, bytes]]:
        """Return the changed files: each with its content as it was, and as it is."""
        return dict(self._written)

    def restore(self, written: Mapping[Path, tuple[bytes, bytes]]) -> None:
        """Take back all changes since these."""
        for path, (before, _) in self._written.items():
            path.write_bytes(written.get(path, (b"", before))[1])
        self._written = dict(written)

    def _copied(self, file: str) -> Path:
        """Return the copy of a file of the game."""
        path, _, sheet = file.partition(SHEET)
        copied = self._copy / Path(path).resolve().relative_to(self._folder.resolve())
        return Path(f"{copied}{SHEET}{sheet}") if sheet else copied

    def _own(self, file: str) -> str:
        """Return the file of the game of which this is the copy."""
        path = Path(file).absolute()
        return str(self._folder / path.relative_to(self._copy)) if path.is_relative_to(self._copy) else file

    def in_game(self, finding: Finding) -> Finding:
        """Return a finding about the copy as one about the game."""
        return replace(finding, spot=replace(finding.spot, file=self._own(finding.spot.file)))

    def changed_files(self) -> Iterator[ChangedFile]:
        """Yield the changed files of text in order."""
        for path, (before, after) in sorted(self._written.items()):
            if not path.name.lower().endswith(WORKBOOK_SUFFIXES):
                yield ChangedFile(Path(self._own(str(path))), before.decode(), after.decode(), "renamed")

    def changed_workbooks(self) -> Iterator[ChangedWorkbook]:
        """Yield the changed workbooks in order."""
        for path, (before, after) in sorted(self._written.items()):
            if path.name.lower().endswith(WORKBOOK_SUFFIXES):
                own = self._own(str(path))
                yield ChangedWorkbook(Path(own), after, tuple(changed_cells(own, before, after)))
