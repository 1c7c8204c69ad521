"""Mappings that cannot be changed, for the records of a game."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenMapping(dict[Key, Value]):
    """A dict that cannot be changed. It is equal to a dict with the same content, and `dict(it)` is one.

    A dict, because records are validated, compared and encoded as such, and because nothing else is as fast.
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the data of a game cannot be changed; change a copy, such as dict(game.counters)")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[FrozenMapping[Key, Value]], tuple[dict[Key, Value]]]:
        """Return how it is pickled and copied: as a dict from which it is made again."""
        return type(self), (dict(self),)


def frozen(value: Any) -> Any:  # noqa: ANN401 - any value of a record
    """Return a value in which all mappings are frozen, also those inside mappings, tuples and lists.

    >>> frozen({"a": ({"b": 1},)}) == {"a": ({"b": 1},)}, type(frozen(({},))[0]).__name__
    (True, 'FrozenMapping')
    """
    kind = type(value)
    if kind is dict:
        return FrozenMapping({key: frozen(one) for key, one in value.items()}) if value else EMPTY
    if kind is tuple or kind is list:
        inside = [frozen(one) for one in value]
        if any(new is not old for new, old in zip(inside, value, strict=True)):
            return kind(inside)
    return value


EMPTY: FrozenMapping[Any, Any] = FrozenMapping()
"""The empty mapping, of which most records have some."""
