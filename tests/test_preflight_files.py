"""The files of two kits with 35 kinds of damage. Each file alone shows its damage; the folder of the kit names pieces."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Pdf

from pnp.findings import Severity
from pnp.kit.options import read_options
from pnp.kit.pipeline import FinishedKit, build_kits
from pnp.model.listing import Listing
from pnp.preflight import preflight_path, preflight_pdf
from pnp.preflight.kit_folder import read_listing
from tests.damage import after_all, before_all, drop, replace_in, said

GAMES = Path(__file__).parent.parent / "data"
MM = 72 / 25.4
MAP, CARDS = "meiktila", "skirmish"
"""A game with tiles, folders and a long booklet, and one with a deck and standing figures."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folders of the kits of both games."""
    options = read_options(output=tmp_path_factory.mktemp("kits"))
    built = list(build_kits([GAMES / MAP, GAMES / CARDS], options, lambda _: None))
    kits = [event for event in built if isinstance(event, FinishedKit)]
    assert len(kits) == 2, built
    return {kit.folder.parent.name: kit.folder for kit in kits}


# ---------------------------------------------------------------- damages


def several(*changes: Callable[[Pdf], None]) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        for change in changes:
            change(pdf)

    return damage


def swap(one: int, other: int) -> Callable[[Pdf], None]:
    """Return a damage that exchanges two pages (from 0)."""

    def damage(pdf: Pdf) -> None:
        first, second = pdf.pages[one], pdf.pages[other]
        pdf.pages[one], pdf.pages[other] = second, first

    return damage


def twice(number: int) -> Callable[[Pdf], None]:
    return lambda pdf: pdf.pages.insert(number + 1, pdf.pages[number])


def blank(number: int) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        pdf.pages[number].Contents = pdf.make_stream(b"")

    return damage


def cut_after(count: int) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        del pdf.pages[count:]

    return damage


def turned(number: int) -> Callable[[Pdf], None]:
    """Return a damage that turns the content of a page (from 0) upside down."""

    def damage(pdf: Pdf) -> None:
        _, _, width, height = (float(side) for side in pdf.pages[number].MediaBox)
        before_all(pdf, number, f"-1 0 0 -1 {width} {height} cm")

    return damage


def moved(number: int, mm: float) -> Callable[[Pdf], None]:
    return lambda pdf: before_all(pdf, number, f"1 0 0 1 {mm * MM} 0 cm")


def box(number: int, colour: str, *place: float) -> Callable[[Pdf], None]:
    """Return a damage that puts a rectangle (points from the foot of the page) over a page."""
    return lambda pdf: after_all(pdf, number, f"{colour} {' '.join(map(str, place))} re f")


def replaced(number: int, old: str, new: str, count: int = 1) -> Callable[[Pdf], None]:
    return lambda pdf: replace_in(pdf, number, old, new, count)


def another_digit(pdf: Pdf) -> None:
    """Print another digit in the first cell with one digit on page 1."""
    codes = re.findall(rb"\[<([0-9a-f]{4})>\] TJ", pdf.pages[0].Contents.read_bytes())
    one, other = dict.fromkeys(code.decode() for code in codes[:2])
    replace_in(pdf, 0, rf"\[<{one}>\] TJ", f"[<{other}>] TJ")


def leaf_of(name: str, number: int, at: int) -> Callable[[Pdf, Path], None]:
    """Return a damage that inserts a page of another file of the kit."""

    def damage(pdf: Pdf, folder: Path) -> None:
        with pikepdf.open(folder / name) as other:
            pdf.pages.insert(at, other.pages[number])

    return damage


def scaled(number: int, share: float) -> Callable[[Pdf], None]:
    return lambda pdf: before_all(pdf, number, f"{share} 0 0 {share} 5 5 cm")


def another_paper(pdf: Pdf) -> None:
    for page in pdf.pages:
        for key in ("/MediaBox", "/TrimBox", "/BleedBox"):
            page.obj[key] = Array([0, 0, 595.28, 841.89])


def without_a_figure(pdf: Pdf) -> None:
    """Remove a picture from the rules."""
    forms = [form for page in pdf.pages for form in dict(page.Resources.get("/XObject", {})).values()]
    max(forms, key=lambda form: len(form.read_bytes())).write(b"")


def blank_leaf(at: int) -> Callable[[Pdf], None]:
    """Return a damage that inserts a blank page."""

    def damage(pdf: Pdf) -> None:
        pdf.add_blank_page(page_size=(612, 792))
        pdf.pages.insert(at, pdf.pages[-1])
        del pdf.pages[-1]

    return damage


@dataclass(frozen=True)
class Damage:
    """A kind of damage to a file of a game's kit, and words of a finding from the file alone, and from the folder.

    Without `folder`, it is the same finding.
    """

    name: str
    game: str
    file: str
    do: Callable[..., None]
    alone: str
    folder: str = ""


UNLIKE = "P031 the page looks different from the page that was built"
DAMAGES = (
    Damage("tile dropped", MAP, "map-tiles", drop(2), "P032 page 3 of map-tiles.pdf is missing"),
    Damage("tiles swapped", MAP, "map-tiles", swap(1, 2), "page 3: P032 the pages are out of order: this is page 2 of map-tiles.pdf"),
    Damage("tile twice", MAP, "map-tiles", twice(1), "page 3: P032 this is page 2 of map-tiles.pdf again"),
    Damage("tile white", MAP, "map-tiles", blank(1), "page 2: P031", f"page 2: {UNLIKE}: map A1 front"),
    Damage("tile upside down", MAP, "map-tiles", turned(1), "page 2: P031", f"page 2: {UNLIKE}: map A1 front"),
    Damage("tile moved 3 mm", MAP, "map-tiles", moved(1, 3), "page 2: P031"),
    Damage("tile scaled to 99 %", MAP, "map-tiles", scaled(1, 0.99), "page 2: P031"),
    Damage("line on the map sheet", MAP, "map", box(0, "1 0 0 rg", 300, 300, 60, 2), "page 1: P031"),
    Damage("digit of a table changed", MAP, "aids", another_digit, "page 1: P034 the page lacks"),
    Damage("aids page blank", MAP, "aids", blank(1), "page 2: P031"),
    Damage("white bar on aids", MAP, "aids", box(0, "1 g", 60, 400, 300, 6), "page 1: P031"),
    Damage("aids pages swapped", MAP, "aids", swap(0, 1), "page 2: P032 the pages are out of order"),
    Damage("folder inside upright", MAP, "folder", turned(1), "page 2: P031"),
    Damage("folder page dropped", MAP, "folder", drop(1), "P032 page 2 of folder.pdf is missing"),
    Damage("rules page twice", MAP, "rules", twice(4), "page 6: P032 this is page 5 of rules.pdf again"),
    Damage("rules pages swapped", MAP, "rules", swap(4, 5), "page 6: P032 the pages are out of order: this is page 5"),
    Damage("rules page dropped", MAP, "rules", drop(6), "P032 page 7 of rules.pdf is missing"),
    Damage("last rules pages cut", MAP, "rules", cut_after(16), "P032 pages 17-20 of rules.pdf are missing"),
    Damage("blank leaf in the rules", MAP, "rules", blank_leaf(3), "page 4: P032 this page is not one of the pages of rules.pdf"),
    Damage("leaf of another book in the rules", MAP, "rules", leaf_of("aids.pdf", 0, 3), "page 4: P032 this is page 1 of aids.pdf, not a page of rules.pdf"),
    Damage("figure of the rules lost", MAP, "rules", without_a_figure, UNLIKE),
    Damage("counter list page blank", MAP, "counter-manifest", blank(0), "page 1: P031"),
    Damage("calibration back moved 1 mm", MAP, "calibration", moved(1, 1), "page 2: P031"),
    Damage("last kit pages cut", MAP, "kit", cut_after(40), "P032 pages 41-"),
    Damage("two leaves of the kit swapped", MAP, "kit", several(swap(10, 12), swap(11, 13)), "page 13: P032 the pages are out of order"),
    Damage("blank page of the kit dropped", MAP, "kit", lambda pdf: drop(blank_page(pdf))(pdf), "P032 page"),
    Damage("deck backs upside down", CARDS, "result-deck", turned(1), "page 2: P031"),
    Damage("last deck sheet dropped", CARDS, "result-deck", cut_after(10), "P032 pages 11-12 of result-deck.pdf are missing"),
    Damage("deck fronts swapped", CARDS, "result-deck", swap(0, 2), "page 3: P032 the pages are out of order: this is page 1"),
    Damage("line across deck backs", CARDS, "result-deck", box(3, "0 g", 100, 300, 300, 1), "page 4: P031", f"page 4: {UNLIKE}: result-deck-h-K back"),
    Damage("fold lines of figures solid", CARDS, "paper-figures", replaced(0, r"\[1[.]\d [.\d]+\] 0 d", "[] 0 d", 0), "page 1: P031"),
    Damage("figures scaled to 97 %", CARDS, "paper-figures", scaled(0, 0.97), "page 1: P012 the ruler of 100 mm is"),
    Damage("ruler shortened", CARDS, "rulers", scaled(0, 0.98), "page 1: P012 the ruler of 100 mm is"),
    Damage("token removed", CARDS, "counters", box(0, "1 g", 200, 400, 30, 30), "page 1: P031", f"page 1: {UNLIKE}: T04 front, T05 front"),
    Damage("paper of another size", CARDS, "aids", another_paper, "page 1: P002 the page measures 210.00 x 297.00 mm instead of"),
)  # fmt: skip


def blank_page(pdf: Pdf) -> int:
    """Return the first blank page (from 0) of a kit."""
    return next(number for number, page in enumerate(pdf.pages) if "/Contents" not in page.obj)


def spoil(kit: Path, damage: Damage, folder: Path) -> Path:
    """Return the damaged file in a folder with the thumbnails of the kit."""
    file = folder / f"{damage.file}.pdf"
    (folder / "pages").symlink_to(kit / "pages")
    with pikepdf.open(kit / file.name) as pdf:
        damage.do(pdf, *([kit] if damage.name.startswith("leaf of") else []))
        pdf.save(file)
    return file


def test_there_are_35_damages() -> None:
    assert len({damage.name for damage in DAMAGES}) == 35


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_a_damage_is_found(kits: dict[str, Path], tmp_path: Path, damage: Damage) -> None:
    kit = kits[damage.game]
    file = spoil(kit, damage, tmp_path)
    alone = said(preflight_path(file))
    assert any(damage.alone in line for line in alone), alone
    listing = read_listing(kit)
    assert isinstance(listing, Listing)
    (entry,) = (entry for entry in listing.files if entry.name == file.name)
    whole = said(preflight_pdf(file, kit=(tmp_path, entry)))
    assert any((damage.folder or damage.alone) in line for line in whole), whole
    if "P032" in damage.alone:  # pages are compared with what they were, wherever they are now
        assert not any("P031" in line for line in whole), whole


@pytest.mark.parametrize("game", [MAP, CARDS])
def test_whole_kits_have_no_findings(kits: dict[str, Path], game: str) -> None:
    """`build` has found nothing, so `preflight` finds nothing either: in the folder, and in each file alone."""
    assert preflight_path(kits[game]) == ()
    assert [found for file in sorted(kits[game].glob("*.pdf")) for found in preflight_path(file)] == []


@pytest.mark.parametrize("settings", [{"linearize": True}, {"recompress_flate": True, "normalize_content": True}])
def test_files_that_were_saved_again_have_no_findings(
    kits: dict[str, Path], tmp_path: Path, settings: dict[str, bool]
) -> None:
    for file in sorted(kits[CARDS].glob("*.pdf")):
        with pikepdf.open(file) as pdf:
            pdf.save(tmp_path / file.name, **settings)
        assert preflight_path(tmp_path / file.name) == ()


def test_files_without_their_marks_have_only_notes(kits: dict[str, Path], tmp_path: Path) -> None:
    for file in sorted(kits[CARDS].glob("*.pdf")):
        with pikepdf.open(file) as pdf:
            for page in pdf.pages:
                del page.obj.PieceInfo
            pdf.save(tmp_path / file.name)
        found = preflight_path(tmp_path / file.name)
        assert {finding.code for finding in found} <= {"P033", "P035"}
        assert {finding.severity for finding in found} == {Severity.NOTE}
