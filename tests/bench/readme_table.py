"""The table of a README with the costs that were measured."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Cost

BEGIN, END = "<!-- begin of bench -->\n", "<!-- end of bench -->\n"
HEAD = "| job | CPU s | MB | floor, CPU s | ratio |\n|---|---|---|---|---|\n"


class Costs(NamedTuple):
    """The cost of a job and of its floor."""

    ours: Cost
    floor: Cost | None


def write_table(file: Path, costs: Mapping[str, Costs]) -> None:
    """Replace the rows of the measured jobs between the two marks of the file, and add new ones below.

    `ValueError` if a mark is missing.
    """
    text = file.read_text("utf-8")
    head, begin, rest = text.partition(BEGIN)
    old, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{file} has no lines {BEGIN.strip()} and {END.strip()}")
    rows = {line.split("|")[1].strip(" `"): line for line in old.removeprefix(HEAD).splitlines()}
    rows.update({name: _row(name, cost) for name, cost in costs.items()})
    table = "".join(f"{row}\n" for row in rows.values())
    file.write_text(f"{head}{begin}{HEAD}{table}{end}{tail}", "utf-8")


def _row(name: str, cost: Costs) -> str:
    cells = [f"`{name}`", f"{cost.ours.cpu:.2f}", f"{cost.ours.memory:.0f}"]
    cells += [f"{cost.floor.cpu:.2f}", f"{cost.ours.cpu / cost.floor.cpu:.2f}"] if cost.floor else ["", ""]
    return f"| {' | '.join(cells)} |"
