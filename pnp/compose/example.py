"""Worked examples as boxes of the rules reference: a figure and numbered steps, as the engine played them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from pnp.compose.example_figure import FigureReader, figure_caption, slug
from pnp.compose.example_panel import ABOVE, Column, Heights, share_out, tallest_box
from pnp.compose.example_prose import NOTHING, BoxStep, tell_trace
from pnp.compose.example_way import written_at
from pnp.compose.pictures import Pictures
from pnp.compose.prose import inline, plain
from pnp.draw.figure import draw_figure
from pnp.draw.openplan import draw_open_plan
from pnp.findings import Finding, Refused
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.open_table_plan import read_plan
from pnp.units import Mm

TALLEST_FIGURES = (0.46, 0.36)
"""Height of a figure at most, as a share of a column: the first with which a box keeps to one column, or the first."""


@dataclass(frozen=True)
class Figure:
    """The name of a figure's scene, its size, and what its colours mean; no name if there is nothing to see."""

    name: str = ""
    width: Mm = 0
    height: Mm = 0
    caption: str = ""


@dataclass(frozen=True)
class ExampleBox:
    """A boxed example. Its steps stand in panels, each in a column of its own; the first has the figure. `tall` is the
    height of each of several panels, 0 for a single one, which is as high as what stands in it.
    """

    anchor: str
    title: str
    panels: tuple[tuple[BoxStep, ...], ...]
    before: Markup = NOTHING
    after: Markup = NOTHING
    figure: Figure = Figure()
    tall: Mm = 0

    @property
    def panel_height(self) -> Mm:
        """Height of each of several panels, without the white above."""
        return self.tall - ABOVE


def example_boxes(
    game: Game, board: Board | None, pictures: Pictures, column: Column, played: Mapping[str, PlayedExample]
) -> dict[str, tuple[ExampleBox, ...]]:
    """The boxes of the worked examples that are printed, by the case where they stand: the first that the example
    cites.

    `played` are the examples as they were played. `Refused` if something that cannot be parted is higher than a column.
    """
    printed = [id_ for id_, example in game.examples.items() if example.printed]
    if not printed:
        return {}
    found: dict[str, tuple[ExampleBox, ...]] = {}
    for id_ in printed:
        example = game.examples[id_]
        procedure = game.procedures.get(example.procedure)
        case = next(iter((*example.rule, *(procedure.rule if procedure else ()))), "")
        box = _box(game, board, pictures, column, played[id_])
        found[case] = (*found.get(case, ()), box)
    return found


def _box(game: Game, board: Board | None, pictures: Pictures, column: Column, worked: PlayedExample) -> ExampleBox:
    """One example that was played, drawn and told."""
    tells = worked.example.tells
    proper = {word for side in game.sides.values() for word in (side.name, side.adjective) if word}
    proper |= {counter.label for counter in game.counters.values() if counter.label}
    steps = tell_trace(worked.trace.steps, tells.hide, lambda step: is_worth_telling(game, step), column.cite, proper)
    numbers = {line.number: step.number for step in steps for line in step.steps}
    reader = FigureReader(game, board, worked, numbers)
    steps = tuple(replace(step, tone=reader.tone(step.steps)) for step in steps)
    figure, panels, tall = _parted(game, board, pictures, column, reader, steps)
    before, after = inline(tells.before, column.refer), inline(tells.after, column.refer)
    return ExampleBox(f"x-{worked.id}", worked.example.title, panels, before, after, figure, tall)


def _parted(
    game: Game, board: Board | None, pictures: Pictures, column: Column, reader: FigureReader, steps: Sequence[BoxStep]
) -> tuple[Figure, tuple[tuple[BoxStep, ...], ...], Mm]:
    """The largest figure that lets a box keep to one column; if none does, the steps shared out among panels."""
    worked, limit, least = reader.worked, tallest_box(column), 0.0
    for share in TALLEST_FIGURES:
        if least + share * column.height > limit:
            continue  # a figure of this height does not help
        figure = _figure(game, board, pictures, column, reader, share)
        heights = _heights(worked, steps, column, figure)
        if heights.together <= limit:
            return figure, (tuple(steps),), 0
        least = heights.together - figure.height
    for share in TALLEST_FIGURES:
        figure = _figure(game, board, pictures, column, reader, share)
        shared = share_out(_heights(worked, steps, column, figure), limit)
        if shared is not None:
            counts, tall = shared
            ends = [sum(counts[: i + 1]) for i in range(len(counts))]
            return figure, tuple(tuple(steps[end - n : end]) for n, end in zip(counts, ends, strict=True)), tall
    raise Refused([_too_high(game, worked)])


def _too_high(game: Game, worked: PlayedExample) -> Finding:
    wrong = f"the boxed example {worked.id} has a part that is higher than a column of the rules"
    write = "shorten the words before or after it, or leave out steps with hide"
    return Finding("B007", game.spot(f"examples.{worked.id}"), wrong, write)


def is_worth_telling(game: Game, step: TraceStep) -> bool:
    """Is the line of a choice, a value that is set, or a marker more than bookkeeping? It is if the data has words of
    its own for it, if tracks alone are changed or something that a rule says, or if a marker of the game is laid.
    """
    written = written_at(game, step.path)
    if getattr(written, "says", ""):
        return True
    if step.kind == "set" and not step.name:
        return " to " in step.text and bool(step.rule or written.set.keys() <= game.tracks.keys())
    word = getattr(written, "word", "")
    return step.kind == "mark" and any(
        word and word in (slug(counter.front.word), slug(counter.back.word)) for counter in game.counters.values()
    )


def _figure(
    game: Game, board: Board | None, pictures: Pictures, column: Column, reader: FigureReader, share: float
) -> Figure:
    """The figure, at most as high as a share of the column."""
    spec, plan = reader.spec, reader.worked.example.tells.plan
    if plan is not None:
        return _plan(pictures, reader.worked, plan.says, column.inner, column.height * share)
    if not spec or board is None:
        return Figure()
    width, tallest = column.inner, column.height * share
    name = pictures.keep(
        f"figure-{reader.worked.id}-{share}",
        lambda: draw_figure(game, board, pictures.faces, spec, width, tallest),
    )
    scene = pictures.scenes[name]
    return Figure(name, scene.width, scene.height, figure_caption(spec))


def _plan(pictures: Pictures, worked: PlayedExample, caption: str, width: Mm, tallest: Mm) -> Figure:
    """The plan of an open table."""
    drawn = f"plan-{worked.id}-{tallest:.1f}"
    name = pictures.keep(drawn, lambda: draw_open_plan(drawn, read_plan(worked), width, tallest))
    scene = pictures.scenes[name]
    return Figure(name, scene.width, scene.height, caption)


def _heights(worked: PlayedExample, steps: Sequence[BoxStep], column: Column, figure: Figure) -> Heights:
    """How high the parts of a box are set."""
    tells = worked.example.tells
    return Heights.of(
        column, worked.example.title, plain(tells.before), figure.height, figure.caption,
        [step.plain for step in steps], plain(tells.after),
    )  # fmt: skip
