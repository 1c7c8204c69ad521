"""Checks of values that a table prints and another place repeats: its legend, a track, a card or a component."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence

from pnp.checks.checked_game import REFERENCES, CheckedGame, check
from pnp.findings import Fault, Severity
from pnp.message import join_words, plural
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.printed_texts import PRINTED_FIELDS, texts_in
from pnp.model.table import Axis, Code, Table, Track
from pnp.rules.engine.facts import NUMBER_WORDS
from pnp.units import MM_PER_INCH

_NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number}
_WORD = re.compile(r"\d+|[^\W\d_]+")
_TOKEN = re.compile(r"\d+(?:[–-]\d+)?|[^\W\d_]{4,}")
_MEASURES = ("diameter", "radius", "length")
"""The fields of components that a table may state in inches."""


def numbers_in(text: str) -> set[int]:
    """Return the numbers that a text states in digits or in words, without those of its references.

    >>> sorted(numbers_in("two steps, or 3 hexes"))
    [2, 3]
    """
    words = _WORD.findall(REFERENCES.sub("", text).lower())
    return {int(word) for word in words if word.isdecimal()} | {_NUMBERS[word] for word in words if word in _NUMBERS}


_NO_EXPRESSIONS = PRINTED_FIELDS - {"when"} | {"prints", "rule", "line", "ruling"}
"""The fields of steps that do not contain expressions."""


@check("T030", Severity.WARNING)
def result_explained_otherwise(checked: CheckedGame) -> Iterator[Fault]:
    """The explanation of a result states a number that differs from its abbreviation or its effect (`do`).

    The abbreviation is that of the result in the table, such as `D2`. A result is checked only if its text contains a
    number, and its abbreviation or the arguments of `do` contain one too. If neither does, the text is compared with
    all numbers from 2 on in the procedures that `do` runs. A text such as `As 1` is not checked, because it refers to
    another result. If the words are right, write `waive: {T030: reason}` in the result.

    Bad:
        tables:
          crt: {codes: {A: {do: {run: leave, with: {hexes: "2"}}, says: attackers retreat 3 hexes}, D: {do: {}},
            "-": {do: {}}}}
        procedures: {leave: {rule: 2.1, given: {hexes: int}, steps: [{set: {gone: hexes}}]}}
    Good:
        tables:
          crt: {codes: {A: {do: {run: leave, with: {hexes: "2"}}, says: attackers retreat two hexes}, D: {do: {}},
            "-": {do: {}}}}
        procedures: {leave: {rule: 2.1, given: {hexes: int}, steps: [{set: {gone: hexes}}]}}
    """
    for id_, table in checked.game.tables.items():
        for name, code in table.codes.items():
            path = f"tables.{id_}.codes.{name}"
            done, named = _numbers_done(code), numbers_in(name)
            inside = set() if done or named else _numbers_inside(checked.game, code)
            if not done and not named and not inside:
                continue
            texts = {"says": code.says}
            if isinstance(code.prints, str):
                texts["prints"] = code.prints
            else:
                texts |= {f"prints.{part}": text for part, text in code.prints.items()}
            for field, text in texts.items():
                said = numbers_in(_without_other_results(text, name, table))
                if others := said - done - named - inside - ({1} if inside else set()):
                    stated = join_words([str(number) for number in sorted(done | named | inside)], "or")
                    words = join_words([str(number) for number in sorted(others)])
                    wrong_text = f"the words of {name} state {words}, but its name and effect state {stated}"
                    yield Fault(f"{path}.{field}", wrong_text, "correct one of them")
                elif said and (different := done - said - named):
                    stated = join_words([str(number) for number in sorted(different)])
                    yield Fault(
                        f"{path}.do", f"the effect of {name} is {stated}, but its words differ", "correct one of them"
                    )


def _numbers_done(code: Code) -> set[int]:
    """Return the numbers that are arguments of the effect of a result."""
    calls = (code.do or {}).values()
    values = (value for call in calls for value in call.values.values())
    return {int(value) for value in values if re.fullmatch(r"[1-9]\d?", value)}


def _numbers_inside(game: Game, code: Code) -> set[int]:
    """Return the numbers from 2 on in the expressions of the procedures that the effect of a result runs."""
    runs = [game.procedures[call.run] for call in (code.do or {}).values() if call.run in game.procedures]
    texts = (text for run in runs for _, field, text in texts_in(run, "") if field not in _NO_EXPRESSIONS)
    return {int(number) for text in texts for number in re.findall(r"(?<![\w.])[2-9]\b", text)}


def _without_other_results(text: str, name: str, table: Table) -> str:
    """Return a text without references to other results of the table, such as `As 1`."""
    for other in table.codes:
        if other != name:
            text = re.sub(rf"\b[Aa]s (?:for )?{re.escape(other)}\b", "", text)
    return text


@check("T031", Severity.WARNING)
def space_differs_from_table(checked: CheckedGame) -> Iterator[Fault]:
    """A space of a track repeats a cell of a table, but with a number or word that differs from the table.

    A table with rows or columns for the spaces of a track (`value: turn`) is compared with the texts on the spaces.
    This is done only if most spaces repeat the table.

    Bad:
        tables:
          days:
            name: Days
            columns: {kind: [Rain on]}
            rows: {value: turn, heads: 1 2 3 4, reach: 1..4}
            cells: [["1-2"], ["1-3"], ["1-4"], ["1-5"]]
        tracks:
          turn:
            spaces:
            - {label: "1", lines: [rain 1-2]}
            - {label: "2", lines: [rain 1-3]}
            - {label: "3", lines: [rain 1-5]}
            - {label: "4", lines: [rain 1-5]}
    Good:
        tables:
          days:
            name: Days
            columns: {kind: [Rain on]}
            rows: {value: turn, heads: 1 2 3 4, reach: 1..4}
            cells: [["1-2"], ["1-3"], ["1-4"], ["1-5"]]
        tracks:
          turn:
            spaces:
            - {label: "1", lines: [rain 1-2]}
            - {label: "2", lines: [rain 1-3]}
            - {label: "3", lines: [rain 1-4]}
            - {label: "4", lines: [rain 1-5]}
    """
    for id_, table in checked.game.tables.items():
        for axis, lines in _lines_by_head(table):
            track = checked.game.tracks.get(axis.of) if axis.by == "value" else None
            if track is not None:
                yield from _different_spaces(axis.of, track, f"tables.{id_}", table, lines)


def _lines_by_head(table: Table) -> Iterator[tuple[Axis, dict[str, Sequence[str]]]]:
    """Yield each axis of a table with the cells of its rows or columns by label."""
    yield table.rows, dict(zip(table.rows.heads, table.cells, strict=False))
    if table.columns is not None:
        columns = zip(*table.cells, strict=False)
        yield table.columns, dict(zip(table.columns.heads, columns, strict=False))


def _different_spaces(
    id_: str, track: Track, path: str, table: Table, lines: Mapping[str, Sequence[str]]
) -> Iterator[Fault]:
    """Yield a fault for each space without the tokens of its line, if most spaces have those of theirs.

    The cells at one place of all lines are compared if most spaces repeat them; their numbers and words separately.
    """
    spaces = {space.label: space for space in track.spaces}
    printed = {
        label: Tally(_tokens(" ".join((*space.lines, *space.pills.values())))) for label, space in spaces.items()
    }
    shared = [label for label in lines if label in spaces]
    if len(shared) < 4:
        return
    wanted: dict[str, Tally[str]] = {label: Tally() for label in shared}
    width = min(len(cells) for cells in lines.values())
    for place in range(width):
        for numeric in (True, False):
            stated = {
                label: [token for token in _tokens(lines[label][place]) if token[0].isdecimal() is numeric]
                for label in shared
            }
            filled = [label for label, tokens in stated.items() if tokens]
            good = [label for label in filled if not Tally(stated[label]) - printed[label]]
            if len(filled) >= 4 and len(good) * 3 >= len(filled) * 2:
                for label in filled:
                    wanted[label].update(stated[label])
    missing = {label: tokens - printed[label] for label, tokens in wanted.items()}
    different = [label for label in shared if missing[label]]
    if different and len(different) * 3 <= sum(1 for tokens in wanted.values() if tokens):
        for label in different:
            index = list(spaces).index(label)
            words = join_words(list(missing[label]))
            wrong = f"the space {label} of {track.name} lacks {words}, which {table.name} states for {label}"
            yield Fault(f"tracks.{id_}.spaces.{index}.lines", wrong, f"correct the space, or {path}")


def _tokens(text: str) -> list[str]:
    """Return the numbers, ranges and longer words of a text, in one spelling."""
    return [token.replace("–", "-").lower() for token in _TOKEN.findall(text)]


@check("T032", Severity.WARNING)
def card_differs_from_table(checked: CheckedGame) -> Iterator[Fault]:
    """The title of a card differs from the result in the table of the deck.

    The deck is compared with the table whose row labels are the ranks of the cards. If the words are meant to differ,
    write `waive: {T032: reason}` in the rank.

    Bad:
        tables:
          fate: {name: Fate, rows: {kind: A K Q}, cells: [[Hit], [Miss], [Flee]]}
        components:
          fates:
            {kind: card-deck, name: Fates, width: 63mm, height: 88mm, rule: 2.1,
             suits: {s: {name: Spades, colour: "#101010", pip: spade}},
             ranks: {A: {name: ace, title: Hit, says: It is hit.}, K: {name: king, title: Flee, says: It runs.},
               Q: {name: queen, title: Flee, says: It runs.}}}
    Good:
        tables:
          fate: {name: Fate, rows: {kind: A K Q}, cells: [[Hit], [Miss], [Flee]]}
        components:
          fates:
            {kind: card-deck, name: Fates, width: 63mm, height: 88mm, rule: 2.1,
             suits: {s: {name: Spades, colour: "#101010", pip: spade}},
             ranks: {A: {name: ace, title: Hit, says: It is hit.}, K: {name: king, title: Miss, says: It misses.},
               Q: {name: queen, title: Flee, says: It runs.}}}
    """
    for id_, component in checked.game.components.items():
        ranks = getattr(component, "ranks", {})
        for table in checked.game.tables.values():
            if not ranks or set(table.rows.heads) != set(ranks) or table.columns is not None:
                continue
            for head, cells in zip(table.rows.heads, table.cells, strict=False):
                title, result = ranks[head].title, " ".join(cells)
                path = f"components.{id_}.ranks.{head}"
                if title.lower() != result.lower():
                    wrong = f"the card {head} has the title {title}, but {table.name} has {result}"
                    yield Fault(f"{path}.title", wrong, "correct one of them")
                elif (code := table.codes.get(result)) and numbers_in(code.says) != numbers_in(ranks[head].says):
                    wrong = f"the card {head} and the result {result} of {table.name} state different numbers"
                    yield Fault(f"{path}.says", wrong, "correct one of them")


@check("T033", Severity.WARNING)
def component_differs_from_table(checked: CheckedGame) -> Iterator[Fault]:
    """A template, ruler or die differs from the table that describes it.

    If the `hint` of a table is a measure (`Diameter in inches`), each row label is the name of a template or ruler. If
    a table has the name of a die, each row is a face. Its first column states how many such faces the die has.

    Bad:
        tables:
          blasts: {name: Blasts, hint: Diameter in inches, rows: {kind: [Light mortar]}, cells: "2"}
        components:
          light: {kind: template, shape: disc, name: Light mortar, diameter: 3in, rule: 2.1}
    Good:
        tables:
          blasts: {name: Blasts, hint: Diameter in inches, rows: {kind: [Light mortar]}, cells: "2"}
        components:
          light: {kind: template, shape: disc, name: Light mortar, diameter: 2in, rule: 2.1}
    """
    for id_, component in checked.game.components.items():
        for table in checked.game.tables.values():
            yield from _different_measures(id_, component, table)
            if component.name == table.name:
                yield from _different_faces(id_, component, table)


def _different_measures(id_: str, component: Component, table: Table) -> Iterator[Fault]:
    """Yield a fault if a table states another number of inches for a measure of a component."""
    if component.name not in table.rows.heads or "inch" not in table.hint.lower():
        return
    row = table.rows.heads.index(component.name)
    cells = table.cells[row] if row < len(table.cells) else ()
    for field in _MEASURES:
        length = getattr(component, field, None)
        if length is None or field not in table.hint.lower() or not cells or not cells[0].isdecimal():
            continue
        if abs(length - int(cells[0]) * MM_PER_INCH) > 0.1:
            inches = f"{length / MM_PER_INCH:g} inches"
            wrong = f"the {field} of {component.name} is {inches}, but {table.name} states {cells[0]}"
            yield Fault(f"components.{id_}.{field}", wrong, "correct one of them")


def _different_faces(id_: str, component: Component, table: Table) -> Iterator[Fault]:
    """Yield a fault for each row of the table of a die with another number of faces than the die has."""
    faces = getattr(component, "faces", ())
    shown = Tally(face.word.lower() or ("arrow" if face.arrow is not None else "") for face in faces)
    for head, cells in zip(table.rows.heads, table.cells, strict=False) if faces else ():
        if cells and cells[0].isdecimal() and shown[head.lower()] != int(cells[0]):
            number = plural(shown[head.lower()], "face")
            wrong = f"the {component.name} has {number} {head}, but {table.name} states {cells[0]}"
            yield Fault(f"components.{id_}.faces", wrong, "correct one of them")
