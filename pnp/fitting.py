"""Fits text into a given width: breaks it into lines, and chooses the size of type.

Everything is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.scene import Anchor, Colour, Text
from pnp.typeface import cap_height, text_width
from pnp.units import Mm, points

SMALLEST_PT = 5.0
"""No text on a map or a counter is smaller.  Source: the home print target's smallest text."""


# ---------------------------------------------------------------- lines


def fill_lines(words: Iterable[str], width: Mm, measure: Callable[[str], Mm]) -> tuple[str, ...]:
    """Break words into lines that are at most `width` wide, with as many words in each as fit.

    A word that is wider than a line stands alone.
    """
    space = measure(" ")
    lines: list[str] = []
    used: Mm = 0
    for word in words:
        wide = measure(word)
        if lines and used + space + wide <= width:
            lines[-1] += f" {word}"
            used += space + wide
        else:
            lines.append(word)
            used = wide
    return tuple(lines)


def wrap_text(text: str, font: str, size_pt: float, width: Mm, *, divide_words: bool = False) -> tuple[str, ...]:
    """Break a text at blanks into lines that are at most `width` wide.

    A longer word stands alone, or is divided.

    >>> wrap_text("in reserve until released", "condensed", 6, 10)
    ('in reserve', 'until released')
    >>> wrap_text("Rifleman", "condensed", 6, 3, divide_words=True)
    ('Rifl', 'em', 'an')
    """

    def measure(part: str) -> Mm:
        """Return the width of a part of the text."""
        return text_width(part, font, size_pt)

    words = text.split()
    return fill_lines(_divide_wide_words(words, width, measure) if divide_words else words, width, measure)


def lines_of(words: str, font: str, size_pt: float, width_pt: float) -> int:
    """Return how many lines a paragraph of this width (points) has."""
    return len(wrap_text(words, font, size_pt, points(width_pt), divide_words=True))


def _divide_wide_words(words: Iterable[str], width: Mm, measure: Callable[[str], Mm]) -> Iterator[str]:
    """Yield the words; a word that is wider than a line is divided into shorter ones."""
    for word in words:
        rest = word
        while len(rest) > 1 and measure(rest) > width:
            fits = next((n for n in range(1, len(rest)) if measure(rest[: n + 1]) > width), len(rest))
            yield rest[:fits]
            rest = rest[fits:]
        yield rest


def halve_line(text: str) -> tuple[str, str] | None:
    """Break a line at a blank into two parts of similar length; return None if it has no blank.

    >>> halve_line("OUT OF SUPPLY")
    ('OUT OF', 'SUPPLY')
    """
    blanks = [i for i, letter in enumerate(text) if letter == " "]
    if not blanks:
        return None
    at = min(blanks, key=lambda i: (max(i, len(text) - i - 1), -i))
    return text[:at], text[at + 1 :]


# ---------------------------------------------------------------- one line


def fit_size(text: str, font: str, size_pt: float, width: Mm, *, smallest_pt: float, tracking: Mm = 0) -> float | None:
    """Return the largest type size at which a line fits the width; None if it is below the smallest."""
    at_size = text_width(text, font, size_pt, tracking)
    if at_size <= width:
        return size_pt
    size = size_pt * width / at_size
    return size if size >= smallest_pt else None


def fit_line(
    text: str, font: str, size_pt: float, width: Mm, *, smallest_pt: float = SMALLEST_PT, tracking: Mm = 0
) -> tuple[float, Mm]:
    """Return the type size and the letter spacing at which a line of text fits the width.

    The size is reduced first. If it reaches its limit, the spacing is dropped.
    """
    size = fit_size(text, font, size_pt, width, smallest_pt=smallest_pt, tracking=tracking)
    if size is not None:
        return round(size, 2), tracking
    size = fit_size(text, font, size_pt, width, smallest_pt=smallest_pt)
    return (round(size, 2) if size is not None else smallest_pt), 0


def shorten_line(text: str, font: str, size_pt: float, width: Mm, *, tracking: Mm = 0) -> str:
    """Return a line of text that fits the width: its first words and an ellipsis, unless all words fit.

    Only a first word that is too wide is divided.

    >>> shorten_line("The long road to the river", "condensed", 6, 16), shorten_line("Rivers", "condensed", 6, 4)
    ('The long road to the…', 'Riv…')
    """
    words = text.split()
    ends = [" ".join(words[:number]) for number in range(len(words) - 1, 0, -1)]
    ends += [words[0][:number] for number in range(len(words[0]) - 1, 0, -1)] if words else []
    lines = (text, *(f"{end.rstrip(' ,;:·–—-')}…" for end in ends))
    return next((line for line in lines if text_width(line, font, size_pt, tracking) <= width), lines[-1])


# ---------------------------------------------------------------- several lines


@dataclass(frozen=True)
class FittedText:
    """Lines of text in one size. `lead` is the distance between baselines."""

    lines: tuple[str, ...]
    font: str
    size_pt: float
    lead: Mm

    @property
    def height(self) -> Mm:
        """The height of the block of lines, from the first capitals to the last baseline."""
        return cap_height(self.font, self.size_pt) + self.lead * (len(self.lines) - 1)

    @property
    def width(self) -> Mm:
        """The width of the widest line."""
        return max((text_width(line, self.font, self.size_pt) for line in self.lines), default=0.0)

    def at(self, x: Mm, top: Mm, fill: Colour, anchor: Anchor = "start") -> list[Text]:
        """Return drawn text items for the lines; the capitals of the first line begin at `top`."""
        first = top + cap_height(self.font, self.size_pt)
        return [
            Text(x, round(first + i * self.lead, 3), line, self.font, self.size_pt, fill, anchor)
            for i, line in enumerate(self.lines)
        ]

    def balanced(self) -> FittedText:
        """Return the text in as many lines as before, but with lines of nearly equal length."""
        block, width, text = self, self.width, " ".join(self.lines)
        while len(lines := wrap_text(text, self.font, self.size_pt, width - 1)) == len(self.lines) and width > 1:
            block, width = replace(block, lines=lines), width - 1
        return block


def fit_block(
    text: str, font: str, size_pt: float, width: Mm, height: Mm, *, smallest_pt: float = SMALLEST_PT
) -> FittedText:
    """Return a text broken into lines, at the largest type size at which they fit a rectangle.

    At `smallest_pt` the block may be too large.
    """
    size = size_pt
    while True:
        block = FittedText(wrap_text(text, font, size, width), font, size, points(size) * 1.22)
        if size <= smallest_pt or (block.height <= height and block.width <= width):
            return block
        size = max(smallest_pt, size - 0.1)
