"""Steps that change the game: levels and variables, losses, moves, markers, control."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.model.procedure import Control, Lose, Mark, Move, Place, Set, Unmark
from pnp.rules.expression import Expression
from pnp.rules.frame import Outcome, Told
from pnp.rules.mapfunction import settle_control
from pnp.rules.mapmove import Way, way_of_advance, way_of_move, way_of_retreat
from pnp.rules.moment import Moment, listed, plural
from pnp.rules.program import Desk, Op
from pnp.rules.setup import Roster
from pnp.rules.state import ELIMINATED, State
from pnp.rules.unit import steps_of
from pnp.rules.vocabulary import Unplayable, Value


def many(made: Expression, value: Value) -> tuple[str, ...]:
    """One unit or hex, or several, as several; nobody where there is no unit."""
    if made.type.endswith("s"):
        return tuple(one for one in value if one)
    return (value,) if value else ()


def place_of(moment: Moment, name: str) -> str:
    """A hex or a box of the game; `Unplayable` if there is none of this name."""
    cache = moment.setting.cache
    if "roster" not in cache:
        cache["roster"] = Roster(moment.setting.game, moment.setting.board)
    roster: Roster = cache["roster"]
    return roster.place(name)


def settled(moment: Moment, state: State) -> State:
    """A state in which units have taken control of what they stand in, if the game has such a rule."""
    return settle_control(moment.setting, state) if moment.setting.board else state


class PlaySet(Op):
    """Sets tracks, facts and variables. Variables alone are told only with words or a rule of their own."""

    step: Set

    def __init__(self, step: Set, desk: Desk) -> None:
        """Compile the values, each seeing those before it."""
        super().__init__(step, desk)
        self.values = []
        for name, text in step.set.items():
            level = desk.compiler.levels.get(name)
            known = level.type if level else desk.scope.get(name)
            wanted = (known,) if isinstance(known, str) else ()
            made = desk.expression(f"set.{name}", text, *wanted)
            self.values.append((name, level, made))
            if level is None:
                desk.give(f"set.{name}", name, made.type)
        self.gives = tuple(name for name, level, _ in self.values if level is None)
        if not self.gives:
            self.sets = tuple(step.set)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: everything set."""
        now, state, given = moment, moment.state, dict[str, Value]()
        several = len(self.values) > 1 or moment.tell
        for name, level, made in self.values:
            value = now.value(made)
            if level is None:
                given[name] = value
            else:
                state = state.with_levels({name: level.set(value)})
            if several:
                now = now.then(given, state)
        worth = moment.tell and (self.says or self.step.rule or len(given) < len(self.values))
        return (Outcome(given, state=state, told=now.told(self, self._said(moment, now)) if worth else ()),)

    def _said(self, before: Moment, after: Moment) -> str:
        """What is set, and from what a number on a track was changed."""
        said = []
        for name, level, made in self.values:
            if level is None:
                said.append(f"{name.replace('_', ' ')}: {after.say(after.values[name], made.type)}")
                continue
            was, now = (moment.say(moment.state.levels[name], level.type) for moment in (before, after))
            said.append(
                f"{level.title}: {was} to {now}" if level.type == "int" and was != now else f"{level.title}: {now}"
            )
        words = "; ".join(said)
        return words[:1].upper() + words[1:]


class PlayLose(Op):
    """Units lose steps."""

    step: Lose

    def __init__(self, step: Lose, desk: Desk) -> None:
        """Compile who and how many."""
        super().__init__(step, desk)
        self.who = desk.expression("lose", step.lose, "unit", "units")
        self.number = desk.expression("steps", step.steps, "int", more={"unit": "unit"})
        if step.name:
            desk.give("as", step.name, "int")
            self.gives = (step.name,)

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the losses."""
        state, total, said = moment.state, 0, list[str]()
        for id_ in many(self.who, moment.value(self.who)):
            piece, steps = state.pieces[id_], steps_of(moment.setting.game.counters[id_])
            lost = max(0, min(moment.value(self.number, unit=id_), steps - piece.lost))
            if not lost:
                continue
            total += lost
            gone = piece.lost + lost >= steps
            state = state.with_piece(id_, lost=piece.lost + lost)
            if gone:
                state = state.with_piece(id_, place=ELIMINATED, marks=frozenset())
            said.append(f"{moment.label(id_)} {'is eliminated' if gone else 'loses ' + plural(lost, 'step')}")
        values = {self.step.name: total} if self.step.name else {}
        told = moment.then(values, state).told(self, listed(said) if said else "No loss") if moment.tell else ()
        return (Outcome(values, state=state, told=told),)


class PlayMove(Op):
    """Units move to a hex."""

    step: Move

    def __init__(self, step: Move, desk: Desk) -> None:
        """Compile who, where to and by which way."""
        super().__init__(step, desk)
        self.who = desk.expression("move", step.move, "unit", "units")
        self.to = desk.expression("to", step.to, "word")
        self.path_given = desk.expression("path", step.path, "words") if step.path else None
        self.hexes = desk.expression("hexes", step.hexes, "int")
        self.barred = desk.expression("barred", step.barred, "words") if step.barred else None

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: the move."""
        ids, to = many(self.who, moment.value(self.who)), place_of(moment, moment.value(self.to))
        state, moves, lines = moment.state, list[tuple[str, tuple[str, ...]]](), list[Told]()
        rule, paces = self.step.rule, set[str]()
        for id_ in ids:
            if moment.tell:
                way = self._way(moment.then({}, state), id_, to)
                moves.append((id_, way.hexes))
                paces.add(way.pace)
                if len(way.hexes) == 2 and [line.text for line in way.lines] == [" ".join(way.hexes)]:
                    rule = rule or way.lines[0].rule  # a step to the next hex needs no line of its own
                else:
                    lines += (Told(line.text, rule=line.rule, deeper=1) for line in way.lines)
            state = settled(moment, state.with_piece(id_, place=to))
        if not moment.tell:
            return (Outcome(state=state),)
        # who may march and does not need to has moved
        by = "move" if self.step.by == "march" and "march" not in paces else self.step.by
        verb = ("marches" if by == "march" else f"{by}s") if len(ids) == 1 else by
        said = f"{moment.labels(ids)} {verb} to {to}" if ids else "Nobody moves"
        told = moment.then({}, state).told(self, said, to, moves=tuple(moves), rule=rule)
        return (Outcome(state=state, told=(*told, *lines)),)

    def _way(self, moment: Moment, id_: str, to: str) -> Way:
        """The way that a unit goes, as the rules of the map have it; straight if they do not say."""
        start, by = moment.state.pieces[id_].place, self.step.by
        path = tuple(moment.value(self.path_given)) if self.path_given else ()
        unit, rules = moment.context.unit(id_), moment.setting.game.map_rules
        board = moment.setting.board
        way = Way(path if path[:1] == (start,) else (start, *(path or (to,))), ())
        numbers = {board.grid.number(cell) for cell in board.grid.hexes} if board else set[str]()
        if rules is None or not {start, to} <= numbers:
            return way
        if by in ("move", "march") and rules.movement is not None:
            way = way_of_move(moment.context, unit, to, path[1:] if path[:1] == (start,) else path)
        elif by == "retreat" and rules.retreat is not None:
            barred = tuple(moment.value(self.barred)) if self.barred else ()
            way = way_of_retreat(moment.context, unit, to, moment.value(self.hexes), barred)
        elif by == "advance" and rules.advance is not None:
            way = way_of_advance(moment.context, unit, to)
        if way.refused:
            raise Unplayable(f"{unit.label} may not {by} from {start} to {to}: {way.refused}")
        return way


class PlayPlace(Op):
    """Units are put somewhere."""

    step: Place

    def __init__(self, step: Place, desk: Desk) -> None:
        """Compile who and where."""
        super().__init__(step, desk)
        self.who = desk.expression("place", step.place, "unit", "units")
        self.at = desk.expression("at", step.at, "word")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: there they are."""
        ids, at = many(self.who, moment.value(self.who)), place_of(moment, moment.value(self.at))
        state, face = moment.state, self.step.face
        for id_ in ids:
            steps = steps_of(moment.setting.game.counters[id_])
            if face == "reduced" and steps < 2:
                raise Unplayable(f"{moment.label(id_)} has no reduced side", "leave out face")
            lost = {"full": 0, "reduced": (steps + 1) // 2}.get(face, state.pieces[id_].lost)
            state = state.with_piece(id_, place=at, lost=lost)
        state = settled(moment, state)
        told_face = {"": "", "full": "at full strength"}.get(face, face)
        stay = bool(face) and all(moment.state.pieces[id_].place == at for id_ in ids)
        if stay:
            said = f"{moment.labels(ids)} {'is' if len(ids) == 1 else 'are'} {told_face} now"
        else:
            goes = "goes" if len(ids) == 1 else "go"
            said = f"{moment.labels(ids)} {goes} to {at}{', ' if face else ''}{told_face}"
        told = moment.then({}, state).told(self, said, "" if stay else at) if moment.tell else ()
        return (Outcome(state=state, told=told),)


class PlayMark(Op):
    """Markers are put on units or into hexes, or taken away."""

    step: Mark | Unmark

    def __init__(self, step: Mark | Unmark, desk: Desk) -> None:
        """Compile who or where."""
        super().__init__(step, desk)
        key, text = ("mark", step.mark) if isinstance(step, Mark) else ("unmark", step.unmark)
        self.on = desk.expression(key, text, "unit", "units", "word", "words")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: marked, or not any more."""
        targets, state, word = many(self.on, moment.value(self.on)), moment.state, self.step.word
        puts = isinstance(self.step, Mark)
        for target in targets:
            if self.on.type.startswith("unit"):
                marks = state.pieces[target].marks
                state = state.with_piece(target, marks=marks | {word} if puts else marks - {word})
            else:
                place = place_of(moment, target)
                state = state.with_marker(place, word) if puts else state.without_marker(place, word)
        names = moment.say(targets, "units" if self.on.type.startswith("unit") else "words")
        said = f"{names}: {word}" if puts else f"{names}: no longer {word}"
        told = moment.then({}, state).told(self, said, word) if moment.tell else ()
        return (Outcome(state=state, told=told),)


class PlayControl(Op):
    """A side takes control of hexes."""

    step: Control

    def __init__(self, step: Control, desk: Desk) -> None:
        """Compile where and who."""
        super().__init__(step, desk)
        self.where = desk.expression("control", step.control, "word", "words")
        self.by = desk.expression("by", step.by, "word")

    def play(self, moment: Moment) -> Sequence[Outcome]:
        """One way: taken."""
        hexes = [place_of(moment, one) for one in many(self.where, moment.value(self.where))]
        side = moment.value(self.by)
        if side not in moment.setting.game.sides:
            raise Unplayable(f"there is no side {side or 'without a name'}")
        state = moment.state.with_control(hexes, side)
        said = f"{moment.setting.game.sides[side].name} control of {listed(hexes)}"
        told = moment.then({}, state).told(self, said, side) if moment.tell else ()
        return (Outcome(state=state, told=told),)
