"""The client for programs that speak GTP."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cornerwise import Engine, Game, IllegalMove, PlayerFault, Setup, VariantError
from cornerwise.gtp import Client

FAULTY = Path(__file__).parent / "engines" / "faulty.py"
OURS = [sys.executable, "-m", "cornerwise", "gtp", "--simulations", "20", "--seed", "3"]
CROSS = "e8,d9,e9,f9,e10"


def same(game: Game) -> str:
    """What the program of `OURS` plays, asked for in another way."""
    return str(Engine(simulations=20, seed=3).choose(game))


def test_a_program_is_driven_by_hand() -> None:
    with Client(shlex.join(OURS)) as engine:
        engine.set_game("duo")
        engine.play("blue", CROSS)
        game = Game("duo", moves=[CROSS])
        assert engine.genmove("yellow") == same(game)
        assert engine.try_to("play w a1")[0] is False
        with pytest.raises(PlayerFault, match="refused 'play b a1': illegal move"):
            engine.play("blue", "a1")
        with pytest.raises(VariantError, match="'red' is not a colour of duo"):
            engine.play("red", "a1")


def test_a_program_is_a_player_of_any_game() -> None:
    """It is told what it does not know yet: more moves, fewer, others, a setup, another variant."""
    begun = Game("duo", moves=[CROSS])
    other = Game("trigon_2")
    laid = Game("duo", setup=Setup(tuple(Game("duo", moves=[CROSS, "j5"]).placements)))
    with Client(OURS) as engine:
        for game in (begun, other, laid, begun, begun):
            assert str(engine.choose(game)) == same(game)
        for _ in range(4):
            begun.play(engine.choose(begun))
        begun.undo()
        assert str(engine.choose(begun)) == same(begun)
        engine.ask("clear_board")  # whatever is asked by hand, the next game is told anew
        assert str(engine.choose(begun)) == same(begun)


def test_a_game_that_is_over_has_no_move(tmp_path: Path) -> None:
    game = Game("duo")
    while not game.is_over:
        game.play(game.legal_moves[0])
    with Client(OURS) as engine, pytest.raises(IllegalMove, match="the game is over"):
        engine.choose(game)


def test_a_program_that_does_not_know_the_game_says_so() -> None:
    words = "while read line; do printf '? unknown\\n\\n'; done"
    with (
        Client(["sh", "-c", words]) as engine,
        pytest.raises(PlayerFault, match="does not know the game Blokus Duo"),
    ):
        engine.set_game("duo")


def test_no_program_outlives_its_client() -> None:
    """Neither one that hangs, nor what it has started."""
    client = Client([sys.executable, str(FAULTY), "hang"], timeout=0.2)
    with pytest.raises(PlayerFault, match="hung"):
        client.ask("genmove b")
    client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(client.pid, 0)
    with Client(["sh", "-c", "sleep 600 & printf '= %s\\n\\n' $!; read line"]) as starter:
        child = int(starter.ask("who"))
    # Killed, or at most a corpse that nobody has buried yet.
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(child)], capture_output=True, text=True, check=False
    )
    assert state.stdout.strip()[:1] in ("", "Z")


def test_talking_needs_no_other_package() -> None:
    program = ["sh", "-c", r"read line; printf '= hello\n\n'; read line"]
    code = (
        "import sys; sys.modules.update(psutil=None, joblib=None, rich=None)\n"
        "from cornerwise.gtp import Client\n"
        f"with Client({program!r}) as engine:\n"
        "    print(engine.ask('name'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "hello\n"


@pytest.mark.parametrize("command", ["", []])
def test_an_empty_command_line_is_told(command: str | list[str]) -> None:
    with pytest.raises(PlayerFault, match="cannot be started: the command line is empty"):
        Client(command)
