"""Pictures of machines: aircraft, ships, vehicles, guns."""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.emblem import draw_emblem, place_emblem
from pnp.draw.shape import Paint, at, both, points_text, shape, star_text
from pnp.palette import INK, PAPER, WHITE, mix
from pnp.scene import Item, Path, Stroke

OLIVE, FLAME, GLOW = "#434A2B", "#F2A51E", "#FFF3C4"


def aircraft(paint: Paint) -> tuple[Item, ...]:
    """A fighter from above, nose up."""
    wings = "M0-5.0C7-5.3 14.9-4.0 14.9-1.2C14.6 1.0 7.6 2.5 0 2.8C-7.6 2.5-14.6 1.0-14.9-1.2C-14.9-4.0-7-5.3 0-5.0Z"
    body = "M-2.1-9.3C-2.1-11.3 2.1-11.3 2.1-9.3C2.6-3 1.9 4.6.55 12.7H-.55C-1.9 4.6-2.6-3-2.1-9.3Z"
    tail = "M0 8.3C3 8.2 5.7 8.9 5.7 10.2C5.7 11.3 3 11.7 0 11.7C-3 11.7-5.7 11.3-5.7 10.2C-5.7 8.9-3 8.2 0 8.3Z"
    canopy = shape("M-.8-3.0C-.8-4.2.8-4.2.8-3.0V.4C.8 1.4-.8 1.4-.8.4Z", fill=mix(WHITE, OLIVE, 0.75))
    propeller = shape("M-3.8-11.3H3.8", stroke=Stroke(OLIVE, 0.7, cap="round"))
    nose = shape("O0-11.3 .8", fill=OLIVE)
    solid = tuple(shape(part, fill=OLIVE) for part in (wings, body, tail))
    return (propeller, *solid, canopy, nose, *_wing_marks(paint, 9.4, -1.2, 1.95))


def bomber(paint: Paint) -> tuple[Item, ...]:
    """A twin-engined aircraft from above, nose up."""
    wings = "M0-4.4L5-4.6L17.6-2.2C19-1.8 19 .2 17.6.5L5 2.6H-5L-17.6.5C-19 .2-19-1.8-17.6-2.2L-5-4.6Z"
    body = "M0-11.9C1.5-11.6 2-10 2.1-8C2.4-2 1.9 5 .7 12.4H-.7C-1.9 5-2.4-2-2.1-8C-2-10-1.5-11.6 0-11.9Z"
    tail = "M0 8.8C3.4 8.7 7 9.2 7 10.4C7 11.4 3.4 11.9 0 11.9C-3.4 11.9-7 11.4-7 10.4C-7 9.2-3.4 8.7 0 8.8Z"
    engine = shape("M4.4-7.4C4.4-8.6 7.4-8.6 7.4-7.4V1.8L5.9 5L4.4 1.8Z", fill=OLIVE)
    propeller = shape("M3-8.3H8.8", stroke=Stroke(OLIVE, 0.65, cap="round"))
    canopy = shape("M-.9-7.6C-.9-9 .9-9 .9-7.6V-5.4H-.9Z", fill=mix(WHITE, OLIVE, 0.75))
    solid = tuple(shape(part, fill=OLIVE) for part in (wings, body, tail))
    return (*both(propeller, engine), *solid, canopy, *_wing_marks(paint, 12.6, -0.9, 1.8))


def _wing_marks(paint: Paint, x: float, y: float, radius: float) -> tuple[Item, ...]:
    mark = draw_emblem(paint.emblem, paint.accent, WHITE)
    return (place_emblem(mark, -x, y, radius), place_emblem(mark, x, y, radius))


def warship(paint: Paint) -> tuple[Item, ...]:
    """A ship from its port side."""
    hull = shape("M-18.5 3.6L-12 5H18L15.4 10.2H-14.6Z", fill=INK)
    works = shape("M-4.6 5V-.6H-3V-4.4H1.2V-1.6H3.4V5ZM5.6 5V-2.6L8.6-2V5ZM10 5V2.4H13.4V5Z", fill=INK)
    mast = shape("M-1.2-4V-11.6M-4.4-8.6H2", stroke=Stroke(INK, 0.9))
    guns = shape("M-11.4 5V2.6C-10.6 1-7.4 1-6.6 2.6V5Z", fill=INK)
    barrels = shape("M-9.4 2.6L-15.6-.2M13 3.4L17.4 1.4", stroke=Stroke(INK, 1.1))
    sea = shape(
        "M-19 12.2C-16.4 10.8-14.8 10.8-12.6 12.2C-10.4 13.6-8.4 13.6-6.2 12.2C-4 10.8-2.2 10.8 0 12.2"
        "C2.2 13.6 4 13.6 6.2 12.2C8.4 10.8 10.4 10.8 12.6 12.2C14.8 13.6 16.4 13.6 19 12.2",
        stroke=Stroke(paint.accent, 1.1),
    )
    return (hull, works, mast, guns, barrels, sea)


def truck(paint: Paint) -> tuple[Item, ...]:
    """A lorry under canvas, driving right."""
    line = Stroke(INK, 1.1, join="round")
    canvas = shape("M-17-6.6C-17-8-16.4-8.6-15-8.6H.4C1.8-8.6 2.4-8 2.4-6.6V3.2H-17Z", fill=PAPER, stroke=line)
    hoops = shape("M-12.2-8.4V3M-7.3-8.4V3M-2.4-8.4V3", stroke=Stroke(INK, 0.7))
    cab = shape("M2.4 4.6V-5.2H9.2L11.4-1L16.2.2C17 .4 17.4 1 17.4 1.8V4.6Z", fill=INK)
    window = shape("M4.4-3.6H8.3L9.8-.6H4.4Z", fill=WHITE)
    frame = shape("R-17 3 34.4 2", fill=INK)
    wheels = [
        disc
        for x in (-12.2, -5.2, 11.4)
        for disc in (shape(f"O{x} 6.2 3.6", fill=INK), shape(f"O{x} 6.2 1.4", fill=paint.ground))
    ]
    return (canvas, hoops, cab, window, frame, *wheels)


def train(paint: Paint) -> tuple[Item, ...]:
    """A steam locomotive, driving right."""
    body = "M-16-9.6H-4.4V-7.6H-5.6V-4.2H11.4C12.4-4.2 13 -3.4 13-2.4V4.4H-14.6V-7.6H-16Z"
    chimney = "M8.2-4V-9H7.2V-10.6H12.4V-9H11.4V-4ZM.2-4V-6C.2-7.6 3.8-7.6 3.8-6V-4Z"
    window = shape("R-12.4-6.2 4.4 4.4", fill=paint.ground)
    buffer = shape("M13 2.6H16.4L17.6 8.4H13Z", fill=INK)
    wheels = [
        disc
        for x, radius in ((-10.4, 3.7), (-2.2, 3.7), (5.4, 2.7), (11.2, 2.7))
        for disc in (
            shape(f"O{x} {8.2 - radius} {radius + 0.9}", fill=paint.ground),
            shape(f"O{x} {8.2 - radius} {radius}", fill=INK),
            shape(f"O{x} {8.2 - radius} {radius * 0.4}", fill=paint.ground),
        )
    ]
    rail = shape("R-18.4 9.4 36.8 1.4", fill=INK)
    return (shape(body + chimney, fill=INK), window, buffer, *wheels, rail)


def gun_firing(paint: Paint) -> tuple[Item, ...]:
    """A field gun, its muzzle flash up right."""
    flash = shape(star_text(9.4, -4.8, 8.4, 4.4, 11, short=0.82), fill=FLAME)
    core = shape(star_text(9.4, -4.8, 4.2, 2.4, 11), fill=GLOW)
    barrel = at(-7.0, 7.0, shape("R-4.6-2.3 17.6 4.6R10.8-3 2.6 6", fill=INK), turn=-36)
    shield = at(-7.0, 7.0, shape("R1-6 1.8 11", fill=INK), turn=-20)
    trail = shape("M-8.4 9.2L-17.6 12", stroke=Stroke(INK, 2.3))
    wheel = (shape("O-8.4 7.4 4.8", fill=INK), shape("O-8.4 7.4 3.4", fill=paint.ground))
    spokes = shape("M-11.8 7.4H-5M-8.4 4V10.8M-10.8 5L-6 9.8M-10.8 9.8L-6 5", stroke=Stroke(INK, 0.6))
    return (flash, core, *barrel, *shield, trail, *wheel, spokes, shape("O-8.4 7.4 1.2", fill=INK))


def helmet(paint: Paint) -> tuple[Item, ...]:
    """A steel helmet from the side."""
    bowl = "M-13.4 4C-13.4-6-8-11 0-11C8-11 12.8-6.4 13 1.4C15 2.6 16.6 4.4 17 6.6H-16.6C-16.2 5.6-15 4.6-13.4 4Z"
    rim = shape("M-12.6 3.2C-4 1.6 6 1 12.6 1.8", stroke=Stroke(paint.ground, 0.9))
    strap = shape("M-7 6.6C-6 11.4 5 12.4 8.4 6.6", stroke=Stroke(INK, 1.3))
    return (shape(bowl, fill=INK), rim, strap)


def _tracks(count: int) -> Path:
    """The road wheels of a tank."""
    return shape("".join(f"O{-10 + i * 20 / (count - 1)} 8 2.2" for i in range(count)), fill=PAPER)


def tank(paint: Paint) -> tuple[Item, ...]:
    """A tank from the side, gun to the right."""
    track = shape("M-13 4H13C17.4 4 17.4 12 13 12H-13C-17.4 12-17.4 4-13 4Z", fill=INK)
    hull = points_text([(-15, 3.4), (-12.6, -1.2), (11.6, -1.2), (15.6, 3.4)])
    turret = (
        "M-8.6-2L-6.4-7.4C-6.2-8-5.8-8.2-5-8.2H3.6C4.6-8.2 5-7.8 5.2-7L6.4-2ZM5-6.6H18.6V-4.4H5ZM-4.6-8.2V-9.8H.6V-8.2Z"
    )
    return (track, _tracks(5), shape(hull, fill=INK), shape(turret, fill=INK))


MACHINES: dict[str, Callable[[Paint], tuple[Item, ...]]] = {
    "aircraft": aircraft,
    "bomber": bomber,
    "warship": warship,
    "truck": truck,
    "tank": tank,
    "train": train,
    "gun-firing": gun_firing,
    "helmet": helmet,
}
