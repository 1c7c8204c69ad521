"""What pnp reads from a font's file is what fontTools reads from it."""

import pytest
from fontTools.ttLib import TTFont

from pnp.typeface import FONTS, Metrics, font_path, metrics


@pytest.mark.parametrize("font", FONTS)
def test_the_measures_of_a_font(font: str) -> None:
    with TTFont(font_path(font), lazy=True) as file:
        em, widths = file["head"].unitsPerEm, file["hmtx"].metrics
        assert metrics(font) == Metrics(
            {chr(code): widths[glyph][0] / em for code, glyph in file.getBestCmap().items()},
            widths[".notdef"][0] / em,
            file["OS/2"].sCapHeight / em,
            file["OS/2"].sxHeight / em,
            file["hhea"].ascent / em,
            -file["hhea"].descent / em,
        )
