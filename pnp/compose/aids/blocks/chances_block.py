"""Block `chances`: exact probabilities that the engine computes, printed as figures and bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pnp.compose.aids.cells import ChanceBar, Paragraph
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock, with_rules
from pnp.compose.aids.views import GridView
from pnp.compose.reconstruction_marks import plays_reconstructed
from pnp.model.aid_blocks import ChancesBlock
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.game import Game
from pnp.rules.probability.aid_tables import AidAnswers, Probabilities, result_label
from pnp.rules.probability.crt_odds import SIDES, severity
from pnp.typography import chance_text, dress, head

MOST_BOXES = 12
"""Chances in at most this number of parts are shown as boxes to count, and finer ones as one bar."""
LONG_HEAD = 5
"""Heads of more characters are printed as words."""

Row = tuple[Paragraph, tuple[Paragraph, ...]]


@COMPOSED_BLOCKS.enter("chances")
class ComposedChances(ComposedBlock[ChancesBlock]):
    """Composes a block `chances`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed table of chances of the block."""
        if self.block.asks is None:
            return ()
        return (compose_chances(context.game, self.block.asks, context.answers, self.block.title, self.block.hint),)


def compose_chances(game: Game, asks: ChanceTable, answers: AidAnswers, title: str, hint: str) -> PrintedBlock:
    """Return a printed table of chances; the results of reconstructed tables are marked."""
    axes = (table.columns for table in game.tables.values() if table.columns is not None)
    odds = {text for axis in axes if axis.by == "odds" for text in axis.heads}
    heads = tuple(text if text in odds else head(text) for text in asks.across.values)
    hurt = _hurt_sides(game)
    marks = [plays_reconstructed(game, line.procedure or asks.procedure) for line in asks.lines]
    rows: tuple[Row, ...] = tuple(
        row
        for line, line_answers, mark in zip(asks.lines, answers, marks, strict=True)
        for row in _line_rows(asks, line, line_answers, hurt, mark=mark and not all(marks))
    )
    if asks.turned:
        turned = tuple(
            (Paragraph(own, "label"), tuple(replace(cells[i], mark=name.mark) for name, cells in rows))
            for i, own in enumerate(heads)
        )
        heads, rows = tuple(name.text for name, _ in rows), turned
    grid = GridView(
        asks.across.name,
        heads,
        rows,
        "label" if asks.turned or max(map(len, heads)) > LONG_HEAD else "column",
    )
    rules = tuple(dict.fromkeys(rule for line in asks.lines for rule in line.rule))
    return PrintedBlock(title, with_rules(hint, rules), all(marks), (grid,))


def _hurt_sides(game: Game) -> dict[str, str]:
    """Return the side that each result of the combat results tables hurts, if it hurts only one, by code."""
    found: dict[str, str] = {}
    for table in game.tables.values():
        for code in table.codes if table.crt else ():
            hurt = [side for number, side in enumerate(SIDES) if severity(table, number, code)]
            found[code] = hurt[0] if len(hurt) == 1 else ""
    return found


def _line_rows(
    asks: ChanceTable, line: ChanceLine, line_answers: Sequence[Probabilities], hurt: Mapping[str, str], *, mark: bool
) -> Iterator[Row]:
    """Yield the printed rows for one line of a table of chances: one row per named result, or only one.

    Results that hurt one side are in its colour.
    """
    if line.mean:
        yield (
            Paragraph(line.name, "label", mark=mark),
            tuple(Paragraph(text, "figure") for text in _mean_figures(line_answers)),
        )
        return
    if line.certain:
        yield (
            Paragraph(line.name, "label", mark=mark),
            tuple(Paragraph(_printed_label(label), "figure", css=hurt.get(label, "")) for label, *_ in line_answers),
        )
        return
    for name, result in line.results.items() or ((line.name, "yes"),):
        yield Paragraph(dress(name), "label", mark=mark), _chance_figures(asks, line_answers, result_label(result))


def _printed_label(label: str) -> str:
    """Return the label of a result as printed; an en dash if there is no result."""
    return "–" if label in ("", "-", "none") else dress(label)


def _chance_figures(asks: ChanceTable, line_answers: Sequence[Probabilities], label: str) -> tuple[Paragraph, ...]:
    """Return the cells of one printed row: the chance of the result in each column, with optional bars."""
    shares = [answer.get(label, Fraction(0)) for answer in line_answers]
    whole = asks.parts <= MOST_BOXES and all((share * asks.parts).denominator == 1 for share in shares)
    boxes = asks.parts if whole else 0
    return tuple(
        Paragraph(
            chance_text(share, asks.parts, asks.digits), "figure", bar=ChanceBar(share, boxes) if asks.bars else None
        )
        for share in shares
    )


def _mean_figures(line_answers: Sequence[Probabilities]) -> tuple[str, ...]:
    """Return the mean result in each column as text; with signs if a result can be negative.

    >>> _mean_figures([{"−1": Fraction(1, 2), "0": Fraction(1, 2)}, {"1": Fraction(1)}])
    ('−0.50', '+1.00')
    >>> _mean_figures([{"1": Fraction(1)}])
    ('1.00',)
    """
    totals = [
        sum((int(label.replace("−", "-")) * chance for label, chance in answer.items()), Fraction(0))
        for answer in line_answers
    ]
    signed = any(label.startswith("−") for answer in line_answers for label in answer)
    return tuple(dress(f"{float(total):{'+' if signed and total else ''}.2f}") for total in totals)
