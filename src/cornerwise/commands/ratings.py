"""`cornerwise ratings`: make ratings again, explain them, give rated games away."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from cornerwise.errors import CornerwiseError

if TYPE_CHECKING:
    from cornerwise.server.base.settings import Settings
    from cornerwise.server.ratings.ratings import Step
    from cornerwise.server.storage.store import Store

Data = Annotated[Path | None, typer.Option(help="The folder for games; by default the user's.")]
Url = Annotated[
    str | None,
    typer.Option("--store", metavar="URL", help="The database of several servers: postgresql://…"),
]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings (docs/server.md).")]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True)


@app.command()
def rebuild(data: Data = None, store: Url = None, config: Config = None) -> None:
    """Make all ratings again from the archive of results.

    They come out the same to the bit, unless the parameters of ratings are others. The server may
    run on meanwhile.
    """
    from cornerwise.ratings import parameters
    from cornerwise.server.people.office import opened
    from cornerwise.server.ratings.ratings import Ratings

    async def work() -> None:
        async with opened(_settings(data, store, config)) as office:
            ratings = Ratings(office.store)
            for pool in await ratings.pools():
                count, differed = await ratings.rebuild(pool)
                typer.echo(f"{pool}: {count} ratings, {differed} of them other than before")

    typer.echo(f"parameters, version {parameters().version}")
    _done(work())


@app.command()
def compare(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[PARAMETERS]", help="A file of parameters [the package's own]."),
    ] = None,
    data: Data = None,
    store: Url = None,
    config: Config = None,
) -> None:
    """Say what `rebuild` would change, perhaps with other parameters; nothing is written."""
    from cornerwise.ratings import Rater, parameters
    from cornerwise.ratings.parameters import read
    from cornerwise.server.people.office import opened
    from cornerwise.server.ratings.ratings import Ratings

    given = parameters() if file is None else read(file)

    async def work() -> None:
        async with opened(_settings(data, store, config)) as office:
            ratings = Ratings(office.store, Rater(given))
            for pool in await ratings.pools():
                pairs = (await ratings.compared(pool)).values()
                moved = [abs(new.mu - old.mu) for old, new in pairs if old and new]
                differ = sum(old != new for old, new in pairs)
                mean, most = sum(moved) / max(1, len(moved)), max(moved, default=0.0)
                typer.echo(
                    f"{pool}: {differ} of {len(pairs)} ratings differ, "
                    f"by {mean:.1f} on average, {most:.1f} at most"
                )

    typer.echo(f"parameters, version {given.version}")
    _done(work())


# The id of a game may begin with "-": what is no option is an id.
@app.command(context_settings={"ignore_unknown_options": True})
def show(
    what: Annotated[
        str | None, typer.Argument(metavar="[NAME|GAME]", help="A person, or a game's id.")
    ] = None,
    data: Data = None,
    store: Url = None,
    config: Config = None,
) -> None:
    """Show how ratings came about: what each game of a person changed, or what a game did.

    Without a name it says how many results each pool has.
    """
    from cornerwise.server.people.office import opened

    async def work() -> None:
        async with opened(_settings(data, store, config)) as office:
            await (_pools(office.store) if what is None else _explained(office.store, what))

    _done(work())


@app.command()
def dump(
    file: Annotated[Path, typer.Argument(help="The file to write: lines of JSON.")],
    month: Annotated[
        str, typer.Option(metavar="YYYY-MM", help="The month in which the games ended.")
    ],
    data: Data = None,
    store: Url = None,
    config: Config = None,
) -> None:
    """Write the rated games of a month to a file that may be given away.

    The setting dump_licence says under which licence; without one there is no dump.
    """
    from cornerwise.server.people.office import opened
    from cornerwise.server.ratings.dumps import entries

    settings = _settings(data, store, config)

    # A dump that breaks off leaves the file as it was.
    part = file.with_name(f"{file.name}.part")

    async def work() -> int:
        count = 0
        async with opened(settings) as office:
            with part.open("w", encoding="utf-8", newline="\n") as out:
                async for entry in entries(office.store, settings.dump_licence, month):
                    out.write(entry.line + "\n")
                    count += 1
        part.replace(file)
        return count

    try:
        typer.echo(f"{file}: {_done(work())} games of {month}, {settings.dump_licence}")
    finally:
        part.unlink(missing_ok=True)


def register(parent: typer.Typer) -> None:
    parent.add_typer(
        app,
        name="ratings",
        help="Ratings of a server: rebuild them, explain them, dump games.",
    )


def _settings(data: Path | None, store: str | None, config: Path | None) -> Settings:
    from cornerwise.server.base.configuration import configured

    return configured(config, os.environ, data=data, store=store)


def _done(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it; what cannot be done is told in one line."""
    from cornerwise.server.base.refusals import Refusal

    try:
        return asyncio.run(work)
    except Refusal as refusal:
        raise CornerwiseError(refusal.message) from None


async def _pools(store: Store) -> None:
    rows = await store.ask("SELECT pool, COUNT(*) FROM results GROUP BY pool ORDER BY pool")
    for pool, count in rows:
        typer.echo(f"{pool}: {count} results")
    if not rows:
        typer.echo("nothing has been rated yet")


async def _explained(store: Store, what: str) -> None:
    from cornerwise.server.ratings.ratings import Ratings

    ratings = Ratings(store)
    names: dict[str, str] = dict(await store.ask("SELECT id, name FROM accounts"))
    who = next((account for account, name in names.items() if name == what), None)
    if who is not None:
        lists = await ratings.all_of(who)
        steps = [step for name in lists for step in await ratings.history(who, name)]
    else:
        found = await ratings.changes(what)
        if found is None:
            raise CornerwiseError(f"{what!r} is neither a person nor a game that was rated here")
        steps = found
    if not steps:
        typer.echo("this game counts for nobody" if who is None else f"{what} has no rating yet")
        return
    console = Console() if sys.stdout.isatty() else Console(width=150)
    console.print(_table(steps, names), highlight=False)


def _table(steps: list[Step], names: dict[str, str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("list", "number", "game", "ended", "who"):
        table.add_column(head, no_wrap=True)
    for head in ("before", "±", "change", "after", "±"):
        table.add_column(head, justify="right", no_wrap=True)
    for step in steps:
        ended = datetime.fromtimestamp(step.at / 1000, UTC)
        table.add_row(
            step.list,
            str(step.number),
            step.game,
            f"{ended:%Y-%m-%d %H:%M}",
            names.get(step.account, "?"),
            f"{step.before.mu:.1f}",
            f"{step.before.sigma:.1f}",
            f"{step.after.mu - step.before.mu:+.1f}",
            f"{step.after.mu:.1f}",
            f"{step.after.sigma:.1f}",
        )
    return table
