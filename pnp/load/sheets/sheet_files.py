"""Puts sheets in the places of the data that name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from pnp.load.icons import shared_icons
from pnp.load.joined_factors import factor_names
from pnp.load.known_fields import container_at, fields_at, required_at
from pnp.load.sheets.csv_table import read_csv_table
from pnp.load.sheets.headings import KnownKeys, id_option, known_headings, read_headings
from pnp.load.sheets.matrices import read_matrix, read_terrain, with_labels
from pnp.load.sheets.records import check_columns, read_items, read_records, with_suits
from pnp.load.sheets.sheet import Sheet
from pnp.load.sheets.unit_columns import (
    ENTRY_KEYS,
    completed_entries,
    completed_units,
    entries_of,
    without_entry_columns,
    words_of,
)
from pnp.load.sheets.workbook import read_workbook
from pnp.load.source import WORKBOOK_SUFFIXES, Faults, inside, read_content, read_source, shown_name
from pnp.load.synonyms import simple
from pnp.load.tree import Node, find_node, is_sheet
from pnp.load.typed import read_record
from pnp.message import clip
from pnp.model.counter import Size
from pnp.model.game import Game
from pnp.model.sheet_file import SheetFile
from pnp.spot import Spot

_ROWS_FOR_KINDS = 50
"""So many rows are searched for the kinds of their records."""
_NAMES_OF_SIDES = ("name", "adjective", "short")
_COUNTERS, _ENTRIES, _TERRAIN = "counters", "entries", "map.terrain"
_CARDS = ("ranks", "spares")
"""The keys of the cards of a deck."""


class SheetReader:
    """Reads the sheets that the data of a game names.

    `root` is the data that is read, `base` the game that an overlay changes, else the same.
    """

    def __init__(self, folder: Path, beside: Path, root: Node, base: Node | None, faults: Faults) -> None:
        """`folder` is that of the game, `beside` the folder of the file that names the sheets."""
        self.folder, self.beside, self.root, self.faults = folder, beside, root, faults
        self._base = base or root

    def read(self, node: Node, path: str) -> Node | None:
        """Return what a sheet holds, as the value at a path of the game; None if it cannot be read."""
        spot = node.spot(path) if isinstance(node.value, str) else node.mapping["file"].spot(path)
        options = SheetFile(file=str(node.value)) if isinstance(node.value, str) else self._options(node)
        sheet = self._sheet(options, spot, path) if options else None
        if sheet is None or options is None:
            return None
        if path == _TERRAIN:
            return self._terrain(sheet, options)
        read = self._records(sheet, options, node, path, spot)
        self._note_mapped(sheet, node, path)
        return read

    def _note_mapped(self, sheet: Sheet, node: Node, path: str) -> None:
        """Take note of the headings that `columns` maps to keys, for findings about unknown keys."""
        columns = node.mapping.get("columns") if isinstance(node.value, dict) else None
        self.faults.mapped_columns[sheet.source.name] = {
            str(key.value): (heading, key.spot(path)) for heading, key in (columns.mapping if columns else {}).items()
        }

    def with_inner_sheets(self) -> Node:
        """Return the data with each sheet that is named inside of a part in its place."""
        return self._replaced(self.root, ())

    def _options(self, node: Node) -> SheetFile | None:
        """Return how a sheet is read."""
        return read_record(node, SheetFile, self.faults)

    def _sheet(self, options: SheetFile, spot: Spot, path: str) -> Sheet | None:
        """Return the cells of a sheet; add a finding and return None if it cannot be read."""
        is_relative = not Path(options.file).is_absolute()
        within = (self.beside / options.file).relative_to(self.folder).as_posix() if is_relative else ""
        file = inside(self.folder, within) if within else None
        if file is None:
            wrong = f"{clip(options.file)} is outside the game's folder"
            self.faults.add("L003", spot, wrong, "name a file beside this one")
            return None
        if not options.file.lower().endswith(WORKBOOK_SUFFIXES):
            source = read_source(file, self.faults, spot, options.encoding)
            return read_csv_table(source, self.faults) if source else None
        content = read_content(file, self.faults, spot)
        if content is None:
            return None
        is_matrix = path == _TERRAIN or path.endswith(".cells")

        def fits(sheet: Sheet) -> int:
            """Return how many headings of a sheet are understood."""
            return 0 if is_matrix else known_headings(sheet, options, self._known(sheet, self._loc(path), path))

        return read_workbook(shown_name(file), content, options.sheet, self.faults, spot, fits)

    def _records(self, sheet: Sheet, options: SheetFile, node: Node, path: str, spot: Spot) -> Node | None:
        """Return the records of a sheet, by id or as a list."""
        loc = self._loc(path)
        value, rest = find_node(self.root, path)
        known = replace(self._known(sheet, loc, path), in_list=not rest and isinstance(value.value, list))
        columns = read_headings(sheet, options, known, self.faults, spot)
        if columns is None or not check_columns(sheet, columns, self.faults, path):
            return None
        if "set" in node.mapping:
            columns = replace(columns, same=node.mapping["set"].mapping)
        source, whole = sheet.source, (0, len(sheet.source.text))
        if container_at(Game, loc) == "list":
            return Node(read_items(sheet, columns, options, self.faults), source, *whole)
        if path == _ENTRIES and not options.id and "id" not in columns.keys:
            rows = read_items(sheet, columns, options, self.faults)
            taken = self._base_ids(_ENTRIES)
            return Node(dict(completed_entries(rows, self._base, taken)), source, *whole)
        if not options.id and "id" not in columns.keys:
            key = path.rpartition(".")[2]
            given = id_option(columns.keys)
            write = f"name one id, or {known.instead(key, options.file, [given])} to make ids from another"
            self.faults.add("L024", source.spot(columns.cells[0].start, path), "the sheet has no column id", write)
            return None
        records = read_records(sheet, columns, options, self.faults, path)
        if path == _COUNTERS:
            records = self._units(records, (*columns.keys, *columns.same))
        elif suits := self._suits(path):
            records = {id_: with_suits(record, suits) for id_, record in records.items()}
        return Node(dict(records), source, *whole)

    def _suits(self, path: str) -> dict[str, str]:
        """Return the suits of a deck by the names that authors may write, if a path is that of its cards."""
        section, _, rest = path.partition(".")
        deck, _, cards = rest.partition(".")
        if section != "components" or cards not in _CARDS:
            return {}
        decks = (one.mapping[section].mapping.get(deck) for one in (self.root, self._base) if section in one.mapping)
        return next((words_of(one, "suits", ("name",)) for one in decks if one and "suits" in one.mapping), {})

    def _loc(self, path: str) -> tuple[str, ...]:
        """Return the location of a path in the data, with the kind of a component as a tag."""
        section, *rest = path.split(".")
        for root in (self.root, self._base) if section == "components" and rest else ():
            component = root.mapping[section].mapping.get(rest[0]) if section in root.mapping else None
            kind = component.mapping.get("kind") if component else None
            if kind is not None:
                return (section, rest[0], f"[{kind.value}]", *rest[1:])
        return (section, *rest)

    def _known(self, sheet: Sheet, loc: tuple[str, ...], path: str) -> KnownKeys:
        """Return the keys that a record of a sheet may have."""
        texts = {cell.text.strip() for row in sheet.rows[:_ROWS_FOR_KINDS] for cell in row}
        tags = ((), *((f"[{text}]",) for text in sorted(texts) if text and len(text) < 40))
        keys = dict.fromkeys(key for tag in tags for key in fields_at(Game, (*loc, "", *tag)))
        sides = words_of(self._base, "sides", _NAMES_OF_SIDES)
        if path == _COUNTERS:
            factors = self.faults.factors = factor_names(self._base) or factor_names(self.root)
            return KnownKeys((*keys, *ENTRY_KEYS), required_at(Game, (*loc, "")), factors, sides=sides)
        in_deck = loc[0] == "components" and len(loc) > 1
        of_cards = ("id",) if in_deck else ()  # a number on a card names it
        return KnownKeys(
            (*of_cards, *keys),
            required_at(Game, (*loc, "")),
            has_synonyms=path != "components",
            values=dict.fromkeys(self._suits(path), "suit"),
            sides=sides if path == _ENTRIES else {},
        )

    def _units(self, records: dict[str, Node], columns: Sequence[str]) -> dict[str, Node]:
        """Return the counters of a sheet; those of their columns that make entries are added to the game."""
        words = {
            "side": words_of(self._base, "sides", _NAMES_OF_SIDES),
            "formation": words_of(self._base, "formations", ("name", "label")),
            "symbol": {simple(name): name for name in shared_icons().symbols},
            "size": {simple(name): name for name in get_args(Size)},
        }
        rest, entering = without_entry_columns(records, self.faults)
        units = completed_units(rest, columns, words)
        if entering:
            old = self.root.mapping.get(_ENTRIES)
            taken = (*(old.mapping if old else ()), *self._base_ids(_ENTRIES))
            made = entries_of(units, entering, self._base, taken)
            first = next(iter(made.values()))
            self.root.mapping[_ENTRIES] = Node(
                {**(old.mapping if old else {}), **made},
                old.source if old else first.source,
                old.start if old else first.start,
                old.end if old else first.end,
                old.key if old else first.key,
            )
        return units

    def _base_ids(self, key: str) -> tuple[str, ...]:
        """Return the ids of a section of the game that an overlay changes."""
        section = self._base.mapping.get(key)
        return tuple(section.mapping) if section and self._base is not self.root else ()

    def _terrain(self, sheet: Sheet, options: SheetFile) -> Node:
        """Return the hexes of each terrain of a map."""
        names = {**words_of(self._base, "terrain", ("name",)), **words_of(self.root, "terrain", ("name",))}
        for root in (self._base, self.root):
            map_ = root.mapping.get("map")
            grid = map_.mapping.get("grid") if map_ else None
            if grid:
                break
        found = read_terrain(sheet, options, names, grid.mapping if grid else {}, self.faults)
        return Node(dict(found), sheet.source, 0, len(sheet.source.text))

    def _replaced(self, node: Node, loc: tuple[str, ...]) -> Node:
        """Return a node with all sheets in it read."""
        if isinstance(node.value, list):
            items = [self._replaced(child, (*loc, str(i))) for i, child in enumerate(node.value)]
            same = all(one is child for one, child in zip(items, node.value, strict=True))
            return node if same else Node(items, node.source, node.start, node.end, node.key, node.was)
        if not isinstance(node.value, dict):
            return node
        fields = dict(node.value)
        for key, child in node.value.items():
            if isinstance(child.value, dict) and "file" in child.value and is_sheet(child):
                fields = self._with_sheet(fields, key, child, (*loc, key))
            elif (*loc, key) == tuple(_TERRAIN.split(".")) and isinstance(child.value, list):
                fields[key] = self._joined_terrain(child)
            elif not isinstance(child.value, str):
                fields[key] = self._replaced(child, (*loc, key))
        same = all(fields.get(key) is child for key, child in node.value.items()) and len(fields) == len(node.value)
        return node if same else Node(fields, node.source, node.start, node.end, node.key, node.was)

    def _joined_terrain(self, parts: Node) -> Node:
        """Return the hexes of each terrain of a list of sheets and mappings."""
        joined = dict[str, Node]()
        for i, part in enumerate(parts.value if isinstance(parts.value, list) else ()):
            read = self.read(part, _TERRAIN) if is_sheet(part) else part
            if read is None:
                self.faults.lost.add(_TERRAIN)
            elif not isinstance(read.value, dict):
                write = "write - {file: map.xlsx} for a sheet, and - {woods: 0101 0203-0205} for hexes of your own"
                self.faults.add("L012", read.spot(f"{_TERRAIN}.{i}"), "this is neither a sheet nor a mapping", write)
                self.faults.lost.add(_TERRAIN)
            for terrain, hexes in (read.mapping if read else {}).items():
                old = joined.get(terrain)
                same = f"{old.value} {hexes.value}" if old else hexes.value
                joined[terrain] = Node(same, hexes.source, hexes.start, hexes.end, hexes.key)
        return Node(dict(joined), parts.source, parts.start, parts.end, parts.key, parts.was)

    def _with_sheet(self, fields: dict[str, Node], key: str, named: Node, loc: tuple[str, ...]) -> dict[str, Node]:
        """Return the fields of a record with what a sheet holds for one of its keys."""
        path = ".".join(loc)
        if len(loc) == 3 and loc[0] == "tables" and key == "cells":
            spot, options = named.mapping["file"].spot(path), self._options(named)
            sheet = self._sheet(options, spot, path) if options else None
            if sheet is None or options is None:
                self.faults.lost.add(path)
                return fields
            table = Node(fields, named.source, named.start, named.end)
            cells = read_matrix(sheet, options, self.faults)
            return {**with_labels(table, sheet, self.faults, ".".join(loc[:-1])), key: cells}
        read = self.read(named, path)
        if read is None:
            self.faults.lost.add(path)
            return fields
        return {**fields, key: Node(read.value, read.source, read.start, read.end, named.key, named.was)}
