"""Reads YAML as a tree of texts with source locations. Values are not converted, and duplicate keys are errors."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from pnp.deferred import deferred
from pnp.load.source import LOADER, MAX_KEY, Faults, Source
from pnp.load.tree import Node
from pnp.message import CURLY_QUOTES, clip
from pnp.model.game import Game
from pnp.spot import Spot

with deferred():  # a file without a mistake needs none of them
    from pnp.load import known_fields, moved_keys, plain_texts, yaml_failure, yaml_mistakes

NULLS = frozenset({"~", "null", "Null", "NULL"})
"""The texts that mean nothing in YAML."""
_LINE_WITH_DASH = re.compile(r"[\n\r] *-")
_KEY_ALONE = re.compile(r"\n +[a-z_]+:[ \t\r]*\n")

MAX_DEPTH = 40
"""The deepest nesting of lists and mappings; a game needs about ten levels."""
MAX_VALUES = 500_000
"""The most values of a file, aliases counted at each use; 5,000 counters have about 60,000."""

_TOO_DEEP = f"lists and mappings are nested more than {MAX_DEPTH} deep"
_SPLIT = "split the data, and write out what is multiplied"


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is being read: its values so far, the key that waits for its value, its size.

    `hollow` is true after a key without a value to which the next keys probably belong, and `doubled` after the first
    key has been written again, as if a new record began.
    """

    node: Node
    anchor: str | None
    in_brackets: bool
    key: str | None = None
    key_at: int = 0
    skip: bool = False
    size: int = 1
    height: int = 0
    hollow: bool = False
    doubled: bool = False
    keys: dict[str, int] = field(default_factory=dict)


class _Stop(Exception):  # noqa: N818 - a signal, not an error
    """Reading of this file stops."""


def read_yaml(source: Source, faults: Faults, path: str = "") -> Node | None:
    """Return the tree of a YAML file; None if it is not well formed or exceeds a limit.

    PyYAML itself would read `3:1` as 181, `0403` as 259 and `NO` as false, and keep the last of two equal keys. A
    lesser fault only leaves out a value. `path` is the key of the game whose value the file is.
    """
    reader = _YamlReader(source, faults, path)
    try:
        for event in yaml.parse(source.text, Loader=LOADER):
            reader.process_event(event)
    except yaml.MarkedYAMLError as error:
        if not any(frame.hollow for frame in reader.stack):  # then the wrong indentation has been reported
            _add_syntax_finding(error, source, faults)
        return None
    except yaml.YAMLError:
        faults.add("L004", Spot(source.name), "this is not YAML", "see yaml.org for how it is written")
        return None
    except _Stop:
        return None
    if reader.root is None:
        faults.add("L004", Spot(source.name), "the file is empty", "write keys and values")
    return reader.root


class _YamlReader:
    """Builds the tree from parser events, without recursion."""

    def __init__(self, source: Source, faults: Faults, prefix: str) -> None:
        self.source, self.faults, self.prefix = source, faults, prefix
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.anchors: dict[str, tuple[Node, int, int]] = {}
        self.values = 0

    def path(self) -> str:
        """Return the dotted path of the YAML value that is read next."""
        parts = [self.prefix] if self.prefix else []
        for frame in self.stack:
            if isinstance(frame.node.value, list):
                parts.append(str(len(frame.node.value)))
            elif frame.key is not None:
                parts.append(frame.key)
        return ".".join(parts)

    def fault(self, code: str, at: int, wrong: str, write: str, path: str | None = None) -> None:
        """Add a finding about the character at the index `at` of the file."""
        self.faults.add(code, self.source.spot(at, self.path() if path is None else path), wrong, write)

    def process_event(self, event: yaml.Event) -> None:
        """Process the next event of the YAML parser."""
        if isinstance(event, yaml.ScalarEvent):
            self.add_scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self.begin_collection(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            frame = self.stack.pop()
            frame.node.end = _end_of(event)  # of a block: where the next value begins
            self.add_complete(frame.node, frame.size, frame.height + 1, frame.anchor)
        elif isinstance(event, yaml.AliasEvent):
            self.insert_alias(event)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self.fault("L008", _start_of(event), "a second document begins here", "keep one in each file", "")
            raise _Stop

    def begin_collection(self, event: yaml.CollectionStartEvent) -> None:
        """Begin reading a list or mapping."""
        self.check_tag(event)
        start = _start_of(event)
        self.count_values(1, start)
        if len(self.stack) >= MAX_DEPTH:
            self.stop_at_limit(start, _TOO_DEEP)
        value: dict[str, Node] | list[Node] = {} if isinstance(event, yaml.MappingStartEvent) else []
        self.stack.append(_Frame(Node(value, self.source, start, start), event.anchor, bool(event.flow_style)))

    def count_values(self, size: int, at: int) -> None:
        """Add `size` to the number of values read, and stop reading if there are too many."""
        self.values += size
        if self.values > MAX_VALUES:
            self.stop_at_limit(
                at, f"the file has more than {MAX_VALUES:,} values, counting aliases as often as they are used"
            )

    def stop_at_limit(self, at: int, wrong: str) -> None:
        """Add a finding that a limit is exceeded, and stop reading the file."""
        self.fault("L005", at, wrong, _SPLIT)
        raise _Stop

    def check_tag(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Add a finding if a value has a YAML tag, such as `!!int`."""
        if event.tag not in (None, "!"):
            self.fault(
                "L008", _start_of(event), f"the tag {clip(event.tag)} is not supported", "delete it, or use quotes"
            )

    def add_scalar(self, event: yaml.ScalarEvent) -> None:
        """Process a YAML scalar: a text or an empty value."""
        self.check_tag(event)
        text: str | None = event.value
        if not event.style and text in NULLS:
            text = None
        node = Node(text, self.source, _start_of(event), _end_of(event))
        has_lines = event.style in ("'", '"') and "\n" in self.source.text[node.start : node.end]
        if has_lines and yaml_failure.open_quote(self.source.text, node.start, node.end):
            mistake = yaml_failure.quote_mistake(self.source.text, node.start, node.end)
            self.fault("L004", mistake.at, mistake.wrong, mistake.write)
            raise _Stop
        self.count_values(1, node.start)
        if not event.style and text == "" and event.tag is None:
            self.report_missing_value(node)
        else:
            self.report_misread_text(event, node)
            self.add_complete(node, 1, 0, event.anchor)

    def report_misread_text(self, event: yaml.ScalarEvent, node: Node) -> None:
        """Add a finding if a value without quotes is not what its author meant."""
        frame = self.stack[-1] if self.stack else None
        if not node.value or frame is None or frame.skip:
            return
        if event.style in ("|", ">") and frame.key is not None:
            self.report_swallowed_key(node, frame, frame.key)
        if event.style or not (isinstance(frame.node.value, list) or frame.key is not None):
            return
        if not _is_plain(self.source.text, node.start, node.end, in_brackets=frame.in_brackets):
            mistake = plain_texts.misread_text(self.source.text, node.start, node.end, in_brackets=frame.in_brackets)
            if mistake:
                self.fault("L004", mistake.at, mistake.wrong, mistake.write)
                self.faults.lost.add(self.path())
                node.value = str(node.value).rstrip(",")

    def report_swallowed_key(self, node: Node, frame: _Frame, key: str) -> None:
        """Add a finding for a key that is indented as the lines of the text above it, so that it became one of them."""
        text = self.source.text[node.start : node.end]
        if not _KEY_ALONE.search(text):
            return
        path = self.path()
        known = {*known_fields.fields_at(Game, tuple(path.split(".")[:-1]))} - {*frame.keys}
        found = plain_texts.swallowed_key(text, known)
        if found:
            blanks = self.source.spot(frame.key_at).column - 1
            self.fault("L010", node.start + found[0], *moved_keys.indented_too_much(found[1], key, blanks))
            self.faults.lost |= {path, path.removesuffix(key) + found[1]}

    def report_missing_value(self, node: Node) -> None:
        """Add a finding about a key, or an item of a list, that has no value."""
        frame = self.stack[-1] if self.stack else None
        if frame is None:
            return
        path = self.path()
        if isinstance(frame.node.value, list) or frame.key is None:
            if not frame.skip:
                self.fault("L007", node.start, "nothing is written here", 'write a value, or "" for an empty text')
            frame.key, frame.skip = (None, False) if frame.skip else (frame.key, isinstance(frame.node.value, dict))
            return
        key, frame.key = frame.key, None
        meant = path.removesuffix(key) + re.split("[.: ]", key)[0]  # `name:A` or `name A` was meant to be the name
        self.faults.lost |= {path, meant}
        outer = self.stack[0].key if len(self.stack) == 2 and not self.prefix else None
        goes_on = plain_texts.goes_on_at_the_same_indentation(self.source.text, frame.key_at)
        if outer and goes_on and moved_keys.is_key_of_the_file(key, outer, self.stack[0].keys, Game):
            self.faults.lost.add(outer)
            self.fault("L010", frame.key_at, *moved_keys.indented_key(key, outer), path)
            return
        frame.hollow = goes_on
        line = self.source.line_end(frame.key_at)
        self.fault("L007", frame.key_at, *plain_texts.missing_value(key, line, goes_on=goes_on), path)

    def insert_alias(self, event: yaml.AliasEvent) -> None:
        """Process a YAML alias (`*name`): insert the value that it refers to."""
        word = event.anchor or ""
        found = self.anchors.get(word)
        if found is not None:
            node, size, height = found
            self.count_values(size, _start_of(event))
            if len(self.stack) + height > MAX_DEPTH:
                self.stop_at_limit(_start_of(event), f"{_TOO_DEEP} through aliases")
            copy = Node(node.value, node.source, node.start, node.end)
            self.add_complete(copy, size, height, None)
            return
        name = clip(word)
        self.fault(
            "L009",
            _start_of(event),
            f"*{name} refers to a value marked &{name}, and there is none above",
            f"put quotes around it if it is text: {self.quoted_at(_start_of(event))}",
        )
        self.faults.lost.add(self.path())
        if self.stack and isinstance(self.stack[-1].node.value, dict):
            frame = self.stack[-1]
            frame.skip = frame.key is None and not frame.skip
            frame.key = None

    def quoted_at(self, at: int) -> str:
        """Return the text that begins at an index, with quotes around it."""
        return yaml_failure.quoted(yaml_failure.text_at(self.source.text, at))

    def add_complete(self, node: Node, size: int, height: int, anchor: str | None) -> None:
        """Add a value that has been read completely to the list or mapping around it."""
        if anchor is not None:
            self.anchors[anchor] = (node, size, height)
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.size += size
        frame.height = max(frame.height, height)
        if isinstance(frame.node.value, list):
            frame.node.value.append(node)
        elif frame.skip:
            frame.skip = False
        elif frame.key is None:
            self.store_key(frame, node)
        else:
            self.add_value(frame, node)

    def store_key(self, frame: _Frame, node: Node) -> None:
        """Store the next key of a mapping; add a finding if the key is not a short text."""
        first = self.source.text[node.start : node.start + 1]
        if not first.isprintable() and (mistake := yaml_failure.other_blank(self.source.text, node.start)):
            here = self.source.spot(mistake.at)
            self.faults.findings = [
                one
                for one in self.faults.findings
                if one.spot.file != here.file or not here.line - 1 <= one.spot.line <= here.line
            ]
            self.fault("L004", mistake.at, mistake.wrong, mistake.write, "")
            raise _Stop
        if isinstance(node.value, str) and len(node.value) <= MAX_KEY:
            frame.key, frame.key_at = node.value, node.start
            return
        frame.skip = True
        if isinstance(node.value, str):
            wrong = f"the key {clip(node.value)} has {len(node.value):,} characters; the limit is {MAX_KEY:,}"
            self.fault("L005", node.start, wrong, "write a shorter one")
            return
        if self.source.text[node.start - 1 : node.start + 1] == "{{":
            here = self.source.spot(node.start - 1)
            self.faults.findings = [
                one for one in self.faults.findings if (one.spot.file, one.spot.line) != (here.file, here.line)
            ]
            write = f"put quotes around it: {self.quoted_at(node.start - 1)}"
            self.fault("L004", node.start - 1, "a text cannot begin with {{", write, "")
            raise _Stop
        self.fault("L008", node.start, "a key must be a word", "put quotes around it")

    def report_second_key(self, frame: _Frame, key: str) -> None:
        """Add a finding for a key that its mapping has already; only one if a new record probably begins there."""
        if frame.doubled:
            return
        frame.doubled = key == next(iter(frame.keys)) and not frame.in_brackets and len(self.stack) > 1
        first = self.source.spot(frame.keys[key])
        write = "keep one of them"
        if frame.doubled and isinstance(self.stack[-2].node.value, list):
            write = f"if a new item begins here, begin it with a dash as at line {first.line}; else {write}"
        elif frame.doubled and len(self.stack) > 2:  # a record of the file, such as game:, is alone
            write = f"if a new record begins here, write its id on a line above; else {write}"
        self.fault("L006", frame.key_at, f"{clip(key)} is written twice, first at line {first.line}", write)

    def add_value(self, frame: _Frame, node: Node) -> None:
        """Add a value to a mapping under the stored key; add a finding if the key is a duplicate."""
        key = frame.key
        assert key is not None
        assert isinstance(frame.node.value, dict)
        if frame.hollow:
            above = self.source.text[max(0, frame.key_at - 200) : frame.key_at]
            frame.hollow = not re.search(r"\n[ \t]*\r?\n *$", above)
        if frame.hollow:
            self.faults.lost.add(self.path())
        if key in frame.keys:
            self.report_second_key(frame, key)
        else:
            frame.keys[key] = frame.key_at
            node.key = frame.key_at
            frame.node.value[key] = node
        frame.key = None


def _is_plain(text: str, start: int, end: int, *, in_brackets: bool) -> bool:
    """Return whether a value without quotes around it is certainly as it was meant.

    This is soon seen of most values. Quotes in it are in pairs, and it does not look like a length in feet. Outside of
    brackets it also ends its line without a comma, follows a key, or a dash and has no colon, and has no line that
    begins with a dash.
    """
    value = text[start:end]
    if value[0] in CURLY_QUOTES or value.count('"') % 2 or (value[-1] == "'" and value[0].isdigit()):
        return False
    if in_brackets:
        return True
    before = text[max(0, start - 2) : start]
    follows = before == ": " or (before == "- " and ":" not in value)
    return follows and text[end : end + 1] == "\n" and value[-1] != "," and not _LINE_WITH_DASH.search(value)


def _start_of(event: yaml.Event) -> int:
    """Return the index in the text at which a YAML parser event starts."""
    assert event.start_mark is not None
    return event.start_mark.index


def _end_of(event: yaml.Event) -> int:
    """Return the index in the text just after a YAML parser event."""
    assert event.end_mark is not None
    return event.end_mark.index


def _add_syntax_finding(error: yaml.MarkedYAMLError, source: Source, faults: Faults) -> None:
    """Add the finding for a YAML syntax error."""
    mark = error.problem_mark or error.context_mark
    if "nesting depth" in (error.problem or error.context or ""):  # the limit of libyaml is 1,000; it reads ahead
        faults.add("L005", source.spot(min(mark.index, len(source.text)) if mark else 0), _TOO_DEEP, _SPLIT)
        return
    mistake = yaml_mistakes.likely_mistake(source.text, error)
    spot = source.spot(mistake.at)
    faults.findings = [  # a key lacks its value because the next line is indented wrongly
        one
        for one in faults.findings
        if one.code != "L007" or one.spot.file != spot.file or not 0 < spot.line - one.spot.line <= 2
    ]
    if not any(one.spot.file == spot.file and one.spot.line == spot.line for one in faults.findings):
        faults.add("L004", spot, mistake.wrong, mistake.write)
