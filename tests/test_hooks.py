"""The hooks for pre-commit and the example action for GitHub name commands and options that exist."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from pnp.cli import cli

TOP = Path(__file__).parents[1]
HOOKS = yaml.load((TOP / ".pre-commit-hooks.yaml").read_text("utf-8"), yaml.BaseLoader)
ACTION = yaml.load((TOP / "templates" / "workflows" / "check.yml").read_text("utf-8"), yaml.BaseLoader)


def test_there_are_two_hooks() -> None:
    assert [hook["id"] for hook in HOOKS] == ["pnp-check", "pnp-proof"]


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command_once(hook: dict[str, Any]) -> None:
    program, command = hook["entry"].split()
    assert program == "pnp"
    assert command in cli.commands
    assert hook["language"] == "python"
    assert hook["pass_filenames"] == "false"


def test_hooks_run_for_the_files_of_a_game_and_for_rulebooks() -> None:
    check, proof = (re.compile(hook["files"]) for hook in HOOKS)
    for file in ("data/ford/game.yaml", "ford/map.yml", "ford/units.csv", "ford/rules.md"):
        assert check.search(file)
    for file in ("rules.pdf", "a/rules.txt", "rules.md"):
        assert proof.search(file)
    assert not check.search("kit.pdf")


@pytest.mark.slow
def test_the_example_action_checks_a_game_and_uploads_the_findings() -> None:
    assert (TOP / ACTION["env"]["GAME"] / "game.yaml").is_file()
    assert set(ACTION["env"]) == {"GAME", "PNP"}
    assert ACTION["permissions"] == {"contents": "read", "security-events": "write"}
    steps = ACTION["jobs"]["check"]["steps"]
    (command,) = (step["run"] for step in steps if step.get("run", "").startswith("pnp "))
    words, _, file = command.replace("$GAME", ACTION["env"]["GAME"]).partition(" > ")
    done = CliRunner().invoke(cli, shlex.split(words)[1:])
    assert done.exit_code == 0
    assert '"version": "2.1.0"' in done.stdout
    (upload,) = (step for step in steps if step.get("uses", "").startswith("github/codeql-action/upload-sarif@"))
    assert upload["with"]["sarif_file"] == file
    assert "!cancelled()" in upload["if"]  # also after findings, when the command's exit code is 1
