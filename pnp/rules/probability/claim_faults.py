"""Verifies the claims of a game against the exact probabilities of its procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pnp.findings import Fault
from pnp.message import join_words
from pnp.model.claim import Claim, ClaimLine
from pnp.rules.playbook import Playbook
from pnp.rules.probability.queries import OddsQuery, QueryError, percent_text, probabilities
from pnp.rules.state.errors import CLAIM_UNREADABLE, CLAIM_WRONG, RuleError
from pnp.rules.state.starting_state import Setup

LONGEST_FRACTION = 12
"""The most characters of a fraction in a message; a longer one is written in percent."""
FORBIDDEN = "not possible"
"""The beginning of the label of a case that the rules forbid."""


def claim_faults(playbook: Playbook) -> Iterator[Fault]:
    """Yield a fault for each line of a claim that does not hold or cannot be evaluated."""
    for id_, claim in playbook.game.claims.items():
        for i, line in enumerate(claim.lines):
            yield from _line_faults(playbook, claim, line, f"claims.{id_}.lines.{i}")


def _line_faults(playbook: Playbook, claim: Claim, line: ClaimLine, path: str) -> Iterator[Fault]:
    values = list(claim.across.values.values()) if claim.across else [""]
    expected = _expected(claim, line, len(values))
    if expected is None:
        wrong = (
            f"this line has not one result for each of the {len(values)} values of {claim.across and claim.across.of}"
        )
        yield Fault(path, wrong, "write one word for each value", code=CLAIM_UNREADABLE)
        return
    for value, (key, texts) in zip(values, expected, strict=True):
        case = f" at {value}" if claim.across else ""
        try:
            found = probabilities(playbook, _query(claim, line, value))
        except QueryError as error:
            for fault in error.faults:
                yield Fault(
                    path, f"{fault.path or 'the query'}{case}: {fault.wrong}", fault.write, code=CLAIM_UNREADABLE
                )
            return
        except RuleError as error:
            yield Fault(path, f"the procedure cannot continue{case}: {error.wrong}", error.write, code=CLAIM_UNREADABLE)
            return
        try:
            differs = _difference(key, texts, {"; ".join(label): chance for label, chance in found.items()})
        except ValueError as error:
            yield Fault(
                f"{path}.{key}", str(error), "write a number such as 5/36, 0.25 or 58.3%", code=CLAIM_UNREADABLE
            )
            return
        if differs:
            yield Fault(f"{path}.{key}", f"{differs}{case}", "correct the claim, or the procedure", code=CLAIM_WRONG)
            return


def _expected(claim: Claim, line: ClaimLine, number: int) -> list[tuple[str, Mapping[str, str]]] | None:
    """Return the key and the expected texts of every case; None if their number is wrong."""
    if line.chances:
        return [("chances", line.chances)] * number
    key = next(name for name in ("result", "chance", "mean") if getattr(line, name))
    words = getattr(line, key)
    if key == "result":
        words = words.split() if claim.across else [words]
    return [(key, {"": word}) for word in words] if len(words) == number else None


def _query(claim: Claim, line: ClaimLine, value: str) -> OddsQuery:
    def both(name: str) -> dict[str, object]:
        return {**getattr(claim, name), **getattr(line, name)}

    given = both("given") | ({claim.across.of: value} if claim.across else {})
    setup = Setup(both("place"), both("markers"), both("control"), both("tracks"))  # type: ignore[arg-type] # as in the model
    outcome = tuple(filter(None, (line.outcome or claim.outcome,)))
    procedure = line.procedure or claim.procedure
    return OddsQuery(procedure, given, setup, both("rulings"), both("choices"), outcome)  # type: ignore[arg-type]


def _difference(key: str, texts: Mapping[str, str], found: Mapping[str, Fraction]) -> str:
    """Return how the probabilities differ from the expected texts; empty if they agree."""
    if key == "chance":
        return _compare("the probability", texts[""], found.get("yes", Fraction(0)))
    if key == "mean":
        try:
            mean = sum((Fraction(label.replace("−", "-")) * chance for label, chance in found.items()), Fraction(0))
        except ValueError:
            return f"the results are not numbers: {join_words(tuple(found))}"
        return _compare("the mean", texts[""], mean)
    if key == "result":
        texts = {texts[""]: "1"}
    left = dict(found)
    for label, text in texts.items():
        matching = next((name for name in left if _matches(label, name)), None)
        if differs := _compare(f"the probability of {label}", text, left.pop(matching) if matching else Fraction(0)):
            return differs if key == "chances" else f"the result is {_listed(found)}, but {label} was expected"
    return f"{_listed(left)} was not expected" if left else ""


def _listed(found: Mapping[str, Fraction]) -> str:
    texts = [label if chance == 1 else f"{label} ({percent_text(chance)})" for label, chance in found.items()]
    return join_words([*texts[:4], *([f"{len(texts) - 4} more"] if len(texts) > 4 else [])])


def _matches(expected: str, label: str) -> bool:
    """Return whether a label is the expected one; a forbidden case matches by the beginning of its reason."""
    plain = label.replace("−", "-")
    return plain == expected or (expected.startswith(FORBIDDEN) and plain.startswith(expected))


def _compare(what: str, text: str, found: Fraction) -> str:
    """Return how a number differs from the expected text, which may be rounded; empty if they agree."""
    plain = text.replace("−", "-")
    percent = plain.endswith("%")
    number = Fraction(plain.removesuffix("%").strip())
    actual = found * 100 if percent else found
    decimals = len(plain.removesuffix("%").partition(".")[2]) if "/" not in plain else 0
    tolerance = Fraction(1, 2 * 10**decimals) if percent or "." in plain else Fraction(0)
    if abs(actual - number) <= tolerance:
        return ""
    shown = str(found) if len(str(found)) <= LONGEST_FRACTION or what == "the mean" else percent_text(found)
    return f"{what} is {shown}, but {text} was expected"
