"""The edition `as-published`: the values of the published sheets, where they differ from the data.

A record keeps the published value next to the correct one: `misprint: {back: {word: First Appearance}}`. The key has
the form of the record, and only the values that differ. Cells of a table are named by the labels of their row and
column: `misprint: {cells: {6/2-1: DR}}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.findings import Finding
from pnp.load.filled_texts import read_game
from pnp.load.overlay import lay_over
from pnp.load.source import Faults
from pnp.load.table_cells import cells_by_head, with_cells
from pnp.load.tree import Node, TreeSources, plain
from pnp.model.game import Game

KEY = "misprint"


def has_misprints(root: Node) -> bool:
    """Return whether a record of a data tree has a misprint."""
    return any(True for _ in _misprinted_records(root))


def as_published_tree(root: Node, faults: Faults) -> Node:
    """Return the data tree of the edition `as-published`: every misprint replaces the correct value.

    Errata that correct a record with a misprint are left out, because the published sheets came before them.
    """
    published = _as_published_node(root, faults)
    errata = published.mapping.get("errata")
    if errata is not None and isinstance(errata.value, list) and isinstance(published.value, dict):
        records = tuple(f"{path}." for path in _misprinted_records(root))
        kept = [one for one in errata.value if not any(path.startswith(records) for path in _changed_paths(one))]
        published.value["errata"] = Node(kept, errata.source, errata.start, errata.end, errata.key, errata.was)
    return published


def _as_published_node(root: Node, faults: Faults) -> Node:
    """Return a part of a data tree with the values of its misprints, and without the key `misprint`."""
    if isinstance(root.value, list):
        items = [_as_published_node(child, faults) for child in root.value]
        return Node(items, root.source, root.start, root.end, root.key, root.was)
    if not isinstance(root.value, dict):
        return root
    record = {key: _as_published_node(child, faults) for key, child in root.value.items() if key != KEY}
    node = Node(record, root.source, root.start, root.end, root.key, root.was)
    published = root.value.get(KEY)
    if published is None or not isinstance(published.value, dict):
        return node
    cells = published.value.get("cells")
    if cells is not None and isinstance(cells.value, dict):
        node = with_cells(node, cells, faults)
        rest = {key: child for key, child in published.value.items() if key != "cells"}
        published = Node(rest, published.source, published.start, published.end, published.key)
    return lay_over(node, published, faults)


def as_published_game(game: Game) -> Game | None:
    """Return the edition `as-published` of a game; None if it has no misprints, or if the result is invalid.

    The scenarios of a series have their published values too.
    """
    scenarios = {name: as_published_game(one) for name, one in game.scenarios.items()}
    root = tree_of(game)
    if root is None or not (has_misprints(root) or any(scenarios.values())):
        return None
    faults = Faults()
    published = as_published_tree(root, faults)
    read = read_game(published, faults, game.libraries)
    if read is None or faults:
        return None
    read._scenarios = {name: scenarios[name] or one for name, one in game.scenarios.items()}
    return read


def misprint_findings(game: Game) -> tuple[Finding, ...]:
    """Return what is wrong with the edition `as-published`; empty if it can be read, or if there are no misprints."""
    root = tree_of(game)
    if root is None or not has_misprints(root):
        return ()
    faults = Faults()
    read_game(as_published_tree(root, faults), faults, game.libraries)
    return tuple(faults.findings)


def tree_of(game: Game) -> Node | None:
    """Return the data tree of a game; None if it was not read from files."""
    return game.sources.root if isinstance(game.sources, TreeSources) else None


def redundant_misprints(root: Node, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each misprint that equals the correct value, and so is redundant."""
    if isinstance(root.value, list):
        for i, child in enumerate(root.value):
            yield from redundant_misprints(child, f"{path}.{i}")
    for key, child in root.mapping.items():
        inner = f"{path}.{key}" if path else key
        if key == KEY:
            yield from _equal_values(root, child, inner)
        else:
            yield from redundant_misprints(child, inner)


def _equal_values(record: Node | None, published: Node, path: str) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each value in `published` that equals the value in `record`."""
    if isinstance(published.value, dict):
        for key, child in published.value.items():
            if key == "cells" and record is not None and isinstance(child.value, dict):
                before = cells_by_head(record)
                yield from (
                    (f"{path}.cells.{n}", str(c.value)) for n, c in child.value.items() if before.get(n) == c.value
                )
            else:
                yield from _equal_values(record.mapping.get(key) if record else None, child, f"{path}.{key}")
    elif record is not None and plain(record) == plain(published):
        yield path, str(published.value)


def _misprinted_records(node: Node, path: str = "") -> Iterator[str]:
    """Yield the path of each record of a tree that has a misprint."""
    if KEY in node.mapping:
        yield path
    inner = enumerate(node.value) if isinstance(node.value, list) else node.mapping.items()
    for key, child in inner:
        yield from _misprinted_records(child, f"{path}.{key}" if path else str(key))


def _changed_paths(erratum: Node) -> Sequence[str]:
    """Return the paths of the values that an erratum corrects."""
    changes = erratum.mapping.get("changes")
    words = "" if changes is None else plain(changes)
    return [str(word) for word in (words.split() if isinstance(words, str) else words)]
