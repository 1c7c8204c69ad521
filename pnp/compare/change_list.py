"""Lists of the changes between two editions: text, JSON, Markdown, or an overlay."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pnp.compare.changes import Change
from pnp.compare.wording import (
    NEW_APPEARANCE,
    NEW_WORDING,
    OTHER_NUMBERS,
    change_impact,
    change_kind,
    change_rows,
    change_title,
    changes_by_component,
)
from pnp.load.overlay_writer import game_tree, overlay_text
from pnp.message import one_line, plural
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
        lines += [f"    {_value_line(*values)}" for values in change_rows(change, old, new)]
    lines.append(_count(changes))
    return "\n".join(lines)


def _headline(change: Change, old: Game, new: Game) -> str:
    """Return the name of the item that changed, its kind and its impact."""
    return ": ".join(filter(None, (change_title(change, old, new), _tags(change))))


def _tags(change: Change) -> str:
    """Return the kind and the impact of a change, and the number and date of its erratum."""
    erratum = change.erratum
    stated = (erratum.number, erratum.date) if erratum else ()
    return ", ".join(filter(None, (change_kind(change), change_impact(change), *stated)))


def _value_line(label: str, was: str, now: str) -> str:
    """Return what changed in one value: `back: text: First Appearance -> Second Appearance`."""
    was, now = (one_line(text) if text else "nothing" for text in (was, now))
    return f"{label}: {was} -> {now}" if label else f"{was} -> {now}"


def _count(changes: Sequence[Change]) -> str:
    """Return the number of changes as a sentence."""
    if not changes:
        return NONE_OF_THEM
    kinds = [change_kind(change) for change in changes]
    in_play = sum(change.impact == "affects play" for change in changes)
    counted = [f"{in_play} {'affects' if in_play == 1 else 'affect'} play"]
    for words in (NEW_WORDING, OTHER_NUMBERS, NEW_APPEARANCE, "renamed"):
        number = sum(kind.startswith("renamed") if words == "renamed" else kind.endswith(words) for kind in kinds)
        if number:
            counted.append(f"{number} {'is' if number == 1 else 'are'} {words}")
    return f"{plural(len(changes), 'change')}: {', '.join(counted)}"


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
    return markdown_errata(changes, old, new, f"{new.game.title}: changes", "")


def markdown_errata(changes: Sequence[Change], old: Game, new: Game, title: str, editions: str) -> str:
    """Return changes as Markdown, under a heading for each component.

    `title` is the first heading, and `editions` a sentence below it that names both editions.
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
    lines.append(_count(changes))
    return "\n".join(lines)


def _markdown_value(label: str, was: str, now: str) -> str:
    """Return what changed in one value, as Markdown: the old text struck out, the new one in bold."""
    old, new = (one_line(text).replace("*", r"\*").replace("_", r"\_") for text in (was, now))
    texts = " ".join(filter(None, (f"~~{old}~~" if old else "", f"**{new}**" if new else "")))
    return f"{label}: {texts}" if label else texts
