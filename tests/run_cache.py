"""What is made once in a run, for all tests and all workers of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

import pytest

try:
    import fcntl
except ImportError:  # Windows, where tests run in one process
    fcntl = None  # type: ignore[assignment]


class RunCache:
    """Makes folders that the workers of a run have in common."""

    def __init__(self, request: pytest.FixtureRequest, factory: pytest.TempPathFactory) -> None:
        own = factory.getbasetemp()
        self._folder = own.parent if hasattr(request.config, "workerinput") else own

    @contextmanager
    def lock_folder(self, name: str, make: Callable[[Path], object]) -> Iterator[Path]:
        """The folder of this name, made by whoever asks first; nobody else has it meanwhile."""
        folder = self._folder / name
        with folder.with_suffix(".lock").open("w") as lock:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.with_suffix(".made").exists():
                rmtree(folder, ignore_errors=True)
                make(folder)
                folder.with_suffix(".made").touch()
            yield folder

    def make_folder(self, name: str, make: Callable[[Path], object]) -> Path:
        """The same, to be read only."""
        with self.lock_folder(name, make) as folder:
            return folder
