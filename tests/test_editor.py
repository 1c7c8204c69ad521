"""An editor with the YAML language server completes and explains the files of a new game.

The server is a program for Node.js: `npm install --global yaml-language-server`. Without it these tests are skipped; the
nightly workflow has it.
"""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pnp.new_game import NewGame, files_of, write_game

SERVER = shutil.which("yaml-language-server")
SETTINGS = {"hover": True, "completion": True, "validate": True, "schemaStore": {"enable": False}}
CHECKED_AFTER = 0.5
"""The server checks a text this long after the last change at the latest; seconds."""
pytestmark = pytest.mark.skipif(SERVER is None, reason="npm install --global yaml-language-server")


class LanguageClient:
    """An editor that speaks the language server protocol with the server."""

    def __init__(self, folder: Path) -> None:
        words = [str(SERVER), "--stdio"]
        self.server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.folder, self.numbers, self.found = folder, count(1), dict[str, list[dict[str, Any]]]()
        self.ask(
            "initialize", processId=None, rootUri=folder.as_uri(), capabilities={"workspace": {"configuration": True}}
        )
        self.tell("initialized")

    def write(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.server.stdout
        length = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        message: dict[str, Any] = json.loads(self.server.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:
            asked = message["params"].get("items", []) if message["method"] == "workspace/configuration" else []
            self.write({"id": message["id"], "result": [SETTINGS if one["section"] == "yaml" else {} for one in asked]})
        return message

    def tell(self, method: str, **what: Any) -> None:
        self.write({"method": method, "params": what})

    def ask(self, method: str, **what: Any) -> Any:
        number = next(self.numbers)
        self.write({"id": number, "method": method, "params": what})
        while (answer := self.read()).get("id") != number or "method" in answer:
            pass
        return answer.get("result")

    def at(self, file: str, text: str, method: str) -> Any:
        """Open a file with a text, and ask about the place of `|` in it."""
        before, _, after = text.partition("|")
        uri = self.uri(file)
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": before + after}
        self.tell("textDocument/didOpen", textDocument=document)
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        answer = self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=place)
        return answer

    def uri(self, file: str) -> str:
        """Return the address of a new file beside those of the game, for each text another one."""
        return (self.folder / f"{next(self.numbers)}-{file}").as_uri()

    def completed(self, file: str, text: str) -> set[str]:
        answer = self.at(file, text, "completion")
        return {one["label"] for one in (answer["items"] if isinstance(answer, dict) else answer)}

    def hover(self, file: str, text: str) -> str:
        answer = self.at(file, text, "hover") or {"contents": {"value": ""}}
        return str(answer["contents"]["value"])

    def diagnostics(self, file: str, text: str) -> list[str]:
        uri = self.uri(file)
        self.tell("textDocument/didOpen", textDocument={"uri": uri, "languageId": "yaml", "version": 1, "text": text})
        while uri not in self.found:
            self.read()
        time.sleep(CHECKED_AFTER)
        self.ask("textDocument/documentSymbol", textDocument={"uri": uri})
        return [f"line {one['range']['start']['line'] + 1}: {one['message']}" for one in self.found[uri]]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageClient]:
    folder = tmp_path_factory.mktemp("editor") / "ford"
    write_game(folder, files_of(NewGame("hexes", title="The Ford", sides=("Blue", "Red"))))
    client = LanguageClient(folder)
    yield client
    client.server.kill()
    client.server.wait()


def schema_line(editor: LanguageClient, file: str) -> str:
    """The first line of a file of the new game, which names its schema."""
    line = (editor.folder / file).read_text().splitlines()[0]
    assert line.startswith("# yaml-language-server: $schema=")
    return line + "\n"


@pytest.mark.parametrize(
    ("file", "text", "offered"),
    [
        ("game.yaml", "game:\n  ti|", {"title", "designer", "players"}),
        ("game.yaml", "coun|", {"counters", "counter_print", "map", "terrain"}),
        ("map.yaml", "grid: {hexes: flat}\nhex|", {"hexsides", "paths", "places"}),
        ("markers.yaml", "turn-marker:\n  kind: |", {"unit", "marker"}),
        ("markers.yaml", "turn-marker:\n  sy|", {"symbol", "side", "front", "back"}),
        ("terrain.yaml", "woods:\n  of: |", {"hex", "hexside", "path"}),
        ("procedures.yaml", "combat:\n  steps:\n    - ro|", {"roll", "look_up", "column"}),
    ],
)
def test_keys_and_words_are_offered(file: str, text: str, offered: set[str], editor: LanguageClient) -> None:
    assert offered <= editor.completed(file, schema_line(editor, file) + text)


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("game.yaml", "coun|ters: {}", "counter"),
        ("game.yaml", "ma|p: {}", "map"),
        ("map.yaml", "hexsi|des: {}", "hexside"),
        ("markers.yaml", "turn-marker:\n  ki|nd: marker", "unit"),
        ("terrain.yaml", "woods:\n  lo|ok: woods", "look"),
    ],
)
def test_a_key_is_explained_under_the_mouse(file: str, text: str, says: str, editor: LanguageClient) -> None:
    assert says in editor.hover(file, schema_line(editor, file) + text)


def test_a_misspelled_key_is_underlined(editor: LanguageClient) -> None:
    text = "woods: {name: Woods, of: hex, look: woods, cots: 2}"
    (found,) = editor.diagnostics("terrain.yaml", schema_line(editor, "terrain.yaml") + text)
    assert "cots" in found


def test_the_files_of_the_new_game_have_no_findings(editor: LanguageClient) -> None:
    files = sorted(editor.folder.glob("[a-z]*.yaml"))
    assert files
    assert {file.name: editor.diagnostics(file.name, file.read_text()) for file in files} == {
        file.name: [] for file in files
    }
