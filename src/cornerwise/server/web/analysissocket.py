"""The socket of the analysis board: one position at a time is thought about, as long as it is open.

What is thought is sent when the client has taken what was sent before, so a slow one holds up only
its own search, and nothing piles up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from cornerwise.engine import Analysis
from cornerwise.game import Game
from cornerwise.server.base import messages as m
from cornerwise.server.base.analysis_wishes import Analyse, AnyWish, Explain, Stop, read
from cornerwise.server.base.lines import playable
from cornerwise.server.base.refusals import Refusal, cannot_store
from cornerwise.server.base.security import Bucket, address_of
from cornerwise.server.base.settings import Settings
from cornerwise.server.games.rights import ANALYSIS, check_message, roles_of
from cornerwise.server.house.fairplay import check_position
from cornerwise.server.people.identity import guest_of
from cornerwise.server.storage.store import StoreError
from cornerwise.server.tutor.analyses import Shortlist, view
from cornerwise.server.web.life import Life
from cornerwise.server.web.sockets import NOT_TEXT, TOO_OFTEN, Doors, serve

_log = logging.getLogger(__name__)


class Thought:
    """What a client looks at now: a game, and what was last thought of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.analysis: Analysis | None = None


class AnalysisSocket:
    """A connected client of the analysis board."""

    def __init__(self, websocket: WebSocket, life: Life, settings: Settings, doors: Doors) -> None:
        self._websocket, self._life, self._doors = websocket, life, doors
        self._guest, self._roles = guest_of(websocket), roles_of(websocket)
        self._address = address_of(websocket)
        self._bucket = Bucket(settings.messages)
        self._thought: Thought | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._explaining: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def listen(self) -> int | None:
        """Take wishes until the client goes, or must: then with which code."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if message.get("text") is None:
                return NOT_TEXT
            if self._bucket.wait():
                return TOO_OFTEN
            await self._take(message["text"])

    async def _take(self, text: str) -> None:
        try:
            self._doors.messages.check(self._address)
            wish = read(text)
            check_message(ANALYSIS, wish, self._roles)
        except Refusal as refusal:
            await self._refuse(refusal, m.id_in(text))
            return
        match wish:
            case Analyse():
                await self._end(self._thinking)
                self._thinking = asyncio.create_task(
                    self._guarded(wish, partial(self._think, wish))
                )
            case Explain():
                await self._end(self._explaining)
                self._explaining = asyncio.create_task(
                    self._guarded(wish, partial(self._explain, wish))
                )
            case Stop():
                await self._end(self._thinking)
                await self._send({"type": "ok", "id": wish.id})
            case m.Ping():
                await self._send({"type": "pong", "id": wish.id})

    async def _guarded(self, wish: AnyWish, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Refusal as refusal:
            await self._refuse(refusal, wish.id)
        except StoreError:
            await self._refuse(cannot_store(), wish.id)
        except (WebSocketDisconnect, RuntimeError):
            return  # it has gone meanwhile
        except Exception as error:  # a mistake of ours ends no connection
            _log.error("an analysis failed: %r", error, exc_info=error)
            fault = Refusal("fault", "something went wrong here: it has been noted")
            await self._refuse(fault, wish.id)

    async def _think(self, wish: Analyse) -> None:
        self._thought = None
        game = await self._doors.workshop.do(self._address, playable, wish.line)
        await check_position(self._life.house, self._guest, game)
        self._thought = thought = Thought(game)
        shortlist = Shortlist()
        async with contextlib.aclosing(
            self._life.analysts.think(game.copy(), self._address)
        ) as found:
            async for analysis, done in found:
                thought.analysis = analysis
                if done:
                    await asyncio.sleep(shortlist.rest)
                await self._send(view(game, analysis, shortlist, wish.id, done))

    async def _explain(self, wish: Explain) -> None:
        thought = self._thought
        if thought is None or thought.analysis is None:
            raise Refusal("not_now", "nothing has been thought about this position yet")
        if wish.placement not in thought.game.legal_moves.numbers:
            raise Refusal("illegal", "this move is not legal here")
        explained = await self._life.analysts.explain(
            thought.game.copy(), wish.placement, thought.analysis, self._address
        )
        explained.id = wish.id
        await self._send(explained)

    async def _send(self, message: object) -> None:
        async with self._sending:
            await self._websocket.send_text(m.encode(message).decode())

    async def _refuse(self, refusal: Refusal, known: m.RequestId | None) -> None:
        named = {} if known is None else {"id": known}
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._send({"type": "error", **named, **refusal.body()})

    async def _end(self, task: asyncio.Task[None] | None) -> None:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        await self._end(self._thinking)
        await self._end(self._explaining)


async def serve_analysis(
    websocket: WebSocket, life: Life, settings: Settings, doors: Doors
) -> None:
    """The socket of an analysis board."""

    async def conversation() -> int | None:
        client = AnalysisSocket(websocket, life, settings, doors)
        try:
            return await client.listen()
        except (WebSocketDisconnect, RuntimeError):
            return None  # it has gone before it was answered
        finally:
            await client.close()

    await serve(websocket, doors, conversation)
