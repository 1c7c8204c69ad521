"""What the figure of a worked example shows, as plain values: units, what they do, and the numbers of steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw.counter.faces import Facing
from pnp.hexgrid import Hex

ArrowKind: TypeAlias = Literal["attack", "fire", "retreat", "advance"]
FigurePathKind: TypeAlias = Literal["move", "march", "retreat", "advance", "supply"]
Tone: TypeAlias = Literal["plain", "attack", "retreat", "advance", "move", "supply"]


@dataclass(frozen=True, slots=True)
class Faced:
    """A counter by its id, and which side of it is up."""

    id: str
    facing: Facing = "front"


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters in a hex, the uppermost first, and markers that lie with them. `pale` shows where they end."""

    hex: Hex
    counters: tuple[Faced, ...] = ()
    markers: tuple[Faced, ...] = ()
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """What one hex does to another, or where its units go in one step."""

    kind: ArrowKind
    start: Hex
    end: Hex


@dataclass(frozen=True, slots=True)
class FigurePath:
    """A way from hex to hex; `costs` are printed where it crosses into each next hex."""

    kind: FigurePathKind
    hexes: tuple[Hex, ...]
    costs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a step beside what it is about: the units in a hex, those that end there (`pale`), or the hexside
    to a neighbour (`beyond`).
    """

    text: str
    hex: Hex
    tone: Tone = "plain"
    pale: bool = False
    beyond: Hex | None = None


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """What a figure shows. `hexes` are to be seen whether or not anything happens in them."""

    stacks: tuple[Stack, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ways: tuple[FigurePath, ...] = ()
    discs: tuple[StepNumber, ...] = ()
    hexes: tuple[Hex, ...] = ()

    def __bool__(self) -> bool:
        """Is there anything to see?"""
        return bool(self.stacks or self.arrows or self.ways or self.hexes)

    @property
    def touched(self) -> tuple[Hex, ...]:
        """Every hex that must be seen, once."""
        found = [*self.hexes, *(stack.hex for stack in self.stacks), *(disc.hex for disc in self.discs)]
        found += [cell for arrow in self.arrows for cell in (arrow.start, arrow.end)]
        found += [cell for way in self.ways for cell in way.hexes]
        return tuple(dict.fromkeys(found))
