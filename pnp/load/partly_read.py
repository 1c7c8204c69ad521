"""Reads what can be read of a game with errors: records that are wrong are left out, and the rest is read again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
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
_PLAIN_LOOKS = {"hex": "clear", "hexside": "gully", "path": "track", "crossing": "bridge"}
"""The looks of terrain whose own look is wrong, by what it is; that of places and markers shows only their name."""
_PLAIN_PLACE = "place-name"
_CARDS = ("ranks", "spares", "suits")
"""The keys of a deck whose records are replaced alone."""
_COLOURS = ("accent", "ground", "head")
"""The keys of the colours of decks and cards, which have a default."""
_PICTURES = ("picture", "scene")
"""The keys of the pictures of components, of which a wrong one is replaced alone."""
_NO_PICTURE = "question"
"""The picture that is drawn instead of a wrong one."""
_FURNITURE = "furniture"
"""The key of lists on maps and cards, of which a wrong piece is left out alone."""
_UNSURE = re.compile(r"\{\{.*?\}\}|\[[^\[\]()]*\d[^\[\]()]*\](?!\()", re.DOTALL)
"""The parts of a text that depend on other data: inserts, and references to cases and rulings."""
_TIMES_OF_RULES = 3
"""How often a case of the rules is left out until nothing replaces it; other records have one replacement."""


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


def read_partly(
    folder: Path, overlays: Sequence[str] = (), without: Mapping[str, int] = MappingProxyType({})
) -> PartlyReadGame:
    """Read a game without the records that are wrong, and without those at the paths `without`.

    A counter that is left out becomes one that shows its id, a card of a deck loses its picture and text, a block of an
    aid and a piece of furniture become a text, a wrong look of terrain becomes a plain one, and a case of the rules
    loses its inserts and references. A wrong picture of a component is replaced alone. What replaces a record is
    replaced in turn if `without` has a number above 1: a case then loses all its text. Raise `Refused` with all
    findings if nothing can be read.
    """
    reading = _PartialReading(without)
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

    def __init__(self, without: Mapping[str, int]) -> None:
        self.without = without
        self.known: dict[Finding, None] = {}
        self.places: dict[_Place, str] = {}
        self._times: dict[_Place, int] = {}
        self._tree: Node | None = None
        self._wrong: list[str] = []

    def reduced(self, tree: Node) -> Node:
        """Return a tree without the places that are left out."""
        self._note_faults()  # of the scenario before
        for path, times in self.without.items():
            self._omit(tree, path, {}, times)
        self._tree = _without(tree, self._times, ()) if self._times else tree
        return self._tree

    def report(self, path: str) -> None:
        """Take note that the value at a path of the reduced tree is wrong."""
        self._wrong.append(path)

    def learn(self, found: Iterable[Finding]) -> bool:
        """Take over new findings after a round; return False if the next round would be like this one."""
        before = len(self.known), dict(self._times)
        self._note_faults()
        self._tree = None
        self.known |= dict.fromkeys(found)
        return before != (len(self.known), self._times)

    def _note_faults(self) -> None:
        """Omit in the next round what was reported to be wrong in the tree that was read."""
        if self._tree is not None:
            before = dict(self._times)
            for path in self._wrong:
                self._omit(self._tree, path, before)
        self._wrong.clear()

    def _omit(self, tree: Node, path: str, before: Mapping[_Place, int], times: int = 1) -> None:
        """Omit what is at a path of a tree, some times more often than `before`; each time less replaces it."""
        trail = _trail(tree, path)
        depth = _depth_of_record(path.split("."), len(trail))
        if not depth:
            return
        node, words = trail[depth - 1]
        if words.startswith("rules.") and _number_of(node):
            words = f"rules.{_number_of(node)}"
        place = _place(node, depth)
        self._times[place] = max(self._times.get(place, 0), before.get(place, 0) + times)
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
            found_case = _case_named(node, parts) if done == "rules" else None
            if found_case:
                child, used = found_case
            elif parts[0].isdecimal() and int(parts[0]) < len(node.value):
                child = node.value[int(parts[0])]
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


def _case_named(rules: Node, parts: Sequence[str]) -> tuple[Node, int] | None:
    """Return the case of the rules whose number a path begins with, and how many parts of the path the number has."""
    cases = {_number_of(case): case for case in (rules.value or ()) if isinstance(case, Node)}
    lengths = (n for n in range(len(parts), 1, -1) if ".".join(parts[:n]) in cases)
    return next(((cases[".".join(parts[:n])], n) for n in lengths), None)


def _number_of(case: Node) -> str:
    """Return the number of a case of the rules; empty if it has none."""
    number = case.mapping.get("number")
    return number.value if number is not None and isinstance(number.value, str) else ""


def _depth_of_record(path: Sequence[str], most: int) -> int:
    """Return the depth of the record on a path that is left out as a whole; `most` is the depth of what is there."""
    if _FURNITURE in path[:-1]:
        return min(most, path.index(_FURNITURE) + 2)
    if path[0] == "terrain" and path[2:3] == ["look"]:
        return min(most, 3)
    if path[0] == "components" and path[-1] in _PICTURES:
        return most
    if path[0] == "components" and (set(path[2:3]) & {*_CARDS} or path[-1] in _COLOURS):
        return min(most, 4)
    return most if path[0] in _SINGLE else min(most, _DEPTHS.get(path[0], _WHOLE_RECORD))


def _place(node: Node, depth: int) -> _Place:
    """Return the place of a node, which is the same whenever its file is read."""
    return _Place(node.source.name, node.start, node.end, depth)


def _without(node: Node, times: Mapping[_Place, int], path: tuple[str, ...]) -> Node:
    """Return a tree without the nodes at some places, or with what replaces them."""

    def kept(key: str, child: Node) -> Node | None:
        """Return what remains of a child; None if nothing does."""
        inner = (*path, key)
        if count := times.get(_place(child, len(inner)), 0):
            new = _replacement(inner, child, count, node)
            return new and _without(new, times, inner)
        return _without(child, times, inner)

    changed: dict[str, Node] | list[Node]
    if isinstance(node.value, dict):
        changed = {key: new for key, child in node.value.items() if (new := kept(key, child)) is not None}
    elif isinstance(node.value, list):
        changed = [new for i, child in enumerate(node.value) if (new := kept(str(i), child)) is not None]
    else:
        return node
    return Node(changed, node.source, node.start, node.end, node.key, node.was)


def _replacement(path: tuple[str, ...], node: Node, times: int, parent: Node) -> Node | None:
    """Return what is visible in the place of a record that was left out so many times; None if nothing is.

    `parent` is the node that has the record.
    """

    def made(value: object) -> Node:
        """Return a value as a node at the place of the record."""
        if isinstance(value, Node):
            return value
        inner: str | dict[str, Node] = value if isinstance(value, str) else {}
        if isinstance(value, dict):
            inner = {key: made(one) for key, one in value.items()}
        return Node(inner, node.source, node.start, node.end, node.key)

    match path:
        case ("rules", _) if isinstance(node.mapping.get("text"), Node) and times < _TIMES_OF_RULES:
            text = _UNSURE.sub(f"({LEFT_OUT}.)", str(node.mapping["text"].value)) if times == 1 else f"{LEFT_OUT}."
            return made({**node.mapping, "text": text})
        case ("game",):
            return made({**node.mapping, "title": "Untitled game"})
        case _ if times > 1:
            return None
        case ("terrain", _, "look"):
            of = parent.mapping.get("of")
            return made(_PLAIN_LOOKS.get(str(of.value), _PLAIN_PLACE) if of is not None else _PLAIN_LOOKS["hex"])
        case (*_, "furniture", _) if "at" in node.mapping:
            kept: dict[str, object] = {key: node.mapping[key] for key in ("at", "bar") if key in node.mapping}
            return made({**kept, "kind": "text", "title": LEFT_OUT, "text": _named(node)})
        case ("components", *_, key) if key in _PICTURES:
            return made(_NO_PICTURE)
        case ("components", _, "suits", id_):
            return made({"name": id_, "colour": "#000000", "pip": "disc"})
        case ("components", _, "ranks" | "spares", id_):
            stated = {key: one for key in ("suit", "name", "title") if (one := node.mapping.get(key)) is not None}
            return made({"title": id_, **stated, "says": f"{LEFT_OUT}.", **_copies(node)})
        case ("counters", id_):
            face = {"word": id_, "second": "left out", "foot": "bad"}
            counter = {"kind": "marker", "label": id_, "spare": LEFT_OUT, "front": face, "back": face}
            return made({**counter, **_copies(node)})
        case ("aids", _, "rows", _, _):
            wide = node.mapping.get("wide")
            block = {"kind": "text", "title": LEFT_OUT, "text": _named(node)}
            return made({**block, "wide": wide.value} if wide and isinstance(wide.value, str) else block)
    return None


def _copies(node: Node) -> dict[str, str]:
    """Return the number of copies of a record, if it states one, by its key."""
    copies = node.mapping.get("copies")
    stated = copies is not None and isinstance(copies.value, str) and copies.value.isdecimal()
    return {"copies": str(copies.value)} if stated and copies is not None else {}


def _named(node: Node) -> str:
    """Return the words by which a block of an aid says what it shows."""
    words = [one.value for key in ("title", "kind", "of") if (one := node.mapping.get(key)) is not None]
    return ", ".join(word for word in words if isinstance(word, str)) or "A block"
