"""Block `terrain`: the terrain effects chart with a sample hex of each terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.compose.aids.cells import Cell, Paragraph, cell
from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock, with_rules
from pnp.compose.aids.views import ListColumn, ListView
from pnp.compose.pictures import Pictures
from pnp.compose.reconstruction_marks import is_reconstructed
from pnp.draw.map.terrain_key import costs_differ
from pnp.message import capitalised
from pnp.model.aid_blocks import TerrainBlock
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.maprule import UnitClass, movement_words
from pnp.typography import effect, figures
from pnp.units import points

SAMPLE_HEIGHT = points(24.4)
"""Height of a sample hex."""
LONG_COST = 20
"""The column of costs can be wider if a cost has more characters."""


@COMPOSED_BLOCKS.enter("terrain")
class ComposedTerrain(ComposedBlock[TerrainBlock]):
    """Composes a block `terrain`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed terrain effects chart of the block."""
        kinds = {id_: context.game.terrain[id_] for id_ in self.block.of or context.game.terrain}
        return (compose_terrain(kinds, context.pictures, self.block.title, self.block.hint),)


def compose_terrain(kinds: Mapping[str, TerrainKind], pictures: Pictures, title: str, hint: str) -> PrintedBlock:
    """Return the terrain effects chart with a sample hex in each row.

    The head of a column has the mark if all its values are reconstructed.
    """
    rows = tuple(kinds.values())
    priced = costs_differ(rows)
    costs = [is_reconstructed(kind, "cost") for kind in rows]
    fights = [is_reconstructed(kind, "combat") for kind in rows]
    stated = [fight for fight, kind in zip(fights, rows, strict=True) if kind.combat]
    all_fights = bool(stated) and all(stated)
    zones = any(kind.zoc for kind in rows)
    classes = _classes_with_column(pictures.game) if priced else ()

    def row(id_: str, kind: TerrainKind) -> tuple[Cell, ...]:
        """Return the chart row for one kind of terrain: sample hex, name, movement cost and effects."""
        blank = "as the hex" if kind.of in ("place", "path") else "–"
        cost, combat = figures(kind.cost) or blank, _with_arrow(kind.combat) or "–"
        sample = pictures.terrain(id_, SAMPLE_HEIGHT)
        width = pictures.scenes[sample].width
        cells = [
            Cell((Paragraph("", pictures=(sample,), picture_width=width, picture_height=SAMPLE_HEIGHT),)),
            cell(kind.name, "name"),
            *((cell(cost, "value", mark=costs[rows.index(kind)] and not all(costs)),) if priced else ()),
            *(cell(figures(one.costs.get(id_, kind.cost)) or blank, "value") for one in classes),
            cell(
                with_rules(combat, kind.rule),
                mark=bool(kind.combat) and fights[rows.index(kind)] and not all_fights,
            ),
        ]
        if zones:
            cells.append(cell(kind.zoc))
        return tuple(cells)

    heads = [
        Cell(),
        cell("Terrain", "label"),
        *((cell(_cost_heading(pictures.game), "label", mark=all(costs)),) if priced else ()),
        *(cell(one.column, "label", mark=is_reconstructed(one)) for one in classes),
        cell("Combat" if priced else "Effect", "label", mark=all_fights),
    ]
    wordy = any(len(text) > LONG_COST for kind in rows for text in (kind.cost, *_class_costs(classes, kinds)))
    columns = [
        ListColumn(most=16),
        ListColumn(most=30),
        *([ListColumn(most=17 if classes else 40 if wordy else 24, yields=wordy)] * (priced + len(classes))),
        ListColumn(rest=True),
    ]
    if zones:
        heads.append(cell("ZOC", "label"))
        columns.append(ListColumn(rest=True))
    chart = ListView(
        tuple(columns),
        tuple(row(id_, kind) for id_, kind in kinds.items()),
        tuple(heads),
        css="terrain",
    )
    return PrintedBlock(title or "Terrain Effects Chart", hint, all(costs) and all_fights, (chart,))


def _with_arrow(combat: str) -> str:
    """Return an effect on combat with an arrow for a shift at its beginning, as in lists of modifiers."""
    return effect(combat) if combat.startswith(("left ", "right ")) else combat


def _class_costs(classes: Iterable[UnitClass], kinds: Iterable[str]) -> Iterator[str]:
    """Yield the costs of the kinds of terrain for classes of units."""
    for one in classes:
        yield from (one.costs[id_] for id_ in kinds if id_ in one.costs)


def _classes_with_column(game: Game) -> tuple[UnitClass, ...]:
    """Return the classes of units whose movement costs have a column of their own in the chart."""
    rules = game.map_rules
    classes = rules.movement.classes.values() if rules and rules.movement else ()
    return tuple(one for one in classes if one.column)


def _cost_heading(game: Game) -> str:
    """Return the heading of the cost column: the game's own, or its name for movement points."""
    rules = game.map_rules
    own = rules.movement.column if rules and rules.movement else ""
    return own or capitalised(movement_words(rules)[-1])
