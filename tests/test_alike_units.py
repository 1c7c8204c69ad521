"""Interchangeable units in exact probabilities: a drop of equal companies."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pnp.api import load_game
from pnp.load.board_reader import resolve_board
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import OddsQuery, QueryError, probabilities
from pnp.rules.state.starting_state import Setup

GAME = """
game: {title: Many Companies, designer: A. Name, rights: {basis: own, holder: A. Name}}
sides: {blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: star}}
counter_print: {side: 0.5in, factors: attack defence}
counters: units.csv
boxes: {planes: {name: Planes}}
procedures:
  drop:
    name: Drop
    rule: "1.0"
    given: {dropped: units}
    shows: [landed]
    steps:
      - {set: {leader: "dropped[3]"}, when: count(dropped) > 3}
      - each: jumper
        in: dropped
        steps:
          - {roll: die}
          - {lose: jumper, steps: jumper.left, when: die <= 2}
          - {lose: jumper, when: die == 3}
      - {set: {landed: "dropped.filter(u, u.left > 0).size()"}}
"""


def playbook(folder: Path, number: int) -> Playbook:
    lines = [f"B{i},unit,blue,infantry,company,{i} Para,2,3-3,reduced,2-2" for i in range(1, number + 1)]
    head = "id,kind,side,symbol,size,label,steps,front.factors,back.state,back.factors"
    (folder / "units.csv").write_text("\n".join((head, *lines, "")), encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    game = load_game(folder)
    return compile_game(game, resolve_board(game))


def chances(book: Playbook, number: int, *, alike: bool, outcome: str = "landed") -> dict[str, Fraction]:
    ids = tuple(f"B{i}" for i in range(1, number + 1))
    words = (f"B1-B{number}",) if alike else ()
    query = OddsQuery("drop", {"dropped": ids}, Setup(place={"planes": ids}), outcome=(outcome,), alike=words)
    return {label: chance for (label,), chance in probabilities(book, query).items()}


def test_interchangeable_units_do_not_change_a_probability(tmp_path):
    book = playbook(tmp_path, 4)
    for outcome in ("landed", "dropped.filter(u, u.left == 1).size()"):
        assert chances(book, 4, alike=True, outcome=outcome) == chances(book, 4, alike=False, outcome=outcome)


def test_twelve_companies_land_like_twelve_coins(tmp_path):
    found = chances(playbook(tmp_path, 12), 12, alike=True)
    third = Fraction(1, 3)
    assert found == {str(n): comb(12, n) * (1 - third) ** n * third ** (12 - n) for n in range(13)}


def test_a_unit_that_a_variable_names_is_not_exchanged(tmp_path):
    book = playbook(tmp_path, 4)
    outcome = "leader.left"
    found = chances(book, 4, alike=True, outcome=outcome)
    assert (
        found
        == chances(book, 4, alike=False, outcome=outcome)
        == {"0": Fraction(1, 3), "1": Fraction(1, 6), "2": Fraction(1, 2)}
    )


def test_only_equal_units_are_interchangeable(tmp_path):
    book = playbook(tmp_path, 4)
    text = (tmp_path / "units.csv").read_text("utf-8").replace("4 Para,2,3-3", "4 Para,2,4-3")
    (tmp_path / "units.csv").write_text(text, encoding="utf-8")
    with pytest.raises(QueryError, match="B1 and B4 are not alike: they differ in front"):
        chances(compile_game(load_game(tmp_path)), 4, alike=True)
    with pytest.raises(QueryError, match="B9 does not name two or more counters"):
        probabilities(book, OddsQuery("drop", {"dropped": ("B1",)}, alike=("B9",)))
