"""Records of `templates/new/kinds.yaml`: the kinds of game that `pnp new` can begin."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pnp.model.record import Record


class MapSize(Record):
    """A size of the map of a new game, and the words that its files have for it."""

    says: str
    """The size in words, such as `10 by 9 hexes on two tiles`."""
    words: dict[str, str] = {}
    """What replaces each word such as `@ROWS@` in the files, by the word without its signs."""


class NewKind(Record):
    """A kind of game that `pnp new` can begin. Its files are in the folder of its name beside the list of kinds."""

    says: str
    """What the game consists of, for the help of the command."""
    sides: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]
    """The names of both sides, unless the designer names others."""
    shows: str
    """What `pnp preview` draws of it, such as `counters`."""
    sizes: dict[str, MapSize] = {}
    """The sizes of the map by name, the usual one first; a game without a map has none."""


class NewKinds(Record):
    """All kinds of game that `pnp new` can begin."""

    kinds: dict[str, NewKind]
    """The kinds by name, the usual one first."""
