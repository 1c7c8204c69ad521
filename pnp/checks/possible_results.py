"""Possible values of an expression: a walk over its syntax tree with sets of values in place of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pnp.checks.value_sets import (
    BOTH,
    FAR,
    MOST_WORDS,
    Items,
    Numbers,
    Truth,
    Values,
    Words,
    WordSet,
    compared,
    join,
    limited,
)
from pnp.model.game import Game
from pnp.rules.expressions import nodes
from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.operators import WORD_TESTS
from pnp.rules.expressions.syntax import read_expression
from pnp.rules.expressions.tokens import ExpressionError

_FIRST_NUMBER = re.compile(r"[-+−]?\d{1,9}")


class PossibleResults:
    """Computes what values expressions can have. `variable` returns the values that a name in them can have.

    `impossible` are the comparisons found so far that can never be true: the words of each side.
    """

    def __init__(self, game: Game, variable: Callable[[str], Values | None]) -> None:
        self.game, self.variable = game, variable
        self.impossible: list[tuple[Words, Words]] = []

    def of_text(self, text: str) -> Values | None:
        """Return the values that an expression can have; None if nothing is known, or if it cannot be read."""
        try:
            tree = read_expression(text)
        except ExpressionError:
            return None
        return self.of(tree)

    def of(self, node: SyntaxNode) -> Values | None:
        """Return the values that a part of an expression can have; None if nothing is known."""
        match node:
            case nodes.NameNode(name=name):
                return self.variable(name)
            case nodes.ValueNode(value=bool() as truth):
                return Truth(frozenset({truth}))
            case nodes.ValueNode(value=int() as number):
                return Numbers(number, number) if abs(number) < FAR else None
            case nodes.WordNode(text=text):
                return WordSet(frozenset({text}))
            case nodes.LoopNode(name=name, of=values):
                value = self.of(values)  # what is in the parentheses has a variable of its own
                return value if name == "filter" else None if name == "map" else BOTH
        parts = [self.of(part) for part in nodes.children(node)]
        match node, parts:
            case nodes.CallNode(), _:
                return self.call(node, parts)
            case nodes.OperatorNode(sign=sign), [left, right]:
                return self.operator(sign, left, right)
            case nodes.LogicNode(sign=sign), _:
                return _joined(parts, decides=sign == "||")
            case nodes.SignNode(sign="-"), [value]:
                return limited(-value.high, -value.low) if isinstance(value, Numbers) else None
            case nodes.SignNode(), [value]:
                return Truth(frozenset(not one for one in value.of)) if isinstance(value, Truth) else BOTH
            case nodes.ChoiceNode(), [Truth(of=test), first, second] if len(test) == 1:
                return first if True in test else second
            case nodes.ChoiceNode(), [_, first, second]:
                return join((first, second))
            case nodes.ListNode(items=()), _:
                return Items(None)
            case nodes.ListNode(), _:
                item = join(parts)
                return Items(item) if item is not None else None
            case nodes.ElementNode(), [Items(of=inner), _]:
                return inner
            case nodes.HasNode(), _:
                return BOTH
        return None

    def operator(self, sign: str, left: Values | None, right: Values | None) -> Values | None:
        """Return the values that the result of an operator can have."""
        if sign in ("+", "-", "*", "/", "%"):
            return _computed(sign, left, right)
        if sign == "in":
            right = right.of if isinstance(right, Items) else None
        if sign in ("==", "!=", "in") and isinstance(left, WordSet) and isinstance(right, WordSet):
            self._note_impossible(left.words, right.words)
        if sign == "in":
            found = compared(left, right, "==")
            return Truth(found.of | {False}) if True in found.of else found
        return compared(left, right, sign)

    def _note_impossible(self, left: Words, right: Words) -> None:
        """Note the words of a comparison that the other side can never be."""
        if not left & right and "" not in (*left, *right):
            self.impossible.append((left, right))
        elif len(right) > 1 and left and not right <= left and "" not in right:
            self.impossible.append((left, right - left))

    def call(self, node: nodes.CallNode, given: Sequence[Values | None]) -> Values | None:
        """Return the values that a function or a method can give; `given` are those of what it takes."""
        match node.name, given:
            case ("startsWith" | "endsWith" | "contains") as name, [WordSet(words=words), WordSet(words=parts)]:
                test = WORD_TESTS[name]
                return Truth(frozenset(test(one, part) for one in words for part in parts))
            case "startsWith" | "endsWith" | "contains", _:
                return BOTH
            case "max" | "min", [Numbers() as one, Numbers() as other]:
                choose = max if node.name == "max" else min
                return Numbers(choose(one.low, other.low), choose(one.high, other.high))
            case "max" | "min", [Numbers() as one, _] | [_, Numbers() as one]:
                return Numbers(one.low, FAR) if node.name == "max" else Numbers(-FAR, one.high)
            case "number", [WordSet() as text]:
                found = [_FIRST_NUMBER.search(word) for word in text.words]
                numbers = [int(match[0].replace("−", "-")) if match else 0 for match in found]
                return Numbers(min(numbers), max(numbers)) if numbers else None
            case "numbers", [Numbers() as one, Numbers() as other]:
                return Items(Numbers(one.low, max(one.low, other.high)))
            case "numbers", [Numbers() as one, _]:
                return Items(Numbers(one.low, FAR))
            case "count" | "size", _:
                return Numbers(0, FAR)
            case "half", [Numbers() as one, _]:
                return Numbers(one.low // 2, -(-one.high // 2))
            case "ruling", [WordSet() as text] if len(text.words) == 1:
                ruling = self.game.rulings.get(next(iter(text.words)))
                return WordSet(frozenset(ruling.options)) if ruling else None
        return None


def _joined(parts: Sequence[Values | None], *, decides: bool) -> Truth:
    """Return the truth values of conditions that are joined; one with the value `decides` decides the whole."""
    truths = [one.of if isinstance(one, Truth) else BOTH.of for one in parts]
    if any(one == {decides} for one in truths):
        return Truth(frozenset({decides}))
    found = set()
    if any(decides in one for one in truths):
        found.add(decides)
    if all((not decides) in one for one in truths):
        found.add(not decides)
    return Truth(frozenset(found))


def _computed(sign: str, left: Values | None, right: Values | None) -> Values | None:
    """Return the values that a sum, a difference, a product or joined words can have; quotients are not known."""
    match sign, left, right:
        case "+", Numbers(), Numbers():
            return limited(left.low + right.low, left.high + right.high)
        case "-", Numbers(), Numbers():
            return limited(left.low - right.high, left.high - right.low)
        case "*", Numbers(), Numbers():
            ends = [one * other for one in left for other in right]
            return limited(min(ends), max(ends))
        case "+", WordSet(), WordSet() if len(left.words) * len(right.words) <= MOST_WORDS:
            return WordSet(frozenset(one + other for one in left.words for other in right.words))
        case "+", Items(), Items():
            return join((left, right)) if left.of and right.of else Items(left.of or right.of)
    return None
