"""Jupyter notebooks as pages of the site: their text, their code and the outputs they keep."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True}


class NotebookParser(MystParser):
    """Reads a notebook by way of Markdown."""

    supported = ("notebook",)  # type: ignore[misc]

    def parse(self, inputstring: str, document: nodes.document) -> None:
        super().parse(as_markdown(json.loads(inputstring)), document)


def as_markdown(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else fenced("python", source))
        parts += [shown(output) for output in cell.get("outputs", [])]
    return "\n\n".join(parts) + "\n"


def shown(output: dict[str, Any]) -> str:
    """An output of a cell: a picture where there is one, otherwise its text."""
    if output["output_type"] == "stream":
        return fenced("text", "".join(output["text"]))
    data = output["data"]
    if "image/svg+xml" not in data:
        return fenced("text", "".join(data["text/plain"]))
    picture = b64encode("".join(data["image/svg+xml"]).encode()).decode()
    return f"![What the cell shows](data:image/svg+xml;base64,{picture})"


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
