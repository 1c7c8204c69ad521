"""The base class of player aid blocks, a block as printed, and the data that a block may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pnp.board import Board
from pnp.compose.aids.views import View
from pnp.compose.pictures import Pictures
from pnp.model.aid_blocks import AidBlock
from pnp.model.game import Game
from pnp.register import Register
from pnp.rules.probability.aid_tables import AidAnswers
from pnp.units import Mm


@dataclass(frozen=True)
class PrintedBlock:
    """A heading with tables, lists or drawings (`views`) below it.

    `mark` means that everything that the block shows is reconstructed. `path` is the place in the data of what it
    shows, if that is one table.
    """

    title: str
    hint: str = ""
    mark: bool = False
    views: tuple[View, ...] = ()
    path: str = ""

    def is_marked(self) -> bool:
        """Return whether the heading or a value of the block is marked as reconstructed."""
        return self.mark or any(view.is_marked() for view in self.views)


@dataclass(frozen=True)
class AidContext:
    """The data that a block may use: the game, its drawings, the width, the answers to its chances, and the map."""

    game: Game
    pictures: Pictures
    width: Mm
    answers: AidAnswers = ()
    board: Board | None = None


B = TypeVar("B", bound=AidBlock)


class ComposedBlock(ABC, Generic[B]):
    """A block that can be composed. Each kind has a subclass, which enters `COMPOSED_BLOCKS` under its name."""

    def __init__(self, block: B) -> None:
        self.block = block

    @abstractmethod
    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the block as printed: a heading and content for each table or list that it names."""

    def footnotes(self, _game: Game) -> tuple[str, ...]:
        """Return notes on reconstructed values of this block, for the foot of the page."""
        return ()


COMPOSED_BLOCKS: Register[type[ComposedBlock[Any]]] = Register("pnp.compose.aids.blocks")
"""The class that composes each kind of block, by the name of the kind."""


def composed(block: AidBlock) -> ComposedBlock[AidBlock]:
    """Return a block in the form in which it can be composed."""
    return COMPOSED_BLOCKS[block.kind](block)


def own_cases(of_line: Sequence[str], of_heading: Sequence[str]) -> str:
    """Return the rule case numbers of a line as text, without those in the heading of its list.

    If no number remains, it returns all of them.

    >>> own_cases(["6.5", "7.1"], ["6.5"]), own_cases(["6.5"], ["6.5"])
    ('7.1', '6.5')
    """
    return ", ".join([number for number in of_line if number not in of_heading] or of_line)


def with_rules(text: str, rules: Sequence[str]) -> str:
    """Return a text followed by case numbers in brackets, except those that it already contains."""
    missing = [number for number in rules if number not in text]
    return f"{text} [{', '.join(missing)}]".strip() if missing else text
