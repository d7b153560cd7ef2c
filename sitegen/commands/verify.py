"""Whether what is published somewhere is what this checkout makes."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from itertools import takewhile, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from sitegen import __version__, build, checkout
from sitegen.history import HistoryError, Repository
from sitegen.message import Message, advise, counted, say
from sitegen.problem import Problem, quoted
from sitegen.publish.paths import check_paths
from sitegen.publish.sums import SUMS, Maker, Sums, read
from sitegen.publish.swap import PublishError
from sitegen.workers import processors

Fetch = Callable[[str], bytes]
"""What gets the content of a path of the published site; an `OSError` when there is none."""
_AT_ONCE = 8
_BEFORE = 30
"""So many characters of a line are shown before those in which it differs."""
_LONGEST = 30  # seconds
_LARGEST = 256 * 2**20


class VerifyError(Exception):
    """Why nothing could be compared."""


@dataclass(frozen=True)
class Verdict:
    """What was published, and each `difference` from what this checkout makes."""

    maker: Maker
    files: int
    differences: list[Message]
    problems: list[Problem]


def at(url: str) -> Fetch:
    """What gets the files of a site at its address; a `VerifyError` when that is none of the web."""
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).netloc:
        message = say(
            "no-site-address",
            "{url} is no address such as {example}",
            url=quoted(url),
            example="https://club.example/",
        )
        raise VerifyError(message)
    base = url if url.endswith("/") else f"{url}/"

    def fetch(path: str) -> bytes:
        request = Request(base + quote(path), headers={"User-Agent": f"sitegen/{__version__}"})  # noqa: S310 - http(s) alone
        try:
            with urlopen(request, timeout=_LONGEST) as response:  # noqa: S310
                return bytes(response.read(_LARGEST))
        except HTTPError as error:
            error.close()
            raise FileNotFoundError(f"{error.code} {error.reason}") from None
        except HTTPException as error:
            raise OSError(str(error)) from None

    return fetch


def verify(root: Path, fetch: Fetch) -> Verdict:
    """Build the site as of the day that the published one was made for, and compare every file.

    A `VerifyError` when what is published does not say what it is.
    """
    published, maker = _published(fetch)
    with TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        built = build.build(root, output, maker.as_of, workers=processors(), history=True)
        if built.plan is None:
            return Verdict(maker, 0, [], built.problems)
        here = read((output / SUMS).read_text("utf-8")).digests
        differences = [*_listed(published.digests, here), *_fetched(published.digests, here, fetch, output)]
    return Verdict(maker, len(here), differences, built.problems)


def _published(fetch: Fetch) -> tuple[Sums, Maker]:
    try:
        found = read(fetch(SUMS).decode())
        check_paths(found.digests)
    except OSError as error:
        message = say("no-sums", "{file} cannot be fetched there: {reason}", file=SUMS, reason=str(error))
        raise VerifyError(message) from None
    except (ValueError, PublishError):
        message = say("sums-unreadable", "{file} there is not what a build writes", file=SUMS)
        raise VerifyError(message) from None
    if found.maker is None:
        message = say(
            "sums-without-day", "{file} there does not say for which day the site was made", file=SUMS
        )
        raise VerifyError(message)
    return found, found.maker


def _listed(there: Mapping[str, str], here: Mapping[str, str]) -> Iterator[Message]:
    """The files that only one of the two has."""
    for path in sorted(here.keys() - there.keys()):
        yield say("only-here", "{path}: is not published there", path=path)
    for path in sorted(there.keys() - here.keys()):
        yield say("only-there", "{path}: is not made by this checkout", path=path)


def _fetched(
    there: Mapping[str, str], here: Mapping[str, str], fetch: Fetch, output: Path
) -> Iterator[Message]:
    """The files that both have and that differ, or that are not what the list there says."""
    both = sorted(here.keys() & there.keys())
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for path, content in zip(both, pool.map(lambda path: _content(fetch, path), both), strict=True):
            if isinstance(content, OSError):
                yield say(
                    "not-fetched", "{path}: cannot be fetched: {reason}", path=path, reason=str(content)
                )
            elif sha256(content).hexdigest() != here[path]:
                yield _difference(path, content, (output / path).read_bytes())
            elif there[path] != here[path]:
                yield say("sum-differs", "{path}: is right, but its digest there is not", path=path)


def _content(fetch: Fetch, path: str) -> bytes | OSError:
    try:
        return fetch(path)
    except OSError as error:
        return error


def _difference(path: str, there: bytes, here: bytes) -> Message:
    """The first line in which a file differs."""
    try:
        lines, ours = there.decode().split("\n"), here.decode().split("\n")
    except UnicodeDecodeError:
        return say("file-differs", "{path}: differs", path=path)
    pairs = zip_longest(lines, ours, fillvalue="")
    differs = ((number, *pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    number, one, other = next(differs, (0, "", ""))
    if not number:
        return say("file-differs", "{path}: differs", path=path)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    if same > _BEFORE:
        one, other = (f"…{each[same - _BEFORE :]}" for each in (one, other))
    told = {"path": path, "line": number, "there": quoted(one), "here": quoted(other)}
    return say("line-differs", "{path}:{line}: published is {there}, this checkout makes {here}", **told)


def _cut_short(root: Path) -> str:
    """That the history is not whole, from which pages tell what was corrected."""
    try:
        return Repository.of(root).cut_short
    except HistoryError:
        return ""


def told(verdict: Verdict, root: Path) -> Iterator[str]:
    """What came of it, in lines."""
    maker, here = verdict.maker, checkout.commit(root)
    yield advise("Published by sitegen {version} as of {day}.", version=maker.version, day=maker.as_of)
    if maker.version != __version__:
        yield advise("This is sitegen {version}.", version=__version__)
    if maker.commit != here:
        yield advise(
            "It was made from commit {there}; checked out is {here}.",
            there=maker.commit or "–",
            here=here or "–",
        )
    yield from verdict.differences
    if verdict.differences and (missing := _cut_short(root)):
        yield missing
    if verdict.differences:
        number = len(verdict.differences)
        yield counted(number, "{number} difference.", "{number} differences.")
    else:
        yield counted(verdict.files, "{number} file, the same here.", "{number} files, all the same here.")
