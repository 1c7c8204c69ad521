"""The look of player aids and folders: the inks of the game's cover, the band at the head of a page, equal left edges."""

from pathlib import Path

import pytest

from pnp import load_game
from pnp.art.ink_variants import DRAWN, dark_text, grey, pale_fill
from pnp.compose.aids.aid_pages import ART_WIDTH, EDGE, SIDE, TITLE_AIR, compose_aids
from pnp.compose.aids.blocks.modifiers_block import compose_modifiers
from pnp.compose.aids.blocks.track_block import TrackBlock
from pnp.compose.aids.composed_block import AidContext, PrintedBlock, composed
from pnp.compose.aids.page_colours import page_colours, track_palette
from pnp.compose.aids.page_fit import (
    HEAD,
    HEAD_LINE,
    LARGE,
    LIST_ENDS,
    MOST_STACK_GAP,
    PAD,
    SCALES,
    STACK_GAP,
    AidSlot,
    choose_scale,
    head_height,
    hint_lines,
    measure_view,
    page_height,
    place_rows,
)
from pnp.compose.aids.player_folder import PlayerFolders
from pnp.compose.aids.views import ListView, NotesView
from pnp.compose.pictures import Pictures
from pnp.draw.cover_art.default_scene import default_palette
from pnp.draw.title_art import draw_head_art
from pnp.load.board_reader import resolve_board
from pnp.load.target_files import load_target
from pnp.model.game import Game
from pnp.model.table import ModifierList
from pnp.palette import ATTACKER, DEFENDER, LEAST_CONTRAST, WHITE, contrast
from pnp.scene import Item, Path as DrawnPath, Text, walk
from pnp.typeface import text_width
from tests.playing import shipped_game

LETTER = load_target("home").papers["letter"]
GAMES = Path(__file__).parent / "games"
SHIPPED = ("meiktila", "mukden", "myitkyina", "paratrooper", "skirmish")
TEXTS = (
    ("band-text", "band"),
    ("band-soft", "band"),
    *((text, ground) for text in ("ink", "soft", "brown") for ground in ("tint", "zebra")),
)
"""The texts of aids and the areas below them; all others are on white."""


def colours_of(name: str) -> dict[str, str]:
    """Return the colours of the aids of a shipped game, or of a small one."""
    return page_colours(shipped_game(name).game if name in SHIPPED else load_game(GAMES / name))


@pytest.mark.parametrize("name", [*SHIPPED, "small", "duel"])
def test_all_texts_of_aids_can_be_read_in_all_inks(name: str) -> None:
    colours = colours_of(name) | {"attacker": ATTACKER, "defender": DEFENDER, "white": WHITE}
    pairs = [*TEXTS, *((text, ground) for text in ("attacker", "defender") for ground in ("tint", "zebra"))]
    pairs += [(text, "white") for text in ("heading", "ink", "soft", "brown")]
    for text, ground in pairs:
        one, other = colours[text], colours[ground]
        low = pale_fill(other, large=True) if ground != "white" else WHITE
        for printed in ((one, other), (dark_text(one), low), (grey(one), grey(other))):
            assert contrast(*printed) >= LEAST_CONTRAST - 0.05, (text, ground, printed)


def test_each_game_has_aids_in_the_inks_of_its_cover() -> None:
    looks = {name: colours_of(name) for name in SHIPPED}
    for name, look in looks.items():
        palette = shipped_game(name).game.cover.palette
        assert palette is not None
        assert (look["band"], look["accent"], look["gauge"]) == (palette.deep, palette.accent, palette.mid)
    assert len({tuple(look.values()) for look in looks.values()}) == len(SHIPPED)


def test_a_game_without_inks_has_aids_in_the_colours_of_its_sides() -> None:
    game = load_game(GAMES / "small")
    assert game.cover.palette is None
    assert page_colours(game)["band"] == default_palette(game).deep


def test_heads_do_not_look_like_case_numbers() -> None:
    """The deep ink of one cover is a red, so its heads are in the darkest ink."""
    meiktila, mukden = colours_of("meiktila"), colours_of("mukden")
    assert meiktila["heading"] == meiktila["ink"] != meiktila["band"]
    assert mukden["heading"] == mukden["band"]


@pytest.mark.parametrize("kind", ["aids", "folder"])
def test_the_style_of_a_book_has_the_colours_of_its_game(kind: str) -> None:
    game = shipped_game("mukden").game
    board = resolve_board(game)
    book = (
        compose_aids(game, board, LETTER, PlayerFolders("long"))
        if kind == "folder"
        else compose_aids(game, board, LETTER)
    )
    for name, colour in page_colours(game).items():
        assert f"--{name}: {colour};" in book.html.replace(" }", ";")
    assert {"aids": "head-art", "folder": "folder-art"}[kind] in book.scenes


def test_the_picture_of_a_head_is_a_part_of_the_cover_with_a_stripe_in_the_accent() -> None:
    game = shipped_game("skirmish").game
    scene = draw_head_art(game, 60, 18)
    (group,) = scene.items
    band, stripe = group.items  # type: ignore[union-attr]
    assert game.cover.palette is not None
    assert stripe.fill == game.cover.palette.accent  # type: ignore[union-attr]
    assert group.clip is not None  # type: ignore[union-attr]
    corners = group.clip.xy  # type: ignore[union-attr]
    assert corners[0] > corners[6] == 0, "the left edge slants"
    assert not [item for item, _ in walk((band,)) if isinstance(item, Text)]


def test_with_little_ink_the_picture_of_a_head_has_the_outlines_of_the_cover() -> None:
    """It is drawn in its variant, so the writer keeps its colours; a picture made pale only would be faint."""
    game = shipped_game("paratrooper").game
    (plain,), (drawn,) = (draw_head_art(game, 60, 18, variant).items for variant in ("full", "low"))
    assert (plain.layer, drawn.layer) == ("", DRAWN)  # type: ignore[union-attr]

    def outlines(item: Item) -> int:
        return sum(isinstance(one, DrawnPath) and one.stroke is not None for one, _ in walk((item,)))

    assert outlines(drawn) > outlines(plain)


def test_a_long_title_is_smaller_and_ends_before_the_picture(small: Game) -> None:
    title = "Terrain, movement, reinforcements, replacements and supply of both sides"
    page = small.aids[0].model_copy(update={"title": title})
    html = compose_aids(small.model_copy(update={"aids": (page,)}), None, LETTER).html
    size = float(html.split('<h1 style="font-size: ')[1].split("pt")[0])
    assert text_width(title, "condensed-extrabold", size) <= LETTER.width - EDGE - SIDE - ART_WIDTH - TITLE_AIR + 0.1


@pytest.fixture
def small() -> Game:
    return load_game(GAMES / "small")


def modifiers(lines: int) -> AidSlot:
    """Return a slot of a page with a list of modifiers."""
    line = {"effect": "+1", "says": "Each of them"}
    made = ModifierList.model_validate({"name": "List", "lines": [line] * lines})
    return AidSlot(80, compose_modifiers([made]), LIST_ENDS)


def test_rows_of_lists_begin_where_rows_of_tables_begin() -> None:
    (view,) = modifiers(3).blocks[0].views
    assert isinstance(view, ListView)
    plain, inset = view.measure(80 - 2 * LIST_ENDS, 1).widths, measure_view(view, 80, 1, LIST_ENDS).widths
    assert inset[0] == pytest.approx(plain[0] + LIST_ENDS)
    assert inset[-1] == pytest.approx(plain[-1] + LIST_ENDS)
    assert sum(inset) == pytest.approx(80)
    notes = NotesView(())
    assert measure_view(notes, 80, 1, LIST_ENDS) == notes.measure(80, 1)


def test_a_hint_with_case_numbers_beside_a_title_has_room_for_their_bold_type() -> None:
    """With less room than this the title of the odds of supply of one game was broken on A4."""
    says = (
        "By the number of air units on air supply each turn, if available. No artillery fire, all airfields controlled"
    )
    block = PrintedBlock("Ten turns of supply", f"{says} [7.1.1, 6.1.1, 9.1]")
    assert [hint_lines(block, width) for width in (186, 190)] == [1, 0]


def test_a_heading_of_two_lines_is_measured_as_two() -> None:
    block = PrintedBlock("Modifiers to the air strike roll")
    assert head_height(block, 45, 1) == pytest.approx(HEAD + HEAD_LINE)
    assert head_height(block, 120, 1) == pytest.approx(HEAD)


def test_the_largest_type_is_chosen_only_if_rows_keep_white_space() -> None:
    rows = [(modifiers(12),)]
    need = page_height(rows, SCALES[0])
    assert choose_scale(rows, need) < SCALES[0]
    assert choose_scale(rows, need + 12 * 2 * PAD * 2) == SCALES[0] > LARGE


def test_blocks_beside_higher_ones_are_spread() -> None:
    one, two = modifiers(20), modifiers(3)
    stacked = AidSlot(80, two.blocks * 2, LIST_ENDS)
    (row,) = place_rows([(one, stacked)], 1.0, page_height([(one,)], 1.0))
    gap = row.slots[1].blocks[1].gap
    assert STACK_GAP < gap <= MOST_STACK_GAP


def test_the_heading_of_a_track_is_that_of_its_block() -> None:
    game = shipped_game("meiktila").game
    pictures = Pictures(game, tracks=track_palette(game))
    (block,) = composed(TrackBlock(kind="track", of="order")).compose(AidContext(game, pictures, 80))
    track = game.tracks["order"]
    assert (block.title, block.hint) == (track.name, track.hint)
    (scene,) = pictures.scenes.values()
    drawn = [item for item, _ in walk(scene.items) if isinstance(item, Text)]
    assert track.name.upper() not in {item.text for item in drawn}
    assert {item.fill for item in drawn if item.text == track.spaces[0].label} == {page_colours(game)["heading"]}
