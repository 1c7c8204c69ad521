"""A game that ships, ready to be played: its worked examples, and the exact chances of its procedures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from pnp.load import find_game, load_game
from pnp.model.claim import Claim
from pnp.model.game import Game
from pnp.rules.examples.example_run import PlayedExample, play_example
from pnp.rules.playbook import Playbook, compile_game
from pnp.rules.probability.queries import distribution
from pnp.rules.state.starting_state import Setup


class Played:
    """One game by its name; it is read when first asked for, compiled when first played, each example worked once."""

    def __init__(self, name: str) -> None:
        self.folder = find_game(name)
        self._worked: dict[str, PlayedExample] = {}

    @cached_property
    def game(self) -> Game:
        return load_game(self.folder)

    @cached_property
    def _playbook(self) -> Playbook:
        return compile_game(self.game)

    def playbook(self) -> Playbook:
        return self._playbook

    def worked(self, id_: str) -> PlayedExample:
        """A worked example as it stands in the data."""
        if id_ not in self._worked:
            self._worked[id_] = play_example(self._playbook, id_)
        return self._worked[id_]

    def chances(
        self,
        procedure: str,
        given: Mapping[str, object] | None = None,
        outcome: str | Sequence[str] = (),
        rulings: Mapping[str, str] | None = None,
        choices: Mapping[str, object] | None = None,
        **setup: Mapping[str, object],
    ) -> dict[str, Fraction]:
        """The chances of a procedure; values are given as Python has them, labels come with a plain minus."""
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


def written(value: object) -> str | list[str]:
    """A value as the data writes it.

    >>> written(True), written(3), written(["J1", "J2"])
    ('true', '3', ['J1', 'J2'])
    """
    if isinstance(value, list):
        return [str(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts_of_aids(game: Game) -> list[str]:
    """What is written out on a game's aids; each such text about chances is held against the engine by a test."""
    return [text for page in game.aids for row in page.rows for block in row if (text := getattr(block, "text", ""))]


def only(found: Mapping[str, Fraction]) -> str:
    """The one result that there can be."""
    assert list(found.values()) == [1], found
    return next(iter(found))


def mean(found: Mapping[str, Fraction]) -> Fraction:
    """The mean of results that are numbers."""
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
