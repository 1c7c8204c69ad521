"""The calibration page, which shows how far a printer shifts the back of a sheet.

Front and back have scales of strokes, read against the light. Strokes on the back are `STEP` closer together, so that
exactly one pair of strokes meets along each scale. The number at that pair is the shift. The scales are verniers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.draw.cover_art.picture import Picture
from pnp.draw.print_guide import step_pictures
from pnp.draw.print_guide.sketch import Sketch
from pnp.impose.marks import TextColumn, head_line, proof_strip
from pnp.impose.page import Page, Placement
from pnp.impose.registration import finish_back
from pnp.model.target import READING_SPAN, BackShift, Duplex, Target
from pnp.palette import ATTACKER, BROWN, INK, PANEL, WHITE
from pnp.scene import Anchor, Item, Point, Rect, Stroke, Text, circle, line, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm, points

STEP: Mm = 0.2
"""The shift between one stroke of a scale and the next."""
STROKES = 13
"""The number of strokes on each side of zero; a scale reads up to STEP x STROKES."""
PITCH: Mm = 5.4
"""Distance between two strokes of the front: more than the greatest reading, so that no second pair can meet."""
OVERLAP: Mm = 1.5
"""Length of a stroke past the centre line of its scale, where front and back meet."""
OUT: Mm = 6
"""Length of a stroke on its other side; every fifth stroke is 1.5 mm longer."""


@dataclass(frozen=True, slots=True)
class VernierScale:
    """A scale of the calibration page: its letter, its centre, and its direction.

    A horizontal scale measures left and right, a vertical one up and down. `front_side` is the direction of strokes and
    figures of the front: -1 is up or left, 1 is down or right.
    """

    letter: str
    middle: Point
    horizontal: bool
    front_side: int

    def strokes(self, *, back: bool, count: int = STROKES, shift: Mm = 0) -> Iterator[tuple[int, Point, Point]]:
        """Yield the strokes of a scale for measuring front against back: index, inner end, outer end.

        The ends are as seen from the front, moved along the scale by `shift`.
        """
        pitch = PITCH - STEP if back else PITCH
        side = -self.front_side if back else self.front_side
        for k in range(-count, count + 1):
            along = k * pitch + shift
            ends = (-OVERLAP * side, (OUT + (1.5 if k % 5 == 0 else 0)) * side)
            inner, outer = (self._page_point(along, across) for across in ends)
            yield k, inner, outer

    def _page_point(self, along: Mm, across: Mm) -> Point:
        """Return the point on the page at these distances along and across the scale, from its centre."""
        x, y = self.middle
        return (x + along, y + across) if self.horizontal else (x + across, y + along)

    def front(self, count: int = STROKES) -> Iterator[Item]:
        """Yield the front of the scale: its strokes, their numbers, and its letter."""
        for k, inner, outer in self.strokes(back=False, count=count):
            yield line(*inner, *outer, Stroke(INK, 0.35 if k % 5 == 0 else 0.2))
            if k % 5 == 0:
                yield self._stroke_number(k, outer)
        yield from self._letter_disc(count)

    def back(self, width: Mm) -> Iterator[Item]:
        """Yield the back of the scale: its strokes, mirrored on a page of this width."""
        for k, (x1, y1), (x2, y2) in self.strokes(back=True):
            yield line(width - x1, y1, width - x2, y2, Stroke(ATTACKER, 0.35 if k % 5 == 0 else 0.2))

    def _stroke_number(self, k: int, outer: Point) -> Text:
        """Return the printed number of stroke `k`, beyond its outer end."""
        x, y = outer
        words = f"{k * STEP:+.0f}".replace("-", "\N{MINUS SIGN}") if k else "0"
        half = cap_height("condensed-bold", 9) / 2
        if self.horizontal:
            return Text(
                x, y - 1 if self.front_side < 0 else y + 1 + 2 * half, words, "condensed-bold", 9, INK, "middle"
            )
        anchor: Anchor = "end" if self.front_side < 0 else "start"
        return Text(x + 1 * self.front_side, y + half, words, "condensed-bold", 9, INK, anchor)

    def _letter_disc(self, count: int) -> Iterator[Item]:
        """Yield a disc with the letter of this scale, beside its first stroke."""
        first = -count * PITCH
        x, y = self._page_point(first, -OUT - 6) if self.horizontal else self._page_point(first - PITCH, 0)
        yield circle(x, y, 2.6, fill=INK)
        yield Text(x, y + cap_height("condensed-bold", 11) / 2, self.letter, "condensed-bold", 11, WHITE, "middle")


def page_scales(width: Mm, height: Mm) -> tuple[VernierScale, VernierScale, VernierScale]:
    """Return the three scales of the calibration page: A is horizontal, B and C are vertical.

    A is in the centre of the page. A turn of the back does not affect the horizontal scale.
    """
    x, y, half = width / 2, height / 2, READING_SPAN / 2
    return (
        VernierScale("A", (x, y), True, -1),
        VernierScale("B", (x - half, y), False, -1),
        VernierScale("C", (x + half, y), False, 1),
    )


def impose_calibration(
    target: Target,
    paper: str,
    duplex: Duplex,
    back_shift: BackShift = BackShift(),  # noqa: B008 - frozen
) -> tuple[Page, ...]:
    """Return the front and the back of the calibration sheet; no pages if no backs are printed.

    With a back shift the sheet shows the remaining error, so every scale should read zero.
    """
    if duplex not in ("long", "short"):
        return ()
    width, height = target.papers[paper].width, target.papers[paper].height
    whole = Rect(0, 0, width, height)
    scales = page_scales(width, height)
    turning = f"print both sides at 100 %, flip on the {duplex} edge"
    centre = (width / 2, height / 2 + 46)
    front = Page(
        name="calibration front",
        width=width,
        height=height,
        trim=whole,
        bleed=whole,
        art=(),
        marks=(
            *head_line(width, target, ("calibration", "front"), turning),
            *(item for scale in scales for item in scale.front()),
            *_millimetre_cross(centre),
            *_instructions(width, height, target, back_shift),
            *proof_strip(whole, target),
        ),
        placements=(Placement("calibration", "front", whole),),
    )
    back = Page(
        name="calibration back",
        width=width,
        height=height,
        trim=whole,
        bleed=whole,
        art=(),
        marks=(
            *head_line(width, target, ("calibration", "back"), turning),
            *(item for scale in scales for item in scale.back(width)),
            *_shift_ring(centre),
        ),
        placements=(Placement("calibration", "back", whole),),
    )
    return front, finish_back(back, back_shift, duplex)


def _millimetre_cross(middle: Point) -> Iterator[Item]:
    """Yield the cross with ticks of 1 mm on the front, for shifts beyond the scales."""
    x, y = middle
    stroke = Stroke(INK, 0.15)
    yield line(x - 8, y, x + 8, y, stroke)
    yield line(x, y - 8, x, y + 8, stroke)
    for mm in range(-8, 9):
        half = 1.6 if mm % 5 == 0 else 0.8
        yield line(x + mm, y - half, x + mm, y + half, stroke)
        yield line(x - half, y + mm, x + half, y + mm, stroke)


def _shift_ring(middle: Point) -> Iterator[Item]:
    """Yield the ring on the back whose position on the millimetre cross shows large shifts."""
    x, y = middle
    stroke = Stroke(ATTACKER, 0.3)
    yield circle(x, y, 2, stroke=stroke)
    yield line(x - 4, y, x + 4, y, stroke)
    yield line(x, y - 4, x, y + 4, stroke)


# ---------------------------------------------------------------- words


def _instructions(width: Mm, height: Mm, target: Target, shift: BackShift) -> Iterator[Item]:
    """Yield the instructions for reading the scales of the calibration page."""
    steps = (
        "1. Print both pages of this sheet as you will print two-sided sheets: same paper, same tray, same settings.",
        "2. Hold it against a window or a lamp, this side towards you. Black strokes are in front, red ones behind.",
        (
            "3. On each scale find the black and red strokes that line up and read that number. If none match exactly,"
            " use the value in between."
        ),
    )
    yield Text(target.margin, 21, "Check how your printer aligns the back", "condensed-bold", 22, INK)
    measure = (width - 2 * target.margin - 12) / 3
    for number, words in enumerate(steps):
        yield from TextColumn(target.margin + number * (measure + 6), 29, measure).set_text((("sans", words),), 9.5)[0]
    yield from _example_scale((width / 2, height / 2 - 64))
    yield from _reading_boxes(width / 2 - 62, height / 2 - 46, shift)
    yield from _picture((width / 2 - 62, height / 2 + 34))
    words = (
        "If no pair meets, read the position of the red ring on this cross of millimetres, enter it, and print again."
    )
    yield from TextColumn(width / 2 + 14, height / 2 + 44, 46).set_text((("sans-italic", words),), 8.5)[0]


def _example_scale(middle: Point) -> Iterator[Item]:
    """Yield an example of a scale seen against the light, with the back 0.4 mm to the right."""
    x, y = middle
    piece = VernierScale("", (x - 26, y), True, -1)
    yield rectangle(Rect(x - 62, y - 13, 124, 23), fill=PANEL, radius=1.5)
    for k, inner, outer in piece.strokes(back=False, count=5):
        yield line(*inner, *outer, Stroke(INK, 0.35 if k % 5 == 0 else 0.2))
        if k % 5 == 0:
            yield piece._stroke_number(k, outer)
    for k, inner, outer in piece.strokes(back=True, count=5, shift=2 * STEP):
        yield line(*inner, *outer, Stroke(ATTACKER, 0.35 if k % 5 == 0 else 0.2))
    meeting = (x - 26 + 2 * PITCH, y)
    yield circle(*meeting, 2.2, stroke=Stroke(BROWN, 0.3))
    words = (
        ("sans-semibold", "This reads +0.4"),
        (
            "sans",
            "They meet at the second stroke after 0, and each stroke counts 0.2 mm: the back lies 0.4 mm to the right.",
        ),
    )
    yield from TextColumn(x + 8, y - 7.5, 51).set_text(words, 8.5)[0]


def _reading_boxes(x: Mm, y: Mm, shift: BackShift) -> Iterator[Item]:
    """Yield the boxes for the readings, and the sentences that say what to do with them."""
    text = (
        "4. Write the readings into the boxes. Right and down are +, left and up are \N{MINUS SIGN}. 0.5 mm or less"
        " needs no correction. Set larger readings as offsets in the settings of your printer, and print this sheet"
        " again: all three scales should read 0. If your printer has no such settings, print fronts and backs on"
        " separate sheets and glue them together."
    )
    words = [("sans", text)]
    if shift != BackShift():
        sizes = f"{shift.x:g} mm to the right, {shift.y:g} mm down, {round(shift.turn, 3):g}°"
        words.append(("sans-bold", f"This sheet was printed with a correction of {sizes}. Add the readings to it."))
    lines, foot = TextColumn(x, y, 124).set_text(words, 9.5)
    yield from lines
    for number, letter in enumerate("ABC"):
        left = x + number * 42
        yield Text(left, foot + 6.4, letter, "condensed-bold", 13, INK)
        yield rectangle(Rect(left + 5, foot, 24, 9), fill=WHITE, stroke=Stroke(INK, 0.3))
        yield Text(left + 30.5, foot + 6.4, "mm", "sans", 9.5, INK)


def _picture(at: Point) -> Iterator[Item]:
    """Yield the picture of a sheet that is held up to a light, with its top left corner at a point."""
    picture = Picture({})
    sketch = Sketch(picture, at[0] / points(1), at[1] / points(1), PICTURE_SCALE)
    with sketch.clipped(0, 0, step_pictures.WIDTH, step_pictures.HEIGHT):
        step_pictures.sheet_before_a_light(sketch)
    yield from picture.items


PICTURE_SCALE = 0.72
"""The size of the picture of a sheet before a light; 1 is its size in the print guide."""
