"""Checks of stated numbers: the data contains as many counters, hexes or cards as the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from pnp.board import Board
from pnp.checks.checked_game import MAX_COPIES, CheckedGame, check
from pnp.findings import Fault, did_you_mean
from pnp.hexgrid import Hex
from pnp.model.counter import Counter
from pnp.model.reference import Count

FIELDS: dict[str, tuple[str, ...]] = {
    "counters": ("id", "kind", "side", "symbol", "size", "formation", "label", "steps", "range", "groups", "entry"),
    "steps": ("id", "kind", "side", "symbol", "size", "formation", "label", "steps", "range", "groups", "entry"),
    "places": ("hex", "name", "kinds"),
    "hexes": ("terrain", "path", "region", "edge"),
    "spaces": ("track", "label", "tint"),
    "boxes": ("id", "name"),
    "cases": ("number", "depth"),
    "cards": ("deck", "suit", "rank"),
}
"""The fields by which each kind of thing can be filtered."""

Thing: TypeAlias = tuple[int | None, Mapping[str, tuple[str, ...]]]
"""The number of times that a thing counts, None if it is unknown, and its fields."""


@check("C001")
def count_differs(checked: CheckedGame) -> Iterator[Fault]:
    """A `counts` record states a number that differs from the data.

    A `counts` record keeps a number that the rules state. Each copy of a counter is counted. `having` filters by
    fields; if it lists several words, one must match. `symbol` matches a whole symbol or one of its parts. In a series
    of games, `counts` covers all scenarios together; each scenario has counts of its own.

    Bad:
        counts: [{says: There are seven counters, of: counters, number: 7}]
    Good:
        counts: [{says: There are six counters, of: counters, number: 6}]
    """
    for i, count in enumerate(checked.game.counts):
        if any(field not in FIELDS[count.of] for field in count.having):
            continue
        if count.of in ("hexes", "places") and checked.game.scenarios:
            continue  # a series has no map of its own
        if count.of == "hexes" and checked.board is not None and checked.board.problems:
            continue  # hexes that could not be read were not counted
        found = [weight for weight, thing in _counted_things(checked, count) if _passes_filter(thing, count.having)]
        number = sum(weight for weight in found if weight is not None)
        if number != count.number and None not in found:
            yield Fault(
                f"counts.{i}.number",
                f'"{count.says}": the rules state {count.number}, but the data contains {number}',
                "correct one of them",
            )


@check("C015")
def count_filter_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A record of `counts` filters by a field that the counted things do not have.

    For example, places have the field `kinds`, not `kind`.

    Bad:
        counts: [{says: One town, of: places, having: {kind: town}, number: 1}]
    Good:
        counts: [{says: One town, of: places, having: {kinds: town}, number: 1}]
    """
    for i, count in enumerate(checked.game.counts):
        for field in count.having:
            if field not in FIELDS[count.of]:
                wrong = f"a count of {count.of} cannot be filtered by the field {field}"
                yield Fault(f"counts.{i}.having.{field}", wrong, did_you_mean(field, FIELDS[count.of], many=True))


def _passes_filter(thing: Mapping[str, tuple[str, ...]], having: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a counted thing has, in each filtered field, one of the wanted words."""
    return all(set(thing[field]) & {*words, " ".join(words)} for field, words in having.items())


def _counted_things(checked: CheckedGame, count: Count) -> Iterable[Thing]:
    """Return (number, fields) of each thing of the kind that a record of `counts` is about."""
    game, board = checked.game, checked.board
    match count.of:
        case "counters":
            return ((_copies_of(c), _counter_fields(checked, id_, c)) for id_, c in game.counters.items())
        case "steps":
            return ((_total_steps(c), _counter_fields(checked, id_, c)) for id_, c in game.counters.items())
        case "places":
            places = game.map.places if game.map else {}
            return ((1, {"hex": (n,), "name": (p.name,), "kinds": p.kinds}) for n, p in places.items())
        case "hexes":
            return () if board is None else _hex_things(board)
        case "spaces":
            return (
                (1, {"track": (id_,), "label": (space.label,), "tint": (space.tint,)})
                for id_, track in game.tracks.items()
                for space in track.spaces
            )
        case "boxes":
            return ((1, {"id": (id_,), "name": (box.name,)}) for id_, box in game.boxes.items())
        case "cases":
            return ((1, {"number": (case.number,), "depth": (str(case.depth),)}) for case in game.rules)
        case "cards":
            return (card for id_, component in game.components.items() for card in component.countable_cards(id_))


def _copies_of(counter: Counter) -> int:
    """Return the number of copies of a counter; 1 if that number is invalid."""
    return counter.copies if 1 <= counter.copies <= MAX_COPIES else 1  # C010 reports an invalid number


def _total_steps(counter: Counter) -> int | None:
    """Return the number of steps of all copies of a counter; None if a unit does not state its steps."""
    if counter.kind == "unit" and not counter.steps:
        return None  # C011 reports missing steps
    return _copies_of(counter) * (counter.steps or 0)


def _counter_fields(checked: CheckedGame, id_: str, counter: Counter) -> Mapping[str, tuple[str, ...]]:
    """Return the values of a counter in the fields that `counts` can filter by."""
    return {
        "id": (id_,),
        "kind": (counter.kind,),
        "side": (counter.side,),
        "symbol": (counter.symbol, *counter.symbol.split("+")),
        "size": (counter.size or "",),
        "formation": (counter.formation,),
        "label": (counter.label,),
        "steps": (str(counter.steps or 0),),
        "range": (str(counter.range or 0),),
        "groups": counter.groups,
        "entry": tuple(checked.entries_of[id_]),
    }


def _hex_things(board: Board) -> Iterator[Thing]:
    """Yield each hex of the board with the values of the fields that `counts` can filter by."""
    paths: dict[str, set[Hex]] = {}
    for line in board.lines:
        paths.setdefault(line.kind, set()).update(line.hexes)
    regions = {id_: set(cells) for id_, cells in board.regions.items()}
    edges = {id_: set(cells) for id_, cells in board.edges.items()}
    groups = {"path": paths, "region": regions, "edge": edges}
    for cell in board.grid.hexes:
        fields = {name: tuple(id_ for id_, cells in group.items() if cell in cells) for name, group in groups.items()}
        yield 1, {"terrain": board.terrain_at(cell), **fields}
