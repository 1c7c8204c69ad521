"""Marks in a draft what errors are about: a name, a cell, a hex or a case that is printed says that it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.board import Board
from pnp.findings import Finding
from pnp.kit.full_check import KitSource
from pnp.load.partly_read import LEFT_OUT
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.gamemap import Region
from pnp.model.record import Record
from pnp.model.table import Table

_NAMES = ("title", "name", "asks", "says", "means")
"""The fields that have the printed name of a record, or else its text."""
_UNNAMED = ("claims", "counts", "facts", "map_rules", "procedures", "standing")
"""The sections of records that are printed only by the cases of the rules that they follow."""
_ON_HEXES = ("map", "entries")
"""The sections whose errors are marked on the hexes that they name."""
_WRONG_CELL = " (wrong)"
_MOST_CODES = 6
"""The most codes of errors in the line on each page."""


def line_of_errors(line: str, errors: Iterable[Finding]) -> str:
    """Return the line on each page of a part of a draft, with the codes of the errors of this part."""
    codes = list(dict.fromkeys(one.code for one in errors))
    more = [f"and {len(codes) - _MOST_CODES} more"] if len(codes) > _MOST_CODES else []
    return ", ".join(filter(None, (line, " ".join(("wrong:", *codes[:_MOST_CODES], *more)) if codes else "")))


def marked_source(source: KitSource, errors: Sequence[Finding], part: str, *, cells: bool = True) -> KitSource:
    """Return the source of a part of a draft, in which the names of wrong records say that they are wrong.

    So do `cells` of tables, the cases that wrong procedures follow, and hexes of the map. Where counters are printed,
    those that are wrong are replaced. It is the same source if nothing can be marked.
    """
    game = _marked_game(source, errors, part, cells=cells)
    scenarios = {name: marked_source(one, errors, part, cells=cells) for name, one in source.scenarios.items()}
    if game is source.game and all(scenarios[name] is one for name, one in source.scenarios.items()):
        return source
    return replace(source, game=game, scenarios=scenarios)


def _marked_game(source: KitSource, errors: Sequence[Finding], part: str, *, cells: bool) -> Game:
    """Return a game in which wrong records are marked."""
    game = source.game
    for error in errors:
        section, _, rest = error.spot.path.partition(".")
        words = rest.split(".")
        if section == "map" and words[0] == "terrain":
            section, words = "terrain", words[1:]  # the key names it
        if section == "rules":
            numbers = (case.number for case in game.rules if f"{rest}.".startswith(f"{case.number}."))
            game = _with_marked_cases(game, (max(numbers, key=len, default=""),), error.code)
        elif section == "counters":
            known = game.counters.get(words[0])
            if part == "counters" and known is not None and known.spare != LEFT_OUT:  # it is replaced already
                counter = _wrong_counter(known, error.code)
                game = game.model_copy(update={section: {**game.counters, words[0]: counter}})
        elif section == "tables" and cells and (place := _cell_of(game, words[0], error)):
            table = _with_marked_cell(game.tables[words[0]], *place)
            game = game.model_copy(update={section: {**game.tables, words[0]: table}})
        elif section == "aids" and source.aid_titles is not None:
            continue  # the pages of a scenario are known by their titles
        elif section not in _UNNAMED:
            game = _marked(game, (section, *words), error.code) or game
        else:
            game = _with_marked_cases(game, _cases_followed(game, (section, *words)), error.code)
    return _with_marked_hexes(game, source.board, errors) if part == "map" and source.board else game


def _marked(value: Any, path: Sequence[str], code: str) -> Any:  # noqa: ANN401 - a record, or part of one
    """Return a value whose innermost name on a path says that it is wrong.

    It is the same value if the name is marked already, and None if nothing on the path has a name.
    """
    child = _inner(value, path[0]) if path else None
    if child is not None and (new := _marked(child, path[1:], code)) is not None:
        if isinstance(value, Record):
            return value.model_copy(update={path[0]: new})
        if isinstance(value, Mapping):
            return {**value, path[0]: new}
        return (*value[: int(path[0])], new, *value[int(path[0]) + 1 :])
    if isinstance(value, Record):
        for field in _NAMES:
            name = getattr(value, field, "")
            if isinstance(name, str) and name:
                return value if "(wrong: " in name else value.model_copy(update={field: f"{name} (wrong: {code})"})
    return None


def _inner(value: object, key: str) -> Any:  # noqa: ANN401 - a record, or part of one
    """Return what a record, a mapping or a tuple has at a key of a path; None if it has nothing there."""
    if isinstance(value, Record):
        return getattr(value, key) if key in type(value).model_fields else None
    if isinstance(value, Mapping):
        return value.get(key)
    return value[int(key)] if isinstance(value, tuple) and key.isdecimal() and int(key) < len(value) else None


def _cell_of(game: Game, table: str, error: Finding) -> tuple[int, int] | None:
    """Return the row and the column of the cell of a table that an error is about, from 0; None if it is another."""
    rows = game.tables[table].cells if table in game.tables else ()
    for row, cells in enumerate(rows):
        for column in range(len(cells)):
            path = f"tables.{table}.cells.{row}.{column}"
            if error.spot.path == path or error.spot == replace(game.spot(path), path=f"tables.{table}.cells"):
                return row, column
    return None


def _with_marked_cell(table: Table, row: int, column: int) -> Table:
    """Return a table in which the text of one cell says that it is wrong."""
    cells = [list(line) for line in table.cells]
    cells[row][column] += _WRONG_CELL if _WRONG_CELL not in cells[row][column] else ""
    return table.model_copy(update={"cells": tuple(map(tuple, cells))})


def _cases_followed(game: Game, path: Sequence[str]) -> tuple[str, ...]:
    """Return the numbers of the cases of the rules that the innermost record on a path follows."""
    value: Any = game
    cases: tuple[str, ...] = ()
    for key in path:
        value = _inner(value, key)
        cases = getattr(value, "rule", ()) or cases
    return cases


def _with_marked_cases(game: Game, numbers: Sequence[str], code: str) -> Game:
    """Return a game whose cases of the rules with these numbers say in their headings that they are wrong."""
    rules = tuple(_marked(case, (), code) if case.number in numbers else case for case in game.rules)
    return game if rules == game.rules else game.model_copy(update={"rules": rules})


def _with_marked_hexes(game: Game, board: Board, errors: Iterable[Finding]) -> Game:
    """Return a game in which the hexes that errors about the map name are outlined on it, with the code."""
    if game.map is None:
        return game
    numbers = {board.grid.number(cell) for cell in board.grid.hexes}
    regions: dict[str, Region] = {}
    for error in errors:
        if error.spot.path.partition(".")[0] in _ON_HEXES:
            named = [word for word in re.findall(r"[\w.:-]*\w", error.wrong) if word in numbers]
            for number in named:
                wrong = f"wrong: {error.code}"
                regions.setdefault(
                    f"draft-{number}", Region(name=wrong, hexes=number, look="land", small=True, outlined=True)
                )
    new = game.map.model_copy(update={"regions": {**game.map.regions, **regions}})
    return game.model_copy(update={"map": new}) if regions else game


def _wrong_counter(counter: Counter, code: str) -> Counter:
    """Return a marker that is printed in place of a wrong counter."""
    face = {"word": counter.label, "second": f"wrong: {code}", "foot": "bad"}
    made = {"kind": "marker", "label": counter.label, "spare": f"Wrong in this draft: {code}", "copies": counter.copies}
    return Counter.model_validate({**made, "front": face, "back": face})
