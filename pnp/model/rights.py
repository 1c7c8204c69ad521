"""The owner of a game, the basis on which its kit is made, and the sentence about them that the kit prints."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import model_validator

from pnp.model.record import Record

RightsBasis: TypeAlias = Literal["own", "permission", "public-domain", "study"]
"""Why a kit may be made: the game is the maker's own, its owner permits the kit, it has no owner any more, or the
kit is an unofficial edition to study the game."""


class Rights(Record):
    """The owner of the published game and the basis on which the kit is made.

    A game in the public domain needs no holder.
    """

    basis: RightsBasis
    """Why the kit may be made: it is your `own` game, by `permission`, `public-domain`, or for `study`."""
    holder: str = ""
    """The owner as the published game names him."""
    note: str = ""
    """A text after the sentence about the owner, such as the terms of a permission."""

    @model_validator(mode="after")
    def _check_holder(self) -> Rights:
        """Reject rights without an owner, unless the game is in the public domain."""
        if not self.holder and self.basis != "public-domain":
            raise ValueError("rights need a holder; write holder: and the name in the copyright notice of the game")
        return self

    @property
    def sentence(self) -> str:
        """Who owns the game, and what the kit is, as printed on its cover."""
        return {
            "own": f"The game belongs to {self.holder}.",
            "permission": f"The game belongs to {self.holder}. This kit is made with permission.",
            "public-domain": "The game is in the public domain.",
            "study": f"An unofficial study edition. The game belongs to {self.holder}; this kit is not affiliated with "
            f"or endorsed by {self.holder}.",
        }[self.basis]

    @property
    def statement(self) -> str:
        """The sentence and the note, as printed in the booklet, on the back cover and in `index.html`."""
        return f"{self.sentence} {self.note.rstrip('.')}." if self.note else self.sentence
