"""The tokens of expressions: names, quoted words and signs, and the function calls among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<word>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")|(?P<name>[A-Za-z_]\w*)|(?P<sign>[=!<>]=|&&|\|\||\S)"
)

MACROS = ("all", "exists", "exists_one", "filter", "map")
"""The methods of a list that test or change each of its values."""


class Token(NamedTuple):
    """A name, a quoted word (`text` is without the quotes) or a sign, and its position."""

    kind: str
    text: str
    at: int


class FunctionCall(NamedTuple):
    """A function call; for each argument the quoted word, or None if the argument is something else."""

    name: str
    words: tuple[Token | None, ...]
    at: int


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of an expression: its names, quoted words and signs.

    Each digit is a sign.
    """
    found = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        found.append(Token(kind, match[0][1:-1] if kind == "word" else match[0], match.start()))
    return tuple(found)


def names(found: tuple[Token, ...]) -> frozenset[str]:
    """Return the names of possible variables in an expression, without those of fields and functions.

    >>> sorted(names(tokens("max(unit.attack, n) + size(units)")))
    ['n', 'unit', 'units']
    """
    return frozenset(
        token.text
        for i, token in enumerate(found)
        if token.kind == "name"
        and not (i and found[i - 1].text == "." and found[i - 1].kind == "sign")
        and not (i + 1 < len(found) and found[i + 1].text == "(" and found[i + 1].kind == "sign")
    )


def calls(found: tuple[Token, ...]) -> Iterator[FunctionCall]:
    """Yield the function calls of an expression, without method calls.

    >>> [(call.name, [word and word.text for word in call.words]) for call in calls(tokens("f(a, 'b', g('c'))"))]
    [('f', [None, 'b', None]), ('g', ['c'])]
    """
    for i, token in enumerate(found[:-1]):
        after, before = found[i + 1], found[i - 1] if i else None
        if token.kind == "name" and after == ("sign", "(", after.at) and not (before and before.text == "."):
            yield FunctionCall(token.text, tuple(_argument_words(found, i + 2)), token.at)


def _argument_words(found: tuple[Token, ...], start: int) -> Iterator[Token | None]:
    """Yield the token of each argument of a call if it is one quoted word, otherwise None."""
    depth, value = 0, list[Token]()
    for token in found[start:]:
        closes = token.kind == "sign" and token.text in ")]}"
        if depth == 0 and (closes or (token.kind == "sign" and token.text == ",")):
            if value:
                yield value[0] if len(value) == 1 and value[0].kind == "word" else None
            value = []
            if closes:
                return
            continue
        depth += token.kind == "sign" and token.text in "([{"
        depth -= closes
        value.append(token)


def field_comparisons(found: tuple[Token, ...]) -> Iterator[tuple[str, Token]]:
    """Yield each field that an expression compares with a word, as in `unit.side == 'red'`, and the word.

    >>> [(field, word.text) for field, word in field_comparisons(tokens("unit.side == 'red' && x.hex != 'A1'"))]
    [('side', 'red'), ('hex', 'A1')]
    """
    for i in range(len(found) - 3):
        dot, field, sign, word = found[i : i + 4]
        if dot.text == "." and field.kind == "name" and sign.text in ("==", "!=") and word.kind == "word":
            yield field.text, word


def ruling_comparisons(found: tuple[Token, ...]) -> Iterator[tuple[str, Token]]:
    """Yield each ruling that is compared with an option, as in `ruling('R') == 'yes'`, and the option."""
    for i in range(len(found) - 5):
        name, _, id_, close, sign, word = found[i : i + 6]
        written = id_.kind == word.kind == "word"
        if name.text == "ruling" and written and close.text == ")" and sign.text in ("==", "!="):
            yield id_.text, word


def group_words(found: tuple[Token, ...]) -> Iterator[Token]:
    """Yield each word that an expression looks for in the groups of a unit, as in `'foot' in unit.groups`.

    >>> [word.text for word in group_words(tokens("'foot' in units[0].groups && 'gun' in words"))]
    ['foot']
    """
    for i in range(len(found) - 4):
        word, sign, name = found[i : i + 3]
        if word.kind == "word" and sign == ("name", "in", sign.at) and name.kind == "name":
            at = i + 3
            if found[at].text == "[":
                at = _closing(found, at) + 1
            if [token.text for token in found[at : at + 2]] == [".", "groups"]:
                yield word


def words_in_turn(found: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """Yield the condition on the words of a list with each of the words in turn.

    >>> parts = words_in_turn(tokens("['a', 'b'].exists(t, has(unit, t))"))
    >>> ["".join(token.text for token in part) for part in parts]
    ['has(unit,a)', 'has(unit,b)']
    """
    for start, token in enumerate(found):
        if token != ("sign", "[", token.at):
            continue
        end = _closing(found, start)
        dot, macro, _, name, comma = [*found[end + 1 : end + 6], *[Token("", "", 0)] * 5][:5]
        words = found[start + 1 : end : 2]
        if dot.text != "." or macro.text not in MACROS or name.kind != "name" or comma.text != ",":
            continue
        condition = found[end + 6 : _closing(found, end + 3)]
        for word in words if all(one.kind == "word" for one in words) else ():
            part = tuple(
                word if one == ("name", name.text, one.at) and not (i and condition[i - 1].text == ".") else one
                for i, one in enumerate(condition)
            )
            yield part
            yield from words_in_turn(part)


def _closing(found: tuple[Token, ...], start: int) -> int:
    """Return the index of the bracket that closes the one at `start`; the number of tokens if there is none."""
    depth = 0
    for i in range(start, len(found)):
        if found[i].kind == "sign":
            depth += (found[i].text in "([{") - (found[i].text in ")]}")
        if depth == 0:
            return i
    return len(found)
