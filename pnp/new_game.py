"""Begins new games: the files of `templates/new/`, with the names that the designer chooses."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pnp import __version__
from pnp.load.game_folder import GAME_FILE
from pnp.load.record_file import read_record_file
from pnp.model.new_kind import NewKind, NewKinds
from pnp.report.schema import DRAFT, data_schema
from pnp.resources import templates_dir
from pnp.safe_files import replace_file
from pnp.typeface import missing_letters

EVERY_KIND = "every"
"""The folder with the files that games of all kinds have."""
SCHEMA_FOLDER = ".pnp"
"""The folder of a game with the schemas for editors. Its name begins with a dot, because no designer opens it."""
MOST_LETTERS = 60
"""The longest title and the longest name of a side."""

_WORD = re.compile(r" ?@([A-Z_]+)@")
_PLAIN = re.compile(r"[^\W\d_](?:[\w -]*\w)?")
"""Texts that YAML reads as they are, also in braces."""


@dataclass(frozen=True)
class NewGame:
    """The choices for a new game: its kind, its title, the names of both sides, the size of its map, and its papers."""

    kind: str
    title: str
    sides: tuple[str, str]
    size: str = ""
    papers: str = "letter,a4"


@cache
def new_kinds() -> Mapping[str, NewKind]:
    """Return the kinds of game that can begin, the usual one first."""
    return read_record_file(_folder() / "kinds.yaml", NewKinds).kinds


def title_of(folder: Path) -> str:
    """Return the title of a game in a folder without another one.

    >>> title_of(Path("games/the-long-ford"))
    'The Long Ford'
    """
    words = re.sub(r"[-_\s{}@\\]+", " ", folder.name or folder.resolve().name).split()
    return " ".join(word[:1].upper() + word[1:] for word in words)[:MOST_LETTERS].strip() or "New Game"


def name_fault(name: str) -> str:
    """Return what is wrong with a title or with the name of a side; empty if nothing is."""
    if not name.strip():
        return "a name has at least one letter"
    if len(name) > MOST_LETTERS:
        return f"this name has {len(name)} characters; the limit is {MOST_LETTERS}"
    if letters := missing_letters(name, "condensed-bold"):
        return f"the typefaces of kits lack {letters}"
    if re.search(r"[{}@\\]", name) or not name.isprintable():
        return "a name consists of letters, digits and signs other than braces, @ and \\"
    return ""


def files_of(chosen: NewGame) -> dict[str, str]:
    """Return the texts of the files of a new game, by their paths in its folder.

    The first line of each YAML file names its schema, which is among the files.
    """
    words = _words(chosen)
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for folder in (_folder() / EVERY_KIND, _folder() / chosen.kind)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    schema = data_schema()
    sections: Mapping[str, object] = schema["properties"]
    written: dict[str, str] = {}
    used: set[str] = set()
    for name, text in files.items():
        filled = _filled(text, words, Path(name).suffix)
        if name.endswith(".yaml") and not name.startswith("."):
            section = _section_of(name, files[GAME_FILE])
            used.add(section)
            filled = f"# yaml-language-server: $schema={SCHEMA_FOLDER}/{section}.json\n{filled}"
        written[name] = filled
    written[f"{SCHEMA_FOLDER}/game.json"] = json.dumps(schema, ensure_ascii=False, separators=(",", ":")) + "\n"
    for section in sorted(used & sections.keys() - {"game"}):  # `game` is the whole file game.yaml
        part = {"$schema": DRAFT, "$ref": f"game.json#/properties/{section}/anyOf/0"}
        written[f"{SCHEMA_FOLDER}/{section}.json"] = json.dumps(part) + "\n"
    return written


def write_game(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a new game into its folder; raise `FileExistsError` if that has any files."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(folder)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())


def _folder() -> Path:
    """Return the folder with the files of new games."""
    return templates_dir() / "new"


def _section_of(name: str, game: str) -> str:
    r"""Return the section that a file holds, given the text of game.yaml; `game` for that itself.

    >>> _section_of("pieces.yaml", "map: map.yaml\ncounters:\n  - units.csv\n  - pieces.yaml\n")
    'counters'
    """
    section = ""
    for line in game.splitlines():
        section = line.partition(":")[0] if re.match(r"\w+:", line) else section
        if re.search(rf"(?<![\w.-]){re.escape(name)}$", line):
            return section
    return "game"


def _words(chosen: NewGame) -> dict[str, str]:
    """Return what replaces each word such as `@TITLE@`, by the word without its signs."""
    kind = new_kinds()[chosen.kind]
    size = kind.sizes.get(chosen.size) or next(iter(kind.sizes.values()), None)
    first, second = (_side_id(name) for name in chosen.sides)
    if not first or not second or first == second:
        first, second = "first", "second"
    return {
        "TITLE": chosen.title,
        "NAME_A": chosen.sides[0],
        "NAME_B": chosen.sides[1],
        "A": first,
        "B": second,
        "PAPERS": chosen.papers,
        "VERSION": __version__,
        **(size.words if size else {}),
    }


def _side_id(name: str) -> str:
    """Return the id of a side from its name; empty if the name has no letters of the English alphabet.

    >>> _side_id("The Red Army"), _side_id("1st Corps")
    ('the-red-army', 'st-corps')
    """
    return re.sub(r"^[^a-z]+|-+$", "", re.sub(r"[^a-z0-9]+", "-", name.lower()))


def _filled(text: str, words: Mapping[str, str], suffix: str) -> str:
    """Return the text of a file with its words replaced. Names of the designer are quoted where the file needs it."""

    def written(word: str) -> str:
        """Return what replaces a word in this file."""
        value = words[word]
        if word not in ("TITLE", "NAME_A", "NAME_B") or _PLAIN.fullmatch(value):
            return value
        if suffix == ".yaml":
            return json.dumps(value, ensure_ascii=False)
        if suffix == ".csv":
            line = io.StringIO()
            csv.writer(line, lineterminator="").writerow([value])
            return line.getvalue()
        return value

    def replaced(found: re.Match[str]) -> str:
        """Return what replaces a match, which may begin with a blank; an empty word takes the blank away."""
        if found[1] not in words:
            return found[0]
        return found[0][: -len(found[1]) - 2] + written(found[1]) if words[found[1]] else ""

    return _WORD.sub(replaced, text)
