"""The pictures of the reference: those of its examples, drawn before and after, and those of the galleries."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pypdfium2
import yaml

from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.art.icons.unit_symbol import draw_size_mark, draw_unit_symbol
from pnp.draw.counter.faces import draw_counters
from pnp.draw.hexmap import draw_terrain_sample
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.tables.table_panel import draw_chart, modifier_chart, table_chart
from pnp.findings import Refused
from pnp.impose.page import Document, Page
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.model.counter import Size
from pnp.model.game import Game
from pnp.compose.placement import FULL
from pnp.report.key_examples import KeyExample
from pnp.resources import templates_dir
from pnp.scene import Rect, Scene
from pnp.write.pdf import pdf_bytes
from pnp.write.svg import svg_text

_DPI = 110
OF_LOOK = {"path": "path", "crossing": "crossing", "stream": "hexside", "barrier": "hexside", "settlement": "place", "symbol": "place"}
"""What a terrain with a look of each group is; others are hexes."""


def read(text: str) -> Any:
    """Return the data in YAML, whose values are all texts."""
    return yaml.load(text, yaml.CBaseLoader)  # noqa: S506 - it makes texts only


@cache
def base_text() -> str:
    """Return the game of the reference."""
    return (templates_dir() / "reference" / "game" / "game.yaml").read_text("utf-8")


def merged(under: Any, over: Any) -> Any:
    """Return data with other data laid over it: mappings are merged, and other values replaced."""
    if not isinstance(under, dict) or not isinstance(over, dict):
        return over
    return {**under, **{key: merged(under.get(key), one) for key, one in over.items()}}


@cache
def game_with(change: str) -> Game | None:
    """Return the game of the reference with a change; None if it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lomna", "game.yaml")
        file.parent.mkdir()
        data = merged(read(base_text()), read(change) or {})
        file.write_text(yaml.dump(data, sort_keys=False, allow_unicode=True), "utf-8")
        try:
            return load_game(file.parent)
        except Refused:
            return None


class Pictures:
    """Writes pictures into a folder, each once, and returns their addresses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def svg(self, name: str, scene: Scene) -> str:
        """Write a scene as SVG."""
        file = self._folder / f"{name}.svg"
        file.write_text(svg_text(scene, ids=re.sub(r"\W", "", name)), "utf-8")
        return f"pictures/{file.name}"

    def part(self, name: str, scene: Scene, shown: Rect) -> str:
        """Write a rectangle of a scene as PNG."""
        page = Page(name, shown.right, shown.bottom, shown, shown, scene.items)
        file = self._folder / f"{name}.png"
        with pypdfium2.PdfDocument(pdf_bytes(Document(name, name, (page,)))) as pdf:
            pdf[0].set_cropbox(*pdf[0].get_trimbox())
            pdf[0].render(scale=_DPI / 72).to_pil().quantize(128).save(file)
        return f"pictures/{file.name}"

    def pair(self, example: KeyExample, name: str) -> Iterator[tuple[str, str]]:
        """Yield the pictures of an example with their captions: before and after, or after only."""
        shows = [one.strip() for one in example.show.removeprefix("=").split("|")]
        game = game_with(example.text) if example.show else None
        if game is None or example.source:
            return
        if not example.show.startswith("="):
            plain = re.sub(r"\W+", "-", f"base-{shows[0]}")
            base = game_with("")
            assert base is not None
            yield self._shown(base, shows[0], plain), "before"
        yield self._shown(game, shows[-1], name), example.look or "after"

    def _shown(self, game: Game, show: str, name: str) -> str:
        """Draw what `show` names, such as `counter B1 front` or `map 20 20 60 40`."""
        what, *rest = show.split()
        known = next(self._folder.glob(f"{name}.*"), None)
        if known and name.startswith("base-"):
            return f"pictures/{known.name}"
        if what == "counter":
            return self.svg(name, getattr(draw_counters(game)[rest[0]], rest[1]))
        if what == "sample":
            return self.svg(name, draw_terrain_sample(game, rest[0], 24))
        if what == "map":
            board = resolve_board(game)
            assert board is not None
            return self.part(name, draw_map_sheet(game, board), Rect(*map(float, rest[:4])))
        chart = table_chart(game.tables[rest[0]]) if what == "table" else modifier_chart(game.modifiers[rest[0]])
        box = Rect(0, 0, float(rest[1]), float(rest[2]))
        return self.svg(name, Scene(what, box.width, box.height, draw_chart(chart, box, FULL).items))


def gallery_pictures(pictures: Pictures) -> dict[str, Mapping[str, str]]:
    """Return the addresses of the pictures of the words of each library, by list and word."""
    icons = shared_icons()
    paint = Paint("#F6F1E2", "#16324F", "star", (("star", "#16324F"), ("disc", "#6E1B14")))
    found: dict[str, Mapping[str, str]] = {
        "symbols": {one: pictures.svg(f"symbol-{one}", draw_unit_symbol(icons, one, 12, 8, "#F6F1E2")) for one in icons.symbols},
        "sizes": {one: pictures.svg(f"size-{one}", draw_size_mark(one, 3)) for one in get_args(Size)},
    }
    for name, some in (("emblems", icons.emblems), ("pictures", icons.pictures)):
        found[name] = {one: pictures.svg(f"{name}-{one}", draw_picture(icons, one, paint)) for one in some}
    found["looks"] = dict(_look_pictures(pictures))
    maps = {one: game_with(f"map: {{season: {one}}}") for one in shared_palettes()}
    found["palettes"] = {one: pictures._shown(game, "map 11 11 120 80", f"palette-{one}") for one, game in maps.items() if game}
    layouts = {one: game_with(f"counter_print: {{labels: {one}}}") for one in shared_layouts()}
    found["layouts"] = {one: pictures._shown(game, "counter B1 front", f"layout-{one}") for one, game in layouts.items() if game}
    return found


def _look_pictures(pictures: Pictures) -> Iterator[tuple[str, str]]:
    """Yield each look with a picture of a hex that has it."""
    for name, look in shared_looks().items():
        change = {"terrain": {"sample": {"name": name, "of": OF_LOOK.get(look.group, "hex"), "look": name}}}
        if look.group == "ground":  # the sample of a ground is that of the map
            change["map"] = {"base": "sample"}  # type: ignore[dict-item] # data of YAML
        game = game_with(yaml.dump(change))
        if game:
            yield name, pictures._shown(game, "sample sample", f"look-{name}")
