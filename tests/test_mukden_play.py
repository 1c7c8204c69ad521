"""Whole games of Mukden, with dice and choices at random: what the rules forbid never comes to pass."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from pnp.load import find_game, load_game
from pnp.rules.arguments import ArgumentReader
from pnp.rules.engine.decisions import Choice
from pnp.rules.engine.machine import Branch, Machine
from pnp.rules.expressions.vocabulary import Type, Value
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.state.starting_state import Setup, build_state
from pnp.rules.state.state import State

SETUP = {
    "march": ["J3"], "0506": ["J1"], "0206": ["J2"], "0406": ["J4"], "0706": ["J5"],
    "0604": ["R1"], "0204": ["R2"], "0404": ["R3"], "0303": ["R4"], "0503": ["R5"],
}  # fmt: skip
STRENGTHS = {
    "J1": "japan_1st", "J2": "japan_2nd", "J3": "japan_3rd", "J4": "japan_4th", "J5": "japan_yalu",
    "R1": "russia_1st", "R2": "russia_2nd", "R3": "russia_3rd", "R4": "russia_right", "R5": "russia_left",
}  # fmt: skip
LONGEST, SEEDS = 400, range(5)


@cache
def playbook() -> Playbook:
    return compile_game(load_game(find_game("mukden")))


class Chance:
    """Players who choose at random, and remember what was called and where they retreated to."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.chosen: list[tuple[str, Value, tuple[Value, ...]]] = []

    def choose(self, choice: Choice) -> tuple[Value, ...]:
        found = tuple(self.random.sample(choice.options, max(choice.low, 1)))
        self.chosen.append((choice.name, found[0], choice.options))
        return found

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> None:
        raise AssertionError("nothing is drawn in this game")

    def pick(self, branches: Sequence[Branch]) -> Branch:
        return self.random.choices(branches, [float(branch.probability) for branch in branches])[0]


def run(state: State, chance: Chance, procedure: str, **given: str) -> State:
    """The state after a procedure."""
    program = playbook().programs[procedure]
    reader = ArgumentReader(playbook().unit_names, program, "", "X")
    names = reader.read(given, state)
    assert not reader.faults
    machine = Machine(playbook().variant({}), chance, tracing=False)
    frame = machine.start(program, state, names)
    while not frame.done:
        frame = chance.pick(machine.advance(frame)).play_state
    return frame.state


def where(state: State) -> dict[str, str]:
    """The armies in play and where they are."""
    return {id_: piece.place for id_, piece in state.pieces.items() if not piece.lost}


@cache
def played(seed: int) -> tuple[State, ...]:
    """A game from its set-up to its end."""
    chance = Chance(seed)
    start, wrong = build_state(playbook().unit_names, Setup(SETUP), "", "X")
    assert not wrong
    states = [start]
    for turn in range(LONGEST):
        state, side = states[-1], "JR"[turn % 2]
        armies = [id_ for id_, place in where(state).items() if id_[0] == side and place != "withdrawn"]
        state = run(state, chance, "player-turn", army=chance.random.choice(armies)) if armies else state
        states.append(state)
        if state.levels["winner"]:
            break
    for name, value, options in chance.chosen:
        if name in ("call", "answer"):
            assert value in options
            assert min(options) == 1
    return tuple(states)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_forbidden_never_happens(seed: int) -> None:
    states = played(seed)
    for before, after in pairwise(states):
        hexes = [place for place in where(after).values() if place.isdecimal()]
        assert len(hexes) == len(set(hexes)), "two armies in a hex"
        assert 0 <= after.levels["time"] - before.levels["time"] <= 2
        assert before.levels["waits"] <= after.levels["waits"] <= 2
        assert all(after.levels[name] <= before.levels[name] for name in STRENGTHS.values())
        for id_, name in STRENGTHS.items():
            assert (id_ in where(after)) == (after.levels[name] > 0), f"{id_} at strength {after.levels[name]}"
        for id_, place in where(before).items():
            assert place != "withdrawn" or where(after)[id_] == "withdrawn", "who has left never comes back"
            assert not (id_[0] == "J" and where(after).get(id_) == "withdrawn")
    assert states[-1].levels["winner"] in ("japan", "russia")


def test_games_come_to_different_ends() -> None:
    ends = set()
    for seed in SEEDS:
        last = played(seed)[-1]
        reason = "supply" if {"0406", "0706"} & {p for i, p in where(last).items() if i[0] == "R"} else "else"
        ends.add((reason, last.levels["winner"]))
    assert len(ends) >= 2
