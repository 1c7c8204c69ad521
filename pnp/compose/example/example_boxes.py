"""Worked examples as boxes of the rules booklet, each with prose and, if anything happens on a map, a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from markupsafe import Markup, escape

from pnp.board import Board
from pnp.compose.example.example_figure import FigureReader, figure_keys
from pnp.compose.example.example_heights import HEAD, divide_steps, prose_height, tally_height
from pnp.compose.example.example_prose import EMPTY, BoxStep, UnitMention, write_steps
from pnp.compose.example.example_tally import Tally, roll_tally
from pnp.compose.inline_markdown import ReferenceWriter, inline_html, plain_text, running_references
from pnp.compose.pictures import Pictures
from pnp.compose.templating import environment
from pnp.draw.figure.figure_spec import FigureSpec
from pnp.draw.figure.map_figure import draw_figure, hex_sizes
from pnp.draw.figure.open_table_plan import draw_open_plan
from pnp.draw.figure.table_scene import draw_tableau
from pnp.findings import Finding, Refused
from pnp.model.game import Game
from pnp.rules.examples.example_plan import read_plan, read_results
from pnp.rules.examples.example_run import PlayedExample
from pnp.units import Mm, int_sum, points

Layout = Literal["column", "beside", "columns"]
FIGURE_WIDTH, FIGURE_HEIGHT = points(200), points(222)
"""The greatest width and height of a figure with the prose beside it."""
LEAST_HEX = points(25)
"""An example with smaller hexes in a column is as wide as the text."""
BUSY, BUSY_WIDTH = 3, points(222)
"""The number of stacks from which a figure may be wider, and its greatest width."""
SIDES, APART = points(10), points(14)
"""White space at each side inside a box, and between the columns of a wide box."""
SMALL = 0.45
"""The greatest height of a box in a column, as a share of the column; a higher one is as wide as the text."""
COLUMN = 0.55
"""The greatest height of a box with a figure that is larger in a column, as a share of the column."""
SMALL_FIGURE = points(226), points(166)
"""The greatest width and height of a figure in a column of the booklet."""
SHORT = 0.5
"""An example with shorter prose beside its figure (in heights of the figure) is printed in a column."""
GROWN, MOST_BESIDE = points(300), 1.2
"""The greatest height of a figure with prose beside it, and that of the prose, in heights of the figure.

Longer prose is set in two columns, the first of which begins below the figure.
"""
BESIDE_WIDTHS = tuple(points(width) for width in range(190, 310, 12))
"""The possible widths of a figure with prose beside it."""
LEAST_WIDTH = BESIDE_WIDTHS[0]
GAP, KEY = points(12), points(15)
"""The distance of the prose from the figure, and the height of the figure's key."""
TIGHT = 0.9
"""The share of its estimated height that prose usually has."""
READABLE, NEARLY = points(50), 0.93
"""The width of hexes at which units in a figure are easy to read, and the share of the largest hexes that is enough.

A figure is not wider for larger hexes.
"""
TALLEST = 0.92
"""The greatest height of a box, as a share of the page; a higher one is divided."""
FEW_MOVES = 3
"""A figure with more arrows and routes has the numbers of the steps."""


@dataclass(frozen=True)
class BookletColumn:
    """The width of a column and of the text of the booklet, its height, and the function that writes links to cases."""

    width: Mm
    text: Mm
    height: Mm
    refer: ReferenceWriter


@dataclass(frozen=True)
class ExampleFigure:
    """The name of a figure's drawing, its size, and the key to its colours; no name if the example has no figure."""

    name: str = ""
    width: Mm = 0
    height: Mm = 0
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ExampleBox:
    """A boxed example.

    `layout` says how it is set: in a column of the booklet, as wide as the text with the prose beside the figure, or as
    wide as the text with the prose in two columns. The steps of a box higher than a page are in several parts.
    `shown` are the numbers of steps that the figure has, `tally` the table of die rolls below the prose.
    """

    anchor: str
    title: str
    step_parts: tuple[tuple[BoxStep, ...], ...]
    before: Markup = EMPTY
    after: Markup = EMPTY
    figure: ExampleFigure = ExampleFigure()
    layout: Layout = "column"
    shown: frozenset[str] = frozenset()
    tally: Tally | None = None

    @property
    def wide(self) -> bool:
        """Whether the box is as wide as the text."""
        return self.layout != "column"

    def parts(self) -> Iterator[Markup]:
        """Yield the HTML of each part of the box."""
        template = environment().get_template("rules/example.html")
        last = len(self.step_parts) - 1
        for place, steps in enumerate(self.step_parts):
            html = template.render(box=self, steps=steps, first=not place, last=place == last)
            yield Markup(html.strip())  # noqa: S704 - an escaping template


def example_boxes(
    game: Game, board: Board | None, pictures: Pictures, column: BookletColumn, played: Mapping[str, PlayedExample]
) -> dict[str, tuple[ExampleBox, ...]]:
    """Return the boxes of all printed examples, grouped by the first case that each example cites.

    `played` are the played examples. Raises `Refused` if a part that cannot be divided is higher than a column.
    """
    printed = [id_ for id_, example in game.examples.items() if example.printed]
    if not printed:
        return {}
    boxes: dict[str, tuple[ExampleBox, ...]] = {}
    for id_ in printed:
        example = game.examples[id_]
        procedure = game.procedures.get(example.procedure)
        case = next(iter((*example.rule, *(procedure.rule if procedure else ()))), "")
        box = _example_box(game, board, pictures, column, played[id_])
        boxes[case] = (*boxes.get(case, ()), box)
    return boxes


def _example_box(
    game: Game, board: Board | None, pictures: Pictures, column: BookletColumn, worked: PlayedExample
) -> ExampleBox:
    """Return the printed box of one played example; of one with faults, only what is wrong."""
    if worked.faults:
        return _left_out_box(worked)
    tells = worked.example.tells
    steps = write_steps(worked.trace.steps, tells.hide, named_units(game, board, worked), column.refer)
    numbers = {line.number: step.number for step in steps for line in step.steps}
    reader = FigureReader(game, board, worked, numbers)
    steps = tuple(replace(step, tone=reader.tone(step.steps)) for step in steps)
    spec = _with_few_discs(reader.spec)
    shown = frozenset(number for disc in spec.discs for number in disc.text.split(", "))
    tally = roll_tally([line for step in steps for line in step.steps])
    before, after = (inline_html(words, column.refer, running_references) for words in (tells.before, tells.after))
    texts = [plain_text(tells.before), *(step.plain for step in steps), plain_text(tells.after)]
    inner = column.text - 2 * SIDES
    widest = FIGURE_WIDTH if len(spec.stacks) < BUSY else BUSY_WIDTH
    beside = prose_height(texts, inner - widest - GAP)

    def room(width: Mm) -> Mm:
        """Return the height of the prose beside a figure of this width."""
        prose = TIGHT * prose_height(texts, inner - width - GAP)
        return prose + tally_height(len(tally.rows) if tally else 0)

    short = beside <= SHORT * FIGURE_HEIGHT
    if board is not None and spec:
        low = prose_height(texts, column.width - 2 * SIDES) + SMALL_FIGURE[1] + HEAD <= COLUMN * column.height
        sizes = (SMALL_FIGURE, *((width, room(width) - KEY) for width in BESIDE_WIDTHS))
        small, *large = hex_sizes(game, board, spec, sizes)
        short = small >= LEAST_HEX and (short or (low and max(large) < small))

    if short:
        figure = _figure(game, board, pictures, worked, spec, SMALL_FIGURE)
    elif room(LEAST_WIDTH) > MOST_BESIDE * GROWN:
        figure = _figure(game, board, pictures, worked, spec, (widest, GROWN), GROWN)
    else:
        size = _size_beside(game, board, worked, spec, room)
        figure = _figure(game, board, pictures, worked, spec, size, size[1])
    layout: Layout = "columns"
    if short:
        layout = "column"
    elif figure.name and room(figure.width) <= MOST_BESIDE * figure.height:
        layout = "beside"
    elif not figure.name and prose_height(texts, column.width - 2 * SIDES) <= SMALL * column.height:
        layout = "column"
    half = (inner - APART) / 2
    limit = 2 * (TALLEST * column.height - points(40)) if layout == "columns" else column.height
    step_parts: tuple[tuple[BoxStep, ...], ...] = (tuple(steps),)
    if layout == "columns":
        heights = [prose_height([step.plain], half) for step in steps]
        first = prose_height(texts[:1], half) + (figure.height + points(20) if figure.name else 0)
        divided = divide_steps(first, heights, prose_height(texts[-1:], half), limit)
        if divided is None:
            raise Refused([_too_high_finding(game, worked)])
        ends = [int_sum(divided[: i + 1]) for i in range(len(divided))]
        step_parts = tuple(tuple(steps[end - n : end]) for n, end in zip(divided, ends, strict=True))
    return ExampleBox(f"x-{worked.id}", worked.example.title, step_parts, before, after, figure, layout, shown, tally)


def _left_out_box(worked: PlayedExample) -> ExampleBox:
    """Return a box in the place of an example that does not come out as stated, which only a draft prints."""
    fault = worked.faults[0]
    wrong = f"{fault.wrong}; {fault.write}" if fault.write else fault.wrong
    return ExampleBox(f"x-{worked.id}", worked.example.title, ((),), escape(f"Left out of this draft: {wrong}."))


def _with_few_discs(spec: FigureSpec) -> FigureSpec:
    """Return what a figure shows, without the numbers of steps if only a few things happen."""
    return spec if len(spec.arrows) + len(spec.ways) > FEW_MOVES else replace(spec, discs=())


def named_units(game: Game, board: Board | None, worked: PlayedExample) -> dict[str, UnitMention]:
    """Return what a worked example calls the units in play at its start, by id."""
    hexes = {board.grid.number(cell) for cell in board.grid.hexes} if board else set()
    sides_of_label: dict[str, set[str]] = {}
    for counter in game.counters.values():
        if counter.kind == "unit":
            sides_of_label.setdefault(counter.label, set()).add(counter.side)
    units: dict[str, UnitMention] = {}
    for id_, piece in worked.start.pieces.items():
        counter = game.counters[id_]
        side = game.sides.get(counter.side)
        place = piece.place if piece.place in hexes else ""
        shared = len(sides_of_label.get(counter.label, ())) > 1
        units[id_] = UnitMention((side.adjective or side.name) if side else "", counter.label or id_, place, shared)
    return units


def _too_high_finding(game: Game, worked: PlayedExample) -> Finding:
    """Return the error that part of a boxed example is higher than a column of the rules."""
    wrong = f"the boxed example {worked.id!r} has a figure or paragraph that is higher than a page of the rules"
    write = "shorten the words before or after it, or leave out steps with hide"
    return Finding("B007", game.spot(f"examples.{worked.id}"), wrong, write)


def _size_beside(
    game: Game, board: Board | None, worked: PlayedExample, spec: FigureSpec, room: Callable[[Mm], Mm]
) -> tuple[Mm, Mm]:
    """Return the width and height of the figure of an example that best fills the space beside its prose.

    `room` returns the height of the prose beside a figure of a width. Of the sizes that leave no space, a map or a plan
    has the smallest on which its hexes or pieces are large enough. A scene has the width at which its height is nearest
    to that of the prose.
    """
    if worked.example.tells.scene is not None:
        results = read_results(worked)
        heights = {width: draw_tableau(game, worked, results, width).height for width in BESIDE_WIDTHS}
        width = min(heights, key=lambda one: abs(room(one) - heights[one]))
        return width, heights[width]
    widths = [width for width in BESIDE_WIDTHS if room(width) <= MOST_BESIDE * GROWN]
    if not spec and worked.example.tells.plan is None:
        return LEAST_WIDTH, FIGURE_HEIGHT
    sizes = [(width, min(room(width) - KEY, GROWN)) for width in widths]
    if worked.example.tells.plan is not None or board is None:
        scales: Sequence[Mm] = [min(size) for size in sizes]
        enough = NEARLY * max(scales)
    else:
        scales = hex_sizes(game, board, spec, sizes)
        enough = min(READABLE, NEARLY * max(scales))
    return next(size for size, scale in zip(sizes, scales, strict=True) if scale >= enough)


def _figure(
    game: Game,
    board: Board | None,
    pictures: Pictures,
    worked: PlayedExample,
    spec: FigureSpec,
    size: tuple[Mm, Mm],
    least: Mm = 0,
) -> ExampleFigure:
    """Return the figure of an example: part of the map, or a plan of the table; without a name if it has neither.

    `size` is its greatest width and height, `least` the least height of a part of the map.
    """
    width, tallest = size
    plan = worked.example.tells.plan
    if plan is not None:
        read = read_plan(worked)
        name = pictures.keep(
            f"plan-{worked.id}", lambda: draw_open_plan(f"plan-{worked.id}", read, game.icons, width, tallest)
        )
        keys: tuple[tuple[str, str], ...] = (("", plan.says),) if plan.says else ()
    elif worked.example.tells.scene is not None:
        results = read_results(worked)
        name = pictures.keep(f"scene-{worked.id}", lambda: draw_tableau(game, worked, results, width))
        keys = ()
    elif not spec or board is None:
        return ExampleFigure()
    else:
        name = pictures.keep(
            f"figure-{worked.id}",
            lambda: draw_figure(game, board, pictures.faces, spec, width, tallest, least),
        )
        keys = figure_keys(spec, game.glossary)
    scene = pictures.scenes[name]
    return ExampleFigure(name, scene.width, scene.height, keys)
