"""The title page of the rules booklet: art, facts, contents, components and credits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import fsum
from typing import NamedTuple

from markupsafe import Markup

from pnp.board import Board
from pnp.compose.html_book import Flow
from pnp.compose.inline_markdown import plain_text
from pnp.compose.pictures import Pictures
from pnp.draw.card_faces import draw_cards
from pnp.draw.counter.reduced_face import reduced_face
from pnp.draw.cutout import standing_counters
from pnp.draw.title_art import draw_title_art
from pnp.load.board_reader import resolve_board
from pnp.message import capitalised, join_words, plural
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.typeface import text_width
from pnp.units import Mm, int_sum, points

TITLE_PT, LEAST_TITLE_PT = 47.0, 20.0
TITLE_WIDTH, CONTENT_COLUMNS, MOST_CONTENTS = points(318), 3, 42
"""Width of the title, the number of columns of the contents, and the greatest number of their lines."""
LEAST_ART: Mm = points(150)
"""Art that would be lower is left out."""
FOOT: Mm = points(26)
"""The space below the texts."""
SPARE: Mm = 8.0
"""How much higher than estimated the art is drawn. What the texts need of it is cut off at its top."""
SAFE_EDGE: Mm = 9.0
"""Names and numbers in the art that are closer to the edge of the paper are left out: printers cannot print there."""
TEXTS_FROM_EDGE: Mm = 2.0
"""The least distance of names and numbers from the edge of the art."""
PICTURE, UPRIGHT = points(36), points(56)
"""The height of a counter and of a standing figure among the components."""
CARD, CARDS_SHOWN = points(62), 3
"""The height of a card among the components, and the number of cards of a deck that are shown."""
BESIDE: Mm = points(5)
"""The space between two pictures, which includes that of a blank."""
MOST_COUNTERS = 6
"""The greatest number of counters in the art, and among the components."""
MOST_ALONE = 12
"""The greatest number of counters in the art of a game without units of two sides."""


CHANGES = "Changes since the old edition"
"""The heading of the list of changes in marked rules."""
OWN_CHANGES = "Changes in this edition"
"""The heading of the errata that correct nothing, but are new in an edition or a variant."""


class BookletPart(NamedTuple):
    """A part after all others of a booklet: its title, its boxes, and the drawings that they show."""

    title: str
    html: Markup
    scenes: Mapping[str, Scene]


class ContentsLine(NamedTuple):
    """A line of the contents: the id of a part of the booklet, its number, title and depth."""

    id: str
    number: str
    title: str
    depth: int


class PicturedComponent(NamedTuple):
    """A component with its pictures (name, width, height)."""

    title: str
    says: str
    pictures: tuple[tuple[str, Mm, Mm], ...]

    @property
    def width(self) -> Mm:
        """The width of the component on the page; 0 for the width that is left."""
        return fsum(width + BESIDE for _, width, _ in self.pictures) + points(12) if self.pictures else 0.0


def anchor(number: str) -> str:
    """Return the HTML id of a case or ruling in the booklet.

    >>> anchor("6.5.1"), anchor("R-11")
    ('c-6.5.1', 'c-R-11')
    """
    return "c-" + re.sub(r"[^\w.-]", "-", number)


def title_page(
    game: Game,
    board: Board | None,
    boards: Mapping[str, Board | None],
    pictures: Pictures,
    flow: Flow,
    parts: Sequence[str],
    margin: Mm,
    art: Scene | None = None,
) -> dict[str, object]:
    """Return the values that the template of the title page needs, by name.

    `parts` are the titles of the parts after the cases. The picture at the top keeps `margin` from the edges of the
    paper; `art` replaces it.
    """
    title = game.game.title
    width = text_width(title, "condensed-extrabold", TITLE_PT)
    longest = max(text_width(word, "condensed-extrabold", TITLE_PT) for word in title.split() or [""])
    title_pt = max(LEAST_TITLE_PT, TITLE_PT * min(1.0, TITLE_WIDTH / max(width / 2, longest, 1.0)))
    lines = contents_lines(game, parts)
    across = CONTENT_COLUMNS if len(lines) > 2 * CONTENT_COLUMNS else 1
    contents = _contents_columns(lines, across, flow.text)
    rows = max((int_sum(count for _, count in column) for column in contents), default=0)
    facts, people, components = tuple(_facts(game)), tuple(_credits(game)), tuple(_components(game, pictures))
    low = _lower_height(game, flow, title_pt, rows, components, people)
    height = flow.height - margin - low + SPARE
    shown = ""
    if height >= LEAST_ART:
        pictured, map_board = _pictured(game, board, boards)
        wide, edge = flow.width - 2 * margin, max(TEXTS_FROM_EDGE, SAFE_EDGE - margin)
        shown = pictures.keep(
            "title-art",
            lambda: (
                art
                or draw_title_art(
                    pictured, map_board, pictures.faces, _art_counters(game), wide, height, edge, SPARE + edge
                )
            ),
        )
    return {
        "art": shown,
        "art_height": height,
        "margin": margin,
        "foot": FOOT,
        "title_pt": title_pt,
        "facts": facts,
        "credits": people,
        "components": components,
        "contents": [[line for line, _ in column] for column in contents],
    }


def short_title(game: Game) -> dict[str, object]:
    """Return the values that the template needs for a title above the first section, by name."""
    return {"credits": tuple(_credits(game))}


def contents_lines(game: Game, parts: Sequence[str]) -> tuple[ContentsLine, ...]:
    """Return the lines of the contents: cases to the second level, or only sections if there are many."""
    ids = {"What was reconstructed": "reconstruction", "Published errata": "errata"}
    ids |= {OWN_CHANGES: "own-changes", CHANGES: "changes"}
    tail = [ContentsLine(ids.get(part, part.lower()), "", part, 1) for part in parts]
    cases = [ContentsLine(anchor(case.number), case.number, case.title, case.depth) for case in game.rules]
    for depth in (2, 1):
        own = [line for line in cases if line.depth <= depth]
        if len(own) + len(tail) <= MOST_CONTENTS:
            return (*own, *tail)
    return (*[line for line in cases if line.depth == 1], *tail)


def _contents_columns(lines: Sequence[ContentsLine], across: int, width: Mm) -> list[list[tuple[ContentsLine, int]]]:
    """Return the contents in columns of similar height; each line with the number of printed lines it needs."""
    room = (width - points(14) * (across - 1)) / across - points(45)
    counted = [(line, max(1, -(-int(text_width(line.title, "sans-bold", 8.7) * 1.04) // int(room)))) for line in lines]
    total = int_sum(count for _, count in counted)
    columns: list[list[tuple[ContentsLine, int]]] = [[] for _ in range(across)]
    used = 0
    for line, count in counted:
        columns[min(across - 1, used * across // max(1, total))].append((line, count))
        used += count
    return columns


def _facts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the facts about a game beside its title."""
    about = game.game
    if about.players:
        yield "Players", about.players
    if about.designer:
        yield "Design", about.designer
    if about.published:
        yield "Published", about.published
    elif about.edition:
        yield "Edition", about.edition
    if about.also_needed:
        yield "You also need", "; ".join(about.also_needed)


def _credits(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the credits: roles with names."""
    for credit in game.game.credits:
        if credit.role != "Design":
            yield credit.role, ", ".join(credit.names).rstrip(".")
    if game.game.rights_statement:
        yield "Rights", game.game.rights_statement.removesuffix(".")
    yield "Typefaces", "Barlow by Jeremy Tribby, Source Serif 4 by Frank Grießhammer"


def _components(game: Game, pictures: Pictures) -> Iterator[PicturedComponent]:
    """Yield the components of a game with pictures: units, markers and other pieces."""
    loose = {id_: one for id_, one in game.counters.items() if id_ not in standing_counters(game)}
    for title, kinds in (("unit", ("unit",)), ("marker", None)):
        own = [id_ for id_, one in loose.items() if (one.kind in kinds if kinds else one.kind != "unit")]
        if not own:
            continue
        shown = _samples(game, own) if title == "unit" else own[:: max(1, len(own) // 4)][:4]
        number = int_sum(game.counters[id_].copies for id_ in own)
        mixed = title == "marker" and any(game.counters[id_].kind != "marker" for id_ in own)
        name = "other counter" if mixed else title
        if title == "marker" and not mixed and game.counter_word != "counter":
            name = game.counter_word
        yield PicturedComponent(plural(number, name), "", tuple(_sized(pictures, id_) for id_ in shown))
    if not loose and game.counters:
        shown = _samples(game, list(game.counters))
        yield PicturedComponent("", "", tuple(_sized(pictures, id_) for id_ in shown))
    yield from _decks(game, pictures)
    names = dict.fromkeys(getattr(one, "name", "") or id_ for id_, one in game.components.items())
    contents = game.game.contents or tuple(names)
    if contents:
        words = join_words(contents)
        yield PicturedComponent("Other components" if loose else "In this kit", capitalised(words) + ".", ())


def _decks(game: Game, pictures: Pictures) -> Iterator[PicturedComponent]:
    """Yield the decks of cards of a game, each with some cards of different suits and ranks."""
    for id_, deck in game.components.items():
        if not isinstance(deck, CardDeck):
            continue
        drawn = draw_cards(game, None, id_)
        ids = list(drawn)[:: len(deck.ranks) + 1][:CARDS_SHOWN]
        size = CARD * deck.width / deck.height, CARD
        shown = tuple((_card_picture(pictures, one, drawn[one].front, size[0]), *size) for one in ids)
        yield PicturedComponent(plural(int_sum(card.copies for card in deck.cards(id_)), "card"), "", shown)


def _card_picture(pictures: Pictures, id_: str, front: Scene, width: Mm) -> str:
    """Return the name of the drawing of a card's front for a picture of a width."""
    return pictures.keep(id_, lambda: reduced_face(front, width))


def _samples(game: Game, units: Sequence[str]) -> tuple[str, ...]:
    """Return some units, as many of each side."""
    if len(game.sides) < 2:
        return tuple(units[:MOST_COUNTERS])
    return tuple(id_ for side in list(game.sides)[:2] for id_ in _units_of_side(game, side, MOST_COUNTERS // 2))


def _units_of_side(game: Game, side: str, most: int) -> tuple[str, ...]:
    """Return the ids of at most `most` units of a side, one of each formation in turn."""
    by_formation: dict[str, list[str]] = {}
    for id_, counter in game.counters.items():
        if counter.kind == "unit" and counter.side == side:
            by_formation.setdefault(counter.formation, []).append(id_)
    turns = zip_longest(*by_formation.values())
    return tuple(id_ for turn in turns for id_ in turn if id_ is not None)[:most]


def _art_counters(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the counters in the title art: those of each side."""
    by_side = [_units_of_side(game, side, MOST_COUNTERS // 2) for side in list(game.sides)[:2]]
    return tuple(by_side) if all(by_side) and len(by_side) > 1 else (tuple(game.counters)[:MOST_ALONE],)


def _sized(pictures: Pictures, id_: str) -> tuple[str, Mm, Mm]:
    """Return the name of the drawing of a piece's front, with its size among the components."""
    face = pictures.faces[id_].front
    height = PICTURE if face.height <= face.width else UPRIGHT
    width = height * face.width / face.height
    return pictures.counter(id_, width=width), width, height


def _pictured(game: Game, board: Board | None, boards: Mapping[str, Board | None]) -> tuple[Game, Board | None]:
    """Return the game whose map the title page shows; of a series, the first scenario with a map."""
    for name, scenario in game.scenarios.items():
        own = boards[name] if name in boards else resolve_board(scenario)
        if own is not None:
            return scenario, own
    return game, board


def _tallest(component: PicturedComponent) -> float:
    """Return the height of the tallest picture of a component in points."""
    return max(height for _, _, height in component.pictures) / points(1)


def _lower_height(
    game: Game,
    flow: Flow,
    title_pt: float,
    rows: int,
    components: Sequence[PicturedComponent],
    people: Sequence[tuple[str, str]],
) -> Mm:
    """Return the height that everything below the art needs."""
    about = game.game

    def lines(text: str, font: str, size: float, width: Mm) -> int:
        """Return how many lines a text needs, estimated from its width."""
        return -(-int(text_width(plain_text(text), font, size) * 1.06) // max(1, int(width))) if text else 0

    title = title_pt * 1.02 * lines(about.title, "condensed-extrabold", title_pt, TITLE_WIDTH)
    words = 12.0 + title + 19 * lines(about.subtitle, "serif-italic", 13, TITLE_WIDTH)
    words += 9 + 13.8 * lines(about.blurb, "serif", 10.2, TITLE_WIDTH)
    beside = 5 + fsum(5.6 + 11.2 * max(1, lines(says, "sans-medium", 8.8, points(102))) for _, says in _facts(game))
    contents = 12 + 3 + 19 + 1.6 + 11.2 * rows
    pieces = 0.0
    if components:
        rest = max(points(90), flow.text - fsum(one.width for one in components) - points(12))
        each = [
            _tallest(one) + 9 if one.pictures else 11 + 10 * lines(one.says, "sans-medium", 8.2, rest)
            for one in components
        ]
        pieces = 12 + 3 + 19 + 1.6 + max(each)
    tail = 9 + 4 + 10 * lines(". ".join(f"{role} {names}" for role, names in people), "sans-medium", 7.8, flow.text)
    return points(15 + max(words, beside) + contents + pieces + tail) + FOOT
