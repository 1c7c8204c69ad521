"""Loads a game: reads `game.yaml` and all files that it names, and applies overlays."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pnp.deferred import deferred
from pnp.findings import Finding, Refused, did_you_mean, sort_findings, write_instead
from pnp.load.filled_texts import fill_inserts, read_game, report_different_words
from pnp.load.joined_factors import with_joined_factors
from pnp.load.not_possible import CODE as IMPOSSIBLE, ONE_MAP, SEVERAL_MAPS, foreign_file
from pnp.load.overlay import EDITION, case_numbers, join_scenarios, lay_over, without_removals
from pnp.load.read_libraries import read_libraries
from pnp.load.source import SHEET_SUFFIXES, Faults, Source, inside, is_yaml, read_source, shown_name, yaml_files
from pnp.load.tree import Node, is_sheet, misnamed_file, names_a_sheet
from pnp.load.upgrades import upgraded
from pnp.load.upgrades.stated_format import FORMAT, PROGRAM, can_read, format_of, refuse_in_overlay
from pnp.load.yamlfile import read_yaml
from pnp.message import clip
from pnp.model.game import Game
from pnp.resources import data_dir
from pnp.spot import Spot

with deferred():
    from pnp.load import known_fields, misprints, rulesfile
    from pnp.load.sheets import sheet_files

GAME_FILE = "game.yaml"
"""The file that each game must have."""
MISSING = "L011"
"""The code of a key that is missing."""
OVERLAY_FOLDERS = ("scenarios", "editions", "options", "translations")
"""The folders of overlays in a game's folder."""
MAX_FILES = 100
"""The most files that one game may name."""
_ENTRIES = "entries"
_LATE = ("counters", "map")
"""Parts that are read last, because their sheets use the names of sides, formations and terrain."""
SUFFIXES = (".yaml", ".yml", ".md", *SHEET_SUFFIXES)
"""The file types that game data may have."""


def is_data_file(name: str) -> bool:
    """Return whether a file has one of the endings of game data; programs on Windows write them in capitals too."""
    return name.lower().endswith(SUFFIXES)


def shipped_games() -> list[str]:
    """Return the names of the games that come with pnp, in alphabetical order."""
    return sorted(path.parent.name for path in data_dir().glob(f"*/{GAME_FILE}"))


def find_game(name_or_path: str) -> Path:
    """Return the folder of a game, given its path or the name of a game that comes with pnp.

    Raise `Refused` if there is none.
    """
    path = Path(name_or_path)
    try:
        if is_yaml(path.name) and path.stem.lower() == Path(GAME_FILE).stem and path.is_file():
            return path.parent
        if path.is_dir():
            return path
    except (OSError, ValueError):  # a name that no file can have
        pass
    games = shipped_games()
    if name_or_path in games:
        return data_dir() / name_or_path
    faults = Faults()
    write = did_you_mean(name_or_path, games) or "name a folder that holds a game.yaml"
    faults.add("L001", Spot(clip(name_or_path)), "there is no such folder and no game of this name", write)
    raise Refused(faults.findings)


def load_game(folder: Path, overlays: Sequence[str] = (), without: Collection[str] = ()) -> Game:
    """Load the game in a folder and apply overlays in order; raise `Refused` if the data has errors.

    Raise `Refused` with everything that is wrong. An overlay is named with its folder, such as `scenarios/short`;
    without a folder it is searched for in all of them. The top-level keys in `without` are not read, for callers that
    need only part of the game.
    """
    faults = Faults()
    game = read_folder(folder, overlays, without, faults)
    if game is None:
        raise Refused(all_findings(faults, folder))
    return game


def read_folder(
    folder: Path,
    overlays: Sequence[str],
    without: Collection[str],
    faults: Faults,
    reduced: Callable[[Node], Node] = lambda tree: tree,
) -> Game | None:
    """Return the game in a folder as `load_game` does; None with findings if the data has errors.

    `reduced` may leave out records of the whole tree before it is read as a game. Raise `Refused` without a game.yaml.
    """
    if os.access(folder, os.X_OK) and not os.path.lexists(folder / GAME_FILE):
        names = sorted(path.name for path in folder.iterdir()) if os.access(folder, os.R_OK) else []
        other = next((name for name in names if is_yaml(name) and Path(name).stem.lower() == Path(GAME_FILE).stem), "")
        write = f"rename {clip(other)} to {GAME_FILE}" if other else "name the folder of a game"
        faults.add("L001", Spot(shown_name(folder)), f"this folder has no {GAME_FILE}", write)
        raise Refused(faults.findings)
    _refuse_file_names(folder, faults)
    root = _read_tree(folder, folder / GAME_FILE, faults, without)
    if root is not None:
        root = without_removals(root, faults)
        if not without:
            _refuse_without_misprints(root, folder, overlays, faults)
        scenarios = _scenarios_of(root)
        chosen = {name.removeprefix("scenarios/") for name in overlays} & set(scenarios)
        if scenarios and not chosen:
            game = _load_series(root, folder, scenarios, overlays, faults, without, reduced)
        else:
            game = _load_tree(root, folder, overlays, faults, without, reduced)
            others = [name for name in scenarios if name not in chosen]
            trees = filter(
                None, (_overlay_tree(folder, f"scenarios/{name}", Faults(), without, base=root) for name in others)
            )
            if game is not None:
                game._other_cases = frozenset(number for tree in trees for number in case_numbers(tree))
        if game is not None and not faults:
            return game
    return None


def _load_tree(
    root: Node,
    folder: Path,
    overlays: Sequence[str],
    faults: Faults,
    without: Collection[str],
    reduced: Callable[[Node], Node],
) -> Game | None:
    """Return the game of a tree with overlays applied to it; None if it has errors, which are added to `faults`."""
    for name in overlays:
        if not _is_of_misprints(name):
            root = _apply_overlay(root, folder, name, faults, without)
    root = upgraded(root, format_of(root))
    if any(map(_is_of_misprints, overlays)):
        root = misprints.as_published_tree(root, faults)
    game = read_game(with_joined_factors(reduced(root)), faults, read_libraries(folder, faults))
    return None if faults else game


def _refuse_without_misprints(root: Node, folder: Path, overlays: Sequence[str], faults: Faults) -> None:
    """Add a finding if the edition of the misprints is asked for, but no file of the game has a misprint."""
    if not any(map(_is_of_misprints, overlays)):
        return
    files = overlay_files(folder)
    names = [f"{part}/{name}" for part in OVERLAY_FOLDERS for name in files[part]]
    trees = filter(None, (_overlay_tree(folder, name, Faults(), base=root) for name in names))
    if not misprints.has_misprints(root) and not any(map(misprints.has_misprints, trees)):
        editions = ", ".join(files["editions"])
        write = (
            f"its editions are: {editions}" if editions else "write misprint: at the record that was printed wrongly"
        )
        wrong = f"this game has no misprint, so there is no edition {EDITION}"
        faults.add("L015", Spot(shown_name(folder)), wrong, write)


def _is_of_misprints(name: str) -> bool:
    """Return whether an overlay is the edition that is made from the misprints of the data."""
    return name.removeprefix("editions/") == EDITION


def _refuse_file_names(folder: Path, faults: Faults) -> None:
    """Add a finding for each overlay with the name of the edition made from misprints, and for names used twice.

    `short.yml` beside `short.yaml` would be one overlay of two files, and so would `game.yml` beside `game.yaml`.
    """
    doors = [path for path in yaml_files(folder) if path.stem == Path(GAME_FILE).stem]
    for files in (doors, *(yaml_files(folder / part) for part in OVERLAY_FOLDERS)):
        first: dict[str, Path] = {}
        for path in files:
            other = first.setdefault(path.stem, path)
            if other is not path:
                wrong = f"{clip(other.name)} has the same name without its ending, so only one of them can be read"
                faults.add("L018", Spot(shown_name(path)), wrong, "delete or rename one of them")
            if path.stem == EDITION:
                wrong = (
                    f"an overlay cannot have the name {EDITION}: pnp makes this edition from the misprints of the data"
                )
                faults.add("L018", Spot(shown_name(path)), wrong, "rename the file, such as as-printed.yaml")


def _scenarios_of(root: Node) -> tuple[str, ...]:
    """Return the names of the scenarios of a series; empty for other games."""
    about = root.mapping.get("game")
    listed = about.mapping.get("scenarios") if about is not None else None
    if listed is None:
        return ()
    items = listed.value if isinstance(listed.value, list) else [listed]
    return tuple(name for item in items for name in str(item.value).split())


def _load_series(
    root: Node,
    folder: Path,
    scenarios: Sequence[str],
    overlays: Sequence[str],
    faults: Faults,
    without: Collection[str],
    reduced: Callable[[Node], Node],
) -> Game | None:
    """Return a series with its scenarios; None if there are errors, which are added to `faults`."""
    games: dict[str, Game] = {}
    trees: list[Node] = []
    for name in scenarios:
        tree = _overlay_tree(folder, f"scenarios/{name}", faults, without, base=root)
        if tree is not None:
            trees.append(tree)
            game = _load_tree(lay_over(root, tree, faults), folder, overlays, faults, without, reduced)
            if game is not None:
                games[name] = game
                trees[-1] = fill_inserts(tree, game, faults)  # its texts are about this scenario
        if faults:
            return None
    report_different_words(root, games, faults)
    if faults:
        return None
    whole = _load_tree(join_scenarios(root, trees, faults), folder, overlays, faults, without, reduced)
    if whole is not None:
        whole._scenarios = games
        for game in games.values():
            game._other_cases = frozenset(case.number for case in whole.rules)
    return whole


def all_findings(faults: Faults, folder: Path) -> tuple[Finding, ...]:
    """Return the listed findings, with one more that says how many were not listed."""
    found = _one_for_each_uneven_row(sort_findings(faults.findings), faults)
    if not faults.uncounted:
        return found
    spot = Spot(shown_name(folder / GAME_FILE))
    return (
        *found,
        Finding("L005", spot, f"there are {faults.uncounted:,} more findings", "correct the first ones first"),
    )


def _one_for_each_uneven_row(found: Sequence[Finding], faults: Faults) -> tuple[Finding, ...]:
    """Return the findings; those of a row with a cell too few or too many become one.

    Its cells may be in wrong columns; but a row that only lacks its last cells has no wrong values.
    """
    kept = []
    shifted = {(one.spot.file, one.spot.line) for one in found if one.code != MISSING}
    for one in found:
        row = (one.spot.file, one.spot.line)
        wrong, write, if_missing = faults.uneven_rows.get(row, ("", "", ""))
        if wrong and row in shifted:
            spot = replace(one.spot, column=1, path=".".join(one.spot.path.split(".")[:2]))
            kept.append(Finding("L016", spot, wrong, write))
        elif wrong:
            kept.append(replace(one, wrong=f"{wrong}: {one.wrong}", write=if_missing))
        else:
            kept.append(one)
    return tuple(dict.fromkeys(kept))


def overlay_files(folder: Path) -> dict[str, dict[str, Path]]:
    """Return the files of a game's overlays by name, for each of `OVERLAY_FOLDERS`."""
    return {part: {path.stem: path for path in yaml_files(folder / part)} for part in OVERLAY_FOLDERS}


def has_overlays(folder: Path, names: Iterable[str]) -> bool:
    """Return whether a game has these overlays, as far as their files tell; it may still have no misprints."""
    files = overlay_files(folder)
    known = {f"{part}/{name}" for part, some in files.items() for name in some}
    return all(name in known or _is_of_misprints(name) for name in names)


def read_door(path: Path, faults: Faults) -> Node | None:
    """Return a YAML file of a game without the files that it names; None with a finding if it cannot be read."""
    source = read_source(path, faults)
    return None if source is None else read_yaml(source, faults)


def read_trees(folder: Path, faults: Faults) -> dict[Path, Node]:
    """Return the data trees of a game and of all its overlays by file, each with the files that it names.

    The game is first.
    """
    overlays = (path for files in overlay_files(folder).values() for path in files.values())
    base = _read_tree(folder, folder / GAME_FILE, faults)
    trees = {folder / GAME_FILE: base, **{path: _read_tree(folder, path, faults, base=base) for path in overlays}}
    return {path: tree for path, tree in trees.items() if tree is not None}


def _apply_overlay(root: Node, folder: Path, name: str, faults: Faults, without: Collection[str]) -> Node:
    """Return the game's data tree after merging the overlay `name` into it."""
    over = _overlay_tree(folder, name, faults, without, (EDITION,) if misprints.has_misprints(root) else (), root)
    if over is None:
        return root
    for key, child in over.mapping.items():
        ids = root.mapping[key].mapping if key in root.mapping and not name.startswith("scenarios/") else {}
        if ids:
            faults.new_ids |= {f"{key}.{id_}": tuple(ids) for id_ in child.mapping if id_ not in ids}
    return lay_over(root, over, faults)


def _overlay_tree(
    folder: Path,
    name: str,
    faults: Faults,
    without: Collection[str] = (),
    others: Sequence[str] = (),
    base: Node | None = None,
) -> Node | None:
    """Return the tree of an overlay's files; None if it does not exist or cannot be read.

    `others` are the names of overlays without a file, which a message about a misspelt name suggests too.
    """
    asked, _, stem = name.partition("/") if name.startswith(tuple(f"{p}/" for p in OVERLAY_FOLDERS)) else ("", "", name)
    found = overlay_files(folder)
    path = next((found[part][stem] for part in ([asked] if asked else OVERLAY_FOLDERS) if stem in found[part]), None)
    if path is None:
        wrong, write = _overlay_fault(asked, stem, found, others if asked in ("", "editions") else ())
        faults.add("L015", Spot(shown_name(folder)), wrong, write)
        return None
    return _read_tree(folder, path, faults, without, base)


def _overlay_fault(
    asked: str, name: str, found: Mapping[str, Mapping[str, Path]], others: Sequence[str]
) -> tuple[str, str]:
    """Return the message and the advice for an overlay that does not exist."""
    known = [*(found[asked] if asked else [stem for stems in found.values() for stem in stems]), *others]
    folder = next((part for part in found if name in found[part]), None)
    noun = asked.removesuffix("s") or "overlay"
    if folder:
        article = "an" if noun[0] in "aeiou" else "a"
        return (
            f"{clip(name)} is not {article} {noun}",
            f"it is in the folder {folder}/, so write --{folder.removesuffix('s')}",
        )
    where = f"{asked}/" if asked else ", ".join(f"{part}/" for part in OVERLAY_FOLDERS)
    meant = did_you_mean(Path(name).stem if is_yaml(name) else name, known)
    return f"this game has no {noun} {clip(name)}", meant or f"overlays are YAML files in {where}"


def _read_tree(
    folder: Path, path: Path, faults: Faults, without: Collection[str] = (), base: Node | None = None
) -> Node | None:
    """Read a YAML file and all files that it names; return one data tree.

    `base` is the tree of the game that an overlay changes; its sheets may use the names of its sides and factors.
    """
    if inside(folder, str(path.relative_to(folder))) is None:
        faults.add("L003", Spot(shown_name(path)), "this file is outside the game's folder", "copy it into the folder")
        return None
    root = read_door(path, faults)
    if root is None:
        return None
    if not isinstance(root.value, dict):
        faults.add(
            "L012", root.spot(), "a game is a mapping of keys and values", "write game:, counters:, map: and so on"
        )
        return None
    if path != folder / GAME_FILE:
        refuse_in_overlay(root, faults)
    elif not can_read(root, faults):
        return None
    files, sheets = 0, partial(_sheet_reader, folder, path.parent, root, base, faults)
    for key, node in sorted(root.value.items(), key=lambda item: item[0] in _LATE):
        if key in without:
            del root.value[key]
            continue
        named = _named_files(key, node)
        if named is None:
            continue
        files += len(named)
        if files > MAX_FILES:
            faults.add(
                "L005", node.spot(key), f"more than {MAX_FILES} files are named", "put several parts in one file"
            )
        read = _read_part(folder, path.parent, key, named, sheets, faults) if files <= MAX_FILES else None
        if read is None:
            faults.lost.add(key)
            del root.value[key]
        elif key != _ENTRIES or node is root.value[key]:
            root.value[key] = read
        else:  # a sheet of counters has made some
            root.value[key] = Node({**root.value[key].mapping, **read.mapping}, read.source, read.start, read.end)
    return sheets().with_inner_sheets() if names_a_sheet(root) else root


def _sheet_reader(folder: Path, beside: Path, root: Node, base: Node | None, faults: Faults) -> sheet_files.SheetReader:
    """Return what reads the sheets of a data tree."""
    return sheet_files.SheetReader(folder, beside, root, base, faults)


def _named_files(key: str, node: Node) -> list[Node] | None:
    """Return the file names under a top-level key; None if the key contains data instead."""
    if key not in Game.model_fields or key in (FORMAT, PROGRAM):
        return None

    def names_file(one: Node) -> bool:
        """Return whether a value is the name of a file, or a sheet, or is meant to be one."""
        if isinstance(one.value, str) or is_sheet(one):
            return True
        return misnamed_file(one) is not None and known_fields.container_at(Game, (key,)) != ""

    if names_file(node):
        return [node]
    if isinstance(node.value, list) and node.value and all(map(names_file, node.value)):
        return node.value
    return None


def _read_part(
    folder: Path,
    beside: Path,
    key: str,
    named: list[Node],
    sheets: Callable[[], sheet_files.SheetReader],
    faults: Faults,
) -> Node | None:
    """Read the files named under one top-level key, and return the data of those that can be read joined together."""
    parts = []
    for one in named:
        if misnamed := misnamed_file(one):
            _report_misnamed(key, *misnamed, faults)
            continue
        file = one.mapping["file"] if one.mapping else one
        faults.sections[shown_name(beside / str(file.value))] = key
        part = sheets().read(one, key) if is_sheet(one) else _read_file(folder, beside, key, one, faults)
        parts += [] if part is None else [part]
    whole = parts[0] if parts else None
    for part in parts[1:]:
        whole = None if whole is None else _join_values(whole, part, key, faults)
    return whole


def _report_misnamed(path: str, key: str, name: Node, faults: Faults) -> None:
    """Add a finding about a mapping that names a file, but not as the sheet that it should name."""
    if key == "file":
        wrong = f"{clip(str(name.value))} is not a sheet that pnp reads"
        faults.add("L012", name.spot(path), wrong, f"save it as one of {', '.join(SHEET_SUFFIXES)}, and name that file")
    else:
        faults.add("L010", name.key_spot(path), f"unknown key {clip(key)}", write_instead("file", key))


def _join_values(first: Node, second: Node, key: str, faults: Faults) -> Node | None:
    """Join the data of two files for one key: lists are appended, mappings are merged."""
    if isinstance(first.value, list) and isinstance(second.value, list):
        return Node([*first.value, *second.value], first.source, first.start, first.end)
    if not isinstance(first.value, dict) or not isinstance(second.value, dict):
        wrong = f"this file and {first.source.name} cannot be joined: one is a list, the other is not"
        faults.add("L012", second.spot(key), wrong, "write both as lists, or both as mappings")
        return None
    if key == "map" and "grid" in first.value and "grid" in second.value:
        wrong = f"{ONE_MAP}, but {first.source.name} has one too"
        faults.add(IMPOSSIBLE, second.value["grid"].key_spot("map.grid"), wrong, SEVERAL_MAPS)
        return None
    for id_ in second.value:
        if id_ in first.value:
            there = first.value[id_].key_spot()
            wrong = f"{clip(id_)} is written twice, first at {there.file}:{there.line}"
            faults.add("L006", second.value[id_].key_spot(f"{key}.{id_}"), wrong, "keep one of them")
    joined = first.value | {id_: node for id_, node in second.value.items() if id_ not in first.value}
    return Node(joined, first.source, first.start, first.end)


def _read_file(folder: Path, beside: Path, key: str, node: Node, faults: Faults) -> Node | None:
    """Read one file named under a top-level key; add a finding and return None if that fails."""
    name, spot = str(node.value), node.spot(key)
    leads_out = Path(name).is_absolute() or ".." in Path(name).parts
    foreign = foreign_file(name)
    if foreign:
        faults.add(IMPOSSIBLE, spot, *foreign)
        return None
    if not is_data_file(name) and not leads_out:
        kinds = ", ".join(SUFFIXES)
        faults.add(
            "L012", spot, f"{key} is the text {clip(name)}", f"write its keys and values, or name a file ({kinds})"
        )
        return None
    path = inside(folder, (beside / name).relative_to(folder).as_posix()) if not Path(name).is_absolute() else None
    if path is None:
        faults.add("L003", spot, f"{clip(name)} is outside the game's folder", "name a file beside this one")
        return None
    source = read_source(path, faults, spot)
    return None if source is None else _parse_source(source, key, path.suffix.lower(), faults)


def _parse_source(source: Source, key: str, suffix: str, faults: Faults) -> Node | None:
    """Parse the text of a YAML or Markdown file into a data tree."""
    if suffix == ".md":
        return rulesfile.read_rules(source, faults)
    return read_yaml(source, faults, key)
