"""Templates of `templates/` filled in: sandboxed, escaped, and strict about names that are not there."""

from __future__ import annotations

from functools import cache

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pnp import palette
from pnp.draw.typography import dress
from pnp.model.target import Paper
from pnp.resources import templates_dir

SOFT = "#4B463C"
"""Ink of hints and furniture, 9 : 1 on paper."""

GAUGE = "#B89B62"
"""Bars of chances that are neither side's."""

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
    "gauge": GAUGE,
}
"""CSS variable -> colour."""


def render(template_name: str, paper: Paper, **context: object) -> str:
    """A whole HTML document from a template that extends `page.html`, for one paper.

    `styles` in the context names further files of `templates/style/` after `kit.css`, such as `("aids.css",)`.
    Raises `jinja2.UndefinedError` if the template asks for a name that is not given.
    """
    styles = context.pop("styles", ())
    assert isinstance(styles, tuple)
    style = Markup("\n".join([_page_rule(paper), root_colours(), *map(read_style, ("kit.css", *styles))]))  # noqa: S704 - our own files
    return environment().get_template(template_name).render(style=style, paper=paper, **context)


@cache
def environment() -> ImmutableSandboxedEnvironment:
    """Where templates run: they see only what they are given, and cannot change it."""
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(templates_dir()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["dress"] = dress
    return made


@cache
def read_style(name: str) -> str:
    """A file of `templates/style/`."""
    return (templates_dir() / "style" / name).read_text(encoding="utf-8")


def _page_rule(paper: Paper) -> str:
    return f"@page {{ size: {paper.width:g}mm {paper.height:g}mm }}"


def root_colours() -> str:
    """The palette as CSS variables."""
    return ":root { " + "; ".join(f"--{name}: {colour}" for name, colour in COLOURS.items()) + " }"
