"""`index.html` of a kit: the game, what to print, and pictures of all pages. It works without a network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from pnp.compose.kit_files import (
    APART,
    NOT_JOINED,
    KitFile,
    all_kit_files,
    cut_out_files,
    joined_sheets,
    length_words,
    page_words,
)
from pnp.compose.print_guide import is_on_card
from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.draw.cover_art.cover_facts import PrintedFact, all_facts
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.cover_art.facts_panel import SERIES
from pnp.message import capitalised
from pnp.model.game import Game
from pnp.model.target import Duplex, Paper
from pnp.typography import dress, figures

MOST_COUNTERS = 24
"""How many counters the page shows at full size."""


@dataclass(frozen=True)
class PaperGroup:
    """The files that are printed on one kind of paper, with the sheets of those in `kit.pdf` (0: none of them).

    `pages` are their pages in `kit.pdf`, such as `5-18, 33-40`.
    """

    name: str
    sheets: int
    files: tuple[KitFile, ...]
    pages: str


@dataclass(frozen=True)
class KitOverview:
    """The game and its kit at the head of the page, and what to print on which paper.

    `colours` are the inks of the cover. `pictures` are the paths of the large pictures `cover` and `map`, as far as
    there are any, and `map_file` is the PDF of the map. `counters` are the drawings of counters. `turned` are the names
    of the files whose even pages are upside down, so that they are upright in print; the page shows them upright.
    `links` are addresses of other pages, each with its words.
    """

    game: Game
    colours: Mapping[str, str]
    facts: tuple[PrintedFact, ...]
    groups: tuple[PaperGroup, ...]
    pictures: Mapping[str, str]
    map_file: str
    counters: tuple[str, ...]
    turned: frozenset[str] = frozenset()
    links: tuple[tuple[str, str], ...] = ()

    @property
    def series(self) -> str:
        """The words above the title."""
        return SERIES

    @property
    def counter_size(self) -> str:
        """The size of a counter in words."""
        printed = self.game.counter_print
        return figures(length_words(printed.side)) if printed else ""

    @property
    def text(self) -> str:
        """All words of the overview, whose letters the fonts of the page must have."""
        about, cover = self.game.game, self.game.cover
        words = [
            about.blurb,
            about.published,
            about.edition,
            about.rights_statement,
            cover.strip,
            cover.kicker,
            cover.title,
            *about.also_needed,
            *(words for _, words in self.links),
        ]
        words += [f"{credit.role} {' '.join(credit.names)}" for credit in about.credits]
        return " ".join((*words, *(" ".join(fact) for fact in self.facts)))


def kit_overview(
    game: Game,
    files: Sequence[tuple[str, str, int]],
    paper: Paper,
    duplex: Duplex,
    *,
    pieces: Mapping[str, bool],
    pictures: Mapping[str, str],
    counters: Sequence[str],
    in_kit: Mapping[str, range] = NOT_JOINED,
) -> KitOverview:
    """Return the overview of a kit, given its files, its large pictures, and the drawings of its counters.

    `files`, `pieces` and `in_kit` are those of the cover.
    """
    listed, cut_out = all_kit_files(game, files, duplex, pieces, in_kit), cut_out_files(game)
    palette = game.cover.palette or default_palette(game)
    card = [file for file in listed if file.part != "map" and is_on_card(file, duplex, pieces, cut_out)]
    large = [file for file in listed if file.part == "map"]
    other = [file for file in listed if file not in card and file not in large]
    groups = (
        (f"{paper.name} card, 200–300 g", card),
        ("Large paper, 120 g", large),
        (f"{paper.name} paper, 90–160 g", other),
    )
    sheets = joined_sheets(listed)
    to_print = (PrintedFact("To print", str(sheets), "sheet" if sheets == 1 else "sheets"),)
    apart = max(1, len(counters) // MOST_COUNTERS)
    return KitOverview(
        game,
        palette.model_dump(),
        (*all_facts(game), *to_print),
        tuple(
            PaperGroup(name, joined_sheets(of_one), tuple(of_one), page_words(file.in_kit for file in of_one))
            for name, of_one in groups
            if of_one
        ),
        pictures,
        f"{large[0].name}.pdf" if large else "",
        tuple(counters[::apart][:MOST_COUNTERS]),
        frozenset(file.name for file in listed if file.part == "folder" and duplex == "long"),
    )


def compose_kit_index(
    title: str,
    subtitle: str,
    files: Iterable[tuple[str, str, Sequence[PurePath]]],
    errata_from: str = "",
    overview: KitOverview | None = None,
    in_kit: Mapping[str, range] = NOT_JOINED,
    rights: str = "",
    program: str = "",
    *,
    draft: bool = False,
) -> str:
    """Return the HTML of a kit's `index.html`, with pictures of the pages of these files.

    `files` are the name without suffix, the title, and the pictures of the pages of each file. The pictures are in a
    folder beside `index.html`. A file without pictures is only linked.
    `errata_from` is the name of the old edition if the kit is an errata kit, which has a list of changes but no cover.
    `overview` describes a whole kit; other kits have only a heading, and `rights`, the sentence about the owner of the
    game. `in_kit` gives the pages of files in `kit.pdf`, `program` is the name and version of the program.
    A `draft` is called so.
    """
    titles = {file.name: file.title for group in (overview.groups if overview else ()) for file in group.files}
    listed = [
        {
            "name": name,
            "title": titles.get(name) or capitalised(file_title.removeprefix(f"{title}:").strip()),
            "pages": [f"{picture.parent.name}/{picture.name}" for picture in pictures],
            "in_kit": page_words([in_kit.get(name, range(0))]),
        }
        for name, file_title, pictures in files
    ]
    template = environment().get_template("index.html")
    words = [
        title,
        subtitle,
        errata_from,
        rights,
        f"Made with {program}.",
        *(str(one["title"]) for one in listed),
        overview.text if overview else "",
    ]
    return template.render(
        title=title,
        subtitle=subtitle,
        files=listed,
        errata_from=errata_from,
        kit=overview,
        about=overview.game.game if overview else None,
        cover=overview.game.cover if overview else None,
        rights=rights,
        program=program,
        draft=draft,
        apart=APART,
        style=web_style("index.css", dress(figures("".join(words))) + "".join(words)),
    )
