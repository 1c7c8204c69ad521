"""The base of all kinds of player aid blocks, their printed form, and the data that they may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.compose.aids.views import View
from pnp.compose.pictures import Pictures
from pnp.model.game import Game
from pnp.rules.probability.aid_tables import AidAnswers
from pnp.units import Mm


@dataclass(frozen=True)
class PrintedBlock:
    """A heading with tables, lists or drawings (`views`) below it.

    `mark` means that everything that the block shows is reconstructed.
    """

    title: str
    hint: str = ""
    mark: bool = False
    views: tuple[View, ...] = ()

    def is_marked(self) -> bool:
        """Return whether anything in the block is marked as reconstructed."""
        return self.mark or any(view.is_marked() for view in self.views)


@dataclass(frozen=True)
class AidContext:
    """The data that a block may use: the game, its drawings, the width, and the answers to its chances."""

    game: Game
    pictures: Pictures
    width: Mm
    answers: AidAnswers = ()


class ComposedBlock(ABC):
    """A kind of block that can be composed.

    The class is also an `AidBlock`, the data of the block. It enters `AID_BLOCKS` under its name in the data.
    """

    @abstractmethod
    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the block as it is printed: a heading and content for each table or list that it names."""

    def footnotes(self, game: Game) -> tuple[str, ...]:
        """Return the block's notes for the foot of the page, about values marked as reconstructed."""
        return ()


def own_cases(rule: Sequence[str], common: Sequence[str]) -> str:
    """Return the cases of one line of a list, without those that the heading of the list has."""
    return ", ".join([number for number in rule if number not in common] or rule)


def with_rules(text: str, rules: Sequence[str]) -> str:
    """Return a text with its cases in brackets, without the cases that the text contains."""
    missing = [number for number in rules if number not in text]
    return f"{text} [{', '.join(missing)}]".strip() if missing else text
