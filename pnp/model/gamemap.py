"""The map: paper, grid, terrain, hexsides, paths, places, edges and furniture."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, model_validator
from pydantic_core import PydanticKnownError

from pnp.hexgrid import compass_directions
from pnp.model.record import Length, Record, Sourced, Words, name_in
from pnp.model.sheet_furniture import Furniture


def _require_look(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject a value unless it is the name of a look that the game may use."""
    looks = (info.context or {}).get("looks")
    if looks is None or (isinstance(value, str) and value in looks):
        return value
    raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{name}'" for name in looks)})


Look: TypeAlias = Annotated[str, BeforeValidator(_require_look)]
"""The name of a look; each terrain of a game has one."""


PaletteName: TypeAlias = Annotated[str, name_in("palettes")]
"""The name of a palette, such as `winter`, or blank."""


def _require_path_look(value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed
    """Reject a value unless it is blank or the name of a look of paths."""
    looks = (info.context or {}).get("looks")
    if looks is None or value == "":
        return value
    known = [name for name, look in looks.items() if look.group == "path"]
    if value in known:
        return value
    raise PydanticKnownError("literal_error", {"expected": " or ".join(f"'{name}'" for name in known)})


PathLookName: TypeAlias = Annotated[str, BeforeValidator(_require_path_look)]
"""The name of a look of paths, or blank for the look of the terrain."""


def _read_many(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Convert one word to a list of one; return other values unchanged."""
    return (value,) if isinstance(value, str) else value


class TerrainKind(Sourced):
    """A row of the terrain effects chart: name, class, drawing, movement cost and combat effect.

    `cost` and `combat` are printed as written. A blank `cost` of a place or path means `as the hex`, and a blank
    `combat` is printed as a dash. `line` names the printed modifiers that state the combat effect too.
    """

    name: str
    of: Literal["hex", "hexside", "path", "place", "crossing", "marker"]
    look: Look
    cost: str = ""
    combat: str = ""
    line: Words = ()
    zoc: str = ""


class PaperSize(Record):
    """Width and height of a sheet."""

    width: Length
    height: Length


def _check_separator(text: str) -> str:
    """Return the separator of hex numbers; raise `ValueError` if it separates the words of lists or hexsides."""
    if re.search(r"[\s,/|\w]", text.replace("_", "")):
        message = f"hex numbers cannot be separated by '{text}', which separates hexes in lists; write '.', ':' or '-'"
        raise ValueError(message)
    return text


class GridText(Sourced):
    """The grid as written.

    `columns` and `rows` are series such as `A-P` and `01-33`. `low` says which printed columns (for pointed hexes:
    rows) are half a hex lower (further right). `at` is the top left corner of the hexes on the sheet, `corner` the
    corner where both counts start.
    """

    hexes: Literal["flat", "pointed"]
    columns: str
    rows: str
    across_flats: Length
    low: Literal["odd", "even"]
    at: tuple[Length, Length]
    corner: Literal["north-west", "north-east", "south-west", "south-east"] = "north-west"
    order: Literal["column-row", "row-column"] = "column-row"
    separator: Annotated[str, AfterValidator(_check_separator)] = ""
    absent: Words = ()
    letters: Literal["doubled", "spreadsheet"] = "doubled"


def _read_whole_number(value: Any) -> Any:  # noqa: ANN401 - input not yet typed
    """Return digits as a number; other values unchanged."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


class MapArea(Sourced):
    """The part of a map sheet that one map covers, if several maps share a sheet and the numbers of its hexes.

    `hexes` lists the hexes of the map as they are numbered on the sheet (`0405-1314 1405-1818`); other hexes do not
    exist. `at` is the rectangle of the sheet for this map and its furniture (x, y, width, height), by default the whole
    sheet. `turn` is the clockwise turn of the map on the sheet, in degrees. All else about the map is written upright.
    """

    hexes: Annotated[str, Field(min_length=1)]
    at: tuple[Length, Length, Length, Length] | None = None
    turn: Annotated[Literal[0, 90, 180, 270], BeforeValidator(_read_whole_number)] = 0


class SideChain(Sourced):
    """Hexsides in order, from source to mouth, each sharing a vertex with the next (`K13/L13 K12/L13`).

    Instead of `sides`, a river may list the hexes of its two banks: `between: [1401-1409, 1501-1509]`. The chain is all
    hexsides between them, and its source is the end next to the hex `head`, which is any hex that touches this end.
    `name` is printed along it. `width` is its width at its mouth, if it is not that of its look. `mouth` is the lake or
    sea hex at its end. `beyond` says that it continues off the map at its `head` or `mouth`. An embankment may be drawn
    with what it `carries`. `facing` is the side, seen from head to mouth, from which a wall or a ridge is defended.
    """

    sides: Words = ()
    between: tuple[str, ...] = ()
    head: str = ""
    name: str = ""
    width: Length | None = None
    mouth: str = ""
    beyond: Words = ()
    carries: Literal["", "road", "railroad"] = ""
    facing: Literal["", "left", "right"] = ""

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
    """Adjacent hexes from end to end, with the name printed along them.

    `beyond` names the ends (`first`, `last`) that continue off the map. `look` replaces the look of its terrain. With a
    `ferry`, the path is drawn on from its last hex to the nearest river, where a ferry crosses.
    """

    hexes: Words
    name: str = ""
    beyond: Words = ()
    look: PathLookName = ""
    ferry: bool = False


class Place(Sourced):
    """The places in one hex: kinds of terrain (`town`, `airfield`), each with its name.

    `name` serves all kinds that `names` does not list. `side` is the side that sets up there.
    """

    name: str
    side: str = ""
    kinds: Annotated[tuple[str, ...], BeforeValidator(_read_many)]
    names: dict[str, str] = {}


class Region(Sourced):
    """A name for several hexes: a lake, a forest, or a `town`.

    It is printed across its hexes, or across the hexes `label_at`. A name that is `small` is a straight line. The
    edge of a region that is `outlined`, such as the hexes of an objective, is a line on the map.
    """

    name: Annotated[str, Field(min_length=1)]
    hexes: str
    look: Literal["water", "land", "town"] = "water"
    small: bool = False
    label_at: str = ""
    outlined: bool = False


class MapEdge(Sourced):
    """A map edge that rules refer to: its hexes, and the heading and text printed along it.

    Nothing is printed along an edge with a blank name. With `entry`, an arrow points into each of its hexes.
    """

    hexes: str
    name: str
    says: str = ""
    entry: bool = False


class Exit(Sourced):
    """A road or railway that leaves the map: the hex, the edge, the destination, and whether units enter there."""

    hex: str
    edge: Literal["north", "south", "west", "east"]
    says: str = ""
    entry: bool = False


class ScaleBar(Record):
    """A bar of the map scale: its unit, how many units one hex spans, and the figures under the bar."""

    unit: str
    per_hex: float
    figures: tuple[float, ...]


class MapScale(Sourced):
    """The scale of the map in words, and its bars."""

    says: str
    bars: tuple[ScaleBar, ...] = ()


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
    size_pt: Annotated[float, Field(ge=5, le=12)] | None = None
    bold: bool = False
    halo: bool = False


class MapTheme(Record):
    """The style in which a map is drawn, apart from its terrain and its colours.

    `frame` is the style of its border: two lines, an `engraved` graduated line, or a `survey` frame with the letters
    and numbers of columns and rows. `title` may be `engraved`, with white faces and a cast shade, or `survey`, which is
    centred between region and date. `wind` is the direction in degrees in which drifts of snow lie, clockwise from
    east. `hills` are hills without effect on play in one corner of the map; `slopes_to` is the side to which the whole
    land falls. With a `grid_halo`, the hex grid has pale edges. With `mist`, there is mist along the frame.
    """

    frame: Literal["plain", "engraved", "survey"] = "plain"
    title: Literal["plain", "engraved", "survey"] = "plain"
    numbers: HexNumbers = HexNumbers()
    wind: float = 28.0
    hills: Literal["", "north-west", "north-east", "south-west", "south-east"] = ""
    slopes_to: Literal["", "north", "south", "west", "east"] = ""
    grid_halo: bool = False
    mist: bool = False


class GameMap(Sourced):
    """A map sheet.

    `terrain` lists the hexes of each kind; every other hex is `base`. `north` is in clockwise degrees from up. `seed`
    varies natural outlines and textures; the same seed draws the same map. The `season` and the `theme` say what the
    land looks like: in `winter` there is snow on it and ice on the water. `style` is `natural` land or `plain` coloured
    hexes. `frame` is the frame on the sheet (x, y, width, height), if it is not the rectangle around all hexes; it may
    cut hexes. `paper` and `grid` are those of the whole sheet, and `area` is the part of it that this map covers.
    `scatter` is the scatter diagram: the direction for each die result (`{1: N, 2: NE}`), as on the compass of the map.
    `palette` replaces colours of the drawing: those that all looks share (`land`, `water`), those of one look
    (`marsh.fill`), and those of the panels of a side (`red.head`, `red.ground`). `collar` is the width of the band
    between the two lines of the frame, which is then filled.
    """

    title: str
    region: str = ""
    dateline: str = ""
    remark: str = ""
    paper: PaperSize
    grid: GridText
    area: MapArea | None = None
    scale: MapScale | None = None
    north: float = 0
    seed: int = 1
    season: PaletteName = ""
    theme: MapTheme = MapTheme()
    style: Literal["natural", "plain"] = "natural"
    frame: tuple[Length, Length, Length, Length] | None = None
    base: str = "clear"
    terrain: dict[str, str] = {}
    hexsides: dict[str, dict[str, SideChain]] = {}
    paths: dict[str, dict[str, HexPath]] = {}
    places: dict[str, Place] = {}
    regions: dict[str, Region] = {}
    edges: dict[str, MapEdge] = {}
    exits: tuple[Exit, ...] = ()
    bridges: dict[str, Words] = {}
    furniture: tuple[Furniture, ...] = ()
    scatter: dict[str, str] = {}
    collar: Length | None = None
    palette: dict[str, MapColours] = {}

    @property
    def directions(self) -> tuple[str, ...]:
        """The compass names of the six directions of a hex, clockwise, such as `N` or `SE`."""
        return compass_directions(self.hexes, self.north)

    @property
    def part(self) -> tuple[Length, Length, Length, Length]:
        """The rectangle of the sheet that the map covers, in mm: x, y, width and height."""
        whole = (0.0, 0.0, self.paper.width, self.paper.height)
        return self.area.at or whole if self.area else whole

    @property
    def hexes(self) -> Literal["flat", "pointed"]:
        """Whether the hexes of the upright map are flat-topped or pointed."""
        flat = self.grid.hexes == "flat"
        return "flat" if flat != (self.area is not None and self.area.turn in (90, 270)) else "pointed"

    @property
    def size(self) -> PaperSize:
        """The width and height of the upright map with its furniture."""
        _, _, width, height = self.part
        sideways = self.area is not None and self.area.turn in (90, 270)
        return PaperSize(width=height, height=width) if sideways else PaperSize(width=width, height=height)
