"""The register of terrain looks: every look is in one module, and a new look needs no change elsewhere."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from pnp.checks import check_game
from pnp.draw.hexmap import draw_hexmap, draw_terrain_sample
from pnp.draw.map.look_specs import AreaLook, AreaShape, DrawnLook, Texture, looks_of
from pnp.draw.map.map_palette import FULL
from pnp.load.board import resolve_board
from pnp.model.game import Game
from pnp.model.gamemap import LOOKS, TerrainKind, register_look
from pnp.scene import Path, circle, walk
from tests.draw_map_games import TERRAIN

SAND, CREST = "#F2E3A1", "#C9A553"
WINTER_SAND = "#EFEAD9"


@pytest.fixture
def dunes() -> Iterator[AreaLook]:
    """A look that only this test knows."""
    assert "dunes" not in LOOKS
    look = AreaLook(
        name="dunes",
        order=35,
        colours={"sand": SAND, "crest": CREST},
        winter_colours={"sand": WINTER_SAND},
        plain_colour="sand",
        shape=AreaShape(1.0, 16, 9, 3.5, 24),
        draw=lambda area, colours: [area.fill(colours["sand"])],
        texture=Texture(
            name="dune",
            paint=lambda colours, pt, share: [circle(0, 0, (1 + share) * pt, fill=colours["crest"])],
            spacing_pt=9,
            inset_pt=3,
            reach_pt=(2, 2, 2, 2),
        ),
    )
    register_look(look)
    yield look
    del LOOKS._kinds["dunes"]


def game_with_dunes(**map_: object) -> Game:
    grid = {
        "hexes": "flat",
        "columns": "A-F",
        "rows": "1-6",
        "across_flats": "17.78mm",
        "low": "odd",
        "at": ["20mm"] * 2,
    }
    paper = {"width": "200mm", "height": "200mm"}
    terrain = {**TERRAIN, "dunes": {"name": "Dunes", "of": "hex", "look": "dunes"}}
    data = {"title": "Desert", "paper": paper, "grid": grid, "terrain": {"dunes": "B2-D4"}, **map_}
    return Game.model_validate({"game": {"title": "Desert", "designer": "A. Name"}, "terrain": terrain, "map": data})


def drawn_colours(game: Game) -> dict[str, set[str]]:
    """The fill colours of each layer of a map, including those of its textures."""
    board = resolve_board(game)
    assert board is not None
    return {
        group.layer: {item.fill for item, _ in walk(group.items) if isinstance(item, Path) and item.fill}
        for group in draw_hexmap(game, board).layers
    }


def test_a_new_look_is_drawn_on_natural_and_plain_maps(dunes: AreaLook) -> None:
    natural = drawn_colours(game_with_dunes())
    assert {SAND, CREST} <= natural["terrain"]
    assert SAND in drawn_colours(game_with_dunes(style="plain"))["land"]


def test_a_new_look_has_its_own_colours_in_winter(dunes: AreaLook) -> None:
    terrain = drawn_colours(game_with_dunes(season="winter"))["terrain"]
    assert {WINTER_SAND, CREST} <= terrain
    assert SAND not in terrain


def test_a_new_look_has_a_sample(dunes: AreaLook) -> None:
    scene = draw_terrain_sample(game_with_dunes(), "dunes", 11)
    assert {SAND, CREST} <= {item.fill for item, _ in walk(scene.items) if isinstance(item, Path)}


def test_the_checks_know_the_group_of_a_new_look(dunes: AreaLook) -> None:
    def clashes(**terrain: str) -> list[str]:
        return [found.wrong for found in check_game(game_with_dunes(terrain=terrain), codes=["M005"])]

    assert clashes(dunes="B2", woods="B2") == ["B2 is dunes and woods"]
    assert clashes(dunes="B2", lake="B2") == ["B2 is dunes and lake"]
    assert clashes(dunes="B2", hills="B2") == []


def test_an_unknown_look_is_refused_with_all_known_looks() -> None:
    with pytest.raises(ValidationError) as raised:
        TerrainKind(name="Dunes", of="hex", look="dunes")
    (detail,) = raised.value.errors()
    assert detail["type"] == "literal_error"
    assert detail["ctx"]["expected"] == " or ".join(f"'{name}'" for name in LOOKS)
    with pytest.raises(ValidationError):
        TerrainKind.model_validate({"name": "Dunes", "of": "hex", "look": ["woods"]})


def test_every_look_has_the_colours_that_it_names() -> None:
    for look in looks_of(DrawnLook).values():
        assert set(look.winter_colours) <= set(look.colours), look.name
        assert not look.plain_colour or look.plain_colour in FULL.of(look), look.name
    assert len(looks_of(DrawnLook)) == len(LOOKS)


def test_reading_a_game_imports_all_looks_but_not_the_drawing_of_maps() -> None:
    """Every command that reads a game imports the looks, and shapely and numpy take long to import."""
    code = "import sys; from pnp.model.gamemap import LOOKS; assert len(LOOKS) == 78; "
    code += (
        "print([name for name in ('shapely', 'numpy', 'pnp.draw.hexmap', 'pnp.draw.map.water') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
