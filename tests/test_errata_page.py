"""The errata page: all editions that have a tag in a git repository, and the errata kit of each."""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.errata import errata_page
from pnp.errata.compare.changes import compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.repository import Repository, list_tags
from pnp.errata.errata_kit import changed_faces
from pnp.errata.errata_page import ErrataPage, build_errata_page
from pnp.errata.errata_sheet import ErrataRow, PrintFile, compose_errata_sheet_web
from pnp.findings import Finding, Refused
from pnp.kit.options import read_options
from pnp.load import load_game
from pnp.spot import Spot
from pnp.write.web_page import web_page_text

SMALL = Path(__file__).parent / "games" / "small"
WORKFLOW = Path(__file__).parents[1] / "templates" / "workflows" / "errata.yml"
VOID = {"meta", "img", "br"}


def git(folder: Path, *words: str, day: int = 1) -> None:
    """Run a git command; commits are of that day of May 2026."""
    date = f"2026-05-{day:02}T12:00:00+0000"
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", date))}  # fmt: skip
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    subprocess.run(["git", "-C", str(folder), *words], check=True, env=env)


def commit(game: Path, day: int, tag: str) -> None:
    git(game.parent, "add", "-A")
    git(game.parent, "commit", "-q", "--allow-empty", "-m", tag, day=day)
    git(game.parent, "tag", "-a", "-m", tag, tag, day=29 - day)  # the dates of the tags are in reverse order


def change(game: Path, file: str, old: str, new: str) -> None:
    text = (game / file).read_text("utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new, 1), "utf-8")


def new_repository(top: Path) -> Path:
    """Make an empty repository; return the folder in it for a game."""
    top.mkdir()
    git(top, "init", "-q", "-b", "main")
    return top / "hill"


@pytest.fixture(scope="module")
def hill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in a repository with five tags: `v0.9` is without the game, and `v1.1` has an error."""
    game = new_repository(tmp_path_factory.mktemp("publisher") / "repository")
    (game.parent / "README").write_text("Games\n", "utf-8")
    commit(game, 1, "v0.9")
    shutil.copytree(SMALL, game)
    change(game, "units.csv", "3-4-3", "3-9-3")
    change(game, "game.yaml", "designer: A. Name", "designer: A. Name\n  version: '1.0'\n  date: 2 May 2026")
    commit(game, 2, "v1.0")
    change(game, "game.yaml", "woods: C4 D4 E5", "woods: C4 D4 Z9")
    commit(game, 3, "v1.1")
    change(game, "game.yaml", "woods: C4 D4 Z9", "woods: C4 D4 E5")
    change(game, "units.csv", "3-9-3", "3-5-3")
    commit(game, 4, "v1.9")
    change(game, "units.csv", "3-5-3", "3-4-3")
    change(game, "game.yaml", "version: '1.0'", "version: '1.10'")
    commit(game, 5, "v1.10")
    return game


def built(game: Path, output: Path, pattern: str = "*") -> ErrataPage:
    return build_errata_page(game, output, read_options(output=output)[0], pattern, lambda _: None)


@pytest.fixture(scope="module")
def page(hill: Path, tmp_path_factory: pytest.TempPathFactory) -> ErrataPage:
    return built(hill, tmp_path_factory.mktemp("site") / "errata")


class _Tags(HTMLParser):
    """The elements of an HTML page; `wrong` lists those that are not closed in order, and ids that occur twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(html)
        self.wrong += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "img" and not found.get("alt"):
            self.wrong.append("img without alt")
        if found.get("id") in self.ids:
            self.wrong.append(str(found["id"]))
        self.ids |= {str(found["id"])} if "id" in found else set()
        self.links += [str(found[key]) for key in ("href", "src", "xlink:href") if key in found]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def sections(html: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the text of each section of a page, without its elements."""
    for part in html.split("<section")[1:]:
        heading = re.search("<h2>(.*?)</h2>", part)
        assert heading is not None
        yield heading[1], " ".join(re.sub("<[^>]*>", " ", part.partition("</section>")[0].partition(">")[2]).split())


def test_all_editions_are_listed_with_their_changes(page: ErrataPage):
    assert (page.editions, page.kits) == (4, 2)
    found = dict(sections((page.folder / "index.html").read_text("utf-8")))
    assert list(found) == ["All editions", "v1.10", "v1.9", "v1.1", "v1.0"]
    assert found["v1.10"] == "v1.10 Published 2026-05-05 · version 1.10, 2 May 2026 This is the newest edition."
    for row in ("v1.10 2026-05-05 – –", "v1.9 2026-05-04 1 1", "v1.1 2026-05-03 – –", "v1.0 2026-05-02 1 1"):
        assert row in found["All editions"]
    assert "1 change to v1.9, the next edition" in found["v1.0"]
    assert "1 change to v1.10, the newest edition" in found["v1.0"]
    assert "Factors on the front: 3-9-3 → 3-5-3" in found["v1.0"]
    assert "Factors on the front: 3-9-3 → 3-4-3" in found["v1.0"]
    assert found["v1.9"].count("the newest edition") == 1
    assert "next edition" not in found["v1.9"]


def test_an_edition_with_errors_is_listed_without_a_kit(page: ErrataPage):
    found = dict(sections((page.folder / "index.html").read_text("utf-8")))
    wrong = "the game has 1 error: M001 hex Z9 is not on this map"
    assert f"This edition has no errata kit, because {wrong}" in found["v1.1"]
    assert not (page.folder / "v1.1").exists()
    (warning,) = page.warnings
    assert re.match(rf"v1\.1:.*hill: warning E005 this edition has no errata kit, because {wrong}", str(warning))


def test_each_old_edition_has_its_errata_kit(page: ErrataPage):
    assert {path.name for path in page.folder.iterdir() if path.is_dir()} == {"v1.0", "v1.9"}
    for name, old in (("v1.0", "3-9-3"), ("v1.9", "3-5-3")):
        folder = page.folder / name
        for file in ("errata.pdf", "errata.html", "errata.md", "replacement-counters.pdf", "index.html"):
            assert (folder / file).is_file(), file
        for file in ("errata.html", "errata.md"):
            text = (folder / file).read_text("utf-8")
            assert old in text
            assert "3-4-3" in text


def test_the_pages_are_valid_and_need_only_their_folder(page: ErrataPage):
    for path in (page.folder / "index.html", page.folder / "v1.0" / "errata.html"):
        html = path.read_text("utf-8")
        tags = _Tags(html)
        assert (path.name, tags.wrong) == (path.name, [])
        assert 'name="viewport"' in html
        for link in tags.links:
            target = tags.ids if link.startswith("#") else {file.relative_to(path.parent).as_posix() for file in path.parent.rglob("*")}  # fmt: skip
            assert link.removeprefix("#") in target
        assert re.findall(r"url\((?!#|data:)[^)]*", html) == []
        assert str(page.folder.parent) not in html
    sheet = (page.folder / "v1.0" / "errata.html").read_text("utf-8")
    assert sheet.count("<svg ") == 2  # the front of one counter, old and new
    assert "Changes from v1.0 (version 1.0, 2 May 2026) to version 1.10, 2 May 2026. 1 change." in sheet


@pytest.mark.slow
def test_the_page_is_the_same_every_time_and_replaces_itself(page: ErrataPage, hill: Path, tmp_path: Path):
    before = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in page.folder.rglob("*") if path.is_file()}
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(hill.parent), str(clone))
    built(clone / "hill", page.folder)
    after = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in page.folder.rglob("*") if path.is_file()}
    assert after == before


def test_an_errata_page_is_for_one_paper_size(pnp: Callable[..., Any], tmp_path: Path):
    done = pnp("errata-page", str(SMALL), "-o", str(tmp_path / "site"), "--paper", "letter,a4")
    assert done.returncode == 2
    assert "the kits of an errata page have one paper size, but --paper names several; write one" in done.stderr
    assert not (tmp_path / "site").exists()


def test_the_newest_edition_has_errata_to_the_folder_as_it_is(hill: Path, tmp_path: Path, pnp: Callable[..., Any]):
    top = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(hill.parent), str(top))
    change(top / "hill", "units.csv", "3-4-3", "3-8-3")
    done = pnp("errata-page", top / "hill", "-o", tmp_path / "site", "--tags", "v1.10")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{tmp_path / 'site'}: 1 edition, 1 errata kit, 4 pages\n"
    found = dict(sections((tmp_path / "site" / "index.html").read_text("utf-8")))
    assert "This is the newest edition." in found["v1.10"]
    assert "1 change to the present data, which has no tag yet" in found["v1.10"]
    assert "3-8-3" in (tmp_path / "site" / "v1.10" / "errata.md").read_text("utf-8")
    git(top, "-c", "advice.detachedHead=false", "checkout", "-qf", "v1.0")
    assert built(top / "hill", tmp_path / "site", "v1.10").kits == 0  # what is checked out is older


def test_a_game_that_became_another_game_has_no_errata(tmp_path: Path):
    game = new_repository(tmp_path / "repository")
    for day, name in ((1, "small"), (2, "duel")):
        shutil.rmtree(game, ignore_errors=True)
        shutil.copytree(SMALL.parent / name, game)
        commit(game, day, f"v{day}")
    made = built(game, tmp_path / "site")
    assert (made.editions, made.kits) == (2, 0)
    assert "are different games." in dict(sections((tmp_path / "site" / "index.html").read_text("utf-8")))["v1"]


def test_a_kit_that_cannot_be_built_keeps_no_other_from_the_page(
    hill: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refused(*_: Any) -> None:
        raise Refused([Finding(code, Spot("aids.html"), "a page has no room for a table")])

    monkeypatch.setattr(errata_page, "write_errata", refused)
    code = "W007"
    made = built(hill, tmp_path / "site")
    assert (made.editions, made.kits) == (4, 0)
    assert [warning.code for warning in made.warnings] == ["E005", "W007", "W007"]
    text = dict(sections((made.folder / "index.html").read_text("utf-8")))["v1.9"]
    assert "The errata of this edition cannot be printed: W007 a page has no room for a table" in text
    code = "W001"  # Pango is missing
    with pytest.raises(Refused, match="W001"):
        built(hill, tmp_path / "site")
    assert "W007" in (made.folder / "index.html").read_text("utf-8")


def test_a_game_at_the_top_of_its_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = new_repository(tmp_path / "repository").parent
    shutil.copytree(SMALL, game, dirs_exist_ok=True)
    for day, tag in ((1, "first@2026"), (2, "second/one")):
        git(game, "add", "-A")
        git(game, "commit", "-q", "--allow-empty", "-m", tag, day=day)
        git(game, "tag", tag)
    git(game, "tag", "tree", "HEAD^{tree}")
    monkeypatch.chdir(game)
    made = built(Path(), Path("site"))
    assert (made.editions, made.kits, made.warnings) == (2, 0, ())
    found = dict(sections(Path("site/index.html").read_text("utf-8")))
    assert list(found) == ["All editions", "second/one", "first@2026"]
    assert "No changes to second/one, the newest edition." in found["first@2026"]


def test_the_sheet_for_a_browser_has_drawings_and_probabilities(tmp_path: Path):
    old, new = load_game(SMALL), load_game(changed_copy(tmp_path / "new"))
    changes = compare_editions(Edition("old", old, SMALL), Edition("new", new, SMALL))
    chances = [ErrataRow("A strong attack", "1/6", "1/3")]
    book = compose_errata_sheet_web(
        old, new, changes, changed_faces(old, new, {}), [PrintFile("errata", "Errata", 2)], chances
    )
    html = web_page_text(book)
    tags = _Tags(html)
    assert (tags.wrong, tags.links[0]) == ([], "errata.pdf")
    assert "scene:" not in html
    for text in ("Probabilities", "1/6", "1/3", '<a href="errata.pdf">Errata</a></td><td>2 pages</td>'):
        assert text in html
    assert re.findall('aria-label="(.*?)"', html) == ["Front, old", "Front, new", "Back, old", "Back, new"]


def changed_copy(where: Path) -> Path:
    """Copy a game, and change both sides of one counter."""
    shutil.copytree(SMALL, where)
    change(where, "units.csv", "3-4-3", "3-5-3")
    change(where, "units.csv", "2-2-3", "1-2-3")
    return where


# ---------------------------------------------------------------- tags


def test_tags_are_in_order_of_commits_then_of_versions(tmp_path: Path):
    game = new_repository(tmp_path / "repository")
    for day, tag in ((2, "v2"), (1, "v3"), (5, "v1.10"), (5, "v1.9"), (5, "other/v1")):
        commit(game, day, tag)
    tags = list_tags(Repository(game.parent, "hill"))
    assert [(tag.name, tag.date) for tag in tags] == [
        ("v3", "2026-05-01"), ("v2", "2026-05-02"),
        ("other/v1", "2026-05-05"), ("v1.9", "2026-05-05"), ("v1.10", "2026-05-05"),
    ]  # fmt: skip
    assert [tag.name for tag in list_tags(Repository(game.parent, "hill"), "v1*")] == ["v1.9", "v1.10"]


def test_the_date_of_a_tag_is_that_of_its_commit_in_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game = new_repository(tmp_path / "repository")
    (game.parent / "README").write_text("Games\n", "utf-8")
    git(game.parent, "add", "-A")
    moment = {f"GIT_{role}_DATE": "2026-05-02T00:30:00+0900" for role in ("AUTHOR", "COMMITTER")}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", game.parent, *who, "commit", "-qm", "v1"], check=True, env={**os.environ, **moment})
    git(game.parent, "tag", "v1")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert [tag.date for tag in list_tags(Repository(game.parent, "hill"))] == ["2026-05-01"]


def test_without_editions_there_is_one_message(hill: Path, tmp_path: Path, pnp: Callable[..., Any]):
    outside = shutil.copytree(SMALL, tmp_path / "outside")
    untagged = new_repository(tmp_path / "untagged")
    shutil.copytree(SMALL, untagged)
    for game, pattern, message in (
        (
            outside,
            "*",
            "E003 this folder is not in a git repository, so it has no tags; `git init` creates a repository",
        ),
        (
            untagged,
            "*",
            "E004 the repository has no tags; `git tag v1.0` creates one; in a shallow clone, `git fetch --tags --uns",
        ),
        (hill, "x*", "E004 none of the 5 tags matches x*; `git tag` lists the tags"),
        (hill.parent, "v1*", "E004 this folder has no game.yaml, neither now nor at a tag; name the folder of a game"),
        (hill, "v0*", "E004 no tag contains hill/game.yaml; tag a commit that contains the game"),
    ):
        done = pnp("errata-page", game, "-o", tmp_path / "site", "--tags", pattern)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"{game}: {message}"), done.stderr
        assert done.stderr.count("\n") == 1
        assert not (tmp_path / "site").exists()


def test_without_git_there_is_one_message(hill: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        Refused, match="E001 git is not installed; install it: revisions and tags are read with git"
    ) as refused:
        built(hill, tmp_path / "site")
    assert len(refused.value.findings) == 1


def test_a_folder_with_other_files_is_not_replaced(hill: Path, tmp_path: Path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(Refused, match=r"W006 .*notes\.txt"):
        built(hill, tmp_path / "site")


# ---------------------------------------------------------------- the workflow


GUIDE = (WORKFLOW.parents[2] / "docs" / "errata.md").read_text("utf-8")


def test_the_workflow_builds_the_page_for_every_tag():
    read = yaml.load(WORKFLOW.read_text("utf-8"), yaml.BaseLoader)
    assert read["on"]["push"] == {"tags": ["**"]}
    assert read["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert set(read["env"]) == {"GAME", "TAGS", "PNP"}
    command = f"pnp errata-page {read['env']['GAME']} -o site --tags '{read['env']['TAGS']}'"
    assert command in GUIDE
    build, deploy = read["jobs"]["build"], read["jobs"]["deploy"]
    steps = {step["uses"].partition("@")[0]: step.get("with", {}) for step in build["steps"] if "uses" in step}
    assert steps["actions/checkout"] == {"fetch-depth": "0"}
    assert steps["actions/upload-pages-artifact"] == {"path": "site"}
    script = "\n".join(step["run"] for step in build["steps"] if "run" in step)
    for words in ("libpango-1.0-0", "pip install", 'pnp errata-page "$GAME" -o site --tags "$TAGS"'):
        assert words in script
    assert (deploy["needs"], deploy["environment"]["name"]) == ("build", "github-pages")
    assert deploy["steps"][0]["uses"].startswith("actions/deploy-pages@")
