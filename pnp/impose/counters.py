"""The counters of a game on sheets."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.draw.cutout import standing_counters
from pnp.impose.page import Page
from pnp.impose.sheet import Faces, impose_components
from pnp.model.game import Game
from pnp.model.target import BackShift, Duplex, Target


def impose_counters(
    faces: Mapping[str, Faces],
    game: Game,
    target: Target,
    paper: str,
    duplex: Duplex,
    back_shift: BackShift = BackShift(),  # noqa: B008 - frozen
) -> tuple[Page, ...]:
    """A game's counters on sheets of paper: front, back, front, back; one page for each sheet if folded or one-sided.

    `Refused` (B003) if a counter is larger than the paper's free area.
    """
    return impose_components(
        faces, ground_groups(game), game.game.title, "counters", target, target.papers[paper], duplex, back_shift
    )


def ground_groups(game: Game) -> tuple[tuple[str, ...], ...]:
    """The counters by the ground that they are printed on, as often as there are copies, in the order of the data.

    Those that are standees are on no sheet.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    standing = standing_counters(game)
    for id_, counter in game.counters.items():
        if id_ in standing:
            continue
        ground = "formation" if counter.kind == "activation" else counter.front.ground or counter.side
        groups.setdefault((counter.side if ground == "formation" else "", ground), []).extend([id_] * counter.copies)
    return tuple(tuple(ids) for ids in groups.values())
