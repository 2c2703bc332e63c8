"""The list of defences: each can still be taken out, its test exists, and the docs have them all.

`python benchmarks/defences.py` takes them out one by one and sees their tests fail.
"""

from __future__ import annotations

import runpy
from pathlib import Path

from cornerwise.server.base.settings import Settings

ROOT = Path(__file__).parent.parent.parent
FOUND = runpy.run_path(str(ROOT / "benchmarks" / "defences.py"))


def test_every_defence_is_where_the_list_says_and_has_its_test() -> None:
    for defence in FOUND["DEFENCES"]:
        source = (ROOT / "src" / "cornerwise" / defence.file).read_text()
        assert FOUND["patched"](defence, source) != source, defence.name
        file, _, name = FOUND["test_of"](defence).partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(), defence.test
        assert defence.setting in {"", *Settings.__dataclass_fields__}, defence.setting


def test_the_docs_have_the_table() -> None:
    assert FOUND["table"]() in (ROOT / "docs" / "server.md").read_text()
