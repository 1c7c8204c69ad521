"""The counter manifest: a book that lists every counter with both faces, its values and its entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from pnp.compose.counter_words import entries_of
from pnp.compose.html_book import Book
from pnp.compose.inline_markdown import inline_html
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import MARK, is_reconstructed
from pnp.compose.templating import render
from pnp.draw.counter.faces import CounterFaces
from pnp.message import capitalised
from pnp.model.counter import Counter, Entry
from pnp.model.game import Game
from pnp.model.target import Paper
from pnp.units import Mm

SIDE: Mm = 14.0
WIDEST_FACE: Mm = 20.0
"""Larger counters are reduced to this size, so that two of them and their text fit side by side."""
KINDS = {"unit": "units", "air": "air units", "activation": "activation markers", "marker": "markers"}


@dataclass(frozen=True)
class CounterListRow:
    """One counter of the list; the marks are for the counter, its front values and its back values."""

    id: str
    front: str
    back: str
    name: str
    says: str
    front_says: str
    back_says: str
    steps: str
    enters: str
    mark: bool
    front_mark: bool
    back_mark: bool


def compose_counter_list(game: Game, paper: Paper, faces: Mapping[str, CounterFaces] | None = None) -> Book:
    """Return a book that lists all counters by side and kind.

    `faces` are the drawn counters, if they are known already.
    """
    pictures = Pictures(game, faces)
    title = f"{game.game.title}: counter manifest"
    html = render(
        "manifest.html",
        paper,
        styles=("manifest.css",),
        title=title,
        game=game.game,
        groups=tuple(_counter_groups(game, pictures)),
        factors=_factor_names(game),
        ranges=any(counter.range is not None for counter in game.counters.values()),
        notation=game.counter_print.notation if game.counter_print else {},
        total=sum(counter.copies for counter in game.counters.values()),
        text=inline_html,
        mark=MARK,
        face=min(game.counter_print.side, WIDEST_FACE) if game.counter_print else 0,
        side=SIDE,
    )
    return Book("counter-manifest", title, html, paper.name, pictures.scenes)


def _factor_names(game: Game) -> tuple[str, ...]:
    """Return the names of the factors of units; none if no counter has factors."""
    printed = any(face.factors for counter in game.counters.values() for face in (counter.front, counter.back))
    return game.counter_print.factors if game.counter_print and printed else ()


def _counter_groups(game: Game, pictures: Pictures) -> Iterator[tuple[str, int, tuple[CounterListRow, ...]]]:
    """Yield for each side and kind of counter: the heading, the number of counters, and the list rows."""
    entries = entries_of(game)

    def group(item: tuple[str, Counter]) -> tuple[str, str]:
        """Return the side and the kind of a counter, so that equal ones are listed together."""
        counter = item[1]
        return (counter.side if counter.kind != "marker" else "", counter.kind)

    for (side, kind), members in groupby(game.counters.items(), group):
        counters = list(members)
        words = [game.sides[side].adjective or game.sides[side].name] if side in game.sides else []
        heading = " ".join([*words, KINDS[kind]])
        rows = tuple(
            _counter_row(
                game,
                id_,
                counter,
                _entry_words(counter, entries[id_][1]) if id_ in entries else counter.spare,
                pictures,
            )
            for id_, counter in counters
        )
        yield capitalised(heading), sum(counter.copies for _, counter in counters), rows


def _counter_row(game: Game, id_: str, counter: Counter, enters: str, pictures: Pictures) -> CounterListRow:
    """Return the row of one counter: its faces, name, values, entry and reconstruction marks."""
    formation = game.formations[counter.formation].name if counter.formation in game.formations else ""
    says = [game.icons.symbol_name(counter.symbol)] if counter.kind == "unit" and counter.symbol else []
    says += [counter.size] if counter.size else []
    says += [formation] if formation else []
    return CounterListRow(
        id=id_,
        front=pictures.counter(id_),
        back=pictures.counter(id_, "back"),
        name=counter.label + (f" (x {counter.copies})" if counter.copies > 1 else ""),
        says=", ".join(says),
        front_says=_face_words(counter, "front"),
        back_says=_face_words(counter, "back"),
        steps="" if counter.steps is None else str(counter.steps),
        enters=enters,
        mark=is_reconstructed(counter),
        front_mark=_is_face_reconstructed(counter, "front"),
        back_mark=_is_face_reconstructed(counter, "back"),
    )


def _entry_words(counter: Counter, entry: Entry) -> str:
    """Return the name of an entry, or its location if the name is the counter's own."""
    return entry.where if entry.name == counter.label else entry.name


def _face_words(counter: Counter, facing: str) -> str:
    """Return what a counter's front or back shows as text: its factors and range, or its words."""
    face = counter.front if facing == "front" else counter.back
    if face.factors:
        return face.factors + (f" r{counter.range}" if counter.range is not None else "")
    if face.state in ("blank", "emblem"):
        return face.state
    words = " ".join(filter(None, (face.number, face.word, face.second)))
    return words or ("" if counter.kind == "unit" else face.picture)


def _is_face_reconstructed(counter: Counter, facing: str) -> bool:
    """Return whether the factors or words on this face of a counter are reconstructed."""
    face = counter.front if facing == "front" else counter.back
    return is_reconstructed(counter, f"{facing}.{'factors' if face.factors else 'word'}")
