"""General English: known words, their inflections and compounds, and British and American spellings.

Source of the words: the English frequency list of the package pyspellchecker (made from film subtitles).
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left
from functools import cache
from importlib.util import find_spec
from pathlib import Path

COMMON = 2000
"""The frequency from which on a word of the list is common, so that a rare neighbour is probably a misspelling."""
LONGEST = 50
"""The most letters of a word that is looked up or compared with similar words; no English word is longer."""
ENDINGS = (
    "s", "es", "ed", "d", "ing", "er", "ers", "r", "rs", "ly", "ness", "able", "less", "ment", "ments", "y",
    "ist", "ship", "like", "wise", "ability", "ization", "isation", "al", "ally", "est", "st",
)  # fmt: skip
BEGINNINGS = (
    "un", "re", "non", "over", "under", "sub", "pre", "mis", "anti", "inter", "counter", "semi", "multi", "out",
    "dis", "in", "co", "de", "mid", "super", "post", "pro", "trans", "self", "micro", "mini", "para", "auto",
    "fore", "up", "down", "off", "en",
)  # fmt: skip
BRITISH = (
    ("our", "or"), ("ise", "ize"), ("isi", "izi"), ("isa", "iza"), ("yse", "yze"), ("ysi", "yzi"),
    ("ence", "ense"), ("llous", "lous"), ("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("tre", "ter"),
    ("gre", "ger"), ("bre", "ber"),
    ("ogue", "og"), ("oeuv", "euv"), ("grey", "gray"), ("cheque", "check"), ("gramme", "gram"),
    ("mould", "mold"), ("plough", "plow"), ("ae", "e"), ("oe", "e"), ("que", "ck"), ("sceptic", "skeptic"),
    ("tyre", "tire"), ("lful", "llful"), ("fulfil", "fulfill"), ("enrol", "enroll"), ("judgement", "judgment"),
    ("ageing", "aging"), ("ize", "ise"), ("izi", "isi"),
)  # fmt: skip
"""Parts of words in British and in American spelling."""
SPECIAL = frozenset(
    """
    hexside hexsides hexgrid hex hexes zoc zocs errata wargame wargames wargaming wargamer wargamers grognard
    grognards playtest playtester playtesters playtested playtesting gamer gamers counters countersheet mapsheet
    mapboard gameboard rulebook rulebooks playbook boardgame boardgames boardgaming gamebox interphase impulse
    cavalryman dragoons grenadiers fusiliers jaegers lancers hussars cuirassiers uhlans landser offboard onboard
    unactivated undisrupted unstack unstacked unstacks overstack overstacked overstacking stackable unstackable
    depleted interdict interdicts interdicted airdrop airdropped airstrike airstrikes airlift airlifted antitank
    antiaircraft paradrop bridgehead bridgeheads railhead railheads spotter spotters resupply resupplied
    escarpment escarpments casemate casemates strongpoint strongpoints pillbox pillboxes blockhouse redeploy
    redeployed redeploys redeployment redeployments reroll rerolls rerolled rerolling initiative truppen
    reinforcement zariba bonuses versa viceversa melee incl http https www com materiel ahistorical geomorphic
    geomorph machinegun machineguns unenterable submap teleport teleports facto masse intro reroute rerouted
    subtype subtypes approx gameplay draught draughts
    speciality specialities perp perps infopanel polyhedral meeple meeples cardstock shrinkwrap voila carpe
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Words of wargames that the frequency list lacks."""


@cache
def _lines() -> list[bytes]:
    """Return the lines of the frequency list, such as `"aardvark": 106,`, in alphabetical order.

    Searching the lines costs less than reading all 160,000 words, of which a text has few.
    """
    package = find_spec("spellchecker")  # importing it would take longer than reading its list
    assert package is not None
    assert package.origin is not None
    return gzip.decompress(Path(package.origin).with_name("resources").joinpath("en.json.gz").read_bytes()).split(b"\n")


def frequency(word: str) -> int:
    """Return how often a word in small letters occurs in the frequency list; 0 if it is not listed.

    >>> frequency("aardvark") > 0, frequency("aardvarkk")
    (True, 0)
    """
    lines, start = _lines(), f'"{word}": '.encode()
    line = lines[min(bisect_left(lines, start, 1), len(lines) - 1)]
    return int(line[len(start) :].rstrip(b",")) if line.startswith(start) else 0


@cache
def is_english(word: str) -> bool:
    """Return whether a word in small letters is English: listed, inflected, compound or in British spelling."""
    if len(word) > LONGEST:
        return False
    if word in SPECIAL or frequency(word) > 0:
        return True
    if any(part in word and frequency(word.replace(part, other, 1)) for part, other in BRITISH):
        return True
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3:
            doubled = stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem
            forms = (stem, stem + "e", doubled, stem[:-1] + "y" if stem.endswith("i") else stem)
            if any(is_listed(form) for form in forms):
                return True
    for beginning in BEGINNINGS:
        stem = word.removeprefix(beginning).lstrip("-")
        if (
            stem != word
            and len(stem) >= 4
            and (is_listed(stem) or is_listed(stem.removesuffix("s")) or is_listed(stem.removesuffix("ed")))
        ):
            return True
    return any(is_listed(word[:i], 300) and is_listed(word[i:], 300) for i in range(3, len(word) - 3) if len(word) >= 8)


def is_listed(word: str, least: int = 1) -> bool:
    """Return whether a word, or its American spelling, is in the list at least this often."""
    if frequency(word) >= least or word in SPECIAL:
        return True
    return any(part in word and frequency(word.replace(part, other, 1)) >= least for part, other in BRITISH)


def one_edit_away(word: str, *, initial: bool = False) -> set[str]:
    """Return all words that one typing slip makes of a word: a letter missing, added, replaced or swapped.

    The first letter stays unless `initial` is true. A word above `LONGEST` letters has none: their number grows with
    the length, and so does the time for each.
    """
    if len(word) > LONGEST:
        return set()
    letters = "abcdefghijklmnopqrstuvwxyz"
    start = 0 if initial else 1
    cuts = [(word[:i], word[i:]) for i in range(start, len(word) + 1)]
    return {
        *(a + b[1:] for a, b in cuts if b),
        *(a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1),
        *(a + c + b[1:] for a, b in cuts if b for c in letters),
        *(a + c + b for a, b in cuts for c in letters),
    } - {word}


def slips_between(one: str, other: str) -> bool:
    """Return whether exactly one typing slip makes one word of the other.

    >>> slips_between("Musi", "Musig"), slips_between("North", "South"), slips_between("trial", "trail")
    (True, False, True)
    """
    if one == other or abs(len(one) - len(other)) > 1 or len(one) > LONGEST:
        return False
    if len(one) == len(other):
        wrong = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return len(wrong) == 1 or (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and one[wrong[0]] == other[wrong[1]]
            and one[wrong[1]] == other[wrong[0]]
        )
    short, long = sorted((one, other), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def is_inflection(one: str, other: str) -> bool:
    """Return whether two words differ only in an ending, such as a plural or an adjective of a nation.

    >>> is_inflection("units", "unit"), is_inflection("Russia", "Russian"), is_inflection("Musi", "Musig")
    (True, True, False)
    """
    short, long = sorted((one.lower(), other.lower()), key=len)
    ending = long.removeprefix(short) if long.startswith(short) else ""
    return ending in ("s", "n", "d", "r", "e", "y", "a", "i", "o") or bool(
        re.fullmatch(rf"{re.escape(short[:-1])}[a-z]", long) and long[-1] in "aeiouysnm" and short[-1] in "aeiouysnm"
    )
