"""Checks of claims: results of procedures, such as probabilities, that the data states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault
from pnp.model.game import Game
from pnp.model.inserts import UnknownIdError, value_inserts
from pnp.rules.state.errors import CLAIM_UNREADABLE, CLAIM_WRONG


@check(CLAIM_UNREADABLE)
def claim_cannot_be_evaluated(checked: CheckedGame) -> Iterator[Fault]:
    """A claim names a procedure, unit, outcome or value that does not exist, or its result cannot be read.

    A claim states probabilities or results that must stay the same when the game is corrected.

    Bad:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: thorw, outcome: high, lines: [{chance: 1/3}]}}
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/3}]}}
    """
    yield from (fault for fault in checked.claim_faults if fault.code == CLAIM_UNREADABLE)
    value = value_inserts(checked.game)["value"]
    for id_, claim in checked.game.claims.items():
        for i, line in enumerate(claim.lines):
            if not line.confirms:
                continue
            try:
                value(line.confirms)
            except UnknownIdError as error:
                yield Fault(f"claims.{id_}.lines.{i}.confirms", error.wrong, error.write)


@check(CLAIM_WRONG)
def claim_does_not_hold(checked: CheckedGame) -> Iterator[Fault]:
    """The procedures of the game give another result than a claim states.

    A claim states probabilities of important situations, or results of situations at the limits of a rule. They must
    stay the same when the game is corrected. If half or more of the wrong lines of a claim have the same `confirms`
    value, such as `terrain.woods.cost`, and none has another, the finding is at that value. If a rule was changed on
    purpose, `pnp accept GAME` writes the new result.

    Bad:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/6}]}}
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        claims: {high: {says: A high throw is rare., procedure: throw, outcome: high, lines: [{chance: 1/3}]}}
    """
    wrong = (fault for fault in checked.claim_faults if fault.code == CLAIM_WRONG)
    yield from _at_confirmed_values(checked.game, wrong)


def _at_confirmed_values(game: Game, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults of claims. A claim whose failing lines confirm one value has one fault, at this value.

    If the failing lines confirm different values, or most of them none, the cause is probably elsewhere, such as in the
    procedure.
    """
    of_claims: dict[str, list[Fault]] = {}
    for fault in faults:
        of_claims.setdefault(fault.path.split(".")[1], []).append(fault)
    for id_, some in of_claims.items():
        confirmed = [game.claims[id_].lines[int(fault.path.split(".")[3])].confirms for fault in some]
        values = [value for value in confirmed if value]
        if len(set(values)) == 1 and 2 * len(values) >= len(some):
            value = values[0]
            first = some[0]
            at = game.spot(first.path)
            wrong = f"the claim {id_!r} about this value does not hold: {first.wrong}"
            yield first._replace(path=value, wrong=wrong, write=f"correct it, the procedure, or the claim at {at}")
        else:
            yield from some
