"""Worked examples as boxes of the rules reference, each with a figure and numbered steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from pnp.compose.example.example_figure import FigureReader, figure_caption
from pnp.compose.example.example_panels import ABOVE, BookletColumn, BoxHeights, divide_steps, tallest_box
from pnp.compose.example.example_prose import EMPTY, BoxStep, UnitMention, write_steps
from pnp.compose.inline_markdown import inline_html, plain_text
from pnp.compose.pictures import Pictures
from pnp.draw.figure.map_figure import draw_figure
from pnp.draw.figure.open_table_plan import draw_open_plan
from pnp.findings import Finding, Refused
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.rules.examples.example_plan import read_plan
from pnp.rules.examples.example_run import PlayedExample
from pnp.units import Mm

TALLEST_FIGURES = (0.46, 0.36)
"""Greatest heights of a figure, as shares of a column, in the order in which they are tried."""


@dataclass(frozen=True)
class ExampleFigure:
    """The name of a figure's drawing, its size and the caption; no name if the example has no figure."""

    name: str = ""
    width: Mm = 0
    height: Mm = 0
    caption: str = ""


@dataclass(frozen=True)
class ExampleBox:
    """A boxed example. Its steps are divided into panels, one in each column of the booklet.

    The first panel has the figure. `tall` is the height of each of several panels. It is 0 for a single panel, which is
    as high as its content.
    """

    anchor: str
    title: str
    panels: tuple[tuple[BoxStep, ...], ...]
    before: Markup = EMPTY
    after: Markup = EMPTY
    figure: ExampleFigure = ExampleFigure()
    tall: Mm = 0

    @property
    def panel_height(self) -> Mm:
        """The height of one panel without the white space above it, if the box has several panels."""
        return self.tall - ABOVE


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
    """Return the printed box of one played example."""
    tells = worked.example.tells
    steps = write_steps(worked.trace.steps, tells.hide, named_units(game, board, worked), column.cite)
    numbers = {line.number: step.number for step in steps for line in step.steps}
    reader = FigureReader(game, board, worked, numbers)
    steps = tuple(replace(step, tone=reader.tone(step.steps)) for step in steps)
    figure, panels, tall = _figure_and_panels(game, board, pictures, column, reader, steps)
    before, after = inline_html(tells.before, column.refer), inline_html(tells.after, column.refer)
    return ExampleBox(f"x-{worked.id}", worked.example.title, panels, before, after, figure, tall)


def named_units(game: Game, board: Board | None, worked: PlayedExample) -> dict[str, UnitMention]:
    """Return what a worked example calls the units in play at its start, by id."""
    hexes = {board.grid.number(cell) for cell in board.grid.hexes} if board else set()
    sides_of_label: dict[str, set[str]] = {}
    for id_ in worked.start.pieces:
        sides_of_label.setdefault(game.counters[id_].label, set()).add(game.counters[id_].side)
    units: dict[str, UnitMention] = {}
    for id_, piece in worked.start.pieces.items():
        counter = game.counters[id_]
        side = game.sides.get(counter.side)
        place = piece.place if piece.place in hexes else ""
        shared = len(sides_of_label[counter.label]) > 1
        units[id_] = UnitMention((side.adjective or side.name) if side else "", counter.label or id_, place, shared)
    return units


def _figure_and_panels(
    game: Game,
    board: Board | None,
    pictures: Pictures,
    column: BookletColumn,
    reader: FigureReader,
    steps: Sequence[BoxStep],
) -> tuple[ExampleFigure, tuple[tuple[BoxStep, ...], ...], Mm]:
    """Return the figure of a box, the steps in each of its panels, and the height of a panel.

    The figure is the largest that keeps the box in one column. If none does, the steps are divided among panels.
    """
    worked, limit, least = reader.worked, tallest_box(column), 0.0
    for share in TALLEST_FIGURES:
        if least + share * column.height > limit:
            continue  # a figure of this height does not help
        figure = _map_figure(game, board, pictures, column, reader, share)
        heights = _box_heights(worked, steps, column, figure)
        if heights.total <= limit:
            return figure, (tuple(steps),), 0
        least = heights.total - figure.height
    for share in TALLEST_FIGURES:
        figure = _map_figure(game, board, pictures, column, reader, share)
        divided = divide_steps(_box_heights(worked, steps, column, figure), limit)
        if divided is not None:
            counts, tall = divided
            ends = [sum(counts[: i + 1]) for i in range(len(counts))]
            return figure, tuple(tuple(steps[end - n : end]) for n, end in zip(counts, ends, strict=True)), tall
    raise Refused([_too_high_finding(game, worked)])


def _too_high_finding(game: Game, worked: PlayedExample) -> Finding:
    """Return the error that part of a boxed example is higher than a column of the rules."""
    wrong = f"the boxed example {worked.id!r} has a figure or paragraph that is higher than a column of the rules"
    write = "shorten the words before or after it, or leave out steps with hide"
    return Finding("B007", game.spot(f"examples.{worked.id}"), wrong, write)


def _map_figure(
    game: Game, board: Board | None, pictures: Pictures, column: BookletColumn, reader: FigureReader, share: float
) -> ExampleFigure:
    """Return the map figure of an example; it is at most as high as a share of the column."""
    spec, plan = reader.spec, reader.worked.example.tells.plan
    if plan is not None:
        return _open_table_figure(pictures, reader.worked, plan.says, column.inner, column.height * share)
    if not spec or board is None:
        return ExampleFigure()
    width, tallest = column.inner, column.height * share
    name = pictures.keep(
        f"figure-{reader.worked.id}-{share}",
        lambda: draw_figure(game, board, pictures.faces, spec, width, tallest),
    )
    scene = pictures.scenes[name]
    return ExampleFigure(name, scene.width, scene.height, figure_caption(spec, game.glossary))


def _open_table_figure(
    pictures: Pictures, worked: PlayedExample, caption: str, width: Mm, tallest: Mm
) -> ExampleFigure:
    """Return the figure of an example without hexes: a plan of the table."""
    plan_name = f"plan-{worked.id}-{tallest:.1f}"
    name = pictures.keep(plan_name, lambda: draw_open_plan(plan_name, read_plan(worked), width, tallest))
    scene = pictures.scenes[name]
    return ExampleFigure(name, scene.width, scene.height, caption)


def _box_heights(
    worked: PlayedExample, steps: Sequence[BoxStep], column: BookletColumn, figure: ExampleFigure
) -> BoxHeights:
    """Return the heights of a box: the part above the steps, each step, and the part below."""
    tells = worked.example.tells
    return BoxHeights.of(
        column, worked.example.title, plain_text(tells.before), figure.height, figure.caption,
        [step.plain for step in steps], plain_text(tells.after),
    )  # fmt: skip
