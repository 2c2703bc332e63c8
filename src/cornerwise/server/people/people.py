"""People: accounts and the sessions in which they are signed in.

Nobody needs an account: a guest is known by a secret in its browser, of which the store keeps the
hash. An account has an id of the same form. So whoever asks is one string to the rest of the house,
be it a guest or an account, and holds seats, games, reviews and studies under it.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.security import hashed, holder_of
from cornerwise.server.people.belongings import handed_over
from cornerwise.server.storage.bus import Bus, LocalBus
from cornerwise.server.storage.database import Change, Database

SUBJECT = "@people"
"""The hint that sessions have been ended."""
MINUTE = 60_000
FRESH = 5_000
"""For so many milliseconds a session is believed without asking the store again."""
KEPT = 20_000
"""Sessions that are remembered at once."""
FORGOTTEN = 365 * DAY
"""A session that was not used for so long has ended."""
HANDLE = 16
"""So many characters of a session's id name it to its owner."""


class Account(NamedTuple):
    """Somebody with a name of their own, as far as every request needs to know.

    since  when its session began: until a while later its owner need not prove who they are
    """

    id: str
    name: str
    role: str
    kind: str
    since: int = 0


class Session(NamedTuple):
    """Where somebody is signed in; `handle` names it."""

    handle: str
    made: int
    seen: int
    device: str


class People:
    """Knows accounts by their sessions, and makes them."""

    def __init__(self, database: Database, keeper: Timekeeper, bus: Bus | None = None) -> None:
        self._database, self._keeper, self._bus = database, keeper, bus or LocalBus()
        self._sessions: OrderedDict[str, tuple[Account | None, int]] = OrderedDict()
        self._open: defaultdict[str, list[Callable[[], None]]] = defaultdict(list)
        self._looked = keeper.now()

    async def signed_in(self, secret: str) -> Account | None:
        """Whose session a secret opens."""
        session, now = hashed(secret), self._keeper.now()
        known = self._sessions.get(session)
        if known is None or known[1] < now:
            rows = await self._database.ask(_SIGNED_IN, session=session)
            account = Account(*rows[0][:5]) if rows else None
            if rows and rows[0][5] < now - MINUTE:
                seen = {"session": session, "now": now}
                await self._database.change(Change(_SEEN, seen))
            known = self._sessions[session] = account, now + FRESH
            if len(self._sessions) > KEPT:
                self._sessions.popitem(last=False)
        return known[0]

    # --- coming and going --------------------------------------------------------------------

    async def sign_up(
        self,
        name: str,
        folded: str,
        password: str | None,
        guest: str,
        also: Sequence[Change] = (),
    ) -> str | None:
        """A new account, with all that the guest has: its id; None if the name is taken.

        also  further changes that belong to it; they are told its id as `:owner`
        """
        account = secrets.token_hex(32)
        values = {
            "id": account, "holder": holder_of(account), "name": name, "folded": folded,
            "gone": gone(folded), "now": self._keeper.now(), "password": password,
        }  # fmt: skip
        more = [Change(text, {**given, "owner": account}, needed) for text, given, needed in also]
        games = await self._games(guest)
        made = await self._database.change(
            Change(_SIGN_UP, values, needed=True), *more, *handed_over(guest, account)
        )
        if made is None:
            return None
        await self._tell(games)
        return account

    async def bring(self, guest: str, account: str) -> None:
        """What a guest has becomes an account's."""
        games = await self._games(guest)
        await self._database.change(*handed_over(guest, account))
        await self._tell(games)

    async def _games(self, guest: str) -> list[str]:
        rows = await self._database.ask("SELECT game FROM holdings WHERE guest = :g", g=guest)
        return [row[0] for row in rows]

    async def _tell(self, games: list[str]) -> None:
        """Who has these games in memory looks again at whose they are."""
        for game in dict.fromkeys(games):
            await self._bus.publish(game, None)

    async def sign_in(self, account: str, device: str) -> str:
        """Begin a session of an account: its secret."""
        secret = secrets.token_urlsafe(24)
        values = {
            "session": hashed(secret), "account": account, "now": self._keeper.now(),
            "device": device[:200],
        }  # fmt: skip
        await self._database.change(Change(_SIGN_IN, values))
        return secret

    async def sign_out(self, secret: str) -> None:
        """End a session."""
        await self.end_sessions("id = :session", session=hashed(secret))

    # --- sessions ----------------------------------------------------------------------------

    async def sessions(self, account: str) -> list[Session]:
        """Where somebody is signed in, the last used first."""
        return [Session(*row) for row in await self._database.ask(_SESSIONS, account=account)]

    def ending(self, which: str, **values: object) -> tuple[Change, Change]:
        """The changes that end sessions: a condition, and its values."""
        noted = (
            "INSERT INTO revocations (session, at)"
            f" SELECT id, CAST(:now AS BIGINT) FROM sessions WHERE {which} ON CONFLICT DO NOTHING"
        )
        return (
            Change(noted, {**values, "now": self._keeper.now()}),
            Change(f"DELETE FROM sessions WHERE {which}", values),
        )

    async def end_sessions(self, which: str, **values: object) -> None:
        """End sessions, in every process."""
        await self._database.change(*self.ending(which, **values))
        await self.told()

    async def told(self) -> None:
        """Sessions have been ended: let this process and all others look."""
        await self.look()
        await self._bus.publish(SUBJECT, None)

    async def look(self) -> None:
        """See which sessions have been ended from anywhere: what is open of them is closed."""
        since, self._looked = self._looked - MINUTE, self._keeper.now()
        rows = await self._database.ask(
            "SELECT session FROM revocations WHERE at > :since", since=since
        )
        for (session,) in rows:
            self._sessions.pop(session, None)
            for end in self._open.pop(session, ()):
                end()

    @contextlib.contextmanager
    def watched(self, secret: str | None, end: Callable[[], None]) -> Iterator[None]:
        """As long as something is open in a session: `end` is called if the session is ended."""
        if secret is None:
            yield
            return
        session = hashed(secret)
        self._open[session].append(end)
        try:
            yield
        finally:
            ends = self._open.get(session, [])
            if end in ends:
                ends.remove(end)
            if not ends:
                self._open.pop(session, None)

    def pruning(self) -> tuple[Change, ...]:
        """The changes that drop sessions of long ago."""
        now = self._keeper.now()
        return (
            Change("DELETE FROM sessions WHERE seen < :then", {"then": now - FORGOTTEN}),
            Change("DELETE FROM revocations WHERE at < :then", {"then": now - DAY}),
        )


def gone(folded: str) -> str:
    """What is kept of a name that nobody is given again: it can be compared, and not be read.

    >>> len(gone("ana"))
    64
    """
    return "-" + hashlib.sha256(f"name {folded}".encode()).hexdigest()[:63]


def device_of(agent: str) -> str:
    """What a browser says it is, in a few words.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36")
    'Chrome, Linux'
    """
    browsers = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
    systems = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
    browser = next((name for name in browsers if f"{name}/" in agent), "")
    system = next((name for name in systems if name in agent), "")
    words: dict[str, Any] = {"Edg": "Edge", "OPR": "Opera", "Mac OS X": "macOS", "CrOS": "ChromeOS"}
    return ", ".join(words.get(word, word) for word in (browser, system) if word)


_SIGNED_IN = """
    SELECT accounts.id, name, role, kind, sessions.made, seen FROM sessions
    JOIN accounts ON accounts.id = sessions.account
    WHERE sessions.id = :session AND state = 'active'
"""
_SEEN = "UPDATE sessions SET seen = :now WHERE id = :session"
_SIGN_UP = """
    INSERT INTO accounts
        (id, holder, name, folded, made, kind, role, state, password, country, about)
    SELECT :id, :holder, :name, :folded, CAST(:now AS BIGINT), 'person', 'user', 'active',
        CAST(:password AS TEXT), '', ''
    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE folded = :gone)
    ON CONFLICT DO NOTHING RETURNING 1
"""
_SIGN_IN = """
    INSERT INTO sessions (id, account, made, seen, device)
    VALUES (:session, :account, :now, :now, :device)
"""
_SESSIONS = f"""
    SELECT substr(id, 1, {HANDLE}), made, seen, device FROM sessions
    WHERE account = :account ORDER BY seen DESC, made DESC LIMIT 100
"""
