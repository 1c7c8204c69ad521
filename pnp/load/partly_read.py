"""Reads what can be read of a game with errors: records that are wrong are left out, and the rest is read again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from pnp.findings import Finding, Refused
from pnp.load.game_folder import all_findings, read_folder
from pnp.load.source import Faults
from pnp.load.tree import Node
from pnp.model.game import Game
from pnp.spot import Spot

MOST_ROUNDS = 24
"""How often a game is read at most; each round leaves out what the last one has found to be wrong."""
LEFT_OUT = "Left out of this draft"
"""The words that stand where something was left out."""
_WHOLE_RECORD = 2
"""The depth of a record in most sections: `counters.A1`, `rules.12`."""
_DEPTHS = {"aids": 5}
"""The depth of what is left out as a whole in other sections, such as a block of an aid (`aids.0.rows.1.0`)."""
_SINGLE = ("booklet", "counter_print", "cover", "game", "map", "map_rules")
"""Sections that are one record, of which only the wrong value is left out."""
_INSERT = re.compile(r"\{\{.*?\}\}", re.DOTALL)


@dataclass(frozen=True)
class PartlyReadGame:
    """A game as far as it could be read, the findings of reading it, and the records that were left out.

    `later` are findings that only a part of the data has, so that they may follow from the others. The findings of a
    file that cannot be read have the path of its section. `left_out` are the paths of the records that were left out or
    replaced, and the sections that were lost as a whole.
    """

    game: Game
    findings: tuple[Finding, ...]
    later: tuple[Finding, ...]
    left_out: tuple[str, ...]


class _Place(NamedTuple):
    """A node of a tree that is read again and again: its file, where it begins and ends, and how deep it is."""

    file: str
    start: int
    end: int
    depth: int


def read_partly(folder: Path, overlays: Sequence[str] = (), without: Iterable[str] = ()) -> PartlyReadGame:
    """Read a game without the records that are wrong, and without those at the paths `without`.

    A counter that is left out becomes one that shows its id, and a block of an aid becomes a text. Raise `Refused` with
    all findings if nothing can be read.
    """
    reading = _PartialReading(tuple(without))
    first: tuple[Finding, ...] = ()
    for number in range(MOST_ROUNDS):
        faults = _NewFaults(reading)
        game = read_folder(folder, overlays, (), faults, reading.reduced)
        found = tuple(_with_section(one, faults.sections) for one in all_findings(faults, folder))
        first = found if number == 0 else first
        if game is not None:
            lost = sorted(path for path in faults.lost if "." not in path)
            later = tuple(one for one in reading.known if one not in first)
            return PartlyReadGame(game, first, later, tuple(dict.fromkeys((*lost, *reading.places.values()))))
        if not reading.learn(found):
            break
    raise Refused(first)


def _with_section(finding: Finding, sections: Mapping[str, str]) -> Finding:
    """Return a finding about a whole file with the path of the section that the file holds."""
    section = sections.get(finding.spot.file, "")
    return finding if finding.spot.path else replace(finding, spot=replace(finding.spot, path=section))


class _PartialReading:
    """The findings of several rounds of reading a game, and the places that the next round leaves out."""

    def __init__(self, without: Sequence[str]) -> None:
        self.without = without
        self.known: dict[Finding, None] = {}
        self.places: dict[_Place, str] = {}
        self._gone: set[_Place] = set()
        self._tree: Node | None = None
        self._wrong: list[str] = []

    def reduced(self, tree: Node) -> Node:
        """Return a tree without the places that are left out."""
        self._note_faults()  # of the scenario before
        for path in self.without:
            self._omit(tree, path, twice=False)
        self._tree = _without(tree, self.places, self._gone, ()) if self.places else tree
        return self._tree

    def report(self, path: str) -> None:
        """Take note that the value at a path of the reduced tree is wrong."""
        self._wrong.append(path)

    def learn(self, found: Iterable[Finding]) -> bool:
        """Take over new findings after a round; return False if the next round would be like this one."""
        before = len(self.known), len(self.places), len(self._gone)
        self._note_faults()
        self._tree = None
        self.known |= dict.fromkeys(found)
        return before != (len(self.known), len(self.places), len(self._gone))

    def _note_faults(self) -> None:
        """Omit in the next round what was reported to be wrong in the tree that was read."""
        if self._tree is not None:
            for path in self._wrong:
                self._omit(self._tree, path, twice=True)
        self._wrong.clear()

    def _omit(self, tree: Node, path: str, *, twice: bool) -> None:
        """Omit what is at a path of a tree from the next round; with `twice`, also what replaces it, if that is wrong."""
        trail = _trail(tree, path)
        section = path.split(".", maxsplit=1)[0]
        depth = len(trail) if section in _SINGLE else min(len(trail), _DEPTHS.get(section, _WHOLE_RECORD))
        if not depth:
            return
        node, words = trail[depth - 1]
        place = _place(node, depth)
        if twice and place in self.places:
            self._gone.add(place)
        self.places.setdefault(place, words)


class _NewFaults(Faults):
    """The findings of one round that earlier rounds did not have."""

    def __init__(self, reading: _PartialReading) -> None:
        super().__init__()
        self.reading = reading

    def add(self, code: str, spot: Spot, wrong: str, write: str = "") -> None:
        """Add a finding, unless an earlier round had it."""
        if _with_section(Finding(code, spot, wrong, write), self.sections) not in self.reading.known:
            super().add(code, spot, wrong, write)
            self.reading.report(spot.path)


def _trail(root: Node, path: str) -> list[tuple[Node, str]]:
    """Return the nodes on a dotted path that exist, each with its own path, without the root."""
    found: list[tuple[Node, str]] = []
    node, parts, done = root, path.split(".") if path else [], ""
    while parts:
        child, used = None, 1
        if isinstance(node.value, list):
            child = node.value[int(parts[0])] if parts[0].isdecimal() and int(parts[0]) < len(node.value) else None
        else:
            for used in range(1, len(parts) + 1):
                child = node.mapping.get(".".join(parts[:used]))
                if child is not None:
                    break
        if child is None:
            break
        done = ".".join(filter(None, (done, *parts[:used])))
        found.append((child, done))
        node, parts = child, parts[used:]
    return found


def _place(node: Node, depth: int) -> _Place:
    """Return the place of a node, which is the same whenever its file is read."""
    return _Place(node.source.name, node.start, node.end, depth)


def _without(node: Node, places: Iterable[_Place], gone: Iterable[_Place], path: tuple[str, ...]) -> Node:
    """Return a tree without the nodes at some places, or with what replaces them."""

    def kept(key: str, child: Node) -> Node | None:
        """Return what remains of a child; None if nothing does."""
        inner = (*path, key)
        if (place := _place(child, len(inner))) in places:
            new = None if place in gone else _replacement(inner, child)
            return new and _without(new, places, gone, inner)
        return _without(child, places, gone, inner)

    changed: dict[str, Node] | list[Node]
    if isinstance(node.value, dict):
        changed = {key: new for key, child in node.value.items() if (new := kept(key, child)) is not None}
    elif isinstance(node.value, list):
        changed = [new for i, child in enumerate(node.value) if (new := kept(str(i), child)) is not None]
    else:
        return node
    return Node(changed, node.source, node.start, node.end, node.key, node.was)


def _replacement(path: tuple[str, ...], node: Node) -> Node | None:
    """Return what is visible in the place of a record that is left out; None if nothing is."""

    def made(value: object) -> Node:
        """Return a value as a node at the place of the record."""
        if isinstance(value, Node):
            return value
        inner: str | dict[str, Node] = value if isinstance(value, str) else {}
        if isinstance(value, dict):
            inner = {key: made(one) for key, one in value.items()}
        return Node(inner, node.source, node.start, node.end, node.key)

    match path:
        case ("game",):
            return made({**node.mapping, "title": "Untitled game"})
        case ("counters", id_):
            face = {"word": id_, "second": "left out", "foot": "bad"}
            counter = {"kind": "marker", "label": id_, "spare": LEFT_OUT, "front": face, "back": face}
            copies = node.mapping.get("copies")
            several = copies is not None and isinstance(copies.value, str) and copies.value.isdecimal()
            return made({**counter, "copies": copies.value} if several and copies else counter)
        case ("aids", _, "rows", _, _):
            wide = node.mapping.get("wide")
            block = {"kind": "text", "title": LEFT_OUT, "text": _named(node)}
            return made({**block, "wide": wide.value} if wide and isinstance(wide.value, str) else block)
        case ("rules", _) if isinstance(node.mapping.get("text"), Node):
            text = _INSERT.sub(f"({LEFT_OUT}.)", str(node.mapping["text"].value))
            return made({**node.mapping, "text": text})
    return None


def _named(node: Node) -> str:
    """Return the words by which a block of an aid says what it shows."""
    words = [one.value for key in ("title", "kind", "of") if (one := node.mapping.get(key)) is not None]
    return ", ".join(word for word in words if isinstance(word, str)) or "A block"
