"""Tracks and facts as variables of expressions: their names, types and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pnp.findings import did_you_mean
from pnp.model.game import Game
from pnp.model.table import Track
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import TrackValue

_WHOLE = re.compile(r"[-+−]?\d{1,9}")
TRUE, FALSE = ("true", "yes"), ("false", "no")


@dataclass(frozen=True)
class TrackKind:
    """A track, a side's marker on a track, or a fact: name, type, starting value, and the labels of a track."""

    name: str
    title: str
    type: str
    start: TrackValue
    path: str
    labels: tuple[str, ...] = ()
    clamp: bool = False

    def set(self, value: TrackValue) -> TrackValue:
        """Return the value to which the track is set; a track that clamps stops at its ends.

        Raise `RuleError` if the track has no such space.
        """
        if self.type == "word" and self.labels and value not in self.labels:
            raise RuleError(f"{self.name} has no space {value}", did_you_mean(str(value), self.labels, many=True))
        if self.clamp and self.bounds:
            return max(self.bounds[0], min(int(value), self.bounds[1]))
        return value

    @cached_property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number on the track; None if its spaces are not numbers."""
        spaces = [read_integer(label) for label in self.labels] if self.type == "int" else []
        return (min(spaces), max(spaces)) if spaces else None

    def read(self, text: str) -> TrackValue:
        """Return the value that a text gives to this track or fact.

        Raise `RuleError` if the track or fact cannot have it.
        """
        if self.type == "bool":
            return read_bool(text)
        if self.type == "int" and self.labels and read_integer(text) not in map(read_integer, self.labels):
            raise RuleError(f"{self.name} has no space {text}", did_you_mean(text, self.labels, many=True))
        return self.set(read_integer(text) if self.type == "int" else text)


def read_integer(text: str) -> int:
    """Return the integer in a text, with or without a sign.

    Raise `RuleError` for another text.
    """
    if not _WHOLE.fullmatch(text.strip()):
        raise RuleError(f"{text or 'a blank'} is not a whole number", "write digits, such as 3")
    return int(text.strip().replace("−", "-"))


def read_bool(text: str) -> bool:
    """Return True for `true` or `yes`, False for `false` or `no`.

    Raise `RuleError` for another text.
    """
    if text.lower() not in TRUE + FALSE:
        raise RuleError(f"{text or 'a blank'} is neither true nor false", "write true or false")
    return text.lower() in TRUE


def track_kinds(game: Game) -> Mapping[str, TrackKind]:
    """Return all tracks and facts of a game as variables, by their names in expressions.

    A track with markers of several sides has one entry for each: `victory_red`.
    """
    tracks = [kind for id_, track in game.tracks.items() for kind in _track_variables(game, id_, track)]
    return {kind.name: kind for kind in (*_fact_variables(game), *tracks)}


def _track_variables(game: Game, id_: str, track: Track) -> Iterator[TrackKind]:
    """Yield a track as a variable, or one variable for each side with a marker on it."""
    labels = tuple(space.label for space in track.spaces)
    if not labels:
        return
    whole = all(_WHOLE.fullmatch(label) for label in labels)
    first = track.start or labels[0]
    start: TrackValue = int(first.replace("−", "-")) if whole and _WHOLE.fullmatch(first) else first
    sides = [game.counters[marker].side for marker in track.marker if marker in game.counters]
    several = len(set(sides)) == len(sides) > 1 and all(sides)
    for side in sides if several else [""]:
        name = re.sub(r"\W", "_", f"{id_}_{side}" if side else id_)
        owner = f" ({game.sides[side].name})" if side in game.sides else ""
        kind = "int" if whole else "word"
        clamp = track.beyond == "clamp"
        yield TrackKind(name, track.name + owner, kind, start, f"tracks.{id_}", labels, clamp)


def _fact_variables(game: Game) -> Iterator[TrackKind]:
    """Yield each fact of the game data (a yes or no, a number or a word) as a variable of expressions."""
    for id_, fact in game.facts.items():
        name, text = re.sub(r"\W", "_", id_), fact.start
        title = id_.replace("_", " ").capitalize()
        if text.lower() in TRUE + FALSE:
            yield TrackKind(name, title, "bool", read_bool(text), f"facts.{id_}")
        elif _WHOLE.fullmatch(text):
            yield TrackKind(name, title, "int", read_integer(text), f"facts.{id_}")
        else:
            yield TrackKind(name, title, "word", text, f"facts.{id_}")
