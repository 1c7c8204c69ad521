"""Marks in a draft what errors are about: the printed name of a wrong record says so, wherever it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.findings import Finding
from pnp.kit.full_check import KitSource
from pnp.load.partly_read import LEFT_OUT
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.record import Record

_NAMES = ("name", "title")
"""The fields that have the printed name of a record."""


def marked_source(source: KitSource, errors: Iterable[Finding], part: str) -> KitSource:
    """Return the source of a part of a draft, in which the names of wrong records say that they are wrong.

    Where counters are printed, those that are wrong are replaced. It is the same source if nothing can be marked.
    """
    errors = tuple(errors)
    game = _marked_game(source.game, errors, part)
    scenarios = {name: marked_source(one, errors, part) for name, one in source.scenarios.items()}
    if game is source.game and all(scenarios[name] is one for name, one in source.scenarios.items()):
        return source
    return replace(source, game=game, scenarios=scenarios)


def _marked_game(game: Game, errors: Iterable[Finding], part: str) -> Game:
    """Return a game in which wrong records are marked."""
    changed: dict[str, Any] = {}
    for error in errors:
        section, _, rest = error.spot.path.removeprefix("map.").partition(".")
        known = changed.get(section, getattr(game, section, None))
        if section == "rules":
            cases = changed.get("rules", game.rules)
            numbers = (case.number for case in cases if f"{rest}.".startswith(f"{case.number}."))
            number = max(numbers, key=len, default="")
            marked = tuple(_marked_record(one, error.code) if one.number == number else one for one in cases)
            changed |= {section: marked} if number else {}
        elif isinstance(known, Mapping) and (id_ := rest.partition(".")[0]) in known:
            if section != "counters":
                changed[section] = {**known, id_: _marked_record(known[id_], error.code)}
            elif part == "counters" and known[id_].spare != LEFT_OUT:  # it is replaced already
                changed[section] = {**known, id_: _wrong_counter(known[id_], error.code)}
    return game.model_copy(update=changed) if changed else game


def _marked_record(record: Record, code: str) -> Record:
    """Return a record whose name says that it is wrong; the same if it has no name, or is marked already."""
    for field in _NAMES:
        name = getattr(record, field, "")
        if isinstance(name, str) and name and "(wrong: " not in name:
            return record.model_copy(update={field: f"{name} (wrong: {code})"})
    return record


def _wrong_counter(counter: Counter, code: str) -> Counter:
    """Return a marker that is printed in place of a wrong counter."""
    face = {"word": counter.label, "second": f"wrong: {code}", "foot": "bad"}
    made = {"kind": "marker", "label": counter.label, "spare": f"Wrong in this draft: {code}", "copies": counter.copies}
    return Counter.model_validate({**made, "front": face, "back": face})
