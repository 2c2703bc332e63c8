"""The wheel in fresh environments: with nothing else, and with the oldest versions allowed.

The environments are kept in build/ until pyproject.toml asks for other versions.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.builds import environment

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
LEFT_OUT = {"cluster", "torch", "all"}
"""Ray is as large as all the rest together, and no test starts a cluster. PyTorch is larger still,
and `make test` installs the oldest version that is allowed."""
TOOLS = ("pytest", "hypothesis", "httpx", "aiosmtpd")
QUICK = [
    "tests/test_env.py",
    "tests/test_extras.py",
    "tests/test_workers.py",
    "tests/test_cli.py::test_help_tells_of_every_command",
    "tests/test_cli.py::test_the_shell_completes_commands_and_variants",
    "tests/test_learning.py::test_the_fit_finds_the_weights_that_made_the_visits",
    "tests/test_learning.py::test_training_makes_weights_that_the_engine_takes",
    "tests/test_render.py::test_png_writes_coordinates_without_any_font",
    "tests/test_situation.py",
    "tests/server/test_assets.py",
    "tests/server/test_mail.py",
    "tests/server/test_passkeys.py",
    "tests/server/test_protocol.py",
]
"""Tests that use every package: the command line, pictures, the server, workers, training, and the
environments of others."""


def oldest(line: str) -> str | None:
    """A requirement held to its lower bound; None for what only other systems need."""
    need, _, marker = line.partition(";")
    if "win32" in marker and sys.platform == "win32":
        return None
    return re.sub(r">=", "==", need.strip())


def test_everything_works_with_the_oldest_versions_allowed() -> None:
    lines = [line for name in EXTRAS if name not in LEFT_OUT for line in EXTRAS[name]]
    wanted = [oldest(line) for line in lines if not line.startswith("cornerwise[")]
    python = environment("oldest", [*TOOLS, *filter(None, wanted)])
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *QUICK],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-1000:]


def test_the_library_alone_brings_no_other_package() -> None:
    python = environment("alone", [])
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "list", "--format=json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [package["name"] for package in json.loads(listed.stdout)] == ["cornerwise"]
    code = (
        "import cornerwise; game = cornerwise.random_game('duo', seed=1); game.svg();"
        "print(cornerwise.Engine(simulations=50, seed=1).choose(cornerwise.Game('trigon')))"
    )
    used = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert used.stdout.count(",") >= 1
    # The command line says in one line what it needs.
    asked = subprocess.run(
        [python, "-m", "cornerwise"], capture_output=True, text=True, check=False
    )
    assert asked.returncode == 2
    assert asked.stderr.strip().endswith("pip install 'cornerwise[cli]'")
