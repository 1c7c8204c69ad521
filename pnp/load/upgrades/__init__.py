"""Upgrades: data that was written for an older format is read as data of the newest format.

`format: 2` in game.yaml states the format of all files of a game; without it, the format is 1. A step turns a tree of
one format into a tree of the next. Each step is a module of this package that registers a function with `@step(1)`,
which leads from format 1 to format 2. It uses the functions of `tree_edits`, so that `pnp upgrade` can write the
changes into the files. A step gets the tree of a whole game, or (from `pnp upgrade`) of one of its overlays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pnp.load.tree import Node
from pnp.load.upgrades.moved_names import with_moved_names
from pnp.register import import_modules

Step: TypeAlias = Callable[[Node], Node]
STEPS: dict[int, Step] = {}
"""The steps by the format that they read."""


def step(number: int) -> Callable[[Step], Step]:
    """Return a decorator that registers the step from format `number` to the next one."""

    def register(function: Step) -> Step:
        assert number not in STEPS, f"there are two steps from format {number}"
        STEPS[number] = function
        return function

    return register


def newest_format() -> int:
    """Return the number of the newest format, which data of this version of pnp has."""
    return 1 + len(STEPS)


def upgraded(root: Node, number: int) -> Node:
    """Return the tree of data in the format `number` as a tree of the newest format.

    It is the same tree if nothing changes; the tree itself is not changed.
    """
    for older in range(number, newest_format() + 1):
        root = with_moved_names(root, older)
        if older in STEPS:
            root = STEPS[older](root)
    return root


import_modules("pnp.load.upgrades")
