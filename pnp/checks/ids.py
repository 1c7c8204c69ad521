"""Checks of ids: every side, symbol, picture, table or counter that the data names exists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.checks.checked_game import CheckedGame, check, records, unknown
from pnp.findings import Fault, Severity, did_you_mean
from pnp.load.synonyms import word_for
from pnp.model.aid_blocks import FOLDER_PAGES, AidBlock, ListingAidBlock
from pnp.model.counter import Entry, Face
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.sheet_furniture import FRAME_BAR, KEY_FEATURES, Furniture
from pnp.model.symbols import PICTURES_OF_A_COUNTER

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def _all_furniture(game: Game) -> Iterator[tuple[str, Furniture]]:
    """Yield the furniture of the map sheet and the cards with its path in the data."""
    sheets = [("map", game.map), *((f"components.{id_}", card) for id_, card in game.components.items())]
    return ((path, one) for name, sheet in sheets for path, one in records(sheet, name) if isinstance(one, Furniture))


def _all_faces(checked: CheckedGame) -> Iterator[tuple[str, Face]]:
    """Yield the front and back of every counter with their paths in the data."""
    for id_, counter in checked.game.counters.items():
        yield f"counters.{id_}.front", counter.front
        yield f"counters.{id_}.back", counter.back


@check("I001")
def side_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A record names a side that does not exist.

    Counters, formations, entries, record pads, places and tracks can belong to a side. So can a panel: map furniture
    with a title bar (`bar`). The side determines their colours and the player who owns them.

    Bad:
        formations: {guard: {side: bleu}}
    Good:
        formations: {guard: {side: blue}}
    """
    game = checked.game
    for name, owners in (("counters", game.counters), ("formations", game.formations), ("entries", game.entries)):
        for id_, owner in owners.items():
            if owner.side and owner.side not in game.sides:
                yield unknown(f"{name}.{id_}.side", "side", owner.side, game.sides)
    for id_, component in game.components.items():
        side = getattr(component, "side", "")
        if side and side not in game.sides:
            yield unknown(f"components.{id_}.side", "side", side, game.sides)
    for number, place in game.map.places.items() if game.map else ():
        if place.side and place.side not in game.sides:
            yield unknown(f"map.places.{number}.side", "side", place.side, game.sides)
    for id_, track in game.tracks.items():
        named = [(f"tracks.{id_}.sides", side) for side in track.sides]
        named += [(f"tracks.{id_}.spaces.{i}.pills", side) for i, one in enumerate(track.spaces) for side in one.pills]
        yield from (unknown(path, "side", side, game.sides) for path, side in named if side not in game.sides)
    for i, line in enumerate(game.cover.sides):
        if line.side and line.side not in game.sides:
            yield unknown(f"cover.sides.{i}.side", "side", line.side, game.sides)
    for path, thing in _all_furniture(game):
        if thing.bar and thing.bar != FRAME_BAR and thing.bar not in game.sides:
            yield unknown(f"{path}.bar", "side", thing.bar, [*game.sides, FRAME_BAR])


@check("I002")
def formation_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A counter or formation belongs to a formation that does not exist.

    A unit has the colour of its formation. It prints the label of the formation, unless its key `right` has another
    text.

    Bad:
        counters: {B1: {formation: gaurd}}
    Good:
        counters: {B1: {formation: guard}}
    """
    formations = checked.game.formations
    for id_, counter in checked.game.counters.items():
        if counter.formation and counter.formation not in formations:
            yield unknown(f"counters.{id_}.formation", "formation", counter.formation, formations)
    for id_, formation in formations.items():
        if formation.parent and formation.parent not in formations:
            yield unknown(f"formations.{id_}.parent", "formation", formation.parent, formations)


@check("I003")
def symbol_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A unit symbol has a part that cannot be drawn.

    A symbol consists of parts with `+` between them. The files in `templates/symbols` list them; a game may have its
    own.

    Bad:
        counters: {B1: {symbol: infantry+parashute}}
    Good:
        counters: {B1: {symbol: infantry+parachute}}
    """
    known = checked.game.icons.symbols
    for id_, counter in checked.game.counters.items():
        for part in counter.symbol.split("+") if counter.symbol else ():
            if part.strip() not in known:
                fault = unknown(f"counters.{id_}.symbol", "symbol", part.strip(), known)
                meant = word_for("symbol", part, known)
                yield fault._replace(write=f"write {meant}") if meant else fault


@check("I004")
def picture_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A picture or emblem has a name for which there is no drawing.

    The files in `templates/pictures` and `templates/emblems` list them; a game may have its own. A picture may also be
    the name of an emblem.

    Bad:
        sides: {blue: {emblem: starr}}
    Good:
        sides: {blue: {emblem: star}}
    """
    game = checked.game
    emblems, pictures = game.icons.emblems, game.icons.picture_names
    alone = [name for name in pictures if name not in PICTURES_OF_A_COUNTER]
    for path, face in _all_faces(checked):
        if face.picture and face.picture not in pictures:
            yield unknown(f"{path}.picture", "picture", face.picture, pictures)
        if face.emblem and face.emblem not in emblems:
            yield unknown(f"{path}.emblem", "emblem", face.emblem, emblems)
    for id_, component in game.components.items():
        for path, shown in records(component, f"components.{id_}"):
            for field in ("picture", "scene"):
                value = getattr(shown, field, ())
                for picture in filter(None, (value,) if isinstance(value, str) else value):
                    if picture not in alone:
                        yield unknown(f"{path}.{field}", "picture", picture, alone)
    for id_, track in game.tracks.items():
        for i, space in enumerate(track.spaces):
            if space.picture and space.picture not in alone:
                yield unknown(f"tracks.{id_}.spaces.{i}.picture", "picture", space.picture, alone)
    for id_, example in game.examples.items():
        for field in ("figure", "gun") if example.tells.plan else ():
            picture = getattr(example.tells.plan, field)
            if picture and picture not in alone:
                yield unknown(f"examples.{id_}.tells.plan.{field}", "picture", picture, alone)
        for i, piece in enumerate(example.tells.scene.pieces if example.tells.scene else ()):
            if piece.picture not in alone:
                yield unknown(f"examples.{id_}.tells.scene.pieces.{i}.picture", "picture", piece.picture, alone)
    for path, thing in _all_furniture(game):
        if thing.kind == "picture" and thing.of not in alone:
            yield unknown(f"{path}.of", "picture", thing.of, alone)
        if thing.emblem and thing.emblem not in emblems:
            yield unknown(f"{path}.emblem", "emblem", thing.emblem, emblems)
    for name, owners in (("sides", game.sides), ("formations", game.formations)):
        for id_, owner in owners.items():
            if owner.emblem not in emblems and (owner.emblem or name == "sides"):  # every side needs one
                yield unknown(f"{name}.{id_}.emblem", "emblem", owner.emblem, emblems)


@check("I005")
def background_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The background of a counter's face is not a side, `neutral` or a colour written `#RRGGBB`.

    Bad:
        counters: {turn: {front: {ground: grey}}}
    Good:
        counters: {turn: {front: {ground: neutral}}}
    """
    known = [*checked.game.sides, "neutral"]
    for path, face in _all_faces(checked):
        if face.ground and face.ground not in known and not _COLOUR.fullmatch(face.ground):
            yield unknown(f"{path}.ground", "side", face.ground, known)


@check("I006")
def counter_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """An entry, track, abbreviation or standee (cut-out figure) names a counter that does not exist.

    A range such as `J07-J13` includes the counters from the first to the last, in the order of the data.

    Bad:
        entries: {blue-setup: {counters: B1-B3 B4, count: 3}}
    Good:
        entries: {blue-setup: {counters: B1-B3, count: 3}}
    """
    game = checked.game
    lists = [(f"entries.{id_}.counters", entry.counters) for id_, entry in game.entries.items()]
    lists += [(f"tracks.{id_}.marker", track.marker) for id_, track in game.tracks.items()]
    lists += [(f"abbreviations.{id_}.used_by", entry.used_by) for id_, entry in game.abbreviations.items()]
    named = ((id_, component.named_counters()) for id_, component in game.components.items())
    lists += [(f"components.{id_}.{field}", words) for id_, (field, words) in named if field]
    for path, words in lists:
        for i, word, counters in checked.counters_named(words):
            if counters:
                continue
            spot = game.spot(f"{path}.{i}")
            if checked.counter_ranges.ends(word):
                yield Fault(path, f"the range {word} runs backwards", "write the lower end first", spot)
                continue
            first, dash, last = word.partition("-")
            missing = last if dash and first in game.counters else first if dash and last in game.counters else word
            yield unknown(path, "counter", missing, game.counters)._replace(spot=spot)


@check("I007")
def table_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The `table` of an entry does not exist.

    This table states how the counters of the entry arrive. S001 explains entries.

    Bad:
        entries: {red-setup: {table: arivals}}
    Good:
        entries: {red-setup: {table: arrivals}}
    """
    for id_, entry in checked.game.entries.items():
        if entry.table and entry.table not in checked.game.tables:
            yield unknown(f"entries.{id_}.table", "table", entry.table, checked.game.tables)


_LISTED_UNDER = {
    "hex": "map.terrain",
    "hexside": "map.hexsides",
    "path": "map.paths",
    "place": "map.places",
    "crossing": "map.bridges",
}
"""Where a map has terrain of each type; markers of terrain are not on the map."""


@check("I008")
def terrain_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """Terrain on the map is missing from the terrain effects chart, or the chart gives it another type.

    The chart consists of the records under `terrain`. Each kind of terrain on the map needs one. Its `of` states the
    type: `hex`, `hexside`, `path` or `place` for terrain on the map. Places such as towns are in a hex besides its
    terrain, so that they are listed under `map.places`, and neither in `map.terrain` nor in a sheet of terrain.

    Bad:
        map: {paths: {railroad: {branch: {hexes: B2 B3 C3}}}}
    Good:
        map: {paths: {road: {branch: {hexes: B2 B3 C3}}}}
    """
    game = checked.game
    if game.map is None:
        return
    uses = [("map.base", game.map.base, "hex")]
    uses += [(f"map.terrain.{kind}", kind, "hex") for kind in game.map.terrain]
    uses += [(f"map.hexsides.{kind}", kind, "hexside") for kind in game.map.hexsides]
    uses += [(f"map.paths.{kind}", kind, "path") for kind in game.map.paths]
    uses += [(f"map.places.{number}.kinds", kind, "place") for number, p in game.map.places.items() for kind in p.kinds]
    for path, kind, used_for in uses:
        row = game.terrain.get(kind)
        fitting = [id_ for id_, other in game.terrain.items() if other.of == used_for]
        if row is None:
            yield unknown(path, "terrain", kind, fitting)
        elif row.of != used_for:
            wrong = f"the terrain {kind} is defined for a {row.of}, but used for a {used_for}"
            change = f"change `of` in terrain.{kind} to {used_for}"
            places = _LISTED_UNDER.get(row.of)
            yield Fault(path, wrong, f"list it under {places}, or {change}" if places else change)


@check("I009")
def name_of_missing_kind(checked: CheckedGame) -> Iterator[Fault]:
    """A place has a name for a kind of terrain that it does not have, such as a castle.

    The keys of `names` must be among the `kinds` of the place. In the example, the place is a town.

    Bad:
        map: {places: {B2: {names: {castle: Old Keep}}}}
    Good:
        map: {places: {B2: {names: {town: Old Hamlet}}}}
    """
    for number, place in (checked.game.map.places if checked.game.map else {}).items():
        for kind in place.names:
            if kind not in place.kinds:
                write = did_you_mean(kind, place.kinds)
                yield Fault(f"map.places.{number}.names.{kind}", f"{place.name} has no {kind}", write)


@check("I010")
def aid_of_unknown_thing(checked: CheckedGame) -> Iterator[Fault]:
    """A block (section) of a player aid shows a table, track or other record that does not exist.

    Bad:
        aids: [{title: Aid, rows: [[{kind: track, of: tunr}]]}]
    Good:
        aids: [{title: Aid, rows: [[{kind: track, of: turn}]]}]
    """
    game = checked.game
    for path, block in _aid_blocks(game):
        if isinstance(block, ListingAidBlock):
            known = block.choices(game)
            for i, id_ in ((i, id_) for i, word in enumerate(block.of) for id_ in block.ids_in(word)):
                if id_ not in known:
                    yield unknown(f"{path}.of", block.noun, id_, known)._replace(spot=game.spot(f"{path}.of.{i}"))


@check("I020", Severity.WARNING)
def shown_nowhere(checked: CheckedGame) -> Iterator[Fault]:
    """A table, list of modifiers, track, terrain or entry is printed nowhere: on no player aid, map or card.

    A kind of record, such as tables, is checked only if the player aids show at least one of that kind. Terrain without
    effects, and entries that are not set-ups or reinforcements, need not be shown. In the example, `waive: ~` removes
    the waiver of the small game.

    Bad:
        aids: [{title: Aid, rows: [[{kind: table, of: crt}]]}]
        tables: {arrivals: {waive: ~}}
    Good:
        aids: [{title: Aid, rows: [[{kind: table, of: crt arrivals}]]}]
        tables: {arrivals: {waive: ~}}
    """
    game = checked.game
    listing = [(path, block) for path, block in _aid_blocks(game) if isinstance(block, ListingAidBlock)]
    furniture = {thing.of for _, thing in _all_furniture(game)} | {thing.modifiers for _, thing in _all_furniture(game)}
    inserted = {
        match[1] for case in game.rules for match in re.finditer(r"\{\{\s*\w+\(\s*[\"']([^\"']+)[\"']", case.text)
    }
    for key in ("tables", "modifiers", "tracks", "terrain", "entries"):
        things = getattr(game, key)
        blocks = [block for _, block in listing if block.choices(game) is things]
        shown = {id_ for block in blocks for id_ in block.of or things}
        if not blocks or not shown <= things.keys():
            continue  # a wrong name is reported by I010
        for id_, thing in things.items():
            if id_ not in shown | furniture | inserted and _is_for_players(thing):
                fault = Fault(f"{key}.{id_}", f"{thing.name} is on no player aid", "add it to the block of an aid")
                place = _block_of_similar(thing, things, [one for one in listing if one[1] in blocks])
                if place:
                    fault = fault._replace(spot=game.spot(place), write=f"add {id_} to this block of an aid")
                yield fault


def _block_of_similar(
    thing: object, things: Mapping[str, object], listing: Iterable[tuple[str, ListingAidBlock]]
) -> str:
    """Return the path of the words of the block that lists most things like this one; empty if none lists two.

    Entries are alike if they are of the same kind and side.
    """

    def likeness(one: object) -> tuple[object, object]:
        return getattr(one, "kind", None), getattr(one, "side", None)

    alike = {path: sum(likeness(things[id_]) == likeness(thing) for id_ in block.of) for path, block in listing}
    best = max(alike, key=lambda path: alike[path], default="")
    return f"{best}.of" if best and alike[best] > 1 else ""


def _is_for_players(thing: object) -> bool:
    """Return whether players need a thing on an aid: not terrain without effects, nor an entry of markers."""
    if isinstance(thing, TerrainKind):
        effects = [text for text in (thing.cost, thing.combat, thing.zoc) if text and text != "no effect"]
        return thing.of != "marker" and not all(text.startswith("as ") for text in effects)
    return not isinstance(thing, Entry) or thing.kind in ("setup", "reinforcement")


@check("I015")
def aid_empty(checked: CheckedGame) -> Iterator[Fault]:
    """A page, a row or a block of the player aids is empty.

    A block without `of` shows all items of its kind. If the game has none, the block is empty.

    Bad:
        aids: [{title: Aid, rows: [[]]}]
    Good:
        aids: [{title: Aid, rows: [[{kind: sequence}]]}]
    """
    game = checked.game
    for p, page in enumerate(game.aids):
        if not page.rows:
            yield Fault(f"aids.{p}.rows", "this page of the aids has no rows", "write rows of blocks, or delete it")
        for r, row in enumerate(page.rows):
            if not row:
                yield Fault(f"aids.{p}.rows.{r}", "this row of the aids has no blocks", "write a block, or delete it")
    for path, block in _aid_blocks(game):
        missing = block.missing(game)
        if missing:
            yield Fault(path, f"this block shows nothing: the game has no {missing}", "write it, or delete the block")


@check("I021")
def player_folder_without_four_pages(checked: CheckedGame) -> Iterator[Fault]:
    """A player folder has neither four nor eight pages, or one of them is a page of the appendix.

    Mark pages of the player aids with `folder: true`, in the order in which they are read. The folder is printed once
    for each side of the game. Pages with a `player` are only in the folder of that player.

    Bad:
        aids: [{title: The turn, folder: true, rows: [[{kind: sequence}]]}]
    Good:
        aids: [{title: The turn, rows: [[{kind: sequence}]]}]
    """
    aids = checked.game.aids
    pages = [p for p, page in enumerate(aids) if page.folder]
    for player in dict.fromkeys(aids[p].player for p in pages if aids[p].player) or ("",):
        own = [p for p in pages if aids[p].player in ("", player)]
        if own and len(own) not in (FOLDER_PAGES, 2 * FOLDER_PAGES):
            has = "page has" if len(own) == 1 else "pages have"
            whose = f" for {player}" if player else ""
            wrong = f"{len(own)} {has} `folder`{whose}, but a player folder has {FOLDER_PAGES} or {2 * FOLDER_PAGES}"
            yield Fault(f"aids.{own[-1]}.folder", wrong, "mark four or eight pages, or none")
    sides = checked.game.sides
    for p in pages:
        player = aids[p].player
        if player and player not in sides and not player[0].isupper():
            yield Fault(
                f"aids.{p}.player",
                f"{player} is not a side of this game",
                f"write a side ({', '.join(sides) or 'none'}), or words that begin with a capital letter",
            )
        if checked.game.aids[p].appendix:
            wrong = "a page of the appendix cannot be in the player folder"
            yield Fault(f"aids.{p}.appendix", wrong, "delete appendix or folder")


def _aid_blocks(game: Game) -> Iterator[tuple[str, AidBlock]]:
    """Yield every block of the player aids with its path in the data."""
    for p, page in enumerate(game.aids):
        for r, row in enumerate(page.rows):
            for b, block in enumerate(row):
                path = f"aids.{p}.rows.{r}.{b}"
                yield path, block
                yield from ((f"{path}.{below}", inner) for below, inner in block.inner_blocks.items())


@check("I011")
def furniture_of_unknown_thing(checked: CheckedGame) -> Iterator[Fault]:
    """The map sheet or a card shows a track, box, table, list of modifiers or terrain that does not exist.

    Bad:
        map: {furniture: [{kind: box, of: daed, at: [80mm, 176.5mm, 40mm, 20mm]}]}
    Good:
        map: {furniture: [{kind: box, of: dead, at: [80mm, 176.5mm, 40mm, 20mm]}]}
    """
    game = checked.game
    kinds: Mapping[str, Mapping[str, object]] = {
        "track": game.tracks,
        "box": game.boxes,
        "table": game.tables,
        "modifiers": game.modifiers,
    }
    for path, thing in _all_furniture(game):
        if thing.kind in kinds and thing.of not in kinds[thing.kind]:
            yield unknown(f"{path}.of", thing.kind, thing.of, kinds[thing.kind])
        for kind in thing.key_ids:
            if kind not in game.terrain and kind not in KEY_FEATURES and kind not in game.looks:
                yield unknown(f"{path}.of", "terrain", kind, {**game.terrain, **KEY_FEATURES})
        if thing.modifiers and thing.modifiers not in game.modifiers:
            yield unknown(f"{path}.modifiers", "modifiers", thing.modifiers, game.modifiers)
