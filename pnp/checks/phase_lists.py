"""The check of numbered lists and series of headings against the phases of the sequence of play."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.rules import sort_key, text_spot
from pnp.checks.terms import names_out_of_order
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.spot import Spot

_LEAST_NAMED = 3
"""A list names the phases only if it has at least the names of this many."""
_SHARE_NAMED = 0.6
"""The least part of its items that must be names of phases."""
_ITEM = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+(.*(?:\n(?![ \t]*\d{1,2}[.)][ \t]|[ \t]*\n).*)*)", re.MULTILINE)
_NAME_END = re.compile(r"[:.(\[;–]|\{\{")


class _Series(NamedTuple):
    """Texts that a reader takes for the order of play: the items of a list, or the titles of a section.

    `around` is all text in which further phases may be named.
    """

    where: str
    path: str
    spot: Spot | None
    items: tuple[str, ...]
    around: str


@check("R026", Severity.WARNING)
def list_of_phases_differs(checked: CheckedGame) -> Iterator[Fault]:
    """A numbered list or a series of headings lacks a phase, or has the phases in another order than the sequence.

    A list is checked only if most of its items are names of phases. A phase does not count as missing if the text
    around the list names it. The word `phase` after a name does not count.

    Bad:
        sequence: [{name: Supply}, {name: Movement}, {name: Combat}, {name: Rally}]
        glossary:
          turn:
            says: |
              1. Supply
              2. Combat phase
              3. Movement
              4. Rally
    Good:
        sequence: [{name: Supply}, {name: Movement}, {name: Combat}, {name: Rally}]
        glossary:
          turn:
            says: |
              1. Supply
              2. Movement
              3. Combat phase
              4. Rally

    Bad:
        sequence: [{name: The game}, {name: Combat}, {name: Odds}, {name: Rounding}]
        glossary:
          turn:
            says: |
              1. The game
              2. Odds
              3. Rounding
    Good:
        sequence: [{name: The game}, {name: Combat}, {name: Odds}, {name: Rounding}]
        glossary:
          turn:
            says: |
              1. The game
              2. Combat
              3. Odds
              4. Rounding
    """
    game = checked.game
    names = [_plain_name(phase.name) for phase in game.sequence]
    if len(set(names)) < max(_LEAST_NAMED, len(names)) or any(names_out_of_order(game)):
        return
    for series in (*_numbered_lists(checked), *_headings(checked)):
        items = [_plain_name(item) for item in series.items]
        named = [names.index(item) for item in items if item in names]
        if len(named) < _LEAST_NAMED or len(named) < _SHARE_NAMED * len(items):
            continue
        falling = [(before, after) for before, after in pairwise(named) if after < before]
        if falling:
            before, after = (game.sequence[i].name for i in falling[0])
            wrong = f"{series.where} has {before} before {after}, but the sequence of play has {after} before {before}"
            yield Fault(series.path, wrong, "correct one of them", series.spot)
            continue
        around = series.around.lower()
        missing = [game.sequence[i].name for i, name in enumerate(names) if i not in named and name not in around]
        if missing and len(missing) <= (1 - _SHARE_NAMED) * len(names):
            wrong = f"{series.where} lists phases of the sequence of play, but not {join_words(missing)}"
            yield Fault(series.path, wrong, "add it, or correct the name", series.spot)


def _plain_name(text: str) -> str:
    """Return the name at the beginning of an item in small letters, without `phase`."""
    name = _NAME_END.split(text.replace("*", " ").strip())[0]
    return " ".join(name.lower().split()).removesuffix(" phase")


def _numbered_lists(checked: CheckedGame) -> Iterator[_Series]:
    """Yield each numbered list of the rules and of all other printed texts."""
    for path, text in checked.printed_texts:
        if path.startswith("sequence."):
            continue
        for found in numbered_items(text):
            section, _, rest = path.partition(".")
            index = rest.partition(".")[0]
            in_rules = section == "rules" and rest.endswith(".text")
            spot = text_spot(checked, int(index), found[0].start()) if in_rules else None
            where = f"the list in case {checked.game.rules[int(index)].number}" if in_rules else "the list"
            yield _Series(where, spot.path if spot else path, spot, tuple(item[1] for item in found), text)


def numbered_items(text: str) -> list[list[re.Match[str]]]:
    """Return the items of each numbered list in a text; a list begins with 1."""
    lists: list[list[re.Match[str]]] = []
    for item in _ITEM.finditer(text):
        if not lists or int(re.findall(r"\d+", item[0])[0]) == 1:
            lists.append([])
        lists[-1].append(item)
    return lists


def _headings(checked: CheckedGame) -> Iterator[_Series]:
    """Yield the titles of the cases of each section, and those of the sections."""
    cases = checked.game.rules
    below: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for i, case in enumerate(cases):
        below[sort_key(case)[:-1]].append(i)
    for indices in below.values():
        first = indices[0]
        spot = checked.game.spot(f"rules.{first}.title")
        texts = " ".join(f"{cases[i].title} {cases[i].text}" for i in indices)
        where = f"the series of headings from {cases[first].number}"
        yield _Series(where, f"rules.{cases[first].number}", spot, tuple(cases[i].title for i in indices), texts)
