"""The controller's end of the protocol: a program that may crash, hang or talk nonsense."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO, Self, cast

from cornerwise.errors import IllegalMove, NotationError, PlayerFault
from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.records.dialect import Dialect
from cornerwise.variants import Variant, variant

LONGEST_LINE = 1 << 16
LONGEST_ANSWER = 1000
MOST_LINES = 10_000
"""The most lines that may wait unread: a program that writes more is ended."""
PATIENCE = 1.0
"""Seconds that a program has to end by itself."""


class Client:
    """A program that speaks GTP, started by its command line and ended by `close` or `with`.

    It is a player: `choose(game)` tells it the game and asks for a move. The other methods drive it
    by hand. A refusal, a crash or a hang raises `PlayerFault`.

    command  a command line, or its words
    timeout  the seconds after which a command without an answer counts as hung
    """

    def __init__(self, command: str | Sequence[str], timeout: float = 300.0) -> None:
        self.timeout = timeout
        self._told: list[str] | None = None
        self._variant: Variant | None = None
        self._answers: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=20)
        pipe = subprocess.PIPE
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            if not words:
                raise ValueError("the command line is empty")
            self._process = subprocess.Popen(
                words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                # Ctrl-C is for us: a match that is stopped is no crash. And the program and all
                # that it starts are one group, which can be ended at once.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PlayerFault(f"cannot be started: {error}") from None
        self._input = cast(IO[bytes], self._process.stdin)
        self._outputs = cast(list[IO[bytes]], [self._process.stdout, self._process.stderr])
        self._readers = [
            threading.Thread(target=take, args=(stream,), daemon=True)
            for take, stream in zip((self._hear, self._note), self._outputs, strict=True)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """The id of the program's process."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- commands ------------------------------------------------------------------------

    def ask(self, command: str) -> str:
        """The answer to any command. A refusal raises."""
        good, text = self.try_to(command)
        if not good:
            raise PlayerFault(f"refused {command!r}: {text or 'no reason given'}")
        return text

    def try_to(self, command: str) -> tuple[bool, str]:
        """Whether a command was carried out, and the answer."""
        deadline = time.monotonic() + self.timeout
        self._told = None  # whatever it is, it may have changed the program's game
        try:
            self._input.write(f"{command}\n".encode())
            self._input.flush()
        except (OSError, ValueError):
            raise self._crash(command) from None
        lines: list[str] = []
        while (line := self._line(command, deadline)) or not lines:
            if line:
                lines.append(line)
            if len(lines) > LONGEST_ANSWER:
                raise PlayerFault(f"answered {command!r} without end")
        if lines[0][0] not in "=?":
            raise PlayerFault(f"answered {command!r} with {_clipped(lines[0])!r}")
        text = "\n".join([lines[0][1:], *lines[1:]]).strip()
        return lines[0].startswith("="), text

    def set_game(self, game: str | Variant) -> None:
        """Begin a game, by our name of the variant or by that of .blksgf files.

        The protocol cannot tell a variant's options: give them in the program's command line.
        """
        chosen = variant(game)
        names = (chosen.name, chosen.recipe.gm)
        if not any(self.try_to(f"set_game {name}")[0] for name in names):
            raise PlayerFault(f"does not know the game {names[1]}")
        self.ask("clear_board")
        self._variant, self._told = chosen, []

    def play(self, colour: str, move: Move | str) -> None:
        """Let a colour make a move."""
        self.ask(f"play {self._word(colour)} {move}")

    def genmove(self, colour: str) -> str:
        """Let the program choose and make a move of a colour; `pass` if there is none."""
        return self.ask(f"genmove {self._word(colour)}")

    # --- a player ------------------------------------------------------------------------

    def choose(self, game: Game) -> Move:
        """The program's move in a game, which it is told first as far as it does not know it."""
        if game.to_play is None:
            raise IllegalMove("the game is over: there is no move to choose")
        dialect = Dialect(game.variant)
        moves = [f"{dialect.move_id(c).lower()} {move}" for c, move in game.placements]
        told = self._told
        if told is None or self._variant != game.variant or moves[: len(told)] != told:
            self.set_game(game.variant)
            told = []
        for move in moves[len(told) :]:
            self.ask(f"play {move}")
        colour = dialect.move_id(game.to_play).lower()
        text = self.ask(f"genmove {colour}")
        if text.lower() == "resign":
            raise PlayerFault("resigned")
        try:
            chosen = game.move(text)
        except NotationError as error:
            raise PlayerFault(f"moved illegally: {error}") from error
        self._told = [*moves, f"{colour} {chosen}"]
        return chosen

    def close(self) -> None:
        """Let the program end by itself, or else end it, and all that it has started."""
        with contextlib.suppress(OSError, ValueError):
            self._input.write(b"quit\n")
            self._input.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        _end_group(self._process)
        self._process.wait()
        for reader, stream in zip(self._readers, self._outputs, strict=True):
            reader.join(PATIENCE)
            if not reader.is_alive():
                stream.close()

    # --- parts ---------------------------------------------------------------------------

    def _word(self, colour: str) -> str:
        """The program's word for a colour, if it was told which game it is."""
        if self._variant is None:
            return colour
        return Dialect(self._variant).move_id(self._variant.colour(colour)).lower()

    def _line(self, command: str, deadline: float) -> str:
        try:
            line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise PlayerFault(f"hung: no answer to {command!r} in {self.timeout:g} s") from None
        if line is None:
            raise self._crash(command)
        return line

    def _crash(self, command: str) -> PlayerFault:
        try:
            ended = f"exit code {self._process.wait(PATIENCE)}"
        except subprocess.TimeoutExpired:
            ended = "it closed its output"
        self._readers[1].join(PATIENCE)
        last = f": {self._complaints[-1]}" if self._complaints else ""
        return PlayerFault(f"crashed at {command!r} ({ended}){last}")

    def _hear(self, stream: IO[bytes]) -> None:
        try:
            for line in _lines(stream):
                self._answers.put_nowait(line)
            self._answers.put_nowait(None)
        except queue.Full:
            self._process.kill()

    def _note(self, stream: IO[bytes]) -> None:
        for line in _lines(stream):
            if line:
                self._complaints.append(_clipped(line))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, without the white space at their ends; long ones in pieces."""
    while line := stream.readline(LONGEST_LINE):
        yield line.decode("utf-8", "replace").strip()


def _clipped(text: str, length: int = 200) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
