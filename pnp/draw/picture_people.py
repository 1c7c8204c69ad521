"""Pictures of soldiers: each a silhouette of its own, so that two sides differ at arm's length."""

from __future__ import annotations

from collections.abc import Callable

from pnp.draw.shape import Paint, shape
from pnp.palette import INK, PAPER, mix
from pnp.scene import Item, Stroke

SKIN, LEATHER, STEEL, FUR = "#E8C39A", "#7A4E2B", "#8C8F93", "#3B302A"
EDGE = Stroke(INK, 0.75, join="round", cap="round")
"""The pen of outlines."""
FOLD = Stroke(INK, 0.45, join="round", cap="round")
"""The pen of seams and belts."""


def rifleman(paint: Paint) -> tuple[Item, ...]:
    """A soldier on the march to the right: peaked cap, tunic, gaiters, pack, rifle on the shoulder."""
    cloth, legs = mix(paint.accent, PAPER, 0.78), mix(paint.accent, PAPER, 0.55)
    rear = shape("M-2.4 3.2L1 3.6L-1.6 7.6L-5.4 11.2L-7.4 9.6L-4.2 6.2Z", fill=legs, stroke=EDGE)
    rear_boot = shape("M-7.5 9.5L-5.3 11.3L-6.4 12.6L-6.9 12.9L-9.4 10.6L-8.8 9.9Z", fill=LEATHER, stroke=EDGE)
    fore = shape("M-1.2 3L3.2 2.8L5.2 7L5 11.2H2.6L2.4 7.6L-.4 4.6Z", fill=legs, stroke=EDGE)
    fore_boot = shape("M2.4 11H5.1L7.9 12.2V13H2.4Z", fill=LEATHER, stroke=EDGE)
    gaiters = shape("M2.5 8.6L5.1 8.2M2.6 9.9L5.1 9.6M-5.9 7.7L-4 9.6M-6.8 8.7L-4.9 10.5", stroke=FOLD)
    pack = shape("M-6.7-5C-6.7-5.6-6.3-5.9-5.7-5.9H-2.4V.2H-5.7C-6.3 .2-6.7-.1-6.7-.7Z", fill=LEATHER, stroke=EDGE)
    roll = shape("E-4.5-6.4 2.6 1.15", fill=PAPER, stroke=EDGE)
    rifle = shape("M-9.6-11.1L-8.8-11.7L.7-3.4L4.6-.6L3.6.8L-.3-2Z", fill=LEATHER, stroke=FOLD)
    bayonet = shape("M-9.2-11.4L-12.9-13.6", stroke=Stroke(STEEL, 0.8, cap="round"))
    tunic = shape(
        "M-2.9-6.2C-1.6-7.2 1.4-7.2 2.6-6.2C3.5-4.4 3.7-1.6 3.4.8L4 4.2"
        "C2 5-1.6 5-3.5 4.2L-2.9.6C-3.5-1.6-3.6-4.4-2.9-6.2Z",
        fill=cloth,
        stroke=EDGE,
    )
    belt = shape("M-3 .1H3.5V1.6H-3.1Z", fill=LEATHER, stroke=FOLD)
    pouch = shape("R.9-.3 2.1 2.2", fill=LEATHER, stroke=FOLD)
    buttons = shape("O2-4.6 .35O2.3-2.9 .35O2.4-1.3 .35", fill=PAPER)
    arm = shape("M-1.6-5.2C-.4-6 1-5.6 1.2-4.4L1.9-1.2L4.6-1.6L5-.2L1.2 1.2C.2 1.4-.4 1-.6 .2L-1.9-3.6Z", fill=cloth)
    arm_edge = shape("M-1.7-4.4L-.6.2C-.4 1 .2 1.4 1.2 1.2L5-.2L4.6-1.6L1.9-1.2L1.1-4.2", stroke=EDGE)
    hand = shape("O5.1-1 1.05", fill=SKIN, stroke=FOLD)
    neck = shape("M-.9-7.4H1.5V-6H-.9Z", fill=SKIN, stroke=FOLD)
    face = shape(
        "M-1.7-11H2.7L3.1-9.3L3.5-8.7L3-8.3C2.9-7.3 2.4-6.7 1.4-6.7C-.6-6.7-1.7-8-1.7-9.8Z", fill=SKIN, stroke=EDGE
    )
    moustache = shape("M1.7-8.3H3.2", stroke=Stroke(INK, 0.6, cap="round"))
    eye = shape("O1.5-9.2 .32", fill=INK)
    cap = shape("M-2.1-10.5L-2.7-12.5C-2.2-13.6 2.9-13.8 3.7-12.7L3-10.5Z", fill=cloth, stroke=EDGE)
    band = shape("M-2.2-10.7L-2.4-11.5H3.2L3-10.7Z", fill=PAPER, stroke=FOLD)
    peak = shape("M1.4-10.9H3.2L5.4-10C5.4-9.5 5.1-9.3 4.7-9.4L1.4-10.1Z", fill=INK)
    return (
        *(rear, rear_boot, pack, roll, fore, fore_boot, gaiters, bayonet, tunic, belt, pouch, buttons),
        *(rifle, arm, arm_edge, hand, neck, face, eye, moustache, cap, band, peak),
    )


def guardsman(paint: Paint) -> tuple[Item, ...]:
    """A soldier at ease, facing us: tall fur cap, beard, long coat, rifle with bayonet at his side."""
    coat, dark = mix(paint.accent, PAPER, 0.45), mix(paint.accent, PAPER, 0.7)
    boots = shape(
        "M-3.8 10.4H-.5V12.1L-.7 13H-5.2C-5.2 12.4-4.6 12.1-3.8 11.9Z"
        "M.5 10.4H3.8V11.9C4.6 12.1 5.2 12.4 5.2 13H.7L.5 12.1Z",
        fill=INK,
    )
    barrel = shape("M7.1-8.6V11.6", stroke=Stroke(INK, 1.3))
    wood = shape("M6.4-4.6H7.8L8 6L8.7 12.6H6L6.5 6Z", fill=LEATHER, stroke=FOLD)
    bayonet = shape("M6.9-8.6L7.1-13.4L7.5-8.6Z", fill=STEEL, stroke=Stroke(INK, 0.3))
    skirt = shape(
        "M-3.6-6.6C-2-7.4 2-7.4 3.6-6.6C4.6-5.6 4.8-3.4 4.3.6C4.6 4 5.6 7.6 6 11.2C3 12-3 12-6 11.2"
        "C-5.6 7.6-4.6 4-4.3.6C-4.8-3.4-4.6-5.6-3.6-6.6Z",
        fill=coat,
        stroke=EDGE,
    )
    seams = shape("M0-6.6V11.6M-2.6 2.2L-3.4 10.8M2.6 2.2L3.4 10.8", stroke=FOLD)
    belt = shape("M-4.4-.2H4.4V1.4H-4.4Z", fill=LEATHER, stroke=FOLD)
    buckle = shape("R-.9-.3 1.8 1.8", fill="#E8B33A", stroke=FOLD)
    cape = shape("M-4-6.2L3.6-.3M-3.2-6.6L4.3-1", stroke=FOLD)
    buttons = shape("O1-4.6 .35O1-2.8 .35O1 3.4 .35O1 5.4 .35", fill="#E8B33A")
    left = shape("M-3.9-6.4C-5.8-5.9-6.3-3.8-6.3-1.4L-6.1 2.2H-4.4L-4.3-1.2Z", fill=dark, stroke=EDGE)
    left_hand = shape("O-5.3 2.8 1.05", fill=SKIN, stroke=FOLD)
    right = shape("M3.9-6.4C5.7-5.9 6.4-4 6.6-2.2L7.4 1L5.7 1.8L4.2-1.4Z", fill=dark, stroke=EDGE)
    right_hand = shape("O7 1.6 1.15", fill=SKIN, stroke=FOLD)
    collar = shape("M-2.2-7.3L0-5.7L2.2-7.3V-6.2L0-4.7L-2.2-6.2Z", fill=dark, stroke=FOLD)
    face = shape("M-2.2-10.4H2.2V-8.6C2.2-7.2 1.3-6.4 0-6.4C-1.3-6.4-2.2-7.2-2.2-8.6Z", fill=SKIN, stroke=EDGE)
    beard = shape(
        "M-2.2-8.7C-1.4-8.5-.9-8.9 0-8.9C.9-8.9 1.4-8.5 2.2-8.7C2.4-6.6 1.3-5.6 0-5.6C-1.3-5.6-2.4-6.6-2.2-8.7Z",
        fill=FUR,
    )
    eyes = shape("O-.85-9.5 .28O.85-9.5 .28", fill=INK)
    fur = shape(
        "M-3-9.9C-3.5-10.6-3-11-3.4-11.6C-3-12.2-3.2-12.9-2.5-13.1C-1.9-13.6-1.2-13.3-.6-13.5C.2-13.7 1-13.3 1.7-13.4"
        "C2.6-13.5 2.6-12.8 3.2-12.5C2.9-11.8 3.5-11.3 3.1-10.8C3.4-10.4 3.2-10.1 3-9.9C1.8-9.6-1.8-9.6-3-9.9Z",
        fill=FUR,
        stroke=Stroke(INK, 0.5, join="round"),
    )
    badge = shape("O0-11.4 .65", fill="#E8B33A")
    return (
        *(boots, barrel, skirt, seams, buttons, cape, belt, buckle, left, left_hand, bayonet, wood),
        *(right, right_hand, collar, face, beard, eyes, fur, badge),
    )


PEOPLE: dict[str, Callable[[Paint], tuple[Item, ...]]] = {
    "rifleman": rifleman,
    "guardsman": guardsman,
}
