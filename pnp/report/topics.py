"""The topics of `pnp explain`: keys, records and kinds, functions, and the words of the libraries.

Each topic has a name, such as `counters.symbol`, `units_at` or `infantry`, and the kind of thing that it is.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import get_args

from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.load.synonyms import other_names
from pnp.message import join_words, plural
from pnp.model.counter import Size
from pnp.model.game import Game
from pnp.model.record import Record, Sourced
from pnp.model.sheet_furniture import Furniture
from pnp.report.data_keys import BASES, DataKey, keys_of, kind_names, own_keys, paragraphs, places, summary
from pnp.report.explain import explain_code, list_codes
from pnp.report.function_examples import SITUATION, expression_values, operators, reference_game
from pnp.report.key_examples import key_examples, read_reference
from pnp.resources import templates_dir
from pnp.rules.expressions.vocabulary import FUNCTIONS, Function

FEW_WORDS = 16
"""A list of words up to this length is printed with its key; others have a topic of their own."""
MOST_TEXTS = 6
"""The most topics of one name that are printed in full."""
MOST_LINES = 9
"""The most line ends of an example of a record, if there is such an example."""
OTHER_LISTS: Mapping[str, str] = {
    "sizes": "the size marks above a unit symbol, smallest first",
    "functions": "what expressions can call",
    "operators": "the signs of expressions, such as && and ==, and what follows a list after a dot",
    "checks": "every code of a finding",
    "furniture": "the kinds of furniture beside the hexes and on cards",
    "motifs": "the pictures of motifs on covers",
}
"""Lists that are not records of a library, and what each contains."""


@dataclass(frozen=True)
class Topic:
    """Something that can be explained: its name, the kind of thing, one line about it, and how its text is made."""

    name: str
    kind: str
    line: str
    write: Callable[[], Iterable[str]]
    """Returns the paragraphs of its text; a line that begins with two blanks is not filled."""

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of its text."""
        return [*self.write()]


@cache
def all_topics() -> tuple[Topic, ...]:
    """Return all topics of the data language; those of the command line come from there."""
    makers = (_records, _keys, _lists, _words, _functions, _checks)
    return tuple(topic for make in makers for topic in make())


# ---------------------------------------------------------------- records and keys


def _records() -> Iterator[Topic]:
    """Yield a topic for each record, by its place, and for each kind by its name."""
    for record, where in places().items():
        for place in where:
            key = keys_by_place().get(place)
            write = partial(record_paragraphs, record, key)
            yield Topic(place or f"files of {_names(record)}", _kind_of(record), summary(record), write)


def _names(record: type[Record]) -> str:
    """Return the names of the sections of a file."""
    return "a game" if record is Game else join_words([key.name for key in keys_of(record)])


@cache
def keys_by_place() -> Mapping[str, DataKey]:
    """Return the key that is written in each place."""
    return {
        f"{place}.{key.name}" if place else key.name: key
        for record, where in reversed(places().items())
        for place in where
        for key in keys_of(record)
        if key.owner is not Sourced or record is Sourced
    }


def _kind_of(record: type[Record]) -> str:
    """Return what a record is called: `step`, `look`, or else `record`."""
    if record in kind_names():
        base = next((text for one, text in BASES.items() if issubclass(record, one)), "records")
        return {"looks": "kind of look"}.get(base, base.rstrip("s"))
    return "record"


def record_paragraphs(record: type[Record], key: DataKey | None = None) -> Iterator[str]:
    """Yield the text of a record: what it is, its keys and those of its base, its kinds, and an example.

    `key` is the key whose value the record is.
    """
    yield from paragraphs(record)
    if key:
        yield f"  {key_facts(key)}"
    base = next((one for one in BASES if issubclass(record, one) and one is not record), None)
    shared = [one for one in keys_of(record) if base is not None and one.name in {key.name for key in keys_of(base)}]
    yield "\n".join(_key_lines(one for one in keys_of(record) if one not in shared))
    if base:
        word = BASES[base].rstrip("s")
        yield f"As every {word}: {', '.join(one.name for one in shared)} (`pnp explain {BASES[base]}`)."
    kinds = sorted(name for one, name in kind_names().items() if record in BASES and issubclass(one, record))
    if kinds and record is not Sourced:
        yield f"{plural(len(kinds), 'kind')}: {', '.join(kinds)}."
    kind = next((one for one in own_keys(record) if one.name == kind_names().get(record)), None)
    if example := _best_example(record, [kind] if kind else [*([key] if key else []), *own_keys(record)]):
        yield f"Example:\n{_indented(example)}"


def _best_example(record: type[Record], keys: Iterable[DataKey]) -> str:
    """Return the example of one of these keys that shows most keys of a record, and of these the shortest."""
    names = re.compile(rf"\b(?:{'|'.join(key.name for key in own_keys(record)) or '-'}):")
    texts = [example.text for key in keys if (example := key_examples().get(key.id))]
    short = [text for text in texts if text.count("\n") < MOST_LINES] or texts
    return max(short, key=lambda text: (len({*names.findall(text)}), -len(text)), default="")


def _key_lines(keys: Iterable[DataKey]) -> Iterator[str]:
    """Yield a line for each key: its name, what it means, and whether a record must have it."""
    some = [*keys]
    wide = max((len(key.name) for key in some), default=0)
    for key in some:
        yield f"  {key.name:{wide}}  {key.says}{' (required)' if key.required else ''}"


def _keys() -> Iterator[Topic]:
    """Yield a topic for each key in each place where it can be written, unless its value is a record."""
    records = {place for where in places().values() for place in where}
    for name, key in keys_by_place().items():
        if name not in records:
            yield Topic(name, "key", key.says, partial(key_paragraphs, key))


@cache
def _shared_keys() -> tuple[Topic, ...]:
    """Return a topic for each key of every record, such as `waive`, in each place where it can be written.

    They are found by their whole names only: lists of what has a name would repeat one key for each record.
    """
    return tuple(
        Topic(f"{place}.{key.name}", "key", key.says, partial(key_paragraphs, key))
        for record, where in places().items()
        for place in where
        for key in keys_of(record)
        if key.owner is Sourced and record is not Sourced and place
    )


def key_facts(key: DataKey) -> str:
    """Return the type of a key, its unit, and whether it is required or its default."""
    given = "required" if key.required else f"default `{key.default}`" if key.default else "optional"
    unit = f"in {key.unit}" if key.unit and key.unit not in key.says and "with its unit" not in key.value else ""
    return "; ".join(filter(None, (key.value, unit, given)))


def key_paragraphs(key: DataKey) -> Iterator[str]:
    """Yield the text of a key: what it means, its type and words, and an example."""
    yield key.says
    yield f"  {key_facts(key)}"
    if key.words:
        few = len(key.words) <= FEW_WORDS
        yield f"Words: {', '.join(key.words)}." if few else f"{len(key.words)} words: {', '.join(key.words)}."
    for record in key.records[:1]:
        yield f"Its keys: {', '.join(one.name for one in keys_of(record) if one.owner is not Sourced)}."
    example = key_examples().get(key.id)
    if example:
        yield f"Example:\n{_indented(example.text)}"


def _indented(text: str) -> str:
    """Return a text whose lines begin with two blanks, so that they are not filled."""
    return "\n".join(f"  {line}" for line in text.split("\n"))


# ---------------------------------------------------------------- words of libraries


@dataclass(frozen=True)
class LibraryWord:
    """A word of a library, such as a symbol: the list that it is in, what it shows, and how it is written."""

    name: str
    list: str
    says: str
    example: str
    others: tuple[str, ...] = ()
    """What others call it, such as `tank`."""


@cache
def library_entries() -> tuple[LibraryWord, ...]:
    """Return the words of all libraries: symbols, sizes, emblems, pictures, looks, palettes, layouts and motifs."""
    icons, found = shared_icons(), []
    for name, part in icons.symbols.items():
        says = f"{part.says[:1].upper()}{part.says[1:]}" + (f" ({part.parts})" if part.parts else "")
        found.append(LibraryWord(name, "symbols", says, f"B1: {{symbol: {name}}}", other_names("symbol", name)))
    found += [
        LibraryWord(name, "sizes", "", f"B1: {{size: {name}}}", other_names("size", name)) for name in get_args(Size)
    ]
    for name, icon in icons.emblems.items():
        found.append(LibraryWord(name, "emblems", _sentence(icon.says), f"blue: {{emblem: {name}}}"))
    for name, icon in icons.pictures.items():
        found.append(LibraryWord(name, "pictures", _sentence(icon.says), f"M1: {{front: {{picture: {name}}}}}"))
    for name, look in shared_looks().items():
        says = f"{look.kind}, {look.group}"
        found.append(LibraryWord(name, "looks", says, f"hill: {{look: {name}}}"))
    found += [LibraryWord(name, "palettes", "", f"season: {name}") for name in shared_palettes()]
    found += [LibraryWord(name, "layouts", "", f"labels: {name}") for name in shared_layouts()]
    for name, motif in shared_motifs().items():
        says = f"{motif.key}: {', '.join(motif.values)}" if motif.key else ""
        found.append(LibraryWord(name, "motifs", says, f"- {{kind: {name}, at: 60 90 1}}"))
    return tuple(found)


def _sentence(text: str) -> str:
    """Return a text with a capital."""
    return f"{text[:1].upper()}{text[1:]}"


def _words() -> Iterator[Topic]:
    """Yield a topic for each word of a library, and for each kind of furniture."""
    for word in library_entries():
        line = word.says or f"one of the {word.list}"
        yield Topic(word.name, word.list.rstrip("s"), line, partial(_word_paragraphs, word))
    for name in _furniture_kinds():
        yield Topic(name, "furniture", "a kind of furniture on maps and cards", _furniture_paragraphs)


def _furniture_kinds() -> tuple[str, ...]:
    """Return the kinds of furniture."""
    return next(key for key in keys_of(Furniture) if key.name == "kind").words


def _furniture_paragraphs() -> Iterator[str]:
    """Yield the text of furniture, whose kinds have the same keys."""
    yield f"A kind of furniture: {join_words(_furniture_kinds(), 'or')}."
    yield from record_paragraphs(Furniture)


def _word_paragraphs(word: LibraryWord) -> Iterator[str]:
    """Yield the text of a word of a library."""
    if word.says:
        yield word.says
    if word.others:
        yield f"Also called {', '.join(word.others)}."
    yield f"  {word.example}"
    yield f"All {word.list}: `pnp explain {word.list}`."


def _lists() -> Iterator[Topic]:
    """Yield a topic for each list of words."""
    for name in dict.fromkeys(word.list for word in library_entries()):
        some = [word for word in library_entries() if word.list == name]
        line = f"{len(some)} {name}"
        yield Topic(name, "list", line, partial(_listed, some))
    yield Topic("example-game", "game", "the game in which the examples of functions are computed", _situation)
    yield Topic("functions", "list", OTHER_LISTS["functions"], lambda: [_function_lines()])
    yield Topic("operators", "list", OTHER_LISTS["operators"], _operator_paragraphs)
    titles = "\n".join(f"  {code}  {title}" for code, title in list_codes())
    yield Topic("checks", "list", OTHER_LISTS["checks"], lambda: [titles])
    yield Topic("furniture", "list", OTHER_LISTS["furniture"], lambda: [f"  {', '.join(_furniture_kinds())}"])


def _listed(words: Sequence[LibraryWord]) -> list[str]:
    """Return the text of a list of words."""
    return [_word_lines(words)]


def _word_lines(words: Sequence[LibraryWord]) -> str:
    """Return a line for each of some words."""
    wide = max(len(word.name) for word in words)
    return "\n".join(f"  {word.name:{wide}}  {word.says or ', '.join(word.others)}".rstrip() for word in words)


# ---------------------------------------------------------------- functions and checks


def signature(form: Function) -> str:
    """Return the signature of a form of a function, such as `units_at(number: hex) -> units`."""
    names = list(inspect.signature(form.run).parameters)[1:]
    given = ", ".join(f"{name}: {kind}" for name, kind in zip(names, form.parameters, strict=True))
    return f"{form.name}({given}) -> {form.returns}"


def function_text(form: Function) -> str:
    """Return what a form of a function gives, as a sentence."""
    text = " ".join((inspect.getdoc(form.run) or "").split())
    return re.sub(r"^Return (\w)", lambda found: found[1].upper(), text)


def _functions() -> Iterator[Topic]:
    """Yield a topic for each function of expressions."""
    for name, forms in sorted(FUNCTIONS.items()):
        yield Topic(name, "function", function_text(forms[0]), partial(_function_paragraphs, name))


def _function_paragraphs(name: str) -> Iterator[str]:
    """Yield the text of a function: each form with what it gives, and examples with their values."""
    for form in FUNCTIONS[name]:
        yield f"  {signature(form)}"
        yield function_text(form)
    values = expression_values(name)
    wide = max((len(text) for text, _ in values), default=0)
    if values:
        yield "In the situation of `pnp explain example-game`:"
        yield "\n".join(f"  {text:{wide}}  {value}" for text, value in values)


def _situation() -> list[str]:
    """Return the text of the situation in which the examples of functions are computed, and the files of its game."""
    game = reference_game()
    pieces = game.examples[SITUATION].place
    units = [f"  {place:8}  {join_words(names)}" for place, names in pieces.items()]
    folder = templates_dir() / "reference" / "game"
    files = [folder / "game.yaml", folder / "options" / f"{SITUATION}.yaml"]
    return [
        f"The examples of functions are computed in this situation of the small game {game.game.title}:",
        "\n".join(units),
        *(f"{path.name}:\n{_indented(path.read_text('utf-8').strip())}" for path in files),
    ]


def _function_lines() -> str:
    """Return a line for each form of each function."""
    return "\n".join(f"  {signature(form)}" for _, forms in sorted(FUNCTIONS.items()) for form in forms)


def _operator_paragraphs() -> Iterator[str]:
    """Yield the text of the operators: each with what it means, and examples with their values."""
    for name, says, values in operators():
        wide = max(len(text) for text, _ in values)
        examples = "\n".join(f"    {text:{wide}}  {value}" for text, value in values)
        yield f"  {name}  {says}\n{examples}"
    yield "Functions: `pnp explain functions`. The situation of the examples: `pnp explain example-game`."


def _checks() -> Iterator[Topic]:
    """Yield a topic for each code of a finding."""
    for code, title in list_codes():
        yield Topic(code, "check", title, partial(_check_text, code))


def _check_text(code: str) -> list[str]:
    """Return the text of a check."""
    return [explain_code(code) or ""]


# ---------------------------------------------------------------- looking up


def find_topics(word: str, others: Sequence[Topic] = ()) -> list[Topic]:
    """Return the topics with a name, or else those whose last key it is, or those that others call so.

    `others` are topics of other rooms, such as commands.
    """
    known = (*all_topics(), *others)
    wanted = _folded(word)
    exact = [topic for topic in known if _folded(topic.name) == wanted]
    if not exact:
        exact = [topic for topic in _shared_keys() if _folded(topic.name) == wanted]
    if not exact:
        exact = [topic for topic in known if _folded(topic.name).endswith((f".{wanted}", f" {wanted}"))]
    exact.sort(key=lambda topic: topic.kind != "list")  # the words are asked for more often than their keys
    meant = [topic for name in called(word) for topic in known if topic.name == name and topic not in exact]
    # A look, a function or an inner key of the name of what a designer means, such as set-up or deck, is not what is
    # asked for first.
    later = all(topic.kind in ("look", "function") or _folded(topic.name) != wanted for topic in exact)
    exact = [*meant, *exact] if later else [*exact, *meant]
    return list({(topic.kind, *topic.paragraphs): topic for topic in exact}.values()) if len(exact) < 12 else exact


def nearest_topics(word: str, others: Sequence[Topic] = (), most: int = 5) -> list[Topic]:
    """Return the topics whose names are most like a word."""
    names: dict[str, Topic] = {}
    for topic in (*all_topics(), *others):
        names.setdefault(_folded(topic.name), topic)
        names.setdefault(_folded(topic.name).rpartition(".")[2], topic)
    for other, ours in designer_words().items():
        found = next((topic for topic in (*all_topics(), *others) if topic.name == ours[0]), None)
        if found:
            names.setdefault(_folded(other), found)
    close = difflib.get_close_matches(_folded(word), names, n=most, cutoff=0.7)
    inside = [name for name in names if len(_folded(word)) > 3 and _folded(word) in name]
    found_topics = [names[name] for name in (*close, *sorted(inside, key=len))]
    return list({topic.name: topic for topic in found_topics}.values())[:most]


def called(word: str) -> tuple[str, ...]:
    """Return the names of the topics that designers call `word`, such as `modifiers` for DRM."""
    wanted = _folded(word)
    named = (*(one.name for one in library_entries() if wanted in map(_folded, one.others)),)
    return (*designer_words().get(wanted, ()), *named)


@cache
def designer_words() -> Mapping[str, tuple[str, ...]]:
    """Return the words that designers use for the things of pnp, each with the names of topics."""
    words = {_folded(word): tuple(str(names).split()) for word, names in read_reference("words").items()}
    signs = (sign for name in read_reference("operators") for sign in name.split(", "))
    return {**{_folded(sign): ("operators",) for sign in signs}, **words}


def _folded(word: str) -> str:
    """Return a name as it is compared: lower case, with hyphens for underscores."""
    return " ".join(word.replace("_", "-").split()).casefold()
