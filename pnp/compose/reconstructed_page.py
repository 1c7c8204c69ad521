"""`reconstructed.html` of a kit: every value that is not in the published text, in groups."""

from __future__ import annotations

from pnp.compose.inline_markdown import inline_html
from pnp.compose.reconstruction_marks import MARK
from pnp.compose.rulebook.reconstructed_values import reconstruction_notes
from pnp.compose.templating import environment
from pnp.compose.web_style import web_style
from pnp.model.game import Game

RECONSTRUCTED = "reconstructed.html"
"""The name of the page in a kit."""


def compose_reconstructed(game: Game) -> str:
    """Return the HTML of a page that lists the reconstructed values of a game; empty if it has none."""
    groups = reconstruction_notes(game)
    if not groups:
        return ""
    title = f"{game.game.title}: reconstructed values"
    about = {"title": title, "about": game.game, "groups": groups, "mark": MARK, "text": inline_html}
    template = environment().get_template("reconstructed.html")
    letters = template.render(**about, style="")
    return template.render(**about, style=web_style("reconstructed.css", letters))
