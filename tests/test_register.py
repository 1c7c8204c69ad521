"""Registers of kinds that are each defined in a module of their own."""

import sys
from pathlib import Path

import pytest

from pnp.register import Register


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An importable package `kinds_for_test` with two modules, each of which registers a kind."""
    folder = tmp_path / "kinds_for_test"
    folder.mkdir()
    (folder / "__init__.py").write_text("from pnp.register import Register\nKINDS = Register(__name__)\n")
    (folder / "woods.py").write_text("from kinds_for_test import KINDS\nKINDS.add('woods', 2)\n")
    (folder / "marsh.py").write_text("from kinds_for_test import KINDS\nKINDS.add('marsh', 1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    for module in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[module]


def test_a_register_finds_every_module_of_its_package(package: str) -> None:
    kinds: Register[int] = __import__(package).KINDS
    assert dict(kinds) == {"marsh": 1, "woods": 2}
    assert list(kinds) == ["marsh", "woods"]


def test_two_kinds_of_one_name_are_refused(package: str) -> None:
    kinds: Register[int] = __import__(package).KINDS
    kinds.add("hills", 3)
    with pytest.raises(AssertionError, match="hills is registered twice"):
        kinds.add("hills", 4)
