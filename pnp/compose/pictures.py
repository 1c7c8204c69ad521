"""The drawings that a book shows, each drawn only once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from copy import copy
from functools import cached_property

from pnp.art.icons.unit_symbol import draw_unit_symbol
from pnp.art.map.map_palette import FULL, MapPalette
from pnp.draw.components.standee import draw_pieces
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.counter.reduced_face import reduced_face
from pnp.draw.hexmap import draw_terrain_sample, sample_size
from pnp.draw.tables.track import EDGE, draw_track
from pnp.model.game import Game
from pnp.model.gamemap import GameMap
from pnp.scene import Matrix, Scene, Use
from pnp.units import Mm

COUNTER_SIDE, AROUND, WORDS_UNDER, WIDEST_SPACE = 12.7, 2.4, 3.4, 48.0
"""Sizes of tracks on aids, in mm.

They are: the side of a counter if the game prints none, the room around a counter, the room if spaces have words, and
the greatest width of a space.
"""

_UNSAFE = re.compile(r"[^A-Za-z0-9._+-]")


class Pictures:
    """The drawings of a book by their names in its HTML; each is drawn when it is first needed."""

    def __init__(
        self,
        game: Game,
        faces: Mapping[str, CounterFaces] | None = None,
        *,
        blank: bool = False,
        tracks: MapPalette = FULL,
    ) -> None:
        """`faces` are the drawn counters, if known; `blank` leaves sample hexes empty, to measure pages.

        `tracks` are the colours of tracks.
        """
        self.game = game
        self._tracks = tracks
        self.blank = blank
        self.scenes: dict[str, Scene] = {}
        self._names: dict[str, str] = {}
        self._kept: dict[Scene, str] = {}
        self._faces = faces
        self._prefix = ""

    def of_scenario(self, name: str, game: Game) -> Pictures:
        """Return the drawings of one scenario of the series; each name begins with that of the scenario."""
        shared = copy(self)
        shared.game, shared._prefix = game, f"{name}-"
        return shared

    @cached_property
    def faces(self) -> Mapping[str, CounterFaces]:
        """The drawn front and back of each piece, by the counter's id; standees with plates are upright figures."""
        return draw_pieces(self.game, self._faces)

    def keep(self, name: str, draw: Callable[[], Scene]) -> str:
        """Add a drawing under its name unless it exists, and return the name for use in the book.

        The name is part of a URL, so characters that have a meaning there are written as numbers.
        """
        name = _UNSAFE.sub(lambda match: f"~{ord(match[0]):x}~", self._prefix + name)
        if name not in self._names:
            scene = draw()
            self._names[name] = self._kept.setdefault(scene, name)
            self.scenes.setdefault(self._names[name], scene)
        return self._names[name]

    def counter(self, id_: str, facing: str = "front", width: Mm = math.inf) -> str:
        """Return the name of the drawing of one side (front or back) of a counter.

        For a picture of a smaller width, it has no texts that would be too small to read. Of a picture that is scaled
        with the type around it, `width` is the smallest one.
        """
        face: Scene = getattr(self.faces[id_], facing)
        if width >= face.width:
            return self.keep(f"counter-{id_}-{facing}", lambda: face)
        return self.keep(f"counter-{id_}-{facing}-{width:g}", lambda: reduced_face(face, width))

    def terrain(self, kind: str, height: Mm) -> str:
        """Return the name of the drawing of a sample hex with this kind of terrain.

        In a series, terrain that only one map has looks as it does there.
        """

        def draw() -> Scene:
            """Draw the sample hex."""
            if self.blank:
                return Scene(f"terrain-{kind}", *sample_size(self.game, height), ())
            return draw_terrain_sample(_game_with_terrain(self.game, kind), kind, height)

        return self.keep(f"terrain-{kind}-{height:g}", draw)

    def symbol(self, name: str, width: Mm, fill: str) -> str:
        """Return the name of the drawing of a unit symbol on a colour.

        Its height is two thirds of its width.
        """
        icons = self.game.icons
        key = f"symbol-{name}-{width:g}-{fill[1:]}"
        return self.keep(key, lambda: draw_unit_symbol(icons, name, width, width * 2 / 3, fill))

    def track(self, id_: str, width: Mm) -> str:
        """Return the name of the drawing of a track without its heading, with spaces large enough for counters."""
        track = self.game.tracks[id_]
        rows = math.ceil(len(track.spaces) / (track.across or len(track.spaces) or 1))
        side = self.game.counter_print.side if self.game.counter_print else COUNTER_SIDE
        lines = max(len(space.lines) for space in track.spaces)
        row = side + (AROUND + lines * WORDS_UNDER if lines else AROUND)
        height = rows * row
        width = min(width, WIDEST_SPACE * (track.across or len(track.spaces) or 1))

        def draw() -> Scene:
            """Draw the track with its whole outline, because books cut off what extends past the edges."""
            inner = draw_track(self.game, id_, width - 2 * EDGE, height - 2 * EDGE, "none", palette=self._tracks)
            return Scene(inner.name, width, height, (Use(inner, Matrix.place(EDGE, EDGE)),))

        return self.keep(f"track-{id_}-{width:g}", draw)


def _game_with_terrain(game: Game, kind: str) -> Game:
    """Return the only scenario of a series whose map has a kind of terrain; otherwise the game.

    The scenario has flat hexes, as all samples of a series have.
    """
    owners = [one for one in game.scenarios.values() if one.map is not None and kind in _kinds_on(one.map)]
    if len(owners) != 1 or owners[0].map is None:
        return game
    upright = {"grid": owners[0].map.grid.model_copy(update={"hexes": "flat"}), "area": None}
    return owners[0].model_copy(update={"map": owners[0].map.model_copy(update=upright)})


def _kinds_on(map_: GameMap) -> set[str]:
    """Return the kinds of terrain that the data of a map place on it."""
    return {
        *map_.terrain,
        *map_.hexsides,
        *map_.paths,
        *(kind for place in map_.places.values() for kind in place.kinds),
    }
