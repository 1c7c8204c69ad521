"""Reads unit symbols, emblems and pictures from the icon files in `templates/` and in a game's folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.findings import Refused, did_you_mean, sort_findings
from pnp.load.library_files import read_files
from pnp.load.source import Faults, Source, shown_name
from pnp.load.tree import Node, TreeSources
from pnp.load.typed import read_record
from pnp.message import clip
from pnp.model.symbols import ICON_FOLDERS, PICTURES_OF_A_COUNTER, Icon, IconFiles, IconLayer, IconLibrary
from pnp.resources import templates_dir
from pnp.spot import Spot

MOST_LAYERS, MOST_LEVELS = 1000, 8
"""Limits of a picture: its layers with those of all pictures in it, and how deep pictures may lie in each other."""
MOST_CHARACTERS = 400_000
"""The most characters of the outlines of all layers of a picture."""
THINNEST_PEN = 0.04
"""The thinnest pen of a picture; on a counter of half an inch it is 0.012 mm wide, which still can be printed."""
MOST_ENLARGED = 1000
"""How often a layer may be enlarged by all groups around it."""
_SIDES = 4
"""The number of emblems that may be in a row."""


@cache
def shared_icons() -> IconLibrary:
    """Return the icons in `templates/`, which every game can use; their files are read once.

    Raise `Refused` if a file there is invalid.
    """
    faults = Faults()
    library = _read_library(templates_dir(), IconLibrary(), faults)
    if faults:
        raise Refused(sort_findings(faults.findings))
    return replace(library, shared=True)


def read_icons(folder: Path, faults: Faults) -> IconLibrary:
    """Return a game's icons together with the shared ones.

    An icon of the game replaces a shared one of the same name.
    """
    if not any((folder / name).is_dir() for name in ICON_FOLDERS):
        return shared_icons()
    return _read_library(folder, shared_icons(), faults)


def _read_library(folder: Path, shared: IconLibrary, faults: Faults) -> IconLibrary:
    """Return the shared icons together with the icons in a folder."""
    source = Source(shown_name(folder), "")
    root = Node({name: Node(read_files(folder, name, faults), source, 0, 0) for name in ICON_FOLDERS}, source, 0, 0)
    own = read_record(root, IconFiles, faults)
    if own is None:
        return shared
    library = IconLibrary(
        {**shared.symbols, **own.symbols}, {**shared.emblems, **own.emblems}, {**shared.pictures, **own.pictures}
    )
    sources = TreeSources(root)
    for path, wrong, write in _wrong_names(own, library):
        faults.add("L012", sources.spot(path) or Spot(source.name), wrong, write)
    return library


def _wrong_names(own: IconFiles, library: IconLibrary) -> Iterator[tuple[str, str, str]]:
    """Yield data path, message and advice for each invalid or unknown name in icon files."""
    for name, part in own.symbols.items():
        if "+" in name or not name.strip():
            yield (
                f"symbols.{name}",
                f"the symbol name {clip(name)} {'contains +' if name.strip() else 'is blank'}",
                "write a name without +",
            )
        for other in part.parts.split("+") if part.parts else ():
            if other.strip() not in library.parts:
                yield f"symbols.{name}.parts", *_unknown_icon("symbol", other.strip(), library.parts)
    for name, emblem in own.emblems.items():
        for path, layer in _all_layers(f"emblems.{name}", emblem):
            if layer.emblem or layer.picture:
                yield path, f"emblem {name} contains another icon", "write outlines only"
        if name in library.pictures or name in PICTURES_OF_A_COUNTER:
            yield f"emblems.{name}", f"{name} is a picture", "give the emblem another name"
        yield from _wrong_sizes(f"emblems.{name}", emblem, library)
    for name, picture in own.pictures.items():
        if name in library.emblems or name in PICTURES_OF_A_COUNTER:
            yield f"pictures.{name}", f"{name} is another icon", "give the picture another name"
        for path, layer in _all_layers(f"pictures.{name}", picture):
            if layer.emblem and layer.emblem not in ("side", "all") and layer.emblem not in library.emblems:
                yield f"{path}.emblem", *_unknown_icon("emblem", layer.emblem, library.emblems)
            if layer.picture and layer.picture not in library.pictures:
                yield f"{path}.picture", *_unknown_icon("picture", layer.picture, library.pictures)
        if wrong := _nesting_fault(library.pictures, name):
            yield f"pictures.{name}", wrong, "delete layers that show pictures"
        else:
            yield from _wrong_sizes(f"pictures.{name}", picture, library)


def _wrong_sizes(path: str, icon: Icon, library: IconLibrary) -> Iterator[tuple[str, str, str]]:
    """Yield data path, message and advice for layers of an icon that cannot be printed, and for too long outlines."""
    characters = 0
    for i, layer in enumerate(icon.layers):
        drawn = list(_scaled_outlines(layer, 1, library))
        characters += sum(len(one.outline) for one, _ in drawn)
        thin = min((one.pen * scale for one, scale in drawn if one.line), default=1)
        if thin < THINNEST_PEN:
            wrong = f"the pen of a line is {thin:.2g} wide, with the scale of all groups around it"
            yield f"{path}.layers.{i}", wrong, f"write a pen of at least {THINNEST_PEN}"
        if max((scale for _, scale in drawn), default=1) > MOST_ENLARGED:
            wrong = f"all groups around a layer together enlarge it more than {MOST_ENLARGED:,} times"
            yield f"{path}.layers.{i}", wrong, "write a smaller scale"
    if characters > MOST_CHARACTERS:
        wrong = f"the outlines of all layers have {characters:,} characters; the limit is {MOST_CHARACTERS:,}"
        yield path, wrong, "draw them with fewer points"


def _scaled_outlines(layer: IconLayer, scale: float, library: IconLibrary) -> Iterator[tuple[IconLayer, float]]:
    """Yield the layers with outlines that a layer consists of, each with the scale of its pen."""
    if layer.outline:
        yield layer, scale
    elif layer.emblem:
        scale *= min(layer.radius, layer.row / _SIDES) if layer.row else layer.radius
        names = library.emblems if layer.emblem in ("side", "all") else [layer.emblem]
        for name in names:
            if name in library.emblems:
                for inner in library.emblems[name].layers:
                    yield from _scaled_outlines(inner, scale, library) if not inner.emblem else ()
    else:
        group = library.pictures[layer.picture].layers if layer.picture in library.pictures else layer.layers
        for inner in group:
            yield from _scaled_outlines(inner, scale * layer.scale, library)


def _unknown_icon(kind: str, name: str, known: Mapping[str, object]) -> tuple[str, str]:
    """Return the message and the advice for a name that is not in `known`."""
    return f"there is no {kind} {clip(name)}", did_you_mean(name, known) or f"write the name of an existing {kind}"


def _all_layers(path: str, icon: Icon) -> Iterator[tuple[str, IconLayer]]:
    """Yield each layer of an icon, also layers inside layers, with the data path of its outermost layer."""
    for i, layer in enumerate(icon.layers):
        yield from ((f"{path}.layers.{i}", inner) for inner in layer.inner())


def _nesting_fault(pictures: Mapping[str, Icon], name: str) -> str:
    """Return what is wrong with the nesting of a picture (itself inside, too deep); empty if nothing."""
    level, levels, layers = {name: 1}, 0, 0
    while level:
        levels += 1
        below: dict[str, int] = {}
        for picture, times in level.items():
            for _, layer in _all_layers("", pictures[picture]) if picture in pictures else ():
                layers += times
                if layer.picture:
                    below[layer.picture] = below.get(layer.picture, 0) + times
        if name in below:
            return f"picture {name} contains itself"
        if levels > MOST_LEVELS or layers > MOST_LAYERS:
            limits = f"more than {MOST_LAYERS} layers, or contains pictures more than {MOST_LEVELS} levels deep"
            return f"picture {name} has {limits}"
        level = below
    return ""
