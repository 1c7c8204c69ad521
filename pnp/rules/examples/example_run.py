"""Runs worked examples with the dice and decisions that they state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from pnp.board import Board
from pnp.findings import Fault, did_you_mean
from pnp.message import join_words
from pnp.model.example import Example
from pnp.model.game import Game
from pnp.rules.arguments import ArgumentReader, read_value
from pnp.rules.engine.decisions import Choice
from pnp.rules.engine.machine import Branch, Machine
from pnp.rules.engine.position import Assignment, PlayState, TraceLine
from pnp.rules.engine.program import CompiledStep, Program
from pnp.rules.engine.steps.check_step import CompiledCheck
from pnp.rules.engine.steps.opposed_step import CompiledOpposed
from pnp.rules.engine.steps.roll_step import CompiledRoll
from pnp.rules.engine.trace import Trace, number_steps
from pnp.rules.examples.expectations import ExampleOutcome, check_expectations
from pnp.rules.expressions.vocabulary import Type, Value
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.state.dice import read_roll
from pnp.rules.state.errors import DIFFERENT, STUCK, UNANSWERED, UNSET, UNUSED, RuleError
from pnp.rules.state.starting_state import Setup, build_state
from pnp.rules.state.state import State

MAX_LINES = 2_000
"""The most lines of a trace."""


@dataclass(frozen=True)
class PlayedExample:
    """A worked example that was run: its trace, the states before and after, and its faults.

    `final` and the trace go as far as it could be run.
    """

    id: str
    example: Example
    trace: Trace
    start: State
    final: State
    assignments: tuple[Assignment, ...]
    faults: tuple[Fault, ...]


class MissingDecisionError(RuleError):
    """Dice or a choice that an example does not state."""


class _AnswerQueues:
    """The answers of an example by name; each answer is used once."""

    def __init__(self, texts: Mapping[str, Sequence[Value]]) -> None:
        self.left = {name: deque(some) for name, some in texts.items()}

    def take(self, name: str) -> Value:
        """Return and remove the next answer to the roll, draw or choice with this name; None if none is left."""
        return self.left[name].popleft() if self.left.get(name) else None

    def unused(self) -> list[str]:
        """Return the names with answers that were not used."""
        return [name for name, some in self.left.items() if some]


class ExampleDecisions:
    """The dice, draws and choices of one example, used in order."""

    def __init__(self, playbook: Playbook, example: Example, path: str) -> None:
        self.playbook, self.path = playbook, path
        self.rolls = _AnswerQueues(dict(_stated_rolls(example)))
        self.draws = _AnswerQueues({name: _answer_texts(answer) for name, answer in example.draws.items()})
        self.choices = _AnswerQueues({name: _answer_texts(answer) for name, answer in example.choices.items()})
        self.lists = {name for name, answer in example.choices.items() if _is_flat(answer)}
        self.asked: set[str] = set()

    def choose(self, choice: Choice) -> tuple[Value, ...]:
        """Return the options that the example chooses, or else the forced ones or those of the step's policy.

        Raise `MissingDecisionError` if there are none of these.
        """
        self.asked.add(choice.name)
        forced = len(choice.options) == choice.low
        kind = choice.option_type
        if choice.many and choice.name in self.lists:
            texts = tuple(self.choices.left[choice.name])
            self.choices.left[choice.name].clear()
            self.lists.remove(choice.name)
        else:
            text = self.choices.left[choice.name][0] if self.choices.left.get(choice.name) else None
            if text is None or (forced and not choice.many and self._read_answers(kind, (text,)) != choice.options):
                if forced:
                    return choice.options
                if not choice.policy:
                    offered = choice.text(choice.options, choice.list_type)
                    raise MissingDecisionError(
                        f"the example does not state the choice of {choice.name} from {offered}",
                        f"write choices: {{{choice.name}: ...}}",
                    )
                return choice.by_policy()
            self.choices.take(choice.name)
            texts = (text,) if isinstance(text, str) else text
        with self._located_at("choices", choice.name):
            return choice.checked(self._read_answers(kind, texts))

    def _read_answers(self, kind: str, texts: Sequence[str]) -> tuple[Value, ...]:
        """Return the values, of one type, that texts of the example mean."""
        return tuple(read_value(self.playbook.unit_names, kind, text) for text in texts)

    def matching_branch(self, step: CompiledStep, branches: Sequence[Branch]) -> Branch:
        """Return the branch with the dice or draws that the example states."""
        if isinstance(step, CompiledOpposed):
            parties = step.record.rolls.items()
            key: Value = tuple(
                self._read_die(step, f"{step.main}.{p}", partial(read_roll, one.dice)) for p, one in parties
            )
        elif isinstance(step, (CompiledRoll, CompiledCheck)):
            key = self._read_die(step, step.main, step.read)
        else:
            return branches[0]
        return next(branch for branch in branches if branch.key == key)

    def _read_die(self, step: CompiledStep, name: str, read: Callable[[str], Value]) -> Value:
        """Return the next die roll that the example states. Raise `MissingDecisionError` if there is none."""
        self.asked.add(name)
        text = self.rolls.take(name)
        if text is None:
            given = name in self.rolls.left
            missing = "one more number" if given else "it"
            party = name.partition(".")[2]
            write = f"{{{step.main}: {{{party}: 4}}}}" if party else f"{{{name}: 4}}"
            wrong = f"the example does not state the dice of {name.replace('.', ', ')}" + (
                " often enough" if given else ""
            )
            raise MissingDecisionError(wrong, f"write {missing}, as in rolls: {write}")
        with self._located_at("rolls", name):
            return read(text)

    @contextmanager
    def _located_at(self, kind: str, name: str) -> Iterator[None]:
        """Add the path of an answer in the data to errors that are raised while it is read."""
        try:
            yield
        except RuleError as error:
            error.path = f"{self.path}.{kind}.{name}"
            raise

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> tuple[Value, ...]:
        """Return the values, such as cards, that the example draws, in the order of the list they come from."""
        self.asked.add(name)
        text = self.draws.take(name)
        if text is None:
            raise MissingDecisionError(
                f"the example does not state what is drawn for {name}", f"write draws: {{{name}: ...}}"
            )
        with self._located_at("draws", name):
            words = (text,) if isinstance(text, str) else text
            left = list(self._read_answers(str(kind)[:-1], words))
            texts_by_value, number, found = dict(zip(left, words, strict=True)), len(left), list[Value]()
            for value in source:
                if value in left:
                    left.remove(value)
                    found.append(value)
            if left or number != count:
                wrong_texts = join_words([texts_by_value[value] for value in left] or words)
                raise RuleError(f"{wrong_texts} cannot be drawn for {name}", f"write {count} of the values in the list")
        return tuple(found)

    def unused(self, path: str) -> list[Fault]:
        """Return a fault for each answer of the example that no step asked for."""
        wrong = []
        programs = self.playbook.programs.values()
        known = {scoped for program in programs for scoped in program.scope}
        kinds = (("rolls", self.rolls, "rolled"), ("draws", self.draws, "drawn"), ("choices", self.choices, "chosen"))
        for key, queues, what in kinds:
            for name in queues.unused():
                often = " that often" if name in self.asked else ""
                asked = {one.partition(".")[0] for one in self.asked}
                hint = "" if name.partition(".")[0] in known else did_you_mean(name, asked)
                write = hint or "pnp example shows the trace"
                wrong.append(Fault(f"{path}.{key}.{name}", f"{name} is not {what}{often}", write, code=UNUSED))
        return wrong


def _stated_rolls(example: Example) -> list[tuple[str, Sequence[str]]]:
    """Return the dice that the example states for each roll, with the name of the roll.

    For opposed rolls the name is `name.party`.
    """
    found: list[tuple[str, Sequence[str]]] = []
    for name, dice in example.rolls.items():
        if isinstance(dice, dict):
            found += [(f"{name}.{party}", some) for party, some in dice.items()]
        else:
            found.append((name, dice))
    return found


def _is_flat(answer: str | tuple[str | tuple[str, ...], ...]) -> bool:
    """Return whether an answer is a list of words and not a list of lists."""
    return isinstance(answer, tuple) and all(isinstance(one, str) for one in answer)


def _answer_texts(answer: str | tuple[str | tuple[str, ...], ...]) -> Sequence[str | tuple[str, ...]]:
    """Return an answer as a list of texts; a single text is a list of one."""
    return (answer,) if isinstance(answer, str) else answer


def play_examples(game: Game, board: Board | None = None) -> dict[str, PlayedExample]:
    """Run all worked examples of a game and return each by its id."""
    playbook = compile_game(game, board) if game.examples else None
    return {id_: play_example(playbook, id_) for id_ in game.examples} if playbook else {}


def play_example(playbook: Playbook, id_: str, rulings: Mapping[str, str] | None = None) -> PlayedExample:
    """Run a worked example and return it with its trace and faults. `rulings` replace options of the example."""
    example = playbook.game.examples[id_]
    return ExampleRun(playbook, id_, example, {**example.rulings, **(rulings or {})}).play()


class ExampleRun:
    """The run of a worked example."""

    def __init__(self, playbook: Playbook, id_: str, example: Example, rulings: Mapping[str, str]) -> None:
        self.playbook, self.id, self.example, self.rulings = playbook, id_, example, rulings
        self.path = f"examples.{id_}"
        self.trace: list[tuple[int, TraceLine]] = []
        self.assignments: list[Assignment] = []
        self.steps: dict[str, str] = {}
        self.faults: list[Fault] = []
        self.decisions = ExampleDecisions(playbook, example, self.path)

    def play(self) -> PlayedExample:
        """Run the example and return it with its trace, its states and its faults."""
        setup = Setup(self.example.place, self.example.markers, self.example.control, self.example.tracks)
        start, wrong = build_state(self.playbook.unit_names, setup, self.path, UNSET)
        if not self.example.expect:
            self.faults.append(
                Fault(f"{self.path}.expect", "the example expects nothing", "write a name and its value", code=UNSET)
            )
        self.faults += wrong
        program = self._find_program()
        self._check_rulings()
        final = start
        if program is not None:
            reader = ArgumentReader(self.playbook.unit_names, program, f"{self.path}.given", UNSET)
            names = reader.read(self.example.given, None if wrong else start)
            self.faults += reader.faults
            if not self.faults:
                final = self._run_program(program, start, names)
        assignments = tuple(self.assignments)
        return PlayedExample(
            self.id, self.example, number_steps(self.trace), start, final, assignments, tuple(self.faults)
        )

    def _find_program(self) -> Program | None:
        """Return the compiled procedure of the example; record a fault and return None if it does not exist."""
        programs, id_ = self.playbook.programs, self.example.procedure
        if id_ in programs:
            return programs[id_]
        wrong = f"unknown procedure {id_}"
        self.faults.append(Fault(f"{self.path}.procedure", wrong, did_you_mean(id_, programs), code=UNSET))
        return None

    def _check_rulings(self) -> None:
        """Record a fault for each ruling or option of the example that the game does not have."""
        known = self.playbook.game.rulings
        for id_, option in self.rulings.items():
            path = f"{self.path}.rulings.{id_}"
            if id_ not in known:
                self.faults.append(Fault(path, f"unknown ruling {id_}", did_you_mean(id_, known), code=UNSET))
            elif option not in known[id_].options:
                hint = did_you_mean(option, known[id_].options, many=True)
                self.faults.append(Fault(path, f"the ruling {id_} has no option {option}", hint, code=UNSET))

    def _run_program(self, program: Program, start: State, names: Mapping[str, Value]) -> State:
        """Run the procedure and return the state at the end, or where the example stopped."""
        machine = self.machine()
        play_state = machine.start(program, start, names)
        step: CompiledStep | None = None
        try:
            while not play_state.done:
                branches = machine.advance(play_state)
                step = branches[0].step
                branch = (
                    self.decisions.matching_branch(step, branches)
                    if step and branches[0].key is not None
                    else branches[0]
                )
                play_state = branch.play_state
                self.record_branch(branch)
        except RuleError as error:
            self._record_error(error, step)
            return play_state.state
        self.faults += self.decisions.unused(self.path)
        self._compare_results(machine, play_state, program)
        return play_state.state

    def machine(self) -> Machine:
        """Return the machine that runs the procedure of the example."""
        variant = self.playbook.variant(self.rulings)
        return Machine(variant, self.decisions, tracing=True, standing=self.playbook.standing)

    def record_branch(self, branch: Branch) -> None:
        """Add the trace lines and assignments of a step to those of the example."""
        self.trace += branch.trace
        self.assignments += branch.assignments
        own = branch.step.assigns if branch.step else ()
        self.steps |= {
            assignment.name: branch.step.path
            for assignment in branch.assignments
            if branch.step and assignment.name in own
        }
        if len(self.trace) > MAX_LINES:
            raise RuleError(f"the trace has more than {MAX_LINES:,} lines", "play less in one example")

    def _record_error(self, error: RuleError, step: CompiledStep | None) -> None:
        """Record the error that stopped the example as a fault."""
        if isinstance(error, MissingDecisionError):
            self.faults.append(Fault(self.path, error.wrong, error.write, code=UNANSWERED))
            return
        if error.path.startswith(f"{self.path}."):
            self.faults.append(Fault(error.path, error.wrong, error.write, code=STUCK))
            return
        where = f" (at {self.playbook.game.spot(error.path)})" if error.path else ""
        self.faults.append(Fault(self.path, f"the example stops: {error.wrong}{where}", error.write, code=STUCK))

    def _compare_results(self, machine: Machine, play_state: PlayState, program: Program) -> None:
        """Record a fault for each expected result that differs from the actual one."""
        outcome = ExampleOutcome(
            self.playbook, program, machine.context(play_state), tuple(self.assignments), self.steps
        )
        self.faults += check_expectations(outcome, self.example.expect, f"{self.path}.expect", DIFFERENT)
