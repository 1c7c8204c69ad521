"""Finds the counters that are listed by id, by range (such as `J07-J13`) or by the name of a group."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pnp.model.game import Game


class CounterRanges:
    """Finds the counters that a word in a list of counters names."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def _ids_in_order(self) -> tuple[str, ...]:
        """The ids of all counters, in the order of the data."""
        return tuple(self.game.counters)

    @cached_property
    def _positions(self) -> dict[str, int]:
        """The index of each counter in the order of the data."""
        return {id_: i for i, id_ in enumerate(self.game.counters)}

    @cached_property
    def _group_members(self) -> dict[str, tuple[str, ...]]:
        """The ids of the counters in each group."""
        found: dict[str, list[str]] = {}
        for id_, counter in self.game.counters.items():
            for group in counter.groups:
                found.setdefault(group, []).append(id_)
        return {group: tuple(ids) for group, ids in found.items()}

    def ends(self, word: str) -> tuple[str, str] | None:
        """Return the first and last id of a range such as `J07-J13`; None if the word is not a range.

        Ids may contain dashes.
        """
        for dash in (i for i, letter in enumerate(word) if letter == "-"):
            if word[:dash] in self._positions and word[dash + 1 :] in self._positions:
                return word[:dash], word[dash + 1 :]
        return None

    def ids(self, word: str) -> tuple[str, ...]:
        """Return the counters that an id, a range or a group names; an empty tuple for another word."""
        if word in self._positions:
            return (word,)
        if ends := self.ends(word):
            first, last = (self._positions[end] for end in ends)
            return self._ids_in_order[first : last + 1]
        return self._group_members.get(word, ())


def counter_ids(game: Game, words: Iterable[str]) -> tuple[str, ...]:
    """Return the counters that a list of ids, ranges and groups names, each once, in the order of the list."""
    ranges = CounterRanges(game)
    return tuple(dict.fromkeys(id_ for word in words for id_ in ranges.ids(word)))
