"""Writes `index.html` of the folder for kits, which lists the games whose kits are in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.compose.games_page import ListedGame, ListedKit, compose_games_page
from pnp.kit.options import USUAL_PARTS
from pnp.kit.publish import read_manifest
from pnp.message import capitalised
from pnp.model.listing import MANIFEST
from pnp.safe_files import UnfitFileError, read_regular_file, replace_file
from pnp.write.finish import PAGES
from pnp.write.kit_manifest import PROGRAM

PAGE = "index.html"
_OURS = b", all games"
"""Words in each page of this kind. A page of somebody else is left as it is."""
_MOST = 4_000_000


def update_games_page(output: Path) -> None:
    """Write the page of a folder for kits anew, after kits in it have changed.

    Nothing is written where another page has this name, or if the folder has no kit.
    """
    page = output / PAGE
    if os.path.lexists(page) and not _is_ours(page):
        return
    games = tuple(_listed_games(output))
    if games:
        replace_file(page, compose_games_page(games, PROGRAM).encode())


def _is_ours(page: Path) -> bool:
    """Return whether a page was written by `update_games_page`."""
    try:
        return _OURS in read_regular_file(page, _MOST)[:2000]
    except (OSError, UnfitFileError):
        return False


def _listed_games(output: Path) -> Iterator[ListedGame]:
    """Yield the games whose kits are in a folder, in the order of their titles."""
    kits: dict[str, dict[str, Mapping[str, Any]]] = {}
    for path in sorted(output.glob(f"*/*/{MANIFEST}")):
        manifest = read_manifest(path.parent)
        if isinstance(manifest.get("game"), str) and "errata" not in manifest and not path.parent.name.startswith("."):
            kits.setdefault(path.parents[1].name, {})[path.parent.name] = manifest
    games = (_listed_game(output, name, of_game) for name, of_game in kits.items())
    yield from sorted(games, key=lambda game: (game.title.casefold(), game.name))


def _listed_game(output: Path, name: str, kits: Mapping[str, Mapping[str, Any]]) -> ListedGame:
    """Return a game, given the manifests of its kits by the names of their folders."""
    whole = {folder: one for folder, one in kits.items() if _is_whole(one)}
    whole = dict(sorted(whole.items(), key=lambda pair: len(pair[0].split("-"))))
    about: Mapping[str, Any] = next((one["about"] for one in whole.values() if isinstance(one.get("about"), dict)), {})
    facts = tuple(tuple(map(str, fact)) for fact in about.get("facts", ()) if isinstance(fact, list) and len(fact) == 3)
    pictures = (f"{name}/{folder}/{PAGES}/large-cover.png" for folder in list(whole)[:1])
    return ListedGame(
        name,
        str(next(iter((whole or kits).values()))["game"]),
        str(about.get("subtitle", "")),
        facts,  # type: ignore[arg-type] # each has three texts
        next((path for path in pictures if (output / path).is_file()), ""),
        tuple(ListedKit(f"{name}/{folder}/{PAGE}", _words_of_kit(one)) for folder, one in whole.items()),
        tuple(ListedKit(f"{name}/{folder}/{PAGE}", folder) for folder in kits if folder not in whole),
    )


def _is_whole(manifest: Mapping[str, Any]) -> bool:
    """Return whether a kit has all parts, and is not a draft."""
    return set(USUAL_PARTS) <= set(manifest.get("parts", ())) and not manifest.get("draft")


def _words_of_kit(manifest: Mapping[str, Any]) -> str:
    """Return the paper of a kit, and what else its maker has chosen, such as `A4, grey`."""
    paper, ink, target = (str(manifest.get(key, "")) for key in ("paper", "ink", "target"))
    duplex = str(manifest.get("duplex", ""))
    words = [capitalised(paper), *([target] if target != "home" else []), *([ink] if ink != "full" else [])]
    words += {"fold": ["folded"], "none": ["one side"], "short": ["short edge"]}.get(duplex, [])
    return ", ".join((*words, *(str(one).rpartition("/")[2] for one in manifest.get("overlays", ()))))
