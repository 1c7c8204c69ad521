"""Reads the YAML files of print targets and of printer profiles."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from pnp.findings import Finding, Refused, did_you_mean
from pnp.load.record_file import read_record_file
from pnp.load.source import Faults, is_yaml, shown_name, yaml_files
from pnp.message import clip
from pnp.model.target import BackShift, Printer, Target
from pnp.resources import home_folder, templates_dir
from pnp.spot import Spot


def target_name(name: str) -> str:
    """Return the name of a print target, given its name or its file path.

    >>> target_name("home"), target_name("../mine.yaml")
    ('home', 'mine')
    """
    return Path(name).stem if is_yaml(name) else name


def load_target(name: str) -> Target:
    """Return a print target, from its name in `templates/targets/` or the path of a .yaml file.

    Raise `Refused` if there is no such target or it has errors.
    """
    faults = Faults()
    known = {path.stem: path for path in sorted((templates_dir() / "targets").glob("*.yaml"))}
    path = Path(name) if is_yaml(name) else known.get(name)
    shipped = known.get(target_name(name))
    if path is not None and shipped is not None and path.resolve() != shipped.resolve():
        wrong = f"a print target named {target_name(name)} comes with pnp, and both would use one output folder"
        faults.add("L001", Spot(shown_name(path)), wrong, "rename the file")
        raise Refused(faults.findings)
    if path is None:
        faults.add("L001", Spot(clip(name)), "there is no such print target", did_you_mean(name, known))
        raise Refused(faults.findings)
    return read_record_file(path, Target)


@cache
def shipped_targets() -> tuple[Target, ...]:
    """Return the print targets that come with pnp."""
    return tuple(load_target(path.stem) for path in sorted((templates_dir() / "targets").glob("*.yaml")))


def printers_dir() -> Path:
    """Return the folder of the user's printer profiles."""
    folder = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    if not folder.is_absolute():
        folder = (home_folder() or Path(Path().absolute().anchor)) / ".config"  # without a home, there are no profiles
    return folder / "pnp" / "printers"


def load_printer(name: str) -> BackShift:
    """Return how far a printer shifts backs, from a printer profile's name or file path.

    Raise `Refused` if there is no such profile or it has errors.
    """
    faults = Faults()
    known = {file.stem: file for file in yaml_files(printers_dir()) if file.is_file()}
    path = Path(name) if is_yaml(name) else known.get(name)
    if path is None:
        if re.fullmatch(r"[+\-\u2212]?[\d.]+ *(mm|cm|in)?", name):
            write = "write two, to the right and down, such as 0.4mm,-0.2mm, or the readings A/D,B/C"
            raise Refused([Finding("B002", Spot("--back-shift"), f"{clip(name)} is one number", write)])
        write = (
            did_you_mean(name, known)
            or f"write back_shift: 0.4mm,-0.2mm,0.1deg into {shown_name(printers_dir())}/NAME.yaml"
        )
        faults.add("L001", Spot(clip(name)), "there is no printer profile of this name", write)
        raise Refused(faults.findings)
    return read_record_file(path, Printer).back_shift
