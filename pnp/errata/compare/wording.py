"""Names the items that changed, and their values, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.errata.compare.changes import COMPONENTS, Change, Difference
from pnp.errata.compare.edition_values import EditionValue, Place
from pnp.errata.compare.excerpts import changed_sentences, numbers_in, plain_text
from pnp.message import capitalised, plural
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
    "counters label": "name on the counter",
    "entries hexes": "possible hexes",
    "entries where": "place",
    "heads": "headings",
    "holds": "capacity",
    "kinds": "kind",
    "lines": "text",
    "says": "text",
    "terrain cost": "movement cost",
    "tint": "colour",
    "who": "player",
    "word": "text",
}
"""Fields whose names in the data are not the words of players; the others are printed as they are.

Some have another name in one section (`terrain cost`).
"""
_LONG_TEXTS = {"text", "says", "asks", "blurb"}
"""Fields with several sentences: lists show only those that changed."""
_IN_TITLE = {"label", "name", "title", "number", "kind"}
"""Fields that the title of a new item names, and the kind of a record in the data."""
MOST_VALUES = 16
"""The most values of a new item that a list shows."""
_NUMBERED = ("rules", "rulings")
"""Sections whose ids are printed numbers."""
_NOT_ON_PAPER: Mapping[str, frozenset[str]] = {
    "abbreviations": frozenset({"used_by"}),
    "aids": frozenset({"of"}),
    "counters": frozenset({"groups"}),
    "examples": frozenset({"choices", "draws", "given", "printed", "procedure"}),
}
"""Keys of the data that nothing prints, or only by other names, by the section of their item."""
NEW_WORDING, OTHER_NUMBERS, NEW_APPEARANCE = "new wording", "new wording and other numbers", "new appearance"
NEW_TEXT = "new text"
"""The kind of a change of words of which all are new: no sentence was replaced."""
READ_IT = "effect not known, read the text"
_IMPACT = {"none": "no effect on play", "minor": "minor effect on play", "affects play": "affects play"}
_TOTALS = (
    ("affects play", "affect play"),
    ("has a minor effect on play", "have a minor effect on play"),
    ("is a changed text (read it)", "are changed texts (read them)"),
    ("is new wording", "are new wording"),
    ("is new appearance", "are new appearance"),
    ("is another number or id", "are other numbers or ids"),
    ("has no effect on play", "have no effect on play"),
)
"""The groups of changes in totals, for one change and for several. Each change is in one of them."""


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
    verb = "renumbered" if change.item[0] in _NUMBERED else "renamed"
    renamed = f"{verb} from {change.renamed_from} to {change.item[-1]}" if change.renamed_from else ""
    if change.erratum is not None and change.erratum.kind:
        kind: str = change.kind
    elif renamed and not change.differences:
        kind = ""
    elif change.added or change.withdrawn or (change.impact and not change.is_appearance):
        kind = change.kind if change.added else ""
    elif change.is_appearance:
        kind = NEW_APPEARANCE
    elif all(map(_only_adds_sentences, change.differences)):
        kind = NEW_TEXT
    else:
        kind = OTHER_NUMBERS if any(map(_has_other_numbers, change.differences)) else NEW_WORDING
    return ", ".join(filter(None, (renamed, kind)))


def _only_adds_sentences(one: Difference) -> bool:
    """Return whether a long text of the new edition has all sentences of the old one, and more."""
    if one.place[-1] not in _LONG_TEXTS or one.new is None:
        return False
    return one.old is None or not any(was for was, _ in changed_sentences(one.old.text, one.new.text))


def _has_other_numbers(one: Difference) -> bool:
    """Return whether both editions have a text for readers with different numbers."""
    if one.use not in ("wording", "shown") or one.old is None or one.new is None:
        return False
    return numbers_in(one.old.text) != numbers_in(one.new.text)


def change_impact(change: Change) -> str:
    """Return the impact of a change in words.

    If it is unknown, the words say so for texts that readers must read; they are empty for other words, such as names.
    """
    return _IMPACT.get(change.impact, READ_IT if has_text_to_read(change) else "")


def has_text_to_read(change: Change) -> bool:
    """Return whether the effect of a change is unknown because a rule or another text of sentences differs."""
    if change.impact:
        return False
    return any(one.place[-1] in _LONG_TEXTS for one in change.differences)


def total_of(changes: Sequence[Change]) -> str:
    """Return the number of changes in words: `3 changes: 2 affect play, 1 is new wording`. The numbers add up."""
    groups = [_group_of(change) for change in changes]
    counted = [f"{number} {words[number > 1]}" for at, words in enumerate(_TOTALS) if (number := groups.count(at))]
    return f"{plural(len(changes), 'change')}: {', '.join(counted)}"


def _group_of(change: Change) -> int:
    """Return the place in `_TOTALS` of the group to which a change belongs."""
    stated = {"affects play": 0, "minor": 1}.get(change.impact)
    if stated is not None:
        return stated
    if not change.impact:
        return 2 if has_text_to_read(change) else 3
    if change.is_appearance:
        return 4
    return 5 if change.renamed_from and not change.differences else 6


def change_title(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed, and its state: `64th Sentai (M06)`, `Hex F2 is new`."""
    game = change.game_of(old if change.withdrawn else new)
    scenario = f"{_scenario_name(game, change.scenario, old if change.withdrawn else new)}: " if change.scenario else ""
    state = " is new" if change.added else " is withdrawn" if change.withdrawn else ""
    name = _map_title(change, old, new) if change.is_on_map else _title(change.item, game)
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


def _map_title(change: Change, old: Game, new: Game) -> str:
    """Return the name of a hex, hexside or part of a path, with its kind: `Stream on hexside K13/L13`.

    Of several parts of a river or road, return its course: `Road: now E2-F2-G2, was E2-F1`.
    """
    game = change.game_of(old if change.withdrawn else new)
    _, part, name = change.item
    if change.is_feature:
        first = change.differences[0]
        now, was = (
            _course(part, [one.place[-2] for one in change.differences if getattr(one, edition) is not None])
            for edition in ("new", "old")
        )
        kind = _feature_name(first, change.game_of(old if first.new is None else new))
        where = "on hexsides " if part == "hexsides" else ""
        return f"{kind}: now {now}, was {was}" if now and was else f"{kind} {where}{now or was}"
    kinds = " and ".join(_terrain_name(one.place[-1], game) for one in change.differences)
    if part == "hexsides":
        return f"{kinds} on hexside {name}"
    if part == "paths":
        return f"{kinds} from {name.replace('/', ' to ')}" if "/" in name else f"{kinds} from {name} off the map"
    return f"{_NOUNS.get(part, part)} {name}"


def _feature_name(one: Difference, game: Game) -> str:
    """Return the name of a river or road on the map with its kind, or its kind alone."""
    kind = one.place[-1]
    value = one.new or one.old
    assert value is not None
    _, part, _, id_ = value.path.split(".", 3)
    record = getattr(game.map, part).get(kind, {}).get(id_)
    name = getattr(record, "name", "")
    return f"{name} ({_terrain_name(kind, game)})" if name else _terrain_name(kind, game)


def _course(part: str, places: Sequence[str]) -> str:
    """Return the parts of a road, joined where they meet (`E2-F2-G2`), or the hexsides of a river."""
    if part == "hexsides":
        return ", ".join(places)
    chains: list[list[str]] = []
    for one, other in (sorted_pair for place in places if len(sorted_pair := place.split("/")) == 2):
        meeting = [chain for chain in chains if {one, other} & {chain[0], chain[-1]}]
        if not meeting:
            chains.append([one, other])
            continue
        chain = meeting[0]
        if chain[0] in (one, other):
            chain.reverse()
        chain.append(other if chain[-1] == one else one)
        for further in meeting[1:2]:
            chains.remove(further)
            chain += further[1:] if further[0] == chain[-1] else further[-2::-1]
    ends = [place for place in places if "/" not in place]
    words = [
        f"{'-'.join(chain)} and off the map" if {chain[0], chain[-1]} & set(ends) else "-".join(chain)
        for chain in chains
    ]
    met = {hex_ for chain in chains for hex_ in (chain[0], chain[-1])}
    return ", ".join([*words, *(f"from {end} off the map" for end in ends if end not in met)])


def _terrain_name(kind: str, game: Game) -> str:
    """Return the printed name of a kind of terrain, or the kind itself."""
    record = game.terrain.get(kind)
    return record.name if record is not None else kind


def change_rows(change: Change, old: Game, new: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the label, the old and the new text of each value.

    Of an item that is withdrawn, only texts are listed, such as that of a case. A river or road has no values, because
    its title says what changed.
    """
    if change.is_feature:
        return
    if change.withdrawn:
        for one in change.differences:
            if one.old is not None and one.place[-1] in _LONG_TEXTS:
                yield difference_label(one, change.place), plain_text(value_text(one.old, change, one, old)), ""
        return
    if change.added:
        yield from _rows_of_new_item(change, new)
        return
    for one in change.differences:
        label = difference_label(one, change.place)
        was, now = (value_text(value, change, one, game) for value, game in ((one.old, old), (one.new, new)))
        if one.old and one.new and one.place[-1] in _LONG_TEXTS:
            yield from ((label, *sentences) for sentences in changed_sentences(was, now))
        else:
            yield label, was, now


def _rows_of_new_item(change: Change, new: Game) -> Iterator[tuple[str, str, str]]:
    """Yield the label and the text of each value of a new item that readers need, at most `MOST_VALUES`.

    The cells of a row of a table are one value. Parts of rivers and roads have none.
    """
    if change.is_on_map and change.item[1] != "hexes":
        return
    rows: dict[str, list[str]] = {}
    for one in change.differences:
        words = one.place[len(change.place) :]
        if one.new is None or one.use in ("appearance", "check") or words[-1:] == ("order",):
            continue
        if len(words) == 1 and words[0] in _IN_TITLE:
            continue
        if words[:1] == ("cells",):
            rows.setdefault(f"row {words[1]}", []).append(one.new.text)
        else:
            text = value_text(one.new, change, one, new)
            rows[difference_label(one, change.place)] = [plain_text(text) if words[-1] in _LONG_TEXTS else text]
    for label, texts in list(rows.items())[:MOST_VALUES]:
        yield label, "", ", ".join(texts)
    if len(rows) > MOST_VALUES:
        yield "", "", f"and {len(rows) - MOST_VALUES} more"


def difference_label(one: Difference, item: Place) -> str:
    """Return the name of a value inside the item that changed: `back, text`; empty for the item itself.

    A cell is named by its row and column, and a line of modifiers by its text.
    """
    words, section = one.place[len(item) :], (item[2:] if item[0] == "scenarios" else item)[0]
    if section == "examples" and words[:1] in (("expect",), ("tells",)):
        words = ("result", *words[1:]) if words[0] == "expect" else (f"text {words[1]}", *words[2:])
    if item[-3:-1] == ("map", "names"):
        return ""
    if words[:1] == ("cells",):
        return ", ".join(f"{axis} {label}" for axis, label in zip(("row", "column"), words[1:], strict=True) if label)
    if words[:1] == ("codes",):
        if words[2:] == ("says",):
            return f"meaning of result {words[1]}"
        words = (f"result {words[1]}", *words[2:])
    elif words[:1] == ("spaces",) and words[-1] != "order":
        words = (f"space {words[1]}", *(word for word in words[2:] if word != "label"))
    elif words[:1] == ("lines",) and words[-1] in ("effect", "says"):
        words = words[1:2] if words[-1] == "effect" else ("text",)
    named = [
        _FIELDS.get(f"{section} {word}") or _FIELDS.get(word, word.replace("_", " "))
        for word in words
        if word != "order"
    ]
    if section == "counters" and words[:1] in (("front",), ("back",)) and len(named) > 1:
        return f"{', '.join(named[1:])} on the {named[0]}"
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
    if one.place[-1] == "side" and value.text in game.sides:
        return game.sides[value.text].name
    if one.place[-1] == "heads":
        axis = getattr(game.tables.get(change.item[1]), one.place[-2], None) if change.item[0] == "tables" else None
        heads = axis.heads if axis is not None else value.text.split()
        return ("; " if any("," in head for head in heads) else ", ").join(heads)
    return value.text


def _counter_name(id_: str, game: Game) -> str:
    """Return the label of a counter with its id; the id alone for other words."""
    counter = game.counters.get(id_)
    return f"{counter.label} ({id_})" if counter is not None else id_


def printed_changes(changes: Sequence[Change], old: Game, new: Game) -> tuple[Change, ...]:
    """Return the changes of what owners have on paper, for owners.

    They are without the data for the rules engine, without worked examples that neither booklet prints, and without
    ids, which mean nothing to owners; numbers of cases and rulings stay.
    """
    shown = (_with_printed_values(one, (one.game_of(old), one.game_of(new))) for one in changes)
    return tuple(
        one if one.item[0] in _NUMBERED else replace(one, renamed_from="")
        for one in shown
        if one.component != "data" and (one.differences or one.item[0] in _NUMBERED)
    )


def _with_printed_values(change: Change, editions: Sequence[Game]) -> Change:
    """Return a change without the values that no paper prints, or only as ids."""
    section, hidden = change.item[0], _NOT_ON_PAPER.get(change.item[0], frozenset())
    if section == "examples":
        examples = [game.examples[change.item[1]] for game in editions if change.item[1] in game.examples]
        if not any(one.printed for one in examples):
            return replace(change, differences=())
    kept = [one for one in change.differences if not hidden & {*one.place[len(change.place) :]}]
    return change if len(kept) == len(change.differences) else replace(change, differences=tuple(kept))
