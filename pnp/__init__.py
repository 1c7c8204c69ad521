"""Makes print-and-play wargame kits from one folder of YAML.

The names in `__all__` are the Python API; `pnp/api.py` documents them, and `docs/stability.md` says what stays. They
are imported when they are first used, because drawing and typesetting take a second to import and most commands need
neither.
"""

from typing import TYPE_CHECKING

from pnp.deferred import deferred

if TYPE_CHECKING:
    from pnp.api import (
        Cancelled,
        CancelToken,
        Change,
        Finding,
        FinishedKit,
        Game,
        KitOptions,
        KitStarted,
        PlayedExample,
        PnpError,
        Refused,
        RefusedKits,
        Setup,
        Severity,
        build,
        build_all,
        check,
        coverage,
        diff,
        draw_odds,
        example,
        load_game,
        odds,
        probabilities_of,
    )

__version__ = "0.2.0"

with deferred():
    from pnp import api as _api

__all__ = [
    "CancelToken",
    "Cancelled",
    "Change",
    "Finding",
    "FinishedKit",
    "Game",
    "KitOptions",
    "KitStarted",
    "PlayedExample",
    "PnpError",
    "Refused",
    "RefusedKits",
    "Setup",
    "Severity",
    "build",
    "build_all",
    "check",
    "coverage",
    "diff",
    "draw_odds",
    "example",
    "load_game",
    "odds",
    "probabilities_of",
]


if not TYPE_CHECKING:  # a type checker would accept every name

    def __getattr__(name: str) -> object:
        """Import the API when one of its names is first used."""
        if name not in __all__:
            raise AttributeError(f"module pnp has no attribute {name}")
        return getattr(_api, name)


def __dir__() -> list[str]:
    """Return the names of the API, although they are not imported yet."""
    return sorted([*globals(), *__all__])
