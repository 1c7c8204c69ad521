"""Merges overlays (scenarios, editions, translations, optional rules) into the data of a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.deferred import deferred
from pnp.load.source import Faults
from pnp.load.tree import Node, named
from pnp.message import clip

with deferred():
    from pnp.load import table_cells

EDITION = "as-published"
"""The overlay that is made from the misprints of the data."""


def lay_over(under: Node, over: Node, faults: Faults, path: str = "") -> Node:
    """Return the game's data tree `under` with the overlay tree `over` merged into it.

    New values keep the values that they replace in `was`. Mappings are merged key by key at every depth. A text or a
    list replaces the earlier one; the cells of a table may be single ones (`cells: {6/2-1: DE}`). `~` removes a value.
    The rules are merged by case number: an existing case is replaced, a new one is inserted in order. The pages of
    player aids are merged by title: a new page comes last. Neither tree is changed.
    """
    if isinstance(under.value, list) and isinstance(over.value, list) and path in ("rules", "aids"):
        merge = _merge_cases if path == "rules" else _merge_pages
        return Node(merge(under.value, over.value), under.source, under.start, under.end, under.key)
    if not isinstance(under.value, dict) or not isinstance(over.value, dict):
        changed = _without_removals(over, faults, path)
        return Node(changed.value, over.source, over.start, over.end, over.key, under)
    changes = dict(over.value)
    cells = changes.get("cells")
    if re.fullmatch(r"tables\.[^.]+", path) and cells is not None and isinstance(cells.value, dict):
        under = table_cells.with_cells(under, changes.pop("cells"), faults)
    merged = dict(under.mapping)
    for key, child in changes.items():
        inner = f"{path}.{key}" if path else key
        if key in merged:
            merged[key] = lay_over(merged[key], child, faults, inner)
            if child.value is None:
                del merged[key]
        elif child.value is None:
            _add_removal_finding(child, faults, inner)
        else:
            merged[key] = _without_removals(child, faults, inner)
    return Node(merged, under.source, under.start, under.end, under.key, under.was)


def _without_removals(node: Node, faults: Faults, path: str) -> Node:
    """Return a new value without any `~`; add a finding for each, as it removes nothing."""
    value = node.value
    if isinstance(value, dict):
        kept: dict[str, Node] = {}
        for key, child in value.items():
            inner = f"{path}.{key}" if path else key
            if child.value is None:
                _add_removal_finding(child, faults, inner)
            else:
                kept[key] = _without_removals(child, faults, inner)
        return Node(kept, node.source, node.start, node.end, node.key, node.was)
    if isinstance(value, list):
        items = []
        for i, child in enumerate(value):
            if child.value is None:
                _add_removal_finding(child, faults, f"{path}.{i}")
            else:
                items.append(_without_removals(child, faults, f"{path}.{i}"))
        return Node(items, node.source, node.start, node.end, node.key, node.was)
    return node


def without_removals(node: Node, faults: Faults) -> Node:
    """Return a game's data tree without any `~`; add a finding for each, as it removes nothing."""
    return _without_removals(node, faults, "")


def _add_removal_finding(node: Node, faults: Faults, path: str) -> None:
    """Add the finding that `~` stands where there is nothing to remove."""
    name = clip(named(path.split(".")))
    faults.lost.add(path)
    faults.add(
        "L015",
        node.key_spot(path),
        f"{node.source.text[node.start : node.end]} removes {name}, but there is no {name} here to remove",
        'write a value, "" for an empty text, or leave the key out',
    )


def _merge_cases(under: list[Node], over: list[Node]) -> list[Node]:
    """Return the cases of both lists; a case in `over` replaces the case with its number."""
    merged = list(under)
    for case in over:
        old = [i for i, other in enumerate(merged) if other in under and _case_number(other) == _case_number(case)]
        if old:
            merged[old[0]] = Node(case.value, case.source, case.start, case.end, case.key, merged[old[0]])
            continue
        after = [i for i, other in enumerate(merged) if _case_order(other) > _case_order(case)]
        merged.insert(after[0] if after else len(merged), case)
    return merged


def _merge_pages(under: list[Node], over: list[Node]) -> list[Node]:
    """Return two lists of pages merged: a page of `over` replaces one with its title, or is added last."""
    merged = list(under)
    for page in over:
        old = [i for i, other in enumerate(merged) if _title(other) == _title(page)]
        if old:
            merged[old[0]] = Node(page.value, page.source, page.start, page.end, page.key, merged[old[0]])
        else:
            merged.append(page)
    return merged


def _title(page: Node) -> object:
    """Return the title of a page of player aids; None if it has none."""
    title = page.mapping.get("title")
    return None if title is None else title.value


def join_scenarios(series: Node, scenarios: Sequence[Node], faults: Faults) -> Node:
    """Return the tree of a whole series: its own data and that of all scenarios, without maps.

    The counts of single scenarios are left out too. Where several have a value for the same id, the first one counts.
    What the scenarios have comes first, scenario by scenario, then what they share. Rules and player aids are merged as
    by `lay_over`.
    """
    merged = dict(series.mapping)
    for scenario in scenarios:
        for key, child in scenario.mapping.items():
            there = merged.get(key)
            if there is None or there.value is None:
                merged[key] = child
            elif isinstance(there.value, dict) and isinstance(child.value, dict):
                shared = series.mapping[key].mapping if key in series.mapping else {}
                added = {id_: value for id_, value in child.value.items() if value.value is not None}
                both = {id_: value for id_, value in there.value.items() if id_ not in shared}
                both |= {id_: value for id_, value in added.items() if id_ not in there.value} | shared
                merged[key] = Node(both, there.source, there.start, there.end, there.key, there.was)
            elif key in ("rules", "aids"):
                merged[key] = lay_over(there, child, faults, key)
    merged.pop("map", None)
    if "counts" not in series.mapping:
        merged.pop("counts", None)  # those of a scenario do not count the things of the others
    return Node(merged, series.source, series.start, series.end, series.key, series.was)


def case_numbers(root: Node) -> tuple[str, ...]:
    """Return the numbers of the cases in the tree of a game or an overlay."""
    rules = root.mapping.get("rules")
    cases = rules.value if rules is not None and isinstance(rules.value, list) else []
    return tuple(str(_case_number(case)) for case in cases)


def _case_number(case: Node) -> object:
    """Return the number of a case, such as `6.5.2`."""
    number = case.mapping.get("number")
    return None if number is None else number.value


def _case_order(case: Node) -> tuple[int, ...]:
    """Return a sort key for a case: its number in parts, such as (6, 5, 2)."""
    return tuple(int(part) for part in str(_case_number(case)).split(".") if re.fullmatch(r"\d{1,9}", part))
