"""Records of standees (upright counters), their bases and plates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pnp.findings import Fault
from pnp.model.component import COMPONENT_KINDS, SLACK, CutOutComponent, PaperNeed
from pnp.model.record import Length, Sourced, Words, enter
from pnp.units import Mm


class Plate(Sourced):
    """The lettering at the foot of a standee: a large number or letter, and one or two lines beside it."""

    numeral: str
    """A large number or letter."""
    name: str
    """The line beside the number."""
    says: str = ""
    """A second line below the first."""
    facing: Literal["", "left", "right"] = ""
    """The direction of a gun or vehicle in the picture, which arrows on the tabs show."""


class Base(Sourced):
    """A strip of paper to which the tabs of a standee are glued."""

    width: Length
    """The width of the base, such as `20mm`."""
    height: Length
    """The height of the base, such as `15mm`."""


@enter(COMPONENT_KINDS, "standee")
class Standee(CutOutComponent):
    """Upright counters: strips with two faces head to head, and a tab at each end for a base.

    Standees with `plates` touch each other in one block, each with its base below it.
    """

    kind: Literal["standee"]
    """The word `standee`, for upright counters."""
    of: Words
    """The ids of the counters, and ranges, that are not on counter sheets."""
    width: Length
    """The width of a face, such as `20mm`."""
    height: Length
    """The height of a face, such as `30mm`."""
    tab: Length
    """The height of each tab, such as `8mm`."""
    base: Base | None = None
    """The strip to which the tabs are glued."""
    plates: dict[str, Plate] = {}
    """The lettering at the foot of each standee, by the id of its counter."""

    def named_counters(self) -> tuple[str, Words]:
        """Return the ids of the counters that are printed as standees, after the name of their field, `of`."""
        return "of", self.of

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the lengths of the strip and of the base, by field name."""
        lengths = {"width": self.width, "height": self.height, "tab": self.tab}
        base = {"base.width": self.base.width, "base.height": self.base.height} if self.base else {}
        return {**base, **lengths}

    def paper_need(self) -> PaperNeed:
        """Return how much paper the strip of one standee needs."""
        base = self.base.height if self.base and self.plates else 0
        return PaperNeed("height", *sorted((self.width, 2 * (self.height + self.tab) + base)))

    def faults(self) -> Iterator[Fault]:
        """Yield a fault (K018) if the standees name no counters."""
        if not self.of:
            yield Fault(
                "of", f"the standees {self.name!r} do not name any counters", "write ids of counters in of", code="K018"
            )

    def measure_faults(self) -> Iterator[Fault]:
        """Yield a fault (K012) for a width or height of the base that is less than that of a tab."""
        if self.plates and (self.base is None or abs(self.base.width - self.width) > SLACK):
            wrong = f"the base of standees with plates must be {self.width:g} mm wide, as wide as their strips"
            yield Fault("base" if self.base is None else "base.width", wrong, f"write {self.width:g}mm", code="K012")
        if self.base is not None:
            sizes = (("width", self.base.width, self.width), ("height", self.base.height, self.tab))
            for field, base_length, tab_length in sizes:
                if base_length < tab_length - SLACK:
                    wrong = f"the {field} of the base is {base_length:g} mm, but that of its tabs is {tab_length:g} mm"
                    yield Fault(f"base.{field}", wrong, f"write {tab_length:g}mm or more", code="K012")

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the names of the drawings of each counter: its strip, and its base if there is one.

        A block of standees is one drawing.
        """
        if self.plates:
            yield id_
            return
        for counter in counters:
            yield f"{id_}-{counter}"
            if self.base is not None:
                yield f"{id_}-{counter}-base"
