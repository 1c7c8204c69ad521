"""`pnp completion`: the script with which a shell completes commands, options and names of games."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from pnp.cli.commands import cli
from pnp.cli.terminal import print_lines

_SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@cli.command()
@click.argument("shell", type=click.Choice([*_SHELLS]))
def completion(shell: str) -> None:
    """Print the script with which a shell completes words.

    Let the shell read it when it starts. Write one line into its settings:

    \b
    bash, in ~/.bashrc:                   eval "$(pnp completion bash)"
    zsh, in ~/.zshrc:                     eval "$(pnp completion zsh)"
    fish, in ~/.config/fish/config.fish:  pnp completion fish | source
    """  # noqa: D301 - click does not wrap the lines after \b
    script = _SHELLS[shell](cli, {}, "pnp", "_PNP_COMPLETE")
    print_lines(script.source_template % script.source_vars())
