"""Explanations around a counter: each line ends at its own thing and crosses nothing else."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pnp import load_game
from pnp.compose.aids.blocks.counters_block import _factor_names
from pnp.draw.counter.annotated_counter import FactorNames, front_labels
from pnp.draw.counter.callouts import BESIDE, Callout, PlacedCallout, place_callouts
from pnp.draw.counter.unit_ink import unit_ink
from pnp.load.layouts import shared_layouts
from pnp.model.game import Game
from pnp.scene import Path as Line, Rect

SIDE = 40.0
BANNER = shared_layouts()["banner"]
PICTURE = Rect(0, 0, SIDE, SIDE)


def crossings(places: tuple[PlacedCallout, ...], callouts: list[Callout], ink: list[Rect]) -> list[str]:
    """Return every text, thing and line that a line crosses, in words; points 0.1 mm apart are looked at."""
    found = []
    for i, place in enumerate(places):
        for (x0, y0), (x1, y1) in pairwise(place.line):
            for n in range(401):
                x, y = x0 + (x1 - x0) * n / 400, y0 + (y1 - y0) * n / 400
                found += [f"{i} crosses {r}" for r in ink if r != callouts[i].target and r.holds(x, y)]
                found += [f"{i} crosses the text of {j}" for j, o in enumerate(places) if o.box.holds(x, y)]
                if callouts[i].target.grown(-0.1).holds(x, y):
                    found.append(f"{i} enters its own thing")
    for (i, one), (j, other) in combinations(enumerate(places), 2):
        if one.box.touches(other.box):
            found.append(f"{i} overlaps {j}")
    return sorted(set(found))


def test_a_line_does_not_cross_what_lies_between_its_thing_and_the_nearest_edge() -> None:
    """A thing between two others has its explanation above the picture, because a line to a side would cross one."""
    ink = [Rect(4, 4, 6, 6), Rect(17, 4, 6, 6), Rect(30, 4, 6, 6), Rect(4, 14, 32, 12)]
    callouts = [Callout(rect, 18, 7) for rect in ink]
    places = place_callouts(tuple(callouts), tuple(ink), PICTURE)
    assert [place.side for place in places] == ["left", "top", "right", "left"]
    assert crossings(places, callouts, ink) == []


def test_a_line_ends_beside_the_edge_of_its_thing() -> None:
    """The dot at the end of a line covers nothing of its thing."""
    thing = Rect(10, 10, 8, 4)
    (place,) = place_callouts((Callout(thing, 18, 7),), (thing,), PICTURE)
    assert place.line[0] == pytest.approx((10 - BESIDE, 12))


def test_a_thing_in_another_one_is_not_an_obstacle_to_itself() -> None:
    """A framed number among numbers has a line to the nearest side."""
    numbers, frame, name = Rect(5, 28, 30, 9), Rect(5, 28, 9, 9), Rect(5, 15, 30, 9)
    (place,) = place_callouts((Callout(frame, 20, 7),), (numbers, frame, name), PICTURE)
    assert (place.side, place.line[0][0]) == ("left", pytest.approx(5 - BESIDE))


def test_an_enclosed_thing_still_has_an_explanation() -> None:
    """If every line crosses something, the explanation is placed all the same."""
    inner = Rect(18, 18, 4, 4)
    ring = [Rect(10, 10, 20, 2), Rect(10, 28, 20, 2), Rect(10, 10, 2, 20), Rect(28, 10, 2, 20)]
    (place,) = place_callouts((Callout(inner, 20, 7),), (inner, *ring), PICTURE)
    assert not place.box.touches(PICTURE)


def games_with_units() -> list[Path]:
    """Return the games of this repository."""
    return sorted(path.parent for path in Path("data").glob("*/units.csv"))


@pytest.mark.parametrize("folder", games_with_units(), ids=lambda path: path.name)
def test_no_line_on_the_unit_of_a_game_crosses_anything(folder: Path) -> None:
    """The explanations of one unit of each symbol keep clear of everything else that is printed on it."""
    game: Game = load_game(folder)
    assert game.counter_print is not None
    units = {counter.symbol: counter for counter in game.counters.values() if counter.kind == "unit"}
    for counter in list(units.values())[:6]:
        ink = unit_ink(game, counter, counter.front)
        names = {"side": "Side", "symbol": "Infantry", "formation": "A division"}
        labels = front_labels(counter, game.counter_print, names, ink, figure=False)
        things = [Rect(*(SIDE * v for v in (r.x, r.y, r.width, r.height))) for n, r in ink.items() if n != "banner"]
        callouts = [
            Callout(Rect(*(SIDE * v for v in (t.x, t.y, t.width, t.height))), label.width(), label.height())
            for label in labels
            for t in (label.target,)
        ]
        assert crossings(place_callouts(tuple(callouts), tuple(things), PICTURE), callouts, things) == [], counter.label


def test_a_formation_has_the_word_of_the_game() -> None:
    """A game that speaks of contingents calls them so on the explained unit too."""
    game: Game = load_game(Path("tests/games/duel"))
    assert game.counter_print is not None
    counter = next(c for c in game.counters.values() if c.kind == "unit" and c.formation)
    called = game.counter_print.model_copy(update={"formation": "contingent"})
    labels = front_labels(
        counter,
        called,
        {"formation": "1st Division", "label": "1"},
        unit_ink(game, counter, counter.front),
        figure=False,
    )
    assert "Colour: its contingent" in [label.term for label in labels]
    assert "Contingent" in [label.term for label in labels]


def test_the_lines_of_factors_begin_below_the_figures() -> None:
    lines = [item for item in FactorNames("3-1-5", ("Strength", "Range"), BANNER).items(SIDE) if isinstance(item, Line)]
    assert len(lines) == 2
    figures = (BANNER.factors + 0.35 * BANNER.factor_em) * SIDE
    assert figures < min(y for line in lines for y in line.xy[1::2]) < SIDE


def test_the_lines_of_a_disrupted_unit_begin_below_its_lower_figures() -> None:
    """Its figures are below the red bar, and so lower than those of its front."""
    game: Game = load_game(Path("data/paratrooper"))
    counter = next(one for one in game.counters.values() if one.kind == "unit" and one.back.state == "disrupted")
    named = _factor_names(game, counter.back)
    assert named is not None
    figures = unit_ink(game, counter, counter.back)["factors"]
    starts = [min(item.xy[1::2]) for item in named.items(SIDE) if isinstance(item, Line)]
    assert min(starts) > figures.bottom * SIDE
