"""Finds the files that come with pnp: in the repository, or inside the installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """Return the folder of page templates, style sheets, print targets and fonts.

    >>> (templates_dir() / "fonts" / "BarlowCondensed-Bold.ttf").is_file()
    True
    """
    return _shared("templates")


def data_dir() -> Path:
    """Return the folder of the games that come with pnp, one folder for each."""
    return _shared("data")


def _shared(name: str) -> Path:
    packed = _PACKAGE / "_share" / name  # put there by the wheel, see pyproject.toml
    return packed if packed.is_dir() else _PACKAGE.parent / name
