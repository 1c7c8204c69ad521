"""The shape of pnp: imports go only downward, and docs/architecture.md lists the modules that exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp import errata

TOP = Path(__file__).parents[1]
PACKAGE = TOP / "pnp"

# Lowest first. A unit is a module of pnp or a package with all that is in it.
LAYERS = (
    (
        "units",
        "spot",
        "numbering",
        "resources",
        "message",
        "deferred",
        "signals",
        "safe_files",
        "pnp_error",
        "log",
        "own_process",
        "pdfium",
    ),
    ("grid_cells", "scene", "findings", "typeface", "palette", "cache", "register", "cancel", "fork_server"),
    ("extent", "processes", "icon_paths", "fitting", "filename", "hexgrid", "typography"),
    ("model", "proof", "board"),
    ("load",),
    ("art", "rules.state", "errata.compare"),
    ("rules.map",),
    ("rules.expressions",),
    ("rules.engine",),
    ("rules.engine.steps",),
    ("rules.playbook", "rules.arguments"),
    ("rules.probability", "rules.examples"),
    ("checks",),
    ("draw",),
    ("impose", "compose"),
    ("preflight",),
    ("write",),
    ("kit",),
    ("errata",),
    ("report",),
    ("api", "new_game"),
    ("cli",),
    ("__main__",),
)
LAYER = {unit: number for number, units in enumerate(LAYERS) for unit in units}

# The few imports between units of one layer, each because the one is made of the other.
SIDEWAYS = {("grid_cells", "scene")}

# The one register that is filled from a unit above: the engine runs steps, and each step is made of the engine.
FILLED_FROM_ABOVE = {("rules.engine", "rules.engine.steps")}

# What only one part of pnp may import, so that changing the library changes that part alone.
ONLY_IN = {
    "click": "pnp.cli",
    "jinja2": "pnp.compose",
    "reportlab": "pnp.write",
    "spellchecker": "pnp.proof.english",
    "svgwrite": "pnp.write.svg",
    "weasyprint": "pnp.write",
    "yaml": "pnp.load",
}
MAY_PRINT = {"pnp.cli"}
MAY_EXIT = {"pnp.cli", "pnp.__main__"}


class Import(NamedTuple):
    """A module imports something; both are dotted names."""

    module: str
    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.module} (line {self.line}) imports {self.name}"


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module of pnp by its dotted name; a package goes by its own."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(package.rglob("*.py"))
    }


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Everything in a module, read once for all tests."""
    return tuple(ast.walk(ast.parse(source)))


def imports(module: str, source: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every import in a module, those inside functions too.

    >>> [str(found) for found in imports("pnp.draw.hexmap", "from pnp import units; from .counter import draw")]
    ['pnp.draw.hexmap (line 1) imports pnp.units', 'pnp.draw.hexmap (line 1) imports pnp.draw.counter.draw']
    """
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")
            start = parts[: len(parts) + is_package - node.level] if node.level else []
            origin = ".".join([*start, *([node.module] if node.module else [])])
            yield from (Import(module, f"{origin}.{alias.name}", node.lineno) for alias in node.names)


def named_imports(module: str, source: str) -> Iterator[Import]:
    """Every package that a module imports by name, such as that of a register.

    >>> [str(found) for found in named_imports("pnp.model.gamemap", "LOOKS = Register('pnp.art.map.looks')")]
    ['pnp.model.gamemap (line 1) imports pnp.art.map.looks']
    """
    for node in nodes(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            if node.func.id in {"Register", "import_module", "import_modules"} and str(name).startswith("pnp."):
                yield Import(module, str(name), node.lineno)


def unit(module: str) -> str | None:
    """Return the unit of `LAYERS` that a dotted name belongs to; None for pnp itself and for names in its `__init__`.

    A name of no unit is returned without `pnp.`, so that a test can report it.

    >>> unit("pnp.draw.hexmap.draw_map"), unit("pnp.rules.engine.steps.total_step"), unit("pnp.__version__")
    ('draw', 'rules.engine.steps', None)
    """
    parts = module.split(".")[1:] if module.startswith("pnp.") else []
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    found = next((name for name in names if name in LAYER), names[-1] if names else None)
    return None if found in ("__version__", "rules") else found


def broken_rule(found: Import) -> str | None:
    """What is wrong with an import, if anything is.

    >>> broken_rule(Import("pnp.model.game", "pnp.draw.hexmap", 3))
    'model is in layer 3 and draw in layer 13: imports go only downward'
    >>> broken_rule(Import("pnp.impose.page", "pnp.compose.cover", 3))
    'impose and compose are both in layer 14: imports never go sideways'
    >>> broken_rule(Import("pnp.model.game", "yaml", 3))
    'only pnp.load may import yaml'
    """
    library = found.name.split(".")[0]
    if library in ONLY_IN:
        home = ONLY_IN[library]
        return None if f"{found.module}.".startswith(f"{home}.") else f"only {home} may import {library}"
    importer, imported = unit(found.module), unit(found.name)
    if imported is None or importer == imported or (importer, imported) in SIDEWAYS | FILLED_FROM_ABOVE:
        return None
    if importer is None:
        return None  # pnp/__init__.py names the API, which it imports when it is first used
    if imported not in LAYER or importer not in LAYER:
        return None  # its own test says so
    above, below = LAYER[importer], LAYER[imported]
    if above == below:
        return f"{importer} and {imported} are both in layer {above}: imports never go sideways"
    if above < below:
        return f"{importer} is in layer {above} and {imported} in layer {below}: imports go only downward"
    return None


def outputs(source: str) -> Iterator[tuple[str, int]]:
    """Where a module prints or ends the program: ("print" or "exit", line).

    >>> list(outputs("print(1); import sys; sys.exit(2)"))
    [('print', 1), ('exit', 1)]
    """
    names = {"print": "print", "exit": "exit", "quit": "exit", "SystemExit": "exit"}
    for node in nodes(source):
        if isinstance(node, ast.Name) and node.id in names:
            yield names[node.id], node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if (node.value.id, node.attr) in {("sys", "exit"), ("os", "_exit")}:
                yield "exit", node.lineno
            elif (node.value.id, node.attr) in {("sys", "stdout"), ("sys", "stderr")}:
                yield "print", node.lineno


def test_every_module_has_a_layer() -> None:
    homeless = sorted({name for module in modules() if (name := unit(module)) is not None and name not in LAYER})
    assert not homeless, f"no layer for {', '.join(homeless)}: say where it belongs in LAYERS of {Path(__file__).name}"


def test_imports_go_only_downward() -> None:
    broken = [
        f"{found}: {rule}"
        for module, path in modules().items()
        for found in (
            *imports(module, path.read_text("utf-8"), is_package=path.name == "__init__.py"),
            *named_imports(module, path.read_text("utf-8")),
        )
        if (rule := broken_rule(found)) is not None
    ]
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)


def test_no_module_imports_itself_through_others() -> None:
    """There is no import cycle, not even one of imports that only type checkers follow."""
    known = modules()
    uses: dict[str, set[str]] = {}
    for module, path in known.items():
        found = imports(module, path.read_text("utf-8"), is_package=path.name == "__init__.py")
        names = [one.name if one.name in known else one.name.rpartition(".")[0] for one in found]
        uses[module] = {name for name in names if name in known and name != "pnp"}
    waiting = dict(uses)
    while free := [module for module, used in waiting.items() if not used & waiting.keys()]:
        for module in free:
            del waiting[module]
    waiting.pop("pnp", None)  # its API is imported when it is first used
    assert sorted(waiting) == []


def test_art_knows_no_game() -> None:
    """Art gets frames, records and colours, never a game or its files; the shared palettes are in the templates."""
    broken = [
        str(found)
        for module, path in modules().items()
        if module.startswith("pnp.art")
        for found in imports(module, path.read_text("utf-8"), is_package=path.name == "__init__.py")
        if f"{found.name}.".startswith(("pnp.model.game.", "pnp.load.")) or found.name.endswith(".Game")
        if found.name != "pnp.load.layouts.shared_palettes"
    ]
    assert broken == []


def test_errata_have_one_door() -> None:
    """What is above the room uses the names of `pnp.errata`; what is below it only compares editions."""
    broken = [
        str(found)
        for module, path in modules().items()
        if unit(module) not in ("errata", "errata.compare", None)
        for found in imports(module, path.read_text("utf-8"), is_package=path.name == "__init__.py")
        if found.name.startswith("pnp.errata.")
        and (unit(found.name) != "errata.compare" or LAYER[str(unit(module))] > LAYER["errata"])
        and found.name.removeprefix("pnp.errata.") not in errata.__all__
    ]
    assert broken == []


def test_only_the_command_line_prints_or_exits() -> None:
    broken = [
        f"{module} (line {line}) {what}s: only {' and '.join(sorted(allowed))} may"
        for module, path in modules().items()
        for what, line in outputs(path.read_text("utf-8"))
        if ".".join(module.split(".")[:2]) not in (allowed := MAY_PRINT if what == "print" else MAY_EXIT)
    ]
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)


def test_the_architecture_page_names_what_exists() -> None:
    """Every module and folder that the page names exists, and the walk names every package."""
    page = (TOP / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`(?:pnp/)?([\w/]+(?:\.py|/))`", page))
    named = {name for name in named if not name.startswith(("tests/", "data/", "templates/", "scenarios/"))}
    named -= {"editions/", "options/", "translations/"}
    missing = sorted(name for name in named if not (PACKAGE / name).exists())
    packages = {f"{path.parent.relative_to(PACKAGE).as_posix()}/" for path in PACKAGE.rglob("__init__.py")} - {"./"}
    unnamed = sorted(name for name in packages if f"`{name}`" not in page)
    assert (missing, unnamed) == ([], [])


def test_the_architecture_page_has_the_layers_that_exist() -> None:
    exist = {unit(module) for module in modules()}
    layers = [(number, tuple(name for name in units if name in exist)) for number, units in enumerate(LAYERS)]
    rows = re.findall(
        r"^\| (\d+) \| ((?:`[\w.]+` ?)+)\|", (TOP / "docs" / "architecture.md").read_text("utf-8"), re.MULTILINE
    )
    assert [(int(number), tuple(re.findall(r"[\w.]+", row))) for number, row in rows] == [
        row for row in layers if row[1]
    ]


def test_no_module_names_a_game_that_ships() -> None:
    """A game is data: the package knows none by name."""
    names = sorted(folder.name for folder in (TOP / "data").iterdir() if (folder / "game.yaml").exists())
    assert names
    broken = [
        f"{module} names {name}"
        for module, path in modules().items()
        for name in names
        if name in path.read_text("utf-8").lower()
    ]
    if broken:
        pytest.fail("\n".join(broken), pytrace=False)
