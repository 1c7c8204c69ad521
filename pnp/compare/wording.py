"""Names the items that changed, and their values, in the words of the game."""

from __future__ import annotations

from pnp.compare.changes import Change, Difference
from pnp.compare.edition_values import Place
from pnp.model.game import Game

_NOUNS = {
    "abbreviations": "Abbreviation",
    "aids": "Player aid",
    "boxes": "Box",
    "claims": "Claim",
    "components": "Component",
    "counter_print": "Counters",
    "counters": "Counter",
    "counts": "Count",
    "edges": "Map edge",
    "entries": "Entry",
    "examples": "Example",
    "facts": "Fact",
    "formations": "Formation",
    "game": "Game",
    "glossary": "Term",
    "hexes": "Hex",
    "hexsides": "Hexside",
    "map": "Map",
    "map_rules": "Map rules",
    "modifiers": "Modifiers",
    "names": "Name on the map",
    "paths": "Path",
    "procedures": "Procedure",
    "regions": "Region",
    "rules": "Case",
    "rulings": "Ruling",
    "sequence": "Phase",
    "sides": "Side",
    "standing": "Standing rule",
    "tables": "Table",
    "terrain": "Terrain",
    "tracks": "Track",
}
"""What a item is called, by the key of its mapping in the data."""


def change_title(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed: `Counter M06, 64th Sentai`."""
    place, scenario = change.place, ""
    if place[0] == "scenarios":
        scenario = f"{place[1]}: "
        old, new = old.scenarios.get(place[1], old), new.scenarios.get(place[1], new)
        place = place[2:]
    noun = _NOUNS.get(place[1] if place[0] == "map" and len(place) == 3 else place[0], "")
    name = place[-1] if len(place) > 1 else ""
    own = _own_name(old if change.withdrawn else new, place)
    return scenario + ", ".join(
        filter(None, (f"{noun or place[0].replace('_', ' ').capitalize()} {name}".strip(), own))
    )


def _own_name(game: Game, place: Place) -> str:
    """Return the name of a item in the game, if it has another name than its key."""
    items = getattr(game, place[0], None)
    if isinstance(items, tuple):
        item = next((one for one in items if getattr(one, "number", None) == place[1]), None)
    else:
        item = items.get(place[1]) if isinstance(items, dict) and len(place) > 1 else None
    for field in ("label", "name", "title"):
        name = getattr(item, field, "")
        if name and name != place[-1]:
            return str(name)
    return ""


def difference_label(one: Difference, item: Place) -> str:
    """Return the name of a value inside the item that changed: `back, word`; empty for the item itself."""
    words = one.place[len(item) :]
    if words[:1] == ("cells",):
        return " / ".join(filter(None, words[1:]))
    return ", ".join(word.replace("_", " ") for word in words)
