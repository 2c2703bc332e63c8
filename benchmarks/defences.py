"""Does a test fail when a defence is gone? `python benchmarks/defences.py [WORD …] [--table]`.

Each defence in defences.toml is taken out of a copy of the package, one at a time. Its test is run
against that copy and must fail. With WORDs only those are tried whose name or file has one of them.
`--table` prints the table of docs/server.md instead.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cornerwise import _kernel

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "cornerwise"
LONGEST = 400
"""Seconds that a test may take; on a quiet machine the longest takes some thirty."""
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
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(SOURCE, copy, ignore=ignored)
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
        try:
            ran = subprocess.run(
                [*command, test_of(defence)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "300"},
                check=False,
                capture_output=True,
                text=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return False, f"NOT DECIDED: it is not over after {LONGEST} s"
    lines = (ran.stdout + ran.stderr).strip().splitlines()
    for line in lines:
        if ran.returncode == 1 and line.startswith("FAILED"):
            return True, f"fails: {line.partition(' - ')[2]}"
    return False, f"NOT GUARDED: {lines[-1]}"


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
    kept = 0
    with ThreadPoolExecutor(wanted.jobs) as threads:
        for defence, found in zip(chosen, threads.map(outcome, chosen), strict=True):
            kept += found[0]
            print(f"{defence.name} | {defence.test} | {found[1]}", flush=True)
    print(f"{kept} of {len(chosen)} defences have a test that fails without them")
    sys.exit(kept < len(chosen))


if __name__ == "__main__":
    main()
