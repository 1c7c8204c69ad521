"""The recipes of CONTRIBUTING.md work as they are written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.load import load_game
from pnp.load.target_files import load_target

TOP = Path(__file__).parents[1]
PAGE = (TOP / "CONTRIBUTING.md").read_text("utf-8")
GAMES = TOP / "tests" / "games"
RECIPES = dict(re.findall(r"^### Add an? (.*?)\n.*?^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))

IN_USE = {
    "check": """
        from pnp.report.explain import explain_code
        assert "ends with a full stop" in explain_code("C999")
        from pnp import check, load_game
        (game / "options").mkdir(exist_ok=True)
        (game / "options" / "dot.yaml").write_text("counters: {B1: {label: 1 Guards.}}", "utf-8")
        print([(one.code, one.write) for one in check(load_game(game, "options/dot")) if one.code == "C999"])
    """,
    "step": """
        from pnp import load_game, odds
        (game / "options").mkdir(exist_ok=True)
        procedure = 'procedures: {drift: {rule: "6", shows: at, steps: [{deviate: at, number: "5"}]}}'
        (game / "options" / "drift.yaml").write_text(procedure, "utf-8")
        print({result: str(chance) for result, chance in odds(load_game(game, "options/drift"), "drift").items()})
    """,
    "component": """
        from pnp import load_game
        from pnp.draw.component_kinds import draw_all_cards
        deck = "game: {title: Orders, designer: Nobody}\\ncomponents: {orders: {kind: order-card, name: Orders, "
        (game / "game.yaml").write_text(deck + "width: 60mm, height: 90mm, orders: [MARCH, HALT]}}", "utf-8")
        print({id_: faces.front_texts for id_, faces in draw_all_cards(load_game(game), None)["orders"].items()})
    """,
    "block of a player aid": """
        from pnp import load_game
        from pnp.compose.aids.aid_pages import compose_aids
        from pnp.load.target_files import load_target
        from pnp.load.board_reader import resolve_board
        aid = "game: {}\\naids: [{title: Aid, rows: [[{kind: motto, motto: Ever onward}]]}]"
        (game / "options").mkdir(exist_ok=True)
        (game / "options" / "aid.yaml").write_text(aid, "utf-8")
        one = load_game(game, "options/aid")
        html = compose_aids(one, resolve_board(one), load_target("home").papers["letter"]).html
        print("Ever onward" in html)
    """,
    "command": """
        from click.testing import CliRunner
        print(CliRunner().invoke(cli, ["roster", str(game)]).output.splitlines()[0])
    """,
    "output format": """
        from pnp import build
        made = list(build(game, only="roster", output=game.parent / "kits"))[-1]
        print((made.folder / "roster.txt").read_text("utf-8").splitlines()[0])
    """,
}
"""What a program does with a recipe that is Python; it prints something."""
PRINTED = {
    "check": "[('C999', 'leave it out')]",
    "step": "{'4': '1/2', '6': '1/2'}",
    "component": "{'orders-0': ('MARCH',), 'orders-1': ('HALT',)}",
    "block of a player aid": "True",
    "command": "B1  1/Gd",
    "output format": "B1  1/Gd",
}


def test_every_recipe_is_run_here() -> None:
    assert RECIPES.keys() == {*IN_USE, "look of terrain", "motif of covers", "symbol", "print target"}
    assert IN_USE.keys() == PRINTED.keys()


@pytest.mark.parametrize("recipe", IN_USE)
def test_a_recipe_in_python_works(tmp_path: Path, recipe: str) -> None:
    shutil.copytree(GAMES / ("duel" if recipe == "step" else "small"), tmp_path / "game")
    use = re.sub(r"^ {8}", "", IN_USE[recipe], flags=re.MULTILINE)
    head = "from pathlib import Path\nimport pnp.checks\n" if recipe == "check" else "from pathlib import Path\n"
    code = f"{head}{RECIPES[recipe]}\ngame = Path('game').absolute()\n{use}"
    (tmp_path / "recipe.py").write_text(code, "utf-8")
    done = subprocess.run(
        [sys.executable, "recipe.py"], cwd=tmp_path, check=False, capture_output=True, text=True, env=environment()
    )
    assert (done.stdout.strip(), done.returncode) == (PRINTED[recipe], 0), done.stderr


def environment() -> dict[str, str]:
    """The variables of a program that uses this checkout and keeps nothing."""
    return {"PYTHONPATH": str(TOP), "PNP_CACHE": "", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}


@pytest.mark.parametrize(("recipe", "folder"), [("look of terrain", "looks"), ("symbol", "symbols")])
def test_a_recipe_for_a_library_works_in_the_folder_of_a_game(tmp_path: Path, recipe: str, folder: str) -> None:
    shutil.copytree(GAMES / "small", tmp_path / "small")
    (tmp_path / "small" / folder).mkdir()
    (tmp_path / "small" / folder / "own.yaml").write_text(RECIPES[recipe], "utf-8")
    game = load_game(tmp_path / "small")
    known = {"looks": game.looks, "symbols": game.icons.symbols}[folder]
    assert RECIPES[recipe].partition(":")[0] in known


def test_the_recipe_for_a_motif_works(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "small", tmp_path / "small")
    (tmp_path / "small" / "motifs").mkdir()
    (tmp_path / "small" / "motifs" / "cart.svg").write_text(RECIPES["motif of covers"], "utf-8")
    cart = load_game(tmp_path / "small").motifs["cart"]
    assert [shape.tone for shape in cart.shapes({})] == ["body", "mid"]
    assert [shape.tone for shape in cart.shapes({"wheel": False})] == ["body"]


def test_the_recipe_for_a_print_target_works(tmp_path: Path) -> None:
    (tmp_path / "plotter.yaml").write_text(RECIPES["print target"], "utf-8")
    assert load_target(str(tmp_path / "plotter.yaml")).papers["a2"].width == 420
