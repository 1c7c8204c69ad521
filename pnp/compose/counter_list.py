"""The counter list: what it says about every counter, in the order of the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from pnp.compose.counter_words import bare_label, entries_of
from pnp.compose.inline_markdown import plain_text
from pnp.compose.reconstruction_marks import MARK, is_reconstructed
from pnp.draw.counter.faces import CounterFaces
from pnp.draw.counter.listed_counter import CounterGroup, CounterList, ListedCounter
from pnp.draw.cutout import standing_counters
from pnp.draw.styled_lines import Run
from pnp.message import capitalised
from pnp.model.counter import Counter, Entry
from pnp.model.game import Game
from pnp.palette import BROWN
from pnp.scene import Scene
from pnp.typography import dress
from pnp.units import int_sum

NOTHING = Scene("", 0, 0, ())
KINDS = {"unit": "units", "air": "air units", "activation": "activation markers", "marker": "markers"}


def compose_counter_list(game: Game, faces: Mapping[str, CounterFaces]) -> CounterList:
    """Return the list of the counters by side and kind; `faces` are the drawn counters.

    Standees are listed only if the game has no other counters.
    """
    standing = standing_counters(game)
    listed = {id_: counter for id_, counter in game.counters.items() if id_ not in standing} or game.counters
    total = int_sum(counter.copies for counter in listed.values())
    factors = _factor_names(game)
    remarks = (
        f"{total:,} {game.counter_word}s, front and back",
        *([f"Numbers: {', '.join(factors)}"] if factors else []),
    )
    groups = tuple(_counter_groups(game, listed, faces))
    entered = any(counter.enters for group in groups for counter in group.counters)
    key = tuple(_key_runs(game, entered=entered))
    title = f"List of all {game.counter_word}s"
    return CounterList(dress(game.game.title), dress(game.game.subtitle), title, remarks, key, groups)


def _key_runs(game: Game, *, entered: bool) -> Iterator[Run]:
    """Yield the words that explain the signs of the list. `entered` says whether it names entries of counters."""
    signs = dict(game.counter_print.notation) if game.counter_print else {}
    if any(counter.range is not None for counter in game.counters.values()):
        signs["r"] = "range"
    for sign, meaning in signs.items():
        yield Run(sign, "sans-bold", 8.8)
        yield Run(f" {plain_text(meaning)}. ", size_pt=8.8)
    if entered:
        yield Run("A last line without numbers names the group with which the counter enters play. ", size_pt=8.8)
    yield Run(MARK, size_pt=8.8, fill=BROWN)
    yield Run(f" reconstructed; after a name, the {game.counter_word} as a whole.", size_pt=8.8)


def _factor_names(game: Game) -> tuple[str, ...]:
    """Return the names of the factors of units; none if no counter has factors."""
    printed = any(face.factors for counter in game.counters.values() for face in (counter.front, counter.back))
    return game.counter_print.factors if game.counter_print and printed else ()


def _counter_groups(
    game: Game, listed: Mapping[str, Counter], faces: Mapping[str, CounterFaces]
) -> Iterator[CounterGroup]:
    """Yield the listed counters of each side and kind with their heading."""
    entries = entries_of(game)
    if len({entries[id_][0] if id_ in entries else "" for id_ in listed}) == 1:
        entries = {}  # one entry for all of them says nothing about any

    def group(item: tuple[str, Counter]) -> tuple[str, str]:
        """Return the side and the kind of a counter, so that equal ones are listed together."""
        counter = item[1]
        return (counter.side if counter.kind != "marker" else "", counter.kind)

    for (side, kind), members in groupby(listed.items(), group):
        counters = list(members)
        words = [game.sides[side].adjective or game.sides[side].name] if side in game.sides else []
        heading = " ".join(
            [*words, game.counter_word + "s" if kind == "marker" and game.counter_word != "counter" else KINDS[kind]]
        )
        lines = _merged(
            game,
            (
                _listed_counter(
                    game,
                    id_,
                    counter,
                    _entry_words(counter, entries[id_][1]) if id_ in entries else counter.spare,
                    faces[id_],
                )
                for id_, counter in counters
            ),
        )
        yield CounterGroup(capitalised(heading), int_sum(counter.copies for _, counter in counters), lines)


def _merged(game: Game, lines: Iterable[ListedCounter]) -> tuple[ListedCounter, ...]:
    """Return the lines of a group, with one line for counters that differ only in their id or number.

    Such a line has the first and the last id, and its name how many counters there are.
    """
    alike: dict[tuple[ListedCounter, object], list[ListedCounter]] = {}
    for one in lines:
        name = one.name if game.counters[one.id].kind == "unit" else bare_label(game.counters[one.id])
        faces = tuple((scene.items, scene.width) for scene in (one.front, one.back))
        rest = replace(one, id="", name=name, front=NOTHING, back=NOTHING)
        alike.setdefault((rest, faces), []).append(one)
    found = []
    for (rest, _), same in alike.items():
        count = int_sum(game.counters[one.id].copies for one in same)
        first, last = same[0], same[-1]
        name = first.name if len(same) == 1 else rest.name
        name += f" \N{MULTIPLICATION SIGN} {count}" if count > 1 else ""
        found.append(replace(first, name=name, id=first.id if first is last else f"{first.id}\N{EN DASH}{last.id}"))
    return tuple(found)


def _listed_counter(game: Game, id_: str, counter: Counter, enters: str, faces: CounterFaces) -> ListedCounter:
    """Return the texts of one counter: its name, values, entry and marks of reconstructed values.

    A formation that enters as a whole is named once, as the entry.
    """
    formation = game.formations[counter.formation].name if counter.formation in game.formations else ""
    says = [game.icons.symbol_name(counter.symbol)] if counter.kind == "unit" and counter.symbol else []
    says += [counter.size] if counter.size else []
    says += [formation] if formation and formation != enters else []
    front, back = (_face_words(counter, facing) for facing in ("front", "back"))
    named = front == back == counter.label
    return ListedCounter(
        id=id_,
        front=faces.front,
        back=faces.back,
        name=counter.label,
        says=", ".join(says),
        front_says="" if named else front,
        back_says="" if named else back,
        steps=counter.steps if _has_step_losses(game) else None,
        enters=enters,
        mark=MARK if is_reconstructed(counter) else "",
        front_mark=MARK if _is_face_reconstructed(counter, "front") else "",
        back_mark=MARK if _is_face_reconstructed(counter, "back") else "",
    )


def _has_step_losses(game: Game) -> bool:
    """Return whether a counter of the game has several steps."""
    return any((counter.steps or 1) > 1 for counter in game.counters.values())


def _entry_words(counter: Counter, entry: Entry) -> str:
    """Return the name of an entry, or its location if the name is the counter's own."""
    return entry.where if entry.name == counter.label else entry.name


def _face_words(counter: Counter, facing: str) -> str:
    """Return what a counter's front or back shows as text: its factors and range, or its words."""
    face = counter.front if facing == "front" else counter.back
    if face.factors:
        return face.factors + (f" r{counter.range}" if counter.range is not None else "")
    if face.state in ("blank", "emblem"):
        return face.state
    word = "" if face.second and face.word in counter.label.split(" / ") else face.word
    words = " ".join(filter(None, (face.number, word, face.second)))
    return words or ("" if counter.kind == "unit" else face.picture)


def _is_face_reconstructed(counter: Counter, facing: str) -> bool:
    """Return whether the factors or words on this face of a counter are reconstructed."""
    face = counter.front if facing == "front" else counter.back
    return is_reconstructed(counter, f"{facing}.{'factors' if face.factors else 'word'}")
