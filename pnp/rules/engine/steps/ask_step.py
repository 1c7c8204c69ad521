"""Ask: a player chooses from a list of values or words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pnp.findings import did_you_mean
from pnp.message import plural
from pnp.model.steps.flow_steps import AskStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.decisions import POLICIES, Choice
from pnp.rules.engine.facts import Statement
from pnp.rules.engine.position import Outcome
from pnp.rules.expressions.language import Expression as CompiledExpression
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import UNKNOWN, RuleError

MAX_CHOICES = 1_000
"""The most options that a choice may have."""


@COMPILED_STEPS.enter("ask")
class CompiledAsk(RunnableStep):
    """A choice of a player. `many` says whether a list is chosen."""

    record: AskStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile who chooses and the policy, and register the choice."""
        record = self.record
        self.list_type = self.given["of"].type if record.of else "words"
        self.option_type = self.list_type.removesuffix("s")
        self.many = bool(record.count or record.up_to)
        root, dot, _ = record.who.partition(".")
        is_expression = root in compiler.scope if dot else compiler.scope.get(record.who) == "word"
        self.who = compiler.expression("who", record.who, "word") if is_expression else None
        self.policy, self.rating = self._compile_policy(compiler)
        self.declare(compiler, "ask", {record.ask: self.list_type if self.many else self.option_type})

    def _compile_policy(self, compiler: StepCompiler) -> tuple[str, CompiledExpression | None]:
        """Return the name of the policy and, for `most` and `least`, the expression that rates an option."""
        policy, _, rating = (part.strip() for part in self.record.policy.partition(":"))
        if not policy:
            return "", None
        if policy not in POLICIES or (policy in ("none", "all") and not self.many):
            known = POLICIES if self.many else [one for one in POLICIES if one not in ("none", "all")]
            compiler.fault(UNKNOWN, "policy", f"unknown policy {policy}", did_you_mean(policy, known, many=True))
            return "", None
        if (policy in ("most", "least")) != bool(rating):
            wrong = f"the policy {policy} {'takes no expression' if rating else 'needs an expression'}"
            compiler.fault(UNKNOWN, "policy", wrong, f"write {policy}: it.attack" if not rating else f"write {policy}")
            return policy, None
        return policy, compiler.expression(
            "policy", rating, "int", "decimal", extra={"it": self.option_type}
        ) if rating else None

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of the choice by the player or the policy."""
        options = tuple(dict.fromkeys(self.value(context, "of", self.record.options)))
        if len(options) > MAX_CHOICES:
            raise RuleError(f"{len(options)} options are too many for one choice", f"offer at most {MAX_CHOICES}")
        low, high = self._choice_bounds(context, len(options))
        chosen: tuple[Value, ...] = ()
        if options and high:
            chosen = context.decisions.choose(self._choice(context, options, low, high))
        value: Value = chosen if self.many else next(iter(chosen), None)
        if value is None:
            return (Outcome({}),)  # without options the variable stays empty
        values = {self.record.ask: value}
        if not context.tracing:
            return (Outcome(values),)
        words = context.value_text(value, self.list_type if self.many else self.option_type)
        who = context.value(self.who) if self.who else self.record.who
        side = context.variant.game.sides.get(who)
        name = self.record.ask.replace("_", " ")
        player = f"The {side.adjective or side.name} player" if side else f"The {who}"
        is_clear = self.option_type != "int" and value not in ((), "yes", "no", "none")
        chosen_words = words if is_clear else f"{name}: {words}"
        text = f"{player} chooses {chosen_words}" if who else f"{name.capitalize()}: {words}"
        return (Outcome(values, trace=context.with_changes(values).trace_lines(self, Statement("", text, words))),)

    def _choice(self, context: StepContext, options: tuple[Value, ...], low: int, high: int) -> Choice:
        """Return the choice to offer: its options, and the least and greatest number to choose."""
        rate = partial(self._rating, context) if self.rating else None
        return Choice(self.main, self.list_type, options, low, high, self.many, self.policy, rate, context.label)

    def _rating(self, context: StepContext, option: Value) -> float:
        """Return the number by which the policy rates an option."""
        assert self.rating is not None
        return float(context.value(self.rating, it=option))

    def _choice_bounds(self, context: StepContext, offered: int) -> tuple[int, int]:
        """Return the least and the greatest number of options that may be chosen."""
        if self.record.count:
            count = self.value(context, "count")
            if not 0 <= count <= offered:
                raise RuleError(
                    f"{count} values cannot be chosen from {plural(offered, 'option')}",
                    "offer more values, or choose fewer",
                )
            return count, count
        if self.record.up_to:
            return 0, max(0, min(self.value(context, "up_to"), offered))
        return 1, 1
