"""The documentation: it builds without a warning, links lead somewhere, sentences are short."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
import yaml

import cornerwise
from cornerwise import __version__
from tests.test_layers import LAYERS, SERVER

ROOT = Path(__file__).parents[1]
PACKAGE = Path(cornerwise.__file__).parent
DOCS = ROOT / "docs"
SITE = DOCS / "_site"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
PROSE = sorted([*DOCS.rglob("*.md"), *(ROOT / name for name in OUTSIDE)])
LONGEST = 32
"""Words in a sentence. We aim at 25; a list of names in a sentence may need more."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does it: a warning is an error."""
    place = tmp_path_factory.mktemp("site")
    folders = map(str, ["-c", SITE, "-d", place / "trees", DOCS, place / "html"])
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", *folders]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return place / "html"


class Links(HTMLParser):
    """The ids of a page, what it links to, and what a browser loads with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("index", "search", "next", "prev"):
            self.loaded.append(given["href"])
        self.loaded += [given["src"]] if "src" in given else []


@cache
def links(page: Path) -> Links:
    return Links(page.read_text(encoding="utf-8"))


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    broken = []
    for page in site.rglob("*.html"):
        for link in links(page).links:
            target, anchor = urldefrag(link)
            if re.match(r"(https?|mailto):", target):
                continue
            file = (page.parent / unquote(target)).resolve() if target else page
            if not file.is_file() or (anchor and unquote(anchor) not in links(file).ids):
                broken.append(f"{page.relative_to(site)}: {link}")
    assert not broken


def test_reading_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    away = re.compile(r"(https?:)?//")
    for page in site.rglob("*.html"):
        for address in links(page).loaded:
            assert not away.match(address), f"{page.relative_to(site)} loads {address}"
            if not address.startswith("data:"):
                assert (page.parent / address.partition("?")[0]).is_file(), address
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", text), style.name


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_work_where_the_files_are_read(path: Path) -> None:
    """On GitHub, or in an editor: relative links name files."""
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^):;#\s]+)(?:#[^)\s]*)?\)", text):
        assert (path.parent / target).exists(), target
    for target in re.findall(
        r"github\.com/cornerwise/cornerwise/(?:blob|raw)/main/([^)#\s]+)", text
    ):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_sentences_are_short(path: Path) -> None:
    long = [sentence for sentence in sentences(path) if len(sentence.split()) > LONGEST]
    assert not long


def test_the_picture_of_the_architecture_is_current() -> None:
    drawing: Callable[[], str] = runpy.run_path(str(DOCS / "diagrams" / "draw.py"))["drawing"]
    kept = (DOCS / "diagrams" / "architecture.svg").read_text(encoding="utf-8")
    assert kept == drawing() + "\n", "run docs/diagrams/draw.py"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_and_show_what_they_kept(path: Path) -> None:
    """Each cell shows as many texts and pictures as it did when the notebook was saved."""
    run: Callable[[Path], Any] = runpy.run_path(str(SITE / "run_notebooks.py"))["executed"]
    kept, now = json.loads(path.read_text(encoding="utf-8")), run(path)
    for before, after in zip(kept["cells"], now["cells"], strict=True):
        assert kinds(before) == kinds(after), f"run `make notebooks`: {before['source']}"


def kinds(cell: Mapping[str, Any]) -> list[list[str]]:
    """What kinds of output a cell has."""
    outputs = cell.get("outputs", [])
    return [sorted(output.get("data", [output["output_type"]])) for output in outputs]


def sentences(path: Path) -> Iterator[str]:
    """The sentences of a page, outside code and tables; what is code within them is one word."""
    text = re.sub(r"`[^`]+`", "code", without_code(path))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|(?<=:)\n", text):
        if not paragraph.lstrip().startswith(("#", "|", "!")):
            yield from re.split(r"(?<=[.!?])[)*\"]*\s+", paragraph)


def without_code(path: Path) -> str:
    """A page without its blocks of code and without tables."""
    text = re.sub(r"^( *)```.*?^\1```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^\|.*\n", "\n", text, flags=re.MULTILINE)
    return re.sub(r"(?<=\n\n)(?: {4}.*\n|\n)+", "\n", text)


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert cited["version"] == __version__
    assert f"version = {{{__version__}}}" in (DOCS / "cite.md").read_text()


def first_column(text: str) -> list[str]:
    """The names in the first column of the tables of a text."""
    rows = re.findall(r"^\| (`.*?) \|", text, flags=re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def modules(package: Path) -> list[str]:
    """The modules and packages of a package, sorted."""
    inside = [*package.glob("*.py"), *(file.parent for file in package.glob("*/__init__.py"))]
    return sorted(path.stem for path in inside if path.stem != "__init__")


def test_every_module_of_the_server_stands_once_under_its_package() -> None:
    told = (DOCS / "server.md").read_text(encoding="utf-8")
    told = told.partition("## How it is built")[2].partition("\n### ")[0]
    _, *parts = re.split(r"^\*\*`(\w+)`\.\*\* ", told, flags=re.MULTILINE)
    assert parts[::2] == SERVER
    for package, text in zip(parts[::2], parts[1::2], strict=True):
        noun = import_module(f"cornerwise.server.{package}").__doc__
        assert text.startswith(f"{noun}\n\n"), f"{package}: {noun}"
        assert sorted(first_column(text)) == modules(PACKAGE / "server" / package), package


def test_every_address_of_the_server_stands_by_its_topic() -> None:
    [row] = re.findall(r"^\| `routes` \|.*", (DOCS / "server.md").read_text(), flags=re.MULTILINE)
    topics = re.findall(r"`(\w+)`", row)
    assert sorted(topics[1:]) == modules(PACKAGE / "server" / "web" / "routes")


def test_the_modules_of_the_architecture_are_the_layers_in_their_order() -> None:
    told = (DOCS / "architecture.md").read_text(encoding="utf-8")
    names = first_column(told.partition("## Bits")[0])
    assert names == [layer for layer in LAYERS if not layer.startswith("_")]


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert versions[0] == __version__


def test_the_files_of_the_kernel_use_only_those_above_them() -> None:
    """docs/kernel.md lists each of them once."""
    kernel = ROOT / "cpp"
    listed = first_column((DOCS / "kernel.md").read_text().partition("\n## ")[0])
    order = [name.partition(".")[0] for name in listed]
    assert sorted(order) == sorted({path.stem for path in kernel.iterdir()})
    for path in kernel.iterdir():
        for used in re.findall(r'#include "(\w+)\.h"', path.read_text(encoding="utf-8")):
            assert order.index(used) <= order.index(path.stem), f"{path.name} uses {used}.h"
