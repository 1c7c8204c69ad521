"""Kits and errata of the shipped games, as players get them: every edition and every case builds and passes preflight."""

import re
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

from pnp.errata.compare.changes import compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.marked_books import write_marked_books
from pnp.kit.options import read_options
from pnp.load import find_game, load_game, shipped_games
from pnp.load.game_folder import overlay_files
from pnp.load.misprints import as_published_game
from pnp.load.overlay import EDITION as PUBLISHED
from pnp.preflight import preflight_path
from tests.playing import shipped_game


def editions(game: str) -> list[str]:
    """Return the old editions of a shipped game from which `pnp errata` starts."""
    named = list(overlay_files(find_game(game))["editions"])
    return [*named, PUBLISHED] if as_published_game(shipped_game(game).game) is not None else named


EDITIONS = [(game, edition) for game in shipped_games() for edition in editions(game)]


def test_two_shipped_games_have_an_old_edition() -> None:
    assert EDITIONS == [("meiktila", "as-printed"), ("paratrooper", "as-published")]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_errata_of_an_old_edition_build_and_pass_preflight(
    game: str, edition: str, paper: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    done = pnp("errata", game, "--from", edition, "--paper", paper, "-o", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    (kit,) = (tmp_path / game).iterdir()
    assert preflight_path(kit) == ()


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("game", ["mukden", "myitkyina", "skirmish"])
def test_games_with_large_cards_are_printed_to_fold(
    game: str, paper: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    words = ("--duplex", "fold", "--only", "counters,components", "--paper", paper, "-o", str(tmp_path))
    done = pnp("build", game, *words)
    assert (done.returncode, done.stderr) == (0, "")
    (kit,) = (tmp_path / game).iterdir()
    assert preflight_path(kit) == ()


# ---------------------------------------------------------------- a sentence in every case

SENTENCE = " This sentence is new in the second edition."
PLAIN = re.compile(r"(?!\s*(\||[-*] |\{|#|\d+\. |<|>|:))(?!  )\S")
"""The beginning of a line of running text: not of a table, list, insert or heading."""


def with_a_sentence_in(folder: Path, cases: Collection[str]) -> set[str]:
    """Add a sentence to the last line of the first paragraph of each case; return the cases without a paragraph."""
    left = set(cases)
    for file in folder.rglob("*.md"):
        lines = [*file.read_text("utf-8").split("\n"), ""]
        case = ""
        for number, line in enumerate(lines[:-1]):
            if line.startswith("#"):
                heading = re.match(r"#+ (\d+(?:\.\d+)*)\b", line)
                case = heading[1] if heading else ""
            elif case in left and PLAIN.match(line) and not lines[number + 1].strip():
                lines[number] += SENTENCE
                left.remove(case)
        file.write_text("\n".join(lines[:-1]), "utf-8")
    return left


def changed_copy(game: str, cases: Collection[str], place: Path) -> tuple[Edition, Edition, set[str]]:
    """Return both editions of a game with a new sentence in some cases, and the cases without a paragraph."""
    old = find_game(game)
    shutil.copytree(old, place / game)
    left = with_a_sentence_in(place / game, cases)
    return Edition("old", load_game(old), old), Edition("new", load_game(place / game), place / game), left


def marked_files(old: Edition, new: Edition, folder: Path) -> set[str]:
    """Return the names of the books that an errata kit writes for two editions; preflight refuses none of them."""
    (options,) = read_options(output=folder)
    changes = compare_editions(old, new)
    return {one.name for one in write_marked_books(old.game, new.game, changes, {}, "the old edition", options, folder)}


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_a_new_sentence_in_every_case_is_marked(game: str, tmp_path: Path) -> None:
    cases = {case.number for case in shipped_game(game).game.rules}
    old, new, left = changed_copy(game, cases, tmp_path)
    assert len(left) < 0.3 * len(cases)  # headings above other cases, and cases that are lists
    (tmp_path / "kit").mkdir()
    assert {"rules", "rules-marked"} <= marked_files(old, new, tmp_path / "kit")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "case"), [("meiktila", "6.2.1"), ("meiktila", "8.1.3"), ("mukden", "7.2"), ("paratrooper", "6.2.3")])  # fmt: skip
def test_one_new_sentence_in_one_case_is_marked(game: str, case: str, tmp_path: Path) -> None:
    old, new, left = changed_copy(game, {case}, tmp_path)
    assert not left
    (tmp_path / "kit").mkdir()
    assert {"rules", "rules-marked"} <= marked_files(old, new, tmp_path / "kit")
