"""Records of the blocks of player aids, one for each kind, and of the pages that they fill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Field

from pnp.model.chance import ChanceTable
from pnp.model.record import AnyKind, Length, Record, Words, enter

GameValue: TypeAlias = Any
"""A `Game`. It contains the records of this module, which therefore cannot import it."""

AID_BLOCKS: dict[str, type[AidBlock]] = {}
"""The records of the kinds of blocks by their name in the data."""


class AidBlock(Record):
    """A block of a player aid: its kind, its heading, and its width in twelfths of the page.

    Each kind is a class of its own with further keys. `pnp/compose/aids/blocks` composes them.
    """

    kind: str
    """The kind of block, such as `table` or `track`."""
    title: str = ""
    """The heading of the block."""
    hint: str = ""
    """A short instruction beside the heading."""
    wide: Annotated[int, Field(ge=1, le=12)] = 12
    """The width of the block in twelfths of the page."""

    true_size: ClassVar[bool] = False
    """Whether the block is printed at the size that counters need."""

    @property
    def chance_table(self) -> ChanceTable | None:
        """The table of probabilities that the engine computes for this block; None if there is none."""
        return None

    @property
    def map_hexes(self) -> str:
        """The hexes of the map that the block names in its field `hexes`, as written."""
        return ""

    @property
    def inner_blocks(self) -> Mapping[str, AidBlock]:
        """The blocks that are printed inside this block, by their path below it."""
        return {}

    def missing(self, game: GameValue) -> str:
        """Return the name of the data that this block prints but the game lacks; empty if it lacks nothing."""
        return ""


class ListingAidBlock(AidBlock):
    """A block of a player aid that shows things of the game: those named by `of`, or all if `of` is empty."""

    of: Words = ()
    """The ids of what the block shows; by default it shows all."""

    noun: ClassVar[str]
    """The name of one thing in messages about an unknown id."""
    missing_noun: ClassVar[str]
    """The name of one thing in the message that the game has none."""
    listed: ClassVar[str]
    """The part of the game that has these things by id."""

    def choices(self, game: GameValue) -> Mapping[str, object]:
        """Return the things that the block can list, by id."""
        things: Mapping[str, object] = getattr(game, self.listed)
        return things

    def ids_in(self, word: str) -> tuple[str, ...]:
        """Return the ids that one word in the block's field `of` names."""
        return (word,)

    def missing(self, game: GameValue) -> str:
        """Return the noun for the things that the block lists if the game has none of them; else an empty text."""
        return "" if self.of or self.choices(game) else self.missing_noun


@enter(AID_BLOCKS, "chance-map")
class ChanceMapBlock(AidBlock):
    """A chance map for each value of `asks.across`, and below them the other lines of `asks` as a table.

    The first line is `on_map`: its outcome is a hex number, or a text that begins with one (`2812 disrupted`). Other
    outcomes are not shown on the map.
    """

    asks: ChanceTable | None = None
    """The probabilities that the maps and the table below them show."""
    hexes: str = ""
    """The hexes that the maps show; by default the hex that is the value of each map."""
    within: int = Field(0, ge=0, le=30)
    """How many hexes around these the maps also show."""
    in_row: int = Field(0, ge=0, le=6)
    """The number of maps side by side."""
    tallest: Length = 120.0
    """The greatest height of a map, such as `60mm`."""
    drawn: Words = ()
    """The heads of the values that have maps; by default all of them."""

    @property
    def chance_table(self) -> ChanceTable | None:
        """The data of this block: which probabilities the engine must compute."""
        return self.asks

    @property
    def map_hexes(self) -> str:
        """The hexes of the map that the block names in its field `hexes`, as written."""
        return self.hexes

    def missing(self, game: GameValue) -> str:
        """Return `map` if the game has no map; otherwise return an empty text."""
        return "" if game.map is not None else "map"


@enter(AID_BLOCKS, "chances")
class ChancesBlock(AidBlock):
    """A table of exact probabilities, which the engine computes from a procedure."""

    asks: ChanceTable | None = None
    """The probabilities that the table shows."""

    @property
    def chance_table(self) -> ChanceTable | None:
        """The data of this block: which probabilities the engine must compute."""
        return self.asks


@enter(AID_BLOCKS, "codes")
class CodesBlock(ListingAidBlock):
    """The result codes of the named tables, or of all tables."""

    noun = "table"
    missing_noun = "table with codes"

    def missing(self, game: GameValue) -> str:
        """Return what the game lacks for this block (result codes) in words; empty if nothing is missing.

        Unknown tables are reported by I010.
        """
        tables = [game.tables[id_] for id_ in self.of or game.tables if id_ in game.tables]
        unknown_table = len(tables) < len(self.of)
        return "" if unknown_table or any(table.codes for table in tables) else self.missing_noun

    listed = "tables"


@enter(AID_BLOCKS, "counters")
class CountersBlock(ListingAidBlock):
    """Counters by id. If none is named: the unit with most to explain, and all other counters."""

    noun = missing_noun = "counter"
    listed = "counters"


@enter(AID_BLOCKS, "entries")
class EntriesBlock(ListingAidBlock):
    """Entries (set-up and reinforcements) by id; all entries of the game if none is named."""

    counter: Length = 8.4
    """The side length of the counters in the list, such as `9mm`."""
    names: bool = False
    """Whether an entry shows its first counter and the labels of its units, not all counters."""
    across: Annotated[int, Field(ge=0, le=6)] = 0
    """The columns of a compact list by sides and turns; 0 gives each entry a row."""

    noun = missing_noun = "entry"
    listed = "entries"


class FlowStep(Record):
    """A step of a flow: its title, its text, the cases of the rules, and blocks such as tables below the text."""

    title: str
    """The title of the step."""
    instead: bool = False
    """Whether the step is done in place of the one before, and has its number with a letter."""
    text: str = ""
    """What the player does, in words."""
    rule: Words = ()
    """The cases of the rules that the step follows."""
    blocks: tuple[Annotated[AidBlock, AnyKind(AID_BLOCKS)], ...] = ()
    """Blocks below the text, such as tables, printed without their headings."""


@enter(AID_BLOCKS, "flow")
class StepsBlock(AidBlock):
    """Steps of a procedure in numbered boxes.

    A step may contain blocks such as `{kind: table, of: crt}`. Blocks that show probabilities are not possible in a
    step.
    """

    steps: Annotated[tuple[FlowStep, ...], Field(min_length=1)]
    """The steps of the procedure, in order."""
    start: Annotated[int, Field(ge=1, le=99)] = 1
    """The number of the first step."""

    @property
    def inner_blocks(self) -> Mapping[str, AidBlock]:
        """The blocks in the steps by their path below this block."""
        return {
            f"steps.{s}.blocks.{b}": block for s, step in enumerate(self.steps) for b, block in enumerate(step.blocks)
        }

    def missing(self, game: GameValue) -> str:
        """Return what the game lacks for a block of a step in words; empty if it lacks nothing."""
        return next(filter(None, (block.missing(game) for block in self.inner_blocks.values())), "")


@enter(AID_BLOCKS, "gallery")
class GalleryBlock(AidBlock):
    """Drawings by the id of a counter, whose front is shown, or the name of a picture, each with a text."""

    items: Annotated[dict[str, str], Field(min_length=1)]
    """A text for each drawing, by the id of a counter or the name of a picture."""
    across: Length = 13.0
    """The width of a drawing, such as `14mm`."""

    def missing(self, game: GameValue) -> str:
        """Return the first item that is neither a counter nor a picture in words; empty if there is none."""
        unknown = (item for item in self.items if item not in game.counters and item not in game.icons.pictures)
        return next((f"counter or picture {item}" for item in unknown), "")


@enter(AID_BLOCKS, "modifiers")
class ModifiersBlock(ListingAidBlock):
    """Lists of modifiers by id; all lists of the game if none is named."""

    noun = "modifier"
    missing_noun = "list of modifiers"
    listed = "modifiers"


@enter(AID_BLOCKS, "sequence")
class SequenceBlock(AidBlock):
    """The sequence of play of the game, or only the phases with the numbers in `of`."""

    of: Words = ()
    """The numbers of the phases that are shown; all if none is named."""

    def missing(self, game: GameValue) -> str:
        """Return what the game lacks for this block (a sequence of play, or a phase) in words; empty if nothing."""
        numbers = {str(number) for number, _ in enumerate(game.sequence, 1)}
        lacks = next((number for number in self.of if number not in numbers), "")
        return f"phase {lacks}" if lacks and game.sequence else "" if game.sequence else "sequence of play"


@enter(AID_BLOCKS, "symbols")
class SymbolsBlock(ListingAidBlock):
    """Unit symbols by name; the symbols on the counters if none is named."""

    noun = "symbol"
    missing_noun = "unit with a symbol"

    def choices(self, game: GameValue) -> Mapping[str, object]:
        """Return the unit symbols that the block can show, by id."""
        symbols: Mapping[str, object] = game.icons.symbols
        return symbols

    def ids_in(self, word: str) -> tuple[str, ...]:
        """Return the two or more symbols that a text such as `infantry+ski` combines."""
        return tuple(word.split("+"))

    def missing(self, game: GameValue) -> str:
        """Return what the game lacks for this block (unit symbols) in words; empty if nothing is missing."""
        return "" if self.of or any(unit.symbol for unit in game.counters.values()) else self.missing_noun


@enter(AID_BLOCKS, "table")
class TableBlock(ListingAidBlock):
    """Tables by id; all tables of the game if none is named."""

    notes: bool = True
    """Whether the notes under the tables are printed."""

    noun = missing_noun = "table"
    listed = "tables"


@enter(AID_BLOCKS, "terrain")
class TerrainBlock(ListingAidBlock):
    """The terrain effects chart: kinds of terrain by id, or all kinds of the game."""

    noun = missing_noun = "terrain"
    listed = "terrain"


@enter(AID_BLOCKS, "text")
class TextBlock(AidBlock):
    """Paragraphs separated by blank lines. A paragraph in which each line begins with a hyphen is a list."""

    text: str = ""
    """Paragraphs separated by blank lines; lines that begin with hyphens are a list."""

    def missing(self, game: GameValue) -> str:
        """Return `text` if the block has neither a text nor a title; otherwise an empty text."""
        return "" if self.text or self.title else "text"


@enter(AID_BLOCKS, "track")
class TrackBlock(ListingAidBlock):
    """Tracks by id; all tracks of the game if none is named."""

    noun = missing_noun = "track"
    true_size = True
    listed = "tracks"


FOLDER_PAGES = 4
"""The number of pages on a sheet of a player folder."""


class AidPage(Record):
    """A page of the player aids: rows of blocks, the blocks of a row side by side.

    An `appendix`, such as a page of probabilities, is not a part of `kit.pdf`. The pages of the player folder are in
    reading order: four, or eight for a folder of two sheets.
    """

    title: str
    """The title of the page."""
    appendix: bool = False
    """Whether the page is not needed in play and is printed in `odds.pdf`."""
    folder: bool = False
    """Whether the page is in the player folder."""
    player: str = ""
    """The player in whose folder alone the page is: a side, or words."""
    rows: tuple[tuple[Annotated[AidBlock, AnyKind(AID_BLOCKS)], ...], ...]
    """The rows of the page, each with its blocks from left to right."""
