"""Checks of the ends of roads and rivers, and of north: a map that is drawn right has few exceptions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import cos, radians, sin

from pnp.board import Board, BoardLine
from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.map_terrain import look_group
from pnp.checks.paths import is_at_edge
from pnp.findings import Fault, Severity
from pnp.hexgrid import Hex, Hexside
from pnp.message import join_words

COMPASS = ("north", "east", "south", "west")
"""The points of the compass, clockwise from the top of a map whose `north` is 0."""
OPPOSITE = 0.15
"""A region is on the other side of the map if it is this part of the map's width beyond the middle."""


@check("M037", Severity.WARNING)
def path_ends_nowhere(checked: CheckedGame) -> Iterator[Fault]:
    """The first or last hex of a road has no place, road or river, and is not at the edge of the map.

    A hex is probably missing, or wrong. If the road does end there, write `waive: {M037: reason}` in the road.

    Bad:
        map: {paths: {road: {lane: {hexes: B2 B3}}}}
    Good:
        map: {paths: {road: {lane: {hexes: B2 C3}}}}
    """
    board = checked.board
    if board is None or board.problems:
        return
    for line in board.lines:
        for word, cell in (("first", line.hexes[0]), ("last", line.hexes[-1])) if line.hexes else ():
            if word not in line.beyond and not _leads_somewhere(checked, board, line, cell):
                number = board.grid.number(cell)
                path = f"map.paths.{line.kind}.{line.id}.hexes"
                wrong = f"the {word} hex, {number}, has no place, no other road and no river"
                yield Fault(path, wrong, "write where the road ends, or beyond: if it leaves the map")


def _leads_somewhere(checked: CheckedGame, board: Board, line: BoardLine, cell: Hex) -> bool:
    """Return whether a road has a reason to end in this hex: a place, another road, water or the edge of the map."""
    if cell in board.sites or line.hexes.count(cell) > 1:
        return True
    if any(cell in other.hexes for other in board.lines if other is not line):
        return True
    if is_at_edge(board.grid, cell):
        return True
    sides = {Hexside.between(cell, near) for near in cell.neighbours}
    by_water = any(look_group(checked, c.kind) == "stream" and sides & {*c.sides} for c in board.chains)
    return by_water or any(cell in hexes for hexes in board.regions.values())


@check("M038", Severity.WARNING)
def north_unlike_edges(checked: CheckedGame) -> Iterator[Fault]:
    """The compass of the map disagrees with the map edges or regions named after directions.

    An edge called `north` is at the top of the map, so the compass must point upwards, turned by at most 45 degrees
    (`north: 0` is straight up). A region called `East bank` must not lie on the west side of the map. If it does lie
    there, write `waive: {M038: reason}` in the map.

    Bad:
        map: {north: 180}
    Good:
        map: {north: 10}
    Bad:
        map: {regions: {pond: {name: West pond}}}
    Good:
        map: {regions: {pond: {name: East pond}}}
    """
    text, board = checked.game.map, checked.board
    if text is None or board is None:
        return
    named = sorted({*(exit_.edge for exit_ in text.exits), *(id_ for id_ in text.edges if id_ in COMPASS)})
    turned = abs((text.north + 180) % 360 - 180)
    if named and turned > 45:
        wrong = f"the compass is turned by {turned:g}°, but the map has an edge called {join_words(named)}"
        yield Fault("map.north", wrong, "write north: 0, or give the edges other names")
        return
    left, top, right, bottom = _extent(board)
    for id_, region in text.regions.items():
        point = next((word for word in COMPASS if re.search(rf"\b{word}\b", region.name.lower())), "")
        hexes = board.regions.get(id_, ())
        if not point or not hexes:
            continue
        middles = [board.grid.centre(cell) for cell in hexes]
        x = sum(x for x, _ in middles) / len(middles) - (left + right) / 2
        y = sum(y for _, y in middles) / len(middles) - (top + bottom) / 2
        angle = radians(text.north + 90 * COMPASS.index(point))
        along = x * sin(angle) - y * cos(angle)
        if along < -OPPOSITE * min(right - left, bottom - top):
            wrong = f"the region {region.name} is on the other side of the map, by the compass"
            yield Fault("map.north", wrong, "correct north:, or the hexes or the name of the region")
            return


def _extent(board: Board) -> tuple[float, float, float, float]:
    """Return the least x and y and the greatest x and y of the centres of all hexes, in mm."""
    xs, ys = zip(*(board.grid.centre(cell) for cell in board.grid.hexes), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@check("M039", Severity.WARNING)
def hexside_of_another_kind(checked: CheckedGame) -> Iterator[Fault]:
    """A single hexside in the middle of a river or stream is listed as another kind.

    The hexsides before and after it are of one kind, so it probably belongs to them.

    Bad:
        terrain: {river: {name: River, of: hexside, look: stream, cost: "+2"}}
        map:
          hexsides:
            stream:
              brook: {sides: C1/D1 C2/D1, mouth: ~, beyond: head}
              beck: {sides: C3/D2 D2/D3 D3/E3, mouth: E4}
            river: {gap: {sides: C2/D2}}
          bridges: {road: C3/D2}
    Good:
        map:
          hexsides:
            stream:
              brook: {sides: C1/D1 C2/D1, mouth: ~, beyond: head}
              beck: {sides: C3/D2 D2/D3 D3/E3, mouth: E4}
              gap: {sides: C2/D2}
          bridges: {road: C3/D2}
    """
    board = checked.board
    if board is None or board.problems:
        return
    chains = [chain for chain in board.chains if look_group(checked, chain.kind) == "stream" and chain.vertices]
    ends = Counter((chain.kind, end) for chain in chains for end in (chain.vertices[0], chain.vertices[-1]))
    for chain in chains:
        if len(chain.sides) > 1:
            continue
        for kind in sorted({other.kind for other in chains} - {chain.kind}):
            if all(ends[kind, end] for end in chain.vertices) and not any(
                ends[chain.kind, end] > 1 for end in chain.vertices
            ):
                side = board.grid.write_hexside(chain.sides[0])
                wrong = f"{side} is {chain.kind}, but the hexsides before and after it are {kind}"
                yield Fault(f"map.hexsides.{chain.kind}.{chain.id}.sides", wrong, f"list it under {kind}")


@check("M040", Severity.WARNING)
def path_leaves_without_an_exit(checked: CheckedGame) -> Iterator[Fault]:
    """A road leaves the map where no exit is listed, although other roads have exits, or an exit is listed twice.

    Bad:
        map: {exits: [{hex: A3, edge: west, says: to the sea}]}
    Good:
        map: {exits: [{hex: A3, edge: west, says: to the sea}, {hex: F2, edge: east}]}
    Bad:
        map: {exits: [{hex: A3, edge: west}, {hex: F2, edge: east}, {hex: F2, edge: east}]}
    Good:
        map: {exits: [{hex: A3, edge: west}, {hex: F2, edge: east}]}
    """
    text, board = checked.game.map, checked.board
    if text is None or board is None or board.problems or not text.exits:
        return
    exits = Counter(exit_.hex for exit_ in text.exits)
    ends = {
        board.grid.number(cell): line
        for line in board.lines if line.hexes
        for word, cell in (("first", line.hexes[0]), ("last", line.hexes[-1]))
        if word in line.beyond and is_at_edge(board.grid, cell)
    }  # fmt: skip
    for i, exit_ in enumerate(text.exits):
        if exits[exit_.hex] > 1 and exit_.hex in {other.hex for other in text.exits[:i]}:
            yield Fault(f"map.exits.{i}.hex", f"{exit_.hex} already has an exit", "delete one, or correct the hex")
    for number, line in ends.items() if exits.keys() <= ends.keys() else ():  # else an exit is in the wrong hex
        if number not in exits:
            path = f"map.paths.{line.kind}.{line.id}.beyond"
            yield Fault(path, f"{line.name or line.id} leaves the map in {number}, which has no exit", "list it")
