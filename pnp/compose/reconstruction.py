"""Notes on what was reconstructed: every value of that basis, gathered so that a person can read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.compose.basis import basis_of, is_reconstructed, name_cells, table_marks
from pnp.model.counter import Counter
from pnp.model.game import Game
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
        Notes("Map", tuple(_map(game))),
        Notes("Terrain effects", tuple(_by_paths(game.terrain, _name))),
        Notes("Tables and modifiers", tuple(_tables(game))),
        Notes("Tracks and boxes", tuple(_by_paths({**game.tracks, **game.boxes}, _name))),
        Notes("Sides and formations", tuple(_by_paths({**game.sides, **game.formations}, _name))),
        Notes("Set-up and reinforcements", tuple(_by_paths(game.entries, _name))),
        Notes("Rulings of our own choice", tuple(_rulings(game))),
    )
    return tuple(group for group in groups if group.notes)


def said_paths(record: Sourced) -> str:
    """Which values of a record are reconstructed, in words; empty if none is."""
    made = [path for path, kind in record.basis.items() if kind == "reconstructed" and path != "default"]
    if basis_of(record) != "reconstructed":
        return _said(made)
    rest = [path for path, kind in record.basis.items() if kind != "reconstructed"]
    return f"all but {_said(rest)}" if rest else "all"


def _said(paths: Iterable[str]) -> str:
    """Dotted paths in words.

    >>> _said(["front.factors", "back.factors", "cost"])
    'factors of the front and back, cost'
    """
    faces: dict[str, list[str]] = {}
    for path in paths:
        face, dot, value = path.partition(".")
        faces.setdefault(value if dot else face, []).append(face if dot else "")
    return ", ".join(
        f"{value.replace('_', ' ')} of the {' and '.join(of)}" if all(of) else value.replace("_", " ")
        for value, of in faces.items()
    )


def _by_paths(records: Mapping[str, Sourced], name: object) -> Iterator[Note]:
    """Records grouped by which of their values are reconstructed, most first."""
    groups: dict[str, list[str]] = {}
    for id_, record in records.items():
        said = said_paths(record)
        if said:
            groups.setdefault(said, []).append(_name(id_, record))
    for said, names in sorted(groups.items(), key=lambda group: (group[0] != "all", not group[0].startswith("all"))):
        yield Note(said[0].upper() + said[1:], ", ".join(dict.fromkeys(names)))


def _name(id_: str, record: Sourced) -> str:
    return str(getattr(record, "name", "") or id_)


def _counters(game: Game) -> Iterator[Note]:
    """Counters by what is reconstructed of them, named formation by formation."""
    groups: dict[str, dict[str, list[str]]] = {}
    for counter in game.counters.values():
        said = said_paths(counter)
        if said:
            groups.setdefault(said, {}).setdefault(_of(game, counter), []).append(counter_name(counter))
    for said, by_formation in sorted(groups.items(), key=lambda group: -sum(map(len, group[1].values()))):
        named = (
            f"{of}: {', '.join(_once(names))}" if of else ", ".join(_once(names)) for of, names in by_formation.items()
        )
        yield Note(said[0].upper() + said[1:], "; ".join(named))


def _of(game: Game, counter: Counter) -> str:
    formation = game.formations.get(counter.formation)
    return formation.name if formation and counter.kind == "unit" else ""


def counter_name(counter: Counter) -> str:
    """What a player calls a counter."""
    return counter.label or counter.front.word or counter.kind


def _once(names: Iterable[str]) -> list[str]:
    """Each name once, with how often it comes."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    return [f"{name} (x {count})" if count > 1 else name for name, count in counted.items()]


def _map(game: Game) -> Iterator[Note]:
    board = game.map
    if board is None:
        return
    if is_reconstructed(board, "terrain"):
        yield Note("Terrain", "the hexes of every kind of terrain")
    yield from _by_paths({"the grid": board.grid, **({"the scale": board.scale} if board.scale else {})}, None)
    for title, groups in (("Hexsides", board.hexsides), ("Roads and other lines", board.paths)):
        chains = [
            record.name or kind
            for kind, records in groups.items()
            for record in records.values()
            if is_reconstructed(record)
        ]
        if chains:
            yield Note(title, ", ".join(_once(chains)))
    for title, named in (("Places", board.places), ("Regions", board.regions), ("Map edges", board.edges)):
        records: Mapping[str, Sourced] = named
        names = [
            f"{_name(id_, record)} ({said_paths(record)})" if said_paths(record) != "all" else _name(id_, record)
            for id_, record in records.items()
            if said_paths(record)
        ]
        if names:
            yield Note(title, ", ".join(names))


def _tables(game: Game) -> Iterator[Note]:
    for table in game.tables.values():
        marks = table_marks(table)
        if marks.all:
            yield Note(table.name, f"all but {name_cells(table, marks.others)}" if marks.others else "all")
        elif marks.each:
            yield Note(table.name, name_cells(table, marks.each))
    for one in game.modifiers.values():
        lines = [line.says for line in one.lines if is_reconstructed(line)]
        if lines:
            yield Note(one.name, "; ".join(lines))


def _rulings(game: Game) -> Iterator[Note]:
    made = [id_ for id_, ruling in game.rulings.items() if is_reconstructed(ruling)]
    if made:
        yield Note("The published text decides none of them", ", ".join(made))
