"""Choices of players, and the policies that stand in for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.findings import did_you_mean
from pnp.model.step import Ask
from pnp.rules.expression import Expression
from pnp.rules.frame import Outcome
from pnp.rules.moment import Moment
from pnp.rules.program import Desk, Op
from pnp.rules.setup import UNKNOWN
from pnp.rules.vocabulary import Type, Unplayable, Value

POLICIES = ("first", "last", "none", "all", "most", "least")
MAX_CHOICES = 1_000
"""Among more values nobody chooses."""


class PlayAsk(Op):
    """A player chooses. `many` says whether a list is chosen."""

    step: Ask

    def __init__(self, step: Ask, desk: Desk) -> None:
        """Compile the options, the number and the policy."""
        super().__init__(step, desk)
        self.of = desk.expression("of", step.of, "units", "words", "ints") if step.of else None
        self.list_type = self.of.type if self.of else "words"
        self.one_type = self.list_type.removesuffix("s")
        self.count = desk.expression("count", step.count, "int") if step.count else None
        self.up_to = desk.expression("up_to", step.up_to, "int") if step.up_to else None
        self.many = bool(self.count or self.up_to)
        root, dot, _ = step.who.partition(".")
        worked_out = root in desk.scope if dot else desk.scope.get(step.who) == "word"
        self.who = desk.expression("who", step.who, "word") if worked_out else None
        self.policy, self.rating = self._policy(desk)
        desk.give("ask", step.ask, self.list_type if self.many else self.one_type)
        self.gives = (step.ask,)

    def _policy(self, desk: Desk) -> tuple[str, Expression | None]:
        policy, _, rating = (part.strip() for part in self.step.policy.partition(":"))
        if not policy:
            return "", None
        if policy not in POLICIES or (policy in ("none", "all") and not self.many):
            known = POLICIES if self.many else [one for one in POLICIES if one not in ("none", "all")]
            desk.fault(UNKNOWN, "policy", f"there is no policy {policy} here", did_you_mean(policy, known, many=True))
            return "", None
        if (policy in ("most", "least")) != bool(rating):
            wrong = f"{policy} {'needs a number to go by' if not rating else 'goes by no number'}"
            desk.fault(UNKNOWN, "policy", wrong, f"write {policy}: it.attack" if not rating else f"write {policy}")
            return policy, None
        return policy, desk.expression(
            "policy", rating, "int", "decimal", more={"it": self.one_type}
        ) if rating else None

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: what is chosen."""
        options = tuple(dict.fromkeys(moment.value(self.of) if self.of else self.step.options))
        if len(options) > MAX_CHOICES:
            raise Unplayable(f"{len(options)} values are too many to choose among", f"offer at most {MAX_CHOICES}")
        low, high = self._bounds(moment, len(options))
        chosen: tuple[Value, ...] = ()
        if options and high:
            chosen = moment.answers.choose(self, options, low, high, moment)
        value: Value = chosen if self.many else next(iter(chosen), None)
        if value is None:
            return (Outcome({}),)  # nothing to choose among: the name stands for nothing
        values = {self.step.ask: value}
        if not moment.tell:
            return (Outcome(values),)
        words = moment.say(value, self.list_type if self.many else self.one_type)
        who = moment.value(self.who) if self.who else self.step.who
        side = moment.setting.game.sides.get(who)
        name = self.step.ask.replace("_", " ")
        player = f"The {side.adjective or side.name} player" if side else f"The {who}"
        said = f"{player} chooses {name}: {words}" if who else f"{name.capitalize()}: {words}"
        return (Outcome(values, told=moment.then(values).told(self, said, words)),)

    def _bounds(self, moment: Moment, number: int) -> tuple[int, int]:
        """The fewest and the most that may be chosen."""
        if self.count:
            count = moment.value(self.count)
            if not 0 <= count <= number:
                raise Unplayable(f"{count} are to be chosen of {number}", "offer enough, or count fewer")
            return count, count
        if self.up_to:
            return 0, max(0, min(moment.value(self.up_to), number))
        return 1, 1


class Policies:
    """Answers by the policy that a step names; `Unplayable` if it names none. `fixed` are answers by the name that is
    asked for and the type of the list that it is asked of.
    """

    def __init__(self, fixed: Mapping[tuple[str, str], tuple[Value, ...]] | None = None) -> None:
        """Remember fixed answers."""
        self.fixed = fixed or {}

    def choose(self, op: PlayAsk, options: tuple[Value, ...], low: int, high: int, moment: Moment) -> tuple[Value, ...]:
        """Between `low` and `high` of the options."""
        fixed = self.fixed.get((op.main, op.list_type))
        if fixed is not None:
            return checked_answer(op, fixed, options, low, high, moment)
        if len(options) == low:
            return options
        return by_policy(op, options, low, high, moment)

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> None:
        """Anything may be drawn."""


def by_policy(op: PlayAsk, options: tuple[Value, ...], low: int, high: int, moment: Moment) -> tuple[Value, ...]:
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
            rated = {option: way * moment.value(op.rating, it=option) for option in options}
            best = sorted(options, key=rated.__getitem__)[: max(low, 1)]
            return tuple(option for option in options if option in best)
    raise Unplayable(f"nobody says what {op.main} is chosen", "write policy: first, or another policy, at the step")


def checked_answer(
    op: PlayAsk, answer: tuple[Value, ...], options: tuple[Value, ...], low: int, high: int, moment: Moment
) -> tuple[Value, ...]:
    """An answer if it may be given; `Unplayable` if it may not."""
    offered = moment.say(options, op.list_type)
    for i, value in enumerate(answer):
        if value in answer[:i]:
            raise Unplayable(f"{moment.say(value, op.one_type)} is chosen twice for {op.main}", "write it once")
        if value not in options:
            raise Unplayable(f"{moment.say(value, op.one_type)} cannot be chosen for {op.main}", f"offered: {offered}")
    if not low <= len(answer) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise Unplayable(f"{len(answer)} are chosen for {op.main}, and {wanted} are wanted", f"choose among {offered}")
    return answer
