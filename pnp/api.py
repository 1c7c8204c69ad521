"""The Python API: load a game, check it, build its kits, and run its rules.

The command line uses the same functions. A combat in five lines:

>>> from pnp import load_game, odds
>>> game = load_game("tests/games/duel")
>>> results = odds(game, "combat", {"attack": 16, "defence": 7})
>>> {result: str(probability) for result, probability in results.items()}
{'-/1': '1/6', '-/2': '1/6', '1/-': '1/6', '1/1': '1/2'}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, Unpack

from pnp.cancel import Cancelled, CancelToken, cancelled_by
from pnp.deferred import deferred
from pnp.findings import CHECKS, Finding, Refused, Severity, did_you_mean, refuse
from pnp.load import find_game, load_game as read_game
from pnp.message import clip
from pnp.model.game import Game
from pnp.pnp_error import PnpError
from pnp.spot import Spot
from pnp.units import Mm

__all__ = [
    "CancelToken",
    "Cancelled",
    "Change",
    "Finding",
    "FinishedKit",
    "Game",
    "KitOptions",
    "KitStarted",
    "PlayedExample",
    "PnpError",
    "Refused",
    "RefusedKits",
    "Setup",
    "Severity",
    "build",
    "build_all",
    "check",
    "coverage",
    "diff",
    "draw_odds",
    "example",
    "load_game",
    "odds",
    "probabilities_of",
]

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pnp.errata import Change
    from pnp.kit.options import KitOptions
    from pnp.kit.pipeline import FinishedKit, KitEvent, KitStarted, RefusedKits
    from pnp.rules.examples.coverage import ProcedureCoverage
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.playbook import Playbook
    from pnp.rules.state.starting_state import Setup

with deferred():  # most callers need few of them
    from pnp import cache, checks, errata, typography
    from pnp.draw.figure import chance_map
    from pnp.kit import full_check, options as kit_options, pipeline
    from pnp.load import board_reader
    from pnp.report import code_texts
    from pnp.rules import playbook as playbooks
    from pnp.rules.examples import coverage as example_coverage, example_run
    from pnp.rules.probability import queries
    from pnp.rules.state import errors, starting_state
    from pnp.write import svg

_TYPES = {
    "Change": errata,
    "FinishedKit": pipeline,
    "KitOptions": kit_options,
    "KitStarted": pipeline,
    "PlayedExample": example_run,
    "RefusedKits": pipeline,
    "Setup": starting_state,
}


def __getattr__(name: str) -> object:
    """Return a type of the API whose module is imported when it is needed."""
    if name not in _TYPES:
        raise AttributeError(f"module pnp.api has no attribute {name}")
    return getattr(_TYPES[name], name)


LARGEST_CHANCE_MAP: tuple[Mm, Mm] = (180.0, 240.0)
"""Greatest width and height of a chance map: it can be printed on A4 and Letter paper."""
Argument: TypeAlias = "str | int | bool | Sequence[str | int] | Mapping[str, Argument]"
"""An argument of a procedure: a number, a word, yes or no, a list of them, or a mapping for a parameter that is one."""
Text: TypeAlias = "str | Sequence[str] | Mapping[str, str | Sequence[str]]"


def load_game(game: str | Path, overlays: str | Sequence[str] = (), *, without: str | Collection[str] = ()) -> Game:
    """Load a game, given its folder or the name of a game that comes with pnp.

    `overlays` are scenarios, editions, options or translations (`scenarios/short`), applied in order; one text is one
    overlay. Top-level keys in `without` are not read. Raise `Refused` with all findings if the game cannot be read, or
    if there is no such overlay or key.
    """
    left_out = _words(without)
    _refuse_unknown("without", "top-level key", left_out, Game.model_fields)
    return read_game(find_game(str(game)), _words(overlays), left_out)


def check(
    game: Game, codes: str | Collection[str] | None = None, *, token: CancelToken | None = None
) -> tuple[Finding, ...]:
    """Check a game and return its findings in file order; with `codes`, only findings with these codes.

    Raise `Refused` for unknown codes, and for codes of printed files and rulebooks, which `pnp preflight` and
    `pnp proof` check. Raise `Cancelled` if the token is cancelled before the end.
    """
    wanted = None if codes is None else frozenset(_words(codes))
    with cancelled_by(token), cache.use_usual_cache():
        if wanted is not None:
            _refuse_unknown("codes", "check with the code", wanted, _codes_of_check())
        return full_check.full_check(game, wanted)


def _codes_of_check() -> frozenset[str]:
    """Return the codes of findings about games: those of checks, of reading data, and of making kits."""
    assert full_check.UNUSED  # it imports all checks of games and drawings
    checked = {code for code, check in CHECKS.items() if check.of in ("game", "drawing")}
    return frozenset((*checked, *code_texts.LOAD_CODES, *code_texts.BUILD_CODES))


def build(
    *games: str | Path,
    progress: Callable[[str], None] | None = None,
    executor: Executor | None = None,
    token: CancelToken | None = None,
    **options: Unpack[KitOptions],
) -> Iterator[KitEvent]:
    """Build the kits of games one after the other, and yield an event when a kit is started, finished or refused.

    The executor runs the parts of a kit in parallel. Without one they are made one after the other in this process.
    For the options see `KitOptions`. Raise `Refused` for unknown options, and if two games would be built into the same
    folder; `Cancelled` when the token is cancelled, and the kit that is being built is then given up. A process builds
    one kit at a time: builds in other threads wait for it.
    """
    folders = [find_game(str(game)) for game in games]
    found = kit_options.read_options(**options)
    return pipeline.build_kits(folders, found, progress or (lambda _: None), executor, token)


def build_all(
    folders: Sequence[str | Path], options: KitOptions, executor: Executor, *, token: CancelToken | None = None
) -> Iterator[FinishedKit | RefusedKits]:
    """Build the kits of many games on an executor, each kit as one job.

    Yield the results as kits are finished. The executor may run its jobs on several machines, such as
    `dask.distributed.Client(address).get_executor()`, if they share the folders of the games and the folder `output`.
    `options` are those of `build`. A game with errors is a `RefusedKits`, as is a kit whose process was lost. Raise
    `Refused` as `build` does. If the token is cancelled, kits that are being built are finished; `Cancelled` is raised.
    """
    games = [find_game(str(folder)) for folder in folders]
    return pipeline.build_all(games, kit_options.read_options(**options), executor, token)


def odds(
    game: Game,
    procedure: str,
    arguments: Mapping[str, Argument] | None = None,
    *,
    setup: Setup | None = None,
    rulings: Mapping[str, str] | None = None,
    choices: Mapping[str, str | Sequence[str]] | None = None,
    show: str | Sequence[str] = (),
) -> dict[str, Fraction]:
    """Return each result of a procedure with its exact probability.

    Results are in numerical or alphabetical order.
    Results are joined by semicolons if several are shown. For the parameters see `probabilities_of`.

    >>> str(odds(load_game("tests/games/duel"), "combat", {"attack": 2, "defence": 1}, show=["result == '1/-'"])["yes"])
    '1/6'
    """
    found = probabilities_of(game, procedure, arguments, setup=setup, rulings=rulings, choices=choices, show=show)
    return {"; ".join(label): probability for label, probability in found.items()}


def probabilities_of(
    game: Game,
    procedure: str,
    arguments: Mapping[str, Argument] | None = None,
    *,
    setup: Setup | None = None,
    rulings: Mapping[str, str] | None = None,
    choices: Mapping[str, str | Sequence[str]] | None = None,
    show: str | Sequence[str] = (),
) -> dict[tuple[str, ...], Fraction]:
    """Return the exact probability of each result, which is a tuple of the values named in `show`.

    `arguments` may also name a variable that a step computes; the step is then skipped. `rulings` chooses options,
    `choices` replaces the policies of steps, and `show` groups results by variables or expressions. Raise `Refused` if
    the query is invalid or the procedure cannot be run to its end.
    """
    playbook = compile_procedures(game, (procedure,) if procedure in game.procedures else ())
    texts = {name: _as_text(value) for name, value in (arguments or {}).items()}
    query = queries.OddsQuery(
        procedure, texts, setup or starting_state.Setup(), rulings or {}, choices or {}, _words(show)
    )
    try:
        return queries.probabilities(playbook, query)
    except queries.QueryError as error:
        raise Refused(
            Finding(fault.code, Spot("pnp odds", path=fault.path), fault.wrong, fault.write) for fault in error.faults
        ) from None
    except errors.RuleError as error:
        raise Refused([game.finding(queries.halt_fault(error))]) from None


def draw_odds(game: Game, probabilities: Mapping[tuple[str, ...], Fraction]) -> str:
    """Draw probabilities on the map, and return the text of an SVG file.

    The first value of a result is a hex number or a text that begins with one (`2812 disrupted`). The picture shows
    these hexes and their neighbours, with probabilities in percent. Raise `Refused` if the game has no map or no result
    is a hex.
    """
    board = board_reader.resolve_board(game)
    chances = chance_map.hex_chances(board, ((label[0], p) for label, p in probabilities.items())) if board else {}
    if board is None or not chances:
        wrong = "no result is a hex of the map" if board else "the game has no map"
        raise Refused([Finding("B010", Spot("--map"), wrong, "show a variable or an expression that is a hex number")])
    texts = {cell: typography.chance_text(chance, digits=1) for cell, chance in chances.items()}
    window = {near for cell in chances for near in cell.within(1) if near in board.grid}
    spec = chance_map.ChanceMapSpec(window, chances, texts)
    with cache.use_usual_cache():
        return svg.svg_text(chance_map.draw_chance_map(game, board, spec, *LARGEST_CHANCE_MAP))


def example(game: Game, name: str) -> PlayedExample:
    """Play a worked example with its dice and decisions; return its trace, final state and faults.

    Raise `Refused` if the procedures of the game have errors, or if there is no such example.
    """
    playbook = compile_procedures(game)
    _refuse_unknown("example", "worked example", (name,), game.examples)
    return example_run.play_example(playbook, name)


def coverage(game: Game) -> tuple[ProcedureCoverage, ...]:
    """Return the branches of each procedure of a game, each with whether a worked example plays it.

    Raise `Refused` if the procedures of the game have errors.
    """
    return example_coverage.coverage([compile_procedures(one) for one in game.scenarios.values() or (game,)])


def diff(old: str | Path, new: str | Path) -> tuple[Change, ...]:
    """Return the changes from one version of a game to another, item by item.

    A version is the folder of a game or its name, a folder at a git revision (`v1.0:FOLDER`), or any of these with an
    overlay (`ford@scenarios/short`). Raise `Refused` if there is no such version, or if it has errors.
    """
    with cache.use_usual_cache():
        return tuple(errata.compare_editions(*errata.read_editions(str(old), str(new))))


def compile_procedures(game: Game, names: Sequence[str] | None = None) -> Playbook:
    """Compile all procedures of a game, or those in `names`.

    Raise `Refused` if they have errors, or if the game is a series, whose scenarios have procedures of their own.
    """
    if game.scenarios:
        names_of_scenarios = " or ".join(game.scenarios)
        wrong = f"{game.game.title} is a series, and its rules are played in one of its scenarios"
        raise Refused([Finding("B009", Spot("--scenario"), wrong, f"name a scenario: {names_of_scenarios}")])
    refuse(checks.grid_findings(game))
    playbook = playbooks.compile_game(game, procedures=names)
    refuse(game.finding(fault) for fault in playbook.faults)
    return playbook


def _words(given: str | Collection[str]) -> tuple[str, ...]:
    """Return texts as a tuple; one text is a tuple of itself.

    >>> _words("editions/first"), _words(["M001", "M002"])
    (('editions/first',), ('M001', 'M002'))
    """
    return (given,) if isinstance(given, str) else tuple(given)


def _refuse_unknown(argument: str, what: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raise `Refused` (B001) if an argument has words that are not known."""
    refuse(
        Finding("B001", Spot(argument), f"there is no {what} {clip(word)}", did_you_mean(word, known))
        for word in sorted(given)
        if word not in known
    )


def _as_text(value: Argument) -> Text:
    """Convert an argument of a procedure to the form of the data files: a text, a list or a mapping of texts.

    >>> _as_text(True), _as_text(3), _as_text(["J1", "J2"]), _as_text({"attacker": 1})
    ('true', '3', ['J1', 'J2'], {'attacker': '1'})
    """
    if isinstance(value, Mapping):
        return {name: _as_text(inner) for name, inner in value.items()}  # type: ignore[misc] # see Argument
    if isinstance(value, (list, tuple)):
        return [str(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
