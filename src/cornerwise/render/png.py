"""PNG: an SVG picture as pixels, by resvg. No font of the machine is ever looked at."""

from __future__ import annotations

from cornerwise.extras import need


def rasterised(svg: str) -> bytes:
    """The picture in the size that it states."""
    need("png")
    import resvg_py  # only those who ask for pixels wait for it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
