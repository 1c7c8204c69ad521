"""The printed part of each map sheet of a kit, and its tiles: where a patch of a map goes, on either of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.draw.map.keep_clear import keep_clear
from pnp.draw.map.map_sheet import draw_map_sheet, draw_shared_sheet
from pnp.impose.tiles.tile_pages import map_frame
from pnp.impose.tiles.tile_plan import Tile, plan_tiles
from pnp.kit.full_check import KitSource
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.target import PrintSettings
from pnp.preflight.text_run import common
from pnp.scene import Rect


@dataclass(frozen=True)
class MapPlace:
    """The printed part of a map sheet, without its white margins, and its tiles, both in mm on the sheet."""

    printed: Rect
    tiles: tuple[Tile, ...] = ()

    def words(self, box: Rect, *, names_tiles: bool = True) -> str:
        """Return where a part of the sheet goes, measured from the edges that the sheet and its tiles share.

        These are the outermost lines or colours, because hexes and frame begin further inside.
        """
        across, down = f"{box.x - self.printed.x:.0f}\u00a0mm", f"{box.y - self.printed.y:.0f}\u00a0mm"
        on = [tile.name for tile in self.tiles if common(tile.visible, box) is not None]
        several = "tile" if len(on) == 1 else "tiles"
        where = f" (on {several} {join_words(on)})" if names_tiles and len(self.tiles) > 1 and on else ""
        return (
            f"Put its upper left corner {across} from the leftmost and {down} below the uppermost line or colour of"
            f" the printed map{where}."
        )


def map_places(game: Game, settings: PrintSettings) -> Mapping[str, MapPlace]:
    """Return the place of each map sheet by the name of its file."""
    found, maps = {}, []
    source = KitSource.of_game(game)
    for one in source.scenarios.values() or (source,):
        if one.board is None or one.game.map is None:
            continue
        name = one.file_name("map")
        scene = draw_map_sheet(one.game, one.board, name=name)
        printed, clear = map_frame(scene), keep_clear(one.game, one.board, scene)
        plan = plan_tiles(printed, one.board.grid, clear, settings.target, settings.sheet)
        found[name] = MapPlace(printed, plan.tiles)
        if one.scenario and one.game.map.area is not None:
            maps.append((one.game.map, scene))
    if maps:
        found["map"] = MapPlace(map_frame(draw_shared_sheet(maps)))
    return found
