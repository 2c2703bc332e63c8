"""The kernel's sources compile for systems that this machine is not (`benchmarks/compilers.py`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TARGETS = ("aarch64-macos", "x86_64-windows-gnu")
"""Another processor and another system each. The others are in benchmarks/compilers.py."""


@pytest.mark.parametrize("target", TARGETS)
def test_the_kernel_compiles_for(target: str, tmp_path: Path) -> None:
    """Without the bindings: the headers of Python differ from system to system."""
    sources = [path for path in sorted((ROOT / "cpp").glob("*.cpp")) if "bindings" not in path.name]
    assert len(sources) > 15
    compiler = [sys.executable, "-m", "ziglang", "c++", "-target", target, "-std=c++20", "-O0"]
    for source in sources:
        done = subprocess.run(
            [*compiler, "-c", str(source), "-o", str(tmp_path / "object.o")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{source.name} for {target}:\n{done.stderr[-3000:]}"
