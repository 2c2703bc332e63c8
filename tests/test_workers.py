"""Work in processes and on a cluster.

Ray is large, so a stand-in of a few lines takes its place where it is not installed. Where it is,
the same tests start a cluster on this machine.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from cornerwise import CornerwiseError
from cornerwise.cli import app
from cornerwise.workers import Workers

pytestmark = pytest.mark.filterwarnings("default")  # Ray has its own


class Pretence(ModuleType):
    """As much of Ray as we use, in this process: a task is done when its result is waited for."""

    class TaskError(Exception):
        def __init__(self, cause: Exception) -> None:
            super().__init__(f"a task failed:\n{cause}")
            self.cause = cause

    def __init__(self) -> None:
        super().__init__("ray")
        self.address = ""
        self.most = 0
        self.exceptions = SimpleNamespace(RayTaskError=self.TaskError)

    def is_initialized(self) -> bool:
        return bool(self.address)

    def init(self, address: str, **_: Any) -> None:
        if address != "local":
            raise ConnectionError(f"Failed to connect to {address}\nand so on")
        self.address = address

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **_: Any) -> Any:
        def decorated(work: Any) -> Any:
            assert isinstance(work, FunctionType)
            return SimpleNamespace(remote=lambda *task: (work, task))

        return decorated

    def wait(self, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
        self.most = max(self.most, len(tasks))
        return tasks[-1:], tasks[:-1]

    def get(self, task: Any) -> Any:
        work, arguments = task
        try:
            return work(*arguments)
        except Exception as error:
            raise self.TaskError(error) from error

    def cancel(self, task: Any) -> None:
        pass


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a cluster."""
    try:
        import ray
    except ImportError:
        monkeypatch.setitem(sys.modules, "ray", Pretence())
        yield "local"
    else:
        yield "local"
        ray.shutdown()


def halved(number: int) -> int:
    if number % 2:
        raise CornerwiseError(f"{number} is odd")
    return number // 2


@pytest.mark.parametrize("count", [None, 1, 2])
def test_processes(count: int | None) -> None:
    done = Workers(count).done(halved, ((number,) for number in range(0, 20, 2)))
    assert sorted(done) == list(range(10))


def test_a_cluster(cluster: str) -> None:
    for count in (None, 1, 2):
        done = Workers(count, cluster).done(halved, ((number,) for number in range(0, 20, 2)))
        assert sorted(done) == list(range(10))


def test_an_error_of_a_task_is_raised_as_it_was(cluster: str) -> None:
    for workers in (Workers(), Workers(2), Workers(2, cluster)):
        with pytest.raises(CornerwiseError, match=r"^7 is odd$"):
            list(workers.done(halved, [(7,)]))


def test_tasks_are_taken_as_they_are_needed(cluster: str) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(0, 100, 2):
            taken.append(number)
            yield (number,)

    done = Workers(2, cluster).done(halved, tasks())
    next(done)
    assert len(taken) <= 3
    done.close()  # type: ignore[attr-defined]


def test_training_on_a_cluster(cluster: str, tmp_path: Path) -> None:
    command = ["train", "duo", "--games", "2", "--simulations", "20", "--positions", "10"]
    for name, options in {"here": [], "there": ["--cluster", cluster]}.items():
        saved = ["--save", str(tmp_path / name)]
        result = CliRunner().invoke(app, [*command, *saved, "--pairs", "1", *options])
        assert result.exit_code == 0, result.output
    here, there = (tmp_path / name / "generation-1/weights.json" for name in ("here", "there"))
    assert here.read_text() == there.read_text()


@pytest.mark.skipif("ray" in sys.modules, reason="a real cluster takes its time to be missed")
def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", Pretence())
    with pytest.raises(CornerwiseError, match=r"^there is no cluster at far:1: Failed to connect"):
        list(Workers(cluster="far:1").done(halved, [(2,)]))


def test_without_ray_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    command = ["train", "duo", "--save", str(tmp_path), "--cluster", "auto"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert result.output == (
        "cornerwise: work on a cluster needs ray: pip install 'cornerwise[cluster]'\n"
    )
