"""The values that an edition of a game states, by place, such as a factor on the back of a counter.

Two games that state the same values are equal for their owners, however their files are written. So a value does not
depend on the order of lines, on ranges (`J01-J03`), or on a list of hexes: the map states the terrain of each hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from pnp.board import Board
from pnp.errata.compare.field_uses import FieldUse, use_inside
from pnp.hexgrid import Hex, Hexside
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.gamemap import GameMap, SideChain
from pnp.model.record import Record
from pnp.model.roster import CounterRanges
from pnp.model.table import Table

T = TypeVar("T")
Place: TypeAlias = tuple[str, ...]
"""The place of a value in a game: keys and labels, such as `("counters", "A7", "back", "factors")`."""


@dataclass(frozen=True)
class EditionValue:
    """A value of a game as text, its path in the data (`counters.A7.back.factors`), and what it is for."""

    text: str
    path: str
    use: FieldUse = "play"


EditionValues: TypeAlias = Mapping[Place, EditionValue]

NOT_FOR_OWNERS = {"basis", "overrides", "misprint", "waive", "id", "line", "file", "depth"}
"""Fields that say where a value comes from, not what it is."""
_OF_THE_EDITION = ("version", "date", "rights")
"""Fields of `game` that name an edition and its owner, which are not corrections of the game."""
_UNORDERED = {"groups", "rule", "used_by", "alike", "marker"}
"""Lists of words whose order means nothing."""
_KEYS = ("number", "title", "name", "of", "says", "hex", "role")
"""Fields that tell the records of a list apart, in order of preference."""
_ORDERED = {"sequence", "spaces"}
"""Lists of records whose order is a value of its own."""
_BY_POSITION = {"steps", "rows"}
"""Lists whose records are told apart by their position."""
_ITEM = re.compile(r"\s*\n\s*(?=[-*+] |\d+[.)] |\|)")
"""The white space before an item of a list, or a row of a table, in a text."""
_OF_THE_BOARD = ("base", "terrain", "hexsides", "paths", "places", "regions", "edges")
"""Fields of a map that the board states hex by hex."""


def edition_values(game: Game) -> EditionValues:
    """Return all values of a game.

    The places in a scenario of a series begin with `scenarios` and its name; values that are the same in the series as
    a whole are left out. Numbers, lengths (in mm), words and texts are texts; white space inside a text is one blank,
    but an item of a list begins a line.
    """
    values = dict(_values_of_one(game))
    for name, scenario in game.scenarios.items():
        for place, value in _values_of_one(scenario):
            if place not in values or values[place].text != value.text:
                values["scenarios", name, *place] = value
    return values


def _values_of_one(game: Game) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the values of a game without those of its scenarios."""
    ranges = CounterRanges(game)
    for name in type(game).model_fields:
        value, use = getattr(game, name), use_inside("play", Game, name)
        if name in ("errata", "cover", "booklet", "format", "pnp"):
            continue  # they speak about other values or about the files, or decorate the kit
        if name == "map":
            yield from _map_values(game)
        elif name == "game":
            yield from _values_in(value, (name,), name, without=_OF_THE_EDITION)
        elif name == "tables":
            for id_, table in value.items():
                yield from _table_values(table, (name, id_), f"{name}.{id_}")
        elif name == "entries":
            for id_, entry in value.items():
                yield from _values_in(entry, (name, id_), f"{name}.{id_}", without=("counters",))
                ids = sorted({found for word in entry.counters for found in ranges.ids(word) or (word,)})
                yield (name, id_, "counters"), EditionValue(" ".join(ids), f"{name}.{id_}.counters")
        else:
            yield from _values_in(value, (name,), name, use=use)


def _values_in(
    value: Any,  # noqa: ANN401 - any field of a record
    place: Place,
    path: str,
    without: Sequence[str] = (),
    use: FieldUse = "play",
) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the values in a value of any type, without the fields that have their default value."""
    if isinstance(value, Record):
        for name, default, has_texts in _fields(type(value)):
            inner = getattr(value, name)
            if name not in without and inner != default:
                inner = _listed(inner) if has_texts else inner
                yield from _values_in(inner, (*place, name), f"{path}.{name}", use=use_inside(use, type(value), name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _values_in(inner, (*place, str(key)), f"{path}.{key}", use=use)
    elif isinstance(value, (list, tuple)) and any(isinstance(one, (Record, Mapping, list, tuple)) for one in value):
        keys = _keys_of(value, place[-1])
        if place[-1] in _ORDERED:
            yield (*place, "order"), EditionValue(", ".join(keys), path, use)
        for i, (key, inner) in enumerate(zip(keys, value, strict=True)):
            yield from _values_in(inner, (*place, key), f"{path}.{i}", use=use)
    elif value is not None and value != ():
        yield place, EditionValue(_text_of(value, place[-1]), path, use)


@cache
def _fields(kind: type[Record]) -> tuple[tuple[str, Any, bool], ...]:
    """Return the fields of a record that are printed or used in play: name, default, and whether it lists texts.

    Lists of ids or of other single words (`Words`) are not lists of texts.
    """
    return tuple(
        (
            name,
            field.get_default(call_default_factory=True),
            field.annotation == tuple[str, ...] and not field.metadata,
        )
        for name, field in kind.model_fields.items()
        if name not in NOT_FOR_OWNERS
    )


def _keys_of(items: Sequence[Any], name: str) -> list[str]:
    """Return a key for each record of a list: its number, title or name, or its position from 1."""
    if name not in _BY_POSITION:
        for field in _KEYS:
            keys = [_text_of(getattr(item, field, None) or "", field) for item in items]
            if all(keys) and len(set(keys)) == len(keys):
                return keys
    return [str(i + 1) for i in range(len(items))]


def _listed(texts: Sequence[str]) -> str:
    """Return the texts of a list, with commas between them; sentences need none."""
    return (" " if all(text.rstrip().endswith((".", "!", "?")) for text in texts) else ", ").join(texts)


def _text_of(value: Any, name: str) -> str:  # noqa: ANN401
    """Return a single value, or a list of words, as text."""
    if isinstance(value, (list, tuple)):
        words = [_text_of(one, "") for one in value]
        return " ".join(sorted(words) if name in _UNORDERED else words)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return "\n".join(" ".join(line.split()) for line in _ITEM.split(str(value).strip()))


def _table_values(table: Table, place: Place, path: str) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the values of a table; each cell is a value with the labels of its row and column."""
    yield from _values_in(table, place, path, without=("cells",))
    rows, columns = table_heads(table)
    for i, line in enumerate(table.cells):
        for j, cell in enumerate(line):
            if i < len(rows) and j < len(columns):
                yield (*place, "cells", rows[i], columns[j]), EditionValue(cell, f"{path}.cells.{i}.{j}")


def table_heads(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of the rows and of the columns of a table; each is unique."""
    return _labels(table.rows.heads), _labels(table.columns.heads) if table.columns else ("",)


def _labels(heads: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of an axis; a label that is repeated gets its position too (`5`, `5 (6)`)."""
    return tuple(head if head not in heads[:i] else f"{head} ({i + 1})" for i, head in enumerate(heads))


# ---------------------------------------------------------------- map


def _map_values(game: Game) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the values of a map: its sheet, and what is in each hex, on each hexside and along each road."""
    if game.map is None:
        return
    yield from _values_in(game.map, ("map",), "map", without=_OF_THE_BOARD)
    board = resolve_board(game)
    assert board is not None
    yield from _hex_values(game, board)
    yield from _values_of_broken_features(game.map, board)
    for chain in board.chains:
        path = f"map.hexsides.{chain.kind}.{chain.id}"
        if chain.name:
            yield ("map", "names", chain.kind, chain.id), EditionValue(chain.name, f"{path}.name", "wording")
        for side in chain.sides:
            yield ("map", "hexsides", _side_name(board, side), chain.kind), EditionValue(chain.facing or "yes", path)
    for line in board.lines:
        path = f"map.paths.{line.kind}.{line.id}"
        if line.name:
            yield ("map", "names", line.kind, line.id), EditionValue(line.name, f"{path}.name", "wording")
        for one, other in pairwise(line.hexes):
            yield ("map", "paths", _side_name(board, Hexside.between(one, other)), line.kind), EditionValue("yes", path)
        for end in line.beyond:
            at = board.grid.number(line.hexes[0 if end == "first" else -1])
            yield ("map", "paths", at, line.kind), EditionValue("off the map", path)
    for id_, cells in (*board.regions.items(), *board.edges.items()):
        kind = "regions" if id_ in board.regions else "edges"
        record = getattr(game.map, kind)[id_]
        yield from _values_in(record, ("map", kind, id_), f"map.{kind}.{id_}", without=("hexes",))
        numbers = " ".join(sorted(map(board.grid.number, cells)))
        yield ("map", kind, id_, "hexes"), EditionValue(numbers, f"map.{kind}.{id_}.hexes")


def _values_of_broken_features(text: GameMap, board: Board) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the values of rivers that are not one chain and of roads with a gap, for the comparison of editions.

    The board leaves them out, because it cannot draw them.
    """
    chains, lines = ({(one.kind, one.id) for one in found} for found in (board.chains, board.lines))
    for kind, id_, chain in _features(text.hexsides):
        if (kind, id_) in chains:
            continue
        path = f"map.hexsides.{kind}.{id_}"
        for side in _readable_sides(board, chain):
            yield ("map", "hexsides", _side_name(board, side), kind), EditionValue(chain.facing or "yes", path)
        if chain.name:
            yield ("map", "names", kind, id_), EditionValue(chain.name, f"{path}.name", "wording")
    for kind, id_, line in _features(text.paths):
        if (kind, id_) in lines:
            continue
        path = f"map.paths.{kind}.{id_}"
        for one, other in pairwise(_readable_hexes(board, " ".join(line.hexes))):
            if one.distance_to(other) == 1:
                side = Hexside.between(one, other)
                yield ("map", "paths", _side_name(board, side), kind), EditionValue("yes", path)
        if line.name:
            yield ("map", "names", kind, id_), EditionValue(line.name, f"{path}.name", "wording")


def _features(kinds: Mapping[str, Mapping[str, T]]) -> Iterator[tuple[str, str, T]]:
    """Yield the terrain kind, the id and the record of each river or road."""
    for kind, features in kinds.items():
        for id_, feature in features.items():
            yield kind, id_, feature


def _readable_sides(board: Board, chain: SideChain) -> Iterator[Hexside]:
    """Yield the hexsides of a river, in no order; words that are not on the map are left out."""
    if chain.between:
        one, other = (set(_readable_hexes(board, bank)) for bank in chain.between)
        yield from sorted({Hexside.between(cell, near) for cell in one for near in cell.neighbours if near in other})
    for word in chain.sides:
        with suppress(ValueError):
            yield board.grid.parse_hexside(word)


def _readable_hexes(board: Board, text: str) -> Iterator[Hex]:
    """Yield the hexes that a text lists; words that are not on the map are left out."""
    for word in text.replace(",", " ").split():
        with suppress(ValueError):
            yield from board.grid.parse_hexes(word)


def _hex_values(game: Game, board: Board) -> Iterator[tuple[Place, EditionValue]]:
    """Yield the terrain and the places of each hex."""
    assert game.map is not None
    for cell in board.grid.hexes:
        number, kinds = board.grid.number(cell), board.terrain_at(cell)
        yield ("map", "hexes", number, "terrain"), EditionValue(" ".join(kinds), f"map.terrain.{kinds[-1]}")
        site = board.sites.get(cell)
        if site is not None:
            for kind in site.kinds:
                named = EditionValue(site.names[kind] or "yes", f"map.places.{number}", "wording")
                yield ("map", "hexes", number, kind), named
            if site.side:
                yield ("map", "hexes", number, "side"), EditionValue(site.side, f"map.places.{number}.side")


def _side_name(board: Board, side: Hexside) -> str:
    """Return the name of a hexside, such as `K13/L13`, with the lower number first."""
    return "/".join(sorted(map(board.grid.number, side)))
