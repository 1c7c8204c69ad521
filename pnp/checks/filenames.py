"""Checks of ids that become file names: they are valid on every operating system and unique."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.filename import LONGEST_JOINED, name_fault
from pnp.findings import Fault
from pnp.message import clip

ALLOWED = "write letters A to Z, digits, dots, dashes and underscores"
MAP = "map"
"""The file name of the map's drawing."""


@check("I013")
def id_unfit_for_a_file(checked: CheckedGame) -> Iterator[Fault]:
    """The id of a counter or component cannot be part of a file name.

    A kit contains a drawing of every counter, card and piece, and the id is part of its file name. Letters A to Z,
    digits, dots, dashes and underscores are safe on every system; an id is at most 100 characters long and begins with
    a letter, a digit or an underscore. Windows reserves names such as CON and NUL.

    Bad:
        components: {../blast: {kind: template, shape: disc, name: Blast, sheet: templates, diameter: 2in}}
    Good:
        components: {blast: {kind: template, shape: disc, name: Blast, sheet: templates, diameter: 2in}}
    """
    for _, path, id_ in _ids_in_file_names(checked):
        if wrong := name_fault(id_):
            yield Fault(path, f"the id {clip(id_) or repr(id_)} is part of a file name: {wrong}", ALLOWED)


def _ids_in_file_names(checked: CheckedGame) -> Iterator[tuple[str, str, str]]:
    """Yield (path of the counter or component, path of the id, id) for each id in a file name."""
    for id_ in checked.game.counters:
        yield f"counters.{id_}", f"counters.{id_}", id_
    for id_, component in checked.game.components.items():
        owner = f"components.{id_}"
        yield owner, owner, id_
        for name in component.ids_in_file_names:
            yield from ((owner, f"{owner}.{name}.{inner}", inner) for inner in getattr(component, name))


@check("I014")
def files_of_one_name(checked: CheckedGame) -> Iterator[Fault]:
    """Two drawings would have the same file name, or names that differ only in capitals.

    On Windows and macOS such names are one file, and one drawing would replace the other.

    Bad:
        components:
          blast: {kind: template, shape: disc, name: Blast, sheet: templates, diameter: 2in}
          BLAST: {kind: template, shape: disc, name: Large blast, sheet: templates, diameter: 5in}
    Good:
        components:
          blast: {kind: template, shape: disc, name: Blast, sheet: templates, diameter: 2in}
          large-blast: {kind: template, shape: disc, name: Large blast, sheet: templates, diameter: 5in}
    """
    seen: dict[str, tuple[str, str]] = {}
    reported: set[tuple[str, str]] = set()
    unfit = {owner for owner, _, id_ in _ids_in_file_names(checked) if name_fault(id_)}  # I013 reports it
    for path, name in drawing_names(checked):
        if path in unfit:
            continue
        if len(f"{name}.svg") > LONGEST_JOINED and (path, "") not in reported:
            reported.add((path, ""))
            wrong = (
                f"the file name {clip(name)}.svg has {len(name) + 4:,} characters, but the limit is {LONGEST_JOINED}"
            )
            yield Fault(path, wrong, "write shorter ids")
        first, other = seen.setdefault(name.casefold(), (path, name))
        if (first, other) != (path, name) and (path, first) not in reported:
            reported.add((path, first))
            wrong = f"the drawing {name}.svg could overwrite {other}.svg, the drawing of {first}"
            yield Fault(path, wrong, "write an id that differs in more than capitals")


def drawing_names(checked: CheckedGame) -> Iterator[tuple[str, str]]:
    """Yield (path in the data, file name without suffix) for each drawing of a kit."""
    if checked.game.map is not None:
        yield "map", MAP
    for id_ in checked.game.counters:
        yield f"counters.{id_}", f"{id_}-front"
        yield f"counters.{id_}", f"{id_}-back"
    for id_, component in checked.game.components.items():
        _, words = component.named_counters()
        counters = [one for _, _, named in checked.counters_named(words) for one in named]
        yield from ((f"components.{id_}", name) for name in component.drawing_names(id_, counters))
