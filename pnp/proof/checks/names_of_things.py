"""The check of names of several words, such as those of tables and units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import CAPITALISED, Slip, document_check, quote_around

KINDS = (
    r"(?:Tables?|Charts?|Tracks?|Displays?|Matrix|Phases?|Segments?|Steps?|Regiments?|Divisions?|Brigades?|"
    r"Battalions?|Corps|Army|Group|Detachment|Squadron|Legion|Box|Markers?|Counters?|Points?|"
    r"Cards?|Level|Units?|Player|Factor|Allowance|Strength|River|Road|Airfield|Bridge)"
)


@document_check("Q061", Severity.WARNING, english=True, clean=True)
def name_in_two_forms(document: RulebookText) -> Iterator[Slip]:
    """A name of several words has two forms, such as Combat Result Table and Combat Results Table.

    Another example is 2nd Raider Regiment beside 2nd Raiding Regiment.

    Bad:
        Use the Combat Results Table. Roll on the Combat Results Table. The Combat Results Table has six rows.
        Then use the Combat Result Table again.
    Good:
        Use the Combat Results Table. Roll on the Combat Results Table. The Combat Results Table has six rows.
        Then use the Combat Results Table again.
    """
    pattern = re.compile(rf"\b((?:\d{{1,3}}(?:st|nd|rd|th) )?(?:{CAPITALISED} ){{1,3}}{KINDS})\b")
    places: dict[str, list[int]] = {}
    for match in pattern.finditer(document.text):
        name = match[1]
        name = re.sub(r"^(?:The|A|An|Each|All|Any|This|If|When|See|No|Use|In|On|Of|For|During) ", "", name)
        if " " in name and not name.isupper():
            places.setdefault(name, []).append(match.start() + len(match[1]) - len(name))
    groups: dict[tuple[str, ...], dict[str, list[int]]] = {}
    for name, at in places.items():
        groups.setdefault(_root(name), {}).setdefault(name, []).extend(at)
    for forms in groups.values():
        merged: dict[str, list[int]] = {}
        for name, at in forms.items():
            merged.setdefault(_singular(name), []).extend(at)
        if len(merged) != 2 or len({name.casefold().replace("-", "") for name in merged}) == 1:
            continue
        rare, usual = sorted(merged, key=lambda name: (len(merged[name]), name))
        few, many = len(merged[rare]), len(merged[usual])
        numbered = rare[0].isdigit()
        if "'" in min(forms) or "’" in "".join(forms):
            continue  # a possessive and a plain form are both right
        if (few <= 2 and many >= 3 * few) or (numbered and few <= 2):
            first = min(merged[rare])
            yield Slip(
                first,
                f'"{clip(quote_around(document, first, first + len(rare), 2), 70)}": {rare} ({few}×) is elsewhere '
                f"written {usual} ({many}×)",
                "write one of them everywhere",
            )


def _root(name: str) -> tuple[str, ...]:
    """Return the words of a name without their endings, so that Raider and Raiding are equal."""
    *words, kind = name.split()
    if not name[0].isdigit():  # only the plural differs: a Combat Phase and a Combatant Phase are two things
        return (*(re.sub(r"['’]?s?['’]?$", "", word.casefold()) for word in words), kind.casefold().removesuffix("s"))
    return (
        *(
            re.sub(r"(?:['’]s?|s|er|ers|ing|ed|ment|ation|ion|ive|al)$", "", word.casefold())
            if len(word) > 4
            else word.casefold()
            for word in words
        ),
        kind.casefold().removesuffix("s"),
    )


def _singular(name: str) -> str:
    """Return a name with its last word in the singular, and without differences that are not slips."""
    *words, kind = name.split()
    words = [re.sub(r"['’]s?$", "", word) for word in words]
    return " ".join([*words, kind if kind == "Corps" else kind.removesuffix("s")])


@document_check("Q059", Severity.WARNING, "things in two spellings", english=True, clean=True)
def one_thing_in_two_spellings(document: RulebookText) -> Iterator[Slip]:
    """The same term is written with and without a hyphen or a space.

    Names of several words are compared with their forms with hyphens, and words with a hyphen with their forms in one
    word. Two words beside a form with a hyphen are right: a die roll, a die-roll modifier.

    Bad:
        A Multi-Attack Specialist attacks twice. Each Multi-Attack Specialist costs two points. A Multi Attack
        Specialist may also defend.
    Good:
        A Multi-Attack Specialist attacks twice. Each Multi-Attack Specialist costs two points. A Multi-Attack
        Specialist may also defend.
    """
    places: dict[str, dict[str, list[int]]] = {}
    for match in re.finditer(rf"(?<![\w'’-]){CAPITALISED}(?: {CAPITALISED}){{1,3}}(?![\w-])", document.text):
        words = match[0].split(" ")
        for size in range(2, len(words) + 1):
            for first in range(len(words) - size + 1):
                name = " ".join(words[first : first + size])
                if name.count(" ") + name.count("-") >= 2 and not name.isupper():
                    at = match.start() + len(" ".join(words[:first])) + (first > 0)
                    places.setdefault(re.sub("[ -]", " ", name).casefold(), {}).setdefault(name, []).append(at)
    for match in re.finditer(r"(?<![\w'’-])[a-z]{2,}+(?:-[a-z]{2,}+)?(?![\w-])", document.text):
        if match[0] not in document.divided_words:
            places.setdefault(match[0].replace("-", ""), {}).setdefault(match[0], []).append(match.start())
    reported: set[int] = set()
    for forms in places.values():
        spelt: dict[str, list[int]] = {}
        for form, found in forms.items():
            spelt.setdefault(form.casefold(), []).extend(found)
        if len(spelt) != 2:
            continue
        rare, usual = sorted(spelt, key=lambda form: (len(spelt[form]), form))
        few, many = len(spelt[rare]), len(spelt[usual])
        at = min(spelt[rare])
        if few > 2 or many < 2 * few or at in reported:
            continue
        reported.update(range(at, at + len(rare)))
        quoted = quote_around(document, at, at + len(rare), 2)
        written = document.text[at : at + len(rare)]
        other = min(form for form in forms if form.casefold() == usual)
        yield Slip(
            at,
            f'"{clip(quoted, 70)}": {written} ({few}×) is elsewhere written {other} ({many}×)',
            "write one of them everywhere",
        )
