"""Block `entries`: set-up and reinforcements, with the counters that enter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.compose.aids.cells import PICTURE_GAP, Cell, GalleryItem, Paragraph, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.page_fit import SCALES
from pnp.compose.aids.views import CASE_COLUMN, KEY_GAP, GalleryView, ListColumn, ListView
from pnp.compose.counter_words import bare_label, with_copies
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import is_reconstructed
from pnp.message import capitalised, join_words
from pnp.model.aid_blocks import EntriesBlock
from pnp.model.counter import Entry
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.units import Mm, int_sum

FACE_SIDE: Mm = EntriesBlock.model_fields["counter"].default
"""The usual side of a counter in a list."""
NAMED_FACE_SIDE = 12.0
"""Side of the only counter in a list that names the other ones, in mm."""
MOST_DRAWN = 0.6
"""The most of a column of a compact list that counters take; the place where they enter is beside them."""
LONGEST_TIME = 24
"""The most letters of a time that is printed above entries and not with each of them."""
NAMED_COLUMNS = (ListColumn(most=41, least=41), ListColumn(most=14, least=14), ListColumn(most=46, least=46))
NAMED_CASES = ListColumn(most=16, least=16, css="case-number")
"""The columns of a list that names its units: the same in each list, so that those of a page are aligned."""


@COMPOSED_BLOCKS.enter("entries")
class ComposedEntries(ComposedBlock[EntriesBlock]):
    """Composes a block `entries`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed list of entries (set-up and reinforcements) of the block."""
        if self.block.across:
            return tuple(self._compact_blocks(context))
        side, names = self.block.counter, self.block.names
        entries = [context.game.entries[id_] for id_ in self.block.of or context.game.entries]
        rows = tuple(_entry_row(entry, context.pictures, side, names=names) for entry in entries)
        counted = (ListColumn(most=46), ListColumn(rest=True), ListColumn(rest=True), CASE_COLUMN)
        columns = (*NAMED_COLUMNS, ListColumn(rest=True), NAMED_CASES) if names else counted
        title = self.block.title or "Set-up and reinforcements"
        return (PrintedBlock(title, self.block.hint, views=(ListView(columns, rows, css="entries"),)),)

    def _compact_blocks(self, context: AidContext) -> Iterator[PrintedBlock]:
        """Yield a block for the entries of each side and turn, with the counters of each beside where they enter."""
        groups: dict[str, list[Entry]] = {}
        for id_ in self.block.of or context.game.entries:
            entry = context.game.entries[id_]
            groups.setdefault(_group_title(entry, context.game), []).append(entry)
        across = self.block.across
        room = MOST_DRAWN * (context.width - (across - 1) * KEY_GAP) / across
        in_row = max(1, int(room / (self.block.counter + PICTURE_GAP)))
        for number, (title, entries) in enumerate(groups.items()):
            items = [item for entry in entries for item in self._compact_items(context, entry, title, in_row)]
            hint = "" if number else self.block.hint
            yield PrintedBlock(title, hint, views=(GalleryView(tuple(items), across),))

    def _compact_items(self, context: AidContext, entry: Entry, title: str, in_row: int) -> Iterator[GalleryItem]:
        """Yield the counters of an entry, at most `in_row` in each item, of which the first has the text."""
        side = self.block.counter
        ids = counter_ids(context.game, entry.counters)
        known = {one.replace(",", "").lower() for one in (title, f"{_side_name(entry, context.game)} {entry.when}")}
        named = "" if entry.name.replace(",", "").lower() in known else f"{entry.name}. "
        named_ids = ids if len(ids) <= in_row else _several(context.game, ids)
        labels = join_words([with_copies(context.game.counters[id_]) for id_ in named_ids])
        when = entry.when if len(entry.when) > LONGEST_TIME else ""
        place = f"**{entry.where}**" if entry.where else ""
        text = ". ".join(one.removesuffix(".") for one in (f"{named}{place} {labels}".strip(), when, entry.how) if one)
        shown = [context.pictures.counter(id_, entry.face, side * SCALES[-1]) for id_ in ids]
        mark = is_reconstructed(entry) or is_reconstructed(entry, "counters")
        for start in range(0, max(1, len(shown)), in_row):
            words = Paragraph("" if start else text, mark=mark and not start)
            yield GalleryItem(tuple(shown[start : start + in_row]), side, side, words)


def _side_name(entry: Entry, game: Game) -> str:
    """Return the name of the side of an entry; empty if it has none."""
    return game.sides[entry.side].name if entry.side in game.sides else ""


def _group_title(entry: Entry, game: Game) -> str:
    """Return the title above the entries of one side that enter at the same time, such as `Blue, turn 3`."""
    side = _side_name(entry, game)
    brief = entry.when if len(entry.when) <= LONGEST_TIME else ""
    time = "set-up" if entry.kind == "setup" else brief or "reinforcements"
    return f"{side}, {time[:1].lower()}{time[1:]}" if side else capitalised(time)


def _entry_row(entry: Entry, pictures: Pictures, side: Mm, *, names: bool) -> tuple[Cell, ...]:
    """Return one row of the list of entries: name and time; counters; where and how; case numbers.

    `names` prints the first counter and the labels of all units in place of the counters.
    """
    name, when, faces, several, where, how = entry_paragraphs(
        entry, pictures, NAMED_FACE_SIDE if names else side, full=True
    )
    counters = [Cell(tuple(one for one in (faces, several) if one.pictures or one.text))]
    if names and faces.pictures:
        first = replace(
            faces, pictures=faces.pictures[:1], picture_width=NAMED_FACE_SIDE, picture_height=NAMED_FACE_SIDE
        )
        counters = [Cell((first,)), Cell(tuple(_named_units(entry, pictures.game)))]
    elif names:
        counters.append(Cell())
    return (
        Cell((name, when) if when.text else (name,)),
        *counters,
        Cell((where, how) if how.text else (where,)),
        cell(", ".join(entry.rule), "case"),
    )


def entry_paragraphs(
    entry: Entry, pictures: Pictures, side: Mm = FACE_SIDE, *, full: bool = False
) -> tuple[Paragraph, ...]:
    """Return an entry as paragraphs: its name, time, counters of this `side`, and where and how they enter.

    Below the counters, those with several pieces are named with their number. `full` keeps empty paragraphs.
    """
    game = pictures.game
    ids = counter_ids(game, entry.counters)
    shown = tuple(pictures.counter(id_, entry.face, side * SCALES[-1]) for id_ in ids)
    several = ", ".join(with_copies(game.counters[id_]) for id_ in _several(game, ids))
    paragraphs = (
        Paragraph(entry.name, "name", mark=is_reconstructed(entry) or is_reconstructed(entry, "counters")),
        Paragraph(entry.when, "note", css="soft"),
        Paragraph("", pictures=shown, picture_width=side, picture_height=side),
        Paragraph(several, "note"),
        Paragraph(entry.where),
        Paragraph(entry.how, "note", css="soft"),
    )
    return paragraphs if full else tuple(one for one in paragraphs if one.text or one.pictures)


def _several(game: Game, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the counters with several pieces, which their pictures do not show."""
    return tuple(id_ for id_ in ids if game.counters[id_].copies > 1)


def _named_units(entry: Entry, game: Game) -> Iterator[Paragraph]:
    """Yield the labels of the units of an entry, one paragraph for each symbol, and the number of other counters.

    A label is not divided at the end of a line. Beside units, other counters are named; alone, they are only counted.
    """
    labels: dict[str, list[str]] = {}
    others: dict[str, int] = {}
    for id_ in counter_ids(game, entry.counters):
        counter = game.counters[id_]
        if counter.kind == "unit" and counter.symbol:
            labels.setdefault(counter.symbol, []).append(with_copies(counter).replace(" ", "\N{NO-BREAK SPACE}"))
        else:
            name = bare_label(counter)
            others[name] = others.get(name, 0) + counter.copies
    for symbol, found in labels.items():
        yield Paragraph(f"**{game.icons.symbol_name(symbol)}:** {', '.join(found)}", "note")
    if labels:
        yield from (Paragraph(f"**{name}:** {number}", "note") for name, number in others.items())
    elif others:
        number = entry.count or int_sum(others.values())
        yield Paragraph(f"{number} {'counter' if number == 1 else 'counters'}", "note")
