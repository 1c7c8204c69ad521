"""Names for patches of an errata kit: the changed hexes of a map, and the changed tables of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pnp.compare.changes import Change
from pnp.compare.wording import change_rows, change_title
from pnp.draw.map.map_sheet import place_on_shared_sheet
from pnp.load.board import resolve_board
from pnp.model.game import Game
from pnp.preflight.page_differences import page_texts
from pnp.preflight.text_run import TextRun
from pnp.scene import Matrix, Point, Rect
from pnp.typeface import missing_letters

LABEL_FONT = "condensed-medium"
MOST_NAMES = 3
"""The most names that a label lists."""
MOST_LETTERS = 40
"""The most letters of an old and a new value that a label shows."""
SAME_SIZE = 0.1
"""Texts whose type sizes differ by less, in points, are headings of one kind."""


@dataclass(frozen=True)
class PageSubjects:
    """The changes between two editions of a game, to be found on its printed pages."""

    old: Game
    new: Game
    changes: Sequence[Change]

    def of_patch(self, file: Path, page: int, box: Rect) -> str:
        """Return what a part of a page corrects, as the beginning of a label: `Hex B4, Clear (was Woods). `.

        The text is empty if that is not certain.
        """
        if len(self.changes) == 1:
            names = [self._title(self.changes[0])]
        elif file.stem.startswith("map"):
            names = [name for name, point in self._changes_on_maps.get(file.stem, ()) if box.holds(*point)]
        else:
            names = [self._table_at(page_texts(file, page), box)]
        names = [name for name in dict.fromkeys(names) if name and not missing_letters(name, LABEL_FONT)]
        if not names:
            return ""
        return f"{'; '.join(names[:MOST_NAMES])}{' and more' if len(names) > MOST_NAMES else ''}. "

    def _title(self, change: Change) -> str:
        """Return the name of a changed item, with the old and the new value if it is one short value."""
        title = change_title(change, self.old, self.new)
        rows = list(change_rows(change, self.old, self.new))
        if len(rows) != 1:
            return title
        ((label, was, now),) = rows
        where = "" if "hexes" in change.place else label
        values = f"{now} (was {was})" if was and now and len(was + now) <= MOST_LETTERS else ""
        return ", ".join(filter(None, (title, where, values)))

    # -- maps

    @cached_property
    def _changes_on_maps(self) -> dict[str, list[tuple[str, Point]]]:
        """The name and the place (mm) of each changed hex, hexside or path on the pages of maps, by file name."""
        found: dict[str, list[tuple[str, Point]]] = {}
        for scenario, game in self.new.scenarios.items() or [("", self.new)]:
            whole = Matrix()
            if scenario and game.map is not None and game.map.area is not None:
                whole = place_on_shared_sheet(game.map)
            for name, point in self._changed_places(scenario, game):
                found.setdefault("map", []).append((name, whole.apply(point)))
                if scenario:
                    found.setdefault(f"map-{scenario}", []).append((name, point))
        return found

    def _changed_places(self, scenario: str, game: Game) -> Iterator[tuple[str, Point]]:
        """Yield the name of each changed hex, hexside or path of a map, and its middle on the upright map."""
        board = resolve_board(game)
        if board is None:
            return
        centres = {board.grid.number(cell): board.grid.centre(cell) for cell in board.grid.hexes}
        for change in self.changes:
            own = change.place[0] == "scenarios"
            place = change.place[2:] if own else change.place
            hexes = place[-1].split("/")
            if place[0] == "map" and (not own or change.place[1] == scenario) and centres.keys() >= set(hexes):
                x, y = (sum(centres[one][axis] for one in hexes) / len(hexes) for axis in (0, 1))
                yield self._title(change), (x, y)

    # -- tables

    def _table_at(self, texts: Sequence[TextRun], box: Rect) -> str:
        """Return the name of the changed table, track or other item whose heading is above a part of a page.

        The text is empty if another heading is as near.
        """
        titles = {self._heading(change): change for change in self.changes}
        headings = [run for run in texts if run.text.strip().casefold() in titles]
        sizes = [run.size_pt for run in headings]
        headings = [run for run in texts if any(abs(run.size_pt - size) < SAME_SIZE for size in sizes)]
        x, y = box.centre
        before = [run for run in headings if run.box.x <= x and run.box.y <= y]
        if not before:
            return ""
        rightmost, lowest = max(run.box.x for run in before), max(run.box.y for run in before)
        nearest = [run for run in before if rightmost - run.box.x < 1 and lowest - run.box.y < 1]
        change = titles.get(nearest[0].text.strip().casefold()) if len(nearest) == 1 else None
        return "" if change is None else self._title(change)

    def _heading(self, change: Change) -> str:
        """Return the heading under which a changed table, track or other item is printed, in lower case."""
        game, place = self.new, change.place
        if place[0] == "scenarios":
            game, place = game.scenarios.get(place[1], game), place[2:]
        items = getattr(game, place[0], None)
        item = items.get(place[1]) if isinstance(items, dict) and len(place) > 1 else None
        return str(getattr(item, "name", "")).casefold()
