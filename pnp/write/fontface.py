"""The kit's typefaces as CSS knows them: family, weight, style."""

from __future__ import annotations

from typing import NamedTuple

from pnp.typeface import FONTS

FAMILIES = {"condensed": "Barlow Condensed", "sans": "Barlow Semi Condensed", "serif": "Source Serif 4"}
_WEIGHTS = {"medium": 500, "semibold": 600, "bold": 700, "extrabold": 800}


class FontFace(NamedTuple):
    """Family, weight and style of one font."""

    family: str
    weight: int
    style: str


def font_face(font: str) -> FontFace:
    """What CSS calls a font key.

    >>> font_face("serif-semibold-italic")
    FontFace(family='Source Serif 4', weight=600, style='italic')
    """
    family, *looks = font.split("-")
    weight = next((_WEIGHTS[look] for look in looks if look in _WEIGHTS), 400)
    return FontFace(FAMILIES[family], weight, "italic" if "italic" in looks else "normal")


def font_face_css(folder: str = "fonts:", fonts: tuple[str, ...] = tuple(FONTS)) -> str:
    """The `@font-face` rules of the kit's fonts; `folder` stands before each file's name."""
    rules = []
    for font in fonts:
        face = font_face(font)
        source = f"src: url('{folder}{FONTS[font]}.ttf')"
        rules.append(
            f"@font-face {{ font-family: '{face.family}'; font-weight: {face.weight}; "
            f"font-style: {face.style}; {source} }}"
        )
    return "\n".join(rules) + "\n"
