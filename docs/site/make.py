"""`make docs`: writes the pages of the site, and builds it with Sphinx in `output/docs`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from docs.site.reference import write_reference
from docs.site.sheets import write_sheets

TOP = Path(__file__).parents[2]
OTHER_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md", "pnp/GLOSSARY.md": "glossary.md"}
"""Pages outside of docs/, and their names in the site."""


def main() -> int:
    """Build the site in the folder that the command line names; return the exit code."""
    to = Path(sys.argv[1] if len(sys.argv) > 1 else TOP / "output" / "docs")
    pages = to.with_name(f"{to.name}-pages")
    write_pages(pages)
    done = build_site(pages, to)
    if done == 0:
        write_sheets(to)
        print(f"{to / 'index.html'}")
    return done


def write_pages(pages: Path) -> None:
    """Write all pages of the site as MyST into a folder, which is emptied first."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(TOP / "docs", pages, ignore=shutil.ignore_patterns("site"))
    for name, new in OTHER_PAGES.items():
        shutil.copy(TOP / name, pages / new)
    for page in pages.rglob("*.md"):
        page.write_text(_with_links_inside(page.read_text("utf-8"), page.relative_to(pages)), "utf-8")
    shutil.copy(TOP / "docs" / "site" / "index.md", pages / "index.md")
    write_guides(pages)
    write_reference(pages)


def _with_links_inside(text: str, page: Path) -> str:
    """Return a page whose links to other files of the source are links inside the site, or only text."""

    def changed(found: re.Match[str]) -> str:
        """Return a link as it is in the site."""
        label, target, anchor = found[1], found[2], found[3] or ""
        old = {new: name for name, new in OTHER_PAGES.items()}.get(str(page), f"docs/{page}")
        name = str(((TOP / old).parent / target).resolve().relative_to(TOP.resolve()))
        inside = OTHER_PAGES.get(name, name.removeprefix("docs/") if name.startswith("docs/") else "")
        inside = "guides-index.md" if inside == "guides/README.md" else inside  # the site's own list of guides
        up = "../" * (len(page.parts) - 1)
        return f"[{label}]({up}{inside}{anchor})" if inside else f"`{name}`"

    return re.sub(r"(?<!!)\[([^\]\n]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)", changed, text)


def write_guides(pages: Path) -> None:
    """Write the page that lists the guides: those of docs/guides, and the other documents for designers."""
    order = pages / "guides" / "README.md"  # the list of guides where the source is read
    text = order.read_text("utf-8")
    order.unlink()
    found = sorted((pages / "guides").glob("*.md"), key=lambda page: text.find(page.name))
    about = (
        "architecture",
        "decisions",
        "contributing",
        "glossary",
        "speed",
        "changes",
        "SECURITY",
        "stability",
        "python",
    )
    first = ("install",)
    others = [page for page in sorted(pages.glob("*.md")) if page.stem not in (*about, *first, "index")]
    begin = [pages / f"{name}.md" for name in first]
    _list_pages(pages, "guides-index", "Guides", [*begin, *found, *others])
    _list_pages(pages, "about", "How pnp works", [pages / f"{name}.md" for name in about])


def _list_pages(pages: Path, name: str, title: str, some: list[Path]) -> None:
    """Write a page that lists others, each with its first sentence."""
    lines = [f"# {title}", "", ":::{list-table}", ":class: keys", ""]
    for page in some:
        heading, _, rest = page.read_text("utf-8").partition("\n")
        paragraph = next((one for one in re.split(r"\n\s*\n", rest) if one.strip() and one.strip()[0].isalnum()), "")
        sentence = re.split(r"(?<=[.:])\s", " ".join(paragraph.split()))[0].rstrip(":")
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence)
        lines += [f"* - [{heading.lstrip('# ')}]({page.relative_to(pages)})", f"  - {plain}"]
    inside = [str(page.relative_to(pages).with_suffix("")) for page in some]
    lines += [":::", "", "```{toctree}", ":hidden:", "", *inside, "```", ""]
    (pages / f"{name}.md").write_text("\n".join(lines), "utf-8")


def build_site(pages: Path, to: Path) -> int:
    """Build the site of pages with Sphinx; return its exit code, which is not 0 if a link leads nowhere."""
    shutil.rmtree(to, ignore_errors=True)
    trees = pages.with_name(f"{pages.name}-trees")
    options = ["-q", "-W", "--keep-going", "-E", "-c", str(TOP / "docs" / "site"), "-d", str(trees)]
    return subprocess.run([sys.executable, "-m", "sphinx", *options, str(pages), str(to)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
