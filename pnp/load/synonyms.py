"""The names that designers and other programs use for the things of pnp, from `templates/synonyms.yaml`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache
from typing import Any

from pnp.load.source import Faults, read_source
from pnp.load.tree import plain
from pnp.load.yamlfile import read_yaml
from pnp.resources import templates_dir


def key_named(name: str, known: Container[str]) -> str:
    """Return the key among those that are known which an author calls `name`; empty if there is none.

    >>> key_named("Nation", {"side", "label"}), key_named("tank", {"side"})
    ('side', '')
    """
    return next((one for one in _by_name("keys").get(simple(name), ()) if one in known), "")


def word_for(key: str, text: str, known: Container[str]) -> str:
    """Return the word that an author's text means as a value of a key such as `size`; empty if it is unknown.

    >>> word_for("size", "Bn.", {"battalion"}), word_for("size", "battalion", {"battalion"})
    ('battalion', 'battalion')
    """
    if text in known:
        return text
    written = simple(text).rstrip(".")  # a full stop ends an abbreviation
    named = [written, *_by_name("words", key).get(written, ())]
    return next((one for one in named if one in known), "")


def other_names(key: str, word: str) -> tuple[str, ...]:
    """Return what authors call a value of a key such as `size`.

    >>> other_names("symbol", "headquarters"), other_names("symbol", "none")
    (('hq',), ())
    """
    return tuple(_read()["words"].get(key, {}).get(word, ()))


def factor_of(heading: str, factors: Iterable[str] = ()) -> str:
    """Return the face and the factor that a heading names, such as `back.attack` for `reduced attack`; else empty.

    A heading such as `Reduced A-D-M` is the whole face. `factors` are the names of the factors of the game; without
    them, the usual names are taken.

    >>> factor_of("Full / A"), factor_of("Reduced A-D-M"), factor_of("mf", ["movement"])
    ('front.attack', 'back', 'front.movement')
    """
    words = simple(heading).replace("/", " ").replace("(", " ").replace(")", " ")
    names, usual = list(factors), _by_name("factors")
    for face, other_words in _read()["faces"].items():
        for begin in sorted(("", *other_words), key=len, reverse=True):
            if not words.startswith(begin) or (not begin and face == "back"):
                continue
            rest = words.removeprefix(begin).strip(" .-_")
            if begin and len(parts := rest.split("-")) > 1 and all(part in usual or part in names for part in parts):
                return str(face)
            known = (rest, *usual.get(rest, ()))
            if names:
                found = next((one for one in known if one in names), "")
            else:
                found = rest if rest in _read()["factors"] else known[1] if len(known) > 1 else ""
            if found:
                return f"{face}.{found}"
    return ""


def face_of(heading: str) -> str:
    """Return the face that the heading of a column of whole faces means: `back` if it names it, else `front`.

    >>> face_of("Reduced"), face_of("Strength")
    ('back', 'front')
    """
    return "back" if simple(heading).startswith(tuple(_read()["faces"]["back"])) else "front"


def simple(text: str) -> str:
    """Return a text in lower case with single blanks, as names are compared."""
    return " ".join(text.replace("_", " ").split()).casefold()


@cache
def _by_name(*path: str) -> Mapping[str, tuple[str, ...]]:
    """Return the names of pnp by each name that others use, in one part of the file."""
    part: Any = _read()
    for key in path:
        part = part.get(key, {})
    found: dict[str, list[str]] = {}
    for ours, names in part.items():
        for name in names:
            found.setdefault(name, []).append(ours)
    return {name: tuple(ours) for name, ours in found.items()}


@cache
def _read() -> dict[str, Any]:
    """Return the content of the file."""
    faults = Faults()
    source = read_source(templates_dir() / "synonyms.yaml", faults)
    root = read_yaml(source, faults) if source else None
    if root is None or faults:
        message = f"the synonyms of pnp cannot be read: {faults.findings}"
        raise RuntimeError(message)
    return plain(root)  # type: ignore[return-value] # the file is a mapping
