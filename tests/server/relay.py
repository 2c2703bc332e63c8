"""A proxy for tests: one address before several servers, of which some may be gone."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Sequence


class Relay:
    """Hands every connection to the first server that takes it.

    ports  of the servers, the preferred one first; it may be changed
    """

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = list(ports)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._joined, "127.0.0.1", 0)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in list(self.ports):
            with contextlib.suppress(OSError, asyncio.CancelledError):
                there, back = await asyncio.open_connection("127.0.0.1", port)
                try:
                    await asyncio.gather(_pumped(reader, back), _pumped(there, writer))
                finally:
                    back.transport.abort()
                break
        writer.transport.abort()

    def close(self) -> None:
        async def end() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            await asyncio.sleep(0.01)  # until all that was aborted is closed

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()
