"""`sitegen serve`: build the site again whenever a file is saved, the open pages first.

The pages that somebody looks at are planned and rendered before the rest, from no more than they show. They
are shown at once; whoever asks for another page meanwhile waits for the whole site. So nobody sees pages of
two builds together. The rest is left out when files are saved again; a page that is another in it reloads.

Saved files are noticed by polling times and sizes, which works on every file system, network folders and
containers included. One look at 5,000 files takes a few hundredths of a second, and the next waits ten times
as long. livereload's own watcher is not used: it reports five files saved together as five changes, and never
a file that was moved in with an old date.
"""

import asyncio
import gc
import os
import re
import stat
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import publishing, render
from sitegen.commands.serve.server import GeneratedSite, PartialSite, find_file, format_report, start_server
from sitegen.compare.histories import load_histories
from sitegen.core.cache import BuildCache
from sitegen.core.language import Language
from sitegen.core.model import Topic
from sitegen.core.problems import Problem, advise, say, select_errors
from sitegen.core.workers import ProgressCallback
from sitegen.inputs.config import settings
from sitegen.inputs.config import site as config_site
from sitegen.pages import theme
from sitegen.publishing.checks import check_output
from sitegen.publishing.disk import PublishError
from sitegen.publishing.focus import plan_first
from sitegen.publishing.publication import publish_site
from sitegen.publishing.sample import blank_content
from sitegen.publishing.stages import HistoryLoader, PlannedSite, RatedSite
from sitegen.publishing.staging import MANIFEST

POLL_INTERVAL = 0.025
"""Seconds between two polls while nothing changes; more where a poll takes long."""
QUIET_INTERVAL = 0.02
"""Seconds without a change after which all files saved together are taken to be there."""

_POLL_FACTOR = 10
"""The next poll waits this many times as long as a poll takes."""

FileStamp = tuple[int, int]
"""When a file was last written, in nanoseconds, and its size in bytes."""
FileStamps = Mapping[str, FileStamp]
"""The stamp of each file that is there, by its path."""

# What editors leave beside a file while it is open or being saved: hidden files, `name~`, the lock files of
# office programs, autosaves, Vim's swap files and its test file 4913.
_TEMPORARY_FILE = re.compile(r"\..*|.*~|~\$.*|#.*#|4913|.*\.(?:sw[opx]|tmp|bak)", re.DOTALL)


def read_stamps(watched: Iterable[Path]) -> FileStamps:
    """Return the stamps of the `watched` files, and of all files below the watched folders.

    A path that is not there has no files. Within a folder hidden files and folders are left out, as are the
    temporary files of editors; a symbolic link to a folder is not followed.
    """
    stamps: dict[str, FileStamp] = {}
    for path in watched:
        stamps.update(_walk_stamps(path) if path.is_dir() else _read_stamp(path))
    return stamps


async def wait_for_change(
    watched: Iterable[Path],
    since: FileStamps | None,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> FileStamps:
    """Wait until the files differ from `since` and nothing more is being saved; return their stamps then.

    With `since` None there is no waiting for a change. The stamps returned did not change for a quiet moment,
    which is longer than the tick of any file system's clock: whatever is written later has another time.
    """
    stamps, duration = await asyncio.to_thread(_measure_stamps, watched)
    while True:
        while stamps == since:
            await pause(max(POLL_INTERVAL, _POLL_FACTOR * duration))
            stamps, duration = await asyncio.to_thread(_measure_stamps, watched)
        before = stamps
        await pause(QUIET_INTERVAL)
        stamps, duration = await asyncio.to_thread(_measure_stamps, watched)
        if stamps == before:
            return stamps


def _measure_stamps(watched: Iterable[Path]) -> tuple[FileStamps, float]:
    """Return the stamps of the files, and the processor time that it took to read them."""
    start = time.thread_time()
    return read_stamps(watched), time.thread_time() - start


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


BuildFunction = Callable[[Collection[str], Callable[[], bool]], Iterable[GeneratedSite]]
"""Builds the site in steps: first the pages at the addresses that are given, then all of it.

Once those pages are there, it ends when the function that it is given says that files were saved again.
"""


def serve(
    build: BuildFunction,
    watched: Sequence[Path],
    port: int,
    announce: Callable[[str], None],
    show: Callable[[str], object] | None = None,
) -> None:
    """Serve what `build` makes on `port` of this machine, and build again whenever a `watched` file changes.

    Blocks until Ctrl-C. `announce` is called with the address, and after each build with its problems; `show`
    opens the address in a browser. Raises `ServeError` when the port cannot be used.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(run_preview(build, watched, port, announce, show))


async def run_preview(
    build: BuildFunction,
    watched: Sequence[Path],
    port: int,
    announce: Callable[[str], None],
    show: Callable[[str], object] | None = None,
) -> None:
    """`serve` until cancelled. Port 0 is any that is free; the address that is announced has its number.

    Builds run one after the other in a thread, while requests are answered from the last good one. A change
    ends a build whose open pages are shown already; during any other it is noticed after it, as the files are
    then compared with their stamps from before it.
    """
    async with start_server(port) as (address, preview):
        announce(address)
        if show:  # a browser may not come back before it is closed, and the preview ends without it
            threading.Thread(target=show, args=(address,), daemon=True).start()
        stamps = None
        while True:
            stamps = await wait_for_change(watched, stamps)
            saved_again = threading.Event()
            steps = _iter_steps(build, preview.requested_paths, saved_again.is_set)
            async with asyncio.TaskGroup() as tasks:
                watching = None
                while generated := await asyncio.to_thread(_run_build, steps):
                    preview.show(generated)
                    for line in () if generated.partial_site else format_report(generated):
                        announce(line)
                    if generated.partial_site:
                        watching = tasks.create_task(_wait_to_set(saved_again, watched, stamps))
                if watching:
                    watching.cancel()


async def _wait_to_set(saved_again: threading.Event, watched: Iterable[Path], since: FileStamps) -> None:
    """Set an event when files are saved."""
    await wait_for_change(watched, since)
    saved_again.set()


def _iter_steps(
    build: BuildFunction, requested_paths: Collection[str], is_outdated: Callable[[], bool]
) -> Iterator[GeneratedSite]:
    """Yield the steps of a build, which begins with the first of them: in the thread that asks for it."""
    yield from build(requested_paths, is_outdated)


def _run_build(steps: Iterator[GeneratedSite]) -> GeneratedSite | None:
    """Return what is built next, or the exception that ended the build as a problem: the preview goes on."""
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
    """Builds the site in `root` again and again, into `output`.

    Without `as_of` every build is of the day that `now` returns, or of the site's own fixed day. What has not
    changed since the last build is not read and rated again.
    """

    root: Path
    output: Path
    as_of: date | None
    now: Callable[[], datetime]
    _cache: BuildCache = field(default_factory=BuildCache)
    _history_loader: HistoryLoader = field(default_factory=lambda: partial(load_histories, cache={}))
    _previous_files: frozenset[str] = frozenset()
    _previous_topics: Mapping[str, Sequence[Topic]] = field(default_factory=dict)
    """The topics of each ranking that are derived, by its id."""

    def __call__(
        self, requested: Collection[str] = (), is_outdated: Callable[[], bool] = lambda: False
    ) -> Iterator[GeneratedSite]:
        """Yield the pages at the `requested` addresses, if there are any, then the whole site.

        The rest of a site that is outdated is left out.
        """
        with _pause_gc():
            site, _ = settings.load_site(self.root, self._cache)
            origins = [ranking.origin for ranking in site.rankings] if site else []
            language = Language(settings.detect_language(self.root)).with_catalogues(*origins)
            days = config_site.compute_dates(site, self.now(), self.as_of)
            base = urlsplit(site.url).path if site else "/"
            unbuilt = GeneratedSite(self.output, frozenset(), [], base, language)
            rated_site = publishing.rate_site(self.root, days.as_of, days.latest, self._cache)
            rated_site = publishing.add_history(rated_site, self._history_loader)
            first = [*self._render_first(rated_site, unbuilt, requested)]
            yield from first

            def stop_outdated(*_: int) -> None:
                if first and is_outdated():
                    raise _OutdatedError

            with suppress(_OutdatedError):
                stop_outdated()
                planned_site = publishing.plan_pages(rated_site, self._cache)
                if not first:
                    yield from _render_requested(planned_site, unbuilt, requested)
                self._cache.tidy()
                yield self._publish_site(planned_site, unbuilt, days.as_of, stop_outdated)

    def _render_first(
        self, rated_site: RatedSite, unbuilt: GeneratedSite, requested: Collection[str]
    ) -> Iterator[GeneratedSite]:
        """Yield the requested pages if they can be planned alone; nothing when anything is wrong with them.

        Topics are taken from the site before: the whole site is compared with these pages.
        """
        if not requested:
            return
        previous = replace(unbuilt, files=self._previous_files)
        names = {find_file(address, previous) or "" for address in requested}
        planned_site = plan_first(
            rated_site, [name.removesuffix("index.html") for name in names], self._previous_topics
        )
        if planned_site.page_plan and names <= {page.path for page in planned_site.page_plan.pages}:
            yield from _render_requested(planned_site, unbuilt, requested)

    def _publish_site(
        self, planned_site: PlannedSite, unbuilt: GeneratedSite, as_of: date, watch: ProgressCallback
    ) -> GeneratedSite:
        """Publish the whole site, or return `unbuilt` with what is wrong."""
        try:
            result = publish_site(self.output, planned_site, self.root, as_of, watch)
        except PublishError as error:
            return replace(unbuilt, problems=[Problem(str(self.output), 0, 0, error.args[0])])
        if result.plan is None:
            return replace(unbuilt, problems=result.problems)
        files = {*result.plan.added, *result.plan.changed, *result.plan.unchanged}
        self._previous_files = frozenset(files - {MANIFEST})
        contexts = planned_site.page_plan.contexts if planned_site.page_plan else ()
        self._previous_topics = {
            context.ranking.id: [*map(blank_content, context.derived.topics)] for context in contexts
        }
        return replace(unbuilt, files=self._previous_files, problems=result.problems)


class _OutdatedError(Exception):
    """Files were saved again: the rest of this build is not wanted any more."""


def _render_requested(
    planned_site: PlannedSite, unbuilt: GeneratedSite, requested: Collection[str]
) -> Iterator[GeneratedSite]:
    """Yield the requested pages of the plan, before all others; nothing when anything is wrong with them."""
    site, findings, plan = planned_site
    if site is None or plan is None or not requested:
        return
    complete_build = replace(unbuilt, files=frozenset(plan.paths), problems=findings.report)
    names = {find_file(address, complete_build) for address in requested}
    if select_errors(render.check_templates(site)):
        return
    pages, problems = render.render_pages(site, plan, [page for page in plan.pages if page.path in names])
    problems += check_output(site, plan, [*pages], pages.__getitem__, findings.hidden_names)
    if pages and not select_errors(problems):
        static = {path: make for path, make in plan.files.items() if path.startswith("static/")}
        yield replace(complete_build, partial_site=PartialSite(pages, static))


@contextmanager
def _pause_gc() -> Iterator[None]:
    """Look for garbage after a build: it makes millions of values and drops few before it ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def list_watched_paths(root: Path) -> list[Path]:
    """Return the files and folders that a site is made from."""
    return [root / "sitegen.toml", root / "results", root / "content", *theme.list_template_folders(root)]
