"""Boxed examples of a small game: their text, their figures, and their division among columns."""

import itertools
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from markupsafe import Markup

from pnp.board import Board
from pnp.compose.example.example_boxes import (
    BESIDE_WIDTHS,
    GAP,
    GROWN,
    KEY,
    SIDES,
    TIGHT,
    BookletColumn,
    ExampleBox,
    example_boxes,
    named_units,
)
from pnp.compose.example.example_figure import FigureReader, figure_keys
from pnp.compose.example.example_heights import prose_height
from pnp.compose.example.example_prose import SHORT_PARAGRAPH, UnitMention, write_steps
from pnp.compose.example.example_tally import roll_tally
from pnp.compose.inline_markdown import BREAK, NO_BREAK
from pnp.compose.pictures import Pictures
from pnp.compose.rulebook.rulebook import compose_rules
from pnp.draw.figure.figure_spec import Arrow, FigureSpec
from pnp.findings import Refused
from pnp.hexgrid import Hex
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.rules.engine.facts import AppliedModifier, Statement, StepFact, mention, mentions
from pnp.rules.engine.steps.check_step import CheckRoll
from pnp.rules.engine.steps.lose_step import Losses
from pnp.rules.engine.steps.roll_step import Roll
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample, play_examples

DATA = Path(__file__).parents[1] / "data"
GAMES = sorted(path.parent.name for path in DATA.glob("*/game.yaml"))
DUEL = Path(__file__).parent / "games" / "duel"
LETTER = load_target("home").papers["letter"]
PRINTED = "examples: {assault: {printed: true}}"

GOLDEN = [
    (
        "1 The Red 1 Line (3) and 2 Line (3) in C3, and 3 Line (2) in D3 have a combined attack strength of 8. "
        "The charge doubles 1 Line, for an attack strength of 11 (7). "
        "The stream takes 1 each from 1 Line, 2 Line and 3 Line, which leaves 8. "
        "The Blue 1 Guard (4) and Tanks (2) in D2 have a combined defence strength of 6. "
        "The town increases the defence strength from 6 to 7 (6.1)."
    ),
    (
        "2 Odds of 8 to 7 give the 1-1 column. The attacking aircraft shifts the column 1 to the right. "
        "The tanks shift it 1 to the left, so the column remains 1-1 (6.1). The attacker rolls 4, "
        "which gives 1/1: one attacking unit retreats or loses a step, and one defending unit retreats or loses a step (6). "
        "1 Guard needs 4 or less, but rolls 5, fails and loses a step "
        "(6.3). The Victory (Red) rises from 0 to 1 (6.2)."
    ),
    "3 1 Line needs 3 or less, passes with a 2 and retreats to C2 (6.3).",
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
        return [f"{step.number} {step.plain}" for part in self.box.step_parts for step in part]

    @property
    def spec(self) -> FigureSpec:
        """The content of the figure."""
        steps = [step for part in self.box.step_parts for step in part]
        numbers = {line.number: step.number for step in steps for line in step.steps}
        return FigureReader(self.game, self.board, self.worked, numbers).spec

    def name(self, cell: Hex) -> str:
        """The number of a hex."""
        assert self.board
        return self.board.grid.number(cell)


def column(height: float = 239.0) -> BookletColumn:
    return BookletColumn(86.8, 180, height, Markup)


def compose(folder: Path, over: str, *, on_map: bool = True, height: float = 239.0, id_: str = "assault") -> Printed:
    """Return the boxes of the game `duel` with an overlay."""
    if not folder.exists():
        shutil.copytree(DUEL, folder)
    (folder / "options").mkdir(exist_ok=True)
    (folder / "options" / "over.yaml").write_text(over, encoding="utf-8")
    game = load_game(folder, ["over"])
    board = resolve_board(game) if on_map else None
    played = {one: replace(worked, faults=()) for one, worked in play_examples(game, board).items()}
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


def test_support_of_the_defenders_is_another_kind_of_arrow(tmp_path: Path) -> None:
    over = """
        procedures: {combat: {arrows: {attack: attackers target, fire: attackers attackers}}}
        examples: {assault: {printed: true}}
    """
    found = compose(tmp_path / "duel", over)
    support = {(a.kind, found.name(a.start), found.name(a.end)) for a in found.spec.arrows if a.kind != "retreat"}
    assert {("defence", "C3", "D3"), ("defence", "D3", "C3"), ("attack", "C3", "D2")} <= support
    assert ("defence", "support of the defence") in figure_keys(found.spec)


def test_a_unit_that_scatters_is_in_the_hex_in_which_it_is_to_land() -> None:
    game = load_game(DATA / "paratrooper").scenarios["palembang"]
    board = resolve_board(game)
    assert board
    only = {"landing": game.examples["landing"]}
    played = play_examples(game.model_copy(update={"examples": only}), board)
    spec = FigureReader(game, board, played["landing"], {}).spec
    shown = {board.grid.number(stack.hex): [one.id for one in stack.counters] for stack in spec.stacks}
    assert shown["2814"] == ["J01"]


def test_a_unit_that_retreats_is_shown_pale_in_its_last_hex(assault: Printed) -> None:
    stacks = [(assault.name(s.hex), [(c.id, c.facing) for c in s.counters], s.pale) for s in assault.spec.stacks]
    assert ("C3", [("R1", "front"), ("R2", "front")], False) in stacks
    assert ("C2", [("R1", "front")], True) in stacks


def figure_of(name: str, id_: str) -> tuple[Board, FigureSpec]:
    """Return the map of a game, and what the figure of one of its examples shows."""
    game = load_game(DATA / name)
    board = resolve_board(game)
    assert isinstance(board, Board)
    return board, FigureReader(game, board, play_examples(game, board)[id_], {}).spec


def test_a_unit_that_enters_and_attacks_is_not_pale() -> None:
    board, spec = figure_of("mukden", "detour-second")
    assert {board.grid.number(stack.hex): stack.pale for stack in spec.stacks} == {
        "0103": False,
        "0203": False,
        "0303": True,
    }


def test_a_hex_beyond_one_where_units_usually_stop_has_its_cost() -> None:
    _, spec = figure_of("myitkyina", "mogaung-road")
    assert [way.costs for way in spec.ways] == [("1", "1", "2")]


def test_the_figure_has_the_numbers_of_the_text(assault: Printed) -> None:
    paragraphs = {line.split()[0]: line for line in assault.paragraphs}
    discs = {(assault.name(disc.hex), number) for disc in assault.spec.discs for number in disc.text.split(", ")}
    retreat = next(number for number, line in paragraphs.items() if "retreats to C2" in line)
    loss = next(number for number, line in paragraphs.items() if "loses a step" in line)
    assert {("C2", retreat), ("D2", loss)} <= discs
    assert {number for _, number in discs} <= paragraphs.keys()


def test_the_key_explains_the_colours_of_the_figure(assault: Printed) -> None:
    assert figure_keys(assault.spec) == (
        ("attack", "attack"),
        ("retreat", "retreat"),
        ("", "Pale: final position."),
    )


def test_the_key_of_an_advance_uses_the_term_of_the_game() -> None:
    spec = FigureSpec(arrows=(Arrow("advance", Hex(0, 0), Hex(1, 0)),))
    assert figure_keys(spec) == (("advance", "advance"),)
    assert figure_keys(spec, ("pursuit", "retreat")) == (("advance", "pursuit"),)


def test_a_box_without_a_map_has_only_text(tmp_path: Path) -> None:
    over = """
        examples:
          wet: {title: A good month, rule: "7", printed: true, procedure: resupply, rolls: {die: 5, fall: 3}, expect: {level: 3}}
    """
    found = compose(tmp_path / "duel", over, on_map=False, id_="wet")
    assert found.box.figure.name == ""
    assert found.paragraphs == [
        (
            "1 The die roll is 5. The Supply table gives +1. The Level rises from 4 to 5. The die roll is 3. "
            "The Level falls from 5 to 3. The Turn rises from 1 to 2."
        )
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
    assert near.box.figure.height <= GROWN + 0.01
    assert far.box.figure.height <= GROWN + 0.01
    assert far.box.figure.width <= BESIDE_WIDTHS[-1] + 0.01


def test_a_figure_is_as_high_as_the_prose_beside_it(assault: Printed) -> None:
    box, inner = assault.box, 180 - 2 * SIDES
    texts = [box.before, *(step.plain for part in box.step_parts for step in part), box.after]
    prose = TIGHT * prose_height(texts, inner - box.figure.width - GAP)
    assert box.layout == "beside"
    assert box.figure.height + KEY == pytest.approx(prose, abs=0.1)


def test_an_example_with_a_figure_is_as_wide_as_the_text(assault: Printed) -> None:
    assert (assault.box.layout, assault.box.wide) == ("beside", True)
    assert len(list(assault.box.parts())) == 1


def test_a_short_example_is_in_a_column(tmp_path: Path) -> None:
    hidden = "hide: [odds, shifts, result, roll]"
    short = compose(
        tmp_path / "duel", PRINTED.replace("printed: true", f"printed: true, tells: {{{hidden}}}"), on_map=False
    )
    assert (short.box.layout, short.box.wide) == ("column", False)
    assert short.box.figure.name == ""


def test_only_a_figure_with_many_moves_has_the_numbers_of_the_steps(assault: Printed) -> None:
    moves = len(assault.spec.arrows) + len(assault.spec.ways)
    assert bool(assault.box.shown) == (moves > 3)


def test_two_parties_that_roll_have_a_tally() -> None:
    rolls = [Roll("The attacker", 6, ()), Roll("The defender", 3, (AppliedModifier("the hill", 1),))]
    steps = [TraceStep(str(n), (), "", kind="roll", fact=fact) for n, fact in enumerate(rolls)]
    result = TraceStep("3", (), "", kind="look_up", fact=Statement("The margin is 2, so the defender loses 1"))
    tally = roll_tally([*steps, result])
    assert tally is not None
    assert tally.rows == (("Attacker", "6", "–", "6"), ("Defender", "3", "+1", "4"))
    assert tally.result == "The margin is 2, so the defender loses 1."
    assert roll_tally([steps[0], result]) is None
    assert roll_tally([steps[0], result, steps[1]]) is None, "the first roll has a result of its own"
    assert roll_tally([steps[0], steps[0]]) is None


def test_a_box_that_is_higher_than_a_page_is_divided_between_its_steps(tmp_path: Path, assault: Printed) -> None:
    whole = assault.box
    assert len(whole.step_parts) == 1
    divided = compose(tmp_path / "duel", PRINTED, height=40, on_map=False)
    step_parts = divided.box.step_parts
    assert len(step_parts) > 1
    assert all(step_parts[1:])
    numbers = [step.number for part in step_parts for step in part]
    assert numbers == [step.number for part in whole.step_parts for step in part]
    second = list(divided.box.parts())[1]
    assert "continued" in second


def test_a_part_that_cannot_be_divided_is_reported(tmp_path: Path) -> None:
    long = " ".join(["Many words go before it."] * 120)
    over = PRINTED.replace("printed: true", f"printed: true, tells: {{before: {long}}}")
    with pytest.raises(Refused) as refused:
        compose(tmp_path / "duel", over, height=110)
    (finding,) = refused.value.findings
    assert finding.code == "B007"
    assert "the boxed example 'assault' has a figure or paragraph that is higher than a page" in finding.wrong
    assert finding.spot.line > 1


def test_every_panel_is_in_the_booklet(tmp_path: Path) -> None:
    found = compose(tmp_path / "duel", PRINTED)
    html = compose_rules(found.game, found.board, LETTER).html
    assert html.count("<em>Example</em>") == 1
    assert html.count('class="worked"') == len(found.paragraphs)
    assert len(re.findall(r'id="x-assault"', html)) == 1


# ---------------------------------------------------------------- sentences of each step kind


def told(tmp_path: Path, steps: str, example: str = "", *, tables: str = "") -> str:
    """Return the printed paragraphs of a procedure with these steps, without their numbers."""
    over = f"""
        tables: {{{tables}}}
        procedures: {{trial: {{rule: "6", given: {{unit: unit or none, others: units or none}}, steps: {steps}}}}}
        examples: {{trial: {{title: Trial, rule: "6", procedure: trial, printed: true, {example or "expect: {turn: 1}"}}}}}
    """
    found = compose(tmp_path / "duel", over, id_="trial")
    assert found.worked.faults == ()
    return "\n".join(line.partition(" ")[2] for line in found.paragraphs)


def test_changes_of_a_whole_total_are_joined_and_equal_ones_merged(tmp_path: Path) -> None:
    steps = """[{total: call, value: "9", subject: attacker's call, rule: "7", lines: [
        {add: "-1", says: across, prints: the river}, {add: "-1", prints: the mountain},
        {halve: up, prints: the fort}, {add: "0", prints: nothing}]}]"""
    assert told(tmp_path, steps, "expect: {call: 4}") == (
        "The river and the mountain each reduce the attacker’s call by 1, from 9 to 7, and the fort halves it to 4, rounded up (7)."
    )


def test_a_total_without_units_may_grow_and_be_multiplied(tmp_path: Path) -> None:
    steps = """[{total: call, value: "2", subject: call, lines: [{add: "1", prints: the guns}, {times: "2", prints: the charge}]}]"""
    assert told(tmp_path, steps, "expect: {call: 6}") == (
        "The guns increase the call from 2 to 3, and the charge doubles it to 6."
    )


def test_a_roll_names_the_roller_and_the_causes_of_its_modifiers(tmp_path: Path) -> None:
    steps = """[{roll: one, subject: The attacker, lines: [{add: "1", prints: the town}, {add: "-2", says: night, prints: the night}]},
        {roll: two}]"""
    assert told(tmp_path, steps, "rolls: {one: 3, two: 6}, expect: {one: 2}") == (
        "The attacker rolls 3, plus 1 for the town and minus 2 for the night is 2. The die roll is 6."
    )


def test_a_check_and_its_consequence_are_one_sentence(tmp_path: Path) -> None:
    steps = """[{check: holds, at_most: "3", subject: "{unit}", verbs: holds / breaks, fails_on: [6]},
        {lose: unit, when: "!holds"}]"""
    placed = "place: {C4: 1 Line}, given: {unit: 1 Line}"
    assert told(tmp_path / "a", steps, f"{placed}, rolls: {{holds: 5}}, expect: {{holds: 'false'}}") == (
        "The Red 1 Line in C4 needs 3 or less, but rolls 5, breaks and loses a step."
    )
    assert told(tmp_path / "b", steps, f"{placed}, rolls: {{holds: 2}}, expect: {{holds: 'true'}}") == (
        "The Red 1 Line in C4 needs 3 or less and holds with a 2."
    )
    assert told(tmp_path / "c", steps, f"{placed}, rolls: {{holds: 6}}, expect: {{holds: 'false'}}") == (
        "The Red 1 Line in C4 needs 3 or less, but rolls 6, which always breaks, and loses a step."
    )
    steps = steps.replace('"3"', '"6"')
    assert told(tmp_path / "d", steps, f"{placed}, rolls: {{holds: 2}}, expect: {{holds: 'true'}}") == (
        "The Red 1 Line in C4 needs 5 or less and holds with a 2."
    )


def test_both_parties_of_an_opposed_roll_are_named(tmp_path: Path) -> None:
    steps = """[{opposed: winner, rolls: {blue: {lines: [{add: "1", prints: the aircraft}]}, red: {subject: the raiders}}}]"""
    assert told(tmp_path, steps, "rolls: {winner: {blue: [3, 4], red: [4, 2]}}, expect: {winner: blue}") == (
        "The Blue player rolls 3, plus 1 for the aircraft is 4, and the raiders roll 4. "
        "Both totals are equal, so both roll again. This time the Blue player rolls 4, plus 1 for the aircraft is 5, "
        "and the raiders roll 2. The Blue player wins."
    )


def test_a_single_shift_states_the_column_and_several_state_the_last(tmp_path: Path) -> None:
    steps = """[{column: crt, odds: ["9", "4"]}, {shift: crt, lines: [{left: "1", prints: the town}, {left: "0", prints: tanks}]},
        {shift: crt, lines: [{right: "1", prints: the guns}, {right: "1", prints: the aircraft}]}, {shift: crt, lines: [{left: "0"}]}]"""
    assert told(tmp_path, steps, "expect: {column: 3-1}") == (
        "Odds of 9 to 4 give the 2-1 column. The town shifts the column 1 to the left, to 1-1. "
        "The guns and the aircraft each shift the column 1 to the right, to 3-1."
    )


DIFFERENCES = """losses: {name: Losses, columns: {differential: -5- -4..+4 +5+, beyond: clamp, name: Difference}, rows: {kind: [Loss]},
    cells: "AE | - | DE", codes: {AE: {says: the attacker is eliminated}, DE: {says: x, prints: the defender is eliminated}, "-": {says: no effect}}}"""


def test_a_difference_finds_a_column_and_a_code_is_told_by_its_meaning(tmp_path: Path) -> None:
    steps = """[{column: losses, differential: DIFFERENCE}, {look_up: loss, in: losses, column: column}]"""
    for difference, words in {
        "7": "The difference is 7, so the column is +5 or more. The result is DE: the defender is eliminated.",
        "-3": "The difference is −3, so the column is −4 to +4. The result has no effect.",
        "-9": "The difference is −9, so the column is −5 or less. The result is AE: the attacker is eliminated.",
    }.items():
        written = steps.replace("DIFFERENCE", f'"{difference}"')
        assert told(tmp_path / difference, written, "expect: {turn: 1}", tables=DIFFERENCES) == words


def test_equal_outcomes_of_several_units_are_one_sentence(tmp_path: Path) -> None:
    steps = (
        """[{each: one, in: others, steps: [{lose: one}]}, {each: one, in: others, steps: [{lose: one, steps: "5"}]}]"""
    )
    placed = "place: {C4: [1 Line, 2 Line]}, given: {others: [1 Line, 2 Line]}, expect: {turn: 1}"
    assert told(tmp_path, steps, placed) == (
        "The Red 1 Line and 2 Line in C4 each lose a step. 1 Line and 2 Line are eliminated."
    )


def test_a_unit_that_is_moved_is_called_it_afterwards(tmp_path: Path) -> None:
    steps = (
        """[{move: unit, to: "'C2'", by: advance}, {place: unit, at: "'C1'", face: reduced}, {note: "{unit} waits"}]"""
    )
    placed = "place: {C4: 1 Line}, given: {unit: 1 Line}, expect: {1 Line: C1 reduced}"
    assert told(tmp_path, steps, placed) == (
        "The Red 1 Line in C4 advances to C2 and is placed in C1, reduced. It waits."
    )


def test_a_move_under_map_rules_states_the_cost_of_its_hexes(tmp_path: Path) -> None:
    over = """
        map_rules: {movement: {factor: movement, rule: "6.1"}}
        procedures: {trial: {rule: "6", given: {unit: unit}, steps: [{move: unit, path: "'A4 B4 C4'"}]}}
        examples:
          trial: {title: T, rule: "6", procedure: trial, printed: true, place: {A3: 1 Line}, given: {unit: 1 Line}, expect: {1 Line: C4}}
    """
    found = compose(tmp_path / "duel", over, id_="trial")
    assert found.paragraphs == [
        (
            "1 The Red 1 Line in A3 moves to C4. The route costs 1 MP each for A4 and B4 (Clear) and 2 for C4 (Woods), "
            "which is 4 of 4 MP in all (6.1)."
        )
    ]


def test_prints_replaces_the_template_and_an_empty_one_prints_nothing(tmp_path: Path) -> None:
    steps = """[{roll: one, prints: ""}, {roll: two, says: "two: {two}", prints: "The second roll is {two}, and {unit} waits"},
        {part: Late, prints: The end comes, steps: [{set: {turn: turn + 1}, prints: ""}]}, {set: {level: level - 1}}]"""
    placed = "place: {C4: 1 Line}, given: {unit: 1 Line}, rolls: {one: 1, two: 5}, expect: {turn: 2}"
    assert told(tmp_path, steps, placed) == (
        "The second roll is 5, and the Red 1 Line in C4 waits. The end comes. The Level falls from 4 to 3."
    )


def test_units_of_two_sides_with_one_label_keep_the_name_of_their_side() -> None:
    units = {
        "R1": UnitMention("Red", "1/1", "C4", shared=True),
        "B1": UnitMention("Blue", "1/1", shared=True),
        "R2": UnitMention("Red", "Red Guns", "C5"),
    }
    facts = [
        Statement(f"{mention('R1')} (3) fires at {mention('B1')}"),
        Statement(f"{mention('B1')} fires at {mention('R2')}"),
    ]
    steps = [TraceStep("1", ("6",), "", fact=fact) for fact in facts]
    (paragraph,) = write_steps(steps, (), units, Markup)
    assert (
        paragraph.plain == "The Red 1/1 (3) in C4 fires at the Blue 1/1. The Blue 1/1 fires at the Red Guns in C5 (6)."
    )
    assert paragraph.text.replace(BREAK, "").striptags().replace(NO_BREAK, " ") == paragraph.plain
    assert f'<span class="whole">C5{NO_BREAK}<span class="cited">(6)</span></span>.' in paragraph.text


@pytest.mark.parametrize(
    ("places", "names"),
    [
        (("C4", "C4"), "The Red A (3) and B (3) in C4 fire."),
        (("C4", "C5"), "The Red A (3) in C4 and B (3) in C5 fire."),
        (("C4", "C4", "C5"), "The Red A (3) and B (3) in C4, and C (3) in C5 fire."),
        (("C4", "C5", "C6"), "The Red A (3) in C4, B (3) in C5, and C (3) in C6 fire."),
    ],
)
def test_units_in_two_hexes_have_a_comma_only_where_a_stack_has_several(places: tuple[str, ...], names: str) -> None:
    ids = "ABC"[: len(places)]
    units = {id_: UnitMention("Red", id_, place) for id_, place in zip(ids, places, strict=True)}
    step = TraceStep("1", (), "", fact=Statement(f"{mentions(list(ids), ['(3)'] * len(ids))} fire"))
    (paragraph,) = write_steps([step], (), units, Markup)
    assert paragraph.plain == names


def test_the_next_phase_begins_a_paragraph_once_the_first_is_long_enough() -> None:
    long = Statement(" ".join(["word"] * SHORT_PARAGRAPH))
    short = Statement("a few words that make up a sentence of their own here")
    steps = [TraceStep("1", (), "", kind="total", fact=long), TraceStep("2", (), "", kind="roll", fact=short)]
    assert len(write_steps(steps, (), {}, lambda _: Markup())) == 2
    assert len(write_steps([replace(steps[1], kind="roll"), steps[1]], (), {}, lambda _: Markup())) == 1


def test_a_step_that_an_example_hides_is_not_printed_nor_the_steps_inside_it() -> None:
    steps = [
        TraceStep("1", (), "", kind="roll", name="die", fact=Statement("hidden")),
        TraceStep("1.1", (), "", depth=1, fact=Statement("hidden too")),
        TraceStep("2", (), "", fact=Statement("shown")),
    ]
    (paragraph,) = write_steps(steps, ("die",), {}, lambda _: Markup())
    assert paragraph.plain == "Shown."


def written(facts: list[StepFact], units: dict[str, UnitMention] | None = None) -> str:
    """Return the only paragraph of a trace with these facts."""
    steps = [
        TraceStep(str(n), (), "", kind="look_up" if isinstance(f, Statement) else "", fact=f)
        for n, f in enumerate(facts)
    ]
    (paragraph,) = write_steps(steps, (), units or {}, lambda _: Markup())
    return paragraph.plain


def test_a_roll_and_its_result_are_one_sentence_unless_it_would_be_too_long() -> None:
    rolls: list[StepFact] = [Roll("the attacker", 3, (AppliedModifier("the hill", 1),))]
    assert written([*rolls, Statement("The result is D: the unit is disrupted")]) == (
        "The attacker rolls 3, plus 1 for the hill is 4, which gives D: the unit is disrupted."
    )
    assert written([*rolls, Statement("The result has no effect")]).endswith("is 4, which has no effect.")
    assert written([*rolls, Statement("The result is DR, which has no effect")]).endswith(
        "is 4. The result is DR, which has no effect."
    )
    assert written([*rolls, Roll("The defender", 6, ())]) == (
        "The attacker rolls 3, plus 1 for the hill is 4, and the defender 6."
    )


def test_actions_of_one_unit_or_player_are_joined_and_no_two_sentences_begin_with_it() -> None:
    unit = {"A": UnitMention("Red", "1/1", "C4"), "B": UnitMention("Red", "2/1", "C4")}
    a, b = mention("A"), mention("B")
    rout = [f"{a} rolls 2", f"{a} enters D4", f"{a} may stop", f"{a} may go on"]
    assert written([Statement(text) for text in rout], unit) == (
        "The Red 1/1 in C4 rolls 2 and enters D4. It may stop. 1/1 may go on."
    )
    assert written([Statement(f"{a} retreats to D4"), Statement(f"{b} retreats to D5")], unit) == (
        "The Red 1/1 in C4 retreats to D4 and the Red 2/1 in C4 to D5."
    )
    assert written([Statement(f"{a} retreats to D4"), Statement("This cancels its loss")], unit) == (
        "The Red 1/1 in C4 retreats to D4, which cancels its loss."
    )
    both = [Statement(f"{a} does not retreat"), Statement(f"{b} does not retreat")]
    assert written(both, unit) == "Neither the Red 1/1 in C4 nor the Red 2/1 in C4 retreats."
    assert (
        written([Statement("The attacker rolls 2"), Statement("The attacker stops")])
        == "The attacker rolls 2 and stops."
    )


def test_a_check_that_is_made_again_does_not_state_again_what_is_needed() -> None:
    plus = (AppliedModifier("", 1),)
    checks: list[StepFact] = [
        CheckRoll("the firer", "less than 6", 3, plus, "hits"),
        Statement("The shell lands"),
        CheckRoll("the firer", "less than 6", 8, plus, "misses", passed=False),
        Statement("The shell lands again"),
        CheckRoll("the firer", "less than 6", 1, plus, "hits", always="always hits"),
    ]
    assert written(checks) == (
        "The firer needs less than 6 and hits with a total of 4 (3 plus 1). The shell lands. "
        "The firer misses with a total of 9 (8 plus 1). The shell lands again. The firer rolls 1, which always hits."
    )
    assert written(
        [
            Statement(f"{mention('A')} has a factor of 4"),
            CheckRoll(mention("A"), "4 or less", 5, (), "fails", passed=False),
        ]
    ) == ("A, with a factor of 4, needs 4 or less, but rolls 5 and fails.")


def test_no_line_ends_within_a_sum_in_parentheses() -> None:
    """The HTML binds the sum, with and without a case after it; the plain text has ordinary spaces."""
    roll = CheckRoll("the firer", "less than 7", 7, (AppliedModifier("", -1),), "hits")
    for rule in ((), ("5.3",)):
        (step,) = write_steps([TraceStep("1", rule, "", fact=roll)], (), {}, Markup)
        assert f"(7{NO_BREAK}minus{NO_BREAK}1)" in step.text
        assert "(7 minus 1)" in step.plain


@pytest.mark.parametrize("name", GAMES)
def test_no_two_sentences_in_a_row_of_a_worked_example_begin_alike(name: str) -> None:
    whole = load_game(DATA / name)
    for game in whole.scenarios.values() or (whole,):
        board = resolve_board(game) if game.map else None
        played = {id_: worked for id_, worked in play_examples(game, board).items() if worked.example.printed}
        for id_, worked in played.items():
            tells = worked.example.tells
            units = named_units(game, board, worked)
            for paragraph in write_steps(worked.trace.steps, tells.hide, units, lambda _: Markup()):
                begun = [" ".join(text.split()[:3]) for text in re.split(r"(?<=\.) (?=[A-Z])", paragraph.plain)]
                both = [one for one, two in itertools.pairwise(begun) if one == two or one[:3] == two[:3] == "It "]
                assert not both, (id_, paragraph.plain)


def test_the_trace_and_the_booklet_are_templates_over_one_fact() -> None:
    lost = Losses((("A", 2, False), ("B", 1, True)))
    assert lost.line(str.lower) == ("a loses 2 steps and b is eliminated", "")
    assert [one.text for one in lost.sentences(())] == [
        f"{mention('A')} loses two steps",
        f"{mention('B')} is eliminated",
    ]
    hurt = CheckRoll(
        "the firer", "3 or less", 5, (AppliedModifier("the hill", -1),), "fails", False, "", "Fire", "3 or less"
    )
    assert hurt.line(str) == ("Fire: 5 − 1 = 4, against 3 or less", "fails")
