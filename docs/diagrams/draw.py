"""The picture of the architecture: `python docs/diagrams/draw.py` writes it anew."""

from __future__ import annotations

from pathlib import Path

LAYERS = (
    (
        "Programs",
        "#2A5DB0",
        ("server · cluster", "commands", "terminal", "env", "learning", "arena · ratings", "gtp"),
    ),
    (
        "Tools",
        "#F2B632",
        (
            *("engine", "vector", "baselines", "tutor", "puzzles", "problems"),
            *("records · files", "render"),
        ),
    ),
    ("Game", "#C4352B", ("turns", "game", "outcome", "situation")),
    ("Rules", "#C4352B", ("position: the plain rules", "kernel: the same in C++")),
    ("Tables", "#3DAA84", ("tables: numbered placements", "notation")),
    ("Values", "#3DAA84", ("geometry", "pieces", "scoring", "editions", "variants")),
)
"""From the top: what each layer is called, its colour, its modules."""

WIDTH, ROW, GAP, LEFT = 760, 56, 18, 130
STYLE = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, sans-serif"'


def drawing() -> str:
    """The layers, each built on the one below it."""
    height = len(LAYERS) * (ROW + GAP) + 2 * GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {STYLE}>',
        "<title>The layers of Cornerwise, each built on the one below</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#E9EDEB"/>',
    ]
    for number, (title, colour, modules) in enumerate(LAYERS):
        top = GAP + GAP // 2 + number * (ROW + GAP)
        middle = top + ROW / 2 + 5
        parts.append(f'<rect x="16" y="{top}" width="6" height="{ROW}" rx="3" fill="{colour}"/>')
        parts.append(_text(32, middle, title, "700", "start"))
        width = (WIDTH - LEFT - 16 - 8 * (len(modules) - 1)) / len(modules)
        for at, name in enumerate(modules):
            left = LEFT + at * (width + 8)
            parts.append(
                f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" rx="6" '
                'fill="#F7F9F7" stroke="#CFD7D2"/>'
            )
            parts.append(_text(left + width / 2, middle, name, "400", "middle"))
        if number:
            parts.append(
                f'<path d="M{WIDTH / 2 + 57:.0f} {top - 1}v-{GAP - 3}m-4 5l4-5 4 5" '
                'fill="none" stroke="#4A575D" stroke-width="1.5"/>'
            )
    return "\n".join([*parts, "</svg>"])


def _text(x: float, y: float, words: str, weight: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="13" font-weight="{weight}" fill="#1C2529" '
        f'text-anchor="{anchor}">{words}</text>'
    )


if __name__ == "__main__":
    path = Path(__file__).with_name("architecture.svg")
    path.write_text(drawing() + "\n", encoding="utf-8")
