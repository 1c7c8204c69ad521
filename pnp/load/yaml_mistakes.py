"""The likely cause of a YAML syntax error: where it is, what is wrong and what to write.

A parser reports the place at which it can no longer continue, which is often far behind the mistake: a quote that is
not closed is found at the next quote, and a colour without quotes is a comment that hides the closing brace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import yaml

from pnp.load.source import LOADER
from pnp.load.yaml_failure import (
    KEY,
    Failure,
    Mistake,
    blank_after_key,
    indent,
    open_quote,
    other_blank,
    quote_mistake,
    quoted,
    text_at,
)
from pnp.load.yaml_lines import (
    block_above,
    deeper_than_above,
    item_out_of_place,
    item_without_dash,
    key_beside_an_item,
    less_than_around,
    row_advice,
    row_of_a_text,
    uneven_key,
)
from pnp.message import clip

_COLON, _ENDS = "a text may not contain a colon and a blank", "the text ends at the quote before this"
_COLOUR = r"#[0-9A-Fa-f]{6}\b"


def likely_mistake(text: str, error: yaml.MarkedYAMLError) -> Mistake:
    """Return the likely cause of a syntax error in a text."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(text)) if mark else 0
    begun = min(error.context_mark.index, at) if error.context_mark else at
    failure = Failure(text, error.problem or error.context or "", at, begun)
    return next(filter(None, (find(failure) for find in _CAUSES)))


def _indented_with_other_blanks(one: Failure) -> Mistake | None:
    """Find a tab or another blank than the usual one at the beginning of a line."""
    starts = (one.line_start(one.at), one.before(one.at)[0])
    return next(filter(None, (other_blank(one.text, start) for start in starts if start >= 0)), None)


def _blank_after_a_key(one: Failure) -> Mistake | None:
    """Find another blank than the usual one after a colon, which so does not end a key."""
    starts = (one.line_start(one.begun), one.line_start(one.at), one.before(one.at)[0])
    found = (blank_after_key(one.text, start) for start in starts if start >= 0)
    return next(filter(None, found), None)


def _quote_not_closed(one: Failure) -> Mistake | None:
    """Find a quote that was to be closed on its line."""
    if re.search("unexpected end of stream|unexpected document", one.said):
        return Mistake(one.begun, "the quote opened here is never closed", "close it at the end of the text")
    try:
        for token in yaml.scan(one.text, Loader=LOADER):
            start, end = token.start_mark.index, token.end_mark.index
            if start > one.at:
                return None
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and open_quote(one.text, start, end):
                return quote_mistake(one.text, start, end)
    except yaml.YAMLError:
        return None
    return None


def _comment_in_brackets(one: Failure) -> Mistake | None:
    """Find a comment that hides the end of braces or brackets, such as a colour without quotes."""
    if "expected ','" not in one.said:
        return None
    for at in _comments(one.text, one.begun, one.at):
        word = re.match(rf"{_COLOUR}|[^\s,\]}}\"']*", one.text[at:])
        shown = clip(word[0] if word else "#")
        wrong = f"everything after the blank before {shown} is a comment, because it begins with #"
        return Mistake(at, wrong, f'put quotes around it: "{shown}"')
    return None


def _comments(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the index of each comment sign in a part of a text, outside of quotes."""
    for found in re.finditer(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|(?<=\s)#[^\n]*", text[start:end]):
        if found[0].startswith("#") and re.search(r"[,}\]]", found[0]):
            yield start + found.start()


def _bracket_or_comma(one: Failure) -> Mistake | None:
    """Find a missing comma, or braces or brackets that are not closed."""
    expected = re.search(r"expected ',' or '([}\]])'", one.said)
    if not expected:
        return None
    closing = expected[1]
    what = "brackets" if closing == "]" else "braces"
    if one.char and one.char in "}]":
        opening = "[" if closing == "]" else "{"
        return Mistake(one.at, f"this {one.char} closes a {opening}", f"write {closing}")
    here = one.line(one.at)
    if one.line_start(one.at) == one.line_start(one.begun) and re.search(
        r"[}\]]", here[one.at - one.line_start(one.at) :]
    ):
        before = one.text[one.line_start(one.at) : one.at]
        if (quote := re.search(r"['\"]$", before)) and re.match(r"\w", one.char):
            value = re.match(r".*?\"(?=\s*[,}\]])", one.text[one.line_start(one.at) + before.rfind('"', 0, -1) :])
            if quote[0] == '"' and value:
                return Mistake(one.at, *_text_after_quotes(value[0]))
            return Mistake(one.at, _ENDS, "write '' for an apostrophe in single quotes")
        if one.char == ":" and re.search(rf":\s+{KEY}$", before):
            return Mistake(one.at, _COLON, "put quotes around the text")
        key = re.search(rf"({KEY})$", before) if one.char == ":" else re.match(rf"\S?{KEY}", one.text[one.at :])
        if key:
            at = one.line_start(one.at) + key.start() if one.char == ":" else one.at
            begins = re.search(r":\s+(\[[^\]]*\]\s+)$", before)
            if begins:
                start = one.line_start(one.at) + begins.start(1)
                return Mistake(
                    start, "a text cannot begin with [", f"put quotes around it: {quoted(text_at(one.text, start))}"
                )
            more = ", or put quotes around a text with a colon" if one.char == ":" else ""
            return Mistake(at, f"there is no comma before {key[0]}", f"write one{more}")
    last, _ = (one.line_start(one.begun), "") if not one.char else one.before(one.at)
    last = max(last, one.line_start(one.begun))
    wrong = f"the {what} opened here are not closed"
    return Mistake(
        one.begun, wrong, f"write {closing} at the end of line {one.number(last)}, or a comma if more follows"
    )


def _key_without_colon(one: Failure) -> Mistake | None:
    """Find a key that lacks its colon, or the blank after it, before a line that the parser did not expect."""
    if not ("mapping values are not allowed" in one.said or "could not find expected ':'" in one.said):
        return None
    here = one.line(one.at)
    inside = here[: one.at - one.line_start(one.at)]
    if re.search(r":\s", inside):
        value = here.split(":", 1)[1].strip()
        if value[-1:] in ("}", ")") and "{" not in value:
            begins = one.line_start(one.at) + here.index(value)
            if value[-1] == ")":
                return Mistake(begins, "keys are in parentheses here", "write { in place of ( and } in place of )")
            return Mistake(begins, "the braces that end this line are not opened", "write { before the first key")
        return Mistake(one.at, _COLON, f"put quotes around it: {quoted(value)}")
    for start, line in ((one.line_start(one.begun), one.line(one.begun)), one.before(one.at)):
        if start >= 0 and (found := _unfinished_key(one, start, line)):
            return found
    return None


def _unfinished_key(one: Failure, start: int, line: str) -> Mistake | None:
    """Return the mistake of a line that should be a key with its value, or an item of a list."""
    own = re.match(r"\s*(?:- +)?", line)
    first = start + (own.end() if own else 0)
    rest = line[first - start :]
    if glued := re.match(rf"({KEY}):([^\s:].*)", rest):
        return Mistake(
            first + len(glued[1]), "there is no blank after this colon", f"write {glued[1]}: {clip(glued[2])}"
        )
    if equals := re.match(rf"({KEY})\s*=\s*(.*)", rest):
        return Mistake(first, "a key is followed by a colon, not by =", f"write {equals[1]}: {clip(equals[2])}")
    if not re.search(r":(\s|$)", line) and (block := block_above(one, start)) >= 0:
        return Mistake(first, *row_advice(one, block))
    if wide := re.match(rf"({KEY})([\uff1a\u2236\ufe55])", rest):
        return Mistake(first + wide.end(1), f"{wide[2]} is not the colon of the keyboard", "write :")
    if rest[:1] in ("{", "[") and start == one.line_start(one.begun):
        return Mistake(
            first, f"nothing is written before this {rest[0]}", "write the key to which it belongs, and a colon"
        )
    above, before = one.before(start)
    if not re.search(r":(\s|$)", line) and (text := re.match(r" *[^\s:\"'{\[#-][^:\"'{\[]* [^:]*: ", before)):
        write = "put quotes around the whole text, or write | after its key"
        return Mistake(above + text.end() - 2, _COLON, write)
    if not re.search(r":(\s|$)", line):
        return Mistake(first, "this line has no colon", "write a key, a colon, a blank and the value")
    return None


def _text_goes_on(one: Failure) -> Mistake | None:
    """Find a text that begins with a quote, bracket or star, and continues after its end."""
    here, start = one.line(one.at), one.line_start(one.at)
    found = re.match(rf"\s*(?:- +)?(?:{KEY}:\s+)?([\"'\[{{*&])", here)
    if not found or "expected" not in one.said or start + found.end() > one.at or not here[one.at - start :].strip():
        return None
    sign, value = found[1], here[found.start(1) :].strip()
    if sign == "'":
        return Mistake(one.at, _ENDS, "write '' for an apostrophe in single quotes")
    if sign == '"':
        return Mistake(one.at, *_text_after_quotes(value))
    if one.char in ",;" and re.fullmatch(r"[,;]\s*(#.*)?", here[one.at - start :]):
        return Mistake(one.at, f"a {'comma' if one.char == ',' else 'semicolon'} follows this value", "delete it")
    if one.char == "," and re.search(r"[,{\[]\s*$", here[: one.at - start]):
        return Mistake(one.at, "nothing is written before this comma", "delete it")
    if one.char in "}]":
        return Mistake(one.at, f"there is nothing that this {one.char} could close", "delete it")
    return Mistake(
        start + found.start(1),
        f"a text cannot begin with {sign}",
        f"put quotes around it: {quoted(text_at(one.text, start + found.start(1)))}",
    )


def _brackets_after_a_key(one: Failure) -> Mistake | None:
    """Find a key whose colon, or the blank after it, is missing before braces or brackets."""
    found = re.match(rf"\s*(?:- +)?({KEY})(:?)\s*([{{\[])", one.line(one.at))
    if not found:
        return None
    at = one.line_start(one.at) + found.end(1)
    if found[2]:
        return Mistake(at, "there is no blank after this colon", f"write {found[1]}: {found[3]}")
    return Mistake(at, f"there is no colon after {found[1]}", f"write {found[1]}: {found[3]}")


def _text_after_quotes(value: str) -> tuple[str, str]:
    """Return the message and the advice for a text that begins with a quote and continues after the next one."""
    if re.search(r"[\"']\s*,$", value):
        return "a comma follows this value", "delete it; only values in braces and brackets have commas"
    whole = len(value) > 1 and value[0] == value[-1]
    shown = quoted(value[1:-1] if whole else value)
    return _ENDS, f"put {'single quotes around it' if shown[0] == chr(39) else 'it in quotes'}: {shown}"


def _block_sign(one: Failure) -> Mistake | None:
    """Find a text that begins with `>` or `|`, which begin a block of lines."""
    if "block scalar" not in one.said and one.text[one.begun : one.begun + 1] not in (">", "|"):
        return None
    sign = one.text[one.begun : one.begun + 1]
    below = one.text[one.begun :].partition("\n")[2].partition("\n")[0]
    if indent(below) > indent(one.line(one.begun)):
        wrong = f"a text that begins with {sign} is written below its line"
        return Mistake(one.begun, wrong, "move the words of this line to the next line")
    return Mistake(
        one.begun, f"a text cannot begin with {sign}", f"put quotes around it: {quoted(text_at(one.text, one.begun))}"
    )


_PROBLEMS = (
    (r"mapping values are not allowed", "a colon is not allowed here", "put quotes around a text that holds ': '"),
    (r"cannot start any token.*|'\\t'", "a value cannot begin with {char}", "put quotes around it"),
    (
        r"unexpected end of stream|unexpected document",
        "the quotes opened at line {line} are never closed",
        "close them",
    ),
    (r"could not find expected ':'", "a key without a colon", "write key: value, with a blank after the colon"),
    (r"expected key", "this line does not go with the lines above", "give all keys of a record the same indentation"),
    (r"expected '-' indicator", "this line does not go with the list above", "indent it as all items of the list"),
    (r"block sequence entries", "a text cannot begin with a dash and a blank", "put quotes around it"),
    (r"mapping keys are not allowed", "a text cannot begin with {char}", "put quotes around it"),
    (r"expected <block end>", "this line does not go with the lines above", "give them all the same indentation"),
    (r"unknown escape character", "an escape that YAML does not know", "use single quotes, or write \\\\ for \\"),
    (r"expected alphabetic or numeric", "a value cannot begin with {char}", "put quotes around it"),
    (r"duplicate %|directive|%", "a value cannot begin with %", "put quotes around it"),
)
"""Messages of libyaml, and the messages for the user if no mistake is found."""


def _as_the_parser_says(one: Failure) -> Mistake:
    """Return what the parser says in other words."""
    char = {"\t": "a tab", "": "the end of the file"}.get(one.char, one.char)
    for pattern, wrong, write in _PROBLEMS:
        if re.search(pattern, one.said):
            return Mistake(one.at, wrong.format(char=char, line=one.number(one.begun)), write)
    return Mistake(one.at, f"this is not YAML: {clip(one.said)}", "put quotes around text with signs in it")


_CAUSES: tuple[Callable[[Failure], Mistake | None], ...] = (
    _indented_with_other_blanks,
    _blank_after_a_key,
    _quote_not_closed,
    _comment_in_brackets,
    _bracket_or_comma,
    item_without_dash,
    less_than_around,
    item_out_of_place,
    row_of_a_text,
    _key_without_colon,
    key_beside_an_item,
    deeper_than_above,
    uneven_key,
    _block_sign,
    _text_goes_on,
    _brackets_after_a_key,
    _as_the_parser_says,
)
"""The causes in the order in which they are sought; the last one always finds something."""
