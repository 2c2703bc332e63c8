"""Grids and boards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise import NotationError
from cornerwise.geometry import (
    SQUARES,
    TRIANGLES,
    Board,
    Grid,
    bits,
    column_name,
    column_number,
    mask_of,
)
from cornerwise.variants import EDITIONS

BOARDS = [edition.board for edition in EDITIONS.values()]
grids = st.sampled_from([SQUARES, TRIANGLES])
shapes = st.sets(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=7)


@given(st.sets(st.integers(0, 600)))
def test_bits_and_mask_of_are_inverse(members: set[int]) -> None:
    assert list(bits(mask_of(members))) == sorted(members)


@given(st.integers(0, 5000))
def test_column_names_are_inverse(x: int) -> None:
    assert column_number(column_name(x)) == x


@given(grids, shapes)
def test_a_full_turn_and_two_flips_change_nothing(grid: Grid, cells: set[tuple[int, int]]) -> None:
    home = grid.moved_home(cells)
    turned = home
    for _ in range(grid.turns):
        turned = grid.turned(turned)
    assert turned == home
    assert grid.flipped(grid.flipped(home)) == home


@given(grids, shapes)
def test_symmetries_keep_the_relations(grid: Grid, cells: set[tuple[int, int]]) -> None:
    def contacts(shape: tuple[tuple[int, int], ...]) -> list[int]:
        corners = [set(grid.corners(cell)) for cell in shape]
        return sorted(len(a & b) for a in corners for b in corners)

    home = grid.moved_home(cells)
    assert contacts(grid.turned(home)) == contacts(home) == contacts(grid.flipped(home))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_relations_are_symmetric_and_complete(board: Board) -> None:
    inner_edges, inner_vertices = (4, 4) if board.grid is SQUARES else (3, 9)
    for cell in range(len(board)):
        assert not (board.edges[cell] | board.vertices[cell]) >> cell & 1
        assert board.edges[cell] & board.vertices[cell] == 0
        assert all(board.edges[other] >> cell & 1 for other in bits(board.edges[cell]))
        assert all(board.vertices[other] >> cell & 1 for other in bits(board.vertices[cell]))
    most = max(range(len(board)), key=lambda cell: board.vertices[cell].bit_count())
    assert board.edges[most].bit_count() == inner_edges
    assert board.vertices[most].bit_count() == inner_vertices


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_cells_are_numbered_by_row_from_the_bottom_then_by_column(board: Board) -> None:
    named = [(int(name.lstrip("abcdefghijklmnopqrstuvwxyz")), name) for name in board.cell_names]
    assert [row for row, _ in named] == sorted(row for row, _ in named)
    assert [board.cell(name.upper()) for name in board.cell_names] == list(range(len(board)))


def test_the_trigon_board_points_up_where_the_formula_says() -> None:
    board = EDITIONS["trigon"].board
    for x, y in board.places:
        up = len(TRIANGLES.corners((x, y))) == 3 and TRIANGLES.corners((x, y))[0][0] == x + 1
        assert up == ((x - 9 + y + 9) % 2 == 1)
    assert (board.width, board.height) == (35, 18)
    inner = EDITIONS["trigon8"].board
    assert (inner.width, inner.height, len(inner)) == (31, 16, 384)


@pytest.mark.parametrize(
    "name", ["", "a", "7", "a0", "u1", "a21", "aa1", "a-1", "1a", "ä1", "a1b", "a" * 999]
)
def test_a_name_that_is_no_cell_is_refused_in_words(name: str) -> None:
    with pytest.raises(NotationError, match=r"is not (a cell|on this board)"):
        EDITIONS["classic"].board.cell(name)


def test_the_message_tells_what_would_be_right() -> None:
    with pytest.raises(
        NotationError, match="its columns are a to ai, its rows 1 to 18, within its outline"
    ):
        EDITIONS["trigon"].board.cell("a1")
