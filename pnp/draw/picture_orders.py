"""Pictures of what happens to a vehicle and its crew: how it may drive on, and what it can do no more."""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.picture_machines import gun_firing, helmet, tank
from pnp.draw.picture_things import fire
from pnp.draw.shape import Paint, at, shape, star_text
from pnp.palette import INK, RED, mix
from pnp.scene import Group, Item, Matrix, Path, Stroke

STEEL, AMBER = "#5C6447", "#F2A51E"


def _vehicle(x: float, y: float, *, turn: float = 0, scale: float = 1.0) -> tuple[Path, ...]:
    """A tank from above, its gun upwards."""
    tracks = shape("R-4.2-5.4 2.2 10.8R2-5.4 2.2 10.8", fill=INK)
    hull = shape("M-2.6-5H2.6V4.6L1.8 5.4H-1.8L-2.6 4.6Z", fill=STEEL, stroke=Stroke(INK, 0.6))
    turret = shape("O0 .4 2.1", fill=mix(STEEL, "#FFFFFF", 0.8), stroke=Stroke(INK, 0.6))
    gun = shape("M0-1.6V-7.4", stroke=Stroke(INK, 1.1))
    return at(x, y, tracks, hull, gun, turret, turn=turn, scale=scale)


def _barred(items: tuple[Item, ...], paint: Paint, place: Matrix) -> tuple[Item, ...]:
    """A thing in a red ring, struck out."""
    bar = "M-8.4-8.4L8.4 8.4"
    ring = shape("O0 0 12", fill=mix(paint.ground, "#FFFFFF", 0.25), stroke=Stroke(RED, 2.3))
    slash = (shape(bar, stroke=Stroke(paint.ground, 3.6)), shape(bar, stroke=Stroke(RED, 2.3)))
    return (ring, Group(items, place), *slash)


def _scaled(items: tuple[Item, ...], x: float, y: float, scale: float) -> Group:
    return Group(items, Matrix.place(x, y, scale=scale))


def gun_barred(paint: Paint) -> tuple[Item, ...]:
    """A gun struck out."""
    flash = 2  # the gun's first two shapes are the flash: this one does not fire
    return _barred(gun_firing(paint)[flash:], paint, Matrix.place(2.6, -1, scale=0.76))


def wheels_barred(paint: Paint) -> tuple[Item, ...]:
    """The running gear of a tank, struck out."""
    run = "M-13-5.4H13C17.6-5.4 17.6 7 12.4 7H-12.4C-17.6 7-17.6-5.4-13-5.4Z"
    band = shape(run, fill=mix(INK, paint.ground, 0.16), stroke=Stroke(INK, 2.2))
    tread = shape(run, stroke=Stroke(paint.ground, 0.7, dash=(0.8, 1.6)))
    wheels = shape("".join(f"O{x} .9 3.7" for x in (-11.4, -3.8, 3.8, 11.4)), fill=INK)
    hubs = shape("".join(f"O{x} .9 1.5" for x in (-11.4, -3.8, 3.8, 11.4)), fill=paint.ground)
    return _barred((band, tread, wheels, hubs), paint, Matrix.place(0, -0.5, scale=0.6))


def turn_right(paint: Paint) -> tuple[Item, ...]:
    """A tank, and an arrow that turns off at a right angle to the right."""
    return _turn()


def turn_left(paint: Paint) -> tuple[Item, ...]:
    """A tank, and an arrow that turns off at a right angle to the left."""
    return at(0, 0, *_turn(), flip=True)


def _turn() -> tuple[Path, ...]:
    bend = shape("M-8.5-3.4V-4.4C-8.5-7-7-8.2-4.6-8.2H5", stroke=Stroke(RED, 3))
    return (*_vehicle(-8.5, 6.8, scale=1.05), bend, shape("M4.4-13.2L13.4-8.2L4.4-3.2Z", fill=RED))


def ahead(paint: Paint) -> tuple[Item, ...]:
    """A tank between two lines, and an arrow straight ahead."""
    lines = shape("M-9.5-12.8V12.8M9.5-12.8V12.8", stroke=Stroke(INK, 0.9, dash=(2.4, 1.6)))
    shaft = shape("M0-1.6V-7", stroke=Stroke(RED, 3))
    return (lines, *_vehicle(0, 7.4), shaft, shape("M-4.8-6.4L0-13.4L4.8-6.4Z", fill=RED))


def reverse(paint: Paint) -> tuple[Item, ...]:
    """A tank, and an arrow backwards."""
    shaft = shape("M0 2.6V7", stroke=Stroke(RED, 3))
    return (*_vehicle(0, -5), shaft, shape("M-4.8 6.4L0 13.4L4.8 6.4Z", fill=RED))


def stunned(paint: Paint) -> tuple[Item, ...]:
    """A helmet under stars."""
    stars = "".join(
        star_text(x, y, 3.2, 1.3, turn=turn) for x, y, turn in ((-9.5, -8, -14), (0, -10, 0), (9.5, -8, 14))
    )
    way = shape("M-15-3.4C-11.6-8.6 11.6-8.6 15-3.4", stroke=Stroke(AMBER, 0.9, dash=(1.6, 1.3)))
    return (way, shape(stars, fill=AMBER, stroke=Stroke(INK, 0.5)), _scaled(helmet(paint), 0, 6.2, 0.68))


def crew_lost(paint: Paint) -> tuple[Item, ...]:
    """A helmet on a rifle that stands in the ground."""
    rifle = shape("M-.9-6H.9V3.4L1.7 5V12.4H-1.7V5L-.9 3.4Z", fill="#6B4A30", stroke=Stroke(INK, 0.7))
    earth = shape("M-13 13C-9 10-5 9.2 0 9.2C5 9.2 9 10 13 13Z", fill=INK)
    return (rifle, earth, _scaled(helmet(paint), 0, -7, 0.56))


def wreck(paint: Paint) -> tuple[Item, ...]:
    """A tank that burns."""
    return (_scaled(fire(paint), -3, -5.4, 0.62), _scaled(tank(paint), 0, 5.6, 0.7))


ORDERS: dict[str, Callable[[Paint], tuple[Item, ...]]] = {
    "gun-barred": gun_barred,
    "wheels-barred": wheels_barred,
    "turn-right": turn_right,
    "turn-left": turn_left,
    "ahead": ahead,
    "reverse": reverse,
    "stunned": stunned,
    "crew-lost": crew_lost,
    "wreck": wreck,
}
