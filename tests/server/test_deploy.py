"""The units and the compose file in deploy/ say what systemd and our commands understand."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from cornerwise.cli import COMMANDS, app
from cornerwise.server.base.configuration import configured

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def check(command: list[str]) -> None:
    """A command of ours knows all the options that are given to it."""
    if command[0] in COMMANDS:
        known = CliRunner().invoke(app, [command[0], "--help"], env={"COLUMNS": "200"}).stdout
        assert all(option in known for option in command if option.startswith("--"))


@pytest.mark.parametrize("unit", UNITS, ids=[unit.name for unit in UNITS])
def test_a_unit_is_one_that_systemd_starts(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text()
    found = re.search(r"^ExecStart=(\S+) ((.|\\\n)*?)$(?<!\\)", text, re.MULTILINE)
    assert found is not None
    check(shlex.split(found[2].replace("\\\n", " ")))
    if shutil.which("systemd-analyze") is None:
        return
    name = unit.name.replace("@.", "@8081.")
    (tmp_path / name).write_text(text.replace(found[1], "/bin/true"))
    verified = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)]
    done = subprocess.run(verified, check=False, capture_output=True, text=True)
    assert name not in done.stderr, done.stderr


def test_the_compose_file_starts_all_parts() -> None:
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert set(found["services"]) == {"postgres", "nats", "server", "engine", "proxy"}
    for name in ("server", "engine"):
        service = found["services"][name]
        check(service["command"])
        settings = configured(None, service["environment"])
        assert settings.store.startswith("postgresql://")
        assert settings.bus.startswith("nats://")
