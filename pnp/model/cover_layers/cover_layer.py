"""The fields that layers of a cover have in common, and those of motifs.

A motif is a thing that a layer places once or several times.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from pnp.findings import did_you_mean
from pnp.model.cover_inks import NO_INK, Ink, check_ink
from pnp.model.record import AnyKind, Record

Tone: TypeAlias = Literal["body", "dark", "mid", "light", "accent", "paper", "snow", "line", "figure", "rim"]
"""A tone of a motif; a layer may print each tone in another ink."""
TONES: Mapping[Tone, Ink] = {
    "body": "ink",
    "dark": "ink/black 45",
    "mid": "deep",
    "light": "light",
    "accent": "accent",
    "paper": "paper",
    "snow": "paper",
    "line": "ink",
    "figure": "ink",
    "rim": "light",
}
"""The ink of each tone, unless a layer names another one."""
Position: TypeAlias = tuple[float, float]
Size: TypeAlias = Annotated[float, Field(gt=0, le=10_000)]
"""A length that is not 0, so that a drawing can divide by it."""
Count: TypeAlias = Annotated[int, Field(ge=1, le=20_000)]
"""A number of things that a layer draws."""


def _read_places(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Parse one place such as `[446, 490, 1.2]`, or a list of places, into a tuple of places with four numbers."""
    if not isinstance(value, (list, tuple)) or not value:
        return value
    places = value if isinstance(value[0], (list, tuple)) else (value,)
    filled = []
    for place in places:
        if not isinstance(place, (list, tuple)) or not 2 <= len(place) <= 4:
            raise ValueError("a place has x and y, and may have a scale and a turn; write at: [446, 490, 1.2]")
        filled.append((*place, *(1, 0)[len(place) - 2 :]))
    return tuple(filled)


Places: TypeAlias = Annotated[tuple[tuple[float, float, float, float], ...], BeforeValidator(_read_places)]
"""One place or several: x, y, scale (1 by default; a negative scale mirrors) and clockwise turn in degrees."""


def _check_tone_ink(value: str) -> str:
    """Reject a text that is neither an ink nor `none`."""
    return value if value == NO_INK else check_ink(value)


ToneInk: TypeAlias = Annotated[str, AfterValidator(_check_tone_ink)]
"""The ink of a tone; `none` leaves the tone out."""


def _check_tone(value: object) -> object:
    """Reject the name of a tone that no motif has."""
    if value not in TONES:
        raise ValueError(f"there is no tone named {value}; {did_you_mean(str(value), tuple(TONES), many=True)}")
    return value


Tones: TypeAlias = dict[Annotated[Tone, BeforeValidator(_check_tone)], ToneInk]
"""Tones that are printed in another ink."""


class CoverLayer(Record):
    """The fields of all layers of a cover."""

    kind: str
    """What the layer shows, such as `sky`, or the name of a motif."""
    seed: int | None = None
    """Selects another random pattern; the default is the number of the layer."""


class Motif(CoverLayer):
    """A thing that is drawn at one place or several."""

    at: Places
    """A place or several: x and y in points, scale (negative mirrors), and clockwise turn in degrees."""
    tones: Tones = {}
    """Other inks for some of the tones of the motif; `none` leaves a tone out."""


LAYER_KINDS: dict[str, type[CoverLayer]] = {}
"""Kind of layer -> its record; the modules beside this one fill it. A motif, such as a palm, is a kind of layer too."""
PICTURED = "picture of a motif"
"""The entry of `LAYER_KINDS` for all motifs that have a picture, whose kinds are the names of the pictures."""


def _layer_kind(value: Any) -> str:  # noqa: ANN401 - input not yet typed, or a record
    """Return the registered kind of a layer from its data. Raise `ValueError` if it has no kind."""
    kind = str((value.get("kind") if isinstance(value, dict) else getattr(value, "kind", None)) or "")
    if not kind:
        raise ValueError(f"a layer has a kind; {did_you_mean('', layer_kinds(), many=True)}")
    return kind if kind in layer_kinds() else PICTURED


def layer_kinds() -> tuple[str, ...]:
    """Return the kinds of layers that pnp draws, all but the motifs with pictures."""
    return tuple(kind for kind in LAYER_KINDS if kind != PICTURED)


AnyLayer: TypeAlias = Annotated[CoverLayer, AnyKind(LAYER_KINDS, _layer_kind)]
"""A layer of any kind."""
