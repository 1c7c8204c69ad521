"""Measures how different the terrains of the shipped maps look: `python -m tests.map_tints`."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pypdfium2

from pnp.art.map.map_frame import MapFrame
from pnp.draw.map.framed_map import frame_of
from pnp.draw.map.map_sheet import draw_map_sheet
from pnp.impose.page import Document, Page
from pnp.scene import Scene
from pnp.units import MM_PER_INCH, MM_PER_POINT
from pnp.write.pdf import pdf_bytes
from tests.map_outlines import shipped_games

DISC = 0.33
"""The radius of the measured disc, in hex heights."""
DPI = 100
WHITE = (0.9505, 1.0, 1.089)
"""The white of D65."""


class Apart(NamedTuple):
    """The difference (CIE76) of the mean colours of two terrains, and that of the two hexes that are most alike."""

    means: float
    worst: float


def lab(rgb: np.ndarray) -> np.ndarray:
    """Return colours in linear light as CIE Lab."""
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = rgb @ matrix.T / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def tints(frame: MapFrame, scene: Scene) -> dict[str, np.ndarray]:
    """Return the mean colours of the middles of hexes by terrain, as printed; hexes with places are left out."""
    page = Page("map", scene.width, scene.height, scene.box, scene.box, scene.items)
    with pypdfium2.PdfDocument(pdf_bytes(Document("map", "map", (page,)))) as pdf:
        picture = np.asarray(pdf[0].render(scale=DPI * MM_PER_POINT / MM_PER_INCH).to_pil().convert("RGB")) / 255
    linear = np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    scale = DPI / MM_PER_INCH
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    found: dict[str, list[np.ndarray]] = {}
    radius = DISC * frame.grid.across_flats * scale
    for cell in frame.hexes:
        x, y = (value * scale for value in frame.grid.centre(cell))
        top, left = max(0, int(y - radius)), max(0, int(x - radius))
        window = (slice(top, int(y + radius) + 1), slice(left, int(x + radius) + 1))
        inside = (columns[window] - x) ** 2 + (rows[window] - y) ** 2 <= radius**2
        box = frame.box.grown(-DISC * frame.grid.across_flats)
        if cell not in frame.sites and box.holds(*frame.grid.centre(cell)):
            kind = " + ".join(sorted(frame.look(one) for one in frame.board.terrain_at(cell)))
            found.setdefault(kind, []).append(linear[window][inside].mean(axis=0))
    return {kind: lab(np.array(some)) for kind, some in found.items()}


def differences(found: dict[str, np.ndarray]) -> dict[tuple[str, str], Apart]:
    """Return how far apart each two terrains are."""
    pairs = {}
    for one, other in combinations(sorted(found), 2):
        each = np.sqrt(((found[one][:, None] - found[other][None]) ** 2).sum(axis=2))
        means = np.sqrt(((found[one].mean(axis=0) - found[other].mean(axis=0)) ** 2).sum())
        pairs[one, other] = Apart(float(means), float(each.min()))
    return pairs


if __name__ == "__main__":
    for map_name, (game, board) in shipped_games().items():
        if sys.argv[1:] and map_name not in sys.argv[1:]:
            continue
        frame = frame_of(game, board)
        print(map_name)
        for (one, other), apart in differences(tints(frame, draw_map_sheet(game, board))).items():
            print(f"  {one:22} {other:22} {apart.means:5.1f} {apart.worst:5.1f}{'  *' if apart.means < 8 else ''}")
