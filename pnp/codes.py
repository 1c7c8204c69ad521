"""Every code that a finding can carry, and what it means: the text of `pnp explain`."""

from __future__ import annotations

import inspect

from pnp.checks import CHECKS
from pnp.draw.fault import DRAW_CHECKS
from pnp.load.codes import LOAD_CODES
from pnp.preflight import PREFLIGHT

BUILD_CODES = {
    "B001": "An option names something that there is not.\n\nThe message lists what there is.",
    "B002": "The reading of the calibration page cannot be understood.\n\n"
    "Write right and down with their units, and the turn if there is one: --back-shift 0.4mm,-0.2mm,0.1deg",
    "B003": "A component is larger than the paper leaves room for.\n\nMarks and rulers need room as well.",
    "B004": "The map cannot be cut into tiles of this paper.\n\nBetween its margins nothing is left of the paper.",
    "B005": "A question about chances cannot be asked like this.\n\n"
    "It names a procedure, a value, a unit or a place that there is not, or leaves out what the procedure is given.",
    "B006": "A procedure cannot be played to its end.\n\n"
    "Something that it needs is not there, or there are more cases than can be worked out. A choice of a player that "
    "nobody answers needs a policy at its step, or --choose.",
    "B007": "A boxed example does not fit the columns of the rules.\n\n"
    "A box is parted between its steps, and its figure made smaller; but its head or one step is too high.",
    "B008": "Two games would be built into the same folder.\n\n"
    "A kit goes to a folder of its game's name. Rename a game's folder, or build each with its own -o.",
    "R101": "The rules text asks for a value of the game that there is not.\n\n"
    'An insert such as {{ table("crt") }} names something by its id.',
    "R102": "A table of the rules text is wider than a column of the booklet.\n\n"
    "A column of the table is at least as wide as its longest word. The width is for the narrowest paper, A4.",
    "R103": "A list of the rules text is nested too deep.\n\nEach level takes room from the column.",
    "R104": "The rules text asks for a picture from a file.\n\nThe booklet shows only drawings made from the data.",
    "W001": "The libraries that set text in pages are missing.\n\n"
    "Aids and rules need Pango; maps, counters and checks work without it.",
    "W002": "A page asks for a drawing, a font, a file or a place that is not there.",
    "W003": "A style of a page was not understood.",
    "W004": "The disk is full.\n\nThe kit that was there before is untouched.",
    "W005": "A file or folder cannot be written.\n\nThe kit that was there before is untouched.",
    "W006": "A folder that a kit would replace holds files that no build has made.\n\n"
    "They would be lost, so nothing is written.",
    "W007": "A page of the aids has no room for its blocks.\n\n"
    "Each page of the data becomes one page of paper. It states the height of the blocks at the smallest type.",
    "W008": "A file of a kit would lie outside the kit's folder, or has a name that some systems refuse.\n\n"
    "I013 finds unsafe ids before a build. This check is a second guard.",
    "W009": "The folder for this kit already holds another kit.\n\n"
    "Its manifest.json says what that kit is made of: the game, overlays, paper and parts. Nothing is written.",
    "W010": "The operating system refused something that a build needs, or ended one of its processes.\n\n"
    "Often memory has run out: try fewer processes with -j. The kit that was there before is untouched.",
}
"""What can go wrong with options (B), the rules text as it is set (R1) and writing (W)."""


def explain_code(code: str) -> str | None:
    """Title, reason, and a bad and a good example where there are such; None for a code that there is not."""
    text = _texts().get(code.upper())
    return f"{code.upper()}  {text}" if text else None


def list_codes() -> tuple[tuple[str, str], ...]:
    """Every code with its title, in order."""
    return tuple((code, text.splitlines()[0]) for code, text in sorted(_texts().items()))


def _texts() -> dict[str, str]:
    checks = {**CHECKS, **DRAW_CHECKS, **PREFLIGHT}
    described = {code: inspect.getdoc(check.run) or "" for code, check in checks.items()}
    return {code: text.strip() for code, text in {**LOAD_CODES, **BUILD_CODES, **described}.items()}
