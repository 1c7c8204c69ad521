"""Every back is behind its front, for every paper, duplex mode, number of counters and printer."""

from math import atan, degrees, dist
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, strategies as st

from pnp.findings import Refused
from pnp.impose.calibration import STEP, STROKES, LadderScale, impose_calibration, page_scales
from pnp.impose.component_sheets import impose_components
from pnp.impose.page import Document, Page
from pnp.impose.registration import about_centre, back_turn, correction, parse_back_shift, turn_over
from pnp.kit.options import read_options
from pnp.load.target_files import load_printer, load_target
from pnp.model.target import LADDER_SPAN, READING_SPAN, BackShift, Paper
from pnp.preflight.imposed_sheets import back_misplaced
from pnp.scene import Matrix, Path, Point, Rect, Scene, Text, rectangle, walk

HOME = load_target("home")
EXACT = HOME.model_copy(update={"fold_tolerance": 1e-6})
STRAIGHT = BackShift()
MODES = ("long", "short", "fold")

lengths = st.floats(8, 70, allow_nan=False)
papers = st.sampled_from([*HOME.papers.values(), Paper(name="Wide", width=400, height=250)])
shifts = st.builds(BackShift, x=st.floats(-4, 4), y=st.floats(-4, 4), turn=st.floats(-1, 1))


def faces(width: float, height: float, names: list[str]) -> dict[str, SimpleNamespace]:
    """Return pieces with one dot per side: a third from the left on the front, a third from the right on the back."""

    def face(name: str, x: float) -> Scene:
        ground = rectangle(Rect(0, 0, width, height).grown(3), fill="#B49C63")
        return Scene(name, width, height, (ground, Path("M", (x, height / 5), fill="#000000")), bleed=3)

    return {name: SimpleNamespace(front=face(name, width / 3), back=face(name, width * 2 / 3)) for name in names}


def impose(width, height, count, paper, duplex, shift=STRAIGHT) -> tuple[Page, ...]:
    names = [f"C{i}" for i in range(count)]
    try:
        return impose_components(faces(width, height, names), [names], "A game", "counters", HOME, paper, duplex, shift)
    except Refused:
        assume(False)
        raise


def dots(page: Page) -> list[Point]:
    """Return the positions of the dots of all faces on a page, in drawing order."""
    return [matrix.apply(item.xy) for item, matrix in walk(page.art) if isinstance(item, Path) and item.ops == "M"]


def behind(point: Point, page: Page, duplex: str) -> Point:
    """Return the point behind a point of the front; a sheet is turned over one of its edges."""
    x, y = point
    if page.fold is not None:
        return 2 * page.fold - x, y
    if page.fold_y is not None:
        return x, 2 * page.fold_y - y
    about_upright_edge = (duplex == "long") == (page.height >= page.width)
    return (page.width - x, y) if about_upright_edge else (x, page.height - y)


@given(lengths, lengths, st.integers(1, 60), papers, st.sampled_from(MODES))
def test_the_art_of_every_back_is_behind_the_art_of_its_front(width, height, count, paper, duplex):
    pages = impose(width, height, count, paper, duplex)
    if duplex == "fold":
        pairs = [(dots(page)[: len(dots(page)) // 2], dots(page)[len(dots(page)) // 2 :], page) for page in pages]
    else:
        pairs = [(dots(front), dots(back), front) for front, back in zip(pages[::2], pages[1::2], strict=True)]
    seen = 0
    for fronts, backs, page in pairs:
        assert len(backs) == len(fronts)
        for wanted in (behind(dot, page, duplex) for dot in fronts):
            assert min(dist(wanted, dot) for dot in backs) < 0.002  # coordinates are rounded to a micrometre
        seen += len(fronts)
    assert seen == count


@given(lengths, lengths, st.integers(1, 60), papers, st.sampled_from(MODES))
def test_preflight_finds_behind_each_front_its_own_back(width, height, count, paper, duplex):
    pages = impose(width, height, count, paper, duplex)
    document = Document("counters", "Counters", pages, "none" if duplex == "fold" else duplex)
    assert list(back_misplaced("counters.pdf", document, EXACT)) == []
    fronts = [placement for page in pages for placement in page.placements if placement.facing == "front"]
    backs = [placement for page in pages for placement in page.placements if placement.facing == "back"]
    names = sorted(f"C{i}" for i in range(count))
    assert sorted(front.component for front in fronts) == sorted(back.component for back in backs) == names
    assert all(front.turn == 0 for front in fronts)
    for placement in (*fronts, *backs):
        assert (placement.box.width, placement.box.height) == pytest.approx((width, height))


def drift(shift: BackShift, width: float, height: float) -> Matrix:
    """Return where a printer puts a point of the back, both seen from the front: turned about the middle, then moved."""
    return Matrix.place(shift.x, shift.y).after(about_centre(width, height, shift.turn, shift.scale))


@given(st.integers(1, 60), papers, st.sampled_from(("long", "short")), shifts)
def test_a_correction_cancels_the_shift_of_the_printer(count, paper, duplex, shift):
    straight = impose(12.7, 12.7, count, paper, duplex)
    moved = impose(12.7, 12.7, count, paper, duplex, shift)
    for wanted, back in zip(straight[1::2], moved[1::2], strict=True):
        over = turn_over(back.width, back.height, duplex)
        printer = drift(shift, back.width, back.height)
        landed = [printer.apply(over.apply(dot)) for dot in dots(back)]  # as seen from the front
        assert all(dist(a, over.apply(b)) < 1e-6 for a, b in zip(landed, dots(wanted), strict=True))
        assert back.placements == wanted.placements  # which tell where it lands
        assert all(dist(a, back.correction.apply(b)) < 1e-6 for a, b in zip(dots(back), dots(wanted), strict=True))


def test_the_turn_of_a_back_depends_on_orientation_and_edge():
    portrait, landscape = (210, 297), (297, 210)
    assert [back_turn(*portrait, "long"), back_turn(*portrait, "short")] == [0, 180]
    assert [back_turn(*landscape, "long"), back_turn(*landscape, "short")] == [180, 0]


def test_backs_are_moved_against_the_shift():
    # The back lands 1 mm to the right of the front, seen from the front: on the back page that is too far left.
    plain, moved = (impose(12.7, 12.7, 1, HOME.papers["a4"], "long", shift)[1] for shift in (STRAIGHT, BackShift(x=1)))
    assert dots(moved)[0][0] - dots(plain)[0][0] == pytest.approx(1)
    plain, moved = (impose(12.7, 12.7, 1, HOME.papers["a4"], "long", shift)[1] for shift in (STRAIGHT, BackShift(y=1)))
    assert dots(moved)[0][1] - dots(plain)[0][1] == pytest.approx(-1)


# ---------------------------------------------------------------- the calibration page


def read_scale(scale, shift: BackShift, width: float, height: float) -> float:
    """Return the number at the pair of strokes that meet best, between two strokes if both meet equally."""
    printer = drift(shift, width, height)
    axis = 0 if isinstance(scale, LadderScale) else 1
    fronts = {k: one for k, one, _ in scale.strokes(back=False)}
    backs = {k: printer.apply(one) for k, one, _ in scale.strokes(back=True)}
    over = {k: backs[k][axis] - fronts[k][axis] for k in fronts}  # falls by about STEP from stroke to stroke
    k = min(over, key=lambda k: abs(over[k]))
    return round((k + over[k] / STEP) * STEP * 20) / 20  # a careful reader: to 0.05 mm


@given(
    st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-0.4, 0.4), st.floats(0.995, 1.005), st.sampled_from(["letter", "a4"])
)  # fmt: skip
def test_the_calibration_page_reads_shift_turn_and_scale_of_the_printer(x, y, turn, scale, paper):
    size = HOME.papers[paper]
    shift = BackShift(x=x, y=y, turn=turn, scale=scale)
    a, b, c, d = (read_scale(one, shift, size.width, size.height) for one in page_scales(size.width, size.height))
    read = parse_back_shift(f"{a:.2f}mm/{d:.2f}mm,{b:.2f}mm/{c:.2f}mm")
    over = turn_over(size.width, size.height, "long")
    undo = over.after(correction(read, size.width, size.height, "long")).after(over)
    remaining = drift(shift, size.width, size.height).after(undo)
    for corner in [(20, 20), (size.width - 20, 20), (20, size.height - 20)]:
        assert dist(remaining.apply(corner), corner) < 0.15


def test_a_corrected_sheet_names_the_readings_to_which_new_ones_are_added():
    shift = parse_back_shift("0.2mm/0.6mm,-0.2mm/0.1mm")
    assert shift.readings == pytest.approx((0.2, -0.2, 0.1, 0.6), abs=0.001)
    front, _ = impose_calibration(HOME, "letter", "long", shift)
    said = " ".join(item.text for item, _ in walk(front.marks) if isinstance(item, Text))
    assert "A +0.2, B −0.2, C +0.1, D +0.6." in said


def test_a_larger_back_is_corrected():
    read = parse_back_shift("-0.35mm/0.35mm,0mm/0mm")
    assert (read.x, read.y, read.turn) == pytest.approx((0, 0, 0), abs=1e-9)
    assert read.scale == pytest.approx(1 + 0.7 / LADDER_SPAN)
    plain, moved = (impose(12.7, 12.7, 2, HOME.papers["a4"], "long", shift)[1] for shift in (STRAIGHT, read))
    apart = [dist(*dots(page)[:2]) for page in (plain, moved)]
    assert apart[0] / apart[1] == pytest.approx(read.scale)


@pytest.mark.parametrize("paper", HOME.papers)
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_calibration_strokes_are_behind_each_other_without_a_shift(paper, duplex):
    front, back = impose_calibration(HOME, paper, duplex)
    size = HOME.papers[paper]
    over = turn_over(size.width, size.height, duplex)
    zeros = [inner for s in page_scales(size.width, size.height) for k, inner, _ in s.strokes(back=True) if k == 0]
    inked = [
        over.apply(m.apply((i.xy[0], i.xy[1]))) for i, m in walk(back.marks) if isinstance(i, Path) and i.ops == "ML"
    ]
    for point in zeros:
        assert any(abs(x - point[0]) + abs(y - point[1]) < 1e-6 for x, y in inked)
    assert (front.facing, back.facing) == ("front", "back")
    assert len(inked) > 4 * (2 * STROKES + 1)


def test_the_calibration_page_explains_a_stroke_and_has_no_command_line():
    front, _ = impose_calibration(HOME, "letter", "long")
    said = " ".join(item.text for item, _ in walk(front.marks) if isinstance(item, Text))
    assert "Each stroke counts 0.2 mm" in said
    assert "set them as offsets in the settings of your printer" in said
    assert said.index("A mm D") < said.index("B mm C"), "the boxes are in the order of --back-shift"
    assert "--" not in said


def test_there_is_no_calibration_page_if_no_backs_are_printed():
    assert impose_calibration(HOME, "a4", "fold") == impose_calibration(HOME, "a4", "none") == ()


# ---------------------------------------------------------------- typing the reading


def test_a_reading_is_parsed():
    assert parse_back_shift("0.4mm,-0.2mm,0.1deg") == BackShift(x=0.4, y=-0.2, turn=0.1)
    assert parse_back_shift(" 0.4mm , -0.2mm ") == BackShift(x=0.4, y=-0.2)
    scales = parse_back_shift("0.2mm,-0.6mm/1mm")  # the right side lies lower: turned clockwise
    assert (scales.x, scales.y, scales.turn) == pytest.approx((0.2, 0.2, degrees(atan(1.6 / READING_SPAN))))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.4mm", "two or three parts"),
        ("0.4mm,1mm,0.1deg,2", "two or three parts"),
        ("0.4mm/1mm/2mm,1mm/2mm", "two or three parts"),
        ("-9mm/9mm,0mm/0mm", "3 %"),
        ("0.4mm,1mm/2mm,0.1deg", "two or three parts"),
        ("0.4,1mm", "'0.4' is not a length"),
        ("0.4mm,1mm,north", "'north' is not an angle"),
        ("40mm,1mm", "implausible"),
        ("0mm,0mm,30deg", "implausible"),
    ],
)
def test_a_wrong_reading_is_refused(text, said):
    with pytest.raises(Refused, match="B002") as refused:
        parse_back_shift(text)
    assert said in str(refused.value)


def test_a_printer_has_a_profile(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "pnp" / "printers"
    folder.mkdir(parents=True)
    (folder / "office.yaml").write_text("name: Office, tray 2\nback_shift: 0.4mm,-0.3mm/-0.1mm\n")
    (folder / "attic.yaml").write_text("back_shift: {x: 0.4mm, y: -0.2mm, turn: 0.1deg}\n")
    assert load_printer("attic") == BackShift(x=0.4, y=-0.2, turn=0.1)
    assert load_printer("office") == parse_back_shift("0.4mm,-0.3mm/-0.1mm")
    assert load_printer(str(folder / "attic.yaml")) == load_printer("attic")
    with pytest.raises(Refused, match="did you mean office"):
        load_printer("ofice")
    (folder / "bad.yaml").write_text("back_shift: {x: 0.4, z: 1mm}\n")
    with pytest.raises(Refused, match=r"bad.yaml:1:\d+ \(back_shift.z\): L010"):
        load_printer("bad")
    for outside in ("../attic", "nobody.yaml"):
        with pytest.raises(Refused, match="L001"):
            load_printer(outside)


@pytest.mark.parametrize("duplex", ["fold", "none"])
def test_a_back_shift_is_refused_where_no_page_is_a_back(duplex: str) -> None:
    with pytest.raises(Refused) as refused:
        read_options(duplex=duplex, back_shift="0.4mm,-0.2mm")
    (finding,) = refused.value.findings
    assert (finding.code, finding.spot.file) == ("B001", "--back-shift")
    assert f"with --duplex {duplex} no page is printed on the back" in finding.message
