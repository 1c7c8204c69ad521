"""Pictures that are signs: arrows, bursts, dice, calendars."""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.emblem import draw_emblem, place_emblem
from pnp.draw.shape import Paint, at, rounded, shape, star_text
from pnp.palette import INK, RED, WHITE
from pnp.scene import Item, Path, Stroke

FLAME, GLOW, PALE = "#F2A51E", "#FFF3C4", "#FFE9B8"


def _arrow(left: float, right: float) -> Path:
    neck = right - 5.4
    return shape(f"M{left} -2.1H{neck}V-5L{right} 0L{neck} 5V2.1H{left}Z", fill=INK)


def _burst(x: float, radius: float) -> tuple[Path, ...]:
    outer, inner = (
        star_text(x, 0, radius, radius * 0.54, 9, short=0.84),
        star_text(x, 0, radius * 0.5, radius * 0.29, 9),
    )
    return (shape(outer, fill=RED), shape(inner, fill=PALE))


def arrow(paint: Paint) -> tuple[Item, ...]:
    """An arrow to the right."""
    return at(0, 0, _arrow(-9, 9), scale=1.6)


def arrow_burst(paint: Paint) -> tuple[Item, ...]:
    """First move, then fight."""
    return (_arrow(-16.6, -1.6), *_burst(9, 9.4))


def burst_arrow(paint: Paint) -> tuple[Item, ...]:
    """First fight, then move."""
    return (*_burst(-9, 9.4), _arrow(2, 17))


def burst(paint: Paint) -> tuple[Item, ...]:
    """An explosion."""
    rays = ((13.2, 7, 12, RED, 0.82), (6.8, 4, 12, FLAME, 0.9), (4, 2.4, 9, GLOW, 1))
    return tuple(shape(star_text(0, 0, o, i, n, short=short), fill=c) for o, i, n, c, short in rays)


def die(paint: Paint) -> tuple[Item, ...]:
    """A die that shows six."""
    pips = "".join(f"O{x} {y} 1.65" for x in (-4.8, 4.8) for y in (-5, 0, 5))
    face = rounded(-9.6, -9.6, 19.2, 19.2, 2.9, fill=WHITE, stroke=Stroke(INK, 1.2))
    return at(0, 0, face, shape(pips, fill=INK), turn=-8)


def calendar(paint: Paint) -> tuple[Item, ...]:
    """A calendar leaf: a red head, room for the sides' emblems, two rings."""
    sheet = rounded(-13, -10.4, 26, 22.8, 2, fill=WHITE)
    edge = Path(sheet.ops, sheet.xy, None, Stroke(INK, 1.1))
    head = "M-13-3.2V-8.4C-13-9.5-12.1-10.4-11-10.4H11C12.1-10.4 13-9.5 13-8.4V-3.2Z"
    rings = shape("R-7.9-13.2 1.8 4.2R6.1-13.2 1.8 4.2", fill=INK)
    count = len(paint.emblems)
    radius = min(4.6, 11 / max(count, 1))
    marks = [
        place_emblem(draw_emblem(name, accent, WHITE), (i - (count - 1) / 2) * radius * 2.4, 4.6, radius)
        for i, (name, accent) in enumerate(paint.emblems)
    ]
    return (sheet, shape(head, fill=RED), edge, rings, *marks)


def pin(paint: Paint) -> tuple[Item, ...]:
    """A pin that marks a place."""
    body = "M0 12.8C-2-2 -8.6-1.4-8.6-6.4C-8.6-10.6-4.8-13.2 0-13.2C4.8-13.2 8.6-10.6 8.6-6.4C8.6-1.4 2-2 0 12.8Z"
    return (shape(body, fill=RED, stroke=Stroke(INK, 0.9)), shape("O0-6.2 3.3", fill=WHITE, stroke=Stroke(INK, 0.9)))


def plain_star(paint: Paint) -> tuple[Item, ...]:
    """A star in the side's accent."""
    return (shape(star_text(0, 1, 13, 5.1), fill=paint.accent),)


def swords(paint: Paint) -> tuple[Item, ...]:
    """Two crossed swords."""
    return (place_emblem(draw_emblem("crossed-swords", INK, paint.ground), 0, 0, 12.4),)


def shield(paint: Paint) -> tuple[Item, ...]:
    """A shield with the side's emblem."""
    body = "M-10-12H10V-2C10 6 5.4 10.4 0 12.8C-5.4 10.4-10 6-10-2Z"
    mark = draw_emblem(paint.emblem, paint.accent, WHITE)
    return (shape(body, fill=WHITE, stroke=Stroke(INK, 1.5)), place_emblem(mark, 0, -1.6, 5.6))


def stop(paint: Paint) -> tuple[Item, ...]:
    """A red octagon with a white bar."""
    octagon = "M-5.2-12.4H5.2L12.4-5.2V5.2L5.2 12.4H-5.2L-12.4 5.2V-5.2Z"
    return (shape(octagon, fill=RED, stroke=Stroke(INK, 0.9)), shape("R-8-2.2 16 4.4", fill=WHITE))


def question(paint: Paint) -> tuple[Item, ...]:
    """A question mark, drawn: a counter whose face is not known."""
    hook = "M-6.4-5.6C-6.4-15 7.2-14.8 7.2-6C7.2.6 0 .2 0 6"
    return (shape(hook, stroke=Stroke(INK, 3.7)), shape("O0 10.6 2.4", fill=INK))


def eye(paint: Paint) -> tuple[Item, ...]:
    """An open eye: somebody has been seen."""
    lids = shape("M-16 0C-9-11.5 9-11.5 16 0C9 11.5-9 11.5-16 0Z", fill=WHITE, stroke=Stroke(INK, 1.6))
    return (lids, shape("O0 0 7", fill=INK), shape("O-2.2-2.2 1.9", fill=WHITE))


def crosshair(paint: Paint) -> tuple[Item, ...]:
    """A ring with cross hairs: guns are laid on the place."""
    hairs = shape("M0-13.4V-4M0 4V13.4M-13.4 0H-4M4 0H13.4", stroke=Stroke(INK, 1.9))
    return (shape("O0 0 9", fill=WHITE, stroke=Stroke(INK, 1.9)), hairs, shape("O0 0 2.3", fill=RED))


SIGNS: dict[str, Callable[[Paint], tuple[Item, ...]]] = {
    "arrow": arrow,
    "arrow-burst": arrow_burst,
    "burst-arrow": burst_arrow,
    "burst": burst,
    "die": die,
    "calendar": calendar,
    "pin": pin,
    "plain-star": plain_star,
    "swords": swords,
    "shield": shield,
    "stop": stop,
    "question": question,
    "eye": eye,
    "crosshair": crosshair,
}
