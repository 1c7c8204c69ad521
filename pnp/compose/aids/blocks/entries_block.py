"""Block `entries`: set-up and reinforcements, with the counters that enter."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.compose.aids.cells import Cell, Paragraph, cell
from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import CASE_COLUMN, ListColumn, ListView
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import is_reconstructed
from pnp.model.counter import Entry
from pnp.model.game import Game
from pnp.model.record import Length
from pnp.model.reference import AID_BLOCKS, ListingAidBlock
from pnp.model.roster import counter_ids
from pnp.units import Mm

FACE_SIDE = 8.4
"""Side of a counter in a list, in mm."""


@AID_BLOCKS.enter("entries")
class EntriesBlock(ComposedBlock, ListingAidBlock):
    """Entries (set-up and reinforcements) by id; all entries of the game if none is named.

    `counter` is the side of the counters in the list.
    """

    counter: Length = FACE_SIDE

    noun = missing_noun = "entry"

    def choices(self, game: Game) -> Mapping[str, Entry]:
        """Return the entries (set-up and reinforcements) that the block can show, by id."""
        return game.entries

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed list of entries (set-up and reinforcements) of the block."""
        entries = [context.game.entries[id_] for id_ in self.of or context.game.entries]
        rows = tuple(_entry_row(entry, context.pictures, self.counter) for entry in entries)
        columns = (ListColumn(most=46), ListColumn(rest=True), ListColumn(rest=True), CASE_COLUMN)
        title = self.title or "Set-up and reinforcements"
        return (PrintedBlock(title, self.hint, views=(ListView(columns, rows, css="entries"),)),)


def _entry_row(entry: Entry, pictures: Pictures, side: Mm) -> tuple[Cell, ...]:
    """Return one row of the list of entries: name and time; counters; where and how; case numbers."""
    name, when, faces, where, how = entry_paragraphs(entry, pictures, side, full=True)
    return (
        Cell((name, when) if when.text else (name,)),
        Cell((faces,)) if faces.pictures else Cell(),
        Cell((where, how) if how.text else (where,)),
        cell(", ".join(entry.rule), "case"),
    )


def entry_paragraphs(
    entry: Entry, pictures: Pictures, side: Mm = FACE_SIDE, *, full: bool = False
) -> tuple[Paragraph, ...]:
    """Return an entry as paragraphs: its name, time, counters of this `side`, and where and how they enter.

    `full` keeps empty paragraphs.
    """
    shown = tuple(pictures.counter(id_, entry.face) for id_ in counter_ids(pictures.game, entry.counters))
    paragraphs = (
        Paragraph(entry.name, "name", mark=is_reconstructed(entry)),
        Paragraph(entry.when, "note", css="soft"),
        Paragraph("", pictures=shown, picture_width=side, picture_height=side),
        Paragraph(entry.where),
        Paragraph(entry.how, "note", css="soft"),
    )
    return paragraphs if full else tuple(one for one in paragraphs if one.text or one.pictures)
