"""`make same` says which files of two builds differ, on which page and where."""

import json
from pathlib import Path

from pnp.impose.page import Document
from pnp.scene import Rect, rectangle
from pnp.write.pdf import pdf_bytes
from tests.pictures import page_of
from tests.same import differences, different_names, digests


def folder(path: Path, **files: bytes) -> Path:
    """Write files, whose names have a dot for `_`, in a new folder."""
    path.mkdir()
    for name, data in files.items():
        (path / name.replace("_", ".")).write_bytes(data)
    return path


def pages(*squares: float, title: str = "Kit") -> bytes:
    """A PDF with a black square of 5 mm on each page, so many millimetres from the left."""
    art = (page_of([rectangle(Rect(x, 10, 5, 5), fill="#000000")], 50, 30) for x in squares)
    return pdf_bytes(Document("kit", title, tuple(art)))


def test_equal_folders_have_no_differences(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", a_pdf=pages(10)), folder(tmp_path / "new", a_pdf=pages(10))
    assert different_names(digests(old), digests(new)) == []
    assert list(differences(old, new)) == []


def test_a_moved_square_is_named_with_its_page_and_place(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", a_pdf=pages(10, 10)), folder(tmp_path / "new", a_pdf=pages(10, 20))
    (line,) = differences(old, new)
    assert line.startswith("a.pdf: page 2: ")
    assert "by up to 255 of 255, 10.0 to 25.0 mm across, 10.0 to 15.0 mm down" in line


def test_other_bytes_of_the_same_picture_are_told_apart(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", a_pdf=pages(10)), folder(tmp_path / "new", a_pdf=pages(10, title="Other"))
    assert list(differences(old, new)) == ["a.pdf: other bytes, but the pages look the same"]


def test_a_missing_file_a_missing_page_and_a_changed_line_are_named(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", a_pdf=pages(10, 10), b_svg=b"<svg>\n<a/>", c_png=b"c")
    new = folder(tmp_path / "new", a_pdf=pages(10), b_svg=b"<svg>\n<b/>")
    assert list(differences(old, new)) == [
        "a.pdf: 2 pages were, 1 are",
        "b.svg: line 2: '<a/>' is now '<b/>'",
        "c.png: only in the old kit",
    ]


def test_a_manifest_differs_only_where_more_than_digests_do(tmp_path: Path) -> None:
    def manifest(digest: str, pages: int) -> bytes:
        return json.dumps({"files": [{"name": "a.pdf", "sha256": digest, "pages": pages}]}).encode()

    old = folder(tmp_path / "old", manifest_json=manifest("1", 2))
    assert list(differences(old, folder(tmp_path / "same", manifest_json=manifest("2", 2)))) == []
    (line,) = differences(old, folder(tmp_path / "new", manifest_json=manifest("2", 3)))
    assert line.startswith("manifest.json: line 1: ")
