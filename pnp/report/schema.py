"""Writes the JSON Schema of the data language, from the records of the model.

The schema is that of the data as it is written: looser than the records, which short forms are read into. It is meant
for editors, which complete keys and show what they mean. `pnp check` says whether the data is right.

Source: json-schema.org/draft-07, the version that YAML language servers read.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from pnp.message import join_words
from pnp.model.face_layouts import FaceLayout
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.model.looks.look import TerrainLook
from pnp.model.record import OF_RECORD, Record
from pnp.model.season_palettes import SeasonPalette
from pnp.model.sheet_file import SheetFile
from pnp.model.step import Gives, marked_fields
from pnp.report.data_keys import all_records, key_descriptions, library_words, summary

Schema: TypeAlias = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"
_TEXT = ["string", "number", "boolean"]
"""What a text may be in YAML: pnp reads `label: 1` and `label: yes` as texts, too."""
_LIKE = "The name of another record of the same kind, whose values this one takes over."
"""What the key `like` means, which the records in libraries may have."""
_FILE: Schema = {"type": "string", "pattern": r"\.(yaml|yml|md|csv|tsv|xlsx|ods)$"}
_FILES: Schema = {"type": "array", "items": {"anyOf": [_FILE, {OF_RECORD: SheetFile.__name__}]}}
"""Several files of one section, of which each sheet may say how it is read."""


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
    terrain = definitions[GameMap.__name__]["properties"]["terrain"]
    parts = [{key: terrain.pop(key) for key in [*terrain] if key != "description"}, {OF_RECORD: SheetFile.__name__}]
    terrain["anyOf"] = [*parts, {"type": "array", "items": {"anyOf": parts}}]  # sheets, and what is added to them
    whole = definitions.pop(Game.__name__)
    definitions[GameMap.__name__].pop("required")  # a series states some of it, and its scenarios the rest
    for key, section in whole["properties"].items():
        head = {"description": section.pop("description")}
        whole["properties"][key] = head | {"anyOf": [section, _FILE, _FILES]}
    schema = {"$schema": DRAFT, "title": "pnp game", **whole, "definitions": dict(sorted(definitions.items()))}
    linked: Schema = _linked(schema)
    return linked


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
        words = library_words().get(f"{record.__name__}.{key}", library_words().get(key, ()))
        if words and "enum" not in one:
            one = {"anyOf": [{"enum": list(words)}, one]}
        schema["properties"][key] = {"description": says.get(name, ""), **one}
    schema.pop("title", None)
    if rewritten:  # a short form has other keys
        schema.pop("required", None)
        schema["additionalProperties"] = True
