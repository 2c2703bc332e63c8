"""The HTTP interface described for machines (OpenAPI) and, from the same data, for people."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any, NamedTuple

import msgspec

from cornerwise import __version__
from cornerwise.server.base import lines
from cornerwise.server.base import messages as m
from cornerwise.server.base.refusals import STATUS
from cornerwise.server.games import lists, lobby_views
from cornerwise.server.house import profiles
from cornerwise.server.people import forms
from cornerwise.server.puzzles import feats, problemset, puzzles
from cornerwise.server.ratings import rating_views
from cornerwise.server.talk import moderation, reports, talk
from cornerwise.server.tutor import openings, retries, review_views, studies


class Operation(NamedTuple):
    """One request: what it does, what it takes and gives."""

    method: str
    path: str
    summary: str
    body: type | str | None = None
    query: tuple[str, ...] = ()
    answer: Any = None
    status: int = 200


OPERATIONS = (
    Operation("get", "/api/start", "Everything to know before a game: variants, levels, languages"),
    Operation("get", "/api/messages", "The page's texts in a language", query=("lang", "part")),
    Operation("get", "/api/network", "Where others find this server; may you let them in"),
    Operation("post", "/api/network", "Open the server to its network; from its own machine only"),
    Operation("get", "/api/editions/{file}", "The geometry of a board; the address is in start"),
    Operation("get", "/api/lobby", "Who waits, which games are open or played, who is there",
              None, (), lobby_views.LobbyView),
    Operation("get", "/api/games", "The games of this guest, a page at a time", None,
              ("limit", "after", "over")),
    Operation("post", "/api/games", "Make a game", m.NewGame, (), m.Snapshot, 201),
    Operation("get", "/api/games/{game}", "A game; .blksgf, .svg, .png or .json after the id for "
              "a file", None, ("since", "ply", "size"), m.Snapshot),
    Operation("delete", "/api/games/{game}", "Take a game out of your list"),
    Operation("post", "/api/games/{game}/restore", "Put it back into your list"),
    Operation("post", "/api/games/{game}/abandon", "Give up your seats and take the game out of "
              "your list"),
    Operation("post", "/api/games/{game}/continue", "Play on from a position of a game that is "
              "over or recorded", m.PlayOn, (), m.Snapshot, 201),
    Operation("post", "/api/games/{game}/join", "Take an open seat", m.Join, (), m.Snapshot),
    Operation("post", "/api/games/{game}/claim", "Go on from another device", m.Claim, (),
              m.Snapshot),
    Operation("post", "/api/games/{game}/rekey", "Make your old seat link invalid", None, (),
              m.Snapshot),
    Operation("post", "/api/games/{game}/actions", "Play, ask, answer: as on the socket",
              m.AnyAction),  # type: ignore[arg-type]
    Operation("get", "/api/phrases", "Phrases for chats by their ids, in English"),
    Operation("get", "/api/games/{game}/chat", "What was said at a game, as far as you may hear it",
              None, (), talk.Chat),
    Operation("post", "/api/games/{game}/chat/{line}/block", "Hear no more of who said this"),
    Operation("post", "/api/games/{game}/chat/{line}/report", "Report who said this, with what "
              "was said around it", reports.Complaint, (), None, 201),
    Operation("get", "/api/people/{name}", "Somebody's profile", None, (), profiles.ProfileView),
    Operation("post", "/api/people/{name}/follow", "Follow somebody", None, (),
              profiles.ProfileView),
    Operation("delete", "/api/people/{name}/follow", "No longer follow somebody", None, (),
              profiles.ProfileView),
    Operation("post", "/api/people/{name}/block", "Have nothing more to do with somebody", None,
              (), profiles.ProfileView),
    Operation("delete", "/api/people/{name}/block", "No longer block somebody", None, (),
              profiles.ProfileView),
    Operation("post", "/api/people/{name}/report", "Report somebody", reports.Complaint, (), None,
              201),
    Operation("get", "/api/following", "Whom you follow, and their games to watch", None, (),
              list[profiles.Followed]),
    Operation("get", "/api/blocks", "Whom you have blocked", None, (), list[profiles.Blocked]),
    Operation("delete", "/api/blocks/{block}", "No longer block somebody; gives whom you still "
              "block", None, (), list[profiles.Blocked]),
    Operation("post", "/api/feats", "Merge puzzles that this browser knows as solved into your "
              "account; gives all of them", feats.Feats, (), feats.Feats),
    Operation("get", "/api/moderation", "Reports that wait, and what moderators did", None, (),
              moderation.QueueView),
    Operation("post", "/api/moderation/reports/{report}", "Decide on a report",
              moderation.Verdict, (), moderation.QueueView),
    Operation("post", "/api/moderation/log/{entry}/lift", "End a mute or a ban", None, (),
              moderation.QueueView),
    Operation("get", "/api/games/{game}/review", "The review of a game as far as it is made",
              None, ("since", "seat"), review_views.ReviewView),
    Operation("post", "/api/games/{game}/review", "Let a game that is over be reviewed", None, (),
              review_views.ReviewView, 202),
    Operation("get", "/api/games/{game}/review/{number}", "The position before a move of a "
              "reviewed game, to try again", None, (), retries.RetryPosition),
    Operation("post", "/api/games/{game}/review/{number}/why", "Why a piece may not be placed "
              "there", retries.Attempt),
    Operation("post", "/api/games/{game}/review/{number}/answer", "What a try is worth",
              retries.Attempt, (), retries.Assessment),
    Operation("get", "/api/games/{game}/invite.svg", "The invitation as a QR code"),
    Operation("get", "/api/games/{game}/seat.svg", "Your seat's link as a QR code"),
    Operation("get", "/api/games/{game}/ratings", "The ratings of who plays a rated game, and "
              "what it changed", None, (), rating_views.GameRatings),
    Operation("get", "/api/ranking", "The same of the pool that you play most, or the usual one",
              None, ("computers", "country", "start", "limit", "find"), rating_views.RankingView),
    Operation("get", "/api/ranking/{pool}", "Some rows of a pool's ranking; find a name or a place",
              None, ("computers", "country", "start", "limit", "find"), rating_views.RankingView),
    Operation("get", "/api/people/{name}/ratings", "The ratings of somebody with their history",
              None, (), rating_views.PersonRatings),
    Operation("get", "/api/puzzles", "The collection of puzzles"),
    Operation("get", "/api/puzzles/daily", "The puzzle of a day", query=("date",)),
    Operation("get", "/api/puzzles/{puzzle}", "A puzzle with its board and pieces"),
    Operation("post", "/api/puzzles/{puzzle}/state", "What may be laid next, and is it solved",
              puzzles.Laying, (), puzzles.PuzzleState),
    Operation("post", "/api/puzzles/{puzzle}/why", "Why a piece may not be laid", puzzles.Wonder),
    Operation("post", "/api/puzzles/{puzzle}/solvable", "Can this still be solved", puzzles.Laying),
    Operation("post", "/api/puzzles/{puzzle}/hint", "One right piece", puzzles.Laying),
    Operation("get", "/api/problems", "The problems of a variant", query=("game",)),
    Operation("get", "/api/problems/{problem}", "A problem: its position and the legal moves"),
    Operation("post", "/api/problems/{problem}/try", "What a move comes to",
              problemset.Try),
    Operation("post", "/api/problems/{problem}/why", "Why a piece may not be placed",
              problemset.Try),
    Operation("post", "/api/problems/{problem}/hint", "The piece of the best move, or the move",
              problemset.Help),
    Operation("post", "/api/analysis/state", "What follows from a line of play", lines.FreeLine,
              (), lines.LineState),
    Operation("post", "/api/analysis/why", "Why a colour may not place a piece there",
              lines.WhyLine, (), lines.WhyAnswer),
    Operation("post", "/api/analysis/read", "A .blksgf or JSON text, or a position, as a tree",
              "text/plain", (), studies.Study),
    Operation("post", "/api/analysis/write", "A tree as a .blksgf file", studies.Study),
    Operation("get", "/api/analysis/games/{game}", "A game as a tree, unless it is still played "
              "by several people", None, (), studies.Study),
    Operation("post", "/api/analysis/studies", "Share a tree under a link", studies.Study, (),
              studies.SharedStudy, 201),
    Operation("get", "/api/analysis/studies/{study}", "A tree that was shared", None, (),
              studies.Study),
    Operation("post", "/api/analysis/openings", "What was played in a position", lines.Line, (),
              openings.OpeningsView),
    Operation("post", "/api/analysis/play", "Play on from the end of a line", lines.PlayLine, (),
              m.Snapshot, 201),
    Operation("get", "/api/entrance", "Who may make an account, and what would come along", None,
              (), forms.EntranceView),
    Operation("post", "/api/account", "Make an account", forms.SignUp, (), forms.SignedIn, 201),
    Operation("post", "/api/session", "Sign in", forms.SignIn, (), forms.SignedIn),
    Operation("delete", "/api/session", "Sign out"),
    Operation("post", "/api/recovery", "A new password for a recovery code or a mail's token",
              forms.Recovery, (), forms.SignedIn),
    Operation("post", "/api/recovery/mail", "Send a link for a new password, if there is an "
              "address", forms.ForgottenName, (), None, 202),
    Operation("post", "/api/passkeys/new", "What a browser needs to make a passkey",
              forms.PasskeyFor, (), forms.PasskeyOptions),
    Operation("post", "/api/passkeys/known", "What a browser needs to sign in with a passkey", None,
              (), forms.PasskeyOptions),
    Operation("get", "/api/account", "Your account", None, (), forms.AccountView),
    Operation("patch", "/api/account", "Change your profile", forms.Profile),
    Operation("delete", "/api/account", "Delete your account for good"),
    Operation("post", "/api/account/disable", "Close your account until you sign in again"),
    Operation("get", "/api/account/export", "Everything of yours, as files in a zip"),
    Operation("post", "/api/account/password", "Set your password", forms.NewPassword),
    Operation("post", "/api/account/codes", "New recovery codes", None, (), forms.Codes),
    Operation("post", "/api/account/email", "Send a mail to confirm an address", forms.NewEmail,
              (), None, 202),
    Operation("delete", "/api/account/email", "Forget your address"),
    Operation("post", "/api/account/email/confirmed", "Confirm an address with a mail's token",
              forms.Confirmation),
    Operation("post", "/api/account/passkeys", "Add a passkey", forms.NewPasskey, (), None, 201),
    Operation("delete", "/api/account/passkeys/{passkey}", "Remove a passkey"),
    Operation("delete", "/api/account/sessions", "Sign out everywhere else"),
    Operation("delete", "/api/account/sessions/{session}", "Sign out on one device"),
    Operation("post", "/api/people/{name}/ban", "Ban an account; for moderators", forms.BanFor),
    Operation("delete", "/api/people/{name}/ban", "End a ban; for moderators"),
    Operation("get", "/api/lessons/{grid}", "A lesson on squares or triangles, step by step"),
    Operation("get", "/api/rules/{edition}", "Pictures and worked scores of an edition's rules"),
    Operation("post", "/api/import", "Keep a .blksgf or JSON file as a game to look at",
              "text/plain", ("moves",), m.Snapshot, 201),
)  # fmt: skip


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    kinds = [o.body for o in OPERATIONS if o.body and not isinstance(o.body, str)]
    kinds += [o.answer for o in OPERATIONS if o.answer]
    kinds += [m.PersonalState, lists.Summary, m.PresenceView]
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    named = dict(zip(map(str, kinds), schemas, strict=True))
    components["Error"] = {
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {
                    "code": {"enum": sorted(STATUS)},
                    "message": {"type": "string"},
                },
            }
        },
    }
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation, named)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cornerwise",
            "version": __version__,
            "description": "Messages on the socket and all else: docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _described(operation: Operation, named: dict[str, Any]) -> dict[str, Any]:
    error = {"$ref": "#/components/schemas/Error"}
    answer = named.get(str(operation.answer), {})
    described: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": [
            {"name": name, "in": "query", "schema": {"type": "string"}} for name in operation.query
        ]
        + [
            {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
            for part in operation.path.split("/")
            if part.startswith("{")
        ],
        "responses": {
            str(operation.status): {
                "description": "done",
                "content": {"application/json": {"schema": answer}},
            },
            "default": {
                "description": "refused",
                "content": {"application/json": {"schema": error}},
            },
        },
    }
    if isinstance(operation.body, str):
        described["requestBody"] = {"content": {operation.body: {"schema": {"type": "string"}}}}
    elif operation.body is not None:
        schema = named[str(operation.body)]
        described["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    return described


@cache
def page() -> str:
    """The same for people, in plain HTML."""
    rows = "".join(
        f"<tr><td><code>{o.method.upper()} {escape(o.path)}</code></td>"
        f"<td>{escape(o.summary)}</td><td>{escape(', '.join(o.query))}</td></tr>"
        for o in OPERATIONS
    )
    schemas = "".join(
        f"<h3>{escape(name)}</h3><pre>{escape(_pretty(schema))}</pre>"
        for name, schema in document()["components"]["schemas"].items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        "<title>Cornerwise: HTTP interface</title></head><body><h1>Cornerwise: HTTP interface</h1>"
        '<p>For machines: <a href="/openapi.json">openapi.json</a>. '
        "The socket at <code>/api/games/{game}/socket</code> takes the same actions.</p>"
        "<table><thead><tr><th>Request</th><th>What it does</th><th>Query</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><h2>Structures</h2>{schemas}</body></html>"
    )


def _pretty(schema: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
