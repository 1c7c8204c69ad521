"""The JSON Schema of the data language: valid, true of the games, and a description for every key."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from pnp.report.data_keys import all_records, key_descriptions
from pnp.report.schema import data_schema, schema_text
from tests.test_checks import CODES, all_examples

TOP = Path(__file__).parents[1]
GAMES = sorted([*TOP.glob("data/*/game.yaml"), *TOP.glob("tests/games/*/game.yaml")])


@pytest.fixture(scope="module")
def schema() -> Draft7Validator:
    """The schema of game.yaml."""
    return Draft7Validator(data_schema())


@pytest.fixture(scope="module")
def of_overlays() -> Draft7Validator:
    """The schema of what is laid over a game, which may lack what the game states, and removes values with `~`."""
    return Draft7Validator(without(data_schema(), "required"))


def without(value: Any, left_out: object) -> Any:
    """Return data without a key, or without the keys that have no value."""
    if isinstance(value, dict):
        return {key: without(one, left_out) for key, one in value.items() if left_out not in (key, one)}
    return [without(one, left_out) for one in value] if isinstance(value, list) else value


def as_editors_read(text: str) -> Any:
    """Return YAML as an editor reads it: words without quotes may be numbers, booleans or null (YAML 1.2)."""
    return _value(yaml.compose(text, yaml.CBaseLoader))


def _value(node: yaml.Node | None) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _value(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_value(one) for one in node.value]
    assert isinstance(node, yaml.ScalarNode)
    if node.style:
        return node.value
    plain = {"true": True, "false": False, "null": None, "~": None, "": None}
    if node.value in plain:
        return plain[node.value]
    if re.fullmatch(r"-?(0|[1-9]\d*)", node.value):
        return int(node.value)
    return float(node.value) if re.fullmatch(r"-?\d+\.\d*", node.value) else node.value


def test_terrain_of_a_map_may_be_sheets_and_hexes(of_overlays: Draft7Validator) -> None:
    sheet = {"file": "map.xlsx", "words": {"terrain": {"forest": "woods"}}}
    for terrain in (sheet, {"woods": "0101"}, [sheet, {"woods": "0101"}]):
        assert of_overlays.is_valid({"map": {"terrain": terrain}})
    assert not of_overlays.is_valid({"map": {"terrain": ["0101"]}})


def test_the_schema_is_valid() -> None:
    Draft7Validator.check_schema(data_schema())
    assert json.loads(schema_text("counters"))["title"] == "pnp counters"


def test_every_reference_leads_to_a_definition() -> None:
    text = schema_text()
    assert set(re.findall(r'"#/definitions/(\w+)"', text)) <= set(data_schema()["definitions"])


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_games_obey_the_schema(schema: Draft7Validator, game: Path) -> None:
    assert [str(error.message) for error in schema.iter_errors(as_editors_read(game.read_text("utf-8")))] == []


@pytest.mark.parametrize(
    ("section", "pattern"), [("looks", "data/*/looks/*.yaml"), ("looks", "templates/looks/*.yaml")]
)
def test_looks_obey_the_schema(section: str, pattern: str) -> None:
    definitions = data_schema()["definitions"]
    whole = Draft7Validator({**definitions["LookFiles"], "definitions": definitions})
    for path in TOP.glob(pattern):
        assert [error.message for error in whole.iter_errors({section: as_editors_read(path.read_text("utf-8"))})] == []


def test_records_of_libraries_may_be_like_others() -> None:
    """The recipe of a look in CONTRIBUTING.md states `like`, and so not all that a look needs."""
    page = (TOP / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.findall(r"^### Add a look.*?^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    definitions = data_schema()["definitions"]
    for files, section, records in (
        ("LookFiles", "looks", as_editors_read(recipe)),
        ("LayoutFiles", "layouts", {"wide": {"like": "beside"}}),
        ("PaletteFiles", "palettes", {"wet": {"like": "summer"}}),
    ):
        whole = Draft7Validator({**definitions[files], "definitions": definitions})
        assert [error.message for error in whole.iter_errors({section: records})] == []
        assert [*whole.iter_errors({section: {"x": {"likee": "beach"}}})]


@pytest.mark.parametrize("code", CODES)
def test_the_good_examples_of_checks_obey_the_schema(of_overlays: Draft7Validator, code: str) -> None:
    for pair in all_examples(code):
        if not pair["Good"].startswith("#"):
            data = without(as_editors_read(pair["Good"]), None)
            assert [error.message for error in of_overlays.iter_errors(data)] == []


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("counter: {}", ""),
        ("counters: {B1: {kind: unti}}", "counters/B1/kind"),
        ("map: {grid: {hexes: round}}", "map/grid/hexes"),
        ("tables: {crt: {name: [1]}}", "tables/crt/name"),
    ],
)
def test_a_wrong_key_or_word_is_marked(schema: Draft7Validator, text: str, path: str) -> None:
    found = {"/".join(map(str, error.absolute_path)) for error in _all_errors(schema, as_editors_read(text))}
    assert path in found


def _all_errors(schema: Draft7Validator, data: object) -> list[Any]:
    pending, found = [*schema.iter_errors(data)], []
    while pending:
        found.append(error := pending.pop())
        pending += error.context
    return found


def test_every_key_has_a_description() -> None:
    missing = {
        f"{record.__name__}.{name}"
        for record in all_records()
        for name in record.model_fields
        if not key_descriptions(record).get(name)
    }
    assert sorted(missing) == []


def test_a_description_of_a_key_is_a_sentence() -> None:
    """It has 4 to 20 words, so that an editor can show it beside the key."""
    texts = {
        f"{record.__name__}.{name}": text for record in all_records() for name, text in key_descriptions(record).items()
    }
    wrong = {key: text for key, text in texts.items() if not (text.endswith(".") and 4 <= len(text.split()) <= 20)}
    assert wrong == {}


def test_a_key_with_an_expression_states_its_types() -> None:
    keys = {name: one["properties"] for name, one in data_schema()["definitions"].items() if "Step" in name}
    assert keys["LoseStep"]["lose"]["description"].endswith("steps. An expression (unit or units).")
    assert keys["TotalStep"]["when"]["description"].endswith("carried out. An expression (bool).")
    assert keys["SetStep"]["set"]["description"].endswith("An expression.")
    assert "expression" not in keys["MarkStep"]["with"]["description"]
