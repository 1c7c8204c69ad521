"""Accepts the new results of worked examples and claims after a rule was changed on purpose."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.checks.checked_game import CheckedGame
from pnp.findings import Fault, Finding, Refused, Severity, did_you_mean, sort_findings
from pnp.kit.full_check import full_check
from pnp.load import load_game
from pnp.load.game_folder import GAME_FILE, read_trees
from pnp.load.source import Faults, Source, is_yaml, shown_name
from pnp.load.tree import Node, find_node
from pnp.load.upgrade_files import ChangedFile, write_files, written_text
from pnp.message import clip
from pnp.model.game import Game
from pnp.report.rename import not_of_the_game
from pnp.rules.state.errors import CLAIM_WRONG, DIFFERENT
from pnp.spot import Spot

_RESULTS = frozenset({DIFFERENT, CLAIM_WRONG})
"""The codes of stated results that differ from those that pnp computes."""


@dataclass(frozen=True)
class Acceptance:
    """The outcome: changed files, and the errors that prevent writing them or would be left after it."""

    files: tuple[ChangedFile, ...]
    findings: tuple[Finding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether there are errors, so that nothing may be written."""
        return any(one.severity is Severity.ERROR for one in self.findings)

    def write(self) -> None:
        """Write all changes; raise `OSError` before any file is changed if one is read-only."""
        write_files(self.files)


def accept(folder: Path, ids: Collection[str] = ()) -> Acceptance:
    """Return the changes that make the results of examples and claims those that pnp computes; no file is changed.

    `ids` are those of examples and claims; by default all. Raise `Refused` if the game cannot be read, if an id is
    unknown, or if there are errors beside different results.
    """
    game = load_game(folder)
    games = tuple(game.scenarios.values()) or (game,)
    known = {id_ for one in games for section in (one.examples, one.claims) for id_ in section}
    for id_ in ids:
        if id_ not in known:
            write = did_you_mean(id_, known) or "pnp example GAME lists the examples"
            raise Refused(
                [
                    Finding(
                        "L001",
                        Spot(shown_name(folder / GAME_FILE)),
                        f"no example or claim is called {clip(id_)}",
                        write,
                    )
                ]
            )
    others = [one for one in full_check(game) if one.severity is Severity.ERROR and one.code not in _RESULTS]
    if others:
        return Acceptance((), tuple(others))
    faults = Faults()
    trees = tuple(read_trees(folder, faults).values())
    edits: dict[Source, dict[tuple[int, int], str]] = defaultdict(dict)
    by_hand: list[Finding] = []
    for one in games:
        for fault in _different_results(one):
            if ids and fault.path.split(".")[1] not in ids:
                continue
            made = dict(_edits_of(one, trees, fault))
            if not made:
                by_hand.append(one.finding(fault))
            for node, text in made.items():
                edits[node.source][node.start, node.written_end] = text
    files = tuple(_changed_file(source, some) for source, some in sorted(edits.items(), key=lambda one: one[0].name))
    return Acceptance(files, sort_findings((*by_hand, *_left_over(folder, files, ids))))


def _different_results(game: Game) -> Iterator[Fault]:
    """Yield the fault of each result of an example or a claim that differs from the stated one."""
    checked = CheckedGame(game)
    for played in checked.played_examples:
        yield from (fault for fault in played.faults if fault.code == DIFFERENT)
    yield from (fault for fault in checked.claim_faults if fault.code == CLAIM_WRONG)


def _edits_of(game: Game, trees: Sequence[Node], fault: Fault) -> Iterator[tuple[Node, str]]:
    """Yield each value in the files that a result changes, with its new text; none if it cannot be written there."""
    place = game.spot(fault.path)
    for tree in trees:
        node, rest = find_node(tree, fault.path)
        if (
            rest
            or not fault.found
            or not is_yaml(node.source.name)
            or place not in (node.spot(place.path), node.key_spot(place.path))
        ):
            continue
        old = node.value if isinstance(node.value, list) else [node]
        if len(old) == len(fault.found):  # the layout of a list stays
            for one, text in zip(old, fault.found, strict=True):
                if one.value != text:
                    raw = one.source.text[one.start : one.end]
                    yield one, written_text(text, raw[:1] if raw[:1] in ("'", '"') else "")
        else:
            texts = [written_text(text) for text in fault.found]
            yield node, texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
        return


def _changed_file(source: Source, edits: dict[tuple[int, int], str]) -> ChangedFile:
    """Return a file with its edits."""
    text = source.text
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return ChangedFile(Path(source.name), source.text, text, "accepted")


def _left_over(folder: Path, files: Sequence[ChangedFile], ids: Collection[str]) -> Iterator[Finding]:
    """Yield the errors of a copy of the game with the changed files; without `ids`, also results that still differ."""
    if not files:
        return
    with TemporaryDirectory(prefix="pnp-") as temporary:
        copy = Path(temporary, folder.resolve().name)
        shutil.copytree(folder, copy, symlinks=True, ignore=not_of_the_game)
        for file in files:
            own = copy / file.path.resolve().relative_to(folder.resolve())
            own.write_bytes(file.after.encode())
        try:
            found = full_check(load_game(copy))
        except Refused as refused:
            found = refused.findings
    for one in found:
        if one.severity is Severity.ERROR and not (ids and one.code in _RESULTS):
            place = Path(one.spot.file).resolve()
            own = folder / place.relative_to(copy.resolve()) if place.is_relative_to(copy.resolve()) else place
            yield replace(one, spot=replace(one.spot, file=own.as_posix()))
