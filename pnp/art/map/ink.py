"""Lines as if drawn with a pen: they swell and thin out, and have small gaps."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pnp.art.map.noise import Array, octaves
from pnp.art.map.outlines import normals, resample
from pnp.units import Mm


def strip(points: Array, widths: Array) -> Array:
    """Return the closed outline of a line that has a width at each of its points."""
    half = normals(points) * (widths / 2)[:, None]
    return np.vstack([points + half, (points - half)[::-1]])


def ink_strokes(
    lines: Iterable[Array],
    widths: tuple[Mm, Mm],
    seed: int,
    *,
    step: Mm,
    gaps: float = 0.1,
    wavelength: Mm,
    shortest: int = 2,
) -> list[Array]:
    """Return lines as the outlines of pen strokes whose width varies between two values.

    A share of about `gaps` of each line is left out; the strokes are thin at such gaps. `step` is the distance of the
    points of the outlines.
    """
    found: list[Array] = []
    for line in lines:
        points = resample(line, step)
        if len(points) < 4:
            continue
        swell = 0.5 + 0.5 * np.clip(1.5 * octaves(points, wavelength, seed, 2), -1, 1)
        width = widths[0] + (widths[1] - widths[0]) * swell
        rough = octaves(points, 1.3 * wavelength, seed + 7, 2)
        level = np.quantile(rough, 1 - gaps) if gaps and len(points) > 20 else 9.0
        kept = np.concatenate([[0], (rough < level).astype(np.int64), [0]])
        ends = np.flatnonzero(np.diff(kept))
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            if end - start <= shortest:
                continue
            some = width[start:end].copy()
            if gaps:
                some[[0, -1]] *= 0.3
            found.append(strip(points[start:end], some))
    return found
