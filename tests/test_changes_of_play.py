"""Which changes are changes of play, which items were only renamed, and where a change of a series is."""

import json
import re
import shutil
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pydantic import BaseModel

from pnp.errata.compare.change_list import format_changes
from pnp.errata.compare.changes import Change, compare_editions, old_ids
from pnp.errata.compare.edition_values import NOT_FOR_OWNERS
from pnp.errata.compare.editions import Edition
from pnp.errata.compare.field_uses import all_named, named_use
from pnp.errata.compare.wording import READ_IT, change_impact, change_kind, change_title
from pnp.errata.replacement_pieces import write_replacement_pieces
from pnp.kit.options import read_options
from pnp.load import find_game, load_game
from pnp.model.game import Game
from pnp.model.gamemap import TerrainKind
from pnp.model.maprule import MapRule
from pnp.model.record import AnyKind, records
from pnp.model.reference import Case, Ruling
from pnp.model.step import StepRecord
from pnp.model.table import Modifier

SMALL = Path(__file__).parent / "games" / "small"
BEACHES = SMALL.parent / "two-beaches"
GAMES = ("meiktila", "mukden", "myitkyina", "paratrooper", "skirmish")

PLAY = """
    About.scenarios Axis.heads Axis.of Axis.reach Card.copies CardDeck.back CardDeck.ranks CardDeck.spares
    CardDeck.suits Code.do Counter.formation Counter.groups Counter.side CounterPrint.factors DieFace.arrow
    DieFace.word DiscTemplate.diameter Entry.counters Entry.hexes Entry.side Entry.table Entry.when Entry.where
    Exit.hex Face.corner Face.factors Face.number Face.word Fact.start Formation.parent Formation.side
    GameMap.base GameMap.bridges GameMap.edges GameMap.hexsides GameMap.north GameMap.paths GameMap.places
    GameMap.regions GameMap.scatter GameMap.terrain GaugeTemplate.angle GaugeTemplate.leg GridText.absent
    GridText.columns GridText.rows GridText.separator HexPath.beyond HexPath.hexes MapArea.hexes MapEdge.hexes
    MapRules.markers MapRules.units Modifier.effect PadRow.boxes Party.dice Phase.steps Phase.who Place.kinds Place.side
    Procedure.given Procedure.steps Rank.suit Rank.token RecordPad.columns RecordPad.copies RecordPad.side Region.hexes
    ResultCall.run ResultCall.values Ruler.length Ruler.segment Ruler.unit RulerMark.at Ruling.default
    SideChain.between SideChain.beyond SideChain.sides Space.lines SpareCard.suit SpareCard.token Standee.of Table.cells
    Table.codes Table.within TerrainKind.combat TerrainKind.cost TerrainKind.zoc Track.marker
    Track.sides Track.spaces Track.start WedgeTemplate.angle WedgeTemplate.beyond WedgeTemplate.radius WedgeTemplate.unit
"""
"""Fields with words, lists or lengths that players or the rules engine use. A new field
of this kind belongs here, or in the table of `pnp/errata/compare/field_uses.py`."""


def record_types(outer: type[BaseModel], without: Iterable[str] = ()) -> list[type[BaseModel]]:
    """Return a record class and all record classes inside it, without those in fields with one of these uses."""
    found: list[type[BaseModel]] = []

    def visit(one: Any, metadata: Iterable[Any] = ()) -> None:
        for mark in (*metadata, *getattr(one, "__metadata__", ())):
            if isinstance(mark, AnyKind):
                for kind in mark._register.values():
                    visit(kind)
        if (
            isinstance(one, type)
            and issubclass(one, BaseModel)
            and getattr(one, "model_fields", None)
            and one not in found
        ):
            found.append(one)
            for name, field in one.model_fields.items():
                if named_use(one, name) not in without:
                    visit(field.annotation, field.metadata)
        for inner in typing.get_args(one):
            visit(inner)

    visit(outer)
    return found


def is_number_or_choice(annotation: Any) -> bool:
    """Return whether a field is a number, yes or no, one of some words, or a record with fields of its own."""
    if typing.get_origin(annotation) is typing.Literal:
        return True
    inner = [one for one in typing.get_args(annotation) if one is not type(None)]
    if inner:
        return all(map(is_number_or_choice, inner))
    return annotation is Ellipsis or (isinstance(annotation, type) and issubclass(annotation, int | BaseModel))


def test_every_field_is_named_or_clearly_used_in_play():
    types = record_types(Game, without=("wording", "appearance", "shown", "check"))
    assert len(types) > 60
    open_fields = {
        f"{one.__name__}.{name}"
        for one in types
        if not issubclass(one, StepRecord | MapRule | Game)
        for name, field in one.model_fields.items()
        if name not in NOT_FOR_OWNERS and named_use(one, name) is None and not is_number_or_choice(field.annotation)
    }
    assert open_fields == set(PLAY.split())


def test_the_table_of_fields_names_no_field_that_does_not_exist():
    fields = [(one, name) for one in record_types(Game) for name in one.model_fields]
    known = {name for _, name in fields} | {f"{owner.__name__}.{name}" for one, name in fields for owner in one.__mro__}
    assert all_named() - known == set()


# ---------------------------------------------------------------- samples in all games


def changed(value: Any, path: list[str], new: object) -> Any:
    """Return a game or another value in which the value at a path is replaced."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, BaseModel):
        return value.model_copy(update={key: changed(getattr(value, key), rest, new)})
    if isinstance(value, dict):
        return {**value, key: changed(value[key], rest, new)}
    i = int(key)
    return (*value[:i], changed(value[i], rest, new), *value[i + 1 :])


def tags(change: Change) -> str:
    """Return how lists name the kind and the impact of a change."""
    return ", ".join(filter(None, (change_kind(change), change_impact(change))))


def only_change(old: Game, path: str, new: object) -> Change:
    """Return the change between a game and its copy with another value at a path."""
    other = changed(old, path.split("."), new)
    (change,) = compare_editions(Edition("old", old, Path()), Edition("new", other, Path()))
    return change


PLAY_WORDS = "affects play"
SAMPLES: list[tuple[type[BaseModel], str, Callable[[Any], object], str]] = [
    (Ruling, "default", lambda one: next((id_ for id_ in one.options if id_ != one.default), None), PLAY_WORDS),
    (Ruling, "asks", lambda one: f"{one.asks} Really?", f"new text, {READ_IT}"),
    (Modifier, "effect", lambda _: "+17", PLAY_WORDS),
    (TerrainKind, "cost", lambda _: "17", PLAY_WORDS),
    (Case, "text", lambda one: f"{one.text} Stop.", f"new text, {READ_IT}"),
    (Case, "text", lambda one: f"{one.text} Retreat 17 hexes.", f"new text, {READ_IT}"),
    (
        Case,
        "text",
        lambda one: f"Retreat 17 hexes {one.text}" if one.text else None,
        f"new wording and other numbers, {READ_IT}",
    ),
    (StepRecord, "when", lambda _: "17 == 18", PLAY_WORDS),
    (StepRecord, "says", lambda one: None if one.says else "otherwise", f"new text, {READ_IT}"),
]


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """A game that comes with pnp; of a series, its first scenario."""
    whole = load_game(find_game(request.param))
    return next(iter(whole.scenarios.values()), whole)


def test_a_change_of_each_kind_is_named_rightly_in_each_game(game: Game):
    found = [(path, one) for path, one in records(game) if "examples." not in path and "claims." not in path]
    played = 0
    for kind, field, new, expected in SAMPLES:
        sample = next(((path, one) for path, one in found if isinstance(one, kind) and new(one) is not None), None)
        if sample is None:
            continue
        path, one = sample
        assert tags(only_change(game, f"{path}.{field}", new(one))) == expected, path
        played += 1
    assert played >= 7  # one game has no ruling with two options


def test_the_faces_and_sizes_of_pieces_are_used_in_play(game: Game):
    side = next(iter(game.sides))
    assert tags(only_change(game, f"sides.{side}.ground", "#123456")) == "new appearance, no effect on play"
    assert tags(only_change(game, f"sides.{side}.name", "Others")) == "new wording"
    units = [id_ for id_, one in game.counters.items() if one.kind == "unit"]
    for id_ in units[:1]:
        assert tags(only_change(game, f"counters.{id_}.size", "squad")) == PLAY_WORDS
        assert tags(only_change(game, f"counters.{id_}.front.factors", "9-9-9")) == PLAY_WORDS
        assert tags(only_change(game, f"counters.{id_}.symbol", "armour")) == "new appearance, no effect on play"
    lengths = [
        f"components.{id_}.{field}"
        for id_, one in game.components.items()
        for field in ("angle", "radius", "diameter", "length")
        if hasattr(one, field)
    ]
    assert [tags(only_change(game, path, 17.0)) for path in lengths] == [PLAY_WORDS] * len(lengths)


def test_costs_of_a_class_of_units_and_the_amount_of_a_step_are_used_in_play(game: Game):
    classes = [(path, one.costs) for path, one in records(game.map_rules, "map_rules") if getattr(one, "costs", None)]
    for path, costs in classes:
        terrain = next(iter(costs))
        assert tags(only_change(game, f"{path}.costs.{terrain}", "17")) == PLAY_WORDS
    amounts = [
        f"{path}.{field}"
        for path, one in records(game.procedures, "procedures")
        for field in ("add", "left", "right", "require", "value")
        if getattr(one, field, None)
    ]
    assert amounts
    assert tags(only_change(game, amounts[0], "17")) == PLAY_WORDS


def test_claims_and_counts_have_no_effect_on_play(game: Game):
    claim = next(iter(game.claims))
    assert tags(only_change(game, f"claims.{claim}.says", "It is 17.")) == "no effect on play"
    assert tags(only_change(game, "counts.0.number", 17)) == "no effect on play"


# ---------------------------------------------------------------- lists


NEW_CASE = "## 2.1 Stacking\n\nA hex can contain:\n\n- two units,\n- one marker.\n\n## 2.2 Odds"


def test_a_new_item_is_listed_with_its_values_and_the_totals_add_up(tmp_path: Path):
    folder = rewritten(
        tmp_path / "new",
        ("rules.md", "## 2.1 Odds", NEW_CASE),
        ("rules.md", "2.1.1", "2.2.1"),
        ("rules.md", r"\[2.1\]", "[2.2]"),
        ("units.csv", r"\Z", "X1,marker,,,,,Hit,,,hourglass,Hit,,,Hit\n"),
    )
    before, after = edition(SMALL), edition(folder)
    found = compare_editions(before, after)
    listed = format_changes(found, before.game, after.game, "text")
    assert "    text: A hex can contain:\n        • two units,\n        • one marker.\n" in listed
    assert "Hit (X1) is new: addition, affects play\n" in listed
    assert "    symbol" not in listed  # appearance
    total = listed.splitlines()[-1]
    assert sum(map(int, re.findall(r"(?:: |, )(\d+) ", total))) == len(found) == int(total.split()[0])
    assert "effect not known, read the text" in listed
    printed = format_changes(found, before.game, after.game, "markdown")
    assert "  - text: **A hex can contain: • two units, • one marker.**" in printed


def test_a_changed_text_is_not_said_to_affect_nothing(tmp_path: Path):
    before, after = edition(SMALL), edition(rewritten(tmp_path / "new", ("rules.md", "Round down", "Round up")))
    total = format_changes(compare_editions(before, after), before.game, after.game, "text").splitlines()[-1]
    assert total == "1 change: 1 is a changed text (read it)"


def test_the_text_of_a_withdrawn_case_is_listed(tmp_path: Path):
    case = r"## 2.2 Weather\n\nRoll for **fog** each turn.\n\nThen wait.\n"
    before, after = (
        edition(rewritten(tmp_path / "old", ("rules.md", r"Round down\.\n", rf"Round down.\n\n{case}"))),
        edition(SMALL),
    )
    listed = format_changes(compare_editions(before, after), before.game, after.game, "text")
    assert f"2.2 Weather is withdrawn: {READ_IT}\n    text: Roll for fog each turn. Then wait. -> nothing\n" in listed
    listed = format_changes(compare_editions(before, after), before.game, after.game, "markdown")
    assert "  - text: Roll for fog each turn. Then wait. → nothing\n" in listed


def test_only_the_items_of_a_list_that_differ_are_shown(tmp_path: Path):
    one, other = (
        NEW_CASE,
        NEW_CASE.replace("- two units,\n", "").replace("- one marker.", "- one marker,\n- no bridge."),
    )
    folders = [
        rewritten(tmp_path / name, ("rules.md", "## 2.1 Odds", text)) for name, text in (("a", one), ("b", other))
    ]
    before, after = map(edition, folders)
    listed = format_changes(compare_editions(before, after), before.game, after.game, "text")
    assert "    text: • two units,\n        • one marker. -> • one marker,\n        • no bridge.\n" in listed


@pytest.mark.parametrize("steps", ["[Attack, Move]", "[Move, Attack, Dig in]", "[Move, Assault]"])
def test_other_steps_of_a_phase_affect_play(tmp_path: Path, steps: str):
    phase = "{name: Blue moves, who: Blue}"
    folders = [
        rewritten(tmp_path / name, ("game.yaml", phase, f"{phase[:-1]}, steps: {text}}}"))
        for name, text in (("old", "[Move, Attack]"), ("new", steps))
    ]
    before, after = map(edition, folders)
    listed = format_changes(compare_editions(before, after), before.game, after.game, "text")
    assert "Phase Blue moves: affects play\n" in listed
    assert f"    steps: Move, Attack -> {steps.strip('[]')}\n" in listed


def test_a_rerouted_road_is_one_change_with_its_old_and_new_course(tmp_path: Path):
    folder = rewritten(
        tmp_path / "new", ("game.yaml", "hexes: A3 B2 C3 D2 E3 F2, beyond", "hexes: A3 B2 C3 D2 E2 F1, beyond")
    )
    old, new = edition(SMALL), edition(folder)
    (change,) = compare_editions(old, new)
    title = change_title(change, old.game, new.game)
    assert title == "Road: now D2-E2-F1 and off the map, was D2-E3-F2 and off the map"
    assert (change.added, change.withdrawn, tags(change), change.place[-1]) == (
        False,
        False,
        PLAY_WORDS,
        "D2/E2/F1/E3/F2",
    )
    shorter = rewritten(
        tmp_path / "shorter",
        ("game.yaml", "hexes: A3 B2 C3 D2 E3 F2, beyond: first last", "hexes: A3 B2 C3 D2, beyond: first"),
    )
    (change,) = compare_editions(edition(shorter), old)
    assert change_title(change, edition(shorter).game, old.game) == "Road D2-E3-F2 and off the map is new"


# ---------------------------------------------------------------- renamed items


def edition(folder: Path) -> Edition:
    return Edition(folder.name, load_game(folder), folder)


def rewritten(where: Path, *texts: tuple[str, str, str], source: Path = SMALL) -> Path:
    """Copy a game, and replace in its files each match of a pattern: (file, pattern, new text)."""
    folder = Path(shutil.copytree(source, where))
    for file, pattern, new in texts:
        text, times = re.subn(pattern, new, (folder / file).read_text("utf-8"), flags=re.MULTILINE)
        assert times, pattern
        (folder / file).write_text(text, "utf-8")
    return folder


RENAMED = {
    "counter": ([("units.csv", r"^R2", "R9"), ("game.yaml", "R1 R2", "R1 R9"), ("game.yaml", r"R2 \|", "R9 |")], "2/R (R9): renamed from R2 to R9, no effect on play"),
    "table": ([("game.yaml", r"\bcrt:$", "results:"), ("game.yaml", "of: crt", "of: results")], "Combat results (table): renamed from crt to results, no effect on play"),
    "terrain": ([("game.yaml", r"\bwoods:", "forest:"), ("game.yaml", "terrain: woods", "terrain: forest")], "Woods (terrain): renamed from woods to forest, no effect on play"),
    "ruling": ([("game.yaml", "R-01", "R-11"), ("rules.md", "R-01", "R-11")], "Ruling R-11: renumbered from R-01 to R-11, no effect on play"),
    "region": ([("game.yaml", "pond:", "mere:")], "Pond (region): renamed from pond to mere, no effect on play"),
    "river": ([("game.yaml", "brook:", "beck:")], None),
}  # fmt: skip
"""What is renamed, how, and the line that lists it."""


@pytest.mark.parametrize("what", RENAMED)
def test_a_renamed_item_is_not_another_item(tmp_path: Path, what: str):
    texts, line = RENAMED[what]
    old, new = edition(SMALL), edition(rewritten(tmp_path / "new", *texts))
    found = compare_editions(old, new)
    listed = [f"{change_title(one, old.game, new.game)}: {tags(one)}" for one in found]
    if what == "ruling":
        assert listed.pop().startswith("1.0 The game: new wording and other numbers")  # the text names the ruling
    assert listed == ([line] if line else [])


def test_a_renamed_item_may_differ_in_other_values(tmp_path: Path):
    folder = rewritten(tmp_path / "new", ("units.csv", "^R2(.*)3-3-3", r"R9\g<1>3-4-3"), ("game.yaml", "R2", "R9"))
    (change,) = compare_editions(edition(SMALL), edition(folder))
    assert tags(change) == "renamed from R2 to R9, affects play"
    assert [(one.place[-1], one.old and one.old.text) for one in change.differences] == [("factors", "3-3-3")]


def test_cases_that_move_down_by_one_number_are_renumbered(tmp_path: Path):
    new_case = "## 2.1 Ranges\n\nFire has a range of some hexes, which the counter states.\n\n## 2.2 Odds"
    folder = rewritten(
        tmp_path / "new", ("rules.md", "## 2.1 Odds", new_case), ("rules.md", "2.1.1", "2.2.1"), ("rules.md", r"\[2.1\]", "[2.2]")
    )  # fmt: skip
    before, after = edition(SMALL), edition(folder)
    listed = format_changes(compare_editions(before, after), before.game, after.game, "text")
    assert re.findall(r"rules\.md:\d+: (2.*)", listed) == [
        f"2.1 Ranges is new: addition, {READ_IT}",
        f"2.2 Odds: renumbered from 2.1 to 2.2, new wording and other numbers, {READ_IT}",
        "2.2.1 Rounding: renumbered from 2.1.1 to 2.2.1, no effect on play",
    ]
    assert listed.endswith("4 changes: 3 are changed texts (read them), 1 is another number or id")


def test_equal_items_are_not_matched(tmp_path: Path):
    twins = "X1,marker,,,,,Hit,,,hourglass,Hit,,,Hit\nX2,marker,,,,,Hit,,,hourglass,Hit,,,Hit\n"
    folders = [Path(shutil.copytree(SMALL, tmp_path / name)) for name in ("old", "new")]
    for folder, text in zip(folders, (twins, twins.replace("X", "Y")), strict=True):
        with (folder / "units.csv").open("a", encoding="utf-8") as file:
            file.write(text)
    found = compare_editions(*map(edition, folders))
    assert {(one.item[-1], one.added, one.withdrawn, one.renamed_from) for one in found} == {
        ("Y1", True, False, ""), ("Y2", True, False, ""), ("X1", False, True, ""), ("X2", False, True, "")
    }  # fmt: skip


def test_all_lists_name_a_renamed_item(pnp: Callable[..., Any], tmp_path: Path):
    folder = rewritten(tmp_path / "new", *RENAMED["counter"][0])
    words = "renamed from R2 to R9, no effect on play"
    assert f"2/R (R9): {words}" in pnp("diff", str(SMALL), str(folder)).stdout
    assert f"**2/R (R9)**: {words}" in pnp("diff", str(SMALL), str(folder), "--format", "markdown").stdout
    (row,) = json.loads(pnp("diff", str(SMALL), str(folder), "--format", "json").stdout)
    assert (row["renamed_from"], row["says"], row["values"]) == ("R2", words, [])
    done = pnp("errata", str(folder), "--from", str(SMALL), "-o", str(tmp_path / "output"))
    assert (done.returncode, done.stderr) == (0, "")
    (kit,) = (tmp_path / "output" / "new").iterdir()
    with pypdfium2.PdfDocument(kit / "errata.pdf") as pdf:
        printed = pdf[0].get_textpage().get_text_range()
    for sheet in (printed, *((kit / name).read_text("utf-8") for name in ("errata.md", "errata.html"))):
        assert "(R9)" not in sheet  # ids mean nothing to owners
        assert "Nothing that owners have on paper differs" in sheet
    assert not (kit / "replacement-counters.pdf").exists()
    assert not (kit / "patches.pdf").exists()


def test_a_renamed_component_is_not_printed_again(tmp_path: Path):
    source = SMALL.parent / "card-table"
    first = next(iter(load_game(source).components))
    folder = rewritten(tmp_path / "new", ("game.yaml", rf"^  {first}:", "  another-name:"), source=source)
    old, new = edition(source), edition(folder)
    (change,) = compare_editions(old, new)
    assert (change.renamed_from, change.differences) == (first, ())
    (options,) = read_options(output=tmp_path)
    renamed = old_ids((change,), "components")
    assert list(write_replacement_pieces(old.game, new.game, renamed, options, tmp_path)) == []


# ---------------------------------------------------------------- where a change is


def test_a_change_in_a_scenario_names_the_scenario_and_its_file(pnp: Callable[..., Any], tmp_path: Path):
    folder = rewritten(tmp_path / "new", ("scenarios/north.yaml", "name: Spit", "name: Cape"), source=BEACHES)
    first, *_ = pnp("diff", str(BEACHES), str(folder)).stdout.splitlines()
    assert re.search(r"new/scenarios/north\.yaml:13: North Beach: Hex 1002: new wording$", first)


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        ("C1/D1 C2/D1 C2/D2 C3/D2 D3/E3", "M002"),
        ("between: [C1 C3, D1-D2], head: C1", "M045"),
    ],
)
def test_a_river_with_a_gap_is_compared_hexside_by_hexside(
    pnp: Callable[..., Any], tmp_path: Path, sides: str, code: str
):
    pattern = "sides: C1/D1 C2/D1 C2/D2 C3/D2 D2/D3 D3/E3"
    written = sides if "between" in sides else f"sides: {sides}"
    old = rewritten(tmp_path / "old", ("game.yaml", pattern, written))
    done = pnp("diff", str(old), str(SMALL))
    (warning,) = done.stderr.splitlines()
    assert re.search(rf"old/game\.yaml:\d+:\d+ .*: warning {code} in the old edition, the ", warning)
    assert "Stream on hexside C1/D1" not in done.stdout
    assert re.search(r"Stream on hexsides? ([A-E]\d/[A-E]\d, )*D2/D3.* is new: addition, affects play", done.stdout)
