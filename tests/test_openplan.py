"""Plans of open tables: read from worked examples, drawn to scale."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from pnp.art import table_ground
from pnp.art.table_ground import draw_terrain
from pnp.checks import check_game
from pnp.draw.figure.open_table_plan import draw_open_plan
from pnp.draw.figure.table_scene import draw_tableau
from pnp.extent import items_extent
from pnp.model.example import Plan, Tableau, TableTerrain
from pnp.model.game import Game
from pnp.palette import ATTACKER, WHITE
from pnp.rules.examples.example_plan import Arc, Burst, OpenPlan, TableauResults, read_plan, read_results
from pnp.rules.examples.example_run import PlayedExample, play_example
from pnp.scene import Group, Path, Text, Use, walk
from tests.playing import shipped_game

GAME, PLAYBOOK = shipped_game("skirmish").game, shipped_game("skirmish").playbook()


def worked(id_: str) -> PlayedExample:
    return play_example(PLAYBOOK, id_)


def changed(id_: str, **points: str) -> Game:
    """Return the game with other points in the plan of an example."""
    example = GAME.examples[id_]
    plan = example.tells.plan
    assert plan is not None
    other = plan.model_copy(update={"points": plan.points.model_copy(update=points)})
    tells = example.tells.model_copy(update={"plan": other})
    examples = {**GAME.examples, id_: example.model_copy(update={"tells": tells})}
    return GAME.model_copy(update={"examples": examples})


def test_a_plan_shows_the_given_points_and_the_results() -> None:
    plan = GAME.examples["mortar"].tells.plan
    assert plan is not None
    assert read_plan(worked("mortar")) == OpenPlan(
        points=((0, 0), (2, 0.8), (4.2, 1.6), (1.6, -1.6)),
        lit=(False, True, True, False),
        across=1,
        burst=Burst((3, 0), 3),
        figure="above-enemy-soldier",
        above=True,
        terrain=plan.terrain,
    )
    gun = read_plan(worked("machinegun"))
    assert gun.arc == Arc(facing=0, angle=45, far=36)
    assert gun.lit == (True, False, True, False)


def test_everything_is_on_the_plan() -> None:
    for id_ in ("mortar", "machinegun"):
        scene = draw_open_plan(id_, read_plan(worked(id_)), GAME.icons, 76, 105)
        assert scene.width == 76
        assert scene.height <= 105 + 1e-9
        whole = [one.clip if isinstance(one, Group) and one.clip else one for one in scene.items]
        for item, matrix in walk(whole):
            flat = item.xy if isinstance(item, Path) else (item.x, item.y)
            for i in range(0, len(flat), 2):
                x, y = matrix.apply((flat[i], flat[i + 1]))
                assert -0.01 <= x <= scene.width + 0.01
                assert -0.01 <= y <= scene.height + 0.01


def middle(path: Path) -> tuple[float, float]:
    """Return the middle of a circle."""
    xs, ys = path.xy[::2], path.xy[1::2]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def wide(path: Path) -> float:
    return max(path.xy[::2]) - min(path.xy[::2])


def test_lengths_are_to_scale_and_north_is_up() -> None:
    """Overlays and figures keep their sizes and distances."""
    scene = draw_open_plan("mortar", read_plan(worked("mortar")), GAME.icons, 76, 105)
    rounds = [item for item in scene.items if isinstance(item, Path) and item.ops == "MCCCCZ"]
    overlay, one, two, three, four, _ = rounds
    inch = wide(one)
    assert wide(overlay) == pytest.approx(3 * inch, abs=0.003)
    (x1, y1), (x3, y3) = middle(one), middle(three)
    assert (x3 - x1, y1 - y3) == (pytest.approx(4.2 * inch, abs=0.003), pytest.approx(1.6 * inch, abs=0.003))
    assert [ring.fill for ring in (one, two, three, four)] == [WHITE, ATTACKER, ATTACKER, WHITE]
    numbers = [item.text for item in scene.items if isinstance(item, Text)]
    assert numbers == ["north is up; a square is 1 inch", "1", "2", "3", "4"]


def test_a_wide_table_has_large_squares() -> None:
    scene = draw_open_plan("machinegun", read_plan(worked("machinegun")), GAME.icons, 76, 105)
    words = [item.text for item in scene.items if isinstance(item, Text)]
    assert "north is up; a square is 6 inches" in words


@pytest.mark.parametrize(
    ("points", "field", "wrong"),
    [
        ({"east": "easting"}, "east", "easting is neither an argument nor assigned by a step"),
        ({"lit": "struck"}, "lit", "the list east has 4 values, but lit has 2"),
        ({"across": "kinds"}, "across", "Infantry is not a number"),
    ],
)
def test_a_plan_that_names_unknown_values_is_a_finding(points: dict[str, str], field: str, wrong: str) -> None:
    found = [one for one in check_game(changed("mortar", **points)) if one.code == "X106"]
    assert [(one.spot.path, one.wrong) for one in found] == [(f"examples.mortar.tells.plan.points.{field}", wrong)]


def test_a_plan_draws_pictures_of_its_pieces_and_its_gun() -> None:
    read = read_plan(worked("machinegun"))
    scene = draw_open_plan("machinegun", read, GAME.icons, 76, 105)
    drawn = [item.scene.name for item in scene.items if isinstance(item, Use)]
    assert drawn == ["picture japanese-rifle-running-figure"] * 4 + ["picture above-machinegun"]
    plain = draw_open_plan("plain", replace(read, figure="", gun=""), GAME.icons, 76, 105)
    assert not [item for item in plain.items if isinstance(item, Use)]


def test_an_unknown_picture_on_a_plan_is_a_finding() -> None:
    example = GAME.examples["mortar"]
    assert example.tells.plan is not None
    plan = example.tells.plan.model_copy(update={"figure": "mark-rifel"})
    tells = example.tells.model_copy(update={"plan": plan})
    game = GAME.model_copy(
        update={"examples": {**GAME.examples, "mortar": example.model_copy(update={"tells": tells})}}
    )
    found = [one for one in check_game(game) if one.code == "I004"]
    assert [one.spot.path for one in found] == ["examples.mortar.tells.plan.figure"]


def test_the_drift_arrow_is_below_the_pieces_and_no_figure_is_above_the_frame() -> None:
    scene = draw_open_plan("mortar", read_plan(worked("mortar")), GAME.icons, 76, 105)
    pieces = [n for n, item in enumerate(scene.items) if isinstance(item, Use)]
    arrow = next(n for n, item in enumerate(scene.items) if isinstance(item, Path) and item.fill == ATTACKER)
    assert arrow < min(pieces)
    for item, matrix in walk([scene.items[n] for n in pieces]):
        assert isinstance(item, Path)
        assert min(matrix.apply(place)[1] for place in zip(item.xy[::2], item.xy[1::2], strict=True)) >= 0


def test_the_drift_arrow_begins_in_the_middle_of_the_target() -> None:
    scene = draw_open_plan("mortar", read_plan(worked("mortar")), GAME.icons, 76, 105)
    rounds = [item for item in scene.items if isinstance(item, Path) and item.ops == "MCCCCZ"]
    aim = middle(rounds[1])
    assert middle(rounds[-1]) == pytest.approx(aim, abs=0.003)
    arrow = next(
        item for item in scene.items if isinstance(item, Path) and item.fill == ATTACKER and item.ops != "MCCCCZ"
    )
    assert min(arrow.xy[::2]) == pytest.approx(aim[0], abs=0.5)


def test_a_small_piece_is_to_scale_with_its_number_below() -> None:
    scene = draw_open_plan("machinegun", read_plan(worked("machinegun")), GAME.icons, 76, 105)
    one = next(item for item in scene.items if isinstance(item, Path) and item.ops == "MCCCCZ")
    number = next(item for item in scene.items if isinstance(item, Text) and item.text == "1")
    gun = next(item for item in scene.items if isinstance(item, Use) and item.scene.name.endswith("machinegun"))
    extent = items_extent((gun,))
    assert extent is not None
    assert (middle(one)[0] - extent.centre[0]) / wide(one) == pytest.approx(5, abs=0.6)
    assert number.y > max(one.xy[1::2])


def test_pieces_from_above_are_in_the_middle_of_their_bases_with_numbers_at_the_rim() -> None:
    scene = draw_open_plan("mortar", read_plan(worked("mortar")), GAME.icons, 76, 105)
    bases = [item for item in scene.items if isinstance(item, Path) and item.ops == "MCCCCZ"][1:5]
    men = [item for item in scene.items if isinstance(item, Use)][1::2]
    numbers = [item for item in scene.items if isinstance(item, Text) and item.text.isdigit()]
    for base, man, number in zip(bases, men, numbers, strict=True):
        extent, (x, y) = items_extent((man,)), middle(base)
        assert extent is not None
        assert extent.centre == pytest.approx((x, y), abs=0.003)
        assert max(extent.width, extent.height) == pytest.approx(0.85 * wide(base), abs=0.003)
        assert number.x > x + 0.3 * wide(base)
        assert number.y > y + 0.3 * wide(base)


@pytest.mark.parametrize(("facing", "edge"), [(0, "y"), (90, "right"), (180, "bottom"), (270, "x")])
def test_the_muzzle_of_a_gun_is_in_the_middle(facing: float, edge: str) -> None:
    read = replace(read_plan(worked("machinegun")), arc=Arc(facing, 45, 36), points=(), lit=())
    scene = draw_open_plan("gun", read, GAME.icons, 76, 105)
    sector = next(item for item in scene.items if isinstance(item, Path) and item.opacity == 0.8)
    extent = items_extent([item for item in scene.items if isinstance(item, Use)])
    assert extent is not None
    assert getattr(extent, edge) == pytest.approx(sector.xy[1 if edge in ("y", "bottom") else 0], abs=0.003)


# ---------------------------------------------------------------- scenes

SCENES = tuple(id_ for id_, example in GAME.examples.items() if example.tells.scene)


def with_scene(id_: str, **fields: object) -> Game:
    """Return the game with other fields in the scene of an example."""
    example = GAME.examples[id_]
    assert example.tells.scene is not None
    scene = Tableau.model_validate({**example.tells.scene.model_dump(), **fields})
    tells = example.tells.model_copy(update={"scene": scene})
    return GAME.model_copy(update={"examples": {**GAME.examples, id_: example.model_copy(update={"tells": tells})}})


def test_each_printed_example_has_a_figure() -> None:
    assert all(one.tells.plan or one.tells.scene for one in GAME.examples.values() if one.printed)


def test_a_scene_shows_the_dice_cards_and_tokens_of_its_example() -> None:
    assert read_results(worked("flank-shot")) == TableauResults((("5",),), ("K", "10"), ("No Fire", "Immobile"))
    assert read_results(worked("melee")).dice == (("3", "4"), ("4", "4"))


def strip_texts(id_: str) -> list[tuple[float, str]]:
    """Return the texts of the scene of an example with their positions from left to right."""
    played = worked(id_)
    scene = draw_tableau(GAME, played, read_results(played), 76)
    return sorted((m.apply((one.x, one.y))[0], one.text) for one, m in walk(scene.items) if isinstance(one, Text))


def test_an_opposed_roll_shows_its_rounds_one_after_the_other() -> None:
    """In the example both sides roll twice: 3 and 4, then 4 and 4."""
    texts = [text for _, text in strip_texts("melee") if text != "Japanese officer"]
    assert [text for text in texts if text.isdigit()] == ["3", "4", "4", "4"]
    assert [text for text in texts if not text.isdigit()] == ["Japanese + 1", "enemy"] * 2


@pytest.mark.parametrize("id_", ["flank-shot", "three-cards"])
def test_the_texts_of_armour_sectors_are_beside_the_arrows(id_: str) -> None:
    """The sector that is hit has its text too, and the arrow does not cover it."""
    played = worked(id_)
    scene = draw_tableau(GAME, played, read_results(played), 76)
    table = played.example.tells.scene
    assert table is not None
    scale = 76 / (table.area[2] - table.area[0])
    words = [item for item, _ in walk(scene.items) if isinstance(item, Text) and item.text in ("front", "side", "rear")]
    assert sorted(item.text for item in words) == ["front", "rear", "side", "side"]
    shot = (table.area[3] - table.shots[0].start[1]) * scale
    end = (table.shots[0].end[0] - table.area[0]) * scale
    assert all(abs(item.y - shot) > 2.5 for item in words if item.x < end)


@pytest.mark.parametrize("id_", SCENES)
def test_the_texts_of_a_scene_are_readable_and_inside_it(id_: str) -> None:
    played = worked(id_)
    scene = draw_tableau(GAME, played, read_results(played), 76)
    texts = [(item, matrix) for item, matrix in walk(scene.items) if isinstance(item, Text)]
    assert texts
    for item, matrix in texts:
        x, y = matrix.apply((item.x, item.y))
        assert item.size_pt * matrix.magnification >= 6
        assert 0 <= x <= scene.width
        assert 0 <= y <= scene.height


def test_a_scene_that_names_an_unknown_roll_or_picture_is_a_finding() -> None:
    found = {one.code: one for one in check_game(with_scene("grenade", dice=({"roll": "hits"},)))}
    assert found["X106"].spot.path == "examples.grenade.tells.scene.dice.0.roll"
    piece = {"picture": "above-tnak", "at": (0, 0), "wide": 2}
    found = {one.code: one for one in check_game(with_scene("grenade", pieces=(piece,)))}
    assert found["I004"].spot.path == "examples.grenade.tells.scene.pieces.0.picture"


def test_a_single_point_is_a_plan_too() -> None:
    plan = Plan.model_validate({"points": {"east": "east", "north": "north"}})
    assert plan.burst is None
    scene = draw_open_plan("one", OpenPlan(points=((0, 0),), lit=(True,)), GAME.icons, 60, 60)
    assert scene.width == 60


# ---------------------------------------------------------------- terrain

CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "woods": ((0, 0), (12, 0), (12, 8), (0, 8)),
    "rocks": ((0, 0), (12, 0), (12, 8), (0, 8)),
    "road": ((0, 0), (12, 4)),
    "stream": ((0, 0), (6, 3), (12, 4)),
    "huts": ((3, 3), (9, 3)),
    "palms": ((3, 3),),
}


def terrain_colours(terrain: TableTerrain) -> list[str]:
    """Return the fills and pens of drawn terrain, the lowest first."""
    items = draw_terrain(terrain, lambda place: (5 * place[0], 5 * place[1]), 5)
    colours = (item.fill or (item.stroke and item.stroke.colour) for item in items if isinstance(item, Path))
    return [colour for colour in colours if colour]


@pytest.mark.parametrize(
    ("kind", "lowest", "highest"),
    [
        ("woods", table_ground.FLOOR, table_ground.TOP),
        ("rocks", table_ground.SOIL, table_ground.FACET),
        ("road", table_ground.VERGE, table_ground.RUT),
        ("stream", table_ground.BANK, table_ground.SHINE),
        ("huts", table_ground.SHADOW, table_ground.EAVES),
        ("palms", table_ground.SHADOW, table_ground.RIB),
    ],
)
def test_each_kind_of_terrain_is_drawn_the_same_in_each_build(kind: str, lowest: str, highest: str) -> None:
    terrain = TableTerrain.model_validate({"kind": kind, "path": CORNERS[kind], "wide": 2})
    colours = terrain_colours(terrain)
    assert (colours[0], colours[-1]) == (lowest, highest)
    assert terrain_colours(terrain) == colours


def test_the_trees_of_woods_are_inside_their_outline() -> None:
    woods = TableTerrain(kind="woods", path=CORNERS["woods"])
    drawn = list(draw_terrain(woods, lambda place: (5 * place[0], 5 * place[1]), 5))
    crowns = [item for item in drawn if isinstance(item, Path) and item.fill == table_ground.CROWN]
    assert len(crowns) > 40
    box = items_extent(drawn[:1])
    assert box is not None
    assert all(box.x < middle(crown)[0] < box.right and box.y < middle(crown)[1] < box.bottom for crown in crowns)


def test_terrain_is_below_the_pieces_of_a_scene_and_inside_it() -> None:
    """The first group of a scene is its table; it is clipped, and no terrain is above a piece."""
    played = worked("grenade")
    table = draw_tableau(GAME, played, read_results(played), 76).items[0]
    assert isinstance(table, Group)
    assert table.clip is not None
    pieces = [number for number, item in enumerate(table.items) if isinstance(item, Use)]
    crowns = [n for n, item in enumerate(table.items) if isinstance(item, Path) and item.fill == table_ground.CROWN]
    assert crowns
    assert max(crowns) < min(pieces)


def test_terrain_with_too_few_points_is_rejected() -> None:
    with pytest.raises(ValidationError, match="the path of woods has 2 points; write 3 or more"):
        TableTerrain(kind="woods", path=((0, 0), (1, 1)))
