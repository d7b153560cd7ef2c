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

from sitegen import __version__, build
from sitegen.build.disk import PublishError, check_paths
from sitegen.build.output import CHECKSUMS_FILE, BuildInfo, Checksums, parse_checksums
from sitegen.compare.git import HistoryError
from sitegen.compare.repository import Repository
from sitegen.core.files import read_git_head
from sitegen.core.problems import Message, Problem, advise, pluralize, quote_text, say
from sitegen.core.workers import count_processors

Fetch = Callable[[str], bytes]
"""What gets the content of a path of the published site; an `OSError` when there is none."""
_MAX_THREADS = 8
_CONTEXT_LENGTH = 30
"""So many characters of a line are shown before those in which it differs."""
_TIMEOUT = 30  # seconds
_MAX_FILE_BYTES = 256 * 2**20


class VerifyError(Exception):
    """Why nothing could be compared."""


@dataclass(frozen=True)
class VerifyResult:
    """What was published, and each `difference` from what this checkout makes."""

    maker: BuildInfo
    files: int
    differences: list[Message]
    problems: list[Problem]


def make_fetch(url: str) -> Fetch:
    """What gets the files of a site at its address; a `VerifyError` when that is none of the web."""
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).netloc:
        message = say(
            "no-site-address",
            "{url} is no address such as {example}",
            url=quote_text(url),
            example="https://club.example/",
        )
        raise VerifyError(message)
    base = url if url.endswith("/") else f"{url}/"

    def fetch(path: str) -> bytes:
        request = Request(base + quote(path), headers={"User-Agent": f"sitegen/{__version__}"})  # noqa: S310 - http(s) alone
        try:
            with urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310
                return bytes(response.read(_MAX_FILE_BYTES))
        except HTTPError as error:
            error.close()
            raise FileNotFoundError(f"{error.code} {error.reason}") from None
        except HTTPException as error:
            raise OSError(str(error)) from None

    return fetch


def verify(root: Path, fetch: Fetch) -> VerifyResult:
    """Build the site as of the day that the published one was made for, and compare every file.

    A `VerifyError` when what is published does not say what it is.
    """
    published, maker = _fetch_sums(fetch)
    with TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        built = build.build(root, output, maker.as_of, workers=count_processors(), history=True)
        if built.plan is None:
            return VerifyResult(maker, 0, [], built.problems)
        here = parse_checksums((output / CHECKSUMS_FILE).read_text("utf-8")).digests
        differences = [
            *_compare_paths(published.digests, here),
            *_compare_files(published.digests, here, fetch, output),
        ]
    return VerifyResult(maker, len(here), differences, built.problems)


def _fetch_sums(fetch: Fetch) -> tuple[Checksums, BuildInfo]:
    try:
        found = parse_checksums(fetch(CHECKSUMS_FILE).decode())
        check_paths(found.digests)
    except OSError as error:
        message = say(
            "no-sums", "{file} cannot be fetched there: {reason}", file=CHECKSUMS_FILE, reason=str(error)
        )
        raise VerifyError(message) from None
    except (ValueError, PublishError):
        message = say("sums-unreadable", "{file} there is not what a build writes", file=CHECKSUMS_FILE)
        raise VerifyError(message) from None
    if found.build_info is None:
        message = say(
            "sums-without-day",
            "{file} there does not say for which day the site was made",
            file=CHECKSUMS_FILE,
        )
        raise VerifyError(message)
    return found, found.build_info


def _compare_paths(there: Mapping[str, str], here: Mapping[str, str]) -> Iterator[Message]:
    """The files that only one of the two has."""
    for path in sorted(here.keys() - there.keys()):
        yield say("only-here", "{path}: is not published there", path=path)
    for path in sorted(there.keys() - here.keys()):
        yield say("only-there", "{path}: is not made by this checkout", path=path)


def _compare_files(
    there: Mapping[str, str], here: Mapping[str, str], fetch: Fetch, output: Path
) -> Iterator[Message]:
    """The files that both have and that differ, or that are not what the list there says."""
    both = sorted(here.keys() & there.keys())
    with ThreadPoolExecutor(_MAX_THREADS) as pool:
        for path, content in zip(both, pool.map(lambda path: _fetch_content(fetch, path), both), strict=True):
            if isinstance(content, OSError):
                yield say(
                    "not-fetched", "{path}: cannot be fetched: {reason}", path=path, reason=str(content)
                )
            elif sha256(content).hexdigest() != here[path]:
                yield _describe_difference(path, content, (output / path).read_bytes())
            elif there[path] != here[path]:
                yield say("sum-differs", "{path}: is right, but its digest there is not", path=path)


def _fetch_content(fetch: Fetch, path: str) -> bytes | OSError:
    try:
        return fetch(path)
    except OSError as error:
        return error


def _describe_difference(path: str, there: bytes, here: bytes) -> Message:
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
    if same > _CONTEXT_LENGTH:
        one, other = (f"…{text[same - _CONTEXT_LENGTH :]}" for text in (one, other))
    told = {"path": path, "line": number, "there": quote_text(one), "here": quote_text(other)}
    return say("line-differs", "{path}:{line}: published is {there}, this checkout makes {here}", **told)


def _describe_shallow_history(root: Path) -> str:
    """That the history is not whole, from which pages tell what was corrected."""
    try:
        return Repository.from_site(root).shallow_message
    except HistoryError:
        return ""


def format_result(verdict: VerifyResult, root: Path) -> Iterator[str]:
    """What came of it, in lines."""
    maker, here = verdict.maker, read_git_head(root)
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
    if verdict.differences and (missing := _describe_shallow_history(root)):
        yield missing
    if verdict.differences:
        number = len(verdict.differences)
        yield pluralize(number, "{number} difference.", "{number} differences.")
    else:
        yield pluralize(verdict.files, "{number} file, the same here.", "{number} files, all the same here.")
