"""Lists of the changes between two editions: text, JSON, Markdown, or an overlay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from pnp.compare.changes import COMPONENTS, Change
from pnp.compare.wording import change_title, difference_label
from pnp.load.overlay_writer import game_tree, overlay_text
from pnp.message import one_line
from pnp.model.game import Game
from pnp.spot import Spot

FORMS = ("text", "json", "markdown", "overlay")
NONE_OF_THEM = "The editions do not differ."


def format_changes(changes: Sequence[Change], old: Game, new: Game, form: str) -> str:
    """Return a list of changes in the format `form`: one of `FORMS`. Raise `KeyError` for another form."""
    forms = {"text": _text_list, "json": _json_list, "markdown": _markdown_list, "overlay": _overlay}
    return forms[form](changes, old, new)


def _overlay(_changes: Sequence[Change], old: Game, new: Game) -> str:
    """Return the overlay that turns the old edition into the new one, as YAML."""
    return overlay_text(game_tree(old), game_tree(new)).rstrip("\n")


def _text_list(changes: Sequence[Change], old: Game, new: Game) -> str:
    """Return changes as text: a line for each item, and under it a line for each value."""
    lines = []
    for change in changes:
        at = change.new_spot or change.old_spot
        lines.append(f"{at.file}:{at.line}: {_headline(change, old, new)}" if at else _headline(change, old, new))
        lines += [f"    {_value_line(label, was, now)}" for label, was, now in _values(change)]
    lines.append(_count(changes))
    return "\n".join(lines)


def _headline(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed, and its kind and impact in brackets."""
    state = " is new" if change.added else " is withdrawn" if change.withdrawn else ""
    return f"{change_title(change, old, new)}{state} ({change.kind}, {_impact(change)})"


def _impact(change: Change) -> str:
    """Return the impact of a change in words."""
    return {"none": "no effect on play", "minor": "minor", "affects play": "affects play"}[change.impact]


def _values(change: Change) -> Iterator[tuple[str, str, str]]:
    """Yield the label, the old and the new text of each value; a item that is new or withdrawn needs none."""
    if change.added or change.withdrawn:
        return
    for one in change.differences:
        was, now = (value.text if value is not None else "" for value in (one.old, one.new))
        yield difference_label(one, change.place), was, now


def _value_line(label: str, was: str, now: str) -> str:
    """Return what changed in one value: `back, word: First Appearance -> Second Appearance`."""
    was, now = (one_line(text) if text else "nothing" for text in (was, now))
    return f"{label}: {was} -> {now}" if label else f"{was} -> {now}"


def _count(changes: Sequence[Change]) -> str:
    """Return the number of changes as a sentence."""
    if not changes:
        return NONE_OF_THEM
    in_play = sum(change.impact == "affects play" for change in changes)
    number = f"{len(changes)} {'change' if len(changes) == 1 else 'changes'}"
    return f"{number}; {in_play} {'affects' if in_play == 1 else 'affect'} play"


def _json_list(changes: Sequence[Change], old: Game, new: Game) -> str:
    """Return changes as JSON."""
    return json.dumps([_json_row(change, old, new) for change in changes], indent=1, ensure_ascii=False)


def _json_row(change: Change, old: Game, new: Game) -> dict[str, object]:
    """Return a change as a mapping for JSON."""
    erratum = change.erratum
    return {
        "component": change.component,
        "place": list(change.place),
        "title": change_title(change, old, new),
        "kind": change.kind,
        "impact": change.impact,
        "date": erratum.date if erratum else "",
        "number": erratum.number if erratum else "",
        "rule": list(erratum.rule) if erratum else [],
        "reason": erratum.reason if erratum else "",
        "supersedes": list(erratum.supersedes) if erratum else [],
        "old": _json_spot(change.old_spot),
        "new": _json_spot(change.new_spot),
        "values": [
            {
                "place": list(one.place[len(change.place) :]),
                "old": one.old.text if one.old else None,
                "new": one.new.text if one.new else None,
            }
            for one in change.differences
        ],
    }


def _json_spot(spot: Spot | None) -> dict[str, object] | None:
    """Return a source location as a mapping for JSON; None if there is none."""
    return {"file": spot.file, "line": spot.line, "column": spot.column, "path": spot.path} if spot else None


def _markdown_list(changes: Sequence[Change], old: Game, new: Game) -> str:
    """Return changes as Markdown for a forum, under a heading for each component."""
    lines = [f"# {new.game.title}: changes", ""]
    order = list(COMPONENTS)
    for component, group in groupby(sorted(changes, key=lambda c: order.index(c.component)), lambda c: c.component):
        lines += [f"## {COMPONENTS[component]}", ""]
        for change in group:
            lines.append(f"- **{_headline(change, old, new)}**")
            lines += [f"  - {_markdown_value(*values)}" for values in _values(change)]
            if change.erratum and change.erratum.reason:
                lines.append(f"  - {change.erratum.reason}")
        lines.append("")
    lines.append(_count(changes))
    return "\n".join(lines)


def _markdown_value(label: str, was: str, now: str) -> str:
    """Return what changed in one value, as Markdown: the old text struck out, the new one in bold."""
    old, new = (one_line(text).replace("*", r"\*").replace("_", r"\_") for text in (was, now))
    texts = " ".join(filter(None, (f"~~{old}~~" if old else "", f"**{new}**" if new else "")))
    return f"{label}: {texts}" if label else texts
