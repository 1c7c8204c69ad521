"""Reads the text of an expression into its syntax tree.

The grammar is that of CEL, the Common Expression Language, without the types that no game has: bytes, unsigned numbers,
null, times and messages. Source: github.com/google/cel-spec, `doc/langdef.md`
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.message import clip
from pnp.rules.expressions import nodes
from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.tokens import KEPT, KEYWORDS, LARGEST, TOKEN, ExpressionError, blank_end, error_at, unquoted

MAX_LENGTH = 1000
"""The longest text of an expression; longer ones belong in several steps."""
MAX_NESTING, MAX_DEPTH = 32, 100
"""The most brackets that may be nested in each other, and the greatest depth of a tree."""

LOOPS = ("all", "exists", "exists_one", "filter", "map")
"""The methods of a list that test or change each of its values."""
_LEVELS = (("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
"""The operators of two values, from those that bind least to those that bind most."""
_INSTEAD = {"and": "write &&", "or": "write ||", "not": "write !"}


@lru_cache(maxsize=5_000)
def read_expression(text: str) -> SyntaxNode:
    """Return the syntax tree of an expression. Raise `ExpressionError` at the first place that cannot be read."""
    if len(text) > MAX_LENGTH:
        raise error_at(0, f"an expression of {len(text):,} characters is too long", _IN_STEPS)
    return _Parser(text).tree()


_IN_STEPS = "assign parts of it to variables in earlier steps"


class _Parser:
    """Reads an expression from its text; each method reads one level of operators."""

    def __init__(self, text: str) -> None:
        self.text, self.nesting = text, 0
        self.kind, self.current, self.at, self.end = "", "", 0, 0
        self.advance()

    def tree(self) -> SyntaxNode:
        """Read the whole text. Raise `ExpressionError` if it cannot be read, or is nested too deeply."""
        tree = self.choice()
        if self.kind != "end":
            raise self.unreadable()
        level = [tree]
        for _ in range(MAX_DEPTH):
            level = [child for node in level for child in nodes.children(node)]
        if level:
            raise self.too_deep()
        return tree

    # -- tokens

    def advance(self) -> str:
        """Move on to the next token; return the one that was current."""
        passed, match = self.current, TOKEN.match(self.text, self.end)
        if match is None:
            self.at = blank_end(self.text, self.end)
            raise self.unreadable()
        self.kind = str(match.lastgroup)
        self.current, self.at, self.end = match[self.kind], match.start(self.kind), match.end()
        if self.current in KEYWORDS and self.kind == "name":
            self.kind = "sign"
        return passed

    def sign(self, *signs: str) -> str:
        """Return the current token and move on if it is one of these signs; otherwise an empty text."""
        return self.advance() if self.kind == "sign" and self.current in signs else ""

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
            return error_at(len(text), "an expression is missing", "write one, such as attack > 0")
        if at == len(text):
            wrong = f"something is missing at the end of {clip(text)}"
            return error_at(at, wrong, "write an expression, such as attack > 0")
        if text[at] == "=" and text[at : at + 2] != "==":
            return error_at(at, "a single = is not a comparison", "compare with ==")
        if text[at] in "'\"" and TOKEN.match(text, at) is None:
            return error_at(at, "the quotes are never closed", "write both quotes of a word")
        if self.current == "null":
            return error_at(
                at, "an expression cannot have null", "test a unit with unit.id == '', and a word with == ''"
            )
        word = re.match(r"\w+|\S", text[at:])
        name = word[0] if word else "this"
        return error_at(at, f"{clip(text)} cannot be read at {name}", _INSTEAD.get(name, ""))

    def too_deep(self) -> ExpressionError:
        """Return the error of brackets or operators that are nested too deeply."""
        return error_at(0, "this expression is nested too deeply", _IN_STEPS)

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
            node = nodes.ChoiceNode(at, node, first, self.choice())
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
        return nodes.LogicNode(signs_at[0], sign, tuple(parts), tuple(signs_at)) if signs_at else parts[0]

    def operation(self, level: int) -> SyntaxNode:
        """Read values joined by operators of a level, or of a level that binds more."""
        if level == len(_LEVELS):
            return self.signed()
        node, at = self.operation(level + 1), self.at
        while sign := self.sign(*_LEVELS[level]):
            node = nodes.OperatorNode(at, sign, node, self.operation(level + 1))
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
        return nodes.SignNode(at, sign, self.member())

    # -- values

    def member(self) -> SyntaxNode:
        """Read a value and what follows it: `a.field`, `a.method()` and `a[0]`."""
        node, at = self.primary(), self.at
        while sign := self.sign(".", "["):
            if sign == "[":
                node = nodes.ElementNode(at, node, self.choice())
                self.take("]")
            else:
                name_at, name, opens = self.at, self.name(), self.at
                called = self.sign("(")
                node = self.method(node, name, name_at, opens) if called else nodes.FieldNode(at, node, name, name_at)
            at = self.at
        return node

    def method(self, of: SyntaxNode, name: str, at: int, opens: int) -> SyntaxNode:
        """Read the arguments of a method, or of a loop over a list."""
        arguments = self.arguments(")")
        if name not in LOOPS or len(arguments) not in ((2, 3) if name == "map" else (2,)):
            return nodes.CallNode(at, name, of, arguments, opens)
        variable = arguments[0]
        if not isinstance(variable, nodes.NameNode) or variable.root:
            raise error_at(variable.at, f"the first value in {name}(...) names a variable", "write a name, such as x")
        condition = arguments[1] if len(arguments) == 3 else None
        return nodes.LoopNode(opens, name, of, variable.name, condition, arguments[-1])

    def primary(self) -> SyntaxNode:
        """Read a written value, a list, a map, a name, a function call or an expression in parentheses."""
        at, kind = self.at, self.kind
        if kind in ("int", "decimal"):
            return self.number(at)
        if kind in ("word", "raw"):
            return nodes.WordNode(at, unquoted(self.advance(), at))
        if sign := self.sign("(", "[", "{", "true", "false"):
            match sign:
                case "(":
                    node = self.choice()
                    self.take(")")
                    return node
                case "[":
                    return nodes.ListNode(at, self.arguments("]"))
                case "{":
                    return self.map(at)
            return nodes.ValueNode(at, sign == "true")
        root = bool(self.sign("."))
        name_at, name, opens = self.at, self.name(), self.at
        if name in KEPT:
            raise error_at(name_at, f"{name} is a reserved word of expressions", f"write {name}_ or another name")
        if not self.sign("("):
            return nodes.NameNode(name_at, name, root)
        arguments = self.arguments(")")
        if name == "has" and len(arguments) == 1:
            if not isinstance(arguments[0], nodes.FieldNode):
                wrong = "has with one value tests whether a field is set"
                raise error_at(arguments[0].at, wrong, "write has(unit, 'group') or has(unit.attack)")
            return nodes.HasNode(opens, arguments[0])
        return nodes.CallNode(name_at, name, None, arguments, opens)

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
        parts: list[SyntaxNode] = []
        while not self.sign("}"):
            parts.append(self.choice())
            self.take(":")
            parts.append(self.choice())
            if not self.sign(","):
                self.take("}")
                break
        return nodes.MapNode(at, tuple(parts))

    def number(self, at: int, *, negative: bool = False) -> SyntaxNode:
        """Read a number; `negative` says whether `-` is before it."""
        text, kind = ("-" if negative else "") + self.current, self.kind
        value = float(text) if kind == "decimal" else int(text, 16 if "x" in text else 10)
        self.advance()
        if isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise error_at(at, f"{clip(self.text)} has too large a number", "write a smaller one")
        return nodes.ValueNode(at, value)
