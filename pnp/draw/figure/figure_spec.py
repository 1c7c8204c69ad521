"""The content of a worked example's figure as plain values: units, arrows, paths and step numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pnp.draw.counter.faces import Facing
from pnp.hexgrid import Hex, Hexside

ArrowKind: TypeAlias = Literal["attack", "fire", "defence", "retreat", "advance", "scatter"]
"""`fire` is support of an attack, `defence` support of the defenders in the target hex."""
FigurePathKind: TypeAlias = Literal["move", "march", "retreat", "advance", "supply"]
Tone: TypeAlias = Literal["plain", "attack", "retreat", "advance", "move", "supply"]


@dataclass(frozen=True, slots=True)
class Faced:
    """A counter by its id, and the side of it that is up."""

    id: str
    facing: Facing = "front"


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters in a hex, the top one first, and markers among them. Pale stacks show where units end."""

    hex: Hex
    counters: tuple[Faced, ...] = ()
    markers: tuple[Faced, ...] = ()
    pale: bool = False


@dataclass(frozen=True, slots=True)
class HexsideMarkers:
    """Markers that lie on a hexside, the top one first. Pale markers are placed during the example."""

    side: Hexside
    markers: tuple[Faced, ...]
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two hexes: an attack, support, a retreat or advance of one step, or the scatter of a landing."""

    kind: ArrowKind
    start: Hex
    end: Hex


@dataclass(frozen=True, slots=True)
class FigurePath:
    """A route from hex to hex; `costs` are printed where it enters each next hex."""

    kind: FigurePathKind
    hexes: tuple[Hex, ...]
    costs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of a step, placed beside units in a hex or at a hexside.

    `pale` places it beside the units that end in the hex, `beyond` at the hexside to that neighbour.
    """

    text: str
    hex: Hex
    tone: Tone = "plain"
    pale: bool = False
    beyond: Hex | None = None


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """The content of a figure. `hexes` are visible even if nothing happens in them."""

    stacks: tuple[Stack, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ways: tuple[FigurePath, ...] = ()
    discs: tuple[StepNumber, ...] = ()
    hexes: tuple[Hex, ...] = ()
    on_hexsides: tuple[HexsideMarkers, ...] = ()

    def __bool__(self) -> bool:
        """Return whether the figure shows anything."""
        return bool(self.stacks or self.arrows or self.ways or self.hexes)

    @property
    def touched(self) -> tuple[Hex, ...]:
        """Every hex that must be visible in the figure, once."""
        found = [*self.hexes, *(stack.hex for stack in self.stacks), *(disc.hex for disc in self.discs)]
        found += [cell for arrow in self.arrows for cell in (arrow.start, arrow.end)]
        found += [cell for way in self.ways for cell in way.hexes]
        return tuple(dict.fromkeys(found))
