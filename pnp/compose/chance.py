"""Tables of exact chances on player aids: what the engine answered, as figures and bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from pnp.compose.aid_table import with_rules
from pnp.compose.basis import plays_reconstructed
from pnp.compose.block import Block, Grid
from pnp.compose.cell import Gauge, Line
from pnp.draw.typography import dress, head
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.game import Game
from pnp.rules.probability.aid_tables import AidAnswers, Probabilities, result_label

MOST_BOXES = 12
"""Chances in so many parts are boxes that can be counted, as under combat results; finer ones are a bar."""

Row = tuple[Line, tuple[Line, ...]]


def chance_block(game: Game, asks: ChanceTable, answers: AidAnswers, title: str, hint: str) -> Block:
    """A table of chances and the answers to it as a block of an aid; what comes of reconstructed tables is marked."""
    axes = (table.columns for table in game.tables.values() if table.columns is not None)
    odds = {text for axis in axes if axis.by == "odds" for text in axis.heads}
    heads = tuple(text if text in odds else head(text) for text in asks.across.values)
    marks = [plays_reconstructed(game, line.procedure or asks.procedure) for line in asks.lines]
    rows: tuple[Row, ...] = tuple(
        row
        for line, found, mark in zip(asks.lines, answers, marks, strict=True)
        for row in _rows(asks, line, found, mark=mark and not all(marks))
    )
    if asks.turned:
        turned = tuple(
            (Line(own, "label"), tuple(replace(cells[i], mark=name.mark) for name, cells in rows))
            for i, own in enumerate(heads)
        )
        heads, rows = tuple(name.text for name, _ in rows), turned
    grid = Grid(
        asks.across.name,
        heads,
        rows,
        "label" if asks.turned or max(map(len, heads)) > LONG_HEAD else "column",
    )
    rules = tuple(dict.fromkeys(rule for line in asks.lines for rule in line.rule))
    return Block(title, with_rules(hint, rules), all(marks), (grid,))


LONG_HEAD = 5
"""Heads of more letters are words, and set as such."""


def _rows(asks: ChanceTable, line: ChanceLine, found: Sequence[Probabilities], *, mark: bool) -> Iterator[Row]:
    """The lines that one question gives: one for each result that is named, else one."""
    if line.mean:
        yield Line(line.name, "label", mark=mark), tuple(Line(text, "figure") for text in _means(found))
        return
    if line.certain:
        yield Line(line.name, "label", mark=mark), tuple(Line(_dressed(label), "figure") for label, *_ in found)
        return
    for name, result in line.results.items() or ((line.name, "yes"),):
        yield Line(dress(name), "label", mark=mark), _figures(asks, found, result_label(result))


def _dressed(label: str) -> str:
    """A result as print has it; nothing that can be told is a stroke."""
    return "–" if label in ("", "-", "none") else dress(label)


def _figures(asks: ChanceTable, found: Sequence[Probabilities], label: str) -> tuple[Line, ...]:
    shares = [answer.get(label, Fraction(0)) for answer in found]
    whole = asks.parts <= MOST_BOXES and all((share * asks.parts).denominator == 1 for share in shares)
    boxes = asks.parts if whole else 0
    return tuple(
        Line(_share(share, asks.parts, asks.digits), "figure", gauge=Gauge(share, boxes) if asks.bars else None)
        for share in shares
    )


def _share(chance: Fraction, parts: int = 100, digits: int = 0) -> str:
    """A chance in equal parts: percent, with `digits` after the point, if there are a hundred of them. Fewer parts that
    are not whole show their tenths.

    >>> _share(Fraction(1, 3), 6), _share(Fraction(1, 3)), _share(Fraction(1, 1000)), _share(Fraction(0), 6)
    ('2', '33%', '< 1%', '–')
    >>> _share(Fraction(7, 36), 6), _share(Fraction(1), 6), _share(Fraction(1, 400), 6), _share(Fraction(999, 1000))
    ('1.2', '6', '< 0.1', '> 99%')
    >>> _share(Fraction(7, 17), digits=2), _share(Fraction(1, 10), digits=1), _share(Fraction(1, 10**4), digits=1)
    ('41.18%', '10.0%', '< 0.1%')
    """
    if not chance:
        return "–"
    sign = "%" if parts == 100 else ""
    places = digits if sign else int((chance * parts).denominator > 1)
    step = Fraction(1, 10**places)
    shown = round(chance * parts / step) * step
    if shown == 0:
        return f"< {float(step):.{places}f}{sign}"
    if shown == parts and chance < 1:
        return f"> {float(parts - step):.{places}f}{sign}"
    return f"{float(shown):.{places}f}{sign}"


def _means(found: Sequence[Probabilities]) -> tuple[str, ...]:
    """The averages of whole numbers; all with their signs if some of the numbers can be below 0.

    >>> _means([{"−1": Fraction(1, 2), "0": Fraction(1, 2)}, {"1": Fraction(1)}]), _means([{"1": Fraction(1)}])
    (('−0.50', '+1.00'), ('1.00',))
    """
    totals = [
        sum((int(label.replace("−", "-")) * chance for label, chance in answer.items()), Fraction(0))
        for answer in found
    ]
    signed = any(label.startswith("−") for answer in found for label in answer)
    return tuple(dress(f"{float(total):{'+' if signed and total else ''}.2f}") for total in totals)
