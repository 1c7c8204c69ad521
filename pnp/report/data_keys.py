"""The keys of the data language: where each is written, what it means, its type, its default and its words.

They are read from the records of the model, and serve the JSON Schema, `pnp explain` and the reference.
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.message import join_words
from pnp.model.aid_blocks import AidBlock
from pnp.model.component import Component
from pnp.model.cover_layers.cover_layer import PICTURED, CoverLayer
from pnp.model.face_layouts import LayoutFiles
from pnp.model.game import Game
from pnp.model.looks.look import LookFiles, TerrainLook
from pnp.model.record import AnyKind, Record, Sourced
from pnp.model.season_palettes import PaletteFiles
from pnp.model.sheet_file import SheetFile
from pnp.model.step import Gives, NamesTable, StepRecord
from pnp.model.symbols import IconFiles
from pnp.scene import Rect

_OTHER_FILES = ("pnp.model.target", "pnp.model.listing", "pnp.model.new_kind", "pnp.model.library")
"""The modules with the records of files that are not game data: printers' settings and the manifest of a kit."""
ROOTS: tuple[type[Record], ...] = (Game, IconFiles, LookFiles, PaletteFiles, LayoutFiles)
"""The records that contain all others: a game, and the files in its folders of libraries."""
BASES: Mapping[type[Record], str] = {
    StepRecord: "steps",
    Component: "components",
    AidBlock: "blocks",
    CoverLayer: "layers",
    TerrainLook: "looks",
    Sourced: "records",
}
"""The records that others extend, and the name of all those."""
_NOT_WRITTEN = {"TerrainLook.name", "PicturedMotif.choices", "Case.file", "Case.line"}
"""Fields that pnp fills in from the other data."""
_READERS = {
    "_read_words": "names, with blanks between them",
    "_read_many": "names, with blanks between them",
    "_read_list": "a text, or a list of texts",
    "_read_length": "a length with its unit, such as `12mm`",
    "_read_amount": "a number or a fraction, such as `1/2`",
    "_read_basis": "`text`, `derived` or `reconstructed`",
    "_read_box": "four numbers: x, y, width and height",
    "_require_look": "the name of a look",
    "_require_path_look": "the name of a look of paths",
    "_require_colour": "a colour in quotes, or the name of a colour",
    "_check_name": "the name of a variable",
    "_check_outline": "an outline",
    "_check_colour": "a colour of icons",
    "_check_type": "a type of parameters",
    "check_ink": "an ink of the cover",
}
"""The types of values by the function that reads or checks them."""
_PLAIN: Mapping[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "`true` or `false`",
    Fraction: "a number or a fraction",
    Rect: "four numbers: x, y, width and height",
    Any: "any value",
}
_UNITS = re.compile(r"\bin (degrees|points|mm|movement points|units of the (?:drawing|picture)|inches|per cent)\b")


@dataclass(frozen=True)
class DataKey:
    """A key of a record: its owner is the record that defines it, which others may extend."""

    record: type[Record]
    field: str
    owner: type[Record]
    says: str
    """What the key means, as a sentence."""

    @property
    def name(self) -> str:
        """The key as it is written in the data."""
        return self._info.alias or self.field

    @property
    def id(self) -> str:
        """The owner and the key, such as `Counter.symbol`."""
        return f"{self.owner.__name__}.{self.name}"

    @property
    def _info(self) -> FieldInfo:
        """What pydantic knows of the key."""
        return self.record.model_fields[self.field]

    @property
    def required(self) -> bool:
        """Whether a record must have the key."""
        return self._info.is_required()

    @property
    def default(self) -> str:
        """The value without the key, as it would be written; empty if there is none."""
        value = None if self.required else self._info.get_default(call_default_factory=False)
        if isinstance(value, bool):
            return str(value).lower()
        return str(value) if isinstance(value, (str, int, float)) else ""

    @cached_property
    def value(self) -> str:
        """The type of the value, in words."""
        return _type_words(self._info.annotation, self._info.metadata)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that the value can be; empty if it is not one of a few."""
        named = library_words().get(f"{self.record.__name__}.{self.name}", library_words().get(self.name, ()))
        return named if self.field == "symbol" and named else tuple(_allowed_words(self._info.annotation)) or named

    @property
    def unit(self) -> str:
        """The unit of a number, such as `points`; empty if it has none."""
        found = _UNITS.search(self.says)
        if "length with its unit" in self.value:
            return "mm, cm, in or pt"
        return found[1] if found else ""

    @property
    def records(self) -> tuple[type[Record], ...]:
        """The records inside the value."""
        return tuple(dict.fromkeys(one for one, _ in _inner_records(self._info.annotation, self._info.metadata)))


@cache
def all_records() -> tuple[type[Record], ...]:
    """Return all records that a game's files can hold: those of the game, and of its libraries."""
    assert ROOTS  # importing them imports all modules that define records
    found: dict[str, type[Record]] = {}
    pending: list[type[Record]] = list(Record.__subclasses__())
    while pending:
        one = pending.pop(0)
        if _is_game_data(one):
            found[one.__name__] = one
        pending += one.__subclasses__()
    for one in found.values():
        one.model_rebuild()  # types of records that contain themselves
    return tuple(found.values())


def _is_game_data(record: type) -> bool:
    """Return whether a class is a record that the files of a game can hold."""
    return record.__module__.startswith("pnp.model.") and record.__module__ not in _OTHER_FILES


def summary(record: type[Record]) -> str:
    """Return the first paragraph of the docstring of a record on one line."""
    return paragraphs(record)[0]


def paragraphs(record: type[Record]) -> list[str]:
    """Return the paragraphs of the docstring of a record, each on one line."""
    return [" ".join(part.split()) for part in inspect.cleandoc(record.__doc__ or "").split("\n\n")]


@cache
def keys_of(record: type[Record]) -> tuple[DataKey, ...]:
    """Return the keys of a record, with those of the records that it extends."""
    all_records()
    says = key_descriptions(record)
    keys = (DataKey(record, field, _owner(record, field), says.get(field, "")) for field in record.model_fields)
    return tuple(key for key in keys if key.id not in _NOT_WRITTEN)


def own_keys(record: type[Record]) -> tuple[DataKey, ...]:
    """Return the keys that a record defines itself; those of the files of libraries are names of folders."""
    return () if record in ROOTS[1:] else tuple(key for key in keys_of(record) if key.owner is record)


def _owner(record: type[Record], field: str) -> type[Record]:
    """Return the record that says what a field means."""
    for one in record.__mro__:
        if _is_game_data(one) and field in _described_fields(one.__module__).get(one.__name__, {}):
            return one
    return record


def kind_name(record: type[Record]) -> str:
    """Return the word by which data names a kind, such as `roll` for the record of that step; empty for others."""
    return kind_names().get(record, "")


@cache
def kind_names() -> dict[type[Record], str]:
    """Return the kinds of steps, components, blocks, layers and looks by their records."""
    found: dict[type[Record], str] = {}
    for record in all_records():
        for info in record.model_fields.values():
            for mark in _marks(info.annotation, info.metadata):
                if isinstance(mark, AnyKind):
                    found |= {one: _shown_kind(kind) for kind, one in mark.kinds.items()}
    return found


@cache
def places() -> dict[type[Record], tuple[str, ...]]:
    """Return where each record is written: keys from the outside, without ids, such as `map.grid`.

    A kind is in the place of all kinds, such as `steps.roll`. A record that others extend has their name.
    """
    found: dict[type[Record], list[str]] = {}
    pending: list[tuple[type[Record], str]] = [*((record, "") for record in ROOTS), (SheetFile, "sheets")]
    while pending:
        record, place = pending.pop(0)
        if record in found:
            if place not in found[record] and len(found[record]) < 12:
                found[record].append(place)
            continue
        found[record] = [place]
        for name, info in record.model_fields.items():
            for inner, kind in _inner_records(info.annotation, info.metadata):
                key = info.alias or name
                if kind:
                    base = next((text for one, text in BASES.items() if issubclass(inner, one)), key)
                    pending.append((inner, f"{base}.{kind}"))
                else:
                    pending.append((inner, f"{place}.{key}" if place else key))
    for record, place in BASES.items():
        found[record] = [place, *(one for one in found.get(record, ()) if one != place)]
    for record in all_records():  # a record that only others extend
        if record not in found:
            sub = next((one for one in found if issubclass(one, record)), record)
            found[record] = [f"{BASES.get(sub, found.get(sub, [''])[0].split('.')[0])}"]
    return {record: tuple(some) for record, some in found.items()}


def _shown_kind(kind: str) -> str:
    """Return the name of a kind as one word: `template-disc` for a template in the form of a disc."""
    return "motif" if kind == PICTURED else kind.replace(" ", "-")


def _inner_records(annotation: object, metadata: Iterable[object] = ()) -> Iterator[tuple[type[Record], str]]:
    """Yield the records inside a type, each with its kind if it is one of several kinds."""
    for mark in metadata:
        if isinstance(mark, AnyKind):
            for kind, record in mark.kinds.items():
                yield record, _shown_kind(kind)
            return
    if get_origin(annotation) is Annotated:
        first, *marks = get_args(annotation)
        yield from _inner_records(first, marks)
    elif isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation, ""
    else:
        for inner in get_args(annotation):
            yield from _inner_records(inner)


def _marks(annotation: object, metadata: Iterable[object] = ()) -> Iterator[object]:
    """Yield the marks of a type and of the types inside it."""
    yield from metadata
    if get_origin(annotation) is Annotated:
        first, *marks = get_args(annotation)
        yield from _marks(first, marks)
    else:
        for inner in get_args(annotation):
            yield from _marks(inner)


def _allowed_words(annotation: object) -> Iterator[str]:
    """Yield the words of the types inside a type that are one of a few words."""
    if get_origin(annotation) is Literal:
        yield from (str(word) for word in get_args(annotation) if word != "")
    elif get_origin(annotation) is not dict:
        for inner in get_args(annotation):
            yield from _allowed_words(inner)


def _type_words(annotation: object, metadata: Iterable[object] = ()) -> str:
    """Return a type in words."""
    limits = {type(mark).__name__: mark for mark in metadata}
    for mark in metadata:
        name = getattr(getattr(mark, "func", None), "__name__", "")
        if name in _READERS:
            return _READERS[name]
        if isinstance(mark, AnyKind):
            return f"a record of one of {len(mark.kinds)} kinds"
        if isinstance(mark, Gives):
            text = f"an expression ({join_words(mark.types, 'or')})" if mark.types else "an expression"
            return f"{text} for each id" if get_origin(annotation) is dict else text
        if isinstance(mark, NamesTable):
            return "the id of a table"
        if (getattr(mark, "pattern", None) or "").startswith("^#"):
            return 'a colour in quotes, such as `"#9DB7D5"`'
        inner = getattr(mark, "metadata", None)
        if inner:
            return _type_words(annotation, inner)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type_words(args[0], args[1:])
    if origin is Literal:
        return "one of these words"
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_type_words(one) for one in args if one is not type(None)))
    if origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        inner_type, per = _type_words(args[1]), "word" if get_origin(args[0]) is Literal else "id"
        nested = re.fullmatch(r"(.*) for each (\w+)", inner_type)
        return f"{nested[1]} for each {nested[2]} under each {per}" if nested else f"{inner_type} for each {per}"
    if origin is tuple:
        return f"a list of {_many(_type_words(args[0]))}" if args[-1] is Ellipsis else _fixed_list(args)
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return "a record"
    low, high = getattr(limits.get("Ge"), "ge", None), getattr(limits.get("Le"), "le", None)
    text = _PLAIN.get(annotation, "a text")
    return f"{text} from {low:g} to {high:g}" if low is not None and high is not None else text


def _fixed_list(args: tuple[object, ...]) -> str:
    """Return the type of a list of a fixed length in words."""
    inner = [_type_words(one) for one in args]
    return f"{len(args)} {_many(inner[0])}" if len(set(inner)) == 1 else f"a list: {', '.join(inner)}"


def _many(text: str) -> str:
    """Return the type of several values in words: `numbers from 0 to 2` for `a number from 0 to 2`."""
    several = re.sub(r"^an? ((?:whole )?(?:number|text|record|length|list|colour|ink|expression))\b", r"\1s", text)
    return several if several != text else re.sub(r"^(\d+ )", r"groups of \1", text)


@cache
def library_words() -> Mapping[str, tuple[str, ...]]:
    """Return the words for keys whose values name something in a library, by key, or by record and key."""
    icons = shared_icons()
    pictures = (*icons.pictures, *icons.emblems)
    return {
        "symbol": tuple(icons.symbols),
        "look": tuple(shared_looks()),
        "picture": pictures,
        "emblem": tuple(icons.emblems),
        "CounterPrint.labels": tuple(shared_layouts()),
        "GameMap.season": tuple(shared_palettes()),
        "PicturedMotif.kind": tuple(shared_motifs()),
    }


def key_descriptions(record: type[Record]) -> dict[str, str]:
    """Return what each field of a record means: the text under the field in the class that defines it."""
    found: dict[str, str] = {}
    for one in reversed(record.__mro__):
        if _is_game_data(one):
            found |= _described_fields(one.__module__).get(one.__name__, {})
    return {name: text for name, text in found.items() if name in record.model_fields}


@cache
def _described_fields(module: str) -> dict[str, dict[str, str]]:
    """Return the texts under the fields of each class of a module, by class and field.

    They are read from the source, so that reading games does not take the time for it.
    """
    path = import_module(module).__file__
    assert path is not None
    tree = ast.parse(Path(path).read_text("utf-8"))
    return {node.name: dict(_texts_under_fields(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _texts_under_fields(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield each field of a class that has a text under it, and that text on one line."""
    for field, after in zip(node.body, node.body[1:], strict=False):
        name = field.target if isinstance(field, ast.AnnAssign) else None
        text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
        if isinstance(name, ast.Name) and isinstance(text, str):
            yield name.id, re.sub(r"\s+", " ", text).strip()
