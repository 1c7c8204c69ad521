"""Checks of spelling: words, names, double words, and words in British and in American spelling."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import COMMON, frequency, is_english, is_inflection, one_edit_away, slips_between

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
FEWEST_LETTERS = 5
"""The fewest letters of a word or name whose spelling is checked."""
LONG = 8
"""The fewest letters of a word that is compared with every English word, because few long words are alike."""
MOST_IN_SPOILT = 19
"""The number of words for which a right word is searched in a text that recognition has spoilt."""
LIKELY = 50
"""The least frequency of a word that differs from a misspelt one only in a doubled letter or in two swapped letters."""


def _stem(word: str) -> str:
    """Return a word without its possessive ending, in small letters."""
    return re.sub(r"['’](?:s|S)?$|['’](?:s|S)\b", "", word).casefold()


@document_check("Q050", Severity.WARNING, "unknown words", english=True)
def misspelt_word(document: RulebookText) -> Iterator[Slip]:
    """A word is probably misspelt: it differs by one typing error from an English word.

    A typing error is a letter left out, added, replaced, or swapped with its neighbour. The English word occurs in the
    document or is very common. Names are not checked here, but terms of the game with a capital letter are.

    Bad:
        Units may not recieve supplies. The player rolls one die for each unit.
    Good:
        Units may not receive supplies. The player rolls one die for each unit.
    """
    written: dict[str, list[int]] = {}
    capitals: Counter[str] = Counter()
    for match in WORD.finditer(document.text):
        word = match[0]
        stem = _stem(word)
        written.setdefault(stem, []).append(match.start())
        if word[0].isupper():
            capitals[stem] += 1
    families = Counter(word[:5] for word in written if not is_english(word))
    found, more = 0, list[int]()
    for word, places in written.items():
        if len(word) < FEWEST_LETTERS or not word.isascii() or not word.isalpha() or word in document.divided_words:
            continue
        if is_english(word):
            continue
        if len(places) > 2:
            continue
        if capitals[word] and not (_term_of(word, written, capitals) or _is_heading_word(document, word, places)):
            continue
        if document.text[places[0] : places[0] + len(word)].isupper() and len(word) < 7:
            continue
        form = document.text[places[0] : places[0] + len(word)]
        if not (form.islower() or form.isupper() or form.istitle()):
            continue
        if families[word[:5]] > 1:
            continue  # a word of the game, with its inflections
        if document.is_spoilt and found >= MOST_IN_SPOILT:
            more.append(places[0])
            continue
        near = _right_word(word, written)
        if near and not _is_divided(document, places[0], word) and not _in_odd_place(document, places[0], len(word)):
            quoted = quote_around(document, places[0], places[0] + len(word), 3)
            found += 1
            yield Slip(places[0], f'"{clip(quoted, 70)}": "{word}" is not a word', f"did you mean {near}?")
    if more:
        yield Slip(more[0], f"and {len(more):,} more unknown words", "recognise the text again")


def _term_of(word: str, written: dict[str, list[int]], capitals: Counter[str]) -> str:
    """Return the term of the game, such as Opposition, that a capitalised word misspells; empty if there is none."""
    if len(word) < LONG:
        return ""
    terms = (other for other in one_edit_away(word) if capitals[other] >= 3 and is_english(other))
    return next((other for other in terms if other[-2:] == word[-2:] and len(written[other]) >= 3), "")


def _is_heading_word(document: RulebookText, word: str, places: list[int]) -> bool:
    """Return whether the words around a capitalised word are English, so that it is not part of a name."""
    at = places[0]
    line = document.line_at(at).text
    others = [w for w in re.findall(r"[A-Za-z]{3,}", line) if w.casefold() != word]
    quoted = re.search(rf"[\"“‘']\s*(?:\w+ )*{re.escape(document.text[at : at + len(word)])}", line)
    names = sum(other[0].isupper() for other in others)
    return (
        len(others) >= 3 and bool(quoted) and names < len(others) / 2 and all(is_english(w.casefold()) for w in others)
    )


def _right_word(word: str, written: dict[str, list[int]]) -> str:
    """Return the word that was probably meant; empty if none or several are likely."""
    near = [other for other in one_edit_away(word) if frequency(other) or other in written]
    likely = [
        other for other in near if (frequency(other) >= LIKELY or other in written) and _is_likely_slip(word, other)
    ]
    if len(word) >= LONG and len(near) == 1 and word[-2:] == near[0][-2:] and frequency(near[0]) > LIKELY:
        return near[0]
    here = [
        other
        for other in near
        if other in written and is_english(other) and len(other) >= 4 and _is_possible_slip(word, other, 6)
    ]
    if here or len(likely) == 1:
        return max(here or likely, key=lambda other: (other in likely, len(written.get(other, ())), frequency(other)))
    common = sorted(
        (other for other in near if frequency(other) >= COMMON and _is_possible_slip(word, other, 7)),
        key=frequency,
        reverse=True,
    )
    if len(common) == 1 or (len(common) > 1 and frequency(common[0]) > 20 * frequency(common[1])):
        return common[0]
    return ""


def _is_possible_slip(word: str, other: str, fewest: int) -> bool:
    """Return whether a slip is possible that changes the number of letters, or one letter of a long word.

    A difference in the last letter is rather an inflection, or a word of another language.
    """
    if _is_likely_slip(word, other):
        return True
    if len(word) < fewest + (len(word) == len(other)) or word[:-1] in (other, other[:-1]) or other[:-1] == word:
        return False
    return word[-1] == other[-1]


def _is_likely_slip(word: str, other: str) -> bool:
    """Return whether two letters are swapped, or a letter is doubled or single by mistake."""
    single = re.sub(r"(.)\1+", r"\1", word)
    return single == re.sub(r"(.)\1+", r"\1", other) or (len(word) == len(other) and sorted(word) == sorted(other))


def _is_divided(document: RulebookText, at: int, word: str) -> bool:
    """Return whether a space divides a word or is missing between two words, as extraction from a PDF may do it."""
    if re.search(r"\w[-–(]\s?$", document.text[max(at - 3, 0) : at]):
        return True
    before = re.search(r"(?<!['’])\b(\w+)[ \n-]+$", document.text[max(at - 30, 0) : at])
    after = re.match(r"[ \n-]+(\w+)", document.text[at + len(word) :])
    joined = [(before[1] + word) if before else "", (word + after[1]) if after else ""]
    near = re.findall(r"[a-z]{3,}", document.text[max(at - 24, 0) : at + len(word) + 24])
    if sum(not is_english(other) for other in near if other in document.words) >= 3:
        return True  # a sentence in another language
    index = document.index_at(at)
    if at == document.offset_of(index) and any(is_english(start + word) for start in document.divided_beginnings):
        return True  # the end of a word whose beginning is elsewhere
    if any(
        found and len(found[1]) == 1 and found[1] not in "aAI" and not found[1].isdigit() for found in (before, after)
    ):
        return True  # letters with spaces between them
    if any(len(text) >= 5 and is_english(text.casefold()) for text in joined):
        return True
    return any(_is_whole(word[:i]) and _is_whole(word[i:]) for i in range(1, len(word)))


def _is_whole(part: str) -> bool:
    """Return whether a part of a word is a common word by itself."""
    return part == "a" or (len(part) >= 2 and frequency(part) >= 200_000) or (len(part) >= 4 and frequency(part) >= 500)


def _in_odd_place(document: RulebookText, at: int, length: int) -> bool:
    """Return whether a word is part of an address, a code or a hyphenated word at a line end."""
    text = document.text
    around = text[max(at - 1, 0) : at] + text[at + length : at + length + 1]
    return (
        bool(re.search(r"[@/\\_.<>=&#\d-]", around[:1] + (around[1:] if around[1:] not in ".," else "")))
        or "www" in text[max(at - 12, 0) : at + length]
    )


@document_check("Q051", Severity.WARNING, "names in two spellings", english=True, clean=True)
def name_in_two_spellings(document: RulebookText) -> Iterator[Slip]:
    """A name is written in two ways that differ in one letter.

    Bad:
        The Kalewa River flows south. Units cross the Kalewa River at bridges. Place the boat on the Kaleva River.
    Good:
        The Kalewa River flows south. Units cross the Kalewa River at bridges. Place the boat on the Kalewa River.
    """
    places: dict[str, list[int]] = {}
    after: dict[str, Counter[str]] = {}
    for match in WORD.finditer(document.text):
        word = re.sub(r"['’]s?$", "", match[0])
        if (
            len(word) < 4
            or not word.isalpha()
            or not word[0].isupper()
            or not word[1:].islower()
            or is_english(word.casefold())
        ):
            continue
        if word.casefold() in document.divided_words:
            continue
        places.setdefault(word, []).append(match.start())
        following = re.match(r"\s([A-Z][a-z]+)", document.text[match.end() :])
        if following:
            after.setdefault(word, Counter())[following[1]] += 1
    names = sorted(places)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if other[0] != one[0]:
                break
            if not slips_between(one, other) or is_inflection(one, other):
                continue
            rare, usual = sorted((one, other), key=lambda name: (len(places[name]), name))
            same_context = bool(after.get(rare, Counter()).keys() & after.get(usual, Counter()).keys())
            few, many = len(places[rare]), len(places[usual])
            if (same_context and few <= 3) or (len(rare) >= 6 and few <= 2 and many >= 2 * few + 1):
                quoted = quote_around(document, places[rare][0], places[rare][0] + len(rare), 2)
                yield Slip(
                    places[rare][0], f'"{clip(quoted, 60)}": {rare} ({few}×) is elsewhere written {usual} ({many}×)'
                )


@document_check("Q052", Severity.WARNING, english=True)
def word_written_twice(document: RulebookText) -> Iterator[Slip]:
    """A word is written twice in a row.

    Bad:
        Move the the marker one space forward.
    Good:
        Move the marker one space forward.
    """
    pattern = re.compile(
        r"(?<![\w'’.-])(the|a|an|of|to|is|are|and|or|for|with|by|at|from|be|may|must|not|unit|units|"
        r"player|this|these|which|their|its|as|if|can|will|has|have|each|any|all|hex|combat) (\1)"
        r"(?![\w'’-]| (?:least|most)\b)",
        re.IGNORECASE,
    )
    for match in pattern.finditer(document.text):
        if match[1] == match[2] or (match[1][1:] == match[2][1:] and match[1][0].isupper() and match[2][0].islower()):
            around = (
                document.text[max(match.start() - 2, 0) : match.start()] + document.text[match.end() : match.end() + 2]
            )
            if (
                match[2][0].isupper()
                or re.search(r"\d", around)
                or re.search(
                    r"\b(?:[B-HJ-Zb-z]|[B-Z][a-z]) $", document.text[max(match.start() - 4, 0) : match.start()]
                )
            ):
                continue
            if match[1].lower() in ("a", "is", "by") and not match[1].islower():
                continue
            if re.search(r"\b(\w+) \1 $", document.text[max(match.start() - 40, 0) : match.start()]) or re.match(
                r" (\w+) \1\b", document.text[match.end() : match.end() + 40]
            ):
                continue  # letters that are printed twice, so that they look bold
            line_break = document.index_at(match.start()) != document.index_at(match.start(2))
            if line_break and document.lines[document.index_at(match.start(2))].text.strip() == match[2]:
                continue
            yield Slip(
                match.start(),
                f'"{quote_around(document, match.start(), match.end(), 3)}" has "{match[1].lower()}" twice',
                "remove one",
            )


TWO_SPELLINGS = (
    ("armour", "armor"),
    ("armoured", "armored"),
    ("defence", "defense"),
    ("colour", "color"),
    ("coloured", "colored"),
    ("honour", "honor"),
    ("favour", "favor"),
    ("favourable", "favorable"),
    ("centre", "center"),
    ("manoeuvre", "maneuver"),
    ("harbour", "harbor"),
    ("neighbouring", "neighboring"),
    ("offence", "offense"),
    ("grey", "gray"),
    ("neighbour", "neighbor"),
    ("labour", "labor"),
    ("rumour", "rumor"),
)
"""Words in British and in American spelling."""


@document_check("Q053", Severity.WARNING, english=True)
def word_in_british_and_american_spelling(document: RulebookText) -> Iterator[Slip]:
    """A word is written in British and in American spelling.

    Names keep their own spelling, so words with a capital letter are not checked.

    Bad:
        An armoured unit moves six hexes. Each armored unit adds one. Only armored units attack.
    Good:
        An armored unit moves six hexes. Each armored unit adds one. Only armored units attack.
    """
    places: dict[str, list[int]] = {}
    for match in re.finditer(r"\b[a-z]+\b", document.text):
        places.setdefault(match[0], []).append(match.start())
    for british, american in TWO_SPELLINGS:
        one = [at for form in (british, british + "s") for at in places.get(form, [])]
        other = [at for form in (american, american + "s") for at in places.get(form, [])]
        if one and other:
            rare, few, usual, many = (
                (british, one, american, other) if len(one) <= len(other) else (american, other, british, one)
            )
            at = min(few)
            yield Slip(
                at,
                f'"{clip(quote_around(document, at, at + len(rare), 2), 60)}": {rare} ({len(few)}×) is elsewhere '
                f"written {usual} ({len(many)}×)",
            )
