"""Mail: links for those who gave an address, where the operator has set a mail server up."""

from __future__ import annotations

import asyncio
import logging
import re
from email.message import EmailMessage
from functools import partial

from cornerwise.server.base.refusals import Refusal
from cornerwise.server.base.settings import Settings
from cornerwise.server.base.supervision import Supervisor
from cornerwise.server.page import i18n
from cornerwise.server.people.accounts import Accounts
from cornerwise.server.people.tickets import Purpose, Tickets
from cornerwise.texts import marked

log = logging.getLogger("cornerwise.mail")

TRIES, WAIT = 3, 20.0
"""How often a mail is tried, and seconds between the tries."""
SECONDS = 20.0
"""After which the mail server is taken to be away."""
ADDRESS = re.compile(
    r"[^\s@<>\"\\,;:()\[\]]{1,64}@[^\s@<>\"\\,;:()\[\]]{1,180}\.[A-Za-z0-9-]{2,60}"
)
TEXTS: dict[Purpose, tuple[str, str, str]] = {
    "mail": (
        marked("Your e-mail address at Cornerwise"),
        marked("Open this link to confirm that {name} may use this address:"),
        "/account#mail=",
    ),
    "reset": (
        marked("A new password at Cornerwise"),
        marked("Open this link within an hour to choose a new password for {name}:"),
        "/recover#token=",
    ),
}
"""For what mails are sent: subject, sentence, and where the link leads."""
UNASKED = marked("If you did not ask for this, do nothing.")


def checked(email: str) -> str:
    """An address that a mail could be sent to."""
    if not email.isprintable() or not ADDRESS.fullmatch(email.strip()):
        raise Refusal("bad_email", "this is not an e-mail address, such as ana@example.org")
    return email.strip()


class Mail:
    """Writes and sends mails; nobody waits for them."""

    def __init__(
        self, settings: Settings, accounts: Accounts, tickets: Tickets, work: Supervisor
    ) -> None:
        self._settings, self._accounts = settings, accounts
        self._tickets, self._work = tickets, work

    @property
    def works(self) -> bool:
        return bool(self._settings.mail_server)

    def confirm(self, account: str, name: str, email: str, language: str) -> None:
        """Send a link that confirms an address."""
        self._begin("mail", account, name, email, language)

    def forgotten(self, folded: str, language: str) -> None:
        """Send a link for a new password to the owner of a name, if there is an address.

        Who asks learns nothing: everything is done after the answer.
        """
        self._work.keep("mail", partial(self._forgotten, folded, language))

    async def _forgotten(self, folded: str, language: str) -> None:
        kept = await self._accounts.named(folded)
        if kept is not None and kept.email and kept.state in ("active", "disabled"):
            self._begin("reset", kept.id, kept.name, kept.email, language)

    def _begin(self, purpose: Purpose, account: str, name: str, email: str, language: str) -> None:
        if not self.works:
            raise Refusal("not_now", "this server sends no e-mails")
        self._work.keep("mail", partial(self._send, purpose, account, name, email, language))

    async def _send(
        self, purpose: Purpose, account: str, name: str, email: str, language: str
    ) -> None:
        ticket = await self._tickets.give(purpose, account, note=email)
        subject, sentence, path = TEXTS[purpose]
        said = partial(i18n.said, language)
        await asyncio.to_thread(said, UNASKED)  # which reads the catalogue
        link = f"{self._settings.address.rstrip('/')}{path}{ticket}"
        message = EmailMessage()
        message["From"], message["To"] = self._settings.mail_from, email
        message["Subject"] = said(subject)
        sentence = said(sentence).replace("{name}", name)
        message.set_content(f"{sentence}\n\n{link}\n\n{said(UNASKED)}\n")
        await self._deliver(message)

    async def _deliver(self, message: EmailMessage) -> None:
        import aiosmtplib

        host, _, port = self._settings.mail_server.rpartition(":")
        security = self._settings.mail_security
        for left in range(TRIES, 0, -1):
            try:
                await aiosmtplib.send(
                    message,
                    hostname=host or port,
                    port=int(port) if host else None,
                    username=self._settings.mail_user or None,
                    password=self._settings.mail_password or None,
                    use_tls=security == "tls",
                    start_tls=security == "starttls",
                    timeout=SECONDS,
                )
                return
            except (aiosmtplib.SMTPException, OSError) as error:
                said = str(error).replace(str(message["To"]), "…")  # the address is nobody's
                log.warning("a mail was not sent: %s", said)
                if left > 1:
                    await asyncio.sleep(WAIT)
