"""The register of drawings that looks of terrain name, such as the art of a texture or the ice of a river.

Looks are records (`templates/looks`, `pnp/model/looks`). What needs a computation is a function in a module of
`pnp/art/map/looks`. It enters `DRAWINGS` under the name that the record gives, and is imported when a map is drawn.

The arguments of a function, and what it returns, depend on the key of the record that names it. `colours` are the
colours of the look, `pt` is the length of a point in mm, `seed` the random seed of the map:

- `paint` of a texture: (colours, pt, variant) -> items around (0, 0); `variant` is from 0 to 1.
- `density` of a texture: (points, pt, seed) -> for each of the points (n x 2) the share of such places that have the
  art, from 0 to 1; `choice`: (points, pt, seed) -> the number of the variant at each point.
- `draw` of open land or an area: (land or area, colours) -> items; `detail` of an area: (area, colours, raster of
  printed things) -> items.
- `draw` of a barrier: (barrier, colours) -> items.
- `surface` of a stream: (waters, streams, colours, raster of what must stay free) -> items.
- `around` of a symbol: (frame, hex, raster of printed things, raster of hex numbers and symbols, colours) -> items.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.register import Register

DRAWINGS: Register[Callable[..., Any]] = Register("pnp.art.map.looks")
"""The drawings by the names that looks give them."""
