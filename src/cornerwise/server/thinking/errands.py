"""Errands: jobs on their way to a worker elsewhere, and what the worker says.

A job goes by its name with its fields as data, never as code. A game goes as a line of play, a move
as its number. The version of this form is part of the subjects, so that who speaks another one is
not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from cornerwise.game import Game
from cornerwise.notation import Move
from cornerwise.server.base.lines import Line, game_of, line_of
from cornerwise.server.engines.engines import Queue
from cornerwise.server.engines.jobs import JOBS, Course, Job
from cornerwise.server.thinking import searches  # noqa: F401 the jobs that are known

T = TypeVar("T")
FORM = "cornerwise.engine.1"
"""The version of this form, which all subjects begin with."""
STOP = f"{FORM}.stop"
"""Where is said which errands nobody waits for any more."""
GROUP = "workers"
"""The queue group: one of its members gets each errand."""


def subject_of(queue: Queue, worker: str = "") -> str:
    """Where any worker is asked, or a certain one."""
    return f"{FORM}.{queue}.{worker}" if worker else f"{FORM}.{queue}"


Rank = Literal["first", "spare", "course"]
"""What somebody waits for, what can wait, and what goes on by turns."""


class Errand(Struct, array_like=True):
    """A job that a worker is asked to do.

    owner  on whose account; every owner has its turn at a worker, too
    """

    job: str
    fields: msgspec.Raw
    owner: str
    rank: Rank


Kind = Literal[
    "taken", "full", "alive", "found", "end", "interrupted", "refused", "back", "failed", "nobody"
]


class Word(Struct, array_like=True):
    """What a worker says of an errand, again and again until the end of it.

    taken, full  whether it takes it, and who it is; nobody: there is no worker (says the broker)
    alive        it is still at it
    found        what was found, in `data`; of a course several times
    end          that was all
    interrupted  it gave way to others
    refused      the job was refused, with a code and words
    back         it is given back: the worker ends
    failed       it cannot be done there
    """

    kind: Kind
    data: msgspec.Raw = msgspec.Raw(b"\xc0")


class Refused(Struct, array_like=True):
    """Why a job was refused (`problems.Problem`)."""

    code: str
    message: str
    details: dict[str, Any]


# --- to data and back ---------------------------------------------------------------------


def _plain(value: Any) -> Any:
    if isinstance(value, Game):
        return line_of(value)
    if isinstance(value, Move):
        return value.number
    raise NotImplementedError(f"{type(value).__name__} cannot be sent")


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
_errands: msgspec.msgpack.Decoder[Errand] = msgspec.msgpack.Decoder(Errand)
_words: msgspec.msgpack.Decoder[Word] = msgspec.msgpack.Decoder(Word)


def _reader(game: Game | None) -> Callable[[type, Any], Any]:
    """Makes games and moves of data again; moves are those of this game."""

    def read(kind: type, value: Any) -> Any:
        if kind is Game and game is not None:
            return game
        if kind is Move and game is not None:
            return game.move(int(value))
        raise NotImplementedError(f"{kind.__name__} cannot be read")

    return read


def errand(job: Job[Any], owner: str) -> bytes:
    """A job on its way."""
    fields = msgspec.Raw(_encoder.encode(job))
    return _encoder.encode(Errand(type(job).__name__, fields, owner, _rank(job)))


def _rank(job: Job[Any]) -> Rank:
    if isinstance(job, Course):
        return "course"
    return "spare" if job.spare else "first"


def read_errand(message: bytes) -> Errand:
    return _errands.decode(message)


def job_of(errand: Errand) -> Job[Any]:
    """The job of an errand. Whatever is wrong with it raises."""
    kind = JOBS[errand.job]
    fields = msgspec.msgpack.decode(errand.fields)
    game = None
    if "game" in fields:
        game = game_of(msgspec.convert(fields["game"], Line))
    made: Job[Any] = msgspec.convert(fields, kind, dec_hook=_reader(game))
    return made


def word(kind: Kind, data: Any = None) -> bytes:
    """Something that a worker says."""
    return _encoder.encode(Word(kind, msgspec.Raw(_encoder.encode(data))))


def read_word(message: bytes) -> Word:
    return _words.decode(message)


def found_by(job: Job[T], said: Word) -> T:
    """What a worker found."""
    data = msgspec.msgpack.decode(said.data)
    reader = _reader(getattr(job, "game", None))
    found: T = msgspec.convert(data, _answer(type(job)), dec_hook=reader)
    return found


def worker_of(said: Word) -> str:
    """Who has taken an errand."""
    return msgspec.msgpack.decode(said.data, type=str)


def refusal(said: Word) -> Refused:
    return msgspec.msgpack.decode(said.data, type=Refused)


@cache
def _answer(kind: type[Job[Any]]) -> Any:
    """What a job finds, by the annotations of its class."""
    if issubclass(kind, Course):
        return get_args(get_type_hints(kind.steps)["return"])[0]
    return get_type_hints(kind.run)["return"]
