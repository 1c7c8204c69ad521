"""No file of a kit is outside the kit's folder, whatever the ids of a game are."""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnp.checks import check_game
from pnp.checks.checked_game import CheckedGame
from pnp.checks.filenames import drawing_names
from pnp.filename import file_in
from pnp.findings import Finding, Refused
from pnp.kit import parts
from pnp.kit.full_check import KitSource
from pnp.load import load_game
from pnp.load.target_files import load_target
from pnp.model.target import PrintSettings
from pnp.processes import run_jobs
from pnp.scene import Scene
from pnp.write.finish import COMPONENTS, write_components

Run = Callable[..., Any]
GAMES = Path(__file__).parent / "games"
GAME = """\
game: {title: Ford, rights: {basis: public-domain}}
sides: {blue: {name: Blue, ground: "#9DB7D5", accent: "#16324F", emblem: star}}
counter_print: {side: 0.5in, factors: attack defence movement}
"""
COUNTER = "{kind: marker, label: Mark, front: {word: Mark}, back: {word: Mark}, spare: a sample}"
DISC = "{kind: template, shape: disc, name: Blast, sheet: discs, diameter: 2in}"
DECK = "kind: card-deck, name: Events, width: 63mm, height: 88mm"


def write(folder: Path, text: str) -> Path:
    game = folder / "ford"
    game.mkdir()
    (game / "game.yaml").write_text(GAME + text, encoding="utf-8")
    return game


def findings(folder: Path, text: str) -> list[Finding]:
    return list(check_game(load_game(write(folder, text))))


@pytest.mark.parametrize(
    "id_",
    ["/tmp/x", "../../x", "a/b", "a\\b", "a%20b", "a b", "é", ".a", "-a", "a.", "nul", "COM1", "Con.a", "x" * 101],
)
@pytest.mark.parametrize("kind", ["counters", "components"])
def test_ids_that_cannot_be_file_names_are_found(tmp_path: Path, kind: str, id_: str) -> None:
    record = COUNTER if kind == "counters" else DISC
    (found,) = findings(
        tmp_path, f"{kind}:\n  {id_!r}: {record}\n" if "\\" not in id_ else f"{kind}:\n  '{id_}': {record}\n"
    )
    assert (found.code, found.spot.path, found.spot.line) == ("I013", f"{kind}.{id_}", 5)


@pytest.mark.parametrize("id_", ["A05", "1-55.a", "_x", "mk_2", "console", "x" * 100])
def test_ids_that_every_system_allows_pass(tmp_path: Path, id_: str) -> None:
    assert findings(tmp_path, f"counters:\n  {id_!r}: {COUNTER}\n") == []


@pytest.mark.parametrize(
    ("suit", "rank", "spare", "path"),
    [
        ("../s", "A", "joker", "components.d.suits.../s"),
        ("s", "A/2", "joker", "components.d.ranks.A/2"),
        ("s", "A", "a joker", "components.d.spares.a joker"),
    ],
)
def test_suits_ranks_and_spare_cards_are_part_of_file_names(
    tmp_path: Path, suit: str, rank: str, spare: str, path: str
) -> None:
    suits = f'suits: {{{suit!r}: {{name: Events, colour: "#17140F", pip: star}}}}'
    cards = f"ranks: {{{rank!r}: {{title: Rain}}}}, spares: {{{spare!r}: {{title: Joker}}}}"
    (found,) = findings(tmp_path, f"components: {{d: {{{DECK}, {suits}, {cards}}}}}\n")
    assert (found.code, found.spot.path) == ("I013", path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (f"counters:\n  a1: {COUNTER}\n  A1: {COUNTER.replace('label: Mark', 'label: Other')}\n", "counters.A1"),
        (f"components:\n  a: {DISC}\n  A: {DISC}\n", "components.A"),
        (f"counters:\n  a: {COUNTER}\ncomponents:\n  a-front: {DISC}\n", "components.a-front"),
    ],
)
def test_two_drawings_of_one_file_name_are_found(tmp_path: Path, text: str, path: str) -> None:
    (found,) = findings(tmp_path, text)
    assert (found.code, found.spot.path) == ("I014", path)


def test_ids_that_make_a_long_file_name_together_are_found(tmp_path: Path) -> None:
    suits = f'suits: {{{"s" * 90}: {{name: Events, colour: "#17140F", pip: star}}}}'
    cards = f"ranks: {{{'r' * 90}: {{title: Rain}}}}"
    (found,) = findings(tmp_path, f"components: {{{'d' * 90}: {{{DECK}, sheet: cards, {suits}, {cards}}}}}\n")
    assert (found.code, found.spot.path) == ("I014", f"components.{'d' * 90}")
    assert "has 282 characters, but the limit is 200" in found.wrong


def test_a_sheet_with_the_name_of_a_device_is_found(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, f"components:\n  a: {DISC.replace('discs', 'nul')}\n")
    assert (found.code, found.spot.path) == ("K007", "components.a.sheet")


@pytest.mark.parametrize("name", ["small", "kit-of-parts", "card-table"])
def test_the_check_knows_every_drawing_that_is_written(tmp_path: Path, name: str) -> None:
    game = load_game(GAMES / name)
    setting = PrintSettings(load_target("home"), "letter", "none")
    for part in (parts.map_part, parts.counters_part, parts.cards_part, parts.pieces_part):
        with contextlib.suppress(Refused):  # the small game's map has a title at the very edge; its drawing is written
            run_jobs([partial(part, KitSource(game), setting, tmp_path)])
    written = {path.name for path in (tmp_path / COMPONENTS).iterdir()}
    assert written == {f"{name}.svg" for _, name in drawing_names(CheckedGame(game))}


@pytest.mark.parametrize(
    "id_", ["{outside}/x", "../../../../x", "a/b", "x" * 300], ids=["absolute", "up", "slash", "long"]
)
@pytest.mark.parametrize("kind", ["counters", "components"])
def test_a_build_writes_nothing_outside_its_folder(pnp: Run, tmp_path: Path, kind: str, id_: str) -> None:
    id_ = id_.format(outside=tmp_path)
    write(tmp_path, f"{kind}:\n  {id_}: {COUNTER if kind == 'counters' else DISC}\n")
    done = pnp("build", "ford", "-o", "out/put", "--only", kind, "-j", "1", cwd=tmp_path)
    assert done.returncode == 1
    assert "ford/game.yaml:5:3" in done.stderr
    assert (done.stderr.count(" I013 "), done.stderr.count("\n")) == (1, 2), done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["ford"]


def test_the_writer_refuses_a_name_that_no_check_refused(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    scene = Scene("x", 10, 10, ())
    for name in ("../x", str(tmp_path / "x"), "a/b", "..", "CON"):
        with pytest.raises(Refused, match="W008"):
            write_components(kit, {name: scene})
        with pytest.raises(Refused, match="W008"):
            file_in(kit, name)
    assert list(tmp_path.rglob("*.svg")) == []
    write_components(kit, {"x": scene})
    with pytest.raises(FileExistsError):
        write_components(kit, {"x": scene})
