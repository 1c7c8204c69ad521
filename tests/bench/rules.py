"""What the rules engine costs: chances beside icepool where it can be asked the same, examples, resolutions a second.

CPU time, measured in this process after one run that fills caches. Chances are worked out anew each time, on a playbook
of their own, as a person's first question is; examples and the chances of aids with all that goes before them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import icepool

from pnp.load import find_game, load_game, shipped_games
from pnp.model.game import Game
from pnp.rules.examples.example_run import play_example
from pnp.rules.playbook import compile_game
from pnp.rules.probability.aid_tables import answer_table, cases, probability_tables
from pnp.rules.probability.queries import distribution
from pnp.rules.state.starting_state import Setup

DUEL = Path(__file__).parents[1] / "games" / "duel"
FIGHT = Setup({"C3": ("1 Line", "2 Line"), "D3": ("3 Line",), "D2": ("1 Guard", "2 Guard")})
ARMIES = {"target": "D2", "attackers": ["1 Line", "2 Line", "3 Line"], "defenders": ["1 Guard", "2 Guard"]}
HEAD = f"\n{'':38}{'CPU ms':>9}   {'icepool ms':>10}{'ratio':>8}   answers"


class Question(NamedTuple):
    """A question to our engine, and to icepool if it can be put to it. Both must say the same."""

    name: str
    procedure: str
    given: Mapping[str, str | list[str]]
    outcome: Sequence[str] = ()
    setup: Setup = Setup()
    peer: Callable[[], icepool.Die[object]] | None = None


def _initiative() -> icepool.Die[object]:
    lead = icepool.d6 + 1 - icepool.d6
    return lead.sign().map({1: "blue", 0: icepool.Reroll, -1: "red"})


def _ten_days() -> icepool.Die[object]:
    change = icepool.d6.map(lambda die: 0 if die <= 3 else 1)
    fall = icepool.d6.map(lambda die: 1 if die % 2 == 0 else 2)

    def day(level: int) -> icepool.Die[int]:
        if not level:
            return icepool.Die([0])
        return icepool.map(lambda up, down: max(0, min(8, level + up) - down), change, fall)

    level = icepool.Die([4])
    for _ in range(10):
        level = level.map(day)
    return level


def _reds() -> icepool.Die[object]:
    return icepool.Deck({"red": 5, "blue": 4, "white": 6}).deal(5).sum(lambda chit: int(chit == "red"))


CHITS = ["red"] * 5 + ["blue"] * 4 + ["white"] * 6
QUESTIONS = (
    Question("opposed roll, ties again", "initiative", {"bonus": "1"}, peer=_initiative),
    Question("ten days of supply", "campaign", {"turns": "10"}, ("level",), peer=_ten_days),
    Question("five chits of fifteen", "cup", {"chits": CHITS, "number": "5"}, ("reds",), peer=_reds),
    Question("a column of the CRT", "combat", {"attack": "16", "defence": "7"}),
    Question(
        "five units fight and retreat",
        "combat",
        ARMIES,
        ("victory_red", "victory_blue", "units.map(unit, unit.hex)"),
        FIGHT,
    ),
)


def rows() -> Iterator[str]:
    """The table, line by line."""
    yield HEAD
    duel = load_game(DUEL)
    for question in QUESTIONS:
        yield _row(duel, question)
    yield from _resolutions(duel)
    for name in shipped_games():
        game = load_game(find_game(name))
        if game.procedures:
            yield _line(f"{name}: procedures compiled", _time(partial(compile_game, game)))
            yield _line(f"{name}: {len(game.examples)} examples worked", _time(partial(_work_all, game)))
            asked = [case for path, asks in probability_tables(game) for line in cases(path, asks) for case in line]
            yield _line(f"{name}: {len(asked)} chances of aids", _time(partial(_answer_all, game)))


def _row(duel: Game, question: Question) -> str:
    playbooks = [compile_game(duel) for _ in range(5)]  # of its own each time, so that nothing is known already

    def ask() -> dict[str, Fraction]:
        q = question
        return distribution(playbooks.pop(), q.procedure, q.given, q.setup, outcome=q.outcome)

    ours = _time(ask, runs=4)
    row = _line(question.name, ours)
    if question.peer is None:
        return row
    found = distribution(
        compile_game(duel), question.procedure, question.given, question.setup, outcome=question.outcome
    )
    die = question.peer()
    theirs = {str(face).replace("-", "−"): Fraction(die.quantity(face), die.denominator()) for face in die}
    peer = _time(question.peer)
    return f"{row}   {peer * 1000:10.2f}{ours / peer:8.0f}   {'equal' if found == theirs else 'DIFFERENT'}"


def _resolutions(duel: Game) -> Iterator[str]:
    """How many combats with their aftermath are resolved in a second, each with a trace."""
    playbook, number = compile_game(duel), 200
    seconds = _time(lambda: [play_example(playbook, "assault") for _ in range(number)])
    yield f"{'combats resolved in a second, traced':38}{number / seconds:9.0f}"


def _work_all(game: Game) -> None:
    playbook = compile_game(game)
    for id_ in game.examples:
        assert not play_example(playbook, id_).faults


def _answer_all(game: Game) -> None:
    playbook = compile_game(game)
    for path, asks in probability_tables(game):
        answer_table(playbook, path, asks)


def _line(name: str, seconds: float) -> str:
    return f"{name:38}{seconds * 1000:9.2f}"


def _time(run: Callable[[], object], runs: int = 3) -> float:
    """Seconds of CPU that something takes, the median of several runs after a first."""
    run()
    found = []
    for _ in range(runs):
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return median(found)
