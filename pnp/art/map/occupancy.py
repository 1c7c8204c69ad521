"""A raster of the map that records where something is already printed."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from pnp.art.map.noise import Array
from pnp.art.map.outlines import resample
from pnp.scene import Rect
from pnp.units import Mm


class Occupancy:
    """Weights of a square raster: 0 is free, and larger weights cost more to print over.

    Marking an area keeps the larger weight.
    """

    def __init__(self, box: Rect, cell: Mm) -> None:
        self.box, self.cell = box, cell
        self.weights: NDArray[np.float32] = np.zeros(
            (int(np.ceil(box.height / cell)) + 1, int(np.ceil(box.width / cell)) + 1), dtype=np.float32
        )

    def copy(self) -> Occupancy:
        """Return a copy of the raster."""
        other = Occupancy.__new__(Occupancy)
        other.box, other.cell, other.weights = self.box, self.cell, self.weights.copy()
        return other

    def index(self, points: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the row and column of the raster cell at each point.

        A point off the raster has the nearest cell.
        """
        columns = ((points[..., 0] - self.box.x) / self.cell).astype(np.int64)
        rows = ((points[..., 1] - self.box.y) / self.cell).astype(np.int64)
        return np.clip(rows, 0, self.weights.shape[0] - 1), np.clip(columns, 0, self.weights.shape[1] - 1)

    def at(self, points: Array) -> NDArray[np.float32]:
        """Return the weight of the raster at each point."""
        return np.asarray(self.weights[self.index(points)], dtype=np.float32)

    def stamp(self, points: Array, radius: Mm, weight: float) -> None:
        """Mark a disc around each point with a weight."""
        reach = int(np.ceil(radius / self.cell))
        span = np.arange(-reach, reach + 1)
        dx, dy = np.meshgrid(span, span)
        inside = (dx**2 + dy**2) * self.cell**2 <= (radius + self.cell / 2) ** 2
        columns = np.floor((points[:, 0] - self.box.x) / self.cell).astype(np.int64)[:, None] + dx[inside]
        rows = np.floor((points[:, 1] - self.box.y) / self.cell).astype(np.int64)[:, None] + dy[inside]
        good = (rows >= 0) & (rows < self.weights.shape[0]) & (columns >= 0) & (columns < self.weights.shape[1])
        where = rows[good], columns[good]
        self.weights[where] = np.maximum(self.weights[where], weight)

    def line(self, points: Array, half_width: Mm, weight: float) -> None:
        """Mark a band along a line with a weight."""
        if len(points) > 1:
            self.stamp(resample(points, max(self.cell, half_width / 2)), half_width, weight)

    def _window(self, rect: Rect) -> tuple[slice, slice]:
        """Return the raster rows and columns that a rectangle covers, as slices."""
        x0, y0 = int((rect.x - self.box.x) / self.cell), int((rect.y - self.box.y) / self.cell)
        x1, y1 = int((rect.right - self.box.x) / self.cell) + 1, int((rect.bottom - self.box.y) / self.cell) + 1
        return slice(max(y0, 0), max(y1, 0)), slice(max(x0, 0), max(x1, 0))

    def rect(self, rect: Rect, weight: float) -> None:
        """Mark an upright rectangle with a weight."""
        where = self._window(rect)
        self.weights[where] = np.maximum(self.weights[where], weight)

    def _cells_inside(self, area: BaseGeometry) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
        """Return the raster rows and columns around an area, and which of their cells are inside it."""
        x0, y0, x1, y1 = area.bounds
        where = self._window(Rect(x0, y0, x1 - x0, y1 - y0))
        shape = self.weights[where].shape
        ys = self.box.y + (where[0].start + np.arange(shape[0]) + 0.5) * self.cell
        xs = self.box.x + (where[1].start + np.arange(shape[1]) + 0.5) * self.cell
        gx, gy = np.meshgrid(xs, ys)
        shapely.prepare(area)
        return where, np.asarray(shapely.contains_xy(area, gx, gy), dtype=np.bool_)

    def area(self, area: BaseGeometry, weight: float) -> None:
        """Mark an area with a weight."""
        if not area.is_empty:
            where, inside = self._cells_inside(area)
            self.weights[where] = np.maximum(self.weights[where], np.where(inside, weight, 0))

    def clear(self, area: BaseGeometry) -> None:
        """Mark an area as free."""
        if not area.is_empty:
            where, inside = self._cells_inside(area)
            self.weights[where] = np.where(inside, 0, self.weights[where])

    def spread(self, by: Mm) -> None:
        """Extend every marked part of the raster by a distance on all sides."""
        for _ in range(max(1, round(by / self.cell))):
            for axis in (0, 1):
                grown = self.weights.copy()
                ahead, behind = [slice(None)] * 2, [slice(None)] * 2
                ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
                up, down = tuple(ahead), tuple(behind)
                grown[up] = np.maximum(grown[up], self.weights[down])
                grown[down] = np.maximum(grown[down], self.weights[up])
                self.weights = grown

    def totals(self, x: Array, y: Array, width: Mm, height: Mm) -> Array:
        """Return the sum of weight times area (mm²) under each of many rectangles of one size.

        `x` and `y` are the left and top of each rectangle.
        """
        around = Rect(float(x.min()), float(y.min()), float(np.ptp(x)) + width, float(np.ptp(y)) + height)
        rows, columns = self._window(around.grown(2 * self.cell))
        table = np.pad(
            np.cumsum(np.cumsum(self.weights[rows, columns], axis=0, dtype=np.float64), axis=1), ((1, 0), (1, 0))
        )
        top, left = rows.start, columns.start

        def table_index(values: Array, start: Mm, first: int, most: int) -> NDArray[np.int64]:
            """Return the index in the table of sums for each of these coordinates."""
            return np.clip(np.round((values - start) / self.cell).astype(np.int64) - first, 0, most - 1)

        r0, r1 = (table_index(v, self.box.y, top, table.shape[0]) for v in (y, y + height))
        c0, c1 = (table_index(v, self.box.x, left, table.shape[1]) for v in (x, x + width))
        return np.asarray(
            (table[r1, c1] - table[r0, c1] - table[r1, c0] + table[r0, c0]) * self.cell**2, dtype=np.float64
        )
