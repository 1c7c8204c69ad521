"""Checks of misprints, which keep what the published sheets print, and of errata."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.load.misprints import EDITION, misprint_findings, redundant_misprints, tree_of
from pnp.message import clip


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
        for path in erratum.changes:
            if game.sources.spot(path) is None:
                write = "write the path of a value, such as counters.B1.front.factors"
                yield Fault(f"errata.{i}.changes", f"the game has no value {clip(path)}", write)
            if erratum.number and erratum.number in superseded:
                continue
            if path in correcting:
                wrong = f"two errata correct {clip(path)}"
                write = f"write supersedes: {correcting[path] or 'and the number of the earlier one'}"
                yield Fault(f"errata.{i}.changes", wrong, write)
            correcting[path] = erratum.number
