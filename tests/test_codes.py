"""Every code that a finding can carry is explained."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pnp
from pnp.findings import CHECKS
from pnp.message import capitalised
from pnp.report.code_texts import BUILD_CODES, LOAD_CODES, RETIRED_CODES
from pnp.report.explain import FAMILIES, explain_code, list_codes

SOURCES = sorted(Path(pnp.__file__).parent.rglob("*.py"))


def test_no_code_in_pnp_is_without_a_text() -> None:
    written = {code for path in SOURCES for code in re.findall(r'"([A-Z]\d{3})"', path.read_text(encoding="utf-8"))}
    assert written <= dict(list_codes()).keys()


def test_a_retired_code_is_explained_and_not_used_again() -> None:
    assert RETIRED_CODES.keys().isdisjoint(CHECKS.keys() | LOAD_CODES.keys() | BUILD_CODES.keys())
    others = [path.read_text(encoding="utf-8") for path in SOURCES if path.name != "code_texts.py"]
    for code in RETIRED_CODES:
        assert (explain_code(code) or "").startswith(f"{code}  Retired: ")
        assert not any(f'"{code}"' in text for text in others)


def test_codes_have_a_sentence_for_a_title() -> None:
    for code, title in list_codes():
        assert title.endswith("."), f"{code}: {title}"


def test_a_code_may_be_typed_in_small_letters() -> None:
    assert (explain_code("c001") or "").startswith("C001  ")
    assert explain_code("Q999") is None


def test_the_page_of_all_checks_has_every_code_with_its_examples(pnp: Callable[..., Any]) -> None:
    page = pnp("explain", "--all", "--format", "markdown").stdout
    sections = {text[:4]: text for text in re.split(r"^### (?=[A-Z]\d{3}: )", page, flags=re.MULTILINE)[1:]}
    assert [*sections] == [code for code, _ in list_codes()]
    for code, section in sections.items():
        text = explain_code(code) or ""
        labels = re.findall(r"^(?:Bad|Good):$", text, re.MULTILINE)
        assert re.findall(r"^(?:Bad|Good):$", section, re.MULTILINE) == labels
        assert section.count("```") == 2 * len(labels)
        for line in re.findall(r"^    (.+)$", text, re.MULTILINE):
            assert line in section
    families = re.findall(r"^## ([^\n\d]+)$", page, re.MULTILINE)
    assert families == [capitalised(name) for name in FAMILIES.values()]


def test_explain_takes_a_code_or_all(pnp: Callable[..., Any]) -> None:
    assert pnp("explain", "--all").stdout == pnp("explain").stdout
    assert pnp("explain", "C001", "--all").returncode == 2
