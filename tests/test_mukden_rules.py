"""Mukden's worked examples, its clock, and the wording of traces; claims.yaml has the other facts."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tests.playing import mean, only, shipped_game, texts_of_aids

PLAYED = shipped_game("mukden")
playbook, worked, chances = PLAYED.playbook, PLAYED.worked, PLAYED.chances
EXAMPLES = tuple(PLAYED.game.examples)


# ---------------------------------------------------------------- worked examples


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_comes_out(id_: str) -> None:
    assert worked(id_).faults == ()


# ---------------------------------------------------------------- set-up


def test_how_many_ways_there_are_to_share_out() -> None:
    def ways(points: int) -> int:
        return sum(sum(four) <= points - 3 for four in product(range(3, points), repeat=4))

    assert (ways(27), ways(20)) == (1820, 126)


# ---------------------------------------------------------------- aids


def test_the_aid_states_the_mean_losses_of_a_combat() -> None:
    losses = mean(chances("exchange", {"difference": 0}, "loss_attacker + loss_defender"))
    assert f"the two armies together lose {losses} strength points on average" in " ".join(texts_of_aids(PLAYED.game))


# ---------------------------------------------------------------- the clock


@cache
def clock() -> dict[int, Fraction]:
    """After how many combats time is up."""
    return {int(label): chance for label, chance in chances("clock", outcome="fought").items()}


def by(combat: int) -> Fraction:
    return sum((chance for fought, chance in clock().items() if fought <= combat), Fraction(0))


def test_how_long_the_game_lasts() -> None:
    assert round(float(sum(n * chance for n, chance in clock().items())), 2) == 30.25
    quantiles = [next(n for n in clock() if by(n) >= share) for share in map(Fraction, ("1/20", "1/2", "19/20"))]
    assert quantiles == [18, 29, 46]
    low, half, high = quantiles
    said = f"end by combat {half}. Nine in ten of these games end between combats {low} and {high}"
    assert said in " ".join(texts_of_aids(PLAYED.game)), "what the aid says is what comes of it"


@pytest.mark.parametrize(
    ("combat", "percent"), [(20, 11.7), (25, 31.7), (30, 55.4), (35, 75.0), (40, 87.8), (45, 94.7), (50, 97.9)]
)
def test_the_clock_has_run_out(combat: int, percent: float) -> None:
    assert round(float(by(combat)) * 100, 1) == percent


def test_the_clock_is_that_of_plain_arithmetic() -> None:
    """Time after each combat, added up by hand."""
    at = {0: Fraction(1)}
    for combat in range(1, 41):
        after: dict[int, Fraction] = {}
        for time, chance in at.items():
            steps = ((0, 1),) if time >= 10 else ((0, Fraction(25, 36)), (1, Fraction(10, 36)), (2, Fraction(1, 36)))
            for passed, share in steps:
                after[time + passed] = after.get(time + passed, Fraction(0)) + chance * share
        at = after
        assert by(combat) == sum((chance for time, chance in at.items() if time >= 10), Fraction(0))


# ---------------------------------------------------------------- combats


def fought(outcome: str, rulings: Mapping[str, str] | None = None, **changes: object) -> dict[str, Fraction]:
    """The 4th Army in 0405 against the Russian 3rd in 0404, who call all they have."""
    choices = {"call": "7", "answer": "4", "way": "stay", "advances": "no", **changes}
    place = {"0405": "J4", "0404": "R3"}
    return chances("combat", {"army": "J4", "enemy": "R3"}, outcome, rulings, choices, place=place)


@pytest.mark.parametrize(("call", "answer"), [(8, 4), (7, 5), (0, 4), (7, 0)])
def test_calls_beyond_the_truth_are_refused(call: int, answer: int) -> None:
    with pytest.raises(Exception, match=r"call|answer|offer|not"):
        fought("result", call=str(call), answer=str(answer))


# ---------------------------------------------------------------- traces


def told(id_: str) -> list[str]:
    return [step.text + (f": {step.value}" if step.value else "") for step in worked(id_).trace.steps]


def test_a_choice_tells_whose_it_is() -> None:
    lines = [line for line in told("fort-and-river") if "chooses" in line]
    assert [line.split(" chooses")[0] for line in lines] == [
        "The Russian player",
        "The Russian player",
        "The Japanese player",
    ]
    chosen = {
        line.split(" chooses ")[1].split(": ")[0]
        for line in told("detour-first")
        if line.startswith("The Japanese player chooses")
    }
    assert chosen & {"enter", "wait"}  # and not the name of the variable


def test_armies_move_by_hexes() -> None:
    assert "it starts in a mountain hex" in " ".join(told("supply-hex"))
    assert " MP" not in " ".join(told("supply-hex"))


# ---------------------------------------------------------------- choices and tables


@pytest.mark.parametrize(("waits", "can"), [(0, "wait enter"), (1, "wait enter"), (2, "enter")])
def test_the_third_time_it_cannot_wait(waits: int, can: str) -> None:
    for decision, place in (("wait", "march"), ("enter", "map")):
        where = "on_map(army) ? 'map' : 'march'"
        given, tracks = {"army": "J3"}, {"waits": waits}
        if decision in can.split():
            found = chances(
                "detour", given, where, choices={"decision": decision}, place={"march": "J3"}, tracks=tracks
            )
            assert only(found) == place
        else:
            with pytest.raises(Exception, match="wait"):
                chances("detour", given, where, choices={"decision": decision}, place={"march": "J3"}, tracks=tracks)


# The margin, and the losses by who retreats: nobody, the attacker, the defender.
# A dash: that army has no loss, so it may not retreat.
RETREAT_TABLE = {
    "Both lose 1": (0, "1, 1", "0, 0", "1, 0"),
    "Attacker loses 1": (-2, "1, 0", "0, 0", "–"),
    "Attacker loses 2": (-3, "2, 0", "1, 0", "–"),
    "Defender loses 1": (2, "0, 1", "–", "0, 0"),
    "Defender loses 2": (3, "0, 2", "–", "0, 1"),
}


@pytest.mark.parametrize("result", RETREAT_TABLE)
def test_the_table_of_losses_and_retreats_is_what_the_engine_plays(result: str) -> None:
    table = PLAYED.game.tables["retreat"]
    margin, *losses = RETREAT_TABLE[result]
    assert table.cells[table.rows.heads.index(result)] == tuple(losses)
    retreats: tuple[dict[str, object], ...] = ({}, {"attacker_retreats": True}, {"defender_retreats": True})
    for choice, loss in zip(retreats, losses, strict=True):
        if loss != "–":
            given = {"difference": 0, "margin": margin, **choice}
            found = chances("exchange", given, "string(loss_attacker) + ', ' + string(loss_defender)")
            assert only(found) == loss
