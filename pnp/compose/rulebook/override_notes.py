"""Margin notes of rules that a scenario, an edition or an optional rule replaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from pnp.compose.inline_markdown import ReferenceWriter
from pnp.model.game import Game
from pnp.model.overrides import case_overrides


def override_note(words: str, numbers: Iterable[str], refer: ReferenceWriter, *, in_heading: bool = False) -> Markup:
    """Return a note such as `changes 12.8` as HTML, with links to the cases or rulings.

    It is printed in the margin beside a paragraph, or at the end of a heading, which may be the last line of a page.
    """
    links = Markup(" ").join(map(refer, numbers))
    if in_heading:
        return Markup(' <span class="heading-note">{} {}</span>').format(words, links)
    return Markup('<span class="aside">{}<br>{}</span>').format(words, links)


def replaced_by(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Return the numbers of the cases and rulings that replace each case or ruling."""
    found: dict[str, tuple[str, ...]] = {}
    for case in game.rules:
        for target in case_overrides(case):
            found[target] = (*found.get(target, ()), case.number)
    for number, ruling in game.rulings.items():
        for target in ruling.overrides:
            found[target] = (*found.get(target, ()), number)
    return {target: tuple(dict.fromkeys(numbers)) for target, numbers in found.items()}
