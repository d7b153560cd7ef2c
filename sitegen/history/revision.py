"""A site as it stood at a commit, put into a folder of its own for as long as it is read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.history.repository import Repository

_LINK = "120000"
_NOWHERE = "nowhere"


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
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if blob.mode == _LINK:
                target.symlink_to(_NOWHERE)
            else:
                target.write_bytes(content)
        yield folder
