"""A shipped game for tests: its worked examples, and the exact probabilities of its procedures."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property

from pnp.load import find_game, load_game
from pnp.model.claim import Claim
from pnp.model.game import Game
from pnp.rules.engine.liveness import all_steps
from pnp.rules.examples.example_run import PlayedExample, play_example
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.starting_state import Setup


class Played:
    """A game that is loaded, compiled and played on first use; each example is run once."""

    def __init__(self, name: str) -> None:
        self.folder = find_game(name)
        self._worked: dict[str, PlayedExample] = {}
        self._texts: dict[str, str] = {}

    @cached_property
    def game(self) -> Game:
        return load_game(self.folder)

    @cached_property
    def _playbook(self) -> Playbook:
        return compile_game(self.game)

    def playbook(self) -> Playbook:
        return self._playbook

    def worked(self, id_: str) -> PlayedExample:
        """Return a worked example, run with its own rulings."""
        if id_ not in self._worked:
            self._worked[id_] = play_example(self._playbook, id_)
        return self._worked[id_]

    def reads(self, procedure: str, ruling: str) -> bool:
        """Return whether a procedure, one that it runs, a table, a modifier or a map rule names a ruling.

        The result of a procedure that does not read a ruling is the same under each of its options.
        """
        if procedure not in self._texts:
            program = self._playbook.programs[procedure]
            ids = {procedure} | {inner.id for step in all_steps(program) for inner in step.programs}
            self._texts[procedure] = "".join(self.game.procedures[id_].model_dump_json() for id_ in sorted(ids))
        word = re.compile(rf"\b{re.escape(ruling)}\b")
        return bool(word.search(self._common) or word.search(self._texts[procedure]))

    @cached_property
    def _common(self) -> str:
        """The data that several procedures read."""
        return self.game.model_dump_json(
            include={"tables", "modifiers", "map", "map_rules", "terrain", "facts", "tracks"}
        )

    def chances(
        self,
        procedure: str,
        given: Mapping[str, object] | None = None,
        outcome: str | Sequence[str] = (),
        rulings: Mapping[str, str] | None = None,
        choices: Mapping[str, object] | None = None,
        **setup: Mapping[str, object],
    ) -> dict[str, Fraction]:
        """Return the probabilities of a procedure; arguments are Python values, labels have a plain minus."""
        tracks = {name: str(value).lower() for name, value in setup.pop("tracks", {}).items()}
        place = {at: [units] if isinstance(units, str) else units for at, units in setup.pop("place", {}).items()}
        found = distribution(
            self._playbook,
            procedure,
            {name: written(value) for name, value in (given or {}).items()},
            Setup(place, tracks=tracks, **setup),  # type: ignore[arg-type]
            outcome=outcome,
            rulings=rulings or {},
            choices=choices or {},  # type: ignore[arg-type]
        )
        return {label.replace("−", "-"): chance for label, chance in found.items()}


@cache
def shipped_game(name: str) -> Played:
    """Return a shipped game, the same for all tests of a process."""
    return Played(name)


def written(value: object) -> str | list[str]:
    """Return a value as the data writes it.

    >>> written(True), written(3), written(["J1", "J2"])
    ('true', '3', ['J1', 'J2'])
    """
    if isinstance(value, list):
        return [str(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts_of_aids(game: Game) -> list[str]:
    """Return the texts on a game's aids. The tests compare each text about probabilities with the engine."""
    blocks = [block for page in game.aids for row in page.rows for block in row]
    pieces = [piece for block in blocks for piece in (block, *getattr(block, "steps", ()))]
    return [text for piece in pieces if (text := getattr(piece, "text", ""))]


def only(found: Mapping[str, Fraction]) -> str:
    """Return the only result."""
    assert list(found.values()) == [1], found
    return next(iter(found))


def mean(found: Mapping[str, Fraction]) -> Fraction:
    """Return the mean of results that are numbers."""
    return sum((int(label) * chance for label, chance in found.items()), Fraction(0))


def results_by_option(claim: Claim, ruling: str) -> dict[str, list[object]]:
    """Return the stated results of a claim for each option of a ruling."""
    found: dict[str, list[object]] = {}
    for line in claim.lines:
        results: Sequence[object] = line.result or line.chance or line.mean or [line.chances]
        if claim.across is None or claim.across.of != ruling:
            found.setdefault(line.rulings[ruling], []).append(results)
            continue
        options = list(claim.across.values.values())
        if len(results) == 1 and isinstance(results[0], str):
            results = results[0].split()
        for option, result in zip(options, results, strict=True):
            found.setdefault(option, []).append(result)
    return found
