"""Settings from a file, from the environment and from the command line."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from cornerwise.server.base.configuration import BadSetting, configured
from cornerwise.server.base.settings import Rate, Settings


def test_without_anything_the_defaults_hold() -> None:
    assert configured() == Settings()


def test_the_nearer_word_counts(tmp_path: Path) -> None:
    file = tmp_path / "cornerwise.toml"
    file.write_text(
        'workers = 2\nsockets = 7\nhints = 1\nproxies = ["127.0.0.1/32"]\n'
        "games = {per_second = 0.5, burst = 3}\n"
    )
    environment = {"CORNERWISE_SOCKETS": "8", "CORNERWISE_HINTS": "2", "HOME": "/"}
    found = configured(file, environment, hints=3, data=None)
    assert (found.workers, found.sockets, found.hints) == (2, 8, 3)
    assert found.proxies == ("127.0.0.1/32",)
    assert found.games == Rate(0.5, 3)
    assert found.data == Settings().data


def test_text_in_the_environment_needs_no_quotes() -> None:
    assert configured(None, {"CORNERWISE_DATA": "/srv/games"}).data == Path("/srv/games")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"CORNERWISE_WORKER": "2"}, "there is no setting worker: the settings are data, "),
        ({"CORNERWISE_WORKERS": "many"}, "workers"),
        ({"CORNERWISE_PROXIES": '["here"]'}, "proxies"),
        ({"CORNERWISE_GAMES": "{per_second = 1}"}, "burst"),
    ],
)
def test_what_is_wrong_is_named(environment: dict[str, str], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        configured(None, environment)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"nothing\.toml cannot be read"):
        configured(tmp_path / "nothing.toml")
    (tmp_path / "bad.toml").write_text("workers =")
    with pytest.raises(BadSetting, match=r"bad\.toml cannot be read"):
        configured(tmp_path / "bad.toml")


def test_the_table_of_settings_has_all_with_their_defaults() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE))
    given = Settings()
    for setting in fields(Settings):
        if setting.name == "data":
            assert setting.name in rows  # its default depends on the user
        else:
            assert rows.get(setting.name) == _written(getattr(given, setting.name)), setting.name


def _written(value: object) -> str:
    if isinstance(value, Rate):
        return f"{value.per_second:g} a second, {value.burst:g} at once"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value in ("", ()) else str(value)
