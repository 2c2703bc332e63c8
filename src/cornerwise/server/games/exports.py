"""Games as files and pictures.

What draws is imported when first needed: the server starts sooner without.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime

from cornerwise.game import Game
from cornerwise.server.base.refusals import Refusal
from cornerwise.server.games.contest import Contest
from cornerwise.server.games.easel import Picture

TYPES = {
    "blksgf": "application/x-blokus-sgf",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
}
"""The kinds of file a game can be had as, with their media types."""
PICTURES = ("svg", "png")


def exported(contest: Contest, kind: str, ply: int | None = None) -> bytes:
    """A game as a file of one of the `TYPES` that hold moves."""
    return (
        _sgf(contest, contest.game.copy()).encode() if kind == "blksgf" else _record(contest, ply)
    )


def pictured(contest: Contest, kind: str, ply: int | None, size: int) -> Picture:
    """A game as it is to be drawn, perhaps an earlier position."""
    return Picture(_record(contest, ply).decode(), kind, size)


def _record(contest: Contest, ply: int | None) -> bytes:
    game = contest.game.copy()
    for _ in range(0 if ply is None else len(contest.moves) - ply):
        game.undo()
    return game.to_json().encode()


def _sgf(contest: Contest, game: Game) -> str:
    from cornerwise.records import GameTree

    tree = GameTree.from_game(game)
    for chair in contest.chairs.values():
        computer = f"Cornerwise level {chair.level}" if chair.level and not chair.holder else ""
        name = chair.player or computer
        if name:
            tree.set_player(chair.name, name)
    if contest.ended == "time":
        tree.result = tree.result.replace("+R", "+T")
    if contest.created.record is None:
        tree.date = datetime.fromtimestamp(contest.created.at / 1000, UTC).strftime("%Y-%m-%d")
    return tree.to_sgf()


def qr_code(text: str) -> bytes:
    """A link as a QR code to point a telephone at."""
    import segno

    picture = io.BytesIO()
    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise Refusal("bad_request", "this address is too long for a QR code") from None
    code.save(
        picture, kind="svg", scale=4, border=4, dark="#1C2529", light="#FFFFFF", xmldecl=False
    )
    return picture.getvalue()
