"""Choices of players, and the policies that stand in for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.model.step import AskStep
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.position import Outcome
from pnp.rules.engine.program import CompiledStep, StepCompiler
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import RuleError, Type, Value
from pnp.rules.state.starting_state import UNKNOWN

POLICIES = ("first", "last", "none", "all", "most", "least")
MAX_CHOICES = 1_000
"""Among more values nobody chooses."""


class CompiledAsk(CompiledStep):
    """A player chooses. `many` says whether a list is chosen."""

    step: AskStep

    def __init__(self, step: AskStep, compiler: StepCompiler) -> None:
        """Compile the options, the number and the policy."""
        super().__init__(step, compiler)
        self.of = compiler.expression("of", step.of, "units", "words", "ints") if step.of else None
        self.list_type = self.of.type if self.of else "words"
        self.one_type = self.list_type.removesuffix("s")
        self.count = compiler.expression("count", step.count, "int") if step.count else None
        self.up_to = compiler.expression("up_to", step.up_to, "int") if step.up_to else None
        self.many = bool(self.count or self.up_to)
        root, dot, _ = step.who.partition(".")
        worked_out = root in compiler.scope if dot else compiler.scope.get(step.who) == "word"
        self.who = compiler.expression("who", step.who, "word") if worked_out else None
        self.policy, self.rating = self._policy(compiler)
        compiler.give("ask", step.ask, self.list_type if self.many else self.one_type)
        self.gives = (step.ask,)

    def _policy(self, compiler: StepCompiler) -> tuple[str, Expression | None]:
        policy, _, rating = (part.strip() for part in self.step.policy.partition(":"))
        if not policy:
            return "", None
        if policy not in POLICIES or (policy in ("none", "all") and not self.many):
            known = POLICIES if self.many else [one for one in POLICIES if one not in ("none", "all")]
            compiler.fault(
                UNKNOWN, "policy", f"there is no policy {policy} here", did_you_mean(policy, known, many=True)
            )
            return "", None
        if (policy in ("most", "least")) != bool(rating):
            wrong = f"{policy} {'needs a number to go by' if not rating else 'goes by no number'}"
            compiler.fault(UNKNOWN, "policy", wrong, f"write {policy}: it.attack" if not rating else f"write {policy}")
            return policy, None
        return policy, compiler.expression(
            "policy", rating, "int", "decimal", more={"it": self.one_type}
        ) if rating else None

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: what is chosen."""
        options = tuple(dict.fromkeys(context.value(self.of) if self.of else self.step.options))
        if len(options) > MAX_CHOICES:
            raise RuleError(f"{len(options)} values are too many to choose among", f"offer at most {MAX_CHOICES}")
        low, high = self._bounds(context, len(options))
        chosen: tuple[Value, ...] = ()
        if options and high:
            chosen = context.answers.choose(self, options, low, high, context)
        value: Value = chosen if self.many else next(iter(chosen), None)
        if value is None:
            return (Outcome({}),)  # nothing to choose among: the name stands for nothing
        values = {self.step.ask: value}
        if not context.tracing:
            return (Outcome(values),)
        words = context.value_text(value, self.list_type if self.many else self.one_type)
        who = context.value(self.who) if self.who else self.step.who
        side = context.variant.game.sides.get(who)
        name = self.step.ask.replace("_", " ")
        player = f"The {side.adjective or side.name} player" if side else f"The {who}"
        said = f"{player} chooses {name}: {words}" if who else f"{name.capitalize()}: {words}"
        return (Outcome(values, trace=context.then(values).trace_lines(self, said, words)),)

    def _bounds(self, context: StepContext, number: int) -> tuple[int, int]:
        """The fewest and the most that may be chosen."""
        if self.count:
            count = context.value(self.count)
            if not 0 <= count <= number:
                raise RuleError(f"{count} are to be chosen of {number}", "offer enough, or count fewer")
            return count, count
        if self.up_to:
            return 0, max(0, min(context.value(self.up_to), number))
        return 1, 1


class PolicyDecisions:
    """Answers by the policy that a step names; `RuleError` if it names none. `fixed` are answers by the name that is
    asked for and the type of the list that it is asked of.
    """

    def __init__(self, fixed: Mapping[tuple[str, str], tuple[Value, ...]] | None = None) -> None:
        """Remember fixed answers."""
        self.fixed = fixed or {}

    def choose(
        self, op: CompiledAsk, options: tuple[Value, ...], low: int, high: int, context: StepContext
    ) -> tuple[Value, ...]:
        """Between `low` and `high` of the options."""
        fixed = self.fixed.get((op.main, op.list_type))
        if fixed is not None:
            return checked_answer(op, fixed, options, low, high, context)
        if len(options) == low:
            return options
        return by_policy(op, options, low, high, context)

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> None:
        """Anything may be drawn."""


def by_policy(
    op: CompiledAsk, options: tuple[Value, ...], low: int, high: int, context: StepContext
) -> tuple[Value, ...]:
    """What the policy of a step chooses."""
    match op.policy:
        case "first":
            return options[: max(low, 1)]
        case "last":
            return options[-max(low, 1) :]
        case "none":
            return options[:low]
        case "all":
            return options[:high]
        case "most" | "least" if op.rating is not None:
            way = -1 if op.policy == "most" else 1
            rated = {option: way * context.value(op.rating, it=option) for option in options}
            best = sorted(options, key=rated.__getitem__)[: max(low, 1)]
            return tuple(option for option in options if option in best)
    raise RuleError(f"nobody says what {op.main} is chosen", "write policy: first, or another policy, at the step")


def checked_answer(
    op: CompiledAsk, answer: tuple[Value, ...], options: tuple[Value, ...], low: int, high: int, context: StepContext
) -> tuple[Value, ...]:
    """An answer if it may be given; `RuleError` if it may not."""
    offered = context.value_text(options, op.list_type)
    for i, value in enumerate(answer):
        if value in answer[:i]:
            raise RuleError(f"{context.value_text(value, op.one_type)} is chosen twice for {op.main}", "write it once")
        if value not in options:
            raise RuleError(
                f"{context.value_text(value, op.one_type)} cannot be chosen for {op.main}", f"offered: {offered}"
            )
    if not low <= len(answer) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise RuleError(f"{len(answer)} are chosen for {op.main}, and {wanted} are wanted", f"choose among {offered}")
    return answer
