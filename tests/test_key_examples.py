"""Every key has an example: a part that is valid by itself, or one that is laid over the game of the reference."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from docs.site.kind_examples import read_example, records_with
from pnp.findings import Refused, Severity
from pnp.kit.full_check import full_check
from pnp.load import load_game
from pnp.load.library_files import LIKE
from pnp.load.read_libraries import shared_libraries
from pnp.report.data_keys import all_records, own_keys
from pnp.report.key_examples import KeyExample, key_examples, read_reference

BASE = Path(__file__).parents[1] / "templates" / "reference" / "game"
EXAMPLES = key_examples()
KEYS = {key.id: key for record in all_records() for key in own_keys(record)}


def test_every_key_has_an_example() -> None:
    missing = [id_ for id_ in KEYS if id_ not in EXAMPLES]
    assert missing == [], "write them in templates/reference/parts.yaml, or keys.yaml"


def test_no_example_is_of_a_key_that_does_not_exist() -> None:
    assert [id_ for id_ in EXAMPLES if id_ not in KEYS] == []


def test_a_key_has_one_example() -> None:
    assert set(read_reference("parts")) & set(read_reference("keys")) == set()


def faults_of(record: type, data: dict[str, Any]) -> list[str]:
    """What is wrong with data of a record, beside keys that are missing because the example shows a part."""
    data = {key: value for key, value in data.items() if key != LIKE}
    try:
        record.model_validate(data, context=shared_libraries().known)  # type: ignore[attr-defined]
    except ValidationError as error:
        return [f"{one['loc']} {one['msg']}" for one in error.errors() if one["type"] != "missing"]
    return []


@pytest.mark.parametrize("id_", [id_ for id_, one in EXAMPLES.items() if not one.whole])
def test_a_part_is_valid(id_: str) -> None:
    key = KEYS[id_]
    kinds = [record for record in all_records() if issubclass(record, key.record)]
    found = [*records_with(key.name, read_example(EXAMPLES[id_].text))]
    assert found, f"the example does not show {key.name}:"
    faults = [faults_of(record, data) for data in found for record in kinds]
    assert [] in faults, faults


@pytest.mark.parametrize("text", sorted({one for one in EXAMPLES.values() if one.whole}), ids=lambda one: one.text[:60])
def test_the_game_of_the_reference_is_valid_with_an_example(tmp_path: Path, text: KeyExample) -> None:
    for id_, one in EXAMPLES.items():
        if one == text:
            assert f"{KEYS[id_].name}:" in one.text
    game = tmp_path / "game"
    shutil.copytree(BASE, game)
    overlays = [f"options/{text.over}"] if text.over else []
    if text.folder == "game.yaml":
        (game / "game.yaml").write_text(text.text + "\n" + (game / "game.yaml").read_text("utf-8"), "utf-8")
    else:
        folder = game / (text.folder or "options")
        folder.mkdir(exist_ok=True)
        (folder / "own.yaml").write_text(text.text + "\n", "utf-8")
        overlays += [] if text.folder else ["options/own"]
    try:
        found = full_check(load_game(game, overlays))
    except Refused as refused:
        found = refused.findings
    assert [f"{one.code} {one.wrong}; {one.write}" for one in found if one.severity is Severity.ERROR] == []
