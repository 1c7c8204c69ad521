"""The machine that runs procedures one step at a time, with every possible outcome of each step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pnp.model.procedure import Procedure
from pnp.rules.engine.compiled_step import RunnableStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.decisions import DecisionSource
from pnp.rules.engine.liveness import LiveNames, is_drawn_for_loop, sets_only_dead
from pnp.rules.engine.position import (
    NO_VALUES,
    ONE,
    Assignment,
    CallFrame,
    Cursor,
    Outcome,
    PlayState,
    TraceLine,
    ValuesToDraw,
)
from pnp.rules.engine.program import EMPTY_VALUES, SHARES, CompiledStep, Program, StepBlock
from pnp.rules.engine.standing import MAX_ROUNDS, Condition, StandingRules
from pnp.rules.expressions.vocabulary import GameVariant, Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import ELIMINATED, FrozenMap, State

MAX_STEPS = 200_000
"""The most steps that are run before a procedure is taken to be endless; every outcome of a step counts.

They take some seconds. A whole game has some thousands.
"""
MAX_STEPS_OF_QUERY = 1_000_000
"""The same for a query, which follows every result of the dice and cards. They take about twenty seconds."""


SKIPPED = Outcome()
"""The outcome of a step that does not apply."""
NO_CALLER = Program("", Procedure(steps=()), totals=True)
"""The caller of a procedure that runs in isolation."""


class Branch(NamedTuple):
    """A possible continuation: its probability, the play state it leads to, its trace lines and assignments.

    `step` is the step that was run, `key` its dice result or draw; `reroll` says that it is run once more.
    """

    probability: Fraction
    play_state: PlayState
    step: CompiledStep | None = None
    key: Value = None
    reroll: bool = False
    trace: tuple[tuple[int, TraceLine], ...] = ()
    assignments: tuple[Assignment, ...] = ()


class Machine:
    """Runs a procedure step by step.

    With `tracing` it records trace lines. With `live` it drops dead variables. `preset` are variables given from
    outside; the steps that would assign them are skipped. `standing` are the standing rules of the game.
    """

    def __init__(
        self,
        variant: GameVariant,
        decisions: DecisionSource,
        *,
        tracing: bool,
        live: LiveNames | None = None,
        preset: Collection[str] = (),
        standing: StandingRules | None = None,
    ) -> None:
        self.variant, self.decisions, self.tracing, self.live = variant, decisions, tracing, live
        self.preset, self.standing = frozenset(preset), standing
        self.steps = 0
        self._last: StepContext | None = None
        self._for_loop: dict[tuple[StepBlock, int], bool] = {}

    def start(self, program: Program, state: State, variables: Mapping[str, Value]) -> PlayState:
        """Return the play state before the first step of a procedure."""
        start = Cursor(program.block)
        return PlayState(self._with_live_levels(state, start), (CallFrame(program, FrozenMap(variables), (start,)),))

    def advance(self, play_state: PlayState) -> tuple[Branch, ...]:
        """Run the next step and return a branch for each possible outcome.

        If the procedure has ended, return one branch without a step.
        """
        trace: list[tuple[int, TraceLine]] = []
        assignments: list[Assignment] = []
        play_state = self._skip_ends(play_state, trace, assignments)
        if play_state.done:
            return (Branch(ONE, play_state, trace=tuple(trace), assignments=tuple(assignments)),)
        cursor, context = play_state.top.cursors[-1], self.context(play_state)
        step, applies = cursor.next_step, self._applies(cursor.block, cursor.step_index, context)
        outcomes = self._outcomes(step, context) if applies else (SKIPPED,)
        self.count_steps(0 if applies else 1)
        depth = _depth(play_state)
        return tuple(
            Branch(
                outcome.probability,
                play_state if outcome.reroll else self._play_state_after(play_state, outcome, step),
                step,
                outcome.key,
                outcome.reroll,
                (*trace, *((depth + line.extra_depth, line) for line in outcome.trace)),
                (*assignments, *self._assignments_of(play_state.top.program, outcome.values)),
            )
            for outcome in outcomes
        )

    def results(self, play_state: PlayState) -> Sequence[tuple[PlayState, Fraction]]:
        """Run the next steps and return every play state at the next step that applies, with its probability.

        Steps of a block that have one outcome run without a play state between them. The last step that runs has
        several outcomes, starts a block or calls a procedure, or a step that may do so comes next. Results that are
        rerolled are left out; the proportions of the others remain. The play state has to be at a step that applies
        (`at_next_step`).
        """
        cursor = play_state.calls[-1].cursors[-1]
        if isinstance(cursor.remaining, ValuesToDraw) and cursor.step_index == len(cursor.block.steps):
            draws = cursor.remaining.draws()
            self.count_steps(len(draws))
            return [(self.at_next_step(self._with_iteration(play_state, *draw)), chance) for *draw, chance in draws]
        context = self.context(play_state)
        block, index = cursor.block, cursor.step_index
        while True:
            step = block.steps[index]
            outcomes = self._outcomes(step, context, for_loop=step.draws_list and self._is_for_loop(block, index))
            outcome = outcomes[0] if len(outcomes) == 1 else None
            if outcome is None or outcome.reroll or outcome.push is not None:
                break
            if self.standing is not None and outcome.state is not None and outcome.state is not context.state:
                break
            self._last = None  # the context is no longer that of the play state
            context.take(outcome.values, outcome.state)
            index = self._next_index(block, index + 1, context)
            if index == len(block.steps):
                return ((self.at_next_step(self._play_state_within(play_state, index, context)), ONE),)
            if block.steps[index].branches:
                return ((self._play_state_within(play_state, index, context), ONE),)
        if index > cursor.step_index:
            play_state = self._play_state_within(play_state, index, context)
        if outcome is not None and not outcome.reroll:  # most steps have one outcome
            return ((self.at_next_step(self._play_state_after(play_state, outcome, step)), ONE),)
        again = sum(outcome.probability for outcome in outcomes if outcome.reroll)
        if again == 1:
            endless = RuleError("every roll is a tie and is rerolled without end", "let a modifier or tie: decide it")
            endless.path = step.path
            raise endless
        return [
            (
                self.at_next_step(self._play_state_after(play_state, outcome, step)),
                outcome.probability / (1 - again) if again else outcome.probability,
            )
            for outcome in outcomes
            if not outcome.reroll
        ]

    def _next_index(self, block: StepBlock, index: int, context: StepContext) -> int:
        """Return the index of the first step from `index` on that applies; the number of steps if none does."""
        first, steps = index, block.steps
        while index < len(steps) and not self._applies(block, index, context):
            index += 1
        if index > first:
            self.count_steps(1)
        return index

    def _play_state_within(self, play_state: PlayState, index: int, context: StepContext) -> PlayState:
        """Return the play state at another step of the same block, with everything that steps have changed since."""
        call = play_state.calls[-1]
        old = call.cursors[-1]
        cursor = Cursor(old.block, index, old.iteration, old.remaining)
        variables = self._live_variables(call.variables, cursor, context.assigned)
        call = CallFrame(call.program, variables, (*call.cursors[:-1], cursor), call.caller_step)
        return PlayState(self._with_live_levels(context.state, cursor), (*play_state.calls[:-1], call))

    def _applies(self, block: StepBlock, index: int, context: StepContext) -> bool:
        """Return whether a step of a block applies, or is skipped."""
        step = block.steps[index]
        if self.preset and len(context.play_state.calls) == 1 and step.main in self.preset:
            return False
        if self.live is not None and step.only_sets and sets_only_dead(step, self.live[block][index + 1]):
            return False
        try:
            return context.applies(step)
        except RuleError as error:
            error.path = error.path or step.path
            raise

    def _is_for_loop(self, block: StepBlock, index: int) -> bool:
        """Return whether a loop can draw the values of a step one by one."""
        if (block, index) not in self._for_loop:
            self._for_loop[block, index] = self.live is not None and is_drawn_for_loop(block, index, self.live)
        return self._for_loop[block, index]

    def _outcomes(self, step: CompiledStep, context: StepContext, *, for_loop: bool = False) -> Sequence[Outcome]:
        """Return the outcomes of a step that applies; `for_loop` leaves the drawing of values to a loop."""
        assert isinstance(step, RunnableStep)
        try:
            outcomes = step.run_for_loop(context) if for_loop else step.run(context)
            self.count_steps(len(outcomes))
        except RuleError as error:
            error.path = error.path or step.path
            raise
        return outcomes

    def count_steps(self, number: int) -> None:
        """Add to the number of steps run so far. Raise `RuleError` if it exceeds the limit."""
        self.steps += number
        most = MAX_STEPS if self.tracing else MAX_STEPS_OF_QUERY
        if self.steps > most:
            raise RuleError(f"the procedure takes more than {most:,} steps", "repeat less, or draw fewer at a time")

    def at_next_step(self, play_state: PlayState) -> PlayState:
        """Return the play state moved to the next step that applies, past any ends of blocks and procedures."""
        while True:
            play_state = self._skip_ends(play_state, [], [])
            if play_state.done:
                return play_state
            cursor = play_state.calls[-1].cursors[-1]
            if cursor.step_index == len(cursor.block.steps):  # the loop draws its next value
                return play_state
            context = self.context(play_state)
            index = self._next_index(cursor.block, cursor.step_index, context)
            if index == cursor.step_index:
                return play_state
            play_state = self._play_state_within(play_state, index, context)
            if index < len(cursor.block.steps):
                return play_state

    def context(self, play_state: PlayState) -> StepContext:
        """Return the context for the next step of a play state; the last one is kept, because it is asked for twice."""
        if self._last is None or self._last.play_state is not play_state:
            self._last = StepContext(self.variant, play_state, self.decisions, tracing=self.tracing)
        return self._last

    def _assignments_of(self, program: Program, values: Mapping[str, Value]) -> tuple[Assignment, ...]:
        """Return the new values of a program's variables as `Assignment` records; none without tracing."""
        if not self.tracing:
            return ()
        kinds = program.scope
        return tuple(Assignment(n, str(kinds[n]), v) for n, v in values.items() if not n.startswith(SHARES))

    # -- the next position

    def _play_state_after(self, play_state: PlayState, outcome: Outcome, step: CompiledStep) -> PlayState:
        """Return the play state after a step that had this outcome; standing rules that now apply come next."""
        after = self._next_position(play_state, outcome, step)
        if self.standing is None or outcome.state is None or outcome.state is play_state.state:
            return after
        if outcome.state == play_state.state:
            return after
        if _inside(self.standing, after.calls) or self._applying_rule(self.standing, after.state) is None:
            return after
        program = self.standing.program
        return PlayState(after.state, (*after.calls, CallFrame(program, FrozenMap(), (Cursor(program.block),))))

    def _applying_rule(self, rules: StandingRules, state: State) -> Condition | None:
        """Return the condition of the first standing rule that applies in a state; None if none does."""
        alone = PlayState(state, (CallFrame(rules.program, FrozenMap(), ()),))
        return rules.first_that_applies(self.context(alone))

    def _next_round(self, play_state: PlayState, cursor: Cursor) -> PlayState | None:
        """Return the play state in which the standing rules are applied once more; None if none applies.

        Raise `RuleError` if they have been applied too often.
        """
        if self.standing is None or cursor.block is not self.standing.program.block:
            return None
        rule = self._applying_rule(self.standing, play_state.state)
        if rule is None:
            return None
        if cursor.iteration + 1 >= MAX_ROUNDS:
            name = rule.path.rpartition(".")[2]
            error = RuleError(
                f"the standing rule {name} never stops applying", "write steps that make its condition false"
            )
            error.path = rule.path
            raise error
        call = CallFrame(play_state.top.program, FrozenMap(), (Cursor(cursor.block, 0, cursor.iteration + 1),))
        return PlayState(play_state.state, (*play_state.calls[:-1], call))

    def _next_position(self, play_state: PlayState, outcome: Outcome, step: CompiledStep) -> PlayState:
        """Return the play state at the position after a step that had this outcome."""
        call = play_state.top
        cursor = call.cursors[-1]
        cursors = (*call.cursors[:-1], Cursor(cursor.block, cursor.step_index + 1, cursor.iteration, cursor.remaining))
        state, calls = outcome.state or play_state.state, play_state.calls[:-1]
        if isinstance(outcome.push, CallFrame):
            needed = step.shares_read_in_calls if self.live else frozenset[str]()
            variables = self._live_variables(call.variables, cursors[-1], outcome.values, needed)
            state = self._with_live_levels(state, outcome.push.cursors[-1])
            return PlayState(
                state, (*calls, CallFrame(call.program, variables, cursors, call.caller_step), outcome.push)
            )
        if outcome.push is not None:
            cursors = (*cursors, outcome.push)
        variables = self._live_variables(call.variables, cursors[-1], outcome.values)
        state = self._with_live_levels(state, cursors[-1])
        return PlayState(state, (*calls, CallFrame(call.program, variables, cursors, call.caller_step)))

    def _live_variables(
        self,
        variables: FrozenMap[str, Value],
        cursor: Cursor,
        values: Mapping[str, Value] = NO_VALUES,
        more: frozenset[str] = frozenset(),
    ) -> FrozenMap[str, Value]:
        """Return a procedure's variables, updated with `values`, without those that no later step reads.

        `more` are further variables to keep.
        """
        if self.live is None:
            return variables.but(values)
        live = self.live[cursor.block][cursor.step_index]
        if more or self.preset:
            live = live | more | self.preset
        if live.issuperset(variables.keys()):
            useful = {name: value for name, value in values.items() if name in live}
            return variables.but(useful) if useful else variables
        return FrozenMap({name: value for name, value in (*variables.items(), *values.items()) if name in live})

    def _with_live_levels(self, state: State, cursor: Cursor) -> State:
        """Return a state without the tracks and facts that no later step reads."""
        return state if self.live is None else state.with_levels_of(self.live[cursor.block][cursor.step_index])

    def _skip_ends(
        self, play_state: PlayState, trace: list[tuple[int, TraceLine]], assignments: list[Assignment]
    ) -> PlayState:
        """Return the play state at the next step; append the trace lines and assignments made on the way.

        Ends of blocks and procedures on the way are passed.
        """
        while True:
            call = play_state.calls[-1]
            if not call.cursors:
                if len(play_state.calls) == 1:
                    return play_state
                play_state = self._return_to_caller(play_state, assignments)
                continue
            cursor = call.cursors[-1]
            if cursor.step_index < len(cursor.block.steps):
                return play_state
            if isinstance(cursor.remaining, ValuesToDraw):
                until = cursor.block.until
                if until is None or not self.context(play_state).value(until):
                    return play_state  # the next value is drawn
                again = None
            elif cursor.block.loop:
                again = self._next_iteration(play_state, cursor, trace, assignments)
            else:
                again = self._next_round(play_state, cursor)
            play_state = again or self._after_block(play_state)

    def _after_block(self, play_state: PlayState) -> PlayState:
        """Return the play state after the end of the current block."""
        state, call, cursors = play_state.state, play_state.top, play_state.top.cursors[:-1]
        variables = call.variables
        if cursors:
            state, variables = self._with_live_levels(state, cursors[-1]), self._live_variables(variables, cursors[-1])
        return PlayState(state, (*play_state.calls[:-1], CallFrame(call.program, variables, cursors, call.caller_step)))

    def _with_iteration(self, play_state: PlayState, value: Value, remaining: ValuesToDraw | None) -> PlayState:
        """Return the play state at the start of a loop's next iteration, for a value that was drawn."""
        call = play_state.calls[-1]
        cursor = call.cursors[-1]
        start = Cursor(cursor.block, 0, cursor.iteration + 1, remaining)
        variables = self._live_variables(call.variables.without(cursor.block.own), start, {cursor.block.name: value})
        call = CallFrame(call.program, variables, (*call.cursors[:-1], start), call.caller_step)
        return PlayState(self._with_live_levels(play_state.state, start), (*play_state.calls[:-1], call))

    def _next_iteration(
        self, play_state: PlayState, cursor: Cursor, trace: list[tuple[int, TraceLine]], assignments: list[Assignment]
    ) -> PlayState | None:
        """Return the play state at the start of a loop's next iteration; None if the loop has ended."""
        block, call, remaining = cursor.block, play_state.top, cursor.remaining
        assert not isinstance(remaining, ValuesToDraw)
        while remaining is not None and block.living and play_state.state.pieces[remaining.value].place == ELIMINATED:
            remaining = remaining.after
        if remaining is None:
            return None
        context = self.context(play_state)
        if block.until is not None and context.value(block.until):
            return None
        value = remaining.value
        variables = call.variables.without(block.own) if block.own else call.variables
        if block.name:
            variables = variables.but({block.name: value})
            if self.tracing:
                kind = str(call.program.scope[block.name])
                line = TraceLine(context.value_text(value, kind), kind="each", name=block.name)
                if block.headings:
                    trace.append((_depth(play_state) - 1, line))
                assignments.append(Assignment(block.name, kind, value))
        start = Cursor(block, 0, cursor.iteration + 1, remaining.after)
        cursors = (*call.cursors[:-1], start)
        call = CallFrame(call.program, self._live_variables(variables, start), cursors, call.caller_step)
        return PlayState(self._with_live_levels(play_state.state, start), (*play_state.calls[:-1], call))

    def _return_to_caller(self, play_state: PlayState, assignments: list[Assignment]) -> PlayState:
        """Return the play state after the current procedure has ended and returned values to its caller."""
        ended = play_state.top
        wanted: Mapping[str, str] = getattr(ended.caller_step.record, "gives", {}) if ended.caller_step else {}
        values: dict[str, Value] = {}
        for here, there in wanted.items():
            kind = str(ended.program.scope[there])
            values[here] = ended.variables.get(there, EMPTY_VALUES.get(kind))
            if self.tracing:
                assignments.append(Assignment(here, kind, values[here]))
        return self._resume_caller(play_state, play_state.state, values)

    def _resume_caller(self, play_state: PlayState, state: State, values: Mapping[str, Value]) -> PlayState:
        """Return the play state in which the calling procedure continues with the returned `values`."""
        resumed = self._resumed_frame(play_state.calls[-2], values)
        if resumed.cursors:
            state = self._with_live_levels(state, resumed.cursors[-1])
        return PlayState(state, (*play_state.calls[:-2], resumed))

    def _resumed_frame(self, caller: CallFrame, values: Mapping[str, Value]) -> CallFrame:
        """Return the frame of a calling procedure that continues with the returned `values`."""
        if not caller.cursors:
            return CallFrame(caller.program, caller.variables.but(values), (), caller.caller_step)
        variables = self._live_variables(caller.variables, caller.cursors[-1], values)
        return CallFrame(caller.program, variables, caller.cursors, caller.caller_step)

    # -- a procedure in isolation

    def without_callers(self, play_state: PlayState) -> PlayState:
        """Return a play state with only the current procedure, to run it without its callers.

        Of its callers, only the shares of totals that it reads are kept, and whether one is a standing rule. Of the
        tracks and facts, only those are kept that it uses, so that calls that differ in others are equal.
        """
        call = play_state.top
        wanted = call.caller_step.shares_read_in_calls if call.caller_step else frozenset()
        shares = (
            {k: v for one in play_state.calls[:-1] for k, v in one.variables.items() if k in wanted} if wanted else {}
        )
        inside = self.standing is not None and _inside(self.standing, play_state.calls[:-1])
        caller = self.standing.program if self.standing is not None and inside else NO_CALLER
        state = play_state.state.with_levels_of(self._levels_used(call.program))
        return PlayState(state, (CallFrame(caller, FrozenMap(shares), ()), call))

    def _levels_used(self, program: Program) -> frozenset[str]:
        """Return the names of the tracks and facts that a procedure uses, directly or in standing rules."""
        if self.standing is None:
            return program.names_used
        return program.names_used | self.standing.names_used

    def resume_callers(
        self, play_state: PlayState, ends: Mapping[PlayState | str, Fraction]
    ) -> list[tuple[PlayState | str, Fraction]]:
        """Return the play states in which the callers continue after a procedure that ran without them.

        `play_state` is the one with the callers. `ends` are those in which the procedure has ended, with their
        probabilities; a text is the reason why the procedure is not possible.
        """
        used = self._levels_used(play_state.calls[-1].program)
        others = {name: level for name, level in play_state.state.levels.items() if name not in used}
        frames: dict[FrozenMap[str, Value], CallFrame] = {}
        found: list[tuple[PlayState | str, Fraction]] = []
        for end, chance in ends.items():
            if isinstance(end, str):
                found.append((end, chance))
                continue
            gives = end.calls[-1].variables
            frame = frames.get(gives)
            if frame is None:
                given = {name: value for name, value in gives.items() if not name.startswith(SHARES)}
                frame = frames[gives] = self._resumed_frame(play_state.calls[-2], given)
            state = end.state.with_other_levels(others)
            if frame.cursors:
                state = self._with_live_levels(state, frame.cursors[-1])
            found.append((self.at_next_step(PlayState(state, (*play_state.calls[:-2], frame))), chance))
        return found


def _inside(rules: StandingRules, calls: Iterable[CallFrame]) -> bool:
    """Return whether the standing rules are among the running procedures."""
    return any(call.program is rules.program for call in calls)


def _depth(play_state: PlayState) -> int:
    """Return the nesting depth of the next step; 0 at the top level of the outermost procedure."""
    return sum(len(call.cursors) for call in play_state.calls) - 1
