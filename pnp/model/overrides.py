"""References from rules to the rules that they replace, in texts such as `{{ overrides("12.8") }}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.model.reference import Case

_INSERT = re.compile(r"\{\{\s*overrides\(([^()]*)\)\s*\}\}")
_QUOTED = re.compile(r"""["']([^"']*)["']""")


class OverrideWord(NamedTuple):
    """The number of a case or ruling that a text replaces, and the offset of the number in the text."""

    number: str
    at: int


def override_words(text: str) -> Iterator[OverrideWord]:
    """Yield each number that an insert `overrides` in a rules text names.

    >>> list(override_words('{{ overrides("12.8") }} A lost strike returns.'))
    [OverrideWord(number='12.8', at=14)]
    """
    for insert in _INSERT.finditer(text):
        for quoted in _QUOTED.finditer(insert[1]):
            yield OverrideWord(quoted[1], insert.start(1) + quoted.start(1))


def case_overrides(case: Case) -> tuple[str, ...]:
    """Return the numbers of the cases and rulings that a case replaces."""
    return tuple(word.number for word in override_words(case.text))
