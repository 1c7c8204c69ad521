"""The types of an expression: a walk over its syntax tree that finds every wrong name and type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pnp.findings import Fault, did_you_mean
from pnp.message import join_words
from pnp.rules.expressions import nodes
from pnp.rules.expressions.built_in import BUILT_IN, INSTEAD, METHODS, method_instead, signatures_of
from pnp.rules.expressions.kinds import ANY, Kind, ListType, MapType, common, kind_of, type_text
from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.syntax import LOOPS
from pnp.rules.expressions.tokens import ExpressionError
from pnp.rules.expressions.vocabulary import FUNCTIONS, Function, RecordType, Scope
from pnp.rules.state.unit import Unit

UnitFields: TypeAlias = Mapping[str, tuple[str, Callable[[Unit], Any]]]
"""The fields of units, each with its type and the function that reads it."""
_ORDERED = ("int", "word", "decimal", "bool")


@dataclass(frozen=True, eq=False, slots=True)
class TypedTree:
    """A syntax tree without faults: the type of each node, and the function that each call means."""

    tree: SyntaxNode
    kinds: Mapping[SyntaxNode, Kind]
    functions: Mapping[SyntaxNode, Function]

    @property
    def kind(self) -> Kind:
        """The type of the whole expression."""
        return self.kinds[self.tree]


def find_types(tree: SyntaxNode, scope: Scope, unit_fields: UnitFields) -> TypedTree:
    """Return the types of an expression. Raise `ExpressionError` with every fault of names and types.

    `scope` are the variables that it may use.
    """
    checker = _TypeChecker(scope, unit_fields)
    checker.kind(tree)
    if checker.faults:
        raise ExpressionError(*dict.fromkeys(checker.faults))
    return TypedTree(tree, checker.kinds, checker.functions)


class _TypeChecker:
    """Finds the type of each node of a tree, and the faults."""

    def __init__(self, scope: Scope, unit_fields: UnitFields) -> None:
        self.scope, self.unit_fields = scope, unit_fields
        self.bound: dict[str, Kind] = {}
        self.kinds: dict[SyntaxNode, Kind] = {}
        self.functions: dict[SyntaxNode, Function] = {}
        self.faults: list[Fault] = []

    def fault(self, at: int, wrong: str, write: str = "") -> Kind:
        """Note a fault at an offset of the text. Return the type of a part with a fault."""
        self.faults.append(Fault("", wrong, write, at=at))
        return ANY

    def kind(self, node: SyntaxNode) -> Kind:
        """Return the type of a node, and note it."""
        self.kinds[node] = found = self._kind(node)
        return found

    def _kind(self, node: SyntaxNode) -> Kind:
        """Return the type of a node."""
        match node:
            case nodes.NameNode():
                return self.name(node)
            case nodes.ValueNode(value=value):
                return {bool: "bool", int: "int", float: "decimal"}[type(value)]
            case nodes.WordNode():
                return "word"
            case nodes.FieldNode():
                return self.field(node)
            case nodes.CallNode():
                return self.call(node)
            case nodes.OperatorNode():
                return self.operator(node, self.kind(node.left), self.kind(node.right))
            case nodes.LogicNode():
                return self.logic(node, [self.kind(part) for part in node.parts])
            case nodes.SignNode():
                return self.signed(node, self.kind(node.of))
            case nodes.ChoiceNode():
                return self.choice(node)
            case nodes.LoopNode():
                return self.loop(node)
            case nodes.ListNode():
                return ListType(self.alike("list", node.at, node.items))
            case nodes.ElementNode():
                return self.element(node)
            case nodes.MapNode():
                return self.map(node)
            case nodes.HasNode():
                self.kind(node.field)
                return "bool"
        raise AssertionError(node)

    # -- names and fields

    def name(self, node: nodes.NameNode) -> Kind:
        """Return the type of a variable of a loop or of the scope."""
        if node.name in self.bound and not node.root:
            return self.bound[node.name]
        if node.name in self.scope:
            return kind_of(self.scope[node.name])
        hint = did_you_mean(node.name, {**self.scope, **self.bound})
        return self.fault(node.at, f"unknown name {node.name}", hint if hint.startswith("did") else "")

    def field(self, node: nodes.FieldNode) -> Kind:
        """Return the type of a field of a unit or of a parameter, or of a value of a map."""
        of, name = self.kind(node.of), node.name
        match of:
            case "unit" if name in self.unit_fields:
                return kind_of(self.unit_fields[name][0])
            case "unit":
                hint = did_you_mean(name, self.unit_fields)
                if name == "symbol":
                    hint = "a symbol is only drawn; write groups for the units, and test with has(unit, 'group')"
                return self.fault(node.name_at, f"a unit has no field {name}", hint)
            case RecordType():
                if name in (fields := dict(of.fields)):
                    return kind_of(fields[name])
                return self.fault(node.name_at, f"this value has no field {name}")
            case MapType(key, value) if common(key, "word"):
                return value
        if of == ANY:
            return ANY
        return self.fault(node.at, f"{type_text(of)} has no fields", "leave out the dot and what follows it")

    def element(self, node: nodes.ElementNode) -> Kind:
        """Return the type of a value of a list or a map."""
        of, index = self.kind(node.of), self.kind(node.index)
        match of:
            case ListType(item) if common(index, "int"):
                return item
            case MapType(key, value) if common(index, key):
                return value
        if of == ANY:
            return ANY
        return self.fault(node.at, f"the operator [] cannot take {type_text(of)} and {type_text(index)}")

    def alike(self, container: str, at: int, items: Iterable[SyntaxNode]) -> Kind:
        """Return the type of values that have to be of one type, because they are in one list or map."""
        found: Kind = ANY
        for kind in [self.kind(item) for item in items]:
            both = common(found, kind)
            if both is None:
                wrong = f"a {container} cannot contain {type_text(found)} and {type_text(kind)}"
                return self.fault(at, wrong, "write values of one type")
            found = both
        return found

    def map(self, node: nodes.MapNode) -> Kind:
        """Return the type of a map that is written out."""
        key, value = (self.alike("map", node.at, node.parts[i::2]) for i in (0, 1))
        if key not in ("int", "bool", "word", ANY):
            self.fault(
                node.at, f"the key of a map cannot be {type_text(key)}", "write numbers or words before the colons"
            )
        return MapType(key, value)

    # -- operators

    def operator(self, node: nodes.OperatorNode, left: Kind, right: Kind) -> Kind:
        """Return the type of the result of an operator."""
        sign, both = node.sign, common(left, right)
        if sign == "in":
            if right == ANY or common(left, right.of if isinstance(right, ListType) else getattr(right, "key", "")):
                return "bool"
            wrong = f"the operator in cannot look for {type_text(left)} in {type_text(right)}"
            return self.fault(node.at, wrong, "write a list after in")
        if sign in ("==", "!=", "<", "<=", ">", ">="):
            if both is not None and (sign in ("==", "!=") or both in _ORDERED or both == ANY):
                return "bool"
            wrong = f"the operator {sign} cannot compare {type_text(left)} with {type_text(right)}"
            return self.fault(node.at, wrong, "compare values of one type")
        if both in ("int", ANY) or (both == "decimal" and sign != "%"):
            return both
        if sign == "+" and (both == "word" or isinstance(both, ListType)):
            return both
        mixed = {left, right} == {"int", "decimal"}
        write = "write 2.0 for 2 and decimal(n) for n, or whole(x, 'nearest') for x" if mixed else ""
        return self.fault(node.at, f"the operator {sign} cannot take {type_text(left)} and {type_text(right)}", write)

    def logic(self, node: nodes.LogicNode, kinds: Sequence[Kind]) -> Kind:
        """Return the type of conditions that are joined."""
        for i, kind in enumerate(kinds):
            if kind not in ("bool", ANY):
                at = max(i - 1, 0)
                wrong = (
                    f"the operator {node.sign} cannot take {join_words([type_text(one) for one in kinds[at : at + 2]])}"
                )
                self.fault(node.signs_at[at], wrong, "write conditions, which are true or false")
                break
        return "bool"

    def signed(self, node: nodes.SignNode, of: Kind) -> Kind:
        """Return the type of a value with `!` or `-` before it."""
        if of == ANY or of in (("bool",) if node.sign == "!" else ("int", "decimal")):
            return of
        write = "write conditions, which are true or false" if node.sign == "!" else ""
        return self.fault(node.at, f"the operator {node.sign} cannot take {type_text(of)}", write)

    def choice(self, node: nodes.ChoiceNode) -> Kind:
        """Return the type of `test ? first : second`."""
        test, both = self.kind(node.test), common(self.kind(node.first), self.kind(node.second))
        if test in ("bool", ANY) and both is not None:
            return both
        wrong = "? and : need a condition and two values of one type"
        return self.fault(node.at, wrong, "write condition ? value : value")

    # -- loops and calls

    def loop(self, node: nodes.LoopNode) -> Kind:
        """Return the type of a loop over a list, or over the keys of a map."""
        of = self.kind(node.of)
        if of != ANY and not isinstance(of, (ListType, MapType)):
            self.fault(node.of.at, f"{type_text(of)} is not a list", "write a list before the dot")
        item = of.of if isinstance(of, ListType) else of.key if isinstance(of, MapType) else ANY
        outside = dict(self.bound)
        self.bound[node.variable] = item
        condition = self.kind(node.condition) if node.condition else "bool"
        body = self.kind(node.body)
        self.bound = outside
        if node.name != "map":
            condition = body
        if condition not in ("bool", ANY):
            wrong = f"the condition of {node.name} is {type_text(condition)}"
            self.fault(node.at, wrong, "write one that is true or false, such as x > 0")
        if node.name == "map":
            return ListType(body)
        return ListType(item) if node.name == "filter" else "bool"

    def call(self, node: nodes.CallNode) -> Kind:
        """Return the type of the result of a function or a method."""
        target = () if node.of is None else (self.kind(node.of),)
        if target and node.name in LOOPS:
            wrong = f"the arguments of the function {node.name} are wrong"
            return self.fault(node.at, wrong, f"write {signatures_of(node.name)}")
        unknown = node.name not in METHODS if target else node.name in INSTEAD and node.name not in FUNCTIONS
        if unknown:  # its arguments may have variables of a loop
            wrong = (
                f"{node.name} is not called with a dot" if node.name in FUNCTIONS else f"unknown function {node.name}"
            )
            return self.fault(node.at, wrong, method_instead(node.name))
        given = [*target, *(self.kind(one) for one in node.arguments)]
        name, known = node.name, METHODS if target else BUILT_IN
        functions = () if target or name in known else FUNCTIONS.get(name, ())
        overloads = known.get(name) or [
            (tuple(map(kind_of, one.parameters)), kind_of(one.returns)) for one in functions
        ]
        fitting = [i for i, (parameters, _) in enumerate(overloads) if len(parameters) == len(given)]
        for i in fitting:
            parameters, returns = overloads[i]
            if None not in map(common, parameters, given):
                if functions:
                    self.functions[node] = functions[i]
                return returns
        if fitting and ANY in given and self.faults:
            return ANY
        if fitting:
            wrong = f"the function {name} cannot take {join_words([type_text(kind) for kind in given])}"
            return self.fault(node.opens, wrong, f"write {signatures_of(name)}")
        if signatures := signatures_of(name):
            return self.fault(node.at, f"the arguments of the function {name} are wrong", f"write {signatures}")
        return self.fault(node.at, f"unknown function {name}", did_you_mean(name, FUNCTIONS))
