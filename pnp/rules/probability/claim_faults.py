"""Verifies the claims of a game against the exact probabilities of its procedures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from pnp.cache import keep
from pnp.findings import Fault
from pnp.message import clip, join_words, plural
from pnp.model.claim import Claim, ClaimLine
from pnp.rules.playbook import Playbook
from pnp.rules.probability.queries import OddsQuery, QueryError, percent_text, probabilities
from pnp.rules.state.errors import CLAIM_UNREADABLE, CLAIM_WRONG, RuleError
from pnp.rules.state.play_inputs import PlayInputs
from pnp.rules.state.starting_state import Setup

LONGEST_FRACTION = 12
"""The most characters of a fraction in a message; a longer one is written in percent."""
FORBIDDEN = "not possible"
"""The beginning of the label of a case that the rules forbid."""


class _Evaluation:
    """Evaluates the cases of a claim. Cases that differ only in their outcome are enumerated together."""

    def __init__(self, playbook: Playbook, claim: Claim) -> None:
        self.playbook, self.claim = playbook, claim
        self.values = tuple(claim.across.values.values()) if claim.across else ("",)
        self.outcomes: dict[str, dict[str, None]] = {}
        self.joint: dict[tuple[str, tuple[str, ...]], dict[tuple[str, ...], Fraction]] = {}
        for line in claim.lines:
            for value in self.values:
                query = self.query(line, value)
                self.outcomes.setdefault(_query_key(query), {}).update(dict.fromkeys(query.outcome))

    def query(self, line: ClaimLine, value: str) -> OddsQuery:
        """Return the query of a line of the claim for one value of the variable in `across`."""
        claim = self.claim

        def merge_field(name: str) -> dict[str, object]:
            """Return a field of the query with the values of the claim, replaced by those of the line."""
            return {**getattr(claim, name), **getattr(line, name)}

        given, rulings = merge_field("given"), merge_field("rulings")
        if claim.across:
            (rulings if claim.across.of in self.playbook.game.rulings else given)[claim.across.of] = value
        setup = Setup(merge_field("place"), merge_field("markers"), merge_field("control"), merge_field("tracks"))  # type: ignore[arg-type] # as in the model
        outcome = tuple(filter(None, (line.outcome or claim.outcome,)))
        procedure = line.procedure or claim.procedure
        return OddsQuery(procedure, given, setup, rulings, merge_field("choices"), outcome, line.alike or claim.alike)  # type: ignore[arg-type]

    def probabilities(self, query: OddsQuery) -> dict[str, Fraction]:
        """Return the probability of each result of a query.

        Raise `QueryError` if the query is invalid, `RuleError` if the procedure cannot continue.
        """
        key = _query_key(query)
        outcomes = tuple(self.outcomes[key]) if query.outcome else ()
        if (key, outcomes) not in self.joint:
            try:
                joint = probabilities(self.playbook, replace(query, outcome=outcomes))
            except QueryError:
                if len(outcomes) < 2:
                    raise
                outcomes = tuple(query.outcome)  # perhaps only another outcome is wrong
                joint = probabilities(self.playbook, query)
            self.joint[key, outcomes] = joint
        found: dict[str, Fraction] = {}
        for labels, chance in self.joint[key, outcomes].items():
            if labels[0].startswith(FORBIDDEN):
                label = labels[0]
            else:
                label = labels[outcomes.index(query.outcome[0])] if outcomes else "; ".join(labels)
            found[label] = found.get(label, Fraction(0)) + chance
        return found


def _query_key(query: OddsQuery) -> str:
    """Return the cache key of a query, which does not depend on its outcome."""
    return repr(replace(query, outcome=()))


def claim_faults(playbook: Playbook, inputs: PlayInputs) -> Iterator[Fault]:
    """Yield a fault for each line of a claim that does not hold or cannot be evaluated.

    A claim that holds is not evaluated again if a cache is in use and nothing that it depends on has changed.
    """
    for id_, claim in playbook.game.claims.items():
        faults = partial(_faults_of_claim, playbook, id_)
        yield from keep("claim", partial(inputs.of, claim), faults, lambda found: not found)


def _faults_of_claim(playbook: Playbook, id_: str) -> tuple[Fault, ...]:
    """Return a fault for each line of one claim that does not hold or cannot be evaluated."""
    claim = playbook.game.claims[id_]
    evaluation = _Evaluation(playbook, claim)
    return tuple(
        fault
        for i, line in enumerate(claim.lines)
        for fault in _line_faults(evaluation, line, f"claims.{id_}.lines.{i}")
    )


@dataclass(frozen=True)
class ClaimResult:
    """The results of one case of a claim: its claim, the case in words, and each result with its probability."""

    claim: str
    case: str
    chances: Mapping[str, Fraction]

    @property
    def text(self) -> str:
        """The results as text, such as `D 1/6, S 1/6`; a single certain result without its probability."""
        return _results_text(self.chances)


def claim_results(playbook: Playbook, claims: Mapping[str, Claim]) -> dict[tuple[str, int, str], ClaimResult]:
    """Return the results of all cases of some claims, by claim, line and value of the variable in `across`.

    Cases that the rules of this game cannot evaluate are left out, such as those about units that it does not have.
    """
    found: dict[tuple[str, int, str], ClaimResult] = {}
    for id_, claim in claims.items():
        evaluation = _Evaluation(playbook, claim)
        for i, line in enumerate(claim.lines):
            for value in evaluation.values:
                with suppress(QueryError, RuleError):
                    chances = evaluation.probabilities(evaluation.query(line, value))
                    at = f"{claim.across.name or claim.across.of} {value}" if claim.across else ""
                    case = ", ".join(filter(None, (line.says.rstrip("."), at)))
                    found[id_, i, value] = ClaimResult(claim.says, case, chances)
    return found


def is_across(claim: Claim, ruling: str) -> bool:
    """Return whether the cases of a claim are the options of this ruling."""
    return claim.across is not None and claim.across.of == ruling


def states_option(claim: Claim, ruling: str, option: str) -> bool:
    """Return whether a case of a claim states this option of a ruling."""
    across = claim.across is not None and is_across(claim, ruling) and option in claim.across.values.values()
    return across or any({**claim.rulings, **line.rulings}.get(ruling) == option for line in claim.lines)


def option_changes_claim(playbook: Playbook, id_: str, ruling: str, option: str) -> bool:
    """Return whether a case of a claim with this option of a ruling has another result with the default.

    Cases that cannot be evaluated do not count.
    """
    evaluation, default = _Evaluation(playbook, playbook.game.claims[id_]), playbook.game.rulings[ruling].default
    for line in evaluation.claim.lines:
        for value in evaluation.values:
            query = evaluation.query(line, value)
            if query.rulings.get(ruling) != option:
                continue
            plain = replace(query, rulings={**query.rulings, ruling: default})
            with suppress(QueryError, RuleError):
                if probabilities(playbook, query) != probabilities(playbook, plain):
                    return True
    return False


def _line_faults(evaluation: _Evaluation, line: ClaimLine, path: str) -> Iterator[Fault]:
    """Yield the fault of one line of a claim, if it does not hold or cannot be evaluated."""
    claim, values = evaluation.claim, evaluation.values
    expected = _expected_texts(claim, line, len(values))
    if expected is None:
        of = f" for each of the {len(values)} values of {claim.across.of}" if claim.across else ""
        write = "write one word for each value, or a list" if claim.across else "write one"
        yield Fault(path, f"this line of the claim does not have one result{of}", write, code=CLAIM_UNREADABLE)
        return
    wrong_cases: list[str] = []
    computed: list[str] = []
    right: list[str] = []
    for value, (key, texts) in zip(values, expected, strict=True):
        case = f"for {claim.across.name or claim.across.of} {value}, " if claim.across else ""
        try:
            found = evaluation.probabilities(evaluation.query(line, value))
        except QueryError as error:
            fault = error.faults[0]
            wrong = f"{case}{fault.path or 'the query'}: {fault.wrong}"
            yield Fault(path, wrong, fault.write, code=CLAIM_UNREADABLE)
            return
        except RuleError as error:
            yield Fault(path, f"{case}the procedure cannot continue: {error.wrong}", error.write, code=CLAIM_UNREADABLE)
            return
        try:
            differs = _difference(key, texts, found)
        except (ValueError, ZeroDivisionError):
            wrong = f"{', '.join(texts.values())} is not a number"
            yield Fault(f"{path}.{key}", wrong, "write a number such as 5/36, 0.25 or 58.3%", code=CLAIM_UNREADABLE)
            return
        computed.append(_right_text(key, "", found))
        right.append(_right_text(key, texts.get("", ""), found) if differs else texts.get("", ""))
        wrong_cases += [f"{case}{differs}"] if differs else []
    if wrong_cases:
        made = f"the procedure {clip(line.procedure or claim.procedure)} with its tables and values"
        write = f"correct what differs from the rules: the claim, or {made}"
        wrong = wrong_cases[0]
        if claim.across and len(wrong_cases) > 1:
            wrong += f" (and {plural(len(wrong_cases) - 1, 'other value')} of {claim.across.of})"
        if len(values) > 1 and all(computed):
            shown = map(_quoted, computed) if key == "result" else computed
            write += f"; computed is {key}: [{', '.join(shown)}]"
        in_words = key == "result" and len(line.result) == 1  # one text has the words of all cases
        known = () if not all(right) else (" ".join(right),) if in_words else tuple(right)
        yield Fault(f"{path}.{key}", wrong, write, code=CLAIM_WRONG, found=known)


def _right_text(key: str, written: str, found: Mapping[str, Fraction]) -> str:
    """Return the result of a case as the data would state it, rounded like the text there; empty if unknown."""
    if key == "result":
        return next(iter(found)).replace("\N{MINUS SIGN}", "-") if len(found) == 1 else ""
    if key not in ("chance", "mean") or (key == "chance" and found.keys() - {"yes", "no"}):
        return ""
    try:
        number = _mean(found) if key == "mean" else found.get("yes", Fraction(0))
    except ValueError:  # the results are words
        return ""
    plain = written.removesuffix("%")
    if "." not in plain and not written.endswith("%"):
        return str(number)
    decimals, percent = len(plain.partition(".")[2]), "%" if written.endswith("%") else ""
    return f"{float(number * 100 if percent else number):.{decimals}f}{percent}"


def _quoted(result: str) -> str:
    """Return a result as a list in the data has it: in quotes if it would be something else there."""
    return f'"{result}"' if re.search(r"[^\w./-]|^[\d.-]+$", result) else result


def _expected_texts(claim: Claim, line: ClaimLine, case_count: int) -> list[tuple[str, Mapping[str, str]]] | None:
    """Return the key, such as `chance`, and the expected texts of each case; else None.

    It is None if there are too few or too many texts for the cases.
    """
    if line.chances:
        return [("chances", line.chances)] * case_count
    key = next(name for name in ("result", "chance", "mean") if getattr(line, name))
    words = getattr(line, key)
    if key == "result" and claim.across and len(words) == 1:
        words = words[0].split()
    return [(key, {"": word}) for word in words] if len(words) == case_count else None


def _difference(key: str, texts: Mapping[str, str], found: Mapping[str, Fraction]) -> str:
    """Return how the probabilities of a case differ from the expected texts; empty if they agree."""
    if key == "chance":
        if found.keys() - {"yes", "no"}:
            return f"the claim has a probability, but its outcome is not yes or no: it is {_results_text(found)}"
        return _compare("the probability", texts[""], found.get("yes", Fraction(0)))
    if key == "mean":
        try:
            mean = _mean(found)
        except ValueError:
            return f"the results are not numbers: {join_words(tuple(found))}"
        return _compare("the mean", texts[""], mean)
    if key == "result":
        texts = {texts[""]: "1"}
    left = dict(found)
    for label, text in texts.items():
        matching = next((name for name in left if _matches(label, name)), None)
        if differs := _compare(f"the probability of {label}", text, left.pop(matching) if matching else Fraction(0)):
            return differs if key == "chances" else _differs("the result", label, _results_text(found))
    return f"the claim leaves out a result that pnp computes: {_results_text(left)}" if left else ""


def _mean(found: Mapping[str, Fraction]) -> Fraction:
    """Return the mean of results that are numbers; raise `ValueError` if one is not."""
    return sum((Fraction(label.replace("−", "-")) * chance for label, chance in found.items()), Fraction(0))


def _results_text(found: Mapping[str, Fraction]) -> str:
    """Return up to four results as text, such as `hit (58.3%) and miss (41.7%)`.

    Of further results it states only the number.
    """
    texts = [label if chance == 1 else f"{label} ({percent_text(chance)})" for label, chance in found.items()]
    return join_words([*texts[:4], *([f"{len(texts) - 4} more"] if len(texts) > 4 else [])])


def _matches(expected: str, label: str) -> bool:
    """Return whether the label of a result is the expected one.

    A forbidden case matches by the beginning of its reason.
    """
    plain = label.replace("−", "-")
    return plain == expected or (expected.startswith(FORBIDDEN) and plain.startswith(expected))


def _compare(name: str, expected: str, actual: Fraction) -> str:
    """Return how a number differs from the expected text, which may be rounded; empty if they agree.

    `name` is the name of the number in messages.
    """
    plain = expected.replace("−", "-")
    percent = plain.endswith("%")
    number = Fraction(plain.removesuffix("%").strip())
    value = actual * 100 if percent else actual
    decimals = len(plain.removesuffix("%").partition(".")[2]) if "/" not in plain else 0
    tolerance = Fraction(1, 2 * 10**decimals) if percent or "." in plain else Fraction(0)
    if abs(value - number) <= tolerance:
        return ""
    shown = str(actual) if len(str(actual)) <= LONGEST_FRACTION or name == "the mean" else percent_text(actual)
    return _differs(name, expected, shown)


def _differs(name: str, expected: str, computed: str) -> str:
    """Return the message about a claim whose value, such as `the mean`, is not the computed one."""
    return f"the claim says that {name} is {expected}, but pnp computes {computed}"
