"""The wording of code and documentation: standard terms, plain sentences, and docstrings that say what is returned."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from markupsafe import Markup

from pnp.compose.example.example_boxes import named_units
from pnp.compose.example.example_prose import write_steps
from pnp.load import load_game
from pnp.load.board_reader import resolve_board
from pnp.rules.examples.example_run import play_examples

TOP = Path(__file__).parents[1]
PACKAGE = TOP / "pnp"
GLOSSARY = PACKAGE / "GLOSSARY.md"

LONGEST_FIRST_LINE = 110
"""Characters of the first line of a docstring, quotes included."""

RIDDLES = re.compile(
    r"\b(?:befalls?|whither|nobody|whoever|none such|made anew|makes? anew|at hand|what comes of|hangs? on|sees? to"
    r"|not above|not below|waived?|hinders?|come to (?:a|the)|stands? (?:for|in|on|at|nowhere)|has its own room"
    r"|of use|(?:one|it) that is not|(?:is|are) no [a-z]+|owes?|so often as|looked at when|bears? to be"
    r"|in its turn|the desk|deeds?|as it has it)\b",
    re.IGNORECASE,
)
"""Phrases that readers had to read twice; each has a plain equivalent."""
PLAIN = re.compile(r"(?:is|are) no (?:longer|more)|waived?[\"'`:]|waive\.\{", re.IGNORECASE)
"""Phrases that match `RIDDLES` but are plain; `waived` and `waive:` are words of the data."""

VERBS = frozenset(
    """
    abbreviate abort accept add allow answer append apply arrange ask assert assign begin bend bound break build
    calculate call change check choose clear clip close collect combine compare compile complete compose compute convert
    copy count create cross cut decide decode define delay delete describe disable discard display divide do draw drop embed
    encode end enter enumerate escape evaluate exchange exclude execute expand explain extend fail fetch fill find finish fit flip
    fold follow format gather generate get give group hide ignore import impose include index insert interrupt iterate
    join keep lay layer limit list load locate lock look make map mark match measure merge mirror move multiply name
    normalise note number offset omit open order pack pad paint parse part pass place plan play point prepare preload
    prevent print process prove provide pull put raise rank rate read rebuild receive record reduce refer refuse register reject release remove
    rename render repeat replace report require reset resolve restore return reverse roll rotate round run save scale
    search select send separate set shape shift shorten show shrink simplify skip smooth solve sort split spread start
    stop store strip subset sum swap take test tile touch trace transform translate trim turn typeset undo union update
    use validate visit wait walk warn weigh widen wrap write yield
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Verbs that docstrings of functions begin with."""


class Docstring(NamedTuple):
    """The docstring of a module, class or function."""

    place: str
    kind: str
    text: str


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def docstrings(path: Path) -> Iterator[Docstring]:
    """Yield every docstring of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            continue
        text = ast.get_docstring(node)
        if not text:
            continue
        line = getattr(node, "lineno", 1)
        kind = {ast.Module: "module", ast.ClassDef: "class"}.get(type(node), "function")
        if isinstance(node, ast.FunctionDef):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if any("property" in mark for mark in marks):
                kind = "property"
            elif any(re.match(r"(\w+_)?check\(|cli\.|click\.", mark) for mark in marks):
                kind = "title"  # what `pnp explain` and `--help` print
        yield Docstring(f"{path.relative_to(TOP)}:{line} {getattr(node, 'name', '')}".strip(), kind, text)


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings and comments of a module, or the lines of a text file, with their line numbers."""
    if path.suffix != ".py":
        yield from enumerate(path.read_text("utf-8").splitlines(), 1)
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.STRING, tokenize.COMMENT):
                yield token.start[0], token.string


def pages() -> list[Path]:
    """Return the files whose text is checked."""
    texts = [
        TOP / "README.md",
        TOP / "CONTRIBUTING.md",
        TOP / "Makefile",
        *sorted((TOP / "docs").rglob("*.md")),
        PACKAGE / "GLOSSARY.md",
        *sorted(PACKAGE.rglob("README.md")),
    ]
    return [*sources(), *(page for page in texts if page.exists())]


def failed(problems: list[str]) -> None:
    if problems:
        pytest.fail(f"{len(problems)} problems\n" + "\n".join(problems), pytrace=False)


def test_no_text_has_a_phrase_that_must_be_read_twice() -> None:
    problems = []
    for path in pages():
        for line, text in prose(path):
            for found in RIDDLES.finditer(text):
                before = text[: found.start()].lower()
                if not PLAIN.match(text, found.start()) and not before.endswith("there "):
                    number = line + text[: found.start()].count("\n")
                    problems.append(f"{path.relative_to(TOP)}:{number}: write {found[0]!r} in other words")
    failed(problems)


def test_the_first_line_of_a_docstring_is_short() -> None:
    failed(
        [
            f"{doc.place}: the first line has {len(first)} characters"
            for path in sources()
            for doc in docstrings(path)
            if len(first := doc.text.split("\n")[0]) > LONGEST_FIRST_LINE
        ]
    )


def test_the_docstring_of_a_function_begins_with_a_verb() -> None:
    failed(
        [
            f"{doc.place}: begins with {word!r}"
            for path in sources()
            for doc in docstrings(path)
            if doc.kind == "function"
            and not doc.place.endswith("__init__")
            and (word := re.split(r"\W", doc.text, maxsplit=1)[0]).lower() not in VERBS
        ]
    )


def test_the_docstring_of_a_class_or_module_does_not_begin_like_a_riddle() -> None:
    riddle = re.compile(r"(?:what|who|whose|which|where|how|all that|whatever)\b", re.IGNORECASE)
    failed(
        [
            f"{doc.place}: begins {doc.text[:40]!r}"
            for path in sources()
            for doc in docstrings(path)
            if doc.kind in ("class", "module") and riddle.match(doc.text)
        ]
    )


def test_no_class_and_no_module_name_has_two_meanings() -> None:
    places: dict[str, list[str]] = {}
    for path in sources():
        if path.stem not in ("__init__", "__main__"):
            places.setdefault(f"module {path.stem}", []).append(str(path.relative_to(TOP)))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(f"class {node.name}", []).append(str(path.relative_to(TOP)))
    failed([f"{name}: {', '.join(found)}" for name, found in sorted(places.items()) if len(found) > 1])


# ---------------------------------------------------------------- worked examples of the shipped games

LONGEST_PRINTED = 25
"""Words of the longest sentence of a worked example; notes in parentheses do not count."""
MACHINE = re.compile(
    r"\b\w+_\w+|\b(?:yes|no|none|true|false)\b[.,:]| = |\bthe the\b|\b(\w+) \1\b|table gives|[{}\[\]_\ue000\ue001]|\bnot above\b"
    r"|(?<![\w*.,/–-])-\d",
    re.IGNORECASE,
)
"""What betrays a machine: names of variables, values of conditions, repeated words, plain minus signs."""
SHIPPED = ("meiktila", "mukden", "myitkyina", "skirmish", "paratrooper/palembang", "paratrooper/primosole")


@pytest.mark.parametrize("name", SHIPPED)
def test_worked_examples_are_sentences_of_a_rulebook(name: str) -> None:
    folder, _, scenario = name.partition("/")
    game = load_game(TOP / "data" / folder, [scenario] if scenario else [])
    board = resolve_board(game)
    wrong: list[str] = []
    printed = {id_: played for id_, played in play_examples(game, board).items() if played.example.printed}
    assert printed
    for id_, worked in printed.items():
        units = named_units(game, board, worked)
        steps = write_steps(
            worked.trace.steps, worked.example.tells.hide, units, lambda cases: Markup(", ".join(cases))
        )
        assert steps, f"{id_} prints nothing"
        text = " ".join(step.plain for step in steps)
        wrong += [f"{id_}: {found[0]!r} in {text}" for found in MACHINE.finditer(text)]
        for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", text):
            words = re.sub(r" \([^)]*\)", "", sentence).split()
            if len(words) > LONGEST_PRINTED:
                wrong.append(f"{id_}: {len(words)} words: {sentence}")
    failed(wrong)
