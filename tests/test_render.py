"""Pictures: text, SVG and PNG show what lies on the board, to every eye."""

from __future__ import annotations

import random
import re
import runpy
import struct
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import cornerwise
from cornerwise import CornerwiseError, Game, render
from cornerwise.cli import app
from cornerwise.geometry import SQUARES, TRIANGLES, Board, Grid, Point, hexagon, rectangle
from cornerwise.pieces import piece_set
from cornerwise.render import letters
from cornerwise.render.outline import borders, inner_lines
from cornerwise.render.palette import THEMES, rgb

DOCS = Path(__file__).parent.parent / "docs"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def played(name: str, count: int, seed: int = 1) -> Game:
    """A random game with large pieces first. Shared: do not play on."""
    chance, game = random.Random(seed), Game(name)
    while not game.is_over and len(game.turns) < count:
        some = [chance.choice(game.legal_moves) for _ in range(8)]
        game.play(max(some, key=lambda move: move.piece.size))
    return game


# --- outlines ------------------------------------------------------------------------------------

SMALL = {grid.name: grid for grid in (SQUARES, TRIANGLES)}


def area(line: list[Point]) -> float:
    """Twice the area inside a line, positive if it runs clockwise."""
    around = zip(line, (*line[1:], line[0]), strict=True)
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in around)


@given(
    st.sampled_from(list(SMALL.values())),
    st.sets(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=1),
)
def test_borders_enclose_exactly_the_cells(grid: Grid, places: set[Point]) -> None:
    """Also with holes, and where cells meet at a point only."""
    cells = [grid.corners(place) for place in sorted(places)]
    lines = borders(cells)
    assert sum(map(area, lines)) == sum(area(list(corners)) for corners in cells)
    assert all(len(line) >= 3 for line in lines)


@pytest.mark.parametrize("grid", SMALL.values(), ids=SMALL)
def test_a_piece_has_one_border(grid: Grid) -> None:
    for piece in piece_set(grid):
        for shape in piece.orientations:
            assert len(borders([grid.corners(place) for place in shape])) == 1


def test_a_board_has_as_many_lines_as_one_would_draw() -> None:
    squares, triangles = rectangle("squares", 20, 20), hexagon("triangles", 9)
    for board, lines in ((squares, 19 + 19), (triangles, 3 * 17)):
        assert len(inner_lines([board.grid.corners(place) for place in board.places])) == lines


# --- SVG -----------------------------------------------------------------------------------------

EVERYTHING = {"move_numbers": True, "patterns": True, "coordinates": True, "last_move": True}
NAMES = ["classic", "duo", "trigon", "trigon_3"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_svg_stands_alone(name: str, theme: str) -> None:
    game = played(name, 100)
    picture = game.svg(theme=theme, anchors="blue", **EVERYTHING)
    root = ElementTree.fromstring(picture)
    used = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert used <= {"svg", "title", "defs", "path", "g", "use"}, "no scripts, fonts or images"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    refers = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert refers == {f"#{name}" for name in ids}
    assert len(picture) < 90_000
    assert len(game.svg(theme=theme)) < 60_000
    assert picture == game.copy().svg(theme=theme, anchors="blue", **EVERYTHING)


def test_svg_has_one_group_for_each_piece() -> None:
    game = played("trigon", 30)
    root = ElementTree.fromstring(game.svg())
    titles = [element.findtext(f"{SVG}title") for element in root.iter(f"{SVG}g")]
    last = game.turns[-1]
    assert len(titles) == 30
    assert titles[-1] == f"30. {last.colour} {last.move.piece} {last.move}"
    assert root.findtext(f"{SVG}title") == f"Trigon for four, 30 moves, {game.to_play} to play"


def test_svg_has_the_size_asked_for() -> None:
    for name, size, height in (("classic", 300, 300), ("trigon", 700, 606)):
        root = ElementTree.fromstring(Game(name).svg(size=size, coordinates=False))
        assert (root.get("width"), root.get("height")) == (str(size), str(height))


def test_svg_escapes_texts() -> None:
    title = 'A < B & "C" </title><script>'
    picture = render.position_svg(Game("duo").position, [], title=title)
    root = ElementTree.fromstring(picture)
    assert root.findtext(f"{SVG}title") == title
    assert root.find(f".//{SVG}script") is None


def strokes(picture: str, colour: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [e.get("d", "") for e in root.iter(f"{SVG}path") if e.get("stroke") == colour]


def test_anchors_are_dots_in_the_cells_where_a_colour_can_connect() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10"])
    dark = THEMES["light"].paints[cornerwise.Colour.BLUE].mark
    (dots,) = strokes(game.svg(anchors="blue"), dark)
    # A cross has eight cells at its outer vertices; the four inner ones share its edges.
    assert dots.count("h0") == 8
    assert strokes(game.svg(), dark) == []


def test_start_fields_are_rings_until_they_are_covered() -> None:
    faint = THEMES["light"].faint
    game = Game("trigon")
    before = strokes(game.svg(coordinates=False), faint)
    game.play(next(move for move in game.legal_moves if move.piece.size == 6))
    after = strokes(game.svg(coordinates=False), faint)
    assert (len(before), len(after)) == (6, 5)


def test_highlights_show_what_a_placement_does() -> None:
    game = Game("duo", moves=["e10", "j5", "f9,f8", "k4,l4"])
    legal, side, hint = "g7,g6,h6", "e9,d9,d8", "e7,d7,c7"
    picture = game.svg(highlight=[legal])
    assert picture.count("#FFFFFF") == 1 + 1, "the last move's line and one diamond"
    assert "hatch" not in picture
    assert "cw-hatch-light" in game.svg(highlight=[side])
    assert "stroke-dasharray" in game.svg(highlight=[legal, hint])
    assert len(game.svg(highlight=[legal, hint])) > len(game.svg(highlight=[legal]))


def test_pieces_from_a_setup_are_drawn() -> None:
    plain = Game("duo")
    setup = cornerwise.Setup(((cornerwise.Colour.BLUE, plain.move("e10,f10")),))
    picture = Game("duo", setup=setup).svg()
    assert "<title>blue I2 e10,f10</title>" in picture
    assert "#FFFFFF" not in picture, "nobody has moved: there is no last move"


def test_small_pictures_leave_details_out() -> None:
    game = played("classic", 40)
    assert len(game.svg(size=120)) < 0.75 * len(game.svg(size=640))


def test_a_diagram_shows_a_rule_by_itself() -> None:
    board = rectangle("small", 6, 5)
    corner = [("blue", "a4,b4,b3,b2")]
    fine = render.diagram(board, corner, ghosts=[("blue", "c1,d1,d2,e2")])
    wrong = render.diagram(board, corner, ghosts=[("blue", "c2,d2,d3,e3")])
    other = render.diagram(board, corner, ghosts=[("red", "c2,d2,d3,e3")])
    taken = render.diagram(board, corner, ghosts=[("red", "b2,c2")])
    assert ["hatch" in picture for picture in (fine, wrong, other, taken)] == [0, 1, 0, 1]
    diamond = 'fill="#FFFFFF"'
    assert [diamond in picture for picture in (fine, wrong, other, taken)] == [1, 0, 0, 0]


@pytest.mark.parametrize(("name", "count"), [("classic", 21), ("trigon", 22)])
def test_rows_of_pieces(name: str, count: int) -> None:
    picture = render.pieces(name, "green", columns=6, names=True, patterns=True)
    titles = re.findall("<title>([A-Z][0-9])</title>", picture)
    assert titles == [piece.name for piece in cornerwise.variant(name).pieces]
    assert len(titles) == count
    some = render.pieces(name, only=["I1", "I2"])
    assert re.findall("<title>([A-Z][0-9])</title>", some) == ["I1", "I2"]


def test_every_name_on_a_board_can_be_written() -> None:
    for text in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"):
        assert letters.strokes(text, (0, 0)).count("M") == len(text)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"theme": "pink"}, "light, dark"),
        ({"size": 0}, "16 to 4096"),
        ({"size": 10**9}, "16 to 4096"),
        ({"size": "640"}, "16 to 4096"),
        ({"sise": 640}, "there is no option 'sise'"),
        ({"anchors": "red"}, "'red' is not a colour of duo"),
        ({"highlight": "e10"}, "a list of moves"),
        ({"highlight": 7}, "a list of moves"),
        ({"highlight": ["zz"]}, "is not a cell"),
        ({"highlight": list(range(27))}, "at most 26"),
    ],
)
def test_bad_options_are_explained(options: dict[str, object], says: str) -> None:
    with pytest.raises(CornerwiseError, match=says):
        Game("duo").svg(**options)


def test_other_mistakes_are_explained() -> None:
    board = rectangle("small", 4, 4)
    with pytest.raises(CornerwiseError, match="is not a colour"):
        render.diagram(board, [("pink", "a1")])
    with pytest.raises(CornerwiseError, match="not on this board"):
        render.diagram(board, [("blue", "e1")])
    with pytest.raises(CornerwiseError, match="cannot be written"):
        render.diagram(board, [("blue", "a1")], labels=["ř"])
    with pytest.raises(CornerwiseError, match="not a piece of duo"):
        render.pieces("duo", only=["Q9"])
    with pytest.raises(CornerwiseError, match="no pieces"):
        render.pieces("duo", only=[])
    with pytest.raises(CornerwiseError, match="columns"):
        render.pieces("duo", columns=-1)
    with pytest.raises(CornerwiseError, match="game is over"):
        played("duo", 100).svg(highlight=[0])
    with pytest.raises(CornerwiseError, match="not a style"):
        render.text(Game("duo"), style="sepia")


# --- PNG -----------------------------------------------------------------------------------------


def pixels(data: bytes) -> tuple[int, int, list[bytearray]]:
    """Width, height and rows of RGBA of a PNG as our writer makes it (8 bits, not interlaced)."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
            assert body[8:] == bytes([8, 6, 0, 0, 0])
        elif kind == b"IDAT":
            packed += body
        at += length + 12
    raw, rows, stride = zlib.decompress(packed), [], 4 * width
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], row, above)
        rows.append(row)
        above = row
    return width, height, rows


def _unfilter(kind: int, row: bytearray, above: bytearray) -> None:
    if kind == 0:
        return
    for i in range(len(row)):
        left, up = (row[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        over = above[i]
        guess = left + over - up
        paeth = min((left, over, up), key=lambda value: abs(guess - value))
        row[i] = (row[i] + (0, left, over, (left + over) // 2, paeth)[kind]) & 255


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_png_shows_every_cell_in_its_colour(name: str, theme: str) -> None:
    game, paints = played(name, 30), THEMES[theme]
    options = {"size": 240, "theme": theme, "last_move": False}
    _, _, rows = pixels(render.png(game, **options))
    root = ElementTree.fromstring(render.svg(game, **options))
    left, top, across, _ = map(float, root.get("viewBox", "").split())
    scale = 240 / across
    board = game.variant.board
    fields = set(game.variant.edition.fields)
    for cell, place in enumerate(board.places):
        corners = board.grid.corners(place)
        x, y = (
            sum(point[axis] for point in corners) / len(corners) * board.grid.unit[axis] * 100
            for axis in (0, 1)
        )
        owner = game.position.owner(cell)
        if owner is None and cell in fields:
            continue  # a ring
        px, py = int((x - left) * scale), int((y - top) * scale)
        seen = rows[py][4 * px : 4 * px + 3]
        wanted = rgb(paints.paints[owner].fill if owner else paints.field)
        assert max(abs(a - b) for a, b in zip(seen, wanted, strict=True)) < 40, (
            f"{board.cell_names[cell]} should be {owner or 'free'}"
        )


def test_png_writes_coordinates_without_any_font() -> None:
    written = []
    for coordinates in (False, True):
        options = {"size": 300, "coordinates": coordinates}
        width, height, rows = pixels(render.png(Game("duo"), **options))
        assert (width, height) == (300, 300)
        solid = (px for row in rows for px in zip(*[iter(row)] * 4, strict=True) if px[3] == 255)
        written.append(sum(red < 150 for red, _, _, _ in solid))
    assert written[1] > 5 * written[0], "no letters in the rim"


# --- text ----------------------------------------------------------------------------------------


def test_squares_as_text() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10", "j5,j6"])
    lines = str(game).splitlines()
    assert lines[4:11] == [
        "10  . . . . B . . . . . . . . .",
        " 9  . . . B B B . . . . . . . .",
        " 8  . . . . B . . . . . . . . .",
        " 7  . . . . . . . . . . . . . .",
        " 6  . . . . . . . . . y . . . .",
        " 5  . . . . . . . . . y . . . .",
        " 4  . . . . . . . . . . . . . .",
    ]
    assert lines[14] == "    a b c d e f g h i j k l m n"
    assert lines[-3].startswith("> blue    -84  I1 I2 I3 V3")
    assert lines[-1] == "blue to play"
    assert " +" in render.board_text(Game("duo"))


def test_triangles_as_text() -> None:
    game = Game("trigon", moves=["r15,s15"])
    top = render.board_text(game).splitlines()[:5]
    assert top == [
        "18                 /.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\",
        "17               /.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\",
        "16             /.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\",
        "15           /.\\./.\\./.\\./.\\./.\\./.\\./b b/.\\./.\\./.\\./.\\./.\\./.\\",
        "14         /.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\./.\\",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_text_can_be_read_back(name: str) -> None:
    game = played(name, 40)
    board = game.variant.board
    lines = render.board_text(game, coordinates=False).splitlines()
    initials = {colour[0]: colour for colour in game.variant.colours}
    for cell, (x, y) in enumerate(board.places):
        sign = lines[y][2 * (x - board.shift) + 1]
        assert initials.get(sign.lower()) == game.position.owner(cell)


@pytest.mark.parametrize("style", ["256", "truecolour"])
@pytest.mark.parametrize("name", ["classic", "trigon"])
def test_colours_change_no_width(name: str, style: str) -> None:
    game = played(name, 40)
    coloured = render.board_text(game, style=style)
    plain = render.board_text(game).splitlines()
    bare = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured.splitlines()]
    assert list(map(len, bare)) == list(map(len, plain))
    assert all(line.endswith("\x1b[0m") for line in coloured.splitlines())
    marks = coloured.count("[]") if name == "classic" else coloured.count("*")
    assert marks == len(game.history[-1].cells), "the last move is marked"


def test_text_marks_what_is_asked_for() -> None:
    game = Game("duo", moves=["e8,d9,e9,f9,e10", "j5,j6"])
    shown = render.board_text(game, anchors="blue", highlight=["g8,h8"], coordinates=False)
    assert shown.count("o") == 8 - 1, "one open corner is covered by the highlight"
    assert shown.count("#") == 2


def test_text_tells_the_result() -> None:
    assert "over: " in str(played("duo", 100)).splitlines()[-1]
    assert str(Game("classic_2")).splitlines()[-2] == "blue+red -178, yellow+green -178"
    shared = Game("classic_3", first="green")
    assert str(shared).splitlines()[-1] == "green to play, by blue"
    assert str(played("trigon_solo", 200)).splitlines()[-1] == "over: pieces are left"


# --- the command ---------------------------------------------------------------------------------


def test_the_command_writes_what_the_library_draws(tmp_path: Path) -> None:
    game = played("duo", 12)
    file = tmp_path / "game.json"
    file.write_text(game.to_json())
    early = Game("duo", moves=game.history[:5])
    for name, wanted in {
        "out.svg": early.svg(theme="dark", size=200).encode(),
        "out.PNG": render.png(early, theme="dark", size=200),
        "out.txt": f"{early}\n".encode(),
    }.items():
        out = str(tmp_path / name)
        given = ["--move", "5", "--theme", "dark", "--size", "200"]
        result = CliRunner().invoke(app, ["render", str(file), "-o", out, *given])
        assert result.exit_code == 0, result.output
        assert Path(out).read_bytes() == wanted


@pytest.mark.parametrize(
    "wrong",
    [["-o", "out.gif"], ["-o", "out"], [], ["-o", "out.svg", "--move", "99"],
     ["-o", "out.svg", "--theme", "x"], ["-o", "out.svg", "--highlight", "a1,c1"],
     ["-o", "none/out.svg"], ["-o", "out.txt", "--anchors", "pink"]],
)  # fmt: skip
def test_the_command_refuses_in_one_line(wrong: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(played("duo", 12).to_json())
    given = [str(tmp_path / part) if "out" in part else part for part in wrong]
    result = CliRunner().invoke(app, ["render", str(tmp_path / "game.json"), *given])
    assert result.exit_code == 2
    assert result.stderr.startswith("cornerwise: ")
    assert result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


# --- the rest ------------------------------------------------------------------------------------


def test_a_notebook_shows_the_board() -> None:
    game = Game("duo")
    assert game._repr_svg_() == game.svg(size=480)


def test_pictures_cost_nothing_until_asked_for() -> None:
    code = (
        "import sys, cornerwise; cornerwise.Game('duo'); "
        "print([name for name in sys.modules if 'render' in name or 'resvg' in name])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_pictures_in_docs_are_ours() -> None:
    made: dict[str, str] = runpy.run_path(str(DOCS / "images" / "make.py"))["pictures"]()
    kept = {path.name for path in (DOCS / "images").glob("*.svg")}
    assert kept == made.keys()
    for name, picture in made.items():
        text = (DOCS / "images" / name).read_text(encoding="utf-8")
        assert text == picture + "\n", f"{name} is out of date: run docs/images/make.py"


def test_a_board_of_any_form_fits_the_picture() -> None:
    form = Board("form", TRIANGLES, ((1, 7), (0, 8), (1, 7)))
    root = ElementTree.fromstring(render.diagram(form, coordinates=True))
    left, top, across, down = map(float, root.get("viewBox", "").split())
    for x, y in form.lattice:
        assert left < x * 50 < left + across
        assert top < y * 86.6 < top + down
