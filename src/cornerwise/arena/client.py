"""A GTP engine as a child process that may crash, hang or talk nonsense without harm to us."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import IO, cast

import psutil

from cornerwise.errors import CornerwiseError

LONGEST_LINE = 1 << 16
LONGEST_ANSWER = 1000
MOST_LINES = 10_000
"""More lines than an engine has to say unheard: one that goes on is ended."""


class EngineFailure(CornerwiseError):
    """A player that did not do what it must: it crashed, hung, refused or moved illegally."""


class GtpClient:
    """The controller's end of the protocol.

    timeout  the seconds after which a command without an answer counts as hung
    """

    def __init__(self, command: str, timeout: float) -> None:
        self.timeout = timeout
        self._spent = 0.0
        self._answers: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=20)
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                start_new_session=True,  # Ctrl-C is for us: a match that is stopped is no crash
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineFailure(f"cannot be started: {error}") from None
        self._input = cast(IO[bytes], self._process.stdin)
        self._outputs = cast(list[IO[bytes]], [self._process.stdout, self._process.stderr])
        self._readers = [
            threading.Thread(target=take, args=(stream,), daemon=True)
            for take, stream in zip((self._hear, self._note), self._outputs, strict=True)
        ]
        for reader in self._readers:
            reader.start()

    def ask(self, command: str) -> str:
        """The answer to a command. A refusal, a crash or a hang raises."""
        good, text = self.try_to(command)
        if not good:
            raise EngineFailure(f"refused {command!r}: {text or 'no reason given'}")
        return text

    def try_to(self, command: str) -> tuple[bool, str]:
        """Whether a command was carried out, and the answer."""
        deadline = time.monotonic() + self.timeout
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
                raise EngineFailure(f"answered {command!r} without end")
        if lines[0][0] not in "=?":
            raise EngineFailure(f"answered {command!r} with {_clipped(lines[0])!r}")
        text = "\n".join([lines[0][1:], *lines[1:]]).strip()
        return lines[0].startswith("="), text

    @property
    def cpu(self) -> float:
        """The CPU seconds that the engine and its own children have used."""
        # An engine that is gone leaves what was seen last.
        with contextlib.suppress(psutil.Error):
            times = [process.cpu_times() for process in self._family]
            ended = times[0].children_user + times[0].children_system
            self._spent = max(self._spent, ended + sum(t.user + t.system for t in times))
        return self._spent

    @cached_property
    def _family(self) -> list[psutil.Process]:
        """The engine and its children, if it is a script that starts another program.

        They are looked for once, when the engine is ready: the search goes through all processes.
        """
        root = psutil.Process(self._process.pid)
        return [root, *root.children(recursive=True)]

    def close(self) -> None:
        """Let the engine end by itself, or else end it and its children."""
        family = []
        with contextlib.suppress(psutil.Error):
            family = psutil.Process(self._process.pid).children(recursive=True)
        with contextlib.suppress(OSError, ValueError):
            self._input.write(b"quit\n")
            self._input.close()
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for process in family:
            with contextlib.suppress(psutil.Error):
                process.kill()
        for reader, stream in zip(self._readers, self._outputs, strict=True):
            reader.join(timeout=1)
            if not reader.is_alive():
                stream.close()

    # --- parts ---------------------------------------------------------------------------

    def _line(self, command: str, deadline: float) -> str:
        try:
            line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineFailure(f"hung: no answer to {command!r} in {self.timeout:g} s") from None
        if line is None:
            raise self._crash(command)
        return line

    def _crash(self, command: str) -> EngineFailure:
        try:
            ended = f"exit code {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            ended = "it closed its output"
        self._readers[1].join(timeout=1)
        last = f": {self._complaints[-1]}" if self._complaints else ""
        return EngineFailure(f"crashed at {command!r} ({ended}){last}")

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


def _lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, without the white space at their ends; long ones in pieces."""
    while line := stream.readline(LONGEST_LINE):
        yield line.decode("utf-8", "replace").strip()


def _clipped(text: str, length: int = 200) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
