"""Checks of facts that the data states twice: in words and as values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.rules import text_spot
from pnp.findings import Fault, Severity, did_you_mean
from pnp.message import join_words

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
DATE = re.compile(r"\b(\d{1,2}) (" + "|".join(_MONTHS) + r")\b|\b(" + "|".join(_MONTHS) + r") (\d{1,2})\b")
_PLAYER = re.compile(r"(?<=[a-z,;] )([A-Z][a-z]+) player\b")
_ROLES = {"Active", "Attacking", "Defending", "First", "Inactive", "Moving", "Other", "Phasing", "Second"}
"""Words before `player` that name a player by what he does in any wargame."""


SHORTEST_NAME = 4
"""Names of places with fewer letters are not looked for in texts."""
_RARE = 2
"""A word before `player` that is used more often names a role of this game."""


@check("R014", Severity.WARNING)
def player_of_no_side(checked: CheckedGame) -> Iterator[Fault]:
    """A text names the player of a side that the game does not have, such as `the Rde player`.

    Bad:
        glossary: {odds: {says: "The ratio of strengths, which the Rde player computes."}}
    Good:
        glossary: {odds: {says: "The ratio of strengths, which the Red player computes."}}
    """
    sides = {word for side in checked.game.sides.values() for word in (side.name, side.adjective, side.short) if word}
    if not sides:
        return
    named = [(path, match) for path, text in checked.printed_texts for match in _PLAYER.finditer(text)]
    uses = Counter(match[1] for _, match in named)
    for path, match in named:
        if match[1] not in sides and match[1] not in _ROLES and uses[match[1]] <= _RARE:
            write = did_you_mean(match[1], sides, many=True)
            yield Fault(path, f"{match[1]} is not a side of the game", write, at=match.start())


@check("R015", Severity.WARNING)
def case_refers_to_itself(checked: CheckedGame) -> Iterator[Fault]:
    """A case of the rules refers to itself.

    Bad:
        # 1.0 The game
        See the odds [1.0].
    Good:
        # 1.0 The game
        See the odds.
    """
    for i, case in enumerate(checked.game.rules):
        for match in re.finditer(rf"\[(?:[^\[\]]*,\s*)?({re.escape(case.number)})(?:,[^\[\]]*)?\]", case.text):
            spot = text_spot(checked, i, match.start(1))
            yield Fault(spot.path, f"case {case.number} refers to itself", "name the case that is meant", spot)


@check("T020", Severity.WARNING)
def label_missing_in_series(checked: CheckedGame) -> Iterator[Fault]:
    """The numbers on the spaces of a track do not rise or fall by equal steps.

    A space is probably missing, or its label is wrong. If the numbers are right, write `waive: {T020: reason}` in the
    track.

    Bad:
        tracks: {loss: {name: Losses, spaces: [{label: "1"}, {label: "2"}, {label: "4"}, {label: "5"}]}}
    Good:
        tracks: {loss: {name: Losses, spaces: [{label: "1"}, {label: "2"}, {label: "3"}, {label: "4"}]}}
    """
    for id_, track in checked.game.tracks.items():
        labels = [space.label for space in track.spaces]
        if (
            len(labels) < 3
            or len(set(labels)) < len(labels)
            or not all(re.fullmatch(r"-?\d+", label) for label in labels)
        ):
            continue
        numbers = [int(label) for label in labels]
        steps = [b - a for a, b in pairwise(numbers)]
        usual = max(set(steps), key=steps.count)
        for i, step in enumerate(steps):
            if step != usual:
                wrong = f"after {labels[i]} comes {labels[i + 1]}, not {numbers[i] + usual}"
                yield Fault(f"tracks.{id_}.spaces.{i + 1}.label", wrong, "correct the label, or add the space")
                break


@check("T021", Severity.WARNING)
def dates_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """The dates along a track or a table do not advance by equal intervals.

    They are reported only if most intervals are equal. If the dates are right, write `waive: {T021: reason}` in the
    track or table.

    Bad:
        tracks:
          days:
            name: Days
            spaces:
            - {label: "1", lines: [4 May]}
            - {label: "2", lines: [5 May]}
            - {label: "3", lines: [16 May]}
            - {label: "4", lines: [7 May]}
            - {label: "5", lines: [8 May]}
            - {label: "6", lines: [9 May]}
    Good:
        tracks:
          days:
            name: Days
            spaces:
            - {label: "1", lines: [4 May]}
            - {label: "2", lines: [5 May]}
            - {label: "3", lines: [6 May]}
            - {label: "4", lines: [7 May]}
            - {label: "5", lines: [8 May]}
            - {label: "6", lines: [9 May]}
    """
    for id_, track in checked.game.tracks.items():
        texts = [" ".join((space.label, *space.lines)) for space in track.spaces]
        yield from _dates_in_order(f"tracks.{id_}.spaces", texts)
    for id_, table in checked.game.tables.items():
        for j, column in enumerate(zip(*table.cells, strict=False)):
            yield from _dates_in_order(f"tables.{id_}.cells", column, f".{j}")
        for i, row in enumerate(table.cells):
            yield from _dates_in_order(f"tables.{id_}.cells.{i}", row)


def _dates_in_order(path: str, texts: tuple[str, ...] | list[str], after: str = "") -> Iterator[Fault]:
    """Yield a fault for the first date of a series that is not as far from the one before as most are."""
    found = [(i, _day_of_year(match)) for i, text in enumerate(texts) if (match := DATE.search(text))]
    if len(found) < 3:
        return
    steps = [(b - a, j - i) for (i, a), (j, b) in pairwise(found)]
    rates = [days / spaces for days, spaces in steps]
    usual = max(set(rates), key=rates.count)
    if rates.count(usual) * 2 < len(rates) or set(rates) <= {0, 1}:
        return  # several turns on one day
    for n, rate in enumerate(rates):
        if rate != usual and not (n and rates[n - 1] != usual):
            first_is_odd = n == 0 and len(rates) > 1 and rates[1] == usual
            place = found[n if first_is_odd else n + 1][0]
            yield Fault(
                f"{path}.{place}{after}", f"{texts[place]} is not in the order of the other dates", "correct the date"
            )


def _day_of_year(match: re.Match[str]) -> int:
    """Return the day of a date in a year that is not a leap year."""
    return _day(int(match[1] or match[4]), _MONTHS.index(match[2] or match[3]))


def _day(day: int, month: int) -> int:
    """Return the day of the year of a day in a month from 0 to 11."""
    return sum((31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[:month]) + day


@check("M041")
def place_in_another_hex(checked: CheckedGame) -> Iterator[Fault]:
    """A text names a place with the number of another hex, such as `Ford (B3)` for a place in B2.

    Let an insert give the number: `{{ hexes("Ford") }}`.

    Bad:
        boxes: {dead: {says: "Units that fell at Hamlet (C3)."}}
    Good:
        boxes: {dead: {says: 'Units that fell at Hamlet ({{ hexes("Hamlet") }}).'}}
    """
    board, found = checked.board, checked.game.map
    if board is None or found is None:
        return
    hexes: dict[str, set[str]] = {}
    for number, place in found.places.items():
        for name in {place.name, *place.names.values()}:
            if len(re.sub(r"[^A-Za-z]", "", name)) >= SHORTEST_NAME:
                hexes.setdefault(name, set()).add(number)
    if not hexes:
        return
    known = {board.grid.number(cell) for cell in board.grid.hexes}
    names = "|".join(map(re.escape, sorted(hexes, key=len, reverse=True)))
    mention = re.compile(rf"\b({names}),? (?:\((?:hex )?|in (?:hex )?|hex )?([A-Z]{{0,2}}\d{{1,4}})\b")
    for path, text in checked.printed_texts:
        for match in mention.finditer(text):
            name, number = match.groups()
            if number in known and number not in hexes[name]:
                wrong = f"{name} is in hex {join_words(sorted(hexes[name]))}, not in {number}"
                yield Fault(path, wrong, "correct the hex, or move the place", at=match.start(2))


_PERIOD = re.compile(
    rf"\b(\d{{1,2}})(?: ({'|'.join(_MONTHS)}))?(?: \d{{4}})?(?: to (?:the [a-z]+ of )?|–| – )"
    rf"(\d{{1,2}}) ({'|'.join(_MONTHS)})\b"
)
_NEAR = 3
"""Ends of periods that are further apart, in days, are those of different periods."""


@check("S022", Severity.WARNING)
def period_differs(checked: CheckedGame) -> Iterator[Fault]:
    """A period such as `5 to 14 March` begins or ends some days off another one.

    It is compared with other periods in texts, and with the first and the last date of each track.
    Only periods that agree in their other end are compared, and only if they differ by three days or less. If both are
    right, write `waive: {S022: reason}` in the record.

    Bad:
        tracks:
          turn: {spaces: [{label: "1", lines: [5 May]}, {label: "2", lines: [6 May]}, {label: "3", lines: [7 May]},
            {label: "4", lines: [8 May]}]}
        map: {dateline: 5 to 9 May 1944}
    Good:
        tracks:
          turn: {spaces: [{label: "1", lines: [5 May]}, {label: "2", lines: [6 May]}, {label: "3", lines: [7 May]},
            {label: "4", lines: [8 May]}]}
        map: {dateline: '5 to {{ date("turn", "4") }} 1944'}
    """
    known: dict[tuple[int, int], list[str]] = {}
    for id_, track in checked.game.tracks.items():
        days = [_day_of_year(match) for space in track.spaces if (match := DATE.search(" ".join(space.lines)))]
        if len(days) > 1:
            known.setdefault((days[0], days[-1]), []).append(f"tracks.{id_}")
    tracks = set(known)
    periods = []
    for path, text in checked.printed_texts:
        for match in _PERIOD.finditer(text):
            months = (_MONTHS.index(match[2] or match[4]), _MONTHS.index(match[4]))
            ends = (_day(int(match[1]), months[0]), _day(int(match[3]), months[1]))
            periods.append((path, match, ends))
            known.setdefault(ends, []).append(path)
    for path, match, ends in periods:
        for other, places in known.items():
            apart = sorted(abs(one - another) for one, another in zip(ends, other, strict=True))
            weaker = other in tracks or (ends not in tracks and len(known[ends]) < len(places))
            if apart[0] == 0 < apart[1] <= _NEAR and weaker:
                yield Fault(
                    path, f"{match[0]} is not the period of {places[0]}", "correct one of them", at=match.start()
                )
                break


_LONG_SERIES = 6
"""The fewest spaces of a track with the same words that show how their number changes."""


@check("T036", Severity.WARNING)
def number_out_of_step(checked: CheckedGame) -> Iterator[Fault]:
    """The spaces of a track have the same words with numbers that rise or fall along the track, but one does not.

    It is reported for at least six spaces. If the number is right, write `waive: {T036: reason}` in the track.

    Bad:
        tracks: {loss: {name: Losses, spaces: [{label: a, lines: [rain 2]}, {label: b, lines: [rain 3]},
          {label: c, lines: [rain 2]}, {label: d, lines: [rain 2]}, {label: e, lines: [rain 4]},
          {label: f, lines: [rain 4]}]}}
    Good:
        tracks: {loss: {name: Losses, spaces: [{label: a, lines: [rain 2]}, {label: b, lines: [rain 2]},
          {label: c, lines: [rain 2]}, {label: d, lines: [rain 2]}, {label: e, lines: [rain 4]},
          {label: f, lines: [rain 4]}]}}
    """
    for id_, track in checked.game.tracks.items():
        series: dict[tuple[str, int], list[tuple[str, str, int]]] = {}
        for i, space in enumerate(track.spaces):
            for j, line in enumerate(space.lines):
                if numbers := re.findall(r"\d+", line):
                    path = f"tracks.{id_}.spaces.{i}.lines.{j}"
                    series.setdefault((re.sub(r"\d+", "#", line), j), []).append((path, line, int(numbers[-1])))
        for found in series.values():
            values = [number for _, _, number in found]
            if len(found) < _LONG_SERIES or _in_order(values) or len(set(values)) > len(values) / 2:
                continue
            odd = [i for i in range(len(values)) if _in_order(values[:i] + values[i + 1 :])]
            inner = [i for i in odd if 0 < i < len(values) - 1 and values[i - 1] == values[i + 1]]
            if len(inner) == 1 or (odd and not inner):
                path, line, _ = found[(inner or odd)[0]]
                wrong = f"{line} is not in the order of the numbers on the other spaces"
                yield Fault(path, wrong, "correct the number")


def _in_order(values: Sequence[int]) -> bool:
    """Return whether numbers never fall, or never rise."""
    return all(a <= b for a, b in pairwise(values)) or all(a >= b for a, b in pairwise(values))
