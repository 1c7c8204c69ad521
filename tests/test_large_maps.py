"""The tiles of a large map contain only what they show; pictures and findings are those of tiles with the whole map."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from pnp.draw.map.keep_clear import keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.impose.page import Document
from pnp.impose.tiles import tile_pages
from pnp.impose.tiles.tile_contents import TileContents
from pnp.impose.tiles.tile_pages import impose_tiles, map_frame
from pnp.impose.tiles.tile_plan import plan_tiles
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.preflight import preflight_document
from pnp.scene import Group, Item, Path as ScenePath, Rect, Scene, Stroke, Text, Use, line, rectangle, walk
from pnp.write.pdf import write_pdf
from tests.bench.plain import write_map_game

TARGET = load_target("home")
LETTER = TARGET.papers["letter"]


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scene, Document]:
    """Return a map of 40 x 30 hexes, and a function that imposes drawings of its size."""
    folder = tmp_path_factory.mktemp("map")
    write_map_game(folder, 40, 30)
    game = load_game(folder)
    board = resolve_board(game)
    assert board is not None
    drawn = draw_map_sheet(game, board)
    return drawn, keep_clear(game, board, drawn), board.grid


def tiles(sheet, extra: Iterable[Item] = (), *, shared: int) -> Document:
    """Return the tiles of the map with extra items; more than `shared` tiles have drawings of their own."""
    scene, clear, grid = sheet
    whole = replace(scene, items=(*scene.items, *extra))
    plan = plan_tiles(map_frame(scene), grid, clear, TARGET, LETTER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tile_pages, "MOST_SHARING", shared)
        return Document("map-tiles", "Tiles", impose_tiles(whole, plan, TARGET, LETTER, "Tiles"))


def written(document: Document, path: Path) -> Path:
    write_pdf(document, path)
    return path


def test_tiles_with_their_own_drawings_look_like_those_that_share_one(sheet, tmp_path: Path) -> None:
    files = [written(tiles(sheet, shared=most), tmp_path / f"{most}.pdf") for most in (0, 100)]
    own, shared = (pypdfium2.PdfDocument(file) for file in files)
    assert len(own) == len(shared) > 4
    for one, other in zip(own, shared, strict=True):
        a, b = (np.asarray(page.render(scale=1.5).to_numpy(), dtype=int) for page in (one, other))
        assert (np.abs(a - b).max(axis=2) > 64).mean() < 1e-5, "rounded positions may differ by micrometres"


def test_each_item_is_on_few_tiles(sheet) -> None:
    """The work for all tiles grows with the map, not with the map times its tiles."""
    own = tiles(sheet, shared=0)
    numbers = sum(isinstance(item, Text) for page in own.pages[1:] for item, _ in walk(page.art))
    corners = sum(len(item.ops) for page in own.pages[1:] for item, _ in walk(page.art) if isinstance(item, ScenePath))
    whole = [item for item, _ in walk(sheet[0].items)]
    assert numbers < 2 * sum(isinstance(item, Text) for item in whole)
    assert corners < 2 * sum(len(item.ops) for item in whole if isinstance(item, ScenePath))


def test_findings_on_a_tile_with_a_planted_fault(sheet, tmp_path: Path) -> None:
    small = Text(200, 200, "too small", "condensed", 3)
    thin = line(100, 300, 160, 300, Stroke("#000000", 0.001))
    found = []
    for most in (0, 100):
        document = tiles(sheet, (small, thin), shared=most)
        found.append(preflight_document(written(document, tmp_path / "tiles.pdf"), document, TARGET))
    assert found[0] == found[1]
    assert {finding.code for finding in found[0]} == {"P006", "P023"}


def test_text_that_a_tile_has_lost_is_found(sheet, tmp_path: Path) -> None:
    file = written(tiles(sheet, shared=0), tmp_path / "tiles.pdf")
    more = tiles(sheet, (Text(200, 200, "gone", "condensed", 8),), shared=0)
    assert {finding.code for finding in preflight_document(file, more, TARGET)} == {"P013"}
    moved = replace(more, pages=(more.pages[0], *more.pages[2:], more.pages[1]))
    assert "P013" in {finding.code for finding in preflight_document(file, moved, TARGET)}


def test_parts_of_paths_and_groups() -> None:
    squares = [(x, y) for x in range(0, 200, 4) for y in (0, 100)]
    path = ScenePath("MLLZ" * 100, tuple(v for x, y in squares for v in (x, y, x + 1, y, x, y + 1)), "#FF0000")
    uses = tuple(Use(Scene("dot", 1, 1, (rectangle(Rect(0, 0, 1, 1)),)), tile_pages.Matrix.place(x)) for x in (5, 150))
    clip = rectangle(Rect(0, 0, 200, 200))
    left, right = TileContents([Rect(0, 0, 100, 50), Rect(100, 0, 100, 50)]).divide((Group((path,), clip=clip), *uses))
    for part, first in ((left, 0), (right, 100)):
        (group,) = (item for item in part if isinstance(item, Group))
        assert group.clip == clip
        (own,) = group.items
        assert isinstance(own, ScenePath)
        assert min(own.xy[0::6]) >= first - 4
        assert set(own.xy[1::6]) == {0}
        assert own.fill == "#FF0000"
        assert len(own.ops) // 4 in (26, 27)


def test_the_key_of_many_tiles_has_the_edges_of_all_tiles(sheet) -> None:
    scene, clear, grid = sheet
    plan = plan_tiles(tile_pages.map_frame(scene), grid, clear, TARGET, LETTER)
    edges = plan.edges
    for tile in plan.tiles:
        box = tile.visible
        for x in (box.x, box.right):
            assert any(
                abs(x1 - x) + abs(x2 - x) < 1e-6 and y1 <= box.y + 1e-6 and box.bottom <= y2 + 1e-6
                for x1, y1, x2, y2 in edges
            )
        for y in (box.y, box.bottom):
            assert any(
                abs(y1 - y) + abs(y2 - y) < 1e-6 and x1 <= box.x + 1e-6 and box.right <= x2 + 1e-6
                for x1, y1, x2, y2 in edges
            )
    assert len(edges) <= len(plan.rows) + 1 + sum(len(row) + 1 for row in plan.rows)
