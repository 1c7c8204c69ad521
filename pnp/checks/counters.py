"""Checks of counters: their factors, backs, formations and sizes."""

from __future__ import annotations

import re
from collections import Counter as Tally, defaultdict
from collections.abc import Iterator
from typing import Any

from pnp.checks.checked_game import MAX_COPIES, SIDES, CheckedGame, check
from pnp.checks.spreadsheet_damage import is_changed_by_spreadsheet
from pnp.findings import Fault, Severity
from pnp.message import join_words, plural
from pnp.model.counter import Face, split_factors
from pnp.model.record import Sourced

MAX_STEPS = 30
"""The most steps of a unit; a larger number is a typing error."""


@check("C002")
def number_of_factors_differs(checked: CheckedGame) -> Iterator[Fault]:
    """The front or back of a counter has more or fewer factors than `counter_print` names.

    Bad:
        counters: {B1: {front: 3-4}}
    Good:
        counters: {B1: {front: 3-4-3}}
    """
    printed = checked.game.counter_print
    if printed is None:
        return
    for path, face in _faces_with_factors(checked):
        number = len(split_factors(face.factors))
        if number != len(printed.factors) and not is_changed_by_spreadsheet(face.factors):
            names = ", ".join(printed.factors)
            wrong = f"the face {face.factors} has {plural(number, 'factor')}"
            write = f"write {len(printed.factors)} factors separated by dashes: {names}"
            if not names:
                wrong, write = (
                    f"{wrong}, but counter_print names none",
                    "write their names as factors: of counter_print",
                )
            yield Fault(path, wrong, write)


@check("C003")
def sign_not_explained(checked: CheckedGame) -> Iterator[Fault]:
    """A factor is neither a number nor a sign that `counter_print.notation` explains.

    `[3]` prints the number 3 in a frame; explain its meaning under `notation` with the key `[n]`. A `+` or a minus sign
    before a number needs no explanation: `9--1` is 9 and -1.

    Bad:
        counters: {B3: {front: "?-1-2"}}
    Good:
        counters: {B3: {front: "*-1-2"}}
    """
    printed = checked.game.counter_print
    if printed is None:
        return
    for path, face in _faces_with_factors(checked):
        for factor in split_factors(face.factors):
            sign = "[n]" if re.fullmatch(r"\[\d+\]", factor) else factor
            if re.fullmatch(r"[+−-]?\d+|½|\d+½", factor) or sign in printed.notation:
                continue
            if is_changed_by_spreadsheet(face.factors):
                continue  # C025 reports the whole face
            shown = factor or "an empty factor"
            write = "add its meaning to counter_print.notation, or write a number in its place"
            if sign == "[n]":
                write = "write in counter_print.notation what a framed number means, once, with the key '[n]'"
            yield Fault(path, f"{shown} is not a number", write)


@check("C004")
def back_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A unit with two steps has no factors on its back.

    After its first step loss it would have no strength.

    Bad:
        counters: {B1: {back: {state: blank, factors: ""}}}
    Good:
        counters: {B1: {back: {state: reduced, factors: 2-2-3}}}
    """
    for path, unit in checked.units():
        if unit.steps == 2 and unit.front.factors and not unit.back.factors:
            yield Fault(
                f"{path}.back",
                f"the unit {unit.label} has two steps, but its back has no factors",
                "write the reduced side",
            )


@check("C005")
def back_not_allowed(checked: CheckedGame) -> Iterator[Fault]:
    """A unit with one step has factors on its back.

    Its first step loss eliminates it, so a printed back would be misleading, unless it shows the disrupted unit.

    Bad:
        counters: {B3: {back: {state: reduced, factors: 1-1-2}}}
    Good:
        counters: {B3: {back: {state: blank}}}
    """
    for path, unit in checked.units():
        if unit.steps == 1 and unit.back.factors and unit.back.state != "disrupted":
            yield Fault(
                f"{path}.back",
                f"the unit {unit.label} has one step, but its back has factors",
                "write back: blank, or steps: 2",
            )


@check("C006", Severity.WARNING)
def back_stronger_than_front(checked: CheckedGame) -> Iterator[Fault]:
    """The reduced or disrupted side of a unit is stronger than its full side.

    This happens when faces are swapped. If it is intended, write `state: full` on the back.

    Bad:
        counters: {B1: {back: {state: reduced, factors: 2-5-3}}}
    Good:
        counters: {B1: {back: {state: reduced, factors: 2-4-3}}}
    """
    printed = checked.game.counter_print
    names = printed.factors if printed else ()
    for path, unit in checked.units():
        if unit.back.state not in ("reduced", "disrupted") or unit.steps not in (None, 2):
            continue
        for name, front, back in zip(
            names, split_factors(unit.front.factors), split_factors(unit.back.factors), strict=False
        ):
            if front.isdecimal() and back.isdecimal() and _factor_value(back) > _factor_value(front):
                wrong = (
                    f"the unit {unit.label} has {name} {front} on its front but {back} on its {unit.back.state} side"
                )
                yield Fault(f"{path}.back", wrong, "swap them, or give the back state: full if this is meant")


@check("C007")
def formation_of_another_side(checked: CheckedGame) -> Iterator[Fault]:
    """A counter or formation belongs to a formation of another player's side.

    Bad:
        counters: {R1: {formation: guard}}
    Good:
        counters: {R1: {formation: reds}}
    """
    formations = checked.game.formations
    for id_, counter in checked.game.counters.items():
        formation = formations.get(counter.formation)
        if formation is None or formation.side not in checked.game.sides:
            continue  # I001 reports it
        if counter.side in checked.game.sides and formation.side != counter.side:
            wrong = (
                f"the formation {formation.name} belongs to side {formation.side}, "
                f"but this counter to side {counter.side}"
            )
            yield Fault(f"counters.{id_}.formation", wrong, "change one of them")
    for id_, formation in formations.items():
        parent = formations.get(formation.parent)
        if parent is not None and parent.side != formation.side:
            wrong = (
                f"the formation {parent.name} belongs to side {parent.side}, "
                f"but {formation.name} to side {formation.side}"
            )
            yield Fault(f"formations.{id_}.parent", wrong, "change one of them")


@check("C008")
def counters_look_alike(checked: CheckedGame) -> Iterator[Fault]:
    """Two counters look exactly alike: everything that is printed on them is the same.

    Players could not distinguish them in a set-up. Identical pieces are one counter with `copies`. If only the factors
    or the text beside the symbol differ, players can tell them apart.

    Bad:
        counters: {B2: {label: 1/Gd}}
    Good:
        counters: {B2: {label: 2/Gd}}
    """
    seen: dict[str, str] = {}
    for id_, counter in checked.game.counters.items():
        key = counter.model_dump_json(exclude=_NOT_PRINTED)
        if key in seen:
            wrong = f"{counter.label} looks exactly like the counter {seen[key]}"
            yield Fault(
                f"counters.{id_}.label",
                wrong,
                "correct one of them, or write one counter with copies: for equal pieces",
            )
        else:
            seen[key] = id_


_NOT_ON_FACES = set(Sourced.model_fields)
_NOT_PRINTED: dict[str, Any] = {
    **dict.fromkeys((*_NOT_ON_FACES, "copies", "groups", "spare", "steps"), True),
    "front": _NOT_ON_FACES,
    "back": _NOT_ON_FACES,
}
"""The fields of a counter that do not change what is printed on it."""


@check("C009")
def counter_print_missing(checked: CheckedGame) -> Iterator[Fault]:
    """The game has counters but no `counter_print`.

    The size of counters and the names of factors cannot be guessed.

    Bad:
        counter_print: ~
    Good:
        counter_print: {side: 0.5in, factors: attack defence movement}
    """
    if checked.game.counters and checked.game.counter_print is None:
        yield Fault(
            "counters", "the game has counters but no counter_print", "write counter_print: {side: 0.5in, factors: ...}"
        )


@check("C010")
def copies_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """The number of copies of a counter is less than 1, or more than 1,000.

    Bad:
        counters: {turn: {copies: 0}}
    Good:
        counters: {turn: {copies: 1}}
    """
    for id_, counter in checked.game.counters.items():
        if not 1 <= counter.copies <= MAX_COPIES:
            yield Fault(
                f"counters.{id_}.copies",
                f"{counter.copies} is not a valid number of copies",
                f"write a number from 1 to {MAX_COPIES}",
            )


@check("C011")
def unit_incomplete(checked: CheckedGame) -> Iterator[Fault]:
    """A unit has no side or no symbol, or its number of steps is not from 1 to 30.

    Bad:
        counters: {B1: {steps: ~}}
    Good:
        counters: {B1: {steps: 2}}
    """
    for path, unit in checked.units():
        for field, value in (("side", unit.side), ("symbol", unit.symbol), ("steps", unit.steps)):
            if not value and value != 0:
                write = f"write {field}:, or in the file that names a sheet set: {{{field}: ...}} for all its rows"
                yield Fault(f"{path}.{field}", f"unit {unit.label} has no {field}", write)
        if unit.steps is not None and not 1 <= unit.steps <= MAX_STEPS:
            wrong = f"unit {unit.label} cannot have {unit.steps} steps"
            yield Fault(f"{path}.steps", wrong, f"write a number from 1 to {MAX_STEPS}")


@check("C029")
def groups_alike(checked: CheckedGame) -> Iterator[Fault]:
    """A group of a counter differs from that of another counter only in capitals.

    Rules and procedures tell them apart, so that `elite` does not select a unit with `Elite`.

    Bad:
        counters: {B1: {groups: Elite}, B2: {groups: elite}}
    Good:
        counters: {B1: {groups: elite}, B2: {groups: elite}}
    """
    uses: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for id_, counter in checked.game.counters.items():
        for word in counter.groups:
            uses[word.casefold()][word].append(id_)
    for words in uses.values():
        usual = max(words, key=lambda word: (len(words[word]), word))
        for word, ids in words.items():
            if word != usual:
                wrong = (
                    f"the group {word} differs from {usual}, that of {join_words(words[usual][:3])}, only in capitals"
                )
                yield Fault(f"counters.{ids[0]}.groups", wrong, f"write {usual} instead of {word}")


@check("C012")
def activation_backs_differ(checked: CheckedGame) -> Iterator[Fault]:
    """The backs of the activation markers of one side differ.

    Markers that are drawn unseen must look alike from behind.

    Bad:
        counters:
          go-1: {kind: activation, side: blue, label: Go, front: {picture: die}, back: emblem, spare: x}
          go-2: {kind: activation, side: blue, label: Go on, front: {picture: die}, back: {word: Go}, spare: x}
        counts: ~
    Good:
        counters:
          go-1: {kind: activation, side: blue, label: Go, front: {picture: die}, back: emblem, spare: x}
          go-2: {kind: activation, side: blue, label: Go on, front: {picture: die}, back: emblem, spare: x}
        counts: ~
    """
    first: dict[str, tuple[str, Face]] = {}
    for id_, counter in checked.game.counters.items():
        if counter.kind != "activation":
            continue
        back = counter.back.model_copy(update={"basis": {}, "waive": {}, "rule": (), "note": ""})
        other, equal = first.setdefault(counter.side, (id_, back))
        if back != equal:
            yield Fault(
                f"counters.{id_}.back", f"its back differs from that of {other}", "make them equal: back: emblem"
            )


@check("C013")
def counter_size_out_of_range(checked: CheckedGame) -> Iterator[Fault]:
    """Counters are smaller than 6 mm or larger than 60 mm.

    Bad:
        counter_print: {side: 5in}
    Good:
        counter_print: {side: 13mm}
    """
    printed = checked.game.counter_print
    if printed is not None and not SIDES[0] <= printed.side <= SIDES[1]:
        yield Fault(
            "counter_print.side",
            f"{printed.side:g} mm is not a valid size of counters",
            "write a side from 6mm to 60mm",
        )


@check("C014")
def factor_named_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two factors have the same name, or a factor has a reserved name.

    Reserved names are the other keys of a counter's face: `state`, `factors`, `picture`, `number`, `word`, `second`,
    `corner`, `foot`, `ground`, `accent`, `emblem`, `basis`, `misprint`, `waive`, `rule`, `overrides` and `note`.

    Bad:
        counter_print: {factors: attack attack movement}
    Good:
        counter_print: {factors: attack defence movement}
    """
    printed = checked.game.counter_print
    for name, number in Tally(printed.factors if printed else ()).items():
        if number > 1:
            yield Fault(
                "counter_print.factors", f"{name} is named {number} times", "write a different name for each factor"
            )
        elif name in Face.model_fields:
            yield Fault("counter_print.factors", f"{name} is a field of a face", "write another name")


@check("C023")
def unknown_spare(checked: CheckedGame) -> Iterator[Fault]:
    """A spare counter is neither a counter nor a side of the game.

    Spares are printed after the counters of the game: further copies of a counter, or blank counters of a side.

    Bad:
        counter_print: {spares: {B99: 4}}
    Good:
        counter_print: {spares: {B1: 4}}
    """
    printed = checked.game.counter_print
    for id_ in printed.spares if printed else ():
        if id_ not in checked.game.counters and id_ not in checked.game.sides:
            wrong = f"there is no counter or side {id_}"
            yield Fault(f"counter_print.spares.{id_}", wrong, "write the id of a counter or of a side")


def _faces_with_factors(checked: CheckedGame) -> Iterator[tuple[str, Face]]:
    """Yield every counter face that has factors, with its path in the data."""
    for id_, counter in checked.game.counters.items():
        for name, face in (("front", counter.front), ("back", counter.back)):
            if face.factors:
                yield f"counters.{id_}.{name}", face


def _factor_value(text: str) -> int:
    """Return the value of a factor that consists of digits.

    Only its first nine digits count.
    """
    return int(text[:9])
