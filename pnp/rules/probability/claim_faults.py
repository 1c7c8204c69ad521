"""Verifies the claims of a game, such as stated probabilities, against its procedures."""

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
    """Yield a fault for each line of a claim that is false or cannot be evaluated."""
    for id_, claim in playbook.game.claims.items():
        for i, line in enumerate(claim.lines):
            yield from _line_faults(playbook, claim, line, f"claims.{id_}.lines.{i}")


def _line_faults(playbook: Playbook, claim: Claim, line: ClaimLine, path: str) -> Iterator[Fault]:
    """Yield a fault for each value of a claim's line with a result other than the stated one."""
    values = list(claim.across.values.values()) if claim.across else [""]
    expected = _expected_texts(claim, line, len(values))
    if expected is None:
        wrong = (
            f"this line must have one result for each of the {len(values)} values of {claim.across and claim.across.of}"
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
            differs = _distribution_difference(
                key, texts, {"; ".join(label): chance for label, chance in found.items()}
            )
        except ValueError as error:
            yield Fault(
                f"{path}.{key}", str(error), "write a number such as 5/36, 0.25 or 58.3%", code=CLAIM_UNREADABLE
            )
            return
        if differs:
            yield Fault(f"{path}.{key}", f"{differs}{case}", "correct the claim, or the procedure", code=CLAIM_WRONG)
            return


def _expected_texts(claim: Claim, line: ClaimLine, number: int) -> list[tuple[str, Mapping[str, str]]] | None:
    """Return the key and the expected texts for each case of a line; None if their number is wrong."""
    if line.chances:
        return [("chances", line.chances)] * number
    key = next(name for name in ("result", "chance", "mean") if getattr(line, name))
    words = getattr(line, key)
    if key == "result":
        words = words.split() if claim.across else [words]
    return [(key, {"": word}) for word in words] if len(words) == number else None


def _query(claim: Claim, line: ClaimLine, value: str) -> OddsQuery:
    """Return the probability query of a claim's line for one value across."""

    def merge_field(name: str) -> dict[str, object]:
        """Return a field of the query with the values of the claim and of the line."""
        return {**getattr(claim, name), **getattr(line, name)}

    given = merge_field("given") | ({claim.across.of: value} if claim.across else {})
    setup = Setup(merge_field("place"), merge_field("markers"), merge_field("control"), merge_field("tracks"))  # type: ignore[arg-type] # as in the model
    outcome = tuple(filter(None, (line.outcome or claim.outcome,)))
    procedure = line.procedure or claim.procedure
    return OddsQuery(procedure, given, setup, merge_field("rulings"), merge_field("choices"), outcome)  # type: ignore[arg-type]


def _distribution_difference(key: str, texts: Mapping[str, str], found: Mapping[str, Fraction]) -> str:
    """Return how the probabilities differ from the expected texts; empty if they agree."""
    if key == "chance":
        return _number_difference("the probability", texts[""], found.get("yes", Fraction(0)))
    if key == "mean":
        try:
            mean = sum((Fraction(label.replace("−", "-")) * chance for label, chance in found.items()), Fraction(0))
        except ValueError:
            return f"the results are not numbers: {join_words(tuple(found))}"
        return _number_difference("the mean", texts[""], mean)
    if key == "result":
        texts = {texts[""]: "1"}
    left = dict(found)
    for label, text in texts.items():
        matching = next((name for name in left if _label_matches(label, name)), None)
        if differs := _number_difference(
            f"the probability of {label}", text, left.pop(matching) if matching else Fraction(0)
        ):
            return (
                differs if key == "chances" else f"the result is {_probabilities_text(found)}, but {label} was expected"
            )
    return f"{_probabilities_text(left)} was not expected" if left else ""


def _probabilities_text(found: Mapping[str, Fraction]) -> str:
    """Return results with their probabilities as text."""
    texts = [label if chance == 1 else f"{label} ({percent_text(chance)})" for label, chance in found.items()]
    return join_words([*texts[:4], *([f"{len(texts) - 4} more"] if len(texts) > 4 else [])])


def _label_matches(expected: str, label: str) -> bool:
    """Return whether a result has the expected label; for a forbidden case the beginning of the reason is enough."""
    plain = label.replace("−", "-")
    return plain == expected or (expected.startswith(FORBIDDEN) and plain.startswith(expected))


def _number_difference(what: str, text: str, found: Fraction) -> str:
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
