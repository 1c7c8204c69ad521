"""The check that every option of a ruling is played and changes a result."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from pnp.cache import keep
from pnp.checks.checked_game import CheckedGame, check
from pnp.deferred import deferred
from pnp.findings import Fault, Severity
from pnp.model.claim import Claim
from pnp.model.example import Example
from pnp.rules.state.errors import NO_EFFECT

if TYPE_CHECKING:
    from pnp.rules.playbook import Playbook
    from pnp.rules.state.play_inputs import PlayInputs

with deferred():  # not needed for games without procedures
    from pnp.rules.examples import example_run
    from pnp.rules.probability import claim_faults as claims


@check(NO_EFFECT, Severity.WARNING)
def option_without_effect(checked: CheckedGame) -> Iterator[Fault]:
    """No worked example and no claim shows that an option of a ruling changes a result.

    A player who chooses the option then plays as with the default. An example or a claim that states the option under
    `rulings`, or a claim `across` the ruling, is played with the option and with the default, and one of them must end
    in two ways. A ruling with one option only answers its question. Games without procedures are not checked.

    Bad:
        rulings: {R-02: {asks: Do high throws count twice?, default: once, options: {once: No., twice: Yes.}}}
        procedures: {throw: {rule: 2.1, shows: points, steps: [{roll: die}, {set: {points: 1}}]}}
        claims: {throw: {says: A throw., procedure: throw, lines: [{rulings: {R-02: twice}, result: 1}]}}
    Good:
        rulings: {R-02: {asks: Do high throws count twice?, default: once, options: {once: No., twice: Yes.}}}
        procedures:
          throw:
            rule: "2.1"
            shows: points
            steps:
            - {roll: die}
            - {set: {points: 1}}
            - {set: {points: 2}, when: die > 4, ruling: {R-02: twice}}
        claims: {throw: {says: A throw., procedure: throw, lines: [{rulings: {R-02: twice}, mean: 4/3}]}}
    """
    playbook = checked.playbook
    if playbook is None or playbook.faults or not checked.game.procedures:
        return
    for id_, ruling in checked.game.rulings.items():
        for option in ruling.options:
            if option != ruling.default and not _changes_a_result(checked, playbook, id_, option):
                yield Fault(
                    f"rulings.{id_}.options.{option}",
                    f"no example or claim shows that the option {option} of {id_} changes a result",
                    f"add one with rulings: {{{id_}: {option}}} that ends otherwise with {ruling.default}, "
                    "or delete it",
                )


def _changes_a_result(checked: CheckedGame, playbook: Playbook, id_: str, option: str) -> bool:
    """Return whether an example or a claim that states an option ends otherwise with the default of the ruling.

    Claims across the ruling are tried first.
    """
    game, inputs = checked.game, checked.play_inputs
    default = {id_: game.rulings[id_].default}
    for name, example in game.examples.items():
        if example.rulings.get(id_) == option:
            differs = partial(_example_differs, playbook, name, default)
            if keep("option in an example", partial(_inputs, inputs, example, id_), differs):
                return True
    by_ruling = sorted(game.claims.items(), key=lambda item: claims.is_across(item[1], id_), reverse=True)
    for name, claim in by_ruling:
        if claims.states_option(claim, id_, option):
            differs = partial(claims.option_changes_claim, playbook, name, id_, option)
            if keep("option in a claim", partial(_inputs, inputs, claim, f"{id_} {option}"), differs):
                return True
    return False


def _inputs(inputs: PlayInputs, record: Example | Claim, what: str) -> tuple[object, str]:
    """Return what the difference that an option makes to an example or a claim depends on."""
    return inputs.of(record), what


def _example_differs(playbook: Playbook, name: str, rulings: dict[str, str]) -> bool:
    """Return whether an example no longer gives its result when it is played with other options of rulings."""
    return bool(example_run.play_example(playbook, name, rulings).faults)
