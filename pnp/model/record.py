"""What every record of a game's data shares: frozen, no unknown keys, and where its values come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from pnp.units import Mm, parse_length

BasisKind: TypeAlias = Literal["text", "derived", "reconstructed"]
"""`text`: the published game says so. `derived`: follows from it. `reconstructed`: invented because the published sheet
is lost.
"""


def _read_basis(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """`reconstructed`, or `reconstructed front.defence=text`, or a mapping of paths to kinds with `default`."""
    if not isinstance(value, str):
        return value
    basis = {}
    for word in value.split():
        path, equals, kind = word.rpartition("=")
        basis[path if equals else "default"] = kind
    return basis


Basis: TypeAlias = Annotated[dict[str, BasisKind], BeforeValidator(_read_basis)]
"""Which values of a record have which basis: dotted path inside the record -> kind; `default` is for all others."""


def _read_length(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    return parse_length(value) if isinstance(value, str) else value


Length: TypeAlias = Annotated[Mm, BeforeValidator(_read_length)]
"""Written with its unit (`0.70in`, `12 mm`), kept in mm."""

Colour: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
"""`#RRGGBB`."""


def _read_words(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


Words: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_read_words)]
"""Several names, written as a list or as text with blanks between."""


class Record(BaseModel):
    """A frozen value; unknown keys are errors."""

    # A record's validator is built when one is first read: most processes read none, or whole games only.
    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, allow_inf_nan=False, defer_build=True
    )


class Sourced(Record):
    """A record that says where it comes from: the basis of its values and the published rule case."""

    basis: Basis = {}
    rule: Words = ()
    note: str = ""


class KindUnion:
    """An annotation for a record whose class depends on its key `kind`: `Annotated[Base, KindUnion(register)]`.

    The classes come from a register, which imports them when the first record is validated.
    """

    def __init__(self, kinds: Mapping[str, type[Record]]) -> None:
        self._kinds = kinds

    def record_type(self, tag: str) -> type[Record] | None:
        """Return the class that a part of an error's location stands for, such as `[table]`; None if unknown."""
        return self._kinds.get(tag[1:-1])

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401 - an annotation
        """Return a union with a choice per kind, one for an unknown kind, and one for a value that is not a record.

        The tags look like no key of the data, so that messages can leave them out of the path.
        """
        kind = core_schema.typed_dict_field(core_schema.literal_schema(list(self._kinds)))
        choices: dict[Any, CoreSchema] = {f"[{name}]": handler(record) for name, record in self._kinds.items()}
        choices["[unknown kind]"] = core_schema.typed_dict_schema({"kind": kind}, extra_behavior="ignore")
        choices["[not a record]"] = handler(source)
        return core_schema.tagged_union_schema(choices, self._tag)

    def _tag(self, value: Any) -> str:  # noqa: ANN401 - input not yet typed, or a record
        if not isinstance(value, (dict, Record)):
            return "[not a record]"
        kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
        return f"[{kind}]" if isinstance(kind, str) and kind in self._kinds else "[unknown kind]"
