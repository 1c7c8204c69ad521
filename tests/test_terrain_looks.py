"""Looks of terrain are data: those of all games in `templates/looks`, and those in the folder of a game."""

import re
import shutil
import subprocess
import sys
from pathlib import Path as FilePath
from typing import get_args

import pytest

from pnp.api import check
from pnp.art.map.drawings import DRAWINGS
from pnp.art.map.map_palette import FULL
from pnp.checks import check_game
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.hexmap import draw_hexmap, draw_terrain_sample
from pnp.findings import CHECKS, Refused, Severity
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.library_files import former_names
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.looks import area_looks, line_looks, place_looks, textures
from pnp.model.looks.area_looks import AreaLook
from pnp.model.looks.look import AreaShape, LookLibrary, TerrainLook
from pnp.report.schema import schema_text
from pnp.resources import data_dir
from pnp.scene import Path, walk
from tests.draw_map_games import TERRAIN
from tests.made_games import looks_of, make_game

DATA, HOME = data_dir(), load_target("home")
SHIPPED = sorted(path.name for path in DATA.iterdir())
SAND, CREST = "#F2E3A1", "#C9A553"
WINTER_SAND = "#EFEAD9"


OWN = """
dunes:  # sand in long ridges
  kind: area
  order: 35
  colours: {sand: "#F2E3A1", grain: "#C9A553"}
  winter_colours: {sand: "#EFEAD9"}
  plain_colour: sand
  fill: sand
  shape: {noise: 0.6, waves: 0.9, octaves: 3, bend: 0.15}
  texture: {name: dune, paint: grain, spacing_pt: 9, inset_pt: 3, reach_pt: [2, 2, 2, 2]}
pine-woods:
  like: woods
  colours: {fill: "#A0B090"}
well:
  kind: symbol
  size_pt: [5, 5]
  colours: {stone: "#123456"}
  layers:
    - {outline: "O0 0 2.4", fill: stone, line: ink, pen: 0.6}
"""
"""Looks that a game brings along."""


def folder_with_looks(folder: FilePath, looks: str) -> FilePath:
    """Write a game with its own looks."""
    (folder / "looks").mkdir(parents=True)
    (folder / "looks" / "own.yaml").write_text(looks, "utf-8")
    (folder / "game.yaml").write_text("game: {title: Desert, designer: A. Name}\n", "utf-8")
    return folder


def findings_of(folder: FilePath, looks: str) -> list[str]:
    """Return the findings on some looks of a game, without the folder."""
    with pytest.raises(Refused) as refused:
        load_game(folder_with_looks(folder, looks))
    return [str(finding).partition("looks/own.yaml:")[2] for finding in refused.value.findings]


@pytest.fixture
def dunes(tmp_path: FilePath) -> LookLibrary:
    """The looks of a game that has its own."""
    assert "dunes" not in shared_looks()
    return load_game(folder_with_looks(tmp_path / "desert", OWN)).looks


def game_with_dunes(looks: LookLibrary, **map_: object) -> Game:
    grid = {
        "hexes": "flat",
        "columns": "A-F",
        "rows": "1-6",
        "across_flats": "17.78mm",
        "low": "odd",
        "at": ["20mm"] * 2,
    }
    paper = {"width": "200mm", "height": "200mm"}
    terrain = {
        **TERRAIN,
        "dunes": {"name": "Dunes", "of": "hex", "look": "dunes"},
        "pines": {"name": "Pines", "of": "hex", "look": "pine-woods"},
        "well": {"name": "Well", "of": "place", "look": "well"},
    }
    data = {"title": "Desert", "paper": paper, "grid": grid, "terrain": {"dunes": "B2-D4"}, **map_}
    tree = {"game": {"title": "Desert", "designer": "A. Name"}, "terrain": terrain, "map": data}
    return make_game(tree, looks)


def drawn_colours(game: Game) -> dict[str, set[str]]:
    """The fill colours of each layer of a map, including those of its textures."""
    board = resolve_board(game)
    assert board is not None
    return {
        group.layer: {item.fill for item, _ in walk(group.items) if isinstance(item, Path) and item.fill}
        for group in draw_hexmap(game, board).layers
    }


def test_a_new_look_is_drawn_on_natural_and_plain_maps(dunes: LookLibrary) -> None:
    natural = drawn_colours(game_with_dunes(dunes))
    assert {SAND, CREST} <= natural["terrain"]
    assert SAND in drawn_colours(game_with_dunes(dunes, style="plain"))["land"]


def test_a_new_look_has_its_own_colours_in_winter(dunes: LookLibrary) -> None:
    terrain = drawn_colours(game_with_dunes(dunes, season="winter"))["terrain"]
    assert {WINTER_SAND, CREST} <= terrain
    assert SAND not in terrain


def test_a_new_look_has_a_sample(dunes: LookLibrary) -> None:
    scene = draw_terrain_sample(game_with_dunes(dunes), "dunes", 11)
    assert {SAND, CREST} <= {item.fill for item, _ in walk(scene.items) if isinstance(item, Path)}


def test_the_checks_know_the_group_of_a_new_look(dunes: LookLibrary) -> None:
    def clashes(**terrain: str) -> list[str]:
        return [found.wrong for found in check_game(game_with_dunes(dunes, terrain=terrain), codes=["M005"])]

    assert clashes(dunes="B2", woods="B2") == ["B2 is dunes and woods"]
    assert clashes(dunes="B2", lake="B2") == ["B2 is dunes and lake"]
    assert clashes(dunes="B2", hills="B2") == []


def test_a_look_like_another_has_all_of_it_but_its_own_colours(dunes: LookLibrary) -> None:
    terrain = drawn_colours(game_with_dunes(dunes, terrain={"pines": "B2-D4"}))["terrain"]
    assert {"#A0B090", "#C0D098"} <= terrain, "its own fill, and the rim of woods"


def test_a_symbol_of_a_game_is_drawn_from_its_layers(dunes: LookLibrary) -> None:
    places = {"C3": {"name": "Well", "kinds": "well"}}
    assert "#123456" in {
        colour for drawn in drawn_colours(game_with_dunes(dunes, places=places)).values() for colour in drawn
    }


@pytest.mark.parametrize(
    ("looks", "message"),
    [
        ("hut: {like: hutt}", "1:13 (looks.hut.like): L012 there is no look hutt; "),
        ("pond: {like: pond}", "1:14 (looks.pond.like): L012 the look pond is like itself; "),
        ("dale: {like: woods, fill: 3, rim: 2}", "1:30 (looks.dale.rim): L010 unknown key rim; "),
        ("lane: {kind: road}", "1:1 (looks.lane.bridge_half_pt): L011 lane has no key bridge_half_pt; "),
        (
            "dale: {like: woods, texture: {name: a, paint: oak, spacing_pt: 3, inset_pt: 2, reach_pt: [1, 1, 1, 1]}}",
            "1:47 (looks.dale.texture.paint): L013 paint: cannot be oak; write bare-tree, broad-tree, crown",
        ),
    ],
)
def test_a_mistake_in_a_look_is_found_at_its_line(tmp_path: FilePath, looks: str, message: str) -> None:
    (finding, *_) = findings_of(tmp_path / "desert", looks)
    assert message in finding


def test_a_colour_that_a_drawing_needs_is_refused_at_the_look(tmp_path: FilePath) -> None:
    looks = load_game(folder_with_looks(tmp_path / "desert", OWN.replace("grain:", "crest:"))).looks
    with pytest.raises(Refused) as refused:
        drawn_colours(game_with_dunes(looks))
    (finding,) = refused.value.findings
    assert str(finding).endswith(
        "own.yaml:2:1 (looks.dunes): L012 the drawing of the look dunes needs a colour named grain; "
        "write grain: and a colour in its colours"
    )


def test_an_unknown_look_is_refused_with_all_known_looks(tmp_path: FilePath) -> None:
    folder = folder_with_looks(tmp_path / "desert", OWN)
    (folder / "game.yaml").write_text(
        "game: {title: Desert, designer: A. Name}\nterrain: {dune: {name: Dune, of: hex, look: dunse}}\n", "utf-8"
    )
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert "did you mean dunes?" in finding.write


# ---------------------------------------------------------------- looks that are in the folder of one game since


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_without_its_own_looks_and_motifs_is_read_and_drawn(tmp_path: FilePath, name: str) -> None:
    """Its older editions have neither folder: they name looks that were in `templates/`."""
    folder = tmp_path / name
    shutil.copytree(DATA / name, folder, ignore=shutil.ignore_patterns("looks", "motifs"))
    game = load_game(folder)
    for one in game.scenarios.values() or (game,):
        drawn = (draw_terrain_sample(one, kind, 15) for kind in one.terrain if one.map)
        assert all(sample.items for sample in drawn)
        assert {kind.look for kind in one.terrain.values()} <= set(one.looks), "each has the name of a look that exists"
        assert one.cover is None or draw_cover(one, HOME.papers["letter"], HOME.margin).items
    played = {code for code in CHECKS if code.startswith("X")}  # looks change no example
    codes = {code for code, one in CHECKS.items() if one.of in ("game", "drawing")} - played
    assert not [str(one) for one in check(game, codes) if one.severity is Severity.ERROR]


def test_every_former_look_is_that_of_one_game_and_has_a_shared_look_of_its_kind() -> None:
    own = {name: look for game in SHIPPED for name, look in looks_of(game).items() if name not in list(shared_looks())}
    assert set(own) == set(former_names().looks)
    for name, other in former_names().looks.items():
        assert other in shared_looks(), name
        assert own[name].kind == shared_looks()[other].kind or {own[name].group, shared_looks()[other].group} <= {
            "settlement", "symbol", "path",
        }, name  # fmt: skip


def test_every_former_motif_is_that_of_one_game() -> None:
    own = [path.name.partition(".")[0] for path in DATA.glob("*/motifs/*.svg")]
    assert sorted(own) == sorted(former_names().motifs)
    assert all(name in shared_motifs() for name in former_names().motifs.values() if name)


def test_a_former_name_is_found_but_not_offered(tmp_path: FilePath) -> None:
    game = load_game(folder_with_looks(tmp_path / "desert", "dunes: {like: massif, colours: {hatch: '#123456'}}\n"))
    assert game.looks["dunes"].colours["hatch"] == "#123456"
    assert game.looks["dunes"].plain_colour == game.looks["massif"].plain_colour == game.looks["mountain"].plain_colour
    assert "massif" not in list(game.looks)
    assert "massif" not in str(findings_of(tmp_path / "other", "dunes: {like: masif}\n"))
    lists = [set(re.findall(r'"(.*?)"', words)) for words in re.findall(r'"enum": \[([^]]*)\]', schema_text())]
    assert [
        words & {*former_names().looks, *former_names().motifs} for words in lists if words & {"woods", "gull"}
    ] == [set(), set(), set(), set()]


def test_a_look_of_a_game_may_have_a_former_name(tmp_path: FilePath) -> None:
    game = load_game(folder_with_looks(tmp_path / "desert", "massif: {like: massif, order: 3}\n"))
    assert (game.looks["massif"].order, list(game.looks).count("massif")) == (3, 1)


def test_every_drawing_that_looks_may_name_exists() -> None:
    """The words of the data language and the drawings are the same."""
    words = [
        *get_args(textures.Paint), *get_args(textures.Density), *get_args(textures.Choice),
        *get_args(area_looks.AreaDrawing), *get_args(area_looks.AreaDetail), *get_args(area_looks.GroundDrawing),
        *get_args(line_looks.Surface), *get_args(line_looks.BarrierDrawing), *get_args(place_looks.Surroundings),
    ]  # fmt: skip
    assert sorted(words) == sorted(DRAWINGS)


def test_every_look_has_the_colours_that_it_names() -> None:
    for look in {look for game in SHIPPED for look in looks_of(game).values()}:
        assert set(look.winter_colours) <= set(look.colours), look.name
        assert not look.plain_colour or look.plain_colour in FULL.of(look), look.name
    assert len(shared_looks().of(TerrainLook)) == len(shared_looks())


def test_reading_a_game_does_not_import_the_drawing_of_maps() -> None:
    """Every command that reads a game reads the looks, and shapely and numpy take long to import."""
    code = "import sys; from pnp import load_game; load_game('tests/games/small'); "
    code += "print([name for name in sys.modules if name in ('shapely', 'numpy') or name.startswith('pnp.draw')])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_a_look_of_an_older_pnp_loses_the_old_measures_of_its_outline(tmp_path):
    old = "shape: {shrink: 1, close: 16, open: 9, amplitude: 3.5, wavelength: 24}"
    game = load_game(folder_with_looks(tmp_path, f"moor: {{like: marsh, {old}}}"))
    look = game.looks["moor"]
    assert isinstance(look, AreaLook)
    assert look.shape == AreaShape()


def test_a_look_of_an_older_pnp_loses_the_old_measures_of_its_fields(tmp_path):
    game = load_game(
        folder_with_looks(tmp_path, "plain: {like: clear, fields: {bent_pt: 1.6, cut_pt2: [28, 85], shares: [1, 1]}}")
    )
    assert game.looks["plain"].fields == game.looks["clear"].fields
