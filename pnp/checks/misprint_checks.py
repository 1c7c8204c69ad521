"""Checks of misprints, which keep what the published sheets print, and of errata."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.deferred import deferred
from pnp.findings import Fault, Severity
from pnp.load.misprints import misprint_findings, redundant_misprints, tree_of
from pnp.load.overlay import EDITION
from pnp.message import clip
from pnp.model.game import Game

with deferred():
    from pnp.errata.compare import edition_values

_WORD = re.compile(r"[^\W_]+")
_SMALL_WORDS = frozenset({"a", "an", "and", "at", "in", "is", "no", "not", "of", "on", "or", "the", "to"})
_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: str(n) for n, word in enumerate(_NUMBER_WORDS)}


@check("I016")
def misprint_unused(checked: CheckedGame) -> Iterator[Fault]:
    """A `misprint` equals the correct value.

    A misprint is a wrong value that the published game prints. The record itself has the correct value.

    Bad:
        counters: {B1: {front: {factors: 3-4-3}, misprint: {front: {factors: 3-4-3}}}}
    Good:
        counters: {B1: {front: {factors: 3-4-3}, misprint: {front: {factors: 3-9-3}}}}
    """
    root = tree_of(checked.game)
    for path, text in redundant_misprints(root) if root is not None else ():
        wrong = f"the misprint {clip(text)} equals the correct value"
        yield Fault(path, wrong, "write what the published sheet prints, or delete the misprint")


@check("I017")
def misprint_invalid(checked: CheckedGame) -> Iterator[Fault]:
    """A `misprint` does not fit its record.

    A misprint may contain only keys of its record, with valid values. Cells of a table are named by the labels of their
    row and column. In the second example, the counter B1 has one copy, and the published game has two.

    Bad:
        counters: {B1: {front: {factors: 3-4-3}, misprint: {front: {factor: 3-9-3}}}}
    Good:
        counters: {B1: {front: {factors: 3-4-3}, misprint: {front: {factors: 3-9-3}}}}
    Bad:
        counters: {B1: {misprint: {copies: two}}}
    Good:
        counters: {B1: {misprint: {copies: 2}}}
    Bad:
        tables: {crt: {misprint: {cells: {7/2-1: -/A}}}}
    Good:
        tables: {crt: {misprint: {cells: {6/2-1: -/A}}}}
    """
    for finding in misprint_findings(checked.game):
        yield Fault(finding.spot.path, f"edition {EDITION}: {finding.wrong}", finding.write, finding.spot)


@check("I018")
def erratum_of_unknown_value(checked: CheckedGame) -> Iterator[Fault]:
    """An erratum names an unknown value or erratum, or corrects the same value as another erratum.

    An erratum is the printed notice of a correction. `changes` lists paths of values in the data, and `supersedes`
    numbers of other errata; they must exist. Two errata may correct one value only if the later one names the number of
    the earlier one under `supersedes`.

    Bad:
        errata: [{of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factor}]
    Good:
        errata: [{of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factors}]
    Bad:
        errata:
        - {of: B1, was: 3-9-3, now: 3-5-3, changes: counters.B1.front.factors, number: E-1}
        - {of: B1, was: 3-5-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-2, supersedes: E-01}
    Good:
        errata:
        - {of: B1, was: 3-9-3, now: 3-5-3, changes: counters.B1.front.factors, number: E-1}
        - {of: B1, was: 3-5-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-2, supersedes: E-1}
    Bad:
        errata:
        - {of: B1, was: 3-9-3, now: 3-5-3, changes: counters.B1.front.factors, number: E-1}
        - {of: B1, was: 3-5-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-2}
    Good:
        errata:
        - {of: B1, was: 3-9-3, now: 3-5-3, changes: counters.B1.front.factors, number: E-1}
        - {of: B1, was: 3-5-3, now: 3-4-3, changes: counters.B1.front.factors, number: E-2, supersedes: E-1}
    """
    game = checked.game
    numbers = {erratum.number for erratum in game.errata if erratum.number}
    superseded = {number for erratum in game.errata for number in erratum.supersedes}
    correcting: dict[str, str] = {}
    for i, erratum in enumerate(game.errata):
        for number in erratum.supersedes:
            if number not in numbers:
                yield Fault(f"errata.{i}.supersedes", f"there is no erratum {clip(number)}", "write its number")
        for written in erratum.changes:
            path = game.path_written(written)
            if game.sources.spot(path) is None:
                write = "write the path of a value, such as counters.B1.front.factors or rules.3.2.text"
                yield Fault(f"errata.{i}.changes", f"the game has no value {clip(written)}", write)
            if erratum.number and erratum.number in superseded:
                continue
            if path in correcting:
                wrong = f"two errata correct {clip(written)}"
                write = f"write supersedes: {correcting[path] or 'and the number of the earlier one'}"
                yield Fault(f"errata.{i}.changes", wrong, write)
            correcting[path] = erratum.number


@check("I022", Severity.WARNING)
def erratum_about_another_value(checked: CheckedGame) -> Iterator[Fault]:
    """The text `now` of an erratum has no word in common with the value that the erratum corrects.

    `changes` is then probably the path of another value, or the value was corrected again. The value is printed as the
    new one. An erratum that another one supersedes is not compared.

    Bad:
        errata: [{of: B1, was: 3-9-3, now: 7-7-7, changes: counters.B1.front.factors}]
    Good:
        errata: [{of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factors}]
    """
    game = checked.game
    superseded = {number for erratum in game.errata for number in erratum.supersedes}
    current = [(i, one) for i, one in enumerate(game.errata) if one.changes and one.number not in superseded]
    values = edition_values.edition_values(game) if current else {}
    for i, erratum in current:
        paths = [game.path_written(path) for path in erratum.changes]
        there = set().union(*(_words_at(path, values, game) for path in paths))
        stated = _words(erratum.now) - _SMALL_WORDS
        if there and stated and stated.isdisjoint(there):
            wrong = f"now: {clip(erratum.now)} is not in the value of {clip(', '.join(erratum.changes))}"
            yield Fault(f"errata.{i}.now", wrong, "write the value as it is now, or the path of the value that changed")


def _words_at(path: str, values: edition_values.EditionValues, game: Game) -> set[str]:
    """Return the words of the values at a path, with the names of the terrain and of the counters that they name."""
    found: set[str] = set()
    for place, value in values.items():
        if value.path == path or value.path.startswith(f"{path}."):
            ids = value.text.split()
            names = [game.terrain[id_].name for id_ in ids if id_ in game.terrain]
            names += [game.counters[id_].label for id_ in ids if id_ in game.counters]
            found |= _words(" ".join((*place, value.text, *names)))
    return found


def _words(text: str) -> set[str]:
    """Return the words of a text in small letters; numbers up to ten are digits."""
    return {_NUMBERS.get(word, word) for word in _WORD.findall(text.casefold())}
