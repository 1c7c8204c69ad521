"""Checks of texts: every letter can be printed, and references to rule cases have targets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from pydantic import BaseModel

from pnp.checks.checked_game import CheckedGame, check, unknown
from pnp.checks.rules import text_spot
from pnp.findings import Fault, Severity
from pnp.message import clip
from pnp.model.game import Game
from pnp.model.printed_texts import texts_in
from pnp.spot import Spot
from pnp.typeface import FONTS, metrics

DRAWN = frozenset({"boxes", "components", "cover", "game", "map", "terrain", "tracks"})
"""Keys of a game whose texts are drawn on maps, cards, covers and page margins, in the sans typefaces alone."""
COUNTERS = frozenset({"counters", "formations"})
"""Keys whose texts are drawn on counters; those are checked with the drawing (D004)."""
PROSE = frozenset(
    {"aids", "boxes", "entries", "errata", "glossary", "map", "modifiers", "rulings", "sequence", "tables", "terrain"}
    | {"tracks"}
)
"""Keys whose texts are printed as sentences and may refer to cases of the rules."""
INVISIBLE = frozenset("\n\t\N{ZERO WIDTH SPACE}\N{SOFT HYPHEN}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}")
"""Characters that need no letter of a typeface."""
MOST_NAMED = 6
"""A message names at most this many letters."""

_REFERENCES = re.compile(r"\[((?:R-)?\d+(?:\.\d+)+(?:,\s*(?:R-)?\d+(?:\.\d+)*)*|R-\d+)\]")


@cache
def _printable_letters(families: tuple[str, ...]) -> frozenset[str]:
    """Return the letters that at least one typeface of these font families can print."""
    fonts = [font for font in FONTS if font.partition("-")[0] in families]
    return frozenset().union(*(metrics(font).advances for font in fonts))


def _keys_in(value: object) -> Iterator[str]:
    """Yield every dictionary key inside a value of the data.

    Keys are ids, which are not printed.
    """
    if isinstance(value, dict):
        yield from value
    inner: Iterable[object] = ()
    if isinstance(value, BaseModel):
        inner = (getattr(value, name) for name in type(value).model_fields)
    elif isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, tuple):
        inner = value
    for one in inner:
        yield from _keys_in(one)


def _texts_under(game: Game, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield every text under these top-level keys of the game, with its dotted path."""
    for key in keys:
        for path, _, text in texts_in(getattr(game, key), key):
            yield path, text


def _unprintable_letters(text: str, families: tuple[str, ...]) -> list[str]:
    """Return the different letters of a text that these font families cannot print."""
    if text.isascii() and text.isprintable():
        return []
    known = _printable_letters(families)
    return [c for c in dict.fromkeys(text) if c not in INVISIBLE and (c not in known or _is_control(c))]


def _is_control(character: str) -> bool:
    """Return whether a character is a control character."""
    return unicodedata.category(character) in ("Cc", "Cs")


def _letter_fault(letters: list[str]) -> tuple[str, str]:
    """Return (message, advice) for letters that cannot be printed."""
    control = [c for c in letters if _is_control(c)]
    shown = control or letters
    names = ", ".join(f"U+{ord(c):04X}" if control else f"{c} (U+{ord(c):04X})" for c in shown[:MOST_NAMED]) + (
        f" and {len(shown) - MOST_NAMED} more" if len(shown) > MOST_NAMED else ""
    )
    if control:
        return f"the text contains control characters: {names}", "delete them"
    return f"the typefaces of the kit cannot print {names}", "use other letters"


_HIDDEN = re.compile(r"\{\{.*?\}\}|`[^`\n]*`", re.DOTALL)
"""Inserts and code, in which nothing is a mark."""
_FOREIGN_MARKS = (
    (
        re.compile(r"</?(?P<tag>[A-Za-z][A-Za-z0-9]{0,10})(?:\s[^<>\n]{0,200})?/?>"),
        "is a tag of HTML, which is not read",
        "delete it",
    ),
    (re.compile(r"<!--"), "begins a comment of HTML, which would be printed", "delete it"),
    (
        re.compile(r"\[\^[^\]\s]{1,40}\]"),
        "is a footnote, which pnp does not have",
        "write the note in the text, in parentheses",
    ),
    (
        re.compile(r"^[ \t]*[-*+] \[[ xX]\](?= )", re.MULTILINE),
        "is a box to tick, which pnp does not have",
        "write - alone",
    ),
    (re.compile(r"(?<![=\w])==[^=\s][^=\n]{0,80}==(?!=)"), "is a mark that is not read", "write ** around the words"),
    (re.compile(r"(?<=\w)~\w{1,8}~(?!~)"), "is a subscript, which is not read", "write it without ~"),
    (re.compile(r"(?<=\w)\^\w{1,8}\^"), "is a superscript, which is not read", "write it without ^"),
    (
        re.compile(r"^: (?=\S)", re.MULTILINE),
        "begins a definition, which is not read",
        "write a list, or **Term.** before it",
    ),
    (re.compile(r"^> \[!\w+\]", re.MULTILINE), "begins a note, which is not read", "write a bold word instead"),
)
"""Marks that other programs read: their form, what is wrong, and what to write."""
_SIGN_OF_TAG = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~"}


@check("R010")
def letter_in_no_typeface(checked: CheckedGame) -> Iterator[Fault]:
    """A text of the rules, aids, maps, cards or lists has a letter that the kit's typefaces cannot print.

    An empty box would be printed instead. The texts of boxes, components, covers, maps, terrain and tracks, and the
    title, can contain Latin letters only. All other texts can also contain Greek and Cyrillic letters. D004 checks the
    drawings of counters, cards and map sheets.

    Bad:
        glossary: {odds: {says: "Attack divided by defence (戦力比)."}}
    Good:
        glossary: {odds: {says: "Attack divided by defence."}}
    """
    game = checked.game
    ids: frozenset[str] | None = None
    everything = [key for key in type(game).model_fields if key not in COUNTERS | {"rules"}]
    for path, text in _texts_under(game, everything):
        families = ("condensed", "sans") if path.partition(".")[0] in DRAWN else ("condensed", "sans", "serif")
        letters = _unprintable_letters(text, families)
        if not letters:
            continue
        ids = frozenset(_keys_in(game)) if ids is None else ids
        if text not in ids:
            yield Fault(path, *_letter_fault(letters))
    for i, case in enumerate(game.rules):
        for part, spot in (("title", game.spot(f"rules.{i}.title")), ("text", game.spot(f"rules.{i}.text"))):
            text = getattr(case, part)
            letters = _unprintable_letters(text, ("condensed", "sans", "serif"))
            if letters:
                at = min(text.index(letter) for letter in letters)
                place = text_spot(checked, i, at) if part == "text" else spot
                yield Fault(f"rules.{case.number}", *_letter_fault(letters), Spot(place.file, place.line, place.column))


@check("R029", Severity.WARNING)
def mark_not_printed(checked: CheckedGame) -> Iterator[Fault]:
    """A text has a mark of Markdown or HTML that pnp does not read, so that it would be printed as it stands.

    Bold, italic and struck out text, lists, tables, quotations and `<br>` in the rules are printed as they are meant.
    Footnotes, boxes to tick, other tags of HTML, and marks such as `==x==`, `H~2~O` and `x^2^` are not.

    Bad:
        glossary: {odds: {says: "Attack <b>divided</b> by defence."}}
    Good:
        glossary: {odds: {says: "Attack **divided** by defence."}}
    """
    for path, text in checked.printed_texts:
        hidden = _HIDDEN.sub(lambda match: " " * len(match[0]), text)
        for form, wrong, write in _FOREIGN_MARKS:
            for match in form.finditer(hidden):
                tag = (match.groupdict().get("tag") or "").lower()
                if tag == "br" and path.startswith("rules."):
                    continue
                sign = _SIGN_OF_TAG.get(tag)
                advice = f"write {sign} around the words" if sign else write
                yield Fault(path, f"{clip(match[0].strip())} {wrong}", advice, at=match.start())


@check("R011")
def reference_in_data_dangling(checked: CheckedGame) -> Iterator[Fault]:
    """A reference in a text of the data, such as `[6.5.1]` or `[R-11]`, names a case that does not exist.

    R002 checks the references in the rules themselves.

    Bad:
        boxes: {dead: {says: "Eliminated units [2.2]."}}
    Good:
        boxes: {dead: {says: "Eliminated units [2.1.1]."}}
    """
    game = checked.game
    known = {*(case.number for case in game.rules), *game.rulings}
    for path, text in _texts_under(game, sorted(PROSE)) if game.rules else ():
        for brackets in _REFERENCES.finditer(text) if "[" in text else ():
            for number in re.split(r",\s*", brackets[1]):
                if number not in known and number not in checked.missing_cases:
                    yield unknown(path, "ruling" if number.startswith("R-") else "case", number, known)
