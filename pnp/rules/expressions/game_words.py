"""The words that a game defines, and the faults of those that expressions name in quotes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from pnp.findings import Fault, did_you_mean, near_match
from pnp.load.board_reader import resolve_grid
from pnp.message import join_words
from pnp.model.game import Game
from pnp.model.step import steps_in
from pnp.model.steps.amount_steps import TotalStep
from pnp.rules.expressions import nodes
from pnp.rules.expressions.nodes import SyntaxNode
from pnp.rules.expressions.vocabulary import CHECKED, FUNCTIONS, MARKED_PLACE
from pnp.rules.state.unit import factor_names

_Words: TypeAlias = Sequence[nodes.WordNode]


def known_words(game: Game, kind: str) -> frozenset[str]:
    """Return the words of one kind that the game defines, such as the ids of its sides.

    The kind `trait` is any property of units that rules read.
    """
    units = game.counters.values()
    if kind == "trait":
        kinds = {str(word) for unit in units for word in (unit.kind, unit.size) if word}
        return known_words(game, "group") | known_words(game, "formation") | known_words(game, "side") | kinds
    found: Mapping[str, Iterable[str]] = {
        "terrain": game.terrain,
        "side": game.sides,
        "formation": game.formations,
        "group": (group for unit in units for group in unit.groups),
        "ruling": game.rulings,
        "edge": game.map.edges if game.map else (),
        "region": game.map.regions if game.map else (),
        "direction": game.map.directions if game.map else (),
        "box": game.boxes,
        "deck": (id_ for id_, part in game.components.items() if part.draw_pile() is not None),
        "entry with a turn": (id_ for id_, entry in game.entries.items() if entry.turn is not None),
        "track": game.tracks,
        "table": game.tables,
        "factor": factor_names(game),
        "total": (step.total for one in game.procedures.values() for step in steps_in(one.steps, TotalStep)),
    }
    return frozenset(found[kind])


def symbol_hint(game: Game, word: str) -> str:
    """Return the advice to state a group if a word is the symbol of a unit or a part of it; otherwise an empty text."""
    drawn = sorted(
        id_
        for id_, unit in game.counters.items()
        if unit.symbol and word in (unit.symbol, *game.icons.symbol_parts(unit.symbol))
    )
    if not drawn:
        return ""
    few = join_words([*drawn[:3], *([f"{len(drawn) - 3} more"] if len(drawn) > 3 else [])])
    return f"{word} is only drawn in the symbol of {few}; write groups: {word} for each unit that the rule means"


class Lexicon:
    """The words that a game defines, by kind. Each kind is collected on first use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[str, frozenset[str]] = {}

    def words(self, kind: str) -> frozenset[str]:
        """Return the words of one kind that the game defines, such as the ids of its sides, as a cached set."""
        if kind not in self._known:
            if kind == "hex":
                grid = resolve_grid(self.game.map) if self.game.map else None
                self._known[kind] = frozenset(map(grid.number, grid.hexes)) if grid else frozenset()
            else:
                self._known[kind] = known_words(self.game, kind)
        return self._known[kind]

    def faults(self, expression: SyntaxNode) -> tuple[Fault, ...]:
        """Return a fault for each quoted word of an expression that the game does not define."""
        return tuple(dict.fromkeys(self._all_faults(expression)))

    def _all_faults(self, expression: SyntaxNode) -> Iterator[Fault]:
        """Yield a fault for each quoted word that the game does not define, with repetitions."""
        yield from self._call_faults(expression, {})
        for node in nodes.all_nodes(expression):
            match node:
                case nodes.OperatorNode(sign="in", left=nodes.WordNode() as word, right=nodes.FieldNode(name="groups")):
                    yield from self._group_fault(word)
                case nodes.OperatorNode(sign="==" | "!=", left=left, right=nodes.WordNode() as word):
                    yield from self._comparison_faults(left, word)

    def _comparison_faults(self, left: SyntaxNode, word: nodes.WordNode) -> Iterator[Fault]:
        """Yield a fault if a field or a ruling is compared with a word that it never is."""
        match left:
            case nodes.FieldNode(name="side" | "formation" | "hex" as name) if word.text:
                yield from self._word_fault(name, word)
            case nodes.CallNode(name="ruling", arguments=(nodes.WordNode(text=id_),)) if id_ in self.game.rulings:
                options = self.game.rulings[id_].options
                if word.text not in options:
                    hint = did_you_mean(word.text, options, many=True)
                    yield Fault("", f"the ruling {id_} has no option {word.text}", hint, at=word.at)

    def _call_faults(self, node: SyntaxNode, each: Mapping[str, _Words]) -> Iterator[Fault]:
        """Yield a fault for each quoted word in a function call that the game does not define.

        `each` are the variables of loops over written words, as in `['a', 'b'].exists(t, has(unit, t))`. Of these only
        traits are checked.
        """
        if isinstance(node, nodes.CallNode) and node.of is None:
            yield from self._arguments_faults(node, each)
        if isinstance(node, nodes.LoopNode):
            yield from self._call_faults(node.of, each)
            words = node.of.items if isinstance(node.of, nodes.ListNode) else ()
            written = tuple(one for one in words if isinstance(one, nodes.WordNode))
            inside = {name: some for name, some in each.items() if name != node.variable}
            if len(written) == len(words):
                inside[node.variable] = written
            for part in nodes.children(node)[1:]:
                yield from self._call_faults(part, inside)
            return
        for part in nodes.children(node):
            yield from self._call_faults(part, each)

    def _arguments_faults(self, call: nodes.CallNode, each: Mapping[str, _Words]) -> Iterator[Fault]:
        """Yield a fault for each word that a call names and the game does not define."""
        words = [_words(argument, each) for argument in call.arguments]
        for function in FUNCTIONS.get(call.name, ()):
            if len(function.parameters) != len(words):
                continue
            for kind, argument, some in zip(function.parameters, call.arguments, words, strict=True):
                if kind in (*CHECKED, "hex", "hexside", MARKED_PLACE):
                    for word in some if kind == "trait" or isinstance(argument, nodes.WordNode) else ():
                        yield from self._word_fault(kind, word)
                if kind == "total" and not isinstance(argument, nodes.WordNode):
                    wrong = f"the function {call.name} needs the name of a total"
                    yield Fault("", wrong, "write it in quotes", at=call.at)

    def counted_faults(self, expression: SyntaxNode, are_units: Callable[[SyntaxNode], bool]) -> tuple[Fault, ...]:
        """Return a fault for each trait that `count` looks for in a list of units and the game does not define.

        `are_units` says whether a part of the expression is a list of units: lists of other things have any words.
        """
        counted = (
            one for one in nodes.all_nodes(expression) if isinstance(one, nodes.CallNode) and one.name == "count"
        )
        words = (one.arguments[1] for one in counted if len(one.arguments) == 2 and are_units(one.arguments[0]))
        written = (word for word in words if isinstance(word, nodes.WordNode))
        return tuple(fault for word in written for fault in self._word_fault("trait", word))

    def _group_fault(self, word: nodes.WordNode) -> Iterator[Fault]:
        """Yield a fault for a word that is not a group, but is the symbol of units or almost a group.

        Other words are allowed: in a series, another scenario may have the group.
        """
        known = self.words("group")
        if word.text in known:
            return
        if hint := symbol_hint(self.game, word.text):
            yield Fault("", f"no unit has the group {word.text}", hint, at=word.at)
        elif near_match(word.text, known):
            yield Fault("", f"no unit has the group {word.text}", did_you_mean(word.text, known), at=word.at)

    def _word_fault(self, kind: str, word: nodes.WordNode) -> Iterator[Fault]:
        """Yield a fault if the game does not define this word as one of its kind, such as a side."""
        if kind == "hexside" or (kind == MARKED_PLACE and "/" in word.text):
            yield from self._hexside_fault(word)
            return
        kind = "hex" if kind == MARKED_PLACE else kind
        known = self.words(kind)
        if word.text in known or (kind == "hex" and word.text in self.words("box")):
            return
        drawn = symbol_hint(self.game, word.text) if kind in ("trait", "group") else ""
        hint = drawn or (did_you_mean(word.text, known) if kind != "hex" else "")
        yield Fault("", f"unknown {'word' if kind == 'trait' else kind} {word.text}", hint, at=word.at)

    def _hexside_fault(self, word: nodes.WordNode) -> Iterator[Fault]:
        """Yield a fault if this word is not a hexside of the map."""
        if self.game.map is None:
            return
        try:
            resolve_grid(self.game.map).parse_hexside(word.text)
        except ValueError as error:
            wrong, _, write = str(error).partition("; ")
            yield Fault("", wrong, write, at=word.at)


def _words(argument: SyntaxNode, each: Mapping[str, _Words]) -> _Words:
    """Return the written words that an argument can be."""
    if isinstance(argument, nodes.WordNode):
        return (argument,)
    return each.get(argument.name, ()) if isinstance(argument, nodes.NameNode) and not argument.root else ()
