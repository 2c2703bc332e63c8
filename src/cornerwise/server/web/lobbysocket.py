"""The socket of the lobby: takes wishes and challenges, and tells what is going on."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.websockets import WebSocket

from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import cannot_store
from cornerwise.server.base.settings import Settings
from cornerwise.server.games import lobby_views as v
from cornerwise.server.games.rights import LOBBY, check_message, roles_of
from cornerwise.server.storage.store import StoreError
from cornerwise.server.web.life import Life
from cornerwise.server.web.sockets import TRY_LATER, Doors, Socket, serve


class LobbySocket(Socket):
    """A connected visitor of the lobby."""

    def __init__(self, websocket: WebSocket, life: Life, settings: Settings, doors: Doors) -> None:
        super().__init__(websocket, settings, doors)
        self._usher, self._roles = life.usher, roles_of(websocket)

    async def take(self, text: str) -> None:
        action = v.read(text)
        check_message(LOBBY, action, self._roles)
        if isinstance(action, v.Meeting):
            self._doors.seeks.check(self._address)
        await self.guarded(self._act(action), action.id)

    async def _act(self, action: v.AnyAction) -> None:
        done: Mapping[str, object] = {}
        if not isinstance(action, m.Ping):
            done = await self._usher.act(self, action)
        named = {} if action.id is None else {"id": action.id}
        kind = "pong" if isinstance(action, m.Ping) else "ok"
        self.send(m.encode({"type": kind, **named, **done}))


async def serve_lobby(websocket: WebSocket, life: Life, settings: Settings, doors: Doors) -> None:
    """From the handshake to the end of a connection to the lobby."""

    async def conversation() -> int:
        client = LobbySocket(websocket, life, settings, doors)
        try:
            with client.known(life.people):
                await life.lobby.enter(client)
                return await client.converse()
        except StoreError:
            body = {"type": "error", **cannot_store().body()}
            await websocket.send_text(m.encode(body).decode())
            return TRY_LATER
        finally:
            await life.lobby.leave(client)

    await serve(websocket, doors, conversation)
