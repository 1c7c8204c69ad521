"""The tokens of expressions: their form, reserved words, and the escape sequences of words in quotes."""

from __future__ import annotations

import re

from pnp.findings import Fault
from pnp.message import clip

LARGEST = 2**63
"""One more than the largest number; the smallest is its negative."""

KEYWORDS = frozenset({"false", "in", "null", "true"})
KEPT = frozenset(
    {"as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "namespace"}
    | {"package", "return", "var", "void", "while"}
)
RESERVED = KEYWORDS | KEPT
RESERVED |= {"bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type", "string", "timestamp"}
RESERVED |= {"type", "uint"}
"""Words that CEL keeps for itself, its types among them, so that no variable can have them as a name."""

TOKEN = re.compile(
    r"""(?:[ \t\r\n\f]|//[^\n]*+)*+(?:
    (?P<decimal>[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)
    |(?P<int>0x[0-9a-fA-F]+|[0-9]+)
    |(?P<raw>[rR](?:'{3}(?:.|\n)*?'{3}|"{3}(?:.|\n)*?"{3}|'[^'\r\n]*'|"[^"\r\n]*"))
    |(?P<word>'{3}(?:[^\\]|\\.)*?'{3}|"{3}(?:[^\\]|\\.)*?"{3}|'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*")
    |(?P<name>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<sign>[=!<>]=|&&|\|\||[-+*/%!<>?:.,()\[\]{}])
    |(?P<end>\Z))""",
    re.VERBOSE,
)
_BLANK = re.compile(r"(?:[ \t\r\n\f]|//[^\n]*+)*+")
_ESCAPE = re.compile(r"\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))")
_ESCAPED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {
    one: one for one in "\\?\"'`"
}


class ExpressionError(Exception):
    """An invalid expression: one or more faults, each with its position in the text."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.wrong for fault in faults))
        self.faults = faults


def error_at(at: int, wrong: str, write: str = "") -> ExpressionError:
    """Return the error of one fault at an offset of the text."""
    return ExpressionError(Fault("", wrong, write, at=at))


def blank_end(text: str, start: int) -> int:
    """Return the offset after the blanks and comments that begin at `start`."""
    match = _BLANK.match(text, start)
    return match.end() if match else start


def unquoted(written: str, at: int) -> str:
    """Return the word that is written in quotes, or raw in quotes after `r`, at an offset of the text.

    Raise `ExpressionError` if an escape sequence is wrong.
    """
    raw = written[0] in "rR"
    start = raw + (3 if len(written) > 5 and written[raw : raw + 3] in ("'''", '"""') else 1)
    inner = written[start : raw - start]
    if raw or "\\" not in inner:
        return inner

    def character(match: re.Match[str]) -> str:
        """Return the character that an escape sequence means."""
        code = match[1] or match[2] or match[3]
        number = int(code, 16) if code else int(match[4], 8) if match[4] else ord(_ESCAPED.get(match[5], "\ud800"))
        if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise error_at(
                at + start + match.start(), f"{clip(match[0])} is not a character", r"write \\ for a backslash"
            )
        return chr(number)

    return _ESCAPE.sub(character, inner)
