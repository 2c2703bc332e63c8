"""The cluster: its services in the order in which they need each other, and who keeps them running.

One loop in one thread looks at everything. What has ended is started again: at once if it ran for
a while, else after a pause that grows. A rolling restart goes through the servers, one at a time.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cornerwise.cluster.servers import Server
from cornerwise.cluster.service import GRACE, PATIENCE, Service, ServiceError

LOOK = 0.05
"""Seconds between two looks at everything."""
STEADY = 5.0
"""Seconds after which a service that ends did run: it is started again at once."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
ATTEMPTS = 3
"""How often a server is started in a rolling restart. On a busy machine the database may not answer
in time, and a server that cannot open it ends."""
STATUS = "cluster.json"

Say = Callable[[str], None]


@dataclass
class Part:
    """A service that is kept running."""

    service: Service
    starts: int = 0
    since: float = 0.0
    pause: float = 0.0
    due: float = 0.0  # when it is started again; 0 while it runs
    wanted: bool = False  # whether it is kept running

    def start(self) -> None:
        self.service.start()
        self.starts, self.since, self.due = self.starts + 1, time.monotonic(), 0.0

    def ended(self) -> None:
        """It has ended by itself: say when to try again."""
        now = time.monotonic()
        steady = now - self.since > STEADY
        self.pause = 0.0 if steady else min(LONGEST_PAUSE, max(FIRST_PAUSE, self.pause * 2))
        self.due = now + self.pause


class Cluster:
    """Stages of services, each of which needs those before it."""

    def __init__(self, folder: Path, say: Say) -> None:
        self._status, self._say = folder / STATUS, say
        self._stages: list[list[Part]] = []
        self._facts: dict[str, Any] = {}
        self._ending = self._asked = False
        self._rounds, self._trouble = 0, ""  # rolling restarts, and why the last one stopped

    def handle(self) -> None:
        """Be told by signals: SIGINT and SIGTERM end everything, SIGHUP asks for a restart."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: setattr(self, "_ending", True))
        signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_asked", True))

    def note(self, **facts: object) -> None:
        """Facts for the file that tells others of this cluster."""
        self._facts |= facts

    def begin(self, *services: Service) -> None:
        """Start a stage, and wait until all of it answers. Those before it are kept running."""
        stage = [Part(service) for service in services]
        self._stages.append(stage)
        for part in stage:
            if not self._ending:
                part.start()
        for part in stage:
            self._await(part)
            part.wanted = True
        self._write()

    def _await(self, part: Part) -> None:
        end = time.monotonic() + PATIENCE
        while not self._ending and not part.service.ready():
            if not part.service.alive or time.monotonic() > end:
                raise ServiceError(f"{part.service.name} does not start{part.service.reason()}")
            self._look()

    def run(self) -> None:
        """Keep everything running until we are told to end."""
        while not self._ending:
            self._look()
            if self._asked:
                self._asked = False
                self._roll()

    def _look(self) -> None:
        time.sleep(LOOK)
        now, changed = time.monotonic(), False
        for part in self.parts:
            if not part.wanted or part.service.alive:
                continue
            if not part.due:
                part.ended()
                after = f" in {part.pause:.1f} s" if part.pause else ""
                self._say(f"{part.service.name} has ended: started again{after}")
            if now >= part.due and not self._ending:
                part.service.kill()  # what it has left behind would be in the way
                part.start()
                changed = True
        if changed:
            self._write()

    def _roll(self) -> None:
        """Restart the servers, one at a time: the next only when the one before answers."""
        self._trouble = ""
        for part in [part for part in self.parts if isinstance(part.service, Server)]:
            try:
                self._renew(part)
            except ServiceError as error:  # the others are left as they are
                self._trouble = str(error)
                self._say(f"the restart stops here: {error}")
                break
            self._say(f"{part.service.name} is new")
        self._rounds += 1
        self._write()

    def _renew(self, part: Part) -> None:
        part.wanted = False
        part.service.tell(part.service.end)
        end = time.monotonic() + GRACE
        while part.service.alive and time.monotonic() < end:
            self._look()
        try:
            for left in reversed(range(ATTEMPTS)):
                part.service.kill()
                if not self._ending and self._starts(part, last=not left):
                    break
        finally:
            part.wanted = True

    def _starts(self, part: Part, last: bool) -> bool:
        """Whether a server starts; if it is the last attempt it must."""
        part.start()
        self._write()
        try:
            self._await(part)
        except ServiceError as error:
            if last or part.service.alive:
                raise
            self._say(f"{error}: started again")
            return False
        return True

    @property
    def parts(self) -> list[Part]:
        return [part for stage in self._stages for part in stage]

    def end(self) -> None:
        """End everything, the last stage first."""
        for part in self.parts:
            part.wanted = False
        for stage in reversed(self._stages):
            for part in stage:
                part.service.tell(signal.SIGCONT)
                part.service.tell(part.service.end)
            for part in stage:
                part.service.stop()
        self._status.unlink(missing_ok=True)

    def table(self) -> str:
        """Each part with its address and its log file."""
        rows = [(p.service.name, p.service.address, str(p.service.log)) for p in self.parts]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        pairs = (zip(row, widths, strict=True) for row in rows)
        return "\n".join("  ".join(f"{text:{n}}" for text, n in row).rstrip() for row in pairs)

    def _write(self) -> None:
        parts = [
            {
                "name": part.service.name,
                "pid": part.service.pid,
                "port": part.service.port,
                "log": str(part.service.log),
                "starts": part.starts,
            }
            for part in self.parts
        ]
        told = {**self._facts, "rounds": self._rounds, "trouble": self._trouble, "parts": parts}
        text = json.dumps(told)
        new = self._status.with_suffix(".new")
        new.touch(0o600)
        new.write_text(text, "utf-8")
        new.replace(self._status)


def read(folder: Path) -> dict[str, Any]:
    """What a running cluster tells of itself."""
    try:
        found: dict[str, Any] = json.loads((folder / STATUS).read_text("utf-8"))
    except FileNotFoundError:
        raise ServiceError(f"no cluster runs in {folder}") from None
    return found
