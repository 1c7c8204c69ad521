"""Finds what has another id or label in the new edition: counters, cases of the rules, rows of tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TypeAlias

from pnp.errata.compare.edition_values import EditionValue, EditionValues, Place, table_heads
from pnp.errata.compare.excerpts import INSERT
from pnp.model.game import Game
from pnp.model.table import Modifier, ModifierList

ItemValues: TypeAlias = Mapping[Place, str]
"""The texts of an item by their places inside it."""

NEARLY = 0.75
"""An item with at least this share of equal values is the same item under another id."""
OTHER = 0.5
"""An item that keeps its id is another item if it has less than this share of equal values."""
SENTENCE = 4
"""The fewest words of a sentence; shorter texts are names, numbers or lists."""
_PLACES_ON_MAP = ("hexes", "hexsides", "paths")
"""Parts of a map whose items are places: they cannot have another name."""


def renamed_items(old: Mapping[Place, ItemValues], new: Mapping[Place, ItemValues]) -> dict[Place, Place]:
    """Return the new place of each item of the old edition that has another id in the new one.

    `old` and `new` are the values of all items. Two items are the same if each is more like the other than like any
    other item. So equal items that change their ids together, such as two equal counters, are not matched.
    """
    found: dict[Place, Place] = {}
    for items, others in _sections(old, new):
        gone = {one: values for one, values in items.items() if likeness(values, others.get(one, {})) < OTHER}
        fresh = {one: values for one, values in others.items() if likeness(values, items.get(one, {})) < OTHER}
        if gone and fresh:
            found |= _without_collisions(_matches(gone, fresh), items)
    return found


def _sections(
    old: Mapping[Place, ItemValues], new: Mapping[Place, ItemValues]
) -> Iterable[tuple[dict[Place, ItemValues], dict[Place, ItemValues]]]:
    """Return the items of each section that has ids, such as the counters of a scenario, of both editions."""
    sections: dict[Place, tuple[dict[Place, ItemValues], dict[Place, ItemValues]]] = {}
    for edition, items in enumerate((old, new)):
        for item, values in items.items():
            if len(item) > 1 and not ("map" in item and not {*_PLACES_ON_MAP}.isdisjoint(item)):
                sections.setdefault(item[:-1], ({}, {}))[edition][item] = values
    return sections.values()


def _matches(gone: Mapping[Place, ItemValues], fresh: Mapping[Place, ItemValues]) -> dict[Place, Place]:
    """Return the new item for each old item that is nearly equal to it, and to which no other is as near."""
    alike = {
        (one, other): share
        for one, values in gone.items()
        for other, others in fresh.items()
        if one != other and (share := likeness(values, others)) >= NEARLY
    }
    best = [_best_of(alike, side) for side in (0, 1)]
    return {one: other for one, other in alike if best[0].get(one) == other and best[1].get(other) == one}


def _best_of(alike: Mapping[tuple[Place, Place], float], side: int) -> dict[Place, Place]:
    """Return the item that is most like each item of one side; items to which two are equally near are left out."""
    found: dict[Place, list[tuple[float, Place]]] = {}
    for pair, share in alike.items():
        found.setdefault(pair[side], []).append((share, pair[1 - side]))
    best = {}
    for item, others in found.items():
        highest = max(share for share, _ in others)
        nearest = [other for share, other in others if share == highest]
        if len(nearest) == 1:
            best[item] = nearest[0]
    return best


def _without_collisions(found: dict[Place, Place], old: Mapping[Place, ItemValues]) -> dict[Place, Place]:
    """Return the matches whose new id is free: no item of the old edition has it, or that item has another id too."""
    while taken := [one for one, other in found.items() if other in old and other not in found]:
        for one in taken:
            del found[one]
    return found


def likeness(one: ItemValues, other: ItemValues) -> float:
    """Return the share of values that are equal in two items; of long texts, the share of equal words counts.

    >>> likeness({("a",): "1", ("b",): "2"}, {("a",): "1"})
    0.5
    """
    places = one.keys() | other.keys()
    return sum(_text_likeness(one.get(at), other.get(at)) for at in places) / len(places) if places else 0.0


def _text_likeness(one: str | None, other: str | None) -> float:
    """Return 1 for equal texts, the share of equal words of two sentences, else 0."""
    if one == other:
        return 1.0
    before, after = ((text or "").split() for text in (one, other))
    if min(len(before), len(after)) < SENTENCE:
        return 0.0
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    most = matcher.quick_ratio()  # is much faster, and most sentences have few words in common
    return most if most < OTHER else matcher.ratio()


def under_new_ids(
    values: Mapping[Place, EditionValue], after: EditionValues, renamed: Mapping[Place, Place]
) -> dict[Place, EditionValue]:
    """Return the values of the old edition with the new ids of renamed items, in places and in references.

    A value that refers to an old id becomes equal to the new one if only the id differs. Of texts for readers this is
    only true of the inserts in them, because owners have the other words in print.
    """
    ids = {one[-1]: other[-1] for one, other in renamed.items()}
    if not ids:
        return dict(values)
    words = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, ids), key=len, reverse=True))})(?![\w-])")

    def with_new_ids(text: str) -> str:
        """Return a text with the new ids."""
        return words.sub(lambda found: ids[found[0]], text)

    moved: dict[Place, EditionValue] = {}
    for place, value in values.items():
        item = next((one for one in (place[:n] for n in range(2, len(place) + 1)) if one in renamed), ())
        at = (*renamed[item], *place[len(item) :]) if item else place
        if at not in after:
            referring = tuple(ids.get(part, part) for part in at)
            at = referring if referring in after else at
        now = after.get(at)
        moved[at] = value if now is None else _as_now(value, now, with_new_ids)
    return moved


def _as_now(value: EditionValue, now: EditionValue, with_new_ids: Callable[[str], str]) -> EditionValue:
    """Return an old value with the text of the new one if they differ only in ids.

    The number of a case is such a text, because it is the id of the case.
    """
    if value.use == "wording" and not now.path.endswith(".number"):
        return replace(value, text=INSERT.sub(lambda found: with_new_ids(found[0]), value.text))
    same = sorted(with_new_ids(value.text).split()) == sorted(now.text.split())
    return replace(value, text=now.text) if same else value


def under_new_labels(values: EditionValues, old: Game, new: Game, ids: Mapping[Place, str]) -> EditionValues:
    """Return the values of the old game under the labels of the new game: cells of tables, and lines of modifiers.

    A label that was changed would otherwise change all cells of its row or column. `ids` are the old ids of renamed
    tables and lists of modifiers.
    """
    moved: dict[Place, Place] = {}
    for prefix, before, after in _pairs_of_games(old, new):
        for id_, lines in after.modifiers.items():
            was = before.modifiers.get(ids.get((*prefix, "modifiers", id_), id_))
            if was is not None:
                moved.update(_reworded_lines(was, lines, (*prefix, "modifiers", id_)))
        for id_, table in after.tables.items():
            earlier = before.tables.get(ids.get((*prefix, "tables", id_), id_))
            rows, columns = table_heads(earlier) if earlier is not None else ((), ())
            new_rows, new_columns = table_heads(table)
            if (len(rows), len(columns)) == (len(new_rows), len(new_columns)):
                for row, new_row in zip(rows, new_rows, strict=True):
                    for column, new_column in zip(columns, new_columns, strict=True):
                        cell = (*prefix, "tables", id_, "cells")
                        moved[*cell, row, column] = (*cell, new_row, new_column)
    return {moved.get(place, place): value for place, value in values.items()}


def _reworded_lines(old: ModifierList, new: ModifierList, item: Place) -> Iterator[tuple[Place, Place]]:
    """Yield the old and the new place of each field of modifier lines that were reworded.

    The lines that are only in the old edition are paired with those only in the new one, if they are equally many.
    """
    before, after = ([line.says for line in one.lines] for one in (old, new))
    gone, fresh = ([says for says in one if says not in other] for one, other in ((before, after), (after, before)))
    if len(gone) == len(fresh):
        for was, now in zip(gone, fresh, strict=True):
            for field in Modifier.model_fields:
                yield (*item, "lines", was, field), (*item, "lines", now, field)


def _pairs_of_games(old: Game, new: Game) -> Iterator[tuple[Place, Game, Game]]:
    """Yield both games, then their scenarios of the same name; each pair with its path prefix."""
    yield (), old, new
    for name in old.scenarios.keys() & new.scenarios.keys():
        yield ("scenarios", name), old.scenarios[name], new.scenarios[name]
