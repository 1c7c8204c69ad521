"""Which names are still of use at each step: frames forget all others, so that those that differ in no other merge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from pnp.rules.program import SHARES, Block, Op, Program

Live: TypeAlias = Mapping[Block, tuple[frozenset[str], ...]]
"""For each block the names of use before each of its steps, and last at its end."""


def live_names(program: Program, wanted: Iterable[str]) -> Live:
    """The names of use in a program and in all that it runs, if `wanted` are asked for at its end."""
    found: dict[Block, tuple[frozenset[str], ...]] = {}
    exports = _exports(program)
    for one, names in exports.items():
        _mark(one.block, frozenset(names) | (frozenset(wanted) if one is program else frozenset()), found)
    return found


def _exports(program: Program) -> dict[Program, set[str]]:
    """The names that each program gives to those that run it."""
    found: dict[Program, set[str]] = {program: set()}
    todo = [program]
    while todo:
        for op in _ops(todo.pop().block):
            for inner in op.programs:
                if inner not in found:
                    found[inner] = set()
                    todo.append(inner)
                found[inner].update(getattr(op.step, "gives", {}).values())
    return found


def _ops(block: Block) -> Iterable[Op]:
    for op in block.ops:
        yield op
        for inner in op.blocks:
            yield from _ops(inner)


def reached(program: Program) -> Iterator[Op]:
    """Every step of a program and of all that it runs."""
    for one in _exports(program):
        yield from _ops(one.block)


def shares_read(op: Op) -> frozenset[str]:
    """The shares that the procedures read which a step runs, and those that they run."""
    found: set[str] = set()
    for program in op.programs:
        for one in _exports(program):
            found |= {name for inner in _ops(one.block) for name in inner.reads if name.startswith(SHARES)}
    return frozenset(found)


def _mark(block: Block, after: frozenset[str], found: dict[Block, tuple[frozenset[str], ...]]) -> frozenset[str]:
    """What is of use when a block begins, if `after` is when it has ended."""
    until = frozenset(name for name, _ in block.until.uses) if block.until else frozenset()
    end = after | until
    live = _backwards(block, end, found)
    if block.loop:
        own = block.own
        live = _backwards(block, end | (live[0] - own), found)
        live = (*live[:-1], live[-1] | (live[0] - own))
        found[block] = live
        return end | (live[0] - own)
    return live[0]


def _backwards(
    block: Block, end: frozenset[str], found: dict[Block, tuple[frozenset[str], ...]]
) -> tuple[frozenset[str], ...]:
    live = [end]
    for op in reversed(block.ops):
        after = live[0]
        before = after - frozenset(op.gives) if op.always else after
        for inner in op.blocks:
            before |= _mark(inner, after, found)
        live.insert(0, before | op.reads | shares_read(op))
    found[block] = tuple(live)
    return found[block]
