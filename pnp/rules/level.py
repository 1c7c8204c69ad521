"""Levels: where tracks and facts stand, by the names that they have in expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pnp.findings import did_you_mean
from pnp.model.game import Game
from pnp.model.table import Track
from pnp.rules.state import Level
from pnp.rules.vocabulary import Unplayable

_WHOLE = re.compile(r"[-+−]?\d{1,9}")
TRUE, FALSE = ("true", "yes"), ("false", "no")


@dataclass(frozen=True)
class LevelKind:
    """A track, or a side's marker on it, or a fact: its name, its type, where it starts, the labels of a track."""

    name: str
    title: str
    type: str
    start: Level
    path: str
    labels: tuple[str, ...] = ()
    clamp: bool = False

    def set(self, value: Level) -> Level:
        """What it stands at if it is to stand at a value: tracks that clamp stop at their ends. `Unplayable` if the
        track has no such space.
        """
        if self.type == "word" and self.labels and value not in self.labels:
            raise Unplayable(f"{self.name} has no space {value}", did_you_mean(str(value), self.labels, many=True))
        if self.clamp and self.bounds:
            return max(self.bounds[0], min(int(value), self.bounds[1]))
        return value

    @cached_property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number of its spaces, if they are numbers."""
        spaces = [read_whole(label) for label in self.labels] if self.type == "int" else []
        return (min(spaces), max(spaces)) if spaces else None

    def read(self, text: str) -> Level:
        """Where it stands, as written; `Unplayable` if it cannot."""
        if self.type == "bool":
            return read_truth(text)
        if self.type == "int" and self.labels and read_whole(text) not in map(read_whole, self.labels):
            raise Unplayable(f"{self.name} has no space {text}", did_you_mean(text, self.labels, many=True))
        return self.set(read_whole(text) if self.type == "int" else text)


def read_whole(text: str) -> int:
    """A whole number with or without a sign; `Unplayable` if it is none."""
    if not _WHOLE.fullmatch(text.strip()):
        raise Unplayable(f"{text or 'a blank'} is no whole number", "write digits, such as 3")
    return int(text.strip().replace("−", "-"))


def read_truth(text: str) -> bool:
    """`true` or `yes`, `false` or `no`; `Unplayable` if it is neither."""
    if text.lower() not in TRUE + FALSE:
        raise Unplayable(f"{text or 'a blank'} is neither true nor false", "write true or false")
    return text.lower() in TRUE


def level_kinds(game: Game) -> Mapping[str, LevelKind]:
    """Everything that has a level. A track with markers of several sides has one for each: `victory_red`."""
    tracks = [kind for id_, track in game.tracks.items() for kind in _of_track(game, id_, track)]
    return {kind.name: kind for kind in (*_facts(game), *tracks)}


def _of_track(game: Game, id_: str, track: Track) -> Iterator[LevelKind]:
    labels = tuple(space.label for space in track.spaces)
    if not labels:
        return
    whole = all(_WHOLE.fullmatch(label) for label in labels)
    first = track.start or labels[0]
    start: Level = int(first.replace("−", "-")) if whole and _WHOLE.fullmatch(first) else first
    sides = [game.counters[marker].side for marker in track.marker if marker in game.counters]
    several = len(set(sides)) == len(sides) > 1 and all(sides)
    for side in sides if several else [""]:
        name = re.sub(r"\W", "_", f"{id_}_{side}" if side else id_)
        owner = f" ({game.sides[side].name})" if side in game.sides else ""
        kind = "int" if whole else "word"
        clamp = track.beyond == "clamp"
        yield LevelKind(name, track.name + owner, kind, start, f"tracks.{id_}", labels, clamp)


def _facts(game: Game) -> Iterator[LevelKind]:
    for id_, fact in game.facts.items():
        name, text = re.sub(r"\W", "_", id_), fact.start
        title = id_.replace("_", " ").capitalize()
        if text.lower() in TRUE + FALSE:
            yield LevelKind(name, title, "bool", read_truth(text), f"facts.{id_}")
        elif _WHOLE.fullmatch(text):
            yield LevelKind(name, title, "int", read_whole(text), f"facts.{id_}")
        else:
            yield LevelKind(name, title, "word", text, f"facts.{id_}")
