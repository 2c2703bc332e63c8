"""All statements of the server, found in its source, and how each database would carry them out."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cornerwise.server
from cornerwise.server.people import belongings

Fillings = Mapping[tuple[str, str], Sequence[str]]
"""What can stand in the gaps of a text, by its module and what stands in the source."""

_BEGINS = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s")
_WHOLE = re.compile(r"\s(FROM|INTO|SET)\s")


class Statement(NamedTuple):
    """A statement, and in which module it stands."""

    module: str
    text: str

    @property
    def brief(self) -> str:
        return f"{self.module}: {' '.join(self.text.split())}"


def statements(fillings: Fillings) -> list[Statement]:
    """Every statement of the server: constants of modules, and texts within functions."""
    folder = Path(cornerwise.server.__file__).parent
    found: dict[Statement, None] = {}
    for file in sorted(folder.glob("[a-z]*/[a-z]*.py")):
        for text in _texts(file, fillings):
            if _BEGINS.match(text) and _WHOLE.search(text):
                found[Statement(file.stem, text)] = None
    for change in (*belongings.handed_over("a", "b"), *belongings.let_go("a")):
        found[Statement("belongings", change.text)] = None
    return list(found)


def _texts(file: Path, fillings: Fillings) -> Iterator[str]:
    names = vars(importlib.import_module(f"cornerwise.server.{file.parent.name}.{file.stem}"))
    tree = ast.parse(file.read_text("utf-8"))
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    for name in (part for node in assigned for target in node.targets for part in ast.walk(target)):
        value = names.get(name.id) if isinstance(name, ast.Name) else None
        if isinstance(value, str):
            yield value
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for text in _texts_within(function):
                yield from _filled(text, file.stem, names, fillings)


def _texts_within(function: ast.AST) -> Iterator[ast.JoinedStr | ast.Constant]:
    joined = [node for node in ast.walk(function) if isinstance(node, ast.JoinedStr)]
    parts = {id(part) for node in joined for part in node.values}
    yield from joined
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node


def _filled(
    node: ast.JoinedStr | ast.Constant, module: str, names: dict[str, Any], fillings: Fillings
) -> Iterator[str]:
    """A text with every choice of what can stand in its gaps."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
        return
    choices = [""]
    first = node.values[0]
    about = isinstance(first, ast.FormattedValue) or _BEGINS.match(str(ast.literal_eval(first)))
    if not about:
        return
    for part in node.values:
        here = [str(part.value)] if isinstance(part, ast.Constant) else []
        if isinstance(part, ast.FormattedValue):
            gap = ast.unparse(part.value)
            here = list(fillings.get((module, gap), ()))
            if not here:
                try:
                    here = [str(eval(gap, dict(names)))]  # our own source
                except Exception:
                    here = [f"⟨{gap}⟩"]
        choices = [before + one for before in choices for one in here]
    yield from choices


# --- how it would be carried out --------------------------------------------------------------


class Scan(NamedTuple):
    """A table that is read from one end to the other."""

    table: str
    how: str


def scans_of_sqlite(db: sqlite3.Connection, text: str) -> list[Scan]:
    """What SQLite would read whole. An index over some rows only is made to be read whole."""
    found = []
    values: Any = dict.fromkeys(re.findall(r"(?<!:):([a-z_]+)", text))
    if not values:
        values = [None] * text.count("?")
    aliases = dict(re.findall(r"(\w+) (?:AS )?(mine|theirs|others|later)\b", text))
    for *_, line in db.execute(f"EXPLAIN QUERY PLAN {text}", values):
        scanned = re.match(r"SCAN (?!CONSTANT ROW)(\w+)(?: USING (?:COVERING )?INDEX (\w+))?", line)
        if scanned and scanned[2] not in _partial(db):
            name = str(scanned[1])
            found.append(Scan(str(aliases.get(name, name)), line))
    return found


def _partial(db: sqlite3.Connection) -> set[str]:
    rows = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'"
    )
    return {name for (name,) in rows}


def scans_of_postgres(plan: str, partial: set[str]) -> list[Scan]:
    """The same of a plan of PostgreSQL, as JSON."""

    def walk(node: dict[str, Any]) -> Iterator[Scan]:
        kind = node["Node Type"]
        index = node.get("Index Name")
        if kind == "Seq Scan" or (
            kind.startswith("Index") and "Index Cond" not in node and index not in partial
        ):
            yield Scan(node["Relation Name"], f"{kind} {index or ''}")
        for child in node.get("Plans", ()):
            yield from walk(child)

    return list(walk(json.loads(plan)[0]["Plan"]))
