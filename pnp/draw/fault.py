"""Checks of drawings; each function reports one kind of thing that cannot be printed.

Unknown names of symbols, pictures and emblems are found by `pnp.checks`, which runs before anything is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeAlias

from pnp.findings import CHECKS, Check, Fault, Finding, Severity, register_check
from pnp.palette import contrast
from pnp.scene import Colour, Rect
from pnp.spot import Spot
from pnp.typeface import missing_letters
from pnp.units import Mm

Defect: TypeAlias = tuple[str, str, str]
"""The field of the drawn thing, what is wrong, and what to write."""
P = ParamSpec("P")

SEEN = 3.0
"""The least contrast of a symbol's strokes and of large text.  Source: WCAG 2.2, 1.4.3 and 1.4.11."""
APART = 8.0
"""The least difference of the colours of two terrains (CIE 1976)."""
SLACK: Mm = 0.01
"""Lengths that differ by less are equal."""


def draw_check(
    code: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[P, Defect | None]], Callable[P, tuple[Fault, ...]]]:
    """Return a decorator that registers a check of drawings under a code, such as D001.

    The check returns a defect, or None if nothing is wrong. The decorated check returns faults with the code.
    """

    def register(find: Callable[P, Defect | None]) -> Callable[P, tuple[Fault, ...]]:
        """Register a check, and return it as a function that returns faults."""

        @wraps(find)
        def find_faults(*args: P.args, **kwargs: P.kwargs) -> tuple[Fault, ...]:
            defect = find(*args, **kwargs)
            return (Fault(*defect, code=code),) if defect else ()

        register_check(Check(code, "drawing", find_faults, severity))
        return find_faults

    return register


def drawn_finding(fault: Fault, spot: Spot) -> Finding:
    """Return the finding for a fault of a drawing, with the severity of its check."""
    return Finding(fault.code, spot, fault.wrong, fault.write, CHECKS[fault.code].severity)


@draw_check("D001")
def text_too_long(field: str, text: str, width: Mm, room: Mm, size_pt: float) -> Defect | None:
    """A text does not fit its place, even at the smallest size that may be printed.

    pnp reduces text to 5 pt, and breaks a text of several words into two lines. It prints the `short` name of a unit
    instead of its `label`. If the text still does not fit, write a shorter text.

    Bad:
        counters: {A1: {label: 4th Battalion 12th Frontier Force Regiment}}
    Good:
        counters: {A1: {label: 4/12 FF Regt, short: 4/12 FF}}
    """
    if width <= room:
        return None
    letters = max(1, int(len(text) * room / width))
    wrong = f"the text {text!r} is {width:.1f} mm wide at {size_pt:g} pt, but there is room for {room:.1f} mm"
    return field, wrong, f"write at most about {letters} letters"


@draw_check("D002")
def factors_too_wide(factors: str, size_pt: float, *, fits: bool) -> Defect | None:
    """The factors are wider than the counter, even at the smallest size.

    Bad:
        counters: {A1: {front: 1000-1200-14-16}}
    Good:
        counters: {A1: {front: 10-12-14}}
    """
    if fits:
        return None
    wrong = f"the factors {factors!r} are wider than the counter at {size_pt:.1f} pt"
    return "factors", wrong, "write fewer or shorter factors"


def contrast_faults(field: str, subject: str, ink: Colour, ground: Colour, least: float) -> tuple[Fault, ...]:
    """Return the fault of colours whose contrast is below `least`: D003 below 3 : 1, else D012."""
    return contrast_too_low(field, subject, ink, ground, least) or contrast_low(field, subject, ink, ground, least)


@draw_check("D003")
def contrast_too_low(field: str, subject: str, ink: Colour, ground: Colour, least: float) -> Defect | None:
    """The contrast between text or a symbol and its background is below 3 : 1.

    Large text and the strokes of a symbol need 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11). Text is dark on the background of a
    side (`ground`) and on the colours of formations. It is white on the dark colour of a side (`accent`). D012 reports
    text with a contrast below 4.5 : 1.

    Bad:
        sides: {blue: {ground: "#1F2A44"}}
    Good:
        sides: {blue: {ground: "#8DBCE8"}}
    """
    return _contrast_defect(field, subject, ink, ground, least) if contrast(ink, ground) < min(least, SEEN) else None


@draw_check("D012", Severity.WARNING)
def contrast_low(field: str, subject: str, ink: Colour, ground: Colour, least: float) -> Defect | None:
    """The contrast between text and its background is from 3 to 4.5 : 1, which is hard to read in poor light.

    Text of this size needs 4.5 : 1 (WCAG 2.2, 1.4.3).

    Bad:
        sides: {blue: {ground: "#6E6E6E"}}
    Good:
        sides: {blue: {ground: "#8DBCE8"}}
    """
    return _contrast_defect(field, subject, ink, ground, least) if contrast(ink, ground) < least else None


def _contrast_defect(field: str, subject: str, ink: Colour, ground: Colour, least: float) -> Defect:
    """Return the defect of two colours that are too similar."""
    wrong = f"{subject} in {ink} on {ground} has a contrast of {contrast(ink, ground):.1f} : 1"
    return field, wrong, f"choose colours with a contrast of at least {least:g} : 1"


@draw_check("D004")
def letter_not_in_typeface(field: str, text: str, font: str) -> Defect | None:
    """A text on a counter, card or map sheet has a letter that its typeface does not have.

    An empty box would be printed. R010 checks all texts except those of counters and formations. P014 checks the
    finished files.

    Bad:
        counters: {A1: {label: 第55連隊}}
    Good:
        counters: {A1: {label: 55 Rgt}}
    """
    missing = missing_letters(text, font)
    if "\n" in missing:
        return field, f"the text {text!r} has a line break, but it is printed on one line", "write it on one line"
    if not missing:
        return None
    wrong = f"the typeface has no {' '.join(missing)} ({', '.join(f'U+{ord(letter):04X}' for letter in missing)})"
    return field, wrong, "write the text with other letters"


@draw_check("D005")
def picture_without_subject(picture: str, subject: str) -> Defect | None:
    """A face's picture shows a symbol or a number that the counter does not have.

    `picture: symbol` draws the counter's unit symbol. `picture: numeral` draws the number of that face.

    Bad:
        counters: {K9: {kind: activation, symbol: "", front: {picture: symbol, word: Tanks}}}
    Good:
        counters: {K9: {kind: activation, symbol: armour, front: {picture: symbol, word: Tanks}}}
    """
    if subject:
        return None
    field = "symbol" if picture == "symbol" else "number"
    return (
        field,
        f"the picture {picture!r} shows the {field} of the counter, but the counter has none",
        f"give the counter a {field}, or choose another picture",
    )


@draw_check("D007")
def text_in_the_sheet_margin(subject: str, lies: Rect, free: Rect, margin: Mm) -> Defect | None:
    """A title, a table, a hex number or other text extends into the blank margin of the map sheet.

    Printers leave up to 6.35 mm (1/4 in) of the paper blank. A sheet that is larger than every paper size of the print
    target needs larger paper, which is trimmed. There, a margin of 1.5 mm is enough. A map that is part of a card needs
    no margin, because the card is cut out of a larger sheet.

    Bad:
        map: {furniture: [{kind: title, at: [10mm, 2mm, 60mm, 10mm]}]}
    Good:
        map: {furniture: [{kind: title, at: [10mm, 7mm, 60mm, 10mm]}]}
    """
    across, down = (lies.x - free.x, free.right - lies.right), (lies.y - free.y, free.bottom - lies.bottom)
    gaps = (*across, *down)
    if min(gaps) >= -SLACK:
        return None
    large = [
        f"{_rounded_up(length + 2 * margin):.1f} mm {word}"
        for length, room, word in ((lies.width, free.width, "wide"), (lies.height, free.height, "high"))
        if length > room + SLACK
    ]
    ways = ((across, ("to the right", "to the left")), (down, ("down", "up")))
    moves = [
        f"{_rounded_up(-gap):.1f} mm {way}"
        for side, words in ways
        for gap, way in zip(side, words, strict=True)
        if gap < -SLACK
    ]
    write = f"make the sheet at least {' and '.join(large)}, or what it shows smaller" if large else ""
    wrong = (
        f"{subject} begins {margin + min(gaps):.1f} mm from the edge of the sheet; printers leave {margin:g} mm blank"
    )
    return "", wrong, write or f"move it {' and '.join(moves)}, or make the sheet larger"


def _rounded_up(length: Mm) -> Mm:
    """Return a length rounded up to a tenth of a millimetre, so that what is moved by it is far enough."""
    return math.ceil(10 * length - SLACK) / 10


@draw_check("D006")
def furniture_too_small(subject: str, dimension: str, needed: Mm, available: Mm, size_pt: float) -> Defect | None:
    """A table, a list of modifiers or a text does not fit its rectangle on the map sheet or the card.

    The text is printed as large as its rectangle allows. The smallest size is 5 pt on map sheets and single cards, and
    7 pt on cards of a deck.

    Bad:
        map: {furniture: [{kind: table, of: crt, at: [10mm, 160mm, 20mm, 6mm]}]}
    Good:
        map: {furniture: [{kind: table, of: crt, at: [10mm, 150mm, 60mm, 30mm]}]}
    """
    if needed <= available:
        return None
    wrong = (
        f"the {subject} must be {needed:.1f} mm {dimension} at {size_pt:g} pt, "
        f"but its rectangle is {available:.1f} mm {dimension}"
    )
    return "", wrong, f"make its rectangle {'higher' if dimension == 'high' else 'wider'}, or shorten the text"


@draw_check("D010", Severity.WARNING)
def covered_text(subject: str, text: str, other: str) -> Defect | None:
    """In a track, a terrain key or another item, a text lies over another text, the place of a counter, or the edge.

    The texts are printed at 5 pt if they need to be. The place of a counter is 1 mm larger than the counter.

    Bad:
        map: {furniture: [{kind: box, of: reserve, at: [10mm, 7mm, 30mm, 14mm]}]}
    Good:
        map: {furniture: [{kind: box, of: reserve, at: [10mm, 7mm, 60mm, 14mm]}]}
    """
    if not other:
        return None
    return (
        "",
        f'in the {subject}, the text "{text}" lies over {other}',
        "make its rectangle larger, or shorten the text",
    )


@draw_check("D008")
def unknown_map_colour(name: str, colours: int, known: int) -> Defect | None:
    """The palette of a map names an unknown colour, or gives a wrong number of colours for one name.

    A look is the drawing style of a terrain. A colour that all looks use has a one-part name (`land`). A colour of one
    look has a two-part name (`marsh.fill`). `waterlines` needs three colours.

    Bad:
        map: {palette: {sand: "#E9CF94"}}
    Good:
        map: {palette: {land: "#F6EBCB", waterlines: "#5E9DAB #7FB0BC #9CC4CC"}}
    """
    if not known:
        return f"map.palette.{name}", f"the map drawing has no colour named {name}", "write land, water or marsh.fill"
    if colours != known:
        return f"map.palette.{name}", f"{name} has {known} colours, not {colours}", f"write {known} colours"
    return None


@draw_check("D009")
def theme_without_effect(setting: str, reason: str, *, effective: bool) -> Defect | None:
    """A setting of the theme of a map has no effect, because nothing on the map is drawn with it.

    `wind`, `slopes_to`, `hills` and `mist` need terrain whose look has this word in its `settings`, such as `canopy`;
    if the game can use no such look, this is a warning. Frames with a style need a rectangular map; the frame of a
    survey and the position of hex numbers need flat-topped hexes.

    Bad:
        map: {theme: {slopes_to: east}}
    Good:
        map: {theme: {numbers: {halo: true}}}
    """
    if effective:
        return None
    return f"map.theme.{setting}", f"the setting {setting} has no effect: {reason}", "leave it out, or change the map"


@draw_check("D011", Severity.NOTE)
def not_in_key(id_: str, name: str, shown: Iterable[str]) -> Defect | None:
    """The map shows a terrain or a feature, but the short key of the map does not.

    The features are `bridge`, `ferry`, `rail-embankment`, `hills` and `outline` (of a region), and roads with a look of
    their own. A key without `of` has everything.

    Bad:
        map: {furniture: [{kind: key, of: woods, at: [10mm, 90mm, 60mm, 8mm]}]}
    Good:
        map: {furniture: [{kind: key, of: woods stream road bridge, at: [10mm, 90mm, 60mm, 8mm]}]}
    """
    if id_ in shown:
        return None
    return "of", f"the map shows {name} ({id_}), but its key does not", f"add {id_}"


@draw_check("D013", Severity.WARNING)
def alike_terrain(id_: str, name: str, other: str, difference: float) -> Defect | None:
    """Two terrains of hexes have nearly the same colour on the map, so that players take one for the other.

    The colours are the means in the middle of a printed hex, with textures. Their difference is that of CIE 1976.

    Bad:
        map: {palette: {woods.fill: "#F5EEDB", woods.crown: "#F5EEDB", woods.rim: "#F5EEDB"}}
    Good:
        map: {palette: {woods.fill: "#DCE3C0"}}
    """
    if difference >= APART:
        return None
    return (
        f"terrain.{id_}.look",
        f"on the map, {name} looks like {other}: their colours differ by {difference:.1f} of at least {APART:g}",
        "choose another look, or change its colours in map.palette",
    )
