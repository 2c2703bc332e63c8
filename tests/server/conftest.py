"""A server for the tests of a module, and one with special settings for single tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.server import services
from tests.server.site import Site, settings, site
from tests.server.stores import STORES, Run, runner


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that many tests share."""
    with site(settings(tmp_path_factory.mktemp("games"), away=0)) as running:
        yield running


@pytest.fixture
def special(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Start a server with special settings."""
    numbers = count()
    with ExitStack() as stack:

        def start(**changes: Any) -> Site:
            folder = tmp_path / f"games{next(numbers) or ''}"  # one server at a time uses a folder
            return stack.enter_context(site(settings(folder, **changes)))

        yield start


@pytest.fixture(scope="session", autouse=True)
def services_end() -> Iterator[None]:
    """End what tests have started."""
    yield
    services.close_all()


@pytest.fixture(params=STORES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Run a test with a store of each kind; a second call opens the same store again."""
    return runner(STORES[request.param](tmp_path))


@pytest.fixture(params=[name for name in STORES if name != "memory"])
def run_on_tables(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """The same with the stores that keep games in tables, too."""
    return runner(STORES[request.param](tmp_path))
