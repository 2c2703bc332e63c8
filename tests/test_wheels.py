"""How wheels are made: the configuration parses and names what exists."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WHEELS = PROJECT["tool"]["cibuildwheel"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text())["jobs"].values()
    return [step for job in jobs for step in job["steps"]]


def test_wheels_are_tested_with_tests_that_exist() -> None:
    named = re.findall(r"\{project\}/(\S+?\.py)(?:::(\w+))?", WHEELS["test-command"])
    assert len(named) == 2
    for path, test in named:
        assert f"def {test or 'test_'}" in (ROOT / path).read_text()


def test_every_python_that_is_supported_gets_a_wheel() -> None:
    """One for each version before the stable ABI, and one for all from there on."""
    built = {tag.removesuffix("-*") for tag in WHEELS["build"]}
    stable = PROJECT["tool"]["scikit-build"]["wheel"]["py-api"]
    least = "cp" + PROJECT["project"]["requires-python"].removeprefix(">=").replace(".", "")
    assert built == {least, stable}
    versions = re.findall(r":: 3\.(\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert [f"cp3{version}" for version in versions][:2] == [least, stable]
    assert "STABLE_ABI" in (ROOT / "CMakeLists.txt").read_text()


def test_every_system_has_a_wheel() -> None:
    assert {"linux", "macos", "windows"} <= set(WHEELS)
    [wheels] = [path for path in WORKFLOWS if path.stem == "wheels"]
    systems = yaml.safe_load(wheels.read_text())["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert {system.split("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    assert any("cibuildwheel" in step.get("run", "") for step in steps(wheels))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_exists(path: Path) -> None:
    """Each step runs a command or uses an action of a fixed version."""
    for step in steps(path):
        assert ("run" in step) != ("uses" in step)
        assert re.fullmatch(r"[\w./-]+@[\w./]+", step.get("uses", "a/b@v1"))
    if path.stem == "ci":
        runs = [step["run"] for step in steps(path) if "run" in step]
        assert ".ci/run" in runs
        assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
        targets = re.findall(r"make (\w+)", "\n".join(runs))
        makefile = (ROOT / "Makefile").read_text()
        assert all(f"\n{target}:" in makefile for target in targets)


def test_users_of_numpy_are_told_of_no_leaks() -> None:
    code = (
        "import numpy, cornerwise\n"
        "game = cornerwise.random_game('duo', seed=1, plies=6)\n"
        "engine = cornerwise.Engine(simulations=50, seed=1)\n"
        "engine.choose(game)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
