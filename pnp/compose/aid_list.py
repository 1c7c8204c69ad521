"""Lists of an aid: terrain, sequence of play, set-up and reinforcements, unit symbols, text and tracks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.compose.aid_table import with_rules
from pnp.compose.basis import is_reconstructed
from pnp.compose.block import Block, Column, Gallery, Listing, Notes, Picture
from pnp.compose.cell import Cell, Item, Line, cell
from pnp.compose.pictures import Pictures
from pnp.draw.map.terrainkey import costs_differ
from pnp.draw.typography import figures
from pnp.model.counter import Entry
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.maprule import movement_counts
from pnp.model.reference import AidBlock, Phase
from pnp.model.roster import counter_ids
from pnp.units import Mm, points

SAMPLE = points(24.4)
"""Height of a sample hex."""
FACE = 8.4
"""Side of a counter that stands in a list."""

CASE = Column(most=16, css="case-number")


def terrain_block(kinds: dict[str, TerrainKind], pictures: Pictures, title: str, hint: str) -> Block:
    """The terrain effects chart: a sample hex in each row; a column that is reconstructed throughout is marked at its
    head.
    """
    rows = tuple(kinds.values())
    priced = costs_differ(rows)
    costs = [is_reconstructed(kind, "cost") for kind in rows]
    fights = [is_reconstructed(kind, "combat") for kind in rows]
    zones = any(kind.zoc for kind in rows)

    def row(id_: str, kind: TerrainKind) -> tuple[Cell, ...]:
        blank = "as the hex" if kind.of in ("place", "path") else "–"
        cost, combat = figures(kind.cost) or blank, kind.combat or "no effect"
        sample = pictures.terrain(id_, SAMPLE)
        width = pictures.scenes[sample].width
        made = [
            Cell((Line("", pictures=(sample,), picture_width=width, picture_height=SAMPLE),)),
            cell(kind.name, "name"),
            *((cell(cost, "value", mark=costs[rows.index(kind)] and not all(costs)),) if priced else ()),
            cell(combat, mark=fights[rows.index(kind)] and not all(fights)),
        ]
        if zones:
            made.append(cell(kind.zoc))
        return (*made, cell(", ".join(kind.rule), "case"))

    heads = [
        Cell(),
        cell("Terrain", "label"),
        *((cell(_heading_of_costs(pictures.game), "label", mark=all(costs)),) if priced else ()),
        cell("Combat" if priced else "Effect", "label", mark=all(fights)),
    ]
    columns = [Column(most=16), Column(most=30), *([Column(most=24)] if priced else []), Column(rest=True)]
    if zones:
        heads.append(cell("ZOC", "label"))
        columns.append(Column(rest=True))
    listing = Listing(
        (*columns, Column(most=11, css="case-number")),
        tuple(row(id_, kind) for id_, kind in kinds.items()),
        (*heads, Cell()),
        css="terrain",
    )
    return Block(title or "Terrain effects", hint, all(costs) and all(fights), (listing,))


def _heading_of_costs(game: Game) -> str:
    """What movement is counted in, as the head of a column."""
    several = movement_counts(game.map_rules)[-1]
    return several[:1].upper() + several[1:]


def sequence_block(phases: Sequence[Phase], title: str, hint: str) -> Block:
    """The sequence of play: a large number, who acts, and the steps."""
    rows = tuple(
        (
            cell(str(number), "phase"),
            Cell(
                (
                    Line(phase.name, "name"),
                    *((Line(phase.who, "note", css="soft"),) if phase.who else ()),
                    *((Line(", ".join(phase.rule), "case", css="ref"),) if phase.rule else ()),
                )
            ),
            Cell(tuple(Line(step, indent=points(9), css="step") for step in phase.steps)),
        )
        for number, phase in enumerate(phases, 1)
    )
    columns = (Column(most=9, least=5), Column(most=29), Column(rest=True))
    return Block(title or "Sequence of play", hint, views=(Listing(columns, rows, css="sequence"),))


def entry_block(entries: dict[str, Entry], pictures: Pictures, title: str, hint: str) -> Block:
    """How counters come into the game: when and where, and the counters themselves."""
    rows = tuple(entry_row(entry, pictures) for entry in entries.values())
    columns = (Column(most=46), Column(rest=True), Column(rest=True), CASE)
    return Block(title or "Set-up and reinforcements", hint, views=(Listing(columns, rows, css="entries"),))


def entry_row(entry: Entry, pictures: Pictures) -> tuple[Cell, ...]:
    """Name and time; counters; place and manner; rule case."""
    name, when, faces, where, how = entry_lines(entry, pictures, full=True)
    return (
        Cell((name, when) if when.text else (name,)),
        Cell((faces,)) if faces.pictures else Cell(),
        Cell((where, how) if how.text else (where,)),
        cell(", ".join(entry.rule), "case"),
    )


def entry_lines(entry: Entry, pictures: Pictures, *, full: bool = False) -> tuple[Line, ...]:
    """Name, time, counters, place and manner of an entry, one under the other; `full` keeps empty lines."""
    shown = tuple(pictures.counter(id_) for id_ in counter_ids(pictures.game, entry.counters))
    lines = (
        Line(entry.name, "name", mark=is_reconstructed(entry)),
        Line(entry.when, "note", css="soft"),
        Line("", pictures=shown, picture_width=FACE, picture_height=FACE),
        Line(entry.where),
        Line(entry.how, "note", css="soft"),
    )
    return lines if full else tuple(line for line in lines if line.text or line.pictures)


def symbol_block(symbols: Iterable[str], pictures: Pictures, title: str, hint: str, wide: int) -> Block:
    """The unit symbols in use, each with what it says."""
    width = 8.4
    items = tuple(
        Item(
            (pictures.symbol(name, width, "#FFFFFF"),),
            width,
            width * 2 / 3,
            Line(pictures.game.icons.symbol_name(name), "words"),
        )
        for name in symbols
    )
    return Block(title or "Unit symbols", hint, views=(Gallery(items, max(1, wide // 3)),))


def symbols_in_use(game: Game) -> tuple[str, ...]:
    """The unit symbols of the counters, in the order in which they first come."""
    return tuple(dict.fromkeys(c.symbol for c in game.counters.values() if c.kind == "unit" and c.symbol))


def text_block(block: AidBlock) -> Block:
    """Paragraphs of the aid's own; lines that begin with a hyphen are points of a list."""
    lines = []
    for paragraph in block.text.split("\n\n"):
        points_ = [line.strip() for line in paragraph.splitlines() if line.strip()]
        if all(line.startswith("- ") for line in points_):
            lines += [Line(line[2:], indent=points(9), css="point") for line in points_]
        else:
            lines.append(Line(" ".join(points_)))
    return Block(block.title, block.hint, views=(Notes(tuple(lines)),))


def track_block(id_: str, pictures: Pictures, width: Mm, title: str, hint: str) -> Block:
    """A track at the size of its counters, on which play can be kept; the drawing bears its own heading."""
    name = pictures.track(id_, width)
    scene = pictures.scenes[name]
    return Block(title, with_rules(hint, ()) if title else "", views=(Picture(((name, scene.width, scene.height),)),))
