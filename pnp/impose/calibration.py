"""The calibration page, which shows how far a printer shifts, turns and enlarges the back of a sheet.

Front and back have scales of strokes, read against the light. Each stroke on the back is `STEP` further from the stroke
of the front than the one before, so that exactly one pair of strokes meets along each scale. The number at that pair is
the shift. The scales are verniers. Two at each side of the page measure left and right, and up and down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pnp.draw.sketches.drawn_sketch import STEP_SIZE, sketch_scene
from pnp.impose.marks import TextColumn, head_line, proof_strip
from pnp.impose.page import Page, Placement
from pnp.impose.registration import finish_back
from pnp.model.target import LADDER_SPAN, PITCH, READING_SPAN, STEP, BackShift, Duplex, Target
from pnp.palette import ATTACKER, BROWN, INK, PANEL, WHITE
from pnp.scene import Anchor, Group, Item, Matrix, Point, Rect, Stroke, Text, circle, line, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm

STROKES = 13
"""The number of strokes on each side of zero; a scale reads up to STEP x STROKES."""
OVERLAP: Mm = 1.5
"""Length of a stroke past the centre line of its scale, where front and back meet."""
HALF_TEXT: Mm = 52
"""Half the width of the texts between the scales."""
EXAMPLE_RUNGS = 3
"""The number of strokes on each side of zero in the example of a scale."""
RUNG: Mm = 2.3
"""Length of half a rung of a ladder, which is printed on one side of the sheet."""
OUT: Mm = 6
"""Length of a stroke on its other side; every fifth stroke is 1.5 mm longer."""


@dataclass(frozen=True, slots=True)
class VernierScale:
    """A scale for up and down: its letter, its centre, and the side of the front's strokes and figures.

    `front_side` is -1 for the left and 1 for the right; the strokes of the back are on the other side.
    """

    letter: str
    middle: Point
    front_side: int

    def strokes(self, *, back: bool, count: int = STROKES) -> Iterator[tuple[int, Point, Point]]:
        """Yield the strokes for measuring front against back: index, inner end, outer end; as seen from the front."""
        x, y = self.middle
        pitch = PITCH - STEP if back else PITCH
        side = -self.front_side if back else self.front_side
        for k in range(-count, count + 1):
            out = OUT + (1.5 if k % 5 == 0 else 0)
            yield k, (x - OVERLAP * side, y + k * pitch), (x + out * side, y + k * pitch)

    def front(self, count: int = STROKES) -> Iterator[Item]:
        """Yield the front of the scale: its strokes, their numbers, and its letter if it has one."""
        for k, inner, outer in self.strokes(back=False, count=count):
            yield line(*inner, *outer, Stroke(INK, _stroke_width(k)))
            if k % 5 == 0:
                yield stroke_number(k, (outer[0] + self.front_side, outer[1]), self.front_side)
        if self.letter:
            yield from letter_disc(self.letter, self.middle[0], self.middle[1] - (count + 1) * PITCH)

    def back(self, width: Mm) -> Iterator[Item]:
        """Yield the back of the scale: its strokes, mirrored on a page of this width."""
        return mirrored_strokes(self.strokes(back=True), width)


@dataclass(frozen=True, slots=True)
class LadderScale:
    """A scale for left and right with strokes below each other: its letter, its centre, and the side of its figures.

    The upper half of each rung is printed on the front and the lower half on the back. They are in line where the back
    is displaced by the number of the rung. So the scale is narrow and reads the displacement at its place.
    """

    letter: str
    middle: Point
    number_side: int

    def strokes(self, *, back: bool, count: int = STROKES) -> Iterator[tuple[int, Point, Point]]:
        """Yield the strokes for measuring front against back: index, upper end, lower end; as seen from the front."""
        x, y = self.middle
        for k in range(-count, count + 1):
            top = y + k * PITCH - (0 if back else RUNG)
            across = x - k * STEP if back else x
            yield k, (across, top), (across, top + RUNG)

    def front(self, count: int = STROKES) -> Iterator[Item]:
        """Yield the front of the scale: its strokes, their numbers, and its letter if it has one."""
        x, y = self.middle
        for k, upper, lower in self.strokes(back=False, count=count):
            yield line(*upper, *lower, Stroke(INK, _stroke_width(k)))
            if k % 5 == 0:
                yield stroke_number(k, (x + 4 * self.number_side, lower[1]), self.number_side)
        if self.letter:
            yield from letter_disc(self.letter, x, y - (count + 1) * PITCH)

    def back(self, width: Mm) -> Iterator[Item]:
        """Yield the back of the scale: its strokes, mirrored on a page of this width."""
        return mirrored_strokes(self.strokes(back=True), width)


def mirrored_strokes(strokes: Iterable[tuple[int, Point, Point]], width: Mm) -> Iterator[Item]:
    """Yield the strokes of a back as they are printed on a page of this width."""
    for k, (x1, y1), (x2, y2) in strokes:
        yield line(width - x1, y1, width - x2, y2, Stroke(ATTACKER, _stroke_width(k)))


def _stroke_width(k: int) -> Mm:
    """Return the width of stroke `k`; every fifth is bold."""
    return 0.35 if k % 5 == 0 else 0.2


def stroke_number(k: int, at: Point, side: int) -> Text:
    """Return the printed number of stroke `k`, such as `+1` for 1 mm, on a side of a point; -1 is the left."""
    words = f"{k * STEP:+.0f}".replace("-", "\N{MINUS SIGN}") if k else "0"
    anchor: Anchor = "end" if side < 0 else "start"
    x, y = at
    return Text(x, y + cap_height("condensed-bold", 9) / 2, words, "condensed-bold", 9, INK, anchor)


def letter_disc(letter: str, x: Mm, y: Mm) -> Iterator[Item]:
    """Yield a dark disc with the letter that names a scale of strokes."""
    yield circle(x, y, 2.6, fill=INK)
    yield Text(x, y + cap_height("condensed-bold", 11) / 2, letter, "condensed-bold", 11, WHITE, "middle")


def page_scales(width: Mm, height: Mm) -> tuple[LadderScale, VernierScale, VernierScale, LadderScale]:
    """Return the four scales of the calibration page, from left to right.

    A and D measure left and right, B and C up and down.
    """
    x, y = width / 2, height / 2
    return (
        LadderScale("A", (x - LADDER_SPAN / 2, y), -1),
        VernierScale("B", (x - READING_SPAN / 2, y), -1),
        VernierScale("C", (x + READING_SPAN / 2, y), 1),
        LadderScale("D", (x + LADDER_SPAN / 2, y), 1),
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
    left, middle = width / 2 - HALF_TEXT, height / 2
    yield from _example_scales(Rect(left, middle - 82, 2 * HALF_TEXT, 38))
    yield from _reading_boxes(left, middle - 36, shift)
    yield from _picture((left, middle + 34))
    words = (
        "If no pair meets on a scale, the back is further off. Read on this cross of millimetres how far the red ring"
        " is to the right and down, set that as the offset, and print this sheet again."
    )
    yield from TextColumn(width / 2 + 14, middle + 44, HALF_TEXT - 14).set_text((("sans-italic", words),), 8.5)[0]


def _example_scales(box: Rect) -> Iterator[Item]:
    """Yield an example of each kind of scale against the light: the back 0.4 mm to the right, and 0.2 mm too high."""
    level = LadderScale("", (box.x + 12, box.centre[1]), -1)
    upright = VernierScale("", (box.x + 65, box.centre[1]), -1)
    yield rectangle(box, fill=PANEL, radius=1.5)
    for scale, (across, down), meet in ((level, (2 * STEP, 0), 2), (upright, (0, -STEP), -1)):
        yield from scale.front(EXAMPLE_RUNGS)
        for k, (x1, y1), (x2, y2) in scale.strokes(back=True, count=EXAMPLE_RUNGS):
            yield line(x1 + across, y1 + down, x2 + across, y2 + down, Stroke(ATTACKER, _stroke_width(k)))
        yield circle(scale.middle[0], scale.middle[1] + meet * PITCH, 2.9, stroke=Stroke(BROWN, 0.3))
    texts = (
        (
            18,
            "A or D: this reads +0.4",
            (
                "The upper half of a stroke is black, the lower half red. They are in line at the second stroke below"
                " 0. Each stroke counts 0.2 mm: the back lies 0.4 mm to the right."
            ),
        ),
        (
            76,
            "B or C: \N{MINUS SIGN}0.2",
            (
                "Black and red lie side by side. They are in line at the first stroke above 0: the back lies 0.2 mm"
                " too high."
            ),
        ),
    )
    for left, heading, words in texts:
        column = TextColumn(box.x + left, box.y + 7, (52 if left < 50 else box.width) - left - 2)
        yield from column.set_text((("sans-semibold", heading), ("sans", words)), 8)[0]


def _reading_boxes(x: Mm, y: Mm, shift: BackShift) -> Iterator[Item]:
    """Yield the boxes for the readings, and the sentences that say what to do with them."""
    text = (
        "4. Write the readings into the boxes. Right and down are +, left and up are \N{MINUS SIGN}. 0.5 mm or less"
        " needs no correction. If you make your kits with pnp, give it larger readings, in the order of the boxes: it"
        " corrects the backs. Otherwise set them as offsets in the settings of your printer. Print this sheet again:"
        " all four scales should read 0. If D reads more than A, the back is printed larger than the front; if C reads"
        " more than B, it is turned clockwise. If you cannot correct it, print fronts and backs on separate sheets and"
        " glue them together."
    )
    words = [("sans", text)]
    if shift != BackShift():
        old = ", ".join(f"{letter} {_signed(reading)}" for letter, reading in zip("ABCD", shift.readings, strict=True))
        words.append(
            ("sans-bold", f"On this sheet, backs are corrected for the readings {old}. Add the new ones to these.")
        )
    lines, foot = TextColumn(x, y, 2 * HALF_TEXT).set_text(words, 9.5)
    yield from lines
    for number, letter in enumerate("ADBC"):
        left = x + number * HALF_TEXT / 2
        yield Text(left, foot + 6.4, letter, "condensed-bold", 13, INK)
        yield rectangle(Rect(left + 4.5, foot, 13, 9), fill=WHITE, stroke=Stroke(INK, 0.3))
        yield Text(left + 18.3, foot + 6.4, "mm", "sans", 9.5, INK)


def _signed(reading: Mm) -> str:
    """Return a reading with its sign, such as `+0.4`; it has two decimals if it needs them."""
    return f"{round(reading, 2) + 0.0:+.3g}".replace("-", "\N{MINUS SIGN}") if round(reading, 2) else "0"


def _picture(at: Point) -> Iterator[Item]:
    """Yield the picture of a sheet that is held up to a light, with its top left corner at a point."""
    scene = sketch_scene("steps/backs", STEP_SIZE)
    yield Group(scene.items, Matrix.place(*at, scale=PICTURE_SCALE), clip=rectangle(scene.box))


PICTURE_SCALE = 0.72
"""The size of the picture of a sheet before a light; 1 is its size in the print guide."""
