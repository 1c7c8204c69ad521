"""The map: paper, grid, terrain, hexsides, paths, places, edges and furniture."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator
from pydantic_core import PydanticKnownError

from pnp.grid_cells import SIDEWAYS, Orientation, compass_directions
from pnp.model.record import Length, Record, Sourced, Words, name_in
from pnp.model.sheet_furniture import Furniture


def _require_look(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed
    """Return the present name of a look; reject a value that is not the name of a look that the game may use."""
    looks = (info.context or {}).get("looks")
    if looks is None:
        return value
    if isinstance(value, str) and value in looks:
        return looks[value].name
    raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{name}'" for name in looks)})


Look: TypeAlias = Annotated[str, BeforeValidator(_require_look)]
"""The name of a look; each terrain of a game has one."""


PaletteName: TypeAlias = Annotated[str, name_in("palettes")]
"""The name of a palette, such as `winter`, or blank."""


def _require_path_look(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed
    """Return the present name of a look of paths, or blank; reject other values."""
    looks = (info.context or {}).get("looks")
    if looks is None or value == "":
        return value
    if isinstance(value, str) and value in looks and looks[value].group == "path":
        return looks[value].name
    known = [name for name, look in looks.items() if look.group == "path"]
    raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{name}'" for name in known)})


PathLookName: TypeAlias = Annotated[str, BeforeValidator(_require_path_look)]
"""The name of a look of paths, or blank for the look of the terrain."""


def _read_many(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Convert one word to a list of one; return other values unchanged."""
    return (value,) if isinstance(value, str) else value


class TerrainKind(Sourced):
    """A row of the terrain effects chart: name, class, drawing, movement cost and combat effect."""

    name: str
    """The name of the terrain in the chart and the key."""
    of: Literal["hex", "hexside", "path", "place", "crossing", "marker"]
    """The part of a map that the terrain belongs to: a hex, hexside, path, place, crossing or marker."""
    look: Look
    """The name of the look in which the terrain is drawn."""
    cost: str = ""
    """The movement cost as the chart prints it; blank for a place or path: as the hex."""
    combat: str = ""
    """The effect on combat as the chart prints it; blank is printed as a dash."""
    line: Words = ()
    """The printed modifiers that state the combat effect too, such as `shifts.hex`."""
    zoc: str = ""
    """The effect on zones of control as the chart prints it."""


class PaperSize(Record):
    """Width and height of a sheet."""

    width: Length
    """The width of the sheet, such as `17in`."""
    height: Length
    """The height of the sheet, such as `11in`."""


def _check_separator(text: str) -> str:
    """Return the separator of hex numbers; raise `ValueError` if it separates the words of lists or hexsides."""
    if re.search(r"[\s,/|\w]", text.replace("_", "")):
        message = f"hex numbers cannot be separated by '{text}', which separates hexes in lists; write '.', ':' or '-'"
        raise ValueError(message)
    return text


class GridText(Sourced):
    """The grid as written."""

    hexes: Literal["flat", "pointed"]
    """Whether the hexes are flat-topped or pointed."""
    columns: str
    """The columns of the grid as a series, such as `A-P` or `01-33`."""
    rows: str
    """The rows of the grid as a series, such as `01-33`."""
    across_flats: Length
    """The distance between opposite sides of a hex, such as `0.7in`."""
    low: Literal["odd", "even"]
    """The columns (for pointed hexes: rows) that are half a hex lower (further right)."""
    at: tuple[Length, Length]
    """The top left corner of the hexes on the sheet as lengths: x and y."""
    corner: Literal["north-west", "north-east", "south-west", "south-east"] = "north-west"
    """The corner of the map where the counts of columns and rows start."""
    order: Literal["column-row", "row-column"] = "column-row"
    """The order of column and row in a hex number."""
    separator: Annotated[str, AfterValidator(_check_separator)] = ""
    """The sign between column and row in a hex number, such as a full stop."""
    absent: Words = ()
    """Hexes of the grid that the map does not have."""
    letters: Literal["doubled", "spreadsheet"] = "doubled"
    """The letters of the columns after Z: `doubled` (AA, BB) or as in a `spreadsheet` (AA, AB)."""


def _read_whole_number(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Return digits as a number; other values unchanged."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class MapArea(Sourced):
    """The part of a map sheet that one map covers, if several maps share a sheet and the numbers of its hexes.

    All else about the map is written upright.
    """

    hexes: Annotated[str, Field(min_length=1)]
    """The hexes of this map as the sheet numbers them; other hexes do not exist."""
    at: tuple[Length, Length, Length, Length] | None = None
    """The rectangle of the sheet for this map, as lengths: x, y, width, height; by default all of it."""
    turn: Annotated[Literal[0, 90, 180, 270], BeforeValidator(_read_whole_number)] = 0
    """The clockwise turn of the map on the sheet, in degrees."""


class SideChain(Sourced):
    """Hexsides in order, from source to mouth, each sharing a vertex with the next (`K13/L13 K12/L13`).

    Instead of `sides`, a river may list the hexes of its two banks: `between: [1401-1409, 1501-1509]`. The chain is all
    hexsides between them, and its source is the end next to the hex `head`, which is any hex that touches this end.
    """

    sides: Words = ()
    """The hexsides in order from source to mouth, such as `K13/L13 K12/L13`."""
    between: tuple[str, ...] = ()
    """The hexes of the two banks of a river, in place of its hexsides."""
    head: str = ""
    """A hex at the source of a river between banks, any that touches this end."""
    name: str = ""
    """The name that is printed along the hexsides."""
    width: Length | None = None
    """The width at the mouth, such as `2mm`, if it is not that of the look."""
    mouth: str = ""
    """The hex of a lake or the sea into which a river flows."""
    beyond: Words = ()
    """The ends that continue off the map: `head`, `mouth` or both."""
    carries: Literal["", "road", "railroad"] = ""
    """The `road` or `railroad` that is drawn on an embankment."""
    facing: Literal["", "left", "right"] = ""
    """The side from which a wall or ridge is defended, seen from head to mouth."""

    @model_validator(mode="after")
    def _check_sides_or_banks(self) -> SideChain:
        """Reject a chain unless it has `sides`, or two banks and a `head`."""
        if bool(self.sides) == bool(self.between):
            raise ValueError("a chain has hexsides or two banks; write sides, or between and head")
        if self.between and (len(self.between) != 2 or not self.head):
            raise ValueError(
                "a river between banks has two of them and a head; write between: [A1-A5, B1-B5] and head: A1"
            )
        if self.head and not self.between:
            raise ValueError("a chain of sides begins with the first; write head only with between")
        return self


class HexPath(Sourced):
    """Adjacent hexes from end to end, with the name printed along them."""

    hexes: Words
    """Adjacent hexes from one end of the road or railway to the other."""
    name: str = ""
    """The name that is printed along the path."""
    beyond: Words = ()
    """The ends that continue off the map: `first`, `last` or both."""
    look: PathLookName = ""
    """A look of paths for this one, in place of that of its terrain."""
    ferry: bool = False
    """Whether the path goes on from its last hex to the nearest river, where a ferry crosses."""


class Place(Sourced):
    """The places in one hex: kinds of terrain (`town`, `airfield`), each with its name."""

    name: str
    """The name of all kinds of place in the hex that `names` does not list."""
    side: str = ""
    """The side that sets up there."""
    kinds: Annotated[tuple[str, ...], BeforeValidator(_read_many)]
    """The kinds of terrain in the hex, such as `town` or `airfield`."""
    names: dict[str, str] = {}
    """Names for single kinds of place in the hex, such as an airfield with its own."""


class Region(Sourced):
    """A name for several hexes: a lake, a forest, or a `town`."""

    name: Annotated[str, Field(min_length=1)]
    """The name that is printed across the region."""
    hexes: str
    """The hexes of the region, as single hexes and ranges."""
    look: Literal["water", "land", "town"] = "water"
    """The lettering of the name: that of `water`, of `land` or of a `town`."""
    small: bool = False
    """Whether the name is printed small, in a straight line."""
    label_at: str = ""
    """The hexes across which the name is printed, if not those of the region."""
    outlined: bool = False
    """Whether a line is drawn around the region, such as the hexes of an objective."""


class MapEdge(Sourced):
    """A map edge that rules refer to: its hexes, and the heading and text printed along it."""

    hexes: str
    """The hexes along the edge, as single hexes and ranges."""
    name: str
    """The heading along the edge; if it is blank, the edge has no text."""
    says: str = ""
    """The text after the heading, such as what may enter there."""
    entry: bool = False
    """Whether an arrow points into each hex of the edge."""


class Exit(Sourced):
    """A road or railway that leaves the map: the hex, the edge, the destination, and whether units enter there."""

    hex: str
    """The last hex of the road or railway on the map."""
    edge: Literal["north", "south", "west", "east"]
    """The map edge at which it leaves the map."""
    says: str = ""
    """The destination that is printed at the exit."""
    entry: bool = False
    """Whether units may enter the map there."""


class ScaleBar(Record):
    """A bar of the map scale: its unit, how many units one hex spans, and the figures under the bar."""

    unit: str
    """The unit of the bar, such as miles."""
    per_hex: float
    """How many of these units one hex spans."""
    figures: tuple[float, ...]
    """The figures that are printed under the bar."""


class MapScale(Sourced):
    """The scale of the map in words, and its bars."""

    says: str
    """The scale of the map in words."""
    bars: tuple[ScaleBar, ...] = ()
    """The bars of the scale, such as one in miles and one in kilometres."""


_COLOURS = re.compile(r"#[0-9A-Fa-f]{6}( #[0-9A-Fa-f]{6})*")


def _require_colour(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject a value unless it is a colour such as `#C8BA93`, or several with spaces between them."""
    if isinstance(value, str) and not _COLOURS.fullmatch(value):
        raise ValueError("a colour is # and six digits or letters from A to F, in quotation marks")
    return value


MapColours: TypeAlias = Annotated[str, BeforeValidator(_require_colour)]
"""A colour of a map, or several with blanks between them."""


class HexNumbers(Record):
    """The hex numbers: `at` which part of the top side of flat-topped hexes, their size, weight, and halo."""

    at: Literal["left", "middle", "right"] = "left"
    """Where the number is along the top side of flat-topped hexes."""
    size_pt: Annotated[float, Field(ge=5, le=12)] | None = None
    """The type size of the hex numbers in points."""
    bold: bool = False
    """Whether the hex numbers are bold."""
    halo: bool = False
    """Whether the hex numbers have a pale edge that separates them from the terrain."""


class MapTheme(Record):
    """The style in which a map is drawn, apart from its terrain and its colours."""

    frame: Literal["plain", "engraved", "survey"] = "plain"
    """The border: two lines, an `engraved` graduated line, or a `survey` frame with letters and numbers of hexes."""
    title: Literal["plain", "engraved", "survey"] = "plain"
    """The title: plain, `engraved` with a cast shade, or `survey`, centred between region and date."""
    numbers: HexNumbers = HexNumbers()
    """How hex numbers are printed."""
    wind: float = 28.0
    """The direction in which drifts of snow lie, in degrees clockwise from east."""
    hills: Literal["", "north-west", "north-east", "south-west", "south-east"] = ""
    """The corner of the map with hills that have no effect on play."""
    slopes_to: Literal["", "north", "south", "west", "east"] = ""
    """The side of the map to which the whole land falls."""
    grid_halo: bool = False
    """Whether the lines of the hex grid have pale edges."""
    mist: bool = False
    """Whether there is mist along the frame of the map."""


class GameMap(Sourced):
    """A map sheet.

    The `palette` replaces colours of the drawing: those that all looks share (`land`, `water`), those of one look
    (`marsh.fill`), and those of the panels of a side (`red.head`, `red.ground`). `paper` and `grid` are those of the
    whole sheet, of which `area` may be a part.
    """

    title: str
    """The title of the map."""
    region: str = ""
    """The country or region, printed with the title."""
    dateline: str = ""
    """The dates of the campaign, printed with the title."""
    remark: str = ""
    """A remark that is printed with the title, such as where the map comes from."""
    paper: PaperSize
    """The size of the sheet on which the map is printed."""
    grid: GridText
    """The hexes of the sheet and their numbers."""
    area: MapArea | None = None
    """The part of the sheet that this map covers, if several maps share it."""
    scale: MapScale | None = None
    """The scale of the map in words and as bars."""
    north: float = 0
    """The direction of north in degrees, clockwise from the top of the map."""
    seed: int = 1
    """A number that varies natural outlines and textures; the same seed draws the same map."""
    season: PaletteName = ""
    """The season in the colours of the land, such as snow and ice in `winter`."""
    theme: MapTheme = MapTheme()
    """How the map is drawn apart from its terrain, such as its frame and its title."""
    style: Literal["natural", "plain"] = "natural"
    """The style of the terrain: `natural` land or `plain` coloured hexes."""
    frame: tuple[Length, Length, Length, Length] | None = None
    """The frame on the sheet as lengths (x, y, width, height); it may cut hexes."""
    base: str = "clear"
    """The terrain of all hexes that `terrain` does not list."""
    terrain: dict[str, str] = {}
    """The hexes of each kind of terrain, by its id."""
    hexsides: dict[str, dict[str, SideChain]] = {}
    """Rivers, walls and other lines along hexsides, by kind of terrain and then by id."""
    paths: dict[str, dict[str, HexPath]] = {}
    """Roads, railways and other lines through hexes, by kind of terrain and then by id."""
    places: dict[str, Place] = {}
    """Towns, airfields and other places, by the number of their hex."""
    regions: dict[str, Region] = {}
    """Lakes, forests and other names for several hexes, by id."""
    edges: dict[str, MapEdge] = {}
    """Map edges that the rules refer to, by id."""
    exits: tuple[Exit, ...] = ()
    """Roads and railways that leave the map."""
    bridges: dict[str, Words] = {}
    """The hexsides on which bridges are, by the kind of path that they carry."""
    furniture: tuple[Furniture, ...] = ()
    """What is printed beside the hexes, such as the title, tracks and tables."""
    scatter: dict[str, str] = {}
    """The direction of scatter for each die result, such as `1: N`."""
    collar: Length | None = None
    """The width of the filled band between the two lines of the frame, such as `7pt`."""
    palette: dict[str, MapColours] = {}
    """Colours that replace those of the drawing, such as `land`, `marsh.fill` or `red.head`."""

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of the directions of a hex, clockwise, such as `N` or `SE`."""
        return compass_directions(self.hexes, self.north)

    @property
    def part(self) -> tuple[Length, Length, Length, Length]:
        """The rectangle of the sheet that the map covers, in mm: x, y, width and height."""
        whole = (0.0, 0.0, self.paper.width, self.paper.height)
        return self.area.at or whole if self.area else whole

    @property
    def hexes(self) -> Orientation:
        """Whether the hexes of the upright map are flat-topped or pointed."""
        turned = self.area is not None and self.area.turn in (90, 270)
        return SIDEWAYS[self.grid.hexes] if turned else self.grid.hexes

    @property
    def size(self) -> PaperSize:
        """The width and height of the upright map with its furniture."""
        _, _, width, height = self.part
        sideways = self.area is not None and self.area.turn in (90, 270)
        return PaperSize(width=height, height=width) if sideways else PaperSize(width=width, height=height)
