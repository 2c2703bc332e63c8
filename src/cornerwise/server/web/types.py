"""The page's types, made from the structures that go over the wire.

`make messages` writes `static/types.d.ts`. What only the page knows
stands in `static/page.d.ts`, by hand.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect as look

from cornerwise.server.base import lines
from cornerwise.server.base import messages as m
from cornerwise.server.games import lists, lobby_views
from cornerwise.server.house import profiles
from cornerwise.server.page import answers
from cornerwise.server.people import forms
from cornerwise.server.puzzles import feats, puzzles
from cornerwise.server.ratings import rating_views
from cornerwise.server.talk import moderation, talk
from cornerwise.server.tutor import (
    advice,
    analyses,
    openings,
    retries,
    review_views,
    sayings,
    studies,
)

FILE = Path(__file__).parent.parent / "static" / "types.d.ts"
REPLIES = m.AnyReply | advice.HintReply | advice.WeighReply
ROOTS: tuple[Any, ...] = (
    m.Snapshot, m.Events, m.PresenceView, m.Heartbeat, REPLIES, lists.Summary,
    m.NewGame, m.PlayOn, answers.StartData, answers.EditionData, answers.Reachable,
    answers.LessonData, answers.RulesData, answers.PuzzleData, answers.PuzzleList,
    puzzles.PuzzleState, answers.Verdict, answers.OfTheDay, answers.ProblemData,
    answers.ProblemList, answers.TryAnswer, answers.ProblemHint, sayings.TutorReason,
    review_views.ReviewView, retries.RetryPosition, retries.Assessment,
    lines.Line, lines.LineState, studies.Study, analyses.AnalysisView, analyses.ExplanationView,
    openings.OpeningsView, forms.AccountView, forms.EntranceView,
    rating_views.RankingView, rating_views.PersonRatings, rating_views.GameRatings,
    talk.Chat, profiles.ProfileView,
    profiles.Followed, profiles.Blocked, feats.Feats, moderation.QueueView,
    lobby_views.LobbyView, lobby_views.YourLobby, lobby_views.Begins, lobby_views.Wish,
)  # fmt: skip
UNIONS = {"GameEvent": m.AnyEvent, "ClockSetting": m.AnyClock, "AnyReply": REPLIES}
"""Names for what is one of several structures."""
WIDTH = 100
HEAD = """/**
 * What the server sends and takes (docs/protocol.md). `make messages` makes this file from the
 * structures of the server: do not edit it.
 */
"""


class Types:
    """The types that are needed for some structures, each once, in the order they are met."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}

    @property
    def text(self) -> str:
        return HEAD + "".join(f"\n{written}\n" for written in self._written.values())

    def add(self, kind: Any) -> str:
        """The name of a type; it is written down if it is new."""
        if get_origin(kind) is list:
            return f"{self.add(get_args(kind)[0])}[]"
        for name, union in UNIONS.items():
            if kind == union and name not in self._written:
                self._written[name] = ""  # its place, before that of its parts
                parts = [self._of(look.type_info(part)) for part in kind.__args__]
                self._written[name] = _alias(name, parts)
            if kind == union:
                return name
        return self._of(look.type_info(kind))

    def _of(self, info: look.Type) -> str:
        match info:
            case look.Metadata(type=inner, extra_json_schema=schema, extra=extra):
                if extra and "holds" in extra:
                    return self.add(extra["holds"])
                return self._named(inner, schema or {})
            case look.StructType(cls=cls):
                return self._struct(cls, info)
            case look.UnionType(types=types):
                return " | ".join(dict.fromkeys(self._of(part) for part in types))
            case look.ListType(item_type=item) | look.VarTupleType(item_type=item):
                of = self._of(item)
                return f"({of})[]" if " | " in of else f"{of}[]"
            case look.TupleType(item_types=items):
                return f"[{', '.join(self._of(item) for item in items)}]"
            case look.DictType(key_type=key, value_type=value):
                of = f"Record<{self._of(key)}, {self._of(value)}>"
                # A record by names that are known need not have them all.
                return of if isinstance(key, look.StrType) else f"Partial<{of}>"
        return _PLAIN[type(info)]

    def _named(self, inner: look.Type, schema: dict[str, Any]) -> str:
        values = [f'"{value}"' for value in schema.get("enum", ())]
        if "title" not in schema:
            return " | ".join(values) or self._of(inner)
        name: str = schema["title"]
        if name not in self._written:
            self._written[name] = _alias(name, values or [self._of(inner)])
        return name

    def _struct(self, cls: type, info: look.StructType) -> str:
        name = cls.__name__
        if name in self._written:
            return name
        self._written[name] = ""
        hidden = m.HIDDEN.get(cls, ())
        own = [field for field in info.fields if field.name not in hidden]
        base = cls.__base__
        extends = ""
        # A structure that only adds to another one says so.
        if base is not None and base is not msgspec.Struct and not info.tag and not hidden:
            extends = f" extends {self.add(base)}"
            own = [field for field in own if field.name in cls.__annotations__]
        said = _said(cls)
        lines = [f"  {info.tag_field}: {_quoted(info.tag)};"] if info.tag else []
        for field in own:
            lines += said.get(field.name, [])
            lines.append(f"  {field.name}{_mark(cls, field)}: {self._of(field.type)};")
        body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
        about = _about(cls)
        self._written[name] = f"{about}export interface {name}{extends} {body}"
        return name


_PLAIN = {
    look.AnyType: "unknown",
    look.BoolType: "boolean",
    look.FloatType: "number",
    look.IntType: "number",
    look.NoneType: "null",
    look.RawType: "unknown",
    look.StrType: "string",
}


def _quoted(tag: object) -> str:
    return f'"{tag}"' if isinstance(tag, str) else str(tag)


def _mark(cls: type, field: look.Field) -> str:
    """A question mark after a field that may be missing: unset, left out, or not asked for."""
    config = cls.__struct_config__  # type: ignore[attr-defined]
    known = (inspect.get_annotations(one) for one in cls.__mro__)
    unset = any("UnsetType" in str(own.get(field.name)) for own in known)
    asked = config.forbid_unknown_fields and cls.__module__ == m.__name__
    left_out = not field.required and (config.omit_defaults or asked)
    return "?" if unset or left_out else ""


def _alias(name: str, parts: Iterable[str]) -> str:
    parts = list(parts)
    line = f"export type {name} = {' | '.join(parts)};"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";"


def _about(cls: type) -> str:
    doc = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    if not doc or "\n" in doc or doc.startswith(f"{cls.__name__}("):
        return ""
    return f"/** {doc} */\n"


def _said(cls: type) -> dict[str, list[str]]:
    """What the source says of each field, in the line below it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    body = tree.body[0].body  # type: ignore[attr-defined]
    said = {}
    for field, words in pairwise(body):
        match field, words:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                said[name] = [f"  /** {' '.join(text.split())} */"]
    return said


def text() -> str:
    """The whole file."""
    types = Types()
    for root in ROOTS:
        types.add(root)
    return types.text


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
