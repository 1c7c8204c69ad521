"""Checks of streams and roads: continuity, ends, exits and bridges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pnp.board import BoardLine, Chain
from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.map_terrain import Edge, board_problems, is_water, look_group, word_spot
from pnp.findings import Fault, Severity, did_you_mean
from pnp.hexgrid import Grid, Hex, Hexside, Vertex
from pnp.message import clip

_LONGEST_WAY = 3
"""The most hexsides that a finding proposes."""


def is_at_edge(grid: Grid, location: Hex | Vertex) -> bool:
    """Return whether a hex or a vertex is at the edge of the map."""
    around = location.neighbours if isinstance(location, Hex) else location
    return any(cell not in grid for cell in around)


def _end_vertices(chain: Chain, end: int) -> tuple[Vertex, ...]:
    """Return the vertex at the first (0) or last (-1) end of a chain of hexsides.

    A chain of one hexside has no direction; then both vertices are returned.
    """
    return chain.vertices if len(chain.sides) == 1 else (chain.vertices[end],)


def _way_to_edge(grid: Grid, chain: Chain, end: int) -> tuple[Hexside, ...]:
    """Return the fewest hexsides, at most three, by which an end of a chain reaches the edge of the map; else none."""
    ways: list[tuple[Vertex, tuple[Hexside, ...]]] = [(vertex, ()) for vertex in _end_vertices(chain, end)]
    for _ in range(_LONGEST_WAY):
        longer: list[tuple[Vertex, tuple[Hexside, ...]]] = []
        for vertex, way in ways:
            for side in (Hexside.between(*pair) for pair in combinations(sorted(vertex), 2)):
                if side not in (*chain.sides, *way):
                    longer += [(other, (*way, side)) for other in side.vertices if other != vertex]
        found = [way for vertex, way in longer if is_at_edge(grid, vertex)]
        if found:
            return found[0] if end == -1 else found[0][::-1]
        ways = longer
    return ()


def _board_chains(checked: CheckedGame) -> Iterator[tuple[str, Chain]]:
    """Yield every stream or other chain of hexsides with its path in the data."""
    chains: tuple[Chain, ...] = checked.board.chains if checked.board else ()
    return ((f"map.hexsides.{c.kind}.{c.id}", c) for c in chains if c.vertices)


def _board_lines(checked: CheckedGame) -> Iterator[tuple[str, BoardLine]]:
    """Yield every road or railway with its path in the data."""
    lines: tuple[BoardLine, ...] = checked.board.lines if checked.board else ()
    return ((f"map.paths.{line.kind}.{line.id}", line) for line in lines)


def _map_exits(checked: CheckedGame) -> Iterator[tuple[str, str, Hex | None, Edge]]:
    """Yield (path, hex number, hex or None if off the map, map edge) for each exit of the map."""
    board, text = checked.board, checked.game.map
    for i, exit_ in enumerate(text.exits if text and board else ()):
        assert board is not None
        try:
            cell = board.grid.hex(exit_.hex)
        except KeyError:
            cell = None
        yield f"map.exits.{i}", exit_.hex, cell, exit_.edge


@check("M002")
def chain_broken(checked: CheckedGame) -> Iterator[Fault]:
    """Two consecutive hexsides of a stream do not touch.

    A stream is listed from its source to its mouth; each hexside shares a vertex with the next.

    Bad:
        map: {hexsides: {stream: {brook: {sides: C1/D1 C2/D1 C3/D2 D2/D3 D3/E3}}}, bridges: ~}
    Good:
        map: {hexsides: {stream: {brook: {sides: C1/D1 C2/D1 C2/D2 C3/D2 D2/D3 D3/E3}}}}
    """
    return board_problems(checked, "M002")


@check("M045")
def banks_without_chain(checked: CheckedGame) -> Iterator[Fault]:
    """The hexsides between the two banks of a river have a gap or a fork, or do not begin at `head`.

    `between` lists the hexes of one bank, then those of the other. The hexsides between them must form one line, and
    the hex `head` (the source) must touch one end of it.

    Bad:
        map:
          hexsides: {stream: {beck: {between: [B3-B5, C3 C5], head: B3}}}
    Good:
        map:
          hexsides: {stream: {beck: {between: [B3-B5, C4-C5], head: B3}}}
    """
    return board_problems(checked, "M045")


@check("M003")
def path_broken(checked: CheckedGame) -> Iterator[Fault]:
    """Two consecutive hexes of a road are not adjacent.

    Bad:
        map: {paths: {road: {main: {hexes: A3 B2 D2 E3 F2}}}, bridges: ~}
    Good:
        map: {paths: {road: {main: {hexes: A3 B2 C3 D2 E3 F2}}}}
    """
    return board_problems(checked, "M003")


@check("M007")
def mouth_not_reached(checked: CheckedGame) -> Iterator[Fault]:
    """A stream does not reach the water that its `mouth` names.

    `mouth` is a hex of water that touches the last hexside of the stream.

    Bad:
        map: {hexsides: {stream: {brook: {mouth: F4}}}}
    Good:
        map: {hexsides: {stream: {brook: {mouth: E4}}}}
    """
    for path, chain in _board_chains(checked):
        assert checked.board is not None
        if chain.mouth is None:
            continue
        number = checked.board.grid.number(chain.mouth)
        if not any(chain.mouth in vertex for vertex in _end_vertices(chain, -1)):
            last = checked.board.grid.write_hexside(chain.sides[-1])
            yield Fault(
                f"{path}.mouth",
                f"the last hexside, {last}, does not end at hex {number}",
                "lengthen the chain, or name another hex",
            )
        elif not is_water(checked, chain.mouth):
            yield Fault(f"{path}.mouth", f"{number} is not a lake or sea hex", "name a water hex")


@check("M008")
def stream_does_not_leave(checked: CheckedGame) -> Iterator[Fault]:
    """A stream continues off the map (`beyond`), but that end is not at the edge of the map.

    `beyond: head` is for a source off the map, `beyond: mouth` for a mouth off the map. Write `head mouth` for both.

    Bad:
        map: {hexsides: {stream: {brook: {beyond: head mouth}}}}
    Good:
        map: {hexsides: {stream: {brook: {beyond: head}}}}
    """
    for path, chain in _board_chains(checked):
        assert checked.board is not None
        for word in chain.beyond:
            if word not in ("head", "mouth"):
                yield Fault(
                    f"{path}.beyond", f"{word} is not an end of a stream", did_you_mean(word, ("head", "mouth"))
                )
            elif not any(is_at_edge(checked.board.grid, v) for v in _end_vertices(chain, 0 if word == "head" else -1)):
                way = _way_to_edge(checked.board.grid, chain, 0 if word == "head" else -1)
                by = f" by {' '.join(map(checked.board.grid.write_hexside, way))}" if way else ""
                yield Fault(
                    f"{path}.beyond",
                    f"the {word} of {chain.name or chain.id} is not at the edge of the map",
                    f"lengthen the chain{by}",
                )


@check("M009")
def path_does_not_leave(checked: CheckedGame) -> Iterator[Fault]:
    """A road continues off the map (`beyond`), but that end is not at the edge of the map.

    `beyond: first` is for the end at the first hex of the road, `beyond: last` for the last hex. Write `first last` for
    both.

    Bad:
        map: {paths: {road: {lane: {hexes: B2 C3, beyond: last}}}}
    Good:
        map: {paths: {road: {lane: {hexes: B2 C3}}}}
    """
    for path, line in _board_lines(checked):
        assert checked.board is not None
        for word in line.beyond:
            if word not in ("first", "last"):
                yield Fault(f"{path}.beyond", f"{word} is not an end of a path", did_you_mean(word, ("first", "last")))
            elif not is_at_edge(checked.board.grid, line.hexes[0 if word == "first" else -1]):
                number = checked.board.grid.number(line.hexes[0 if word == "first" else -1])
                yield Fault(
                    f"{path}.beyond",
                    f"the {word} hex of the path, {number}, is not at the edge of the map",
                    "lengthen the path",
                )


@check("M010", Severity.WARNING)
def path_through_water(checked: CheckedGame) -> Iterator[Fault]:
    """A road or railroad runs through a lake or the sea.

    Bad:
        map: {paths: {road: {lane: {hexes: E3 E4}}}}
    Good:
        map: {paths: {road: {lane: {hexes: D2 E3}}}}
    """
    for path, line in _board_lines(checked):
        assert checked.board is not None
        for cell in line.hexes:
            if is_water(checked, cell):
                number = checked.board.grid.number(cell)
                words = checked.game.map.paths[line.kind][line.id].hexes if checked.game.map else ()
                spot = word_spot(checked, f"{path}.hexes", words, number)
                yield Fault(
                    f"{path}.hexes", f"{line.name or line.id} runs through water in hex {number}", "move the path", spot
                )


@check("M011")
def bridges_differ(checked: CheckedGame) -> Iterator[Fault]:
    """The listed bridges differ from the hexsides at which roads or other paths cross streams.

    The list repeats what the map shows, so that a stream or road that is one hex off is found.

    Bad:
        map: {bridges: {road: C2/D2}}
    Good:
        map: {bridges: {road: C3/D2}}
    """
    game, board = checked.game, checked.board
    if board is None or game.map is None or board.problems:
        return
    waters = [kind for kind in game.map.hexsides if look_group(checked, kind) == "stream"]
    for kind, words in game.map.bridges.items():
        path = f"map.bridges.{kind}"
        if kind not in game.map.paths:
            yield Fault(path, f"the map has no {kind}", did_you_mean(kind, game.map.paths))
            continue
        crossed = {side for water in waters for side in board.crossings(kind, water)}
        for i, word in enumerate(words):
            spot = game.spot(f"{path}.{i}")
            try:
                side = board.grid.parse_hexside(word)
            except ValueError as error:
                wrong, _, write = str(error).partition("; ")
                yield Fault(path, wrong, write, spot)
                continue
            if side not in crossed:
                yield Fault(
                    path, f"no {kind} crosses water at {word}", "delete it, or correct the road or the stream", spot
                )
            crossed.discard(side)
        for side in sorted(crossed):
            yield Fault(
                path, f"a {kind} crosses water at the hexside {board.grid.write_hexside(side)}", "list a bridge there"
            )


@check("M012")
def exit_not_at_its_edge(checked: CheckedGame) -> Iterator[Fault]:
    """The hex of a map exit is not on the map edge that the exit names.

    Bad:
        map: {exits: [{hex: A3, edge: west}, {hex: F2, edge: west}]}
    Good:
        map: {exits: [{hex: A3, edge: west}, {hex: F2, edge: east}]}
    """
    for path, number, cell, edge in _map_exits(checked):
        assert checked.board is not None
        if cell is None:
            yield Fault(
                f"{path}.hex",
                f"hex {clip(number) or repr(number)} is not on this map",
                f"write a hex of the {edge} edge",
            )
        elif cell not in checked.board.grid.edge(edge):
            yield Fault(f"{path}.hex", f"{number} is not on the {edge} edge", "name another hex, or another edge")


@check("M013")
def exit_without_a_path(checked: CheckedGame) -> Iterator[Fault]:
    """A map exit is in a hex where no road or railroad leaves the map.

    Bad:
        map: {exits: [{hex: A3, edge: west}, {hex: F1, edge: east}]}
    Good:
        map: {exits: [{hex: A3, edge: west}, {hex: F2, edge: east}]}
    """
    if checked.board is None or checked.board.problems:
        return
    leaving = {
        line.hexes[0 if word == "first" else -1]
        for _, line in _board_lines(checked)
        for word in line.beyond
        if word in ("first", "last")
    }
    for path, number, cell, _ in _map_exits(checked):
        if cell is not None and cell not in leaving:
            yield Fault(
                f"{path}.hex", f"no path leaves the map in {number}", "give a path that ends there beyond: last"
            )
