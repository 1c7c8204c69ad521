"""Where each counter enters, and what it is called in lists."""

from __future__ import annotations

import re

from pnp.model.counter import Counter, Entry
from pnp.model.game import Game
from pnp.model.roster import counter_ids


def entries_of(game: Game) -> dict[str, tuple[str, Entry]]:
    """Counter id -> the id of the entry by which it comes into play, and the entry."""
    return {id_: (name, entry) for name, entry in game.entries.items() for id_ in counter_ids(game, entry.counters)}


def bare_label(counter: Counter) -> str:
    """The label of a marker without the running number that tells it from its like.

    >>> bare_label(Counter(kind="marker", label="Out of Supply 3 / Fired 3", front="blank", back="blank"))
    'Out of Supply / Fired'
    """
    return re.sub(r" \d+(?= /|$)", "", counter.label)
