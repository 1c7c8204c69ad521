"""`index.html` of the folder for kits: all games in it, with links to their kits. It works without a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.typography import dress


@dataclass(frozen=True)
class ListedKit:
    """A kit in the folder: the path of its page, and the words by which it differs from other kits of its game."""

    page: str
    words: str


@dataclass(frozen=True)
class ListedGame:
    """A game with kits in the folder: its title, subtitle and facts (label, value, unit), a picture, and its kits.

    `others` are drafts and kits that are not whole. `picture` is the path of the picture of the cover; it may be empty.
    """

    name: str
    title: str
    subtitle: str
    facts: tuple[tuple[str, str, str], ...]
    picture: str
    kits: tuple[ListedKit, ...]
    others: tuple[ListedKit, ...]


def compose_games_page(games: Sequence[ListedGame], program: str) -> str:
    """Return the HTML of the page; `program` is the name and version of the program."""
    words = [program]
    for game in games:
        words += [game.title, game.subtitle, *("".join(fact) for fact in game.facts)]
        words += [kit.words for kit in (*game.kits, *game.others)]
    text = "".join(words)
    return (
        environment()
        .get_template("games.html")
        .render(games=games, program=program, style=web_style("games.css", dress(text) + text))
    )
