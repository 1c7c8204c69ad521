"""Findings as text, as JSON, as annotations of code hosts, and as SARIF.

Source of the formats: GitHub workflow commands; SARIF 2.1.0 (OASIS), section 3.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from pnp import __version__
from pnp.findings import Finding

MOST = 20
"""The most findings of one code that the text form lists; the rest are counted."""


def write_report(findings: Sequence[Finding], form: str) -> str:
    """Return findings in one of the forms `text`, `json`, `github` and `sarif`.

    The text form shortens a long list of findings with one code. Raise `KeyError` for another form.
    """
    return {"text": _text, "json": _json, "github": _github, "sarif": _sarif}[form](findings)


def _text(findings: Sequence[Finding]) -> str:
    """Return a line for each finding; after `MOST` findings of one code, the others are only counted."""
    lines, seen = [], Counter[str]()
    for finding in findings:
        seen[finding.code] += 1
        if seen[finding.code] <= MOST:
            lines.append(str(finding))
    left_out = {code: number - MOST for code, number in seen.items() if number > MOST}
    lines += [f"and {number:,} more of {code}" for code, number in left_out.items()]
    if left_out:
        lines.append(f"{len(findings):,} findings in all; {len(findings) - sum(left_out.values()):,} are shown")
    return "\n".join(lines)


def _json(findings: Sequence[Finding]) -> str:
    rows = [
        {
            "code": f.code,
            "severity": f.severity.value,
            "file": f.spot.file,
            "line": f.spot.line,
            "column": f.spot.column,
            "path": f.spot.path,
            "wrong": f.wrong,
            "write": f.write,
        }
        for f in (finding.shown for finding in findings)
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False)


def _github(findings: Sequence[Finding]) -> str:
    """Return a workflow command for each finding, with %, CR and LF escaped, and in properties also : and a comma."""

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def prop(text: str) -> str:
        return data(text).replace(":", "%3A").replace(",", "%2C")

    return "\n".join(
        f"::{f.severity.value} file={prop(f.spot.file)},line={f.spot.line},col={f.spot.column},title={prop(f.code)}"
        f"::{data(f.message)}"
        for f in (finding.shown for finding in findings)
    )


def _address(file: str) -> str:
    return quote(file.replace("\\", "/"), safe="/:", errors="surrogateescape")


def _sarif(findings: Sequence[Finding]) -> str:
    results = [
        {
            "ruleId": f.code,
            "level": f.severity.value,
            "message": {"text": f.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {
                            "uri": quote(raw.spot.file.replace("\\", "/"), safe="/:", errors="surrogateescape")
                        },
                        "region": {"startLine": max(f.spot.line, 1), "startColumn": max(f.spot.column, 1)},
                    }
                }
            ],
        }
        for raw, f in ((finding, finding.shown) for finding in findings)
    ]
    driver = {
        "name": "pnp",
        "version": __version__,
        "rules": [{"id": code} for code in sorted({f.code for f in findings})],
    }
    log = {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(log, indent=1, ensure_ascii=False)
