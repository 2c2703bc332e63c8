"""Seatings, openings, results, and matches that go on where they were stopped."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cornerwise import VARIANTS, CornerwiseError, Game, parse_sgf, read_sgf, variant
from cornerwise.arena import Match, Round, Sprt, Tournament, play_round
from cornerwise.arena.openings import default_plies, random_opening
from cornerwise.ledger import LedgerError
from cornerwise.workers import Workers

DUO = Match.between(["simple", "random"], "duo")
TABLES = [name for name, known in VARIANTS.items() if known.team_count > 1]


def bare(played: Round) -> Round:
    """A round without the times, which no two runs share, and without the records."""
    games = tuple(
        replace(game, record="", parts=tuple(replace(part, cpu=0.0) for part in game.parts))
        for game in played.games
    )
    return replace(played, games=games)


# --- seatings --------------------------------------------------------------------------------


def test_two_players_swap_sides_and_share_the_opening() -> None:
    played = play_round(DUO, 5)
    assert [game.seating for game in played.games] == [(0, 1), (1, 0)]
    first, second = (parse_sgf(game.record)[0] for game in played.games)
    assert first.players == {"blue": "simple", "yellow": "random"}
    assert second.players == {"blue": "random", "yellow": "simple"}
    assert first.game().history[: DUO.plies] == second.game().history[: DUO.plies]
    assert first.game().history != second.game().history


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_all_players_play_everywhere_equally_often(name: str, count: int) -> None:
    match = Match.between(["random"] * count, name, plies=0)
    for number in range(6):
        seen = Counter(
            (player, team)
            for seating in match.seatings(number)
            for team, player in enumerate(seating)
        )
        assert len(seen) == count * match.variant.team_count
        assert len(set(seen.values())) == 1


def test_two_players_alternate_round_a_table_of_four() -> None:
    match = Match.between(["simple", "random"], "classic")
    assert list(match.seatings(0)) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_neighbours_change_from_round_to_round() -> None:
    match = Match.between(["simple"] * 4, "trigon")
    orders = {next(match.seatings(number)) for number in range(6)}
    assert len(orders) == 6


def test_partners_are_one_player() -> None:
    match = Match.between(["simple", "random"], "classic_teams")
    record = parse_sgf(play_round(match, 0).games[1].record)[0]
    assert list(record.players.values()) == ["random", "simple", "random", "simple"]


@pytest.mark.parametrize("name", TABLES)
def test_every_variant_can_be_played_and_adds_up(name: str) -> None:
    match = Match.between(["simple", "random"], name)
    played = play_round(match, 1)
    assert played.share(0) + played.share(1) == pytest.approx(1)
    for game in played.games:
        assert not game.fault
        over = parse_sgf(game.record)[0].game()
        assert over.is_over
        assert sum(part.moves for part in game.parts) == len(over.history) - match.plies
        winning = {game.seating[s.team] for s in over.variant.seats if s.name in over.winners}
        assert winning == {part.player for part in game.parts if part.share}


def test_fewer_cells_left_are_better_under_basic_scoring() -> None:
    match = Match.between(["simple", "random"], variant("duo", scoring="basic"))
    for game in play_round(match, 0).games:
        winner = max(game.parts, key=lambda part: part.points or 0)
        assert winner.share == 1
        assert all(part.points is not None and part.points <= 0 for part in game.parts)


# --- openings --------------------------------------------------------------------------------


def test_openings_are_of_large_pieces_and_differ() -> None:
    openings = [random_opening(variant("duo"), 4, str(seed)) for seed in range(20)]
    assert len({opening.history for opening in openings}) == 20
    for opening in openings:
        assert [move.piece.size for move in opening.history] == [5, 5, 5, 5]
        # Other programs know blue's start field in Duo as e10.
        assert "e10" in opening.history[0].cell_names


@pytest.mark.parametrize(("name", "plies"), [("duo", 3), ("classic", 5), ("trigon_3", 4)])
def test_usual_length_of_openings(name: str, plies: int) -> None:
    assert default_plies(variant(name)) == plies


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "name", "plies", "words"),
    [
        (["simple"], "duo", 4, "at least two"),
        (["simple", "random"], "classic_solo", 4, "one player"),
        (["simple", "nobody"], "duo", 4, "not a player"),
        (["simple", "random"], "duo", 400, "longer than a whole game"),
        (["simple", "random"], "chess", 4, "not a variant"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    players: list[str], name: str, plies: int, words: str
) -> None:
    with pytest.raises(CornerwiseError, match=words):
        Match.between(players, name, plies)


# --- repeating and going on ------------------------------------------------------------------


def test_the_same_seed_gives_the_same_match_also_in_parallel() -> None:
    alone, together = Tournament(DUO, 3), Tournament(DUO, 3)
    alone.play()
    together.play(Workers(2))
    assert [*map(bare, alone.in_order)] == [*map(bare, together.in_order)]
    other = Tournament(replace(DUO, seed=1), 3)
    other.play()
    assert [*map(bare, alone.in_order)] != [*map(bare, other.in_order)]


def test_a_stopped_match_goes_on(tmp_path: Path) -> None:
    whole = Tournament(DUO, 3)
    whole.play()
    Tournament(DUO, 1, tmp_path).play()
    results = tmp_path / "results.jsonl"
    with results.open("a") as file:
        file.write('{"round": 1, "games": [{"sea')  # the machine failed here
    again: list[Round] = []
    resumed = Tournament(DUO, 3, tmp_path)
    assert sorted(resumed.rounds) == [0]
    resumed.play(on_round=again.append)
    assert [played.number for played in again] == [1, 2]
    assert [*map(bare, resumed.in_order)] == [*map(bare, whole.in_order)]
    assert len(results.read_text().splitlines()) == 4
    assert [*map(bare, Tournament(DUO, 3, tmp_path).in_order)] == [*map(bare, whole.in_order)]


def test_games_are_kept(tmp_path: Path) -> None:
    Tournament(DUO, 2, tmp_path).play()
    names = sorted(path.name for path in tmp_path.glob("*.blksgf"))
    assert names == ["0001-1.blksgf", "0001-2.blksgf", "0002-1.blksgf", "0002-2.blksgf"]
    [tree] = read_sgf(tmp_path / names[0])
    assert isinstance(tree.game(), Game)
    assert tree.result


def test_another_match_is_not_mixed_in(tmp_path: Path) -> None:
    Tournament(DUO, 1, tmp_path).play()
    with pytest.raises(LedgerError, match=r"holds other work .*seed 0"):
        Tournament(replace(DUO, seed=1), 1, tmp_path)


@pytest.mark.parametrize("text", ["nonsense\n", "[1]\n", '{"players": 3}\n', "\n"])
def test_a_file_that_holds_no_match_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "results.jsonl").write_text(text)
    with pytest.raises(LedgerError):
        Tournament(DUO, 1, tmp_path)


def test_rounds_that_are_no_rounds_are_refused(tmp_path: Path) -> None:
    Tournament(DUO, 1, tmp_path).play()
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write(json.dumps({"round": 1, "games": [{"seating": 7}]}) + "\n")
    with pytest.raises(LedgerError):
        Tournament(DUO, 2, tmp_path)


def test_a_settled_question_ends_the_match() -> None:
    tournament = Tournament(DUO, 60, sprt=Sprt(0, 200))
    tournament.play()
    assert tournament.is_settled
    assert 3 < len(tournament.rounds) < 40


def test_rounds_after_the_answer_do_not_count() -> None:
    """Other processors may be at further rounds by then: how many there are changes nothing."""
    alone, together = (Tournament(DUO, 60, sprt=Sprt(0, 200)) for _ in range(2))
    alone.play()
    together.play(Workers(3))
    assert len(together.rounds) >= len(alone.rounds) == len(alone.in_order)
    assert [*map(bare, together.in_order)] == [*map(bare, alone.in_order)]
    assert together.tested == alone.tested
