"""Run the notebooks of docs/ and keep what they show: `make notebooks`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


def executed(path: Path) -> Any:
    """A notebook with fresh outputs. A cell that fails raises."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook,
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        coalesce_streams=True,
        timeout=600,
    ).execute()
    return notebook


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        text = nbformat.writes(executed(path))  # type: ignore[no-untyped-call]
        path.write_text(text + "\n", encoding="utf-8")
