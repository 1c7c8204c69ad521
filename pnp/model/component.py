"""Components besides the map and the counters: their common fields, and the register of kinds.

Each kind is defined in one module of `pnp/draw/components`: its record, its drawing and its checks. A new kind is a new
module. All lengths are true on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, Union

from pydantic import BeforeValidator, Discriminator, Field, GetCoreSchemaHandler, Tag
from pydantic_core import CoreSchema

from pnp.findings import did_you_mean
from pnp.model.gamemap import Furniture
from pnp.model.record import Colour, Length, Sourced, Words
from pnp.register import Register
from pnp.units import Mm

Copies: TypeAlias = Annotated[int, Field(ge=1, le=99)]

SLACK: Mm = 0.01
"""Lengths that differ by less are equal."""


class ComponentFault(NamedTuple):
    """A mistake in a component: the code of its check, the field, what is wrong, and what to write."""

    code: str
    field: str
    wrong: str
    write: str


class PaperNeed(NamedTuple):
    """How much paper a piece needs: the field that makes it large, its shorter and its longer side."""

    field: str
    short: Mm
    long: Mm


class CardSide(Sourced):
    """One side of a card: furniture on a coloured ground, or the whole map sheet (`map: true`)."""

    map: bool = False
    ground: Colour = "#FFFFFF"
    furniture: tuple[Furniture, ...] = ()


class Component(Sourced):
    """The fields of all components.

    `sheet` names the PDF, which may hold several components; the default is the id.

    `says` is a line for the player, printed beside the component. A kind overrides the methods that concern it. In all
    kinds a field `picture` names a picture, and a field `side` names a side of the game.
    """

    name: str
    sheet: str = ""
    says: str = ""

    two_sided: ClassVar[bool] = False
    """Whether the kind is printed on both sides, on sheets of cards."""
    ids_in_file_names: ClassVar[tuple[str, ...]] = ()
    """Fields with ids that become parts of file names."""

    def cut_lengths(self) -> Mapping[str, Mm]:
        """Return every length that is cut out, by its field."""
        return {}

    def paper_need(self) -> PaperNeed | None:
        """Return how much paper the largest piece needs; None if another check limits the size."""
        return None

    def faults(self) -> Iterator[ComponentFault]:
        """Yield mistakes in the component that need no measures."""
        yield from ()

    def measure_faults(self) -> Iterator[ComponentFault]:
        """Yield mistakes in the measures. Called only if every length in `cut_lengths` is within its limits."""
        yield from ()

    def named_counters(self) -> tuple[str, Words]:
        """Return the field that names counters, and the counters that are printed in this component instead."""
        return "", ()

    def printed_sides(self) -> Iterator[tuple[str, CardSide]]:
        """Yield the sides that show furniture or the map, each with its field."""
        yield from ()

    def shows_map(self) -> bool:
        """Return whether the front shows the whole map sheet."""
        return any(side.map for field, side in self.printed_sides() if field == "front")

    def draw_pile(self) -> tuple[str, ...] | None:
        """Return the cards that procedures draw from; None if the component is not a deck."""
        return None

    def countable_cards(self, id_: str) -> Iterator[tuple[int, Mapping[str, tuple[str, ...]]]]:
        """Yield each card with its number of copies and the fields by which `counts` can select it."""
        yield from ()

    def drawing_names(self, id_: str, counters: Iterable[str]) -> Iterator[str]:
        """Yield the file names, without suffix, of all drawings of the component.

        `counters` are the named counters.
        """
        yield id_


class CardComponent(Component):
    """A component printed on both sides: all its cards have one size."""

    two_sided: ClassVar[bool] = True
    width: Length
    height: Length


COMPONENT_KINDS: Register[type[Component]] = Register("pnp.draw.components")
"""Kind -> its record. A kind with several shapes has one entry for each: `template disc`."""


def _names(value: Any) -> tuple[str, str]:  # noqa: ANN401 - input not yet typed, or a record
    """Return the kind and the shape that a component has in the data."""
    kind, shape = (value.get(k) if isinstance(value, dict) else getattr(value, k, None) for k in ("kind", "shape"))
    return str(kind or ""), str(shape or "")


def _check_kind(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Return a component as written. Raises `ValueError` if its kind or shape does not exist."""
    if not isinstance(value, dict):
        return value
    kind, shape = _names(value)
    known = [name.partition(" ") for name in COMPONENT_KINDS]
    kinds = tuple(dict.fromkeys(name for name, _, _ in known))
    shapes = tuple(one for name, _, one in known if name == kind and one)
    if kind not in kinds:
        raise _unknown("kind", kind, kinds)
    if shapes and shape not in shapes:
        raise _unknown("shape", shape, shapes)
    return value


def _unknown(key: str, word: str, known: tuple[str, ...]) -> ValueError:
    wrong = f"there is no {key} {word}" if word else f"a component has a {key}"
    return ValueError(f"{wrong}; {did_you_mean(word, known, many=True)}")


def _tag(value: Any) -> str | None:  # noqa: ANN401 - input not yet typed, or a record
    """Return a tag that no key of the data resembles, so that messages can leave it out of paths."""
    kind, shape = _names(value)
    name = f"{kind} {shape}"
    return f"[{name if name in COMPONENT_KINDS else kind}]"


class ComponentUnion:
    """The union of the records of all kinds.

    It is built when the first game is read, not when this module is imported.

    The modules of the kinds import the record of the game, which refers to this union.
    """

    def annotation(self) -> Any:  # noqa: ANN401 - an annotation
        """Return the union as an annotation for pydantic."""
        options = tuple(Annotated[record, Tag(f"[{name}]")] for name, record in COMPONENT_KINDS.items())
        return Annotated[Union[options], Discriminator(_tag), BeforeValidator(_check_kind)]  # noqa: UP007 - computed

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        return handler.generate_schema(self.annotation())


AnyComponent: TypeAlias = Annotated[Component, ComponentUnion()]
"""A component of any kind."""
