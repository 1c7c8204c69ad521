"""Checks of the rules text: cases are in order, and every reference has a target."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pnp.checks.checked_game import REFERENCES, CheckedGame, check, unknown
from pnp.findings import Fault
from pnp.model.overrides import override_words
from pnp.model.record import Sourced
from pnp.model.reference import Case, case_number_parts
from pnp.spot import Spot

_CASE_NUMBER = re.compile(r"\d+(?:\.\d+)+")
_RULING_NUMBER = re.compile(r"[A-Z]+-\d+")
_CODE = re.compile(r"`[^`]*`|\{\{.*?\}\}", re.DOTALL)


def _missing_heading_spot(checked: CheckedGame, number: str) -> Spot:
    """Return the source location where the heading of a missing case belongs.

    It is the first heading after that case, or else the last heading.
    """
    parts = tuple(int(part) for part in case_number_parts(number))
    cases = checked.game.rules
    after = next((i for i, case in enumerate(cases) if sort_key(case) > parts), len(cases) - 1)
    return checked.game.spot(f"rules.{after}.number")


def sort_key(case: Case) -> tuple[int, ...]:
    """Return the sort key of a case: its number as integers, such as (6, 5) for `6.5`.

    `6.0` is section 6. `8.14` at depth three is 8.1.4, as some rulebooks print it.
    """
    parts = case_number_parts(case.number)
    if case.depth == len(parts) + 1 and len(parts) > 1 and len(parts[-1]) > 1:
        parts[-1:] = [parts[-1][0], parts[-1][1:]]
    return tuple(map(int, parts))


def text_spot(checked: CheckedGame, case_index: int, offset: int) -> Spot:
    """Return the source location of the character at `offset` in the text of a case."""
    path = f"rules.{case_index}.text"
    start = checked.game.spot(path)
    if found := checked.game.sources.inside(path, offset):
        return Spot(found.file, found.line, found.column, f"rules.{checked.game.rules[case_index].number}")
    before = checked.game.rules[case_index].text[:offset]
    down = before.count("\n")
    column = offset - before.rfind("\n") if down else start.column + offset
    return Spot(start.file, start.line + down, column, f"rules.{checked.game.rules[case_index].number}")


@check("R001")
def rule_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The `rule` of a record names a case that does not exist.

    A case is a numbered paragraph of the rules. If several records name the same missing case, its heading is probably
    missing. The finding is then where the heading should be.

    Bad:
        boxes: {dead: {rule: 2.2}}
    Good:
        boxes: {dead: {rule: 2.1.1}}
    """
    known = checked.known_cases
    own = {case.number for case in checked.game.rules}
    doubled = len(own) < len(checked.game.rules)  # then R003 reports the wrong heading
    for number, count in {} if doubled else checked.missing_cases.items():
        wrong = f"{count} places refer to case {number}, but the rules have no such case"
        yield Fault(
            f"rules.{number}",
            wrong,
            "add its heading here, or correct the references",
            _missing_heading_spot(checked, number),
        )
    for path, record in checked.records if known else ():
        for i, number in enumerate(getattr(record, "rule", ())):
            if number not in known | checked.game.rulings.keys() and number not in checked.missing_cases:
                spot = checked.game.spot(f"{path}.rule.{i}")
                yield unknown(f"{path}.rule", "case", number, known)._replace(spot=spot)


@check("R012")
def override_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A rule says that it replaces a case, ruling or procedure that does not exist.

    In the rules text this is the insert `{{ overrides("3.0") }}`; elsewhere it is the key `overrides`. Scenarios,
    editions and optional rules use both.

    Bad:
        rulings: {R-01: {overrides: 9.9}}
    Good:
        rulings: {R-01: {overrides: 1.0}}
    """
    game = checked.game
    cases = checked.known_cases
    known = cases | game.rulings.keys() | game.procedures.keys()
    for path, record in checked.records:
        for i, word in enumerate(record.overrides if isinstance(record, Sourced) else ()):
            if word not in known:
                spot = game.spot(f"{path}.overrides.{i}")
                yield unknown(f"{path}.overrides", "case, ruling or procedure", word, known)._replace(spot=spot)
    for i, case in enumerate(game.rules):
        for replaced in override_words(case.text):
            if replaced.number not in cases | game.rulings.keys():
                spot = text_spot(checked, i, replaced.at)
                yield unknown(spot.path, "case or ruling", replaced.number, cases)._replace(spot=spot)


@check("R002")
def reference_dangling(checked: CheckedGame) -> Iterator[Fault]:
    """A reference in the rules, such as `[6.5.1]` or `[R-11]`, has no target.

    Bad:
        # 1.0 The game
        See the odds [1.2].
        ## 1.1 Odds
        Divide.
    Good:
        # 1.0 The game
        See the odds [1.1].
        ## 1.1 Odds
        Divide.
    """
    cases, rulings = checked.known_cases, checked.game.rulings
    for i, case in enumerate(checked.game.rules):
        text = _CODE.sub(lambda m: " " * len(m[0]), case.text)
        for brackets in REFERENCES.finditer(text):
            for word in re.finditer(r"[^,\s]+", brackets[1]):
                spot = text_spot(checked, i, brackets.start(1) + word.start())
                if word[0] in checked.missing_cases:
                    continue
                if _CASE_NUMBER.fullmatch(word[0]) and word[0] not in cases:
                    yield unknown(spot.path, "case", word[0], cases)._replace(spot=spot)
                elif rulings and _RULING_NUMBER.fullmatch(word[0]) and word[0] not in rulings:
                    yield unknown(spot.path, "ruling", word[0], rulings)._replace(spot=spot)


@check("R003")
def case_twice(checked: CheckedGame) -> Iterator[Fault]:
    """Two cases have the same number.

    Bad:
        # 1.0 The game
        ## 1.1 Odds
        ## 1.1 Dice
    Good:
        # 1.0 The game
        ## 1.1 Odds
        ## 1.2 Dice
    """
    first: dict[str, Case] = {}
    for i, case in enumerate(checked.game.rules):
        if case.number in first:
            other = first[case.number]
            wrong = f"the number {case.number} already belongs to the case {other.title} in line {other.line}"
            missing_number, references = next(iter(checked.missing_cases.items()), ("", 0))
            named = (
                f"write {missing_number}, a missing case to which {references} places refer"
                if references
                else "give it another number"
            )
            yield Fault(f"rules.{case.number}", wrong, named, checked.game.spot(f"rules.{i}.number"))
        first.setdefault(case.number, case)


@check("R004")
def case_out_of_order(checked: CheckedGame) -> Iterator[Fault]:
    """A case follows a case with a higher number.

    Bad:
        # 1.0 The game
        ## 1.2 Dice
        ## 1.1 Odds
    Good:
        # 1.0 The game
        ## 1.1 Odds
        ## 1.2 Dice
    """
    cases = checked.game.rules
    numbers = [case.number for case in cases]
    for i, (before, case) in enumerate(pairwise(cases), 1):
        if sort_key(case) < sort_key(before) and case.number not in numbers[:i]:  # a number that is there twice is R003
            wrong = f"case {case.number} follows case {before.number}"
            yield Fault(
                f"rules.{case.number}", wrong, "move it, or change its number", checked.game.spot(f"rules.{i}.number")
            )


@check("R005")
def heading_of_another_depth(checked: CheckedGame) -> Iterator[Fault]:
    """The level of a heading does not match its case number.

    `# 6.0`, `## 6.5` and `### 6.5.1` are of level one, two and three; the table of contents and the type size depend on
    it.

    Bad:
        # 1.0 The game
        ### 1.1 Odds
    Good:
        # 1.0 The game
        ## 1.1 Odds
    """
    for i, case in enumerate(checked.game.rules):
        level = len(sort_key(case))
        if case.depth != level:
            wrong = f"case {case.number} has a heading of level {case.depth}"
            yield Fault(
                f"rules.{case.number}", wrong, f"write {'#' * level} {case.number}", checked.game.spot(f"rules.{i}")
            )


@check("R007")
def ruling_without_its_default(checked: CheckedGame) -> Iterator[Fault]:
    """The default of a ruling is not one of its options.

    A ruling answers a question that the rules leave open. Players can choose another option than the default.

    Bad:
        rulings: {R-01: {default: bleu}}
    Good:
        rulings: {R-01: {default: red, options: {red: Red is.}}}
    """
    for id_, ruling in checked.game.rulings.items():
        if ruling.default not in ruling.options:
            yield unknown(f"rulings.{id_}.default", "option", ruling.default, ruling.options)


@check("R008")
def case_without_its_section(checked: CheckedGame) -> Iterator[Fault]:
    """A case, such as 6.5, belongs to a section, such as 6.0, that does not exist.

    Bad:
        # 1.0 The game
        ## 2.1 Odds
    Good:
        # 1.0 The game
        ## 1.1 Odds
    """
    known = {sort_key(case) for case in checked.game.rules}
    if len(known) < len(checked.game.rules):  # R003 says that the second case of a number should be the missing section
        known.update(tuple(map(int, case_number_parts(number))) for number in list(checked.missing_cases)[:1])
    for i, case in enumerate(checked.game.rules):
        above = sort_key(case)[:-1]
        if above and above not in known:
            known.add(above)  # one finding for all cases of the section
            section = f"{above[0]}.0" if len(above) == 1 else ".".join(map(str, above))
            wrong = f"case {case.number} belongs to section {section}, which does not exist"
            yield Fault(
                f"rules.{case.number}", wrong, f"write case {section} before it", checked.game.spot(f"rules.{i}.number")
            )
