"""The title of a map sheet as a framed cartouche: a double rule, corner diamonds, and emblems above the title."""

from __future__ import annotations

from pnp.art.icons.layered_icons import draw_emblem, place_emblem
from pnp.art.map.cartouche import Heading
from pnp.art.map.map_palette import MapPalette
from pnp.fitting import fit_line
from pnp.model.symbols import IconLibrary
from pnp.palette import mix
from pnp.scene import Colour, Item, Rect, Stroke, Text, circle, line, polygon, rectangle
from pnp.typeface import cap_height
from pnp.units import Mm, points

LARGEST_PT, LARGEST_OF_TWO_PT = 62.0, 55.0
PLACE_PT, SERIES_PT, REMARK_PT = 14.0, 7.4, 6.2
LEAD, TRACKING = 0.96, points(1.2)
CROWN = points(33)
"""The height of the emblems above the title."""
BESIDE = ((-62.0, 1.0, 8.8), (-104.0, -4.0, 6.6), (66.0, -5.0, 8.0), (108.0, 2.0, 6.0))
"""The pale emblems beside the middle one: their place relative to it, and their radius, in points."""


def draw_cartouche(
    room: Rect, words: Heading, series: str, emblem: str, icons: IconLibrary, palette: MapPalette
) -> list[Item]:
    """Draw a framed title in one line or two, with its place and date, and the name of the series.

    It is broken into two lines if this makes it larger. Raises `KeyError` if there is no such emblem.
    """
    items = _draw_frame(room, palette)
    wide, cx = room.width - points(34), room.centre[0]
    foot = points(PLACE_PT + 9 + (SERIES_PT + 5 if series else 0))
    remark = points(REMARK_PT + 5) if words.remark else 0.0
    lines, size = _fit_title(words.title.upper(), wide, room.height - points(20) - CROWN - foot - remark)
    cap, lead = cap_height("serif-bold", size), points(size * LEAD)
    top = room.y + (room.height - remark - CROWN - cap - lead * (len(lines) - 1) - foot) / 2
    items += _draw_emblems(icons, emblem, cx, top + points(12), room, palette)
    y = top + CROWN + cap - lead
    for one in lines:
        y += lead
        items.append(Text(cx, round(y, 3), one, "serif-bold", size, palette.ink, "middle", tracking=TRACKING))
    y += points(9)
    items += _draw_rule(Rect(room.x + points(26), y, room.width - points(52), 0), palette.accent)
    below = (
        (y + points(16), ", ".join(filter(None, (words.region, words.dateline))), "serif-italic", PLACE_PT),
        (y + points(SERIES_PT + 20.6), series.upper(), "condensed-bold", SERIES_PT),
        (room.bottom - points(11), words.remark, "condensed", REMARK_PT),
    )
    for low, text, font, wanted in below:
        spaced = text and font == "condensed-bold"
        ink = palette.accent if spaced else palette.ink
        text_pt, tracking = fit_line(text, font, wanted, wide, tracking=points(1.4) if spaced else 0)
        if text:
            items.append(Text(cx, round(low, 3), text, font, text_pt, ink, "middle", tracking=tracking))
    return items


def _fit_title(title: str, wide: Mm, high: Mm) -> tuple[tuple[str, ...], float]:
    """Return a title in one line or in two, and its type size: the choice that makes it larger."""
    parts = title.split()
    choices = [(title,), *((" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts)))]
    sizes = {}
    for lines in choices:
        most = high / (cap_height("serif-bold", 100) / 100 + points(LEAD) * (len(lines) - 1))
        wanted = min(LARGEST_PT if len(lines) == 1 else LARGEST_OF_TWO_PT, most)
        sizes[lines] = min(fit_line(one, "serif-bold", wanted, wide, tracking=TRACKING)[0] for one in lines)
    best = max(choices, key=lambda lines: sizes[lines])
    return best, sizes[best]


def _draw_frame(room: Rect, palette: MapPalette) -> list[Item]:
    """Draw the frame: a thick line, two thin ones inside it, and a diamond at each corner."""
    items: list[Item] = [
        rectangle(room, fill=palette.panel, stroke=Stroke(palette.brown, points(1.3))),
        rectangle(room.grown(-points(3.2)), stroke=Stroke(palette.brown, points(0.5))),
        rectangle(room.grown(-points(5.4)), stroke=Stroke(palette.pale_rule, points(0.4))),
    ]
    corner = room.grown(-points(4))
    for x in (corner.x, corner.right):
        for y in (corner.y, corner.bottom):
            items.append(_diamond(x, y, points(4.6), fill=palette.panel, stroke=Stroke(palette.brown, points(0.6))))
            items.append(circle(x, y, points(1.4), fill=palette.accent))
    return items


def _diamond(x: Mm, y: Mm, radius: Mm, *, fill: Colour, stroke: Stroke | None = None) -> Item:
    """Return a square with a corner at its top."""
    return polygon([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], fill=fill, stroke=stroke)


def _draw_rule(room: Rect, colour: Colour) -> list[Item]:
    """Draw a horizontal rule with a diamond in its middle."""
    (cx, _), y, stroke = room.centre, room.y, Stroke(colour, points(1.0))
    return [
        line(room.x, y, cx - points(7), y, stroke),
        line(cx + points(7), y, room.right, y, stroke),
        _diamond(cx, y, points(3.4), fill=colour),
    ]


def _draw_emblems(icons: IconLibrary, name: str, cx: Mm, cy: Mm, room: Rect, palette: MapPalette) -> list[Item]:
    """Draw one emblem in the accent colour, and smaller pale ones on both sides of it."""
    items: list[Item] = []
    pale = draw_emblem(icons, name, mix(palette.brown, palette.panel, 0.42), palette.panel)
    for dx, dy, radius in BESIDE:
        if abs(points(dx)) + points(radius) < room.width / 2 - points(12):
            items.append(place_emblem(pale, cx + points(dx), cy + points(dy), points(radius)))
    main = draw_emblem(icons, name, palette.accent, palette.panel)
    return [*items, place_emblem(main, cx, cy, points(14.5))]
