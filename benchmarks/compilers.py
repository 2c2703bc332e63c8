"""Compile the kernel with every compiler that is here, and for every system that zig can target.

    pip install ziglang && python benchmarks/compilers.py [WORD …] [--jobs 2]

Compilers of this machine check the bindings, too. Where Python's headers are those of another
system the bindings are left out. A line tells how many sources compiled, with how many warnings.
With WORDs only those compilers are tried whose name has one of them, such as `clang` or `zig`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import nanobind

ROOT = Path(__file__).parents[1]
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-ffp-contract=off", "-O0", "-c")
NATIVE = [f"g++-{version}" for version in range(10, 17)]
NATIVE += ["clang++", *(f"clang++-{version}" for version in range(13, 23))]
CROSS = ("aarch64-linux-gnu-g++", "x86_64-w64-mingw32-g++-posix")
TARGETS = (
    "x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl", "aarch64-linux-musl",
    "x86_64-macos", "aarch64-macos", "x86_64-windows-gnu", "aarch64-windows-gnu",
)  # fmt: skip


class Attempt(NamedTuple):
    """A compiler and what it is called; whether it has Python's headers for its target."""

    name: str
    command: tuple[str, ...]
    bindings: bool = False


def attempts() -> Iterator[Attempt]:
    """All compilers that are here."""
    for name in (*NATIVE, *CROSS):
        if shutil.which(name):
            yield Attempt(name, (name,), name in NATIVE)
    zig = (sys.executable, "-m", "ziglang", "c++", "-target")
    for target in TARGETS:
        yield Attempt(f"zig {target}", (*zig, target))


def compiled(attempt: Attempt, jobs: int) -> str:
    """How the sources fared, in words."""
    sources = sorted((ROOT / "cpp").glob("*.cpp"))
    if not attempt.bindings:
        sources = [source for source in sources if "bindings" not in source.name]
    headers = [f"-I{nanobind.include_dir()}", f"-I{sysconfig.get_path('include')}"]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as threads:

        def run(source: Path) -> subprocess.CompletedProcess[str]:
            command = [*attempt.command, *FLAGS, *headers * attempt.bindings, str(source)]
            command += ["-o", f"{folder}/{source.stem}.o"]
            return subprocess.run(command, capture_output=True, text=True, check=False)

        done = dict(zip(sources, threads.map(run, sources), strict=True))
    warnings = sum(one.stderr.count("warning:") for one in done.values())
    failed = [source.name for source, one in done.items() if one.returncode]
    for one in done.values():
        if one.returncode:
            print(one.stderr[-2000:], file=sys.stderr)
    fate = f"{len(sources) - len(failed)} of {len(sources)} sources, {warnings} warnings"
    return f"{fate}; failed: {', '.join(failed)}" if failed else fate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    for attempt in attempts():
        if not wanted.words or any(word in attempt.name for word in wanted.words):
            print(f"{attempt.name:30} {compiled(attempt, wanted.jobs)}", flush=True)


if __name__ == "__main__":
    main()
