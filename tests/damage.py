"""Kinds of damage that tests do to the pages of a PDF."""

import re
from collections.abc import Callable, Iterable

from pikepdf import Pdf

from pnp.findings import Finding


def before_all(pdf: Pdf, number: int, operators: str) -> None:
    """Put operators before the content of a page (from 0)."""
    page = pdf.pages[number]
    page.Contents = pdf.make_stream(operators.encode() + b"\n" + page.Contents.read_bytes())


def after_all(pdf: Pdf, number: int, operators: str) -> None:
    """Put operators after the content of a page (from 0), in points from its foot."""
    page = pdf.pages[number]
    page.Contents = pdf.make_stream(b"q " + page.Contents.read_bytes() + b" Q\n" + operators.encode())


def replace_in(pdf: Pdf, number: int, old: str, new: str, count: int = 1) -> None:
    """Replace what a pattern finds in the content of a page (from 0)."""
    page = pdf.pages[number]
    content, found = re.subn(old.encode(), new.encode(), page.Contents.read_bytes(), count=count)
    assert found
    page.Contents = pdf.make_stream(content)


def drop(number: int) -> Callable[[Pdf], None]:
    def damage(pdf: Pdf) -> None:
        del pdf.pages[number]

    return damage


def said(findings: Iterable[Finding]) -> list[str]:
    """Return findings as lines, without the paths of the files."""
    return [
        re.sub(r"^.*?\(?(page \d+)\)?: (warning )?|^[^:]*: (warning )?", r"\1: ", str(f)).removeprefix(": ")
        for f in findings
    ]
