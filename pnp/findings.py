"""What a check reports, and the register of checks."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum

from pnp.message import one_line
from pnp.spot import Spot

LONGEST_SENTENCE, LONGEST_PATH = 400, 160
"""Most characters of what is wrong or what to write, and of a path in the data. A longer one loses its middle."""


class Severity(Enum):
    """An error stops a build; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect: where, which check found it, what is wrong, and what to write instead (may be empty)."""

    code: str
    spot: Spot
    wrong: str
    write: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        """`file:line:column (path): code what is wrong; what to write`."""
        level = "" if self.severity is Severity.ERROR else "warning "
        return f"{self.shown.spot}: {level}{self.code} {self.message}"

    @property
    def shown(self) -> Finding:
        """The finding as every report shows it: data quoted in it has no control characters and is not too long."""
        spot = replace(self.spot, file=one_line(self.spot.file), path=one_line(self.spot.path, LONGEST_PATH))
        wrong, write = one_line(self.wrong, LONGEST_SENTENCE), one_line(self.write, LONGEST_SENTENCE)
        return replace(self, spot=spot, wrong=wrong, write=write)

    @property
    def message(self) -> str:
        """What is wrong; what to write."""
        shown = self.shown
        return f"{shown.wrong}; {shown.write}" if shown.write else shown.wrong


class Refused(Exception):  # noqa: N818 - the work was refused; the findings are the errors
    """Findings of severity error stop the work."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        """Keep the findings, errors first as they were found."""
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))


def refuse(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Raise `Refused` if any finding is an error; otherwise give back the warnings."""
    found = tuple(findings)
    if any(finding.severity is Severity.ERROR for finding in found):
        raise Refused(found)
    return found


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """In order of place, then code, each once."""
    return tuple(sorted(set(findings), key=lambda f: (f.spot, f.code, f.wrong)))


def swapped(word: str, known: Container[str]) -> str:
    """The known word that comes of swapping two neighbouring signs, as in 3930 for 3903; empty if there is none."""
    for i in range(min(len(word), 60) - 1):
        other = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        if other != word and other in known:
            return other
    return ""


def did_you_mean(word: str, known: Iterable[str], *, many: bool = False) -> str:
    """What was probably meant, as the end of a message; otherwise the words there are, if they are few (or `many`).

    >>> did_you_mean("tabels", ["map", "tables"]), did_you_mean("x", ["odd", "even"]), did_you_mean("x", "abcdefghi")
    ('did you mean tables?', 'write even or odd', '')
    """
    names = sorted(set(known))
    close = swapped(word, names) or next(iter(get_close_matches(word[:60], names, n=1, cutoff=0.6)), "")
    if close:
        return f"did you mean {close}?"
    if not names or (len(names) > 8 and not many):
        return ""
    *most, last = names
    return f"write {', '.join(most)} or {last}" if most else f"write {last}"


@dataclass(frozen=True, slots=True)
class Check:
    """One registered check: its code and the function whose docstring explains it (title, why, Bad, Good)."""

    code: str
    run: Callable[..., Iterable[Finding]] = field(compare=False)

    @property
    def name(self) -> str:
        """The defect in words, from the function's name."""
        return self.run.__name__.replace("_", " ")

    @property
    def title(self) -> str:
        """First line of the docstring."""
        return (self.run.__doc__ or "").strip().splitlines()[0]
