"""Checks of probability tables on player aids."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.rules.state.errors import HALTED, MISASKED, NEVER, UNCOUNTABLE


def table_faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """Yield the faults with this code in the probability tables of the player aids."""
    for fault in checked.query_faults:
        if fault.code == code:
            yield fault


@check("X200")
def probability_block_without_query(checked: CheckedGame) -> Iterator[Fault]:
    """A probability table on a player aid (a block of kind `chances`) has no query (`asks`).

    The query names a procedure, the values of the columns (`across`) and the rows (`lines`).

    Bad:
        aids: [{title: Aid, rows: [[{kind: chances, title: Initiative}]]}]
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: die, values: 1..6}, lines: [{name: High, outcome: high}]}
    """
    for p, page in enumerate(checked.game.aids):
        for r, row in enumerate(page.rows):
            for b, block in enumerate(row):
                path = f"aids.{p}.rows.{r}.{b}"
                if block.kind == "chances" and block.chance_table is None:
                    yield Fault(path, "this block has no query", "write asks: with a procedure, across: and lines:")


@check(MISASKED)
def probability_query_invalid(checked: CheckedGame) -> Iterator[Fault]:
    """A probability table names a procedure, argument, unit, track, ruling or outcome that does not exist.

    `across` gives the values of the columns. Each of them must have the type of the parameter. A value that the
    procedure computes can be given too; the steps that would compute it are then skipped.

    Bad:
        procedures: {throw: {rule: 2.1, given: {need: int}, shows: well, steps: [{roll: d}, {set: {well: d >= need}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: nead, values: 2..5}, lines: [{name: Enough}]}
    Good:
        procedures: {throw: {rule: 2.1, given: {need: int}, shows: well, steps: [{roll: d}, {set: {well: d >= need}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: need, values: 2..5}, lines: [{name: Enough}]}
    """
    yield from table_faults(checked, MISASKED)


@check(UNCOUNTABLE)
def probability_outcome_cannot_be_shown(checked: CheckedGame) -> Iterator[Fault]:
    """A row of a probability table asks for a probability or mean that its outcome cannot have.

    A row shows how often its outcome is true. With `results`, it shows how often the outcome is each of these. With
    `mean: "true"`, it shows the mean of the outcome, which must be a number.

    Bad:
        procedures: {throw: {rule: 2.1, given: {plus: int}, steps: [{roll: die}, {set: {sum: die + plus}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: plus, values: 0..3}, lines: [{name: Sum, outcome: sum}]}
    Good:
        procedures: {throw: {rule: 2.1, given: {plus: int}, steps: [{roll: die}, {set: {sum: die + plus}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks:
                    procedure: throw
                    across: {of: plus, values: 0..3}
                    lines: [{name: Sum, outcome: sum, mean: "true"}, {name: Five or more, outcome: sum >= 5}]
    """
    yield from table_faults(checked, UNCOUNTABLE)


@check(NEVER)
def result_that_never_comes_up(checked: CheckedGame) -> Iterator[Fault]:
    """A probability table has a row for a result that never comes up.

    Either the name of the result is misspelt, or a table or a modifier is wrong. The row would contain only dashes.

    Bad:
        procedures: {throw: {rule: 2.1, given: {plus: int}, steps: [{roll: die}, {set: {sum: die + plus}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: plus, values: 0 1}, lines: [{outcome: sum, results: 1..8}]}
    Good:
        procedures: {throw: {rule: 2.1, given: {plus: int}, steps: [{roll: die}, {set: {sum: die + plus}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: plus, values: 0 1}, lines: [{outcome: sum, results: 1..7}]}
    """
    yield from table_faults(checked, NEVER)


@check(HALTED)
def probability_case_cannot_be_played(checked: CheckedGame) -> Iterator[Fault]:
    """A probability table asks for a situation that the rules forbid or that never ends.

    In the example, the rules forbid an attack at odds of 0.

    Bad:
        procedures: {throw: {rule: 2.1, given: {odds: int}, steps: [{require: odds > 0, says: no attack}, {roll: die}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: odds, values: 0..2}, lines: [{outcome: die, results: 1..6}]}
    Good:
        procedures: {throw: {rule: 2.1, given: {odds: int}, steps: [{require: odds > 0, says: no attack}, {roll: die}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks: {procedure: throw, across: {of: odds, values: 1..3}, lines: [{outcome: die, results: 1..6}]}
    """
    yield from table_faults(checked, HALTED)
