"""Notes on what was reconstructed: every value of that basis, gathered so that a person can read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.compose.basis import basis_of, is_reconstructed, name_cells, records_in, table_marks
from pnp.compose.roster import bare_label
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.maprule import MapRule
from pnp.model.record import Sourced


@dataclass(frozen=True)
class Note:
    """One line of the notes: what was reconstructed, and of which things."""

    what: str
    which: str


@dataclass(frozen=True)
class Notes:
    """A heading with its notes."""

    title: str
    notes: tuple[Note, ...]


def reconstruction_notes(game: Game) -> tuple[Notes, ...]:
    """All reconstructed values of a game, group by group; groups without any are left out."""
    groups = (
        Notes("Counters", tuple(_counters(game))),
        Notes("Cards, templates and other pieces", tuple(_by_paths(game.components))),
        Notes("Map", tuple(_map(game))),
        Notes("Terrain effects", tuple(_by_paths(game.terrain))),
        Notes("Rules of the map", tuple(_map_rules(game))),
        Notes("Tables and modifiers", tuple(_tables(game))),
        Notes("Tracks and boxes", tuple(_by_paths({**game.tracks, **game.boxes}))),
        Notes("Sides and formations", tuple(_by_paths({**game.sides, **game.formations}))),
        Notes("Set-up and reinforcements", tuple(_by_paths(game.entries))),
        Notes("Rulings of our own choice", tuple(_rulings(game))),
    )
    return tuple(group for group in groups if group.notes)


ALL = "everything"

_WORDS = {
    "cost": "movement cost",
    "combat": "effect in combat",
    "says": "text",
    "holds": "room",
    "low": "stagger",
    "kinds": "kind",
    "start": "first space",
    "parent": "larger formation",
    "counters": "which counters",
    "hexes": "which hexes",
}
"""Field of a record -> what a player calls it, where that is another word."""
_OF_UNITS = {
    "label": "name",
    "formation": "formation",
    "symbol": "kind",
    "size": "size",
    "steps": "steps",
    "range": "range",
}
"""Field of a unit -> what a player calls it."""


def said_paths(record: Sourced) -> str:
    """Which values of a record are reconstructed, in words; empty if none is."""
    made = [path for path, kind in record.basis.items() if kind == "reconstructed" and path != "default"]
    if basis_of(record) != "reconstructed":
        return _said(made)
    rest = [path for path, kind in record.basis.items() if kind != "reconstructed"]
    return f"{ALL} but the {_said(rest)}" if rest else ALL


def _said(paths: Iterable[str]) -> str:
    """Dotted paths in words.

    >>> _said(["front.factors", "back.factors", "cost"])
    'factors of the front and back and movement cost'
    """
    faces: dict[str, list[str]] = {}
    for path in paths:
        face, dot, value = path.partition(".")
        faces.setdefault(value if dot else face, []).append(face if dot else "")
    return _listed(
        _WORDS.get(value, value.replace("_", " ")) + (f" of the {' and '.join(of)}" if all(of) else "")
        for value, of in faces.items()
    )


def _listed(words: Iterable[str]) -> str:
    """Words with commas and an `and`.

    >>> _listed(["name", "kind", "size"])
    'name, kind and size'
    """
    *first, last = (*words,) or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def _by_paths(records: Mapping[str, Sourced]) -> Iterator[Note]:
    """Records grouped by which of their values are reconstructed, those that are so as a whole first."""
    groups: dict[str, list[str]] = {}
    for id_, record in records.items():
        said = said_paths(record)
        if said:
            groups.setdefault(said, []).append(_name(id_, record))
    for said, names in sorted(groups.items(), key=lambda group: not group[0].startswith(ALL)):
        yield Note(_sentence(said), ", ".join(_once(names)))


def _name(id_: str, record: Sourced) -> str:
    return str(getattr(record, "name", "") or id_)


def _sentence(said: str) -> str:
    return said[0].upper() + said[1:]


def _counters(game: Game) -> Iterator[Note]:
    """Counters by what is reconstructed of them, units named formation by formation."""
    groups: dict[str, dict[str, list[str]]] = {}
    for counter in game.counters.values():
        said = _said_of_unit(counter) if counter.kind == "unit" else _said_of_marker(counter)
        if said:
            of = game.formations[counter.formation].name if counter.formation in game.formations else ""
            named = groups.setdefault(said, {}).setdefault(of if counter.kind == "unit" else "", [])
            named.append(_unit_name(counter) if counter.kind == "unit" else bare_label(counter))
    for said, by_formation in groups.items():
        named_groups = (
            f"{of}: {', '.join(_once(names))}" if of else ", ".join(_once(names)) for of, names in by_formation.items()
        )
        yield Note(said, "; ".join(named_groups))


def _said_of_unit(counter: Counter) -> str:
    if basis_of(counter) == "reconstructed":
        named = not is_reconstructed(counter, "label")
        return (
            "All on the counter but the unit's name" if named else "That there is such a unit, and all on its counter"
        )
    faces = [name for name, face in (("front", counter.front), ("back", counter.back)) if face.factors]
    made = [name for name in faces if is_reconstructed(counter, f"{name}.factors")]
    said = ["factors" if made == faces else f"factors of the {made[0]}"] if made else []
    said += [word for field, word in _OF_UNITS.items() if is_reconstructed(counter, field)]
    return _sentence(_listed(said)) if said else ""


def _said_of_marker(counter: Counter) -> str:
    if basis_of(counter) != "reconstructed":
        said = said_paths(counter)
        return "What stands on the counter" if said == "front and back" else _sentence(said) if said else ""
    if counter.kind in ("marker", "activation"):
        named = not is_reconstructed(counter, "label")
        return "How many there are, and what stands on them" if named else "Which there are, and what stands on them"
    return "What stands on the counter"


def _unit_name(counter: Counter) -> str:
    """A unit's label, and in brackets which of its factors are published after all."""
    faces: dict[str, None] = {}
    for path, kind in counter.basis.items():
        dot, factor = path.partition(".")[1:]
        if dot and factor != "factors" and kind != "reconstructed":
            faces[factor] = None
    return f"{counter.label} ({' and '.join(faces)} published)" if faces else counter.label


def _once(names: Iterable[str]) -> list[str]:
    """Each name once, with how often it comes."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    return [f"{name} ({count})" if count > 1 else name for name, count in counted.items()]


def _map(game: Game) -> Iterator[Note]:
    board = game.map
    if board is None:
        return
    if is_reconstructed(board, "terrain"):
        yield Note("Terrain", "the hexes of every kind of terrain")
    parts: dict[str, Sourced] = {"the grid": board.grid}
    if board.scale is not None:
        parts["the scale"] = board.scale
    yield from _names("Sheet", parts)
    yield from _names("Streams and other hexsides", _chains(board.hexsides))
    yield from _names("Roads and other lines", _chains(board.paths))
    yield from _names("Places", board.places)
    yield from _names("Regions", board.regions)
    yield from _names("Map edges", board.edges)


def _chains(groups: Mapping[str, Mapping[str, Sourced]]) -> dict[str, Sourced]:
    return {
        f"{id_.replace('-', ' ')} ({kind})" if not getattr(record, "name", "") else id_: record
        for kind, records in groups.items()
        for id_, record in records.items()
    }


def _names(what: str, records: Mapping[str, Sourced]) -> Iterator[Note]:
    """The names of records of which something is reconstructed; what, if it is not everything, once for all alike."""
    groups: dict[str, list[str]] = {}
    for id_, record in records.items():
        if said := said_paths(record):
            groups.setdefault(said, []).append(_name(id_, record))
    told = [_alike(said, names) for said, names in groups.items()]
    if told:
        yield Note(what, "; ".join(told) if any(": " in one for one in told) else ", ".join(told))


def _alike(said: str, names: list[str]) -> str:
    once = ", ".join(_once(names))
    if said == ALL:
        return once
    return f"{once} ({said})" if len(names) == 1 else f"{said}: {once}"


def _tables(game: Game) -> Iterator[Note]:
    for table in game.tables.values():
        marks = table_marks(table)
        if marks.all:
            yield Note(table.name, f"{ALL} but {name_cells(table, marks.others)}" if marks.others else ALL)
        elif marks.each:
            yield Note(table.name, name_cells(table, marks.each))
    for one in game.modifiers.values():
        lines = [line.says for line in one.lines if is_reconstructed(line)]
        if lines:
            yield Note(one.name, "; ".join(lines))


def _map_rules(game: Game) -> Iterator[Note]:
    """What rules of the map say, part by part; those of an option that was turned down are left out."""
    for part in type(game.map_rules).model_fields if game.map_rules else ():
        said = [
            rule.says
            for rule in records_in(getattr(game.map_rules, part))
            if isinstance(rule, MapRule) and rule.says and is_reconstructed(rule) and _is_played(game, rule)
        ]
        if said:
            yield Note(_sentence(part), "; ".join(said))


def _is_played(game: Game, rule: MapRule) -> bool:
    return all(game.rulings[id_].default in options for id_, options in rule.ruling.items())


def _rulings(game: Game) -> Iterator[Note]:
    made = [id_ for id_, ruling in game.rulings.items() if is_reconstructed(ruling)]
    if made:
        yield Note("The published text decides none of them", ", ".join(made))
