"""Checks of boxes off the map: they have room for the counters that the data puts into them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words, plural
from pnp.model.counter import Entry, Side
from pnp.model.game import Game
from pnp.model.table import Box

_SOME = re.compile(r"\b(or|one|some|each|either)\b", re.IGNORECASE)
"""Words with which an entry puts only some of its counters into a box."""
_AFTER_NAME = r"(?= (?:until|while|before|when|if|that|which)\b|[,.;:]|$)"


@check("S018", Severity.WARNING)
def box_too_small(checked: CheckedGame) -> Iterator[Fault]:
    """The room of a box (`holds`) is too small for its counters, or differs from the room of its panels.

    The data puts counters into a box if the `where` of an entry names the box, or if an example or claim places them
    there. If the text of the box begins with the name of an entry or formation, `holds` must equal the number of its
    counters. If several panels on the map show the box, the sum of their `holds` must equal that of the box. If the
    counters are stacked, write `waive: {S018: reason}` in the box. Boxes without `holds` are not checked.

    Bad:
        entries: {red-setup: {where: 'box {{ name("dead") }}'}}
        boxes: {dead: {holds: 1}}
    Good:
        entries: {red-setup: {where: 'box {{ name("dead") }}'}}
        boxes: {dead: {holds: 2}}

    Bad:
        boxes: {dead: {holds: 2, says: The Guard Brigade until it enters}}
    Good:
        boxes: {dead: {holds: 3, says: The Guard Brigade until it enters}}
    """
    game = checked.game
    named: dict[str, list[str]] = defaultdict(list)
    for id_, entry in game.entries.items():
        boxes = _boxes_named(game, entry)
        if len(boxes) == 1:
            named[boxes[0]].append(id_)
    for id_, box in game.boxes.items():
        if "holds" not in box.model_fields_set:
            continue
        entries, of_text = named[id_], list(_counters_in_text(checked, box))
        put = (sum(_number(checked, entry) for entry in entries), join_words([game.entries[e].name for e in entries]))
        number, whose = max((*of_text, put, *_placed(game, id_)), key=lambda one: one[0])
        panels = [one.holds for one in (game.map.furniture if game.map else ()) if one.kind == "box" and one.of == id_]
        shown = sum(holds or 0 for holds in panels)
        if number > box.holds or (of_text and number < box.holds):
            wrong = f"{box.name} has room for {plural(box.holds, 'counter')}, but the data puts {number} there: {whose}"
            yield Fault(f"boxes.{id_}.holds", wrong, "correct the number")
        elif len(panels) > 1 and all(panels) and shown != box.holds:
            wrong = f"{box.name} has room for {plural(box.holds, 'counter')}, but its panels for {shown} together"
            yield Fault(f"boxes.{id_}.holds", wrong, "correct one of them")


def _boxes_named(game: Game, entry: Entry) -> list[str]:
    """Return the boxes into which the words of an entry put all its counters.

    `Airstrikes box` in an entry of a side is the box with the name of that side before `airstrikes`.
    """
    text = entry.where.partition(";")[0]
    if _SOME.search(text):
        return []
    side = "|".join(_side_words(game.sides.get(entry.side)))
    found = []
    for id_, box in game.boxes.items():
        own = re.sub(rf"^(?:{side}) ", "", box.name) if side else box.name
        name, short = re.escape(box.name), re.escape(own)
        alone = rf"|\b{name}\b" if " " in box.name else ""
        if re.search(rf"\b(?:{name}|{short}) box\b|\bbox (?:{name}|{short})(?!\w){alone}", text, re.IGNORECASE):
            found.append(id_)
    return found


def _side_words(side: Side | None) -> list[str]:
    """Return the names of a side, as alternatives of a pattern."""
    return [re.escape(word) for word in (side.name, side.adjective, side.short) if word] if side else []


def _number(checked: CheckedGame, entry: str) -> int:
    """Return the number of counters of an entry, copies included."""
    named = checked.counters_named(checked.game.entries[entry].counters)
    return sum(checked.game.counters[id_].copies for id_ in {id_ for _, _, ids in named for id_ in ids})


def _counters_in_text(checked: CheckedGame, box: Box) -> Iterator[tuple[int, str]]:
    """Yield (number of counters, name) for the formation and the entry with whose name the text of a box begins."""
    game = checked.game
    for id_, formation in game.formations.items():
        if _begins_with(box.says, formation.name, game.sides.get(formation.side)):
            units = [unit for _, unit in checked.units() if id_ in checked.formations_of(unit)]
            yield sum(unit.copies for unit in units), formation.name
    for id_, entry in game.entries.items():
        if _begins_with(box.says, entry.name, game.sides.get(entry.side)):
            yield _number(checked, id_), entry.name


def _begins_with(text: str, name: str, side: Side | None) -> bool:
    """Return whether a text is about all counters of a name, such as `The Blue 1st Army until it enters`."""
    sides = "".join(f"(?:{word} )?" for word in _side_words(side))
    return re.match(rf"(?:The )?{sides}{re.escape(name)}{_AFTER_NAME}", text) is not None


def _placed(game: Game, box: str) -> Iterator[tuple[int, str]]:
    """Yield (number of units, title) for each example or claim that places units in a box."""
    for id_, example in game.examples.items():
        yield len(example.place.get(box, ())), f"the example {id_}"
    for id_, claim in game.claims.items():
        yield len(claim.place.get(box, ())), f"the claim {id_}"
