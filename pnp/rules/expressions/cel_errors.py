"""Error messages for expressions in plain words, made from those of CEL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.findings import Fault, did_you_mean
from pnp.load.board import resolve_grid
from pnp.message import clip, join_words
from pnp.model.game import Game
from pnp.model.step import StepRecord, steps_in
from pnp.rules.expressions.cel_tokens import (
    Token,
    calls,
    field_comparisons,
    group_words,
    ruling_comparisons,
    words_in_turn,
)
from pnp.rules.expressions.vocabulary import CHECKED, FUNCTIONS, MARKED_PLACE
from pnp.rules.state.unit import factor_names

RESERVED = frozenset(
    {"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop"}
    | {"namespace", "null", "package", "return", "true", "var", "void", "while"}
)
RESERVED |= {"bool", "bytes", "double", "duration", "dyn", "int", "list", "map", "null_type", "string", "timestamp"}
RESERVED |= {"type", "uint"}
"""Words that CEL keeps for itself, its types among them, so that no variable can have them as a name."""


class ExpressionError(Exception):
    """An invalid expression: one or more faults, each with its position in the text."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.wrong for fault in faults))
        self.faults = faults


_ERROR = re.compile(r"ERROR: <input>:(-?\d+):(-?\d+): (.*)")
_TYPES = {"int": "a number", "bool": "yes or no", "string": "a word", "g.Unit": "a unit", "double": "a decimal number"}
_TYPES |= {"list(int)": "numbers", "list(string)": "words", "list(g.Unit)": "units", "list(double)": "decimal numbers"}


def _type_text(name: str) -> str:
    """Return a CEL type in plain words, such as `numbers` for `list(int)`."""
    return _TYPES.get(name, "a value with fields" if name.startswith("g.") else name)


# ---------------------------------------------------------------- errors of compilation


def explain_compile_error(
    message: str, text: str, scope: Iterable[str], unit_fields: Iterable[str]
) -> tuple[Fault, ...]:
    """Return the faults in an expression that CEL could not compile, in plain words.

    Of several syntax errors only the first is returned.
    """
    faults = []
    for line, column, cel_message in _ERROR.findall(message):
        at = _character_index(text, int(line), int(column))
        if cel_message.startswith("Syntax error"):
            return (_explain_syntax_error(cel_message, text, at),)
        if cel_message.startswith("Exceeded max recursion"):
            break
        faults.append(_explain_type_error(cel_message, text, at, tuple(scope), tuple(unit_fields)))
    if faults:
        return tuple(dict.fromkeys(faults))
    return (
        Fault("", "this expression is nested too deeply", "assign parts of it to variables in earlier steps", at=0),
    )


def _character_index(text: str, line_number: int, column: int) -> int:
    """Return the index of a character in a text from its line and column, both counted from 1."""
    lines = text.split("\n")
    if not 1 <= line_number <= len(lines):
        return 0
    return sum(len(before) + 1 for before in lines[: line_number - 1]) + max(column - 1, 0)


def _explain_syntax_error(cel_message: str, text: str, at: int) -> Fault:
    """Return the fault for a syntax error that CEL reports at a position of the expression."""
    if "token recognition error at: '= " in cel_message or (text[at : at + 1] == "=" and text[at + 1 : at + 2] != "="):
        return Fault("", "a single = is not a comparison", "compare with ==", at=at)
    if not text.strip():
        return Fault("", "an expression is missing", "write one, such as attack > 0", at=at)
    if "<EOF>'" in cel_message and at >= len(text.rstrip()):
        return Fault(
            "", f"something is missing at the end of {clip(text)}", "write an expression, such as attack > 0", at=at
        )
    if "token recognition error" in cel_message and text[at : at + 1] in "'\"":
        return Fault("", "the quotes are never closed", "write both quotes of a word", at=at)
    word = re.match(r"\w+|\S", text[at:])
    name = word[0] if word else "this"
    signs = {"and": "&&", "or": "||", "not": "!"}
    return Fault("", f"{clip(text)} cannot be read at {name}", f"write {signs[name]}" if name in signs else "", at=at)


def _explain_type_error(
    cel_message: str, text: str, at: int, scope: tuple[str, ...], unit_fields: tuple[str, ...]
) -> Fault:
    """Return the fault for an unknown name or a wrong type that CEL reports in an expression."""
    if found := re.match(r"undefined field '(\w+)' not found in struct 'g\.(\w+)'", cel_message):
        of_unit, field_name = found[2] == "Unit", found[1]
        hint = did_you_mean(field_name, unit_fields) if of_unit else ""
        if of_unit and field_name == "symbol":
            hint = "a symbol is only drawn; write groups for the units, and test with has(unit, 'group')"
        return Fault("", f"{'a unit' if of_unit else 'this value'} has no field {field_name}", hint, at=at + 1)
    if found := re.match(r"undeclared reference to '(\w+)'", cel_message):
        return _explain_unknown_name(found[1], text, at, scope)
    if found := re.match(r"found no matching overload for '(.+?)' applied to '\((.*)\)'", cel_message):
        return _explain_wrong_arguments(found[1], found[2], at)
    if found := re.match(r"expression of type '(.+?)' cannot be the operand of a select", cel_message):
        return Fault("", f"{_type_text(found[1])} has no fields", "leave out the dot and what follows it", at=at)
    if found := re.match(r"expression of type '(.+?)' cannot be the range", cel_message):
        return Fault("", f"{_type_text(found[1])} is not a list", "write a list before the dot", at=at)
    if "invalid int literal" in cel_message:
        return Fault("", f"{clip(text)} has too large a number", "write a smaller one", at=at)
    return Fault("", f"{clip(text)} cannot be read: {cel_message}", "", at=at)


def _explain_unknown_name(name: str, text: str, at: int, scope: tuple[str, ...]) -> Fault:
    """Return the fault for an unknown variable or function, or for a function with other parameters."""
    if text[at : at + 1] == "(" or text[at : at + len(name)] != name:
        start = text.rfind(name, 0, at + 1)
        if name in FUNCTIONS:
            return Fault(
                "",
                f"the arguments of the function {name} are wrong",
                f"write {_signature_text(name)}",
                at=max(start, 0),
            )
        return Fault("", f"unknown function {name}", did_you_mean(name, FUNCTIONS), at=max(start, 0))
    hint = did_you_mean(name, scope)
    return Fault("", f"unknown name {name}", hint if hint.startswith("did") else "", at=at)


def _explain_wrong_arguments(name: str, cel_types: str, at: int) -> Fault:
    """Return the fault for a function or operator with arguments of the wrong types."""
    types = [_type_text(cel_type) for cel_type in re.split(r", (?![^(]*\))", cel_types)]
    sign = name.strip("_").replace("_", "")
    if name == "@in":
        return Fault("", f"the operator in cannot look for {types[0]} in {types[-1]}", "write a list after in", at=at)
    if name == "_?_:_":
        return Fault(
            "", "? and : need a condition and two values of one type", "write condition ? value : value", at=at
        )
    if name in FUNCTIONS:
        return Fault(
            "", f"the function {name} cannot take {join_words(types)}", f"write {_signature_text(name)}", at=at
        )
    if sign in ("&&", "||", "!"):
        return Fault(
            "",
            f"the operator {sign} cannot take {join_words(types)}",
            "write conditions, which are true or false",
            at=at,
        )
    if sign in ("==", "!=", "<", "<=", ">", ">="):
        return Fault(
            "", f"the operator {sign} cannot compare {' with '.join(types)}", "compare values of one type", at=at
        )
    mixed = {"a number", "a decimal number"} == set(types)
    write = "write 2.0 for 2 and decimal(n) for n, or whole(x, 'nearest') for x" if mixed else ""
    return Fault("", f"the operator {sign or name} cannot take {join_words(types)}", write, at=at)


def _signature_text(name: str) -> str:
    """Return the signatures of a function as text, such as `distance(hex, hex)`."""
    overloads = sorted(FUNCTIONS[name], key=lambda one: ("decimal" in one.parameters, one.parameters))
    return " or ".join(f"{name}({', '.join(one.parameters)})" for one in overloads)


# ---------------------------------------------------------------- errors of evaluation


def explain_run_error(message: str, expression: str) -> tuple[str, str]:
    """Return why an expression could not be evaluated, and what to write instead."""
    if "divide by zero" in message or "modulus by zero" in message:
        return f"{clip(expression)} divides by 0", "test for 0 first, as in n == 0 ? 0 : m / n"
    if "Index error" in message or "index" in message.lower():
        return f"{clip(expression)} reads beyond the end of a list", "test its size first"
    if "Iteration budget" in message:
        return f"{clip(expression)} takes too many steps", "use one list at a time"
    if "overflow" in message or "too big" in message:
        return f"{clip(expression)} is too large a number", ""
    return f"{clip(expression)} cannot be evaluated", ""


# ---------------------------------------------------------------- words that the game defines


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
        "total": (
            step.total_name
            for one in game.procedures.values()
            for step in steps_in(one.steps, StepRecord)
            if step.total_name
        ),
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

    def faults(self, expression: tuple[Token, ...]) -> tuple[Fault, ...]:
        """Return a fault for each quoted word of an expression that the game does not define."""
        return tuple(dict.fromkeys(self._all_faults(expression)))

    def _all_faults(self, expression: tuple[Token, ...]) -> Iterator[Fault]:
        """Yield a fault for each quoted word that the game does not define, with repetitions."""
        yield from self._call_faults(expression)
        for listed in words_in_turn(expression):
            yield from self._call_faults(listed, only="trait")
        for word in group_words(expression):
            yield from self._symbol_fault(word)  # in a series, another scenario may have the group
        for name, word in field_comparisons(expression):
            if name in ("side", "formation", "hex") and word.text:
                yield from self._word_fault(name, word)
        for id_, word in ruling_comparisons(expression):
            ruling = self.game.rulings.get(id_)
            if ruling and word.text not in ruling.options:
                hint = did_you_mean(word.text, ruling.options, many=True)
                yield Fault("", f"the ruling {id_} has no option {word.text}", hint, at=word.at)

    def _call_faults(self, expression: tuple[Token, ...], only: str = "") -> Iterator[Fault]:
        """Yield a fault for each quoted word in a function call that the game does not define.

        `only` is a kind of words; then the others are not looked at.
        """
        for call in calls(expression):
            if call.name == "count" and len(call.words) == 2 and (word := call.words[1]):
                yield from self._symbol_fault(word)
            for one in FUNCTIONS.get(call.name, ()):
                for kind, word in zip(one.parameters, call.words, strict=False):
                    if len(one.parameters) != len(call.words):
                        continue
                    if only not in ("", kind):
                        continue
                    if word is not None and kind in (*CHECKED, "hex", "hexside", MARKED_PLACE):
                        yield from self._word_fault(kind, word)
                    elif kind == "total":
                        yield Fault(
                            "", f"the function {call.name} needs the name of a total", "write it in quotes", at=call.at
                        )

    def _symbol_fault(self, word: Token) -> Iterator[Fault]:
        """Yield a fault for a word that is only a symbol of units, and neither a group nor a card of a deck."""
        cards = (card for part in self.game.components.values() for card in part.draw_pile() or ())
        if word.text in self.words("trait") or word.text in cards:
            return
        if hint := symbol_hint(self.game, word.text):
            yield Fault("", f"no unit has the group {word.text}", hint, at=word.at)

    def _word_fault(self, kind: str, word: Token) -> Iterator[Fault]:
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

    def _hexside_fault(self, word: Token) -> Iterator[Fault]:
        """Yield a fault if this word is not a hexside of the map."""
        if self.game.map is None:
            return
        try:
            resolve_grid(self.game.map).parse_hexside(word.text)
        except ValueError as error:
            wrong, _, write = str(error).partition("; ")
            yield Fault("", wrong, write, at=word.at)


def explain_wrong_type(kind: str, expected_types: tuple[str, ...]) -> Fault:
    """Return the fault for an expression with a result of an unexpected type (`kind`)."""
    known = {"int": "a number", "bool": "yes or no", "word": "a word", "unit": "a unit", "ints": "numbers"}
    known |= {"words": "words", "units": "units", "decimal": "a decimal number", "decimals": "decimal numbers"}
    expected = " or ".join(known[one] for one in expected_types)
    if not expected_types:
        return Fault(
            "",
            f"the result is {kind.lower()}, which no step can use",
            "write a number, a word, a unit, or a list",
            at=0,
        )
    hint = "compare it with something, as in attack > 0" if expected_types == ("bool",) and kind == "int" else ""
    hint = hint or ("write whole(..., 'nearest') around it" if (kind, expected_types) == ("decimal", ("int",)) else "")
    hint = hint or (
        "write decimal(...) around it, or 2.0 for 2" if (kind, expected_types) == ("int", ("decimal",)) else ""
    )
    return Fault("", f"the result is {known.get(kind, kind.lower())}, but {expected} is expected", hint, at=0)
