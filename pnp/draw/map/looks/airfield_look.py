"""The map symbol `airfield`: a runway at any angle."""

from __future__ import annotations

from pnp.draw.map.look_specs import SYMBOL_LABEL, Colours, SymbolLook
from pnp.draw.map.map_strokes import pen
from pnp.model.gamemap import register_look
from pnp.scene import Item, Rect, line, rectangle
from pnp.units import Mm

SIZE_PT = (25.0, 4.6)


def draw_runway(colours: Colours, pt: Mm) -> list[Item]:
    """Draw the symbol of an airfield: a runway with threshold marks and a centre line."""
    w, h = (v * pt for v in SIZE_PT)
    edge = pen(colours["marks"], 0.6, pt)
    items: list[Item] = [rectangle(Rect(-w / 2, -h / 2, w, h), fill=colours["runway"], stroke=edge)]
    mark = pen(colours["marks"], 0.55, pt)
    for end in (-1, 1):
        items += [line(end * (w / 2 - pt), d * pt, end * (w / 2 - 3 * pt), d * pt, mark) for d in (-1.2, 0, 1.2)]
    items.append(line(-w / 2 + 4.4 * pt, 0, w / 2 - 4.4 * pt, 0, pen(colours["marks"], 0.55, pt, (2, 1.5))))
    return items


register_look(
    SymbolLook(
        name="airfield",
        order=10,
        colours={"runway": "#E9E4DA", "marks": "#57504A"},
        size_pt=SIZE_PT,
        draw=draw_runway,
        label=SYMBOL_LABEL,
        turns=True,
        sample_scale=1.35,
        sample_turn=-20,
    )
)
