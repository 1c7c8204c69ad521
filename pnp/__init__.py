"""Makes print-and-play wargame kits from one folder of YAML.

The names in `__all__` are the Python API; `pnp/api.py` documents them. They are imported when they are first used,
because drawing and typesetting take a second to import and most commands need neither.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.api import build, build_all, check, example, load_game, odds

__version__ = "0.2.0"

__all__ = ["build", "build_all", "check", "example", "load_game", "odds"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - functions of different types
    """Import the API when one of its functions is first used."""
    if name not in __all__:
        raise AttributeError(f"module pnp has no attribute {name}")
    return getattr(import_module("pnp.api"), name)
