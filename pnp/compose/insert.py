"""What the text of the rules may put in from the data: `{{ table("crt") }}`, `{{ unit("A07") }}` and their like."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from markupsafe import Markup

from pnp.compose.aid_list import entry_lines, sequence_block, terrain_block
from pnp.compose.aid_table import code_block, modifier_blocks, table_block
from pnp.compose.basis import MARK
from pnp.compose.block import Block, Column, Key, Listing, Results, View
from pnp.compose.case_text import Insert, UnknownError, near
from pnp.compose.cell import Cell
from pnp.compose.fit import PAD, Slot, hint_lines, set_blocks
from pnp.compose.legend import factor_words
from pnp.compose.pictures import Pictures
from pnp.compose.prose import Refer, inline, plain_reference
from pnp.compose.template import environment
from pnp.model.game import Game
from pnp.units import Mm

SCALE = 0.88
"""Tables in the booklet are smaller than on the aids."""

_AROUND = re.compile(r"\s*(</?(?:div|p|h\d|ul|ol|li|table|thead|tbody|colgroup|col|tr|th|td|img)\b[^>]*>)\s*")
"""Blanks around blocks: what floats to the foot of a column would have lines for them."""

T = TypeVar("T")


def inserts(game: Game, pictures: Pictures, width: Mm, refer: Refer) -> Mapping[str, Insert]:
    """The functions that texts may call, by name; each raises `UnknownError` for an id that the game does not have."""
    maker = _Inserts(game, pictures, width, refer)
    return {
        "table": maker.table,
        "codes": maker.codes,
        "modifiers": maker.modifiers,
        "terrain": maker.terrain,
        "sequence": maker.sequence,
        "entry": maker.entry,
        "unit": maker.unit,
        "ruling": maker.ruling,
        "symbol": maker.symbol,
        "term": maker.term,
    }


class _Inserts:
    def __init__(self, game: Game, pictures: Pictures, width: Mm, refer: Refer) -> None:
        self.game, self.pictures, self.width, self.refer = game, pictures, width, refer
        self.tall = 0

    def table(self, name: str) -> Markup:
        """A table with its codes and notes; of a combat results table only the cells."""
        block = table_block(_get(self.game.tables, name, "table"), 5)
        return self._show(replace(block, views=tuple(map(_without_boxes, block.views))))

    def codes(self, name: str) -> Markup:
        """What the results of a table mean."""
        table = _get(self.game.tables, name, "table")
        if not table.codes:
            raise UnknownError(f"the table {name!r} has no codes", "write codes:, or delete the insert")
        return self._show(code_block([table], table.name, ""))

    def modifiers(self, name: str, *others: str) -> Markup:
        """Lists of modifiers."""
        lists = [_get(self.game.modifiers, id_, "list of modifiers") for id_ in (name, *others)]
        return self._show(*modifier_blocks(lists))

    def terrain(self, *names: str) -> Markup:
        """The terrain effects chart, or some of its rows."""
        kinds = {name: _get(self.game.terrain, name, "terrain") for name in names or self.game.terrain}
        return self._show(terrain_block(kinds, self.pictures, "", ""))

    def sequence(self) -> Markup:
        """The sequence of play."""
        if not self.game.sequence:
            raise UnknownError("the game has no sequence of play", "write sequence:, or delete the insert")
        return self._show(sequence_block(self.game.sequence, "", ""))

    def entry(self, name: str) -> Markup:
        """Who enters where and when."""
        lines = entry_lines(_get(self.game.entries, name, "entry"), self.pictures)
        return self._show(Block("", views=(Listing((Column(rest=True),), ((Cell(lines),),)),)))

    def unit(self, name: str) -> Markup:
        """Both sides of a counter, and what its figures are."""
        counter = _get(self.game.counters, name, "counter")
        return self._fill(
            "unit",
            front=self.pictures.counter(name),
            back=self.pictures.counter(name, "back"),
            counter=counter,
            factors=factor_words(self.game, counter.front),
        )

    def ruling(self, name: str) -> Markup:
        """A ruling: the question and how this edition plays."""
        ruling = _get(self.game.rulings, name, "ruling")
        answer = ruling.options.get(ruling.default, ruling.default)
        return self._fill("ruling", name=name, ruling=ruling, answer=answer)

    def symbol(self, name: str) -> Markup:
        """A unit symbol within a line, with its name."""
        known = {c.symbol for c in self.game.counters.values() if c.symbol}
        if name not in known:
            raise UnknownError(f"no unit has the symbol {name!r}", near(name, tuple(known)))
        return self._fill(
            "symbol", scene=self.pictures.symbol(name, 6, "#FFFFFF"), words=self.game.icons.symbol_name(name)
        )

    def term(self, name: str) -> Markup:
        """What the glossary says of a term."""
        return inline(_get(self.game.glossary, name, "term").says, self.refer)

    def _show(self, *blocks: Block) -> Markup:
        """Blocks where the text has them; what is higher than wide goes to the foot of a column."""
        made = set_blocks(Slot(self.width, blocks), SCALE, PAD)
        values = {"blocks": made, "width": self.width, "scale": SCALE}
        if not blocks[0].title or sum(view.height for block in made for view in block.views) <= self.width:
            return self._fill("blocks", **values)
        self.tall += 1
        # WeasyPrint 70 does not see to capitals and blanks in what floats to a foot.
        named = set_blocks(Slot(self.width, tuple(replace(b, title=b.title.upper()) for b in blocks)), SCALE, PAD)
        values |= {"blocks": named, "id": f"tall-{self.tall}", "title": blocks[0].title}
        return self._fill("tall", **values)

    def _fill(self, macro: str, **values: object) -> Markup:
        module = environment().get_template("rules/insert.html")
        context = {
            "text": lambda words: inline(words, self.refer),
            "plain_text": lambda words: inline(words, plain_reference),
            "mark": MARK,
            "hint_lines": hint_lines,
        }
        html = module.render(macro=macro, **context, **values).strip()
        return Markup(html if macro != "tall" else _AROUND.sub(r"\1", html))  # noqa: S704 - an escaping template


def _without_boxes(view: View) -> View:
    if isinstance(view, Results):
        return replace(view, needed=(), chances=())
    if isinstance(view, Key):
        return replace(view, entries=tuple(entry for entry in view.entries if entry.css != "boxes"))
    return view


def _get(known: Mapping[str, T], name: str, what: str) -> T:
    if name not in known:
        raise UnknownError(f"there is no {what} {name!r}", near(name, tuple(known)))
    return known[name]
