"""Checks of set-ups that can be placed, and of tracks and markers that are enough for what play needs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import PurePath

from pnp.board import Board
from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.incomplete_map_rules import stack_of_all_units, units_of
from pnp.checks.possible_values import PossibleValues
from pnp.checks.value_sets import Numbers, Truth
from pnp.findings import Fault, Severity
from pnp.hexgrid import Hex
from pnp.message import join_words
from pnp.model.counter import Counter, Entry
from pnp.model.step import StepRecord
from pnp.rules.map.positions import MapUnit, Positions
from pnp.rules.map.stack_limits import stack_fit

_MARKERS_LEFT = re.compile(r"count\(marked_places\('(?P<word>[\w-]+)'\)\) < (?P<most>.+)")
_STATED_TURNS = re.compile(r"\b[Tt]urn (\d+)")
MOST_VALUES = 500
"""The most values of a track that are followed."""


@check("S013")
def unit_without_permitted_hex(checked: CheckedGame) -> Iterator[Fault]:
    """A unit of an entry may not enter any of the hexes of the entry.

    All of them are prohibited terrain for the unit. In the example, infantry may not enter clear hexes.

    Bad:
        map_rules:
          movement: {factor: movement, classes: {boats: {having: {size: battalion}, costs: {clear: prohibited}}}}
        entries: {blue-setup: {where: the edge, hexes: A1 B1, within: 0}}
    Good:
        map_rules:
          movement: {factor: movement, classes: {boats: {having: {size: battalion}, costs: {woods: prohibited}}}}
        entries: {blue-setup: {where: the edge, hexes: A1 B1, within: 0}}
    """
    now = stack_of_all_units(checked)
    if now is None or now.costs.movement is None or checked.board is None:
        return
    for id_, entry in checked.game.entries.items():
        cells = _hexes_of(checked.board, entry)
        if not cells or entry.kind not in ("setup", "reinforcement"):
            continue
        out = [unit.label for unit in units_of(checked, entry, now) if not any(_may_be_in(now, unit, c) for c in cells)]
        if out:
            wrong = f"the terrain of all these hexes is prohibited to {join_words(list(dict.fromkeys(out))[:5])}"
            yield Fault(f"entries.{id_}.hexes", wrong, "name other hexes, or correct the costs of the class")


def _hexes_of(board: Board, entry: Entry) -> set[Hex]:
    """Return the hexes of an entry, with those around them; empty if a word is not a hex."""
    try:
        named = [cell for word in entry.hexes.replace(",", " ").split() for cell in board.grid.parse_hexes(word)]
    except ValueError:
        return set()  # S005 reports it
    return {cell for one in named for cell in one.within(entry.within) if cell in board.grid}


def _may_be_in(now: Positions, unit: MapUnit, cell: Hex) -> bool:
    """Return whether a unit may enter a hex from any adjacent hex."""
    unit_class, costs = now.class_of(unit), now.costs
    return any(costs.entry(unit_class, near, cell).mp is not None for near in costs.neighbours[cell])


@check("S014", Severity.WARNING)
def hex_of_two_set_ups(checked: CheckedGame) -> Iterator[Fault]:
    """Two set-ups use the same hex: for units of both sides, or for more units than may stack there.

    Only set-ups that name a single hex are compared. In the example, `within: 0` makes the town hex B2 the only hex of
    the blue set-up.

    Bad:
        entries:
          blue-setup: {within: 0}
          red-setup: {kind: setup, where: a hex, hexes: B2, table: ""}
    Good:
        entries:
          blue-setup: {within: 0}
          red-setup: {kind: setup, where: a hex, hexes: A1, table: ""}
    """
    now = stack_of_all_units(checked)
    if checked.board is None:
        return
    fixed: dict[Hex, list[str]] = defaultdict(list)
    for id_, entry in checked.game.entries.items():
        cells = _hexes_of(checked.board, entry)
        if entry.kind == "setup" and len(cells) == 1:
            fixed[next(iter(cells))].append(id_)
    for cell, ids in fixed.items():
        number, entries = checked.board.grid.number(cell), [checked.game.entries[id_] for id_ in ids]
        if len(entries) < 2:
            continue  # S011 reports the units of a single entry that do not fit
        names = join_words([entry.name for entry in entries])
        path = f"entries.{ids[-1]}.hexes"
        if len({entry.side for entry in entries if entry.side}) > 1:
            yield Fault(path, f"{names} of different sides are all set up in {number}", "correct one of the hexes")
        elif now is not None:
            units = [unit for entry in entries for unit in units_of(checked, entry, now)]
            stacking = checked.game.map_rules and checked.game.map_rules.stacking
            if stacking and len(units) > 1 and stack_fit(now.costs, units) is None:
                yield Fault(path, f"{names} do not fit into {number} together", "correct one of the hexes")


@check("S015", Severity.WARNING)
def track_length_differs(checked: CheckedGame) -> Iterator[Fault]:
    """The steps move a track marker off the track, or never reach its last spaces.

    Only numbered tracks are checked, and only if a step has a condition such as `turn < 10`. Tracks with `beyond:
    clamp`, on which the marker stops at the last space, are not checked.

    Bad:
        procedures: {next-turn: {rule: 2.1, steps: [{set: {turn: turn + 2}, when: turn < 4}]}}
    Good:
        procedures: {next-turn: {rule: 2.1, steps: [{set: {turn: turn + 1}, when: turn < 4}]}}

    Bad:
        procedures: {next-turn: {rule: 2.1, steps: [{set: {turn: turn + 1}, when: turn < 3}]}}
    Good:
        procedures: {next-turn: {rule: 2.1, steps: [{set: {turn: turn + 1}, when: turn < 4}]}}
    """
    possible = checked.possible_values
    for id_, track in checked.game.tracks.items():
        labels = [space.label for space in track.spaces]
        if possible is None or track.beyond or not all(re.fullmatch(r"-?\d{1,4}", label) for label in labels):
            continue
        steps = [(path, procedure, one) for path, procedure, one in possible.steps if id_ in getattr(one, "set", ())]
        if not steps or track.start not in labels or id_ not in possible.tracks or checked.game.standing:
            continue
        reached = _values_reached(possible, id_, int(track.start), {int(label) for label in labels}, steps)
        if isinstance(reached, Fault):
            yield reached
        elif reached is not None and (left := [label for label in labels if int(label) not in reached]):
            wrong = f"no step sets {track.name} to {join_words(left, 'or')}"
            yield Fault(f"tracks.{id_}.spaces", wrong, "delete these spaces, or correct the condition of the step")


def _values_reached(
    possible: PossibleValues, id_: str, start: int, spaces: set[int], steps: list[tuple[str, str, StepRecord]]
) -> set[int] | Fault | None:
    """Return the values that steps can set a track to, a fault if one has no space, and None if that is not known."""
    reached, waiting = {start}, [start]
    while waiting:
        value = waiting.pop()
        local = {id_: Numbers(value, value)}
        for path, procedure, step in steps:
            condition = possible.value(procedure, step.when, local) if step.when else None
            decided = isinstance(condition, Truth) and len(condition.of) == 1
            if isinstance(condition, Truth) and condition.of == {False}:
                continue
            after = possible.value(procedure, step.set[id_], local)  # type: ignore[attr-defined]
            if not isinstance(after, Numbers) or after.low != after.high:
                return None
            if after.low not in spaces:
                if not decided or not re.search(rf"\b{id_}\b", step.when):
                    return None
                wrong = f"if {id_} is {value}, this step sets it to {after.low}, for which the track has no space"
                return Fault(f"{path}.set.{id_}", wrong, "correct the condition, or add a space")
            if after.low not in reached:
                reached.add(after.low)
                waiting.append(after.low)
        if len(reached) > MOST_VALUES:
            return None
    return reached


@check("S016", Severity.WARNING)
def too_few_markers(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure allows more markers of a kind on the map than the game has.

    A step such as `require: count(marked_places('depot')) < 3` allows three. A counter is a `depot` marker if its word,
    its picture or one of its groups is `depot`; capitals do not matter.

    Bad:
        counters: {T1: {kind: marker, label: Depot, front: {picture: flag, word: Depot}, back: {}, copies: 2, spare: x}}
        counts: ~
        procedures:
          store:
            rule: "2.1"
            given: {at: hex}
            steps: [{require: count(marked_places('depot')) < 3, says: none is left}, {mark: at, with: depot}]
    Good:
        counters: {T1: {kind: marker, label: Depot, front: {picture: flag, word: Depot}, back: {}, copies: 3, spare: x}}
        counts: ~
        procedures:
          store:
            rule: "2.1"
            given: {at: hex}
            steps: [{require: count(marked_places('depot')) < 3, says: none is left}, {mark: at, with: depot}]
    """
    possible = checked.possible_values
    for path, procedure, record in possible.steps if possible else ():
        assert possible is not None
        match = _MARKERS_LEFT.fullmatch(getattr(record, "require", ""))
        most = possible.value(procedure, match["most"]) if match else None
        if match is None or not isinstance(most, Numbers) or most.high >= MOST_VALUES:
            continue
        number = sum(one.copies for one in checked.game.counters.values() if match["word"] in _names_of(one))
        if number < most.high:
            wrong = f"the procedure allows {most.high} markers {match['word']}, but the game has {number}"
            yield Fault(f"{path}.require", wrong, "add counters, or correct the number")


def _names_of(counter: Counter) -> set[str]:
    """Return the names of a counter's kind: the words and pictures of its faces, and its groups."""
    faces = (counter.front, counter.back)
    words = {face.word.lower().replace(" ", "-") for face in faces}
    return {*words, *(face.picture for face in faces), *counter.groups}


@check("S017", Severity.WARNING)
def unit_without_activation(checked: CheckedGame) -> Iterator[Fault]:
    """A unit cannot be activated, because no activation marker of its side includes it.

    A marker (`kind: activation`) activates the units of its formation and of the formations below it (`parent`), and
    those of formations whose labels it prints. A side is not checked if one of its markers has no formation or prints
    `All Units`.

    Bad:
        formations: {line: {name: Line Brigade, label: L Bde, side: blue, colour: "#B6DF9E"}}
        counters:
          B3: {formation: line}
          go: {kind: activation, side: blue, formation: guard, label: Go, front: {word: Go}, back: emblem, spare: x}
        counts: ~
    Good:
        formations: {line: {name: Line Brigade, label: L Bde, side: blue, colour: "#B6DF9E", parent: guard}}
        counters:
          B3: {formation: line}
          go: {kind: activation, side: blue, formation: guard, label: Go, front: {word: Go}, back: emblem, spare: x}
        counts: ~
    """
    game = checked.game
    markers: dict[str, list[Counter]] = defaultdict(list)
    for counter in game.counters.values():
        if counter.kind == "activation":
            markers[counter.side].append(counter)
    activated: dict[str, set[str]] = {}
    for side, of_side in markers.items():
        texts = [f"{one.label} {one.front.word} {one.front.second}" for one in of_side]
        if all(one.formation for one in of_side) and not any("all units" in text.lower() for text in texts):
            printed = {
                id_
                for id_, formation in game.formations.items()
                if formation.side == side and any(formation.label in text for text in texts)
            }
            activated[side] = {one.formation for one in of_side} | printed
    for path, unit in checked.units():
        if unit.side in activated and not activated[unit.side] & {*checked.formations_of(unit)}:
            own = game.formations.get(unit.formation)
            wrong = f"no activation marker activates {unit.label}{f' of {own.name}' if own else ''}"
            yield Fault(f"{path}.formation", wrong, "correct the formation, or add a marker")


@check("S020")
def turn_of_entry_differs(checked: CheckedGame) -> Iterator[Fault]:
    """The `turn` of an entry is not on the turn track, or contradicts its text `when`.

    If the labels of the track are dates, the turn is the number of a space.

    Bad:
        entries: {blue-setup: {kind: reinforcement, when: From turn 3, turn: 2}}
    Good:
        entries: {blue-setup: {kind: reinforcement, when: From turn 3, turn: 3}}

    Bad:
        entries: {blue-setup: {kind: reinforcement, turn: 40}}
    Good:
        entries: {blue-setup: {kind: reinforcement, turn: 4}}
    """
    turns: set[str] = set()
    for track in checked.game.tracks.values():
        if "turn" in track.name.lower():
            labels = [space.label for space in track.spaces]
            has_numbers = any(label.isdecimal() for label in labels)
            turns |= set(labels) if has_numbers else {str(number) for number in range(1, len(labels) + 1)}
    for id_, entry in checked.game.entries.items():
        if entry.turn is None:
            continue
        path, stated = f"entries.{id_}.turn", _STATED_TURNS.findall(entry.when)
        if turns and str(entry.turn) not in turns:
            yield Fault(path, f"the turn {entry.turn} is not on the turn track", "correct the turn, or the track")
        elif stated and str(entry.turn) not in stated:
            insert = f'{{{{ value("entries.{id_}.turn") }}}}'
            yield Fault(path, f"the text of when says turn {stated[0]}, not {entry.turn}", f"write {insert} there")


@check("S021", Severity.WARNING)
def turn_track_starts_later(checked: CheckedGame) -> Iterator[Fault]:
    """The marker of a turn track does not start on the first turn.

    A scenario, which is a file in `scenarios/`, may begin later. If the game itself does, write `waive: {S021: reason}`
    in the track.

    Bad:
        tracks: {turn: {start: "2"}}
    Good:
        tracks: {turn: {start: "1"}}
    """
    for id_, track in checked.game.tracks.items():
        labels = [space.label for space in track.spaces]
        stated = checked.game.spot(f"tracks.{id_}.start").file
        if (
            id_ == "turn"
            and len(labels) > 1
            and track.start in labels[1:]
            and PurePath(stated).parent.name != "scenarios"
        ):
            wrong = f"the marker starts on {track.start}, but the first turn is {labels[0]}"
            yield Fault(f"tracks.{id_}.start", wrong, f"write {labels[0]}, or a waiver with the reason")
