"""A program and the programs it has started, as the system counts their CPU time."""

from __future__ import annotations

import contextlib
from functools import cached_property
from typing import TYPE_CHECKING

from cornerwise.extras import need

if TYPE_CHECKING:
    import psutil


class Family:
    """The process with an id, and its children."""

    def __init__(self, pid: int) -> None:
        need("arena")
        self._pid = pid
        self._spent = 0.0

    @property
    def cpu(self) -> float:
        """The CPU seconds that all of them have used."""
        import psutil

        # A program that is gone leaves what was seen last.
        with contextlib.suppress(psutil.Error):
            times = [process.cpu_times() for process in self._members]
            ended = times[0].children_user + times[0].children_system
            self._spent = max(self._spent, ended + sum(t.user + t.system for t in times))
        return self._spent

    @cached_property
    def _members(self) -> list[psutil.Process]:
        """The program and its children, if it is a script that starts another one.

        They are looked for once, when the program is ready: the search goes through all processes.
        """
        import psutil

        root = psutil.Process(self._pid)
        return [root, *root.children(recursive=True)]
