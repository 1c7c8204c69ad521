"""The rules reference: a booklet with contents, cases, rulings, glossary, notes and index."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from pnp.compose.aids.measure import TYPE_STYLES
from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import inline_html
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK, is_reconstructed
from pnp.compose.rulebook.override_notes import override_note, replaced_by
from pnp.compose.rulebook.reconstructed_values import reconstruction_notes
from pnp.compose.rulebook.rule_text import RuleText
from pnp.compose.rulebook.rulebook_inserts import SCALE, rulebook_inserts
from pnp.compose.rulebook.term_index import term_index
from pnp.compose.templating import render
from pnp.deferred import deferred
from pnp.draw.counter.faces import CounterFaces
from pnp.findings import Finding, Refused
from pnp.load.board import Board, resolve_board
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError
from pnp.model.reference import Case
from pnp.model.target import Paper
from pnp.spot import Spot
from pnp.units import Mm, points

if TYPE_CHECKING:
    from pnp.compare import published
    from pnp.compose.example import example_boxes, example_panels
    from pnp.compose.example.example_boxes import ExampleBox
    from pnp.compose.example.example_panels import BookletColumn
    from pnp.rules.examples import example_run
    from pnp.rules.examples.example_run import PlayedExample
else:  # a check looks for faults in the texts only, and needs neither boxes of examples nor a list of misprints
    published, example_run = deferred("pnp.compare.published", "pnp.rules.examples.example_run")
    example_boxes, example_panels = deferred("pnp.compose.example.example_boxes", "pnp.compose.example.example_panels")

SIDE: Mm = 17.0
TOP: Mm = 22.0
FOOT: Mm = 18.0
"""Margins of a page."""
COLUMN_GAP: Mm = points(24)
LINK = Markup('\N{ZERO WIDTH SPACE}<a class="ref" href="#{}">→ {} <img src="page:{}"></a>')
"""The space before the link is the only place to break a line; without it WeasyPrint 70 breaks the link anywhere."""
HANG: Mm = points(33)
"""Width of the margin within a column that holds the case numbers."""


def compose_rules(
    game: Game,
    board: Board | None,
    paper: Paper,
    faces: Mapping[str, CounterFaces] | None = None,
    worked: Mapping[str, PlayedExample] | None = None,
    boards: Mapping[str, Board | None] | None = None,
) -> Book:
    """Return the rules reference of a game as a book.

    `faces` are the drawn counters, `worked` the played examples and `boards` the maps of the scenarios of a series, if
    they are known already. Raises `Refused` with a
    finding for each fault in the text.
    """
    pictures = Pictures(game, faces)
    column = _column_width(paper)
    links = _CaseLinks(game)
    cases, found = _render_cases(game, pictures, column, links)
    if found:
        raise Refused(found)
    room = example_panels.BookletColumn(column, paper.height - TOP - FOOT, links.link_if_known, links.short_links)
    boxes = _boxes_by_case(game, board, pictures, room, worked, boards or {})
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
        tallest_box=example_panels.tallest_box(room),
        contents=[(case, anchor(case.number)) for case in game.rules if case.depth <= 2],
        index=term_index(game),
        notes=reconstruction_notes(game),
        errata=published.errata_with_misprints(game),
        type_styles={name: style.css(SCALE) for name, style in TYPE_STYLES.items()},
        scale=SCALE,
        anchor=anchor,
        link=links,
        links=links.several,
        replaced=replaced_by(game),
        replaced_note=lambda numbers: override_note("changed by", numbers, links.number_if_known, in_heading=True),
        override_note=lambda words, numbers: override_note(words, numbers, links.number_if_known),
        text=lambda words: inline_html(words, links.link_if_known),
        is_reconstructed=is_reconstructed,
        mark=MARK,
        side=SIDE,
        top=TOP,
        foot=FOOT,
        half_gap=COLUMN_GAP / 2,
        hang=HANG,
    )
    return Book("rules", title, html, paper.name, pictures.scenes, across=2)


def _boxes_by_case(
    game: Game,
    board: Board | None,
    pictures: Pictures,
    column: BookletColumn,
    worked: Mapping[str, PlayedExample] | None,
    boards: Mapping[str, Board | None],
) -> Mapping[str, tuple[ExampleBox, ...]]:
    """Return the boxes of the worked examples by case number; for a series, those of all scenarios, each once."""
    if not game.scenarios:
        played = example_run.play_examples(game, board) if worked is None else worked
        return example_boxes.example_boxes(game, board, pictures, column, played)
    boxes: dict[str, tuple[ExampleBox, ...]] = {}
    shown: set[str] = set()
    for name, scenario in game.scenarios.items():
        scenario_board = boards[name] if name in boards else resolve_board(scenario)
        own = _boxes_by_case(scenario, scenario_board, pictures, column, worked, {})
        for case, some in own.items():
            boxes[case] = (*boxes.get(case, ()), *(box for box in some if box.anchor not in shown))
        shown |= {box.anchor for some in own.values() for box in some}
    return boxes


def find_rules_faults(game: Game, paper: Paper) -> tuple[Finding, ...]:
    """Return the faults in the rules text (R101 to R104) that prevent printing it on this paper."""
    return tuple(_render_cases(game, Pictures(game, blank=True), _column_width(paper), _CaseLinks(game))[1])


def _column_width(paper: Paper) -> Mm:
    """Return the width of a text column of the booklet on this paper."""
    return (paper.width - 2 * SIDE - COLUMN_GAP) / 2


def _render_cases(
    game: Game, pictures: Pictures, column: Mm, links: _CaseLinks
) -> tuple[list[tuple[Case, str, Markup]], list[Finding]]:
    """Return each case with its HTML id and its text as HTML, and all faults in the texts."""
    texts: dict[str, RuleText] = {}
    cases: list[tuple[Case, str, Markup]] = []
    for i, case in enumerate(game.rules):
        name = _scenario_of_case(game, case)
        if name not in texts:
            own = game.scenarios[name] if name else game
            pictured = pictures.of_scenario(name, own) if name else pictures
            inserts = rulebook_inserts(own, pictured, column, links.link_if_known, links.number_if_known)
            texts[name] = RuleText(inserts, links, column - HANG)
        cases.append((case, anchor(case.number), texts[name].render(case.text, _case_spot(game, i))))
    return cases, [finding for text in texts.values() for finding in text.findings]


def _scenario_of_case(game: Game, case: Case) -> str:
    """Return the name of the scenario whose tables and counters a case shows; empty for a case of the whole game."""
    owners = [name for name, scenario in game.scenarios.items() if case in scenario.rules]
    return owners[0] if len(owners) == 1 else ""


def anchor(number: str) -> str:
    """Return the HTML id of a case or ruling in the booklet.

    >>> anchor("6.5.1"), anchor("R-11")
    ('c-6.5.1', 'c-R-11')
    """
    return "c-" + re.sub(r"[^\w.-]", "-", number)


def _case_spot(game: Game, index: int) -> Spot:
    """Return the source location of a case's text; the line after its heading if it has none."""
    case: Case = game.rules[index]
    spot = game.spot(f"rules.{index}.text")
    return spot if spot.line else Spot(case.file, case.line + 1, 1, f"rules.{index}.text")


class _CaseLinks:
    """Writes links to cases and rulings, with page numbers."""

    def __init__(self, game: Game) -> None:
        self.known = {*(case.number for case in game.rules), *game.rulings}
        self.elsewhere = game.other_cases

    def __call__(self, number: str) -> Markup:
        """Return a link with the number and page of a case; raise `UnknownIdError` if there is no such case.

        A case of another scenario of the series, which is not in this booklet, has only its number.
        """
        if number in self.elsewhere - self.known:
            return self.link_if_known(number)
        if number not in self.known:
            raise UnknownIdError(f"there is no case or ruling {number}", "write the number of one that exists")
        id_ = anchor(number)
        return LINK.format(id_, number, id_)

    def link_if_known(self, number: str) -> Markup:
        """Return a link to a case or ruling; the bare number if there is no such case."""
        return self(number) if number in self.known else Markup('<span class="case-number">{}</span>').format(number)

    def number_if_known(self, number: str) -> Markup:
        """Return a link to a case or ruling that shows only its number; the bare number if there is none."""
        if number not in self.known:
            return Markup('<span class="case-number">{}</span>').format(number)
        return Markup('<a class="case-number" href="#{}">{}</a>').format(anchor(number), number)

    def short_links(self, numbers: Sequence[str]) -> Markup:
        """Return links to cases without page numbers, such as `6.5, 7.1`."""
        links = [
            Markup('<a class="ref" href="#{}">{}</a>').format(anchor(number), number)
            if number in self.known
            else Markup('<span class="case-number">{}</span>').format(number)
            for number in numbers
        ]
        return Markup('<span class="brief">{}</span>').format(Markup(", ").join(links))

    def several(self, numbers: tuple[str, ...]) -> Markup:
        """Return links to several cases with page numbers, separated by commas."""
        return Markup(", ").join(map(self.link_if_known, numbers))
