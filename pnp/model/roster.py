"""Which counters names stand for: ids, ranges of ids, groups."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.model.game import Game


def counter_ids(game: Game, words: Iterable[str]) -> tuple[str, ...]:
    """The counters that ids, ranges such as `J07-J13` and names of groups stand for, each once, as written."""
    order = tuple(game.counters)
    found: dict[str, None] = {}
    for word in words:
        ends = _ends(word, game)
        if word in game.counters:
            found[word] = None
        elif ends:
            first, last = sorted(order.index(end) for end in ends)
            found.update(dict.fromkeys(order[first : last + 1]))
        else:
            found.update(dict.fromkeys(id_ for id_, counter in game.counters.items() if word in counter.groups))
    return tuple(found)


def _ends(word: str, game: Game) -> tuple[str, str] | None:
    """The two ids of a range; ids may hold dashes of their own."""
    for dash in (i for i, letter in enumerate(word) if letter == "-"):
        if word[:dash] in game.counters and word[dash + 1 :] in game.counters:
            return word[:dash], word[dash + 1 :]
    return None
