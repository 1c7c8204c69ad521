"""Checks of the lines of a probability table: the name of a line agrees with what the line asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.printed_texts import texts_in

_NUMBER = re.compile(r"[1-9]\d*")
"""A number other than 0: a condition such as `hungry` does not write its 0."""
_AGREEING = 3
"""A line is reported if the names of at least this many other lines contain only numbers of their questions."""


def _tables(checked: CheckedGame) -> Iterator[tuple[str, ChanceTable]]:
    """Yield every probability table of the player aids with its path."""
    for p, page in enumerate(checked.game.aids):
        for r, row in enumerate(page.rows):
            for b, block in enumerate(row):
                if block.chance_table is not None:
                    yield f"aids.{p}.rows.{r}.{b}.asks.lines", block.chance_table


def _numbers_in_question(line: ChanceLine) -> set[str]:
    """Return the numbers in everything that a line asks: its arguments, set-up, choices and outcome."""
    fields = ChanceLine.model_fields.keys() - {"name", "rule"}
    return {
        number for field in fields for _, _, text in texts_in(getattr(line, field), field)
        for number in _NUMBER.findall(text)
    }  # fmt: skip


@check("X205", Severity.WARNING)
def name_unlike_its_question(checked: CheckedGame) -> Iterator[Fault]:
    """A row of a probability table is named after one number but asks for another.

    An example is a row `6 or more` that asks for `need: 5`. It is reported only if the other rows have the numbers of
    their names in their queries.

    Bad:
        procedures: {throw: {rule: 2.1, given: {need: int}, steps: [{roll: die}, {set: {well: die >= need}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks:
                    procedure: throw
                    outcome: well
                    across: {of: die, values: 1..6}
                    lines:
                      - {name: 2 or more, given: {need: 2}}
                      - {name: 3 or more, given: {need: 3}}
                      - {name: 4 or more, given: {need: 4}}
                      - {name: 6 or more, given: {need: 5}}
    Good:
        procedures: {throw: {rule: 2.1, given: {need: int}, steps: [{roll: die}, {set: {well: die >= need}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks:
                    procedure: throw
                    outcome: well
                    across: {of: die, values: 1..6}
                    lines:
                      - {name: 2 or more, given: {need: 2}}
                      - {name: 3 or more, given: {need: 3}}
                      - {name: 4 or more, given: {need: 4}}
                      - {name: 5 or more, given: {need: 5}}
    """
    for path, table in _tables(checked):
        named = [{*_NUMBER.findall(line.name)} for line in table.lines]
        missing = [numbers - _numbers_in_question(line) for line, numbers in zip(table.lines, named, strict=True)]
        agreeing = sum(bool(numbers) and not lacks for numbers, lacks in zip(named, missing, strict=True))
        wrong = [i for i, lacks in enumerate(missing) if lacks]
        if agreeing >= _AGREEING * len(wrong):
            for i in wrong:
                lacks = join_words(sorted(missing[i]))
                yield Fault(f"{path}.{i}.name", f"the question of this line has no {lacks}", "correct one of them")


@check("X206", Severity.WARNING)
def question_asked_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two rows of a probability table have the same query.

    Bad:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks:
                    procedure: throw
                    across: {of: die, values: 1..6}
                    lines: [{name: High, outcome: high}, {name: Low, outcome: high}]
    Good:
        procedures: {throw: {rule: 2.1, steps: [{roll: die}, {set: {high: die > 4}}]}}
        aids:
          - title: Aid
            rows:
              - - kind: chances
                  title: A throw
                  asks:
                    procedure: throw
                    across: {of: die, values: 1..6}
                    lines: [{name: High, outcome: high}, {name: Low, outcome: "!high"}]
    """
    for path, table in _tables(checked):
        first: dict[str, ChanceLine] = {}
        for i, line in enumerate(table.lines):
            question = repr(line.model_copy(update={"name": "", "rule": ()}))
            if question in first:
                wrong = f"this line asks the same as the line {first[question].name}"
                yield Fault(f"{path}.{i}", wrong, "change its question, or delete it")
            first.setdefault(question, line)
