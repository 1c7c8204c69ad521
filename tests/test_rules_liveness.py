"""Dead variables and levels do not keep positions apart, and dropping them changes no probability."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import Phase, assume, given, settings, strategies
from hypothesis.strategies import SearchStrategy

from pnp.load import load_game
from pnp.model.procedure import Fact, Procedure
from pnp.rules.arguments import read_value
from pnp.rules.engine.decisions import PolicyDecisions
from pnp.rules.engine.machine import MAX_STEPS_OF_QUERY, Machine
from pnp.rules.engine.position import PlayState
from pnp.rules.engine.steps.require_step import RequirementError
from pnp.rules.expressions.vocabulary import GameVariant
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup, build_state

GAMES = Path(__file__).parent / "games"
DUEL = load_game(GAMES / "duel")
WORKSHOP = compile_game(load_game(GAMES / "workshop"))
LEVELS = ("a", "b", "c")


def unmerged(book: Playbook, procedure: str, outcome: str, given_: Mapping[str, object]) -> dict[str, Fraction]:
    """Return probabilities without merging positions and without dropping variables."""
    program = book.programs[procedure]
    made = book.compiler.language.compile(outcome, {**book.compiler.predefined, **program.scope})
    state, _ = build_state(book.unit_names, Setup(), "", "")
    machine = Machine(GameVariant(book.game, book.board), PolicyDecisions(), tracing=False)
    machine.steps = MAX_STEPS_OF_QUERY - 3_000  # more branches than that are too many for a test
    found: dict[str, Fraction] = {}

    def go(play_state: PlayState, chance: Fraction) -> None:
        if play_state.done:
            context = machine.context(play_state)
            add(context.value_text(context.value(made), made.type), chance)
            return
        try:
            branches = machine.advance(play_state)
        except RequirementError as error:
            add(f"not possible: {error.wrong}", chance)
            return
        for branch in branches:
            go(branch.play_state, chance * branch.probability)

    def add(label: str, chance: Fraction) -> None:
        found[label] = found.get(label, Fraction(0)) + chance

    go(machine.start(program, state, {**program.default_arguments(), **given_}), Fraction(1))
    return found


@pytest.mark.parametrize(
    ("procedure", "given_", "outcome"),
    [
        ("duel", {"ours": "2", "theirs": "0"}, "result"),
        ("duel", {"ours": "2", "theirs": "0"}, "time"),
        ("hit", {"cards": "2"}, "state"),
        ("hit", {"cards": "2"}, "state > 2"),
        ("fire", {"number": "4", "shots": "2"}, "hits"),
        ("day", {"most": "1", "goal": "1"}, "passed"),
    ],
)
def test_merging_does_not_change_the_workshop(procedure: str, given_: dict[str, str], outcome: str) -> None:
    parameters = WORKSHOP.programs[procedure].parameters
    values = {name: read_value(WORKSHOP.unit_names, parameters[name].kind, text) for name, text in given_.items()}
    merged = distribution(WORKSHOP, procedure, given_, outcome=outcome)
    assert merged == unmerged(WORKSHOP, procedure, outcome, values)


def test_number_that_only_feeds_itself_keeps_no_positions_apart() -> None:
    """Without this, the sums of thirty dice are 151 positions, and a fault in them stops the question."""
    steps = [
        {"set": {"tally": "0"}},
        {
            "each": "n",
            "in": "numbers(1, 30)",
            "steps": [{"roll": "die", "dice": "1d6"}, {"set": {"tally": "tally + die"}}],
        },
        {"run": "rest", "gives": {"part": "quotient"}},
    ]
    rest = [{"roll": "last", "dice": "1d2"}, {"set": {"quotient": "last / (last - last)"}}]
    procedures = {
        "many": Procedure.model_validate({"steps": steps}),
        "rest": Procedure.model_validate({"steps": rest}),
    }
    book = compile_game(DUEL.model_copy(update={"procedures": procedures}))
    assert not book.faults
    assert distribution(book, "many", outcome="die == 6") == {"no": Fraction(5, 6), "yes": Fraction(1, 6)}
    with pytest.raises(RuleError, match="divides by 0"):
        distribution(book, "many", outcome="part")
    assert len(distribution(book, "many", outcome="tally")) == 151


# Procedures of all kinds over three facts, two of which stop, read and set each other.

numbers = strategies.sampled_from(["0", "1", "2", "die", "a", "b", "c", "a + die", "b - c", "c * 2"])
conditions = strategies.sampled_from(["a > 1", "b == die", "c < 3", "die == 2"])
levels = strategies.sampled_from(LEVELS)


def maybe(step: SearchStrategy[dict[str, object]]) -> SearchStrategy[dict[str, object]]:
    """Return a step, sometimes with a condition."""
    return strategies.builds(
        lambda one, when: {**one, **({"when": when} if when else {})}, step, conditions | strategies.none()
    )


simple = maybe(
    strategies.builds(lambda name, value: {"set": {name: value}}, levels, numbers)
    | strategies.builds(lambda one, two, value: {"set": {one: value, two: one}}, levels, levels, numbers)
    | strategies.just({"roll": "die", "dice": "1d2"})
    | strategies.builds(
        lambda when, name: {"require": f"!({when} && a > 3)", "says": f"{{{name}}}"}, conditions, levels
    )
)
within = strategies.lists(simple, min_size=1, max_size=3)


def several(runs: str) -> SearchStrategy[dict[str, object]]:
    """Return steps with steps inside, and runs of another procedure."""
    return maybe(
        strategies.builds(lambda steps: {"part": "P", "steps": steps}, within)
        | strategies.builds(
            lambda steps, until: {
                "each": "n",
                "in": "numbers(1, 2)",
                "steps": steps,
                **({"until": until} if until else {}),
            },
            within,
            conditions | strategies.none(),
        )
        | strategies.just({"run": runs})
        | strategies.just({"run": runs, "gives": {"die": "die"}})
        | strategies.builds(
            lambda until: {"run": runs, "times": "2", "until": until}, strategies.sampled_from(["a > 1", "b == 2"])
        )
    )


def procedure(runs: str) -> SearchStrategy[dict[str, object]]:
    first = {"roll": "die", "dice": "1d2"}
    steps = strategies.lists(simple | several(runs) if runs else simple, min_size=1, max_size=3)
    return steps.map(lambda rest: {"rule": "6", "steps": [first, *rest]})


@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(procedure(""), procedure("inner"), procedure("middle"), strategies.sampled_from(["a", "b", "die", "a > c", "1"]))
def test_dropping_dead_variables_changes_no_probability(inner: dict, middle: dict, outer: dict, outcome: str) -> None:
    written = {"inner": inner, "middle": middle, "outer": outer}
    book = compile_game(
        DUEL.model_copy(
            update={
                "facts": {name: Fact(start="0") for name in LEVELS},
                "procedures": {id_: Procedure.model_validate(one) for id_, one in written.items()},
                "tables": {},
            }
        )
    )
    assert not book.faults, book.faults
    for id_ in written:
        try:
            plain = unmerged(book, id_, outcome, {})
        except RuleError:
            assume(False)  # too many branches to go them one by one
        assert distribution(book, id_, outcome=outcome) == plain
