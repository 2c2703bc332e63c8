"""The engine pool of many processes: jobs go over NATS to workers anywhere (docs/many.md).

Jobs wait here, so that every owner has its turn, and a worker is asked for the next one. A worker
says at once whether it takes it, and then that it is still at it. One that falls silent costs a
repetition: the job is asked for elsewhere, and then done by the threads of this process. So are all
jobs while there is no worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from functools import partial
from itertools import count
from typing import Any, TypeVar

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from cornerwise.errors import CornerwiseError
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.security import new_id
from cornerwise.server.engines.engines import QUEUES, ThreadPool, queue_of
from cornerwise.server.engines.jobs import Attempt, Course, Interrupted, Job, Memory
from cornerwise.server.engines.lanes import Lane, Search
from cornerwise.server.storage.nats_wire import Wire, unheard
from cornerwise.server.thinking import errands
from cornerwise.server.thinking.errands import Word

T = TypeVar("T")
ASKING = 8
"""So many jobs of a kind are asked for at once; the others wait for their turn."""
ASKED = 2
"""So often a job is asked for elsewhere before it is done here."""
TAKEN = 0.5
"""Seconds within which a worker says whether it takes a job."""
SILENCE = 3.0
"""Seconds without a word after which a worker is taken to be gone."""
FULL = 0.05
"""Seconds until a job that all workers were too busy for is asked for again, roughly."""

KNOWN = 1000
"""Of so many names it is known which worker has searched for them last."""

log = logging.getLogger("cornerwise.engines")


class _Lost(Exception):
    """A worker did not do a job: another one may."""


class _Nobody(Exception):
    """No worker can do it."""


class _Full(Exception):
    """The worker that was asked has no place."""


class NatsPool:
    """Lets workers do jobs, and does here what they do not.

    threads  of this process; what may wait is bounded as there
    """

    def __init__(self, url: str, threads: ThreadPool) -> None:
        self._threads, self._memory = threads, Memory()
        self._wire = Wire(url, self._listen)
        self._inbox, self._numbers = f"{errands.FORM}.words.{new_id()}", count()
        self._inboxes: dict[str, _Inbox] = {}
        self._executors = {queue: _Askers() for queue in QUEUES}
        self._lanes = {
            queue: Lane(executor, ASKING + threads.waiting, threads.each)
            for queue, executor in self._executors.items()
        }
        self._silence = _Silence()
        self._known: OrderedDict[str, str] = OrderedDict()
        self._following: set[Attempt] = set()

    @property
    def busy(self) -> int:
        """How many searches run or wait, wherever."""
        return sum(lane.busy for lane in self._lanes.values())

    async def run(self, job: Job[T], owner: str = "") -> T:
        queue, attempt = queue_of(job), Attempt(self._memory)
        asking = _Asking(self._executors[queue], self._lanes[queue])
        work = partial(self._carried, job, owner, attempt, asking)
        search = Search(work, attempt, owner, job.cost, job.spare)
        found: T = await self._lanes[queue].run(search)
        return found

    async def follow(self, course: Course[T], owner: str = "") -> AsyncGenerator[T, None]:
        attempt = Attempt(self._memory)
        self._following.add(attempt)
        try:
            for _ in range(ASKED):
                try:
                    answers = self._asked_until_taken(course, owner, attempt)
                    async with contextlib.aclosing(answers) as told:
                        async for found in told:
                            yield found
                    return
                except _Lost:
                    continue
                except _Nobody:
                    break
            async with contextlib.aclosing(self._threads.follow(course, owner)) as here:
                async for found in here:
                    yield found
        finally:
            self._following.discard(attempt)
            attempt.stop()

    async def close(self) -> None:
        for lane in self._lanes.values():
            lane.stop()
        for attempt in self._following:
            attempt.stop()
        await self._threads.close()
        await self._wire.close()

    # --- one job -----------------------------------------------------------------------------

    async def _carried(self, job: Job[T], owner: str, attempt: Attempt, asking: _Asking) -> T:
        try:
            for _ in range(ASKED):
                try:
                    answers = self._asked_until_taken(job, owner, attempt, asking.end)
                    async with contextlib.aclosing(answers) as found:
                        async for first in found:
                            return first
                except _Lost:
                    continue
                except _Nobody:
                    break
        finally:
            asking.end()
        return await self._done_here(job, owner, attempt)

    async def _done_here(self, job: Job[T], owner: str, attempt: Attempt) -> T:
        attempt.check()
        task = asyncio.ensure_future(self._threads.run(job, owner))
        with attempt.ending(_Stop(task.cancel)):
            try:
                return await task
            except asyncio.CancelledError:
                attempt.check()
                raise

    async def _asked_until_taken(
        self, job: Job[T], owner: str, attempt: Attempt, taken: Callable[[], None] = lambda: None
    ) -> AsyncGenerator[T, None]:
        """What a worker finds. While all have much to do this waits.

        First is asked who has searched for the same before, and remembers that.
        """
        worker = self._known.get(getattr(job, "name", ""), "")
        while True:
            try:
                answers = self._asked(job, owner, attempt, taken, worker)
                async with contextlib.aclosing(answers) as told:
                    async for found in told:
                        yield found
                return
            except (_Full, _Nobody) as error:
                if worker:
                    worker = ""
                    continue
                if isinstance(error, _Nobody):
                    raise
                await asyncio.sleep(FULL * random.uniform(0.5, 1.5))
                attempt.check()

    async def _asked(
        self, job: Job[T], owner: str, attempt: Attempt, taken: Callable[[], None], worker: str
    ) -> AsyncGenerator[T, None]:
        """What a worker finds that is asked once: a certain one, or any."""
        if self._silence.reigns:
            raise _Nobody
        name = f"{self._inbox}.{next(self._numbers)}"
        inbox = self._inboxes[name] = _Inbox()
        over, patience = False, TAKEN
        going_on = ("taken", "alive", *(["found"] if isinstance(job, Course) else []))
        try:
            subject = errands.subject_of(queue_of(job), worker)
            if not await self._wire.say(subject, errands.errand(job, owner), name):
                over = True
                raise _Nobody
            with attempt.ending(_Stop(lambda: inbox.put(Word("interrupted")))):
                while not over:
                    said = await inbox.next(patience)
                    self._silence.end()
                    over = said.kind not in going_on
                    if said.kind == "taken":
                        taken()
                        self._note(job, errands.worker_of(said))
                        patience = SILENCE
                    elif said.kind == "found":
                        yield _read(job, said)
                    elif over and said.kind != "end":
                        _raise(said, job)
        except TimeoutError:
            self._note(job, "")
            if patience == TAKEN:
                self._silence.noted()
            log.warning("a worker is silent: %s is asked for again", type(job).__name__)
            raise _Lost from None
        finally:
            del self._inboxes[name]
            if not over or attempt.stopped:
                await self._wire.say(errands.STOP, name.encode())

    def _note(self, job: Job[Any], worker: str) -> None:
        """Know who has searched for something, or that nobody has who answers."""
        name = getattr(job, "name", "")
        self._known.pop(name, None)
        if name and worker:
            self._known[name] = worker
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    # --- what is heard -----------------------------------------------------------------------

    async def _listen(self, client: Client) -> None:
        await client.subscribe(f"{self._inbox}.*", cb=self._heard)

    async def _heard(self, message: Msg) -> None:
        inbox = self._inboxes.get(message.subject)
        if inbox is not None:
            inbox.put(Word("nobody") if unheard(message) else errands.read_word(message.data))


class _Askers:
    """The executor of a lane whose searches are done elsewhere: so many are asked for at once."""

    def __init__(self) -> None:
        self.asking = 0

    @property
    def free(self) -> bool:
        return self.asking < ASKING

    def begin(self, search: Search) -> asyncio.Future[Any]:
        self.asking += 1
        doing: asyncio.Future[Any] = asyncio.ensure_future(search.work())
        return doing


class _Asking:
    """A job's place among those that are asked for, which it leaves once."""

    def __init__(self, askers: _Askers, lane: Lane) -> None:
        self._askers, self._lane, self._ended = askers, lane, False

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            self._askers.asking -= 1
            self._lane.begin()


class _Stop:
    """What is done when an attempt is told to end."""

    def __init__(self, stop: Callable[[], object]) -> None:
        self._stop = stop

    def stop(self) -> None:
        self._stop()


class _Inbox:
    """What is said of one errand. Of things that were found one after another the newest counts."""

    def __init__(self) -> None:
        self._said: deque[Word] = deque()
        self._come = asyncio.Event()

    def put(self, word: Word) -> None:
        if self._said and word.kind == "alive":
            return
        if self._said and word.kind == self._said[-1].kind == "found":
            self._said.pop()
        self._said.append(word)
        self._come.set()

    async def next(self, seconds: float) -> Word:
        """The next word; TimeoutError if there is none for so long."""
        async with asyncio.timeout(seconds):
            while not self._said:
                self._come.clear()
                await self._come.wait()
        return self._said.popleft()


class _Silence:
    """How often nobody said whether a job is taken. It reigns for a moment after all tries of one
    job: then nobody waits for workers that may be stopped."""

    def __init__(self) -> None:
        self._count, self._until = 0, 0.0

    @property
    def reigns(self) -> bool:
        return self._count >= ASKED and asyncio.get_running_loop().time() < self._until

    def noted(self) -> None:
        self._count += 1
        self._until = asyncio.get_running_loop().time() + SILENCE

    def end(self) -> None:
        self._count = 0


def _read(job: Job[T], said: Word) -> T:
    try:
        return errands.found_by(job, said)
    except (msgspec.DecodeError, CornerwiseError) as error:  # of another version
        log.warning("what a worker found by %s cannot be read: %s", type(job).__name__, error)
        raise _Nobody from None


def _raise(said: Word, job: Job[Any]) -> None:
    match said.kind:
        case "full":
            raise _Full
        case "interrupted":
            raise Interrupted
        case "back":
            raise _Lost
        case "refused":
            why = errands.refusal(said)
            raise Refusal(why.code, why.message, **why.details)
        case "failed":
            log.warning("a worker cannot do %s: it is done here", type(job).__name__)
    raise _Nobody
