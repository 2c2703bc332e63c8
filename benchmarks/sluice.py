"""A sluice: a small TCP proxy through which connections can be cut and delayed."""

from __future__ import annotations

import asyncio
import contextlib


class Sluice:
    """Passes bytes on between its own port and another one, as long as it is open."""

    def __init__(self, target: int) -> None:
        self._target = target
        self.delay = 0.0  # seconds by which everything comes later
        self.open = True
        self._pipes: set[asyncio.Task[None]] = set()

    async def begin(self) -> int:
        """Listen; the port."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            if not self.open:
                return
            far, forth = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            return
        else:
            pipes = [asyncio.create_task(self._pass(near, forth))]
            pipes.append(asyncio.create_task(self._pass(far, back)))
            self._pipes.update(pipes)
            await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
            for pipe in pipes:
                pipe.cancel()
                self._pipes.discard(pipe)
            forth.transport.abort()
        finally:
            back.transport.abort()

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                if self.delay:
                    await asyncio.sleep(self.delay)
                target.write(data)
                await target.drain()

    def cut(self) -> None:
        """End all connections, as if a cable had been pulled; nobody new gets through."""
        self.open = False
        for pipe in list(self._pipes):
            pipe.cancel()

    def close(self) -> None:
        self.cut()
        self._server.close()
