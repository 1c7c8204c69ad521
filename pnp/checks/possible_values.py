"""Possible values of the variables and expressions of procedures, computed without playing.

Numbers are ranges, words are sets, and conditions are sets of truth values. Each step is assumed to be carried out in
every case, and variables are assumed to be independent of each other. So a value that is not found can never occur,
but not every value that is found occurs. None means that nothing is known.
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pnp.model.chance import ChanceQuery
from pnp.model.game import Game
from pnp.model.parsing import parse_dice
from pnp.model.procedure import Procedure
from pnp.model.step import StepRecord
from pnp.model.table import Table
from pnp.rules.state.table_labels import cell_type

FAR = 10**9
"""A number beyond all numbers of a game: the end of a range without an end."""


class Numbers(NamedTuple):
    """Whole numbers from `low` to `high`."""

    low: int
    high: int


Words: TypeAlias = frozenset[str]
Truths: TypeAlias = frozenset[bool]


@dataclass(frozen=True)
class Items:
    """A list whose elements have these values."""

    of: Values | None


@dataclass(frozen=True)
class WordSet:
    """Words that an expression can have."""

    words: Words


@dataclass(frozen=True)
class Truth:
    """The truth values that a condition can have."""

    of: Truths


Values: TypeAlias = Numbers | WordSet | Truth | Items
BOTH = Truth(frozenset({True, False}))
_TOKEN = re.compile(r"\d+(?:\.\d+)?|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[A-Za-z_]\w*|[=!<>]=|&&|\|\||\S")
_LIMIT = re.compile(r"(?P<name>[a-z]\w*) (?P<sign><=?|>=?|==) (?P<number>-?\d{1,9})")
_FIRST_NUMBER = re.compile(r"[-+−]?\d{1,9}")
MOST_WORDS = 200
"""The most words that a value can have before nothing is known about it."""


def _limited(low: float, high: float) -> Numbers:
    """Return a range of numbers, within the numbers of a game."""
    return Numbers(int(max(-FAR, min(FAR, low))), int(max(-FAR, min(FAR, high))))


def join(values: Iterable[Values | None]) -> Values | None:
    """Return the values that any of several can have; None if nothing is known about one, or if there are none."""
    found: Values | None = None
    for one in values:
        if one is None or (found is not None and type(one) is not type(found)):
            return None
        match found, one:
            case None, _:
                found = one
            case Numbers(), Numbers():
                found = Numbers(min(found.low, one.low), max(found.high, one.high))
            case WordSet(), WordSet():
                found = WordSet(found.words | one.words)
            case Truth(), Truth():
                found = Truth(found.of | one.of)
            case Items(), Items():
                inner = join((found.of, one.of))
                if inner is None:
                    return None
                found = Items(inner)
    return found if not isinstance(found, WordSet) or len(found.words) <= MOST_WORDS else None


class _Assignment(NamedTuple):
    """A step that assigns a variable, and whether it is carried out in every case."""

    step: StepRecord
    always: bool


@dataclass
class PossibleValues:
    """The possible values of the variables of all procedures of a game."""

    game: Game
    tracks: Mapping[str, str]
    """The type of each track and fact that expressions may name."""
    unassigned: bool = True
    """Whether a variable may be read before a step assigns it."""
    _known: dict[tuple[str, str], Values | None] = field(default_factory=dict)
    _open: list[tuple[str, str]] = field(default_factory=list)
    _circular: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._assigned: dict[tuple[str, str], list[_Assignment]] = defaultdict(list)
        self._calls: dict[str, list[tuple[str, Mapping[str, str]]]] = defaultdict(list)
        self._level_sets: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for id_, procedure in self.game.procedures.items():
            for step, always in _all_steps(procedure.steps):
                self._note_step(id_, step, always=always)
        self._asked = self._procedures_asked()

    @cached_property
    def steps(self) -> tuple[tuple[str, str, StepRecord], ...]:
        """Every step and every line of a step, with its path and its procedure."""
        return tuple(step_records(self.game))

    def _note_step(self, id_: str, step: StepRecord, *, always: bool) -> None:
        """Note the variables that a step assigns, the levels that it sets and the procedures that it runs."""
        names = set(step.assigned_names) | set(getattr(step, "gives", {}))
        for name in names:
            self._assigned[id_, name].append(_Assignment(step, always))
        for name, text in getattr(step, "set", {}).items() if step.kind == "set" else ():
            if name in self.tracks:
                self._level_sets[name].append((id_, text))
        if step.kind == "run":
            self._calls[step.run].append((id_, step.values))  # type: ignore[attr-defined]
        if step.kind == "apply":
            table = self.game.tables.get(step.apply)  # type: ignore[attr-defined]
            for code in table.codes.values() if table else ():
                for call in (code.do or {}).values():
                    self._calls[call.run].append((id_, call.values))

    def _procedures_asked(self) -> set[str]:
        """Return the procedures that examples, claims and player aids run with arguments of their own."""
        found = {one.procedure for one in self.game.examples.values()}
        return found | {one.procedure for one in self._queries}

    @cached_property
    def _queries(self) -> tuple[ChanceQuery, ...]:
        """The claims and the probability tables on player aids, with their lines."""
        blocks = (block for page in self.game.aids for row in page.rows for block in row)
        tables = [block.chance_table for block in blocks if block.chance_table]
        claims = list(self.game.claims.values())
        lines = [line for claim in claims for line in claim.lines], [line for table in tables for line in table.lines]
        return (*claims, *tables, *lines[0], *lines[1])

    def value(self, procedure: str, text: str, local: Mapping[str, Values | None] | None = None) -> Values | None:
        """Return the values that an expression in a procedure can have; None if nothing is known.

        `local` are names that only this expression has, such as `it`.
        """
        return _PossibleReader(self, procedure, dict(local or {})).read(text)

    def impossible_words(self, procedure: str, text: str) -> list[tuple[Words, Words]]:
        """Return the comparisons of an expression that can never be true: the words of each side."""
        reader = _PossibleReader(self, procedure, {})
        reader.read(text)
        return reader.impossible

    def variable(self, procedure: str, name: str) -> Values | None:
        """Return the values that a variable of a procedure can have, or a track or fact."""
        key = (procedure if name not in self.tracks else "", name)
        if key in self._known:
            return self._known[key]
        if key in self._open:
            self._circular.update(self._open[self._open.index(key) :])
            return None
        self._open.append(key)
        found = self._level(name) if name in self.tracks else self._local(procedure, name)
        self._open.pop()
        if key not in self._circular or not self._open:
            self._known[key] = found
        return found

    def _level(self, name: str) -> Values | None:
        """Return the values that a track or a fact can have; for a fact, only if they are words."""
        if name in self.game.tracks:
            labels = [space.label for space in self.game.tracks[name].spaces]
            if all(re.fullmatch(r"-?\d{1,9}", label) for label in labels) and labels:
                numbers = [int(label) for label in labels]
                return Numbers(min(numbers), max(numbers))
            return None
        if self.tracks[name] != "word" or name not in self.game.facts:
            return None
        given = [one.tracks[name] for one in self.game.examples.values() if name in one.tracks]
        if any(name in one.tracks for one in self._queries):
            return None
        stated = WordSet(frozenset({self.game.facts[name].start, *given}))
        return join((stated, *(self.value(id_, text) for id_, text in self._level_sets[name])))

    def _local(self, procedure: str, name: str) -> Values | None:
        """Return the values that a variable or parameter of a procedure can have."""
        record = self.game.procedures[procedure]
        assigned = self._assigned.get((procedure, name), [])
        if name in record.given:
            return self._parameter(procedure, record, name) if not assigned else None
        base = name.removesuffix("_natural").removesuffix("_roll").removesuffix("_shift")
        if not assigned and base != name:
            return join(self._derived(procedure, one.step, name) for one in self._assigned.get((procedure, base), []))
        found = join(self._of_step(procedure, one.step, name) for one in assigned)
        if found is None or not self.unassigned or all(one.always for one in assigned):
            return found
        return join((found, _empty(found)))

    def _parameter(self, procedure: str, record: Procedure, name: str) -> Values | None:
        """Return the values that a parameter gets from the procedures that run this one."""
        given = record.given[name]
        if procedure in self._asked or not self._calls[procedure] or isinstance(given, dict):
            return None
        kind, _, default = given.partition(" or ")
        if kind not in ("int", "bool", "word", "side"):
            return None
        texts = [(id_, values.get(name)) for id_, values in self._calls[procedure]]
        found = [self.value(id_, text) for id_, text in texts if text is not None]
        if any(text is None for _, text in texts):
            found.append(_constant(kind, default))
        return join(found)

    def _of_step(self, procedure: str, step: StepRecord, name: str) -> Values | None:
        """Return the values that a step can assign to a variable."""
        match step.kind:
            case "set":
                return self.value(procedure, step.set[name]) if name in step.set else None  # type: ignore[attr-defined]
            case "roll":
                if step.faces:  # type: ignore[attr-defined]
                    return WordSet(frozenset(face.partition("*")[0] for face in step.faces))  # type: ignore[attr-defined]
                return self._roll(procedure, step, name)
            case "look_up":
                table = self.game.tables.get(step.table)  # type: ignore[attr-defined]
                return _cells(table) if table else None
            case "ask" if not (step.count or step.up_to):  # type: ignore[attr-defined]
                if step.options:  # type: ignore[attr-defined]
                    return WordSet(frozenset(step.options) | {""})  # type: ignore[attr-defined]
                offered = self.value(procedure, step.of)  # type: ignore[attr-defined]
                inner = offered.of if isinstance(offered, Items) else None
                return join((inner, WordSet(frozenset({""})))) if isinstance(inner, WordSet) else inner
            case "each":
                offered = self.value(procedure, step.values)  # type: ignore[attr-defined]
                return offered.of if isinstance(offered, Items) else None
            case "run":
                inner = step.gives.get(name)  # type: ignore[attr-defined]
                called = self.game.procedures.get(step.run)  # type: ignore[attr-defined]
                found = self.variable(step.run, inner) if called and inner else None  # type: ignore[attr-defined]
                return found
            case "check":
                return BOTH
            case "total":
                return self._total(procedure, step)
            case "opposed":
                tie = step.tie  # type: ignore[attr-defined]
                if "{" in tie:
                    return None
                return WordSet(frozenset(step.rolls) | ({tie} - {"reroll"}))  # type: ignore[attr-defined]
        return None

    def _derived(self, procedure: str, step: StepRecord, name: str) -> Values | None:
        """Return the values of a second variable of a step, such as the natural roll."""
        if step.kind in ("roll", "check"):
            return self._roll(procedure, step, name)
        return None

    def _roll(self, procedure: str, step: StepRecord, name: str) -> Values | None:
        """Return the numbers that a roll can have, with its modifiers unless `name` is the natural roll."""
        dice = parse_dice(step.dice)  # type: ignore[attr-defined]
        if dice is None or dice.as_digits:
            return None
        low, high = dice.results[0]
        if not name.endswith("_natural"):
            for line in step.lines:  # type: ignore[attr-defined]
                change = self.value(procedure, line.add, self._if_true(procedure, line.when))
                if not isinstance(change, Numbers):
                    return None
                certain = not line.when and not line.ruling
                low += change.low if certain else min(0, change.low)
                high += change.high if certain else max(0, change.high)
        return _limited(low, high)

    def _if_true(self, procedure: str, condition: str) -> dict[str, Values | None]:
        """Return the numbers that variables can have if a condition such as `change > 0` is true."""
        found: dict[str, Values | None] = {}
        for match in map(_LIMIT.fullmatch, condition.split(" && ")):
            known = self.variable(procedure, match["name"]) if match else None
            if match is None or not isinstance(known, Numbers):
                continue
            number, (low, high) = int(match["number"]), known
            match match["sign"]:
                case "<" | "<=":
                    high = min(high, number - (match["sign"] == "<"))
                case ">" | ">=":
                    low = max(low, number + (match["sign"] == ">"))
                case _:
                    low = high = number
            found[match["name"]] = Numbers(low, high)
        return found

    def _total(self, procedure: str, step: StepRecord) -> Values | None:
        """Return the numbers that a total without units can have, if its lines only add."""
        start = None if step.of else self.value(procedure, step.value)  # type: ignore[attr-defined]
        if not isinstance(start, Numbers):
            return None
        low, high = start
        for line in step.lines:  # type: ignore[attr-defined]
            change = self.value(procedure, line.add, self._if_true(procedure, line.when)) if line.add else None
            if not isinstance(change, Numbers):
                return None
            low, high = low + min(0, change.low), high + max(0, change.high)
        return _limited(low, high)


def _all_steps(steps: Iterable[StepRecord], *, always: bool = True) -> Iterator[tuple[StepRecord, bool]]:
    """Yield every step of a procedure, and whether it is carried out in every case."""
    for step in steps:
        certain = always and not step.when and not step.ruling
        yield step, certain
        yield from _all_steps(step.inner_steps, always=certain and step.kind == "part")


def _empty(values: Values) -> Values | None:
    """Return the value of a variable of this type before a step assigns it."""
    match values:
        case Numbers():
            return Numbers(0, 0)
        case WordSet():
            return WordSet(frozenset({""}))
        case Truth():
            return Truth(frozenset({False}))
    return None


def _constant(kind: str, text: str) -> Values | None:
    """Return the value that a default such as `0` or `false` means."""
    if kind == "int" and re.fullmatch(r"-?\d{1,9}", text):
        return Numbers(int(text), int(text))
    if kind == "bool" and text in ("true", "false"):
        return Truth(frozenset({text == "true"}))
    return WordSet(frozenset({"" if text == "none" else text})) if kind in ("word", "side") and text else None


def _cells(table: Table) -> Values:
    """Return the results that a table can give."""
    cells = [cell for row in table.cells for cell in row]
    if cell_type(table) == "int" and cells:
        numbers = [int(cell.replace("−", "-")) for cell in cells]
        return Numbers(min(numbers), max(numbers))
    return WordSet(frozenset(cells))


class _Unreadable(Exception):  # noqa: N818 - it never leaves this module
    """A part of an expression about whose value nothing is known, and whose end is unknown too."""


class _PossibleReader:
    """Reads an expression and computes what values it can have."""

    def __init__(self, possible: PossibleValues, procedure: str, local: dict[str, Values | None]) -> None:
        self.possible, self.procedure, self.local = possible, procedure, local
        self.impossible: list[tuple[Words, Words]] = []

    def read(self, text: str) -> Values | None:
        """Return the values that an expression can have; None if nothing is known."""
        self.tokens, self.at = _TOKEN.findall(text), 0
        try:
            value = self._choice()
        except (_Unreadable, IndexError):
            return None
        return value if self.at == len(self.tokens) else None

    def _next(self, *texts: str) -> str:
        """Return the next token and pass it if it is one of these; otherwise an empty text."""
        if self.at < len(self.tokens) and self.tokens[self.at] in texts:
            self.at += 1
            return str(self.tokens[self.at - 1])
        return ""

    def _choice(self) -> Values | None:
        """Read `a ? b : c`, or less."""
        condition = self._any()
        if not self._next("?"):
            return condition
        one = self._choice()
        if not self._next(":"):
            raise _Unreadable
        other = self._choice()
        if isinstance(condition, Truth) and len(condition.of) == 1:
            return one if True in condition.of else other
        return join((one, other))

    def _any(self) -> Values | None:
        """Read conditions joined by `||`."""
        return self._joined("||", self._all, decided=True)

    def _all(self) -> Values | None:
        """Read conditions joined by `&&`."""
        return self._joined("&&", self._relation, decided=False)

    def _joined(self, sign: str, part: Callable[[], Values | None], *, decided: bool) -> Values | None:
        """Read conditions joined by a sign; `decided` is the value of one that decides the whole."""
        first = part()
        if not (self.at < len(self.tokens) and self.tokens[self.at] == sign):
            return first
        parts = [first]
        while self._next(sign):
            parts.append(part())
        truths = [one.of if isinstance(one, Truth) else BOTH.of for one in parts]
        found = set()
        if any(decided in one for one in truths):
            found.add(decided)
        undecided = not decided
        if all(undecided in one for one in truths):
            found.add(undecided)
        if any(one == {decided} for one in truths):
            found = {decided}
        return Truth(frozenset(found))

    def _relation(self) -> Values | None:
        """Read a comparison, or less."""
        left = self._sum()
        sign = self._next("==", "!=", "<", "<=", ">", ">=", "in")
        if not sign:
            return left
        right = self._sum()
        if sign == "in":
            right = right.of if isinstance(right, Items) else None
        if sign in ("==", "!=", "in") and isinstance(left, WordSet) and isinstance(right, WordSet):
            self._note_impossible(left.words, right.words)
        if sign == "in":
            found = _compared(left, right, "==")
            return Truth(found.of | {False}) if True in found.of else found
        return _compared(left, right, sign)

    def _note_impossible(self, left: Words, right: Words) -> None:
        """Note the words of a comparison that the other side can never be."""
        if not left & right and "" not in (*left, *right):
            self.impossible.append((left, right))
        elif len(right) > 1 and left and not right <= left and "" not in right:
            self.impossible.append((left, right - left))

    def _sum(self) -> Values | None:
        """Read a sum, a difference or words written one after the other."""
        left = self._product()
        while sign := self._next("+", "-"):
            right = self._product()
            match left, right:
                case Numbers(), Numbers():
                    low, high = (right.low, right.high) if sign == "+" else (-right.high, -right.low)
                    left = _limited(left.low + low, left.high + high)
                case WordSet(), WordSet() if sign == "+" and len(left.words) * len(right.words) <= MOST_WORDS:
                    left = WordSet(frozenset(one + other for one in left.words for other in right.words))
                case Items(), Items() if sign == "+":
                    left = join((left, right)) if left.of and right.of else Items(left.of or right.of)
                case _:
                    left = None
        return left

    def _product(self) -> Values | None:
        """Read a product."""
        left = self._signed()
        while sign := self._next("*", "/", "%"):
            right = self._signed()
            if sign == "*" and isinstance(left, Numbers) and isinstance(right, Numbers):
                ends = [one * other for one in left for other in right]
                left = _limited(min(ends), max(ends))
            else:
                left = None
        return left

    def _signed(self) -> Values | None:
        """Read a value with `-` or `!` before it."""
        if self._next("-"):
            value = self._signed()
            return _limited(-value.high, -value.low) if isinstance(value, Numbers) else None
        if self._next("!"):
            value = self._signed()
            return Truth(frozenset(not one for one in value.of)) if isinstance(value, Truth) else BOTH
        return self._with_fields()

    def _with_fields(self) -> Values | None:
        """Read a value and what follows it: fields, calls of methods, and indexes."""
        value = self._single()
        while sign := self._next(".", "["):
            if sign == "[":
                self._choice()
                if not self._next("]"):
                    raise _Unreadable
                value = value.of if isinstance(value, Items) else None
                continue
            method = self.tokens[self.at]
            self.at += 1
            value = self._method(value, method) if self._next("(") else None
        return value

    def _method(self, value: Values | None, method: str) -> Values | None:
        """Read the arguments of a method; only those of words are known."""
        if method in ("filter", "map", "exists", "all", "exists_one"):
            self._skip_arguments()
            return value if method == "filter" else None if method == "map" else BOTH
        arguments = self._arguments()
        known = isinstance(value, WordSet) and len(arguments) == 1 and isinstance(arguments[0], WordSet)
        if method in ("startsWith", "endsWith", "contains"):
            if not known:
                return BOTH
            assert isinstance(value, WordSet)
            assert isinstance(arguments[0], WordSet)
            tests: dict[str, Callable[[str, str], bool]] = {
                "startsWith": str.startswith,
                "endsWith": str.endswith,
                "contains": operator.contains,
            }
            return Truth(frozenset(tests[method](one, part) for one in value.words for part in arguments[0].words))
        return None

    def _skip_arguments(self) -> None:
        """Pass the arguments of a call, which name variables of their own."""
        depth = 1
        while depth:
            depth += {"(": 1, ")": -1}.get(self.tokens[self.at], 0)
            self.at += 1

    def _arguments(self) -> list[Values | None]:
        """Read the arguments of a call up to its closing bracket."""
        found: list[Values | None] = []
        if self._next(")"):
            return found
        while True:
            found.append(self._choice())
            if self._next(")"):
                return found
            if not self._next(","):
                raise _Unreadable

    def _single(self) -> Values | None:
        """Read a number, a word, a name, a call, a list or an expression in brackets."""
        written = self.tokens[self.at]
        self.at += 1
        if written.isdecimal():
            return Numbers(int(written), int(written)) if len(written) < 10 else None
        if written[0] in "'\"":
            return WordSet(frozenset({written[1:-1]})) if "\\" not in written else None
        if written == "(":
            value = self._choice()
            if not self._next(")"):
                raise _Unreadable
            return value
        if written == "[":
            return self._list()
        if written in ("true", "false"):
            return Truth(frozenset({written == "true"}))
        if not re.fullmatch(r"[A-Za-z_]\w*", written):
            if re.fullmatch(r"\d+\.\d+", written):
                return None
            raise _Unreadable
        if self._next("("):
            return self._call(written)
        if written in self.local:
            return self.local[written]
        return self.possible.variable(self.procedure, written)

    def _list(self) -> Values | None:
        """Read a list up to its closing bracket."""
        found: list[Values | None] = []
        if self._next("]"):
            return Items(None)
        while True:
            found.append(self._choice())
            if self._next("]"):
                inner = join(found)
                return Items(inner) if inner is not None else None
            if not self._next(","):
                raise _Unreadable

    def _call(self, name: str) -> Values | None:
        """Read the arguments of a function and return what it can give."""
        arguments = self._arguments()
        match name, arguments:
            case "max" | "min", [Numbers() as one, Numbers() as other]:
                choose = max if name == "max" else min
                return Numbers(choose(one.low, other.low), choose(one.high, other.high))
            case "max" | "min", [Numbers() as one, _] | [_, Numbers() as one]:
                return Numbers(one.low, FAR) if name == "max" else Numbers(-FAR, one.high)
            case "number", [WordSet() as text]:
                found = [_FIRST_NUMBER.search(word) for word in text.words]
                numbers = [int(match[0].replace("−", "-")) if match else 0 for match in found]
                return Numbers(min(numbers), max(numbers)) if numbers else None
            case "numbers", [Numbers() as one, Numbers() as other]:
                return Items(Numbers(one.low, max(one.low, other.high)))
            case "numbers", [Numbers() as one, _]:
                return Items(Numbers(one.low, FAR))
            case "count" | "size", _:
                return Numbers(0, FAR)
            case "half", [Numbers() as one, _]:
                return Numbers(one.low // 2, -(-one.high // 2))
            case "ruling", [WordSet() as text] if len(text.words) == 1:
                ruling = self.possible.game.rulings.get(next(iter(text.words)))
                return WordSet(frozenset(ruling.options)) if ruling else None
        return None


_SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _compared(left: Values | None, right: Values | None, sign: str) -> Truth:
    """Return the truth values that a comparison can have."""
    match left, right:
        case WordSet(), WordSet() if sign in ("==", "!="):
            found = set()
            if left.words & right.words:
                found.add(True)
            if len(left.words | right.words) > 1:
                found.add(False)
        case Numbers(), Numbers() if sign in ("==", "!="):
            found = set()
            if left.low <= right.high and right.low <= left.high:
                found.add(True)
            if left.low != left.high or right.low != right.high or left.low != right.low:
                found.add(False)
        case Numbers(), Numbers():
            compare = _SIGNS[sign]
            found = {compare(one, other) for one in left for other in right}
        case Truth(), Truth() if sign in ("==", "!="):
            found = {one == other for one in left.of for other in right.of}
        case _:
            return BOTH
    return Truth(frozenset(found if sign != "!=" else {not one for one in found}))


def step_records(game: Game) -> Iterator[tuple[str, str, StepRecord]]:
    """Yield (path, procedure, record) of every step and every line of a step of all procedures."""
    for id_, procedure in game.procedures.items():
        for path, record in _records_of(procedure.steps, f"procedures.{id_}.steps"):
            yield path, id_, record


def _records_of(steps: Iterable[StepRecord], path: str) -> Iterator[tuple[str, StepRecord]]:
    """Yield (path, record) of steps, of their lines and of the steps inside them."""
    for i, step in enumerate(steps):
        at = f"{path}.{i}"
        yield at, step
        for j, line in enumerate(getattr(step, "lines", ())):
            yield f"{at}.lines.{j}", line
        for name, party in getattr(step, "rolls", {}).items():
            for j, line in enumerate(party.lines):
                yield f"{at}.rolls.{name}.lines.{j}", line
        yield from _records_of(step.inner_steps, f"{at}.steps")
