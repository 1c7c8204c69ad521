"""`pnp preview`: single things of a game as one picture at true size."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.findings import Refused
from pnp.kit.preview import draw_preview, draw_preview_in_spite_of_errors, preview_scene
from pnp.load import load_game
from pnp.load.partly_read import read_partly
from pnp.new_game import NewGame, files_of, write_game
from pnp.scene import Text

SMALL = Path("tests/games/small")
MM_PER_INCH = 25.4


def picture(*ids: str, dpi: int = 200) -> Image.Image:
    """Return the preview of things of the small game."""
    return Image.open(io.BytesIO(draw_preview(load_game(SMALL), ids, dpi))).convert("RGB")


def test_a_counter_is_shown_front_and_back_at_true_size() -> None:
    shown = picture("B1", dpi=254)  # 10 dots per mm
    ground = (0x9D, 0xB7, 0xD5)
    columns = [x for x in range(shown.width) if any(shown.getpixel((x, y)) == ground for y in range(shown.height))]
    assert (columns[0], columns[-1]) == pytest.approx((40, 40 + 127 + 20 + 127), abs=2), "4 mm, front, 2 mm, back"


@pytest.mark.parametrize("id_", ["map", "counters", "C3", "crt", "dead"])
def test_things_are_shown(id_: str) -> None:
    shown = picture(id_)
    assert len(set(shown.resize((60, 60)).tobytes())) > 3
    assert min(shown.size) > 100


def test_a_track_is_shown_as_on_the_map_and_with_the_marker_of_its_id() -> None:
    game = load_game(SMALL)
    assert "turn" in game.tracks
    assert "turn" in game.counters
    shown = picture("turn", dpi=254)
    _, _, wide, high = next(one.at for one in game.map.furniture if one.of == "turn")  # type: ignore[union-attr]
    assert shown.width > 10 * wide
    assert shown.height > 10 * high
    without = game.model_copy(update={"map": None, "counters": {}})
    assert Image.open(io.BytesIO(draw_preview(without, ["turn"]))).width > 100


def test_a_hex_is_in_the_middle_of_its_surroundings() -> None:
    shown = picture("C3", dpi=100)
    red = [
        (x, y) for x in range(shown.width) for y in range(shown.height) if shown.getpixel((x, y)) == (0xC8, 0x28, 0x1E)
    ]
    xs = [x for x, _ in red]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(shown.width / 2, abs=shown.width / 8)
    assert max(xs) - min(xs) == pytest.approx(23.1 / MM_PER_INCH * 100, abs=4), "20 mm across flats"


def test_a_counter_is_also_known_by_its_label() -> None:
    label = load_game(SMALL).counters["B1"].label
    assert label != "B1"
    assert picture(label).tobytes() == picture("B1").tobytes()


def test_an_unknown_id_has_a_near_one() -> None:
    with pytest.raises(Refused, match="the game has nothing with the id crtt; did you mean crt"):
        picture("crtt")


def test_the_command_prints_the_path(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    done = pnp("preview", str(SMALL.resolve()), "B1", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "output/small/preview.png\n")
    assert (tmp_path / "output/small/preview.png").read_bytes().startswith(b"\x89PNG")


def test_a_wrong_word_that_prevents_the_drawing_is_a_finding(tmp_path: Path) -> None:
    write_game(tmp_path / "raid", files_of(NewGame("cards", title="Raid", sides=("Blue", "Red"))))
    sheet = tmp_path / "raid" / "cards.csv"
    sheet.write_text(sheet.read_text().replace(",eye", ",eie"))
    with pytest.raises(Refused) as refused:
        draw_preview(load_game(tmp_path / "raid"), ["cards"])
    (found,) = refused.value.findings
    assert (found.code, found.wrong) == ("I004", "unknown picture eie")


@pytest.fixture
def raid(tmp_path: Path) -> Path:
    """Return a new game of cards."""
    write_game(tmp_path / "raid", files_of(NewGame("cards", title="Raid", sides=("Blue", "Red"))))
    return tmp_path / "raid"


@pytest.mark.parametrize(
    ("word", "cards"),
    [
        ("7", ["orders-blue-7", "orders-red-7"]),
        ("orders.7", ["orders-blue-7", "orders-red-7"]),
        ("components.orders.ranks.7.picture", ["orders-blue-7", "orders-red-7"]),
        ("components.summary.front.furniture.0", ["summary"]),
        ("TITLE", ["orders-blue-7", "orders-red-7"]),
        ("orders-red-7", ["orders-red-7"]),
    ],
)
def test_a_card_is_found_by_its_rank_its_title_and_a_path(raid: Path, word: str, cards: list[str]) -> None:
    game = load_game(raid)
    title = game.components["orders"].ranks["7"].title
    shown = preview_scene(game, [title.upper() if word == "TITLE" else word])
    captions = [item.text for item in shown.items if isinstance(item, Text)]
    assert captions == cards


def test_a_counter_is_found_by_the_path_of_a_finding() -> None:
    assert picture("counters.B1.front.attack").tobytes() == picture("B1").tobytes()


@pytest.mark.parametrize("wrong", [",eie", ",eye,one cell too many"])
def test_what_is_right_is_drawn_in_spite_of_an_error(raid: Path, wrong: str) -> None:
    before = draw_preview(load_game(raid), ["summary"])
    sheet = raid / "cards.csv"
    sheet.write_text(sheet.read_text().replace(",eye", wrong))
    assert draw_preview_in_spite_of_errors(raid, (), ["summary"])[0] == before
    shown, errors = draw_preview_in_spite_of_errors(raid, (), ["cards"])
    assert [one.spot.file.endswith("cards.csv") for one in errors] == [True]
    assert shown.startswith(b"\x89PNG")


def test_the_command_reports_what_it_left_out(raid: Path, pnp: Callable[..., Any]) -> None:
    sheet = raid / "cards.csv"
    sheet.write_text(sheet.read_text().replace(",eye", ",eie"))
    done = pnp("preview", "raid", "cards", cwd=raid.parent)
    assert (done.returncode, done.stdout) == (3, "output/raid/preview.png\n")
    assert "I004 unknown picture eie" in done.stderr
    assert pnp("preview", "raid", "summary", cwd=raid.parent).returncode == 0


def test_only_a_wrong_picture_of_a_card_is_replaced(raid: Path) -> None:
    sheet = raid / "cards.csv"
    card = next(line for line in sheet.read_text().splitlines() if line.endswith(",eye"))
    sheet.write_text(sheet.read_text().replace(",eye", ",eie"))
    rank = card.split(",")[0]
    read = read_partly(raid, (), {f"components.orders.ranks.{rank}.picture": 1}).game.components["orders"].ranks[rank]
    whole = load_game(raid).components["orders"].ranks[rank]
    assert (read.title, read.says, read.picture) == (whole.title, whole.says, "question")


def test_a_preview_that_fails_says_that_the_old_picture_stays(tmp_path: Path, pnp: Callable[..., Any]) -> None:
    (tmp_path / "old.png").write_bytes(b"old")
    done = pnp("preview", "tests/games/small", "no-such-thing", "-o", str(tmp_path / "old.png"))
    assert done.returncode == 1
    assert "old.png still shows the preview before" in done.stderr
    assert (tmp_path / "old.png").read_bytes() == b"old"
