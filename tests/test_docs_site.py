"""The site of the documents: its pages have all that `pnp explain` has, and its links and its search work from disk."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from docs.site.kind_examples import kind_examples
from docs.site.reference import link_of, slug
from pnp.cli.explain_command import command_topics
from pnp.report.data_keys import all_records, own_keys
from pnp.report.key_examples import read_reference
from pnp.report.topics import all_topics, designer_words, find_topics

needs_sphinx = pytest.mark.skipif(
    not all(map(find_spec, ("sphinx", "furo", "myst_parser"))), reason="install the site's tools: pip install '.[docs]'"
)

WORDS = """
counter; hex; stacking; CRT; odds; zone of control; reinforcement; set-up; turn track; terrain effects; movement; supply;
retreat; advance; line of sight; die roll modifier; DRM; column shift; step loss; marker; standee; deck; card; dice; booklet;
errata; edition; scenario; translation; spreadsheet; xlsx; font; picture; symbol; NATO; river; road; print; A4; duplex; cut;
morale; tank; armor; victory; leader; weather; chit; fog of war; bridge; woods; combat; phase; player aid
"""
"""What a designer types into the search, separated by semicolons."""


class Page(HTMLParser):
    """The ids of a page, its links, and the addresses that a browser loads by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what is in a tag."""
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found["id"]} if "id" in found else set()
        if "href" in found:
            (self.links if tag == "a" else self.loads).append(found["href"])
        self.loads += [found[name] for name in ("src", "data", "poster") if name in found]
        self.loads += [one.split()[0] for one in found.get("srcset", "").split(",") if one.strip()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    from docs.site import make  # noqa: PLC0415 - its pictures need what only slow tests load

    folder = tmp_path_factory.mktemp("docs")
    make.write_pages(folder / "pages")
    assert make.build_site(folder / "pages", folder / "html") == 0
    return folder / "html"


@cache
def pages_of(site: Path) -> dict[Path, Page]:
    """The pages of the site by their path."""
    return {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}


def test_topics_have_one_place_each() -> None:
    places = {}
    for topic in all_topics():
        if topic.kind != "key":  # a key is in several places
            places.setdefault(link_of(topic), set()).add(topic.name)
    shared = {link: names for link, names in places.items() if len(names) > 1}
    assert [link for link in shared if not link.anchor.startswith("record-")] == []


def test_anchors_are_words_and_hyphens() -> None:
    assert slug("key", "Counter.symbol") == "key-counter-symbol"
    assert slug("function", "units_at") == "function-units-at"


@pytest.mark.parametrize("word", designer_words())
def test_a_word_of_designers_leads_to_topics(word: str) -> None:
    assert find_topics(word, [*command_topics()])


@needs_sphinx
@pytest.mark.slow
def test_every_topic_of_explain_has_an_anchor(site: Path) -> None:
    pages = pages_of(site)
    missing = []
    for topic in (*all_topics(), *command_topics()):
        page, anchor = link_of(topic)
        path = site / f"{page}.html"
        if path not in pages or anchor not in pages[path].ids:
            missing.append(f"{topic.kind} {topic.name}: {page}#{anchor}")
    assert missing == []


@needs_sphinx
@pytest.mark.slow
def test_every_link_leads_somewhere(site: Path) -> None:
    pages = pages_of(site)
    broken = []
    for path, page in pages.items():
        for address in (*page.links, *page.loads):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchors = pages[target].ids if target in pages else {parts.fragment}
            later = target.name in ("symbols.pdf", "looks.pdf")  # written after the pages
            if not (later or target.exists()) or (parts.fragment and unquote(parts.fragment) not in anchors):
                broken.append(f"{path.name}: {address}")
    assert broken == []


@needs_sphinx
@pytest.mark.slow
def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    outside = re.compile(r"^(?:https?:|//|ftp:)")
    found = [(path.name, one) for path, page in pages_of(site).items() for one in page.loads if outside.match(one)]
    styles = [
        (path.name, one)
        for path in site.rglob("*.css")
        for one in re.findall(r"(?:url\(|@import)\s*['\"]?(\S+)", path.read_text("utf-8"))
    ]
    assert found + [(name, one) for name, one in styles if outside.match(one)] == []


@needs_sphinx
@pytest.mark.slow
@pytest.mark.parametrize("word", [word.strip() for word in WORDS.split(";")])
def test_the_search_finds(site: Path, word: str) -> None:
    assert searched(site, word), f"add {word} to templates/reference/words.yaml"


@cache
def index_of(site: Path) -> dict[str, object]:
    """The index of the search."""
    text = (site / "searchindex.js").read_text("utf-8")
    return json.loads(text.removeprefix("Search.setIndex(").rstrip(";\n").removesuffix(")"))


def searched(site: Path, text: str) -> set[int]:
    """The numbers of the pages that have all words of a text, as the search of Sphinx compares them."""
    from sphinx.search.en import SearchEnglish  # noqa: PLC0415 - Sphinx may be missing

    language, index = SearchEnglish({}), index_of(site)
    found: list[set[int]] = []
    for word in language.split(text):
        stem = language.stem(word.lower())
        if language.word_filter(stem):
            hits = [index[part].get(stem, []) for part in ("terms", "titleterms")]
            found.append({one for hit in hits for one in (hit if isinstance(hit, list) else [hit])})
    return set.intersection(*found) if found else set()


@pytest.mark.slow
def test_every_key_of_what_is_drawn_has_a_picture_or_is_listed(site: Path) -> None:
    unseen = {id_ for group in read_reference("unseen") for id_ in group["keys"].split()}  # type: ignore[call-overload]
    drawn = {file.stem.removesuffix("-before") for file in (site / "_images").iterdir()}
    keys = {key.id for record in all_records() if record.__name__ in kind_examples() for key in own_keys(record)}
    without = {id_ for id_ in keys if slug("key", id_) not in drawn and not id_.endswith(".kind")}
    assert without - unseen == set(), "give them an example that shows, or a reason in templates/reference/unseen.yaml"
    assert unseen - without == set(), "they have pictures"
