"""Counters: drawings of the front and the back of every counter, with their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.art.icons.layered_icons import draw_picture
from pnp.draw.counter.background import BLEED, CounterBackground, counter_background
from pnp.draw.counter.marker_face import MarkerFace, draw_chit_back, draw_marker
from pnp.draw.counter.unit_face import Head, Labels, draw_blank, draw_portrait, draw_unit
from pnp.draw.fault import drawn_finding
from pnp.draw.text_lines import Drawing
from pnp.findings import Finding
from pnp.model.counter import Counter, CounterPrint, Face
from pnp.model.game import Game
from pnp.palette import WHITE
from pnp.scene import Scene

Facing = Literal["front", "back"]

CHIT_WORD = "ACTIVATION"
"""The word on the back of an activation marker, unless the data gives another."""
_ORDINAL = re.compile(r"(?<=\d)(ST|ND|RD|TH)\b")


@dataclass(frozen=True, slots=True)
class CounterFaces:
    """Both sides of a counter as scenes with bleed, the texts on each, and what could not be printed.

    The texts are the runs of text in the PDF, in any order. Drawn signs, such as the bars between factors and size
    marks, are not among them.
    """

    front: Scene
    back: Scene
    front_texts: tuple[str, ...]
    back_texts: tuple[str, ...]
    findings: tuple[Finding, ...] = ()

    def texts(self, facing: Facing) -> tuple[str, ...]:
        """Return the texts on one face of the counter."""
        return self.front_texts if facing == "front" else self.back_texts


def draw_counters(game: Game) -> dict[str, CounterFaces]:
    """Draw both faces of every counter; return them by the counter's id.

    Equal faces are one scene.

    Raises `KeyError` for an unknown symbol, picture or emblem.
    """
    if game.counter_print is None:
        return {}
    drawing = _CounterDrawing(game, game.counter_print)
    return {id_: drawing.faces(id_, counter) for id_, counter in game.counters.items()}


def counter_findings(game: Game) -> tuple[Finding, ...]:
    """Return the findings (D001 to D005) on texts and colours that cannot be printed on the counters."""
    return faces_findings(draw_counters(game))


def faces_findings(faces: Mapping[str, CounterFaces]) -> tuple[Finding, ...]:
    """Return the findings on counters that are drawn already, without duplicates."""
    return tuple(dict.fromkeys(finding for both in faces.values() for finding in both.findings))


def capitals(text: str) -> str:
    """Return words in capitals, except the endings of ordinal numbers.

    >>> capitals("64th Sentai")
    '64th SENTAI'
    """
    return _ORDINAL.sub(lambda found: found[0].lower(), text.upper())


def unit_head(game: Game, counter: Counter, face: Face) -> tuple[Head, Labels]:
    """Return what is drawn on the face of a unit besides its factors: its head and its labels."""
    formation = game.formations.get(counter.formation)
    box = formation.colour.upper() if formation else WHITE
    tag = face.word if face.state == "disrupted" else ""
    background = counter_background(game, counter, face)
    head = Head(background, face.state, counter.symbol, box, counter.size, counter.range, counter.code, tag)
    right = counter.right or (formation.label if formation else "")
    return head, Labels(counter.label, counter.short, right)


class _CounterDrawing:
    """Draws the counters of one game. Equal faces are drawn once."""

    def __init__(self, game: Game, counter_print: CounterPrint) -> None:
        self.game = game
        self.side = counter_print.side
        self.layout = game.face_layout
        self.high_bands = any(
            face.second and face.foot != "ground"
            for counter in game.counters.values()
            if counter.kind == "marker"
            for face in (counter.front, counter.back)
        )
        self.emblems = tuple((side.emblem, side.accent) for side in game.sides.values())
        self._known: dict[object, tuple[Scene, Drawing]] = {}

    def faces(self, id_: str, counter: Counter) -> CounterFaces:
        """Draw both faces of a counter."""
        front, back = (self._draw_face(counter, face) for face in (counter.front, counter.back))
        findings: tuple[Finding, ...] = ()
        if front[1].faults or back[1].faults:
            findings = (*self._face_findings(id_, "front", front[1]), *self._face_findings(id_, "back", back[1]))
        return CounterFaces(front[0], back[0], front[1].texts, back[1].texts, findings)

    def _draw_face(self, counter: Counter, face: Face) -> tuple[Scene, Drawing]:
        """Return the scene and the drawing of a face; equal faces are drawn only once."""
        background = counter_background(self.game, counter, face)
        key, draw = self._plan_face(counter, face, background)
        known = self._known.get(key)
        if known is None:
            drawn = draw()
            scene = Scene(counter.label, self.side, self.side, drawn.items, bleed=BLEED)
            known = self._known[key] = scene, drawn
        return known

    def _plan_face(
        self, counter: Counter, face: Face, background: CounterBackground
    ) -> tuple[object, Callable[[], Drawing]]:
        """Return a cache key (equal for equal faces) and the function that draws the face."""
        side, layout = self.side, self.layout
        if face.state == "emblem":
            owner = self.game.sides.get(counter.side)
            whose = capitals(owner.adjective or owner.name) if owner else ""
            word = face.word or (CHIT_WORD if counter.kind == "activation" else whose)
            return (background, word), lambda: draw_chit_back(background, word, side)
        if face.state == "blank":
            own, short = (face.word, "") if face.word else (counter.label, counter.short)
            formation = self.game.formations.get(counter.formation)
            blank = Labels(own, short, counter.right or (formation.label if formation else ""))
            colour = formation.colour.upper() if formation else WHITE
            return (background, colour, blank), lambda: draw_blank(background, colour, blank, side, layout)
        portrayed = counter.kind == "unit" and face.picture and not face.factors
        if portrayed and face.picture not in ("numeral", "symbol"):
            named = Labels(capitals(counter.label), capitals(counter.short), "")
            paint = background.paint(self.emblems)
            return (background, face.picture, named), lambda: draw_portrait(
                background, draw_picture(background.icons, face.picture, paint), named, side
            )
        if counter.kind == "unit" and not portrayed:
            head, labels = unit_head(self.game, counter, face)
            return (head, face.factors, labels), lambda: draw_unit(head, face.factors, labels, side, layout)
        marker = MarkerFace(
            chit=counter.kind == "activation",
            symbol=counter.symbol,
            size=counter.size,
            reduced=face.state == "reduced",
            picture=face.picture,
            number=face.number,
            word=capitals(face.word or (counter.label if portrayed else "")),
            second=capitals(face.second),
            corner=face.corner,
            foot=face.foot,
            emblem=bool(face.emblem),
            background=background,
            emblems=self.emblems,
            side=side,
            layout=layout,
            high_band=self.high_bands and counter.kind == "marker" and face.foot != "ground",
        )
        return marker, lambda: draw_marker(marker)

    def _face_findings(self, id_: str, facing: Facing, drawn: Drawing) -> Iterator[Finding]:
        """Yield the faults of a drawn face as findings.

        A fault of a colour points to the colour in the data.
        """
        counter: Counter = self.game.counters[id_]
        face = counter.front if facing == "front" else counter.back
        for fault in drawn.faults:
            own = f"counters.{id_}"
            path = f"{own}.{facing}.{fault.path}" if fault.path in Face.model_fields else f"{own}.{fault.path}"
            if fault.code in ("D003", "D012"):
                path = counter_background(self.game, counter, face).path or f"{own}.{facing}.ground"
                if fault.path == "formation" and counter.formation:
                    path = f"formations.{counter.formation}.colour"
            elif fault.path == "right" and not counter.right:
                path = f"formations.{counter.formation}.label"
            yield drawn_finding(fault, self.game.spot(path))
