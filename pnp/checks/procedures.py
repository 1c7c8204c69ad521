"""Procedures: every expression can be read, every name stands for something, and everything ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.step import StepRecord
from pnp.rules.state.errors import ENDLESS, MISNAMED, NOTHING_DONE, UNKNOWN, UNREADABLE


def faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """What compiling the procedures found under a code."""
    playbook = checked.playbook
    for fault in playbook.faults if playbook else ():
        if fault.code == code:
            yield fault


@check(UNREADABLE)
def expression_wrong(checked: CheckedGame) -> Iterator[Fault]:
    """An expression of a procedure cannot be read, or names or compares what it cannot.

    Expressions are short texts in CEL: `unit.attack - 1`, `turn > 3 && has(unit, 'infantry')`. Every name and type in
    them is known before anything is played: the factors of units, the tracks, what the procedure is given, and what
    its earlier steps gave.

    Bad:
        procedures:
          attack:
            rule: "2.1"
            given: {attackers: units}
            steps: [{total: attack, of: attackers, value: unit.atack}]
    Good:
        procedures:
          attack:
            rule: "2.1"
            given: {attackers: units}
            steps: [{total: attack, of: attackers, value: unit.attack}]
    """
    yield from faults(checked, UNREADABLE)


@check(UNKNOWN)
def step_names_nothing(checked: CheckedGame) -> Iterator[Fault]:
    """A step of a procedure names a table, a procedure, a ruling, a type or dice that there are not.

    Bad:
        procedures:
          arrive:
            rule: "2.1"
            steps: [{look_up: where, in: arivals, row: turn, column: "'Where'"}]
    Good:
        procedures:
          arrive:
            rule: "2.1"
            steps: [{look_up: where, in: arrivals, row: turn, column: "'Where'"}]
    """
    yield from faults(checked, UNKNOWN)


@check(ENDLESS)
def procedure_runs_itself(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure runs itself, or another that runs it, and so would never end.

    What is to be done several times is done with `each`, or with `run` and `times`.

    Bad:
        procedures:
          pursue: {rule: 2.1, steps: [{run: fight}]}
          fight: {rule: 2.1, steps: [{roll: die}, {run: pursue}]}
    Good:
        procedures:
          pursue: {rule: 2.1, steps: [{run: fight, times: 3}]}
          fight: {rule: 2.1, steps: [{roll: die}]}
    """
    yield from faults(checked, ENDLESS)


@check(MISNAMED)
def name_used_twice(checked: CheckedGame) -> Iterator[Fault]:
    """A step gives a name that means something else already, or that cannot be a name.

    A name keeps its type through a procedure. Names of tracks and facts can only be `set`, and a few words belong to
    the language of expressions.

    Bad:
        procedures:
          count:
            rule: "2.1"
            steps: [{roll: turn}]
    Good:
        procedures:
          count:
            rule: "2.1"
            steps: [{roll: die}]
    """
    yield from faults(checked, MISNAMED)


@check(NOTHING_DONE)
def result_does_nothing(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure applies the results of a table, and a code of the table does not say what it does.

    Where nothing happens, `do: {}` says so.

    Bad:
        tables:
          crt: {codes: {A: {do: {run: flee}}, D: {do: {run: flee}}}}
        procedures:
          flee: {rule: 2.1, steps: [{note: They run.}]}
          fight: {rule: 2.1, steps: [{roll: die}, {look_up: result, in: crt, row: die, column: "'1-1'"}, {apply: crt}]}
    Good:
        tables:
          crt: {codes: {A: {do: {run: flee}}, D: {do: {run: flee}}, "-": {do: {}}}}
        procedures:
          flee: {rule: 2.1, steps: [{note: They run.}]}
          fight: {rule: 2.1, steps: [{roll: die}, {look_up: result, in: crt, row: die, column: "'1-1'"}, {apply: crt}]}
    """
    yield from faults(checked, NOTHING_DONE)


@check("X006", Severity.WARNING)
def step_follows_no_rule(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure follows no rule, and some of its steps follow none of their own.

    Whoever reads a worked example asks where a line comes from. The `rule` of a procedure stands for all its steps,
    that of a step for it and for what is inside it.

    Bad:
        procedures:
          attack:
            steps: [{roll: die, rule: "2.1"}, {set: {hits: die - 3}}]
    Good:
        procedures:
          attack:
            rule: "2.1"
            steps: [{roll: die}, {set: {hits: die - 3}}]
    """
    for id_, procedure in checked.game.procedures.items():
        bare = 0 if procedure.rule else sum(1 for _ in _without_rule(procedure.steps))
        if bare:
            number = "one of its steps has" if bare == 1 else f"{bare} of its steps have"
            write = "write rule: and a case at the procedure, or at each step"
            yield Fault(f"procedures.{id_}", f"{id_} follows no rule, and {number} none", write)


def _without_rule(steps: Iterable[StepRecord]) -> Iterator[StepRecord]:
    """Steps that no rule is written at, nor at a step around them; of a part the steps in it count alone."""
    for step in steps:
        if step.rule:
            continue
        if step.inner_steps:
            yield from _without_rule(step.inner_steps)
        else:
            yield step
