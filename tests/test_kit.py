"""A kit from the command line: a small game, and that of README.md, as a player's shell would build them."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.kit.options import read_options
from pnp.kit.parts import cover_part
from pnp.load import load_game
from pnp.write.kit_manifest import PROGRAM

TOP = Path(__file__).parents[1]
FORD = TOP / "tests" / "games" / "ford"
README = (TOP / "README.md").read_text("utf-8")
GUIDES = {
    name: (TOP / "docs" / f"{name}.md").read_text("utf-8") for name in ("checking", "playing", "errata", "printing")
}

if sys.platform != "win32":
    import resource


def block(language: str, number: int = 0) -> str:
    """The fenced block of that language and number in the guides."""
    return blocks("\n".join(GUIDES.values()), language)[number]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of that language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def start(
    *words: str | Path, cwd: Path, hash_seed: int = 0, largest_file: int = 0, before: Path = TOP
) -> subprocess.Popen[str]:
    """`pnp` with these words, in a process group of its own; modules in the folder `before` come before all others."""

    def limit() -> None:
        if largest_file:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    return subprocess.Popen(
        [sys.executable, "-m", "pnp", *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": f"{before}{os.pathsep}{TOP}", "PYTHONHASHSEED": str(hash_seed)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=limit if largest_file else None,  # noqa: PLW1509 - there are no threads here
    )


def run(*words: str | Path, cwd: Path, largest_file: int = 0, before: Path = TOP) -> tuple[int, str, str]:
    """Exit code, output, errors."""
    process = start(*words, cwd=cwd, largest_file=largest_file, before=before)
    out, errors = process.communicate()
    return process.returncode, out, errors


def hashes(kit: Path) -> dict[str, str]:
    """What the manifest says of each file, which must be true."""
    listed = {file["name"]: file["sha256"] for file in json.loads((kit / "manifest.json").read_text("utf-8"))["files"]}
    found = {path.relative_to(kit).as_posix(): path for path in kit.rglob("*") if path.is_file()}
    assert listed == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found.items() if name != "manifest.json"
    }
    return listed


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the game `ford`, of which docs/checking.md and docs/errata.md speak."""
    folder = tmp_path_factory.mktemp("shelf")
    shutil.copytree(FORD, folder / "ford")
    return folder


@pytest.fixture(scope="module")
def kits(game: Path) -> tuple[Path, Path]:
    """The same game built in two ways at once: in one process, and in two with another seed for hashes."""
    building = [
        start("build", "ford", "-o", "one", "-j", "1", cwd=game, hash_seed=1),
        start("build", "ford", "-o", "two", "-j", "2", cwd=game, hash_seed=2),
    ]
    for process, place in zip(building, ("one", "two"), strict=True):
        out, errors = process.communicate()
        assert (process.returncode, errors) == (0, ""), errors
        begun, built = out.splitlines()
        assert begun == f"building {place}/ford/home (1 of 1)"
        assert re.fullmatch(rf"{place}/ford/home: \d+ files, \d+ pages", built)
    return game / "one" / "ford" / "home", game / "two" / "ford" / "home"


def joined_pages(pdf: Path) -> dict[str, str]:
    """The pages of each file in a `kit.pdf`, as its page labels tell them; blank pages belong to the file before."""
    found: dict[str, list[int]] = {}
    with pikepdf.open(pdf) as joined:
        for number, page in enumerate(joined.pages, 1):
            name = page.label.rpartition(" ")[0].replace(" ", "-")
            found.setdefault(name or [*found][-1], []).append(number)
    assert all(numbers == [*range(numbers[0], numbers[-1] + 1)] for numbers in found.values())
    return {name: f"{pages[0]}-{pages[-1]}" if len(pages) > 1 else str(pages[0]) for name, pages in found.items()}


def test_the_print_guide_and_the_index_give_the_pages_of_each_file_in_kit_pdf(kits: tuple[Path, Path]) -> None:
    kit, _ = kits
    pages = joined_pages(kit / "kit.pdf")
    assert {"cover", "calibration", "map-tiles", "counters", "rules"} <= pages.keys()
    cover = pypdfium2.PdfDocument(kit / "cover.pdf")[2].get_textpage().get_text_bounded()
    rows = [" ".join(row.split()) for row in cover.splitlines()]
    index = (kit / "index.html").read_text("utf-8")
    assert f"Made with {PROGRAM}." in index, "owners compare it with that of an errata sheet"
    for path in kit.glob("*.pdf"):
        name = path.stem
        if name == "kit":
            continue
        (row,) = [row for row in rows if row.startswith(f"{name}.pdf ")]
        assert re.search(rf" {pages.get(name, '–')} \(?\d+\)?$", row), row
        (in_index,) = re.findall(rf'<tr><td><a href="{name}.pdf">.*?<td class="range">(.*?)</td>', index)
        assert in_index == pages.get(name, "–")
        assert (f"pages {pages.get(name)} of kit.pdf" in index) == (name in pages)
    assert f"kit.pdf on card: pages {pages['counters']}; on paper: all other pages." in rows
    assert f"kit.pdf pages {pages['counters']}</p>" in index


def test_the_game_of_the_documents_is_clean(game: Path) -> None:
    assert run("check", "ford", cwd=game) == (0, "ford: no findings\n", "")


def test_the_errata_of_the_guide_are_those_of_its_misprints(game: Path, tmp_path: Path) -> None:
    shutil.copytree(game, tmp_path / "shelf")
    options = tmp_path / "shelf" / "ford" / "options"
    options.mkdir()
    (options / "errata.yaml").write_text(block("yaml", 0) + block("yaml", 1), encoding="utf-8")
    assert run("check", "ford", "--option", "errata", cwd=tmp_path / "shelf") == (0, "ford: no findings\n", "")
    code, out, errors = run(
        "diff", "ford@errata@as-published", "ford@errata", "--format", "markdown", cwd=tmp_path / "shelf"
    )
    assert (code, errors) == (0, "")
    assert "3-9-3 → **3-4-3**" in out
    assert "D/- → **-/D**" in out
    assert "The printer took the 4 for a 9." in out


@pytest.mark.slow
def test_the_commands_of_the_guide_to_errata_name_editions_that_exist() -> None:
    commands = re.findall(r"^    \.venv/bin/pnp (diff|build|errata) ((?!--all).*)$", GUIDES["errata"], re.MULTILINE)
    assert len(commands) == 4
    for command, line in commands:
        words = line.split()
        old, new = words if command == "diff" else (f"{words[0]}@{words[2]}", words[0])
        code, out, errors = run("diff", old, new, cwd=TOP)
        assert (code, errors) == (0, "")
        assert re.search(r"^[1-9][0-9]* changes?:", out, re.MULTILINE)


def test_the_findings_of_the_guide_to_checks_are_what_is_printed(game: Path, tmp_path: Path) -> None:
    shutil.copytree(FORD, tmp_path / "ford")
    text = (FORD / "game.yaml").read_text("utf-8")
    text = text.replace("C4 D1 F4}", "C4 D1 F5}").replace("      1/-  1/-  -/-  -/1\n", "")
    (tmp_path / "ford" / "game.yaml").write_text(text, encoding="utf-8")
    assert run("check", "ford", cwd=tmp_path) == (1, block("text"), "")


def test_the_chances_of_the_guides_are_what_is_printed(game: Path) -> None:
    command, _, answer = block("console").partition("\n")
    assert run(*command.removeprefix("$ pnp ").split(), cwd=game) == (0, answer, "")


def test_the_kit_holds_the_files_that_the_guide_lists(kits: tuple[Path, Path]) -> None:
    listed = set(
        re.findall(r"`([\w-]+\.(?:pdf|html|json)|components/)`", GUIDES["printing"].partition("## Print it")[0])
    )
    there = {path.name + "/" * path.is_dir() for path in kits[0].iterdir()}
    assert there == listed | {"pages/", "cover.pdf"}


def test_the_index_shows_each_page_once(kits: tuple[Path, Path]) -> None:
    shown = re.findall(r'src="pages/([^"]+)"', (kits[0] / "index.html").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(path.name for path in (kits[0] / "pages").iterdir())


def test_the_same_data_is_the_same_bytes_however_it_is_built(kits: tuple[Path, Path]) -> None:
    assert hashes(kits[0]) == hashes(kits[1])
    assert (kits[0] / "manifest.json").read_bytes() == (kits[1] / "manifest.json").read_bytes()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_build_that_is_killed_leaves_the_last_kit_and_no_process(game: Path, kits: tuple[Path, Path]) -> None:
    kit, before = kits[1], hashes(kits[1])
    data = game / "ford" / "game.yaml"
    text = data.read_text("utf-8")
    data.write_text(text.replace("designer: Your Name", "designer: Another Name"), encoding="utf-8")
    try:
        build = start("build", "ford", "-o", "two", "-j", "2", cwd=game)
        while not list(kit.parent.glob(".home.new-*/*.pdf")):
            assert build.poll() is None, build.communicate()
            time.sleep(0.005)
        build.kill()  # a first file is written, and most of the kit is not
        build.communicate()  # until the last process that could write to the pipes has ended
    finally:
        data.write_text(text, encoding="utf-8")
    assert hashes(kit) == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on files")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_one_message_and_leaves_the_last_kit(game: Path, kits: tuple[Path, Path], jobs: str) -> None:
    before = hashes(kits[0])
    words = ("build", "ford", "-o", "one", "-j", jobs)
    code, out, errors = run(*words, cwd=game, largest_file=20_000)
    assert (code, out, errors.count("\n")) == (1, "building one/ford/home (1 of 1)\n", 2), errors
    assert errors.endswith("\nnothing built: 1 error\n")
    assert re.search(
        r"one/ford/home: W004 there is no space for the kit: .+; free some space; the last .+ unchanged", errors
    )
    assert hashes(kits[0]) == before


def test_a_place_that_cannot_be_written_to_is_one_message(game: Path, tmp_path: Path) -> None:
    (tmp_path / "ford").write_text("a file where the kits' folder should be")
    code, _, errors = run("build", "ford", "-o", tmp_path, "--only", "counters", cwd=game)
    assert (code, errors.count("\n")) == (1, 2), errors
    assert "W005 the kit cannot be written here: " in errors
    assert errors.endswith("; choose another place with -o\nnothing built: 1 error\n")


@pytest.mark.parametrize(
    ("part", "expected"),
    [("counters", {"kit", "counters", "calibration", "counter-manifest"}), ("map", {"kit", "map", "map-tiles"})],
)
def test_maps_and_counters_are_built_without_the_layout_engine(
    game: Path, tmp_path: Path, part: str, expected: set[str]
) -> None:
    """No process imports WeasyPrint, not even in advance, and there is no cover, which needs it."""
    marker = tmp_path / "imported"
    (tmp_path / "weasyprint.py").write_text(f"open({str(marker)!r}, 'w').close()")
    code, _, errors = run("build", "ford", "-o", "bare", "--only", part, "-j", "1", cwd=game, before=tmp_path)
    assert (code, errors) == (0, "")
    assert not marker.exists()
    assert {path.stem for path in (game / "bare" / "ford" / f"home-only-{part}").glob("*.pdf")} == expected


def test_without_pango_the_cover_is_left_out_with_a_warning(game: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    (options,) = read_options()
    cover, packaging = cover_part(load_game(game / "ford"), options.settings, tmp_path, ())
    assert (cover.there, packaging.there) == (False, True)
    assert [finding.code for finding in cover.warnings] == ["W001"]
    assert packaging.warnings == ()
    (tmp_path / "packaging.pdf").unlink()
    _, wrap = cover_part(load_game(game / "ford"), replace(options.settings, paper="tabloid"), tmp_path, ())
    assert not wrap.there, "the wrap of one sheet has the texts of the back cover"
    assert [finding.code for finding in wrap.warnings] == ["W001"]
    assert not list(tmp_path.glob("*.pdf"))


def test_without_pango_aids_are_refused(game: Path, tmp_path: Path) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError(\"cannot load library 'pango': not found\\nadvice\")")
    code, _, errors = run("build", "ford", "-o", "bare", "--only", "aids", "-j", "1", cwd=game, before=tmp_path)
    assert (code, errors.count("\n")) == (1, 2), errors


def test_the_game_of_the_readme_is_sound_and_its_finding_is_what_is_printed(tmp_path: Path) -> None:
    (game,), (finding, *_) = blocks(README, "yaml"), blocks(README, "text")
    assert len(game.splitlines()) <= 21
    (tmp_path / "ford").mkdir()
    page = tmp_path / "ford" / "game.yaml"
    page.write_text(game, "utf-8")
    assert run("check", "ford", cwd=tmp_path) == (0, "ford: no findings\n", "")
    page.write_text(game.replace("woods: B2 C3}", "woods: B2 C4}"), "utf-8")
    assert run("check", "ford", cwd=tmp_path) == (1, finding, "")


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    assert len(README.split()) <= 1000
    pages = [page for page in (TOP / "docs").rglob("*.md") if page.parent.name != "site"]  # which leads to made pages
    for page in (TOP / "README.md", *pages, TOP / "CONTRIBUTING.md"):
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name
