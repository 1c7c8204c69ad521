"""The pictures of the site: those of its examples, drawn before and after, and those of its galleries."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import get_args

import yaml
from PIL import Image, ImageChops

from docs.site.kind_examples import KindExample, kind_examples, without_and_with
from pnp.art.covers.drawn_layers import area_of, put_shapes
from pnp.art.covers.picture import Picture
from pnp.art.icons.layered_icons import Paint, draw_picture
from pnp.art.icons.unit_symbol import draw_size_mark, draw_unit_symbol
from pnp.art.map.map_palette import FULL
from pnp.compose.aids.aid_pages import compose_aids
from pnp.draw.booklet_art import draw_small_picture
from pnp.draw.counter.faces import draw_counters
from pnp.draw.cover_art.cover_page import draw_cover
from pnp.draw.hexmap import draw_terrain_sample
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.draw.tables.table_panel import draw_chart, modifier_chart, table_chart
from pnp.extent import items_extent
from pnp.findings import Refused
from pnp.kit import parts
from pnp.kit.full_check import KitSource
from pnp.kit.preview import preview_scene
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.load.target_files import load_target
from pnp.model.counter import Size
from pnp.model.cover_layers.motif_pictures import MotifPicture
from pnp.model.game import Game
from pnp.model.target import PrintSettings
from pnp.pdfium import open_pdf
from pnp.processes import NextJob
from pnp.report.data_keys import DataKey
from pnp.report.function_examples import SITUATION, reference_game
from pnp.report.key_examples import KeyExample, key_examples
from pnp.resources import templates_dir
from pnp.scene import Group, Item, Matrix, Rect, Scene, Stroke, Use, rectangle
from pnp.units import points
from pnp.write.book_pdf import write_book
from pnp.write.scene_picture import scene_picture
from pnp.write.svg import svg_text

FOLDER = "pictures"
"""The folder of the pictures beside the pages."""
_DPI = 150
_LONGEST_SVG = 90_000
"""A longer drawing is written as PNG."""
OF_GROUP = {
    "path": "path",
    "crossing": "crossing",
    "stream": "hexside",
    "barrier": "hexside",
    "settlement": "place",
    "symbol": "place",
}
"""What a terrain with a look of each group is; others are hexes."""
_GROUND = (246, 241, 226, 255)
"""The colour behind a picture, which is that of galleries."""
SITUATION_PART = Rect(8, 8, 168, 124)
"""The part of the sheet with the map of the situation."""
MAP_PART = Rect(11, 11, 120, 80)
"""The part of the map of the reference that shows a palette."""
_INKS = {
    "paper": "#F6F1E2",
    "light": "#D9C79A",
    "mid": "#A98F5F",
    "deep": "#5A4A33",
    "ink": "#22201B",
    "accent": "#8A2A1E",
}
"""The inks of the motifs of covers."""
_MOTIF_HEIGHT = 20.0
_COVER = Rect(0, 0, 612, 792)
"""The page of a cover in points."""
_COVER_DPI = 60
_PIECES_DPI = 110
_AID_DPI = 110
_AID_HEAD, _AID_FOOT = 0.105, 0.95
"""Where the head of an aid ends and its foot begins, as shares of the height of the page."""
_WHOLE_PAGE = (0.0, 0.0, 1.0, 1.0)
KIT_FILES: Mapping[str, tuple[Callable[[KitSource, PrintSettings, Path], object], ...]] = {
    "rules": (parts.rules_part,),
    "counters": (parts.counters_part,),
    "counter-manifest": (parts.counter_list_part,),
}
"""What writes a file of a kit, by its name; other files are those of components."""
_SIDES = ("0.5in", "0.625in", "0.75in", "1in")


def slug(*names: str) -> str:
    """Return the anchor of a thing.

    >>> slug("key", "Counter.symbol")
    'key-counter-symbol'
    """
    return re.sub(r"[^a-z0-9]+", "-", "-".join(names).lower()).strip("-")


@cache
def game_with(change: str, over: str = "", folder: str = "", uses: str = "") -> Game | None:
    """Return the game of the reference with a change; None if it cannot be read.

    `over` is an overlay of the game that comes first. With `folder` the change is a file in that folder of the game,
    and `uses` the text of an overlay that needs it.
    """
    with tempfile.TemporaryDirectory() as place:
        game = Path(place, "game")
        shutil.copytree(templates_dir() / "reference" / "game", game)
        if folder == "game.yaml":
            file = game / folder
            change += "\n" + file.read_text("utf-8")
        else:
            file = game / (folder or "options") / "own.yaml"
            file.parent.mkdir(exist_ok=True)
        file.write_text(change or "{}", "utf-8")
        overlays = [f"options/{over}"] * bool(over) + ["options/own"] * (change != "" and not folder)
        if uses:
            (game / "options" / "uses.yaml").write_text(uses, "utf-8")
            overlays.append("options/uses")
        try:
            return load_game(game, overlays)
        except Refused:
            return None


class Pictures:
    """Writes pictures into a folder, each once, and returns their addresses."""

    def __init__(self, pages: Path) -> None:
        self._folder = pages / FOLDER
        self._folder.mkdir(parents=True, exist_ok=True)
        self._shown: dict[tuple[int, str], tuple[str, bytes]] = {}

    def draw(self, name: str, scene: Scene, dpi: int = _DPI) -> str:
        """Write a scene as SVG, or as PNG if it is long."""
        text = svg_text(scene, ids=re.sub(r"\W", "", name))
        if len(text) > _LONGEST_SVG:
            return self.part(name, scene, scene.box, dpi)
        file = self._folder / f"{name}.svg"
        file.write_text(text, "utf-8")
        return f"/{FOLDER}/{file.name}"

    def part(self, name: str, scene: Scene, shown: Rect, dpi: int = _DPI) -> str:
        """Write a rectangle of a scene as PNG."""
        file = self._folder / f"{name}.png"
        scene_picture(scene, dpi, shown, _GROUND).quantize(160).save(file, optimize=True)
        return f"/{FOLDER}/{file.name}"

    def aid(self, name: str, game: Game) -> str:
        """Write the blocks of the first player aid of a game as PNG, without the white of the page around them."""
        with tempfile.TemporaryDirectory() as place:
            write_book(
                compose_aids(game, resolve_board(game), load_target("home").papers["letter"]),
                book := Path(place, "aids.pdf"),
            )
            return self.page(name, book, 0, (0.0, _AID_HEAD, 1.0, _AID_FOOT))

    def kit_page(self, name: str, game: Game, wanted: str, number: int, part: Sequence[float]) -> str:
        """Write a page of a file of the kit of a game as PNG. `part` is what is shown of it, in shares of the page."""
        source = KitSource.of_game(game)
        target = load_target("home")
        settings = PrintSettings(target, target.paper, target.duplex)
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            if wanted == "cover":
                parts.cover_part(game, settings, folder, (), parts.back_view(source))
            else:
                for write in KIT_FILES.get(wanted, (parts.pieces_part, parts.cards_part)):
                    done = write(source, settings, folder)
                    if isinstance(done, NextJob):
                        done.job()
            return self.page(name, folder / f"{wanted}.pdf", number, part)

    def page(self, name: str, file: Path, number: int, part: Sequence[float] = _WHOLE_PAGE) -> str:
        """Write a page of a PDF as PNG, without the white around what is printed on a part of it."""
        with open_pdf(file) as pdf:
            page = pdf[number].render(scale=_AID_DPI / 72).to_pil().convert("RGB")
        page = page.crop(tuple(round(share * page.size[at % 2]) for at, share in enumerate(part)))  # type: ignore[arg-type]
        inside = ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()
        picture = self._folder / f"{name}.png"
        page.crop(inside).quantize(160).save(picture, optimize=True)
        return f"/{FOLDER}/{picture.name}"

    def pair(self, key: DataKey) -> Iterator[tuple[str, str]]:
        """Yield the pictures of the example of a key with their captions: before and after, or after only."""
        name, example = slug("key", key.id), key_examples()[key.id]
        kind = kind_examples().get(key.owner.__name__)
        if example.show:
            yield from self._whole(example, name)
        elif kind:
            yield from self._added(key, example.text, kind, name)

    def _whole(self, example: KeyExample, name: str) -> Iterator[tuple[str, str]]:
        """Yield the pictures of a whole example, and of what is there before; none if both are the same."""
        shows = [one.strip() for one in example.show.removeprefix("=").split("|")]
        game = game_with(example.text, example.over, example.folder, example.uses)
        file = (example.folder, example.uses) if example.before else ("", "")
        base = None if example.show.startswith("=") else game_with(example.before, example.over, *file)
        old = re.sub(r"\W+", "-", f"{name}-before" if example.before else f"base-{example.over}-{shows[0]}")
        found = [(self.shown(base, shows[0], old), "before")] if base and game else []
        found += [(self.shown(game, shows[-1], name), example.look or "after")] if game else []
        yield from () if self._all_alike(one for one, _ in found) else found

    def _all_alike(self, addresses: Iterable[str]) -> bool:
        """Return whether there are two pictures, and both are the same."""
        files = [self._folder / Path(one).name for one in addresses]
        return len(files) == 2 and files[0].read_bytes().replace(b"before", b"") == files[1].read_bytes()

    def _added(self, key: DataKey, part: str, kind: KindExample, name: str) -> Iterator[tuple[str, str]]:
        """Yield the pictures of the example of a kind before and after a key is added; none if both are the same."""
        before, after = (
            game_with(yaml.dump(data), kind.over, kind.folder, kind.uses)
            for data in without_and_with(key.name, part, kind)
        )
        new = self._shown_or_none(after, kind.show, name)
        old = self._shown_or_none(before, kind.show, f"{name}-before")
        if new is None or old is None:
            yield from ((one, "with this value") for one in (new,) if one)
            return
        if not self._all_alike((old, new)):
            yield from ((old, "before"), (new, "after"))
        else:
            for one in (old, new):
                (self._folder / Path(one).name).unlink()

    def _shown_or_none(self, game: Game | None, show: str, name: str) -> str | None:
        """Draw what `show` names; return None if the game cannot be read, or names what it does not have."""
        try:
            return self.shown(game, show, name) if game else None
        except (Refused, KeyError):  # without a key, a look may lack a colour, and a block its table
            return None

    def shown(self, game: Game, show: str, name: str) -> str:
        """Draw what `show` names, such as `counter B1 front` or `map 20 20 60 40`; equal examples only once."""
        drawn = self._shown.get((id(game), show))  # the games live as long as the cache of `game_with`
        if drawn is None:
            file = self._folder / Path(self._drawn(game, show, name)).name
            drawn = self._shown[id(game), show] = file.suffix, file.read_bytes()
        file = self._folder / f"{name}{drawn[0]}"
        file.write_bytes(drawn[1])
        return f"/{FOLDER}/{file.name}"

    def _drawn(self, game: Game, show: str, name: str) -> str:
        """Draw what `show` names."""
        what, *rest = show.split()
        if what == "counter":
            return self.draw(name, trimmed(getattr(draw_counters(game)[rest[0]], rest[1])))
        if what == "cover":
            drawn = draw_small_picture(game, name, _COVER.width, _COVER.height, game.cover.scene)
            return self.part(name, drawn, Rect(*(points(float(one)) for one in rest)), _COVER_DPI)
        if what == "front":
            paper = load_target("home").papers["letter"]
            return self.part(name, front := draw_cover(game, paper, 0), front.box, int(rest[0]) // 2)
        if what == "aid":
            return self.aid(name, game)
        if what == "page":
            return self.kit_page(
                name, game, rest[0], int(rest[1]) - 1, [float(one) for one in rest[2:6]] or _WHOLE_PAGE
            )
        if what == "component":
            return self.draw(name, preview_scene(game, rest), _PIECES_DPI)
        if what == "sample":
            return self.draw(name, draw_terrain_sample(game, rest[0], 24))
        if what == "map":
            return self.part(name, map_scene(game), Rect(*map(float, rest[:4])), int(rest[4]) if rest[4:] else _DPI)
        chart = table_chart(game.tables[rest[0]]) if what == "table" else modifier_chart(game.modifiers[rest[0]])
        box = Rect(0, 0, float(rest[1]), float(rest[2]))
        return self.draw(name, Scene(what, box.width, box.height, draw_chart(chart, box, FULL).items))


def what_is_shown(key: DataKey) -> str:
    """Return the first word of what the pictures of a key show, such as `counter`; empty if it has none."""
    kind = kind_examples().get(key.owner.__name__)
    return (key_examples()[key.id].show or (kind.show if kind else "")).removeprefix("=").partition(" ")[0]


def trimmed(scene: Scene) -> Scene:
    """Return a scene as it is after cutting, without its bleed."""
    group = Group((Use(scene),), clip=rectangle(scene.box))
    return Scene(scene.name, scene.width, scene.height, (group,))


def map_scene(game: Game) -> Scene:
    """Return the map of a game as a sheet."""
    board = resolve_board(game)
    assert board is not None
    return draw_map_sheet(game, board)


def situation_scene() -> Scene:
    """Return the map of the situation in which the examples of functions are computed, with its units."""
    game = reference_game()
    board, faces = resolve_board(game), draw_counters(game)
    assert board is not None
    sheet, side = draw_map_sheet(game, board), game.counter_print.side
    ids = {counter.label: id_ for id_, counter in game.counters.items()} | {id_: id_ for id_ in game.counters}
    numbers = {board.grid.number(cell): cell for cell in board.grid.hexes}
    items: list[Item] = []
    for place, names in game.examples[SITUATION].place.items():
        if place in numbers:
            x, y = board.grid.centre(numbers[place])
            for at, name in enumerate(names):
                away = 4.0 * at - 2.0 * (len(names) - 1)
                at_hex = Matrix.place(x + away - 5.2, y + away - 5.2, scale=10.4 / side)
                id_ = next(id_ for label, id_ in ids.items() if name.startswith(label))  # `A Tanks fired` is A Tanks
                items.append(Group((Use(trimmed(faces[id_].front)),), at_hex))
    return Scene("situation", sheet.width, sheet.height, (Use(sheet), *items))


def home_scene() -> Scene:
    """Return the picture of the first page: the map of the reference, counters on it, and its combat results table."""
    game = reference_game()
    faces, width, height = draw_counters(game), 250.0, 84.0
    chart = table_chart(game.tables["crt"])
    paper = rectangle(Rect(0, 0, 72, 62), fill="#FFFFFF", stroke=Stroke("#DED4BC", 0.3))
    table = Group((paper, *draw_chart(chart, Rect(4, 4, 64, 54), FULL).items), Matrix.place(178, 6, turn=3))
    items: list[Item] = [rectangle(Rect(0, 0, width, height), fill="#EBE1C8")]
    items += [Group((Use(map_scene(game)),), Matrix.place(-12, -8, turn=-1.5)), table]
    for at, (id_, turn) in enumerate((("B1", -5), ("B2", 3), ("R1", -2), ("R2", 6))):
        place = Matrix.place(
            26 + 32 * at + 18 * (at > 1), 50 + 3 * (at % 2), turn=turn, scale=27 / game.counter_print.side
        )
        items.append(Group((Use(trimmed(faces[id_].front)),), place))
    box = Rect(0, 0, width, height)
    return Scene("home", width, height, (Group(tuple(items), clip=rectangle(box)),))


def gallery_scenes() -> dict[str, Mapping[str, Scene]]:
    """Return the scenes of the words of each library, by list and word; those of palettes are `palette_maps`."""
    icons = shared_icons()
    paint = Paint("#F6F1E2", "#16324F", "star", (("star", "#16324F"), ("disc", "#6E1B14")))
    return {
        "symbols": {one: draw_unit_symbol(icons, one, 12, 8, "#F6F1E2") for one in icons.symbols},
        "sizes": {one: draw_size_mark(one, 3) for one in get_args(Size)},
        "emblems": {one: draw_picture(icons, one, paint) for one in icons.emblems},
        "pictures": {one: draw_picture(icons, one, paint) for one in icons.pictures},
        "looks": dict(_look_scenes()),
        "layouts": dict(_layout_scenes()),
        "motifs": {one: _motif_scene(motif) for one, motif in shared_motifs().items()},
    }


def palette_maps() -> Mapping[str, Scene]:
    """Return the map of the reference in each palette."""
    games = {one: game_with(f"map: {{season: {one}}}") for one in shared_palettes()}
    return {one: map_scene(game) for one, game in games.items() if game}


def _look_scenes() -> Iterator[tuple[str, Scene]]:
    """Yield each look with a sample of a terrain that has it."""
    for name, look in shared_looks().items():
        sample = {"name": name, "of": OF_GROUP.get(look.group, "hex"), "look": name}
        ground = {"map": {"base": "sample"}} if look.group == "ground" else {}  # the sample of a ground is the map's
        game = game_with(yaml.dump({"terrain": {"sample": sample}, **ground}))
        if game:
            yield name, draw_terrain_sample(game, "sample", 24)


def _layout_scenes() -> Iterator[tuple[str, Scene]]:
    """Yield each layout with a counter in each of a few sizes, all as large as on paper."""
    for name in shared_layouts():
        faces = [
            game_with(f"counter_print: {{labels: {name}, side: {side}}}\ncounters: {{B1: {{formation: guard}}}}")
            for side in _SIDES
        ]
        scenes = [trimmed(draw_counters(game)["B1"].front) for game in faces if game]
        x, items = 0.0, []
        for scene in scenes:
            items.append(Use(scene, Matrix.place(x)))
            x += scene.width + 3
        if scenes:
            yield name, Scene(name, x - 3, max(scene.height for scene in scenes), tuple(items))


def _motif_scene(motif: MotifPicture) -> Scene:
    """Return a motif in each of its forms, side by side on the colour of paper."""
    items: list[Item] = []
    x, high = 0.0, 0.0
    for value in motif.values:
        picture = Picture(_INKS)
        put_shapes(picture, [(shape.tone, area_of(shape.rings)) for shape in motif.read(value)], (0, 0))
        extent = items_extent(picture.items)
        assert extent is not None
        scale = _MOTIF_HEIGHT / max(extent.height, extent.width / 2)
        items.append(Group(tuple(picture.items), Matrix.place(x - extent.x * scale, -extent.y * scale, scale=scale)))
        x, high = x + extent.width * scale + 3, max(high, extent.height * scale)
    return Scene("motif", x - 3, high, tuple(items))
