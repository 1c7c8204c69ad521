"""The pages of the reference in MyST, made of what `pnp explain` prints too."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import click

from docs.site import pictures as pictures_of
from docs.site.kind_examples import kind_examples
from docs.site.pictures import Pictures, slug, what_is_shown
from pnp.cli import cli
from pnp.cli.explain_command import command_topics
from pnp.message import capitalised, join_words
from pnp.model.game import Game
from pnp.model.record import Record, Sourced
from pnp.model.sheet_furniture import Furniture
from pnp.report.data_keys import BASES, DataKey, keys_of, kind_names, own_keys, paragraphs, places
from pnp.report.explain import FAMILIES, INTRODUCTION, TERMS, escape_markdown, explain_code, list_codes
from pnp.report.function_examples import expression_values, operators
from pnp.report.key_examples import key_examples
from pnp.report.topics import (
    FEW_WORDS,
    OTHER_LISTS,
    LibraryWord,
    Topic,
    all_topics,
    designer_words,
    find_topics,
    function_text,
    keys_by_place,
    library_entries,
    signature,
)
from pnp.rules.expressions.vocabulary import FUNCTIONS

GAME_FILE = "game.yaml"
"""The title of the page of the sections of a game."""
GALLERIES: Mapping[str, str] = {
    "symbols": "Unit symbols such as those of NATO, for `symbol` of a counter. Parts are joined by `+`.",
    "sizes": "The marks of the size of a unit, for `size` of a counter.",
    "emblems": "Emblems of sides and formations, for `emblem`.",
    "pictures": "Pictures on markers, cards and tokens, for `picture`.",
    "looks": "Looks of terrain, each in a sample hex: woods, swamps, hills, rivers, roads, railways, towns.",
    "palettes": "Colours of a map by the season, for `map.season`.",
    "layouts": "Where the parts of a unit counter are, for `counter_print.labels`, on counters of 0.5 to 1 inch.",
    "motifs": "Motifs of covers, for `kind` of a layer of the cover.",
}
"""What each list of words is for. A game may add its own in folders of the same names."""
INSIDE: Mapping[str, str] = {
    "steps": "The steps of procedures",
    "blocks": "Blocks of player aids",
    "layers": "Layers of covers",
    "looks": "Keys of looks of terrain",
    "records": "Keys of every record",
    "sheets": "Sheets of a spreadsheet",
    "symbols": "Keys of own symbols",
    "emblems": "Keys of own emblems and pictures",
    "layouts": "Keys of own counter layouts",
    "palettes": "Keys of own palettes",
}
"""The titles of pages that are not of a section of a game."""
PARTS: Mapping[str, str] = {
    "sections": "every key of `game.yaml`: counters, map, terrain, tables, procedures, rules",
    "galleries": "every symbol, size, emblem, picture, look, palette, layout and motif, as pnp draws it",
    "kinds": "the keys of steps of procedures, components, blocks of player aids, layers of covers, and own art",
    "functions": "what conditions and values of procedures can call, with examples and their values",
    "checks": "every code of a finding, with wrong and right data",
    "commands": "what `pnp` does in a terminal, with every option",
    "words": "the words of other games and rulebooks, and where pnp has the thing",
}
"""The parts of the reference."""
_ABBREVIATIONS = ("crt", "drm", "los", "mp", "oob", "tec", "zoc")
_CODE = re.compile(r"\b[A-Z]\d{3}\b")


class Link(NamedTuple):
    """The page of a topic, without suffix, and its anchor there."""

    page: str
    anchor: str


def section_of(record: type[Record]) -> str:
    """Return the page of a record: the first key of its place."""
    return places()[record][0].split(".")[0]


@cache
def records_of_pages() -> Mapping[str, tuple[type[Record], ...]]:
    """Return the records by their page, the outer ones first."""
    found: dict[str, list[type[Record]]] = {}
    for record, where in sorted(places().items(), key=lambda one: (one[1][0].count("."), one[0] not in BASES)):
        if where[0]:
            found.setdefault(section_of(record), []).append(record)
    return {name: tuple(some) for name, some in found.items()}


def link_of(topic: Topic) -> Link:
    """Return where the site explains a topic of `pnp explain`."""
    name, kind = topic.name, topic.kind
    if kind == "key":
        key = keys_by_place()[name]
        return Link(f"reference/{_key_page(key)}", slug("key", key.id))
    if kind in ("check", "function", "furniture"):
        page = {"check": f"checks-{name[0].lower()}", "function": "functions", "furniture": "map"}[kind]
        return Link(f"reference/{page}", slug(kind, name))
    if kind in ("command", "option"):
        return Link("reference/commands", slug("command", name))
    if kind in ("list", "game"):
        page = {
            "functions": "functions",
            "operators": "functions",
            "example-game": "functions",
            "checks": "checks",
            "furniture": "map",
        }.get(name)
        return Link(
            f"reference/{page or 'gallery-' + name}" if name != "commands" else "reference/commands", slug("list", name)
        )
    for record, where in places().items():
        if (
            name in where
            or (name.startswith("files of ") and record is not Game and "" in where)
            or (name == "files of a game" and record is Game)
        ):
            return _record_link(record)
    return Link(f"reference/gallery-{_list_of(name, kind)}", slug(_list_of(name, kind), name))


def _list_of(name: str, kind: str) -> str:
    """Return the list that has a word of this kind."""
    return next(one.list for one in library_entries() if one.name == name and one.list.rstrip("s") == kind)


def _record_link(record: type[Record]) -> Link:
    """Return where a record is explained; files are on the page of the sections."""
    if not places()[record][0]:
        return Link("reference/sections", slug("record", "Game"))
    return Link(f"reference/{section_of(record)}", slug("record", record.__name__))


def _key_page(key: DataKey) -> str:
    """Return the page that explains a key."""
    return section_of(key.owner) if places()[key.owner][0] else "sections"


# ---------------------------------------------------------------- records and keys


def text_of(says: str) -> str:
    """Return a sentence in MyST, with a capital and a full stop."""
    text = escape_markdown(capitalised(says.strip())) if not says.startswith("`") else escape_markdown(says.strip())
    return text if not text or text[-1] in ".:!?" else f"{text}."


def called_line(*names: str) -> list[str]:
    """Return the line with what designers call a topic; empty if there is nothing."""
    words = [_with_capitals(word) for word, topics in designer_words().items() if set(names) & set(topics)]
    return [*_search_entries(words), f"[Other words: {', '.join(words)}.]{{.called}}", ""] if words else []


def _search_entries(words: Iterable[str]) -> list[str]:
    """Return the entries by which the search finds a place with other words first."""
    return [f"```{{index}} {', '.join(f'!{word}' for word in words)}", "```", ""]


def _with_capitals(word: str) -> str:
    """Return a word of designers as they write it: `CRT`."""
    return word.upper() if word in _ABBREVIATIONS else word


def record_page(name: str, pictures: Pictures) -> str:
    """Return the page of a section of a game, or of all kinds of steps, components, blocks, layers or looks."""
    key = next((one for one in keys_of(Game) if one.name == name), None)
    title = INSIDE.get(name) or capitalised(name.replace("_", " "))
    lines = [f"# {title}", ""]
    if key:
        lines += [f"`{name}:` in `game.yaml`. {text_of(key.says)}", ""]
    if name in GALLERIES:
        lines += [f"The words and their pictures: [{name}](gallery-{name}.md).", ""]
    several = len(records_of_pages()[name]) > 1
    for record in records_of_pages()[name]:
        lines += _record_lines(record, pictures, own_heading=several)
    if name == "map":
        lines += _furniture_lines()
    return "\n".join(lines)


def _record_lines(record: type[Record], pictures: Pictures, *, own_heading: bool = True) -> Iterator[str]:
    """Yield a record: what it is, a table of its keys, and an entry for each."""
    where = places()[record]
    kind = kind_names().get(record, "")
    yield f"({slug('record', record.__name__)})="
    first = not where[0] or record is records_of_pages()[section_of(record)][0]
    named = where[0] if "." in where[0] else "Keys" if first else capitalised(_words_of(record.__name__))
    yield f"## {kind or named}"
    yield ""
    for text in paragraphs(record):
        yield from (text_of(text), "")
    yield from called_line(*where, kind)
    if len(where) > 1 or (kind and own_heading):
        yield f"[Written in {join_words([f'`{one}`' for one in where])}.]{{.facts}}\n"
    yield from _whole_example(record, pictures)
    own = own_keys(record)
    if own:
        pages = records_of_pages() if record is Game else ()
        links = {key.name: f"{key.name}.md" if key.name in pages else f"#{slug('key', key.id)}" for key in own}
        yield from _table((f"[`{key.name}`]({links[key.name]})", _first(key), _short_facts(key)) for key in own)
    yield from _shared_lines(record)
    if record in BASES and record is not Sourced:
        kinds = sorted((name, one) for one, name in kind_names().items() if issubclass(one, record))
        links = [f"[`{name}`](#{slug('record', one.__name__)})" for name, one in kinds]
        yield f"Kinds: {', '.join(links)}."
        yield ""
    for key in own:
        yield from _key_lines(key, pictures)


def _whole_example(record: type[Record], pictures: Pictures) -> Iterator[str]:
    """Yield the whole example of a kind of record that is drawn, with its picture; nothing for other records."""
    example = kind_examples().get(record.__name__)
    if example and record not in BASES:
        game = pictures_of.game_with(example.text, example.over, example.folder, example.uses)
        assert game is not None
        address = pictures.shown(game, example.show, slug("kind", record.__name__))
        yield from ("::::{container} entry whole\n:::{container} shown", "```yaml", example.text, "```", ":::")
        yield f":::{{container}} pair {example.show.split()[0]}"
        yield f"```{{figure}} {address}\n:alt: {_words_of(record.__name__)}\n```\n:::\n::::\n"


def _words_of(name: str) -> str:
    """Return the name of a class as words: `card component`."""
    return re.sub(r"(?<=[a-z])([A-Z])", r" \1", name).lower()


def _shared_lines(record: type[Record]) -> Iterator[str]:
    """Yield a line for each record whose keys a record has too."""
    others: dict[type[Record], list[DataKey]] = {}
    for key in keys_of(record):
        if key.owner is not record:
            others.setdefault(key.owner, []).append(key)
    for owner, keys in others.items():
        links = ", ".join(f"[`{key.name}`](#{slug('key', key.id)})" for key in keys)
        what = BASES.get(owner) or kind_names().get(owner) or _words_of(owner.__name__)
        lead = (
            "Also, as in every record"
            if owner is Sourced
            else f"Also, as in {'all' if owner in BASES else 'every'} {what}"
        )
        yield from (f"[{lead}: {links}.]{{.shared}}", "")


def _table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a table without a heading."""
    yield ":::{list-table}\n:class: keys\n"
    for first, *others in rows:
        yield f"* - {first}"
        yield from (f"  - {one}" for one in others)
    yield ":::\n"


def _first(key: DataKey) -> str:
    """Return the first sentence about a key."""
    return text_of(re.split(r"(?<=[.;])\s+(?=[A-Za-z`])", key.says)[0].rstrip(";"))


def _short_facts(key: DataKey) -> str:
    """Return the type of a key, and whether it is required."""
    value = re.sub(r", such as.*", "", key.value)
    return f"{value}, **required**" if key.required else f"{value}, default `{key.default}`" if key.default else value


def _key_lines(key: DataKey, pictures: Pictures) -> Iterator[str]:
    """Yield the entry of a key: what it means, its type and words, an example, and pictures of what it does."""
    yield f"({slug('key', key.id)})="
    yield f"### {key.name}\n"
    yield "::::{container} entry\n:::{container} words"
    yield text_of(key.says) + "\n"
    given = "[required]{.req}" if key.required else f"default `{key.default}`" if key.default else "optional"
    unit = key.unit if key.unit and key.unit not in key.value else ""
    yield f"[{' · '.join(filter(None, (key.value, given, unit)))}]{{.facts}}\n"
    yield from called_line(*(place for place, one in keys_by_place().items() if one.id == key.id))
    if key.words:
        gallery = next((one for one in GALLERIES if f"{one.rstrip('s')}" == key.name), "")
        if len(key.words) <= FEW_WORDS or not gallery:
            yield f"[{' '.join(f'`{word}`' for word in key.words)}]{{.allowed}}\n"
        if gallery:
            yield f"[{len(key.words)} words with pictures](gallery-{gallery}.md)\n"
    links = [f"[{places()[one][0] or GAME_FILE}](#{_record_link(one).anchor})" for one in key.records]
    if links:
        yield f"[Its keys: {', '.join(dict.fromkeys(links))}.]{{.facts}}\n"
    yield ":::"
    example = key_examples().get(key.id)
    if example:
        yield from (":::{container} shown", "```yaml", example.text, "```")
        shown = [*pictures.pair(key)]
        if shown:
            yield f":::{{container}} pair {what_is_shown(key)}"
            for address, caption in shown:
                yield f"```{{figure}} {address}\n:alt: {key.name}, {caption}\n\n{escape_markdown(caption)}\n```"
            yield ":::"
        yield ":::"
    yield "::::\n"


def _furniture_lines() -> Iterator[str]:
    """Yield the kinds of furniture."""
    kinds = next(key for key in keys_of(Furniture) if key.name == "kind").words
    yield f"({slug('list', 'furniture')})=\n## Kinds of furniture\n"
    yield f"All have [the same keys](#{slug('record', 'Furniture')}); `pnp preview GAME map` shows them.\n"
    for name in kinds:
        example = f"- {{kind: {name}, at: [6mm, 4mm, 60mm, 14mm]}}"
        yield f"({slug('furniture', name)})=\n### {name}\n\n```yaml\n{example}\n```\n"


# ---------------------------------------------------------------- words, functions, checks, commands


def gallery_page(name: str, drawn: Mapping[str, str]) -> str:
    """Return the page of a list of words with their pictures."""
    words = [one for one in library_entries() if one.list == name]
    lines = [f"({slug('list', name)})=", f"# {capitalised(name)}", "", GALLERIES[name], ""]
    if name in records_of_pages() or name == "pictures":
        page = "emblems" if name == "pictures" else name
        lines += [f"A game may have its own in its folder `{name}`: [keys]({page}.md).", ""]
    for group, some in _groups(words).items():
        lines += [f"## {capitalised(group)}", ""] if group else []
        lines += [f"::::{{container}} gallery {name}"]
        for word in some:
            others = f", also {join_words(word.others, 'or')}" if word.others else ""
            says = escape_markdown(f"{word.says if not group or name != 'looks' else ''}{others}".removeprefix(", "))
            lines += [*(_search_entries(word.others) if word.others else []), f"({slug(name, word.name)})="]
            if word.name in drawn:
                lines += [
                    f"```{{figure}} {drawn[word.name]}",
                    f":alt: {word.name}",
                    "",
                    f"`{word.name}` {says}",
                    "```",
                    "",
                ]
            else:
                lines += [":::{container} word", f"`{word.name}` {says}", ":::", ""]
        lines += ["::::", ""]
    return "\n".join(lines)


def _groups(words: Sequence[LibraryWord]) -> Mapping[str, list[LibraryWord]]:
    """Return words in groups: looks by what they draw, symbols of several parts apart."""
    found: dict[str, list[LibraryWord]] = {}
    for word in words:
        group = word.says.rpartition(", ")[2] if word.list == "looks" else ""
        group = f"{group} (`of: {pictures_of.OF_GROUP.get(group, 'hex')}`)" if group else ""
        if word.list == "symbols":
            group = "names of combinations" if "+" in word.says else "parts"
        found.setdefault(group, []).append(word)
    return found


def functions_page(situation: str) -> str:
    """Return the page of the functions of expressions, with the picture of the situation of their examples."""
    lines = [f"({slug('list', 'functions')})=", "# Functions of expressions", ""]
    lines += ["Conditions and values of procedures call these functions. A hex or a name is in single quotes.", ""]
    lines += [f"({slug('list', 'example-game')})=", "## The situation of the examples", ""]
    lines += [f"```{{figure}} {situation}\n:alt: B1 and B2 in D2, R1 in E3, R2 in F2\n```", ""]
    game = next(topic for topic in all_topics() if topic.name == "example-game")
    lines += [game.paragraphs[0], "", "```text", textwrap.dedent(game.paragraphs[1]), "```", ""]
    lines += [f"({slug('list', 'operators')})=", "## Operators", "", f"{OTHER_LISTS['operators'].capitalize()}.", ""]
    for name, says, values in operators():
        wide = max(len(text) for text, _ in values)
        lines += [f"- `{name}`: {text_of(says)}", ""]
        lines += ["  ```text", *(f"  {text:{wide}}  →  {value}" for text, value in values), "  ```", ""]
    for name, forms in sorted(FUNCTIONS.items()):
        lines += [f"({slug('function', name)})=", f"## {name}", "", *called_line(name)]
        for form in forms:
            lines += [f"[`{signature(form)}`]{{.sign}}", "", text_of(function_text(form)), ""]
        values = expression_values(name)
        wide = max((len(text) for text, _ in values), default=0)
        lines += ["```text", *(f"{text:{wide}}  →  {value}" for text, value in values), "```", ""]
    return "\n".join(lines)


def checks_index() -> str:
    """Return the page that lists all checks."""
    lines = [f"({slug('list', 'checks')})=", "# Checks", "", INTRODUCTION.strip(), ""]
    for letter, subject in FAMILIES.items():
        lines += [f"## {letter}: [{subject}](checks-{letter.lower()}.md)", ""]
        codes = [(code, title) for code, title in list_codes() if code[0] == letter]
        lines += _table((f"[{code}](#{slug('check', code)})", text_of(title)) for code, title in codes)
    lines += ["## Terms", "", *(f"- *{term}*: {escape_markdown(meaning)}" for term, meaning in TERMS.items()), ""]
    lines += _hidden(f"checks-{letter.lower()}" for letter in FAMILIES)
    return "\n".join(lines)


def checks_page(letter: str) -> str:
    """Return the page of the checks whose codes begin with a letter, with wrong and right data of each."""
    lines = [f"# {letter}: {FAMILIES[letter]}", ""]
    for code, title in list_codes():
        if code[0] == letter:
            lines += [f"({slug('check', code)})=", f"## {code}: {text_of(title).rstrip('.')}", ""]
            body = (explain_code(code) or "").partition("\n")[2].strip("\n")
            first, *examples = re.split(r"^(Bad|Good):\n", body, flags=re.MULTILINE)
            lines += [_CODE.sub(_check_link, escape_markdown(first)).strip(), ""]
            lines += ["::::{container} examples"] if examples else []
            language = "text" if letter == "Q" else "yaml"
            for sort, example in zip(examples[::2], examples[1::2], strict=True):
                text = textwrap.dedent(example).strip("\n")
                lines += [f":::{{container}} {sort.lower()}", "Wrong" if sort == "Bad" else "Right", ""]
                lines += [f"```{language}\n{text}\n```", ":::"]
            lines += ["::::", ""] if examples else []
    return "\n".join(lines)


def _check_link(found: re.Match[str]) -> str:
    """Return the code of a check as a link."""
    code = found[0]
    return f"[{code}](#{slug('check', code)})" if code in dict(list_codes()) else code


def commands_page() -> str:
    """Return the page of the commands with their options."""
    lines = [
        f"({slug('list', 'commands')})=",
        "# Commands",
        "",
        "What `pnp` does in a terminal, with every option.",
        "",
    ]
    for name, command in sorted(cli.commands.items()):
        context = click.Context(command, info_name=f"pnp {name}")
        lines += [
            f"({slug('command', name)})=",
            f"## {name}",
            "",
            "```console",
            f"$ {command.get_usage(context).removeprefix('Usage: ')}",
            "```",
            "",
        ]
        for text in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
            as_it_is = text.lstrip(" ").startswith(("\b", "#"))
            plain = textwrap.dedent(text.replace("\b\n", ""))
            lines += [f"```text\n{plain}\n```" if as_it_is else escape_markdown(text), ""]
        for option in command.params:
            record = option.get_help_record(context) if isinstance(option, click.Option) else None
            if record:
                full = max(option.opts, key=len)
                lines += [
                    f"({slug('command', f'{name} {full}')})=",
                    f":::{{container}} option\n`{record[0]}`\n\n{escape_markdown(record[1])}\n:::",
                    "",
                ]
    return "\n".join(lines)


def words_page() -> str:
    """Return the page of the words of designers, each with links to what pnp calls it."""
    lines = ["# Words of designers", "", "Words of other games and rulebooks, and where pnp has the thing.", ""]
    commands = [*command_topics()]
    rows = []
    for word, names in sorted(designer_words().items()):
        links = {name: link_of(find_topics(name, commands)[0]) for name in names}
        rows.append((_with_capitals(word), ", ".join(f"[`{name}`](#{link.anchor})" for name, link in links.items())))
    for one in library_entries():
        if one.others:
            rows.append((join_words(one.others, "or"), f"[`{one.name}`](#{slug(one.list, one.name)})"))
    return "\n".join([*lines, *_table(rows)])


def index_pages(pictures: Pictures) -> Mapping[str, str]:
    """Return the first page of the reference, and those of its parts: the sections of a game, galleries and kinds."""
    sections = [key.name for key in keys_of(Game) if key.name in records_of_pages()]
    kinds = [name for name in records_of_pages() if name not in sections]
    lines = ["# Sections of a game", "", "What `game.yaml` holds. Each section has a page with all of its keys.", ""]
    return {
        "sections": "\n".join([*lines, *_record_lines(Game, pictures), *_hidden(sections)]),
        "galleries": _list_page("Words and pictures", {f"gallery-{name}": text for name, text in GALLERIES.items()}),
        "kinds": _list_page("Steps, components, blocks and other kinds", {name: INSIDE[name] for name in kinds}),
        "index": _list_page("Reference", PARTS),
    }


def _list_page(title: str, pages: Mapping[str, str]) -> str:
    """Return a page that lists others, each with a sentence."""
    rows = ((f"[{_page_title(name)}]({name}.md)", text_of(text)) for name, text in pages.items())
    return "\n".join([f"# {title}", "", *_table(rows), *_hidden(pages)])


def _page_title(name: str) -> str:
    """Return the name of a page as it is read."""
    return capitalised(name.removeprefix("gallery-").replace("_", " "))


def _hidden(pages: Iterable[str]) -> list[str]:
    """Return the entries of pages in the list at the side."""
    return ["```{toctree}", ":hidden:", "", *pages, "```", ""]


def _record_pages(drawn: Pictures) -> dict[str, str]:
    """Return the pages of records, which several processes write, because their pictures take minutes."""
    names = sorted(records_of_pages(), key=lambda name: -len(records_of_pages()[name]))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return dict(zip(names, pool.map(partial(record_page, pictures=drawn), names), strict=True))


def write_reference(folder: Path) -> None:
    """Write all pages of the reference, with their pictures, into a folder of pages."""
    drawn, to = Pictures(folder), folder / "reference"
    to.mkdir(parents=True, exist_ok=True)
    scenes = pictures_of.gallery_scenes()
    found = {
        name: {word: drawn.draw(slug(name, word), scene) for word, scene in some.items()}
        for name, some in scenes.items()
    }
    maps = pictures_of.palette_maps()
    found["palettes"] = {
        word: drawn.part(slug("palettes", word), scene, pictures_of.MAP_PART) for word, scene in maps.items()
    }
    situation, home = pictures_of.situation_scene(), pictures_of.home_scene()
    drawn.part("home", home, home.box)
    pages = {
        **index_pages(drawn),
        "words": words_page(),
        "functions": functions_page(drawn.part("situation", situation, pictures_of.SITUATION_PART, 110)),
        "commands": commands_page(),
        "checks": checks_index(),
        **{f"checks-{letter.lower()}": checks_page(letter) for letter in FAMILIES},
        **{f"gallery-{name}": gallery_page(name, found.get(name, {})) for name in GALLERIES},
        **_record_pages(drawn),
    }
    for name, text in pages.items():
        (to / f"{name}.md").write_text(text, "utf-8")
