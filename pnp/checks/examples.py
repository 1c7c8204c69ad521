"""Worked examples: each can be set up and played, and comes out as it says."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.rules.state.errors import DIFFERENT, STUCK, UNANSWERED, UNSET, UNUSED


def faults(checked: CheckedGame, code: str) -> Iterator[Fault]:
    """What playing the examples found under a code."""
    for played in checked.played_examples:
        for fault in played.faults:
            if fault.code == code:
                yield fault


@check(UNSET)
def example_cannot_be_set_up(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example names a procedure, a unit, a hex, a track, a ruling or a value that there is not.

    Units go by id or label, with side or formation after a label that several have.

    Bad:
        procedures:
          rest: {rule: 2.1, given: {who: unit}, steps: [{mark: who, with: rested}]}
        examples: {one: {title: A rest, procedure: rest, place: {C3: 1/Gb}, given: {who: 1/Gd}, expect: {1/Gd: C3}}}
    Good:
        procedures:
          rest: {rule: 2.1, given: {who: unit}, steps: [{mark: who, with: rested}]}
        examples: {one: {title: A rest, procedure: rest, place: {C3: 1/Gd}, given: {who: 1/Gd}, expect: {1/Gd: C3}}}
    """
    yield from faults(checked, UNSET)


@check(UNANSWERED)
def dice_or_choice_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example comes to a roll, a draw or a choice that it does not give.

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
    yield from faults(checked, UNANSWERED)


@check(DIFFERENT)
def example_comes_out_differently(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example does not come out as it says.

    Either the example is wrong, or a table, a counter, the map or the procedure is: the trace shows which
    (`pnp example GAME ID`).

    Bad:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3, second: 4}, expect: {sum: 8}}}
    Good:
        procedures:
          twice: {rule: 2.1, steps: [{roll: first}, {roll: second}, {set: {sum: first + second}}]}
        examples: {one: {title: Two dice, procedure: twice, rolls: {first: 3, second: 4}, expect: {sum: 7}}}
    """
    yield from faults(checked, DIFFERENT)


@check(STUCK)
def example_cannot_be_played_on(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example does something that the rules forbid or that cannot be worked out.

    What a procedure requires is not so, a unit may not move where it is to, a number is divided by 0, or the end does
    not come.

    Bad:
        procedures:
          halve: {rule: 2.1, given: {of: int, by: int}, steps: [{require: by > 0, says: none}, {set: {part: of / by}}]}
        examples: {one: {title: A share, procedure: halve, given: {of: 6, by: 0}, expect: {part: 3}}}
    Good:
        procedures:
          halve: {rule: 2.1, given: {of: int, by: int}, steps: [{require: by > 0, says: none}, {set: {part: of / by}}]}
        examples: {one: {title: A share, procedure: halve, given: {of: 6, by: 2}, expect: {part: 3}}}
    """
    yield from faults(checked, STUCK)


@check(UNUSED)
def answer_not_asked_for(checked: CheckedGame) -> Iterator[Fault]:
    """A worked example gives dice, a draw or a choice that play never comes to.

    Bad:
        procedures:
          once: {rule: 2.1, steps: [{roll: die}]}
        examples: {one: {title: A die, procedure: once, rolls: {die: [3, 4]}, expect: {die: 3}}}
    Good:
        procedures:
          once: {rule: 2.1, steps: [{roll: die}]}
        examples: {one: {title: A die, procedure: once, rolls: {die: 3}, expect: {die: 3}}}
    """
    yield from faults(checked, UNUSED)


@check("X106")
def plan_shows_what_there_is_not(checked: CheckedGame) -> Iterator[Fault]:
    """The plan of an open table, the figure of a worked example, shows something that the example does not have.

    Its fields are names that the example is given or works out, or numbers; lists have a value for each point.

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
    from pnp.rules.open_table_plan import read_plan  # noqa: PLC0415 - slow to import; many games have no procedures
    from pnp.rules.state.errors import RuleError  # noqa: PLC0415

    for played in checked.played_examples:
        if played.example.tells.plan is None or played.faults:
            continue
        try:
            read_plan(played)
        except RuleError as error:
            yield Fault(error.path, error.wrong, error.write)
