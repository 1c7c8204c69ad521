"""Finds kits that need not be built again, because neither their game nor the program has changed.

The key of a kit is a digest of all files in the folder of its game, of the options, and of the program. The cache keeps
under it what the build printed, and a digest of the manifest that it wrote.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.cache import Cache, digest, program_stamp
from pnp.findings import Finding
from pnp.kit.options import BuildOptions
from pnp.load import shown_name
from pnp.model.listing import MANIFEST


class BuiltKit(NamedTuple):
    """The facts about a finished kit that are kept: SHA-256 of its manifest, files, pages and warnings."""

    manifest: str
    files: int
    pages: int
    warnings: tuple[Finding, ...]


def files_digest(folder: Path, without: Path | None = None) -> str:
    """Return a digest of the names and contents of all files in a folder, and of how messages name the folder.

    Hidden files and folders are left out, and so is `without`.
    """
    return digest(shown_name(folder), tuple(_named_files(folder, without)))


def _named_files(folder: Path, without: Path | None) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the SHA-256 of each file in a folder, in order."""
    left_out = os.path.realpath(without) if without else None
    seen: set[str] = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(place)
        if real in seen or real == left_out:  # a link may lead back
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            path = Path(place, name)
            try:
                content = hashlib.sha256(path.read_bytes()).digest()
            except OSError:
                content = b""  # loading the game reports it
            yield path.relative_to(folder).as_posix(), content


def kit_key(source: str, options: BuildOptions) -> str:
    """Return the key of a kit; `source` is the `files_digest` of its game."""
    return digest(program_stamp(), "kit", source, options.target, options.settings, options.parts, options.overlays)


def unchanged_kit(cache: Cache | None, key: str, folder: Path) -> BuiltKit | None:
    """Return the kit in a folder if it has this key and all its files are still as they were written."""
    if cache is None:
        return None
    try:
        built: BuiltKit = cache.read(key)
        manifest = (folder / MANIFEST).read_bytes()
        if hashlib.sha256(manifest).hexdigest() != built.manifest:
            return None
        listed = json.loads(manifest)["files"]
        same = all(hashlib.sha256((folder / one["name"]).read_bytes()).hexdigest() == one["sha256"] for one in listed)
    except (KeyError, OSError):
        return None
    return built if same else None


def keep_kit(cache: Cache | None, key: str, folder: Path, files: int, pages: int, warnings: Sequence[Finding]) -> None:
    """Keep what is needed to recognise a finished kit."""
    if cache is not None:
        manifest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
        cache.write(key, BuiltKit(manifest, files, pages, tuple(warnings)))
