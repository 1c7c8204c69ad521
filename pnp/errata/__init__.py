"""Errata: the changes between two editions of a game, and what owners of the old edition print.

The names in `__all__` are all that commands and the Python API use of this room. They are imported when they are first
used. `compare` is below the rules and knows no paper; checks and books use it directly.
"""

from typing import TYPE_CHECKING

from pnp.deferred import deferred

if TYPE_CHECKING:
    from pnp.errata.compare.change_list import NONE_OF_THEM, format_changes
    from pnp.errata.compare.changes import Change, board_warnings, compare_editions
    from pnp.errata.compare.editions import other_overlays, read_earlier_edition, read_edition, read_editions
    from pnp.errata.errata_kit import build_errata
    from pnp.errata.errata_page import build_errata_page
    from pnp.errata.printed_kit import options_of_printed_kit

with deferred():
    from pnp.errata import errata_kit as _kit, errata_page as _page, printed_kit as _printed
    from pnp.errata.compare import change_list as _list, changes as _changes, editions as _editions

__all__ = [
    "NONE_OF_THEM",
    "Change",
    "board_warnings",
    "build_errata",
    "build_errata_page",
    "compare_editions",
    "format_changes",
    "options_of_printed_kit",
    "other_overlays",
    "read_earlier_edition",
    "read_edition",
    "read_editions",
]

_HOMES = {
    "NONE_OF_THEM": _list,
    "Change": _changes,
    "board_warnings": _changes,
    "build_errata": _kit,
    "build_errata_page": _page,
    "compare_editions": _changes,
    "format_changes": _list,
    "options_of_printed_kit": _printed,
    "other_overlays": _editions,
    "read_earlier_edition": _editions,
    "read_edition": _editions,
    "read_editions": _editions,
}

if not TYPE_CHECKING:  # a type checker would accept every name

    def __getattr__(name: str) -> object:
        """Import what is asked for when it is first used."""
        if name not in __all__:
            raise AttributeError(f"module pnp.errata has no attribute {name}")
        return getattr(_HOMES[name], name)
