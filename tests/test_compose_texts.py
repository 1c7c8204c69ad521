"""Texts of the data and of the rules as HTML: everything is escaped, and every fault has its line."""

import pytest
from hypothesis import given, strategies as st
from markupsafe import Markup, escape

from pnp.compose.aids.measure import TYPE_STYLES, lines_of, width_of
from pnp.compose.inline_markdown import BREAK, NO_BREAK, inline_html, plain_text
from pnp.compose.rulebook.rule_text import RuleText
from pnp.model.inserts import UnknownIdError, suggest
from pnp.spot import Spot
from pnp.typography import dress

CASES = ("6.5", "6.5.1", "R-11")


def refer(number: str) -> Markup:
    if number not in CASES:
        raise UnknownIdError(f"there is no case or ruling {number}", "write the number of one that exists")
    return Markup("<a>{}</a>").format(number)


def table(name: str) -> Markup:
    if name != "crt":
        raise UnknownIdError(f"there is no table {name!r}", suggest(name, ("crt",)))
    return Markup("<table>*not Markdown* [6.5]</table>")


def rendered(text: str) -> tuple[str, list[str]]:
    text_writer = RuleText({"table": table}, refer)
    blocks = text_writer.render(text, Spot("rules.md", 10))
    return "".join(block.html for block in blocks), [str(finding) for finding in text_writer.findings]


def test_a_case_with_every_kind_of_content() -> None:
    html, faults = rendered(
        '**Odds.** A *stack*, see [6.5.1], [R-11].\n\n{{ table("crt") }}\n\n- one {{ table("crt") }}\n- two & three'
    )
    assert faults == []
    assert html.replace(BREAK, "|").replace(NO_BREAK, "_") == (
        '<p>\n<strong class="run-in">Odds.</strong> A |<em>stack</em>, |<span class="whole">see_<a>6.5.1</a></span>,<sup><a>R-11</a></sup>.</p>\n'
        "<table>*not Markdown* [6.5]</table>\n"
        "<ul>\n<li>one <table>*not Markdown* [6.5]</table></li>\n</ul>\n<ul>\n<li>two &amp; three</li>\n</ul>\n"
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('first\n\n{{ table("crtt") }}', "rules.md:12:1: R101 there is no table 'crtt'; did you mean crt?"),
        ('{{ tabel("crt") }}', "rules.md:10:1: R101 there is no insert 'tabel'; did you mean table?"),
        ("see [6.5]\nand [6.5.2]", "rules.md:11:1: R101 there is no case or ruling 6.5.2; write the number of one that exists"),
        ('{{ table("crt" }}', 'rules.md:10:1: R101 only calls of inserts are allowed in braces; write a call such as {{ table("id") }}'),
        ("{{ table }}", 'rules.md:10:1: R101 only calls of inserts are allowed in braces; write a call such as {{ table("id") }}'),
        ("{{ table(x) }}", 'rules.md:10:1: R101 an insert takes ids in quotation marks; write a call such as {{ table("id") }}'),
    ],
)  # fmt: skip
def test_each_fault_has_its_line(text: str, fault: str) -> None:
    assert rendered(text)[1] == [fault]


@pytest.mark.parametrize("call", ["table()", 'table("crt", "crt")'])
def test_a_call_with_too_few_or_too_many_ids_is_a_fault(call: str) -> None:
    (fault,) = rendered(f"one\n{{{{ {call} }}}}")[1]
    assert fault == 'rules.md:11:1: R101 table takes one id; write a call such as {{ table("id") }}'


def test_a_number_is_not_an_id() -> None:
    assert "takes ids in quotation marks" in rendered("{{ table(5) }}")[1][0]


def test_an_error_inside_an_insert_is_not_a_fault_of_the_text() -> None:
    def broken(_name: str) -> Markup:
        raise TypeError("NoneType has no len")

    with pytest.raises(TypeError, match="no len"):
        RuleText({"table": broken}, refer).render('{{ table("crt") }}', Spot("rules.md", 10))


@pytest.mark.parametrize(
    "text",
    [
        '{{ "x" * 1000000000 }}',
        "{{ table.__globals__ }}",
        '{{ table("crt").__class__.__mro__ }}',
        '{{ table("crt")|attr("__class__") }}',
        "{{ ''.join(cycler) }}",
    ],
)
def test_only_inserts_can_be_called(text: str) -> None:
    html, faults = rendered(text)
    assert html == ""
    assert len(faults) >= 1
    assert all("R101" in fault for fault in faults)


@pytest.mark.parametrize("text", ["<script>x</script>", "a < b", "[x](javascript:alert(1))", '"><img src=x>', "&lt;"])
def test_tags_in_the_data_are_escaped(text: str) -> None:
    for html in (rendered(text)[0], str(inline_html(text)), str(inline_html(f"*{text}*"))):
        assert "<script" not in html
        assert "<img" not in html
        assert "href" not in html


@given(st.text(st.sampled_from("ab<>&\"'*_[]`\\-1\n{}"), max_size=40))
def test_any_text_of_the_data_is_converted(text: str) -> None:
    html = str(inline_html(text.replace("`", "")))
    known = ("em>", "/em>", "strong>", "/strong>", 'span class="ref">', "/span>", "a href", "/a>", "br />", "img")
    assert all(part.startswith(known) for part in html.split("<")[1:])


def test_signs_are_replaced_by_typographic_ones() -> None:
    assert dress("""the unit's "own" 'level' -2, 3-4-3 and *-2-4""") == "the unit’s “own” ‘level’ −2, 3-4-3 and *-2-4"
    assert plain_text("**Add** -1 *each* [6.5]") == "Add −1 each 6.5"
    assert inline_html("5 < 6 & -1") == escape("5 < 6 & −1")


@given(
    st.lists(st.text(st.sampled_from("abcdefgh"), min_size=1, max_size=8), min_size=1, max_size=30), st.floats(8, 80)
)
def test_no_line_is_wider_than_its_column(words: list[str], width: float) -> None:
    text = " ".join(words)
    lines = lines_of(text, "words", width)
    assert 1 <= lines <= len(words)
    assert lines >= width_of(text, "words") / max(width, *(width_of(word, "words") for word in words)) * 0.5
    assert lines_of(text, "words", 1000) == 1


def test_figures_are_measured_with_their_printed_width() -> None:
    assert all(width_of("1111", look) == width_of("0000", look) for look in TYPE_STYLES)


def test_arrows_of_the_fallback_font_are_measured_as_wide_letters() -> None:
    assert all(width_of("↓→", look) == width_of("WW", look) for look in TYPE_STYLES)


WIDE = "| " + " | ".join(f"column{n}" for n in range(14)) + " |\n|" + "---|" * 14 + "\n"
DEEP = "".join("  " * n + f"- level {n}\n" for n in range(7))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("\n" + WIDE, "rules.md:11:1: R102 the table needs at least 184 mm, but its column is only 72 mm wide; use fewer columns or shorter words, or print it on an aid"),
        (DEEP, "rules.md:15:1: R103 a list is nested 6 deep; the booklet has room for 5 levels; use fewer levels, or begin a new case"),
        ("![a map](map.png)", "rules.md:10:1: R104 the rules cannot show pictures from files; delete ![...](...)"),
    ],
)  # fmt: skip
def test_content_that_a_column_would_cut_off_is_a_fault_with_its_line(text: str, fault: str) -> None:
    cases = RuleText({}, refer, 72)
    cases.render(text, Spot("rules.md", 10))
    assert [str(one) for one in cases.findings] == [fault]


def test_a_table_of_words_that_break_into_lines_fits() -> None:
    cases = RuleText({}, refer, 72)
    cases.render(
        "| Die | Effect |\n|---|---|\n| 2-6 | " + "every unit of the stack retreats " * 5 + "|\n", Spot("rules.md", 10)
    )
    assert cases.findings == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0 \ue0000\ue001", "no typeface has the character U+E000; delete it"),
        ("{" * 3000, "the braces are not closed by }}"),
        ("{{ " + "(" * 300 + ")" * 300 + " }}", "only calls of inserts are allowed in braces"),
        ("{{ " + "9" * 5000 + " }}", "only calls of inserts are allowed in braces"),
    ],
    ids=["stand-in", "braces", "parentheses", "number"],
)
def test_braces_that_cannot_be_parsed_are_one_finding(text: str, said: str) -> None:
    (finding,) = rendered(f"First line.\n\n{text}\n")[1]
    assert finding.startswith(f"rules.md:12:1: R101 {said}")


def test_a_reference_is_never_alone_at_the_start_of_a_line() -> None:
    html, _ = rendered("Armies that are adjacent **stop** [6.5, 6.5.1].")
    assert html.replace(BREAK, "").replace(NO_BREAK, "_") == (
        '<p>\nArmies that are adjacent <strong>stop</strong>_<span class="cited">(<a>6.5</a>,</span> '
        '<span class="cited"><a>6.5.1</a>)</span>.</p>\n'
    )


def test_only_a_title_in_italics_is_kept_apart_from_the_title_of_the_case() -> None:
    writer = RuleText({}, refer)
    (name,) = writer.render("*Battle of Duel* is a game.", Spot("rules.md", 10))
    (title,) = writer.render("*Hit:* the burst is here.", Spot("rules.md", 10))
    assert name.begins is not None
    assert title.begins is None


@pytest.mark.parametrize(
    ("text", "keeps"),
    [
        ("1. name\n2. roll:\n\n- one\n- two\n\n3. read", [True, True, False, True, False]),
        ("1. name\n2. roll\n\n- one\n- two\n\n3. read", [True, False, False, True, False]),
        ("Read the table:\n\nIt has two rows.\n\nThe end.", [True, False, False]),
    ],
    ids=["item", "no colon", "paragraph"],
)
def test_what_ends_with_a_colon_is_kept_with_what_follows(text: str, keeps: list[bool]) -> None:
    blocks = RuleText({}, refer).render(text, Spot("rules.md", 10))
    assert [block.keep for block in blocks] == keeps
