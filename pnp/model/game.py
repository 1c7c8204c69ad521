"""The record of a complete game, which contains all other records of its data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import AfterValidator, PrivateAttr

from pnp.findings import Fault, Finding, Severity
from pnp.model.aid_blocks import AidPage
from pnp.model.booklet import BookletLook
from pnp.model.claim import Claim
from pnp.model.component import AnyComponent
from pnp.model.components import cards_and_decks, dice_and_pads, rulers_and_templates, standees  # noqa: F401 - they enter their kinds
from pnp.model.counter import Counter, CounterPrint, Entry, Formation, Side
from pnp.model.cover_layers import landscape_layers, motif_layers  # noqa: F401 - they enter their kinds
from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.example import Example
from pnp.model.face_layouts import SMALL, FaceLayout
from pnp.model.frozen_mapping import EMPTY, FrozenMapping
from pnp.model.gamemap import GameMap, TerrainKind
from pnp.model.kit_cover import Cover
from pnp.model.libraries import Libraries
from pnp.model.looks import area_looks, line_looks, place_looks  # noqa: F401 - they enter their kinds
from pnp.model.looks.look import LookLibrary
from pnp.model.maprule import MapRules
from pnp.model.procedure import Fact, Procedure, StandingRule
from pnp.model.record import Record, Sourced, Words
from pnp.model.reference import Abbreviation, Case, Count, Credit, Erratum, Phase, Ruling, Term
from pnp.model.rights import Rights
from pnp.model.season_palettes import SeasonPalette
from pnp.model.symbols import IconLibrary
from pnp.model.table import Box, ModifierList, Table, Track
from pnp.spot import NoSources, Sources, Spot, changed_from

PROSE = ("abbreviations", "aids", "booklet", "cover", "errata", "examples", "glossary", "rules", "sequence")
"""Sections of texts, to which no other section refers."""

READ_ONLY = (*PROSE, "counts", "format", "pnp")
"""Sections that only people read. The texts of other sections may name counts."""
UNPLAYED = (*READ_ONLY, "modifiers")
"""Sections that procedures are run without: steps state the modifiers that they apply, and print only their names."""


def _check_minutes(text: str) -> str:
    """Return a playing time in minutes; raise `ValueError` if it is neither a number nor a range."""
    if text and not re.fullmatch(r"[1-9]\d{0,3}(-[1-9]\d{0,3})?", text):
        raise ValueError(f"{text!r} is not a time in minutes; write a number or a range, such as 90 or 60-120")
    return text


def _check_rating(text: str) -> str:
    """Return a rating; raise `ValueError` if it is too long for its place on a cover."""
    if len(text.split()) > 3 or len(text) > 16:
        raise ValueError(f"{text!r} is too long for a rating; write at most three words, such as low or 4 of 9")
    return text


class About(Sourced):
    """Title, publication and people of the game.

    With `scenarios` the game is a series: these files hold its scenarios, and its kit contains all of them.
    """

    title: str
    """The title of the game."""
    subtitle: str = ""
    """The subtitle, such as the battle and its year."""
    blurb: str = ""
    """A few sentences that tell a player what the game is about."""
    edition: str = ""
    """The published edition that the data follows."""
    published: str = ""
    """Where and when the game was published."""
    version: str = ""
    """The version of the data, printed at the foot of rules and aids."""
    date: str = ""
    """The date of the data, printed at the foot of rules and aids."""
    designer: str = ""
    """The designer of the game; empty if none is named."""
    credits: tuple[Credit, ...] = ()
    """The people who made the published game, by role."""
    players: str = ""
    """The number of players, such as `2`."""
    minutes: Annotated[str, AfterValidator(_check_minutes)] = ""
    """The playing time in minutes, such as `90` or `60-120`."""
    complexity: Annotated[str, AfterValidator(_check_rating)] = ""
    """How complex the rules are, in at most three words, such as `low` or `4 of 9`."""
    solitaire: Annotated[str, AfterValidator(_check_rating)] = ""
    """The value of the game for one player, in at most three words, such as `good` or `7 of 9`."""
    also_needed: tuple[str, ...] = ()
    """What a player needs besides the kit, such as dice."""
    contents: tuple[str, ...] = ()
    """What the kit has besides loose counters, in the words of players."""
    reconstruction: str = ""
    """A text that explains which values were reconstructed, and how."""
    reconstructed_since: str = "the published sheet was not available"
    """The short reason that aids print beside the mark of reconstructed values."""
    scenarios: Words = ()
    """The scenarios of a series, each a file in the folder `scenarios/`."""
    rights: Rights | None = None
    """The owner of the game, and why the kit may be made."""

    @property
    def rights_statement(self) -> str:
        """The sentence about the owner of the game that its kit prints; empty if the data states none."""
        return self.rights.statement if self.rights else ""


class Game(Record):
    """A game as its designer wrote it. The keys of mappings are ids.

    A game without counters may leave out `counter_print`, `counters` and what refers to them; a game without a map may
    leave out `map`.
    """

    format: int = 1
    """The format of the data as written, which `docs/format.md` describes."""
    pnp: str = ""
    """The oldest version of the program that can read the data, such as `>=0.4`."""
    game: About
    """The title, the publication and the people of the game."""
    sides: dict[str, Side] = {}
    """The sides of the players, by id."""
    formations: dict[str, Formation] = {}
    """Brigades, regiments and divisions, by id."""
    counter_print: CounterPrint | None = None
    """How the counters are printed, such as their size."""
    counters: dict[str, Counter] = {}
    """The counters, by id."""
    components: dict[str, AnyComponent] = {}
    """Printed things besides the map and the counters, such as cards and rulers, by id."""
    entries: dict[str, Entry] = {}
    """The ways in which counters come into play, such as the set-up, by id."""
    terrain: dict[str, TerrainKind] = {}
    """The rows of the terrain effects chart, by id."""
    map: GameMap | None = None
    """The map sheet: its hexes, their terrain, and everything printed beside them."""
    map_rules: MapRules | None = None
    """The rules of movement, supply, stacking and the like, which the engine applies on the map."""
    tables: dict[str, Table] = {}
    """The tables of the game, such as the combat results table, by id."""
    modifiers: dict[str, ModifierList] = {}
    """Printed lists of modifiers, such as column shifts, by id."""
    tracks: dict[str, Track] = {}
    """Tracks along which markers move, by id."""
    boxes: dict[str, Box] = {}
    """Boxes off the map for counters, by id."""
    facts: dict[str, Fact] = {}
    """Named values that change in play besides tracks, by name."""
    procedures: dict[str, Procedure] = {}
    """The rules as steps that the engine plays, by id."""
    standing: dict[str, StandingRule] = {}
    """Effects that happen as soon as a condition is true, by id."""
    examples: dict[str, Example] = {}
    """Worked examples, which `pnp check` plays, by id."""
    claims: dict[str, Claim] = {}
    """Facts about the results of procedures, which `pnp check` verifies, by id."""
    sequence: tuple[Phase, ...] = ()
    """The phases of the sequence of play, in order."""
    rulings: dict[str, Ruling] = {}
    """Answers to questions that the published rules leave open, by id."""
    glossary: dict[str, Term] = {}
    """The terms of the game and their meanings."""
    abbreviations: dict[str, Abbreviation] = {}
    """The abbreviations on counters and their meanings."""
    errata: tuple[Erratum, ...] = ()
    """Corrections of the published game."""
    counts: tuple[Count, ...] = ()
    """Numbers of pieces that the rules state, which a check compares with the data."""
    aids: tuple[AidPage, ...] = ()
    """The pages of the player aids."""
    rules: tuple[Case, ...] = ()
    """The cases of the rules, usually read from files in Markdown."""
    cover: Cover = Cover()
    """The texts and the picture of the cover of the kit."""
    booklet: BookletLook | None = None
    """The look of the rules booklet."""

    _libraries: Libraries = PrivateAttr(default_factory=Libraries)

    @property
    def played(self) -> dict[str, object]:
        """The data that the procedures of the game can read: all sections but those that only people read."""
        sections = {name: getattr(self, name) for name in type(self).model_fields if name not in UNPLAYED}
        return {**sections, "icons": None if self.icons.shared else self.icons}

    @property
    def libraries(self) -> Libraries:
        """What the game may use by name: what is in `templates/`, and its own."""
        return self._libraries

    @property
    def icons(self) -> IconLibrary:
        """The unit symbols, emblems and pictures of the game: those in `templates/` and its own."""
        return self._libraries.icons

    @property
    def looks(self) -> LookLibrary:
        """The looks of terrain that the game may use: those in `templates/` and its own."""
        return self._libraries.looks

    @property
    def motifs(self) -> MotifLibrary:
        """The pictures of motifs that the game may use on its cover: those in `templates/` and its own."""
        return self._libraries.motifs

    @property
    def face_layout(self) -> FaceLayout:
        """The layout of the faces of units. Raises `ValueError` if the game has no counters."""
        if self.counter_print is None:
            raise ValueError("the game has no counters")
        small = self.counter_print.side <= SMALL
        layout = self._libraries.layouts[self.counter_print.labels or ("below" if small else "beside")]
        return self._libraries.layouts[layout.small] if small and layout.small else layout

    @property
    def season(self) -> SeasonPalette | None:
        """The palette of the season of the map; None if it has none."""
        return self._libraries.palettes.get(self.map.season) if self.map is not None else None

    @property
    def map_print_scale(self) -> float:
        """By how much the map is enlarged in print: the scale of the card that shows it, else 1."""
        return max((one.print_scale() for one in self.components.values() if one.shows_map()), default=1)

    @property
    def counter_word(self) -> str:
        """What the game calls a counter, such as `token`."""
        return self.counter_print.called if self.counter_print else "counter"

    _scenarios: dict[str, Game] = PrivateAttr(default_factory=dict)

    @property
    def scenarios(self) -> dict[str, Game]:
        """The scenarios of a series by name, each a complete game; empty for other games, and for one scenario.

        The series itself contains everything that belongs to any scenario, except the maps.
        """
        return FrozenMapping(self._scenarios) if self._scenarios else EMPTY

    def dated(self, date: str) -> Game:
        """Return the game, and its scenarios, with a date if its data has none; the date may be empty."""
        if not date or self.game.date:
            return self
        game = self.model_copy(update={"game": self.game.model_copy(update={"date": date})})
        game._scenarios = {name: one.dated(date) for name, one in self._scenarios.items()}
        return game

    def with_grounds(self, grounds: Mapping[str, str]) -> Game:
        """Return the game, and its scenarios, with other colours behind the counters of some sides (by id)."""
        sides = {
            id_: side.model_copy(update={"ground": grounds[id_]}) if id_ in grounds else side
            for id_, side in self.sides.items()
        }
        game = self.model_copy(update={"sides": sides})
        game._scenarios = {name: one.with_grounds(grounds) for name, one in self._scenarios.items()}
        return game

    _other_cases: frozenset[str] = PrivateAttr(default_factory=frozenset)

    @property
    def other_cases(self) -> frozenset[str]:
        """The case numbers of the whole series, to which one of its scenarios may refer."""
        return self._other_cases

    _sources: Sources = PrivateAttr(default_factory=NoSources)

    @property
    def sources(self) -> Sources:
        """The source locations of all values of the game."""
        return self._sources

    def spot(self, path: str) -> Spot:
        """Return the source location of the value at a dotted path of the game.

        For a default, it is the location of the nearest value around it.
        """
        trail = path
        while True:
            found = self._sources.spot(trail)
            if found is not None:
                return Spot(found.file, found.line, found.column, path)
            if not trail:
                return Spot("", path=path)
            trail = trail.rpartition(".")[0]

    def path_to_write(self, path: str) -> str:
        """Return the path by which data can name a value: with the number of its case, such as `rules.3.2.text`.

        For a value that no file states, it is the path of the nearest value around it.
        """
        while path and self._sources.spot(path) is None:
            path = path.rpartition(".")[0]
        key, _, rest = path.partition(".")
        index, dot, field = rest.partition(".")
        if key == "rules" and index.isdecimal() and int(index) < len(self.rules):
            return f"{key}.{self.rules[int(index)].number}{dot}{field}"
        return path

    def path_written(self, path: str) -> str:
        """Return the path in the data of a value whose case may be named by its number, as in `rules.3.2.text`."""
        key, _, rest = path.partition(".")
        if key == "rules":
            named = [(i, one.number) for i, one in enumerate(self.rules) if f"{rest}.".startswith(f"{one.number}.")]
            if named:
                i, number = max(named, key=lambda pair: len(pair[1]))
                return f"{key}.{i}{rest[len(number) :]}"
        return path

    def finding(self, fault: Fault, severity: Severity = Severity.ERROR) -> Finding:
        """Return the finding for a fault, with its source location and the location before an overlay changed it."""
        inside = self._sources.inside(fault.path, fault.at) if fault.at is not None else None
        spot = fault.spot or inside or self.spot(fault.path)
        wrong = fault.wrong + changed_from(self._sources.before(fault.path))
        return Finding(fault.code, replace(spot, path=fault.path), wrong, fault.write, severity)
