"""The registry of variants and their options."""

import pickle
import random

import pytest

from cornerwise import VARIANTS, Game, RecordError, VariantError, variant
from cornerwise.geometry import rectangle
from cornerwise.lots import seated
from cornerwise.position import Hand
from cornerwise.tables import Tables, tables_of
from cornerwise.variants import COLOURS, EDITIONS, Edition


def test_every_variant_of_the_books_is_there_and_junior() -> None:
    assert list(VARIANTS) == [
        "classic", "classic_2", "classic_3", "classic_teams", "classic_solo", "duo",
        "trigon", "trigon_2", "trigon_3", "trigon_teams", "trigon_solo", "junior",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count"), [("duo", 13729), ("classic", 30433), ("trigon", 32131), ("trigon8", 24859),
     ("junior", 7217)],
)  # fmt: skip
def test_placement_counts(name: str, count: int) -> None:
    tables = tables_of(EDITIONS[name])
    assert len(tables) == count
    assert all(cells == tuple(sorted(cells)) for cells in tables.cells)
    keys = list(zip(tables.piece, tables.cells, strict=True))
    assert keys == sorted(set(keys))  # numbered by piece, then by cells


@pytest.mark.parametrize("name", EDITIONS)
def test_a_placement_is_found_by_its_cells(name: str) -> None:
    tables = tables_of(EDITIONS[name])
    for number in range(0, len(tables), 97):
        assert tables.number(reversed(tables.cells[number])) == number
    assert tables.number([0, len(tables.board) - 1]) is None


@pytest.mark.parametrize("name", EDITIONS)
def test_a_placement_is_its_orientation_moved(name: str) -> None:
    tables = tables_of(EDITIONS[name])
    for number in range(0, len(tables), 89):
        dx, dy = tables.moved[number]
        shape = tables.pieces[tables.piece[number]].orientations[tables.orientation[number]]
        cells = [tables.board.numbers[x + dx, y + dy] for x, y in shape]
        assert tuple(sorted(cells)) == tables.cells[number]


@pytest.mark.parametrize("grid", ["classic", "trigon"])
def test_turning_and_flipping_run_through_all_orientations(grid: str) -> None:
    for piece in EDITIONS[grid].pieces:
        seen, todo = set(), [0]
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += [piece.turned[at], piece.flipped[at]]
        assert seen == set(range(len(piece.orientations)))


def test_options_are_part_of_the_value() -> None:
    plain, chosen = variant("trigon"), variant("trigon", touch="vertices", scoring="basic")
    assert plain == VARIANTS["trigon"] == variant("trigon", touch="any", first="blue")
    assert chosen != plain
    assert str(chosen) == "trigon touch=vertices scoring=basic"
    assert repr(chosen) == "cornerwise.variant('trigon', touch='vertices', scoring='basic')"
    assert variant(chosen, first="red").options == (
        ("touch", "vertices"), ("scoring", "basic"), ("first", "red"),
    )  # fmt: skip
    assert hash(chosen) == hash(variant("trigon", scoring="basic", touch="vertices"))


def test_the_colour_that_begins_by_default_is_no_option() -> None:
    assert variant("trigon_3", spare="blue", first="yellow") == variant("trigon_3", spare="blue")
    assert variant("trigon_3", spare="blue").options == (("spare", "blue"),)
    assert variant("classic_3", spare="blue").first == "blue"  # shared: its turn comes all the same


def test_a_variant_pickles_small() -> None:
    for chosen in (*VARIANTS.values(), variant("classic_3", spare="red", starts="free")):
        data = pickle.dumps(chosen)
        assert pickle.loads(data) == chosen
        assert len(data) < 300


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "'chess' is not a variant: choose one of classic, classic_2"),
        (None, {}, "None is not a variant"),
        ("duo", {"colour": "red"}, "there is no option 'colour': the options are touch, scoring"),
        ("duo", {"touch": "vertices"}, "cannot be chosen for duo: only touch='any' applies"),
        ("duo", {"starts": "own"}, "cannot be chosen for duo: only starts='free' applies"),
        ("duo", {"first": "red"}, "first='red' is not known: choose blue or yellow"),
        ("classic", {"spare": "red"}, "cannot be chosen for classic: spare does not apply"),
        ("classic", {"starts": "corner"}, "choose own or free"),
        ("classic", {"scoring": "german"}, "choose advanced or basic"),
        ("classic", {"scoring": 7}, "choose advanced or basic"),
        ("trigon_3", {"spare": "red", "first": "red"}, "choose blue or yellow or green"),
    ],
)  # fmt: skip
def test_bad_choices_are_refused_in_words(name: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(VariantError, match=message.replace("(", r"\(")):
        variant(name, **options)


def test_colours_are_their_names() -> None:
    assert [str(colour) for colour in COLOURS] == ["blue", "yellow", "red", "green"]
    assert repr(COLOURS[0]) == "'blue'"
    with pytest.raises(VariantError, match="'red' is not a colour of duo: it has blue, yellow"):
        variant("duo").colour("red")


def test_lots_decide_among_the_players_and_a_seed_repeats_them() -> None:
    for name, of in VARIANTS.items():
        drawn = [Game(name, first="lot", seed=seed).variant for seed in range(60)]
        players = {colour for seat in of.seats for colour in seat.colours}
        assert {found.first for found in drawn} == players  # so never a spare colour (R2)
        assert drawn == [variant(name, first="lot", seed=seed) for seed in range(60)]
        # What comes of it is plain: it names the colour that begins.
        for found in drawn[:8]:
            assert "lot" not in str(found)
            assert Game.from_json(Game(found).to_json()).variant == found
        assert variant(name).first == "blue"
        assert of.table_first == ("lot" if name in ("duo", "junior") else "blue")
    for spare in COLOURS:
        drawn = [variant("classic_3", spare=spare, first="lot", seed=n) for n in range(40)]
        assert {found.first for found in drawn} == set(COLOURS) - {spare}


def test_a_record_leaves_nothing_to_lots() -> None:
    for options in ('{"first": "lot"}', '{"seed": 3}'):
        with pytest.raises(RecordError, match=r"which colour begins|no option 'seed'"):
            Game.from_json(f'{{"variant": "duo", "options": {options}, "moves": []}}')


def test_colours_by_lot_keep_partners_together() -> None:
    for of in VARIANTS.values():
        players = [(seat.team, seat.name) for seat in of.seats]
        drawn = [seated(of, players, random.Random(seed)) for seed in range(100)]
        assert all(sorted(found.values()) == sorted(players) for found in drawn)
        for seat in of.seats:  # everybody may come to sit anywhere
            assert {found[seat.name] for found in drawn} == set(players)
        for found in drawn:
            together = {(seat.team, found[seat.name][0]) for seat in of.seats}
            assert len(together) == of.team_count


def test_an_edition_may_have_a_piece_several_times() -> None:
    board = rectangle("small", 8, 8)
    of = Edition("small", "Small", board, ("a1",), "5", ("L4", "I1", "I1", "L4", "I1"))
    assert [piece.name for piece in of.pieces] == ["I1", "L4"]  # by size, however they are given
    assert of.counts == (3, 2)
    assert len(Tables(of)) == 64 + 8 * 6 * 7  # a placement is that of a shape, not of a copy
    hand = Hand.of(of.counts)
    assert hand.pieces == (0, 0, 0, 1, 1)
    assert Hand.of((0, 2)).left == 0b10
    assert set(EDITIONS["duo"].counts) == {1}


def test_installed_packages_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading them takes milliseconds, and a server lists variants for every visitor."""
    before = list(VARIANTS)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("read again"))
    assert list(VARIANTS) == before
