"""Reads the arguments of a procedure from the texts in worked examples or on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pnp.findings import Fault, did_you_mean
from pnp.message import join_words
from pnp.rules.engine.program import Parameter, Program, plain_type, read_plain_value
from pnp.rules.expressions.vocabulary import Value
from pnp.rules.state.errors import RuleError
from pnp.rules.state.starting_state import UnitNames
from pnp.rules.state.state import State

Text: TypeAlias = str | Sequence[str]
"""One value as written, or several."""
ONE_OF = {"ints": "int", "words": "word", "hexes": "hex", "hexsides": "hexside", "units": "unit", "decimals": "decimal"}
"""The type of a list's values."""


def read_value(unit_names: UnitNames, kind: str, text: Text) -> Value:
    """Return the value that a text means as an argument of this type: a unit by its name, a hex by its number.

    Raise `RuleError` if the text is not such a value.
    """
    if kind in ONE_OF:
        if kind in ("units", "hexes", "hexsides") and text in ("none", ("none",)):
            return ()
        return tuple(read_value(unit_names, ONE_OF[kind], one) for one in ((text,) if isinstance(text, str) else text))
    if not isinstance(text, str):
        raise RuleError(f"this is a list, but one {kind} is expected", "write one value")
    if kind == "unit":
        return unit_names.unit(text)
    if kind == "hex":
        return unit_names.place(text)
    if kind == "hexside":
        return unit_names.hexside(text)
    if kind == "side" and text not in unit_names.game.sides:
        raise RuleError(f"unknown side {text}", did_you_mean(text, unit_names.game.sides))
    return read_plain_value(plain_type(kind), text)


class ArgumentReader:
    """Reads the arguments of a procedure and collects their faults.

    `path` is the path of the arguments in the data; `strict` says that required ones must be present.
    """

    def __init__(self, unit_names: UnitNames, program: Program, path: str, code: str, *, strict: bool = True) -> None:
        self.unit_names, self.program, self.path, self.code, self.strict = unit_names, program, path, code, strict
        self.faults: list[Fault] = []
        self.state: State | None = None

    def fault(self, field: str, wrong: str, write: str = "") -> None:
        """Record a fault in the value of an argument."""
        self.faults.append(Fault(f"{self.path}.{field}".strip("."), wrong, write, code=self.code))

    def read(self, written: Mapping[str, Text | Mapping[str, Text]], state: State | None = None) -> dict[str, Value]:
        """Return the values of the valid arguments by parameter name.

        With a state, units that are arguments must be in play.
        """
        self.state = state
        found = self.program.default_arguments()
        known = self.program.parameters
        for name, text in written.items():
            parameter = known.get(name)
            if parameter is None:
                self.fault(
                    name,
                    f"the procedure {self.program.id} has no parameter {name}",
                    did_you_mean(name, known, many=True),
                )
            elif isinstance(parameter, dict):
                found[name] = self._record_value(name, parameter, text)
            elif isinstance(text, Mapping):
                self.fault(name, f"{name} is not a mapping", f"write a value of type {parameter.kind}")
            else:
                found[name] = self._argument_value(name, parameter, text)
        missing = [name for name, one in known.items() if name not in written and self.strict and _is_needed(one)]
        if missing:
            write = f"write {' '.join(f'{name}=VALUE' for name in missing)}"
            self.fault("", f"the procedure {self.program.id} needs {join_words(missing)}", write)
        return found

    def _argument_value(self, field: str, parameter: Parameter, text: Text) -> Value:
        """Return the value of an argument that is a single value; None, with a fault recorded, if it is invalid."""
        try:
            value = read_value(self.unit_names, parameter.kind, text)
        except RuleError as error:
            self.fault(field, error.wrong, error.write)
            return None
        units = value if parameter.kind == "units" else (value,) if parameter.kind == "unit" else ()
        absent = [id_ for id_ in units if self.state is not None and id_ not in self.state.pieces]
        if absent:
            self.fault(
                field, f"the unit {absent[0]} is an argument but is not in play", f"write place: {{HEX: {absent[0]}}}"
            )
        return value

    def _record_value(self, name: str, parameter: Mapping[str, Parameter], written: Text | Mapping[str, Text]) -> Value:
        """Return the values of an argument that is a mapping, one for each field of its parameter."""
        if not isinstance(written, Mapping):
            self.fault(name, f"{name} is a mapping", f"write {{{', '.join(f'{inner}: ...' for inner in parameter)}}}")
            return None
        for inner in written:
            if inner not in parameter:
                self.fault(f"{name}.{inner}", f"{name} has no {inner}", did_you_mean(inner, parameter, many=True))
        values = []
        for inner, one in parameter.items():
            if inner in written:
                values.append(self._argument_value(f"{name}.{inner}", one, written[inner]))
            else:
                values.append(one.default)
                if one.needed:
                    self.fault(name, f"{name} must have {inner}", f"write {inner} and its value")
        return tuple(values)


def _is_needed(parameter: Parameter | Mapping[str, Parameter]) -> bool:
    """Return whether a parameter, or a field of one that is a mapping, has no default."""
    return parameter.needed if isinstance(parameter, Parameter) else any(one.needed for one in parameter.values())
