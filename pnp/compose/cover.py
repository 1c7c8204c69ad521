"""The cover of a kit, with instructions for printing and assembly."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import inline_html
from pnp.compose.pictures import Pictures
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.cutout import drawn_cut_outs
from pnp.fitting import fit_size
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import Duplex, Paper, Target
from pnp.units import MM_PER_INCH, Mm, in_inches

SIDE: Mm = 12.0
ACROSS = 6
"""Counters side by side on the cover."""
FEWEST = 4
"""The least number of counters in a band."""
GAP: Mm = 0.9
"""White space between the counters of a band."""
TITLE_PT, LEAST_TITLE_PT = 84.0, 40.0


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
    """Return a book with the cover and instructions: one page, or two if the instructions are long.

    `files` are the other files of the kit: name without suffix, title, number of pages. `pieces` names those with
    sheets of components, and says whether these are printed on one side. `faces` are the drawn counters, if they are
    known already.
    """
    pictures = Pictures(game, faces)
    width = paper.width - 2 * SIDE
    counters = [band for band in _cover_bands(game) if len(band) >= FEWEST]
    across = min(ACROSS, max(map(len, counters), default=ACROSS))
    bands = [tuple(map(pictures.counter, band)) for band in counters if len(band) >= across]
    size = fit_size(game.game.title, "condensed-bold", TITLE_PT, width, smallest_pt=LEAST_TITLE_PT)
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
        bands=bands,
        face=(width + GAP) / across,
        gap=GAP,
        across=across,
        title_pt=size or LEAST_TITLE_PT,
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
    return Book("cover", title, html, paper.name, pictures.scenes)


def _cover_bands(game: Game) -> tuple[tuple[str, ...], ...]:
    """Return the counters to show above and below the title, usually units of two opposing sides."""
    if game.sides:
        return tuple(cover_counters(game, side, 2 * ACROSS) for side in list(game.sides)[:2])
    counters = list(game.counters)[: 2 * ACROSS]
    return tuple(tuple(band) for band in (counters[:ACROSS], counters[ACROSS:]) if band)


def cover_counters(game: Game, side: str, most: int) -> tuple[str, ...]:
    """Return the ids of at most `most` units of a side, one of each formation in turn."""
    by_formation: dict[str, list[str]] = {}
    for id_, counter in game.counters.items():
        if counter.kind == "unit" and counter.side == side:
            by_formation.setdefault(counter.formation, []).append(id_)
    turns = zip_longest(*by_formation.values())
    return tuple(id_ for turn in turns for id_ in turn if id_ is not None)[:most]


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
