"""Bots in Python: in the arena, over GTP, and whatever they can do wrong."""

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from joblib.externals.loky import get_reusable_executor

from cornerwise import CornerwiseError, Game, PlayerError, PlayerFault, gtp
from cornerwise.arena import Match, Tournament, play_round
from cornerwise.bots import Guarded, made
from cornerwise.gtp import Client
from cornerwise.workers import ALONE, Workers
from tests.engines.sample_bots import (
    Chatty,
    Cheat,
    Largest,
    Leaving,
    Locked,
    Raising,
    Seeded,
    Silent,
    ready_made,
)
from tests.patience import PATIENCE

SAMPLES = "tests.engines.sample_bots"
BOT = """
class Bot:
    def choose(self, game):
        return game.legal_moves[-1]
"""


def records(players: Sequence[Any], workers: Workers = ALONE, rounds: int = 2) -> list[str]:
    tournament = Tournament(Match.between(players, "duo", seed=5), rounds)
    tournament.play(workers)
    games = [game for played in tournament.in_order for game in played.games]
    assert not any(game.fault for game in games), games[0].fault
    moves = [game.record.partition("\n")[2] for game in games]  # after the names of the players
    return [re.sub(r"\nP[BW]\[.*?\]", "", text) for text in moves]


# --- in the arena ------------------------------------------------------------------------


def test_a_text_a_class_an_object_and_a_maker_are_the_same_player() -> None:
    ways: list[Any] = [f"python:{SAMPLES}:Largest", Largest, Largest(), lambda: Largest(0)]
    played = [records([way, "random"], rounds=1) for way in ways]
    assert played[1:] == played[:1] * 3
    assert records([f"python:{SAMPLES}:ready_made", "random"], rounds=1) != played[0]


def test_settings_and_seeds_reach_the_class() -> None:
    with_setting = records([f"python:{SAMPLES}:Largest,skip=3", "random"], rounds=1)
    assert with_setting == records([ready_made, "random"], rounds=1)
    assert records([f"python:{SAMPLES}:Seeded,seed=0", "random"], rounds=1) == records(
        [Seeded(0), "random"], rounds=1
    )
    # Each game has a seed of its own, and the same one each time.
    assert records([Seeded, "random"]) == records([Seeded, "random"])
    assert records([Seeded, "random"], rounds=1) != records([Seeded(0), "random"], rounds=1)


def test_bots_play_in_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found in the current directory, or handed over as objects."""
    (tmp_path / "bot_of_the_day.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    get_reusable_executor().shutdown(wait=True)  # those of other tests are in another directory
    players = ["python:bot_of_the_day:Bot", Largest(2)]
    assert records(players, Workers(2)) == records(players)


def test_a_bot_that_cannot_be_sent_away_is_told_and_plays_here() -> None:
    with pytest.raises(CornerwiseError, match="cannot be given to another process"):
        records([Locked(), "random"], Workers(2))
    assert records([Locked(), "random"], rounds=1)
    assert records([Locked, "random"], Workers(2), rounds=1)  # a class can: it is made there


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Silent, "moved illegally: a move is a Move, a text such as 'a1,b1' or a number, not None"),
        (Cheat, "moved illegally: a1: it touches none"),
        (Raising, "failed: ZeroDivisionError: oh dear .sample_bots.py, line [0-9]+"),
        (Leaving, "failed: SystemExit: good night .sample_bots.py, line [0-9]+"),
    ],
)
def test_a_fault_costs_the_game_and_nothing_else(bot: type, words: str) -> None:
    played = play_round(Match.between([bot, "random"], "duo"), 0)
    for game in played.games:
        assert game.culprit == 0
    assert re.search(f"{SAMPLES}:{bot.__name__} {words}", played.games[0].fault)
    assert played.share(1) == 1


def test_a_bot_may_try_moves_on_the_game_it_is_given() -> None:
    assert records([Chatty, "random"], rounds=1) == records([Largest, "random"], rounds=1)
    game = Game("duo")
    assert made(Chatty).choose(game) in game.legal_moves
    assert game == Game("duo")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("python:", "names no bot: write module:Class"),
        ("python:sample", "names no bot: write module:Class"),
        ("python:no_such_module:Bot", "no module 'no_such_module', neither installed nor in the"),
        (f"python:{SAMPLES}.deeper:Bot", "there is no module"),
        (f"python:{SAMPLES}:Nobody", "has no Nobody"),
        (f"python:{SAMPLES}:NoBot", "is no bot: it has no method choose"),
        (f"python:{SAMPLES}:SAMPLE", "has no SAMPLE"),
        (f"python:{SAMPLES}:__name__", "is no bot: it has no method choose"),
        (f"python:{SAMPLES}:Unmade", r"cannot be made: OSError: no network file \(sample_bots.py"),
        (f"python:{SAMPLES}:Largest,depth=3", "cannot be made: TypeError: .*depth"),
        (f"python:{SAMPLES}:Largest,depth", "is not a setting: write name=value"),
        (f"python:{SAMPLES}:ready_made,skip=3", "is made already: settings are for a class"),
    ],
)
def test_what_is_no_bot_is_refused_before_the_match(text: str, words: str) -> None:
    with pytest.raises(PlayerError, match=words):
        Match.between([text, "random"], "duo")


def test_a_module_with_a_mistake_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot.py").write_text("import sys\n\nsys.no_such_thing\n")
    (tmp_path / "hungry_bot.py").write_text("import no_such_package\n")
    (tmp_path / "garbled_bot.py").write_text("def choose(:\n")
    monkeypatch.chdir(tmp_path)
    for name, words in (
        ("broken_bot", r"AttributeError: .*no_such_thing.* \(broken_bot.py, line 3\)"),
        (
            "hungry_bot",
            "cannot be imported: ModuleNotFoundError: No module named 'no_such_package'",
        ),
        ("garbled_bot", r"cannot be imported: SyntaxError: .* \(garbled_bot.py, line 1\)$"),
    ):
        with pytest.raises(PlayerError, match=words):
            Match.between([f"python:{name}:Bot", "random"], "duo")


# --- over GTP ----------------------------------------------------------------------------


@pytest.fixture(params=["script", "command"])
def offered(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A command line that offers `Chatty` over GTP: by three lines of Python, or by ours."""
    if request.param == "command":
        return shlex.join(
            [sys.executable, "-m", "cornerwise", "gtp", "--player", f"{SAMPLES}:Chatty"]
        )
    script = tmp_path / "my_bot.py"
    script.write_text(f"""
from cornerwise import gtp
from {SAMPLES} import Chatty
gtp.serve(Chatty())
""")
    here = Path(__file__).parents[1]
    return shlex.join(["env", f"PYTHONPATH={here}", sys.executable, str(script)])


def test_a_bot_is_offered_over_gtp(offered: str) -> None:
    game = Game("trigon_2")
    with Client(offered, timeout=PATIENCE) as engine:
        assert (engine.ask("name"), engine.ask("version")) == ("Largest", "1.5")
        for _ in range(6):
            move = engine.choose(game)
            assert move == Largest().choose(game)
            game.play(move)


def test_a_bot_over_gtp_plays_as_it_does_here(offered: str) -> None:
    there = records([f"gtp:{offered}", "random"], rounds=1)
    assert there == records([Largest, "random"], rounds=1)


def test_mistakes_of_a_bot_are_answers_and_seeds_are_passed_on() -> None:
    command = shlex.join([sys.executable, "-m", "cornerwise", "gtp", "--game", "duo", "--player"])
    with Client(f"{command} {SAMPLES}:Raising", timeout=PATIENCE) as engine:
        good, text = engine.try_to("genmove b")
        assert not good
        assert re.fullmatch(
            r"failed: ZeroDivisionError: oh dear \(sample_bots.py, line \d+\)", text
        )
        assert engine.ask("protocol_version") == "2"
    with Client(f"{command} {SAMPLES}:Seeded --seed 3", timeout=PATIENCE) as engine:
        engine.play("b", "e10")
        legal = engine.ask("all_legal w").splitlines()
        assert engine.ask("reg_genmove w") == legal[3]
        engine.ask("set_random_seed 12")
        assert engine.ask("reg_genmove w") == legal[12]


def test_the_bot_of_the_documentation_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that docs/write-a-bot.md shows: in the arena, and as a program."""
    page = (Path(__file__).parents[1] / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    whole, three_lines = re.findall(r"^```python\n((?!>>>).*?)^```", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "my_bot.py").write_text(whole)
    (tmp_path / "offered.py").write_text(three_lines)
    monkeypatch.chdir(tmp_path)
    for script in ("my_bot.py", "offered.py"):
        with Client([sys.executable, script], timeout=PATIENCE) as engine:
            assert (engine.ask("name"), engine.ask("version")) == ("My bot", "0.1")
            assert engine.choose(Game("duo")) in Game("duo").legal_moves
    records(["python:my_bot:MyBot,seed=1", "random"], rounds=1)  # without a fault


def test_a_bot_takes_no_settings_of_the_engine() -> None:
    for options in (["--level", "3"], ["--nobook"], ["--threads", "2"]):
        words = [sys.executable, "-m", "cornerwise", "gtp", "--player", f"{SAMPLES}:Largest"]
        with (
            Client([*words, *options]) as engine,
            pytest.raises(PlayerFault, match="a bot of yours takes no settings of the engine"),
        ):
            engine.ask("name")


def test_serve_refuses_what_is_no_bot() -> None:
    with pytest.raises(PlayerError, match="is no bot"):
        gtp.serve(object())


def test_numbers_and_texts_are_moves_too() -> None:
    game = Game("duo")
    assert made(Seeded(4)).choose(game).number == game.legal_moves.numbers[4]
    assert isinstance(made(Largest), Guarded)
