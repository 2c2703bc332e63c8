"""`cornerwise serve` as a command."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from cornerwise.commands.serve import _shown
from tests.patience import PATIENCE


def serve(*options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cornerwise", "serve", "--no-open", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_prints_its_address_serves_and_ends(tmp_path: Path) -> None:
    with serve("--port", "0", "--data", str(tmp_path)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://localhost:\d+/", line)
        assert found is not None, line
        assert httpx.get(f"{found[0]}api/start").status_code == 200
        process.terminate()
        assert process.wait(PATIENCE) in (0, -15)
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_what_goes_wrong_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for options in (["--port", port], ["--port", "0", "--data", str(tmp_path / "file" / "x")]):
            with serve(*options) as process:
                _, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode == 2
            assert errors.startswith("cornerwise: ")
            assert errors.count("\n") == 1


def test_the_address_is_one_that_a_browser_can_open() -> None:
    shown = [_shown(host) for host in ("127.0.0.1", "::1", "box", "fe80::1")]
    assert shown == ["localhost", "localhost", "box", "[fe80::1]"]
    assert re.fullmatch(r"localhost|\d+\.\d+\.\d+\.\d+", _shown("0.0.0.0"))
    assert _shown("0.0.0.0") != "0.0.0.0"
