"""What composing makes: a book of HTML in which drawings are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.scene import Scene


@dataclass(frozen=True)
class Book:
    """One HTML document with its style, to be paginated by a writer. `<img src="scene:NAME">` stands for the drawing
    `scenes[NAME]`.

    `name` is the file name without suffix; `paper` the name of the size that the style's `@page` asks for. `pages` is
    how many pages it must come to (0: any number); more means that something ran over.
    """

    name: str
    title: str
    html: str
    paper: str
    scenes: Mapping[str, Scene] = field(default_factory=dict)
    pages: int = 0
