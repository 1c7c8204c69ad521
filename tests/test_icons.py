"""Icon files: a game's own unit symbols, emblems and pictures, and messages about wrong files."""

import subprocess
import sys
from pathlib import Path

import pytest

from pnp.art.icons.layered_icons import Paint, draw_emblem, draw_picture
from pnp.art.icons.unit_symbol import draw_unit_symbol
from pnp.checks import check_game
from pnp.draw.counter.faces import draw_counters
from pnp.findings import Refused
from pnp.icon_paths import read_outline
from pnp.load import load_game
from pnp.load.icons import shared_icons
from pnp.scene import Path as ScenePath, walk

GAME = """
game: {title: Rafts, designer: Nobody, players: "2"}
sides: {blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: otter}}
counter_print: {side: 15mm, factors: attack defence movement}
counters:
  B1: {kind: unit, side: blue, symbol: raft+ski, size: company, label: Raft, steps: 1, front: 1-1-1, back: blank}
  M1: {kind: marker, label: Float, front: {picture: float, word: Float}, back: {picture: raft-crate}}
"""
SYMBOLS = """
# Boats of the river war.
raft:
  name: rafts
  says: two logs
  place: middle
  lines: M-.6-.2H.6M-.6.2H.6
raft-troops:
  name: raft troops
  says: two logs over straps
  parts: infantry+raft
"""
EMBLEMS = """
otter:
  says: an otter's head
  layers:
  - {outline: O0 0 1, fill: accent}
  - {outline: O-.4-.2 .1O.4-.2 .1, fill: background}
"""
PICTURES = """
float:
  says: a cork float with the side's emblem
  layers:
  - {outline: E0 0 12 6, fill: 50% red on white, line: ink, pen: 0.8}
  - {emblem: side, radius: 4, on: white}
raft-crate:
  says: a crate on a raft
  layers:
  - {picture: crate, at: [0, -4], scale: 0.7}
  - {outline: M-16 8H16, line: ink, pen: 2}
"""


def write_game(folder: Path, symbols: str = SYMBOLS, emblems: str = EMBLEMS, pictures: str = PICTURES) -> Path:
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for name, text in (("symbols", symbols), ("emblems", emblems), ("pictures", pictures)):
        (folder / name).mkdir()
        (folder / name / "river.yaml").write_text(text, "utf-8")
    return folder


def messages(folder: Path) -> list[str]:
    with pytest.raises(Refused) as refused:
        load_game(folder)
    return [str(finding).removeprefix(f"{folder}/") for finding in refused.value.findings]


def test_a_game_brings_its_own_icons(tmp_path: Path) -> None:
    game = load_game(write_game(tmp_path))
    assert [str(finding) for finding in check_game(game) if finding.code.startswith("I")] == []
    assert not [finding for faces in draw_counters(game).values() for finding in faces.findings]
    assert game.icons.symbol_name("raft+ski") == "Rafts, ski"
    assert game.icons.symbol_parts("raft-troops+ski") == ("infantry", "raft", "ski")
    assert set(game.icons.symbols) == {*shared_icons().symbols, "raft", "raft-troops"}
    colours = [item.fill for item, _ in walk(draw_emblem(game.icons, "otter", "#112233").items)]
    assert colours == ["#112233", "#FFFFFF"]
    drawn = [item for item, _ in walk(draw_picture(game.icons, "raft-crate", Paint("#FFFFFF")).items)]
    crate = [item for item, _ in walk(draw_picture(game.icons, "crate", Paint("#FFFFFF")).items)]
    assert len(drawn) == len(crate) + 1
    assert draw_unit_symbol(game.icons, "raft", 6, 4, "#FFFFFF").items


def test_an_icon_of_a_game_replaces_a_shared_one(tmp_path: Path) -> None:
    own = "disc: {says: a ring, layers: [{outline: O0 0 1, line: accent, pen: 0.2}]}\n"
    game = load_game(write_game(tmp_path, emblems=EMBLEMS + own))
    (path,) = (item for item, _ in walk(draw_emblem(game.icons, "disc").items))
    assert isinstance(path, ScenePath)
    assert path.fill is None
    (shared,) = (item for item, _ in walk(draw_emblem(shared_icons(), "disc").items))
    assert isinstance(shared, ScenePath)
    assert shared.fill is not None


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"symbols": "raft: {name: rafts, says: logs, lines: M0 0Q1 1}\n"},
            (
                "symbols/river.yaml:1:40 (symbols.raft.lines): L012 an outline has Q in place of a command; "
                "write one of M L C Z H V O E R"
            ),
        ),
        (
            {"symbols": "raft: {name: rafts, says: logs}\n"},
            (
                "symbols/river.yaml:1:1 (symbols.raft): L012 a unit symbol has either an outline or parts; "
                "write lines:, solid:, or parts:"
            ),
        ),
        (
            {"symbols": "raft: {name: rafts, says: logs, parts: infantry+boots}\n"},
            (
                "symbols/river.yaml:1:40 (symbols.raft.parts): L012 there is no symbol boots; "
                "write the name of an existing symbol"
            ),
        ),
        (
            {"emblems": "otter: {says: a head, layers: [{outline: O0 0 1, fill: blue}]}\n"},
            (
                "emblems/river.yaml:1:56 (emblems.otter.layers.0.fill): L012 blue is not a colour of icons; "
                "write #RRGGBB, ink, paper, white, red, accent, background, or a mixture such as 40% ink on white"
            ),
        ),
        (
            {"emblems": EMBLEMS + "tank: {says: a tank, layers: [{outline: O0 0 1, fill: red}]}\n"},
            "emblems/river.yaml:7:1 (emblems.tank): L012 tank is a picture; give the emblem another name",
        ),
        (
            {"pictures": "float: {says: a float, layers: [{picture: crat}]}\n"},
            (
                "pictures/river.yaml:1:43 (pictures.float.layers.0.picture): L012 there is no picture crat; "
                "did you mean crate?"
            ),
        ),
        (
            {"pictures": "float: {says: a float, layers: [{picture: float}]}\n"},
            "pictures/river.yaml:1:1 (pictures.float): L012 picture float contains itself; delete layers that show pictures",
        ),
        (
            {"pictures": "float: {says: a float, layers: [{outline: O0 0 1, file: red}]}\n"},
            ("pictures/river.yaml:1:51 (pictures.float.layers.0.file): L010 unknown key file; did you mean fill?"),
        ),
    ],
)
def test_a_wrong_icon_file_gives_one_message_with_file_and_line(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    (found,) = messages(write_game(tmp_path, **files))
    assert found == message


def test_pictures_in_pictures_are_limited(tmp_path: Path) -> None:
    """Ten pictures that each show the next ten times would be drawn as ten thousand million layers."""
    shown = "".join(
        f"p{i}: {{says: many, layers: [{', '.join(['{picture: p' + str(i + 1) + '}'] * 10)}]}}\n" for i in range(10)
    )
    last = "p10: {says: one, layers: [{outline: O0 0 1, fill: red}]}\n"
    found = messages(write_game(tmp_path, pictures=PICTURES + shown + last))
    assert len(found) == 8
    assert all(
        "has more than 1000 layers, or contains pictures more than 8 levels deep" in message for message in found
    )


def test_a_group_of_layers_in_an_emblem_is_faded(tmp_path: Path) -> None:
    own = "ring: {says: a ring, layers: [{scale: 0.5, layers: [{outline: O0 0 1, fill: accent}]}]}\n"
    game = load_game(write_game(tmp_path, emblems=EMBLEMS + own))
    (path,) = (item for item, _ in walk(draw_emblem(game.icons, "ring", "#000000", faded=True).items))
    assert isinstance(path, ScenePath)
    assert path.fill == "#B2B2B2"


def test_two_files_cannot_define_one_icon(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "symbols" / "second.yaml").write_text("raft: {name: r, says: s, lines: M0 0H1}\n", "utf-8")
    (found,) = messages(folder)
    assert found.startswith("symbols/second.yaml:1:1 (symbols.raft): L006 raft is written twice, first at ")
    assert found.endswith("symbols/river.yaml:3; keep one of them")


def test_help_reads_no_icon_files() -> None:
    code = "import sys, pnp.cli; assert 'pnp.load.icons' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("m0 0", "an outline has m in place of a command"),
        ("M0 0;H1", "an outline cannot contain ;"),
        ("H1", "an outline begins with H; begin with M, O, E or R"),
        ("O0 0", "the command O of an outline has too few numbers; write 3 or a multiple of it"),
    ],
)
def test_an_outline_with_a_mistake(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_outline(text)


def test_an_outline_with_shade_has_a_darker_strip_at_its_right_and_lower_edges(tmp_path: Path) -> None:
    """The whole outline has the colour of the shade, and the light part is moved to the upper left and clipped."""
    layer = '  - {outline: M0 0H8V8H0Z, fill: "#808080", shade: "#202020", shade_by: [2, 1]}'
    icons = load_game(write_game(tmp_path, pictures=PICTURES + f"block:\n  says: a block\n  layers:\n{layer}\n")).icons
    dark, light = [item for item, _ in walk(draw_picture(icons, "block", Paint("#FFFFFF")).items)]
    assert isinstance(dark, ScenePath)
    assert isinstance(light, ScenePath)
    assert (dark.fill, light.fill) == ("#202020", "#808080")
    assert (dark.xy[0] - light.xy[0], dark.xy[1] - light.xy[1]) == (2, 1)
