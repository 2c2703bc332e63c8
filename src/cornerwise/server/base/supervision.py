"""Background work that never dies: what fails is logged and tried again, less and less often."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

FIRST_WAIT, LONGEST_WAIT = 0.1, 2.0
"""Seconds until work that failed is tried again: at first, and at most."""
QUIET = 5.0
"""Seconds during which the same kind of failure is counted, but not logged again."""

log = logging.getLogger("cornerwise.work")


class Supervisor:
    """Starts background work and sees to it that it gets done.

    failures  how often each kind of work failed
    """

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._forever: list[asyncio.Task[None]] = []
        self._said: dict[str, tuple[float, int]] = {}
        self._closing = False

    @property
    def running(self) -> Counter[str]:
        """How many tasks there are of each kind."""
        return Counter(task.get_name() for task in self._tasks)

    @property
    def dead(self) -> int:
        """How many tasks have ended that never should: 0, or there is a mistake."""
        return 0 if self._closing else sum(task.done() for task in self._forever)

    def keep(self, name: str, work: Callable[[], Awaitable[Any]]) -> asyncio.Task[None]:
        """Do some work until it is done without an error."""
        task = asyncio.create_task(self._until_done(name, work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def repeat(self, name: str, work: Callable[[], Awaitable[Any]], seconds: float) -> None:
        """Do some work again and again, so long after it was done or failed."""

        async def go_on() -> None:
            while True:
                await self._until_done(name, work)
                await asyncio.sleep(seconds)

        self._forever.append(self.keep(name, go_on))

    async def close(self) -> None:
        self._closing = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _until_done(self, name: str, work: Callable[[], Awaitable[Any]]) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                await work()
            except asyncio.CancelledError as error:
                if _is_ended():
                    raise
                self._failed(name, error)  # something that it waited for was cancelled
            except Exception as error:
                self._failed(name, error)
            else:
                return
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))
            wait = min(2 * wait, LONGEST_WAIT)

    def _failed(self, name: str, error: BaseException) -> None:
        """Count it, and log it unless the same was just logged: thousands may fail at once."""
        self.failures[name] += 1
        now = asyncio.get_running_loop().time()
        said, missed = self._said.get(name, (-QUIET, 0))
        if now - said < QUIET:
            self._said[name] = (said, missed + 1)
            return
        self._said[name] = (now, 0)
        more = f" (and {missed} times more since the last message)" if missed else ""
        why = str(error) or repr(error)
        log.error("%s failed and is tried again%s: %s", name, more, why, exc_info=error)


def _is_ended() -> bool:
    """Whether the task that asks was told to end."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
