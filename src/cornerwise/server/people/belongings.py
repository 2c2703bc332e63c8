"""Belongings: where the store keeps what is whose.

One list for all that is done with everything of a person: it comes along when a guest becomes an
account, it is exported, and it is erased. A table that says whose its rows are belongs in the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from cornerwise.server.storage.database import Change


class Belonging(NamedTuple):
    """A table with rows of guests or accounts.

    column  says whose a row is
    shown   the columns that are exported; none where that would tell of others
    keys    with these a row is unique among those of one owner
    erased  whether a row goes with its owner, stays and is nobody's, or stays and is that of an
            account without a name: what others' ratings follow from
    """

    table: str
    column: str
    shown: tuple[str, ...]
    keys: tuple[str, ...] = ()
    erased: Literal["deleted", "nobody's", "nameless"] = "deleted"


OF_GUESTS = (
    Belonging("holdings", "guest", ("game", "over", "updated", "hidden"), ("game", "holder")),
    Belonging("attendance", "guest", ("game", "seen"), ("game", "run")),
    Belonging("reviews", "owner", ("game", "asked"), erased="nobody's"),
    Belonging("studies", "guest", ("id", "at", "body")),
    Belonging("chat", "author", ("game", "at", "room", "phrase", "body")),
    Belonging("ties", "person", ("kind", "at"), ("kind", "other")),
    Belonging("ties", "other", (), ("kind", "person")),
    Belonging("reports", "reporter", ("at", "name", "reason", "note"), erased="nobody's"),
    Belonging("reports", "accused", ()),
    Belonging("mutes", "person", (), ("until",)),
    Belonging("placings", "person", ("game", "seat", "variant", "won", "at"), ("game", "seat")),
    Belonging("offences", "person", ("game", "kind", "at", "until"), ("game",)),
    Belonging("challenges", "person", ("made", "until", "answer", "game")),
    Belonging("challenges", "rival", ()),
)
OF_ACCOUNTS = (
    Belonging("sessions", "account", ("made", "seen", "device")),
    Belonging("passkeys", "account", ("made", "used", "label")),
    Belonging("tickets", "account", ("purpose", "made", "until", "uses", "note")),
    Belonging("bans", "account", ("made", "until", "reason")),
    Belonging("ratings", "account", ("list", "mu", "sigma", "games", "at"), erased="nameless"),
    Belonging(
        "rating_changes",
        "account",
        ("list", "game", "at", "mu_before", "mu", "sigma"),
        erased="nameless",
    ),
    Belonging("feats", "person", ("body",)),
    Belonging("seeks", "person", ("since", "game")),
    Belonging("audit", "actor", ("at", "act", "name", "until"), erased="nobody's"),
    Belonging("audit", "target", ()),
)
BELONGINGS = OF_GUESTS + OF_ACCOUNTS


def handed_over(giver: str, taker: str) -> Iterator[Change]:
    """What a guest has becomes an account's; what both have, the account keeps once."""
    who = {"giver": giver, "taker": taker}
    for table, column, _, keys, _ in OF_GUESTS:
        mine = f"{table}.{column} = :giver"
        if keys:
            same = " AND ".join(f"theirs.{key} = {table}.{key}" for key in keys)
            found = f"SELECT 1 FROM {table} theirs WHERE theirs.{column} = :taker AND {same}"
            yield Change(f"DELETE FROM {table} WHERE {mine} AND EXISTS ({found})", who)
        yield Change(f"UPDATE {table} SET {column} = :taker WHERE {column} = :giver", who)


def let_go(owner: str) -> Iterator[Change]:
    """Nothing is left that is this owner's."""
    for table, column, _, _, erased in BELONGINGS:
        if erased == "nameless":
            continue
        what = (
            f"DELETE FROM {table}" if erased == "deleted" else f"UPDATE {table} SET {column} = ''"
        )
        yield Change(f"{what} WHERE {column} = :owner", {"owner": owner})
