"""The check of tables that are named but not shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import is_english
from pnp.proof.words import ARTICLES, CAPITALISED

_NOT_IN_A_NAME = (ARTICLES - {"to"}) | {
    "all", "any", "both", "chart", "charts", "check", "consult", "each", "following", "his", "if", "no", "other",
    "read", "roll", "see", "some", "table", "tables", "that", "these", "this", "those", "use", "which",
}  # fmt: skip
"""Words in the sentence around a table that are not part of its name."""


@document_check("Q063", Severity.WARNING)
def table_not_shown(document: RulebookText) -> Iterator[Slip]:
    """The text names a table that the document neither contains nor lists.

    This is checked only if the rulebook contains at least three tables, or a list of at least three. Otherwise the
    tables are probably on separate sheets.

    Bad:
        2.2 Game Charts
        Combat Results Table: the results of attacks.
        Supply Table: the supplies of each turn.
        Terrain Chart: the costs of movement.
        3.0 Combat
        Roll on the Demolition Table.
    Good:
        2.2 Game Charts
        Combat Results Table: the results of attacks.
        Supply Table: the supplies of each turn.
        Demolition Table: the results of demolition.
        3.0 Combat
        Roll on the Demolition Table.
    """
    if document.is_damaged:
        return
    name = re.compile(
        rf"((?:{CAPITALISED}|/|&|of) ?(?:(?:{CAPITALISED}|of|&|and|/|the) ?){{0,4}}) ?\b((?i:table|chart))s?\b"
    )
    shown: set[str] = set()
    drawn = 0
    listed: Counter[int] = Counter()
    for i, line in enumerate(document.lines):
        text = re.sub(r"^[\W_]*(?:\[?\d{1,2}(?:\.\d+)*\]?[.)]?\s)?[\W_]*", "", line.text)
        match = re.match(rf"{name.pattern}(?P<rest>.*)$", text)
        if match and re.match(r"\s*(?:$|:|\(|\||[–-]\s)", match["rest"]):
            shown.add(_table_name(match[1]))
            listed[document.section_of(i)] += bool(re.match(r"\s*(?::|\([^)]*\):|[–-]\s)", match["rest"]))
        if "|" in line.text and (i == 0 or "|" not in document.lines[i - 1].text):
            drawn += 1
            for near in document.lines[max(i - 2, 0) : i + 1]:
                shown.add(_table_name(near.text.split("|")[0]))
    if drawn < 3 and max(listed.values(), default=0) < 3:
        return
    used: dict[str, list[int]] = {}
    for match in name.finditer(document.text):
        table = _table_name(match[1])
        if table and not re.search(r"\b[A-Z]{4,}\b", match[1]):
            used.setdefault(table, []).append(match.start())
    everywhere = {_table_name(line.text) for line in document.lines if not line.text.rstrip().endswith((".", ",", ";"))}
    words = Counter(word.casefold() for word in re.findall(r"[^\W\d_]+", document.text))
    unknown = {
        table: at
        for table, at in used.items()
        if table not in everywhere
        and all(words[word] + words[word + "s"] >= 2 or is_english(word) for word in re.findall(r"[a-z]+", table))
        and not any(_same_table(table, other) for other in shown)
    }
    if len(unknown) > max(2, len(shown) * 0.5):
        return
    for table, places in unknown.items():
        at = places[0]
        match = name.match(document.text, at)
        end = match.end() if match else at + len(table)
        yield Slip(
            at,
            f"the document shows or lists no {table.title()} {match[2].title() if match else 'Table'}: "
            f'"{clip(quote_around(document, at, end, 3), 80)}"',
        )


def _table_name(text: str) -> str:
    """Return the name of a table in small letters, without articles."""
    words = [word for word in re.findall(r"[\w’'-]+", text.casefold()) if word not in _NOT_IN_A_NAME]
    return " ".join(word.replace("’", "'").removesuffix("'s").rstrip("s'") for word in words)


def _same_table(one: str, other: str) -> bool:
    """Return whether two names are of one table: one contains all words of the other."""
    a, b = set(one.split()), set(other.split())
    return bool(a) and bool(b) and (a <= b or b <= a)
