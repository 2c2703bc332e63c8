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

# Conveniences of `Game` and `Engine` that live in a higher layer and are imported when called.
LAZY = {("game", "render"), ("game", "records"), ("engine", "tutor")}


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_imports_point_one_way() -> None:
    found = set()
    for path in sorted(ROOT.rglob("*.py")):
        layer = layer_of(path)
        if layer == "__init__":
            continue
        assert layer in LAYERS, f"{layer} has no place in the order of layers yet"
        for node in ast.walk(ast.parse(path.read_text())):
            for name in imported(node):
                if name != layer:
                    found.add((layer, name))
    upwards = {(a, b) for a, b in found if LAYERS.index(b) > LAYERS.index(a)}
    assert upwards == LAZY & upwards


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cornerwise."):
        return [node.module.split(".")[1]]
    if isinstance(node, ast.ImportFrom) and node.module == "cornerwise":
        return [alias.name for alias in node.names if alias.name in LAYERS]
    if isinstance(node, ast.Import):
        parts = [alias.name.split(".") for alias in node.names]
        return [part[1] for part in parts if part[0] == "cornerwise" and len(part) > 1]
    return []
