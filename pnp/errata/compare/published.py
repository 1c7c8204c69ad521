"""The errata that follow from the misprints of a game."""

from __future__ import annotations

from pathlib import Path

from pnp.errata.compare.changes import Change, compare_editions
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.wording import change_title, difference_label, item_record, value_text
from pnp.load.misprints import as_published_game
from pnp.model.game import Game
from pnp.model.reference import Erratum


def errata_with_misprints(game: Game) -> tuple[Erratum, ...]:
    """Return the errata of a game as its data states them, then one for each misprint that they do not name."""
    published = as_published_game(game)
    if published is None:
        return game.errata
    changes = compare_editions(Edition("", published, Path()), Edition("", game, Path()))
    return (
        *game.errata,
        *(one for change in changes if change.erratum is None for one in _errata_of(change, game, published)),
    )


def _errata_of(change: Change, game: Game, published: Game) -> tuple[Erratum, ...]:
    """Return an erratum for each value of a change, with the published and the correct text."""
    title = change_title(change, published, game)
    item = item_record(change.game_of(game), change.item)
    return tuple(
        Erratum(
            of=", ".join(filter(None, (title, difference_label(one, change.place)))),
            was=value_text(one.old, change, one, published) or "–",
            now=value_text(one.new, change, one, game) or "–",
            rule=getattr(item, "rule", ()),
        )
        for one in change.differences
    )
