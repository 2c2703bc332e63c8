"""Imports point one way, in the order of docs/architecture.md."""

import ast
from pathlib import Path

import cornerwise

ROOT = Path(cornerwise.__file__).parent

# Each layer may import those before it. A package is one layer.
LAYERS = [
    "errors", "extras", "folders", "visible", "texts", "presentation", "arrays", "geometry",
    "symmetry", "pieces", "scoring", "editions", "recipes", "rulebooks", "plugins", "variants",
    "lots", "tables", "notation", "position", "_kernel", "kernel", "moves", "turns", "setup",
    "situation", "outcome", "game", "entry", "random_games", "render", "sgf", "records",
    "files", "ledger", "workers", "computer", "bots", "engine", "tutor", "perft", "problems",
    "puzzles", "vector", "baselines", "gtp", "arena", "ratings", "learning", "env", "terminal",
    "server", "cluster", "commands", "cli", "__main__",
]  # fmt: skip

# The same within the server.
SERVER = [
    "base", "storage", "engines", "people", "page", "puzzles", "thinking", "games", "ratings",
    "tutor", "talk", "house", "lobby", "web",
]  # fmt: skip

# Conveniences of `Game` and `Engine` that live in a higher layer and are imported when called.
LAZY = {("game", "render"), ("game", "records"), ("engine", "tutor")}


def test_imports_point_one_way() -> None:
    assert upwards("cornerwise", LAYERS) <= LAZY


def test_imports_within_the_server_point_one_way() -> None:
    assert not upwards("cornerwise.server", SERVER)


def upwards(package: str, layers: list[str]) -> set[tuple[str, str]]:
    """The imports of a package's layers from layers that come after them."""
    root, found = ROOT.joinpath(*package.split(".")[1:]), set()
    for path in sorted(root.rglob("*.py")):
        layer = path.relative_to(root).parts[0].removesuffix(".py")
        if layer == "__init__":
            continue
        assert layer in layers, f"{layer} has no place in the order of layers yet"
        for node in ast.walk(ast.parse(path.read_text())):
            for name in imported(node, package, layers):
                assert name in layers, f"{path} imports {package}.{name}, which is no layer"
                found.add((layer, name))
    return {(a, b) for a, b in found if layers.index(b) > layers.index(a)}


def imported(node: ast.AST, package: str, layers: list[str]) -> list[str]:
    """Which layers of a package an import names."""
    if isinstance(node, ast.ImportFrom) and node.module == package:
        return [alias.name for alias in node.names if alias.name in layers]
    modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    inside = f"{package}."
    return [name.removeprefix(inside).split(".")[0] for name in modules if name.startswith(inside)]
