"""The typefaces: their licence texts say what the fonts say, and subsets for the web respect them."""

import base64
import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pnp.compose.web_style import FACES, web_style
from pnp.resources import templates_dir
from pnp.typeface import font_path

COPYRIGHT, FAMILY, LICENCE, ADDRESS = 0, 1, 13, 14
FONTS = sorted((templates_dir() / "fonts").glob("*.ttf"))
LICENCES = {"Barlow": "OFL-Barlow.txt", "SourceSerif4": "OFL-SourceSerif4.txt"}


def named(font: TTFont, number: int) -> str:
    """Return a record of the font's name table, such as its copyright."""
    return font["name"].getDebugName(number) or ""


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_the_licence_text_begins_with_the_copyright_that_the_font_states(path: Path) -> None:
    (licence,) = (file for name, file in LICENCES.items() if path.name.startswith(name))
    text = (path.parent / licence).read_text("utf-8")
    font = TTFont(path)
    assert text.partition("\n")[0] == named(font, COPYRIGHT)
    assert ("Reserved Font Name ‘" in text.partition("\n\n")[0]) == ("Reserved Font Name" in named(font, COPYRIGHT))
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert named(font, ADDRESS) in text


def test_subsets_for_the_web_carry_no_reserved_name_and_keep_their_licence() -> None:
    fonts = re.findall(r"base64,([A-Za-z0-9+/=]+)\)", web_style("index.css", "Rules"))
    assert len(fonts) == len(FACES)
    for data, face in zip(fonts, FACES, strict=True):
        whole, part = TTFont(font_path(face)), TTFont(io.BytesIO(base64.b64decode(data)))
        assert "Reserved Font Name" not in named(whole, COPYRIGHT)
        for number in (COPYRIGHT, FAMILY, LICENCE, ADDRESS):
            assert named(part, number) == named(whole, number) != ""
