"""The settings of Sphinx for the site of the documents."""

from pathlib import Path

_FONTS = ("BarlowSemiCondensed-Regular", "BarlowSemiCondensed-Medium", "BarlowSemiCondensed-Bold")
_SERIFS = ("SourceSerif4-Regular", "SourceSerif4-Italic", "SourceSerif4-SemiBold")

project, author, html_title = "pnp", "", "pnp"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "attrs_inline", "deflist"]
myst_heading_anchors = 3
smartquotes = False
html_theme = "furo"
html_static_path = ["style", *(f"../../templates/fonts/{name}.ttf" for name in (*_FONTS, *_SERIFS))]
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_css_files = ["site.css"]
html_show_sphinx = html_show_copyright = html_copy_source = html_show_sourcelink = False
html_permalinks_icon = "#"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#16324F", "color-brand-content": "#8A2A1E"},
    "dark_css_variables": {"color-brand-primary": "#B9D0E8", "color-brand-content": "#F0A08F"},
}
nitpicky = True
suppress_warnings = ["myst.header", "misc.highlighting_failure"]  # Pygments has no name for SVG
pygments_style, pygments_dark_style = "tango", "github-dark"
