"""The report of `pnp check --coverage`: how much of each procedure the worked examples play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.message import one_line
from pnp.rules.examples.coverage import PASSED_OVER, TAKEN, CoveredBranch, ProcedureCoverage

_WORDS = {
    TAKEN: "never carried out",
    PASSED_OVER: "never passed over",
    "passes": "never passes",
    "fails": "never fails",
}


def coverage_report(title: str, procedures: Iterable[ProcedureCoverage]) -> str:
    """Return the report on a game: a percentage for each procedure, and the place of each branch that is not played."""
    procedures = tuple(procedures)
    lines = [line for one in procedures for line in _procedure_lines(one)]
    played, total = sum(one.played for one in procedures), sum(len(one.branches) for one in procedures)
    summary = f"{title}: the worked examples play {played} of {total} branches ({_percent(played, total)})"
    return "\n".join([*lines, summary])


def coverage_json(games: Mapping[str, Sequence[ProcedureCoverage]]) -> str:
    """Return the coverage of games as JSON: a list with the title of each game and its procedures.

    A procedure has its id, the number of branches that are played, and all its branches with their source locations.
    `of` is the table result to which a branch belongs, and `branch` the word for it.
    """
    rows = [
        {"game": title, "procedures": [_procedure_row(procedure) for procedure in procedures]}
        for title, procedures in games.items()
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False)


def _procedure_row(one: ProcedureCoverage) -> dict[str, object]:
    """Return a procedure as JSON values."""
    branches = [
        {
            "file": one_line(branch.spot.file),
            "line": branch.spot.line,
            "column": branch.spot.column,
            "path": branch.spot.path,
            "of": branch.of,
            "branch": branch.word,
            "played": branch.played,
        }
        for branch in one.branches
    ]
    return {"id": one.id, "played": one.played, "branches": branches}


def _procedure_lines(one: ProcedureCoverage) -> Iterator[str]:
    """Yield the line of a procedure, and a line for each branch that no example plays."""
    yield f"{_percent(one.played, len(one.branches)):>5}  {one.id}"
    for branch in one.branches:
        if not branch.played:
            spot = branch.spot
            place = ":".join([spot.file, *(str(number) for number in (spot.line, spot.column) if number)])
            yield f"       {place}: {_branch_words(branch)}"


def _branch_words(branch: CoveredBranch) -> str:
    """Return what no example plays, in words."""
    words = _WORDS.get(branch.word, f"{branch.word} is never chosen")
    return f"result {branch.of} {words}" if branch.of else words


def _percent(part: int, whole: int) -> str:
    """Return a percentage, rounded down, so that only a complete one is 100 %."""
    return f"{100 * part // whole if whole else 100} %"
