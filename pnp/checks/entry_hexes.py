"""Checks of the hexes of entries against their words and against the map."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from dataclasses import dataclass

from pnp.board import Board
from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.hexgrid import Hex
from pnp.load.sheets.unit_columns import SEE_RULES
from pnp.message import join_words
from pnp.model.counter import Entry

_ABOUT = {
    "setup": re.compile(r"set[- ]?up|begin|deploy", re.IGNORECASE),
    "reinforcement": re.compile(r"reinforce|\benter|arriv", re.IGNORECASE),
}
"""Words of rules about entries of each kind."""
_EXCEPTION = re.compile(r"\b(but|except|not|without|other than)\b")
_LIMITS = re.compile(r"\b(edge|bank|north|south|east|west|next|within|between|not|except|but|beyond)\b", re.IGNORECASE)
_HEX = re.compile(r"\b[A-Z]{0,2}\d{1,4}\b")
_NARROWER = re.compile(r"\b(but|except|not|without|unless|that|which|where|if)\b.*", re.DOTALL)
"""Words after which an entry only excludes hexes."""
_WIDER = re.compile(
    r"\b(edges?|banks?|half|north|south|east|west|across|over|beyond|behind|between|inside|outside|near|beside|"
    r"adjacent|toward|towards|within|next|from)\b",
    re.IGNORECASE,
)
"""Words with which an entry means other hexes than those of the terrain or place that it names."""
_AROUND = re.compile(r"\b(adjacent|within|next|from)\b")
"""The words among them that mean only the hexes which `within` adds."""
_EVERY = {"any", "all", "every", "hex", "hexes", "on", "in", "at", "along", "the", "or", "and", "of"}
"""Words that do not limit a place or terrain that an entry names."""
_ALL_BUT = re.compile(r"any hex(?:es)? (?:but|except|other than)\b(.*)", re.IGNORECASE)
_AS = re.compile(r"\bas (?:the )?([A-Z][^,.;:]*)")
_FACE_UP = re.compile(r",? [\w-]+ side (?:up|down)\b")
_SHORTEST_NAME = 4
"""Names of places with fewer letters are not looked for in texts."""
_MOST_LISTED = 5
"""The most hexes that a message lists."""
_SEVERAL = 2
"""If at least this many more entries differ from the same feature of the map, they are one finding."""
_AT_PLACES = 3
"""At least this many set-ups of a side must be at its places before another one elsewhere is reported."""


@check("S012")
def entry_hexes_differ(checked: CheckedGame) -> Iterator[Fault]:
    """The text `where` of an entry names hexes that differ from its `hexes`.

    `A1 to P1` in words is `A1-P1`. Words such as `any airfield` must match the hexes of that terrain. S019 checks other
    words, such as `North edge`.

    Bad:
        entries: {red-setup: {where: "Hex F2 or F1", hexes: F2 F3}}
    Good:
        entries: {red-setup: {where: 'Hex {{ hexes("red-setup", "or") }}', hexes: F2 F3}}
    """
    if checked.board is not None:
        yield from _hexes_unlike_words(checked, checked.board)


def _hexes_unlike_words(checked: CheckedGame, board: Board) -> Iterator[Fault]:
    """Yield a fault for each entry that names other hexes in its words than in `hexes`."""
    entries = {id_: entry for id_, entry in checked.game.entries.items() if entry.hexes}
    if not entries:
        return
    numbers = {board.grid.number(cell) for cell in board.grid.hexes}
    shape = _shape(min(numbers))
    for id_, entry in entries.items():
        named = {word for word in _HEX.findall(entry.where) if _shape(word) == shape}
        stated = {number for word in entry.hexes.replace(",", " ").split() for number in word.split("-")}
        path = f"entries.{id_}.where"
        if not stated <= numbers:
            continue  # S005 reports it
        if _EXCEPTION.search(entry.where.partition(";")[0]):
            continue
        if named and named != stated:
            wrong = f"{entry.where} names {join_words(sorted(named))}, but hexes: {entry.hexes}"
            yield Fault(path, wrong, "correct one of them")
        elif not named and (places := _places_in_words(checked, entry.where, board)):
            listed = {board.grid.number(cell) for word in entry.hexes.split() for cell in board.grid.parse_hexes(word)}
            if places != listed:
                odd = join_words(sorted(places ^ listed))
                yield Fault(path, f"{entry.where} does not agree with hexes: in {odd}", "correct one of them")


def _shape(number: str) -> str:
    """Return the shape of a hex number: `1111` for 0405, `A1` for B7 and for B12."""
    letters = re.sub(r"[A-Z]", "A", re.sub(r"\d", "1", number))
    return letters if number.isdecimal() else re.sub(r"1+", "1", letters)


def _places_in_words(checked: CheckedGame, text: str, board: Board) -> set[str]:
    """Return the hexes of the places and terrain that a text such as `Hamlet, any airfield or any town` names.

    It is empty if the text limits them by more words, or names none.
    """
    words = text.replace("one hex from", "")
    if not re.search(r"\b[Aa]ny\b", words) or _LIMITS.search(words):
        return set()
    kinds = {
        key for key, kind in checked.game.terrain.items() if re.search(rf"\b{re.escape(kind.name.lower())}\b", words)
    }
    found = set()
    for cell in board.grid.hexes:
        site = board.sites.get(cell)
        names = set(site.names.values()) if site else set()
        here = {*board.terrain_at(cell), *(site.kinds if site else ())}
        if kinds & here or any(name and re.search(rf"\b{re.escape(name)}\b", words) for name in names):
            found.add(board.grid.number(cell))
    return found if kinds else set()


@check("S019", Severity.WARNING)
def entry_hexes_off_the_map_feature(checked: CheckedGame) -> Iterator[Fault]:
    """An entry lists a hex twice, or its hexes differ from those that its text `where` or its name states.

    Words such as `North edge`, `South edge, a road hex`, `In fortifications` or `Any hex but A1 to A8` are compared
    with the map. The words `as the First Group` are compared with the hexes of the entry First Group. If a set-up has
    one hex, and a place of its side (`side`) has the name of the entry, the hex must be that place. If no place has the
    name, but all other set-ups of the side (at least three) are in places of the side, the hex must be such a place
    too. If the hexes are right, write `waive: {S019: reason}` in the entry.

    Bad:
        entries: {red-setup: {hexes: A1-E1}}
    Good:
        entries: {red-setup: {hexes: A1-F1}}

    Bad:
        entries: {red-setup: {where: any of these hexes, hexes: A1 B1 A1}}
    Good:
        entries: {red-setup: {where: any of these hexes, hexes: A1 B1 C1}}

    Bad:
        map: {places: {B2: {name: Blue set-up, side: blue}}}
        entries: {blue-setup: {where: where their name is printed, hexes: B3, within: 0}}
    Good:
        map: {places: {B2: {name: Blue set-up, side: blue}}}
        entries: {blue-setup: {where: where their name is printed, hexes: B2, within: 0}}
    """
    board = checked.board
    if board is None:
        return
    reported = {fault.path.rpartition(".")[0] for fault in _hexes_unlike_words(checked, board)}
    entries = {id_: cells for id_, entry in checked.game.entries.items() if (cells := _hexes_of(board, entry))}
    features = _features(checked, board)
    faults: dict[str, list[Fault]] = defaultdict(list)
    for id_, cells in entries.items():
        entry, path = checked.game.entries[id_], f"entries.{id_}"
        if path in reported:
            continue
        words = entry.hexes.replace(",", " ").split()
        if twice := [word for i, word in enumerate(words) if word in words[:i]]:
            yield Fault(f"{path}.hexes", f"{twice[0]} is listed twice", "correct one of them")
            continue
        meant = _all_but(entry, board) or _as_another(entry, checked, board) or _meant(entry, features)
        if meant is None or (not meant.every and cells <= meant.hexes) or (meant.every and cells == meant.hexes):
            continue
        odd, word = (outside, "not") if (outside := cells - meant.hexes) else (meant.hexes - cells, "also")
        wrong = f"{_listed(board, odd)} {'is' if len(odd) == 1 else 'are'} {word} {meant.name}"
        faults[meant.name].append(Fault(f"{path}.hexes", wrong, "correct the hexes or the words"))
    for first, *others in faults.values():
        if len(others) < _SEVERAL:
            yield from (first, *others)
        else:
            yield first._replace(wrong=f"{first.wrong}; {len(others)} other entries differ too")
    yield from _set_ups_off_their_places(checked, board, entries)


@check("S025", Severity.WARNING)
def entry_without_a_place(checked: CheckedGame) -> Iterator[Fault]:
    """An entry refers to the rules for the place where its counters enter, but the rules do not state one.

    A row of a sheet without hexes and without a place in its column `where` gives such an entry: the set-up list prints
    `see the rules`. The rules state a place if a case about reinforcements or the set-up names an edge, a hex or a name
    of the map. Hexes that the rules state otherwise are a reason for `waive: {S025: reason}`.

    Bad:
        entries: {red-setup: {where: see the rules, hexes: ~, table: ~}}
    Good:
        entries: {red-setup: {where: see the rules, hexes: A1-F1, table: ~}}
    """
    board = checked.board
    if board is None:
        return
    for id_, entry in checked.game.entries.items():
        about = _ABOUT.get(entry.kind)
        if about is None or entry.where != SEE_RULES or entry.hexes or entry.how or entry.table:
            continue
        names = {name for name, one in _features(checked, board).items() if one.kind != "terrain"}
        numbers = {board.grid.number(cell) for cell in board.grid.hexes}
        texts = (f"{case.title}\n{case.text}" for case in checked.game.rules)
        if not any(_names_a_place(text, names, numbers) for text in texts if about.search(text)):
            wrong = f"the entry {entry.name} refers to the rules for its place, but they do not state one"
            write = "write its place in where:, or its hexes; in a sheet, give it a column with the key where or hexes"
            yield Fault(f"entries.{id_}.where", wrong, write)


def _names_a_place(text: str, names: AbstractSet[str], numbers: AbstractSet[str]) -> bool:
    """Return whether a text names an edge, a hex or something else on the map."""
    lower = text.lower()
    return "edge" in lower or any(name in lower for name in names) or not numbers.isdisjoint(re.findall(r"\w+", text))


def _hexes_of(board: Board, entry: Entry) -> set[Hex]:
    """Return the hexes that an entry lists; empty if a word is not a hex of the map."""
    return _cells(board, entry.hexes.replace(",", " ").split())


def _cells(board: Board, words: Iterable[str]) -> set[Hex]:
    """Return the hexes of words such as `A1-A8`; empty if a word is not a hex of the map."""
    try:
        cells = {cell for word in words for cell in board.grid.parse_hexes(word)}
    except ValueError:
        return set()  # S005 reports it
    return cells if all(cell in board.grid for cell in cells) else set()


def _listed(board: Board, cells: AbstractSet[Hex]) -> str:
    """Return the numbers of some hexes, at most five."""
    numbers = sorted(map(board.grid.number, cells))
    return join_words([*numbers[:_MOST_LISTED], "others"] if len(numbers) > _MOST_LISTED else numbers)


@dataclass(frozen=True)
class _Feature:
    """A feature of the map with a name: its hexes and its kind (`edge`, `terrain`, `hexside` or `place`)."""

    kind: str
    hexes: frozenset[Hex]


@dataclass(frozen=True)
class _Meant:
    """The hexes to which the words of an entry refer. With `every`, the entry must list all of them."""

    name: str
    hexes: frozenset[Hex]
    every: bool


def _features(checked: CheckedGame, board: Board) -> dict[str, _Feature]:
    """Return the edges, terrain, places and regions of the map by their names in lower case.

    Terrain of hexsides has no hexes.
    """
    by_terrain: dict[str, set[Hex]] = defaultdict(set)
    for cell in board.grid.hexes:
        site = board.sites.get(cell)
        for kind in (*board.terrain_at(cell), *(site.kinds if site else ())):
            by_terrain[kind].add(cell)
    for line in board.lines:
        by_terrain[line.kind].update(line.hexes)
    found: dict[str, _Feature] = {}

    def add(kind: str, name: str, cells: AbstractSet[Hex]) -> None:
        """Add a feature, or its hexes to the feature of the same name."""
        known = found.get(name.lower())
        if len(re.sub(r"[\W\d_]", "", name)) >= _SHORTEST_NAME:
            kind = known.kind if known else kind
            found[name.lower()] = _Feature(kind, frozenset(cells) | (known.hexes if known else frozenset()))

    for id_, terrain in checked.game.terrain.items():
        if terrain.of != "marker":
            add("terrain" if terrain.of in ("hex", "place", "path") else "hexside", terrain.name, by_terrain[id_])
    assert checked.game.map is not None
    for id_, edge in checked.game.map.edges.items():
        add("edge", edge.name, set(board.edges.get(id_, ())))
    for id_, region in checked.game.map.regions.items():
        add("place", region.name, set(board.regions.get(id_, ())))
    for cell, site in board.sites.items():
        for name in {site.name, *site.names.values()}:
            add("place", name, {cell})
    return found


def _all_but(entry: Entry, board: Board) -> _Meant | None:
    """Return the hexes of an entry such as `Any hexes but those of the edge, A1 to A8`; None for other words."""
    match = _ALL_BUT.match(entry.where)
    if match is None or _AROUND.search(match[1]):
        return None
    numbers = re.sub(r"(?<=\d)(?: to |–)(?=[A-Z]*\d)", "-", match[1])
    without = _cells(board, re.findall(r"\b[A-Z]{0,2}\d{1,4}(?:-[A-Z]{0,2}\d{1,4})?\b", numbers))
    return _Meant("in the hexes of these words", frozenset(board.grid.hexes) - without, every=True) if without else None


def _as_another(entry: Entry, checked: CheckedGame, board: Board) -> _Meant | None:
    """Return the hexes of the entry to which words such as `as the First Group` refer; None for other words."""
    match = _AS.search(re.sub(r"\([^()]*\)", "", entry.where))
    name = match[1].strip() if match else ""
    others = [one for one in checked.game.entries.values() if name and f" {one.name}".endswith(f" {name}")]
    if len(others) != 1 or not (cells := _hexes_of(board, others[0])):
        return None
    return _Meant(f"in the hexes of {others[0].name}", frozenset(cells), every=True)


def _meant(entry: Entry, features: Mapping[str, _Feature]) -> _Meant | None:
    """Return the hexes that the words of an entry name; None if they name none, or hexes near those of a feature."""
    text = re.sub(r"\([^()]*\)", "", entry.where.partition(";")[0])
    text, narrowed = _NARROWER.subn("", _FACE_UP.sub("", text))
    alternatives = "|".join(map(re.escape, sorted(features, key=len, reverse=True)))
    names = re.compile(rf"\b({alternatives})(?:s|es)?\b", re.IGNORECASE)
    named = [(match[0], features[match[1].lower()]) for match in names.finditer(text)] if features else []
    numbers = _HEX.findall(text)
    rest = _HEX.sub("", names.sub("", text))
    words = re.findall(r"[^\W\d_]+", rest)
    other = _AROUND.sub("", rest) if entry.within else rest
    is_list = bool({"or", "and"} & {word.lower() for word in words})
    kinds = {feature.kind for _, feature in named}
    if (
        not named
        or "hexside" in kinds
        or _WIDER.search(other)
        or (is_list and any(word[0].isupper() for word in words[1:]))
        or (numbers and (len(named) > 1 or (kinds != {"edge"} and len(numbers) > 1)))
    ):
        return None
    hexes = frozenset[Hex]().union(*(feature.hexes for _, feature in named))
    both = kinds == {"edge", "terrain"} and not is_list
    if both:
        hexes = frozenset.intersection(
            *(
                frozenset[Hex]().union(*(feature.hexes for _, feature in named if feature.kind == kind))
                for kind in ("edge", "terrain")
            )
        )
    every = not narrowed and not numbers and len(kinds) == 1 and {word.lower() for word in words} <= _EVERY
    every = every and ("edge" in kinds or all(name.endswith("s") for name, _ in named))
    name = join_words([name for name, _ in named], "and" if both else "or")
    return _Meant(f"in the hexes of {name} on the map", hexes, every) if hexes else None


def _set_ups_off_their_places(
    checked: CheckedGame, board: Board, entries: Mapping[str, AbstractSet[Hex]]
) -> Iterator[Fault]:
    """Yield a fault for each set-up in one hex that is not at the place of its name or of its side."""
    of_sides: dict[str, dict[str, Hex]] = defaultdict(dict)
    for id_, cells in entries.items():
        entry = checked.game.entries[id_]
        if entry.kind == "setup" and entry.side and len(cells) == 1 and not entry.within:
            (of_sides[entry.side][id_],) = cells
    for side, set_ups in of_sides.items():
        places = {cell: site for cell, site in board.sites.items() if site.side == side}
        away = [id_ for id_, cell in set_ups.items() if cell not in places]
        for id_, cell in set_ups.items():
            entry = checked.game.entries[id_]
            own = {at for at, site in places.items() if site.name == entry.name}
            is_odd = away == [id_] and len(set_ups) > _AT_PLACES
            if (own and cell not in own) or (not own and is_odd):
                where = f"in {_listed(board, own)}" if own else "at another place of its side"
                wrong = f"{entry.name} is set up in {board.grid.number(cell)}, but on the map {where}"
                yield Fault(f"entries.{id_}.hexes", wrong, "correct the hex, or move the place")
