"""Lists of counters in the data: ids, ranges of ids such as `J07-J13`, and names of groups."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pnp.model.game import Game


class CounterRanges:
    """Finds the counters that a word in a list of counters means."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def _order(self) -> tuple[str, ...]:
        return tuple(self.game.counters)

    @cached_property
    def _position(self) -> dict[str, int]:
        """Each id with its position in the data."""
        return {id_: i for i, id_ in enumerate(self.game.counters)}

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """The counters of each group."""
        found: dict[str, list[str]] = {}
        for id_, counter in self.game.counters.items():
            for group in counter.groups:
                found.setdefault(group, []).append(id_)
        return {group: tuple(ids) for group, ids in found.items()}

    def ends(self, word: str) -> tuple[str, str] | None:
        """Return the two ids of a range as written; None if the word is not a range. Ids may contain dashes."""
        for dash in (i for i, letter in enumerate(word) if letter == "-"):
            if word[:dash] in self._position and word[dash + 1 :] in self._position:
                return word[:dash], word[dash + 1 :]
        return None

    def ids(self, word: str) -> tuple[str, ...]:
        """Return the counters of an id, a range in the order of the data, or a group; none for another word."""
        if word in self._position:
            return (word,)
        if ends := self.ends(word):
            first, last = (self._position[end] for end in ends)
            return self._order[first : last + 1]
        return self._groups.get(word, ())


def counter_ids(game: Game, words: Iterable[str]) -> tuple[str, ...]:
    """Return the counters that a list of ids, ranges and groups means, each once, in the order of the list."""
    ranges = CounterRanges(game)
    return tuple(dict.fromkeys(id_ for word in words for id_ in ranges.ids(word)))
