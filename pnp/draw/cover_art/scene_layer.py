"""Layers that can draw themselves, and motifs: things that a layer places once or several times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from pnp.draw.cover_art.picture import Picture
from pnp.draw.cover_art.shapes import Shape, placed
from pnp.findings import did_you_mean
from pnp.model.kit_cover import NO_INK, Ink, SceneLayer, check_ink

Tone: TypeAlias = Literal["body", "dark", "mid", "light", "accent", "paper", "snow", "line", "figure", "rim"]
"""A tone of a motif; a layer may print each tone in another ink."""
Shapes: TypeAlias = list[tuple[Tone, Shape]]
"""The shapes of a motif from back to front, with y up and the origin on the ground."""

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


class DrawnLayer(SceneLayer):
    """A layer of a picture. Each kind draws itself."""

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the layer on top of a picture. `seed` selects its random pattern."""
        raise NotImplementedError


class Motif(DrawnLayer):
    """A thing that is drawn at one place or several.

    `tones` names another ink for some of its tones; `none` leaves a tone out.
    """

    at: Places
    tones: Tones = {}

    def shapes(self, seed: int) -> Shapes:
        """Return the shapes of the motif."""
        raise NotImplementedError

    def draw(self, picture: Picture, seed: int) -> None:
        """Draw the motif at each of its places, each with a random pattern of its own."""
        for number, (x, y, scale, turn) in enumerate(self.at):
            put_shapes(picture, self.shapes(seed + number), (x, y), scale, turn, tones=self.tones)


def put_shapes(
    picture: Picture,
    shapes: Iterable[tuple[Tone, Shape]],
    at: Position,
    scale: float = 1,
    turn: float = 0,
    *,
    tones: Mapping[Tone, Ink] | None = None,
    colours: Mapping[Tone, str] | None = None,
) -> None:
    """Draw the shapes of a motif at a position. `tones` and `colours` replace the inks and colours of some tones."""
    inks = {**TONES, **(tones or {})}
    for tone, shape in shapes:
        if inks[tone] != NO_INK:
            colour = (colours or {}).get(tone) or picture.colour(inks[tone])
            picture.fill(placed(shape, *at, scale, turn), colour, "motif")
