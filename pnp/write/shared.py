"""Repeated art: which scenes of a display list are worth writing once and referring to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pnp.scene import Group, Item, Scene, Use


def shared_scenes(*lists: Iterable[Item]) -> frozenset[Scene]:
    """The scenes that are used more than once, each use counted where it is written, not how often that is repeated."""
    uses: Counter[Scene] = Counter()

    def count(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Use):
                uses[item.scene] += 1
                if uses[item.scene] == 1:
                    count(item.scene.items)
            elif isinstance(item, Group):
                count(item.items)

    for items in lists:
        count(items)
    return frozenset(scene for scene, times in uses.items() if times > 1)
