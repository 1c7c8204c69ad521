"""Checks of values that a spreadsheet program has changed: `1-2` became the date 2-Jan, `1000` became 1.00E+03."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import clip, plural
from pnp.model.printed_texts import texts_in

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHER_MONTHS = {"mrz": 3, "mär": 3, "mai": 5, "okt": 10, "dez": 12, "fev": 2, "fév": 2, "avr": 4, "aoû": 8, "déc": 12}
"""Months in German and French programs, if they are written in another way."""
_NAME = "|".join((*_MONTHS, *_OTHER_MONTHS))
_DAY_MONTH = re.compile(rf"(\d{{1,2}})-({_NAME})\.?(?:-(\d{{2}}|\d{{4}}))?", re.IGNORECASE)
_MONTH_YEAR = re.compile(rf"({_NAME})-(\d{{2}}|\d{{4}})", re.IGNORECASE)
_NUMBERS = re.compile(r"(\d{1,2})([/.])(\d{1,2})\2((?:19|20)\d\d|\d\d)(?: 0?0:00(?::00)?)?")
_ISO = re.compile(r"((?:19|20)\d\d)-(\d\d)-(\d\d)(?:[ T]00:00(?::00)?)?")
_POWER = re.compile(r"-?\d(?:[.,]\d+)?E[+-]?\d{2,3}", re.IGNORECASE)
_FAILED = re.compile(r"#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NUM!|NULL!|#+)")
_SECTIONS = ("sides", "formations", "counters", "terrain", "map", "tables", "modifiers", "boxes", "components")
"""Keys with short texts, none of which is a date; tracks, entries and scenarios may have dates."""
_FEW = 3
"""So many values of one field are reported one by one; more of them have one cause, and one finding."""
_LARGEST = 12
"""The greatest power of ten that is written out in advice."""


def is_changed_by_spreadsheet(text: str) -> bool:
    """Return whether a value has the form of a date, of a power of ten, or of an error of a spreadsheet program."""
    return bool(text) and any(
        form.fullmatch(text.strip()) for form in (_DAY_MONTH, _MONTH_YEAR, _NUMBERS, _ISO, _POWER, _FAILED)
    )


def likely_value(text: str) -> str:
    """Return what was probably typed before a spreadsheet program changed it; empty if nothing is probable.

    >>> likely_value("2-Jan"), likely_value("04/03/2004"), likely_value("1.00E+03"), likely_value("#REF!")
    ('1-2 or 2-1', '4-3-4 or 3-4-4', '1000', '')
    """
    text = text.strip()
    if match := _DAY_MONTH.fullmatch(text):
        after = f"-{int(match[3][-2:])}" if match[3] else ""
        day, month = int(match[1]), _month(match[2])
        return _either(f"{month}-{day}{after}", f"{day}-{month}{after}")
    if match := _MONTH_YEAR.fullmatch(text):
        return f"{_month(match[1])}-{int(match[2][-2:])}"
    if match := _NUMBERS.fullmatch(text):
        one, other, year = int(match[1]), int(match[3]), int(match[4][-2:])
        return _either(f"{one}-{other}-{year}", f"{other}-{one}-{year}")
    if match := _ISO.fullmatch(text):
        year, month, day = int(match[1][-2:]), int(match[2]), int(match[3])
        return _either(f"{month}-{day}-{year}", f"{day}-{month}-{year}")
    if _POWER.fullmatch(text):
        value = float(text.replace(",", "."))
        return f"{value:.0f}" if value == int(value) and abs(value) < 10**_LARGEST else ""
    return ""


def _month(name: str) -> int:
    """Return the number of a month from the beginning of its name."""
    low = name.lower()
    return _MONTHS.index(low) + 1 if low in _MONTHS else _OTHER_MONTHS[low]


def _either(one: str, other: str) -> str:
    """Return both texts, or one if they are equal."""
    return one if one == other else f"{one} or {other}"


@check("C025")
def factors_changed_by_spreadsheet(checked: CheckedGame) -> Iterator[Fault]:
    """The factors of a counter are a date or a power of ten: a spreadsheet program has changed them.

    Spreadsheet programs take 3-4-4 for a date. Format the column as text before you type in it.

    Bad:
        counters: {B1: {front: 04/03/2004}}
    Good:
        counters: {B1: {front: 3-4-3}}
    """
    yield from _faults(
        (f"counters.{id_}.{name}", name, face.factors)
        for id_, counter in checked.game.counters.items()
        for name, face in (("front", counter.front), ("back", counter.back))
    )


@check("C026", Severity.WARNING)
def text_changed_by_spreadsheet(checked: CheckedGame) -> Iterator[Fault]:
    """A short text is probably a value that a spreadsheet program has changed.

    Labels and cells of tables are such texts. Spreadsheet programs take 1-2 for a date and write 2-Jan, and 1.00E+03
    for 1000. An error such as #REF! is reported too. If it is meant, write `waive: {C026: reason}` in the record.

    Bad:
        counters: {B1: {right: 2-Jan}}
    Good:
        counters: {B1: {right: 1-2}}
    """
    for section in _SECTIONS:
        found = texts_in(getattr(checked.game, section), section)
        yield from _faults((path, field, text) for path, field, text in found if field != "factors")


def _faults(values: Iterator[tuple[str, str, str]]) -> Iterator[Fault]:
    """Yield a fault for each changed value, given as (path, field, text), or one fault for many of one field."""
    by_field: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for path, field, text in values:
        if is_changed_by_spreadsheet(text):
            by_field[path.partition(".")[0], field].append((path, text))
    for (_, field), changed in by_field.items():
        many = len(changed) > _FEW
        for path, text in changed[:1] if many else changed:
            meant = likely_value(text)
            others = f" and {plural(len(changed) - 1, 'other value')} of {field}" if many else ""
            wrong = f"{clip(text)}{others} look{'s' * (not many)} like a value that a spreadsheet program has changed"
            write = f"write {meant}" if meant else "write the value that was meant"
            yield Fault(path, wrong, f"{write}, and format the column as text" if many else write)
