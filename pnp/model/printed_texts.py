"""All texts of a game that are printed for people, with their places in the data."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from pnp.model.game import Game
from pnp.model.record import field_names

_SECTIONS = (
    "game", "sides", "formations", "counters", "components", "entries", "terrain", "map", "tables", "modifiers",
    "tracks", "boxes", "examples", "sequence", "rulings", "glossary", "abbreviations", "errata", "aids", "cover",
)  # fmt: skip
"""Keys of a game with texts for people; expressions and ids of the rules engine are elsewhere."""
PRINTED_FIELDS = frozenset({
    "adjective", "after", "also_needed", "asks", "before", "blurb", "caption", "combat", "contents", "cost", "dateline",
    "foot", "hint", "how", "kicker", "label", "lines", "means", "name", "note", "notes", "now", "players", "reason",
    "reconstruction", "region", "remark", "says", "second", "short", "source", "source_label", "strip", "subtitle",
    "summary", "text", "title", "was", "when", "where", "who", "word", "zoc",
})  # fmt: skip
"""Fields whose texts are printed."""


def printed_texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the dotted path and the text of each printed text; those of the rules have paths such as `rules.3.text`."""
    for key in _SECTIONS:
        for path, field, text in texts_in(getattr(game, key), key):
            is_list = (key, field) in (("sequence", "steps"), ("rulings", "options"))
            if text and (field in PRINTED_FIELDS or is_list):
                yield path, text
    for i, case in enumerate(game.rules):
        yield f"rules.{i}.title", case.title
        yield f"rules.{i}.text", case.text


def texts_in(value: object, path: str, field: str = "") -> list[tuple[str, str, str]]:
    """Return the dotted path, the field and the text of every text inside a value of the data; keys are not texts."""
    found: list[tuple[str, str, str]] = []
    _add_texts(value, path, field, found)
    return found


def _add_texts(value: object, path: str, field: str, found: list[tuple[str, str, str]]) -> None:
    """Add the path, the field and the text of every text inside a value to `found`."""
    if isinstance(value, str):
        found.append((path, field, value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _add_texts(inner, f"{path}.{key}", field, found)
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            _add_texts(inner, f"{path}.{i}", field, found)
    elif isinstance(value, BaseModel):
        for name in field_names(type(value)):
            if inner := getattr(value, name):
                _add_texts(inner, f"{path}.{name}", name, found)
            elif inner == "":
                found.append((f"{path}.{name}", name, ""))
