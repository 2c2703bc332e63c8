"""Problems as JSON (docs/problems.md): reading says what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cornerwise.errors import ProblemError
from cornerwise.problems.grading import LEVELS, TRIES
from cornerwise.problems.problem import Problem, Source

_NAME = re.compile(r"[a-z0-9_]+-[1-9][0-9]{0,5}")
_KEYS = ("id", "position", "line", "margin", "runner_up", "misses", "source")


def problem_from(record: object) -> Problem:
    """The problem that a record describes. Its proof is checked by `Problem.check`."""
    if not isinstance(record, Mapping):
        raise ProblemError("a problem is a JSON object")
    if set(record) != set(_KEYS):
        raise ProblemError(f"a problem has {', '.join(_KEYS)}; this one {', '.join(record)}")
    name, position = record["id"], record["position"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ProblemError(f"{name!r} is not an id: write it like duo-17")
    if not isinstance(position, str):
        raise ProblemError(f"problem {name}: its position is a text, not {position!r}")
    line, misses, source = (_numbers(name, record, key) for key in ("line", "misses", "source"))
    if not line:
        raise ProblemError(f"problem {name}: its line begins with the best move")
    if len(misses) != len(LEVELS) or not all(0 <= count <= TRIES for count in misses):
        raise ProblemError(f"problem {name}: misses are {len(LEVELS)} numbers from 0 to {TRIES}")
    if len(source) != len(Source._fields):
        raise ProblemError(f"problem {name}: its source is seed, game and move")
    margin, runner_up = (_number(name, record, key) for key in ("margin", "runner_up"))
    return Problem(name, position, line, margin, runner_up, misses, Source(*source))


def parse_problems(text: str, where: str) -> tuple[Problem, ...]:
    """The problems of a file, whose name is for errors."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ProblemError(f"{where} is not JSON: {error}") from None
    if not isinstance(found, Mapping) or not isinstance(found.get("problems"), list):
        raise ProblemError(f"{where} has no list of problems")
    return tuple(problem_from(record) for record in found["problems"])


def read_problems(path: Path) -> tuple[Problem, ...]:
    """The problems in a file, as `cornerwise problems generate` writes it."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ProblemError(f"{path} is not a text") from None
    return parse_problems(text, str(path))


def record_of(problem: Problem) -> dict[str, Any]:
    """What `problem_from` reads."""
    return {
        "id": problem.name,
        "position": problem.position,
        "line": list(problem.line),
        "margin": problem.margin,
        "runner_up": problem.runner_up,
        "misses": list(problem.misses),
        "source": list(problem.source),
    }


def to_json(problems: Iterable[Problem], command: str, version: str) -> str:
    """A file of problems, one on each line, with the command that made them."""
    rows = ",\n".join("  " + json.dumps(record_of(one), separators=(",", ":")) for one in problems)
    head = f' "command": {json.dumps(command)},\n "cornerwise": {json.dumps(version)},\n'
    return f'{{\n{head} "problems": [\n{rows}\n ]\n}}\n'


def _numbers(name: str, record: Mapping[str, Any], key: str) -> tuple[int, ...]:
    value = record[key]
    if not isinstance(value, list | tuple) or not all(type(one) is int for one in value):
        raise ProblemError(f"problem {name}: {key} is a list of whole numbers, not {value!r}")
    return tuple(value)


def _number(name: str, record: Mapping[str, Any], key: str) -> int:
    value = record[key]
    if type(value) is not int:
        raise ProblemError(f"problem {name}: {key} is a whole number, not {value!r}")
    return value
