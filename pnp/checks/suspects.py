"""The probable cause of failing worked examples: what all of them use, and few of the others.

Source: Ochiai's coefficient as a measure of fault localisation (Abreu, Zoeteweij and van Gemund, 2007).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from math import sqrt
from typing import TYPE_CHECKING

from pnp.checks.checked_game import CheckedGame
from pnp.deferred import deferred

if TYPE_CHECKING:
    from pnp.rules.examples.example_run import PlayedExample

with deferred():
    from pnp.rules.examples import coverage

LEAST_SCORE = 0.6
"""The least coefficient of a probable cause; 1 means that exactly the failing examples use it."""


def probable_cause(checked: CheckedGame, failing: Collection[str]) -> str:
    """Return the path of the step, printed modifier, unit or terrain that all failing examples use, and few others.

    It is empty if there are no two failing examples, or if nothing stands out.
    """
    playbook = checked.playbook
    if playbook is None or len(failing) < 2:
        return ""
    uses = {played.id: _used_by(checked, played) for played in checked.played_examples}
    if not set(failing) <= uses.keys():
        return ""
    common = set.intersection(*(uses[id_] for id_ in failing))
    scores = {path: sqrt(len(failing) / sum(path in used for used in uses.values())) for path in common}
    best = max(scores.values(), default=0.0)
    suspects = [path for path, score in scores.items() if score == best]
    modifiers = [path for path in suspects if path.startswith("modifiers.")]
    if best >= LEAST_SCORE and len(modifiers) == 1:
        return modifiers[0]
    if best < LEAST_SCORE or len({_record_of(path) for path in suspects}) > 1:
        return ""
    # The deepest of several steps of one procedure is the most precise.
    step = max(suspects, key=lambda path: (path.count("."), path))
    return _location(checked, step)


def _used_by(checked: CheckedGame, played: PlayedExample) -> set[str]:
    """Return the paths of everything that a worked example uses; branches end with `=` and their word."""
    assert checked.playbook is not None
    branches = coverage.branches_played(checked.playbook, played.id)
    used = {f"{place.path}={place.word}" for place in branches}
    carried_out = (_location(checked, place.path) for place in branches if place.word != coverage.PASSED_OVER)
    used |= {path for path in carried_out if path.startswith("modifiers.")}  # several steps may name one modifier
    used |= {f"counters.{id_}" for id_ in played.start.pieces}
    if (board := checked.board) is not None:
        for number in played.example.place:
            with suppress(KeyError):  # a box
                used |= {f"terrain.{kind}" for kind in board.terrain_at(board.grid.hex(number))}
    return used


def _record_of(path: str) -> str:
    """Return the record to which a path belongs, such as `procedures.combat`."""
    return ".".join(path.partition("=")[0].split(".")[:2])


def _location(checked: CheckedGame, path: str) -> str:
    """Return the path of the printed modifier that a line names, or else of the step or record itself."""
    place = re.sub(r"\.when$", "", path.partition("=")[0].partition(":")[0])
    value: object = checked.game
    named: Sequence[str] = ()
    for part in place.split("."):
        if isinstance(value, tuple):
            value = value[int(part)]
        elif isinstance(value, Mapping):
            value = value.get(part)  # None for a key such as `with`
        else:
            value = getattr(value, part, None)
        named = getattr(value, "line", named)
    for name in named[:1]:
        list_, _, id_ = name.partition(".")
        lines = checked.game.modifiers[list_].lines
        place = next((f"modifiers.{list_}.lines.{i}" for i, line in enumerate(lines) if line.id == id_), place)
    return place
