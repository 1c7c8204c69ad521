"""The facts panel at the foot of a cover, and the strip with the kit's number at its top."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from shapely.geometry import box

from pnp.art.covers.layout import BLEED, HEIGHT, LINE_FONT, NAME_FONT, CoverLayout
from pnp.art.covers.lettering import lettering
from pnp.art.covers.picture import Picture
from pnp.art.covers.shapes import polygon
from pnp.art.ink_variants import variant_colour
from pnp.draw.cover_art.cover_facts import PrintedFact
from pnp.fitting import fit_line
from pnp.model.cover_inks import Ink
from pnp.scene import Anchor, Text
from pnp.typeface import cap_height, text_width
from pnp.typography import dress
from pnp.units import points

SERIES = "Print-and-play folio"
"""The words at the left end of the strip."""
LABEL_FONT, LABEL_PT, LABEL_TRACK = "condensed-semibold", 7.5, 0.9
NAME_PT, LINE_PT = 15.5, 8.6
VALUE_FONT, VALUE_PT, WIDEST_VALUE = "condensed-extrabold", 21.0, 74.0
STRIP_PT = 11.5
RIBBON_WIDTH, RIBBON_DROP, RIBBON_NOTCH = 30.0, 12.0, 9.0
RIGHTS_PT, RIGHTS_PITCH = 7.0, 10.0
"""The size of the line about the rights, and how much higher it makes the panel."""
FIRST_FACT, FACT_GAP, WIDEST_GAP = 322.0, 12.0, 22.0
"""The left edge of the facts, the room on each side of a hairline, and the greatest room between two facts besides."""


class CoverTexts:
    """Draws the strip and the facts panel of a cover on top of its picture."""

    def __init__(self, picture: Picture, layout: CoverLayout) -> None:
        self._picture = picture
        self._layout = layout

    def _text(
        self,
        text: str,
        font: str,
        size: float,
        at: tuple[float, float],
        ink: Ink,
        *,
        track: float = 0,
        room: float = 0,
        anchor: Anchor = "start",
    ) -> float:
        """Draw a line of text on a baseline, not wider than `room` if that is not 0; return its width in points."""
        size, tracking = fit_line(text, font, size, points(room or 10_000), tracking=points(track))
        colour = variant_colour(self._picture.colour(ink), self._picture.variant)
        x, y = (round(points(value), 4) for value in at)
        self._picture.items.append(Text(x, y, text, font, size, colour, anchor, tracking=tracking))
        return text_width(text, font, size, tracking) / points(1)

    def draw_strip(self, place: str, number: int | None, ribbon_ink: Ink) -> None:
        """Draw the strip at the top with the place and date of the game, and the ribbon with the number of the kit."""
        picture, layout = self._picture, self._layout
        frame, low = picture.frame, picture.variant == "low"
        picture.fill(box(frame.left, frame.top, frame.right, layout.strip_foot), picture.colour("ink"))
        left = layout.left + (RIBBON_WIDTH + 10 if number is not None else 0)
        baseline = layout.strip_middle + cap_height("condensed-bold", STRIP_PT) / points(1) / 2
        paper, light = ("ink", "ink") if low else ("paper", "light")
        used = self._text(SERIES.upper(), "condensed-bold", STRIP_PT, (left, baseline), paper, track=2.2)
        if place:
            room = layout.right - left - used - 20
            at = (layout.right, baseline)
            words = dress(place).upper()
            self._text(words, "condensed-semibold", STRIP_PT, at, light, track=1.6, room=room, anchor="end")
        if number is not None:
            self._draw_ribbon(number, ribbon_ink)

    def _draw_ribbon(self, number: int, ink: Ink) -> None:
        """Draw the ribbon that hangs from the top edge, with the number of the kit."""
        picture, layout = self._picture, self._layout
        x, foot = layout.left, layout.strip_foot + RIBBON_DROP
        tail = [(x + RIBBON_WIDTH, foot), (x + RIBBON_WIDTH / 2, foot - RIBBON_NOTCH), (x, foot)]
        ribbon = polygon((x, picture.frame.top), (x + RIBBON_WIDTH, picture.frame.top), *tail)
        picture.fill(ribbon, picture.colour("accent"), "text")
        top, bottom = layout.top + layout.border, foot - RIBBON_NOTCH
        size = 25.0 if not layout.border else 22.0
        digits = lettering(str(number), VALUE_FONT, size)
        width, height = digits.right - digits.left, digits.bottom - digits.top
        colour = variant_colour(picture.colour(ink), picture.variant)
        baseline = (top + bottom + height) / 2
        picture.items.append(digits.drawn(x + (RIBBON_WIDTH - width) / 2, baseline, colour))

    def draw_panel(self, label: str, name: str, words: str, facts: Sequence[PrintedFact], rights: str = "") -> None:
        """Draw the panel: the designer or source with a line about the kit, the facts, and below them the rights."""
        picture, layout = self._picture, self._layout
        frame, top = picture.frame, picture.frame.foot - (RIGHTS_PITCH if rights else 0)
        picture.fill(box(frame.left, top, frame.right, HEIGHT + BLEED), picture.colour("paper"))
        picture.fill(box(frame.left, top, frame.right, top + 5), picture.colour("accent"))
        base = top + 33 - layout.panel_shift
        start = self._draw_facts(facts, base)
        room = start - layout.left - 20
        if name:
            self._text(label.upper(), LABEL_FONT, LABEL_PT, (layout.left, base - 11), "deep", track=LABEL_TRACK)
            self._text(dress(name), NAME_FONT, NAME_PT, (layout.left, base + 6), "ink", room=room)
        if words:
            self._text(dress(words), LINE_FONT, LINE_PT, (layout.left, base + 21), "ink", room=room)
        if rights:
            at = (layout.left, base + 23 + RIGHTS_PITCH)
            self._text(dress(rights), LINE_FONT, RIGHTS_PT, at, "deep", room=layout.right - layout.left)

    def _draw_facts(self, facts: Sequence[PrintedFact], base: float) -> float:
        """Draw the facts up to the right margin, each after a hairline; return the left edge of the first hairline."""
        picture, layout = self._picture, self._layout
        if not facts:
            return layout.right
        widths = [self._fact_width(fact) for fact in facts]
        spare = layout.right - FIRST_FACT - fsum(widths) - 2 * FACT_GAP * (len(facts) - 1)
        gap = 2 * FACT_GAP + min(WIDEST_GAP, max(0.0, spare / max(1, len(facts) - 1)))
        x = layout.right - fsum(widths) - gap * (len(facts) - 1)
        first = x - FACT_GAP
        for fact, width in zip(facts, widths, strict=True):
            hairline = box(x - FACT_GAP, base - 13, x - FACT_GAP + 0.7, base + 26)
            picture.fill(hairline, picture.colour("deep"))
            self._text(fact.label.upper(), LABEL_FONT, LABEL_PT, (x, base - 11), "deep", track=LABEL_TRACK)
            self._text(fact.value, VALUE_FONT, VALUE_PT, (x, base + 8), "ink", room=WIDEST_VALUE)
            self._text(fact.unit, LINE_FONT, LINE_PT, (x, base + 21), "ink", room=WIDEST_VALUE)
            x += width + gap
        return first

    @staticmethod
    def _fact_width(fact: PrintedFact) -> float:
        """Return the width of a fact in points."""
        widths = (
            text_width(fact.label.upper(), LABEL_FONT, LABEL_PT, points(LABEL_TRACK)),
            min(text_width(fact.value, VALUE_FONT, VALUE_PT), points(WIDEST_VALUE)),
            min(text_width(fact.unit, LINE_FONT, LINE_PT), points(WIDEST_VALUE)),
        )
        return max(widths) / points(1)
