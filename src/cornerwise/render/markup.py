"""SVG elements as text."""

from __future__ import annotations

from html import escape

from cornerwise.render.outline import written


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element. The content is markup already; `_` in an attribute's name means a hyphen.

    >>> tag("path", d="M0 0h10", stroke_width=2.50)
    '<path d="M0 0h10" stroke-width="2.5"/>'
    """
    given = "".join(f' {key.replace("_", "-")}="{_value(v)}"' for key, v in attributes.items())
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def title(text: str) -> str:
    """What a screen reader says and the mouse tells; nothing for an empty text."""
    return tag("title", escape(text, quote=False)) if text else ""


def document(box: tuple[float, float, float, float], size: int, name: str, *parts: str) -> str:
    """A whole picture: the box (left, top, width, height) on `size` pixels at its longer side."""
    left, top, width, height = box
    scale = size / max(width, height)
    return tag(
        "svg",
        title(name) + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=max(1, round(width * scale)),
        height=max(1, round(height * scale)),
        viewBox=" ".join(map(written, (left, top, width, height))),
        role="img",
    )


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1 else written(value)
    return escape(str(value))
