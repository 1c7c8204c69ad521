"""Changes of one value in the files of a game: a number, a word, a hex, an item of a list."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.load.tree import Node

Trail = tuple[str, ...]
NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class Edit:
    """A change of a file: its name, the offsets of the old text, and the new text."""

    file: str
    start: int
    end: int
    new: str

    def applied(self, text: str) -> str:
        """Return the text of the file with the change."""
        return text[: self.start] + self.new + text[self.end :]


def leaves(node: Node, trail: Trail = ()) -> Iterator[tuple[Trail, Node]]:
    """Yield the trail and the node of each text in a data tree."""
    if isinstance(node.value, dict):
        for key, child in node.value.items():
            yield from leaves(child, (*trail, key))
    elif isinstance(node.value, list):
        for i, child in enumerate(node.value):
            yield from leaves(child, (*trail, str(i)))
    elif isinstance(node.value, str) and raw(node):
        yield trail, node


def items(node: Node, trail: Trail = ()) -> Iterator[tuple[Trail, Node, Node]]:
    """Yield the trail, the node and the parent of each item of a list or mapping."""
    children = node.value.items() if isinstance(node.value, dict) else enumerate(node.value or ()) if isinstance(node.value, list) else ()  # fmt: skip
    for key, child in children:
        yield (*trail, str(key)), child, node
        yield from items(child, (*trail, str(key)))


def matches(trail: Trail, pattern: str) -> bool:
    """Return whether a trail matches a pattern such as `counters.*.front`; `**` is any rest."""
    parts = pattern.split(".")
    if parts[-1] == "**":
        parts = parts[:-1]
        trail = trail[: len(parts)]
    return len(trail) == len(parts) and all(
        part == "*" or word in part.split("|") for part, word in zip(parts, trail, strict=True)
    )


def raw(node: Node) -> str:
    """Return the text of a node as its file has it."""
    return node.source.text[node.start : node.end]


def file_of(node: Node) -> str:
    """Return the name of the file of a node, inside the folder of its game."""
    return Path(node.source.name).as_posix()


def replaced(node: Node, start: int, end: int, new: str) -> Edit:
    """Return the change of a part of a node; offsets are in its raw text."""
    return Edit(file_of(node), node.start + start, node.start + end, new)


# ---------------------------------------------------------------- operations on one text


def number(node: Node, rng: random.Random) -> Edit | None:
    """Change a number of a text by one."""
    found = [m for m in re.finditer(r"(?<![\w.#-])\d+(?![\w.]*\d)|(?<=[-+*/])\d+", raw(node)) if len(m[0]) < 4]
    if not found:
        return None
    one = rng.choice(found)
    value = int(one[0])
    new = max(value + rng.choice((-1, 1)), 0)
    return replaced(node, one.start(), one.end(), str(value + 1 if new == value else new))


def number_word(node: Node, rng: random.Random) -> Edit | None:
    """Change a number in words by one."""
    found = list(re.finditer(r"\b(" + "|".join(NUMBER_WORDS) + r")\b", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    place = NUMBER_WORDS.index(one[0])
    new = NUMBER_WORDS[place + 1 if place == 0 else place + rng.choice((-1, 1)) if place < 9 else 8]
    return replaced(node, one.start(), one.end(), new)


def any_number(node: Node, rng: random.Random) -> Edit | None:
    """Change a number by one, in digits or in words; inserts, references and numbers of cases stay."""
    text = raw(node)
    hidden = [m.span() for m in re.finditer(r"\{\{.*?\}\}|\[[^\]]*\]|\b\d+(?:\.\d+)+", text, re.DOTALL)]
    words = "|".join((*NUMBER_WORDS, *(word.capitalize() for word in NUMBER_WORDS)))
    found = [
        m
        for m in re.finditer(rf"(?<![\w.#/-])\d{{1,3}}(?![\w.]*\d)|(?<![\w-])(?:{words})\b", text)
        if not any(start <= m.start() < end for start, end in hidden)
    ]
    if not found:
        return None
    one, step = rng.choice(found), rng.choice((-1, 1))
    if one[0].isdigit():
        return replaced(node, one.start(), one.end(), str(max(int(one[0]) + step, 2)))
    place = min(max(NUMBER_WORDS.index(one[0].lower()) + step, 1), 9)
    word = NUMBER_WORDS[place]
    return replaced(node, one.start(), one.end(), word.capitalize() if one[0][0].isupper() else word)


def typo(node: Node, rng: random.Random) -> Edit | None:
    """Drop, double or swap a letter of a word."""
    found = list(re.finditer(r"(?<![\w{\"'.])[A-Za-z]{5,}(?![\w(])", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    word, at = one[0], rng.randrange(1, len(one[0]) - 1)
    kind = rng.choice(("drop", "double", "swap"))
    if kind == "swap" and word[at] != word[at + 1]:
        new = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    elif kind == "drop" and word[at] != word[at + 1]:
        new = word[:at] + word[at + 1 :]
    else:
        new = word[:at] + word[at] + word[at:]
    return replaced(node, one.start(), one.end(), new)


def sign(node: Node, rng: random.Random) -> Edit | None:
    """Turn a sign or a direction round."""
    pairs = {"+": "-", "-": "+", "−": "+", "left": "right", "right": "left", "×": "÷", "up": "down", "down": "up"}
    found = list(re.finditer(r"\b(left|right|up|down)\b|[+−×]|(?<!\w)-(?=\d)", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), pairs[one[0]])


def hex_off(node: Node, rng: random.Random) -> Edit | None:
    """Change a hex number to that of a hex nearby."""
    found = list(re.finditer(r"\b([A-Z])(\d{1,2})\b|\b(\d{2})(\d{2})\b", raw(node)))
    if not found:
        return None
    one, step = rng.choice(found), rng.choice((-1, 1))
    if one[1]:
        column, row = one[1], int(one[2])
        new = f"{chr(ord(column) + step) if 'B' <= column <= 'N' else column}{row}" if rng.random() < 0.5 else f"{column}{max(row + step, 1)}"  # fmt: skip
    else:
        column, row = int(one[3]), int(one[4])
        new = f"{max(column + step, 1):02}{row:02}" if rng.random() < 0.5 else f"{column:02}{max(row + step, 1):02}"
    return None if new == one[0] else replaced(node, one.start(), one.end(), new)


def word_dropped(node: Node, rng: random.Random) -> Edit | None:
    """Drop a word of a list of words."""
    found = list(re.finditer(r"\S+\s*", raw(node)))
    if len(found) < 2:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), "")


def last_word_dropped(node: Node, rng: random.Random) -> Edit | None:
    """Drop the last word of a list of words."""
    found = list(re.finditer(r"\s+\S+", raw(node)))
    return replaced(node, found[-1].start(), found[-1].end(), "") if len(found) > 1 else None


def words_swapped(node: Node, rng: random.Random) -> Edit | None:
    """Swap two neighbouring words of a line."""
    found = list(re.finditer(r"(\S+)([ \t]+(?:\|[ \t]*)?)(\S+)", raw(node)))
    found = [m for m in found if m[1] != m[3] and "|" not in m[1] + m[3] and m[1] not in ("|", ">", ">-")]
    if not found:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), f"{one[3]}{one[2]}{one[1]}")


def word_of_another(node: Node, rng: random.Random) -> Edit | None:
    """Replace a word by another word of the same text."""
    found = [m for m in re.finditer(r"[^\s|]+", raw(node)) if m[0] not in ("|", ">", ">-")]
    others = sorted({m[0] for m in found})
    if len(others) < 2:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), rng.choice([word for word in others if word != one[0]]))


def reference_off(node: Node, rng: random.Random) -> Edit | None:
    """Change the last number of a reference such as [6.5.1], by much."""
    found = list(re.finditer(r"\[(\d+(?:\.\d+)*)\.(\d+)\]", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), f"[{one[1]}.{int(one[2]) + 7}]")


def comparison_turned(node: Node, rng: random.Random) -> Edit | None:
    """Change a comparison of an expression."""
    pairs = {">=": ">", "<=": "<", ">": "<", "<": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
    found = list(re.finditer(r">=|<=|==|!=|&&|\|\||(?<![-=<>])[<>](?![=<>])", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    return replaced(node, one.start(), one.end(), pairs[one[0]])


def id_off(node: Node, rng: random.Random) -> Edit | None:
    """Misspell an id: two characters swapped, or a digit changed."""
    found = list(re.finditer(r"[\w.-]{3,}", raw(node)))
    if not found:
        return None
    one = rng.choice(found)
    word, at = one[0], rng.randrange(len(one[0]) - 1)
    new = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return None if new == word else replaced(node, one.start(), one.end(), new)


# ---------------------------------------------------------------- operations on items


def deleted(trail: Trail, node: Node, parent: Node) -> Edit | None:
    """Delete an item of a list or mapping, with its key."""
    text = node.source.text
    start = node.start if node.key is None else node.key
    line = text.rfind("\n", 0, start) + 1
    before = text[line:start]
    end = node.end
    if text[start] == "{" and text[end] == "}":
        end += 1
    if before.strip() in ("", "-"):
        stop = text.find("\n", end - 1 if text[end - 1 : end] == "\n" else end)
        rest = text[end:stop] if stop >= end else ""
        if rest.strip(" ,") == "" or rest.strip().startswith("#"):
            return Edit(file_of(node), line, (stop if stop >= 0 else len(text) - 1) + 1, "")
    after = re.match(r"\s*,\s*", text[end:])
    if after:
        return Edit(file_of(node), start, end + after.end(), "")
    before_comma = re.search(r",\s*$", text[:start])
    return Edit(file_of(node), before_comma.start(), end, "") if before_comma else None


def swapped(one: Node, other: Node) -> Edit | None:
    """Swap two values of one file."""
    if one.source is not other.source or raw(one) == raw(other):
        return None
    first, second = sorted((one, other), key=lambda node: node.start)
    if first.end > second.start:
        return None
    between = one.source.text[first.end : second.start]
    return Edit(file_of(one), first.start, second.end, raw(second) + between + raw(first))
