"""Findings on the texts of a cover that would be too small to read in their places."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.art.covers.layout import (
    KICKER_FONT,
    KICKER_PT,
    KICKER_TRACK,
    LINE_FONT,
    MARGIN,
    NAME_FONT,
    SUBTITLE_FONT,
    WIDTH,
)
from pnp.draw.fault import text_too_long
from pnp.findings import Finding
from pnp.model.game import Game
from pnp.typeface import text_width
from pnp.typography import dress
from pnp.units import Mm, points

SMALLEST = {"subtitle": 11.0, "name": 9.0, "summary": 7.0, "strip": 8.0, "rights": 5.5}
"""The smallest size in points at which each text of a cover may be printed."""
LEFT_ROOM, STRIP_ROOM = 250.0, 320.0
"""The width in points that is free left of four facts, and right of the words that all strips have."""


def cover_findings(game: Game) -> tuple[Finding, ...]:
    """Return the findings (D001) on texts that do not fit the cover at a readable size."""
    faults = (
        fault
        for path, text, font, size, track, room in _texts(game)
        for fault in text_too_long(path, text, text_width(text, font, size, points(track)), points(room), size)
    )
    return tuple(game.finding(fault) for fault in faults)


def _texts(game: Game) -> Iterator[tuple[str, str, str, float, Mm, float]]:
    """Yield the path, the words, the font, the size and the tracking of each text of the cover, and its room.

    Size, tracking and room are in points.
    """
    cover, width = game.cover, WIDTH - 2 * MARGIN
    path, words = ("cover.subtitle", cover.subtitle) if cover.subtitle else ("game.subtitle", game.game.subtitle)
    yield path, dress(words), SUBTITLE_FONT, SMALLEST["subtitle"], 0, width
    path, words = ("cover.source", cover.source) if cover.source else ("game.designer", game.game.designer)
    yield path, dress(words), NAME_FONT, SMALLEST["name"], 0, LEFT_ROOM
    yield "cover.kicker", dress(cover.kicker).upper(), KICKER_FONT, KICKER_PT, KICKER_TRACK, width
    yield "cover.summary", dress(cover.summary), LINE_FONT, SMALLEST["summary"], 0, LEFT_ROOM
    if game.game.rights:
        yield "game.rights.holder", dress(game.game.rights.sentence), LINE_FONT, SMALLEST["rights"], 0, width
    yield "cover.strip", dress(cover.strip).upper(), "condensed-semibold", SMALLEST["strip"], 1.6, STRIP_ROOM
