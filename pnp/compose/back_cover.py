"""The texts on the back cover of a kit: contents, needed things, facts, and credits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from pnp.art.icons.layered_icons import draw_clipped_picture
from pnp.compose.back_page import BackTexts
from pnp.compose.kit_files import ADDED, APART, KitFile, length_words
from pnp.draw.component_kinds import draw_all_cards
from pnp.draw.counter.faces import draw_counters
from pnp.draw.cover_art.back_picture import shown_counters
from pnp.draw.cover_art.cover_facts import all_facts
from pnp.draw.cutout import standing_counters
from pnp.message import join_words, number_words, plural
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.target import Paper
from pnp.palette import WHITE
from pnp.scene import Scene, rectangle
from pnp.units import int_sum

MOST_CONTENTS = 5


def back_texts(game: Game, files: Sequence[KitFile], paper: Paper) -> BackTexts:
    """Return the texts of the back cover, given all files of the kit."""
    return BackTexts(
        tuple(_contents(game, files, paper))[:MOST_CONTENTS],
        game.game.also_needed,
        tuple(_facts(game)),
        tuple(_credits(game)),
    )


def _contents(game: Game, files: Sequence[KitFile], paper: Paper) -> Iterator[tuple[str, str, str]]:
    """Yield the icon, the name and the details of each part of the kit."""
    of = {part: [file for file in files if file.part == part] for part in {file.part for file in files}}
    tiles, maps = of.get("map-tiles", []), of.get("map", [])
    if tiles or maps:
        count = max(len(tiles), 1)
        name = "One map" if count == 1 else f"{number_words(count).capitalize()} maps"
        size = maps[0].size if maps and count == 1 else ""
        sheets = int_sum(_tile_count(file) for file in tiles)
        on_tiles = f"on {sheets} {paper.name} tiles to glue, or in one piece" if sheets else "on a card"
        yield "map", name, f"{size}, {on_tiles}" if size else on_tiles
    standing = standing_counters(game)
    counters = int_sum(counter.copies for id_, counter in game.counters.items() if id_ not in standing)
    if counters and "counters" in of:
        size = f"{length_words(game.counter_print.side)}, " if game.counter_print else ""
        yield (
            "counters",
            f"{counters} {game.counter_word}s",
            f"{size}{'two-sided' if of['counters'][0].two_sided else 'one-sided'}",
        )
    decks = {
        id_: int_sum(copies for copies, _ in one.countable_cards(id_))
        for id_, one in game.components.items()
        if any(one.countable_cards(id_))
    }
    if cards := int_sum(decks.values()):
        titles = [f"{game.components[id_].name} ({number})" for id_, number in decks.items() if len(decks) > 1]
        yield "cards", f"{cards} cards", ", ".join((*titles, "to cut out or put into sleeves"))
    known = (
        "cover",
        "map",
        "map-tiles",
        "calibration",
        "counters",
        "aids",
        "folder",
        "rules",
        "counter-manifest",
        *APART,
    )
    named = {one.sheet or id_ for id_, one in game.components.items() if one.shows_map() or id_ in decks}
    others = [file for file in files if file.part not in known and file.name not in named]
    if others:
        yield (
            "pieces",
            "Pieces to cut out" if cards or counters else "Pieces",
            _pieces_words(others),
        )
    pages = int_sum(file.pages for file in of.get("aids", []))
    aids = f"{pages} {'page' if pages == 1 else 'pages'} of player aids"
    if "folder" in of and pages:
        yield "aids", "Player folders and aids", f"a folder for each player, {aids}"
    elif "folder" in of:
        yield "aids", "Player folders", "one for each player, with the sequence of play and the tables"
    elif pages:
        yield "aids", "Player aids", aids
    if "rules" in of:
        pages = of["rules"][0].pages
        yield (
            "rules",
            "Rules booklet",
            f"{pages} {'page' if pages == 1 else 'pages'}{' with worked examples' if game.examples else ''}",
        )


def _tile_count(file: KitFile) -> int:
    """Return the number of tiles in a file of map tiles: its sheets without the plan that several tiles have."""
    return max(1, file.sheets - 1)


def _pieces_words(files: Sequence[KitFile]) -> str:
    """Return the titles of the files with pieces and their number of sheets, such as `armies and pads on 2 sheets`."""
    titles = [title for file in files for title in file.title.removesuffix(ADDED).split(", ")]
    sheets = int_sum(file.sheets for file in files)
    return f"{join_words([title[:1].lower() + title[1:] for title in titles])} on {plural(sheets, 'sheet')}"


def _facts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield labels and values of facts about the game and its publication."""
    about = game.game
    for fact in all_facts(game):
        yield fact.label, f"{fact.value} {fact.unit}" if fact.label != "Players" else fact.value
    tracks = (one.tracks.get("turn") for one in (game.scenarios or {"": game}).values())
    turns = dict.fromkeys(str(len(track.spaces)) for track in tracks if track is not None and track.spaces)
    if turns:
        yield "Turns", " or ".join(turns)
    if about.edition and about.published:
        yield "Based on", f"edition {about.edition} ({about.published})"
    elif about.published:
        yield "Based on", about.published


def _credits(game: Game) -> Iterator[str]:
    """Yield the lines of the credits: whose game it is, people by their roles, and what is new in this kit."""
    if game.game.rights_statement:
        yield game.game.rights_statement
    people = [f"{credit.role}: {', '.join(credit.names)}" for credit in game.game.credits]
    if people:
        yield ". ".join(words.rstrip(".") for words in people) + "."
    if game.game.reconstruction:
        yield "The drawings of this kit are new. Reconstructed values are marked in print."


def shown_pieces(game: Game) -> tuple[Scene, ...]:
    """Return drawings of pieces of a game without a map: up to three cards, or else up to six different counters."""
    decks = [[card.front for card in of_one.values()] for of_one in draw_all_cards(game, None).values()]
    cards = max(decks, key=len, default=[])
    return tuple(spread(cards, 3)) if cards else tuple(spread(loose_counters(game), 6))


def row_pieces(game: Game) -> tuple[Scene, ...]:
    """Return drawings of pieces that the window of the back cover does not show, for the row below the description.

    They are units of the last scenario of a series. Otherwise they are paper figures of both sides in turn and, in a
    game without a map, counters.
    """
    if game.scenarios:
        return shown_counters(list(game.scenarios.values())[-1])
    standing = standing_counters(game)
    if not standing:
        return ()
    drawn = draw_counters(game)
    figures: dict[str, list[Scene]] = {}
    for id_, counter in game.counters.items():
        if id_ in standing:
            picture = counter.front.picture
            figure = (
                _on_ground(draw_clipped_picture(game.icons, picture), game, counter)
                if game.icons.is_drawing(picture)
                else drawn[id_].front
            )
            figures.setdefault(counter.side, []).append(figure)
    groups = [spread(found, 3) for found in figures.values()]
    if game.map is None:
        groups.append(spread(loose_counters(game), 3))
    return tuple(scene for group in zip_longest(*groups) for scene in group if scene is not None)


def _on_ground(picture: Scene, game: Game, counter: Counter) -> Scene:
    """Return the picture of a counter on the ground of its side, which shows where the picture has no colour."""
    ground = game.sides[counter.side].ground if counter.side in game.sides else WHITE
    return replace(picture, items=(rectangle(picture.box, fill=ground), *picture.items))


def loose_counters(game: Game) -> list[Scene]:
    """Return the drawn fronts of the counters of counter sheets, one for each symbol and picture if they differ."""
    standing = standing_counters(game)
    loose = {id_: counter for id_, counter in game.counters.items() if id_ not in standing}
    drawn = draw_counters(game) if loose else {}
    kinds: dict[str, Scene] = {}
    for id_, counter in loose.items():
        kinds.setdefault(f"{counter.symbol} {counter.front.picture}", drawn[id_].front)
    return list(kinds.values()) if len(kinds) > 1 else [drawn[id_].front for id_ in loose]


def spread(scenes: Sequence[Scene], most: int) -> list[Scene]:
    """Return at most this many of the scenes, spread over all of them."""
    count = min(most, len(scenes))
    return [scenes[number * len(scenes) // count] for number in range(count)]
