"""The colours of terrain as printed, and findings on terrains that look alike."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from pnp.art.map.map_palette import FULL
from pnp.board import Board
from pnp.cache import keep
from pnp.deferred import deferred
from pnp.draw.fault import alike_terrain, drawn_finding
from pnp.draw.map.terrain_samples import draw_sample
from pnp.findings import Finding
from pnp.model.game import Game
from pnp.scene import Scene
from pnp.units import Mm
from pnp.write.scene_picture import scene_picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

with deferred():
    import numpy as np

_SAMPLE: Mm = 20
"""The height of a sample hex."""
MIDDLE = 0.33
"""The radius of the middle of a hex, as a share of its height."""
_DPI = 108
_WHITE = (0.9505, 1.0, 1.089)
"""The white of the illuminant D65.  Source: CIE 15."""
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
"""The matrix from linear sRGB to CIE XYZ.  Source: IEC 61966-2-1."""


def tint_findings(game: Game, board: Board | None) -> tuple[Finding, ...]:
    """Return a finding (D013) for each two terrains of hexes of a map that look alike."""
    if board is None:
        return ()
    used = sorted({kind for cell in board.grid.hexes for kind in board.terrain_at(cell) if kind in game.terrain})
    tints = {kind: _tint(draw_sample(game, kind, _SAMPLE, FULL, rich=False)) for kind in used}
    faults = (
        fault
        for one, other in combinations(used, 2)
        for fault in alike_terrain(
            other, game.terrain[other].name, game.terrain[one].name, float(np.linalg.norm(tints[one] - tints[other]))
        )
    )
    return tuple(drawn_finding(fault, game.spot(fault.path)) for fault in faults)


def _tint(sample: Scene) -> NDArray[np.float64]:
    """Return the mean colour in the middle of a sample hex as printed, in CIE Lab."""
    return np.array(keep("terrain tint", lambda: sample, lambda: _measured(sample)))


def _measured(sample: Scene) -> tuple[float, float, float]:
    """Return the lightness and the two colour coordinates of the middle of a sample hex."""
    picture = scene_picture(sample, _DPI)
    return mean_colour(picture, picture.width / 2, picture.height / 2, MIDDLE * picture.height)


def mean_colour(picture: Image.Image, x: float, y: float, radius: float) -> tuple[float, float, float]:
    """Return the mean colour of a disc of a picture in CIE Lab, its centre and radius given in pixels.

    The mean is that of the light, as the eye sees it from a distance.
    """
    left, top = max(0, int(x - radius)), max(0, int(y - radius))
    part = picture.convert("RGB").crop((left, top, int(x + radius) + 1, int(y + radius) + 1))
    values = np.asarray(part) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    rows, columns = np.mgrid[: part.height, : part.width]
    inside = (columns + left - x) ** 2 + (rows + top - y) ** 2 <= radius**2
    xyz = np.array(_TO_XYZ) @ light[inside].mean(axis=0) / _WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])
