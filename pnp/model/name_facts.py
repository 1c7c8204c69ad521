"""The names of formations, units, tracks and boxes that texts may repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import is_one_slip
from pnp.model.data_facts import DataFact, DataFacts, data_fact
from pnp.model.game import Game


def name_facts(facts: DataFacts) -> Iterator[DataFact]:
    """Yield the names that contain a number, and the names of tracks, boxes and units where a text means the thing."""
    yield from _numbered_names(facts)
    yield from _names_of_units(facts)
    yield from _names_of_places(facts)


def _numbered_names(facts: DataFacts) -> Iterator[DataFact]:
    """Yield the names of formations and entries with a number, such as `64th Regiment`, if only one has the name."""
    game = facts.game
    names = [("formations", id_, one.name) for id_, one in game.formations.items()]
    known = {name for *_, name in names}
    for id_, entry in game.entries.items():
        if entry.name not in known:
            unit = _only_unit(game, id_)
            same = unit and game.counters[unit].label == entry.name
            names.append(("counters", unit, entry.name) if same else ("entries", id_, entry.name))
    times = Counter(name for *_, name in names)
    for key, id_, name in names:
        alone = times[name] == 1 and re.search(r"\d", name) and "(" not in name
        if alone and not any(_is_slip_of(name, other) for other in times):
            yield data_fact(name, ("name", facts.unique_id("name", key, id_)), f"{key}.{id_}")


def _is_slip_of(name: str, other: str) -> bool:
    """Return whether two names with the same numbers differ by a slip; then other units may have the right name."""
    return re.findall(r"\d+", name) == re.findall(r"\d+", other) and is_one_slip(name, other)


def _only_unit(game: Game, entry: str) -> str:
    """Return the unit or air unit that alone takes an entry; empty if there are others, or a marker."""
    words = game.entries[entry].counters
    unit = game.counters.get(words[0]) if len(words) == 1 else None
    return words[0] if unit and unit.kind in ("unit", "air") and unit.copies == 1 else ""


def _names_of_units(facts: DataFacts) -> Iterator[DataFact]:
    """Yield the labels of units where their own entry, place of set-up or row of a record pad has the same name."""
    game = facts.game
    places = game.map.places.items() if game.map else ()
    for id_, entry in game.entries.items():
        unit = _only_unit(game, id_)
        if not unit:
            continue
        label, side = game.counters[unit].label, game.counters[unit].side
        only = [f"entries.{id_}.name"]
        only += [
            f"map.places.{number}.name" for number, place in places if entry.hexes == number and place.side == side
        ]
        for pad, component in game.components.items():
            if side and getattr(component, "side", "") == side:
                rows = enumerate(getattr(component, "rows", ()))
                only += [f"components.{pad}.rows.{i}.name" for i, row in rows if row.name == label]
        words = re.compile(rf"^(?P<typed>{re.escape(label)})$")
        call = ("name", facts.unique_id("name", "counters", unit))
        yield DataFact(label, words, call, f"counters.{unit}", tuple(only))


def _names_of_places(facts: DataFacts) -> Iterator[DataFact]:
    """Yield the names of tracks and boxes where an entry says that a counter begins there, or a panel shows them."""
    game = facts.game
    panels = list(enumerate(game.map.furniture if game.map else ()))
    entries = [f"entries.{one}.where" for one in game.entries]
    for key, part in (("tracks", game.tracks), ("boxes", game.boxes)):
        for id_, place in part.items():
            titles = [f"map.furniture.{i}.title" for i, one in panels if one.of == id_ and one.title == place.name]
            if re.search(r"\w \w", place.name):
                call = ("name", facts.unique_id("name", key, id_))
                yield data_fact(place.name, call, f"{key}.{id_}", only=(*entries, *titles))
