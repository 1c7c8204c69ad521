"""Fixtures of all tests, golden texts, and the number of examples that hypothesis tries."""

import difflib
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from pnp.cli import main
from pnp.cli.commands import COLLECT_SELDOM

gc.set_threshold(*COLLECT_SELDOM)  # as when a person runs it
os.environ["PNP_CACHE"] = ""  # a result of an earlier run would hide a fault; tests of the cache name a folder
GOLDENS = Path(__file__).parent / "goldens"

# There is no deadline, because a machine may be slow. In CI the same examples are tried every time.
settings.register_profile("pnp", deadline=None, derandomize="CI" in os.environ, max_examples=20)
settings.register_profile("thorough", settings.get_profile("pnp"), max_examples=100)
settings.load_profile("pnp")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write tests/goldens anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name in tests/goldens: `golden("crt.txt", text)`."""

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if request.config.getoption("--update-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        if not path.exists():
            pytest.fail(f"there is no tests/goldens/{name} yet: run make goldens and read it", pytrace=False)
        with path.open(encoding="utf-8", newline="") as file:
            wanted = file.read()
        if text != wanted:
            lines = difflib.unified_diff(
                wanted.splitlines(), text.splitlines(), f"tests/goldens/{name}", "now", lineterm=""
            )
            shown = "\n".join(lines) or "they differ only in how lines end"
            pytest.fail(f"{shown}\nif this is as it should be: make goldens, and read the diff", pytrace=False)

    return compare


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """The command line with these words, in this process: `pnp("check", "small", cwd=folder)`."""

    def run(*words: str | Path, cwd: Path | None = None) -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["pnp", *map(str, words)])
            if cwd is not None:
                patch.chdir(cwd)
            capsys.readouterr()
            try:
                main()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            return Done(code, *capsys.readouterr())

    return run
