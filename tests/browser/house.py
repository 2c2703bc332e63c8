"""A server in a process of its own, that can be killed and started again.

`python -m tests.browser.house PORT DATA` runs one with limits wide enough for a test run.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

from cornerwise.server.base.settings import Rate, Settings
from cornerwise.server.web.process import run

AWAY = 1_000
"""How long a person must be gone before the computer may take the seat, in milliseconds."""
SIMULATIONS = 150
"""Of each position of a review: enough to find mistakes of players without a plan."""


class House:
    """A server at a port that stays the same."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.browser.house", str(self.port), str(self.data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        """End it without warning."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def main() -> None:
    port, data = sys.argv[1:]
    wide = Rate(1_000, 10_000)
    settings = Settings(
        data=Path(data),
        away=AWAY,
        analysis_seconds=600,  # on a busy machine it takes long to find moves at three places
        courtesy=60_000,
        messages=wide,
        requests=wide,
        games=wide,
        handshakes=wide,
        knocks=wide,
        messages_per_address=wide,
        reviews=wide,
        reviews_each=100,
        review_simulations=SIMULATIONS,
        tries=wide,
        sign_ups=wide,
        sign_ins=wide,
        sign_ins_name=wide,
    )
    run(
        socket.create_server(("127.0.0.1", int(port))),
        settings,
        lambda: print("ready", flush=True),
    )


if __name__ == "__main__":
    main()
