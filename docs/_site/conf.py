"""The documentation as a site: `make docs` writes it to build/site.

The site is made of files that any web server can offer. A page fetches nothing from elsewhere: no
fonts, no scripts. The pages are plain Markdown, so that they can be read on GitHub, too.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import cornerwise

project = "Cornerwise"
author = "The Cornerwise authors"
version = release = cornerwise.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "contents", "docstrings", "notebooks"]
root_doc = "index"
exclude_patterns = ["_site", "**.ipynb_checkpoints"]

# Markdown as GitHub reads it; headings can be linked to by the names that GitHub gives them.
myst_heading_anchors = 4

# Docstrings say `name` as Markdown does.
default_role = "code"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
suppress_warnings = ["ref.python"]  # two modules may have a class of the same name

html_theme = "furo"
html_title = "Cornerwise"
html_logo = html_favicon = "logo.svg"
html_static_path = ["static"]
html_css_files = ["style.css"]
html_copy_source = html_show_sourcelink = html_show_copyright = False

# The look of the game's own page: ink on stone, and colour only for what belongs to a player.
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#f7f9f7",
        "color-background-secondary": "#e9edeb",
        "color-background-hover": "#dde3e0",
        "color-background-border": "#cfd7d2",
        "color-foreground-primary": "#1c2529",
        "color-foreground-secondary": "#4a575d",
        "color-foreground-muted": "#5d6a70",
        "color-foreground-border": "#5d6a70",
        "color-brand-primary": "#1c2529",
        "color-brand-content": "#1c2529",
        "color-brand-visited": "#4a575d",
        "color-code-background": "#e9edeb",
        "color-inline-code-background": "#e9edeb",
        "color-api-background": "#e9edeb",
        "color-api-name": "var(--color-foreground-primary)",
        "color-api-pre-name": "var(--color-foreground-primary)",
        "color-api-background-hover": "#dde3e0",
        "color-highlight-on-target": "#fbefcf",
    },
    "dark_css_variables": {
        "color-background-primary": "#181f23",
        "color-background-secondary": "#11161a",
        "color-background-hover": "#222b30",
        "color-background-border": "#2a3439",
        "color-foreground-primary": "#e9eeec",
        "color-foreground-secondary": "#aeb9b8",
        "color-foreground-muted": "#8d9997",
        "color-foreground-border": "#8d9997",
        "color-brand-primary": "#e9eeec",
        "color-brand-content": "#e9eeec",
        "color-brand-visited": "#aeb9b8",
        "color-code-background": "#11161a",
        "color-inline-code-background": "#11161a",
        "color-api-background": "#11161a",
        "color-api-name": "var(--color-foreground-primary)",
        "color-api-pre-name": "var(--color-foreground-primary)",
        "color-api-background-hover": "#222b30",
        "color-highlight-on-target": "#3a321c",
    },
}
pygments_style, pygments_dark_style = "friendly", "native"


def setup(app: Sphinx) -> None:
    app.add_lexer("gtp", TextLexer)  # a session in docs/gtp.md, which a test plays
