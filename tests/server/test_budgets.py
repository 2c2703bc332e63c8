"""Limits per address count once, however many servers are asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cornerwise.server.base.security import Limiter
from cornerwise.server.base.settings import Rate
from cornerwise.server.storage.budgets import Budgets
from cornerwise.server.storage.bus import LocalBus
from tests.server.site import until
from tests.server.test_many import servers


def test_what_is_spent_in_one_process_is_missing_in_the_other() -> None:
    async def test() -> None:
        bus, rate = LocalBus(), Rate(1e-9, 10)
        here, there = {"games": Limiter(rate)}, {"games": Limiter(rate), "more": Limiter(rate)}
        budgets = [Budgets(here, bus), Budgets(there, bus)]
        for budget in budgets:
            await budget.tell()
        for _ in range(6):
            assert here["games"].allows("eve")
        assert there["games"].allows("eve")
        for budget in budgets:
            await budget.tell()
        await bus.tell(b"about something else")
        for limiters in (here, there):  # 7 of 10 are spent
            assert [limiters["games"].allows("eve") for _ in range(4)] == [True] * 3 + [False]
            assert limiters["games"].allows("ana")
        assert there["more"].allows("eve")
        for budget in budgets:  # both have spent 3 more at once: there are no debts
            await budget.tell()
        there["games"].punish("bo", 60)
        assert not there["games"].allows("bo")

    asyncio.run(test())


def test_two_servers_let_an_address_make_as_many_games_as_one(tmp_path: Path) -> None:
    with servers(tmp_path, 2, games=Rate(1e-9, 6)) as (first, second):
        ana, bo = first.person(), second.person()
        new = {"variant": "duo", "seats": {"blue": {"kind": "me"}, "yellow": {"kind": "here"}}}
        for _ in range(3):
            assert ana.http.post("/api/games", json=new).status_code == 201

        def refused() -> bool:
            """The other has made some itself, and hears sooner or later of the rest."""
            return bo.http.post("/api/games", json=new).status_code == 429

        made = 0
        while not refused():
            made += 1
            assert made <= 6
        until(refused)
        until(lambda: ana.http.post("/api/games", json=new).status_code == 429)
