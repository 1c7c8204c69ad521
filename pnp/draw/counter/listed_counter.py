"""The counter list: what it says about each counter, and the drawing of one counter with its faces and texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.draw.styled_lines import PlacedRun, Run, draw_line, run_width, set_runs
from pnp.palette import BROWN
from pnp.scene import THUMBNAIL, Colour, Group, Item, Matrix, Scene, Text, Use, rectangle
from pnp.units import Mm, points

SOFT: Colour = "#4B463C"
"""Ink of remarks; its contrast on paper is 9 : 1."""
LEAD: Mm = points(9.2)
"""Distance between the lines of a counter's text."""
BASELINE: Mm = points(8.0)
"""Distance from the top of a line to its baseline."""
BETWEEN_FACES: Mm = 0.5
BESIDE_FACES: Mm = 1.4
"""Distance from the back of a counter to its text."""
RIGHT_OF_TEXT: Mm = 3.0
"""Distance from the id of a counter to the next counter."""
BESIDE_ID: Mm = 2.0
"""Distance from the name of a counter to its id."""
AROUND: Mm = 0.5
"""Distance from a counter to the lines above and below it."""


@dataclass(frozen=True, slots=True)
class ListedCounter:
    """One counter of the list: its faces and its texts.

    `name`, `front_says` and `back_says` may end with the mark of reconstructed values, which is separate.
    """

    id: str
    front: Scene
    back: Scene
    name: str
    says: str
    front_says: str
    back_says: str
    steps: int | None
    enters: str
    mark: str = ""
    front_mark: str = ""
    back_mark: str = ""


@dataclass(frozen=True, slots=True)
class CounterGroup:
    """Counters of one side and kind under a heading, and how many there are with their copies."""

    heading: str
    count: int
    counters: tuple[ListedCounter, ...]


@dataclass(frozen=True, slots=True)
class CounterList:
    """The list of all counters of a game: name and subtitle of the game, its title, remarks, signs, and groups."""

    game: str
    subtitle: str
    title: str
    remarks: tuple[str, ...]
    key: tuple[Run, ...]
    groups: tuple[CounterGroup, ...]


def draw_listed_counter(counter: ListedCounter, width: Mm, widest: Mm) -> tuple[tuple[Item, ...], Mm]:
    """Return the drawing of one counter of the list, from its top left corner, and its height in mm.

    The faces are in true size, or as wide as `widest` if they are larger. The texts are beside them, at the middle of
    their height.
    """
    face = min(counter.front.width, widest)
    left, room = _beside_faces(face, width)
    own, lines = _own_id(counter), _text_lines(counter, room)
    inner = max(face, LEAD * len(lines))
    top = AROUND + (inner - LEAD * len(lines)) / 2
    items: list[Item] = [
        _placed_face(scene, x, AROUND + (inner - face) / 2, face)
        for scene, x in ((counter.front, 0), (counter.back, face + BETWEEN_FACES))
    ]
    items.append(Text(left + room, top + BASELINE, own.text, own.font, own.size_pt, own.fill, "end"))
    for number, line in enumerate(lines):
        items += draw_line(line, left, top + BASELINE + number * LEAD)
    return tuple(items), inner + 2 * AROUND


def listed_counter_height(counter: ListedCounter, width: Mm, widest: Mm) -> Mm:
    """Return the height in mm of the drawing of one counter of the list, without drawing it."""
    face = min(counter.front.width, widest)
    _, room = _beside_faces(face, width)
    return max(face, LEAD * len(_text_lines(counter, room))) + 2 * AROUND


def _beside_faces(face: Mm, width: Mm) -> tuple[Mm, Mm]:
    """Return where the texts beside two faces begin, and how wide they can be."""
    left = 2 * face + BETWEEN_FACES + BESIDE_FACES
    return left, width - left - RIGHT_OF_TEXT


def _own_id(counter: ListedCounter) -> Run:
    """Return the id of a counter, which is at the right of the first line."""
    return Run(counter.id, size_pt=7.8, fill=SOFT)


def _text_lines(counter: ListedCounter, room: Mm) -> tuple[tuple[PlacedRun, ...], ...]:
    """Return the lines of text about a counter; its name is left of its id."""
    return (
        *set_runs(_name_runs(counter), room - run_width(_own_id(counter)) - BESIDE_ID),
        *(line for runs in _other_runs(counter) for line in set_runs(runs, room)),
    )


def _placed_face(scene: Scene, x: Mm, y: Mm, size: Mm) -> Group:
    """Return a face of a counter at a position, without its bleed, and `size` wide."""
    scale = size / scene.width
    place = Matrix.place(x, y, scale=scale)
    return Group((Use(scene),), place, clip=rectangle(scene.box), layer=THUMBNAIL if scale < 1 else "")


def _name_runs(counter: ListedCounter) -> tuple[Run, ...]:
    """Return the name of a counter with its mark."""
    return (Run(counter.name, "sans-bold", 9.2), Run(counter.mark, fill=BROWN))


def _other_runs(counter: ListedCounter) -> Iterator[tuple[Run, ...]]:
    """Yield the paragraphs below the name of a counter: what it is, its values on both faces, and its entry."""
    if counter.says:
        yield (Run(counter.says, fill=SOFT),)
    if counter.front_says or counter.back_says:
        steps = counter.steps
        words = "" if steps is None else f" · {steps} {'step' if steps == 1 else 'steps'}"
        front = (Run(counter.front_says, "condensed-semibold", 9.4), Run(counter.front_mark, fill=BROWN))
        back = (Run(counter.back_says, "condensed-semibold", 9.4), Run(counter.back_mark, fill=BROWN))
        both = front if steps is None and front == back else (*front, Run(" / ", fill=SOFT), *back)
        yield (*both, Run(words, fill=SOFT))
    if counter.enters:
        yield (Run(counter.enters, fill=SOFT),)
