"""Makes the parts of a kit in spite of errors, and drafts, where a page replaces a part that cannot be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pnp.cancel import Cancelled
from pnp.checks import run_checks
from pnp.checks.causes import PLAYED
from pnp.checks.checked_game import CheckedGame
from pnp.findings import Finding, Refused, Severity, checks_of, sort_findings
from pnp.impose.draft_pages import DraftLine, draft_document, finding_lines, heading_line, title_line
from pnp.impose.page import Document
from pnp.kit import parts as kit_parts
from pnp.kit.broken_game import BrokenGame
from pnp.kit.draft_marks import line_of_errors, marked_source
from pnp.kit.full_check import KitSource
from pnp.kit.options import PARTS, BuildOptions
from pnp.kit.parts import JoinedKit
from pnp.kit.sound_parts import is_error, parts_of_finding
from pnp.load.partly_read import read_partly
from pnp.log import LOG
from pnp.message import join_words, plural
from pnp.processes import NextJob
from pnp.spot import Spot
from pnp.write.finish import PAGES, WrittenFile, finish_document

UNMADE = "B015"
"""The code of a part that cannot be made, or only without some records."""
FIRST_PAGE = "draft"
"""The name of the file with the findings of a draft."""
MOST_LISTED = 300
"""The most findings that the first pages of a draft list."""
MOST_NAMED = 8
"""The most records that one finding names."""
MOST_ROUNDS = 16
"""How often a part is tried at most; each round leaves out what stopped the last one."""
_TIMES_OF_ALL = 2
"""How often all wrong records are left out together: first something replaces them, then nothing does."""
_OTHER_NAMES = {
    "map_part": "map-tiles",
    "rules_part": "rules",
    "counters_part": "counters",
    "counter_list_part": "counter-manifest",
    "cards_part": "cards-left-out",
    "pieces_part": "pieces-left-out",
    "aids_part": "aids",
    "player_folder_part": "folder",
    "odds_part": "odds",
}
"""The names of the files that replace those of each function."""
_NEEDS = {"map_part": "map", "rules_part": "rules", "counters_part": "counters", "cards_part": "components"}
_NEEDS |= {"counter_list_part": "counters", "aids_part": "aids"}
"""The section of the data without which a function makes nothing."""


def make_in_spite_of_errors(
    broken: BrokenGame, series: KitSource, part: str, options: BuildOptions, folder: Path
) -> tuple[WrittenFile, ...]:
    """Make a part of the kit of a game with errors; return its files.

    What cannot be made in a draft becomes a placeholder. Raise `Refused` if it is part of another kit.
    """
    written: list[WrittenFile] = []
    for make in PARTS[part].made_by:
        for one in (series, *(series.scenarios.values() if PARTS[part].per_scenario else ())):
            written += _Attempts(broken, one, make, options, folder).files()
    return tuple(written)


class _Attempts:
    """The attempts to make the files of one function of `pnp/kit/parts.py`, from less and less data."""

    def __init__(self, broken: BrokenGame, source: KitSource, make: str, options: BuildOptions, folder: Path) -> None:
        self.broken, self.source, self.make, self.options, self.folder = broken, source, make, options, folder
        self.left_out: tuple[str, ...] = ()
        self.part = next(name for name, part in PARTS.items() if make in part.made_by)
        self.errors = tuple(one for one in broken.errors if self.part in parts_of_finding(source.game, one))
        if options.draft:
            line = line_of_errors(options.settings.draft, self.errors)
            self.options = replace(options, settings=replace(options.settings, draft=line))

    def files(self) -> tuple[WrittenFile, ...]:
        """Return the files, with a warning if they lack records, or else a placeholder."""
        source, without, reasons = self.source, dict[str, int](), dict[Finding, None]()
        times_of_all = 0
        for _ in range(MOST_ROUNDS if self.options.draft else 1):
            stopped_by: tuple[Finding, ...] = ()
            for one in self._with_marks(source):
                try:
                    return self._with_warning(self._attempt(one))
                except (Cancelled, OSError):
                    raise
                except Refused as refused:
                    stopped_by = refused.findings
                except Exception as error:
                    if not self.broken.errors:
                        raise
                    stopped_by = (self._finding(f"it needs data that has errors ({type(error).__name__})"),)
            reasons |= dict.fromkeys(stopped_by)
            wrong = [one.spot.path for one in stopped_by if is_error(one) and one.spot.path]
            if not wrong and times_of_all == _TIMES_OF_ALL:
                break
            if not wrong:
                wrong, times_of_all = [one.spot.path for one in self.broken.errors if one.spot.path], times_of_all + 1
            for path in dict.fromkeys(wrong):
                without[path] = without.get(path, 0) + 1
            try:
                source = self._reduced(without)
            except Refused as refused:
                reasons |= dict.fromkeys(refused.findings)
                break
        if not self.options.draft:
            raise Refused(sort_findings((*self.broken.errors, *reasons)))
        return (self._placeholder(tuple(reasons)),)

    def _with_marks(self, source: KitSource) -> Iterator[KitSource]:
        """Yield the source with marks at what is wrong in a draft, with fewer of them, and at last without marks.

        A mark may be too wide for its place, and a table with a marked cell may be one that cannot be read.
        """
        if self.options.draft:
            on_map = [one for one in self.broken.errors if self.part == "map" and one.spot.path.startswith("entries.")]
            marked = marked_source(source, (*self.errors, *on_map), self.part)
            fewer = marked_source(source, (*self.errors, *on_map), self.part, cells=False)
            yield from (marked, fewer) if marked != fewer else (marked,) if marked is not source else ()
        yield source

    def _attempt(self, source: KitSource) -> tuple[WrittenFile, ...]:
        """Make the files in a folder of their own, and move them into the kit if all are made."""
        with TemporaryDirectory(prefix=".", dir=self.folder) as name:
            place = Path(name)
            made = getattr(kit_parts, self.make)(source, self.options.settings, place)
            written: tuple[WrittenFile, ...] = made.job() if isinstance(made, NextJob) else made
            for file in sorted(path for path in place.rglob("*") if path.is_file()):
                target = self.folder / file.relative_to(place)
                target.parent.mkdir(exist_ok=True)
                file.rename(target)
        return written

    def _reduced(self, without: dict[str, int]) -> KitSource:
        """Return the source without the records at some paths, and without what refers to them."""
        codes = {check.code for check in checks_of("game")} - set(PLAYED)
        before: tuple[str, ...] | None = None
        for _ in range(MOST_ROUNDS):
            partly = read_partly(self.broken.folder, self.options.overlays, without)
            game, self.left_out = partly.game.dated(self.options.date), partly.left_out
            games = game.scenarios.values() or (game,)
            found = [one for each in games for one in run_checks(CheckedGame(each), codes)]
            mine = (one for one in found if is_error(one) and self.part in parts_of_finding(game, one))
            more = {one.spot.path: 1 for one in mine if one.spot.path not in without}
            if not more or self.left_out == before:  # nothing that is still wrong can be left out
                break
            without |= more
            before = self.left_out
        source = KitSource.of_game(game).in_colouring(self.options.settings.ink)
        return source.scenarios.get(self.source.scenario, source)

    def _with_warning(self, written: tuple[WrittenFile, ...]) -> tuple[WrittenFile, ...]:
        """Return files with a warning that names what they lack, or a placeholder in place of nothing."""
        without = tuple(dict.fromkeys((*self.broken.left_out, *self.left_out)))
        needed = _NEEDS.get(self.make, "")
        lost = [path for path in without if needed and f"{path}.".startswith(f"{needed}.")]
        inner = tuple(f"{needed}.{id_}." for id_ in self.source.game.components)
        whole = [path for path in lost if not path.startswith(inner)]
        if self.options.draft and lost and (not written or (needed == "components" and whole)):
            of_part = [one for one in self.broken.errors if f"{one.spot.path}.".startswith(f"{needed}.")]
            return (*written, self._placeholder(of_part))
        own = [path for path in without if path.partition(".")[0] in PARTS[self.part].shows]
        if own and written:
            shown = own if len(own) <= MOST_NAMED else [*own[:MOST_NAMED], f"{len(own) - MOST_NAMED} more"]
            shown = [path.replace("rules.", "rules ", 1) for path in shown]  # a case is named by its number
            lacks = self._finding(f"it was made without {join_words(shown)}")
            return (_with_finding(written[0], lacks), *written[1:])
        return written

    def _finding(self, wrong: str) -> Finding:
        """Return a finding that says what is wrong with the part."""
        return Finding(UNMADE, Spot(self.part), wrong, "", Severity.WARNING)

    def _placeholder(self, reasons: Sequence[Finding]) -> WrittenFile:
        """Write a page in place of files that could not be made, or of records that they lack."""
        game, settings = self.source.game.game, self.options.settings
        name = self.source.file_name(_OTHER_NAMES[self.make])
        what = name.removesuffix("-left-out")
        own = [one for one in reasons if one.code != UNMADE] or list(self.broken.errors)
        paragraphs = [title_line(f"Left out: {what}"), DraftLine(game.title, "sans-semibold", 13, 2)]
        paragraphs.append(DraftLine("These errors must be corrected first:", above=6))
        for one in own[:12]:
            paragraphs += finding_lines(str(one.shown.spot), f"{one.code}: {one.message}")
        document = draft_document(
            name, f"{game.title}: {what} (left out)", paragraphs, settings.target, settings.sheet, framed=True
        )
        made = finish_document(document, settings, self.folder)
        wrong = "it cannot be made; a page in its place says so"
        left_out = Finding(UNMADE, Spot(what), wrong, "", Severity.WARNING)
        return replace(_with_finding(made, left_out), one_sided=True)


def _with_finding(file: WrittenFile, finding: Finding) -> WrittenFile:
    """Return a file with one more finding."""
    return replace(file, warnings=(*file.warnings, finding))


# ---------------------------------------------------------------- the whole draft


def join_draft(
    source: KitSource,
    options: BuildOptions,
    folder: Path,
    parts: Iterable[WrittenFile],
    contents: Mapping[str, Any],
    broken: BrokenGame,
) -> JoinedKit:
    """Write the list of findings, the cover of a whole draft, `kit.pdf`, `index.html` and `manifest.json`."""
    game, settings = source.game, options.settings
    present = [file for file in parts if file.there]
    outer = _cover(source, options, folder, present, broken) if options.is_whole else ()
    found = (*broken.errors, *broken.warnings, *(one for file in (*present, *outer) for one in file.warnings))
    first = finish_document(_first_page(game.game.title, found, options), settings, folder)
    present = [replace(first, one_sided=True), *outer[:1], *present, *outer[1:]]
    joined = kit_parts.join_part(game, settings, folder, present)
    in_kit = kit_parts.pages_in_kit(game, settings, folder, present)
    files, pages = kit_parts.list_files(game, folder, [*present, *joined], contents, None, in_kit)
    return JoinedKit((*outer, *joined), files, pages, ())


def _cover(
    source: KitSource, options: BuildOptions, folder: Path, present: Sequence[WrittenFile], broken: BrokenGame
) -> tuple[WrittenFile, ...]:
    """Write the cover and the packaging of a draft; return them, or nothing if they cannot be made."""
    try:
        made = kit_parts.cover_part(source.game, options.settings, folder, present, kit_parts.back_view(source))
    except (Cancelled, OSError):
        raise
    except Exception as error:
        if not broken.errors:
            raise
        LOG.info("the draft has no cover: it needs data that has errors (%s)", type(error).__name__)
        for file in (*folder.glob("cover.pdf"), *folder.glob("packaging.pdf"), *folder.glob(f"{PAGES}/cover-*")):
            file.unlink()
        return ()
    return tuple(file for file in made if file.there)


def _first_page(title: str, found: Iterable[Finding], options: BuildOptions) -> Document:
    """Return the pages with the findings of a draft: what is left out, the errors, then the warnings."""
    listed = [one for one in dict.fromkeys(found) if one.severity is not Severity.NOTE]
    unmade = [one for one in listed if one.code == UNMADE]
    errors = [one for one in listed if one.severity is Severity.ERROR and one not in unmade]
    warnings = [one for one in listed if one not in errors and one not in unmade]
    paragraphs = [
        title_line("DRAFT"),
        DraftLine(title, "sans-semibold", 14, 2),
        DraftLine(options.settings.draft, "sans-medium", 10.5),
        DraftLine(f"{plural(len(errors), 'error')}, {plural(len(warnings), 'warning')}", "sans-medium", 10.5),
    ]
    for heading, group in (("Left out", unmade), ("Errors", errors), ("Warnings", warnings)):
        paragraphs += [heading_line(heading)] if group else []
        for one in group[:MOST_LISTED]:
            if one.code == UNMADE:
                paragraphs.append(DraftLine(f"{one.spot.file}: {one.message}", above=1.6))
            else:
                paragraphs += finding_lines(str(one.shown.spot), f"{one.code}: {one.message}")
        if len(group) > MOST_LISTED:
            paragraphs.append(DraftLine(f"and {len(group) - MOST_LISTED:,} more; `pnp check` lists them all"))
    settings = options.settings
    return draft_document(FIRST_PAGE, f"{title}: findings of the draft", paragraphs, settings.target, settings.sheet)
