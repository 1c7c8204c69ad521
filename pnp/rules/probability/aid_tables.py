"""The probability tables of player aids: faults in their queries, and the probabilities to print."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pnp.board import Board
from pnp.cache import keep
from pnp.deferred import deferred
from pnp.findings import Fault, Refused, did_you_mean
from pnp.message import join_words, plural
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.game import Game
from pnp.rules.state.errors import HALTED, MISASKED, NEVER, UNCOUNTABLE, RuleError

if TYPE_CHECKING:
    from pnp.rules.playbook import Playbook
    from pnp.rules.probability.queries import OddsQuery

with deferred():  # not needed for aids without probabilities
    from pnp.rules import playbook as playbooks
    from pnp.rules.probability import queries
    from pnp.rules.state import play_inputs, starting_state

FORBIDDEN = "not possible: "
"""The beginning of the label of a case that the rules forbid."""

Probabilities: TypeAlias = dict[str, Fraction]
"""The probability of each value of an outcome, by its label."""
AidAnswers: TypeAlias = tuple[tuple[Probabilities, ...], ...]
"""The answers to a probability table: for each of its lines, for each value across."""


class AidQuery(NamedTuple):
    """A case of a probability table: its line and the label of its column, and the paths of table and line."""

    table: ChanceTable
    line: ChanceLine
    head: str
    path: str
    line_path: str

    @property
    def query(self) -> OddsQuery:
        """The probability query of this case; values that its line does not state are those of the table."""
        table, line = self.table, self.line

        def merge_field(name: str) -> dict[str, object]:
            """Return a field of the query with the values of the table, replaced by those of the line."""
            return {**getattr(table, name), **getattr(line, name)}

        given = {**table.given, **line.given, table.across.of: table.across.values[self.head]}
        placed = map(merge_field, ("place", "markers", "control", "tracks"))
        setup = starting_state.Setup(*placed)  # type: ignore[arg-type] # as in the model
        outcome = tuple(filter(None, (line.outcome or table.outcome,)))
        rulings, choices = {**table.rulings, **line.rulings}, {**table.choices, **line.choices}
        procedure, alike = line.procedure or table.procedure, line.alike or table.alike
        return queries.OddsQuery(procedure, given, setup, rulings, choices, outcome, alike)  # type: ignore[arg-type]


def probability_tables(game: Game, titles: Collection[str] | None = None) -> Iterator[tuple[str, ChanceTable]]:
    """Yield each probability table of the player aids with the path of its block in the data.

    `titles` are the titles of the pages to search, if not all.
    """
    for p, page in enumerate(game.aids):
        if titles is not None and page.title not in titles:
            continue
        for r, row in enumerate(page.rows):
            for b, block in enumerate(row):
                if block.chance_table is not None:
                    yield f"aids.{p}.rows.{r}.{b}", block.chance_table


def cases(path: str, table: ChanceTable) -> tuple[tuple[AidQuery, ...], ...]:
    """Return the cases (cells) of a probability table: for each line, one for each value across.

    `path` is the path of the table's block in the data.
    """
    return tuple(
        tuple(AidQuery(table, line, head, f"{path}.asks", f"{path}.asks.lines.{i}") for head in table.across.values)
        for i, line in enumerate(table.lines)
    )


# ---------------------------------------------------------------- answers


def answer_aids(game: Game, board: Board | None = None, titles: frozenset[str] | None = None) -> dict[str, AidAnswers]:
    """Compute all probability tables of the player aids; return each by the path of its block.

    `titles` are the titles of the pages that matter, if not all. Tables are computed once for a game, and are plain
    values that any process can receive. Raise `Refused` if a table is invalid or cannot be played.
    """
    return _cached_answers(_GameIdentity(game, board), titles) if any(probability_tables(game, titles)) else {}


class _GameIdentity:
    """A game as a cache key, equal only to the same object."""

    def __init__(self, game: Game, board: Board | None) -> None:
        self.game, self.board = game, board

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameIdentity) and self.game is other.game


@lru_cache(maxsize=1)
def _cached_answers(identity: _GameIdentity, titles: frozenset[str] | None) -> dict[str, AidAnswers]:
    """Return the probabilities of all tables of a game; the result is cached for each game object."""
    game, inputs = identity.game, play_inputs.PlayInputs(identity.game)
    playbook = cache(lambda: playbooks.compile_game(game, identity.board))
    return {
        path: keep(
            "probability table",
            partial(inputs.of, table),
            lambda path=path, table=table: answer_table(playbook(), path, table),  # type: ignore[misc] # its defaults
        )
        for path, table in probability_tables(game, titles)
    }


def answer_table(playbook: Playbook, path: str, table: ChanceTable) -> AidAnswers:
    """Return the probabilities in every case (cell) of one probability table.

    Raise `Refused` if the table is invalid or cannot be played.
    """
    return tuple(tuple(_answer_located(playbook, case) for case in line) for line in cases(path, table))


def _answer_located(playbook: Playbook, case: AidQuery) -> Probabilities:
    """Return the probabilities of a case. Raise `Refused`, with source locations, if there are none."""
    try:
        return _run_query(playbook, case)
    except queries.QueryError as error:
        raise Refused(playbook.game.finding(_located_fault(playbook, case, fault)) for fault in error.faults) from None
    except RuleError as error:
        raise Refused([playbook.game.finding(_halt_fault(case, error))]) from None


def _run_query(playbook: Playbook, case: AidQuery) -> Probabilities:
    """Return the probabilities of a case. Raise `RuleError` if the procedure cannot continue."""
    found = {label[0]: chance for label, chance in queries.probabilities(playbook, case.query).items()}
    if barred := [label for label in found if label.startswith(FORBIDDEN)]:
        raise RuleError(
            f"the rules forbid this case: {barred[0].removeprefix(FORBIDDEN)}", "ask for a case that is possible"
        )
    return found


def result_label(result: str) -> str:
    """Return the label that the engine gives to a result written in the data, with a true minus sign.

    >>> result_label("-1"), result_label("+1"), result_label("allied")
    ('−1', '1', 'allied')
    """
    sign, rest = result[:1], result[1:]
    if sign in ("-", "+") and rest.isdecimal():
        return f"−{rest}" if sign == "-" else rest
    return result


# ---------------------------------------------------------------- faults


def query_faults(playbook: Playbook) -> tuple[Fault, ...]:
    """Return the faults of all probability tables of the player aids.

    Every query is prepared. Only queries with named results are run, until each result has come up, because nothing
    else shows whether it can.
    """
    found: list[Fault] = []
    for path, table in probability_tables(playbook.game):
        for line in cases(path, table):
            found += (
                _query_faults(playbook, line) or _several_results(playbook, line) or _impossible_results(playbook, line)
            )
    return tuple({(fault.code, fault.path, fault.wrong): fault for fault in found}.values())


def _query_faults(playbook: Playbook, line: tuple[AidQuery, ...]) -> list[Fault]:
    """Return the faults of a line's queries that are visible without running them."""
    found: list[Fault] = []
    for case in line:
        try:
            kinds = queries.outcome_types(playbook, case.query)
        except queries.QueryError as error:
            found += [_located_fault(playbook, case, fault) for fault in error.faults]
        except RuleError as error:
            found.append(_halt_fault(case, error))
        else:
            found += _wrong_outcome_type(playbook, case, str(kinds[0]), len(kinds))
    misnamed = [fault for fault in found if fault.path.endswith(".across.of")]
    return misnamed or found  # missing arguments follow from a misspelt name


def _wrong_outcome_type(playbook: Playbook, case: AidQuery, kind: str, count: int) -> Iterator[Fault]:
    """Yield a fault if the outcome of a case cannot be printed in the form that the line requires."""
    line, path = (
        case.line,
        _first_present(playbook.game, f"{case.line_path}.outcome", f"{case.path}.outcome", case.line_path),
    )
    text = case.query.outcome[0] if case.query.outcome else f"the result of {case.query.procedure}"
    if count > 1:
        yield Fault(path, f"{text} has {plural(count, 'value')}", "name one of them in outcome:", code=UNCOUNTABLE)
    elif line.mean and kind != "int":
        yield Fault(path, f"{text} is not a number, so it has no mean", "ask for a number", code=UNCOUNTABLE)
    elif line.on_map and kind != "word":
        yield Fault(
            path, f"{text} is not a hex number", "ask for a hex, or for a text that begins with one", code=UNCOUNTABLE
        )
    elif not (line.mean or line.results or line.certain or line.on_map) and kind != "bool":
        write = "write a comparison, such as level >= 5, or mean: true, or results: and their values, or certain: true"
        yield Fault(path, f"{text} is neither true nor false", write, code=UNCOUNTABLE)


def _several_results(playbook: Playbook, line: tuple[AidQuery, ...]) -> list[Fault]:
    """Return a fault if a line prints a single result but several results are possible."""
    for case in line if line[0].line.certain else ():
        try:
            found = _run_query(playbook, case)
        except RuleError as error:
            return [_halt_fault(case, error)]
        if len(found) > 1:
            path = _first_present(playbook.game, f"{case.line_path}.certain", case.line_path)
            wrong = f"at {case.head} there are {len(found)} results, such as {join_words(list(found)[:2])}"
            return [
                Fault(
                    path, wrong, "state the values that decide the result, or delete certain:", code=UNCOUNTABLE, at=0
                )
            ]
    return []


def _impossible_results(playbook: Playbook, line: tuple[AidQuery, ...]) -> list[Fault]:
    """Return a fault for each named result of a line that never comes up."""
    results = {} if line[0].line.mean else line[0].line.results
    missing = {result_label(result): (head, result) for head, result in results.items()}
    seen: dict[str, None] = {}
    for case in line:
        if not missing:
            break
        try:
            found = _run_query(playbook, case)
        except RuleError as error:
            return [_halt_fault(case, error)]
        seen |= dict.fromkeys(found)
        missing = {label: named for label, named in missing.items() if label not in found}
    write = did_you_mean("", seen, many=True)
    path = f"{line[0].line_path}.results"
    return [
        Fault(
            _first_present(playbook.game, f"{path}.{head}", path),
            f"the result {result} never comes up",
            write,
            code=NEVER,
        )
        for head, result in missing.values()
    ]


def _halt_fault(case: AidQuery, error: RuleError) -> Fault:
    """Return the fault for a case whose procedure stopped before its end."""
    at = f"{case.table.across.name or case.table.across.of} {case.head}"
    return Fault(case.line_path, f"at {at}: {error.wrong}", error.write, code=HALTED)


def _located_fault(playbook: Playbook, case: AidQuery, fault: Fault) -> Fault:
    """Return a fault of a query with the path, in the data, of the value that caused it.

    The value is in the line, in the table, or in the values across.
    """
    section, dot, rest = fault.path.partition(".")
    across, query = case.table.across, case.query
    if section == across.of and not dot:
        program = playbook.programs[query.procedure]
        known = {*program.parameters, *program.scope, *playbook.compiler.track_kinds}
        at = (f"across.values.{case.head}", "across.values") if section in known else ("across.of",)
    elif section in queries.OddsQuery.__dataclass_fields__ or section in starting_state.Setup._fields:
        at = (f"{section}{dot}{rest}", section)
    else:
        at = (f"given.{fault.path}", f"choices.{fault.path}")
    paths = [f"{place}.{inner}" for inner in at for place in (case.line_path, case.path)]
    return Fault(_first_present(playbook.game, *paths, case.line_path), fault.wrong, fault.write, code=MISASKED)


def _first_present(game: Game, *paths: str) -> str:
    """Return the first of several paths that exists in the data; the last one if none does."""
    return next((path for path in paths if game.sources.spot(path)), paths[-1])
