"""Amounts of printed modifiers in the steps and map rules that name them with `line`.

The amount is written once, at the modifier. In the expressions of a step, the word `line` is the number of the modifier
that its key `line` names, and a line of a step without a change of its own makes that of the modifier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from pnp.findings import did_you_mean, near_match
from pnp.load.source import Faults
from pnp.load.tree import Node
from pnp.message import clip
from pnp.model.modifier_effect import NumberChange, effect_number, read_effect

_PARTS = ("procedures", "standing", "map_rules")
"""The parts of a game whose records apply modifiers."""
_CHANGES = frozenset({"add", "right", "left", "times", "halve", "becomes"})
"""The keys of which a line of a step states one."""
_SIDES = ("right", "left")
_NO_EXPRESSIONS = frozenset({"rule", "line", "ruling", "says", "prints", "subject", "basis", "note", "verbs", "waive"})
"""Keys of steps and map rules whose texts are not expressions or numbers."""
_WORD = re.compile(r"(?<![\w.'\"])line(?![\w('\"])")
"""The word `line` in an expression, but not in a text such as `'line'`."""


def with_printed_amounts(root: Node, faults: Faults) -> Node:
    """Return the data tree of a game in which every step states the amounts of the modifiers that it names."""
    effects = _printed_effects(root)
    if not effects or not isinstance(root.value, dict):
        return root
    lists = root.mapping["modifiers"].mapping
    filler = _Filler(effects, lists, faults)
    parts = {
        key: filler.filled(child, key) if key in _PARTS and child.value is not None else child
        for key, child in root.value.items()
    }
    return Node(parts, root.source, root.start, root.end, root.key, root.was)


def _printed_effects(root: Node) -> dict[str, Node]:
    """Return the effect of each printed modifier by its name, such as `shifts.night`."""
    found: dict[str, Node] = {}
    lists = root.mapping.get("modifiers")
    for list_id, one in (lists.mapping if lists else {}).items():
        lines = one.mapping.get("lines")
        for line in lines.value if lines and isinstance(lines.value, list) else ():
            id_, effect = line.mapping.get("id"), line.mapping.get("effect")
            if id_ and effect and isinstance(effect.value, str):
                found[f"{list_id}.{id_.value}"] = effect
    return found


class _Filler:
    """Writes the amounts of printed modifiers into the records that name them."""

    def __init__(self, effects: Mapping[str, Node], lists: Mapping[str, Node], faults: Faults) -> None:
        self.effects, self.lists, self.faults = effects, lists, faults

    def filled(self, node: Node, path: str, *, is_line: bool = False) -> Node:
        """Return a part of the data with its amounts; `is_line` says whether it is a line of a step."""
        if isinstance(node.value, list):
            lines = path.endswith(".lines")
            items = [self.filled(child, f"{path}.{i}", is_line=lines) for i, child in enumerate(node.value)]
            return Node(items, node.source, node.start, node.end, node.key, node.was)
        if not isinstance(node.value, dict):
            return node
        record = {key: self.filled(child, f"{path}.{key}") for key, child in node.value.items()}
        if (named := record.get("line")) is not None and isinstance(named.value, str):
            record = self._with_amount(record, named, path, is_line=is_line)
        return Node(record, node.source, node.start, node.end, node.key, node.was)

    def _with_amount(self, record: dict[str, Node], named: Node, path: str, *, is_line: bool) -> dict[str, Node]:
        """Return the fields of a record that names a modifier, with the amount of the modifier."""
        lacks = is_line and not _CHANGES & record.keys()
        name = str(named.value)
        effect = self.effects.get(name)
        if effect is None:
            if lacks:
                self._report_unknown(named, path)
            return record
        change = read_effect(str(effect.value))
        if lacks:
            key, amount = _stated_change(change)
            first = str(effect.value).split(" ")[0]
            if not amount and first not in _SIDES and (near := near_match(first, _SIDES)):
                self.faults.lost.add(path)
                list_, _, line = name.partition(".")
                self.faults.add(
                    "L020",
                    effect.spot(f"modifiers.{list_}.{line}"),
                    f"{clip(first)} is not an effect",
                    f"did you mean {near}?",
                )
                return record
            if not amount:
                wrong = (
                    f"the effect of {name}, {clip(str(effect.value))}, is not a fixed change of a number or a column"
                )
                self._report(named, path, wrong, "write the change of this line, such as left: columns")
                return record
            record[key] = Node(amount, effect.source, effect.start, effect.end)
        number = effect_number(str(effect.value))
        if number is not None:
            if change and change.does == "add":
                number *= change.sign
            record = {
                key: child if key in _NO_EXPRESSIONS else _with_number(child, number) for key, child in record.items()
            }
        return record

    def _report_unknown(self, named: Node, path: str) -> None:
        """Add a finding about an unknown modifier, at its name or at the list that probably lacks it."""
        name = str(named.value)
        near = near_match(name, self.effects)
        list_ = self.lists.get(name.partition(".")[0])
        if near or list_ is None:
            self._report(named, path, f"unknown modifier {clip(name)}", did_you_mean(name, self.effects))
            return
        self.faults.lost.add(path)
        wrong = f"the modifier {clip(name)} is missing; {path} names it"
        at = list_.mapping.get("lines", list_)
        self.faults.add(
            "L020", at.spot(f"modifiers.{name.partition('.')[0]}.lines"), wrong, "add it, or correct the name"
        )

    def _report(self, node: Node, path: str, wrong: str, write: str) -> None:
        """Add a finding about the modifier that a record names; the record is then incomplete."""
        self.faults.lost.add(path)
        self.faults.add("L020", node.spot(f"{path}.line"), wrong, write)


def _stated_change(change: NumberChange | None) -> tuple[str, str]:
    """Return the key and the value of a line that makes a change; empty texts if no line can state it."""
    if change is None or change.number is None or change.number.denominator != 1:
        return "", ""
    if change.does == "shift":
        return ("right" if change.sign > 0 else "left"), str(change.number)
    return change.does, str(change.number * change.sign)


def _with_number(node: Node, number: Fraction) -> Node:
    """Return an expression, or the expressions of a mapping, with a number in place of the word `line`."""
    if isinstance(node.value, dict):
        inner = {
            key: _with_number(child, number) if isinstance(child.value, str) else child
            for key, child in node.value.items()
        }
        return Node(inner, node.source, node.start, node.end, node.key, node.was)
    if not isinstance(node.value, str) or not _WORD.search(node.value):
        return node
    text = str(number) if number.denominator == 1 or node.value == "line" else f"{float(number):g}"
    written = _WORD.sub(text, node.value)
    if number < 0:
        written = re.sub(rf"(?<=\S )\+ {re.escape(text)}", f"- {text[1:]}", written)
    return Node(written, node.source, node.start, node.end, node.key, node.was)
