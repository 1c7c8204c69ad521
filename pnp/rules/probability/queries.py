"""Probability queries: the exact probability of each result of a procedure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pnp.board import Board
from pnp.findings import Fault, did_you_mean
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.rules.arguments import ArgumentReader, Text, read_value
from pnp.rules.engine.decisions import PolicyDecisions
from pnp.rules.engine.liveness import all_steps
from pnp.rules.engine.machine import Machine
from pnp.rules.engine.position import PlayState
from pnp.rules.engine.program import Program
from pnp.rules.engine.steps.ask_step import CompiledAsk
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.vocabulary import Type, Value
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.alike_units import AlikeUnits, different_field
from pnp.rules.probability.enumeration import Enumeration, FinalState, Outcomes
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import Setup, build_state
from pnp.rules.state.state import State

CODE = "B005"
"""The code of an invalid probability query."""


MAX_CACHED_WALKS = 100
"""The most sets of arguments whose final states are cached: more than the columns of a table of probabilities."""
NOTHING = Setup()
"""A set-up with nothing on the map."""


@dataclass(frozen=True)
class OddsQuery:
    """A probability query about a procedure.

    `given` holds its arguments, and values of variables that its steps would assign; those steps are then skipped.
    `choices` are decisions of players; the policy of the step makes all others. `outcome` are the variables or
    expressions that distinguish results, by default those that the procedure shows. `alike` names interchangeable
    units.
    """

    procedure: str
    given: Mapping[str, Text | Mapping[str, Text]] = field(default_factory=dict)
    setup: Setup = NOTHING
    rulings: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Text] = field(default_factory=dict)
    outcome: Sequence[str] = ()
    alike: Sequence[str] = ()


class QueryError(Exception):
    """A query that cannot be answered, with all faults in it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(one.wrong for one in faults))
        self.faults = faults


def distribution(
    game: Game | Playbook,
    procedure: str,
    given: Mapping[str, Text | Mapping[str, Text]] | None = None,
    setup: Setup | None = None,
    *,
    rulings: Mapping[str, str] | None = None,
    choices: Mapping[str, Text] | None = None,
    outcome: str | Sequence[str] = (),
    board: Board | None = None,
) -> dict[str, Fraction]:
    """Return the probability of each result of a procedure, by the label of the result.

    Labels are in numerical or alphabetical order. For the parameters see `OddsQuery`. Raise `QueryError` if the query
    is invalid, `RuleError` if the procedure cannot be played.
    """
    playbook = game if isinstance(game, Playbook) else compile_game(game, board)
    names = (outcome,) if isinstance(outcome, str) else tuple(outcome)
    query = OddsQuery(procedure, given or {}, setup or NOTHING, rulings or {}, choices or {}, names)
    found = probabilities(playbook, query)
    return {"; ".join(label): chance for label, chance in found.items()}


def probabilities(playbook: Playbook, query: OddsQuery) -> dict[tuple[str, ...], Fraction]:
    """Return the probability of each result of a query.

    A result is a tuple with one text for each expression of the outcome. Raise `QueryError` if the query is invalid,
    `RuleError` if the procedure cannot be played.
    """
    if playbook.faults:
        raise QueryError(*playbook.faults)
    return _QueryRun(playbook, query).run()


def outcome_types(playbook: Playbook, query: OddsQuery) -> tuple[Type, ...]:
    """Return the types of the expressions that define a query's results, without running the query.

    Raise `QueryError` if the query is invalid.
    """
    if playbook.faults:
        raise QueryError(*playbook.faults)
    return tuple(expression.type for expression in _QueryRun(playbook, query).outcome)


def halt_fault(error: RuleError) -> Fault:
    """Return the fault for a query whose procedure stopped before its end."""
    return Fault(error.path, error.wrong, error.write, code="B006")


class _QueryRun:
    """The run of one probability query."""

    def __init__(self, playbook: Playbook, query: OddsQuery) -> None:
        self.playbook, self.query = playbook, query
        self.faults: list[Fault] = []
        self.program = self._find_program()
        self.outcome = self._compile_outcome()
        self._check_rulings()
        wanted = frozenset(name for expression in self.outcome for name, _ in expression.uses)
        state, wrong = build_state(playbook.unit_names, self._read_setup(), "", CODE)
        names, preset = self._read_values(None if wrong else state)
        self.faults += wrong
        fixed = self._read_choices()
        alike = self._read_alike()
        if self.faults:
            raise QueryError(*self.faults)
        variant = playbook.variant(query.rulings)
        live = playbook.live_names(self.program, wanted)
        decisions = PolicyDecisions(fixed)
        self.machine = Machine(variant, decisions, tracing=False, live=live, preset=preset, standing=playbook.standing)
        self.first = self.machine.at_next_step(self.machine.start(self.program, state, names))
        # the levels that a call keeps depend on the expressions of the outcome
        known = (frozenset(fixed.items()), self.program.id, wanted)
        self.enumeration = Enumeration(self.machine, variant.cache.setdefault(("calls", *known), {}), alike)
        walk = ("walks", *known, preset, alike.ids if alike else ())
        self.walks: dict[PlayState, Outcomes] = variant.cache.setdefault(walk, {})

    def fault(self, path: str, wrong: str, write: str = "") -> None:
        """Record a fault in the query."""
        self.faults.append(Fault(path, wrong, write, code=CODE))

    def _find_program(self) -> Program:
        """Return the compiled procedure of the query. Raise `QueryError` if it does not exist."""
        programs, id_ = self.playbook.programs, self.query.procedure
        if id_ not in programs:
            raise QueryError(
                Fault("procedure", f"unknown procedure {id_}", did_you_mean(id_, programs, many=True), code=CODE)
            )
        return programs[id_]

    def _read_alike(self) -> AlikeUnits | None:
        """Return the interchangeable units of the query, if any; record a fault if they are not equal."""
        counters = self.playbook.game.counters
        ids = counter_ids(self.playbook.game, self.query.alike)
        if self.query.alike and len(ids) < 2:
            self.fault(
                "alike",
                f"{' '.join(self.query.alike)} does not name two or more counters",
                "write ids or a range of ids",
            )
        for id_ in ids[1:]:
            if field_name := different_field(counters[ids[0]], counters[id_]):
                wrong = f"{ids[0]} and {id_} are not alike: they differ in {field_name}"
                self.fault("alike", wrong, "name counters that differ only in their labels")
                break
        return AlikeUnits(ids) if ids else None

    def _check_rulings(self) -> None:
        """Record a fault for each ruling or option of the query that the game does not have."""
        known = self.playbook.game.rulings
        for id_, option in self.query.rulings.items():
            if id_ not in known:
                self.fault(f"rulings.{id_}", f"unknown ruling {id_}", did_you_mean(id_, known))
            elif option not in known[id_].options:
                self.fault(
                    f"rulings.{id_}",
                    f"the ruling {id_} has no option {option}",
                    did_you_mean(option, known[id_].options, many=True),
                )

    def _compile_outcome(self) -> list[Expression]:
        """Return the compiled expressions that distinguish the results of the query.

        They are those of the query, those that the procedure shows, or the last variable that it assigns.
        """
        program = self.program
        texts = self.query.outcome or program.procedure.shows
        if not texts:
            names = [step.main for step in program.block.steps if step.main and step.main in program.scope]
            texts = names[-1:]
        if not texts:
            self.fault("outcome", f"the procedure {program.id} assigns no result", "write shows: at the procedure")
        expression = []
        for text in texts:
            try:
                expression.append(self.playbook.outcome(program, text))
            except ExpressionError as error:
                for fault in error.faults:
                    self.fault("outcome", f"{text}: {fault.wrong}", fault.write)
        return expression

    def _read_values(self, state: State | None) -> tuple[dict[str, Value], frozenset[str]]:
        """Return the values of the query's arguments and preset variables, and the names of the preset ones."""
        program, written = self.program, dict(self.query.given)
        preset: dict[str, Value] = {}
        levels = self.playbook.compiler.track_kinds
        written = {name: text for name, text in written.items() if name in program.parameters or name not in levels}
        known = {*program.parameters, *program.scope, *levels}
        for name in [name for name in written if name not in known]:
            self.fault(
                name, f"the procedure {program.id} has no parameter and no variable {name}", did_you_mean(name, known)
            )
            del written[name]
        for name in [name for name in written if name in program.scope and name not in program.parameters]:
            text, kind = written.pop(name), program.scope[name]
            try:
                if isinstance(kind, str) and not isinstance(text, Mapping):
                    preset[name] = read_value(self.playbook.unit_names, kind, text)
            except RuleError as error:
                self.fault(name, error.wrong, error.write)
        reader = ArgumentReader(self.playbook.unit_names, program, "", CODE, strict=not preset)
        names = reader.read(written, state)
        self.faults += reader.faults
        return {**names, **preset}, frozenset(preset)

    def _read_setup(self) -> Setup:
        """Return the set-up of the query, with the tracks and facts to which `given` assigns values."""
        levels, given = self.playbook.compiler.track_kinds, self.program.parameters
        set_ = {k: v for k, v in self.query.given.items() if k in levels and k not in given and isinstance(v, str)}
        return self.query.setup._replace(tracks={**self.query.setup.tracks, **set_})

    def _read_choices(self) -> dict[tuple[str, str], tuple[Value, ...]]:
        """Return the decisions that the query fixes, by the name and the type of the choice.

        A decision that this procedure does not ask for may belong to other queries of the same page.
        """
        if not self.query.choices:
            return {}
        asks = [step for step in all_steps(self.program) if isinstance(step, CompiledAsk)]
        fixed: dict[tuple[str, str], tuple[Value, ...]] = {}
        for name, text in self.query.choices.items():
            kinds = sorted({step.list_type for step in asks if step.main == name})
            errors = []
            for kind in kinds:
                try:
                    fixed[name, kind] = read_value(self.playbook.unit_names, kind, text)
                except RuleError as error:
                    errors.append(error)
            if not any(name in program.scope for program in self.playbook.programs.values()):
                hint = did_you_mean(name, sorted({step.main for step in asks}), many=True)
                self.fault(f"choices.{name}", f"no step asks for {name}", hint)
            elif kinds and len(errors) == len(kinds):
                self.fault(f"choices.{name}", errors[0].wrong, errors[0].write)
        return fixed

    def run(self) -> dict[tuple[str, ...], Fraction]:
        """Run the query and return all results with their probabilities."""
        found: dict[tuple[str, ...], Fraction] = {}
        for end, chance in self._final_states().items():
            label = self._label(end)
            found[label] = found.get(label, Fraction(0)) + chance
        return {label: found[label] for label in sorted(found, key=_label_order)}

    def _final_states(self) -> Outcomes:
        """Return all final states with their probabilities; queries that read the same variables share one walk."""
        if self.first not in self.walks:
            final_states = self.enumeration.final_states(self.first)
            if len(self.walks) >= MAX_CACHED_WALKS:
                self.walks.clear()
            self.walks[self.first] = final_states
        return self.walks[self.first]

    def _label(self, end: FinalState) -> tuple[str, ...]:
        """Return the label of a final state: the text of each expression of the outcome."""
        if isinstance(end, str):
            return (f"not possible: {end}", *[""] * (len(self.outcome) - 1))
        context = self.machine.context(end)
        return tuple(context.value_text(context.value(expression), expression.type) for expression in self.outcome)


def _label_order(label: tuple[str, ...]) -> list[tuple[int, Fraction, str]]:
    """Return the sort key of a result's label: numbers by size, then words in alphabetical order."""
    found = []
    for text in label:
        digits = text.replace("−", "-")
        number = re.fullmatch(r"-?\d+(\.\d+)?", digits)
        found.append((0, Fraction(digits), "") if number else (1, Fraction(0), text))
    return found


# ---------------------------------------------------------------- probabilities as text

MAX_FRACTION = 16
"""The longest fraction that is written out, in characters."""
MAX_DIGITS = 12
"""The most decimal places of a percentage."""


def odds_text(found: Mapping[tuple[str, ...], Fraction]) -> str:
    """Return results and their probabilities as a text with one line for each result."""
    rows = [(*label, _fraction_text(chance), *percent_text(chance).partition(".")) for label, chance in found.items()]
    parts = max((len(row) for row in rows), default=0)
    widths = [max(len(row[i]) for row in rows) for i in range(parts)]
    lines = []
    for row in rows:
        *label, fraction, whole, point, digits = (
            text.rjust(width) if i == parts - 3 or i == parts - 4 else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        columns = (*label, fraction, whole + point + digits) if fraction else (*label, whole + point + digits)
        lines.append("  ".join(columns).rstrip())
    return "\n".join(lines)


def percent_text(chance: Fraction) -> str:
    """Return a probability as a percentage to one decimal place.

    Small ones have two significant digits, and only certain results have 0% and 100%.

    >>> [percent_text(Fraction(1, n)) for n in (1, 3, 1000, 7000, 10**9)]
    ['100.0%', '33.3%', '0.1%', '0.014%', '0.00000010%']
    >>> percent_text(1 - Fraction(1, 7000)), percent_text(Fraction(1, 10**30))
    ('99.986%', '<0.000000000001%')
    """
    percent = 100 * chance
    rare = min(percent, 100 - percent)
    digits = 1
    while digits < MAX_DIGITS and rare and rare * 10**digits < (1 if digits == 1 else 10):
        digits += 1
    if rare and rare * 10**MAX_DIGITS < 1:
        sign, percent = ("<", Fraction(1, 10**MAX_DIGITS)) if percent < 1 else (">", 100 - Fraction(1, 10**MAX_DIGITS))
        return f"{sign}{_decimal_text(percent, MAX_DIGITS)}%"
    return f"{_decimal_text(percent, digits)}%"


def _decimal_text(number: Fraction, digits: int) -> str:
    """Return a number with a fixed number of decimal places; a half is rounded to the even digit."""
    whole, rest = divmod(round(number * 10**digits), 10**digits)
    return f"{whole}.{rest:0{digits}}"


def _fraction_text(chance: Fraction) -> str:
    """Return a probability as a fraction such as `5/36`; empty if it is too long."""
    text = str(chance)
    return text if len(text) <= MAX_FRACTION else ""
