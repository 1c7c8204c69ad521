"""Pictures of motifs that stand still, such as a tank, and the library of those that a game may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, get_args

from pydantic_core import PydanticCustomError

from pnp.model.cover_layers.cover_layer import Tone
from pnp.model.library import Library

MOTIF_FOLDER = "motifs"
"""The folder of pictures of motifs, in `templates/` and in a game's folder."""
TONE_NAMES: tuple[Tone, ...] = get_args(Tone)
Ring: TypeAlias = tuple[float, ...]
"""A closed outline: x and y of its corners in turn, with y up and the origin on the ground."""
_SWITCH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class MotifShape(NamedTuple):
    """The outlines of a shape, its tone, and the part of the motif that it belongs to; "" if it is always drawn.

    Where outlines overlap, an even number of them is a hole.
    """

    tone: Tone
    part: str
    rings: tuple[Ring, ...]


@dataclass(frozen=True, eq=False)
class MotifPicture:
    """The pictures of a motif: one, or one for each of the `values` of a `key` of its layers, such as `pose`.

    The first value is the default. `read` returns the shapes for a value from back to front; it reads a file once.
    """

    key: str
    values: tuple[str, ...]
    read: Callable[[str], tuple[MotifShape, ...]]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that a layer may leave out."""
        shapes = (shape for value in self.values for shape in self.read(value))
        return tuple(dict.fromkeys(shape.part for shape in shapes if shape.part))

    def choice(self, key: str, value: object, fields: Iterable[str]) -> str | bool:
        """Return the value of a key that a layer has for this motif, besides the `fields` of all motifs.

        Raise an error of pydantic if it is wrong.
        """
        if key and key == self.key:
            if value in self.values:
                return str(value)
            raise PydanticCustomError("literal_error", "no choice", {"expected": ", ".join(self.values)})
        if key in self.parts:
            if str(value).lower() in _SWITCH:
                return _SWITCH[str(value).lower()]
            raise PydanticCustomError("bool_parsing", "no switch")
        known = [name for name in (self.key, *self.parts, *fields) if name]
        raise PydanticCustomError("extra_forbidden", "unknown key", {"known": known})

    def shapes(self, choices: Mapping[str, str | bool]) -> tuple[MotifShape, ...]:
        """Return the shapes for the choices of a layer, from back to front."""
        shapes = self.read(str(choices.get(self.key, self.values[0])))
        return tuple(shape for shape in shapes if choices.get(shape.part, True))


LEFT_OUT = MotifPicture("", ("",), {"": ()}.__getitem__)
"""The picture of a motif that is not drawn."""


class MotifLibrary(Library[MotifPicture]):
    """The pictures of motifs that a game may use, by the kind of their layers: those in `templates/`, and its own."""

    def __getitem__(self, name: str) -> MotifPicture:
        return LEFT_OUT if self.is_former(name) and not self.former[name] else super().__getitem__(name)
