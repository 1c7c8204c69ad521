"""`--dated`: the date on paper is that of the data, SOURCE_DATE_EPOCH or the commit, and never that of the clock."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pnp.findings import Refused
from pnp.kit.options import read_options
from pnp.kit.paper_date import paper_date
from pnp.kit.pipeline import FinishedKit, RefusedKits, build_kits
from pnp.load import load_game
from tests.test_errata_patches import words

SMALL = Path(__file__).parent / "games" / "small"
AUTHOR = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def committed(folder: Path, when: str) -> None:
    """Commit a folder as a git repository at a time."""
    environment = {**os.environ, **AUTHOR, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "data"]):
        subprocess.run(["git", "-C", str(folder), *command], env=environment, check=True, capture_output=True)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game, committed on 2 May 2026, 23:30 at the mouth of the Amazon, which is 3 May in UTC."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    committed(folder, "2026-05-02T23:30:00-03:00")
    return folder


def test_the_date_of_the_commit_is_in_utc(game: Path) -> None:
    assert paper_date(game) == "2026-05-03"


def test_source_date_epoch_comes_before_the_commit(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    assert paper_date(game) == "2026-01-01"


def test_the_date_of_the_data_comes_before_both(game: Path) -> None:
    dated = load_game(game).dated("2026-05-03")
    assert dated.game.date == "2026-05-03"
    assert dated.dated("2027-01-01").game.date == "2026-05-03"


@pytest.mark.parametrize("stated", ["yesterday", "1e9", "9" * 30])
def test_a_variable_that_is_no_time_is_refused(game: Path, monkeypatch: pytest.MonkeyPatch, stated: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    with pytest.raises(Refused, match=r"which is not a time; set it to seconds since 1970"):
        paper_date(game)


def test_data_that_are_not_committed_have_no_date(game: Path, tmp_path: Path) -> None:
    with (game / "rules.md").open("a", encoding="utf-8") as file:
        file.write("\nMore.\n")
    with pytest.raises(Refused, match="differs from its last commit"):
        paper_date(game)
    with pytest.raises(Refused, match="has no commit"):
        paper_date(Path(shutil.copytree(SMALL, tmp_path / "elsewhere")))


def test_a_dated_kit_prints_the_date_and_another_one_none(game: Path, tmp_path: Path) -> None:
    texts = {}
    for dated in (True, False):
        options = read_options(output=tmp_path / f"kits-{dated}", only="rules", dated=dated)
        *_, kit = build_kits([game], options, lambda _: None)
        assert isinstance(kit, FinishedKit)
        texts[dated] = words(kit.folder / "rules.pdf")
    assert "2026-05-03" in texts[True]
    assert "2026" not in texts[False]


def test_a_kit_that_cannot_be_dated_is_refused(game: Path, tmp_path: Path) -> None:
    shutil.rmtree(game / ".git")
    (refused,) = build_kits([game], read_options(output=tmp_path / "kits", dated=True), lambda _: None)
    assert isinstance(refused, RefusedKits)
    assert [one.code for one in refused.findings] == ["B014"]
    assert not (tmp_path / "kits").exists()
