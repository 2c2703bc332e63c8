"""The protocol loop: lines in, responses out. It knows no game and outlives every bad command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from cornerwise import visible
from cornerwise.errors import CornerwiseError

LONGEST_LINE = 1 << 16
"""Bytes of a command that are read; a longer line is refused, not stored."""


class Failure(CornerwiseError):
    """A command that cannot be carried out: the message is the response."""


@dataclass(frozen=True)
class Command:
    """One command line, taken apart.

    id         the controller's number of the command, as it wrote it, or nothing
    name       the command
    rest       all after the name, trimmed: moves and names of games may contain spaces
    arguments  the words of it; quotation marks hold words together
    """

    id: str
    name: str
    rest: str
    arguments: tuple[str, ...]

    def no_arguments(self) -> None:
        if self.arguments:
            raise Failure("no arguments allowed")

    def argument(self) -> str:
        """The only argument."""
        if len(self.arguments) != 1:
            raise Failure("command needs one argument")
        return self.arguments[0]

    def exactly(self, count: int) -> tuple[str, ...]:
        """The arguments: just so many."""
        if len(self.arguments) != count:
            raise Failure(f"command needs {count} arguments")
        return self.arguments

    def at_most(self, count: int) -> tuple[str, ...]:
        """The arguments: one at least, no more than this."""
        if not self.arguments:
            raise Failure("missing argument 1")
        if len(self.arguments) > count:
            raise Failure(f"command needs at most {count} arguments")
        return self.arguments

    def first_and_rest(self) -> tuple[str, str]:
        """The first word, and all that follows it as one text."""
        word, _, rest = self.rest.partition(" ")
        if not word:
            raise Failure("missing argument 1")
        return word, rest.strip()


Handler = Callable[[Command], str]

_WORD = re.compile(r'"((?:\\.|[^"\\])*)"?|(\S+)')
_ESCAPED = re.compile(r"\\(.)")


def parse(line: str) -> Command | None:
    """The command on a line; None for a blank line or a comment."""
    text = _without_controls(line).strip()
    if not text or text.startswith("#"):
        return None
    number, _, rest = text.partition(" ")
    # A number alone is taken for a command, as nothing else is left to be one.
    is_id = re.fullmatch(r"[+-]?[0-9]+", number) is not None and rest.strip()
    if is_id:
        text = rest.strip()
    name, _, rest = text.partition(" ")
    return Command(number if is_id else "", name, rest.strip(), _words(rest))


def response(command_id: str, text: str, *, good: bool = True) -> str:
    """A response: the status, the text and an empty line, which may stand nowhere within."""
    body = re.sub(r"\n(?=\n)", "\n ", text.rstrip("\n"))
    return f"{'=' if good else '?'}{command_id} {body}\n\n"


class Protocol:
    """The commands that can be given, and the loop that answers them."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        self.handlers: dict[str, Handler] = {
            **handlers,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "quit": self._quit,
        }
        self.ended = False

    def serve(self, source: BinaryIO, target: BinaryIO) -> None:
        """Answer commands until the controller quits or closes its end."""
        for line in _lines(source):
            if len(line) < LONGEST_LINE:
                text = self.answer(line.decode("utf-8", "replace"))
            else:
                text = response("", f"a command has less than {LONGEST_LINE} bytes", good=False)
            target.write(text.encode("utf-8", "replace"))
            target.flush()
            if self.ended:
                return

    def answer(self, line: str) -> str:
        """The response to a line, which is nothing for a blank line or a comment."""
        command = parse(line)
        if command is None:
            return ""
        try:
            return response(command.id, self._carry_out(command))
        except CornerwiseError as error:
            return response(command.id, _one_line(str(error)), good=False)
        except Exception as error:  # a fault of ours must not leave the controller waiting
            words = f"internal error: {type(error).__name__}: {error}"
            return response(command.id, _one_line(words), good=False)

    def _carry_out(self, command: Command) -> str:
        handler = self.handlers.get(command.name)
        if handler is None:
            raise Failure(f"unknown command ({_clipped(command.name)})")
        return handler(command)

    def _known_command(self, command: Command) -> str:
        return "true" if command.argument() in self.handlers else "false"

    def _list_commands(self, command: Command) -> str:
        command.no_arguments()
        return "\n".join(sorted(self.handlers))

    def _quit(self, command: Command) -> str:
        command.no_arguments()
        self.ended = True
        return ""


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only the beginning."""
    while line := source.readline(LONGEST_LINE):
        more = line
        while len(more) == LONGEST_LINE and not more.endswith(b"\n"):
            more = source.readline(LONGEST_LINE)
        yield line


def _without_controls(line: str) -> str:
    """Tabs become spaces; other control characters mean nothing (GTP 2, section 3.1)."""
    return "".join(c for c in line.replace("\t", " ") if c >= " " and c != "\x7f")


def _words(text: str) -> tuple[str, ...]:
    found = _WORD.finditer(text)
    return tuple(m[2] if m[2] is not None else _ESCAPED.sub(r"\1", m[1]) for m in found)


def _one_line(text: str) -> str:
    return visible.shown(" ".join(text.split()))


def _clipped(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
