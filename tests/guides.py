"""The guides of docs/guides, as a reader follows them: files written, commands run, pictures made.

    python -m tests.guides [NAME ...]

writes what the commands print into the guides again, and the pictures into docs/guides/pictures. A guide is Markdown
with these forms, which readers understand and `steps` reads:

- "Write `ford/units.csv`:" before a fenced block: the block is the whole file.
- "Add to the end of `ford/game.yaml`:" before a block: the block is appended.
- "In `ford/map.yaml`, replace:" before a block, and "with:" before the next one: the lines of the first block, which
  are once in the file, become those of the second one.
- A block `console`: lines that begin with `$ ` are run, the lines below them are what they print. A line `...` stands for
  any lines.
- `![text](pictures/NAME.png)`: what the last `pnp preview` drew, or the page of a PDF that a comment before it names:
  `<!-- output/ford/home/rules.pdf, page 2 -->`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from click.testing import CliRunner
from PIL import Image

from pnp.cli import cli

TOP = Path(__file__).parents[1]
GUIDES = TOP / "docs" / "guides"
PICTURES = GUIDES / "pictures"
WIDEST = 560
COLOURS = 32
LONG = re.compile(r"pnp (build|errata|preflight)")
"""Commands that build a kit, or need one."""

FINDERS = ("check", "example")
"""Commands that a guide may let fail, to show what they find."""

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PICTURE = re.compile(
    r"^(?:<!-- (?P<pdf>\S+), page (?P<page>\d+) -->\n)?!\[[^\]]*\]\(pictures/(?P<name>[\w-]+\.png)\)$", re.MULTILINE
)
_LEADS = {
    "write": re.compile(r"\b[Ww]rite `([^`]+)`:$"),
    "add": re.compile(r"\b[Aa]dd to the end of `([^`]+)`:$"),
    "replace": re.compile(r"\b[Ii]n `([^`]+)`, replace:$"),
    "with": re.compile(r"^(?:with|by):$"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a reader does: a file to write, a console block, or a picture to see."""

    kind: str
    text: str
    file: str = ""
    page: int = 0
    start: int = 0
    end: int = 0


def steps(guide: str) -> Iterator[Step]:
    """Yield the steps of a guide in its order.

    Raises:
        ValueError: a block of data does not say what to do with it.
    """
    found = sorted([*_FENCE.finditer(guide), *_PICTURE.finditer(guide)], key=lambda match: match.start())
    for match in found:
        if match.re is _PICTURE:
            yield Step("picture", match["name"], match["pdf"] or "", int(match["page"] or 0))
        elif match[1] == "console":
            yield Step("run", match[2], start=match.start(2), end=match.end(2))
        else:
            lead = guide[: match.start()].rstrip().rsplit("\n\n", 1)[-1].replace("\n", " ").strip()
            for kind, form in _LEADS.items():
                if said := form.search(lead):
                    yield Step(kind, match[2], said[1] if form.groups else "")
                    break
            else:
                raise ValueError(f"the block after {lead[-60:]!r} does not say which file it belongs to")


class Reader:
    """Somebody who follows a guide in a folder, word by word."""

    def __init__(self, folder: Path, *, patient: bool) -> None:
        """Follow a guide in this empty folder; only a patient reader waits for commands that build kits."""
        self._folder, self._patient = folder, patient
        self._old: Step | None = None
        self._drawn = Path()

    def follow(self, step: Step) -> str | Image.Image | None:
        """Take a step; return what a console block is with its true output, or the picture.

        Raises:
            ValueError: a line to replace is not once in its file.
        """
        if step.kind == "run":
            return self._run(step.text)
        if step.kind == "picture":
            return self._picture(step)
        self._edit(step)
        return None

    def _edit(self, step: Step) -> None:
        if step.kind == "replace":
            self._old = step
            return
        path = self._folder / (step.file or (self._old.file if self._old else ""))
        if step.kind == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        elif step.kind == "add":
            path.write_text(path.read_text("utf-8") + step.text, encoding="utf-8")
        elif self._old:
            text = path.read_text("utf-8")
            if f"\n{text}".count(f"\n{self._old.text}") != 1:
                raise ValueError(f"{path.name} does not have these lines once:\n{self._old.text}")
            path.write_text(f"\n{text}".replace(f"\n{self._old.text}", f"\n{step.text}")[1:], encoding="utf-8")

    def _run(self, text: str) -> str:
        commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
        return "".join(f"$ {command}\n{self._output(command, printed)}" for command, printed in commands)

    def _output(self, command: str, printed: str) -> str:
        if LONG.match(command) and not self._patient:
            return printed
        words = shlex.split(command)
        with chdir(self._folder):
            if words[0] == "pnp":
                done = CliRunner().invoke(cli, words[1:], prog_name="pnp")
                if done.exception and not isinstance(done.exception, SystemExit):
                    raise done.exception
                if done.exit_code and words[1] not in FINDERS:
                    raise ValueError(f"{command} fails: {done.output}")
                out = done.output
            else:
                who = {f"GIT_{role}_{part}": "you" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
                done_ = subprocess.run(
                    words,
                    capture_output=True,
                    text=True,
                    check=True,
                    env={**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull},
                )
                out = done_.stdout
        if words[:2] == ["pnp", "preview"]:
            self._drawn = self._folder / out.strip()
        if out and not out.endswith("\n"):
            out += "\n"
        pattern = "".join("(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in printed.splitlines(True))
        return printed if printed and re.fullmatch(pattern, out) else out

    def _picture(self, step: Step) -> Image.Image | None:
        if not step.file:
            with Image.open(self._drawn) as image:
                return small(image)
        if not self._patient:
            return None
        with pypdfium2.PdfDocument(self._folder / step.file) as pdf:
            return small(pdf[step.page - 1].render(scale=2).to_pil())


def small(image: Image.Image) -> Image.Image:
    """Return an image with few colours that is not wider than a page on a screen."""
    image = image.convert("RGB")
    if image.width > WIDEST:
        image = image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.LANCZOS)
    return image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def write_again(path: Path) -> None:
    """Write the outputs and the pictures of a guide again."""
    text = path.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(Path(folder), patient=True)
        changes = []
        for step in steps(text):
            made = reader.follow(step)
            if isinstance(made, str):
                changes.append((step, made))
            elif made:
                made.save(PICTURES / step.text, optimize=True)
    for step, made in reversed(changes):
        text = text[: step.start] + made + text[step.end :]
    path.write_text(text, encoding="utf-8")


def main(names: Sequence[str]) -> int:
    """Write the guides with these names again, or all of them; return the exit code."""
    for name in names or [path.stem for path in sorted(GUIDES.glob("*.md"))]:
        write_again(GUIDES / f"{name}.md")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
