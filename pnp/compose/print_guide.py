"""The texts of the print guide of a kit: materials, steps, files with their paper, and notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from pnp.compose.back_cover import loose_counters, spread
from pnp.compose.guide_page import GuideContents, GuideFile, GuideStep
from pnp.compose.kit_files import APART, KitFile, joined_sheets, length_words, page_words
from pnp.draw.components.standee import draw_pieces
from pnp.draw.cover_art.facts_panel import SERIES
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.target import Duplex, Paper, Target
from pnp.scene import Scene
from pnp.typography import dress, figures
from pnp.units import int_sum

CARD_WEIGHT, PAPER_WEIGHT = "200–300 g", "90 g"
"""Weights of card and of ordinary paper, in grams for a square metre."""
WEIGHTS = {
    "cover": "160 g",
    "aids": "160 g",
    "folder": "160 g",
    "odds": "160 g",
    "map-tiles": "120 g",
}
"""The weights of paper of other parts."""
SAMPLES = 7
"""The greatest number of different counters in the pictures of the steps."""
MOST_STEPS = 6
"""The number of steps that fill two rows. If they are full, stapling is a note without a picture."""
MOST_NOTES = 3
"""The number of notes that fit side by side."""
TWO_SIDED: tuple[Duplex, ...] = ("long", "short")


def is_on_card(file: KitFile, duplex: Duplex, pieces: Mapping[str, bool], cut_out: Collection[str]) -> bool:
    """Return whether a file is printed on card: packaging, pieces that are cut out, two-sided counters and cards."""
    return (
        file.part == "packaging"
        or file.name in cut_out
        or (duplex in TWO_SIDED and (file.part == "counters" or file.name in pieces))
    )


def print_guide(
    game: Game,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    files: Sequence[KitFile],
    *,
    pieces: Mapping[str, bool],
    cut_out: Collection[str],
) -> GuideContents:
    """Return the contents of the print guide.

    `files` are the files of the kit with the cover. `pieces` names those with sheets of components, and says whether
    these are printed on one side. `cut_out` names those with pieces that are cut out along their outlines.
    """
    number = game.cover.number
    steps = tuple(_steps(game, target, duplex, files, pieces, cut_out))
    notes = tuple(_notes(game, files, duplex))
    if any(file.part == "rules" for file in files):
        folders = any(file.part == "folder" for file in files)
        text = "Staple the pages of the rules at the left edge."
        text += " Fold the player folders in the middle, title outside." if folders else ""
        text += " On the screen their inside is upside down on purpose." if folders and duplex == "long" else ""
        if len(steps) < MOST_STEPS:
            steps += (GuideStep("staple", "Staple the rules", text),)
        else:
            notes = (("Staple the rules", text), *notes)[:MOST_NOTES]
    return GuideContents(
        SERIES if number is None else f"{SERIES} {number}",
        dress(game.game.title),
        joined_sheets(files) if len(files) > 1 else 0,
        tuple(_materials(files, steps, [is_on_card(file, duplex, pieces, cut_out) for file in files])),
        steps,
        tuple(_guide_files(files, paper, duplex, pieces, cut_out)),
        notes,
        page_words(file.in_kit for file in files if is_on_card(file, duplex, pieces, cut_out)),
    )


def _guide_files(
    files: Sequence[KitFile], paper: Paper, duplex: Duplex, pieces: Mapping[str, bool], cut_out: Collection[str]
) -> Iterator[GuideFile]:
    """Yield the lines of the table.

    The files of one part, such as those of the scenarios of a series, are one line; but maps differ in size.
    """
    for _, same in groupby(files, lambda file: file.name if file.part == "map" else file.part):
        first, *others = sorted(same, key=lambda file: not file.two_sided)
        line = _guide_file(first, paper, duplex, card=is_on_card(first, duplex, pieces, cut_out))
        line = replace(line, pages=page_words(file.in_kit for file in (first, *others)))
        if others:
            number = len(others) + 1
            line = replace(
                line,
                name=f"{first.part}*",
                title=f"{first.general} ({number} files)",
                sheets=first.sheets + int_sum(other.sheets for other in others),
            )
        yield line


def _guide_file(file: KitFile, paper: Paper, duplex: Duplex, *, card: bool) -> GuideFile:
    """Return the line of a file in the table."""
    sides = "two sides" if file.two_sided else "one side"
    if file.part == "map":
        where = f"one sheet, {figures(file.size)}, at a copy shop"
        return GuideFile(file.name, f"{file.title} in one piece", where, sides, file.sheets, optional=True)
    if duplex == "fold" and file.part == "counters":
        sides = "one side, then fold"
    words = (
        f"{paper.name} card, {CARD_WEIGHT}" if card else f"{paper.name} paper, {WEIGHTS.get(file.part, PAPER_WEIGHT)}"
    )
    return GuideFile(file.name, file.title, words, sides, file.sheets, card, file.part in APART)


def _materials(
    files: Sequence[KitFile], steps: Sequence[GuideStep], on_card: Sequence[bool]
) -> Iterator[tuple[str, str]]:
    """Yield the materials that the steps need, each with a short note."""
    printed = [(file.sheets, card) for file, card in zip(files, on_card, strict=True) if file.part not in APART]
    done = {step.picture for step in steps}
    yield "printer", "colour or grey"
    for material, card, weight in (("card", True, CARD_WEIGHT), ("paper", False, "90–160 g")):
        count = int_sum(sheets for sheets, is_card in printed if is_card is card)
        if count:
            yield material, f"{count} {'sheet' if count == 1 else 'sheets'}, {weight}"
    if done & {"cuts", "pieces", "tiles"}:
        yield "ruler", "30 cm or longer"
        yield "knife", "with new blades"
        yield "mat", "A3 or larger"
    if done & {"tiles", "pieces", "fold"}:
        yield "glue", "tiles and folds" if "tiles" in done else "for folds"
    if "corners" in done:
        yield "clipper", "or corner rounder"
    if any(file.part == "rules" for file in files):
        yield "stapler", "for the rules"


def _steps(
    game: Game,
    target: Target,
    duplex: Duplex,
    files: Sequence[KitFile],
    pieces: Mapping[str, bool],
    cut_out: Collection[str],
) -> Iterator[GuideStep]:
    """Yield the steps that the files of the kit need, in the order of work."""
    parts = {file.part for file in files}
    counters, cards = "counters" in parts, [name for name in pieces if name not in cut_out]
    backed = counters or any(not alone for alone in pieces.values())
    text = "Choose “Actual size”, never “Fit to page”."
    if duplex in TWO_SIDED:
        text += f" For two-sided sheets choose “flip on {duplex} edge”."
    yield GuideStep(
        "print", "Print at 100 %", text, f"Flip on {duplex} edge" if duplex in TWO_SIDED else "Print on one side"
    )
    if target.rulers:
        text = "The ruler in the margin must be 100 mm long. If it is not, correct the print settings first."
        yield GuideStep("measure", "Measure one sheet", text)
    if backed and duplex in TWO_SIDED and "calibration" in parts:
        text = (
            "Print the calibration sheet from the same tray and hold it up to a light. If a scale shows more than"
            " 0.5 mm, correct it as the sheet says."
        )
        yield GuideStep("backs", "Line up fronts and backs", text)
    if backed and duplex == "fold":
        text = (
            "Score the line in the middle and fold the sheet, print side out. Glue the halves and press them flat."
            " A sheet without such a line is two leaves: glue them back to back."
        )
        yield GuideStep("fold", "Fold fronts and backs", text)
    fronts = tuple(spread(loose_counters(game), SAMPLES)) if counters else ()
    if counters or cards:
        text = "Lay the ruler from tick to tick. Cut all long lines, then turn the sheet and make the short cuts."
        if counters and game.counter_print:
            side = figures(length_words(game.counter_print.side))
            word = game.counter_word.capitalize()
            text = (
                f"Lay the ruler from tick to tick. Make all long cuts, then the short ones. {word}s are {side} square."
            )
        picture = "cuts" if fronts else "cuts-of-cards"
        yield GuideStep(picture, "Make the long cuts first", text, scenes=fronts)
    if counters:
        text = (
            f"Use a nail clipper or a 2 mm corner rounder. Clipped {game.counter_word}s are easier to stack and lift."
        )
        yield GuideStep("corners", "Clip the corners", text, scenes=fronts)
    if cut_out:
        text = "Cut along solid lines. Score and fold dashed lines. Put glue on hatched areas."
        yield GuideStep("pieces", "Cut out the other pieces", text, scenes=_standing_faces(game))
    if any(file.part == "map-tiles" and file.pages > 1 for file in files):
        text = "Cut where the seam is marked. Lay the tile on the marks of its neighbour, and glue the strip."
        yield GuideStep("tiles", "Glue the map tiles", text)


def _standing_faces(game: Game) -> tuple[Scene, ...]:
    """Return the front and the reverse of the first standing figure of a game; nothing if it has none."""
    faces = draw_pieces(game)
    upright = (both for both in faces.values() if both.front.height > both.front.width)
    return next(((both.back, both.front) for both in upright), ())


def _notes(game: Game, files: Sequence[KitFile], duplex: Duplex) -> Iterator[tuple[str, str]]:
    """Yield the notes at the foot of the page, the most important first: head and text."""
    parts = {file.part for file in files}
    if "map" in parts and "map-tiles" in parts:
        yield (
            "One map is enough",
            "Start with the tiles, which any printer can print. The maps in one piece, for a copy shop, show the same.",
        )
    elif "map" in parts:
        names = [one.name for one in game.components.values() if one.shows_map()]
        card = join_words([name[:1].lower() + name[1:] for name in names])
        yield "The map alone", f"The map is on {card}. A copy shop can also print map.pdf alone at 100 %."
    if "counters" not in parts or "map" not in parts:
        yield (
            "Printing in grey",
            "Choose “Greyscale” in the printer. Every piece has a word or a symbol as well as a colour.",
        )
    if duplex in TWO_SIDED:
        yield (
            "Blank pages",
            "Some pages of kit.pdf are empty. Keep them in the stack, so that fronts and backs stay together.",
        )
    if "counters" in parts:
        yield "Before you start", f"Print page 1 of the {game.counter_word}s on ordinary paper first and measure it."
