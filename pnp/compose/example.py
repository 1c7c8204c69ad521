"""Worked examples as boxes of the rules reference: a figure and numbered steps, as the engine played them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from pnp.board import Board
from pnp.compose.example_figure import FigureReader, figure_caption, slug, written_at
from pnp.compose.example_prose import NOTHING, BoxStep, Cite, tell_trace
from pnp.compose.pictures import Pictures
from pnp.compose.prose import Refer, inline, plain
from pnp.draw.figure import draw_figure
from pnp.model.game import Game
from pnp.rules.example import Worked, work_example
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.trace import TraceStep
from pnp.typeface import text_width
from pnp.units import Mm, points

SIDES: Mm = points(10)
"""White at both sides within a box."""
HANG: Mm = points(17)
"""Room for the number of a step."""
FONT, SIZE_PT, LEADING, APART = "serif", 9.0, points(11.6), points(4)
"""How the prose is set."""
FURNITURE: Mm = points(58)
"""Height of what every box has: white, rule, kicker and title."""
CAPTION: Mm = points(22)
TALLEST_FIGURE = 0.46
"""Height of a figure at most, as a share of a column."""
LINES_LEFT = 6
"""Lines of text that must have room in a column besides a box; with fewer it goes across both columns."""


@dataclass(frozen=True)
class ExampleBox:
    """A boxed example. `figure` is the name of its scene, `width` and `height` are that scene's; `wide` is the height
    of a box that goes across both columns, 0 for one that keeps to its own.
    """

    anchor: str
    title: str
    steps: tuple[BoxStep, ...]
    before: Markup = NOTHING
    after: Markup = NOTHING
    figure: str = ""
    width: Mm = 0
    height: Mm = 0
    caption: str = ""
    wide: Mm = 0


@dataclass(frozen=True)
class Column:
    """A column of the booklet, and what makes links in it."""

    width: Mm
    height: Mm
    refer: Refer
    cite: Cite


def example_boxes(
    game: Game, board: Board | None, pictures: Pictures, column: Column
) -> dict[str, tuple[ExampleBox, ...]]:
    """The boxes of the worked examples that are printed, by the case where they stand: behind the first that the
    example cites; those that go across both columns at the foot of the page that then begins with the section around
    it.
    """
    if not game.examples:
        return {}
    playbook = compile_game(game, board)
    found: dict[str, tuple[ExampleBox, ...]] = {}
    for id_, example in game.examples.items():
        if not example.printed:
            continue
        procedure = game.procedures.get(example.procedure)
        case = next(iter((*example.rule, *(procedure.rule if procedure else ()))), "")
        box = _box(playbook, pictures, column, id_)
        if box.wide > tallest_box(column):
            continue  # nobody would read it
        if box.wide:
            case = _section(game, case)
        found[case] = (*found.get(case, ()), box)
    return found


def tallest_box(column: Column) -> Mm:
    """How high a box may be that keeps to one column."""
    return column.height - LINES_LEFT * LEADING


def _section(game: Game, number: str) -> str:
    """The case of the second depth, such as 6.5, that a case belongs to."""
    section = number
    for case in game.rules:
        if case.depth <= 2:
            section = case.number
        if case.number == number:
            return section
    return number


def _box(playbook: Playbook, pictures: Pictures, column: Column, id_: str) -> ExampleBox:
    """One example, played, drawn and told."""
    game, worked = playbook.game, work_example(playbook, id_)
    tells = worked.example.tells
    steps = tell_trace(worked.trace.steps, tells.hide, lambda step: is_worth_telling(game, step), column.cite)
    numbers = {line.number: step.number for step in steps for line in step.steps}
    reader = FigureReader(game, playbook.board, worked, numbers)
    steps = tuple(replace(step, tone=reader.tone(step.steps)) for step in steps)
    name, width, height, caption = _figure(playbook, pictures, column, reader, id_)
    told = _told_height(worked, steps, column.width - 2 * SIDES)
    drawn = height + CAPTION if name else 0.0
    wide = 0.0
    if FURNITURE + drawn + told > tallest_box(column):
        wide = max(told + FURNITURE / 2, drawn + FURNITURE, tallest_box(column) / 2 + LEADING)
    before, after = inline(tells.before, column.refer), inline(tells.after, column.refer)
    return ExampleBox(f"x-{id_}", worked.example.title, steps, before, after, name, width, height, caption, wide)


def is_worth_telling(game: Game, step: TraceStep) -> bool:
    """Is the line of a choice, a value that is set, or a marker more than bookkeeping? It is if the data has words of
    its own for it, if a track is changed or something that a rule says, or if a marker of the game is laid.
    """
    written = written_at(game, step.path)
    if getattr(written, "says", ""):
        return True
    if step.kind == "set" and not step.name:
        return "goes from" in step.text and bool(step.rule or not game.tracks.keys().isdisjoint(written.set))
    word = getattr(written, "word", "")
    return step.kind == "mark" and any(
        word and word in (slug(counter.front.word), slug(counter.back.word)) for counter in game.counters.values()
    )


def _figure(
    playbook: Playbook, pictures: Pictures, column: Column, reader: FigureReader, id_: str
) -> tuple[str, Mm, Mm, str]:
    """Name and size of the figure, and what its colours mean; no name if there is nothing to see on the map."""
    spec, board = reader.spec(), playbook.board
    if not spec or board is None:
        return "", 0, 0, ""
    width, tallest = column.width - 2 * SIDES, column.height * TALLEST_FIGURE
    name = pictures.keep(
        f"figure-{id_}", lambda: draw_figure(playbook.game, board, pictures.faces, spec, width, tallest)
    )
    scene = pictures.scenes[name]
    return name, scene.width, scene.height, figure_caption(spec)


def _told_height(worked: Worked, steps: tuple[BoxStep, ...], width: Mm) -> Mm:
    """How high the prose is set, words before and after included."""
    tells = worked.example.tells
    texts = [(plain(text), width) for text in (tells.before, tells.after) if text]
    texts += [(step.plain, width - HANG) for step in steps]
    return sum(_lines(text, room) * LEADING + APART for text, room in texts)


def _lines(text: str, width: Mm) -> int:
    """On how many lines a text is set in a column."""
    count, used, space = 1, 0.0, text_width(" ", FONT, SIZE_PT)
    for word in text.split():
        wide = text_width(word, FONT, SIZE_PT)
        if used and used + space + wide > width:
            count, used = count + 1, wide
        else:
            used += wide + (space if used else 0)
    return count
