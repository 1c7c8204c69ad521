"""Pictures of things: supplies, works, flags, weather."""

from __future__ import annotations

import math
from collections.abc import Callable

from pnp.draw.emblem import draw_emblem, place_emblem
from pnp.draw.shape import Paint, at, both, rounded, shape, star_text
from pnp.palette import INK, PAPER, RED, WHITE
from pnp.scene import Item, Path, Stroke

WOOD, WOOD_DARK, WOOD_SHADE = "#F3E6C2", "#D9C48F", "#A98F55"
CANVAS, GOLD, FLAME, ICE, RAIN = "#EFE3C4", "#E8B33A", "#F2A51E", "#24598F", "#2F6296"


def crate(paint: Paint) -> tuple[Item, ...]:
    """A crate of boards, seen from the front and a little from above."""
    edge, thin = Stroke(INK, 1.1, join="round"), Stroke(INK, 0.6)
    lid = shape("M-13.3-5L-8.7-8.3H13.3L8.7-5Z", fill=WOOD_DARK, stroke=edge)
    end = shape("M8.7-5L13.3-8.3V6.7L8.7 10Z", fill=WOOD_SHADE, stroke=edge)
    front = shape("R-13.3-5 22 15", fill=WOOD, stroke=edge)
    boards = shape("M-13.3-1.25H8.7M-13.3 2.5H8.7M-13.3 6.25H8.7", stroke=thin)
    battens = shape("R-12-5 2.6 15R4.8-5 2.6 15", fill=WOOD_DARK, stroke=Stroke(INK, 0.8))
    return (lid, end, front, boards, battens)


def crate_barred(paint: Paint) -> tuple[Item, ...]:
    """A crate struck out with a broad red bar."""
    bar = "M-15.6 12.2L15.6-11.4"
    return (*crate(paint), shape(bar, stroke=Stroke(paint.ground, 6.2)), shape(bar, stroke=Stroke(RED, 3.7)))


def _canopy(half: float, height: float, top: float) -> tuple[Path, ...]:
    """A parachute's canopy of five panels; its lines meet at (0, foot)."""
    edge, foot = Stroke(INK, 1, join="round"), top + height
    rim = f"M{-half} {foot}C{-half} {top - height * 0.34} {half} {top - height * 0.34} {half} {foot}"
    scallops, fifth = "", 2 * half / 5
    for i in range(5):
        x = half - i * fifth
        scallops += f"C{x - fifth * 0.2} {foot - 1.6} {x - fifth * 0.8} {foot - 1.6} {x - fifth} {foot}"
    x, y = half * 0.6, foot
    seams = f"M{-x} {y}C{-x} {top + 3} -2 {top} 0 {top}C2 {top} {x} {top + 3} {x} {y}"
    seams += f"M{-x / 3} {y}C{-x / 3} {top + 3} -1 {top} 0 {top}C1 {top} {x / 3} {top + 3} {x / 3} {y}"
    return (shape(rim + scallops + "Z", fill=PAPER, stroke=edge), shape(seams, stroke=Stroke(INK, 0.55)))


def parachute(paint: Paint) -> tuple[Item, ...]:
    """A parachute with its jumper's harness."""
    lines = shape("M-12 0L0 10.4L12 0M-7.2 0L0 10.4L7.2 0M-2.4 0L0 10.4L2.4 0", stroke=Stroke(INK, 0.5))
    return (lines, *_canopy(12, 11.4, -11.4), shape("O0 10.6 1.9", fill=INK))


def crate_parachute(paint: Paint) -> tuple[Item, ...]:
    """A crate that comes down under a parachute."""
    lines = shape(
        "M-12-3L-4 4.6M12-3L4 4.6M-7.2-3L-4 4.6M7.2-3L4 4.6M-2.4-3L-1.4 4.6M2.4-3L1.4 4.6", stroke=Stroke(INK, 0.5)
    )
    box = shape("R-5.6 4.4 11.2 8", fill=WOOD, stroke=Stroke(INK, 1))
    boards = shape("M-5.6 8.4H5.6M-2.6 4.4V12.4M2.6 4.4V12.4", stroke=Stroke(INK, 0.6))
    return (lines, *_canopy(12, 9, -12), box, boards)


def sandbags(paint: Paint) -> tuple[Item, ...]:
    """Three courses of sandbags."""
    edge, seam = Stroke(INK, 0.95), Stroke(INK, 0.6)
    bags = []
    for row, count in ((6.4, 4), (0.8, 3), (-4.8, 2)):
        for i in range(count):
            x = (i - (count - 1) / 2) * 9.3
            bags.append(rounded(x - 4.8, row - 2.7, 9.6, 5.4, 2.4, fill=CANVAS, stroke=edge))
            bags.append(shape(f"M{x - 2.7:g} {row - 0.7:g}V{row + 0.7:g}", stroke=seam))
    return tuple(bags)


def wire(paint: Paint) -> tuple[Item, ...]:
    """Coils of barbed wire between two stakes."""
    coils = []
    for i in range(5):
        coils.append(shape(f"E{-10.8 + i * 5.4:g} 1 4.6 7.4", stroke=Stroke(INK, 0.95)))
    barbs = "".join(
        f"M{x - 1:g} {y - 1:g}L{x + 1:g} {y + 1:g}M{x - 1:g} {y + 1:g}L{x + 1:g} {y - 1:g}"
        for i in range(6)
        for x, y in ((-13.5 + i * 5.4, -4.8), (-13.5 + i * 5.4, 6.8))
    )
    stakes = shape("R-17.6-9 2 20.4R15.6-9 2 20.4", fill=INK)
    return (*coils, shape(barbs, stroke=Stroke(INK, 0.8)), stakes)


def barrier(paint: Paint) -> tuple[Item, ...]:
    """A striped bar across a road, on two trestles."""
    bar = shape("R-18-6 36 6.4", fill=WHITE)
    stripes = "".join(f"M{x:g} .4L{x + 4.4:g}-6H{x + 8.8:g}L{x + 4.4:g} .4Z" for x in (-18, -7.4, 3.2))
    legs = shape("M-13 .4L-15.4 11.6M-11 .4L-8.6 11.6M13 .4L15.4 11.6M11 .4L8.6 11.6", stroke=Stroke(INK, 1.5))
    return (legs, bar, shape(stripes, fill=RED), shape("R-18-6 36 6.4", stroke=Stroke(INK, 1.1)))


def bridge(paint: Paint) -> tuple[Item, ...]:
    """A truss bridge over water."""
    truss = "M-16 4L-8-6H8L16 4M-8-6L-5.4 4L0-6L5.4 4L8-6"
    water = shape(
        "M-17 10.6C-13 8.4-9 12.8-4.6 10.6C0 8.4 4.6 12.8 8.6 10.6C12 8.8 14.6 9.8 17 10.6", stroke=Stroke(RAIN, 1.2)
    )
    return (shape(truss, stroke=Stroke(INK, 1.3, join="round")), shape("R-18.4 3.4 36.8 2.2", fill=INK), water)


def bridge_down(paint: Paint) -> tuple[Item, ...]:
    """A bridge on a map with its span gone, and an arrow that points at the hexside."""
    pen = Stroke(INK, 1.6)
    half = "M17 1.6H5.6L3.4 4.4M17 8H6.4L4.4 10.6M9 1.6V8M13.4 1.6V8"
    arrow = shape("M0-12.6L5.8-5.8H2.1V-1H-2.1V-5.8H-5.8Z", fill=RED)
    return (*both(shape(half, stroke=pen)), arrow)


def flag(paint: Paint) -> tuple[Item, ...]:
    """A flag on its staff, with the owner's emblem."""
    staff = shape("R-12.9-11.6 1.6 24.6O-12.1-12 1.35", fill=INK)
    cloth = "M-11.3-10.6C-4.4-13.2 1.6-6.8 14.2-10.6V5.4C1.6 9.2-4.4 2.8-11.3 5.4Z"
    mark = draw_emblem(paint.emblem, paint.accent, PAPER)
    return (staff, shape(cloth, fill=PAPER, stroke=Stroke(INK, 0.9)), place_emblem(mark, 1.2, -2.5, 6))


def laurel(paint: Paint) -> tuple[Item, ...]:
    """A wreath open at the top."""
    leaf, pi = "M-3.4 0C-1.6-1.9 1.6-1.9 3.4 0C1.6 1.9-1.6 1.9-3.4 0Z", math.pi
    branch: list[Path] = []
    for i in range(7):
        angle = pi / 2 - 0.34 - i * 0.345
        x, y = 12.1 * math.cos(angle), 0.2 + 12.1 * math.sin(angle)
        branch += at(x, y, shape(leaf, fill=paint.accent), turn=math.degrees(angle) - 90 - 26)
    stem = shape("M0 12.6C5 12.4 9 9.6 11 5.4", stroke=Stroke(paint.accent, 0.7))
    return both(stem, *branch)


def fire(paint: Paint) -> tuple[Item, ...]:
    """A flame."""
    outer = (
        "M1.4-13C2.6-8 10-4 9.6 4C9.2 9.6 5 12.6 0 12.6C-5.4 12.6-9.6 9-9.6 3.4"
        "C-9.6-.4-7.2-3.4-5-5.2C-5-2.6-4-1-2-.6C-3.6-5.6-1.6-10.2 1.4-13Z"
    )
    inner = (
        "M.8-1.6C1.6 1.6 5 3.6 5 7.4C5 10.6 2.8 12.2 0 12.2C-2.8 12.2-5 10.2-5 7.2"
        "C-5 5-3.8 3.4-2.4 2.4C-2.2 3.8-1.6 4.6-.8 4.8C-1.4 2.4-.6 0 .8-1.6Z"
    )
    return (shape(outer, fill=RED), shape(inner, fill=FLAME))


def hourglass(paint: Paint) -> tuple[Item, ...]:
    """An hourglass, half run."""
    glass = "M-7-9.6C-7-4-1.4-2.6-1.4 0C-1.4 2.6-7 4-7 9.6H7C7 4 1.4 2.6 1.4 0C1.4-2.6 7-4 7-9.6Z"
    sand = "M-5.2-5.4H5.2C4.2-3 .9-2.2 .9 0H-.9C-.9-2.2-4.2-3-5.2-5.4ZM-6.4 9.4C-6 6.6-2 5.4 0 4.6C2 5.4 6 6.6 6.4 9.4Z"
    caps = shape("R-9.4-12.4 18.8 3R-9.4 9.4 18.8 3", fill=INK)
    return (shape(glass, fill=PAPER, stroke=Stroke(INK, 1.1)), shape(sand, fill=paint.accent), caps)


def sun(paint: Paint) -> tuple[Item, ...]:
    """The sun."""
    return (
        shape(star_text(0, 0, 12.6, 7.8, 12), fill=GOLD, stroke=Stroke(INK, 0.9)),
        shape("O0 0 6", fill=GOLD, stroke=Stroke(INK, 0.9)),
    )


def moon(paint: Paint) -> tuple[Item, ...]:
    """A crescent moon with a star."""
    crescent = (
        "M2-12C-6-11.4-11-5.4-11 .8C-11 7.6-5.6 12.6 1.4 12.6C6 12.6 10 10 11.6 6.2"
        "C3.4 8.4-3.4 3.6-3.4-3.4C-3.4-7-1.4-10.2 2-12Z"
    )
    edge = Stroke(INK, 0.9)
    return (
        shape(crescent, fill=GOLD, stroke=edge),
        shape(star_text(7.4, -5.6, 4, 1.6), fill=GOLD, stroke=Stroke(INK, 0.7)),
    )


CLOUD = "M-11 4C-15.4 4-15.8-2.6-11.4-3.2C-11.8-8.4-4.8-10.4-2.4-6.4C.6-11.4 9-9.6 8.8-3.6C14.4-4 15 4 10 4Z"


def rain(paint: Paint) -> tuple[Item, ...]:
    """A cloud that rains."""
    drops = shape(
        "M-8 6.6L-10 12.4M-2.4 6.6L-4.4 12.4M3.2 6.6L1.2 12.4M8.8 6.6L6.8 12.4", stroke=Stroke(RAIN, 1.6, cap="round")
    )
    return (*at(0, -2, shape(CLOUD, fill=PAPER, stroke=Stroke(INK, 1.1))), drops)


def snow(paint: Paint) -> tuple[Item, ...]:
    """A snowflake."""
    arm = shape("M0 0V-12M0-6.4L-3-9.4M0-6.4L3-9.4M0-3.4L-2-5.4M0-3.4L2-5.4", stroke=Stroke(ICE, 1.5, cap="round"))
    return tuple(path for i in range(6) for path in at(0, 0, arm, turn=60 * i))


THINGS: dict[str, Callable[[Paint], tuple[Item, ...]]] = {
    "crate": crate,
    "crate-barred": crate_barred,
    "crate-parachute": crate_parachute,
    "parachute": parachute,
    "sandbags": sandbags,
    "wire": wire,
    "barrier": barrier,
    "bridge": bridge,
    "bridge-down": bridge_down,
    "flag": flag,
    "laurel": laurel,
    "fire": fire,
    "hourglass": hourglass,
    "sun": sun,
    "moon": moon,
    "rain": rain,
    "snow": snow,
}
