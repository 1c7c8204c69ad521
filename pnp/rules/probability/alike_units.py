"""Interchangeable units: play states that differ only by an exchange of equal units are merged.

Twelve equal companies that each land whole, reduced or not at all have 531,441 states one by one, but only 91 if they
are interchangeable. The designer names these units (`alike`), because only he knows that their order does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.model.counter import Counter
from pnp.rules.engine.position import PlayState, ValuesToDraw
from pnp.rules.state.state import Piece

IGNORED = frozenset({"label", "short", "right", "code", "rule", "note", "basis", "waive", "copies", "spare"})
"""The fields in which interchangeable counters may differ."""


def different_field(one: Counter, other: Counter) -> str:
    """Return a field in which two counters differ; empty if they are interchangeable.

    >>> from pnp.model.counter import Counter, Face
    >>> first = Counter(kind="unit", label="1", side="blue", front=Face(factors="3"), back=Face())
    >>> different_field(first, first.model_copy(update={"label": "2"}))
    ''
    >>> different_field(first, first.model_copy(update={"side": "red"}))
    'side'
    """
    fields = (name for name in type(one).model_fields if name not in IGNORED)
    return next((name for name in fields if getattr(one, name) != getattr(other, name)), "")


class AlikeUnits:
    """Gives play states with interchangeable units one common form."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self._known = frozenset(ids)

    def common_form(self, play_state: PlayState) -> PlayState:
        """Return the one play state that represents all those in which only equal units are exchanged.

        Units are exchanged only if the same variables, loops and tracks refer to them. The order of lists does not
        matter, but a variable that names a single unit, and the order of stacks, do.
        """
        state = play_state.state
        references = self._references(play_state)
        groups: dict[tuple[object, ...], list[str]] = {}
        for id_ in self.ids:
            if id_ in state.pieces:
                groups.setdefault(tuple(references.get(id_, ())), []).append(id_)
        changes: dict[str, Piece] = {}
        for group in groups.values():
            ordered = sorted((state.pieces[id_] for id_ in group), key=_piece_key)
            changes |= {id_: piece for id_, piece in zip(group, ordered, strict=True) if state.pieces[id_] != piece}
        return play_state._replace(state=replace(state, pieces=state.pieces.but(changes))) if changes else play_state

    def _references(self, play_state: PlayState) -> dict[str, list[object]]:
        """Return everything that refers to each unit: variables, loops, tracks and places in stacks."""
        found: dict[str, list[object]] = {}
        for depth, frame in enumerate(play_state.calls):
            for name, value in frame.variables.items():
                self._add_references(found, (depth, name), value)
            for level, cursor in enumerate(frame.cursors):
                rest = cursor.remaining
                if isinstance(rest, ValuesToDraw):
                    self._add_references(found, (depth, level), (rest.copies, rest.value))
                    continue
                while rest is not None:
                    self._add_references(found, (depth, level), (rest.value,))
                    rest = rest.after
        for name, level_value in play_state.state.levels.items():
            self._add_references(found, name, level_value)
        for place, stack in play_state.state.stacks.items():
            for index, id_ in enumerate(stack):
                self._add_references(found, (place, index), id_)
        return found

    def _add_references(self, found: dict[str, list[object]], owner: object, value: object) -> None:
        """Add the owner of a value to the references of each unit in it; values may be nested."""
        if isinstance(value, str):
            if value in self._known:
                found.setdefault(value, []).append(owner)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                self._add_references(found, (owner, "keys", inner), key)
                self._add_references(found, (owner, key), inner)
        elif isinstance(value, (tuple, list)):
            for inner in value:
                self._add_references(found, (owner, "list"), inner)


def _piece_key(piece: Piece) -> tuple[str, int, tuple[str, ...]]:
    """Return a sort key of a counter in play."""
    return piece.place, piece.lost, tuple(sorted(piece.marks))
