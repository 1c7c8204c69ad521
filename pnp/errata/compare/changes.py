"""The changes between two editions of a game, grouped by counter, hex, case or other item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pnp.errata.compare.edition_values import EditionValue, EditionValues, Place, edition_values
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.field_uses import FieldUse
from pnp.errata.compare.renamed import renamed_items, under_new_ids, under_new_labels
from pnp.findings import Finding, Refused, Severity
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.reference import ChangeKind, Erratum, Impact
from pnp.spot import Spot

Component: TypeAlias = Literal["map", "counters", "charts", "rules", "scenarios", "data"]
COMPONENTS: Mapping[Component, str] = {
    "map": "Map",
    "counters": "Counters",
    "charts": "Charts and player aids",
    "rules": "Rules",
    "scenarios": "Set-up and scenarios",
    "data": "Data for the rules engine",
}
"""The components of a game, with the headings of lists of changes."""
_COMPONENT_OF: Mapping[str, Component] = {
    "map": "map",
    "terrain": "charts",
    "counters": "counters",
    "counter_print": "counters",
    "sides": "counters",
    "formations": "counters",
    "components": "counters",
    "tables": "charts",
    "modifiers": "charts",
    "tracks": "charts",
    "boxes": "charts",
    "aids": "charts",
    "sequence": "charts",
    "entries": "scenarios",
    "rules": "rules",
    "examples": "rules",
    "rulings": "rules",
    "glossary": "rules",
    "abbreviations": "rules",
    "game": "rules",
    "map_rules": "rules",
}
"""The component to which the keys of a game belong; all others are data for the rules engine."""
_DEEP = {"map": 3, "game": 1, "counter_print": 1, "map_rules": 2}
"""How many parts of a place name one item, where it is not two."""
ALIKE = 0.5
"""Two editions of one game have at least this share of their values in common, or the same title."""


@dataclass(frozen=True)
class Difference:
    """One value that differs. `old` or `new` is None if only one edition states it."""

    place: Place
    old: EditionValue | None
    new: EditionValue | None

    @property
    def use(self) -> FieldUse:
        """What the value is for; a value that one edition uses in play is used in play."""
        uses = {value.use for value in (self.old, self.new) if value is not None}
        return "play" if "play" in uses else uses.pop()


@dataclass(frozen=True)
class Change:
    """Everything that differs in one item of the game, such as a counter, with both source locations.

    `place` is the place of the item. A location is that of the nearest value around it if the edition does not have
    the item. `erratum` is what the data says about the change, if anything. `renamed_from` is the id of the item in the
    old edition if that differs; such a change may have no differences.
    """

    place: Place
    differences: tuple[Difference, ...]
    old_spot: Spot | None
    new_spot: Spot | None
    added: bool = False
    withdrawn: bool = False
    erratum: Erratum | None = None
    renamed_from: str = ""

    @property
    def component(self) -> Component:
        """The component of the game that changed."""
        return _COMPONENT_OF.get(self.item[0], "data")

    @property
    def scenario(self) -> str:
        """The name of the scenario to which the item belongs; empty if it belongs to the whole game."""
        return self.place[1] if self.place[0] == "scenarios" else ""

    @property
    def item(self) -> Place:
        """The place of the item inside its game or scenario."""
        return self.place[2:] if self.scenario else self.place

    @property
    def is_on_map(self) -> bool:
        """Whether the item is a hex, a hexside or a part of a path."""
        return len(self.item) == 3 and self.item[:2] in (("map", "hexes"), ("map", "hexsides"), ("map", "paths"))

    def game_of(self, edition: Game) -> Game:
        """Return the scenario of an edition to which the item belongs, or else the whole game."""
        return edition.scenarios.get(self.scenario, edition)

    @property
    def kind(self) -> ChangeKind | Literal["change"]:
        """Whether the change is a correction, a clarification, an omission or an addition, as the data says.

        Without an erratum, a new item is an addition, and others are called a change, whose reason is unknown.
        """
        if self.erratum is not None and self.erratum.kind:
            return self.erratum.kind
        return "addition" if self.added else "change"

    @property
    def impact(self) -> Impact | Literal[""]:
        """How much the change affects play, as the data says.

        By default, a value that is used in play affects it; appearance, another id and what only checks the data do
        not. The impact of other words is unknown (empty).
        """
        if self.erratum is not None and self.erratum.impact:
            return self.erratum.impact
        if any(map(self._is_used_in_play, self.differences)):
            return "affects play"
        return "" if self.has_other_words else "none"

    @property
    def has_other_words(self) -> bool:
        """Whether a text for readers, a worked example or a player aid differs."""
        return any(one.use in ("wording", "shown") for one in self.differences)

    @property
    def is_appearance(self) -> bool:
        """Whether only drawings, colours, and places or sizes on paper differ."""
        return bool(self.differences) and all(one.use == "appearance" for one in self.differences)

    def is_wholly(self, edition: Literal["old", "new"]) -> bool:
        """Return whether all its values are only in this edition."""
        other = "new" if edition == "old" else "old"
        return all(getattr(one, other) is None for one in self.differences)

    @property
    def is_feature(self) -> bool:
        """Whether the item is more than one part of a river or road, which are only in one of the editions."""
        return self.is_on_map and len({one.place for one in self.differences if one.place[:-1] != self.place}) > 1

    def _is_used_in_play(self, one: Difference) -> bool:
        """Return whether players or the rules engine use a value in play, such as a place on the map."""
        return one.use == "play" or (self.is_on_map and (one.old is None or one.new is None))


def compare_editions(old: Edition, new: Edition) -> tuple[Change, ...]:
    """Return all changes from one edition of a game to another, in the order of the new one.

    Things that only the old edition has come last. Raise `Refused` if they are editions of different games.
    """
    before, after = edition_values(old.game), edition_values(new.game)
    _refuse_other_games(old, new, before, after)
    renamed = renamed_items(_values_of_items(before), _values_of_items(after))
    before = under_new_ids(before, after, renamed)
    ids = {new_place: old_place[-1] for old_place, new_place in renamed.items()}
    before = under_new_labels(before, old.game, new.game, ids)
    known_before, known_after = (dict.fromkeys(map(item_of, values)) for values in (before, after))
    groups: dict[Place, list[Difference]] = {item: [] for item in known_after if item in ids}
    for one in value_differences(before, after):
        groups.setdefault(item_of(one.place), []).append(one)
    found = (
        replace(
            _change(old, new, item, groups[item] or _first_of(item, before, after)),
            differences=tuple(groups[item]),
            added=item not in known_before,
            withdrawn=item not in known_after,
            renamed_from=ids.get(item, ""),
        )
        for item in {**known_after, **known_before}
        if item in groups
    )
    return tuple(_joined_features(found))


def _joined_features(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield the changes, of which those of one river or road are one change.

    The last part of its place is all their hexes (`E2/F1/F2`), and each part of the river or road is a difference.
    """
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        groups.setdefault(_feature_of(change), []).append(change)
    for group in groups.values():
        first = group[0]
        if len(group) == 1:
            yield first
            continue
        hexes = dict.fromkeys(name for change in group for name in change.item[-1].split("/"))
        yield replace(
            first,
            place=(*first.place[:-1], "/".join(hexes)),
            differences=tuple(one for change in group for one in change.differences),
            added=all(change.is_wholly("new") for change in group),
            withdrawn=all(change.is_wholly("old") for change in group),
        )


def _feature_of(change: Change) -> tuple[object, ...]:
    """Return what is equal for all changes of a river or road: what it gained and what it lost, with one erratum."""
    if change.is_on_map and change.item[1] != "hexes" and len(change.differences) == 1:
        (one,) = change.differences
        value = one.old or one.new
        if value is not None and None in (one.old, one.new):
            return change.scenario, change.item[1], one.place[-1], value.path, change.erratum and change.erratum.of
    return change.place


def _values_of_items(values: EditionValues) -> dict[Place, dict[Place, str]]:
    """Return the texts of each item, or of each named river or road, by their places inside it."""
    found: dict[Place, dict[Place, str]] = {}
    for place, value in values.items():
        size = len(item_of(place))
        size += place[size - 3 : size - 1] == ("map", "names")
        item = place[:size]
        found.setdefault(item, {})[place[size:]] = "" if value.text == item[-1] else value.text  # such as a case number
    return found


def _first_of(item: Place, before: EditionValues, after: EditionValues) -> tuple[Difference]:
    """Return the first value of an item, as in both editions."""
    place = next(place for place in after if item_of(place) == item)
    return (Difference(place, before.get(place), after[place]),)


def old_ids(changes: Iterable[Change], section: str) -> dict[str, str]:
    """Return the old id of each renamed item of a section, such as `counters`, by its new id."""
    return {
        change.item[-1]: change.renamed_from for change in changes if change.item[0] == section and change.renamed_from
    }


def board_warnings(edition: Edition, which: str) -> Iterator[Finding]:
    """Yield a warning for each text of the maps of an edition that is wrong, such as a river with a gap.

    The edition can be compared nevertheless: what can be read of such a text is compared hexside by hexside. `which`
    says which of the compared editions it is: `old` or `new`.
    """
    found: dict[Finding, None] = {}
    for game in edition.game.scenarios.values() or (edition.game,):
        board = resolve_board(game)
        found |= dict.fromkeys(board.problems if board is not None else ())
    for one in found:
        wrong = f"in the {which} edition, {one.wrong}"
        yield replace(edition.finding(one), wrong=wrong, severity=Severity.WARNING)


def value_differences(old: EditionValues, new: EditionValues) -> tuple[Difference, ...]:
    """Return the values that differ, in the order of the new ones; values that are gone come last."""
    found = [
        Difference(place, old.get(place), value) for place, value in new.items() if _text(old.get(place)) != value.text
    ]
    return (*found, *(Difference(place, value, None) for place, value in old.items() if place not in new))


def _text(value: EditionValue | None) -> str | None:
    """Return the text of a value; None if the edition does not state the value."""
    return None if value is None else value.text


def item_of(place: Place) -> Place:
    """Return the place of the item to which a value belongs: `("counters", "A7")` for all that is on it."""
    if place[0] == "scenarios":
        return (*place[:2], *item_of(place[2:]))
    return place[: _DEEP.get(place[0], 2)]


def _change(old: Edition, new: Edition, item: Place, found: Sequence[Difference]) -> Change:
    """Return the change of one item with its source locations, and with what the data says about it."""
    erratum = next((one for one in new.game.errata if _is_about(one, found, new.game)), None)
    values = [(one.old or one.new, one.new or one.old) for one in found]
    paths = [next(value.path for pair in values if (value := pair[side]) is not None) for side in (0, 1)]
    scenario = item[1] if item[0] == "scenarios" else ""
    return Change(item, tuple(found), old.spot(paths[0], scenario), new.spot(paths[1], scenario), erratum=erratum)


def _is_about(erratum: Erratum, found: Iterable[Difference], game: Game) -> bool:
    """Return whether an erratum of a game names one of the values that differ."""
    paths = [value.path for one in found for value in (one.old, one.new) if value is not None]
    named = {*erratum.changes, *map(game.path_written, erratum.changes)}
    return any(path == of or path.startswith(f"{of}.") for of in named for path in paths)


def _refuse_other_games(old: Edition, new: Edition, before: EditionValues, after: EditionValues) -> None:
    """Raise `Refused` if two games have different titles and few values in common."""
    if old.game.game.title == new.game.game.title:
        return
    same = sum(1 for place, value in after.items() if _text(before.get(place)) == value.text)
    if same < ALIKE * min(len(before), len(after)):
        wrong = f"{old.game.game.title} and {new.game.game.title} are different games"
        spot = new.spot("game.title") or Spot(new.name)
        write = "name two editions of one game; if it was renamed, write the new title in a copy of the old edition"
        raise Refused([Finding("E002", spot, wrong, write)])
