"""Finds kits that need not be built again, because neither their game nor the program has changed.

The key of a kit is a digest of all data files in the folder of its game, of the options, and of the program. The cache
keeps under it what the build printed, and a digest of the manifest that it wrote.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.cache import Cache, digest, program_stamp
from pnp.findings import Finding
from pnp.kit.options import BuildOptions
from pnp.load import shown_name
from pnp.load.game_files import game_files
from pnp.model.listing import MANIFEST
from pnp.safe_files import digest_of_file


class BuiltKit(NamedTuple):
    """The facts about a finished kit that are kept: SHA-256 of its manifest, files, pages, warnings and errors."""

    manifest: str
    files: int
    pages: int
    warnings: tuple[Finding, ...]
    errors: tuple[Finding, ...] = ()


def files_digest(folder: Path) -> str:
    """Return a digest of the names and contents of all files of a game, and of how messages name its folder."""
    return digest(shown_name(folder), tuple(game_files(folder)))


def kit_key(source: str, options: BuildOptions) -> str:
    """Return the key of a kit; `source` is the `files_digest` of its game."""
    how = (options.allow_study, options.date, options.draft, options.twins)
    chosen = (options.target, options.settings, options.parts, options.overlays, *how)
    return digest(program_stamp(), "kit", source, *chosen)


def unchanged_kit(cache: Cache | None, key: str, folder: Path) -> BuiltKit | None:
    """Return the kit in a folder if it has this key and all its files are still as they were written."""
    if cache is None:
        return None
    try:
        built: BuiltKit = cache.read(key)
        if digest_of_file(folder / MANIFEST) != built.manifest:
            return None
        listed = json.loads((folder / MANIFEST).read_bytes())["files"]
        same = all(digest_of_file(folder / one["name"]) == one["sha256"] for one in listed)
    except (KeyError, OSError):
        return None
    return built if same else None


def keep_kit(
    cache: Cache,
    key: str,
    folder: Path,
    files: int,
    pages: int,
    warnings: Sequence[Finding],
    errors: Sequence[Finding] = (),
) -> None:
    """Keep what is needed to recognise a finished kit."""
    cache.write(key, BuiltKit(digest_of_file(folder / MANIFEST), files, pages, tuple(warnings), tuple(errors)))
