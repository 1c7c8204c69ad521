"""`pnp proof` with files: text, Markdown, PDF in columns, damaged files, and the output formats."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from reportlab.pdfgen.canvas import Canvas

from pnp.findings import Refused
from pnp.proof.document import make_document
from pnp.proof.proofreading import proofread, read_document

Run = Callable[..., Any]

LEFT = """\
1.0 THE MAP
1.1 Hexes. Each hex of the map is one
mile wide, and all units move from hex
to hex.
1.2 Terrain. Woods and hills slow a unit
down, as the chart of terrain explains.
2.0 MOVEMENT
2.1 Points. Each unit has as many move-
ment points as are printed on its coun-
ter."""
RIGHT = """\
2.2 Roads. A road hex costs one point of
movement, whatever its other terrain is.
2.3 Rivers. A river costs two points more
than the terrain beyond it (1.2).
3.0 COMBAT
3.1 Odds. Divide the strengths and round
the result down to whole odds.
3.2 Results. Apply each result at once,
the defender's first (2.2)."""


def write_pdf(path: Path, left: str, right: str, *, by_rows: bool = False) -> Path:
    """Write a page with two columns, a running head and a page number, twice."""
    canvas = Canvas(str(path), pagesize=(612, 792))
    for page in range(1, 4):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(200, 770, "THE FORD: RULES OF PLAY")
        canvas.drawString(300, 20, str(page))
        columns = [(72, left.split("\n")), (330, right.split("\n"))] if page == 1 else [(72, ["The end."])]
        drawn = [(x, 740 - 12 * i, text) for x, lines in columns for i, text in enumerate(lines)]
        for x, y, text in sorted(drawn, key=lambda one: -one[1]) if by_rows else drawn:
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return path


def read_or_refuse(path: Path) -> bool:
    """Return whether a file is read, or refused with a finding."""
    try:
        proofread(read_document(path))
    except Refused as refused:
        return refused.findings[0].code == "Q001"
    return True


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("by_rows", [False, True])
def test_columns_are_read_one_after_the_other(tmp_path: Path, by_rows: bool) -> None:
    document = read_document(write_pdf(tmp_path / "rules.pdf", LEFT, RIGHT, by_rows=by_rows))
    assert [case.written for case in document.cases] == [
        "1.0",
        "1.1",
        "1.2",
        "2.0",
        "2.1",
        "2.2",
        "2.3",
        "3.0",
        "3.1",
        "3.2",
    ]
    assert "as many movement points as are printed on its counter." in document.text
    assert "RULES OF PLAY" not in document.text
    assert proofread(document) == ()


SLIPS = {
    "Q010": (RIGHT, "2.2 Roads", "2.12 Roads"),
    "Q030": (RIGHT, "(1.2)", "(1.7)"),
    "Q050": (LEFT, "as the chart of terrain explains", "as the chart of terrian explains"),
    "Q052": (RIGHT, "and round", "and and round"),
}


@pytest.mark.parametrize("code", SLIPS)
@pytest.mark.parametrize("kind", [".txt", ".md", ".pdf"])
def test_the_same_slip_is_found_in_every_format(tmp_path: Path, kind: str, code: str) -> None:
    part, right, wrong = SLIPS[code]
    left, second = (text.replace(right, wrong, 1) if text is part else text for text in (LEFT, RIGHT))
    path = tmp_path / f"rules{kind}"
    if kind == ".pdf":
        write_pdf(path, left, second)
    else:
        text = f"{left}\n{second}\n"
        path.write_text(text if kind == ".txt" else text.replace("1.0 THE", "# 1.0 THE"), encoding="utf-8")
    found = [one for one in proofread(read_document(path)) if one.code == code]
    assert len(found) == 1
    assert found[0].spot.line > 0
    assert found[0].spot.path == ("page 1" if kind == ".pdf" else "")


def test_lines_and_pages_of_a_text_with_form_feeds() -> None:
    (found,) = proofread(make_document("rules.txt", "One page.\n\fMove the the unit.\n"))
    assert (found.spot.line, found.spot.path) == (2, "page 2")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("rules.txt", None, "there is no such file"),
        ("rules.pdf", None, "there is no such file"),
        ("rules.txt", b"", "the file contains no text"),
        ("rules.txt", b"\x00\x01\x02binary\x00", "this is a binary file and not a text"),
        ("rules.md", b"PK\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07", "this is a binary file and not a text"),
        ("rules.docx", b"text", "files of the type .docx are not read; name a .txt, .md or .pdf file"),
        ("rules", b"text", "files of the type without a suffix are not read"),
        ("rules.pdf", b"not a pdf", "the file cannot be read as PDF"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(Refused) as refused:
        read_document(tmp_path / name)
    (finding,) = refused.value.findings
    assert finding.code == "Q001"
    assert finding.message.startswith(message)


def test_a_scan_without_text_says_so(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "scan.pdf"))
    canvas.rect(10, 10, 100, 100, fill=1)
    canvas.showPage()
    canvas.save()
    with pytest.raises(Refused, match="only pictures of pages; recognise its text"):
        read_document(tmp_path / "scan.pdf")


def test_a_folder_is_not_a_rulebook(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="this is a folder"):
        read_document(tmp_path)


def test_old_encodings_are_read(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        path = tmp_path / f"{encoding}.txt"
        path.write_bytes("General Müller’s units – all of them – rest.".encode(encoding))
        assert "Müller’s units – all" in read_document(path).text


# ---------------------------------------------------------------- the command


def test_the_command_lists_findings_and_its_exit_code_is_1(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path, "rules.txt", "Move the the unit.\n")
    done = pnp("proof", "rules.txt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "rules.txt",
        'rules.txt:1: warning Q052 "Move the the unit." has "the" twice; remove one',
        "     1 | Move the the unit.",
    ]
    row = json.loads(pnp("proof", "rules.txt", "--format", "json", cwd=tmp_path).stdout)[0]
    assert (row["code"], row["line"], row["severity"]) == ("Q052", 1, "warning")
    assert pnp("proof", "rules.txt", "--format", "github", cwd=tmp_path).stdout.startswith(
        "::warning file=rules.txt,line=1"
    )
    sarif = json.loads(pnp("proof", "rules.txt", "--format", "sarif", cwd=tmp_path).stdout)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "Q052"


def test_the_command_says_that_rules_have_no_slips(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path, "rules.md", "# Rules\n\nMove the unit.\n")
    done = pnp("proof", "rules.md", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "rules.md: no findings\n", "")


def test_a_missing_file_does_not_hide_the_findings_of_others(pnp: Run, tmp_path: Path) -> None:
    write(tmp_path, "rules.txt", "Move the the unit.\n")
    done = pnp("proof", "missing.txt", "rules.txt", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == ["missing.txt", "missing.txt: Q001 there is no such file"]
    assert "Q052" in done.stdout


def test_wrong_usage_is_2(pnp: Run, tmp_path: Path) -> None:
    assert pnp("proof", cwd=tmp_path).returncode == 2
    assert pnp("proof", "--format", "xml", "rules.txt", cwd=tmp_path).returncode == 2


# ---------------------------------------------------------------- odd texts

PIECES = st.sampled_from(
    ["1.1 Rule. ", "[2.12] ", "a) ", "ii. ", "(see 3.4)", "1-2: yes", "3 + 4 = 8", "Combat Phase", "the the ", "two ways: a, b and c.", "\n", "\f", "|",
     "# ", "• ", "-\n", " ", "Roll one die", "Table", "DR", "½", "ﬁ", "\u00ad", "99.999.9999", "0", "’s", "\x07", "(", "]", "one", "natural 7"]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES | st.text(max_size=12), max_size=60))
def test_no_text_is_too_odd(pieces: list[str]) -> None:
    text = "".join(pieces)
    document = make_document("odd.txt", text)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(1 <= found.spot.line <= lines for found in proofread(document))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(content)
    assert read_or_refuse(path)


def test_damaged_pdf_files_are_refused_or_read(tmp_path: Path) -> None:
    content = write_pdf(tmp_path / "rules.pdf", LEFT, RIGHT).read_bytes()
    for i, cut in enumerate((10, 200, len(content) // 2, len(content) - 30)):
        path = tmp_path / f"cut{i}.pdf"
        path.write_bytes(content[:cut])
        assert read_or_refuse(path)


def test_long_texts_take_little_time() -> None:
    text = "".join(
        f"{i // 9 + 1}.{i % 9 + 1} Rule {i}. The unit of player {i} moves (see {i // 9 + 1}.1).\n" for i in range(900)
    )
    assert proofread(make_document("long.txt", text * 2)) is not None
