"""A site as it stood at a commit, put into a folder of its own for as long as it is read."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.history.git import HistoryError
from sitegen.history.objects import Entry
from sitegen.history.repository import Repository
from sitegen.message import advise

_LINK = "120000"
_NOWHERE = "nowhere"
_OF_A_NAME = {errno.EEXIST, errno.EILSEQ, errno.EINVAL, errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR}
"""What a disk refuses for its name, or for another of the same."""


@contextmanager
def checked_out(repository: Repository, commit: str, paths: Sequence[str]) -> Iterator[Path]:
    """A folder with what stood at or below `paths` of the site at a commit.

    A link stands there as one that leads nowhere: it is refused as it was, and followed by nobody.
    """
    with TemporaryDirectory(prefix="sitegen-") as name:
        folder = Path(name)
        files = repository.files(commit, paths)
        contents = repository.contents([each.id for each in files.values()])
        for (path, blob), content in zip(files.items(), contents, strict=True):
            try:
                _write(folder / path, blob, content)
            except OSError as error:
                if error.errno in _OF_A_NAME:
                    raise HistoryError(advise("a name in it is none on this disk")) from None
                raise
        yield folder


def _write(target: Path, blob: Entry, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if blob.mode == _LINK:
        target.symlink_to(_NOWHERE)
    else:
        target.write_bytes(content)
