"""The syntax tree of an expression: what each part of its text says, and where.

`syntax.py` makes the tree. Three walks read it: `types.py` finds the type of each part, `evaluate.py` its value, and
`checks/possible_values.py` the values that it can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class SyntaxNode:
    """A part of an expression. `at` is the offset in the text at which a fault of this part is reported.

    Nodes are equal only to themselves, so that a walk can note something of each.
    """

    at: int


@dataclass(frozen=True, eq=False, slots=True)
class ValueNode(SyntaxNode):
    """A value that is written out: a number, `true` or `false`."""

    value: int | float | bool


@dataclass(frozen=True, eq=False, slots=True)
class WordNode(SyntaxNode):
    """A word in quotes; `text` is what it means."""

    text: str


@dataclass(frozen=True, eq=False, slots=True)
class NameNode(SyntaxNode):
    """The name of a variable. With a dot before it (`root`) it is never the variable of a loop."""

    name: str
    root: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class FieldNode(SyntaxNode):
    """`of.name`: a field of a unit, or a value of a map. `at` is the dot, `name_at` the name."""

    of: SyntaxNode
    name: str
    name_at: int


@dataclass(frozen=True, eq=False, slots=True)
class HasNode(SyntaxNode):
    """`has(of.name)`: whether a field is set."""

    field: FieldNode


@dataclass(frozen=True, eq=False, slots=True)
class ElementNode(SyntaxNode):
    """`of[index]`: a value of a list or a map."""

    of: SyntaxNode
    index: SyntaxNode


@dataclass(frozen=True, eq=False, slots=True)
class CallNode(SyntaxNode):
    """`name(arguments)`, or `of.name(arguments)`. `opens` is the offset of the parenthesis."""

    name: str
    of: SyntaxNode | None
    arguments: tuple[SyntaxNode, ...]
    opens: int


@dataclass(frozen=True, eq=False, slots=True)
class LoopNode(SyntaxNode):
    """`of.name(variable, body)`: a test or a value for each value of a list; `name` is one of `LOOPS`.

    Only `map` may have a `condition`: then it leaves out the values for which it is false.
    """

    name: str
    of: SyntaxNode
    variable: str
    condition: SyntaxNode | None
    body: SyntaxNode


@dataclass(frozen=True, eq=False, slots=True)
class ListNode(SyntaxNode):
    """`[a, b]`."""

    items: tuple[SyntaxNode, ...]


@dataclass(frozen=True, eq=False, slots=True)
class MapNode(SyntaxNode):
    """`{a: b, c: d}`; `parts` are a, b, c and d."""

    parts: tuple[SyntaxNode, ...]


@dataclass(frozen=True, eq=False, slots=True)
class SignNode(SyntaxNode):
    """`!of` or `-of`."""

    sign: str
    of: SyntaxNode


@dataclass(frozen=True, eq=False, slots=True)
class OperatorNode(SyntaxNode):
    """`left + right`, and every other operator of two values except `&&` and `||`."""

    sign: str
    left: SyntaxNode
    right: SyntaxNode


@dataclass(frozen=True, eq=False, slots=True)
class LogicNode(SyntaxNode):
    """`a && b && c`, or the same with `||`. `signs_at` are the offsets of the operators."""

    sign: str
    parts: tuple[SyntaxNode, ...]
    signs_at: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class ChoiceNode(SyntaxNode):
    """`test ? first : second`."""

    test: SyntaxNode
    first: SyntaxNode
    second: SyntaxNode


def children(node: SyntaxNode) -> tuple[SyntaxNode, ...]:
    """Return the parts of a node, in the order of the text."""
    values = (getattr(node, name) for name in type(node).__slots__)
    flat = (one for value in values for one in (value if isinstance(value, tuple) else (value,)))
    return tuple(one for one in flat if isinstance(one, SyntaxNode))


def all_nodes(tree: SyntaxNode) -> Iterator[SyntaxNode]:
    """Yield a node and everything below it, in the order of the text."""
    open_nodes = [tree]
    while open_nodes:
        node = open_nodes.pop()
        yield node
        open_nodes += reversed(children(node))


def calls(tree: SyntaxNode) -> Iterator[CallNode]:
    """Yield the calls of functions in a tree, without those of methods."""
    return (node for node in all_nodes(tree) if isinstance(node, CallNode) and node.of is None)


def names(tree: SyntaxNode, bound: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the variables that an expression reads, without those of its loops and those already `bound`."""
    match tree:
        case NameNode(name=name, root=root):
            return frozenset({name}) if root or name not in bound else frozenset()
        case LoopNode(of=of, variable=variable):
            inside = (names(part, bound | {variable}) for part in children(tree)[1:])
            return names(of, bound).union(*inside)
    return frozenset().union(*(names(part, bound) for part in children(tree)))
