"""The base of all records of game data: frozen, without unknown keys, with the basis of their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticKnownError, SchemaValidator, core_schema

from pnp.model.frozen_mapping import frozen
from pnp.units import Mm, parse_length

BasisKind: TypeAlias = Literal["text", "derived", "reconstructed"]
"""The basis of a value.

`text`: the published game states it. `derived`: it follows from the text. `reconstructed`: it was invented, because the
published sheet is lost.
"""


def _read_basis(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse a basis such as `reconstructed` or `reconstructed front.defence=text` into a mapping.

    The mapping has dotted paths and their kinds; `default` is for all other values.
    """
    if not isinstance(value, str):
        return value
    basis = {}
    for word in value.split():
        path, equals, kind = word.rpartition("=")
        basis[path if equals else "default"] = kind
    return basis


Basis: TypeAlias = Annotated[dict[str, BasisKind], BeforeValidator(_read_basis)]
"""The basis of each value of a record: dotted path inside the record -> kind; `default` is for all others."""


def _read_length(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse a length with its unit, such as `12 mm`, into millimetres; return other values unchanged."""
    return parse_length(value) if isinstance(value, str) else value


Length: TypeAlias = Annotated[Mm, BeforeValidator(_read_length)]
"""A length in mm. In the data it is written with its unit (`0.70in`, `12 mm`)."""

Colour: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
"""A colour: `#RRGGBB`."""


def _read_words(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse words separated by blanks or commas into a tuple; return other values unchanged."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


Words: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_read_words)]
"""Several names, written as a list or as a text with blanks between them."""


@cache
def _mapping_fields(kind: type[BaseModel]) -> tuple[str, ...]:
    """Return the names of the fields of a record class whose values may be or contain mappings."""
    return tuple(
        name for name, field in kind.model_fields.items() if re.search(r"dict|Mapping|Any|Ref", repr(field.annotation))
    )


class Record(BaseModel):
    """A frozen record, whose mappings are frozen too; unknown keys are errors."""

    # A record's validator is built when one is first read: most processes read none, or whole games only.
    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, allow_inf_nan=False, defer_build=True
    )

    def model_post_init(self, _context: object, /) -> None:
        """Make the mappings of a new record unchangeable."""
        values = self.__dict__
        for name in _mapping_fields(type(self)):
            values[name] = frozen(values[name])

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values in some fields, whose mappings are frozen too."""
        return super().model_copy(update={name: frozen(one) for name, one in (update or {}).items()}, deep=deep)


class Sourced(Record):
    """A record with its basis and the rule that it follows.

    `overrides` names the cases, rulings or procedures that it replaces; it belongs to a scenario, an edition or an
    optional rule. `misprint` has the values that the published sheet prints wrongly, in the form of the record. `waive`
    has the codes of warnings about the record that are intended, each with the reason.
    """

    basis: Basis = {}
    """Where the values come from: `text`, `derived` or `reconstructed`, for all of the record or for a path in it."""
    misprint: dict[str, Any] = {}
    """Values that the published sheet prints wrongly, in the form of this record."""
    waive: dict[str, str] = {}
    """Codes of warnings about this record that are intended, each with the reason."""
    rule: Words = ()
    """Numbers of the cases of the rules that it follows."""
    overrides: Words = ()
    """Cases, rulings or procedures that it replaces; in a scenario, an edition or an option."""
    note: str = ""
    """A remark for readers of the data; it is not printed."""


Kind = TypeVar("Kind", bound="type[Record]")


def enter(kinds: MutableMapping[str, Any], name: str) -> Callable[[Kind], Kind]:
    """Return a class decorator that enters a record class as the kind `name` of some kinds."""

    def enter_class(kind: Kind) -> Kind:
        """Enter the decorated class and return it."""
        kinds[name] = kind
        return kind

    return enter_class


OF_RECORD = "record"
"""The key in a JSON Schema of the name of a record class, for a reference to its definition."""


class AnyKind:
    """Annotation of a field that holds a record of any registered kind, as in `Annotated[StepRecord, AnyKind(...)]`.

    `kind_of` returns the kind of a mapping or of a record. It raises `ValueError` with a message if there is
    none, or returns an empty text if the key `kind` is missing or wrong. By default it returns the value of that key.
    """

    def __init__(self, register: Mapping[str, type[Record]], kind_of: Callable[[Any], str] | None = None) -> None:
        self._register, self._kind_of = register, kind_of or self._registered_kind

    @property
    def kinds(self) -> Mapping[str, type[Record]]:
        """The record of each kind, by the name of the kind."""
        return self._register

    def record_type(self, tag: str) -> type[Record] | None:
        """Return the record class for a tag in an error's location, such as `[total]`; None if unknown."""
        return self._register.get(tag[1:-1])

    def _registered_kind(self, value: Any) -> str:  # noqa: ANN401 - input not yet typed, or a record
        """Return the value of the key `kind`; an empty text if it is missing or not registered."""
        kind = value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)
        return kind if isinstance(kind, str) and kind in self._register else ""

    def __get_pydantic_core_schema__(self, source: type[Record], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return a schema that reads a value as the record of its kind.

        The register is imported when the first value is read.
        """
        validator: list[SchemaValidator] = []

        def read(value: object, info: ValidationInfo) -> object:
            """Return a value as the record of its kind; reject a mapping unless it has a valid kind."""
            if isinstance(value, dict):
                self._kind_of(value)
            if not validator:
                validator.append(SchemaValidator(self._union(source)))
            return validator[0].validate_python(value, context=info.context)

        return core_schema.with_info_plain_validator_function(read)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: object) -> dict[str, Any]:
        """Return the names of the records of all kinds; the writer of a JSON Schema adds their definitions."""
        return {"anyOf": [{OF_RECORD: self._register[kind].__name__} for kind in sorted(self._register)]}

    def _union(self, source: type[Record]) -> CoreSchema:
        """Return a union with a choice for each kind, for an unknown kind, and for a value that is not a record.

        The tags look like `[total]`, so that they cannot be mistaken for keys of the data in a location. The validator
        of a kind is built when a record of this kind is first read, because a game uses few of the kinds.
        """
        names = core_schema.typed_dict_field(core_schema.literal_schema(list(self._register)))
        choices: dict[Any, CoreSchema] = {
            f"[{kind}]": core_schema.with_info_plain_validator_function(_reader(record))
            for kind, record in self._register.items()
        }
        choices["[unknown kind]"] = core_schema.typed_dict_schema({"kind": names}, extra_behavior="ignore")
        choices["[not a record]"] = core_schema.with_info_plain_validator_function(_reader(source))
        return core_schema.tagged_union_schema(choices, self._union_tag)

    def _union_tag(self, value: object) -> str:
        """Return the tag of the record class to which a value belongs, such as `[total]`."""
        if not isinstance(value, (dict, Record)):
            return "[not a record]"
        kind = self._kind_of(value)
        return f"[{kind}]" if kind else "[unknown kind]"


def _reader(kind: type[Record]) -> Callable[[object, ValidationInfo], Record]:
    """Return a function that reads a value as a record of a class, with the libraries of its names."""
    return lambda value, info: kind.model_validate(value, context=info.context)


def name_in(library: str) -> BeforeValidator:
    """Return a validator that rejects a text unless it is blank or a name in a library that the game may use."""

    def check(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed
        """Return the value, or raise an error with the known names."""
        names = (info.context or {}).get(library)
        if names is None or value == "" or (isinstance(value, str) and value in names):
            return value
        raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{name}'" for name in names)})

    return BeforeValidator(check)


_CONTAINERS = (BaseModel, dict, tuple)
"""The types of values that may contain records."""
_PLAIN = (str, int, bool, float)
"""The types of most values, which contain no records."""


@cache
def field_names(kind: type[BaseModel]) -> tuple[str, ...]:
    """Return the names of the fields of a record class."""
    return tuple(kind.model_fields)


def records(value: object, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Yield (dotted path, record) for every record inside a value; outer records come first."""
    pending: list[tuple[str, object]] = [(path, value)]
    while pending:
        path, value = pending.pop()
        parts: Iterable[tuple[object, object]] = ()
        if isinstance(value, dict):
            parts = value.items()
        elif isinstance(value, tuple):
            parts = enumerate(value)
        elif isinstance(value, BaseModel):
            yield path, value
            parts = [(name, getattr(value, name)) for name in field_names(type(value))]
        inner = [
            (f"{path}.{key}" if path else str(key), one)
            for key, one in parts
            if one and type(one) not in _PLAIN and isinstance(one, _CONTAINERS)
        ]
        pending += reversed(inner)
