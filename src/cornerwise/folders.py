"""Where Cornerwise keeps what belongs to a user: games of the server, weights of the engine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's folder for application data; it need not exist yet."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "cornerwise"
