"""Boxed examples of a small game: their text, their figures, and their division among columns."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from markupsafe import Markup

from pnp.compose.example.example_boxes import ExampleBox, example_boxes
from pnp.compose.example.example_figure import FigureReader, figure_caption
from pnp.compose.example.example_panels import BookletColumn, tallest_box
from pnp.compose.pictures import Pictures
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.draw.figure.figure_spec import FigureSpec
from pnp.findings import Refused
from pnp.hexgrid import Hex
from pnp.load import load_game, load_target
from pnp.load.board import Board, resolve_board
from pnp.model.game import Game
from pnp.rules.examples.example_run import PlayedExample, play_examples

DUEL = Path(__file__).parent / "games" / "duel"
LETTER = load_target("home").papers["letter"]
PRINTED = "examples: {assault: {printed: true}}"

GOLDEN = [
    "1 Attack: 8. 1 Line (3), 2 Line (3) and 3 Line (2): 8. Charge: 1 Line +3: 11. Across a stream: 1 Line, 2 Line and 3 Line −1 each: 8. 7, 6.1",
    "2 Defence: 7. 1 Guard (4) and Tanks (2): 6. Town: 7. 6.1",
    "3 Odds of 8 to 7: column 1-1. 6",
    "4 Aircraft of the attacker: 1 right. Tanks: 1 left. No shift: column 1-1. 6.1",
    "5 Die: 4. 6",
    "6 Combat, odds 1-1, die 4: 1/1. 6",
    "7 Result 1/1. 1 Guard: passed: 5, against 4 or less: fails. 1 Guard loses 1 step. 1 Line: passed: 2, against 3 or less: passes. 1 Line retreats to C2. 6.3, 6.2",
]


@dataclass(frozen=True)
class Printed:
    """A game, its boxes by case, and one played example."""

    game: Game
    board: Board | None
    boxes: dict[str, tuple[ExampleBox, ...]]
    worked: PlayedExample

    @property
    def box(self) -> ExampleBox:
        """The only box."""
        ((box,),) = self.boxes.values()
        return box

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs as bare text, each with its number."""
        return [f"{step.number} {step.plain}" for panel in self.box.panels for step in panel]

    @property
    def spec(self) -> FigureSpec:
        """The content of the figure."""
        steps = [step for panel in self.box.panels for step in panel]
        numbers = {line.number: step.number for step in steps for line in step.steps}
        return FigureReader(self.game, self.board, self.worked, numbers).spec

    def name(self, cell: Hex) -> str:
        """The number of a hex."""
        assert self.board
        return self.board.grid.number(cell)


def column(height: float = 239.0) -> BookletColumn:
    return BookletColumn(84.6, height, Markup, lambda numbers: Markup(" ".join(numbers)))


def compose(folder: Path, over: str, *, on_map: bool = True, height: float = 239.0, id_: str = "assault") -> Printed:
    """Return the boxes of the game `duel` with an overlay."""
    if not folder.exists():
        shutil.copytree(DUEL, folder)
    (folder / "options").mkdir(exist_ok=True)
    (folder / "options" / "over.yaml").write_text(over, encoding="utf-8")
    game = load_game(folder, ["over"])
    board = resolve_board(game) if on_map else None
    played = play_examples(game, board)
    boxes = example_boxes(game, board, Pictures(game, None), column(height), played)
    return Printed(game, board, boxes, played[id_])


@pytest.fixture(scope="module")
def assault(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    over = """
        procedures: {combat: {arrows: {attack: attackers target}}}
        examples: {assault: {printed: true}}
    """
    return compose(tmp_path_factory.mktemp("games") / "duel", over)


def test_the_text_of_a_box_describes_the_played_steps(assault: Printed) -> None:
    assert assault.paragraphs == GOLDEN
    assert list(assault.boxes) == ["6"]


def test_arrows_go_from_the_attackers_to_the_target(assault: Printed) -> None:
    arrows = [(arrow.kind, assault.name(arrow.start), assault.name(arrow.end)) for arrow in assault.spec.arrows]
    assert arrows == [("attack", "C3", "D2"), ("attack", "D3", "D2"), ("retreat", "C3", "C2")]


def test_a_counter_with_the_name_of_a_hex_fires_from_its_own_hex(tmp_path: Path) -> None:
    over = """
        procedures: {combat: {arrows: {attack: attackers target, fire: one attackers}}}
        examples: {assault: {printed: true}}
    """
    found = compose(tmp_path / "duel", over)
    fire = [(found.name(a.start), found.name(a.end)) for a in found.spec.arrows if a.kind == "fire"]
    assert fire == [("D2", "C3"), ("D2", "D3")], "B1 is 1 Guard here, not the hex"


def test_a_unit_that_retreats_is_shown_pale_in_its_last_hex(assault: Printed) -> None:
    stacks = [(assault.name(s.hex), [(c.id, c.facing) for c in s.counters], s.pale) for s in assault.spec.stacks]
    assert ("C3", [("R1", "front"), ("R2", "front")], False) in stacks
    assert ("C2", [("R1", "front")], True) in stacks


def test_the_figure_has_the_numbers_of_the_text(assault: Printed) -> None:
    paragraphs = {line.split()[0]: line for line in assault.paragraphs}
    discs = {(assault.name(disc.hex), number) for disc in assault.spec.discs for number in disc.text.split(", ")}
    retreat = next(number for number, line in paragraphs.items() if "1 Line retreats to C2" in line)
    loss = next(number for number, line in paragraphs.items() if "1 Guard loses 1 step" in line)
    assert {("C2", retreat), ("D2", loss)} <= discs
    assert {number for _, number in discs} <= paragraphs.keys()


def test_the_caption_explains_the_colours_of_the_figure(assault: Printed) -> None:
    assert figure_caption(assault.spec) == "Red: attack. Blue: retreat. Pale: where a unit ends."


def test_a_box_without_a_map_has_only_text(tmp_path: Path) -> None:
    over = """
        examples:
          wet: {title: A good month, rule: "7", printed: true, procedure: resupply, rolls: {die: 5, fall: 3}, expect: {level: 3}}
    """
    found = compose(tmp_path / "duel", over, on_map=False, id_="wet")
    assert found.box.figure.name == ""
    assert found.paragraphs == [
        "1 Die: 5.",
        "2 Supply, modified die 5: +1.",
        "3 Level: 4 to 5.",
        "4 Fall: 3.",
        "5 Level: 5 to 3; Turn: 1 to 2.",
    ]


def test_figures_work_with_pointed_hexes_and_numeric_ids(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    shutil.copytree(DUEL, folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?<=hexes: )flat, columns: A-F, rows: 1-5", "pointed, columns: 01-06, rows: 01-05", text)
    text = re.sub(r"  hexsides:\n    stream:\n.*\n", "", text)
    head, cut, rest = text.partition("\nmap:\n")
    number = lambda found: f"{'ABCDEF'.index(found[1]) + 1:02}0{found[2]}"  # noqa: E731
    cells = re.compile(r"\b([A-F])([1-5])\b")
    lands, tables, rest = rest.partition("\ntables:\n")
    lands = cells.sub(number, lands)
    rules, examples, rest = rest.partition("\nexamples:\n")
    (folder / "game.yaml").write_text(head + cut + lands + tables + rules + examples + cells.sub(number, rest), "utf-8")
    found = compose(folder, "{procedures: {combat: {arrows: {attack: attackers target}}}, " + PRINTED + "}")
    arrows = [(found.name(arrow.start), found.name(arrow.end)) for arrow in found.spec.arrows]
    assert arrows[:2] == [("0303", "0402"), ("0403", "0402")]
    assert found.box.figure.height > 20


def test_a_figure_includes_hexes_that_are_far_apart(tmp_path: Path) -> None:
    near = compose(tmp_path / "near", PRINTED.replace("printed: true", "printed: true, tells: {figure: C2-D3}"))
    over = PRINTED.replace("printed: true", "printed: true, tells: {figure: A1 F5}")
    far = compose(tmp_path / "far", over)
    assert {far.name(cell) for cell in far.spec.touched} >= {"A1", "F5"}
    tall = 239.0 * 0.46
    assert near.box.figure.height <= tall + 0.01
    assert far.box.figure.height <= tall + 0.01
    assert far.box.figure.width <= column().inner + 0.01


def test_a_box_that_is_too_tall_is_divided_between_its_steps(tmp_path: Path, assault: Printed) -> None:
    whole = assault.box
    assert (len(whole.panels), whole.tall) == (1, 0)
    divided = compose(tmp_path / "duel", PRINTED, height=110)
    panels = divided.box.panels
    assert len(panels) > 1
    assert all(panels[1:])
    numbers = [step.number for panel in panels for step in panel]
    assert numbers == [step.number for panel in whole.panels for step in panel]
    assert 0 < divided.box.tall <= tallest_box(column(110))


def test_a_part_that_cannot_be_divided_is_reported(tmp_path: Path) -> None:
    long = " ".join(["Many words go before it."] * 120)
    over = PRINTED.replace("printed: true", f"printed: true, tells: {{before: {long}}}")
    with pytest.raises(Refused) as refused:
        compose(tmp_path / "duel", over, height=110)
    (finding,) = refused.value.findings
    assert finding.code == "B007"
    assert "the boxed example 'assault' has a figure or paragraph that is higher than a column" in finding.wrong
    assert finding.spot.line > 1


def test_every_panel_is_in_the_booklet(tmp_path: Path) -> None:
    found = compose(tmp_path / "duel", PRINTED)
    html = compose_rules(found.game, found.board, LETTER).html
    assert html.count("EXAMPLE</b>") == 1
    assert html.count('class="worked"') == len(found.paragraphs)
    assert len(re.findall(r'id="x-assault"', html)) == 1
