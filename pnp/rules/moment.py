"""One moment of play: what expressions are worked out from, and how values are said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from pnp.rules.expression import Expression
from pnp.rules.frame import NOTHING_GIVEN, Frame, Told
from pnp.rules.program import EMPTY, SHARES, Op, Options, Program, Text
from pnp.rules.state import ELIMINATED, State
from pnp.rules.vocabulary import Context, RecordType, Setting, Type, Value

if TYPE_CHECKING:
    from pnp.rules.choice import PlayAsk


class Answers(Protocol):
    """Who answers when a player chooses: a worked example, or a policy."""

    def choose(self, op: PlayAsk, options: tuple[Value, ...], low: int, high: int, moment: Moment) -> tuple[Value, ...]:
        """Between `low` and `high` of the options, in their order."""

    def drawn(self, name: str, source: tuple[Value, ...], kind: Type, count: int) -> tuple[Value, ...] | None:
        """What is drawn for a name, in the order of the list; None if anything may be drawn."""


class _Values(dict[str, Value]):
    """Variables by name: those that were given here, and others as they are asked for."""

    def __init__(self, moment: Moment, given: Mapping[str, Value]) -> None:
        super().__init__(given)
        self.moment = moment

    def __missing__(self, name: str) -> Value:
        names = self.moment.frame.top.names
        self[name] = value = names[name] if name in names else self.moment.standing(name)
        return value


class Moment:
    """A frame that is to be played on. `tell` says whether anybody wants to read how."""

    def __init__(self, setting: Setting, frame: Frame, answers: Answers, *, tell: bool) -> None:
        """Look at the procedure at work."""
        self.setting, self.frame, self.answers, self.tell = setting, frame, answers, tell
        self.state: State = frame.state
        self.program: Program = frame.top.program
        self.given: Mapping[str, Value] = NOTHING_GIVEN
        self.values = _Values(self, self.given)

    def standing(self, name: str) -> Value:
        """What a name stands for that no step has given: a level, the units in play, or nothing yet."""
        if name in self.state.levels:
            return self.state.levels[name]
        if name == "units":
            counters, pieces = self.setting.game.counters, self.state.pieces.items()
            return tuple(i for i, piece in pieces if counters[i].kind == "unit" and piece.place != ELIMINATED)
        if name == "pieces":
            return tuple(self.state.pieces)
        kind: Type = self.program.scope.get(name, "word")
        return tuple(EMPTY[inner] for _, inner in kind.fields) if isinstance(kind, RecordType) else EMPTY[kind]

    @cached_property
    def context(self) -> Context:
        """What functions may ask."""
        shares = {
            name.removeprefix(SHARES): value
            for call in self.frame.calls
            if call.program.totals
            for name, value in call.names.items()
            if name.startswith(SHARES)
        }
        return Context(self.setting, self.state, shares)

    def value(self, expression: Expression, **more: Value) -> Value:
        """What an expression gives now."""
        if not more:
            return expression.value(self.values, self.context)
        return expression.value(_Values(self, {**self.given, **more}), self.context)

    def then(self, values: Mapping[str, Value], state: State | None = None) -> Moment:
        """The moment after some names and the state have changed."""
        after = Moment(self.setting, self.frame, self.answers, tell=self.tell)
        after.state = state or self.state
        after.given = {**self.given, **values}
        after.values = _Values(after, after.given)
        if shares := {k.removeprefix(SHARES): v for k, v in values.items() if k.startswith(SHARES)}:
            after.context = Context(self.setting, after.state, {**self.context.shares, **shares})
        return after

    def in_force(self, options: Options) -> bool:
        """Are these options of rulings those that are played by?"""
        return all(self.setting.ruling(id_) in wanted for id_, wanted in options)

    def applies(self, op: Op) -> bool:
        """Is a step played?"""
        return self.in_force(op.options) and (op.when is None or self.value(op.when) is True)

    # -- how it is said

    def label(self, id_: str) -> str:
        """A counter as players call it."""
        counter = self.setting.game.counters.get(id_)
        return (counter.label or id_) if counter else id_ or "none"

    def labels(self, ids: Sequence[str]) -> str:
        """Several counters."""
        return listed([self.label(id_) for id_ in ids])

    def say(self, value: Value, kind: Type) -> str:
        """A value in words."""
        return say(value, kind, self.label)

    def words(self, text: Text | None, **more: Value) -> str:
        """Words with the values of their expressions."""
        if text is None:
            return ""
        parts = (p if isinstance(p, str) else self.say(self.value(p, **more), p.type) for p in text.parts)
        return "".join(parts)

    def told(self, op: Op, text: str, value: str = "", **more: object) -> tuple[Told, ...]:
        """The line of a step, with its own words if it has some."""
        said = self.words(op.says) or text
        kind, spoken = type(op.step).__name__.lower(), op.says is not None
        named = {"rule": op.step.rule, "kind": kind, "name": op.main, "path": op.path, "spoken": spoken}
        return (Told(said, value, **{**named, **more}),)  # type: ignore[arg-type] # fields of a line


def listed(words: Sequence[str]) -> str:
    """`one`, `one and two`, `one, two and three`; `none`."""
    if len(words) < 2:
        return words[0] if words else "none"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def signed(number: int) -> str:
    """A number as a change: `+2`, `−1`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def plural(number: int, one: str, many: str = "") -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def write_decimal(number: float) -> str:
    """A decimal number to a millionth, without noughts at its end.

    >>> write_decimal(2.50), write_decimal(-1e-9), write_decimal(-3.0)
    ('2.5', '0', '−3')
    """
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def say(value: Value, kind: Type, label: object = str) -> str:
    """A value in words; units by what `label` calls them."""
    name = label if callable(label) else str
    if isinstance(kind, RecordType):
        return listed([f"{inner} {say(one, of, label)}" for (inner, of), one in zip(kind.fields, value, strict=True)])
    match kind:
        case "bool":
            return "yes" if value else "no"
        case "unit":
            return str(name(value))
        case "units":
            return listed([str(name(one)) for one in value])
        case "ints" | "words":
            return listed([str(one) for one in value])
        case "decimal":
            return write_decimal(value)
        case "decimals":
            return listed([write_decimal(one) for one in value])
    return str(value).replace("-", "−") if kind == "int" else str(value)
