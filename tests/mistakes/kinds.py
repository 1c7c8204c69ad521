"""The kinds of mistakes: what published errata had to correct, as changes of the data."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pnp.load.tree import Node
from tests.mistakes import edits
from tests.mistakes.edits import Edit, Trail, deleted, items, leaves, matches, raw, replaced, swapped

Made = Iterable[tuple[Trail, Edit | None]]
TextChange = Callable[[Node, random.Random], "Edit | None"]


@dataclass(frozen=True)
class Kind:
    """A kind of mistake: its name, and the function that makes all mistakes of the kind in a game."""

    name: str
    make: Callable[[Node, random.Random], Made]


def _texts(*patterns: str, change: TextChange) -> Callable[[Node, random.Random], Made]:
    """Return a function that changes each text whose trail matches a pattern."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node in leaves(root):
            if any(matches(trail, pattern) for pattern in patterns):
                yield trail, change(node, rng)

    return make


def _another(pattern: str) -> Callable[[Node, random.Random], Made]:
    """Return a function that replaces each text by that of another record."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        found = [(trail, node) for trail, node in leaves(root) if matches(trail, pattern)]
        others = sorted({raw(node) for _, node in found})
        for trail, node in found:
            choices = [text for text in others if text != raw(node)]
            if choices:
                yield trail, replaced(node, 0, len(raw(node)), rng.choice(choices))

    return make


def _deleted(*patterns: str) -> Callable[[Node, random.Random], Made]:
    """Return a function that deletes each item whose trail matches."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node, parent in items(root):
            if any(matches(trail, pattern) for pattern in patterns):
                yield trail, deleted(trail, node, parent)

    return make


def _pair(pattern: str, one: str, other: str) -> Callable[[Node, random.Random], Made]:
    """Return a function that swaps two fields of each record."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node, _ in items(root):
            if matches(trail, pattern) and {one, other} <= node.mapping.keys():
                yield trail, swapped(node.mapping[one], node.mapping[other])

    return make


def _neighbours(pattern: str) -> Callable[[Node, random.Random], Made]:
    """Return a function that swaps each item of a list with the next."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node, _ in items(root):
            if matches(trail, pattern) and isinstance(node.value, list):
                for one, other in zip(node.value, node.value[1:], strict=False):
                    yield trail, swapped(one, other)

    return make


def _key(pattern: str, change: TextChange) -> Callable[[Node, random.Random], Made]:
    """Return a function that changes the key of each item."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node, _ in items(root):
            if matches(trail, pattern) and node.key is not None:
                text = node.source.text
                end = re.match(r"\"[^\"]*\"|'[^']*'|[^:\s]+", text[node.key :])
                if end:
                    yield trail, change(Node(end[0], node.source, node.key, node.key + end.end()), rng)

    return make


def _fixed(old: str, new: str) -> TextChange:
    """Return a change of a certain text into another."""

    def change(node: Node, rng: random.Random) -> Edit | None:
        found = list(re.finditer(old, raw(node)))
        one = rng.choice(found) if found else None
        return replaced(node, one.start(), one.end(), one.expand(new)) if one else None

    return change


_ROLES = {"Japanese": "Allied", "Allied": "Japanese", "Russian": "Japanese", "attacker": "defender", "lighter": "heavier", "defender": "attacker", "heavier": "lighter", "attacking": "defending", "defending": "attacking"}  # fmt: skip


def _role(node: Node, rng: random.Random) -> Edit | None:
    """Name the other side."""
    found = list(re.finditer(r"\b(" + "|".join(_ROLES) + r")\b", raw(node)))
    one = rng.choice(found) if found else None
    return replaced(node, one.start(), one.end(), _ROLES[one[0]]) if one else None


def _heading(change: Callable[[str], str]) -> Callable[[Node, random.Random], Made]:
    """Return a function that changes the number of each heading of the rules."""

    def make(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
        for trail, node in leaves(root):
            if matches(trail, "rules.*.number"):
                yield trail, replaced(node, 0, len(raw(node)), change(raw(node)))

    return make


def _last_plus(by: int) -> Callable[[str], str]:
    """Return a function that adds a number to the last part of a case number."""
    return lambda number: ".".join([*number.split(".")[:-1], str(int(number.split(".")[-1]) + by)])


def _paragraph_lost(root: Node, rng: random.Random) -> Iterator[tuple[Trail, Edit | None]]:
    """Delete the whole text of a case."""
    for trail, node in leaves(root):
        if matches(trail, "rules.*.text") and len(raw(node)) > 80:
            line = node.source.text.rfind("\n#", 0, node.start)
            yield trail, Edit(edits.file_of(node), line + 1, node.end, "\n")


RULES, AIDS = "rules.*.text", "aids.**"
KINDS: tuple[Kind, ...] = tuple(
    Kind(name, make)
    for name, make in {
        "front factor changed": _texts("counters.*.front", "counters.*.front.factors", change=edits.number),
        "back factor changed": _texts("counters.*.back", "counters.*.back.factors", change=edits.number),
        "front and back swapped": _pair("counters.*", "front", "back"),
        "counter dropped": _deleted("counters.*"),
        "side of a counter wrong": _another("counters.*.side"),
        "formation of a counter wrong": _another("counters.*.formation"),
        "symbol of a counter wrong": _another("counters.*.symbol"),
        "size of a counter wrong": _another("counters.*.size"),
        "steps of a counter wrong": _texts("counters.*.steps", change=edits.number),
        "range of a counter wrong": _texts("counters.*.range", change=edits.number),
        "groups of a counter wrong": _another("counters.*.groups"),
        "label of a counter misspelt": _texts("counters.*.label", change=edits.typo),
        "number in a label wrong": _texts("counters.*.label", change=edits.number),
        "word on a marker misspelt": _texts("counters.*.front|back.word|second", change=edits.typo),
        "number on a marker wrong": _texts("counters.*.front|back.number|corner", change=edits.number),
        "copies of a counter wrong": _texts("counters.*.copies", change=edits.number),
        "counter misspelt in an entry": _texts("entries.*.counters", change=edits.id_off),
        "counter left out of an entry": _texts("entries.*.counters", change=edits.word_dropped),
        "set-up hex wrong": _texts("entries.*.hexes", change=edits.hex_off),
        "hex in words of an entry wrong": _texts("entries.*.where|how", change=edits.hex_off),
        "turn of an entry wrong": _texts("entries.*.when", "entries.*.turn", change=edits.number),
        "count of an entry wrong": _texts("entries.*.count", change=edits.number),
        "terrain hex moved": _texts("map.terrain.*", change=edits.hex_off),
        "terrain hex left out": _texts("map.terrain.*", change=edits.word_dropped),
        "hexside off by one": _texts("map.hexsides.*.*.sides|between|head", change=edits.hex_off),
        "hexside left out": _texts("map.hexsides.*.*.sides|between", change=edits.word_dropped),
        "road hex off by one": _texts("map.paths.*.*.hexes", change=edits.hex_off),
        "road hex left out": _texts("map.paths.*.*.hexes", change=edits.word_dropped),
        "end of a road left out": _texts("map.paths.*.*.hexes", change=edits.last_word_dropped),
        "place moved": _key("map.places.*", edits.hex_off),
        "place name misspelt": _texts("map.places.*.name", change=edits.typo),
        "kind of a place wrong": _another("map.places.*.kinds"),
        "place missing": _deleted("map.places.*"),
        "north wrong": _texts("map.north", change=lambda node, rng: replaced(node, 0, len(raw(node)), rng.choice(("90", "180", "270")))),
        "exit or edge off by one": _texts("map.exits.*.hex", "map.edges.*.hexes", change=edits.hex_off),
        "words on the map wrong": _texts("map.dateline|title|remark", "map.edges.*.says", "map.exits.*.says", change=edits.number),
        "cell swapped with the next": _texts("tables.*.cells", "tables.*.cells.*.*", change=edits.words_swapped),
        "cell replaced by another": _texts("tables.*.cells", change=edits.word_of_another),
        "number in a cell wrong": _texts("tables.*.cells", "tables.*.cells.*.*", change=edits.number),
        "heading of a column wrong": _texts("tables.*.columns.odds|heads", change=edits.number),
        "heading of a row wrong": _texts("tables.*.rows.heads", change=edits.number),
        "reach of a table wrong": _texts("tables.*.columns|rows.reach", change=edits.number),
        "end columns not used": _texts("tables.*.columns|rows.beyond", change=_fixed("clamp", "none")),
        "result code missing": _deleted("tables.*.codes.*"),
        "number in the words of a result wrong": _texts("tables.*.codes.*.says", change=edits.number_word),
        "number that a result does wrong": _texts("tables.*.codes.*.do.*.with.*", change=edits.number),
        "number in a hint wrong": _texts("tables.*.hint", "tracks.*.hint", "modifiers.*.hint", "boxes.*.says", change=edits.number),
        "number in a note wrong": _texts("tables.*.notes.*", change=edits.number_word),
        "sign of a modifier turned": _texts("modifiers.*.lines.*.effect", change=edits.sign),
        "value of a modifier wrong": _texts("modifiers.*.lines.*.effect", change=edits.number),
        "modifier missing": _deleted("modifiers.*.lines.*"),
        "condition of a modifier wrong": _texts("modifiers.*.lines.*.says", change=edits.number),
        "terrain cost wrong": _texts("terrain.*.cost", change=edits.number),
        "combat effect of terrain wrong": _texts("terrain.*.combat", change=edits.number),
        "combat effect of terrain turned": _texts("terrain.*.combat", change=edits.sign),
        "number in the rules wrong": _texts(RULES, change=edits.number),
        "number word in the rules wrong": _texts(RULES, change=edits.number_word),
        "hex in the rules wrong": _texts(RULES, change=edits.hex_off),
        "reference in the rules to no case": _texts(RULES, change=edits.reference_off),
        "reference elsewhere to no case": _texts(AIDS, "tables.*.notes.*", "glossary.**", "rulings.**", change=edits.reference_off),
        "rule of a record to no case": _texts("*.*.rule", change=_fixed(r"(\d+\.\d+)$", r"\g<1>9")),
        "heading number doubled": _heading(_last_plus(-1)),
        "heading number skipped": _heading(_last_plus(1)),
        "case lost": _paragraph_lost,
        "typo in the rules": _texts(RULES, change=edits.typo),
        "typo in a title": _texts("rules.*.title", "tables|tracks|modifiers|boxes|entries.*.name", change=edits.typo),
        "typo on an aid": _texts("aids.*.rows.*.*.title|text|hint", change=edits.typo),
        "typo in a set-up, ruling or term": _texts("entries.*.where|how", "rulings.*.asks", "glossary.*.says", change=edits.typo),
        "typo in the sequence of play": _texts("sequence.*.name", "sequence.*.steps.*", change=edits.typo),
        "number on an aid wrong": _texts("aids.*.rows.*.*.text|hint|title", change=edits.number),
        "aid leaves out a block": _deleted("aids.*.rows.*.*"),
        "aid leaves out one of several": _texts("aids.*.rows.*.*.of", change=edits.word_dropped),
        "chances on an aid ask otherwise": _texts("aids.*.rows.*.*.asks.lines.*.given.*", "aids.*.rows.*.*.asks.lines.*.outcome", change=edits.number),
        "step of the sequence missing": _deleted("sequence.*.steps.*"),
        "steps of the sequence swapped": _neighbours("sequence.*.steps"),
        "phases swapped": _neighbours("sequence"),
        "another word for a side": _texts(RULES, change=_fixed(r"\b(Japanese|Allied|Russian|British|German) (player)", r"Nipponese \2")),
        "abbreviation misspelt": _key("abbreviations.*", edits.id_off),
        "abbreviation missing": _deleted("abbreviations.*"),
        "label of a space wrong": _texts("tracks.*.spaces.*.label", change=edits.number),
        "words in a space wrong": _texts("tracks.*.spaces.*.lines.*", change=edits.number),
        "space of a track missing": _deleted("tracks.*.spaces.*"),
        "start of a track wrong": _texts("tracks.*.start", change=edits.number),
        "capacity of a box wrong": _texts("boxes.*.holds", change=edits.number),
        "start of a fact wrong": _texts("facts.*.start", change=edits.number),
        "step of a procedure missing": _deleted("procedures.*.steps.*"),
        "steps of a procedure swapped": _neighbours("procedures.*.steps"),
        "number in a procedure wrong": _texts("procedures.**", change=edits.number),
        "condition of a procedure turned": _texts("procedures.**", change=edits.comparison_turned),
        "dice of a procedure wrong": _texts("procedures.**", change=_fixed(r"\b(\d)d(\d+)\b", r"1\1d\2")),
        "expected value of an example wrong": _texts("examples.*.expect.*", change=edits.number),
        "die of an example wrong": _texts("examples.*.rolls.*", change=edits.number),
        "number told around an example wrong": _texts("examples.*.tells.before|after", change=edits.number),
        "result of a claim wrong": _texts("claims.*.lines.*.chances.*", "claims.*.lines.*.chance", change=edits.number),
        "stated count wrong": _texts("counts.*.number", change=edits.number),
        "ruling played another way": _another("rulings.*.default"),
        "number in the rules of the map wrong": _texts("map_rules.**", change=edits.number),
        "word in the rules of the map wrong": _texts("map_rules.**", change=edits.word_dropped),
        "number on a card or pad wrong": _texts("components.**", change=edits.number),
        "typo on a card or pad": _texts("components.*.name", "components.*.**", change=edits.typo),
        "number in words on a card or pad wrong": _texts("components.*.name", "components.*.*.furniture.*.text|title", "components.*.*.*.says|text", change=edits.any_number),
        "number in words of a hint or note wrong": _texts("tables|tracks|modifiers.*.hint", "boxes.*.says", "tables.*.notes.*", "tables.*.codes.*.says", change=edits.any_number),
        "number in words of a step wrong": _texts(*("procedures.*.steps" + ".*" * n + ".says|prints" for n in range(1, 6)), change=edits.any_number),
        "number in words of an aid wrong": _texts("aids.*.rows.*.*.text|hint", "aids.*.rows.*.*.steps.*.text", change=edits.any_number),
        "number in words of the sequence wrong": _texts("sequence.*.steps.*", "sequence.*.steps.*.*", change=edits.any_number),
        "number in words of an entry wrong": _texts("entries.*.where|how|when", change=edits.any_number),
        "number in words of an example wrong": _texts("examples.*.title", "examples.*.tells.before|after", change=edits.any_number),
        "number in words of a modifier wrong": _texts("modifiers.*.lines.*.says", change=edits.any_number),
        "number in words of the map wrong": _texts("map.dateline|title|remark", "map.furniture.*.text|title|hint", "map_rules.**", "terrain.*.says|combat|note", change=edits.any_number),
        "number in words of the rules wrong": _texts(RULES, change=edits.any_number),
        "number in words of a term or ruling wrong": _texts("glossary.*.says", "rulings.*.asks", "rulings.*.options.*.says", change=edits.any_number),
        "name on a road or region misspelt": _texts("map.paths.*.*.name", "map.hexsides.*.*.name", "map.regions.*.name", change=edits.typo),
        "another side in a modifier": _texts("modifiers.*.lines.*.says", "terrain.*.combat", change=_role),
    }.items()
)  # fmt: skip
"""Every kind of mistake."""
