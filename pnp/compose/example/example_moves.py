"""Moves and supply lines of the units in a worked example, with the cost of each hex entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from pnp.board import Board
from pnp.draw.figure.figure_spec import FigurePath, FigurePathKind
from pnp.draw.map.terrain_key import costs_differ
from pnp.hexgrid import Hex
from pnp.model.game import Game
from pnp.model.maprule import MapRules
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.map.move_cost import Mover
from pnp.rules.map.movement import walk
from pnp.rules.map.positions import positions_of
from pnp.rules.map.route_text import amount_text
from pnp.rules.map.supply_lines import supply_line
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.state.state import State


@dataclass(frozen=True)
class UnitMove:
    """A move of a unit from hex to hex, and the number of the step of the trace in which it begins."""

    unit: str
    hexes: tuple[str, ...]
    kind: FigurePathKind
    number: str


def data_at(game: Game, path: str) -> Any:  # noqa: ANN401 - any part of the game
    """Return the value at a dotted path of the game's data; None if the path does not exist."""
    part: Any = game
    for key in path.split("."):
        if isinstance(part, Mapping):
            part = part.get(key)
        elif isinstance(part, Sequence) and key.isdecimal():
            part = part[int(key)] if int(key) < len(part) else None
        else:
            part = getattr(part, key, None)
    return part


class MoveReader:
    """Reads the moves of one worked example from its trace, for its figure."""

    def __init__(self, game: Game, board: Board | None, worked: PlayedExample) -> None:
        self._game, self._worked = game, worked
        self._known = {board.grid.number(cell): cell for cell in board.grid.hexes} if board else {}
        self._board = board

    def kind_of(self, step: TraceStep) -> FigurePathKind:
        """Return the kind of movement in a step of the trace: move, march, retreat or advance."""
        by = str(getattr(data_at(self._game, step.path), "by", "")) if step.moves else ""
        kinds: dict[str, FigurePathKind] = {"retreat": "retreat", "advance": "advance", "march": "march"}
        return kinds.get(by, "move")

    @cached_property
    def moves(self) -> tuple[UnitMove, ...]:
        """All moves on the map; consecutive moves of the same unit and kind become one."""
        moves: list[UnitMove] = []
        for step in self._worked.trace.steps:
            kind = self.kind_of(step)
            for unit, hexes in step.moves:
                if any(number not in self._known for number in hexes) or len(hexes) < 2:
                    continue
                last = next((one for one in reversed(moves) if one.unit == unit), None)
                if last is not None and last.kind == kind and last.hexes[-1] == hexes[0]:
                    moves[moves.index(last)] = replace(last, hexes=(*last.hexes, *hexes[1:]))
                else:
                    moves.append(UnitMove(unit, tuple(hexes), kind, step.number))
        return tuple(moves)

    def short_moves(self) -> tuple[UnitMove, ...]:
        """Return the retreats and advances that are one hex long, each once."""
        moves = {(*m.hexes, m.kind): m for m in self.moves if len(m.hexes) == 2 and m.kind in ("retreat", "advance")}
        return tuple(moves.values())

    def routes(self) -> Iterator[FigurePath]:
        """Yield the routes of all moves except retreats and advances of one hex, each once."""
        short = {(*move.hexes, move.kind) for move in self.short_moves()}
        seen: set[tuple[str, ...]] = set()
        for move in self.moves:
            key = (*move.hexes, move.kind)
            if key not in short and key not in seen:
                seen.add(key)
                yield self._route_of(move)

    @cached_property
    def _terrain_costs(self) -> TerrainCosts:
        """The terrain costs of movement, under the rulings that the example uses."""
        rules = self._game.map_rules or MapRules()
        assert self._board is not None, "a move needs a map"
        return TerrainCosts(self._game, self._board, rules, self._worked.example.rulings)

    def _route_of(self, move: UnitMove) -> FigurePath:
        """Return the route of one move, with the movement cost of each hex entered if there is one.

        Costs are left out if all are 1 and terrains have no other cost. Hexes behind one where units normally stop have
        costs too.

        Costs depend on the positions of all other units at the start of the movement. A movement is drawn as a march
        only if it is longer than a normal move.
        """
        hexes = tuple(self._known[number] for number in move.hexes)
        if move.kind not in ("move", "march") or self._game.map_rules is None:
            return FigurePath(move.kind, hexes)
        situation = positions_of(self._terrain_costs, self._state_before(move))
        unit = situation.by_id.get(move.unit)
        if unit is None:
            return FigurePath(move.kind, hexes)
        route = walk(situation, unit, hexes)
        mover = Mover(situation, unit)
        steps = (mover.step(*step, first=i == 0) for i, step in enumerate(pairwise(hexes)))
        costs = tuple(amount_text(step.mp) for step in steps if step.mp is not None)
        if set(costs) <= {"1"} and not costs_differ(self._game.terrain.values()):
            costs = ()
        return FigurePath("march" if route.pace == "march" else "move", hexes, costs)

    def _state_before(self, move: UnitMove) -> State:
        """Return the state of play before a move: all earlier moves are made and markers placed."""
        state = self._worked.start
        for step in self._worked.trace.steps:
            if step.number == move.number:
                break
            if step.markers is not None:
                state = replace(state, markers=step.markers)
        for earlier in self.moves[: self.moves.index(move)]:
            if earlier.unit in state.pieces:
                state = state.with_piece(earlier.unit, place=earlier.hexes[-1])
        return state

    def supply_line(self, unit: str) -> tuple[Hex, ...]:
        """Return the hexes of a unit's supply path at the start; none if it is out of supply."""
        situation = positions_of(self._terrain_costs, self._worked.start)
        map_unit = situation.by_id.get(unit)
        line = supply_line(situation, map_unit) if map_unit else None
        return line.hexes if line else ()
