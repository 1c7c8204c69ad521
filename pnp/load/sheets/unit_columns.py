"""The columns of units that have no key of their own: one for each factor, and where and when the unit enters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pnp.load.source import Faults
from pnp.load.synonyms import simple, word_for
from pnp.load.tree import Node
from pnp.message import clip
from pnp.model.counter import Face

ENTRY_KEYS = ("hexes", "turn", "where", "when", "how")
"""Columns of a sheet of counters that make entries."""
SEE_RULES = "see the rules"
"""The place of an entry whose row states neither hexes nor a place."""
_NOTHING = frozenset({"-", "\N{EN DASH}", "\N{EM DASH}", "none", "n/a", "blank"})
"""Texts of authors for a back without factors."""


def completed_units(
    records: Mapping[str, Node], columns: Sequence[str], words: Mapping[str, Mapping[str, str]]
) -> dict[str, Node]:
    """Return the counters of a sheet with what follows from its columns: kind, back, steps, and words of pnp.

    If the sheet does not state kind and back, a row with a symbol is a unit, and one without factors on its back has a
    blank back and one step. `words` has what an author may write for the values of a key, such as the name of a side.
    """
    if "kind" in columns and any(name.startswith("back") for name in columns):
        follow: list[str] = []  # the sheet states all that counters need
    else:
        follow = [name for name in ("kind", "back", "steps") if name not in columns or name == "back"]
    return {id_: _completed(record, follow, words) for id_, record in records.items()}


def _completed(record: Node, follow: Sequence[str], words: Mapping[str, Mapping[str, str]]) -> Node:
    """Return one counter with what follows from its columns."""
    fields = dict(record.mapping)
    for key, node in record.mapping.items():
        if key in words and isinstance(node.value, str):
            meant = "+".join(_meant(key, part, words[key]) for part in node.value.split("+"))
            if meant != node.value:
                fields[key] = Node(meant, node.source, node.start, node.end, node.key)

    def text(value: str) -> Node:
        """Return a value that is in no cell of its own, at the beginning of the row."""
        return Node(value, record.source, record.start, record.start, record.key)

    if "kind" in follow and "symbol" in fields:
        fields["kind"] = text("unit")
    if "back" in follow and ("back" not in fields or _texts_in(fields["back"]) <= _NOTHING):
        fields["back"] = text("blank")
    if "steps" in follow and "kind" in fields:
        fields["steps"] = text("2" if "back" in fields and _has_factors(fields["back"]) else "1")
    return Node(fields, record.source, record.start, record.end, record.key)


def _texts_in(face: Node) -> set[str]:
    """Return the texts of a face."""
    return {str(one.value) for one in (face.mapping.values() if isinstance(face.value, dict) else [face])}


def _meant(key: str, text: str, words: Mapping[str, str]) -> str:
    """Return the word of pnp for a text of the author; the text itself if none is known."""
    return words.get(simple(text)) or word_for(key, text, frozenset(words.values())) or text


def _has_factors(face: Node) -> bool:
    """Return whether a face has factors."""
    if isinstance(face.value, str):
        return any(letter.isdigit() for letter in face.value)
    return "factors" in face.mapping or any(name not in Face.model_fields for name in face.mapping)


def words_of(root: Node, records: str, names: Iterable[str]) -> dict[str, str]:
    """Return the ids of some records of a game by the names that authors may write for them.

    `records` is the section of the game, `names` are the keys of the record whose texts are names of it.
    """
    found: dict[str, str] = {}
    section = root.mapping.get(records)
    records_by_id = section.mapping if section else {}
    for id_ in records_by_id:
        found.setdefault(simple(id_), id_)
    for id_, node in records_by_id.items():
        for name in names:
            if name in node.mapping:
                found.setdefault(simple(str(node.mapping[name].value)), id_)
    return found


def without_entry_columns(
    records: Mapping[str, Node], faults: Faults
) -> tuple[dict[str, Node], dict[str, dict[str, Node]]]:
    """Return counters without the columns that make entries, and these columns of each counter that has them.

    Add a finding for words in the column of hexes.
    """
    rest, entering = {}, {}
    for id_, record in records.items():
        hexes = record.mapping.get("hexes")
        if hexes and not all(re.search(r"\d", word) for word in str(hexes.value).replace(",", " ").split()):
            wrong = f"{clip(str(hexes.value))} is written in the column of hexes"
            faults.add("L024", hexes.spot(f"counters.{id_}"), wrong, "write hexes, or move it to a column for where")
        own = {key: record.mapping[key] for key in ENTRY_KEYS if key in record.mapping}
        if own:
            entering[id_] = own
            fields = {key: node for key, node in record.mapping.items() if key not in own}
            rest[id_] = Node(fields, record.source, record.start, record.end, record.key)
        else:
            rest[id_] = record
    return rest, entering


def entries_of(
    counters: Mapping[str, Node], entering: Mapping[str, Mapping[str, Node]], root: Node, taken: Iterable[str]
) -> dict[str, Node]:
    """Return the entries of counters, given the columns of each: one entry for all that enter together.

    `taken` are ids of entries that the game has already.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for id_, own in entering.items():
        side = counters[id_].mapping.get("side")
        same = (str(side.value) if side else "", *(str(own[one].value) if one in own else "" for one in ENTRY_KEYS))
        groups.setdefault(same, []).append(id_)
    used, made = set(taken), dict[str, Node]()
    for (owner, *_), ids in groups.items():
        entry_id = _free_id(owner, used)
        made[entry_id] = _entry(entry_id, owner, " ".join(ids), counters[ids[0]], entering[ids[0]], root)
    return made


def completed_entries(rows: Iterable[Node], root: Node, taken: Iterable[str]) -> dict[str, Node]:
    """Return the entries of a set-up list by new ids, with their names and kinds: each row is one.

    `taken` are ids of entries that the game has already.
    """
    used, made = set(taken), dict[str, Node]()
    names = words_of(root, "sides", ("name", "adjective", "short"))
    for row in rows:
        written = row.mapping.get("side")
        side = names.get(simple(str(written.value)), str(written.value)) if written else ""
        fields = dict(row.mapping)
        if written:
            fields["side"] = Node(side, written.source, written.start, written.end, written.key)
        counters = fields.get("counters")
        entry_id = _free_id(side, used)
        made[entry_id] = _entry(entry_id, side, str(counters.value) if counters else "", row, fields, root)
    return made


def _free_id(side: str, used: set[str]) -> str:
    """Return a new id of an entry, such as `red-2`, and add it to the used ones."""
    number = 1
    while (id_ := f"{side or 'entry'}-{number}") in used:
        number += 1
    used.add(id_)
    return id_


def _entry(id_: str, side: str, counters: str, first: Node, own: Mapping[str, Node], root: Node) -> Node:
    """Return one entry of counters that enter together; what is not in `own` follows from the turn and the hexes."""

    def text(value: str, like: Node = first) -> Node:
        """Return a value at the place of a node."""
        return Node(value, like.source, like.start, like.start, like.key)

    turn = str(own["turn"].value) if "turn" in own else ""
    sides = root.mapping.get("sides")
    about = sides.mapping.get(side) if sides else None
    name = str(about.mapping["name"].value) if about and "name" in about.mapping else side
    fields = {
        "kind": text("reinforcement" if turn not in ("", "0", "1") else "setup"),
        "name": text(", ".join(filter(None, (name, f"turn {turn}" if turn else "set-up")))),
        "counters": text(counters),
        "where": text(f'{{{{ hexes("{id_}") }}}}' if "hexes" in own else SEE_RULES),
    }
    if about:  # an unknown side is reported where it is written
        fields["side"] = text(side)
    if turn:
        fields["when"] = text(f"Turn {turn}")
    return Node({**fields, **own}, first.source, first.start, first.end, first.key)
