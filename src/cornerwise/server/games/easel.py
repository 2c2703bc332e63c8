"""Pictures of games, drawn in a process of their own.

Turning a picture into pixels blocks the interpreter. In this process that delays nobody but those
who wait for pictures. The process is started when first needed, and anew when it has died.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import IO, NamedTuple

from cornerwise.server.base.refusals import Refusal

MEBIBYTE = 1 << 20


class Picture(NamedTuple):
    """What is to be drawn: a game as its JSON, as svg or png, so many pixels wide.

    source  the game, or an SVG that is to become pixels as it is
    """

    source: str
    kind: str
    size: int


class Easel:
    """Where pictures are drawn, one after the other, and kept for whoever asks next.

    waiting   pictures that may wait to be drawn
    seconds   after which drawing is given up
    kept      mebibytes of pictures that are kept
    """

    def __init__(self, waiting: int = 16, seconds: float = 10, kept: int = 16) -> None:
        self._places, self._seconds, self._room = waiting + 1, seconds, kept * MEBIBYTE
        self._kept: OrderedDict[Picture, bytes] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "easel")
        self._process: subprocess.Popen[bytes] | None = None

    def known(self, wanted: Picture) -> bytes | None:
        """A picture that was drawn before."""
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
        return self._kept.get(wanted)

    async def draw(self, wanted: Picture) -> bytes:
        """A picture. Raises Refusal where too many wait, or it cannot be drawn."""
        if self._places == 0:
            raise Refusal("busy", "too many pictures are being drawn", retry_after=1)
        self._places -= 1
        drawing = asyncio.get_running_loop().run_in_executor(self._thread, self._drawn, wanted)
        drawing.add_done_callback(lambda _: self._leave())
        drawn = await asyncio.shield(drawing)  # who goes away does not empty the queue
        self._keep(wanted, drawn)
        return drawn

    def _leave(self) -> None:
        self._places += 1

    def _keep(self, wanted: Picture, drawn: bytes) -> None:
        if wanted not in self._kept:
            self._kept[wanted] = drawn
            self._room -= _weight(wanted, drawn)
        while self._room < 0:
            self._room += _weight(*self._kept.popitem(last=False))

    def _drawn(self, wanted: Picture) -> bytes:
        request = json.dumps(wanted).encode()
        for _ in range(2):  # a process that died since is replaced
            with contextlib.suppress(OSError, EOFError):
                return self._asked(request)
        raise Refusal("busy", "this picture cannot be drawn now", retry_after=5)

    def _asked(self, request: bytes) -> bytes:
        if self._process is not None and self._process.poll() is not None:
            self._end()
        process = self._process = self._process or _started()
        assert process.stdin is not None
        assert process.stdout is not None
        alarm = threading.Timer(self._seconds, process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            _send(process.stdin, request)
            return _received(process.stdout)
        except (OSError, EOFError):
            self._end()
            raise
        finally:
            alarm.cancel()

    def _end(self) -> None:
        """Leave no process behind."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with process:  # closes its pipes and waits for it
                pass

    async def close(self) -> None:
        if self._process is not None:
            self._process.kill()  # what is being drawn is given up
        self._thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._thread.shutdown)
        self._end()


def _weight(wanted: Picture, drawn: bytes) -> int:
    """What a picture that is kept takes, with what is known of it."""
    return len(wanted.source) + len(drawn)


def _started() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "cornerwise.server.games.easel"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _send(pipe: IO[bytes], body: bytes) -> None:
    pipe.write(len(body).to_bytes(4, "big") + body)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytes:
    head = pipe.read(4)
    length = int.from_bytes(head, "big")
    body = pipe.read(length)
    if len(head) < 4 or len(body) < length:
        raise EOFError("the other side has ended")
    return body


# --- the process itself -------------------------------------------------------------------


def main() -> None:
    """Draw what is asked for, until nobody asks any more."""
    from cornerwise import Game, render

    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            source, kind, size = json.loads(_received(sys.stdin.buffer))
            is_game = source.startswith("{")
            picture = render.svg(Game.from_json(source), size=size) if is_game else source
            drawn = render.rasterised(picture) if kind == "png" else picture.encode()
            _send(sys.stdout.buffer, drawn)


if __name__ == "__main__":
    main()
