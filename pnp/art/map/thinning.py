"""Thinning of places that are too close together, so that each choice depends on a small neighbourhood alone."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from pnp.art.map.noise import Array

ROUNDS = 12
"""How many places in a row may depend on each other, so that a change is not felt far away."""


def apart(spots: Array, reach: Array, rank: Array) -> NDArray[np.bool_]:
    """Return which places remain, so that no two are nearer than the sum of their reaches.

    Of two the one with the higher rank remains. Equal ranks are decided by the order of the places.

    Source: Luby 1986.
    """
    left, kept = np.ones(len(spots), dtype=np.bool_), np.zeros(len(spots), dtype=np.bool_)
    points = np.asarray(shapely.points(spots))
    one, other = shapely.STRtree(points).query(points, predicate="dwithin", distance=2 * float(reach.max(initial=0)))
    beaten = (rank[one] < rank[other]) | ((rank[one] == rank[other]) & (one < other))
    one, other = one[beaten], other[beaten]
    close = np.hypot(*(spots[one] - spots[other]).T) < reach[one] + reach[other]
    one, other = one[close], other[close]  # the other remains rather than the one
    for _ in range(ROUNDS):
        wins = left.copy()
        wins[one[left[other]]] = False
        kept |= wins
        left &= ~wins
        left[one[wins[other]]] = False
        if not left.any():
            break
    return kept
