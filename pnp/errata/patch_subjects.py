"""Names for patches of an errata kit: the changed hexes of a map, and the changed tables of a page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pnp.compose.aids.blocks.sequence_block import SEQUENCE_TITLE
from pnp.compose.aids.blocks.table_block import ATTACK_AT_LEAST, SUFFERS
from pnp.draw.map.map_sheet import place_on_shared_sheet
from pnp.errata.compare.changes import Change
from pnp.errata.compare.wording import change_rows, change_title, item_record
from pnp.errata.page_differences import page_texts
from pnp.load.board_reader import resolve_board
from pnp.message import join_words
from pnp.model.aid_blocks import SequenceBlock
from pnp.model.game import Game
from pnp.preflight.text_run import TextRun
from pnp.scene import Matrix, Point, Rect
from pnp.typeface import missing_letters
from pnp.units import Mm

LABEL_FONT = "condensed-medium"
MOST_NAMES = 3
"""The most names that a label lists."""
MOST_LETTERS = 40
"""The most letters of an old and a new value that a label shows."""
REDRAWN = "Redrawn ground (such as trees); not needed for play. "
ROW_HEIGHT: Mm = 5.0
"""A row of results is higher; a patch of the rows below it begins at most so far above their first name."""
SAME_SIZE = 0.1
"""Texts whose type sizes differ by less, in points, are headings of one kind."""


@dataclass(frozen=True)
class PageSubjects:
    """The changes between two editions of a game, to be found on its printed pages."""

    old: Game
    new: Game
    changes: Sequence[Change]

    def of_patch(self, before: Path, file: Path, page: int, box: Rect) -> str:
        """Return what a part of a page corrects, as the beginning of a label: `Hex B4, Clear (was Woods). `.

        `before` is the file of the old edition. The text is empty if that is not certain.
        """
        texts = page_texts(file, page)
        was, now = (_texts_in(some, box) for some in (page_texts(before, page), texts))
        if file.stem.startswith("map"):
            names = [name for name, point in self._changes_on_maps.get(file.stem, ()) if box.holds(*point)]
            if not names and was == now and self._is_apart_from_changed_hexes(file.stem, box):
                return REDRAWN
        else:
            names = list(filter(None, [self._table_at(texts, box)]))
        if not names and was != now:
            names = list(self._printed_with(_words(" ".join(now))))
        if not names and len(self.changes) == 1:
            names = [self.title(self.changes[0])]
        names = [name for name in dict.fromkeys(names) if name and not missing_letters(name, LABEL_FONT)]
        if not names:
            return ""
        return f"{'; '.join(names[:MOST_NAMES])}{' and more' if len(names) > MOST_NAMES else ''}. "

    def _printed_with(self, there: set[str]) -> Iterator[str]:
        """Yield the names of counters and tracks whose new values consist of words that are printed on a patch."""
        for change in self.changes:
            place, game = change.item, change.game_of(self.new)
            if change.added or change.withdrawn or place[0] not in ("counters", "tracks"):
                continue
            printed = [one for one in change.differences if one.new and _words(one.new.text) <= there]
            if place[0] == "counters" and printed and _words(game.counters[place[1]].label) <= there:
                yield self.title(change).replace(f" ({place[1]})", "", 1)
            elif place[0] == "tracks":
                at = len(change.place)
                printed = [one for one in printed if one.new and len(_words(one.new.text)) > 1]  # one may be anything
                spaces = dict.fromkeys(one.place[at + 1] for one in printed if one.place[at : at + 1] == ("spaces",))
                if spaces:
                    listed = f"{'space' if len(spaces) == 1 else 'spaces'} {join_words(list(spaces))}"
                    yield f"{game.tracks[place[1]].name}, {listed}"

    def _is_apart_from_changed_hexes(self, map_: str, box: Rect) -> bool:
        """Return whether a part of a map is among its hexes, but not near one that changed.

        It is False if anything else of the map changed, because that may be there. Trees and other marks of the ground
        can be drawn in other places if a hex near them changes.
        """
        if not all(change.is_on_map for change in self.changes if change.component == "map"):
            return False
        x, y = box.centre
        hexes = self._hexes_on_maps.get(map_, ())
        side = max((side for _, side in hexes), default=0)
        changed = [point for _, point in self._changes_on_maps.get(map_, ())]
        is_near = any(box.grown(2 * side).holds(*point) for point in changed)
        return not is_near and any(math.dist((x, y), centre) < side for centre, _ in hexes)

    def title(self, change: Change) -> str:
        """Return the name of a changed item, with what changed: its old and new value if it is one short value."""
        title = change_title(change, self.old, self.new)
        rows = list(change_rows(change, self.old, self.new))
        if change.added or not rows:
            return title
        if len(rows) > 1:
            labels = [label for label in dict.fromkeys(label for label, _, _ in rows) if label]
            more = " and more" if len(labels) > MOST_NAMES else ""
            return f"{title}: {'; '.join(labels[:MOST_NAMES])}{more}" if labels else title
        ((label, was, now),) = rows
        where = "" if "hexes" in change.place or "counters" in change.place else label
        values = f"{now} (was {was})" if was and now and len(was + now) <= MOST_LETTERS else ""
        return ", ".join(filter(None, (title, where, values)))

    # -- maps

    @cached_property
    def _changes_on_maps(self) -> dict[str, list[tuple[str, Point]]]:
        """The name and the place (mm) of each changed hex, hexside or path on the pages of maps, by file name."""
        found: dict[str, list[tuple[str, Point]]] = {}
        for scenario, game in self.new.scenarios.items() or [("", self.new)]:
            whole = self._on_whole_map(scenario, game)
            for name, point in self._changed_places(scenario, game):
                found.setdefault("map", []).append((name, whole.apply(point)))
                if scenario:
                    found.setdefault(f"map-{scenario}", []).append((name, point))
        return found

    @cached_property
    def _hexes_on_maps(self) -> dict[str, list[tuple[Point, Mm]]]:
        """The centre of each hex on the pages of maps, and the length of its sides, by file name."""
        found: dict[str, list[tuple[Point, Mm]]] = {}
        for scenario, game in self.new.scenarios.items() or [("", self.new)]:
            board = resolve_board(game)
            if board is None:
                continue
            whole, grid = self._on_whole_map(scenario, game), board.grid
            found.setdefault("map", []).extend((whole.apply(grid.centre(cell)), grid.side) for cell in grid.hexes)
            if scenario:
                found[f"map-{scenario}"] = [(grid.centre(cell), grid.side) for cell in grid.hexes]
        return found

    def _on_whole_map(self, scenario: str, game: Game) -> Matrix:
        """Return the place of the map of a scenario on the sheet `map`."""
        is_part = scenario and game.map is not None and game.map.area is not None
        return place_on_shared_sheet(game.map) if is_part and game.map is not None else Matrix()

    def _changed_places(self, scenario: str, game: Game) -> Iterator[tuple[str, Point]]:
        """Yield the name of each changed hex, hexside or path of a map, and its middle on the upright map."""
        board = resolve_board(game)
        if board is None:
            return
        centres = {board.grid.number(cell): board.grid.centre(cell) for cell in board.grid.hexes}
        for change in self.changes:
            if not change.is_on_map or change.scenario not in ("", scenario):
                continue
            size = len(change.place)
            for name in dict.fromkeys(one.place[size - 1] for one in change.differences):
                hexes = name.split("/")
                if centres.keys() >= set(hexes):
                    x, y = (sum(centres[one][axis] for one in hexes) / len(hexes) for axis in (0, 1))
                    yield self.title(change), (x, y)

    # -- tables

    def _table_at(self, texts: Sequence[TextRun], box: Rect) -> str:
        """Return the name of the changed table, track or other item whose heading is above a part of a page.

        The text is empty if another heading is as near.
        """
        titles: dict[str, list[Change]] = {}
        for change in self.changes:
            for heading in self._headings(change):
                titles.setdefault(heading.casefold(), []).append(change)
        headings = [run for run in texts if run.text.strip().casefold() in titles]
        sizes = [run.size_pt for run in headings]
        headings = [run for run in texts if any(abs(run.size_pt - size) < SAME_SIZE for size in sizes)]
        x, y = box.centre
        before = [run for run in headings if run.box.x <= x and run.box.y <= y]
        if not before:
            return ""
        rightmost, lowest = max(run.box.x for run in before), max(run.box.y for run in before)
        nearest = [run for run in before if rightmost - run.box.x < 1 and lowest - run.box.y < 1]
        found = titles.get(nearest[0].text.strip().casefold(), []) if len(nearest) == 1 else []
        if not found:
            return ""
        if found[0].item[0] == "sequence":
            return next(one for one in self._headings(found[0]) if one.casefold() == nearest[0].text.strip().casefold())
        return _below_results(texts, box, change_title(found[-1], self.old, self.new)) or self.title(found[-1])

    def _headings(self, change: Change) -> tuple[str, ...]:
        """Return the headings under which a changed table, track, phase or other item is printed."""
        game = change.game_of(self.new)
        if change.item[0] == "sequence":
            blocks = (block for aid in game.aids for row in aid.rows for block in row)
            return tuple(one.title or SEQUENCE_TITLE for one in blocks if isinstance(one, SequenceBlock))
        return (str(getattr(item_record(game, change.item), "name", "")),)


def _below_results(texts: Sequence[TextRun], box: Rect, table: str) -> str:
    """Return the name of the rows below the results of a table; empty if a part of a page has other rows, too."""
    beside = [run for run in texts if run.text.strip() in (ATTACK_AT_LEAST, *SUFFERS) and _is_beside(run, box)]
    if not beside or min(run.box.y for run in beside) - box.y > ROW_HEIGHT:
        return ""
    return f"{table}, what each side suffers, below the results"


def _is_beside(run: TextRun, box: Rect) -> bool:
    """Return whether a text is in or to the left of a part of a page."""
    return box.y <= run.box.centre[1] <= box.bottom and run.box.x <= box.right


def _words(text: str) -> set[str]:
    """Return the words of a text; dashes divide them, because the factors of a counter are printed one by one."""
    return set(re.split(r"[\s–−-]+", text.casefold())) - {""}


def _texts_in(texts: Sequence[TextRun], box: Rect) -> list[str]:
    """Return the texts that are printed in a part of a page, in the order in which they are drawn."""
    return [run.text for run in texts if box.holds(*run.box.centre)]
