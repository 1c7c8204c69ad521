"""Move: units move, march, retreat or advance to a hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pnp.message import join_words
from pnp.model.maprule import read_amount
from pnp.model.steps.unit_steps import MoveStep
from pnp.rules.engine.compiled_step import COMPILED_STEPS
from pnp.rules.engine.context import StepContext
from pnp.rules.engine.facts import Sentence, StepFact, mentions, plural_verb
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.unit_changes import (
    StackingStep,
    find_place,
    place_words,
    with_control_updated,
    with_entered_stack,
)
from pnp.rules.expressions.legal_moves import LegalMove, legal_advance, legal_move, legal_retreat, legal_retreat_path
from pnp.rules.state.errors import RuleError


@dataclass(frozen=True)
class Moved(StepFact):
    """A move of units to a hex: the verb, the hexes passed through, and what the map rules say about the route.

    `hex` is the number of the hex, `under` says whether they go under the other units.
    """

    units: tuple[str, ...]
    verb: str
    through: tuple[str, ...]
    to: str
    route: tuple[Sentence, ...] = ()
    hex: str = ""
    under: bool = False

    def line(self, label: Callable[[str], str]) -> tuple[str, str]:
        """Return a text such as `1/55 and 2/55 retreat to L8`, and the hex."""
        verb = self.verb if len(self.units) == 1 else plural_verb(self.verb)
        text = f"{join_words([label(unit) for unit in self.units])} {verb} to {self.hex}"
        return f"{text}{', under the other units' if self.under else ''}" if self.units else "No unit moves", self.hex

    def sentences(self, rule: tuple[str, ...]) -> tuple[Sentence, ...]:
        """Return a sentence such as `the 1/55 retreats through L7 to L8`, and those about the route."""
        if not self.units:
            return ()
        through = f" through {join_words(self.through)}" if self.through else ""
        verb = self.verb if len(self.units) == 1 else plural_verb(self.verb)
        return (Sentence(f"{mentions(self.units)} {verb}{through} to {self.to}", rule), *self.route)


@COMPILED_STEPS.enter("move")
class CompiledMove(StackingStep):
    """Moves units to a hex."""

    record: MoveStep

    def run(self, context: StepContext) -> Sequence[Outcome]:
        """Return the outcome of moving the units. Raise `RuleError` if a move is not legal."""
        ids, path = self.values(context, "move"), self._path(context)
        to = find_place(context, self.value(context, "to", path[-1] if path else ""))
        state, moves, lines = context.state, list[tuple[str, tuple[str, ...]]](), list[TraceLine]()
        rule, paces, sentences = self.record.rule, set[str](), dict[Sentence, None]()
        for id_ in ids:
            if context.tracing:
                move = self._legal_move(context.with_changes({}, state), id_, to)
                moves.append((id_, move.hexes))
                sentences |= dict.fromkeys(Sentence(line.text, line.rule) for line in move.sentences)
                paces.add(move.pace)
                if len(move.hexes) == 2 and [line.text for line in move.lines] == [" ".join(move.hexes)]:
                    rule = rule or move.lines[0].rule  # a move of one hex needs no line of its own
                else:
                    lines += (TraceLine(line.text, rule=line.rule, extra_depth=1) for line in move.lines)
            state = with_control_updated(context, state.with_piece(id_, place=to))
        state = with_entered_stack(context.state, state, ids, to, self.record.on)
        if not context.tracing:
            return (Outcome(state=state),)
        # a unit that may march but does not need to has moved
        by = "move" if self.record.by == "march" and "march" not in paces else self.record.by
        verb, under = "marches" if by == "march" else f"{by}s", self.record.on == "bottom"
        through = moves[0][1][1:-1] if len(moves) == 1 and not sentences else ()
        fact = Moved(ids, verb, through, place_words(context, to), tuple(sentences), to, under)
        trace = context.with_changes({}, state).trace_lines(self, fact, moves=tuple(moves), rule=rule)
        return (Outcome(state=state, trace=(*trace, *lines)),)

    def _path(self, context: StepContext) -> tuple[str, ...]:
        """Return the hexes of the path that the step names; empty if it names none."""
        value = self.value(context, "path", ())
        return tuple(value.split()) if isinstance(value, str) else tuple(value)

    def _legal_move(self, context: StepContext, id_: str, destination: str) -> LegalMove:
        """Return the move of a unit under the map rules; without such rules it goes straight to the hex.

        Raise `RuleError` if the rules forbid it.
        """
        start, action = context.state.pieces[id_].place, self.record.by
        path = self._path(context)
        unit, rules = context.function_context.unit(id_), context.variant.game.map_rules
        board = context.variant.board
        move = LegalMove(path if path[:1] == (start,) else (start, *(path or (destination,))), ())
        numbers = {board.grid.number(cell) for cell in board.grid.hexes} if board else set[str]()
        if rules is None or not {start, destination} <= numbers:
            return move
        if action in ("move", "march") and rules.movement is not None:
            points = read_amount(str(self.value(context, "points"))) if self.record.points else None
            way = path[1:] if path[:1] == (start,) else path
            move = legal_move(context.function_context, unit, destination, way, points)
        elif action == "retreat" and rules.retreat is not None:
            barred = tuple(self.value(context, "barred", ()))
            if path:
                move = legal_retreat_path(context.function_context, unit, move.hexes, barred)
            else:
                hexes = self.value(context, "hexes")
                move = legal_retreat(context.function_context, unit, destination, hexes, barred)
        elif action == "advance" and rules.advance is not None:
            move = legal_advance(context.function_context, unit, destination)
        if move.refused:
            raise RuleError(f"{unit.label} may not {action} from {start} to {destination}: {move.refused}")
        return move
