"""Illustrated covers: palettes, titles, pictures in every variant, findings about wrong data, and the default picture."""

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import shapely

from pnp.api import check
from pnp.art.covers.drawn_layers import DRAWN_LAYERS, MOTIF_SHAPES, draw_layer, motif_shapes
from pnp.art.covers.layout import cover_layout
from pnp.art.covers.lettering import fitted_lettering, lettering
from pnp.art.covers.picture import Frame, Picture
from pnp.art.covers.shapes import random_arrays
from pnp.art.covers.title_block import HIGHEST, TITLE_FONT, title_lines
from pnp.compose.cover import compose_cover, cover_counters
from pnp.draw.cover_art.cover_facts import PrintedFact, printed_facts
from pnp.draw.cover_art.cover_findings import cover_findings
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.hexmap import draw_hexmap
from pnp.draw.title_art import draw_title_art
from pnp.extent import items_extent
from pnp.findings import Refused
from pnp.impose.page import Document, Page
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.game_files import game_files
from pnp.load.motifs import shared_motifs
from pnp.load.svg_outlines import FLAT
from pnp.load.target_files import load_target
from pnp.model.cover_inks import INKS
from pnp.model.cover_layers.cover_layer import CoverLayer, Motif, layer_kinds
from pnp.model.game import Game
from pnp.model.kit_cover import LEAST_CONTRASTS, Cover, CoverPalette
from pnp.palette import contrast, luminance
from pnp.scene import Group, Path as ScenePath, Rect, Scene, Text, Use, walk
from pnp.units import points
from pnp.write.pdf import pdf_bytes
from tests.made_games import make_game
from tests.playing import shipped_game

TOP = Path(__file__).parents[1]
SHIPPED = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper")
HOME = load_target("home")
LETTER, A4 = HOME.papers["letter"], HOME.papers["a4"]
PALETTE = {
    "paper": "#FCF0D6", "light": "#F5CF87", "mid": "#E0914A", "deep": "#A4482A", "ink": "#2C1B18", "accent": "#1E6B6C",
}  # fmt: skip


@pytest.fixture(scope="module")
def duel() -> Game:
    return load_game(TOP / "tests" / "games" / "duel")


def layer(data: dict[str, object]) -> CoverLayer:
    """Return the layer of some data, which may show the motifs of all games."""
    cover = Cover.model_validate({"scene": [data]}, context={"motifs": shared_motifs()})
    return cover.scene[0]


def colours(scene: Scene) -> set[str]:
    """Return all colours of a drawing."""
    found: set[str] = set()
    for item, _ in walk(scene.items):
        stroke = item.stroke if isinstance(item, ScenePath) else None
        found |= {colour for colour in (item.fill, stroke and stroke.colour) if colour}
    return found


# ---------------------------------------------------------------- palettes


@pytest.mark.parametrize("name", SHIPPED)
def test_the_inks_of_a_shipped_cover_get_darker_in_even_steps(name: str) -> None:
    """Neighbouring planes of a picture differ by at least 8 steps of lightness, also in greyscale."""
    palette = shipped_game(name).game.cover.palette
    assert palette is not None
    levels = [luminance(getattr(palette, ink)) for ink in INKS[:5]]
    lightness = [116 * level ** (1 / 3) - 16 for level in levels]
    assert all(one - other >= 8 for one, other in itertools.pairwise(lightness)), lightness


def test_the_default_palette_has_readable_inks_whatever_the_colours_of_the_sides(duel: Game) -> None:
    for ground, accent in (
        ("#FFFFFF", "#FFFFFF"),
        ("#000000", "#000000"),
        ("#FF0000", "#0000FF"),
        ("#A9AC77", "#2E3512"),
    ):
        sides = {
            name: side.model_copy(update={"ground": ground, "accent": accent}) for name, side in duel.sides.items()
        }
        palette = default_palette(duel.model_copy(update={"sides": sides}))
        for one, other, least in LEAST_CONTRASTS:
            assert contrast(getattr(palette, one), getattr(palette, other)) >= least


# ---------------------------------------------------------------- titles


@pytest.mark.parametrize("title", ["Mukden", "A Master Stroke", "Paratrooper", "Skirmish"])
@pytest.mark.parametrize("width", [540.0, 523.28])
def test_a_title_is_exactly_as_wide_as_the_page_allows(title: str, width: float) -> None:
    (line,) = title_lines(title, width)
    assert line.right - line.left == pytest.approx(width, abs=1e-6)
    drawn = line.drawn(36, 100, "#000000").items[0]
    assert isinstance(drawn, ScenePath)
    ink = curve_points(drawn)
    assert (min(ink), max(ink)) == pytest.approx((points(36), points(36 + width)), abs=0.01)


def curve_points(path: ScenePath) -> list[float]:
    """Return the x of points along all lines and curves of a path."""
    found: list[float] = []
    numbers = iter(path.xy)
    for command in path.ops.replace("Z", ""):
        *handles, end = [next(numbers) for _ in range(6 if command == "C" else 2)][0::2]
        for t in (0.25, 0.5, 0.75) if handles else ():
            start, (one, other) = found[-1], handles
            found.append((1 - t) ** 3 * start + 3 * t * (1 - t) ** 2 * one + 3 * t**2 * (1 - t) * other + t**3 * end)
        found.append(end)
    return found


def test_a_short_title_is_not_higher_than_the_picture_allows() -> None:
    (line,) = title_lines("Ox", 540)
    assert line.bottom - line.top == pytest.approx(HIGHEST)
    assert line.right - line.left < 540


def test_a_long_title_has_several_lines_of_the_same_width() -> None:
    lines = title_lines("The quick brown fox jumps over the lazy dog once more", 540)
    assert len(lines) == 3
    assert [line.right - line.left for line in lines] == pytest.approx([540] * 3)


def test_letters_are_kerned() -> None:
    assert lettering("AVAVAV", TITLE_FONT, 100).right < 6 * lettering("AV", TITLE_FONT, 100).right / 2 - 5
    assert fitted_lettering(" ", TITLE_FONT, 540, 100).ops == ""


# ---------------------------------------------------------------- drawing

EXAMPLES: dict[str, dict[str, object]] = {
    "airstrip": {"ink": "light", "vanish": [306, 488], "left": 60, "right": 552, "top": 494, "dash": "paper", "puddles": "mid"},
    "bars": {"ink": "light", "items": [[120, 262, 320, 17]]},
    "ceiling": {"y": 200, "ink": "deep", "crayon": "mid"},
    "column": {"start": [70, 724], "end": [400, 528], "scale": [1.2, 0.2], "count": 4, "far": "mid"},
    "cracks": {"ink": "deep", "area": [0, 500, 600, 540]},
    "cumulus": {"at": [500, 430], "width": 300, "ink": "paper", "shade": "light"},
    "flak": {"items": [[250, 270, 13]], "ink": "deep", "core": "accent"},
    "furrows": {"ink": "mid", "vanish": [520, 500], "top": 556},
    "leaves": {"ink": "ink", "veins": "deep", "items": [[40, 760, 210, 40, -38, 0.35]]},
    "mist": {"y": 424, "ink": "paper"},
    "plain": {"ink": "light", "top": 540, "to": "mid", "crayon": "paper"},
    "rain": {"ink": "paper"},
    "ridge": {"ink": "mid", "base": 478, "height": 44, "lit": "paper", "crayon": "light", "trees": 3, "peaks": [[90, 62, 150]]},
    "river": {"ink": "light", "points": [[322, 511], [292, 545], [300, 730]], "narrow": 4, "wide": 190, "glint": "paper", "bank": "ink"},
    "sky": {"top": "mid", "horizon": "paper"},
    "snow": {"ink": "paper"},
    "stars": {"ink": "paper", "count": 20},
    "sun": {"at": [424, 372], "radius": 96, "ink": "accent", "bars": [[420, 3]], "halo": 120},
    "surf": {"start": 516, "end": 560, "inks": ["paper", "mid"]},
    "telegraph": {"ink": "deep", "items": [[640, 700, 420], [530, 612, 190]]},
    "water": {"ink": "mid", "top": 430, "bottom": 560, "glint": "paper", "deep": "deep", "light_at": 232},
}  # fmt: skip
"""Fields of each kind of layer that is not a motif; motifs need only a place."""


MOTIFS = shared_motifs()


@pytest.mark.parametrize("kind", [*layer_kinds(), *MOTIFS])
def test_every_kind_of_layer_draws_something_and_the_same_again(kind: str) -> None:
    record = layer({"kind": kind, **EXAMPLES.get(kind, {"at": [300, 700]})})
    drawn = []
    for _ in range(2):
        picture = Picture(PALETTE, Frame())
        draw_layer(picture, record, 3, MOTIFS)
        drawn.append(picture.items)
    assert drawn[0] == drawn[1] != []
    if isinstance(record, Motif):
        assert all(shapely.is_valid(shape) for _, shape in motif_shapes(record, 3, MOTIFS))


def test_every_kind_of_layer_has_a_drawing() -> None:
    assert set(layer_kinds()) == DRAWN_LAYERS.keys() | MOTIF_SHAPES.keys()


def test_reading_a_cover_imports_no_drawing() -> None:
    code = (
        "import pathlib, sys; from pnp.load import load_game\n"
        "load_game(pathlib.Path('data/paratrooper'))\n"
        "print(*(name for name in sys.modules if name.startswith('pnp.draw')))"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, check=True, text=True).stdout
    assert printed.split() == []


def test_a_motif_has_a_place_a_scale_and_a_turn() -> None:
    both = layer({"kind": "gull", "at": [[1, 2], [3, 4, -0.5, 90]], "tones": {"body": "none"}})
    assert isinstance(both, Motif)
    assert both.at == ((1, 2, 1, 0), (3, 4, -0.5, 90))
    picture = Picture(PALETTE)
    draw_layer(picture, both, 1, MOTIFS)
    assert picture.items == []


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_cover_is_a_vector_drawing_of_moderate_size(name: str) -> None:
    game = shipped_game(name).game
    cover = draw_cover(game, LETTER, HOME.margin, sheets=12)
    assert (cover.width, cover.height) == (LETTER.width, LETTER.height)
    page = Page("cover", cover.width, cover.height, cover.box, cover.box, (Use(cover),))
    assert len(pdf_bytes(Document("cover", "Cover", (page,)))) < 1_600_000
    assert cover_findings(game) == ()


def test_the_picture_of_a_home_printer_ends_at_its_margin(duel: Game) -> None:
    (clipped,) = draw_cover(duel, A4, HOME.margin).items
    assert isinstance(clipped, Group)
    assert clipped.clip is not None
    inside = Rect(0, 0, A4.width, A4.height).grown(-HOME.margin)
    assert (min(clipped.clip.xy), max(clipped.clip.xy)) == pytest.approx((HOME.margin, inside.bottom))
    for item, matrix in walk((clipped,)):
        if isinstance(item, Text):
            assert inside.holds(*matrix.apply((item.x, item.y)))


def test_a_taller_paper_has_more_picture_at_the_top_and_all_of_its_width() -> None:
    layout = cover_layout(A4, HOME.margin)
    assert layout.frame.left == pytest.approx(-9)
    assert layout.top < -50
    low = layout.matrix.apply((points(layout.right), points(792)))
    assert low == pytest.approx((A4.width - points(36) * layout.scale, A4.height))


@pytest.mark.slow
def test_the_same_data_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "import hashlib, pathlib; from pnp.load import load_game; from pnp.load.target_files import load_target\n"
        "from pnp.draw.cover_art.cover_page import draw_cover\n"
        "target = load_target('home')\n"
        "cover = draw_cover(load_game(pathlib.Path('data/paratrooper')), target.papers['letter'], 0)\n"
        "print(hashlib.sha256(repr(cover).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=TOP,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(TOP)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


# ---------------------------------------------------------------- variants


@pytest.mark.slow
def test_greyscale_has_no_colour_and_low_ink_less_of_it() -> None:
    game = shipped_game("mukden").game
    full, grey, low = (draw_cover(game, LETTER, 0, variant=variant) for variant in ("full", "grey", "low"))
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours(grey))
    assert any(colour[1:3] != colour[3:5] for colour in colours(full))

    def ink(scene: Scene) -> float:
        """Return the mean darkness of the filled shapes, each weighted by its length of outline."""
        paths = [item for item, _ in walk(scene.items) if isinstance(item, ScenePath) and item.fill]
        return sum((1 - luminance(path.fill or "")) * len(path.xy) for path in paths) / sum(
            len(path.xy) for path in paths
        )

    assert ink(low) < 0.75 * ink(full)
    assert game.cover.palette
    assert game.cover.palette.ink in colours(low), "text stays dark"


# ---------------------------------------------------------------- facts


def test_the_panel_states_what_the_data_contains() -> None:
    assert [(fact.label, fact.value, fact.unit) for fact in printed_facts(shipped_game("meiktila").game, 24)] == [
        ("Players", "2", "players"), ("Pieces", "80", "counters"), ("Map", "11 × 17", "inches"), ("To print", "24", "sheets"),
    ]  # fmt: skip
    units = [(fact.label, fact.value) for fact in printed_facts(shipped_game("skirmish").game, 1)]
    assert units == [("Players", "2"), ("Pieces", "132"), ("Deck", "54"), ("To print", "1")]
    game = shipped_game("skirmish").game
    deck = game.components["result-deck"]
    two = game.model_copy(update={"components": {**game.components, "other": deck}})
    assert PrintedFact("Cards", "108", "in 2 decks") in printed_facts(two, 1)


def test_facts_of_the_published_text_replace_computed_ones(duel: Game) -> None:
    cover = Cover.model_validate({"facts": [{"label": "Playing time", "value": "2", "unit": "hours", "basis": "text"}]})
    game = duel.model_copy(update={"cover": cover})
    assert [fact.label for fact in printed_facts(game, 9)] == ["Playing time", "Pieces", "Map", "To print"]
    assert [fact.label for fact in printed_facts(game, 0)] == ["Playing time", "Pieces", "Map"]


def test_the_sheets_are_those_of_the_joined_file(duel: Game) -> None:
    files = [("map", "Map", 1), ("map-tiles", "Tiles", 4), ("counters", "Counters", 2), ("rules", "Rules", 23)]
    cover = compose_cover(duel, HOME, LETTER, "long", files).scenes["cover"]
    texts = [item.text for item, _ in walk(cover.items) if isinstance(item, Text)]
    assert texts[texts.index("TO PRINT") + 1] == str(4 + 1 + 12 + 2)


# ---------------------------------------------------------------- wrong data

SLIPS = {
    "ink": ("{kind: rain, ink: papre}", "4:23 (cover.scene.0.ink): L012 there is no ink named papre; did you mean paper?"),
    "share": ("{kind: rain, ink: mid/paper 145}", "4:23 (cover.scene.0.ink): L012 mid/paper 145 is not an ink; write one of "),
    "layer": ("{kind: rian, ink: paper}", "4:5 (cover.scene.0): L012 there is no kind of layer named rian; did you mean rain?"),
    "motif": ("{kind: fan_plam, at: [1, 2]}", "4:5 (cover.scene.0): L012 there is no kind of layer named fan_plam; did you mean fan_palm?"),
    "key": ("{kind: rain, ink: paper, angel: 70}", "4:30 (cover.scene.0.angel): L010 unknown key angel; did you mean angle?"),
    "place": ("{kind: gull, at: [1]}", "4:18 (cover.scene.0.at): L012 a place has x and y, and may have a scale and a turn; write "),
    "tone": ("{kind: gull, at: [1, 2], tones: {bdy: ink}}", "4:43 (cover.scene.0.tones.bdy): L012 there is no tone named bdy; did you mean body?"),
    "tone's ink": ("{kind: gull, at: [1, 2], tones: {body: blue}}", "4:44 (cover.scene.0.tones.body): L012 there is no ink named blue; write "),
    "pose": ("{kind: infantryman, at: [1, 2], pose: runing}", "4:43 (cover.scene.0.pose): L013 pose: cannot be runing; did you mean running?"),
    "part": ("{kind: medium_tank, at: [1, 2], pennant: small}", "4:46 (cover.scene.0.pennant): L013 pennant: cannot be small; write true or false"),
    "no such part": ("{kind: medium_tank, at: [1, 2], penant: no}", "4:37 (cover.scene.0.penant): L010 unknown key penant; did you mean pennant?"),
    "choices": ("{kind: gull, at: [1, 2], choices: {pose: running}}", "4:30 (cover.scene.0.choices): L010 unknown key choices"),
    "no kind": ("{at: [1, 2]}", "4:5 (cover.scene.0): L012 a layer has a kind; write airstrip, "),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_layer_is_found_at_its_line(tmp_path: Path, slip: str) -> None:
    layer, expected = SLIPS[slip]
    folder = game_with_cover(tmp_path, f"palette: {PALETTE}\nsubtitle: Two hills\nscene:\n  - {layer}\n")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert f"cover.yaml:{expected}" in str(finding)


def motif(*shapes: str) -> str:
    """Return the text of an SVG file with some shapes, each on a line of its own."""
    return "\n".join(('<svg xmlns="http://www.w3.org/2000/svg">', *shapes, "</svg>"))


TRIANGLE = '<path class="body" d="M0 0h10l-5-20z"/>'
CHEST = motif(TRIANGLE, '<g class="part" id="lid"><path class="light" d="M-5-10C-5-20 5-20 5-10z"/></g>')


def test_a_game_has_motifs_of_its_own(tmp_path: Path) -> None:
    scene = "[{kind: chest, at: [300, 700, 2]}, {kind: chest, lid: false, at: [200, 700]}, {kind: gull, at: [1, 2]}]"
    folder = game_with_cover(tmp_path, f"palette: {PALETTE}\nscene: {scene}\n")
    own = folder / "motifs"
    own.mkdir()
    (own / "chest.svg").write_text(CHEST, encoding="utf-8")
    (own / "gull.svg").write_text(motif(TRIANGLE), encoding="utf-8")
    game = load_game(folder)
    whole, without, gull = game.cover.scene
    assert isinstance(whole, Motif) and isinstance(without, Motif) and isinstance(gull, Motif)  # noqa: PT018
    lid = motif_shapes(whole, 1, game.motifs)[1][1]
    assert lid.bounds == pytest.approx((-5, 10, 5, 17.5), abs=FLAT)
    assert [tone for tone, _ in motif_shapes(without, 1, game.motifs)] == ["body"]
    assert motif_shapes(gull, 1, game.motifs)[0][1].area == 100, "it replaces the gull of pnp"
    assert draw_cover(game, LETTER, 0).items
    assert "chest" not in shared_motifs()
    assert "motifs/chest.svg" in dict(game_files(folder)), "a build sees that it has changed"


def test_the_gores_of_a_parachute_are_read_and_dropped(tmp_path: Path) -> None:
    folder = game_with_cover(tmp_path, "scene: [{kind: parachutist, gores: 12, at: [1, 2]}]\n")
    assert load_game(folder).cover.scene[0].kind == "parachutist"


def test_outlines_that_overlap_have_holes_and_a_motif_may_have_several_poses(tmp_path: Path) -> None:
    folder = game_with_cover(tmp_path, "scene: [{kind: flag, at: [1, 2]}, {kind: flag, wind: strong, at: [1, 2]}]\n")
    own = folder / "motifs"
    own.mkdir()
    ring = '<path class="body" d="M0 0H10V-10H0ZM2-2H8V-8H2Z"/>'
    (own / "flag.wind.calm.default.svg").write_text(motif(ring), encoding="utf-8")
    (own / "flag.wind.strong.svg").write_text(motif(TRIANGLE), encoding="utf-8")
    game = load_game(folder)
    areas = [motif_shapes(one, 1, game.motifs)[0][1].area for one in game.cover.scene if isinstance(one, Motif)]
    assert areas == [100 - 36, 100]


SVG_SLIPS = {
    "not XML": ("chest.svg", motif("<path"), "chest.svg:3:1: L004 this is not SVG: not well-formed (invalid token)"),
    "no tone": ("chest.svg", motif('<path d="M0 0h1v1z"/>'), "chest.svg:2:1: L012 this path has no tone; as its class, write "),
    "tone": ("chest.svg", motif('<path class="boddy" d="M0 0h1v1z"/>'), "chest.svg:2:1: L012 there is no tone named boddy; as its class, did you mean body?"),
    "outline": ("chest.svg", motif('<path class="body" d="M0 0h"/>'), "chest.svg:2:1: L012 the outline M0 0h is not a path of SVG"),
    "element": ("chest.svg", motif(TRIANGLE, '<circle r="3"/>'), "chest.svg:3:1: L012 a motif consists of paths, but this is <circle>; convert"),
    "transform": ("chest.svg", motif('<g transform="scale(2)">', TRIANGLE, "</g>"), "chest.svg:2:1: L012 a motif is drawn without transformations"),
    "empty": ("chest.svg", motif(), "chest.svg: L012 this picture has no shapes"),
    "entities": ("chest.svg", f"<!DOCTYPE svg>{motif(TRIANGLE)}", "chest.svg:1:14: L012 a picture has no DOCTYPE; delete it"),
    "part": ("chest.svg", motif('<g class="part">', TRIANGLE, "</g>"), "chest.svg:2:1: L012 a part has no name"),
    "too far": ("chest.svg", motif('<path class="body" d="M0 0h1e9v1z"/>'), "chest.svg:2:1: L012 an outline has a number beyond 10,000"),
    "name": ("My Chest.svg", CHEST, "My Chest.svg: L012 this is not a name for a motif; write "),
    "kind": ("rain.svg", CHEST, "rain.svg: L012 the motif rain has the name of a layer that pnp draws; give the file another name"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SVG_SLIPS)
def test_a_slip_in_a_motif_is_found_at_its_line(tmp_path: Path, slip: str) -> None:
    name, text, expected = SVG_SLIPS[slip]
    folder = game_with_cover(tmp_path, "subtitle: Two hills\n")
    (folder / "motifs").mkdir()
    (folder / "motifs" / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load_game(folder)
    (finding,) = refused.value.findings
    assert expected in str(finding)


def test_inks_without_contrast_are_found(tmp_path: Path) -> None:
    folder = game_with_cover(tmp_path, f"palette: {PALETTE | {'deep': '#D4A85A'}}\n")
    with pytest.raises(
        Refused, match=r"cover.yaml:1:1 \(cover.palette\): L012 the inks deep and paper have a contrast of 1"
    ):
        load_game(folder)


def test_a_text_that_does_not_fit_or_cannot_be_printed_is_found(tmp_path: Path) -> None:
    folder = game_with_cover(tmp_path, f"subtitle: {'A very long subtitle ' * 8}\nkicker: 戦\n")
    found = [str(finding) for finding in check(load_game(folder))]
    assert any("cover.yaml:2:9 (cover.kicker): R010 " in text for text in found), found
    folder = game_with_cover(tmp_path / "long", f"subtitle: {'A very long subtitle ' * 8}\n")
    found = [str(finding) for finding in check(load_game(folder))]
    assert any("cover.yaml:1:11 (cover.subtitle): D001 the text 'A very long" in text for text in found), found


def game_with_cover(folder: Path, text: str) -> Path:
    """Return a copy of the small game `duel` with this file for its cover."""
    source = TOP / "tests" / "games" / "duel"
    folder.mkdir(exist_ok=True)
    for file in source.iterdir():
        (folder / file.name).write_text(file.read_text("utf-8"), encoding="utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\ncover: cover.yaml\n")
    (folder / "cover.yaml").write_text(text, encoding="utf-8")
    return folder


# ---------------------------------------------------------------- the default picture


def test_a_game_without_a_scene_shows_a_counter_of_each_side_on_ridges_in_their_colours(duel: Game) -> None:
    counters = cover_counters(duel)
    assert len(counters) == 2
    cover = draw_cover(duel, LETTER, HOME.margin, counters=counters)
    page = cover.items[0]
    assert isinstance(page, Group)
    used = [item.scene.name for item in inner_items(page) if isinstance(item, Use)]
    assert used == [scene.name for scene in counters]
    palette = default_palette(duel)
    assert isinstance(palette, CoverPalette)
    assert {palette.mid, palette.deep, palette.paper} <= colours(cover)


def inner_items(group: Group) -> list[object]:
    """Return the items of a group and of all groups inside it."""
    found: list[object] = []
    for item in group.items:
        found += [item, *(inner_items(item) if isinstance(item, Group) else [])]
    return found


def test_the_title_page_of_a_game_without_a_map_has_the_foot_of_its_cover() -> None:
    game = shipped_game("skirmish").game
    (band,) = draw_title_art(game, None, {}, (), 216, 100, 3, 3).items
    assert isinstance(band, Group)
    extent = items_extent((band,))
    assert extent is not None
    assert (extent.x, extent.right, extent.bottom) == pytest.approx((0, 216, 100), abs=0.01)
    plain = game.model_copy(update={"cover": game.cover.model_copy(update={"scene": ()})})
    assert draw_title_art(plain, None, {}, (), 216, 100, 3, 3).items[0] != band


def test_a_title_page_shows_the_part_of_the_map_with_most_names_and_of_several_the_middle_one() -> None:
    grid = {
        "hexes": "flat",
        "columns": "A-T",
        "rows": "1-24",
        "across_flats": "20mm",
        "low": "even",
        "at": ["15mm"] * 2,
    }
    sheet = {"title": "M", "paper": {"width": "400mm", "height": "560mm"}, "grid": grid}

    def middle(places: dict[str, object]) -> tuple[float, float]:
        """Return the point of the map in the middle of the picture, as shares of its width and height."""
        game = make_game({"game": {"title": "T", "designer": "D"}, "map": {**sheet, "places": places}})
        board = resolve_board(game)
        box = draw_hexmap(game, board).frame.box
        (picture,) = draw_title_art(game, board, {}, (), 120, 60, 3, 3).items
        assert isinstance(picture, Group)
        (matrix,) = [item.matrix for item in picture.items if isinstance(item, Use)]
        x, y = (60 - matrix.e) / matrix.a, (30 - matrix.f) / matrix.d
        return (x - box.x) / box.width, (y - box.y) / box.height

    assert middle({}) == pytest.approx((0.5, 0.5), abs=0.01)
    assert max(middle({"A1": {"name": "Alton", "kinds": "town"}})) < 0.4


@pytest.mark.parametrize(("width", "height"), [(203.3, 92), (197.3, 118), (120, 60), (90, 75), (150, 150)])
def test_a_title_page_cuts_no_letter_of_the_map(width: float, height: float) -> None:
    grid = {"hexes": "flat", "columns": "A-L", "rows": "1-12", "across_flats": "19mm", "low": "even", "at": ["9mm"] * 2}
    places = {f"{column}{row}": {"name": "88", "kinds": "disc"} for column in "ABCDEFGHIJKL" for row in range(1, 13)}
    game = make_game(
        {
            "game": {"title": "T", "designer": "D"},
            "terrain": {"disc": {"name": "Objective", "of": "place", "look": "objective"}},
            "map": {"title": "M", "paper": {"width": "260mm", "height": "280mm"}, "grid": grid, "places": places},
        }
    )
    picture = draw_title_art(game, resolve_board(game), {}, (), width, height, 3, 5)
    (inside,) = picture.items
    assert isinstance(inside, Group)
    boxes = [
        box
        for item, matrix in walk(inside.items)
        if isinstance(item, Text) and (box := items_extent((Group((item,), matrix=matrix),)))
    ]
    assert len([box for box in boxes if box.width > 1]) > 8
    assert all(min(box.x, width - box.right, height - box.bottom) >= 3 - 1e-6 and box.y >= 5 - 1e-6 for box in boxes)


def test_random_numbers_are_those_of_the_raw_stream_that_numpy_promises() -> None:
    uniform, generator = random_arrays(7), np.random.default_rng(7)
    assert uniform(2, 5, 9).tolist() == generator.uniform(2, 5, 9).tolist()
    assert uniform(0, 1, 3).tolist() == generator.uniform(0, 1, 3).tolist()
    assert random_arrays(7)(0, 1, 1)[0] == 0.625095466604667
