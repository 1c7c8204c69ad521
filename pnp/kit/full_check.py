"""All checks that precede a build: the data, the drawings and the texts of the booklets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from pnp.art.ink_variants import distinct_greys
from pnp.board import Board
from pnp.checks import run_checks
from pnp.checks.checked_game import CheckedGame
from pnp.compose.aids.aid_pages import AidPages, find_overfull_aids
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.rulebook.rulebook import find_rules_faults
from pnp.deferred import deferred
from pnp.draw.component_kinds import card_findings, cut_out_findings
from pnp.draw.counter.faces import CounterFaces, counter_findings, draw_counters
from pnp.draw.cover_art.cover_findings import cover_findings
from pnp.draw.furniture import furniture_findings
from pnp.draw.map.map_sheet import margin_findings
from pnp.findings import Finding, Severity, checks_of, sort_findings, with_limits_of
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.component import AnyComponent
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.game import READ_ONLY, Game
from pnp.model.target import Colouring

with deferred():  # a game without a map needs no pictures
    from pnp.kit import terrain_tints

if TYPE_CHECKING:  # the rules engine is not needed for a game without procedures
    from pnp.rules.examples.example_run import PlayedExample
    from pnp.rules.probability.aid_tables import AidAnswers


@dataclass(frozen=True)
class KitSource:
    """A checked game with everything that was computed for the checks and that its kit prints.

    `examples` are the worked examples by id, `answers` the probabilities that player aids print. If they are None, the
    part that prints them computes them. `scenarios` are the sources of the scenarios of a series. The source of a
    scenario has its name in `scenario`, and the titles of the aids that only it has in `aid_titles`.
    """

    game: Game
    examples: Mapping[str, PlayedExample] | None = None
    answers: Mapping[str, AidAnswers] | None = None
    scenarios: Mapping[str, KitSource] = field(default_factory=dict)
    scenario: str = ""
    aid_titles: frozenset[str] | None = None

    @classmethod
    def of_game(cls, game: Game) -> KitSource:
        """Return the source of a game or of a series whose examples were not played yet."""
        return cls.of_series(game, {}) if game.scenarios else cls(game)

    @classmethod
    def of_series(cls, game: Game, examples: Mapping[str, PlayedExample]) -> KitSource:
        """Return the source of a series. Player aids that all scenarios have belong to the series."""
        titles = {name: frozenset(page.title for page in one.aids) for name, one in game.scenarios.items()}
        common = frozenset.intersection(*titles.values())
        scenarios = {
            name: cls(one, examples, scenario=name, aid_titles=titles[name] - common)
            for name, one in game.scenarios.items()
        }
        return cls(game, examples, scenarios=scenarios, aid_titles=common)

    def file_name(self, part: str) -> str:
        """Return the name of a part's file; that of a scenario ends with the name of the scenario."""
        return f"{part}-{self.scenario}" if self.scenario else part

    def in_colouring(self, ink: Colouring) -> KitSource:
        """Return the source for a kit in these inks: in greyscale the sides of each scenario have different greys."""
        games = [one.game for one in (self.scenarios or {"": self}).values()]
        changed: dict[str, str] = {}
        for game in games if ink == "grey" else ():
            changed |= distinct_greys({id_: side.ground for id_, side in game.sides.items()})
        if not changed:
            return self
        scenarios = {name: replace(one, game=one.game.with_grounds(changed)) for name, one in self.scenarios.items()}
        return replace(self, game=self.game.with_grounds(changed), scenarios=scenarios)

    @cached_property
    def board(self) -> Board | None:
        """The map of the game; always the same object, so that it is drawn once."""
        return resolve_board(self.game)

    @cached_property
    def counter_faces(self) -> Mapping[str, CounterFaces]:
        """Both faces of every counter, by its id; drawn once for the counter sheets and the counter list."""
        return draw_counters(self.game)


COUNTS = frozenset({"C001"})
"""The code of the check of stated numbers, which a series may have for all its scenarios together."""
WHOLE = frozenset({"R013", "R014", "I020"})
"""The codes of checks that compare texts and aids of all scenarios, so that they need the whole series."""
UNUSED = frozenset({"M024", "I019", "C023", "X303"})
"""The codes of findings that nothing uses some data, has the id of a spare counter, or shows an option of a ruling.

In a series they count only if they are found in every scenario."""


_NOT_ON_CARDS = (*READ_ONLY, "claims", "components", "facts", "map_rules", "procedures", "standing")
"""The sections whose errors do not prevent drawing cards; a wrong component is left out."""


def full_check(game: Game, codes: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Check a game, its drawings and its booklets; return the findings in order of location.

    `codes` limits the check to some codes.
    """
    found = check_and_play(game, codes)[0]
    return found if codes is None else tuple(finding for finding in found if finding.code in codes)


def check_and_play(
    game: Game, codes: Collection[str] | None = None
) -> tuple[tuple[Finding, ...], tuple[PlayedExample, ...]]:
    """Check a game as `full_check` does; return the findings and the worked examples as played.

    Drawings and booklets are checked only if the data has no errors, except cards that no error concerns. A series is
    checked scenario by scenario; only its booklets are checked as a whole.
    """
    if game.scenarios:
        return _check_series(game, codes)
    checked = CheckedGame(game)
    found = with_limits_of(run_checks(checked, codes), game.format)
    if _concern_print(codes):
        errors = [one.spot.path for one in found if one.severity is Severity.ERROR]
        in_print = _findings_of_sound_cards(game, errors) if errors else _print_findings(game)
        found = sort_findings((*found, *in_print))
    return found, checked.played_examples if codes is None else ()


def _check_series(game: Game, codes: Collection[str] | None) -> tuple[tuple[Finding, ...], tuple[PlayedExample, ...]]:
    """Return the findings of a series and its scenarios, each once, and the worked examples of all scenarios."""
    found: list[Finding] = []
    played: dict[str, PlayedExample] = {}
    unused: list[set[Finding]] = []
    for scenario in game.scenarios.values():
        findings, examples = check_and_play(scenario, codes)
        found += (finding for finding in findings if finding.code not in UNUSED | WHOLE)
        unused.append({finding for finding in findings if finding.code in UNUSED})
        played |= {example.id: example for example in examples}
    found += set.intersection(*unused)
    wrong_counts = any(finding.code in COUNTS for finding in found)  # those of the series then follow from them
    of_series = (COUNTS if game.counts and not wrong_counts else frozenset()) | WHOLE
    found += run_checks(CheckedGame(game), of_series if codes is None else of_series & set(codes))
    if _concern_print(codes) and not any(finding.severity is Severity.ERROR for finding in found):
        found += _print_findings(game)
    return sort_findings(dict.fromkeys(found)), tuple(played.values())


def _concern_print(codes: Collection[str] | None) -> bool:
    """Return whether any of these codes is of a drawing or a booklet, which cannot be made from wrong data."""
    return codes is None or not {*codes} <= {check.code for check in checks_of("game")}


def _print_findings(game: Game) -> tuple[Finding, ...]:
    """Return the findings about things that cannot be printed: counters, cards, map sheet and booklets."""
    found = (
        *counter_findings(game),
        *card_findings(game),
        *cut_out_findings(game),
        *cover_findings(game),
        *margin_findings(game, resolve_board(game), load_target("home")),
        *_tint_findings(game),
        *book_findings(game),
    )
    return with_limits_of(found, game.format)


def _findings_of_sound_cards(game: Game, wrong: Sequence[str]) -> tuple[Finding, ...]:
    """Return the findings about what cannot be printed on cards, given the paths of errors in other data."""
    if {path.partition(".")[0] for path in wrong} - {*_NOT_ON_CARDS}:
        return ()
    sound = {id_: _sound_component(one, f"components.{id_}", wrong) for id_, one in game.components.items()}
    components = {id_: one for id_, one in sound.items() if one is not None}
    return with_limits_of(card_findings(game.model_copy(update={"components": components})), game.format)


def _sound_component(component: AnyComponent, path: str, wrong: Sequence[str]) -> AnyComponent | None:
    """Return a component without the cards of a deck that errors concern; None if an error concerns all of it."""
    inner = [one.removeprefix(f"{path}.") for one in wrong if f"{one}.".startswith(f"{path}.")]
    if not inner:
        return component
    if not isinstance(component, CardDeck) or not all(one.startswith(("ranks.", "spares.")) for one in inner):
        return None
    changed = {
        field: {
            id_: card
            for id_, card in getattr(component, field).items()
            if not any(f"{one}.".startswith(f"{field}.{id_}.") for one in inner)
        }
        for field in ("ranks", "spares")
    }
    return component.model_copy(update=changed)


def _tint_findings(game: Game) -> tuple[Finding, ...]:
    """Return the findings on terrains that look alike on the map."""
    return terrain_tints.tint_findings(game, resolve_board(game)) if game.map is not None else ()


def findings_of_part(game: Game, part: str) -> tuple[Finding, ...]:
    """Return the findings about things that cannot be printed in one part of a kit, given its name."""
    board = resolve_board(game)
    match part:
        case "counters":
            found = counter_findings(game)
        case "components":
            on_cards = (one for one in card_findings(game) if one.spot.path.startswith("components."))
            found = (*on_cards, *cut_out_findings(game))
        case "map":
            on_map = (one for one in furniture_findings(game) if not one.spot.path.startswith("components."))
            found = (*on_map, *margin_findings(game, board, load_target("home")), *_tint_findings(game))
        case "rules":
            found = tuple(find_rules_faults(game))
        case "aids":
            found = _aid_findings(game, board)
        case _:
            found = ()
    return with_limits_of(found, game.format)


HOME_PAPERS = ("letter", "a4")
"""The papers that every game must fit. Aids that do not fit either are reported for the first."""


def book_findings(game: Game) -> tuple[Finding, ...]:
    """Return errors in rules texts and overfull aids that would stop a build for Letter or A4."""
    return (*find_rules_faults(game), *_aid_findings(game, resolve_board(game)))


def _aid_findings(game: Game, board: Board | None) -> tuple[Finding, ...]:
    """Return the aids that do not fit Letter, or else those that do not fit A4."""
    papers = [load_target("home").papers[name] for name in HOME_PAPERS]
    forms = (AidPages(), PlayerFolders())
    overfull = (tuple(chain(*(find_overfull_aids(game, board, paper, one) for one in forms))) for paper in papers)
    return next(filter(None, overfull), ())
