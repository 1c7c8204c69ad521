"""Every code that a finding can carry is explained."""

import re
from pathlib import Path

import pnp
from pnp.report.explain import explain_code, list_codes

SOURCES = sorted(Path(pnp.__file__).parent.rglob("*.py"))


def test_no_code_in_pnp_is_without_a_text() -> None:
    written = {code for path in SOURCES for code in re.findall(r'"([A-Z]\d{3})"', path.read_text(encoding="utf-8"))}
    assert written <= dict(list_codes()).keys()


def test_codes_have_a_sentence_for_a_title() -> None:
    for code, title in list_codes():
        assert title.endswith("."), f"{code}: {title}"


def test_a_code_may_be_typed_in_small_letters() -> None:
    assert (explain_code("c001") or "").startswith("C001  ")
    assert explain_code("Q999") is None
