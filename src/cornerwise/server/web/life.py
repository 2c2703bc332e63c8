"""The life of the server: what is opened and begun when it starts, and closed when it ends."""

from __future__ import annotations

import asyncio
import gc
import logging
from dataclasses import dataclass, field

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.metrics import Metrics
from cornerwise.server.base.settings import Settings
from cornerwise.server.base.supervision import Supervisor
from cornerwise.server.engines.engines import EnginePool, ThreadPool
from cornerwise.server.house.desk import Desk
from cornerwise.server.house.erasure import Erasure
from cornerwise.server.house.house import BEAT, House
from cornerwise.server.house.mail import Mail
from cornerwise.server.house.profiles import Profiles
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.lobby.usher import Usher
from cornerwise.server.page import catalogue, i18n
from cornerwise.server.page.assets import PAGE
from cornerwise.server.people.accounts import Accounts
from cornerwise.server.people.entrance import Entrance
from cornerwise.server.people.passkeys import Passkeys
from cornerwise.server.people.passwords import Passwords
from cornerwise.server.people.people import SUBJECT, People
from cornerwise.server.people.tickets import Tickets
from cornerwise.server.storage.sqlite import WAY_OUT
from cornerwise.server.storage.store import StoreError
from cornerwise.server.talk.moderation import Moderation
from cornerwise.server.thinking.ports import Ports
from cornerwise.server.tutor.analyses import Analysts
from cornerwise.server.web.clerk import Clerk
from cornerwise.server.web.gauges import Gauges

LOOK = 0.25
"""Seconds between looks at how late the event loop is."""
REVOKED = 5.0
"""Seconds between looks for sessions that were ended elsewhere, in case a hint was lost."""
ERASE = 3.0
"""Seconds between looks for accounts that are to be erased."""
MEMORY_OF_RUNS = 30 * DAY
"""For how long it is known when the server ran, even if no clock needs it."""

log = logging.getLogger("cornerwise.life")


@dataclass
class Condition:
    """How the store is: whether it can be written to, and what of it is damaged."""

    writable: bool = True
    damages: list[str] = field(default_factory=list)

    @property
    def word(self) -> str:
        return "failing" if not self.writable else "damaged" if self.damages else "ok"


class Life:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings, ports: Ports, metrics: Metrics) -> None:
        self._settings, self._ports = settings, ports
        self.metrics = metrics
        self.condition = Condition()
        thinking = ThreadPool(
            settings.analysts, 4 * settings.analyses, each=4 * settings.analyses_each
        )
        self.analysts = Analysts(settings, ports.helped(thinking))
        solving = ThreadPool(settings.solvers, settings.unsolved, each=settings.unsolved_each)
        self.solvers = ports.helped(solving)
        self.passwords = Passwords(settings)

    async def begin(self) -> None:
        store = self._ports.store
        self.keeper = Timekeeper(await store.runs(), await store.newest())
        if self.keeper.behind > 60_000:
            seconds = self.keeper.behind // 1000
            log.warning("this machine's clock was set back by %d s: time goes on as noted", seconds)
        secret = await store.secret("keys")
        self.house = House(self._ports, self.keeper, secret, self._settings, self.metrics)
        self.desk = Desk(self.house)
        self.people = People(store, self.keeper, self._ports.bus)
        self.accounts = Accounts(store, self.keeper, self.people)
        self.tickets = Tickets(store, self.keeper)
        self.passkeys = Passkeys(store, self.keeper, self.tickets)
        self.entrance = Entrance(
            self._settings,
            self.people,
            self.accounts,
            self.tickets,
            self.passwords,
            secret=secret,
        )
        self.mail = Mail(self._settings, self.accounts, self.tickets, self.work)
        self.erasure = Erasure(self.house, self.desk, self.accounts)
        self.moderation = Moderation(store, self.keeper, self.house.talk.roster, self.accounts)
        self.lobby = Lobby(self.house)
        self.profiles = Profiles(self.house, self.lobby.company.online)
        self.usher = Usher(self.house, self.desk, self.lobby)
        self.clerk = Clerk(self.house, self._ports.engines, self.metrics)
        self.metrics.watch(Gauges(self))
        self.prepared = asyncio.create_task(asyncio.to_thread(_prepare))
        try:
            await self._beat()
        except StoreError as error:  # what can be read is shown, and the rest goes on later
            log.error("the store cannot be written to: %s", error)
        self.work.repeat("beating", self._beat, BEAT)
        self.work.repeat("erasing accounts", self.erasure.carry_out, ERASE)
        self.work.repeat("ended sessions", self.people.look, REVOKED)
        self._ports.bus.listen(self._heard)
        self.work.repeat("pruning", self._prune, DAY / 1000)
        self.work.repeat("looking at the loop", self._look_at_loop, 0)
        self.work.keep("checking", self._check)
        self.house.start()
        self.lobby.start()

    @property
    def engines(self) -> EnginePool:
        return self._ports.engines

    @property
    def waiting_to_write(self) -> int:
        """How much waits to be stored, if the store knows."""
        return getattr(self._ports.store, "waiting", 0)

    @property
    def processes(self) -> int:
        """How many servers share the store, this one included."""
        return 1 + len(self.house.ground.peers.others)

    @property
    def work(self) -> Supervisor:
        return self.house.work

    async def end(self) -> None:
        await self.prepared
        self.lobby.close()
        await self.house.close()
        await self.solvers.close()
        await self.passwords.close()
        await self.analysts.close()
        await self._ports.engines.close()
        await self._ports.bus.close()
        try:
            await self._beat()
        except StoreError as error:
            log.error("the store cannot be written to: %s", error)
        await self._ports.store.close()

    async def _beat(self) -> None:
        """Note that the server runs: clocks stand still while it does not."""
        try:
            await self.house.beat()
        except StoreError:
            self.condition.writable = False
            raise
        if not self.condition.writable:
            log.warning("the store can be written to again")
        self.condition.writable = True

    async def _look_at_loop(self) -> None:
        """How late the event loop is: nobody is answered sooner than this.

        Then look through young objects for garbage. Python counts objects made less objects gone,
        and messages replace about as many as they make: left to itself it looks rarely, through
        what thousands of sockets have replaced meanwhile, and holds everybody up for 10 ms.
        """
        loop = asyncio.get_running_loop()
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        self.metrics.lag.observe(max(0.0, loop.time() - due))
        gc.collect(1)

    def _heard(self, subject: str, _: int | None) -> None:
        if subject == SUBJECT:
            self.work.keep("ended sessions", self.people.look)

    async def _prune(self) -> None:
        await self._ports.store.prune(self.keeper.now() - MEMORY_OF_RUNS)
        await self._ports.store.change(*self.people.pruning(), self.tickets.pruning())
        await self.house.talk.transcript.forget(self.keeper.now() - self._settings.chat_days * DAY)

    async def _check(self) -> None:
        """Look once whether what is stored is whole; who is served does not wait for it."""
        self.condition.damages = await self._ports.store.check()
        if self.condition.damages:
            first = self.condition.damages[0]
            log.error("the stored games are damaged (%s): %s", first, WAY_OUT)


def _prepare() -> None:
    """Make tables, join scripts, read catalogues: begun now, they are there when a page asks."""
    catalogue.prepare()
    _ = PAGE.assets
    for language in i18n.LANGUAGES:
        for part in i18n.PARTS:
            i18n.digest(language, part)
