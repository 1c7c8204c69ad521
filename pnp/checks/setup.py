"""Set-up: every counter has one way into the game, and tracks begin where they can."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check, unknown
from pnp.checks.map_terrain import is_prohibited, is_water
from pnp.findings import Fault


@check("S001")
def counter_without_an_entry(checked: CheckedGame) -> Iterator[Fault]:
    """A counter has no way into the game.

    Every counter is in one entry, or has `spare` with the reason why not.

    Bad:
        counters: {R3: {kind: marker, label: Flag, front: {picture: flag}, back: {}}}
        counts: []
    Good:
        counters: {R3: {kind: marker, label: Flag, front: {picture: flag}, back: {}, spare: for your own use}}
        counts: []
    """
    if not checked.game.entries:
        if any(not counter.spare for counter in checked.game.counters.values()):
            yield Fault("counters", "no counter has a way into the game", "write entries:")
        return
    named = [word for entry in checked.game.entries.values() for word in entry.counters]
    if any(not counters for _, _, counters in checked.counters_named(named)):
        return  # I006 says so, and the counters are probably those that it does not find
    for id_, entries in checked.entries_of.items():
        counter = checked.game.counters[id_]
        if not entries and not counter.spare:
            wrong = f"{counter.label} is in no entry"
            yield Fault(f"counters.{id_}", wrong, "name it in one, or write spare: and the reason")


@check("S002")
def counter_in_two_entries(checked: CheckedGame) -> Iterator[Fault]:
    """A counter has two ways into the game.

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
                    wrong = f"{id_} is in {first[id_]} already" if first[id_] != name else f"{id_} is named twice"
                    yield Fault(path, wrong, "keep one of them", checked.game.spot(f"{path}.{i}"))
                first.setdefault(id_, name)


@check("S003")
def entry_of_another_number(checked: CheckedGame) -> Iterator[Fault]:
    """An entry has more or fewer counters than the rules state.

    Copies of a counter count each.

    Bad:
        entries: {blue-setup: {count: 4}}
    Good:
        entries: {blue-setup: {count: 3}}
    """
    for name, entry in checked.game.entries.items():
        words = [counters for _, _, counters in checked.counters_named(entry.counters)]
        if not all(words):
            continue  # I006 says which counter is unknown
        named = {id_ for counters in words for id_ in counters}
        number = sum(checked.game.counters[id_].copies for id_ in named)
        if entry.count is not None and number != entry.count:
            wrong = f"{entry.name}: stated {entry.count}, named {number}"
            yield Fault(f"entries.{name}.count", wrong, "correct the one or the other")


@check("S004")
def entry_of_another_side(checked: CheckedGame) -> Iterator[Fault]:
    """A counter enters with the other side.

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
                    wrong = f"{id_} is of side {side}, and this entry of side {entry.side}"
                    yield Fault(path, wrong, "correct the one or the other", checked.game.spot(f"{path}.{i}"))
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
            grid = checked.board.grid
            yield Fault(path, str(error), f"columns {grid.columns}, rows {grid.rows}", checked.game.spot(f"{path}.{i}"))


@check("S006")
def entry_where_none_may_go(checked: CheckedGame) -> Iterator[Fault]:
    """An entry names a hex that no unit may enter.

    Hexes of a block such as `A1-F5` may include some.

    Bad:
        entries: {red-setup: {hexes: A1 E4}}
    Good:
        entries: {red-setup: {hexes: A1 E3}}
    """
    for path, i, word in _entry_words(checked):
        assert checked.board is not None
        try:
            cells = checked.board.grid.parse_hexes(word)
        except ValueError:
            continue  # S005 says so
        if len(cells) == 1 and (is_prohibited(checked, cells[0]) or is_water(checked, cells[0])):
            kinds = ", ".join(checked.board.terrain_at(cells[0]))
            yield Fault(path, f"{word} is {kinds}", "name another hex", checked.game.spot(f"{path}.{i}"))


@check("S007")
def spare_counter_in_use(checked: CheckedGame) -> Iterator[Fault]:
    """A counter is called spare and enters the game.

    Bad:
        counters: {R2: {spare: not used}}
    Good:
        counters: {R2: {note: used}}
    """
    for id_, entries in checked.entries_of.items():
        if checked.game.counters[id_].spare and entries:
            yield Fault(
                f"counters.{id_}.spare", f"{id_} is called spare, and is in {entries[0]}", "delete the one or the other"
            )


@check("S008")
def track_starts_nowhere(checked: CheckedGame) -> Iterator[Fault]:
    """A track begins at a space that it does not have.

    Bad:
        tracks: {turn: {start: "0"}}
    Good:
        tracks: {turn: {start: "2"}}
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
                yield Fault(f"tracks.{id_}.spaces.{i}.label", wrong, "give each a label of its own")


@check("S010")
def track_without_spaces(checked: CheckedGame) -> Iterator[Fault]:
    """A track has no spaces, or more in a row than it has.

    Bad:
        tracks: {turn: {across: 9}}
    Good:
        tracks: {turn: {across: 4}}
    """
    for id_, track in checked.game.tracks.items():
        if not track.spaces:
            yield Fault(f"tracks.{id_}.spaces", f"{track.name} has no spaces", "write spaces: [{label: ...}, ...]")
        elif not 0 <= track.across <= len(track.spaces):
            wrong = f"{track.name} has {len(track.spaces)} spaces and {track.across} in a row"
            yield Fault(f"tracks.{id_}.across", wrong, "write how many stand in a row, or leave it out for all")


def _entry_words(checked: CheckedGame) -> Iterator[tuple[str, int, str]]:
    for name, entry in checked.game.entries.items() if checked.board else ():
        for i, word in enumerate(entry.hexes.replace(",", " ").split()):
            yield f"entries.{name}.hexes", i, word
