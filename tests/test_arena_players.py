"""Players from texts, and programs that fail in every way a program can."""

import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from cornerwise import CornerwiseError, Game, PlayerError
from cornerwise.arena.match import Match, play_round
from cornerwise.arena.players import parse_player

FAULTY = Path(__file__).parent / "engines" / "faulty.py"


def faulty(fault: str) -> str:
    return f"gtp:{shlex.join([sys.executable, str(FAULTY), fault])}"


OURS = f"gtp:{shlex.quote(sys.executable)} -m cornerwise gtp --seed {{seed}}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a player: choose simple"),
        ("grandmaster", "is not a player"),
        ("simple:3", "is not a player"),
        ("gtp:", "needs a command line"),
        ("level:", "needs a number"),
        ("level:high", "needs a number"),
        ("seconds:-1", "must be more than 0"),
        ("seconds:nan", "must be more than 0"),
        ("level:3,colour=red", "is not a setting: they are weights"),
        ("level:3,threads=many", "needs a number, as in threads=2"),
        ("level:3,prove=perhaps", "needs on or off"),
    ],
)
def test_a_text_that_names_no_player_is_refused(text: str, words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        parse_player(text)


def test_settings_of_a_player() -> None:
    spec = parse_player(f"seconds:0.5,threads=2,weights={__file__},prove=off,book=on")
    assert (spec.kind, spec.value) == ("seconds", 0.5)
    settings = {"threads": 2, "weights": __file__, "prove": False, "book": True}
    assert spec.settings == settings


@pytest.mark.parametrize("text", ["simple", "random"])
def test_quick_players_repeat_themselves_for_a_seed(text: str) -> None:
    game = Game("trigon")
    spec = parse_player(text)
    first = [spec.make(seed, 1).choose(game, None) for seed in range(6)]
    again = [spec.make(seed, 1).choose(game, None) for seed in range(6)]
    assert first == again
    assert len(set(first)) > 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crash", "crashed at 'genmove .' .exit code 1.: out of order"),
        ("hang", "hung: no answer to 'genmove .' in 2 s"),
        ("flood", "answered 'genmove .' without end"),
        ("nonsense", "answered 'genmove .' with 'let me think'"),
        ("refuse", "refused 'play b .*': I do not like this move"),
        ("resign", "resigned"),
        ("pass", "moved illegally"),
        ("a1", "moved illegally: a1: it touches none"),
        ("a1,c3", "moved illegally: no piece has the shape"),
        ("zz99", "moved illegally"),
    ],
)
def test_a_fault_costs_the_game_and_nothing_else(fault: str, words: str) -> None:
    match = Match.between([faulty(fault), "random"], "duo", timeout=2 if fault == "hang" else 20)
    began = time.monotonic()
    played = play_round(match, 0)
    assert time.monotonic() - began < 20
    for game in played.games:
        assert game.culprit == 0
        faulty_part, other = game.part(0), game.part(1)
        assert faulty_part
        assert other
        assert (faulty_part.share, faulty_part.points) == (0, None)
        assert other.share == 1
    assert re.search(words, played.games[0].fault)
    assert "C[gtp:" in played.games[0].record


def test_a_program_that_cannot_be_started_loses() -> None:
    for command in ("gtp:/no/such/program", "gtp:'unbalanced"):
        played = play_round(Match.between(["random", command], "duo"), 0)
        assert all("cannot be started" in game.fault for game in played.games)
        assert played.share(0) == 1


def test_our_own_program_plays_a_round_and_its_cpu_time_is_seen() -> None:
    played = play_round(Match.between([OURS, "random"], "duo", seed=3), 0)
    for game in played.games:
        assert not game.fault
        ours, other = game.part(0), game.part(1)
        assert ours
        assert other
        assert ours.points is not None
        assert ours.cpu > other.cpu


@pytest.mark.parametrize("text", ["level:1", "simulations:20", "seconds:0.01"])
def test_the_engine_takes_part(text: str) -> None:
    played = play_round(Match.between([text, "random"], "duo"), 0)
    assert [game.fault for game in played.games] == ["", ""]


def test_the_engine_with_simulations_repeats_itself() -> None:
    match = Match.between(["simulations:20", "level:2"], "duo")
    assert [game.record for game in play_round(match, 0).games] == [
        game.record for game in play_round(match, 0).games
    ]


def test_equal_takes_as_much_time_as_its_rival() -> None:
    # So many that what is read or made only once, on the way, hardly counts.
    match = Match.between(["equal:0.02", "simulations:2000"], "duo")
    rounds = [play_round(match, number) for number in range(3)]
    ours = sum(part.cpu for played in rounds for part in played.parts(0))
    theirs = sum(part.cpu for played in rounds for part in played.parts(1))
    assert 0.5 < ours / theirs < 2


def test_settings_that_the_engine_refuses_are_refused_before_the_match(tmp_path: Path) -> None:
    for text in ("level:12", "simulations:9,threads=0", f"level:1,weights={tmp_path / 'none'}"):
        with pytest.raises(CornerwiseError):
            Match.between([text, "random"], "duo")
