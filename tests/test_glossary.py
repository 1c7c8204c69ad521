"""pnp/GLOSSARY.md: every term is defined where the page says, and identifiers use the terms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pnp"
PAGE = (PACKAGE / "GLOSSARY.md").read_text("utf-8")
ENTRY = re.compile(r"^- \*\*(?P<term>[^*]+)\*\* \(`(?P<name>\w+)`\): (?P<text>.+)$", re.MULTILINE)


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def identifiers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the names that a module gives: classes, functions, parameters, variables and attributes it assigns."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def words(name: str) -> set[str]:
    """Return the words of an identifier in lower case.

    >>> sorted(words("StepCompiler")), sorted(words("_told_lines"))
    (['compiler', 'step'], ['lines', 'told'])
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_each_line_of_the_glossary_is_a_term() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert len(lines) == len(ENTRY.findall(PAGE)) >= 40
    for section in PAGE.split("\n## ")[1:]:
        terms = [match["term"].lower() for match in ENTRY.finditer(section)]
        assert terms == sorted(terms)


def test_every_name_in_the_glossary_exists() -> None:
    defined = {name for _, tree in trees() for _, name in identifiers(tree)}
    assert [match["name"] for match in ENTRY.finditer(PAGE) if match["name"] not in defined] == []


def test_identifiers_use_the_terms_of_the_glossary() -> None:
    avoided = {word for listed in re.findall(r"\*Not: ([^*]+)\.\*", PAGE) for word in listed.split(", ")}
    assert avoided
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line} {name}"
        for path, tree in trees()
        for line, name in identifiers(tree)
        if words(name) & avoided
    ]
    assert wrong == []
