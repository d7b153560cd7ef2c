"""`sitegen verify`: compare a published site with what this checkout builds, file by file."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from http.client import HTTPException
from itertools import takewhile, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from sitegen import __version__, publishing
from sitegen.compare.repository import HistoryError, Repository
from sitegen.core.files import read_git_head
from sitegen.core.problems import Message, Problem, Severity, advise, pluralize, quote_text, say
from sitegen.core.workers import count_processors
from sitegen.publishing.disk import PublishError, check_paths
from sitegen.publishing.output import CHECKSUMS_FILE, BuildInfo, Checksums, parse_checksums

Fetch = Callable[[str], bytes]
"""Returns the content of a path of the published site; raises `OSError` when there is none."""
_MAX_THREADS = 8
_CONTEXT_LENGTH = 30
"""Characters of a line that are shown before its first difference."""
_TIMEOUT = 30  # seconds
_MAX_FILE_BYTES = 256 * 2**20


class VerifyError(Exception):
    """Nothing could be compared; the message says why."""


@dataclass(frozen=True)
class VerifyResult:
    """The build of the published site, the number of files, and each difference from this checkout."""

    info: BuildInfo
    file_count: int
    differences: list[Message]
    problems: list[Problem]


def make_fetch(url: str) -> Fetch:
    """Return a function that fetches files of a site; raise `VerifyError` for an address not of the web."""
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).netloc:
        message = say(
            "no-site-address",
            "{url} is no address such as {example}",
            url=quote_text(url),
            example="https://club.example/",
        )
        raise VerifyError(message)
    base = url if url.endswith("/") else f"{url}/"
    headers = {"User-Agent": f"sitegen/{__version__}", "Accept-Encoding": "gzip"}

    def fetch(path: str) -> bytes:
        request = Request(base + quote(path), headers=headers)  # noqa: S310 - http(s) alone
        try:
            with urlopen(request, timeout=_TIMEOUT) as response:  # noqa: S310
                data = bytes(response.read(_MAX_FILE_BYTES))
                return _decompress(data) if response.headers["Content-Encoding"] == "gzip" else data
        except HTTPError as error:
            error.close()
            raise FileNotFoundError(f"{error.code} {error.reason}") from None
        except URLError as error:
            reason = error.reason
            text = reason.strerror or str(reason) if isinstance(reason, OSError) else str(reason)
            raise ConnectionError(text) from None
        except HTTPException as error:
            raise OSError(str(error)) from None

    return fetch


def _decompress(data: bytes) -> bytes:
    """Return what a browser makes of a compressed answer; raise `OSError` when it is none."""
    try:
        return zlib.decompressobj(wbits=31).decompress(data, _MAX_FILE_BYTES)
    except zlib.error as error:
        raise OSError(str(error)) from None


def verify(root: Path, fetch: Fetch) -> VerifyResult:
    """Build the site as of the day that the published one was built for, and compare every file.

    Raises `VerifyError` when the published site does not say how it was built.
    """
    published, info = _fetch_checksums(fetch)
    with TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        result = publishing.build_despite_errors(root, output, info.as_of, count_processors(), history=True)
        if result.plan is None:
            return VerifyResult(info, 0, [], result.problems)
        local_digests = parse_checksums((output / CHECKSUMS_FILE).read_text("utf-8")).digests
        differences = [
            *_compare_paths(published.digests, local_digests),
            *_compare_files(published.digests, local_digests, fetch, output),
        ]
    warnings = [problem for problem in result.problems if problem.severity is Severity.WARNING]
    return VerifyResult(info, len(local_digests), differences, warnings)


def _fetch_checksums(fetch: Fetch) -> tuple[Checksums, BuildInfo]:
    try:
        published = parse_checksums(fetch(CHECKSUMS_FILE).decode())
        check_paths(published.digests)
    except ConnectionError:
        message = say(
            "no-answer", "nothing answers at that address: is it right, and is the site online yet?"
        )
        raise VerifyError(message) from None
    except OSError as error:
        message = say(
            "no-sums", "{file} cannot be fetched there: {reason}", file=CHECKSUMS_FILE, reason=str(error)
        )
        raise VerifyError(message) from None
    except (ValueError, PublishError):
        message = say("sums-unreadable", "{file} there is not what a build writes", file=CHECKSUMS_FILE)
        raise VerifyError(message) from None
    if published.build_info is None:
        message = say(
            "sums-without-day",
            "{file} there does not give the day for which the site was made",
            file=CHECKSUMS_FILE,
        )
        raise VerifyError(message)
    return published, published.build_info


def _compare_paths(
    published_digests: Mapping[str, str], local_digests: Mapping[str, str]
) -> Iterator[Message]:
    """Yield the files that only one of the two has."""
    for path in sorted(local_digests.keys() - published_digests.keys()):
        yield say("only-here", "{path}: is not published there", path=path)
    for path in sorted(published_digests.keys() - local_digests.keys()):
        yield say("only-there", "{path}: is not made by this checkout", path=path)


def _compare_files(
    published_digests: Mapping[str, str], local_digests: Mapping[str, str], fetch: Fetch, output: Path
) -> Iterator[Message]:
    """Yield the files that differ, or whose published digest is wrong."""
    shared_paths = sorted(local_digests.keys() & published_digests.keys())
    with ThreadPoolExecutor(_MAX_THREADS) as pool:
        contents = pool.map(partial(_fetch_content, fetch), shared_paths)
        for path, content in zip(shared_paths, contents, strict=True):
            if isinstance(content, OSError):
                yield say(
                    "not-fetched", "{path}: cannot be fetched: {reason}", path=path, reason=str(content)
                )
            elif sha256(content).hexdigest() != local_digests[path]:
                yield _describe_difference(path, content, (output / path).read_bytes())
            elif published_digests[path] != local_digests[path]:
                yield say("sum-differs", "{path}: is right, but its digest there is not", path=path)


def _fetch_content(fetch: Fetch, path: str) -> bytes | OSError:
    try:
        return fetch(path)
    except OSError as error:
        return error


def _describe_difference(path: str, published_data: bytes, local_data: bytes) -> Message:
    """Return the first line in which a file differs."""
    try:
        their_lines, our_lines = published_data.decode().split("\n"), local_data.decode().split("\n")
    except UnicodeDecodeError:
        return say("file-differs", "{path}: differs", path=path)
    pairs = enumerate(zip_longest(their_lines, our_lines, fillvalue=""), 1)
    number, (published_text, local_text) = next(
        (line for line in pairs if line[1][0] != line[1][1]), (0, ("", ""))
    )
    if not number:
        return say("file-differs", "{path}: differs", path=path)
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(published_text, local_text, strict=False))
    )
    if same > _CONTEXT_LENGTH:
        published_text, local_text = (
            f"…{text[same - _CONTEXT_LENGTH :]}" for text in (published_text, local_text)
        )
    return say(
        "line-differs",
        "{path}:{line}: published is {there}, this checkout makes {here}",
        path=path,
        line=number,
        there=quote_text(published_text),
        here=quote_text(local_text),
    )


def format_result(result: VerifyResult, root: Path) -> Iterator[str]:
    """Yield the result in lines: the published build, each difference, and their number."""
    info, local_head = result.info, read_git_head(root)
    yield advise("Published by sitegen {version} as of {day}.", version=info.version, day=info.as_of)
    if info.version != __version__:
        yield advise("This is sitegen {version}.", version=__version__)
    if info.commit != local_head:
        yield advise(
            "It was made from commit {there}; checked out is {here}.",
            there=info.commit or "–",
            here=local_head or "–",
        )
    if not result.differences:
        yield pluralize(
            result.file_count, "{number} file, the same here.", "{number} files, all the same here."
        )
        return
    yield from result.differences
    with suppress(HistoryError):  # pages tell from a whole history alone what was corrected
        yield from filter(None, [Repository.from_site(root).shallow_message])
    yield pluralize(len(result.differences), "{number} difference.", "{number} differences.")
