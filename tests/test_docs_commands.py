"""What the docs tell people to type exists: commands, options, extras, scripts, targets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cornerwise.cli import COMMANDS, app

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PROSE = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
EVERYWHERE = {"--help", "--version", "--install-completion", "--show-completion"}
"""Options of every command."""

pages = pytest.mark.parametrize("page", PROSE, ids=lambda path: path.relative_to(ROOT).as_posix())


@cache
def text(page: Path) -> str:
    """A page with commands that go on in the next line as one line."""
    return re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8")).replace("\\|", "|")


def options(words: str) -> list[str]:
    return re.findall(r"(?<![\w-])--?[a-z][\w-]*", re.sub(r"'[^']*'", "", words))


def typed(page: Path) -> Iterator[str]:
    """What stands behind `cornerwise` in commands of a page, without comments."""
    for found in re.findall(
        r"(?:^ {4}|`|&& )cornerwise ([^`\n#]+)", text(page), flags=re.MULTILINE
    ):
        if found.split()[0] != "COMMAND":
            yield found


@pages
def test_commands_take_what_the_page_says(page: Path) -> None:
    for line in typed(page):
        command: Any = get_command(app)
        for word in line.split():
            inner = command.get_command(None, word) if hasattr(command, "get_command") else None
            if inner is None:
                break
            command = inner
        named = re.split(r"[\s|,]", line)[0]
        assert named in {*COMMANDS, *EVERYWHERE}, f"cornerwise {line}"
        taken = {name for each in command.params for name in [*each.opts, *each.secondary_opts]}
        assert set(options(line)) <= taken | EVERYWHERE, f"cornerwise {line}"


def test_every_command_is_in_the_list_of_commands() -> None:
    rows = re.findall(r"^\| `cornerwise ([a-z][\w-]*)", text(DOCS / "cli.md"), flags=re.MULTILINE)
    assert sorted(rows) == sorted(COMMANDS)


@pages
def test_extras_exist(page: Path) -> None:
    for names in re.findall(r"cornerwise\[([\w,]+)\]", text(page)):
        assert set(names.split(",")) <= set(EXTRAS)


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", DOCS / "install.md"], ids=lambda path: path.stem
)
def test_every_extra_is_told(page: Path) -> None:
    told = re.findall(r"^\| `pip install 'cornerwise\[(\w+)\]'`", text(page), flags=re.MULTILINE)
    assert sorted(told) == sorted(EXTRAS)


@pages
def test_scripts_exist_and_know_their_options(page: Path) -> None:
    script = r"python (-m )?((?:benchmarks|docs|tests)[/.][\w/.]+)([^`\n#]*)"
    for module, name, rest in re.findall(script, text(page)):
        path = ROOT / (name.replace(".", "/") if module else name)
        files = [*path.glob("*.py")] or [path.with_suffix(".py")]
        source = "".join(file.read_text(encoding="utf-8") for file in files)
        for option in options(rest):
            assert f'"{option}"' in source, f"{name} {option}"


@pages
def test_targets_of_make_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:^ {4}|`)make ([a-z]+)", text(page), flags=re.MULTILINE):
        assert f"\n{target}:" in makefile, f"make {target}"
