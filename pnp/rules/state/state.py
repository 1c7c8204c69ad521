"""The state of a game in play, as a value: playing a step gives a new state, and equal states are equal."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")

ELIMINATED = "eliminated"
"""The place of a unit that has lost its last step."""

TrackValue: TypeAlias = int | bool | str
"""What a track or a fact stands at."""


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """A mapping that does not change, with a hash: the same whatever the order its keys came in."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        """Keep a copy."""
        self._items = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        """The value of a key."""
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        """The keys as they came."""
        return iter(self._items)

    def __len__(self) -> int:
        """How many keys there are."""
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        """Has a key a value?"""
        return key in self._items

    def get(self, key: K, default: Any = None) -> Any:  # noqa: ANN401 - as mappings have it
        """The value of a key, or the default."""
        return self._items.get(key, default)

    def keys(self) -> KeysView[K]:
        """The keys as they came."""
        return self._items.keys()

    def values(self) -> ValuesView[V]:
        """The values as their keys came."""
        return self._items.values()

    def items(self) -> ItemsView[K, V]:
        """Keys and values."""
        return self._items.items()

    def __hash__(self) -> int:
        """Of keys and values, worked out once."""
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Equal keys have equal values."""
        if self is other:
            return True
        return isinstance(other, FrozenMap) and hash(self) == hash(other) and self._items == other._items

    def __repr__(self) -> str:
        """As a mapping is written."""
        return f"Frozen({self._items!r})"

    def but(self, changes: Mapping[K, V]) -> FrozenMap[K, V]:
        """The same but for some keys."""
        return FrozenMap(self._items | dict(changes)) if changes else self

    def without(self, keys: Iterable[K]) -> FrozenMap[K, V]:
        """The same without some keys."""
        gone = set(keys)
        return FrozenMap({k: v for k, v in self._items.items() if k not in gone})


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a counter is and how it is: `place` is a hex number, a box, or `ELIMINATED`; `lost` the steps it has lost;
    `marks` the markers on it.
    """

    place: str
    lost: int = 0
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """Everything that play changes. `pieces` are those in play by counter id; `levels` tracks and facts by the names
    they have in expressions; `control` hex number -> side; `markers` hex number -> markers in it, sorted.
    """

    pieces: FrozenMap[str, Piece] = field(default_factory=FrozenMap)
    levels: FrozenMap[str, TrackValue] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    markers: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Worked out once, since states are compared all the time."""
        if not self._hash:
            value = hash((self.pieces, self.levels, self.control, self.markers)) or 1
            object.__setattr__(self, "_hash", value)
        return self._hash

    @property
    def standing(self) -> tuple[Hashable, ...]:
        """All but the levels: who stands where, and what lies there. What the map allows hangs on nothing else."""
        return self.pieces, self.control, self.markers

    def pieces_at(self, place: str) -> tuple[str, ...]:
        """The counters in a hex or a box, by id."""
        return tuple(id_ for id_, piece in self.pieces.items() if piece.place == place)

    def with_piece(self, id_: str, **changes: Any) -> State:  # noqa: ANN401 - fields of a piece
        """One counter changed (`place`, `lost`, `marks`), or new in play."""
        old = self.pieces.get(id_)
        piece = Piece(**changes) if old is None else replace(old, **changes)
        return replace(self, pieces=self.pieces.but({id_: piece}))

    def with_levels(self, changes: Mapping[str, TrackValue]) -> State:
        """Tracks and facts set."""
        if all(name in self.levels and self.levels[name] == level for name, level in changes.items()):
            return self
        return replace(self, levels=self.levels.but(changes))

    def with_levels_of(self, names: frozenset[str]) -> State:
        """Other tracks and facts forgotten: for those that nobody asks for any more."""
        if names.issuperset(self.levels):
            return self
        return replace(self, levels=FrozenMap({name: level for name, level in self.levels.items() if name in names}))

    def with_control(self, hexes: Iterable[str], side: str) -> State:
        """Hexes taken by a side."""
        return replace(self, control=self.control.but(dict.fromkeys(hexes, side)))

    def with_marker(self, place: str, word: str) -> State:
        """One more marker in a hex."""
        return replace(self, markers=self.markers.but({place: tuple(sorted((*self.markers.get(place, ()), word)))}))

    def without_marker(self, place: str, word: str) -> State:
        """One marker fewer in a hex; the same if there was none."""
        there = list(self.markers.get(place, ()))
        if word not in there:
            return self
        there.remove(word)
        return replace(
            self, markers=self.markers.but({place: tuple(there)}) if there else self.markers.without([place])
        )
