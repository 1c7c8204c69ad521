"""The check of spelling: a rare word that is one slip away from a frequent word of the same game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from pnp.checks.checked_game import CheckedGame, check
from pnp.findings import Fault, Severity, write_instead
from pnp.proof.english import SPECIAL, frequency, is_english, is_inflection, is_listed, one_edit_away

_WORD = re.compile(r"(?<![\w{\"'’./@])[A-Za-zÀ-ÿ]{4,30}(?![\w(])(?!['’](?:t|re|ve|ll|d|m)\b)")
"""A word, but not the first part of a contraction, such as `doesn` in `doesn't`."""
_HIDDEN = re.compile(r"\{\{.*?\}\}|`[^`]*`|\]\([^)]*\)|\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”")
"""Inserts, code, targets of links, and quotations."""
_ORDINAL = re.compile(r"\b(\d{1,3})(st|nd|rd|th|d)\b")
_NAME_ON_MAP = re.compile(r"map\.(?:places|paths|hexsides|regions|edges)\..*\bnames?\b")
"""The paths of the names on the map."""
SHORTEST_NAME = 4
"""Words of names with at most this many letters are not compared."""
_RARE = 2
"""A word that is used more often is spelt as intended."""
_FREQUENT = 3
"""The least number of times that the right word is used in the game."""
_OFTEN = 4
"""The same for a rare English word, such as `terran` beside `terrain`."""
_COMMON = 300
"""The least frequency of an English word that is suggested although the game never uses it."""
_COMMON_NAME = 5_000
"""The same for a word with a capital letter, which may be a name."""
_DOUBTFUL = 30
"""A word that the frequency list has less often may be a misspelling in the texts that the list counts."""
_UNUSUAL = 100
"""An English word below this frequency is doubtful beside a word that the game uses often."""
_NEVER = 10**9
"""More than the frequency of any word; short names are often abbreviations."""


@check("R013", Severity.WARNING)
def word_misspelt(checked: CheckedGame) -> Iterator[Fault]:
    """A rare word is probably misspelt: it differs by one typing error from a word that the game uses often.

    The rare word is not an English word, or an unusual one. A name on the map is a known word, even if it is used only
    once, unless another name on the map is used more often, or a very common English word is meant. A typing error is
    a letter left out, added, replaced, or swapped with its neighbour. All printed texts are checked, also names, labels
    and words on markers.

    Bad:
        glossary:
          step: {says: "A conuter has steps: one for each side of the counter. A counter may be lost, as any counter."}
    Good:
        glossary:
          step: {says: "A counter has steps: one for each side of the counter. A counter may be lost, as any counter."}
    """
    texts = [(path, _HIDDEN.sub(lambda m: " " * len(m[0]), text)) for path, text in checked.printed_texts]
    typed = [(path, match) for path, text in texts for match in _typed_words(text, checked.game.sources.inserted(path))]
    used = Counter(match[0] for _, match in typed)
    counts: Counter[str] = Counter()
    for word, number in used.items():
        counts[word.lower()] += number
    names = _words_of_names(checked)
    long_names = frozenset(name for name in names if len(name) > SHORTEST_NAME)
    wrong: dict[str, str] = {}
    for word in used:
        if counts[word.lower()] <= _RARE and (right := _right_word(word, counts, long_names, names)):
            wrong[word] = right
    for path, match in typed if wrong else ():
        if match[0] in wrong:
            right = wrong[match[0]]
            yield Fault(path, f"{match[0]} is not a known word", f"did you mean {right}?", at=match.start())


def _typed_words(text: str, inserted: Sequence[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """Yield each word of a text that is not in an insert: an insert repeats the word of another place."""
    for match in _WORD.finditer(text):
        if not any(first <= match.start() < last for first, last in inserted):
            yield match


@check("R025", Severity.WARNING)
def ordinal_ending_wrong(checked: CheckedGame) -> Iterator[Fault]:
    """An ordinal number has a wrong ending, such as `2st` or `3th`.

    Bad:
        formations: {guard: {name: 2st Guard Brigade}}
    Good:
        formations: {guard: {name: 2nd Guard Brigade}}
    """
    for path, text in checked.printed_texts:
        inserted = checked.game.sources.inserted(path)
        for match in _ORDINAL.finditer(text):
            if any(first <= match.start() < last for first, last in inserted):
                continue
            number = int(match[1])
            right = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
            if match[2] != right and (match[2], right) != ("d", "nd") and (match[2], right) != ("d", "rd"):
                write = write_instead(f"{number}{right}", match[0])
                yield Fault(path, f"{match[0]} has the wrong ending", write, at=match.start())


def _words_of_names(checked: CheckedGame) -> frozenset[str]:
    """Return the words in the names on the map, in small letters."""
    names = [text for path, text in checked.printed_texts if _NAME_ON_MAP.match(path)]
    return frozenset(word.lower() for name in names for word in _WORD.findall(name))


def _right_word(
    word: str, counts: Mapping[str, int], names: Container[str] = (), all_names: Container[str] = ()
) -> str:
    """Return the word that was probably meant; empty if the word is known, or if no other word is near.

    `names` are the words of names on the map that need not be used often, `all_names` has the short ones too.
    """
    low = word.lower()
    on_map = word[0].isupper() and low in all_names
    if is_listed(low, _UNUSUAL):
        return ""
    if is_listed(low, _DOUBTFUL):
        near = [one for one in one_edit_away(low) if counts.get(one, 0) >= _OFTEN]
        often = [one for one in near if not (is_inflection(low, one) or is_inflection(one, low))]
        return _as_in(word, max(often, key=lambda one: (counts[one], one))) if often else ""
    derived = is_english(low)
    near = sorted(
        (
            one
            for one in one_edit_away(low, initial=True)
            if (
                (counts.get(one, 0) >= _FREQUENT * counts[low] and not on_map)
                or (word[0].isupper() and _is_name(one, low, counts, names, on_map=on_map))
            )
            and not (derived and is_inflection(low, one))
        ),
        key=lambda one: (-counts[one], one),
    )
    if near and (len(low) > 4 or near[0][0] == low[0]):
        return _as_in(word, near[0])
    least = _COMMON if word.islower() else _COMMON_NAME if len(word) > 5 else _NEVER
    common = [
        one
        for one in one_edit_away(low, initial=True)
        if one[0] == low[0]
        and (frequency(one) >= (_COMMON if one in counts and not on_map else least) or one in SPECIAL)
        and not (derived and (is_inflection(low, one) or frequency(one) < _COMMON_NAME))
    ]
    return _as_in(word, max(common, key=lambda one: (frequency(one), one))) if common else ""


def _is_name(one: str, low: str, counts: Mapping[str, int], names: Container[str], *, on_map: bool) -> bool:
    """Return whether a word is in a name on the map, and the word beside it is in none, or long and used less often."""
    return one in names and (not on_map or (low in names and counts[one] > counts[low]))


def _as_in(word: str, right: str) -> str:
    """Return the right word with a capital letter if the word has one."""
    return right.capitalize() if word[0].isupper() else right
