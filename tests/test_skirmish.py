"""The skirmish rules as data: what there is, what is cut out, and that its sizes are true."""

import math
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pnp.art.icons.layered_icons import HEIGHT, WIDTH, Paint, draw_picture
from pnp.checks import check_game
from pnp.compose.aids.blocks.table_block import compose_table
from pnp.compose.aids.views import GridView, ListView
from pnp.compose.counter_list import compose_counter_list
from pnp.compose.cover import compose_cover
from pnp.compose.kit_files import kit_files
from pnp.compose.rulebook.reconstructed_values import reconstruction_notes
from pnp.draw.card_faces import draw_cards
from pnp.draw.component_kinds import cut_out_findings, draw_all_cards, drawn_cut_outs
from pnp.draw.components.standee_block import PLATE, RIM
from pnp.draw.counter.faces import counter_findings, draw_counters
from pnp.draw.cutout import standing_counters
from pnp.draw.packaging.tray_labels import tray_labels
from pnp.load import find_game, load_game
from pnp.load.target_files import load_target
from pnp.model.components.cards_and_decks import CardDeck
from pnp.model.components.dice_and_pads import DieNet
from pnp.model.components.rulers_and_templates import DiscTemplate, GaugeTemplate, Ruler, WedgeTemplate
from pnp.model.components.standees import Standee
from pnp.model.counter import Counter
from pnp.model.game import Game
from pnp.model.roster import counter_ids
from pnp.model.symbols import IconLayer, IconLibrary
from pnp.scene import Group, Item, Matrix, Path as ScenePath, Point, Text, Use, walk
from tests.playing import shipped_game

INCH = 25.4
TRUE = 0.2
"""What templates and rulers are true to, in mm."""


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("skirmish").game


def deck_of(game: Game) -> CardDeck:
    deck = game.components["result-deck"]
    assert isinstance(deck, CardDeck)
    return deck


def test_everything_can_be_printed(game: Game) -> None:
    assert counter_findings(game) == ()
    assert cut_out_findings(game) == ()


def test_it_has_no_map_and_says_so(game: Game) -> None:
    assert game.map is None
    note = next(case for case in game.rules if case.number == "1.1")
    assert "No map." in note.text
    assert "no figure scale" in note.text


# ---------------------------------------------------------------- tokens


TOKENS = {
    "Spotted": 12, "Moved": 12, "No Fire": 8, "Gun Out": 4, "No Move": 8, "Immobile": 4, "Ahead Only": 4,
    "Reverse": 6, "Right 90° / Left 90°": 6, "Stunned": 6, "Crew Lost": 4, "Destroyed": 8, "Registered": 6,
}  # fmt: skip


def tokens_of(game: Game) -> list[Counter]:
    """The counters that are not printed as paper figures."""
    standing = standing_counters(game)
    return [counter for id_, counter in game.counters.items() if id_ not in standing]


def test_tokens(game: Game) -> None:
    assert {counter.label: counter.copies for counter in tokens_of(game)} == TOKENS
    assert sum(TOKENS.values()) == 88
    assert game.counter_print is not None
    assert game.counter_print.side == 22


@pytest.mark.parametrize(
    ("label", "faces"),
    [
        ("Reverse", [("reverse", "Reverse", "next 2 moves"), ("reverse", "Reverse", "next move")]),
        (
            "Right 90° / Left 90°",
            [("turn-right", "Right 90°", "then no move"), ("turn-left", "Left 90°", "then no move")],
        ),
    ],
)
def test_tokens_that_are_turned_over(game: Game, label: str, faces: list[tuple[str, str, str]]) -> None:
    token = next(counter for counter in game.counters.values() if counter.label == label)
    assert [(face.picture, face.word, face.second) for face in (token.front, token.back)] == faces


def test_other_tokens_are_the_same_on_both_sides(game: Game) -> None:
    alike = [counter.label for counter in tokens_of(game) if counter.front == counter.back]
    assert len(alike) == 11


# ---------------------------------------------------------------- templates and rulers


@pytest.mark.parametrize(
    ("id_", "inches", "mm"), [("light-mortar", 2, 50.8), ("heavy-mortar", 3, 76.2), ("off-board", 4, 101.6)]
)
def test_overlays_are_of_true_size(game: Game, id_: str, inches: int, mm: float) -> None:
    disc = game.components[id_]
    assert isinstance(disc, DiscTemplate)
    assert (disc.diameter, disc.ticks) == (pytest.approx(mm, abs=0.01), 8)
    (piece,) = drawn_cut_outs(game)[id_]
    assert (piece.scene.width, piece.scene.height) == (
        pytest.approx(inches * INCH, abs=TRUE),
        pytest.approx(inches * INCH, abs=TRUE),
    )


def test_the_overlays_of_the_table_are_the_overlays_of_the_sheet(game: Game) -> None:
    table = game.tables["overlays"]
    discs = [disc for disc in game.components.values() if isinstance(disc, DiscTemplate)]
    printed = [disc.diameter / INCH for disc in discs if not disc.sectors]
    assert printed == pytest.approx([float(row[0]) for row in table.cells])


def test_the_arc_of_fire(game: Game) -> None:
    wedge = game.components["arc-of-fire"]
    assert isinstance(wedge, WedgeTemplate)
    assert (wedge.angle, wedge.radius) == (45, pytest.approx(9 * INCH))
    assert [mark.at for mark in wedge.marks] == pytest.approx([3 * INCH, 6 * INCH])
    assert wedge.beyond.endswith("machine gun 36 in, artillery any range")
    chord, high = wedge.size
    assert chord / INCH == pytest.approx(6.89, abs=0.005)
    assert high == pytest.approx(2 * 4.5 * INCH)
    assert chord == pytest.approx(2 * wedge.radius * math.sin(math.radians(22.5)))


def test_the_gauge_turns_by_ninety_degrees(game: Game) -> None:
    gauge = game.components["turn-gauge"]
    assert isinstance(gauge, GaugeTemplate)
    assert (gauge.angle, gauge.leg) == (90, 2 * INCH)


def test_the_ruler(game: Game) -> None:
    ruler = game.components["ruler"]
    assert isinstance(ruler, Ruler)
    assert (ruler.length, ruler.segment, ruler.tab) == pytest.approx((36 * INCH, 6 * INCH, 0.5 * INCH))
    assert [round(mark.at / INCH) for mark in ruler.marks if mark.band] == [6, 12, 24, 36]
    assert [round(mark.at / INCH) for mark in ruler.marks if not mark.above] == [6, 12, 24, 36]
    assert [round(mark.at / INCH) for mark in ruler.marks if mark.above] == [3, 6, 8, 12, 18]
    pieces = drawn_cut_outs(game)["ruler"]
    widths = [piece.scene.width / INCH for piece in pieces]
    assert widths == pytest.approx([6.5] * 5 + [6], abs=TRUE / INCH)


def test_the_sticks(game: Game) -> None:
    for id_, inches, pieces in (("stick-6", 6, 1), ("stick-12", 12, 2)):
        stick = game.components[id_]
        assert isinstance(stick, Ruler)
        assert stick.length == pytest.approx(inches * INCH)
        assert len(drawn_cut_outs(game)[id_]) == pieces


def test_the_scatter_die_has_two_hits_and_four_arrows(game: Game) -> None:
    die = game.components["scatter-die"]
    assert isinstance(die, DieNet)
    assert (die.edge, die.copies) == (16, 2)
    assert [face.word for face in die.faces if face.word] == ["Hit", "Hit"]
    assert sum(face.arrow is not None for face in die.faces) == 4


# ---------------------------------------------------------------- cards


def test_thirteen_ranks_four_times(game: Game) -> None:
    deck = deck_of(game)
    assert (deck.width, deck.height) == (63.5, 88.9)
    assert list(deck.ranks) == ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    assert len(deck.suits) == 4
    assert sum(card.copies for card in deck.cards("result-deck")) == 54
    assert [(spare.copies, spare.in_play) for spare in deck.spares.values()] == [(2, False)]
    assert len(draw_all_cards(game, None)["result-deck"]) == 53, "the jokers are two copies of one"


def test_every_rank_has_a_result_and_every_result_does_something(game: Game) -> None:
    table = game.tables["damage"]
    assert list(table.rows.heads) == list(deck_of(game).ranks)
    results = [row[0] for row in table.cells]
    assert set(results) == set(table.codes)
    assert all(code.do is not None and code.do[""].values for code in table.codes.values())
    assert [rank for rank, result in zip(table.rows.heads, results, strict=True) if result == "Destroyed"] == ["A", "3"]


@pytest.mark.parametrize(
    ("rank", "words"),
    [
        ("K", "next fire step"), ("Q", "next movement phase"), ("J", "rest of the game"), ("10", "rest of the game"), ("9", "right"),
        ("8", "left"), ("7", "forward"), ("6", "next two movement phases"), ("5", "officer and two infantry"), ("4", "6 inches"),
        ("2", "4 or more"),
    ],
)  # fmt: skip
def test_cards_say_what_the_page_says(game: Game, rank: str, words: str) -> None:
    assert words in deck_of(game).ranks[rank].says


# ---------------------------------------------------------------- tables


def test_target_numbers_lie_within_the_die(game: Game) -> None:
    numbers = [row[0] for id_ in ("tank-fire", "infantry-fire") for row in game.tables[id_].cells]
    assert all(2 <= int(text) <= 10 for text in numbers)
    # the page says "See below"; the number is that of the other table and is marked as ours
    tank, infantry = game.tables["tank-fire"], game.tables["infantry-fire"]
    assert tank.cells[0][0] == infantry.cells[infantry.rows.heads.index("Infantry")][0] == "6"
    assert tank.basis["Infantry/Total less than"] == "reconstructed"


def test_the_rear_is_softer_than_the_side_and_that_softer_than_the_front(game: Game) -> None:
    table = game.tables["tank-fire"]
    row = dict(zip(table.rows.heads, table.cells, strict=True))
    armour = [row[f"{face} armour"] for face in ("Front", "Side", "Rear")]
    assert [int(number) for number, _ in armour] == [5, 7, 8]
    assert [int(re.findall(r"\d+", cards)[0]) for _, cards in armour] == [1, 2, 3]


def test_ranges_rise(game: Game) -> None:
    ranges = [int(row[0]) for row in game.tables["ranges"].cells]
    assert ranges == sorted(ranges) == [6, 6, 24, 24, 36, 36]


def test_every_target_has_a_name_in_the_glossary_or_a_rate(game: Game) -> None:
    """Nobody is shot at that the rules do not otherwise know."""
    movers = {"Infantry", "Wheeled", "Tracked"}
    known = movers | {"Front armour", "Side armour", "Rear armour", "Armour", "Artillery"}
    terms = {term.lower() for term in game.glossary}
    for id_ in ("tank-fire", "infantry-fire"):
        for target in game.tables[id_].rows.heads:
            assert target in known or target.lower().rstrip("s") in {term.rstrip("s") for term in terms}


def test_what_was_made_is_marked(game: Game) -> None:
    assert game.game.basis["title"] == "reconstructed"
    assert all(counter.basis["default"] == "reconstructed" for counter in game.counters.values())
    assert game.tables["scatter-die"].basis["default"] == "reconstructed"
    assert game.tables["damage"].basis["default"] == "text"


def test_the_notes_name_the_pieces_that_were_made(game: Game) -> None:
    notes = next(group for group in reconstruction_notes(game) if group.title.startswith("Cards"))
    made = {note.what: note.which for note in notes.notes}["Everything"].split(", ")
    assert made[-3:] == ["Table card", "Armour disc", "Scatter die"]
    assert made[:-3] == [one.name for one in game.components.values() if isinstance(one, Standee)]


# ---------------------------------------------------------------- in print


def test_results_of_cards_say_what_they_mean_beside_them(game: Game) -> None:
    """A list of results in words needs no key under it that says them all again."""
    (listing,) = compose_table(game.tables["damage"], 12, 180).views
    assert isinstance(listing, ListView)
    king = [" ".join(line.text for line in cell.paragraphs) for cell in listing.rows[1]]
    assert king == ["K", "No Fire", "it misses the next fire step of its side"]


def test_heads_of_rows_have_one_size(game: Game) -> None:
    """Long and short names of targets are set alike, small ones where there is little room."""
    for wide, css in ((12, {"number"}), (5, {"label"})):
        grid = compose_table(game.tables["tank-fire"], wide, 15 * wide).views[0]
        assert isinstance(grid, GridView)
        assert {name.style for name, _ in grid.rows} == css


def test_a_list_of_tokens_speaks_of_no_factors_and_no_ranges(game: Game) -> None:
    """What no counter prints needs no key in the list of counters."""
    listing = compose_counter_list(game, draw_counters(game))
    assert listing.remarks == ("88 tokens, front and back",)
    assert "r" not in {run.text for run in listing.key}


def test_nobody_is_named_as_designer(game: Game) -> None:
    """The page names no author, so the cover names none."""
    home = load_target("home")
    cover = compose_cover(game, home, home.papers["letter"], "long", ()).scenes["cover"]
    texts = {item.text for item, _ in walk(cover.items) if isinstance(item, Text)}
    assert {"PUBLISHED IN", "2", "players"} <= texts
    assert "DESIGNED BY" not in texts


# ---------------------------------------------------------------- what a designer mistypes

SLIPS = {
    "a rank is missing in the table": ("tables.yaml", "5 4 3 2, of: ranks", "5 4 3, of: ranks", "T001"),
    "a code does nothing": ("tables.yaml", ', do: {run: take-effect, with: {stun: "true"}}', "", "X005"),
    "a number above the die": ("tables.yaml", "8 | 3 cards", "11 | 3 cards", "T017"),
    "segments that leave a rest": ("components.yaml", "segment: 6in\n  width", "segment: 7in\n  width", "K013"),
    "an eleven on ten sides": ("examples.yaml", "rolls: {hit: 5}", "rolls: {hit: 11}", "X104"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_one_finding_in_its_line(slip: str, tmp_path: Path) -> None:
    file, good, bad, code = SLIPS[slip]
    shutil.copytree(find_game("skirmish"), tmp_path, dirs_exist_ok=True)
    text = (tmp_path / file).read_text("utf-8")
    assert good in text
    (tmp_path / file).write_text(text.replace(good, bad, 1), "utf-8")
    (found,) = check_game(load_game(tmp_path))
    assert (found.code, Path(found.spot.file).name) == (code, file)


@pytest.mark.slow
def test_a_deck_without_a_rank_is_counted(tmp_path: Path) -> None:
    shutil.copytree(find_game("skirmish"), tmp_path, dirs_exist_ok=True)
    path = tmp_path / "components.yaml"
    path.write_text("".join(line for line in path.open(encoding="utf-8") if '    "2": {' not in line), "utf-8")
    first = check_game(load_game(tmp_path))[0]
    assert first.wrong == '"The deck has thirteen ranks in four suits": the rules state 52, but the data contains 48'


def test_a_result_has_one_name_on_card_token_aid_and_in_the_rules(game: Game) -> None:
    deck = game.components["result-deck"]
    assert isinstance(deck, CardDeck)
    damage = game.tables["damage"]
    on_the_aid = {rank: row[0] for rank, row in zip(damage.rows.heads, damage.cells, strict=True)}
    on_the_card = {rank: card.title for rank, card in deck.ranks.items()}
    assert on_the_card == on_the_aid
    tokens = {
        (face.word or "").lower()
        for counter in game.counters.values()
        for face in (counter.front, counter.back)
        if "6.1" in counter.rule or counter.label in ("Stunned", "Crew Lost")
    }
    results = {title.lower() for title in on_the_card.values()}
    assert tokens == results - {"explodes"}  # a vehicle that explodes is destroyed
    rules = " ".join(case.text for case in game.rules)
    assert "wreck" not in rules.lower()
    for name in tokens:
        assert name in rules.lower()


def test_the_range_of_automatic_weapons_is_printed_and_marked_as_ours(game: Game) -> None:
    table = game.tables["ranges"]
    assert table.cells[table.rows.heads.index("Automatic weapon")] == ("24",)
    assert table.basis["Automatic weapon"] == "reconstructed"
    assert "R-30" in next(case.text for case in game.rules if case.number == "5.8")


def test_what_is_ours_is_not_marked_as_published(game: Game) -> None:
    assert game.tables["infantry-fire"].basis["hint"] == "reconstructed"  # the page has a natural 1 in tank fire only
    assert "natural 1" in game.tables["infantry-fire"].hint


def test_every_card_with_a_result_shows_the_token_that_has_its_name(game: Game) -> None:
    """A card that explodes places the token of a destroyed vehicle; all others have one name with their token."""
    deck = game.components["result-deck"]
    assert isinstance(deck, CardDeck)
    for rank in deck.ranks.values():
        token = game.counters[rank.token]
        words = {face.word.casefold() for face in (token.front, token.back)}
        assert rank.title.casefold() in words or rank.title == "Explodes"
        assert rank.rule[-1] == "6.1"
    faces = draw_cards(game, None, "result-deck")["result-deck-h-8"]
    assert faces.front_texts.count("LEFT 90°") == 2
    assert {"PLACE THE TOKEN", "Rule 6.1"} <= set(faces.front_texts)
    first = {title: rank.rule[0] for rank in deck.ranks.values() for title in [rank.title] if rank.rule[0] != "6.1"}
    assert first == {"Ahead Only": "3.4", "Reverse": "3.4", "Explodes": "6.3", "Stunned": "6.4", "Crew Lost": "6.5"}


def test_result_cards_have_a_tint_for_each_kind_of_result(game: Game) -> None:
    """Results that destroy, that concern the gun, and that concern movement differ at a glance."""
    ranks = deck_of(game).ranks
    kinds = (("A", "3", "4", "5"), ("K", "J"), ("Q", "10", "9", "8", "7", "6"), ("2",))
    tints = [{ranks[rank].tint for rank in kind} for kind in kinds]
    assert all(len(one) == 1 for one in tints)
    assert len(set.union(*tints)) == len(kinds)
    face = draw_cards(game, None, "result-deck")["result-deck-s-A"].front
    assert ranks["A"].tint in {item.fill for item in face.items if isinstance(item, ScenePath)}


def test_the_list_of_tokens_says_each_name_once(game: Game) -> None:
    listing = compose_counter_list(game, draw_counters(game))
    lines = {one.name: one for group in listing.groups for one in group.counters}
    assert listing.title == "List of all tokens"
    assert (lines["Spotted × 12"].front_says, lines["No Fire × 8"].front_says) == ("", "next fire")
    assert not any(one.enters for one in lines.values()), "one entry for all tokens says nothing"
    assert not any("set-up aid" in run.text for run in listing.key)


def test_tokens_are_called_tokens_everywhere(game: Game) -> None:
    assert {label.pieces.split()[1] for label in tray_labels(game)} == {"tokens", "figures"}
    titles = {
        one.title for one in kit_files(game, (("counters", "Counters", 2), ("counter-manifest", "", 1)), "long", ())
    }
    assert titles == {"Tokens", "List of all tokens"}


def figure_points(items: Iterable[Item], above: Matrix) -> Iterator[Point]:
    """Yield the corners of what is seen of a drawing, with the width of its pens; a clipped group shows its clip."""
    for item in items:
        if isinstance(item, Group):
            place = above.after(item.matrix)
            yield from figure_points(item.items if item.clip is None else (item.clip,), place)
        elif isinstance(item, Use):
            yield from figure_points(item.scene.items, above.after(item.matrix))
        elif isinstance(item, ScenePath):
            half = item.stroke.width / 2 if item.stroke else 0
            for corner in zip(item.xy[::2], item.xy[1::2], strict=True):
                x, y = above.apply(corner)
                yield from ((x - half, y - half), (x + half, y + half))


def test_weapons_of_paper_figures_keep_clear_of_the_cuts(game: Game) -> None:
    """The figure without its land and grass, with its rifle and bayonet, is 1.5 mm or more from both long cuts."""
    background = re.compile("country|grass")
    bare = {
        name: icon.model_copy(
            update={"layers": tuple(layer for layer in icon.layers if not background.search(layer.picture))}
        )
        for name, icon in game.icons.pictures.items()
    }
    icons = IconLibrary(game.icons.symbols, game.icons.emblems, bare)
    measured = 0
    for component in game.components.values():
        if not isinstance(component, Standee):
            continue
        scale = max(component.height * (1 - RIM - PLATE) / HEIGHT, component.width / WIDTH)
        for name in counter_ids(game, component.of):
            counter = game.counters[name]
            for face in (counter.front, counter.back):
                points = figure_points(draw_picture(icons, face.picture, Paint("#FFFFFF")).items, Matrix())
                reach = max(abs(x - WIDTH / 2) for x, _ in points) * scale
                assert component.width / 2 - reach >= 1.5, (face.picture, component.width / 2 - reach)
                measured += 1
    assert measured == 88


def outlines(icons: IconLibrary, layers: Iterable[IconLayer]) -> Iterator[tuple[str, str]]:
    """Yield the outlines of layers and of the pictures in them with their fills, the lowest first."""
    for layer in layers:
        yield from outlines(icons, layer.layers)
        if layer.picture:
            yield from outlines(icons, icons.pictures[layer.picture].layers)
        elif layer.outline:
            yield " ".join(layer.outline.split()), layer.fill


def test_the_backs_of_figures_show_no_face(game: Game) -> None:
    """On the front a face is seen; on the back a cloth of the same outline covers it, so that silhouettes agree."""
    skin = {"#C39268", "#CC9A68"}
    men = [counter for counter in game.counters.values() if counter.back.picture.endswith("-back")]
    assert len(men) == 32
    for counter in men:
        for picture, shows_face in ((counter.front.picture, True), (counter.back.picture, False)):
            drawn = list(outlines(game.icons, game.icons.pictures[picture].layers))
            faces = {outline for outline, fill in drawn if fill in skin}
            assert faces
            highest = dict(drawn)
            assert any(highest[outline] in skin for outline in faces) == shows_face, picture
