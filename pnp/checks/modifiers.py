"""Checks of printed modifiers against the steps that apply them, and against the combat effects of terrain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from pnp.checks.checked_game import SEVERAL, CheckedGame, check, records, unknown
from pnp.findings import Fault, Severity
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.maprule import MapRule
from pnp.model.modifier_effect import NumberChange, effects_in, read_effect
from pnp.model.step import StepRecord
from pnp.model.table import Modifier

Applied: TypeAlias = StepRecord | MapRule
"""A record that applies a modifier in play."""

_ALTERNATIVES = re.compile(r".*\?\s*(-?\d+)\s*:\s*(-?\d+)")
_FACTOR = re.compile(r"-?\(?(\d+) \* |.* \* (\d+)$")
_TERRAIN_TEST = re.compile(r"(?<!!)\b(?:is|crosses|has_place)\([^()]*'([\w-]+)'\)")
_LOWEST, _HIGHEST = ("at_least", "more_than"), ("at_most", "less_than")


class Stated(NamedTuple):
    """A change that a step makes: the key that states it, its value as written, and its alternatives."""

    key: str
    written: str
    changes: tuple[NumberChange, ...]
    only: bool = True
    """Whether the value can only be that of a modifier."""
    constant: bool = False
    """Whether the value is a number."""


def stated_changes(record: Applied) -> Iterator[Stated]:
    """Yield the changes that a step, a line of a step or a map rule makes."""
    for key in () if isinstance(record, StepRecord) and record.kind else ("add", "right", "left", "times"):
        if value := getattr(record, key, None):
            does: Literal["add", "shift", "times"] = "shift" if key in ("right", "left") else key  # type: ignore[assignment]
            amounts = tuple(_amounts(str(value)))
            turned = -1 if key == "left" else 1
            changes = tuple(NumberChange(does, sign * turned, number) for sign, number in amounts)
            constant = bool(re.fullmatch(r"-?\d+(?:/\d+)?", str(value)))
            yield Stated(key, f"{key}: {value}", changes, constant=constant)
    if rounded := getattr(record, "halve", ""):
        yield Stated("halve", f"halve: {rounded}", (NumberChange("times", 1, Fraction(1, 2)),), constant=True)
    assigned = getattr(record, "set", None)
    for name, text in assigned.items() if isinstance(assigned, dict) else ():
        if match := re.fullmatch(rf"{name} ([-+*/]) (?:double\()?(\d+(?:\.\d+)?)\)?", text):
            yield Stated(
                f"set.{name}", f"{name}: {text}", (_assigned_change(match[1], Fraction(match[2])),), only=False
            )
    values = getattr(record, "values", None)
    for name, text in values.items() if isinstance(values, dict) else ():
        if re.fullmatch(r"-?\d+", text):
            changes = tuple(NumberChange("add", sign, number) for sign, number in _amounts(text))
            yield Stated(f"with.{name}", f"{name}: {text}", changes, only=False)


def _amounts(text: str) -> Iterator[tuple[int, Fraction]]:
    """Yield the sign and the number, or the factor of a count, of an expression: twice for `a ? 1 : -1`."""
    if match := re.fullmatch(r"-?\d+(?:/\d+)?", text):
        yield (-1 if text.startswith("-") else 1), abs(Fraction(text))
    elif match := _ALTERNATIVES.fullmatch(text):
        for word in match.groups():
            if number := int(word):
                yield (1 if number > 0 else -1), Fraction(abs(number))
    else:
        match = _FACTOR.match(text)
        yield (-1 if text.startswith("-") else 1), Fraction(int(match[1] or match[2]) if match else 1)


def _assigned_change(operator: str, number: Fraction) -> NumberChange:
    """Return the change of an assignment such as `net: net + 2`."""
    if operator in "*/":
        return NumberChange("times", 1, number if operator == "*" else 1 / (number or Fraction(1)))
    return NumberChange("add", 1 if operator == "+" else -1, number)


@dataclass(frozen=True)
class ModifierUse:
    """The printed modifiers of a game, and the steps, map rules and terrain that name them."""

    game: Game

    @cached_property
    def modifiers(self) -> dict[str, tuple[str, Modifier]]:
        """The path and the modifier for each name, such as `shifts.night`."""
        return {
            f"{list_id}.{one.id}": (f"modifiers.{list_id}.lines.{i}", one)
            for list_id, listed in self.game.modifiers.items()
            for i, one in enumerate(listed.lines)
            if one.id
        }

    @cached_property
    def applied(self) -> tuple[tuple[str, Applied], ...]:
        """The path and the record of every step, line of a step and map rule."""
        parts = ("procedures", "standing", "map_rules")
        return tuple(
            (path, record)
            for part in parts
            for path, record in records(getattr(self.game, part), part)
            if isinstance(record, StepRecord | MapRule)
        )

    @cached_property
    def by_name(self) -> dict[str, list[tuple[str, Applied]]]:
        """The path and the record of every step and map rule that names a modifier, by the name."""
        found: dict[str, list[tuple[str, Applied]]] = {}
        for path, record in self.applied:
            for name in record.line:
                found.setdefault(name, []).append((path, record))
        return found

    @cached_property
    def has_changes(self) -> bool:
        """Whether a procedure has a line that changes a number or a column."""
        return any(
            stated.only
            for _, record in self.applied
            if isinstance(record, StepRecord)
            for stated in stated_changes(record)
        )

    def named(self, record: Applied | TerrainKind) -> list[tuple[str, Modifier]]:
        """Return the name and the modifier for each name in a record's `line` that exists."""
        return [(name, self.modifiers[name][1]) for name in record.line if name in self.modifiers]


@check("K020")
def modifier_applied_otherwise(checked: CheckedGame) -> Iterator[Fault]:
    """A step or a map rule changes a number otherwise than the printed modifier that it names.

    For example, the aid prints `right 1` at night, but the step shifts to the left. `line` names a line of a list under
    `modifiers` as LIST.ID. The operation, the sign and the number must agree. A printed `-1` for each unit agrees with
    `add: -count(group)`. If the printed effect is a condition such as `4+`, the number 4 must occur in the step.

    Bad:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: right 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{left: "1", line: shifts.night, when: turn == 2}]}
    Good:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
    """
    use = ModifierUse(checked.game)
    for name, places in use.by_name.items():
        if name not in use.modifiers:
            continue
        path, modifier = use.modifiers[name]
        wrong = [
            (at, written) for at, record in places if (written := _difference(modifier, record, use.named(record)))
        ]
        if not wrong:
            continue
        at, written = wrong[0]
        if len(wrong) < len(places):
            yield Fault(at, f"{name} is {modifier.effect}, but here it is {written}", "correct one of them")
        else:
            where = ".".join(at.split(".")[:2])
            text = f"{name} is {modifier.effect}, but {where} has {written}"
            yield Fault(f"{path}.effect", text, "correct one of them")


def _difference(modifier: Modifier, record: Applied, named: list[tuple[str, Modifier]]) -> str:
    """Return what a step does that differs from a modifier that it names; empty if they agree."""
    effect, stated = read_effect(modifier.effect), list(stated_changes(record))
    if effect is None:
        return _difference_from_words(modifier.effect, record)
    changes = [change for one in stated for change in one.changes]
    if not any(effect.agrees(change) for change in changes):
        return join_words([one.written for one in stated]) or "no change"
    others = [other for _, one in named if (other := read_effect(one.effect))]
    for one in stated:
        if one.only and not all(any(other.agrees(change) for other in others) for change in one.changes):
            return one.written
    return ""


def _difference_from_words(effect: str, record: Applied) -> str:
    """Return how a step differs from an effect such as `4+`, `at 0` or `2 MP`; empty if it has its numbers."""
    keys = {"rule", "line", "ruling", "says", "prints", "subject", "basis", "steps", "dice"}
    own = {name: value for name in type(record).model_fields if name not in keys and (value := getattr(record, name))}
    numbers = set(re.findall(r"\d+", " ".join(map(str, own.values()))))
    missing = [number for number in re.findall(r"\d+", effect) if number not in numbers]
    if missing:
        return f"without {join_words(missing)}"
    limits = [key for key in (*_LOWEST, *_HIGHEST) if key in own]
    wanted = _LOWEST if effect.endswith("+") else _HIGHEST if effect.startswith("<") or effect.endswith("-") else ()
    if wanted and limits and not any(key in wanted for key in limits):
        return f"{limits[0]}: {own[limits[0]]}"
    return ""


@check("K021", Severity.WARNING)
def modifier_never_applied(checked: CheckedGame) -> Iterator[Fault]:
    """No step, map rule or terrain names a printed modifier.

    A printed modifier is a line of a list under `modifiers`. Write an `id` in it, and `line: LIST.ID` at the part of
    the step that applies it. If players apply a modifier themselves, write the reason in it: `waive: {K021: the players
    count the artillery}`.

    Bad:
        modifiers: {shifts: {name: Shifts, lines: [{effect: right 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{right: "1", when: turn == 2}]}
    Good:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: right 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
    """
    use = ModifierUse(checked.game)
    if not use.has_changes:
        return
    for list_id, listed in checked.game.modifiers.items():
        for i, modifier in enumerate(listed.lines):
            name = f"{list_id}.{modifier.id}"
            if not modifier.id or name not in use.by_name:
                write = (
                    f"write line: {name} at the step that applies it"
                    if modifier.id
                    else "write an id, and line: at the step"
                )
                wrong = f"no step applies the modifier {modifier.effect} ({modifier.says})"
                yield Fault(f"modifiers.{list_id}.lines.{i}", wrong, write)


@check("K022", Severity.WARNING)
def step_names_no_modifier(checked: CheckedGame) -> Iterator[Fault]:
    """A procedure applies an amount that names no printed modifier, although its other amounts name one.

    Such a modifier is probably missing from the printed list. Only the default option of each ruling is checked.

    Bad:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - shift: crt
              lines:
              - {line: shifts.night, when: turn == 2}
              - {right: "1", when: turn == 1}
    Good:
        modifiers:
          shifts:
            name: Shifts
            lines: [{id: night, effect: left 1, says: at night}, {id: dawn, effect: right 1, says: at dawn}]
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - shift: crt
              lines:
              - {line: shifts.night, when: turn == 2}
              - {line: shifts.dawn, when: turn == 1}
    """
    use = ModifierUse(checked.game)
    naming = {_owner(path) for places in use.by_name.values() for path, _ in places}
    for path, record in use.applied:
        if (
            isinstance(record, MapRule)
            or record.line
            or _owner(path) not in naming
            or not _by_default(checked.game, record)
        ):
            continue
        for stated in stated_changes(record):
            if stated.constant:
                wrong = f"{stated.written} names no modifier, as other lines of {_owner(path)} do"
                yield Fault(path, wrong, "write line: and the modifier, or add it to the list")


def _owner(path: str) -> str:
    """Return the path of the procedure to which a step belongs."""
    return ".".join(path.split(".")[:2])


def _by_default(game: Game, record: StepRecord) -> bool:
    """Return whether a step is carried out under the default options of all rulings."""
    return all(
        id_ not in game.rulings or game.rulings[id_].default in options for id_, options in record.ruling.items()
    )


@check("K023")
def modifier_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The key `line` of a map rule, a terrain or a step names a printed modifier that does not exist.

    L020 reports this for a step without an amount of its own. The good example also leaves out `left`, as K025 advises.

    Bad:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{left: "1", line: shifts.night shifts.nihgt, when: turn == 2}]}
    Good:
        modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
        procedures:
          attack:
            rule: "2.1"
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
    """
    use = ModifierUse(checked.game)
    named = {name: [f"{path}.line" for path, _ in places] for name, places in use.by_name.items()}
    for id_, kind in checked.game.terrain.items():
        for name in kind.line:
            named.setdefault(name, []).append(f"terrain.{id_}.line")
    for name, paths in named.items():
        if name in use.modifiers:
            continue
        list_id = name.partition(".")[0]
        if len(paths) > 1 and list_id in checked.game.modifiers:
            wrong = f"the modifier {name} is missing; {len(paths)} places name it, such as {_owner(paths[0])}"
            yield Fault(f"modifiers.{list_id}.lines", wrong, "add it, or delete line: at these places")
        else:
            yield unknown(paths[0], "modifier", name, use.modifiers)


@check("K024")
def modifier_named_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two modifiers of a list have the same id.

    Bad:
        modifiers:
          shifts:
            name: Shifts
            lines: [{id: night, effect: left 1, says: at night}, {id: night, effect: right 1, says: at dawn}]
    Good:
        modifiers:
          shifts:
            name: Shifts
            lines: [{id: night, effect: left 1, says: at night}, {id: dawn, effect: right 1, says: at dawn}]
    """
    for list_id, listed in checked.game.modifiers.items():
        ids = [one.id for one in listed.lines]
        for i, id_ in enumerate(ids):
            if id_ and id_ in ids[:i]:
                yield Fault(
                    f"modifiers.{list_id}.lines.{i}.id", f"{id_} is the id of two modifiers", "write another id"
                )


@check("K028", Severity.WARNING)
def modifier_with_the_same_words(checked: CheckedGame) -> Iterator[Fault]:
    """Two modifiers of a list have the same words, so that players cannot tell when each applies.

    If both are right, write `waive: {K028: reason}` in the list.

    Bad:
        modifiers:
          shifts:
            lines: [{effect: left 1, says: The defender is heavier}, {effect: right 1, says: The defender is heavier}]
    Good:
        modifiers:
          shifts:
            lines: [{effect: left 1, says: The defender is heavier}, {effect: right 1, says: The defender is lighter}]
    """
    for list_id, listed in checked.game.modifiers.items():
        says = [one.says.lower() for one in listed.lines]
        for i, words in enumerate(says):
            if words and words in says[:i]:
                wrong = f"the words are those of line {says.index(words) + 1} of the list"
                yield Fault(f"modifiers.{list_id}.lines.{i}.says", wrong, "say when each applies")


@check("T022")
def terrain_effect_differs(checked: CheckedGame) -> Iterator[Fault]:
    """The combat effect of a terrain differs from the printed modifiers that its `line` names.

    The key `combat` of the terrain (`left 2`, `−1 each attacker`, `halved`) and the modifiers that its `line` names
    must state the same amounts. If a step applies a modifier when a hex has this terrain (`when: is(target, 'woods')`),
    the terrain must name that modifier.

    Bad:
        terrain: {woods: {combat: left 2, line: shifts.woods}}
        modifiers: {shifts: {name: Shifts, lines: [{id: woods, effect: left 1, says: against woods}]}}
    Good:
        terrain: {woods: {combat: '{{ effect("shifts.woods") }}', line: shifts.woods}}
        modifiers: {shifts: {name: Shifts, lines: [{id: woods, effect: left 1, says: against woods}]}}
    """
    use = ModifierUse(checked.game)
    naming: dict[str, list[str]] = {}
    differing: dict[str, list[str]] = {}
    for id_, kind in checked.game.terrain.items():
        stated = effects_in(kind.combat)
        named = [(name, effect) for name, one in use.named(kind) if (effect := read_effect(one.effect))]
        missing = not all(any(one.agrees(effect) for _, effect in named) for one in stated)
        wrong = [name for name, effect in named if not any(effect.agrees(one) for one in stated)]
        for name, _ in named:
            naming.setdefault(name, []).append(id_)
        for name in wrong or ([named[0][0]] if named and missing else ()):
            differing.setdefault(name, []).append(id_)
    reported = set()
    for name, ids in differing.items():
        path, modifier = use.modifiers[name]
        if SEVERAL <= len(ids) == len(naming[name]):
            wrong_text = f"{name} is {modifier.effect}, but {len(ids)} kinds of terrain state something else"
            yield Fault(f"{path}.effect", wrong_text, "correct it, or the terrain")
            continue
        for id_ in ids:
            kind = checked.game.terrain[id_]
            if id_ not in reported:
                wrong_text = f"{kind.name} has {kind.combat or 'no stated effect'}, but {name} is {modifier.effect}"
                yield Fault(f"terrain.{id_}.combat", wrong_text, "correct one of them")
            reported.add(id_)
    for path, record in use.applied:
        for id_ in dict.fromkeys(_terrain_tested(record)) if record.line else ():
            tested = checked.game.terrain.get(id_)
            if tested and tested.line and effects_in(tested.combat) and not set(tested.line) & set(record.line):
                here, there = join_words(record.line), join_words(tested.line)
                yield Fault(f"{path}.line", f"{here} tests {tested.name}, which names {there}", "correct one of them")


def _terrain_tested(record: Applied) -> Iterable[str]:
    """Return the ids of the terrain that the condition or the amount of a step tests."""
    texts = [getattr(record, key, "") for key in ("when", "add", "left", "right", "times")]
    return _TERRAIN_TEST.findall(" ".join(text for text in texts if isinstance(text, str)))


@check("T023", Severity.WARNING)
def terrain_effect_not_applied(checked: CheckedGame) -> Iterator[Fault]:
    """A terrain has a combat effect that no printed modifier states, or that no procedure applies.

    A combat effect is a change such as `left 1`. The key `line` of the terrain names the printed modifier. A step of a
    procedure tests for the terrain, such as `is(target, 'woods')`.

    Bad:
        terrain: {woods: {combat: left 1}}
        modifiers: {shifts: {name: Shifts, lines: [{id: woods, effect: left 1, says: against woods}]}}
        procedures:
          attack:
            rule: "2.1"
            given: {target: hex}
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.woods, when: "is(target, 'woods')"}]}
    Good:
        terrain: {woods: {combat: '{{ effect("shifts.woods") }}', line: shifts.woods}}
        modifiers: {shifts: {name: Shifts, lines: [{id: woods, effect: left 1, says: against woods}]}}
        procedures:
          attack:
            rule: "2.1"
            given: {target: hex}
            steps:
            - {column: crt, odds: [2, 1]}
            - {shift: crt, lines: [{line: shifts.woods, when: "is(target, 'woods')"}]}
    """
    use = ModifierUse(checked.game)
    effective = [(id_, kind) for id_, kind in checked.game.terrain.items() if effects_in(kind.combat)]
    if not effective or not checked.game.modifiers or not use.has_changes:
        return
    text = " ".join(
        str(record) for part in (checked.game.procedures, checked.game.standing) for record in part.values()
    )
    for id_, kind in effective:
        if not kind.line:
            wrong = f"{kind.name} has the combat effect {kind.combat}, but names no modifier"
            yield Fault(f"terrain.{id_}", wrong, "write line: and the modifier")
        elif f"'{id_}'" not in text and "combat_effect(" not in text:
            yield Fault(
                f"terrain.{id_}", f"no step tests {kind.name}, which has a combat effect", "test it in a procedure"
            )
