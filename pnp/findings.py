"""Findings (reported defects), faults (defects without a source location), and the register of checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Literal, NamedTuple, TypeAlias

from pnp.message import one_line
from pnp.pnp_error import PnpError
from pnp.spot import Spot

LONGEST_SENTENCE, LONGEST_PATH = 400, 160
"""The most characters of a message part, and of a path. A longer one loses its middle."""


class Severity(Enum):
    """An error stops a build; a warning does not. A note is advice that only `pnp check` prints."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect: where it is, which check found it, what is wrong, and what to write instead (may be empty)."""

    code: str
    spot: Spot
    wrong: str
    write: str = ""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        """Return `file:line:column (path): code what is wrong; what to write`."""
        level = "" if self.severity is Severity.ERROR else f"{self.severity.value} "
        return f"{self.shown.spot}: {level}{self.code} {self.message}"

    @property
    def shown(self) -> Finding:
        """The finding with quoted data shortened and control characters removed, as reports print it."""
        spot = replace(self.spot, file=one_line(self.spot.file), path=one_line(self.spot.path, LONGEST_PATH))
        wrong, write = one_line(self.wrong, LONGEST_SENTENCE), one_line(self.write, LONGEST_SENTENCE)
        return replace(self, spot=spot, wrong=wrong, write=write)

    @property
    def message(self) -> str:
        """The message of the finding: what is wrong, then what to write instead."""
        shown = self.shown
        return f"{shown.wrong}; {shown.write}" if shown.write else shown.wrong


class Fault(NamedTuple):
    """A defect of the game's data before its source location is known; `Game.finding` turns it into a `Finding`.

    `path` is the dotted path of the value, `at` the offset of the defect in the value's text (from 0), if known. `spot`
    is given when the defect is not where `path` was written. The check that reports the fault may add the code. `found`
    are the texts of a result that pnp computes, if the data states another one.
    """

    path: str
    wrong: str
    write: str = ""
    spot: Spot | None = None
    code: str = ""
    at: int | None = None
    found: tuple[str, ...] = ()


class Refused(PnpError):  # noqa: N818 - the findings are the errors
    """Raised when findings of severity error stop the work."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(map(str, self.findings)))

    def __reduce__(self) -> tuple[type[Refused], tuple[tuple[Finding, ...]]]:
        """Return how it is pickled: with its findings, because its text alone does not make it."""
        return type(self), (self.findings,)


LIMITS: dict[str, int] = {}
"""Limits of layout by the code of their findings: each is an error only for data of this format or a later one.

So a limit that is added, or made stricter, enters with the next format, and games that were built before still are."""


def with_limits_of(findings: Iterable[Finding], data_format: int) -> tuple[Finding, ...]:
    """Return the findings about data of a format; errors that are limits of a later format become warnings."""
    return tuple(
        replace(one, severity=Severity.WARNING)
        if one.severity is Severity.ERROR and LIMITS.get(one.code, 0) > data_format
        else one
        for one in findings
    )


def refuse(findings: Iterable[Finding], data_format: int | None = None) -> tuple[Finding, ...]:
    """Return the findings if all are warnings; raise `Refused` if any is an error.

    With the format of the data that they are about, limits of later formats are warnings.
    """
    found = tuple(findings) if data_format is None else with_limits_of(findings, data_format)
    if any(finding.severity is Severity.ERROR for finding in found):
        raise Refused(found)
    return found


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings without duplicates, in order of location and code.

    Findings about worked examples come last, after their causes.
    """
    return tuple(sorted(set(findings), key=lambda f: (f.code.startswith("X"), f.spot, f.code, f.wrong)))


def swapped(word: str, known: Container[str]) -> str:
    """Return the known word that `word` becomes if two adjacent characters are swapped; else empty."""
    for i in range(min(len(word), 60) - 1):
        other = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        if other != word and other in known:
            return other
    return ""


def near_match(word: str, known: Iterable[str]) -> str:
    """Return the only known word that a typing slip turns into `word`; empty if none or several.

    A slip is a letter left out, added, replaced, or swapped with its neighbour; words of eight letters and more may
    have two. Numbers must agree: A20 is not a misspelt A02, nor case 8.1.9 a misspelt 8.1.3.

    >>> near_match("1/3 Gurka", ["1/3 Gurkha", "1/7 Gurkha"]), near_match("A20", ["A02", "A21"])
    ('1/3 Gurkha', '')
    """
    written = word[:LONGEST_WORD].casefold()
    least = 2 if len(written) >= LONG_WORD else 1 if len(written) >= SHORT_WORD else 0
    letters, found = frozenset(written), dict[int, list[str]]()
    for name in known:
        other = name[:LONGEST_WORD].casefold()
        if abs(len(other) - len(written)) > least or len(letters.symmetric_difference(other)) > 2 * least:
            continue  # a slip changes at most two letters: it replaces one by another
        if _numbers_in(other) == _numbers_in(written):
            slips = _count_slips(written, other)
            if slips <= least:
                found.setdefault(slips, []).append(name)
    nearest = found[min(found)] if found else []
    return nearest[0] if len(nearest) == 1 else ""


LONGEST_WORD, LONG_WORD, SHORT_WORD = 60, 8, 3


def is_one_slip(word: str, name: str) -> bool:
    """Return whether one typing slip turns a name into a word."""
    lengths_agree = abs(len(word) - len(name)) <= 1 and len(word) <= LONGEST_WORD
    return lengths_agree and _count_slips(word.casefold(), name.casefold()) == 1


def _numbers_in(word: str) -> list[str]:
    """Return the numbers in a word, without leading zeros, so that A02 and A2 are equal."""
    return [number.lstrip("0") for number in re.findall(r"[0-9]+", word)]


def _count_slips(one: str, other: str) -> int:
    """Return how many typing slips (wrong, missing or extra letters) turn one word into another."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        two_before, before, row = before, row, [i]
        for j, there in enumerate(other, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == there:
                least = min(least, two_before[j - 2] + 1)
            row.append(least)
    return row[-1]


def did_you_mean(word: str, known: Iterable[str], *, many: bool = False) -> str:
    """Return advice such as `did you mean F5?`, or a list of all known words if they are few.

    `many` lists the known words even if there are more than eight.

    >>> did_you_mean("tabels", ["map", "tables"]), did_you_mean("x", ["odd", "even"]), did_you_mean("x", "abcdefghi")
    ('did you mean tables?', 'write even or odd', '')
    """
    names = sorted({*known} - {""})
    close = near_match(word, names)
    if close:
        return f"did you mean {close}?"
    if not names or (len(names) > 8 and not many):
        return ""
    *most, last = names
    return f"write {', '.join(most)} or {last}" if most else f"write {last}"


def write_instead(right: str, wrong: str) -> str:
    """Return the advice to write one text instead of another, which is the only correction."""
    return f"write {right} instead of {wrong}"


def with_hyphen(wrong: str, write: str) -> tuple[str, str]:
    """Return the message and the advice of a finding; if a long dash in a name is the cause, they say so.

    >>> with_hyphen("hex A1\N{EN DASH}F1 is not on this map", "")[0].partition("map")[2]
    ', because its dash is not a hyphen'
    """
    found = _LONG_DASH.match(wrong)
    if not found or write.startswith("did you mean"):
        return wrong, write
    right = re.sub(_LONG_DASHES, "-", found[1])
    return f"{wrong}, because its dash is not a hyphen", write_instead(right, found[1])


def advised_text(write: str) -> tuple[str, str] | None:
    """Return (right text, wrong text) of advice that names exactly one correction; None for any other advice.

    The wrong text is blank if `did_you_mean` made the advice: then it is the word that is a slip away.

    >>> advised_text("did you mean F5?"), advised_text(write_instead("hill", "mountain")), advised_text("write 1 or 2")
    (('F5', ''), ('hill', 'mountain'), None)
    """
    meant = re.fullmatch(r"did you mean (\S.*)\?", write)
    if meant:
        return meant[1], ""
    instead = re.fullmatch(r"write (\S.*) instead of (\S.*)", write)
    return (instead[1], instead[2]) if instead else None


_LONG_DASHES = "[\u2012\u2013\u2014\u2212]"
_LONG_DASH = re.compile(
    rf"(?:hex |the head |the face |unknown [a-z -]+ )?'?([^\s']*\w{_LONG_DASHES}\w[^\s']*?)'?"
    r"(?:$| is not on | is not a (?:range|number)| cannot be read| has 1 factor)"
)
"""The beginning of a message that a name with a long dash is unknown or cannot be read."""


Subject: TypeAlias = Literal["game", "drawing", "file", "document"]
"""What a check examines: the game's data, a drawing before it is printed, a printed file, or a rulebook of any game."""


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check: its code, subject and function. The docstring of the function explains the check.

    `severity` is that of the findings; a check of files or drawings may also yield findings of another severity.
    `things` names what is found, such as unknown words, for the line that counts findings that are not listed.
    """

    code: str
    of: Subject
    run: Callable[..., Iterable[Any]] = field(compare=False)
    severity: Severity = Severity.ERROR
    things: str = ""

    @property
    def name(self) -> str:
        """The name of the defect in words, made from the name of the check's function."""
        return self.run.__name__.replace("_", " ")

    @property
    def title(self) -> str:
        """The title of the check: the first line of its function's docstring."""
        return (self.run.__doc__ or "").strip().splitlines()[0]


CHECKS: dict[str, Check] = {}
"""Every check that has been imported, by its code."""


def register_check(check: Check) -> None:
    """Add a check to the register of all checks.

    A code belongs to one check for good and is never used again.
    """
    assert check.code not in CHECKS, f"{check.code} is taken"
    CHECKS[check.code] = check


def checks_of(subject: Subject) -> tuple[Check, ...]:
    """Return the checks that examine one subject (data, drawings or printed files), sorted by code."""
    return tuple(check for _, check in sorted(CHECKS.items()) if check.of == subject)
