"""The state of a game in play as a frozen value: a step returns a new state, and equal states compare equal."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")

ELIMINATED = "eliminated"
"""The place of an eliminated unit."""

TrackValue: TypeAlias = int | bool | str
"""The value of a track or a fact."""


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """A frozen mapping with a hash that does not depend on the order of its keys."""

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[K, V] = dict(items)
        self._hash: int | None = None

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def get(self, key: K, default: Any = None) -> Any:  # noqa: ANN401 - as mappings have it
        """Return the value of a key, or the default."""
        return self._items.get(key, default)

    def keys(self) -> KeysView[K]:
        """Return the keys in the order in which they were added."""
        return self._items.keys()

    def values(self) -> ValuesView[V]:
        """Return the values in the order of the keys."""
        return self._items.values()

    def items(self) -> ItemsView[K, V]:
        """Return the pairs of keys and values."""
        return self._items.items()

    def __hash__(self) -> int:
        """Return the hash of all keys and values, which is computed once; a changed copy computes it from this one."""
        if self._hash is None:
            self._hash = 0
            for item in self._items.items():
                self._hash ^= hash(item)
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, FrozenMap) and hash(self) == hash(other) and self._items == other._items

    def __repr__(self) -> str:
        return f"Frozen({self._items!r})"

    def but(self, changes: Mapping[K, V]) -> FrozenMap[K, V]:
        """Return a copy of the mapping with some keys replaced or added."""
        if not changes:
            return self
        after = FrozenMap(self._items)
        after._items.update(changes)
        if self._hash is not None:
            after._hash = self._hash
            for key, value in changes.items():
                if key in self._items:
                    after._hash ^= hash((key, self._items[key]))
                after._hash ^= hash((key, value))
        return after

    def without(self, keys: Iterable[K]) -> FrozenMap[K, V]:
        """Return a copy of the mapping without some keys."""
        gone = set(keys)
        return FrozenMap({k: v for k, v in self._items.items() if k not in gone})


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter in play.

    `place` is a hex number, a box or `ELIMINATED`; `lost` counts step losses; `marks` are its markers.
    """

    place: str
    lost: int = 0
    marks: frozenset[str] = frozenset()


class Standing:
    """The parts of a state on which map rules depend, as a cache key whose hash is computed once."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, *parts: Hashable) -> None:
        self._parts = parts
        self._hash = hash(parts)

    def __hash__(self) -> int:
        """Return the hash of all parts."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Standing) and self._hash == other._hash and self._parts == other._parts
        )


@dataclass(slots=True)
class State:
    """Everything that play changes. No state is ever changed; every step that changes something makes a new one.

    It is not frozen, because setting the fields of a frozen one takes three times as long.

    `pieces` are the counters in play by id, `levels` the tracks and facts by their names in expressions, `control` the
    sides by hex number, `markers` the sorted markers by hex number, hexside (`C3/D3`) or box. `stacks` are the ids of
    the counters in each hex of `ordered` with two or more of them, from top to bottom. `ordered` never changes during
    play.
    """

    pieces: FrozenMap[str, Piece] = field(default_factory=FrozenMap)
    levels: FrozenMap[str, TrackValue] = field(default_factory=FrozenMap)
    control: FrozenMap[str, str] = field(default_factory=FrozenMap)
    markers: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    stacks: FrozenMap[str, tuple[str, ...]] = field(default_factory=FrozenMap)
    ordered: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    _hash: int = field(default=0, init=False, repr=False, compare=False)
    _standing: Standing | None = field(default=None, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Return the hash, which is computed once because states are compared often."""
        if not self._hash:
            self._hash = hash((self.pieces, self.levels, self.control, self.markers, self.stacks)) or 1
        return self._hash

    @property
    def standing(self) -> Standing:
        """The parts of the state on which map rules depend (units, control, markers, stacks), as a cache key."""
        if self._standing is None:
            self._standing = Standing(self.pieces, self.control, self.markers, self.stacks)
        return self._standing

    def pieces_at(self, place: str) -> tuple[str, ...]:
        """Return the ids of the counters in a hex or a box."""
        return tuple(id_ for id_, piece in self.pieces.items() if piece.place == place)

    def with_piece(self, id_: str, **changes: Any) -> State:  # noqa: ANN401 - fields of a piece
        """Return a state with one counter changed (`place`, `lost`, `marks`) or added.

        A counter that enters a hex with ordered stacks goes on top.
        """
        old = self.pieces.get(id_)
        piece = Piece(**changes) if old is None else replace(old, **changes)
        after = self._with(pieces=self.pieces.but({id_: piece}))
        if self.ordered and (old is None or old.place != piece.place):
            left = [one for one in self.order_at(old.place) if one != id_] if old is not None else []
            after = after._with_order(old.place, left) if old is not None else after
            after = after._with_order(piece.place, [id_, *self.order_at(piece.place)])
        return after

    def order_at(self, place: str) -> tuple[str, ...]:
        """Return the ids of the counters in a hex, from top to bottom if its stack is ordered."""
        return self.stacks[place] if place in self.stacks else self.pieces_at(place)

    def with_stack(self, place: str, ids: Iterable[str], *, at_bottom: bool = False) -> State:
        """Return a state with counters moved to the top or bottom of the stack in their hex, in this order."""
        moved = list(ids)
        others = [id_ for id_ in self.order_at(place) if id_ not in moved]
        return self._with_order(place, others + moved if at_bottom else moved + others)

    def _with_order(self, place: str, ids: Sequence[str]) -> State:
        """Return a state with a new order of the counters in a hex; unchanged if the hex has no order."""
        if place not in self.ordered or self.stacks.get(place, ()) == tuple(ids):
            return self
        stacks = self.stacks.but({place: tuple(ids)}) if len(ids) > 1 else self.stacks.without([place])
        return replace(self, stacks=stacks)

    def with_levels(self, changes: Mapping[str, TrackValue]) -> State:
        """Return a state with the values of some tracks and facts changed."""
        if all(name in self.levels and self.levels[name] == level for name, level in changes.items()):
            return self
        return self._with(levels=self.levels.but(changes))

    def with_levels_of(self, names: frozenset[str]) -> State:
        """Return a state that keeps only the named tracks and facts.

        The others must be those that no later step reads.
        """
        levels = self.levels._items
        if names.issuperset(levels):
            return self
        return self._with(levels=FrozenMap({name: level for name, level in levels.items() if name in names}))

    def with_other_levels(self, levels: Mapping[str, TrackValue]) -> State:
        """Return a state that also has these tracks and facts, which it does not have yet."""
        return self._with(levels=FrozenMap({**levels, **self.levels._items})) if levels else self

    def _with(
        self,
        pieces: FrozenMap[str, Piece] | None = None,
        levels: FrozenMap[str, TrackValue] | None = None,
    ) -> State:
        """Return a state with other pieces or levels; faster than `replace`, and used for most steps."""
        return State(
            self.pieces if pieces is None else pieces,
            self.levels if levels is None else levels,
            self.control,
            self.markers,
            self.stacks,
            self.ordered,
        )

    def with_control(self, hexes: Iterable[str], side: str) -> State:
        """Return a state in which a side controls some hexes."""
        return replace(self, control=self.control.but(dict.fromkeys(hexes, side)))

    def with_marker(self, place: str, marker: str) -> State:
        """Return a state with one more marker in a hex or on a hexside."""
        return replace(self, markers=self.markers.but({place: tuple(sorted((*self.markers.get(place, ()), marker)))}))

    def without_marker(self, place: str, marker: str) -> State:
        """Return a state with one marker of a hex or hexside removed; the same state if there was none."""
        there = list(self.markers.get(place, ()))
        if marker not in there:
            return self
        there.remove(marker)
        return replace(
            self, markers=self.markers.but({place: tuple(there)}) if there else self.markers.without([place])
        )
