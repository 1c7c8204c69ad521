"""SideOutcomes of combat results tables, compared with figures counted by hand."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from pnp.art.map.map_palette import FULL
from pnp.compose.aids.blocks.table_block import FRAMES, CrtView, compose_table, crt_view, shades
from pnp.compose.aids.views import GridView, KeyView, ListView
from pnp.compose.reconstruction_marks import name_cells, table_marks
from pnp.draw.tables.table_panel import draw_chart, table_chart
from pnp.model.parsing import parse_head
from pnp.model.table import Table
from pnp.rules.probability.crt_odds import attack_needed, read_result, row_weights, split_table, suffering
from pnp.scene import Rect, Text
from tests.playing import shipped_game

CELLS = """
    E/-  2/-  2/-  1/-  1/-  1/1  1/1  1/1
    2/-  2/-  1/-  1/-  1/1  1/1  1/1  -/1
    2/-  1/-  1/-  1/1  1/1  1/1  -/1  -/2
    2/-  1/-  1/1  1/1  1/1  -/1  -/2  -/2
    1/-  1/-  1/1  -/1  -/1  -/2  -/2  -/E
    1/-  1/1  -/1  -/1  -/2  -/2  -/E  -/E
"""
CODES = {
    "1": {"says": "one step"},
    "2": {"says": "two steps"},
    "E": {"says": "eliminated"},
    "-": {"says": "No effect."},
}


def table(**changes: object) -> Table:
    given = {
        "name": "Combat results",
        "crt": True,
        "columns": {"odds": "1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1", "round": "defender", "beyond": "clamp"},
        "rows": {"roll": "1d6"},
        "cells": CELLS,
        "codes": CODES,
    }
    return Table.model_validate({**given, **changes})


def test_the_chances_that_each_side_suffers() -> None:
    crt = table()
    assert [c.total for c in suffering(crt, 1)] == [0, 1, 3, 4, 5, 6, 6, 6]
    assert [c.total for c in suffering(crt, 0)] == [6, 6, 5, 4, 4, 3, 2, 1]
    worse = [sum(n for result, n in c.counts if result != "1") for c in suffering(crt, 1)]
    assert worse == [0, 0, 0, 0, 1, 2, 3, 4]
    assert [dict(c.counts).get("E", 0) for c in suffering(crt, 1)] == [0, 0, 0, 0, 0, 0, 1, 2]


def test_worst_results_have_the_darkest_boxes() -> None:
    assert shades(table(), 1) == {"1": 1, "2": 2, "E": 3}
    view = crt_view(table(), table_marks(table()))
    boxes = [boxes for _, boxes in view.chances[0][2]]
    assert boxes[7] == ("3", "3", "2", "2", "1", "1")
    assert boxes[4] == ("2", "1", "1", "1", "1", "0")


def test_the_attack_needed_for_each_column() -> None:
    assert attack_needed(table()) == ("any", "½ D ↑", "D", "2 D", "3 D", "4 D", "5 D", "6 D")
    odds = {"odds": "1-3 2-3 3-2 7-2", "round": "defender"}
    assert attack_needed(table(columns=odds, cells="- - - -\n" * 6)) == ("⅓ D ↑", "⅔ D ↑", "1½ D ↑", "3½ D ↑")
    refused = {"odds": "1-3 1-2", "round": "defender", "beyond": "clamp", "below": "refused"}
    assert attack_needed(table(columns=refused, cells="- -\n" * 6)) == ("⅓ D ↑", "½ D ↑")
    assert attack_needed(table(columns={"odds": "1-1 2-1", "round": "nearest"}, cells="- -\n" * 6)) == ()
    assert attack_needed(table(columns={"differential": "0 1"}, cells="- -\n" * 6)) == ()


def test_the_letter_of_the_defence_total_is_not_a_result() -> None:
    odds = {"odds": "1-2 2-1", "round": "defender"}
    assert attack_needed(table(columns=odds, cells="D -\n" * 6, codes={**CODES, "D": {"says": "disrupted"}})) == (
        "½ T ↑",
        "2 T",
    )


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 40))
def test_the_attack_needed_is_the_least_that_reaches_the_odds(attacker: int, defender: int, defence: int) -> None:
    needed = attack_needed(table(columns={"odds": f"{attacker}-{defender}", "round": "defender"}, cells="-\n" * 6))[0]
    share = Fraction(attacker, defender)
    least = -(-defence * share.numerator // share.denominator)
    assert Fraction(least, defence) >= share > Fraction(least - 1, defence)
    assert needed.endswith("↑") == (share.denominator != 1)


def test_results_in_the_customary_letters() -> None:
    letters = table(
        columns={"differential": "0- 1+"}, rows={"roll": "1d6", "heads": "1-2 3-4 5-6"}, cells="AR NE\nNE EX\nDR DE"
    )
    assert split_table(letters) == ((("AR", "-"), ("-", "-")), (("-", "-"), ("EX", "EX")), (("-", "DR"), ("-", "DE")))
    assert [c.total for c in suffering(letters, 0)] == [2, 2]
    assert [c.total for c in suffering(letters, 1)] == [2, 4]
    assert read_result("see the rule") is None


def test_codes_are_printed_as_typed_with_their_bars_and_legend() -> None:
    codes = {
        "AE": {"says": "All attackers are eliminated."},
        "AR": {"says": "All attackers retreat."},
        "EX": {"says": "Both sides lose the same number of steps."},
        "NE": {"says": "No effect."},
        "DR": {"says": "All defenders retreat."},
        "DE": {"says": "All defenders are eliminated."},
    }
    cells = "AE AR\nAR NE\nNE EX\nEX DR\nDR DE\nDE DE"
    crt = table(columns={"odds": "1:1 2:1", "round": "defender", "beyond": "clamp"}, cells=cells, codes=codes)
    view, key = compose_table(crt, 12, 180).views
    assert isinstance(view, CrtView)
    assert isinstance(key, KeyView)
    printed = [[[part.text for part in one.results] for one in row] for _, row in view.rows]
    assert printed == [[[cell] for cell in line.split()] for line in cells.splitlines()]
    assert [one.results[0].css for one in view.rows[0][1]] == ["attacker", "attacker"]
    assert [one.results[0].css for one in view.rows[2][1]] == ["nothing", "both"]
    assert view.heads == ("1:1", "2:1")
    assert view.needed == ("any", "2 D")
    totals = {side: [chances.total for chances, _ in columns] for _, side, columns in view.chances}
    assert totals == {"attacker": [3, 2], "defender": [3, 4]}
    *legend, frames, boxes, needed = (entry.text.replace("\N{NO-BREAK SPACE}", " ") for entry in key.entries)
    assert [text.split()[0].strip("*") for text in legend] == list(codes)
    assert frames == "A frame marks the worst results."
    assert boxes == "Each box is one of the six die rolls: ▢ DR, ▤ EX, ■ DE."
    assert needed == "Attack at least: D is the defence total; ↑ round up."


def test_results_with_one_shade_share_a_box_of_the_legend() -> None:
    (crt,) = (one for one in shipped_game("paratrooper").game.tables.values() if one.crt)
    _, key = compose_table(crt, 12, 180).views
    assert isinstance(key, KeyView)
    boxes = key.entries[-1].text.replace("\N{NO-BREAK SPACE}", " ")
    assert boxes == "Each box is one of the six die rolls: ▢ DR, D1, D1R or DDR, ▤ DE1, ■ DE."


def test_the_rows_of_two_dice_have_their_weights() -> None:
    rows = {"roll": "2d6", "heads": "2-4 5-9 10-12"}
    dice = table(columns={"odds": "1-1"}, rows=rows, cells="1/-\n1/1\n-/1")
    assert row_weights(dice) == (6, 24, 6)
    (attacker,) = suffering(dice, 0)
    assert (attacker.total, attacker.outcomes) == (30, 36)
    view = crt_view(dice, table_marks(dice))
    assert view.chances[0][2][0][1] == (), "thirty-six boxes would be too many: a bar instead"
    assert row_weights(table(columns={"odds": "1-1"}, rows={"roll": "30d6", "heads": "2-4"}, cells="1/-")) == ()


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_a_head_covers_its_numbers(number: int, low: int, high: int) -> None:
    between = parse_head(f"{low}-{high}")
    assert (number in between if between else low > high) == (low <= number <= high or low > high)
    assert (number in (parse_head(f"{low}") or ())) == (number == low)
    assert (number in (parse_head(f"{low}+") or ())) == (number >= low)
    assert (number in (parse_head(f"{low}-") or ())) == (number <= low)


def test_a_crt_shows_its_chances_and_its_key() -> None:
    block = compose_table(table(), 12, 180)
    results, key = block.views
    assert isinstance(results, CrtView)
    assert isinstance(key, KeyView)
    boxes, needed = (entry.text.replace("\N{NO-BREAK SPACE}", " ") for entry in key.entries[-2:])
    assert boxes == "Each box is one of the six die rolls: ▢ 1, ▤ 2, ■ E."
    assert needed == "Attack at least: D is the defence total; ↑ round up."


HIGHER_AND_LOWER = "Treat higher odds than 6-1 as 6-1, and lower odds than 1-3 as 1-3."


@pytest.mark.parametrize("is_crt", [True, False])
def test_a_booklet_says_what_happens_beyond_the_odds(is_crt: bool) -> None:
    """An aid says it with the strengths needed, which a booklet does not print."""
    view, *others = compose_table(table(crt=is_crt), 5, 90, in_booklet=True).views
    texts = [part.text for other in others for part in other.paragraphs()]
    assert texts.count(HIGHER_AND_LOWER) == 1
    assert not any("Attack at least" in text or "Each box" in text for text in texts)
    if isinstance(view, CrtView):
        assert (view.needed, view.chances) == ((), ())


@pytest.mark.parametrize("is_crt", [True, False])
@pytest.mark.parametrize(
    ("high", "says", "keys"), [(40, True, True), (29, False, True), (26, True, False), (23.5, False, False)]
)
def test_a_sheet_says_what_happens_beyond_the_odds_if_it_has_room(
    is_crt: bool, high: float, says: bool, keys: bool
) -> None:
    chart, room = table_chart(table(crt=is_crt)), Rect(0, 0, 90, high)
    panel = draw_chart(chart, room, FULL)
    assert not panel.faults
    texts = [one for one in panel.items if isinstance(one, Text)]
    words = " ".join(one.text for one in texts)
    assert (HIGHER_AND_LOWER in words.replace("–", "-")) == says
    assert ("eliminated" in words) == keys
    assert max(one.y for one in texts) <= room.bottom


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"columns": {"value": "level", "heads": "0 1 2"}, "rows": {"kind": "a"}, "cells": "1-2 3 auto"}, GridView),
        ({"columns": None, "rows": {"roll": "1d6"}, "cells": "-1\n0\n0\n0\n+1\n+2"}, GridView),
        ({"columns": None, "rows": {"roll": "1d6", "heads": "1-5 6"}, "cells": "| as many attacking units as the die shows, but at most three\n| none this turn"}, ListView),
        ({"columns": {"kind": ["For", "When"]}, "rows": {"kind": "step city"}, "cells": "either side | at once\neither side | end of the game"}, ListView),
    ],
)  # fmt: skip
def test_tables_of_figures_are_grids_and_tables_of_words_are_lists(changes: dict[str, object], kind: type) -> None:
    if isinstance(changes["cells"], str) and changes["cells"].startswith("|"):
        changes = {**changes, "cells": [[line.strip("| ")] for line in changes["cells"].splitlines()]}
    (view,) = compose_table(table(crt=False, codes={}, **changes), 6, 90).views
    assert isinstance(view, kind)


def test_a_table_with_most_cells_reconstructed_has_one_mark_with_exceptions() -> None:
    marks = table_marks(table(basis="reconstructed 4/3-1=text"))
    assert marks.all
    assert name_cells(table(), marks.others) == "3-1 on a 4"
    assert name_cells(table(), frozenset({(0, 0), (0, 1), (3, 0), (3, 1)})) == "1-3 and 1-2 on a 1 and 4"
    few = table_marks(table(basis="text 1/1-3=reconstructed"))
    assert (few.all, few.each) == (False, {(0, 0)})


def test_codes_that_say_how_badly_they_hurt_have_ticks_and_two_colours() -> None:
    codes = {
        "AE": {"says": "Attackers are eliminated.", "suffers": {"attacker": "3"}},
        "B": {"says": "Both are disrupted.", "suffers": {"attacker": "1", "defender": "1"}},
        "BD": {"says": "Both are disrupted.", "suffers": {"attacker": "1", "defender": "1"}},
        "D": {"says": "Defenders are disrupted.", "suffers": {"defender": "1"}},
        "DR": {"says": "Defenders retreat.", "suffers": {"defender": "2"}},
        "1DE": {"says": "One defender is eliminated.", "suffers": {"defender": "3"}},
    }
    crt = table(columns={"odds": "1-1"}, cells="AE\nB\nBD\nD\nDR\n1DE", codes=codes)
    assert split_table(crt) == tuple(
        (pair,) for pair in (("AE", "-"), ("B", "B"), ("BD", "BD"), ("-", "D"), ("-", "DR"), ("-", "1DE"))
    )
    view = crt_view(crt, table_marks(crt))
    cells = [one for _, row in view.rows for one in row]
    assert [one.ticks for one in cells] == [(3, 0), (1, 1), (1, 1), (0, 1), (0, 2), (0, 3)]
    assert [(part.text, part.css) for part in cells[2].results] == [("B", "attacker"), ("D", "defender")]
    assert [part.worst for one in (cells[0], cells[3], cells[5]) for part in one.results] == [True, False, True]
    assert shades(crt, 1) == {"B": 1, "BD": 1, "D": 1, "DR": 2, "1DE": 3}
    plain = table(columns={"odds": "1-1"}, cells="AE\nNE\nNE\nNE\nDR\nDR", codes={"AE": {"says": "x"}})
    assert not crt_view(plain, table_marks(plain)).has_ticks()


def test_a_frame_is_around_results_that_are_known_to_be_the_worst() -> None:
    """A retreat is no number, but nothing says that it is worse than a loss."""
    codes = {
        "R": {"says": "That side retreats."},
        "1": {"says": "A step is lost."},
        "E": {"says": "All are eliminated."},
    }
    cells = "E/- R/- 1/-\n-/1 -/R -/E"

    def framed(**about: object) -> tuple[list[str], bool]:
        made = table(
            columns={"odds": "1-2 1-1 2-1", "round": "defender", "beyond": "clamp"},
            rows={"roll": "1d6", "heads": ["1-3", "4-6"]},
            cells=cells,
            **about,
        )
        view, key, *_ = compose_table(made, 12, 180).views
        assert isinstance(view, CrtView)
        assert isinstance(key, KeyView)
        worst = [part.text for _, row in view.rows for one in row for part in one.results if part.worst]
        return worst, FRAMES in [one.text for one in key.entries]

    assert framed(codes=codes) == (["E", "E"], True)
    only = {name: {"says": "Something happens."} for name in codes}
    assert framed(codes=only) == ([], False)
    assert framed(codes=only, ranks=("-", "1", "E", "R")) == (["R", "R"], True)
    stated = {**only, "R": {"says": "Retreat.", "suffers": {"attacker": 3}}}
    assert framed(codes=stated) == (["R"], True)
