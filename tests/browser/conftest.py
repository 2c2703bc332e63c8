"""A server and a browser for the tests of a module, and a fresh person when asked for.

No longer than a module: as long as Playwright runs, other tests in its thread could start no event
loop of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

from tests.browser.house import House
from tests.browser.player import Player, chromium
from tests.patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        running = chromium(playwright)
    except Error as error:
        if "CI" in os.environ or os.geteuid() == 0:  # there `make test` installs it
            raise
        pytest.skip(f"no Chromium: install Debian's package chromium ({error})")
    yield running
    running.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("games"))
    yield running
    running.close()


@pytest.fixture
def person(browser: Browser, house: House) -> Iterator[Callable[..., Player]]:
    """Ask for a person with a browser of their own."""
    met: list[Player] = []

    def meet(**how: Any) -> Player:
        met.append(Player(browser, house.address, **how))
        return met[-1]

    yield meet
    for player in met:
        player.close()
