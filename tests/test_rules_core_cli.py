"""`pnp example` and `pnp odds`, as a person types them."""

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pnp.draw.figure.chance_map import SHADES
from pnp.palette import RED, WHITE, mix
from pnp.rules.probability.queries import odds_text

TOP = Path(__file__).parents[1]
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in the top folder, where the paths of games begin."""
    monkeypatch.chdir(TOP)


def test_an_example_is_printed_step_by_step(pnp: Run):
    done = pnp("example", "tests/games/duel", "assault")
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "assault: Two battalions assault the hamlet  [6]"
    assert "   1.3  across a stream: 1 Line, 2 Line and 3 Line −1 each = 8  [6.1]" in lines
    assert lines[-3:] == ["assault: ok", "", "1 of 1 examples give the stated result"]


def test_an_example_with_another_result_names_the_line_and_exits_1(pnp: Run, tmp_path: Path):
    shutil.copytree(TOP / "tests" / "games" / "duel", tmp_path / "duel")
    door = tmp_path / "duel" / "game.yaml"
    door.write_text(door.read_text("utf-8").replace(" C3/D2 D2/D3 D3/E3,", ","), "utf-8")
    done = pnp("example", "duel", "-q", cwd=tmp_path)
    assert done.returncode == 1
    found = done.stdout.splitlines()
    assert found[0] == "assault: failed"
    assert found[1].endswith(
        "(examples.assault.expect.attack): X103 attack: expected 8, got 11; the step at duel/game.yaml:105 assigns this value"
    )
    assert found[-1] == "0 of 1 examples give the stated result"


def test_probabilities_are_fractions_and_percentages(pnp: Run):
    done = pnp("odds", "tests/games/duel", "combat", "attack=16", "defence=7", "air.attacker=1")
    assert done.stdout.splitlines() == ["-/1  1/3  33.3%", "-/2  1/6  16.7%", "-/E  1/6  16.7%", "1/1  1/3  33.3%"]


def test_a_query_about_units_on_the_map(pnp: Run):
    words = ("losses", "units=1 Guard, 2 Guard", "need=2", "--place", "D2=1 Guard, 2 Guard", "--show", "victory_red")
    done = pnp("odds", "tests/games/duel", *words)
    assert done.stdout.splitlines() == ["0  4/9  44.4%", "1  4/9  44.4%", "2  1/9  11.1%"]
    done = pnp("odds", "tests/games/duel", *words, "--choose", "way=step", "--track", "victory_red=3")
    assert done.stdout.splitlines() == ["5  1  100.0%"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("example", "tests/games/duel", "asault"), 2, "there is no example asault; did you mean assault?"),
        (("odds", "tests/games/duel", "cambat"), 2, "there is no procedure cambat; did you mean combat?"),
        (("odds", "tests/games/duel", "combat", "attack"), 2, "attack has no =; write key=value"),
        (("odds", "tests/games/duel", "combat", "atack=3"), 1, "B005 the procedure combat has no parameter and no variable atack; did you mean attack?"),
        (("odds", "tests/games/duel", "initiative", "--ruling", "R-02=red"), 1, "B005 the ruling R-02 has no option red"),
        (("odds", "tests/games/duel", "combat", "attack=1", "defence=1", "--map", "a.svg"), 1, "B010 no result is a hex of the map"),
        (("odds", "tests/games/duel", "combat", "attack=1", "defence=1", "--map", "a.txt"), 2, "a.txt is not an SVG file; write a name that ends in .svg"),
        (("odds", "tests/games/duel", "cup", "chits=a,b", "number=3"), 1, "B006 3 values cannot be drawn from a list of 2"),
    ],
)  # fmt: skip
def test_an_invalid_query_is_one_message(pnp: Run, words: tuple[str, ...], code: int, message: str):
    done = pnp(*words)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr


def test_long_fractions_are_left_out_and_rare_results_have_enough_digits() -> None:
    found = {("0", "3"): Fraction(1, 16), ("10", "11"): Fraction(1, 10**20), ("1", "4"): Fraction(1, 262144)}
    assert odds_text(found).splitlines() == [
        "0   3       1/16   6.2%",
        "10  11            <0.000000000001%",
        "1   4   1/262144   0.00038%",
    ]
    assert odds_text({("x",): Fraction(1, 10**20) + Fraction(1, 2)}) == "x  50.0%"


def test_probabilities_of_hexes_are_drawn_on_the_map(pnp: Run, tmp_path: Path):
    query = ("landing", "unit=B1", "planned=D4", "--place", "planes=B1", "--show", "landed == '' ? 'off' : landed")
    done = pnp("odds", "tests/games/drop-zone", *query, "--map", str(tmp_path / "landing.svg"))
    assert "D5   1/36   2.8%" in done.stdout.splitlines()
    [file] = tmp_path.iterdir()
    picture = ET.fromstring(file.read_text("utf-8"))
    fill = mix(RED, WHITE, SHADES[-1]).lower()
    shades = [path for path in picture.iter("{http://www.w3.org/2000/svg}path") if path.get("fill", "").lower() == fill]
    assert len(shades) == done.stdout.count("1/36   2.8%") + 1, "each hex and the swatch of the key"


def test_coverage_lists_the_branches_that_no_example_plays(pnp: Run):
    done = pnp("check", "--coverage", "tests/games/duel")
    assert (done.returncode, done.stderr) == (0, "")
    *lines, summary = done.stdout.splitlines()
    assert summary.startswith("Duel: the worked examples play ")
    assert any(line.endswith(": never carried out") for line in lines)
