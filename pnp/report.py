"""Findings as text: for people, as JSON, for code hosts' annotations, and as SARIF.

Source of the formats: GitHub workflow commands; SARIF 2.1.0 (OASIS), section 3.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pnp import __version__
from pnp.findings import Finding


def write_report(findings: Sequence[Finding], form: str) -> str:
    """All findings in one of the forms `text`, `json`, `github`, `sarif`; `KeyError` for another."""
    return {"text": _text, "json": _json, "github": _github, "sarif": _sarif}[form](findings)


def _text(findings: Sequence[Finding]) -> str:
    return "\n".join(map(str, findings))


def _message(finding: Finding) -> str:
    return finding.wrong + (f"; {finding.write}" if finding.write else "")


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
        for f in findings
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False)


def _github(findings: Sequence[Finding]) -> str:
    """One workflow command a line; %, CR and LF are escaped, and in properties : and , too."""

    def data(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def prop(text: str) -> str:
        return data(text).replace(":", "%3A").replace(",", "%2C")

    return "\n".join(
        f"::{f.severity.value} file={prop(f.spot.file)},line={f.spot.line},col={f.spot.column},title={prop(f.code)}"
        f"::{data(_message(f))}"
        for f in findings
    )


def _sarif(findings: Sequence[Finding]) -> str:
    results = [
        {
            "ruleId": f.code,
            "level": f.severity.value,
            "message": {"text": _message(f)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": f.spot.file.replace("\\", "/")},
                        "region": {"startLine": max(f.spot.line, 1), "startColumn": max(f.spot.column, 1)},
                    }
                }
            ],
        }
        for f in findings
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
