"""Templates as Python: ours are compiled once, when the program is set up, and not at every start.

What becomes of a template lies in a file that is named after all that decides it: its text, its name, Jinja
and how that is set. So nothing is ever out of date there: what has changed is not found, and compiled anew.
It is Python, and no module of the program: nobody who looks for those finds it.
"""

import py_compile
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from pathlib import Path
from types import CodeType

from jinja2 import Environment, __version__
from jinja2.bccache import Bucket, BytecodeCache

from sitegen import theme
from sitegen.digest import digest_of

FOLDER = Path(__file__).parents[1] / "compiled"
_SUFFIX = ".template"


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


def write(environment: Environment, folder: Path = FOLDER) -> None:
    """Put there what becomes of our templates, and take away what became of others.

    What is there already stays as it is.
    """
    folder.mkdir(exist_ok=True)
    made = dict(_made(environment))
    for each in folder.glob(f"*{_SUFFIX}"):
        if each.name not in made:
            each.unlink()
            Path(cache_from_source(each)).unlink(missing_ok=True)
    for name, text in made.items():
        if not (folder / name).exists():
            (folder / f"{name}.new").write_text(text, encoding="utf-8", newline="\n")
            (folder / f"{name}.new").replace(folder / name)  # whoever reads at this moment gets it whole
        py_compile.compile(str(folder / name), doraise=True)


def _made(environment: Environment) -> Iterator[tuple[str, str]]:
    for name, source in theme.for_set_up():
        yield _file(environment, name, source), environment.compile(source, name, raw=True)


def _file(environment: Environment, name: str, source: str) -> str:
    settings = [environment.autoescape, environment.trim_blocks, environment.lstrip_blocks]
    known = sorted(environment.extensions), sorted(environment.filters), sorted(environment.tests)
    operators = sorted(getattr(environment, "intercepted_binops", ()))
    return f"t{digest_of((__version__, settings, known, operators, name, source)).hex()}{_SUFFIX}"


def _read(path: Path) -> CodeType | None:
    try:
        return SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    except OSError:
        return None
