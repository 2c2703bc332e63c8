"""Other builds than the installed one: kernels (made by `make test`), the wheel, environments."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def load(path: str) -> Any:
    """Put this build of the kernel in the place of the installed one."""
    spec = importlib.util.spec_from_file_location("cornerwise._kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cornerwise._kernel"] = module
    spec.loader.exec_module(module)
    return module


def built(directory: str) -> Path:
    """The kernel in a directory; the test is skipped if there is none."""
    found = sorted(Path(directory).glob("_kernel*.so"))
    if not found and "CI" not in os.environ:  # there a missing build must not go unseen
        pytest.skip(f"no kernel in {directory}: run `make test`")
    return found[-1]


def wheel() -> Path:
    """The wheel of the sources as they are. The kernel is compiled only where it has changed."""
    folder = ROOT / "build" / "dist"
    options = ["--no-build-isolation", "--no-deps", "--wheel-dir", str(folder)]
    with _alone("dist"):
        for old in folder.glob("*.whl"):
            old.unlink()
        _run("pip", "wheel", *options, str(ROOT))
        [made] = folder.glob("*.whl")
    return made


def environment(name: str, requirements: Sequence[str]) -> str:
    """The interpreter of a fresh environment with the wheel and just these requirements.

    It is kept in build/ for as long as they stay the same.
    """
    place = ROOT / "build" / "environments" / name
    python = str(place / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    wanted = sha256("\n".join([sys.version, *requirements]).encode()).hexdigest()
    with _alone(name):
        kept = place / ".wanted"
        if not kept.is_file() or kept.read_text() != wanted:
            venv.create(place, clear=True)
            if requirements:
                _run("pip", "--python", python, "install", *requirements)
            kept.write_text(wanted)
        again = ["--no-deps", "--force-reinstall", str(wheel())]
        _run("pip", "--python", python, "install", *again)
    return python


def _run(*module: str) -> None:
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "CI" not in os.environ and "No matching distribution" in done.stderr:
        pytest.skip("no index of packages can be reached")
    assert done.returncode == 0, done.stderr[-3000:]


@contextlib.contextmanager
def _alone(name: str) -> Iterator[None]:
    """One process at a time makes a build: tests run side by side."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / f".{name}.lock").open("w") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
