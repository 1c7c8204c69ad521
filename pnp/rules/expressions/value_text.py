"""Texts of the values of expressions, for traces and messages."""

from __future__ import annotations

from pnp.message import join_words
from pnp.rules.expressions.vocabulary import RecordType, Type, Value


def decimal_text(number: float) -> str:
    """Return a decimal number as text, rounded to a millionth and without trailing zeros.

    >>> decimal_text(2.50), decimal_text(-1e-9), decimal_text(-3.0)
    ('2.5', '0', '−3')
    """
    text = f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def value_text(value: Value, kind: Type, label: object = str) -> str:
    """Return a value as text, such as `yes`, `2.5` or `A and B`.

    `label` is the function that returns the name of a unit.
    """
    name = label if callable(label) else str
    if isinstance(kind, RecordType):
        return join_words(
            [f"{inner} {value_text(one, of, label)}" for (inner, of), one in zip(kind.fields, value, strict=True)]
        )
    match kind:
        case "bool":
            return "yes" if value else "no"
        case "unit":
            return str(name(value))
        case "units":
            return join_words([str(name(one)) for one in value], none="none")
        case "ints" | "words":
            return join_words([str(one) for one in value], none="none")
        case "decimal":
            return decimal_text(value)
        case "decimals":
            return join_words([decimal_text(one) for one in value], none="none")
    return str(value).replace("-", "−") if kind == "int" else str(value)
