"""Reads a YAML file that is one record, such as a print target."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from pnp.findings import Refused, sort_findings
from pnp.load.source import Faults, read_source
from pnp.load.typed import read_record
from pnp.load.yamlfile import read_yaml

M = TypeVar("M", bound=BaseModel)


def read_record_file(path: Path, model: type[M]) -> M:
    """Return the record of class `model` in a YAML file; raise `Refused` if the file cannot be read or is invalid."""
    faults = Faults()
    source = read_source(path, faults)
    root = None if source is None else read_yaml(source, faults)
    record = None if root is None else read_record(root, model, faults)
    if record is None or faults:
        raise Refused(sort_findings(faults.findings))
    return record
