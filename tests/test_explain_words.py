"""`pnp explain` knows every word of pnp, and every function has an example whose value the engine computes."""

from collections.abc import Iterator

import pytest

from pnp.cli import cli
from pnp.cli.explain_command import command_topics
from pnp.load.icons import shared_icons
from pnp.load.layouts import shared_layouts, shared_palettes
from pnp.load.looks import shared_looks
from pnp.load.motifs import shared_motifs
from pnp.report.data_keys import kind_names
from pnp.report.explain import list_codes
from pnp.report.function_examples import expression_values, operators
from pnp.report.key_examples import read_reference
from pnp.report.topics import all_topics, called, find_topics, nearest_topics
from pnp.rules.expressions.built_in import BUILT_IN, METHODS
from pnp.rules.expressions.syntax import LOOPS
from pnp.rules.expressions.vocabulary import FUNCTIONS

COMMANDS = [*command_topics()]


def words() -> Iterator[str]:
    """The words of all libraries and registers."""
    icons = shared_icons()
    for some in (icons.symbols, icons.emblems, icons.pictures, shared_looks(), shared_palettes(), shared_layouts()):
        yield from some
    yield from shared_motifs()
    yield from FUNCTIONS
    yield from kind_names().values()
    yield from (code for code, _ in list_codes())
    for name, command in cli.commands.items():
        yield name
        yield from (f"{name} {max(one.opts, key=len)}" for one in command.params if one.param_type_name == "option")


def test_every_word_is_explained() -> None:
    names = {topic.name.replace("_", "-") for topic in (*all_topics(), *COMMANDS)}
    ends = {name.rpartition(".")[2] for name in names}
    assert [word for word in words() if word.replace("_", "-") not in names | ends] == []


@pytest.mark.parametrize("kind", sorted({topic.kind for topic in all_topics()}))
def test_every_topic_has_a_text(kind: str) -> None:
    for topic in all_topics():
        if topic.kind == kind:
            assert [one for one in topic.paragraphs if one.strip()], topic.name


def test_other_words_of_designers_lead_to_topics() -> None:
    for word, names in read_reference("words").items():
        for name in str(names).split():
            assert find_topics(name, COMMANDS), (word, name)
        assert called(word)


def test_every_function_has_an_example_of_each_form() -> None:
    examples = read_reference("functions")
    assert set(examples) == set(FUNCTIONS)
    assert [name for name, forms in FUNCTIONS.items() if len(examples[name]) < len(forms)] == []


def test_every_operator_and_method_is_explained_with_its_value() -> None:
    names = {one for name, _, _ in operators() for one in name.split(", ")}
    assert {*LOOPS, *BUILT_IN, *METHODS} <= names
    assert all(values for _, _, values in operators())
    values = {text: value for _, _, some in operators() for text, value in some}
    assert values["units_at('D2').filter(u, has(u, 'armour'))"] == '["B2"]'
    assert values["7 / 2"] == "3"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_engine_computes_the_examples_of_a_function(name: str) -> None:
    values = expression_values(name)
    assert values
    for text, value in values:
        assert f"{name}(" in text
        assert value


@pytest.mark.parametrize(
    ("name", "index", "value"),
    [
        ("distance", 0, "4"),
        ("half", 1, "3"),
        ("units_at", 0, '["B1", "B2"]'),
        ("move_cost", 0, '"1"'),
        ("is", 1, "false"),
    ],
)
def test_values_are_those_of_the_situation(name: str, index: int, value: str) -> None:
    assert expression_values(name)[index][1] == value


@pytest.mark.parametrize(
    ("wrong", "right"), [("countrs", "counters"), ("unit_at", "units_at"), ("infantrie", "infantry")]
)
def test_the_nearest_word_is_offered(wrong: str, right: str) -> None:
    assert right in [topic.name for topic in nearest_topics(wrong, COMMANDS)]


def test_the_words_of_a_library_come_before_its_keys() -> None:
    assert [topic.kind for topic in find_topics("symbols")] == ["list", "record"]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("reduced", "counters.back"),
        ("quantity", "counters.copies"),
        ("traits", "counters.groups"),
        ("Excel", "sheets"),
        ("xlsx", "sheets"),
        ("formula", "functions"),
        ("layout", "layouts"),
        ("page break", "booklet"),
        ("one-page", "booklet.title_page"),
        ("variant", "rulings"),
        ("set-up", "entries"),
        ("exists", "operators"),
        ("operators", "operators"),
        ("and", "operators"),
        ("&&", "operators"),
        ("any", "operators"),
        ("impassable", "terrain.cost"),
        ("wadi", "gully"),
        ("coast", "sea"),
        ("desert", "map.season"),
        ("dune", "beach"),
        ("sand", "beach"),
    ],
)
def test_what_designers_search_for_is_found_first(word: str, first: str) -> None:
    assert find_topics(word, COMMANDS)[0].name == first


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        *((word, "components.card-deck") for word in ("card", "cards", "deck", "event", "stats")),
        *((word, "pictures") for word in ("image", "photo", "png")),
        ("dice", "components.die-net"),
        ("marker", "counters"),
        ("round", "sequence"),
    ],
)
def test_words_of_designers_of_cards_lead_to_what_they_mean(word: str, topic: str) -> None:
    assert find_topics(word, COMMANDS)[0].name == topic


@pytest.mark.parametrize(
    "word", ["counters.waive", "procedures.note", "tables.basis", "errata.rule", "terrain.misprint"]
)
def test_a_key_of_every_record_is_found_under_each_section(word: str) -> None:
    (topic,) = find_topics(word, COMMANDS)
    assert topic.name == word
    assert topic.paragraphs == find_topics(f"records.{word.rpartition('.')[2]}")[0].paragraphs


def test_a_key_of_every_record_is_listed_once_by_its_own_name() -> None:
    assert [topic.name for topic in find_topics("waive")] == ["records.waive"]
