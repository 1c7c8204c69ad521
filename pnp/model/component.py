"""Components besides the map and the counters: their common fields, and the kinds that there are.

The modules of `pnp/model/components` have a record for each kind. All lengths are true on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from pydantic import Field

from pnp.findings import Fault, did_you_mean
from pnp.model.record import AnyKind, Colour, Length, Sourced, Words
from pnp.model.sheet_furniture import Furniture
from pnp.units import Mm

Copies: TypeAlias = Annotated[int, Field(ge=1, le=99)]

SLACK: Mm = 0.01
"""Lengths that differ by less are equal."""


class PaperNeed(NamedTuple):
    """The paper that a piece needs: the field that makes it large, its shorter and its longer side."""

    field: str
    short: Mm
    long: Mm


class CardSide(Sourced):
    """One side of a card: furniture on a coloured ground, or the whole map sheet."""

    map: bool = False
    """Whether this side of the card shows the whole map sheet."""
    ground: Colour = "#FFFFFF"
    """The background colour of the card."""
    head: Colour = ""
    """The colour of frames and head bars, in place of that of the map."""
    furniture: tuple[Furniture, ...] = ()
    """What is printed on the card, such as texts, tables and tracks."""


class Component(Sourced):
    """The fields of all components.

    A kind overrides the methods that concern it. In all kinds a field `picture` names a picture, and a field `side`
    names a side of the game.
    """

    name: str
    """The name of the component."""
    sheet: str = ""
    """The name of the PDF, which several components may share; by default the id."""
    says: str = ""
    """A line for the player, printed beside the component."""
    added: bool = False
    """Whether the component is not part of the published game."""

    two_sided: ClassVar[bool] = False
    """Whether the kind is printed on both sides, on sheets of cards."""
    ids_in_file_names: ClassVar[tuple[str, ...]] = ()
    """Fields with ids that become parts of file names."""

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return the dimensions of the component as it is cut out, such as its width, by field name."""
        return {}

    def paper_need(self) -> PaperNeed | None:
        """Return the paper size that the largest piece needs; None if another check limits the size."""
        return None

    def faults(self) -> Iterator[Fault]:
        """Yield the faults that do not depend on the component's measures; the path of a fault is the field."""
        yield from ()

    def measure_faults(self) -> Iterator[Fault]:
        """Yield the faults in the measures of the component.

        Called only if every length in `cut_lengths` is within its limits.
        """
        yield from ()

    def named_counters(self) -> tuple[str, Words]:
        """Return the field that names counters, and the counters printed in this component instead of on a sheet."""
        return "", ()

    def printed_sides(self) -> Iterator[tuple[str, CardSide]]:
        """Yield `front` or `back`, and the content of that side, for each side that shows the map, tables or tracks."""
        yield from ()

    def shows_map(self) -> bool:
        """Return whether the front of the component shows the whole map sheet."""
        return any(side.map for field, side in self.printed_sides() if field == "front")

    def print_scale(self) -> float:
        """Return by how much the component is enlarged in print; its lengths in the data are those before."""
        return 1

    def draw_pile(self) -> tuple[str, ...] | None:
        """Return the cards of the deck that procedures draw from; None if the component is not a deck."""
        return None

    def countable_cards(self, id_: str) -> Iterator[tuple[int, Mapping[str, tuple[str, ...]]]]:
        """Yield each card with its number of copies and the fields by which `counts` can filter."""
        yield from ()

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the file names (without suffix) of all drawings of the component.

        `counters` are the named counters.
        """
        yield id_


class CardComponent(Component):
    """A component printed on both sides: all its cards have one size."""

    two_sided: ClassVar[bool] = True

    width: Length
    """The width of each card, such as `63mm`."""
    height: Length
    """The height of each card, such as `88mm`."""

    def white_edges(self) -> bool:
        """Return whether no colour reaches the edges of the cards, so that they need no bleed."""
        return False

    def fills_sheet(self) -> bool:
        """Return whether the cards are repeated until a sheet is full."""
        return False

    def print_run(self, id_: str, cards: Sequence[str], share: int) -> tuple[str, ...]:
        """Return the ids of the cards in print order, each as often as it is printed.

        `share` is how many cards of this component fill its part of a sheet.
        """
        return tuple(cards)


class CutOutComponent(Component):
    """A component of pieces that are cut out and printed on one side."""

    @property
    def in_blocks(self) -> bool:
        """Whether the pieces are equal rectangles that are printed in blocks and cut between ticks."""
        return False

    def print_copies(self, sheet_capacity: int) -> int:
        """Return how many copies of a piece are printed: as many as fit on a sheet."""
        return sheet_capacity


COMPONENT_KINDS: dict[str, type[Component]] = {}
"""Kind -> its record; the modules of `pnp/model/components` fill it.

A kind with several shapes has one entry for each: `template disc`."""


def kind_of_component(value: Any) -> str:  # noqa: ANN401 - input not yet typed, or a record
    """Return the kind of a component, such as `template disc`. Raise `ValueError` if the kind is unknown."""
    kind, shape = (
        str((value.get(key) if isinstance(value, dict) else getattr(value, key, None)) or "")
        for key in ("kind", "shape")
    )
    known = [name.partition(" ") for name in sorted(COMPONENT_KINDS)]
    shapes = tuple(one for name, _, one in known if name == kind and one)
    if kind not in {name for name, _, _ in known}:
        raise _unknown_kind("kind", kind, tuple(name for name, _, _ in known))
    if shapes and shape not in shapes:
        raise _unknown_kind("shape", shape, shapes)
    return f"{kind} {shape}" if shapes else kind


def _unknown_kind(key: str, word: str, known: tuple[str, ...]) -> ValueError:
    """Return the error for an unknown kind or shape of a component."""
    wrong = f"there is no {key} of component named {word}" if word else f"a component has a {key}"
    return ValueError(f"{wrong}; {did_you_mean(word, known, many=True)}")


AnyComponent: TypeAlias = Annotated[Component, AnyKind(COMPONENT_KINDS, kind_of_component)]
"""A component of any kind."""
