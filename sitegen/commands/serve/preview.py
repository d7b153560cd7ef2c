"""A build, as the preview server wants it: what is looked at comes first.

Noticing that files were saved: their times and sizes are looked at many times a second.

Looking works on every file system, network folders and containers included, and one look at 5,000 files
takes a few hundredths of a second; ten times as long nobody looks then. livereload's own watcher is not used:
it reports five files saved together as five changes, and never a file that was moved in with an old date.

The preview: the site as it will stand, for this machine only, rebuilt and reloaded when a file is saved.

The page that somebody looks at is there before the rest of the site: whoever asks for another one meanwhile
waits for it. So nobody ever sees a page of one build beside those of another.
"""

import asyncio
import gc
import os
import re
import stat
import time
import traceback
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, render
from sitegen.build import publication
from sitegen.build.disk import PublishError
from sitegen.build.publication import publish_site
from sitegen.build.stages import HistoryLoader, PlannedSite
from sitegen.build.staging import MANIFEST
from sitegen.commands.serve.server import GeneratedSite, PartialSite, find_file, format_report, start_server
from sitegen.compare.correction import load_histories
from sitegen.core.cache import BuildCache
from sitegen.core.language import Language
from sitegen.core.problems import Problem, advise, say, select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.config import site as config_site
from sitegen.pages import theme
from sitegen.pages.plan import plan_static_files

POLL_INTERVAL = 0.025
"""Seconds between two looks while nothing changes; more where a look takes long."""
QUIET_INTERVAL = 0.02
"""Seconds without a change after which what was saved together is taken to be complete."""

_POLL_FACTOR = 10
"""So many times as long as a look takes the next one waits."""

FileStamp = tuple[int, int]
"""When a file was last written, in nanoseconds, and its size in bytes."""
FileStamps = Mapping[str, FileStamp]
"""The stamp of each file that is there, by its path."""

# What editors leave beside a file while it is open or being saved: hidden files, `name~`, the lock files of
# office programs, autosaves, Vim's swap files and its test file 4913.
_TEMPORARY_FILE = re.compile(r"\..*|.*~|~\$.*|#.*#|4913|.*\.(?:sw[opx]|tmp|bak)", re.DOTALL)


def read_stamps(watched: Iterable[Path]) -> FileStamps:
    """The files of `watched` as they are now: files, and folders with all that is below them.

    A path that is not there has no files. Within a folder hidden files and folders are left out, as are the
    temporary files of editors; a symbolic link to a folder is not followed.
    """
    found: dict[str, FileStamp] = {}
    for path in watched:
        found.update(_walk_stamps(path) if path.is_dir() else _read_stamp(path))
    return found


async def wait_for_change(
    watched: Iterable[Path],
    since: FileStamps | None,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> FileStamps:
    """Wait until the files are other than `since` and nothing more is being saved; what they are then.

    With `since` None there is no waiting for a change. What is returned stood unchanged for a quiet moment,
    which is longer than the tick of any file system's clock: whatever is written later has another time.
    """
    now, took = await asyncio.to_thread(_measure_stamps, watched)
    while True:
        while now == since:
            await pause(max(POLL_INTERVAL, _POLL_FACTOR * took))
            now, took = await asyncio.to_thread(_measure_stamps, watched)
        before = now
        await pause(QUIET_INTERVAL)
        now, took = await asyncio.to_thread(_measure_stamps, watched)
        if now == before:
            return now


def _measure_stamps(watched: Iterable[Path]) -> tuple[FileStamps, float]:
    """The files as they are now, and how much of a processor it took to know it."""
    begun = time.thread_time()
    return read_stamps(watched), time.thread_time() - begun


def _walk_stamps(folder: str | Path) -> Iterator[tuple[str, FileStamp]]:
    folders: list[str | Path] = [folder]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:  # gone since, or not to be read
            for entry in entries:
                if _TEMPORARY_FILE.fullmatch(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    yield from _read_stamp(entry)


def _read_stamp(file: Path | os.DirEntry[str]) -> Iterator[tuple[str, FileStamp]]:
    with suppress(OSError):
        status = file.stat()
        if stat.S_ISREG(status.st_mode):
            yield os.fspath(file), (status.st_mtime_ns, status.st_size)


BuildFunction = Callable[[Collection[str]], Iterable[GeneratedSite]]
"""Makes a site; what is at the addresses that are asked for may come before the rest."""


def serve(build: BuildFunction, watched: Sequence[Path], port: int, announce: Callable[[str], None]) -> None:
    """Show what `build` makes on `port` of this machine, and make it again whenever a `watched` file changes.

    Blocks until Ctrl-C. `announce` is called with the address, and after each build with its problems. A
    `ServeError` is raised when the port cannot be used.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(run_preview(build, watched, port, announce))


async def run_preview(
    build: BuildFunction, watched: Sequence[Path], port: int, announce: Callable[[str], None]
) -> None:
    """`serve` until cancelled. Port 0 is any that is free; the address that is announced has its number.

    Builds run one after the other in a thread, while requests are answered from the last good one. A change
    during a build is found after it, for then the files are compared with what they were before it.
    """
    async with start_server(port) as (address, preview):
        announce(address)
        seen = None
        while True:
            seen = await wait_for_change(watched, seen)
            steps = chain.from_iterable(map(build, [preview.requested_paths]))  # begun in the thread
            while generated := await asyncio.to_thread(_run_build, steps):
                preview.show(generated)
                for text in () if generated.partial_site else format_report(generated):
                    announce(text)


def _run_build(steps: Iterator[GeneratedSite]) -> GeneratedSite | None:
    """What was built next, or the fault that the build ended in: a preview outlives both."""
    try:
        return next(steps, None)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is shown
        *_, place = traceback.extract_tb(error.__traceback__)
        message = say("fault-of-program", "{error}", error=f"{type(error).__name__}: {error}")
        hint = advise("a fault in the program, not in the files of the site")
        return GeneratedSite(
            Path(), frozenset(), [Problem(place.filename, place.lineno or 0, 0, message, hint)]
        )


@dataclass
class PreviewBuilder:
    """Builds the site in `root` again and again, into `output`, and says what may be served.

    Without `as_of` every build is of the day that it is made on, as `now` tells, or at which the site stands
    still. What has not changed from one build to the next is read and rated once.
    """

    root: Path
    output: Path
    as_of: date | None
    now: Callable[[], datetime]
    _cache: BuildCache = field(default_factory=BuildCache)
    _history_loader: HistoryLoader = field(default_factory=lambda: partial(load_histories, memory={}))

    def __call__(self, asked: Collection[str] = ()) -> Iterator[GeneratedSite]:
        """First the pages at the addresses that are `asked` for, if there are any, then the whole site."""
        with _pause_gc():
            site, _ = settings.load_site(self.root, self._cache)
            origins = [ranking.origin for ranking in site.rankings] if site else []
            language = Language(settings.detect_language(self.root)).with_catalogues(*origins)
            base = urlsplit(site.url).path if site else "/"
            days = config_site.compute_dates(site, self.now(), self.as_of)
            rated = build.rate_site(self.root, days.as_of, days.latest, self._history_loader, self._cache)
            prepared = build.plan_pages(rated)
            none = GeneratedSite(self.output, frozenset(), prepared.problems, base, language)
            yield from _render_requested(prepared, none, asked)
            self._cache.tidy()
            yield self._publish_site(prepared, none, days.as_of)

    def _publish_site(self, prepared: PlannedSite, none: GeneratedSite, as_of: date) -> GeneratedSite:
        """The site as it was published, or why it was not."""
        try:
            built = publish_site(self.output, prepared, self.root, as_of)
        except PublishError as error:
            return replace(none, problems=[Problem(str(self.output), 0, 0, error.args[0])])
        if built.plan is None:
            return replace(none, problems=built.problems)
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged}
        return replace(none, files=frozenset(files - {MANIFEST}), problems=built.problems)


def _render_requested(
    prepared: PlannedSite, none: GeneratedSite, asked: Collection[str]
) -> Iterator[GeneratedSite]:
    """The pages that are asked for, before all others; nothing where anything is wrong with them."""
    site, planned = prepared.site, prepared.page_plan
    if site is None or planned is None or not asked:
        return
    every = replace(none, files=frozenset(planned.paths))
    names = {find_file(address, every) for address in asked}
    pages, problems = render.render_pages(
        site, planned, [page for page in planned.pages if page.path in names]
    )
    problems += publication.check_output(
        site, planned, [*pages], pages.__getitem__, prepared.redactor.hidden_names
    )
    if pages and not select_errors(problems):
        yield replace(every, partial_site=PartialSite(pages, plan_static_files(site)))


@contextmanager
def _pause_gc() -> Iterator[None]:
    """A build makes millions of values and drops few before it ends: garbage is looked for after it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def list_watched_paths(root: Path) -> list[Path]:
    """What a site is made from; a change there makes another build."""
    return [root / "sitegen.toml", root / "results", root / "content", *theme.list_template_folders(root)]
