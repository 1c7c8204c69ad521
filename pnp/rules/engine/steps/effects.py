"""Steps that change the game: levels and variables, losses, moves, markers, control."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.procedure import ControlStep, LoseStep, MarkStep, MoveStep, PlaceStep, SetStep, UnmarkStep
from pnp.rules.engine.context import StepContext, listed, plural
from pnp.rules.engine.position import Outcome, TraceLine
from pnp.rules.engine.program import CompiledStep, StepCompiler
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.legal_moves import LegalMove, legal_advance, legal_move, legal_retreat
from pnp.rules.expressions.map_functions import update_control
from pnp.rules.expressions.vocabulary import RuleError, Value
from pnp.rules.state.starting_state import UnitNames
from pnp.rules.state.state import ELIMINATED, State
from pnp.rules.state.unit import steps_of


def as_tuple(made: Expression, value: Value) -> tuple[str, ...]:
    """One unit or hex, or several, as several; nobody where there is no unit."""
    if made.type.endswith("s"):
        return tuple(one for one in value if one)
    return (value,) if value else ()


def place_of(context: StepContext, name: str) -> str:
    """A hex or a box of the game; `RuleError` if there is none of this name."""
    cache = context.variant.cache
    if "roster" not in cache:
        cache["roster"] = UnitNames(context.variant.game, context.variant.board)
    roster: UnitNames = cache["roster"]
    return roster.place(name)


def with_control_updated(context: StepContext, state: State) -> State:
    """A state in which units have taken control of what they stand in, if the game has such a rule."""
    return update_control(context.variant, state) if context.variant.board else state


class CompiledSet(CompiledStep):
    """Sets tracks, facts and variables. Variables alone are told only with words or a rule of their own."""

    step: SetStep

    def __init__(self, step: SetStep, compiler: StepCompiler) -> None:
        """Compile the values, each seeing those before it."""
        super().__init__(step, compiler)
        self.values = []
        for name, text in step.set.items():
            level = compiler.procedures.levels.get(name)
            known = level.type if level else compiler.scope.get(name)
            wanted = (known,) if isinstance(known, str) else ()
            made = compiler.expression(f"set.{name}", text, *wanted)
            self.values.append((name, level, made))
            if level is None:
                compiler.give(f"set.{name}", name, made.type)
        self.gives = tuple(name for name, level, _ in self.values if level is None)
        if not self.gives:
            self.sets = tuple(step.set)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: everything set."""
        now, state, given = context, context.state, dict[str, Value]()
        several = len(self.values) > 1 or context.tracing
        for name, level, made in self.values:
            value = now.value(made)
            if level is None:
                given[name] = value
            else:
                state = state.with_levels({name: level.set(value)})
            if several:
                now = now.then(given, state)
        worth = context.tracing and (self.says or self.step.rule or len(given) < len(self.values))
        return (Outcome(given, state=state, trace=now.trace_lines(self, self._said(context, now)) if worth else ()),)

    def _said(self, before: StepContext, after: StepContext) -> str:
        """What is set, and from what a number on a track was changed."""
        said = []
        for name, level, made in self.values:
            if level is None:
                said.append(f"{name.replace('_', ' ')}: {after.value_text(after.values[name], made.type)}")
                continue
            was, now = (context.value_text(context.state.levels[name], level.type) for context in (before, after))
            said.append(
                f"{level.title}: {was} to {now}" if level.type == "int" and was != now else f"{level.title}: {now}"
            )
        words = "; ".join(said)
        return words[:1].upper() + words[1:]


class CompiledLose(CompiledStep):
    """Units lose steps."""

    step: LoseStep

    def __init__(self, step: LoseStep, compiler: StepCompiler) -> None:
        """Compile who and how many."""
        super().__init__(step, compiler)
        self.who = compiler.expression("lose", step.lose, "unit", "units")
        self.number = compiler.expression("steps", step.steps, "int", more={"unit": "unit"})
        if step.name:
            compiler.give("as", step.name, "int")
            self.gives = (step.name,)

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the losses."""
        state, total, said = context.state, 0, list[str]()
        for id_ in as_tuple(self.who, context.value(self.who)):
            piece, steps = state.pieces[id_], steps_of(context.variant.game.counters[id_])
            lost = max(0, min(context.value(self.number, unit=id_), steps - piece.lost))
            if not lost:
                continue
            total += lost
            gone = piece.lost + lost >= steps
            state = state.with_piece(id_, lost=piece.lost + lost)
            if gone:
                state = state.with_piece(id_, place=ELIMINATED, marks=frozenset())
            said.append(f"{context.label(id_)} {'is eliminated' if gone else 'loses ' + plural(lost, 'step')}")
        values = {self.step.name: total} if self.step.name else {}
        trace = (
            context.then(values, state).trace_lines(self, listed(said) if said else "No loss")
            if context.tracing
            else ()
        )
        return (Outcome(values, state=state, trace=trace),)


class CompiledMove(CompiledStep):
    """Units move to a hex."""

    step: MoveStep

    def __init__(self, step: MoveStep, compiler: StepCompiler) -> None:
        """Compile who, where to and by which way."""
        super().__init__(step, compiler)
        self.who = compiler.expression("move", step.move, "unit", "units")
        self.to = compiler.expression("to", step.to, "word")
        self.path_given = compiler.expression("path", step.path, "words") if step.path else None
        self.hexes = compiler.expression("hexes", step.hexes, "int")
        self.barred = compiler.expression("barred", step.barred, "words") if step.barred else None

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: the move."""
        ids, to = as_tuple(self.who, context.value(self.who)), place_of(context, context.value(self.to))
        state, moves, lines = context.state, list[tuple[str, tuple[str, ...]]](), list[TraceLine]()
        rule, paces = self.step.rule, set[str]()
        for id_ in ids:
            if context.tracing:
                way = self._way(context.then({}, state), id_, to)
                moves.append((id_, way.hexes))
                paces.add(way.pace)
                if len(way.hexes) == 2 and [line.text for line in way.lines] == [" ".join(way.hexes)]:
                    rule = rule or way.lines[0].rule  # a step to the next hex needs no line of its own
                else:
                    lines += (TraceLine(line.text, rule=line.rule, deeper=1) for line in way.lines)
            state = with_control_updated(context, state.with_piece(id_, place=to))
        if not context.tracing:
            return (Outcome(state=state),)
        # who may march and does not need to has moved
        by = "move" if self.step.by == "march" and "march" not in paces else self.step.by
        verb = ("marches" if by == "march" else f"{by}s") if len(ids) == 1 else by
        said = f"{context.labels(ids)} {verb} to {to}" if ids else "Nobody moves"
        trace = context.then({}, state).trace_lines(self, said, to, moves=tuple(moves), rule=rule)
        return (Outcome(state=state, trace=(*trace, *lines)),)

    def _way(self, context: StepContext, id_: str, to: str) -> LegalMove:
        """The way that a unit goes, as the rules of the map have it; straight if they do not say."""
        start, by = context.state.pieces[id_].place, self.step.by
        path = tuple(context.value(self.path_given)) if self.path_given else ()
        unit, rules = context.function_context.unit(id_), context.variant.game.map_rules
        board = context.variant.board
        way = LegalMove(path if path[:1] == (start,) else (start, *(path or (to,))), ())
        numbers = {board.grid.number(cell) for cell in board.grid.hexes} if board else set[str]()
        if rules is None or not {start, to} <= numbers:
            return way
        if by in ("move", "march") and rules.movement is not None:
            way = legal_move(context.function_context, unit, to, path[1:] if path[:1] == (start,) else path)
        elif by == "retreat" and rules.retreat is not None:
            barred = tuple(context.value(self.barred)) if self.barred else ()
            way = legal_retreat(context.function_context, unit, to, context.value(self.hexes), barred)
        elif by == "advance" and rules.advance is not None:
            way = legal_advance(context.function_context, unit, to)
        if way.refused:
            raise RuleError(f"{unit.label} may not {by} from {start} to {to}: {way.refused}")
        return way


class CompiledPlace(CompiledStep):
    """Units are put somewhere."""

    step: PlaceStep

    def __init__(self, step: PlaceStep, compiler: StepCompiler) -> None:
        """Compile who and where."""
        super().__init__(step, compiler)
        self.who = compiler.expression("place", step.place, "unit", "units")
        self.at = compiler.expression("at", step.at, "word")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: there they are."""
        ids, at = as_tuple(self.who, context.value(self.who)), place_of(context, context.value(self.at))
        state, face = context.state, self.step.face
        for id_ in ids:
            steps = steps_of(context.variant.game.counters[id_])
            if face == "reduced" and steps < 2:
                raise RuleError(f"{context.label(id_)} has no reduced side", "leave out face")
            lost = {"full": 0, "reduced": (steps + 1) // 2}.get(face, state.pieces[id_].lost)
            state = state.with_piece(id_, place=at, lost=lost)
        state = with_control_updated(context, state)
        told_face = {"": "", "full": "at full strength"}.get(face, face)
        stay = bool(face) and all(context.state.pieces[id_].place == at for id_ in ids)
        if stay:
            said = f"{context.labels(ids)} {'is' if len(ids) == 1 else 'are'} {told_face} now"
        else:
            goes = "goes" if len(ids) == 1 else "go"
            said = f"{context.labels(ids)} {goes} to {at}{', ' if face else ''}{told_face}"
        trace = context.then({}, state).trace_lines(self, said, "" if stay else at) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)


class CompiledMark(CompiledStep):
    """Markers are put on units or into hexes, or taken away."""

    step: MarkStep | UnmarkStep

    def __init__(self, step: MarkStep | UnmarkStep, compiler: StepCompiler) -> None:
        """Compile who or where."""
        super().__init__(step, compiler)
        key, text = ("mark", step.mark) if isinstance(step, MarkStep) else ("unmark", step.unmark)
        self.on = compiler.expression(key, text, "unit", "units", "word", "words")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: marked, or not any more."""
        targets, state, word = as_tuple(self.on, context.value(self.on)), context.state, self.step.word
        puts = isinstance(self.step, MarkStep)
        for target in targets:
            if self.on.type.startswith("unit"):
                marks = state.pieces[target].marks
                state = state.with_piece(target, marks=marks | {word} if puts else marks - {word})
            else:
                place = place_of(context, target)
                state = state.with_marker(place, word) if puts else state.without_marker(place, word)
        names = context.value_text(targets, "units" if self.on.type.startswith("unit") else "words")
        said = f"{names}: {word}" if puts else f"{names}: no longer {word}"
        trace = context.then({}, state).trace_lines(self, said, word) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)


class CompiledControl(CompiledStep):
    """A side takes control of hexes."""

    step: ControlStep

    def __init__(self, step: ControlStep, compiler: StepCompiler) -> None:
        """Compile where and who."""
        super().__init__(step, compiler)
        self.where = compiler.expression("control", step.control, "word", "words")
        self.by = compiler.expression("by", step.by, "word")

    def play(self, context: StepContext) -> Sequence[Outcome]:
        """One way: taken."""
        hexes = [place_of(context, one) for one in as_tuple(self.where, context.value(self.where))]
        side = context.value(self.by)
        if side not in context.variant.game.sides:
            raise RuleError(f"there is no side {side or 'without a name'}")
        state = context.state.with_control(hexes, side)
        said = f"{context.variant.game.sides[side].name} control of {listed(hexes)}"
        trace = context.then({}, state).trace_lines(self, said, side) if context.tracing else ()
        return (Outcome(state=state, trace=trace),)
