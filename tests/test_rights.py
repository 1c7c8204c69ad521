"""Who owns a game: stated by each shipped game, printed on cover, booklet and index, and needed for publishing."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from pnp.checks import check_game
from pnp.compose.back_cover import back_texts
from pnp.draw.cover_art.cover_findings import cover_findings
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.findings import Refused, Severity
from pnp.kit.options import read_options
from pnp.kit.public_use import refuse_public_study
from pnp.load import find_game, load_game, shipped_games
from pnp.load.target_files import load_target
from pnp.model.rights import Rights
from pnp.resources import templates_dir
from pnp.scene import Text, walk

SMALL = Path(__file__).parent / "games" / "small"


def changed(tmp_path: Path, rights: str) -> Path:
    """Return a copy of the small game with other rights; blank for none."""
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    file = folder / "game.yaml"
    old = "  rights: {basis: own, holder: A. Name}\n"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, f"  rights: {rights}\n" if rights else ""), "utf-8")
    return folder


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_name_their_owner(name: str) -> None:
    rights = load_game(find_game(name)).game.rights
    assert rights is not None
    assert rights.holder


def test_a_game_without_rights_gets_a_note_that_says_what_to_write(tmp_path: Path) -> None:
    (found,) = check_game(load_game(changed(tmp_path, "")), ["R028"])
    assert found.severity is Severity.NOTE
    assert "rights: {basis: own, holder: NAME}" in found.write


def test_rights_without_a_holder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="write holder:"):
        load_game(changed(tmp_path, "{basis: study}"))


def test_each_basis_has_its_sentence() -> None:
    study = "An unofficial study edition. The game belongs to B. Owner; this kit is not affiliated with or endorsed by B. Owner."
    assert Rights(basis="study", holder="B. Owner").statement == study
    assert Rights(basis="own", holder="B. Owner").statement == "The game belongs to B. Owner."
    assert "with permission" in Rights(basis="permission", holder="B. Owner").statement
    assert Rights(basis="public-domain", note="It is older than 70 years").statement == (
        "The game is in the public domain. It is older than 70 years."
    )


def test_the_covers_print_the_owner(tmp_path: Path) -> None:
    game = load_game(changed(tmp_path, "{basis: study, holder: B. Owner}"))
    target = load_target("home")
    assert not cover_findings(game)
    for paper in ("letter", "a4"):
        drawn = draw_cover(game, target.papers[paper], target.margin)
        front = [item.text for item, _ in walk(drawn.items) if isinstance(item, Text)]
        assert game.game.rights_statement in front
    assert back_texts(game, (), target.papers["letter"]).credits[0].startswith("An unofficial study edition.")


def test_an_owner_too_long_for_the_cover_is_a_finding(tmp_path: Path) -> None:
    game = load_game(changed(tmp_path, f"{{basis: study, holder: {'Very Long Name ' * 20}}}"))
    assert "game.rights.holder" in [one.spot.path for one in cover_findings(game)]


@pytest.mark.slow
def test_booklet_and_index_print_the_owner(pnp: Callable[..., Any], tmp_path: Path) -> None:
    folder = changed(tmp_path, "{basis: study, holder: B. Owner, note: Not for sale}")
    assert pnp("build", folder, "-o", tmp_path / "out").returncode == 0
    assert pnp("build", folder, "-o", tmp_path / "out", "--only", "map").returncode == 0
    for kit in ("home", "home-only-map"):
        index = (tmp_path / "out" / "small" / kit / "index.html").read_text("utf-8")
        assert "endorsed by B. Owner. Not for sale." in index
    booklet = PdfDocument(tmp_path / "out" / "small" / "home" / "rules.pdf")
    assert "endorsed by B. Owner. Not for sale" in " ".join(booklet[0].get_textpage().get_text_bounded().split())


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A print target whose files are published."""
    file = tmp_path / "shop.yaml"
    home = (templates_dir() / "targets" / "home.yaml").read_text("utf-8")
    file.write_text(f"{home}public: true\n", "utf-8")
    return file


def test_a_public_print_target_refuses_a_study_edition_unless_allowed(
    pnp: Callable[..., Any], tmp_path: Path, shop: Path
) -> None:
    study = changed(tmp_path, "{basis: study, holder: B. Owner}")
    words = ("build", study, "-o", tmp_path / "out", "--only", "map")
    done = pnp(*words, "--target", shop)
    assert done.returncode == 1
    assert "B013 this is an unofficial study edition of a game that belongs to B. Owner" in done.stderr
    assert "--allow-study" in done.stderr
    assert not (tmp_path / "out").exists()
    assert pnp(*words, "--target", shop, "--allow-study").returncode == 0
    assert pnp(*words, "--target", shop).returncode == 1, "the kit that was allowed is not taken as unchanged"
    assert pnp(*words).returncode == 0, "a kit for a home printer is not published"


@pytest.mark.parametrize("basis", ["own", "permission", "public-domain"])
def test_other_editions_may_be_published(tmp_path: Path, shop: Path, basis: str) -> None:
    game = load_game(changed(tmp_path, f"{{basis: {basis}, holder: B. Owner}}"))
    (options,) = read_options(target=str(shop))
    refuse_public_study(game, options)
    with pytest.raises(Refused, match="B013"):
        refuse_public_study(load_game(find_game("mukden")), options)


@pytest.mark.slow
def test_the_errata_page_refuses_a_study_edition_and_prints_its_owner(pnp: Callable[..., Any], tmp_path: Path) -> None:
    study = changed(tmp_path, "{basis: study, holder: B. Owner}")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "First"), ("tag", "v1")):
        who = ("-c", "user.name=A", "-c", "user.email=a@b")
        subprocess.run(["git", "-C", study, *who, *words], check=True)
    done = pnp("errata-page", study, "-o", tmp_path / "site")
    assert done.returncode == 1
    assert "B013" in done.stderr
    assert not (tmp_path / "site").exists()
    assert pnp("errata-page", study, "-o", tmp_path / "site", "--allow-study").returncode == 0
    assert "endorsed by B. Owner." in (tmp_path / "site" / "index.html").read_text("utf-8")
