"""Words for counters in books: the names of factors and markers, and the entry of each counter."""

from __future__ import annotations

import re

from pnp.model.counter import Counter, Entry, Face, split_factors
from pnp.model.game import Game
from pnp.model.roster import counter_ids


def factor_words(game: Game, face: Face) -> tuple[tuple[str, str], ...]:
    """Return each factor of a counter's face with its name, or with the meaning of its sign."""
    if game.counter_print is None or not face.factors:
        return ()
    notation = game.counter_print.notation
    parts = split_factors(face.factors)
    return tuple(
        (part, notation.get(part, name)) for part, name in zip(parts, game.counter_print.factors, strict=False)
    )


def bare_label(counter: Counter) -> str:
    """Return the label of a marker without its number: `Fired 3` becomes `Fired`.

    >>> bare_label(Counter(kind="marker", label="Out of Supply 3 / Fired 3", front="blank", back="blank"))
    'Out of Supply / Fired'
    """
    return re.sub(r" \d+(?= /|$)", "", counter.label)


def with_copies(counter: Counter) -> str:
    """Return the label of a counter, with the number of its pieces if there are several.

    >>> with_copies(Counter(kind="marker", label="Fort", front="blank", back="blank", copies=3))
    'Fort × 3'
    """
    return counter.label if counter.copies == 1 else f"{counter.label} \N{MULTIPLICATION SIGN} {counter.copies}"


def entries_of(game: Game) -> dict[str, tuple[str, Entry]]:
    """Return, for the id of each counter, the entry with which it comes into the game (id and data)."""
    return {id_: (name, entry) for name, entry in game.entries.items() for id_ in counter_ids(game, entry.counters)}
