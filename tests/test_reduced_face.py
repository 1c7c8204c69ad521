"""Counters in small pictures: no text that is too small to read."""

from pnp.draw.counter.reduced_face import readable_width, reduced_face
from pnp.scene import Group, Matrix, Rect, Scene, Text, Use, rectangle, walk

LABEL, FACTORS = Text(1, 6, "1/55", "condensed", 6), Text(1, 11, "3-4-3", "condensed-bold", 12)
FACE = Scene("face", 12, 12, (rectangle(Rect(0, 0, 12, 12), fill="#CCCCCC"), LABEL, FACTORS))


def words(scene: Scene) -> list[str]:
    return [item.text for item, _ in walk(scene.items) if isinstance(item, Text)]


def test_at_half_its_size_a_counter_keeps_the_factors_but_not_its_small_label():
    assert words(reduced_face(FACE, 6)) == ["3-4-3"]


def test_a_counter_whose_texts_can_be_read_stays_the_same():
    assert reduced_face(FACE, 11) is FACE


def test_texts_inside_parts_that_are_drawn_smaller_are_measured_as_printed():
    half = Scene("both", 12, 12, (Group((Use(FACE, Matrix.place(scale=0.5)),)), LABEL))
    assert words(reduced_face(half, 12)) == ["3-4-3", "1/55"]


def test_at_the_readable_width_all_texts_are_kept_whatever_the_rounding():
    for tenth in range(50, 120):
        face = Scene("face", 15.875, 15.875, (Text(1, 6, "1/55", "condensed", tenth / 10 + 0.05),))
        assert words(reduced_face(face, readable_width(face) / 0.86 * 0.86)) == ["1/55"], tenth
