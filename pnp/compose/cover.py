"""The cover of a kit, with instructions for printing and assembly."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import inline_html
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces, draw_counters
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.cutout import drawn_cut_outs
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import Duplex, Paper, Target
from pnp.scene import Scene
from pnp.units import MM_PER_INCH, Mm, in_inches

SIDE: Mm = 12.0
"""The margin of the page of instructions."""
ART = "cover"
"""The name of the drawing on the first page."""


@dataclass(frozen=True)
class KitFile:
    """One file of a kit: its name, its title, and how many pages and sheets of paper it has.

    `part` is the name of its part, such as `map-tiles`, also if the file belongs to one scenario of a series. `size` is
    the size of a map in words.
    """

    name: str
    title: str
    pages: int
    sheets: int
    part: str
    size: str = ""


def compose_cover(
    game: Game,
    target: Target,
    paper: Paper,
    duplex: Duplex,
    files: Sequence[tuple[str, str, int]],
    faces: Mapping[str, CounterFaces] | None = None,
    *,
    pieces: Mapping[str, bool] | None = None,
) -> Book:
    """Return a book with the illustrated cover and the instructions: one page, or two if the instructions are long.

    `files` are the other files of the kit: name without suffix, title, number of pages. `pieces` names those with
    sheets of components, and says whether these are printed on one side. `faces` are the drawn counters, if they are
    known already. A white border as wide as the margin of the print target surrounds the illustrated cover.
    """
    title = f"{game.game.title}: cover and assembly"
    cut_out = frozenset(component.sheet or id_ for id_, component in drawn_cut_outs(game).items())
    one_sided = {"map", "map-tiles"} | cut_out | {name for name, alone in (pieces or {}).items() if alone}
    kit_files = [_kit_file(game, file, duplex, one_sided) for file in files]
    html = render(
        "cover.html",
        paper,
        styles=("cover.css",),
        title=title,
        game=game,
        about=game.game,
        art=ART,
        files=kit_files,
        pieces=pieces or {},
        cut_out=cut_out,
        cards=[name for name in pieces or {} if name not in cut_out],
        decks=any(component.draw_pile() is not None for component in game.components.values()),
        tracks=any(block.true_size for aid in game.aids for row in aid.rows for block in row),
        backed=any(not alone for alone in (pieces or {}).values()),
        names={file.part for file in kit_files},
        map_size=_map_size_words(game),
        duplex=duplex,
        target=target,
        side=SIDE,
        text=inline_html,
        size=_length_words,
    )
    counters = () if game.cover.scene else cover_counters(game, faces)
    art = draw_cover(game, paper, target.margin, sheets=_printed_sheets(kit_files, duplex), counters=counters)
    return Book("cover", title, html, paper.name, {ART: art})


def _printed_sheets(files: Sequence[KitFile], duplex: Duplex) -> int:
    """Return the sheets of paper that `kit.pdf` needs, with the cover and one page of instructions; 0 if unknown."""
    others = [file.sheets for file in files if file.part != "map"]
    return sum(others) + (1 if duplex in ("long", "short") else 2) if others else 0


def cover_counters(game: Game, faces: Mapping[str, CounterFaces] | None = None) -> tuple[Scene, ...]:
    """Return the drawn fronts of two counters: the first unit of each of two sides, or else the first counters."""
    units = {counter.side: id_ for id_, counter in reversed(game.counters.items()) if counter.kind == "unit"}
    chosen = [units[side] for side in list(game.sides)[:2] if side in units] or list(game.counters)[:2]
    if not chosen:
        return ()
    drawn = draw_counters(game) if faces is None else faces
    return tuple(drawn[id_].front for id_ in chosen)


def _kit_file(game: Game, file: tuple[str, str, int], duplex: Duplex, one_sided: Collection[str]) -> KitFile:
    """Return the description of a kit file for the cover, with the sheets of paper that it needs."""
    name, title, pages = file
    scenario = next((known for known in game.scenarios if name.endswith(f"-{known}")), "")
    part = name.removesuffix(f"-{scenario}") if scenario else name
    heading = title.removeprefix(f"{game.game.title}:").strip()
    both = duplex in ("long", "short") and part not in one_sided
    size = _map_size_words(game.scenarios[scenario] if scenario else game)
    return KitFile(name, capitalised(heading), pages, -(-pages // 2) if both else pages, part, size)


def _map_size_words(game: Game) -> str:
    """Return the size of the map in millimetres and inches as printed; for a series that of the shared sheet."""
    maps = [one.map for one in (game, *game.scenarios.values()) if one.map is not None]
    if not maps:
        return ""
    size = maps[0].paper if game.scenarios else maps[0].size
    return f"{size.width:.0f} × {size.height:.0f} mm ({_inches_text(size.width)} × {_inches_text(size.height)} in)"


def _length_words(length: Mm) -> str:
    """Return a length as `15 mm`, or as `1/2 in (12.7 mm)` if it is a common fraction of an inch.

    >>> _length_words(12.7), _length_words(15)
    ('1/2 in (12.7 mm)', '15 mm')
    """
    inches = in_inches(length)
    return f"{inches} in ({length:.4g} mm)" if inches else f"{length:.4g} mm"


def _inches_text(length: Mm) -> str:
    """Return a length in inches with at most two decimal places.

    >>> _inches_text(279.4), _inches_text(12.7)
    ('11', '0.5')
    """
    return f"{length / MM_PER_INCH:.2f}".rstrip("0").rstrip(".")
