"""Worked examples and column shifts of the postcard game of Myitkyina; claims.yaml has its other facts."""

from collections.abc import Mapping

import pytest

from tests.playing import only, shipped_game, texts_of_aids

PLAYED = shipped_game("myitkyina")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
EXAMPLES = tuple(PLAYED.game.examples)
COLUMNS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1")


def faces(given: Mapping[str, object], **more: object) -> list[str]:
    """The result for each face of the die, 1 to 6."""
    return [only(chances("combat", {**given, "die": die}, "result", **more)) for die in range(1, 7)]  # type: ignore[arg-type]


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str):
    assert worked(id_).faults == ()


# ---------------------------------------------------------------- combat results


@pytest.mark.parametrize("manner", ["plain", "pressed", "banzai"])
@pytest.mark.parametrize("column", COLUMNS)
def test_both_numbers_of_a_row_are_as_good(column: str, manner: str):
    given = {"column": column, "manner": manner}
    low = {"R-01": "low"}
    assert chances("combat", given, "result") == chances("combat", given, "result", rulings=low)
    assert faces(given, rulings=low) == faces(given)[::-1]
    assert chances("combat", given, "result", rulings={"R-01": "roller-chooses"}, choices={"reads": "low"}) == chances(
        "combat", given, "result"
    )


# The published table, typed out again: rows from die 6 to die 1.
CRT = """
D   DR  DR  DR DR 1DE 2DE
BD  DW  DW  DW DR DR  1DE
AD  BD  D   D  DW DR  DR
1AE AD  BD  BD D  DW  DR
2AE 1AE AD  AD BD D   DW
3AE 2AE 1AE AD AD BD  D
"""
GROUND = {
    (): 0,
    ("disrupted",): 1,
    ("over_river",): -1,
    ("over_embankment",): -1,
    ("disrupted", "over_river"): 0,
    ("over_river", "over_embankment"): -2,
}
ORDERS = {"plain": (0, 0, 0, 0, 0, 0), "pressed": (-1, -1, -1, 1, 1, 1), "banzai": (-2, -2, -2, -2, 2, 2)}
ODDS = {"1-3": (1, 3), "1-2": (1, 2), "1-1": (1, 1), "3-2": (3, 2), "2-1": (2, 1), "3-1": (3, 1), "4-1": (4, 1)}


def results(column: int, ground: int, manner: str, *, stops: int) -> list[str]:
    """The results of the die rolls 1 to 6. The column stops at the ends of the table once or twice."""
    rows = [line.split() for line in reversed(CRT.strip().splitlines())]
    before = max(0, min(column + ground, 6)) if stops == 2 else column + ground
    return [row[max(0, min(before + order, 6))] for row, order in zip(rows, ORDERS[manner], strict=True)]


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("manner", ORDERS)
def test_all_shifts_are_added_up_before_they_stop_at_an_end_of_the_table(column: str, manner: str):
    attack, defence = ODDS[column]
    for ground, shift in GROUND.items():
        given = {"attack": attack, "defence": defence, "manner": manner, **dict.fromkeys(ground, True)}
        at = COLUMNS.index(column)
        assert faces(given) == results(at, shift, manner, stops=1)
        assert faces(given, rulings={"R-12": "stopped-twice"}) == results(at, shift, manner, stops=2)


def test_where_it_matters_that_shifts_are_added_up():
    differ = {
        (column, shift, manner)
        for at, column in enumerate(COLUMNS)
        for shift in (-2, -1, 0, 1)
        for manner in ORDERS
        if results(at, shift, manner, stops=1) != results(at, shift, manner, stops=2)
    }
    assert differ == {
        ("1-3", -2, "pressed"), ("1-3", -2, "banzai"), ("1-3", -1, "pressed"), ("1-2", -2, "pressed"),
        ("4-1", 1, "pressed"), ("4-1", 1, "banzai"),
    }  # fmt: skip
    # 1-3 over river and embankment, Banzai on a 5 and a 6
    both = {"attack": 1, "defence": 3, "over_river": True, "over_embankment": True, "manner": "banzai"}
    assert faces(both)[4:] == ["BD", "D"]


# ---------------------------------------------------------------- traces


def test_traces_count_in_hexes():
    said = " ".join(step.text for step in worked("mogaung-road").trace.steps)
    assert "moving along a road: 1 hex more" in said
    assert "4 of 4 hexes" in said
    assert "MP" not in said


# ---------------------------------------------------------------- aids


@pytest.mark.parametrize(
    ("manner", "better_on_average", "no_die_better"),
    [("pressed", {"1-3", "3-2"}, {"1-1", "4-1"}), ("banzai", {"1-3"}, {"1-2", "4-1"})],
)
def test_where_pressing_and_charging_help(manner: str, better_on_average: set[str], no_die_better: set[str]):
    """By the ranks of the results, from what hurts the attacker most to what hurts the defender most."""
    rank = {code: i for i, code in enumerate(playbook().game.tables["crt"].ranks)}
    better, never = set(), set()
    for column in COLUMNS:
        plain, other = ([rank[code] for code in faces({"column": column, "manner": m})] for m in ("plain", manner))
        if sum(other) > sum(plain):
            better.add(column)
        if all(b <= a for a, b in zip(plain, other, strict=True)):
            never.add(column)
    assert better == better_on_average
    assert never == no_die_better
    said = {
        "pressed": "A pressed attack helps at {}. It never helps at {}, where no result gets better",
        "banzai": "A Banzai attack helps only at {}",
    }[manner].format(" and ".join(sorted(better)), " or ".join(sorted(never)))
    assert said in " ".join(texts_of_aids(PLAYED.game)), "what the aid says is what comes of it"
