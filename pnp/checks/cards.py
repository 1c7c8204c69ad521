"""Checks of cards and decks: their sizes, their contents, and the names of their PDF files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.components import component_faults
from pnp.filename import name_fault
from pnp.findings import Fault
from pnp.message import clip
from pnp.model.component import CardComponent
from pnp.typeface import text_width
from pnp.units import Mm

SPAN = (25.0, 300.0)
"""The shortest and the longest side of a card in mm."""
SLACK = 0.05
FILES = frozenset(
    {"aids", "calibration", "components", "counter-manifest", "counters", "cover", "folder", "index", "kit", "odds"}
    | {"manifest", "map", "map-tiles", "packaging", "pages", "rules"}
)
"""Names of the files and folders that every kit has."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")


def _card_components(checked: CheckedGame) -> Iterator[tuple[str, CardComponent]]:
    """Yield every card and card deck of the game, with its path in the data."""
    for id_, component in checked.game.components.items():
        if isinstance(component, CardComponent):
            yield f"components.{id_}", component


@check("K001")
def card_size_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """The width or height of a card is less than 25 mm or more than 300 mm.

    Bad:
        components:
          tables: {kind: card, name: Tables, width: 6mm, height: 4in, front: {}}
    Good:
        components:
          tables: {kind: card, name: Tables, width: 6in, height: 4in, front: {}}
    """
    least, most = SPAN
    for path, card in _card_components(checked):
        for name in ("width", "height"):
            length = getattr(card, name)
            if not least <= length <= most:
                yield Fault(
                    f"{path}.{name}",
                    f"the {name} of the card is {length:g} mm, which cannot be printed",
                    f"write {least:g}mm to {most:g}mm",
                )


@check("K002")
def map_card_size_differs(checked: CheckedGame) -> Iterator[Fault]:
    """A card that shows the map differs in size from the map sheet, or the game has no map.

    The map is printed at its true size on cards too. In the example, the map sheet measures 8 by 8 in.

    Bad:
        components:
          field: {kind: card, name: The field, width: 6in, height: 4in, front: {map: true}}
    Good:
        components:
          field: {kind: card, name: The field, width: 8in, height: 8in, front: {map: true}}
    """
    text = checked.game.map
    for path, card in _card_components(checked):
        for side, face in card.printed_sides():
            if not face.map:
                continue
            if text is None:
                yield Fault(f"{path}.{side}.map", "the game has no map", "delete it, or add a map")
                continue
            paper = text.paper
            if abs(card.width - paper.width) > SLACK or abs(card.height - paper.height) > SLACK:
                wrong = f"the card is {card.width:g} by {card.height:g} mm, but the map sheet is "
                wrong += f"{paper.width:g} by {paper.height:g} mm"
                yield Fault(f"{path}.{side}.map", wrong, "make them equal")


@check("K003")
def card_with_map_and_furniture(checked: CheckedGame) -> Iterator[Fault]:
    """One side of a card shows the map and also has furniture (tables, tracks, texts and other items).

    Write such items under `map: furniture`, so that the map sheet and the card both print them.

    Bad:
        components:
          field:
            kind: card
            name: The field
            width: 8in
            height: 8in
            front: {map: true, furniture: [{kind: text, text: Hold on., at: [10mm, 5mm, 20mm, 10mm]}]}
    Good:
        map: {furniture: [{kind: text, text: Hold on., at: [10mm, 5mm, 20mm, 10mm]}]}
        components:
          field: {kind: card, name: The field, width: 8in, height: 8in, front: {map: true}}
    """
    for path, card in _card_components(checked):
        for side, face in card.printed_sides():
            if face.map and face.furniture:
                wrong = "this side shows the map, and furniture as well"
                yield Fault(f"{path}.{side}.furniture", wrong, "write it in the furniture of the map")


@check("K004")
def empty_furniture(checked: CheckedGame) -> Iterator[Fault]:
    """A printed text is empty, or a card shows a compass, scale or key although the game has no map.

    Bad:
        map: {furniture: [{kind: text, at: [10mm, 5mm, 60mm, 10mm]}]}
    Good:
        map: {furniture: [{kind: text, text: Blue moves first., at: [10mm, 5mm, 60mm, 10mm]}]}
    """
    text = checked.game.map
    pieces = [(f"map.furniture.{i}", piece) for i, piece in enumerate(text.furniture if text else ())]
    for path, card in _card_components(checked):
        for side, face in card.printed_sides():
            pieces += [(f"{path}.{side}.furniture.{i}", piece) for i, piece in enumerate(face.furniture)]
    for path, piece in pieces:
        if piece.kind == "text" and not (piece.text.strip() or piece.title.strip()):
            yield Fault(path, "a text without words", "write text: and the words")
        elif piece.kind in ("compass", "scale", "key") and text is None:
            yield Fault(f"{path}.kind", f"a {piece.kind} without a map", "delete it, or add a map")


@check("K005")
def deck_without_cards(checked: CheckedGame) -> Iterator[Fault]:
    """A deck of cards has no suits or no ranks, or more than 400 cards.

    Bad:
        components:
          events: {kind: card-deck, name: Events, width: 63mm, height: 88mm, suits: {}, ranks: {A: {title: Rain}}}
    Good:
        components:
          events:
            kind: card-deck
            name: Events
            width: 63mm
            height: 88mm
            suits: {e: {name: Events, colour: "#17140F", pip: star}}
            ranks: {A: {title: Rain}}
    """
    yield from component_faults(checked, "K005")


@check("K006")
def card_without_title(checked: CheckedGame) -> Iterator[Fault]:
    """A rank of a card deck has no title or an unknown suit, or a spare card has the same id as a rank.

    A card names its suits by their ids, in a sheet also by their names; without `suit`, each suit has it. Spare cards
    (`spares`) are cards outside the ranks, such as a joker. The title is printed on the card. A step that draws a card
    gives the id of its rank, so each id must be unique.

    Bad:
        components:
          events:
            kind: card-deck
            name: Events
            width: 63mm
            height: 88mm
            suits: {e: {name: Events, colour: "#17140F", pip: star}}
            ranks: {A: {title: ""}}
    Good:
        components:
          events:
            kind: card-deck
            name: Events
            width: 63mm
            height: 88mm
            suits: {e: {name: Events, colour: "#17140F", pip: star}}
            ranks: {A: {title: Rain}}
    """
    yield from component_faults(checked, "K006")


@check("K007")
def file_name_not_available(checked: CheckedGame) -> Iterator[Fault]:
    """The `sheet` of a component (or its id, without `sheet`) cannot be the name of a PDF file.

    Use letters, digits and dashes only. The name must not be that of another file of the kit, such as `rules`. A card
    and another component cannot share a sheet.

    Bad:
        components:
          rules: {kind: card, name: Rules card, width: 6in, height: 4in, front: {}}
    Good:
        components:
          rules-card: {kind: card, name: Rules card, width: 6in, height: 4in, front: {}}
    """
    seen: dict[str, tuple[str, bool]] = {}
    for id_, component in checked.game.components.items():
        if not component.sheet and name_fault(id_):
            continue  # I013 reports it
        name = component.sheet or id_
        path = f"components.{id_}.sheet" if component.sheet else f"components.{id_}"
        card = component.two_sided
        if name.lower() in FILES:
            yield Fault(path, f"every kit has a file {name}", "write sheet: and another name")
        elif not _NAME.fullmatch(name) or name_fault(name):
            wrong = f"the name {clip(name) or repr(name)} cannot be used for a file"
            yield Fault(path, wrong, "write sheet: and letters, digits and dashes")
        elif seen.setdefault(name.lower(), (name, card)) != (name, card):
            other, cards = seen[name.lower()]
            wrong = f"cards and other components share the sheet {name}"
            if cards == card:
                wrong = f"the sheet names {other} and {name} differ only in capitals"
            yield Fault(path, wrong, "write sheet: and another name")


NOTE_ROOM: Mm = 80.0
"""Width in mm, at 7 pt, of the longest note that fits into the margin of every sheet of cards."""


@check("K019")
def note_too_long_for_the_margin(checked: CheckedGame) -> Iterator[Fault]:
    """The notes (`says`) of the cards on one sheet are too long for the margin of that sheet.

    The notes are printed in the margin, beside the rulers with which players check the scale. All notes on one sheet
    together may have about 90 letters (80 mm at 7 pt).

    Bad:
        components:
          one:
            kind: card
            name: One
            width: 60mm
            height: 90mm
            says: >-
              Give one of these cards to each player before the game begins. Put all the other cards back into the
              box, because they are not needed any more.
            front: {furniture: [{kind: text, title: One, text: Two, at: [5mm, 5mm, 50mm, 20mm]}]}
    Good:
        components:
          one:
            kind: card
            name: One
            width: 60mm
            height: 90mm
            says: Give one of these cards to each player.
            front: {furniture: [{kind: text, title: One, text: Two, at: [5mm, 5mm, 50mm, 20mm]}]}
    """
    used: dict[str, Mm] = {}
    for id_, card in checked.game.components.items():
        if not card.two_sided or not card.says:
            continue
        sheet = card.sheet or id_
        used[sheet] = used.get(sheet, 0) + text_width(card.says, "condensed-medium", 7)
        if used[sheet] > NOTE_ROOM:
            wrong = (
                f"the notes of sheet {sheet} are {used[sheet]:.0f} mm long; its margin has room for {NOTE_ROOM:.0f} mm"
            )
            yield Fault(f"components.{id_}.says", wrong, "shorten the note, or print it in the rules")
