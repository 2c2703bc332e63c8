"""The extras: `extras.py` and pyproject.toml say the same, and a missing one is named."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cornerwise import Game, render
from cornerwise.errors import MissingExtra
from cornerwise.extras import EXTRAS, need
from cornerwise.workers import Workers

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OTHER_NAMES = {
    "argon2_cffi": "argon2",
    "nats_py": "nats",
    "open_spiel": "pyspiel",
    "pillow": "PIL",
}
"""Packages whose module is called something else."""
OPTIONAL = {"uvloop"}
"""Packages that make something faster where they are there."""


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)


def test_the_library_has_no_dependencies() -> None:
    assert PROJECT["dependencies"] == []


@pytest.mark.parametrize("name", EXTRAS)
def test_each_extra_brings_the_modules_that_are_asked_for(name: str) -> None:
    wanted = {re.split(r"[\[>;]", line)[0] for line in PROJECT["optional-dependencies"][name]}
    modules = {package.replace("-", "_") for package in wanted - {"cornerwise"} - OPTIONAL}
    modules = {OTHER_NAMES.get(module, module) for module in modules}
    assert modules == set(EXTRAS[name].modules)


def test_every_dependency_has_a_lower_bound() -> None:
    lines = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    free = [line for line in lines if ">=" not in line and not line.startswith("cornerwise[")]
    assert free == []


@pytest.mark.parametrize("name", EXTRAS)
def test_a_missing_extra_is_named_with_its_command(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = EXTRAS[name].modules[-1]
    without(monkeypatch, missing)
    with pytest.raises(MissingExtra) as caught:
        need(name)
    message = str(caught.value)
    assert message.startswith(EXTRAS[name].use)
    assert message.endswith(f"{missing}: pip install 'cornerwise[{name}]'")
    assert isinstance(caught.value, ImportError)


def test_pictures_and_many_workers_name_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "resvg_py", "joblib")
    with pytest.raises(MissingExtra, match=r"cornerwise\[png\]"):
        render.png(Game("duo"))
    with pytest.raises(MissingExtra, match=r"cornerwise\[arena\]"):
        list(Workers(2).done(pow, [(2, 3)]))
    assert list(Workers().done(pow, [(2, 3)])) == [8]


def test_the_library_imports_nothing_but_itself() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import cornerwise, cornerwise.arena, cornerwise.gtp\n"
        "import cornerwise.puzzles, cornerwise.render\n"
        "print(*{name.split('.')[0] for name in set(sys.modules) - before})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - set(sys.stdlib_module_names) <= {"cornerwise"}
