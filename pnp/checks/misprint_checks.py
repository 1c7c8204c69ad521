"""Checks of misprints, which keep what the published sheets print, and of the errata that speak about them."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.load.misprints import EDITION, misprint_findings, tree_of, unused_misprints
from pnp.message import clip


@check("I016")
def misprint_unused(checked: CheckedGame) -> Iterator[Fault]:
    """A `misprint` equals the correct value.

    A misprint keeps what the published sheet prints, where the data has another value.

    Bad:
        counters: {B1: {misprint: {front: {factors: 3-4-3}}}}
    Good:
        counters: {B1: {misprint: {front: {factors: 3-9-3}}}}
    """
    root = tree_of(checked.game)
    for path, text in unused_misprints(root) if root is not None else ():
        wrong = f"the misprint {clip(text)} equals the correct value"
        yield Fault(path, wrong, "write what the published sheet prints, or delete the misprint")


@check("I017")
def misprint_invalid(checked: CheckedGame) -> Iterator[Fault]:
    """A `misprint` has a field that its record does not have, or a value that the field cannot have.

    Bad:
        counters: {B1: {misprint: {front: {factor: 3-9-3}}}}
    Good:
        counters: {B1: {misprint: {front: {factors: 3-9-3}}}}
    """
    for finding in misprint_findings(checked.game):
        yield Fault(finding.spot.path, f"edition {EDITION}: {finding.wrong}", finding.write, finding.spot)


@check("I018")
def erratum_of_unknown_value(checked: CheckedGame) -> Iterator[Fault]:
    """An erratum names a value or an erratum that does not exist, or a value that another erratum already corrects.

    `changes` lists paths in the data. Of two errata about one value, the later one supersedes the earlier one.

    Bad:
        errata: [{of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factor}]
    Good:
        errata: [{of: B1, was: 3-9-3, now: 3-4-3, changes: counters.B1.front.factors}]
    """
    game = checked.game
    numbers = {erratum.number for erratum in game.errata if erratum.number}
    superseded = {number for erratum in game.errata for number in erratum.supersedes}
    standing: dict[str, str] = {}
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
            if path in standing:
                wrong = f"two errata correct {clip(path)}"
                yield Fault(f"errata.{i}.changes", wrong, f"write supersedes: {standing[path] or 'its number'}")
            standing[path] = erratum.number
