"""Checks of procedures: every expression is valid, every name is defined, and every procedure ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.model.step import StepRecord
from pnp.rules.state.errors import ENDLESS, MISNAMED, NOTHING_DONE, UNKNOWN, UNREADABLE


def procedure_faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """Yield the faults with this code that were found when the procedures were compiled."""
    playbook = checked.playbook
    for fault in playbook.faults if playbook else ():
        if fault.code == code:
            yield fault


@check(UNREADABLE)
def expression_invalid(checked: CheckedGame) -> Iterator[Fault]:
    """An expression of a procedure or a standing rule is invalid, or uses an unknown name or a wrong type.

    Expressions are short texts in CEL (Common Expression Language, cel.dev): `unit.attack - 1`, `turn > 3 && has(unit,
    'infantry')`. All names and types are known before the game is played: the factors of units, the tracks, the
    parameters of the procedure, and the variables of its earlier steps. A standing rule (`standing`) takes effect as
    soon as its condition is true.

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
    yield from procedure_faults(checked, UNREADABLE)


@check(UNKNOWN)
def step_name_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A step of a procedure names a table, procedure, ruling, type or kind of dice that does not exist.

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
    yield from procedure_faults(checked, UNKNOWN)


@check(ENDLESS)
def procedure_runs_itself(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure runs itself, directly or through another, and so would never end.

    Write `each`, or `run` with `times`, to repeat something.

    Bad:
        procedures:
          pursue: {rule: 2.1, steps: [{run: fight}]}
          fight: {rule: 2.1, steps: [{roll: die}, {run: pursue}]}
    Good:
        procedures:
          pursue: {rule: 2.1, steps: [{run: fight, times: 3}]}
          fight: {rule: 2.1, steps: [{roll: die}]}
    """
    yield from procedure_faults(checked, ENDLESS)


@check(MISNAMED)
def name_used_twice(checked: CheckedGame) -> Iterator[Fault]:
    """A step gives a variable a name that is already in use or is not allowed.

    A variable keeps its type throughout a procedure. The names of tracks and of facts (values under `facts`) cannot be
    variables; only `set` changes them. Words of the expression language, such as `in`, `for`, `int` or `type`, are
    reserved.

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
    yield from procedure_faults(checked, MISNAMED)


@check(NOTHING_DONE)
def result_does_nothing(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure applies the results of a table, but one result does not state its effect.

    Write `do: {}` if nothing happens.

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
    yield from procedure_faults(checked, NOTHING_DONE)


@check("X006", Severity.WARNING)
def step_without_rule(checked: CheckedGame) -> Iterator[Fault]:
    """Some steps of a procedure cite no rule, and the procedure itself cites none; or a standing rule cites none.

    The trace of a worked example cites the rule of each line. The `rule` of a procedure applies to all its steps. The
    `rule` of a step applies to the steps inside it too. A standing rule always needs a `rule` of its own.

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
        bare = 0 if procedure.rule else sum(1 for _ in _steps_without_rule(procedure.steps))
        if bare:
            steps_text = "1 of its steps has" if bare == 1 else f"{bare} of its steps have"
            write = "write rule: and a case at the procedure, or at each step"
            yield Fault(f"procedures.{id_}", f"the procedure {id_} has no rule, and {steps_text} no rule either", write)
    for id_, rule in checked.game.standing.items():
        if not rule.rule:
            yield Fault(f"standing.{id_}", f"the standing rule {id_} cites no rule", "write rule: and a case")


def _steps_without_rule(steps: Iterable[StepRecord]) -> Iterator[StepRecord]:
    """Yield the steps that have no rule and are not nested in a step with a rule."""
    for step in steps:
        if step.rule:
            continue
        if step.inner_steps:
            yield from _steps_without_rule(step.inner_steps)
        else:
            yield step
