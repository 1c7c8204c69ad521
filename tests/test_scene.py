"""Paths and scenes as values: equal ones are equal wherever they were made."""

import pickle
from array import array

from pnp.scene import Path, Rect, Scene, Stroke, line, rectangle


def test_coordinates_are_stored_in_eight_bytes_each() -> None:
    path = Path("ML", (0, 1, 2.5, 3))
    assert path.xy == array("d", (0.0, 1.0, 2.5, 3.0))
    assert Path("ML", path.xy).xy is path.xy


def test_coordinates_are_rounded_to_a_micrometre_once() -> None:
    """So sums that differ in their last digits, between versions of Python or of numpy, draw the same bytes."""
    assert Path("ML", (0.1 + 0.2, 1 / 3, -0.0004, 5)) == Path("ML", (0.3, 0.333, 0, 5))
    many = [n / 7 for n in range(200)]
    assert list(Path("M" + "L" * 99, many).xy) == [Path("M", (n, n)).xy[0] for n in many]
    path = Path("ML", (0, 1, 2.5, 3))
    assert pickle.loads(pickle.dumps(path)).xy == path.xy


def test_equal_paths_are_equal_also_after_pickling() -> None:
    drawn = rectangle(Rect(0, 0, 3, 2), fill="#FF0000")
    again = rectangle(Rect(0.0, 0.0, 3.0, 2.0), fill="#FF0000")
    assert drawn == again == pickle.loads(pickle.dumps(drawn))
    assert len({drawn, again, rectangle(Rect(0, 0, 3, 2), fill="#00FF00"), line(0, 0, 3, 2, Stroke("#000000", 1))}) == 3


def test_equal_scenes_are_found_in_a_set() -> None:
    scenes = {Scene("square", 1, 1, (rectangle(Rect(0, 0, 1, 1)),)) for _ in range(2)}
    assert len(scenes) == 1
    assert pickle.loads(pickle.dumps(next(iter(scenes)))) in scenes
