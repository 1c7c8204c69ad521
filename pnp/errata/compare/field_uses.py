"""Tells whether a field of the data is used in play, a text for readers, appearance, or a check.

A field that the table does not name is used in play. So a change of a new field is a change of play until it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from pydantic import BaseModel

FieldUse: TypeAlias = Literal["play", "wording", "shown", "appearance", "check"]
"""What a value is for."""

_NAMED: Mapping[FieldUse, str] = {
    "play": """
        AskStep.options DieFace.picture RulerMark.picture ShiftLine.right SideChain.head StepRecord.name
    """,
    "wording": """
        abbreviations adjective also_needed asks blurb called code complexity contents credits dateline designer edition
        glossary hint how instead_of label means minutes name notation note notes options pills players prints
        published reconstructed_since reconstruction region remark right row_heads rules says second short solitaire
        subject subtitle text title verbs CounterPrint.formation Furniture.names GameMap.scale Movement.column
        Movement.counts Place.names Rights.holder Table.unit UnitClass.column
    """,
    "shown": "Abbreviation.used_by Game.aids Game.examples",
    "appearance": """
        accent across_flats arrows beside booklet carries collar colour cover emblem enlarge ferry foot frame furniture
        ground head height label_at look mouth outlined palette paper picture pip plates rays scene season seed sheet
        small style symbol tab theme tint width CounterPrint.labels CounterPrint.side CounterPrint.spares DieNet.edge
        DiscTemplate.ticks GridText.at MapArea.at MapArea.turn MapEdge.entry RulerMark.above RulerMark.band Track.across
    """,
    "check": """
        added claims counts errata rule spare About.date About.version Code.suffers Procedure.shows Table.crt
        Table.ranks Table.worse
    """,
}
"""The fields that are not used in play, in all records (`label`) or in those of one class (`Place.names`).

`wording` are texts that tell readers what other values mean. `shown` are worked examples, player aids, and lists of
counters beside an abbreviation: they show the game and change no rule, and the texts in them are wording. `appearance`
are drawings, colours, and places and sizes on paper. `check` are values that check others, or say where they come from.
`play` are fields that are used in play although fields of the same name in other records are not.
"""
_USES: Mapping[str, FieldUse] = {name: use for use, names in _NAMED.items() for name in names.split()}


@cache
def named_use(record: type[BaseModel], field: str) -> FieldUse | None:
    """Return what a field of a record is for; None if the table does not name it, so that it is used in play.

    An entry for its class comes before an entry for all records.
    """
    owners = (f"{one.__name__}.{field}" for one in record.__mro__)
    return next((_USES[name] for name in (*owners, field) if name in _USES), None)


def use_inside(outer: FieldUse, record: type[BaseModel], field: str) -> FieldUse:
    """Return what a field is for inside a value with the use `outer`.

    In a value that is not used in play, no field is; all fields of a check are checks.
    """
    named = named_use(record, field)
    if outer == "check" or named is None:
        return outer
    return outer if named == "play" and outer != "play" else named


def all_named() -> frozenset[str]:
    """Return all names of fields in the table."""
    return frozenset(_USES)
