"""Every key has an example: a part that is valid by itself, or one that is laid over the game of the reference."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from docs.site.kind_examples import kind_examples, read_example, records_with, without_and_with
from docs.site.pictures import game_with, map_scene
from pnp.draw.card_faces import draw_cards
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
    if text.uses:
        (game / "options" / "uses.yaml").write_text(text.uses, "utf-8")
        overlays.append("options/uses")
    try:
        found = full_check(load_game(game, overlays))
    except Refused as refused:
        found = refused.findings
    assert [f"{one.code} {one.wrong}; {one.write}" for one in found if one.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", sorted(kind_examples()))
def test_a_kind_has_a_whole_example(name: str) -> None:
    kind = kind_examples()[name]
    assert game_with(kind.text, kind.over, kind.folder, kind.uses) is not None


def test_a_key_is_taken_out_of_the_example_and_put_into_it() -> None:
    kind = kind_examples()["Sun"]
    before, after = without_and_with("halo", "- {kind: sun, halo: 90, ink: mid}", kind)
    assert "halo" not in before["cover"]["scene"][0]
    assert after["cover"]["scene"][0]["halo"] == "90"
    assert before["cover"]["scene"][0]["ink"] == after["cover"]["scene"][0]["ink"] == "mid"


def test_without_a_required_key_the_example_has_its_value() -> None:
    before, after = without_and_with("radius", "- {radius: 90}", kind_examples()["Sun"])
    assert [one["cover"]["scene"][0]["radius"] for one in (before, after)] == ["80", "90"]


TEXTURE = "{name: own, paint: woods-tree, spacing_pt: 7, inset_pt: 2, reach_pt: [3, 3, 3, 3], choice: fruit-tree-kind}"
ODD_LOOKS = {
    "without houses": (
        "town",
        "{kind: settlement, label: {font: sans, size_pt: 7, tracking_pt: 0}, plain_half_pt: 3.8}",
    ),
    "more variants than drawn": ("woods", f"{{like: plantation, texture: {TEXTURE}}}"),
}


@pytest.mark.parametrize(("terrain", "look"), ODD_LOOKS.values(), ids=ODD_LOOKS)
def test_a_look_with_odd_values_is_drawn(terrain: str, look: str) -> None:
    game = game_with(f"own: {look}", folder="looks", uses=f"terrain: {{{terrain}: {{look: own}}}}")
    assert game is not None
    assert map_scene(game).items


def test_a_tinted_card_needs_no_picture() -> None:
    deck = "kind: card-deck, width: 63mm, height: 88mm, suits: {w: {name: Sky, colour: '#16324F', pip: star}}"
    game = game_with(f"components: {{own: {{name: Deck, {deck}, ranks: {{A: {{title: Rain, tint: '#D9E4EC'}}}}}}}}")
    assert game is not None
    assert all(faces.front.items for faces in draw_cards(game, None, "own").values())
