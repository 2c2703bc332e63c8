"""The folder for games: nobody else may look into it, and one process at a time uses it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from cornerwise.server.storage.store import StoreError

try:
    import fcntl
except ImportError:  # Windows: SQLite's own locks must do
    fcntl = None  # type: ignore[assignment]


def prepare(file: Path) -> None:
    """Make the folder and the file, readable for nobody else.

    A folder that holds other things, too, is left as it is: only our files are closed to others.
    """
    folder = file.parent
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    names = {path.name for path in folder.iterdir()}
    if all(name.startswith(file.name) for name in names):
        _close(folder, 0o700)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for name in names | {file.name}:
        if name.startswith(file.name):
            _close(folder / name, 0o600)


def _close(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):  # somebody else's, or a disk that knows no such rights
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


class Lock:
    """Held as long as a process uses a file of games; the system lets go when it dies."""

    def __init__(self, file: Path) -> None:
        path = file.with_name(f"{file.name}.lock")
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.read(self._handle, 20).decode("ascii", "replace").strip()
            os.close(self._handle)
            named = f" (process {owner})" if owner else ""
            raise StoreError(
                f"the games in {file.parent} are in use by another Cornerwise{named}"
            ) from None
        os.truncate(self._handle, 0)
        os.write(self._handle, str(os.getpid()).encode())

    def release(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
