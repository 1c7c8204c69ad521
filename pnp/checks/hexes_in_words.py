"""Checks of hexes in words: those said to be adjacent, and lists unlike another list."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.printed_texts import texts_in

_GAP = re.compile(r"[^.;:\n{}!?<>=]{0,40}(?:\n *)?[^.;:\n{}!?<>=]{0,20}")
"""What may be between two hexes of a list."""
_FEWEST = 3
"""Lists of fewer hexes are not compared."""


@check("M051", Severity.WARNING)
def hexes_not_adjacent(checked: CheckedGame) -> Iterator[Fault]:
    """A text says that two hexes are adjacent, or names the hexside between them, but they are not adjacent.

    Bad:
        glossary: {odds: {says: 'B2 is adjacent to B5. There is a ferry across the hexside between B2 and B3.'}}
    Good:
        glossary: {odds: {says: 'B2 is adjacent to B3. There is a ferry across the hexside between B2 and B3.'}}
    """
    board = checked.board
    if board is None:
        return
    cells = {board.grid.number(cell): cell for cell in board.grid.hexes}
    number = r"[A-Z]{0,2}\d{1,4}"
    said = re.compile(
        rf"\b(?P<one>{number}) (?:is|are|was|were|lies) (?:also )?adjacent to (?P<other>{number})\b"
        rf"|\b(?:bridge|embankment|ferry|hexside)s?(?: [a-z]+)? between (?P<left>{number}) and (?P<right>{number})\b"
    )
    for path, text in checked.texts_with_steps:
        for match in said.finditer(text.replace("\n", " ")):
            one, other = match["one"] or match["left"], match["other"] or match["right"]
            if one in cells and other in cells and cells[one].distance_to(cells[other]) != 1:
                yield Fault(path, f"{one} and {other} are not adjacent", "correct one of them", at=match.start())


@check("M052", Severity.WARNING)
def hexes_unlike_another_list(checked: CheckedGame) -> Iterator[Fault]:
    """A text names three or more hexes that are those of another list, except for one.

    The other lists are those in all texts and data. A list that occurs more often is taken to be right. If both are
    right, write `waive: {M052: reason}` in the record.

    Bad:
        glossary:
          aim: {says: 'The aim of Red is to have a unit in B2, B3 or C3.'}
          end: {says: 'The game ends if Red has a unit in B2, B3 or C4.'}
          win: {says: 'Red wins with a unit in B2, B3 or C3.'}
    Good:
        glossary:
          aim: {says: 'The aim of Red is to have a unit in B2, B3 or C3.'}
          end: {says: 'The game ends if Red has a unit in B2, B3 or C3.'}
          win: {says: 'Red wins with a unit in B2, B3 or C3.'}
    """
    board = checked.board
    if board is None:
        return
    numbers = {board.grid.number(cell) for cell in board.grid.hexes}
    lists: dict[frozenset[str], set[str]] = defaultdict(set)
    for key in ("entries", "procedures", "standing", "rules", "aids", "terrain", "glossary", "components", "map"):
        for path, _, text in texts_in(getattr(checked.game, key), key):
            for _, found in _lists_in(text, numbers):
                lists[found].add(path)
    for path, text in checked.texts_with_steps:
        inserted = checked.game.sources.inserted(path)
        for at, found in _lists_in(text, numbers) if not path.startswith("examples.") else ():
            if any(first <= at < last for first, last in inserted):
                continue
            own = len(lists[found] | {path})
            for other, places in lists.items():
                away, instead = found - other, other - found
                differs = len(away) == len(instead) == 1 and len(found & other) >= _FEWEST - 1
                lacks = len(away) + len(instead) == 1 and len(found & other) >= _FEWEST
                if (differs or lacks) and len(places) > own:
                    there = f"the list of {min(places)}"
                    wrong = (
                        f"{min(away)} is not in {there}" if away else f"{min(instead)} is missing, which is in {there}"
                    )
                    wrong += f", which has {min(instead)}" if differs else ""
                    yield Fault(path, wrong, "correct one of them", at=at)
                    break


def _lists_in(text: str, numbers: set[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the offset and the hexes of each list of hexes in a text."""
    runs: list[list[re.Match[str]]] = []
    for match in re.finditer(r"(?<![\w.#-])[A-Z]{0,2}\d{1,4}(?![\w.]*\w)", text):
        if match[0] not in numbers:
            continue
        if runs and _GAP.fullmatch(text[runs[-1][-1].end() : match.start()]):
            runs[-1].append(match)
        else:
            runs.append([match])
    for run in runs:
        if len(found := frozenset(match[0] for match in run)) >= _FEWEST:
            yield run[0].start(), found
