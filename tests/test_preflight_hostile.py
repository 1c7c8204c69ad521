"""Preflight of hostile and damaged files: each gives a few findings within limits of time and memory."""

import os
import re
import zlib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pikepdf
import pytest

from pnp import preflight
from pnp.load.target_files import load_target
from pnp.preflight import preflight_path
from pnp.processes import OverLimitError, run_limited

HOME = load_target("home")


def pdf(*objects: bytes) -> bytes:
    """Return a PDF of objects, numbered from 1; the first is the catalogue."""
    made, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        made
        + head
        + table
        + b"trailer <</Root 1 0 R /Size %d>>\nstartxref\n%d\n%%%%EOF"
        % (
            len(objects) + 1,
            len(made),
        )
    )


def stream(content: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode %b>>stream\n%b\nendstream" % (len(packed), entries, packed)


def page(content: bytes, *more: bytes, resources: bytes = b"", contents: bytes = b"4 0 R") -> bytes:
    """Return a PDF of one page with a content stream (object 4) and more objects from 5."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<%b>>/Contents %b>>" % (resources, contents)
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", pages, page, stream(content), *more)


def laughs(content: bytes) -> bytes:
    """Return a PDF of ten forms, each of which draws the next one ten times."""
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 15 0 R>>/XObject<</X %d 0 R>>>>"
    forms = [stream(b"/X Do " * 10, form % (number + 1)) for number in range(5, 14)]
    font = b"<</Type/Font/Subtype/TrueType/BaseFont/Any>>"
    return page(b"/X Do", *forms, stream(content, form % 14), font, resources=b"/XObject<</X 5 0 R>>")


def font(entries: bytes, *more: bytes) -> bytes:
    described = b"<</Type/Font/Subtype/Type0/BaseFont/Any %b>>" % entries
    return page(b"BT /F 9 Tf <0001> Tj ET", described, *more, resources=b"/Font<</F 5 0 R>>")


WIDE = b"/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/W[%b]>>]"
RANGES = b"beginbfrange " + b"<0000> <ffff> <0041> " * 3_000 + b"endbfrange"
MAP = b"/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2>>]"

TOO_MUCH = {
    "a bomb": page(b"0 0 m 1 1 l S " * 6_000_000),
    "one stream many times": page(b"0 0 m 1 1 l S\n" * 10_000, contents=b"[" + b"4 0 R " * 1_000 + b"]"),
    "forms in forms": laughs(b"BT /F 9 Tf (ha) Tj ET"),
    "saved states": page(b"q " * 600_000),
    "ranges of codes": font(MAP, stream(RANGES)),
    "a long list of widths": font(WIDE % (b"1 2 500 " * 100_000)),
    "a bomb in a font": font(MAP, stream(b"<01> <0041> " * 6_000_000)),
}
HARMLESS = {
    "dashes of a line": page(b"[11.905512 5.669291 0.123456 5.669291 1.1234567 1.1234567] 0 d 0 0 m 1 1 l S"),
    "minus signs": page(b"-" * 300_000),
    "numbers and signs": page(b"1-" * 150_000),
    "images without end": page(b"BI " * 150_000),
    "strings without end": page(b"(" * 300_000 + b"(aaaa" * 50_000),
    "hex strings without end": page(b"<1" * 150_000),
    "arrays without end": page(b"[1 " * 150_000),
    "spaces": page((b"1" + b" " * 1_000) * 300),
    "a path in pieces": page(b"0 0 m 1 1 l 1 w " * 60_000 + b"S"),
    "arrays in arrays": page(b"[" * 100_000),
    "a wide range of widths": font(WIDE % b"0 2000000000 500"),
    "numbers too large": page(b"9" * 400 + b" 0 0 1 0 0 cm 0 0 m 1 1 l S"),
}
UNREADABLE = {
    "nothing": b"",
    "noise": bytes(range(256)) * 2_000,
    "cut short": page(b"0 0 m 1 1 l S")[:200],
    "pages in pages": pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 1>>"),
    "a page of no size": page(b"").replace(b"612 792", b"0 0    "),
}


def findings(path: Path) -> list[str]:
    return [f"{finding.code} {finding.wrong}" for finding in preflight_path(path, HOME)]


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_file_that_is_too_large_gives_one_finding(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "FOREIGN", replace(preflight.FOREIGN, objects=50_000))
    path = tmp_path / "x.pdf"
    path.write_bytes(TOO_MUCH[name])
    assert path.stat().st_size < 1_000_000
    (found,) = findings(path)
    assert found.startswith("P001 the file is too large to check: ")
    assert found.endswith(("MB of content", "texts, lines and forms", "codes")), "a budget, not the end of the process"


def test_forms_in_forms_that_draw_nothing_give_one_finding(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(laughs(b""))
    assert findings(tmp_path / "x.pdf") == [
        "P001 the file is too large to check: its pages have more than 20,000,000 texts, lines and forms"
    ]


def test_content_that_takes_too_long_to_read_gives_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form of 100,000 lines that is drawn 1,000 times counts as 2,000 objects, but takes minutes to read."""
    monkeypatch.setattr(preflight, "MOST_SECONDS", 1)
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
    lines = stream(b"0 0 m " + b"1 1 l 2 0 l " * 50_000 + b"S", form)
    (tmp_path / "x.pdf").write_bytes(page(b"/X Do " * 1_000, lines, resources=b"/XObject<</X 5 0 R>>"))
    (found,) = findings(tmp_path / "x.pdf")
    assert re.fullmatch(
        r"P001 the file is too large to check: it needs more than 400 MB of memory"
        r"|P038 the file was not checked to its end: it takes longer than 1 s of processor time",
        found,
    )


@pytest.mark.parametrize("name", HARMLESS)
def test_odd_content_takes_little_time(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "MOST_SECONDS", 6)
    path = tmp_path / "x.pdf"
    path.write_bytes(HARMLESS[name])
    found = findings(path)
    assert "P003 the page has no trim box" in found
    assert not any(line.startswith("P001") for line in found), found


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_is_not_a_pdf_gives_one_finding(tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(UNREADABLE[name])
    (found,) = findings(path)
    assert found.startswith("P001 the file cannot be read as PDF: ")


def test_a_file_with_a_password_gives_one_finding(tmp_path: Path) -> None:
    made = pikepdf.new()
    made.add_blank_page()
    made.save(tmp_path / "x.pdf", encryption=pikepdf.Encryption(owner="one", user="two"))
    assert findings(tmp_path / "x.pdf") == ["P001 the file is encrypted and opens only with a password"]


def test_a_path_that_is_not_a_file_gives_one_finding(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    (tmp_path / "huge.pdf").open("wb").truncate(10**12)
    wanted = {
        "pipe.pdf": "P001 this is not a file",
        "/dev/zero": "P001 this is not a file",
        "": "P001 the folder is not a kit: it contains no manifest.json",
        "none.pdf": "P001 the file cannot be read: no such file or directory",
        "huge.pdf": "P001 the file has 1,000,000 MB; the limit is 500 MB",
    }
    assert {name: findings(tmp_path / name) for name in wanted} == {name: [found] for name, found in wanted.items()}


def test_repeated_findings_are_counted(tmp_path: Path) -> None:
    count = 1_000
    kids = b" ".join(b"%d 0 R" % (number + 3) for number in range(count))
    pages = b"<</Type/Pages/Count %d/Kids[%b]>>" % (count, kids)
    one = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 500]/Rotate 90>>"
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf(b"<</Type/Catalog/Pages 2 0 R>>", pages, *[one] * count))
    found = findings(path)
    assert len(found) < 70
    assert "P004 980 more findings with this code are not listed" in found
    assert "P003 1,980 more findings with this code are not listed" in found


# ---------------------------------------------------------------- the process


def take(megabytes: int) -> int:
    return len(bytearray(megabytes * 1_000_000))


def count_up() -> None:
    number = 0
    while True:
        number += 1


def fail(exit_code: int) -> None:
    raise SystemExit(exit_code)


def test_a_job_with_limits_gives_its_result() -> None:
    assert run_limited(partial(take, 10), seconds=5, megabytes=200) == 10_000_000


@pytest.mark.parametrize(
    ("job", "why"),
    [
        (partial(take, 500), "it needs more than 200 MB of memory"),
        (count_up, "it takes longer than (1 s of processor time|10 s)"),
        (partial(fail, 3), "its reader failed"),
    ],
    ids=["memory", "time", "exit"],
)
def test_a_job_that_breaks_a_limit_is_stopped(job: partial[object], why: str) -> None:
    with pytest.raises(OverLimitError) as error:
        run_limited(job, seconds=1, megabytes=200)
    assert re.fullmatch(why, str(error.value))
