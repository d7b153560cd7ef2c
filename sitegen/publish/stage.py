"""The staging folder of a build: files are written there where they are made, and nobody sees it."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sitegen.publish import swap
from sitegen.publish.paths import check_paths
from sitegen.publish.standing import Previous
from sitegen.publish.swap import explained


class Written(NamedTuple):
    """What became of a file: its size and SHA-256; whether it `stands` already, and so was not written."""

    size: int
    digest: str
    stands: bool


class Stage(NamedTuple):
    """The `folder` where the successor of the site `before` is written, by several processes at once."""

    before: Previous
    folder: Path

    def put(self, path: str, content: bytes) -> Written:
        """Write a file, unless the same stands there; a `PublishError` when the disk refuses."""
        with explained(self.before.output):
            stands = self._stands(path, content)
            if not stands:
                self._write(path, content)
        return Written(len(content), sha256(content).hexdigest(), stands)

    def read(self, path: str) -> bytes:
        """What will stand at a path: what was written, else what stands there now."""
        with suppress(FileNotFoundError):
            return (self.folder / path).read_bytes()
        return (self.before.output / path).read_bytes()

    def _stands(self, path: str, content: bytes) -> bool:
        size = self.before.sizes.get(path)
        return size == len(content) and (self.before.output / path).read_bytes() == content

    def _write(self, path: str, content: bytes) -> None:
        name = f"{self.folder}/{path}"
        try:
            swap.write(name, content)
        except FileNotFoundError:
            swap.make_folder(os.path.dirname(name))  # noqa: PTH120 - as many as pages
            swap.write(name, content)


@contextmanager
def staged(before: Previous, paths: Iterable[str]) -> Iterator[Stage]:
    """A stage for a site of files with these `paths`, inside the `with previous` that `before` comes from.

    Paths are relative and use `/`. What is not published in the end is thrown away. A `PublishError` for a
    path that leads outside, or that a disk could take for another, before anything is written.
    """
    check_paths(paths)
    stage = Stage(before, swap.staging(before.output))
    try:
        with explained(before.output):
            stage.folder.mkdir()
        yield stage
    finally:
        swap.discard(before.output)
