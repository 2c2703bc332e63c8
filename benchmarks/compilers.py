"""Compile the kernel with every compiler that is here, and for every system that zig can target.

    pip install ziglang && python benchmarks/compilers.py

Compilers of this machine check the bindings, too. Where Python's headers are those of another
system the bindings are left out. A line tells how many sources compiled, with how many warnings.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nanobind

ROOT = Path(__file__).parents[1]
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-ffp-contract=off", "-O0", "-c")
NATIVE = [f"g++-{version}" for version in range(10, 17)]
NATIVE += ["clang++", *(f"clang++-{version}" for version in range(13, 23))]
CROSS = ("aarch64-linux-gnu-g++", "x86_64-w64-mingw32-g++")
TARGETS = (
    "x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl", "aarch64-linux-musl",
    "x86_64-macos", "aarch64-macos", "x86_64-windows-gnu", "aarch64-windows-gnu",
)  # fmt: skip


def compiled(compiler: Sequence[str], *, bindings: bool) -> str:
    """How the sources fared, in words."""
    sources = sorted((ROOT / "cpp").glob("*.cpp"))
    if not bindings:
        sources = [source for source in sources if "bindings" not in source.name]
    headers = [f"-I{nanobind.include_dir()}", f"-I{sysconfig.get_path('include')}"] * bindings
    warnings, failed = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            command = [*compiler, *FLAGS, *headers, str(source), "-o", f"{folder}/object.o"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            warnings += done.stderr.count("warning:")
            if done.returncode:
                failed.append(source.name)
                print(done.stderr[-2000:], file=sys.stderr)
    fate = f"{len(sources) - len(failed)} of {len(sources)} sources, {warnings} warnings"
    return f"{fate}; failed: {', '.join(failed)}" if failed else fate


def main() -> None:
    for name in NATIVE:
        if shutil.which(name):
            print(f"{name:30} {compiled([name], bindings=True)}", flush=True)
    for name in CROSS:
        if shutil.which(name):
            print(f"{name:30} {compiled([name], bindings=False)}", flush=True)
    zig = [sys.executable, "-m", "ziglang", "c++", "-target"]
    for target in TARGETS:
        print(f"{'zig ' + target:30} {compiled([*zig, target], bindings=False)}", flush=True)


if __name__ == "__main__":
    main()
