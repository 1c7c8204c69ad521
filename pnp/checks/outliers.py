"""Checks that compare units of a kind: the only one with another factor, size or back may be a mistake."""

from __future__ import annotations

import re
from collections import Counter as Tally, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words, plural
from pnp.model.counter import Counter, split_factors

_LEAST = 4
"""At least this many units must agree before one that differs is reported."""
_MANY = 8
"""The same if no other units of a kind are equal in what differs; then the list may not be regular."""
_LEAST_NUMBERED = 2
"""The same for markers that differ only in the number at the end of their labels."""
_SHOWN = 3
"""A message names at most this many of the units that agree."""
_NUMBER = re.compile(r" \d+\b")
_COMPARED = {
    "side, symbol and size": (),
    "formation and symbol": (),
    "side and symbol": ("size", "steps"),
    "formation and factors": ("symbol", "size", "groups"),
    "formation": ("side",),
    "numbered": (),
}
"""By what units are of one kind, and the fields that are compared; all if there are none."""


@check("C016", Severity.WARNING)
def unit_unlike_its_kind(checked: CheckedGame) -> Iterator[Fault]:
    """One unit or marker differs from comparable ones in a factor, word, picture or number of steps.

    Comparable units have the same side, symbol and size, or the same formation. Comparable markers have labels that
    differ only in a number, such as `Disrupted 1` and `Disrupted 2`. A unit is reported only if at least four
    comparable units are identical; for markers, two are enough. In a list that may not be regular, because no other
    kind has at least five units that are all equal in this, eight must be. A unit whose label names its size, as
    `106 Bde` does, may differ from units of other sizes. If the difference is intended, write `waive: {C016: reason}`
    in the counter.

    Bad:
        counts: ~
        counters:
          U1: {kind: unit, side: red, symbol: engineer, label: One, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U2: {kind: unit, side: red, symbol: engineer, label: Two, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U3: {kind: unit, side: red, symbol: engineer, label: Three, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U4: {kind: unit, side: red, symbol: engineer, label: Four, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U5: {kind: unit, side: red, symbol: engineer, label: Five, steps: 2, spare: x, front: 3-4-3, back: 2-1-3}
          V1: {kind: unit, side: blue, symbol: engineer, label: One, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V2: {kind: unit, side: blue, symbol: engineer, label: Two, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V3: {kind: unit, side: blue, symbol: engineer, label: Three, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V4: {kind: unit, side: blue, symbol: engineer, label: Four, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V5: {kind: unit, side: blue, symbol: engineer, label: Five, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
    Good:
        counts: ~
        counters:
          U1: {kind: unit, side: red, symbol: engineer, label: One, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U2: {kind: unit, side: red, symbol: engineer, label: Two, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U3: {kind: unit, side: red, symbol: engineer, label: Three, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U4: {kind: unit, side: red, symbol: engineer, label: Four, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          U5: {kind: unit, side: red, symbol: engineer, label: Five, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V1: {kind: unit, side: blue, symbol: engineer, label: One, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V2: {kind: unit, side: blue, symbol: engineer, label: Two, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V3: {kind: unit, side: blue, symbol: engineer, label: Three, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V4: {kind: unit, side: blue, symbol: engineer, label: Four, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
          V5: {kind: unit, side: blue, symbol: engineer, label: Five, steps: 2, spare: x, front: 3-4-3, back: 2-2-3}
    """
    printed = checked.game.counter_print
    names = printed.factors if printed else ()
    kinds: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for id_, unit in checked.game.counters.items():
        for key in _kinds_of(unit):
            kinds[key].append(id_)
    reported: set[str] = set()
    features = {id_: _features(unit, names) for id_, unit in checked.game.counters.items()}
    many = {k: ids for k, ids in kinds.items() if len(ids) > (_LEAST_NUMBERED if k[0] == "numbered" else _LEAST)}
    equal: dict[tuple[str, str], set[frozenset[str]]] = defaultdict(set)
    for key, ids in many.items():
        for feature in features[ids[0]] if key[0] != "numbered" else ():
            if len({features[id_].get(feature, "") for id_ in ids}) == 1:
                equal[feature].add(frozenset(ids))
    for key, ids in many.items():
        for odd, feature, usual in _outliers(ids, features, _COMPARED[key[0]]):
            regular = key[0] == "numbered" or any(not group & set(ids) for group in equal[feature])
            named = key[0] == "side and symbol" and _names_size(checked.game.counters[odd])
            if odd not in reported and not named and (regular or len(ids) > _MANY):
                reported.add(odd)
                yield _fault(checked, ids, odd, feature, features[odd].get(feature, ""), usual)


def _kinds_of(unit: Counter) -> Iterator[tuple[str, ...]]:
    """Yield the kinds to which a unit or marker belongs, each with the name of its rule."""
    if unit.kind != "unit":
        yield "numbered", unit.kind, unit.side, _NUMBER.sub("", unit.label)
        return
    yield "side, symbol and size", unit.side, unit.symbol, str(unit.size)
    yield "side and symbol", unit.side, unit.symbol
    if unit.formation:
        yield "formation and symbol", unit.formation, unit.symbol
        yield "formation", unit.formation
        yield "formation and factors", unit.formation, unit.front.factors, unit.back.factors


def _features(unit: Counter, names: Sequence[str]) -> dict[tuple[str, str], str]:
    """Return what may be compared of a unit or marker: by its field and a name in words, the value."""
    if unit.kind != "unit":
        faces = (("front", unit.front), ("back", unit.back))
        return {
            (side, f"{field} on the {side}"): str(getattr(face, field))
            for side, face in faces for field in ("word", "second", "picture", "state", "foot", "ground")
        }  # fmt: skip
    found = {
        ("side", "side"): unit.side,
        ("symbol", "symbol"): unit.symbol,
        ("size", "size"): str(unit.size or ""),
        ("steps", "number of steps"): str(unit.steps),
        ("range", "range"): str(unit.range),
        ("groups", "groups"): " ".join(sorted(unit.groups)),
        ("back", "kind of back"): unit.back.state,
    }
    front, back = split_factors(unit.front.factors), split_factors(unit.back.factors)
    for i, name in enumerate(names):
        for side, factors in (("front", front), ("back", back)):
            if i < len(factors):
                found[side, f"{name} factor on the {side}"] = factors[i]
        if i < len(front) and i < len(back) and front[i].isdecimal() and back[i].isdecimal():
            found["back", f"loss of the {name} factor"] = str(int(front[i]) - int(back[i]))
    return found


def _outliers(
    ids: Sequence[str], features: Mapping[str, Mapping[tuple[str, str], str]], fields: Collection[str]
) -> Iterator[tuple[str, tuple[str, str], str]]:
    """Yield each unit that alone differs from all others in a feature, with the feature and the value of the others."""
    for key in dict.fromkeys(key for id_ in ids for key in features[id_]):
        if fields and key[0] not in fields:
            continue
        values = Tally(features[id_].get(key, "") for id_ in ids)
        if len(values) == 2 and min(values.values()) == 1:
            odd = next(id_ for id_ in ids if values[features[id_].get(key, "")] == 1)
            yield odd, key, next(value for value, number in values.items() if number > 1)


def _names_size(unit: Counter) -> bool:
    """Return whether a word of a unit's label shortens the name of its size, as `106 Bde` does that of a brigade."""
    shortened = (".*".join(word) for word in re.findall("[a-z]{2,}", unit.label.lower()))
    return any(re.match(letters, str(unit.size or "")) for letters in shortened)


def _fault(
    checked: CheckedGame, ids: Sequence[str], odd: str, feature: tuple[str, str], value: str, usual: str
) -> Fault:
    """Return the fault for a unit that differs from all others in a feature."""
    field, name = feature
    others = [f"{checked.game.counters[id_].label} ({id_})" for id_ in ids if id_ != odd]
    shown = join_words([*others[:_SHOWN], *([plural(len(others) - _SHOWN, "other")] if len(others) > _SHOWN else [])])
    wrong = (
        f"{name} of {checked.game.counters[odd].label} is {value or 'nothing'}, but {usual or 'nothing'} for {shown}"
    )
    return Fault(f"counters.{odd}.{field}", wrong, "correct it, or write waive: {C016: reason}")


_PRINTED = ("word", "second", "corner", "number")
"""The fields of a face that may show a number."""
_SERIES = re.compile(r"(.*\D)(\d+)")


@check("C028", Severity.WARNING)
def number_unlike_its_series(checked: CheckedGame) -> Iterator[Fault]:
    """The number on one marker of a series does not follow the numbers of the others.

    A series is made of at least four markers of a kind whose ids end in consecutive numbers, such as `DZ1` to `DZ6`.
    Their printed numbers rise with their ids, or are all the same. If the number is right, write
    `waive: {C028: reason}` in the counter.

    Bad:
        counts: ~
        counters:
          M1: {kind: marker, label: Mark 1, spare: x, front: {word: Mark, corner: "1"}, back: {word: Mark}}
          M2: {kind: marker, label: Mark 2, spare: x, front: {word: Mark, corner: "2"}, back: {word: Mark}}
          M3: {kind: marker, label: Mark 3, spare: x, front: {word: Mark, corner: "3"}, back: {word: Mark}}
          M4: {kind: marker, label: Mark 4, spare: x, front: {word: Mark, corner: "5"}, back: {word: Mark}}
    Good:
        counts: ~
        counters:
          M1: {kind: marker, label: Mark 1, spare: x, front: {word: Mark, corner: "1"}, back: {word: Mark}}
          M2: {kind: marker, label: Mark 2, spare: x, front: {word: Mark, corner: "2"}, back: {word: Mark}}
          M3: {kind: marker, label: Mark 3, spare: x, front: {word: Mark, corner: "3"}, back: {word: Mark}}
          M4: {kind: marker, label: Mark 4, spare: x, front: {word: Mark, corner: "4"}, back: {word: Mark}}
    """
    series: dict[tuple[str, ...], dict[int, tuple[str, int, str]]] = defaultdict(dict)
    for id_, counter in checked.game.counters.items():
        place = _SERIES.fullmatch(id_)
        for side, face in (("front", counter.front), ("back", counter.back)) if place else ():
            for field in _PRINTED:
                found = re.fullmatch(r"(\D*)(\d{1,4})(\D*)", str(getattr(face, field)))
                if place and found and counter.kind != "unit":
                    key = (f"{side}.{field}", place[1], counter.kind, counter.side, found[1], found[3])
                    series[key][int(place[2])] = (id_, int(found[2]), found[0])
    for (field, *_), printed in series.items():
        for run in _consecutive(sorted(printed)):
            for values in ([printed[n][1] - n for n in run], [printed[n][1] for n in run]):
                times = Tally(values)
                if len(times) == 2 and min(times.values()) == 1 and len(run) >= _LEAST:
                    odd = values.index(min(times, key=lambda value: times[value]))
                    id_, _, text = printed[run[odd]]
                    others = join_words([printed[n][2] for i, n in enumerate(run) if i != odd][:_SHOWN])
                    wrong = f"{text} does not follow the others of the series, such as {others}"
                    yield Fault(f"counters.{id_}.{field}", wrong, "correct the number")
                    break


def _consecutive(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Yield the runs of consecutive numbers in a sorted list."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run
