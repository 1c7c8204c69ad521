"""Tables of exact chances on player aids: asked of the engine, never typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from pnp.compose.aid_table import with_rules
from pnp.compose.block import Block, Grid, Line
from pnp.draw.signs import dress, head
from pnp.model.chance import ChanceLine, ChanceTable
from pnp.model.game import Game
from pnp.rules.chances import Question, chances
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.setup import Setup

Row = tuple[str, tuple[str, ...]]


def chance_block(game: Game, asks: ChanceTable, title: str, hint: str) -> Block:
    """A table of chances as a block of an aid. `Unclear` or `Unplayable` if the engine cannot answer."""
    playbook = _compiled(_Game(game))
    heads = tuple(map(head, asks.across.values))
    rows = tuple(row for line in asks.lines for row in _rows(playbook, asks, line))
    if asks.turned:
        names = tuple(name for name, _ in rows)
        turned = tuple((own, tuple(cells[i] for _, cells in rows)) for i, own in enumerate(heads))
        heads, rows = names, turned
    grid = Grid(
        asks.across.name,
        heads,
        tuple((Line(name, "label"), tuple(Line(cell, "figure") for cell in cells)) for name, cells in rows),
        "label" if asks.turned else "column",
    )
    rules = tuple(dict.fromkeys(rule for line in asks.lines for rule in line.rule))
    return Block(title, with_rules(hint, rules), views=(grid,))


class _Game:
    """A game as a key: the same only if it is one object."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Game) and self.game is other.game


@lru_cache(maxsize=1)
def _compiled(key: _Game) -> Playbook:
    """The procedures of a game, compiled once for all its tables."""
    return compile_game(key.game)


def _rows(playbook: Playbook, asks: ChanceTable, line: ChanceLine) -> Iterator[Row]:
    """The lines that one question gives: one for each result that is named, else one."""
    found = [_answer(playbook, asks, line, value) for value in asks.across.values.values()]
    if line.mean:
        yield line.name, tuple(_mean(answer) for answer in found)
    elif line.results:
        for name, result in line.results.items():
            wanted = result.replace("-", "−", 1) if result.startswith("-") else result
            yield dress(name), tuple(_share(answer.get(wanted, Fraction(0)), asks.parts) for answer in found)
    else:
        yield line.name, tuple(_share(answer.get("yes", Fraction(0)), asks.parts) for answer in found)


def _answer(playbook: Playbook, asks: ChanceTable, line: ChanceLine, value: str) -> Mapping[str, Fraction]:
    """How likely each value of the outcome is."""
    given, tracks = {**asks.given, **line.given}, {**asks.tracks, **line.tracks}
    varied = tracks if asks.across.of in playbook.compiler.levels else given
    varied[asks.across.of] = value

    def both(name: str) -> dict[str, object]:
        return {**getattr(asks, name), **getattr(line, name)}

    setup = Setup(both("place"), both("markers"), both("control"), tracks)  # type: ignore[arg-type] # as in the model
    question = Question(
        line.procedure or asks.procedure,
        given,
        setup,
        both("rulings"),  # type: ignore[arg-type]
        both("choices"),  # type: ignore[arg-type]
        tuple(filter(None, (line.outcome or asks.outcome,))),
    )
    return {label[0]: chance for label, chance in chances(playbook, question).items()}


def _share(chance: Fraction, parts: int) -> str:
    """A chance in equal parts: percent if there are a hundred of them.

    >>> _share(Fraction(1, 3), 6), _share(Fraction(1, 3), 100), _share(Fraction(1, 1000), 100), _share(Fraction(0), 6)
    ('2', '33%', '< 1%', '–')
    """
    if not chance:
        return "–"
    sign = "%" if parts == 100 else ""
    whole = round(chance * parts)
    if whole == 0:
        return f"< 1{sign}"
    if whole == parts and chance < 1:
        return f"> {parts - 1}{sign}"
    return f"{whole}{sign}"


def _mean(answer: Mapping[str, Fraction]) -> str:
    """The average of whole numbers.

    >>> _mean({"−1": Fraction(1, 2), "0": Fraction(1, 2)})
    '−0.50'
    """
    total = sum((int(label.replace("−", "-")) * chance for label, chance in answer.items()), Fraction(0))
    return dress(f"{float(total):+.2f}" if any(label.startswith("−") for label in answer) else f"{float(total):.2f}")
