"""Lists of the changes between two editions: text, JSON, Markdown, or an overlay."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pnp.errata.compare.changes import Change
from pnp.errata.compare.wording import (
    change_impact,
    change_kind,
    change_rows,
    change_title,
    changes_by_component,
    total_of,
)
from pnp.load.overlay_writer import game_tree, overlay_text
from pnp.message import one_line
from pnp.model.game import Game
from pnp.spot import Spot

FORMS = ("text", "json", "markdown", "overlay")
NONE_OF_THEM = "The editions do not differ."
NOTHING_PRINTED = "Nothing that owners have on paper differs."


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
        lines += [f"    {_value_line(*values, added=change.added)}" for values in change_rows(change, old, new)]
    lines.append(total_of(changes) if changes else NONE_OF_THEM)
    return "\n".join(lines)


def _headline(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed, its kind and its impact."""
    return ": ".join(filter(None, (change_title(change, old, new), _tags(change))))


def _tags(change: Change) -> str:
    """Return the kind and the impact of a change, and the number and date of its erratum."""
    erratum = change.erratum
    stated = (erratum.number, erratum.date) if erratum else ()
    return ", ".join(filter(None, (change_kind(change), change_impact(change), *stated)))


def _value_line(label: str, was: str, now: str, *, added: bool) -> str:
    """Return what changed in one value: `text: First Appearance -> Second Appearance`; of a new item, its value."""
    was, now = (_lines(text) if text else "nothing" for text in (was, now))
    return ": ".join(filter(None, (label, now if added else f"{was} -> {now}")))


def _lines(text: str) -> str:
    """Return a text whose line breaks are kept, with further lines indented."""
    return "\n        ".join(map(one_line, text.split("\n")))


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
        "added": change.added,
        "withdrawn": change.withdrawn,
        "renamed_from": change.renamed_from,
        "kind": change.kind,
        "impact": change.impact,
        "says": ", ".join(filter(None, (change_kind(change), change_impact(change)))),
        "date": erratum.date if erratum else "",
        "number": erratum.number if erratum else "",
        "rule": list(erratum.rule) if erratum else [],
        "reason": erratum.reason if erratum else "",
        "supersedes": list(erratum.supersedes) if erratum else [],
        "old": _json_spot(change.old_spot, change.game_of(old)),
        "new": _json_spot(change.new_spot, change.game_of(new)),
        "values": [
            {
                "place": list(one.place[len(change.place) :]),
                "old": one.old.text if one.old else None,
                "new": one.new.text if one.new else None,
            }
            for one in change.differences
        ],
    }


def _json_spot(spot: Spot | None, game: Game) -> dict[str, object] | None:
    """Return a source location as a mapping for JSON, with the path that an erratum can name; None if there is none."""
    if spot is None:
        return None
    return {"file": spot.file, "line": spot.line, "column": spot.column, "path": game.path_to_write(spot.path)}


def _markdown_list(changes: Sequence[Change], old: Game, new: Game) -> str:
    """Return changes as Markdown for a forum, under a heading for each component."""
    return markdown_errata(changes, old, new, f"{new.game.title}: changes", "", NONE_OF_THEM)


def markdown_errata(
    changes: Sequence[Change], old: Game, new: Game, title: str, editions: str, none: str = NOTHING_PRINTED
) -> str:
    """Return changes as Markdown, under a heading for each component.

    `title` is the first heading, and `editions` a sentence below it that names both editions. `none` is printed if
    there are no changes.
    """
    lines = [f"# {title}", "", *((editions, "") if editions else ())]
    for component, group in changes_by_component(changes):
        lines += [f"## {component}", ""]
        for change in group:
            erratum = change.erratum
            lines.append(f"- **{change_title(change, old, new)}**: {_tags(change)}")
            lines += [f"  - {_markdown_value(*values)}" for values in change_rows(change, old, new)]
            if erratum and erratum.reason:
                lines.append(f"  - {erratum.reason}")
        lines.append("")
    lines.append(total_of(changes) if changes else none)
    return "\n".join(lines)


def _markdown_value(label: str, was: str, now: str) -> str:
    """Return what changed in one value, as Markdown: the old text, and the new one in bold."""
    old, new = (
        one_line(text.replace("\n", " ")).replace("*", r"\*").replace("_", r"\_").replace("~", r"\~")
        for text in (was, now)
    )
    now = f"**{new}**" if new else "nothing"
    return ": ".join(filter(None, (label, f"{old} → {now}" if old else now)))
