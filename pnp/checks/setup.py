"""Checks of set-ups: each counter has one entry, units fit into their hexes, and tracks have a valid start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pnp.checks.checked_game import CheckedGame, check, unknown
from pnp.checks.incomplete_map_rules import stack_of_all_units, units_of
from pnp.checks.map_terrain import is_prohibited, is_water
from pnp.findings import Fault, write_instead
from pnp.hexgrid import Grid, Hex
from pnp.message import join_words, plural
from pnp.rules.map.positions import MapUnit
from pnp.rules.map.stack_limits import stack_fit
from pnp.rules.map.terrain_costs import TerrainCosts

FOUR_DIGITS = 4
"""Digits of a hex number such as 0104."""


@check("S001")
def counter_without_an_entry(checked: CheckedGame) -> Iterator[Fault]:
    """A counter is in none of the `entries` that say when it enters the game.

    An entry states where and when counters enter the game. Its `kind` is `setup`, `reinforcement`, `track`, `draw` or
    `stock`. Every counter is in one entry, or has `spare` with the reason why it is in none. Markers need no entry if
    the game has none for any marker, nor do counters of a game without rules.

    Bad:
        counters: {R3: {kind: marker, label: Flag, front: {picture: flag}, back: {}}}
        counts: ~
    Good:
        counters: {R3: {kind: marker, label: Flag, front: {picture: flag}, back: {}, spare: for your own use}}
        counts: ~
    """
    if not checked.game.entries:
        if checked.game.rules and any(not counter.spare for counter in checked.game.counters.values()):
            yield Fault("counters", "no counter has an entry", "write entries:")
        return
    named = [word for entry in checked.game.entries.values() for word in entry.counters]
    if any(not counters for _, _, counters in checked.counters_named(named)):
        return  # I006 reports it, and the counters are probably those that it does not find
    counters = checked.game.counters
    placed = {counters[id_].kind for id_, entries in checked.entries_of.items() if entries}
    for id_, entries in checked.entries_of.items():
        counter = counters[id_]
        if not entries and not counter.spare and (counter.kind != "marker" or "marker" in placed):
            wrong = f"no entry says when or where the counter {counter.label} enters the game"
            yield Fault(
                f"counters.{id_}", wrong, "name it in an entry under entries:, or write spare: REASON in the counter"
            )


@check("S002")
def counter_in_two_entries(checked: CheckedGame) -> Iterator[Fault]:
    """A counter is listed in two entries, or twice in one entry.

    Bad:
        entries: {red-setup: {counters: R1 R2 turn}}
    Good:
        entries: {red-setup: {counters: R1 R2}}
    """
    first: dict[str, str] = {}
    for name, entry in checked.game.entries.items():
        for i, _, counters in checked.counters_named(entry.counters):
            for id_ in counters:
                path = f"entries.{name}.counters"
                if id_ in first:
                    wrong = f"{id_} is already in {first[id_]}" if first[id_] != name else f"{id_} is named twice"
                    yield Fault(path, wrong, "keep one of them", checked.game.spot(f"{path}.{i}"))
                first.setdefault(id_, name)


@check("S003")
def entry_count_differs(checked: CheckedGame) -> Iterator[Fault]:
    """An entry lists more or fewer counters than its `count` states.

    `count` is a key of the entry: the number that the rules state. Each copy of a counter is counted. C001 is about
    `counts`, another key.

    Bad:
        entries: {blue-setup: {count: 4}}
    Good:
        entries: {blue-setup: {count: 3}}
    """
    for name, entry in checked.game.entries.items():
        words = [counters for _, _, counters in checked.counters_named(entry.counters)]
        if not all(words):
            continue  # I006 reports the unknown counter
        named = {id_ for counters in words for id_ in counters}
        number = sum(checked.game.counters[id_].copies for id_ in named)
        if entry.count is not None and number != entry.count:
            wrong = f"the entry {entry.name} states {entry.count} counters but lists {number}"
            yield Fault(f"entries.{name}.count", wrong, "correct one of them")


@check("S004")
def entry_of_another_side(checked: CheckedGame) -> Iterator[Fault]:
    """A counter of one side is listed in an entry of the other side.

    Bad:
        entries: {red-setup: {side: blue}}
    Good:
        entries: {red-setup: {side: red}}
    """
    for name, entry in checked.game.entries.items():
        for i, _, counters in checked.counters_named(entry.counters) if entry.side else ():
            for id_ in counters:
                side = checked.game.counters[id_].side
                if side in checked.game.sides and side != entry.side:
                    path = f"entries.{name}.counters"
                    wrong = f"the counter {id_} belongs to side {side}, but this entry to side {entry.side}"
                    yield Fault(path, wrong, "correct one of them", checked.game.spot(f"{path}.{i}"))
                    break


@check("S005")
def entry_off_the_map(checked: CheckedGame) -> Iterator[Fault]:
    """An entry names a hex that is not on the map.

    Bad:
        entries: {red-setup: {hexes: A1-G1}}
    Good:
        entries: {red-setup: {hexes: A1-F1}}
    """
    for path, i, word in _entry_words(checked):
        assert checked.board is not None
        try:
            checked.board.grid.parse_hexes(word)
        except ValueError as error:
            yield Fault(path, *_off_the_map(checked.board.grid, word, str(error)), checked.game.spot(f"{path}.{i}"))


def _off_the_map(grid: Grid, word: str, wrong: str) -> tuple[str, str]:
    """Return what is wrong with a word that names no hexes of a map, and what to write."""
    right = re.sub(r"\d+", lambda number: number[0].zfill(FOUR_DIGITS), word)
    if right != word and re.fullmatch(r"\d+(-\d+)?", word):
        try:
            grid.parse_hexes(right)
        except ValueError:
            pass
        else:
            cause = "spreadsheet programs remove zeros at the beginning unless the cells are formatted as text"
            return f"{wrong}; {cause}", write_instead(right, word)
    return wrong, f"write hexes in columns {grid.columns} and rows {grid.rows}"


@check("S006")
def entry_in_prohibited_hex(checked: CheckedGame) -> Iterator[Fault]:
    """An entry names a single hex that no unit may enter.

    A block (rectangle) of hexes such as `A1-F5` may include such hexes.

    Bad:
        entries: {red-setup: {where: two hexes, hexes: A1 E4}}
    Good:
        entries: {red-setup: {where: two hexes, hexes: A1 E3}}
    """
    for path, i, word in _entry_words(checked):
        assert checked.board is not None
        try:
            cells = checked.board.grid.parse_hexes(word)
        except ValueError:
            continue  # S005 reports it
        if len(cells) == 1 and (is_prohibited(checked, cells[0]) or is_water(checked, cells[0])):
            kinds = join_words(checked.board.terrain_at(cells[0]))
            yield Fault(path, f"{word} is {kinds}", "name another hex", checked.game.spot(f"{path}.{i}"))


@check("S007")
def spare_counter_in_use(checked: CheckedGame) -> Iterator[Fault]:
    """A counter is marked as spare but has an entry.

    Bad:
        counters: {R2: {spare: not used}}
    Good:
        counters: {R2: {}}
    """
    for id_, entries in checked.entries_of.items():
        if checked.game.counters[id_].spare and entries:
            yield Fault(
                f"counters.{id_}.spare",
                f"the counter {id_} is spare but is also in the entry {entries[0]}",
                "delete one of them",
            )


@check("S008")
def track_start_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The start of a track is a space that the track does not have.

    Bad:
        tracks: {turn: {start: "0"}}
    Good:
        tracks: {turn: {start: "1"}}
    """
    for id_, track in checked.game.tracks.items():
        labels = [space.label for space in track.spaces]
        if track.start and track.start not in labels:
            yield unknown(f"tracks.{id_}.start", "space", track.start, labels)


@check("S009")
def space_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two spaces of a track have the same label.

    Bad:
        tracks: {turn: {spaces: [{label: "1"}, {label: "2"}, {label: "2"}, {label: "4"}]}}
    Good:
        tracks: {turn: {spaces: [{label: "1"}, {label: "2"}, {label: "3"}, {label: "4"}]}}
    """
    for id_, track in checked.game.tracks.items():
        labels = [space.label for space in track.spaces]
        for i, label in enumerate(labels):
            if label in labels[:i]:
                wrong = f"{track.name} has two spaces {label}"
                yield Fault(f"tracks.{id_}.spaces.{i}.label", wrong, "write a different label for each")


@check("S010")
def track_without_spaces(checked: CheckedGame) -> Iterator[Fault]:
    """A track has no spaces, or `across` is larger than the number of its spaces.

    `across` is the number of spaces in each row of the printed track.

    Bad:
        tracks: {turn: {across: 9}}
    Good:
        tracks: {turn: {across: 4}}
    """
    for id_, track in checked.game.tracks.items():
        if not track.spaces:
            yield Fault(f"tracks.{id_}.spaces", f"{track.name} has no spaces", "write spaces: [{label: ...}, ...]")
        elif not 0 <= track.across <= len(track.spaces):
            wrong = f"{track.name} has {plural(len(track.spaces), 'space')}, so a row of it cannot have {track.across}"
            yield Fault(f"tracks.{id_}.across", wrong, "write the number of spaces in a row, or delete it for one row")


def _entry_words(checked: CheckedGame) -> Iterator[tuple[str, int, str]]:
    """Yield (path in the data, index, word) for each word in the hexes of the entries."""
    for name, entry in checked.game.entries.items() if checked.board else ():
        for i, word in enumerate(entry.hexes.replace(",", " ").split()):
            yield f"entries.{name}.hexes", i, word


MOST_UNITS = 12
"""The most units of a set-up that is checked; there are too many ways to distribute more units."""
MOST_WAYS = 5_000
"""The number of ways to distribute the first units from which on the others are assumed to fit."""


@check("S011")
def units_without_room(checked: CheckedGame) -> Iterator[Fault]:
    """The units of a set-up do not fit into its hexes within the stacking limits.

    The hexes are those of the entry and all hexes up to `within` hexes away. Each copy of a counter is a unit. In the
    example, `within: 0` leaves only hex B2 for three units.

    Bad:
        map_rules: {stacking: {limits: [{rooms: [{number: 2}]}]}}
        entries: {blue-setup: {within: 0}}
    Good:
        map_rules: {stacking: {limits: [{rooms: [{number: 3}]}]}}
        entries: {blue-setup: {within: 0}}
    """
    rules, now = checked.game.map_rules, stack_of_all_units(checked)
    if now is None or rules is None or rules.stacking is None or checked.board is None:
        return
    for id_, entry in checked.game.entries.items():
        units = list(units_of(checked, entry, now))
        if entry.kind != "setup" or not units or any(stack_fit(now.costs, (unit,)) is None for unit in units):
            continue  # M035 reports units that fit nowhere
        try:
            named_hexes = [cell for word in entry.hexes.split() for cell in checked.board.grid.parse_hexes(word)]
            hexes = {cell for one in named_hexes for cell in one.within(entry.within) if cell in checked.board.grid}
        except ValueError:
            continue  # S005 reports it
        if 0 < len(hexes) < len(units) <= MOST_UNITS and not _units_fit(now.costs, units, hexes):
            room = plural(len(hexes), "hex", "hexes")
            wrong = f"{len(units)} units do not fit into {room} within the stacking limits"
            yield Fault(f"entries.{id_}.hexes", wrong, "name more hexes, or correct the limits")


def _units_fit(costs: TerrainCosts, units: Sequence[MapUnit], hexes: set[Hex]) -> bool:
    """Return whether units can be distributed among hexes within the stacking limits."""

    @cache
    def stack_is_legal(stack: frozenset[int]) -> bool:
        """Return whether the units with these indexes may stack."""
        return stack_fit(costs, [units[i] for i in sorted(stack)]) is not None

    open_stacks = {(frozenset[int](),) * len(hexes)}
    for i in range(len(units)):
        open_stacks = {
            tuple(sorted((*stacks[:at], stack | {i}, *stacks[at + 1 :]), key=sorted))
            for stacks in open_stacks
            for at, stack in enumerate(stacks)
            if stack_is_legal(stack | {i})
        }
        if len(open_stacks) > MOST_WAYS:
            return True  # see MOST_WAYS
    return bool(open_stacks)
