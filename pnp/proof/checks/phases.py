"""The check of the names of phases against the sequence of play."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.words import ARTICLES, CAPITALISED

_BEFORE_A_NAME = ARTICLES | {
    "all", "after", "any", "as", "before", "both", "by", "during", "each", "end", "enemy", "every", "first", "friendly",
    "from", "her", "his", "if", "in", "new", "next", "no", "non-phasing", "only", "other", "own", "phasing", "player",
    "second", "see", "some", "start", "that", "their", "these", "this", "until", "when", "with", "your",
}  # fmt: skip
"""Words that stand before the name of a phase and are not part of it."""


@document_check("Q062", Severity.WARNING, english=True, clean=True)
def phase_not_in_sequence(document: RulebookText) -> Iterator[Slip]:
    """The text names a phase that is not in the sequence of play.

    The sequence of play is a list or a series of headings with at least three phases.

    Bad:
        4.0 Sequence of Play
        a) Supply Phase
        b) Ground Movement Phase
        c) Ground Attack Phase
        5.0 Movement
        Check stacking at the end of the Ground Phase.
    Good:
        4.0 Sequence of Play
        a) Supply Phase
        b) Ground Movement Phase
        c) Ground Attack Phase
        5.0 Movement
        Check stacking at the end of the Ground Attack Phase.
    """
    phase = re.compile(
        rf"((?:{CAPITALISED}|&|and|of|/)(?:[ /](?:{CAPITALISED}|&|and|of)){{0,4}}) (?:Phases?|PHASES?)\b"
    )
    listed: dict[str, int] = {}
    for i, line in enumerate(document.lines):
        text = re.sub(
            r"^[\W_]*(?:\[?\d{1,2}(?:\.\d+)*\]?[.)]?|[A-Za-z][.)]|[IVX]+[.)]|(?:Phase|Step) \w+[:.])?[\s\W]*",
            "",
            line.text.strip(),
        )
        match = re.match(rf"{phase.pattern}(?P<rest>.*)$", text)
        marked = i in document.case_lines or re.match(
            r"[\W_]*(?:\[?\d|[A-Za-z][.)]\s|[IVX]+[.)]\s|[•*#-])", line.text.strip()
        )
        if match and ((marked and re.match(r"\W|$", match["rest"])) or re.match(r"\s*(?:$|:|\()", match["rest"])):
            for part in (match[1], *re.split(r"\band\b|&|/", match[1])):
                listed.setdefault(_phase_name(part), i)
        elif i in document.case_lines and (
            wrapped := re.match(rf"{phase.pattern}", text + " " + _next_text(document, i))
        ):
            listed.setdefault(_phase_name(wrapped[1]), i)
    if len(listed) < 3:
        return
    used: dict[str, list[int]] = {}
    for match in phase.finditer(document.text):
        if match[0].isupper():
            continue
        if not (match[0].endswith("s") and re.search(r"\band\b|&|/|,", match[0])):
            used.setdefault(_phase_name(match[1]), []).append(match.start())
    unknown = {name: at for name, at in used.items() if name and not _is_phase(name, listed)}
    known = sum(len(at) for name, at in used.items() if name not in unknown)
    if len(unknown) > max(3, len(listed) * 0.6) or sum(map(len, unknown.values())) > max(1, known * 0.3):
        return
    for name, places in unknown.items():
        near = [other for other in listed if _is_variant(name, other)]
        if len(places) <= 5 and near and len({other.split()[-1] for other in near}) <= 2:
            at = places[0]
            end = document.text.find("hase", at) + 4
            write = f"did you mean {near[0].title()} Phase?" if len(near) == 1 else ""
            yield Slip(
                at,
                f'the sequence of play has no {name.title()} Phase: "{clip(quote_around(document, at, end, 3), 80)}"',
                write,
            )


def _next_text(document: RulebookText, i: int) -> str:
    """Return the text of the line after a line."""
    return document.lines[i + 1].text.strip() if i + 1 < len(document.lines) else ""


def _phase_name(text: str) -> str:
    """Return the name of a phase in small letters, without an article or the name of a player before it."""
    words = [word for word in re.findall(r"[\w’'-]+", text.casefold().replace("&", "and")) if word not in ("and", "/")]
    words = [word.replace("’", "'").removesuffix("'s").removesuffix("s'") for word in words]
    while words and words[0] in _BEFORE_A_NAME:
        words.pop(0)
    return " ".join(words)


def _is_phase(name: str, listed: dict[str, int]) -> bool:
    """Return whether a name is that of a listed phase, perhaps shorter or with the name of a side before it."""
    words = [word.rstrip("s") for word in name.split()]
    for other in listed:
        known = [word.rstrip("s") for word in other.split()]
        if words == known or words[-len(known) :] == known or known[-len(words) :] == words:
            return True
        if set(words) <= set(known) and len(words) > 1 and len(known) - len(words) != 1:
            return True
    return len(words) == 0


def _is_variant(name: str, listed: str) -> bool:
    """Return whether a name is that of a listed phase with a word left out, or with another form of one word.

    >>> _is_variant("command", "command point"), _is_variant("air landing", "airborne landing")
    (True, True)
    """
    one, other = name.split(), listed.split()
    if len(one) == len(other):
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        return len(pairs) == 1 and not any("-" in word for word in pairs[0]) and _have_one_stem(*pairs[0])
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) != 1 or len(long) > 4 or len(short) > len(one):
        return False
    return any(long[:i] + long[i + 1 :] == short for i in range(1, len(long)))


def _have_one_stem(one: str, other: str) -> bool:
    """Return whether two words begin with the same five letters, or one of them with the other."""
    return one[:5] == other[:5] or (min(len(one), len(other)) >= 3 and (one.startswith(other) or other.startswith(one)))
