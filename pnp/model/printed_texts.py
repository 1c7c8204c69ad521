"""All texts of a game that are printed for people, with their places in the data."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from pnp.model.game import Game

_SECTIONS = (
    "game", "sides", "formations", "counters", "components", "entries", "terrain", "map", "tables", "modifiers",
    "tracks", "boxes", "examples", "sequence", "rulings", "glossary", "abbreviations", "errata", "aids",
)  # fmt: skip
"""Keys of a game with texts for people; expressions and ids of the rules engine are elsewhere."""
_FIELDS = frozenset({
    "adjective", "after", "also_needed", "asks", "before", "blurb", "caption", "combat", "cost", "dateline",
    "foot", "hint", "how", "label", "lines", "means", "name", "note", "notes", "now", "players", "reason",
    "reconstruction", "region", "remark", "says", "second", "short", "subtitle", "text", "title", "was", "when",
    "where", "who", "word", "zoc",
})  # fmt: skip
"""Fields whose texts are printed."""


def printed_texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the dotted path and the text of each printed text; those of the rules have paths such as `rules.3.text`."""
    for key in _SECTIONS:
        for path, field, text in texts_in(getattr(game, key), key):
            is_list = (key, field) in (("sequence", "steps"), ("rulings", "options"))
            if text and (field in _FIELDS or is_list):
                yield path, text
    for i, case in enumerate(game.rules):
        yield f"rules.{i}.title", case.title
        yield f"rules.{i}.text", case.text


def texts_in(value: object, path: str, field: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the dotted path, the field and the text of every text inside a value of the data; keys are not texts."""
    if isinstance(value, str):
        yield path, field, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from texts_in(getattr(value, name), f"{path}.{name}", name)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(inner, f"{path}.{key}", field)
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from texts_in(inner, f"{path}.{i}", field)
