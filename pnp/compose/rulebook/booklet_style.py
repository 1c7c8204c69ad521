"""The look of a rules booklet: its colours as style rules, the pictures of its heads, and its vignettes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from pnp.compose.html_book import FlowPicture
from pnp.compose.pictures import Pictures
from pnp.draw.booklet_art import draw_small_picture, ink_colour
from pnp.model.booklet import BookletLook
from pnp.model.game import Game
from pnp.palette import INK, WHITE, contrast, mix
from pnp.units import Mm

EMPTY = Markup()
LEAST_CONTRAST = 4.5
"""The least contrast of small type on its ground (WCAG 2.1, level AA)."""


class HeadArt(NamedTuple):
    """The picture at a section head: the name of its drawing, and its size."""

    name: str
    width: Mm
    height: Mm


@dataclass(frozen=True)
class BookletStyle:
    """The look of a booklet for its template.

    `css` has the rules for its colours, `heads` the class of its section heads, and `art` the picture of each head by
    the number or title of its section.
    """

    css: Markup = EMPTY
    running_css: str = ""
    heads: str = ""
    art: Mapping[str, HeadArt] | None = None


def booklet_style(game: Game, pictures: Pictures, sections: Sequence[str]) -> BookletStyle:
    """Return the look that the data gives a booklet; an empty one if it gives none.

    `sections` are the numbers or titles of the sections, each of which may have a picture.
    """
    look = game.booklet
    if look is None:
        return BookletStyle()
    return BookletStyle(
        Markup(_colours(game, look)),  # noqa: S704 - our own rules with colours of the data
        _running_colours(game, look),
        look.heads,
        _head_art(game, look, pictures, sections),
    )


def vignettes(game: Game, pictures: Pictures) -> tuple[FlowPicture, ...]:
    """Return the pictures that fill the feet of columns, and draw them."""
    found = []
    for number, one in enumerate(game.booklet.vignettes if game.booklet else (), 1):
        name = f"vignette-{number}"
        scene = draw_small_picture(game, name, one.width, one.height, one.scene)
        pictures.keep(name, lambda scene=scene: scene)  # type: ignore[misc] # defaults of a lambda
        found.append(FlowPicture(name, scene.width, scene.height))
    return tuple(found)


def _head_art(game: Game, look: BookletLook, pictures: Pictures, sections: Sequence[str]) -> Mapping[str, HeadArt]:
    """Return the picture at the head of each section, and draw those that are shown."""
    art: dict[str, HeadArt] = {}
    turns = [number for number, one in enumerate(look.head_pictures) if not one.rule]
    shown = 0
    for section in sections:
        own = [number for number, one in enumerate(look.head_pictures) if section in one.rule]
        if not own and not turns:
            continue
        number = own[0] if own else turns[shown % len(turns)]
        shown += not own
        one, name = look.head_pictures[number], f"head-{number + 1}"
        pictures.keep(name, lambda one=one, name=name: draw_small_picture(game, name, one.width, one.height, one.scene))  # type: ignore[misc] # defaults of a lambda
        scene = pictures.scenes[name]
        art[section] = HeadArt(name, scene.width, scene.height)
    return art


def _colours(game: Game, look: BookletLook) -> str:
    """Return the style rules for the colours of a booklet."""
    tint, dark = ink_colour(game, look.tint), ink_colour(game, look.dark)
    tone = readable(ink_colour(game, look.tone), WHITE, tint)
    on_dark = WHITE if contrast(WHITE, dark) >= LEAST_CONTRAST else INK
    pale = mix(tint, WHITE, 0.5)
    return f"""
:root {{ --tint: {tint}; --zebra: {mix(tint, WHITE, 0.35)} }}
.hang, .front .kicker, .front .facts b, .contents b {{ color: {tone} }}
.aside a, .aside .case-number, .heading-note .case-number {{ color: {tone} }}
.passage ol > li::before, sup a, sup .case-number, .cited, a.ref, span.case-number, .entry a.chief {{ color: {tone} }}
.example .name em, .example a.ref, .example .ref, .example .case-number, .example .cited {{ color: {tone} }}
.passage ul > li::before {{ background: {tone} }}
.example {{ background: {pale}; border-top-color: {tone} }}
.example .tally {{ background: {mix(pale, WHITE, 0.4)} }}
.passage > table th, .passage li > table th {{ background: {tint} }}
.passage > table tbody tr:nth-child(even) td {{ background: {mix(tint, WHITE, 0.35)} }}
.heads-rule > h2 {{ border-bottom-color: {tone} }}
.heads-band > h2, .heads-tab > h2 > .hang {{ background: {dark}; color: {on_dark} }}
.heads-band > h2 > .hang {{ color: {on_dark} }}
.heads-tab > h2 {{ background: {tint}; border-bottom-color: {dark} }}
"""


def _running_colours(game: Game, look: BookletLook) -> str:
    """Return the style rules for the colours of running heads and page numbers."""
    tone = readable(ink_colour(game, look.tone), WHITE)
    return f"\n.running {{ border-bottom-color: {tone} }}\n.folio, .running .book {{ color: {tone} }}"


def readable(colour: str, *grounds: str) -> str:
    """Return a colour, made darker until text in it can be read on all of these grounds.

    >>> readable("#20405F", "#FFFFFF"), readable("#DC4B2C", "#FFFFFF")
    ('#20405F', '#CF4629')
    """
    share = 0.0
    while min(contrast(mix(colour, "#000000", 1 - share), ground) for ground in grounds) < LEAST_CONTRAST:
        share += 0.02
    return mix(colour, "#000000", 1 - share)
