"""The history of the database schema."""

from pathlib import Path

_VERSIONS = Path(__file__).parent / "versions"


def newest_version() -> str:
    """The number of the newest migration that we know."""
    return max(file.stem.partition("_")[0] for file in _VERSIONS.glob("[0-9]*.py"))
