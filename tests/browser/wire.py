"""The socket of a page, with somebody in between who may change what the coach says, or hold it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Json = dict[str, Any]


class Wire:
    """What the server answers to moves that are weighed.

    weighed  how many answers came
    change   is given each answer and says what the page gets; None for nothing
    """

    def __init__(self, page: Page) -> None:
        self.page, self.weighed, self._heard = page, 0, False
        self.change: Callable[[Json], Json | None] = lambda answer: answer
        self._held: list[Callable[[], object]] = []
        self._holding = False
        page.route_web_socket(re.compile("/socket"), self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(server.send)
        server.on_message(lambda message: self._answered(page, message))

    def _answered(self, page: WebSocketRoute, message: str | bytes) -> None:
        answer: Json = json.loads(message)
        self._heard = True
        if answer.get("type") != "weigh":
            page.send(message)
            return
        self.weighed += 1
        changed = self.change(answer)
        if changed is None:
            return
        self._held.append(partial(page.send, json.dumps(changed)))
        if not self._holding:
            self.let_go()

    def hold(self) -> None:
        """Keep answers back until they are let go."""
        self._holding = True

    def let_go(self) -> None:
        self._holding = False
        held, self._held = self._held, []
        for deliver in held:
            deliver()

    def connected(self) -> None:
        """Wait until the page hears from the server."""
        while not self._heard:
            self.page.wait_for_timeout(20)

    def forget(self) -> None:
        """The page is drawn anew, with another socket."""
        self._heard = False

    def wait(self, count: int) -> None:
        """Until so many answers have come."""
        while self.weighed < count:
            self.page.wait_for_timeout(20)
