"""Figures of worked examples: what they show, where it stands, what it covers."""

import math

import pytest

from pnp.art.pale_colours import pale_scene
from pnp.board import Board
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.figure.arrow import arrow_ends
from pnp.draw.figure.callout import NEVER, CoverCosts
from pnp.draw.figure.figure_spec import Arrow, Faced, FigurePath, FigureSpec, Stack, StepNumber
from pnp.draw.figure.figure_window import FLAT
from pnp.draw.figure.map_figure import ARROWS, PLACE_FONT, SUPPORT, draw_figure
from pnp.draw.figure.stack import PALE, stack_rects
from pnp.draw.hexmap import draw_hexmap
from pnp.model.counter import Counter, Face
from pnp.model.game import Game
from pnp.palette import RED, mix
from pnp.scene import Path, Rect, Scene, Text, circle, rectangle, walk
from tests.draw_map_games import river_town

WIDTH = 80.0


@pytest.fixture(scope="module")
def faces() -> dict[str, CounterFaces]:
    def face(colour: str) -> Scene:
        return Scene("face", 10, 10, (rectangle(Rect(0, 0, 10, 10), fill=colour),))

    return {id_: CounterFaces(face("#FF0000"), face("#0000FF"), (), ()) for id_ in ("one", "two")}


def texts(scene: Scene) -> dict[str, tuple[float, float]]:
    return {item.text: m.apply((item.x, item.y)) for item, m in walk(scene.items) if isinstance(item, Text)}


def spec(board: Board, **more: object) -> FigureSpec:
    stacks = (Stack(board.grid.hex("C4"), (Faced("one"), Faced("two", "back"))),)
    return FigureSpec(stacks, hexes=board.grid.parse_hexes("B3-D5"), **more)  # type: ignore[arg-type]


def test_hexes_are_as_large_as_the_figure_allows(faces) -> None:
    game, board = river_town()
    scene = draw_figure(game, board, faces, spec(board), WIDTH)
    assert scene.width == pytest.approx(WIDTH)
    numbers = texts(scene)
    assert numbers["C5"][1] - numbers["C4"][1] == pytest.approx(FLAT, abs=0.01)


def test_a_step_number_does_not_cover_a_hex_number(faces) -> None:
    game, board = river_town()
    cell = board.grid.hex("C4")
    discs = tuple(StepNumber(str(7 + i), cell) for i in range(2))
    ways = (FigurePath("move", tuple(map(board.grid.hex, ("C4", "C5"))), ("½",)),)
    arrows = (Arrow("attack", cell, board.grid.hex("D4")),)
    found = texts(draw_figure(game, board, faces, spec(board, discs=discs, ways=ways, arrows=arrows), WIDTH))
    assert {"7", "8", "½", "C4"} <= found.keys()
    for number in ("7", "8"):
        x, y = found[number]
        for name, (left, foot) in found.items():
            if name[0] in "ABCDEF" and len(name) == 2:
                assert abs(x - left) > 1.5 or abs(y - foot) > 1.5, f"{number} stands on {name}"


def test_the_first_counter_is_on_top_at_the_lower_left() -> None:
    top, *under = stack_rects((50, 50), 3, 10)
    assert all(rect.x > top.x and rect.y < top.y for rect in under)


def test_pale_counters_are_opaque() -> None:
    scene = pale_scene(Scene("red", 4, 4, (circle(2, 2, 1, fill="#FF0000"),)), "#FFFFFF", PALE)
    (path,) = (item for item, _ in walk(scene.items))
    assert (path.fill, path.opacity) == ("#FF8080", 1)


def test_callouts_are_placed_where_they_cover_least() -> None:
    ground = CoverCosts(Rect(0, 0, 20, 20))
    ground.take([Rect(0, 0, 10, 20)], NEVER)
    assert ground.best_middle([(5, 5), (15, 5)], 2, 2) == (15, 5)
    assert ground.free_middle([(5, 5), (25, 5)], 2, 2) is None


def test_an_arrow_ends_before_the_counter_it_points_at() -> None:
    start, end = arrow_ends(Rect(0, 0, 10, 10), Rect(0, 40, 10, 10), 5, 1)
    assert (start, end) == ((5, 10), (5, 39))


def test_names_that_are_too_small_on_counters_are_on_a_plate_beside_them(faces) -> None:
    game, board = river_town()
    units = {id_: Counter(kind="unit", label=f"{id_} Bde", steps=1, front=Face(), back=Face()) for id_ in faces}
    game = game.model_copy(update={"counters": units})

    def shown(size_pt: float) -> list[float]:
        """Return the sizes of the names in the figure when they have this size on the counters."""
        art = {id_: Scene(id_, 10, 10, (Text(1, 5, f"{id_} Bde", "condensed", size_pt),)) for id_ in faces}
        drawn = {id_: CounterFaces(face, face, (), ()) for id_, face in art.items()}
        scene = draw_figure(game, board, drawn, spec(board), WIDTH)
        return [item.size_pt for item, _ in walk(scene.items) if isinstance(item, Text) and "Bde" in item.text]

    assert shown(3) == [6, 6]
    assert shown(9) == [9, 9, 6, 6], "several units are named, because the lower ones are hidden"


@pytest.mark.parametrize("size", [(11, 18), (18, 18)])
def test_pieces_that_leave_and_enter_a_hex_are_side_by_side(faces, size) -> None:
    game, board = river_town()
    here, left = board.grid.hex("C4"), board.grid.hex("B4")
    upright = Scene("face", *size, (rectangle(Rect(0, 0, *size), fill="#00FF00"),))
    standing = {id_: CounterFaces(upright, upright, (), ()) for id_ in faces}
    stacks = (Stack(here, (Faced("one"),)), Stack(here, (Faced("two"),), pale=True))
    arrows = (Arrow("retreat", here, left), Arrow("advance", board.grid.hex("C5"), here))
    content = FigureSpec(stacks, arrows, hexes=board.grid.parse_hexes("B3-D5"))
    scene = draw_figure(game, board, standing, content, WIDTH)
    middles = {}
    for item, matrix in walk(scene.items):
        if isinstance(item, Path) and item.fill and len(item.xy) == 8:
            width = abs(item.xy[2] - item.xy[0]) * matrix.a
            middles.setdefault(item.fill, (matrix.apply((size[0] / 2, 9))[0], width))
    (goes, width), (comes, _) = middles["#00FF00"], middles[pale_of("#00FF00", game, board)]
    assert goes < comes, "the piece that retreats to the left is at the left"
    assert comes - goes > width, "neither covers the other"


@pytest.mark.parametrize(("attacker", "advancing_is_higher"), [("D4", False), ("D5", True)])
def test_an_attack_does_not_cross_the_piece_that_advances(faces, attacker, advancing_is_higher) -> None:
    game, board = river_town()
    here, left, far = map(board.grid.hex, ("C4", "B4", attacker))
    stacks = (Stack(far, (Faced("two"),)), Stack(here, (Faced("one"),)), Stack(here, (Faced("two"),), pale=True))
    arrows = (Arrow("attack", far, here), Arrow("retreat", here, left), Arrow("advance", far, here))
    scene = draw_figure(game, board, faces, FigureSpec(stacks, arrows, hexes=board.grid.parse_hexes("B3-D5")), WIDTH)
    height = {
        item.fill: matrix.apply((5, 5))[1]
        for item, matrix in walk(scene.items)
        if isinstance(item, Path) and item.fill in ("#FF0000", pale_of("#FF0000", game, board))
    }
    assert (height[pale_of("#FF0000", game, board)] < height["#FF0000"]) is advancing_is_higher


def pale_of(colour: str, game: Game, board: Board) -> str:
    """Return a colour as pale pieces have it."""
    return mix(colour, draw_hexmap(game, board).frame.palette.land, PALE)


def test_hex_numbers_are_drawn_over_arrows(faces) -> None:
    game, board = river_town()
    arrows = (Arrow("attack", board.grid.hex("C5"), board.grid.hex("C4")),)
    items = [item for item, _ in walk(draw_figure(game, board, faces, spec(board, arrows=arrows), WIDTH).items)]
    number = next(n for n, item in enumerate(items) if isinstance(item, Text) and item.text == "C5")
    arrow = max(n for n, item in enumerate(items) if isinstance(item, Path) and item.fill == RED)
    assert number > arrow


def test_a_covered_name_stays_near_its_place_or_is_left_out(faces) -> None:
    game, board = river_town()
    hexes = board.grid.parse_hexes("B3-D6")
    stacks = tuple(Stack(cell, (Faced("one"),)) for cell in board.grid.parse_hexes("B5 C4 C5 C6 D4 D5"))
    printed = texts(draw_figure(game, board, faces, FigureSpec(hexes=hexes), WIDTH))
    covered = texts(draw_figure(game, board, faces, FigureSpec(stacks, hexes=hexes), WIDTH))
    assert math.dist(printed["BRIDGETON"], covered["BRIDGETON"]) < FLAT / 3
    assert "Field" not in covered


def test_a_pale_counter_does_not_cover_the_number_of_its_hex(faces, monkeypatch) -> None:
    monkeypatch.setattr("pnp.draw.figure.map_figure.DOWN", -0.2)
    game, board = river_town()
    stacks = (Stack(board.grid.hex("C4"), (Faced("two"),), pale=True),)
    upright = Scene("face", 30, 30, (rectangle(Rect(0, 0, 30, 30), fill="#00FF00"),))
    both = {**faces, "two": CounterFaces(upright, upright, (), ())}
    content = FigureSpec(stacks, hexes=board.grid.parse_hexes("B3-D5"))
    items = [item for item, _ in walk(draw_figure(game, board, both, content, WIDTH).items)]
    number = next(n for n, item in enumerate(items) if isinstance(item, Text) and item.text == "C4")
    colour = pale_of("#00FF00", game, board)
    assert number > next(n for n, item in enumerate(items) if isinstance(item, Path) and item.fill == colour)


def test_support_and_attacks_differ_in_colour_and_in_their_lines(faces) -> None:
    game, board = river_town()
    start, target = board.grid.hex("C6"), board.grid.hex("C4")

    def lines(kind: str) -> set[tuple[str, tuple[float, ...]]]:
        """Return the colours and dashes of the lines of an arrow."""
        arrows = (Arrow(kind, start, target),)
        drawn = draw_figure(game, board, faces, FigureSpec(arrows=arrows, hexes=(start, target)), WIDTH)
        strokes = [item.stroke for item, _ in walk(drawn.items) if isinstance(item, Path) and item.stroke]
        colours = {colour for colour, _ in SUPPORT.values()}
        return {(stroke.colour, stroke.dash) for stroke in strokes if stroke.colour in colours}

    assert lines("fire") == {SUPPORT["fire"]}
    assert lines("defence") == {SUPPORT["defence"]}
    assert lines("attack") == set(), "an attack is a block arrow"
    assert len({colour for colour, _ in (*ARROWS.values(), *SUPPORT.values())}) == len(ARROWS) + len(SUPPORT)
    assert SUPPORT["fire"][1] != SUPPORT["defence"][1]


def test_a_hidden_hex_number_and_name_are_on_a_plate(faces, monkeypatch) -> None:
    game, board = river_town()

    def plates(hexes: str) -> list[str]:
        """Return the texts on plates that name a hex, if units are in these hexes."""
        stacks = tuple(Stack(cell, (Faced("one"),)) for cell in board.grid.parse_hexes(hexes))
        content = FigureSpec(stacks, hexes=board.grid.parse_hexes("B3-D6"))
        items = [item for item, _ in walk(draw_figure(game, board, faces, content, WIDTH).items)]
        return [one.text for one in items if isinstance(one, Text) and one.font == PLACE_FONT and one.size_pt == 6]

    assert plates("C4") == []
    monkeypatch.setattr("pnp.draw.figure.map_figure.COUNTER", 1.8)
    assert plates("C4") == ["C4 Bridgeton Field"]
    unit = Counter(kind="unit", label="Bridgeton Field", steps=1, front=Face(), back=Face())
    game = game.model_copy(update={"counters": {**game.counters, "other": unit}})
    assert plates("C4") == ["C4 Bridgeton"], "the unit in the hex would seem to be the one with this name"


def test_hex_numbers_are_large_enough_to_read(faces) -> None:
    game, board = river_town()
    content = FigureSpec(hexes=board.grid.parse_hexes("A1 H8"))
    drawn = draw_figure(game, board, faces, content, 60.0)
    numbers = [item for item, _ in walk(drawn.items) if isinstance(item, Text) and item.text in ("B3", "C4", "D5")]
    assert len(numbers) == 3
    assert min(number.size_pt for number in numbers) >= 6


def test_an_attack_across_a_bridge_leaves_it_visible(faces) -> None:
    game, board = river_town()
    bridged = game.model_copy(update={"map": game.map.model_copy(update={"bridges": {"road": ("C5/C6",)}})})
    stacks = tuple(Stack(board.grid.hex(name), (Faced("one"),)) for name in ("C5", "C6"))
    arrows = (Arrow("attack", board.grid.hex("C6"), board.grid.hex("C5")),)
    content = FigureSpec(stacks, arrows, hexes=board.grid.parse_hexes("B5-D6"))

    def middle(game: Game) -> float:
        """Return how far from the left the arrow is."""
        items = [item for item, _ in walk(draw_figure(game, board, faces, content, WIDTH).items)]
        arrow = next(item for item in items if isinstance(item, Path) and item.fill == RED)
        return sum(arrow.xy[::2]) / len(arrow.xy[::2])

    assert abs(middle(bridged) - middle(game)) > 3
