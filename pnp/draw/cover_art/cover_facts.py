"""The facts on a cover, computed from the data and the kit: players, pieces, map and sheets to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.draw.cutout import standing_counters
from pnp.message import number_words
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.typography import figures
from pnp.units import in_inches, int_sum

MOST_FACTS = 4


class PrintedFact(NamedTuple):
    """A fact of the panel: a label above a value and its unit."""

    label: str
    value: str
    unit: str


def printed_facts(game: Game, sheets: int) -> tuple[PrintedFact, ...]:
    """Return at most four facts about a game and its kit, or five if it has a rating for one player.

    They are the players, the playing time, the ratings, the facts that the cover's data adds, pieces and map, and last
    the number of sheets to print (unless it is 0). If there are too many, pieces and map are left out first.
    """
    last = (PrintedFact("To print", str(sheets), "sheet" if sheets == 1 else "sheets"),) if sheets else ()
    most = MOST_FACTS + (1 if game.game.solitaire else 0)
    return (*all_facts(game)[: most - len(last)], *last)


def all_facts(game: Game) -> tuple[PrintedFact, ...]:
    """Return the facts about a game without its sheets, in the order of their importance."""
    stated = (PrintedFact(fact.label, fact.value, fact.unit) for fact in game.cover.facts)
    return (*_players(game), *rated_facts(game), *stated, *_components(game))


def rated_facts(game: Game) -> Iterator[PrintedFact]:
    """Yield the playing time, the complexity and the rating for one player, as far as the data states them."""
    about = game.game
    if about.minutes:
        times = [int(time) for time in about.minutes.split("-")]
        in_hours = all(time % 60 == 0 for time in times) and times[-1] > 60
        shown = "–".join(str(time // 60 if in_hours else time) for time in times)
        yield PrintedFact("Time", figures(shown), "hours" if in_hours else "minutes")
    for label, words in (("Complexity", about.complexity), ("Solitaire", about.solitaire)):
        value, _, unit = words.partition(" ")
        if value:
            yield PrintedFact(label, figures(value), unit)


def _players(game: Game) -> tuple[PrintedFact, ...]:
    """Return the number of players, if the data has it."""
    players = figures(game.game.players)
    return (PrintedFact("Players", players, "player" if players == "1" else "players"),) if players else ()


def _components(game: Game) -> Iterator[PrintedFact]:
    """Yield the number of counters, of figures or of all pieces, that of cards in decks, and the size of the map."""
    standing = standing_counters(game)
    counters = int_sum(counter.copies for id_, counter in game.counters.items() if id_ not in standing)
    figures_only = not counters and all(game.counters[id_].kind == "unit" for id_ in standing)
    unit = game.counter_word if not standing else "figure" if figures_only else "piece"
    if number := len(standing) + counters:
        yield PrintedFact("Pieces", str(number), unit if number == 1 else f"{unit}s")
    cards = int_sum(copies for id_, one in game.components.items() for copies, _ in one.countable_cards(id_))
    decks = int_sum(any(one.countable_cards(id_)) for id_, one in game.components.items())
    if cards:
        yield (
            PrintedFact("Cards", str(cards), f"in {decks} decks")
            if decks > 1
            else PrintedFact("Deck", str(cards), "cards")
        )
    maps = [one.map for one in (game.scenarios or {"": game}).values() if one.map is not None]
    if maps:
        yield _map_fact(maps, game.map_print_scale)


def _map_fact(maps: Sequence[GameMap], scale: float) -> PrintedFact:
    """Return the printed size of the map sheet in inches, or in millimetres if it is not a multiple of 1/16 inch."""
    paper, count = maps[0].paper, len(maps)
    size = (paper.width * scale, paper.height * scale)
    inches = [in_inches(side) for side in size]
    sides = inches if all(inches) else [f"{side:.0f}" for side in size]
    unit = "inches" if all(inches) else "mm"
    if count > 1:
        label = "Maps" if maps[0].area is None else "Map sheet"
        return PrintedFact(label, figures(" × ".join(sides)), f"{unit}, {number_words(count)} maps")
    return PrintedFact("Map", figures(" × ".join(sides)), unit)
