"""The whole game."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import PrivateAttr

from pnp.model.component import AnyComponent
from pnp.model.counter import Counter, CounterPrint, Entry, Formation, Side
from pnp.model.example import Example
from pnp.model.gamemap import GameMap, TerrainKind
from pnp.model.maprule import MapRules
from pnp.model.procedure import Fact, Procedure
from pnp.model.record import Record, Sourced
from pnp.model.reference import Abbreviation, AidPage, Case, Count, Credit, Erratum, Phase, Ruling, Term
from pnp.model.symbols import IconLibrary, shared_icons
from pnp.model.table import Box, ModifierList, Table, Track
from pnp.spot import Spot


class About(Sourced):
    """What the game is: title, the published edition it follows, its people (no `designer` if none is named), what a
    player needs besides the kit. `reconstruction` says at length what was made anew, `reconstructed_since` in a few
    words why: it stands at the foot of aids beside the mark of such values.
    """

    title: str
    subtitle: str = ""
    blurb: str = ""
    edition: str = ""
    published: str = ""
    designer: str = ""
    credits: tuple[Credit, ...] = ()
    players: str = ""
    also_needed: tuple[str, ...] = ()
    reconstruction: str = ""
    reconstructed_since: str = "the published sheet was not at hand"


class Game(Record):
    """A game as its designer wrote it. Keys of the mappings are ids.

    `counter_print`, `counters` and what goes with them may be absent from a game without counters, the map from a game
    without a map.
    """

    game: About
    sides: dict[str, Side] = {}
    formations: dict[str, Formation] = {}
    counter_print: CounterPrint | None = None
    counters: dict[str, Counter] = {}
    components: dict[str, AnyComponent] = {}
    entries: dict[str, Entry] = {}
    terrain: dict[str, TerrainKind] = {}
    map: GameMap | None = None
    map_rules: MapRules | None = None
    tables: dict[str, Table] = {}
    modifiers: dict[str, ModifierList] = {}
    tracks: dict[str, Track] = {}
    boxes: dict[str, Box] = {}
    facts: dict[str, Fact] = {}
    procedures: dict[str, Procedure] = {}
    examples: dict[str, Example] = {}
    sequence: tuple[Phase, ...] = ()
    rulings: dict[str, Ruling] = {}
    glossary: dict[str, Term] = {}
    abbreviations: dict[str, Abbreviation] = {}
    errata: tuple[Erratum, ...] = ()
    counts: tuple[Count, ...] = ()
    aids: tuple[AidPage, ...] = ()
    rules: tuple[Case, ...] = ()

    _spots: Mapping[str, Spot] = PrivateAttr(default_factory=dict)
    _icons: IconLibrary | None = PrivateAttr(default=None)

    @property
    def icons(self) -> IconLibrary:
        """The unit symbols, emblems and pictures that the game can use: those in `templates/`, and its own."""
        return self._icons or shared_icons()

    def spot(self, path: str) -> Spot:
        """Where the value at a dotted path (`counters.A07.back`) was written; the nearest value around it if it was
        left to its default.
        """
        trail = path
        while trail:
            if trail in self._spots:
                found = self._spots[trail]
                return Spot(found.file, found.line, found.column, path)
            trail = trail.rpartition(".")[0]
        root = self._spots.get("")
        return Spot(root.file, root.line, root.column, path) if root else Spot("", path=path)
