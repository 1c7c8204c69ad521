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
_FIELDS = frozenset(
    {"title", "subtitle", "blurb", "region", "dateline", "remark", "name", "adjective", "hint", "text", "says", "notes"}
    | {
        "label",
        "short",
        "word",
        "second",
        "where",
        "when",
        "how",
        "asks",
        "means",
        "note",
        "who",
        "lines",
        "caption",
        "foot",
    }
    | {"was", "now", "reason", "before", "after", "reconstruction", "players", "also_needed", "cost", "combat", "zoc"}
)
"""Fields whose texts are printed."""


def printed_texts(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the dotted path and the text of each printed text; those of the rules have paths such as `rules.3.text`."""
    for key in _SECTIONS:
        yield from _texts_in(getattr(game, key), key, printed=False)
    for i, case in enumerate(game.rules):
        yield f"rules.{i}.title", case.title
        yield f"rules.{i}.text", case.text


def _texts_in(value: object, path: str, *, printed: bool) -> Iterator[tuple[str, str]]:
    """Yield the printed texts inside a value; `printed` says whether the field of the value is."""
    if isinstance(value, str):
        if printed and value:
            yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            inner = getattr(value, name)
            is_text = name in _FIELDS or (name == "steps" and path.startswith("sequence"))
            is_text = is_text or (name == "options" and path.startswith("rulings"))
            yield from _texts_in(inner, f"{path}.{name}", printed=is_text)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts_in(inner, f"{path}.{key}", printed=printed)
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from _texts_in(inner, f"{path}.{i}", printed=printed)
