"""Scripts and styles as few files that browsers may keep, made from the plain sources."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from cornerwise.server.page import i18n
from cornerwise.server.page.assets import LOOK, AssetError, Joinery, bundles, joined
from cornerwise.server.page.document import OWN_GAMES
from tests.server.site import Person, Site

SOURCES = {
    "index.html": '<link rel="stylesheet" href="/static/style.css" />'
    '<script type="module" src="/static/app.js"></script>',
    "style.css": '@import "css/two.css";\n@import "css/one.css";\nc {}\n',
    "css/one.css": "b {}\n",
    "css/two.css": "a {}\n",
    "app.js": 'import { one } from "./js/one.js";\nconst page = () => import("./pages/home.js");\n',
    "js/one.js": "/** Says 1. */\nexport const one = 1;\n",
    "js/two.js": 'import { one as first } from "./one.js";\nexport const two = first + 1;\n',
    "pages/home.js": 'import * as all from "../js/one.js";\nexport function show() {}\n',
    "pages/game.js": 'import { two } from "../js/two.js";\nexport async function show() {}\n',
    "js/silhouette.js": "export const picture = 3;\n",
    "js/puzzlewords.js": "export const words = 4;\n",
    "js/problemwords.js": "export const problem = 5;\n",
    "js/ratingwords.js": "export const rating = 6;\n",
    "js/lobbydialogs.js": "export function showChallenge() {}\n",
    "js/homelobby.js": 'import { one } from "./one.js";\nexport const there = one;\n',
    "pages/lobby.js": 'import { two } from "../js/two.js";\nexport function show() {}\n',
    "pages/other.js": 'import { there } from "../js/homelobby.js";\nexport class Other {}\n',
}


@pytest.fixture
def ana(shared: Site) -> Person:
    return shared.person()


def test_each_module_is_in_one_file_after_what_it_imports() -> None:
    made = bundles(SOURCES)
    left = re.compile(r'^modules\["(.+)"\]=', re.M)  # where a module leaves what it exports
    names = {chunk: left.findall(text) for chunk, text in made.items()}
    assert names == {
        "first.js": ["js/one.js", "pages/home.js"],
        "game.js": ["js/two.js", "pages/game.js"],
        "figures.js": [
            "js/silhouette.js",
            "js/puzzlewords.js",
            "js/problemwords.js",
            "js/ratingwords.js",
        ],
        "lobby.js": ["js/homelobby.js", "js/lobbydialogs.js", "pages/lobby.js"],
        "rest.js": ["pages/other.js"],
    }
    imports = {chunk: re.findall(r'^import "(.+)";$', text, re.M) for chunk, text in made.items()}
    assert imports == {
        "first.js": [],
        "game.js": [],
        "figures.js": [],
        "lobby.js": ["./game.js"],
        "rest.js": ["./lobby.js"],
    }
    assert 'const {one:first}=modules["js/one.js"];' in made["game.js"]
    assert 'load("pages/home.js")' in made["first.js"].split('modules["pages/home.js"]=')[1]
    assert "Says 1" not in made["first.js"]


def test_sheets_come_in_the_order_in_which_they_are_imported() -> None:
    made = joined(SOURCES)
    assert made.files["style.css"][0].body == b"a{}b{}c{}\n"
    assert made.page.count("stylesheet") == 1
    assert "/static/" not in made.page
    with pytest.raises(AssetError, match=r"css/three\.css"):
        joined({**SOURCES, "css/three.css": "d {}\n"})


def test_scripts_and_sheets_are_sent_without_what_only_people_need() -> None:
    script = (
        'export const one = [\n  "https://a.example/{", // it\'s text (\n  2,\n];\n'
        "export function two(\n  a,\n) {\n  return a\n    ? 1\n    : 2;\n}\n"
    )
    sheet = "a {\n  color: red;\n  margin: 0 1px;\n}\nb:hover,\nb :is(i) {\n  top: 0;\n}\n"
    made = joined({**SOURCES, "js/one.js": script, "css/one.css": sheet})
    text = made.files["first.js"][0].body.decode()
    assert '= ["https://a.example/{", // it\'s text (\n2];' in text
    assert "function two(a) {return a\n? 1\n: 2;}" in text
    sheets = made.files["style.css"][0].body
    assert b"a{color:red;margin:0 1px}b:hover,b :is(i){top:0}" in sheets


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("js/one.js", 'import { two } from "./two.js";\n', "import each other"),
        ("js/one.js", 'import { x } from "./nothing.js";\n', "missing"),
        ("js/one.js", 'import { x } from "../../etc.js";\n', "outside"),
        ("js/one.js", "export let one = 1;\n", "cannot be joined"),
        ("js/one.js", "export default 1;\n", "cannot be joined"),
    ],
)
def test_what_cannot_be_joined_is_named(name: str, text: str, why: str) -> None:
    with pytest.raises(AssetError, match=why):
        bundles({**SOURCES, name: text})


def test_an_edit_shows_on_reload(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    now = 0.0
    joinery = Joinery(tmp_path, lambda: now)
    before = joinery.assets
    assert joinery.assets is before
    (tmp_path / "js/one.js").write_text("export const one = 7;\n")
    os.utime(tmp_path / "js/one.js", (1, 1))
    assert joinery.assets is before, "looked at twice within a second"
    now = LOOK
    after = joinery.assets
    assert after.digest != before.digest
    assert b"one = 7" in after.files["first.js"][0].body


def test_the_document_names_all_that_it_needs(ana: Person) -> None:
    text = ana.http.get("/", headers={"Accept-Language": "de"}).text
    start = json.loads(re.findall(r'id="start">(.*?)</script>', text)[0])
    assert start["language"] == "de"
    addresses = re.findall(r'(?:href|src)="(/[^"]+)"', text)
    addresses.remove(OWN_GAMES)  # the only thing that browsers do not keep
    assert len(addresses) == 9
    for address in addresses:
        answer = ana.http.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert {start["editions"][name] for name in ("classic", "duo", "trigon")} <= set(addresses)
    assert start["messages"].replace("&", "&amp;") in addresses
    assert "immutable" not in ana.http.get("/").headers["cache-control"]


def test_the_whole_first_page_is_light(ana: Person) -> None:
    """What the browser reads for the first page, and for the game that most begin then."""
    text = ana.http.get("/", headers={"Accept-Language": "pl"})
    addresses = re.findall(r'(?:href|src)="(/[^"]+)"', text.text)
    digest = re.findall(r"/assets/(\w+)/", text.text)[0]
    total = 0
    for address in ["/", *addresses, f"/assets/{digest}/game.js"]:
        with ana.http.stream("GET", address.replace("&amp;", "&")) as answer:
            total += sum(len(part) for part in answer.iter_raw())
    assert total < 95_000


def test_the_chosen_language_comes_with_the_document(ana: Person) -> None:
    headers = {"Accept-Language": "de", "Cookie": "language=cs"}
    text = ana.http.get("/", headers=headers).text
    assert '<html lang="cs"' in text
    assert f"lang=cs&amp;part=early&amp;digest={i18n.digest('cs', 'early')}" in text
    text = ana.http.get("/", headers={**headers, "Cookie": "language=<script>"}).text
    assert '<html lang="de"' in text


def test_a_link_to_a_puzzle_shows_it(ana: Person) -> None:
    text = ana.http.get("/puzzles/crown-3").text
    assert '<meta property="og:title" content="Queen&#x27;s crown · Cornerwise" />' in text
    picture = re.findall(r'og:image" content="([^"]+)"', text)[0]
    assert ana.http.get(picture).headers["content-type"] == "image/png"
    assert "og:" not in ana.http.get("/").text
    assert "og:" not in ana.http.get("/puzzles/nothing").text


@pytest.mark.parametrize("path", ["0/first.js", "{}/nothing.js", "{}/index.html", "{}/..%2fapp.py"])
def test_nothing_else_is_served(ana: Person, path: str) -> None:
    digest = re.findall(r"/assets/(\w+)/", ana.http.get("/").text)[0]
    assert ana.http.get("/assets/" + path.format(digest)).status_code == 404
    plain = ana.http.get(f"/assets/{digest}/first.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-type"].startswith("text/javascript")


def test_comments_stay_at_home() -> None:
    source = 'const a = 1; // why\nconst b = "x; // y";\n// whole line\nf(a, b); // it\'s kept\n'
    made = joined({**SOURCES, "app.js": source}).files["first.js"][0].body.decode()
    assert "why" not in made
    assert "whole line" not in made
    assert '"x; // y"' in made
