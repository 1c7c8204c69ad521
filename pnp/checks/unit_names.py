"""Checks of the names on counters: the label of a unit or marker agrees with its formation and with its faces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity, did_you_mean, is_one_slip
from pnp.message import clip, join_words
from pnp.model.counter import Counter, Face, Formation
from pnp.model.printed_texts import printed_texts
from pnp.proof.english import is_inflection

_NUMBER = re.compile(r"\d+")
_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")
_WORD = re.compile(r"(?:(?<=\d)(?!(?:st|nd|rd|th|er|re|ème|eme|de|te)(?![^\W\d_]))|(?<![^\W_]))[^\W\d_]{2,}")
"""A word of a label, but not the ending of an ordinal number, such as `th`."""
_BOTH = 2
"""At least this many units must have both a word and a symbol before one with only one of them is reported."""
_NUMBERED_ID = re.compile(r"(\D*)([1-9]\d{0,2}|0\d{1,2})")
_IN_SERIES = 4
"""At least this many counters must have ids that are numbered from 1 before a missing number is reported."""
_SLASHED = re.compile(r"(?<![\w/.+–-])[A-Z]{0,4}\d+(?:/[A-Z]?\d+)+(?![\w/–-])")
"""A name of a unit with a slash, such as `1/55`."""
_FRACTION = re.compile(r"1/[2-9]|2/3|3/4|\d+/(?:6|36)")
"""Texts that may be a fraction or a probability."""
_AGREEING = 4
"""At least this many units must have the number of their formation before one that lacks it is reported."""


def _numbers_in(text: str) -> set[str]:
    """Return the numbers in a name, also those written as ordinals, such as `First Group`."""
    return {*_NUMBER.findall(text), *(str(n) for n, word in enumerate(_ORDINALS, 1) if word in text)}


@check("C017", Severity.WARNING)
def label_unlike_formation(checked: CheckedGame) -> Iterator[Fault]:
    """The number in the label of a unit or formation differs from the number in the name of the formation.

    An example is `9 Gd` for the 7th Guard Brigade. The label of a unit is compared with those of at least four other
    units, whose formations have the same side and size. It is reported only if all other labels contain the number of
    their formation.

    Bad:
        formations: {guard: {name: 7th Guard Brigade, label: 9 Gd}}
    Good:
        formations: {guard: {name: 7th Guard Brigade, label: 7 Gd}}
    """
    game = checked.game
    groups: dict[tuple[str, str], list[tuple[str, set[str]]]] = defaultdict(list)
    for id_, formation in game.formations.items():
        numbers = _numbers_in(formation.name)
        labelled = {*_NUMBER.findall(formation.label)}
        above = game.formations.get(formation.parent)
        if labelled and numbers and not labelled & (numbers | _numbers_in(above.name if above else "")):
            wrong = f"the label of {formation.name} is {formation.label}"
            yield Fault(f"formations.{id_}.label", wrong, "correct the label or the name")
    for id_, unit in game.counters.items():
        own: Formation | None = game.formations.get(unit.formation)
        if unit.kind == "unit" and own and (numbers := {*_NUMBER.findall(own.name)}):
            groups[own.side, str(own.size)].append((id_, numbers))
    for members in groups.values():
        odd = [(id_, numbers) for id_, numbers in members if not numbers & _label_numbers(game.counters[id_])]
        if len(odd) == 1 and len(members) > _AGREEING:
            id_, numbers = odd[0]
            unit = game.counters[id_]
            name = game.formations[unit.formation].name
            wrong = f"{unit.label} does not contain {join_words(sorted(numbers))}, the number of {name}"
            yield Fault(f"counters.{id_}.label", wrong, "correct the label or the formation")


def _label_numbers(unit: Counter) -> set[str]:
    """Return the numbers in the labels of a unit."""
    return {*_NUMBER.findall(f"{unit.label} {unit.short} {unit.right}")}


@check("C020", Severity.WARNING)
def symbol_unlike_label(checked: CheckedGame) -> Iterator[Fault]:
    """The label of a unit names a unit type, but its symbol shows another type.

    It is reported only if exactly one unit with a word such as `Eng` lacks the symbol, and at least two units have
    both.

    Bad:
        counts: ~
        abbreviations: {Eng: {means: Engineers}}
        counters:
          U1: {kind: unit, side: red, symbol: engineer, label: 1 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
          U2: {kind: unit, side: red, symbol: engineer, label: 2 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
          U3: {kind: unit, side: red, symbol: infantry, label: 3 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
    Good:
        counts: ~
        abbreviations: {Eng: {means: Engineers}}
        counters:
          U1: {kind: unit, side: red, symbol: engineer, label: 1 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
          U2: {kind: unit, side: red, symbol: engineer, label: 2 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
          U3: {kind: unit, side: red, symbol: engineer, label: 3 Eng, steps: 1, spare: x, front: 1-1-3, back: blank}
    """
    units = {id_: unit for id_, unit in checked.game.counters.items() if unit.kind == "unit" and unit.symbol}
    by_word: dict[str, set[str]] = defaultdict(set)
    by_symbol: dict[str, set[str]] = defaultdict(set)
    for id_, unit in units.items():
        by_symbol[unit.symbol].add(id_)
        for word in _WORD.findall(f"{unit.label} {unit.short}"):
            by_word[word].add(id_)
    reported: set[str] = set()
    of_formations = {word for one in checked.game.formations.values() for word in _WORD.findall(one.label)}
    for word, named in by_word.items():
        if word in of_formations or len({units[id_].formation for id_ in named} - {""}) == 1:
            continue  # the word is part of the name of a formation
        for symbol, drawn in by_symbol.items():
            both, other = sorted(named & drawn), named - drawn
            if len(both) >= _BOTH and len(other) == 1 and not other & reported:
                reported |= other
                (id_,) = other
                wrong = (
                    f"{units[id_].label} has {word} in its label, but not the symbol {symbol} of {join_words(both[:3])}"
                )
                yield Fault(f"counters.{id_}.symbol", wrong, "correct the symbol or the label")


@check("C018", Severity.WARNING)
def front_marked_as_reduced(checked: CheckedGame) -> Iterator[Fault]:
    """The front of a counter has the state `reduced` or `disrupted`, which belongs to the back.

    Bad:
        counters: {B1: {front: {factors: 3-4-3, state: reduced}}}
    Good:
        counters: {B1: {front: {factors: 3-4-3}}}
    """
    for id_, counter in checked.game.counters.items():
        if counter.front.state in ("reduced", "disrupted"):
            wrong = f"the front of {counter.label} is marked as {counter.front.state}"
            yield Fault(f"counters.{id_}.front.state", wrong, "exchange front and back, or delete state")


@check("C019", Severity.WARNING)
def faces_exchanged(checked: CheckedGame) -> Iterator[Fault]:
    """The label of a marker names its faces in the wrong order, or contains a number that is not printed on them.

    `Fired / Ready` names the front first, then the back.

    Bad:
        counters: {turn: {label: Night / Day, front: {word: Day}, back: {word: Night}}}
    Good:
        counters: {turn: {label: Night / Day, front: {word: Night}, back: {word: Day}}}
    Bad:
        counters: {turn: {label: Left 80° / Right 90°, front: {word: Left 90°}, back: {word: Right 90°}}}
    Good:
        counters: {turn: {label: Left 90° / Right 90°, front: {word: Left 90°}, back: {word: Right 90°}}}
    """
    for id_, counter in checked.game.counters.items():
        if counter.kind == "unit" or not counter.front.word or not counter.back.word:
            continue
        front, _, back = counter.label.partition(" / ")
        other = _names(back, counter.front) if back else True
        if not _names(front, counter.front) and _names(front, counter.back) and other:
            wrong = f"{counter.label} has {counter.back.word} on its back"
            yield Fault(f"counters.{id_}.front", wrong, "exchange front and back, or correct the label")
        for part, face in ((front, counter.front), (back, counter.back)):
            numbers, others = _NUMBER.findall(part), _NUMBER.findall(face.word)
            if others and numbers != others and _NUMBER.sub("", part) == _NUMBER.sub("", face.word):
                yield Fault(f"counters.{id_}.label", f"{part} is printed as {face.word}", "correct one of them")


def _names(label: str, face: Face) -> bool:
    """Return whether a label contains the words of a face or the face those of the label."""
    name, words = _NUMBER.sub("", label).strip().casefold(), _NUMBER.sub("", face.word).strip().casefold()
    return name in words or words in name


@check("C021", Severity.WARNING)
def id_missing_in_series(checked: CheckedGame) -> Iterator[Fault]:
    """One id is missing in a numbered series of counters, such as `J5` in `J1` to `J9`.

    A counter may have been left out, or may have a wrong id. It is reported only for at least four counters with ids
    numbered from 1, and only if the data uses them as a series: an entry or an abbreviation names a range, such as
    `J1-J3`. In other lists, ids may be missing.

    Bad:
        counts: ~
        entries: {winds: {name: Winds, kind: track, counters: T1-T3, where: turn track}}
        counters:
          T1: {kind: marker, label: Wind, front: {word: WIND}, back: blank}
          T2: {kind: marker, label: Phase, front: {word: PHASE}, back: blank}
          T3: {kind: marker, label: Rain, front: {word: RAIN}, back: blank}
          T5: {kind: marker, label: Snow, front: {word: SNOW}, back: blank, spare: x}
    Good:
        counts: ~
        entries: {winds: {name: Winds, kind: track, counters: T1-T3, where: turn track}}
        counters:
          T1: {kind: marker, label: Wind, front: {word: WIND}, back: blank}
          T2: {kind: marker, label: Phase, front: {word: PHASE}, back: blank}
          T3: {kind: marker, label: Rain, front: {word: RAIN}, back: blank}
          T4: {kind: marker, label: Snow, front: {word: SNOW}, back: blank, spare: x}
    """
    series: dict[str, dict[int, str]] = defaultdict(dict)
    for id_ in checked.game.counters:
        match = _NUMBERED_ID.fullmatch(id_)
        if match:
            series[match[1]][int(match[2])] = id_
    for prefix, ids in series.items():
        missing = set(range(1, max(ids))) - set(ids)
        if len(ids) >= _IN_SERIES and len(missing) == 1 and min(ids) <= 2 and _has_range(checked, prefix):
            (number,) = missing
            after = ids[number + 1]
            absent = f"{prefix}{number:0{len(after) - len(prefix)}d}"
            yield Fault(f"counters.{after}", f"there is no {absent} before {after}", f"add {absent}, or correct an id")


def _has_range(checked: CheckedGame, prefix: str) -> bool:
    """Return whether an entry or an abbreviation names a range of ids with this prefix, such as `J1-J3`."""
    game = checked.game
    words = [word for entry in game.entries.values() for word in entry.counters]
    words += [word for abbreviation in game.abbreviations.values() for word in abbreviation.used_by]
    return any(re.fullmatch(rf"{re.escape(prefix)}\d+-(?:{re.escape(prefix)})?\d+", word) for word in words)


@check("C022", Severity.WARNING)
def unit_of_text_missing(checked: CheckedGame) -> Iterator[Fault]:
    """A text names a unit such as `1/55`, but no counter has it in its label.

    It is reported only if at least four units have such labels. Fractions such as 1/2 and table results such as `1/-`
    are ignored.

    Bad:
        counts: ~
        glossary: {stand: {says: The battalion 4/8 stays in reserve.}}
        counters:
          U1: {kind: unit, side: red, symbol: cavalry, label: 1/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U2: {kind: unit, side: red, symbol: cavalry, label: 2/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U3: {kind: unit, side: red, symbol: cavalry, label: 3/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U4: {kind: unit, side: red, symbol: cavalry, label: 4/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
    Good:
        counts: ~
        glossary: {stand: {says: The battalion 4/7 stays in reserve.}}
        counters:
          U1: {kind: unit, side: red, symbol: cavalry, label: 1/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U2: {kind: unit, side: red, symbol: cavalry, label: 2/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U3: {kind: unit, side: red, symbol: cavalry, label: 3/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
          U4: {kind: unit, side: red, symbol: cavalry, label: 4/7 Foot, steps: 1, spare: x, front: 1-1-3, back: blank}
    """
    game = checked.game
    units = [unit for unit in game.counters.values() if unit.kind == "unit"]
    names = {name for unit in units for name in _SLASHED.findall(f"{unit.label} {unit.short} {unit.right}")}
    shapes = {_NUMBER.sub("0", name) for name in names}
    if len(names) < _AGREEING:
        return
    results = {code for table in game.tables.values() for row in table.cells for code in row}
    for path, text in printed_texts(game):
        for name in dict.fromkeys(_SLASHED.findall(text)):
            unknown = name not in names and name not in results and not _FRACTION.fullmatch(name)
            if unknown and _NUMBER.sub("0", name) in shapes:
                yield Fault(path, f"no unit has {name} in its label", did_you_mean(name, names))


@check("C027", Severity.WARNING)
def faces_differ_by_a_slip(checked: CheckedGame) -> Iterator[Fault]:
    """The words on the two faces of a counter differ by one letter, or by two letters that are swapped.

    Words that differ in their endings, such as `Move` and `Moved`, are not reported. If both are right, write
    `waive: {C027: reason}` in the counter.

    Bad:
        counts: ~
        counters: {M1: {kind: marker, label: Waits, front: {word: WAITS}, back: {word: WAIST}, spare: x}}
    Good:
        counts: ~
        counters: {M1: {kind: marker, label: Waits, front: {word: WAITS}, back: {word: WAITS}, spare: x}}
    """
    for id_, counter in checked.game.counters.items():
        for field in ("word", "second"):
            front, back = getattr(counter.front, field), getattr(counter.back, field)
            long = len(front) >= _IN_SERIES and front.replace(" ", "").isalpha() and back.replace(" ", "").isalpha()
            if long and front.lower() != back.lower() and is_one_slip(back, front) and not is_inflection(front, back):
                wrong = f"the front has {clip(front)}, but the back {clip(back)}"
                yield Fault(f"counters.{id_}.back.{field}", wrong, "correct one of them")
