"""Checks of the names of things: the title, tables, phases, units and abbreviations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pnp.findings import Severity
from pnp.message import clip
from pnp.proof.document import RulebookText
from pnp.proof.document_check import Slip, document_check, quote_around
from pnp.proof.english import is_english

CAPITALISED = r"[A-Z][\w'’]*(?:-[A-Za-z]\w*)*"
SMALL = frozenset(("the", "a", "an", "of", "for", "and", "in", "on", "at", "to", "&"))


LAST_TITLE_LINE = 80
"""The last line at which the title of a document occurs first."""


# ---------------------------------------------------------------- the title


@document_check("Q060", Severity.WARNING)
def title_in_two_forms(document: RulebookText) -> Iterator[Slip]:
    """The title of the game is written in another way inside the document.

    Bad:
        A Long Winter: The Siege of Ford
        1.0 Introduction
        A Long Winter: The Siege of Ford is a game for two players.
        A Cold Winter: The Siege of Ford has optional rules.
    Good:
        A Long Winter: The Siege of Ford
        1.0 Introduction
        A Long Winter: The Siege of Ford is a game for two players.
        A Long Winter: The Siege of Ford has optional rules.
    """
    if document.is_damaged:
        return
    titled = rf"(?:{CAPITALISED}|of|the|for|in|and|at|on|to|&)"
    phrase = re.compile(
        rf"((?:{CAPITALISED} )(?:{titled} ){{0,5}}{CAPITALISED}): ((?:{CAPITALISED} )(?:{titled} ){{0,6}}{CAPITALISED})"
    )
    alone = re.compile(
        rf"^((?:{CAPITALISED} )(?:{titled} ){{0,5}}{CAPITALISED}): ?\n((?:{CAPITALISED} )(?:{titled} )"
        rf"{{0,6}}{CAPITALISED}) ?$",
        re.MULTILINE,
    )
    found = sorted({(m.start(), m[1], m[2]) for pattern in (phrase, alone) for m in pattern.finditer(document.text)})
    forms: dict[tuple[str, str], list[int]] = {}
    for at, main, sub in found:
        forms.setdefault((main, sub), []).append(at)
    counted = Counter({form: len(places) for form, places in forms.items()})
    for form, places in forms.items():
        for other, many in counted.items():
            if other == form or many < 2 or counted[form] * 2 > many or other[0].isupper():
                continue
            if document.index_at(forms[other][0]) > LAST_TITLE_LINE:
                continue
            if form[0].endswith(" " + other[0]) or other[0].endswith(" " + form[0]):
                continue
            if (form[0] == other[0]) == (form[1].casefold() == other[1].casefold()):
                continue
            if _alike(form[0], other[0]) and _alike(form[1], other[1]) and _words(form) != _words(other):
                yield Slip(places[0], f'"{form[0]}: {form[1]}" is elsewhere "{other[0]}: {other[1]}"')
                break


def _words(form: tuple[str, str]) -> list[str]:
    """Return the words of a title in small letters."""
    return re.findall(r"\w+", " ".join(form).casefold())


def _alike(one: str, other: str) -> bool:
    """Return whether two parts of titles share at least half of their words, and begin or end equally."""
    a, b = re.findall(r"\w+", one.casefold()), re.findall(r"\w+", other.casefold())
    shared = len(set(a) & set(b))
    return abs(len(a) - len(b)) <= 1 and shared >= max(len(a), len(b)) / 2 and (a[0] == b[0] or a[-1] == b[-1])


# ---------------------------------------------------------------- tables, phases, formations

KINDS = (
    r"(?:Tables?|Charts?|Tracks?|Displays?|Matrix|Phases?|Segments?|Steps?|Regiments?|Divisions?|Brigades?|"
    r"Battalions?|Corps|Army|Group|Detachment|Squadron|Legion|Box|Markers?|Counters?|Points?|"
    r"Cards?|Level|Units?|Player|Factor|Allowance|Strength|River|Road|Airfield|Bridge)"
)


@document_check("Q061", Severity.WARNING)
def name_in_two_forms(document: RulebookText) -> Iterator[Slip]:
    """A name of several words is written with another form of one word.

    Examples are Combat Result Table beside Combat Results Table, and 2nd Raider Regiment beside 2nd Raiding Regiment.

    Bad:
        Use the Combat Results Table. Roll on the Combat Results Table. The Combat Results Table has six rows.
        Then use the Combat Result Table again.
    Good:
        Use the Combat Results Table. Roll on the Combat Results Table. The Combat Results Table has six rows.
        Then use the Combat Results Table again.
    """
    if document.is_damaged:
        return
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
                f"{usual} ({many}×)",
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


@document_check("Q062", Severity.WARNING)
def phase_not_in_sequence(document: RulebookText) -> Iterator[Slip]:
    """A phase is named that the sequence of play does not contain.

    The sequence of play is a list or a series of headings with at least three phases.

    Bad:
        4.0 Sequence of Play
        a) Supply Phase
        b) Ground Movement Phase
        c) Ground Attack Phase
        5.0 Movement
        Check stacking at the end of the Ground Phase.
    Good:
        4.0 Sequence of Play
        a) Supply Phase
        b) Ground Movement Phase
        c) Ground Attack Phase
        5.0 Movement
        Check stacking at the end of the Ground Attack Phase.
    """
    if document.is_damaged:
        return
    phase = re.compile(
        rf"((?:{CAPITALISED}|&|and|of|/)(?:[ /](?:{CAPITALISED}|&|and|of)){{0,4}}) (?:Phases?|PHASES?)\b"
    )
    listed: dict[str, int] = {}
    for i, line in enumerate(document.lines):
        text = re.sub(
            r"^[\W_]*(?:\[?\d{1,2}(?:\.\d+)*\]?[.)]?|[A-Za-z][.)]|[IVX]+[.)]|(?:Phase|Step) \w+[:.])?[\s\W]*",
            "",
            line.text.strip(),
        )
        match = re.match(rf"{phase.pattern}(?P<rest>.*)$", text)
        marked = i in document.case_lines or re.match(
            r"[\W_]*(?:\[?\d|[A-Za-z][.)]\s|[IVX]+[.)]\s|[•*#-])", line.text.strip()
        )
        if match and ((marked and re.match(r"\W|$", match["rest"])) or re.match(r"\s*(?:$|:|\()", match["rest"])):
            for part in (match[1], *re.split(r"\band\b|&|/", match[1])):
                listed.setdefault(_phase_name(part), i)
        elif i in document.case_lines and (
            wrapped := re.match(rf"{phase.pattern}", text + " " + _next_text(document, i))
        ):
            listed.setdefault(_phase_name(wrapped[1]), i)
    if len(listed) < 3:
        return
    used: dict[str, list[int]] = {}
    for match in phase.finditer(document.text):
        if match[0].isupper():
            continue
        if not (match[0].endswith("s") and re.search(r"\band\b|&|/|,", match[0])):
            used.setdefault(_phase_name(match[1]), []).append(match.start())
    unknown = {name: at for name, at in used.items() if name and not _is_phase(name, listed)}
    known = sum(len(at) for name, at in used.items() if name not in unknown)
    if len(unknown) > max(3, len(listed) * 0.6) or sum(map(len, unknown.values())) > max(1, known * 0.3):
        return
    for name, places in unknown.items():
        near = [other for other in listed if _is_variant(name, other)]
        if len(places) <= 5 and near and len({other.split()[-1] for other in near}) <= 2:
            at = places[0]
            end = document.text.find("hase", at) + 4
            write = f"did you mean {near[0].title()} Phase?" if len(near) == 1 else ""
            yield Slip(
                at,
                f'the sequence of play has no {name.title()} Phase: "{clip(quote_around(document, at, end, 3), 80)}"',
                write,
            )


def _next_text(document: RulebookText, i: int) -> str:
    """Return the text of the line after a line."""
    return document.lines[i + 1].text.strip() if i + 1 < len(document.lines) else ""


def _phase_name(text: str) -> str:
    """Return the name of a phase in small letters, without an article or the name of a player before it."""
    words = [word for word in re.findall(r"[\w’'-]+", text.casefold().replace("&", "and")) if word not in ("and", "/")]
    words = [word.replace("’", "'").removesuffix("'s").removesuffix("s'") for word in words]
    while words and words[0] in {
        *SMALL,
        "each",
        "every",
        "this",
        "that",
        "your",
        "his",
        "her",
        "their",
        "during",
        "after",
        "before",
        "if",
        "when",
        "next",
        "first",
        "second",
        "own",
        "friendly",
        "enemy",
        "player",
        "phasing",
        "non-phasing",
        "all",
        "any",
        "no",
        "only",
        "some",
        "other",
        "see",
        "until",
        "these",
        "both",
        "by",
        "with",
        "from",
        "new",
        "end",
        "start",
        "in",
        "as",
    }:
        words.pop(0)
    return " ".join(words)


def _is_phase(name: str, listed: dict[str, int]) -> bool:
    """Return whether a name is that of a listed phase, perhaps shorter or with the name of a side before it."""
    words = [word.rstrip("s") for word in name.split()]
    for other in listed:
        known = [word.rstrip("s") for word in other.split()]
        if words == known or words[-len(known) :] == known or known[-len(words) :] == words:
            return True
        if set(words) <= set(known) and len(words) > 1 and len(known) - len(words) != 1:
            return True
    return len(words) == 0


def _is_variant(name: str, listed: str) -> bool:
    """Return whether a name is that of a listed phase with a word left out, or with another form of one word.

    >>> _is_variant("command", "command point"), _is_variant("air landing", "airborne landing")
    (True, True)
    """
    one, other = name.split(), listed.split()
    if len(one) == len(other):
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        return len(pairs) == 1 and not any("-" in word for word in pairs[0]) and _have_one_stem(*pairs[0])
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) != 1 or len(long) > 4 or len(short) > len(one):
        return False
    return any(long[:i] + long[i + 1 :] == short for i in range(1, len(long)))


def _have_one_stem(one: str, other: str) -> bool:
    """Return whether two words begin with the same five letters, or one of them with the other."""
    return one[:5] == other[:5] or (min(len(one), len(other)) >= 3 and (one.startswith(other) or other.startswith(one)))


@document_check("Q063", Severity.WARNING)
def table_not_shown(document: RulebookText) -> Iterator[Slip]:
    """A table is named that the document neither shows nor lists.

    This is checked only if the document shows its tables or lists them, because many are printed on other sheets.

    Bad:
        2.2 Game Charts
        Combat Results Table: the results of attacks.
        Supply Table: the supplies of each turn.
        Terrain Chart: the costs of movement.
        3.0 Combat
        Roll on the Demolition Table.
    Good:
        2.2 Game Charts
        Combat Results Table: the results of attacks.
        Supply Table: the supplies of each turn.
        Demolition Table: the results of demolition.
        3.0 Combat
        Roll on the Demolition Table.
    """
    if document.is_damaged:
        return
    name = re.compile(
        rf"((?:{CAPITALISED}|/|&|of) ?(?:(?:{CAPITALISED}|of|&|and|/|the) ?){{0,4}}) ?\b((?i:table|chart))s?\b"
    )
    shown: set[str] = set()
    drawn = 0
    listed: Counter[int] = Counter()
    for i, line in enumerate(document.lines):
        text = re.sub(r"^[\W_]*(?:\[?\d{1,2}(?:\.\d+)*\]?[.)]?\s)?[\W_]*", "", line.text)
        match = re.match(rf"{name.pattern}(?P<rest>.*)$", text)
        if match and re.match(r"\s*(?:$|:|\(|\||[–-]\s)", match["rest"]):
            shown.add(_table_name(match[1]))
            listed[document.section_of(i)] += bool(re.match(r"\s*(?::|\([^)]*\):|[–-]\s)", match["rest"]))
        if "|" in line.text and (i == 0 or "|" not in document.lines[i - 1].text):
            drawn += 1
            for near in document.lines[max(i - 2, 0) : i + 1]:
                shown.add(_table_name(near.text.split("|")[0]))
    if drawn < 3 and max(listed.values(), default=0) < 3:
        return
    used: dict[str, list[int]] = {}
    for match in name.finditer(document.text):
        table = _table_name(match[1])
        if table and not re.search(r"\b[A-Z]{4,}\b", match[1]):
            used.setdefault(table, []).append(match.start())
    everywhere = {_table_name(line.text) for line in document.lines if not line.text.rstrip().endswith((".", ",", ";"))}
    words = Counter(word.casefold() for word in re.findall(r"[^\W\d_]+", document.text))
    unknown = {
        table: at
        for table, at in used.items()
        if table not in everywhere
        and all(words[word] + words[word + "s"] >= 2 or is_english(word) for word in re.findall(r"[a-z]+", table))
        and not any(_same_table(table, other) for other in shown)
    }
    if len(unknown) > max(2, len(shown) * 0.5):
        return
    for table, places in unknown.items():
        at = places[0]
        match = name.match(document.text, at)
        end = match.end() if match else at + len(table)
        yield Slip(
            at,
            f"the document shows or lists no {table.title()} {match[2].title() if match else 'Table'}: "
            f'"{clip(quote_around(document, at, end, 3), 80)}"',
        )


def _table_name(text: str) -> str:
    """Return the name of a table in small letters, without articles."""
    words = [
        word
        for word in re.findall(r"[\w’'-]+", text.casefold())
        if word
        not in {
            *SMALL - {"to"},
            "see",
            "use",
            "consult",
            "each",
            "this",
            "that",
            "if",
            "these",
            "those",
            "his",
            "all",
            "both",
            "which",
            "no",
            "any",
            "some",
            "other",
            "following",
            "roll",
            "check",
            "read",
            "table",
            "chart",
            "tables",
            "charts",
        }
    ]
    return " ".join(word.replace("’", "'").removesuffix("'s").rstrip("s'") for word in words)


def _same_table(one: str, other: str) -> bool:
    """Return whether two names are of one table: one contains all words of the other."""
    a, b = set(one.split()), set(other.split())
    return bool(a) and bool(b) and (a <= b or b <= a)


# ---------------------------------------------------------------- abbreviations

ABBREVIATION = re.compile(r"(?<![\w.’'/-])([A-Z]{2,5})s?(?![\w’'/-]|\.[A-Z])")
WELL_KNOWN = frozenset(
    """
    USA US UK USSR UN NATO RAF WWI WWII WW EU GMT SPI TSR AH MMP GDW VG CIA KGB NKVD SS OK TV PDF FAQ PC CD DVD
    PO BOX CA NY MA USAAF USAF USN USMC RN RAAF BBC UTC ID AM PM AD BC BCE CE VS NB PS FYI BGG CSW ISBN LLC INC
    LTD CO ST MT FT NO YES NOT AND OR THE ALL ANY MAY MUST CAN BUT ONLY NEVER EACH ONE TWO TO OF IN ON IF IS AT
    BY UP SO IT AS AN BE DO GO WE HE MY ME ARE FOR END SEE USE MAP HEX DIE SIX TEN TURN UNIT RULE GAME PLAY SIDE
    STEP BOTH WILL WITH FROM THIS THAT HAVE ALSO BUT YOU YOUR OUT OFF NEW II III IV VI VII VIII IX XI XII XIII
    XIV XV XX XXX XXXX XXXXX VIC NE NW SE SW SSE SSW NNE NNW ESE WSW ENE WNW
    """.split()  # noqa: SIM905 - a list of words is read more easily as text
)
"""Abbreviations that need no explanation, and short words that are printed in capitals."""
FEWEST_USES = 5
"""The fewest uses from which on an abbreviation needs an explanation."""


@document_check("Q070", Severity.WARNING)
def abbreviation_not_explained(document: RulebookText) -> Iterator[Slip]:
    """An abbreviation is used several times, but it is neither listed nor explained.

    Bad:
        Use the movement points (MP) and the zone of control (ZOC) of a unit.
        A DR of 6 fails. Add 1 to the DR for each town. The DR is never less than 1. If the DR fails, add 1. A DR of 1
        always passes. Roads cost one MP.
    Good:
        Use the movement points (MP) and the zone of control (ZOC) of a unit.
        A die roll (DR) of 6 fails. Add 1 to the DR for each town. The DR is never less than 1. If the DR fails, add 1.
        A DR of 1 always passes. Roads cost one MP.
    """
    if document.is_damaged:
        return
    text = document.text
    uses: dict[str, list[int]] = {}
    for match in ABBREVIATION.finditer(text):
        if not _in_capitals(document, match.start()):
            uses.setdefault(match[1], []).append(match.start())
    nouns = Counter(
        match[1]
        for match in re.finditer(
            r"\b(?i:the|a|an|each|one|two|any|no|his|its|of|[+−-]?\d) ([A-Z]{2,5})s?(?=[,.;)]|\s[a-z])", text
        )
    )
    explained = [name for name in uses if _is_explained(text, name)]
    unexplained = [
        name
        for name, places in uses.items()
        if len(places) >= FEWEST_USES
        and nouns[name] >= 3
        and name not in WELL_KNOWN
        and name not in explained
        and not (len(name) >= 4 and is_english(name.casefold()))
        and not re.fullmatch(r"[A-F]+|[IVXLC]+", name)
    ]
    if len(explained) < 2 or len(unexplained) > max(2, len(explained) * 0.5):
        return
    for name in unexplained:
        at = uses[name][0]
        yield Slip(
            at,
            f"{name} is used {len(uses[name])} times but never explained: "
            f'"{clip(quote_around(document, at, at + len(name), 3), 70)}"',
        )


def _in_capitals(document: RulebookText, at: int) -> bool:
    """Return whether the line around an offset is printed in capitals, as titles are."""
    letters = [letter for letter in document.line_at(at).text if letter.isalpha()]
    return len(letters) > 3 and sum(letter.isupper() for letter in letters) > 0.7 * len(letters)


def _is_explained(text: str, name: str) -> bool:
    """Return whether a text explains an abbreviation: in brackets, after `=` or `:`, or by a name with its initials."""
    if re.search(
        rf"[(\[“\"‘']\s*(?:or |abbreviated |called |hereafter |i\.e\.,? )?{name}s?\s*(?:[)\]”\"’':;,/]|"
        rf"or\b)|\b{name}s?\s*(?:=|:|[–—-]\s|\((?=[A-Z a-z-]{{6}})|is short|means|\|)|=\s*{name}\b|\bor "
        rf"{name}s?\b|, {name}s?\)|/{name}s?\)",
        text,
    ):
        return True
    if re.search(rf"^\W*{name}s?\s{{1,}}[A-Z][a-z]+", text, re.MULTILINE):
        return True
    initials = r"[\s-]+(?:of |the |and |to |for |at |in |on )?".join(rf"{letter}[a-z]+" for letter in name)
    if len(name) >= 3 and re.search(rf"\b{name.title()}[a-z]{{2,}}", text):
        return True  # the first letters of a word
    return bool(re.search(rf"\b{initials}", text, re.IGNORECASE))


@document_check("Q071", Severity.WARNING)
def abbreviation_not_used(document: RulebookText) -> Iterator[Slip]:
    """The list of abbreviations contains one that the document does not use.

    Lists of abbreviations on counters are not checked.

    Bad:
        Abbreviations
        CP: Command Point
        DZ: Drop Zone
        MP: Movement Point
        Spend one CP to place a DZ marker.
    Good:
        Abbreviations
        CP: Command Point
        DZ: Drop Zone
        MP: Movement Point
        Spend one CP and one MP to place a DZ marker.
    """
    for i, line in enumerate(document.lines):
        head = line.text.strip()
        if not re.search(r"\babbreviations\b|\bacronyms\b", head, re.IGNORECASE) or len(head) > 60:
            continue
        if re.search(r"\bunits?\b|\bcounters?\b|\bmap\b|nation", head, re.IGNORECASE):
            continue
        entries: list[tuple[str, int]] = []
        for j in range(i + 1, min(i + 80, len(document.lines))):
            if j in document.case_lines:
                break
            match = re.match(r"\W*([A-Z]{2,5})\s*(?:[:=–—-]|\s{2,})\s*[A-Z]", document.lines[j].text)
            if match:
                entries.append((match[1], j))
        unused = [
            (name, j)
            for name, j in entries
            if len(re.findall(rf"(?<![A-Za-z]){name}(?:s|’s|'s)?(?![A-Za-z])", document.text)) == 1
        ]
        if len(entries) >= 3 and len(unused) <= min(2, max(1, len(entries) // 4)):
            for name, j in unused:
                yield Slip(
                    document.offset_of(j),
                    f'{name} is listed but never used: "{clip(document.lines[j].text.strip(), 60)}"',
                )
        elif len(entries) >= 3:
            return
