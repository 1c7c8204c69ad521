"""Who goes where in a worked example, and at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pnp.draw.figure.figure_spec import FigurePath, FigurePathKind
from pnp.hexgrid import Hex
from pnp.load.board import Board
from pnp.model.game import Game
from pnp.model.maprule import MapRules
from pnp.rules.engine.trace import TraceStep
from pnp.rules.examples.example_run import PlayedExample
from pnp.rules.map.movement import walk
from pnp.rules.map.positions import positions_of
from pnp.rules.map.route_text import amount_text
from pnp.rules.map.supply_lines import supply_line
from pnp.rules.map.terrain_costs import TerrainCosts
from pnp.rules.state.state import State


@dataclass(frozen=True)
class Going:
    """A unit that goes from hex to hex, and the number of the step of the trace in which it begins."""

    unit: str
    hexes: tuple[str, ...]
    kind: FigurePathKind
    number: str


def written_at(game: Game, path: str) -> Any:  # noqa: ANN401 - any part of the game
    """The part of the game's data at a path; None if there is none."""
    found: Any = game
    for key in path.split("."):
        if isinstance(found, Mapping):
            found = found.get(key)
        elif isinstance(found, Sequence) and key.isdecimal():
            found = found[int(key)] if int(key) < len(found) else None
        else:
            found = getattr(found, key, None)
    return found


class WayReader:
    """Reads the moves of one worked example for its figure."""

    def __init__(self, game: Game, board: Board | None, worked: PlayedExample) -> None:
        """Remember what was played."""
        self._game, self._worked = game, worked
        self._known = {board.grid.number(cell): cell for cell in board.grid.hexes} if board else {}
        self._board = board

    def kind_of(self, step: TraceStep) -> FigurePathKind:
        """The way in which units go in a step."""
        by = str(getattr(written_at(self._game, step.path), "by", "")) if step.moves else ""
        kinds: dict[str, FigurePathKind] = {"retreat": "retreat", "advance": "advance", "march": "march"}
        return kinds.get(by, "move")

    @cached_property
    def goings(self) -> tuple[Going, ...]:
        """Every move on the map; steps in a row of one unit, in one way, are one."""
        found: list[Going] = []
        for step in self._worked.trace.steps:
            kind = self.kind_of(step)
            for unit, hexes in step.moves:
                if any(number not in self._known for number in hexes) or len(hexes) < 2:
                    continue
                last = next((one for one in reversed(found) if one.unit == unit), None)
                if last is not None and last.kind == kind and last.hexes[-1] == hexes[0]:
                    found[found.index(last)] = replace(last, hexes=(*last.hexes, *hexes[1:]))
                else:
                    found.append(Going(unit, tuple(hexes), kind, step.number))
        return tuple(found)

    def short(self) -> tuple[Going, ...]:
        """Retreats and advances of one hex, one of each kind between two hexes."""
        found = {(*g.hexes, g.kind): g for g in self.goings if len(g.hexes) == 2 and g.kind in ("retreat", "advance")}
        return tuple(found.values())

    def ways(self) -> Iterator[FigurePath]:
        """All moves that are no short arrows, each way once."""
        short = {(*going.hexes, going.kind) for going in self.short()}
        shown: set[tuple[str, ...]] = set()
        for going in self.goings:
            key = (*going.hexes, going.kind)
            if key not in short and key not in shown:
                shown.add(key)
                yield self._way(going)

    @cached_property
    def _ground(self) -> TerrainCosts:
        rules = self._game.map_rules or MapRules()
        assert self._board is not None, "there are no ways off the map"
        return TerrainCosts(self._game, self._board, rules, self._worked.example.rulings)

    def _way(self, going: Going) -> FigurePath:
        """The way of a unit; of a move with what each step costs, everybody else standing where he stood when it began.
        Who may march is said to do so only if he goes that far.
        """
        hexes = tuple(self._known[number] for number in going.hexes)
        if going.kind not in ("move", "march") or self._game.map_rules is None:
            return FigurePath(going.kind, hexes)
        situation = positions_of(self._ground, self._state_before(going))
        unit = situation.by_id.get(going.unit)
        if unit is None:
            return FigurePath(going.kind, hexes)
        route = walk(situation, unit, hexes)
        costs = tuple(amount_text(step.mp) for step in route.steps if step.mp is not None)
        return FigurePath("march" if route.pace == "march" else "move", hexes, costs)

    def _state_before(self, going: Going) -> State:
        state = self._worked.start
        for earlier in self.goings[: self.goings.index(going)]:
            if earlier.unit in state.pieces:
                state = state.with_piece(earlier.unit, place=earlier.hexes[-1])
        return state

    def supply_line(self, unit: str) -> tuple[Hex, ...]:
        """The supply line of a unit at the start; nothing if it has none."""
        situation = positions_of(self._ground, self._worked.start)
        stands = situation.by_id.get(unit)
        line = supply_line(situation, stands) if stands else None
        return line.hexes if line else ()
