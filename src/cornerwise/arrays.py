"""numpy where it is there: the library itself needs none."""

from __future__ import annotations

from typing import Any

from cornerwise.errors import MissingExtra


def numpy() -> Any:
    """The module, imported when somebody first asks for an array."""
    try:
        import numpy as module
    except ImportError:
        raise MissingExtra("an array needs numpy: pip install numpy") from None
    return module
