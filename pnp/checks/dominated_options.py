"""The check of choices: an option that only gives its player worse column shifts or die rolls is never chosen."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.conditions import expressions
from pnp.checks.possible_values import PossibleValues
from pnp.findings import Fault, Severity
from pnp.model.game import Game
from pnp.model.step import RollLine, StepRecord
from pnp.model.steps.amount_steps import LookUpStep, RollStep, ShiftLine, ShiftStep
from pnp.model.steps.flow_steps import AskStep, RunStep

_Effects: TypeAlias = Mapping[str, Mapping[tuple[str, str], int]]
"""By option, the amount in the attacker's favour in each case: the path of a step, and the rest of a condition."""
_WHOLE = re.compile(r"-?\d{1,6}")
_PARTIES = {"attacker": 1, "defender": -1}


@check("X011", Severity.WARNING)
def option_never_better(checked: CheckedGame) -> Iterator[Fault]:
    """A player should never choose this option: another one is never worse for him, and sometimes better.

    Only choices of the attacker or of the defender are checked. Such a choice must change nothing but column shifts of
    a table of odds or differentials, or modifiers of a roll that is looked up in a table with `ranks`. Shifts to the
    right favour the attacker, as do rolls on the `worse` side. If the option is in the rules nevertheless, write
    `waive: {X011: reason}` in the procedure.

    Bad:
        modifiers: {shifts: {lines: [{id: charge, effect: left 1, says: in a charge}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {ask: manner, options: normal charge, who: attacker}
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.charge, when: manner == 'charge'}]}
            - {roll: die}
            - {look_up: result, in: crt, row: die, column: column}
    Good:
        modifiers: {shifts: {lines: [{id: charge, effect: right 1, says: in a charge}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {ask: manner, options: normal charge cautious, who: attacker}
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.charge, when: manner == 'charge'}]}
            - {roll: die}
            - {look_up: result, in: crt, row: die, column: column}
            - {note: They stay., when: manner == 'cautious'}
    """
    possible = checked.possible_values
    for path, id_, record in possible.steps if possible else ():
        assert possible is not None
        if not isinstance(record, AskStep) or record.count or record.up_to:
            continue
        sign = _PARTIES.get(record.who, 0)
        effects = _Uses(checked.game, possible, record.options).effects(id_, record.ask) if sign else None
        for worse, better in _dominated(record.options, effects, sign) if effects else ():
            wrong = f"the option {worse} is never better for the {record.who} than {better}, and sometimes worse"
            yield Fault(f"{path}.options", wrong, "correct the modifiers of the two options, or delete this option")


def _dominated(options: Sequence[str], effects: _Effects, sign: int) -> Iterator[tuple[str, str]]:
    """Yield each option that another one dominates, with the first such option. `sign` is -1 for the defender."""
    cases = {case for amounts in effects.values() for case in amounts}
    for option in options:
        for other in options:
            gains = [sign * (effects[other].get(case, 0) - effects[option].get(case, 0)) for case in cases]
            if any(gains) and min(gains) >= 0:
                yield option, other
                break


class _Uses:
    """The uses of the variable of one choice in its procedure and in those that get it as an argument."""

    def __init__(self, game: Game, possible: PossibleValues, options: Sequence[str]) -> None:
        self._game, self._possible, self._options = game, possible, options
        self._found: dict[str, dict[tuple[str, str], int]] = {option: defaultdict(int) for option in options}
        self._read: set[tuple[str, str]] = set()

    def effects(self, procedure: str, name: str) -> _Effects | None:
        """Return the effects of each option; None if the variable is used otherwise than in shifts and rolls."""
        return self._found if self._reads(procedure, name) else None

    def _reads(self, procedure: str, name: str) -> bool:
        """Note all uses of a variable. Return False if one of them has an effect whose value is not known."""
        if (procedure, name) in self._read:
            return True
        self._read.add((procedure, name))
        records = {path: record for path, id_, record in self._possible.steps if id_ == procedure}
        asked = sum(name in record.assigned_names for record in records.values())
        if asked > 1 or name in self._game.procedures[procedure].shows:
            return False
        return all(
            self._notes_use(procedure, records, path, name)
            for path, record in records.items()
            if self._uses(record, name)
        )

    def _uses(self, record: StepRecord, name: str) -> bool:
        """Return whether an expression of a step, or a table that the step applies, names a variable."""
        table = self._game.tables.get(getattr(record, "apply", ""))
        calls = (call for code in (table.codes.values() if table else ()) for call in (code.do or {}).values())
        texts = [*(text for _, text in expressions(record)), *(text for call in calls for text in call.values.values())]
        return any(re.search(rf"\b{name}\b", text) for text in texts)

    def _notes_use(self, procedure: str, records: Mapping[str, StepRecord], path: str, name: str) -> bool:
        """Note one use of a variable. Return False if its effect is not known."""
        record = records[path]
        if isinstance(record, RunStep):
            return self._is_passed_on(record, name)
        step_path, _, _ = path.rpartition(".lines.")
        sign = self._sign(procedure, records.get(step_path), record)
        amount = next((text for text in (getattr(record, key, "") for key in ("right", "left", "add")) if text), "")
        if not sign or record.ruling or not _WHOLE.fullmatch(amount):
            return False
        parts = [part.strip() for part in record.when.split("&&")]
        own = [part for part in parts if re.search(rf"\b{name}\b", part)]
        chosen = [self._words_of(part, name) for part in own]
        if "||" in record.when or None in chosen:
            return False
        rest = " && ".join(part for part in parts if part not in own)
        for option in self._options:
            if all(option in (words or ()) for words in chosen):
                self._found[option][step_path, rest] += sign * int(amount)
        return True

    def _is_passed_on(self, step: RunStep, name: str) -> bool:
        """Note the uses in a procedure that gets the variable unchanged; False if the step uses it otherwise."""
        others = [text for field, text in expressions(step) if not field.startswith("values.")]
        given = [key for key, text in step.values.items() if text.strip() == name]
        if any(re.search(rf"\b{name}\b", text) for text in others) or len(given) != sum(
            bool(re.search(rf"\b{name}\b", text)) for text in step.values.values()
        ):
            return False
        return step.run in self._game.procedures and all(self._reads(step.run, key) for key in given)

    def _sign(self, procedure: str, step: StepRecord | None, line: StepRecord) -> int:
        """Return 1 if a line of a step is in the attacker's favour, -1 if in the defender's, and 0 if not known."""
        if isinstance(step, ShiftStep) and isinstance(line, ShiftLine):
            table = self._game.tables.get(step.shift)
            ordered = table is not None and table.columns is not None and table.columns.by in ("odds", "differential")
            return (1 if line.right else -1) if ordered else 0
        if isinstance(step, RollStep) and isinstance(line, RollLine):
            return self._sign_of_roll(procedure, step.roll)
        return 0

    def _sign_of_roll(self, procedure: str, name: str) -> int:
        """Return 1 if a high roll favours the attacker, -1 if a low one does, and 0 if not known."""
        signs = set()
        for _, id_, record in self._possible.steps:
            if id_ != procedure or not any(re.search(rf"\b{name}\b", text) for _, text in expressions(record)):
                continue
            row = record.row if isinstance(record, LookUpStep) else ""
            table = self._game.tables.get(record.table) if isinstance(record, LookUpStep) else None
            if table is None or not table.ranks or row != name or table.rows.by != "roll":
                return 0
            signs.add(1 if table.worse == "high" else -1)
        return signs.pop() if len(signs) == 1 else 0

    def _words_of(self, condition: str, name: str) -> set[str] | None:
        """Return the options with which a condition such as `name == 'x'` is true; None if it is another one."""
        if equal := re.fullmatch(rf"{name}\s*([=!])=\s*'([^']*)'", condition):
            return {option for option in self._options if (option == equal[2]) == (equal[1] == "=")}
        if among := re.fullmatch(rf"{name}\s+in\s+\[((?:\s*'[^']*'\s*,?)*)\]", condition):
            return {option for option in self._options if option in re.findall(r"'([^']*)'", among[1])}
        return None
