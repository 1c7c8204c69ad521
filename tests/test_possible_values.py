"""The possible values of variables and expressions of procedures, computed without playing."""

from typing import Any

import pytest

from pnp.checks.possible_values import PossibleValues
from pnp.checks.value_sets import BOTH, Items, Numbers, Truth, Values, WordSet
from tests.made_games import make_game

GAME: dict[str, Any] = {
    "game": {"title": "Made", "designer": "in memory"},
    "tables": {
        "sky": {"name": "Sky", "rows": {"roll": "1d6", "heads": "1-3 4+"}, "cells": [["rain"], ["sun"]]},
        "points": {"name": "Points", "rows": {"roll": "1d6", "heads": "1-3 4+"}, "cells": [["-1"], ["+2"]]},
    },
    "tracks": {"turn": {"name": "Turn", "start": "1", "spaces": [{"label": "1"}, {"label": "2"}, {"label": "3"}]}},
    "facts": {"winner": {"start": "nobody"}},
    "procedures": {
        "day": {
            "rule": "2.1",
            "given": {"bonus": "int or 0"},
            "steps": [
                {"roll": "die", "lines": [{"add": "bonus"}, {"add": "-1", "when": "turn == 2"}]},
                {"look_up": "weather", "in": "sky", "row": "die"},
                {"look_up": "gain", "in": "points", "row": "die"},
                {"ask": "choice", "options": "march rest", "when": "die > 2"},
                {"set": {"winner": "gain > 0 ? 'red' : 'blue'"}},
                {"set": {"count": "count + 1"}},
            ],
        },
        "duel": {
            "rule": "2.1",
            "given": {"change": "int"},
            "steps": [
                {"set": {"change_counted": "max(-2, min(2, change))"}},
                {"roll": "ours", "lines": [{"add": "change_counted", "when": "change_counted > 0"}]},
                {"roll": "theirs", "lines": [{"add": "-change_counted", "when": "change_counted < 0"}]},
                {"set": {"margin": "ours - theirs"}},
            ],
        },
        "week": {"rule": "2.1", "steps": [{"run": "day", "with": {"bonus": "2"}, "gives": {"last": "weather"}}]},
    },
}


@pytest.fixture
def possible() -> PossibleValues:
    return PossibleValues(make_game(GAME), {"turn": "int", "winner": "word"})


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("die", Numbers(2, 8)),
        ("die_natural", Numbers(1, 6)),
        ("weather", WordSet(frozenset({"rain", "sun"}))),
        ("gain * 2 - 1", Numbers(-3, 3)),
        ("choice", WordSet(frozenset({"march", "rest", ""}))),
        ("turn", Numbers(1, 3)),
        ("winner", WordSet(frozenset({"nobody", "red", "blue"}))),
        ("max(gain, 0)", Numbers(0, 2)),
        ("numbers(1, die)", Items(Numbers(1, 8))),
        ("weather == 'snow'", Truth(frozenset({False}))),
        ("weather in ['rain', 'sun']", BOTH),
        ("die > 1 && turn < 4", Truth(frozenset({True}))),
        ("die > 8 || turn > 3", Truth(frozenset({False}))),
        ("!(die > 1)", Truth(frozenset({False}))),
        ("die > 4 ? 'a' : 'b'", WordSet(frozenset({"a", "b"}))),
        ("weather.startsWith('r')", BOTH),
        ("count", None),
        ("units.exists(u, u.hex == 'A1') && die > 8", Truth(frozenset({False}))),
        ("die +", None),
        ("", None),
    ],
)
def test_values_of_expressions(possible: PossibleValues, text: str, values: Values | None) -> None:
    assert possible.value("day", text) == values


def test_a_modifier_counts_only_if_its_condition_is_true(possible: PossibleValues) -> None:
    assert possible.value("duel", "margin") == Numbers(-7, 7)


def test_results_of_another_procedure(possible: PossibleValues) -> None:
    assert possible.value("week", "last") == WordSet(frozenset({"rain", "sun"}))


def test_words_that_a_variable_never_is(possible: PossibleValues) -> None:
    assert possible.impossible_words("day", "weather == 'rain' || weather == 'rian'") == [
        (frozenset({"rain", "sun"}), frozenset({"rian"}))
    ]
