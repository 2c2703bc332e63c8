"""Mails: an address is confirmed, and brings a way back for who has forgotten the password."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from cornerwise.server.base.settings import Rate
from tests.server.site import Site, until

Special = Callable[..., Site]


class Letterbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuses = False
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        self.mails.append(message_from_bytes(envelope.content))  # type: ignore[attr-defined]
        return "250 kept"

    async def handle_RCPT(
        self, server: object, session: object, envelope: Any, address: str, options: object
    ) -> str:
        if self.refuses:
            return f"550 {address} is nobody here"
        envelope.rcpt_tos.append(address)
        return "250 go on"

    def close(self) -> None:
        self._controller.stop()

    def newest(self, number: int) -> tuple[Message, str]:
        """A mail, once so many have come, and its text."""
        until(lambda: len(self.mails) >= number)
        body = self.mails[-1].get_payload(decode=True)
        assert isinstance(body, bytes)
        return self.mails[-1], body.decode()


@pytest.fixture
def letters() -> Iterator[Letterbox]:
    box = Letterbox()
    yield box
    box.close()


def mailing(letters: Letterbox) -> dict[str, str]:
    """The settings of a server that sends mails."""
    return {
        "mail_server": f"127.0.0.1:{letters.port}",
        "mail_from": "cornerwise@example.org",
        "mail_security": "none",
        "address": "https://play.example.org",
    }


def test_a_mail_brings_a_new_password(special: Special, letters: Letterbox) -> None:
    running = special(**mailing(letters))
    ana = running.person()
    ana.sign_up("Ana")
    assert ana.http.get("/api/entrance").json()["mail"] is True
    for wrong in ("", "ana", "ana@", "a@b", "ana@example.org\nBcc: eve@example.org", "<a@b.cz>"):
        answer = ana.http.post("/api/account/email", json={"email": wrong})
        assert answer.json()["error"]["code"] == "bad_email", wrong
    ana.http.cookies.set("language", "de")
    sent = ana.http.post("/api/account/email", json={"email": "ana@example.org"})
    assert sent.status_code == 202
    mail, text = letters.newest(1)
    assert (mail["To"], mail["From"]) == ("ana@example.org", "cornerwise@example.org")
    assert "bestätige" in text
    assert ana.http.get("/api/account").json()["email"] == ""  # not before the link is opened
    token = _token(text, "https://play.example.org/account#mail=")
    confirmed = running.person().http.post("/api/account/email/confirmed", json={"token": token})
    assert confirmed.status_code == 200
    assert ana.http.get("/api/account").json()["email"] == "ana@example.org"

    lost = running.person()
    for name in ("nobody-here", "ana"):
        assert lost.http.post("/api/recovery/mail", json={"name": name}).status_code == 202
    _, text = letters.newest(2)
    token = _token(text, "https://play.example.org/recover#token=")
    body = {"token": token, "password": "a newer secret"}
    assert lost.http.post("/api/recovery", json=body).status_code == 200
    assert (lost.account, ana.account) == ("Ana", None)
    assert lost.http.post("/api/recovery", json=body).json()["error"]["code"] == "bad_code"
    assert len(letters.mails) == 2
    assert lost.http.delete("/api/account/email").status_code == 200
    assert lost.http.get("/api/account").json()["email"] == ""


def test_mails_to_one_account_are_few(special: Special, letters: Letterbox) -> None:
    running = special(**mailing(letters), mails=Rate(0.001, 1))
    ana, eve = running.person(), running.person()
    ana.sign_up("Ana")
    for status in (202, 429):
        body = {"email": "somebody@example.org"}
        assert ana.http.post("/api/account/email", json=body).status_code == status
    for name, status in (("Ana", 202), ("ANA", 429), ("Bo", 202)):
        assert eve.http.post("/api/recovery/mail", json={"name": name}).status_code == status


def test_the_log_says_why_a_mail_was_not_sent_but_not_to_whom(
    special: Special, letters: Letterbox, caplog: pytest.LogCaptureFixture
) -> None:
    letters.refuses = True
    ana = special(**mailing(letters)).person()
    ana.sign_up("Ana")
    ana.http.post("/api/account/email", json={"email": "Ana.Li@example.org"})
    until(lambda: "a mail was not sent" in caplog.text)
    assert "is nobody here" in caplog.text
    assert "ana.li@" not in caplog.text.casefold()


def test_without_a_mail_server_no_mail_is_promised(shared: Site) -> None:
    ana = shared.person()
    ana.sign_up("Mailless")
    assert ana.http.get("/api/entrance").json()["mail"] is False
    for path, body in (
        ("/api/account/email", {"email": "ana@example.org"}),
        ("/api/recovery/mail", {"name": "Mailless"}),
    ):
        assert ana.http.post(path, json=body).json()["error"]["code"] == "not_now"


def _token(text: str, start: str) -> str:
    found = re.search(re.escape(start) + r"(\S+)", text)
    assert found, text
    return found[1]
