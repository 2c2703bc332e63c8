"""A worker: does jobs for servers anywhere, which it hears of over NATS (docs/many.md).

It takes a job only if it can begin it at once. The servers keep what has to wait, so that no job
waits here while another worker is free. While it is at a job it says so. If nobody listens any more
it stops.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Collection
from functools import partial
from itertools import count
from typing import NamedTuple

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import new_id
from cornerwise.server.engines.engines import QUEUES, Queue, ThreadPool, spare_threads
from cornerwise.server.engines.jobs import Course, Interrupted, Job
from cornerwise.server.storage.nats_wire import Wire, unheard
from cornerwise.server.thinking import errands
from cornerwise.server.thinking.errands import Rank

PULSE = 0.5
"""Seconds between words that a job is still under way."""
COURSES = 4
"""So many courses a thread advances by turns."""
DRAINING = 25.0
"""Seconds that jobs are given to end by themselves when the worker ends."""
STOPPED = 256
"""So many errands are remembered that were stopped before they were read: a worker that stood still
hears of both at once."""
WAITING = 1 << 20
"""The pool refuses nothing: what is taken was counted before."""

log = logging.getLogger("cornerwise.worker")


class _Task(NamedTuple):
    """A job that was taken.

    pulse  where the broker answers if nobody hears that it is under way
    """

    queue: Queue
    rank: Rank
    work: asyncio.Task[None]
    pulse: str


class Worker:
    """Takes jobs from some queues.

    threads  for long jobs, or for those that it takes if they are of one kind; 0 for as many as
             the machine can spare. Besides long jobs, each other kind has one more thread
    """

    def __init__(self, url: str, threads: int = 0, queues: Collection[Queue] = QUEUES) -> None:
        threads = threads or spare_threads()
        self.threads: dict[Queue, int] = dict.fromkeys(queues, threads)
        if "heavy" in queues:
            self.threads = {queue: threads if queue == "heavy" else 1 for queue in queues}
        self.pool = ThreadPool(
            threads,
            WAITING,
            quick=self.threads.get("light", 0),
            advisers=self.threads.get("advice", 0),
        )
        self._wire = Wire(url, self._listen)
        self._me = new_id()
        self._inbox, self._numbers = f"{errands.FORM}.worker.{self._me}", count()
        self._tasks: dict[str, _Task] = {}
        self._stopped: deque[str] = deque(maxlen=STOPPED)
        self._subscriptions: list[Subscription] = []
        self._pulse: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Wait for the broker, and take jobs from then on."""
        await self._wire.ready()
        self._pulse = asyncio.create_task(self._say_alive())

    async def end(self) -> None:
        """Take no more jobs. What players wait for is finished, the rest is given back."""
        for subscription in self._subscriptions:
            with contextlib.suppress(Exception):  # the broker may be away
                await subscription.unsubscribe()
        for task in self._tasks.values():
            if task.rank != "first":
                task.work.cancel()
        under_way = [task.work for task in self._tasks.values()]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=DRAINING)
            for work in late:
                work.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
        if self._pulse is not None:
            self._pulse.cancel()
        await self._wire.close()
        await self.pool.close()

    # --- taking ------------------------------------------------------------------------------

    async def _listen(self, client: Client) -> None:
        await client.subscribe(errands.STOP, cb=self._stop)
        await client.subscribe(f"{self._inbox}.*", cb=self._answered)
        self._subscriptions = [
            await client.subscribe(
                errands.subject_of(queue, name), errands.GROUP, cb=partial(self._asked, queue)
            )
            for queue in self.threads
            for name in ("", self._me)
        ]

    async def _asked(self, queue: Queue, message: Msg) -> None:
        inbox = message.reply
        if inbox in self._stopped:
            return
        try:
            errand = errands.read_errand(message.data)
            if not self._has_place(queue, errand.rank):
                await self._wire.say(inbox, errands.word("full"))
                return
            job = errands.job_of(errand)
        except (Refusal, KeyError, msgspec.DecodeError, NotImplementedError) as error:
            log.warning("an errand cannot be done here: %r", error)
            await self._wire.say(inbox, errands.word("failed"))
            return
        await self._wire.say(inbox, errands.word("taken", self._me))
        work = asyncio.create_task(self._do(job, errand.owner, inbox))
        pulse = f"{self._inbox}.{next(self._numbers)}"
        self._tasks[inbox] = _Task(queue, errand.rank, work, pulse)
        work.add_done_callback(lambda _: self._tasks.pop(inbox, None))

    def _has_place(self, queue: Queue, rank: Rank) -> bool:
        """Whether a job can be begun now. Spare ones and courses make room for the first ones."""
        threads = self.threads[queue]
        here = [task.rank for task in self._tasks.values() if task.queue == queue]
        if rank == "first":
            return here.count("first") < threads
        if rank == "course":
            return here.count("course") < COURSES * threads
        return len(here) < threads

    async def _do(self, job: Job[object], owner: str, inbox: str) -> None:
        try:
            if isinstance(job, Course):
                async with contextlib.aclosing(self.pool.follow(job, owner)) as found:
                    async for step in found:
                        await self._wire.say(inbox, errands.word("found", step))
                last = errands.word("end")
            else:
                last = errands.word("found", await self.pool.run(job, owner))
        except asyncio.CancelledError:
            last = errands.word("back")
        except Interrupted:
            last = errands.word("interrupted")
        except Refusal as refusal:
            refused = errands.Refused(refusal.code, refusal.message, refusal.details)
            last = errands.word("refused", refused)
        except Exception as error:
            log.error("a job failed: %r", error, exc_info=error)
            last = errands.word("failed")
        await self._wire.say(inbox, last)

    # --- ending early ------------------------------------------------------------------------

    async def _stop(self, message: Msg) -> None:
        """Somebody no longer waits."""
        inbox = message.data.decode("ascii", "replace")
        if inbox not in self._tasks:  # of another worker, or still to be read here
            self._stopped.append(inbox)
        self._end(inbox)

    async def _answered(self, message: Msg) -> None:
        """The broker says that nobody listens to what is said of a job: its server is gone."""
        if unheard(message):
            for inbox, task in list(self._tasks.items()):
                if task.pulse == message.subject:
                    self._end(inbox)

    def _end(self, inbox: str) -> None:
        task = self._tasks.get(inbox)
        if task is not None:
            task.work.cancel()

    async def _say_alive(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            for inbox, task in list(self._tasks.items()):
                await self._wire.say(inbox, errands.word("alive"), task.pulse)
