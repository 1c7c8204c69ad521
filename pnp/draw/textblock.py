"""Text that fits its place by measure: shortened in size, then broken into lines."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.scene import Anchor, Colour, Text
from pnp.typeface import cap_height, fit_size, text_width
from pnp.units import Mm, points

SMALLEST_PT = 5.0


@dataclass(frozen=True)
class Block:
    """Lines of one size."""

    lines: tuple[str, ...]
    font: str
    size_pt: float
    lead: Mm

    @property
    def height(self) -> Mm:
        """From the top of the first line's capitals to the last baseline."""
        return cap_height(self.font, self.size_pt) + self.lead * (len(self.lines) - 1)

    @property
    def width(self) -> Mm:
        """Of the widest line."""
        return max((text_width(line, self.font, self.size_pt) for line in self.lines), default=0.0)

    def at(self, x: Mm, top: Mm, fill: Colour, anchor: Anchor = "start") -> list[Text]:
        """The lines, the capitals of the first one under `top`."""
        first = top + cap_height(self.font, self.size_pt)
        return [
            Text(x, round(first + i * self.lead, 3), line, self.font, self.size_pt, fill, anchor)
            for i, line in enumerate(self.lines)
        ]


def broken(text: str, font: str, size_pt: float, width: Mm) -> tuple[str, ...]:
    """The text in lines of at most `width`, broken at blanks; a longer word stands alone.

    >>> broken("in reserve until released", "condensed", 6, 10)
    ('in reserve', 'until released')
    """
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", font, size_pt) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def block(text: str, font: str, size_pt: float, width: Mm, height: Mm, *, smallest_pt: float = SMALLEST_PT) -> Block:
    """The text at the largest size up to `size_pt` at which it fits a place; at `smallest_pt` it may be too long."""
    size = size_pt
    while True:
        made = Block(broken(text, font, size, width), font, size, points(size) * 1.22)
        if size <= smallest_pt or (made.height <= height and made.width <= width):
            return made
        size = max(smallest_pt, size - 0.1)


def fitted(
    text: str, font: str, size_pt: float, width: Mm, *, smallest_pt: float = SMALLEST_PT, tracking: Mm = 0
) -> tuple[float, Mm]:
    """The size and letter spacing at which one line fits: first it gets smaller, then the spacing goes."""
    size = fit_size(text, font, size_pt, width, smallest_pt=smallest_pt, tracking=tracking)
    if size is not None:
        return round(size, 2), tracking
    size = fit_size(text, font, size_pt, width, smallest_pt=smallest_pt)
    return (round(size, 2) if size is not None else smallest_pt), 0
