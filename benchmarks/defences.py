"""Does a test fail when a defence is gone? `python benchmarks/defences.py [WORD …] [--save FILE]`.

Each defence in defences.toml is taken out of a copy of the package, one at a time. Its test is run
against that copy and must fail. With WORDs only those are tried whose name or file has one of them.
`--save FILE` keeps what was seen. The same command then tries only what was not yet seen to fail:
a defence that is new, or whose test has changed. `--table` prints the table of docs/server.md.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from cornerwise import _kernel

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "cornerwise"
LONGEST = 400
"""Seconds that a test may take; on a quiet machine the longest takes some thirty."""
ENVIRONMENT = {"COLUMNS": "300", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Long lines, so that failures are told whole. Without plugins pytest starts twice as fast."""
IMPORT_COPY = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "Redirect" not in type(f).__name__]
"""
"""Run when Python starts: an editable installation would go before the copy."""


class Defence(NamedTuple):
    """What is kept off, how to take that out, its test, and the setting that bounds it."""

    name: str
    file: str
    old: str
    new: str
    test: str
    setting: str = ""


LIST = Path(__file__).with_suffix(".toml")
DEFENCES = [Defence(**given) for given in tomllib.loads(LIST.read_text())["defence"]]


def patched(defence: Defence, text: str) -> str:
    """A source without a defence; the line that is meant must be there once."""
    if text.count(defence.old) != 1:
        times = text.count(defence.old)
        raise SystemExit(f"{defence.file} has this {times} times, not once: {defence.old!r}")
    found = text.replace(defence.old, defence.new)
    compile(found, defence.file, "exec")
    return found


def test_of(defence: Defence) -> str:
    """The address of a test: most are in tests/server."""
    file, _, name = defence.test.partition("::")
    return f"{file if file.endswith('.py') else f'tests/server/test_{file}.py'}::{name}"


@contextmanager
def without(defence: Defence) -> Iterator[Path]:
    """A folder with a copy of the package that lacks a defence."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "cornerwise"
        shutil.copytree(SOURCE, copy)  # with what is compiled, which saves most of a start
        kernel = Path(str(_kernel.__file__))
        shutil.copy(kernel, copy / kernel.name)
        (Path(folder) / "sitecustomize.py").write_text(IMPORT_COPY)
        file = copy / defence.file
        file.write_text(patched(defence, file.read_text()))
        yield Path(folder)


def outcome(defence: Defence) -> tuple[bool, str]:
    """Whether the test fails when its defence is gone, and how."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    with without(defence) as folder:
        running = subprocess.Popen(
            [*command, test_of(defence)],
            cwd=ROOT,
            env={**os.environ, **ENVIRONMENT, "PYTHONPATH": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            lines = running.communicate(timeout=LONGEST)[0].strip().splitlines()
        except subprocess.TimeoutExpired:
            return False, f"NOT DECIDED: it is not over after {LONGEST} s"
        finally:
            end(running)
    for line in lines:
        if running.returncode == 1 and line.startswith("FAILED"):
            return True, f"fails: {line.partition(' - ')[2]}"
    return False, f"NOT GUARDED: {lines[-1]}"


def end(running: subprocess.Popen[str]) -> None:
    """End a test with all that it has started: without its defence a server may live on."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.communicate()


class Seen:
    """What was seen of defences, in a file of JSON lines that the next run goes on from."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file and file.exists() else []
        found = [json.loads(line) for line in lines]
        self._failing = {each["key"]: each["how"] for each in found if each["fails"]}

    def failing(self, defence: Defence) -> str | None:
        """How the test of a defence failed, if it was seen to."""
        return self._failing.get(key_of(defence))

    def note(self, defence: Defence, fails: bool, how: str) -> None:
        if self._file:
            line = {"name": defence.name, "key": key_of(defence), "fails": fails, "how": how}
            with self._file.open("a") as file:
                print(json.dumps(line, ensure_ascii=False), file=file)


def key_of(defence: Defence) -> str:
    """A digest of how a defence is taken out, and of the text of its test."""
    file, _, name = test_of(defence).partition("::")
    text = (ROOT / file).read_text()
    body = next(
        ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == name.partition("[")[0]
    )
    told = [defence.file, defence.old, defence.new, defence.test, body]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def tried(defence: Defence, seen: Seen) -> tuple[bool, str]:
    """What is seen of a defence, now or in an earlier run."""
    how = seen.failing(defence)
    if how is not None:
        return True, f"{how} (seen before)"
    fails, how = outcome(defence)
    seen.note(defence, fails, how)
    return fails, how


def table() -> str:
    """The table of docs/server.md."""
    rows = ["| defence | setting | test |", "|---|---|---|"]
    for defence in DEFENCES:
        setting = f"`{defence.setting}`" if defence.setting else ""
        rows.append(f"| {defence.name} | {setting} | `{defence.test}` |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, metavar="FILE")
    wanted = parser.parse_args()
    if wanted.table:
        print(table())
        return
    chosen = [
        defence
        for defence in DEFENCES
        if not wanted.words
        or any(word in f"{defence.name} {defence.file}" for word in wanted.words)
    ]
    kept, seen = 0, Seen(wanted.save)
    with ThreadPoolExecutor(wanted.jobs) as threads:
        results = threads.map(lambda defence: tried(defence, seen), chosen)
        for defence, found in zip(chosen, results, strict=True):
            kept += found[0]
            print(f"{defence.name} | {defence.test} | {found[1]}", flush=True)
    print(f"{kept} of {len(chosen)} defences have a test that fails without them")
    sys.exit(kept < len(chosen))


if __name__ == "__main__":
    main()
