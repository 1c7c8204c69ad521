"""The playbook: a game with all procedures compiled, its board, and cached game variants."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import BaseModel

import pnp.rules.expressions.core_functions
import pnp.rules.expressions.unit_functions  # noqa: F401 - these register their functions
from pnp.board import Board
from pnp.findings import Fault
from pnp.load.board_reader import resolve_board
from pnp.model.game import Game
from pnp.model.maprule import MapRule
from pnp.rules.engine.compiled_step import COMPILED_STEPS
from pnp.rules.engine.compiler import ProcedureCompiler
from pnp.rules.engine.liveness import LiveNames, live_names
from pnp.rules.engine.program import Program
from pnp.rules.engine.standing import StandingRules, compile_standing
from pnp.rules.expressions.language import Expression
from pnp.rules.expressions.vocabulary import GameVariant
from pnp.rules.state.starting_state import UnitNames

MAX_VARIANTS = 20
"""The most game variants that are kept."""


@dataclass(frozen=True)
class Playbook:
    """A game ready to be played: its compiled procedures by id and standing rules, its board, unit names and faults."""

    game: Game
    board: Board | None
    programs: dict[str, Program]
    compiler: ProcedureCompiler
    unit_names: UnitNames
    faults: tuple[Fault, ...]
    standing: StandingRules | None = None
    variants: dict[frozenset[tuple[str, str]], GameVariant] = field(default_factory=dict, compare=False)
    map_caches: dict[frozenset[tuple[str, str]], dict[Hashable, object]] = field(default_factory=dict, compare=False)
    outcomes: dict[tuple[Program, str], Expression] = field(default_factory=dict, compare=False)
    live: dict[tuple[Program, frozenset[str]], LiveNames] = field(default_factory=dict, compare=False)

    def variant(self, rulings: Mapping[str, str]) -> GameVariant:
        """Return the game variant with these options of rulings, from a cache.

        Everything computed for the variant is cached with it.
        """
        key = frozenset(rulings.items())
        if key not in self.variants:
            if len(self.variants) >= MAX_VARIANTS:
                self.variants.clear()
            on_map = frozenset((id_, option) for id_, option in key if id_ in self._map_rulings)
            if len(self.map_caches) >= MAX_VARIANTS:
                self.map_caches.clear()
            shared = self.map_caches.setdefault(on_map, {})
            self.variants[key] = GameVariant(self.game, self.board, dict(rulings), map_cache=shared)
        return self.variants[key]

    @cached_property
    def _map_rulings(self) -> frozenset[str]:
        """The rulings on which map rules depend."""
        return frozenset(_rulings_in(self.game.map_rules))

    def outcome(self, program: Program, text: str) -> Expression:
        """Return the compiled expression of a result of a procedure, from a cache.

        Raise `ExpressionError` if it is invalid.
        """
        key = (program, text)
        if key not in self.outcomes:
            scope = {**self.compiler.predefined, **program.scope}
            self.outcomes[key] = self.compiler.language.compile(text, scope)
        return self.outcomes[key]

    def live_names(self, program: Program, wanted: frozenset[str]) -> LiveNames:
        """Return the live names at each step of a procedure, from a cache; `wanted` are read when it has ended."""
        key = (program, wanted)
        if key not in self.live:
            rules, read = (self.standing.program, self.standing.reads) if self.standing else (None, frozenset[str]())
            levels = self.compiler.track_kinds.keys()
            self.live[key] = live_names(program, wanted, levels, rules, read)
        return self.live[key]


def _rulings_in(value: object) -> Iterator[str]:
    """Yield the ids of the rulings that a map rule, or a rule inside it, names."""
    if isinstance(value, MapRule):
        yield from value.ruling
    if isinstance(value, BaseModel):
        value = tuple(getattr(value, name) for name in type(value).model_fields)
    elif isinstance(value, Mapping):
        value = tuple(value.values())
    for inner in value if isinstance(value, tuple) else ():
        yield from _rulings_in(inner)


def compile_game(game: Game, board: Board | None = None, procedures: Iterable[str] | None = None) -> Playbook:
    """Compile all procedures of a game, or only those named and the ones that they run.

    `board` is the resolved map, if there is one already. Raise `ValueError` if the map cannot be resolved.
    """
    compiler = ProcedureCompiler(game, COMPILED_STEPS)
    for id_ in game.procedures if procedures is None else procedures:
        compiler.program(id_)
    standing = compile_standing(compiler)
    if board is None and game.map is not None:
        board = resolve_board(game)
    return Playbook(game, board, compiler.programs, compiler, UnitNames(game, board), tuple(compiler.faults), standing)
