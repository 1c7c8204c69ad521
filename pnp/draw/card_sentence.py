"""The sentence of a card of a deck: lines with bold and italic words in a room that may be narrower at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.styled_lines import PlacedRun, draw_line, emphasized_runs, run_width, set_runs
from pnp.scene import Text
from pnp.typeface import cap_height
from pnp.units import Mm, points

FONT = "sans"
EASY_PT = 10.0
"""A text of this size is read with ease, so that no other room is tried for it."""
LEAD_SHARE, DESCENT_SHARE = 1.22, 0.25
"""The distance of baselines, and how far letters reach below them, as shares of the type size."""


@dataclass(frozen=True, slots=True)
class SentenceRoom:
    """The room for a sentence: its top, width and height; below `shoulder` from the top it is only `narrow` wide."""

    top: Mm
    width: Mm
    height: Mm
    shoulder: Mm | None = None
    narrow: Mm = 0


@dataclass(frozen=True, slots=True)
class CardSentence:
    """A text in lines of one size, and the room in which they are."""

    lines: tuple[tuple[PlacedRun, ...], ...]
    size_pt: float
    room: SentenceRoom

    @property
    def height(self) -> Mm:
        """The height from the first capitals to the last baseline."""
        return cap_height(FONT, self.size_pt) + points(self.size_pt) * LEAD_SHARE * (len(self.lines) - 1)

    @property
    def width(self) -> Mm:
        """The width of the widest line."""
        return max(map(_line_width, self.lines), default=0.0)

    @property
    def fits(self) -> bool:
        """Whether the lines are inside the room."""
        return self.height <= self.room.height and self.width <= self.room.width

    def at(self, middle: Mm) -> Iterator[Text]:
        """Yield the drawn text, centred on `middle`: in the middle of a rectangle, or from the top of another room."""
        free = self.room.height - self.height if self.room.shoulder is None else 0.0
        first = self.room.top + free / 2 + cap_height(FONT, self.size_pt)
        for number, line in enumerate(self.lines):
            low = round(first + number * points(self.size_pt) * LEAD_SHARE, 3)
            if len(line) == 1:
                run = line[0].run
                yield Text(middle, low, run.text, run.font, run.size_pt, run.fill, "middle")
            else:
                yield from draw_line(line, middle - _line_width(line) / 2, low)


def fit_sentence(text: str, rooms: Sequence[SentenceRoom], largest_pt: float, smallest_pt: float) -> CardSentence:
    """Return a text in the first of some rooms where it is read with ease, or else where it is largest.

    `**words**` are bold and `*words*` italic; a line break begins a new line. At `smallest_pt` it may be too large.
    """
    best: CardSentence | None = None
    for room in rooms:
        found = _in_room(text, room, largest_pt, smallest_pt)
        if best is None or (found.fits, found.size_pt) > (best.fits, best.size_pt) or not best.fits:
            best = found
        if found.fits and found.size_pt >= EASY_PT:
            break
    assert best is not None
    return best


def _in_room(text: str, room: SentenceRoom, largest_pt: float, smallest_pt: float) -> CardSentence:
    """Return a text at the largest size at which it fits a room; at the smallest size it may be too large."""
    size = largest_pt
    while True:
        lines = tuple(line for part in _parts(text) for line in _balanced(part, size, room.width))
        if room.shoulder is not None:
            lines = _in_stepped_lines(text, size, room, room.shoulder)
        found = CardSentence(lines, size, room)
        if size <= smallest_pt or (found.fits and _widest_word(text, size) <= (room.narrow or room.width)):
            return found
        size = max(smallest_pt, size - 0.1)


def _parts(text: str) -> Iterator[str]:
    """Yield the lines that the author has broken, without those that are blank."""
    yield from (" ".join(part.split()) for part in text.splitlines() if part.strip())


def _balanced(part: str, size_pt: float, width: Mm) -> tuple[tuple[PlacedRun, ...], ...]:
    """Return a text in as few lines as possible, of nearly equal length."""
    runs, least = emphasized_runs(part, size_pt), _widest_word(part, size_pt)
    lines = set_runs(runs, width)
    width = max(map(_line_width, lines))
    while width - 1 > least and len(closer := set_runs(runs, width - 1)) == len(lines):
        lines, width = closer, width - 1
    return lines


def _in_stepped_lines(text: str, size_pt: float, room: SentenceRoom, shoulder: Mm) -> tuple[tuple[PlacedRun, ...], ...]:
    """Return a text in lines of the whole width down to the shoulder of a room, and in narrow ones below."""
    lead = points(size_pt) * LEAD_SHARE
    wide = int((shoulder - cap_height(FONT, size_pt) - DESCENT_SHARE * points(size_pt)) // lead) + 1
    lines: list[tuple[PlacedRun, ...]] = []
    for part in _parts(text):
        lines += set_runs(emphasized_runs(part, size_pt), room.width, max(0, wide - len(lines)), room.narrow)
    return tuple(lines)


def _widest_word(text: str, size_pt: float) -> Mm:
    """Return the width of the widest word of a text."""
    words = (run._replace(text=word) for run in emphasized_runs(text, size_pt) for word in run.text.split())
    return max(map(run_width, words), default=0.0)


def _line_width(line: Sequence[PlacedRun]) -> Mm:
    """Return the width of a line."""
    return line[-1].x + run_width(line[-1].run)
