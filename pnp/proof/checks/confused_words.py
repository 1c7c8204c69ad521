"""Checks of articles, of words that are taken for each other, and of two words that exclude each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import is_english

_ARTICLE = re.compile(
    r"(?<![\w'’.,/&=+(-])(?P<article>[Aa]n?) (?P<quote>[\"“‘'(\[]?)(?P<word>[A-Za-z][a-z]+|\d+)"
    r"(?!\w|\.\w|-\d)"
)
_NO_NOUN = frozenset(
    """
    above after again against all also an and another any are as at each either even every if in instead into is it its
    of on     only or our out over under until unless up upon us
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Words that follow the letter A as a name, and never the article."""
_YOU = re.compile(r"u(?:ni(?:t|q|on|f|v|c|s|l|p)|s[aeu]|t[ei]|bi|k|ran|fo)|eu|ew|one(?!ro|ir)|once\b|ouija")
"""Words that begin with a vowel in writing and with a consonant in speech, such as unit and one."""
_SILENT = re.compile(r"hono|honest|hour|heir")
"""Words that begin with a vowel in speech, although their first letter is an h."""
_EITHER = re.compile(r"h(?:ist|ot|ero|abit|orr|all|ys|eg|erb)|un?i?\b|ur|ut|hi|x|y")
"""Words before which both forms are written."""


@document_check("Q054", Severity.WARNING, "wrong articles", english=True, clean=True)
def wrong_article(document: RulebookText) -> Iterator[Slip]:
    """The article before a word is "a" instead of "an", or "an" instead of "a".

    The sound counts, so "a unit" and "an hour" are right.

    Bad:
        Each player has an target number. An enemy unit stops a unit for an hour.
    Good:
        Each player has a target number. An enemy unit stops a unit for an hour.
    """
    for match in _ARTICLE.finditer(document.text):
        article, word = match["article"], match["word"].lower()
        begins = match.start() == 0 or document.text[match.start() - 1] == "\n"
        named = begins or (article == "a" and document.text[match.start() - 2] in ".:;!?)")
        if (article == "A" or named) and (word in _NO_NOUN or not match["word"].islower()):
            continue  # a letter that names something
        if len(article) == 2 and re.search(r"ed$|es$|en$", word):
            continue  # a noun is missing after the article, such as a picture
        if word in _NO_NOUN or _EITHER.match(word) or (article == "An" and not match["word"].islower()):
            continue
        if article[0] == "A" and not begins and not re.search(r"[.!?:]\W{0,2} $", document.text[: match.start()][-5:]):
            continue
        if word.isdigit():
            vowel = bool(re.fullmatch(r"8\d{0,2}|11|18", word))
            if not vowel and word[0] == "1":
                continue
        elif len(word) == 2 or not is_english(word) or not re.search("[aeiouy]", word):
            continue
        else:
            vowel = bool(_SILENT.match(word)) if word[0] not in "aeiou" else not _YOU.match(word)
        if vowel != (len(article) == 2) and document.are_adjacent(match.start(), match.end()):
            right = f"{article[0]}n" if vowel else article[0]
            quoted = quote_around(document, match.start(), match.end(), 2)
            yield Slip(match.start(), f'"{clip(quoted, 60)}" has the wrong article', f"write {right} {match['word']}")


_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|half|twice)"
_THING = rf"(?:a|an|the|{_NUMBER}|all|any|each|his|its|their|your|that|this|some|more|control|points?|steps?)"
_OWN = r"(?:own|turn|opponents?|hands?|units?|decks?|side|army|dice|die|characters?|cards?|pieces?|next|first)"
_NO_ARROW = r"(?! (?:\w+ ){0,3}(?:arrows?|bolts?|volleys?|missiles?|shafts?)\b)"
_BEFORE_ITS = (
    r"(?:of|to|in|on|from|with|by|at|into|onto|against|under|within|through|over|during|upon|towards?|outside|inside|"
    r"behind|near|around|without|via|beside|above|below|beyond|has|have|use|uses|using|loses?|reduces?|increases?|"
    r"retains?|keeps?|flips?|spends?|adds?|leaves?|enters?|exceeds?|equals?|completes?|ends?|begins?)"
)
_NO_CONTRACTION = r"(?:a|an|the|not|been|also|now|only|still|just|always|never|so|too|very|up|your|my)"
_BEFORE_A_VERB = (
    r"(?:to|will|would|may|might|must|can|cannot|could|should|not|also|you|they|we|players?|he|she|who|never|always|"
    r"automatically|immediately)"
)
_BEFORE_A_NOUN = r"(?:of|with|for|by|knows?|loses?|uses?|spends?|has|have)"
_AFTER_THERE = "|".join(
    """
    is are was were being to and or must may can will on for by in as at with when if it the a until after before he she
    you they but should has have from immediately only without instead via onto into unless during because that which
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
_PERSON = r"(?:player|side|unit|opponent|attacker|defender|army|stack|hex|character|enemy|faction|team|card)"
_CONFUSED = tuple(
    (re.compile(pattern, re.IGNORECASE), right)
    for pattern, right in (
        (rf"\b{_BEFORE_ITS} (it['’]s) (?!{_NO_CONTRACTION}\b)[a-z]", "its"),
        (r"\b(it['’]s) own\b", "its"),
        (r"(?<!of )(?<!to )(?<!in )\b(its) (?:a|an|been|not)\b(?! insignificant)", "it's"),
        (rf"\b{_BEFORE_A_VERB} (loose) {_THING}\b{_NO_ARROW}", "lose"),
        (rf"\b(looses)\b{_NO_ARROW}", "loses"),
        (rf"\b(loosing)\b{_NO_ARROW}", "losing"),
        (r"\b(?:die|dice|d\d+) (roles?)\b", "roll"),
        (r"\b(roles?) (?:(?:a|one|two|the|1|2|\d?d\d+) )?(?:dic?e|\d?d\d+)\b", "roll"),
        (r"\bplays? (?:a|an|the) (?:[a-z]+ )?((?-i:roll)) in\b", "role"),
        (r"\b(roll)[- ]playing\b", "role"),
        (r"\b((?-i:troupes))\b(?!-| of (?:actor|player|dancer|perform|acrobat))", "troops"),
        (r"\b((?-i:theses))(?= [a-z]+s\b)", "these"),
        (r"\b((?-i:calvary))\b", "cavalry"),
        (rf"\b{_BEFORE_A_NOUN} (there) (?!(?:{_AFTER_THERE})\b)[a-z]", "their"),
        (r"\b(there) own\b", "their"),
        (r"\b(their) (?:is|are|was|were)\b(?! (?:own|not)\b)", "there"),
        (r"\b(they['’]re) own\b", "their"),
        (rf"\b(?:more|less|greater|fewer|higher|lower|larger|smaller|better) (then) {_NUMBER}\b", "than"),
        (r"\b(?:rather|(?<!each )other) (then)\b(?! (?:he|she|it|they|you|we)\b)", "than"),
        (r"\b(?:an|no) (affects?)\b", "effect"),
        (r"\b(?:not|n['’]t|also|adversely|directly) (effect) (?:the|any|your|its|their|other|it|them)\b", "affect"),
        (rf"\b(you['’]re) {_OWN}\b", "your"),
        (r"\b(your) are\b", "you"),
        (r"\b(your) (?:not|able to|allowed to|going to)\b", "you're"),
        (r"\b(who['’]s) (?:turn|units?|side|owner|counters?|cards?|total|number|strength)\b", "whose"),
        (r"\b(?:could|should|would) (of)\b(?! course)", "have"),
        (rf"\b(?:each|every|another) ({_PERSON}s) [a-z]+\b(?<! in)(?<! is)(?<! are)", "'s"),
    )
)
"""Patterns whose group is the wrong word, and the right word; the ending 's is written for a missing apostrophe."""


@document_check("Q056", Severity.WARNING, "confused words", english=True)
def word_confused(document: RulebookText) -> Iterator[Slip]:
    """A word is probably confused with another one that sounds like it.

    The words around it decide. Examples are its and it's, lose and loose, roll and role, than and then.

    Bad:
        A unit that looses a step returns to it's base. The result of the die role is final.
    Good:
        A unit that loses a step returns to its base. The result of the die roll is final.
    """
    for pattern, right in _CONFUSED:
        for match in pattern.finditer(document.text):
            wrong = match[1]
            write = wrong[:-1] + right if right == "'s" else right
            if wrong[0].isupper():
                write = write[0].upper() + write[1:]
            if right in ("roll", "role") and wrong.lower() == "roles":
                write += "s"
            quoted = quote_around(document, match.start(1), match.end(1), 3)
            yield Slip(match.start(1), f'"{clip(quoted, 70)}" has "{wrong}"', f"did you mean {write}?")


_EXCLUDE_EACH_OTHER = re.compile(
    r"(?<![\w'’.-])(?:(?:a|an) (?:a|an|another|the|this|that|these|those|any|each|every|its|their|his|your|some)|"
    r"the (?:a|an|this|these|those|any|each|every|its|their|his|your|some)|within in|in within|"
    r"(?:their|his|your) (?:the|a|an))(?= [a-z]{2})"
)


@document_check("Q057", Severity.WARNING, "pairs of words", english=True)
def words_exclude_each_other(document: RulebookText) -> Iterator[Slip]:
    """Two words are next to each other of which only one can stand here, such as "the a" or "within in".

    Bad:
        A unit may not move within in the zone, and it pays the any cost twice.
    Good:
        A unit may not move within the zone, and it pays any cost twice.
    """
    for match in _EXCLUDE_EACH_OTHER.finditer(document.text):
        if len(set(match[0].split())) == 1 or not document.are_adjacent(match.start(), match.end()):
            continue
        quoted = quote_around(document, match.start(), match.end(), 3)
        yield Slip(match.start(), f'"{clip(quoted, 70)}" has "{match[0]}"', "remove one of the two words")
