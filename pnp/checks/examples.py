"""Checks of worked examples: each can be set up and played, and gives the stated result."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.deferred import deferred
from pnp.findings import Fault
from pnp.rules.state.errors import DIFFERENT, STUCK, UNANSWERED, UNSET, UNUSED, RuleError

with deferred():
    from pnp.rules.examples import example_plan


def example_faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """Yield the faults with this code that were found when the worked examples were played."""
    for played in checked.played_examples:
        for fault in played.faults:
            if fault.code == code:
                yield fault


@check(UNSET)
def example_cannot_be_set_up(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example names a procedure, unit, hex, track, ruling or value that does not exist.

    In an example, `place` puts units into hexes and boxes, and `given` gives the procedure its arguments. `rolls`,
    `draws` and `choices` are the results of dice, draws and decisions. `expect` is the result, and `tells` concerns the
    printed text. Units are known by id or label. If several units share a label, write the side or formation after it.

    Bad:
        procedures:
          rest: {rule: 2.1, given: {who: unit}, steps: [{mark: who, with: rested}]}
        examples: {one: {title: A rest, procedure: rest, place: {C3: 1/Gb}, given: {who: 1/Gd}, expect: {1/Gd: C3}}}
    Good:
        procedures:
          rest: {rule: 2.1, given: {who: unit}, steps: [{mark: who, with: rested}]}
        examples: {one: {title: A rest, procedure: rest, place: {C3: 1/Gd}, given: {who: 1/Gd}, expect: {1/Gd: C3}}}
    """
    yield from example_faults(checked, UNSET)


@check(UNANSWERED)
def dice_or_choice_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example does not state the result of a die roll, a draw or a choice.

    A roll that is made several times has a list of numbers, one for each time.

    Bad:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3}, expect: {sum: 7}}}
    Good:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3, second: 4}, expect: {sum: 7}}}
    """
    yield from example_faults(checked, UNANSWERED)


@check(DIFFERENT)
def example_comes_out_differently(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example does not give the stated result.

    The error is in the example, a table, a counter, the map or the procedure. `pnp example GAME ID` prints the trace,
    which shows where. If a rule was changed on purpose, `pnp accept GAME` writes the new result.

    Bad:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3, second: 4}, expect: {sum: 8}}}
    Good:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3, second: 4}, expect: {sum: 7}}}
    """
    yield from example_faults(checked, DIFFERENT)


@check(STUCK)
def example_cannot_be_played(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example does something that the rules forbid or that cannot be evaluated.

    A condition (`require`) of the procedure is false, a unit may not move to its destination, a number is divided by 0,
    or the procedure takes too many steps.

    Bad:
        procedures:
          halve: {rule: 2.1, given: {of: int, by: int}, steps: [{require: by > 0, says: none}, {set: {part: of / by}}]}
        examples: {one: {title: A share, procedure: halve, given: {of: 6, by: 0}, expect: {part: 3}}}
    Good:
        procedures:
          halve: {rule: 2.1, given: {of: int, by: int}, steps: [{require: by > 0, says: none}, {set: {part: of / by}}]}
        examples: {one: {title: A share, procedure: halve, given: {of: 6, by: 2}, expect: {part: 3}}}
    """
    yield from example_faults(checked, STUCK)


@check(UNUSED)
def answer_not_used(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example states dice, a draw or a choice that no step asks for.

    Bad:
        procedures:
          once: {rule: 2.1, steps: [{roll: die}]}
        examples: {one: {title: A die, procedure: once, rolls: {die: [3, 4]}, expect: {die: 3}}}
    Good:
        procedures:
          once: {rule: 2.1, steps: [{roll: die}]}
        examples: {one: {title: A die, procedure: once, rolls: {die: 3}, expect: {die: 3}}}
    """
    yield from example_faults(checked, UNUSED)


@check("X106")
def plan_names_unknown_value(checked: CheckedGame) -> Iterator[Fault]:
    """The diagram (`plan`) of a worked example uses an argument or variable that does not exist.

    The fields of the diagram are numbers, or names of arguments and variables of the example. A list must contain one
    value for each point of the diagram.

    Bad:
        procedures:
          lay: {rule: 2.1, given: {east: decimals, north: decimals}, steps: [{set: {near: size(east)}}]}
        examples: {one: {title: A gun, procedure: lay, given: {east: [3], north: [4]}, expect: {near: 1},
          tells: {plan: {points: {east: east, north: nort}}}}}
    Good:
        procedures:
          lay: {rule: 2.1, given: {east: decimals, north: decimals}, steps: [{set: {near: size(east)}}]}
        examples: {one: {title: A gun, procedure: lay, given: {east: [3], north: [4]}, expect: {near: 1},
          tells: {plan: {points: {east: east, north: north}}}}}
    """
    for played in checked.played_examples:
        tells = played.example.tells
        if (tells.plan is None and tells.scene is None) or played.faults:
            continue
        try:
            if tells.plan is not None:
                example_plan.read_plan(played)
            if tells.scene is not None:
                example_plan.read_results(played)
        except RuleError as error:
            yield Fault(error.path, error.wrong, error.write)
