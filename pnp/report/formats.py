"""Formats lists of findings as text, JSON, annotations of code hosts, or SARIF.

Source of the formats: GitHub workflow commands; SARIF 2.1.0 (OASIS), section 3.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from pnp import __version__
from pnp.findings import Finding, Severity
from pnp.report.text_report import text_report


def write_report(findings: Sequence[Finding], form: str) -> str:
    """Return a report of findings in the format `form`: `text`, `json`, `github` or `sarif`.

    The text form shortens a long list of findings with one code. Raise `KeyError` for another form.
    """
    return {"text": text_report, "json": _json_report, "github": _github_report, "sarif": _sarif_report}[form](findings)


def _json_report(findings: Sequence[Finding]) -> str:
    """Return findings as JSON."""
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


def _github_report(findings: Sequence[Finding]) -> str:
    """Return findings as annotation commands for GitHub Actions, one per line."""

    def data(text: str) -> str:
        """Escape the message of a GitHub annotation command."""
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def escape_property(text: str) -> str:
        """Escape a property (such as the file name) of a GitHub annotation command."""
        return data(text).replace(":", "%3A").replace(",", "%2C")

    levels = {Severity.NOTE: "notice"}
    return "\n".join(
        f"::{levels.get(f.severity, f.severity.value)} file={escape_property(f.spot.document)},line={f.spot.line},"
        f"col={f.spot.column},title={escape_property(f.code)}::{data(f'{f.spot.in_workbook}{f.message}')}"
        for f in (finding.shown for finding in findings)
    )


def _file_url(file: str) -> str:
    """Return a file name as the relative URL that SARIF needs."""
    return quote(file.replace("\\", "/"), safe="/:", errors="surrogateescape")


def _sarif_report(findings: Sequence[Finding]) -> str:
    """Return findings as SARIF, a JSON format for the results of code analysis."""
    results = [
        {
            "ruleId": f.code,
            "level": f.severity.value,
            "message": {"text": f.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _file_url(raw.spot.document)},
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
