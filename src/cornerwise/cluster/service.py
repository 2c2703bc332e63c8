"""A program that runs beside us: started, stopped, killed, started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from cornerwise.cluster.programs import listens
from cornerwise.errors import CornerwiseError

PATIENCE = 120.0
"""Seconds that a program may take to start on a busy machine."""
GRACE = 15.0
"""Seconds that a program has to end by itself before it is killed."""


class ServiceError(CornerwiseError):
    """A service that does not start; the message says why, as far as its log knows."""


class Service:
    """A program that listens at a port.

    It ends when we end, however that happens: Linux sends it `end` when its parent dies.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        port: int = 0,
        *,
        log: Path | None = None,
        user: str | None = None,
        environment: Mapping[str, str] | None = None,
        end: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name, self.port, self.log = name, port, log
        self.end = end
        self._command, self._user = list(command), user
        self._environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is found, as a person is told."""
        return f"127.0.0.1:{self.port}" if self.port else ""

    @property
    def pid(self) -> int:
        return self.process.pid if self.process is not None else 0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ready(self) -> bool:
        """Whether it answers."""
        return listens(self.port)

    def start(self) -> None:
        """Start the program, in a group of its own: Ctrl+C at our terminal is not for it."""
        watch = shutil.which("setpriv")
        last = [watch, "--pdeathsig", self.end.name.removeprefix("SIG")] if watch else []
        with (self.log or Path(os.devnull)).open("ab") as log:
            self.process = subprocess.Popen(
                [*last, *self._command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self._environment,
                user=self._user,
                group=self._user,
                extra_groups=[] if self._user else None,
                process_group=0,
            )

    def begin(self, seconds: float = PATIENCE) -> None:
        """Start, and wait until it answers."""
        self.start()
        end = time.monotonic() + seconds
        while not self.ready():
            if not self.alive or time.monotonic() > end:
                self.kill()
                raise ServiceError(f"{self.name} does not start{self.reason()}")
            time.sleep(0.02)

    def reason(self) -> str:
        """Why it has ended, as far as its log says."""
        if self.log is None:
            return f": {self._command[0]}"
        lines = self.log.read_text("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return f": {last} (see {self.log})"

    def tell(self, how: signal.Signals) -> None:
        """Send a signal, if there is still somebody to get it."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, how)

    def stop(self, seconds: float = GRACE) -> None:
        """Let it end; kill it if it does not."""
        self.tell(signal.SIGCONT)  # one that was stopped would never hear of its end
        self.tell(self.end)
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End it and all that it has started, at once."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
