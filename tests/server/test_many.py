"""Many processes as one: servers on one PostgreSQL database that hear each other over NATS."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cornerwise.errors import CornerwiseError
from cornerwise.server.base.settings import Settings
from cornerwise.server.people import office
from cornerwise.server.storage.postgres import PostgresStore, opened
from cornerwise.server.storage.store import StoreError
from cornerwise.server.thinking.adapters import chosen
from tests.server import services
from tests.server.site import Person, Site, Socket, settings, site, until
from tests.server.test_lobby import lobby_of

CLOCK = {"kind": "live", "minutes": 5, "increment": 3}


@contextmanager
def servers(
    folder: Path, count: int, *, database: str = "", bus: str = "", **more: Any
) -> Iterator[list[Site]]:
    """Several servers that share everything."""
    urls = {"store": database or services.postgres().database(), "bus": bus or services.nats().url}
    with ExitStack() as stack:
        yield [
            stack.enter_context(site(settings(folder / str(n), **urls, **more)))
            for n in range(count)
        ]


def table(person: Person, game: str) -> Socket:
    """A socket that has been told how the game stands."""
    opened = person.socket(game)
    opened.kind("snapshot")
    opened.settle(lambda: opened.state["status"] == "playing")
    return opened


def chat(socket: Socket, count: int) -> list[str]:
    """What somebody has heard at a game, once it is so much."""
    socket.settle(lambda: len(socket.said) >= count)
    return [line["phrase"] or line["text"] for line in socket.said]


async def promote(given: Settings, name: str) -> None:
    async with office.opened(given) as desk:
        await desk.accounts.set_role((await desk.find(name)).id, "moderator")


def test_people_on_two_servers_play_one_game(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (first, second):
        ana, bo = first.person(), second.person()
        game = ana.new("duo", "me", "open", first="blue")
        name = game["game"]["id"]
        bo.join(game)
        here, there = table(ana, name), table(bo, name)
        for number in range(6):
            (there if number % 2 else here).play()
            for socket in (here, there):
                socket.settle(lambda at=number, socket=socket: len(socket.moves) > at)  # type: ignore[misc]
        assert here.moves == there.moves
        # Somebody's second tab is on another server, and the same seat is played from there.
        again = table(second.person(ana.guest), name)
        again.settle(lambda: again.moves == here.moves)


def test_people_on_two_servers_talk_and_challenge_each_other(tmp_path: Path) -> None:
    database = services.postgres().database()
    with servers(tmp_path, 2, database=database) as (first, second):
        ana, eva = first.person(), first.person()
        bo, fay = second.person(), second.person()
        names = {ana: "Marta", bo: "Jonas", eva: "Eleanor"}
        for person, name in names.items():
            person.sign_up(name)
        made = ana.new("duo", "me", "open", first="blue")
        game = made["game"]["id"]
        bo.join(made)
        here, there = table(ana, game), table(bo, game)
        watching = {person: table(person, game) for person in (eva, fay)}

        # Players hear players, and spectators hear spectators, wherever they are.
        assert here.ask(type="say", phrase="hello")["type"] == "ok"
        assert chat(there, 1) == ["hello"]
        assert there.ask(type="say", text="Good evening, <b>Marta</b>")["type"] == "ok"
        assert chat(here, 2) == ["hello", "Good evening, <b>Marta</b>"]
        assert watching[fay].ask(type="say", phrase="nice")["type"] == "ok"
        assert chat(watching[eva], 1) == ["nice"]

        # Marta reports Jonas here; a moderator elsewhere mutes him; he does not notice.
        lines = ana.http.get(f"/api/games/{game}/chat").json()["lines"]
        his = next(line for line in lines if line["text"])
        reported = ana.http.post(
            f"/api/games/{game}/chat/{his['id']}/report", json={"reason": "insult"}
        )
        assert reported.is_success, reported.text
        asyncio.run(promote(settings(tmp_path / "0", store=database), "Eleanor"))
        judge = second.person(eva.guest)
        assert judge.sign_in("Eleanor").is_success
        (report,) = judge.http.get("/api/moderation").json()["reports"]
        verdict = {"act": "mute", "days": 1}
        decided = judge.http.post(f"/api/moderation/reports/{report['id']}", json=verdict)
        assert decided.is_success, decided.text
        assert there.ask(type="say", text="Does anybody hear me?")["type"] == "ok"
        assert len(chat(there, 3)) == 3
        assert here.ask(type="say", phrase="luck")["type"] == "ok"
        assert chat(here, 3) == ["hello", "Good evening, <b>Marta</b>", "luck"]

        # A challenge arrives on the other server, and who is blocked can send none.
        with lobby_of(ana) as hers, lobby_of(bo) as his_lobby:
            asked = {"type": "challenge", "rival": "Jonas", "variant": "duo", "clock": CLOCK}
            assert hers.ask(**asked)["type"] == "ok"
            standing = his_lobby.until(lambda said: said.get("challenges"))["challenges"]
            assert [one["name"] for one in standing] == ["Marta"]
            begun = his_lobby.ask(type="accept", challenge=standing[0]["id"])
            assert hers.kind("begins")["game"] == begun["game"]
            assert bo.http.post("/api/people/Marta/block").is_success
            assert hers.ask(**asked)["code"] == "forbidden"
        assert here.ask(type="say", phrase="thanks")["type"] == "ok"
        assert there.ask(type="say", phrase="game")["type"] == "ok"
        assert chat(there, 5)[-1] == "game"  # she is no longer heard by him


def test_a_computer_answers_whoever_thinks_for_it(tmp_path: Path) -> None:
    with servers(tmp_path, 2) as (first, second):
        ana = first.person()
        name = ana.new("duo", "me", "computer", first="blue")["game"]["id"]
        there = table(second.person(ana.guest), name)
        there.play()
        there.settle(lambda: len(there.moves) == 2)
        here = table(ana, name)
        here.settle(lambda: here.moves == there.moves)


def test_without_the_broker_news_come_a_little_later(tmp_path: Path) -> None:
    with services.own_nats() as nats, servers(tmp_path, 2, bus=nats.url, heartbeat=1) as sites:
        first, second = sites
        ana, bo = first.person(), second.person()
        game = ana.new("duo", "me", "open", first="blue")
        bo.join(game)
        here, there = table(ana, game["game"]["id"]), table(bo, game["game"]["id"])
        assert chat(there, 0) == []
        nats.kill()
        here.play()
        there.settle(lambda: len(there.moves) == 1)
        assert here.ask(type="say", phrase="hello")["type"] == "ok"
        assert chat(there, 1) == ["hello"]


def test_a_database_that_is_away_is_told_and_comes_back(tmp_path: Path) -> None:
    own = services.Postgres()
    try:
        with servers(tmp_path, 1, database=own.database()) as (only,):
            ana = only.person()
            name = ana.new("duo", "me", "here", first="blue")["game"]["id"]
            here = table(ana, name)
            here.play()
            own.kill()
            refused = here.ask(type="play", seq=2, placement=here.legal()[0])
            assert refused["code"] == "storage"
            own.begin()

            def stored() -> bool:
                answer = here.ask(type="play", seq=2, placement=here.legal()[0])
                return bool(answer["type"] == "ok")

            until(stored)
            assert len(ana.show(name)["moves"]) == 2
    finally:
        own.close()


def test_servers_that_start_together_make_the_tables_once() -> None:
    url = services.postgres().empty()

    async def test() -> None:
        await asyncio.gather(*(asyncio.to_thread(opened, url) for _ in range(4)))

    asyncio.run(test())
    with pytest.raises(StoreError, match="cannot be opened"):
        opened(url.replace("/games", "/nowhere"))


def test_a_database_of_a_newer_version_is_left_alone() -> None:
    url = services.postgres().database()

    async def age() -> None:
        store = PostgresStore(url)
        await store._rows("UPDATE alembic_version SET version_num = '9999'")
        await store.close()

    asyncio.run(age())
    with pytest.raises(StoreError, match="newer"):
        opened(url)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"store": "mysql://x"}, "only postgresql://… is known"),
        ({"store": "postgresql://x"}, "bus: processes that share a database need one"),
        ({"bus": "amqp://x"}, "only nats://… and tls://… are known"),
    ],
)
def test_an_adapter_that_is_not_known_is_named(
    tmp_path: Path, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(CornerwiseError, match=message):
        chosen(Settings(data=tmp_path, **given))
