"""A print target is read like a game: with spots, and all faults at once."""

from __future__ import annotations

from pathlib import Path

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.source import Faults, read_source
from pnp.load.typed import read_record
from pnp.load.yamlfile import read_yaml
from pnp.message import clip
from pnp.model.target import Target
from pnp.resources import templates_dir
from pnp.spot import Spot


def load_target(name: str) -> Target:
    """The target of that name in `templates/targets/`, or in the file at a path ending `.yaml`. Raises `Refused`."""
    faults = Faults()
    known = {path.stem: path for path in sorted((templates_dir() / "targets").glob("*.yaml"))}
    path = Path(name) if name.endswith(".yaml") else known.get(name)
    if path is None:
        faults.add("L001", Spot(clip(name)), "there is no such print target", did_you_mean(name, known))
        raise Refused(faults.findings)
    source = read_source(path, faults)
    root = None if source is None else read_yaml(source, faults)
    target = None if root is None else read_record(root, Target, faults)
    if target is None or faults:
        raise Refused(sort_findings(faults.findings))
    return target
