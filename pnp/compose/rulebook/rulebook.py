"""The rules booklet: title page, cases with their examples, rulings, glossary, notes and index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from pnp.board import Board
from pnp.compose.aids.measure import TYPE_STYLES
from pnp.compose.html_book import Book, Flow
from pnp.compose.inline_markdown import inline_html, running_references
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK, is_reconstructed
from pnp.compose.rulebook.booklet_style import booklet_style, vignettes
from pnp.compose.rulebook.override_notes import override_note, replaced_by
from pnp.compose.rulebook.reconstructed_values import RECONSTRUCTED, reconstruction_notes
from pnp.compose.rulebook.rule_text import RulePassage, RuleText
from pnp.compose.rulebook.rulebook_inserts import SCALE, rulebook_inserts
from pnp.compose.rulebook.term_index import term_index
from pnp.compose.rulebook.title_page import OWN_CHANGES, BookletPart, anchor, short_title, title_page
from pnp.compose.templating import read_style, render, root_colours
from pnp.deferred import deferred
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.title_art import draw_tail_piece
from pnp.findings import Finding, Refused
from pnp.load.board_reader import resolve_board
from pnp.model.booklet import BookletLook
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError
from pnp.model.reference import Case
from pnp.model.target import Paper
from pnp.scene import Scene
from pnp.spot import Spot
from pnp.units import Mm, int_sum, points

if TYPE_CHECKING:
    from pnp.compose.example.example_boxes import BookletColumn, ExampleBox
    from pnp.rules.examples.example_run import PlayedExample

with (
    deferred()
):  # a check looks for faults in the texts only, and needs neither boxes of examples nor a list of misprints
    from pnp.compose.example import example_boxes
    from pnp.errata.compare import published
    from pnp.rules.examples import example_run

COLUMN, GUTTER = points(246), points(18)
"""The width of a column and of the gap between the columns; margins are wider on larger paper."""
TOP, FOOT = points(54), points(54)
"""Margins above and below the text."""
HANG: Mm = points(31)
"""Width of the margin within a column that holds the case numbers."""
SIZES = (9.8, 9.7, 9.6, 9.5, 9.4, 9.3, 9.2, 9.1, 9.0)
"""Sizes of the running text in points: the usual one, then those that are tried if the last page is nearly empty."""
BAND_INSERT: Mm = points(300)
"""A table that is higher than this in a column is printed across both columns."""
MOST_SECTIONS = 40
"""The most sections of a booklet, whose contents are on its first page."""
RUN_IN_TITLES = 0.5
"""Cases of one depth have their titles in the line of their text if more than this share of them begins with text."""


TAIL, TAIL_SHARE = "tail-piece", 0.6
"""The picture at the end of the booklet: the name of its drawing, and its greatest height as a share of its width."""

EMPTY = Markup()


@dataclass(frozen=True)
class BookletBlock:
    """A box of the booklet in reading order: a block in a column, or a band across both columns.

    The first block of a `case` has its title. `run_in` is the text after the title, if both are in one paragraph.
    """

    kind: str
    section: str
    html: Markup = EMPTY
    keep: bool = False
    band: bool = False
    case: Case | None = None
    run_in: Markup | None = None


def compose_rules(
    game: Game,
    board: Board | None,
    paper: Paper,
    faces: Mapping[str, CounterFaces] | None = None,
    worked: Mapping[str, PlayedExample] | None = None,
    boards: Mapping[str, Board | None] | None = None,
    art: Scene | None = None,
    margin: Mm = 0.0,
    appendix: BookletPart | None = None,
) -> Book:
    """Return the rules booklet of a game as a book.

    `faces` are the drawn counters, `worked` the played examples and `boards` the maps of the scenarios of a series, if
    they are known already. `art` is the picture at the top of the title page; without it, part of the map and some
    counters are shown. Raises `Refused` with a finding for each fault in the text.
    """
    pictures = Pictures(game, faces)
    links = _CaseLinks(game)
    boards = boards or {}
    boards = {
        name: boards[name] if name in boards else resolve_board(scenario) for name, scenario in game.scenarios.items()
    }  # each map is drawn once for each board
    cases, found = _render_cases(game, pictures, links)
    if found:
        raise Refused(found)
    flow = replace(booklet_flow(game, paper), vignettes=vignettes(game, pictures))
    if game.cover.scene:
        pictures.keep(TAIL, lambda: draw_tail_piece(game, flow.text, flow.tail_height))
    room = example_boxes.BookletColumn(flow.column, flow.text, flow.tall, links.link_if_known)
    boxes = _boxes_by_case(game, board, pictures, room, worked, boards)
    title = f"{game.game.title}: rules booklet"
    wanted = game.booklet or BookletLook()
    notes, listed = reconstruction_notes(game), published.errata_with_misprints(game)
    errata, additions = (tuple(one for one in listed if (one.kind == "addition") is new) for new in (False, True))
    index = term_index(game) if wanted.index else ()
    parts = {
        "Rulings": game.rulings,
        "Glossary": game.glossary,
        "Abbreviations": game.abbreviations,
        "What was reconstructed": notes,
        "Published errata": errata,
        OWN_CHANGES: additions,
        "Index": index,
    }
    if appendix is not None:
        parts[appendix.title] = appendix.html
    last = tuple(name for name, some in parts.items() if some)
    front = (
        title_page(game, board, boards, pictures, flow, last, margin, art) if wanted.title_page else short_title(game)
    )
    style = booklet_style(game, pictures, (*(case.number for case in game.rules if case.depth == 1), *last))
    flow = replace(flow, style=f"{root_colours()}\n{read_style('flow.css')}{style.running_css}")
    html = render(
        "rules/rules.html",
        paper,
        styles=("aids.css", "rules.css"),
        title=title,
        game=game,
        about=game.game,
        blocks=_blocks(cases, boxes),
        abbreviations=sorted(game.abbreviations.items(), key=lambda named: named[0].casefold()),
        index=index,
        notes=notes,
        reconstructed=RECONSTRUCTED,
        errata=errata,
        additions=additions,
        OWN_CHANGES=OWN_CHANGES,
        type_styles={name: style.css(SCALE) for name, style in TYPE_STYLES.items()},
        scale=SCALE,
        anchor=anchor,
        replaced=replaced_by(game),
        replaced_note=lambda numbers: override_note("changed by", numbers, links.number_if_known, in_heading=True),
        override_note=lambda words, numbers: override_note(words, numbers, links.number_if_known),
        text=lambda words: inline_html(words, links.link_if_known, running_references),
        is_reconstructed=is_reconstructed,
        mark=MARK,
        flow=flow,
        look=style,
        appendix=appendix,
        title_above=not wanted.title_page,
        **front,
    )
    scenes = {**pictures.scenes, **appendix.scenes} if appendix is not None else pictures.scenes
    return Book("rules", title, html, paper.name, scenes, flow=flow)


def booklet_flow(game: Game, paper: Paper) -> Flow:
    """Return the measures of the pages of the booklet on this paper."""
    about = game.game
    note = " · ".join(filter(None, (about.version and f"Version {about.version}", about.date)))
    tall = paper.height - TOP - FOOT
    title = f"{about.title} · Rules"
    flow = Flow(paper.width, paper.height, TOP, tall, COLUMN, GUTTER, title, note, SIZES)
    return replace(flow, tail=TAIL, tail_height=TAIL_SHARE * flow.text) if game.cover.scene else flow


def _blocks(
    cases: Sequence[tuple[Case, tuple[RulePassage, ...]]], boxes: Mapping[str, tuple[ExampleBox, ...]]
) -> list[BookletBlock]:
    """Return the text of the cases and their examples as blocks and bands."""
    run_in = _run_in_depths(cases)
    blocks: list[BookletBlock] = []
    section = ""
    for case, texts in cases:
        if case.depth == 1 or not section:
            section = f"{case.number} {case.title}"
        first, rest = (texts[0] if texts else None), texts
        if case.depth in run_in and first is not None and first.begins is not None:
            blocks.append(BookletBlock("case", section, keep=first.keep, case=case, run_in=first.begins))
            rest = texts[1:]
        else:
            kind = "head" if case.depth == 1 else "subhead"
            blocks.append(BookletBlock(kind, section, keep=True, case=case))
        for block in rest:
            kind = {"insert": "table"}.get(block.kind, block.kind)
            blocks.append(BookletBlock(kind, section, block.html, block.keep, block.band))
        for box in boxes.get(case.number, ()):
            blocks += (BookletBlock("example", section, html, band=box.wide) for html in box.parts())
    return blocks


def _run_in_depths(cases: Sequence[tuple[Case, tuple[RulePassage, ...]]]) -> frozenset[int]:
    """Return the depths at which the titles of cases are printed in the first line of their text."""
    plain: dict[int, list[bool]] = {}
    for case, texts in cases:
        plain.setdefault(case.depth, []).append(bool(texts) and texts[0].begins is not None)
    return frozenset(depth for depth, some in plain.items() if depth > 1 and int_sum(some) > RUN_IN_TITLES * len(some))


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


def find_rules_faults(game: Game) -> tuple[Finding, ...]:
    """Return the faults in the rules text (R101 to R104, W007) that prevent printing it."""
    found = _render_cases(game, Pictures(game, blank=True), _CaseLinks(game))[1]
    sections = [i for i, case in enumerate(game.rules) if case.depth == 1]
    if len(sections) > MOST_SECTIONS:
        wrong = f"the rules have {len(sections):,} sections, but the contents have room for {MOST_SECTIONS}"
        spot = _case_spot(game, sections[MOST_SECTIONS])
        found.append(Finding("W007", spot, wrong, "join sections: write ## 5.1 for a case of section 5.0"))
    return tuple(found)


def _render_cases(
    game: Game, pictures: Pictures, links: _CaseLinks
) -> tuple[list[tuple[Case, tuple[RulePassage, ...]]], list[Finding]]:
    """Return each case with the blocks of its text, and all faults in the texts."""
    texts: dict[str, RuleText] = {}
    cases: list[tuple[Case, tuple[RulePassage, ...]]] = []
    for i, case in enumerate(game.rules):
        name = _scenario_of_case(game, case)
        if name not in texts:
            own = game.scenarios[name] if name else game
            pictured = pictures.of_scenario(name, own) if name else pictures
            widths = (COLUMN - HANG, COLUMN, 2 * COLUMN + GUTTER, BAND_INSERT)
            inserts = rulebook_inserts(own, pictured, widths, links.link_if_known, links.number_if_known)
            texts[name] = RuleText(inserts, links, COLUMN - HANG)
        cases.append((case, texts[name].render(case.text, _case_spot(game, i))))
    return cases, [finding for text in texts.values() for finding in text.findings]


def _scenario_of_case(game: Game, case: Case) -> str:
    """Return the name of the scenario whose tables and counters a case shows; empty for a case of the whole game."""
    owners = [name for name, scenario in game.scenarios.items() if case in scenario.rules]
    return owners[0] if len(owners) == 1 else ""


def _case_spot(game: Game, index: int) -> Spot:
    """Return the source location of a case's text; the line after its heading if it has none."""
    case: Case = game.rules[index]
    spot = game.spot(f"rules.{index}.text")
    return spot if spot.line else Spot(case.file, case.line + 1, 1, f"rules.{index}.text")


class _CaseLinks:
    """Writes links to cases and rulings."""

    def __init__(self, game: Game) -> None:
        self.known = {*(case.number for case in game.rules), *game.rulings}
        self.elsewhere = game.other_cases

    def __call__(self, number: str) -> Markup:
        """Return a link with the number of a case; raise `UnknownIdError` if there is no such case.

        A case of another scenario of the series, which is not in this booklet, has only its number.
        """
        if number not in self.known | self.elsewhere:
            raise UnknownIdError(f"there is no case or ruling {number}", "write the number of one that exists")
        return self.link_if_known(number)

    def link_if_known(self, number: str) -> Markup:
        """Return a link to a case or ruling; the bare number if there is no such case."""
        if number not in self.known:
            return Markup('<span class="case-number">{}</span>').format(number)
        return Markup('<a class="ref" href="#{}">{}</a>').format(anchor(number), number)

    def number_if_known(self, number: str) -> Markup:
        """Return a link to a case or ruling for the margin; the bare number if there is none."""
        if number not in self.known:
            return self.link_if_known(number)
        return Markup('<a class="case-number" href="#{}">{}</a>').format(anchor(number), number)
