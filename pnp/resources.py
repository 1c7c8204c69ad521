"""Finds the files that come with pnp (in the repository or the package), and the home folder of the user."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """Return the folder with the page templates, style sheets, print targets and fonts of pnp.

    >>> (templates_dir() / "fonts" / "BarlowCondensed-Bold.ttf").is_file()
    True
    """
    return _shared_folder("templates")


def data_dir() -> Path:
    """Return the folder that contains the games that come with pnp, one folder for each."""
    return _shared_folder("data")


def home_folder() -> Path | None:
    """Return the home folder of the user; None if he has none: neither HOME nor an entry in the list of users."""
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home if home.is_absolute() else None  # a relative one would be in a folder of somebody's game


def _shared_folder(name: str) -> Path:
    """Return the path of a folder that comes with pnp, such as `templates`."""
    packed = _PACKAGE / "_share" / name  # put there by the wheel, see pyproject.toml
    return packed if packed.is_dir() else _PACKAGE.parent / name
