"""Paragraphs of cards and map sheets, which may begin with bold words or a bold number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pnp.draw.tables.table_layout import HEAD_FONT, WORD_FONT
from pnp.fitting import fill_lines
from pnp.palette import INK
from pnp.scene import Text
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import Mm, points

_BOLD_LEAD = re.compile(r"\*\*(?P<lead>[^*]+)\*\*\s*(?P<rest>.*)")
LEAD_SHARE, GAP_SHARE, HANG_SHARE = 1.22, 0.75, 0.5
"""The distances of lines and of paragraphs, and the gap after a hanging number, as shares of the type size."""


@dataclass(frozen=True, slots=True)
class CardParagraph:
    """A paragraph broken into lines. `bold` is the text with which the first line begins; a number hangs."""

    bold: str
    lines: tuple[str, ...]
    size_pt: float

    @property
    def indent(self) -> Mm:
        """The distance of all lines from the left edge: the room for a hanging number."""
        if not self.bold.isdigit():
            return 0.0
        return text_width(self.bold, HEAD_FONT, self.size_pt) + points(HANG_SHARE * self.size_pt)

    @property
    def height(self) -> Mm:
        """The height from the first capitals to the last baseline."""
        return cap_height(WORD_FONT, self.size_pt) + points(LEAD_SHARE * self.size_pt) * (len(self.lines) - 1)

    @property
    def width(self) -> Mm:
        """The width of the widest line with its indent."""
        starts = [self._first_start, *(self.indent for _ in self.lines[1:])]
        return max(
            start + text_width(line, WORD_FONT, self.size_pt) for start, line in zip(starts, self.lines, strict=True)
        )

    @property
    def _first_start(self) -> Mm:
        """The distance of the first line's text from the left edge: it follows the bold words."""
        if not self.bold or self.indent:
            return self.indent
        blank = text_width(" ", WORD_FONT, self.size_pt) if self.lines[0] else 0.0
        return text_width(self.bold, HEAD_FONT, self.size_pt) + blank

    def at(self, x: Mm, top: Mm) -> list[Text]:
        """Return the drawn text; the capitals of the first line begin at `top`."""
        first = top + cap_height(WORD_FONT, self.size_pt)
        items = [Text(x, round(first, 3), self.bold, HEAD_FONT, self.size_pt, INK)] if self.bold else []
        for number, line in enumerate(self.lines):
            left = x + (self.indent if number else self._first_start)
            low = round(first + number * points(LEAD_SHARE * self.size_pt), 3)
            if line:
                items.append(Text(left, low, line, WORD_FONT, self.size_pt, INK))
        return items


def break_paragraph(text: str, size_pt: float, width: Mm) -> CardParagraph:
    """Return a paragraph of a text in lines at most `width` wide; `**Move.** One army …` begins with bold words."""
    found = _BOLD_LEAD.fullmatch(dress(text.strip()))
    bold, rest = (found["lead"], found["rest"]) if found else ("", dress(text.strip()))
    hanging = CardParagraph(bold, ("",), size_pt).indent

    def measure(word: str) -> Mm:
        """Return the width of a word of the text, or of the bold words."""
        return text_width(word, HEAD_FONT if word == bold else WORD_FONT, size_pt)

    if hanging or not bold:
        return CardParagraph(bold, fill_lines(rest.split(), width - hanging, measure), size_pt)
    first, *others = fill_lines([bold, *rest.split()], width, measure)
    return CardParagraph(bold, (first.removeprefix(bold).lstrip(), *others), size_pt)
