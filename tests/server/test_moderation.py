"""Mutes that nobody notices, blocks, reports, and what moderators do about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cornerwise.server.base.clocks import DAY, Timekeeper
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Rate
from cornerwise.server.people.accounts import Accounts, Role
from cornerwise.server.people.people import Account, People
from cornerwise.server.people.roster import Roster
from cornerwise.server.people.ties import Ties
from cornerwise.server.storage.store import Store
from cornerwise.server.talk.moderation import Moderation, Verdict
from cornerwise.server.talk.mutes import Mutes
from cornerwise.server.talk.reports import A_DAY, Report
from tests.server.site import Json, Person, Site, json_of, until
from tests.server.stores import Run
from tests.server.test_talk import account, said, table, words

Special = Callable[..., Site]
GUEST, OTHER = "g" * 64, "h" * 64


def moderators(store: Store, keeper: Timekeeper) -> Moderation:
    accounts = Accounts(store, keeper, People(store, keeper))
    return Moderation(store, keeper, Roster(store, keeper), accounts)


class Town:
    """A server with a game of Ana and Bo, and a moderator."""

    def __init__(self, running: Site, data: Path) -> None:
        self.running = running
        self.ana, self.bo = account(running, data, "Ana"), account(running, data, "Bo")
        self.eva = account(running, data, "Eva", "moderator")
        self.game, self.hers, self.his = table(running, self.ana, self.bo)

    def report(self, reason: str = "insult", **more: str) -> int:
        """Ana reports what Bo said last."""
        heard = json_of(self.ana.http.get(f"/api/games/{self.game}/chat"))["lines"]
        line = next(one for one in reversed(heard) if not one["own"])
        address = f"/api/games/{self.game}/chat/{line['id']}/report"
        return self.ana.http.post(address, json={"reason": reason, **more}).status_code

    def queue(self) -> Json:
        return json_of(self.eva.http.get("/api/moderation"))

    def decide(self, report: int, **verdict: object) -> int:
        address = f"/api/moderation/reports/{report}"
        return self.eva.http.post(address, json=verdict).status_code


@pytest.fixture
def town(special: Special, tmp_path: Path) -> Town:
    return Town(special(), tmp_path / "games")


def test_from_a_report_to_a_mute_that_the_muted_does_not_notice(town: Town) -> None:
    town.hers.ask(type="say", text="Hello Bo")
    town.his.ask(type="say", text="You play like a fool")
    assert town.report(note="He was <b>rude</b>\u202e") == 201
    assert town.report() == 201  # the same once more changes nothing
    queue = town.queue()
    assert queue["waiting"] == 1
    told = [one.http.get("/api/start").json()["account"] for one in (town.eva, town.bo)]
    assert [account["waiting"] for account in told] == [1, 0]
    (report,) = queue["reports"]
    assert (report["reporter"], report["name"], report["reason"]) == ("Ana", "Bo", "insult")
    assert report["note"] == "He was <b>rude</b>"
    assert [(one["text"], one["accused"]) for one in report["lines"]] == [
        ("Hello Bo", False),
        ("You play like a fool", True),
    ]
    assert town.decide(report["id"], act="mute", days=1) == 200
    assert town.decide(report["id"], act="mute", days=1) == 409  # somebody was faster
    queue = town.queue()
    assert queue["waiting"] == 0
    (entry,) = queue["log"]
    assert (entry["actor"], entry["act"], entry["name"], entry["lasts"]) == (
        "Eva", "mute", "Bo", True,
    )  # fmt: skip
    for socket in (town.hers, town.his):
        while len(words(said(socket))) != 1:  # both have read what came before
            pass
    assert town.his.ask(type="say", text="Still a fool")["type"] == "ok"
    assert words(said(town.his)) == ["Still a fool"]
    assert town.hers.ask(type="say", phrase="bye")["type"] == "ok"
    heard = json_of(town.ana.http.get(f"/api/games/{town.game}/chat"))["lines"]
    assert words(heard) == ["Hello Bo", "You play like a fool", "bye"]
    own = json_of(town.bo.http.get(f"/api/games/{town.game}/chat"))["lines"]
    assert words(own) == ["Hello Bo", "You play like a fool", "Still a fool", "bye"]
    # The mute is lifted: from now on he is heard again.
    assert town.eva.http.post(f"/api/moderation/log/{entry['id']}/lift").is_success
    assert [one["act"] for one in town.queue()["log"]] == ["lift", "mute"]
    assert town.eva.http.post(f"/api/moderation/log/{entry['id']}/lift").status_code == 409
    town.his.ask(type="say", text="I am sorry")
    heard = json_of(town.ana.http.get(f"/api/games/{town.game}/chat"))["lines"]
    assert words(heard)[-1] == "I am sorry"


def test_who_is_blocked_is_not_heard_by_who_blocked_them(town: Town) -> None:
    town.his.ask(type="say", phrase="hello")
    (line,) = said(town.hers)
    address = f"/api/games/{town.game}/chat/{line['id']}/block"
    assert town.ana.http.post(address).is_success
    assert json_of(town.ana.http.get(f"/api/games/{town.game}/chat"))["lines"] == []
    town.his.ask(type="say", phrase="luck")
    town.hers.ask(type="say", phrase="fun")
    assert words(said(town.hers)) == ["fun"]
    assert town.ana.http.get("/api/people/Bo").json()["blocked"] is True
    assert town.ana.http.delete("/api/people/Bo/block").json()["blocked"] is False
    heard = json_of(town.ana.http.get(f"/api/games/{town.game}/chat"))["lines"]
    assert words(heard) == ["hello", "luck", "fun"]


def test_whom_one_has_blocked_can_be_seen_and_ended_guests_included(town: Town) -> None:
    """A guest has no page: the list is the way back."""
    guest, nameless = (town.running.person() for _ in range(2))
    made = town.ana.new("classic", "me", "open", "open", "open")
    game = made["game"]["id"]
    for person, name in ((guest, "Olaf"), (nameless, "")):
        person.join(made, name=name)
        assert person.act(game, type="say", phrase="hello").is_success
    hers = town.ana.socket(game)
    for line in said(hers):
        assert town.ana.http.post(f"/api/games/{game}/chat/{line['id']}/block").is_success
    assert town.ana.http.post("/api/people/Bo/block").is_success
    guest.sign_up("Later")  # it stays the guest that was blocked
    blocks = town.ana.http.get("/api/blocks").json()
    shown = {(one["name"], one["account"]) for one in blocks}
    assert shown == {("Olaf", False), ("", False), ("Bo", True)}
    assert set(blocks[0]) == {"id", "name", "account", "at"}
    assert town.bo.http.get("/api/blocks").json() == []
    olaf = next(one["id"] for one in blocks if one["name"] == "Olaf")
    assert len(town.bo.http.delete(f"/api/blocks/{olaf}").json()) == 0  # it is not his
    left = town.ana.http.delete(f"/api/blocks/{olaf}").json()
    assert {one["name"] for one in left} == {"", "Bo"}
    assert guest.act(game, type="say", phrase="luck").is_success
    heard = json_of(town.ana.http.get(f"/api/games/{game}/chat"))["lines"]
    assert words(heard) == ["hello", "luck"]


def test_who_is_banned_is_out_and_it_is_noted(town: Town) -> None:
    town.his.ask(type="say", phrase="hello")
    said(town.hers)
    town.report()
    (report,) = town.queue()["reports"]
    assert report["account"] is True
    assert town.decide(report["id"], act="ban", days=7) == 200
    until(lambda: town.bo.account is None)  # his sessions have ended
    assert town.eva.http.delete("/api/people/Bo/ban").is_success
    assert [one["act"] for one in town.queue()["log"]] == ["pardon", "ban"]


def test_only_what_was_heard_can_be_reported(town: Town, shared: Site) -> None:
    town.his.ask(type="say", phrase="hello")
    (line,) = said(town.hers)
    stranger = shared.person()
    address = f"/api/games/{town.game}/chat/{line['id']}"
    assert stranger.http.post(f"{address}/report", json={"reason": "spam"}).status_code == 404
    assert town.eva.http.post(f"{address}/report", json={"reason": "spam"}).status_code == 404
    assert town.ana.http.post(f"{address}/report", json={"reason": "dull"}).status_code == 400
    assert town.bo.http.post(f"{address}/report", json={"reason": "spam"}).status_code == 400
    assert (
        town.ana.http.post("/api/people/Nobody/report", json={"reason": "spam"}).json()["error"][
            "code"
        ]
        == "nobody"
    )
    assert town.ana.http.post("/api/people/Bo/report", json={"reason": "name"}).status_code == 201


@pytest.mark.parametrize("who", ["guest", "user"])
def test_the_queue_is_for_moderators(town: Town, who: str, special: Special) -> None:
    person: Person = town.ana
    if who == "guest":
        person.http.cookies.delete("session")
    for answer in (
        person.http.get("/api/moderation"),
        person.http.post("/api/moderation/reports/1", json={"act": "dismiss"}),
        person.http.post("/api/moderation/log/1/lift"),
    ):
        assert answer.json()["error"]["code"] == "forbidden"


# --- with every store ---------------------------------------------------------------------


def report_of(reporter: str, accused: str, at: int, game: str = "one") -> Report:
    return Report(0, at, reporter, accused, "Bo", game, "insult", "", b"[]", "open")


def test_nobody_lifts_their_own_mute(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        keeper = Timekeeper([], 0)
        people, actors = People(store, keeper), {}
        roles: dict[str, Role] = {"Eva": "moderator", "Kim": "moderator", "Dan": "admin"}
        for name, role in roles.items():
            made = await people.sign_up(name, name.lower(), None, "-")
            assert made is not None
            await Accounts(store, keeper, people).set_role(made, role)
            actors[name] = Account(made, name, role, "person")
        eva, kim, dan = actors.values()
        moderation = moderators(store, keeper)
        await moderation.reports.add(report_of(kim.id, eva.id, keeper.now()))
        (report,) = await moderation.reports.open(1)
        await moderation.decide(dan, report.id, Verdict("mute"))
        (entry,) = await moderation.log()
        for moderator, why in ((eva, "about yourself"), (kim, "about a moderator")):
            with pytest.raises(Refusal, match=why):
                await moderation.lift(moderator, entry.id)
        await moderation.lift(dan, entry.id)
        assert [one.act for one in await moderation.log()] == ["lift", "mute"]

    run_on_tables(test)


def test_decisions_end_by_themselves_and_are_noted(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        keeper = Timekeeper([], 0)
        people, roster = People(store, keeper), Roster(store, keeper)
        eva = await people.sign_up("Eva", "eva", None, "-")
        bo = await people.sign_up("Bo", "bo", None, "-")
        assert eva is not None
        assert bo is not None
        actor, accounts = (
            Account(eva, "Eva", "moderator", "person"),
            Accounts(store, keeper, people),
        )
        moderation = Moderation(store, keeper, roster, accounts)
        mutes, now = Mutes(store), keeper.now()
        for game in ("one", "two", "three"):
            await moderation.reports.add(report_of(GUEST, bo, now, game))
        await moderation.reports.add(report_of(GUEST, OTHER, now))
        await moderation.reports.add(report_of(GUEST, eva, now))
        first, _, _, guests, own = (one.id for one in (await moderation.queue()).reports)
        await moderation.decide(actor, first, Verdict("mute", 2))
        until = await mutes.until(bo, now)
        assert until is not None
        assert abs(until - now - 2 * DAY) < 60_000
        assert await mutes.until(bo, until) is None  # it ends by itself
        assert {one.id for one in (await moderation.queue()).reports} == {guests, own}
        with pytest.raises(Refusal, match="mute a guest instead"):
            await moderation.decide(actor, guests, Verdict("ban", 1))
        with pytest.raises(Refusal, match="about yourself"):
            await moderation.decide(actor, own, Verdict("dismiss"))
        with pytest.raises(Refusal, match="no such report"):
            await moderation.decide(actor, 9999, Verdict("dismiss"))
        await moderation.decide(actor, guests, Verdict("dismiss"))
        await moderation.reports.add(report_of(OTHER, bo, now, "four"))
        (again, _) = (await moderation.queue()).reports[::-1]
        assert again.upheld == 3
        await moderation.decide(actor, again.id, Verdict("ban", 7))
        banned = await accounts.ban(bo)
        assert banned is not None
        assert abs(banned.until - keeper.now() - 7 * DAY) < 60_000
        assert banned.reason == "Insults or threats"
        log = await moderation.log()
        assert [(one.act, one.lasts) for one in log] == [
            ("ban", True), ("dismiss", False), ("mute", True),
        ]  # fmt: skip
        await moderation.lift(actor, log[0].id)
        assert await accounts.ban(bo) is None
        with pytest.raises(Refusal, match="ended already"):
            await moderation.lift(actor, log[0].id)
        log = await moderation.log()
        assert [(one.act, one.lasts) for one in log] == [
            ("pardon", False), ("ban", False), ("dismiss", False), ("mute", True),
        ]  # fmt: skip

    run_on_tables(test)


def test_nobody_floods_the_moderators(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        keeper = Timekeeper([], 0)
        moderation = moderators(store, keeper)
        for number in range(A_DAY):
            await moderation.reports.add(report_of(GUEST, OTHER, DAY, f"game {number}"))
        with pytest.raises(Refusal, match="reports a day"):
            await moderation.reports.add(report_of(GUEST, OTHER, DAY + 1, "one more"))
        await moderation.reports.add(report_of(GUEST, OTHER, 2 * DAY + 1, "a day later"))
        assert await moderation.reports.waiting() == A_DAY + 1

    run_on_tables(test)


def test_reports_of_an_address_are_few(special: Special) -> None:
    running = special(reports=Rate(0.001, 1))
    ana, bo = running.person(), running.person()
    bo.sign_up("Bo")
    for status in (201, 429):
        answer = ana.http.post("/api/people/Bo/report", json={"reason": "spam"})
        assert answer.status_code == status


def test_ties_are_few(run_on_tables: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cornerwise.server.people.ties.MOST", 2)

    async def test(store: Store) -> None:
        ties = Ties(store)
        for other in ("bo", "cy", "bo"):
            await ties.tie("ana", "block", other, 1)
        with pytest.raises(Refusal, match="you can block 2 persons"):
            await ties.tie("ana", "block", "di", 1)
        await ties.tie("ana", "follow", "di", 1)

    run_on_tables(test)


def test_who_blocks_neither_follows_nor_is_followed(run_on_tables: Run) -> None:
    async def test(store: Store) -> None:
        ties = Ties(store)
        await ties.tie("ana", "follow", "bo", 1)
        await ties.tie("bo", "follow", "ana", 2)
        await ties.tie("ana", "follow", "eva", 3)
        assert await ties.others("ana", "follow") == ["eva", "bo"]
        assert await ties.followers("ana") == 1
        await ties.tie("ana", "block", "bo", 4)
        assert await ties.others("ana", "follow") == ["eva"]
        assert await ties.followers("ana") == 0
        assert await ties.blocked("ana") == {"bo"}
        assert await ties.blocked("bo") == {"ana"}
        assert await ties.blockers("bo") == {"ana"}
        with pytest.raises(Refusal, match="cannot follow"):
            await ties.tie("bo", "follow", "ana", 5)
        with pytest.raises(Refusal, match="yourself"):
            await ties.tie("ana", "block", "ana", 5)
        await ties.untie("ana", "block", "bo")
        assert await ties.blocked("bo") == set()

    run_on_tables(test)
