"""The page's scripts and styles as few files that browsers keep for ever.

The sources stay plain modules and nothing has to be built. The server itself joins them when a
page is first asked for, and again after a source has changed, so an edit shows on reload:

- `first.js`: `app.js`, the first page, and whatever they import;
- `game.js`: a game's page, loaded in the background, since most go there next;
- `figures.js`: puzzles in pictures and words, ratings in words: for the first page and their own;
- `lobby.js`: the lobby, and what the first page shows of it once it is there;
- `rest.js`: every other page, loaded when one is needed;
- `style.css`: the sheets that `style.css` imports, in its order;
- `lobby.css`, `rest.css`: the same for sheets that only one of these scripts needs, which loads it.

They are served at `/assets/<digest>/…`, where the digest is that of all sources.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ENTRY = "app.js"
CHUNKS = {
    "first.js": ("pages/home.js", ENTRY),
    "game.js": ("pages/game.js",),
    "figures.js": (
        "js/silhouette.js",
        "js/puzzlewords.js",
        "js/problemwords.js",
        "js/ratingwords.js",
    ),
    "lobby.js": ("js/homelobby.js", "js/lobbydialogs.js", "pages/lobby.js"),
    "rest.js": (),
}
"""The joined scripts in the order in which they build on each other, each with the modules it is
for. The last takes all that are left."""
EARLY = ("first.js", "game.js")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

_COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//.*?$|(?<=[;,{}()\[\]]) // [^\n\"'`]*$", re.S | re.M)
"""One behind code counts only if no quote follows: else it may be part of a text."""
_NOTE = re.compile(r"/\*.*?\*/", re.S)  # in a style sheet
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";$', re.M)
_LATER = re.compile(r'\bimport\("(\.[^"]+\.js)"\)')
_EXPORT = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.M)
_SHEETS = re.compile(r'^@import "([^"]+)";\n', re.M)
_SHEET = re.compile(r'\s*<link rel="stylesheet" href="/static/[^"]+" />')
_PRELOAD = re.compile(r'\s*<link rel="modulepreload" href="/static/[^"]+" />')

# Later files find the table under a symbol. They must not import the first: it waits for them.
_FIRST = """const modules = {};
const load = async (name) => {
  const file = Object.keys(where).find((one) => where[one].includes(name)) ?? "rest.js";
  if (!(name in modules)) await import(`./${file}`);
  return modules[name];
};
globalThis[Symbol.for("cornerwise")] = { load, modules };
"""
_LATER_FILE = 'const { load, modules } = globalThis[Symbol.for("cornerwise")];\n'
_OWN_STYLE = """if (!document.querySelector('link[href$="/NAME"]')) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("./NAME", import.meta.url).href;
  const there = new Promise((done) => (sheet.onload = sheet.onerror = done));
  document.head.append(sheet);
  await there;
}
"""
STYLES = ("style.css", "lobby.css", "rest.css")


class AssetError(Exception):
    """A source that cannot be joined with the others."""


@dataclass(frozen=True)
class Asset:
    body: bytes
    media_type: str

    @property
    def compressed(self) -> bytes:
        return gzip.compress(self.body, 9, mtime=0)


@dataclass(frozen=True)
class Assets:
    """All that pages need, joined; files are named as after the digest in their address."""

    digest: str
    files: Mapping[str, tuple[Asset, bytes]]
    """Each with its compressed body."""
    page: str
    """The markup of every page."""
    early: frozenset[str]
    """The modules that come with the first page and with games."""

    def address(self, name: str) -> str:
        return f"/assets/{self.digest}/{name}"


LOOK = 1.0
"""Seconds between looks for changed sources: a burst of requests is answered without looking."""


class Joinery:
    """Makes the assets of a folder, and makes them anew when a file in it has changed."""

    def __init__(self, static: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._static, self._clock = static, clock
        self._seen: object = None
        self._made: Assets | None = None
        self._looked = 0.0

    @property
    def known(self) -> Assets | None:
        """The assets if the sources were looked at lately."""
        return self._made if self._clock() - self._looked < LOOK else None

    @property
    def assets(self) -> Assets:
        if known := self.known:
            return known
        self._looked = self._clock()
        paths = sorted(path for path in self._static.rglob("*") if path.suffix in (*TYPES, ".html"))
        stats = [(path, path.stat()) for path in paths]
        seen = [(path, stat.st_mtime_ns, stat.st_size) for path, stat in stats]
        if self._made is None or seen != self._seen:
            sources = {
                path.relative_to(self._static).as_posix(): path.read_text("utf-8") for path in paths
            }
            self._seen, self._made = seen, joined(sources)
        return self._made


PAGE = Joinery(Path(__file__).parent.parent / "static")
"""The assets of the web page."""


def joined(sources: Mapping[str, str]) -> Assets:
    """The assets that follow from the sources, by their names in the folder."""
    whole = hashlib.sha256()
    for name, text in sorted(sources.items()):
        whole.update(f"{name}\n{len(text)}\n{text}".encode())
    digest = whole.hexdigest()[:12]
    files = {name: text for name, text in sources.items() if "/" not in name and name != ENTRY}
    parts = _parts(_scripts(sources))
    files |= bundles(sources)
    files |= _sheets(sources)
    made = {
        name: Asset(text.encode(), TYPES[PurePosixPath(name).suffix])
        for name, text in files.items()
        if not name.endswith(".html")
    }
    packed = {name: (asset, asset.compressed) for name, asset in made.items()}
    early = frozenset(name for chunk in EARLY for name in parts[chunk])
    return Assets(digest, packed, _markup(sources["index.html"], digest), early)


def _sheets(sources: Mapping[str, str]) -> dict[str, str]:
    """The style sheets with those that they import in their places, each of them once."""
    texts = {name: sources[name] for name in STYLES if name in sources}
    wanted = [sheet for text in texts.values() for sheet in _SHEETS.findall(text)]
    there = sorted(name for name in sources if name.startswith("css/"))
    if odd := set(there) ^ set(wanted) or {name for name in wanted if wanted.count(name) > 1}:
        names = " and ".join(texts)
        raise AssetError(f"{names} do not import just what is there: {', '.join(sorted(odd))}")
    return {
        name: _dense_sheet(_NOTE.sub("", _SHEETS.sub(lambda found: sources[found[1]], text)))
        for name, text in texts.items()
    }


def _bare(text: str) -> str:
    """A text without the blanks that only people need: a tenth less to send."""
    return re.sub(r"\n\s+", "\n", text).strip() + "\n"


def _dense_sheet(text: str) -> str:
    """A style sheet in one line."""
    text = re.sub(r"^([a-z-]+): ", r"\1:", _bare(text), flags=re.M)
    return re.sub(r"\s*([{};])\s*", r"\1", text).replace(",\n", ",").replace(";}", "}") + "\n"


def _dense_script(text: str) -> str:
    """A script in fewer lines. A line with `//` stays: the rest of it may be a comment."""
    lines: list[str] = []
    for line in _bare(text).splitlines():
        last = lines[-1] if lines else "//"
        if "//" in last or not (last[-1:] in "{([,;" or line[:1] in ")]}"):
            lines.append(line)
        else:
            lines[-1] = (last.removesuffix(",") if line[:1] in ")]}" else last) + line
    return "\n".join(lines) + "\n"


def _markup(page: str, digest: str) -> str:
    """The markup with the addresses of the joined files instead of the sources."""
    place = f"/assets/{digest}"
    sheet = f'\n    <link rel="stylesheet" href="{place}/style.css" />'
    page = _PRELOAD.sub("", page)
    page = _SHEET.sub(sheet, page)
    return page.replace(f"/static/{ENTRY}", f"{place}/first.js").replace("/static/", f"{place}/")


# --- scripts ------------------------------------------------------------------------------


def bundles(sources: Mapping[str, str]) -> dict[str, str]:
    """The scripts of the page in few files.

    Each module becomes a block that leaves what it exports in the table `modules`. What it imports
    it takes from there, so a module comes after those it imports: there can be no cycles.
    """
    scripts = _scripts(sources)
    parts = _parts(scripts)
    where = {chunk: names for chunk, names in parts.items() if chunk not in ("first.js", "rest.js")}
    made = {}
    for chunk, names in parts.items():
        blocks = [_block(scripts, name) for name in names]
        head = [f"const where = {json.dumps(where)};\n{_FIRST}"]
        if chunk != "first.js":
            head = [*_builds_on(scripts, parts, chunk), *_own_style(sources, chunk), _LATER_FILE]
        made[chunk] = "".join([*head, *blocks])
    return made


def _builds_on(
    scripts: Mapping[str, str], parts: Mapping[str, list[str]], chunk: str
) -> Iterator[str]:
    """Imports of the files that hold what a file's modules import."""
    wanted = {
        _resolved(name, path)
        for name in parts[chunk]
        for _, _, path in _IMPORT.findall(scripts[name])
    }
    for other, names in parts.items():
        if other not in ("first.js", chunk) and wanted & set(names):
            yield f'import "./{other}";\n'


def _own_style(sources: Mapping[str, str], chunk: str) -> Iterator[str]:
    """What loads the sheet of a file's own, if it has one."""
    sheet = chunk.replace(".js", ".css")
    if sheet in sources:
        yield _OWN_STYLE.replace("NAME", sheet)


def _scripts(sources: Mapping[str, str]) -> dict[str, str]:
    """The modules without their comments."""
    return {
        name: _COMMENT.sub("", text)
        for name, text in sources.items()
        if name == ENTRY or re.match(r"(js|pages)/", name)
    }


def _parts(scripts: Mapping[str, str]) -> dict[str, list[str]]:
    """The modules of each joined file, in their order."""
    done: list[str] = []
    parts: dict[str, list[str]] = {}
    for chunk, wanted in CHUNKS.items():
        before = len(done)
        for name in wanted or sorted(scripts):
            _order(scripts, name, done, ())
        parts[chunk] = done[before:]
    return parts


def _order(scripts: Mapping[str, str], name: str, done: list[str], above: tuple[str, ...]) -> None:
    """Append a module to those that are done, after all that it imports."""
    if name in above:
        raise AssetError(f"modules import each other: {' → '.join([*above, name])}")
    if name in done:
        return
    if name not in scripts:
        raise AssetError(f"{above[-1] if above else 'the page'} imports {name}, which is missing")
    for _, _, path in _IMPORT.findall(scripts[name]):
        _order(scripts, _resolved(name, path), done, (*above, name))
    done.append(name)


def _block(scripts: Mapping[str, str], name: str) -> str:
    text = scripts[name]
    exported = [found[1] for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub("", text)
    text = _IMPORT.sub(lambda found: _taken(name, found), text)
    if other := _OTHER.search(text):
        raise AssetError(f"{name} has a form that cannot be joined: {other[0]}")
    text = _LATER.sub(lambda found: f'load("{_resolved(name, found[1])}")', text)
    if all(line.count("`") % 2 == 0 for line in text.splitlines()):
        text = _dense_script(text)  # else blanks may be part of a text over several lines
    leave = f'modules["{name}"]={{{",".join(exported)}}};\n' if exported else ""
    return f"{{\n{text.strip()}\n{leave}}}\n"


def _taken(name: str, found: re.Match[str]) -> str:
    names, whole, path = found.groups()
    parts = [part.strip() for part in (names or "").split(",")]
    wanted = ",".join(re.sub(r"\s+as\s+", ":", part) for part in parts if part)
    to = f"{{{wanted}}}" if names is not None else whole
    return f'const {to}=modules["{_resolved(name, path)}"];'


def _resolved(name: str, path: str) -> str:
    """The module that a path means, seen from another one."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            if not parts:
                raise AssetError(f"{name} imports {path}, which lies outside")
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
