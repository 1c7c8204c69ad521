"""The rules reference: a booklet with contents, cases, rulings, glossary, notes and an index."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from markupsafe import Markup

from pnp.compose.basis import MARK, is_reconstructed
from pnp.compose.book import Book
from pnp.compose.case_text import CaseText, UnknownError
from pnp.compose.example import example_boxes
from pnp.compose.example_panel import Column, tallest_box
from pnp.compose.insert import SCALE, inserts
from pnp.compose.measure import LOOKS
from pnp.compose.pictures import Pictures
from pnp.compose.prose import inline
from pnp.compose.reconstruction import reconstruction_notes
from pnp.compose.template import render
from pnp.compose.term_index import term_index
from pnp.draw.counter.faces import CounterFaces
from pnp.findings import Finding, Refused
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.model.reference import Case
from pnp.model.target import Paper
from pnp.rules.examples.example_run import PlayedExample, play_examples
from pnp.spot import Spot
from pnp.units import Mm, points

SIDE: Mm = 17.0
TOP: Mm = 22.0
FOOT: Mm = 18.0
"""Margins of a page."""
COLUMN_GAP: Mm = points(24)
LINK = Markup('\N{ZERO WIDTH SPACE}<a class="ref" href="#{}">→ {} <img src="page:{}"></a>')
"""Before a link that does not fit its line the text can break only there: or WeasyPrint 70 breaks it anywhere."""
HANG: Mm = points(33)
"""Margin within a column in which the case numbers stand."""


def compose_rules(
    game: Game,
    board: Board | None,
    paper: Paper,
    faces: Mapping[str, CounterFaces] | None = None,
    worked: Mapping[str, PlayedExample] | None = None,
) -> Book:
    """The rules reference of a game as a book; `Refused` names each fault in its text by file and line.

    `faces` are the counters if they are drawn already, `worked` the examples if they were played already.
    """
    pictures = Pictures(game, faces)
    column = _column(paper)
    refer = _Links(game)
    cases, found = _cases(game, pictures, column, refer)
    if found:
        raise Refused(found)
    room = Column(column, paper.height - TOP - FOOT, refer.leniently, refer.briefly)
    boxes = example_boxes(game, board, pictures, room, play_examples(game, board) if worked is None else worked)
    title = f"{game.game.title}: rules reference"
    html = render(
        "rules/rules.html",
        paper,
        styles=("aids.css", "rules.css"),
        title=title,
        game=game,
        about=game.game,
        cases=cases,
        boxes=boxes,
        tallest_box=tallest_box(room),
        contents=[(case, anchor(case.number)) for case in game.rules if case.depth <= 2],
        index=term_index(game),
        notes=reconstruction_notes(game),
        looks={name: look.css(SCALE) for name, look in LOOKS.items()},
        scale=SCALE,
        anchor=anchor,
        link=refer,
        links=refer.several,
        text=lambda words: inline(words, refer.leniently),
        is_reconstructed=is_reconstructed,
        mark=MARK,
        side=SIDE,
        top=TOP,
        foot=FOOT,
        half_gap=COLUMN_GAP / 2,
        hang=HANG,
    )
    return Book("rules", title, html, paper.name, pictures.scenes, across=2)


def find_rules_faults(game: Game, paper: Paper) -> tuple[Finding, ...]:
    """Return the faults of the rules text for which `compose_rules` would refuse it on this paper (R101 to R104)."""
    return tuple(_cases(game, Pictures(game, blank=True), _column(paper), _Links(game))[1])


def _column(paper: Paper) -> Mm:
    """Return the width of a column."""
    return (paper.width - 2 * SIDE - COLUMN_GAP) / 2


def _cases(
    game: Game, pictures: Pictures, column: Mm, refer: _Links
) -> tuple[list[tuple[Case, str, Markup]], list[Finding]]:
    """Return every case with its anchor and its text as HTML, and the faults of the texts."""
    text = CaseText(inserts(game, pictures, column, refer.leniently), refer, column - HANG)
    cases = [(case, anchor(case.number), text.render(case.text, _spot(game, i))) for i, case in enumerate(game.rules)]
    return cases, text.findings


def anchor(number: str) -> str:
    """The name of the place in the booklet where a case or ruling stands.

    >>> anchor("6.5.1"), anchor("R-11")
    ('c-6.5.1', 'c-R-11')
    """
    return "c-" + re.sub(r"[^\w.-]", "-", number)


def _spot(game: Game, index: int) -> Spot:
    """Where the text of a case stands; behind its heading if nothing is known of it."""
    case: Case = game.rules[index]
    spot = game.spot(f"rules.{index}.text")
    return spot if spot.line else Spot(case.file, case.line + 1, 1, f"rules.{index}.text")


class _Links:
    """Makes a link of the number of a case or ruling."""

    def __init__(self, game: Game) -> None:
        self.known = {*(case.number for case in game.rules), *game.rulings}

    def __call__(self, number: str) -> Markup:
        """A link that shows the number, and the page where it leads."""
        if number not in self.known:
            raise UnknownError(f"there is no case or ruling {number}", "write the number of one that exists")
        id_ = anchor(number)
        return LINK.format(id_, number, id_)

    def leniently(self, number: str) -> Markup:
        """A link if there is such a case, else the bare number."""
        return self(number) if number in self.known else Markup('<span class="case-number">{}</span>').format(number)

    def briefly(self, numbers: Sequence[str]) -> Markup:
        """Links without pages, one arrow before all."""
        links = [
            Markup('<a class="ref" href="#{}">{}{}</a>').format(anchor(number), "" if i else "→ ", number)
            if number in self.known
            else Markup('<span class="case-number">{}{}</span>').format("" if i else "→ ", number)
            for i, number in enumerate(numbers)
        ]
        return Markup('\N{ZERO WIDTH SPACE}<span class="brief">{}</span>').format(Markup(", ").join(links))

    def several(self, numbers: tuple[str, ...]) -> Markup:
        """Links with commas between."""
        return Markup(", ").join(map(self.leniently, numbers))
