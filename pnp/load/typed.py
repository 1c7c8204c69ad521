"""Converts a data tree into typed records; errors that pydantic reports become findings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pnp.deferred import deferred
from pnp.findings import did_you_mean, near_match, with_hyphen, write_instead
from pnp.load.source import MAX_FINDINGS, Faults
from pnp.load.tree import Node, find_node, named, plain
from pnp.message import clip, join_words
from pnp.model.record import Sourced
from pnp.spot import changed_from

with deferred():  # valid data needs none of them
    from pnp.load import known_fields, moved_keys, synonyms, yaml_failure
    from pnp.load.sheets import unit_columns

_COUNTERS = "counters"
_FACES = ("front", "back")
_ABOUT_VALUES = frozenset(Sourced.model_fields)
"""Fields that every record has, about its other values."""
_FACTOR_WORDS = frozenset({
    "attack", "combat", "defence", "defense", "fire", "firepower", "melee", "morale", "move", "movement", "moves",
    "range", "speed", "strength",
})  # fmt: skip
"""Words of the headings of columns with one factor each."""
_HEADING, _IN_A_SHEET = "HEADING", ", or where the sheet is named "
"""The place of a heading in the advice about a cell, and the beginning of what holds for sheets only."""

M = TypeVar("M", bound=BaseModel)


def read_record(
    root: Node, model: type[M], faults: Faults, value: object = None, known: Mapping[str, object] | None = None
) -> M | None:
    """Return a data tree as a record of class `model`; add findings and return None if it is invalid.

    `value` is the content of the tree, if some of its records have been read before. `known` are the libraries whose
    names the records may use.
    """
    _report_blank_columns(root, model, faults)
    try:
        return model.model_validate(plain(root) if value is None else value, context=known)
    except ValidationError as error:
        details = _joined_choices(error.errors(include_url=False, include_input=True))
    for detail in details[:MAX_FINDINGS]:
        moved_keys.report_moved_key(root, tuple(map(str, detail["loc"])), detail["type"], model, faults)
    for i, detail in enumerate(details):
        if len(faults.findings) >= MAX_FINDINGS:
            faults.uncounted += len(details) - i
            break
        _add_finding(detail, root, model, faults)
    return None


def _joined_choices(details: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Return errors, of which those of one value that must be one of several choices of words are one error."""
    joined: dict[tuple[int | str, ...], ErrorDetails] = {}
    for detail in details:
        loc = detail["loc"]
        is_choice = detail["type"] == "literal_error" and str(loc[-1]).startswith("literal[")
        at = loc[:-1] if is_choice else (*loc, len(joined))
        first = joined.setdefault(at, {**detail, "loc": at} if is_choice else detail)
        if first is not detail and is_choice and "ctx" in detail:
            words = [one["ctx"]["expected"] for one in (first, detail) if one.get("ctx", {}).get("expected") != "''"]
            first["ctx"] = {"expected": ", ".join(dict.fromkeys(words))}
    return list(joined.values())


def _add_finding(detail: ErrorDetails, root: Node, model: type[BaseModel], faults: Faults) -> None:
    """Add the finding for one validation error of pydantic."""
    full = tuple(map(str, detail["loc"]))
    loc = tuple(part for part in full if not known_fields.is_tag(part))
    path = ".".join(loc)
    kind, value = detail["type"], detail["input"]
    if kind == "default_factory_not_called":  # the value that the default follows from is wrong, and is reported
        return
    if kind == "missing" and loc and loc[-1].isdecimal():  # too few values in a list
        loc, path = loc[:-1], ".".join(loc[:-1])
    if any(path == lost or path.startswith(f"{lost}.") for lost in faults.lost):
        return
    node, rest = find_node(root, path)
    name = named(loc)
    if kind == "extra_forbidden":
        known = detail.get("ctx", {}).get("known") or known_fields.fields_at(model, full[:-1])
        if _report_column(node, loc, known, faults):
            return
        key = clip(name) or repr(name)
        faults.add(
            "L010",
            node.key_spot(path),
            f"unknown key {key}",
            _known_name(name, known) or did_you_mean(name, known, many=True),
        )
    elif kind == "missing" and ".".join(loc[:2]) in faults.new_ids:
        key, id_ = loc[:2]
        record = f"{key}.{id_}"
        faults.lost.add(record)
        close = near_match(id_, faults.new_ids[record])
        write = f"did you mean {close}?" if close else f"write {name}: and its value, or an id of the game"
        wrong = f"{clip(id_)} is not in {key} of this game, and a new one needs {name}"
        faults.add("L011", find_node(root, record)[0].key_spot(record), wrong, write)
    elif kind == "missing" and len(loc) > 2 and _report_missing_column(node, loc, model, full, faults):
        return
    elif kind == "missing" and not isinstance(value, (list, tuple)):
        owner = "the game" if len(loc) == 1 and model.__name__ == "Game" else "this"
        owner = clip(loc[-2]) if len(loc) > 1 and not loc[-2].isdecimal() else owner
        faults.add("L011", node.key_spot(path), f"{owner} has no key {name}", f"write {name}: and its value")
    else:
        needed = known_fields.required_at(model, full)
        written, name = _as_written(node, rest, value, name)
        if kind == "string_type" and (colon := _text_with_colon(written, name)):
            faults.lost.add(".".join(loc[:-1]) if loc[-1].isdecimal() else path)
            faults.add("L012", written.spot(path), *colon)
            return
        dash = _dash_advice(written, kind, value, needed)
        if dash:
            faults.add("L012", written.spot(path), _wrong_value(detail, name, "", needed)[1], dash)
            return
        if kind == "tuple_type" and isinstance(value, str) and "\n" in node.source.text[node.start : node.end].strip():
            wrong = f"{name} must be a list, but is the text {clip(value)}"
            faults.add("L012", written.spot(path), wrong, "begin each item on its line with a dash and a blank: - one")
            return
        code, wrong, write = _wrong_value(detail, name, clip(value) if isinstance(value, str) else "", needed)
        heading = _heading_of(written, loc, faults)
        write = write.replace(_HEADING, heading) if heading else write.partition(_IN_A_SHEET)[0]
        wrong += changed_from(tuple(was.spot() for was in node.before()))
        faults.add(code, written.spot(path), wrong, write)


def _heading_of(node: Node, loc: Sequence[str], faults: Faults) -> str:
    """Return the heading of the column in which a value is written, as the author has it; empty outside of sheets."""
    file, key = node.source.name, loc[-1]
    if file not in faults.columns:
        return ""
    mapped = faults.mapped_columns.get(file, {})
    return next((heading for one, (heading, _) in mapped.items() if one.rpartition(".")[2] == key), key)


def _as_written(node: Node, rest: Sequence[str], value: object, name: str) -> tuple[Node, str]:
    """Return the node of a wrong value and its name, also if a short form has written it under another key."""
    for key, child in node.mapping.items() if rest else ():
        found, left = find_node(child, ".".join(rest[1:]))
        if not left and plain(found) == value:
            return found, name.replace(f" of {rest[0]}", f" of {key}") if rest[1:] else key
    return node, name


def _dash_advice(node: Node, kind: str, value: object, needed: Sequence[str]) -> str:
    """Return the advice for records with a dash too many, or one too few; empty for other mistakes."""
    if kind == "dict_type" and isinstance(node.value, list) and node.value:
        start = node.value[0].start
        return "delete the dash before each id" if node.source.text[:start].endswith("- ") else ""
    if (
        kind == "tuple_type"
        and isinstance(value, dict)
        and node.key is not None
        and any(one in value for one in needed)
    ):
        return 'begin the first line of each record with "- "'
    return ""


def _text_with_colon(node: Node, name: str) -> tuple[str, str] | None:
    """Return the message and the advice for a text with a colon and a blank, which is read as a key with its value."""
    text = node.source.text
    if len(node.mapping) != 1 or text[node.start] == "{":
        return None
    ((key, child),) = node.mapping.items()
    whole = text[node.start : child.end].strip()
    if "\n" in whole or not isinstance(child.value, str):
        return None
    shown = f"{key}:{child.value}" if f"{key}{child.value}".isdecimal() else whole
    return (
        f"{name} is read as a key with a value, because it has a colon and a blank",
        f"put quotes around it: {yaml_failure.quoted(shown)}",
    )


def _known_name(name: str, known: Sequence[str]) -> str:
    """Return the advice to write the name that pnp has for a field; empty if it has no other name for it."""
    right = synonyms.key_named(name, known)
    return write_instead(right, name) if right else ""


def _report_column(node: Node, loc: tuple[str, ...], known: Sequence[str], faults: Faults) -> bool:
    """Add a finding at the heading of an unknown column of a CSV table, once; return False for other keys."""
    headings, name = faults.columns.get(node.source.name, {}), ".".join(loc[2:])
    heading = next((one for one in headings if one == name or one.startswith(f"{name}.")), "")
    if not heading:
        return False
    _add_unknown_column(node.source.name, heading, loc[-1], known, faults)
    return True


def _report_blank_columns(root: Node, model: type[BaseModel], faults: Faults) -> None:
    """Add a finding at the heading of each unknown column of a CSV table in which nothing is written."""
    for file, (path, headings) in faults.blank_columns.items():
        records = find_node(root, path)[0].mapping.values()
        kinds = {record.mapping["kind"].value for record in records if "kind" in record.mapping}
        tags = [(), *((f"[{kind}]",) for kind in sorted(map(str, kinds)))]
        for heading in headings:
            names = heading.split(".")
            for depth, name in enumerate(names):
                locs = ((*path.split("."), "", *tag, *names[:depth]) for tag in tags)
                known = dict.fromkeys(field for loc in locs for field in known_fields.fields_at(model, loc))
                if known and name not in known:
                    _add_unknown_column(file, heading, name, tuple(known), faults)


def _add_unknown_column(file: str, heading: str, field: str, known: Sequence[str], faults: Faults) -> None:
    """Add a finding at the heading of an unknown column of a CSV table, if it is the first one.

    `field` is the part of the heading that is unknown, and `known` are the fields of a record there.
    """
    headings = faults.columns[file]
    if (file, heading) in faults.reported_columns:
        return
    faults.reported_columns.add((file, heading))
    if "front" in known and _is_of_factor(heading):
        singles = [one for one in headings if _is_of_factor(one) and one not in known]
        faults.reported_columns |= {(file, one) for one in singles}
        wrong = f"pnp cannot read a column for each factor: {join_words([clip(one) for one in singles])}"
        write = "write the factors of a side in one column, front or back, such as 3-4-3"
        faults.add("L010", headings[heading], wrong, write)
        return
    inner = heading.split(".", maxsplit=1)[0] in _FACES and field not in _FACES
    possible = set(faults.factors if inner and faults.factors else known) - _ABOUT_VALUES
    wrong, spot = f"unknown column {clip(heading)}", headings[heading]
    if mapped := faults.mapped_columns.get(file, {}).get(heading):
        wrong, spot = f"{clip(mapped[0])} is given the unknown key {clip(heading)}", mapped[1]
        write = did_you_mean(field, possible, many=True)
    elif not (write := _known_name(field, known)):
        write = did_you_mean(field, possible, many=True)
        if not near_match(field, possible):
            write = write.replace("write ", f"write columns: {{{clip(heading)}: KEY}} with the key ", 1)
            write += f", or ignore: [{clip(heading)}] if it is your own" if write else ""
    faults.add("L010", spot, wrong, write)


def _report_missing_column(
    node: Node, loc: tuple[str, ...], model: type[BaseModel], full: tuple[str, ...], faults: Faults
) -> bool:
    """Add a finding if a CSV table lacks columns that all its records need, once; return False for other keys.

    A column that has only another name is reported as unknown.
    """
    headings, field = faults.columns.get(node.source.name, {}), ".".join(loc[2:])
    if not headings or any(one == field or one.startswith(f"{field}.") for one in headings):
        return False
    required = (".".join((*loc[2:-1], name)) for name in known_fields.required_at(model, full[:-1]))
    missing = [one for one in required if not any(name == one or name.startswith(f"{one}.") for name in headings)]
    missing = [one for one in missing if one.rpartition(".")[2] not in node.mapping]
    known = known_fields.fields_at(model, full[:-1])
    renamed = {synonyms.key_named(one, known) for one in headings if one not in known}
    strange = [one for one in headings if one != "id" and one.split(".")[0] not in known]
    missing = [one for one in missing if not near_match(one, strange)]  # the misspelt heading is reported
    if loc[0] == _COUNTERS and missing[:1] == ["kind"]:  # that of units follows from their symbol
        if "symbol" in headings and field != "kind":
            missing = missing[1:]
        elif "symbol" in headings:
            wrong = f"{clip(loc[1])} has neither a symbol nor a kind"
            faults.add("L011", node.key_spot(".".join(loc[:2])), wrong, "write its symbol, or add a column kind")
            missing = missing[1:]
        elif near_match("symbol", strange):
            missing = missing[1:]
        else:
            missing[0] = "symbol"
    missing = [one for one in missing if (node.source.name, one) not in faults.reported_columns and one not in renamed]
    if missing:
        faults.reported_columns |= {(node.source.name, one) for one in missing}
        columns = f"column{'' if len(missing) == 1 else 's'} {join_words(missing)}"
        ours = (*faults.mapped_columns.get(node.source.name, ()), *unit_columns.ENTRY_KEYS)
        unread = faults.unread_columns.get(node.source.name, ())
        left = [clip(one) for one in (*unread, *(one for one in strange if one not in ours))]
        write = "add what is missing"
        if left:
            write = f"write columns: {{{left[0]}: {missing[0]}}} if {left[0]} means it; pnp does not read "
            write += f"the heading{'' if len(left) == 1 else 's'} {join_words(left)}"
        faults.add("L011", headings.get("id") or min(headings.values()), f"this table has no {columns}", write)
    return True


def _is_of_factor(heading: str) -> bool:
    """Return whether a heading names one factor, such as `reduced attack`."""
    return bool(_FACTOR_WORDS & set(re.findall("[a-z]+", heading.lower())))


def _wrong_value(detail: ErrorDetails, name: str, text: str, needed: Sequence[str]) -> tuple[str, str, str]:
    """Return the code, message and advice of the finding for a value that pydantic rejects.

    `needed` are the fields that a record must have here, or each record of a list.
    """
    kind, context, value = detail["type"], detail.get("ctx", {}), detail["input"]
    if kind == "value_error":
        wrong, _, write = str(context.get("error", detail["msg"])).partition("; ")
        wrong, write = with_hyphen(wrong, write)
        return "L012", clip(wrong, 160), clip(write, 160)
    if kind == "literal_error":
        words = [word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", ")]
        words = [word for word in words if word]
        if isinstance(value, str):
            return "L013", f"{name}: cannot be {text or 'blank'}", did_you_mean(value, words, many=True)
    if kind.startswith(("int_", "float_", "finite_")):
        if kind in ("int_parsing_size", "finite_number"):
            return "L014", f"{name} is too large a number", "write a smaller one"
        whole = " whole" if kind.startswith("int_") else ""
        wrong = f"{name} must be a{whole} number, but is {text or _kind_of_value(value)}"
        if meant := re.fullmatch(r"[A-Za-z]+\.? ?(\d+)", text):
            return (
                "L014",
                wrong,
                f"write {meant[1]}{_IN_A_SHEET}words: {{{_HEADING}: {{{text}: {meant[1]}}}}}",
            )
        return "L014", wrong, "write digits, such as 3"
    if kind == "bool_parsing":
        return "L013", f"{name}: cannot be {text or 'blank'}", "write true or false"
    if kind == "string_pattern_mismatch":
        return (
            "L012",
            f"{text or 'a blank'} is not a colour",
            'write # and six hexadecimal digits in quotes, such as "#B49C63"',
        )
    if kind in ("too_long", "too_short", "missing"):
        number = context.get("max_length", context.get("min_length"))
        return (
            "L012",
            f"{name} has too {'many' if kind == 'too_long' else 'few'} values",
            f"write {number}" if number else "",
        )
    record = f"{{{', '.join(f'{field}: ...' for field in needed) or 'field: value'}}}"
    listed = f"[{record}, {record}]" if needed else "[one, two]"
    wanted = {
        "string_type": ("a text", f"write {name}: and a text"),
        "dict_type": ("a mapping of ids", "write each id, a colon and its value"),
        "tuple_type": ("a list", f"write values with commas in brackets: {listed}"),
        "model_type": ("a record", f"write its fields: {record}"),
        "model_attributes_type": ("a record", f"write its fields: {record}"),
    }.get(kind)
    if wanted is None:
        if kind in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
            return "L014", f"{name} is out of bounds", _lower_first(detail["msg"].replace("Input should", "it should"))
        return "L012", f"{name} has the wrong form", _lower_first(clip(detail["msg"], 160))
    return "L012", f"{name} must be {wanted[0]}, but is {_kind_of_value(value)}", wanted[1]


def _lower_first(text: str) -> str:
    """Return a text with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def _kind_of_value(value: object) -> str:
    """Return what kind of value this is, in words: a text, a list or a mapping."""
    if isinstance(value, str):
        return f"the text {clip(value)}" if value else "blank"
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "something else"
