"""Layouts of units and palettes of maps: those of pnp, those in a game's folder, and slips in them."""

import shutil
from pathlib import Path

import pytest

from pnp.api import check
from pnp.cache import Cache, use_cache
from pnp.draw.counter.faces import draw_counters
from pnp.draw.hexmap import draw_hexmap, draw_terrain_sample
from pnp.findings import Refused
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.model.game import Game
from pnp.model.libraries import Libraries

DUEL = Path(__file__).parent / "games" / "duel"
SMALL_LOW = "  side: 0.5in ->   side: 0.5in\n  labels: low"
LOW = """\
low:
  like: below
  factor_em: 0.2
  disrupted: lower
lower:
  like: low
  factors: 0.9
  disrupted: ""
"""
SEASON_RUST = "  title: The field ->   title: The field\n  season: rust"
RUST = """\
rust:
  like: winter
  winter: false
  colours:
    land: "#E8C9A0"
"""


def duel_with(folder: Path, files: dict[str, str], game: str = "") -> Path:
    """Return a copy of the game `duel` with more files, and with `game` replaced in its first file."""
    copy = folder / "duel"
    shutil.copytree(DUEL, copy)
    for name, text in files.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    if game:
        old, new = game.split(" -> ")
        for path in copy.glob("*.yaml"):
            text = path.read_text("utf-8")
            if old in text:
                path.write_text(text.replace(old, new, 1), encoding="utf-8")
                return copy
        raise AssertionError(old)
    return copy


def test_a_game_has_a_layout_of_its_own(tmp_path: Path) -> None:
    files = {"layouts/own.yaml": LOW}
    game = load_game(duel_with(tmp_path, files, SMALL_LOW))
    below = shared_layouts()["below"]
    assert game.face_layout.factor_em == 0.2
    assert game.face_layout.box == below.box
    assert game.face_layout.of_state("disrupted").factors == 0.9
    assert game.face_layout.of_state("reduced") is game.face_layout
    assert draw_counters(game).keys() == draw_counters(load_game(DUEL)).keys()
    assert "low" not in shared_layouts()


def test_a_changed_palette_or_look_changes_samples_although_a_cache_has_them(tmp_path: Path) -> None:
    """The keys of samples contain what the names of looks and palettes mean in the game."""
    drawn = set()
    with use_cache(Cache(tmp_path / "cache")):
        for number, land in enumerate(("#E8C9A0", "#C0FFC0")):
            for rim in ("#B7C7A2", "#A2B7C7"):
                files = {
                    "palettes/own.yaml": RUST.replace("#E8C9A0", land),
                    "looks/own.yaml": f'woods: {{like: woods, colours: {{fill: "{rim}"}}}}',
                }
                folder = tmp_path / f"{number}{rim}"
                folder.mkdir()
                game = load_game(duel_with(folder, files, SEASON_RUST))
                kind = next(id_ for id_, terrain in game.terrain.items() if terrain.look == "woods")
                drawn.add(repr(draw_terrain_sample(game, kind, 10).items))
    assert len(drawn) == 4


def test_a_game_without_counters_has_no_layout() -> None:
    with pytest.raises(ValueError, match="no counters"):
        Game.model_validate({"game": {"title": "None"}}).face_layout  # noqa: B018


def test_a_game_has_a_palette_of_its_own(tmp_path: Path) -> None:
    game = load_game(duel_with(tmp_path, {"palettes/own.yaml": RUST}, SEASON_RUST))
    board = resolve_board(game)
    assert board is not None
    palette = draw_hexmap(game, board).frame.palette
    assert (palette.land, palette.water) == ("#E8C9A0", shared_palettes()["winter"].colours["water"])
    assert not palette.winter


SLIPS = {
    "like": ("layouts/own.yaml", "low: {like: bellow}", "", "own.yaml:1:13 (layouts.low.like): L012 there is no layout bellow; did you mean below?"),
    "box": ("layouts/own.yaml", "low:\n  like: below\n  box: [0, 1]", "", "own.yaml:3:3 (layouts.low.box): L012 a box has four numbers; write left, top, width and height"),
    "share": ("layouts/own.yaml", "low: {like: below, factor_em: 12}", "", "own.yaml:1:31 (layouts.low.factor_em): L014 factor_em is out of bounds"),
    "type": ("layouts/own.yaml", "low: {like: below, right_em: 0}", "", "own.yaml:1:1 (layouts.low): L012 the formation's label has no type size; write right_em:"),
    "word": ("layouts/own.yaml", 'low: {like: figure, disrupted: ""}', "", "own.yaml:1:1 (layouts.low): L012 the word of disrupted units has no type size"),
    "state": ("layouts/own.yaml", "low: {like: below, disrupted: bad}", "", "own.yaml:1:31 (layouts.low.disrupted): L012 there is no layout bad; write "),
    "key": ("layouts/own.yaml", "low: {like: below, boxx: 1}", "", "own.yaml:1:20 (layouts.low.boxx): L010 unknown key boxx; did you mean box?"),
    "labels": ("layouts/own.yaml", LOW, "  side: 0.5in ->   side: 0.5in\n  labels: loww", "L013 labels: cannot be loww; did you mean low?"),
    "colour": ("palettes/own.yaml", "rust: {colours: {land: red}}", "", "own.yaml:1:24 (palettes.rust.colours.land): L012 a colour is # and six digits"),
    "season": ("palettes/own.yaml", RUST, "  title: The field ->   title: The field\n  season: ruts", "L013 season: cannot be ruts; did you mean rust?"),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_found_at_its_line(tmp_path: Path, slip: str) -> None:
    name, text, game, expected = SLIPS[slip]
    with pytest.raises(Refused) as refused:
        load_game(duel_with(tmp_path, {name: text}, game))
    assert any(expected in str(finding) for finding in refused.value.findings), str(refused.value)


def test_an_unknown_colour_of_a_palette_is_found(tmp_path: Path) -> None:
    text = RUST.replace("land:", "sand:")
    found = [
        str(finding) for finding in check(load_game(duel_with(tmp_path, {"palettes/own.yaml": text}, SEASON_RUST)))
    ]
    assert any("own.yaml:1:1 (palettes.rust): D008 the map drawing has no colour named sand" in one for one in found), (
        found
    )


def test_libraries_are_empty_until_a_game_is_loaded() -> None:
    assert [len(part) for part in (Libraries().layouts, Libraries().palettes, Libraries().motifs)] == [0, 0, 0]
