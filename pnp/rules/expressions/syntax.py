"""Reads the text of an expression into its syntax tree.

The grammar is that of CEL, the Common Expression Language, without the types that no game has: bytes, unsigned numbers,
null, times and messages. Source: github.com/google/cel-spec, `doc/langdef.md`
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.findings import Fault
from pnp.message import clip
from pnp.rules.expressions.tree import (
    CallNode,
    ChoiceNode,
    ElementNode,
    FieldNode,
    HasNode,
    ListNode,
    LogicNode,
    LoopNode,
    MapNode,
    NameNode,
    OperatorNode,
    SignNode,
    SyntaxNode,
    ValueNode,
    WordNode,
    children,
)

MAX_LENGTH = 1000
"""The longest text of an expression; longer ones belong in several steps."""
MAX_NESTING, MAX_DEPTH = 32, 100
"""The most brackets that may be nested in each other, and the greatest depth of a tree."""
LARGEST = 2**63
"""One more than the largest number; the smallest is its negative."""

LOOPS = ("all", "exists", "exists_one", "filter", "map")
"""The methods of a list that test or change each of its values."""
_KEYWORDS = frozenset({"false", "in", "null", "true"})
_KEPT = frozenset(
    {"as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "namespace"}
    | {"package", "return", "var", "void", "while"}
)
RESERVED = _KEYWORDS | _KEPT
RESERVED |= {"bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type", "string", "timestamp"}
RESERVED |= {"type", "uint"}
"""Words that CEL keeps for itself, its types among them, so that no variable can have them as a name."""

_TOKEN = re.compile(
    r"""(?:[ \t\r\n\f]|//[^\n]*)*(?:
    (?P<decimal>[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)
    |(?P<int>0x[0-9a-fA-F]+|[0-9]+)
    |(?P<raw>[rR](?:'{3}(?:.|\n)*?'{3}|"{3}(?:.|\n)*?"{3}|'[^'\r\n]*'|"[^"\r\n]*"))
    |(?P<word>'{3}(?:[^\\]|\\.)*?'{3}|"{3}(?:[^\\]|\\.)*?"{3}|'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*")
    |(?P<name>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<sign>[=!<>]=|&&|\|\||[-+*/%!<>?:.,()\[\]{}])
    |(?P<end>\Z))""",
    re.VERBOSE,
)
_BLANK = re.compile(r"(?:[ \t\r\n\f]|//[^\n]*)*")
_ESCAPE = re.compile(r"\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))")
_ESCAPED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {
    one: one for one in "\\?\"'`"
}
_LEVELS = (("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
"""The operators of two values, from those that bind least to those that bind most."""
_INSTEAD = {"and": "write &&", "or": "write ||", "not": "write !", "null": "test with unit.id == '' or with == ''"}


class ExpressionError(Exception):
    """An invalid expression: one or more faults, each with its position in the text."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.wrong for fault in faults))
        self.faults = faults


@lru_cache(maxsize=5_000)
def read_expression(text: str) -> SyntaxNode:
    """Return the syntax tree of an expression. Raise `ExpressionError` at the first place that cannot be read."""
    if len(text) > MAX_LENGTH:
        raise _error(0, f"an expression of {len(text):,} characters is too long", _IN_STEPS)
    return _Parser(text).tree()


_IN_STEPS = "assign parts of it to variables in earlier steps"


def _error(at: int, wrong: str, write: str = "") -> ExpressionError:
    """Return the error of one fault at an offset of the text."""
    return ExpressionError(Fault("", wrong, write, at=at))


class _Parser:
    """Reads an expression from its text; each method reads one level of operators."""

    def __init__(self, text: str) -> None:
        self.text, self.nesting = text, 0
        self.kind, self.token, self.at, self.end = "", "", 0, 0
        self.advance()

    def tree(self) -> SyntaxNode:
        """Read the whole text. Raise `ExpressionError` if it is no expression, or nested too deeply."""
        tree = self.choice()
        if self.kind != "end":
            raise self.unreadable()
        level = [tree]
        for _ in range(MAX_DEPTH):
            level = [child for node in level for child in children(node)]
        if level:
            raise self.too_deep()
        return tree

    # -- tokens

    def advance(self) -> str:
        """Move on to the next token; return the one that was current."""
        current, match = self.token, _TOKEN.match(self.text, self.end)
        if match is None:
            self.at = _blank_end(self.text, self.end)
            raise self.unreadable()
        self.kind = str(match.lastgroup)
        self.token, self.at, self.end = match[self.kind], match.start(self.kind), match.end()
        if self.token in _KEYWORDS and self.kind == "name":
            self.kind = "sign"
        return current

    def sign(self, *signs: str) -> str:
        """Return the current token and move on if it is one of these signs; otherwise an empty text."""
        return self.advance() if self.kind == "sign" and self.token in signs else ""

    def take(self, sign: str) -> None:
        """Move on past a sign, which has to be the current token."""
        if not self.sign(sign):
            raise self.unreadable()

    def name(self) -> str:
        """Return the name that is the current token, and move on."""
        if self.kind != "name":
            raise self.unreadable()
        return self.advance()

    def unreadable(self) -> ExpressionError:
        """Return the error of a text that cannot be read at the current token."""
        text, at = self.text, self.at
        if not text.strip():
            return _error(len(text), "an expression is missing", "write one, such as attack > 0")
        if at == len(text):
            wrong = f"something is missing at the end of {clip(text)}"
            return _error(at, wrong, "write an expression, such as attack > 0")
        if text[at] == "=" and text[at : at + 2] != "==":
            return _error(at, "a single = is not a comparison", "compare with ==")
        if text[at] in "'\"" and _TOKEN.match(text, at) is None:
            return _error(at, "the quotes are never closed", "write both quotes of a word")
        word = re.match(r"\w+|\S", text[at:])
        name = word[0] if word else "this"
        return _error(at, f"{clip(text)} cannot be read at {name}", _INSTEAD.get(name, ""))

    def too_deep(self) -> ExpressionError:
        """Return the error of brackets or operators that are nested too deeply."""
        return _error(0, "this expression is nested too deeply", _IN_STEPS)

    # -- operators

    def choice(self) -> SyntaxNode:
        """Read `a ? b : c`, or less."""
        if self.nesting > MAX_NESTING:
            raise self.too_deep()
        self.nesting += 1
        node, at = self.logic("||"), self.at
        if self.sign("?"):
            first = self.logic("||")
            self.take(":")
            node = ChoiceNode(at, node, first, self.choice())
        self.nesting -= 1
        return node

    def logic(self, sign: str) -> SyntaxNode:
        """Read conditions joined by `||`, or by `&&`, which binds more."""
        parts, signs_at = [], []
        while True:
            parts.append(self.logic("&&") if sign == "||" else self.operation(0))
            at = self.at
            if not self.sign(sign):
                break
            signs_at.append(at)
        return LogicNode(signs_at[0], sign, tuple(parts), tuple(signs_at)) if signs_at else parts[0]

    def operation(self, level: int) -> SyntaxNode:
        """Read values joined by operators of a level, or of a level that binds more."""
        if level == len(_LEVELS):
            return self.signed()
        node, at = self.operation(level + 1), self.at
        while sign := self.sign(*_LEVELS[level]):
            node = OperatorNode(at, sign, node, self.operation(level + 1))
            at = self.at
        return node

    def signed(self) -> SyntaxNode:
        """Read a value with any number of `!` or of `-` before it. Two of them cancel each other out."""
        at, sign, odd = self.at, self.sign("!", "-"), True
        if not sign:
            return self.member()
        while self.sign(sign):
            odd = not odd
        if not odd:
            return self.member()
        if sign == "-" and self.kind in ("int", "decimal"):
            return self.number(at, negative=True)
        return SignNode(at, sign, self.member())

    # -- values

    def member(self) -> SyntaxNode:
        """Read a value and what follows it: `a.field`, `a.method()` and `a[0]`."""
        node, at = self.primary(), self.at
        while sign := self.sign(".", "["):
            if sign == "[":
                node = ElementNode(at, node, self.choice())
                self.take("]")
            else:
                name_at, name, opens = self.at, self.name(), self.at
                called = self.sign("(")
                node = self.method(node, name, name_at, opens) if called else FieldNode(at, node, name, name_at)
            at = self.at
        return node

    def method(self, of: SyntaxNode, name: str, at: int, opens: int) -> SyntaxNode:
        """Read the arguments of a method, or of a loop over a list."""
        arguments = self.arguments(")")
        if name not in LOOPS or len(arguments) not in ((2, 3) if name == "map" else (2,)):
            return CallNode(at, name, of, arguments, opens)
        variable = arguments[0]
        if not isinstance(variable, NameNode) or variable.root:
            raise _error(variable.at, f"the first value in {name}(...) names a variable", "write a name, such as x")
        condition = arguments[1] if len(arguments) == 3 else None
        return LoopNode(opens, name, of, variable.name, condition, arguments[-1])

    def primary(self) -> SyntaxNode:
        """Read a written value, a list, a map, a name, a function call or an expression in parentheses."""
        at, kind = self.at, self.kind
        if kind in ("int", "decimal"):
            return self.number(at)
        if kind in ("word", "raw"):
            return WordNode(at, self.word())
        if sign := self.sign("(", "[", "{", "true", "false"):
            match sign:
                case "(":
                    node = self.choice()
                    self.take(")")
                    return node
                case "[":
                    return ListNode(at, self.arguments("]"))
                case "{":
                    return self.map(at)
            return ValueNode(at, sign == "true")
        root = bool(self.sign("."))
        name_at, name, opens = self.at, self.name(), self.at
        if name in _KEPT:
            raise _error(name_at, f"{name} is a reserved word of expressions", f"write {name}_ or another name")
        if not self.sign("("):
            return NameNode(name_at, name, root)
        arguments = self.arguments(")")
        if name == "has" and len(arguments) == 1:
            if not isinstance(arguments[0], FieldNode):
                wrong = "has with one value tests whether a field is set"
                raise _error(arguments[0].at, wrong, "write has(unit, 'group') or has(unit.attack)")
            return HasNode(opens, arguments[0])
        return CallNode(name_at, name, None, arguments, opens)

    def arguments(self, end: str) -> tuple[SyntaxNode, ...]:
        """Read values with commas between them, up to a closing bracket. A list may end with a comma."""
        found: list[SyntaxNode] = []
        while not self.sign(end) if not found or end == "]" else True:
            found.append(self.choice())
            if not self.sign(","):
                self.take(end)
                break
        return tuple(found)

    def map(self, at: int) -> SyntaxNode:
        """Read the keys and values of a map, up to its closing bracket."""
        keys, values = [], []
        while not self.sign("}"):
            keys.append(self.choice())
            self.take(":")
            values.append(self.choice())
            if not self.sign(","):
                self.take("}")
                break
        return MapNode(at, tuple(keys), tuple(values))

    def number(self, at: int, *, negative: bool = False) -> SyntaxNode:
        """Read a number; `negative` says whether `-` is before it."""
        text, kind = ("-" if negative else "") + self.token, self.kind
        value = float(text) if kind == "decimal" else int(text, 16 if "x" in text else 10)
        self.advance()
        if isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise _error(at, f"{clip(self.text)} has too large a number", "write a smaller one")
        return ValueNode(at, value)

    def word(self) -> str:
        """Read a word in quotes, with its escape sequences unless it is raw."""
        at, raw = self.at, self.kind == "raw"
        written = self.advance()[raw:]
        quotes = 3 if len(written) > 5 and written[:3] in ("'''", '"""') else 1
        inner = written[quotes:-quotes]
        if raw or "\\" not in inner:
            return inner

        def unescaped(match: re.Match[str]) -> str:
            """Return the character that an escape sequence means."""
            code = match[1] or match[2] or match[3]
            number = int(code, 16) if code else int(match[4], 8) if match[4] else ord(_ESCAPED.get(match[5], "\ud800"))
            if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
                wrong = f"{clip(match[0])} is not a character"
                raise _error(at + quotes + match.start(), wrong, r"write \\ for a backslash")
            return chr(number)

        return _ESCAPE.sub(unescaped, inner)


def _blank_end(text: str, start: int) -> int:
    """Return the offset after the blanks and comments that begin at `start`."""
    match = _BLANK.match(text, start)
    return match.end() if match else start
