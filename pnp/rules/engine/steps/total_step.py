"""Total: sums a number, such as attack strength, over units and applies modifiers to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.message import join_words, signed
from pnp.model.steps.amount_steps import TotalLine, TotalStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS, CompiledLine, RunnableStep
from pnp.rules.engine.compiler import StepCompiler
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import (
    LONGEST_SENTENCE,
    Sentence,
    StepFact,
    agree,
    mention,
    mentions,
    minus,
    plural_verb,
    with_article,
)
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import SHARES
from pnp.rules.state.errors import RuleError
from pnp.rules.state.state import FrozenMap

MAX_TOTAL = 10**9
"""More than any total of a game."""


class CompiledTotalLine(CompiledLine):
    """A compiled line of a total. `change` is its kind of change: `add`, `times`, `becomes` or `halve`.

    `it` is the number so far; `unit` is known except in lines for the whole total.
    """

    record: TotalLine

    def __init__(self, record: TotalLine, at: str, compiler: StepCompiler) -> None:
        super().__init__(record, at, compiler, {"it": "int"}, {} if record.per == "total" else {"unit": "unit"})
        self.change = next(name for name in ("add", "times", "becomes", "halve") if getattr(record, name))

    def changed_number(self, number: int, context: StepContext, **unit: str) -> int:
        """Return the number after this line has changed it, such as 3 for 6 if the line halves it."""
        if self.change == "halve":
            return -(-number // 2) if self.record.halve == "up" else number // 2
        amount = int(self.value(context, self.change, it=number, **unit))
        return {"add": number + amount, "times": number * amount}.get(self.change, amount)


class RunningTotal:
    """A total while it is summed.

    It holds the shares of units, the sums of stacks once a line has changed one, and the amount added to the whole
    total.
    """

    def __init__(self, shares: dict[str, int], places: dict[str, str], floor: int | None) -> None:
        self.shares, self.places, self.floor = shares, places, floor
        self.stacks: dict[str, int] | None = None
        self.extra = 0

    @property
    def total(self) -> int:
        """The total so far."""
        return sum((self.shares if self.stacks is None else self.stacks).values()) + self.extra

    def raised_to_floor(self, number: int) -> int:
        """Return a share or sum, raised to the minimum (`floor`) if the total has one."""
        return number if self.floor is None else max(number, self.floor)

    def apply(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        """Apply a line, and return each change with its unit or stack (empty for the whole total)."""
        match line.record.per:
            case "unit":
                return [changes for id_ in self.shares for changes in self._apply_to_unit(line, context, id_)]
            case "stack":
                return self._apply_to_stacks(line, context)
        before = self.total
        if not line.applies(context, it=before):
            return []
        self.extra += line.changed_number(before, context) - before
        return [("", self.total - before)]

    def _apply_to_unit(self, line: CompiledTotalLine, context: StepContext, id_: str) -> Iterable[tuple[str, int]]:
        """Apply a line to the share of one unit; yield the change if the line applies."""
        before = self.shares[id_]
        if line.applies(context, it=before, unit=id_):
            self.shares[id_] = self.raised_to_floor(line.changed_number(before, context, unit=id_))
            change = self.shares[id_] - before
            if self.stacks is not None:
                place = self.places[id_]
                self.stacks[place] = self.raised_to_floor(self.stacks[place] + change)
            yield id_, change

    def _apply_to_stacks(self, line: CompiledTotalLine, context: StepContext) -> list[tuple[str, int]]:
        """Apply a line to the sum of each stack; return the changes, each with the place of the stack."""
        members: dict[str, list[str]] = {}
        for id_ in self.shares:
            members.setdefault(self.places[id_], []).append(id_)
        if self.stacks is None:
            self.stacks = {place: sum(self.shares[id_] for id_ in ids) for place, ids in members.items()}
        changes = []
        for place, ids in members.items():
            chosen = [id_ for id_ in ids if line.applies(context, it=self.shares[id_], unit=id_)]
            if not chosen:
                continue
            whole, before = len(chosen) == len(ids), self.stacks[place]
            part = before if whole else sum(self.shares[id_] for id_ in chosen)
            after = before + line.changed_number(part, context, unit=chosen[0]) - part
            self.stacks[place] = self.raised_to_floor(after)
            changes.append((place, self.stacks[place] - before))
            for id_ in chosen:
                self.shares[id_] = self.raised_to_floor(line.changed_number(self.shares[id_], context, unit=id_))
        return changes


class TotalChange(NamedTuple):
    """A change to a total by one line: its cause, how it changes the total, and the total before and after.

    `how` is `add`, `times`, `halve up`, `halve down` or `becomes`; `factor` is the factor of `times`. `shares` are the
    changes to single units, `places` the hexes of the stacks that change.
    """

    cause: str
    how: str
    factor: int
    before: int
    after: int
    shares: tuple[tuple[str, int], ...] = ()
    places: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()


@dataclass(frozen=True)
class Total(StepFact):
    """A total: what is summed (`attack strength`), the share of each unit, the changes, and the result.

    `name` is the total in the trace.
    """

    quantity: str
    shares: tuple[tuple[str, int], ...]
    first: int
    changes: tuple[TotalChange, ...]
    result: int
    name: str = ""

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return the name of the total, and the result."""
        return self.name.capitalize(), str(self.result)

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence about the units, and then about the changes that make a difference."""
        opening = self._opening() if self.shares else ""
        changes = [one for one in self.changes if one.shares or one.before != one.after]
        clauses: list[tuple[str, tuple[str, ...]]] = []
        groups = _equal_changes(changes)
        if opening and groups and (short := self._short_change(groups[0])):
            group, *groups = groups
            opening = f"{opening}, which {short}"
            rule = tuple(dict.fromkeys((*rule, *_cases_of(group))))
        for group in groups:
            text = self._clause(group, begun=bool(clauses))
            if clauses and len(f"{clauses[-1][0]}, and {text}".split()) <= LONGEST_SENTENCE and not group[0].shares:
                last, cited = clauses.pop()
                text, cited = f"{last}, and {text}", (*cited, *_cases_of(group))
            else:
                cited = _cases_of(group)
            clauses.append((text, cited))
        written = [Sentence(opening, rule)] if opening else []
        return (*written, *(Sentence(text, tuple(dict.fromkeys((*rule, *cited)))) for text, cited in clauses))

    def _opening(self) -> str:
        """Return the sentence about the units and the sum of their shares."""
        units = [unit for unit, _ in self.shares]
        if len(units) == 1:
            return f"{mention(units[0])} has {with_article(self.quantity)} of {minus(self.first)}"
        named = mentions(units, [f"({minus(share)})" for _, share in self.shares])
        sum_ = with_article(self.quantity) if self.quantity.endswith("total") else f"a combined {self.quantity}"
        return f"{named} have {sum_} of {minus(self.first)}"

    def _short_change(self, group: list[TotalChange]) -> str:
        """Return a change of the only unit's number, such as `the town increases to 3`; empty if it is longer."""
        if len(self.shares) != 1 or len(group) != 1:
            return ""
        (change,) = group
        return (
            self._clause(group, begun=True).replace(" it to ", " to ")
            if change.cause and " and " not in change.cause
            else ""
        )

    def _clause(self, group: list[TotalChange], *, begun: bool) -> str:
        """Return a clause about changes that do the same; `begun` says that the total has been named before."""
        one, after = group[0], minus(group[-1].after)
        cause = join_words([change.cause or "the modifier" for change in group])
        each = "each " if len(group) > 1 else ""
        whole = "it" if begun else f"the {self.quantity}"
        units = mentions([unit for unit, _ in one.shares]) if len(self.shares) > 1 else ""
        where = units or (f"the units in {join_words(one.places)}" if one.places and len(self.shares) > 1 else "")
        if one.how.startswith("halve") or one.how == "times":
            verb = {0: "halves", 2: "doubles", 3: "triples"}.get(one.factor, f"multiplies by {one.factor}")
            odd = one.how.startswith("halve") and one.before % 2 and not where
            ends = f", rounded {one.how.split()[1]}" if odd else ""
            end = self._new_total(one, begun=begun) if where else f" to {after}{ends}"
            return f"{agree(cause, verb)} {where or whole}{end}"
        if units:
            return f"{self._unit_changes(cause, one)}{self._new_total(one, begun=begun)}"
        verb = "increases" if group[-1].after > one.before else "reduces"
        verb = plural_verb(verb) if each else verb
        by = f" by {abs(one.after - one.before)}" if each else ""
        subject = f"{cause} {each}{verb}" if each else agree(cause, verb)
        since = f" to {after}" if begun and not each else f"{by}{',' if by else ''} from {minus(one.before)} to {after}"
        return f"{subject} {whole}{since}"

    def _new_total(self, change: TotalChange, *, begun: bool) -> str:
        """Return the total after a change of single units, such as `, which makes 18`."""
        if begun:
            return f", which {'leaves' if change.after < change.before else 'makes'} {minus(change.after)}"
        return f", for {with_article(self.quantity)} of {minus(change.after)}"

    def _unit_changes(self, cause: str, change: TotalChange) -> str:
        """Return what a change adds to single units, such as `the charge adds 3 to the 1/55 and 2 to the 2/55`."""
        amounts = {by for _, by in change.shares}
        verb, link = ("adds", "to") if all(by >= 0 for by in amounts) else ("takes", "from")
        if len(amounts) == 1:
            (by,) = amounts
            each = " each" if len(change.shares) > 1 else ""
            return f"{agree(cause, verb)} {abs(by)}{each} {link} {mentions([unit for unit, _ in change.shares])}"
        parts = [f"{abs(by)} {link} {mention(unit)}" for unit, by in change.shares]
        return f"{agree(cause, verb)} {join_words(parts)}"


def _equal_changes(changes: Iterable[TotalChange]) -> list[list[TotalChange]]:
    """Return changes in groups of consecutive ones that add the same number to the whole total."""
    groups: list[list[TotalChange]] = []
    for one in changes:
        last = groups[-1][-1] if groups else None
        whole = not one.shares and not one.places and one.how == "add"
        if (
            last
            and whole
            and not last.shares
            and last.how == "add"
            and last.after - last.before == one.after - one.before
        ):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _cases_of(group: Iterable[TotalChange]) -> tuple[str, ...]:
    """Return the cases of several changes, each once."""
    return tuple(dict.fromkeys(case for one in group for case in one.rule))


@COMPILED_STEPS.enter("total")
class CompiledTotal(RunnableStep):
    """Sums a number over units."""

    record: TotalStep

    def prepare(self, compiler: StepCompiler) -> None:
        """Compile the lines, which all change the whole total if no units are summed."""
        record = self.record
        lines = record.lines if record.of else [line.model_copy(update={"per": "total"}) for line in record.lines]
        self.lines = [CompiledTotalLine(line, f"lines.{i}", compiler) for i, line in enumerate(lines)]
        self.assigns = (f"{SHARES}{record.total}",)
        compiler.program.totals = True

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of summing the total, with each unit's share."""
        ids = self.values(context, "of")
        running = RunningTotal({}, {id_: context.state.pieces[id_].place for id_ in ids}, self.record.floor)
        running.shares = {id_: running.raised_to_floor(self.value(context, "value", unit=id_)) for id_ in ids}
        running.extra = 0 if self.record.of else self.value(context, "value")
        trace = [self._summary_line(context, running)] if context.tracing and ids else []
        shares, first, applied = dict(running.shares), running.total, list[TotalChange]()
        for line in self.lines:
            before = running.total
            changes = running.apply(line, context)
            if context.tracing and changes:
                trace.append(self._trace(context, line, changes, running.total))
                applied.append(_change_of(context, line, changes, before, running.total))
        total = running.raised_to_floor(running.total)
        if abs(total) > MAX_TOTAL:
            raise RuleError(f"the total {self.record.total} is more than {MAX_TOTAL:,}")
        values = {self.record.total: total, f"{SHARES}{self.record.total}": FrozenMap(running.shares)}
        if not context.tracing:
            return (Outcome(values),)
        name = self.record.total.replace("_", " ")
        summed = context.printed(self.subject) or "total"
        fact = Total(summed, tuple(shares.items()), first, tuple(applied), total, name)
        own = context.with_changes(values).trace_lines(self, fact)
        return (Outcome(values, trace=(*own, *trace)),)

    def _summary_line(self, context: StepContext, running: RunningTotal) -> TraceLine:
        """Return the first trace line, which lists the units with their shares before any change."""
        shares = [f"{context.label(id_)} ({share})" for id_, share in running.shares.items()]
        return TraceLine(join_words(shares), str(running.total), extra_depth=1)

    def _trace(
        self, context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]], total: int
    ) -> TraceLine:
        """Return the trace line for the changes that one line of the total made."""
        first = changes[0][0]
        extra = {"unit": first} if line.record.per == "unit" else {}
        text = context.render(line.says, **extra) or f"{line.change} {getattr(line.record, line.change)}"
        who = text if first == "" else f"{text}: {_changes_text(context, line, changes)}"
        return TraceLine(who, str(total), line.record.rule, extra_depth=1)


def _change_of(
    context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]], before: int, after: int
) -> TotalChange:
    """Return the changes that one line of a total made as a change for worked examples."""
    extra = {"unit": changes[0][0]} if line.record.per == "unit" else {}
    shares = tuple(changes) if line.record.per == "unit" else ()
    places = tuple(place for place, _ in changes) if line.record.per == "stack" else ()
    how = f"halve {line.record.halve}" if line.record.halve else line.change
    of_unit = {"unit": changes[0][0]} if changes[0][0] else {}
    factor = line.value(context, "times", it=0, **of_unit) if line.change == "times" else 0
    return TotalChange(
        context.printed(line.cause, **extra), how, int(factor), before, after, shares, places, line.record.rule
    )


def _changes_text(context: StepContext, line: CompiledTotalLine, changes: list[tuple[str, int]]) -> str:
    """Return the changes as text, such as `1/55 +3 and 2/55 +2`, or `1/55 and 2/55 −1 each`."""
    names = [context.label(who) if line.record.per == "unit" else who for who, _ in changes]
    amounts = {by for _, by in changes}
    if len(changes) > 1 and len(amounts) == 1:
        return f"{join_words(names)} {signed(amounts.pop())} each"
    return join_words([f"{name} {signed(change)}" for name, (_, change) in zip(names, changes, strict=True)])
