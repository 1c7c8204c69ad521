"""A counter sheet with 32 kinds of damage. The file alone shows them all; the folder of the kit names the pieces."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from pnp.kit.options import read_options
from pnp.kit.pipeline import FinishedKit, build_kits
from pnp.load.target_files import load_target
from pnp.preflight import preflight_path
from tests.damage import after_all, before_all, drop, replace_in, said

GAME = Path(__file__).parent / "games" / "small"
HOME = load_target("home")
MM = 72 / 25.4


def build(output: Path, **how: str | None) -> Path:
    """Build the kit of a small game, counters only, and return its folder."""
    asked = {"target": "home", "paper": "letter", "duplex": None, "back_shift": None, "only": "counters", **how}
    options = read_options(output=output, overlays=(), **asked)
    _, built = build_kits([GAME], options, lambda _: None)
    assert isinstance(built, FinishedKit), built
    return built.folder


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a kit with one sheet of counters, front and back."""
    return build(tmp_path_factory.mktemp("kit"))


# ---------------------------------------------------------------- damages


def swap_backs(pdf: Pdf) -> None:
    """Exchange the second and the third back of the first row."""
    content = pdf.pages[1].Contents.read_bytes()
    second, third = b"q 1 0 0 1 12.7 0 cm", b"q 1 0 0 1 25.4 0 cm"
    assert content.count(second) == content.count(third) == 1
    parts = re.split(b"(" + second + b"|" + third + b")", content)
    parts[1], parts[3] = parts[3], parts[1]
    pdf.pages[1].Contents = pdf.make_stream(b"".join(parts))


def scale(pdf: Pdf, *pages: int) -> None:
    for number in pages:
        before_all(pdf, number, "0.97 0 0 0.97 9.18 11.88 cm")


def set_entry(key: str, value: object, number: int = 1) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        pdf.pages[number].obj[key] = value

    return damage


def paper_of_another_size(pdf: Pdf) -> None:
    for page in pdf.pages:
        page.MediaBox = Array([0, 0, 595.28, 841.89])


def move_trim(pdf: Pdf) -> None:
    box = [float(side) for side in pdf.pages[1].TrimBox]
    pdf.pages[1].TrimBox = Array([box[0] + 1.4 * MM, box[1], box[2] + 1.4 * MM, box[3]])


def remove_font(pdf: Pdf) -> None:
    font = next(o for o in pdf.objects if isinstance(o, Dictionary) and "/FontFile2" in o)
    del font["/FontFile2"]


def add_image(pdf: Pdf) -> None:
    image = pdf.make_stream(bytes(8 * 8 * 3), Type=Name.XObject, Subtype=Name.Image, Width=8, Height=8)
    image.ColorSpace, image.BitsPerComponent = Name.DeviceRGB, 8
    pdf.pages[0].Resources.XObject[Name.Photo] = image
    after_all(pdf, 0, "q 72 0 0 72 300 500 cm /Photo Do Q")


def swap_pages(pdf: Pdf) -> None:
    pdf.pages.append(pdf.pages[0])
    del pdf.pages[0]


def blank(pdf: Pdf) -> None:
    pdf.pages[1].Contents = pdf.make_stream(b"")


def change_duplex(pdf: Pdf) -> None:
    pdf.Root.ViewerPreferences.Duplex = Name.DuplexFlipShortEdge


def remove(key: str) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        del pdf.Root.ViewerPreferences[key]

    return damage


def run_script(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert('hello')")


@dataclass(frozen=True)
class Damage:
    """A kind of damage, and the start of the findings on it: from the file alone, and additional ones from the folder."""

    name: str
    do: Callable[[Pdf], None]
    alone: tuple[str, ...]
    kit: tuple[str, ...] = ()


ALL_OFF = "page 2: P019 6 of 6 backs do not lie behind the fronts of page 1"
UNLIKE = "P031 the page looks different from the page that was built"
DAMAGES = (
    Damage("back shifted 1 mm", lambda pdf: before_all(pdf, 1, f"1 0 0 1 {MM} 0 cm"), (ALL_OFF,)),
    Damage("back shifted 0.3 mm", lambda pdf: before_all(pdf, 1, f"1 0 0 1 {0.3 * MM} 0 cm"), (ALL_OFF,)),
    Damage("back to be rotated", set_entry("/Rotate", 180), ("page 2: P004 the page has a rotation of 180 degrees",)),
    Damage("all scaled to 97 %", lambda pdf: scale(pdf, 0, 1), ("page 1: P012 the square of 1 inch measures 24.64",)),
    Damage("back scaled to 97 %", lambda pdf: scale(pdf, 1), ("page 2: P012 the square of 1 inch", ALL_OFF)),
    Damage("paper of another size", paper_of_another_size, ("page 2: P019 the trim box",), ("page 1: P002",)),
    Damage("crop box", set_entry("/CropBox", Array([0, 0, 600, 792])), ("page 2: P004 a crop box hides part",)),
    Damage("user unit", set_entry("/UserUnit", 2), ("page 2: P004 the page has a unit of length of 2 points instead of 1",)),
    Damage("font removed", remove_font, ("P005 font",)),
    Damage("blank page added", lambda pdf: pdf.add_blank_page(page_size=(612, 792)) and None, ("page 3: P003", "page 3: P032 this page is not one of the pages of counters.pdf")),
    Damage("text of 2.5 pt", lambda pdf: replace_in(pdf, 0, r"7\.\d+ Tm", "7.6 Tm /F1+0 0.88 Tf"), ("page 1: P006",)),
    Damage("file cut short", lambda _: None, ("P001 the file cannot be read",)),
    Damage("back upside down", lambda pdf: before_all(pdf, 1, "-1 0 0 -1 612 792 cm"), ("page 2: P019 if the sheet is flipped on the long edge, the back is upside down",), ("page 2: P030 the page is upside down",)),
    Damage("back mirrored", lambda pdf: before_all(pdf, 1, "-1 0 0 1 612 0 cm"), ("page 2: P022 the page is mirrored",)),
    Damage("back dropped", drop(1), ("page 1: P018 this page is a front, and the page with its backs", "P032 page 2 of counters.pdf is missing")),
    Damage("back blanked", blank, ("page 2: P018 the page is blank",), ("page 2: P030 the backs of the pieces are missing",)),
    Damage("front dropped", drop(0), ("page 1: P018 this page is a back, and the page with its fronts", "P032 page 1 of counters.pdf is missing")),
    Damage("pages swapped", swap_pages, ("page 1: P018 this page is a back", "page 2: P018 this page is a front", "page 1: P032 the pages are out of order: this is page 2", "page 2: P032 the pages are out of order: this is page 1")),
    Damage("trim box of the back moved", move_trim, ("page 2: P019 the trim box of the back lies 1.40 mm",)),
    Damage("duplex hint removed", remove("/Duplex"), ("P020 the pages say “flip on the long edge”, but the file does not tell",)),
    Damage("wrong duplex hint", change_duplex, ("P020 the pages say “flip on the long edge”, but the file tells the printer to flip on the short",)),
    Damage("two backs swapped", swap_backs, (f"page 2: {UNLIKE}",), ("page 2: P011 the back of B1", "page 2: P011 the back of B2")),
    Damage("one back moved 1 mm", lambda pdf: replace_in(pdf, 1, "q 1 0 0 1 12.7 0 cm", "q 1 0 0 1 13.7 0 cm"), ("page 2: P019 1 of 6 backs does not lie behind",), (f"page 2: {UNLIKE}: B3 back, B2 back",)),
    Damage("text of a face changed", lambda pdf: replace_in(pdf, 0, r"\(1/Gd\)", "(2/Gd)"), ("page 1: P034 the page lacks '1/Gd' and has in addition '2/Gd'",), ("page 1: P011 the front of B1 lacks '1/Gd' and has in addition '2/Gd'",)),
    Damage("ticks without width", lambda pdf: replace_in(pdf, 0, r"0\.15 w", "0 w", 0), ("page 1: P023",)),
    Damage("coarse image", add_image, ("page 1: P024 an image of 25.40 x 25.40 mm has 8 pixels per inch",), (f"page 1: {UNLIKE}",)),
    Damage("script", run_script, ("P025 the file runs a script",)),
    Damage("black bar at the edge", lambda pdf: after_all(pdf, 0, "0 g 0 300 8 90 re f"), ("page 1: P021 ink lies in the margin of 6.35 mm: 0-3 mm from the left",)),
    Damage("black line through the backs", lambda pdf: after_all(pdf, 1, "0 G 2 w 200 445 m 420 445 l S"), (f"page 2: {UNLIKE}",), (f"page 2: {UNLIKE}: B3 back, B2 back, B1 back",)),
    Damage("inch square of 24.6 mm", lambda pdf: replace_in(pdf, 0, r"31\.75 247\.65 l 31\.75 273\.05 l 6\.35 273\.05 l", "30.95 247.65 l 30.95 272.25 l 6.35 272.25 l"), ("page 1: P012 the square of 1 inch",)),
    Damage("encrypted", lambda _: None, ("P026 the file is encrypted",)),
    Damage("scaling not forbidden", remove("/PrintScaling"), ("P015 the file does not ask viewers to print it at its true size",)),
)  # fmt: skip


INVISIBLE = {
    "duplex hint removed",
    "wrong duplex hint",
    "trim box of the back moved",
    "script",
    "scaling not forbidden",
}
"""Kinds of damage that do not change the look of the pages."""


def spoil(kit: Path, damage: Damage, folder: Path) -> Path:
    """Return a copy of the kit in which the counter sheet is damaged."""
    copy = folder / "home"
    shutil.copytree(kit, copy)
    sheet = copy / "counters.pdf"
    with pikepdf.open(sheet, allow_overwriting_input=True) as pdf:
        damage.do(pdf)
        pdf.save(sheet, encryption=pikepdf.Encryption(owner="secret") if damage.name == "encrypted" else None)
    if damage.name == "file cut short":
        sheet.write_bytes(sheet.read_bytes()[: sheet.stat().st_size // 2])
    return copy


def test_an_undamaged_kit_has_no_findings(kit: Path) -> None:
    assert preflight_path(kit, HOME) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [
        {"duplex": "short"},
        {"duplex": "fold"},
        {"duplex": "none"},
        {"paper": "a4", "back_shift": "0.4mm,-0.2mm,0.5deg"},
        {"duplex": "short", "back_shift": "1mm,2mm,-1deg"},
    ],
    ids=str,
)
def test_a_good_kit_has_no_findings_however_it_is_printed(tmp_path: Path, how: dict[str, str]) -> None:
    assert preflight_path(build(tmp_path, **how), HOME) == ()


def test_files_that_are_missing_changed_or_added(kit: Path, tmp_path: Path) -> None:
    copy = tmp_path / "home"
    shutil.copytree(kit, copy)
    (copy / "index.html").write_text("changed")
    (copy / "components" / "B1-front.svg").unlink()
    (copy / "notes.txt").write_text("mine")
    (copy / ".DS_Store").touch()
    assert [str(finding).partition(": ")[2] for finding in preflight_path(copy, HOME)] == [
        "P027 files of the kit are missing: components/B1-front.svg; build or download the kit again",
        "P028 files of the kit have changed since they were built: index.html; build or download the kit again",
        "warning P029 the folder contains files that do not belong to the kit: notes.txt; move them to another folder",
    ]


@pytest.mark.parametrize(
    "text",
    ["", "[" * 100_000, "{}", '{"files": 3}', '{"files": [{"name": "../x.pdf", "bytes": 1, "sha256": ""}]}'],
    ids=["empty", "nested", "no files", "no list", "outside"],
)
def test_a_manifest_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    (finding,) = preflight_path(tmp_path, HOME)
    assert finding.code == "P001"
    assert "manifest" in finding.wrong


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_a_damage_is_found(kit: Path, tmp_path: Path, damage: Damage) -> None:
    copy = spoil(kit, damage, tmp_path)
    alone = said(preflight_path(copy / "counters.pdf", HOME))
    assert [words for words in damage.alone if not any(line.startswith(words) for line in alone)] == [], alone
    whole = said(preflight_path(copy, HOME))
    wanted = ("P028 files of the kit have changed since they were built: counters.pdf", *damage.alone, *damage.kit)
    assert [words for words in wanted if not any(line.startswith(words) for line in whole)] == [], whole
    if damage.name in INVISIBLE:
        assert not any("P031" in line for line in whole), whole


def test_there_are_32_damages_and_the_file_alone_shows_them_all() -> None:
    assert len({damage.name for damage in DAMAGES}) == 32
    assert all(damage.alone for damage in DAMAGES)
