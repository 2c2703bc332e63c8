"""Accounts over HTTP: signing up, in and out, what comes along, sessions, recovery."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Rate
from cornerwise.server.people import names, passwords
from tests.server.site import Person, Site, until

Special = Callable[..., Site]
SECRET = "a long secret"


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def games_of(person: Person) -> list[str]:
    return [game["id"] for game in person.http.get("/api/games").json()["games"]]


# --- in and out ---------------------------------------------------------------------------


def test_who_signs_up_is_known_and_can_come_back(shared: Site) -> None:
    ana = shared.person()
    assert ana.account is None
    assert ana.sign_up("Ana") == {"name": "Ana", "role": "user"}
    assert ana.account == "Ana"
    assert ana.http.delete("/api/session").status_code == 200
    assert ana.account is None
    assert ana.sign_in("ana").json()["name"] == "Ana"
    assert ana.account == "Ana"
    elsewhere = shared.person()
    assert elsewhere.sign_in("Ana").status_code == 200
    assert elsewhere.account == "Ana"


def test_the_cookie_of_a_session_is_out_of_reach_of_scripts(shared: Site) -> None:
    body = {"name": "Cookie-Maker", "password": SECRET}
    answer = shared.person().http.post("/api/account", json=body)
    cookie = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("session="))
    assert {"HttpOnly", "SameSite=lax"} <= {part.strip() for part in cookie.split(";")}


def test_wrong_name_and_wrong_password_are_refused_alike(shared: Site) -> None:
    shared.person().sign_up("Greta")
    eve = shared.person()
    answers = [eve.sign_in("Greta", "another secret"), eve.sign_in("Nobody-there", SECRET)]
    assert answers[0].json() == answers[1].json()
    assert refused(answers[0]) == (403, "bad_sign_in")
    assert eve.account is None


def test_a_guests_games_come_along(shared: Site) -> None:
    bo = shared.person()
    mine = bo.new("duo", "me", "open")["game"]["id"]
    table = bo.socket(mine)
    table.kind("snapshot")
    bo.sign_up("Bo")
    assert games_of(bo) == [mine]
    assert bo.show(mine)["you"]["seats"] == ["blue"]  # the room in memory knows it, too
    assert table.kind("snapshot")["you"]["seats"] == []  # and the guest is nobody any more
    bo.http.delete("/api/session")
    assert games_of(bo) == []

    later = bo.new("duo", "me", "here")["game"]["id"]
    assert bo.sign_in("Bo").status_code == 200
    assert sorted(games_of(bo)) == sorted([mine, later])


def test_games_stay_with_the_browser_if_that_is_wanted(shared: Site) -> None:
    shared.person().sign_up("Cleo")
    lent = shared.person()
    theirs = lent.new("duo", "me", "here")["game"]["id"]
    assert lent.sign_in("Cleo", bring=False).status_code == 200
    assert games_of(lent) == []
    lent.http.delete("/api/session")
    assert games_of(lent) == [theirs]


def test_a_seat_bears_the_name_of_who_is_signed_in(shared: Site) -> None:
    dora = shared.person()
    dora.sign_up("Dora")
    made = dora.new("duo", "me", "open")
    assert made["state"]["seats"][0]["account"] == "Dora"
    assert dora.show(made["game"]["id"])["you"]["seats"] == ["blue"]


# --- names and passwords ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", "length"), ("", "length"), ("x" * 21, "length"), ("\u202e", "length"),
        ("two words", "characters"), ("-ana", "characters"), ("1234", "characters"),
        ("<b>", "characters"), ("a/b", "characters"),
        ("аnа", "scripts"), ("ΑΝΑ", "scripts"), ("сора", "scripts"),
        ("admin", "reserved"), ("Admin1", "reserved"), ("ADM1N", "reserved"),
        ("level_9", "reserved"), ("Computer", "reserved"), ("Cornerwise", "reserved"),
        ("Moderator-2", "reserved"), ("Blue", "reserved"),
    ],
)  # fmt: skip
def test_names_that_nobody_gets(shared: Site, name: str, why: str) -> None:
    answer = shared.person().http.post("/api/account", json={"name": name, "password": SECRET})
    assert refused(answer) == (400, "bad_name")
    assert answer.json()["error"]["why"] == why


@pytest.mark.parametrize(
    "name", ["William", "WILLIAM", "Wi11iam", "VVilliam", "Wílliam", "W-illiam"]
)
def test_names_that_look_alike_are_one(shared: Site, name: str) -> None:
    shared.person().sign_in("William")
    known = shared.person().http.post("/api/account", json={"name": "William", "password": SECRET})
    assert known.status_code in (201, 409)
    other = shared.person().http.post("/api/account", json={"name": name, "password": SECRET})
    assert refused(other) == (409, "name_taken")


@given(st.text(max_size=24))
def test_a_name_that_is_given_is_compared_with_itself(text: str) -> None:
    try:
        name, folded = names.checked(text)
    except Refusal:
        return
    assert names.checked(name) == (name, folded)
    assert names.folding(name.upper()) == names.folding(name.lower()) or not name.isascii()
    assert 0 < len(folded) <= 64


@pytest.mark.parametrize(
    "password", ["", "short", "aaaaaaaaaa", "Password123", "x" * 300, "eleonora"]
)
def test_passwords_that_are_guessed_first_are_refused(shared: Site, password: str) -> None:
    body = {"name": "Eleonora", "password": password}
    answer = shared.person().http.post("/api/account", json=body)
    assert refused(answer) == (400, "bad_password")


def test_the_decoy_costs_what_a_password_costs() -> None:
    from argon2 import extract_parameters

    assert extract_parameters(passwords.DECOY) == extract_parameters(passwords._hasher().hash("x"))


# --- how often ----------------------------------------------------------------------------


def test_attempts_are_limited_by_address(special: Special) -> None:
    eve = special(sign_ins=Rate(0.001, 3)).person()
    answers = [eve.sign_in(f"name{number}x") for number in range(4)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    assert int(answers[-1].headers["retry-after"]) > 0


def test_attempts_are_limited_by_name(special: Special) -> None:
    running = special(sign_ins_name=Rate(0.001, 3))
    running.person().sign_up("Frida")
    eve = running.person()
    for _ in range(3):
        assert refused(eve.sign_in("Frida", "wrong secret")) == (403, "bad_sign_in")
    assert refused(eve.sign_in("FR1DA", SECRET)) == (429, "too_many")
    assert refused(eve.sign_in("Other", SECRET)) == (403, "bad_sign_in")


def test_strangers_who_try_a_name_do_not_hold_up_its_owner(special: Special) -> None:
    running = special(sign_ins_name=Rate(0.001, 3))
    frida, eve = running.person(), running.person()
    frida.sign_up("Frida")
    eve.sign_up("Eve")  # a browser that another account knows
    for person in (frida, eve):
        assert person.http.delete("/api/session").is_success
    while (answer := eve.sign_in("Frida", "wrong secret")).status_code == 403:
        pass
    assert refused(answer) == (429, "too_many")
    assert refused(running.person().sign_in("Frida", SECRET)) == (429, "too_many")
    assert frida.sign_in("Frida", SECRET).is_success
    for _ in range(2):  # whoever sits there now has no more tries than others
        assert refused(frida.sign_in("Frida", "wrong secret")) == (403, "bad_sign_in")
    assert refused(frida.sign_in("Frida", SECRET)) == (429, "too_many")


def test_new_accounts_are_limited_by_address(special: Special) -> None:
    running = special(sign_ups=Rate(0.001, 2))
    for name in ("Ada", "Ben"):
        running.person().sign_up(name)
    body = {"name": "Cyd", "password": SECRET}
    assert refused(running.person().http.post("/api/account", json=body)) == (429, "too_many")


def test_exports_are_limited_by_account(special: Special) -> None:
    ana = special(exports=Rate(0.001, 1)).person()
    ana.sign_up("Ana")
    assert ana.http.get("/api/account/export").status_code == 200
    assert refused(ana.http.get("/api/account/export")) == (429, "too_many")


# --- sessions -----------------------------------------------------------------------------


def test_sessions_are_listed_and_ended_one_by_one(shared: Site) -> None:
    here, there = shared.person(), shared.person()
    here.sign_up("Henri")
    there.sign_in("Henri")
    game = there.new("duo", "me", "open")["game"]["id"]
    table = there.socket(game)
    table.kind("snapshot")
    sessions = here.http.get("/api/account").json()["sessions"]
    assert sorted(session["here"] for session in sessions) == [False, True]
    other = next(session["handle"] for session in sessions if not session["here"])
    assert here.http.delete(f"/api/account/sessions/{other}").status_code == 200
    assert there.account is None
    until(lambda: _closed(table.connection) == 4001)
    assert here.account == "Henri"
    assert len(here.http.get("/api/account").json()["sessions"]) == 1


def _closed(connection: object) -> int | None:
    return getattr(connection, "close_code", None)


def test_all_other_sessions_end_at_once(shared: Site) -> None:
    here = shared.person()
    here.sign_up("Ida")
    others = [shared.person() for _ in range(3)]
    for other in others:
        other.sign_in("Ida")
    assert here.http.delete("/api/account/sessions").status_code == 200
    assert [other.account for other in others] == [None] * 3
    assert here.account == "Ida"


def test_another_password_ends_other_sessions(shared: Site) -> None:
    here, there = shared.person(), shared.person()
    here.sign_up("Jonas")
    there.sign_in("Jonas")
    body = {"password": "another long secret"}
    assert here.http.post("/api/account/password", json=body).status_code == 200
    assert (here.account, there.account) == ("Jonas", None)
    assert refused(there.sign_in("Jonas")) == (403, "bad_sign_in")
    assert there.sign_in("Jonas", "another long secret").status_code == 200


def test_a_stranger_ends_no_session(shared: Site) -> None:
    ana, eve = shared.person(), shared.person()
    ana.sign_up("Klara")
    eve.sign_up("Evil-Eve")
    handle = ana.http.get("/api/account").json()["sessions"][0]["handle"]
    eve.http.delete(f"/api/account/sessions/{handle}")
    assert ana.account == "Klara"


# --- recovery -----------------------------------------------------------------------------


def test_each_recovery_code_opens_the_account_once(shared: Site) -> None:
    ana = shared.person()
    ana.sign_up("Laura")
    codes = ana.http.post("/api/account/codes").json()["codes"]
    assert len(set(codes)) == 10
    assert ana.http.get("/api/account").json()["codes"] == 10
    lost = shared.person()
    body = {"name": "laura", "code": codes[3].upper().replace("-", " "), "password": "found again"}
    assert lost.http.post("/api/recovery", json=body).status_code == 200
    assert (lost.account, ana.account) == ("Laura", None)
    assert lost.http.get("/api/account").json()["codes"] == 9
    assert refused(shared.person().http.post("/api/recovery", json=body)) == (403, "bad_code")
    other = {"name": "Henri", "code": codes[4], "password": "found again"}
    assert refused(shared.person().http.post("/api/recovery", json=other)) == (403, "bad_code")
    renewed = lost.http.post("/api/account/codes").json()["codes"]
    old = {"name": "Laura", "code": codes[5], "password": "found again"}
    assert refused(shared.person().http.post("/api/recovery", json=old)) == (403, "bad_code")
    assert not set(renewed) & set(codes)


# --- closing ------------------------------------------------------------------------------


def test_an_account_is_closed_for_a_time_and_opened_again(shared: Site) -> None:
    ana = shared.person()
    ana.sign_up("Mira")
    game = ana.new("duo", "me", "here")["game"]["id"]
    assert ana.http.post("/api/account/disable").status_code == 200
    assert ana.account is None
    assert refused(ana.sign_in("Mira")) == (403, "disabled")
    assert refused(ana.sign_in("Mira", "wrong secret")) == (403, "bad_sign_in")
    assert ana.sign_in("Mira", reopen=True).status_code == 200
    assert games_of(ana) == [game]


def test_guests_have_no_account_to_look_at(shared: Site) -> None:
    ana = shared.person()
    for method, path in (
        ("GET", "/api/account"),
        ("PATCH", "/api/account"),
        ("POST", "/api/account/password"),
        ("POST", "/api/account/codes"),
        ("POST", "/api/account/disable"),
        ("DELETE", "/api/account/sessions"),
        ("DELETE", "/api/account/sessions/abc"),
    ):
        assert refused(ana.http.request(method, path)) == (401, "sign_in"), path


def test_the_operator_may_let_nobody_sign_up(special: Special) -> None:
    ana = special(sign_up="closed").person()
    answer = ana.http.post("/api/account", json={"name": "Nora", "password": SECRET})
    assert refused(answer) == (403, "no_sign_up")


def test_a_profile_is_what_its_owner_says(shared: Site) -> None:
    ana = shared.person()
    ana.sign_up("Olga")
    said = {"country": "CZ", "about": " Hello \u202e<b>there</b>\n"}
    assert ana.http.patch("/api/account", json=said).status_code == 200
    seen = ana.http.get("/api/account").json()
    assert (seen["country"], seen["about"]) == ("CZ", "Hello <b>there</b>")
    assert refused(ana.http.patch("/api/account", json={"country": "XX"})) == (400, "bad_request")
    assert refused(ana.http.patch("/api/account", json={"about": "x" * 300}))[0] == 400


def test_keys_are_changed_only_by_who_signed_in_lately(
    shared: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = shared.person()
    ana.sign_up("Stella")
    monkeypatch.setattr("cornerwise.server.web.routes.asking.PROVEN", -1)
    for method, path, body in (
        ("POST", "/api/account/password", {"password": "another long secret"}),
        ("POST", "/api/account/codes", {}),
        ("POST", "/api/account/email", {"email": "stella@example.org"}),
        ("DELETE", "/api/account/email", None),
        ("POST", "/api/account/passkeys", {"passkey": {}}),
        ("DELETE", "/api/account/passkeys/0", None),
        ("POST", "/api/account/disable", None),
        ("DELETE", "/api/account", None),
    ):
        answer = ana.http.request(method, path, json=body)
        assert refused(answer) == (401, "prove_again"), path
    assert ana.http.get("/api/account").status_code == 200
    monkeypatch.undo()
    assert ana.sign_in("Stella").status_code == 200  # in the place of the session before
    assert len(ana.http.get("/api/account").json()["sessions"]) == 1
    assert ana.http.post("/api/account/codes").status_code == 200


# --- leaving for good ---------------------------------------------------------------------


def test_a_deleted_account_leaves_games_without_its_name(shared: Site) -> None:
    ana, bo = shared.person(), shared.person()
    typed = ana.http.post(
        "/api/games",
        json={
            "variant": "duo",
            "seats": {
                "blue": {"kind": "me", "name": "Typed Name"},
                "yellow": {"kind": "here", "name": "Somebody Here"},
            },
        },
    ).json()["game"]["id"]
    ana.sign_up("Petra")
    made = ana.new("classic_3", "me", "open", "open")
    bo.sign_up("Quentin")
    bo.join(made)
    third = shared.person()
    third.join(made, name="Third")
    game = made["game"]["id"]
    table = bo.socket(game)
    assert "Petra" in str(table.kind("snapshot"))
    assert ana.http.delete("/api/account").status_code == 200
    assert ana.account is None
    assert refused(ana.sign_in("Petra")) == (403, "bad_sign_in")
    table.until(lambda message: message["type"] == "snapshot" and "Petra" not in str(message))
    until(lambda: "Petra" not in str(bo.http.get("/api/games").json()))
    seats = bo.show(game)["state"]["seats"]
    assert [seat["retired"] for seat in seats] == [True, False, False]  # she has left it
    assert "Quentin" in str(seats)
    assert "Third" in str(seats)
    until(lambda: "Typed Name" not in str(bo.show(typed)))
    assert "Somebody Here" not in str(bo.show(typed))
    assert b"Petra" not in bo.http.get(f"/api/games/{game}.blksgf").content
    for name in ("Petra", "PETRA"):  # nobody is given the name again, then or later
        answer = ana.http.post("/api/account", json={"name": name, "password": SECRET})
        assert refused(answer) == (409, "name_taken")


def test_everything_of_an_account_can_be_had_as_files(shared: Site) -> None:
    ana = shared.person()
    game = ana.new("duo", "me", "here")["game"]["id"]
    ana.sign_up("Rosa")
    ana.http.patch("/api/account", json={"country": "PT", "about": "Olá"})
    ana.http.post("/api/account/codes")
    answer = ana.http.get("/api/account/export")
    assert answer.headers["content-type"] == "application/zip"
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert packed.testzip() is None
    about = json.loads(packed.read("account.json"))
    assert (about["name"], about["country"], about["about"]) == ("Rosa", "PT", "Olá")
    assert about["password"] is True
    assert game in packed.read("holdings.json").decode()
    assert "GM[Blokus Duo]" in packed.read(f"games/{game}.blksgf").decode()
    assert len(json.loads(packed.read("tickets.json"))) == 10
    assert "argon2" not in str([packed.read(name) for name in packed.namelist()])
    assert refused(shared.person().http.get("/api/account/export")) == (401, "sign_in")
