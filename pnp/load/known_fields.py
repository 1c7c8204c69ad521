"""The fields that the records of the data language may have, and must have, at a place of the data."""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, Tag

from pnp.model.record import AnyKind


def is_tag(part: str) -> bool:
    """Return whether part of a pydantic error location is a tag (in brackets), not a key or index."""
    return part.startswith("[") and part.endswith("]")


def fields_at(model: type[BaseModel], loc: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys that a record may have at a location of the data."""
    kind: Any = model
    for part in loc:
        kind = _inner_type(kind, part)
    kind = _record_class(kind)
    return tuple(field.alias or name for name, field in kind.model_fields.items()) if kind is not None else ()


def container_at(model: type[BaseModel], loc: tuple[str, ...]) -> str:
    """Return what holds the records at a location of the data: `mapping`, `list`, or empty for other values."""
    kind: Any = model
    for part in loc:
        kind = _inner_type(kind, part)
    while hasattr(kind, "__metadata__"):
        kind = get_args(kind)[0]
    has_records = _record_class(_inner_type(kind, "0")) is not None
    return {dict: "mapping", tuple: "list"}.get(get_origin(kind), "") if has_records else ""


def required_at(model: type[BaseModel], loc: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys that a record, or each record of a list, must have at a location of the data."""
    kind: Any = model
    for part in loc:
        kind = _inner_type(kind, part)
    record = _record_class(kind) or _record_class(_inner_type(kind, "0"))
    return tuple(name for name, field in record.model_fields.items() if field.is_required()) if record else ()


def _record_class(kind: Any) -> type[BaseModel] | None:  # noqa: ANN401 - an annotation
    """Return the record class inside a type annotation; None if there is none."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    if get_origin(kind) in (Union, UnionType):
        found = (_record_class(option) for option in get_args(kind))
        return next((record for record in found if record is not None), None)
    if hasattr(kind, "__metadata__"):
        return _record_class(get_args(kind)[0])
    return None


def _inner_type(kind: Any, part: str) -> Any:  # noqa: ANN401 - an annotation
    """Return the type annotation of what is inside a type, at a key, an index or a record's tag."""
    if is_tag(part):
        return _tagged_record(kind, part)
    record = _record_class(kind)
    if record is not None:
        fields = (field for name, field in record.model_fields.items() if (field.alias or name) == part)
        return next((field.annotation for field in fields), None)
    if hasattr(kind, "__metadata__"):
        return _inner_type(get_args(kind)[0], part)
    if get_origin(kind) in (Union, UnionType):
        return next((_inner_type(option, part) for option in get_args(kind) if get_args(option)), None)
    arguments = get_args(kind)
    if get_origin(kind) is dict:
        return arguments[1]
    return arguments[0] if arguments else None


def _tagged_record(kind: Any, tag: str) -> Any:  # noqa: ANN401 - an annotation
    """Return the record class that a tag names, out of a union of record classes."""
    for mark in getattr(kind, "__metadata__", ()):
        if isinstance(mark, AnyKind):
            return mark.record_type(tag) or get_args(kind)[0]
    for option in get_args(get_args(kind)[0] if hasattr(kind, "__metadata__") else kind):
        if any(isinstance(mark, Tag) and mark.tag == tag for mark in getattr(option, "__metadata__", ())):
            return option
    return None
