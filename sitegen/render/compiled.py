"""Templates as Python: ours are compiled when the program is set up, those of a site when it is read."""

from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from jinja2 import Environment, __version__
from jinja2.bccache import Bucket, BytecodeCache

from sitegen import theme
from sitegen.digest import digest_of
from sitegen.ready import CODE, FOLDER


class Compiled(BytecodeCache):
    """The code of each template, by where it stands: kept for other languages, and for the next build."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[str, CodeType | None]] = {}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """The code of a template, as it is kept or as it lies in the folder; none where it is in neither."""
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code is None and (found := _read(self._folder / _file(environment, name, source))):
            bucket.code = found.replace(co_filename=filename or "")  # where Jinja looks when something fails
            self.dump_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """The code of the template if its text is still the same."""
        checksum, code = self._kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self._kept[bucket.key] = bucket.checksum, bucket.code


def templates(environment: Environment) -> dict[str, bytes]:
    """What becomes of our templates, by the names of the files that it is looked for in."""
    return {
        _file(environment, name, source): str(environment.compile(source, name, raw=True)).encode()
        for name, source in theme.for_set_up()
    }


def _file(environment: Environment, name: str, source: str) -> str:
    settings = [environment.autoescape, environment.trim_blocks, environment.lstrip_blocks]
    known = sorted(environment.extensions), sorted(environment.filters), sorted(environment.tests)
    operators = sorted(getattr(environment, "intercepted_binops", ()))
    return f"t{digest_of((__version__, settings, known, operators, name, source)).hex()}{CODE}"


def _read(path: Path) -> CodeType | None:
    try:
        return SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    except OSError:
        return None
