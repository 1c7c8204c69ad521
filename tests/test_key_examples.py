"""Every key has an example: one in the data of a game or a check, or one that is laid over the game of the reference."""

import shutil
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.findings import Refused, Severity
from pnp.kit.full_check import full_check
from pnp.load import load_game
from pnp.load.read_libraries import shared_libraries
from pnp.load.tree import plain
from pnp.report.data_keys import all_records, own_keys
from pnp.report.explain import explain_code
from pnp.report.key_examples import FOUND, KeyExample, all_examples, example_of, examples_in

TOP = Path(__file__).parents[1]
BASE = TOP / "templates" / "reference" / "game"
OWN = {(file, id_): one for file, some in all_examples().items() if file != FOUND for id_, one in some.items()}
KEYS = {key.id: key for record in all_records() for key in own_keys(record)}


def read(text: str) -> Any:
    return yaml.load(text, yaml.CBaseLoader)


def holds(part: Any, whole: Any) -> bool:
    """Whether data contains a part: keys of mappings, items of lists, and equal texts."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and holds(one, whole[key]) for key, one in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(holds(one, other) for other in whole) for one in part)
    return bool(part == whole)


@cache
def source_data(source: str) -> Any:
    """The data of a game or one of its scenarios, of a file of a library, or of the good examples of a check."""
    if source.startswith("templates/"):
        return read((TOP / source).read_text("utf-8"))
    name, _, scenario = source.partition(" ")
    folder = next(one for one in (TOP / "tests" / "games" / name, TOP / "data" / name) if one.is_dir())
    game = load_game(folder)
    return plain((game.scenarios[scenario] if scenario else game).sources.root)  # type: ignore[attr-defined]


def part_at(data: Any, path: str) -> Any:
    """The value at a dotted path of plain data, whose ids may contain dots."""
    parts = path.split(".") if path else []
    while parts:
        used = next(n for n in range(1, len(parts) + 1) if not isinstance(data, dict) or ".".join(parts[:n]) in data)
        data = data[".".join(parts[:used])] if isinstance(data, dict) else data[int(parts[0])]
        parts = parts[used:]
    return data


def is_code(source: str) -> bool:
    return source[:1].isupper() and source[1:].isdecimal()


def test_every_key_has_an_example() -> None:
    missing = [id_ for id_ in KEYS if example_of(id_) is None]
    assert missing == [], "write them in templates/reference/own.yaml, or run python -m docs.site.harvest"


def test_no_example_is_of_a_key_that_does_not_exist() -> None:
    assert [id_ for some in all_examples().values() for id_ in some if id_ not in KEYS] == []


@pytest.mark.parametrize(
    "source", sorted({one.source for one in examples_in(FOUND).values() if not is_code(one.source)})
)
def test_found_examples_are_in_the_data_that_they_name(source: str) -> None:
    wrong = []
    for id_, one in examples_in(FOUND).items():
        if one.source == source:
            whole = part_at(source_data(source), one.at)
            part = read(one.text)
            if not holds(part, [whole] if isinstance(part, list) else whole):
                wrong.append(id_)
    assert wrong == [], "run python -m docs.site.harvest"


def test_found_examples_of_checks_are_in_their_good_examples() -> None:
    wrong = []
    for id_, one in examples_in(FOUND).items():
        if is_code(one.source):
            goods = (explain_code(one.source) or "").split("Good:\n")[1:]
            texts = [textwrap.dedent(good.split("\nBad:")[0]) for good in goods]
            data = [read(text) for text in texts if text.strip() and not text.startswith("#")]
            part = read(one.text)
            if not any(
                holds(part, [at(whole, one.at)] if isinstance(part, list) else at(whole, one.at)) for whole in data
            ):
                wrong.append(id_)
    assert wrong == [], "run python -m docs.site.harvest"


def at(data: Any, path: str) -> Any:
    try:
        return part_at(data, path)
    except (KeyError, StopIteration, IndexError, TypeError):
        return None


@pytest.mark.parametrize(("file", "id_"), OWN, ids=lambda one: str(one))
def test_an_example_of_our_own_is_valid(tmp_path: Path, file: str, id_: str) -> None:
    """It is laid over the game of the reference and checked, or read as the record at its path."""
    example: KeyExample = OWN[file, id_]
    key = KEYS[id_]
    assert f"{key.name}:" in example.text
    if example.at:
        item = read(example.text)
        record = key.record
        record.model_validate(item[0] if isinstance(item, list) else item, context=shared_libraries().known)
        return
    game = tmp_path / "game"
    shutil.copytree(BASE, game)
    overlays = [f"options/{example.over}"] if example.over else []
    if example.source == "game.yaml":
        (game / "game.yaml").write_text(example.text + "\n" + (game / "game.yaml").read_text("utf-8"), "utf-8")
    else:
        folder = game / (example.source or "options")
        folder.mkdir(exist_ok=True)
        (folder / "own.yaml").write_text(example.text + "\n", "utf-8")
        overlays += [] if example.source else ["options/own"]
    try:
        found = full_check(load_game(game, overlays))
    except Refused as refused:
        found = refused.findings
    assert [f"{one.code} {one.wrong}; {one.write}" for one in found if one.severity is Severity.ERROR] == []
