"""Possible values of the variables of procedures, computed without playing.

Numbers are ranges, words are sets, and conditions are sets of truth values. Each step is assumed to be carried out in
every case, and variables are assumed to be independent of each other. So a value that is not found can never occur,
but not every value that is found occurs. None means that nothing is known.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pnp.checks.possible_results import PossibleResults
from pnp.checks.value_sets import (
    BOTH,
    Items,
    Numbers,
    Values,
    Words,
    WordSet,
    cell_values,
    empty_value,
    join,
    limited,
    limited_by,
    written_value,
)
from pnp.model.chance import ChanceQuery
from pnp.model.game import Game
from pnp.model.parsing import parse_dice
from pnp.model.procedure import Procedure
from pnp.model.step import StepRecord
from pnp.rules.expressions.nodes import LogicNode, NameNode, OperatorNode, ValueNode
from pnp.rules.expressions.syntax import read_expression
from pnp.rules.expressions.tokens import ExpressionError


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
        return self._results(procedure, local or {}).of_text(text)

    def impossible_words(self, procedure: str, text: str) -> list[tuple[Words, Words]]:
        """Return the comparisons of an expression that can never be true: the words of each side."""
        results = self._results(procedure, {})
        results.of_text(text)
        return results.impossible

    def _results(self, procedure: str, local: Mapping[str, Values | None]) -> PossibleResults:
        """Return the walk over expressions of a procedure, with names that only they have."""

        def variable(name: str) -> Values | None:
            """Return the values that a name in an expression can have."""
            return local[name] if name in local else self.variable(procedure, name)

        return PossibleResults(self.game, variable)

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
        return join((found, empty_value(found)))

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
            found.append(written_value(kind, default))
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
                return cell_values(table) if table else None
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
        return limited(low, high)

    def _if_true(self, procedure: str, condition: str) -> dict[str, Values | None]:
        """Return the numbers that variables can have if a condition such as `change > 0` is true."""
        found: dict[str, Values | None] = {}
        try:
            tree = read_expression(condition)
        except ExpressionError:
            return found
        for part in tree.parts if isinstance(tree, LogicNode) and tree.sign == "&&" else (tree,):
            match part:
                case OperatorNode(sign=sign, left=NameNode(name=name), right=ValueNode(value=int() as number)):
                    known = self.variable(procedure, name)
                    if isinstance(known, Numbers):
                        found[name] = limited_by(known, sign, number)
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
        return limited(low, high)


def _all_steps(steps: Iterable[StepRecord], *, always: bool = True) -> Iterator[tuple[StepRecord, bool]]:
    """Yield every step of a procedure, and whether it is carried out in every case."""
    for step in steps:
        certain = always and not step.when and not step.ruling
        yield step, certain
        yield from _all_steps(step.inner_steps, always=certain and step.kind == "part")


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
