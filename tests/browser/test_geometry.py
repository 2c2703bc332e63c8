"""The page numbers placements as the tables do, and tells what happens to those who listen."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from cornerwise.entry import readings
from cornerwise.errors import NotationError
from cornerwise.notation import Move
from cornerwise.tables import tables_of
from cornerwise.variants import EDITIONS
from tests.browser.player import COMPUTER, ME, Player

_NUMBERED = """async name => {
    const { geometry } = await import('/static/js/geometry.js');
    const start = await (await fetch('/api/start')).json();
    const board = geometry(await (await fetch(start.editions[name])).json());
    const all = [];
    for (let n = 0; board.placement(n); n++) {
        const { piece, orientation, moved, cells } = board.placement(n);
        all.push([piece, orientation, ...moved, ...cells].join(' '));
    }
    return all.join('|');
}"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_placements_have_the_same_numbers(person: Callable[..., Player], edition: str) -> None:
    ana = person()
    ana.page.goto("/import")
    tables = tables_of(EDITIONS[edition])
    rows = zip(tables.piece, tables.orientation, tables.moved, tables.cells, strict=True)
    expected = [" ".join(map(str, (p, o, *moved, *cells))) for p, o, moved, cells in rows]
    assert ana.page.evaluate(_NUMBERED, edition).split("|") == expected


_SHOWN = """async name => {
    const { geometry } = await import('/static/js/geometry.js');
    const start = await (await fetch('/api/start')).json();
    const data = await (await fetch(start.editions[name])).json();
    const board = geometry({ ...data, rows: [] });  // without rows there is nothing to number
    return data.sample.map(([, number]) => {
        const { piece, orientation, moved, cells } = board.placement(number);
        return [number, piece, orientation, ...moved, ...cells];
    });
}"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sample_is_drawn_before_placements_are_numbered(
    person: Callable[..., Player], edition: str
) -> None:
    """So the first page need not wait for that: it takes longer than all else that it does."""
    ana = person()
    ana.page.goto("/import")
    tables = tables_of(EDITIONS[edition])
    rows = ana.page.evaluate(_SHOWN, edition)
    assert len(rows) > 10
    for number, *row in rows:
        known = (tables.piece[number], tables.orientation[number])
        assert tuple(row) == (*known, *tables.moved[number], *tables.cells[number])


_READ = """async ([name, texts]) => {
    const { geometry } = await import('/static/js/geometry.js');
    const { typedMove } = await import('/static/js/typed.js');
    const start = await (await fetch('/api/start')).json();
    const board = geometry(await (await fetch(start.editions[name])).json());
    return texts.map((text) => typedMove(board, text).readings);
}"""


@pytest.mark.parametrize("name", ["duo", "trigon"])
def test_typed_moves_mean_the_same_everywhere(person: Callable[..., Player], name: str) -> None:
    """The page, the terminal and the socket read one notation (`cornerwise.entry`)."""
    tables = tables_of(EDITIONS[name])
    dice, texts = Random(1), ["", "zz99", "a1,z99", "i5 i6", "I5,I6", "I5 i6", "f5", "F5", "X5 a1"]
    for number in dice.sample(range(len(tables)), 60):
        move = Move(tables, number)
        cells = dice.sample(move.cell_names, dice.randint(1, len(move.cells)))
        word = dice.choice([move.piece.name, move.piece.name.lower()])
        texts += [str(move), " ".join(cells), " ".join([word, *cells]), ",".join([word, *cells])]
    ana = person()
    ana.page.goto("/import")
    for text, found in zip(texts, ana.page.evaluate(_READ, [name, texts]), strict=True):
        try:
            meant = [[move.number for move in moves] for moves in readings(tables, text)]
        except NotationError:
            meant = []
        assert found == meant, text


def test_moves_and_turns_are_told(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.type_move()
    told = re.compile(r"Yellow places \w\d at \w+, \d squares?\. Your turn")
    expect(ana.page.locator("#live")).to_have_text(told)
    expect(ana.page.get_by_role("grid", name="Board")).to_be_visible()
    start = ana.tables().board.cell("a1")
    expect(ana.page.locator(f"#cell-{start}")).to_have_attribute("aria-label", "a1, free")
