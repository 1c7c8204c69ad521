"""Names the items that changed, and their values, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.compare.changes import COMPONENTS, Change, Difference
from pnp.compare.edition_values import EditionValue, Place
from pnp.compare.excerpts import changed_sentences, numbers_in
from pnp.message import capitalised
from pnp.model.game import Game

_NOUNS = {
    "abbreviations": "abbreviation",
    "aids": "player aid",
    "boxes": "box",
    "claims": "claim",
    "components": "component",
    "counter_print": "printing of counters",
    "counters": "counter",
    "counts": "count",
    "edges": "map edge",
    "entries": "set-up",
    "examples": "example",
    "facts": "fact",
    "formations": "formation",
    "game": "game",
    "glossary": "term",
    "hexes": "hex",
    "hexsides": "hexside",
    "map": "map",
    "map_rules": "map rules",
    "modifiers": "modifiers",
    "names": "name on the map",
    "paths": "path",
    "procedures": "procedure",
    "regions": "region",
    "rules": "case",
    "rulings": "ruling",
    "sequence": "phase",
    "sides": "side",
    "standing": "standing rule",
    "tables": "table",
    "terrain": "terrain",
    "tracks": "track",
}
"""The noun for an item, by the key of its mapping in the data."""
_FIELDS = {
    "asks": "question",
    "copies": "number of copies",
    "heads": "headings",
    "holds": "capacity",
    "kinds": "kind",
    "lines": "text",
    "says": "text",
    "tint": "colour",
    "who": "player",
    "word": "text",
}
"""Fields whose names in the data are not the words of players; the others are printed as they are."""
_LONG_TEXTS = {"text", "says", "asks", "blurb"}
"""Fields with several sentences: lists show only those that changed."""
NEW_WORDING, OTHER_NUMBERS, NEW_APPEARANCE = "new wording", "new wording and other numbers", "new appearance"
_IMPACT = {"none": "no effect on play", "minor": "minor effect on play", "affects play": "affects play"}


def changes_by_component(changes: Sequence[Change]) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """Yield the heading and the changes of each component that changed, by case number; others come after them."""
    for component, heading in COMPONENTS.items():
        found = sorted((one for one in changes if one.component == component), key=_case_order)
        if found:
            yield heading, tuple(found)


def _case_order(change: Change) -> tuple[int, ...]:
    """Return a sort key by case number; changes without one come last, in the order of the data."""
    return tuple(int(part) for part in case_of(change).split(".") if part) or (10**9,)


def case_of(change: Change) -> str:
    """Return the case number of a change: that of its erratum, or of the case itself; empty without one."""
    if change.erratum is not None and change.erratum.rule:
        return change.erratum.rule[0]
    return change.item[-1] if change.item[0] == "rules" else ""


def change_kind(change: Change) -> str:
    """Return the kind of a change in words, and the old id of an item that was renamed; empty if it is unknown.

    Other words of unknown effect are only new wording; whether they contain other numbers is said, because such a
    change may be one of play.
    """
    renamed = f"renamed from {change.renamed_from} to {change.item[-1]}" if change.renamed_from else ""
    if change.erratum is not None and change.erratum.kind:
        kind: str = change.kind
    elif renamed and not change.differences:
        kind = ""
    elif change.added or change.withdrawn or (change.impact and not change.is_appearance):
        kind = change.kind if change.added else ""
    elif change.is_appearance:
        kind = NEW_APPEARANCE
    else:
        kind = OTHER_NUMBERS if any(map(_has_other_numbers, change.differences)) else NEW_WORDING
    return ", ".join(filter(None, (renamed, kind)))


def _has_other_numbers(one: Difference) -> bool:
    """Return whether both editions have a text for readers with different numbers."""
    if one.use not in ("wording", "shown") or one.old is None or one.new is None:
        return False
    return numbers_in(one.old.text) != numbers_in(one.new.text)


def change_impact(change: Change) -> str:
    """Return the impact of a change in words; empty if it is unknown."""
    return _IMPACT.get(change.impact, "")


def change_title(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed, and its state: `64th Sentai (M06)`, `Hex F2 is new`."""
    game = change.game_of(old if change.withdrawn else new)
    scenario = f"{_scenario_name(game, change.scenario, old if change.withdrawn else new)}: " if change.scenario else ""
    state = " is new" if change.added else " is withdrawn" if change.withdrawn else ""
    name = _map_title(change, game) if change.is_on_map else _title(change.item, game)
    return f"{scenario}{capitalised(name)}{state}"


def _scenario_name(scenario: Game, id_: str, series: Game) -> str:
    """Return what a scenario has of its own in its title or subtitle, or else its id.

    The title of the series is left out at the beginning: `North Beach` for `Two Beaches: North Beach`.
    """
    title, about = series.game.title, scenario.game
    own = about.title.removeprefix(title).lstrip(" :–-") if about.title != title else about.subtitle
    return own if own and own != series.game.subtitle else id_.replace("-", " ").capitalize()


def _title(place: Place, game: Game) -> str:
    """Return the name of an item of the game with its id or its noun in brackets: `Combat results (table)`."""
    own, key = _own_name(game, place), place[-1] if len(place) > 1 else ""
    section = place[1] if place[:2] in (("map", "regions"), ("map", "edges")) else place[0]
    noun = _NOUNS.get(section, section.replace("_", " "))
    if place[0] == "counters" and own:
        return f"{own} ({key})"
    if place[0] == "rules":
        return f"{key} {own}".strip()
    if place[:2] == ("map", "names"):
        return f"{_terrain_name(key, game)} ({_NOUNS['names']})"
    if not own:
        return f"{noun} {key.replace('_', ' ')}".strip()
    return own if noun in own.lower() else f"{own} ({noun})"


def _own_name(game: Game, place: Place) -> str:
    """Return the name of an item in the game, if it has another name than its key."""
    item = item_record(game, place)
    for field in ("label", "name", "title"):
        name = getattr(item, field, "")
        if name and name != place[-1]:
            return str(name)
    return ""


def item_record(game: Game, place: Place) -> object:
    """Return the record of an item of a game by its place, such as a counter or a case; None if it has no record."""
    if place[0] == "map" and len(place) > 1:
        items, place = getattr(game.map, place[1], None), place[1:]
        return items.get(place[1]) if isinstance(items, dict) and len(place) > 1 else None
    items = getattr(game, place[0], None)
    if isinstance(items, tuple):
        return next((one for one in items if getattr(one, "number", None) == place[1]), None)
    return items.get(place[1]) if isinstance(items, dict) and len(place) > 1 else None


def _map_title(change: Change, game: Game) -> str:
    """Return the name of a hex, hexside or part of a path, with its kind: `Stream on hexside K13/L13`."""
    _, part, name = change.item
    kinds = " and ".join(_terrain_name(one.place[-1], game) for one in change.differences)
    if part == "hexsides":
        return f"{kinds} on hexside {name}"
    if part == "paths":
        return f"{kinds} from {name.replace('/', ' to ')}" if "/" in name else f"{kinds} from {name} off the map"
    return f"{_NOUNS.get(part, part)} {name}"


def _terrain_name(kind: str, game: Game) -> str:
    """Return the printed name of a kind of terrain, or the kind itself."""
    record = game.terrain.get(kind)
    return record.name if record is not None else kind


def change_rows(change: Change, old: Game, new: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the label, the old and the new text of each value; an item that is new or withdrawn has none."""
    if change.added or change.withdrawn:
        return
    for one in change.differences:
        label = difference_label(one, change.place)
        was, now = (value_text(value, change, one, game) for value, game in ((one.old, old), (one.new, new)))
        if one.old and one.new and one.place[-1] in _LONG_TEXTS:
            yield from ((label, *sentences) for sentences in changed_sentences(was, now))
        else:
            yield label, was, now


def difference_label(one: Difference, item: Place) -> str:
    """Return the name of a value inside the item that changed: `back, text`; empty for the item itself.

    A cell is named by its row and column, and a line of modifiers by its text.
    """
    words = one.place[len(item) :]
    if item[-3:-1] == ("map", "names"):
        return ""
    if words[:1] == ("cells",):
        return ", ".join(f"{axis} {label}" for axis, label in zip(("row", "column"), words[1:], strict=True) if label)
    if words[:1] == ("codes",):
        words = (f"result {words[1]}", *words[2:])
    elif words[:1] == ("spaces",) and words[-1] != "order":
        words = (f"space {words[1]}", *(word for word in words[2:] if word != "label"))
    elif words[:1] == ("lines",) and words[-1] in ("effect", "says"):
        words = words[1:2] if words[-1] == "effect" else ("text",)
    named = [_FIELDS.get(word, word.replace("_", " ")) for word in words if word != "order"]
    return ", ".join(named)


def value_text(value: EditionValue | None, change: Change, one: Difference, edition: Game) -> str:
    """Return a value of a change as printed: terrain and counters by their names; empty if the edition has none."""
    if value is None:
        return ""
    game = change.game_of(edition)
    if change.is_on_map and one.place[-1] == "terrain":
        return ", ".join(_terrain_name(kind, game) for kind in value.text.split())
    if one.place[-1] == "counters":
        return ", ".join(_counter_name(id_, game) for id_ in value.text.split())
    if change.item[0] == "rulings" and one.place[-1] == "default":
        return game.rulings[change.item[1]].options.get(value.text, value.text)
    if one.place[-1] == "heads":
        return value.text.replace(" ", ", ")
    return value.text


def _counter_name(id_: str, game: Game) -> str:
    """Return the label of a counter with its id; the id alone for other words."""
    counter = game.counters.get(id_)
    return f"{counter.label} ({id_})" if counter is not None else id_


def printed_changes(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Return the changes without those of the data for the rules engine, which owners do not have on paper."""
    return tuple(one for one in changes if one.component != "data")
