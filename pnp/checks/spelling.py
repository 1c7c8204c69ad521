"""The check of spelling: a rare word that is one slip away from a frequent word of the same game.

Source of English words: the frequency list of pyspellchecker.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from pnp.checks.checked_game import CheckedGame, check
from pnp.checks.printed_texts import printed_texts
from pnp.findings import Fault, Severity

_WORD = re.compile(r"(?<![\w{\"'’./@])[A-Za-zÀ-ÿ]{4,}(?![\w(])")
_HIDDEN = re.compile(r"\{\{.*?\}\}|`[^`]*`|\]\([^)]*\)|\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”")
"""Inserts, code, targets of links, and quotations."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_RARE = 2
"""A word that is used more often is spelt as intended."""
_FREQUENT = 3
"""The least number of times that the right word is used in the game."""
_COMMON = 300
"""The least frequency of an English word that is suggested although the game never uses it."""
_COMMON_NAME = 5_000
"""The same for a word with a capital letter, which may be a name."""
_BRITISH = (
    ("our", "or"), ("ise", "ize"), ("isi", "izi"), ("isa", "iza"), ("yse", "yze"), ("ence", "ense"), ("tre", "ter"),
    ("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("oeu", "eu"), ("ogue", "og"), ("mme", "m"), ("grey", "gray"),
    ("wards", "ward"), ("ould", "old"), ("lment", "llment"), ("spelt", "spelled"), ("ae", "e"), ("plough", "plow"),
)  # fmt: skip
"""Letters of British words, and the American ones in the list of words."""
_ENDINGS = ("s", "ed", "d", "ing", "ly", "er", "ers", "r", "ness", "less", "able", "ment", "men", "man")
_BEGINNINGS = ("un", "re", "non", "mis", "over", "out", "under", "counter", "semi", "anti")


@check("R013", Severity.WARNING)
def word_misspelt(checked: CheckedGame) -> Iterator[Fault]:
    """A rare word is one slip away from a word that the game uses often, and is not an English word.

    A slip is a letter left out, added, replaced, or swapped with its neighbour. All printed texts are read, also names,
    labels and words on markers.

    Bad:
        glossary:
          step: {says: "A conuter has steps: one for each side of the counter. A counter may be lost, as any counter."}
    Good:
        glossary:
          step: {says: "A counter has steps: one for each side of the counter. A counter may be lost, as any counter."}
    """
    texts = [(path, _HIDDEN.sub(lambda m: " " * len(m[0]), text)) for path, text in printed_texts(checked.game)]
    used = Counter(match[0] for _, text in texts for match in _WORD.finditer(text))
    counts: Counter[str] = Counter()
    for word, number in used.items():
        counts[word.lower()] += number
    wrong: dict[str, str] = {}
    for word in used:
        if counts[word.lower()] <= _RARE and (right := _right_word(word, counts, used)):
            wrong[word] = right
    for path, text in texts if wrong else ():
        for match in _WORD.finditer(text):
            if match[0] in wrong:
                right = wrong[match[0]]
                yield Fault(path, f"{match[0]} is not a known word", f"did you mean {right}?", at=match.start())


def _right_word(word: str, counts: Mapping[str, int], used: Mapping[str, int]) -> str:
    """Return the word that was probably meant; empty if the word is known, or if no other word is near."""
    low = word.lower()
    if _is_english(low):
        return ""
    near = sorted(
        (one for one in _one_slip(low) if counts.get(one, 0) >= _FREQUENT * counts[low]),
        key=lambda one: (-counts[one], one),
    )
    if near and (len(low) > 4 or near[0][0] == low[0]):
        return _as_in(word, near[0])
    english = english_words()
    least = _COMMON if word.islower() else _COMMON_NAME if len(word) > 5 else len(english) ** 2
    common = [
        one
        for one in _one_slip(low)
        if one[0] == low[0] and english.get(one, 0) >= (_COMMON if one in counts else least)
    ]
    return _as_in(word, max(common, key=lambda one: (english[one], one))) if common else ""


def _as_in(word: str, right: str) -> str:
    """Return the right word with a capital letter if the word has one."""
    return right.capitalize() if word[0].isupper() else right


def _is_english(word: str) -> bool:
    """Return whether a word is in the list of English words, also in British spelling or with an ending."""
    english = english_words()
    if word in english:
        return True
    forms = {word, *(word.replace(british, american) for british, american in _BRITISH)}
    stems = {form.removesuffix(ending) for form in forms for ending in _ENDINGS if form.endswith(ending)}
    stems |= {form[:-2] for form in forms if form.endswith(("ses", "xes", "zes", "ches", "shes", "oes"))}
    stems |= {form.removeprefix(start) for form in forms for start in _BEGINNINGS if form.startswith(start)}
    return any(form in english for form in forms) or any(
        len(stem) > 3 and english.get(stem, 0) >= _COMMON for stem in stems
    )


def _one_slip(word: str) -> Iterator[str]:
    """Yield every text that one slip turns into the word: a letter left out, added, replaced or swapped."""
    for i in range(len(word) + 1):
        head, tail = word[:i], word[i:]
        yield from (head + letter + tail for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in _LETTERS if letter != tail[0])
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:]


@cache
def english_words() -> Mapping[str, int]:
    """Return the frequency of each English word."""
    packed = files("spellchecker").joinpath("resources/en.json.gz").read_bytes()
    words: dict[str, int] = json.loads(gzip.decompress(packed))
    return words
