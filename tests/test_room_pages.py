"""The pages of the wings: each is at most a page long, its example runs, and it names modules that exist."""

import doctest
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "pnp"
PAGES = sorted(PACKAGE.rglob("README.md"))
PAGE = 60
"""The lines of a page."""


def test_each_wing_has_a_page() -> None:
    assert [page.parent.name for page in PAGES] == ["art", "errata", "proof"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_page_is_short_and_its_example_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PACKAGE.parent)
    text = page.read_text("utf-8")
    assert len(text.splitlines()) <= PAGE
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["What goes in, what comes out", "Where to start"]
    example = doctest.DocTestParser().get_doctest(text, {}, page.parent.name, str(page), 0)
    assert example.examples
    lines: list[str] = []
    assert not doctest.DocTestRunner().run(example, out=lines.append).failed, "".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_page_names_modules_that_exist(page: Path) -> None:
    named = set(re.findall(r"`(?:pnp/)?([\w/]+(?:\.py|/))`", page.read_text("utf-8"))) - {"templates/"}
    assert sorted(name for name in named if not any((room / name).exists() for room in (page.parent, PACKAGE))) == []
