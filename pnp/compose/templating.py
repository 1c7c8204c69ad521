"""Fills in HTML templates in a sandbox, which escapes all values and rejects unknown names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from markupsafe import Markup

from pnp import palette
from pnp.deferred import deferred
from pnp.model.target import Paper
from pnp.resources import templates_dir
from pnp.typography import dress

with deferred():  # a check fills in no template
    import jinja2
    from jinja2 import sandbox

SOFT = "#4B463C"
"""Ink of hints and page furniture; its contrast on paper is 9 : 1."""

BAR = "#B89B62"
"""Colour of bars that show chances of neither side."""

COLOURS = {
    "ink": palette.INK,
    "paper": palette.PAPER,
    "red": palette.RED,
    "attacker": palette.ATTACKER,
    "defender": palette.DEFENDER,
    "panel": palette.PANEL,
    "frame": palette.FRAME,
    "brown": palette.BROWN,
    "tint": palette.HEAD,
    "zebra": palette.ZEBRA,
    "rule": palette.RULE,
    "soft": SOFT,
    "gauge": BAR,
    "closed": "#D3C8B4",
    "line": palette.INK,
    "heading": palette.INK,
    "band": palette.INK,
    "band-text": palette.PAPER,
    "band-soft": palette.PAPER,
    "accent": palette.ATTACKER,
}
"""The colour of each CSS variable, unless a book has colours of its own."""
_NO_COLOURS: Mapping[str, str] = MappingProxyType({})


def render(template_name: str, paper: Paper, **context: object) -> str:
    """Return the HTML document that a template (one that extends `page.html`) makes for this paper.

    Beside the values of the template, `styles` are the names of further style sheets, and `colours` replace those of
    the CSS variables with the same names.
    """
    styles, colours = context.pop("styles", ()), context.pop("colours", _NO_COLOURS)
    assert isinstance(styles, tuple)
    assert isinstance(colours, Mapping)
    style = Markup("\n".join([_page_rule(paper), root_colours(colours), *map(read_style, ("kit.css", *styles))]))  # noqa: S704 - our own files
    return environment().get_template(template_name).render(style=style, paper=paper, **context)


@cache
def environment() -> sandbox.ImmutableSandboxedEnvironment:
    """Return the Jinja environment of the templates, which can use only the values passed to them."""
    templates = sandbox.ImmutableSandboxedEnvironment(
        loader=jinja2.FileSystemLoader(templates_dir()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["dress"] = dress
    return templates


@cache
def read_style(name: str) -> str:
    """Return the text of a style sheet in `templates/style/`."""
    return (templates_dir() / "style" / name).read_text(encoding="utf-8")


def _page_rule(paper: Paper) -> str:
    """Return the CSS rule that sets the page size to this paper."""
    return f"@page {{ size: {paper.width:g}mm {paper.height:g}mm }}"


def root_colours(own: Mapping[str, str] = _NO_COLOURS) -> str:
    """Return a CSS rule that defines each palette colour, or the `own` colour of a book, as a CSS variable."""
    return ":root { " + "; ".join(f"--{name}: {colour}" for name, colour in {**COLOURS, **own}.items()) + " }"
