"""What the plain jobs print: the same counters and hexes for pnp, for the floor and for the peer.

Writes them as a game's folder for pnp. The floor and the peer take them from here.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

INCH = 25.4
SIDE = 0.625 * INCH
"""Side of a counter in mm."""

SIZES = {"company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX", "corps": "XXX"}
"""Size of a unit -> the signs over its symbol."""


class Nation(NamedTuple):
    """A side: ground of its counters, dark accent, emblem, and the discs that the emblem is made of."""

    name: str
    ground: str
    accent: str
    emblem: str
    discs: tuple[tuple[float, str], ...]


NATIONS = (
    Nation("khaki", "#B49C63", "#38290A", "roundel", ((1, "#23355E"), (0.70, "#FFFFFF"), (0.36, "#C2352F"))),
    Nation("buff", "#F7E3B5", "#9E1B1E", "sun-disc", ((1, "#FFFFFF"), (0.80, "#B3161B"))),
    Nation("grey", "#AFBDB4", "#1D3A2C", "disc", ((1, "#1D3A2C"),)),
    Nation("pale", "#D3E2BC", "#274A1C", "roundel-green", ((1, "#2E7D3C"), (0.70, "#FFFFFF"), (0.36, "#C2352F"))),
    Nation("rust", "#D79B5A", "#4A2106", "disc", ((1, "#4A2106"),)),
    Nation("olive", "#A3AB7A", "#23290D", "sun-disc", ((1, "#FFFFFF"), (0.80, "#B3161B"))),
    Nation("teal", "#8FC0BE", "#0D3B3F", "roundel-blue", ((1, "#23355E"), (0.52, "#8FB6DC"))),
    Nation("sand", "#C9B892", "#3C2F14", "roundel", ((1, "#23355E"), (0.70, "#FFFFFF"), (0.36, "#C2352F"))),
)


class Unit(NamedTuple):
    """One counter: whose, how large, its two labels, attack-defence-movement on both sides."""

    nation: Nation
    size: str
    label: str
    right: str
    front: tuple[int, int, int]
    back: tuple[int, int, int]


def plain_units(count: int) -> list[Unit]:
    """Units with two sides: the nations one after another, everything else mixed without chance."""
    units = []
    for i in range(count):
        nation = i * len(NATIONS) // count
        attack, defence, move = 1 + i * 7 % 9, 1 + i * 5 % 9, 1 + i // 4 % 9
        label, right = f"{i + 1}/{nation + 1}", f"{1 + i // 9} Div"
        back = (max(attack - 2, 1), max(defence - 2, 1), move)
        size = list(SIZES)[i // 5 % len(SIZES)]
        units.append(Unit(NATIONS[nation], size, label, right, (attack, defence, move), back))
    return units


def write_counter_game(folder: Path, count: int) -> None:
    """A game of so many infantry units."""
    sides = "\n".join(
        f"  {n.name}: {{name: {n.name.title()}, ground: '{n.ground}', accent: '{n.accent}', emblem: {n.emblem}}}"
        for n in NATIONS
    )
    text = f"""\
game: {{title: Plain counters, designer: nobody}}
sides:
{sides}
counter_print: {{side: 0.625in, factors: attack defence movement}}
counters: units.csv
entries:
  start: {{name: Set-up, kind: setup, counters: U1-U{count}, where: anywhere}}
"""
    rows = ["id,kind,side,symbol,size,label,right,steps,front,back"]
    for number, unit in enumerate(plain_units(count), 1):
        front, back = ("-".join(map(str, factors)) for factors in (unit.front, unit.back))
        rows.append(
            f"U{number},unit,{unit.nation.name},infantry,{unit.size},{unit.label},{unit.right},2,{front},{back}"
        )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (folder / "units.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


# ---------------------------------------------------------------- maps

ACROSS_FLATS = 0.5 * INCH
"""Size of a hex in mm."""
EDGE = 12.7
"""Blank paper around the hexes in mm."""
TERRAIN = ("clear", "woods", "fields", "marsh", "lake")
FILLS = ("#F5EEDB", "#CFD9AD", "#E3E5C1", "#E3E8D3", "#BBD9E6")
GRID = "#A19275"


def hex_terrain(column: int, row: int) -> int:
    """Which terrain a hex has: scattered, and the same for everybody."""
    return (column * 7 + row * 13 + column * row) % len(TERRAIN)


def digits(columns: int, rows: int) -> int:
    """How many digits a column's or a row's number has."""
    return max(2, len(str(max(columns, rows))))


def map_size(columns: int, rows: int) -> tuple[float, float]:
    """Width and height of the sheet in mm."""
    width = ACROSS_FLATS / 3**0.5 * (1.5 * columns + 0.5) + 2 * EDGE
    return round(width, 3), round(ACROSS_FLATS * (rows + 0.5) + 2 * EDGE, 3)


def write_map_game(folder: Path, columns: int, rows: int) -> None:
    """A game of one map in plain style, of so many flat hexes of scattered terrain, numbered and nothing else."""
    wide = digits(columns, rows)
    kinds: dict[str, list[str]] = {kind: [] for kind in TERRAIN}
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            kinds[TERRAIN[hex_terrain(column, row)]].append(f"{column:0{wide}}{row:0{wide}}")
    width, height = map_size(columns, rows)
    terrain = "\n".join(f"    {kind}: {' '.join(kinds[kind])}" for kind in TERRAIN[1:])
    legend = "\n".join(f"  {kind}: {{name: {kind.title()}, of: hex, look: {kind}, cost: '1'}}" for kind in TERRAIN)
    text = f"""\
game: {{title: Plain map, designer: nobody}}
terrain:
{legend}
map:
  title: Plain map
  style: plain
  paper: {{width: {width:.3f}mm, height: {height:.3f}mm}}
  grid:
    hexes: flat
    columns: {1:0{wide}}-{columns:0{wide}}
    rows: {1:0{wide}}-{rows:0{wide}}
    across_flats: {ACROSS_FLATS}mm
    low: even
    at: [{EDGE}mm, {EDGE}mm]
  base: clear
  terrain:
{terrain}
"""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
