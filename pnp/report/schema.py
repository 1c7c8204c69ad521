"""Writes the JSON Schema of the data language, from the records of the model.

The schema is that of the data as it is written: looser than the records, which short forms are read into. It is meant
for editors, which complete keys and show what they mean. `pnp check` says whether the data is right.

Source: json-schema.org/draft-07, the version that YAML language servers read.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.message import join_words
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.model.looks.look import LookFiles, TerrainLook
from pnp.model.record import OF_RECORD, Record
from pnp.model.season_palettes import SeasonPalette
from pnp.model.step import Gives, marked_fields
from pnp.model.symbols import IconFiles

Schema: TypeAlias = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
_TEXT = ["string", "number", "boolean"]
"""What a text may be in YAML: pnp reads `label: 1` and `label: yes` as texts, too."""
_LIKE = "The name of another record of the same kind, whose values this one takes over."
"""What the key `like` means, which the records in libraries may have."""
_OTHER_FILES = ("pnp.model.target", "pnp.model.listing", "pnp.model.new_kind")
"""The modules with the records of files that are not game data: settings of printers, manifests, kinds of new games."""
_FILE: Schema = {"type": "string", "pattern": r"\.(yaml|yml|csv|md)$"}


class _WrittenSchema(GenerateJsonSchema):
    """Generates the schema of the data as written."""

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> Schema:
        """Return the schema of a value, or a text or a list if a function reads a short form."""
        inner = self.generate_inner(schema["schema"])
        if schema["schema"]["type"] in ("model-fields", "model"):
            return inner
        single = [inner["items"]] if inner.get("type") == "array" and isinstance(inner.get("items"), dict) else []
        return {"anyOf": [{"type": _TEXT}, {"type": "array"}, *single, inner]}

    def str_schema(self, schema: core_schema.StringSchema) -> Schema:
        """Return the schema of a text, which may be written without quotes even if it is a number."""
        return {**super().str_schema(schema), "type": _TEXT}

    def int_schema(self, schema: core_schema.IntSchema) -> Schema:
        """Return the schema of a whole number, which may be in quotes."""
        return {**super().int_schema(schema), "type": ["integer", "string"]}

    def float_schema(self, schema: core_schema.FloatSchema) -> Schema:
        """Return the schema of a number, which may be in quotes."""
        return {**super().float_schema(schema), "type": ["number", "string"]}

    def bool_schema(self, _schema: core_schema.BoolSchema) -> Schema:
        """Return the schema of `true` or `false`, which may be in quotes."""
        return {"enum": [True, False, "true", "false"]}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Schema:
        """Return the schema of a value with its default, if that can be written."""
        inner, default = self.generate_inner(schema["schema"]), schema.get("default")
        return {**inner, "default": default} if isinstance(default, (str, int, float)) and default != "" else inner


def schema_text(section: str = "") -> str:
    """Return the schema of `game.yaml`, or of a file that holds one section of it, as JSON with indentation.

    Raise `KeyError` if there is no such section.
    """
    schema = data_schema()
    if section:
        whole = schema["properties"][section]
        schema = {"$schema": DRAFT, "title": f"pnp {section}", **whole, "definitions": schema["definitions"]}
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def data_schema() -> Schema:
    """Return the JSON Schema of `game.yaml`, whose sections may also be names of files.

    Every key has a description.
    """
    records = {one.__name__: one for one in all_records()}
    definitions: Schema = {}
    for name, record in records.items():
        own = record.model_json_schema(schema_generator=_WrittenSchema, ref_template="#/definitions/{model}")
        definitions |= {key: one for key, one in own.pop("$defs", {}).items() if key not in definitions}
        if "$ref" not in own:  # a record that contains itself is among its own definitions
            definitions[name] = own
    for name, record in records.items():
        _describe(definitions[name], record)
        if issubclass(record, (TerrainLook, FaceLayout, SeasonPalette)):  # with `like`, the rest is another record's
            definitions[name]["properties"]["like"] = {"description": _LIKE, "type": _TEXT}
            definitions[name].pop("required", None)
    whole = definitions.pop(Game.__name__)
    definitions[GameMap.__name__].pop("required")  # a series states some of it, and its scenarios the rest
    for key, section in whole["properties"].items():
        head = {"description": section.pop("description")}
        whole["properties"][key] = head | {"anyOf": [section, _FILE, {"type": "array", "items": _FILE}]}
    schema = {"$schema": DRAFT, "title": "pnp game", **whole, "definitions": dict(sorted(definitions.items()))}
    linked: Schema = _linked(schema)
    return linked


def all_records() -> list[type[Record]]:
    """Return all records that a game's files can hold: those of the game, of its icons and of its looks."""
    assert {Game, IconFiles, LookFiles}  # importing them imports all modules that define records
    found: dict[str, type[Record]] = {}
    pending: list[type[Record]] = list(Record.__subclasses__())
    while pending:
        one = pending.pop(0)
        if _is_game_data(one):
            found[one.__name__] = one
        pending += one.__subclasses__()
    return list(found.values())


def _is_game_data(record: type) -> bool:
    """Return whether a class is a record that the files of a game can hold."""
    return record.__module__.startswith("pnp.model.") and record.__module__ not in _OTHER_FILES


def _linked(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a part of a schema in which names of records are references to their definitions."""
    if isinstance(value, dict):
        if set(value) == {OF_RECORD}:
            return {"$ref": f"#/definitions/{value[OF_RECORD]}"}
        return {key: _linked(one) for key, one in value.items()}
    return [_linked(one) for one in value] if isinstance(value, list) else value


def _describe(schema: Schema, record: type[Record]) -> None:
    """Add to the schema of a record what it is, what its keys mean, and the words that come from libraries."""
    schema["description"] = summary(record)
    says = key_descriptions(record)
    for name, _, gives in marked_fields(record, Gives):
        says[name] += f" An expression ({join_words(gives.types, 'or')})." if gives.types else " An expression."
    rewritten = any(one.info.mode == "before" for one in record.__pydantic_decorators__.model_validators.values())
    for name, field in record.model_fields.items():
        key = field.alias or name
        one = schema["properties"][key]
        one.pop("title", None)
        if "$ref" in one:
            one = {"allOf": [one]}
        if rewritten and "enum" not in one and one.get("type") != _TEXT:
            one = {"anyOf": [one, {"type": ["string", "object"]}]}
        words = _library_words().get(f"{record.__name__}.{key}", _library_words().get(key, ()))
        if words and "enum" not in one:
            one = {"anyOf": [{"enum": list(words)}, one]}
        schema["properties"][key] = {"description": says.get(name, ""), **one}
    schema.pop("title", None)
    if rewritten:  # a short form has other keys
        schema.pop("required", None)
        schema["additionalProperties"] = True


def summary(record: type[Record]) -> str:
    """Return the first paragraph of the docstring of a record on one line."""
    return " ".join(inspect.cleandoc(record.__doc__ or "").split("\n\n")[0].split())


@cache
def _library_words() -> Mapping[str, tuple[str, ...]]:
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
