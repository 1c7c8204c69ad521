"""Print targets: what one way of printing wants. A target is a data file in `templates/targets/`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.model.record import Length, Record

Duplex: TypeAlias = Literal["long", "short", "fold", "none"]
"""How backs meet fronts: turn the sheet about its long edge, about its short edge, fold one page along a gutter, or
print fronts only.
"""


class Paper(Record):
    """A paper size, upright."""

    name: str
    width: Length
    height: Length


class BackShift(Record):
    """How far a printer puts the back off: to the right, down (mm), and turned clockwise (degrees); the backs are moved
    to make up for it.
    """

    x: float = 0
    y: float = 0
    turn: float = 0


class Target(Record):
    """`margin` is the part of the paper that printers leave blank; `bleed` is how far colour goes past the cut; `tick`
    marks lie outside it.

    `smallest_pt` is the least size of any text; `tile_overlap` is how much of the map two neighbouring tiles share, for
    glue.
    """

    name: str
    papers: dict[str, Paper]
    paper: str
    duplex: Duplex = "long"
    margin: Length
    bleed: Length
    gutter: Length
    tick_gap: Length
    tick_length: Length
    tick_width: Length
    rulers: bool = True
    tile_overlap: Length
    smallest_pt: float
    fold_tolerance: Length
