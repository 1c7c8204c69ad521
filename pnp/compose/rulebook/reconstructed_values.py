"""Lists of the reconstructed values of a game: notes for the rules reference, and `reconstructed.html` of a kit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.compose.counter_words import bare_label
from pnp.compose.inline_markdown import inline_html
from pnp.compose.reconstruction_marks import MARK, basis_of, is_reconstructed, name_cells, records_in, table_marks
from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.message import capitalised, join_words
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.maprule import MapRule
from pnp.model.record import Sourced


@dataclass(frozen=True)
class ReconstructionNote:
    """One line of the notes: the reconstructed values (`what`) and the things that have them (`which`)."""

    what: str
    which: str


@dataclass(frozen=True)
class ReconstructionGroup:
    """A heading with its notes."""

    title: str
    notes: tuple[ReconstructionNote, ...]


def reconstruction_notes(game: Game) -> tuple[ReconstructionGroup, ...]:
    """Return notes on all reconstructed values of a game, in groups with headings."""
    groups = (
        ReconstructionGroup("Counters", tuple(_counter_notes(game))),
        ReconstructionGroup("Cards, templates and other pieces", tuple(_notes_by_fields(game.components))),
        ReconstructionGroup("Map", tuple(_map_notes(game))),
        ReconstructionGroup("Terrain effects", tuple(_notes_by_fields(game.terrain))),
        ReconstructionGroup("Rules of the map", tuple(_map_rule_notes(game))),
        ReconstructionGroup("Tables and modifiers", tuple(_table_notes(game))),
        ReconstructionGroup("Tracks and boxes", tuple(_notes_by_fields({**game.tracks, **game.boxes}))),
        ReconstructionGroup("Sides and formations", tuple(_notes_by_fields({**game.sides, **game.formations}))),
        ReconstructionGroup("Set-up and reinforcements", tuple(_notes_by_fields(game.entries))),
        ReconstructionGroup("Rulings of our own choice", tuple(_ruling_notes(game))),
    )
    return tuple(group for group in groups if group.notes)


ALL = "everything"

_FIELD_WORDS = {
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
"""The word that players use for a field of a record, where it differs from the name of the field."""
_UNIT_FIELD_WORDS = {
    "label": "name",
    "formation": "formation",
    "symbol": "kind",
    "size": "size",
    "steps": "steps",
    "range": "range",
}
"""The word that players use for each field of a unit."""


def reconstructed_fields(record: Sourced) -> str:
    """Return which values of a record are reconstructed, in words; empty if none is."""
    reconstructed = [path for path, kind in record.basis.items() if kind == "reconstructed" and path != "default"]
    if basis_of(record) != "reconstructed":
        return _field_words(reconstructed)
    rest = [path for path, kind in record.basis.items() if kind != "reconstructed"]
    return f"{ALL} but the {_field_words(rest)}" if rest else ALL


def _field_words(paths: Iterable[str]) -> str:
    """Return the words that players use for values of the data, from their dotted paths.

    >>> _field_words(["front.factors", "back.factors", "cost"])
    'factors of the front and back and movement cost'
    """
    faces: dict[str, list[str]] = {}
    for path in paths:
        face, dot, value = path.partition(".")
        faces.setdefault(value if dot else face, []).append(face if dot else "")
    return join_words(
        [
            _FIELD_WORDS.get(value, value.replace("_", " ")) + (f" of the {join_words(of)}" if all(of) else "")
            for value, of in faces.items()
        ]
    )


def _notes_by_fields(records: Mapping[str, Sourced]) -> Iterator[ReconstructionNote]:
    """Yield notes on records, one for all that have the same reconstructed values."""
    groups: dict[str, list[str]] = {}
    for id_, record in records.items():
        fields = reconstructed_fields(record)
        if fields:
            groups.setdefault(fields, []).append(_record_name(id_, record))
    for fields, names in sorted(groups.items(), key=lambda group: not group[0].startswith(ALL)):
        yield ReconstructionNote(capitalised(fields), ", ".join(_with_counts(names)))


def _record_name(id_: str, record: Sourced) -> str:
    """Return the printed name of a record, or its id if it has no name."""
    return str(getattr(record, "name", "") or id_)


def _counter_notes(game: Game) -> Iterator[ReconstructionNote]:
    """Yield notes on counters, one for all that have the same reconstructed values."""
    groups: dict[str, dict[str, list[str]]] = {}
    for counter in game.counters.values():
        fields = _unit_fields(counter) if counter.kind == "unit" else _marker_fields(counter)
        if fields:
            of = game.formations[counter.formation].name if counter.formation in game.formations else ""
            named = groups.setdefault(fields, {}).setdefault(of if counter.kind == "unit" else "", [])
            named.append(_unit_name(counter) if counter.kind == "unit" else bare_label(counter))
    for fields, by_formation in groups.items():
        named_groups = (
            f"{of}: {', '.join(_with_counts(names))}" if of else ", ".join(_with_counts(names))
            for of, names in by_formation.items()
        )
        yield ReconstructionNote(fields, "; ".join(named_groups))


def _unit_fields(counter: Counter) -> str:
    """Return which values of a unit are reconstructed, in words; empty if none is."""
    if basis_of(counter) == "reconstructed":
        named = not is_reconstructed(counter, "label")
        return (
            "Everything on the counter except the unit's name"
            if named
            else "The unit itself and everything on its counter"
        )
    faces = [name for name, face in (("front", counter.front), ("back", counter.back)) if face.factors]
    reconstructed = [name for name in faces if is_reconstructed(counter, f"{name}.factors")]
    fields = ["factors" if reconstructed == faces else f"factors of the {reconstructed[0]}"] if reconstructed else []
    fields += [word for field, word in _UNIT_FIELD_WORDS.items() if is_reconstructed(counter, field)]
    return capitalised(join_words(fields)) if fields else ""


def _marker_fields(counter: Counter) -> str:
    """Return which values of a marker are reconstructed, in words; empty if none is."""
    if basis_of(counter) != "reconstructed":
        fields = reconstructed_fields(counter)
        return (
            "Everything printed on the counter" if fields == "front and back" else capitalised(fields) if fields else ""
        )
    if counter.kind in ("marker", "activation"):
        named = not is_reconstructed(counter, "label")
        return (
            "How many there are, and what is printed on them"
            if named
            else "Which markers there are, and what is printed on them"
        )
    return "Everything printed on the counter"


def _unit_name(counter: Counter) -> str:
    """Return the label of a unit, with the factors that were published in brackets."""
    faces: dict[str, None] = {}
    for path, kind in counter.basis.items():
        dot, factor = path.partition(".")[1:]
        if dot and factor != "factors" and kind != "reconstructed":
            faces[factor] = None
    return f"{counter.label} ({join_words(tuple(faces))} published)" if faces else counter.label


def _with_counts(names: Iterable[str]) -> list[str]:
    """Return each name once, with the number of its occurrences if there are several: `1/55 (2)`."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    return [f"{name} ({count})" if count > 1 else name for name, count in counted.items()]


def _map_notes(game: Game) -> Iterator[ReconstructionNote]:
    """Yield the notes on reconstructed terrain, hexsides, lines, places, regions and edges of the map."""
    board = game.map
    if board is None:
        return
    if is_reconstructed(board, "terrain"):
        yield ReconstructionNote("Terrain", "the hexes of every kind of terrain")
    parts: dict[str, Sourced] = {"the grid": board.grid}
    if board.scale is not None:
        parts["the scale"] = board.scale
    yield from _note_on_names("Sheet", parts)
    yield from _note_on_names("Streams and other hexsides", _chain_records(board.hexsides))
    yield from _note_on_names("Roads and other lines", _chain_records(board.paths))
    yield from _note_on_names("Places", board.places)
    yield from _note_on_names("Regions", board.regions)
    yield from _note_on_names("Map edges", board.edges)


def _chain_records(groups: Mapping[str, Mapping[str, Sourced]]) -> dict[str, Sourced]:
    """Return the hexside or line records of all kinds in one mapping; names include the kind."""
    return {
        f"{id_.replace('-', ' ')} ({kind})" if not getattr(record, "name", "") else id_: record
        for kind, records in groups.items()
        for id_, record in records.items()
    }


def _note_on_names(what: str, records: Mapping[str, Sourced]) -> Iterator[ReconstructionNote]:
    """Yield a note with the heading `what` that names the records with reconstructed values."""
    groups: dict[str, list[str]] = {}
    for id_, record in records.items():
        if fields := reconstructed_fields(record):
            groups.setdefault(fields, []).append(_record_name(id_, record))
    texts = [_named_values(fields, names) for fields, names in groups.items()]
    if texts:
        yield ReconstructionNote(what, "; ".join(texts) if any(": " in one for one in texts) else ", ".join(texts))


def _named_values(fields: str, names: list[str]) -> str:
    """Return a text such as `name (values)`: the records' names and their reconstructed values."""
    listed = ", ".join(_with_counts(names))
    if fields == ALL:
        return listed
    return f"{listed} ({fields})" if len(names) == 1 else f"{fields}: {listed}"


def _table_notes(game: Game) -> Iterator[ReconstructionNote]:
    """Yield a note for each table with reconstructed cells."""
    for table in game.tables.values():
        marks = table_marks(table)
        if marks.all:
            yield ReconstructionNote(
                table.name, f"{ALL} but {name_cells(table, marks.others)}" if marks.others else ALL
            )
        elif marks.each:
            yield ReconstructionNote(table.name, name_cells(table, marks.each))
    for one in game.modifiers.values():
        lines = [line.says for line in one.lines if is_reconstructed(line)]
        if lines:
            yield ReconstructionNote(one.name, "; ".join(lines))


def _map_rule_notes(game: Game) -> Iterator[ReconstructionNote]:
    """Yield notes on reconstructed rules of the map that are in force under the default rulings."""
    for part in type(game.map_rules).model_fields if game.map_rules else ():
        texts = [
            rule.says
            for rule in records_in(getattr(game.map_rules, part))
            if isinstance(rule, MapRule) and rule.says and is_reconstructed(rule) and _is_rule_used(game, rule)
        ]
        if texts:
            yield ReconstructionNote(capitalised(part), "; ".join(texts))


def _is_rule_used(game: Game, rule: MapRule) -> bool:
    """Return whether a rule of the map is in force if every ruling has its default option."""
    return all(game.rulings[id_].default in options for id_, options in rule.ruling.items())


def _ruling_notes(game: Game) -> Iterator[ReconstructionNote]:
    """Yield one note that lists the rulings on questions that the published rules leave open."""
    reconstructed = [id_ for id_, ruling in game.rulings.items() if is_reconstructed(ruling)]
    if reconstructed:
        yield ReconstructionNote("The published text decides none of them", ", ".join(reconstructed))


RECONSTRUCTED = "reconstructed.html"
"""The name of the page in a kit."""


def compose_reconstructed(game: Game) -> str:
    """Return the HTML of a page that lists the reconstructed values of a game; empty if it has none."""
    groups = reconstruction_notes(game)
    if not groups:
        return ""
    title = f"{game.game.title}: reconstructed values"
    about = {"title": title, "about": game.game, "groups": groups, "mark": MARK, "text": inline_html}
    template = environment().get_template("reconstructed.html")
    letters = template.render(**about, style="")
    return template.render(**about, style=web_style("reconstructed.css", letters))
