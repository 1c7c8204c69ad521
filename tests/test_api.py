"""The Python API: its names, what it refuses, what it logs, and games that cannot be changed."""

import copy
import json
import logging
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import pnp
from pnp import api
from pnp.cache import Cache, cache_in_use, digest, use_cache
from pnp.cli import cli
from pnp.model.frozen_mapping import FrozenMapping, frozen
from pnp.processes import OverLimitError, ProcessExecutor, run_jobs
from pnp.report.formats import write_report
from pnp.rules.state.errors import RuleError
from pnp.spot import Spot

GAMES = Path(__file__).parent / "games"
DUEL, SMALL = GAMES / "duel", GAMES / "small"


@pytest.fixture(scope="module")
def duel() -> pnp.Game:
    return pnp.load_game(DUEL)


def test_every_name_of_the_api_can_be_had_from_pnp() -> None:
    assert pnp.__all__ == api.__all__
    assert set(pnp.__all__) <= set(dir(pnp))
    assert [name for name in pnp.__all__ if getattr(pnp, name) is not getattr(api, name)] == []
    with pytest.raises(AttributeError, match="has no attribute chek"):
        pnp.chek  # noqa: B018 - the access is what is tested


def test_the_page_about_stability_lists_what_is_public() -> None:
    page = (Path(__file__).parents[1] / "docs" / "stability.md").read_text("utf-8")
    python = page.partition("**Python.**")[2].partition("Their parameters")[0]
    names = [name for row in re.findall(r"^\| (`.*?) \|", python, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(names) == sorted(pnp.__all__)
    commands = page.partition("**Commands.**")[2].partition(", with the options")[0]
    assert re.findall(r"`([\w-]+)`", commands) == sorted(cli.commands)
    finding = page.partition("A finding in JSON has the keys ")[2].partition(". A release")[0]
    (row,) = json.loads(write_report([pnp.Finding("L001", Spot("game.yaml"), "wrong")], "json"))
    assert [word for word in re.findall(r"`(\w+)`", finding) if word not in ("error", "warning", "note")] == [*row]


def test_all_documented_exceptions_have_one_base() -> None:
    for error in (pnp.Refused, pnp.Cancelled, RuleError, OverLimitError):
        assert issubclass(error, pnp.PnpError)


REFUSED: dict[str, tuple[Callable[[pnp.Game, Path], object], str]] = {
    "a code": (lambda game, _: pnp.check(game, ["M001", "NOPE"]), "codes: B001 there is no check with the code NOPE"),
    "a code of a file": (lambda game, _: pnp.check(game, "P038"), "codes: B001 there is no check with the code P038"),
    "an option": (lambda _, out: pnp.build(DUEL, ouput=out), "--ouput: B001 there is no such option; did you mean output?"),  # type: ignore[call-arg]
    "a part": (lambda _, out: pnp.build(DUEL, output=out, only=["map", "mapp"]), "--only: B001 there is no part of a kit mapp; write map, "),
    "a paper": (lambda _, out: pnp.build(DUEL, output=out, paper="a9"), "--paper: B001 there is no paper size a9; write letter"),
    "a duplex mode": (lambda _, out: pnp.build(DUEL, output=out, duplex="sideways"), "--duplex: B001 there is no way of printing two sides sideways"),
    "two inks": (lambda _, out: pnp.build(DUEL, output=out, ink="low,grey"), "--ink: B001 only one value is possible"),
    "a number as a folder": (lambda *_: pnp.build(DUEL, output=3), "--output: B001 3 is neither a text nor a path"),  # type: ignore[arg-type]
    "a number as a part": (lambda _, out: pnp.build(DUEL, output=out, only=[3]), "--only: B001 [3] is neither a text nor a"),  # type: ignore[list-item]
    "an option of many games": (lambda _, out: pnp.build_all([DUEL], {"papr": "a4", "output": out}, None), "--papr: B001"),  # type: ignore[typeddict-unknown-key, arg-type]
    "an overlay": (lambda *_: pnp.load_game(DUEL, "editions/x"), "there is no edition x|has no edition x|no editions"),
    "a key": (lambda *_: pnp.load_game(DUEL, without="rulez"), "without: B001 there is no top-level key rulez; did you"),
    "an example": (lambda game, _: pnp.example(game, "nope"), "example: B001 there is no worked example nope"),
    "a procedure": (lambda game, _: pnp.odds(game, "nope"), "B005 unknown procedure nope"),
    "a version": (lambda *_: pnp.diff(DUEL, "nope"), "nope: E001"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_unknown_is_refused_by_name(kind: str, duel: pnp.Game, tmp_path: Path) -> None:
    ask, message = REFUSED[kind]
    with pytest.raises(pnp.Refused) as refused:
        list(ask(duel, tmp_path))  # type: ignore[call-overload]
    if "|" in message:
        assert "edition" in str(refused.value)
    else:
        assert message in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_one_text_is_one_value_and_paths_may_be_texts(duel: pnp.Game, tmp_path: Path) -> None:
    assert pnp.check(duel, "M001") == pnp.check(duel, ["M001"]) == ()
    how = {"attack": 2, "defence": 1}
    assert pnp.odds(duel, "combat", how, show="result") == pnp.odds(duel, "combat", how, show=["result"])
    assert pnp.load_game(str(DUEL), without="rules").rules == ()
    *_, kit = pnp.build(DUEL, output=str(tmp_path), only=["counters"], paper=["letter"])
    assert isinstance(kit, pnp.FinishedKit)
    assert kit.folder == tmp_path / "duel" / "home-only-counters"


def test_versions_of_a_game_are_compared_by_name() -> None:
    assert pnp.diff(DUEL, str(DUEL)) == ()


def refuse() -> None:
    raise pnp.Refused([pnp.Finding("L001", Spot("game.yaml", 3, 7), "this is wrong", "write that")])


def test_a_refusal_of_another_process_has_the_same_text() -> None:
    with ProcessExecutor(1) as executor, pytest.raises(pnp.Refused) as refused:
        run_jobs([refuse], executor)
    assert str(refused.value) == "game.yaml:3:7: L001 this is wrong; write that"


# ---------------------------------------------------------------- games cannot be changed


def changeable(value: object, path: str) -> list[str]:
    """The paths of all values inside a value that can be changed."""
    inside: list[tuple[str, object]] = []
    if isinstance(value, BaseModel):
        inside = [(f"{path}.{name}", getattr(value, name)) for name in type(value).model_fields]
    elif isinstance(value, dict):
        inside = [(f"{path}.{key}", one) for key, one in value.items()]
    elif isinstance(value, (tuple, list)):
        inside = [(f"{path}.{index}", one) for index, one in enumerate(value)]
    found = [path] if isinstance(value, (list, set)) or type(value) is dict else []
    return found + [one for name, part in inside for one in changeable(part, name)]


@pytest.mark.parametrize("name", ["duel", "small", "two-beaches", "workshop"])
def test_nothing_inside_a_game_can_be_changed(name: str) -> None:
    game = pnp.load_game(GAMES / name)
    assert changeable(game, "game") == []
    assert [path for one, part in game.scenarios.items() for path in changeable(part, one)] == []
    assert changeable(game.model_copy(update={"counters": {"x": {"y": 1}}}), "game") == []


CHANGES: tuple[Callable[[Any], object], ...] = (
    lambda mapping: mapping.__setitem__("a", 2),
    lambda mapping: mapping.__delitem__("a"),
    lambda mapping: mapping.__ior__({"a": 2}),
    lambda mapping: mapping.update(a=2),
    lambda mapping: mapping.setdefault("b", 2),
    lambda mapping: mapping.pop("a"),
    lambda mapping: mapping.popitem(),
    lambda mapping: mapping.clear(),
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_frozen_mapping_refuses_every_change(change: Callable[[Any], object]) -> None:
    mapping = FrozenMapping({"a": 1})
    with pytest.raises(TypeError, match="the data of a game cannot be changed"):
        change(mapping)
    assert mapping == {"a": 1}


def test_a_frozen_game_is_pickled_copied_compared_and_read_as_before(duel: pnp.Game) -> None:
    for other in (pickle.loads(pickle.dumps(duel)), copy.deepcopy(duel), type(duel).model_validate(duel)):
        assert other.__dict__ == duel.__dict__
        assert changeable(other, "game") == []
        assert digest(other) == digest(duel)
    plain = dict(duel.counters)
    plain.clear()
    assert duel.counters == {**duel.counters}
    assert type(duel.counters | {}) is dict
    assert frozen({"a": [{"b": 1}]}) == {"a": [{"b": 1}]}


# ---------------------------------------------------------------- the log


def test_the_log_names_parts_and_results_with_their_seconds(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "pnp")
    with use_cache(Cache(tmp_path / "cache")):
        for paper in ("letter", "a4"):
            list(pnp.build(DUEL, output=tmp_path / paper, only="counters"))
    lines = [record.getMessage() for record in caplog.records if record.name == "pnp"]
    assert sum(line.startswith("Duel: part counters") and line.endswith(" s") for line in lines) == 2
    for start in ("cache miss: document, made in ", "cache hit: document, read in "):
        assert [line for line in lines if line.startswith(start)], start


def test_the_log_of_other_processes_arrives_here(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pnp")
    with ProcessExecutor(1) as executor:
        list(pnp.build(DUEL, output=tmp_path, only="counters", executor=executor))
    lines = [record.getMessage() for record in caplog.records if record.name == "pnp"]
    assert [line for line in lines if line.startswith("Duel: part counters")]
    assert not [line for line in lines if line.startswith("cache")]


# ---------------------------------------------------------------- the cache


def test_the_api_uses_the_cache_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Cache(tmp_path / "cache")
    monkeypatch.setenv("PNP_CACHE", str(kept.folder))
    game = pnp.load_game(DUEL)
    assert pnp.check(game) == ()
    after_check = kept.usage().results
    *_, first = pnp.build(DUEL, output=tmp_path / "out", only="counters")
    *_, second = pnp.build(DUEL, output=tmp_path / "out", only="counters")
    assert isinstance(first, pnp.FinishedKit)
    assert isinstance(second, pnp.FinishedKit)
    assert 0 < after_check < kept.usage().results
    assert (first.unchanged, second.unchanged) == (False, True)
    assert cache_in_use() is None


def test_a_program_can_choose_another_cache_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = Cache(tmp_path / "usual"), Cache(tmp_path / "other")
    monkeypatch.setenv("PNP_CACHE", str(usual.folder))
    game = pnp.load_game(DUEL)
    with use_cache(None):
        pnp.check(game)
    assert usual.usage().results == 0
    with use_cache(other):
        pnp.check(game)
    assert (usual.usage().results, other.usage().results > 0) == (0, True)


def test_a_folder_that_is_no_cache_is_not_used_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    monkeypatch.setenv("PNP_CACHE", str(tmp_path))
    assert pnp.check(pnp.load_game(DUEL)) == ()
    assert "this folder contains other files; nothing is cached" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
