"""Pictures on cards with labels and words, units in tables, and components that are additions."""

from pnp.art.map.map_palette import FULL
from pnp.checks import check_game
from pnp.compose.kit_files import ADDED, kit_files
from pnp.draw.furniture import draw_furniture
from pnp.draw.tables.table_panel import table_chart
from pnp.model.game import Game
from pnp.model.sheet_furniture import Furniture
from pnp.scene import Text
from tests.playing import shipped_game

GAME = shipped_game("skirmish").game


def with_furniture(thing: Furniture) -> Game:
    """Return the game with one piece of furniture on the front of its table card."""
    card = GAME.components["table-note"]
    front = card.front.model_copy(update={"furniture": (thing,)})
    components = {**GAME.components, "table-note": card.model_copy(update={"front": front})}
    return GAME.model_copy(update={"components": components})


def picture(**fields: object) -> Furniture:
    return Furniture.model_validate({"kind": "picture", "at": ["5mm", "5mm", "40mm", "27mm"], **fields})


def test_labels_are_at_their_places_on_the_picture() -> None:
    panel = draw_furniture(GAME, picture(of="eye", labels=[{"text": "Here", "at": [10, -5]}]), FULL, None)
    (label,) = (item for item in panel.items if isinstance(item, Text))
    assert (label.text, round(label.x, 3), label.anchor) == ("Here", 35, "middle")
    assert not panel.faults


def test_words_are_right_of_the_picture() -> None:
    thing = picture(of="eye", title="Eye", text="It sees.", at=["5mm", "5mm", "80mm", "13.5mm"])
    texts = [item for item in draw_furniture(GAME, thing, FULL, None).items if isinstance(item, Text)]
    assert [item.text for item in texts] == ["EYE", "It sees."]
    assert all(item.x > 5 + 20 for item in texts)


def test_a_label_without_room_is_a_fault() -> None:
    thing = picture(of="eye", labels=[{"text": "A label much too long for this place", "at": [18, 0]}])
    assert [fault.code for fault in draw_furniture(GAME, thing, FULL, None).faults] == ["D006"]


def test_an_unknown_picture_is_a_finding() -> None:
    found = [one for one in check_game(with_furniture(picture(of="eyee"))) if one.code == "I004"]
    assert [one.spot.path for one in found] == ["components.table-note.front.furniture.0.of"]


def test_the_unit_is_printed_after_numbers_only() -> None:
    rows = table_chart(GAME.tables["ranges"]).rows
    assert rows[0] == ("Grenade", "6\u00a0in")
    assert GAME.tables["ranges"].with_unit("none") == "none"
    assert GAME.tables["tank-fire"].with_unit("6") == "6"


def test_the_print_guide_says_which_files_are_additions() -> None:
    files = kit_files(GAME, [("paper-figures", "Figures", 3), ("rulers", "Ranges", 1)], "long", ())
    assert [file.title.endswith(ADDED) for file in files] == [True, False]
