"""Measure which mistakes in the games `pnp check` finds: `python -m tests.mistakes --each 3`."""

from __future__ import annotations

import argparse
import collections
import json
import random
import statistics
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

from tests.mistakes.kinds import KINDS
from tests.mistakes.measure import TOGETHER, Outcome, mistakes_of, outcomes_of

GAMES = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper")


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the results by kind as a Markdown table."""
    lines = ["| kind | made | caught | at place | median findings | most |", "|---|---|---|---|---|---|"]
    groups: dict[str, list[Outcome]] = collections.defaultdict(list)
    for one in outcomes:
        groups[one.kind].append(one)
    for kind, group in (*groups.items(), ("all", list(outcomes))):
        caught = [one for one in group if one.findings]
        numbers = [one.findings for one in caught] or [0]
        at = sum(one.at_place for one in caught)
        lines.append(
            f"| {kind} | {len(group)} | {len(caught)} | {at} | {statistics.median(numbers):g} | {max(numbers)} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Make the mistakes, check each, print the table, and write all outcomes as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="words of the names of kinds; all by default")
    parser.add_argument("--each", type=int, default=3, help="the most mistakes of a kind in a game")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--code", action="append", default=[], help="only this check; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write all outcomes here as JSON")
    options = parser.parse_args()
    made = [
        one for game in options.game or GAMES for one in mistakes_of(game, options.each, options.seed, options.kinds)
    ]
    random.Random(options.seed).shuffle(made)  # so that the first results are of all kinds
    chunks = [made[i : i + TOGETHER] for i in range(0, len(made), TOGETHER)]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.jobs) as threads:
        for some in threads.map(partial(outcomes_of, codes=options.code), chunks):
            outcomes += some
            if options.out:
                rows = [asdict(one) for one in outcomes]
                options.out.write_text(json.dumps(rows, indent=0, ensure_ascii=False), "utf-8")
    outcomes.sort(key=lambda one: [kind.name for kind in KINDS].index(one.kind))
    print(table(outcomes))
    more = sum(one.findings > 5 for one in outcomes)
    print(
        f"\n{len(outcomes)} mistakes of {len({one.kind for one in outcomes})} kinds; {more} with more than 5 findings"
    )
    for one in outcomes:
        if not one.findings:
            print(f"missed: {one.kind} | {one.game} | {one.trail} | {one.old!r} -> {one.new!r}")


if __name__ == "__main__":
    main()
