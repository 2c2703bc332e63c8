"""A sample of benchmarks/faults.py: each part of a cluster is killed once under play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import services

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "faults.py"


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_no_acknowledged_move_is_lost_whatever_is_killed() -> None:
    for name in ("postgres", "nats-server", "nginx"):
        services.program(name)
    options = ["--only", "kill", "--kills", "4", "--tables", "4", "--servers", "2"]
    parts = [
        option for part in ("server", "nats", "postgresql", "proxy") for option in ("--part", part)
    ]
    command = [sys.executable, str(BENCHMARK), *options, *parts]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=600, env={**os.environ}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for part in ("server", "nats", "postgresql", "proxy"):
        assert f"| kill {part} | 1 |" in done.stdout
    acknowledged, lost, forks = (
        int(text) for text in done.stdout.split("| kill | ")[1].split(" | ")[:3]
    )
    assert acknowledged > 100
    assert lost == forks == 0
