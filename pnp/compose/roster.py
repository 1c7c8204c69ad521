"""Which counters are meant: ids, ranges of ids, and where each counter enters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pnp.model.counter import Counter, Entry
from pnp.model.game import Game


def counter_ids(game: Game, words: Iterable[str]) -> tuple[str, ...]:
    """The counters that ids, ranges such as `J07-J13` and names of groups stand for, each once, as written."""
    order = tuple(game.counters)
    found: dict[str, None] = {}
    for word in words:
        first, _, last = word.partition("-")
        if word in game.counters:
            found[word] = None
        elif first in game.counters and last in game.counters:
            found.update(dict.fromkeys(order[order.index(first) : order.index(last) + 1]))
        else:
            found.update(dict.fromkeys(id_ for id_, counter in game.counters.items() if word in counter.groups))
    return tuple(found)


def entries_of(game: Game) -> dict[str, tuple[str, Entry]]:
    """Counter id -> the id of the entry by which it comes into play, and the entry."""
    return {id_: (name, entry) for name, entry in game.entries.items() for id_ in counter_ids(game, entry.counters)}


def bare_label(counter: Counter) -> str:
    """The label of a marker without the running number that tells it from its like.

    >>> bare_label(Counter(kind="marker", label="Out of Supply 3 / Fired 3", front="blank", back="blank"))
    'Out of Supply / Fired'
    """
    return re.sub(r" \d+(?= /|$)", "", counter.label)
