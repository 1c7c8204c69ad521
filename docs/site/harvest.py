"""Finds an example of each key in the games and checks of the repository: `python -m docs.site.harvest`.

It writes `templates/reference/found.yaml`, with the shortest example of each key that has none in the other files of
that folder.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pnp.findings import Refused
from pnp.load import load_game
from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.tree import plain
from pnp.model.record import Record
from pnp.report.data_keys import all_records, keys_of, kind_name, own_keys
from pnp.report.explain import explain_code, list_codes
from pnp.report.key_examples import FOUND, KeyExample, all_examples

TOP = Path(__file__).parents[2]
GAMES = [*sorted((TOP / "tests" / "games").glob("*/game.yaml")), *sorted((TOP / "data").glob("*/game.yaml"))]
SMALL = TOP / "tests" / "games" / "small"
_DEEP = 3
"""The most keys around a record that its example shows."""
_WHOLE = 90
"""The length of a record that its example shows as a whole, with all its keys."""


class PlainDumper(yaml.SafeDumper):
    """Writes texts without quotes where pnp reads them without."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent lists, too."""
        super().increase_indent(flow, False)


PlainDumper.yaml_implicit_resolvers = {}


def read(text: str) -> Any:
    """Return the data in YAML, whose values are all texts."""
    return yaml.load(text, yaml.CBaseLoader)  # noqa: S506 - it makes texts only


class Use(NamedTuple):
    """A use of a key: the record, its path and its data, the key, and the keys that name the kind of the record.

    A number in the path is a place in a list.
    """

    record: type[Record]
    path: tuple[str | int, ...]
    data: Mapping[str, Any]
    key: str
    kind: tuple[str, ...]


def uses(raw: Any, value: object, path: tuple[str | int, ...] = ()) -> Iterator[Use]:
    """Yield each use of a key in data as written, beside the records that were read from it."""
    if isinstance(value, Record) and isinstance(raw, dict):
        names = {info.alias or name: name for name, info in type(value).model_fields.items()}
        kind = tuple(key for key in ("kind", kind_name(type(value))) if key in raw and kind_name(type(value)))
        for key, inner in raw.items():
            if key in names:
                yield Use(type(value), path, raw, key, kind)
                yield from uses(inner, getattr(value, names[key]), (*path, key))
    elif isinstance(value, Mapping) and isinstance(raw, dict):
        for key, inner in raw.items():
            if key in value:
                yield from uses(inner, value[key], (*path, key))
    elif isinstance(value, tuple) and isinstance(raw, list) and len(raw) == len(value):
        for i, inner in enumerate(raw):
            yield from uses(inner, value[i], (*path, i))


def all_uses() -> Iterator[tuple[str, Use]]:
    """Yield each use of a key with the name of the game, the folder of the library or the code where it is."""
    for door in GAMES:
        game = load_game(door.parent)
        for scenario, one in {"": game, **game.scenarios}.items():
            for use in uses(plain(one.sources.root), one):
                yield f"{door.parent.name} {scenario}".strip(), use
    libraries = {
        "symbols": shared_icons().symbols, "emblems": shared_icons().emblems, "pictures": shared_icons().pictures,
        "looks": shared_looks(), "layouts": shared_layouts(), "palettes": shared_palettes(),
    }  # fmt: skip
    for folder, library in libraries.items():
        for path in sorted((TOP / "templates" / folder).glob("*.yaml")):
            for use in uses(read(path.read_text("utf-8")), library):
                yield f"templates/{folder}/{path.name}", use
    for code, _ in list_codes():
        for good in good_examples(code):
            yield from ((code, use) for use in uses(read(good), laid_over_small(good)))


def good_examples(code: str) -> list[str]:
    """Return the good examples of a check that are laid over the small game."""
    found = re.findall(r"^Good:\n((?:    .*\n?|\n)+)", explain_code(code) or "", re.MULTILINE)
    texts = [textwrap.dedent(one).strip() + "\n" for one in found]
    return [one for one in texts if not one.startswith("#") and "designer:" not in one and re.match(r"\w+:", one)]


def laid_over_small(text: str) -> object:
    """Return the small game with a text laid over it; None if that is not a game."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "small"
        shutil.copytree(SMALL, place)
        (place / "options").mkdir()
        (place / "options" / "example.yaml").write_text(text, "utf-8")
        try:
            return load_game(place, ["options/example"])
        except Refused:
            return None


def flow(value: Any) -> str:
    """Return a value in YAML on one line."""
    text = yaml.dump(
        value, Dumper=PlainDumper, default_flow_style=True, width=10**6, allow_unicode=True, sort_keys=False
    )
    return text.strip().removesuffix("...").strip()


def block(value: Any) -> str:
    """Return a value in YAML on several lines, in which short parts are on one line."""
    if isinstance(value, dict):
        lines = []
        for key, inner in value.items():
            short = f"{key}: {flow(inner)}"
            lines.append(short if len(short) < 96 else f"{key}:\n{textwrap.indent(block(inner), '  ')}")
        return "\n".join(lines)
    if isinstance(value, list):
        return "\n".join("- " + textwrap.indent(block(one), "  ").strip() for one in value)
    text = str(value)
    if "\n" in text:
        return "|\n" + textwrap.indent(text, "  ")
    return flow(value)


def shortened(value: Any) -> Any:
    """Return a value of which lists and mappings have one item, and texts one line."""
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in [*value.items()][:2]}
    return [shortened(value[0])] if isinstance(value, list) and value else value


def written(use: Use) -> KeyExample | None:
    """Return a use as an example, or a part of it; None if that cannot be shown on a few lines."""
    return _written(use) or _written(use._replace(data={**use.data, use.key: shortened(use.data[use.key])}))


def _written(use: Use) -> KeyExample | None:
    """Return a use as an example; None if it cannot be shown on a few lines."""
    shown = use.path if len(use.path) <= _DEEP and not any(isinstance(part, int) for part in use.path) else ()
    inner: Any = {key: use.data[key] for key in use.data if key in (*use.kind, use.key)}
    if not shown and len(flow(use.data)) < _WHOLE:
        inner = use.data
    short = f"- {flow(inner)}" if use.path and isinstance(use.path[-1], int) else block(inner)
    if shown:
        lines = [f"{'  ' * i}{part}:" for i, part in enumerate(shown)]
        if len(flow(inner)) > 92 - 2 * len(shown):
            lines.append(textwrap.indent(block(inner), "  " * len(shown)))
        else:
            lines[-1] += f" {flow(inner)}"
        text = "\n".join(lines)
    else:
        text = short if len(short) < 100 else block(inner)
    if re.search(r"[~{\[](?=[,}\]]|$)", flow(use.data[use.key])) or flow(use.data[use.key]) in ("''", "~"):
        return None  # it removes something, or is empty
    if text.count("\n") > 14 or max(map(len, text.split("\n"))) > 160:
        return None
    return KeyExample(text, "", "" if shown else ".".join(map(str, use.path)))


def found_examples(left_out: Mapping[str, object]) -> dict[str, KeyExample]:
    """Return the shortest example of each key."""
    found: dict[str, KeyExample] = {}
    for game, use in all_uses():
        key = next(one for one in keys_of(use.record) if one.name == use.key)
        if key.id in left_out:
            continue
        example = written(use)
        if example and (key.id not in found or _weight(example.text) < _weight(found[key.id].text)):
            found[key.id] = example._replace(source=game)
    return dict(sorted(found.items()))


def _weight(text: str) -> int:
    """Return how much there is to read in an example: a long word alone teaches little."""
    return len(text) + 12 * text.count("\n")


def file_text(examples: Mapping[str, KeyExample]) -> str:
    """Return the content of the file."""
    lines = ["# Written by `python -m docs.site.harvest` from games and checks; do not change it by hand."]
    for id_, one in examples.items():
        lines += [f"{id_}:", f"  from: {one.source}"]
        lines += [f"  at: {one.at}"] if one.at else []
        lines += ["  example: |", textwrap.indent(one.text, "    ")]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file, and print the keys without an example."""
    by_hand = {id_: one for path, some in all_examples().items() if path != FOUND for id_, one in some.items()}
    found = found_examples(by_hand)
    (TOP / "templates" / "reference" / FOUND).write_text(file_text(found), "utf-8")
    missing = [key.id for record in all_records() for key in own_keys(record) if key.id not in {**found, **by_hand}]
    print(len(found), "found;", len(missing), "keys have no example:", *missing, sep="\n")


if __name__ == "__main__":
    main()
