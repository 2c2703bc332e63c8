"""`cornerwise admin`: look after the accounts of a server, even while it runs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cornerwise.errors import CornerwiseError

if TYPE_CHECKING:
    from cornerwise.server.people.office import Office

T = TypeVar("T")
DAY = 24 * 60 * 60 * 1000

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="The name of the account.")]
Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]
Config = Annotated[Path | None, typer.Option(help="The TOML file with the server's settings.")]
Store = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The database of several servers: postgresql://…"),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]


class Role(StrEnum):
    """What an account may do."""

    user = "user"
    moderator = "moderator"
    admin = "admin"


@app.callback()
def main(
    context: typer.Context, data: Data = None, config: Config = None, store: Store = None
) -> None:
    """Look after the accounts of a server, even while it runs."""
    context.obj = {"data": data, "config": config, "store": store}


def _in_office(context: typer.Context, work: Callable[[Office], Awaitable[T]]) -> T:
    """Do some work in the office of the server that the options name."""
    from cornerwise.server.base.configuration import configured
    from cornerwise.server.people.office import opened

    given = context.obj
    settings = configured(given["config"], os.environ, data=given["data"], store=given["store"])

    async def go() -> T:
        async with opened(settings) as office:
            return await work(office)

    return asyncio.run(go())


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


@app.command("list")
def list_accounts(
    context: typer.Context,
    after: Annotated[str, typer.Option(help="Only names after this one.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 100,
) -> None:
    """List the accounts in the order of their names."""

    async def work(office: Office) -> None:
        from cornerwise.server.people import names

        found = await office.accounts.all(names.folding(after) if after else "", limit)
        for kept in found:
            typer.echo(f"{kept.name:<20}  {kept.role:<9}  {kept.state:<8}  {_day(kept.made)}")
        if not found:
            typer.echo("There are no accounts.", err=True)

    _in_office(context, work)


@app.command()
def show(context: typer.Context, name: Name) -> None:
    """Show what is known of an account."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        ban = await office.accounts.ban(kept.id)
        typer.echo(f"name       {kept.name}")
        typer.echo(f"role       {kept.role}")
        typer.echo(f"state      {kept.state}")
        typer.echo(f"since      {_day(kept.made)}")
        typer.echo(f"country    {kept.country or '-'}")
        typer.echo(f"about      {kept.about or '-'}")
        typer.echo(f"e-mail     {kept.email or '-'}")
        typer.echo(f"password   {'yes' if kept.password else 'no'}")
        typer.echo(f"sessions   {len(await office.people.sessions(kept.id))}")
        if ban is not None:
            until = "for good" if ban.until > DAY * 365 * 1000 else f"until {_day(ban.until)}"
            typer.echo(f"banned     {until}: {ban.reason or '-'}")

    _in_office(context, work)


@app.command()
def role(
    context: typer.Context,
    name: Name,
    wanted: Annotated[Role, typer.Argument(metavar="ROLE", help="user, moderator or admin.")],
) -> None:
    """Give an account another role."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        await office.accounts.set_role(kept.id, wanted.value)
        typer.echo(f"{kept.name} is {wanted.value} now.")

    _in_office(context, work)


@app.command()
def ban(
    context: typer.Context,
    name: Name,
    days: Annotated[
        float | None, typer.Option(min=0.01, max=36500, help="For how long; without it, for good.")
    ] = None,
    reason: Annotated[str, typer.Option(help="What the owner is told.")] = "",
) -> None:
    """Let nobody use an account for a time; its sessions end."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        ban = await office.accounts.shut_out(kept.id, days, reason)
        length = "for good" if days is None else f"until {_day(ban.until)}"
        typer.echo(f"{kept.name} is banned {length}.")

    _in_office(context, work)


@app.command()
def pardon(context: typer.Context, name: Name) -> None:
    """End a ban."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        await office.accounts.pardon(kept.id)
        typer.echo(f"{kept.name} is not banned.")

    _in_office(context, work)


@app.command()
def invite(
    context: typer.Context,
    uses: Annotated[int, typer.Option(min=1, max=100_000, help="How many may use it.")] = 1,
    days: Annotated[float, typer.Option(min=0.01, max=3650, help="For how long.")] = 14,
    note: Annotated[str, typer.Option(help="For whom it is; only you see it.")] = "",
) -> None:
    """Make an invitation: a link with which an account can be made."""

    async def work(office: Office) -> None:
        lasts = round(days * DAY)
        secret = await office.tickets.give("invitation", note=note[:254], uses=uses, lasts=lasts)
        typer.echo(office.link(f"/sign-up#invitation={secret}"))

    _in_office(context, work)


@app.command()
def invitations(
    context: typer.Context,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Make them all invalid.")] = False,
) -> None:
    """List the invitations that can still be used."""

    async def work(office: Office) -> None:
        for uses, until, note in await office.tickets.invitations(withdraw):
            typer.echo(f"{uses} left until {_day(until)}  {note}")
        if withdraw:
            typer.echo("They are not valid any more.")

    _in_office(context, work)


@app.command()
def reset(context: typer.Context, name: Name) -> None:
    """Make a link with which the owner sets a new password, within a day."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        secret = await office.tickets.give("reset", kept.id, lasts=DAY)
        typer.echo(office.link(f"/recover#token={secret}"))

    _in_office(context, work)


@app.command("sign-out")
def sign_out(context: typer.Context, name: Name) -> None:
    """End all sessions of an account."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        await office.people.end_sessions("account = :account", account=kept.id)
        typer.echo(f"{kept.name} is signed out everywhere.")

    _in_office(context, work)


@app.command()
def export(
    context: typer.Context,
    name: Name,
    file: Annotated[Path, typer.Argument(help="The zip to write.")],
) -> None:
    """Write everything of an account as files in one zip."""

    async def work(office: Office) -> None:
        from cornerwise.server.house.dossier import dossier

        kept = await office.find(name)
        if file.exists():
            raise CornerwiseError(f"{file} exists already: choose another name")
        with file.open("wb") as written:
            file.chmod(0o600)
            async for part in dossier(office.store, kept):
                written.write(part)
        typer.echo(f"wrote everything of {kept.name} to {file}")

    _in_office(context, work)


@app.command()
def erase(context: typer.Context, name: Name, yes: Yes = False) -> None:
    """Delete an account for good. Its games stay, without its name."""

    async def work(office: Office) -> None:
        kept = await office.find(name)
        if not yes:
            typer.confirm(f"Erase {kept.name} for good?", abort=True)
        await office.accounts.set_state(kept.id, "erasing")
        typer.echo(f"{kept.name} can no longer sign in. The server erases the rest while it runs.")

    _in_office(context, work)


def register(registry: typer.Typer) -> None:
    registry.add_typer(app, name="admin", help=main.__doc__)
